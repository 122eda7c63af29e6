/*
 * Splits methods into fragments; see ground_split_methods.h. Each variable of a method has a span: the run of
 * subtasks that use it. A run of subtasks with overlapping spans becomes a task of its own, and its variables
 * disappear from the method.
 *
 * A variable is fixed, and stays, if the head uses it, if a condition on facts that can change uses it
 * (static conditions hold whenever they are asked), or if fixed variables determine its value.
 * ground_plan_builder.c puts the fragments together again.
 */
#include "hddl/ground/ground_split_methods.h"

#include <string.h>

typedef struct splitter {
    hddl_pool *pool; /* of the result */
    ground_reach *reach;
    const normal_problem *from;
    normal_method *methods;
    ground_fragment *fragments;
    uint32_t count;
    normal_range *tasks;
    const uint32_t **task_types;
    uint32_t *task_arity;
    uint32_t task_count;
} splitter;

/* One method while it is split. */
typedef struct cutting {
    splitter *split;
    uint32_t index;         /* its number */
    normal_method method;   /* as it was before */
    uint32_t *first, *last; /* of each variable: the span of subtasks that use it; first > last: none does */
    bool *fixed;            /* of each variable: it stays in the method */
    bool *head;
    bool *marks;
} cutting;

static bool is_variable(normal_term term)
{
    return !hddl_is_object(term);
}

static bool is_static(const cutting *c, const normal_literal *literal)
{
    return literal->predicate == NORMAL_EQUAL || c->split->from->source->predicates[literal->predicate].is_static;
}

/* --- Fixed variables ------------------------------------------------------------------------------------------------ */

static void fix(const cutting *c, const normal_term *terms, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (is_variable(terms[i]))
            c->fixed[terms[i]] = true;
}

static void find_spans(cutting *c)
{
    const normal_condition *condition = &c->method.schema.condition;
    fix(c, c->method.head, c->split->task_arity[c->method.task]);
    memcpy(c->head, c->fixed, c->method.schema.variable_count);
    for (uint32_t i = 0; i < condition->count; i++)
        if (!is_static(c, &condition->literals[i]))
            fix(c, condition->literals[i].terms, condition->literals[i].term_count);
    memset(c->first, 0xFF, c->method.schema.variable_count * sizeof *c->first);
    for (uint32_t i = 0; i < c->method.subtask_count; i++) {
        for (uint32_t term = 0; term < c->method.subtasks[i].term_count; term++) {
            const normal_term variable = c->method.subtasks[i].terms[term];
            if (is_variable(variable)) {
                c->first[variable] = c->first[variable] < i ? c->first[variable] : i;
                c->last[variable] = i;
            }
        }
    }
}

/* Whether a literal has one variable that is not fixed, and its facts leave at most one value for it. */
static bool determines(const cutting *c, const normal_literal *literal, normal_term *determined)
{
    uint64_t known = 0;
    *determined = -1;
    for (uint32_t i = 0; i < literal->term_count; i++) {
        normal_term term = literal->terms[i];
        if (!is_variable(term) || c->fixed[term])
            known |= (uint64_t)1 << i;
        else if (*determined >= 0 && *determined != term)
            return false;
        else
            *determined = term;
    }
    if (*determined < 0 || !literal->positive)
        return false;
    if (literal->predicate == NORMAL_EQUAL)
        return known != 0;
    ground_relation *facts = c->split->reach->facts[literal->predicate];
    return known ? ground_relation_index(c->split->reach->pool, facts, known)->chains.count == facts->count
                 : facts->count <= 1;
}

static void fix_determined(cutting *c)
{
    const normal_condition *condition = &c->method.schema.condition;
    for (uint32_t i = 0; i < condition->count; i++) {
        normal_term variable;
        if (is_static(c, &condition->literals[i]) && determines(c, &condition->literals[i], &variable)) {
            c->fixed[variable] = true;
            i = UINT32_MAX; /* which may determine others */
        }
    }
}

/* --- Spans ---------------------------------------------------------------------------------------------------------- */

static bool is_local(const cutting *c, normal_term term)
{
    return is_variable(term) && !c->fixed[term];
}

/* Variables of one literal are chosen together, so they get one span. Returns whether a span has changed. */
static bool join_spans(cutting *c, const normal_literal *literal)
{
    uint32_t first = UINT32_MAX, last = 0;
    bool changed = false;
    for (uint32_t i = 0; i < literal->term_count; i++) {
        normal_term term = literal->terms[i];
        if (is_local(c, term) && c->first[term] != UINT32_MAX) {
            first = c->first[term] < first ? c->first[term] : first;
            last = c->last[term] > last ? c->last[term] : last;
        }
    }
    for (uint32_t i = 0; first != UINT32_MAX && i < literal->term_count; i++) {
        normal_term term = literal->terms[i];
        if (is_local(c, term) && (c->first[term] != first || c->last[term] != last)) {
            c->first[term] = first;
            c->last[term] = last;
            changed = true;
        }
    }
    return changed;
}

static void join_all_spans(cutting *c)
{
    const normal_condition *condition = &c->method.schema.condition;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < condition->count; i++)
            changed |= join_spans(c, &condition->literals[i]);
    }
}

/* Finds the end of the run of overlapping spans that begins with this subtask. False: no span begins here. */
static bool run_from(const cutting *c, uint32_t begin, uint32_t *end)
{
    bool any = false;
    *end = begin;
    for (uint32_t at = begin; at <= *end; at++) {
        hddl_pool_tick(c->split->reach->pool);
        for (uint32_t i = 0; i < c->method.schema.variable_count; i++) {
            if (!c->fixed[i] && c->first[i] == at) {
                any = true;
                *end = c->last[i] > *end ? c->last[i] : *end;
            }
        }
    }
    return any;
}

static void fix_from(cutting *c, uint32_t first)
{
    for (uint32_t i = 0; i < c->method.schema.variable_count; i++)
        if (c->first[i] == first)
            c->fixed[i] = true;
}

/* Whether a literal belongs to the fragment of the subtasks [begin, end]: it has a variable whose span begins there. */
static bool belongs(const cutting *c, const normal_literal *literal, uint32_t begin, uint32_t end)
{
    for (uint32_t i = 0; i < literal->term_count; i++) {
        const normal_term term = literal->terms[i];
        if (is_local(c, term) && c->first[term] >= begin && c->first[term] <= end)
            return true;
    }
    return false;
}

static void mark_fixed(const cutting *c, const normal_term *terms, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (is_variable(terms[i]) && c->fixed[terms[i]])
            c->marks[terms[i]] = true;
}

/* Marks the fixed variables that a fragment of the subtasks [begin, end] needs as parameters. */
static void mark_parameters(const cutting *c, uint32_t begin, uint32_t end)
{
    const normal_condition *condition = &c->method.schema.condition;
    memset(c->marks, 0, c->method.schema.variable_count);
    for (uint32_t i = begin; i <= end; i++)
        mark_fixed(c, c->method.subtasks[i].terms, c->method.subtasks[i].term_count);
    for (uint32_t i = 0; i < condition->count; i++)
        if (belongs(c, &condition->literals[i], begin, end))
            mark_fixed(c, condition->literals[i].terms, condition->literals[i].term_count);
}

/* Whether splitting off the first subtasks saves anything: the method chooses a variable that they do not need. */
static bool is_first_useful(const cutting *c, uint32_t end)
{
    mark_parameters(c, 0, end);
    for (uint32_t i = 0; i < c->method.schema.variable_count; i++)
        if (c->fixed[i] && !c->head[i] && !c->marks[i])
            return true;
    return false;
}

/* --- Fragments --------------------------------------------------------------------------------------------------------- */

static void *copy_array(splitter *split, const void *from, size_t count, size_t size)
{
    void *copy = hddl_pool_zeroed(split->pool, count, size);
    if (count)
        memcpy(copy, from, count * size);
    return copy;
}

static uint32_t new_task(splitter *split, uint32_t method, uint32_t arity, const uint32_t *types)
{
    hddl_pool *pool = split->pool;
    const size_t needed = (size_t)split->task_count + 1;
    split->tasks = hddl_pool_reserve(pool, split->tasks, needed, sizeof *split->tasks);
    split->task_types = hddl_pool_reserve(pool, split->task_types, needed, sizeof *split->task_types);
    split->task_arity = hddl_pool_reserve(pool, split->task_arity, needed, sizeof *split->task_arity);
    split->tasks[split->task_count] = (normal_range){method, 1};
    split->task_types[split->task_count] = types;
    split->task_arity[split->task_count] = arity;
    return split->task_count++;
}

static uint32_t new_method(splitter *split)
{
    hddl_pool *pool = split->pool;
    const size_t needed = (size_t)split->count + 1;
    split->methods = hddl_pool_reserve(pool, split->methods, needed, sizeof *split->methods);
    split->fragments = hddl_pool_reserve(pool, split->fragments, needed, sizeof *split->fragments);
    return split->count++;
}

/* Renumbers terms for one fragment; -1 in `number`: no number yet. */
typedef struct numbering {
    splitter *split;
    const cutting *from;
    int32_t *number;
    uint32_t *types, *variable_of;
    uint32_t count;
} numbering;

static const normal_term *renumber(numbering *n, const normal_term *terms, uint32_t count)
{
    normal_term *copy = copy_array(n->split, terms, count, sizeof *terms);
    for (uint32_t i = 0; i < count; i++) {
        if (is_variable(terms[i])) {
            if (n->number[terms[i]] < 0) {
                n->number[terms[i]] = (int32_t)n->count;
                n->types[n->count] = n->from->method.schema.types[terms[i]];
                const uint32_t *outer = n->split->fragments[n->from->index].variable_of;
                n->variable_of[n->count++] = outer ? outer[terms[i]] : (uint32_t)terms[i];
            }
            copy[i] = n->number[terms[i]];
        }
    }
    return copy;
}

/* Stores a method or fragment as number `index` of the splitter's, with variables of its own. */
static void store(cutting *c, uint32_t index, const normal_method *method, uint32_t arity, bool first)
{
    splitter *split = c->split;
    uint32_t variables = c->method.schema.variable_count;
    numbering n = {.split = split, .from = c};
    n.number = hddl_pool_resize(split->pool, NULL, (variables + 1) * sizeof *n.number);
    memset(n.number, 0xFF, variables * sizeof *n.number);
    n.types = hddl_pool_zeroed(split->pool, variables, sizeof *n.types);
    n.variable_of = hddl_pool_zeroed(split->pool, variables, sizeof *n.variable_of);
    normal_method made = *method;
    made.head = renumber(&n, method->head, arity);
    normal_subtask *subtasks = copy_array(split, method->subtasks, method->subtask_count, sizeof *subtasks);
    for (uint32_t i = 0; i < method->subtask_count; i++)
        subtasks[i].terms = renumber(&n, subtasks[i].terms, subtasks[i].term_count);
    made.subtasks = subtasks;
    normal_condition *condition = &made.schema.condition;
    normal_literal *literals = copy_array(split, condition->literals, condition->count, sizeof *literals);
    for (uint32_t i = 0; i < condition->count; i++)
        literals[i].terms = renumber(&n, literals[i].terms, literals[i].term_count);
    condition->literals = literals;
    n.types = hddl_pool_resize(split->pool, n.types, n.count * sizeof *n.types);
    n.variable_of = hddl_pool_resize(split->pool, n.variable_of, n.count * sizeof *n.variable_of);
    made.schema.types = n.types;
    made.schema.variable_count = made.schema.parameter_count = made.schema.slot_count = n.count;
    split->methods[index] = made;
    split->fragments[index] = (ground_fragment){split->fragments[c->index].original, first, n.variable_of};
    hddl_pool_release(split->pool, n.number);
}

/* Makes a task of the subtasks [begin, end]. Returns the subtask that calls it. */
static normal_subtask cut(cutting *c, uint32_t begin, uint32_t end)
{
    splitter *split = c->split;
    uint32_t variables = c->method.schema.variable_count, arity = 0;
    normal_term *parameters = hddl_pool_zeroed(split->pool, variables, sizeof *parameters);
    uint32_t *types = hddl_pool_zeroed(split->pool, variables, sizeof *types);
    mark_parameters(c, begin, end);
    for (uint32_t i = 0; i < variables; i++) {
        if (c->marks[i]) {
            types[arity] = c->method.schema.types[i];
            parameters[arity++] = (normal_term)i;
        }
    }
    parameters = hddl_pool_resize(split->pool, parameters, arity * sizeof *parameters);
    types = hddl_pool_resize(split->pool, types, arity * sizeof *types);
    uint32_t index = new_method(split);
    const normal_condition *condition = &c->method.schema.condition;
    normal_literal *literals = hddl_pool_zeroed(split->pool, condition->count, sizeof *literals);
    normal_method fragment = {.schema.origin = c->method.schema.origin};
    for (uint32_t i = 0; i < condition->count; i++)
        if (belongs(c, &condition->literals[i], begin, end))
            literals[fragment.schema.condition.count++] = condition->literals[i];
    fragment.schema.condition.literals = literals;
    fragment.task = new_task(split, index, arity, types);
    fragment.head = parameters;
    fragment.subtasks = c->method.subtasks + begin;
    fragment.subtask_count = end - begin + 1;
    store(c, index, &fragment, arity, false);
    return (normal_subtask){.index = fragment.task, .term_count = arity, .terms = parameters};
}

/*
 * Replaces the method by what remains of it. Positive conditions that fragments ask stay in it as well: there
 * they only check that a value exists, which costs no choice.
 */
static void cut_all(cutting *c)
{
    splitter *split = c->split;
    normal_method top = c->method;
    normal_subtask *subtasks = hddl_pool_zeroed(split->pool, c->method.subtask_count, sizeof *subtasks);
    const normal_condition *condition = &c->method.schema.condition;
    normal_literal *literals = hddl_pool_zeroed(split->pool, condition->count, sizeof *literals);
    top.subtask_count = top.schema.condition.count = 0;
    for (uint32_t begin = 0, end; begin < c->method.subtask_count; begin = end + 1) {
        bool local = run_from(c, begin, &end);
        subtasks[top.subtask_count++] = local ? cut(c, begin, end) : c->method.subtasks[begin];
    }
    for (uint32_t i = 0; i < condition->count; i++) {
        const normal_literal *literal = &condition->literals[i];
        bool asks = literal->positive && literal->predicate != NORMAL_EQUAL;
        if (asks || !belongs(c, literal, 0, c->method.subtask_count))
            literals[top.schema.condition.count++] = *literal;
    }
    top.subtasks = subtasks;
    top.schema.condition.literals = literals;
    store(c, c->index, &top, split->task_arity[c->method.task], split->fragments[c->index].first);
}

/* Decides what is split off; false: nothing. Afterwards each run of overlapping spans is a fragment. */
static bool choose_cuts(cutting *c)
{
    uint32_t last = c->method.subtask_count - 1, end;
    join_all_spans(c);
    for (uint32_t i = 0; i < c->method.schema.variable_count; i++)
        if (!c->fixed[i] && c->first[i] == 0 && c->last[i] == last)
            c->fixed[i] = true;
    if (run_from(c, 0, &end) && (end == last || !is_first_useful(c, end)))
        fix_from(c, 0);
    for (uint32_t i = 0; i <= last; i++)
        if (run_from(c, i, &end))
            return true;
    return false;
}

static bool has_empty_type(const splitter *split, const normal_schema *schema)
{
    for (uint32_t i = 0; i < schema->variable_count; i++)
        if (split->from->source->types[schema->types[i]].object_count == 0)
            return true;
    return false;
}

static void split_method(splitter *split, uint32_t index)
{
    cutting c = {.split = split, .index = index, .method = split->methods[index]};
    uint32_t variables = c.method.schema.variable_count;
    if (c.method.subtask_count < 2 || variables == 0 || has_empty_type(split, &c.method.schema) ||
        c.method.schema.condition.residual_count)
        return;
    hddl_pool *scratch = split->reach->pool;
    c.first = hddl_pool_zeroed(scratch, variables, sizeof *c.first);
    c.last = hddl_pool_zeroed(scratch, variables, sizeof *c.last);
    c.fixed = hddl_pool_zeroed(scratch, variables, 1);
    c.head = hddl_pool_zeroed(scratch, variables, 1);
    c.marks = hddl_pool_zeroed(scratch, variables, 1);
    find_spans(&c);
    fix_determined(&c);
    if (choose_cuts(&c))
        cut_all(&c);
    void *taken[] = {c.first, c.last, c.fixed, c.head, c.marks};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        hddl_pool_release(scratch, taken[i]);
}

const normal_problem *ground_split_methods(ground_reach *reach, hddl_pool *pool, const normal_problem *problem,
                                           const ground_fragment **fragments)
{
    splitter split = {.pool = pool, .reach = reach, .from = problem};
    split.methods = copy_array(&split, problem->methods, problem->method_count, sizeof *split.methods);
    split.fragments = hddl_pool_zeroed(pool, problem->method_count, sizeof *split.fragments);
    split.count = problem->method_count;
    split.tasks = copy_array(&split, problem->tasks, problem->task_count, sizeof *split.tasks);
    split.task_types = copy_array(&split, problem->task_types, problem->task_count, sizeof *split.task_types);
    split.task_arity = copy_array(&split, problem->task_arity, problem->task_count, sizeof *split.task_arity);
    split.task_count = problem->task_count;
    for (uint32_t i = 0; i < problem->method_count; i++)
        split.fragments[i] = (ground_fragment){.original = i, .first = true};
    for (uint32_t i = 0; i < split.count; i++)
        split_method(&split, i);
    normal_problem *made = hddl_pool_zeroed(pool, 1, sizeof *made);
    *made = *problem;
    made->methods = split.methods;
    made->method_count = split.count;
    made->tasks = split.tasks;
    made->task_types = split.task_types;
    made->task_arity = split.task_arity;
    made->task_count = split.task_count;
    *fragments = split.fragments;
    return made;
}
