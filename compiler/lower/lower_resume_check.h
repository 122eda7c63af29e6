/*
 * Checks where planning resumes behind a Split or the horizon: by then the instance that a variable refers to may have been
 * despawned, and subtasks that mention the variable must fail.
 */
#ifndef HTNC_LOWER_RESUME_CHECK_H
#define HTNC_LOWER_RESUME_CHECK_H

#include "compiler/lower/lower_emit.h"

/*
 * Emits a check (KEPT) for each variable of the method's frame that the expressions mention and whose type is open. The check
 * fails if the variable's instance was gone when planning resumed.
 */
void htnc_emit_resume_checks(htnc_emitter *to, const htnc_method *method, const htnc_expr *mentioned);

#endif
