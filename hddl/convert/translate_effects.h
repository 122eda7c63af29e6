/*
 * Effects as text. Deletes come before adds, because .htn executes effects in order and in HDDL adds win. In .htn an
 * effect has one variable of its own: of a `forall` over several, the one with the most objects stays, and the others
 * are expanded.
 */
#pragma once

#include "hddl/convert/translation.h"

void translate_effects(translation *tr, const hddl_action *action, translated_variable *variables);
