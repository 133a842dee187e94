#include "worker/decide/statistics.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/answer_stream.h"
#include "json/json.h"

enum { FRACTION_DIGITS = 3 };

void
statistics_keep(struct task *t, Z3_solver solver)
{
	Z3_stats stats = Z3_solver_get_statistics(t->c, solver);
	struct json_object *counters = json_new_object();

	Z3_stats_inc_ref(t->c, stats);
	for (unsigned i = 0; i < Z3_stats_size(t->c, stats); i++) {
		const char *key = Z3_stats_get_key(t->c, stats, i);

		if (Z3_stats_is_uint(t->c, stats, i))
			json_put_int(counters, key,
				Z3_stats_get_uint_value(t->c, stats, i));
		else
			json_put(counters, key,
				json_new_decimal(Z3_stats_get_double_value(
							 t->c, stats, i),
					FRACTION_DIGITS));
	}
	free(t->counters);
	t->counters = text_copy(Z3_stats_to_string(t->c, stats));
	Z3_stats_dec_ref(t->c, stats);
	free(t->statistics);
	t->statistics = json_text(counters);
	json_free(counters);
}

void
statistics_report(const struct task *t)
{
	if (t->statistics == NULL)
		return;
	answer_put_statistics(answer_stream_frames(), t->statistics);
}
