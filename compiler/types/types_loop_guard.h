/* Which recursive tasks need no loop guard, or one that only counts. */
#pragma once

#include "compiler/names/model.h"

/*
 * Sets `unguarded` of the tasks that certainly are not entered a third time inside themselves, and `progresses` of those that then
 * always find another world. Conditions and effects have their
 * types, and constants are folded.
 */
void htnc_find_unguarded(const htnc_model *model);
