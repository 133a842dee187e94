/*
 * A database that was damaged, or made by somebody else, under all tools: the
 * bytes say what becomes of a small real one. The first says whether the
 * columns get their types back afterwards; then come steps, a byte that says
 * which and its arguments.
 */

#include <fcntl.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "fuzz/played_server.h"
#include "store/sessions/sessions.h"
#include "tools/solve/job.h"

enum { IMAGE_MAX = 64 * MIB, PAGE = 4096, STEPS_MAX = 40 };

/* --- answers ------------------------------------------------------------- */

static void
put_solution(struct buf *frames)
{
	static char name[] = "x";
	static char sort[] = "Int";
	static char value[] = "4";
	const struct answer_check check = {.line = 0, .status = STATUS_SAT};
	const struct answer_value x = {name, sort, value};

	answer_put_version(frames, "4.8.12");
	answer_put_check(frames, &check);
	answer_put_model(frames, "((define-fun x () Int 4))");
	answer_put_value(frames, &x);
}

static struct answer *
answer_to(enum ask_kind kind)
{
	DROP(buf) struct buf frames;
	struct answer *a = answer_new();

	buf_init(&frames, LIMIT_ANSWER);
	if (kind == ASK_SOLVE)
		put_solution(&frames);
	answer_put_done(&frames, false);
	add_frames(a, &frames);
	return a;
}

static void
answer_all(struct server *server)
{
	while (stage_job_count > 0) {
		const struct portfolio *r = stage_jobs[0];

		answer(ask_kind_reads(r->kind) ? read_texts_of(r)
					       : answer_to(r->kind));
	}
	(void)loop_turn(server->loop, 0);
}

/* --- calls --------------------------------------------------------------- */

static const char *const making[][2] = {
	{"open_session", "{'session':'a','description':'what'}"},
	{"add_item", "{'session':'a','content':'(declare-const x Int)'}"},
	{"add_item", "{'session':'a','content':'(declare-fun f (Int) Int)'}"},
	{"add_item", "{'session':'a','name':'low','note':'why',"
		     "'content':'(assert (> x 3))'}"},
	{"solve_model", "{'session':'a'}"},
	{"edit_model", "{'session':'a','edits':[{'op':'add','content':"
		       "'(assert (= (f x) 1))','name':'app'},"
		       "{'op':'move','index':2,'to':1}]}"},
	{"replace_item", "{'session':'a','name':'app','content':"
			 "'(assert (= (f x) 2))'}"},
	{"configure", "{'session':'a','options':{'random_seed':7}}"},
	{"open_session", "{'session':'b','copy_of':'a'}"},
	{"delete_item", "{'session':'a','name':'low'}"},
	{"add_item", "{'session':'a','content':'(assert (< x 9))'}"},
	{"solve_model", "{'session':'a','background':true}"},
	{"solve_model", "{'session':'b','values':['x']}"},
};

static const char *const asking[][2] = {
	{"list_sessions", "{}"},
	{"list_sessions", "{'match':'a','limit':1}"},
	{"open_session", "{'session':'a'}"},
	{"get_model", "{'session':'a'}"},
	{"get_model", "{'session':'a','view':'outline'}"},
	{"get_model", "{'session':'a','view':'smtlib','revision':4}"},
	{"get_model", "{'session':'b'}"},
	{"get_history", "{'session':'a','diff':true}"},
	{"get_history", "{'session':'a','from_revision':2,'count':2}"},
	{"get_history", "{'session':'b'}"},
	{"get_solution", "{'session':'a'}"},
	{"get_solution", "{'session':'a','terms':['(+ x 1)','(f x)']}"},
	{"get_solution", "{'session':'b'}"},
	{"job", "{'job':1}"},
	{"job", "{'job':1,'action':'cancel'}"},
	{"export_model", "{'session':'a'}"},
	{"export_model", "{'session':'a','format':'json'}"},
	{"export_model", "{'session':'a','format':'markdown'}"},
	{"export_model", "{'session':'b','format':'dimacs'}"},
	{"prove", "{'session':'a','property':'(> x 0)'}"},
	{"solve_model", "{'session':'a'}"},
	{"solve_model",
		"{'session':'a','background':true,'assume':['(> x 1)']}"},
	{"configure", "{'session':'a'}"},
	{"open_session", "{'session':'c','copy_of':'a','revision':3}"},
	{"add_item", "{'session':'a','content':'(declare-const y Int)'}"},
	{"add_item", "{'session':'a','index':0,'name':'z',"
		     "'content':'(declare-const z Int)'}"},
	{"add_item", "{'session':'a','content':'(assert true)',"
		     "'expect_revision':3}"},
	{"replace_item", "{'session':'a','index':1,"
			 "'content':'(declare-fun f (Int) Bool)'}"},
	{"edit_model", "{'session':'a','edits':[{'op':'move','index':0,"
		       "'to':2},{'op':'delete','index':1}]}"},
	{"delete_item", "{'session':'a','index':0,'cascade':true}"},
	{"import_model", "{'session':'b','mode':'append','smtlib':"
			 "'(declare-const w Int)(assert (> w 1))'}"},
	{"restore_model", "{'session':'a','revision':3}"},
	{"get_history", "{'session':'a','diff':true,'count':50}"},
	{"get_model", "{'session':'a'}"},
	{"clear_model", "{'session':'a'}"},
	{"delete_session", "{'session':'b'}"},
	{"solve_smtlib", "{'smtlib':'(check-sat)'}"},
};

static void
on_done(struct call *c, const struct call_result *result, void *argument)
{
	size_t *answered = argument;

	(void)c;
	REQUIRE(result != NULL && result->text[0] != '\0');
	REQUIRE(strlen(result->text) <= LIMIT_REPLY);
	REQUIRE(utf8_check(result->text, strlen(result->text), NULL));
	REQUIRE(result->is_error == (result->structured == NULL));
	(*answered)++;
}

static void
call(struct server *server, const char *const one[2])
{
	size_t answered = 0;
	const struct call_sink sink = {.done = on_done, .argument = &answered};

	start_call(server, one[0], one[1], &sink);
	answer_all(server);
	REQUIRE(answered == 1);
}

/* What a client's menus and subscriptions read. */
static void
look_around(struct store *s)
{
	const struct session_filter by_id = {.by_id = true, .limit = 10};
	const struct session_filter by_name = {.prefix = "a", .limit = 10};
	struct change_stamp stamp;
	uint64_t version;
	struct err e;

	json_free(sessions_list(s, &by_id, &e));
	json_free(sessions_list(s, &by_name, &e));
	(void)sessions_version(s, &version, &e);
	(void)sessions_stamp(s, NULL, &stamp, &e);
	(void)sessions_stamp(s, "a", &stamp, &e);
}

static void
talk(const char *const calls[][2], size_t count)
{
	struct model_cache cache = {0};
	struct server server;

	server_open(&server, path, &cache);
	for (size_t i = 0; i < count; i++)
		call(&server, calls[i]);
	look_around(server.store);
	background_job_stop(&server);
	REQUIRE(server.open.first == NULL);
	server_close(&server);
}

/* --- the file ------------------------------------------------------------ */

/* As it was made, and with columns that take any value. */
static struct buf image, lax;
static char *schema; /* statements that give the columns their types back */

static void
write_file(const char *bytes, size_t size)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	REQUIRE(fd >= 0 && write(fd, bytes, size) == (ssize_t)size);
	(void)close(fd);
}

static void
read_file(struct buf *b)
{
	char piece[PAGE];
	ssize_t size;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	REQUIRE(fd >= 0);
	buf_init(b, IMAGE_MAX);
	while ((size = read(fd, piece, sizeof(piece))) > 0)
		REQUIRE(buf_add(b, piece, (size_t)size));
	(void)close(fd);
}

static void
leave(void)
{
	remove_files();
	(void)rmdir(folder);
	buf_release(&image);
	buf_release(&lax);
	sqlite3_free(schema);
}

/* What fails changes nothing, which is one more kind of damage. */
static void
run_sql(const char *sql)
{
	sqlite3 *db;

	REQUIRE(sqlite3_open(path, &db) == SQLITE_OK);
	(void)sqlite3_exec(db, sql, NULL, NULL, NULL);
	REQUIRE(sqlite3_close(db) == SQLITE_OK);
}

static int
on_schema(void *argument, int count, char **values, char **names)
{
	(void)argument;
	(void)names;
	REQUIRE(count == 2);
	schema = sqlite3_mprintf("%zUPDATE sqlite_schema SET sql = %Q"
				 " WHERE name = %Q;",
		schema, values[1], values[0]);
	return 0;
}

static void
save_schema(void)
{
	sqlite3 *db;

	schema = sqlite3_mprintf("PRAGMA writable_schema = ON;");
	REQUIRE(sqlite3_open(path, &db) == SQLITE_OK);
	REQUIRE(sqlite3_exec(db,
			"SELECT name, sql FROM sqlite_schema"
			" WHERE type = 'table' AND sql NOT NULL",
			on_schema, NULL, NULL) == SQLITE_OK);
	REQUIRE(sqlite3_close(db) == SQLITE_OK);
}

static void
begin(void)
{
	log_set_level(LOG_NOTHING);
	make_folder();
	talk(making, sizeof(making) / sizeof(making[0]));
	read_file(&image);
	save_schema();
	run_sql("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql ="
		" replace(replace(replace(replace(replace(sql,"
		" ' NOT NULL', ''), ' TEXT', ' BLOB'), 'INTEGER,', 'BLOB,'),"
		" ') STRICT', ')'), 'CHECK (valid_to > valid_from)', '') WHERE "
		"type = "
		"'table'");
	read_file(&lax);
	(void)atexit(leave);
}

/* --- the damage ---------------------------------------------------------- */

static const char *const columns[][3] = {
	{"session", "id", "id"},
	{"session", "name", "id"},
	{"session", "description", "id"},
	{"session", "revision", "id"},
	{"session", "items", "id"},
	{"session", "created_ms", "id"},
	{"session", "changed_ms", "id"},
	{"session", "change", "id"},
	{"item", "row", "row"},
	{"item", "session", "row"},
	{"item", "item", "row"},
	{"item", "ord", "row"},
	{"item", "content", "row"},
	{"item", "name", "row"},
	{"item", "note", "row"},
	{"item", "valid_from", "row"},
	{"item", "valid_to", "row"},
	{"revision", "session", "number"},
	{"revision", "number", "number"},
	{"revision", "at_ms", "number"},
	{"revision", "tool", "number"},
	{"revision", "summary", "number"},
	{"run", "run", "run"},
	{"run", "session", "run"},
	{"run", "revision", "run"},
	{"run", "at_ms", "run"},
	{"run", "plain", "run"},
	{"run", "status", "run"},
	{"run", "options", "run"},
	{"run", "answer", "run"},
	{"run", "z3_version", "run"},
	{"run", "solve_us", "run"},
	{"run", "text_hash", "run"},
	{"run", "solution", "run"},
	{"session", "options", "id"},
	{"job", "job", "job"},
	{"job", "session", "job"},
	{"job", "revision", "job"},
	{"job", "server", "job"},
	{"job", "started_ms", "job"},
	{"job", "ended_ms", "job"},
	{"job", "limit_ms", "job"},
	{"job", "status", "job"},
	{"job", "cancel", "job"},
	{"job", "message", "job"},
	{"job", "answer", "job"},
	{"sqlite_sequence", "seq", "name"},
};

static const char *const values[] = {"NULL", "0", "1", "-1", "2", "3",
	"9223372036854775807", "-9223372036854775807 - 1", "9007199254740991",
	"9007199254740992", "4294967296", "1e300", "-1e300", "x'00ff'", "x''",
	"''", "'a'", "'b'", "'sat'", "'running'", "'('", "')'", "'|'", "'\"'",
	"'{}'", "'[]'", "'null'", "'{\"values\":1,\"checks\":[{}]}'",
	"'{\"status\":\"sat\",\"values\":{\"x\":{}}}'",
	"'(assert (> x 3))(assert'", "'(declare-const x Int)'", "'(check-sat)'",
	"'((define-fun x () Int'", "'((define-fun x () Bool 4))'", "'(push 1)'",
	"'a b'", "'random_seed'", "'timeout_ms'", "CAST(x'c328' AS TEXT)",
	"CAST(x'610062' AS TEXT)", "CAST(x'0a1b5b' AS TEXT)",
	"printf('%.*c', 70000, 'a')", "printf('%.*c', 20000, '(')"};

struct steps {
	const uint8_t *at;
	const uint8_t *end;
};

static size_t
next(struct steps *s)
{
	return s->at < s->end ? *s->at++ : 0;
}

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* UPDATE of a column, in all rows or in one. */
static void
add_update(struct steps *s, struct buf *sql)
{
	const char *const *column = columns[next(s) % COUNT(columns)];
	const char *value = values[next(s) % COUNT(values)];
	size_t row = next(s);

	buf_add_format(sql, "UPDATE OR IGNORE %s SET %s = %s", column[0],
		column[1], value);
	if (row % 4 != 0)
		buf_add_format(sql,
			" WHERE %s IN (SELECT %s FROM %s LIMIT 1 OFFSET %zu)",
			column[2], column[2], column[0], row / 4);
	buf_add_text(sql, ";");
}

static void
damage_bytes(struct steps *s, size_t kind, struct buf *file)
{
	size_t at = next(s) << 16 | next(s) << 8 | next(s);
	size_t value = next(s);

	if (file->size == 0)
		return;
	if (kind == 1) {
		file->data[at % file->size] = (char)value;
	} else if (kind == 2) {
		at = at % (file->size / PAGE + 1) * PAGE;
		for (size_t i = at; i < at + PAGE && i < file->size; i++)
			file->data[i] = (char)value;
	} else {
		file->size = at % file->size;
	}
}

/* Rows first: they are written by SQLite, which needs a sound file. */
static void
damage(struct steps s)
{
	bool has_types = next(&s) % 2 != 0;
	struct steps again = s;
	DROP(buf) struct buf sql;
	DROP(buf) struct buf file;

	buf_init(&sql, MIB);
	for (size_t i = 0; s.at < s.end && i < STEPS_MAX; i++) {
		size_t kind = next(&s) % 8;

		if (kind > 3)
			add_update(&s, &sql);
		else
			s.at += (s.end - s.at) < 4 ? s.end - s.at : 4;
	}
	if (sql.size > 0) {
		write_file(lax.data, lax.size);
		run_sql(sql.data);
		if (has_types)
			run_sql(schema);
	} else {
		write_file(image.data, image.size);
	}
	read_file(&file);
	for (size_t i = 0; again.at < again.end && i < STEPS_MAX; i++) {
		size_t kind = next(&again) % 8;

		if (kind > 3)
			again.at += (again.end - again.at) < 3
					    ? again.end - again.at
					    : 3;
		else if (kind != 0)
			damage_bytes(&again, kind, &file);
		else
			again.at += (again.end - again.at) < 4
					    ? again.end - again.at
					    : 4;
	}
	write_file(file.data, file.size);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (schema == NULL)
		begin();
	remove_files();
	damage((struct steps){data, data + size});
	talk(asking, COUNT(asking));
	return 0;
}
