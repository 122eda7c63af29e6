/* Lookups in the debug sections: binary searches, because their records are sorted by address. See debug_info.h. */
#include "cli/common/debug_info.h"
#include "cli/common/instruction.h"

cli_detail cli_detail_of(const htn_domain *domain)
{
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_DEBUG_ITEMS);
    if (count == 0)
        return CLI_DETAIL_NONE;
    for (uint32_t item = 0; item < count && htn_domain_count(domain, HTN_SECTION_DEBUG_SUBTASKS) == 0; item++)
        if (CLI_FIELD(domain, DEBUG_ITEMS, item, KIND) == HTN_ITEM_SUBTASK)
            return CLI_DETAIL_ITEMS; /* it has subtasks, but says nothing about them */
    return CLI_DETAIL_FULL;
}

bool cli_selects(const htn_domain *domain, uint32_t task)
{
    const uint32_t end = CLI_FIELD(domain, TASKS, task, END);
    for (uint32_t pc = CLI_FIELD(domain, TASKS, task, ENTRY); pc < end; pc++) {
        const cli_instruction in = cli_instruction_at(domain, pc);
        if (in.op == HTN_OP_METHOD && in.a != 0)
            return true;
    }
    return false;
}

/* --- Items ---------------------------------------------------------------------------------------- */

uint32_t cli_item_at(const htn_domain *domain, uint32_t pc)
{
    const uint32_t behind = cli_first_from(domain, HTN_SECTION_DEBUG_ITEMS, HTN_DEBUG_ITEMS_FIRST, pc + 1);
    return behind > 0 && pc < CLI_FIELD(domain, DEBUG_ITEMS, behind - 1, END) ? behind - 1 : HTN_NONE;
}

bool cli_is_condition(const htn_domain *domain, uint32_t item)
{
    const uint32_t kinds = 1u << HTN_ITEM_METHOD_CONDITION | 1u << HTN_ITEM_PRECONDITION | 1u << HTN_ITEM_WHILE |
                           1u << HTN_ITEM_COOLDOWN | 1u << HTN_ITEM_RANK | 1u << HTN_ITEM_MARGIN | 1u << HTN_ITEM_GOAL |
                           1u << HTN_ITEM_CONTEXT | 1u << HTN_ITEM_ENTER | 1u << HTN_ITEM_RESERVE;
    return (kinds >> CLI_FIELD(domain, DEBUG_ITEMS, item, KIND) & 1) != 0;
}

uint32_t cli_item_task_at(const htn_domain *domain, uint32_t pc)
{
    const uint32_t item = cli_item_at(domain, pc);
    return item != HTN_NONE ? CLI_FIELD(domain, DEBUG_ITEMS, item, TASK) : cli_task_at(domain, pc);
}

uint32_t cli_items_of_task(const htn_domain *domain, uint32_t task, uint32_t *end)
{
    *end = cli_first_from(domain, HTN_SECTION_DEBUG_ITEMS, HTN_DEBUG_ITEMS_FIRST, CLI_FIELD(domain, TASKS, task, END));
    return cli_first_from(domain, HTN_SECTION_DEBUG_ITEMS, HTN_DEBUG_ITEMS_FIRST,
                          CLI_FIELD(domain, TASKS, task, ENTRY));
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

uint32_t cli_original_item(const htn_domain *domain, uint32_t item)
{
    uint32_t end, own = cli_items_of_task(domain, CLI_FIELD(domain, DEBUG_ITEMS, item, TASK), &end);
    while (own < end && !is_same_source(domain, item, own))
        own++;
    return own < end ? own : item;
}

uint32_t cli_method_item(const htn_domain *domain, uint32_t task, uint32_t method)
{
    uint32_t end, item = cli_items_of_task(domain, task, &end);
    while (item < end && !(CLI_FIELD(domain, DEBUG_ITEMS, item, KIND) == HTN_ITEM_METHOD &&
                           CLI_FIELD(domain, DEBUG_ITEMS, item, METHOD) == method))
        item++;
    return item < end ? item : HTN_NONE;
}

bool cli_is_of_method(const htn_domain *domain, uint32_t item, uint32_t task, uint32_t method)
{
    return CLI_FIELD(domain, DEBUG_ITEMS, item, METHOD) == method &&
           CLI_FIELD(domain, DEBUG_ITEMS, item, TASK) == task && cli_is_condition(domain, item) &&
           CLI_FIELD(domain, DEBUG_ITEMS, item, KIND) != HTN_ITEM_GOAL;
}

/* --- Tests and subtasks ----------------------------------------------------------------------------- */

/* In a blob without records of tests: a jump inside the item decides nothing, one to a loop goes on with that. */
static htn_test_outcome guess_outcome(const htn_domain *domain, uint32_t pc, uint32_t *local)
{
    const uint32_t item = cli_item_at(domain, pc), to = cli_instruction_at(domain, pc).c;
    const cli_instruction target = cli_instruction_at(domain, to);
    if (item == HTN_NONE)
        return cli_instruction_at(domain, pc).op == HTN_OP_SELECT ? HTN_TEST_NO_CANDIDATE : HTN_TEST_OUTCOMES;
    if (!cli_is_condition(domain, item) ||
        (to >= CLI_FIELD(domain, DEBUG_ITEMS, item, FIRST) && to < CLI_FIELD(domain, DEBUG_ITEMS, item, END)))
        return HTN_TEST_OUTCOMES;
    *local = target.a;
    return target.op == HTN_OP_NEXT_INSTANCE || target.op == HTN_OP_NEXT_FACT ? HTN_TEST_NEXT_INSTANCE
           : to == HTN_SLOT_FAIL                                              ? HTN_TEST_FAILS
                                                                              : HTN_TEST_NEXT_METHOD;
}

htn_test_outcome cli_outcome_at(const htn_domain *domain, uint32_t pc, uint32_t *local)
{
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_DEBUG_TESTS);
    const uint32_t test = cli_first_from(domain, HTN_SECTION_DEBUG_TESTS, HTN_DEBUG_TESTS_AT, pc);
    *local = HTN_NONE;
    if (count == 0)
        return guess_outcome(domain, pc, local);
    if (test == count || CLI_FIELD(domain, DEBUG_TESTS, test, AT) != pc)
        return HTN_TEST_OUTCOMES;
    *local = CLI_FIELD(domain, DEBUG_TESTS, test, LOCAL);
    return (htn_test_outcome)CLI_FIELD(domain, DEBUG_TESTS, test, OUTCOME);
}

uint32_t cli_never_behind(const htn_domain *domain, uint32_t pc, uint32_t task)
{
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_DEBUG_TESTS);
    uint32_t test = cli_first_from(domain, HTN_SECTION_DEBUG_TESTS, HTN_DEBUG_TESTS_AT, pc + 1);
    while (test < count && CLI_FIELD(domain, DEBUG_TESTS, test, OUTCOME) != HTN_TEST_NEVER)
        test++;
    if (test == count || CLI_FIELD(domain, DEBUG_TESTS, test, AT) >= CLI_FIELD(domain, TASKS, task, END))
        return HTN_NONE;
    return CLI_FIELD(domain, DEBUG_TESTS, test, AT);
}

/* A subtask lies in its group, and subtasks do not overlap otherwise: from the last one that begins in time outwards. */
uint32_t cli_subtask_at(const htn_domain *domain, uint32_t pc)
{
    uint32_t subtask = cli_first_from(domain, HTN_SECTION_DEBUG_SUBTASKS, HTN_DEBUG_SUBTASKS_FIRST, pc + 1);
    subtask = subtask > 0 ? subtask - 1 : HTN_NONE;
    while (subtask != HTN_NONE && pc >= CLI_FIELD(domain, DEBUG_SUBTASKS, subtask, END))
        subtask = CLI_FIELD(domain, DEBUG_SUBTASKS, subtask, PARENT);
    return subtask;
}
