#include "tools/call/progress.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "pool/portfolio.h"
#include "tools/call/values.h"
#include "json/json.h"

enum {
	TEXT_MAX = 400, /* it is one line */
	TERM_MAX = 60,	/* of an objective */
	OBJECTIVES_MAX = 3,
};

static const struct answer_check *
best_so_far(const struct race *r)
{
	const struct answer_check *last = answer_last(portfolio_answer(r));

	return last != NULL && last->objectives.count > 0 ? last : NULL;
}

static void
add_objectives(const struct answer_check *check, struct buf *text)
{
	for (size_t i = 0; i < check->objectives.count && i < OBJECTIVES_MAX;
		i++) {
		const struct answer_objective *o = &check->objectives.at[i];
		DROP(text) char *value = objective_text(o);

		buf_add_format(text, "%s %s %.*s = %.*s",
			i == 0 ? ", so far" : ",", objective_kind(o), TERM_MAX,
			o->term, TERM_MAX, value);
		if (!objective_is_optimal(o) && o->bound[0] != '\0')
			buf_add_format(text, " (none is better than %.*s)",
				TERM_MAX, o->bound);
	}
}

char *
progress_text(const struct race *r, int64_t elapsed_ms, int64_t limit_ms)
{
	const struct answer_check *best = best_so_far(r);
	size_t memory_mb = portfolio_memory_kb(r) / 1024;
	DROP(buf) struct buf text;

	buf_init(&text, TEXT_MAX);
	buf_add_format(&text, "%s, %lld s",
		phase_name(portfolio_answer(r)->phase),
		(long long)elapsed_ms / 1000);
	if (limit_ms > 0)
		buf_add_format(
			&text, " of at most %g", (double)limit_ms / 1000);
	if (memory_mb > 0)
		buf_add_format(&text, ", %zu MB", memory_mb);
	if (best != NULL)
		add_objectives(best, &text);
	return buf_detach(&text);
}

void
progress_put(const struct race *r, struct json_object *object)
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
