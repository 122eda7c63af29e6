/*
 * A play by a script; see play_script.h. The first lines show how the play begins. Then each command is printed, with the new
 * entries of the log and its answer below it. Tests compare this text. play_view.h is the other way to play.
 */
#include "cli/play/play_script.h"
#include "base/text.h"
#include "cli/common/exit_status.h"
#include "cli/common/files.h"
#include "cli/common/terminal.h"
#include "cli/play/play_commands.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Leaves escape sequences out if there are no colours. */
static void print_text(const char *text, bool colour)
{
    for (; *text != '\0'; text++) {
        if (*text == '\033' && !colour)
            text += strcspn(text, "m");
        else
            putchar(*text);
    }
}

static void print_log(const play_model *model, size_t from)
{
    for (size_t i = from; i < model->log_count; i++) {
        const play_entry *entry = &model->log[i];
        printf("%7u.%u  %s\n", entry->time / 1000, entry->time % 1000 / 100, entry->text);
    }
}

static void print_answer(const char *answer, bool colour)
{
    while (*answer != '\0') {
        const size_t length = strcspn(answer, "\n");
        char *line = base_allocate(length + 1);
        memcpy(line, answer, length);
        printf("  ");
        print_text(line, colour);
        printf("\n");
        free(line);
        answer += length + (answer[length] == '\n');
    }
}

/* Plays one line of the script. False: it was `quit`. */
static bool play(play_model *model, const char *line, uint32_t number, bool colour, bool *good)
{
    base_text answer = {0};
    const size_t logged = model->log_count;
    if (line[strspn(line, " \t\r")] == '\0' || line[strspn(line, " \t\r")] == '#')
        return true;
    printf("> %s\n", line);
    const play_result result = play_command(model, line, &answer);
    if (result == PLAY_WRONG) {
        fflush(stdout);
        fprintf(stderr, "line %u: %s", number, base_text_of(&answer));
        *good = false;
    } else {
        print_log(model, logged);
        print_answer(base_text_of(&answer), colour);
    }
    base_text_free(&answer);
    return result != PLAY_QUIT;
}

int play_script(play_model *model, const char *path, uint32_t colour)
{
    size_t size;
    const char *problem = NULL;
    const bool coloured = cli_wants_colour(stdout, colour);
    bool good = true;
    char *text = path == NULL || strcmp(path, "-") == 0 ? cli_read_standard_input(&size, &problem)
                                                        : cli_read_file(path, &size, &problem);
    if (text == NULL) {
        fprintf(stderr, "htn run: cannot read '%s': %s\n", path != NULL ? path : "<stdin>", problem);
        return CLI_EXIT_USAGE;
    }
    print_log(model, 0);
    uint32_t number = 1;
    for (char *line = text; line < text + size; number++) {
        char *end = line + strcspn(line, "\n");
        char *next = end < text + size ? end + 1 : end;
        *end = '\0';
        if (end > line && end[-1] == '\r')
            end[-1] = '\0';
        if (!play(model, line, number, coloured, &good))
            break;
        line = next;
    }
    free(text);
    return good ? CLI_EXIT_YES : CLI_EXIT_NO;
}
