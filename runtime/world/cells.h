/*
 * Tables and instances: where a cell lies, what is there where there is none, and which instance comes next. For an agent's world and
 * a planner's working copy alike.
 */
#ifndef HTNI_CELLS_H
#define HTNI_CELLS_H

#include "../blob/storage.h"
#include <htn/domain.h>

/*
 * The cell of a table at `index` (one value per parameter); HTN_NONE where one of them is no instance of its type. Of a table that
 * is kept as facts, the number of its fact in the section, or that section's count where no fact is about it.
 */
uint32_t htni_cell(const htn_domain *domain, uint32_t property, const int32_t *index);

/* Where a key list has the key that `values` make, one for each of its table's parameters but one; HTN_NONE: nowhere. */
uint32_t htni_find_key(const htn_domain *domain, uint32_t list, const int32_t *values);

/* What a table gives where there is no cell: the default of its type. */
int32_t htni_default(const htn_domain *domain, uint32_t property);

/* What a cell of a world begins with. */
int32_t htni_initial(const htn_domain *domain, uint32_t property, uint32_t cell);

/* The same of a type: false, 0 or the nearest end of a range, the first value or instance, none of an open type. */
int32_t htni_default_of(const htn_domain *domain, uint32_t type);

/* The value of cell `cell` of a property, by the number that htni_cell() has for it; its default where there is none of that number. */
int32_t htni_load_cell(const htn_domain *domain, const uint8_t *bytes, uint32_t property, uint32_t cell);

/* What a table of one parameter holds at an instance. */
int32_t htni_load_at(const htn_domain *domain, const uint8_t *bytes, uint32_t table, int32_t instance);

/* The first instance of a type after `after` that is there; HTN_NONE where none is. */
uint32_t htni_next_instance(const htn_domain *domain, const uint8_t *bytes, uint32_t type, int32_t after);

/* The first of `count` bytes from `from` on that is not 0; `count` where none is. */
uint32_t htni_next_set(const uint8_t *bytes, uint32_t from, uint32_t count);

/* Whether an instance of a type is there. */
bool htni_is_present(const htn_domain *domain, const uint8_t *bytes, uint32_t type, int32_t instance);

/* The generation of a slot, of those of a world or of a plan. */
static inline uint32_t htni_generation(const uint8_t *generations, uint32_t slot)
{
    return (uint16_t)htni_load(generations, slot * 2, HTN_STORAGE_S16);
}

/* Where an instance of an open type has its generation; slots of outermost types follow each other. */
uint32_t htni_slot(const htn_domain *domain, uint32_t type, int32_t instance);

/*
 * Whether an instance of an open type is there in a world of these bytes, and is not another one in the slot of one that
 * has gone: generations (u16 per slot) as they are, and as they were then.
 */
bool htni_is_still(const htn_domain *domain, const uint8_t *bytes, const uint8_t *now, const uint8_t *then,
                   uint32_t type, int32_t instance);

/* The next instance of a static index: `loop` is the loop's locals, instance, key and position; false: none left. */
bool htni_next_fact(const htn_domain *domain, uint32_t index, uint32_t *loop);

/*
 * Whether a world of the one domain can be read as one of the other: of the same bytes, too, since a blob may bear any
 * fingerprint.
 */
static inline bool htni_same_worlds(const htn_domain *a, const htn_domain *b)
{
    return a == b ||
           (a->fingerprint == b->fingerprint && a->world_bytes == b->world_bytes && a->instances == b->instances);
}

#endif
