/*
 * `htn help COMMAND`: prints a command's usage from the table that options.c parses its command lines by, so that the two
 * cannot differ. See help.h.
 */
#include "cli/common/help.h"
#include <stdio.h>
#include <string.h>

enum { HELP_COLUMN = 26 };

/* Writes `  --root NAME` into `text` and returns its length. */
static int spell(const cli_option *option, char *text, size_t size)
{
    const char *parameter = option->parameter != NULL ? option->parameter : "";
    const char *space = option->parameter != NULL ? " " : "";
    if (option->name == NULL)
        return snprintf(text, size, "  -%c%s", option->letter, parameter);
    if (option->letter == 0)
        return snprintf(text, size, "  --%s%s%s", option->name, space, parameter);
    return snprintf(text, size, "  -%c, --%s%s%s", option->letter, option->name, space, parameter);
}

static void print_option(const cli_option *option)
{
    char text[80];
    int length = spell(option, text, sizeof text);
    if (length < HELP_COLUMN)
        printf("%-*s", HELP_COLUMN, text);
    else
        printf("%s\n%*s", text, HELP_COLUMN, "");
    for (const char *line = option->help; *line != '\0';) {
        size_t size = strcspn(line, "\n");
        printf("%.*s\n", (int)size, line);
        line += size;
        if (*line == '\n') {
            line++;
            printf("%*s", HELP_COLUMN, "");
        }
    }
}

void cli_help_print(const cli_usage *usage)
{
    static const cli_option help = {"help", 'h', CLI_OPTION_FLAG, NULL, NULL, "print this text"};
    printf("usage: htn %s [options] %s\n\n%s\n\noptions:\n", usage->command, usage->operands, usage->summary);
    for (size_t i = 0; i < usage->option_count; i++)
        print_option(&usage->options[i]);
    print_option(&help);
    if (usage->description != NULL)
        printf("\n%s\n", usage->description);
}
