/*
 * The desk attached to a game: what `htn attach` does with messages and lines, behind a socket of the page. ../tool.js is the other side. What is
 * said to the person goes to standard output.
 */
#include "bindings/js/native/host_calls.h"
#include "cli/attach/attach_commands.h"
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct js_attach {
    attach_session session;
    char *file;
} js_attach;

/* A message to the game. */
EM_JS(void, host_say, (const char *bytes, size_t count), { Module.host.say(bytes, count); });

static void say(void *user, uint8_t kind, const uint32_t *numbers, uint32_t count, const void *rest, size_t size)
{
    base_text message = {0};
    (void)user;
    attach_add_payload(&message, kind, numbers, count, rest, size);
    host_say(message.bytes, message.length);
    base_text_free(&message);
}

EMSCRIPTEN_KEEPALIVE js_attach *js_attach_open(void)
{
    js_attach *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    made->session.command = "attach";
    made->session.say = say;
    attach_game_begin(&made->session.game);
    return made;
}

EMSCRIPTEN_KEEPALIVE void js_attach_close(js_attach *of)
{
    attach_session_end(&of->session);
    free(of->file);
    free(of);
}

/* The source that `reload` compiles and sends. */
EMSCRIPTEN_KEEPALIVE void js_attach_source(js_attach *of, const char *path)
{
    free(of->file);
    of->file = base_duplicate_text(path);
    of->session.file = of->file;
}

/* A message of the game. */
EMSCRIPTEN_KEEPALIVE void js_attach_hear(js_attach *of, const uint8_t *message, size_t size)
{
    const bool greeted = of->session.game.greeted;
    attach_game_hear(&of->session.game, message, size);
    if (!greeted && of->session.game.greeted)
        attach_greet(&of->session);
    attach_go_on(&of->session);
}

/* The connection is gone. */
EMSCRIPTEN_KEEPALIVE void js_attach_lost(js_attach *of)
{
    attach_game_lost(&of->session.game);
    of->session.waits = ATTACH_GOES_ON;
}

/* Whether it takes a line: it waits for nothing. Looks whether what it waits for has come. */
EMSCRIPTEN_KEEPALIVE bool js_attach_ready(js_attach *of)
{
    attach_go_on(&of->session);
    return of->session.game.greeted && of->session.waits == ATTACH_GOES_ON;
}

/* Does a line of `htn attach`. False: it was not understood. */
EMSCRIPTEN_KEEPALIVE bool js_attach_do(js_attach *of, char *line)
{
    of->session.failed = false;
    attach_do_line(&of->session, line);
    fflush(stdout);
    fflush(stderr);
    return !of->session.failed;
}

/* A JSON text, to be freed: what ../tool.d.ts calls AttachState. */
EMSCRIPTEN_KEEPALIVE char *js_attach_state(const js_attach *of)
{
    const attach_game *game = &of->session.game;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddBoolToObject(json, "greeted", game->greeted);
    cJSON_AddBoolToObject(json, "paused", game->paused);
    cJSON_AddNumberToObject(json, "stoppedBy", game->stopped_by);
    cJSON_AddBoolToObject(json, "good", game->good);
    cJSON_AddBoolToObject(json, "listed", game->listed);
    cJSON_AddNumberToObject(json, "agents", game->count);
    cJSON_AddNumberToObject(json, "chosen", game->chosen == HTN_NONE ? -1 : (double)game->chosen);
    cJSON_AddNumberToObject(json, "build", game->loaded ? (double)game->build : -1);
    cJSON_AddNumberToObject(json, "generation", game->generation);
    cJSON_AddNumberToObject(json, "size", (double)game->journal.length);
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}

/* NULL: there are not so many. */
EMSCRIPTEN_KEEPALIVE const char *js_attach_name(const js_attach *of, uint32_t agent)
{
    return agent < of->session.game.count ? of->session.game.names[agent] : NULL;
}

/* The blob, and the journal from a byte on. `*size`: how many bytes there are. */
EMSCRIPTEN_KEEPALIVE const uint8_t *js_attach_blob(const js_attach *of, size_t *size)
{
    *size = of->session.game.blob_size;
    return of->session.game.blob;
}

EMSCRIPTEN_KEEPALIVE const char *js_attach_journal(const js_attach *of, size_t from, size_t *size)
{
    const base_text *journal = &of->session.game.journal;
    *size = journal->length > from ? journal->length - from : 0;
    return journal->bytes + (*size == 0 ? 0 : from);
}
