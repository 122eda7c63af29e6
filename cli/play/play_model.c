/* The play: what a person does to the agent, and what is seen of it after each tick; see play_model.h. */
#include "cli/play/play_model.h"
#include "cli/common/terminal.h"
#include "base/text.h"
#include "cli/common/exit_status.h"
#include "cli/common/outcome.h"
#include "cli/common/settings.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BACK_OFF = 1000, MOST_LOG = 20000 };

char *play_copy(const char *text)
{
    const size_t size = strlen(text) + 1;
    return memcpy(base_allocate(size), text, size);
}

/* --- The log -------------------------------------------------------------------------------------- */

void play_shorten_log(play_model *model)
{
    const size_t gone = model->log_count > MOST_LOG ? model->log_count / 2 : 0;
    if (gone == 0)
        return;
    for (size_t i = 0; i < gone; i++)
        free(model->log[i].text);
    memmove(model->log, model->log + gone, (model->log_count - gone) * sizeof *model->log);
    model->log_count -= gone;
    play_shift_past(model, gone);
}

void play_log(play_model *model, play_kind kind, const char *format, ...)
{
    base_text text = {0};
    va_list arguments;
    va_start(arguments, format);
    base_text_add_list(&text, format, arguments);
    va_end(arguments);
    const play_entry *last = model->log_count > model->shadow_log ? &model->log[model->log_count - 1] : NULL;
    if (last != NULL && last->time == model->state->time && strcmp(last->text, base_text_of(&text)) == 0) {
        base_text_free(&text); /* once more of the same */
        return;
    }
    if (model->fresh)
        model->change_count = 0;
    model->fresh = false;
    model->log = base_grow_array(model->log, model->log_count, &model->log_capacity, sizeof *model->log);
    model->log[model->log_count++] = (play_entry){model->state->time, kind, text.bytes};
}

/* --- After a tick --------------------------------------------------------------------------------- */

void play_add_status(base_text *text, const play_model *model, uint32_t layer)
{
    const play_tree *tree = play_tree_of(model, layer);
    htn_plan plan;
    if (htn_agent_plan(model->actor.agent, layer, &plan, NULL) || tree == NULL)
        return;
    if (cli_is_found(tree->status))
        base_text_add(text, tree->status == HTN_EMPTY_PLAN ? "nothing to do" : "no plan runs");
    else if (tree->status == HTN_NO_PLAN)
        base_text_add(text, "no plan");
    else
        cli_add_limit(text, &model->session->limits, tree->status);
}

static void free_steps(play_model *model)
{
    for (uint32_t i = 0; i < model->step_count; i++)
        free(model->steps[i].text);
    free(model->steps);
    model->steps = NULL;
    model->step_count = 0;
}

void play_look(play_model *model)
{
    free_steps(model);
    model->steps = base_allocate(model->actor.step_count * sizeof *model->steps);
    model->step_count = model->actor.step_count;
    for (uint32_t i = 0; i < model->step_count; i++) {
        const cli_actor_step *step = &model->actor.steps[i];
        model->steps[i] = (play_step){step->id, play_copy(step->text)};
    }
}

static void look(void *user, htn_status status)
{
    play_model *model = user;
    (void)status; /* the journal tells */
    play_conclude(model);
    play_read_journal(model);
    for (uint32_t i = 0; i < model->layer_count; i++)
        model->layers[i].told = false;
    play_look(model);
}

/* --- Actions -------------------------------------------------------------------------------------- */

void play_settle(play_model *model)
{
    htn_status trouble = HTN_OK; /* each tick has logged its own */
    const cli_rest rest = cli_actor_settle(&model->actor, &trouble);
    if (rest == CLI_REST_RESTLESS)
        play_log(model, PLAY_PROBLEM, "steps start and end without an end, in no time");
    else if (rest == CLI_REST_VAIN)
        play_log(model, PLAY_PROBLEM, "plans are found again and again, and end at once");
}

typedef bool change_world(const cli_settings *settings, const char *text, base_text *problem);

/* What a query answers is no part of the world, which tells its changes itself. */
static void log_answer(play_model *model, const char *text)
{
    const size_t length = strcspn(text, "(="), equals = strcspn(text, "=");
    char *name = play_copy(text);
    name[length] = '\0';
    if (htn_query_find(model->actor.domain, name) != HTN_NONE) {
        play_log(model, PLAY_WORLD, "%.*s is answered by %s", (int)equals, text, text + equals + 1);
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

uint32_t play_elapsed(const play_model *model, uint32_t id)
{
    return model->state->time - model->state->since[id % PLAY_SINCE];
}

/* Of steps that have taken as long as they take. */
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
        const size_t logged = model->log_count;
        milliseconds -= slice;
        model->state->time += slice;
        if (ends)
            end_steps(model);
        cli_actor_tick(&model->actor, slice);
        if (model->log_count != logged)
            play_settle(model);
    }
    play_end_action(model);
}

/* --- Beginning and end ---------------------------------------------------------------------------- */

bool play_make_actor(cli_actor *actor, cli_session *session)
{
    htn_agent_options options = {.limits = session->limits, .back_off_ms = BACK_OFF};
    options.horizon_ms = session->request.horizon;
    options.seed = session->request.seed;
    session->plays = true;
    return cli_actor_open(actor, &session->subject.domain, &session->answers, &options) == HTN_OK;
}

/* What is known of the layers is of the agent before; of one over the very same domain it stays. */
static void make_layers(play_model *model, bool same)
{
    if (same)
        return;
    if (model->layers != NULL)
        play_forget_trees(model);
    free(model->layers);
    play_state *before = model->state;
    model->layer_count = htn_agent_layers(model->actor.agent);
    model->layers = base_allocate((model->layer_count + 1) * sizeof *model->layers);
    model->state_size = sizeof *model->state + model->layer_count * sizeof *model->state->tree;
    model->state = base_allocate(model->state_size);
    if (before != NULL)
        memcpy(model->state, before, sizeof *before);
    free(before);
}

void play_change_agent(play_model *model, cli_session *session, cli_actor *actor, bool same)
{
    cli_actor_close(&model->actor);
    if (model->session != session) {
        cli_session_close(model->session);
        free(model->session);
    }
    model->session = session;
    model->actor = *actor;
    model->change_count = 0;
    model->actor.listener = play_listen;
    model->actor.listener_user = model;
    model->actor.ticked = look;
    model->actor.ticked_user = model;
    htn_agent_listen(model->actor.agent, cli_actor_count, &model->actor);
    make_layers(model, same);
    htn_world_copy(&session->world, htn_agent_world(model->actor.agent));
    cli_actor_look(&model->actor);
    play_keep_journal(model);
}

int play_open(play_model *model, const char *command, const char *path, const play_options *options)
{
    cli_actor actor = {0};
    *model = (play_model){.path = play_copy(path), .options = options};
    model->style = explain_style_of(!options->ascii && cli_wants_utf8(), true);
    model->session = base_allocate(sizeof *model->session);
    const int status = cli_session_open(model->session, command, path, &options->session);
    if (status != CLI_EXIT_YES)
        return status;
    if (!play_make_actor(&actor, model->session)) {
        fprintf(stderr, "htn %s: no agent can be made with these limits; lower --max-steps or --max-depth\n", command);
        cli_actor_close(&actor);
        return CLI_EXIT_LIMIT;
    }
    htn_world_copy(htn_agent_world(actor.agent), &model->session->world);
    play_change_agent(model, model->session, &actor, false);
    play_watch_files(model, &model->session->subject, path);
    play_begin_action(model);
    play_settle(model);
    play_end_action(model);
    play_forget_past(model); /* there is nothing before */
    return CLI_EXIT_YES;
}

void play_close(play_model *model)
{
    play_forget_past(model);
    if (model->layers != NULL)
        play_forget_trees(model);
    free_steps(model);
    cli_actor_close(&model->actor);
    for (size_t i = 0; i < model->log_count; i++)
        free(model->log[i].text);
    free(model->log);
    free(model->layers);
    free(model->state);
    free(model->changes);
    free(model->past);
    free(model->path);
    free(model->journal_memory);
    play_forget_paths(model);
    if (model->session != NULL)
        cli_session_close(model->session);
    free(model->session);
}
