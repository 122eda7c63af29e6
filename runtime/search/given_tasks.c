/*
 * Given tasks. They lie in frames at the bottom of the region of frames, each with its task and arguments as
 * locals; the last one first. VALID enters the task of the current frame. That task goes on at VALID in the
 * frame of the next one; the last one at DONE in the root's frame. So backtracking restores which task is next,
 * and a continuation keeps the tasks that remain like any other frames. Neighbours: vm_loop.h (VALID),
 * continuation.c.
 */
#include "given_tasks.h"
#include "../blob/blob_reader.h"
#include "../world/cells.h"
#include "step_entry.h"

enum { GIVEN_TASK = HTNI_FRAME_LOCALS, GIVEN_ARGUMENTS };

/* --- Checking ----------------------------------------------------------------------------------- */

static bool is_symbol(const htn_domain *domain, int32_t value)
{
    const htn_view *strings = &domain->sections[HTN_SECTION_STRINGS];
    const uint32_t at = (uint32_t)value;
    return value >= 0 && at < strings->count && (at == 0 || strings->data[at - 1] == '\0');
}

static bool is_argument(const htn_world *world, const htn_domain *domain, uint32_t parameter, int32_t value)
{
    const uint32_t type = HTNI_FIELD(domain, PARAMETERS, parameter, TYPE);
    if (type == HTN_NONE)
        return is_symbol(domain, value);
    const uint32_t kind = HTNI_FIELD(domain, TYPES, type, KIND);
    if (kind == HTN_TYPE_INTEGER || kind == HTN_TYPE_FIXED)
        return true;
    if (htni_open_type(domain, parameter) != HTN_NONE)
        return value == -1 || htni_is_present(domain, world->bytes, type, value);
    return value >= htn_type_low(domain, type) && value <= htn_type_high(domain, type);
}

static uint64_t mix_mark(uint64_t mark, uint32_t word)
{
    mark = (mark ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return mark ^ mark >> 29;
}

static uint32_t given_generation(const htn_world *world, const htn_domain *domain, uint32_t parameter, int32_t value)
{
    const uint32_t type = htni_open_type(domain, parameter);
    if (type == HTN_NONE || value < 0)
        return 0;
    return htni_generation(world->bytes + domain->world_bytes, htni_slot(domain, type, value));
}

static bool check_task(const htn_world *world, const htn_domain *domain, const htn_given_task *given, uint64_t *mark)
{
    if (given->task >= htni_count(domain, HTN_SECTION_TASKS) ||
        (HTNI_FIELD(domain, TASKS, given->task, FLAGS) & HTN_TASK_EACH) != 0 || /* its caller makes its list */
        given->argument_count != HTNI_FIELD(domain, TASKS, given->task, PARAMETER_COUNT) ||
        (given->arguments == NULL && given->argument_count != 0))
        return false;
    const uint32_t first = HTNI_FIELD(domain, TASKS, given->task, FIRST_PARAMETER);
    *mark = mix_mark(*mark, given->task);
    for (uint32_t i = 0; i < given->argument_count; i++) {
        const int32_t value = given->arguments[i];
        if (!is_argument(world, domain, first + i, value))
            return false;
        *mark = mix_mark(*mark, (uint32_t)value);
        *mark = mix_mark(*mark, given_generation(world, domain, first + i, value));
    }
    return true;
}

htn_status htni_check_given(const htn_world *world, const htn_domain *domain, const htn_given_task *tasks,
                            uint32_t count, uint64_t *mark)
{
    *mark = mix_mark(1, count);
    for (uint32_t i = 0; i < count; i++)
        if (!check_task(world, domain, &tasks[i], mark))
            return HTN_BAD_ARGUMENT;
    *mark |= 1;
    return HTN_OK;
}

bool htni_given_splits(const htn_domain *domain, const htn_given_task *tasks, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if ((HTNI_FIELD(domain, TASKS, tasks[i].task, FLAGS) & HTN_TASK_SPLITS) != 0)
            return true;
    return false;
}

/* --- Entering ----------------------------------------------------------------------------------- */

uint32_t htni_given_words(const htn_domain *domain, const uint32_t *frame)
{
    return GIVEN_ARGUMENTS + HTNI_FIELD(domain, TASKS, frame[GIVEN_TASK], PARAMETER_COUNT);
}

/* Makes the frame of a task; then now->frame is its frame. `last`: no task comes behind it. */
static htn_status make_frame(const htni_machine *machine, htni_registers *now, const htn_given_task *given, bool last)
{
    const uint32_t words = GIVEN_ARGUMENTS + given->argument_count;
    if (words > machine->limits.frames - now->frames)
        return HTN_FULL_FRAMES;
    uint32_t *made = htni_frames(machine) + now->frames;
    made[HTNI_FRAME_PC] = last ? HTN_SLOT_DONE : HTN_SLOT_VALID;
    made[HTNI_FRAME_PARENT] = now->frame;
    made[HTNI_FRAME_ANCESTRY] = 0;
    made[GIVEN_TASK] = given->task;
    if (given->argument_count != 0)
        memcpy(made + GIVEN_ARGUMENTS, given->arguments, given->argument_count * sizeof *made);
    now->frame = now->frames;
    now->frames += words;
    return HTN_OK;
}

htn_status htni_begin_given(htn_planner *planner, const htn_given_task *tasks, uint32_t count)
{
    htni_registers *now = &planner->machine.now;
    now->pc = now->continue_pc = HTN_SLOT_VALID;
    for (uint32_t i = count; i-- > 0;)
        if (make_frame(&planner->machine, now, &tasks[i], i + 1 == count) != HTN_OK)
            return HTN_FULL_FRAMES;
    now->continue_frame = now->frame;
    return HTN_OK;
}

void htni_begin_given_again(const htni_machine *machine, htni_registers *now, uint32_t count)
{
    now->pc = now->continue_pc = HTN_SLOT_VALID;
    for (; count > 0; count--) {
        now->frame = now->frames;
        now->frames += htni_given_words(machine->domain, htni_frames(machine) + now->frame);
    }
    now->continue_frame = now->frame;
}

static bool is_gone(const htn_domain *domain, uint32_t task, const uint32_t *arguments)
{
    const uint32_t first = HTNI_FIELD(domain, TASKS, task, FIRST_PARAMETER);
    const uint32_t count = HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT);
    for (uint32_t i = 0; i < count; i++)
        if (htni_signed(arguments[i]) == HTNI_GONE && htni_open_type(domain, first + i) != HTN_NONE)
            return true;
    return false;
}

/* The task is entered behind its FRAME, which would take the arguments from the stack. */
htn_status htni_enter_next_given(const htn_planner *planner, htni_registers *now, uint32_t *task)
{
    const htni_machine *machine = &planner->machine;
    const htn_domain *domain = machine->domain;
    const uint32_t *given = htni_frames(machine) + now->frame;
    *task = given[GIVEN_TASK];
    if (is_gone(domain, *task, given + GIVEN_ARGUMENTS)) {
        *task = HTN_NONE;
        now->pc = HTN_SLOT_FAIL;
        return HTN_OK;
    }
    const bool framed = (HTNI_FIELD(domain, TASKS, *task, FLAGS) & HTN_TASK_FRAMED) != 0;
    const uint32_t count = HTNI_FIELD(domain, TASKS, *task, PARAMETER_COUNT);
    now->frame = given[HTNI_FRAME_PARENT];
    now->ancestry = 0;
    now->pc = HTNI_FIELD(domain, TASKS, *task, ENTRY) + framed;
    const htn_status status = htni_enter_step(machine, now, *task, NULL, given[HTNI_FRAME_PC]);
    if (status == HTN_OK && count != 0)
        memcpy(htni_frames(machine) + now->frame + HTNI_FRAME_LOCALS, given + GIVEN_ARGUMENTS, count * sizeof *given);
    return status;
}
