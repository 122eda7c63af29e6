/*
 * The subcommands of `htn`. Each parses its own options by options.h and prints its own results; main.c
 * only finds it by name. argv[0] is the subcommand's name; the result is the exit status.
 */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

/* The exit status of every subcommand. */
enum {
    CLI_EXIT_YES = 0,   /* done; a plan */
    CLI_EXIT_NO = 1,    /* an error in the source, no plan */
    CLI_EXIT_USAGE = 2, /* wrong usage, or a file that cannot be read or written */
    CLI_EXIT_LIMIT = 3  /* a limit was hit: the answer is not known */
};

int cli_command_compile(int argc, char **argv);
int cli_command_convert(int argc, char **argv);
int cli_command_check(int argc, char **argv);
int cli_command_plan(int argc, char **argv);
int cli_command_verify(int argc, char **argv);
int cli_command_explain(int argc, char **argv);
int cli_command_run(int argc, char **argv);
int cli_command_test(int argc, char **argv);
int cli_command_trace(int argc, char **argv);
int cli_command_replay(int argc, char **argv);
int cli_command_dump(int argc, char **argv);

#endif
