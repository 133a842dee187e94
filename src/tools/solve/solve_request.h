#ifndef TOOLS_SOLVE_SOLVE_REQUEST_H
#define TOOLS_SOLVE_SOLVE_REQUEST_H

/*
 * A solve, from the arguments of a call to the run log: what is asked of a
 * session's model (its items, what the call adds to them or leaves out) or of
 * a script, the request that a worker gets, its answer, and the verdict.
 *
 * In the script of the request every item has the lines that it has in the
 * model; items that are left out are blank lines. Each term of the call is a
 * field.
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
#include "tools/call/values.h"
#include "wire/answer.h"
#include "wire/ask.h"

struct admitted_text;
struct call;
struct json_object;
struct model;
struct server;
struct solve;

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

/* The text of the request, and what leads back from it. */
struct solve_text {
	struct render render;
	struct ask_fields fields;
	char hash[HASH_TEXT_SIZE]; /* with all that is asked */
	const char *order;	   /* of the objectives: lex, box or pareto */
	bool without_objectives;   /* those of the items are blank */
};

/* The arguments of a call, typed. The texts and lists are borrowed; NULL means
 * that there is none. */
struct request_fields {
#define REQUEST_json const struct json_object *
#define REQUEST_word const char *
#define REQUEST_count int64_t
#define REQUEST_flag bool
#define REQUEST_FIELD(type, name, otherwise, comparison) REQUEST_##type name;
#include "wire/request_fields.def"
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

/* Knowledge from earlier runs. All texts are on the heap, and may be NULL. */
struct solve_known {
	char *solution;		 /* takes the place of a search */
	char *start;		 /* the solution to begin a search with */
	char *bound;		 /* what no value exceeds */
	struct json_object *run; /* of store/runs, of just the same problem */
};

/*
 * The answer of another installed solver (--confirm-with). It is asked after Z3
 * has answered sat or unsat, in the rest of the call's time. If it says the
 * contrary, the verdict becomes unknown. If it cannot answer, that is reported,
 * and is no contradiction.
 */
struct second_opinion {
	char *solver; /* its name; NULL: nobody was to be asked */
	enum status status;
	const char *why; /* it is UNKNOWN: "cvc5", and this */
};

/* A status that is believed, and the reason where the answer is less than was
 * asked for. */
struct solve_verdict {
	enum status status; /* never NONE */
	/* incomplete, timeout, memory, crash, cancelled, contradiction; NULL:
	 * all is well. */
	const char *code;
	char *message; /* NULL if code is */
	struct second_opinion second;
};

void solve_verdict_drop(struct solve_verdict *v);

/* Goes on with a solve that has an answer. */
typedef void solve_step(struct call *c, struct solve *s);

struct solve_steps {
	const char *what;   /* is solved: "the model" */
	bool may_confirm;   /* another solver may be asked */
	solve_step *refuse; /* a fault in the text; NULL: as the model's */
	solve_step *reply;
	void *argument; /* of the steps; or NULL */
};

struct solve {
	struct session_info session;
	struct request_fields request;
	struct json_object *options; /* of the session; NULL: none */
	struct solver_options setup;
	const struct admitted_text *script; /* borrowed; NULL: a model */
	struct model *model;		    /* NULL: a script */
	struct {
		bool *is; /* of each item */
		size_t count;
	} left_out;
	struct {
		struct solve_term *at;
		size_t count, capacity;
	} terms;
	struct solve_known known;
	struct solve_text text;
	/* Of the caller what a worker is asked for in addition to a status; of
	 * solve_write the rest, with the items as groups of assertions, since a
	 * conflict is one of items, and a check for each set of assumptions, or
	 * one. */
	struct ask ask;
	struct solve_steps steps;
	/* The result. */
	struct answer *answer;
	struct solve_verdict verdict;
	struct values values;
};

/* Makes the solve that is the state of the call, and goes with it. */
struct solve *solve_new(struct call *c);

/*
 * Loads the session of the call at its last revision, and reads the arguments
 * assume, what_if, without, minimize, maximize, property, distinct_on, terms,
 * forced and priority: those that there are. Release the solve in any case.
 */
bool solve_read(struct call *c, struct solve *s, struct err *e);
void solve_release(struct solve *s);
DROP_BY(solve, solve_release)

/* Asks of a model, which is taken (NULL: it could not be read), with the
 * options of its session; one whose id is 0 has none yet. */
bool solve_begin(const struct call *c, struct solve *s,
	const struct session_info *session, struct model *m, struct err *e);

/* Reads the same of s->request, for a model that is there already. */
bool solve_read_terms(struct solve *s, struct err *e);

/* Asks of another model, which is taken, and of all its items. False if it is
 * NULL. */
bool solve_use_model(struct solve *s, struct model *m);

/* How many terms are there for that. */
size_t solve_count(const struct solve *s, enum ask_field_kind as);

/* Whether it asks for the best, by an item or by an argument. */
bool solve_has_objective(const struct solve *s);

/* Makes the text and the ask. */
bool solve_write(struct solve *s, struct err *e);

/* Takes the property out of the text. Terms are found by their fields in the
 * first ask, all the same. */
void solve_blank_property(struct solve *s);

/* Writes the items, and as commands what is assumed and the objectives of the
 * call, into an empty `out`, and appends the commands of that text. */
void solve_add_script(
	const struct solve *s, struct buf *out, struct commands *forms);

/* Whether it is about anything but the model as it is. */
bool solve_is_what_if(const struct solve *s);

/* "under 2 assumptions and without items 3, 5", or nothing. */
void solve_describe(const struct solve *s, struct buf *out);

/* Says what is wrong with the item or argument that the fault is in. Always
 * false. */
bool solve_refuse(
	const struct solve *s, const struct diagnostic *fault, struct err *e);

/* "assume[2]", "property", "what_if[2][0]"; the caller's. */
char *solve_term_name(const struct solve_term *term);

/* The name under which its value comes: of a symbol without bars. The caller's.
 */
char *solve_term_key(const struct solve_term *term);

/* False, with why, for what is not one term. A text of NULL is none: of a set
 * that is empty, of all constants. */
bool solve_add_term(
	struct solve *s, const struct solve_term *term, struct err *e);

/* The term that is the field of that number, or NULL. */
const struct solve_term *solve_find_term(const struct solve *s, uint32_t field);

/* Warns of what libz3 accepts in the terms and people rarely mean, as a
 * comparison with one argument: (> x) is true, and proved of any model. */
void solve_warn(const struct solve *s, struct json_object *warnings);

#endif
