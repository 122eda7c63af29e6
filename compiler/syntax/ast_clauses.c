/* Constructors of the clauses of scenarios, each one line of a behaviour under test. */
#include "compiler/syntax/ast_clauses.h"

/* Adds a clause to the scenario. Without a scenario the clause is reported and belongs to nothing. */
static htnc_clause *add_clause(htnc_parser *parser, base_span span, htnc_clause_kind kind)
{
    htnc_clause *clause = BASE_NEW(parser->arena, htnc_clause);
    clause->kind = kind;
    clause->span = span;
    parser->clause = clause;
    if (parser->scenario == NULL) {
        if (!parser->lost) {
            base_report(parser->diagnostics, BASE_DIAG_MISPLACED_PART, span,
                        "this belongs to no scenario: write a `Scenario [...]` before it");
        }
        return clause;
    }
    parser->scenario->span.end = span.end;
    *parser->clauses_end = clause;
    parser->clauses_end = &clause->next;
    return clause;
}

/* The names as agents, to the list that ends at `end`. */
static void add_agents(htnc_parser *parser, htnc_agent **end, const htnc_expr *names)
{
    for (; names != NULL; names = names->next) {
        *end = BASE_NEW(parser->arena, htnc_agent);
        (*end)->name = names->name;
        end = &(*end)->next;
    }
}

void htnc_ast_agents(htnc_parser *parser, base_span span, htnc_clause_kind kind, htnc_exprs names)
{
    add_agents(parser, &add_clause(parser, span, kind)->agents, names.first);
}

htnc_exprs htnc_ast_of(htnc_parser *parser, base_span span, htnc_exprs names)
{
    if (names.first == NULL && !parser->lost)
        base_report(parser->diagnostics, BASE_DIAG_MISPLACED_PART, span,
                    "this `Of` names nobody: write `Of [anna]`, or nothing for all agents");
    return names;
}

void htnc_ast_about(htnc_parser *parser, base_span span, htnc_exprs names)
{
    if (names.first == NULL || parser->clause == NULL)
        return;
    parser->clause->span.end = span.end;
    if (parser->scenario != NULL)
        parser->scenario->span.end = span.end;
    add_agents(parser, &parser->clause->agents, names.first);
}

void htnc_ast_given(htnc_parser *parser, base_span span, htnc_givens givens)
{
    htnc_clause *clause = add_clause(parser, span, HTNC_GIVEN);
    clause->changes = givens.changes.first;
    clause->instances = givens.instances.first;
}

void htnc_ast_run(htnc_parser *parser, base_span span, htnc_run_items runs, htnc_name layer)
{
    htnc_clause *clause = add_clause(parser, span, HTNC_RUN);
    clause->runs = runs.first;
    clause->layer = layer;
}

void htnc_ast_sense(htnc_parser *parser, base_span span, htnc_effects changes)
{
    add_clause(parser, span, HTNC_SENSE)->changes = changes.first;
}

void htnc_ast_order(htnc_parser *parser, base_span span, htnc_subtasks tasks, htnc_name layer)
{
    if (parser->scenario == NULL && !parser->lost) {
        base_report(
            parser->diagnostics, BASE_DIAG_MISPLACED_PART, span,
            "`Order` belongs to a scenario, where it gives orders; `Orders [...]` declares which tasks the game "
            "orders");
        return;
    }
    htnc_clause *clause = add_clause(parser, span, HTNC_ORDER);
    clause->given = tasks.first;
    clause->layer = layer;
}

void htnc_ast_queue(htnc_parser *parser, base_span span, htnc_subtasks tasks, htnc_name layer)
{
    htnc_clause *clause = add_clause(parser, span, HTNC_QUEUE);
    clause->given = tasks.first;
    clause->layer = layer;
}

void htnc_ast_wait(htnc_parser *parser, base_span span, htnc_expr *value)
{
    add_clause(parser, span, HTNC_WAIT)->expressions = value;
}

void htnc_ast_expect_steps(htnc_parser *parser, base_span span, htnc_clause_kind kind, htnc_subtasks steps,
                           htnc_name layer)
{
    htnc_clause *clause = add_clause(parser, span, kind);
    clause->plan = steps.first;
    clause->layer = layer;
}

void htnc_ast_expect_given(htnc_parser *parser, base_span span, htnc_clause_kind kind, htnc_subtasks steps,
                           htnc_subtasks given)
{
    htnc_clause *clause = add_clause(parser, span, kind);
    clause->plan = steps.first;
    clause->given = given.first;
}

void htnc_ast_expect_values(htnc_parser *parser, base_span span, htnc_clause_kind kind, htnc_exprs values,
                            htnc_name layer)
{
    htnc_clause *clause = add_clause(parser, span, kind);
    clause->expressions = values.first;
    clause->layer = layer;
}
