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
#include "cli/play/play_journal.h"
#include "cli/play/play_moves.h"
#include "cli/play/play_reload.h"
#include "cli/play/play_trees.h"
#include "cli/play/play_undo.h"
#include <stdio.h>
#include <stdlib.h>

int play_open(play_model *model, const char *command, const char *path, const play_options *options)
{
    cli_actor actor = {0};
    *model = (play_model){.path = base_duplicate_text(path), .options = options};
    model->style = explain_style_of(!options->ascii && cli_wants_utf8(), true);
    model->session = base_allocate(sizeof *model->session);
    const int status = cli_session_open(model->session, command, path, &options->session);
    if (status != CLI_EXIT_YES)
        return status;
    if (!play_make_actor(&actor, model->session)) {
        fprintf(stderr,
                "htn %s: these limits need more memory than can be addressed; lower --max-steps or --max-depth\n",
                command);
        cli_actor_close(&actor);
        return CLI_EXIT_LIMIT;
    }
    htn_journal *journal = play_begin_journal(actor.agent);
    htn_world_copy(htn_agent_world(actor.agent), &model->session->world);
    play_change_agent(model, model->session, &actor, journal, false, NULL);
    play_watch_files(model, &model->session->subject, path);
    play_begin_action(model);
    char *there = play_new_instances(htn_agent_world(model->actor.agent), NULL);
    play_settle(model);
    play_add_move(model, PLAY_MOVE_START, HTN_NONE, there);
    free(there);
    play_end_action(model);
    play_forget_past(model); /* the beginning cannot be undone */
    return CLI_EXIT_YES;
}

void play_close(play_model *model)
{
    play_forget_past(model);
    if (model->layers != NULL)
        play_forget_trees(model->layers, model->layer_count);
    play_forget_steps(model);
    cli_actor_close(&model->actor);
    for (size_t i = 0; i < model->log_count; i++)
        free(model->log[i].text);
    free(model->log);
    free(model->layers);
    play_drop_moves(model, 0);
    free(model->moves);
    free(model->state);
    free(model->changes);
    free(model->past);
    free(model->future);
    free(model->path);
    free(model->journal);
    base_text_free(&model->recording);
    play_forget_files(model);
    if (model->session != NULL)
        cli_session_close(model->session);
    free(model->session);
}
