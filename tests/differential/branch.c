/* A branch of a story; see branch.h. */
#include "branch.h"
#include "changed_domain.h"
#include "generate.h"
#include "worlds.h"
#include <htn/save.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 6, TICKS = 12, TICK_US = 170000, WORK = 1000000 };

/* --- The world ------------------------------------------------------------------------------------- */

static const htnc_property *find(const htnc_model *model, const char *name)
{
    const htnc_property *property = model->properties;

    while (property && strcmp(property->name, name) != 0)
        property = property->next;
    return property;
}

static bool is_number(const htnc_type *type)
{
    return type->kind == HTNC_TYPE_INTEGER || type->kind == HTNC_TYPE_FIXED;
}

static bool same_type(const htnc_type *a, const htnc_type *b)
{
    return a->kind == b->kind &&
           ((a->kind != HTNC_TYPE_ENUM && a->kind != HTNC_TYPE_ENTITIES) || strcmp(a->name, b->name) == 0);
}

static bool same_kind(const htnc_property *a, const htnc_property *b)
{
    const htnc_variable *p = a->declaration->parameters, *q = b->declaration->parameters;

    for (; p && q; p = p->next, q = q->next)
        if (!same_type(p->type_ref->type, q->type_ref->type))
            return false;
    return !p && !q && (same_type(a->type, b->type) || (is_number(a->type) && is_number(b->type)));
}

static int32_t held(const htn_world *world, const htnc_property *property, const int32_t *indexes, uint32_t count)
{
    return count == 0 ? htn_world_get(world, property->index)
                      : htn_world_get_at(world, property->index, indexes, count);
}

/* Only of cells whose instances are there anything is known; where a During is in force, the step may have ended. */
static bool is_known(const player_state *player, const runner_world *expected, const htnc_property *property,
                     uint32_t cell, const int32_t *indexes)
{
    const htnc_variable *parameter = property->declaration->parameters;
    uint32_t at = reference_first_cell(player->reference, property) + cell, i;

    for (i = 0; parameter; i++, parameter = parameter->next)
        if (!reference_exists(player->reference, parameter->type_ref->type, indexes[i], expected->seen))
            return false;
    return !runner_has_during(expected, at);
}

/* What an expiring value becomes in a build: the same, for as long, or its initial value if it cannot expire there. */
static bool same_expiring(const player_state *branch, const htnc_property *new, const int32_t *indexes, uint32_t count,
                          uint64_t left)
{
    const htn_world *world = htn_agent_world(branch->agent);

    return new->expires ? htn_world_time_left(world, new->index, indexes, count) == left
                        : held(world, new, indexes, count) == held(&branch->subject->world, new, indexes, count);
}

/* A number of one type as one of another: an integer as a fixed number, that one rounded half away from zero, and the nearest in range. */
static int32_t converted(int32_t value, const htnc_type *from, const htnc_type *to)
{
    int64_t number = value;

    if (from->kind == HTNC_TYPE_INTEGER && to->kind == HTNC_TYPE_FIXED)
        number *= 1000;
    else if (from->kind == HTNC_TYPE_FIXED && to->kind == HTNC_TYPE_INTEGER)
        number = (number < 0 ? number - 500 : number + 500) / 1000;
    return (int32_t)(number < to->low ? to->low : number > to->high ? to->high : number);
}

static bool same_cells(const player_state *player, const player_state *branch, const runner_world *expected,
                       const htnc_property *old, const htnc_property *new, branch_result *result)
{
    int32_t indexes[REFERENCE_INDEXES];
    uint32_t i, count;

    for (i = 0; i < reference_cell_count(player->reference, old); i++) {
        uint32_t at = reference_first_cell(player->reference, old) + i;
        int32_t value = expected->seen[at];

        count = reference_indexes(player->reference, old, i, indexes);
        if (!is_known(player, expected, old, i, indexes))
            continue;
        if (expected->expires[at] &&
            !same_expiring(branch, new, indexes, count, expected->expires[at] - expected->time))
            return false;
        if (expected->expires[at] && !new->expires)
            continue;
        if (is_number(new->type))
            value = converted(value, old->type, new->type);
        result->made_fixed += old->type->kind == HTNC_TYPE_INTEGER && new->type->kind == HTNC_TYPE_FIXED;
        result->made_whole += old->type->kind == HTNC_TYPE_FIXED && new->type->kind == HTNC_TYPE_INTEGER;
        if (held(htn_agent_world(branch->agent), new, indexes, count) != value)
            return false;
    }
    return true;
}

/* The home has what it shares, and its instances. */
static bool is_homes(const player_state *player, const htnc_property *property)
{
    const htnc_variable *parameter = property->declaration->parameters;

    if (!player->home)
        return false;
    for (; parameter; parameter = parameter->next)
        if (home_shares_type(player->reference, parameter->type_ref->type))
            return true;
    return property->declaration->shared || home_shares_type(player->reference, property->type);
}

static bool same_world(const player_state *player, const player_state *branch, const runner_world *expected,
                       branch_result *result)
{
    const htnc_property *old = player->subject->compilation.model->properties, *new;

    for (; old; old = old->next) {
        new = find(branch->subject->compilation.model, old->name);
        if (new && !old->declaration->cooling && !new->declaration->cooling && !old->declaration->held &&
            !new->is_static && !old->is_static && same_kind(old, new) && !is_homes(player, old) &&
            !same_cells(player, branch, expected, old, new, result))
            return false;
    }
    return true;
}

/* --- Going on --------------------------------------------------------------------------------------- */

static uint32_t count_steps(const player_state *player)
{
    htn_activity activity;
    uint32_t layer, i, count = 0;

    for (layer = 0; layer < htn_agent_layers(player->agent); layer++)
        for (i = 0; htn_agent_activity(player->agent, layer, i, &activity); i++)
            count++;
    return count;
}

static htn_status load(player_state *player, player_state *branch, bool reload)
{
    size_t size = htn_agent_save_bytes(player->agent);
    void *save = subject_memory(size);
    htn_status status = HTN_OK;

    player->branching = true;
    if (reload)
        status = htn_agent_reload(branch->agent, player->agent, save, size, NULL);
    else if ((status = htn_agent_save(player->agent, save, size, NULL)) == HTN_OK)
        status = htn_agent_load(branch->agent, save, size, NULL);
    player->branching = false;
    free(save);
    return status;
}

/* --- Timeout and Retry ------------------------------------------------------------------------------ */

/* A step in progress that goes on in the changed domain, as part of its plan. */
typedef struct carried_step {
    uint32_t id, layer, step;
    uint32_t left;                    /* milliseconds until its time is over, at most; HTN_NONE: nobody knows */
    uint32_t attempts, attempts_more; /* that have failed, and may */
} carried_step;

static bool find_activity(const htn_agent *agent, uint32_t id, htn_activity *activity)
{
    uint32_t layer, i;

    for (layer = 0; layer < htn_agent_layers(agent); layer++)
        for (i = 0; htn_agent_activity(agent, layer, i, activity); i++)
            if (activity->id == id)
                return true;
    return false;
}

static const htnc_task *task_of(const player_state *branch, const htn_activity *activity)
{
    const htnc_model *model = branch->subject->compilation.model;
    const char *name = htn_task_name(&branch->subject->domain, activity->task);
    uint32_t i;

    for (i = 0; i < model->task_count; i++)
        if (strcmp(model->tasks[i]->name.text, name) == 0)
            return model->tasks[i];
    return NULL;
}

/* What remains of its time is cut to the new one. */
static uint32_t time_left(const reference_runner *runner, const runner_active *active, const htnc_task *task)
{
    uint32_t left = HTN_NONE;

    if (!task->timeout)
        return HTN_NONE;
    if (active->task->timeout)
        left = active->ends_at > runner->time ? (uint32_t)(active->ends_at - runner->time) : 0;
    if (task->timeout->kind == HTNC_EXPR_INTEGER && task->timeout->value < left)
        left = (uint32_t)task->timeout->value;
    return left;
}

static uint32_t note_carried(const player_state *branch, const reference_runner *runner, carried_step *steps)
{
    uint32_t i, k, count = 0;
    htn_activity activity;

    for (i = 0; i < runner->layer_count; i++)
        for (k = 0; k < runner->layers[i].active_count; k++) {
            const runner_active *active = &runner->layers[i].active[k];
            const htnc_task *task;

            if (active->step == REFERENCE_NONE || active->timed_out ||
                !find_activity(branch->agent, active->id, &activity) || activity.step == HTN_NONE ||
                (task = task_of(branch, &activity)) == NULL)
                continue;
            steps[count] = (carried_step){active->id,
                                          activity.layer,
                                          activity.step,
                                          time_left(runner, active, task),
                                          runner->layers[i].attempts[active->step],
                                          0};
            if (task->retry && task->retry->kind == HTNC_EXPR_INTEGER)
                steps[count].attempts_more = (uint32_t)task->retry->value;
            count++;
        }
    return count;
}

/* Whether no step runs longer than it may, after so many milliseconds. */
static bool end_in_time(const player_state *branch, const carried_step *steps, uint32_t count, uint32_t milliseconds)
{
    htn_activity activity;
    uint32_t i;

    for (i = 0; i < count; i++)
        if (steps[i].left < milliseconds && find_activity(branch->agent, steps[i].id, &activity) &&
            !player_is_aborting(&activity))
            return false;
    return true;
}

/* In the tick after the load all running steps fail: those that are tried again have failed once more than before. */
static bool count_attempts(player_state *branch, const carried_step *steps, uint32_t count, uint32_t *retries)
{
    htn_journal_event event;
    size_t offset = 0;
    uint32_t i, planned = 0; /* by layer, as bits */

    player_read_journal(branch);
    while (htn_journal_next(branch->written, branch->written_size, &offset, &event) == HTN_OK) {
        if (event.kind == HTN_JOURNAL_PLAN && event.numbers[0] < 32)
            planned |= UINT32_C(1) << event.numbers[0];
        for (i = 0; event.kind == HTN_JOURNAL_RETRY && i < count; i++) {
            if (steps[i].layer != event.numbers[0] || steps[i].step != event.numbers[1] ||
                (planned >> event.numbers[0] & 1))
                continue;
            ++*retries;
            if (event.numbers[2] != steps[i].attempts + 1 || event.numbers[2] > steps[i].attempts_more)
                return false;
        }
    }
    return true;
}

static const char *live_on(player_state *branch, const reference_runner *runner, branch_result *result)
{
    carried_step steps[RUNNER_LAYERS * RUNNER_ACTIVE];
    uint32_t i, count = note_carried(branch, runner, steps);

    for (i = 0; i < count; i++)
        result->timeouts += branch->lazy == HTN_RUNNING && steps[i].left != HTN_NONE;
    for (i = 0; i < TICKS; i++) {
        htn_status status = htn_agent_tick(branch->agent, TICK_US);

        if (status == HTN_BAD_ARGUMENT || status == HTN_BUSY || status == HTN_BAD_SAVE)
            return "an agent in a changed domain could not be ticked";
        if (branch->lazy == HTN_RUNNING && !end_in_time(branch, steps, count, (i + 1) * (TICK_US / 1000)))
            return "in a changed domain a step has more time than it may have";
        if (i == 0 && branch->lazy == HTN_FAILED && !count_attempts(branch, steps, count, &result->retries))
            return "in a changed domain a step is tried again too often";
    }
    return NULL;
}

/* --- Memory ------------------------------------------------------------------------------------------ */

static void raise(uint32_t *to, uint32_t from)
{
    *to = from > *to ? from : *to;
}

/* The most that the layers of an agent have used, and somewhat more. */
static htn_limits fitted_limits(const player_state *player)
{
    htn_limits limits = {0}, peaks;
    uint32_t layer;

    for (layer = 0; htn_agent_peaks(player->agent, layer, &peaks) == HTN_OK; layer++) {
        raise(&limits.steps, peaks.steps + 1);
        raise(&limits.record, peaks.record + 4);
        raise(&limits.frames, peaks.frames + 16);
        raise(&limits.choices, peaks.choices + 4);
        raise(&limits.trail, peaks.trail + 8);
        raise(&limits.nodes, peaks.nodes + 1);
        raise(&limits.spans, peaks.spans + 2);
        raise(&limits.continuation, peaks.continuation + 4);
    }
    limits.depth = player->options.limits.depth;
    return limits;
}

/* The agent of another build has as much memory as its game gives it: that of the old one, what is fitted to it, or the default. */
static htn_limits choose_memory(const player_state *player, dice_state *dice, cast_state *cast)
{
    const htn_limits by_default = {.depth = player->options.limits.depth};
    uint32_t kind = dice_below(dice, 3);
    htn_limits chosen;

    *cast = *player->cast;
    if (kind > 0 || dice_percent(dice, 50))
        cast->stories[player->number].running = 0;
    chosen = kind == 0 ? player->options.limits : kind == 1 ? fitted_limits(player) : by_default;
    chosen.work = WORK; /* no reference has given up before a search without an end */
    return chosen;
}

static bool is_same_build(const player_state *a, const subject_state *b)
{
    return a->subject->domain.size == b->domain.size && memcmp(a->subject->blob, b->blob, b->domain.size) == 0;
}

static void go_on(player_state *player, subject_state *changed, const reference_runner *runner, dice_state *dice,
                  bool reload, branch_result *result)
{
    player_state *branch = subject_memory(sizeof *branch);
    cast_state cast;
    const htn_limits limits = choose_memory(player, dice, &cast);
    const htn_outcome lazy = dice_percent(dice, 40) ? HTN_RUNNING : dice_percent(dice, 50) ? HTN_FAILED : HTN_ABORTED;
    htn_status status;

    result->steps = count_steps(player);
    player_empty(branch);
    if (is_same_build(player, changed) || !player_open(branch, lazy == HTN_FAILED ? PLAYER_HEARD : PLAYER_CALLED, &cast,
                                                       player->number, player->reference, changed, &limits)) {
        player_close(branch);
        free(branch);
        return;
    }
    branch->branching = true;
    branch->lazy = lazy;
    status = load(player, branch, reload);
    if (status != HTN_OK && status != HTN_BUSY) /* busy: it has something to share */
        result->problem = "an agent could not go on in a changed domain";
    if (status == HTN_OK) {
        result->carried = count_steps(branch);
        if (result->carried > result->steps)
            result->problem = "in a changed domain an agent has more steps in progress";
        else if (!same_world(player, branch, &runner->world, result))
            result->problem = "the world was not carried over to a changed domain";
        else
            result->problem = live_on(branch, runner, result);
    }
    player_close(branch);
    free(branch);
}

branch_result branch_off(player_state *player, const char *text, const reference_runner *runner, dice_state dice,
                         bool reload)
{
    static char changed[GENERATED_SIZE];
    subject_state subject;
    branch_result result = {NULL, false, 0, 0, 0, 0, 0, 0};
    const htn_limits none = {0};
    char problem[4096];
    uint32_t i;

    for (i = 0; i < TRIES && !result.told; i++) {
        change_domain(&dice, text, changed);
        result.told = subject_open(&subject, "changed.htn", changed, false, &none, problem, sizeof problem);
        if (result.told)
            go_on(player, &subject, runner, &dice, reload, &result);
        subject_close(&subject);
    }
    return result;
}
