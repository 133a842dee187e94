#include "props/terms.h"

#include "base/alloc.h"

/* Of the run at hand. */
static enum theme theme;

static const char *const ints[] = {"x", "y", "k", "i0"};
static const char *const bools[] = {"p", "q", "l", "m"};
static const char *const reals[] = {"r", "u"};
static const char *const elements[] = {"a", "b"};
static const char *const values[] = {"v", "nil", "red", "leaf"};
static const char *const functions[] = {"f", "g", "h", "abs", "twice"};
static const char *const names[] = {"x", "y", "k", "p", "q", "l", "m", "r", "a",
	"b", "v", "f", "g", "h", "abs", "twice", "red", "leaf", "node", "left",
	"nil", "is-leaf", "S", "T", "D", "P", "cons", "unknown"};
static const char *const sort_names[] = {"Int", "Bool", "Real", "S", "D"};
static const char *const wild_sorts[] = {"Int", "Bool", "Real", "S", "T", "D",
	"E", "I", "(Array Int Int)", "(Array S Bool)", "(P Int)", "(P Bool)",
	"(P S)", "(List Int)", "(_ BitVec 4)", "(Pair Int)"};

void
terms_add_sort(struct dice *d, enum sort sort, struct buf *out)
{
	static const char *const instances[] = {
		"(P Int)", "(P Bool)", "E", "(List Int)", "(List Bool)"};

	if (theme == THEME_INSTANCES && sort == DATATYPE && dice_says(d, 85)) {
		buf_add_text(out, DICE_PICK(d, instances));
		return;
	}
	if (dice_says(d, 92))
		buf_add_text(out, sort_names[sort]);
	else
		buf_add_text(out, DICE_PICK(d, wild_sorts));
}

enum sort
terms_sort(struct dice *d)
{
	return (enum sort)dice_below(d, SORTS);
}

/* A variable or constant of the sort, or nearly. */
static void
add_atom(struct dice *d, enum sort sort, struct buf *out)
{
	static const char *const qualified[] = {"(as nil (P Int))",
		"(as x Int)", "(as leaf D)", "(as x Bool)",
		"(as cons (P Int))"};

	if (dice_says(d, 4)) {
		buf_add_text(out, DICE_PICK(d, names));
		return;
	}
	if (dice_says(d, 3)) {
		buf_add_text(out, DICE_PICK(d, qualified));
		return;
	}
	switch (sort) {
	case INT:
		buf_add_text(out, dice_says(d, 50) ? "3" : DICE_PICK(d, ints));
		break;
	case BOOL:
		buf_add_text(
			out, dice_says(d, 20) ? "true" : DICE_PICK(d, bools));
		break;
	case REAL:
		buf_add_text(
			out, dice_says(d, 50) ? "1.5" : DICE_PICK(d, reals));
		break;
	case UNINTERPRETED:
		/* S may be a name of Int. */
		buf_add_text(out, dice_says(d, theme == THEME_ALIASES ? 40 : 8)
					  ? "3"
					  : DICE_PICK(d, elements));
		break;
	case DATATYPE:
	case SORTS:
		if (theme == THEME_INSTANCES && dice_says(d, 70))
			buf_add_text(out, dice_says(d, 60) ? "nil" : "v");
		else
			buf_add_text(out, DICE_PICK(d, values));
		break;
	}
}

const char *
terms_function(struct dice *d)
{
	return theme == THEME_BUILTIN && dice_says(d, 70)
		       ? "abs"
		       : DICE_PICK(d, functions);
}

static void
add_call(struct dice *d, unsigned depth, struct buf *out)
{
	buf_add_format(out, "(%s ", terms_function(d));
	terms_add(d, INT, depth, out);
	buf_add_char(out, ')');
}

static void
add_labelled(struct dice *d, enum sort sort, unsigned depth, struct buf *out)
{
	static const char *const labels[] = {"l", "m", "x", "p", "f", "k"};

	buf_add_text(out, "(! ");
	terms_add(d, sort, depth, out);
	buf_add_format(out, " :named %s)", DICE_PICK(d, labels));
}

static void
add_int(struct dice *d, unsigned depth, struct buf *out)
{
	static const char *const operators[] = {"+", "-", "*", "max2"};

	switch (dice_below(d, 6)) {
	case 0:
		add_call(d, depth, out);
		return;
	case 5:
		add_labelled(d, INT, depth, out);
		return;
	case 1:
		buf_add_text(out, "(left ");
		terms_add(d, DATATYPE, depth, out);
		break;
	case 2:
		buf_add_text(out, "(ite ");
		terms_add(d, BOOL, depth, out);
		buf_add_char(out, ' ');
		terms_add(d, INT, depth, out);
		buf_add_char(out, ' ');
		terms_add(d, INT, depth, out);
		break;
	default:
		buf_add_format(out, "(%s ",
			operators[dice_below(d, dice_says(d, 5) ? 4 : 3)]);
		terms_add(d, INT, depth, out);
		buf_add_char(out, ' ');
		terms_add(d, INT, depth, out);
	}
	buf_add_char(out, ')');
}

static void
add_match(struct dice *d, unsigned depth, struct buf *out)
{
	buf_add_text(out, "(match ");
	terms_add(d, DATATYPE, depth, out);
	buf_add_text(out, " ((leaf ");
	terms_add(d, BOOL, depth, out);
	buf_add_format(out, ") (%s ",
		dice_says(d, 60) ? "(node n t)"
				 : (dice_says(d, 50) ? "y" : "red"));
	terms_add(d, BOOL, depth, out);
	buf_add_text(out, ")))");
}

static void
add_binder(struct dice *d, unsigned depth, struct buf *out)
{
	static const char *const variables[] = {"x", "n", "f", "S", "red"};
	const char *variable = DICE_PICK(d, variables);

	switch (dice_below(d, 3)) {
	case 0:
		buf_add_format(out, "(let ((%s ", variable);
		terms_add(d, INT, depth, out);
		buf_add_text(out, ")) ");
		break;
	case 1:
		buf_add_format(out, "(forall ((%s ", variable);
		terms_add_sort(d, INT, out);
		buf_add_text(out, ")) ");
		break;
	default:
		buf_add_format(out, "(exists ((%s ", variable);
		terms_add_sort(d, terms_sort(d), out);
		buf_add_text(out, ") (n Int)) ");
	}
	terms_add(d, BOOL, depth, out);
	buf_add_char(out, ')');
}

static void
add_tested(struct dice *d, unsigned depth, struct buf *out)
{
	static const char *const testers[] = {"is-leaf", "(_ is leaf)",
		"(_ is node)", "is-red", "(_ is cons)", "(_ is nil)"};

	buf_add_format(out, "(%s ", DICE_PICK(d, testers));
	terms_add(d, DATATYPE, depth, out);
	buf_add_char(out, ')');
}

static void
add_compared(struct dice *d, unsigned depth, struct buf *out)
{
	static const char *const orders[] = {"<", ">=", "="};
	enum sort sort = theme == THEME_ALIASES && dice_says(d, 50)
				 ? UNINTERPRETED
				 : terms_sort(d);

	if (sort == INT || sort == REAL)
		buf_add_format(out, "(%s ", DICE_PICK(d, orders));
	else
		buf_add_text(out, "(= ");
	terms_add(d, sort, depth, out);
	buf_add_char(out, ' ');
	if (dice_says(d, 3))
		sort = terms_sort(d);
	terms_add(d, sort, depth, out);
	buf_add_char(out, ')');
}

static void
add_joined(struct dice *d, unsigned depth, struct buf *out)
{
	static const char *const joins[] = {"and", "or", "=>", "xor"};

	buf_add_format(out, "(%s ", DICE_PICK(d, joins));
	terms_add(d, BOOL, depth, out);
	buf_add_char(out, ' ');
	terms_add(d, BOOL, depth, out);
	buf_add_char(out, ')');
}

void
terms_add_bool(struct dice *d, unsigned depth, struct buf *out)
{
	unsigned kind = dice_below(d, 100);

	if (kind < 45)
		add_compared(d, depth, out);
	else if (kind < 70)
		add_joined(d, depth, out);
	else if (kind < 78)
		add_labelled(d, BOOL, depth, out);
	else if (kind < 86)
		add_binder(d, depth, out);
	else if (kind < 93)
		add_tested(d, depth, out);
	else if (kind < 97)
		add_match(d, depth, out);
	else
		add_call(d, depth, out);
}

static void
add_value(struct dice *d, unsigned depth, struct buf *out)
{
	static const char *const constructors[] = {"node", "cons", "mk"};

	buf_add_format(out, "(%s ",
		dice_says(d, 85) ? "node" : DICE_PICK(d, constructors));
	terms_add(d, INT, depth, out);
	buf_add_char(out, ' ');
	terms_add(d, DATATYPE, depth, out);
	buf_add_char(out, ')');
}

void
terms_add(struct dice *d, enum sort sort, unsigned depth, struct buf *out)
{
	if (depth == 0 || dice_says(d, 35)) {
		add_atom(d, sort, out);
		return;
	}
	switch (sort) {
	case INT:
		add_int(d, depth - 1, out);
		break;
	case BOOL:
		terms_add_bool(d, depth - 1, out);
		break;
	case DATATYPE:
		add_value(d, depth - 1, out);
		break;
	case REAL:
	case UNINTERPRETED:
	case SORTS:
		add_atom(d, sort, out);
		break;
	}
}

const char *
terms_name(struct dice *d, enum sort sort)
{
	if (dice_says(d, 8))
		return DICE_PICK(d, names);
	switch (sort) {
	case INT:
		return DICE_PICK(d, ints);
	case BOOL:
		return DICE_PICK(d, bools);
	case REAL:
		return DICE_PICK(d, reals);
	case UNINTERPRETED:
		return DICE_PICK(d, elements);
	case DATATYPE:
	case SORTS:
		return DICE_PICK(d, values);
	}
	return "x";
}

const char *
terms_plain_function(struct dice *d)
{
	return DICE_PICK(d, functions);
}

void
terms_set_theme(enum theme of_run)
{
	theme = of_run;
}
