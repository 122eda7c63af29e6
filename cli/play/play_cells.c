/* See play_cells.h. */
#include "cli/play/play_cells.h"
#include "cli/common/value_text.h"
#include <htn/journal.h>

static uint32_t property_field(const htn_domain *domain, htn_property property, uint32_t field)
{
    return htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, field);
}

static uint32_t index_type(const htn_domain *domain, htn_property property, uint32_t parameter)
{
    const uint32_t first = property_field(domain, property, HTN_PROPERTIES_FIRST_PARAMETER);
    return htn_domain_field(domain, HTN_SECTION_PARAMETERS, first + parameter, HTN_PARAMETERS_TYPE);
}

/* The index of a cell: one value for each parameter. Returns their number. */
static uint32_t index_of(const htn_domain *domain, htn_property property, uint32_t cell, int32_t *index)
{
    const htn_journal_location location = {property, cell, HTN_NONE, 0};
    return htn_journal_index(domain, &location, index);
}

int32_t play_cell_value(const htn_world *world, htn_property property, uint32_t cell)
{
    int32_t index[HTN_MAX_LOCALS];
    const uint32_t count = index_of(world->domain, property, cell, index);
    return htn_world_get_at(world, property, index, count);
}

bool play_cell_exists(const htn_world *world, htn_property property, uint32_t cell)
{
    int32_t index[HTN_MAX_LOCALS];
    const uint32_t count = index_of(world->domain, property, cell, index);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t type = index_type(world->domain, property, i);
        const bool open = htn_domain_field(world->domain, HTN_SECTION_TYPES, type, HTN_TYPES_PRESENCE) != HTN_NONE;
        if (open && !htn_world_exists(world, type, index[i]))
            return false;
    }
    return true;
}

void play_add_cell_value(base_text *text, const htn_world *world, htn_property property, uint32_t cell)
{
    cli_add_value(text, world->domain, property_field(world->domain, property, HTN_PROPERTIES_TYPE),
                  play_cell_value(world, property, cell));
}

void play_add_question(base_text *text, const htn_domain *domain, const cli_answers *answers, uint32_t index)
{
    const int32_t *arguments;
    const htn_query query = cli_answers_at(answers, index, &arguments, NULL);
    base_text_add(text, "%s(", htn_query_name(domain, query));
    for (uint32_t i = 0; i < htn_query_parameters(domain, query); i++) {
        base_text_add(text, "%s", i == 0 ? "" : ", ");
        cli_add_value(text, domain, htn_query_parameter_type(domain, query, i), arguments[i]);
    }
    base_text_add(text, ")");
}

void play_add_answer(base_text *text, const htn_domain *domain, const cli_answers *answers, uint32_t index)
{
    int32_t value;
    const htn_query query = cli_answers_at(answers, index, NULL, &value);
    const int32_t *candidates;
    const uint32_t count = cli_answers_proposed_at(answers, index, &candidates);
    if (htn_query_candidates(domain, query) > 0) {
        for (uint32_t i = 0; i < count; i++) {
            base_text_add(text, i == 0 ? "[" : ", ");
            cli_add_value(text, domain, htn_query_type(domain, query), candidates[i]);
        }
        base_text_add(text, count == 0 ? "[]" : "]");
        return;
    }
    cli_add_value(text, domain, htn_query_type(domain, query), value);
}
