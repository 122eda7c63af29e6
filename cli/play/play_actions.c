/* What a person does in a play; see play_actions.h. */
#include "cli/play/play_actions.h"
#include "base/text.h"
#include "cli/actor/actor.h"
#include "cli/common/held.h"
#include "cli/common/settings.h"
#include "cli/play/play_journal.h"
#include "cli/play/play_moves.h"
#include "cli/play/play_players.h"
#include "cli/play/play_trees.h"
#include "cli/play/play_undo.h"
#include <stdlib.h>
#include <string.h>

void play_settle(play_model *model)
{
    htn_status trouble = HTN_OK; /* not needed: each tick has logged its own */
    const uint32_t turn = model->turn;
    cli_actor **actors = base_allocate(model->player_count * sizeof *actors);
    uint32_t count = 0;
    for (uint32_t i = 0; i < model->player_count; i++)
        if (model->players[i]->state->here)
            actors[count++] = &model->players[i]->actor;
    const cli_rest rest = cli_actors_settle(actors, count, &trouble);
    free(actors);
    play_turn(model, turn);
    if (rest == CLI_REST_RESTLESS)
        play_log_of_all(model, PLAY_PROBLEM, "steps start and end again and again without time passing");
    else if (rest == CLI_REST_VAIN)
        play_log_of_all(model, PLAY_PROBLEM, "a plan is found again and again, and ends at once");
}

typedef bool change_world(const cli_settings *settings, const char *text, base_text *problem);

/* Logs a change of a query's answer. Changes of the world are in the agent's journal, but answers are not part of the world. */
static void log_answer(play_model *model, const char *text)
{
    const size_t length = strcspn(text, "(="), equals = strcspn(text, "=");
    char *name = base_duplicate_text(text);
    name[length] = '\0';
    if (htn_query_find(model->now->actor.domain, name) != HTN_NONE) {
        play_log(model, PLAY_WORLD, "%.*s answers %s", (int)equals, text, text + equals + 1);
        if (!model->session->answers.arrived) /* what waits for it asks again */
            htn_agent_answers_changed(model->now->actor.agent);
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

/* In a group only members hold an instance: that others do cannot be said, that nobody does can. `problem` says what is wrong. */
static bool set_held(play_model *model, const char *text, base_text *problem)
{
    cli_place place = {0};
    cli_settings trial = {
        model->now->actor.domain, &model->session->world, &model->session->answers, NULL, "spawn ", &place};
    if (!cli_settings_set(&trial, text, problem))
        return false;
    const uint32_t flags = htn_domain_field(trial.domain, HTN_SECTION_PROPERTIES, place.property, HTN_PROPERTIES_FLAGS);
    const bool held = (flags & HTN_PROPERTY_HELD) != 0, given = held && strstr(text, "false") == NULL;
    if (given)
        base_text_add(problem,
                      "of several agents only they hold instances: let one of them take a plan that reserves it");
    else if (held)
        htn_group_release(model->group, cli_held_family(trial.domain, place.property), place.arguments[0]);
    htn_world_copy(&model->session->world, htn_agent_world(model->now->actor.agent));
    return !given;
}

static bool is_of_holds(const play_model *model, const char *text)
{
    const htn_domain *domain = model->now->actor.domain;
    const htn_property named = htn_property_find(domain, "Held");
    return model->group != NULL && strncmp(text, "Held", 4) == 0 && strchr("( \t", text[4]) != NULL &&
           cli_held_table(domain, HTN_NONE) != HTN_NONE &&
           (named == HTN_NONE ||
            (htn_domain_field(domain, HTN_SECTION_PROPERTIES, named, HTN_PROPERTIES_FLAGS) & HTN_PROPERTY_HELD) != 0);
}

/* Each instance of several comes alone, as in a scenario: the members of a group notice it before the next one. */
static bool make_change(play_model *model, const cli_settings *settings, change_world *how, const char *text,
                        base_text *problem)
{
    if (how == cli_settings_set && is_of_holds(model, text))
        return set_held(model, text, problem);
    if (how == cli_settings_spawn && model->group != NULL)
        return play_spawn_in_group(model, text, problem);
    return how(settings, text, problem);
}

static bool change(play_model *model, change_world *how, const char *text, base_text *problem)
{
    const cli_settings settings = {model->now->actor.domain,
                                   htn_agent_world(model->now->actor.agent),
                                   &model->session->answers,
                                   NULL,
                                   "spawn ",
                                   NULL};
    play_begin_action(model);
    const bool done = make_change(model, &settings, how, text, problem);
    char *made = play_new_instances(settings.world, &model->session->world, htn_group_world(model->group));
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
    const uint32_t layer = model->now->actor.steps[index].layer;
    char *text = play_text_of_end(model, index, outcome);
    cli_actor_end(&model->now->actor, index, outcome);
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
    while (at < model->now->actor.step_count && model->now->actor.steps[at].id != id)
        at++;
    return at < model->now->actor.step_count ? at : HTN_NONE;
}

/* Ends the steps whose duration is over, one after the other; not those that this starts, even if they take no time. */
static void end_steps(play_model *model)
{
    const uint32_t count = model->now->actor.step_count;
    uint32_t *due = base_allocate((count + 1) * sizeof *due), due_count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (is_over(model, &model->now->actor.steps[i]))
            due[due_count++] = model->now->actor.steps[i].id;
    for (uint32_t i = 0; i < due_count; i++) {
        const uint32_t step = find_step(model, due[i]);
        if (step != HTN_NONE && !model->now->actor.steps[step].aborting)
            end_step(model, step, HTN_SUCCEEDED);
    }
    free(due);
}

/* Whether a step of some player is to end now. */
static bool is_any_over(play_model *model)
{
    const uint32_t turn = model->turn;
    bool over = false;
    for (uint32_t i = play_next_player(model, HTN_NONE); i != HTN_NONE && !over; i = play_next_player(model, i)) {
        play_turn(model, i);
        for (uint32_t k = 0; k < model->now->actor.step_count && !over; k++)
            over = is_over(model, &model->now->actor.steps[k]);
    }
    play_turn(model, turn);
    return over;
}

static void end_steps_of_all(play_model *model)
{
    const uint32_t turn = model->turn;
    for (uint32_t i = play_next_player(model, HTN_NONE); i != HTN_NONE; i = play_next_player(model, i)) {
        play_turn(model, i);
        end_steps(model);
    }
    play_turn(model, turn);
}

/* One tick of each, as in a `Wait` of a scenario. */
static void tick_all(play_model *model, uint32_t slice)
{
    const uint32_t turn = model->turn;
    for (uint32_t i = 0; i < model->player_count; i++)
        model->players[i]->state->time += slice;
    if (model->group != NULL)
        htn_group_tick(model->group, (uint64_t)slice * 1000);
    for (uint32_t i = play_next_player(model, HTN_NONE); i != HTN_NONE; i = play_next_player(model, i))
        cli_actor_tick(&model->players[i]->actor, slice);
    play_turn(model, turn);
}

/*
 * Takes back the entries from `begin` on if they only repeat those from `before` on: a plan that is found again in every slice is told
 * once. Returns where the entries of this slice are.
 */
static size_t drop_repetition(play_model *model, size_t before, size_t begin)
{
    const size_t count = model->log_count - begin;
    if (begin - before != count)
        return begin;
    for (size_t i = 0; i < count; i++)
        if (model->log[before + i].kind != model->log[begin + i].kind ||
            strcmp(model->log[before + i].text, model->log[begin + i].text) != 0)
            return begin;
    while (model->log_count > begin)
        free(model->log[--model->log_count].text);
    return before;
}

void play_pass(play_model *model, uint32_t milliseconds, bool ends)
{
    uint32_t waited = 0;
    size_t before = model->log_count;
    play_begin_action(model);
    while (milliseconds > 0) {
        const uint32_t slice = milliseconds < PLAY_SLICE ? milliseconds : PLAY_SLICE;
        const size_t begin = model->log_count;
        milliseconds -= slice;
        tick_all(model, slice);
        play_settle(model);
        before = drop_repetition(model, before, begin);
        waited += slice;
        if (!(ends && is_any_over(model)) && milliseconds > 0)
            continue;
        play_add_wait(model, waited);
        waited = 0;
        if (ends)
            end_steps_of_all(model);
    }
    play_end_action(model);
}
