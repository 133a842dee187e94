#include "props/texts.h"

#include "base/alloc.h"

enum { TERM_DEPTH = 3 };

/* Of the run at hand. */
static enum theme theme;

enum sort { INT, BOOL, REAL, UNINTERPRETED, DATATYPE, SORTS };

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

static void add_term(
	struct dice *d, enum sort sort, unsigned depth, struct buf *out);

static void
add_sort(struct dice *d, enum sort sort, struct buf *out)
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

static enum sort
any_sort(struct dice *d)
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

static const char *
function(struct dice *d)
{
	return theme == THEME_BUILTIN && dice_says(d, 70)
		       ? "abs"
		       : DICE_PICK(d, functions);
}

static void
add_call(struct dice *d, unsigned depth, struct buf *out)
{
	buf_add_format(out, "(%s ", function(d));
	add_term(d, INT, depth, out);
	buf_add_char(out, ')');
}

static void
add_labelled(struct dice *d, enum sort sort, unsigned depth, struct buf *out)
{
	static const char *const labels[] = {"l", "m", "x", "p", "f", "k"};

	buf_add_text(out, "(! ");
	add_term(d, sort, depth, out);
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
		add_term(d, DATATYPE, depth, out);
		break;
	case 2:
		buf_add_text(out, "(ite ");
		add_term(d, BOOL, depth, out);
		buf_add_char(out, ' ');
		add_term(d, INT, depth, out);
		buf_add_char(out, ' ');
		add_term(d, INT, depth, out);
		break;
	default:
		buf_add_format(out, "(%s ",
			operators[dice_below(d, dice_says(d, 5) ? 4 : 3)]);
		add_term(d, INT, depth, out);
		buf_add_char(out, ' ');
		add_term(d, INT, depth, out);
	}
	buf_add_char(out, ')');
}

static void
add_match(struct dice *d, unsigned depth, struct buf *out)
{
	buf_add_text(out, "(match ");
	add_term(d, DATATYPE, depth, out);
	buf_add_text(out, " ((leaf ");
	add_term(d, BOOL, depth, out);
	buf_add_format(out, ") (%s ",
		dice_says(d, 60) ? "(node n t)"
				 : (dice_says(d, 50) ? "y" : "red"));
	add_term(d, BOOL, depth, out);
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
		add_term(d, INT, depth, out);
		buf_add_text(out, ")) ");
		break;
	case 1:
		buf_add_format(out, "(forall ((%s ", variable);
		add_sort(d, INT, out);
		buf_add_text(out, ")) ");
		break;
	default:
		buf_add_format(out, "(exists ((%s ", variable);
		add_sort(d, any_sort(d), out);
		buf_add_text(out, ") (n Int)) ");
	}
	add_term(d, BOOL, depth, out);
	buf_add_char(out, ')');
}

static void
add_tested(struct dice *d, unsigned depth, struct buf *out)
{
	static const char *const testers[] = {"is-leaf", "(_ is leaf)",
		"(_ is node)", "is-red", "(_ is cons)", "(_ is nil)"};

	buf_add_format(out, "(%s ", DICE_PICK(d, testers));
	add_term(d, DATATYPE, depth, out);
	buf_add_char(out, ')');
}

static void
add_compared(struct dice *d, unsigned depth, struct buf *out)
{
	static const char *const orders[] = {"<", ">=", "="};
	enum sort sort = theme == THEME_ALIASES && dice_says(d, 50)
				 ? UNINTERPRETED
				 : any_sort(d);

	if (sort == INT || sort == REAL)
		buf_add_format(out, "(%s ", DICE_PICK(d, orders));
	else
		buf_add_text(out, "(= ");
	add_term(d, sort, depth, out);
	buf_add_char(out, ' ');
	if (dice_says(d, 3))
		sort = any_sort(d);
	add_term(d, sort, depth, out);
	buf_add_char(out, ')');
}

static void
add_joined(struct dice *d, unsigned depth, struct buf *out)
{
	static const char *const joins[] = {"and", "or", "=>", "xor"};

	buf_add_format(out, "(%s ", DICE_PICK(d, joins));
	add_term(d, BOOL, depth, out);
	buf_add_char(out, ' ');
	add_term(d, BOOL, depth, out);
	buf_add_char(out, ')');
}

static void
add_bool(struct dice *d, unsigned depth, struct buf *out)
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
	add_term(d, INT, depth, out);
	buf_add_char(out, ' ');
	add_term(d, DATATYPE, depth, out);
	buf_add_char(out, ')');
}

static void
add_term(struct dice *d, enum sort sort, unsigned depth, struct buf *out)
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
		add_bool(d, depth - 1, out);
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

/* --- commands --------------------------------------------------------------
 */

static const char *
name_of_sort(struct dice *d, enum sort sort)
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

static void
declare_constant(struct dice *d, struct buf *out)
{
	enum sort sort = any_sort(d);
	const char *name = name_of_sort(d, sort);

	if (dice_says(d, 70))
		buf_add_format(out, "(declare-const %s ", name);
	else
		buf_add_format(out, "(declare-fun %s () ", name);
	add_sort(d, sort, out);
	buf_add_char(out, ')');
}

static void
declare_function(struct dice *d, struct buf *out)
{
	buf_add_format(out, "(declare-fun %s (", function(d));
	add_sort(d, dice_says(d, 85) ? INT : any_sort(d), out);
	if (dice_says(d, 10))
		buf_add_text(out, " Int");
	buf_add_text(out, ") ");
	add_sort(d, dice_says(d, 75) ? INT : any_sort(d), out);
	buf_add_char(out, ')');
}

static void
define_function(struct dice *d, struct buf *out)
{
	static const char *const how[] = {
		"define-fun", "define-fun", "define-fun-rec"};
	enum sort sort = dice_says(d, 70) ? INT : BOOL;

	buf_add_format(out, "(%s ", DICE_PICK(d, how));
	if (dice_says(d, 75)) {
		buf_add_format(out, "%s ((n ", function(d));
		add_sort(d, INT, out);
		buf_add_text(out, ")) ");
	} else {
		buf_add_format(out, "%s () ", name_of_sort(d, sort));
	}
	add_sort(d, sort, out);
	buf_add_char(out, ' ');
	add_term(d, sort, TERM_DEPTH, out);
	buf_add_char(out, ')');
}

static void
define_together(struct dice *d, struct buf *out)
{
	buf_add_format(out,
		"(define-funs-rec ((%s ((n Int)) Int) (%s ((n Int)) Int)) (",
		DICE_PICK(d, functions), DICE_PICK(d, functions));
	add_term(d, INT, 2, out);
	buf_add_char(out, ' ');
	add_term(d, INT, 2, out);
	buf_add_text(out, "))");
}

static void
declare_sort(struct dice *d, struct buf *out)
{
	static const char *const commands[] = {"(declare-sort S 0)",
		"(declare-sort S 0)", "(declare-sort S 0)",
		"(declare-sort T 0)", "(define-sort S () Int)",
		"(define-sort S () T)", "(define-sort T () S)",
		"(define-sort I () (Array Int S))",
		"(define-sort Pair (X) (Array X X))", "(declare-sort Pair 1)",
		"(define-sort E () (P Int))", "(declare-sort D 0)",
		"(define-sort Int () Bool)"};

	buf_add_text(out, DICE_PICK(d, commands));
}

static void
declare_datatype(struct dice *d, struct buf *out)
{
	static const char *const commands[] = {
		"(declare-datatype D ((leaf) (node (left Int) (right D))))",
		"(declare-datatype D ((leaf) (node (left Int) (right D))))",
		"(declare-datatype D ((leaf) (node (left Int) (right D))))",
		"(declare-datatypes ((D 0)) (((leaf) (node (left Int)"
		" (right D)))))",
		"(declare-datatypes () ((D leaf (node (left Int) (right D)))))",
		"(declare-datatype D ((leaf) (node (left S) (right D))))",
		"(declare-datatype E ((red) (green)))",
		"(declare-datatype T ((red) (mk (left Int))))",
		"(declare-datatypes ((D 0) (E 0)) (((leaf) (node (left Int)"
		" (right E))) ((red) (blue (other D)))))",
		"(declare-datatype D ((f (g Int)) (leaf)))",
		"(declare-datatype P (par (X) ((nil) (cons (head X)"
		" (tail (P X))))))",
		"(declare-datatypes ((P 1)) ((par (X) ((nil) (cons (head X)"
		" (tail (P X)))))))",
		"(declare-datatypes (X) ((P nil (cons (head X) (tail P)))))",
	};

	buf_add_text(out, DICE_PICK(d, commands));
}

static void
set(struct dice *d, struct buf *out)
{
	static const char *const commands[] = {"(set-logic ALL)",
		"(set-logic QF_UF)", "(set-logic QF_LIA)",
		"(set-logic QF_UFLIA)", "(set-logic AUFLIRA)",
		"(set-option :smt.mbqi true)", "(set-option :random-seed 3)",
		"(set-info :source |x|)",
		"(set-logic ALL) (declare-const x Int)",
		"(declare-const y Int) (set-logic QF_LIA)",
		"(set-info :source |y|) (set-logic UFLIA)"};

	buf_add_text(out, DICE_PICK(d, commands));
}

static void
assert_term(struct dice *d, struct buf *out)
{
	unsigned kind = dice_below(d, 100);

	if (kind < 85) {
		buf_add_text(out, "(assert ");
		add_bool(d, TERM_DEPTH - 1, out);
	} else if (kind < 92) {
		buf_add_text(out, "(assert-soft ");
		add_term(d, BOOL, 2, out);
		buf_add_text(out, " :weight 2");
	} else {
		buf_add_text(out, kind < 96 ? "(minimize " : "(maximize ");
		add_term(d, INT, 2, out);
	}
	buf_add_char(out, ')');
}

typedef void add_command(struct dice *d, struct buf *out);

static const struct {
	unsigned percent;
	add_command *add;
	/* With that theme it takes the place of an assertion more often. */
	unsigned more;
	enum theme theme;
} commands[] = {
	{26, declare_constant, 10, THEME_INSTANCES},
	{10, declare_function, 10, THEME_BUILTIN},
	{12, define_function, 0, THEME_PLAIN},
	{3, define_together, 0, THEME_PLAIN},
	{6, declare_sort, 25, THEME_ALIASES},
	{8, declare_datatype, 10, THEME_INSTANCES},
	{0, set, 10, THEME_LOGIC},
	{100, assert_term, 0, THEME_PLAIN},
};

static void
add_one(struct dice *d, struct buf *out)
{
	unsigned left = dice_below(d, 100);
	size_t i = 0;

	for (;; i++) {
		unsigned percent = commands[i].percent;

		if (commands[i].theme == theme)
			percent += commands[i].more;
		if (left < percent)
			break;
		left -= percent;
	}
	commands[i].add(d, out);
}

/* What most terms use. */
static void
add_usual(struct dice *d, struct buf *out)
{
	static const char *const usual[] = {"(declare-const x Int)",
		"(declare-const y Int)", "(declare-const k Int)",
		"(declare-const p Bool)", "(declare-const q Bool)",
		"(declare-const r Real)", "(declare-fun f (Int) Int)",
		"(declare-fun g (Int) Int)",
		"(declare-sort S 0) (declare-const a S) (declare-const b S)",
		"(define-sort S () Int)",
		"(declare-datatype D ((leaf) (node (left Int) (right D))))",
		"(declare-const v D)"};
	static const char *const instances[] = {
		"(declare-datatype P (par (X) ((nil) (cons (head X)"
		" (tail (P X))))))",
		"(declare-const v (P Int))", "(declare-const u (P Int))"};
	static const char *const builtin[] = {"(declare-const x Int)",
		"(declare-fun abs (Int) Bool)", "(declare-fun abs (Bool) Int)",
		"(assert (= (abs x) 3))", "(assert (abs x))"};
	static const char *const aliases[] = {"(define-sort S () Int)",
		"(define-sort S () Int)", "(define-sort S () T)",
		"(define-sort T () Int)", "(declare-const a S)",
		"(declare-const b S)", "(assert (= a 3))", "(assert (< b a))"};
	bool is_usual = dice_says(d, 40);

	if (theme == THEME_INSTANCES && !is_usual)
		buf_add_text(out, DICE_PICK(d, instances));
	else if (theme == THEME_BUILTIN && !is_usual)
		buf_add_text(out, DICE_PICK(d, builtin));
	else if (theme == THEME_ALIASES && !is_usual)
		buf_add_text(out, DICE_PICK(d, aliases));
	else
		buf_add_text(out, DICE_PICK(d, usual));
}

void
texts_add_item(
	struct dice *d, enum theme of_run, bool is_early, struct buf *out)
{
	theme = of_run;
	if (dice_says(d, is_early ? 70 : 10)) {
		add_usual(d, out);
		return;
	}
	add_one(d, out);
	while (dice_says(d, 12)) {
		buf_add_text(out, dice_says(d, 50) ? "\n" : " ");
		add_one(d, out);
	}
}
