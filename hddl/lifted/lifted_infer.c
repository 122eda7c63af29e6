/*
 * What a task needs before anything in it can have made it true: the literals over its parameters that all its methods have,
 * or that what they begin with needs, to a fixpoint from above (Olz, Biundo and Bercher, "Revealing Hidden Preconditions and
 * Effects of Compound HTN Planning Tasks", AAAI 2021; the pull-up of Magnaguagno et al., see lifted_loops.c). They are pulled up
 * into the methods' conditions past subtasks that cannot bring them about. A task that keeps "everything" as what it
 * needs has no decomposition that ends: methods with such subtasks are dropped. By the same fixpoint: what a task surely makes
 * false (their guaranteed effects), as far as nothing can make it true again.
 */
#include "hddl/lifted/lifted_inside.h"
#include "base/buffer.h"

#include <string.h>

enum { MOST_ROUNDS = 64, MOST_CELLS = 1 << 24, MOST_TYPE_PAIRS = 1 << 20 };

typedef struct needs {
    bool everything;
    const normal_literal *items;
    uint32_t count;
} needs;

/* One effect of an action, for all objects of its terms' types. */
typedef struct pattern {
    const normal_schema *schema;
    const normal_effect *effect;
    uint32_t name;
} pattern;

typedef struct inference {
    lifted_search *search;
    const normal_problem *problem;
    bool of_breaks;       /* what is inferred is what they make false, not what they need */
    needs *names, *tasks; /* in terms of their parameters */
    pattern *patterns;
    uint32_t pattern_count;
    uint8_t *name_has, *task_has; /* of each and each pattern: whether that can happen in it */
    uint8_t *overlap; /* of each two types: 0 not known yet, 1 no object is of both, 2 some are; NULL: not kept */
} inference;

/* --- What may be changed ---------------------------------------------------------------------------------------------- */

static uint8_t *patterns_of(const inference *in, bool primitive, uint32_t index)
{
    return (primitive ? in->name_has : in->task_has) + (size_t)index * in->pattern_count;
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
    in->patterns = base_alloc_array(&in->search->arena, in->pattern_count, sizeof *in->patterns);
    for (uint32_t i = 0; i < in->problem->action_count; i++) {
        const normal_action *action = &in->problem->actions[i];
        for (uint32_t effect = 0; effect < action->effect_count; effect++) {
            patterns_of(in, true, action->name)[count] = 1;
            in->patterns[count++] = (pattern){&action->schema, &action->effects[effect], action->name};
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
            for (uint32_t k = 0; k < method->subtask_count; k++)
                changed |=
                    merge(patterns_of(in, false, method->task),
                          patterns_of(in, method->subtasks[k].primitive, method->subtasks[k].index), in->pattern_count);
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

/* --- Literals ----------------------------------------------------------------------------------------------------------- */

static bool same_literal(const normal_literal *left, const normal_literal *right)
{
    return left->predicate == right->predicate && left->positive == right->positive &&
           (left->term_count == 0 || memcmp(left->terms, right->terms, left->term_count * sizeof *left->terms) == 0);
}

static bool is_among(const normal_literal *items, uint32_t count, const normal_literal *literal)
{
    for (uint32_t i = 0; i < count; i++)
        if (same_literal(&items[i], literal))
            return true;
    return false;
}

static uint32_t length_of(const base_buffer *list)
{
    return (uint32_t)(list->length / sizeof(normal_literal));
}

static const normal_literal *items_of(const base_buffer *list)
{
    return (const normal_literal *)(const void *)list->bytes;
}

/* The literal with `terms[i]` in the place of variable i, if it has no variable beyond `count` and none that has no term. */
static void add_translated(inference *in, base_buffer *list, const normal_literal *literal, const normal_term *terms,
                           uint32_t count)
{
    enum { MOST_AT_ONCE = 64 };
    normal_term translated[MOST_AT_ONCE];
    if (literal->term_count > MOST_AT_ONCE)
        return;
    for (uint32_t i = 0; i < literal->term_count; i++) {
        translated[i] = literal->terms[i];
        if (hddl_is_object(translated[i]))
            continue;
        if ((uint32_t)translated[i] >= count || terms[translated[i]] == LIFTED_NO_TERM)
            return;
        translated[i] = terms[translated[i]];
    }
    normal_literal result = *literal;
    result.terms = translated;
    if (is_among(items_of(list), length_of(list), &result))
        return;
    normal_term *copies = base_alloc_array(&in->search->arena, literal->term_count, sizeof *copies);
    if (literal->term_count != 0)
        memcpy(copies, translated, literal->term_count * sizeof *copies);
    result.terms = copies;
    base_buffer_add(list, &result, sizeof result);
}

/* --- Methods and tasks -------------------------------------------------------------------------------------------------- */

static const needs *needs_of(const inference *in, const normal_subtask *subtask)
{
    return subtask->primitive ? &in->names[subtask->index] : &in->tasks[subtask->index];
}

/* Whether what subtask `position` needs is something that the pattern makes true. */
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

/* Whether one of the method's subtasks before `position` may make true what that one needs. */
static bool is_made(const inference *in, const normal_method *method, uint32_t position, const normal_literal *literal)
{
    if (literal->predicate == NORMAL_EQUAL || position == 0 || in->of_breaks ||
        in->problem->source->predicates[literal->predicate].is_static)
        return false;
    for (uint32_t k = 0; k < in->pattern_count; k++) {
        if (!makes(in, &in->patterns[k], method, position, literal))
            continue;
        for (uint32_t i = 0; i < position; i++)
            if (patterns_of(in, method->subtasks[i].primitive, method->subtasks[i].index)[k] != 0)
                return true;
    }
    return false;
}

/* What the subtasks from `first` to `end` need, in the method's variables. */
static void hoist(inference *in, const normal_method *method, uint32_t first, uint32_t end, base_buffer *list)
{
    for (uint32_t i = first; i < end; i++) {
        const normal_subtask *subtask = &method->subtasks[i];
        const needs *needed = needs_of(in, subtask);
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

/* Everything the method is known to need, in terms of its task's parameters. */
static void method_needs(inference *in, const normal_method *method, base_buffer *list)
{
    const normal_schema *schema = &method->schema;
    uint32_t arity = in->problem->task_arity[method->task];
    base_buffer own = {.arena = &in->search->arena};
    normal_term *parameters = base_alloc_array(&in->search->arena, schema->slot_count, sizeof *parameters);
    for (uint32_t i = 0; i < schema->slot_count; i++)
        parameters[i] = LIFTED_NO_TERM;
    for (uint32_t i = arity; i-- > 0;)
        if (!hddl_is_object(method->head[i]))
            parameters[method->head[i]] = (normal_term)i;
    hoist(in, method, 0, method->subtask_count, &own);
    for (uint32_t i = 0; i < schema->condition.count && !in->of_breaks; i++)
        add_translated(in, list, &schema->condition.literals[i], parameters, schema->slot_count);
    for (uint32_t i = 0; i < length_of(&own); i++)
        add_translated(in, list, &items_of(&own)[i], parameters, schema->slot_count);
}

/* Narrows what is needed to what is in the list, too; whether that changed anything. */
static bool intersect(inference *in, needs *needed, const base_buffer *list)
{
    if (needed->everything) {
        *needed = (needs){.items = items_of(list), .count = length_of(list)};
        return true;
    }
    normal_literal *kept = base_alloc_array(&in->search->arena, needed->count, sizeof *kept);
    uint32_t count = 0;
    for (uint32_t i = 0; i < needed->count; i++)
        if (is_among(items_of(list), length_of(list), &needed->items[i]))
            kept[count++] = needed->items[i];
    bool changed = count != needed->count;
    *needed = (needs){.items = kept, .count = count};
    return changed;
}

/* Whether the literal cannot become true once it is false, and may become false. */
static bool is_lasting(const inference *in, const normal_literal *literal)
{
    if (literal->predicate == NORMAL_EQUAL)
        return false;
    const lifted_relation *relation = &in->search->relations[literal->predicate];
    return literal->positive ? relation->never_added : relation->never_removed;
}

static void add_breaks(inference *in, const normal_action *action, const normal_term *terms, base_buffer *list)
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
        base_buffer list = {.arena = &in->search->arena};
        normal_term *same = base_alloc_array(&in->search->arena, arity, sizeof *same);
        for (uint32_t parameter = 0; parameter < arity; parameter++)
            same[parameter] = (normal_term)parameter;
        if (in->of_breaks)
            add_breaks(in, action, same, &list);
        for (uint32_t literal = 0; literal < action->schema.condition.count && !in->of_breaks; literal++)
            add_translated(in, &list, &action->schema.condition.literals[literal], same, arity);
        intersect(in, &in->names[action->name], &list);
    }
}

/* False: it takes too long. */
static bool find_of_tasks(inference *in)
{
    for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
        bool changed = false;
        for (uint32_t i = in->problem->method_count; i-- > 0;) {
            const normal_method *method = &in->problem->methods[i];
            needs *needed = &in->tasks[method->task];
            if (never_ends(in, method) || (!needed->everything && needed->count == 0))
                continue;
            base_buffer list = {.arena = &in->search->arena};
            method_needs(in, method, &list);
            changed |= intersect(in, needed, &list);
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
        base_buffer list = {.arena = &in->search->arena};
        if (never_ends(in, method)) {
            schema->possible = false;
            continue;
        }
        hoist(in, method, 0, method->subtask_count != 0, &list);
        schema->hoisted_first = length_of(&list);
        hoist(in, method, 1, method->subtask_count, &list);
        schema->hoisted = items_of(&list);
        schema->hoisted_count = length_of(&list);
    }
}

/* --- Claims ------------------------------------------------------------------------------------------------------------- */

static void add_claims(inference *in, const normal_method *method, uint32_t position, bool breaks, base_buffer *claims)
{
    const normal_subtask *subtask = &method->subtasks[position];
    const needs *sure = needs_of(in, subtask);
    base_buffer list = {.arena = &in->search->arena};
    for (uint32_t i = 0; i < sure->count; i++)
        if (is_lasting(in, &sure->items[i]))
            add_translated(in, &list, &sure->items[i], subtask->terms, subtask->term_count);
    for (uint32_t i = 0; i < length_of(&list); i++) {
        const normal_literal *literal = &items_of(&list)[i];
        const lifted_claim claim = {.subtask = position,
                                    .breaks = breaks,
                                    .relation = &in->search->relations[literal->predicate],
                                    .terms = literal->terms,
                                    .term_count = literal->term_count};
        base_buffer_add(claims, &claim, sizeof claim);
    }
}

/* `in` has what is needed, `breaking` what is made false. */
static void make_claims(inference *in, inference *breaking)
{
    for (uint32_t i = 0; i < in->problem->method_count; i++) {
        const normal_method *method = &in->problem->methods[i];
        lifted_schema *schema = &in->search->schemas[in->problem->action_count + i];
        base_buffer claims = {.arena = &in->search->arena};
        for (uint32_t k = schema->possible ? method->subtask_count : 0; k-- > 0;) {
            add_claims(breaking, method, k, true, &claims);
            if (k != 0) /* the first one's turn comes at once */
                add_claims(in, method, k, false, &claims);
        }
        schema->claims = (const lifted_claim *)(const void *)claims.bytes;
        schema->claim_count = (uint32_t)(claims.length / sizeof(lifted_claim));
    }
}

/* Everything of everything, to be narrowed. */
static void open_inference(inference *in)
{
    size_t rows = (size_t)in->problem->action_name_count + in->problem->task_count;
    in->names = base_alloc_array(&in->search->arena, rows, sizeof *in->names);
    in->tasks = in->names + in->problem->action_name_count;
    for (size_t i = 0; i < rows; i++)
        in->names[i].everything = true;
}

void lifted_infer(lifted_search *search)
{
    const normal_problem *problem = search->problem;
    inference in = {.search = search, .problem = problem, .pattern_count = effects_in_all(problem)};
    size_t rows = (size_t)problem->action_name_count + problem->task_count, types = problem->source->type_count;
    if (rows * in.pattern_count > MOST_CELLS)
        return;
    if (types * types <= MOST_TYPE_PAIRS)
        in.overlap = base_alloc_array(&search->arena, types, types);
    in.name_has = base_alloc_array(&search->arena, rows, in.pattern_count);
    in.task_has = in.name_has + (size_t)problem->action_name_count * in.pattern_count;
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
        make_claims(&in, &breaking);
}
