/*
 * What remains behind a split: the chain of frames from the task that planning stopped in up to the root's. It is
 * kept when the partial plan is adopted, and put back when planning goes on. Ancestry is not: the steps of those
 * ancestors have been done, so that the loop guard and the count of depth begin anew. Instances that have gone meanwhile
 * are marked in the locals that hold them; what would use one fails (KEPT). Neighbours: vm_loop.h, planner.c.
 */
#include "continuation.h"
#include "../blob/opcode_table.h"
#include "../blob/task_code.h"
#include "footprint.h"
#include "plan_sums.h"

/* A point in code and the frame that goes with it: one link of the chain. */
typedef struct link {
    uint32_t pc;
    uint32_t frame;
} link;

bool htni_is_framed(const htn_domain *domain, uint32_t pc)
{
    return pc >= HTN_SLOTS && (HTNI_FIELD(domain, TASKS, htni_task_of(domain, pc), FLAGS) & HTN_TASK_FRAMED) != 0;
}

/* The innermost frame of what the registers say remains, and where in its task that goes on. */
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

static uint32_t words_of(const htn_domain *domain, link at)
{
    return HTNI_FRAME_LOCALS + HTNI_FIELD(domain, TASKS, htni_task_of(domain, at.pc), LOCALS);
}

/* --- Stopping ----------------------------------------------------------------------------------- */

/*
 * Behind a step of an Achieve: with steps to come, what remains is the Achieve, with the tests in front of it, and
 * their rest is looked for anew; else it is what follows.
 */
static uint32_t behind_enacted(const htn_planner *planner, const uint8_t *code)
{
    uint32_t pc = planner->achieve.pc;
    if (planner->achieve.next == HTN_NONE)
        return planner->achieve.explore + 1;
    while (code[(size_t)(pc - 1) * HTN_INSTRUCTION_SIZE] == HTN_OP_KEPT)
        pc--;
    return pc;
}

/* Goes from `now->pc` on to where there is something to do: further splits, and returns, are nothing. */
static void pass_nothing(const htn_planner *planner, htni_registers *now)
{
    const uint8_t *code = htni_code(planner->machine.domain);
    const uint32_t *frames = htni_frames(&planner->machine);
    for (;;) {
        const uint32_t op = code[(size_t)now->pc * HTN_INSTRUCTION_SIZE];
        if (op == HTN_OP_SPLIT || op == HTN_OP_HORIZON || op == HTN_OP_WHILE_END) {
            now->pc++;
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
    if (htni_is_framed(planner->machine.domain, now->pc))
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

/* Replanning, the path has come to where the plan followed is partial, whatever the horizon was and is. */
static bool ends_path(const htn_planner *planner, const htni_registers *now)
{
    const htni_kept_plan *followed = htni_followed(planner);
    return now->following && followed->partial != HTN_PARTIAL_NOT && now->steps == followed->steps &&
           now->record == followed->records;
}

static uint32_t words_left(const htni_machine *machine, const htni_registers *now)
{
    uint32_t words = HTNI_FRAME_LOCALS;
    for (link at = innermost(machine->domain, now); at.frame != 0; at = parent_of(htni_frames(machine), at))
        words += words_of(machine->domain, at);
    return words;
}

htn_status htni_split(htn_planner *planner, htni_registers *now, uint32_t pc, htn_partial why)
{
    const uint8_t *sums = htni_working_world(&planner->machine) + planner->machine.domain->world_bytes;
    htni_registers then = *now;
    if (now->steps == 0 || planner->achieve.searching || htni_load(sums, HTNI_SUM_GROUPS, HTN_STORAGE_S32) != 0)
        return HTN_OK;
    if (why == HTN_PARTIAL_HORIZON && !is_over(&planner->machine) && !ends_path(planner, now))
        return HTN_OK;
    then.pc = pc;
    pass_nothing(planner, &then);
    if (then.pc == HTN_SLOT_DONE)
        return HTN_PLAN;
    if (!now->following && words_left(&planner->machine, &then) > planner->machine.limits.continuation)
        return HTN_FULL_CONTINUATION;
    *now = then;
    planner->search.partial = why;
    return HTN_PARTIAL_PLAN;
}

/* --- Keeping ------------------------------------------------------------------------------------ */

/*
 * The method taken in a frame, for what it binds. `*entry` goes back through the record as the frames are gone
 * through from the innermost one: the method of a frame was taken before those of the frames behind it.
 */
static uint32_t method_in(const htn_planner *planner, link at, uint32_t *entry)
{
    const htn_domain *domain = planner->machine.domain;
    const htni_place *places =
        (const htni_place *)(const void *)htni_region(&planner->machine, planner->machine.places_at);
    const uint16_t *record = (const uint16_t *)(const void *)htni_region(&planner->machine, planner->machine.record_at);
    const uint32_t *start = (const uint32_t *)(const void *)htni_region(&planner->machine, planner->running.start.at);
    const uint32_t task = htni_task_of(domain, at.pc);
    if (planner->search.origin != HTNI_FROM_ROOT && at.frame < planner->running.start.words)
        return start[at.frame + HTNI_FRAME_ANCESTRY];
    if (domain->max_bindings == 0 || HTNI_FIELD(domain, TASKS, task, KIND) == HTN_TASK_PRIMITIVE)
        return HTN_NONE;
    while (*entry > 0) {
        --*entry;
        if (places[*entry].frame == at.frame && htni_task_of(domain, places[*entry].pc) == task)
            return HTNI_FIELD(domain, TASKS, task, FIRST_METHOD) + record[*entry];
    }
    return HTN_NONE;
}

void htni_keep_continuation(htn_planner *planner)
{
    const uint32_t *frames = htni_frames(&planner->machine);
    const htni_registers *now = &planner->machine.now;
    uint32_t *to = (uint32_t *)(void *)htni_region(&planner->machine, planner->running.continuation.at),
             *link_to = &planner->running.continuation.frame;
    uint32_t entry = now->record, top = words_left(&planner->machine, now);
    planner->running.continuation.words = top;
    planner->running.continuation.pc = now->pc;
    planner->running.continuation.continue_pc = now->continue_pc;
    for (link at = innermost(planner->machine.domain, now); at.frame != 0; at = parent_of(frames, at)) {
        const uint32_t words = words_of(planner->machine.domain, at);
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
}

/* --- Going on ----------------------------------------------------------------------------------- */

/* Marks those of `count` locals, of the types of a run of parameters, that hold instances which are gone. */
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
    const uint32_t task = htni_task_of(domain, at.pc), method = frame[HTNI_FRAME_ANCESTRY];
    uint32_t *locals = frame + HTNI_FRAME_LOCALS;
    mark_gone(planner, locals, HTNI_FIELD(domain, TASKS, task, FIRST_PARAMETER),
              HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT), then_at);
    if (method != HTN_NONE)
        mark_gone(planner, locals + HTNI_FIELD(domain, METHODS, method, FIRST_BINDING),
                  HTNI_FIELD(domain, METHODS, method, FIRST_VARIABLE), HTNI_FIELD(domain, METHODS, method, BINDINGS),
                  then_at);
}

void htni_resume_continuation(htn_planner *planner, const htni_continuation *rest, uint32_t then_at)
{
    uint32_t *frames = htni_frames(&planner->machine),
             *kept = (uint32_t *)(void *)htni_region(&planner->machine, rest->at);
    htni_registers *now = &planner->machine.now;
    now->pc = rest->pc;
    now->frame = now->continue_frame = rest->frame;
    now->continue_pc = rest->continue_pc;
    now->frames = rest->words;
    for (link at = innermost(planner->machine.domain, now); at.frame != 0; at = parent_of(kept, at))
        mark_frame(planner, at, kept + at.frame, then_at);
    memcpy(frames, kept, rest->words * sizeof *frames);
    for (link at = innermost(planner->machine.domain, now); at.frame != 0; at = parent_of(frames, at))
        frames[at.frame + HTNI_FRAME_ANCESTRY] = 0;
}

/* --- What is to hold all the while ---------------------------------------------------------------- */

/*
 * The method, with a While, among whose subtasks `pc` lies; HTN_NONE: none. The subtasks stand behind the instruction that takes
 * their method; where the While is up need not be said, as what stands behind a certain failure is left out.
 */
static uint32_t guarded_method(const htn_domain *domain, uint32_t pc)
{
    const uint32_t task = pc >= HTN_SLOTS ? htni_task_of(domain, pc) : HTN_NONE;
    const uint32_t entry = task != HTN_NONE ? HTNI_FIELD(domain, TASKS, task, ENTRY) : pc;
    while (pc-- > entry) {
        const uint8_t *at = htni_code(domain) + (size_t)pc * HTN_INSTRUCTION_SIZE;
        if (htni_opcodes[at[0]].family == HTNI_FAMILY_METHOD) {
            const uint32_t method = HTNI_FIELD(domain, TASKS, task, FIRST_METHOD) + htni_read16(at + 2);
            return HTNI_FIELD(domain, METHODS, method, WHILE) == HTN_NONE ? HTN_NONE : method;
        }
    }
    return HTN_NONE;
}

bool htni_continuation_while(const htni_machine *machine, const htni_continuation *rest, uint32_t which,
                             uint32_t *method, uint32_t *locals)
{
    const htn_domain *domain = machine->domain;
    const uint32_t *kept = (const uint32_t *)(const void *)htni_region(machine, rest->at);
    htni_registers from;
    memset(&from, 0, sizeof from);
    from.pc = rest->pc;
    from.frame = from.continue_frame = rest->frame;
    from.continue_pc = rest->continue_pc;
    bool framed =
        htni_is_framed(domain, rest->pc); /* a task without a frame comes before the innermost one that has one */
    link at = {rest->pc, framed ? rest->frame : 0};
    while (!framed || at.frame != 0) {
        *method = guarded_method(domain, at.pc);
        *locals = at.frame + HTNI_FRAME_LOCALS;
        if (*method != HTN_NONE && which-- == 0)
            return true;
        at = framed ? parent_of(kept, at) : innermost(domain, &from);
        framed = true;
    }
    return false;
}
