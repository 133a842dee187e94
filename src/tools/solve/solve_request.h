#ifndef TOOLS_SOLVE_SOLVE_REQUEST_H
#define TOOLS_SOLVE_SOLVE_REQUEST_H

/*
 * What a solve asks of a session's model: its items, what the call adds to
 * them or leaves out, and the ask for a worker. In the ask's script every item
 * has the lines that it has in the model; items that are left out are blank
 * lines. Each term of the call is a field.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/hash.h"
#include "model/text/render.h"
#include "smt/text/commands.h"
#include "smt/text/diagnostic.h"
#include "store/sessions/sessions.h"
#include "tools/call/solver_options.h"
#include "wire/ask.h"

struct call;
struct json_object;
struct model;
struct server;

/* A term of the call's arguments, which lend its text: without what stands
 * around it, and with no NUL at its end. */
struct solve_term {
	enum ask_field_kind as;
	const char *argument; /* its name: assume */
	ptrdiff_t index;      /* in the argument, or -1 */
	const char *text;
	size_t size;
	uint32_t field;	 /* its number in the ask; 0: it is not there */
	size_t inner;	 /* of a set of assumptions: its number in it, from 1 */
	const char *set; /* what the caller knows the set by, or NULL */
};

/* The text of the ask, and what leads back from it. */
struct solve_text {
	struct render render;
	struct ask_fields fields;
	char hash[HASH_TEXT_SIZE]; /* with all that is asked */
	const char *order;	   /* of the objectives: lex, box or pareto */
};

/* The arguments of a call, typed. The texts and lists are borrowed; NULL means
 * that there is none. */
struct request_fields {
#define REQUEST_json const struct json_object *
#define REQUEST_word const char *
#define REQUEST_count int64_t
#define REQUEST_flag bool
#define REQUEST_FIELD(type, name, otherwise, comparison) REQUEST_##type name;
#include "tools/solve/request_fields.def"
#undef REQUEST_FIELD
#undef REQUEST_json
#undef REQUEST_word
#undef REQUEST_count
#undef REQUEST_flag
};

/* Reads the arguments, which are borrowed. */
void request_fields_read(struct request_fields *f, const struct server *server,
	const struct json_object *arguments);

/* Returns whether all fields that must be equal are. */
bool request_fields_agree(
	const struct request_fields *a, const struct request_fields *b);

struct solve_request {
	struct session_info session;
	struct request_fields asked;
	struct model *model;
	struct json_object *options; /* of the session; NULL: none */
	struct solver_options setup;
	struct {
		bool *is; /* of each item */
		size_t count;
	} left_out;
	struct {
		struct solve_term *at;
		size_t count, capacity;
	} terms;
	bool without_objectives; /* those of the items are blank */
	/* Of the caller what a worker is asked for in addition to a status; of
	 * solve_request_write the rest, with the items as groups of assertions,
	 * since a conflict is one of items, and a check for each set of
	 * assumptions, or one. */
	struct ask ask;
	const char *solution; /* a stored one, or NULL */
	/* What earlier runs know, or NULL: the solution to begin with, what no
	 * value exceeds, and one of just the same problem. */
	struct {
		char *start, *bound;
		struct json_object *run; /* of store/runs */
	} known;
	struct solve_text text; /* of solve_request_write */
};

/*
 * Loads the session of the call at its last revision, and reads the arguments
 * assume, what_if, without, minimize, maximize, property, distinct_on, terms,
 * forced and priority: those that there are. `q` is all zero before. Release it
 * in any case.
 */
bool solve_request_read(struct call *c, struct solve_request *q, struct err *e);
void solve_request_release(struct solve_request *q);
DROP_BY(solve_request, solve_request_release)

/* Asks of a model, which is taken (NULL: it could not be read), with the
 * options of its session; one whose id is 0 has none yet. */
bool solve_request_begin(const struct call *c, struct solve_request *q,
	const struct session_info *session, struct model *m, struct err *e);

/* Reads the same of q->asked, for a model that is there already. */
bool solve_request_read_terms(struct solve_request *q, struct err *e);

/* Asks of another model, which is taken, and of all its items. False if it is
 * NULL. */
bool solve_request_use(struct solve_request *q, struct model *m);

/* How many terms are there for that. */
size_t solve_request_count(
	const struct solve_request *q, enum ask_field_kind as);

/* Whether it asks for the best, by an item or by an argument. */
bool solve_request_has_objective(const struct solve_request *q);

/* Makes the text and the ask. */
bool solve_request_write(struct solve_request *q, struct err *e);

/* Takes the property out of the text. Terms are found by their fields in the
 * first ask, all the same. */
void solve_request_blank_property(struct solve_request *q);

/* The items, and as commands what is assumed and the objectives of the call. */
void solve_request_add_script(const struct solve_request *q, struct buf *out);

/* Whether it is about anything but the model as it is. */
bool solve_request_is_what_if(const struct solve_request *q);

/* "under 2 assumptions and without items 3, 5", or nothing. */
void solve_request_describe(const struct solve_request *q, struct buf *out);

/* Says what is wrong with the item or argument that the fault is in. Always
 * false. */
bool solve_request_refuse(const struct solve_request *q,
	const struct diagnostic *fault, struct err *e);

/* "assume[2]", "property", "what_if[2][0]"; the caller's. */
char *solve_term_name(const struct solve_term *term);

/* The name under which its value comes: of a symbol without bars. The caller's.
 */
char *solve_term_key(const struct solve_term *term);

/* False, with why, for what is not one term. A text of NULL is none: of a set
 * that is empty, of all constants. */
bool solve_request_add_term(
	struct solve_request *q, const struct solve_term *term, struct err *e);

/* The term that is the field of that number, or NULL. */
const struct solve_term *solve_request_find_term(
	const struct solve_request *q, uint32_t field);

/* Warns of what libz3 accepts in the terms and people rarely mean, as a
 * comparison with one argument: (> x) is true, and proved of any model. */
void solve_request_warn(
	const struct solve_request *q, struct json_object *warnings);

#endif
