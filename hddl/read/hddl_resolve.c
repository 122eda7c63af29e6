/*
 * The pass from the syntax tree to the problem: all that has a name is declared first, so that everything may be used before it
 * is written; then what uses it is resolved, in the order written. Neighbours: hddl_resolve.h lists the files of this pass.
 */
#include "hddl/read/hddl_resolve.h"

#include <string.h>

enum { MOST_WORK = 1 << 26 };

/* --- What the pass shares ----------------------------------------------------------------------- */

bool hddl_may_go_on(hddl_resolver *resolver, uint64_t work, base_span span)
{
    resolver->work += work;
    if (resolver->work <= MOST_WORK)
        return true;
    if (!resolver->too_large)
        base_report(resolver->diagnostics, BASE_DIAG_TOO_LARGE, span,
                    "this file is too large to be resolved: it stops here");
    resolver->too_large = true;
    return false;
}

bool hddl_declare(hddl_resolver *resolver, hddl_namespace space, const hddl_name *name, uint32_t index,
                  const char *what, base_span earlier)
{
    if (name->word->names[space] == 0) {
        name->word->names[space] = index + 1;
        return true;
    }
    base_diagnostic *made = base_report(resolver->diagnostics, BASE_DIAG_DUPLICATE, name->span,
                                        "the %s `%s` is declared twice", what, name->word->text);
    base_report_note(resolver->diagnostics, made, earlier, "first declared here");
    return false;
}

const char *hddl_what_it_is(const hddl_name *name)
{
    return hddl_named(name, HDDL_NAMES_ACTION) != HDDL_NONE      ? "an action"
           : hddl_named(name, HDDL_NAMES_TASK) != HDDL_NONE      ? "a task"
           : hddl_named(name, HDDL_NAMES_PREDICATE) != HDDL_NONE ? "a predicate"
           : hddl_named(name, HDDL_NAMES_METHOD) != HDDL_NONE    ? "a method"
           : hddl_named(name, HDDL_NAMES_FUNCTION) != HDDL_NONE  ? "a function"
           : hddl_named(name, HDDL_NAMES_TYPE) != HDDL_NONE      ? "a type"
                                                                 : NULL;
}

const char *hddl_suggest(hddl_resolver *resolver, const char *text, hddl_namespace space)
{
    const hddl_document *document = resolver->document;
    const char *nearest = NULL;
    if (resolver->diagnostics->errors > BASE_DEFAULT_LIMIT)
        return "";
    const char **names = base_alloc_array(resolver->arena, document->word_count, sizeof *names);
    size_t count = 0;
    for (uint32_t i = 0; i < document->word_capacity; i++)
        if (document->words[i] != NULL && document->words[i]->names[space] != 0)
            names[count++] = document->words[i]->text;
    nearest = base_nearest(text, names, count);
    return nearest == NULL ? "" : base_format(resolver->arena, "; did you mean `%s`?", nearest);
}

/* --- Declarations ------------------------------------------------------------------------------- */

static void declare_predicates(hddl_resolver *resolver)
{
    uint32_t count = 0;
    for (const hddl_declaration *d = resolver->document->predicates; d != NULL; d = d->next)
        count++;
    hddl_predicate *predicates = base_alloc_array(resolver->arena, count, sizeof *predicates);
    uint32_t *index = &resolver->problem->predicate_count;
    resolver->problem->predicates = predicates;
    for (const hddl_declaration *d = resolver->document->predicates; d != NULL; d = d->next) {
        uint32_t earlier = hddl_named(&d->name, HDDL_NAMES_PREDICATE);
        if (hddl_declare(resolver, HDDL_NAMES_PREDICATE, &d->name, *index, "predicate",
                         earlier != HDDL_NONE ? predicates[earlier].span : d->span))
            predicates[(*index)++] =
                (hddl_predicate){d->name.word->text, hddl_resolve_variables(resolver, d->items), true, d->name.span};
    }
}

static void declare_functions(hddl_resolver *resolver)
{
    uint32_t count = 0;
    for (const hddl_declaration *d = resolver->document->functions; d != NULL; d = d->next)
        count++;
    resolver->functions = base_alloc_array(resolver->arena, count, sizeof *resolver->functions);
    count = 0;
    for (const hddl_declaration *d = resolver->document->functions; d != NULL; d = d->next) {
        uint32_t earlier = hddl_named(&d->name, HDDL_NAMES_FUNCTION);
        hddl_resolve_variables(resolver, d->items);
        if (hddl_declare(resolver, HDDL_NAMES_FUNCTION, &d->name, count, "function",
                         earlier != HDDL_NONE ? resolver->functions[earlier]->span : d->span))
            resolver->functions[count++] = d;
    }
}

static bool is_something(const hddl_form *form)
{
    return form != NULL && form->kind != HDDL_FORM_EMPTY && !(form->kind == HDDL_FORM_AND && form->parts == NULL);
}

/* A name is that of an action or of a task, not of both. */
static bool declare_doable(hddl_resolver *resolver, const hddl_definition *d, hddl_namespace space, uint32_t index,
                           const char *what)
{
    hddl_namespace other = space == HDDL_NAMES_ACTION ? HDDL_NAMES_TASK : HDDL_NAMES_ACTION;
    uint32_t action = hddl_named(&d->name, HDDL_NAMES_ACTION);
    uint32_t task = hddl_named(&d->name, HDDL_NAMES_TASK);
    base_span earlier = action != HDDL_NONE ? resolver->problem->actions[action].schema.span
                        : task != HDDL_NONE ? resolver->problem->tasks[task].schema.span
                                            : d->span;
    if (hddl_named(&d->name, other) != HDDL_NONE)
        space = other; /* taken: says so */
    return hddl_declare(resolver, space, &d->name, index, what, earlier);
}

/* Actions and tasks with their parameters; the rest of actions and methods comes when all names are known. */
static void declare_definitions(hddl_resolver *resolver)
{
    hddl_problem *problem = resolver->problem;
    uint32_t counts[HDDL_DEFINES_INITIAL] = {0};
    for (const hddl_definition *d = resolver->document->definitions; d != NULL; d = d->next)
        counts[d->kind]++;
    hddl_action *actions = base_alloc_array(resolver->arena, counts[HDDL_DEFINES_ACTION], sizeof *actions);
    hddl_task *tasks = base_alloc_array(resolver->arena, counts[HDDL_DEFINES_TASK], sizeof *tasks);
    problem->actions = actions;
    problem->tasks = tasks;
    for (const hddl_definition *d = resolver->document->definitions; d != NULL; d = d->next) {
        if (d->kind == HDDL_DEFINES_ACTION &&
            declare_doable(resolver, d, HDDL_NAMES_ACTION, problem->action_count, "action")) {
            hddl_begin_schema(resolver, d->parameters);
            hddl_end_schema(resolver, d, &actions[problem->action_count++].schema);
        } else if (d->kind == HDDL_DEFINES_TASK &&
                   declare_doable(resolver, d, HDDL_NAMES_TASK, problem->task_count, "task")) {
            hddl_begin_schema(resolver, d->parameters);
            hddl_end_schema(resolver, d, &tasks[problem->task_count++].schema);
            if (is_something(d->precondition) || is_something(d->effect))
                base_report(resolver->diagnostics, BASE_DIAG_UNSUPPORTED,
                            (is_something(d->precondition) ? d->precondition : d->effect)->span,
                            "a task's own precondition or effect is not supported: write it into its methods");
        }
    }
}

/* --- Definitions -------------------------------------------------------------------------------- */

static void resolve_action(hddl_resolver *resolver, const hddl_definition *d, hddl_action *action)
{
    hddl_begin_schema(resolver, d->parameters);
    if (d->precondition != NULL)
        action->precondition = hddl_resolve_condition(resolver, d->precondition, HDDL_IN_CONDITION);
    hddl_resolve_effects(resolver, d->effect, action);
    hddl_end_schema(resolver, d, &action->schema);
}

static void resolve_head(hddl_resolver *resolver, const hddl_definition *d, hddl_method *method)
{
    const hddl_form *form = d->task;
    if (form == NULL) {
        base_report(resolver->diagnostics, BASE_DIAG_SYNTAX, d->name.span,
                    "the method `%s` does not say which `:task` it is for", d->name.word->text);
        return;
    }
    const char *name = form->name.word->text;
    method->task = hddl_named(&form->name, HDDL_NAMES_TASK);
    if (method->task == HDDL_NONE) {
        const char *what = hddl_what_it_is(&form->name);
        bool is_action = hddl_named(&form->name, HDDL_NAMES_ACTION) != HDDL_NONE;
        if (what != NULL)
            base_report(resolver->diagnostics, BASE_DIAG_WRONG_KIND, form->name.span, "`%s` is %s, %s", name, what,
                        is_action ? "which needs no method" : "and no task");
        else
            base_report(resolver->diagnostics, BASE_DIAG_UNKNOWN_TASK, form->name.span, "unknown task `%s`%s", name,
                        hddl_suggest(resolver, name, HDDL_NAMES_TASK));
        return;
    }
    const hddl_schema *schema = &resolver->problem->tasks[method->task].schema;
    method->terms =
        hddl_resolve_terms(resolver, form, schema->variables.items, schema->parameter_count, name, schema->span);
}

static void resolve_method(hddl_resolver *resolver, const hddl_definition *d, hddl_method *method)
{
    hddl_begin_schema(resolver, d->parameters);
    resolve_head(resolver, d, method);
    if (d->precondition != NULL)
        method->precondition = hddl_resolve_condition(resolver, d->precondition, HDDL_IN_CONDITION);
    if (d->constraints != NULL)
        method->constraints = hddl_resolve_condition(resolver, d->constraints, HDDL_IN_CONSTRAINTS);
    method->network = hddl_resolve_network(resolver, d);
    hddl_end_schema(resolver, d, &method->schema);
}

/* All their names before any of them is resolved: a subtask that names a method is told so. */
static hddl_method *declare_methods(hddl_resolver *resolver)
{
    hddl_problem *problem = resolver->problem;
    uint32_t most = 0;
    for (const hddl_definition *d = resolver->document->definitions; d != NULL; d = d->next)
        most += d->kind == HDDL_DEFINES_METHOD;
    hddl_method *methods = base_alloc_array(resolver->arena, most, sizeof *methods);
    problem->methods = methods;
    for (const hddl_definition *d = resolver->document->definitions; d != NULL; d = d->next) {
        if (d->kind != HDDL_DEFINES_METHOD)
            continue;
        uint32_t earlier = hddl_named(&d->name, HDDL_NAMES_METHOD);
        methods[problem->method_count].schema.span = d->name.span;
        hddl_declare(resolver, HDDL_NAMES_METHOD, &d->name, problem->method_count++, "method",
                     earlier != HDDL_NONE ? methods[earlier].schema.span : d->span);
    }
    return methods;
}

static void resolve_definitions(hddl_resolver *resolver)
{
    hddl_problem *problem = resolver->problem;
    hddl_method *methods = declare_methods(resolver);
    uint32_t next_method = 0;
    for (const hddl_definition *d = resolver->document->definitions; d != NULL; d = d->next) {
        if (d->kind == HDDL_DEFINES_ACTION) {
            uint32_t index = hddl_named(&d->name, HDDL_NAMES_ACTION);
            hddl_action *action = index == HDDL_NONE ? NULL : (hddl_action *)&problem->actions[index];
            if (action != NULL && action->schema.span.begin == d->name.span.begin) /* else its name was reported */
                resolve_action(resolver, d, action);
        } else if (d->kind == HDDL_DEFINES_METHOD) {
            resolve_method(resolver, d, &methods[next_method++]);
        }
    }
}

/* --- The problem -------------------------------------------------------------------------------- */

static void resolve_initial(hddl_resolver *resolver)
{
    const hddl_document *document = resolver->document;
    hddl_problem *problem = resolver->problem;
    const hddl_definition nothing = {0};
    if (document->initial == NULL) {
        base_report(resolver->diagnostics, BASE_DIAG_NO_ROOT, document->problem.span,
                    "the problem has no `:htn`, which says what is to be done");
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
                                            "the problem is of the domain `%s`, and this is `%s`",
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
    problem->domain_name = document->domain.word != NULL ? document->domain.word->text : "";
    problem->problem_name = document->problem.word != NULL ? document->problem.word->text : "";
    hddl_resolve_types(resolver);
    if (document->diagnostics->errors == 0) /* else there is no telling what is of which type */
        hddl_resolve_objects(resolver);
    if (!resolver->objects_listed)
        return NULL;
    declare_predicates(resolver);
    declare_functions(resolver);
    declare_definitions(resolver);
    resolve_definitions(resolver);
    if (has_problem) {
        resolve_initial(resolver);
        hddl_resolve_facts(resolver);
    }
    problem->types = resolver->types;
    problem->type_count = resolver->type_count;
    return document->diagnostics->errors == 0 ? problem : NULL;
}
