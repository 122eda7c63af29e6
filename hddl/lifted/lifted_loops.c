/* Loop checks; see lifted_loops.h. */
#include "hddl/lifted/lifted_loops.h"

#include "hddl/lifted/lifted_task_hash.h"

#include <string.h>

static hddl_key with_state(const lifted_search *search, hddl_key key)
{
    return hddl_key_of(key.low ^ search->state.low, key.high ^ search->state.high);
}

/* The mark of the first pending task. */
static hddl_key mark_of(const lifted_search *search, const lifted_subtask *subtask)
{
    bool open = false;
    const hddl_key mark = lifted_task_hash(search, search->frame, subtask, &open);
    return search->phase == LIFTED_STATES || subtask->source->term_count == 0 ? with_state(search, mark) : mark;
}

bool lifted_enter(lifted_search *search, const lifted_subtask *subtask, hddl_key *key)
{
    hddl_pool *pool = &search->engine.pool;
    bool open = false;
    *key = (hddl_key){0, 0};
    if (search->phase != LIFTED_EXACT && subtask->recursive) {
        *key = mark_of(search, subtask);
        if (!hddl_key_set_add_or_forget(pool, &search->marks, *key)) {
            search->incomplete = true;
            return false;
        }
    }
    const hddl_key pending = lifted_pending_hash(search, search->frame, search->position, &open);
    if (hddl_key_set_add_or_forget(pool, &search->met, with_state(search, pending)))
        return true;
    if (!hddl_key_is_none(*key))
        hddl_key_set_remove(&search->marks, *key);
    return false;
}

void lifted_leave(lifted_search *search, uint32_t frame)
{
    hddl_key key;
    memcpy(&key, search->stack + frame + LIFTED_KEY, sizeof key);
    if (!hddl_key_is_none(key))
        hddl_key_set_remove(&search->marks, key);
}
