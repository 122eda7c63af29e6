/* Actions, tasks and methods; see hddl_definitions.h. */
#include "hddl/read/hddl_definitions.h"
#include "hddl/read/hddl_conditions.h"
#include "hddl/read/hddl_effects.h"
#include "hddl/read/hddl_networks.h"
#include "hddl/read/hddl_schemas.h"

/* --- Declarations ------------------------------------------------------------------------------- */

static bool is_something(const hddl_form *form)
{
    return form != NULL && form->kind != HDDL_FORM_EMPTY && !(form->kind == HDDL_FORM_AND && form->parts == NULL);
}

/* Declares an action or a task. Both share one namespace. */
static bool declare_doable(hddl_resolver *resolver, const hddl_definition *d, hddl_namespace space, uint32_t index,
                           const char *what)
{
    hddl_namespace other = space == HDDL_NAMES_ACTION ? HDDL_NAMES_TASK : HDDL_NAMES_ACTION;
    uint32_t action = hddl_index_of(&d->name, HDDL_NAMES_ACTION);
    uint32_t task = hddl_index_of(&d->name, HDDL_NAMES_TASK);
    base_span earlier = action != HDDL_NONE ? resolver->problem->actions[action].schema.span
                        : task != HDDL_NONE ? resolver->problem->tasks[task].schema.span
                                            : d->span;
    if (hddl_index_of(&d->name, other) != HDDL_NONE)
        space = other; /* the name is taken, which is reported */
    return hddl_declare(resolver, space, &d->name, index, what, earlier);
}

void hddl_declare_definitions(hddl_resolver *resolver)
{
    hddl_problem *problem = resolver->problem;
    hddl_action *actions = NULL;
    hddl_task *tasks = NULL;
    for (const hddl_definition *d = resolver->document->definitions; d != NULL; d = d->next) {
        if (d->kind == HDDL_DEFINES_ACTION &&
            declare_doable(resolver, d, HDDL_NAMES_ACTION, problem->action_count, "action")) {
            problem->actions = actions =
                base_grow_by_one(resolver->arena, actions, problem->action_count, sizeof *actions);
            hddl_begin_schema(resolver, d->parameters);
            hddl_end_schema(resolver, d, &actions[problem->action_count++].schema);
        } else if (d->kind == HDDL_DEFINES_TASK &&
                   declare_doable(resolver, d, HDDL_NAMES_TASK, problem->task_count, "task")) {
            problem->tasks = tasks = base_grow_by_one(resolver->arena, tasks, problem->task_count, sizeof *tasks);
            hddl_begin_schema(resolver, d->parameters);
            hddl_end_schema(resolver, d, &tasks[problem->task_count++].schema);
            if (is_something(d->precondition) || is_something(d->effect))
                base_report(resolver->diagnostics, BASE_DIAG_UNSUPPORTED,
                            (is_something(d->precondition) ? d->precondition : d->effect)->span,
                            "a task's own precondition or effect is not supported: write it in its methods");
        }
    }
}

/* --- Bodies ------------------------------------------------------------------------------------- */

static void resolve_action(hddl_resolver *resolver, const hddl_definition *d, hddl_action *action)
{
    hddl_begin_schema(resolver, d->parameters);
    if (d->precondition != NULL)
        action->precondition = hddl_resolve_condition(resolver, d->precondition, HDDL_IN_CONDITION);
    hddl_resolve_effects(resolver, d->effect, d->parameters.count, action);
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
    method->task = hddl_index_of(&form->name, HDDL_NAMES_TASK);
    if (method->task == HDDL_NONE) {
        const char *what = hddl_meaning_of(&form->name);
        bool is_action = hddl_index_of(&form->name, HDDL_NAMES_ACTION) != HDDL_NONE;
        if (what != NULL)
            base_report(resolver->diagnostics, BASE_DIAG_WRONG_KIND, form->name.span, "`%s` is %s, %s", name, what,
                        is_action ? "which needs no method" : "not a task");
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

/* Declares all methods before any is resolved, so that the message for a subtask that names a method can say so. */
static hddl_method *declare_methods(hddl_resolver *resolver)
{
    hddl_problem *problem = resolver->problem;
    hddl_method *methods = NULL;
    for (const hddl_definition *d = resolver->document->definitions; d != NULL; d = d->next) {
        if (d->kind != HDDL_DEFINES_METHOD)
            continue;
        uint32_t earlier = hddl_index_of(&d->name, HDDL_NAMES_METHOD);
        problem->methods = methods = base_grow_by_one(resolver->arena, methods, problem->method_count, sizeof *methods);
        methods[problem->method_count].schema.span = d->name.span;
        hddl_declare(resolver, HDDL_NAMES_METHOD, &d->name, problem->method_count++, "method",
                     earlier != HDDL_NONE ? methods[earlier].schema.span : d->span);
    }
    return methods;
}

void hddl_resolve_definitions(hddl_resolver *resolver)
{
    hddl_problem *problem = resolver->problem;
    hddl_method *methods = declare_methods(resolver);
    uint32_t next_method = 0;
    for (const hddl_definition *d = resolver->document->definitions; d != NULL; d = d->next) {
        if (d->kind == HDDL_DEFINES_ACTION) {
            uint32_t index = hddl_index_of(&d->name, HDDL_NAMES_ACTION);
            hddl_action *action = index == HDDL_NONE ? NULL : (hddl_action *)&problem->actions[index];
            if (action != NULL && action->schema.span.begin == d->name.span.begin) /* else its name was reported */
                resolve_action(resolver, d, action);
        } else if (d->kind == HDDL_DEFINES_METHOD) {
            resolve_method(resolver, d, &methods[next_method++]);
        }
    }
}
