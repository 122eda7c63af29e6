/*
 * Types in tasks, effects and scenarios, once every parameter has its type. The arguments of an operator have the types of its first
 * use; a range counts as `int`.
 */
#include "compiler/types/types_tasks.h"

#include "compiler/types/achieve_tasks.h"
#include "compiler/types/durations.h"
#include "compiler/types/types_entities.h"
#include "compiler/types/types_expressions.h"
#include "compiler/types/types_fixed.h"
#include "compiler/types/types_ranges.h"
#include "compiler/types/types_held.h"
#include "compiler/types/types_report.h"
#include <htn/blob.h>

/* --- Effects -------------------------------------------------------------------------------------- */

/* `X *= 2`: an int is a factor as it is. */
static bool converts(htnc_checker *checker, htnc_effect *effect)
{
    if (effect->op == HTNC_SCALE && htnc_is_fixed(effect->target->type)) {
        htnc_warn_whole_division(checker, effect->value);
        return false;
    }
    return htnc_convert(checker, effect->value, effect->target->type,
                        base_format(checker->arena, "`%s`", effect->target->name.text));
}

/* The candidates of a query in a scenario. An editor asks for the types of a source whose names have errors, too: then it may be no query. */
static void check_proposed(htnc_checker *checker, const htnc_effect *effect)
{
    const htnc_query *query = effect->target->ref == HTNC_REF_QUERY ? effect->target->to.query : NULL;
    if (!query) {
        for (htnc_expr *each = effect->proposed; each; each = each->next)
            htnc_type_expr(checker, each);
        return;
    }
    const htnc_type *type = query->type;
    uint32_t count = 0;
    for (htnc_expr *each = effect->proposed; each; each = each->next, count++) {
        const char *what = base_format(checker->arena, "a candidate of `%s`", query->name);
        htnc_type_expr(checker, each);
        if (htnc_convert(checker, each, type, what))
            continue;
        if (!htnc_type_fits(each->type, type) || each->kind == HTNC_EXPR_NONE)
            htnc_expect_type(checker, each, type, what);
    }
    if (count > query->most && query->most > 0)
        base_report(checker->diagnostics, BASE_DIAG_OUT_OF_RANGE, effect->span,
                    "`%s` proposes at most %u candidates, and these are %u", query->name, (unsigned)query->most,
                    (unsigned)count);
}

static void check_effect(htnc_checker *checker, htnc_effect *effect)
{
    const htnc_type *type = effect->target->type;
    if (effect->proposes) {
        check_proposed(checker, effect);
        return;
    }
    if (effect->late || converts(checker, effect))
        return;
    if (effect->op == HTNC_ASSIGN) {
        if (htnc_type_fits(effect->value->type, type) && effect->value->kind != HTNC_EXPR_NONE)
            return;
        htnc_expect_type(checker, effect->value, type, base_format(checker->arena, "`%s`", effect->target->name.text));
        return;
    }
    if (!htnc_is_number(type))
        base_report(checker->diagnostics, BASE_DIAG_NOT_A_NUMBER, effect->target->span,
                    "`%s` changes numbers, but `%s` is %s", htnc_effect_text(effect->op), effect->target->name.text,
                    htnc_type_phrase(checker, type));
    else if (!htnc_report_none(checker, effect->value) && !htnc_is_number(effect->value->type))
        base_report(checker->diagnostics, BASE_DIAG_NOT_A_NUMBER, effect->value->span,
                    "`%s` needs a number, but this is %s", htnc_effect_text(effect->op),
                    htnc_type_phrase(checker, effect->value->type));
}

/* `for 10s`: whether it may stand in this list of effects is checked elsewhere. */
static void check_time(htnc_checker *checker, const htnc_effect *effect)
{
    htnc_expect_whole(checker, effect->lasts, "how long a value lasts");
    htnc_check_unit(checker, effect->lasts);
    if (effect->op != HTNC_ASSIGN)
        base_report(checker->diagnostics, BASE_DIAG_BAD_EXPIRY, effect->lasts->span,
                    "`%s` has no time: only a value that is set with `=` expires", htnc_effect_text(effect->op));
    else if (effect->lasts->is_constant && effect->lasts->folded < 1)
        base_report(checker->diagnostics, BASE_DIAG_BAD_EXPIRY, effect->lasts->span,
                    "a value lasts 1 ms or more, but this is %d", (int)effect->lasts->folded);
}

/* Of effects that planning assumes, and that end with their step: they have no time. */
static void check_no_times(htnc_checker *checker, const htnc_effect *effects, const char *why)
{
    for (; effects; effects = effects->next)
        if (effects->lasts)
            base_report(checker->diagnostics, BASE_DIAG_BAD_EXPIRY, effects->lasts->span,
                        "only what `Effects`, `FailEffects`, `AbortEffects` or a scenario sets can expire; %s", why);
}

static void type_effects(htnc_checker *checker, htnc_effect *effects)
{
    for (htnc_effect *effect = effects; effect; effect = effect->next) {
        htnc_settle_binders(checker, effect->each);
        if (effect->where) {
            htnc_type_expr(checker, effect->where);
            htnc_expect_condition(checker, effect->where, NULL);
        }
        htnc_type_expr(checker, effect->target);
        htnc_type_expr(checker, effect->value);
        if (effect->when) {
            htnc_type_expr(checker, effect->when);
            htnc_expect_condition(checker, effect->when, NULL);
        }
        check_effect(checker, effect);
        if (effect->lasts)
            check_time(checker, effect);
    }
}

/* --- Operators ------------------------------------------------------------------------------------ */

/* Ranges count as `int` or `fixed`. */
static const htnc_type *operator_type(htnc_checker *checker, const htnc_type *type)
{
    return type->kind == HTNC_TYPE_INTEGER ? checker->model->int_type
           : htnc_is_fixed(type)           ? htnc_listed_fixed_type(checker)
                                           : type;
}

static void check_operator(htnc_checker *checker, htnc_task *task)
{
    htnc_operator *operator_ = task->operator_;
    base_span *spans = checker->operator_spans[operator_->index];
    uint32_t i = 0;
    for (htnc_expr *each = task->operator_arguments; each; each = each->next, i++) {
        htnc_type_expr(checker, each);
        if (htnc_report_none(checker, each) || each->type->kind == HTNC_TYPE_ERROR || i >= operator_->argument_count)
            continue;
        const htnc_type **known = &operator_->argument_types[i];
        if (!*known) {
            *known = operator_type(checker, each->type);
            spans[i] = each->span;
        } else if (htnc_is_fixed(each->type) && (*known)->kind == HTNC_TYPE_INTEGER) {
            *known = operator_type(checker, each->type); /* the ints convert when all uses are known */
        } else if (htnc_is_fixed(*known) && each->type->kind == HTNC_TYPE_INTEGER) {
            continue;
        } else if (htnc_type_fits(*known, each->type)) {
            *known = each->type->kind == HTNC_TYPE_ENTITIES ? each->type : *known; /* the widest of all uses */
        } else if (!htnc_types_agree(*known, each->type)) {
            base_diagnostic *report =
                base_report(checker->diagnostics, BASE_DIAG_OPERATOR_ARGUMENT, each->span,
                            "argument %u of operator `%s` is %s, and here %s", (unsigned)i + 1, operator_->name,
                            htnc_type_phrase(checker, *known), htnc_type_phrase(checker, each->type));
            base_report_note(checker->diagnostics, report, spans[i], "its first use is here");
        }
    }
}

/* --- Tasks ---------------------------------------------------------------------------------------- */

/* `Achieve` tries all values of a parameter, so its type must have values that can be listed. */
static void check_actions(htnc_checker *checker, const htnc_subtask *achieve)
{
    for (const htnc_subtask *action = achieve->actions; action; action = action->next)
        for (const htnc_variable *each = action->task ? action->task->parameters : NULL; each; each = each->next) {
            if (htnc_traits(each->type)->listed)
                continue;
            base_diagnostic *report =
                base_report(checker->diagnostics, BASE_DIAG_CANNOT_RANGE, action->name.span,
                            "`Achieve` cannot use `%s`: its parameter `%s` is %s, whose values cannot be listed",
                            action->name.text, each->name.text, htnc_type_phrase(checker, each->type));
            base_report_note(checker->diagnostics, report, each->name.span, "declared here");
        }
}

/* Before the Each itself is looked at, which comes behind the task around it. */
static void type_captured(htnc_task *each)
{
    for (htnc_variable *parameter = each->parameters; parameter; parameter = parameter->next)
        parameter->type = parameter->captured->type;
}

static void type_subtasks(htnc_checker *checker, htnc_subtask *list)
{
    for (htnc_subtask *subtask = list; subtask; subtask = subtask->next) {
        if (subtask->each)
            type_captured(subtask->each);
        if (subtask->task)
            htnc_type_arguments(checker, subtask->arguments, subtask->task->parameters, subtask->name.text, false);
        type_subtasks(checker, subtask->members);
        htnc_type_conditions(checker, subtask->goal);
        if (subtask->kind == HTNC_SUBTASK_ACHIEVE)
            check_actions(checker, subtask);
    }
}

static bool may_be_fixed(const htnc_part *part)
{
    return part->word == HTNC_WORD_UTILITY || part->word == HTNC_WORD_WEIGHT || part->word == HTNC_WORD_COST;
}

static void type_parts(htnc_checker *checker, const void *owner, const htnc_part *parts, size_t count)
{
    for (const htnc_part *part = parts; part < parts + count; part++) {
        htnc_expr *items = htnc_part_items(owner, part);
        if (!items)
            continue;
        if (part->kind == HTNC_PART_CONDITIONS) {
            htnc_type_conditions(checker, items);
            continue;
        }
        const char *noun = base_format(checker->arena, "a %s", part->name);
        if (part->kind == HTNC_PART_NUMBER && may_be_fixed(part))
            htnc_expect_number(checker, items, noun);
        else if (part->kind == HTNC_PART_NUMBER)
            htnc_expect_whole(checker, items, noun);
        else
            htnc_expect_constant(checker, items, checker->model->int_type, noun);
    }
}

/* --- Reserve -------------------------------------------------------------------------------------- */

enum { MOST_HOLDERS = 254 };

static int32_t limit_of(htnc_checker *checker, htnc_expr *limit)
{
    if (!limit)
        return 1;
    if (!htnc_expect_constant(checker, limit, checker->model->int_type, "how many may hold an instance"))
        return 0;
    if (limit->folded >= 1 && limit->folded <= MOST_HOLDERS)
        return limit->folded;
    base_report(checker->diagnostics, BASE_DIAG_OUT_OF_RANGE, limit->span,
                "from 1 to %d may hold an instance, but this is %d", MOST_HOLDERS, (int)limit->folded);
    return 0;
}

/* All clauses over a family allow the same number of holders, because `Held` is one condition for all of them. */
static void check_limit(htnc_checker *checker, const htnc_reservation *item, int32_t limit)
{
    htnc_held *held = item->held;
    if (limit == 0)
        return;
    if (held->limited.end == 0) {
        held->limited = item->span;
        held->limit = limit;
    } else if (held->limit != limit) {
        base_diagnostic *report =
            base_report(checker->diagnostics, BASE_DIAG_RESERVE_LIMIT, item->span,
                        "%d may hold an instance of `%s` here, and %d elsewhere: every `Reserve` of one kind of "
                        "instance needs the same `up to`",
                        (int)limit, held->family->name, (int)held->limit);
        base_report_note(checker->diagnostics, report, held->limited, "elsewhere is here");
    }
}

static void type_reservations(htnc_checker *checker, htnc_reservation *list)
{
    for (htnc_reservation *item = list; item; item = item->next) {
        const htnc_type *type = item->instance->type;
        const int32_t limit = limit_of(checker, item->limit);
        if (type->kind == HTNC_TYPE_ENTITIES) {
            item->held = htnc_held_of(checker, type, item->span);
            check_limit(checker, item, limit);
        } else if (type->kind != HTNC_TYPE_ERROR) {
            base_report(checker->diagnostics, BASE_DIAG_TYPE_MISMATCH, item->instance->span,
                        "`Reserve` names an instance of an Entities type; `%s` is %s", item->instance->name.text,
                        htnc_type_phrase(checker, type));
        }
    }
}

/* --- Cooldown ... For ------------------------------------------------------------------------------ */

/* The table of the solutions that cool down has a parameter for each variable. */
static void type_solution(htnc_checker *checker, htnc_method *method)
{
    htnc_property *table = method->cooling;
    htnc_variable **end = &table->declaration->parameters;
    for (htnc_expr *name = method->cooldown_for; name; name = name->next) {
        htnc_type_expr(checker, name);
        if (name->type->kind == HTNC_TYPE_ERROR)
            return;
        if (name->type->kind != HTNC_TYPE_ENTITIES && name->type->kind != HTNC_TYPE_ENUM) {
            base_report(checker->diagnostics, BASE_DIAG_TYPE_MISMATCH, name->span,
                        "`For` names instances and values of Enums; `%s` is %s", name->name.text,
                        htnc_type_phrase(checker, name->type));
            return;
        }
        htnc_variable *parameter = BASE_NEW(checker->arena, htnc_variable);
        htnc_type_ref *ref = BASE_NEW(checker->arena, htnc_type_ref);
        *ref = (htnc_type_ref){.name = {name->type->name, name->span}, .type = name->type};
        *parameter = (htnc_variable){.type = name->type, .type_ref = ref};
        *end = parameter;
        end = &parameter->next;
        table->parameter_count++;
    }
    table->expires = true;
    htnc_count_cells(checker, table);
    if (table->cells > HTN_MAX_WORLD)
        base_report(checker->diagnostics, BASE_DIAG_TOO_LARGE, method->cooldown_for->span,
                    "at most %d solutions can cool down, but these are %llu", HTN_MAX_WORLD,
                    (unsigned long long)table->cells);
}

/* --- Methods and primitive tasks ------------------------------------------------------------------ */

static void type_method(htnc_checker *checker, htnc_method *method)
{
    type_parts(checker, method, htnc_method_parts, HTNC_METHOD_PARTS);
    type_reservations(checker, method->reservations);
    for (htnc_prefer_key *key = method->prefer; key; key = key->next) {
        htnc_type_expr(checker, key->value);
        if (!htnc_traits(key->value->type)->ordered)
            base_report(checker->diagnostics, BASE_DIAG_NOT_ORDERED, key->value->span,
                        "`Prefer` compares numbers or enum values, but this is %s",
                        htnc_type_phrase(checker, key->value->type));
    }
    type_subtasks(checker, method->subtasks);
    if (method->cooldown)
        htnc_check_unit(checker, method->cooldown);
    if (method->cooldown_for)
        type_solution(checker, method);
}

/* `During` restores the old value at the end, so it can only assign. */
static void check_during(htnc_checker *checker, const htnc_effect *effects)
{
    for (; effects; effects = effects->next)
        if (effects->op != HTNC_ASSIGN)
            base_report(checker->diagnostics, BASE_DIAG_BAD_DURING, effects->span,
                        "`During` sets `%s` while the task runs and restores it at the end: write it with `=`",
                        effects->target->name.text);
}

/* Parts for a step that fails or takes too long. */
static void check_failing(htnc_checker *checker, const htnc_task *task)
{
    const htnc_expr *timeout = task->timeout, *retry = task->retry;
    if (task->needs_operator_at.end != 0 && !task->has_operator)
        base_report(checker->diagnostics, BASE_DIAG_MISPLACED_PART, task->needs_operator_at,
                    "`%s` is for a task with an `Operator`: `%s` is done as soon as it starts",
                    htnc_keywords[task->needs_operator].text, task->name.text);
    if (timeout)
        htnc_check_unit(checker, timeout);
    if (timeout && timeout->is_constant && timeout->folded < 1)
        base_report(checker->diagnostics, BASE_DIAG_OUT_OF_RANGE, timeout->span,
                    "a timeout must be at least 1 ms, but this is %d", (int)timeout->folded);
    if (retry && retry->is_constant && (retry->folded < 1 || retry->folded > 255))
        base_report(checker->diagnostics, BASE_DIAG_OUT_OF_RANGE, retry->span,
                    "a step is retried 1 to 255 times, but this is %d", (int)retry->folded);
}

static void type_primitive(htnc_checker *checker, htnc_task *task)
{
    type_parts(checker, task, htnc_task_parts, HTNC_TASK_PARTS);
    type_reservations(checker, task->reservations);
    if (task->duration)
        htnc_check_unit(checker, task->duration);
    if (task->operator_)
        check_operator(checker, task);
    type_effects(checker, task->effects);
    type_effects(checker, task->expected);
    type_effects(checker, task->during);
    type_effects(checker, task->fail_effects);
    type_effects(checker, task->abort_effects);
    check_during(checker, task->during);
    check_failing(checker, task);
    check_no_times(checker, task->expected, "`ExpectedEffects` are never written");
    check_no_times(checker, task->during, "`During` lasts as long as the step");
}

static void type_margin(htnc_checker *checker, htnc_expr *margin)
{
    htnc_expect_constant(checker, margin, NULL, "a margin");
    if (margin->is_constant && margin->folded < 0)
        base_report(checker->diagnostics, BASE_DIAG_OUT_OF_RANGE, margin->span,
                    "a margin must be 0 or more, but this is %s: a lower rank never replaces a running plan",
                    htnc_number_text(checker, margin->type, margin->folded));
}

/* The utilities of a task's candidates, and the margin between them, are fixed if one is. */
static void type_utilities(htnc_checker *checker, htnc_task *task)
{
    bool fixed = task->select_margin && htnc_is_fixed(task->select_margin->type);
    for (const htnc_method *each = task->methods; each; each = each->next)
        fixed = fixed || (each->utility && htnc_is_fixed(each->utility->type));
    for (htnc_method *each = task->methods; fixed && each; each = each->next)
        if (each->utility)
            htnc_make_fixed(checker, each->utility);
    if (fixed && task->select_margin)
        htnc_make_fixed(checker, task->select_margin);
    task->fixed_utilities = fixed;
}

static void type_weights(htnc_checker *checker, htnc_task *task)
{
    for (const htnc_method *each = task->methods; each; each = each->next)
        task->fixed_weights = task->fixed_weights || (each->weight && htnc_is_fixed(each->weight->type));
    for (htnc_method *each = task->methods; task->fixed_weights && each; each = each->next)
        if (each->weight)
            htnc_make_fixed(checker, each->weight);
}

/* If one cost of the domain is fixed, all are. */
static void type_costs(htnc_checker *checker)
{
    htnc_model *model = checker->model;
    for (uint32_t i = 0; i < model->task_count; i++)
        model->fixed_costs =
            model->fixed_costs || (model->tasks[i]->cost && htnc_is_fixed(model->tasks[i]->cost->type));
    for (uint32_t i = 0; i < model->task_count && model->fixed_costs; i++)
        if (model->tasks[i]->cost)
            htnc_make_fixed(checker, model->tasks[i]->cost);
}

static void prepare_operators(htnc_checker *checker)
{
    checker->operator_spans =
        base_alloc_array(checker->arena, (size_t)checker->model->operator_count + 1, sizeof(base_span *));
    for (htnc_operator *each = checker->model->operators; each; each = each->next) {
        each->argument_types = base_alloc_array(checker->arena, (size_t)each->argument_count + 1, sizeof(htnc_type *));
        checker->operator_spans[each->index] =
            base_alloc_array(checker->arena, (size_t)each->argument_count + 1, sizeof(base_span));
    }
}

/* An argument is fixed if it is in one of its uses. */
static void convert_operator_arguments(htnc_checker *checker, htnc_task *task)
{
    uint32_t i = 0;
    for (htnc_expr *each = task->operator_arguments; each; each = each->next, i++)
        if (i < task->operator_->argument_count && htnc_is_fixed(task->operator_->argument_types[i]))
            htnc_make_fixed(checker, each);
}

/* Arguments that were reported in all uses have the error type. */
static void finish_operators(htnc_checker *checker)
{
    for (htnc_operator *each = checker->model->operators; each; each = each->next)
        for (uint32_t i = 0; i < each->argument_count; i++)
            if (!each->argument_types[i])
                each->argument_types[i] = checker->model->error_type;
    for (uint32_t i = 0; i < checker->model->task_count; i++)
        if (checker->model->tasks[i]->operator_)
            convert_operator_arguments(checker, checker->model->tasks[i]);
}

void htnc_type_tasks(htnc_checker *checker)
{
    prepare_operators(checker);
    for (uint32_t i = 0; i < checker->model->task_count; i++) {
        htnc_task *task = checker->model->tasks[i];
        if (task->kind == HTNC_PRIMITIVE)
            type_primitive(checker, task);
        if (task->select_margin)
            type_margin(checker, task->select_margin);
        for (htnc_method *method = task->methods; method; method = method->next)
            type_method(checker, method);
        type_utilities(checker, task);
        type_weights(checker, task);
    }
    type_costs(checker);
    finish_operators(checker);
}

/* --- Scenarios ------------------------------------------------------------------------------------ */

/* A scenario makes instances of open types only: those of closed types always exist. */
static void check_instances(htnc_checker *checker, const htnc_variable *instances)
{
    for (; instances; instances = instances->next)
        if (instances->type->kind != HTNC_TYPE_ERROR && !instances->type->open)
            base_report(checker->diagnostics, BASE_DIAG_TYPE_MISMATCH, instances->type_ref->span,
                        "`%s` is no open Entities type (`Max`): a scenario makes instances of such types only",
                        instances->type->name);
}

/* What a scenario sets for a time must be able to expire. */
static void check_times(htnc_checker *checker, const htnc_effect *changes)
{
    for (; changes; changes = changes->next) {
        const htnc_expr *target = changes->target;
        if (!changes->lasts)
            continue;
        if (target->kind == HTNC_EXPR_HELD)
            base_report(checker->diagnostics, BASE_DIAG_BAD_EXPIRY, changes->lasts->span,
                        "only the value of a property expires: an instance is held until the holder lets it go");
        if (target->kind != HTNC_EXPR_NAME || target->ref == HTNC_REF_UNKNOWN)
            continue;
        if (target->ref != HTNC_REF_PROPERTY) {
            base_report(checker->diagnostics, BASE_DIAG_BAD_EXPIRY, changes->lasts->span,
                        "only the value of a property expires, and `%s` is none", target->name.text);
        } else if (!target->to.property->expires) {
            base_diagnostic *report = base_report(
                checker->diagnostics, BASE_DIAG_BAD_EXPIRY, changes->lasts->span,
                "`%s` cannot expire: no effect sets it for a time, and it is not marked `Expires`", target->name.text);
            base_report_note(checker->diagnostics, report, target->to.property->declaration->name.span,
                             "declared here");
        }
    }
}

/* `Expect Holds`: a test does not make a type one of those that can be reserved. */
static void check_holds(htnc_checker *checker, htnc_expr *instances)
{
    for (htnc_expr *each = instances; each; each = each->next) {
        htnc_type_expr(checker, each);
        if (each->type->kind != HTNC_TYPE_ENTITIES && each->type->kind != HTNC_TYPE_ERROR)
            base_report(checker->diagnostics, BASE_DIAG_TYPE_MISMATCH, each->span,
                        "what is held is an instance of an Entities type, not %s",
                        htnc_type_phrase(checker, each->type));
    }
}

static void type_clause(htnc_checker *checker, htnc_clause *clause)
{
    htnc_settle_binders(checker, clause->instances);
    check_instances(checker, clause->instances);
    type_effects(checker, clause->changes);
    check_times(checker, clause->changes);
    for (htnc_run_item *run = clause->runs; run; run = run->next)
        type_subtasks(checker, run->task);
    type_subtasks(checker, clause->plan);
    type_subtasks(checker, clause->given);
    if (clause->kind == HTNC_EXPECT_WORLD) {
        htnc_type_conditions(checker, clause->expressions);
        return;
    }
    if (clause->kind == HTNC_EXPECT_HOLDS) {
        check_holds(checker, clause->expressions);
        return;
    }
    for (htnc_expr *each = clause->expressions; each; each = each->next)
        if (htnc_expect_constant(checker, each, checker->model->int_type,
                                 clause->kind == HTNC_WAIT ? "a time" : "an entry") &&
            each->folded < 0)
            base_report(
                checker->diagnostics, BASE_DIAG_OUT_OF_RANGE, each->span, "%s must be 0 or more, but this is %d",
                clause->kind == HTNC_WAIT ? "time does not go back: a wait" : "a method's index", (int)each->folded);
        else if (clause->kind == HTNC_WAIT)
            htnc_check_unit(checker, each);
}

void htnc_type_scenarios(htnc_checker *checker)
{
    for (htnc_file *file = checker->model->files; file; file = file->next)
        for (htnc_scenario *scenario = file->scenarios; scenario; scenario = scenario->next)
            for (htnc_clause *clause = scenario->clauses; clause; clause = clause->next)
                type_clause(checker, clause);
}
