#include "language/flatzinc_builtins.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "smt/names/builtin.h"

enum {
	/* The highest power that is multiplied out. */
	POWER_MAX = 64,
	/* Of an array, as nested choices; a longer one is halved first. */
	NESTED_MAX = 32,
};

typedef bool write_term(struct fzn_term *t);

struct fzn_builtin {
	const char *name;
	const char *signature;
	enum { RELATES, COMPUTES, SUMS, IS_REFUSED } form;
	const char *term; /* or operator */
	const char *guard;
	write_term *write; /* or NULL */
};

static bool put(struct fzn_term *t, const char *format);

static bool
is_var(const struct fzn_value *v)
{
	return v->form == FZN_VARIABLE;
}

static enum fzn_kind
kind_of(char letter)
{
	static const char letters[] = "bifs";

	return (enum fzn_kind)(strchr(letters, tolower(letter)) - letters);
}

static void
write_end(struct fzn_term *t, int64_t count)
{
	while (count-- > 0 && !t->out->overflowed)
		(void)buf_add_char(t->out, ')');
}

/* --- values -------------------------------------------------------------- */

static void
write_int(int64_t number, struct buf *out)
{
	if (number < 0)
		(void)buf_add_format(out, "(- %" PRIu64 ")", -(uint64_t)number);
	else
		(void)buf_add_format(out, "%" PRId64, number);
}

/* 2.5e-3 is (* 2.5 0.001). */
void
fzn_write_float(struct slice number, struct buf *out)
{
	bool is_negative = *number.start == '-';
	const char *first = number.start + is_negative;
	size_t size = number.length - is_negative;
	const char *e = memchr(first, 'e', size);
	size_t digits = e != NULL ? (size_t)(e - first) : size;
	bool is_whole = memchr(first, '.', digits) == NULL;
	long power = e != NULL ? strtol(e + 1, NULL, 10) : 0;

	(void)buf_add_text(out, is_negative ? "(- " : "");
	(void)buf_add_text(out, power != 0 ? "(* " : "");
	(void)buf_add(out, first, digits);
	(void)buf_add_text(out, is_whole ? ".0" : "");
	if (power != 0)
		(void)buf_add_text(out, power > 0 ? " 1" : " 0.");
	for (long i = power; i < -1; i++)
		(void)buf_add_char(out, '0');
	for (long i = 0; i < power; i++)
		(void)buf_add_char(out, '0');
	if (power != 0)
		(void)buf_add_text(out, power > 0 ? ".0)" : "1)");
	(void)buf_add_text(out, is_negative ? ")" : "");
}

void
fzn_write_name(struct slice name, struct buf *out)
{
	(void)buf_add(out, name.start, name.length);
	if (builtin_has_slice(name))
		(void)buf_add_char(out, '!');
}

void
fzn_write_member(struct slice name, int64_t element, struct buf *out)
{
	(void)buf_add(out, name.start, name.length);
	(void)buf_add_format(out, "@%" PRId64, element);
}

void
fzn_write_value(const struct fzn_model *m, const struct fzn_value *v,
	enum fzn_kind kind, struct buf *out)
{
	if (v->form == FZN_VARIABLE) {
		fzn_write_name(m->declarations[v->declaration].name, out);
	} else if (v->kind == FZN_BOOL) {
		(void)buf_add_text(out, v->number ? "true" : "false");
	} else if (v->kind == FZN_FLOAT) {
		fzn_write_float(
			(struct slice){m->text + v->offset, v->size}, out);
	} else if (v->kind == FZN_INT) {
		if (kind == FZN_FLOAT)
			fzn_write_float(
				(struct slice){m->text + v->offset, v->size},
				out);
		else
			write_int(v->number, out);
	}
}

/* --- sets ---------------------------------------------------------------- */

/* The numbers that may be in it. */
static struct fzn_span
universe(const struct fzn_model *m, const struct fzn_value *set)
{
	return is_var(set) ? m->declarations[set->declaration].domain.span
			   : set->span;
}

static bool
has_element(const struct fzn_model *m, struct fzn_span set, int64_t element)
{
	size_t low = 0;
	size_t high = set.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct fzn_range *r = &m->ranges[set.first + middle];

		if (element > r->high)
			low = middle + 1;
		else if (element < r->low)
			high = middle;
		else
			return true;
	}
	return false;
}

static void
write_membership(struct fzn_term *t, const struct fzn_value *set)
{
	bool may_be = has_element(t->m, universe(t->m, set), t->number);

	if (!may_be || !is_var(set))
		(void)buf_add_text(t->out, may_be ? "true" : "false");
	else
		fzn_write_member(t->m->declarations[set->declaration].name,
			t->number, t->out);
}

static void
widen(const struct fzn_model *m, const struct fzn_value *set,
	struct fzn_range *bounds)
{
	struct fzn_span s = universe(m, set);
	const struct fzn_range *r = m->ranges + s.first;

	if (s.count > 0 && r[0].low < bounds->low)
		bounds->low = r[0].low;
	if (s.count > 0 && r[s.count - 1].high > bounds->high)
		bounds->high = r[s.count - 1].high;
}

/* What lies between the least and the largest number of the sets. False with a
 * fault if that is too much; empty: low is above high. */
static bool
find_bounds(const struct fzn_term *t, struct fzn_range *bounds)
{
	*bounds = (struct fzn_range){INT64_MAX, INT64_MIN};
	for (size_t i = 0; i < t->c->arguments.count; i++) {
		if (t->arguments[i].form != FZN_ARRAY &&
			t->arguments[i].kind == FZN_SET)
			widen(t->m, &t->arguments[i], bounds);
	}
	if (t->element != NULL && t->element->kind == FZN_SET)
		widen(t->m, t->element, bounds);
	return bounds->low > bounds->high ||
	       (uint64_t)bounds->high - (uint64_t)bounds->low < FZN_SET_MAX ||
	       fzn_refuse(t->m, t->c->offset, t->c->size,
		       "the sets of this constraint reach over more than %d "
		       "numbers; give them smaller bounds",
		       FZN_SET_MAX);
}

void
fzn_write_in_ranges(const struct fzn_model *m, struct fzn_span ranges,
	const char *x, struct buf *out)
{
	if (ranges.count == 0)
		(void)buf_add_text(out, "false");
	if (ranges.count > 1)
		(void)buf_add_text(out, "(or");
	for (uint32_t i = 0; i < ranges.count && !out->overflowed; i++) {
		const struct fzn_range *r = &m->ranges[ranges.first + i];

		(void)buf_add_text(out, ranges.count > 1 ? " " : "");
		(void)buf_add_text(out, r->low == r->high ? "(= " : "(<= ");
		if (r->low != r->high) {
			write_int(r->low, out);
			(void)buf_add_char(out, ' ');
		}
		(void)buf_add_format(out, "%s ", x);
		write_int(r->high, out);
		(void)buf_add_char(out, ')');
	}
	if (ranges.count > 1)
		(void)buf_add_char(out, ')');
}

static bool
write_set_in(struct fzn_term *t)
{
	DROP(buf) struct buf name;

	buf_init(&name, t->out->ceiling);
	if (is_var(&t->arguments[1]))
		return put(t, "(or false{ (and $2 (= $1 ~))})");
	fzn_write_value(t->m, &t->arguments[0], FZN_INT, &name);
	fzn_write_in_ranges(t->m, t->arguments[1].span, name.data, t->out);
	return true;
}

/*
 * The order of the sets as sorted lists, from the least number on: where that
 * is in one set only, it is the smaller one, unless nothing follows in the
 * other.
 */
static bool
write_set_order(struct fzn_term *t)
{
	bool is_le = strcmp(t->builtin->name, "set_le") == 0;
	struct fzn_range r;

	if (!find_bounds(t, &r))
		return false;
	t->is_pointwise = true;
	for (int64_t i = r.low; i <= r.high && !t->out->overflowed; i++) {
		t->number = i;
		put(t, "(ite (xor $1 $2) (ite $1 (or false");
		for (t->number = i + 1; t->number <= r.high; t->number++)
			put(t, " $2");
		put(t, ") (not (or false");
		for (t->number = i + 1; t->number <= r.high; t->number++)
			put(t, " $1");
		put(t, "))) ");
	}
	t->is_pointwise = false;
	(void)buf_add_text(t->out, is_le ? "true" : "false");
	write_end(t, r.high - r.low + 1);
	return true;
}

/* --- arrays -------------------------------------------------------------- */

static const struct fzn_value *
element(const struct fzn_term *t, size_t argument, size_t index)
{
	return &t->m->values[t->arguments[argument].span.first + index];
}

/* The element of arguments[1] with that index, from 1, as nested choices. */
static void
write_one_of(struct fzn_term *t, int64_t low, int64_t high)
{
	int64_t middle = low + (high - low) / 2;
	int64_t nested = high - low;

	if (nested >= NESTED_MAX) {
		t->number = middle;
		(void)put(t, "(ite (<= $1 ~) ");
		write_one_of(t, low, middle);
		(void)buf_add_char(t->out, ' ');
		write_one_of(t, middle + 1, high);
		write_end(t, 1);
		return;
	}
	for (t->number = low; t->number <= high; t->number++) {
		t->element = element(t, 1, (size_t)t->number - 1);
		(void)put(t, t->number < high ? "(ite (= $1 ~) @ " : "@");
	}
	write_end(t, nested);
}

static bool
write_element(struct fzn_term *t)
{
	if (t->arguments[1].span.count == 0)
		return fzn_refuse(t->m, t->c->offset, t->c->size,
			"an array without elements has none to choose from; "
			"write a constraint that is false, if that is meant");
	t->kind = t->arguments[2].kind;
	write_one_of(t, 1, t->arguments[1].span.count);
	return true;
}

/* The variables are one of the rows. */
static bool
write_table(struct fzn_term *t)
{
	size_t width = t->arguments[0].span.count;
	size_t cells = t->arguments[1].span.count;

	if (width == 0 || cells % width != 0)
		return fzn_refuse(t->m, t->c->offset, t->c->size,
			"the rows of the table must be as long as the first "
			"array; write it so");
	(void)buf_add_text(t->out, "(or false");
	for (size_t i = 0; i < cells && !t->out->overflowed; i++) {
		t->element = element(t, 0, i % width);
		t->kind = t->element->kind;
		(void)put(t, i % width == 0 ? " (and (= @ " : " (= @ ");
		t->element = element(t, 1, i);
		(void)put(t, (i + 1) % width == 0 ? "@))" : "@)");
	}
	write_end(t, 1);
	return true;
}

/* --- numbers ------------------------------------------------------------- */

/* The low end of its domain; false where nobody knows. */
static bool
find_low(const struct fzn_model *m, const struct fzn_value *v, int64_t *low)
{
	const struct fzn_declaration *d;

	if (!is_var(v)) {
		*low = v->number;
		return true;
	}
	d = &m->declarations[v->declaration];
	if (d->domain.span.count > 0)
		*low = m->ranges[d->domain.span.first].low;
	return d->domain.span.count > 0;
}

/* MiniZinc's goes toward zero, and SMT-LIB's has a remainder that is not
 * negative. */
static bool
write_division(struct fzn_term *t)
{
	bool is_div = strcmp(t->builtin->name, "int_div") == 0;
	int64_t low;

	if (find_low(t->m, &t->arguments[0], &low) && low >= 0)
		return put(t, is_div ? "(div $1 $2)" : "(mod $1 $2)");
	return put(
		t, is_div ? "(ite (>= $1 0) (div $1 $2) (- (div (- $1) $2)))"
			  : "(ite (>= $1 0) (mod $1 $2) (- (mod (- $1) $2)))");
}

static bool
write_power(struct fzn_term *t)
{
	const struct fzn_value *y = &t->arguments[1];
	struct fzn_range r = {.low = -1};

	if (!is_var(y)) {
		double number = strtod(t->m->text + y->offset, NULL);

		if (number >= 0 && number <= POWER_MAX &&
			number == (double)(int64_t)number)
			r.low = r.high = (int64_t)number;
	} else if (y->kind == FZN_INT && find_low(t->m, y, &r.low)) {
		struct fzn_span s = universe(t->m, y);

		r.high = t->m->ranges[s.first + s.count - 1].high;
	}
	if (r.low < 0 || r.high > POWER_MAX)
		return fzn_refuse(t->m, t->c->offset, t->c->size,
			"the exponent is neither a whole number from 0 to %d "
			"nor an int variable with such a domain; write it so, "
			"or multiply or divide",
			POWER_MAX);
	for (t->number = r.low; t->number <= r.high; t->number++) {
		bool is_float = t->arguments[0].kind == FZN_FLOAT;

		(void)put(t, t->number < r.high ? "(ite (= $2 ~) " : "");
		(void)put(t, is_float ? "(* 1.0 1.0" : "(* 1 1");
		for (int64_t i = 0; i < t->number; i++)
			(void)put(t, " $1");
		(void)put(t, t->number < r.high ? ") " : ")");
	}
	write_end(t, r.high - r.low);
	return true;
}

static bool
write_float_domain(struct fzn_term *t)
{
	t->kind = FZN_FLOAT;
	(void)put(t, "(or false");
	for (size_t i = 0; i + 1 < t->arguments[1].span.count; i += 2) {
		t->element = element(t, 1, i);
		(void)put(t, " (<= @ $1 ");
		t->element = element(t, 1, i + 1);
		(void)put(t, "@)");
	}
	write_end(t, 1);
	return true;
}

/* --- sums ---------------------------------------------------------------- */

/* 1 or -1 if it is that, else 0. */
static int
unit(const struct fzn_model *m, const struct fzn_value *v)
{
	double number = is_var(v) ? 0 : strtod(m->text + v->offset, NULL);

	return number == 1 ? 1 : number == -1 ? -1 : 0;
}

static void
write_product(struct fzn_term *t, size_t i, bool negates)
{
	const struct fzn_value *factor = element(t, 0, i);
	const struct fzn_value *x = element(t, 1, i);
	bool is_bool = x->kind == FZN_BOOL;

	t->element = x;
	t->kind = kind_of(t->builtin->signature[0]);
	if (!is_bool && !negates && unit(t->m, factor) == 1) {
		(void)put(t, "@");
		return;
	}
	(void)put(t, is_bool ? "(ite @ " : "(* ");
	t->element = factor;
	(void)put(t, negates ? "(- @) " : "@ ");
	t->element = x;
	(void)put(t, is_bool ? "0)" : "@)");
}

/* Without one of the products, and with the third argument if that is asked,
 * which always has the other sign. */
static void
write_sum(struct fzn_term *t, size_t without, bool negates, bool has_constant)
{
	size_t count = t->arguments[1].span.count;
	size_t parts = count - (without < count) + has_constant;
	bool is_float = t->builtin->signature[0] == 'F';

	if (parts == 0)
		(void)buf_add_text(t->out, is_float ? "0.0" : "0");
	(void)buf_add_text(t->out, parts > 1 ? "(+" : "");
	for (size_t i = 0; i < count && !t->out->overflowed; i++) {
		if (i == without)
			continue;
		(void)buf_add_text(t->out, parts > 1 ? " " : "");
		write_product(t, i, negates);
	}
	if (has_constant)
		put(t, negates ? " $3" : " (- $3)");
	(void)buf_add_text(t->out, parts > 1 ? ")" : "");
}

/* x - y <= 3 is (<= x (+ y 3)). */
static bool
write_comparison(struct fzn_term *t)
{
	const struct fzn_value *constant = &t->arguments[2];
	int one = 0;

	if (t->arguments[0].span.count == 2 &&
		element(t, 1, 0)->kind != FZN_BOOL)
		one = unit(t->m, element(t, 0, 0)) -
		      unit(t->m, element(t, 0, 1));
	(void)buf_add_format(t->out, "(%s ", t->builtin->term);
	if (one != 2 && one != -2) {
		write_sum(t, SIZE_MAX, false, false);
		return put(t, " $3)");
	}
	t->kind = kind_of(t->builtin->signature[2]);
	t->element = element(t, 1, one < 0);
	(void)put(t, "@ ");
	t->element = element(t, 1, one > 0);
	return put(t, !is_var(constant) && constant->kind == FZN_INT &&
				      constant->number == 0
			      ? "@)"
			      : "(+ @ $3))");
}

/* The place of the defined variable among those of the sum, or SIZE_MAX. */
static size_t
find_defined(const struct fzn_term *t)
{
	for (size_t i = 0; i < t->arguments[1].span.count; i++) {
		const struct fzn_value *x = element(t, 1, i);

		if (is_var(x) && x->declaration == t->c->defines)
			return i;
	}
	return SIZE_MAX;
}

/* Fewer than two differ. */
static bool
write_all_different(struct fzn_term *t)
{
	return put(
		t, t->arguments[0].span.count < 2 ? "true" : "(distinct[1 @])");
}

/* --- the table ----------------------------------------------------------- */

static const struct fzn_builtin builtins[] = {
#define RELATION(name, signature, term) \
	{name, signature, RELATES, term, "", NULL},
#define FUNCTION(name, signature, term, guard) \
	{name, signature, COMPUTES, term, guard, NULL},
#define LINEAR(name, signature, operator) \
	{name, signature, SUMS, operator, "", write_comparison},
#define WRITTEN(name, signature, function, form, guard) \
	{name, signature, form, NULL, guard, function},
#define REFUSED(name, why) {name, "", IS_REFUSED, why, "", NULL},
#include "language/flatzinc_builtins.def"
#undef RELATION
#undef FUNCTION
#undef LINEAR
#undef WRITTEN
#undef REFUSED
};

enum { BUILTIN_COUNT = sizeof(builtins) / sizeof(builtins[0]) };

static void
put_value(struct fzn_term *t, const struct fzn_value *v, enum fzn_kind kind)
{
	if (t->is_pointwise && v->kind == FZN_SET)
		write_membership(t, v);
	else
		fzn_write_value(t->m, v, kind, t->out);
}

/* To the bracket that closes the first one; for each element, or number. */
static bool
put_each(struct fzn_term *t, const char *format, size_t size)
{
	DROP(text) char *inner = text_copy_n(format + 1, size - 1);
	struct fzn_range r = {1, 0};
	size_t array = (size_t)(inner[0] - '1');

	if (format[0] == '[') {
		r.high = t->arguments[array].span.count;
		t->kind = kind_of(t->builtin->signature[array]);
	} else if (!find_bounds(t, &r)) {
		return false;
	}
	t->is_pointwise = format[0] == '{';
	for (int64_t i = r.low; i <= r.high && !t->out->overflowed; i++) {
		t->number = i;
		if (format[0] == '[')
			t->element = element(t, array, (size_t)i - 1);
		if (!put(t, inner + (format[0] == '[')))
			return false;
	}
	t->is_pointwise = false;
	return true;
}

/* A term of the table. False with a fault. */
static bool
put(struct fzn_term *t, const char *format)
{
	for (; *format != '\0'; format++) {
		size_t argument = (size_t)(format[1] - '1');

		if (*format == '$') {
			put_value(t, &t->arguments[argument],
				kind_of(t->builtin->signature[argument]));
			format++;
		} else if (*format == '#') {
			(void)buf_add_format(t->out, "%" PRIu32,
				t->arguments[argument].span.count);
			format++;
		} else if (*format == '@') {
			put_value(t, t->element, t->kind);
		} else if (*format == '~') {
			write_int(t->number, t->out);
		} else if (*format == '[' || *format == '{') {
			size_t size = *format == '[' ? strcspn(format, "]")
						     : strcspn(format, "}");

			if (!put_each(t, format, size))
				return false;
			format += size;
		} else {
			(void)buf_add_char(t->out, *format);
		}
	}
	return true;
}

/* --- what others ask ----------------------------------------------------- */

static bool
is_of_kind(struct fzn_model *m, const struct fzn_value *v, char letter)
{
	enum fzn_kind kind = kind_of(letter);
	struct fzn_span all = v->span;

	if (v->form > FZN_ARRAY ||
		(v->form == FZN_ARRAY) != (isupper((unsigned char)letter) != 0))
		return false;
	if (v->form != FZN_ARRAY)
		return v->kind == kind ||
		       (kind == FZN_FLOAT && v->kind == FZN_INT && !is_var(v));
	m->work += all.count;
	for (uint32_t i = 0; i < all.count; i++) {
		if (!is_of_kind(m, &m->values[all.first + i],
			    (char)tolower(letter)))
			return false;
	}
	return true;
}

/* The row of that name, which `mode` is added to, with so many arguments; or
 * one with another number of them. */
static const struct fzn_builtin *
find_row(struct slice name, size_t count, int mode)
{
	static const char *const suffixes[] = {"", "_reif", "_imp"};
	size_t suffix = strlen(suffixes[mode]);
	const struct fzn_builtin *found = NULL;

	if (name.length <= suffix || memcmp(name.start + name.length - suffix,
					     suffixes[mode], suffix) != 0)
		return NULL;
	name.length -= suffix;
	for (size_t i = 0; i < BUILTIN_COUNT; i++) {
		if (!slice_is(name, builtins[i].name))
			continue;
		found = &builtins[i];
		if (strlen(found->signature) + (mode != FZN_HOLDS) == count)
			break;
	}
	return found;
}

static bool
refuse_name(const struct fzn_term *t)
{
	struct slice name = t->c->name;
	DROP(text) char *word = text_copy_n(name.start, name.length);
	const char *nearest = NEAREST_IN(word, builtins, name);

	if (t->builtin != NULL)
		return fzn_refuse(t->m, t->c->offset, t->c->size,
			"Z3 has no %s, so %s cannot be solved; replace the "
			"function by a polynomial or by linear pieces; or "
			"give this model to a solver of MiniZinc for floats",
			t->builtin->term, word);
	return fzn_refuse(t->m, t->c->offset, t->c->size,
		"FlatZinc's constraint %.60s is not known%s%s; compile the "
		"model for Satchel, which writes it with others (minizinc -c "
		"--solver satchel model.mzn data.dzn); or run minizinc "
		"--solver satchel model.mzn data.dzn",
		word, nearest != NULL ? ", the nearest is " : "",
		nearest != NULL ? nearest : "");
}

static bool
check_arguments(const struct fzn_term *t)
{
	enum { WORK_MAX = 200000000 };
	static const char *const kinds[] = {
		"a bool", "an int", "a float", "a set of int"};
	const char *signature = t->builtin->signature;
	size_t own = strlen(signature);
	size_t count = own + (t->mode != FZN_HOLDS);

	if (t->c->arguments.count != count)
		return fzn_refuse(t->m, t->c->offset, t->c->size,
			"%.*s takes %zu arguments, and this has %" PRIu32
			"; correct it",
			(int)t->c->name.length, t->c->name.start, count,
			t->c->arguments.count);
	for (size_t i = 0; i < count; i++) {
		char letter = i < own ? signature[i] : 'b';
		bool is_array = isupper((unsigned char)letter);

		if (t->arguments[i].form == FZN_OTHER)
			return fzn_refuse_name(t->m, &t->arguments[i]);
		if (!is_of_kind(t->m, &t->arguments[i], letter))
			return fzn_refuse(t->m, t->c->offset, t->c->size,
				"argument %zu of %.*s must be %s%s; correct it",
				i + 1, (int)t->c->name.length, t->c->name.start,
				is_array ? "an array, each element " : "",
				kinds[kind_of(letter)]);
	}
	if (t->builtin->form == SUMS &&
		t->arguments[0].span.count != t->arguments[1].span.count)
		return fzn_refuse(t->m, t->c->offset, t->c->size,
			"the arrays must have the same length; correct it");
	return t->m->work < WORK_MAX ||
	       fzn_refuse(t->m, t->c->offset, t->c->size,
		       "the arrays that the constraints name have too many "
		       "elements in all; make the instance smaller");
}

bool
fzn_term_find(struct fzn_term *t, struct fzn_model *m,
	const struct fzn_constraint *c, struct buf *out)
{
	const struct fzn_builtin *row = NULL;
	int mode = FZN_HOLDS;

	for (int i = FZN_HOLDS; i <= FZN_IMPLIED && row == NULL; i++) {
		row = find_row(c->name, c->arguments.count, i);
		mode = i;
	}
	*t = (struct fzn_term){
		.m = m,
		.c = c,
		.builtin = row,
		.mode = mode,
		.arguments = m->values + c->arguments.first,
		.out = out,
	};
	if (row == NULL || row->form == IS_REFUSED)
		return refuse_name(t);
	return check_arguments(t);
}

static const struct fzn_value *
last_argument(const struct fzn_term *t)
{
	return &t->arguments[t->c->arguments.count - 1];
}

/* How often the defined variable stands among these. */
static size_t
count_defined(const struct fzn_term *t, struct fzn_span among)
{
	size_t count = 0;

	for (uint32_t i = 0; i < among.count; i++) {
		const struct fzn_value *v = &t->m->values[among.first + i];

		if (v->form == FZN_ARRAY)
			count += count_defined(t, v->span);
		else
			count += is_var(v) && v->declaration == t->c->defines;
	}
	return count;
}

bool
fzn_term_defines(const struct fzn_term *t)
{
	const struct fzn_value *last = last_argument(t);
	size_t at;

	if (t->c->defines == FZN_NONE || t->mode == FZN_IMPLIED ||
		count_defined(t, t->c->arguments) != 1)
		return false;
	if (t->mode == FZN_REIFIED || t->builtin->form == COMPUTES)
		return is_var(last) && last->declaration == t->c->defines;
	if (t->builtin->form != SUMS || strcmp(t->builtin->term, "=") != 0)
		return false;
	at = find_defined(t);
	return at != SIZE_MAX && element(t, 1, at)->kind != FZN_BOOL &&
	       unit(t->m, element(t, 0, at)) != 0;
}

/* The term that the last argument is, or the relation. */
static bool
write_body(struct fzn_term *t)
{
	if (t->builtin->write != NULL)
		return t->builtin->write(t);
	return put(t, t->builtin->term);
}

/* A Bool that is true, or false, is not compared with. */
static bool
write_equals(struct fzn_term *t, const struct fzn_value *v,
	bool write(struct fzn_term *))
{
	bool is_plain = !is_var(v) && v->kind == FZN_BOOL;

	(void)buf_add_text(t->out, !is_plain	    ? "(= "
				   : v->number == 0 ? "(not "
						    : "");
	if (!is_plain) {
		size_t own = strlen(t->builtin->signature);
		size_t at = (size_t)(v - t->arguments);

		fzn_write_value(t->m, v,
			at < own ? kind_of(t->builtin->signature[at])
				 : FZN_BOOL,
			t->out);
		(void)buf_add_char(t->out, ' ');
	}
	if (!write(t))
		return false;
	(void)buf_add_text(t->out, is_plain && v->number != 0 ? "" : ")");
	return true;
}

static bool
write_relation(struct fzn_term *t)
{
	const char *guard = t->builtin->guard;
	size_t own = strlen(t->builtin->signature);

	if (t->builtin->form != COMPUTES)
		return write_body(t);
	if (guard[0] != '\0') {
		(void)buf_add_text(t->out, "(and ");
		put(t, guard);
		(void)buf_add_char(t->out, ' ');
	}
	if (!write_equals(t, &t->arguments[own - 1], write_body))
		return false;
	(void)buf_add_text(t->out, guard[0] != '\0' ? ")" : "");
	return true;
}

bool
fzn_term_write(struct fzn_term *t)
{
	if (t->mode == FZN_HOLDS)
		return write_relation(t);
	if (t->mode == FZN_REIFIED)
		return write_equals(t, last_argument(t), write_relation);
	(void)buf_add_text(t->out, "(=> ");
	fzn_write_value(t->m, last_argument(t), FZN_BOOL, t->out);
	(void)buf_add_char(t->out, ' ');
	if (!write_relation(t))
		return false;
	return buf_add_char(t->out, ')') || t->out->overflowed;
}

bool
fzn_term_write_definition(struct fzn_term *t)
{
	size_t at;

	if (t->mode == FZN_REIFIED)
		return write_relation(t);
	if (t->builtin->form == COMPUTES)
		return write_body(t);
	at = find_defined(t);
	write_sum(t, at, unit(t->m, element(t, 0, at)) == 1, true);
	return true;
}

bool
fzn_term_write_guard(struct fzn_term *t)
{
	bool has_guard = t->mode == FZN_HOLDS && t->builtin->guard[0] != '\0';

	if (has_guard)
		put(t, t->builtin->guard);
	return has_guard;
}
