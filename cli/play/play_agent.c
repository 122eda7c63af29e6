/* Puts an agent into a play; see play_agent.h. */
#include "cli/play/play_agent.h"
#include "base/text.h"
#include "cli/play/play_journal.h"
#include "cli/play/play_trees.h"
#include <stdlib.h>
#include <string.h>

/* After each tick of the agent. */
static void end_tick(void *user, cli_actor *actor, htn_status status)
{
    play_model *model = user;
    (void)actor;
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

/* An agent and all that belongs to it, while another one plays. */
struct play_side {
    char *path;
    cli_session *session;
    cli_actor actor;
    htn_journal *journal;
    play_layer *layers;
    uint32_t layer_count;
    bool shares; /* `layers` are those of the model */
    play_state *state;
    size_t state_size;
};

static play_side side_of(const play_model *model, char *path)
{
    return (play_side){.path = path,
                       .session = model->session,
                       .actor = model->actor,
                       .journal = model->journal,
                       .layers = model->layers,
                       .layer_count = model->layer_count,
                       .state = model->state,
                       .state_size = model->state_size};
}

void play_free_side(play_side *side)
{
    if (side == NULL)
        return;
    if (!side->shares) {
        play_forget_trees(side->layers, side->layer_count);
        free(side->layers);
    }
    cli_actor_close(&side->actor);
    free(side->journal);
    cli_session_close(side->session);
    free(side->session);
    free(side->state);
    free(side->path);
    free(side);
}

size_t play_size_of_side(const play_side *side)
{
    return side->actor.agent_size + side->state_size;
}

/* New layers, unless the new agent goes on with the `same` plans: then what is known about the layers stays. */
static void make_layers(play_model *model, play_side *before, bool same)
{
    if (same && before != NULL) {
        before->shares = true;
        model->state = base_copy_array(before->state, before->state_size, 1);
        return;
    }
    model->layer_count = htn_agent_layers(model->actor.agent);
    model->layers = base_allocate((model->layer_count + 1) * sizeof *model->layers);
    model->state_size = sizeof *model->state + model->layer_count * sizeof *model->state->shown;
    model->state = base_allocate(model->state_size);
    if (before != NULL)
        memcpy(model->state, before->state, sizeof *before->state);
}

/* The agent in the model begins to play, or plays again. */
static void take_agent(play_model *model)
{
    model->change_count = 0;
    htn_agent_listen(model->actor.agent, cli_actor_count, &model->actor);
    htn_world_copy(&model->session->world, htn_agent_world(model->actor.agent));
    cli_actor_look(&model->actor);
    play_skip_journal(model);
}

play_side *play_change_agent(play_model *model, cli_session *session, cli_actor *actor, htn_journal *journal, bool same,
                             char *old)
{
    play_side *before = NULL;
    if (model->state != NULL) {
        before = base_allocate(sizeof *before);
        *before = side_of(model, old);
    }
    model->session = session;
    model->actor = *actor;
    model->journal = journal;
    session->agent = actor->agent;
    model->actor.listener = play_listen;
    model->actor.listener_user = model;
    model->actor.ticked = end_tick;
    model->actor.ticked_user = model;
    make_layers(model, before, same);
    take_agent(model);
    return before;
}

void play_swap_sides(play_model *model, play_side *side)
{
    play_side mine = side_of(model, model->path);
    mine.shares = side->shares;
    model->path = side->path;
    model->session = side->session;
    model->actor = side->actor;
    model->journal = side->journal;
    model->layers = side->layers;
    model->layer_count = side->layer_count;
    model->state = side->state;
    model->state_size = side->state_size;
    *side = mine;
    take_agent(model);
}
