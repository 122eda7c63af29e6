/*
 * What opcodes.def and blob.def say of operands and fields is what the verifier demands: of each kind of instruction, each
 * operand of one in a sound blob is made what its kind does not allow; of each record, each field. The lists drive the test
 * as they drive the verifier, so that a new instruction has its cases at once, and fails here until the domain has one.
 */
#include "runtime/blob/faults.h"
#include "runtime/blob/opcode_table.h"
#include "fixture.h"

#include <stdio.h>

#define DOMAIN_PATH "tests/damage/everything.htn" /* every instruction, and a record of every section */

enum { MOST_TEXT = 1 << 16, MOST_TRIES = 8 };

typedef struct operand_kinds {
    const char *name;
    const char *kinds[3]; /* of a, b, c */
    uint8_t pushes, ends;
} operand_kinds;

static const operand_kinds instructions[] = {
#define HTN_OP(name, family, where, a, b, c, pops, pushes, flow, ...) \
    {#name, {#a, #b, #c}, pushes, HTNI_FLOW_##flow == HTNI_FLOW_ENDS},
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

/* What the loader says of the blob as it is; "" where it accepts it. */
static const char *reason_now(void)
{
    htn_domain loaded;
    htn_fault fault;
    fixture_seal(blob);
    return htn_domain_load(&loaded, blob, blob_size, &fault) == HTN_OK ? "" : fault.reason;
}

static bool is_refused_for(htni_fault_code code)
{
    htn_fault expected;
    htni_fault(&expected, "", 0, code);
    return strcmp(reason_now(), expected.reason) == 0;
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

/* Where the kind does not allow that property, what names it: its index or, where it names a storage, its address. */
static uint32_t other_property(const char *kind, uint32_t i)
{
    static const char *const storages[] = {"U8", "S8", "S16", "S32"};
    const uint32_t storage = property_field(i, HTN_PROPERTIES_STORAGE);
    if (!is_one_of(kind, " U8 S8 S16 S32 "))
        return is_of_kind(kind, property_field(i, HTN_PROPERTIES_PARAMETER_COUNT), storage) ? HTN_NONE : i;
    return storage < HTN_STORAGE_FACTS && strcmp(kind, storages[storage]) != 0
               ? property_field(i, HTN_PROPERTIES_ADDRESS)
               : HTN_NONE;
}

/* For what reason an operand of that kind is refused. */
static htni_fault_code fault_of(const operand_kinds *of, const char *kind)
{
    static const struct {
        const char *kinds;
        htni_fault_code code;
    } faults[] = {
        {" NONE ", HTNI_FAULT_UNUSED_OPERAND},
        {" LABEL EXIT AGAIN ", HTNI_FAULT_OPERAND_LABEL},
        {" ENTRY ", HTNI_FAULT_OPERAND_ENTRY},
        {" TASK ", HTNI_FAULT_OPERAND_TASK},
        {" METHOD ", HTNI_FAULT_OPERAND_METHOD},
        {" LOCAL LOOP RANKING KEYS HALVES EACH KEY_AT LIST TAKES ", HTNI_FAULT_OPERAND_LOCAL},
        {" LOCALS ", HTNI_FAULT_TASK_FRAME},
        {" U8 S8 S16 S32 ", HTNI_FAULT_OPERAND_CELL},
        {" VALUE RANGE RANKED FRAMED WRITE TRUTH ", HTNI_FAULT_OPERAND_VALUE},
        {" PROPERTY TABLE TABLE1 TABLE8 ANY ", HTNI_FAULT_OPERAND_PROPERTY},
        {" TYPE INDEX KEY_LIST ", HTNI_FAULT_OPERAND_TYPE},
        {" QUERY MOST ", HTNI_FAULT_OPERAND_QUERY},
        {" DERIVED CYCLE ", HTNI_FAULT_OPERAND_DERIVED},
        {" POINTS POOL ", HTNI_FAULT_OPERAND_CURVE},
        {" ROW ", HTNI_FAULT_OPERAND_ROW},
        {" GOAL ", HTNI_FAULT_OPERAND_GOAL},
        {" STRING ", HTNI_FAULT_OPERAND_STRING},
    };
    if (strcmp(of->name, "EXPLORE") == 0 && strcmp(kind, "NONE") != 0)
        return HTNI_FAULT_OPERAND_GOAL; /* it is compared with what its ACHIEVE demands */
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (is_one_of(kind, faults[i].kinds))
            return faults[i].code;
    return strcmp(of->name, "FRAME") == 0 ? HTNI_FAULT_TASK_FRAME : HTNI_FAULT_OPERAND_COUNT; /* ARGS, ITEM */
}

static void try_value(const operand_kinds *of, uint8_t *at, int which, uint32_t value)
{
    const bool in_slots = at - inside(HTN_SECTION_CODE) < HTN_SLOTS * HTN_INSTRUCTION_SIZE;
    uint8_t was[HTN_INSTRUCTION_SIZE];
    memcpy(was, at, sizeof was);
    put_operand(at, which, value);
    if (!is_refused_for(in_slots ? HTNI_FAULT_CODE_SLOTS : fault_of(of, of->kinds[which])))
        fail_msg("%s: operand %c, %s, may be %u: %s", of->name, "abc"[which], of -> kinds[which], (unsigned)value,
                 reason_now());
    memcpy(at, was, sizeof was);
}

/* The operand may not be what no operand of any kind but these can be, nor name a property of a neighbouring kind. */
static void try_operand(const operand_kinds *of, uint8_t *at, int which)
{
    const char *kind = of->kinds[which];
    const uint32_t count = htn_domain_count(&domain, HTN_SECTION_PROPERTIES);
    if (is_one_of(kind, " IMM IMM16 KNOWN DELTA "))
        return;
    try_value(of, at, which, strcmp(kind, "NONE") == 0 ? 1 : HTN_NONE);
    if (is_one_of(kind, " U8 S8 S16 S32 PROPERTY TABLE TABLE1 TABLE8 "))
        for (uint32_t i = 0; i < count; i++)
            if (other_property(kind, i) != HTN_NONE)
                try_value(of, at, which, other_property(kind, i));
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

/* Whether a task may end with this instruction of its own: behind as many values as it takes. */
static bool falls_off(uint32_t pc, uint32_t last)
{
    uint8_t *code = inside(HTN_SECTION_CODE), was[4 * HTN_INSTRUCTION_SIZE];
    uint8_t *end = code + (size_t)(last + 1) * HTN_INSTRUCTION_SIZE, *copy = end - HTN_INSTRUCTION_SIZE;
    bool found = false;
    memcpy(was, end - sizeof was, sizeof was);
    memcpy(copy, code + (size_t)pc * HTN_INSTRUCTION_SIZE, HTN_INSTRUCTION_SIZE);
    if (is_one_of(instructions[copy[0]].kinds[2], " LABEL EXIT AGAIN "))
        fixture_write32(copy + 4, HTN_SLOT_FAIL);
    for (uint32_t values = 0; values < 3 && !found; values++) {
        found = is_refused_for(HTNI_FAULT_FALLS_OFF);
        memset(copy - (values + 1) * HTN_INSTRUCTION_SIZE, 0, HTN_INSTRUCTION_SIZE);
        *(copy - (values + 1) * HTN_INSTRUCTION_SIZE) = HTN_OP_PUSH;
    }
    memcpy(end - sizeof was, was, sizeof was);
    return found;
}

/* Those that stand in one place only are refused at any other, and those that leave a value since it is left. */
static bool may_stand_last(uint32_t op)
{
    return op != HTN_OP_FRAME && op != HTN_OP_GUARD && op != HTN_OP_TUPLE &&
           (op < HTN_OP_ACHIEVE || op > HTN_OP_EXPLORE) && instructions[op].pushes == 0;
}

static void what_does_not_end_a_run_ends_no_task(void **state)
{
    bool found[HTN_OPCODES] = {false};
    const uint32_t tasks = htn_domain_count(&domain, HTN_SECTION_TASKS);
    const uint8_t *code = inside(HTN_SECTION_CODE);
    (void)state;
    for (uint32_t task = 0; task < tasks; task++) {
        const uint32_t entry = htn_domain_field(&domain, HTN_SECTION_TASKS, task, HTN_TASKS_ENTRY);
        const uint32_t arguments = htn_domain_field(&domain, HTN_SECTION_TASKS, task, HTN_TASKS_ARGUMENTS);
        const uint32_t end = htn_domain_field(&domain, HTN_SECTION_TASKS, task, HTN_TASKS_END);
        const uint32_t plan_end = arguments == HTN_NONE ? end : arguments;
        for (uint32_t pc = entry; pc + 1 < plan_end; pc++) {
            const uint32_t op = code[(size_t)pc * HTN_INSTRUCTION_SIZE];
            found[op] = found[op] || falls_off(pc, plan_end - 1);
        }
    }
    for (uint32_t op = HTN_SLOTS; op < HTN_OPCODES; op++)
        if (!instructions[op].ends && may_stand_last(op) && !found[op])
            fail_msg("a task may end with %s", instructions[op].name);
}

/* --- Records ------------------------------------------------------------------------------------ */

static htni_fault_code fault_of_field(const char *kind)
{
    return strncmp(kind, "INDEX", 5) == 0 ? HTNI_FAULT_FIELD_INDEX
           : strcmp(kind, "CODE") == 0    ? HTNI_FAULT_FIELD_CODE
           : strcmp(kind, "COUNT") == 0   ? HTNI_FAULT_FIELD_RUN
           : strcmp(kind, "FLAGS") == 0   ? HTNI_FAULT_FLAGS
           : strcmp(kind, "ENUM") == 0    ? HTNI_FAULT_KIND
                                          : HTNI_FAULT_FIELD_STRING;
}

static void try_field(const field_kind *of, uint32_t index)
{
    const htn_view *view = &domain.sections[of->section];
    uint8_t *at = inside(of->section) + (size_t)index * (view->size / view->count) + of->field * 4;
    const uint32_t was = fixture_read32(at);
    fixture_write32(at, HTN_NONE - 1);
    if (!is_refused_for(fault_of_field(of->kind)))
        fail_msg("%s of record %u may be any %s: %s", of->name, (unsigned)index, of->kind, reason_now());
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
        cmocka_unit_test(what_does_not_end_a_run_ends_no_task),
        cmocka_unit_test(every_field_is_what_its_kind_says),
    };
    return cmocka_run_group_tests_name("operands", tests, start, tear_down);
}
