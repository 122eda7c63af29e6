/* Saving for the same code; see save_exact.h. Neighbour: load_exact.c reads this. */
#include "save_exact.h"
#include "../agent/back_off.h"
#include "../blob/task_code.h"
#include "../planner/footprint_check.h"
#include "../planner/working_world.h"
#include "../search/continuation.h"
#include "../search/footprint.h"
#include "save_plan.h"

/* How many instances have been in the slot since. */
static void put_since(htni_save_writer *to, const uint8_t *now, const uint8_t *then, uint32_t slot)
{
    htni_put_number(to, (htni_generation(now, slot) - htni_generation(then, slot)) & UINT16_MAX);
}

/* A plan's method traversal record, with what its methods have bound. */
static void put_record(htni_save_writer *to, const htn_world *world, const htn_planner *planner,
                       const htni_kept_plan *kept_plan)
{
    const htn_domain *domain = planner->machine.domain;
    const uint16_t *record = htni_region(&planner->machine, kept_plan->record_at);
    const int32_t *bindings = htni_region(&planner->machine, kept_plan->bindings_at);
    const uint32_t *methods = htni_region(&planner->machine, kept_plan->methods_at);
    const uint8_t *generations = htni_region(&planner->machine, kept_plan->generations_at);
    const uint8_t *now = world->bytes + domain->world_bytes;
    htni_put_number(to, kept_plan->records);
    for (uint32_t i = 0; i < kept_plan->records; i++)
        htni_put_number(to, record[i]);
    for (uint32_t i = 0; i < kept_plan->records * domain->max_bindings; i++)
        htni_put_signed(to, bindings[i]);
    for (uint32_t i = 0; domain->cools && i < kept_plan->records; i++)
        htni_put_number(to, methods[i]);
    for (uint32_t i = 0; i < domain->instances; i++)
        put_since(to, now, generations, i);
}

/* The items that Eaches have not begun. */
static void put_lists(htni_save_writer *to, const uint32_t *lists)
{
    htni_put_number(to, lists[0]);
    for (uint32_t i = 0; i < lists[0]; i++)
        htni_put_signed(to, htni_signed(lists[1 + i]));
}

/*
 * A continuation: its frames, from the innermost one outwards. Of each frame: where its task goes
 * on, its method, its locals. In memory each frame lies behind the one that it returns to, so a
 * reader finds out where, and the save does not say it.
 */
static void put_continuation(htni_save_writer *to, const htn_planner *planner, const htni_continuation *continuation)
{
    const htn_domain *domain = planner->machine.domain;
    const int32_t *kept = htni_region(&planner->machine, continuation->at);
    const bool framed = htni_is_framed(domain, continuation->pc);
    uint32_t pc = framed ? continuation->pc : continuation->continue_pc, at = continuation->frame;
    htni_put_number(to, framed ? 0 : continuation->pc); /* of a task without a frame, inside all frames */
    while (at != 0) {
        const uint32_t locals = HTNI_FIELD(domain, TASKS, htni_task_of(domain, pc), LOCALS);
        htni_put_number(to, pc);
        htni_put_number(to, (uint32_t)kept[at + HTNI_FRAME_ANCESTRY] + 1); /* 0: no method that binds */
        for (uint32_t i = 0; i < locals; i++)
            htni_put_signed(to, kept[at + HTNI_FRAME_LOCALS + i]);
        pc = (uint32_t)kept[at + HTNI_FRAME_PC];
        at = (uint32_t)kept[at + HTNI_FRAME_PARENT];
    }
    htni_put_number(to, 0);
    if (domain->flags & HTN_BLOB_EACH)
        put_lists(to, htni_lists_of(&planner->machine, continuation));
}

/*
 * What the search that found the running plan has read, or the search that failed: a change of it
 * ends a back-off.
 */
static void put_footprint(htni_save_writer *to, const htn_planner *planner)
{
    const htni_marks marks = htni_marks_in(planner, planner->footprints.kept);
    htni_put_number(to, marks.to->asked);
    htni_put_number(to, marks.to->words);
    for (uint32_t i = 0; i < marks.to->words; i++) {
        const uint64_t bits = marks.bits[marks.words[i]];
        htni_put_number(to, marks.words[i]);
        htni_put_number(to, (uint32_t)bits);
        htni_put_number(to, (uint32_t)(bits >> 32));
    }
}

static void put_plan_exactly(htni_save_writer *to, const htn_world *world, const htn_planner *planner)
{
    put_record(to, world, planner, &planner->running.plan);
    if (planner->running.plan.partial != HTN_PARTIAL_NOT)
        put_continuation(to, planner, &planner->running.continuation);
    htni_put_number(to, planner->running.continues);
    if (planner->running.continues) {
        put_continuation(to, planner, &planner->running.start);
        htni_put_plan(to, planner, &planner->running.first_part);
        put_record(to, world, planner, &planner->running.first_part);
    }
    if (planner->running.continues == HTNI_PARTS_BETWEEN)
        put_continuation(to, planner, htni_first_end(planner));
}

/*
 * What of the footprint is other in the world than in the working world: how much of it there is. `writes`: also puts each,
 * as it is in the working world.
 */
static uint32_t go_through_others(htni_save_writer *to, const htn_world *world, const htn_planner *planner, bool writes)
{
    const htni_marks marks = htni_marks_in(planner, planner->footprints.kept);
    const uint32_t first = htni_first_generation(planner->machine.domain) * 64;
    const uint8_t *const then = htni_region(&planner->machine, planner->copy.generations_at);
    const uint8_t *const now = world->bytes + planner->machine.domain->world_bytes;
    uint32_t count = 0;
    for (uint32_t i = 0; i < marks.to->words; i++)
        for (uint32_t bit = marks.words[i] * 64, end = bit + 64; bit < end; bit++) {
            if ((marks.bits[bit / 64] >> bit % 64 & 1) == 0 || !htni_is_other(planner, world, bit))
                continue;
            count++;
            if (!writes)
                continue;
            htni_put_number(to, bit);
            if (bit < first)
                htni_put_number(to, htni_working_world(&planner->machine)[bit]);
            else
                put_since(to, now, then, bit - first);
        }
    return count;
}

/*
 * Where a back-off has ended because something is other than when the plan failed, it goes on if that becomes again
 * what it was before the layer's turn comes: so what it was is saved. Nothing is written where there is nothing of it.
 */
static void put_failure(htni_save_writer *to, const htn_agent *agent, const htni_layer *layer)
{
    const htn_planner *planner = layer->planner;
    const bool answers = htni_footprint_of(planner, planner->footprints.kept)->asked &&
                         layer->changes.answers != layer->search.begun_answers;
    const uint32_t count = !htni_backs_off(layer) || answers ? 0 : go_through_others(to, &agent->world, planner, false);
    if (count == 0)
        return;
    htni_put_number(to, layer->schedule.asked);
    htni_put_number(to, count);
    go_through_others(to, &agent->world, planner, true);
}

void htni_save_exact(htni_save_writer *to, const htn_agent *agent, const htni_layer *layer, bool planned)
{
    const size_t part = htni_begin_part(to);
    put_footprint(to, layer->planner);
    if (planned)
        put_plan_exactly(to, &agent->world, layer->planner);
    put_failure(to, agent, layer);
    htni_end_part(to, part);
}
