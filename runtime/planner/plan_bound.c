/*
 * The longest plan of a domain, of its roots and of the tasks that are ordered; see plan_bound.h. The code of a method's subtasks
 * lies between its METHOD and the next one. On the way through a method each STEP, CALL and write in there is done once at most, so
 * their sum is a bound; of a task the largest of its methods' sums is one. A task with a GUARD is bounded where it has no
 * parameters, and effects write few values of single cells.
 */
#include "plan_bound.h"
#include "../blob/blob_reader.h"
#include "../blob/opcode_table.h"
#include "../blob/task_code.h"
#include <htn/arithmetic.h>
#include <htn/native.h>

/* How many instructions are looked at, and how deep tasks are nested. Beyond, there is no bound. */
enum { MOST_LOOKED_AT = 1 << 14, DEEPEST = 48, LONGEST = 1 << 16 };

/* What a task takes is kept, as many tasks call it: in the slot of its number. A power of 2; the slots lie on the stack. */
enum { KEPT_TASKS = 256 };

typedef struct kept_bound {
    uint32_t task; /* HTN_NONE: nothing is kept */
    htni_plan_bound bound;
} kept_bound;

typedef struct walk {
    const htn_domain *domain;
    uint32_t worlds; /* how many different worlds a search can make, at most; 0: not known */
    uint32_t looked_at;
    bool failed;
    bool recursion;     /* because of a recursion */
    bool trail_unknown; /* a loop writes, or what is written is done again */
    uint32_t outermost; /* the depth of the outermost of the tasks that were met again inside themselves */
    kept_bound kept[KEPT_TASKS];
} walk;

/* A task that is decomposed, and those around it. */
typedef struct nested {
    const struct nested *around;
    uint32_t task, depth;
} nested;

static uint32_t greater_of(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static htni_plan_bound larger_of(htni_plan_bound a, htni_plan_bound b)
{
    const htni_plan_bound larger = {greater_of(a.steps, b.steps),     greater_of(a.record, b.record),
                                    greater_of(a.choices, b.choices), greater_of(a.frames, b.frames),
                                    greater_of(a.trail, b.trail),     greater_of(a.depth, b.depth)};
    return larger;
}

/* One after the other; the depth is that of the deeper one. */
static htni_plan_bound sum_of(htni_plan_bound a, htni_plan_bound b)
{
    const htni_plan_bound sum = {a.steps + b.steps,   a.record + b.record, a.choices + b.choices,
                                 a.frames + b.frames, a.trail + b.trail,   greater_of(a.depth, b.depth)};
    return sum;
}

static bool is_too_long(const htni_plan_bound *bound)
{
    return bound->steps > LONGEST || bound->record > LONGEST || bound->choices > LONGEST || bound->frames > LONGEST ||
           bound->trail > LONGEST;
}

/* --- Recursion ---------------------------------------------------------------------------------- */

/* How many values a property can have that code writes; DEEPEST + 1: too many. LOW is none where an entity may be that. */
static uint32_t values_of(const htn_domain *domain, uint32_t property)
{
    const int64_t low = htni_signed(HTNI_FIELD(domain, PROPERTIES, property, LOW));
    const int64_t high = htni_signed(HTNI_FIELD(domain, PROPERTIES, property, HIGH));
    const bool table = HTNI_FIELD(domain, PROPERTIES, property, PARAMETER_COUNT) != 0;
    return table || high - low >= DEEPEST ? DEEPEST + 1 : (uint32_t)(high - low + 1);
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
static uint32_t count_worlds(const htn_domain *domain)
{
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
 * How often a task may lie inside itself: without a GUARD once; see plan_bound.h. With one, and without parameters, it is entered
 * only in worlds that differ from those in which it was entered around (loop_guard.c), so no more often than there are worlds.
 * Behind a Split the guard begins again.
 */
static bool is_deep_enough(walk *of, uint32_t task, const nested *around)
{
    const bool guarded = (HTNI_FIELD(of->domain, TASKS, task, FLAGS) & HTN_TASK_RECURSIVE) != 0;
    uint32_t count = 0;
    const bool partial = (of->domain->flags & HTN_BLOB_PARTIAL) != 0;
    if (guarded && (of->worlds == 0 || partial || HTNI_FIELD(of->domain, TASKS, task, PARAMETER_COUNT) != 0)) {
        of->failed = true;
        of->recursion = !partial; /* what a Split leaves is planned later */
    }
    for (; around != NULL; around = around->around)
        if (around->task == task) {
            count++;
            of->outermost = around->depth < of->outermost ? around->depth : of->outermost;
        }
    return guarded ? count > of->worlds : count >= 2; /* the entry that the guard fails takes room, too */
}

/* --- The way through a task --------------------------------------------------------------------- */

/* How many entries of the trail an instruction makes, at most. What is deferred needs three at first, and one more later. */
static uint32_t entries_of(walk *of, const htni_instruction *in)
{
    switch (htni_opcodes[in->op].writes) {
    case HTNI_WRITES_BYTE:
    case HTNI_WRITES_PROPERTY:
    case HTNI_WRITES_CELL:
    case HTNI_WRITES_SUM:
    case HTNI_WRITES_MARK: return 1;
    case HTNI_WRITES_DEFERRED: return 4;
    case HTNI_WRITES_MUCH: of->trail_unknown = true; return 0;
    default: return 0;
    }
}

/* Looks for writes in the loop that a jump back to `first` ends. */
static void look_into_loop(walk *of, uint32_t first, uint32_t jump)
{
    for (; first < jump && !of->trail_unknown; first++) {
        const htni_instruction in = htni_fetch(of->domain, first);
        of->trail_unknown = entries_of(of, &in) != 0;
        of->looked_at++;
    }
}

/* What entering a task takes, in front of its methods. */
static htni_plan_bound bound_of_entry(const htn_domain *domain, uint32_t task)
{
    const uint32_t flags = HTNI_FIELD(domain, TASKS, task, FLAGS);
    htni_plan_bound entry = {0, 0, 0, 0, 0, 0};
    if (flags & HTN_TASK_FRAMED)
        entry.frames += HTNI_FRAME_LOCALS + HTNI_FIELD(domain, TASKS, task, LOCALS);
    if (flags & HTN_TASK_RECURSIVE)
        entry.frames += HTNI_ANCESTOR_WORDS;
    return entry;
}

static htni_plan_bound bound_of_task(walk *of, uint32_t task, const nested *around);

/* Adds an instruction to the way through a method. */
static void add_instruction(walk *of, htni_plan_bound *sum, uint32_t pc, const nested *inside)
{
    const htni_instruction in = htni_fetch(of->domain, pc);
    const uint32_t family = htni_opcodes[in.op].family;
    sum->trail += entries_of(of, &in);
    sum->steps += family == HTNI_FAMILY_STEP;
    if (family == HTNI_FAMILY_CALL) {
        const uint32_t task_there = htni_task_at(of->domain, in.c);
        if (task_there != HTN_NONE)
            *sum = sum_of(*sum, bound_of_task(of, task_there, inside));
    }
    if (htni_has_label(in.op) && in.c <= pc && in.c > HTN_SLOT_VALID)
        look_into_loop(of, in.c, pc);
    of->failed = of->failed || family == HTNI_FAMILY_ACHIEVE || ++of->looked_at > MOST_LOOKED_AT || is_too_long(sum);
}

/* The largest of a task's methods, and what entering it takes. */
static htni_plan_bound bound_of_methods(walk *of, uint32_t task, const nested *inside)
{
    const htn_domain *domain = of->domain;
    const uint32_t end = HTNI_FIELD(domain, TASKS, task, END);
    htni_plan_bound largest = {0, 0, 0, 0, 0, 0}, sum = largest, entry = bound_of_entry(domain, task);
    for (uint32_t pc = HTNI_FIELD(domain, TASKS, task, ENTRY); pc < end && !of->failed; pc++) {
        const uint32_t op = htni_fetch(domain, pc).op;
        if (htni_opcodes[op].family == HTNI_FAMILY_METHOD) {
            const htni_plan_bound method = {0, 1, 1, 0, 0, 0};
            largest = larger_of(largest, sum);
            sum = method;
        } else {
            entry.choices += op == HTN_OP_CHOOSE; /* in front of its method, or in its subtasks */
            add_instruction(of, &sum, pc, inside);
        }
    }
    largest = sum_of(larger_of(largest, sum), entry);
    largest.depth += (HTNI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_RECURSIVE) != 0;
    return largest;
}

/*
 * A bound is kept if no task around was met again on the way: then it is the same wherever the task is called. Only tasks that lead
 * back to it could make it smaller, so it holds there, too. Inside itself, a task is not looked up.
 */
static htni_plan_bound bound_of_task(walk *of, uint32_t task, const nested *around)
{
    const nested inside = {around, task, around == NULL ? 0 : around->depth + 1};
    const uint32_t met_before = of->outermost;
    kept_bound *const kept = &of->kept[task & (KEPT_TASKS - 1)];
    htni_plan_bound bound = {0, 0, 0, 0, 0, 0};
    of->failed = of->failed || inside.depth > DEEPEST;
    of->outermost = HTN_NONE;
    const bool deep_enough = of->failed || is_deep_enough(of, task, around);
    if (!deep_enough && of->outermost == HTN_NONE && kept->task == task) {
        bound = kept->bound;
    } else if (!deep_enough) {
        bound = bound_of_methods(of, task, &inside);
        if (of->outermost >= inside.depth && !of->failed) {
            kept->task = task;
            kept->bound = bound;
        }
    }
    of->outermost = met_before < of->outermost ? met_before : of->outermost;
    return bound;
}

htni_bounded htni_bound_plans(const htn_domain *domain, htni_plan_bound *bound)
{
    const htni_plan_bound none = {0, 0, 0, 0, 0, 0};
    walk of;
    const uint32_t roots = htni_count(domain, HTN_SECTION_ROOTS), orders = htni_count(domain, HTN_SECTION_ORDERS);
    htni_plan_bound largest = none;
    of.domain = domain;
    of.looked_at = 0;
    of.recursion = false;
    of.trail_unknown = (domain->flags & (HTN_BLOB_SPANS | HTN_BLOB_PARTIAL)) != 0 || domain->cheapest;
    of.outermost = HTN_NONE;
    for (uint32_t i = 0; i < KEPT_TASKS; i++)
        of.kept[i].task = HTN_NONE;
    of.failed = (domain->flags & HTN_BLOB_EACH) != 0; /* instances decide how many items there are */
    of.worlds = count_worlds(domain);
    for (uint32_t i = 0; i < roots && !of.failed; i++)
        largest = larger_of(largest, bound_of_task(&of, HTNI_FIELD(domain, ROOTS, i, TASK), NULL));
    for (uint32_t i = 0; i < orders && !of.failed; i++)
        largest = larger_of(largest, bound_of_task(&of, HTNI_FIELD(domain, ORDERS, i, TASK), NULL));
    if (of.trail_unknown)
        largest.trail = HTN_NONE;
    *bound = of.failed ? none : largest;
    return !of.failed ? HTNI_BOUNDED : of.recursion ? HTNI_UNBOUNDED_RECURSION : HTNI_UNBOUNDED;
}
