/* Lookups in the debug sections: binary searches, because their records are sorted by address. See explain_debug.h. */
#include "cli/explain/explain_debug.h"

uint32_t explain_first_from(const htn_domain *domain, htn_section section, uint32_t field, uint32_t value)
{
    uint32_t low = 0, high = htn_domain_count(domain, section);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (htn_domain_field(domain, section, middle, field) < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

explain_detail explain_detail_of(const htn_domain *domain)
{
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_DEBUG_ITEMS);
    if (count == 0)
        return EXPLAIN_DETAIL_NONE;
    for (uint32_t item = 0; item < count && htn_domain_count(domain, HTN_SECTION_DEBUG_SUBTASKS) == 0; item++)
        if (EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, KIND) == HTN_ITEM_SUBTASK)
            return EXPLAIN_DETAIL_ITEMS; /* it has subtasks, but says nothing about them */
    return EXPLAIN_DETAIL_FULL;
}

/* --- Tasks ---------------------------------------------------------------------------------------- */

uint32_t explain_task_field(const htn_domain *domain, uint32_t task, uint32_t field)
{
    return htn_domain_field(domain, HTN_SECTION_TASKS, task, field);
}

bool explain_is_primitive(const htn_domain *domain, uint32_t task)
{
    return explain_task_field(domain, task, HTN_TASKS_KIND) == HTN_TASK_PRIMITIVE;
}

uint32_t explain_task_at(const htn_domain *domain, uint32_t pc)
{
    const uint32_t behind = explain_first_from(domain, HTN_SECTION_TASKS, HTN_TASKS_ENTRY, pc + 1);
    return behind > 0 && pc < explain_task_field(domain, behind - 1, HTN_TASKS_END) ? behind - 1 : HTN_NONE;
}

bool explain_selects(const htn_domain *domain, uint32_t task)
{
    const uint32_t end = explain_task_field(domain, task, HTN_TASKS_END);
    for (uint32_t pc = explain_task_field(domain, task, HTN_TASKS_ENTRY); pc < end; pc++) {
        const cli_instruction in = cli_instruction_at(domain, pc);
        if (in.op == HTN_OP_METHOD && in.a != 0)
            return true;
    }
    return false;
}

const char *explain_parameter(const htn_domain *domain, uint32_t task, uint32_t slot, uint32_t *type)
{
    *type = HTN_NONE;
    if (slot >= explain_task_field(domain, task, HTN_TASKS_PARAMETER_COUNT))
        return "";
    const uint32_t index = explain_task_field(domain, task, HTN_TASKS_FIRST_PARAMETER) + slot;
    *type = EXPLAIN_FIELD(domain, PARAMETERS, index, TYPE);
    return htn_domain_text(domain, HTN_SECTION_STRINGS, EXPLAIN_FIELD(domain, PARAMETERS, index, NAME));
}

/* --- Items ---------------------------------------------------------------------------------------- */

uint32_t explain_item_at(const htn_domain *domain, uint32_t pc)
{
    const uint32_t behind = explain_first_from(domain, HTN_SECTION_DEBUG_ITEMS, HTN_DEBUG_ITEMS_FIRST, pc + 1);
    return behind > 0 && pc < EXPLAIN_FIELD(domain, DEBUG_ITEMS, behind - 1, END) ? behind - 1 : HTN_NONE;
}

bool explain_is_condition(const htn_domain *domain, uint32_t item)
{
    const uint32_t kinds = 1u << HTN_ITEM_METHOD_CONDITION | 1u << HTN_ITEM_PRECONDITION | 1u << HTN_ITEM_WHILE |
                           1u << HTN_ITEM_COOLDOWN | 1u << HTN_ITEM_RANK | 1u << HTN_ITEM_MARGIN | 1u << HTN_ITEM_GOAL;
    return (kinds >> EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, KIND) & 1) != 0;
}

uint32_t explain_owner(const htn_domain *domain, uint32_t pc)
{
    const uint32_t item = explain_item_at(domain, pc);
    return item != HTN_NONE ? EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, TASK) : explain_task_at(domain, pc);
}

uint32_t explain_items_of_task(const htn_domain *domain, uint32_t task, uint32_t *end)
{
    *end = explain_first_from(domain, HTN_SECTION_DEBUG_ITEMS, HTN_DEBUG_ITEMS_FIRST,
                              explain_task_field(domain, task, HTN_TASKS_END));
    return explain_first_from(domain, HTN_SECTION_DEBUG_ITEMS, HTN_DEBUG_ITEMS_FIRST,
                              explain_task_field(domain, task, HTN_TASKS_ENTRY));
}

/* Whether two items are the same piece of source. */
static bool is_same_source(const htn_domain *domain, uint32_t a, uint32_t b)
{
    static const uint32_t fields[] = {HTN_DEBUG_ITEMS_KIND, HTN_DEBUG_ITEMS_FILE, HTN_DEBUG_ITEMS_LINE,
                                      HTN_DEBUG_ITEMS_COLUMN, HTN_DEBUG_ITEMS_TEXT};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (htn_domain_field(domain, HTN_SECTION_DEBUG_ITEMS, a, fields[i]) !=
            htn_domain_field(domain, HTN_SECTION_DEBUG_ITEMS, b, fields[i]))
            return false;
    return true;
}

uint32_t explain_original(const htn_domain *domain, uint32_t item)
{
    uint32_t end, own = explain_items_of_task(domain, EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, TASK), &end);
    while (own < end && !is_same_source(domain, item, own))
        own++;
    return own < end ? own : item;
}

uint32_t explain_method_item(const htn_domain *domain, uint32_t task, uint32_t method)
{
    uint32_t end, item = explain_items_of_task(domain, task, &end);
    while (item < end && !(EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, KIND) == HTN_ITEM_METHOD &&
                           EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, METHOD) == method))
        item++;
    return item < end ? item : HTN_NONE;
}

bool explain_is_of_method(const htn_domain *domain, uint32_t item, uint32_t task, uint32_t method)
{
    return EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, METHOD) == method &&
           EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, TASK) == task && explain_is_condition(domain, item) &&
           EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, KIND) != HTN_ITEM_GOAL;
}

/* --- Tests and subtasks ----------------------------------------------------------------------------- */

/* In a blob without records of tests: a jump inside the item decides nothing, one to a loop goes on with that. */
static htn_test_outcome guess_outcome(const htn_domain *domain, uint32_t pc, uint32_t *local)
{
    const uint32_t item = explain_item_at(domain, pc), to = cli_instruction_at(domain, pc).c;
    const cli_instruction target = cli_instruction_at(domain, to);
    if (item == HTN_NONE)
        return cli_instruction_at(domain, pc).op == HTN_OP_SELECT ? HTN_TEST_NO_CANDIDATE : HTN_TEST_OUTCOMES;
    if (!explain_is_condition(domain, item) ||
        (to >= EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, FIRST) && to < EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, END)))
        return HTN_TEST_OUTCOMES;
    *local = target.a;
    return target.op == HTN_OP_NEXT_INSTANCE || target.op == HTN_OP_NEXT_FACT ? HTN_TEST_NEXT_INSTANCE
           : to == HTN_SLOT_FAIL                                              ? HTN_TEST_FAILS
                                                                              : HTN_TEST_NEXT_METHOD;
}

htn_test_outcome explain_outcome_at(const htn_domain *domain, uint32_t pc, uint32_t *local)
{
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_DEBUG_TESTS);
    const uint32_t test = explain_first_from(domain, HTN_SECTION_DEBUG_TESTS, HTN_DEBUG_TESTS_AT, pc);
    *local = HTN_NONE;
    if (count == 0)
        return guess_outcome(domain, pc, local);
    if (test == count || EXPLAIN_FIELD(domain, DEBUG_TESTS, test, AT) != pc)
        return HTN_TEST_OUTCOMES;
    *local = EXPLAIN_FIELD(domain, DEBUG_TESTS, test, LOCAL);
    return (htn_test_outcome)EXPLAIN_FIELD(domain, DEBUG_TESTS, test, OUTCOME);
}

uint32_t explain_never_behind(const htn_domain *domain, uint32_t pc, uint32_t task)
{
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_DEBUG_TESTS);
    uint32_t test = explain_first_from(domain, HTN_SECTION_DEBUG_TESTS, HTN_DEBUG_TESTS_AT, pc + 1);
    while (test < count && EXPLAIN_FIELD(domain, DEBUG_TESTS, test, OUTCOME) != HTN_TEST_NEVER)
        test++;
    if (test == count ||
        EXPLAIN_FIELD(domain, DEBUG_TESTS, test, AT) >= explain_task_field(domain, task, HTN_TASKS_END))
        return HTN_NONE;
    return EXPLAIN_FIELD(domain, DEBUG_TESTS, test, AT);
}

/* A subtask lies in its group, and subtasks do not overlap otherwise: from the last one that begins in time outwards. */
uint32_t explain_subtask_at(const htn_domain *domain, uint32_t pc)
{
    uint32_t subtask = explain_first_from(domain, HTN_SECTION_DEBUG_SUBTASKS, HTN_DEBUG_SUBTASKS_FIRST, pc + 1);
    subtask = subtask > 0 ? subtask - 1 : HTN_NONE;
    while (subtask != HTN_NONE && pc >= EXPLAIN_FIELD(domain, DEBUG_SUBTASKS, subtask, END))
        subtask = EXPLAIN_FIELD(domain, DEBUG_SUBTASKS, subtask, PARENT);
    return subtask;
}
