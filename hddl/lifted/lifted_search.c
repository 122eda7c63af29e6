/*
 * The main loop: depth-first, total-order forward decomposition on stacks of its own. A frame is a decision; a choice point is a
 * task some of whose alternatives are left: schemas, and for the one at hand further solutions of its condition. The last
 * alternative leaves no choice point behind, so that where there is nothing to choose nothing is kept.
 */
#include "hddl/lifted/lifted_inside.h"
#include "hddl/normal/normal_types.h"

#include <string.h>

/* --- Slots ------------------------------------------------------------------------------------------------------------ */

uint32_t lifted_follow(const lifted_search *search, uint32_t slot)
{
    while ((search->stack[slot] & LIFTED_TAG) == LIFTED_SAME)
        slot = search->stack[slot] & ~LIFTED_TAG;
    return slot;
}

uint32_t lifted_value(const lifted_search *search, uint32_t frame, normal_term term)
{
    if (hddl_is_object(term))
        return hddl_object_of(term);
    uint32_t slot = lifted_follow(search, frame + LIFTED_SLOTS + (uint32_t)term);
    return (search->stack[slot] & LIFTED_TAG) == 0 ? search->stack[slot] : LIFTED_SAME | slot;
}

static void set_slot(lifted_search *search, uint32_t slot, uint32_t value)
{
    lifted_record(search, slot, search->stack[slot]);
    search->stack[slot] = value;
}

static uint32_t type_in(const lifted_search *search, uint32_t slot)
{
    return search->stack[slot] & ~LIFTED_TAG;
}

static bool bind_slot(lifted_search *search, uint32_t slot, uint32_t object)
{
    if (!hddl_is_of(search->problem->source, object, type_in(search, slot)))
        return false;
    set_slot(search, slot, object);
    return true;
}

/* An unbound slot's type becomes the narrower one. Of two that only overlap neither says it: such a branch is given up. */
static bool narrow_slot(lifted_search *search, uint32_t slot, uint32_t type)
{
    uint32_t own = type_in(search, slot);
    if (normal_is_within(search->problem->source, own, type))
        return true;
    if (normal_is_within(search->problem->source, type, own)) {
        set_slot(search, slot, LIFTED_UNBOUND | type);
        return true;
    }
    search->cut = true;
    return false;
}

/* Two values made the same: objects, or LIFTED_SAME and a slot that may have been bound since. */
static bool unify(lifted_search *search, uint32_t left, uint32_t right)
{
    uint32_t left_slot = LIFTED_NONE, right_slot = LIFTED_NONE;
    if ((left & LIFTED_TAG) != 0) {
        left_slot = lifted_follow(search, left & ~LIFTED_TAG);
        left = search->stack[left_slot];
    }
    if ((right & LIFTED_TAG) != 0) {
        right_slot = lifted_follow(search, right & ~LIFTED_TAG);
        right = search->stack[right_slot];
    }
    if ((left & LIFTED_TAG) == 0 && (right & LIFTED_TAG) == 0)
        return left == right;
    if ((left & LIFTED_TAG) == 0)
        return bind_slot(search, right_slot, left);
    if ((right & LIFTED_TAG) == 0)
        return bind_slot(search, left_slot, right);
    if (left_slot == right_slot)
        return true;
    if (!narrow_slot(search, right_slot, type_in(search, left_slot)))
        return false;
    set_slot(search, left_slot, LIFTED_SAME | right_slot);
    return true;
}

/* --- Room ------------------------------------------------------------------------------------------------------------- */

static void reserve_stack(lifted_search *search, uint32_t count)
{
    uint32_t capacity = search->stack_capacity;
    while (capacity - search->top < count || capacity == 0)
        capacity = capacity == 0 ? 4096 : capacity * 2;
    if (capacity == search->stack_capacity)
        return;
    if (capacity > ~LIFTED_TAG)
        longjmp(search->arena.failed, 1);
    search->stack =
        lifted_grow(search, search->stack, search->stack_capacity * sizeof(uint32_t), capacity * sizeof(uint32_t));
    search->stack_capacity = capacity;
}

void lifted_reserve_iterators(lifted_search *search, uint32_t count)
{
    uint32_t capacity = search->iterator_capacity;
    while (capacity - search->iterator_top < count || capacity == 0)
        capacity = capacity == 0 ? 1024 : capacity * 2;
    if (capacity == search->iterator_capacity)
        return;
    search->iterators = lifted_grow(search, search->iterators, search->iterator_capacity * sizeof(uint32_t),
                                    capacity * sizeof(uint32_t));
    search->iterator_capacity = capacity;
}

static lifted_choice *push_choice(lifted_search *search)
{
    if (search->choice_count == search->choice_capacity) {
        uint32_t capacity = search->choice_capacity == 0 ? 256 : search->choice_capacity * 2;
        search->choices = lifted_grow(search, search->choices, search->choice_capacity * sizeof(lifted_choice),
                                      capacity * sizeof(lifted_choice));
        search->choice_capacity = capacity;
    }
    return &search->choices[search->choice_count++];
}

/* --- Alternatives ----------------------------------------------------------------------------------------------------- */

static const lifted_subtask *subtask_at(const lifted_search *search, uint32_t frame, uint32_t position)
{
    return &search->schemas[search->stack[frame + LIFTED_SCHEMA]].subtasks[position];
}

/* The head's terms and the task's arguments made the same. */
static bool unify_head(lifted_search *search, const lifted_choice *choice, const lifted_schema *schema)
{
    const lifted_subtask *subtask =
        choice->frame == LIFTED_NONE ? NULL : subtask_at(search, choice->frame, choice->position);
    uint32_t *slots = search->stack + choice->top + LIFTED_SLOTS;
    for (uint32_t i = 0; i < schema->arity; i++) {
        uint32_t value = lifted_value(search, choice->frame, subtask->terms[i]);
        normal_term term = schema->head[i];
        if (hddl_is_object(term)) {
            if (!unify(search, hddl_object_of(term), value))
                return false;
            continue;
        }
        if ((value & LIFTED_TAG) == 0 && schema->guards[i] != LIFTED_NONE &&
            !hddl_is_of(search->problem->source, value, schema->guards[i]))
            return false;
        if ((slots[term] & LIFTED_TAG) == LIFTED_UNBOUND)
            slots[term] = value;
        else if (!unify(search, slots[term], value))
            return false;
    }
    return true;
}

/* The plan for the arguments that are bound. Those that are not are noted behind the iterators: slot, and what it is the same as. */
static void choose_plan(lifted_search *search, lifted_choice *choice, lifted_schema *schema)
{
    uint32_t *slots = search->stack + choice->top + LIFTED_SLOTS, unbound = 0;
    uint64_t bound = 0;
    for (uint32_t i = 0; i < schema->arity; i++) {
        normal_term term = schema->head[i];
        if (hddl_is_object(term))
            continue;
        if ((slots[term] & LIFTED_TAG) == LIFTED_SAME) {
            uint32_t slot = lifted_follow(search, slots[term] & ~LIFTED_TAG);
            slots[term] = (search->stack[slot] & LIFTED_TAG) == 0 ? search->stack[slot] : LIFTED_SAME | slot;
        }
        if ((slots[term] & LIFTED_TAG) == 0)
            bound |= (uint64_t)1 << i;
        else
            unbound++;
    }
    choice->plan = lifted_plan_of(search, schema, bound);
    search->iterator_top = choice->iterators;
    lifted_reserve_iterators(search, choice->plan->iterator_count + 1 + 2 * unbound);
    uint32_t *notes = search->iterators + choice->iterators + choice->plan->iterator_count;
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
    choose_plan(search, choice, schema);
    choice->opened = search->trail_top;
    choice->step = 0;
    choice->begun = true;
    return true;
}

/* What the join has bound is bound for those whose variables they are, too. */
static bool commit(lifted_search *search, const lifted_choice *choice)
{
    const lifted_schema *schema = &search->schemas[choice->schema];
    const uint32_t *notes = search->iterators + choice->iterators + choice->plan->iterator_count;
    for (uint32_t left = *notes++; left > 0; left--, notes += 2) {
        uint32_t value = search->stack[choice->top + LIFTED_SLOTS + notes[0]], slot = lifted_follow(search, notes[1]);
        if (choice->plan->binds[notes[0]] != 0) {
            if (!unify(search, value, LIFTED_SAME | slot))
                return false;
        } else {
            uint32_t type = schema->source->types[notes[0]], own = search->stack[slot];
            bool bound = (own & LIFTED_TAG) == 0;
            if (bound ? !hddl_is_of(search->problem->source, own, type) : !narrow_slot(search, slot, type))
                return false;
        }
    }
    return true;
}

/* --- Going on and back ------------------------------------------------------------------------------------------------ */

/* Notes whether all variables of a new frame are bound. True: one of its subtasks is hopeless as they are. */
static bool has_hopeless(lifted_search *search, uint32_t frame)
{
    uint32_t *head = search->stack + frame;
    const lifted_schema *schema = &search->schemas[head[LIFTED_SCHEMA]];
    for (uint32_t i = 0; i < schema->source->variable_count; i++)
        if ((head[LIFTED_SLOTS + i] & LIFTED_TAG) != 0)
            return false;
    head[LIFTED_FLAGS] |= LIFTED_IS_BOUND;
    for (uint32_t i = 0; i < schema->subtask_count && search->hopeless.count != 0; i++)
        if (lifted_is_hopeless(search, frame, i))
            return true;
    return false;
}

/* The alternative that the newest choice point stands at has a solution: the decision is taken. False: what is ahead then cannot be done. */
static bool take(lifted_search *search)
{
    lifted_choice choice = search->choices[search->choice_count - 1];
    const lifted_schema *schema = &search->schemas[choice.schema];
    uint32_t *head = search->stack + choice.top;
    if (choice.tried + 1 == choice.count &&
        !lifted_has_more(search, choice.plan, search->iterators + choice.iterators)) {
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
        search->broken = false;
        lifted_apply(search, schema, head + LIFTED_SLOTS);
        search->frame = choice.frame;
        search->position = choice.position + 1;
        return !search->broken;
    }
    lifted_keep_key(head, choice.key);
    lifted_look_ahead(search, choice.top);
    lifted_note_adds(search, choice.top);
    search->frame = choice.top;
    search->position = 0;
    return lifted_claim_all(search, choice.top) && !has_hopeless(search, choice.top);
}

/* The newest choice point's next solution; false: it has none and is gone. */
static lifted_matched next_solution(lifted_search *search)
{
    lifted_choice *choice = &search->choices[search->choice_count - 1];
    search->draw = choice->draw;
    for (;;) {
        search->top = choice->top;
        lifted_undo(search, choice->begun ? choice->opened : choice->trail);
        if (choice->begun || open_alternative(search, choice)) {
            const lifted_schema *schema = &search->schemas[choice->schema];
            search->by_state = false;
            lifted_matched matched =
                lifted_match(search, schema, choice->plan, search->stack + choice->top + LIFTED_SLOTS,
                             search->iterators + choice->iterators, choice->step, &choice->step);
            choice->by_state = choice->by_state || search->by_state;
            if (matched == LIFTED_INTERRUPTED)
                return matched;
            choice->step = LIFTED_NONE;
            if (matched == LIFTED_FOUND && !commit(search, choice)) {
                choice->by_state = true;
                continue;
            }
            if (matched == LIFTED_FOUND)
                return matched;
        }
        lifted_undo(search, choice->trail);
        choice->begun = false;
        search->iterator_top = choice->iterators;
        if (++choice->tried == choice->count)
            return LIFTED_FAILED;
        choice->schema = choice->first + (choice->schema - choice->first + 1) % choice->count;
    }
}

/* What the order of a task's methods hangs on: in the files' order nothing, else the restart, or the node as well. */
static uint64_t draw_order(const lifted_search *search, const lifted_subtask *subtask)
{
    uint64_t seed = (uint64_t)search->options.seed << 32;
    if (search->orders == LIFTED_AS_WRITTEN)
        return 0;
    if (search->orders == LIFTED_DRAWN_ONCE)
        return hddl_mix(hddl_mix(seed + search->attempt) + subtask->first) | 1;
    return hddl_mix(seed ^ search->base.nodes) | 1;
}

/* A choice point for the task that stands first. */
static bool begin_task(lifted_search *search)
{
    const lifted_subtask *subtask = subtask_at(search, search->frame, search->position);
    lifted_hash key = {0, 0};
    search->base.nodes++;
    if (subtask->count == 0 || lifted_is_hopeless(search, search->frame, search->position) ||
        (!subtask->primitive && (!lifted_within_reach(search) || !lifted_enter(search, subtask, &key))))
        return false;
    uint64_t draw = draw_order(search, subtask);
    *push_choice(search) = (lifted_choice){.frame = search->frame,
                                           .position = search->position,
                                           .first = subtask->first,
                                           .count = subtask->count,
                                           .schema = subtask->first + (uint32_t)(draw >> 32) % subtask->count,
                                           .draw = search->orders == LIFTED_DRAWN_EACH ? draw : 0,
                                           .top = search->top,
                                           .trail = search->trail_top,
                                           .iterators = search->iterator_top,
                                           .key = key};
    return true;
}

/* Up to the next task that is to be done; false: there is none, it is a plan. */
static bool advance(lifted_search *search)
{
    while (search->position == search->schemas[search->stack[search->frame + LIFTED_SCHEMA]].subtask_count) {
        uint32_t done = search->frame;
        lifted_leave(search, done);
        search->position = search->stack[done + LIFTED_RETURN];
        search->frame = search->stack[done + LIFTED_PARENT];
        if (search->frame == LIFTED_NONE)
            return false;
    }
    return true;
}

/* The initial network's method is the root task's only one, in as many versions as its constraints have alternatives. */
void lifted_begin(lifted_search *search)
{
    const normal_problem *problem = search->problem;
    const normal_range *range = &problem->tasks[problem->root];
    lifted_undo(search, 0);
    search->top = search->iterator_top = search->choice_count = 0;
    search->retry = true;
    if (range->count != 0)
        *push_choice(search) = (lifted_choice){.frame = LIFTED_NONE,
                                               .first = problem->action_count + range->first,
                                               .count = range->count,
                                               .schema = problem->action_count + range->first};
}

/* HDDL_GAVE_UP: nothing is left to try. */
hddl_outcome lifted_go(lifted_search *search)
{
    for (;;) {
        if (lifted_is_over(search))
            return HDDL_OUT_OF_TIME;
        if (search->choice_count == 0 && search->retry)
            return HDDL_GAVE_UP;
        if (search->retry) {
            lifted_matched matched = next_solution(search);
            if (matched == LIFTED_INTERRUPTED)
                return HDDL_OUT_OF_TIME;
            search->retry = matched == LIFTED_FAILED;
            if (search->retry) {
                const lifted_choice *failed = &search->choices[--search->choice_count];
                search->base.backtracks++;
                if (!failed->by_state)
                    lifted_give_up(search, failed->frame, failed->position);
                continue;
            }
            search->retry = !take(search);
            if (search->retry)
                continue;
        }
        if (!advance(search))
            return HDDL_PLAN_FOUND;
        lifted_free_claims(search, search->frame, search->position);
        search->retry = true;
        if (search->base.nodes >= search->nodes_most) {
            search->cut = true;
            return HDDL_GAVE_UP;
        }
        begin_task(search);
    }
}
