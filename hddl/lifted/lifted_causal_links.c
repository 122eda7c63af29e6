/* Causal links; see lifted_causal_links.h. A frame notes 1 + atom for each link, behind its slots and goals. */
#include "hddl/lifted/lifted_causal_links.h"

#include "hddl/lifted/lifted_slots.h"
#include "hddl/lifted/lifted_trail.h"

static uint32_t *notes_of(const lifted_search *search, uint32_t frame, const lifted_schema *schema)
{
    return search->stack + frame + lifted_frame_size(search, schema) - schema->link_count;
}

/* The atom that the link is about; HDDL_NONE: a variable of it is unbound. */
static uint32_t atom_of(lifted_search *search, uint32_t frame, const lifted_causal_link *link)
{
    for (uint32_t i = 0; i < link->literal.term_count; i++) {
        search->scratch[i] = lifted_value(search, frame, link->literal.terms[i]);
        if ((search->scratch[i] & LIFTED_TAG) != 0)
            return HDDL_NONE;
    }
    return lifted_intern(link->relation, search->scratch);
}

/* From the last subtask on: the links of later tasks are there when an earlier one is tested for what it breaks. */
bool lifted_add_links(lifted_search *search, uint32_t frame)
{
    const lifted_schema *schema = lifted_schema_of(search, frame);
    uint32_t *notes = notes_of(search, frame, schema);
    for (uint32_t i = 0; i < schema->link_count; i++)
        notes[i] = 0;
    for (uint32_t i = 0; i < schema->link_count; i++) {
        const lifted_causal_link *link = &schema->links[i];
        const uint32_t atom = atom_of(search, frame, link);
        if (atom == HDDL_NONE)
            continue;
        if (link->breaks ? link->relation->links[atom] != 0
                         : lifted_holds(link->relation, atom) != link->relation->never_added)
            return false;
        if (link->breaks)
            continue;
        notes[i] = atom + 1;
        lifted_protect(search, link->relation, atom, true);
    }
    return true;
}

void lifted_release_links(lifted_search *search, uint32_t frame, uint32_t position)
{
    const lifted_schema *schema = lifted_schema_of(search, frame);
    const uint32_t *notes = notes_of(search, frame, schema);
    for (uint32_t i = 0; i < schema->link_count; i++)
        if (schema->links[i].subtask == position && notes[i] != 0)
            lifted_protect(search, schema->links[i].relation, notes[i] - 1, false);
}
