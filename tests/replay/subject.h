#ifndef REPLAY_SUBJECT_H
#define REPLAY_SUBJECT_H

/* From what came to what patterns look at; see perform.h. */

#include <stdbool.h>

struct exchange;
struct json_object;
struct place;
struct step;
struct subject;

void subject_drop(struct subject *s);

/* Each drops what the subject was before. */
void subject_from_exchange(
	struct subject *s, const struct step *step, const struct exchange *x);
void subject_from_command(struct subject *s, const struct step *step,
	const struct place *place, int exit_code);
/* `message` is taken. */
void subject_from_message(struct subject *s, const struct step *step,
	struct json_object *message);
/* A raw line was sent; nothing has come so far. */
void subject_from_nothing(struct subject *s, const struct step *step);

#endif
