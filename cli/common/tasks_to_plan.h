/*
 * Given tasks as a person types them: `Travel(Alice, "Park", 3)`. `htn plan --task` takes these, and so does everything else
 * where a person types a task with arguments.
 */
#pragma once

#include "base/text.h"
#include <htn/planner.h>
#include <htn/world.h>

/* A list of tasks. All zeroes: the empty one. */
typedef struct cli_given_tasks {
    htn_given_task *tasks;
    size_t count, capacity;
} cli_given_tasks;

/*
 * Adds a task. `world`: instances must exist in it. `spawn`: what to write in front of `Enemy=1` to add an instance,
 * "--spawn "; messages use it. False: nothing was added, and `problem` says why in a sentence.
 */
bool cli_given_add(cli_given_tasks *given, const htn_world *world, const char *text, const char *spawn,
                   base_text *problem);
void cli_given_free(cli_given_tasks *given);

/* `Travel(Alice, Park), Rest()`: the list as text. */
void cli_add_given(base_text *text, const htn_domain *domain, const htn_given_task *tasks, uint32_t count);
