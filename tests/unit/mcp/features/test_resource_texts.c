#include "unit/unit.h"

#include "unit/mcp/real.h"

TEST_WITH(reads_an_item_by_its_number_or_name, real_setup, real_teardown)
{
	struct real *real = *state;
	int64_t code;
	char *by_number;
	char *by_name;

	real_session(real, "a");
	by_number = real_read(real, "satchel://session/a/item/0", &code);
	by_name = real_read(real, "satchel://session/a/item/decl_x", &code);
	assert_string_equal(
		by_number, "0 | ; decl_x:\n  | (declare-const x Int)\n");
	assert_string_equal(by_name, by_number);
	free(by_number);
	free(by_name);
}

TEST_WITH(refuses_an_item_that_there_is_not, real_setup, real_teardown)
{
	struct real *real = *state;

	real_session(real, "a");
	real_refuses(real, "satchel://session/a/item/1");
	real_refuses(real, "satchel://session/a/item/-1");
	real_refuses(real, "satchel://session/a/item/0x0");
	real_refuses(real, "satchel://session/a/item/18446744073709551616");
	real_refuses(real, "satchel://session/a/item/decl");
	real_refuses(real, "satchel://session/b/item/0");
}

TEST_WITH(reads_a_guide_by_its_topic, real_setup, real_teardown)
{
	struct real *real = *state;
	int64_t code;
	char *text = real_read(real, "satchel://guide/smtlib", &code);

	assert_non_null(strstr(text, "# SMT-LIB"));
	free(text);
	real_refuses(real, "satchel://guide/instructions");
	real_refuses(real, "satchel://guide/guide_smtlib");
}

TEST_WITH(reads_the_schema_of_a_tool, real_setup, real_teardown)
{
	struct real *real = *state;
	int64_t code;
	char *text = real_read(real, "satchel://schema/add_item", &code);
	struct json_object *schema = parsed_as_is(text);

	assert_string_equal(json_get_string(schema, "name"), "add_item");
	assert_non_null(json_get_object(schema, "inputSchema"));
	assert_non_null(json_get_object(schema, "outputSchema"));
	json_free(schema);
	free(text);
	real_refuses(real, "satchel://schema/ad_item");
}
