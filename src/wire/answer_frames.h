#ifndef WIRE_ANSWER_FRAMES_H
#define WIRE_ANSWER_FRAMES_H

/*
 * The parts of an answer that its own files share: a struct for each frame of
 * answer.def, and what frees the texts that it holds.
 */

#include "wire/answer.h"

/* A frame of one value in a struct, as the others are. */
#define ANSWER(letter, name, type, when, fields, effect)
/* NOLINTBEGIN(bugprone-macro-parentheses): a type */
#define ANSWER_VALUE(letter, name, type, when, field, effect) \
	struct frame_##name { \
		type value; \
	};
/* NOLINTEND(bugprone-macro-parentheses) */
#define ANSWER_TEXT(letter, name, when, field, effect) \
	ANSWER_VALUE(letter, name, char *, when, field, effect)
#include "wire/answer.def"

/* Frees the texts of a frame. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a type */
#define ANSWER(letter, name, type, when, fields, effect) \
	void answer_release_##name(type *m);
/* NOLINTEND(bugprone-macro-parentheses) */
#define ANSWER_VALUE(letter, name, type, when, field, effect) \
	ANSWER(letter, name, struct frame_##name, when, field, effect)
#define ANSWER_TEXT(letter, name, when, field, effect) \
	ANSWER(letter, name, struct frame_##name, when, field, effect)
#include "wire/answer.def"

void answer_release_point(struct answer_point *point);

/* Forgets what a better solution replaces. */
void answer_forget_solution(struct answer_check *check);

#endif
