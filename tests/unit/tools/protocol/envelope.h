#ifndef TESTS_UNIT_TOOLS_PROTOCOL_ENVELOPE_H
#define TESTS_UNIT_TOOLS_PROTOCOL_ENVELOPE_H

/*
 * What holds of every response of the Solver Protocol beyond what the
 * outputSchema of solve can say.
 */

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "json/json.h"

static inline bool
envelope_is_made_id(const char *id)
{
	size_t length = strlen("req_") + 12;

	if (strlen(id) != length || strncmp(id, "req_", 4) != 0)
		return false;
	for (id += 4; *id != '\0'; id++) {
		if (!isdigit((unsigned char)*id) && (*id < 'a' || *id > 'f'))
			return false;
	}
	return true;
}

/* NULL if all is well; otherwise what is wrong. `id` is the request's, or
 * NULL. */
static inline const char *
envelope_find_fault(const struct json_object *response, const char *id)
{
	const char *got = json_get_string(response, "id");
	bool is_error = json_get_object(response, "error") != NULL;
	struct json_member m = {0};

	if (id != NULL ? strcmp(got, id) != 0 : !envelope_is_made_id(got))
		return "the id";
	if (is_error !=
		(strcmp(json_get_string(response, "status"), "error") == 0))
		return "the status";
	if (is_error == json_find(response, "result", NULL))
		return "a result and an error, or neither";
	while (json_next(response, &m)) {
		if (m.value == NULL || (json_kind(m.value) == JSON_OBJECT &&
					       strcmp(m.key, "result") != 0 &&
					       json_count(m.value) == 0))
			return "a member that is null or empty";
	}
	return NULL;
}

#endif
