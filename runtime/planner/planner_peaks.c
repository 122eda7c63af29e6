/* What searches have used; see planner_peaks.h. Neighbour: planner_layout.c, which lays the regions out. */
#include "planner_peaks.h"
#include "../achieve/achieve_nodes.h"
#include "../blob/blob_reader.h"
#include "../search/tuples.h"

/* Rare in what a search writes, and at the end of an entry even more so. */
enum { PAINT = 0xA5 };

/* A region: entries of `size` bytes. */
typedef struct region {
    uint8_t *first;
    size_t count, size;
} region;

static region region_at(const htn_planner *planner, uint32_t offset, size_t count, size_t size)
{
    const region made = {htni_region(&planner->machine, offset), count, size};
    return made;
}

/* What a search uses from the front. The root's frame is always there. */
enum { FRAMES, STEPS, RECORD, CHOICES, SPANS, CONTINUATION, START, SOLUTIONS, NODES, REGIONS };

static region region_of(const htn_planner *planner, uint32_t which)
{
    const htn_limits *limits = &planner->machine.limits;
    const uint32_t flags = planner->machine.domain->flags;
    const size_t kept = flags & HTN_BLOB_PARTIAL ? limits->continuation : 0;
    region nodes = {NULL, 0, 1};
    switch (which) {
    case FRAMES: return region_at(planner, planner->machine.frames_at, limits->frames, sizeof(uint32_t));
    case STEPS: return region_at(planner, planner->machine.steps_at, limits->steps, sizeof(htn_step));
    case RECORD: return region_at(planner, planner->machine.record_at, limits->record, sizeof(uint16_t));
    case CHOICES: return region_at(planner, planner->machine.choices_at, limits->choices, sizeof(htni_registers));
    case SPANS:
        return region_at(planner, planner->search.spans_at, flags & HTN_BLOB_SPANS ? limits->spans : 0,
                         sizeof(htn_span));
    case CONTINUATION: return region_at(planner, planner->running.continuation.at, kept, sizeof(uint32_t));
    case START: return region_at(planner, planner->running.start.at, kept, sizeof(uint32_t));
    case SOLUTIONS:
        return region_at(planner, htni_solutions_at(&planner->machine), limits->solutions, sizeof(uint32_t));
    default: break;
    }
    if (planner->achieving.search_at != 0) {
        const htni_achieve_search *achieve = htni_achieve_of(planner);
        nodes.first = (uint8_t *)htni_achieve_region(achieve, achieve->nodes_at);
        nodes.size =
            (size_t)htni_node_head(planner->machine.domain->max_arguments) + planner->machine.domain->max_state;
        nodes.count = achieve->most_nodes;
    }
    return nodes;
}

/* The trail grows from the front, and deferred writes from the end. There is room for one more entry per step. */
static region trail_of(const htn_planner *planner)
{
    const htn_limits *limits = &planner->machine.limits;
    return region_at(planner, HTNI_TRAIL_AT, (size_t)limits->trail + limits->steps, sizeof(htni_change));
}

void htni_paint_planner(htn_planner *planner)
{
    if (planner->machine.tuples_at != 0)
        htni_tuples_of(planner)->most = 0;
    const region trail = trail_of(planner);
    memset(trail.first, PAINT, trail.count * trail.size);
    for (uint32_t i = 0; i < REGIONS; i++) {
        region of = region_of(planner, i);
        const size_t spared = i == FRAMES ? HTNI_FRAME_LOCALS : 0;
        if (of.count > spared)
            memset(of.first + spared * of.size, PAINT, (of.count - spared) * of.size);
    }
}

static bool is_painted(const region *of, size_t entry)
{
    const uint8_t *at = of->first + entry * of->size;
    for (size_t i = 0; i < of->size; i++)
        if (at[i] != PAINT)
            return false;
    return true;
}

static uint32_t used(const htn_planner *planner, uint32_t which)
{
    const region of = region_of(planner, which);
    size_t count = of.count;
    while (count > 0 && is_painted(&of, count - 1))
        count--;
    return (uint32_t)count;
}

/* A deferred write has two entries, and needs room for a third one. */
static uint32_t used_of_trail(const htn_planner *planner)
{
    const region of = trail_of(planner);
    size_t front = 0, end = of.count;
    while (front < of.count && !is_painted(&of, front))
        front++;
    while (end > front && !is_painted(&of, end - 1))
        end--;
    return (uint32_t)(front + (of.count - end + 1) / 2 * 3);
}

void htni_planner_peaks(const htn_planner *planner, htn_limits *peaks)
{
    const uint32_t continuation = used(planner, CONTINUATION), start = used(planner, START);
    memset(peaks, 0, sizeof *peaks);
    peaks->depth = planner->machine.deepest;
    peaks->frames = used(planner, FRAMES);
    peaks->steps = used(planner, STEPS);
    peaks->record = used(planner, RECORD);
    peaks->choices = used(planner, CHOICES);
    peaks->spans = used(planner, SPANS);
    peaks->continuation = continuation > start ? continuation : start;
    peaks->nodes = used(planner, NODES);
    peaks->solutions = used(planner, SOLUTIONS);
    peaks->trail = used_of_trail(planner);
    peaks->tuples = planner->machine.tuples_at == 0 ? 0 : htni_tuples_of(planner)->most;
}
