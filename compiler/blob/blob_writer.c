/* A section is a list of elements of one size, which blob.def gives. */
#include "compiler/blob/blob_writer.h"
#include <string.h>

void htnc_writer_init(htnc_writer *to, base_arena *arena)
{
    memset(to, 0, sizeof *to);
    to->arena = arena;
#define HTN_SECTION(name, id, size, meaning) to->sections[id].element = (size);
#include <htn/blob.def>
#define HTN_RECORD(name) to->sections[HTN_SECTION_##name].element = 4 * HTN_##name##_FIELDS;
#include <htn/blob.def>
    for (uint32_t id = 0; id < HTN_SECTION_LIMIT; id++)
        to->sections[id].bytes.arena = arena;
}

uint32_t htnc_section_count(const htnc_writer *to, htn_section id)
{
    return (uint32_t)(to->sections[id].bytes.length / to->sections[id].element);
}

void htnc_section_add(htnc_writer *to, htn_section id, const uint32_t *fields)
{
    for (uint32_t i = 0; i < to->sections[id].element / 4; i++)
        base_buffer_u32(&to->sections[id].bytes, fields[i]);
}

void htnc_section_add_all(htnc_writer *to, htn_section id, const void *records, uint32_t count)
{
    for (size_t i = 0; i < count; i++)
        htnc_section_add(to, id, (const uint32_t *)records + i * (to->sections[id].element / 4));
}
