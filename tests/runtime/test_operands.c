/*
 * What opcodes.def and blob.def say of operands and fields is what the verifier demands: of each kind of instruction, each
 * operand of one in a sound blob is made what its kind does not allow; of each record, each field. The lists drive the test
 * as they drive the verifier, so that a new instruction has its cases at once, and fails here until the domain has one.
 */
#include "fixture.h"

#include <stdio.h>

#define DOMAIN_PATH "tests/damage/everything.htn" /* every instruction, and a record of every section */

enum { MOST_TEXT = 1 << 16, MOST_TRIES = 8 };

typedef struct operand_kinds {
    const char *name;
    const char *kinds[3]; /* of a, b, c */
} operand_kinds;

static const operand_kinds instructions[] = {
#define HTN_OP(name, a, b, c, pops, pushes, ends, meaning) {#name, {#a, #b, #c}},
#include <htn/opcodes.def>
};

typedef struct field_kind {
    htn_section section;
    uint32_t field;
    const char *name, *kind;
} field_kind;

static const field_kind fields[] = {
#define HTN_FIELD(section, name, kind, meaning) \
    {HTN_SECTION_##section, HTN_##section##_##name, #section "." #name, #kind},
#include <htn/blob.def>
};

static uint8_t *blob; /* sound, but while a case damages it */
static size_t blob_size;
static htn_domain domain;

static int start(void **state)
{
    (void)state;
    FILE *file = fopen(DOMAIN_PATH, "rb");
    char *text = (char *)calloc(1, MOST_TEXT);
    assert_non_null(file);
    assert_in_range(fread(text, 1, MOST_TEXT - 1, file), 1, MOST_TEXT - 2);
    fclose(file);
    blob = fixture_compile(text, true, &blob_size);
    free(text);
    domain = fixture_load(blob, blob_size);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(blob);
    return 0;
}

static uint8_t *inside(htn_section section)
{
    return blob + (domain.sections[section].data - blob);
}

static bool is_refused(void)
{
    htn_domain loaded;
    htn_fault fault;
    fixture_seal(blob);
    const htn_status status = htn_domain_load(&loaded, blob, blob_size, &fault);
    return status == HTN_BAD_BLOB;
}

static bool is_one_of(const char *kind, const char *kinds)
{
    const char *at = strstr(kinds, kind);
    const size_t length = strlen(kind);
    return at != NULL && at[-1] == ' ' && at[length] == ' ';
}

/* --- Instructions ------------------------------------------------------------------------------- */

static void put_operand(uint8_t *at, int which, uint32_t value)
{
    if (which == 0)
        at[1] = (uint8_t)value;
    else if (which == 1)
        memcpy(at + 2, (const uint8_t[]){(uint8_t)value, (uint8_t)(value >> 8)}, 2);
    else
        fixture_write32(at + 4, value);
}

static uint32_t property_field(uint32_t property, uint32_t field)
{
    return htn_domain_field(&domain, HTN_SECTION_PROPERTIES, property, field);
}

static bool is_of_kind(const char *kind, uint32_t parameters, uint32_t storage)
{
    if (strcmp(kind, "PROPERTY") == 0)
        return parameters == 0;
    if (strcmp(kind, "TABLE") == 0)
        return parameters != 0;
    return parameters == 1 && (strcmp(kind, "TABLE1") == 0 || storage == HTN_STORAGE_U8);
}

/* A property that the kind does not allow: by its index or, where it names a storage, by its address. */
static uint32_t other_property(const char *kind)
{
    static const char *const storages[] = {"U8", "S8", "S16", "S32"};
    const uint32_t count = htn_domain_count(&domain, HTN_SECTION_PROPERTIES);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t storage = property_field(i, HTN_PROPERTIES_STORAGE);
        if (!is_one_of(kind, " U8 S8 S16 S32 ")) {
            if (!is_of_kind(kind, property_field(i, HTN_PROPERTIES_PARAMETER_COUNT), storage))
                return i;
        } else if (storage < HTN_STORAGE_FACTS && strcmp(kind, storages[storage]) != 0) {
            return property_field(i, HTN_PROPERTIES_ADDRESS);
        }
    }
    return HTN_NONE;
}

/* The operand may not be what no operand of any kind but these can be, nor of a neighbouring kind. */
static void try_operand(const operand_kinds *of, uint8_t *at, int which)
{
    const char *kind = of->kinds[which];
    const bool names_property = is_one_of(kind, " U8 S8 S16 S32 PROPERTY TABLE TABLE1 TABLE8 ");
    const uint32_t others = names_property ? other_property(kind) : HTN_NONE;
    const uint32_t values[] = {strcmp(kind, "NONE") == 0 ? 1 : HTN_NONE, others};
    uint8_t was[HTN_INSTRUCTION_SIZE];
    if (is_one_of(kind, " IMM IMM16 KNOWN DELTA "))
        return;
    memcpy(was, at, sizeof was);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        put_operand(at, which, values[i]);
        if (!is_refused())
            fail_msg("%s: operand %c, %s, may be %u", of->name, "abc"[which], kind, (unsigned)values[i]);
        memcpy(at, was, sizeof was);
    }
}

static void every_operand_is_what_its_kind_says(void **state)
{
    uint32_t tried[HTN_OPCODES] = {0};
    uint8_t *code = inside(HTN_SECTION_CODE);
    const uint32_t count = htn_domain_count(&domain, HTN_SECTION_CODE);
    (void)state;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *at = code + (size_t)i * HTN_INSTRUCTION_SIZE;
        for (int which = 0; which < 3 && tried[at[0]] < MOST_TRIES; which++)
            try_operand(&instructions[at[0]], at, which);
        tried[at[0]]++;
    }
    for (uint32_t op = 0; op < HTN_OPCODES; op++)
        if (tried[op] == 0)
            fail_msg("%s has no %s", DOMAIN_PATH, instructions[op].name);
}

/* --- Records ------------------------------------------------------------------------------------ */

static void try_field(const field_kind *of, uint32_t index)
{
    const htn_view *view = &domain.sections[of->section];
    uint8_t *at = inside(of->section) + (size_t)index * (view->size / view->count) + of->field * 4;
    const uint32_t was = fixture_read32(at);
    fixture_write32(at, HTN_NONE - 1);
    if (!is_refused())
        fail_msg("%s of record %u may be any %s", of->name, (unsigned)index, of->kind);
    fixture_write32(at, was);
}

static void every_field_is_what_its_kind_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const uint32_t count = htn_domain_count(&domain, fields[i].section);
        if (is_one_of(fields[i].kind, " NUMBER SIGNED ") || strncmp(fields[i].kind, "FIRST", 5) == 0)
            continue; /* any value, or checked with the COUNT behind it */
        if (count == 0)
            fail_msg("%s has no record of %s", DOMAIN_PATH, fields[i].name);
        try_field(&fields[i], 0);
        try_field(&fields[i], count - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operand_is_what_its_kind_says),
        cmocka_unit_test(every_field_is_what_its_kind_says),
    };
    return cmocka_run_group_tests_name("operands", tests, start, tear_down);
}
