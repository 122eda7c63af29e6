/*
 * Parts of tasks and methods. The grammar takes parts as a flat sequence; here each part is added to the task or method before it.
 * A part that stands twice, or that does not belong there, is reported and left out. After a head that could not be read, parts are
 * left out without a report, because it is not known what they belong to.
 */
#include "compiler/syntax/ast_parts.h"

#include "compiler/syntax/ast_expressions.h"
#include "compiler/syntax/keywords.h"

#include "htn.tab.h"
#include <string.h>

static base_diagnostic *report_misplaced(htnc_parser *parser, base_span span, const char *name, const char *why)
{
    uint32_t length = (uint32_t)strlen(name);
    if (span.end - span.begin > length)
        span.end = span.begin + length;
    return base_report(parser->diagnostics, BASE_DIAG_MISPLACED_PART, span, "%s", why);
}

/* Whether this is the first such part. Reports a second one. */
static bool is_first(htnc_parser *parser, htnc_word which, base_span span, const char *of)
{
    base_span keyword = {span.begin, span.begin + (uint32_t)strlen(htnc_keywords[which].text)};
    if (parser->seen[which].end != 0) {
        base_diagnostic *made = base_report(parser->diagnostics, BASE_DIAG_DUPLICATE_PART, keyword,
                                            "a second `%s` in this %s", htnc_keywords[which].text, of);
        base_report_note(parser->diagnostics, made, parser->seen[which], "the first is here");
        return false;
    }
    parser->seen[which] = keyword;
    return true;
}

/* The task that a part belongs to. Where there is none, reports that and returns a task that is in no list. */
static htnc_task *task_for(htnc_parser *parser, htnc_word which, base_span span)
{
    htnc_task_kind kind = htnc_keywords[which].place == HTNC_PLACE_PRIMITIVE ? HTNC_PRIMITIVE : HTNC_COMPOUND;
    htnc_task *task = parser->task;
    const char *name = htnc_keywords[which].text;
    const char *kind_name = kind == HTNC_COMPOUND ? "compound" : "primitive";
    if (parser->lost)
        return BASE_NEW(parser->arena, htnc_task);
    if (task == NULL) {
        report_misplaced(parser, span, name, base_format(parser->arena, "`%s` belongs to no %s task", name, kind_name));
        return BASE_NEW(parser->arena, htnc_task);
    }
    if (task->kind != kind) {
        const char *why = kind == HTNC_COMPOUND ? "a primitive task has no `%s`"
                          : which == HTNC_WORD_PRECONDITIONS
                              ? "a compound task has no `%s`: its methods have conditions"
                              : "a compound task has no `%s`; primitive tasks have";
        base_diagnostic *made = report_misplaced(parser, span, name, base_format(parser->arena, why, name));
        base_report_note(parser->diagnostics, made, task->name.span, "`%s` is a %s task", task->name.text,
                         kind == HTNC_COMPOUND ? "primitive" : "compound");
        return BASE_NEW(parser->arena, htnc_task);
    }
    if (!is_first(parser, which, span, "task"))
        return BASE_NEW(parser->arena, htnc_task);
    task->span.end = span.end;
    return task;
}

/* `Else` is no candidate, so nothing ranks it. */
static bool may_have(htnc_parser *parser, const htnc_method *method, htnc_word which, base_span span)
{
    if (!method->is_else || (which != HTNC_WORD_UTILITY && which != HTNC_WORD_WEIGHT && which != HTNC_WORD_PREFER))
        return true;
    const char *name = htnc_keywords[which].text;
    base_diagnostic *made = report_misplaced(
        parser, span, name, base_format(parser->arena, "`Else` has no `%s`: it comes after all candidates", name));
    base_report_note(parser->diagnostics, made, method->head, "`Else` is here");
    return false;
}

static htnc_method *method_for(htnc_parser *parser, htnc_word which, base_span span)
{
    htnc_method *method = parser->method;
    if (parser->lost || (method == NULL && parser->methods_lost))
        return BASE_NEW(parser->arena, htnc_method);
    if (method == NULL) {
        const char *name = htnc_keywords[which].text;
        const char *why = parser->task != NULL && parser->task->kind == HTNC_PRIMITIVE
                              ? "a primitive task has no `%s`"
                              : "`%s` belongs to no method: write a `Method [...]` before it";
        base_diagnostic *made = report_misplaced(parser, span, name, base_format(parser->arena, why, name));
        if (parser->task != NULL && parser->task->kind == HTNC_PRIMITIVE) {
            base_report_note(parser->diagnostics, made, parser->task->name.span, "`%s` is a primitive task",
                             parser->task->name.text);
        }
        return BASE_NEW(parser->arena, htnc_method);
    }
    if (!is_first(parser, which, span, "method") || !may_have(parser, method, which, span))
        return BASE_NEW(parser->arena, htnc_method);
    method->span.end = span.end;
    method->task->span.end = span.end;
    return method;
}

/* --- Parts that are expressions or effects ------------------------------------------------------ */

static void set_part(void *owner, const htnc_part *parts, size_t count, htnc_word which, htnc_expr *items)
{
    for (const htnc_part *part = parts; part < parts + count; part++)
        if (part->word == which)
            *(htnc_expr **)((char *)owner + part->offset) = items;
}

/* A step without an operator is done at once: it takes no time, and never fails. */
static void note_needs_operator(const htnc_parser *parser, htnc_task *task, htnc_word which)
{
    if (task->needs_operator_at.end != 0)
        return;
    task->needs_operator = which;
    task->needs_operator_at = parser->seen[which];
}

/* The While of an `Orders` is that of a method of a made task, so that the later passes treat it as they treat any While. */
static void set_gate(htnc_parser *parser, base_span span, htnc_expr *items)
{
    htnc_orders_decl *orders = parser->orders;
    if (!is_first(parser, HTNC_WORD_WHILE, span, "`Orders`"))
        return;
    orders->span.end = span.end;
    orders->gate_span = parser->seen[HTNC_WORD_WHILE];
    htnc_task *task = orders->gate = BASE_NEW(parser->arena, htnc_task);
    htnc_method *method = task->methods = BASE_NEW(parser->arena, htnc_method);
    *task = (htnc_task){.kind = HTNC_COMPOUND,
                        .name = {"Gate", orders->gate_span},
                        .span = span,
                        .methods = method,
                        .method_count = 1,
                        .is_gate = true,
                        .used = true};
    *method = (htnc_method){.span = span,
                            .head = orders->gate_span,
                            .label = {NULL, {0, 0}},
                            .while_conditions = items,
                            .has_while = true,
                            .has_subtasks = true,
                            .task = task};
}

void htnc_ast_part(htnc_parser *parser, base_span span, htnc_word which, htnc_expr *items)
{
    if (which == HTNC_WORD_WHILE && parser->orders != NULL) {
        set_gate(parser, span, items);
    } else if (htnc_keywords[which].place == HTNC_PLACE_METHOD) {
        htnc_method *method = method_for(parser, which, span);
        set_part(method, htnc_method_parts, HTNC_METHOD_PARTS, which, items);
        method->has_while |= which == HTNC_WORD_WHILE;
        method->has_enter |= which == HTNC_WORD_ENTER;
    } else {
        htnc_task *task = task_for(parser, which, span);
        set_part(task, htnc_task_parts, HTNC_TASK_PARTS, which, items);
        task->has_context |= which == HTNC_WORD_CONTEXT;
        if (which == HTNC_WORD_TIMEOUT || which == HTNC_WORD_RETRY)
            note_needs_operator(parser, task, which);
    }
}

htnc_exprs htnc_ast_solution(htnc_parser *parser, base_span span, htnc_exprs names)
{
    if (names.first == NULL && !htnc_parser_is_quiet(parser, span)) {
        base_diagnostic *made = base_report(parser->diagnostics, BASE_DIAG_NO_EFFECT, span,
                                            "`For []` has no effect: it names variables of the method's conditions");
        base_report_fixit(parser->diagnostics, made, span, "");
    }
    return names;
}

void htnc_ast_cooldown(htnc_parser *parser, base_span span, htnc_expr *value, htnc_after after, htnc_expr *solution)
{
    htnc_method *method = method_for(parser, HTNC_WORD_COOLDOWN, span);
    method->cooldown = value;
    method->cooldown_after = after;
    method->cooldown_for = solution;
    method->has_while |= solution != NULL;
}

void htnc_ast_effects_part(htnc_parser *parser, base_span span, htnc_word which, htnc_effects effects)
{
    htnc_task *task = task_for(parser, which, span);
    htnc_effect **part = which == HTNC_WORD_EFFECTS         ? &task->effects
                         : which == HTNC_WORD_DURING        ? &task->during
                         : which == HTNC_WORD_FAIL_EFFECTS  ? &task->fail_effects
                         : which == HTNC_WORD_ABORT_EFFECTS ? &task->abort_effects
                                                            : &task->expected;
    *part = effects.first;
    if (which == HTNC_WORD_FAIL_EFFECTS || which == HTNC_WORD_ABORT_EFFECTS)
        note_needs_operator(parser, task, which);
}

/* --- Reserve ------------------------------------------------------------------------------------ */

/* `not Held(c)` for each instance, which is the same node in both places. `called` is false: nobody wrote it. */
static htnc_expr *conditions_of(htnc_parser *parser, const htnc_reservation *list)
{
    htnc_exprs conditions = {NULL, NULL};
    for (; list != NULL; list = list->next) {
        htnc_expr *held = htnc_ast_name(parser, list->instance->span, list->instance->name);
        held->kind = HTNC_EXPR_HELD;
        held->operands = list->instance;
        conditions = htnc_ast_add_expr(conditions, htnc_ast_unary(parser, list->span, HTNC_NOT, list->span, held));
    }
    return conditions.first;
}

void htnc_ast_reserve(htnc_parser *parser, base_span span, htnc_reservations reservations)
{
    htnc_expr *conditions = conditions_of(parser, reservations.first);
    htnc_task *task = parser->task;
    if (parser->lost || task == NULL || task->kind == HTNC_COMPOUND) {
        htnc_method *method = method_for(parser, HTNC_WORD_RESERVE, span);
        method->reservations = reservations.first;
        method->reserved = conditions;
        method->has_while |= reservations.first != NULL;
    } else if (is_first(parser, HTNC_WORD_RESERVE, span, "task")) {
        task->reservations = reservations.first;
        task->reserved = conditions;
        task->span.end = span.end;
    }
}

/* --- Primitive tasks ---------------------------------------------------------------------------- */

void htnc_ast_operator(htnc_parser *parser, base_span span, htnc_call call)
{
    htnc_task *task = task_for(parser, HTNC_WORD_OPERATOR, span);
    task->has_operator = true;
    task->operator_name = call.name;
    task->operator_arguments = call.arguments.first;
    task->operator_span = call.span;
}

void htnc_ast_interrupt_never(htnc_parser *parser, base_span span)
{
    task_for(parser, HTNC_WORD_INTERRUPT, span)->interrupt_never = true;
}

void htnc_ast_restart_always(htnc_parser *parser, base_span span)
{
    htnc_task *task = task_for(parser, HTNC_WORD_RESTART, span);
    task->restart_always = true;
    note_needs_operator(parser, task, HTNC_WORD_RESTART);
}

/* --- Compound tasks and methods ----------------------------------------------------------------- */

static void select_for_root(htnc_parser *parser, base_span span, htnc_selection selection)
{
    htnc_root_decl *root = parser->root;
    if (root->select_span.end != 0) {
        base_diagnostic *made =
            base_report(parser->diagnostics, BASE_DIAG_DUPLICATE_PART, span, "a second `Select` for this root");
        base_report_note(parser->diagnostics, made, root->select_span, "the first is here");
        return;
    }
    if (selection.select != HTNC_SELECT_CHEAPEST && selection.select != HTNC_SELECT_FIRST) {
        base_report(parser->diagnostics, BASE_DIAG_MISPLACED_PART, selection.span,
                    "a root selects `first` or `cheapest`");
        return;
    }
    root->cheapest = selection.select == HTNC_SELECT_CHEAPEST;
    root->select_span = span;
    root->span.end = span.end;
}

void htnc_ast_select(htnc_parser *parser, base_span span, htnc_selection selection)
{
    if (parser->root != NULL) {
        select_for_root(parser, span, selection);
        return;
    }
    htnc_task *task = task_for(parser, HTNC_WORD_SELECT, span);
    if (selection.select == HTNC_SELECT_CHEAPEST && !parser->lost) {
        base_report(parser->diagnostics, BASE_DIAG_MISPLACED_PART, selection.span,
                    "`cheapest` is for a `Root`; a task selects `first`, `highest` or `random`");
        return;
    }
    task->select = selection.select;
    task->select_margin = selection.margin;
    task->select_span = span;
}

/* Ends the method, if there is one. It must have subtasks. */
static void end_method(htnc_parser *parser)
{
    htnc_method *method = parser->method;
    if (method != NULL && !method->has_subtasks && !parser->filter.ended) {
        base_diagnostic *made =
            base_report(parser->diagnostics, BASE_DIAG_NO_SUBTASKS, method->head, "this method has no `Subtasks`");
        base_report_note(parser->diagnostics, made, (base_span){0, 0}, "`Subtasks []` succeeds with no steps");
    }
    parser->method = NULL;
    for (size_t i = 0; i < HTNC_WORDS; i++)
        if (htnc_keywords[i].place == HTNC_PLACE_METHOD || i == HTNC_WORD_RESERVE)
            parser->seen[i] = (base_span){0, 0};
}

static htnc_method *add_method(htnc_parser *parser, base_span span)
{
    htnc_method *method = BASE_NEW(parser->arena, htnc_method);
    *method = (htnc_method){.span = span, .head = span, .task = parser->task, .index = parser->task->method_count++};
    parser->task->span.end = span.end;
    *parser->methods_end = method;
    parser->methods_end = &method->next;
    parser->method = method;
    return method;
}

static void check_number(htnc_parser *parser, const htnc_method *method)
{
    if (!method->has_number || method->number == (int64_t)method->index)
        return;
    base_diagnostic *made = base_report(parser->diagnostics, BASE_DIAG_METHOD_NUMBER, method->number_span,
                                        "a method's number is its index: this is method %u of `%s`", method->index,
                                        method->task->name.text);
    base_report_fixit(parser->diagnostics, made, method->number_span, base_format(parser->arena, "%u", method->index));
}

/* `Else` is tried after all other methods, so it is the last one. */
static void check_after_else(htnc_parser *parser, base_span span)
{
    if (parser->otherwise == NULL || parser->otherwise->next != NULL)
        return; /* what follows it further down is not reported again */
    base_diagnostic *made = base_report(parser->diagnostics, BASE_DIAG_ELSE_PLACE, span,
                                        "`Else` must be the last of a task's methods: it is taken when none of them "
                                        "can be");
    base_report_note(parser->diagnostics, made, parser->otherwise->head,
                     "`Else` is here: move it below the last method");
}

/* Begins a `Method` or `Else`. NULL: it cannot stand here, which was reported. */
static htnc_method *begin_method(htnc_parser *parser, base_span span, htnc_word which)
{
    const char *name = htnc_keywords[which].text;
    end_method(parser);
    if (parser->lost)
        return NULL;
    if (parser->task != NULL && parser->task->kind == HTNC_COMPOUND) {
        check_after_else(parser, span);
        return add_method(parser, span);
    }
    const char *why = parser->task == NULL ? "`%s` belongs to no compound task" : "a primitive task has no `%s`";
    base_diagnostic *made = report_misplaced(parser, span, name, base_format(parser->arena, why, name));
    if (parser->task != NULL) {
        base_report_note(parser->diagnostics, made, parser->task->name.span, "`%s` is a primitive task",
                         parser->task->name.text);
    }
    parser->methods_lost = true;
    return NULL;
}

void htnc_ast_method(htnc_parser *parser, base_span span, htnc_label label, htnc_exprs conditions)
{
    htnc_method *method = begin_method(parser, span, HTNC_WORD_METHOD);
    if (method == NULL)
        return;
    method->label = label.name;
    method->has_number = label.has_number;
    method->number = label.number;
    method->number_span = label.span;
    method->conditions = conditions.first;
    check_number(parser, method);
}

void htnc_ast_else(htnc_parser *parser, base_span span)
{
    htnc_method *method = begin_method(parser, span, HTNC_WORD_ELSE);
    if (method == NULL)
        return;
    method->is_else = true;
    parser->otherwise = parser->otherwise == NULL ? method : parser->otherwise;
}

void htnc_ast_else_with_conditions(htnc_parser *parser, base_span span, base_span conditions)
{
    base_report(parser->diagnostics, BASE_DIAG_ELSE_PLACE, span,
                "`Else` has no conditions: it is taken when no method before it can be");
    htnc_ast_else(parser, (base_span){span.begin, conditions.begin});
}

void htnc_ast_prefer(htnc_parser *parser, base_span span, htnc_prefer_keys keys)
{
    method_for(parser, HTNC_WORD_PREFER, span)->prefer = keys.first;
}

void htnc_ast_subtasks(htnc_parser *parser, base_span span, htnc_subtasks subtasks)
{
    htnc_method *method = method_for(parser, HTNC_WORD_SUBTASKS, span);
    method->has_subtasks = true;
    method->subtasks = subtasks.first;
}

htnc_label htnc_ast_no_label(void)
{
    return (htnc_label){.name = htnc_ast_no_name()};
}

htnc_label htnc_ast_number_label(base_span span, int64_t number)
{
    return (htnc_label){.name = htnc_ast_no_name(), .has_number = true, .number = number, .span = span};
}

htnc_label htnc_ast_name_label(htnc_name name)
{
    return (htnc_label){.name = name, .span = name.span};
}

/* --- Beginning and end -------------------------------------------------------------------------- */

void htnc_ast_end_of_parts(htnc_parser *parser)
{
    end_method(parser);
    parser->task = NULL;
    parser->otherwise = NULL;
    parser->scenario = NULL;
    parser->root = NULL;
    parser->orders = NULL;
    parser->lost = false;
    parser->methods_lost = false;
    memset(parser->seen, 0, sizeof parser->seen);
}

void htnc_ast_failed(htnc_parser *parser, int section)
{
    const htnc_keyword *keyword = htnc_keyword_of(section);
    if (section == HTNC_TOKEN_METHOD) {
        end_method(parser);
        if (parser->task != NULL && parser->task->kind == HTNC_COMPOUND)
            add_method(parser, (base_span){0, 0})->has_subtasks = true;
        parser->methods_lost = true;
    } else if (section == 0 || section == HTNC_TOKEN_SUBTASKS) {
        if (section == 0) /* it may have been the subtasks, or a declaration */
            parser->lost |= parser->task == NULL && parser->scenario == NULL;
        if (parser->method != NULL)
            parser->method->has_subtasks = true;
    } else if (keyword != NULL && keyword->place == HTNC_PLACE_DECLARATION) {
        htnc_ast_end_of_parts(parser);
        parser->lost = true;
    }
}
