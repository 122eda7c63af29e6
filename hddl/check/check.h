/*
 * The checker of plans: whether a text in the competition's format is a plan of a problem, and if not, why. It shares hddl_read() and
 * nothing else with the planner, so that one's mistake is not the other's.
 *
 *     verify_read.c      text -> steps and decompositions                 names, arities, types of arguments
 *     verify_tree.c      numbers -> one tree under the root               each of them used once
 *     verify_run.c       the tree in order, on a state                    order of steps, conditions, effects, goal
 *     verify_method.c    one decomposition, by unification
 *     verify_formula.c   conditions; values for what nothing binds are searched for
 *     verify_facts.c     the state;  verify_table.c its hash table;  verify_words.c  how things are named in complaints
 *
 * The format: Behnke, Höller, Biundo: International Planning Competition 2020, hierarchical track.
 */
#ifndef HTN_VERIFY_H
#define HTN_VERIFY_H

#include "hddl/read/hddl.h"
#include "base/text.h"

typedef enum verify_answer {
    VERIFY_VALID,
    VERIFY_INVALID,  /* `said` says why: a line for each complaint, `NAME:LINE: ...` */
    VERIFY_TOO_HARD, /* a condition leaves more variables open than are searched through; `said` says which */
} verify_answer;

/* `text` has a NUL behind its `length` bytes, and is changed. `name` stands for it in complaints. */
verify_answer verify_plan(const hddl_problem *problem, const char *name, char *text, size_t length, base_text *said);

#endif
