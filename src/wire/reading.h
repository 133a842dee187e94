#ifndef WIRE_READING_H
#define WIRE_READING_H

/*
 * A reading is what a child has read in a text of a client: SMT-LIB that has
 * passed the rules of smt/rules/command_policy.h, and what the text says
 * beside it. The server itself reads no other language, and no long text.
 *
 * The request (wire/ask.h) has each text as a field FIELD_TEXT. What the answer
 * holds depends on the kind of the request:
 *
 *	ASK_READ_ITEMS    an item for each text, in their order
 *	ASK_READ_MODEL    the items of the one text, declarations before uses
 *	ASK_READ_SCRIPT   the one text as a script, in the answer's output
 *	ASK_READ_PROGRAM  the same of a program of the JSON DSL, with its
 *	                  questions
 *
 * A text that cannot be read has a fault, whose field says which text it is
 * in. The place of the fault is in the text that was sent, or in `subject` if
 * that arrived.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"

enum language {
#define LANGUAGE(id, word, recognise, read) LANGUAGE_##id,
#include "wire/languages.def"
#undef LANGUAGE
	LANGUAGE_COUNT,
};

/*
 * A solution format has a mark, a term and FLATZINC_END in the place of each
 * value. Of a set it has, for each number that may be in the set,
 * FLATZINC_MEMBER, the term that says so and ends in "@" and the number,
 * FLATZINC_END.
 */
#define FLATZINC_VALUE "\1"
#define FLATZINC_FLOAT "\2"
#define FLATZINC_MEMBER "\3"
#define FLATZINC_END "\4"

/* The whole text. Texts that it does not have are "". */
struct reading_source {
	enum language language;
	/* The language has items of its own, so that places in the output are
	 * none in the text that was sent. */
	bool has_items;
	bool is_export;	       /* an export in SMT-LIB */
	bool has_objective;    /* of FlatZinc */
	uint32_t checks;       /* check-sat commands of a script */
	size_t lost_comments;  /* comment lines that belong to no item */
	char *moved;	       /* items that were put before their use */
	char *options;	       /* of an export: JSON objects */
	char *expectations;    /* of an export: a JSON array */
	char *memo;	       /* of an export */
	char *solution_format; /* of FlatZinc; "": it is none */
};

struct reading_item {
	uint32_t field; /* the number of its text, from 1 */
	uint32_t line;	/* where it begins in that text; 0: unknown */
	size_t offset;	/* likewise, in bytes */
	char *content;	/* never empty, at most LIMIT_ITEM bytes */
	char *name, *note;
	char *summary; /* what data define: "n, (dist 1..3 1..3)"; or "" */
};

/* Something to be said of a text that is accepted. */
struct reading_remark {
	uint32_t field; /* the number of the text, from 1; ascending */
	uint32_t line;	/* 0: unknown */
	char *text;	/* a sentence without a full stop */
};

/* A program of the JSON DSL. */
struct reading_program {
	size_t known; /* bytes of the output that all questions rest on */
	bool verifies, optimizes;
};

/* A verification of a program. */
struct reading_question {
	char *name;
	size_t offset, size; /* its line of the output, within `known` */
};

/* The text that the place of a fault is in. */
struct reading_subject {
	char *what; /* "the content of items[3]" */
	char *text;
};

struct reading {
	bool has_source, has_program, has_subject;
	struct reading_source source;
	struct reading_program program;
	struct reading_subject subject;
	struct {
		struct reading_item *at;
		size_t count, capacity;
	} items;
	struct {
		struct reading_remark *at;
		size_t count, capacity;
	} remarks;
	struct {
		struct reading_question *at;
		size_t count, capacity;
	} questions;
};

#endif
