/*
 * See play_recording.h. The journal is written whole, at the end. A play that is ended from outside leaves the file of an earlier one.
 */
#include "cli/play/play_recording.h"
#include "base/host_files.h"
#include "cli/common/exit_status.h"
#include "cli/common/files.h"
#include "cli/common/input.h"
#include "cli/common/output_files.h"
#include "cli/common/result_file.h"
#include "cli/common/usage_error.h"
#include "cli/play/play_actions.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int report_failure(const play_model *model, const char *path, const char *problem)
{
    fflush(stdout); /* what was played stands before it */
    fprintf(stderr, "htn %s: cannot write '%s': %s\n", model->session->command, path, problem);
    return CLI_EXIT_USAGE;
}

/* The file of a player's journal: of several troll-anna.htnj. To be freed. */
static char *path_of(const play_model *model, const char *name)
{
    const char *path = model->options->journal, *end = strrchr(path, '.');
    const size_t length = end != NULL && strpbrk(end, "/\\") == NULL ? (size_t)(end - path) : strlen(path);
    base_text text = {0};
    if (name == NULL)
        return base_duplicate_text(path);
    base_text_add(&text, "%.*s-%s%s", (int)length, path, name, path + length);
    return text.bytes;
}

static int check_path(const play_model *model, const char *path, const char *script)
{
    const char *command = model->session->command, *problem;
    const char *read = script == NULL || cli_input_is_standard(script) ? "<stdin>" : script;
    const cli_list files = {.items = &read, .count = 1};
    const int status = cli_check_result(command, "--journal", path, &files, &model->session->subject);
    if (status != CLI_EXIT_YES)
        return status;
    return cli_can_write(path, &problem) ? CLI_EXIT_YES : report_failure(model, path, problem);
}

int play_check_recording(const play_model *model, const char *script)
{
    const char *path = model->options->journal, *command = model->session->command;
    int status = CLI_EXIT_YES;
    if (path == NULL)
        return CLI_EXIT_YES;
    if (cli_is_standard_output(path))
        return cli_usage_error(command, "--journal -: standard output shows the play, and a journal is no text; "
                                        "--journal takes the name of the file to write, such as troll.htnj");
    if (cli_name_ends_with(path, ".htn") || cli_name_ends_with(path, ".htnb"))
        return cli_usage_error(command,
                               "--journal %s: this is the name of a domain; --journal takes the name of the "
                               "file to write, such as troll.htnj",
                               path);
    for (uint32_t i = 0; i < model->player_count && status == CLI_EXIT_YES; i++) {
        char *own = path_of(model, model->players[i]->name);
        status = check_path(model, own, script);
        free(own);
    }
    return status;
}

/* Not of one whose coming was undone. */
static int write_player(const play_model *model, const play_player *player)
{
    char *path = path_of(model, player->name);
    const char *failed, *problem;
    cli_output output = {.path = path, .bytes = base_text_of(&player->recording), .size = player->recording.length};
    int status = CLI_EXIT_YES;
    if ((player->state->here || player->state->left) && !cli_write_files(&output, 1, &failed, &problem))
        status = report_failure(model, failed, problem);
    free(path);
    return status;
}

int play_write_recording(const play_model *model)
{
    const char *path = model->options->journal;
    int status = CLI_EXIT_YES;
    if (path != NULL && model->journal_is_source) {
        fflush(stdout);
        fprintf(stderr, "htn %s: the journal is not written: '%s' is a source or a blob, which `reload` named\n",
                model->session->command, path);
        return CLI_EXIT_USAGE;
    }
    for (uint32_t i = 0; path != NULL && i < model->player_count && status == CLI_EXIT_YES; i++)
        status = write_player(model, model->players[i]);
    return status;
}

/* Whether one of the files of the domain that is about to come is the journal's. */
static bool is_read_from(const play_model *model, const char *path)
{
    bool same = false;
    for (size_t i = 0; i < model->path_count; i++)
        same |= cli_would_replace(path, model->paths[i]);
    return same;
}

/* Whether a file, perhaps of an earlier play, has the name. A folder does not count: it is in the way, and that is an error. */
static bool is_taken(const char *path)
{
    base_file_facts facts;
    return base_is_link(path) || (base_look_at_file(path, &facts) && facts.kind != BASE_FOLDER);
}

/* The name of the next blob, that no file has. Returns its number. */
static uint32_t name_build(const play_model *model, base_text *path)
{
    uint32_t number = model->builds;
    do {
        base_text_clear(path);
        base_text_add(path, "%s-%u.htnb", model->options->journal, ++number);
    } while (is_taken(base_text_of(path)));
    return number;
}

bool play_keep_build(play_model *model, base_text *said)
{
    const cli_subject *subject = &model->session->subject;
    const char *failed, *problem, *journal = model->options->journal;
    base_text path = {0};
    cli_output output = {.bytes = subject->input.bytes, .size = subject->input.size};
    if (journal == NULL)
        return true;
    bool replaces = false;
    for (uint32_t i = 0; i < model->player_count; i++) {
        char *own = path_of(model, model->players[i]->name);
        replaces |= is_read_from(model, own);
        free(own);
    }
    if (replaces) {
        model->journal_is_source = true;
        base_text_add(said, "not reloaded: --journal %s would write over it\n", journal);
        return false;
    }
    if (subject->is_source) {
        output.bytes = (const char *)subject->compilation.blob;
        output.size = subject->compilation.blob_size;
    }
    const uint32_t number = name_build(model, &path);
    output.path = path.bytes;
    const bool written = cli_write_files(&output, 1, &failed, &problem);
    if (written) {
        model->builds_there = number - model->builds - 1;
        model->builds = number;
    } else {
        base_text_add(said, "cannot write '%s': %s\n", failed, problem);
    }
    base_text_free(&path);
    return written;
}

void play_log_build(play_model *model)
{
    const char *journal = model->options->journal;
    if (model->builds_there == 0)
        return;
    play_log(model, PLAY_NOTE, "%s-%u.htnb has the domain before, since %s-%u.htnb was there", journal, model->builds,
             journal, model->builds - 1);
    model->builds_there = 0;
}
