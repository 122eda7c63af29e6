/*
 * The door for what an assistant sends to `htn mcp`. Bytes that begin with a brace are messages, one a line, as they are. All else is the
 * text of a source: it is written, and each tool is called on it. The session has a folder of its own behind the wall, empty before each
 * input. What a command prints goes into the answers, and so does a sanitizer's report: then run the door with the input that it left.
 */
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "base/host_files.h"
#include "base/text.h"
#include "base/unicode.h"
#include "base/wall.h"
#include "cli/commands.h"
#include "cli/diagnostic_help.h"
#include "fuzz.h"
#include "mcp/mcp_session.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_INPUT = 4000, LONGEST_NUMBER = 4 /* digits; more would let hours pass */ };

static const char initialize[] = "{\"id\":0,\"method\":\"initialize\",\"params\":{}}\n";

/* An answer is a line of JSON in UTF-8. */
static void take(void *user, const char *bytes, size_t count)
{
    (void)user;
    fuzz_expect(count > 2 && memchr(bytes, '\n', count) == bytes + count - 1, "an answer that is not one line");
    for (size_t i = 0; i < count; i += base_decode(bytes + i, count - i).bytes)
        fuzz_expect(base_decode(bytes + i, count - i).code != BASE_NOT_UTF8 ||
                        memcmp(bytes + i, "\xEF\xBF\xBD", 3) == 0,
                    "an answer that is not UTF-8");
    cJSON *json = cJSON_ParseWithLength(bytes, count);
    fuzz_expect(json != NULL && cJSON_HasObjectItem(json, "jsonrpc"), "an answer that is no JSON");
    cJSON_Delete(json);
}

static int help(int count, char **arguments)
{
    return count == 2 && cli_diagnostic_help_print(arguments[1]) ? 0 : 1;
}

/* The folder of the sessions, which is made once and removed at the end; and the one that the program began in. */
static char folder[] = "/tmp/htn-door-mcp-XXXXXX", *begun_in;

static void remove_folder(void)
{
    rmdir(folder);
    free(begun_in);
}

static void make_folder(void)
{
    begun_in = base_real_path(".");
    fuzz_expect(begun_in != NULL && mkdtemp(folder) != NULL && atexit(remove_folder) == 0, "no folder");
}

static void empty_folder(void)
{
    base_folder *open = base_open_folder(".");
    for (const char *name; open != NULL && (name = base_next_in_folder(open)) != NULL;)
        unlink(name);
    if (open != NULL)
        base_close_folder(open);
}

/* Adds the call of a tool on the source; `more`: further arguments. */
static void add_call(base_text *messages, const char *tool, const char *more)
{
    base_text_add(
        messages,
        "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":{\"path\":\"a.htn\"%s}}}\n",
        tool, more);
}

static void add_text(base_text *messages, const char *source)
{
    base_text argument = {0};
    cJSON *text = cJSON_CreateString(source);
    char *printed = cJSON_PrintUnformatted(text);
    base_text_add(&argument, ",\"text\":%s", printed);
    add_call(messages, "write", base_text_of(&argument));
    add_call(messages, "check", "");
    add_call(messages, "plan", "");
    add_call(messages, "explain", "");
    add_call(messages, "test", ",\"coverage\":true");
    add_call(messages, "fix", "");
    add_call(messages, "format", "");
    base_text_add(
        messages,
        "{\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"look_up\",\"arguments\":{\"topic\":%s}}}\n",
        printed);
    cJSON_free(printed);
    cJSON_Delete(text);
    base_text_free(&argument);
}

static void serve(const base_text *messages)
{
    static const mcp_commands commands = {cli_command_check,   cli_command_fmt,  cli_command_plan,
                                          cli_command_explain, cli_command_test, help};
    mcp_session session;
    mcp_session_init(&session, -1, &commands, take, NULL);
    rpc_buffer_feed(&session.lines.buffer, messages->bytes, messages->length);
    mcp_serve(&session);
    mcp_session_free(&session);
}

static bool has_large_number(const char *text)
{
    for (; *text != '\0'; text++)
        if (strspn(text, "0123456789") > LONGEST_NUMBER)
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    base_text messages = {0};
    if (size == 0 || size > LONGEST_INPUT)
        return 0;
    if (begun_in == NULL)
        make_folder();
    char *text = must_allocate(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    base_text_add(&messages, "%s", initialize);
    if (text[0] == '{')
        base_text_add_bytes(&messages, text, size);
    else
        add_text(&messages, text);
    base_text_add(&messages, "\n");
    fuzz_expect(base_enter_folder(folder), "the folder cannot be entered");
    char *real = base_real_path(".");
    base_wall_build(real);
    if (!has_large_number(text))
        serve(&messages);
    empty_folder();
    base_wall_build(NULL);
    fuzz_expect(base_enter_folder(begun_in), "there is no way back");
    free(real);
    base_text_free(&messages);
    free(text);
    return 0;
}
