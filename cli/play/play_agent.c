/* Puts agents into a play; see play_agent.h. */
#include "cli/play/play_agent.h"
#include "base/text.h"
#include "cli/play/play_journal.h"
#include "cli/play/play_players.h"
#include "cli/play/play_trees.h"
#include <stdlib.h>
#include <string.h>

enum { GROUP_ID = 1 };

/* --- Ticks ---------------------------------------------------------------------------------------- */

/* Before each tick of an agent. */
static void begin_tick(void *user, cli_actor *actor)
{
    play_model *model = user;
    for (uint32_t i = 0; i < model->player_count; i++)
        if (&model->players[i]->actor == actor)
            play_turn(model, i);
}

/* After it. */
static void end_tick(void *user, cli_actor *actor, htn_status status)
{
    play_model *model = user;
    (void)actor;
    (void)status; /* the journal has it */
    play_conclude(model);
    play_read_journal(model);
    for (uint32_t i = 0; i < model->layer_count; i++)
        model->now->layers[i].has_new_tree = false;
    play_note_steps(model);
}

/* --- Making --------------------------------------------------------------------------------------- */

static bool make_actor(play_player *player, cli_session *session, uint32_t number)
{
    htn_agent_options options = {.limits = session->limits, .orders = PLAY_ORDERS};
    options.horizon_ms = session->request.horizon;
    options.seed = session->request.seed + number;
    session->plays = true;
    return cli_actor_open(&player->actor, &session->subject.domain, &session->answers, &options) == HTN_OK;
}

/* The first player's world and answers are those of the session. */
static void make_world(play_player *player, const cli_session *session, bool first)
{
    const htn_domain *domain = &session->subject.domain;
    const size_t size = htn_world_bytes(domain);
    player->answers.domain = domain;
    if (first)
        return;
    player->world_memory = base_allocate(size);
    htn_world_init(&player->world, domain, player->world_memory, size);
}

void play_add_group(play_side *side)
{
    const htn_group_options options = {.id = GROUP_ID};
    const htn_domain *domain = &side->session->subject.domain;
    side->group_size = htn_group_bytes(domain, &options);
    side->group_memory = base_allocate(side->group_size);
    htn_group_init(&side->group, domain, &options, side->group_memory, side->group_size);
}

void play_share_trees(play_player *player, play_player *before)
{
    free(player->layers);
    player->layers = before->layers;
    before->shares = true;
}

/* --- Freeing -------------------------------------------------------------------------------------- */

static void free_steps(play_player *player)
{
    for (uint32_t i = 0; i < player->step_count; i++)
        free(player->steps[i].text);
    free(player->steps);
}

static void free_player(play_player *player, uint32_t layer_count)
{
    if (!player->shares && player->layers != NULL) {
        play_forget_trees(player->layers, layer_count);
        free(player->layers);
    }
    free_steps(player);
    cli_actor_close(&player->actor);
    cli_answers_free(&player->answers);
    base_text_free(&player->recording);
    free(player->world_memory);
    free(player->journal);
    free(player->state);
    free(player->name);
    free(player);
}

void play_close_side(play_side *side)
{
    for (uint32_t i = 0; i < side->player_count; i++) {
        if (i == side->turn) /* the session has them */
            side->players[i]->answers = (cli_answers){0};
        free_player(side->players[i], side->layer_count);
    }
    free(side->players);
    free(side->group_memory);
    if (side->session != NULL)
        cli_session_close(side->session);
    free(side->session);
    free(side->path);
}

void play_free_side(play_side *side)
{
    if (side != NULL)
        play_close_side(side);
    free(side);
}

size_t play_size_of_side(const play_side *side)
{
    size_t size = side->group_size;
    for (uint32_t i = 0; i < side->player_count; i++)
        size += side->players[i]->actor.agent_size + side->state_size;
    return size;
}

/* --- Adding --------------------------------------------------------------------------------------- */

bool play_add_player(play_side *side, const char *name, uint32_t number)
{
    play_player *player = base_allocate(sizeof *player);
    player->name = name != NULL ? base_duplicate_text(name) : NULL;
    make_world(player, side->session, side->player_count == 0);
    if (!make_actor(player, side->session, number)) {
        free_player(player, 0);
        return false;
    }
    player->journal = play_begin_journal(player->actor.agent);
    side->layer_count = htn_agent_layers(player->actor.agent);
    side->state_size = sizeof *player->state + side->layer_count * sizeof *player->state->shown;
    player->layers = base_allocate((side->layer_count + 1) * sizeof *player->layers);
    player->state = base_allocate(side->state_size);
    side->players = base_grow_array(side->players, side->player_count, &side->player_capacity, sizeof *side->players);
    side->players[side->player_count++] = player;
    return true;
}

/* --- In the model --------------------------------------------------------------------------------- */

play_side play_side_of(const play_model *model)
{
    return (play_side){.path = model->path,
                       .session = model->session,
                       .players = model->players,
                       .player_count = model->player_count,
                       .player_capacity = model->player_capacity,
                       .turn = model->turn,
                       .chosen = model->chosen,
                       .group = model->group,
                       .group_memory = model->group_memory,
                       .group_size = model->group_size,
                       .layer_count = model->layer_count,
                       .state_size = model->state_size};
}

void play_use_side(play_model *model, const play_side *side)
{
    model->path = side->path;
    model->session = side->session;
    model->players = side->players;
    model->player_count = side->player_count;
    model->player_capacity = side->player_capacity;
    model->turn = side->turn;
    model->chosen = side->chosen;
    model->now = side->player_count > 0 ? side->players[side->turn] : NULL;
    model->group = side->group;
    model->group_memory = side->group_memory;
    model->group_size = side->group_size;
    model->layer_count = side->layer_count;
    model->state_size = side->state_size;
}

void play_take_sides(play_model *model)
{
    model->change_count = 0;
    for (uint32_t i = 0; i < model->player_count; i++) {
        cli_actor *actor = &model->players[i]->actor;
        actor->listener = play_listen;
        actor->ticking = begin_tick;
        actor->ticked = end_tick;
        actor->listener_user = actor->ticked_user = model;
    }
    for (uint32_t i = play_next_player(model, HTN_NONE); i != HTN_NONE; i = play_next_player(model, i)) {
        play_turn(model, i);
        model->session->agent = model->now->actor.agent;
        htn_world_copy(&model->session->world, htn_agent_world(model->now->actor.agent));
        cli_actor_look(&model->now->actor);
        play_skip_journal(model);
    }
    play_turn_back(model);
}

void play_swap_sides(play_model *model, play_side *side)
{
    play_side mine = play_side_of(model);
    for (uint32_t i = 0; i < mine.player_count && i < side->player_count; i++) {
        mine.players[i]->shares = side->players[i]->shares;
        side->players[i]->shares = false;
        const base_text recording = mine.players[i]->recording; /* goes on */
        mine.players[i]->recording = side->players[i]->recording;
        side->players[i]->recording = recording;
    }
    play_use_side(model, side);
    *side = mine;
    play_take_sides(model);
}
