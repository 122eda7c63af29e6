/* Everything tried (naive_search.h): all values of all variables of all schemas, again and again, until no set of ends grows. */
#include "naive_search.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SLOTS = 16, MOST_ARITY = 4, MOST_INSTANCES = 1 << 16 };

typedef struct instance {
    uint32_t schema; /* an action or a method; the initial network: HDDL_NONE */
    uint32_t values[MOST_SLOTS];
} instance;

typedef struct naive {
    const hddl_problem *problem;
    uint32_t predicate[NAIVE_MOST_FACTS], objects[NAIVE_MOST_FACTS][MOST_ARITY];
    uint32_t fact_count;
    uint32_t state; /* that is looked at */
    uint64_t *ends; /* of each task with its arguments, in each state; tasks first, then actions */
    size_t *begin;  /* of each task and action: its first row */
    instance *instances;
    uint32_t instance_count;
    bool too_large;
} naive;

static uint32_t value_of(hddl_term term, const uint32_t *values)
{
    return hddl_is_object(term) ? hddl_object_of(term) : values[term];
}

static bool is_of(const naive *n, uint32_t object, uint32_t type)
{
    const hddl_type *of = &n->problem->types[type];
    for (uint32_t i = 0; i < of->object_count; i++) {
        if (of->objects[i] == object) {
            return true;
        }
    }
    return false;
}

static bool same_atom(const naive *n, const hddl_atom *atom, const uint32_t *values, uint32_t predicate,
                      const uint32_t *objects)
{
    bool same = atom->predicate == predicate;
    for (uint32_t i = 0; same && i < n->problem->predicates[predicate].parameters.count; i++) {
        same = value_of(atom->terms[i], values) == objects[i];
    }
    return same;
}

/* The bit of a fact that may change; 0: it is none. */
static uint32_t bit_of(const naive *n, const hddl_atom *atom, const uint32_t *values)
{
    for (uint32_t i = 0; i < n->fact_count; i++) {
        if (same_atom(n, atom, values, n->predicate[i], n->objects[i])) {
            return 1u << i;
        }
    }
    return 0;
}

static bool at_first(const naive *n, const hddl_atom *atom, const uint32_t *values)
{
    for (uint32_t i = 0; i < n->problem->fact_count; i++) {
        uint32_t objects[MOST_ARITY];
        const hddl_atom *fact = &n->problem->facts[i];
        for (uint32_t term = 0; term < n->problem->predicates[fact->predicate].parameters.count; term++) {
            objects[term] = hddl_object_of(fact->terms[term]);
        }
        if (same_atom(n, atom, values, fact->predicate, objects)) {
            return true;
        }
    }
    return false;
}

static bool holds(const naive *n, const hddl_schema *schema, const hddl_formula *formula, uint32_t *values);

static bool quantified(const naive *n, const hddl_schema *schema, const hddl_formula *formula, uint32_t *values,
                       uint32_t depth)
{
    if (depth == formula->count) {
        return holds(n, schema, formula->parts[0], values);
    }
    bool all = formula->kind == HDDL_FORALL;
    const hddl_type *type = &n->problem->types[schema->variables.items[formula->first + depth].type];
    for (uint32_t i = 0; i < type->object_count; i++) {
        values[formula->first + depth] = type->objects[i];
        if (quantified(n, schema, formula, values, depth + 1) != all) {
            return !all;
        }
    }
    return all;
}

static bool holds(const naive *n, const hddl_schema *schema, const hddl_formula *formula, uint32_t *values)
{
    if (formula == NULL) {
        return true;
    }
    bool result = formula->kind == HDDL_AND;
    switch (formula->kind) {
    case HDDL_ATOM: {
        uint32_t bit = bit_of(n, &formula->atom, values);
        return bit ? (n->state & bit) != 0 : at_first(n, &formula->atom, values);
    }
    case HDDL_EQUAL: return value_of(formula->left, values) == value_of(formula->right, values);
    case HDDL_SORT: return is_of(n, value_of(formula->left, values), formula->type);
    case HDDL_NOT: return !holds(n, schema, formula->parts[0], values);
    case HDDL_IMPLY: return !holds(n, schema, formula->parts[0], values) || holds(n, schema, formula->parts[1], values);
    case HDDL_FORALL:
    case HDDL_EXISTS: return quantified(n, schema, formula, values, 0);
    default:
        for (uint32_t i = 0; i < formula->part_count; i++) {
            bool part = holds(n, schema, formula->parts[i], values);
            result = formula->kind == HDDL_AND ? result && part : result || part;
        }
        return result;
    }
}

/* --- Facts and tasks ------------------------------------------------------------------------------------------------ */

static void add_facts(naive *n, uint32_t predicate, uint32_t depth, uint32_t *objects)
{
    const hddl_variables *parameters = &n->problem->predicates[predicate].parameters;
    if (depth < parameters->count) {
        const hddl_type *type = &n->problem->types[parameters->items[depth].type];
        for (uint32_t i = 0; i < type->object_count; i++) {
            objects[depth] = type->objects[i];
            add_facts(n, predicate, depth + 1, objects);
        }
    } else if (n->fact_count == NAIVE_MOST_FACTS) {
        n->too_large = true;
    } else {
        n->predicate[n->fact_count] = predicate;
        memcpy(n->objects[n->fact_count++], objects, MOST_ARITY * sizeof *objects);
    }
}

/* The rows of a task's or an action's instances are numbered by their arguments, ill-typed ones among them. */
static size_t rows_of(const naive *n, const hddl_schema *schema)
{
    size_t rows = 1;
    for (uint32_t i = 0; i < schema->parameter_count; i++) {
        rows *= n->problem->object_count;
    }
    return rows;
}

static size_t row_of(const naive *n, bool primitive, uint32_t index, const hddl_term *terms, const uint32_t *values)
{
    const hddl_schema *schema = primitive ? &n->problem->actions[index].schema : &n->problem->tasks[index].schema;
    size_t row = 0;
    for (uint32_t i = 0; i < schema->parameter_count; i++) {
        uint32_t value = value_of(terms[i], values);
        if (!is_of(n, value, schema->variables.items[i].type)) {
            return SIZE_MAX;
        }
        row = row * n->problem->object_count + value;
    }
    return n->begin[primitive ? n->problem->task_count + index : index] + row;
}

/* --- Actions -------------------------------------------------------------------------------------------------------- */

static void add_effects(naive *n, const hddl_action *action, const hddl_effect *effect, uint32_t depth,
                        uint32_t *values, uint32_t *changed)
{
    if (depth < effect->count) {
        const hddl_type *type = &n->problem->types[action->schema.variables.items[effect->first + depth].type];
        for (uint32_t i = 0; i < type->object_count; i++) {
            values[effect->first + depth] = type->objects[i];
            add_effects(n, action, effect, depth + 1, values, changed);
        }
    } else if (holds(n, &action->schema, effect->when, values)) {
        changed[effect->adds] |= bit_of(n, &effect->atom, values);
    }
}

static void do_action(naive *n, const hddl_action *action, uint32_t *values)
{
    hddl_term terms[MOST_SLOTS];
    for (uint32_t i = 0; i < action->schema.parameter_count; i++) {
        terms[i] = (hddl_term)i;
    }
    size_t row = row_of(n, true, (uint32_t)(action - n->problem->actions), terms, values);
    for (n->state = 0; n->state < 1u << n->fact_count; n->state++) {
        uint32_t changed[2] = {0, 0};
        if (holds(n, &action->schema, action->precondition, values)) {
            for (uint32_t i = 0; i < action->effect_count; i++) {
                add_effects(n, action, &action->effects[i], 0, values, changed);
            }
            n->ends[row * 64 + n->state] = (uint64_t)1 << ((n->state & ~changed[0]) | changed[1]);
        }
    }
}

/* --- Networks ------------------------------------------------------------------------------------------------------- */

/* Where the subtasks can end, one after the other. */
static uint64_t network_ends(const naive *n, const hddl_network *network, const uint32_t *values)
{
    uint64_t ends = (uint64_t)1 << n->state;
    for (uint32_t i = 0; i < network->count && ends; i++) {
        const hddl_subtask *subtask = &network->subtasks[i];
        size_t row = row_of(n, subtask->primitive, subtask->index, subtask->terms, values);
        uint64_t next = 0;
        for (uint32_t state = 0; row != SIZE_MAX && state < 64; state++) {
            next |= ends >> state & 1 ? n->ends[row * 64 + state] : 0;
        }
        ends = next;
    }
    return ends;
}

static bool do_method(naive *n, const hddl_method *method, uint32_t *values)
{
    bool grown = false;
    size_t row = row_of(n, false, method->task, method->terms, values);
    for (n->state = 0; row != SIZE_MAX && n->state < 1u << n->fact_count; n->state++) {
        if (holds(n, &method->schema, method->constraints, values) &&
            holds(n, &method->schema, method->precondition, values)) {
            uint64_t *ends = &n->ends[row * 64 + n->state], more = network_ends(n, &method->network, values);
            grown |= (more & ~*ends) != 0;
            *ends |= more;
        }
    }
    return grown;
}

static void add_instances(naive *n, uint32_t schema, const hddl_schema *of, uint32_t depth, uint32_t *values)
{
    if (n->instance_count == MOST_INSTANCES || of->variables.count > MOST_SLOTS) {
        n->too_large = true;
    } else if (depth == of->parameter_count) {
        n->instances[n->instance_count].schema = schema;
        memcpy(n->instances[n->instance_count++].values, values, MOST_SLOTS * sizeof *values);
    } else {
        const hddl_type *type = &n->problem->types[of->variables.items[depth].type];
        for (uint32_t i = 0; i < type->object_count; i++) {
            values[depth] = type->objects[i];
            add_instances(n, schema, of, depth + 1, values);
        }
    }
}

static bool has_plan(naive *n)
{
    const hddl_problem *problem = n->problem;
    uint32_t values[MOST_SLOTS] = {0}, initial = 0, methods;
    for (uint32_t i = 0; i < n->fact_count; i++) {
        hddl_term terms[MOST_ARITY];
        for (uint32_t term = 0; term < MOST_ARITY; term++) {
            terms[term] = ~(hddl_term)n->objects[i][term];
        }
        initial |= at_first(n, &(hddl_atom){.predicate = n->predicate[i], .terms = terms}, values) ? 1u << i : 0;
    }
    n->instance_count = 0;
    for (uint32_t i = 0; i < problem->method_count; i++) {
        add_instances(n, i, &problem->methods[i].schema, 0, values);
    }
    methods = n->instance_count;
    add_instances(n, HDDL_NONE, &problem->initial.schema, 0, values);
    for (bool grown = true; grown && !n->too_large;) {
        grown = false;
        for (uint32_t i = 0; i < methods; i++) {
            grown |= do_method(n, &problem->methods[n->instances[i].schema], n->instances[i].values);
        }
    }
    for (uint32_t i = methods; i < n->instance_count; i++) {
        n->state = initial;
        if (holds(n, &problem->initial.schema, problem->initial.constraints, n->instances[i].values)) {
            uint64_t ends = network_ends(n, &problem->initial.network, n->instances[i].values);
            for (n->state = 0; n->state < 1u << n->fact_count; n->state++) {
                if ((ends >> n->state & 1) && holds(n, &problem->goal_schema, problem->goal, values)) {
                    return true;
                }
            }
        }
    }
    return false;
}

naive_answer naive_search(const hddl_problem *problem)
{
    naive n = {.problem = problem};
    size_t rows = 0;
    uint32_t objects[MOST_ARITY] = {0}, values[MOST_SLOTS] = {0};
    for (uint32_t i = 0; i < problem->predicate_count; i++) {
        if (!problem->predicates[i].is_static) {
            add_facts(&n, i, 0, objects);
        }
    }
    n.begin = calloc((size_t)problem->task_count + problem->action_count + 1, sizeof *n.begin);
    n.instances = calloc(MOST_INSTANCES, sizeof *n.instances);
    if (n.begin == NULL || n.instances == NULL) {
        abort();
    }
    for (uint32_t i = 0; i < problem->task_count + problem->action_count; i++) {
        n.begin[i] = rows;
        rows += rows_of(&n, i < problem->task_count ? &problem->tasks[i].schema
                                                    : &problem->actions[i - problem->task_count].schema);
    }
    n.ends = calloc(rows * 64 + 1, sizeof *n.ends);
    if (n.ends == NULL) {
        abort();
    }
    for (uint32_t i = 0; i < problem->action_count && !n.too_large; i++) {
        n.instance_count = 0;
        add_instances(&n, i, &problem->actions[i].schema, 0, values);
        for (uint32_t j = 0; j < n.instance_count; j++) {
            do_action(&n, &problem->actions[i], n.instances[j].values);
        }
    }
    bool found = !n.too_large && has_plan(&n);
    free(n.ends);
    free(n.begin);
    free(n.instances);
    return n.too_large ? NAIVE_TOO_LARGE : found ? NAIVE_PLAN : NAIVE_NONE;
}
