/*
 * Parallel groups. Each member is planned from the world at the group's start. When a member ends, its changes
 * are undone by new writes on the trail; so backtracking into a member and the loop guard need nothing
 * special. At the group's end the effects of all its steps are applied in order. Costs add up; the duration is
 * that of the longest member. Of a Background only the cost counts.
 */
#include "parallel_groups.h"
#include "../blob/blob_reader.h"
#include "../search/plan_sums.h"
#include "../search/step_entry.h"
#include "../search/trail.h"

uint32_t htni_group_mark(const htni_change *trail, uint32_t top)
{
    uint32_t ended = 0; /* groups inside the one that is sought, which have ended */
    while (top-- > 0) {
        if (trail[top].cell >> HTNI_WIDTH_SHIFT != HTNI_WIDTH_MARK)
            continue;
        const uint32_t mark = HTNI_ADDRESS(trail[top].cell);
        if (mark == HTNI_MARK_GROUP && ended == 0)
            return top;
        ended += mark == HTNI_MARK_GROUP_END;
        ended -= mark == HTNI_MARK_GROUP;
    }
    return HTN_NONE;
}

static bool add_to_groups(const htni_machine *machine, htni_registers *now, uint32_t room, int32_t amount)
{
    const uint32_t address = machine->domain->world_bytes + HTNI_SUM_GROUPS;
    const int32_t groups = htni_load(htni_working_world(machine), address, HTN_STORAGE_S32);
    const htni_change changed = {address | (uint32_t)HTNI_WIDTH_S32 << HTNI_WIDTH_SHIFT, groups + amount};
    return htni_write_back(machine, now, room, &changed);
}

bool htni_begin_group(const htni_machine *machine, htni_registers *now, uint32_t room)
{
    if (now->trail >= room)
        return false;
    htni_mark_trail(machine, now, HTNI_MARK_GROUP, now->steps);
    return add_to_groups(machine, now, room, 1);
}

bool htni_begin_background(const htni_machine *machine, htni_registers *now, uint32_t room)
{
    if (now->trail >= room)
        return false;
    htni_mark_trail(machine, now, HTNI_MARK_BACKGROUND, now->steps);
    return true;
}

/* --- What belongs to a Background ----------------------------------------------------------------- */

/* While the trail is read forwards from the beginning of a group. */
typedef struct look_ahead {
    uint32_t depth;  /* groups that have begun and not ended */
    uint32_t around; /* of them: those around the outermost Background that is read; HTN_NONE: none is */
    uint32_t first;  /* the first step of that Background */
} look_ahead;

static void pass_mark(look_ahead *at, const htni_change *mark)
{
    switch (HTNI_ADDRESS(mark->cell)) {
    case HTNI_MARK_GROUP: at->depth++; break;
    case HTNI_MARK_GROUP_END: at->depth--; break;
    case HTNI_MARK_BACKGROUND:
        if (at->around == HTN_NONE) {
            at->around = at->depth;
            at->first = (uint32_t)mark->old;
        }
        break;
    case HTNI_MARK_MEMBER:
        if (at->around == at->depth)
            at->around = HTN_NONE;
        break;
    default: break;
    }
}

static bool is_mark(const htni_change *change)
{
    return change->cell >> HTNI_WIDTH_SHIFT == HTNI_WIDTH_MARK;
}

bool htni_is_of_background(const htni_machine *machine, const htni_registers *now, uint32_t step)
{
    if ((machine->domain->flags & HTN_BLOB_BACKGROUNDS) == 0)
        return false;
    const htni_change *trail = htni_trail(machine);
    look_ahead at = {0, HTN_NONE, 0};
    uint32_t from = htni_group_mark(trail, now->trail);
    for (; from < now->trail; from++) {
        const bool inside = at.around != HTN_NONE;
        if (!is_mark(&trail[from]))
            continue;
        pass_mark(&at, &trail[from]);
        if (inside && at.around == HTN_NONE && step >= at.first && step < (uint32_t)trail[from].old)
            return true;
    }
    return false;
}

/* --- Members -------------------------------------------------------------------------------------- */

/* Whether the change is the first one of its cell since `begin`: then it has the cell's value at that time. */
static bool is_first(const htni_change *trail, uint32_t begin, uint32_t change)
{
    while (trail[begin].cell != trail[change].cell)
        begin++;
    return begin == change;
}

/* Whether a change is undone at the member's end. The cost stays, and so do the counts over the whole plan. */
static bool belongs_to_member(const htni_machine *machine, const htni_change *change)
{
    const uint32_t address = HTNI_ADDRESS(change->cell), behind = machine->domain->world_bytes;
    return change->cell >> HTNI_WIDTH_SHIFT != HTNI_WIDTH_MARK &&
           (address < behind || address == behind + HTNI_SUM_DURATION);
}

bool htni_end_member(const htni_machine *machine, htni_registers *now, uint32_t room, uint32_t *first)
{
    const htni_change *trail = htni_trail(machine);
    const uint8_t *world = htni_working_world(machine);
    const uint32_t mark = htni_group_mark(trail, now->trail), end = now->trail;
    *first = now->steps;
    if (mark == HTN_NONE) /* no compiler makes that */
        return true;
    for (uint32_t i = mark + 1; i < end; i++) {
        if (!belongs_to_member(machine, &trail[i]) || htni_holds_old_value(world, &trail[i]) ||
            !is_first(trail, mark + 1, i))
            continue;
        if (!htni_write_back(machine, now, room, &trail[i]))
            return false;
    }
    if (now->trail >= room)
        return false;
    htni_mark_trail(machine, now, HTNI_MARK_MEMBER, now->steps);
    *first = (uint32_t)trail[mark].old;
    return true;
}

/*
 * The longest duration of any member but a Background. Inside a member the duration only rises, so its maximum is at the end of
 * the longest member.
 */
static int32_t longest(const htni_change *trail, uint32_t begin, uint32_t end, uint32_t cell, int32_t now)
{
    look_ahead at = {0, HTN_NONE, 0};
    for (; begin < end; begin++)
        if (is_mark(&trail[begin]))
            pass_mark(&at, &trail[begin]);
        else if (at.around == HTN_NONE && trail[begin].cell == cell && trail[begin].old > now)
            now = trail[begin].old;
    return now;
}

bool htni_end_group(const htni_machine *machine, htni_registers *now, uint32_t room)
{
    const htni_change *trail = htni_trail(machine);
    const uint32_t mark = htni_group_mark(trail, now->trail);
    const uint32_t address = machine->domain->world_bytes + HTNI_SUM_DURATION;
    htni_change duration = {address | (uint32_t)HTNI_WIDTH_S32 << HTNI_WIDTH_SHIFT, 0};
    if (mark == HTN_NONE) /* no compiler makes that */
        return true;
    duration.old = longest(trail, mark + 1, now->trail, duration.cell,
                           htni_load(htni_working_world(machine), address, HTN_STORAGE_S32));
    if (!htni_write_back(machine, now, room, &duration) || !add_to_groups(machine, now, room, -1) || now->trail >= room)
        return false;
    htni_mark_trail(machine, now, HTNI_MARK_GROUP_END, now->steps);
    return true;
}

/*
 * The effects of a step are applied again. They cannot run in the step's own frame, since that knows where the
 * step returned to. So they run in another one, above the top, which is not kept: effects call nothing and
 * leave no choice point, as the verifier makes sure.
 */
htn_status htni_apply_step(const htni_machine *machine, htni_registers *now, uint32_t room, uint32_t step, uint32_t pc)
{
    const htn_domain *domain = machine->domain;
    const htn_step *done = htni_steps(machine) + step;
    const uint32_t effects = HTNI_FIELD(domain, TASKS, done->task, EFFECTS);
    const uint32_t top = now->frames;
    now->pc = pc;
    if (effects == HTN_NONE) /* the compiler has no step without effects here: it could never be done */
        return HTN_OK;
    if (now->trail >= room)
        return HTN_FULL_TRAIL;
    htni_mark_trail(machine, now, HTNI_MARK_STEP, step);
    const htn_status entered = htni_enter_step(machine, now, done->task, htni_frames(machine) + done->arguments, pc);
    now->pc = effects;
    now->frames = top;
    return entered;
}
