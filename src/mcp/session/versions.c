#include "mcp/session/versions.h"

#include <stddef.h>
#include <string.h>

#include "mcp/transport/rpc.h"
#include "json/json.h"

/* Latest first. */
static const struct version eras[] = {
	{.version = "2026-07-28",
		.is_modern = true,
		.has_progress_message = true,
		.has_links = true,
		.has_elicitation = true,
		.has_bare_errors = true,
		.not_found = RPC_INVALID_PARAMS},
	{.version = "2025-11-25",
		.has_progress_message = true,
		.has_links = true,
		.has_elicitation = true,
		.has_bare_errors = true,
		.not_found = RPC_NOT_FOUND},
	{.version = "2025-06-18",
		.has_progress_message = true,
		.has_links = true,
		.has_elicitation = true,
		.not_found = RPC_NOT_FOUND},
	{.version = "2025-03-26",
		.has_batches = true,
		.has_progress_message = true,
		.not_found = RPC_NOT_FOUND},
	{.version = "2024-11-05", .not_found = RPC_NOT_FOUND},
};

enum { ERA_COUNT = sizeof(eras) / sizeof(eras[0]) };

const struct version *
version_find(const char *version)
{
	for (size_t i = 0; i < ERA_COUNT; i++) {
		if (strcmp(eras[i].version, version) == 0)
			return &eras[i];
	}
	return NULL;
}

static const struct version *
find_latest_legacy(void)
{
	const struct version *era = eras;

	while (era->is_modern)
		era++;
	return era;
}

const struct version *
version_agree(const char *version)
{
	const struct version *era = version_find(version);

	if (era == NULL || era->is_modern)
		return find_latest_legacy();
	return era;
}

const struct version *
version_unsaid(void)
{
	return &eras[ERA_COUNT - 1];
}

struct json_object *
version_modern_versions(void)
{
	struct json_object *versions = json_new_array();

	for (size_t i = 0; i < ERA_COUNT; i++) {
		if (eras[i].is_modern)
			json_add(versions, json_new_string(eras[i].version));
	}
	return versions;
}
