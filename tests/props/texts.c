#include "props/texts.h"

#include "base/alloc.h"
#include "props/terms.h"

/* Of the run at hand. */
static enum theme theme;

static void
declare_constant(struct dice *d, struct buf *out)
{
	enum sort sort = terms_sort(d);
	const char *name = terms_name(d, sort);

	if (dice_says(d, 70))
		buf_add_format(out, "(declare-const %s ", name);
	else
		buf_add_format(out, "(declare-fun %s () ", name);
	terms_add_sort(d, sort, out);
	buf_add_char(out, ')');
}

static void
declare_function(struct dice *d, struct buf *out)
{
	buf_add_format(out, "(declare-fun %s (", terms_function(d));
	terms_add_sort(d, dice_says(d, 85) ? INT : terms_sort(d), out);
	if (dice_says(d, 10))
		buf_add_text(out, " Int");
	buf_add_text(out, ") ");
	terms_add_sort(d, dice_says(d, 75) ? INT : terms_sort(d), out);
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
		buf_add_format(out, "%s ((n ", terms_function(d));
		terms_add_sort(d, INT, out);
		buf_add_text(out, ")) ");
	} else {
		buf_add_format(out, "%s () ", terms_name(d, sort));
	}
	terms_add_sort(d, sort, out);
	buf_add_char(out, ' ');
	terms_add(d, sort, TERM_DEPTH, out);
	buf_add_char(out, ')');
}

static void
define_together(struct dice *d, struct buf *out)
{
	buf_add_format(out,
		"(define-funs-rec ((%s ((n Int)) Int) (%s ((n Int)) Int)) (",
		terms_plain_function(d), terms_plain_function(d));
	terms_add(d, INT, 2, out);
	buf_add_char(out, ' ');
	terms_add(d, INT, 2, out);
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
		("(declare-datatype P (par (X) ((nil) (cons (head X)"
		 " (tail (P X))))))"),
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
		terms_add_bool(d, TERM_DEPTH - 1, out);
	} else if (kind < 92) {
		buf_add_text(out, "(assert-soft ");
		terms_add(d, BOOL, 2, out);
		buf_add_text(out, " :weight 2");
	} else {
		buf_add_text(out, kind < 96 ? "(minimize " : "(maximize ");
		terms_add(d, INT, 2, out);
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
} makers[] = {
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
		unsigned percent = makers[i].percent;

		if (makers[i].theme == theme)
			percent += makers[i].more;
		if (left < percent)
			break;
		left -= percent;
	}
	makers[i].add(d, out);
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
		("(declare-datatype P (par (X) ((nil) (cons (head X)"
		 " (tail (P X))))))"),
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
	terms_set_theme(of_run);
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
