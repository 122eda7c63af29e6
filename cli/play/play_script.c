/*
 * A play by a script; see play_script.h. The first lines show how the play begins. Then each command is printed, with the new
 * entries of the log and its answer below it. Tests compare this text. play_view.h is the other way to play.
 */
#include "cli/play/play_script.h"
#include "base/host_files.h"
#include "base/text.h"
#include "cli/common/exit_status.h"
#include "cli/common/files.h"
#include "cli/common/input.h"
#include "cli/common/terminal.h"
#include "cli/play/play_commands.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 1 << 20 };

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

typedef enum next_line { LINE, LAST_LINE_READ, NOT_READ } next_line;

/* Reads one line without its end, so that what another program writes line by line is answered line by line. */
static next_line read_line(FILE *file, base_text *line, const char **problem)
{
    int c;
    base_text_clear(line);
    while ((c = getc(file)) != EOF && c != '\n') {
        const char byte = (char)c;
        if (c == '\0' || line->length == LONGEST_LINE) {
            *problem = c == '\0' ? "it has a NUL, which no command has" : "it has a line of more than 1 MiB";
            return NOT_READ;
        }
        base_text_add_bytes(line, &byte, 1);
    }
    if (ferror(file)) {
        *problem = strerror(errno);
        return NOT_READ;
    }
    if (line->length > 0 && line->bytes[line->length - 1] == '\r')
        line->bytes[--line->length] = '\0';
    return c == EOF && line->length == 0 ? LAST_LINE_READ : LINE;
}

static FILE *open_script(const char *path, const char **problem)
{
    base_file_facts facts;
    if (path == NULL)
        return stdin;
    FILE *file = cli_open_file(path, false);
    if (file == NULL || (base_look_at_file(path, &facts) && facts.kind == BASE_FOLDER)) {
        *problem = strerror(file == NULL ? errno : EISDIR);
        if (file != NULL)
            fclose(file);
        return NULL;
    }
    return file;
}

static int report_unread(const char *path, const char *problem)
{
    fflush(stdout);
    fprintf(stderr, "htn run: cannot read '%s': %s\n", path != NULL ? path : "<stdin>", problem);
    return CLI_EXIT_USAGE;
}

int play_script(play_model *model, const char *path, uint32_t colour)
{
    const char *problem = NULL, *from = path != NULL && cli_input_is_standard(path) ? NULL : path;
    const bool coloured = cli_wants_colour(stdout, colour);
    FILE *file = open_script(from, &problem);
    base_text line = {0};
    uint32_t number = 1;
    bool good = true;
    next_line next;
    if (file == NULL)
        return report_unread(from, problem);
    print_log(model, 0);
    fflush(stdout);
    while ((next = read_line(file, &line, &problem)) == LINE &&
           play(model, base_text_of(&line), number, coloured, &good)) {
        fflush(stdout);
        number++;
    }
    base_text_free(&line);
    if (from != NULL)
        fclose(file);
    return next == NOT_READ ? report_unread(from, problem) : good ? CLI_EXIT_YES : CLI_EXIT_NO;
}
