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
#include "cli/common/value_text.h"
#include "cli/play/play_actions.h"
#include "cli/play/play_agent.h"
#include "cli/play/play_cells.h"
#include "cli/play/play_journal.h"
#include "cli/play/play_moves.h"
#include "cli/play/play_players.h"
#include "cli/play/play_recording.h"
#include "cli/play/play_undo.h"
#include <htn/save.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMED = 6, MOST_CELLS = 4096 }; /* in the report: names, and cells of a table that are compared */

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
static void carry_answers(const htn_domain *domain, const cli_answers *answers, cli_session *to)
{
    const cli_settings settings = {&to->subject.domain, &to->world, &to->answers, NULL, "", NULL};
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

/* `, 2 properties are gone: Mood, Armed`; of many only the first ones. */
static void add_lost_properties(base_text *text, const htn_domain *from, const htn_domain *to, uint32_t lost)
{
    const char *between = ": ";
    uint32_t named = 0;
    if (lost == 0)
        return;
    base_text_add(text, ", ");
    base_text_add_count(text, lost, "property is gone", "properties are gone");
    for (htn_property i = 0; i < htn_domain_count(from, HTN_SECTION_PROPERTIES) && named < MOST_NAMED; i++) {
        const uint32_t flags = htn_domain_field(from, HTN_SECTION_PROPERTIES, i, HTN_PROPERTIES_FLAGS);
        if ((flags & HTN_PROPERTY_STATIC) != 0 || htn_property_find(to, htn_property_name(from, i)) != HTN_NONE)
            continue;
        base_text_add(text, "%s%s", between, htn_property_name(from, i));
        between = ", ";
        named++;
    }
    base_text_add(text, "%s", named > 0 && named < lost ? ", ..." : "");
}

/* `Stamina was 9`, if the cell of a property that both have has another value now. The two need not have the same cells. */
static bool add_changed_cell(base_text *text, const htn_world *from, htn_property property, uint32_t cell,
                             const htn_world *to, htn_property same)
{
    base_text name = {0}, other = {0}, before = {0}, after = {0};
    cli_add_cell(&name, from->domain, property, cell);
    cli_add_cell(&other, to->domain, same, cell);
    play_add_cell_value(&before, from, property, cell);
    play_add_cell_value(&after, to, same, cell);
    const bool changed = strcmp(base_text_of(&name), base_text_of(&other)) == 0 &&
                         strcmp(base_text_of(&before), base_text_of(&after)) != 0;
    if (changed)
        base_text_add(text, "%s was %s", base_text_of(&name), base_text_of(&before));
    base_text_free(&name);
    base_text_free(&other);
    base_text_free(&before);
    base_text_free(&after);
    return changed;
}

/* `, 1 value does not fit any more: Stamina was 9` */
static void add_changed_values(base_text *text, const htn_world *from, const htn_world *to, uint32_t changed)
{
    const char *between = ": ";
    uint32_t named = 0;
    if (changed == 0)
        return;
    base_text_add(text, ", ");
    base_text_add_count(text, changed, "value does not fit any more", "values do not fit any more");
    for (htn_property i = 0; i < htn_domain_count(from->domain, HTN_SECTION_PROPERTIES); i++) {
        const htn_property same = htn_property_find(to->domain, htn_property_name(from->domain, i));
        const uint32_t cells = htn_domain_field(from->domain, HTN_SECTION_PROPERTIES, i, HTN_PROPERTIES_CELLS);
        const uint32_t others =
            same != HTN_NONE ? htn_domain_field(to->domain, HTN_SECTION_PROPERTIES, same, HTN_PROPERTIES_CELLS) : 0;
        for (uint32_t cell = 0; cell < cells && cell < others && cell < MOST_CELLS && named < MOST_NAMED; cell++) {
            base_text one = {0};
            if (add_changed_cell(&one, from, i, cell, to, same)) {
                base_text_add(text, "%s%s", between, base_text_of(&one));
                between = ", ";
                named++;
            }
            base_text_free(&one);
        }
    }
    base_text_add(text, "%s", named > 0 && named < changed ? ", ..." : "");
}

static void log_report(play_model *model, const htn_load_report *report, const htn_world *before)
{
    const htn_world *world = htn_agent_world(model->now->actor.agent);
    base_text text = {0};
    base_text_add(&text, "reloaded");
    add_lost_properties(&text, before->domain, world->domain, report->properties_lost);
    add_changed_values(&text, before, world, report->values_changed);
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

/* The steps that a player of before had in progress, and the one who is `now` does not have. */
static void log_lost(play_model *model, const play_player *before)
{
    for (uint32_t i = 0; i < before->step_count; i++) {
        bool kept = false;
        for (uint32_t k = 0; k < model->now->actor.step_count; k++)
            kept |= model->now->actor.steps[k].id == before->steps[i].id;
        if (!kept)
            play_log(model, PLAY_ABORT, "%s is aborted", before->steps[i].text);
    }
}

/*
 * The new agent takes over the state of the old one. False: it cannot. Not by htn_agent_reload(), which aborts steps of the old one that
 * are gone: the old one stays as it is, because undo goes back to it.
 */
static bool take_over(const play_player *from, play_player *to, htn_load_report *report, base_text *said)
{
    const size_t size = htn_agent_save_bytes(from->actor.agent);
    void *scratch = base_allocate(size);
    size_t used = 0;
    htn_status status = htn_agent_save(from->actor.agent, scratch, size, &used);
    if (status == HTN_OK)
        status = htn_agent_load(to->actor.agent, scratch, used, report);
    free(scratch);
    if (status != HTN_OK)
        base_text_add(said, "the agent does not fit into the new domain: %s\n", htn_status_text(status));
    return status == HTN_OK;
}

/* What the members share is taken over first, so that they find it when they join. */
static bool take_over_group(const play_model *model, play_side *side, base_text *said)
{
    if (model->group == NULL)
        return true;
    play_add_group(side);
    const size_t size = htn_group_save_bytes(model->group);
    void *scratch = base_allocate(size);
    size_t used = 0;
    htn_load_report report;
    htn_status status = htn_group_save(model->group, scratch, size, &used);
    if (status == HTN_OK)
        status = htn_group_load(side->group, scratch, used, &report);
    free(scratch);
    if (status != HTN_OK)
        base_text_add(said, "the group does not fit into the new domain: %s\n", htn_status_text(status));
    return status == HTN_OK;
}

/* Agents over the new domain, in the order of before. `reports`: of each. */
static bool make_players(const play_model *model, play_side *side, htn_load_report *reports, base_text *said)
{
    bool good = take_over_group(model, side, said);
    uint32_t number = 0;
    for (uint32_t i = 0; i < model->player_count && good; i++) {
        const play_player *from = model->players[i];
        good = play_add_player(side, from->name, number);
        number += from->state->here || from->state->left;
        if (!good)
            base_text_add(said, "the limits need more memory than can be addressed\n");
        else if (from->state->here)
            good = take_over(from, side->players[i], &reports[i], said);
        if (good)
            memcpy(side->players[i]->state, from->state, sizeof *from->state);
    }
    return good;
}

/* The new agent of a player takes the old one's place: in the group, in the journal, and with its answers. */
static void join(play_model *model, play_side *before, const htn_load_report *report)
{
    play_player *old = before->players[model->turn];
    htn_agent_join(model->now->actor.agent, model->group);
    if (report->exact) {
        play_share_trees(model->now, old);
        memcpy(model->now->state, old->state, model->state_size);
    }
    htn_world_copy(&model->session->world,
                   htn_agent_world(model->now->actor.agent)); /* answers may be about instances, which must exist */
    carry_answers(old->actor.domain, model->turn == before->turn ? &before->session->answers : &old->answers,
                  model->session);
}

static void log_all(play_model *model, const play_side *before, const htn_load_report *reports)
{
    for (uint32_t i = play_next_player(model, HTN_NONE); i != HTN_NONE; i = play_next_player(model, i)) {
        play_turn(model, i);
        log_report(model, &reports[i], htn_agent_world(before->players[i]->actor.agent));
        log_lost(model, before->players[i]);
    }
    play_turn_back(model);
    play_log_build(model);
}

/* The new agents, which have taken the state over, go on in place of the old ones. */
static void go_on(play_model *model, play_side *side, const htn_load_report *reports)
{
    play_side *before = base_allocate(sizeof *before);
    *before = play_side_of(model);
    play_begin_reload(model);
    side->chosen = model->chosen;
    for (uint32_t i = 0; i < side->player_count; i++) {
        side->players[i]->recording = before->players[i]->recording;
        before->players[i]->recording = (base_text){0};
    }
    play_use_side(model, side);
    for (uint32_t i = play_next_player(model, HTN_NONE); i != HTN_NONE; i = play_next_player(model, i)) {
        play_turn(model, i);
        join(model, before, &reports[i]);
    }
    play_take_sides(model);
    log_all(model, before, reports);
    play_settle(model);
    play_add_move(model, PLAY_MOVE_RELOAD, HTN_NONE, NULL);
    play_end_reload(model, before);
}

bool play_reload(play_model *model, const char *path, base_text *said)
{
    play_options options = *model->options;
    cli_session *session = base_allocate(sizeof *session);
    htn_load_report *reports = base_allocate(model->player_count * sizeof *reports);
    play_side side = {.path = base_duplicate_text(path != NULL ? path : model->path), .session = session};
    options.session.set.count = options.session.spawn.count = 0; /* the world is taken over from the old agents */
    session->command = model->session->command;
    bool good = compile(model, &session->subject, side.path, said);
    if (good || path == NULL) /* also where it has errors: they may be mended in a file that is new */
        play_watch_files(model, &session->subject, side.path);
    good = good && cli_session_prepare(session, &options.session) == CLI_EXIT_YES &&
           make_players(model, &side, reports, said) && play_keep_build(model, said);
    if (good) {
        go_on(model, &side, reports);
    } else {
        play_close_side(&side);
        if (path != NULL) /* the old domain plays on */
            play_watch_files(model, &model->session->subject, model->path);
    }
    free(reports);
    return good;
}
