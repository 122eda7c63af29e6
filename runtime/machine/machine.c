/*
 * The longer parts of the machine's instructions; see machine.h. The loop guard's source is the
 * language reference, "Loops": the same task, arguments and world as an ancestor make no progress.
 */
#include "machine.h"

void htni_put_back(uint8_t *world, const htni_change *change)
{
    const uint32_t address = HTNI_ADDRESS(change->cell);
    switch (change->cell >> HTNI_WIDTH_SHIFT) {
    case HTNI_WIDTH_U8: world[address] = (uint8_t)change->old; break;
    case HTNI_WIDTH_S16: htni_store(world, address, HTN_STORAGE_S16, change->old); break;
    case HTNI_WIDTH_S32: htni_store(world, address, HTN_STORAGE_S32, change->old); break;
    default: /* HTNI_WIDTH_MARK */ break;
    }
}

void htni_undo_all(uint8_t *world, const htni_change *top, const htni_change *mark)
{
    while (top > mark)
        htni_put_back(world, --top);
}

bool htni_holds_old_value(const uint8_t *world, const htni_change *change)
{
    const uint32_t address = HTNI_ADDRESS(change->cell);
    switch (change->cell >> HTNI_WIDTH_SHIFT) {
    case HTNI_WIDTH_U8: return world[address] == (uint8_t)change->old;
    case HTNI_WIDTH_S16: return htni_load(world, address, HTN_STORAGE_S16) == change->old;
    default: return htni_load(world, address, HTN_STORAGE_S32) == change->old;
    }
}

/*
 * Whether the working world is the one that it was at `mark`. Only the first change of a cell since
 * then says what the cell was; a later one of the same cell is passed over, which costs a look back
 * only where its old value is not the present one.
 */
static bool same_world(const htn_planner *planner, uint32_t mark, uint32_t top)
{
    const uint8_t *world = htni_region(planner, planner->machine.world_at);
    const htni_change *trail = htni_trail(planner);
    const uint32_t world_bytes = planner->machine.domain->world_bytes;
    for (uint32_t i = mark; i < top; i++) {
        if (trail[i].cell >> HTNI_WIDTH_SHIFT == HTNI_WIDTH_MARK || HTNI_ADDRESS(trail[i].cell) >= world_bytes ||
            htni_holds_old_value(world, &trail[i]))
            continue;
        uint32_t first = mark;
        while (trail[first].cell != trail[i].cell)
            first++;
        if (first == i)
            return false;
    }
    return true;
}

static bool same_arguments(const uint32_t *frames, uint32_t a, uint32_t b, uint32_t count)
{
    return count == 0 ||
           memcmp(frames + a + HTNI_FRAME_LOCALS, frames + b + HTNI_FRAME_LOCALS, (size_t)count * sizeof *frames) == 0;
}

static bool is_same_call(const htn_planner *planner, const uint32_t *above, const uint32_t *ancestor)
{
    const uint32_t task = ancestor[HTNI_ANCESTOR_TASK];
    return above[HTNI_ANCESTOR_TASK] == task &&
           same_arguments(htni_frames(planner), above[HTNI_ANCESTOR_FRAME], ancestor[HTNI_ANCESTOR_FRAME],
                          HTNI_FIELD(planner->machine.domain, TASKS, task, PARAMETER_COUNT)) &&
           same_world(planner, above[HTNI_ANCESTOR_TRAIL], ancestor[HTNI_ANCESTOR_TRAIL]);
}

/* The same from the ancestor at `above` on. */
HTNI_NOINLINE static bool loops_from(const htn_planner *planner, const uint32_t *ancestor, uint32_t above)
{
    const uint32_t *const frames = htni_frames(planner);
    if (planner->machine.domain->flags & HTN_BLOB_LOOPS_FREE)
        return false;
    while (above != 0 && !is_same_call(planner, frames + above, ancestor))
        above = frames[above + HTNI_ANCESTOR_PARENT];
    return above != 0;
}

/* Mostly the first change since an ancestor, which says what its cell was, says that the world is another one. */
bool htni_loops(const htn_planner *planner, const uint32_t *ancestor)
{
    const uint32_t *const frames = htni_frames(planner);
    const uint8_t *const world = htni_region(planner, planner->machine.world_at);
    uint32_t at = ancestor[HTNI_ANCESTOR_PARENT];
    while (at != 0) {
        const uint32_t *const above = frames + at;
        const uint32_t mark = above[HTNI_ANCESTOR_TRAIL];
        const uint32_t cell = htni_trail(planner)[mark].cell;
        const int32_t old = htni_trail(planner)[mark].old;
        if (above[HTNI_ANCESTOR_TASK] == ancestor[HTNI_ANCESTOR_TASK] &&
            (mark == ancestor[HTNI_ANCESTOR_TRAIL] || !htni_is_byte(cell) || world[cell] == (uint8_t)old))
            return loops_from(planner, ancestor, at);
        at = above[HTNI_ANCESTOR_PARENT];
    }
    return false;
}

bool htni_accumulate(const htn_planner *planner, htni_registers *now, uint32_t room, uint32_t address, int32_t amount)
{
    uint8_t *world = htni_region(planner, planner->machine.world_at);
    const int32_t old = htni_load(world, address, HTN_STORAGE_S32);
    if (amount <= 0)
        return true;
    if (now->trail >= room)
        return false;
    htni_log(planner, now, address | (uint32_t)HTNI_WIDTH_S32 << HTNI_WIDTH_SHIFT, old);
    htni_store(world, address, HTN_STORAGE_S32, htni_saturate((int64_t)old + amount));
    return true;
}

void htni_tell(const htn_planner *planner, htn_event_kind kind, uint32_t pc, uint32_t index)
{
    const htn_event event = {kind, pc, index};
    planner->listener(planner->listener_user, planner, &event);
}

/* --- Tables ------------------------------------------------------------------------------------- */

bool htni_write_cell(const htn_planner *planner, htni_registers *now, uint32_t room, uint32_t property, uint32_t cell,
                     int32_t value)
{
    const htn_domain *domain = planner->machine.domain;
    uint8_t *world = htni_region(planner, planner->machine.world_at);
    if (cell >= HTNI_FIELD(domain, PROPERTIES, property, CELLS))
        return true;
    const uint32_t storage = HTNI_FIELD(domain, PROPERTIES, property, STORAGE), width = htni_width(storage);
    const uint32_t address = HTNI_FIELD(domain, PROPERTIES, property, ADDRESS) + cell * htni_storage_bytes(storage);
    const int32_t old = htni_load(world, address, storage);
    value = htni_clamp(value, htni_signed(HTNI_FIELD(domain, PROPERTIES, property, LOW)),
                       htni_signed(HTNI_FIELD(domain, PROPERTIES, property, HIGH)));
    if (value == old)
        return true;
    if (now->trail >= room)
        return false;
    htni_log(planner, now, address | width << HTNI_WIDTH_SHIFT, old);
    htni_store(world, address, storage, value);
    return true;
}

/*
 * A pending write is two entries at the far end of the trail's region, the first one's the outermost:
 * { property, value }, { cell, how }. Room is kept for the change that it will be.
 */
bool htni_defer(const htn_planner *planner, htni_registers *now, uint32_t room, uint32_t how, uint32_t property,
                uint32_t cell, int32_t value)
{
    if (room < now->trail || (room - now->trail) / 3 < now->pending + 1)
        return false;
    htni_change *at = htni_trail(planner) + room - 2 * (now->pending + 1);
    at[0].cell = property;
    at[0].old = value;
    at[1].cell = cell;
    at[1].old = (int32_t)how;
    now->pending++;
    return true;
}

int32_t htni_combine(uint32_t how, int32_t held, int32_t value)
{
    switch (how) {
    case HTN_WRITE_ADD: return htni_saturate((int64_t)held + value);
    case HTN_WRITE_SUBTRACT: return htni_saturate((int64_t)held - value);
    case HTN_WRITE_SCALE: return htni_saturate((int64_t)held * value);
    default: return value;
    }
}

bool htni_commit(const htn_planner *planner, htni_registers *now, uint32_t room)
{
    const htn_domain *domain = planner->machine.domain;
    const uint8_t *world = htni_region(planner, planner->machine.world_at);
    const uint32_t properties = htni_count(domain, HTN_SECTION_PROPERTIES);
    const uint32_t pending = now->pending;
    now->pending = 0;
    for (uint32_t i = 0; i < pending; i++) {
        const htni_change *at = htni_trail(planner) + room - 2 * (i + 1);
        const uint32_t property = at[0].cell, cell = at[1].cell;
        if (property >= properties) /* only where other writes came in between, which no compiler does */
            continue;
        const int32_t held = htni_load_cell(domain, world, property, cell);
        if (!htni_write_cell(planner, now, room, property, cell, htni_combine((uint32_t)at[1].old, held, at[0].old)))
            return false;
    }
    return true;
}

bool htni_is_same(const htn_planner *planner, uint32_t type, int32_t instance)
{
    const htn_domain *domain = planner->machine.domain;
    const uint8_t *world = htni_region(planner, planner->machine.world_at);
    if (HTNI_FIELD(domain, TYPES, type, PRESENCE) == HTN_NONE || (planner->then == NULL && !planner->has_running))
        return htni_is_present(domain, world, type, instance);
    const uint8_t *then =
        planner->then != NULL ? planner->then : htni_region(planner, htni_followed(planner)->generations_at);
    return htni_is_still(domain, world, htni_region(planner, planner->generations_at), then, type, instance);
}

bool htni_same_instances(const htn_planner *planner, uint32_t task, const int32_t *arguments)
{
    const htn_domain *domain = planner->machine.domain;
    const uint32_t first = HTNI_FIELD(domain, TASKS, task, FIRST_PARAMETER);
    const uint32_t count = HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t type = htni_open_type(domain, first + i);
        if (type == HTN_NONE || arguments[i] < 0)
            continue;
        htni_mark_instance(planner, type, arguments[i]);
        if (!htni_is_same(planner, type, arguments[i]))
            return false;
    }
    return true;
}

/* --- Steps that are given ------------------------------------------------------------------------ */

htn_status htni_enter_step(const htn_planner *planner, htni_registers *now, uint32_t task, const void *arguments,
                           uint32_t continue_pc)
{
    const htn_domain *domain = planner->machine.domain;
    now->continue_pc = continue_pc;
    now->continue_frame = now->frame;
    if (!(HTNI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_FRAMED))
        return HTN_OK;
    const uint32_t locals = HTNI_FIELD(domain, TASKS, task, LOCALS), given = htni_argument_count(domain, task);
    if (locals + HTNI_FRAME_LOCALS > planner->machine.limits.frames - now->frames)
        return HTN_FULL_FRAMES;
    uint32_t *made = htni_frames(planner) + now->frames;
    memset(made, 0, (HTNI_FRAME_LOCALS + (size_t)locals) * sizeof *made);
    if (given != 0 && arguments != NULL)
        memcpy(made + HTNI_FRAME_LOCALS, arguments, given * sizeof *made);
    made[HTNI_FRAME_PC] = continue_pc;
    made[HTNI_FRAME_PARENT] = now->frame;
    made[HTNI_FRAME_ANCESTRY] = now->ancestry;
    now->frame = now->frames;
    now->frames += HTNI_FRAME_LOCALS + locals;
    return HTN_OK;
}

/* --- The running plan's bindings ---------------------------------------------------------------- */

bool htni_bind(const htn_planner *planner, const htni_registers *now, uint32_t pc, uint32_t method)
{
    const htn_domain *domain = planner->machine.domain;
    const htni_part *followed = htni_followed(planner);
    const uint32_t task = htni_task_of(domain, pc);
    uint32_t *locals = htni_frames(planner) + now->frame + HTNI_FRAME_LOCALS;
    const int32_t *from;
    uint32_t first, count;
    if (HTNI_FIELD(domain, TASKS, task, KIND) == HTN_TASK_PRIMITIVE) {
        const htn_step *steps = (const htn_step *)(const void *)htni_region(planner, followed->steps_at);
        if (now->steps >= followed->steps || steps[now->steps].task != task)
            return false;
        first = HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT);
        count = HTNI_FIELD(domain, TASKS, task, BINDINGS);
        from = (const int32_t *)(const void *)htni_region(planner, followed->values_at) + steps[now->steps].arguments +
               first;
    } else {
        const uint32_t index = HTNI_FIELD(domain, TASKS, task, FIRST_METHOD) + method;
        if (now->record >= followed->records || htni_running_method(planner, now->record) != method)
            return false;
        first = HTNI_FIELD(domain, METHODS, index, FIRST_BINDING);
        count = HTNI_FIELD(domain, METHODS, index, BINDINGS);
        from = (const int32_t *)(const void *)htni_region(planner, followed->bindings_at) +
               (size_t)now->record * domain->max_bindings;
    }
    if (count != 0)
        memcpy(locals + first, from, count * sizeof *locals);
    return true;
}
