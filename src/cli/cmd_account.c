/* The subcommands about who may use a server over HTTP, and what. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "cli/cli.h"
#include "store/accounts/accounts.h"
#include "store/db/db.h"
#include "store/sessions/sessions.h"
#include "json/json.h"

static int
refuse(const struct err *e)
{
	return cli_refuse(e->code, e->text,
		e->code == ERR_ARGUMENT ? EXIT_USAGE : EXIT_FAILURE);
}

/* Prints a text, or with --json an object, which is taken. */
static int
print(const struct cli *cli, const char *text, struct json_object *structured)
{
	DROP(cli_result)
	struct cli_result result = {
		.text = text_copy(text), .structured = structured};

	return cli_print(cli, &result);
}

/* --- accounts ------------------------------------------------------------- */

static int
add(struct cli *cli, const char *name)
{
	char token[TOKEN_SIZE];
	DROP(text) char *text = NULL;
	struct err e;
	int code;

	if (!accounts_add(cli->server.store, name, cli->line.options.read_only,
		    token, &e))
		return refuse(&e);
	text = text_format("Account %s%s. Its token, which is not shown again, "
			   "goes into this header:\nAuthorization: Bearer %s\n",
		name,
		cli->line.options.read_only ? ", which may only read" : "",
		token);
	code = print(cli, text,
		OBJECT("account", STRING(name), "read_only",
			json_new_bool(cli->line.options.read_only), "token",
			STRING(token)));
	explicit_bzero(token, sizeof(token));
	return code;
}

static int
list(struct cli *cli, const char *name)
{
	DROP(buf) struct buf text;
	struct json_object *all;
	struct err e;

	(void)name; /* it has none */
	buf_init(&text, LIMIT_MESSAGE);
	all = store_exists(cli->server.store)
		      ? accounts_list(cli->server.store, &e)
		      : json_new_array();
	if (all == NULL)
		return refuse(&e);
	for (size_t i = 0; i < json_count(all); i++) {
		const struct json_object *one = json_at(all, i);

		(void)buf_add_format(&text, "%-32s %5lld sessions  %s%s%s\n",
			json_get_string(one, "name"),
			(long long)json_get_int(one, "sessions", 0),
			json_get_string(one, "created"),
			json_get_bool(one, "read_only", false) ? "  read-only"
							       : "",
			json_get_bool(one, "revoked", false) ? "  revoked"
							     : "");
	}
	return print(cli, text.data, OBJECT("accounts", all));
}

static int
revoke(struct cli *cli, const char *name)
{
	DROP(text) char *text = NULL;
	struct err e;

	if (!accounts_revoke(cli->server.store, name, &e))
		return refuse(&e);
	text = text_format("The token of %s is refused from now on; its "
			   "sessions stay.\n",
		name);
	return print(cli, text, OBJECT("revoked", STRING(name)));
}

static int
set(struct cli *cli, const char *name)
{
	const char *limit = cli->line.arguments[2];
	size_t size = strcspn(limit, "=");
	DROP(text) char *word = text_copy_n(limit, size);
	DROP(text) char *text = NULL;
	char *end;
	int64_t value =
		limit[size] == '=' ? strtoll(limit + size + 1, &end, 10) : 0;
	struct err e;

	if (value != 0 && *end != '\0')
		value = 0; /* no limit may be 0 */
	if (!accounts_set(cli->server.store, name, word, value, &e))
		return refuse(&e);
	text = text_format("The limit of %s is set: %s.\n", name, limit);
	return print(cli, text,
		OBJECT("account", STRING(name), word, json_new_int(value)));
}

static const struct action {
	const char *name;
	int (*run)(struct cli *cli, const char *name);
	size_t words;
} actions[] = {
	{"add", add, 2},
	{"list", list, 1},
	{"revoke", revoke, 2},
	{"set", set, 3},
};

int
command_account(struct cli *cli)
{
	const struct action *action =
		ROW_IN(cli->line.arguments[0], actions, name);
	const char *name =
		cli->line.argument_count > 1 ? cli->line.arguments[1] : NULL;

	if (action == NULL || action->words != cli->line.argument_count)
		return cli_refuse(ERR_ARGUMENT,
			"say satchel account add NAME, satchel account revoke "
			"NAME, satchel account set NAME LIMIT=NUMBER, or "
			"satchel account list",
			EXIT_USAGE);
	return action->run(cli, name);
}

/* --- sharing -------------------------------------------------------------- */

static int
share(struct cli *cli, enum share_right right)
{
	static const char *const words[] = {
		[SHARE_NONE] = "is not shared with",
		[SHARE_READ] = "is shared for reading with",
		[SHARE_EDIT] = "is shared for editing with",
	};
	const char *session = cli->line.arguments[0];
	const char *account = cli->line.arguments[1];
	DROP(text) char *text = NULL;
	struct err e;

	if (!sessions_share(cli->server.store, session, account, right, &e))
		return refuse(&e);
	text = text_format("%s %s %s.\n", session, words[right], account);
	return print(cli, text,
		OBJECT("session", STRING(session), "account", STRING(account),
			"shared", json_new_bool(right != SHARE_NONE),
			"read_only", json_new_bool(right == SHARE_READ)));
}

int
command_share(struct cli *cli)
{
	return share(
		cli, cli->line.options.read_only ? SHARE_READ : SHARE_EDIT);
}

int
command_unshare(struct cli *cli)
{
	return share(cli, SHARE_NONE);
}
