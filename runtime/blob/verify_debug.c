/*
 * The verifier of the debug sections. They cannot change a plan, since only diagnosis reads them. The checks
 * make sure that a reader stays inside the blob and that its loops end: addresses rise and lie in the code,
 * indexes exist, and a subtask's group comes before the subtask. Runs and texts are checked in
 * verify_tables.c, like all others.
 */
#include "verify_debug.h"
#include "blob_reader.h"
#include "faults.h"

#define FAULT_IN(SECTION, index, NAME, code) \
    htni_fault_at(domain, fault, HTN_SECTION_##SECTION, (index), HTN_##SECTION##_##NAME, HTNI_FAULT_##code)

static bool check_items(const htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_DEBUG_ITEMS);
    const uint32_t ends = htni_count(domain, HTN_SECTION_DEBUG_ENDS);
    uint32_t free_from = 0;
    if (ends != 0 && ends != count)
        return FAULT_IN(DEBUG_ENDS, 0, LINE, DEBUG_ITEM);
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

/* A group comes before its members. So a walk from a subtask outwards ends. */
static bool check_subtasks(const htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_DEBUG_SUBTASKS);
    uint32_t last = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t first = HTNI_FIELD(domain, DEBUG_SUBTASKS, i, FIRST);
        const uint32_t end = HTNI_FIELD(domain, DEBUG_SUBTASKS, i, END);
        const uint32_t kind = HTNI_FIELD(domain, DEBUG_SUBTASKS, i, KIND);
        const uint32_t parent = HTNI_FIELD(domain, DEBUG_SUBTASKS, i, PARENT);
        if (first < last || end <= first || end > htni_count(domain, HTN_SECTION_CODE))
            return FAULT_IN(DEBUG_SUBTASKS, i, FIRST, DEBUG_SUBTASK);
        if (kind >= HTN_SUBTASK_KINDS)
            return FAULT_IN(DEBUG_SUBTASKS, i, KIND, KIND);
        if ((HTNI_FIELD(domain, DEBUG_SUBTASKS, i, TASK) != HTN_NONE) != (kind == HTN_SUBTASK_TASK))
            return FAULT_IN(DEBUG_SUBTASKS, i, TASK, FIELD_INDEX);
        if (parent != HTN_NONE &&
            (parent >= i || (HTNI_FIELD(domain, DEBUG_SUBTASKS, parent, KIND) != HTN_SUBTASK_PARALLEL &&
                             HTNI_FIELD(domain, DEBUG_SUBTASKS, parent, KIND) != HTN_SUBTASK_BACKGROUND)))
            return FAULT_IN(DEBUG_SUBTASKS, i, PARENT, DEBUG_SUBTASK);
        last = first;
    }
    return true;
}

static bool check_tests(const htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_DEBUG_TESTS);
    uint32_t free_from = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = HTNI_FIELD(domain, DEBUG_TESTS, i, AT);
        const uint32_t outcome = HTNI_FIELD(domain, DEBUG_TESTS, i, OUTCOME);
        const uint32_t local = HTNI_FIELD(domain, DEBUG_TESTS, i, LOCAL);
        if (at < free_from || at >= htni_count(domain, HTN_SECTION_CODE))
            return FAULT_IN(DEBUG_TESTS, i, AT, DEBUG_TEST);
        if (outcome >= HTN_TEST_OUTCOMES)
            return FAULT_IN(DEBUG_TESTS, i, OUTCOME, KIND);
        if (outcome == HTN_TEST_NEXT_INSTANCE ? local > HTN_MAX_LOCALS : local != HTN_NONE)
            return FAULT_IN(DEBUG_TESTS, i, LOCAL, DEBUG_TEST);
        free_from = at + 1;
    }
    return true;
}

/* How many targets a read of that kind can have: its INDEX is below that. */
static uint32_t read_targets(const htn_domain *domain, uint32_t kind)
{
    switch (kind) {
    case HTN_READ_PROPERTY:
    case HTN_READ_CELL: return htni_count(domain, HTN_SECTION_PROPERTIES);
    case HTN_READ_QUERY: return htni_count(domain, HTN_SECTION_QUERIES);
    case HTN_READ_DERIVED: return htni_count(domain, HTN_SECTION_DERIVED);
    default: return HTN_MAX_LOCALS + 1;
    }
}

static bool check_read(const htn_domain *domain, htn_fault *fault, uint32_t i)
{
    const uint32_t kind = HTNI_FIELD(domain, DEBUG_READS, i, KIND), index = HTNI_FIELD(domain, DEBUG_READS, i, INDEX);
    const uint32_t count = HTNI_FIELD(domain, DEBUG_READS, i, ARGUMENT_COUNT);
    const bool typed = HTNI_FIELD(domain, DEBUG_READS, i, TYPE) != HTN_NONE;
    if (kind >= HTN_READ_KINDS)
        return FAULT_IN(DEBUG_READS, i, KIND, KIND);
    if (index >= read_targets(domain, kind))
        return FAULT_IN(DEBUG_READS, i, INDEX, DEBUG_READ);
    if (!typed && (kind == HTN_READ_WITNESS || kind == HTN_READ_NO_INSTANCE))
        return FAULT_IN(DEBUG_READS, i, TYPE, DEBUG_READ);
    const uint32_t expected =
        kind == HTN_READ_CELL || kind == HTN_READ_PROPERTY ? HTNI_FIELD(domain, PROPERTIES, index, PARAMETER_COUNT) : 0;
    if (count != expected || count > HTN_MAX_READ_ARGUMENTS)
        return FAULT_IN(DEBUG_READS, i, ARGUMENT_COUNT, DEBUG_READ);
    return true;
}

static bool check_reads(const htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_DEBUG_READS);
    const uint32_t arguments = htni_count(domain, HTN_SECTION_DEBUG_ARGUMENTS);
    uint32_t last = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = HTNI_FIELD(domain, DEBUG_READS, i, AT);
        if (at < last || at >= htni_count(domain, HTN_SECTION_CODE))
            return FAULT_IN(DEBUG_READS, i, AT, DEBUG_READ);
        if (!check_read(domain, fault, i))
            return false;
        last = at;
    }
    for (uint32_t i = 0; i < arguments; i++) {
        const uint32_t kind = HTNI_FIELD(domain, DEBUG_ARGUMENTS, i, KIND);
        const uint32_t value = HTNI_FIELD(domain, DEBUG_ARGUMENTS, i, VALUE);
        if (kind >= HTN_ARGUMENT_KINDS)
            return FAULT_IN(DEBUG_ARGUMENTS, i, KIND, KIND);
        if ((kind == HTN_ARGUMENT_PROPERTY && value >= htni_count(domain, HTN_SECTION_PROPERTIES)) ||
            (kind == HTN_ARGUMENT_LOCAL && value > HTN_MAX_LOCALS))
            return FAULT_IN(DEBUG_ARGUMENTS, i, VALUE, DEBUG_READ);
    }
    return true;
}

bool htni_verify_debug(const htn_domain *domain, htn_fault *fault)
{
    return check_items(domain, fault) && check_subtasks(domain, fault) && check_tests(domain, fault) &&
           check_reads(domain, fault);
}
