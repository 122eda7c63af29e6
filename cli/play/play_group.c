/* See play_group.h. Neighbour: cli/scenario/scenario_agents.c, whose agents come and leave in the same way. */
#include "cli/play/play_group.h"
#include "cli/common/settings.h"
#include "cli/common/value_text.h"
#include "cli/play/play_actions.h"
#include "cli/play/play_agent.h"
#include "cli/play/play_cells.h"
#include "cli/play/play_journal.h"
#include "cli/play/play_moves.h"
#include "cli/play/play_players.h"
#include "cli/play/play_undo.h"
#include "compiler/syntax/keywords.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_LOOKED_AT = 4096 }; /* cells of a table that are shown */

/* --- Names ---------------------------------------------------------------------------------------- */

static bool is_letter(char c)
{
    return c == '_' || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c & 0x80) != 0;
}

/* Whether a scenario could give an agent the name, and none has it. */
static bool is_free_name(const play_model *model, const char *name, base_text *problem)
{
    const htnc_keyword *keyword = htnc_keyword_find(name, strlen(name));
    bool good = is_letter(name[0]) && (keyword == NULL || keyword->role == HTNC_ROLE_CONTEXTUAL);
    for (const char *at = name; *at != '\0'; at++)
        good = good && (is_letter(*at) || (*at >= '0' && *at <= '9'));
    if (!good)
        base_text_add(problem, "`%s` cannot name an agent: a name has letters, digits and `_`, and is no keyword",
                      name);
    for (uint32_t i = 0; i < model->player_count && good; i++) {
        const play_player *player = model->players[i];
        if (strcmp(player->name, name) != 0 || (!player->state->here && !player->state->left))
            continue;
        base_text_add(problem,
                      player->state->here ? "there is an agent `%s` already"
                                          : "`%s` has left; whoever comes takes another name",
                      name);
        good = false;
    }
    return good;
}

/* `anna, bert` as a list, to be freed with its items. */
static char **split(const char *names, uint32_t *count)
{
    char **list = NULL;
    size_t capacity = 0;
    *count = 0;
    while (names += strspn(names, ", \t"), *names != '\0') {
        const size_t length = strcspn(names, ", \t");
        char *name = base_duplicate_text(names);
        name[length] = '\0';
        list = base_grow_array(list, *count, &capacity, sizeof *list);
        list[(*count)++] = name;
        names += length;
    }
    return list;
}

static void free_names(char **list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        free(list[i]);
    free((void *)list);
}

static bool are_free_names(const play_model *model, char *const *list, uint32_t count, base_text *problem)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!is_free_name(model, list[i], problem))
            return false;
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(list[k], list[i]) == 0) {
                base_text_add(problem, "`%s` stands there twice", list[i]);
                return false;
            }
    }
    if (count == 0)
        base_text_add(problem, "name the agents: anna,bert");
    return count > 0;
}

/* --- Coming and leaving --------------------------------------------------------------------------- */

/* How many have come so far: the number of the next one. */
static uint32_t count_come(const play_model *model)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < model->player_count; i++)
        count += model->players[i]->state->here || model->players[i]->state->left;
    return count;
}

/* Makes the players, who are not here yet. False: the limits are too large. */
static bool make_players(play_model *model, char *const *list, uint32_t count)
{
    const uint32_t come = count_come(model);
    play_side side = play_side_of(model);
    bool good = true;
    for (uint32_t i = 0; i < count && good; i++)
        good = play_add_player(&side, list[i], come + i);
    play_use_side(model, &side);
    free(model->shadow); /* it has no room for them */
    model->shadow = NULL;
    for (uint32_t i = model->player_count - count; good && i < model->player_count; i++) {
        model->players[i]->state->time = model->now->state->time;
        model->players[i]->state->here = false;
    }
    return good;
}

/* The last `count` players come. The group's world is theirs, before anything is logged. */
static void enter(play_model *model, uint32_t count)
{
    for (uint32_t i = model->player_count - count; i < model->player_count; i++) {
        play_player *player = model->players[i];
        player->state->here = true;
        play_turn(model, i);
        htn_agent_join(player->actor.agent, model->group);
        cli_actor_notice(&player->actor);
    }
    play_take_sides(model);
}

bool play_come(play_model *model, const char *names, base_text *problem)
{
    uint32_t count;
    if (model->group == NULL)
        return play_refuse_unnamed(problem);
    char **list = split(names, &count);
    const bool good = are_free_names(model, list, count, problem) && make_players(model, list, count);
    if (good) {
        base_text text = {0};
        for (uint32_t i = 0; i < count; i++)
            base_text_add(&text, "%s%s", i > 0 ? ", " : "", list[i]);
        play_begin_action(model);
        enter(model, count);
        play_log_of_all(model, PLAY_NOTE, "%s %s", base_text_of(&text), count > 1 ? "come" : "comes");
        play_settle(model);
        play_add_move(model, PLAY_MOVE_COME, HTN_NONE, base_text_of(&text));
        play_end_action(model);
        base_text_free(&text);
    }
    free_names(list, count);
    return good;
}

bool play_leave(play_model *model, const char *name, base_text *problem)
{
    const uint32_t index = play_find_player(model, name, problem), first = play_next_player(model, HTN_NONE);
    if (index == HTN_NONE)
        return false;
    if (play_next_player(model, first) == HTN_NONE) {
        base_text_add(problem, "the last agent cannot leave");
        return false;
    }
    play_begin_action(model);
    play_turn(model, index);
    play_log_of_all(model, PLAY_NOTE, "%s leaves", name);
    htn_agent_join(model->now->actor.agent, NULL);
    play_skip_journal(model);
    model->now->state->here = false;
    model->now->state->left = true;
    play_turn_back(model);
    play_settle(model);
    play_add_move(model, PLAY_MOVE_LEAVE, HTN_NONE, name);
    play_end_action(model);
    return true;
}

/* --- The beginning -------------------------------------------------------------------------------- */

/* --spawn of a type: once of what they share, else one for each. The session has tried it before. */
static void spawn_for_each(play_model *model, const char *text, base_text *problem)
{
    for (uint32_t i = play_next_player(model, HTN_NONE); i != HTN_NONE; i = play_next_player(model, i)) {
        char *before = play_new_instances(htn_group_world(model->group), NULL, NULL);
        play_turn(model, i);
        play_spawn_in_group(model, text, problem);
        char *after = play_new_instances(htn_group_world(model->group), NULL, NULL);
        const bool common = strcmp(before, after) != 0;
        free(before);
        free(after);
        if (common)
            return;
    }
}

/* What is given at the beginning. What they share is set again of each, to the same value. */
static void give(play_model *model, base_text *problem)
{
    const cli_session_options *given = &model->options->session;
    for (size_t k = 0; k < given->spawn.count; k++)
        spawn_for_each(model, given->spawn.items[k], problem);
    for (uint32_t i = play_next_player(model, HTN_NONE); i != HTN_NONE; i = play_next_player(model, i)) {
        play_turn(model, i);
        const cli_settings settings = {model->now->actor.domain,
                                       htn_agent_world(model->now->actor.agent),
                                       &model->session->answers,
                                       NULL,
                                       "--spawn ",
                                       NULL};
        for (size_t k = 0; k < given->set.count; k++)
            cli_settings_set(&settings, given->set.items[k], problem);
    }
}

bool play_begin_group(play_model *model, const char *names, base_text *problem)
{
    uint32_t count;
    char **list = split(names, &count);
    play_side side = play_side_of(model);
    bool good = are_free_names(model, list, count, problem);
    for (uint32_t i = 0; i < count && good; i++) {
        good = play_add_player(&side, list[i], i);
        if (!good)
            base_text_add(problem,
                          "these limits need more memory than can be addressed; lower --max-steps or --max-depth");
    }
    if (good)
        play_add_group(&side);
    play_use_side(model, &side);
    if (good) {
        enter(model, count);
        give(model, problem);
        play_take_sides(model);
        good = problem->length == 0;
    }
    free_names(list, count);
    return good;
}

/* --- Showing -------------------------------------------------------------------------------------- */

static void add_player(base_text *text, const play_model *model, uint32_t index)
{
    const play_player *player = model->players[index];
    const char *between = "  ";
    base_text_add(text, "%c %s", index == model->turn ? '*' : ' ', player->name);
    for (uint32_t i = 0; i < player->actor.step_count; i++) {
        base_text_add(text, "%s%s", between, player->actor.steps[i].text);
        between = ", ";
    }
    between = "  holds ";
    htn_hold hold;
    for (uint32_t i = 0; htn_agent_hold(player->actor.agent, i, &hold); i++) {
        if (hold.lost)
            continue;
        base_text_add(text, "%s", between);
        cli_add_value(text, player->actor.domain, hold.type, hold.instance);
        between = ", ";
    }
    base_text_add(text, "\n");
}

static void add_shared(base_text *text, const play_model *model)
{
    const htn_domain *domain = model->now->actor.domain;
    const htn_world *home = htn_group_world(model->group);
    for (htn_property i = 0; i < htn_domain_count(domain, HTN_SECTION_PROPERTIES); i++) {
        const uint32_t cells = htn_domain_field(domain, HTN_SECTION_PROPERTIES, i, HTN_PROPERTIES_CELLS);
        const uint32_t flags = htn_domain_field(domain, HTN_SECTION_PROPERTIES, i, HTN_PROPERTIES_FLAGS);
        for (uint32_t cell = 0; (flags & HTN_PROPERTY_SHARED) != 0 && cell < cells && cell < MOST_LOOKED_AT; cell++) {
            if (!play_cell_exists(home, i, cell))
                continue;
            base_text_add(text, "  shared  ");
            cli_add_cell(text, domain, i, cell);
            base_text_add(text, " = ");
            play_add_cell_value(text, home, i, cell);
            base_text_add(text, "\n");
        }
    }
}

void play_add_players(base_text *text, const play_model *model)
{
    if (model->group == NULL) {
        play_refuse_unnamed(text);
        base_text_add(text, "\n");
        return;
    }
    for (uint32_t i = play_next_player(model, HTN_NONE); i != HTN_NONE; i = play_next_player(model, i))
        add_player(text, model, i);
    add_shared(text, model);
}
