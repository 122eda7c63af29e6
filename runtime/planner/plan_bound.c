/*
 * The longest plan of a domain, of its roots and of the tasks that are ordered; see plan_bound.h. The code of a method's subtasks lies between its METHOD and the next one. On the
 * way through a method each STEP and CALL in there is done once at most, so their sum is a bound; of a task the largest of its
 * methods' sums is one. A recursive task is bounded where it has no parameters, and effects write few values of single cells.
 */
#include "plan_bound.h"
#include "../blob/blob_reader.h"
#include "../blob/opcode_table.h"
#include "../blob/task_code.h"
#include <htn/arithmetic.h>

/* How many instructions are looked at, and how deep tasks are nested. Beyond, there is no bound. */
enum { MOST_LOOKED_AT = 4096, DEEPEST = 48, LONGEST = 1 << 16 };

typedef struct walk {
    const htn_domain *domain;
    uint32_t worlds; /* how many different worlds a search can make, at most; 0: not known */
    uint32_t looked_at;
    bool failed;
} walk;

/* A task that is decomposed, and those around it. */
typedef struct nested {
    const struct nested *around;
    uint32_t task, depth;
} nested;

static htni_plan_bound larger_of(htni_plan_bound a, htni_plan_bound b)
{
    const htni_plan_bound larger = {a.steps > b.steps ? a.steps : b.steps, a.record > b.record ? a.record : b.record};
    return larger;
}

/* --- Recursion ---------------------------------------------------------------------------------- */

/* How many values a property can have that code writes; DEEPEST + 1: too many. A reference may also be none. */
static uint32_t values_of(const htn_domain *domain, uint32_t property)
{
    const int64_t low = htni_signed(HTNI_FIELD(domain, PROPERTIES, property, LOW));
    const int64_t high = htni_signed(HTNI_FIELD(domain, PROPERTIES, property, HIGH));
    const bool table = HTNI_FIELD(domain, PROPERTIES, property, PARAMETER_COUNT) != 0;
    return table || high - low >= DEEPEST ? DEEPEST + 1 : (uint32_t)(high - low + 2);
}

/* The property of a single cell at this address; HTN_NONE: there is none. */
static uint32_t property_at(const htn_domain *domain, uint32_t address)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_PROPERTIES);
    for (uint32_t i = 0; i < count; i++)
        if (HTNI_FIELD(domain, PROPERTIES, i, ADDRESS) == address && HTNI_FIELD(domain, PROPERTIES, i, CELLS) == 1)
            return i;
    return HTN_NONE;
}

/* The property that an instruction writes; HTN_NONE: it writes none, or (`*all`) one cannot say which. */
static uint32_t written_by(const htn_domain *domain, const htni_instruction *in, bool *all)
{
    switch (htni_opcodes[in->op].writes) {
    case HTNI_WRITES_BYTE: {
        const uint32_t property = property_at(domain, in->b);
        *all = *all || property == HTN_NONE;
        return property;
    }
    case HTNI_WRITES_PROPERTY: return in->c;
    case HTNI_WRITES_CELL:
    case HTNI_WRITES_DEFERRED: *all = true; return HTN_NONE;
    default: return HTN_NONE;
    }
}

/*
 * How many worlds differ in what the code of the domain writes: the product of the numbers of values. 0: more than DEEPEST, or not
 * known.
 */
static uint32_t count_worlds(walk *of)
{
    const htn_domain *domain = of->domain;
    const uint32_t count = htni_count(domain, HTN_SECTION_CODE);
    uint64_t seen = 0; /* properties, by bits */
    uint32_t worlds = 1;
    bool all = (domain->flags & HTN_BLOB_LOOPS_FREE) != 0 || count > MOST_LOOKED_AT;
    for (uint32_t pc = 0; pc < count && !all && worlds <= DEEPEST; pc++) {
        const htni_instruction in = htni_fetch(domain, pc);
        const uint32_t property = written_by(domain, &in, &all);
        all = all || (property != HTN_NONE && property >= 64);
        if (property == HTN_NONE || all || seen >> property & 1)
            continue;
        seen |= UINT64_C(1) << property;
        worlds *= values_of(domain, property);
    }
    return all || worlds > DEEPEST ? 0 : worlds;
}

/*
 * How often a task lies inside itself. A task without parameters is entered only in worlds that differ from those in which it was
 * entered around (loop_guard.c), so no more often than there are worlds. Behind a Split the guard begins again.
 */
static bool is_guarded(walk *of, uint32_t task, const nested *around)
{
    uint32_t count = 0;
    if ((HTNI_FIELD(of->domain, TASKS, task, FLAGS) & HTN_TASK_RECURSIVE) == 0)
        return false;
    of->failed = of->failed || of->worlds == 0 || (of->domain->flags & HTN_BLOB_PARTIAL) != 0 ||
                 HTNI_FIELD(of->domain, TASKS, task, PARAMETER_COUNT) != 0;
    for (; around != NULL; around = around->around)
        count += around->task == task;
    return count >= of->worlds;
}

/* --- The way through a task --------------------------------------------------------------------- */

static htni_plan_bound bound_of_task(walk *of, uint32_t task, const nested *around)
{
    const htn_domain *domain = of->domain;
    const uint32_t end = HTNI_FIELD(domain, TASKS, task, END);
    const nested inside = {around, task, around == NULL ? 0 : around->depth + 1};
    htni_plan_bound largest = {0, 0}, sum = {0, 0};
    of->failed = of->failed || inside.depth > DEEPEST;
    if (of->failed || is_guarded(of, task, around))
        return largest;
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
            const htni_plan_bound called = task_there != HTN_NONE ? bound_of_task(of, task_there, &inside) : nothing;
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
    walk of = {domain, 0, 0, false};
    const uint32_t roots = htni_count(domain, HTN_SECTION_ROOTS);
    htni_plan_bound largest = {0, 0};
    of.failed = (domain->flags & HTN_BLOB_EACH) != 0; /* instances decide how many items there are */
    of.worlds = count_worlds(&of);
    for (uint32_t i = 0; i < roots && !of.failed; i++)
        largest = larger_of(largest, bound_of_task(&of, HTNI_FIELD(domain, ROOTS, i, TASK), NULL));
    const uint32_t orders = htni_count(domain, HTN_SECTION_ORDERS);
    for (uint32_t i = 0; i < orders && !of.failed; i++)
        largest = larger_of(largest, bound_of_task(&of, HTNI_FIELD(domain, ORDERS, i, TASK), NULL));
    *bound = largest;
    return !of.failed;
}
