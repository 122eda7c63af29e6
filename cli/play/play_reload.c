/*
 * Hot reload; see play_reload.h. A new agent over the new domain takes over the state of the old one, by names (htn/save.h).
 * The answers of queries are set again. On any error the play stays as it is.
 */
#include "cli/play/play_reload.h"
#include "cli/actor/actor.h"
#include "cli/common/exit_status.h"
#include "cli/common/files.h"
#include "cli/common/given_answers.h"
#include "cli/common/input.h"
#include "cli/common/option_table.h"
#include "cli/common/plan_session.h"
#include "cli/common/settings.h"
#include "cli/play/play_actions.h"
#include "cli/play/play_agent.h"
#include "cli/play/play_cells.h"
#include "cli/play/play_journal.h"
#include "cli/play/play_moves.h"
#include "cli/play/play_recording.h"
#include "cli/play/play_undo.h"
#include <htn/save.h>
#include <stdlib.h>
#include <string.h>

/* --- Which files ---------------------------------------------------------------------------------- */

static void add_path(void *user, const char *path)
{
    play_model *model = user;
    model->paths = base_grow_array(model->paths, model->path_count, &model->path_capacity, sizeof *model->paths);
    model->paths[model->path_count++] = base_duplicate_text(path);
}

static uint64_t stamp_of(const play_model *model)
{
    uint64_t stamp = 0;
    for (size_t i = 0; i < model->path_count; i++)
        stamp = stamp * 31 + cli_file_stamp(model->paths[i]);
    return stamp;
}

void play_forget_files(play_model *model)
{
    for (size_t i = 0; i < model->path_count; i++)
        free(model->paths[i]);
    free(model->paths);
    model->paths = NULL;
    model->path_count = model->path_capacity = 0;
}

void play_watch_files(play_model *model, const cli_subject *subject, const char *path)
{
    play_forget_files(model);
    if (subject->is_source)
        htnc_dependencies(&subject->compilation, add_path, model);
    if (model->path_count == 0)
        add_path(model, path);
    model->stamp = stamp_of(model);
}

bool play_is_stale(play_model *model)
{
    return cli_file_stamp(model->path) != 0 && stamp_of(model) != model->stamp;
}

/* --- Compiling ------------------------------------------------------------------------------------ */

/* Compiles or loads the file at `path`. `said` gets the diagnostics. False: there is no new domain. */
static bool compile(const play_model *model, cli_subject *subject, const char *path, base_text *said)
{
    const cli_list *switches = &model->options->session.switches;
    htnc_options options = {.workspace.switches = switches->items, .workspace.switch_count = switches->count};
    const void *blob = NULL;
    size_t size = 0;
    htn_fault fault;
    if (!cli_input_open(&subject->input, path)) {
        base_text_add(said, "cannot read '%s': %s\n", path, subject->input.problem);
        return false;
    }
    subject->is_source = cli_input_kind_of(&subject->input) != CLI_INPUT_BLOB;
    if (subject->is_source) {
        cli_input_compile(&subject->input, &subject->compilation, &options);
        cli_text_add_diagnostics(said, &subject->compilation.workspace.diagnostics);
        blob = subject->compilation.blob;
        size = subject->compilation.blob_size;
    } else {
        blob = subject->input.bytes;
        size = subject->input.size;
    }
    if (blob == NULL)
        return false;
    if (htn_domain_load(&subject->domain, blob, size, &fault) == HTN_OK)
        return true;
    base_text_add(said, "%s: %s\n", path, fault.reason);
    return false;
}

/* --- Taking over ---------------------------------------------------------------------------------- */

/* Sets the answers of queries in the new session. Those that the new domain does not have are dropped. */
static void carry_answers(const play_model *model, cli_session *to)
{
    const htn_domain *domain = model->actor.domain;
    const cli_answers *answers = &model->session->answers;
    const cli_settings settings = {&to->subject.domain, &to->world, &to->answers, NULL, ""};
    for (uint32_t i = 0; i < answers->count; i++) {
        base_text text = {0}, problem = {0};
        play_add_question(&text, domain, answers, i);
        base_text_add(&text, "=");
        play_add_answer(&text, domain, answers, i);
        if (htn_query_find(settings.domain, htn_query_name(domain, cli_answers_at(answers, i, NULL, NULL))) != HTN_NONE)
            cli_settings_set(&settings, base_text_of(&text), &problem);
        base_text_free(&text);
        base_text_free(&problem);
    }
}

static void log_report(play_model *model, const htn_load_report *report)
{
    base_text text = {0};
    base_text_add(&text, "reloaded");
    if (report->properties_lost > 0) {
        base_text_add(&text, ", ");
        base_text_add_count(&text, report->properties_lost, "property is gone", "properties are gone");
    }
    if (report->values_changed > 0) {
        base_text_add(&text, ", ");
        base_text_add_count(&text, report->values_changed, "value does not fit any more", "values do not fit any more");
    }
    if (report->instances_lost > 0) {
        base_text_add(&text, ", ");
        base_text_add_count(&text, report->instances_lost, "instance had no room", "instances had no room");
    }
    if (report->plans_dropped > 0) {
        base_text_add(&text, ", ");
        base_text_add_count(&text, report->plans_dropped, "plan had a step that is gone",
                            "plans had steps that are gone");
    }
    play_log(model, PLAY_NOTE, "%s", base_text_of(&text));
    base_text_free(&text);
}

/* Logs the steps of the old agent that the new one does not have. */
static void log_lost(play_model *model)
{
    for (uint32_t i = 0; i < model->step_count; i++) {
        bool kept = false;
        for (uint32_t k = 0; k < model->actor.step_count; k++)
            kept |= model->actor.steps[k].id == model->steps[i].id;
        if (!kept)
            play_log(model, PLAY_ABORT, "%s is aborted", model->steps[i].text);
    }
}

/* The new agent takes over the state of the old one. False: it cannot. */
static bool take_over(play_model *model, cli_actor *to, htn_load_report *report, base_text *said)
{
    const size_t size = htn_agent_save_bytes(model->actor.agent);
    void *scratch = base_allocate(size);
    const htn_status status = htn_agent_reload(to->agent, model->actor.agent, scratch, size, report);
    free(scratch);
    if (status != HTN_OK)
        base_text_add(said, "the agent does not fit into the new domain: %s\n", htn_status_text(status));
    return status == HTN_OK;
}

bool play_reload(play_model *model, const char *path, base_text *said)
{
    play_options options = *model->options;
    cli_session *session = base_allocate(sizeof *session);
    htn_load_report report;
    cli_actor actor = {0};
    options.session.set.count = options.session.spawn.count = 0; /* the world is taken over from the old agent */
    session->command = model->session->command;
    char *from = base_duplicate_text(path != NULL ? path : model->path);
    bool good = compile(model, &session->subject, from, said);
    if (good || path == NULL)
        play_watch_files(model, &session->subject, from);
    good = good && cli_session_prepare(session, &options.session) == CLI_EXIT_YES && play_make_actor(&actor, session);
    htn_journal *journal = good ? play_begin_journal(actor.agent) : NULL;
    good = good && take_over(model, &actor, &report, said) && play_keep_build(model, said);
    if (!good) {
        cli_actor_close(&actor);
        free(journal);
        cli_session_close(session);
        free(session);
        free(from);
        return false;
    }
    free(model->path);
    model->path = from;
    htn_world_copy(&session->world,
                   htn_agent_world(actor.agent)); /* answers may be about instances, which must exist */
    carry_answers(model, session);
    play_forget_past(model);
    play_change_agent(model, session, &actor, journal, report.exact);
    play_begin_action(model);
    log_report(model, &report);
    log_lost(model);
    play_settle(model);
    play_add_move(model, PLAY_MOVE_RELOAD, HTN_NONE, NULL);
    play_end_action(model);
    play_forget_past(model);
    return true;
}
