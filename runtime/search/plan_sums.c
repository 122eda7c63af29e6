/* See plan_sums.h. */
#include "plan_sums.h"
#include "trail.h"

bool htni_accumulate(const htni_machine *machine, htni_registers *now, uint32_t room, uint32_t address, int32_t amount)
{
    uint8_t *world = htni_working_world(machine);
    const int32_t old = htni_load(world, address, HTN_STORAGE_S32);
    if (amount <= 0)
        return true;
    if (now->trail >= room)
        return false;
    htni_log(machine, now, address | (uint32_t)HTNI_WIDTH_S32 << HTNI_WIDTH_SHIFT, old);
    htni_store(world, address, HTN_STORAGE_S32, htni_saturate((int64_t)old + amount));
    return true;
}
