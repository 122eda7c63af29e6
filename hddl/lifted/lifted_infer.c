/*
 * What tasks need and break; see lifted_infer.h. `pattern`s say what may be changed, `literals` what is needed or made
 * false for sure.
 */
#include "hddl/lifted/lifted_infer.h"

#include <string.h>

enum { MOST_ROUNDS = 64, MOST_CELLS = 1 << 24, MOST_TYPE_PAIRS = 1 << 20 };
enum { NO_TERM = INT32_MAX }; /* the number of no variable */

/* A list of different literals. */
typedef struct literals {
    normal_literal *items;
    uint32_t count;
    bool everything; /* instead: all literals that there are */
} literals;

/* One effect of an action, for all objects of its terms' types. */
typedef struct pattern {
    const normal_schema *schema;
    const normal_effect *effect;
} pattern;

typedef struct inference {
    lifted_search *search;
    hddl_pool *pool;
    const normal_problem *problem;
    bool of_breaks;  /* it finds what tasks make false, not what they need */
    literals *needs; /* of each name of actions, then each task, in terms of its parameters */
    pattern *patterns;
    uint32_t pattern_count;
    uint8_t *changes; /* of each name and task, and each pattern: whether that can happen in it */
    uint8_t *overlap; /* of each two types: 0 not known yet, 1 no object is of both, 2 some are; NULL: not kept */
} inference;

/* --- What may be changed -------------------------------------------------------------------------------------------- */

/* The number of a task behind those of the names. */
static size_t row_of(const inference *in, bool primitive, uint32_t index)
{
    return primitive ? index : (size_t)in->problem->action_name_count + index;
}

static uint8_t *patterns_of(const inference *in, const normal_subtask *subtask)
{
    return in->changes + row_of(in, subtask->primitive, subtask->index) * in->pattern_count;
}

static bool merge(uint8_t *into, const uint8_t *from, uint32_t count)
{
    uint8_t changed = 0;
    for (uint32_t i = 0; i < count; i++) {
        changed |= (uint8_t)(from[i] & ~into[i]);
        into[i] |= from[i];
    }
    return changed != 0;
}

static uint32_t effects_in_all(const normal_problem *problem)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < problem->action_count; i++)
        count += problem->actions[i].effect_count;
    return count;
}

static void list_patterns(inference *in)
{
    uint32_t count = 0;
    in->patterns = hddl_pool_zeroed(in->pool, in->pattern_count, sizeof *in->patterns);
    for (uint32_t i = 0; i < in->problem->action_count; i++) {
        const normal_action *action = &in->problem->actions[i];
        for (uint32_t effect = 0; effect < action->effect_count; effect++) {
            in->changes[(size_t)action->name * in->pattern_count + count] = 1;
            in->patterns[count++] = (pattern){&action->schema, &action->effects[effect]};
        }
    }
}

static void find_changes(inference *in)
{
    const normal_problem *problem = in->problem;
    bool changed = true;
    list_patterns(in);
    while (changed) {
        changed = false;
        for (uint32_t i = problem->method_count; i-- > 0;) {
            const normal_method *method = &problem->methods[i];
            uint8_t *own = in->changes + row_of(in, false, method->task) * in->pattern_count;
            for (uint32_t k = 0; k < method->subtask_count; k++)
                changed |= merge(own, patterns_of(in, &method->subtasks[k]), in->pattern_count);
        }
    }
}

static bool types_overlap(const inference *in, uint32_t left, uint32_t right)
{
    const hddl_problem *problem = in->problem->source;
    const hddl_type *type = &problem->types[left];
    if (left == right || in->overlap == NULL)
        return true;
    uint8_t *known = &in->overlap[(size_t)left * problem->type_count + right];
    if (*known == 0) {
        *known = 1;
        for (uint32_t i = 0; i < type->object_count && *known == 1; i++)
            *known = hddl_is_of(problem, type->objects[i], right) ? 2 : 1;
    }
    return *known == 2;
}

/* Whether two terms, each of its schema, can be the same object. */
static bool terms_overlap(const inference *in, const normal_schema *left_schema, normal_term left,
                          const normal_schema *right_schema, normal_term right)
{
    const hddl_problem *problem = in->problem->source;
    if (hddl_is_object(left) && hddl_is_object(right))
        return left == right;
    if (hddl_is_object(left))
        return hddl_is_of(problem, hddl_object_of(left), right_schema->types[right]);
    if (hddl_is_object(right))
        return hddl_is_of(problem, hddl_object_of(right), left_schema->types[left]);
    return types_overlap(in, left_schema->types[left], right_schema->types[right]);
}

/* --- Literals ------------------------------------------------------------------------------------------------------- */

static bool same_literal(const normal_literal *left, const normal_literal *right)
{
    return left->predicate == right->predicate && left->positive == right->positive &&
           (left->term_count == 0 || memcmp(left->terms, right->terms, left->term_count * sizeof *left->terms) == 0);
}

static bool is_among(const literals *list, const normal_literal *literal)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (same_literal(&list->items[i], literal))
            return true;
    return false;
}

/*
 * Adds the literal with `terms[i]` for variable i, unless it has a variable that is not below `count`, or that has no
 * term.
 */
static void add_translated(inference *in, literals *list, const normal_literal *literal, const normal_term *terms,
                           uint32_t count)
{
    enum { MOST_TERMS = 64 };
    normal_term translated[MOST_TERMS];
    if (literal->term_count > MOST_TERMS)
        return;
    for (uint32_t i = 0; i < literal->term_count; i++) {
        translated[i] = literal->terms[i];
        if (hddl_is_object(translated[i]))
            continue;
        if ((uint32_t)translated[i] >= count || terms[translated[i]] == NO_TERM)
            return;
        translated[i] = terms[translated[i]];
    }
    normal_literal result = *literal;
    result.terms = translated;
    if (is_among(list, &result))
        return;
    const size_t size = literal->term_count * sizeof *translated;
    result.terms = memcpy(hddl_pool_resize(in->pool, NULL, size), translated, size);
    list->items = hddl_pool_reserve(in->pool, list->items, list->count + 1, sizeof *list->items);
    list->items[list->count++] = result;
}

/* --- Methods and tasks ---------------------------------------------------------------------------------------------- */

static const literals *needs_of(const inference *in, const normal_subtask *subtask)
{
    return &in->needs[row_of(in, subtask->primitive, subtask->index)];
}

/* Whether the pattern may make true what subtask `position` needs. */
static bool makes(const inference *in, const pattern *made, const normal_method *method, uint32_t position,
                  const normal_literal *literal)
{
    if (made->effect->predicate != literal->predicate || made->effect->adds != literal->positive)
        return false;
    for (uint32_t i = 0; i < literal->term_count; i++) {
        normal_term term = literal->terms[i];
        if (!hddl_is_object(term))
            term = method->subtasks[position].terms[term];
        if (!terms_overlap(in, &method->schema, term, made->schema, made->effect->terms[i]))
            return false;
    }
    return true;
}

/* Whether one of the method's subtasks before `position` may make true what that subtask needs. */
static bool is_made(const inference *in, const normal_method *method, uint32_t position, const normal_literal *literal)
{
    if (literal->predicate == NORMAL_EQUAL || position == 0 || in->of_breaks ||
        in->problem->source->predicates[literal->predicate].is_static)
        return false;
    for (uint32_t k = 0; k < in->pattern_count; k++) {
        if (!makes(in, &in->patterns[k], method, position, literal))
            continue;
        for (uint32_t i = 0; i < position; i++)
            if (patterns_of(in, &method->subtasks[i])[k] != 0)
                return true;
    }
    return false;
}

/* Adds what the subtasks [first, end) need, in the method's variables. */
static void hoist(inference *in, const normal_method *method, uint32_t first, uint32_t end, literals *list)
{
    for (uint32_t i = first; i < end; i++) {
        const normal_subtask *subtask = &method->subtasks[i];
        const literals *needed = needs_of(in, subtask);
        for (uint32_t literal = 0; literal < needed->count; literal++)
            if (!is_made(in, method, i, &needed->items[literal]))
                add_translated(in, list, &needed->items[literal], subtask->terms, subtask->term_count);
    }
}

static bool never_ends(const inference *in, const normal_method *method)
{
    for (uint32_t i = 0; i < method->subtask_count; i++)
        if (needs_of(in, &method->subtasks[i])->everything)
            return true;
    return false;
}

/* Adds all that the method is known to need, in terms of its task's parameters. */
static void method_needs(inference *in, const normal_method *method, literals *list)
{
    const normal_schema *schema = &method->schema;
    uint32_t arity = in->problem->task_arity[method->task];
    literals own = {0};
    normal_term *parameters = hddl_pool_zeroed(in->pool, schema->slot_count, sizeof *parameters);
    for (uint32_t i = 0; i < schema->slot_count; i++)
        parameters[i] = NO_TERM;
    for (uint32_t i = arity; i-- > 0;)
        if (!hddl_is_object(method->head[i]))
            parameters[method->head[i]] = (normal_term)i;
    hoist(in, method, 0, method->subtask_count, &own);
    for (uint32_t i = 0; i < schema->condition.count && !in->of_breaks; i++)
        add_translated(in, list, &schema->condition.literals[i], parameters, schema->slot_count);
    for (uint32_t i = 0; i < own.count; i++)
        add_translated(in, list, &own.items[i], parameters, schema->slot_count);
    hddl_pool_release(in->pool, own.items);
    hddl_pool_release(in->pool, parameters);
}

/* Keeps what is in the list, too. Whether that changed anything. */
static bool intersect(literals *known, const literals *list)
{
    const uint32_t before = known->count;
    if (known->everything) {
        *known = *list;
        return true;
    }
    known->count = 0;
    for (uint32_t i = 0; i < before; i++)
        if (is_among(list, &known->items[i]))
            known->items[known->count++] = known->items[i];
    return known->count != before;
}

/* Whether the literal cannot become true once it is false, and may become false. */
static bool is_lasting(const inference *in, const normal_literal *literal)
{
    if (literal->predicate == NORMAL_EQUAL)
        return false;
    const lifted_relation *relation = &in->search->relations[literal->predicate];
    return literal->positive ? relation->never_added : relation->never_removed;
}

static void add_breaks(inference *in, const normal_action *action, const normal_term *terms, literals *list)
{
    for (uint32_t i = 0; i < action->effect_count; i++) {
        const normal_effect *effect = &action->effects[i];
        const normal_literal broken = {effect->predicate, !effect->adds, effect->term_count, effect->terms};
        if (effect->when == NULL && is_lasting(in, &broken))
            add_translated(in, list, &broken, terms, action->schema.parameter_count);
    }
}

static void find_of_actions(inference *in)
{
    for (uint32_t i = 0; i < in->problem->action_count; i++) {
        const normal_action *action = &in->problem->actions[i];
        uint32_t arity = action->schema.parameter_count;
        literals list = {0};
        normal_term *same = hddl_pool_zeroed(in->pool, arity, sizeof *same);
        for (uint32_t parameter = 0; parameter < arity; parameter++)
            same[parameter] = (normal_term)parameter;
        if (in->of_breaks)
            add_breaks(in, action, same, &list);
        for (uint32_t literal = 0; literal < action->schema.condition.count && !in->of_breaks; literal++)
            add_translated(in, &list, &action->schema.condition.literals[literal], same, arity);
        intersect(&in->needs[action->name], &list);
    }
}

/* The fixpoint for all tasks. False: it takes too long. */
static bool find_of_tasks(inference *in)
{
    for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
        bool changed = false;
        for (uint32_t i = in->problem->method_count; i-- > 0;) {
            const normal_method *method = &in->problem->methods[i];
            literals *needed = &in->needs[row_of(in, false, method->task)];
            if (never_ends(in, method) || (!needed->everything && needed->count == 0))
                continue;
            literals list = {0};
            method_needs(in, method, &list);
            changed |= intersect(needed, &list);
            if (needed->items != list.items)
                hddl_pool_release(in->pool, list.items);
        }
        if (!changed)
            return true;
    }
    return false;
}

static void apply_needs(inference *in)
{
    for (uint32_t i = 0; i < in->problem->method_count; i++) {
        const normal_method *method = &in->problem->methods[i];
        lifted_schema *schema = &in->search->schemas[in->problem->action_count + i];
        literals list = {0};
        if (never_ends(in, method)) {
            schema->possible = false;
            continue;
        }
        hoist(in, method, 0, method->subtask_count != 0, &list);
        schema->hoisted_first = list.count;
        hoist(in, method, 1, method->subtask_count, &list);
        schema->hoisted = list.items;
        schema->hoisted_count = list.count;
    }
}

/* --- Causal links --------------------------------------------------------------------------------------------------- */

typedef struct links {
    lifted_causal_link *items;
    uint32_t count;
} links;

static void add_links(inference *in, const normal_method *method, uint32_t position, bool breaks, links *to)
{
    const normal_subtask *subtask = &method->subtasks[position];
    const literals *sure = needs_of(in, subtask);
    literals list = {0};
    for (uint32_t i = 0; i < sure->count; i++)
        if (is_lasting(in, &sure->items[i]))
            add_translated(in, &list, &sure->items[i], subtask->terms, subtask->term_count);
    to->items = hddl_pool_reserve(in->pool, to->items, (size_t)to->count + list.count, sizeof *to->items);
    for (uint32_t i = 0; i < list.count; i++)
        to->items[to->count++] =
            (lifted_causal_link){position, breaks, &in->search->relations[list.items[i].predicate], list.items[i]};
}

/* `in` has what is needed, `breaking` what is made false. The first subtask's turn comes at once: it needs no links. */
static void make_links(inference *in, inference *breaking)
{
    for (uint32_t i = 0; i < in->problem->method_count; i++) {
        const normal_method *method = &in->problem->methods[i];
        lifted_schema *schema = &in->search->schemas[in->problem->action_count + i];
        links all = {0};
        for (uint32_t k = schema->possible ? method->subtask_count : 0; k-- > 0;) {
            add_links(breaking, method, k, true, &all);
            if (k != 0)
                add_links(in, method, k, false, &all);
        }
        schema->links = all.items;
        schema->link_count = all.count;
    }
}

/* Each task needs, or breaks, everything at first. */
static void open_inference(inference *in)
{
    size_t rows = (size_t)in->problem->action_name_count + in->problem->task_count;
    in->needs = hddl_pool_zeroed(in->pool, rows, sizeof *in->needs);
    for (size_t i = 0; i < rows; i++)
        in->needs[i].everything = true;
}

void lifted_infer(lifted_search *search)
{
    const normal_problem *problem = search->problem;
    inference in = {
        .search = search, .pool = &search->engine.pool, .problem = problem, .pattern_count = effects_in_all(problem)};
    size_t rows = (size_t)problem->action_name_count + problem->task_count, types = problem->source->type_count;
    if (rows * in.pattern_count > MOST_CELLS)
        return;
    if (types * types <= MOST_TYPE_PAIRS)
        in.overlap = hddl_pool_zeroed(in.pool, types, types);
    in.changes = hddl_pool_zeroed(in.pool, rows, in.pattern_count);
    inference breaking = in;
    breaking.of_breaks = true;
    open_inference(&in);
    open_inference(&breaking);
    find_changes(&in);
    find_of_actions(&in);
    find_of_actions(&breaking);
    if (!find_of_tasks(&in))
        return;
    apply_needs(&in);
    if (find_of_tasks(&breaking))
        make_links(&in, &breaking);
}
