/*
 * What keeps a blind search from running in circles.
 *
 * Marks: a recursive task whose like is being worked on, or has failed, is cut: by its arguments alone (strict) or by its
 * arguments and the state. A mark is set when the task is begun and taken away when its last subtask is done, and
 * backtracking leaves it (the idea of HyperTensioN's Dejavu: Magnaguagno, Meneguzzi and de Silva, "HyperTensioN and Total-order Forward
 * Decomposition Optimizations", 2020). That is incomplete: whoever cuts by it says so.
 *
 * Nodes seen: a node is a state and the tasks ahead. It has failed, or is being worked on, when it is met again; cutting it
 * loses no plan. A task's part of the hash depends on how many stand behind it, so that the sum tells their order, and
 * a frame's sum goes on from that of its parent.
 */
#include "hddl/lifted/lifted_inside.h"

#include <stdlib.h>
#include <string.h>

/* --- Sets ------------------------------------------------------------------------------------------------------------- */

static bool is_empty(lifted_hash hash)
{
    return (hash.low | hash.high) == 0;
}

static size_t slot_of(const lifted_set *set, lifted_hash hash)
{
    size_t at = (size_t)hash.low & set->mask;
    while (!is_empty(set->slots[at]) && (set->slots[at].low != hash.low || set->slots[at].high != hash.high))
        at = (at + 1) & set->mask;
    return at;
}

static void grow_set(lifted_search *search, lifted_set *set)
{
    enum { FIRST = 256 };
    size_t old_count = set->slots == NULL ? 0 : set->mask + 1, count = old_count == 0 ? FIRST : old_count * 2;
    lifted_set larger = {.mask = count - 1, .count = set->count};
    larger.slots = lifted_grow(search, NULL, 0, count * sizeof(lifted_hash));
    memset(larger.slots, 0, count * sizeof(lifted_hash));
    for (size_t i = 0; i < old_count; i++)
        if (!is_empty(set->slots[i]))
            larger.slots[slot_of(&larger, set->slots[i])] = set->slots[i];
    lifted_drop(search, set->slots, old_count * sizeof(lifted_hash));
    *set = larger;
}

/* Without it, the search goes on as well. */
static bool may_grow(lifted_search *search, const lifted_set *set)
{
    size_t size = (set->mask + 1) * 2 * sizeof(lifted_hash);
    if (!hddl_budget_claim(search->budget, size))
        return false;
    hddl_budget_release(search->budget, size);
    return true;
}

/* A full set takes nothing more: what it does not have is done again. */
bool lifted_set_add(lifted_search *search, lifted_set *set, lifted_hash hash)
{
    enum { MOST = 3 << 23 };
    if (set->slots == NULL || (set->count > set->mask / 4 * 3 && set->count < MOST && may_grow(search, set)))
        grow_set(search, set);
    lifted_hash *slot = &set->slots[slot_of(set, hash)];
    if (!is_empty(*slot))
        return false;
    if (set->count > set->mask / 8 * 7)
        return true;
    *slot = hash;
    set->count++;
    return true;
}

bool lifted_set_has(const lifted_set *set, lifted_hash hash)
{
    return set->slots != NULL && !is_empty(set->slots[slot_of(set, hash)]);
}

/* What stands behind the gap and would be found no more moves up (Knuth, The Art of Computer Programming 3, 6.4, algorithm R). */
void lifted_set_remove(lifted_set *set, lifted_hash hash)
{
    if (set->slots == NULL)
        return;
    size_t gap = slot_of(set, hash);
    if (is_empty(set->slots[gap]))
        return;
    set->count--;
    for (size_t at = (gap + 1) & set->mask; !is_empty(set->slots[at]); at = (at + 1) & set->mask) {
        size_t home = (size_t)set->slots[at].low & set->mask;
        if (((at - home) & set->mask) >= ((at - gap) & set->mask)) {
            set->slots[gap] = set->slots[at];
            gap = at;
        }
    }
    set->slots[gap] = (lifted_hash){0, 0};
}

void lifted_set_empty(lifted_search *search, lifted_set *set)
{
    if (set->slots != NULL)
        lifted_drop(search, set->slots, (set->mask + 1) * sizeof(lifted_hash));
    *set = (lifted_set){.slots = NULL};
}

/* --- Hashes of tasks -------------------------------------------------------------------------------------------------- */

static lifted_hash hash_of(uint64_t low)
{
    lifted_hash hash = {hddl_mix(low), hddl_mix(low * 0x9E3779B97F4A7C15u + 1)};
    if (is_empty(hash))
        hash.low = 1;
    return hash;
}

/* Each step mixes, or the number of a task and that of an object would stand for each other. Unbound variables count as such. `*open` is set where there is one. */
static uint64_t task_hash(const lifted_search *search, uint32_t frame, const lifted_subtask *subtask, bool named,
                          bool *open)
{
    uint64_t hash = hddl_mix((uint64_t)subtask->task * 2 + subtask->primitive + 0x9E3779B97F4A7C15u);
    for (uint32_t i = 0; i < subtask->term_count; i++) {
        uint32_t value = lifted_value(search, frame, subtask->terms[i]);
        if ((value & LIFTED_TAG) != 0) {
            uint32_t slot = value & ~LIFTED_TAG;
            *open = true;
            value = search->stack[slot];
            if (named)
                hash = hddl_mix(hash ^ slot) + 0x9E3779B97F4A7C15u;
        }
        hash = hddl_mix(hash ^ value) + 0x9E3779B97F4A7C15u;
    }
    return hash;
}

lifted_hash lifted_hash_of_task(const lifted_search *search, uint32_t frame, const lifted_subtask *subtask, bool *open)
{
    return hash_of(task_hash(search, frame, subtask, false, open));
}

/* Adds the subtasks of a frame from `position` on, `below` of which others stand behind the last. */
static void add_subtasks(const lifted_search *search, uint32_t frame, uint32_t position, uint32_t below,
                         lifted_hash *sum, bool *open)
{
    const lifted_schema *schema = &search->schemas[search->stack[frame + LIFTED_SCHEMA]];
    for (uint32_t i = position; i < schema->subtask_count; i++) {
        uint64_t place = (uint64_t)(below + schema->subtask_count - i) * 0xD6E8FEB86659FD93u;
        lifted_hash hash = hash_of(task_hash(search, frame, &schema->subtasks[i], true, open) ^ hddl_mix(place));
        sum->low += hash.low;
        sum->high += hash.high;
    }
}

static lifted_hash stored_hash(const uint32_t *words)
{
    return (lifted_hash){(uint64_t)words[1] << 32 | words[0], (uint64_t)words[3] << 32 | words[2]};
}

static void store_hash(uint32_t *words, lifted_hash hash)
{
    words[0] = (uint32_t)hash.low;
    words[1] = (uint32_t)(hash.low >> 32);
    words[2] = (uint32_t)hash.high;
    words[3] = (uint32_t)(hash.high >> 32);
}

/* The tasks from subtask `position` of a frame on; up from frame to frame, until one knows what is behind it. */
static lifted_hash hash_ahead(const lifted_search *search, uint32_t frame, uint32_t position, bool *open)
{
    lifted_hash sum = {0, 0};
    for (;;) {
        const uint32_t *head = search->stack + frame;
        add_subtasks(search, frame, position, head[LIFTED_BELOW] & ~LIFTED_OPEN, &sum, open);
        if ((head[LIFTED_BELOW] & LIFTED_OPEN) == 0) {
            lifted_hash behind = stored_hash(head + LIFTED_AHEAD);
            return (lifted_hash){sum.low + behind.low, sum.high + behind.high};
        }
        *open = true;
        position = head[LIFTED_RETURN];
        frame = head[LIFTED_PARENT];
    }
}

void lifted_look_ahead(lifted_search *search, uint32_t frame)
{
    uint32_t *head = search->stack + frame, parent = head[LIFTED_PARENT];
    if (parent == LIFTED_NONE) {
        head[LIFTED_BELOW] = 0;
        store_hash(head + LIFTED_AHEAD, (lifted_hash){0, 0});
        return;
    }
    const lifted_schema *schema = &search->schemas[search->stack[parent + LIFTED_SCHEMA]];
    bool open = false;
    lifted_hash hash = hash_ahead(search, parent, head[LIFTED_RETURN], &open);
    head[LIFTED_BELOW] = (search->stack[parent + LIFTED_BELOW] & ~LIFTED_OPEN) +
                         (schema->subtask_count - head[LIFTED_RETURN]) + (open ? LIFTED_OPEN : 0);
    store_hash(head + LIFTED_AHEAD, hash);
}

/* --- Checks ----------------------------------------------------------------------------------------------------------- */

static lifted_hash with_state(const lifted_search *search, lifted_hash hash)
{
    hash.low ^= search->state.low;
    hash.high ^= search->state.high;
    if (is_empty(hash))
        hash.low = 1;
    return hash;
}

/* The mark of the task that stands first. */
static lifted_hash mark_of(const lifted_search *search, const lifted_subtask *subtask)
{
    bool open = false;
    lifted_hash mark = lifted_hash_of_task(search, search->frame, subtask, &open);
    return search->phase == LIFTED_STATES || subtask->term_count == 0 ? with_state(search, mark) : mark;
}

bool lifted_enter(lifted_search *search, const lifted_subtask *subtask, lifted_hash *key)
{
    bool open = false;
    *key = (lifted_hash){0, 0};
    if (search->phase != LIFTED_EXACT && subtask->recursive) {
        *key = mark_of(search, subtask);
        if (!lifted_set_add(search, &search->marks, *key)) {
            search->cut = true;
            return false;
        }
    }
    if (lifted_set_add(search, &search->seen,
                       with_state(search, hash_ahead(search, search->frame, search->position, &open))))
        return true;
    if (!is_empty(*key))
        lifted_set_remove(&search->marks, *key);
    return false;
}

void lifted_keep_key(uint32_t *frame, lifted_hash key)
{
    store_hash(frame + LIFTED_KEY, key);
}

void lifted_leave(lifted_search *search, uint32_t frame)
{
    lifted_hash key = stored_hash(search->stack + frame + LIFTED_KEY);
    if (!is_empty(key))
        lifted_set_remove(&search->marks, key);
}
