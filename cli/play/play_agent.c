/* Puts an agent into a play; see play_agent.h. */
#include "cli/play/play_agent.h"
#include "base/text.h"
#include "cli/play/play_journal.h"
#include "cli/play/play_trees.h"
#include <stdlib.h>
#include <string.h>

/* After each tick of the agent. */
static void end_tick(void *user, htn_status status)
{
    play_model *model = user;
    (void)status; /* the journal has it */
    play_conclude(model);
    play_read_journal(model);
    for (uint32_t i = 0; i < model->layer_count; i++)
        model->layers[i].has_new_tree = false;
    play_note_steps(model);
}

bool play_make_actor(cli_actor *actor, cli_session *session)
{
    htn_agent_options options = {.limits = session->limits, .orders = PLAY_ORDERS};
    options.horizon_ms = session->request.horizon;
    options.seed = session->request.seed;
    session->plays = true;
    return cli_actor_open(actor, &session->subject.domain, &session->answers, &options) == HTN_OK;
}

/* Makes new layers, unless the new agent goes on with the `same` plans: then what is known about the layers stays. */
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

void play_change_agent(play_model *model, cli_session *session, cli_actor *actor, htn_journal *journal, bool same)
{
    cli_actor_close(&model->actor);
    free(model->journal);
    model->journal = journal;
    if (model->session != session) {
        cli_session_close(model->session);
        free(model->session);
    }
    model->session = session;
    model->actor = *actor;
    session->agent = actor->agent;
    model->change_count = 0;
    model->actor.listener = play_listen;
    model->actor.listener_user = model;
    model->actor.ticked = end_tick;
    model->actor.ticked_user = model;
    htn_agent_listen(model->actor.agent, cli_actor_count, &model->actor);
    make_layers(model, same);
    htn_world_copy(&session->world, htn_agent_world(model->actor.agent));
    cli_actor_look(&model->actor);
    play_skip_journal(model);
}
