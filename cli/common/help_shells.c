/*
 * See help_shells.h. What an option takes says its kind and its parameter in the table: a choice has words, `FILE` and names with a full
 * stop are files. What a command takes says the text of its operands.
 */
#include "cli/common/help_shells.h"
#include "base/diagnostic.h"
#include <stdio.h>
#include <string.h>

static const cli_option help_option = {"help", 'h', CLI_OPTION_FLAG, NULL, NULL, "print this text"};

/* What -W takes: warnings, by id; NULL stands for errors. */
static const char *const warnings[] = {
#define BASE_DIAGNOSTIC(name, id, severity, meaning) severity == BASE_ERROR ? NULL : id,
#include "base/diagnostics.def"
#undef BASE_DIAGNOSTIC
};

/* What `htn help` takes beside commands. */
static const char *const ids[] = {
#define BASE_DIAGNOSTIC(name, id, severity, meaning) id,
#include "base/diagnostics.def"
#undef BASE_DIAGNOSTIC
};

enum { WARNINGS = sizeof warnings / sizeof *warnings, IDS = sizeof ids / sizeof *ids };

typedef enum taken { TAKES_NOTHING, TAKES_TEXT, TAKES_FILE, TAKES_CHOICE, TAKES_WARNING } taken;

static taken taken_by(const cli_option *option)
{
    if (option->kind == CLI_OPTION_FLAG)
        return TAKES_NOTHING;
    if (option->kind == CLI_OPTION_CHOICE)
        return TAKES_CHOICE;
    if (option->letter == 'W')
        return TAKES_WARNING;
    return strstr(option->parameter, "FILE") != NULL || strchr(option->parameter, '.') != NULL ? TAKES_FILE
                                                                                               : TAKES_TEXT;
}

static const cli_option *option_at(const cli_usage *usage, size_t index)
{
    return index < usage->option_count ? &usage->options[index] : &help_option;
}

/* The words of a choice, `a|b|c`, with blanks between them. */
static void print_choices(const char *words)
{
    for (const char *at = words; *at != '\0'; at++) {
        if (*at == '|')
            putchar(' ');
        else
            putchar(*at);
    }
}

/* The suffixes of the files that a command takes. Returns how many there are. */
static size_t suffixes_of(const cli_usage *usage, const char **suffixes)
{
    const char *operands = usage->operands;
    const bool any = strstr(operands, "FILE") != NULL;
    size_t count = 0;
    if (any || strstr(operands, ".htn") != NULL)
        suffixes[count++] = "htn";
    if (any)
        suffixes[count++] = "htnb";
    if (strstr(operands, "JOURNAL") != NULL)
        suffixes[count++] = "htnj";
    if (strstr(operands, "hddl") != NULL)
        suffixes[count++] = "hddl";
    return count;
}

/* Whether the operand of a command is one of a few words. */
static bool has_words(const cli_usage *usage)
{
    return strchr(usage->operands, '|') != NULL && strchr(usage->operands, ' ') == NULL;
}

/* Whether the operand of a command is a folder, one that is there or, of `htn new`, one to be made in another. */
static bool takes_folder(const cli_usage *usage)
{
    return strstr(usage->operands, "FOLDER") != NULL || strcmp(usage->operands, "NAME") == 0;
}

/* The first line of an option's help, for a quoted string of a shell. `marked`: zsh's own signs in it get a backslash. */
static void print_help(const char *help, bool marked)
{
    for (; *help != '\0' && *help != '\n'; help++) {
        if (*help == '\'')
            printf("%s", marked ? "'\\''" : "\\'");
        else if (marked && strchr("[]:\\", *help) != NULL)
            printf("\\%c", *help);
        else
            putchar(*help);
    }
}

/* --- bash ----------------------------------------------------------------------------------------- */

static void print_words(const char *name, const char *const *words, size_t count)
{
    printf("    local %s='", name);
    for (size_t i = 0, printed = 0; i < count; i++)
        if (words[i] != NULL)
            printf("%s%s", printed++ > 0 ? " " : "", words[i]);
    printf("'\n");
}

static void bash_head(const cli_command_line *commands, size_t count)
{
    printf(
        "# Completion of htn for bash, made by `htn completion bash`.\n_htn() {\n"
        "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} options='' values='' suffixes='' "
        "folders='' joined='' suffix\n"
        "    local commands='");
    for (size_t i = 0; i < count; i++)
        printf("%s ", commands[i].name);
    printf("help'\n");
    print_words("warnings", warnings, WARNINGS);
    print_words("ids", ids, IDS);
    printf("    COMPREPLY=()\n"
           "    if [ \"$cur\" = = ]; then\n        cur='' joined=yes\n"
           "    elif [ \"$prev\" = = ]; then\n        prev=${COMP_WORDS[COMP_CWORD - 2]} joined=yes\n    fi\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$commands --help --version\" -- \"$cur\")\n"
           "        return\n    fi\n"
           "    case ${COMP_WORDS[1]} in\n"
           "    help) values=\"$commands $ids --man\" ;;\n");
}

static void bash_command(const cli_usage *usage)
{
    const char *suffixes[4];
    const size_t count = suffixes_of(usage, suffixes);
    printf("    %s)\n        options='", usage->command);
    for (size_t i = 0; i <= usage->option_count; i++)
        if (option_at(usage, i)->name != NULL)
            printf("--%s ", option_at(usage, i)->name);
    for (size_t i = 0; i <= usage->option_count; i++)
        if (option_at(usage, i)->letter != 0)
            printf("-%c ", option_at(usage, i)->letter);
    printf("'\n        suffixes='");
    for (size_t i = 0; i < count; i++)
        printf("%s%s", i > 0 ? " " : "", suffixes[i]);
    printf("'\n        folders=%s\n        values='", takes_folder(usage) ? "yes" : "''");
    print_choices(has_words(usage) ? usage->operands : "");
    printf("'\n        case $prev in\n");
    for (size_t i = 0; i < usage->option_count; i++) {
        const cli_option *option = &usage->options[i];
        const taken what = taken_by(option);
        if (option->name == NULL || what == TAKES_NOTHING)
            continue;
        printf("        --%s", option->name);
        if (option->letter != 0)
            printf(" | -%c", option->letter);
        printf(") ");
        if (what == TAKES_CHOICE) {
            printf("values='");
            print_choices(option->parameter);
            printf("' ;;\n");
        } else {
            printf("%s ;;\n", what == TAKES_FILE ? "suffixes='*'; folders=''; options=''" : "return");
        }
    }
    printf("        esac\n        ;;\n");
}

static void bash_tail(void)
{
    printf("    esac\n"
           "    if [ -n \"$joined\" ] && [[ $prev == -Werror || $prev == -Wno-error ]]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$warnings\" -- \"$cur\")\n"
           "    elif [[ $cur == -Werror=* || $cur == -Wno-error=* ]]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -P \"${cur%%%%=*}=\" -W \"$warnings\" -- \"${cur#*=}\")\n"
           "    elif [[ $cur == -W* ]]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"-Wall -Wnone -Werror -W${warnings// / -W} "
           "-Wno-${warnings// / -Wno-}\" -- \"$cur\")\n"
           "    elif [[ $cur == -* && -n $options ]]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$cur\")\n"
           "    elif [ -n \"$values\" ]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$cur\")\n"
           "    elif [ -n \"$suffixes\" ]; then\n"
           "        compopt -o filenames\n"
           "        mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")\n"
           "        set -f\n"
           "        for suffix in $suffixes; do\n"
           "            [ \"$suffix\" = '*' ] && suffix='' || suffix=.$suffix\n"
           "            mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -X \"!*$suffix\" -- \"$cur\")\n"
           "        done\n"
           "        set +f\n"
           "    elif [ -n \"$folders\" ]; then\n"
           "        compopt -o filenames\n"
           "        mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")\n"
           "    fi\n}\ncomplete -F _htn htn\n");
}

/* --- zsh ------------------------------------------------------------------------------------------ */

static void zsh_head(const cli_command_line *commands, size_t count)
{
    printf("#compdef htn\n# Completion of htn for zsh, made by `htn completion zsh`.\n_htn() {\n"
           "    local -a commands ids\n    commands=(\n");
    for (size_t i = 0; i < count; i++) {
        printf("        '%s:", commands[i].name);
        print_help(commands[i].summary, true);
        printf("'\n");
    }
    printf("        'help:show how a command is used, or the cure for a message'\n    )\n    ids=(");
    for (size_t i = 0; i < IDS; i++)
        printf("%s%s", i > 0 ? " " : "", ids[i]);
    printf(")\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        return\n    fi\n"
           "    shift words\n    (( CURRENT-- ))\n    case $words[1] in\n"
           "    help) _arguments '--man[the manual page]' \"1:command or message:(${commands%%%%:*} $ids)\" ;;\n");
}

/* How zsh names what an option takes. */
static void zsh_value(const cli_option *option)
{
    switch (taken_by(option)) {
    case TAKES_NOTHING: break;
    case TAKES_FILE: printf(":file:_files"); break;
    case TAKES_CHOICE:
        printf(":value:(");
        print_choices(option->parameter);
        printf(")");
        break;
    case TAKES_WARNING:
        printf(":switch:(all none error");
        for (size_t i = 0; i < WARNINGS; i++)
            if (warnings[i] != NULL)
                printf(" %s no-%s error=%s no-error=%s", warnings[i], warnings[i], warnings[i], warnings[i]);
        printf(")");
        break;
    case TAKES_TEXT: printf(":%s: ", option->kind == CLI_OPTION_LIST ? "value" : "text"); break;
    }
}

static void zsh_option(const cli_option *option, const char *dashes, const char *spelled, const char *joined)
{
    printf("            '%s%s%s%s[", option->kind == CLI_OPTION_LIST ? "*" : "", dashes, spelled,
           option->kind != CLI_OPTION_FLAG ? joined : "");
    print_help(option->help, true);
    printf("]");
    zsh_value(option);
    printf("' \\\n");
}

static void zsh_command(const cli_usage *usage)
{
    const char *suffixes[4];
    const size_t count = suffixes_of(usage, suffixes);
    printf("    %s)\n        _arguments -S \\\n", usage->command);
    for (size_t i = 0; i <= usage->option_count; i++) {
        const cli_option *option = option_at(usage, i);
        const char letter[] = {option->letter, '\0'};
        if (option->name != NULL)
            zsh_option(option, "--", option->name, "=");
        if (option->letter != 0)
            zsh_option(option, "-", letter, option->letter == 'W' ? "-" : "+");
    }
    printf("            '*:operand:");
    if (has_words(usage)) {
        printf("(");
        print_choices(usage->operands);
        printf(")");
    }
    for (size_t i = 0; i < count; i++)
        printf("%s%s", i == 0 ? "_files -g \"*.(" : "|", suffixes[i]);
    printf("%s' ;;\n", count > 0 ? ")\"" : takes_folder(usage) ? "_files -/" : has_words(usage) ? "" : " ");
}

static void zsh_tail(void)
{
    printf("    esac\n}\n"
           "if [ \"$funcstack[1]\" = _htn ]; then\n    _htn \"$@\"\nelse\n    compdef _htn htn\nfi\n");
}

/* --- fish ----------------------------------------------------------------------------------------- */

static void fish_head(const cli_command_line *commands, size_t count)
{
    printf("# Completion of htn for fish, made by `htn completion fish`.\n"
           "function __htn_is\n    set -l words (commandline -opc)\n"
           "    test (count $words) -gt 1; and test $words[2] = $argv[1]\nend\n"
           "function __htn_begins\n    test (count (commandline -opc)) -eq 1\nend\n"
           "complete -c htn -f\n");
    for (size_t i = 0; i < count; i++) {
        printf("complete -c htn -n __htn_begins -a %s -d '", commands[i].name);
        print_help(commands[i].summary, false);
        printf("'\ncomplete -c htn -n '__htn_is help' -a %s\n", commands[i].name);
    }
    printf("complete -c htn -n __htn_begins -a help -d 'show how a command is used, or the cure for a message'\n"
           "complete -c htn -n '__htn_is help' -l man -d 'the manual page'\n"
           "complete -c htn -n '__htn_is help' -a '");
    for (size_t i = 0; i < IDS; i++)
        printf("%s%s", i > 0 ? " " : "", ids[i]);
    printf("'\n");
}

static void fish_option(const cli_usage *usage, const cli_option *option)
{
    const taken what = taken_by(option);
    printf("complete -c htn -n '__htn_is %s'", usage->command);
    if (option->name != NULL)
        printf(" -l %s", option->name);
    if (option->letter != 0)
        printf(" -s %c", option->letter);
    if (what == TAKES_FILE)
        printf(" -rF");
    else if (what == TAKES_TEXT)
        printf(" -x");
    if (what == TAKES_CHOICE) {
        printf(" -xa '");
        print_choices(option->parameter);
        printf("'");
    } else if (what == TAKES_WARNING) {
        printf(" -xa 'all none error");
        for (size_t i = 0; i < WARNINGS; i++)
            if (warnings[i] != NULL)
                printf(" %s no-%s error=%s no-error=%s", warnings[i], warnings[i], warnings[i], warnings[i]);
        printf("'");
    }
    printf(" -d '");
    print_help(option->help, false);
    printf("'\n");
}

static void fish_command(const cli_usage *usage)
{
    const char *suffixes[4];
    const size_t count = suffixes_of(usage, suffixes);
    for (size_t i = 0; i <= usage->option_count; i++)
        fish_option(usage, option_at(usage, i));
    if (has_words(usage)) {
        printf("complete -c htn -n '__htn_is %s' -a '", usage->command);
        print_choices(usage->operands);
        printf("'\n");
    }
    if (takes_folder(usage))
        printf("complete -c htn -n '__htn_is %s' -a '(__fish_complete_directories)'\n", usage->command);
    for (size_t i = 0; i < count; i++)
        printf("complete -c htn -n '__htn_is %s' -k -a '(__fish_complete_suffix .%s)'\n", usage->command, suffixes[i]);
}

/* --- All of them ---------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*head)(const cli_command_line *commands, size_t count);
    void (*command)(const cli_usage *usage);
    void (*tail)(void);
} shells[] = {{"bash", bash_head, bash_command, bash_tail},
              {"zsh", zsh_head, zsh_command, zsh_tail},
              {"fish", fish_head, fish_command, NULL}};
enum { SHELLS = sizeof shells / sizeof *shells };

static size_t find(const char *shell)
{
    size_t at = 0;
    while (at < SHELLS && strcmp(shells[at].name, shell) != 0)
        at++;
    return at;
}

bool cli_shell_is_known(const char *shell)
{
    return find(shell) < SHELLS;
}

void cli_shell_print_head(const char *shell, const cli_command_line *commands, size_t count)
{
    shells[find(shell)].head(commands, count);
}

void cli_shell_print_command(const char *shell, const cli_usage *usage)
{
    shells[find(shell)].command(usage);
}

void cli_shell_print_tail(const char *shell)
{
    if (shells[find(shell)].tail != NULL)
        shells[find(shell)].tail();
}
