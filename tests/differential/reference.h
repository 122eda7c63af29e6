/*
 * The reference planner: a direct reading of docs/language.md, "What planning means", over the
 * compiler's model, for the tests to compare the machine with. It shares nothing with lowering, blob
 * or VM: it has its own arithmetic (in wide integers), its own recursion test, its own world (one
 * int32_t per property), and plans by plain recursion. Slow, and meant to be obviously right.
 */
#ifndef TESTS_REFERENCE_H
#define TESTS_REFERENCE_H

#include "../../compiler/model.h"

enum {
    REFERENCE_PROPERTIES = 256, /* bounds of what it can hold: beyond them it gives up, and says so */
    REFERENCE_TASKS = 512,
    REFERENCE_STEPS = 512,
    REFERENCE_RECORD = 4096,
    REFERENCE_ARGUMENTS = 8,
    REFERENCE_SYMBOLS = 128
};

typedef enum reference_outcome {
    REFERENCE_PLAN,
    REFERENCE_EMPTY_PLAN,
    REFERENCE_NO_PLAN,
    REFERENCE_STANDS,
    REFERENCE_LIMIT_STEPS,
    REFERENCE_LIMIT_DEPTH,
    REFERENCE_GAVE_UP, /* too much work for it: nothing is known */
    REFERENCE_OUTCOMES
} reference_outcome;

enum { REFERENCE_CUT_STEPS = 1, REFERENCE_CUT_DEPTH = 2 };

typedef struct reference_step {
    const htnc_task *task;
    int32_t arguments[REFERENCE_ARGUMENTS]; /* a symbol's is its number, see reference_symbol() */
} reference_step;

typedef struct reference_plan {
    reference_outcome outcome;
    uint32_t step_count;
    reference_step steps[REFERENCE_STEPS];
    uint32_t record_count;
    uint32_t record[REFERENCE_RECORD];
    int32_t cost, duration;
    uint32_t cut;
    uint64_t work;       /* methods taken and steps appended, those given up included */
    uint64_t backtracks; /* methods taken and given up */
} reference_plan;

/* How far to go. `effort` bounds the reference's own labour: beyond it the outcome is GAVE_UP. */
typedef struct reference_limits {
    uint32_t steps, depth;
    uint64_t effort;
} reference_limits;

typedef struct reference_planner reference_planner;

/* Made once and used for any number of models. Never NULL: a test without memory ends. */
reference_planner *reference_new(void);
void reference_free(reference_planner *reference);

/* What to plan over from now on. False where the model is larger than the bounds above. */
bool reference_use(reference_planner *reference, const htnc_model *model);

/* Plans from root `root` in `world` (a value per property). */
void reference_find(reference_planner *reference, uint32_t root, const int32_t *world, const reference_limits *limits,
                    reference_plan *plan);

/* Whether the steps from `steps_done` on still hold; `*failed` (may be NULL) is the first that does not. */
bool reference_validate(reference_planner *reference, const reference_plan *running, uint32_t steps_done,
                        const int32_t *world, uint32_t *failed);

/*
 * Replans while `running` runs, of which `steps_done` steps have succeeded. Outcome STANDS leaves
 * `plan` without steps and record.
 */
void reference_replan(reference_planner *reference, uint32_t root, const reference_plan *running, uint32_t steps_done,
                      const int32_t *world, const reference_limits *limits, reference_plan *plan);

/* The world after a step's Effects (expected ones are not part of the real world). */
void reference_succeed(reference_planner *reference, const reference_step *step, int32_t *world);

/*
 * The value of an operator's argument in `world`: a number, or a symbol's (`*symbol` true).
 * `index` is below the operator's argument count.
 */
int32_t reference_operator_argument(reference_planner *reference, const reference_step *step, uint32_t index,
                                    const int32_t *world, bool *symbol);

/* The text of a symbol by its number. */
const char *reference_symbol(const reference_planner *reference, int32_t number);

/* The value of an expression without variables: for the test of arithmetic. */
int32_t reference_evaluate(reference_planner *reference, const htnc_expr *expression, const int32_t *world);

/* The least and greatest value of a property, read off its declaration. */
void reference_range(reference_planner *reference, const htnc_property *property, int32_t *low, int32_t *high);

const char *reference_outcome_name(reference_outcome outcome);

#endif
