/*
 * Checks for the time between a partial plan and the planning that resumes it: meanwhile the instance that a variable refers to may
 * have been despawned. Then subtasks that mention the variable must fail.
 */
#pragma once

#include "compiler/lower/lower_emit.h"

/*
 * Emits a check (GONE) for each variable of the method's frame that the expressions mention and whose type is open: the branch fails
 * if the variable's instance was gone when planning resumed.
 */
void htnc_emit_resume_checks(htnc_emitter *to, const htnc_method *method, const htnc_expr *mentioned);
