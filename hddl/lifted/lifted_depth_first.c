/* The main loop of the lifted search; see lifted_depth_first.h. */
#include "hddl/lifted/lifted_depth_first.h"

#include "hddl/common/hash.h"
#include "hddl/lifted/lifted_causal_links.h"
#include "hddl/lifted/lifted_effects.h"
#include "hddl/lifted/lifted_goals.h"
#include "hddl/lifted/lifted_guide.h"
#include "hddl/lifted/lifted_join.h"
#include "hddl/lifted/lifted_loops.h"
#include "hddl/lifted/lifted_nogoods.h"
#include "hddl/lifted/lifted_slots.h"
#include "hddl/lifted/lifted_task_hash.h"
#include "hddl/lifted/lifted_trail.h"

#include <string.h>

/* --- Alternatives --------------------------------------------------------------------------------------------------- */

static void reserve_stack(lifted_search *search, uint32_t count)
{
    const size_t needed = (size_t)search->top + count;
    if (needed > LIFTED_SLOTS_MOST)
        hddl_pool_stop(&search->engine.pool, HDDL_OUT_OF_MEMORY);
    search->stack = hddl_pool_reserve(&search->engine.pool, search->stack, needed, sizeof *search->stack);
}

static void push_choice(lifted_search *search, lifted_choice choice)
{
    search->choices =
        hddl_pool_reserve(&search->engine.pool, search->choices, search->choice_count + 1, sizeof *search->choices);
    search->choices[search->choice_count++] = choice;
}

/* Makes the head's terms equal to the task's arguments. The root task has no arguments, and no frame. */
static bool unify_head(lifted_search *search, const lifted_choice *choice, const lifted_schema *schema)
{
    const lifted_subtask *subtask =
        choice->frame == HDDL_NONE ? NULL : &lifted_schema_of(search, choice->frame)->subtasks[choice->position];
    uint32_t *slots = search->stack + choice->top + LIFTED_SLOTS;
    for (uint32_t i = 0; i < schema->arity; i++) {
        const uint32_t value = lifted_value(search, choice->frame, subtask->source->terms[i]);
        const normal_term term = schema->head[i];
        if (hddl_is_object(term)) {
            if (!lifted_unify(search, hddl_object_of(term), value))
                return false;
            continue;
        }
        if ((value & LIFTED_TAG) == 0 && schema->guards[i] != HDDL_NONE &&
            !hddl_is_of(search->problem->source, value, schema->guards[i]))
            return false;
        if ((slots[term] & LIFTED_TAG) == LIFTED_UNBOUND)
            slots[term] = value;
        else if (!lifted_unify(search, slots[term], value))
            return false;
    }
    return true;
}

/*
 * Chooses the join for the arguments that are bound. The other arguments are noted behind its iterators: how many, then
 * of each the variable, and the slot that it is equal to.
 */
static void choose_join(lifted_search *search, lifted_choice *choice, lifted_schema *schema)
{
    uint32_t *slots = search->stack + choice->top + LIFTED_SLOTS, unbound = 0;
    uint64_t bound = 0;
    for (uint32_t i = 0; i < schema->arity; i++) {
        normal_term term = schema->head[i];
        if (hddl_is_object(term))
            continue;
        if ((slots[term] & LIFTED_TAG) == LIFTED_SAME)
            slots[term] = lifted_content(search, slots[term] & ~LIFTED_TAG);
        if ((slots[term] & LIFTED_TAG) == 0)
            bound |= (uint64_t)1 << i;
        else
            unbound++;
    }
    choice->join = lifted_join_of(search, schema, bound);
    search->iterator_top = choice->iterators;
    lifted_reserve_iterators(search, choice->join->iterator_count + 1 + 2 * unbound);
    uint32_t *notes = search->iterators + choice->iterators + choice->join->iterator_count;
    *notes++ = unbound;
    for (uint32_t i = 0; i < schema->arity && unbound > 0; i++) {
        if (hddl_is_object(schema->head[i]) || (bound >> i & 1) != 0)
            continue;
        *notes++ = (uint32_t)schema->head[i];
        *notes++ = slots[schema->head[i]] & ~LIFTED_TAG;
    }
    search->iterator_top = (uint32_t)(notes - search->iterators);
}

static bool open_alternative(lifted_search *search, lifted_choice *choice)
{
    lifted_schema *schema = &search->schemas[choice->schema];
    if (!schema->possible)
        return false;
    reserve_stack(search, lifted_frame_size(search, schema));
    uint32_t *head = search->stack + choice->top;
    memset(head, 0, LIFTED_SLOTS * sizeof *head);
    head[LIFTED_SCHEMA] = choice->schema;
    for (uint32_t i = 0; i < schema->source->slot_count; i++)
        head[LIFTED_SLOTS + i] = LIFTED_UNBOUND | schema->source->types[i];
    if (!unify_head(search, choice, schema))
        return false;
    choose_join(search, choice, schema);
    choice->opened = search->trail_top;
    choice->step = 0;
    choice->begun = true;
    return true;
}

/* Tells the variables of the caller what the join has bound. False: that contradicts their types. */
static bool commit(lifted_search *search, const lifted_choice *choice)
{
    const lifted_schema *schema = &search->schemas[choice->schema];
    const uint32_t *notes = search->iterators + choice->iterators + choice->join->iterator_count;
    for (uint32_t left = *notes++; left > 0; left--, notes += 2) {
        uint32_t value = search->stack[choice->top + LIFTED_SLOTS + notes[0]], slot = lifted_follow(search, notes[1]);
        if (choice->join->binds[notes[0]] != 0) {
            if (!lifted_unify(search, value, LIFTED_SAME | slot))
                return false;
        } else {
            uint32_t type = schema->source->types[notes[0]], own = search->stack[slot];
            bool bound = (own & LIFTED_TAG) == 0;
            if (bound ? !hddl_is_of(search->problem->source, own, type) : !lifted_narrow(search, slot, type))
                return false;
        }
    }
    return true;
}

/* --- Decisions ------------------------------------------------------------------------------------------------------ */

/* Notes whether all variables of a new frame are bound. If so: whether one of its subtasks is a nogood. */
static bool has_nogood(lifted_search *search, uint32_t frame)
{
    uint32_t *head = search->stack + frame;
    const lifted_schema *schema = &search->schemas[head[LIFTED_SCHEMA]];
    for (uint32_t i = 0; i < schema->source->variable_count; i++)
        if ((head[LIFTED_SLOTS + i] & LIFTED_TAG) != 0)
            return false;
    head[LIFTED_FLAGS] |= LIFTED_IS_BOUND;
    for (uint32_t i = 0; i < schema->subtask_count && search->nogoods.count != 0; i++)
        if (lifted_is_nogood(search, frame, i))
            return true;
    return false;
}

/*
 * The newest choice point has a solution for its current alternative: takes the decision. False: then the pending tasks
 * cannot be done.
 */
static bool take(lifted_search *search)
{
    const uint32_t below = search->choice_count - 1;
    lifted_choice choice = search->choices[below];
    const lifted_schema *schema = &search->schemas[choice.schema];
    uint32_t *head = search->stack + choice.top;
    if (choice.tried + 1 == choice.count &&
        !lifted_join_has_more(search, choice.join, search->iterators + choice.iterators)) {
        search->choice_count--;
        search->iterator_top = choice.iterators;
        head[LIFTED_FLAGS] = choice.by_state ? 0 : LIFTED_IS_ONLY;
    } else {
        search->choices[search->choice_count - 1].was_by_state = choice.by_state;
        search->choices[search->choice_count - 1].by_state = true;
    }
    head[LIFTED_PARENT] = choice.frame;
    head[LIFTED_RETURN] = choice.position + 1;
    search->top = choice.top + lifted_frame_size(search, schema);
    lifted_use(search, head + LIFTED_SLOTS, schema->source->slot_count);
    if (schema->primitive) {
        search->link_broken = false;
        lifted_apply(search, schema, head + LIFTED_SLOTS);
        search->frame = choice.frame;
        search->position = choice.position + 1;
        return !search->link_broken;
    }
    head[LIFTED_CHOICES] = choice.commits ? below : HDDL_NONE;
    memcpy(head + LIFTED_KEY, &choice.key, sizeof choice.key);
    lifted_keep_pending_hash(search, choice.top);
    lifted_keep_reach(search, choice.top);
    search->frame = choice.top;
    search->position = 0;
    return lifted_add_links(search, choice.top) && !has_nogood(search, choice.top);
}

/* The newest choice point's next solution, among all its alternatives. */
static lifted_solution next_solution(lifted_search *search)
{
    lifted_choice *choice = &search->choices[search->choice_count - 1];
    search->draw = choice->draw;
    for (;;) {
        search->top = choice->top;
        lifted_undo(search, choice->begun ? choice->opened : choice->trail);
        if (choice->begun || open_alternative(search, choice)) {
            uint32_t *slots = search->stack + choice->top + LIFTED_SLOTS,
                     *iterators = search->iterators + choice->iterators;
            search->by_state = false;
            const lifted_solution solution =
                lifted_join_next(search, choice->join, slots, iterators, choice->step, &choice->step);
            choice->by_state = choice->by_state || search->by_state;
            if (solution == LIFTED_INTERRUPTED)
                return solution;
            choice->step = HDDL_NONE;
            if (solution == LIFTED_FOUND && !commit(search, choice)) {
                choice->by_state = true;
                continue;
            }
            if (solution == LIFTED_FOUND)
                return solution;
        }
        lifted_undo(search, choice->trail);
        choice->begun = false;
        search->iterator_top = choice->iterators;
        if (++choice->tried == choice->count)
            return LIFTED_FAILED;
        choice->schema = choice->first + (choice->schema - choice->first + 1) % choice->count;
    }
}

/* The seed of the order of a task's methods. 0: that of the files; else it depends on the restart, or on the node, too. */
static uint64_t draw_order(const lifted_search *search, const lifted_subtask *subtask)
{
    uint64_t seed = (uint64_t)search->options.seed << 32;
    if (search->orders == LIFTED_AS_WRITTEN)
        return 0;
    if (search->orders == LIFTED_DRAWN_ONCE)
        return hddl_mix(hddl_mix(seed + search->attempt) + subtask->first) | 1;
    return hddl_mix(seed ^ search->engine.nodes) | 1;
}

/* Whether a subtask's task is that of the frame. */
static bool is_part_of_like(const lifted_search *search, const lifted_subtask *subtask)
{
    const lifted_schema *schema = lifted_schema_of(search, search->frame);
    return (uint32_t)(schema - search->schemas) - subtask->first < subtask->count;
}

/* Makes a choice point for the first pending task, unless that cannot be done. */
static void begin_task(lifted_search *search)
{
    const lifted_subtask *subtask = &lifted_schema_of(search, search->frame)->subtasks[search->position];
    hddl_key key = {0, 0};
    search->engine.nodes++;
    if (subtask->count == 0 || lifted_is_nogood(search, search->frame, search->position) ||
        (!subtask->source->primitive && (!lifted_goals_are_in_reach(search) || !lifted_enter(search, subtask, &key))))
        return;
    lifted_map *map = lifted_map_of(search, subtask);
    if (map != NULL && !is_part_of_like(search, subtask))
        map->end = HDDL_NONE;
    const uint64_t draw = draw_order(search, subtask);
    push_choice(search, (lifted_choice){.frame = search->frame,
                                        .position = search->position,
                                        .first = subtask->first,
                                        .count = subtask->count,
                                        .schema = subtask->first + (uint32_t)(draw >> 32) % subtask->count,
                                        .draw = search->orders == LIFTED_DRAWN_EACH ? draw : 0,
                                        .top = search->top,
                                        .trail = search->trail_top,
                                        .iterators = search->iterator_top,
                                        .commits = map != NULL && lifted_is_closed(search, search->frame, subtask),
                                        .key = key});
}

/* Drops the choice points behind the first `count` ones. */
static void keep_choices(lifted_search *search, uint32_t count)
{
    if (count >= search->choice_count)
        return;
    search->iterator_top = search->choices[count].iterators;
    search->choice_count = count;
    search->incomplete = true;
}

/* Goes up to the next pending task. False: there is none, it is a plan. */
static bool advance(lifted_search *search)
{
    while (search->position == lifted_schema_of(search, search->frame)->subtask_count) {
        uint32_t done = search->frame;
        lifted_leave(search, done);
        keep_choices(search, search->stack[done + LIFTED_CHOICES]);
        search->position = search->stack[done + LIFTED_RETURN];
        search->frame = search->stack[done + LIFTED_PARENT];
        if (search->frame == HDDL_NONE)
            return false;
    }
    return true;
}

/* The root task's only method is the initial network, in as many versions as its constraints have alternatives. */
void lifted_begin(lifted_search *search)
{
    const normal_problem *problem = search->problem;
    const normal_range *range = &problem->tasks[problem->root];
    lifted_undo(search, 0);
    search->top = search->iterator_top = search->choice_count = 0;
    search->retry = true;
    if (range->count != 0)
        push_choice(search, (lifted_choice){.frame = HDDL_NONE,
                                            .first = problem->action_count + range->first,
                                            .count = range->count,
                                            .schema = problem->action_count + range->first});
}

hddl_outcome lifted_go(lifted_search *search)
{
    for (;;) {
        if (lifted_is_over(search))
            return HDDL_OUT_OF_TIME;
        if (search->choice_count == 0 && search->retry)
            return HDDL_GAVE_UP;
        if (search->retry) {
            lifted_solution solution = next_solution(search);
            if (solution == LIFTED_INTERRUPTED)
                return HDDL_OUT_OF_TIME;
            search->retry = solution == LIFTED_FAILED;
            if (search->retry) {
                const lifted_choice *failed = &search->choices[--search->choice_count];
                search->engine.backtracks++;
                if (!failed->by_state)
                    lifted_learn_nogood(search, failed->frame, failed->position);
                continue;
            }
            search->retry = !take(search);
            if (search->retry)
                continue;
        }
        if (!advance(search))
            return HDDL_PLAN_FOUND;
        lifted_release_links(search, search->frame, search->position);
        search->retry = true;
        if (search->engine.nodes >= search->nodes_most) {
            search->incomplete = true;
            return HDDL_GAVE_UP;
        }
        begin_task(search);
    }
}
