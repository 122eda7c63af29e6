/*
 * Values, steps and cells of a domain as text, in the notation of the language: names where they have one, else numbers.
 * Everything that the tool prints about a domain is written by these.
 */
#pragma once

#include "base/text.h"
#include <htn/domain.h>

/* A cost: `12`, or `2.5` where the domain's costs are fixed numbers. */
void cli_add_cost(base_text *text, const htn_domain *domain, uint64_t cost);

/* A fixed number, as `2.5`. */
void cli_add_decimal(base_text *text, int64_t thousandths);

/* `true`, `12`, `ViewRange`, `Enemy#0`. A value of type HTN_NONE is a symbol (an index into STRINGS), written as `"text"`. */
void cli_add_value(base_text *text, const htn_domain *domain, uint32_t type, int32_t value);

/* `Herd(Dolly)`: a step. `values` are its arguments. */
void cli_add_step(base_text *text, const htn_domain *domain, htn_task task, const int32_t *values);

/* `WsLocation`, `Distance(Enemy#0)`: a property or, by its number, a cell of a table. */
void cli_add_cell(base_text *text, const htn_domain *domain, htn_property property, uint32_t cell);

/*
 * The most specific type of an instance of an open type: `Troll` for an instance of `Creature` that is a troll. HTN_NONE:
 * there is no such instance.
 */
uint32_t cli_instance_type(const htn_domain *domain, uint32_t type, int32_t instance);

/* The type of a task's parameter, and how many parameters it has. */
uint32_t cli_parameter_type(const htn_domain *domain, htn_task task, uint32_t index);
uint32_t cli_parameter_count(const htn_domain *domain, htn_task task);

/* The name of a layer, or of a root: that of its root task. */
const char *cli_layer_name(const htn_domain *domain, uint32_t layer);
