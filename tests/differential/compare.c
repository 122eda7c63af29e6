/* Comparing plans and putting them in words; see compare.h. */
#include "compare.h"
#include "runtime/planner/plan_bound.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void add_text(text_buffer *buffer, const char *format, ...)
{
    size_t room = sizeof buffer->text - buffer->length;
    va_list arguments;
    int written;

    va_start(arguments, format);
    written = vsnprintf(buffer->text + buffer->length, room, format, arguments);
    va_end(arguments);
    if (written > 0)
        buffer->length += (size_t)written < room ? (size_t)written : room - 1;
}

bool is_full(htn_status status)
{
    return (status >= HTN_FULL_HEADER && status <= HTN_FULL_BEST) || status == HTN_FULL_SOLUTIONS;
}

static uint32_t parameter_count(const htn_domain *domain, htn_task task)
{
    return htn_domain_field(domain, HTN_SECTION_TASKS, task, HTN_TASKS_PARAMETER_COUNT);
}

bool is_symbol_value(const htn_domain *domain, htn_task task, uint32_t index)
{
    uint32_t first = htn_domain_field(domain, HTN_SECTION_TASKS, task, HTN_TASKS_FIRST_PARAMETER);

    return index < parameter_count(domain, task) &&
           htn_domain_field(domain, HTN_SECTION_PARAMETERS, first + index, HTN_PARAMETERS_TYPE) == HTN_NONE;
}

uint32_t value_count(const htn_domain *domain, htn_task task)
{
    return parameter_count(domain, task) + htn_domain_field(domain, HTN_SECTION_TASKS, task, HTN_TASKS_BINDINGS);
}

static const char *symbol_text(const htn_domain *domain, int32_t value)
{
    return htn_domain_text(domain, HTN_SECTION_STRINGS, (uint32_t)value);
}

static void describe_cells(text_buffer *to, const reference_planner *reference, const htnc_property *property,
                           const int32_t *world)
{
    int32_t indexes[REFERENCE_INDEXES];
    uint32_t i, k, count;

    for (i = 0; i < reference_cell_count(reference, property); i++) {
        count = reference_indexes(reference, property, i, indexes);
        add_text(to, " %s", property->name);
        for (k = 0; k < count; k++)
            add_text(to, "%s%d", k ? "," : "(", (int)indexes[k]);
        add_text(to, "%s=%d", count ? ")" : "", (int)world[reference_first_cell(reference, property) + i]);
    }
}

void describe_world(text_buffer *to, const reference_planner *reference, const htnc_model *model, const int32_t *world)
{
    const htnc_property *property;
    const htnc_type *type;
    int32_t instance;

    add_text(to, "world:");
    for (property = model->properties; property; property = property->next)
        describe_cells(to, reference, property, world);
    for (type = model->types; type; type = type->next)
        if (type->kind == HTNC_TYPE_ENTITIES && type->open) {
            add_text(to, "; %s:", type->name);
            for (instance = reference_next(reference, type, -1, world); instance >= 0;
                 instance = reference_next(reference, type, instance, world))
                add_text(to, " %d", (int)instance);
        }
    add_text(to, "\n");
}

static const char *const span_kinds[] = {"group", "member", "achieve", "background"};

static reference_span_kind span_kind(uint32_t kind)
{
    switch (kind) {
    case HTN_SPAN_PARALLEL: return REFERENCE_GROUP;
    case HTN_SPAN_MEMBER: return REFERENCE_MEMBER;
    case HTN_SPAN_BACKGROUND: return REFERENCE_BACKGROUND;
    default: return REFERENCE_ACHIEVE;
    }
}

static void describe_span(text_buffer *to, const char *kind, uint32_t first, uint32_t end, uint32_t parent)
{
    add_text(to, "    %s of steps %u up to %u", kind, (unsigned)first, (unsigned)end);
    add_text(to, parent != UINT32_MAX ? " in span %u\n" : "\n", (unsigned)parent);
}

static void describe_end(text_buffer *to, int32_t cost, int32_t duration, uint32_t cut)
{
    add_text(to, "]\n    cost %d, duration %d, cut %u\n", (int)cost, (int)duration, (unsigned)cut);
}

/* The span around another, by its number among groups and members only: the reference has no spans of Whiles. */
static uint32_t group_around(const htn_plan *plan, uint32_t span)
{
    uint32_t i, number = 0, parent = plan->spans[span].parent;

    while (parent != HTN_NONE && plan->spans[parent].kind == HTN_SPAN_WHILE)
        parent = plan->spans[parent].parent;
    for (i = 0; parent != HTN_NONE && i < parent; i++)
        number += plan->spans[i].kind != HTN_SPAN_WHILE;
    return parent == HTN_NONE ? HTN_NONE : number;
}

void describe_answer(text_buffer *to, const htn_domain *domain, htn_status status, const htn_plan *plan)
{
    uint32_t i, k;

    add_text(to, "    %s\n", htn_status_text(status));
    for (i = 0; i < plan->step_count; i++) {
        const htn_step *step = &plan->steps[i];

        add_text(to, "    %s(", htn_task_name(domain, step->task));
        for (k = 0; k < value_count(domain, step->task); k++) {
            int32_t value = plan->values[step->arguments + k];

            if (is_symbol_value(domain, step->task, k))
                add_text(to, "%s\"%s\"", k ? ", " : "", symbol_text(domain, value));
            else
                add_text(to, "%s%d", k ? ", " : "", (int)value);
        }
        add_text(to, ")\n");
    }
    for (i = 0; i < plan->span_count; i++)
        if (plan->spans[i].kind != HTN_SPAN_WHILE)
            describe_span(to, span_kinds[span_kind(plan->spans[i].kind)], plan->spans[i].first, plan->spans[i].end,
                          group_around(plan, i));
    add_text(to, "    MTR [");
    for (i = 0; i < plan->record_count; i++)
        add_text(to, "%s%u", i ? ", " : "", (unsigned)plan->record[i]);
    describe_end(to, plan->cost, plan->duration, plan->reached);
    add_text(to, "    partial %u%s\n", (unsigned)plan->partial, plan->continues ? ", continues" : "");
}

static bool is_symbol(const htnc_task *task, uint32_t index)
{
    const htnc_variable *parameter = task->parameters;

    if (index >= task->parameter_count)
        return false;
    while (index--)
        parameter = parameter->next;
    return parameter->type->kind == HTNC_TYPE_SYMBOL;
}

void describe_reference(text_buffer *to, const reference_planner *reference, const reference_plan *plan)
{
    uint32_t i, k;

    add_text(to, "    %s\n", reference_outcome_name(plan->outcome));
    for (i = 0; i < plan->step_count; i++) {
        const reference_step *step = &plan->steps[i];

        add_text(to, "    %s(", step->task->name.text);
        for (k = 0; k < step->argument_count; k++)
            if (is_symbol(step->task, k))
                add_text(to, "%s\"%s\"", k ? ", " : "", reference_symbol(reference, step->arguments[k]));
            else
                add_text(to, "%s%d", k ? ", " : "", (int)step->arguments[k]);
        add_text(to, ")\n");
    }
    for (i = 0; i < plan->span_count; i++)
        describe_span(to, span_kinds[plan->spans[i].kind], plan->spans[i].first, plan->spans[i].end,
                      plan->spans[i].parent);
    add_text(to, "    MTR [");
    for (i = 0; i < plan->record_count; i++)
        add_text(to, "%s%u", i ? ", " : "", (unsigned)plan->record[i]);
    describe_end(to, plan->cost, plan->duration, plan->cut);
    add_text(to, "    partial %u%s\n", (unsigned)plan->partial,
             plan->origin != REFERENCE_FROM_ROOT ? ", continues" : "");
}

htn_status status_of_outcome(reference_outcome outcome)
{
    static const htn_status statuses[REFERENCE_OUTCOMES] = {HTN_OK,     HTN_OK,          HTN_OK,          HTN_NO_PLAN,
                                                            HTN_STANDS, HTN_LIMIT_STEPS, HTN_LIMIT_DEPTH, HTN_OK};
    return statuses[outcome];
}

/*
 * Looking for the cheapest plan, a branch that cannot be it may be given up before a limit cuts it: then the runtime knows
 * that it stands where the reference only knows that it has found nothing within the limits.
 */
static bool same_status(const reference_plan *expected, htn_status status)
{
    bool limit = expected->outcome == REFERENCE_LIMIT_STEPS || expected->outcome == REFERENCE_LIMIT_DEPTH;

    if (expected->cheapest && limit && (status == HTN_STANDS || status == HTN_LIMIT_STEPS || status == HTN_LIMIT_DEPTH))
        return true;
    return status == status_of_outcome(expected->outcome);
}

static bool same_cut(const reference_plan *expected, const htn_plan *plan)
{
    if (plan->proven != (plan->reached == 0))
        return false;
    return expected->cheapest ? (plan->reached & ~expected->cut) == 0 : plan->reached == expected->cut;
}

static bool same_step(const reference_planner *reference, const reference_step *expected, const htn_domain *domain,
                      const htn_plan *plan, const htn_step *step)
{
    uint32_t k;

    if (step->task != expected->task->index || value_count(domain, step->task) != expected->argument_count ||
        strcmp(htn_task_name(domain, step->task), expected->task->name.text) != 0)
        return false;
    for (k = 0; k < expected->argument_count; k++) {
        int32_t value = plan->values[step->arguments + k];

        if (!is_symbol_value(domain, step->task, k)) {
            if (value != expected->arguments[k])
                return false;
        } else if (strcmp(symbol_text(domain, value), reference_symbol(reference, expected->arguments[k])) != 0) {
            return false;
        }
    }
    return true;
}

static bool same_spans(const reference_plan *expected, const htn_plan *plan)
{
    uint32_t i, number = 0;

    for (i = 0; i < plan->span_count; i++) {
        const htn_span *span = &plan->spans[i];
        const reference_span *wanted = &expected->spans[number];

        if (span->kind == HTN_SPAN_WHILE)
            continue;
        if (number++ == expected->span_count || span_kind(span->kind) != wanted->kind || span->first != wanted->first ||
            span->end != wanted->end || group_around(plan, i) != wanted->parent)
            return false;
    }
    return number == expected->span_count;
}

bool keeps_bound(const htn_domain *domain, const htn_plan *plan)
{
    htni_plan_bound bound;

    return htni_bound_plans(domain, &bound) != HTNI_BOUNDED ||
           (plan->step_count <= bound.steps && plan->record_count <= bound.record);
}

bool same_answer(const reference_planner *reference, const reference_plan *expected, const htn_domain *domain,
                 htn_status status, const htn_plan *plan)
{
    uint32_t i;

    if (!same_status(expected, status) || plan->step_count != expected->step_count ||
        plan->record_count != expected->record_count)
        return false;
    for (i = 0; i < plan->step_count; i++)
        if (!same_step(reference, &expected->steps[i], domain, plan, &plan->steps[i]))
            return false;
    for (i = 0; i < plan->record_count; i++)
        if (plan->record[i] != expected->record[i])
            return false;
    if (status != HTN_OK)
        return true;
    if (plan->partial != expected->partial || plan->continues != (expected->origin != REFERENCE_FROM_ROOT))
        return false;
    return same_spans(expected, plan) && plan->cost == expected->cost && plan->duration == expected->duration &&
           same_cut(expected, plan);
}

bool same_plans(const htn_domain *domain, const htn_plan *a, const htn_plan *b)
{
    uint32_t i, k;

    if (a->step_count != b->step_count || a->span_count != b->span_count || a->record_count != b->record_count ||
        a->cost != b->cost || a->duration != b->duration || a->reached != b->reached || a->partial != b->partial ||
        a->continues != b->continues)
        return false;
    for (i = 0; i < a->step_count; i++) {
        if (a->steps[i].task != b->steps[i].task)
            return false;
        for (k = 0; k < value_count(domain, a->steps[i].task); k++)
            if (a->values[a->steps[i].arguments + k] != b->values[b->steps[i].arguments + k])
                return false;
    }
    for (i = 0; i < a->span_count; i++)
        if (memcmp(&a->spans[i], &b->spans[i], sizeof a->spans[i]) != 0)
            return false;
    return a->record_count == 0 || memcmp(a->record, b->record, a->record_count * sizeof *a->record) == 0;
}
