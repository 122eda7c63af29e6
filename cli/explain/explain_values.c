/*
 * What conditions see: the values of the properties, cells and locals that they read, and where each comes from. Looked up
 * at the moment when a condition fails; see explain_code.c for what it reads.
 */
#include "cli/explain/explain_search.h"
#include "cli/common/value_text.h"
#include "cli/explain/explain_debug.h"
#include <string.h>

enum { TYPE_INT = 1 }; /* every blob's types begin with bool and int */

static uint32_t property_field(const htn_domain *domain, uint32_t property, uint32_t field)
{
    return htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, field);
}

/* The type of a table's index. */
static uint32_t index_type(const htn_domain *domain, uint32_t property, uint32_t which)
{
    uint32_t first = property_field(domain, property, HTN_PROPERTIES_FIRST_PARAMETER);
    return htn_domain_field(domain, HTN_SECTION_PARAMETERS, first + which, HTN_PARAMETERS_TYPE);
}

/* What the declaration or a fact says of a cell; false where the indexes name none. */
static bool declared(const htn_domain *domain, const explain_seen *seen, int32_t *value)
{
    uint32_t cell = 0, low = 0, count = htn_domain_count(domain, HTN_SECTION_FACTS), high = count;
    *value = (int32_t)property_field(domain, seen->index, HTN_PROPERTIES_INITIAL);
    for (uint32_t i = 0; i < seen->count; i++) {
        uint32_t type = index_type(domain, seen->index, i);
        int32_t first = (int32_t)htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_LOW);
        int32_t last = (int32_t)htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_HIGH);
        if (seen->at[i] < first || seen->at[i] > last)
            return false;
        cell = cell * (uint32_t)(last - first + 1) + (uint32_t)(seen->at[i] - first);
    }
    while (low < high) { /* by rising property and cell */
        uint32_t middle = low + (high - low) / 2;
        uint32_t property = htn_domain_field(domain, HTN_SECTION_FACTS, middle, HTN_FACTS_PROPERTY);
        uint32_t at = htn_domain_field(domain, HTN_SECTION_FACTS, middle, HTN_FACTS_CELL);
        if (property < seen->index || (property == seen->index && at < cell))
            low = middle + 1;
        else
            high = middle;
    }
    if (low < count && htn_domain_field(domain, HTN_SECTION_FACTS, low, HTN_FACTS_PROPERTY) == seen->index &&
        htn_domain_field(domain, HTN_SECTION_FACTS, low, HTN_FACTS_CELL) == cell)
        *value = (int32_t)htn_domain_field(domain, HTN_SECTION_FACTS, low, HTN_FACTS_VALUE);
    return true;
}

static bool was_set(const explain_search *search, const explain_seen *seen)
{
    int32_t value;
    return search->session->set[seen->index] &&
           (seen->count == 0 || (declared(search->domain, seen, &value) && value != seen->value));
}

/* How many instances a type has: the same all through a search. */
static int32_t how_many(const explain_search *search, uint32_t type)
{
    const htn_domain *domain = search->domain;
    const int32_t low = (int32_t)EXPLAIN_FIELD(domain, TYPES, type, LOW);
    const int32_t high = (int32_t)EXPLAIN_FIELD(domain, TYPES, type, HIGH);
    int32_t count = 0;
    if (EXPLAIN_FIELD(domain, TYPES, type, PRESENCE) == HTN_NONE)
        return high - low + 1;
    for (int32_t i = low; i <= high; i++)
        count += htn_world_exists(&search->session->world, type, i);
    return count;
}

/* A property, or a cell of a table. */
static void look_at_cell(const explain_search *search, const htn_planner *planner, uint32_t read, explain_seen *seen)
{
    const uint32_t first = EXPLAIN_FIELD(search->domain, DEBUG_READS, read, FIRST_ARGUMENT);
    seen->count = EXPLAIN_FIELD(search->domain, DEBUG_READS, read, ARGUMENT_COUNT);
    for (uint32_t i = 0; i < seen->count; i++) {
        const uint32_t kind = EXPLAIN_FIELD(search->domain, DEBUG_ARGUMENTS, first + i, KIND);
        const uint32_t value = EXPLAIN_FIELD(search->domain, DEBUG_ARGUMENTS, first + i, VALUE);
        seen->at[i] = kind == HTN_ARGUMENT_LOCAL      ? htn_trace_local(planner, value)
                      : kind == HTN_ARGUMENT_PROPERTY ? htn_trace_get(planner, value)
                                                      : (int32_t)value;
    }
    seen->value = htn_trace_get_at(planner, seen->index, seen->at, seen->count);
    seen->step = htn_trace_writer_at(planner, seen->index, seen->at, seen->count);
    seen->origin = was_set(search, seen) ? EXPLAIN_SET : EXPLAIN_INITIAL;
    if (seen->step != HTN_NONE) {
        htn_plan plan;
        htn_trace_plan(planner, &plan);
        seen->origin = EXPLAIN_WRITTEN;
        if (seen->step < plan.step_count)
            seen->step_task = plan.steps[seen->step].task;
    }
}

/* What a quantifier found, where it decided. False: nothing to show. */
static bool look_at_quantifier(const explain_search *search, const htn_planner *planner, explain_seen *seen,
                               uint32_t type)
{
    const bool passes = seen->kind == HTN_READ_NONE_PASSED || seen->kind == HTN_READ_NO_INSTANCE;
    seen->origin = EXPLAIN_QUANTIFIER;
    seen->value = !passes ? htn_trace_local(planner, seen->index) : type != HTN_NONE ? how_many(search, type) : -1;
    seen->index = type;
    return seen->kind != HTN_READ_NO_INSTANCE || seen->value == 0;
}

/* False where there is nothing to see: a query that was not asked, a quantifier that did not decide at `decided`. */
static bool look_at(const explain_search *search, const htn_planner *planner, uint32_t read, uint32_t decided,
                    explain_seen *seen)
{
    const htn_domain *domain = search->domain;
    const uint32_t at = EXPLAIN_FIELD(domain, DEBUG_READS, read, AT);
    *seen = (explain_seen){.kind = EXPLAIN_FIELD(domain, DEBUG_READS, read, KIND),
                           .index = EXPLAIN_FIELD(domain, DEBUG_READS, read, INDEX),
                           .task = HTN_NONE,
                           .origin = EXPLAIN_ARGUMENT,
                           .step = HTN_NONE,
                           .step_task = HTN_NONE};
    switch (seen->kind) {
    case HTN_READ_PROPERTY:
    case HTN_READ_CELL: look_at_cell(search, planner, read, seen); return true;
    case HTN_READ_QUERY: return explain_question_at(search, at, seen);
    case HTN_READ_LOCAL:
        seen->task = explain_task_at(domain, at);
        seen->value = htn_trace_local(planner, seen->index);
        return true;
    default:
        return at == decided &&
               look_at_quantifier(search, planner, seen, EXPLAIN_FIELD(domain, DEBUG_READS, read, TYPE));
    }
}

uint32_t explain_look(const explain_search *search, const htn_planner *planner, uint32_t item, uint32_t decided,
                      explain_seen *out, uint32_t count)
{
    const htn_domain *domain = search->domain;
    const uint32_t first = EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, FIRST);
    const uint32_t end = EXPLAIN_FIELD(domain, DEBUG_ITEMS, item, END);
    uint32_t read = explain_first_from(domain, HTN_SECTION_DEBUG_READS, HTN_DEBUG_READS_AT, first);
    for (; read < htn_domain_count(domain, HTN_SECTION_DEBUG_READS) && count < EXPLAIN_MAX_SEEN; read++) {
        bool again = false;
        if (EXPLAIN_FIELD(domain, DEBUG_READS, read, AT) >= end)
            break;
        if (!look_at(search, planner, read, decided, &out[count]))
            continue;
        for (uint32_t i = 0; i < count; i++)
            again = again || memcmp(&out[i], &out[count], sizeof *out) == 0;
        count += !again;
    }
    return count;
}

const explain_view *explain_view_at(explain_search *search, const htn_planner *planner, uint32_t item, uint32_t decided)
{
    explain_seen seen[EXPLAIN_MAX_SEEN];
    return item == HTN_NONE
               ? NULL
               : explain_view_of(&search->reasons, seen, explain_look(search, planner, item, decided, seen, 0));
}

uint32_t explain_add_name(base_text *text, const explain_search *search, const explain_seen *seen)
{
    const htn_domain *domain = search->domain;
    uint32_t type;
    if (seen->kind == HTN_READ_QUERY) {
        base_text_add(text, "%s", explain_question_text(search, seen->index, &type));
        return type;
    }
    if (seen->kind == HTN_READ_LOCAL) {
        base_text_add(text, "%s", explain_parameter(domain, seen->task, seen->index, &type));
        return type;
    }
    if (seen->origin == EXPLAIN_QUANTIFIER) {
        base_text_add(text, "%s",
                      seen->kind == HTN_READ_RESULT    ? "result"
                      : seen->kind == HTN_READ_WITNESS ? "witness"
                                                       : "passed of");
        return seen->kind == HTN_READ_WITNESS ? seen->index : TYPE_INT;
    }
    base_text_add(text, "%s", htn_property_name(domain, seen->index));
    for (uint32_t i = 0; i < seen->count; i++) {
        base_text_add(text, i == 0 ? "(" : ", ");
        cli_add_value(text, domain, index_type(domain, seen->index, i), seen->at[i]);
    }
    base_text_add(text, seen->count > 0 ? ")" : "");
    return property_field(domain, seen->index, HTN_PROPERTIES_TYPE);
}
