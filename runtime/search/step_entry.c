/* Neighbours: plan_walk.c, which enters the steps of a plan; achieve.c, which tries actions. */
#include "step_entry.h"
#include "../blob/blob_reader.h"
#include "planner_block.h"

htn_status htni_enter_step(const htni_machine *machine, htni_registers *now, uint32_t task, const void *arguments,
                           uint32_t continue_pc)
{
    const htn_domain *domain = machine->domain;
    now->continue_pc = continue_pc;
    now->continue_frame = now->frame;
    if (!(HTNI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_FRAMED))
        return HTN_OK;
    const uint32_t locals = HTNI_FIELD(domain, TASKS, task, LOCALS), given = htni_argument_count(domain, task);
    if (locals + HTNI_FRAME_LOCALS > machine->limits.frames - now->frames)
        return HTN_FULL_FRAMES;
    uint32_t *made = htni_frames(machine) + now->frames;
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
