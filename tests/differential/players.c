/* The agents of a cast that live through it in one way; see players.h. */
#include "players.h"
#include "dice.h"
#include <htn/save.h>
#include <stdlib.h>
#include <string.h>

enum { SAVES = 400 }; /* a purpose of dice */

static htn_group_options options_of(const players_state *players, uint32_t home)
{
    htn_group_options options = {0};

    options.id = home + 1;
    options.mode = players->cast->later ? HTN_GROUP_LATER : HTN_GROUP_AT_ONCE;
    return options;
}

/* In a block of exactly its size, which is made for the first one and used again. */
static bool make_home(players_state *players, uint32_t home, void **block)
{
    const htn_group_options options = options_of(players, home);
    size_t room = htn_group_bytes(&players->subject->domain, &options);

    if (!*block)
        *block = subject_memory(room);
    return htn_group_init(&players->homes[home], &players->subject->domain, &options, *block, room) == HTN_OK;
}

static bool make_crowd(players_state *players)
{
    uint32_t i;
    bool good = htn_crowd_init(&players->crowd) == HTN_OK;

    for (i = 0; i < players->cast->agents; i++)
        good = good && htn_crowd_add(&players->crowd, players->players[i].agent) == HTN_OK;
    if (!good)
        players->problem = "a crowd was refused";
    return good;
}

bool players_open(players_state *players, player_mode mode, const cast_state *cast, reference_planner *reference,
                  subject_state *subject, const htn_limits *limits)
{
    uint32_t i;

    players->mode = mode;
    players->cast = cast;
    players->reference = reference;
    players->subject = subject;
    players->problem = NULL;
    players->saved_homes = 0;
    memset(players->home_memory, 0, sizeof players->home_memory);
    memset(players->other_memory, 0, sizeof players->other_memory);
    for (i = 0; i < cast->agents; i++) {
        players->in[i] = CAST_HOMES;
        player_empty(&players->players[i]);
    }
    for (i = 0; i < cast->homes; i++)
        if (!make_home(players, i, &players->home_memory[i])) {
            players->problem = "a home was refused";
            return false;
        }
    for (i = 0; i < cast->agents; i++) {
        if (!player_open(&players->players[i], mode, cast, i, reference, subject, limits))
            return false;
    }
    return mode != PLAYER_CROWD || make_crowd(players);
}

void players_close(players_state *players)
{
    uint32_t i;

    for (i = 0; i < players->cast->agents; i++)
        player_close(&players->players[i]);
    for (i = 0; i < players->cast->homes; i++) {
        free(players->home_memory[i]);
        free(players->other_memory[i]);
    }
}

/* --- Before a frame -------------------------------------------------------------------------------- */

static void change_homes(players_state *players, cast_moment moment, uint32_t number)
{
    story_change changes[STORY_CHANGES];
    uint32_t home, count;

    for (home = 0; home < players->cast->homes; home++) {
        count = cast_changes(players->cast, players->reference, players->subject->compilation.model, players->tick,
                             home, moment, number, changes);
        if (!player_change(players->subject, players->reference, players->homes[home],
                           htn_group_world(players->homes[home]), changes, count))
            players->problem = "a value was refused by a home";
    }
}

static void join(players_state *players, uint32_t agent, uint32_t home)
{
    if (htn_agent_join(players->players[agent].agent, home == CAST_HOMES ? NULL : players->homes[home]) != HTN_OK)
        players->problem = "an agent could not join or leave";
    players->in[agent] = home;
}

/* A save leaves out what waits for an answer, or has got it; the reference goes on with it. */
static bool save_agent(player_state *player)
{
    uint32_t i;

    for (i = 0; i < htn_agent_layers(player->agent) && player->cast->later; i++)
        if (htn_agent_result(player->agent, i) == HTN_SUSPENDED)
            return false;
    return player_save(player);
}

/* One agent goes on in other memory: it leaves in the old. */
static void move_agent(players_state *players, uint32_t agent)
{
    uint32_t home = players->in[agent];

    if (!save_agent(&players->players[agent]))
        return;
    if (home != CAST_HOMES)
        join(players, agent, CAST_HOMES);
    player_load(&players->players[agent]);
    if (home != CAST_HOMES)
        join(players, agent, home);
}

static void move_home(players_state *players, uint32_t home)
{
    size_t size = htn_group_save_bytes(players->homes[home]);
    void *save = subject_memory(size), *old = players->home_memory[home];
    const htn_group_options options = options_of(players, home);

    if (htn_group_save(players->homes[home], save, size, NULL) != HTN_OK ||
        !make_home(players, home, &players->other_memory[home]) ||
        htn_group_load(players->homes[home], save, size, NULL) != HTN_OK)
        players->problem = "a save of a home was refused";
    memset(old, 0xA5, htn_group_bytes(&players->subject->domain, &options));
    players->home_memory[home] = players->other_memory[home];
    players->other_memory[home] = old;
    players->saved_homes++;
    free(save);
}

/* All go on in other memory, the homes too. */
static void move_all(players_state *players)
{
    uint32_t i, saved = 0;

    while (saved < players->cast->agents && save_agent(&players->players[saved]))
        saved++;
    for (i = 0; saved < players->cast->agents && i < saved; i++)
        player_drop_save(&players->players[i]);
    if (saved < players->cast->agents)
        return;
    for (i = 0; i < players->cast->homes; i++)
        move_home(players, i);
    for (i = 0; i < players->cast->agents; i++) {
        player_load(&players->players[i]);
        if (players->in[i] != CAST_HOMES)
            join(players, i, players->in[i]);
    }
}

static void save_and_load(players_state *players)
{
    dice_state dice = dice_for(players->cast->seed, SAVES + players->tick);
    uint32_t i;

    if (dice_percent(&dice, 40)) {
        move_all(players);
        return;
    }
    for (i = 0; i < players->cast->agents; i++)
        if (dice_percent(&dice, 50))
            move_agent(players, i);
}

void players_begin_frame(players_state *players, uint32_t tick)
{
    uint32_t i, home;

    players->tick = tick;
    if (players->mode == PLAYER_SAVED && players->cast->homes > 0)
        save_and_load(players);
    for (home = 0; home < players->cast->homes; home++)
        htn_group_tick(players->homes[home], (uint64_t)cast_pause(tick) * 1000);
    change_homes(players, CAST_BEFORE, 0);
    for (i = 0; i < players->cast->agents; i++) {
        home = cast_home(players->cast, tick, i, players->in[i]);
        if (home != players->in[i])
            join(players, i, home);
        players->players[i].home = home == CAST_HOMES ? NULL : htn_group_world(players->homes[home]);
        players->players[i].knows_home = players->players[i].knows_home || home != CAST_HOMES;
    }
}

/* --- In a frame ------------------------------------------------------------------------------------ */

/* Ticks of a group that shares later commute. */
static void order_of_ticks(const players_state *players, uint32_t *order)
{
    uint32_t i, agents = players->cast->agents;

    cast_order(players->cast, players->tick, false, order);
    for (i = 0; players->mode == PLAYER_LANES && i < agents / 2; i++) {
        uint32_t first = order[i];

        order[i] = order[agents - 1 - i];
        order[agents - 1 - i] = first;
    }
}

/* A function that does not return leaves the crowd's tick, too. There is only one agent then. */
static htn_status tick_crowd(players_state *players)
{
    player_state *first = &players->players[0];

    if (setjmp(first->before) == 0)
        return htn_crowd_tick(&players->crowd, cast_elapsed(players->cast, players->tick, 0), HTN_NONE);
    first->thrown = true;
    if (htn_agent_recover(first->agent) != HTN_OK)
        players->problem = "an agent could not recover";
    return HTN_OK;
}

/* The agents of a LATER group, or one that is in none: who is ticked first does not matter. */
static void players_tick_crowd(players_state *players)
{
    htn_status status;
    uint32_t i;

    for (i = 0; i < players->cast->agents; i++)
        player_begin_frame(&players->players[i], players->tick);
    status = tick_crowd(players);
    for (i = 0; i < players->cast->agents; i++) {
        players->players[i].status_unknown = players->cast->agents > 1;
        player_end_frame(&players->players[i], players->cast->agents > 1 && !is_full(status) ? HTN_OK : status);
    }
}

void players_tick(players_state *players)
{
    uint32_t order[CAST_AGENTS], i;

    if (players->mode == PLAYER_CROWD) {
        players_tick_crowd(players);
        return;
    }
    order_of_ticks(players, order);
    for (i = 0; i < players->cast->agents; i++) {
        if (!players->cast->later)
            change_homes(players, CAST_BETWEEN_TICKS, i);
        player_tick(&players->players[order[i]], players->tick, cast_is_ticked(players->cast, players->tick, order[i]));
    }
}

void players_share(players_state *players)
{
    uint32_t order[CAST_AGENTS], i;

    cast_order(players->cast, players->tick, true, order);
    for (i = 0; i < players->cast->agents && players->cast->homes > 0; i++) {
        if (cast_shares(players->cast, players->tick, order[i]) &&
            htn_agent_share(players->players[order[i]].agent) != HTN_OK)
            players->problem = "an agent could not share";
        change_homes(players, CAST_BETWEEN_SHARES, i);
    }
}
