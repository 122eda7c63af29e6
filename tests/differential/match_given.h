/* Given tasks of a match: random tasks with random arguments, the same for the runtime and the reference. */
#pragma once

#include "dice.h"
#include "reference.h"
#include "under_test.h"

enum { MATCH_GIVEN = 4 };

typedef struct match_given {
    uint32_t count; /* 0: a root is planned */
    htn_given_task tasks[MATCH_GIVEN];
    int32_t values[MATCH_GIVEN][REFERENCE_ARGUMENTS];
    reference_given reference;
} match_given;

/* Chooses tasks, in many throws none. Whether it is the cheapest plan that is wanted, too. */
void match_choose_given(match_given *given, const subject_state *subject, reference_planner *reference,
                        dice_state *dice);

/* Adds the tasks to a request. */
void match_add_given(const match_given *given, htn_request *request);

/*
 * Requests that must be refused: those tasks with a mistake in them; with `running`, other tasks than those. Returns the name
 * of a mistake that was not refused; NULL: none.
 */
const char *match_find_unrefused(const match_given *given, subject_state *subject, const htn_request *request,
                                 bool running, dice_state *dice);
