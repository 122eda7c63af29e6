/*
 * Evaluates a scenario's expressions from the syntax tree, in the world of its agent, and changes that world; see
 * scenario_values.h. The arithmetic is the compiler's (fold_operators.h), so that a scenario computes what the agent computes.
 */
#include "cli/scenario/scenario_values.h"
#include "base/text.h"
#include "cli/common/given_answers.h"
#include "cli/common/held.h"
#include "cli/scenario/scenario_agents.h"
#include "compiler/types/fold_operators.h"
#include "compiler/types/types.h"
#include <htn/arithmetic.h>
#include <stdlib.h>

typedef const scenario_scope scope;

static const htn_world *world_of(const scenario_stage *stage)
{
    return htn_agent_world(stage->now->actor.agent);
}

static int32_t variable_value(const htnc_variable *variable, scope *known)
{
    while (known != NULL && known->variable != variable)
        known = known->outer;
    return known != NULL ? known->value : HTNC_NOBODY;
}

/* Whether a value is in a type's range; for an open type, whether the instance exists. */
static bool is_value_of(const scenario_stage *stage, const htnc_type *type, int32_t value)
{
    if (value < type->low || value > type->high)
        return false;
    return type->kind != HTNC_TYPE_ENTITIES || !type->open ||
           htn_world_exists(world_of(stage), htn_type_find(stage->domain, type->name), value);
}

/* --- Names -------------------------------------------------------------------------------------- */

/* Evaluates at most HTN_MAX_ARGUMENTS operands. Returns how many. */
static uint32_t read_operands(const scenario_stage *stage, const htnc_expr *name, scope *known, int32_t *values)
{
    uint32_t count = 0;
    for (const htnc_expr *each = name->operands; each != NULL && count < HTN_MAX_ARGUMENTS; each = each->next)
        values[count++] = scenario_value(stage, each, known);
    return count;
}

static int32_t property_value(const scenario_stage *stage, const htnc_expr *name, scope *known)
{
    int32_t index[HTN_MAX_ARGUMENTS];
    const uint32_t count = read_operands(stage, name, known, index);
    return htn_world_get_at(world_of(stage), stage->properties[name->to.property->index], index, count);
}

/* As in the runtime: a query is not asked with arguments outside their types, and its answer is brought into its own type. */
static int32_t query_value(const scenario_stage *stage, const htnc_expr *name, scope *known)
{
    const htnc_query *query = name->to.query;
    int32_t arguments[HTN_MAX_ARGUMENTS];
    uint32_t i = 0;
    read_operands(stage, name, known, arguments);
    for (const htnc_variable *each = query->declaration->parameters; each != NULL; each = each->next)
        if (!is_value_of(stage, each->type, arguments[i++]))
            return htn_query_default(stage->domain, stage->queries[query->index]);
    cli_answers answers = stage->now->answers; /* a copy, since this question must not change `last` */
    const int32_t answer = cli_answers_find(&answers, stage->queries[query->index], arguments);
    if (is_value_of(stage, query->type, answer) || query->type->kind == HTNC_TYPE_ENTITIES)
        return is_value_of(stage, query->type, answer) ? answer : HTNC_NOBODY;
    return htnc_fold_function(HTNC_CLAMP, answer, query->type->low, query->type->high);
}

/* Binds the parameters from `parameter` on to the arguments from `argument` on, then tests the items, or reads the value. */
static int32_t condition_value(const scenario_stage *stage, const htnc_condition_decl *declaration,
                               const htnc_variable *parameter, const htnc_expr *argument, scope *known, scope *inner)
{
    if (parameter == NULL)
        return declaration->value ? scenario_value(stage, declaration->items, inner)
                                  : scenario_holds(stage, declaration->items, inner);
    scope given = {inner, parameter, scenario_value(stage, argument, known)};
    return condition_value(stage, declaration, parameter->next, argument->next, known, &given);
}

/* Binds the parameters from `parameter` on, then tests the items. */
static bool body_holds(const scenario_stage *stage, const htnc_condition_decl *declaration,
                       const htnc_variable *parameter, const int32_t *argument, scope *inner)
{
    if (parameter == NULL)
        return scenario_holds(stage, declaration->items, inner);
    scope given = {inner, parameter, *argument};
    return body_holds(stage, declaration, parameter->next, argument + 1, &given);
}

static bool derived_body(const void *user, scenario_fixpoint *fixpoint, const htnc_condition *condition,
                         const int32_t *arguments)
{
    scenario_stage stage = *(const scenario_stage *)user;
    stage.fixpoint = fixpoint;
    return body_holds(&stage, condition->declaration, condition->declaration->parameters, arguments, NULL);
}

static int32_t derived_value(const scenario_stage *stage, const htnc_expr *call, scope *known)
{
    int32_t arguments[HTN_MAX_ARGUMENTS];
    read_operands(stage, call, known, arguments);
    return scenario_derived(stage->fixpoint, call->to.condition, arguments, derived_body, stage);
}

static int32_t name_value(const scenario_stage *stage, const htnc_expr *name, scope *known)
{
    switch (name->ref) {
    case HTNC_REF_PROPERTY: return property_value(stage, name, known);
    case HTNC_REF_CONSTANT: return name->to.constant->value;
    case HTNC_REF_VALUE: return name->to.value->ordinal;
    case HTNC_REF_VARIABLE: return variable_value(name->to.variable, known);
    case HTNC_REF_QUERY: return query_value(stage, name, known);
    case HTNC_REF_CONDITION: {
        const htnc_condition_decl *declaration = name->to.condition->declaration;
        if (name->to.condition->cycle != NULL)
            return derived_value(stage, name, known);
        return condition_value(stage, declaration, declaration->parameters, name->operands, known, NULL);
    }
    case HTNC_REF_UNKNOWN: break; /* the compiler reports it, and the file is not played */
    }
    return 0;
}

/* --- Expressions -------------------------------------------------------------------------------- */

static int32_t curve_value(const scenario_stage *stage, const htnc_expr *curve, scope *known)
{
    const int32_t x = scenario_value(stage, curve->operands, known);
    uint32_t count = 0;
    for (const htnc_expr *each = curve->operands->next; each != NULL; each = each->next)
        count++;
    int32_t *points = base_allocate(count * sizeof *points);
    count = 0;
    for (const htnc_expr *each = curve->operands->next; each != NULL; each = each->next)
        points[count++] = scenario_value(stage, each, known);
    const int32_t y = htnc_fold_curve(points, count / 2, x);
    free(points);
    return y;
}

/* The value of a quantifier with one more instance. `value`: with the `count` instances before it; `body`: of this one. */
static int32_t gather(htnc_quantifier quantifier, int32_t value, uint32_t count, int32_t body)
{
    switch (quantifier) {
    case HTNC_EXISTS: return 1;
    case HTNC_NO: return 0;
    case HTNC_EVERY: return value && body;
    case HTNC_COUNT: return htni_saturate((int64_t)value + 1);
    case HTNC_SUM: return htnc_fold_binary(HTNC_ADD, value, body);
    case HTNC_MINIMUM: return count == 0 ? body : htnc_fold_function(HTNC_MIN, value, body, 0);
    case HTNC_MAXIMUM: return count == 0 ? body : htnc_fold_function(HTNC_MAX, value, body, 0);
    }
    return value;
}

/* What a binder or quantifier goes through: the values of a type, or what a query proposes. */
typedef struct reach {
    const scenario_stage *stage;
    const htnc_type *type;
    int64_t next;
    bool proposed;
    int32_t candidates[HTN_MAX_CANDIDATES];
    uint32_t count;
} reach;

/* The candidates that planning would go through. */
static void add_candidates(reach *to, const htnc_expr *source, scope *known)
{
    const scenario_stage *stage = to->stage;
    int32_t arguments[HTN_MAX_ARGUMENTS];
    const int32_t *given;
    uint32_t i = 0;
    read_operands(stage, source, known, arguments);
    for (const htnc_variable *each = source->to.query->declaration->parameters; each != NULL; each = each->next)
        if (!is_value_of(stage, each->type, arguments[i++]))
            return;
    const uint32_t count =
        cli_answers_candidates(&stage->now->answers, stage->queries[source->to.query->index], arguments, &given);
    for (i = 0; i < count; i++) {
        uint32_t before = 0;
        while (before < to->count && to->candidates[before] != given[i])
            before++;
        if (before == to->count && is_value_of(stage, source->to.query->type, given[i]))
            to->candidates[to->count++] = given[i];
    }
}

static reach reach_of(const scenario_stage *stage, const htnc_expr *binder, scope *known)
{
    reach made = {.stage = stage, .type = binder->variables->type, .proposed = binder->operands != NULL};
    made.next = made.proposed ? 0 : made.type->low;
    if (made.proposed)
        add_candidates(&made, binder->operands, known);
    return made;
}

static bool next_in(reach *in, int32_t *value)
{
    for (; in->proposed ? in->next < in->count : in->next <= in->type->high; in->next++) {
        *value = in->proposed ? in->candidates[in->next] : (int32_t)in->next;
        if (in->proposed || is_value_of(in->stage, in->type, *value)) {
            in->next++;
            return true;
        }
    }
    return false;
}

static int32_t quantifier_value(const scenario_stage *stage, const htnc_expr *quantifier, scope *known)
{
    reach in = reach_of(stage, quantifier, known);
    int32_t value = quantifier->quantifier == HTNC_EVERY || quantifier->quantifier == HTNC_NO;
    uint32_t count = 0;
    int32_t each;
    while (next_in(&in, &each)) {
        scope inner = {known, quantifier->variables, each};
        if (quantifier->where != NULL && !scenario_value(stage, quantifier->where, &inner))
            continue;
        const int32_t body = quantifier->body != NULL ? scenario_value(stage, quantifier->body, &inner) : 1;
        value = gather(quantifier->quantifier, value, count++, body);
    }
    return value;
}

static int32_t builtin_value(const scenario_stage *stage, const htnc_expr *call, scope *known)
{
    int32_t values[3] = {0, 0, 0};
    int count = 0;
    for (const htnc_expr *each = call->operands; each != NULL && count < 3; each = each->next)
        values[count++] = scenario_value(stage, each, known);
    return htnc_fold_function(call->function, values[0], values[1], values[2]);
}

static int32_t binary_value(const scenario_stage *stage, const htnc_expr *binary, scope *known)
{
    const int32_t left = scenario_value(stage, binary->operands, known);
    return htnc_fold_binary(binary->op, left, scenario_value(stage, binary->operands->next, known));
}

/* A scenario looks from outside: the agent's own layers count like others. */
static int32_t held_value(const scenario_stage *stage, const htnc_held *held, int32_t instance)
{
    const htn_world *world = world_of(stage);
    const htn_property table = stage->properties[held->property->index];
    const uint32_t family = cli_held_family(world->domain, table);
    htn_hold hold;
    if (cli_is_held(world, table, instance))
        return 1;
    for (uint32_t i = 0; htn_agent_hold(stage->now->actor.agent, i, &hold); i++)
        if (hold.type == family && hold.instance == instance && !hold.lost &&
            cli_is_held_with(world, table, hold.layer, instance))
            return 1;
    return 0;
}

int32_t scenario_value(const scenario_stage *stage, const htnc_expr *expression, scope *known)
{
    if (expression->is_constant)
        return expression->folded;
    switch (expression->kind) {
    case HTNC_EXPR_NAME: return name_value(stage, expression, known);
    case HTNC_EXPR_UNARY: return htnc_fold_unary(expression->op, scenario_value(stage, expression->operands, known));
    case HTNC_EXPR_BINARY: return binary_value(stage, expression, known);
    case HTNC_EXPR_BUILTIN: return builtin_value(stage, expression, known);
    case HTNC_EXPR_CURVE: return curve_value(stage, expression, known);
    case HTNC_EXPR_QUANTIFIER: return quantifier_value(stage, expression, known);
    case HTNC_EXPR_HELD: return held_value(stage, expression->held, scenario_value(stage, expression->operands, known));
    default: return HTNC_NOBODY; /* `none`; all other kinds are constant, or binders */
    }
}

/* Whether there is an instance for which the rest of a list after a binder holds. */
static bool some_holds(const scenario_stage *stage, const htnc_expr *binder, scope *known)
{
    reach in = reach_of(stage, binder, known);
    int32_t each;
    while (next_in(&in, &each)) {
        scope inner = {known, binder->variables, each};
        if ((binder->where == NULL || scenario_value(stage, binder->where, &inner)) &&
            scenario_holds(stage, binder->next, &inner))
            return true;
    }
    return false;
}

bool scenario_holds(const scenario_stage *stage, const htnc_expr *conditions, scope *known)
{
    for (const htnc_expr *each = conditions; each != NULL; each = each->next) {
        if (each->kind == HTNC_EXPR_ANY)
            return some_holds(stage, each, known);
        if (each->kind == HTNC_EXPR_LET) {
            scope inner = {known, each->variables, scenario_value(stage, each->operands, known)};
            return scenario_holds(stage, each->next, &inner);
        }
        if (!scenario_value(stage, each, known))
            return false;
    }
    return true;
}

/* --- Changes ------------------------------------------------------------------------------------ */

/* A write that is noted and made later, when all values have been read. */
typedef struct change {
    scenario_agent *agent; /* whose world it is */
    const htnc_effect *effect;
    uint32_t count;
    int32_t index[HTN_MAX_ARGUMENTS];
    int32_t value;
    uint32_t proposed; /* of a query that proposes: how many candidates */
    int32_t candidates[HTN_MAX_CANDIDATES];
    int32_t lasts; /* milliseconds until the value expires; 0: it does not */
    int32_t gone;  /* the instance to remove, if the target is an instance */
} change;

typedef struct changes {
    change *list;
    uint32_t count;
    size_t capacity;
} changes;

static void note(const scenario_stage *stage, changes *noted, const htnc_effect *effect, scope *known)
{
    if (effect->when != NULL && !scenario_value(stage, effect->when, known))
        return;
    noted->list = base_grow_array(noted->list, noted->count, &noted->capacity, sizeof *noted->list);
    change *to = &noted->list[noted->count++];
    to->effect = effect;
    to->agent = stage->now;
    to->count = read_operands(stage, effect->target, known, to->index);
    to->proposed = 0;
    for (const htnc_expr *each = effect->proposed; each != NULL && to->proposed < HTN_MAX_CANDIDATES; each = each->next)
        to->candidates[to->proposed++] = scenario_value(stage, each, known);
    to->value = effect->late || effect->proposes ? 0 : scenario_value(stage, effect->value, known);
    to->lasts = effect->lasts == NULL ? 0 : scenario_value(stage, effect->lasts, known);
    if (effect->lasts != NULL && to->lasts < 1)
        to->lasts = 1;
    to->gone = effect->target->ref == HTNC_REF_VARIABLE ? scenario_value(stage, effect->target, known) : HTNC_NOBODY;
}

static void note_each(const scenario_stage *stage, changes *noted, const htnc_effect *effect)
{
    const htnc_type *type = effect->each->type;
    for (int64_t each = type->low; each <= type->high; each++) {
        scope inner = {stage->now->instances, effect->each, (int32_t)each};
        if (is_value_of(stage, type, (int32_t)each) &&
            (effect->where == NULL || scenario_value(stage, effect->where, &inner)))
            note(stage, noted, effect, &inner);
    }
}

static int32_t changed_value(const change *what, const htnc_type *type, int32_t before)
{
    int32_t value = what->value;
    switch (what->effect->op) {
    case HTNC_INCREASE: value = htnc_fold_binary(HTNC_ADD, before, value); break;
    case HTNC_DECREASE: value = htnc_fold_binary(HTNC_SUB, before, value); break;
    case HTNC_SCALE:
        value = htnc_fold_binary(what->effect->value->type->kind == HTNC_TYPE_FIXED ? HTNC_MUL_FIXED : HTNC_MUL, before,
                                 value);
        break;
    case HTNC_ASSIGN: break;
    }
    return type->kind == HTNC_TYPE_INTEGER || type->kind == HTNC_TYPE_FIXED
               ? htnc_fold_function(HTNC_CLAMP, value, type->low, type->high)
               : value;
}

/* A cell that does not exist, such as `Distance(none)`, is not written. */
static bool write_property(scenario_stage *stage, const change *what)
{
    const htnc_property *of = what->effect->target->to.property;
    const htn_property property = stage->properties[of->index];
    htn_world *world = htn_agent_world(stage->now->actor.agent);
    const int32_t before = htn_world_get_at(world, property, what->index, what->count);
    const int32_t value = changed_value(what, of->type, before);
    const htn_status status = what->lasts == 0 ? htn_world_set_at(world, property, what->index, what->count, value)
                                               : htn_world_set_at_for(world, property, what->index, what->count, value,
                                                                      (uint32_t)what->lasts);
    return status == HTN_OK && value != before;
}

static bool is_proposed(const scenario_stage *stage, htn_query query, const change *what)
{
    const int32_t *before;
    const uint32_t count = cli_answers_candidates(&stage->now->answers, query, what->index, &before);
    return count == what->proposed && (count == 0 || memcmp(before, what->candidates, count * sizeof *before) == 0);
}

/* An answer that has been late and arrives is a change, but no other answer: what waits for it asks again. `*other`: it is one. */
static bool write_answer(scenario_stage *stage, const change *what, bool *other)
{
    const htnc_query *of = what->effect->target->to.query;
    const htn_query query = stage->queries[of->index];
    const int32_t before = cli_answers_find(&stage->now->answers, query, what->index);
    const int32_t value = changed_value(what, of->type, before);
    const bool was_late = cli_answers_is_late(&stage->now->answers, query, what->index);
    const bool differs = what->effect->proposes ? !is_proposed(stage, query, what) : value != before;
    if (what->effect->late)
        cli_answers_set_late(&stage->now->answers, query, what->index);
    else if (what->effect->proposes)
        cli_answers_propose(&stage->now->answers, query, what->index, what->candidates, what->proposed);
    else
        cli_answers_set(&stage->now->answers, query, what->index, value);
    *other |= !was_late && (what->effect->late || differs);
    return was_late != what->effect->late || differs;
}

/* Types with the same outermost type number their instances together. */
static bool same_family(const htnc_type *a, const htnc_type *b)
{
    while (a->parent != NULL)
        a = a->parent;
    while (b->parent != NULL)
        b = b->parent;
    return a == b;
}

/* Whether all agents of the stage have the instance in common. */
static bool is_in_group(const scenario_stage *stage, uint32_t type, int32_t instance)
{
    return stage->group != NULL && htn_world_exists(htn_group_world(stage->group), type, instance);
}

/* Removes an instance, from the world and from the names of the scenario. */
static bool take_away(scenario_stage *stage, const change *what)
{
    const htnc_type *type = what->effect->target->type;
    const uint32_t index = htn_type_find(stage->domain, type->name);
    const bool common = is_in_group(stage, index, what->gone);
    if (htn_world_despawn(htn_agent_world(stage->now->actor.agent), index, what->gone) != HTN_OK)
        return false;
    for (uint32_t i = 0; i < stage->agent_count; i++)
        for (scenario_instance *each = stage->agents[i].named; each != NULL; each = each->next)
            if ((common || stage->now == &stage->agents[i]) && each->scope.value == what->gone &&
                same_family(each->scope.variable->type, type))
                each->scope.value = HTNC_NOBODY;
    return true;
}

/* In a group only members hold an instance, so that others hold it cannot be said; that nobody does can. */
static bool write_held(scenario_stage *stage, const change *what, bool *changed)
{
    const htn_property table = stage->properties[what->effect->target->held->property->index];
    if (stage->group == NULL) {
        *changed |= cli_set_held(htn_agent_world(stage->now->actor.agent), table, what->index[0], what->value != 0);
        return true;
    }
    if (what->value != 0) {
        stage->now = NULL;
        base_text_add(scenario_fail(stage, what->effect->target->span),
                      "where agents are named, only they hold instances: let one of them take a plan that reserves it");
        return false;
    }
    *changed |= htn_group_release(stage->group, cli_held_family(stage->domain, table), what->index[0]) == HTN_OK;
    return true;
}

static bool write(scenario_stage *stage, const change *what, bool *changed, bool *answered)
{
    if (what->effect->target->ref == HTNC_REF_QUERY)
        *changed |= write_answer(stage, what, answered);
    else if (what->effect->target->ref == HTNC_REF_VARIABLE)
        *changed |= take_away(stage, what);
    else if (what->effect->target->kind == HTNC_EXPR_HELD)
        return write_held(stage, what, changed);
    else
        *changed |= write_property(stage, what);
    return true;
}

/* Of what agents share the `first` one makes the change. */
static void note_for(const scenario_stage *stage, changes *noted, const htnc_effect *list, bool first)
{
    for (const htnc_effect *each = list; each != NULL; each = each->next) {
        const htnc_expr *target = each->target;
        const bool shared = (target->ref == HTNC_REF_PROPERTY && target->to.property->declaration->shared) ||
                            target->kind == HTNC_EXPR_HELD;
        if (shared && !first)
            continue;
        if (each->each != NULL)
            note_each(stage, noted, each);
        else
            note(stage, noted, each, stage->now->instances);
    }
}

bool scenario_change(scenario_stage *stage, const htnc_clause *clause, bool *changed)
{
    changes noted = {0};
    bool good = true;
    const uint32_t first = scenario_next_agent(stage, clause, HTN_NONE);
    *changed = false;
    for (uint32_t i = first; i != HTN_NONE; i = scenario_next_agent(stage, clause, i)) {
        stage->now = &stage->agents[i];
        note_for(stage, &noted, clause->changes, i == first);
    }
    for (uint32_t i = 0; i < noted.count && good; i++) {
        bool answered = false;
        stage->now = noted.list[i].agent;
        good = write(stage, &noted.list[i], changed, &answered);
        if (answered)
            htn_agent_answers_changed(stage->now->actor.agent);
    }
    free(noted.list);
    return good;
}

/* --- Instances ------------------------------------------------------------------------------------ */

static void add_name(scenario_agent *agent, const htnc_variable *variable, int32_t value)
{
    scenario_instance *made = base_allocate(sizeof *made);
    *made = (scenario_instance){{agent->instances, variable, value}, agent->named};
    agent->named = made;
    agent->instances = &made->scope;
}

/* What agents share comes to all; of other types each agent that the clause is about gets an instance of its own. */
bool scenario_spawn(scenario_stage *stage, const htnc_clause *clause, const htnc_variable *instance)
{
    const uint32_t type = htn_type_find(stage->domain, instance->type->name);
    int32_t value = HTNC_NOBODY;
    for (uint32_t i = scenario_next_agent(stage, clause, HTN_NONE); i != HTN_NONE;
         i = scenario_next_agent(stage, clause, i)) {
        stage->now = &stage->agents[i];
        if (htn_world_spawn(htn_agent_world(stage->now->actor.agent), type, &value) != HTN_OK)
            return false;
        if (is_in_group(stage, type, value))
            break;
        add_name(stage->now, instance, value);
    }
    if (!is_in_group(stage, type, value))
        return true;
    for (uint32_t i = 0; i < stage->agent_count; i++)
        add_name(&stage->agents[i], instance, value);
    scenario_agents_notice(stage);
    return true;
}
