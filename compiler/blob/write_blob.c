/*
 * The bytes of a blob: header, section table, then sections by rising id (htn/blob.def). The same model and code give the same
 * bytes on every host: no address, no hash order and no time gets into them. The debug sections come last, so a stripped blob is
 * the same without them.
 */
#include "compiler/blob/write_blob.h"
#include "compiler/blob/blob_debug.h"
#include "compiler/blob/blob_fingerprint.h"
#include "compiler/blob/blob_tables.h"
#include "compiler/blob/blob_writer.h"
#include <htn/domain.h>

static void write_code(htnc_writer *to)
{
    const htnc_code *code = to->code;
    base_buffer *bytes = &to->sections[HTN_SECTION_CODE].bytes;
    for (uint32_t i = 0; i < code->count; i++) {
        base_buffer_u8(bytes, code->instructions[i].op);
        base_buffer_u8(bytes, code->instructions[i].a);
        base_buffer_u16(bytes, code->instructions[i].b);
        base_buffer_u32(bytes, code->instructions[i].c);
    }
    for (uint32_t i = 0; i < code->count; i += 32) {
        uint32_t bits = 0;
        for (uint32_t k = 0; k < 32 && i + k < code->count; k++)
            bits |= (uint32_t)code->leaders[i + k] << k;
        base_buffer_u32(&to->sections[HTN_SECTION_LEADERS].bytes, bits);
    }
}

static void write_header(const htnc_writer *to, base_buffer *blob, uint32_t section_count)
{
    base_buffer_add(blob, HTN_BLOB_MAGIC, 4);
    base_buffer_u16(blob, HTN_BLOB_MAJOR);
    base_buffer_u16(blob, HTN_BLOB_MINOR);
    for (uint32_t i = HTN_HEADER_TOTAL; i < HTN_HEADER_SIZE; i += 4)
        base_buffer_u32(blob, 0);
    base_buffer_put_u32(blob, HTN_HEADER_SECTIONS, section_count);
    base_buffer_put_u32(blob, HTN_HEADER_WORLD, to->code->world_bytes);
    base_buffer_put_u32(blob, HTN_HEADER_SHARED, to->code->shared_at);
    base_buffer_put_u32(blob, HTN_HEADER_STACK, to->code->stack);
    base_buffer_put_u32(
        blob, HTN_HEADER_FLAGS,
        (to->model->loops_free ? HTN_BLOB_LOOPS_FREE : 0u) | (to->code->has_costs ? HTN_BLOB_COSTS : 0u) |
            (to->code->has_spans ? HTN_BLOB_SPANS : 0u) | (to->code->has_partial ? HTN_BLOB_PARTIAL : 0u) |
            (to->code->has_cooldowns ? HTN_BLOB_COOLDOWN_SPANS : 0u) |
            (to->code->has_backgrounds ? HTN_BLOB_BACKGROUNDS : 0u) | (to->code->has_each ? HTN_BLOB_EACH : 0u) |
            (to->model->fixed_costs ? HTN_BLOB_FIXED_COSTS : 0u));
}

/* Reserves the section table, moves the sections that are not empty behind it, and fills in their entries. */
static void place_sections(htnc_writer *to, base_buffer *blob, uint32_t section_count)
{
    size_t entry = blob->length, size = section_count * (size_t)HTN_SECTION_ENTRY_SIZE + 8;
    for (uint32_t id = 0; id < HTN_SECTION_LIMIT; id++)
        size += to->sections[id].bytes.length + 7; /* aligned to 8 */
    base_buffer_reserve(blob, size);
    base_buffer_put_u32(blob, HTN_HEADER_FINGERPRINT, htnc_blob_fingerprint(to));
    for (uint32_t i = 0; i < section_count * HTN_SECTION_ENTRY_SIZE / 4; i++)
        base_buffer_u32(blob, 0);
    for (uint32_t id = 0; id < HTN_SECTION_LIMIT; id++) {
        htnc_section *from = &to->sections[id];
        if (from->bytes.length == 0)
            continue;
        base_buffer_align(blob, 8);
        base_buffer_put_u32(blob, entry, id);
        base_buffer_put_u32(blob, entry + 4, (uint32_t)blob->length);
        base_buffer_put_u32(blob, entry + 8, htnc_section_count(to, (htn_section)id));
        base_buffer_put_u32(blob, entry + 12, (uint32_t)from->bytes.length);
        base_buffer_add(blob, from->bytes.bytes, from->bytes.length);
        if (id != HTN_SECTION_CONSTANTS && id != HTN_SECTION_STRINGS) /* these are the code's */
            base_buffer_give_back(&from->bytes);
        entry += HTN_SECTION_ENTRY_SIZE;
    }
    base_buffer_align(blob, 8);
}

uint8_t *htnc_write_blob(base_arena *arena, base_sources *sources, const htnc_model *model, htnc_code *code, bool debug,
                         size_t *size)
{
    htnc_writer to;
    base_buffer blob = {.arena = arena};
    uint32_t section_count = 0;
    htnc_writer_init(&to, arena);
    to.model = model;
    to.code = code;
    to.sources = sources;
    htnc_write_tables(&to);
    write_code(&to);
    if (debug)
        htnc_write_debug(&to);
    to.sections[HTN_SECTION_CONSTANTS].bytes = code->constants;
    to.sections[HTN_SECTION_STRINGS].bytes = code->strings.bytes;
    for (uint32_t id = 0; id < HTN_SECTION_LIMIT; id++)
        section_count += to.sections[id].bytes.length != 0;
    write_header(&to, &blob, section_count);
    place_sections(&to, &blob, section_count);
    base_buffer_put_u32(&blob, HTN_HEADER_TOTAL, (uint32_t)blob.length);
    base_buffer_put_u32(&blob, HTN_HEADER_CHECKSUM,
                        htn_blob_checksum(blob.bytes + HTN_HEADER_FINGERPRINT, blob.length - HTN_HEADER_FINGERPRINT));
    *size = blob.length;
    return blob.bytes;
}
