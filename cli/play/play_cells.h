/* Cells of the world state by their numbers, and answers of queries by their indexes: what they hold, and as text. */
#pragma once

#include "base/text.h"
#include "cli/common/given_answers.h"
#include <htn/world.h>

/* The value of a cell. */
int32_t play_cell_value(const htn_world *world, htn_property property, uint32_t cell);

/* Whether all instances that index the cell exist. */
bool play_cell_exists(const htn_world *world, htn_property property, uint32_t cell);

/* `true`, `12`, `Enemy#0`: the value of a cell as text. */
void play_add_cell_value(base_text *text, const htn_world *world, htn_property property, uint32_t cell);

/* `HasPath(Home, Cave)`: the question that was answered. And the answer. */
void play_add_question(base_text *text, const htn_domain *domain, const cli_answers *answers, uint32_t index);
void play_add_answer(base_text *text, const htn_domain *domain, const cli_answers *answers, uint32_t index);
