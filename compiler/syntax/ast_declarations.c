/*
 * Constructors of declarations. A declaration ends the task, root or scenario before it (ast_parts.c) and goes to the end of its list
 * in the file.
 */
#include "compiler/syntax/ast_declarations.h"

#include "compiler/syntax/ast_parts.h"

#include <string.h>

void htnc_ast_domain(htnc_parser *parser, base_span span, htnc_name name, bool loops_free)
{
    htnc_ast_end_of_parts(parser);
    htnc_domain_decl *domain = BASE_NEW(parser->arena, htnc_domain_decl);
    *domain = (htnc_domain_decl){.name = name, .span = span, .loops_free = loops_free};
    *parser->domains_end = domain;
    parser->domains_end = &domain->next;
}

/* Whether a path ends in `/`, `.` or `..`. Such a path never names a file. */
static bool names_folder(const char *path)
{
    size_t length = strlen(path);
    const char *last = path + length;
    while (last > path && last[-1] != '/' && last[-1] != '\\')
        last--;
    return *last == '\0' || strcmp(last, ".") == 0 || strcmp(last, "..") == 0;
}

void htnc_ast_import(htnc_parser *parser, base_span span, htnc_name path)
{
    htnc_ast_end_of_parts(parser);
    if (path.text[0] == '\0') {
        base_report(parser->diagnostics, BASE_DIAG_CANNOT_READ, path.span, "the name of the file to import is empty");
        return;
    }
    if (names_folder(path.text)) {
        base_report(parser->diagnostics, BASE_DIAG_CANNOT_READ, path.span,
                    "`%s` is a folder; only files can be imported", path.text);
        return;
    }
    htnc_import *import = BASE_NEW(parser->arena, htnc_import);
    import->path = path;
    import->span = span;
    *parser->imports_end = import;
    parser->imports_end = &import->next;
}

static void add_type(htnc_parser *parser, htnc_type_decl declaration)
{
    htnc_ast_end_of_parts(parser);
    htnc_type_decl *type = BASE_NEW(parser->arena, htnc_type_decl);
    *type = declaration;
    *parser->types_end = type;
    parser->types_end = &type->next;
}

void htnc_ast_enum(htnc_parser *parser, base_span span, htnc_name name, htnc_values values)
{
    add_type(parser, (htnc_type_decl){.span = span, .name = name, .values = values.first});
}

void htnc_ast_open_entities(htnc_parser *parser, base_span span, htnc_name name, htnc_name parent, htnc_expr *max)
{
    add_type(parser, (htnc_type_decl){
                         .span = span, .name = name, .entities = true, .open = true, .max = max, .parent = parent});
}

void htnc_ast_closed_entities(htnc_parser *parser, base_span span, htnc_name name, htnc_name parent, htnc_values values)
{
    add_type(parser,
             (htnc_type_decl){.span = span, .name = name, .entities = true, .parent = parent, .values = values.first});
}

void htnc_ast_properties(htnc_parser *parser, htnc_properties properties, bool shared)
{
    htnc_ast_end_of_parts(parser);
    for (htnc_property_decl *property = properties.first; property != NULL; property = property->next)
        property->shared = shared;
    if (properties.first != NULL) {
        *parser->properties_end = properties.first;
        parser->properties_end = &properties.last->next;
    }
}

void htnc_ast_facts(htnc_parser *parser, htnc_effects facts)
{
    htnc_ast_end_of_parts(parser);
    if (facts.first != NULL) {
        *parser->facts_end = facts.first;
        parser->facts_end = &facts.last->next;
    }
}

void htnc_ast_constant(htnc_parser *parser, base_span span, htnc_name name, htnc_expr *value)
{
    htnc_ast_end_of_parts(parser);
    htnc_constant_decl *constant = BASE_NEW(parser->arena, htnc_constant_decl);
    *constant = (htnc_constant_decl){.span = span, .name = name, .value = value};
    *parser->constants_end = constant;
    parser->constants_end = &constant->next;
}

static htnc_variable *mark_parameters(htnc_variable *parameters)
{
    for (htnc_variable *parameter = parameters; parameter != NULL; parameter = parameter->next)
        parameter->is_parameter = true;
    return parameters;
}

static void add_condition(htnc_parser *parser, base_span span, htnc_head head, htnc_expr *items, bool value)
{
    htnc_ast_end_of_parts(parser);
    for (const htnc_variable *parameter = head.parameters.first; parameter != NULL; parameter = parameter->next) {
        bool reported = parser->filter.reported_at >= span.begin; /* a missing `,`, perhaps a missing type */
        if (parameter->type_ref == NULL && !reported) {
            base_report(parser->diagnostics, BASE_DIAG_UNTYPED_PARAMETER, parameter->name.span,
                        "a %s's parameter is written with its type: `%s : Type`", value ? "value" : "condition",
                        parameter->name.text);
        }
    }
    htnc_condition_decl *condition = BASE_NEW(parser->arena, htnc_condition_decl);
    *condition = (htnc_condition_decl){.span = span,
                                       .name = head.name,
                                       .parameters = mark_parameters(head.parameters.first),
                                       .items = items,
                                       .value = value};
    *parser->conditions_end = condition;
    parser->conditions_end = &condition->next;
}

void htnc_ast_condition(htnc_parser *parser, base_span span, htnc_head head, htnc_exprs items)
{
    add_condition(parser, span, head, items.first, false);
}

void htnc_ast_value(htnc_parser *parser, base_span span, htnc_head head, htnc_expr *value)
{
    add_condition(parser, span, head, value, true);
}

void htnc_ast_query(htnc_parser *parser, base_span span, htnc_name name, htnc_variables parameters, htnc_type_ref *type,
                    htnc_expr *max)
{
    htnc_ast_end_of_parts(parser);
    htnc_query_decl *query = BASE_NEW(parser->arena, htnc_query_decl);
    *query =
        (htnc_query_decl){.span = span, .name = name, .parameters = parameters.first, .type_ref = type, .max = max};
    *parser->queries_end = query;
    parser->queries_end = &query->next;
}

void htnc_ast_sensor(htnc_parser *parser, base_span span, htnc_name name, htnc_exprs updates, htnc_expr *every)
{
    htnc_ast_end_of_parts(parser);
    htnc_sensor_decl *sensor = BASE_NEW(parser->arena, htnc_sensor_decl);
    *sensor = (htnc_sensor_decl){.span = span, .name = name, .updates = updates.first, .every = every};
    *parser->sensors_end = sensor;
    parser->sensors_end = &sensor->next;
}

void htnc_ast_root(htnc_parser *parser, base_span span, htnc_name task)
{
    htnc_ast_end_of_parts(parser);
    htnc_root_decl *root = BASE_NEW(parser->arena, htnc_root_decl);
    root->span = span;
    root->task = task;
    *parser->roots_end = root;
    parser->roots_end = &root->next;
    parser->root = root;
}

void htnc_ast_orders(htnc_parser *parser, base_span span, htnc_subtasks tasks, htnc_name layer)
{
    htnc_ast_end_of_parts(parser);
    htnc_orders_decl *orders = BASE_NEW(parser->arena, htnc_orders_decl);
    *orders = (htnc_orders_decl){.span = span, .tasks = tasks.first, .layer = layer};
    *parser->orders_end = orders;
    parser->orders_end = &orders->next;
    parser->orders = orders;
}

void htnc_ast_task(htnc_parser *parser, base_span span, htnc_task_kind kind, htnc_head head)
{
    htnc_ast_end_of_parts(parser);
    htnc_task *task = BASE_NEW(parser->arena, htnc_task);
    *task = (htnc_task){
        .kind = kind, .name = head.name, .span = span, .parameters = mark_parameters(head.parameters.first)};
    *parser->tasks_end = task;
    parser->tasks_end = &task->next;
    parser->methods_end = &task->methods;
    parser->task = task;
}

void htnc_ast_scenario(htnc_parser *parser, base_span span, htnc_name name)
{
    htnc_ast_end_of_parts(parser);
    htnc_scenario *scenario = BASE_NEW(parser->arena, htnc_scenario);
    scenario->span = span;
    scenario->name = name;
    *parser->scenarios_end = scenario;
    parser->scenarios_end = &scenario->next;
    parser->clauses_end = &scenario->clauses;
    parser->scenario = scenario;
}
