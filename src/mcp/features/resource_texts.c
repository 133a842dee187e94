/* The resources that no tool shows. */

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "mcp/features/prompt.h"
#include "mcp/features/prompts.h"
#include "mcp/features/resource.h"
#include "model/items/model.h"
#include "model/text/render.h"
#include "store/revisions/revisions.h"
#include "store/sessions/sessions.h"
#include "tools/call/tool.h"
#include "tools/call/tool_groups.h"
#include "json/json.h"

/* The number of an item, by its name or else by its number. */
static ptrdiff_t
find_item(const struct model *m, const char *which)
{
	ptrdiff_t index = model_find(m, which);
	char *end = NULL;
	unsigned long number;

	if (index >= 0 || *which < '0' || *which > '9')
		return index;
	number = strtoul(which, &end, 10);
	return *end == '\0' && number < m->count ? (ptrdiff_t)number : -1;
}

bool
resource_item(struct server *server, const struct template_values *values,
	struct buf *out, struct err *e)
{
	const char *which = template_value(values, "item");
	DROP(model) struct model *m = NULL;
	struct session_info info;
	ptrdiff_t index;

	if (!sessions_find(
		    server->store, template_value(values, "session"), &info, e))
		return false;
	m = revisions_load(server->store, info.id, REVISION_LAST, e);
	if (m == NULL)
		return false;
	index = find_item(m, which);
	if (index < 0)
		return err_set(e, ERR_NOT_FOUND,
			"session %s has no item \"%.64s\"; it has %zu, "
			"numbered from 0",
			info.name, which, m->count);
	(void)render_items(m, (size_t)index, 1, out);
	return true;
}

bool
resource_guide(struct server *server, const struct template_values *values,
	struct buf *out, struct err *e)
{
	const char *topic = template_value(values, "topic");
	const struct prompt *guide = topics_find(topic);

	(void)server; /* it is in the program */
	if (guide == NULL)
		return err_set(
			e, ERR_NOT_FOUND, "there is no guide \"%.64s\"", topic);
	(void)buf_add_text(out, guide->text);
	return true;
}

bool
resource_schema(struct server *server, const struct template_values *values,
	struct buf *out, struct err *e)
{
	const char *name = template_value(values, "name");
	const struct tool *tool = tool_groups_find(server, name, e);
	DROP(text) char *text = NULL;

	if (tool == NULL)
		return false;
	text = json_text(tool_schema(tool));
	(void)buf_add_text(out, text);
	return true;
}
