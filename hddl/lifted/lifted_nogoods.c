/* Nogoods; see lifted_nogoods.h. */
#include "hddl/lifted/lifted_nogoods.h"

#include "hddl/lifted/lifted_task_hash.h"

enum { MOST_NOGOODS = 1 << 20 };

static hddl_key hash_of(const lifted_search *search, uint32_t frame, uint32_t position, bool *open)
{
    *open = false;
    return lifted_task_hash(search, frame, &lifted_schema_of(search, frame)->subtasks[position], open);
}

void lifted_learn_nogood(lifted_search *search, uint32_t frame, uint32_t position)
{
    while (frame != HDDL_NONE) {
        const uint32_t *head = search->stack + frame;
        bool open;
        const hddl_key hash = hash_of(search, frame, position, &open);
        if (open)
            return;
        if (search->nogoods.count < MOST_NOGOODS)
            hddl_key_set_add_or_forget(&search->engine.pool, &search->nogoods, hash);
        if ((head[LIFTED_FLAGS] & LIFTED_IS_BOUND) == 0)
            return;
        while (search->choice_count > 0 && search->choices[search->choice_count - 1].top > frame)
            search->iterator_top = search->choices[--search->choice_count].iterators;
        if (search->choice_count > 0 && search->choices[search->choice_count - 1].top == frame) {
            lifted_choice *choice = &search->choices[search->choice_count - 1];
            choice->by_state = choice->was_by_state;
            return;
        }
        if ((head[LIFTED_FLAGS] & LIFTED_IS_ONLY) == 0)
            return;
        position = head[LIFTED_RETURN] - 1;
        frame = head[LIFTED_PARENT];
    }
}

bool lifted_is_nogood(lifted_search *search, uint32_t frame, uint32_t position)
{
    bool open;
    if (search->nogoods.count == 0)
        return false;
    const hddl_key hash = hash_of(search, frame, position, &open);
    if (open || !hddl_key_set_has(&search->nogoods, hash))
        return false;
    lifted_learn_nogood(search, frame, position);
    return true;
}
