#ifndef ADVICE_MESSAGE_ACTIONS_H
#define ADVICE_MESSAGE_ACTIONS_H

/*
 * The functions that a rule may `do`, in lists up to one without a name: those
 * that look at the text alone, at operators between their arguments, at names
 * that are not known, at sorts, and at what else libz3 complains of.
 */

#include "advice/message/rules.h"

extern const struct rule_action text_actions[];
extern const struct rule_action infix_actions[];
extern const struct rule_action name_actions[];
extern const struct rule_action sort_actions[];
extern const struct rule_action z3_actions[];

#endif
