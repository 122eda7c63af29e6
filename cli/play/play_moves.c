/* See play_moves.h. A move also keeps which steps are in progress after it, which the scenario then expects. */
#include "cli/play/play_moves.h"
#include "base/text.h"
#include "cli/common/value_text.h"
#include "cli/play/play_players.h"
#include <stdlib.h>
#include <string.h>

/* Lines for a player's layers: `0.1:WalkTo("Tree"), Look`. */
static void add_running(base_text *text, const play_model *model, uint32_t player)
{
    const cli_actor *actor = &model->players[player]->actor;
    for (uint32_t layer = 0; layer < model->layer_count; layer++) {
        bool first = true;
        base_text_add(text, "%u.%u:", player, layer);
        for (uint32_t i = 0; i < actor->step_count; i++) {
            const cli_actor_step *step = &actor->steps[i];
            const size_t length = strlen(step->text);
            const bool bare = length > 2 && strcmp(step->text + length - 2, "()") == 0;
            if (step->layer != layer || step->aborting)
                continue;
            base_text_add(text, "%s%.*s", first ? "" : ", ", (int)(bare ? length - 2 : length), step->text);
            first = false;
        }
        base_text_add(text, "\n");
    }
}

static play_move *add(play_model *model, play_move_kind kind)
{
    base_text running = {0};
    for (uint32_t i = play_next_player(model, HTN_NONE); i != HTN_NONE; i = play_next_player(model, i))
        add_running(&running, model, i);
    model->moves = base_grow_array(model->moves, model->move_count, &model->move_capacity, sizeof *model->moves);
    model->moves[model->move_count] =
        (play_move){.kind = kind, .player = model->turn, .time = model->now->state->time, .running = running.bytes};
    return &model->moves[model->move_count++];
}

void play_add_move(play_model *model, play_move_kind kind, uint32_t layer, const char *text)
{
    play_move *move = add(model, kind);
    move->layer = layer;
    move->text = base_duplicate_text(text);
}

void play_add_order(play_model *model, play_move_kind kind, uint32_t layer, uint32_t order, const char *text)
{
    play_add_move(model, kind, layer, text);
    model->moves[model->move_count - 1].order = order;
}

void play_add_wait(play_model *model, uint32_t milliseconds)
{
    add(model, PLAY_MOVE_WAIT)->milliseconds = milliseconds;
}

char *play_text_of_end(const play_model *model, uint32_t index, htn_outcome outcome)
{
    const cli_actor_step *step = &model->now->actor.steps[index];
    uint32_t alike = 0;
    base_text text = {0};
    for (uint32_t i = 0; i < model->now->actor.step_count; i++)
        alike += model->now->actor.steps[i].task == step->task && model->now->actor.steps[i].layer == step->layer;
    base_text_add(&text, "%s %s", alike > 1 ? step->text : htn_task_name(model->now->actor.domain, step->task),
                  outcome == HTN_SUCCEEDED ? "succeeds" : "fails");
    return text.bytes;
}

char *play_new_instances(const htn_world *now, const htn_world *before, const htn_world *common)
{
    const htn_domain *domain = now->domain;
    base_text text = {0};
    for (uint32_t type = 0; type < htn_domain_count(domain, HTN_SECTION_TYPES); type++) {
        const int32_t low = (int32_t)htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_LOW);
        const int32_t own = (int32_t)htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_OWN);
        if (!htn_type_is_open(domain, type))
            continue;
        for (int32_t each = low; each < low + own; each++) {
            if (!htn_world_exists(now, type, each) || (before != NULL && htn_world_exists(before, type, each)))
                continue;
            base_text_add(&text, "%s%s", text.length > 0 ? " " : "",
                          common != NULL && htn_world_exists(common, type, each) ? "=" : "");
            cli_add_value(&text, domain, type, each);
        }
    }
    return text.bytes != NULL ? text.bytes : base_duplicate_text("");
}

void play_drop_moves(play_model *model, size_t count)
{
    while (model->move_count > count) {
        play_move *move = &model->moves[--model->move_count];
        free(move->text);
        free(move->running);
    }
}
