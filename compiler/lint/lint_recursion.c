/*
 * Recursion that only the loop guard or a limit ends (language reference, "Known consequences"). Three cases are certain:
 *   - a task is entered again before anything was written: that call always fails;
 *   - a task calls itself, and the effects before the call write nothing that it reads: every round decides like the last one;
 *   - a ring of tasks in which nothing that is written is read.
 * "Reads" includes everything that could make an earlier choice succeed in the next round: all that is below the methods up to the
 * call, and what comes after the task if that can fail. After a `Split` nothing is certain: the loop guard starts again, in any world
 * state.
 */
#include "compiler/lint/lint_recursion.h"

#include "compiler/lint/lint_reads.h"
#include "compiler/lint/lint_values.h"
#include "compiler/names/names_components.h"

/* --- The remedy ----------------------------------------------------------------------------------- */

static const char *value_text(htnc_linter *linter, const htnc_type *type, int32_t value)
{
    if (type->kind == HTNC_TYPE_BOOL)
        return value ? "true" : "false";
    for (const htnc_value *each = type->values; each; each = each->next)
        if (each->ordinal == value)
            return each->name.text;
    if (type->kind == HTNC_TYPE_ENTITIES)
        return value == HTNC_NOBODY ? "none" : NULL; /* no name that a domain could write */
    return base_format(linter->arena, "%d", (int)value);
}

/* An effect after which the item does not hold: `WsEnemyRange = MeleeRange` for `WsEnemyRange > MeleeRange`. NULL: none is known. */
static const char *ending_effect(htnc_linter *linter, const htnc_expr *item)
{
    htnc_facts holds, fails;
    htnc_facts_clear(&holds);
    htnc_facts_clear(&fails);
    htnc_facts_narrow(linter, &holds, item, true);
    htnc_facts_narrow(linter, &fails, item, false);
    for (const htnc_property *each = linter->model->properties; each && fails.count > 0; each = each->next) {
        const htnc_known *end = htnc_facts_find(&fails, each), *now = htnc_facts_find(&holds, each);
        if (!end || !now || fails.impossible || holds.impossible)
            continue;
        const char *text =
            value_text(linter, each->type, end->values.low > now->values.high ? end->values.low : end->values.high);
        return text ? base_format(linter->arena, "%s = %s", each->name, text) : NULL;
    }
    return NULL;
}

/* The last primitive task before the call. NULL: there is none. */
static const htnc_task *last_primitive(const htnc_method *method, const htnc_subtask *call)
{
    const htnc_task *found = NULL;
    for (const htnc_subtask *each = method->leaves; each != call; each = each->next_leaf)
        if (each->task && each->task->kind == HTNC_PRIMITIVE)
            found = each->task;
    return found;
}

static void propose(htnc_linter *linter, base_diagnostic *report, const htnc_method *method, const htnc_subtask *call)
{
    const htnc_task *before = last_primitive(method, call);
    const char *effect = NULL;
    for (const htnc_expr *item = method->conditions; item; item = item->next) {
        const char *found = ending_effect(linter, item);
        effect = found ? found : effect;
    }
    if (before && effect)
        base_report_note(linter->diagnostics, report, before->name.span,
                         "if `%s` ends this, say so: `ExpectedEffects [%s]`, for example", before->name.text, effect);
}

/* --- Entered again at once ------------------------------------------------------------------------ */

/* Whether the call certainly has the arguments that its task was entered with. */
static bool passes_same_arguments(const htnc_task *task, const htnc_subtask *call)
{
    const htnc_variable *parameter = task->parameters;
    for (const htnc_expr *each = call->arguments; each; each = each->next, parameter = parameter->next)
        if (each->kind != HTNC_EXPR_NAME || each->ref != HTNC_REF_VARIABLE || each->to.variable != parameter)
            return false;
    return true;
}

static void report_at_once(htnc_linter *linter, const htnc_method *method, const htnc_subtask *call,
                           const htnc_task *entry)
{
    const char *effect =
        linter->model->loops_free ? "so only a limit ends this" : "so the loop guard always rejects this call";
    base_diagnostic *report =
        base_report(linter->diagnostics, BASE_DIAG_STUCK_RECURSION, call->span,
                    "`%s` is entered again before anything has changed, %s", htnc_task_name(entry), effect);
    if (method->task != entry && method->task->around != entry)
        base_report_note(linter->diagnostics, report, entry->name.span, "it was entered here, and led to `%s`",
                         htnc_task_name(method->task));
    propose(linter, report, method, call);
}

typedef struct left_calls {
    htnc_edges edges;  /* calls within a component before which nothing was written */
    uint32_t *entries; /* by component of the graph of these calls: how many of its tasks are entered in other ways */
    const htnc_task **entry;
    htnc_components found;
} left_calls;

/* Calls `visit` for every call by a used recursive task of a task in its own component. */
typedef void visit_call(void *user, htnc_linter *linter, const htnc_method *method, const htnc_subtask *call,
                        bool left);

typedef struct visitor {
    htnc_linter *linter;
    visit_call *visit;
    void *user;
    const htnc_method *method;
} visitor;

/*
 * `left`: nothing was written so far. Returns whether that is so after the item too. The members of a group begin together; what a
 * Background writes is not assumed after it.
 */
static bool visit_item(const visitor *in, const htnc_subtask *item, bool left)
{
    bool after = left, inside = left;
    if (item->kind == HTNC_SUBTASK_BACKGROUND) {
        for (const htnc_subtask *each = item->members; each; each = each->next)
            inside = visit_item(in, each, inside);
        return left;
    }
    if (item->kind == HTNC_SUBTASK_OPTIONAL) {
        for (const htnc_subtask *each = item->members; each; each = each->next)
            inside = visit_item(in, each, inside);
        return inside;
    }
    if (item->kind == HTNC_SUBTASK_ANY_ORDER)
        left = false; /* another member may come first */
    for (const htnc_subtask *each = item->members; each; each = each->next)
        after = visit_item(in, each, left) && after;
    if (item->kind != HTNC_SUBTASK_TASK)
        return after && item->kind == HTNC_SUBTASK_PARALLEL;
    in->visit(in->user, in->linter, in->method, item, left && item->task->component == in->method->task->component);
    return left && !in->linter->writes[item->task->index];
}

static void for_each_recursive_call(htnc_linter *linter, visit_call *visit, void *user)
{
    visitor in = {.linter = linter, .visit = visit, .user = user};
    for (uint32_t i = 0; i < linter->model->task_count; i++) {
        const htnc_task *task = linter->model->tasks[i];
        for (in.method = task->methods; task->used && in.method; in.method = in.method->next) {
            bool left = true;
            for (const htnc_subtask *each = in.method->subtasks; each; each = each->next)
                left = visit_item(&in, each, left);
        }
    }
}

static void collect_left(void *user, htnc_linter *linter, const htnc_method *method, const htnc_subtask *call,
                         bool left)
{
    left_calls *calls = user;
    if (left && !method->task->parameters && !call->task->parameters)
        htnc_edge_add(linter->arena, &calls->edges, method->task->index, call->task->index);
}

static void count_entry(left_calls *calls, const htnc_task *task)
{
    uint32_t component = calls->found.component[task->index];
    if (calls->entries[component] > 0 && calls->entry[component] == task)
        return;
    calls->entries[component]++;
    calls->entry[component] = task;
}

static void count_entries(void *user, htnc_linter *linter, const htnc_method *method, const htnc_subtask *call,
                          bool left)
{
    left_calls *calls = user;
    (void)linter;
    if (!left || calls->found.component[method->task->index] != calls->found.component[call->task->index])
        count_entry(calls, call->task);
}

/* Reports a call of a task by itself, and in a ring that is entered at one task, the calls of that task. */
static void report_left(void *user, htnc_linter *linter, const htnc_method *method, const htnc_subtask *call, bool left)
{
    const left_calls *calls = user;
    uint32_t component = calls->found.component[call->task->index];
    bool itself = call->task == method->task && passes_same_arguments(call->task, call);
    bool ring = calls->found.cyclic[call->task->index] && component == calls->found.component[method->task->index] &&
                calls->entries[component] == 1 && calls->entry[component] == call->task && !call->task->parameters;
    if (left && (itself || ring))
        report_at_once(linter, method, call, call->task);
}

static void check_left(htnc_linter *linter)
{
    left_calls calls = {.edges = {0}};
    size_t count = (size_t)linter->model->task_count + 1;
    for_each_recursive_call(linter, collect_left, &calls);
    calls.found = htnc_components_of(linter->arena, &calls.edges, linter->model->task_count);
    calls.entries = base_alloc_array(linter->arena, count, sizeof *calls.entries);
    calls.entry = base_alloc_array(linter->arena, count, sizeof *calls.entry);
    for (const htnc_root *root = linter->model->roots; root; root = root->next)
        count_entry(&calls, root->task);
    for_each_recursive_call(linter, count_entries, &calls);
    for_each_recursive_call(linter, report_left, &calls);
}

/* --- Entered again for nothing -------------------------------------------------------------------- */

static void report_for_nothing(htnc_linter *linter, const htnc_method *method, const htnc_subtask *call)
{
    base_diagnostic *report =
        base_report(linter->diagnostics, BASE_DIAG_STUCK_RECURSION, call->span,
                    "`%s` calls itself, but nothing before the call changes what it reads: only %s ends this",
                    htnc_task_name(call->task), linter->model->loops_free ? "a limit" : "the loop guard or a limit");
    const htnc_expr *asked = method->conditions;
    while (asked && asked->is_constant)
        asked = asked->next;
    const htnc_expr *last = asked;
    while (last && last->next)
        last = last->next;
    if (asked)
        base_report_note(linter->diagnostics, report, base_span_join(asked->span, last->span),
                         "these conditions are the same in every round");
    propose(linter, report, method, call);
}

/* Whether every round decides like the last one: nothing that is written before the call is read. */
static bool decides_as_before(htnc_reads *reads, const htnc_method *method, const htnc_subtask *call)
{
    const htnc_task *task = method->task;
    if (task->select != HTNC_SELECT_FIRST)
        return false; /* a selection may depend on anything, and a random draw on how often the task was entered */
    htnc_reads_clear(reads);
    for (const htnc_subtask *each = method->leaves; each != call; each = each->next_leaf) {
        if (each->kind == HTNC_SUBTASK_SPLIT || (each->task && each->task->splits))
            return false;
        htnc_writes_of_subtask(reads, each);
        htnc_reads_of_subtask(reads, each);
    }
    for (const htnc_method *earlier = task->methods; earlier != method; earlier = earlier->next) {
        htnc_reads_of_exprs(reads, earlier->conditions);
        htnc_reads_of_exprs(reads, earlier->while_conditions);
        htnc_reads_of_exprs(reads, earlier->enter_conditions);
        for (const htnc_subtask *each = earlier->leaves; each; each = each->next_leaf)
            htnc_reads_of_subtask(reads, each);
    }
    htnc_reads_of_exprs(reads, method->conditions);
    htnc_reads_of_exprs(reads, method->while_conditions);
    htnc_reads_of_exprs(reads, method->enter_conditions);
    for (const htnc_prefer_key *key = method->prefer; key; key = key->next)
        htnc_reads_of_exprs(reads, key->value);
    if (reads->linter->follower[task->index])
        htnc_reads_of_domain(reads);
    return htnc_reads_disjoint(reads);
}

static void check_self(void *user, htnc_linter *linter, const htnc_method *method, const htnc_subtask *call, bool left)
{
    if (call->task == method->task && !left && passes_same_arguments(call->task, call) &&
        decides_as_before(user, method, call))
        report_for_nothing(linter, method, call);
}

/* --- Rings ---------------------------------------------------------------------------------------- */

typedef struct ring_search {
    htnc_reads reads;
    bool *checked; /* by component */
} ring_search;

static bool ring_has_parameters(const htnc_linter *linter, uint32_t component)
{
    for (uint32_t i = component ? linter->model->component_end[component - 1] : 0;
         i < linter->model->component_end[component]; i++)
        if (linter->model->tasks[linter->model->by_component[i]]->parameters)
            return true;
    return false;
}

static bool ring_is_followed(const htnc_linter *linter, uint32_t component)
{
    for (uint32_t i = component ? linter->model->component_end[component - 1] : 0;
         i < linter->model->component_end[component]; i++)
        if (linter->follower[linter->model->by_component[i]])
            return true;
    return false;
}

/* Whether nothing that the ring of `task` writes is read, in the ring or after it. */
static bool ring_stands_still(htnc_reads *reads, const htnc_task *task)
{
    if (task->splits)
        return false;
    htnc_reads_clear(reads);
    htnc_writes_of_task(reads, task);
    htnc_reads_of_task(reads, task);
    if (ring_is_followed(reads->linter, task->component))
        htnc_reads_of_domain(reads);
    return htnc_reads_disjoint(reads);
}

/* Checks the ring that `call` is part of; reports it at its first call. */
static void check_ring(void *user, htnc_linter *linter, const htnc_method *method, const htnc_subtask *call, bool left)
{
    ring_search *search = user;
    const htnc_task *task = method->task;
    if (left || call->task == task || call->task->component != task->component || search->checked[task->component])
        return;
    search->checked[task->component] = true;
    if (ring_has_parameters(linter, task->component) || !ring_stands_still(&search->reads, task))
        return;
    base_diagnostic *report =
        base_report(linter->diagnostics, BASE_DIAG_STUCK_RECURSION, call->span,
                    "`%s` leads back to `%s`, but nothing in between changes what they read: only %s ends this",
                    htnc_task_name(call->task), htnc_task_name(task),
                    linter->model->loops_free ? "a limit" : "the loop guard or a limit");
    propose(linter, report, method, call);
}

void htnc_check_recursion(htnc_linter *linter)
{
    ring_search search;
    check_left(linter);
    htnc_reads_init(&search.reads, linter);
    search.checked = base_alloc_array(linter->arena, (size_t)linter->model->task_count + 1, sizeof *search.checked);
    for_each_recursive_call(linter, check_self, &search.reads);
    for_each_recursive_call(linter, check_ring, &search);
}
