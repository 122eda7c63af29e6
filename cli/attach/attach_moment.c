/* See attach_moment.h. */
#include "cli/attach/attach_moment.h"
#include "cli/common/terminal.h"
#include "cli/moment/moment_explain.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_MEMORY = 1 << 30 };

static htn_status open_cursor(attach_moment *now, const attach_game *game, htn_replay_report *report)
{
    size_t size = 0;
    htn_status status;
    while ((status = htn_replay_open(&now->cursor, &game->subject.domain, game->journal.bytes, game->journal.length,
                                     now->memory, size, report)) == HTN_TOO_SMALL &&
           report->memory <= MOST_MEMORY) {
        free(now->memory);
        size = report->memory;
        now->memory = base_allocate(size);
    }
    return status;
}

const char *attach_moment_open(attach_moment *now, const attach_game *game)
{
    htn_replay_report report = {0};
    memset(now, 0, sizeof *now);
    if (!game->loaded)
        return "the game's domain has not come yet";
    htn_status status = open_cursor(now, game, &report);
    if (status == HTN_OK)
        status = htn_replay_to(now->cursor, htn_replay_end(now->cursor).offset);
    if (status != HTN_OK) {
        free(now->memory);
        return report.reason != NULL ? report.reason : "the game's journal cannot be replayed";
    }
    const size_t size = htn_world_bytes(&game->subject.domain);
    now->world = htn_replay_world(now->cursor);
    now->copy_memory = base_allocate(size);
    htn_world_init(&now->copy, &game->subject.domain, now->copy_memory, size);
    htn_world_copy(&now->copy, now->world);
    return NULL;
}

void attach_moment_close(attach_moment *now)
{
    free(now->memory);
    free(now->copy_memory);
}

const char *attach_explain(base_text *out, attach_game *game, const attach_asked *asked)
{
    const trace_bytes journal = {"the game's journal", (const uint8_t *)game->journal.bytes, game->journal.length, 0};
    const moment_question question = {
        .layer = asked->layer,
        .task = asked->task,
        .time_us = UINT64_MAX,
        .style = explain_style_of(!asked->ascii && cli_wants_utf8(), cli_wants_colour(stdout, asked->colour)),
        .width = cli_columns(stdout)};
    trace_reader reader;
    trace_begin(&reader, asked->command, &game->subject, &journal);
    const moment_answer answer = moment_explain(out, &reader, &question);
    trace_end(&reader);
    return answer.reason;
}
