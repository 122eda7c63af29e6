/* See play_players.h. Neighbour: play_group.h. */
#include "cli/play/play_players.h"
#include "cli/common/settings.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_SPAWNED = 4096 };

/* --- Whose turn it is ----------------------------------------------------------------------------- */

void play_turn(play_model *model, uint32_t index)
{
    cli_session *session = model->session;
    if (index == model->turn)
        return;
    model->now->answers = session->answers;
    model->now->world = session->world;
    model->turn = index;
    model->now = model->players[index];
    session->answers = model->now->answers;
    session->world = model->now->world;
    session->agent = model->now->actor.agent;
    model->now->answers = (cli_answers){.domain = session->answers.domain};
}

uint32_t play_next_player(const play_model *model, uint32_t index)
{
    for (uint32_t i = index == HTN_NONE ? 0 : index + 1; i < model->player_count; i++)
        if (model->players[i]->state->here)
            return i;
    return HTN_NONE;
}

void play_turn_back(play_model *model)
{
    if (model->chosen >= model->player_count || !model->players[model->chosen]->state->here)
        model->chosen = play_next_player(model, HTN_NONE);
    play_turn(model, model->chosen);
}

cli_answers *play_answers_of(play_model *model, uint32_t index)
{
    return index == model->turn ? &model->session->answers : &model->players[index]->answers;
}

bool play_is_common(const play_model *model, uint32_t type, int32_t instance)
{
    return model->group != NULL && htn_world_exists(htn_group_world(model->group), type, instance);
}

/* --- Names ---------------------------------------------------------------------------------------- */

/* `anna, bert and carl`, of those who are here. */
static void add_names(base_text *text, const play_model *model)
{
    for (uint32_t i = play_next_player(model, HTN_NONE); i != HTN_NONE; i = play_next_player(model, i))
        base_text_add(text, "%s%s", i == play_next_player(model, HTN_NONE) ? "" : ", ", model->players[i]->name);
}

bool play_refuse_unnamed(base_text *problem)
{
    base_text_add(problem, "there is one agent, without a name; `htn run --agents anna,bert` begins with several");
    return false;
}

uint32_t play_find_player(const play_model *model, const char *name, base_text *problem)
{
    if (model->group == NULL) {
        play_refuse_unnamed(problem);
        return HTN_NONE;
    }
    for (uint32_t i = play_next_player(model, HTN_NONE); i != HTN_NONE; i = play_next_player(model, i))
        if (strcmp(model->players[i]->name, name) == 0)
            return i;
    base_text_add(problem, "there is no agent `%s`; here are ", name);
    add_names(problem, model);
    return HTN_NONE;
}

/* --- Instances ------------------------------------------------------------------------------------ */

static void notice_all(play_model *model)
{
    for (uint32_t i = play_next_player(model, HTN_NONE); i != HTN_NONE; i = play_next_player(model, i))
        cli_actor_notice(&model->players[i]->actor);
}

/* One instance, in the world of the player whose turn it is. */
static bool spawn_one(play_model *model, const char *type_name, base_text *problem)
{
    htn_world *world = htn_agent_world(model->now->actor.agent);
    const cli_settings settings = {model->now->actor.domain, world, &model->session->answers, NULL, "spawn ", NULL};
    const uint32_t type = htn_type_find(settings.domain, type_name);
    int32_t made;
    if (type == HTN_NONE || !htn_type_is_open(settings.domain, type) || htn_world_spawn(world, type, &made) != HTN_OK)
        return cli_settings_spawn(&settings, type_name, problem); /* which says why not */
    if (play_is_common(model, type, made))
        notice_all(model);
    return true;
}

bool play_spawn_in_group(play_model *model, const char *text, base_text *problem)
{
    char *name = base_duplicate_text(text);
    name[strcspn(name, "=")] = '\0';
    char *end = NULL;
    const char *number = strchr(text, '=');
    const unsigned long count = number != NULL ? strtoul(number + 1, &end, 10) : 1;
    const cli_settings settings = {model->now->actor.domain,
                                   htn_agent_world(model->now->actor.agent),
                                   &model->session->answers,
                                   NULL,
                                   "spawn ",
                                   NULL};
    const bool plain = number == NULL || (end != number + 1 && *end == '\0' && count >= 1 && count <= MOST_SPAWNED);
    bool good = plain || cli_settings_spawn(&settings, text, problem);
    for (unsigned long i = 0; i < count && plain && good; i++)
        good = spawn_one(model, name, problem);
    free(name);
    return good;
}
