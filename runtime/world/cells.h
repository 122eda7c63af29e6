/*
 * Tables and instances: where a cell lies, which value stands for a missing cell, and which instance comes
 * next. The functions take the bytes of a world, so they work on an agent's world and on a planner's working
 * copy alike.
 */
#pragma once

#include "../blob/storage.h"
#include <htn/domain.h>

/*
 * The number of the cell of a table at `index` (one value per parameter); HTN_NONE: a value is outside its
 * parameter's type. For a table that is kept as facts: the index of the fact about that cell, or the number of
 * facts if there is none.
 */
uint32_t htni_cell(const htn_domain *domain, uint32_t property, const int32_t *index);

/*
 * The position in a key list of the key made of `values`, one for each parameter of its table but one;
 * HTN_NONE: the list does not have it.
 */
uint32_t htni_find_key(const htn_domain *domain, uint32_t list, const int32_t *values);

/* The value of a missing cell of a property: the default of its type. */
int32_t htni_default(const htn_domain *domain, uint32_t property);

/* The initial value of a cell. */
int32_t htni_initial(const htn_domain *domain, uint32_t property, uint32_t cell);

/*
 * The default of a type: false; 0 or the nearest end of a range; the first enum value; the first instance of a
 * closed entity type; none for an open one.
 */
int32_t htni_default_of(const htn_domain *domain, uint32_t type);

/* The value of a cell, by its number from htni_cell(); the default if there is no such cell. */
int32_t htni_load_cell(const htn_domain *domain, const uint8_t *bytes, uint32_t property, uint32_t cell);

/* The value of a table with one parameter at an instance. */
int32_t htni_load_at(const htn_domain *domain, const uint8_t *bytes, uint32_t table, int32_t instance);

/* The first instance behind `after` that is present; HTN_NONE: none. */
uint32_t htni_next_instance(const htn_domain *domain, const uint8_t *bytes, uint32_t type, int32_t after);

/* The position of the first byte from `from` on that is not 0, of `count` bytes; `count`: none. */
uint32_t htni_next_set(const uint8_t *bytes, uint32_t from, uint32_t count);

/* Whether an instance of a type is present. */
bool htni_is_present(const htn_domain *domain, const uint8_t *bytes, uint32_t type, int32_t instance);

/* The generation of a slot, from the generations of a world or of a plan. */
static inline uint32_t htni_generation(const uint8_t *generations, uint32_t slot)
{
    return (uint16_t)htni_load(generations, slot * 2, HTN_STORAGE_S16);
}

/* The slot of an instance of an open type. The slots of the outermost types follow each other. */
uint32_t htni_slot(const htn_domain *domain, uint32_t type, int32_t instance);

/*
 * Whether an instance of an open type is present, and is still the same: its slot has the generation that it
 * had `then`. `now`, `then`: u16 per slot.
 */
bool htni_is_still(const htn_domain *domain, const uint8_t *bytes, const uint8_t *now, const uint8_t *then,
                   uint32_t type, int32_t instance);

/*
 * Moves a loop over a static index to its next instance. `loop`: the loop's locals: instance, key, position.
 * False: no instance is left.
 */
bool htni_next_fact(const htn_domain *domain, uint32_t index, uint32_t *loop);

/*
 * Whether a world of one domain can be read as one of the other. Sizes are compared too, since a blob may
 * claim any fingerprint.
 */
static inline bool htni_same_worlds(const htn_domain *a, const htn_domain *b)
{
    return a == b ||
           (a->fingerprint == b->fingerprint && a->world_bytes == b->world_bytes && a->instances == b->instances);
}

/* Whether the property has such a cell, and it can change. */
bool htni_is_writable(const htn_domain *domain, uint32_t property, uint32_t cell);

/* The value of a property's range that is nearest. */
int32_t htni_saturated(const htn_domain *domain, uint32_t property, int32_t value);

/* Whether the property lies in the part that a group shares. */
bool htni_is_shared(const htn_domain *domain, uint32_t property);

/* The same for an open type. */
bool htni_is_shared_type(const htn_domain *domain, uint32_t type);

/* The same for a slot (htni_slot()). */
bool htni_is_shared_slot(const htn_domain *domain, uint32_t slot);
