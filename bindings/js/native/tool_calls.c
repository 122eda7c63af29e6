/* The tool for JavaScript: its commands, its language server, and plays for the desk. ../tool.js is the other side. */
#include "bindings/js/native/desk_journal.h"
#include "bindings/js/native/desk_json.h"
#include "bindings/js/native/host_calls.h"
#include "cli/play/play_commands.h"
#include "cli/play/play_open.h"
#include "lsp/server.h"
#include <stdio.h>
#include <stdlib.h>

/* --- Commands ----------------------------------------------------------------------------------------- */

int main(int argc, char **argv);

/* `argv[0]` is the tool's name. Returns the exit status. */
EMSCRIPTEN_KEEPALIVE int js_run(int argc, char **argv)
{
    clearerr(stdin);
    const int status = main(argc, argv);
    fflush(stdout);
    fflush(stderr);
    return status;
}

/* --- The language server ------------------------------------------------------------------------------ */

/* A message of the server, with its header. */
EM_JS(void, host_send, (const char *bytes, size_t count), { Module.host.send(bytes, count); });

static void send_message(void *user, const char *bytes, size_t count)
{
    (void)user;
    host_send(bytes, count);
}

EMSCRIPTEN_KEEPALIVE lsp_server *js_language_open(void)
{
    lsp_server *server = malloc(sizeof *server);
    if (server != NULL)
        lsp_server_init(server, -1, send_message, NULL);
    return server;
}

/* Takes whole messages, each with its header, and answers them. */
EMSCRIPTEN_KEEPALIVE void js_language_feed(lsp_server *server, const char *bytes, size_t count)
{
    rpc_buffer_feed(&server->frames.buffer, bytes, count);
    lsp_serve(server);
}

EMSCRIPTEN_KEEPALIVE void js_language_close(lsp_server *server)
{
    lsp_server_free(server);
    free(server);
}

/* --- Plays -------------------------------------------------------------------------------------------- */

typedef struct js_play {
    play_model model;
    play_options options;
} js_play;

EMSCRIPTEN_KEEPALIVE void js_play_close(js_play *play)
{
    play_close(&play->model);
    free(play);
}

/* NULL: stderr says why. `duration`: milliseconds of a step without a Duration. */
EMSCRIPTEN_KEEPALIVE js_play *js_play_open(const char *path, uint32_t seed, uint32_t duration)
{
    js_play *play = calloc(1, sizeof *play);
    if (play == NULL)
        return NULL;
    play->options.session.seed = seed;
    play->options.duration = duration;
    if (play_open(&play->model, "desk", path, &play->options) == 0)
        return play;
    fflush(stderr);
    js_play_close(play);
    return NULL;
}

static char *text_of(cJSON *json)
{
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}

/* Does a command of `htn run`. `*answer` gets what it answers, to be freed. False: nothing was done, and the answer says why. */
EMSCRIPTEN_KEEPALIVE bool js_play_do(js_play *play, const char *line, char **answer)
{
    base_text text = {0};
    const play_result result = play_command(&play->model, line, &text);
    *answer = base_duplicate_text(base_text_of(&text));
    base_text_free(&text);
    return result != PLAY_WRONG;
}

/* JSON texts, to be freed. */
EMSCRIPTEN_KEEPALIVE char *js_play_state(const js_play *play, size_t log_from)
{
    return text_of(desk_state(&play->model, log_from));
}

EMSCRIPTEN_KEEPALIVE char *js_play_declarations(const js_play *play)
{
    return text_of(desk_declarations(&play->model));
}

EMSCRIPTEN_KEEPALIVE char *js_play_explain(js_play *play, uint32_t layer)
{
    return layer < play->model.layer_count ? text_of(desk_explanation(&play->model, layer)) : NULL;
}

EMSCRIPTEN_KEEPALIVE char *js_play_network(const js_play *play)
{
    return text_of(desk_network(&play->model));
}

/* --- Recordings --------------------------------------------------------------------------------------- */

EMSCRIPTEN_KEEPALIVE desk_recording *js_recording_open(const char *path)
{
    desk_recording *made = desk_recording_open(path);
    fflush(stderr);
    return made;
}

EMSCRIPTEN_KEEPALIVE void js_recording_close(desk_recording *recording)
{
    desk_recording_close(recording);
}

EMSCRIPTEN_KEEPALIVE uint32_t js_recording_add(desk_recording *recording, const char *name, uint8_t *bytes, size_t size)
{
    return desk_recording_add(recording, name, bytes, size);
}

EMSCRIPTEN_KEEPALIVE uint32_t js_recording_grow(desk_recording *recording, const char *name, const uint8_t *bytes,
                                                size_t size)
{
    const uint32_t count = desk_recording_grow(recording, name, bytes, size);
    fflush(stderr);
    return count;
}

/* `about` gets four numbers: the addresses of the name and of the items, the number of items, the end. */
EMSCRIPTEN_KEEPALIVE void js_recording_track(const desk_recording *recording, uint32_t track, uint32_t *about)
{
    const char *name = NULL;
    const desk_item *items = NULL;
    about[2] = about[3] = 0;
    desk_recording_track(recording, track, &name, &about[3], &items, &about[2]);
    about[0] = (uint32_t)(uintptr_t)name;
    about[1] = (uint32_t)(uintptr_t)items;
}

EMSCRIPTEN_KEEPALIVE const char *js_recording_texts(const desk_recording *recording, uint32_t from, size_t *size)
{
    return desk_recording_texts(recording, from, size);
}

/* A JSON text, to be freed. */
EMSCRIPTEN_KEEPALIVE char *js_recording_moment(desk_recording *recording, uint32_t track, double time_us,
                                               uint32_t layer, bool explained)
{
    cJSON *json = desk_recording_moment(recording, track, (uint64_t)time_us, layer, explained);
    return json == NULL ? NULL : text_of(json);
}
