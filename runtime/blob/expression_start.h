/* Where an expression begins: the stack is empty there, so that its evaluation can begin again. */
#pragma once

#include <htn/domain.h>

/*
 * The last address up to `pc` in front of which the evaluation stack is empty. `depth`: how many values it has in front of `pc`. The
 * code has been verified: from there to `pc` control does not jump. The compiler writes nothing there; a blob that does has written it
 * twice.
 */
uint32_t htni_expression_start(const htn_domain *domain, uint32_t pc, uint32_t depth);
