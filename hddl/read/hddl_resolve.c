/*
 * The order of name resolution; see hddl_resolve.h. Everything that has a name is declared before anything that uses
 * names is resolved.
 */
#include "hddl/read/hddl_resolve.h"
#include "hddl/read/hddl_conditions.h"
#include "hddl/read/hddl_definitions.h"
#include "hddl/read/hddl_facts.h"
#include "hddl/read/hddl_functions.h"
#include "hddl/read/hddl_networks.h"
#include "hddl/read/hddl_objects.h"
#include "hddl/read/hddl_schemas.h"
#include "hddl/read/hddl_types.h"

/* --- Predicates ------------------------------------------------------------------- */

static void declare_predicates(hddl_resolver *resolver)
{
    hddl_problem *problem = resolver->problem;
    hddl_predicate *predicates = NULL;
    for (const hddl_declaration *d = resolver->document->predicates; d != NULL; d = d->next) {
        uint32_t earlier = hddl_index_of(&d->name, HDDL_NAMES_PREDICATE);
        if (!hddl_declare(resolver, HDDL_NAMES_PREDICATE, &d->name, problem->predicate_count, "predicate",
                          earlier != HDDL_NONE ? predicates[earlier].span : d->span))
            continue;
        predicates = base_grow_by_one(resolver->arena, predicates, problem->predicate_count, sizeof *predicates);
        predicates[problem->predicate_count++] = (hddl_predicate){
            hddl_spelling(resolver, &d->name), hddl_resolve_variables(resolver, d->items), true, d->name.span};
    }
    problem->predicates = predicates;
}

/* --- The problem -------------------------------------------------------------------------------- */

static void resolve_initial(hddl_resolver *resolver)
{
    const hddl_document *document = resolver->document;
    hddl_problem *problem = resolver->problem;
    const hddl_definition nothing = {0};
    if (document->initial == NULL) {
        base_report(resolver->diagnostics, BASE_DIAG_NO_ROOT, document->problem.span,
                    "the problem has no `:htn`, which has the initial task network");
    } else {
        hddl_begin_schema(resolver, document->initial->parameters);
        if (document->initial->constraints != NULL)
            problem->initial.constraints =
                hddl_resolve_condition(resolver, document->initial->constraints, HDDL_IN_CONSTRAINTS);
        problem->initial.network = hddl_resolve_network(resolver, document->initial);
        hddl_end_schema(resolver, document->initial, &problem->initial.schema);
    }
    hddl_begin_schema(resolver, nothing.parameters);
    if (document->goal != NULL)
        problem->goal = hddl_resolve_condition(resolver, document->goal, HDDL_IN_CONDITION);
    hddl_end_schema(resolver, &nothing, &problem->goal_schema);
    if (document->domain_meant.word != NULL && document->domain_meant.word != document->domain.word) {
        base_diagnostic *made = base_report(resolver->diagnostics, BASE_DIAG_OTHER_DOMAIN, document->domain_meant.span,
                                            "the problem belongs to the domain `%s`, but this is `%s`",
                                            document->domain_meant.word->text, document->domain.word->text);
        base_report_note(resolver->diagnostics, made, document->domain.span, "the domain");
    }
}

const hddl_problem *hddl_resolve(hddl_document *document, bool has_problem)
{
    hddl_resolver *resolver = BASE_NEW(document->arena, hddl_resolver);
    hddl_problem *problem = BASE_NEW(document->arena, hddl_problem);
    *resolver = (hddl_resolver){
        .arena = document->arena, .diagnostics = document->diagnostics, .document = document, .problem = problem};
    problem->domain_name = document->domain.word != NULL ? hddl_spelling(resolver, &document->domain) : "";
    problem->problem_name = document->problem.word != NULL ? hddl_spelling(resolver, &document->problem) : "";
    hddl_read_types(resolver);
    if (document->diagnostics->errors == 0) /* else the types of objects are not known */
        hddl_read_objects(resolver);
    if (!resolver->objects_listed)
        return NULL;
    declare_predicates(resolver);
    hddl_declare_functions(resolver);
    hddl_declare_definitions(resolver);
    hddl_resolve_definitions(resolver);
    if (has_problem) {
        resolve_initial(resolver);
        hddl_read_facts(resolver);
        hddl_settle_costs(resolver);
    }
    problem->types = resolver->types;
    problem->type_count = resolver->type_count;
    return document->diagnostics->errors == 0 ? problem : NULL;
}
