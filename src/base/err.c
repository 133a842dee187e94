#include "base/err.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "base/wording.h"

static void __attribute__((format(printf, 2, 0)))
append(struct err *e, const char *format, va_list arguments)
{
	char text[ERR_TEXT_MAX];
	size_t used = strlen(e->text);
	size_t left = sizeof(e->text) - used;
	DROP(text) char *worded = wording_text(format);
	DROP(text) char *clean = NULL;
	bool is_cut;

	/* What follows a cut would stand after the dots. */
	if (left <= sizeof("...") && used >= strlen("...") &&
		strcmp(e->text + used - strlen("..."), "...") == 0)
		return;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* it was checked */
	is_cut = (size_t)vsnprintf(text, sizeof(text), worded, arguments) >=
		 sizeof(text);
#pragma GCC diagnostic pop
	clean = sanitize_text(text);
	is_cut |= (size_t)snprintf(e->text + used, left, "%s", clean) >= left;
	if (is_cut)
		memcpy(e->text + utf8_cut(e->text, sizeof(e->text),
					 sizeof(e->text) - sizeof("...")),
			"...", sizeof("..."));
}

bool
err_set(struct err *e, enum err_code code, const char *format, ...)
{
	va_list arguments;

	if (e == NULL)
		return false;
	e->code = code;
	e->item = -1;
	e->line = e->column = e->location_size = e->steps = 0;
	e->text[0] = '\0';
	va_start(arguments, format);
	append(e, format, arguments);
	va_end(arguments);
	return false;
}

bool
err_add(struct err *e, const char *format, ...)
{
	va_list arguments;

	if (e == NULL)
		return false;
	va_start(arguments, format);
	append(e, format, arguments);
	va_end(arguments);
	return false;
}

bool
err_step(struct err *e, const char *format, ...)
{
	size_t used = e != NULL ? strlen(e->text) : 0;
	bool is_ended = used == 0 || strchr(".?!:", e->text[used - 1]) != NULL;
	va_list arguments;

	if (e == NULL)
		return false;
	if (e->steps == 0)
		err_add(e, "%s\n" ERR_STEPS, is_ended ? "" : ".");
	else
		err_add(e, "\n");
	err_add(e, "%u. ", ++e->steps);
	va_start(arguments, format);
	append(e, format, arguments);
	va_end(arguments);
	return false;
}

/* A ";" of what is inserted does not count. */
bool
err_advise(struct err *e, enum err_code code, const char *format, ...)
{
	enum { MARK = '\x1f' };
	DROP(text) char *marked = wording_text(format);
	char text[ERR_TEXT_MAX];
	char *part = text;
	va_list arguments;

	for (char *at = marked; (at = strstr(at, "; ")) != NULL; at++)
		*at = MARK;
	va_start(arguments, format);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* it was checked */
	(void)vsnprintf(text, sizeof(text), marked, arguments);
#pragma GCC diagnostic pop
	va_end(arguments);
	for (char *next = text; next != NULL; part = next + 2) {
		bool is_ended;

		next = strchr(part, MARK);
		if (next != NULL)
			*next = '\0';
		is_ended =
			*part != '\0' && strchr(".?!", part[strlen(part) - 1]);
		if (part == text)
			err_set(e, code, "%s", part);
		else
			err_step(e, "%s%s", text_begin_sentence(part),
				is_ended ? "" : ".");
		if (next == NULL)
			break;
	}
	return false;
}

bool
err_next_step(const char *text, struct slice *step)
{
	static const char mark[] = ERR_STEPS;
	const char *at = step->start != NULL ? step->start + step->length
					     : strstr(text, mark);

	if (at == NULL || *at == '\0')
		return false;
	at += step->start != NULL ? strlen("\n") : strlen(mark);
	if (!isdigit((unsigned char)*at))
		return false;
	at += strspn(at, "0123456789");
	at += strncmp(at, ". ", 2) == 0 ? 2 : 0;
	*step = (struct slice){at, strcspn(at, "\n")};
	return true;
}

bool
err_is_internal(const struct err *e)
{
	return e->code == ERR_STORE || e->code == ERR_SYSTEM ||
	       e->code == ERR_WORKER;
}

const char *
err_code_name(enum err_code code)
{
	static const char *const names[] = {
		[ERR_NONE] = "none",
		[ERR_ARGUMENT] = "argument",
		[ERR_NOT_FOUND] = "not_found",
		[ERR_TEXT] = "text",
		[ERR_CONFLICT] = "conflict",
		[ERR_LIMIT] = "limit",
		[ERR_WORKER] = "worker",
		[ERR_STORE] = "store",
		[ERR_SYSTEM] = "system",
	};

	return names[code];
}
