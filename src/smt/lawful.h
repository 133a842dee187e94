#ifndef SMT_LAWFUL_H
#define SMT_LAWFUL_H

/*
 * Whether a text keeps to the logic that it sets, as far as names and
 * declarations tell. What terms do only libz3 can see (solver/lawful.h).
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/fault.h"
#include "smt/forms.h"
#include "smt/logic.h"

/*
 * The logic that the commands set, or NULL if they set none that has rules.
 * False with FAULT_LOGIC_PLACE when it is set twice, or behind a command that
 * needs to know it.
 */
bool lawful_logic(const char *text, const struct forms *forms,
	const struct logic **logic, struct fault *fault);

/* Zeroed but for the first two. */
struct lawful {
	const struct logic *logic;
	const char *text;
	/* Names that libz3 has under other logics, and that the commands so
	 * far declare themselves. */
	char **own;
	size_t own_count, own_capacity;
};

void lawful_release(struct lawful *l);

/* The next command: false with FAULT_LOGIC when it uses or declares what the
 * logic does not have. */
bool lawful_pass(
	struct lawful *l, const struct form *form, struct fault *fault);

/* Fills a FAULT_LOGIC: the command takes that part, which the logic has not.
 * Always false. */
bool lawful_refuse(const struct lawful *l, unsigned part,
	const struct form *form, struct fault *fault);

#endif
