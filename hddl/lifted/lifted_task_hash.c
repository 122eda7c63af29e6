/* Hashes of tasks; see lifted_task_hash.h. */
#include "hddl/lifted/lifted_task_hash.h"

#include "hddl/common/hash.h"
#include "hddl/lifted/lifted_slots.h"

#include <string.h>

static hddl_key key_of(uint64_t hash)
{
    return hddl_key_of(hddl_mix(hash), hddl_mix(hash * HDDL_GOLDEN_RATIO + 1));
}

/*
 * Every number is mixed, or a task's number could stand for an object's. An unbound variable counts as one of its type,
 * and, if `named`, as itself.
 */
static uint64_t task_hash(const lifted_search *search, uint32_t frame, const lifted_subtask *subtask, bool named,
                          bool *open)
{
    const normal_subtask *source = subtask->source;
    uint64_t hash = hddl_mix((uint64_t)source->index * 2 + source->primitive + HDDL_GOLDEN_RATIO);
    for (uint32_t i = 0; i < source->term_count; i++) {
        uint32_t value = lifted_value(search, frame, source->terms[i]);
        if ((value & LIFTED_TAG) != 0) {
            const uint32_t slot = value & ~LIFTED_TAG;
            *open = true;
            value = search->stack[slot];
            if (named)
                hash = hddl_mix(hash ^ slot) + HDDL_GOLDEN_RATIO;
        }
        hash = hddl_mix(hash ^ value) + HDDL_GOLDEN_RATIO;
    }
    return hash;
}

bool lifted_is_closed(const lifted_search *search, uint32_t frame, const lifted_subtask *subtask)
{
    for (uint32_t i = 0; i < subtask->source->term_count; i++)
        if ((lifted_value(search, frame, subtask->source->terms[i]) & LIFTED_TAG) != 0)
            return false;
    return true;
}

hddl_key lifted_task_hash(const lifted_search *search, uint32_t frame, const lifted_subtask *subtask, bool *open)
{
    return key_of(task_hash(search, frame, subtask, false, open));
}

/* Adds the subtasks of a frame from `position` on. `below` others are behind the last. */
static void add_subtasks(const lifted_search *search, uint32_t frame, uint32_t position, uint32_t below, hddl_key *sum,
                         bool *open)
{
    const lifted_schema *schema = lifted_schema_of(search, frame);
    for (uint32_t i = position; i < schema->subtask_count; i++) {
        const uint64_t behind = (uint64_t)(below + schema->subtask_count - i) * HDDL_GOLDEN_RATIO;
        const hddl_key key = key_of(task_hash(search, frame, &schema->subtasks[i], true, open) ^ hddl_mix(behind));
        sum->low += key.low;
        sum->high += key.high;
    }
}

/* Goes up from frame to frame, until one knows the hash of what is behind it. */
hddl_key lifted_pending_hash(const lifted_search *search, uint32_t frame, uint32_t position, bool *open)
{
    hddl_key sum = {0, 0};
    for (;;) {
        const uint32_t *head = search->stack + frame;
        add_subtasks(search, frame, position, head[LIFTED_BELOW] & ~LIFTED_OPEN, &sum, open);
        if ((head[LIFTED_BELOW] & LIFTED_OPEN) == 0) {
            hddl_key behind;
            memcpy(&behind, head + LIFTED_AHEAD, sizeof behind);
            return (hddl_key){sum.low + behind.low, sum.high + behind.high};
        }
        *open = true;
        position = head[LIFTED_RETURN];
        frame = head[LIFTED_PARENT];
    }
}

void lifted_keep_pending_hash(lifted_search *search, uint32_t frame)
{
    uint32_t *head = search->stack + frame;
    const uint32_t parent = head[LIFTED_PARENT];
    if (parent == HDDL_NONE) /* the words are 0, and nothing is pending behind it */
        return;
    bool open = false;
    const hddl_key pending = lifted_pending_hash(search, parent, head[LIFTED_RETURN], &open);
    memcpy(head + LIFTED_AHEAD, &pending, sizeof pending);
    head[LIFTED_BELOW] = (search->stack[parent + LIFTED_BELOW] & ~LIFTED_OPEN) +
                         (lifted_schema_of(search, parent)->subtask_count - head[LIFTED_RETURN]) +
                         (open ? LIFTED_OPEN : 0);
}
