/*
 * The continuation of a partial plan: the chain of frames from the task in which planning stopped up to the
 * root's. It is copied when the plan is adopted, and restored when planning goes on. The chain of ancestors is
 * not kept: their steps have been done by then, so the loop guard and the depth begin anew. An instance that
 * is gone in the meantime is marked in the locals that hold it, and its use fails (GONE). Neighbours:
 * vm_loop.h, planner.c.
 */
#include "continuation.h"
#include "../blob/opcode_table.h"
#include "../blob/task_code.h"
#include "footprint.h"
#include "given_tasks.h"
#include "plan_sums.h"

/* A link of the chain: where a task goes on, and its frame. */
typedef struct link {
    uint32_t pc;
    uint32_t frame;
} link;

bool htni_is_framed(const htn_domain *domain, uint32_t pc)
{
    return pc >= HTN_SLOTS && (HTNI_FIELD(domain, TASKS, htni_task_of(domain, pc), FLAGS) & HTN_TASK_FRAMED) != 0;
}

/* The innermost link of the chain that the registers begin. */
static link innermost(const htn_domain *domain, const htni_registers *now)
{
    const link own = {now->pc, now->frame}, caller = {now->continue_pc, now->continue_frame};
    return htni_is_framed(domain, now->pc) ? own : caller;
}

static link parent_of(const uint32_t *frames, link at)
{
    const link parent = {frames[at.frame + HTNI_FRAME_PC], frames[at.frame + HTNI_FRAME_PARENT]};
    return parent;
}

static uint32_t words_of(const htn_domain *domain, const uint32_t *frames, link at)
{
    if (at.pc < HTN_SLOTS) /* a given task that is still to be done */
        return htni_given_words(domain, frames + at.frame);
    return HTNI_FRAME_LOCALS + HTNI_FIELD(domain, TASKS, htni_task_of(domain, at.pc), LOCALS);
}

/* --- Stopping ----------------------------------------------------------------------------------- */

/*
 * Where planning goes on behind a step of an Achieve. With steps to come, that is the Achieve itself, with the
 * tests in front of it: the rest is searched again. Else it is behind the Achieve.
 */
static uint32_t behind_enacted(const htn_planner *planner, const uint8_t *code)
{
    uint32_t pc = htni_achieve_of(planner)->pc;
    if (htni_achieve_of(planner)->next == HTN_NONE)
        return htni_achieve_of(planner)->explore + 1;
    while (code[(size_t)(pc - 1) * HTN_INSTRUCTION_SIZE] == HTN_OP_GONE)
        pc--;
    return pc;
}

/* Whether no item is left of an Each with such a frame, whose locals begin at `first`. */
static bool is_last_item(const uint32_t *frame, uint32_t first)
{
    const uint32_t *each = frame + HTNI_FRAME_LOCALS + first;
    return each[HTN_EACH_BEGUN] >= each[HTN_EACH_COUNT];
}

/*
 * Goes on from now->pc until there is something to do. Further splits and returns are skipped. With `to_the_end`, so are the ends of
 * Eaches, which only complete the record.
 */
static void pass_nothing(const htn_planner *planner, htni_registers *now, bool to_the_end)
{
    const uint8_t *code = htni_code(planner->machine.domain);
    const uint32_t *frames = htni_frames(&planner->machine);
    for (;;) {
        const uint8_t *at = code + (size_t)now->pc * HTN_INSTRUCTION_SIZE;
        const uint32_t op = at[0];
        if (htni_opcodes[op].family == HTNI_FAMILY_SPLIT || op == HTN_OP_WHILE_END) {
            now->pc++;
        } else if (op == HTN_OP_JUMP && code[(size_t)htni_read32(at + 4) * HTN_INSTRUCTION_SIZE] == HTN_OP_NEXT_ITEM) {
            now->pc = htni_read32(at + 4);
        } else if (op == HTN_OP_NEXT_ITEM && to_the_end && is_last_item(frames + now->frame, at[1])) {
            now->pc = htni_read32(at + 4);
        } else if (op == HTN_OP_PROCEED) {
            now->pc = now->continue_pc;
            now->frame = now->continue_frame;
        } else if (op == HTN_OP_RETURN) {
            const link parent = {now->pc, now->frame}, up = parent_of(frames, parent);
            now->pc = up.pc;
            now->frame = up.frame;
        } else if (op == HTN_OP_ENACT) {
            now->pc = behind_enacted(planner, code);
        } else {
            break;
        }
    }
    if (now->pc < HTN_SLOTS) /* a given task is next: its frame is the innermost link */
        now->continue_pc = now->pc;
    if (now->pc < HTN_SLOTS || htni_is_framed(planner->machine.domain, now->pc))
        now->continue_frame = now->frame;
    else
        now->frame = now->continue_frame;
}

static bool is_over(const htni_machine *machine)
{
    const uint8_t *sums = htni_working_world(machine) + machine->domain->world_bytes;
    const int32_t duration = htni_load(sums, HTNI_SUM_DURATION, HTN_STORAGE_S32);
    return machine->horizon != 0 && (uint32_t)duration >= machine->horizon;
}

/*
 * Replanning: the record that is followed ends here, because its plan is partial. The horizons of then and now
 * do not matter.
 */
static bool ends_path(const htn_planner *planner, const htni_registers *now)
{
    const htni_kept_plan *followed = htni_followed(planner);
    return now->following && followed->partial != HTN_PARTIAL_NOT && now->steps == followed->steps &&
           now->record == followed->records;
}

/* Whether only ends of Eaches are left: they complete the record of a whole plan. */
static bool ends_eaches_only(const htn_planner *planner, htni_registers then)
{
    if ((planner->machine.domain->flags & HTN_BLOB_EACH) == 0)
        return false;
    pass_nothing(planner, &then, true);
    return then.pc == HTN_SLOT_DONE;
}

static uint32_t words_left(const htni_machine *machine, const htni_registers *now)
{
    uint32_t words = HTNI_FRAME_LOCALS;
    for (link at = innermost(machine->domain, now); at.frame != 0; at = parent_of(htni_frames(machine), at))
        words += words_of(machine->domain, htni_frames(machine), at);
    return words;
}

htn_status htni_split(htn_planner *planner, htni_registers *now, uint32_t pc, htn_partial why)
{
    const uint8_t *sums = htni_working_world(&planner->machine) + planner->machine.domain->world_bytes;
    htni_registers then = *now;
    if (now->steps == 0 || planner->achieving.searching || htni_load(sums, HTNI_SUM_GROUPS, HTN_STORAGE_S32) != 0)
        return HTN_OK;
    if (why == HTN_PARTIAL_HORIZON && !is_over(&planner->machine) && !ends_path(planner, now))
        return HTN_OK;
    then.pc = pc;
    pass_nothing(planner, &then, false);
    if (then.pc == HTN_SLOT_DONE)
        return HTNI_WHOLE_PLAN;
    if (ends_eaches_only(planner, then))
        return HTN_OK;
    if (!now->following && words_left(&planner->machine, &then) > planner->machine.limits.continuation)
        return HTN_FULL_CONTINUATION;
    *now = then;
    planner->search.partial = why;
    return HTNI_PARTIAL_PLAN;
}

/* --- Keeping ------------------------------------------------------------------------------------ */

/*
 * The method that was taken in a frame, if it has bindings; else HTN_NONE. `*entry` runs back through the
 * record, while the caller goes from the innermost frame outwards: the method of a frame was taken before
 * those of the frames inside it.
 */
static uint32_t method_in(const htn_planner *planner, link at, uint32_t *entry)
{
    const htn_domain *domain = planner->machine.domain;
    const htni_record_site *places = htni_record_sites(&planner->machine);
    const uint16_t *record = htni_record(&planner->machine);
    const uint32_t *start = htni_region(&planner->machine, planner->running.start.at);
    const uint32_t task = at.pc < HTN_SLOTS ? HTN_NONE : htni_task_of(domain, at.pc);
    if (planner->search.origin != HTNI_FROM_ROOT && at.frame < planner->running.start.words)
        return start[at.frame + HTNI_FRAME_ANCESTRY];
    if (task == HTN_NONE || domain->max_bindings == 0 || HTNI_FIELD(domain, TASKS, task, KIND) == HTN_TASK_PRIMITIVE)
        return HTN_NONE;
    while (*entry > 0) {
        --*entry;
        if (places[*entry].frame == at.frame && htni_task_of(domain, places[*entry].pc) == task)
            return HTNI_FIELD(domain, TASKS, task, FIRST_METHOD) + record[*entry];
    }
    return HTN_NONE;
}

/* Registers that begin the chain of a continuation's frames. */
static htni_registers registers_of(const htni_continuation *continuation)
{
    htni_registers from;
    memset(&from, 0, sizeof from);
    from.pc = continuation->pc;
    from.frame = from.continue_frame = continuation->frame;
    from.continue_pc = continuation->continue_pc;
    return from;
}

/* The method of the items of the Each at `pc`; HTN_NONE: there is another task, or `method` is another one. */
static uint32_t item_method(const htn_domain *domain, uint32_t pc, uint32_t method)
{
    if (pc < HTN_SLOTS)
        return HTN_NONE;
    const uint32_t task = htni_task_of(domain, pc);
    const bool is_each = (HTNI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_EACH) != 0;
    return is_each && method == HTNI_FIELD(domain, TASKS, task, FIRST_METHOD) ? method : HTN_NONE;
}

/* The locals of an Each in a frame. */
static uint32_t *each_of(const htn_domain *domain, uint32_t *frame, uint32_t method)
{
    return frame + HTNI_FRAME_LOCALS + HTNI_FIELD(domain, METHODS, method, FIRST_BINDING) - HTN_EACH_FIELDS;
}

/* How many items of an Each have not begun. `each`: its locals. None if these do not say where they lie, which no compiler makes. */
static uint32_t items_left(const htni_machine *machine, const uint32_t *each, uint32_t values)
{
    const uint64_t end = each[HTN_EACH_BASE] + (uint64_t)each[HTN_EACH_COUNT] * each[HTN_EACH_WIDTH];
    return each[HTN_EACH_BEGUN] < each[HTN_EACH_COUNT] && each[HTN_EACH_WIDTH] >= values &&
                   end <= machine->limits.solutions
               ? each[HTN_EACH_COUNT] - each[HTN_EACH_BEGUN]
               : 0;
}

/*
 * Copies the items that an Each has not begun to the lists, right in front of `end`. Those of the Eaches around it lie in front of
 * them. `frame`: its copy, whose Each then begins with these. Returns where they begin.
 */
static uint32_t keep_items(const htni_machine *machine, uint32_t *frame, uint32_t method, uint32_t *lists, uint32_t end)
{
    uint32_t *each = each_of(machine->domain, frame, method);
    const uint32_t values = HTNI_FIELD(machine->domain, METHODS, method, BINDINGS);
    const uint32_t count = items_left(machine, each, values), first = end - count * values;
    for (uint32_t i = 0; i < count; i++)
        memcpy(lists + 1 + first + (size_t)i * values,
               htni_solutions(machine) + each[HTN_EACH_BASE] +
                   (size_t)(each[HTN_EACH_BEGUN] + i) * each[HTN_EACH_WIDTH],
               values * sizeof *lists);
    each[HTN_EACH_BASE] = first;
    each[HTN_EACH_WIDTH] = values;
    each[HTN_EACH_COUNT] = count;
    each[HTN_EACH_BEGUN] = each[HTN_EACH_CHOICES] = 0;
    each[HTN_EACH_PREVIOUS] = HTN_NONE;
    return first;
}

/* The lists of the frames that were copied. In a damaged blob they may overlap, and then there is no room for all. */
static void keep_lists(const htni_machine *machine, const htni_continuation *continuation)
{
    const htn_domain *domain = machine->domain;
    uint32_t *kept = htni_region(machine, continuation->at), *lists = htni_lists_of(machine, continuation);
    const htni_registers from = registers_of(continuation);
    uint64_t end = 0;
    for (link at = innermost(domain, &from); at.frame != 0; at = parent_of(kept, at)) {
        const uint32_t method = item_method(domain, at.pc, kept[at.frame + HTNI_FRAME_ANCESTRY]);
        if (method != HTN_NONE)
            end += (uint64_t)items_left(machine, each_of(domain, kept + at.frame, method), 1) *
                   HTNI_FIELD(domain, METHODS, method, BINDINGS);
    }
    const bool fits = end <= machine->limits.solutions;
    lists[0] = fits ? (uint32_t)end : 0;
    for (link at = innermost(domain, &from); at.frame != 0 && fits; at = parent_of(kept, at)) {
        const uint32_t method = item_method(domain, at.pc, kept[at.frame + HTNI_FRAME_ANCESTRY]);
        if (method != HTN_NONE)
            end = keep_items(machine, kept + at.frame, method, lists, (uint32_t)end);
    }
}

void htni_keep_continuation(htn_planner *planner)
{
    const uint32_t *frames = htni_frames(&planner->machine);
    const htni_registers *now = &planner->machine.now;
    uint32_t *to = htni_region(&planner->machine, planner->running.continuation.at),
             *link_to = &planner->running.continuation.frame;
    uint32_t entry = now->record, top = words_left(&planner->machine, now);
    planner->running.continuation.words = top;
    planner->running.continuation.pc = now->pc;
    planner->running.continuation.continue_pc = now->continue_pc;
    for (link at = innermost(planner->machine.domain, now); at.frame != 0; at = parent_of(frames, at)) {
        const uint32_t words = words_of(planner->machine.domain, frames, at);
        top -= words;
        *link_to = top;
        memcpy(to + top, frames + at.frame, words * sizeof *to);
        to[top + HTNI_FRAME_ANCESTRY] = method_in(planner, at, &entry);
        link_to = &to[top + HTNI_FRAME_PARENT];
    }
    *link_to = 0;
    to[HTNI_FRAME_PC] = HTN_SLOT_DONE;
    to[HTNI_FRAME_PARENT] = 0;
    to[HTNI_FRAME_ANCESTRY] = 0;
    if (planner->machine.domain->flags & HTN_BLOB_EACH)
        keep_lists(&planner->machine, &planner->running.continuation);
}

htni_continuation *htni_place_first_end(const htn_planner *planner)
{
    htni_continuation *first_end = htni_first_end(planner);
    first_end->at = planner->running.first_end_at + (uint32_t)sizeof *first_end;
    return first_end;
}

void htni_keep_first_end(const htn_planner *planner, const htni_continuation *from)
{
    htni_continuation *to = htni_place_first_end(planner);
    const uint32_t at = to->at, *lists = htni_lists_of(&planner->machine, from);
    *to = *from;
    to->at = at;
    memcpy(htni_region(&planner->machine, at), htni_region(&planner->machine, from->at), from->words * sizeof *lists);
    memcpy(htni_lists_of(&planner->machine, to), lists, (1 + lists[0]) * sizeof *lists);
}

/* --- Going on ----------------------------------------------------------------------------------- */

/*
 * Marks the locals that hold instances which are gone. `first`, `count`: the parameters or variables that they
 * are.
 */
static void mark_gone(const htn_planner *planner, uint32_t *locals, uint32_t first, uint32_t count, uint32_t then_at)
{
    const htn_domain *domain = planner->machine.domain;
    const uint8_t *world = htni_working_world(&planner->machine);
    const uint8_t *now = htni_region(&planner->machine, planner->copy.generations_at),
                  *then = htni_region(&planner->machine, then_at);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t type = htni_open_type(domain, first + i);
        const int32_t instance = htni_signed(locals[i]);
        if (type != HTN_NONE)
            htni_mark_instance(planner, type, instance);
        if (type != HTN_NONE && instance >= 0 && !htni_is_still(domain, world, now, then, type, instance))
            locals[i] = (uint32_t)HTNI_GONE;
    }
}

static void mark_frame(const htn_planner *planner, link at, uint32_t *frame, uint32_t then_at)
{
    const htn_domain *domain = planner->machine.domain;
    const bool given = at.pc < HTN_SLOTS;
    const uint32_t task = given ? frame[HTNI_FRAME_LOCALS] : htni_task_of(domain, at.pc);
    const uint32_t method = frame[HTNI_FRAME_ANCESTRY];
    uint32_t *locals = frame + HTNI_FRAME_LOCALS + given;
    mark_gone(planner, locals, HTNI_FIELD(domain, TASKS, task, FIRST_PARAMETER),
              HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT), then_at);
    if (method != HTN_NONE)
        mark_gone(planner, locals + HTNI_FIELD(domain, METHODS, method, FIRST_BINDING),
                  HTNI_FIELD(domain, METHODS, method, FIRST_VARIABLE), HTNI_FIELD(domain, METHODS, method, BINDINGS),
                  then_at);
}

/* The same for the items that remain of an Each. In its frame they no longer follow an item of this record. */
static void mark_items(const htn_planner *planner, link at, uint32_t *frame, uint32_t *lists, uint32_t then_at)
{
    const htn_domain *domain = planner->machine.domain;
    const uint32_t method = item_method(domain, at.pc, frame[HTNI_FRAME_ANCESTRY]);
    if (method == HTN_NONE)
        return;
    const uint32_t *each = each_of(domain, frame, method);
    const uint32_t values = HTNI_FIELD(domain, METHODS, method, BINDINGS);
    for (uint32_t i = 0; i < each[HTN_EACH_COUNT]; i++) {
        const uint64_t item = each[HTN_EACH_BASE] + (uint64_t)i * each[HTN_EACH_WIDTH];
        if (item + values > lists[0]) /* only in a damaged save */
            break;
        mark_gone(planner, lists + 1 + item, HTNI_FIELD(domain, METHODS, method, FIRST_VARIABLE), values, then_at);
    }
}

/* Takes over the lists, and makes the Eaches of the frames begin a new record. */
static void resume_items(htn_planner *planner, const htni_continuation *continuation)
{
    const htn_domain *domain = planner->machine.domain;
    const uint32_t *lists = htni_lists_of(&planner->machine, continuation);
    uint32_t *frames = htni_frames(&planner->machine);
    htni_registers *now = &planner->machine.now;
    memcpy(htni_solutions(&planner->machine), lists + 1, lists[0] * sizeof *lists);
    now->solutions = lists[0];
    for (link at = innermost(domain, now); at.frame != 0; at = parent_of(frames, at)) {
        const uint32_t method = item_method(domain, at.pc, frames[at.frame + HTNI_FRAME_ANCESTRY]);
        if (method != HTN_NONE)
            each_of(domain, frames + at.frame, method)[HTN_EACH_ENTRY] = HTN_NONE;
    }
}

const uint32_t *htni_remaining_items(const htn_planner *planner, uint32_t task, uint32_t entry, uint32_t *count)
{
    const htn_domain *domain = planner->machine.domain;
    const htni_running *running = &planner->running;
    const htni_continuation *from = planner->search.follows_first_part == 0    ? &running->continuation
                                    : running->continues == HTNI_PARTS_BETWEEN ? htni_first_end(planner)
                                                                               : &running->start;
    uint32_t *kept = htni_region(&planner->machine, from->at);
    const uint32_t *lists = htni_lists_of(&planner->machine, from);
    const htni_registers now = registers_of(from);
    *count = 0;
    if (htni_followed(planner)->partial == HTN_PARTIAL_NOT)
        return NULL;
    for (link at = innermost(domain, &now); at.frame != 0; at = parent_of(kept, at)) {
        const uint32_t method = item_method(domain, at.pc, kept[at.frame + HTNI_FRAME_ANCESTRY]);
        if (method == HTN_NONE || htni_task_of(domain, at.pc) != task)
            continue;
        const uint32_t *each = each_of(domain, kept + at.frame, method);
        const uint64_t end = each[HTN_EACH_BASE] + (uint64_t)each[HTN_EACH_COUNT] * each[HTN_EACH_WIDTH];
        if (each[HTN_EACH_ENTRY] != entry || end > lists[0] ||
            each[HTN_EACH_WIDTH] != HTNI_FIELD(domain, METHODS, method, BINDINGS))
            continue;
        *count = each[HTN_EACH_COUNT];
        return lists + 1 + each[HTN_EACH_BASE];
    }
    return NULL;
}

void htni_resume_continuation(htn_planner *planner, const htni_continuation *continuation, uint32_t then_at)
{
    uint32_t *frames = htni_frames(&planner->machine), *kept = htni_region(&planner->machine, continuation->at);
    htni_registers *now = &planner->machine.now;
    now->pc = continuation->pc;
    now->frame = now->continue_frame = continuation->frame;
    now->continue_pc = continuation->continue_pc;
    now->frames = continuation->words;
    for (link at = innermost(planner->machine.domain, now); at.frame != 0; at = parent_of(kept, at))
        mark_frame(planner, at, kept + at.frame, then_at);
    if (planner->machine.domain->flags & HTN_BLOB_EACH)
        for (link at = innermost(planner->machine.domain, now); at.frame != 0; at = parent_of(kept, at))
            mark_items(planner, at, kept + at.frame, htni_lists_of(&planner->machine, continuation), then_at);
    memcpy(frames, kept, continuation->words * sizeof *frames);
    if (planner->machine.domain->flags & HTN_BLOB_EACH)
        resume_items(planner, continuation);
    for (link at = innermost(planner->machine.domain, now); at.frame != 0; at = parent_of(frames, at))
        frames[at.frame + HTNI_FRAME_ANCESTRY] = 0;
}

/* --- Methods that are open ------------------------------------------------------------------------ */

/*
 * The method with a span to whose subtasks `pc` belongs; HTN_NONE: none. The subtasks lie behind the
 * instruction that takes their method. Where the span ends does not matter: code behind a certain failure is
 * left out.
 */
static uint32_t method_with_span(const htn_domain *domain, uint32_t pc)
{
    const uint32_t task = pc >= HTN_SLOTS ? htni_task_of(domain, pc) : HTN_NONE;
    const uint32_t entry = task != HTN_NONE ? HTNI_FIELD(domain, TASKS, task, ENTRY) : pc;
    while (pc-- > entry) {
        const uint8_t *at = htni_code(domain) + (size_t)pc * HTN_INSTRUCTION_SIZE;
        if (htni_opcodes[at[0]].family == HTNI_FAMILY_METHOD) {
            const uint32_t method = HTNI_FIELD(domain, TASKS, task, FIRST_METHOD) + htni_read16(at + 2);
            return htni_has_span(domain, method) ? method : HTN_NONE;
        }
    }
    return HTN_NONE;
}

/* The method with a span, number `which` from the innermost one, of those to which the registers lead. */
static bool find_open_method(const htn_domain *domain, const uint32_t *frames, const htni_registers *from,
                             uint32_t which, uint32_t *method, uint32_t *locals)
{
    bool framed =
        htni_is_framed(domain, from->pc); /* a task without a frame is inside the innermost one that has one */
    link at = {from->pc, framed ? from->frame : 0};
    while (!framed || at.frame != 0) {
        *method = method_with_span(domain, at.pc);
        *locals = at.frame + HTNI_FRAME_LOCALS;
        if (*method != HTN_NONE && which-- == 0)
            return true;
        at = framed ? parent_of(frames, at) : innermost(domain, from);
        framed = true;
    }
    return false;
}

bool htni_open_method(const htni_machine *machine, const htni_continuation *continuation, uint32_t which,
                      uint32_t *method, uint32_t *locals)
{
    const htni_registers from = registers_of(continuation);
    return find_open_method(machine->domain, htni_region(machine, continuation->at), &from, which, method, locals);
}

bool htni_found_open_method(const htni_machine *machine, uint32_t which, uint32_t *method, uint32_t *locals)
{
    return find_open_method(machine->domain, htni_frames(machine), &machine->now, which, method, locals);
}
