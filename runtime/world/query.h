/* Queries: functions that the host answers while planning. */
#pragma once

#include <htn/planner.h>

/*
 * The answer of a query about `arguments` in a world. The query's default if `answerer` is NULL or an argument
 * is not present. False: the answer is late, and `*answer` is the default.
 */
bool htni_ask(const htn_domain *domain, const uint8_t *bytes, htn_answerer *answerer, void *user, uint32_t query,
              const int32_t *arguments, int32_t *answer);
