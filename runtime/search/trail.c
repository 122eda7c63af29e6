/* Undoing changes of any width. Neighbours: trailed_writes.c, which writes; loop_guard.c, which looks back. */
#include "trail.h"

void htni_put_back(uint8_t *world, const htni_change *change)
{
    const uint32_t address = HTNI_ADDRESS(change->cell);
    switch (change->cell >> HTNI_WIDTH_SHIFT) {
    case HTNI_WIDTH_U8: world[address] = (uint8_t)change->old; break;
    case HTNI_WIDTH_S16: htni_store(world, address, HTN_STORAGE_S16, change->old); break;
    case HTNI_WIDTH_S32: htni_store(world, address, HTN_STORAGE_S32, change->old); break;
    default: /* HTNI_WIDTH_MARK */ break;
    }
}

void htni_undo_all(uint8_t *world, const htni_change *top, const htni_change *mark)
{
    while (top > mark)
        htni_put_back(world, --top);
}

bool htni_holds_old_value(const uint8_t *world, const htni_change *change)
{
    const uint32_t address = HTNI_ADDRESS(change->cell);
    switch (change->cell >> HTNI_WIDTH_SHIFT) {
    case HTNI_WIDTH_U8: return world[address] == (uint8_t)change->old;
    case HTNI_WIDTH_S16: return htni_load(world, address, HTN_STORAGE_S16) == change->old;
    default: return htni_load(world, address, HTN_STORAGE_S32) == change->old;
    }
}

bool htni_write_back(const htni_machine *machine, htni_registers *now, uint32_t room, const htni_change *was)
{
    uint8_t *world = htni_working_world(machine);
    if (htni_holds_old_value(world, was))
        return true;
    if (now->trail >= room)
        return false;
    htni_log(machine, now, was->cell, htni_load_width(world, was->cell));
    htni_put_back(world, was);
    return true;
}
