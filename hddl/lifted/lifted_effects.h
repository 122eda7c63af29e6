/* An action's effects. */
#pragma once

#include "hddl/lifted/lifted_state.h"

/* Executes an action whose variables have these values. There is room for all slots of its schema. */
void lifted_apply(lifted_search *search, const lifted_schema *schema, uint32_t *values);
