/* The tasks that stand for `Optional` and `AnyOrder`. */
#pragma once

#include "compiler/names/model.h"

/*
 * The model as it is lowered: each `Optional` and `AnyOrder` is a call of a task that is made for it. The made tasks come behind all
 * others, so no index changes. Returns `model` itself where there is none. The given model does not change.
 */
htnc_model *htnc_make_tasks(base_arena *arena, htnc_model *model);
