/*
 * Reads journals: takes events apart, and finds what lies at the addresses that they name; see
 * journal.h. Nothing in the bytes is trusted: a journal may come from anywhere. Neighbour:
 * journal_ring.c, which writes them.
 */
#include "../blob/blob_reader.h"
#include "../blob/storage.h"
#include "varint.h"
#include <htn/arithmetic.h>
#include <htn/journal.h>

static const struct {
    uint8_t min_numbers;
    const char *name;
} kinds[HTN_JOURNAL_KINDS] = {
    {0, ""},
#define HTN_JOURNAL_KIND(name, least, numbers, meaning) {least, #name},
#include <htn/journal.def>
#undef HTN_JOURNAL_KIND
};

const char *htn_journal_name(htn_journal_kind kind)
{
    return (uint32_t)kind < HTN_JOURNAL_KINDS ? kinds[kind].name : "";
}

int32_t htn_journal_signed(uint32_t number)
{
    return htni_unzigzag(number);
}

/* Decodes the event whose `length` bytes begin at `at`. False: those bytes are no event. */
static bool take_apart(const uint8_t *at, uint32_t length, htn_journal_event *event)
{
    if (length == 0)
        return false;
    event->kind = (htn_journal_kind)at[0];
    event->count = 0;
    for (uint32_t used = 1; used < length;) {
        if (event->count == HTN_JOURNAL_NUMBERS)
            return false;
        const uint32_t size = htni_get_varint(at + used, length - used, &event->numbers[event->count++]);
        if (size == 0)
            return false;
        used += size;
    }
    if (event->kind != HTN_JOURNAL_BEGIN)
        return event->kind >= HTN_JOURNAL_KINDS || event->count >= kinds[event->kind].min_numbers;
    return event->count >= 2 && event->numbers[0] == HTN_JOURNAL_MAGIC &&
           (event->numbers[1] != HTN_JOURNAL_VERSION || event->count >= HTN_JOURNAL_BEGIN_NUMBERS);
}

htn_status htn_journal_next(const void *bytes, size_t size, size_t *offset, htn_journal_event *event)
{
    const uint8_t *from = (const uint8_t *)bytes;
    if (bytes == NULL || offset == NULL || event == NULL || *offset > size)
        return HTN_BAD_ARGUMENT;
    while (*offset < size) {
        uint32_t length = 0;
        const uint32_t head = htni_get_varint(from + *offset, size - *offset, &length);
        if (head == 0 || length > size - *offset - head || !take_apart(from + *offset + head, length, event))
            return HTN_BAD_JOURNAL;
        event->offset = *offset;
        event->size = (size_t)head + length;
        *offset += event->size;
        if (event->kind != HTN_JOURNAL_NONE && event->kind < HTN_JOURNAL_KINDS)
            return HTN_OK;
    }
    return HTN_NOT_FOUND;
}

/* --- Locations ---------------------------------------------------------------------------------- */

bool htn_journal_locate(const htn_domain *domain, uint32_t address, htn_journal_location *location)
{
    const uint32_t properties = htni_count(domain, HTN_SECTION_PROPERTIES),
                   types = htni_count(domain, HTN_SECTION_TYPES);
    memset(location, 0, sizeof *location);
    location->property = location->type = HTN_NONE;
    for (uint32_t i = 0; i < properties; i++) {
        const uint32_t size = htni_storage_bytes(HTNI_FIELD(domain, PROPERTIES, i, STORAGE));
        const uint32_t offset = address - HTNI_FIELD(domain, PROPERTIES, i, ADDRESS);
        if (size == 0 || offset % size != 0 || offset / size >= HTNI_FIELD(domain, PROPERTIES, i, CELLS))
            continue;
        location->property = i;
        location->cell = offset / size;
        return true;
    }
    for (uint32_t i = 0; i < types; i++) {
        const uint32_t offset = address - HTNI_FIELD(domain, TYPES, i, PRESENCE);
        if (HTNI_FIELD(domain, TYPES, i, PRESENCE) == HTN_NONE || offset >= HTNI_FIELD(domain, TYPES, i, OWN))
            continue;
        location->type = i;
        location->instance = htni_signed(HTNI_FIELD(domain, TYPES, i, LOW)) + (int32_t)offset;
        return true;
    }
    return address >= domain->world_bytes && (address - domain->world_bytes) / 2 < domain->instances;
}

int32_t htn_journal_value_at(const htn_domain *domain, const htn_journal_location *location, uint32_t number)
{
    const int32_t value = htn_journal_signed(number);
    return location->property != HTN_NONE &&
                   HTNI_FIELD(domain, PROPERTIES, location->property, STORAGE) == HTN_STORAGE_S8
               ? (int8_t)(uint8_t)value
               : value;
}

uint32_t htn_journal_index(const htn_domain *domain, const htn_journal_location *location, int32_t *index)
{
    if (location->property >= htni_count(domain, HTN_SECTION_PROPERTIES))
        return 0;
    const uint32_t first = HTNI_FIELD(domain, PROPERTIES, location->property, FIRST_PARAMETER);
    const uint32_t count = HTNI_FIELD(domain, PROPERTIES, location->property, PARAMETER_COUNT);
    uint32_t cell = location->cell;
    for (uint32_t i = count; i-- > 0;) {
        const uint32_t type = HTNI_FIELD(domain, PARAMETERS, first + i, TYPE);
        const uint32_t low = HTNI_FIELD(domain, TYPES, type, LOW), high = HTNI_FIELD(domain, TYPES, type, HIGH);
        index[i] = (int32_t)(low + cell % (high - low + 1));
        cell /= high - low + 1;
    }
    return count;
}
