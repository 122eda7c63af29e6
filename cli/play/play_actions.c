/* What a person does in a play; see play_actions.h. */
#include "cli/play/play_actions.h"
#include "cli/actor/actor.h"
#include "cli/common/settings.h"
#include "cli/play/play_journal.h"
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

static bool change(play_model *model, change_world *how, const char *text, base_text *problem)
{
    const cli_settings settings = {model->actor.domain, htn_agent_world(model->actor.agent), &model->session->answers,
                                   NULL, "spawn "};
    play_begin_action(model);
    const bool done = how(&settings, text, problem);
    play_read_journal(model);
    if (done && how == cli_settings_set)
        log_answer(model, text);
    model->asked = true;
    play_settle(model);
    model->asked = false;
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

void play_end(play_model *model, uint32_t index, htn_outcome outcome)
{
    play_begin_action(model);
    cli_actor_end(&model->actor, index, outcome);
    play_settle(model);
    play_end_action(model);
}

/* Ends the steps whose duration is over. */
static void end_steps(play_model *model)
{
    for (uint32_t i = 0; i < model->actor.step_count; i++) {
        const cli_actor_step *step = &model->actor.steps[i];
        if (!step->aborting && play_elapsed(model, step->id) >= play_duration(model, step->layer, step->index))
            cli_actor_end(&model->actor, i, HTN_SUCCEEDED);
    }
}

void play_pass(play_model *model, uint32_t milliseconds, bool ends)
{
    const uint32_t tick = model->options->tick != 0 ? model->options->tick : PLAY_TICK;
    play_begin_action(model);
    while (milliseconds > 0) {
        const uint32_t slice = milliseconds < tick ? milliseconds : tick;
        milliseconds -= slice;
        model->state->time += slice;
        if (ends)
            end_steps(model);
        cli_actor_tick(&model->actor, slice);
        play_settle(model);
    }
    play_end_action(model);
}
