/* Constructors of what the lists in parts hold: effects, keys, subtasks, values, properties, outcomes. */
#include "compiler/syntax/ast_items.h"

#include "compiler/syntax/ast_expressions.h"

#include <string.h>

htnc_effect *htnc_ast_effect(htnc_parser *parser, base_span span, htnc_expr *target, htnc_effect_op op,
                             htnc_expr *value, htnc_suffix suffix)
{
    htnc_effect *effect = BASE_NEW(parser->arena, htnc_effect);
    *effect = (htnc_effect){.span = span,
                            .target = target,
                            .op = op,
                            .value = value,
                            .when = suffix.when,
                            .each = suffix.each,
                            .where = suffix.where,
                            .lasts = suffix.lasts};
    return effect;
}

htnc_effect *htnc_ast_proposal(htnc_parser *parser, base_span span, htnc_expr *target, htnc_exprs proposed)
{
    htnc_effect *effect = htnc_ast_effect(parser, span, target, HTNC_ASSIGN, htnc_ast_none(parser, span),
                                          (htnc_suffix){NULL, NULL, NULL, NULL});
    effect->proposes = true;
    effect->proposed = proposed.first;
    return effect;
}

void htnc_ast_equal_for_becomes(htnc_parser *parser, base_span span)
{
    base_diagnostic *made = base_report(parser->diagnostics, BASE_DIAG_SYNTAX, span,
                                        "`==` compares; did you mean `=`, which sets a value?");
    base_report_fixit(parser->diagnostics, made, span, "=");
}

htnc_reservation *htnc_ast_reservation(htnc_parser *parser, base_span span, htnc_name name, htnc_expr *limit)
{
    htnc_reservation *made = BASE_NEW(parser->arena, htnc_reservation);
    *made = (htnc_reservation){.span = span, .instance = htnc_ast_name(parser, name.span, name), .limit = limit};
    return made;
}

htnc_prefer_key *htnc_ast_key(htnc_parser *parser, base_span span, bool highest, htnc_expr *value)
{
    htnc_prefer_key *key = BASE_NEW(parser->arena, htnc_prefer_key);
    *key = (htnc_prefer_key){.span = span, .highest = highest, .value = value};
    return key;
}

/* --- Subtasks ----------------------------------------------------------------------------------- */

static htnc_subtask *keep_subtask(htnc_parser *parser, htnc_subtask subtask)
{
    htnc_subtask *kept = BASE_NEW(parser->arena, htnc_subtask);
    *kept = subtask;
    return kept;
}

htnc_subtask *htnc_ast_subtask(htnc_parser *parser, base_span span, htnc_name name, htnc_exprs arguments)
{
    return keep_subtask(
        parser, (htnc_subtask){.kind = HTNC_SUBTASK_TASK, .span = span, .name = name, .arguments = arguments.first});
}

htnc_subtask *htnc_ast_bare_subtask(htnc_parser *parser, base_span span, htnc_name name)
{
    if (htnc_parser_is_quiet(parser, span))
        return htnc_ast_subtask(parser, span, name, (htnc_exprs){NULL, NULL});
    base_diagnostic *made = base_report(parser->diagnostics, BASE_DIAG_SYNTAX, span,
                                        "a subtask is written with parentheses: `%s()`", name.text);
    base_report_fixit(parser->diagnostics, made, (base_span){span.end, span.end}, "()");
    return htnc_ast_subtask(parser, span, name, (htnc_exprs){NULL, NULL});
}

htnc_subtask *htnc_ast_parallel(htnc_parser *parser, base_span span, htnc_subtasks members)
{
    return keep_subtask(parser, (htnc_subtask){.kind = HTNC_SUBTASK_PARALLEL, .span = span, .members = members.first});
}

htnc_subtask *htnc_ast_background(htnc_parser *parser, base_span span, htnc_subtasks members)
{
    return keep_subtask(parser,
                        (htnc_subtask){.kind = HTNC_SUBTASK_BACKGROUND, .span = span, .members = members.first});
}

htnc_subtask *htnc_ast_optional(htnc_parser *parser, base_span span, base_span keyword, htnc_subtasks members)
{
    return keep_subtask(
        parser,
        (htnc_subtask){.kind = HTNC_SUBTASK_OPTIONAL, .span = span, .keyword = keyword, .members = members.first});
}

htnc_subtask *htnc_ast_any_order(htnc_parser *parser, base_span span, base_span keyword, htnc_subtasks members)
{
    return keep_subtask(
        parser,
        (htnc_subtask){.kind = HTNC_SUBTASK_ANY_ORDER, .span = span, .keyword = keyword, .members = members.first});
}

htnc_subtask *htnc_ast_split(htnc_parser *parser, base_span span)
{
    return keep_subtask(parser, (htnc_subtask){.kind = HTNC_SUBTASK_SPLIT, .span = span});
}

htnc_subtask *htnc_ast_sequence(htnc_parser *parser, base_span span, htnc_subtasks members)
{
    return keep_subtask(parser, (htnc_subtask){.kind = HTNC_SUBTASK_SEQUENCE, .span = span, .members = members.first});
}

/* `Horizon` is not a keyword. A step of a task with that name has parentheses, as every step has. */
htnc_subtask *htnc_ast_bare_step(htnc_parser *parser, base_span span, htnc_name name)
{
    if (strcmp(name.text, "Horizon") == 0)
        return keep_subtask(parser, (htnc_subtask){.kind = HTNC_SUBTASK_HORIZON, .span = span});
    return htnc_ast_bare_subtask(parser, span, name);
}

htnc_subtask *htnc_ast_achieve(htnc_parser *parser, base_span span, htnc_exprs goal, htnc_achievement achievement)
{
    return keep_subtask(parser, (htnc_subtask){.kind = HTNC_SUBTASK_ACHIEVE,
                                               .span = span,
                                               .goal = goal.first,
                                               .has_using = achievement.has_using,
                                               .actions = achievement.actions.first});
}

/* --- Values and properties ---------------------------------------------------------------------- */

htnc_values htnc_ast_add_value(htnc_parser *parser, htnc_values list, htnc_name name)
{
    htnc_value *value = BASE_NEW(parser->arena, htnc_value);
    value->name = name;
    return htnc_ast_append_value(list, value);
}

htnc_property_decl *htnc_ast_property(htnc_parser *parser, base_span span, htnc_name name, htnc_variables indexes,
                                      htnc_type_ref *type, htnc_expr *initial, bool expires)
{
    htnc_property_decl *property = BASE_NEW(parser->arena, htnc_property_decl);
    *property = (htnc_property_decl){.span = span,
                                     .name = name,
                                     .parameters = indexes.first,
                                     .type_ref = type,
                                     .initial = initial,
                                     .expires = expires};
    return property;
}

htnc_property_decl *htnc_ast_table(htnc_parser *parser, base_span span, htnc_name name, htnc_variables indexes,
                                   htnc_type_ref *type, htnc_expr *initial, bool expires)
{
    if (indexes.first == NULL) {
        base_report(parser->diagnostics, BASE_DIAG_SYNTAX, name.span,
                    "`%s` has no parameters, so it is no table: leave out the parentheses", name.text);
    }
    return htnc_ast_property(parser, span, name, indexes, type, initial, expires);
}

/* --- What scenarios list ------------------------------------------------------------------------ */

htnc_run_item *htnc_ast_run_item(htnc_parser *parser, base_span span, htnc_call call, bool succeeds)
{
    htnc_run_item *item = BASE_NEW(parser->arena, htnc_run_item);
    *item = (htnc_run_item){.span = span,
                            .task = htnc_ast_subtask(parser, call.span, call.name, call.arguments),
                            .called = call.called,
                            .succeeds = succeeds};
    return item;
}

htnc_givens htnc_ast_no_givens(void)
{
    return (htnc_givens){{NULL, NULL}, {NULL, NULL}};
}

htnc_givens htnc_ast_given_change(htnc_effect *change)
{
    return (htnc_givens){{change, change}, {NULL, NULL}};
}

htnc_givens htnc_ast_given_instance(htnc_variable *instance)
{
    return (htnc_givens){{NULL, NULL}, {instance, instance}};
}

htnc_givens htnc_ast_join_givens(htnc_givens list, htnc_givens item)
{
    list.changes = htnc_ast_add_effect(list.changes, item.changes.first);
    list.instances = htnc_ast_add_variable(list.instances, item.instances.first);
    return list;
}
