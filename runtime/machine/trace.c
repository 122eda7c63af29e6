/* The functions of htn/trace.h: a listener may call them in the middle of a search. */
#include "../blob/blob_reader.h"
#include "../blob/opcode_table.h"
#include "../search/trail.h"
#include "../world/cells.h"
#include "parallel_groups.h"

int32_t htn_trace_get(const htn_planner *planner, htn_property property)
{
    if (property >= htni_count(planner->machine.domain, HTN_SECTION_PROPERTIES))
        return 0;
    return htni_load_cell(planner->machine.domain, htni_working_world(&planner->machine), property, 0);
}

void htn_trace_achievement(const htn_planner *planner, htn_achievement *achievement)
{
    const htni_achieve_search *achieving = htni_achieve_of(planner);
    memset(achievement, 0, sizeof *achievement);
    if (planner->achieving.search_at == 0)
        return;
    achievement->index = achieving->number;
    achievement->states = achieving->count;
    achievement->explored = achieving->explored;
    achievement->steps = achieving->found_steps;
    achievement->cost = achieving->found_cost;
    achievement->met = achieving->met;
}

/* The cell at `index`; HTN_NONE: there is none, or the number of indexes is wrong. */
static uint32_t cell_at(const htni_machine *machine, htn_property property, const int32_t *index, uint32_t count)
{
    if (property >= htni_count(machine->domain, HTN_SECTION_PROPERTIES) ||
        count != HTNI_FIELD(machine->domain, PROPERTIES, property, PARAMETER_COUNT))
        return HTN_NONE;
    return count == 0 ? 0 : htni_cell(machine->domain, property, index);
}

int32_t htn_trace_get_at(const htn_planner *planner, htn_property property, const int32_t *index, uint32_t count)
{
    if (property >= htni_count(planner->machine.domain, HTN_SECTION_PROPERTIES))
        return 0;
    return htni_load_cell(planner->machine.domain, htni_working_world(&planner->machine), property,
                          cell_at(&planner->machine, property, index, count));
}

uint32_t htn_trace_root(const htn_planner *planner)
{
    return planner->machine.root;
}

int32_t htn_trace_local(const htn_planner *planner, uint32_t slot)
{
    const uint32_t at = planner->machine.now.frame + HTNI_FRAME_LOCALS + slot;
    const bool above =
        planner->machine.now.frame >= planner->machine.now.frames; /* while a group's effects are applied */
    return slot <= HTN_MAX_LOCALS && at < (above ? planner->machine.limits.frames : planner->machine.now.frames)
               ? htni_signed(htni_frames(&planner->machine)[at])
               : 0;
}

const int32_t *htn_trace_question(const htn_planner *planner, int32_t *answer)
{
    if (planner->host.question != NULL && answer != NULL)
        *answer = planner->host.answer;
    return planner->host.question;
}

const int32_t *htn_trace_candidates(const htn_planner *planner, const htn_event *event, uint32_t *count)
{
    *count = 0;
    if (event->kind != HTN_EVENT_PROPOSED || planner->host.question == NULL)
        return NULL;
    const uint32_t *locals = htni_frames(&planner->machine) + planner->machine.now.frame + HTNI_FRAME_LOCALS;
    const uint32_t *list = locals + htni_fetch(planner->machine.domain, event->pc).a;
    *count = list[HTN_LIST_COUNT];
    return (const int32_t *)(const void *)(list + HTN_LIST_VALUES);
}

uint32_t htn_trace_writer_at(const htn_planner *planner, htn_property property, const int32_t *index, uint32_t count)
{
    const htni_change *trail = htni_trail(&planner->machine);
    bool written = false; /* in an entry behind this one */
    const uint32_t cell = cell_at(&planner->machine, property, index, count);
    if (cell == HTN_NONE || (HTNI_FIELD(planner->machine.domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_STATIC))
        return HTN_NONE;
    const uint32_t address =
        HTNI_FIELD(planner->machine.domain, PROPERTIES, property, ADDRESS) +
        cell * htni_storage_bytes(HTNI_FIELD(planner->machine.domain, PROPERTIES, property, STORAGE));
    for (uint32_t i = planner->machine.now.trail; i-- > 0;) {
        const bool mark = trail[i].cell >> HTNI_WIDTH_SHIFT == HTNI_WIDTH_MARK;
        if (written && mark && HTNI_ADDRESS(trail[i].cell) == HTNI_MARK_STEP)
            return (uint32_t)trail[i].old;
        if (mark && HTNI_ADDRESS(trail[i].cell) == HTNI_MARK_MEMBER) { /* members' changes have been undone */
            const uint32_t begin = htni_group_mark(trail, i);
            i = begin == HTN_NONE ? i : begin;
        }
        written = written || (!mark && HTNI_ADDRESS(trail[i].cell) == address);
    }
    return HTN_NONE;
}

uint32_t htn_trace_writer(const htn_planner *planner, htn_property property)
{
    return htn_trace_writer_at(planner, property, NULL, 0);
}
