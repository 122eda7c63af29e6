/*
 * The longest plan of a domain; see plan_bound.h. The code of a method's subtasks lies between its METHOD and the next one. On the
 * way through a method each STEP and CALL in there is done once at most, so their sum is a bound; of a task the largest of its
 * methods' sums is one.
 */
#include "plan_bound.h"
#include "../blob/blob_reader.h"
#include "../blob/opcode_table.h"
#include "../blob/task_code.h"

/* How many instructions are looked at, and how deep tasks are nested. Beyond, there is no bound. */
enum { MOST_LOOKED_AT = 4096, DEEPEST = 48, LONGEST = 1 << 16 };

typedef struct walk {
    const htn_domain *domain;
    uint32_t looked_at;
    bool failed;
} walk;

static htni_plan_bound larger_of(htni_plan_bound a, htni_plan_bound b)
{
    const htni_plan_bound larger = {a.steps > b.steps ? a.steps : b.steps, a.record > b.record ? a.record : b.record};
    return larger;
}

static htni_plan_bound bound_of_task(walk *of, uint32_t task, uint32_t depth)
{
    const htn_domain *domain = of->domain;
    const uint32_t end = HTNI_FIELD(domain, TASKS, task, END);
    htni_plan_bound largest = {0, 0}, sum = {0, 0};
    of->failed = of->failed || depth > DEEPEST || (HTNI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_RECURSIVE) != 0;
    for (uint32_t pc = HTNI_FIELD(domain, TASKS, task, ENTRY); pc < end && !of->failed; pc++) {
        const htni_instruction in = htni_fetch(domain, pc);
        const uint32_t family = htni_opcodes[in.op].family;
        if (family == HTNI_FAMILY_METHOD) {
            largest = larger_of(largest, sum);
            sum.steps = 0;
            sum.record = 1;
        } else if (family == HTNI_FAMILY_STEP) {
            sum.steps++;
        } else if (family == HTNI_FAMILY_CALL) {
            const uint32_t task_there = htni_task_at(domain, in.c);
            const htni_plan_bound nothing = {0, 0};
            const htni_plan_bound called = task_there != HTN_NONE ? bound_of_task(of, task_there, depth + 1) : nothing;
            sum.steps += called.steps;
            sum.record += called.record;
        }
        of->failed = of->failed || family == HTNI_FAMILY_ACHIEVE || ++of->looked_at > MOST_LOOKED_AT ||
                     sum.steps > LONGEST || sum.record > LONGEST;
    }
    return larger_of(largest, sum);
}

bool htni_bound_plans(const htn_domain *domain, htni_plan_bound *bound)
{
    walk of = {domain, 0, false};
    const uint32_t roots = htni_count(domain, HTN_SECTION_ROOTS);
    htni_plan_bound largest = {0, 0};
    for (uint32_t i = 0; i < roots && !of.failed; i++)
        largest = larger_of(largest, bound_of_task(&of, HTNI_FIELD(domain, ROOTS, i, TASK), 0));
    *bound = largest;
    return !of.failed;
}
