/* Parallel groups: the instructions GROUP, MEMBER, APPLY and GROUP_END. */
#ifndef HTNI_PARALLEL_GROUPS_H
#define HTNI_PARALLEL_GROUPS_H

#include <htn/native.h>

/* GROUP, MEMBER and GROUP_END. `*first`: the group's first step. False: the trail is full. */
bool htni_begin_group(const htni_machine *machine, htni_registers *now, uint32_t room);
bool htni_end_member(const htni_machine *machine, htni_registers *now, uint32_t room, uint32_t *first);
bool htni_end_group(const htni_machine *machine, htni_registers *now, uint32_t room);

/*
 * APPLY, at `pc`: makes the machine ready to carry out the effects of a step of the plan once more, and to come
 * back. OK: go on at now->pc. FULL_*.
 */
htn_status htni_apply_step(const htni_machine *machine, htni_registers *now, uint32_t room, uint32_t step, uint32_t pc);

/* the trail's mark of the innermost parallel group that is open; HTN_NONE: none is. */
uint32_t htni_group_mark(const htni_change *trail, uint32_t top);

#endif
