/*
 * The arguments and bound values of a step, when instances come and go while it runs. A value that was an instance which has
 * been removed reads as none. The next instance in the slot is never meant.
 */
#pragma once

#include <htn/domain.h>

/*
 * Of `count` values, whose types are those of the parameters from `first` on, makes each removed instance none. `bytes` and
 * `now`: the world's cells and generations (u16 for each slot of an open type); `then`: the generations for which the plan
 * was made. True: something has been removed.
 */
bool htni_drop_removed(const htn_domain *domain, const uint8_t *bytes, const uint8_t *now, const uint8_t *then,
                       uint32_t first, uint32_t count, int32_t *values);

/*
 * Copies the values of a step of primitive task `task` to `live`, with none for each removed instance. `live` has room for HTN_MAX_LOCALS values. True: something has been removed.
 */
bool htni_copy_live_values(const htn_domain *domain, const uint8_t *bytes, const uint8_t *now, const uint8_t *then,
                           uint32_t task, const int32_t *values, int32_t *live);

/*
 * Whether two steps of task `task` have the same values. Instances are the same if their slots had the same generation when
 * each step's plan was made.
 */
bool htni_are_same_values(const htn_domain *domain, uint32_t task, const int32_t *a, const uint8_t *a_generations,
                          const int32_t *b, const uint8_t *b_generations);

/* The open type of value `index` of a step of primitive task `task`; HTN_NONE: it is no instance that can be removed. */
uint32_t htni_open_type_of_value(const htn_domain *domain, uint32_t task, uint32_t index);
