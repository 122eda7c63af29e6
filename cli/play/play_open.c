/* Begins and ends a play; see play_open.h. */
#include "cli/play/play_open.h"
#include "base/text.h"
#include "cli/actor/actor.h"
#include "cli/common/exit_status.h"
#include "cli/common/plan_session.h"
#include "cli/common/terminal.h"
#include "cli/explain/explain_page.h"
#include "cli/play/play_actions.h"
#include "cli/play/play_agent.h"
#include "cli/play/play_group.h"
#include "cli/play/play_moves.h"
#include "cli/play/play_players.h"
#include "cli/play/play_reload.h"
#include "cli/play/play_undo.h"
#include <stdio.h>
#include <stdlib.h>

/* The only agent, without a name. */
static bool begin_alone(play_model *model, base_text *problem)
{
    play_side side = play_side_of(model);
    const bool good = play_add_player(&side, NULL, 0);
    play_use_side(model, &side);
    if (!good) {
        base_text_add(problem, "these limits need more memory than can be addressed; lower --max-steps or --max-depth");
        return false;
    }
    htn_world_copy(htn_agent_world(model->now->actor.agent), &model->session->world);
    model->now->state->here = true;
    play_take_sides(model);
    return true;
}

/* The instances that each of the players knows at the beginning: a line for each. What they share is the first one's. */
static char *instances_of_all(play_model *model)
{
    base_text text = {0};
    for (uint32_t i = play_next_player(model, HTN_NONE); i != HTN_NONE; i = play_next_player(model, i)) {
        const htn_world *common = htn_group_world(model->group);
        char *there =
            play_new_instances(htn_agent_world(model->players[i]->actor.agent), i > 0 ? common : NULL, common);
        base_text_add(&text, "%s\n", there);
        free(there);
    }
    return text.bytes;
}

static void begin(play_model *model)
{
    play_begin_action(model);
    char *there = instances_of_all(model);
    play_settle(model);
    play_add_move(model, PLAY_MOVE_START, HTN_NONE, there);
    free(there);
    play_end_action(model);
    play_forget_past(model); /* the beginning cannot be undone */
}

int play_open(play_model *model, const char *command, const char *path, const play_options *options)
{
    base_text problem = {0};
    *model = (play_model){.path = base_duplicate_text(path), .options = options};
    model->style = explain_style_of(!options->ascii && cli_wants_utf8(), true);
    model->session = base_allocate(sizeof *model->session);
    int status = cli_session_open(model->session, command, path, &options->session);
    if (status != CLI_EXIT_YES)
        return status;
    const bool good =
        options->agents != NULL ? play_begin_group(model, options->agents, &problem) : begin_alone(model, &problem);
    if (good) {
        play_watch_files(model, &model->session->subject, path);
        begin(model);
    } else {
        fprintf(stderr, "htn %s: %s\n", command, base_text_of(&problem));
        status = options->agents != NULL && model->group == NULL ? CLI_EXIT_USAGE : CLI_EXIT_LIMIT;
    }
    base_text_free(&problem);
    return status;
}

void play_close(play_model *model)
{
    play_side side = play_side_of(model);
    play_forget_past(model);
    for (size_t i = 0; i < model->log_count; i++)
        free(model->log[i].text);
    free(model->log);
    play_drop_moves(model, 0);
    free(model->moves);
    free(model->changes);
    free(model->past);
    free(model->future);
    play_forget_files(model);
    play_close_side(&side);
}
