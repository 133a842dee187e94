#include "mcp/features/prompts.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "base/asset.h"
#include "mcp/features/prompt.h"
#include "json/json.h"

#define PROMPT(name) ASSET(prompts_##name##_md);
#define GUIDE(name) ASSET(prompts_##name##_md);
#include "mcp/features/prompts.def"
#undef PROMPT
#undef GUIDE

#define PROMPT(name) asset_prompts_##name##_md,
#define GUIDE(name)
static const char *const prompt_sources[] = {
#include "mcp/features/prompts.def"
};
#undef PROMPT
#undef GUIDE

#define PROMPT(name)
#define GUIDE(name) asset_prompts_##name##_md,
static const char *const guide_sources[] = {
#include "mcp/features/prompts.def"
};
#undef PROMPT
#undef GUIDE

enum {
	PROMPT_COUNT = sizeof(prompt_sources) / sizeof(prompt_sources[0]),
	GUIDE_COUNT = sizeof(guide_sources) / sizeof(guide_sources[0]),
};

static struct prompt all_prompts[PROMPT_COUNT];
static struct prompt all_guides[GUIDE_COUNT];

/* The files are part of the program: a broken one is a bug. */
static void
read_all(const char *const sources[], size_t count, struct prompt *list)
{
	struct err e;

	for (size_t i = 0; i < count && list[i].head == NULL; i++) {
		bool is_whole = prompt_read(&list[i], sources[i], &e);

		assert(is_whole);
		(void)is_whole; /* where assert is off */
	}
}

static const struct prompt *
find_by(const struct prompt *list, size_t count, const char *member,
	const char *value)
{
	for (size_t i = 0; i < count; i++) {
		const char *own = json_get_string(list[i].head, member);

		if (own != NULL && strcmp(own, value) == 0)
			return &list[i];
	}
	return NULL;
}

size_t
prompts_count(void)
{
	return PROMPT_COUNT;
}

const struct prompt *
prompts_at(size_t index)
{
	assert(index < PROMPT_COUNT);
	read_all(prompt_sources, PROMPT_COUNT, all_prompts);
	return &all_prompts[index];
}

const struct prompt *
prompts_find(const char *name)
{
	read_all(prompt_sources, PROMPT_COUNT, all_prompts);
	return find_by(all_prompts, PROMPT_COUNT, "name", name);
}

const char *
prompts_guide(const char *name)
{
	const struct prompt *guide;

	read_all(guide_sources, GUIDE_COUNT, all_guides);
	guide = find_by(all_guides, GUIDE_COUNT, "name", name);
	assert(guide != NULL);
	return guide->text;
}

size_t
topics_count(void)
{
	size_t count = 0;

	read_all(guide_sources, GUIDE_COUNT, all_guides);
	for (size_t i = 0; i < GUIDE_COUNT; i++)
		count += json_get(all_guides[i].head, "topic") != NULL;
	return count;
}

const struct prompt *
topics_at(size_t index)
{
	size_t i = 0;

	assert(index < topics_count());
	for (;; i++) {
		if (json_get(all_guides[i].head, "topic") != NULL &&
			index-- == 0)
			return &all_guides[i];
	}
}

const struct prompt *
topics_find(const char *topic)
{
	read_all(guide_sources, GUIDE_COUNT, all_guides);
	return find_by(all_guides, GUIDE_COUNT, "topic", topic);
}
