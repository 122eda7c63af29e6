/* `Held(c) = true` in a setting or a scenario: others hold the instance, for all layers of the agent. */
#pragma once

#include <htn/world.h>

/* The tables Held of a domain: the first one behind `after` (HTN_NONE: from the first on). HTN_NONE: there is no other. */
htn_property cli_held_table(const htn_domain *domain, htn_property after);

/* The outermost type whose instances a table Held is about. */
uint32_t cli_held_family(const htn_domain *domain, htn_property table);

/* Whether some layer sees the instance as held. */
bool cli_is_held(const htn_world *world, htn_property table, int32_t instance);

/* Whether as many hold the instance as may, if the layer is one of them. */
bool cli_is_held_with(const htn_world *world, htn_property table, uint32_t layer, int32_t instance);

/* As many others hold an instance as may hold it, or none does. True: that is a change. */
bool cli_set_held(htn_world *world, htn_property table, int32_t instance, bool held);
