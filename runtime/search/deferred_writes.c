/*
 * Deferred writes lie at the far end of the trail's region, and grow towards the trail. A choice point keeps
 * their number, not the writes: none is left while they wait.
 */
#include "deferred_writes.h"
#include "../blob/blob_reader.h"
#include "../world/cells.h"
#include "trail.h"
#include "trailed_writes.h"

/*
 * A deferred write is two entries: { property, value }, then { cell, how }. Room for a third one is reserved,
 * for the change that it will be.
 */
bool htni_defer(const htni_machine *machine, htni_registers *now, uint32_t room, uint32_t how, uint32_t property,
                uint32_t cell, int32_t value)
{
    if (room < now->trail || (room - now->trail) / 3 < now->pending + 1)
        return false;
    htni_change *at = htni_trail(machine) + room - 2 * (now->pending + 1);
    at[0].cell = property;
    at[0].old = value;
    at[1].cell = cell;
    at[1].old = (int32_t)how;
    now->pending++;
    return true;
}

int32_t htni_combine(uint32_t how, int32_t held, int32_t value)
{
    switch (how) {
    case HTN_WRITE_ADD: return htni_saturate((int64_t)held + value);
    case HTN_WRITE_SUBTRACT: return htni_saturate((int64_t)held - value);
    case HTN_WRITE_SCALE: return htni_saturate((int64_t)held * value);
    case HTN_WRITE_SCALE_FIXED: return htni_value_MUL_FIXED(held, value);
    default: return value;
    }
}

bool htni_commit(const htni_machine *machine, htni_registers *now, uint32_t room)
{
    const htn_domain *domain = machine->domain;
    const uint8_t *world = htni_working_world(machine);
    const uint32_t properties = htni_count(domain, HTN_SECTION_PROPERTIES);
    const uint32_t pending = now->pending;
    now->pending = 0;
    for (uint32_t i = 0; i < pending; i++) {
        const htni_change *at = htni_trail(machine) + room - 2 * (i + 1);
        const uint32_t property = at[0].cell, cell = at[1].cell;
        if (property >= properties) /* only if other writes came in between, which no compiler does */
            continue;
        const int32_t held = htni_load_cell(domain, world, property, cell);
        if (!htni_write_cell(machine, now, room, property, cell, htni_combine((uint32_t)at[1].old, held, at[0].old)))
            return false;
    }
    return true;
}
