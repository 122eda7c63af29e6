/* A write that does not change the value takes no entry of the trail. */
#include "trailed_writes.h"
#include "../blob/blob_reader.h"
#include "trail.h"

bool htni_write_cell(const htni_machine *machine, htni_registers *now, uint32_t room, uint32_t property, uint32_t cell,
                     int32_t value)
{
    const htn_domain *domain = machine->domain;
    uint8_t *world = htni_working_world(machine);
    if (cell >= HTNI_FIELD(domain, PROPERTIES, property, CELLS))
        return true;
    const uint32_t storage = HTNI_FIELD(domain, PROPERTIES, property, STORAGE), width = htni_width(storage);
    const uint32_t address = HTNI_FIELD(domain, PROPERTIES, property, ADDRESS) + cell * htni_storage_bytes(storage);
    const int32_t old = htni_load(world, address, storage);
    value = htni_clamp(value, htni_signed(HTNI_FIELD(domain, PROPERTIES, property, LOW)),
                       htni_signed(HTNI_FIELD(domain, PROPERTIES, property, HIGH)));
    if (value == old)
        return true;
    if (now->trail >= room)
        return false;
    htni_log(machine, now, address | width << HTNI_WIDTH_SHIFT, old);
    htni_store(world, address, storage, value);
    return true;
}
