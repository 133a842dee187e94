#ifndef WIRE_CHECK_FRAMES_H
#define WIRE_CHECK_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "wire/answer.h"
#include "wire/frame.h"

/*
 * Takes in a frame that adds to a check: of answer_take. False when it is none
 * of those, or when there is no check yet (NULL). The caller looks at
 * reader_end.
 */
bool check_take(struct answer_check *check, uint8_t type, struct reader *r);

#endif
