/*
 * Arithmetic: operators' arguments that are random expressions, evaluated by the runtime (and folded by
 * the compiler where they are constant), against the reference's 64-bit evaluation.
 */
#include "generate.h"
#include "groups.h"
#include <stdio.h>

enum { WORLDS = 40, PROPERTIES = 4 };

static int32_t random_number(dice_state *dice)
{
    static const int32_t edges[] = {0,     1,     -1,     INT32_MAX, INT32_MIN, INT32_MAX - 1, INT32_MIN + 1,
                                    46340, 46341, -46341, 65536,     7};

    if (dice_percent(dice, 40))
        return edges[dice_below(dice, sizeof edges / sizeof *edges)];
    if (dice_percent(dice, 50))
        return dice_between(dice, -20, 20);
    return dice_between(dice, INT32_MIN, INT32_MAX);
}

static bool compare_task(subject_state *subject, reference_planner *reference, uint32_t task, const int32_t *world)
{
    const htnc_task *model = subject->compilation.model->tasks[task];
    htn_argument argument;
    uint32_t count;
    int32_t value;

    if (!model->operator_)
        return true;
    value = reference_evaluate(reference, model->operator_arguments, world);
    if (htn_operator_arguments(&subject->world, task, NULL, NULL, NULL, &argument, 1, &count) == HTN_OK && count == 1 &&
        argument.value == value)
        return true;
    printf("# %s: reference %d, runtime %d, world %d %d %d %d\n", model->name.text, (int)value, (int)argument.value,
           (int)world[0], (int)world[1], (int)world[2], (int)world[3]);
    return false;
}

static bool compare_worlds(subject_state *subject, reference_planner *reference, dice_state *dice, uint64_t *compared)
{
    static twin_world twin;
    uint32_t i, task;
    int k;

    twin.reference = reference;
    twin.subject = subject;
    twin.runtime = &subject->world;
    if (!world_begin(&twin))
        return false;
    for (i = 0; i < WORLDS; i++) {
        for (k = 0; k < PROPERTIES; k++)
            twin.world[k] = random_number(dice);
        if (!world_settle(&twin))
            return false;
        for (task = 0; task < subject->compilation.model->task_count; task++, ++*compared)
            if (!compare_task(subject, reference, task, twin.world))
                return false;
    }
    return true;
}

bool group_arithmetic(reference_planner *reference, uint32_t domains, uint64_t *compared)
{
    static char text[GENERATED_SIZE];
    char problem[4096];
    uint32_t seed;

    for (seed = 1; seed <= domains; seed++) {
        const htn_limits limits = {0};
        dice_state dice = dice_for(seed, 3);
        subject_state subject;
        bool good;

        generate_arithmetic(seed, text);
        good = subject_open(&subject, "arithmetic.htn", text, false, &limits, problem, sizeof problem) &&
               reference_use(reference, subject.compilation.model);
        if (!good)
            print_comment(problem);
        else
            good = compare_worlds(&subject, reference, &dice, compared);
        subject_close(&subject);
        if (!good) {
            printf("# arithmetic domain %u:\n", (unsigned)seed);
            print_comment(text);
            return false;
        }
    }
    return true;
}
