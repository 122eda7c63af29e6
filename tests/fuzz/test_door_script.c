/* The door for what is typed in `htn run`: lines of a script, each also completed, as at the prompt. Where the first one is `agents` there are several. */
#include "base/text.h"
#include "cli/common/exit_status.h"
#include "cli/play/play_commands.h"
#include "cli/play/play_complete.h"
#include "cli/play/play_model.h"
#include "cli/play/play_open.h"
#include "fuzz.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 40, COMPLETIONS = 20 };

/* One that opens or writes other files, or lets hours pass, is not for a fuzzer. */
static bool is_wanted(const char *line)
{
    bool has_large_number = false;
    for (const char *at = line; *at != '\0'; at++)
        has_large_number |= strspn(at, "0123456789") > 2;
    return !has_large_number && strstr(line, "reload") == NULL && strstr(line, "save") == NULL;
}

static void complete(const play_model *model, const char *line)
{
    base_text completed = {0};
    for (uint32_t i = 0; i < COMPLETIONS && play_complete(model, line, i, &completed); i++)
        base_text_free(&completed);
    base_text_free(&completed);
}

static void play(play_model *model, char *text)
{
    for (uint32_t i = 0; i < MOST_LINES && *text != '\0'; i++) {
        char *end = text + strcspn(text, "\n");
        const bool is_last = *end == '\0';
        base_text answer = {0};
        *end = '\0';
        complete(model, text);
        if (is_wanted(text) && play_command(model, text, &answer) == PLAY_WRONG)
            fuzz_expect(answer.length > 0, "a command is wrong, without a word");
        base_text_free(&answer);
        text = is_last ? end : end + 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *none[] = {"none"};
    play_options options = {
        .session = {.switches = {none, 1}, .max_steps = 24, .max_depth = 12, .max_work = 2000, .max_nodes = 64}};
    play_model model;
    char *text = must_allocate(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    options.agents = strncmp(text, "agents", 6) == 0 ? "anna,bert" : NULL;
    fuzz_expect(play_open(&model, "run", "tests/cli/outpost.htn", &options) == CLI_EXIT_YES, "no play");
    play(&model, text);
    play_close(&model);
    free(text);
    return 0;
}
