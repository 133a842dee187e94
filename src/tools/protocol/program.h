#ifndef TOOLS_PROTOCOL_PROGRAM_H
#define TOOLS_PROTOCOL_PROGRAM_H

/*
 * The input of an engine as a text for the solver: SMT-LIB, or WCNF. How an
 * input is written says `encoding` of the engine's page: for each member that
 * is written, in that order, a template (base/template.h) for each of its
 * elements; `prelude` stands before all of them.
 *
 *	{name}		its name in an object
 *	{names}		its names
 *	{terms}		its terms or literals
 *	{sort}		the sort of a domain
 *	{range}		that the constant is in the domain
 *	{weight}	its weight, 1 by default
 *	{quantifier}	"forall" and the input's variables
 *
 * Before each element a comment has its path in the input, so that what is
 * wrong with its lines is said of the path. A text in `smtlib` or `dimacs` is
 * the program, as it is, and has no paths.
 *
 * The input has passed its schema. Names and terms are written as they come:
 * what is wrong in them is found where every text is read. One that could reach
 * out of its command is refused.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

struct json_object;

struct program {
	struct buf text;
	char path[256]; /* of what is written; "": the text is the client's */
	const char *const *fault; /* of that part; NULL: none */
	const struct json_object *input;
};

/* Of a program that is all zero; `page` is the engine's. */
bool program_write(struct program *p, const struct json_object *page,
	const struct json_object *input, struct err *e);

/* A line of the program, and the path of it. */
struct program_place {
	const char *at;
	int64_t line;
	const char *path; /* up to the end of its line; NULL: it has none */
};

struct program_place program_begin(const struct program *p);

/* The path of a line, as "input.constraints[1]", the caller's, or NULL. Lines
 * are asked for in their order, so that all of them take one pass. */
char *program_path(struct program_place *place, int64_t line);

#endif
