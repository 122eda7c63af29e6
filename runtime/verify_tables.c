/*
 * The verifier's first half: tables. What blob.def says of a field (a text, an index, a run) is
 * checked for all fields alike, from that list; what one table promises beyond that follows below.
 */
#include "verify.h"

/* --- Fields, by kind ---------------------------------------------------------------------------- */

typedef enum field_kind { PLAIN, TEXT, INDEX, RUN_START, RUN_LENGTH, ADDRESS } field_kind;

typedef struct field_rule {
    uint8_t section;
    uint8_t field;
    uint8_t kind;
    uint8_t target; /* section that an index, text or run refers to */
} field_rule;

#define KIND_NUMBER         PLAIN, 0
#define KIND_SIGNED         PLAIN, 0
#define KIND_FLAGS          PLAIN, 0
#define KIND_ENUM           PLAIN, 0
#define KIND_STRING         TEXT, HTN_SECTION_STRINGS
#define KIND_DEBUG_STRING   TEXT, HTN_SECTION_DEBUG_STRINGS
#define KIND_CODE           ADDRESS, 0
#define KIND_COUNT          RUN_LENGTH, 0
#define KIND_INDEX(section) INDEX, HTN_SECTION_##section
#define KIND_FIRST(section) RUN_START, HTN_SECTION_##section

static const field_rule rules[] = {
#define HTN_FIELD(section, name, kind, meaning) {HTN_SECTION_##section, HTN_##section##_##name, KIND_##kind},
#include <htn/blob.def>
};

static uint32_t value_of(const htn_domain *domain, uint32_t section, uint32_t index, uint32_t field)
{
    return htn_domain_field(domain, (htn_section)section, index, field);
}

/* `rule[-1]` is the run's start where this is its length: blob.def puts them side by side. */
static bool check_field(const htn_domain *domain, htn_fault *fault, const field_rule *rule, uint32_t index)
{
    const htn_section section = (htn_section)rule->section;
    const uint32_t value = value_of(domain, section, index, rule->field);
    const uint32_t target = htni_count(domain, (htn_section)rule->target);
    switch (rule->kind) {
    case TEXT:
        if (value >= target)
            return htni_fault_at(domain, fault, section, index, rule->field, HTNI_FAULT_FIELD_STRING);
        return true;
    case INDEX:
        if (value >= target && value != HTN_NONE)
            return htni_fault_at(domain, fault, section, index, rule->field, HTNI_FAULT_FIELD_INDEX);
        return true;
    case RUN_LENGTH: {
        const uint32_t first = value_of(domain, section, index, rule[-1].field);
        const uint32_t room = htni_count(domain, (htn_section)rule[-1].target);
        if (first > room || value > room - first)
            return htni_fault_at(domain, fault, section, index, rule->field, HTNI_FAULT_FIELD_RUN);
        return true;
    }
    case ADDRESS:
        if (value > htni_count(domain, HTN_SECTION_CODE) && value != HTN_NONE)
            return htni_fault_at(domain, fault, section, index, rule->field, HTNI_FAULT_FIELD_CODE);
        return true;
    default: return true;
    }
}

static bool check_fields(const htn_domain *domain, htn_fault *fault)
{
    for (size_t rule = 0; rule < sizeof rules / sizeof *rules; rule++) {
        const uint32_t count = htni_count(domain, (htn_section)rules[rule].section);
        for (uint32_t index = 0; index < count; index++)
            if (!check_field(domain, fault, &rules[rule], index))
                return false;
    }
    return true;
}

static bool check_strings(const htn_domain *domain, htn_fault *fault, htn_section section)
{
    const htn_view *view = &domain->sections[section];
    if (view->data != NULL && (view->data[0] != 0 || view->data[view->size - 1] != 0))
        return htni_fault_at(domain, fault, section, 0, 0, HTNI_FAULT_STRINGS);
    return true;
}

/* --- Tables ------------------------------------------------------------------------------------- */

#define FAULT_IN(SECTION, index, NAME, code) \
    htni_fault_at(domain, fault, HTN_SECTION_##SECTION, (index), HTN_##SECTION##_##NAME, HTNI_FAULT_##code)
#define SIGNED(SECTION, index, NAME) htni_signed(HTNI_FIELD(domain, SECTION, index, NAME))

static bool check_types(const htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_TYPES);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t kind = HTNI_FIELD(domain, TYPES, i, KIND), values = HTNI_FIELD(domain, TYPES, i, VALUE_COUNT);
        const int32_t low = SIGNED(TYPES, i, LOW), high = SIGNED(TYPES, i, HIGH);
        if (kind >= HTN_TYPE_KINDS)
            return FAULT_IN(TYPES, i, KIND, KIND);
        const bool agrees = kind == HTN_TYPE_INTEGER ? values == 0
                            : kind == HTN_TYPE_BOOL  ? low == 0 && high == 1 && values == 0
                                                     : low == 0 && values >= 1 && high == (int64_t)values - 1;
        if (low > high || !agrees)
            return FAULT_IN(TYPES, i, LOW, TYPE_RANGE);
    }
    return true;
}

static bool storage_holds(uint32_t storage, int32_t low, int32_t high)
{
    switch (storage) {
    case HTN_STORAGE_U8: return low >= 0 && high <= (int32_t)UINT8_MAX;
    case HTN_STORAGE_S8: return low >= INT8_MIN && high <= INT8_MAX;
    case HTN_STORAGE_S16: return low >= INT16_MIN && high <= INT16_MAX;
    default: return true;
    }
}

static bool check_properties(const htn_domain *domain, htn_fault *fault)
{
    static const uint8_t widths[HTN_STORAGES] = {1, 1, 2, 4};
    const uint32_t count = htni_count(domain, HTN_SECTION_PROPERTIES);
    uint64_t free_from = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t storage = HTNI_FIELD(domain, PROPERTIES, i, STORAGE);
        const uint32_t address = HTNI_FIELD(domain, PROPERTIES, i, ADDRESS);
        const uint32_t type = HTNI_FIELD(domain, PROPERTIES, i, TYPE);
        const int32_t low = SIGNED(PROPERTIES, i, LOW), high = SIGNED(PROPERTIES, i, HIGH);
        const int32_t initial = SIGNED(PROPERTIES, i, INITIAL);
        if (storage >= HTN_STORAGES)
            return FAULT_IN(PROPERTIES, i, STORAGE, KIND);
        if (type == HTN_NONE)
            return FAULT_IN(PROPERTIES, i, TYPE, FIELD_INDEX);
        if (address < free_from || address % widths[storage] != 0 || address >= domain->world_bytes ||
            widths[storage] > domain->world_bytes - address)
            return FAULT_IN(PROPERTIES, i, ADDRESS, PROPERTY_PLACE);
        if (low != SIGNED(TYPES, type, LOW) || high != SIGNED(TYPES, type, HIGH) || initial < low || initial > high ||
            !storage_holds(storage, low, high))
            return FAULT_IN(PROPERTIES, i, LOW, PROPERTY_RANGE);
        if (HTNI_FIELD(domain, PROPERTIES, i, FLAGS) != 0)
            return FAULT_IN(PROPERTIES, i, FLAGS, FLAGS);
        free_from = (uint64_t)address + widths[storage];
    }
    return true;
}

static bool check_task_parts(const htn_domain *domain, htn_fault *fault, uint32_t i)
{
    const uint32_t kind = HTNI_FIELD(domain, TASKS, i, KIND), flags = HTNI_FIELD(domain, TASKS, i, FLAGS);
    const uint32_t parameters = HTNI_FIELD(domain, TASKS, i, PARAMETER_COUNT);
    const uint32_t locals = HTNI_FIELD(domain, TASKS, i, LOCALS), methods = HTNI_FIELD(domain, TASKS, i, METHOD_COUNT);
    const uint32_t operator_index = HTNI_FIELD(domain, TASKS, i, OPERATOR);
    const uint32_t arguments = HTNI_FIELD(domain, TASKS, i, ARGUMENTS);
    const bool framed = (flags & HTN_TASK_FRAMED) != 0;
    if (kind >= HTN_TASK_KINDS)
        return FAULT_IN(TASKS, i, KIND, KIND);
    if (flags & ~(uint32_t)(HTN_TASK_FRAMED | HTN_TASK_RECURSIVE))
        return FAULT_IN(TASKS, i, FLAGS, FLAGS);
    if (parameters > locals || locals > HTN_MAX_LOCALS || (locals != 0 && !framed) ||
        ((flags & HTN_TASK_RECURSIVE) && kind != HTN_TASK_COMPOUND))
        return FAULT_IN(TASKS, i, LOCALS, TASK_FRAME);
    if ((kind == HTN_TASK_COMPOUND) != (methods != 0) || methods > HTN_MAX_METHODS)
        return FAULT_IN(TASKS, i, METHOD_COUNT, TASK_METHODS);
    if ((operator_index == HTN_NONE) != (arguments == HTN_NONE) ||
        (operator_index != HTN_NONE && kind != HTN_TASK_PRIMITIVE))
        return FAULT_IN(TASKS, i, OPERATOR, TASK_OPERATOR);
    return true;
}

static bool check_tasks(htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_TASKS);
    uint32_t free_from = HTN_SLOTS;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t entry = HTNI_FIELD(domain, TASKS, i, ENTRY), end = HTNI_FIELD(domain, TASKS, i, END);
        const uint32_t arguments = HTNI_FIELD(domain, TASKS, i, ARGUMENTS);
        const uint32_t parameters = HTNI_FIELD(domain, TASKS, i, PARAMETER_COUNT);
        if (entry != free_from || end == HTN_NONE || end <= entry)
            return FAULT_IN(TASKS, i, ENTRY, TASK_PLACE);
        if (arguments != HTN_NONE && (arguments <= entry || arguments >= end))
            return FAULT_IN(TASKS, i, ARGUMENTS, TASK_OPERATOR);
        if (!check_task_parts(domain, fault, i))
            return false;
        domain->max_arguments = parameters > domain->max_arguments ? parameters : domain->max_arguments;
        free_from = end;
    }
    if (free_from != htni_count(domain, HTN_SECTION_CODE))
        return htni_fault_at(domain, fault, HTN_SECTION_CODE, 0, 0, HTNI_FAULT_CODE_END);
    return true;
}

static bool check_roots(const htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_ROOTS);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t task = HTNI_FIELD(domain, ROOTS, i, TASK);
        if (task == HTN_NONE || HTNI_FIELD(domain, TASKS, task, KIND) != HTN_TASK_COMPOUND ||
            HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT) != 0)
            return FAULT_IN(ROOTS, i, TASK, ROOT);
    }
    return true;
}

static bool check_debug(const htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_DEBUG_ITEMS);
    uint32_t free_from = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t first = HTNI_FIELD(domain, DEBUG_ITEMS, i, FIRST), end = HTNI_FIELD(domain, DEBUG_ITEMS, i, END);
        if (first < free_from || end <= first || end > htni_count(domain, HTN_SECTION_CODE))
            return FAULT_IN(DEBUG_ITEMS, i, FIRST, DEBUG_ITEM);
        if (HTNI_FIELD(domain, DEBUG_ITEMS, i, KIND) >= HTN_ITEM_KINDS)
            return FAULT_IN(DEBUG_ITEMS, i, KIND, KIND);
        if (HTNI_FIELD(domain, DEBUG_ITEMS, i, TASK) == HTN_NONE ||
            HTNI_FIELD(domain, DEBUG_ITEMS, i, FILE) == HTN_NONE)
            return FAULT_IN(DEBUG_ITEMS, i, TASK, FIELD_INDEX);
        free_from = end;
    }
    return true;
}

bool htni_verify_tables(htn_domain *domain, htn_fault *fault)
{
    static const uint8_t required[] = {HTN_SECTION_STRINGS, HTN_SECTION_TASKS, HTN_SECTION_METHODS,
                                       HTN_SECTION_ROOTS,   HTN_SECTION_CODE,  HTN_SECTION_LEADERS};
    for (size_t i = 0; i < sizeof required; i++)
        if (domain->sections[required[i]].data == NULL)
            return htni_fault(fault, htni_section_name((htn_section)required[i]), 0, HTNI_FAULT_SECTION_MISSING);
    return check_strings(domain, fault, HTN_SECTION_STRINGS) &&
           check_strings(domain, fault, HTN_SECTION_DEBUG_STRINGS) && check_fields(domain, fault) &&
           check_types(domain, fault) && check_properties(domain, fault) && check_tasks(domain, fault) &&
           check_roots(domain, fault) && check_debug(domain, fault);
}
