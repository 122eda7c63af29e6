/* Checks behind a Split: instances that variables refer to may have gone when planning continues. */
#ifndef HTNC_LOWER_KEPT_H
#define HTNC_LOWER_KEPT_H

#include "compiler/lower/lower_state.h"

/* Fails where an instance that the expressions mention was gone when planning continued. Variables are the method's. */
void htnc_emit_kept(htnc_lowering *lowering, const htnc_method *method, const htnc_expr *mentioned);

#endif
