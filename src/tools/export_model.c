#include "tools/call.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/model.h"
#include "tools/export_file.h"
#include "tools/exporting.h"
#include "tools/resolve.h"
#include "json/json.h"

/* The formats of which a resource shows the last revision. */
static const struct format {
	const char *name;
	const char *resource; /* or NULL */
	const char *comment;  /* what a line of the text's own begins with */
} formats[] = {
	{"smt2", "model.smt2", "; "},
	{"json", "model.json", ""},
	{"markdown", "model.md", ""},
	{"dimacs", NULL, "c "},
};

static const struct format *
find_format(const char *name)
{
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		if (name != NULL && strcmp(formats[i].name, name) == 0)
			return &formats[i];
	}
	return &formats[0];
}

/* Where the whole text is, when the answer has its beginning. */
static void
add_pointer(struct call *c, const struct exporting *x,
	const struct format *format, size_t kept, size_t size, struct buf *text)
{
	const char *path = json_get_string(c->arguments, "path");

	buf_add_format(text, "\n%scut: these are %zu of %zu bytes. ",
		format->comment, kept, size);
	if (path != NULL)
		buf_add_format(text, "All of it is in the file %s.\n", path);
	else if (format->resource != NULL &&
		 x->model->revision == x->session.revision)
		buf_add_format(text,
			"All of it is the resource satchel://session/%s/%s, "
			"and `satchel export %s --format %s` writes it.\n",
			x->session.name, format->resource, x->session.name,
			format->name);
	else
		buf_add_text(text, "With path all of it is written to a file, "
				   "if the server has an export folder.\n");
}

static void
reply(struct call *c, const struct exporting *x, const struct format *format,
	const struct buf *export)
{
	struct json_object *structured = json_new_object();
	size_t kept = utf8_cut(export->data, export->size, call_reply_text(c));
	DROP(buf) struct buf text;

	buf_init(&text, LIMIT_ANSWER + KIB);
	buf_add(&text, export->data, kept);
	json_put_string(structured, "session", x->session.name);
	json_put_int(structured, "revision", (int64_t)x->model->revision);
	json_put_string(structured, "format", format->name);
	json_put_int(structured, "bytes", (int64_t) export->size);
	json_put(structured, "text", json_new_string_n(export->data, kept));
	json_put_string(
		structured, "path", json_get_string(c->arguments, "path"));
	if (kept < export->size) {
		json_put_bool(structured, "truncated", true);
		add_pointer(c, x, format, kept, export->size, &text);
	}
	call_reply(c, text.data, structured);
}

static bool
write_file(struct call *c, const struct buf *export, struct err *e)
{
	const char *path = json_get_string(c->arguments, "path");

	if (path == NULL)
		return true;
	return export_file_write(c->server->export_dir, path, export->data,
		export->size, json_get_bool(c->arguments, "overwrite", false),
		e);
}

static void
begin(struct call *c)
{
	const struct format *format =
		find_format(json_get_string(c->arguments, "format"));
	DROP(exporting) struct exporting x = {0};
	DROP(buf) struct buf out;
	struct err e;

	/* Names, notes and the lines around items come on top, and escapes. */
	buf_init(&out, 4 * LIMIT_MODEL);
	if (exporting_load(c, &x, &e) &&
		exporting_write(&x, format->name, &out, &e) &&
		write_file(c, &out, &e))
		reply(c, &x, format, &out);
	else
		call_fail(c, &e);
}

void
tool_export_model(struct call *c)
{
	call_in_turn(c, resolve_name(c), false, begin);
}
