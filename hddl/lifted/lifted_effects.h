/* An action's effects. */
#ifndef HDDL_LIFTED_EFFECTS_H
#define HDDL_LIFTED_EFFECTS_H

#include "hddl/lifted/lifted_state.h"

/* Executes an action whose variables have these values. There is room for all slots of its schema. */
void lifted_apply(lifted_search *search, const lifted_schema *schema, uint32_t *values);

#endif
