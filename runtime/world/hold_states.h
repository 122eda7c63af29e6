/*
 * Which instances the layers of an agent hold. A table Held (HTN_PROPERTY_HELD) says for each layer how many others hold an
 * instance; here is what the layer itself holds. Both change together: agent/holds.c.
 *
 * A place is an instance that can be held: the instances of all tables Held, one table after the other.
 */
#pragma once

#include <htn/world.h>

/* Bits of a state. */
enum {
    HTNI_HOLD_HELD = 1,   /* the layer holds it */
    HTNI_HOLD_LOST = 2,   /* it does not any more, but its plan reserves it: the plan is about to fail */
    HTNI_HOLD_WANTED = 4, /* while the layer finds out what its plan reserves */
    HTNI_HOLD_KEPT = 8,   /* a method of a foreign plan reserves it */
    HTNI_HOLD_FREED = 16  /* while an agent is loaded: HTNI_SAVED_FREED */
};

/* Of an agent; world->holds points to it. */
typedef struct htni_hold_states {
    uint32_t layers, places, slots; /* slots for steps: of one layer */
    uint32_t slot_bytes;            /* of the bits of one slot */
    uint8_t *states;                /* by layer and place */
    uint8_t *kept;                  /* by layer and slot: a bit for each place that the step in the slot reserves */
} htni_hold_states;

/* The outermost type whose instances a table Held is about. */
uint32_t htni_hold_family(const htn_domain *domain, uint32_t table);

/* How many instances a property is about; 0: it is no table Held. */
uint32_t htni_hold_instances(const htn_domain *domain, uint32_t property);

/* How many layers may hold an instance of a table Held at the same time; 1 to 254. */
uint32_t htni_hold_limit(const htn_domain *domain, uint32_t table);

/* The place of an instance of a type, outermost or not; HTN_NONE: nothing reserves such instances, or there is no such one. */
uint32_t htni_hold_place_of(const htn_domain *domain, uint32_t type, int32_t instance);

/* How many places a domain has. 0: nothing in it can be held. */
uint32_t htni_hold_places(const htn_domain *domain);

/*
 * The table Held of a place, HTN_NONE: there is no such place. `*instance`: which instance of the family it is; `*count`: how
 * many the family has. A layer's cell of it is layer * count + instance.
 */
uint32_t htni_hold_table(const htn_domain *domain, uint32_t place, uint32_t *instance, uint32_t *count);

/* The place of an instance in a table Held; HTN_NONE: the family has no such instance. */
uint32_t htni_hold_place(const htn_domain *domain, uint32_t table, int32_t instance);

/* How many layers of this agent, other than `layer`, hold a place. */
uint32_t htni_held_by_own(const htni_hold_states *holds, uint32_t layer, uint32_t place);

/* An instance of the outermost type `family` has been removed: nobody holds it. */
void htni_holds_forget(htn_world *world, uint32_t family, int32_t instance);

/* What a cell of a table Held becomes when the game sets it: not less than what the agent's own layers make it. */
int32_t htni_held_at_least(const htn_world *world, uint32_t table, uint32_t cell, int32_t value);

/* The bytes of the world have been replaced, and its watcher is called next: no cell of Held is below what the agent's own layers make it. */
void htni_holds_replaced(htn_world *world);
