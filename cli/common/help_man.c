/* See help_man.h. The page is troff with the macros of man(7): a dash is `\-`, and no line of text begins with a full stop or a quote. */
#include "cli/common/help_man.h"
#include <htn/version.h>
#include <stdio.h>
#include <string.h>

/* One line of text. */
static void print_line(const char *text, size_t length)
{
    if (length > 0 && (text[0] == '.' || text[0] == '\''))
        printf("\\&");
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '-')
            printf("\\-");
        else if (text[i] == '\\')
            printf("\\e");
        else
            putchar(text[i]);
    }
}

static void print_text(const char *text)
{
    print_line(text, strlen(text));
}

/* Lines that are indented stay as they are, as an example does. */
static void print_lines(const char *text)
{
    bool example = false;
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        const bool indented = length > 0 && text[0] == ' ';
        if (indented != example)
            printf("%s", indented ? ".nf\n" : ".fi\n");
        example = indented;
        if (length == 0)
            printf(".PP");
        print_line(text, length);
        printf("\n");
        text += length + (text[length] == '\n');
    }
    printf("%s", example ? ".fi\n" : "");
}

static void print_option(const cli_option *option)
{
    printf(".TP\n\\fB");
    if (option->letter != 0)
        printf("\\-%c", option->letter);
    if (option->letter != 0 && option->name != NULL)
        printf("\\fR, \\fB");
    if (option->name != NULL) {
        printf("\\-\\-");
        print_text(option->name);
    }
    printf("\\fR");
    if (option->parameter != NULL) {
        printf("%s\\fI", option->name != NULL ? " " : "");
        print_text(option->parameter);
        printf("\\fR");
    }
    printf("\n");
    print_lines(option->help);
}

void cli_man_print_command(const cli_usage *usage)
{
    printf(".SS htn %s\n.B htn %s\n", usage->command, usage->command);
    if (usage->option_count > 0)
        printf(".RI [ options ]\n");
    if (usage->operands[0] != '\0') {
        printf(".I ");
        print_text(usage->operands);
        printf("\n");
    }
    printf(".PP\n");
    print_text(usage->summary);
    printf("\n");
    for (size_t i = 0; i < usage->option_count; i++)
        print_option(&usage->options[i]);
    if (usage->description != NULL) {
        printf(".PP\n");
        print_lines(usage->description);
    }
}

void cli_man_print_head(void)
{
    printf(
        ".\\\" Made by `htn help \\-\\-man` from the options of the tool.\n"
        ".TH HTN 1 \"\" \"htn %s\" \"User commands\"\n"
        ".SH NAME\nhtn \\- compile, plan with, explain and play with hierarchical task networks\n"
        ".SH SYNOPSIS\n.B htn\n.I COMMAND\n.RI [ options ]\n.I FILE...\n.br\n.B htn help\n.RI [ COMMAND \" | \" ID ]\n"
        ".br\n.B htn \\-\\-version\n"
        ".SH DESCRIPTION\n.B htn\ncompiles a domain, written in the .htn language, to a blob that a game loads. It "
        "plans "
        "for a world state,\nexplains the plan, and plays scenarios.\n.PP\n.I SRC.htn\nis a source;\n.I FILE\nis a "
        "source "
        "or a compiled blob; its content says which.\n.B \\-\nstands for standard input.\n.PP\n"
        ".B htn help\n.I ID\nexplains a message that ends with\n.RI [ ID ]:\nits meaning, an example that causes it, "
        "and "
        "the cure.\n"
        ".SH COMMANDS\n",
        HTN_VERSION_TEXT);
}

void cli_man_print_tail(void)
{
    printf(".SH OPTIONS OF ALL COMMANDS\n.TP\n.BR \\-h \", \" \\-\\-help\nThe options of the command.\n"
           ".SH EXIT STATUS\n.TP\n.B 0\nYes: done; a plan.\n.TP\n.B 1\n"
           "No: an error in the source; no plan; a scenario that fails.\n.TP\n.B 2\n"
           "Wrong usage, or a file that cannot be read or written.\n.TP\n.B 3\nA limit was reached: the answer is not "
           "known.\n"
           ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf it is set and not empty, output to a terminal is not coloured.\n.TP\n"
           ".BR LC_ALL \", \" LC_CTYPE \", \" LANG\nThey decide whether\n.B explain\nand\n.B run\ndraw in Unicode.\n"
           ".SH SEE ALSO\nThe project's\n.I docs\nfolder: tool.md describes this tool and its JSON in full, "
           "language.md the "
           "language,\nplaying.md the live view, embedding.md the runtime.\n");
}
