#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "tools/call/call.h"
#include "tools/transfer/model_import.h"
#include "json/json.h"

enum { LARGE = 256 * KIB }; /* of a text; it takes some milliseconds */

static bool
read_all(struct call *c, struct model_import *i, struct json_object *warnings,
	struct err *e)
{
	const struct json_object *smtlib = json_get(c->arguments, "smtlib");
	const struct json_object *export = json_get(c->arguments, "export");
	const struct json_object *sent = smtlib != NULL ? smtlib : export;
	const char *mode = json_get_string(c->arguments, "mode");
	DROP(text) char *text = NULL;

	i->appends = mode != NULL && strcmp(mode, "append") == 0;
	if ((smtlib != NULL) == (export != NULL))
		return err_set(e, ERR_ARGUMENT,
			"send either smtlib, an SMT-LIB text, or export, what "
			"export_model gave%s.",
			smtlib != NULL ? ", not both" : "");
	if (json_kind(sent) == JSON_STRING)
		return model_import_read(c, i, json_string(sent),
			json_string_size(sent), warnings, e);
	text = json_text(sent);
	return model_import_read(c, i, text, strlen(text), warnings, e);
}

void
tool_import_model(struct call *c)
{
	struct model_import *i = model_import_new();
	struct json_object *warnings = json_new_array();
	const struct json_object *smtlib = json_get(c->arguments, "smtlib");
	struct err e;

	if (smtlib != NULL && json_string_size(smtlib) > LARGE)
		call_tell(c, "cutting the text into commands");
	if (read_all(c, i, warnings, &e)) {
		model_import_start(c, i, warnings);
		return;
	}
	json_free(warnings);
	model_import_free(i);
	call_fail(c, &e);
}
