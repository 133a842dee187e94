#include "mcp/session/versions.h"

#include <stddef.h>

#include "base/nearest.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

/* Latest first. */
static const struct version versions[] = {
	{.name = "2026-07-28",
		.is_modern = true,
		.has_progress_message = true,
		.has_links = true,
		.has_elicitation = true,
		.has_bare_errors = true,
		.not_found = RPC_INVALID_PARAMS},
	{.name = "2025-11-25",
		.has_progress_message = true,
		.has_links = true,
		.has_elicitation = true,
		.has_bare_errors = true,
		.not_found = RPC_NOT_FOUND},
	{.name = "2025-06-18",
		.has_progress_message = true,
		.has_links = true,
		.has_elicitation = true,
		.not_found = RPC_NOT_FOUND},
	{.name = "2025-03-26",
		.has_batches = true,
		.has_progress_message = true,
		.not_found = RPC_NOT_FOUND},
	{.name = "2024-11-05", .not_found = RPC_NOT_FOUND},
};

enum { VERSION_COUNT = sizeof(versions) / sizeof(versions[0]) };

const struct version *
version_find(const char *name)
{
	return ROW_IN(name, versions, name);
}

const struct version *
version_agree(const char *name)
{
	const struct version *version = version_find(name);

	if (version != NULL && !version->is_modern)
		return version;
	version = versions;
	while (version->is_modern)
		version++;
	return version;
}

struct json_object *
version_list_modern(void)
{
	struct json_object *names = json_new_array();

	for (size_t i = 0; i < VERSION_COUNT; i++) {
		if (versions[i].is_modern)
			json_add(names, STRING(versions[i].name));
	}
	return names;
}
