/*
 * Resolves the names in tasks: parameters, conditions, effects, operator arguments and subtasks. Each
 * call of a task becomes an edge of the call graph.
 */
#include "compiler/names/names_tasks.h"

#include "compiler/names/names_each.h"
#include "compiler/names/names_expressions.h"
#include "compiler/names/names_table.h"
#include <string.h>

/* --- Effects -------------------------------------------------------------------------------------- */

/* What a query answers is the game's to say. */
static void report_query(htnc_resolver *resolver, const htnc_expr *target, htnc_effect_place place,
                         const htnc_symbol *query)
{
    base_diagnostic *report = base_report(
        resolver->diagnostics, BASE_DIAG_NOT_ASSIGNABLE, target->name.span, "`%s` is a query: %s", target->name.text,
        place == HTNC_EFFECT_FACT ? "the game answers it; only a table in the world state can have facts"
                                  : "the game answers it, and no effect can change what it answers");
    base_report_note(resolver->diagnostics, report, query->span, "declared here");
}

static void report_not_a_property(htnc_resolver *resolver, const htnc_expr *target, htnc_effect_place place,
                                  const char *noun, base_span declared)
{
    const char *what = place == HTNC_EFFECT_FACT ? "a fact is about a property" : "only properties can be changed";
    base_diagnostic *report = base_report(resolver->diagnostics, BASE_DIAG_NOT_ASSIGNABLE, target->name.span,
                                          "`%s` is %s: %s", target->name.text, noun, what);
    base_report_note(resolver->diagnostics, report, declared, "declared here");
}

/* A scenario fixes answers of queries too, and takes instances away. */
static bool may_be_set(const htnc_symbol *symbol, htnc_effect_place place)
{
    return symbol->kind == HTNC_SYMBOL_PROPERTY || (place == HTNC_EFFECT_SCENARIO && symbol->kind == HTNC_SYMBOL_QUERY);
}

static void resolve_target(htnc_resolver *resolver, htnc_expr *target, const htnc_scope *scope, htnc_effect_place place)
{
    if (target->kind != HTNC_EXPR_NAME) {
        htnc_resolve_expr(resolver, target, scope);
        return;
    }
    for (const htnc_scope *each = scope; each; each = each->outer)
        if (each->variable->name.text == target->name.text) {
            each->variable->used = true;
            if (place == HTNC_EFFECT_SCENARIO)
                htnc_resolve_expr(resolver, target, scope);
            else
                report_not_a_property(resolver, target, place, htnc_variable_noun(each->variable),
                                      each->variable->name.span);
            return;
        }
    if (htnc_report_cooldown(resolver, target))
        return;
    if (htnc_is_held(resolver, target)) {
        if (place != HTNC_EFFECT_SCENARIO)
            base_report(resolver->diagnostics, BASE_DIAG_NOT_ASSIGNABLE, target->span,
                        "`Held` belongs to the runtime: `Reserve` holds instances, and no effect can");
        htnc_resolve_expr(resolver, target, scope);
        return;
    }
    const htnc_symbol *symbol = htnc_symbol_require(resolver, HTNC_IN_VALUES, &target->name, NULL);
    if (!symbol || !may_be_set(symbol, place)) {
        if (symbol && symbol->kind == HTNC_SYMBOL_QUERY)
            report_query(resolver, target, place, symbol);
        else if (symbol)
            report_not_a_property(resolver, target, place, htnc_symbol_noun(symbol), symbol->span);
        htnc_resolve_exprs(resolver, target->operands, scope);
        return;
    }
    bool was_read = symbol->kind == HTNC_SYMBOL_PROPERTY && symbol->to.property->read;
    htnc_resolve_proposing(resolver, target, scope);
    if (symbol->kind != HTNC_SYMBOL_PROPERTY)
        return;
    symbol->to.property->read = was_read;
    symbol->to.property->written |= place == HTNC_EFFECT_OF_TASK;
    symbol->to.property->tested |= place == HTNC_EFFECT_SCENARIO;
}

/* In a scenario `Q(A) = later`, unless something is declared that has this name. It has no value then. */
static bool is_late(const htnc_resolver *resolver, const htnc_effect *effect, const htnc_scope *scope)
{
    const htnc_expr *value = effect->value;
    if (effect->op != HTNC_ASSIGN || effect->target->ref != HTNC_REF_QUERY || value->kind != HTNC_EXPR_NAME ||
        value->called || strcmp(value->name.text, "later") != 0)
        return false;
    for (; scope; scope = scope->outer)
        if (scope->variable->name.text == value->name.text)
            return false;
    return !htnc_symbol_find(resolver, HTNC_IN_VALUES, value->name.text);
}

/* `for 10s` */
static void resolve_time(htnc_resolver *resolver, const htnc_effect *effect, const htnc_scope *scope,
                         htnc_effect_place place)
{
    htnc_resolve_expr(resolver, effect->lasts, scope);
    if (effect->target->kind == HTNC_EXPR_NAME && effect->target->ref == HTNC_REF_PROPERTY)
        effect->target->to.property->expires |= place == HTNC_EFFECT_OF_TASK;
}

/* Reports a list of candidates for what does not propose any, and one value where a list must stand. */
static void check_proposed(htnc_resolver *resolver, const htnc_effect *effect)
{
    const htnc_expr *target = effect->target;
    const bool asks = target->ref == HTNC_REF_QUERY, proposes = asks && target->to.query->declaration->max;
    if (effect->proposes && !proposes && (asks || target->ref == HTNC_REF_PROPERTY))
        base_report(resolver->diagnostics, BASE_DIAG_PROPOSES_NOT, effect->span,
                    asks ? "`%s` answers with one value: write it without brackets"
                         : "`%s` has one value: a list stands only in a scenario, for a query that proposes candidates",
                    target->name.text);
    else if (proposes && !effect->proposes && !effect->late)
        base_report(resolver->diagnostics, BASE_DIAG_PROPOSES, effect->span,
                    "`%s` proposes several values: write them in brackets, as in `%s(...) = [A, B]`", target->name.text,
                    target->name.text);
}

void htnc_resolve_effects(htnc_resolver *resolver, htnc_effect *effects, const htnc_scope *scope,
                          htnc_effect_place place)
{
    for (htnc_effect *effect = effects; effect; effect = effect->next) {
        const htnc_scope *inner = htnc_scope_push_bound(resolver, scope, effect->each);
        if (effect->where)
            htnc_resolve_expr(resolver, effect->where, inner);
        resolve_target(resolver, effect->target, inner, place);
        if (effect->target->ref == HTNC_REF_VARIABLE && effect->value->kind != HTNC_EXPR_NONE)
            base_report(resolver->diagnostics, BASE_DIAG_NOT_ASSIGNABLE, effect->target->name.span,
                        "`%s` is an instance: a scenario can remove it with `%s = none`, but not change it",
                        effect->target->name.text, effect->target->name.text);
        effect->late = place == HTNC_EFFECT_SCENARIO && is_late(resolver, effect, inner);
        if (effect->late)
            effect->value->kind = HTNC_EXPR_NONE;
        else
            htnc_resolve_like(resolver, effect->value, effect->target, inner);
        htnc_resolve_exprs(resolver, effect->proposed, inner);
        check_proposed(resolver, effect);
        if (effect->lasts)
            resolve_time(resolver, effect, inner, place);
        if (effect->when)
            htnc_resolve_expr(resolver, effect->when, inner);
    }
}

/* --- Subtasks ------------------------------------------------------------------------------------- */

/* `Parallel(A(), B())`: with parentheses the words of the notation are names of tasks, and here of none. */
static bool report_parentheses(htnc_resolver *resolver, const htnc_subtask *subtask)
{
    static const char *const forms[][2] = {
        {"Parallel", "members that run at the same time stand in brackets: `Parallel [A(), B()]`"},
        {"Background", "what runs in the background stands in brackets: `Parallel [A(), Background [B()]]`"},
        {"Optional", "what may be left out stands in brackets: `Optional [A(), B()]`"},
        {"AnyOrder", "members whose order is free stand in brackets: `AnyOrder [A(), B()]`"},
        {"Achieve", "a goal stands in brackets: `Achieve [conditions]`"},
        {"Each", "what is done for each solution stands in brackets: `Each [s : Sheep] [Fetch(s)]`"},
        {"Split", "where a plan is to be split, `Split` stands without parentheses"},
    };
    if (htnc_symbol_find(resolver, HTNC_IN_TASKS, subtask->name.text))
        return false;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(subtask->name.text, forms[i][0]) == 0) {
            base_report(resolver->diagnostics, BASE_DIAG_UNKNOWN_TASK, subtask->name.span, "unknown task `%s`; %s",
                        subtask->name.text, forms[i][1]);
            return true;
        }
    return false;
}

/* The type that a parameter is declared with, which may not be resolved yet. NULL: it has none by name. */
static const htnc_type *named_type(const htnc_resolver *resolver, const htnc_variable *parameter)
{
    const char *name = parameter->type_ref ? parameter->type_ref->name.text : NULL;
    const htnc_symbol *type = name ? htnc_symbol_find(resolver, HTNC_IN_TYPES, name) : NULL;
    return type && type->kind == HTNC_SYMBOL_TYPE ? type->to.type : NULL;
}

htnc_task *htnc_resolve_call(htnc_resolver *resolver, htnc_subtask *subtask, const htnc_scope *scope)
{
    if (report_parentheses(resolver, subtask))
        return NULL;
    const htnc_symbol *symbol = htnc_symbol_require(resolver, HTNC_IN_TASKS, &subtask->name, NULL);
    const htnc_variable *parameter = symbol ? symbol->to.task->parameters : NULL;
    for (htnc_expr *each = subtask->arguments; each; each = each->next) {
        htnc_resolve_wanted(resolver, each, parameter ? named_type(resolver, parameter) : NULL, scope);
        parameter = parameter ? parameter->next : NULL;
    }
    subtask->task = NULL;
    if (!symbol)
        return NULL;
    uint32_t given = 0;
    for (const htnc_expr *each = subtask->arguments; each; each = each->next)
        given++;
    char *what = given == symbol->to.task->parameter_count ? NULL : base_format(resolver->arena, "`%s`", symbol->text);
    if (htnc_check_count(resolver, subtask->span, what, given, symbol->to.task->parameter_count, symbol->span))
        subtask->task = symbol->to.task;
    return subtask->task;
}

/* What holds at the end holds of no instance that could be handed on. */
static void resolve_goal(htnc_resolver *resolver, htnc_subtask *achieve, const htnc_scope *scope)
{
    for (const htnc_expr *item = achieve->goal; item; item = item->next)
        if (item->kind == HTNC_EXPR_ANY)
            base_report(resolver->diagnostics, BASE_DIAG_BINDER_PLACE, item->span,
                        "the goal of `Achieve` cannot bind variables; write `exists(%s : %s where ...)`",
                        item->variables->name.text, item->variables->type_ref->name.text);
    htnc_report_lets(resolver, achieve->goal, "the goal of `Achieve`");
    htnc_resolve_conditions(resolver, achieve->goal, scope);
}

static void check_used_once(htnc_resolver *resolver, const htnc_subtask *achieve, const htnc_subtask *action)
{
    for (const htnc_subtask *earlier = achieve->actions; earlier != action; earlier = earlier->next)
        if (earlier->name.text == action->name.text) {
            base_diagnostic *report = base_report(resolver->diagnostics, BASE_DIAG_DUPLICATE, action->name.span,
                                                  "`%s` is used already", action->name.text);
            base_report_note(resolver->diagnostics, report, earlier->name.span, "here");
            return;
        }
}

/* An action as a call of it: with what it is done is for the search to find. */
static void check_without_arguments(htnc_resolver *resolver, const htnc_subtask *action)
{
    if (action->span.end == action->name.span.end)
        return;
    base_diagnostic *report = base_report(resolver->diagnostics, BASE_DIAG_ARGUMENT_COUNT,
                                          (base_span){action->name.span.end, action->span.end},
                                          "`Using` names tasks without arguments: `Achieve` chooses the arguments");
    base_report_fixit(resolver->diagnostics, report, action->span, action->name.text);
}

static void resolve_actions(htnc_resolver *resolver, htnc_subtask *achieve, const htnc_task *owner)
{
    for (htnc_subtask *action = achieve->actions; action; action = action->next) {
        check_used_once(resolver, achieve, action);
        check_without_arguments(resolver, action);
        const htnc_symbol *symbol = htnc_symbol_require(resolver, HTNC_IN_TASKS, &action->name, NULL);
        action->task = symbol ? symbol->to.task : NULL;
        if (!symbol)
            continue;
        if (action->task->kind != HTNC_PRIMITIVE) {
            base_diagnostic *report =
                base_report(resolver->diagnostics, BASE_DIAG_WRONG_KIND, action->name.span,
                            "`Achieve` uses primitive tasks; `%s` is a compound task", symbol->text);
            base_report_note(resolver->diagnostics, report, symbol->span, "declared here");
        }
        htnc_edge_add(resolver->arena, &resolver->task_edges, owner->index, action->task->index);
    }
    if (achieve->has_using)
        return;
    for (uint32_t i = 0; i < resolver->model->task_count; i++)
        if (resolver->model->tasks[i]->kind == HTNC_PRIMITIVE)
            htnc_edge_add(resolver->arena, &resolver->task_edges, owner->index, i);
}

enum { MOST_IN_ANY_ORDER = 16 };

static void check_any_order(htnc_resolver *resolver, const htnc_subtask *group)
{
    uint32_t count = 0;
    for (const htnc_subtask *each = group->members; each; each = each->next)
        count++;
    if (count > MOST_IN_ANY_ORDER)
        base_report(resolver->diagnostics, BASE_DIAG_TOO_LARGE, group->keyword,
                    "`AnyOrder` has at most %d members, and these are %u", MOST_IN_ANY_ORDER, (unsigned)count);
}

/* `leaf`: where the next one that is no group is to be linked to. */
static void resolve_subtasks(htnc_resolver *resolver, htnc_subtask *list, const htnc_task *owner,
                             const htnc_scope *scope, htnc_subtask ***leaf)
{
    for (htnc_subtask *subtask = list; subtask; subtask = subtask->next) {
        switch (subtask->kind) {
        case HTNC_SUBTASK_TASK:
            if (subtask->each) {
                htnc_resolve_each(resolver, subtask, scope);
                htnc_edge_add(resolver->arena, &resolver->task_edges, owner->index, subtask->task->index);
            } else if (htnc_resolve_call(resolver, subtask, scope))
                htnc_edge_add(resolver->arena, &resolver->task_edges, owner->index, subtask->task->index);
            break;
        case HTNC_SUBTASK_ANY_ORDER: check_any_order(resolver, subtask); /* fallthrough */
        case HTNC_SUBTASK_OPTIONAL:
        case HTNC_SUBTASK_PARALLEL:
        case HTNC_SUBTASK_BACKGROUND: resolve_subtasks(resolver, subtask->members, owner, scope, leaf); continue;
        case HTNC_SUBTASK_SEQUENCE: /* of expected plans, which are no tasks' */
        case HTNC_SUBTASK_HORIZON:
        case HTNC_SUBTASK_SPLIT: break;
        case HTNC_SUBTASK_ACHIEVE:
            resolve_goal(resolver, subtask, scope);
            resolve_actions(resolver, subtask, owner);
            break;
        }
        **leaf = subtask;
        *leaf = &subtask->next_leaf;
    }
}

/* A Reserve names parameters and bound variables. */
static void resolve_reservations(htnc_resolver *resolver, const htnc_reservation *list)
{
    for (; list; list = list->next) {
        if (list->limit)
            htnc_resolve_expr(resolver, list->limit, NULL);
        if (list->instance->ref != HTNC_REF_VARIABLE && list->instance->ref != HTNC_REF_UNKNOWN)
            base_report(resolver->diagnostics, BASE_DIAG_WRONG_KIND, list->instance->span,
                        "`Reserve` names a parameter or a bound variable; `%s` is neither", list->instance->name.text);
    }
}

/* The For of a Cooldown, too. */
static void resolve_solution(htnc_resolver *resolver, htnc_expr *names, const htnc_scope *scope)
{
    htnc_resolve_exprs(resolver, names, scope);
    for (; names; names = names->next)
        if (names->ref != HTNC_REF_VARIABLE && names->ref != HTNC_REF_UNKNOWN)
            base_report(resolver->diagnostics, BASE_DIAG_WRONG_KIND, names->span,
                        "`For` names a parameter or a bound variable; `%s` is neither", names->name.text);
}

/* --- Tasks ---------------------------------------------------------------------------------------- */

/* All parts but the first one, whose variables are in `scope`. */
static void resolve_parts(htnc_resolver *resolver, const void *owner, const htnc_part *parts, size_t count,
                          const htnc_scope *scope)
{
    for (const htnc_part *part = parts + 1; part < parts + count; part++)
        if (part->kind == HTNC_PART_CONDITIONS)
            htnc_resolve_conditions(resolver, htnc_part_items(owner, part), scope);
        else
            htnc_resolve_exprs(resolver, htnc_part_items(owner, part), scope);
}

static void resolve_method(htnc_resolver *resolver, htnc_method *method, const htnc_scope *scope)
{
    htnc_subtask **leaves = &method->leaves;
    resolver->closed = NULL;
    scope = htnc_resolve_conditions(resolver, method->conditions, scope);
    for (htnc_prefer_key *key = method->prefer; key; key = key->next)
        htnc_resolve_expr(resolver, key->value, scope);
    resolve_parts(resolver, method, htnc_method_parts, HTNC_METHOD_PARTS, scope);
    resolve_reservations(resolver, method->reservations);
    resolve_solution(resolver, method->cooldown_for, scope);
    resolve_subtasks(resolver, method->subtasks, method->task, scope, &leaves);
}

static void resolve_primitive(htnc_resolver *resolver, htnc_task *task, const htnc_scope *scope)
{
    resolver->closed = NULL;
    scope = htnc_resolve_conditions(resolver, task->preconditions, scope);
    for (htnc_expr *each = task->operator_arguments; each; each = each->next)
        htnc_resolve_wanted(resolver, each, resolver->model->symbol_type, scope);
    htnc_resolve_effects(resolver, task->effects, scope, HTNC_EFFECT_OF_TASK);
    htnc_resolve_effects(resolver, task->expected, scope, HTNC_EFFECT_OF_TASK);
    htnc_resolve_effects(resolver, task->during, scope, HTNC_EFFECT_OF_TASK);
    htnc_resolve_effects(resolver, task->fail_effects, scope, HTNC_EFFECT_OF_TASK);
    htnc_resolve_effects(resolver, task->abort_effects, scope, HTNC_EFFECT_OF_TASK);
    resolve_parts(resolver, task, htnc_task_parts, HTNC_TASK_PARTS, scope);
    resolve_reservations(resolver, task->reservations);
}

void htnc_resolve_tasks(htnc_resolver *resolver)
{
    for (uint32_t i = 0; i < resolver->model->task_count; i++) {
        htnc_task *task = resolver->model->tasks[i];
        const htnc_scope *scope = htnc_scope_push_all(resolver, NULL, task->parameters);
        if (task->kind == HTNC_PRIMITIVE)
            resolve_primitive(resolver, task, scope);
        htnc_resolve_exprs(resolver, task->select_margin, scope);
        for (htnc_method *method = task->methods; method; method = method->next)
            resolve_method(resolver, method, scope);
    }
}
