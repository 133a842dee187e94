#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "model/text/export.h"

static void
push(struct model *m, const char *content, const char *name, const char *note)
{
	model_insert(m, m->count, item_new(content, name, note));
}

/* What it is exported as, with that status; the caller's. */
static char *
export_of(const struct model *m, const char *status)
{
	const struct export_header header = {.session = "small",
		.revision = 3,
		.version = "0.1.0",
		.z3_version = "4.8.12",
		.status = status};
	DROP(buf) struct buf out;

	buf_init(&out, 10000);
	export_smtlib(m, &header, &out);
	return buf_detach(&out);
}

/* Of a model of one item whose status is unknown. */
static char *
export_of_one(const char *content, const char *name)
{
	DROP(model) struct model *m = model_new();

	push(m, content, name, NULL);
	return export_of(m, NULL);
}

TEST(says_where_each_item_ends)
{
	DROP(model) struct model *m = model_new();
	DROP(text) char *text = NULL;

	push(m, "(declare-const x Int)", NULL, NULL);
	push(m, "(assert\n  (> x 0)\n)", "positive", "x is positive");
	text = export_of(m, "unsat");
	assert_string_equal(text, "; Satchel export, format 1\n"
				  "; session: small\n"
				  "; revision: 3\n"
				  "; made by: Satchel 0.1.0, Z3 4.8.12\n"
				  "(set-info :status unsat)\n"
				  "(set-logic ALL)\n"
				  "\n"
				  "; item 0: 1 line\n"
				  "(declare-const x Int)\n"
				  "\n"
				  "; item 1: 3 lines\n"
				  "; name: positive\n"
				  "; note: x is positive\n"
				  "(assert\n"
				  "  (> x 0)\n"
				  ")\n"
				  "\n"
				  "; end of items\n"
				  "(check-sat)\n");
}

TEST(asks_for_the_model_when_it_is_known_to_be_sat)
{
	DROP(model) struct model *m = model_new();
	DROP(text) char *sat = export_of(m, "sat");
	DROP(text) char *open = export_of(m, NULL);

	assert_non_null(strstr(sat, "(set-option :produce-models true)\n"));
	assert_non_null(strstr(sat, "(check-sat)\n(get-model)\n"));
	assert_null(strstr(open, "produce-models"));
	assert_null(strstr(open, "get-model"));
	assert_null(strstr(open, "set-info"));
}

TEST(sets_a_logic_that_holds_whatever_the_items_say)
{
	DROP(text)
	char *text = export_of_one("(set-logic\n QF_LIA)(assert true)", NULL);

	assert_non_null(strstr(text, "\n(set-logic ALL)\n"));
	assert_non_null(strstr(text, "\n; item 0: 2 lines, escaped\n"
				     "; = (set-logic\n"
				     "; =  QF_LIA)(assert true)\n"
				     "          \n        (assert true)\n"));
}

TEST(keeps_horn_which_z3_solves_in_its_own_way)
{
	DROP(text) char *text = export_of_one("(set-logic HORN)", NULL);

	assert_non_null(strstr(text, "\n(set-logic HORN)\n"));
}

TEST(sets_no_logic_where_z3s_own_names_would_be_lost)
{
	DROP(text)
	char *text = export_of_one("(declare-const l (List Int))", NULL);

	assert_null(strstr(text, "set-logic"));
}

TEST(sets_no_logic_where_an_order_of_z3s_own_would_be_lost)
{
	DROP(text)
	char *text = export_of_one("(assert ((_ linear-order 0) 1 2))", NULL);

	assert_null(strstr(text, "set-logic"));
}

TEST(escapes_strings_and_keeps_what_they_were)
{
	DROP(text)
	char *text = export_of_one(
		"(declare-const s String)\n(assert (= s \"\xc3\xa9\"))", "e");

	assert_non_null(strstr(text, "\n; item 0: 2 lines, escaped\n"
				     "; name: e\n"
				     "; = (declare-const s String)\n"
				     "; = (assert (= s \"\xc3\xa9\"))\n"
				     "(declare-const s String)\n"
				     "(assert (= s \"\\u{e9}\"))\n"));
}

TEST(stops_when_there_is_no_room)
{
	DROP(model) struct model *m = model_new();
	const struct export_header header = {
		.session = "small", .version = "0.1.0"};
	DROP(buf) struct buf out;

	push(m, "(declare-const x Int)", NULL, NULL);
	buf_init(&out, 100);
	export_smtlib(m, &header, &out);
	assert_true(out.overflowed);
}

TEST(words_that_only_libz3_knows_are_written_as_the_standard_has_them)
{
	DROP(model) struct model *m = model_new();
	DROP(text) char *text = NULL;

	push(m, "(assert (implies p (= -2 x)))", NULL, NULL);
	text = export_of(m, NULL);
	assert_non_null(
		strstr(text, "(set-logic ALL)\n\n; item 0: 1 line, escaped\n"
			     "; = (assert (implies p (= -2 x)))\n"
			     "(assert (=> p (= (- 2) x)))\n"));
}

TEST(a_name_of_the_model_is_exported_as_it_is)
{
	DROP(model) struct model *m = model_new();
	DROP(text) char *text = NULL;

	push(m, "(declare-fun implies (Bool Bool) Bool)", NULL, NULL);
	push(m, "(assert (implies p (= -2 x)))", NULL, NULL);
	text = export_of(m, NULL);
	assert_non_null(strstr(text, "\n(assert (implies p (= (- 2) x)))\n"));
	assert_null(strstr(text, "set-logic"));
}
