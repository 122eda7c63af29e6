/*
 * The C file of a domain: its parts, its blob as bytes, and the htn_native that ties them together. See native_code.h.
 */
#include "compiler/native/native_text.h"
#include "compiler/constants.h"
#include "compiler/native/native_analysis.h"
#include "compiler/native/native_code.h"
#include <string.h>

enum { BYTES_PER_LINE = 24 };

static void put_head(base_buffer *text, const native_program *program, const char *source)
{
    base_buffer_format(
        text,
        "/*\n * Made by `htn compile --emit-c` from %s; changes here are lost. The domain's blob, and its code as C:\n"
        " * see htn/native.h. Compile it with the headers of the runtime that it is linked with.\n */\n"
        "\n"
        "#define NATIVE_FRAMES %d\n#define NATIVE_MOVES  %d\n#define NATIVE_GROWS  %d\n#define NATIVE_GUARDS %d\n"
        "#define NATIVE_DEFERS %d\n#define NATIVE_WIDE   %d\n#define NATIVE_EACH   %d\n#define NATIVE_RECORD_SITES %u\n"
        "#ifdef HTN_AMALGAMATION\n#include \"htn.h\"\n#else\n#include <htn/native.h>\n#endif\n",
        source, program->frames, program->moves, program->grows, program->guards, program->defers, program->wide,
        (program->domain->flags & HTN_BLOB_EACH) != 0, (unsigned)program->domain->record_sites);
}

static void put_blob(base_buffer *text, const htn_domain *domain)
{
    base_buffer_text(text, "\nstatic const uint8_t blob[] = {");
    for (uint32_t i = 0; i < domain->size; i++)
        base_buffer_format(text, i % BYTES_PER_LINE == 0 ? "\n    %u," : " %u,", (unsigned)domain->blob[i]);
    base_buffer_text(text, "\n};\n");
}

static void put_starts(base_buffer *text, const native_program *program)
{
    base_buffer_text(text, "\nstatic const uint32_t starts[] = {");
    for (uint32_t i = 0; i < program->parts; i++)
        base_buffer_format(text, i % BYTES_PER_LINE == 0 ? "\n    %u," : " %u,", (unsigned)program->starts[i]);
    base_buffer_text(text, "\n};\n");
}

static void put_parts_table(base_buffer *text, const native_program *program, const char *name)
{
    base_buffer_format(text, "static htn_native_part *const %s_parts[] = {", name);
    for (uint32_t i = 0; i < program->parts; i++)
        base_buffer_format(text, "%s%s_%u,", i % 8 == 0 ? "\n    " : " ", name, (unsigned)i);
    base_buffer_text(text, "\n};\n");
}

static void put_native(base_buffer *text, const native_program *program, const char *prefix)
{
    const uint8_t *sum = program->domain->blob + HTN_HEADER_CHECKSUM;
    const uint32_t checksum =
        (uint32_t)sum[0] | (uint32_t)sum[1] << 8 | (uint32_t)sum[2] << 16 | (uint32_t)sum[3] << 24;
    base_buffer_format(
        text,
        "\nextern const htn_native %s_native;\nconst htn_native %s_native = {\n"
        "    HTN_NATIVE_VERSION, sizeof(htni_machine), blob, sizeof blob, 0x%08xu, %u, starts, plain_parts,\n"
        "    marked_parts,\n};\n",
        prefix, prefix, (unsigned)checksum, (unsigned)program->parts);
}

/* Which tasks have these names, by task. NULL: all. */
static uint8_t *hot_tasks(base_arena *arena, const htn_domain *domain, const htnc_native_hot *hot)
{
    if (hot == NULL || hot->count == 0)
        return NULL;
    uint8_t *is_hot = base_alloc_array(arena, htn_domain_count(domain, HTN_SECTION_TASKS), 1);
    for (size_t i = 0; i < hot->count; i++) {
        const htn_task task = htn_task_find(domain, hot->names[i]);
        if (task != HTN_NONE)
            is_hot[task] = 1;
    }
    return is_hot;
}

const char *htnc_native_text_of(base_arena *arena, const void *blob, size_t size, const char *prefix,
                                const char *source, const htnc_native_hot *hot, size_t *length)
{
    base_buffer text = {.arena = arena};
    htn_domain domain;
    native_program program = {.arena = arena, .domain = &domain};
    if (htn_domain_load(&domain, blob, size, NULL) != HTN_OK)
        return NULL;
    program.hot = hot_tasks(arena, &domain, hot);
    htnc_native_analyse(&program);
    put_head(&text, &program, source);
    for (uint32_t part = 0; part < program.parts; part++)
        htnc_native_write_part(&text, &program, part);
    put_blob(&text, &domain);
    put_starts(&text, &program);
    put_parts_table(&text, &program, "plain");
    put_parts_table(&text, &program, "marked");
    put_native(&text, &program, prefix);
    *length = text.length;
    return base_buffer_end_text(&text);
}

const char *htnc_native_text(htnc_compilation *compilation, const htnc_native_hot *hot, size_t *length)
{
    if (setjmp(compilation->workspace.arena.failed) != 0)
        return NULL;
    return htnc_native_text_of(&compilation->workspace.arena, compilation->blob, compilation->blob_size,
                               htnc_c_prefix(compilation), htnc_c_source_name(compilation), hot, length);
}
