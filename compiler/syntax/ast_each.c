/*
 * `Each [s : Sheep where Stray(s)] [Fetch(s)]`: a subtask whose task has no declaration. It is made here, as a compound task with
 * two methods, so that the later passes treat it as they treat any task (see htnc_task.is_each).
 */
#include "compiler/syntax/ast_each.h"

#include "compiler/syntax/ast_items.h"

htnc_expr *htnc_ast_each_condition(htnc_parser *parser, htnc_expr *condition)
{
    if (condition->kind != HTNC_EXPR_ANY || htnc_parser_is_quiet(parser, condition->span))
        return condition;
    base_diagnostic *made =
        base_report(parser->diagnostics, BASE_DIAG_EACH_ANY, condition->span,
                    "`Each` goes through all solutions: leave out `any` and write `%s : %s`",
                    condition->variables->name.text, htnc_parser_text(parser, condition->variables->type_ref->span));
    base_report_fixit(parser->diagnostics, made,
                      (base_span){condition->span.begin, condition->variables->name.span.begin}, "");
    return condition;
}

static htnc_method *method_of(htnc_parser *parser, htnc_task *task, base_span head)
{
    htnc_method *method = BASE_NEW(parser->arena, htnc_method);
    *method = (htnc_method){.span = task->span,
                            .head = head,
                            .label = {NULL, {0, 0}},
                            .has_subtasks = true,
                            .index = task->method_count++,
                            .task = task};
    return method;
}

static htnc_task *task_of(htnc_parser *parser, base_span span, base_span head, htnc_exprs items, htnc_prefer_keys keys,
                          htnc_subtasks subtasks)
{
    htnc_task *task = BASE_NEW(parser->arena, htnc_task);
    *task = (htnc_task){.kind = HTNC_COMPOUND, .name = {"Each", head}, .span = span, .is_each = true};
    task->methods = method_of(parser, task, head);
    task->methods->conditions = items.first;
    task->methods->prefer = keys.first;
    task->methods->subtasks = subtasks.first;
    task->methods->next = method_of(parser, task, head);
    return task;
}

htnc_subtask *htnc_ast_each(htnc_parser *parser, base_span span, base_span head, htnc_exprs items,
                            htnc_prefer_keys keys, htnc_subtasks subtasks)
{
    htnc_subtask *made = htnc_ast_subtask(parser, span, (htnc_name){"Each", head}, (htnc_exprs){NULL, NULL});
    if (items.first != NULL && items.first->kind != HTNC_EXPR_ANY && items.first->kind != HTNC_EXPR_ERROR &&
        !htnc_parser_is_quiet(parser, items.first->span))
        base_report(parser->diagnostics, BASE_DIAG_SYNTAX, items.first->span,
                    "`Each` begins with a variable: `Each [s : Sheep where ...]`");
    made->each = task_of(parser, span, head, items, keys, subtasks);
    return made;
}
