/* `htn`: finds the command by its name and calls it. README.md in this folder shows what the commands share. */
#include "base/host_files.h"
#include "cli/commands.h"
#include "cli/common/exit_status.h"
#include "cli/common/help_man.h"
#include "cli/common/help_shells.h"
#include "cli/common/options.h"
#include "cli/common/terminal.h"
#include "cli/common/usage_error.h"
#include "cli/diagnostic_help.h"
#include <htn/version.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} command;

static int completion(int argc, char **argv);

static const command commands[] = {
    {"new", cli_command_new, "make a folder with a domain to begin with"},
    {"compile", cli_command_compile, "compile a .htn source to a .htnb blob"},
    {"convert", cli_command_convert, "translate a problem in HDDL to a .htn source"},
    {"check", cli_command_check, "report the errors and warnings of a source"},
    {"fmt", cli_command_fmt, "lay out sources"},
    {"plan", cli_command_plan, "print the plan for a world state, or for a problem in HDDL"},
    {"verify", cli_command_verify, "check a plan of a problem in HDDL"},
    {"explain", cli_command_explain, "show how the plan was found, and why other plans were not"},
    {"graph", cli_command_graph, "draw the task network"},
    {"sweep", cli_command_sweep, "vary properties, and show which method wins where"},
    {"run", cli_command_run, "play with a domain: watch its plans run, change the world"},
    {"test", cli_command_test, "play scenarios, and report which of them pass"},
    {"trace", cli_command_trace, "show what an agent did and why, from its journal"},
    {"replay", cli_command_replay, "repeat the inputs in a journal, and compare the results"},
    {"desk", cli_command_desk, "serve the desk, a page to write, play and explain domains"},
    {"attach", cli_command_attach, "look into a running game, and change it"},
    {"lsp", cli_command_lsp, "serve editors, through the Language Server Protocol"},
    {"mcp", cli_command_mcp, "serve AI assistants, through the Model Context Protocol"},
    {"dump", cli_command_dump, "print a blob's tables and disassembly"},
    {"completion", completion, "print a script that completes command lines, for bash, zsh or fish"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const command *find(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static void print_overview(FILE *to)
{
    fprintf(to, "usage: htn COMMAND ...\n\n"
                "Hierarchical task network planning: compiles a domain, plans with it, and explains the plan.\n\n");
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(to, "  %-12s%s\n", commands[i].name, commands[i].summary);
    fprintf(
        to,
        "\n  htn help COMMAND   the options of a command\n"
        "  htn help ID        the cure for a message that ends with [ID]\n"
        "  htn help --man     the manual page\n"
        "  htn --version\n\n"
        "exit status: 0 success; 1 the source has errors, there is no plan, a scenario failed; 2 wrong usage, or a\n"
        "file cannot be read or written; 3 a limit was reached, so the answer is not known\n");
}

static int unknown_command(const char *name)
{
    const char *names[COMMANDS];
    for (size_t i = 0; i < COMMANDS; i++)
        names[i] = commands[i].name;
    fprintf(stderr, "htn: unknown command '%s'%s\n`htn help` lists them\n", name,
            cli_did_you_mean(name, names, COMMANDS));
    return CLI_EXIT_USAGE;
}

/* Each command prints its part: `form` is `man`, or a shell. */
static void print_all(const char *form)
{
    char option[32];
    snprintf(option, sizeof option, "--help=%s", form);
    for (size_t i = 0; i < COMMANDS; i++) {
        char *arguments[] = {(char *)(uintptr_t)commands[i].name, option, NULL};
        commands[i].run(2, arguments);
    }
}

static int print_completion(const cli_call *call, void *options)
{
    const char *shell = call->operands.items[0];
    cli_command_line lines[COMMANDS];
    (void)options; /* there are none */
    if (!cli_shell_is_known(shell))
        return cli_usage_error(call->usage->command, "'%s': there is completion for bash, zsh and fish", shell);
    for (size_t i = 0; i < COMMANDS; i++)
        lines[i] = (cli_command_line){commands[i].name, commands[i].summary};
    cli_shell_print_head(shell, lines, COMMANDS);
    print_all(shell);
    cli_shell_print_tail(shell);
    return CLI_EXIT_YES;
}

static int completion(int argc, char **argv)
{
    const cli_usage usage = {
        argv[0],
        "bash|zsh|fish",
        "Prints a script that completes the command lines of htn in a shell.",
        "`make install` puts the scripts where the shells look for them. For yourself alone:\n\n"
        "  eval \"$(htn completion bash)\"                                 in ~/.bashrc\n"
        "  eval \"$(htn completion zsh)\"                                  in ~/.zshrc, behind compinit\n"
        "  htn completion fish > ~/.config/fish/completions/htn.fish",
        NULL,
        0,
        1,
        1};
    return cli_options_run(&usage, argc, argv, print_completion, NULL);
}

static int print_man(void)
{
    cli_man_print_head();
    print_all("man");
    cli_man_print_tail();
    return CLI_EXIT_YES;
}

static int unknown_topic(const char *name)
{
    enum { MOST_IDS = 512 };
    const char *names[COMMANDS + MOST_IDS];
    size_t count = 0;
    while (count < COMMANDS) {
        names[count] = commands[count].name;
        count++;
    }
    for (size_t i = 0; i < MOST_IDS && cli_diagnostic_id(i) != NULL; i++)
        names[count++] = cli_diagnostic_id(i);
    fprintf(stderr,
            "htn help: '%s' is no command, and no message ends with [%s]%s\n`htn help` lists the commands, and "
            "docs/diagnostics.md the messages\n",
            name, name, cli_did_you_mean(name, names, count));
    return CLI_EXIT_USAGE;
}

static int help(int argc, char **argv)
{
    char option[] = "--help";
    char *arguments[] = {NULL, option, NULL};
    if (argc < 2) {
        print_overview(stdout);
        return CLI_EXIT_YES;
    }
    if (strcmp(argv[1], "--man") == 0)
        return print_man();
    if (cli_diagnostic_help_print(argv[1]))
        return CLI_EXIT_YES;
    const command *about = find(argv[1]);
    if (about == NULL)
        return unknown_topic(argv[1]);
    arguments[0] = argv[1];
    return about->run(2, arguments);
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        print_overview(stderr);
        return CLI_EXIT_USAGE;
    }
    if (strcmp(argv[1], "help") == 0)
        return help(argc - 1, argv + 1);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_overview(stdout);
        return CLI_EXIT_YES;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("htn %s\n", HTN_VERSION_TEXT);
        return CLI_EXIT_YES;
    }
    const command *named = find(argv[1]);
    return named != NULL ? named->run(argc - 1, argv + 1) : unknown_command(argv[1]);
}

int main(int argc, char **argv)
{
    cli_prepare_streams();
    argv = base_arguments(&argc, argv);
    int status = dispatch(argc, argv);
    /* A plan that could not be written, for example to a full disk, must not look like success. */
    if (!cli_flush(stdout) && status != CLI_EXIT_USAGE) {
        fprintf(stderr, "htn: the output could not be written\n");
        return CLI_EXIT_USAGE;
    }
    return status;
}
