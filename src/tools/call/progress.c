#include "tools/call/progress.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "pool/portfolio.h"
#include "tools/call/values.h"
#include "json/json.h"

enum { TEXT_MAX = 400 /* it is one line */ };

static const struct answer_check *
best_so_far(const struct portfolio *r)
{
	const struct answer_check *last = answer_last(portfolio_answer(r));

	return last != NULL && last->objectives.count > 0 ? last : NULL;
}

char *
progress_text(const struct portfolio *r, int64_t elapsed_ms, int64_t limit_ms)
{
	const struct answer_check *best = best_so_far(r);
	size_t memory_mb = portfolio_memory_kb(r) / 1024;
	DROP(json) struct json_object *objectives = NULL;
	DROP(buf) struct buf text;

	buf_init(&text, LIMIT_REPLY);
	buf_add_format(&text, "%s, %lld s",
		phase_name(portfolio_answer(r)->phase),
		(long long)elapsed_ms / 1000);
	if (limit_ms > 0)
		buf_add_format(
			&text, " of at most %g", (double)limit_ms / 1000);
	if (memory_mb > 0)
		buf_add_format(&text, ", %zu MB", memory_mb);
	if (best != NULL) {
		objectives = objectives_list(best);
		buf_add_text(&text, ", so far");
		objectives_add_lines(objectives, " ", &text);
		buf_truncate(&text, text.size - 1); /* the line break */
	}
	buf_truncate(&text, utf8_cut(text.data, text.size, TEXT_MAX));
	for (size_t i = 0; i < text.size; i++)
		text.data[i] = text.data[i] == '\n' ? ';' : text.data[i];
	return buf_detach(&text);
}

void
progress_put(const struct portfolio *r, struct json_object *object)
{
	const struct answer_check *best = best_so_far(r);
	size_t memory_mb = portfolio_memory_kb(r) / 1024;

	json_put_string(
		object, "phase", phase_name(portfolio_answer(r)->phase));
	if (memory_mb > 0)
		json_put_int(object, "memory_mb", (int64_t)memory_mb);
	if (best != NULL)
		json_put(object, "objectives", objectives_list(best));
}
