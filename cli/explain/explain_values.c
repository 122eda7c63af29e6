/*
 * What conditions see: the values of the properties, cells and locals that they read, and where each comes from. Looked up
 * at the moment when a condition fails; see explain_code.c for what it reads.
 */
#include "cli/explain/explain_search.h"
#include "cli/common/value_text.h"

enum { TYPE_INT = 1 }; /* every blob's types begin with bool and int */

static uint32_t property_field(const htn_domain *domain, uint32_t property, uint32_t field)
{
    return htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, field);
}

static int32_t value_at(const htn_planner *planner, explain_read_kind kind, uint32_t index)
{
    switch (kind) {
    case EXPLAIN_LOCAL: return htn_trace_local(planner, index);
    case EXPLAIN_PROPERTY: return htn_trace_get(planner, index);
    default: return (int32_t)index;
    }
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

static void look_at_cell(const explain_search *search, const htn_planner *planner, const explain_read *read,
                         explain_seen *seen)
{
    for (uint32_t i = 0; i < read->count; i++)
        seen->at[i] = value_at(planner, read->at[i].kind, read->at[i].index);
    seen->value = htn_trace_get_at(planner, read->index, seen->at, seen->count);
    seen->step = htn_trace_writer_at(planner, read->index, seen->at, seen->count);
    seen->origin = was_set(search, seen) ? EXPLAIN_SET : EXPLAIN_INITIAL;
    if (seen->step != HTN_NONE) {
        htn_plan plan;
        htn_trace_plan(planner, &plan);
        seen->origin = EXPLAIN_WRITTEN;
        if (seen->step < plan.step_count)
            seen->step_task = plan.steps[seen->step].task;
    }
}

/* False where there is nothing to see: a query that was not come to. */
static bool look_at(const explain_search *search, const htn_planner *planner, uint32_t task, const explain_read *read,
                    explain_seen *seen)
{
    *seen = (explain_seen){.kind = (uint32_t)read->kind,
                           .index = read->index,
                           .count = read->count,
                           .task = HTN_NONE,
                           .origin = EXPLAIN_ARGUMENT,
                           .step = HTN_NONE,
                           .step_task = HTN_NONE};
    if (read->kind == EXPLAIN_QUESTION)
        return explain_question_at(search, read->index, seen);
    if (read->kind == EXPLAIN_LOCAL) {
        seen->task = task;
        seen->value = htn_trace_local(planner, read->index);
    } else {
        look_at_cell(search, planner, read, seen);
    }
    return true;
}

/* Whether the question was asked before, in the same condition: it has one answer. */
static bool is_asked_again(const explain_seen *seen, uint32_t count)
{
    if (seen[count].kind != EXPLAIN_QUESTION)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (seen[i].kind == EXPLAIN_QUESTION && seen[i].index == seen[count].index)
            return true;
    return false;
}

uint32_t explain_look(const explain_search *search, const htn_planner *planner, uint32_t first, uint32_t end,
                      explain_seen *out)
{
    explain_read reads[EXPLAIN_MAX_SEEN];
    uint32_t count = explain_reads(&search->code, first, end, reads, EXPLAIN_MAX_SEEN), seen = 0;
    for (uint32_t i = 0; i < count; i++)
        if (look_at(search, planner, search->code.places[first].task, &reads[i], &out[seen]))
            seen += !is_asked_again(out, seen);
    return seen;
}

const explain_view *explain_view_at(explain_search *search, const htn_planner *planner, const explain_place *place,
                                    uint32_t pc)
{
    explain_seen seen[EXPLAIN_MAX_SEEN];
    uint32_t count = explain_look(search, planner, place->first, place->end, seen);
    count += explain_look_at_loops(search, planner, pc, seen + count, EXPLAIN_MAX_SEEN - count);
    return explain_view_of(&search->reasons, seen, count);
}

uint32_t explain_add_name(base_text *text, const explain_search *search, const explain_seen *seen)
{
    const htn_domain *domain = search->domain;
    uint32_t type;
    if (seen->kind == EXPLAIN_QUESTION) {
        base_text_add(text, "%s", explain_question_text(search, seen->index, &type));
        return type;
    }
    if (seen->kind == EXPLAIN_LOCAL) {
        base_text_add(text, "%s", explain_parameter(domain, seen->task, seen->index, &type));
        return type;
    }
    if (seen->origin == EXPLAIN_LOOPED) {
        static const char *const names[] = {"result", "witness", "passed of"};
        base_text_add(text, "%s", names[seen->kind - EXPLAIN_RESULT]);
        return seen->kind == EXPLAIN_WITNESS ? seen->index : TYPE_INT;
    }
    base_text_add(text, "%s", htn_property_name(domain, seen->index));
    for (uint32_t i = 0; i < seen->count; i++) {
        base_text_add(text, i == 0 ? "(" : ", ");
        cli_add_value(text, domain, index_type(domain, seen->index, i), seen->at[i]);
    }
    base_text_add(text, seen->count > 0 ? ")" : "");
    return property_field(domain, seen->index, HTN_PROPERTIES_TYPE);
}
