#ifndef TOOLS_CALL_WARNINGS_H
#define TOOLS_CALL_WARNINGS_H

/*
 * Warnings of a reply: an array of texts.
 */

#include <stddef.h>

#include "wire/answer.h"

struct admitted_text;
struct json_object;
struct warning;

/* Adds the warnings of a text after the prefix: "line 2: ...". */
void warnings_add_list(struct json_object *notes, const char *prefix,
	const struct warning *list, size_t count);

/* What the text of a script shows that is rarely meant (smt/rules/lint.h). */
void warnings_add_remarks(
	struct json_object *notes, const struct admitted_text *script);

/* The same of a script that has a solution. */
void warnings_add_solution(
	struct json_object *notes, const struct admitted_text *script);

/* What libz3 has seen, in a sentence without its full stop. */
char *warnings_remark(enum answer_remark remark);
/* The same of a script. */
void warnings_add_answer(
	struct json_object *notes, const struct answer *answer);

void warnings_add(struct json_object *notes, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
