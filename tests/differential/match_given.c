#include "match_given.h"
#include <string.h>

/* The start of some text of the blob. */
static int32_t random_symbol(const htn_domain *domain, dice_state *dice)
{
    uint32_t at = dice_below(dice, htn_domain_count(domain, HTN_SECTION_STRINGS));

    while (at > 0 && domain->sections[HTN_SECTION_STRINGS].data[at - 1] != 0)
        at--;
    return (int32_t)at;
}

/* An instance that is present, or none. */
static int32_t random_instance(const subject_state *subject, uint32_t type, dice_state *dice)
{
    int32_t low = htn_type_low(&subject->domain, type), high = htn_type_high(&subject->domain, type), value;
    int tries;

    for (tries = 0; tries < 8; tries++) {
        value = dice_between(dice, low, high);
        if (htn_world_exists(&subject->world, type, value))
            return value;
    }
    return -1;
}

static int32_t random_argument(const subject_state *subject, uint32_t type, dice_state *dice)
{
    int32_t low, high;

    if (type == HTN_NONE)
        return random_symbol(&subject->domain, dice);
    if (htn_type_is_open(&subject->domain, type))
        return random_instance(subject, type, dice);
    low = htn_type_low(&subject->domain, type);
    high = htn_type_high(&subject->domain, type);
    if (htn_type_kind_of(&subject->domain, type) == HTN_TYPE_INTEGER ||
        htn_type_kind_of(&subject->domain, type) == HTN_TYPE_FIXED) {
        if (low < -3 || high > 12 || dice_percent(dice, 10))
            return dice_between(dice, -3, 12);
    }
    return dice_between(dice, low, high);
}

static bool give_task(match_given *given, const subject_state *subject, reference_planner *reference, dice_state *dice)
{
    const htnc_model *model = subject->compilation.model;
    const htnc_task *task = model->tasks[dice_below(dice, model->task_count)];
    int32_t *values = given->values[given->count], numbers[REFERENCE_ARGUMENTS];
    uint32_t i, type;

    if (task->parameter_count > REFERENCE_ARGUMENTS || task->is_each || task->is_gate)
        return false;
    for (i = 0; i < task->parameter_count; i++) {
        type = htn_task_parameter_type(&subject->domain, task->index, i);
        numbers[i] = values[i] = random_argument(subject, type, dice);
        if (type == HTN_NONE)
            numbers[i] = reference_symbol_number(
                reference, htn_domain_text(&subject->domain, HTN_SECTION_STRINGS, (uint32_t)values[i]));
    }
    given->tasks[given->count].task = task->index;
    given->tasks[given->count].arguments = task->parameter_count > 0 ? values : NULL;
    given->tasks[given->count++].argument_count = task->parameter_count;
    return reference_give(&given->reference, task, numbers);
}

static bool splits(const match_given *given)
{
    uint32_t i;

    for (i = 0; i < given->reference.count; i++)
        if (given->reference.tasks[i].item.task->splits)
            return true;
    return false;
}

void match_choose_given(match_given *given, const subject_state *subject, reference_planner *reference,
                        dice_state *dice)
{
    uint32_t count = dice_percent(dice, 25) ? 1 + dice_below(dice, dice_percent(dice, 50) ? 1 : MATCH_GIVEN) : 0;

    given->count = given->reference.count = 0;
    given->reference.cheapest = false;
    while (given->count < count && give_task(given, subject, reference, dice))
        ;
    if (given->count > 0 && subject->domain.cheapest && !splits(given))
        given->reference.cheapest = dice_percent(dice, 60);
    reference_plan_given(reference, given->count > 0 ? &given->reference : NULL);
}

void match_add_given(const match_given *given, htn_request *request)
{
    request->tasks = given->count > 0 ? given->tasks : NULL;
    request->task_count = given->count;
    request->cheapest = given->count > 0 && given->reference.cheapest;
}

/* --- Mistakes ------------------------------------------------------------------------------------- */

/* An argument that its type does not have; false: the task has none that could be wrong. */
static bool spoil_argument(const subject_state *subject, const htn_given_task *task, int32_t *values, dice_state *dice)
{
    uint32_t which = task->argument_count > 0 ? dice_below(dice, task->argument_count) : 0, type;

    if (task->argument_count == 0)
        return false;
    type = htn_task_parameter_type(&subject->domain, task->task, which);
    if (type == HTN_NONE) {
        values[which] = dice_percent(dice, 50) ? -1 : (int32_t)htn_domain_count(&subject->domain, HTN_SECTION_STRINGS);
        return true;
    }
    if (htn_type_kind_of(&subject->domain, type) == HTN_TYPE_INTEGER ||
        htn_type_kind_of(&subject->domain, type) == HTN_TYPE_FIXED)
        return false;
    values[which] = dice_percent(dice, 50) ? -2 : htn_type_high(&subject->domain, type) + 1;
    return true;
}

const char *match_find_unrefused(const match_given *given, subject_state *subject, const htn_request *request,
                                 bool running, dice_state *dice)
{
    htn_given_task tasks[MATCH_GIVEN + 1];
    int32_t values[REFERENCE_ARGUMENTS];
    htn_request wrong = *request;
    uint32_t which = given->count > 0 ? dice_below(dice, given->count) : 0;
    const char *what = "another list than the running plan's";

    memcpy(tasks, given->tasks, sizeof given->tasks);
    wrong.tasks = tasks;
    if (running) {
        wrong.replan = true;
        tasks[given->count] = (htn_given_task){given->reference.count > 0 ? given->tasks[0].task : 0, NULL, 0};
        if (given->count > 0 && dice_percent(dice, 50)) {
            wrong.tasks = NULL;
            wrong.task_count = 0;
            wrong.cheapest = false;
        } else if (given->count > 0) {
            wrong.task_count = given->count - 1 > 0 ? given->count - 1 : given->count + 1;
            tasks[given->count] = tasks[0];
        } else {
            tasks[0] = (htn_given_task){htn_root_task(&subject->domain, 0), NULL, 0};
            wrong.task_count = 1;
        }
    } else if (given->count == 0) {
        return NULL;
    } else if (dice_percent(dice, 25)) {
        tasks[which].task = htn_domain_count(&subject->domain, HTN_SECTION_TASKS);
        what = "a task that does not exist";
    } else if (dice_percent(dice, 33)) {
        tasks[which].argument_count++;
        what = "an argument too many";
    } else if (splits(given) && dice_percent(dice, 50)) {
        wrong.cheapest = true;
        what = "the cheapest plan of a task that can reach a Split";
    } else {
        if (tasks[which].argument_count > 0)
            memcpy(values, tasks[which].arguments, tasks[which].argument_count * sizeof *values);
        if (!spoil_argument(subject, &tasks[which], values, dice))
            return NULL;
        tasks[which].arguments = values;
        what = "an argument that its type does not have";
    }
    return htn_plan_begin(subject->planner, &subject->world, &wrong) == HTN_BAD_ARGUMENT ? NULL : what;
}
