/*
 * The commands of `htn`, one file each. A command parses its own options (common/options.h) and prints its own results.
 * argv[0] is the command's name. Returns the exit status (common/exit_status.h).
 */
#pragma once

int cli_command_new(int argc, char **argv);
int cli_command_compile(int argc, char **argv);
int cli_command_convert(int argc, char **argv);
int cli_command_attach(int argc, char **argv);
int cli_command_check(int argc, char **argv);
int cli_command_fmt(int argc, char **argv);
int cli_command_plan(int argc, char **argv);
int cli_command_verify(int argc, char **argv);
int cli_command_explain(int argc, char **argv);
int cli_command_graph(int argc, char **argv);
int cli_command_sweep(int argc, char **argv);
int cli_command_run(int argc, char **argv);
int cli_command_test(int argc, char **argv);
int cli_command_trace(int argc, char **argv);
int cli_command_replay(int argc, char **argv);
int cli_command_desk(int argc, char **argv);
int cli_command_lsp(int argc, char **argv);
int cli_command_mcp(int argc, char **argv);
int cli_command_dump(int argc, char **argv);
