/* Networks from debug sections; see graph.h. */
#include "cli/graph/graph.h"
#include "cli/common/debug_info.h"
#include "cli/common/records.h"
#include "cli/common/setters.h"
#include <stdlib.h>
#include <string.h>

bool graph_is_root(const htn_domain *domain, uint32_t task)
{
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_ROOTS); i++)
        if (CLI_FIELD(domain, ROOTS, i, TASK) == task)
            return true;
    return false;
}

/* --- Subtasks ----------------------------------------------------------------------------------------- */

/* The item of a subtask in its caller's code, which may come behind inlined preconditions; HTN_NONE: not known. */
static uint32_t item_of(const htn_domain *domain, uint32_t record, uint32_t owner)
{
    const uint32_t end = CLI_FIELD(domain, DEBUG_SUBTASKS, record, END);
    for (uint32_t pc = CLI_FIELD(domain, DEBUG_SUBTASKS, record, FIRST); pc < end; pc++) {
        const uint32_t item = cli_item_at(domain, pc);
        if (item != HTN_NONE && CLI_FIELD(domain, DEBUG_ITEMS, item, KIND) == HTN_ITEM_SUBTASK &&
            CLI_FIELD(domain, DEBUG_ITEMS, item, TASK) == owner)
            return item;
    }
    return HTN_NONE;
}

static uint32_t achieve_of(const htn_domain *domain, uint32_t record)
{
    const uint32_t end = CLI_FIELD(domain, DEBUG_SUBTASKS, record, END);
    for (uint32_t pc = CLI_FIELD(domain, DEBUG_SUBTASKS, record, FIRST); pc < end; pc++) {
        const cli_instruction in = cli_instruction_at(domain, pc);
        if (in.op == HTN_OP_ACHIEVE)
            return in.b;
    }
    return HTN_NONE;
}

/* `∥2 `, `background ` and the like, for a subtask in a group. */
static void add_group(base_text *text, const htn_domain *domain, uint32_t record)
{
    const uint32_t parent = CLI_FIELD(domain, DEBUG_SUBTASKS, record, PARENT);
    if (parent == HTN_NONE)
        return;
    add_group(text, domain, parent);
    if (CLI_FIELD(domain, DEBUG_SUBTASKS, parent, KIND) == HTN_SUBTASK_BACKGROUND)
        base_text_add(text, "background ");
    else
        base_text_add(text, "\xE2\x88\xA5%u ", CLI_FIELD(domain, DEBUG_SUBTASKS, record, MEMBER) + 1);
}

static void add_subtask(graph *made, uint32_t owner, uint32_t record)
{
    const htn_domain *domain = made->domain;
    const uint32_t kind = CLI_FIELD(domain, DEBUG_SUBTASKS, record, KIND);
    if (kind == HTN_SUBTASK_PARALLEL || kind == HTN_SUBTASK_BACKGROUND)
        return; /* the subtasks in it are lines */
    const uint32_t task = CLI_FIELD(domain, DEBUG_SUBTASKS, record, TASK), item = item_of(domain, record, owner);
    base_text text = {0};
    add_group(&text, domain, record);
    if (item != HTN_NONE)
        base_text_add(&text, "%s", CLI_DEBUG_TEXT(domain, DEBUG_ITEMS, item, TEXT));
    else
        base_text_add(&text, "%s",
                      task != HTN_NONE              ? htn_task_name(domain, task)
                      : kind == HTN_SUBTASK_ACHIEVE ? "Achieve"
                                                    : "Split");
    made->subtasks =
        base_grow_array(made->subtasks, made->subtask_count, &made->subtask_capacity, sizeof *made->subtasks);
    made->subtasks[made->subtask_count++] =
        (graph_subtask){.record = record,
                        .owner = owner,
                        .method = CLI_FIELD(domain, DEBUG_SUBTASKS, record, METHOD),
                        .task = task,
                        .achieve = kind == HTN_SUBTASK_ACHIEVE ? achieve_of(domain, record) : HTN_NONE,
                        .text = text.bytes};
}

static int compare(const void *a, const void *b)
{
    const graph_subtask *x = a, *y = b;
    if (x->owner != y->owner)
        return x->owner < y->owner ? -1 : 1;
    if (x->method != y->method)
        return x->method < y->method ? -1 : 1;
    return x->record < y->record ? -1 : x->record > y->record;
}

/* --- Arrows that lead back ------------------------------------------------------------------------------ */

enum { UNSEEN, OPEN, DONE };

typedef struct walk {
    graph *made;
    uint8_t *state;  /* by task */
    uint32_t *first; /* by task: its first subtask */
    uint32_t *stack; /* open tasks, and beside each the next of its subtasks */
    uint32_t *next;
    uint32_t depth;
} walk;

static void open_task(walk *w, uint32_t task)
{
    w->state[task] = OPEN;
    w->stack[w->depth] = task;
    w->next[w->depth++] = w->first[task];
}

/* Goes through all tasks below one, depth first. Domains may nest tasks deeper than the C stack. */
static void walk_from(walk *w, uint32_t task)
{
    if (w->state[task] != UNSEEN)
        return;
    open_task(w, task);
    while (w->depth > 0) {
        const uint32_t at = w->next[w->depth - 1]++;
        graph_subtask *each = at < w->made->subtask_count ? &w->made->subtasks[at] : NULL;
        if (each == NULL || each->owner != w->stack[w->depth - 1]) {
            w->state[w->stack[--w->depth]] = DONE;
            continue;
        }
        if (each->task == HTN_NONE)
            continue;
        each->recursive = w->state[each->task] == OPEN;
        if (w->state[each->task] == UNSEEN)
            open_task(w, each->task);
    }
}

static void find_recursion(graph *made)
{
    const uint32_t tasks = htn_domain_count(made->domain, HTN_SECTION_TASKS);
    const uint32_t roots = htn_domain_count(made->domain, HTN_SECTION_ROOTS);
    walk w = {.made = made,
              .state = base_allocate((size_t)tasks + 1),
              .first = base_allocate(((size_t)tasks + 1) * sizeof *w.first),
              .stack = base_allocate(((size_t)tasks + 1) * sizeof *w.stack),
              .next = base_allocate(((size_t)tasks + 1) * sizeof *w.next)};
    for (uint32_t i = 0; i < tasks; i++)
        w.first[i] = made->subtask_count;
    for (uint32_t i = made->subtask_count; i-- > 0;)
        w.first[made->subtasks[i].owner] = i;
    for (uint32_t i = 0; i < roots; i++)
        walk_from(&w, CLI_FIELD(made->domain, ROOTS, i, TASK));
    for (uint32_t i = 0; i < tasks; i++)
        walk_from(&w, i);
    free(w.state);
    free(w.first);
    free(w.stack);
    free(w.next);
}

/* --- Properties --------------------------------------------------------------------------------------- */

static void add_use(graph *made, uint32_t task, uint32_t property, bool writes)
{
    made->uses = base_grow_array(made->uses, made->use_count, &made->use_capacity, sizeof *made->uses);
    made->uses[made->use_count++] = (graph_use){task, property, writes};
}

/* Counting sort by task. */
static void group_uses(graph *made)
{
    const uint32_t tasks = htn_domain_count(made->domain, HTN_SECTION_TASKS);
    free(made->uses_of_tasks);
    free(made->first_use);
    made->uses_of_tasks = base_allocate(((size_t)made->use_count + 1) * sizeof *made->uses_of_tasks);
    made->first_use = base_allocate(((size_t)tasks + 2) * sizeof *made->first_use);
    for (uint32_t i = 0; i < made->use_count; i++)
        made->first_use[made->uses[i].task + 2]++; /* so that the next loops leave each task's begin in its own place */
    for (uint32_t task = 0; task < tasks; task++)
        made->first_use[task + 2] += made->first_use[task + 1];
    for (uint32_t i = 0; i < made->use_count; i++)
        made->uses_of_tasks[made->first_use[made->uses[i].task + 1]++] = i;
}

/* Keeps the first of the uses that are the same. */
static void drop_repeated_uses(graph *made)
{
    const uint32_t tasks = htn_domain_count(made->domain, HTN_SECTION_TASKS);
    const size_t properties = htn_domain_count(made->domain, HTN_SECTION_PROPERTIES);
    uint32_t *seen = base_allocate((2 * properties + 1) * sizeof *seen),
             kept = 0; /* the last task with that use, plus 1 */
    for (uint32_t i = 0; i < made->first_use[tasks]; i++) {
        graph_use *use = &made->uses[made->uses_of_tasks[i]];
        uint32_t *last = &seen[2 * use->property + use->writes], task = use->task + 1;
        if (*last == task)
            use->task = HTN_NONE;
        *last = task;
    }
    for (uint32_t i = 0; i < made->use_count; i++)
        if (made->uses[i].task != HTN_NONE)
            made->uses[kept++] = made->uses[i];
    made->use_count = kept;
    free(seen);
}

static void find_uses(graph *made)
{
    const htn_domain *domain = made->domain;
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_DEBUG_READS); i++) {
        const uint32_t kind = CLI_FIELD(domain, DEBUG_READS, i, KIND);
        const uint32_t task = cli_item_task_at(domain, CLI_FIELD(domain, DEBUG_READS, i, AT));
        if ((kind == HTN_READ_PROPERTY || kind == HTN_READ_CELL) && task != HTN_NONE)
            add_use(made, task, CLI_FIELD(domain, DEBUG_READS, i, INDEX), false);
    }
    for (uint32_t task = 0; task < htn_domain_count(domain, HTN_SECTION_TASKS); task++)
        for (uint32_t pc = CLI_FIELD(domain, TASKS, task, ENTRY);
             cli_is_primitive(domain, task) && pc < CLI_FIELD(domain, TASKS, task, END); pc++) {
            const cli_instruction in = cli_instruction_at(domain, pc);
            const htn_property property = cli_written_by(domain, &in);
            if (property != HTN_NONE)
                add_use(made, task, property, true);
        }
    group_uses(made);
    drop_repeated_uses(made);
    group_uses(made);
}

void graph_make(graph *made, const htn_domain *domain)
{
    *made = (graph){.domain = domain};
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_DEBUG_SUBTASKS); i++) {
        const uint32_t owner = cli_task_at(domain, CLI_FIELD(domain, DEBUG_SUBTASKS, i, FIRST));
        if (owner != HTN_NONE)
            add_subtask(made, owner, i);
    }
    if (made->subtask_count > 0)
        qsort(made->subtasks, made->subtask_count, sizeof *made->subtasks, compare);
    find_recursion(made);
    find_uses(made);
}

void graph_free(graph *made)
{
    for (uint32_t i = 0; i < made->subtask_count; i++)
        free(made->subtasks[i].text);
    free(made->subtasks);
    free(made->uses);
    free(made->uses_of_tasks);
    free(made->first_use);
}
