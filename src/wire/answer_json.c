#include "wire/answer_json.h"

enum {
	SCALAR = JSON_KIND(JSON_NULL) | JSON_KIND(JSON_BOOL) |
		 JSON_KIND(JSON_NUMBER) | JSON_KIND(JSON_STRING),
};

static const struct json_shape text = {.kinds = JSON_KIND(JSON_STRING)};

static const struct json_shape arguments = {
	.kinds = JSON_KIND(JSON_ARRAY),
	.elements = &answer_value_shape,
	.count_min = 1,
};

static const struct json_shape_member entry_members[] = {
	{"args", &arguments, true},
	{"value", &answer_value_shape, true},
	{NULL, NULL, false},
};

static const struct json_shape entry = {
	.kinds = JSON_KIND(JSON_OBJECT),
	.members = entry_members,
};

static const struct json_shape entries = {
	.kinds = JSON_KIND(JSON_ARRAY),
	.elements = &entry,
};

static const struct json_shape_member value_members[] = {
	{"entries", &entries, false},
	{"else", &answer_value_shape, false},
	{"exact", &text, false},
	{"approx", &text, false},
	{"value", &answer_value_shape, false},
	{NULL, NULL, false},
};

const struct json_shape answer_value_shape = {
	.kinds = SCALAR | JSON_KIND(JSON_OBJECT),
	.members = value_members,
	.count_min = 1,
	.depth_max = ANSWER_VALUE_DEPTH,
};

const struct json_shape answer_solution_shape = {
	.kinds = JSON_KIND(JSON_OBJECT),
	.others = &answer_value_shape,
	.depth_max = ANSWER_VALUE_DEPTH + 1,
};

static const struct json_shape number = {
	.kinds = JSON_KIND(JSON_NUMBER) | JSON_KIND(JSON_NULL),
};

const struct json_shape answer_counters_shape = {
	.kinds = JSON_KIND(JSON_OBJECT),
	.others = &number,
	.depth_max = 1,
};

static const struct json_shape any = {
	.kinds = SCALAR | JSON_KIND(JSON_ARRAY) | JSON_KIND(JSON_OBJECT),
	.elements = &any,
	.others = &any,
};

const struct json_shape answer_options_shape = {
	.kinds = JSON_KIND(JSON_OBJECT),
	.others = &any,
	.count_max = LIMIT_OPTIONS,
	.depth_max = LIMIT_JSON_DEPTH,
};

const struct json_shape answer_expectations_shape = {
	.kinds = JSON_KIND(JSON_ARRAY),
	.elements = &any,
	.count_max = LIMIT_EXPECTATIONS,
	.depth_max = LIMIT_JSON_DEPTH,
};
