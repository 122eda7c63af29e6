/* Tells a story; see teller.h. */
#include "teller.h"
#include "branch.h"
#include "match.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BRANCH = 500 }; /* a purpose of dice */

/* --- The reference's side -------------------------------------------------------------------------- */

static const story_state *story_of(const teller_agent *agent)
{
    return &agent->teller->cast.stories[agent->number];
}

/* What the game does, where each tick is printed: to agent or home `number`. */
static void print_changes(const teller_state *teller, const char *whose, uint32_t number, const story_change *changes,
                          uint32_t count)
{
    uint32_t i;

    for (i = 0; teller->verbose && i < count; i++) {
        const story_change *change = &changes[i];

        printf("#     %s %u: ", whose, (unsigned)number);
        if (change->kind == STORY_SET || change->kind == STORY_ADD)
            printf("%s, cell %u %s %d for %d ms\n", change->property->name, (unsigned)change->cell,
                   change->kind == STORY_SET ? "=" : "+=", (int)change->value, (int)change->lasts);
        else
            printf("%s %s %d\n",
                   change->kind == STORY_SPAWN     ? "spawn"
                   : change->kind == STORY_RELEASE ? "release"
                                                   : "despawn",
                   change->type->name, (int)change->value);
    }
}

/*
 * An agent that has left its group makes no instances of its own of what it shared: back in the same home, those with the generation
 * of one there would be taken for that.
 */
static bool may_spawn(const teller_agent *agent, const htnc_type *type)
{
    const home_member *member = &agent->runner.member;

    return member->home || !agent->knows_home || !home_shares_type(agent->teller->reference, type);
}

/* For statistics. `home`: the one that is changed, or CAST_HOMES. */
static void count_changes(teller_state *teller, uint32_t home, bool inside, const story_change *changes, uint32_t count)
{
    teller_statistics *of = &teller->statistics;
    bool used = home < CAST_HOMES && teller->used[home];
    uint32_t i;

    of->bursts += count > HTN_WORLD_LOG;
    for (i = 0; i < count; i++) {
        bool of_home = home < CAST_HOMES && changes[i].type && home_shares_type(teller->reference, changes[i].type);

        of->came_before += changes[i].kind == STORY_SPAWN && of_home && !used;
        of->came_after += changes[i].kind == STORY_SPAWN && of_home && used;
        of->went_before += changes[i].kind == STORY_DESPAWN && of_home && !used;
        of->went_after += changes[i].kind == STORY_DESPAWN && of_home && used;
        of->went_inside += changes[i].kind == STORY_DESPAWN && inside;
    }
}

static void change_agent(teller_agent *agent, const story_change *changes, uint32_t count)
{
    reference_runner *runner = &agent->runner;
    uint32_t i;

    print_changes(agent->teller, "agent", agent->number, changes, count);
    count_changes(agent->teller, agent->in, agent->ticking, changes, count);
    for (i = 0; i < count; i++)
        switch (changes[i].kind) {
        case STORY_SET:
            runner_set(runner, changes[i].property, changes[i].cell, changes[i].value, changes[i].lasts);
            break;
        case STORY_ADD: runner_add(runner, changes[i].property, changes[i].cell, changes[i].value); break;
        case STORY_SPAWN:
            if (may_spawn(agent, changes[i].type))
                runner_spawn(runner, changes[i].type);
            break;
        case STORY_DESPAWN: runner_despawn(runner, changes[i].type, changes[i].value); break;
        case STORY_RELEASE: break;
        }
}

/* Nobody in the group holds the instance any more. */
static void release(teller_state *teller, reference_home *home, const htnc_type *family, int32_t instance)
{
    uint32_t i;

    for (i = 0; i < teller->cast.agents; i++)
        if (teller->agents[i].runner.member.home == home)
            runner_revoke(&teller->agents[i].runner, family, instance);
    home_free(home, family, instance);
}

/* `inside`: the runner from inside whose functions the game does it; NULL: none. */
static void change_home(teller_state *teller, uint32_t number, reference_runner *inside, const story_change *changes,
                        uint32_t count)
{
    reference_home *home = &teller->homes[number];
    uint32_t i;

    print_changes(teller, "home", number, changes, count);
    count_changes(teller, number, inside != NULL, changes, count);
    for (i = 0; i < count; i++) {
        switch (changes[i].kind) {
        case STORY_SET: home_set(home, changes[i].property, changes[i].cell, changes[i].value, changes[i].lasts); break;
        case STORY_ADD: home_add(home, changes[i].property, changes[i].cell, changes[i].value); break;
        case STORY_SPAWN: home_spawn(home, changes[i].type); break;
        case STORY_DESPAWN: home_despawn(home, changes[i].type, changes[i].value); break;
        case STORY_RELEASE: release(teller, home, changes[i].type, changes[i].value); break;
        }
        if (inside)
            runner_home_changed(inside);
    }
}

static void change(teller_agent *agent, story_place place, uint32_t number)
{
    teller_state *teller = agent->teller;
    const htnc_model *model = teller->subject.compilation.model;
    story_change changes[STORY_CHANGES];
    uint32_t count = story_changes(story_of(agent), teller->reference, model, teller->tick, place, number, changes);

    change_agent(agent, changes, count);
    if (place == STORY_OUTSIDE || !agent->ticking || agent->in == CAST_HOMES)
        return;
    count = cast_callback_changes(&teller->cast, teller->reference, model, teller->tick, agent->number,
                                  number * 3 + place, changes);
    change_home(teller, agent->in, &agent->runner, changes, count);
}

/* Whether the function does not return. */
static void throw(teller_agent * agent, uint32_t number, chronicle_call call)
{
    if (agent->ticking && (call != CALL_SENSE || story_of(agent)->sensors_throw) &&
        story_throws(story_of(agent), agent->teller->tick, number, call))
        longjmp(agent->before, 1);
}

static htn_outcome start(void *user, uint32_t layer, const runner_active *active)
{
    teller_agent *agent = user;

    chronicle_runner_call(&agent->calls, &agent->runner, CALL_START, layer, active, 0);
    change(agent, STORY_OPERATOR, active->id);
    throw(agent, active->id, CALL_START);
    return story_start(story_of(agent), agent->teller->tick, active->id);
}

static htn_outcome update(void *user, uint32_t layer, const runner_active *active)
{
    teller_agent *agent = user;

    chronicle_runner_call(&agent->calls, &agent->runner, CALL_UPDATE, layer, active, agent->elapsed);
    change(agent, STORY_OPERATOR, active->id);
    throw(agent, active->id, CALL_UPDATE);
    return story_update(story_of(agent), agent->teller->tick, active->id);
}

static htn_outcome stop(void *user, uint32_t layer, const runner_active *active, bool first)
{
    teller_agent *agent = user;

    chronicle_runner_call(&agent->calls, &agent->runner, CALL_ABORT, layer, active, first ? 0 : agent->elapsed);
    change(agent, STORY_OPERATOR, active->id);
    throw(agent, active->id, CALL_ABORT);
    return story_abort(story_of(agent), agent->teller->tick, active->id, first);
}

static void sense(void *user, uint32_t sensor)
{
    teller_agent *agent = user;

    chronicle_sense(&agent->calls, sensor);
    change(agent, STORY_SENSOR, sensor);
    throw(agent, sensor, CALL_SENSE);
}

static void tick_runner(teller_agent *agent)
{
    agent->runner.counts.late_ticks += agent->missed > 0;
    agent->ticking = true;
    if (setjmp(agent->before) == 0)
        runner_tick(&agent->runner, agent->elapsed);
    else
        runner_recover(&agent->runner);
    agent->ticking = false;
    agent->missed = 0;
}

static void order(teller_agent *agent)
{
    const teller_state *teller = agent->teller;
    const story_order given =
        story_orders(story_of(agent), &teller->subject.domain, teller->subject.compilation.model, teller->tick);
    const runner_layer *layer = &agent->runner.layers[given.layer];
    uint32_t open = 0, i;

    agent->runner.end_count = 0;
    if (given.kind == STORY_QUEUE || given.kind == STORY_REPLACE)
        runner_order_task(&agent->runner, given.layer, given.task, given.values, given.kind == STORY_REPLACE);
    else if (given.kind == STORY_TAKE_ALL)
        runner_take_back(&agent->runner, given.layer, HTN_NONE);
    for (i = 0; given.kind == STORY_TAKE_ONE && i < layer->order_count; i++)
        if (layer->orders[i].end < 0 && open++ == given.index) {
            runner_take_back(&agent->runner, given.layer, layer->orders[i].id);
            return;
        }
}

static void tick_agent(teller_agent *agent)
{
    teller_state *teller = agent->teller;
    const story_state *story = story_of(agent);
    uint32_t layer, i;

    agent->calls.count = agent->layers.count = 0;
    agent->calls.full = agent->layers.full = false;
    agent->elapsed = agent->missed + cast_elapsed(&teller->cast, teller->tick, agent->number);
    teller->subject.answers.seed = story_answers(story, teller->tick);
    change(agent, STORY_OUTSIDE, 0);
    if (story_asks(story, teller->tick, agent->runner.layer_count, &layer))
        runner_ask(&agent->runner, layer);
    if (teller->tick > 0 && story_answers(story, teller->tick) != story_answers(story, teller->tick - 1))
        runner_answers_changed(&agent->runner);
    order(agent);
    for (i = 0; i < agent->runner.sensor_count; i++)
        if (story_senses(story, teller->tick, i))
            sense(agent, i);
    if (cast_is_ticked(&teller->cast, teller->tick, agent->number))
        tick_runner(agent);
    else if (teller->cast.crowded)
        agent->missed = agent->elapsed;
    agent->sums = agent->sums || home_sums_otherwise(&agent->runner.member, teller->reference, &agent->runner.world);
    chronicle_runner(&agent->layers, &agent->runner);
}

static void change_homes(teller_state *teller, cast_moment moment, uint32_t number)
{
    story_change changes[STORY_CHANGES];
    uint32_t home, count;

    for (home = 0; home < teller->cast.homes; home++) {
        count = cast_changes(&teller->cast, teller->reference, teller->subject.compilation.model, teller->tick, home,
                             moment, number, changes);
        change_home(teller, home, NULL, changes, count);
    }
}

/* False: the reference gave up. */
static bool tick_agents(teller_state *teller)
{
    uint32_t order[CAST_AGENTS], i, home;

    for (home = 0; home < teller->cast.homes; home++)
        home_pass(&teller->homes[home], cast_pause(teller->tick));
    change_homes(teller, CAST_BEFORE, 0);
    for (i = 0; i < teller->cast.agents; i++) {
        home = cast_home(&teller->cast, teller->tick, i, teller->agents[i].in);
        if (home != teller->agents[i].in)
            runner_join(&teller->agents[i].runner, home == CAST_HOMES ? NULL : &teller->homes[home]);
        if (home != teller->agents[i].in) {
            teller->statistics.leaves += home == CAST_HOMES;
            teller->statistics.joins += teller->agents[i].in == CAST_HOMES;
            teller->statistics.moves += home != CAST_HOMES && teller->agents[i].in != CAST_HOMES;
        }
        if (home != CAST_HOMES)
            teller->used[home] = true;
        teller->agents[i].in = home;
        teller->agents[i].knows_home = teller->agents[i].knows_home || home != CAST_HOMES;
    }
    cast_order(&teller->cast, teller->tick, false, order);
    for (i = 0; i < teller->cast.agents; i++) {
        if (!teller->cast.later)
            change_homes(teller, CAST_BETWEEN_TICKS, i);
        tick_agent(&teller->agents[order[i]]);
        if (teller->agents[order[i]].runner.gave_up)
            return false;
    }
    return true;
}

static void share_agents(teller_state *teller)
{
    uint32_t order[CAST_AGENTS], i;

    cast_order(&teller->cast, teller->tick, true, order);
    for (i = 0; i < teller->cast.agents; i++) {
        if (cast_shares(&teller->cast, teller->tick, order[i]))
            runner_share(&teller->agents[order[i]].runner);
        change_homes(teller, CAST_BETWEEN_SHARES, i);
    }
}

/* --- Comparing ------------------------------------------------------------------------------------- */

static bool differs(teller_state *teller, const char *what, player_mode mode, uint32_t agent)
{
    teller->problem.length = 0;
    add_text(&teller->problem, "tick %u: %s (%s)\n", (unsigned)teller->tick, what, player_mode_name(mode));
    if (teller->cast.agents > 1 && agent < CAST_AGENTS)
        add_text(&teller->problem, "agent %u\n", (unsigned)agent);
    return false;
}

/* How the last search ended. Where the cheapest plan is looked for, a limit may be as good as another end. */
static bool same_result(const runner_layer *layer, htn_status status)
{
    if (layer->request != RUNNER_NO_REQUEST)
        return status == HTN_SUSPENDED;
    if (!layer->searched)
        return status == HTN_NOT_BEGUN;
    if (layer->cheapest_cut)
        return true;
    return status == status_of_outcome(layer->outcome);
}

static bool same_results(teller_state *teller, const player_state *player)
{
    const reference_runner *runner = &teller->agents[player->number].runner;
    uint32_t i;

    for (i = 0; i < runner->layer_count; i++) {
        const runner_layer *layer = &runner->layers[i];

        if (!same_result(layer, htn_agent_result(player->agent, i))) {
            differs(teller, "a search ended differently", player->mode, player->number);
            add_text(&teller->problem, "layer %u: %s, and here %s\n", (unsigned)i,
                     layer->searched ? reference_outcome_name(layer->outcome) : "none",
                     htn_status_text(htn_agent_result(player->agent, i)));
            return false;
        }
    }
    return runner->unsure || player->status_unknown || (player->status == HTN_OK) == !runner->limited ||
           differs(teller, "the tick's status is another", player->mode, player->number);
}

/* What there was reason to look for, be it that its outcome was known. */
static bool same_searches(const teller_state *teller, const player_state *player)
{
    htn_counts counts;

    htn_agent_counts(player->agent, &counts);
    return counts.searches + counts.skipped == teller->agents[player->number].runner.counts.searches;
}

static bool same_world(teller_state *teller, const runner_world *expected, htn_world *world)
{
    memcpy(teller->twin.world, expected->seen, reference_cells(teller->reference) * sizeof *teller->twin.world);
    teller->twin.reference = teller->reference;
    teller->twin.subject = &teller->subject;
    teller->twin.runtime = world;
    return world_is_same(&teller->twin);
}

static bool lasts_longer(teller_state *teller, const htnc_property *property, uint32_t cell, uint32_t expected,
                         uint32_t left)
{
    snprintf(teller->twin.problem, sizeof teller->twin.problem, "%s, cell %u: %u ms are left, and here %u\n",
             property->name, (unsigned)cell, (unsigned)expected, (unsigned)left);
    return false;
}

/* How long each value lasts. `own`: only of what is the world's own. */
static bool same_times(teller_state *teller, const runner_world *expected, const htn_world *world, bool own)
{
    const htnc_property *property = teller->subject.compilation.model->properties;
    int32_t indexes[REFERENCE_INDEXES];
    uint32_t i, count;

    for (; property; property = property->next) {
        uint32_t first = reference_first_cell(teller->reference, property);

        if (!property->expires || (own && property->declaration->shared))
            continue;
        for (i = 0; i < reference_cell_count(teller->reference, property); i++) {
            uint64_t end = expected->expires[first + i], wanted = end > expected->time ? end - expected->time : end > 0;

            count = reference_indexes(teller->reference, property, i, indexes);
            uint32_t left = htn_world_time_left(world, property->index, indexes, count);

            if (left != wanted) /* the end is to come even where a sensor has not returned */
                return lasts_longer(teller, property, i, (uint32_t)wanted, left);
        }
    }
    return true;
}

/* Whether operators are called, and each when the reference calls it. */
static bool is_called(player_mode mode)
{
    return mode != PLAYER_POLLED && mode != PLAYER_SLICED;
}

/* Whether the same orders have ended, for the same reasons. */
static bool same_ends(const reference_runner *runner, const player_state *player)
{
    uint32_t i;

    for (i = 0; i < player->end_count && i < runner->end_count; i++)
        if (player->ends[i][0] != runner->ends[i].layer || player->ends[i][1] != runner->ends[i].id ||
            player->ends[i][2] != runner->ends[i].end)
            return false;
    return player->end_count == runner->end_count;
}

static void other_ends(teller_state *teller, const player_state *player)
{
    const reference_runner *runner = &teller->agents[player->number].runner;
    uint32_t i;

    differs(teller, "other ends of orders", player->mode, player->number);
    for (i = 0; i < runner->end_count; i++)
        add_text(&teller->problem, "layer %u: order %u: end %u\n", (unsigned)runner->ends[i].layer,
                 (unsigned)runner->ends[i].id, (unsigned)runner->ends[i].end);
    for (i = 0; i < player->end_count; i++)
        add_text(&teller->problem, "here layer %u: order %u: end %u\n", (unsigned)player->ends[i][0],
                 (unsigned)player->ends[i][1], (unsigned)player->ends[i][2]);
}

static bool same_tick(teller_state *teller, player_state *player)
{
    const teller_agent *agent = &teller->agents[player->number];
    player_mode mode = player->mode;
    if (player->problem)
        return differs(teller, player->problem, mode, player->number);
    if (is_called(mode) && !chronicle_same(&agent->calls, &player->calls))
        differs(teller, "other calls", mode, player->number);
    else if (!chronicle_same(&agent->layers, &player->layers))
        differs(teller, "the layers stand differently", mode, player->number);
    else if (!same_ends(&agent->runner, player))
        other_ends(teller, player);
    if (!same_world(teller, &agent->runner.world, htn_agent_world(player->agent))) {
        if (teller->problem.length == 0)
            differs(teller, "another world", mode, player->number);
        add_text(&teller->problem, "%s", teller->twin.problem);
    }
    if (teller->problem.length > 0)
        return false;
    if (!same_times(teller, &agent->runner.world, htn_agent_world(player->agent), agent->runner.member.home != NULL))
        return differs(teller, teller->twin.problem, mode, player->number);
    if (!same_results(teller, player))
        return false;
    if (mode != PLAYER_SAVED && !player->loads && !same_searches(teller, player))
        return differs(teller, "another number of searches", mode, player->number);
    if (teller->subject.answers.asked_about_none)
        return differs(teller, "a query was asked about what its parameter's type does not have", mode, player->number);
    return true;
}

static bool same_homes(teller_state *teller, players_state *players)
{
    uint32_t i;

    if (players->problem)
        return differs(teller, players->problem, players->mode, CAST_AGENTS);
    for (i = 0; i < teller->cast.homes; i++)
        if (!same_world(teller, &teller->homes[i].world, htn_group_world(players->homes[i]))) {
            differs(teller, "another home", players->mode, CAST_AGENTS);
            add_text(&teller->problem, "home %u: %s", (unsigned)i, teller->twin.problem);
            return false;
        } else if (!same_times(teller, &teller->homes[i].world, htn_group_world(players->homes[i]), false)) {
            return differs(teller, teller->twin.problem, players->mode, CAST_AGENTS);
        }
    return true;
}

/* --- Telling --------------------------------------------------------------------------------------- */

static void print_players(teller_state *teller, const teller_agent *agent, text_buffer *text)
{
    const htn_domain *domain = &teller->subject.domain;
    int mode;

    for (mode = 0; mode < PLAYER_MODES; mode++) {
        player_state *player = &teller->players[mode].players[agent->number];

        if (!teller->in_use[mode] || player->tick != teller->tick ||
            (chronicle_same(&agent->layers, &player->layers) &&
             (!is_called((player_mode)mode) || chronicle_same(&agent->calls, &player->calls))))
            continue;
        add_text(text, "  %s:\n", player_mode_name((player_mode)mode));
        describe_calls(text, domain, &player->calls);
        describe_layers(text, domain, &player->layers);
    }
}

/* A world that is as it was last printed is not printed again. */
static void print_world(teller_state *teller, const runner_world *of, const char *whose, text_buffer *last)
{
    static text_buffer text;

    text.length = 0;
    describe_world(&text, teller->reference, teller->subject.compilation.model, of->seen);
    if (teller->tick > 0 && strcmp(text.text, last->text) == 0)
        return;
    *last = text;
    if (whose[0])
        print_comment(whose);
    print_comment(text.text);
}

/* What is as it was in the tick before is not told again. */
static void print_tick(teller_state *teller)
{
    static text_buffer text, worlds[CAST_AGENTS], homes[CAST_HOMES];
    static const char *const names[] = {"home 0\n", "home 1\n"};
    uint32_t i;

    for (i = 0; i < teller->cast.homes; i++)
        print_world(teller, &teller->homes[i].world, names[i], &homes[i]);
    for (i = 0; i < teller->cast.agents; i++) {
        teller_agent *agent = &teller->agents[i];

        text.length = 0;
        add_text(&text, "tick %u, %u us", (unsigned)teller->tick, (unsigned)agent->elapsed);
        if (teller->cast.homes > 0)
            add_text(&text, ", agent %u in %d%s", (unsigned)i, agent->in == CAST_HOMES ? -1 : (int)agent->in,
                     cast_is_ticked(&teller->cast, teller->tick, i) ? "" : " (not ticked)");
        add_text(&text, "\n");
        describe_calls(&text, &teller->subject.domain, &agent->calls);
        describe_layers(&text, &teller->subject.domain, &agent->layers);
        print_players(teller, agent, &text);
        print_comment(text.text);
        print_world(teller, &agent->runner.world, "", &worlds[i]);
    }
}

typedef enum frame_end { FRAME_SAME, FRAME_DIFFERS, FRAME_FULL } frame_end;

/* Whether a search found too little room. A tick's status may be another layer's. */
static bool has_no_room(const player_state *player, uint32_t layers)
{
    uint32_t i;

    if (is_full(player->status))
        return true;
    for (i = 0; i < layers; i++)
        if (is_full(htn_agent_result(player->agent, i)))
            return true;
    return false;
}

static frame_end tick_players(teller_state *teller, players_state *players)
{
    uint32_t i;

    players_begin_frame(players, teller->tick);
    players_tick(players);
    for (i = 0; i < teller->cast.agents; i++)
        if (has_no_room(&players->players[i], teller->agents[i].runner.layer_count))
            return FRAME_FULL;
    for (i = 0; i < teller->cast.agents; i++)
        if (!same_tick(teller, &players->players[i]))
            return FRAME_DIFFERS;
    return FRAME_SAME;
}

/* An agent in PLAYER_CALLED goes on beside the story in a changed domain. */
static bool branch(teller_state *teller, uint32_t number, dice_state dice, bool reload)
{
    player_state *player = &teller->players[PLAYER_CALLED].players[number];
    const branch_result result = branch_off(player, teller->text, &teller->agents[number].runner, dice, reload);

    teller->statistics.branches += result.told;
    teller->statistics.reloads += result.told && reload;
    teller->statistics.branched_timeouts += result.timeouts;
    teller->statistics.branched_retries += result.retries;
    teller->statistics.branched_steps += result.carried;
    teller->statistics.made_fixed += result.made_fixed;
    teller->statistics.made_whole += result.made_whole;
    return !result.problem || differs(teller, result.problem, PLAYER_CALLED, number);
}

/* Now and then one does; at the end by a hot reload. */
static bool branch_agents(teller_state *teller, bool end)
{
    uint32_t i;

    for (i = 0; i < teller->cast.agents; i++) {
        dice_state dice = dice_for(dice_for(teller->seed, BRANCH).state + teller->tick, i);

        if (dice_percent(&dice, end ? 25 : 1) && !branch(teller, i, dice, end))
            return false;
    }
    return true;
}

/*
 * Whether the agents of a mode still do what the reference does. Spread over ticks, a step that has succeeded by a removal may end its
 * plan before the search is done for which it went on. And what an agent has added to cells of a LATER group, it saturates one by one;
 * the next take, be it for a search alone, saturates the sum.
 */
static bool goes_on(const teller_state *teller, int mode)
{
    uint32_t i;

    for (i = 0; mode == PLAYER_SLICED && i < teller->cast.agents; i++)
        if (teller->agents[i].runner.counts.success_by_removal != 0 || teller->agents[i].sums)
            return false;
    return teller->in_use[mode];
}

/* False: it cannot be gone on with, be it that something was different (`problem` has length then). */
static bool one_frame(teller_state *teller)
{
    frame_end end = FRAME_SAME;
    int mode;

    if (!tick_agents(teller)) {
        teller->statistics.gave_up++;
        return false;
    }
    for (mode = 0; mode < PLAYER_MODES && end == FRAME_SAME; mode++)
        if (goes_on(teller, mode))
            end = tick_players(teller, &teller->players[mode]);
    teller->statistics.full += end == FRAME_FULL;
    if (end == FRAME_FULL)
        return false;
    teller->statistics.ticks += teller->cast.agents;
    if (teller->verbose)
        print_tick(teller);
    if (end != FRAME_SAME || !branch_agents(teller, false))
        return false;
    share_agents(teller);
    for (mode = 0; mode < PLAYER_MODES; mode++) {
        if (!goes_on(teller, mode))
            continue;
        players_share(&teller->players[mode]);
        if (!same_homes(teller, &teller->players[mode]))
            return false;
    }
    return true;
}

static htn_limits choose_limits(const teller_state *teller)
{
    dice_state dice = dice_for(teller->seed, 3);
    htn_limits limits = {0};
    bool cheapest = strstr(teller->text, "[cheapest]") != NULL;

    limits.steps = cheapest ? 3 + dice_below(&dice, 6) : dice_percent(&dice, 10) ? 2 + dice_below(&dice, 4) : 32;
    limits.depth = cheapest ? 1 + dice_below(&dice, 3) : 1 + dice_below(&dice, 8);
    limits.record = 256;
    limits.choices = 256;
    limits.trail = 2048;
    limits.spans = 256;
    limits.frames = 4096;
    limits.nodes = 2 * REFERENCE_STATES;
    limits.continuation = 1024;
    limits.work = 1 << 30; /* the reference does not count what an Achieve does: no search here may end by that */
    return limits;
}

static bool open_players(teller_state *teller, const htn_limits *limits)
{
    int mode;

    for (mode = 0; mode < PLAYER_MODES; mode++) {
        teller->in_use[mode] = player_may((player_mode)mode, &teller->cast, teller->subject.compilation.model);
        teller->statistics.modes[mode] += teller->in_use[mode];
        if (teller->in_use[mode] && !players_open(&teller->players[mode], (player_mode)mode, &teller->cast,
                                                  teller->reference, &teller->subject, limits))
            return differs(teller, "the agent was refused", (player_mode)mode, CAST_AGENTS);
    }
    return true;
}

static uint64_t skipped_by(const player_state *player)
{
    htn_counts counts;

    htn_agent_counts(player->agent, &counts);
    return counts.skipped;
}

static void close_players(teller_state *teller)
{
    uint32_t i;
    int mode;

    for (mode = 0; mode < PLAYER_MODES; mode++) {
        if (!teller->in_use[mode])
            continue;
        for (i = 0; i < teller->cast.agents; i++) {
            const player_state *player = &teller->players[mode].players[i];

            teller->statistics.slices += player->slices;
            teller->statistics.events += player->events;
            teller->statistics.resumed += player->resumed;
            teller->statistics.polled_resumed += mode == PLAYER_POLLED ? player->resumed : 0;
            if (mode == PLAYER_CALLED)
                teller->statistics.skipped += skipped_by(player);
        }
        teller->statistics.saved_homes += teller->players[mode].saved_homes;
        players_close(&teller->players[mode]);
    }
}

static void add_counts(runner_counts *to, const runner_counts *from)
{
    const uint64_t *numbers = (const uint64_t *)(const void *)from;
    uint64_t *sums = (uint64_t *)(void *)to;
    size_t i;

    for (i = 0; i < sizeof *to / sizeof *sums; i++)
        sums[i] += numbers[i];
}

/*
 * A back-off ends when what the failed search has read changes, of which the reference knows nothing: so only where nothing does, be
 * it by another layer, another agent, by AbortEffects or by the end of a cooldown.
 */
static bool may_back_off(const teller_state *teller)
{
    const htnc_model *model = teller->subject.compilation.model;
    const htnc_property *property;
    uint32_t i;

    for (i = 0; i < model->task_count; i++)
        if (model->tasks[i]->abort_effects)
            return false;
    for (property = model->properties; property; property = property->next)
        if (property->declaration->cooling || property->expires)
            return false;
    return model->root_count == 1 && teller->cast.homes == 0;
}

static bool has_expiring(const htnc_model *model)
{
    const htnc_property *property = model->properties;

    while (property && !property->expires)
        property = property->next;
    return property != NULL;
}

static bool begin_agent(teller_state *teller, uint32_t number, const htn_limits *limits)
{
    teller_agent *agent = &teller->agents[number];
    story_state *story = &teller->cast.stories[number];
    const runner_game game = {start, update, stop, sense, agent};
    runner_options options = {0};

    if (!may_back_off(teller))
        story->back_off_ms = 0;
    story->sensors_throw = !has_expiring(teller->subject.compilation.model);
    agent->teller = teller;
    agent->number = number;
    agent->in = CAST_HOMES;
    agent->missed = 0;
    agent->ticking = agent->knows_home = agent->sums = false;
    options.limits = (reference_limits){limits->steps, limits->depth, TELLER_EFFORT, 0, 0};
    options.interval_ms = story->interval_ms;
    options.back_off_ms = story->back_off_ms;
    options.horizon_ms = story->horizon_ms;
    options.seed = story->seed_of_draws;
    options.orders = story->orders;
    options.stagger = story->stagger;
    options.running = story->running ? story->running : subject_has_groups(&teller->subject) ? 8 : 1;
    options.agent = number;
    return runner_begin(&agent->runner, teller->reference, teller->subject.compilation.model, &options, &game);
}

static bool begin_agents(teller_state *teller, const htn_limits *limits)
{
    uint32_t i;

    memset(teller->used, 0, sizeof teller->used);
    for (i = 0; i < teller->cast.homes; i++)
        home_begin(&teller->homes[i], teller->reference, i + 1, teller->cast.later, CAST_AGENTS + i);
    for (i = 0; i < teller->cast.agents; i++)
        if (!begin_agent(teller, i, limits))
            return false;
    return true;
}

static void describe_event(text_buffer *text, const uint8_t *bytes, size_t size, size_t offset)
{
    htn_journal_event event;
    uint32_t i;

    if (htn_journal_next(bytes, size, &offset, &event) != HTN_OK)
        return;
    add_text(text, " %s", htn_journal_name(event.kind));
    for (i = 0; i < event.count; i++)
        add_text(text, " %u", (unsigned)event.numbers[i]);
}

/* All events up to the one at `end`, and that one. */
static void print_journal(const player_state *player, size_t end)
{
    htn_journal_event event;
    size_t offset = 0, at;

    for (at = 0; at <= end && htn_journal_next(player->written, player->written_size, &offset, &event) == HTN_OK;
         at = offset) {
        text_buffer *text = subject_memory(sizeof *text);

        text->length = 0;
        describe_event(text, player->written, player->written_size, at);
        printf("#     byte %u:%s\n", (unsigned)at, text->text);
        free(text);
    }
}

static void replay_journals(teller_state *teller)
{
    htn_replay_report report;
    uint32_t i;

    for (i = 0; i < teller->cast.agents; i++) {
        const player_state *player = &teller->players[PLAYER_HEARD].players[i];

        if (player->written_size == 0 || player->thrown)
            continue;
        teller->statistics.replayed++;
        if (player_is_replayed(player, &report))
            continue;
        if (teller->verbose)
            print_journal(player, report.offset);
        differs(teller, "the journal is replayed differently", PLAYER_HEARD, i);
        add_text(&teller->problem, "byte %u, %s:", (unsigned)report.offset, report.reason ? report.reason : "");
        describe_event(&teller->problem, player->written, player->written_size, report.offset);
        add_text(&teller->problem, "; instead:");
        describe_event(&teller->problem, report.instead, report.instead_size, 0);
        add_text(&teller->problem, "\n");
        return;
    }
}

static void live(teller_state *teller)
{
    const htn_limits limits = choose_limits(teller);
    uint32_t i;

    memset(teller->in_use, 0, sizeof teller->in_use);
    reference_answers(teller->reference, answer_reference, propose_reference, &teller->subject.answers);
    if (!begin_agents(teller, &limits)) {
        teller->statistics.gave_up++;
        return;
    }
    teller->tick = 0;
    if (open_players(teller, &limits)) {
        while (teller->tick < teller->cast.stories[0].ticks && one_frame(teller))
            teller->tick++;
        if (teller->problem.length == 0 && teller->in_use[PLAYER_HEARD])
            replay_journals(teller);
        if (teller->tick == teller->cast.stories[0].ticks && teller->problem.length == 0)
            branch_agents(teller, true);
    }
    close_players(teller);
    teller->statistics.grouped += teller->cast.homes > 0;
    teller->statistics.asked += teller->subject.answers.asked > 0;
    teller->statistics.late += teller->subject.answers.late_answers > 0;
    reference_uses(teller->reference)[REFERENCE_LATE_ANSWERS] += teller->subject.answers.late_answers;
    for (i = 0; i < teller->cast.agents; i++)
        add_counts(&teller->statistics.counts, &teller->agents[i].runner.counts);
}

bool tell(teller_state *teller, const char *text)
{
    char problem[4096];
    const htn_limits none = {0};

    teller->text = text;
    teller->problem.length = 0;
    teller->statistics.stories++;
    teller->rejected = !subject_open(&teller->subject, "story.htn", text, false, &none, problem, sizeof problem) ||
                       !reference_use(teller->reference, teller->subject.compilation.model);
    if (teller->rejected)
        add_text(&teller->problem, "%s", problem);
    else
        live(teller);
    subject_close(&teller->subject);
    uses_add(&teller->statistics.uses, teller->reference);
    return teller->problem.length == 0;
}
