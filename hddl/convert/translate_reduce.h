/*
 * What remains of the problem for the translation: actions and methods that can apply, tasks that can be done, and
 * those of them that the initial task network reaches; of a task's parameters, those that one of its methods uses.
 */
#pragma once

#include "hddl/convert/translation.h"

/*
 * Fills in actions, tasks, methods and the initial network, without names. Predicates have names, types their covers.
 */
void translate_reduce(translation *tr);
