/* Parallel groups: the instructions GROUP, BACKGROUND, MEMBER, APPLY and GROUP_END. */
#pragma once

#include <htn/native.h>

/* GROUP, BACKGROUND, MEMBER and GROUP_END. `*first`: the group's first step. False: the trail is full. */
bool htni_begin_group(const htni_machine *machine, htni_registers *now, uint32_t room);
bool htni_begin_background(const htni_machine *machine, htni_registers *now, uint32_t room);
bool htni_end_member(const htni_machine *machine, htni_registers *now, uint32_t room, uint32_t *first);
bool htni_end_group(const htni_machine *machine, htni_registers *now, uint32_t room);

/*
 * APPLY at `pc`: makes the machine ready to apply the effects of a step again, and to return. OK: go on at
 * now->pc. FULL_*.
 */
htn_status htni_apply_step(const htni_machine *machine, htni_registers *now, uint32_t room, uint32_t step, uint32_t pc);

/* Whether a step of the innermost group that has not ended is one of a Background, of this group or of one inside it. */
bool htni_is_of_background(const htni_machine *machine, const htni_registers *now, uint32_t step);

/* The position of the mark of the innermost group that has not ended, in front of `top`; HTN_NONE: none. */
uint32_t htni_group_mark(const htni_change *trail, uint32_t top);
