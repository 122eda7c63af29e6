/*
 * The fingerprint covers everything that saved worlds, running plans and generated headers rely on, and nothing else. So a designer
 * can tune a domain and keep it. Covered: names (as texts, not offsets), types, numbers and world addresses in the tables, how many
 * bindings steps and methods have, and the facts of static tables, because the code was made with them. Not covered: the code and
 * its addresses, other initial values, and texts that are arguments. Each field of blob.def gives one rule.
 */
#include "compiler/blob/blob_fingerprint.h"
#include <htn/domain.h>
#include <string.h>

/* The content of a field. */
typedef enum content { NUMBER, TEXT, CODE_ADDRESS } content;

typedef struct rule {
    uint32_t section, field;
    content content;
} rule;

#define KIND_NUMBER         NUMBER
#define KIND_SIGNED         NUMBER
#define KIND_FLAGS          NUMBER
#define KIND_ENUM           NUMBER
#define KIND_COUNT          NUMBER
#define KIND_INDEX(section) NUMBER
#define KIND_FIRST(section) NUMBER
#define KIND_STRING         TEXT
#define KIND_DEBUG_STRING   TEXT
#define KIND_CODE           CODE_ADDRESS

static const rule RULES[] = {
#define HTN_FIELD(section, name, kind, meaning) {HTN_SECTION_##section, HTN_##section##_##name, KIND_##kind},
#include <htn/blob.def>
};
enum { RULE_COUNT = sizeof RULES / sizeof *RULES };

static bool is_covered(const rule *of)
{
    switch (of->section) {
    case HTN_SECTION_TYPES:
    case HTN_SECTION_VALUES:
    case HTN_SECTION_PARAMETERS:
    case HTN_SECTION_OPERATORS:
    case HTN_SECTION_QUERIES:
    case HTN_SECTION_FACTS: return true; /* of static tables: see is_row_covered() */
    case HTN_SECTION_ROOTS: return of->field == HTN_ROOTS_TASK;
    case HTN_SECTION_METHODS: return of->field == HTN_METHODS_BINDINGS;
    case HTN_SECTION_PROPERTIES: return of->field != HTN_PROPERTIES_INITIAL;
    case HTN_SECTION_TASKS:
        return of->content != CODE_ADDRESS && of->field != HTN_TASKS_LOCALS && of->field != HTN_TASKS_FLAGS &&
               of->field != HTN_TASKS_LOWER_BOUND;
    default: return false;
    }
}

static uint32_t read32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Facts are covered where their table is static: the code was made with them. */
static bool is_row_covered(const htnc_writer *to, uint32_t section, const uint8_t *row)
{
    if (section != HTN_SECTION_FACTS)
        return true;
    const htnc_section *properties = &to->sections[HTN_SECTION_PROPERTIES];
    const uint8_t *table = properties->bytes.bytes + (size_t)read32(row + HTN_FACTS_PROPERTY * 4) * properties->element;
    return (read32(table + HTN_PROPERTIES_FLAGS * 4) & HTN_PROPERTY_STATIC) != 0;
}

static void add_field(const htnc_writer *to, base_buffer *schema, const rule *of)
{
    const htnc_section *from = &to->sections[of->section];
    const base_buffer *highs = &to->sections[HTN_SECTION_FACT_HIGHS].bytes;
    for (size_t at = of->field * 4; at < from->bytes.length; at += from->element) {
        uint32_t value = read32(from->bytes.bytes + at);
        if (!is_row_covered(to, of->section, from->bytes.bytes + at - of->field * 4))
            continue;
        if (of->content == TEXT) {
            const char *text = (const char *)to->sections[HTN_SECTION_STRINGS].bytes.bytes + value;
            base_buffer_add(schema, text, strlen(text) + 1);
        } else {
            base_buffer_u32(schema, value);
        }
        if (of->section == HTN_SECTION_FACTS && of->field == HTN_FACTS_CELL && highs->length > 0)
            base_buffer_u32(schema, read32(highs->bytes + at / from->element * 4));
    }
}

uint32_t htnc_blob_fingerprint(const htnc_writer *to)
{
    base_buffer schema = {.arena = to->arena};
    for (size_t i = 0; i < RULE_COUNT; i++) {
        if (is_covered(&RULES[i])) {
            base_buffer_u32(&schema, RULES[i].section << 8 | RULES[i].field); /* separates the fields */
            add_field(to, &schema, &RULES[i]);
        }
    }
    return htn_blob_checksum(schema.bytes, schema.length);
}
