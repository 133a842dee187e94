#include "language/flatzinc_model.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/template.h"
#include "smt/names/builtin.h"

enum {
	/* The highest power that is multiplied out. */
	POWER_MAX = 64,
	/* Elements of an array, as nested choices; more are halved first. */
	NESTED_MAX = 32,
	/* Elements of sums that are looked at for a variable to define: a long
	 * array may be in each of them. */
	WORK_MAX = 200000000,
};

/* Where the loops of a template are. */
struct position {
	uint32_t index; /* of the element, from 0 */
	uint32_t row;	/* where the row of a table, or the pair, begins */
	int64_t number; /* {#i} */
};

/* A constraint that is being written. */
struct constraint_writer {
	struct fzn_model *m;
	const struct fzn_constraint *c;
	const struct fzn_value *arguments;
	struct buf *out;
	struct position at;
};

struct fzn_builtin {
	const char *name;
	const char *signature;
	enum { RELATES, COMPUTES, SUMS, IS_MISSING } form;
	const char *term; /* or an operator, a function */
	const char *guard;
};

static const struct fzn_builtin builtins[] = {
#define RELATION(name, signature, term) {name, signature, RELATES, term, ""},
#define FUNCTION(name, signature, term, guard) \
	{name, signature, COMPUTES, term, guard},
#define LINEAR(name, operator) {name, "YXy", SUMS, operator, "" },
#define MISSING(function) {"float_" #function, "", IS_MISSING, #function, ""},
#define INT_FLOAT(ROW, before, after, ...) \
	ROW(before "int" after, __VA_ARGS__) \
	ROW(before "float" after, __VA_ARGS__)
#define ANY_SORT(ROW, before, after, ...) \
	ROW(before "bool" after, __VA_ARGS__) \
	INT_FLOAT(ROW, before, after, __VA_ARGS__)
#include "language/flatzinc_builtins.def"
#undef RELATION
#undef FUNCTION
#undef LINEAR
#undef MISSING
#undef INT_FLOAT
#undef ANY_SORT
};

static const struct fzn_builtin *const builtins_end =
	builtins + sizeof(builtins) / sizeof(builtins[0]);

static const char *const sorts[] = {"Bool", "Int", "Real", "Bool"};

/* --- numbers and names --------------------------------------------------- */

void
fzn_add_name(struct buf *out, struct slice name)
{
	(void)buf_add(out, name.start, name.length);
	if (builtin_has_slice(name))
		(void)buf_add_char(out, '!');
}

void
fzn_add_scalar(struct buf *out, const struct fzn_value *v, enum fzn_kind kind)
{
	if (v->form == FZN_VARIABLE)
		fzn_add_name(out, v->text);
	else if (kind == FZN_FLOAT)
		(void)language_add_number(out, v->text, true);
	else if (kind == FZN_INT)
		language_add_integer(out, v->low);
	else
		(void)buf_add_text(out, v->low ? "true" : "false");
}

/* "s@3" */
static void
add_member(struct buf *out, struct slice set, int64_t number)
{
	(void)buf_add_format(
		out, "%.*s@%" PRId64, (int)set.length, set.start, number);
}

/* "(or (<= 1 x 5) (= x 9))" */
static void
add_in_ranges(struct buf *out, const struct fzn_model *m,
	const struct fzn_value *x, struct fzn_span ranges)
{
	const struct fzn_value *r = m->ranges.at + ranges.first;

	if (ranges.count == 0)
		(void)buf_add_text(out, "false");
	(void)buf_add_text(out, ranges.count > 1 ? "(or " : "");
	for (uint32_t i = 0; i < ranges.count && !out->overflowed; i++, r++) {
		(void)buf_add_text(out, i > 0 ? " " : "");
		(void)buf_add_text(out, r->low == r->high ? "(= " : "(<= ");
		if (r->low != r->high) {
			language_add_integer(out, r->low);
			(void)buf_add_char(out, ' ');
		}
		fzn_add_scalar(out, x, FZN_INT);
		(void)buf_add_char(out, ' ');
		language_add_integer(out, r->high);
		(void)buf_add_char(out, ')');
	}
	(void)buf_add_text(out, ranges.count > 1 ? ")" : "");
}

/* " (assert (<= 1 x 9))" */
static void
add_domain(struct buf *out, const struct fzn_model *m,
	const struct fzn_declaration *d)
{
	const struct fzn_value *ends = m->ranges.at + d->value.span.first;

	if (!d->has_domain)
		return;
	(void)buf_add_text(out, " (assert ");
	if (d->value.kind == FZN_INT) {
		add_in_ranges(out, m, &d->value, d->value.span);
	} else {
		(void)buf_add_text(out, "(<= ");
		(void)language_add_number(out, ends[0].text, true);
		(void)buf_add_char(out, ' ');
		fzn_add_name(out, d->name);
		(void)buf_add_char(out, ' ');
		(void)language_add_number(out, ends[1].text, true);
		(void)buf_add_char(out, ')');
	}
	(void)buf_add_char(out, ')');
}

void
fzn_add_numbers(struct buf *out, const struct fzn_model *m,
	const struct fzn_value *set, const char *before, const char *after)
{
	for (uint32_t i = 0; i < set->span.count; i++) {
		const struct fzn_value *r = &m->ranges.at[set->span.first + i];
		uint64_t last = (uint64_t)r->high - (uint64_t)r->low;

		for (uint64_t k = 0; k <= last && !out->overflowed; k++) {
			(void)buf_add_text(out, before);
			if (set->form == FZN_VARIABLE)
				add_member(out, set->text, r->low + (int64_t)k);
			else
				(void)buf_add_format(
					out, "%" PRId64, r->low + (int64_t)k);
			(void)buf_add_text(out, after);
		}
	}
}

/* --- arguments ----------------------------------------------------------- */

struct range {
	int64_t low, high;
};

/* The numbers that an int may be, or that may be in a set; of one that is empty
 * `low` is above `high`. A float is a number if it is a whole one. */
static struct range
range_of(const struct fzn_model *m, const struct fzn_value *v)
{
	const struct fzn_value *first = m->ranges.at + v->span.first;
	double number;

	if (v->kind != FZN_FLOAT && v->span.count > 0)
		return (struct range){
			first->low, first[v->span.count - 1].high};
	if (v->kind == FZN_SET)
		return (struct range){INT64_MAX, INT64_MIN};
	if (v->form == FZN_VARIABLE)
		return (struct range){INT64_MIN, INT64_MAX};
	if (v->kind == FZN_INT)
		return (struct range){v->low, v->high};
	number = strtod(v->text.start, NULL);
	if (number < 0 || number > POWER_MAX || number != (int)number)
		return (struct range){INT64_MIN, INT64_MAX};
	return (struct range){(int64_t)number, (int64_t)number};
}

static char
letter_of(const struct fzn_builtin *b, size_t argument)
{
	/* What is beyond is the Bool of _reif. */
	return argument < strlen(b->signature) ? b->signature[argument] : 'b';
}

/* A whole number may stand for a float. */
static bool
is_of_kind(const struct fzn_value *v, enum fzn_kind kind)
{
	return v->form != FZN_ARRAY &&
	       (v->kind == kind || (kind == FZN_FLOAT && v->kind == FZN_INT &&
					   v->form == FZN_LITERAL));
}

static enum fzn_kind
kind_of(const struct fzn_builtin *b, size_t argument)
{
	char letter = (char)tolower(letter_of(b, argument));
	bool is_bool = letter != 'y' && strstr(b->name, "bool") != NULL;

	if (strchr("xytk", letter) != NULL)
		return strstr(b->name, "float") != NULL ? FZN_FLOAT
		       : is_bool			? FZN_BOOL
							: FZN_INT;
	if (letter == 'b')
		return FZN_BOOL;
	if (strchr("fp", letter) != NULL)
		return FZN_FLOAT;
	return strchr("sc", letter) != NULL ? FZN_SET : FZN_INT;
}

/* With the Bool of _reif and _imp. */
static size_t
count_arguments(const struct fzn_builtin *b, int mode)
{
	return strlen(b->signature) + (mode != FZN_HOLDS);
}

/* Whether the value is as special as the letter of the argument says. */
static bool
fits(const struct fzn_model *m, const struct fzn_builtin *b, size_t argument,
	const struct fzn_value *v)
{
	char letter = letter_of(b, argument);
	struct range r;

	if (letter == 'L')
		return v->form == FZN_ARRAY && v->span.count <= 1;
	if (strchr("ncke", letter) == NULL)
		return true;
	if (v->form == FZN_ARRAY || !is_of_kind(v, kind_of(b, argument)) ||
		(v->form == FZN_VARIABLE && strchr("ck", letter) != NULL))
		return false;
	r = range_of(m, v);
	return letter == 'c' ||
	       (r.low >= 0 && (letter == 'n' || r.high <= POWER_MAX));
}

static void
refuse_argument(struct constraint_writer *t, size_t argument)
{
	static const char *const kinds[] = {
		"a bool", "an int", "a float", "a set of int"};
	char letter = letter_of(t->c->builtin, argument);

	fzn_refuse(t->m, t->c->text,
		"argument %zu of %.*s must be %s%s; correct it", argument + 1,
		(int)t->c->name.length, t->c->name.start,
		isupper((unsigned char)letter) ? "an array, each element " : "",
		kinds[kind_of(t->c->builtin, argument)]);
}

static uint32_t
count_of(struct constraint_writer *t, size_t argument)
{
	const struct fzn_value *v = &t->arguments[argument];

	if (v->form != FZN_ARRAY)
		refuse_argument(t, argument);
	return v->form == FZN_ARRAY ? v->span.count : 0;
}

static const struct fzn_value *
element(const struct constraint_writer *t, size_t argument, uint32_t index)
{
	bool has_rows =
		strchr("PT", letter_of(t->c->builtin, argument)) != NULL;

	return &t->m->values.at[t->arguments[argument].span.first + index +
				(has_rows ? t->at.row : 0)];
}

/* --- variables ----------------------------------------------------------- */

void
fzn_add_declaration(
	struct buf *out, struct fzn_model *m, const struct fzn_declaration *d)
{
	struct range all = range_of(m, &d->value);

	if (d->value.kind == FZN_SET &&
		(!d->has_domain ||
			(all.low <= all.high &&
				(uint64_t)all.high - (uint64_t)all.low >=
					FZN_SET_MAX))) {
		fzn_refuse(m, d->text,
			"the set %.*s has no bounds, or more than %d numbers "
			"between them; write var set of LOW..HIGH",
			(int)d->name.length, d->name.start, FZN_SET_MAX);
	} else if (d->value.kind == FZN_SET) {
		fzn_add_numbers(
			out, m, &d->value, "(declare-const ", " Bool) ");
	} else {
		(void)buf_add_text(out, "(declare-const ");
		fzn_add_name(out, d->name);
		(void)buf_add_format(out, " %s)", sorts[d->value.kind]);
		add_domain(out, m, d);
	}
	(void)buf_add_char(out, '\n');
}

/* --- templates ----------------------------------------------------------- */

static bool
is_full(const struct constraint_writer *t)
{
	return t->m->is_refused || t->out->overflowed;
}

static template_value write_name;

/* Writes a template, up to what is refused. */
static void
write_body_of(struct constraint_writer *t, struct slice body)
{
	(void)template_fill(t->out, body, write_name, t);
}

static void
write_text(struct constraint_writer *t, const char *template)
{
	write_body_of(t, slice_of(template));
}

/* How the number stands to a range. */
static int
order_number(const void *number, const void *range)
{
	const int64_t *n = number;
	const struct fzn_value *r = range;

	return (*n > r->high) - (*n < r->low);
}

/* Whether the number of the loop is in the set. */
static void
write_member(struct constraint_writer *t, const struct fzn_value *set)
{
	const struct fzn_value *ranges = t->m->ranges.at + set->span.first;
	bool may_be = bsearch(&t->at.number, ranges, set->span.count,
			      sizeof(*ranges), order_number) != NULL;

	if (may_be && set->form == FZN_VARIABLE)
		add_member(t->out, set->text, t->at.number);
	else
		(void)buf_add_text(t->out, may_be ? "true" : "false");
}

/* An argument, or an element of one. */
static void
write_value(
	struct constraint_writer *t, size_t argument, const struct fzn_value *v)
{
	enum fzn_kind kind = kind_of(t->c->builtin, argument);

	if (!is_of_kind(v, kind))
		refuse_argument(t, argument);
	else if (kind == FZN_SET)
		write_member(t, v);
	else
		fzn_add_scalar(t->out, v, kind);
}

/* For each element of an array; or each row, or pair, of one. */
static void
write_elements(struct constraint_writer *t, size_t argument, struct slice body)
{
	char letter = letter_of(t->c->builtin, argument);
	uint32_t count = count_of(t, argument);
	uint32_t step = letter == 'P' ? 2 : letter == 'T' ? count_of(t, 0) : 1;

	if (step == 0 || count % step != 0)
		fzn_refuse(t->m, t->c->text,
			"the rows of the table must be as long as the first "
			"array, and ranges have two ends; write it so");
	for (uint32_t i = 0; i < count && !is_full(t); i += step) {
		t->at.index = strchr("PT", letter) != NULL ? 0 : i;
		t->at.row = strchr("PT", letter) != NULL ? i : t->at.row;
		t->at.number = (int64_t)i + 1;
		write_body_of(t, body);
	}
}

/* From the least to the largest number that may be in one of the sets. */
static struct range
range_of_sets(struct constraint_writer *t)
{
	struct range all = {INT64_MAX, INT64_MIN};

	for (size_t i = 0; i < strlen(t->c->builtin->signature); i++) {
		const struct fzn_value *v = &t->arguments[i];
		struct range one;

		if (kind_of(t->c->builtin, i) != FZN_SET)
			continue;
		if (letter_of(t->c->builtin, i) == 'S')
			v = element(t, i, t->at.index);
		if (!is_of_kind(v, FZN_SET)) {
			refuse_argument(t, i);
			continue;
		}
		one = range_of(t->m, v);
		all.low = one.low < all.low ? one.low : all.low;
		all.high = one.high > all.high ? one.high : all.high;
	}
	return all;
}

static void
write_numbers(struct constraint_writer *t, struct range r, struct slice body)
{
	uint64_t last = (uint64_t)r.high - (uint64_t)r.low;

	if (r.low > r.high)
		return;
	if (last >= FZN_SET_MAX)
		fzn_refuse(t->m, t->c->text,
			"the sets of this constraint reach over more than %d "
			"numbers; give them smaller bounds",
			FZN_SET_MAX);
	for (uint64_t i = 0; i <= last && !is_full(t); i++) {
		t->at.number = r.low + (int64_t)i;
		write_body_of(t, body);
	}
}

/* Writes a loop: {i1:...}, {number:...}, {above:...} or {to 2:...}. */
static void
write_loop(struct constraint_writer *t, struct slice name, struct slice body)
{
	const struct position outer = t->at;
	size_t argument = (size_t)(name.start[name.length - 1] - '1');
	struct range r;

	if (name.start[0] == 'i') {
		write_elements(t, argument, body);
	} else if (name.start[0] == 't') {
		r.low = 1;
		r.high = range_of(t->m, &t->arguments[argument]).high;
		write_numbers(t, r, body);
	} else {
		bool is_above = name.start[0] == 'a';

		r = range_of_sets(t);
		if (is_above && outer.number < r.high)
			r.low = outer.number + 1;
		if (!is_above || outer.number < r.high)
			write_numbers(t, r, body);
	}
	t->at = outer;
}

/* The element with that index as nested choices, from index `low` on. */
static void
write_choice(struct constraint_writer *t, uint32_t low, uint32_t count)
{
	uint32_t half = (count + 1) / 2;

	if (count == 0)
		fzn_refuse(t->m, t->c->text,
			"an array without elements has none to choose from; "
			"write a constraint that is false, if that is meant");
	if (count > NESTED_MAX) {
		t->at.number = low + half;
		write_text(t, "(ite (<= {1} {#i}) ");
		write_choice(t, low, half);
		write_text(t, " ");
		write_choice(t, low + half, count - half);
		write_text(t, ")");
		return;
	}
	for (uint32_t i = low; i < low + count && !is_full(t); i++) {
		t->at.index = i;
		t->at.number = (int64_t)i + 1;
		write_text(t, i + 1 < low + count ? "(ite (= {1} {#i}) {2i} "
						  : "{2i}");
	}
	while (count-- > 1)
		(void)buf_add_char(t->out, ')');
}

static void
write_member_of_ranges(struct constraint_writer *t)
{
	if (is_of_kind(t->arguments, FZN_INT))
		add_in_ranges(t->out, t->m, t->arguments, t->arguments[1].span);
	else
		refuse_argument(t, 0);
}

/* Writes the value of a name of flatzinc_builtins.def. */
static bool
write_name(struct buf *out, struct slice name, struct slice body, void *context)
{
	struct constraint_writer *t = context;
	bool is_count = name.start[0] == '#';
	size_t argument = (size_t)(name.start[is_count] - '1');
	char last = name.start[name.length - 1];

	if (is_full(t))
		return false;
	if (body.start != NULL)
		write_loop(t, name, body);
	else if (slice_is(name, "choice"))
		write_choice(t, 0, count_of(t, 1));
	else if (slice_is(name, "member"))
		write_member_of_ranges(t);
	else if (slice_is(name, "#i"))
		language_add_integer(out, t->at.number);
	else if (is_count)
		language_add_integer(out, count_of(t, argument));
	else if (name.length == 1)
		write_value(t, argument, &t->arguments[argument]);
	else
		write_value(t, argument,
			element(t, argument, t->at.index + (last == 'j')));
	return !is_full(t);
}

/* --- sums ---------------------------------------------------------------- */

/* 1 or -1 if the factor is that, else 0. */
static int
unit(const struct constraint_writer *t, uint32_t index)
{
	const struct fzn_value *v = element(t, 0, index);
	double number =
		v->form == FZN_LITERAL ? strtod(v->text.start, NULL) : 0;

	return number == 1 ? 1 : number == -1 ? -1 : 0;
}

static void
write_product(struct constraint_writer *t, uint32_t i, bool negates)
{
	t->at.index = i;
	if (element(t, 1, i)->kind == FZN_BOOL)
		write_text(t, negates ? "(ite {2i} (- {1i}) 0)"
				      : "(ite {2i} {1i} 0)");
	else if (unit(t, i) == (negates ? -1 : 1))
		write_text(t, "{2i}");
	else
		write_text(t, negates ? "(* (- {1i}) {2i})" : "(* {1i} {2i})");
}

/* Without one of the products, and with the third argument if that is asked,
 * which always has the other sign. */
static void
write_sum(struct constraint_writer *t, uint32_t without, bool negates,
	bool has_constant)
{
	uint32_t count = count_of(t, 1);
	uint32_t parts = count - (without < count) + has_constant;

	if (parts == 0)
		write_text(
			t, kind_of(t->c->builtin, 0) == FZN_INT ? "0" : "0.0");
	write_text(t, parts > 1 ? "(+" : "");
	for (uint32_t i = 0; i < count && !is_full(t); i++) {
		if (i == without)
			continue;
		write_text(t, parts > 1 ? " " : "");
		write_product(t, i, negates);
	}
	if (has_constant)
		write_text(t, negates ? " {3}" : " (- {3})");
	write_text(t, parts > 1 ? ")" : "");
}

/* --- constraints --------------------------------------------------------- */

/* The relation, or the term that the last argument is. */
static void
write_body(struct constraint_writer *t)
{
	const struct fzn_builtin *b = t->c->builtin;

	if (b->form != SUMS) {
		write_text(t, b->term);
		return;
	}
	if (count_of(t, 0) != count_of(t, 1))
		fzn_refuse(t->m, t->c->text,
			"the arrays must have the same length; correct it");
	if (is_full(t))
		return;
	(void)buf_add_format(t->out, "(%s ", b->term);
	write_sum(t, UINT32_MAX, false, false);
	write_text(t, " {3})");
}

/* A Bool that is true, or false, is not compared with. */
static void
write_equals(struct constraint_writer *t, size_t argument,
	void write_term(struct constraint_writer *))
{
	const struct fzn_value *v = &t->arguments[argument];
	bool is_plain = v->form == FZN_LITERAL && v->kind == FZN_BOOL &&
			kind_of(t->c->builtin, argument) == FZN_BOOL;

	if (!is_plain) {
		write_text(t, "(= ");
		write_value(t, argument, v);
		write_text(t, " ");
	} else if (v->low == 0) {
		write_text(t, "(not ");
	}
	write_term(t);
	write_text(t, is_plain && v->low != 0 ? "" : ")");
}

static void
write_relation(struct constraint_writer *t)
{
	const struct fzn_builtin *b = t->c->builtin;
	bool has_guard = b->guard[0] != '\0';

	write_text(t, has_guard ? "(and " : "");
	write_text(t, b->guard);
	write_text(t, has_guard ? " " : "");
	if (b->form == COMPUTES)
		write_equals(t, strlen(b->signature) - 1, write_body);
	else
		write_body(t);
	write_text(t, has_guard ? ")" : "");
}

static struct constraint_writer
term_of(struct buf *out, struct fzn_model *m, const struct fzn_constraint *c)
{
	return (struct constraint_writer){.m = m,
		.c = c,
		.arguments = m->values.at + c->arguments.first,
		.out = out};
}

void
fzn_add_constraint(
	struct buf *out, struct fzn_model *m, const struct fzn_constraint *c)
{
	struct constraint_writer t = term_of(out, m, c);
	size_t last = c->arguments.count - 1;

	write_text(&t, "(assert ");
	if (c->mode == FZN_HOLDS) {
		write_relation(&t);
	} else if (c->mode == FZN_REIFIED) {
		write_equals(&t, last, write_relation);
	} else {
		write_text(&t, "(=> ");
		write_value(&t, last, &t.arguments[last]);
		write_text(&t, " ");
		write_relation(&t);
		write_text(&t, ")");
	}
	write_text(&t, ")\n");
}

/* The place of the variable among those of a sum that it is one of; UINT32_MAX
 * where it has a factor that it would have to be divided by. */
static uint32_t
find_defined(const struct constraint_writer *t)
{
	struct fzn_span sum = t->arguments[1].span;

	if (t->arguments[0].form != FZN_ARRAY ||
		t->arguments[1].form != FZN_ARRAY ||
		t->arguments[0].span.count != sum.count ||
		strcmp(t->c->builtin->term, "=") != 0)
		return UINT32_MAX;
	for (uint32_t i = 0; i < sum.count; i++) {
		const struct fzn_value *v = element(t, 1, i);

		if (v->form == FZN_VARIABLE && v->variable == t->c->defines)
			return v->kind != FZN_BOOL && unit(t, i) != 0
				       ? i
				       : UINT32_MAX;
	}
	return UINT32_MAX;
}

bool
fzn_can_define(struct fzn_model *m, const struct fzn_constraint *c)
{
	const struct constraint_writer t = term_of(NULL, m, c);
	size_t last = c->arguments.count - 1;
	const struct fzn_value *v = &t.arguments[last];

	if (c->defines == FZN_NONE || c->mode == FZN_IMPLIED)
		return false;
	if (c->mode == FZN_HOLDS && c->builtin->form == SUMS) {
		m->work += t.arguments[1].span.count;
		if (m->work > WORK_MAX)
			fzn_refuse(m, c->text,
				"the arrays that the constraints name have too "
				"many elements in all; make the instance "
				"smaller");
		return !m->is_refused && find_defined(&t) != UINT32_MAX;
	}
	return (c->mode == FZN_REIFIED || c->builtin->form == COMPUTES) &&
	       v->form == FZN_VARIABLE && v->variable == c->defines &&
	       v->kind == kind_of(c->builtin, last);
}

void
fzn_add_definition(
	struct buf *out, struct fzn_model *m, const struct fzn_constraint *c)
{
	const struct fzn_declaration *d = &m->declarations.at[c->defines];
	const struct fzn_builtin *b = c->builtin;
	struct range domain = range_of(m, &d->value);
	struct constraint_writer t = term_of(out, m, c);

	write_text(&t, "(define-fun ");
	fzn_add_name(out, d->name);
	(void)buf_add_format(out, " () %s ", sorts[d->value.kind]);
	if (c->mode == FZN_REIFIED) {
		write_relation(&t);
	} else if (b->form == COMPUTES) {
		write_body(&t);
	} else {
		uint32_t i = find_defined(&t);

		write_sum(&t, i, unit(&t, i) == 1, true);
	}
	write_text(&t, ")");
	/* (ite b 1 0) says so by itself. */
	if (strcmp(b->name, "bool2int") != 0 || d->value.span.count != 1 ||
		domain.low > 0 || domain.high < 1)
		add_domain(out, m, d);
	if (c->mode == FZN_HOLDS && b->guard[0] != '\0') {
		write_text(&t, " (assert ");
		write_text(&t, b->guard);
		write_text(&t, ")");
	}
	write_text(&t, "\n");
}

/* --- the list ------------------------------------------------------------ */

static void
refuse_constraint(struct fzn_model *m, const struct fzn_constraint *c,
	const struct fzn_builtin *row)
{
	DROP(text) char *name = text_copy_n(c->name.start, c->name.length);
	const char *nearest = NEAREST_IN(name, builtins, name);

	if (row == NULL)
		fzn_refuse(m, c->text,
			"FlatZinc's constraint %.60s is not known%s%s; compile "
			"the model for Satchel, which writes it with others "
			"(minizinc -c --solver satchel model.mzn data.dzn); or "
			"run minizinc --solver satchel model.mzn data.dzn",
			name, nearest != NULL ? ", the nearest is " : "",
			nearest != NULL ? nearest : "");
	else if (row->form == IS_MISSING)
		fzn_refuse(m, c->text,
			"Z3 has no %s, so %s cannot be solved; replace the "
			"function by a polynomial or by linear pieces; or "
			"give this model to a solver of MiniZinc for floats",
			row->term, name);
	else if (count_arguments(row, c->mode) != c->arguments.count)
		fzn_refuse(m, c->text,
			"%s takes %zu arguments, and this has %" PRIu32
			"; correct it",
			name, count_arguments(row, c->mode),
			c->arguments.count);
	else
		fzn_refuse(m, c->text,
			"the exponent is neither a whole number from 0 to %d "
			"nor an int variable with such a domain; write it so, "
			"or multiply or divide",
			POWER_MAX);
}

/* Whether they are as many, and as special, as the row says. */
static bool
fits_all(const struct fzn_model *m, const struct fzn_builtin *b,
	const struct fzn_constraint *c)
{
	bool is_well = count_arguments(b, c->mode) == c->arguments.count;

	for (size_t i = 0; is_well && i < c->arguments.count; i++)
		is_well = fits(m, b, i, &m->values.at[c->arguments.first + i]);
	return is_well;
}

/* The row of its name, which may have a suffix, that fits its arguments. */
void
fzn_find_builtin(struct fzn_model *m, struct fzn_constraint *c)
{
	static const char *const suffixes[] = {"", "_reif", "_imp"};
	const struct fzn_builtin *named = NULL;

	for (int mode = FZN_HOLDS; mode <= FZN_IMPLIED; mode++) {
		size_t suffix = strlen(suffixes[mode]);
		struct slice name = {c->name.start, c->name.length - suffix};

		if (c->name.length < suffix ||
			memcmp(name.start + name.length, suffixes[mode],
				suffix) != 0)
			continue;
		for (const struct fzn_builtin *b = builtins; b < builtins_end;
			b++) {
			if (!slice_is(name, b->name))
				continue;
			named = b;
			c->mode = mode;
			c->builtin = b;
			if (b->form != IS_MISSING && fits_all(m, b, c))
				return;
		}
	}
	refuse_constraint(m, c, named);
}
