/* What a person does in a play; see play_actions.h. */
#include "cli/play/play_actions.h"
#include "base/text.h"
#include "cli/actor/actor.h"
#include "cli/common/settings.h"
#include "cli/play/play_journal.h"
#include "cli/play/play_moves.h"
#include "cli/play/play_trees.h"
#include "cli/play/play_undo.h"
#include <stdlib.h>
#include <string.h>

void play_settle(play_model *model)
{
    htn_status trouble = HTN_OK; /* not needed: each tick has logged its own */
    const cli_rest rest = cli_actor_settle(&model->actor, &trouble);
    if (rest == CLI_REST_RESTLESS)
        play_log(model, PLAY_PROBLEM, "steps start and end again and again without time passing");
    else if (rest == CLI_REST_VAIN)
        play_log(model, PLAY_PROBLEM, "a plan is found again and again, and ends at once");
}

typedef bool change_world(const cli_settings *settings, const char *text, base_text *problem);

/* Logs a change of a query's answer. Changes of the world are in the agent's journal, but answers are not part of the world. */
static void log_answer(play_model *model, const char *text)
{
    const size_t length = strcspn(text, "(="), equals = strcspn(text, "=");
    char *name = base_duplicate_text(text);
    name[length] = '\0';
    if (htn_query_find(model->actor.domain, name) != HTN_NONE) {
        play_log(model, PLAY_WORLD, "%.*s answers %s", (int)equals, text, text + equals + 1);
        if (!model->session->answers.arrived) /* what waits for it asks again */
            htn_agent_answers_changed(model->actor.agent);
    }
    free(name);
}

static void add_removal(play_model *model, const char *instance)
{
    base_text text = {0};
    base_text_add(&text, "%s=none", instance);
    play_add_move(model, PLAY_MOVE_SENSE, HTN_NONE, text.bytes);
    base_text_free(&text);
}

static bool change(play_model *model, change_world *how, const char *text, base_text *problem)
{
    const cli_settings settings = {
        model->actor.domain, htn_agent_world(model->actor.agent), &model->session->answers, NULL, "spawn ", NULL};
    play_begin_action(model);
    const bool done = how(&settings, text, problem);
    char *made = play_new_instances(settings.world, &model->session->world);
    play_read_journal(model);
    if (done && how == cli_settings_set)
        log_answer(model, text);
    model->asked = true;
    model->kept = PLAY_KEPT_NOT;
    model->planned = false;
    play_settle(model);
    model->asked = false;
    if (made[0] != '\0')
        play_add_move(model, PLAY_MOVE_GIVEN, HTN_NONE, made);
    else if (done && how == cli_settings_despawn)
        add_removal(model, text);
    else if (done)
        play_add_move(model, PLAY_MOVE_SENSE, HTN_NONE, text);
    free(made);
    play_log_kept(model);
    play_end_action(model);
    return done;
}

bool play_set(play_model *model, const char *text, base_text *problem)
{
    return change(model, cli_settings_set, text, problem);
}

bool play_spawn(play_model *model, const char *text, base_text *problem)
{
    return change(model, cli_settings_spawn, text, problem);
}

bool play_despawn(play_model *model, const char *text, base_text *problem)
{
    return change(model, cli_settings_despawn, text, problem);
}

static void end_step(play_model *model, uint32_t index, htn_outcome outcome)
{
    const uint32_t layer = model->actor.steps[index].layer;
    char *text = play_text_of_end(model, index, outcome);
    cli_actor_end(&model->actor, index, outcome);
    play_settle(model);
    play_add_move(model, PLAY_MOVE_RUN, layer, text);
    free(text);
}

void play_end(play_model *model, uint32_t index, htn_outcome outcome)
{
    play_begin_action(model);
    end_step(model, index, outcome);
    play_end_action(model);
}

/* Whether the duration of a step in progress is over. */
static bool is_over(const play_model *model, const cli_actor_step *step)
{
    return !step->aborting && play_elapsed(model, step->id) >= play_duration(model, step->layer, step->index);
}

static uint32_t find_step(const play_model *model, uint32_t id)
{
    uint32_t at = 0;
    while (at < model->actor.step_count && model->actor.steps[at].id != id)
        at++;
    return at < model->actor.step_count ? at : HTN_NONE;
}

/* Ends the steps whose duration is over, one after the other; not those that this starts, even if they take no time. */
static void end_steps(play_model *model)
{
    const uint32_t count = model->actor.step_count;
    uint32_t *due = base_allocate((count + 1) * sizeof *due), due_count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (is_over(model, &model->actor.steps[i]))
            due[due_count++] = model->actor.steps[i].id;
    for (uint32_t i = 0; i < due_count; i++) {
        const uint32_t step = find_step(model, due[i]);
        if (step != HTN_NONE && !model->actor.steps[step].aborting)
            end_step(model, step, HTN_SUCCEEDED);
    }
    free(due);
}

/* Whether a step is to end now. */
static bool is_any_over(const play_model *model)
{
    for (uint32_t i = 0; i < model->actor.step_count; i++)
        if (is_over(model, &model->actor.steps[i]))
            return true;
    return false;
}

void play_pass(play_model *model, uint32_t milliseconds, bool ends)
{
    uint32_t waited = 0;
    play_begin_action(model);
    while (milliseconds > 0) {
        const uint32_t slice = milliseconds < PLAY_SLICE ? milliseconds : PLAY_SLICE;
        milliseconds -= slice;
        model->state->time += slice;
        cli_actor_tick(&model->actor, slice);
        play_settle(model);
        waited += slice;
        if (!(ends && is_any_over(model)) && milliseconds > 0)
            continue;
        play_add_wait(model, waited);
        waited = 0;
        if (ends)
            end_steps(model);
    }
    play_end_action(model);
}
