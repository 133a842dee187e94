#ifndef REPLAY_EXPECT_H
#define REPLAY_EXPECT_H

/* The steps that compare what came with a pattern. */

#include <stdbool.h>

#include "base/err.h"

struct stage;
struct step;

/* < and <! */
/* Whether the subject is so; no test, and nothing is judged by it. */
bool expect_would_hold(struct stage *s, const struct step *step);
bool expect_answer(struct stage *s, const struct step *step, struct err *e);
/* * and *! */
bool expect_arrival(struct stage *s, const struct step *step, struct err *e);
/* @ */
bool expect_notification(
	struct stage *s, const struct step *step, struct err *e);

#endif
