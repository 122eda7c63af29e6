/* `htn mcp`: serves AI assistants on standard input and output. The room mcp/ has all of it. */
#include "base/host_files.h"
#include "base/wall.h"
#include "cli/commands.h"
#include "cli/common/exit_status.h"
#include "cli/common/options.h"
#include "cli/common/usage_error.h"
#include "cli/diagnostic_help.h"
#include "mcp/captured.h"
#include "mcp/mcp_session.h"
#include <stdio.h>
#include <stdlib.h>

static const char description[] =
    "AI assistants start this command; it is not for terminals. It speaks the Model Context Protocol on standard "
    "input\n"
    "and output: tools to write, check, fix, format, plan, explain and test sources, and the language reference and "
    "the\n"
    "lessons as resources. It reads and writes nothing outside of FOLDER (default: the working directory), whatever\n"
    "path, import or symbolic link leads there. docs/assistants.md says how to set it up.\n\n"
    "  htn mcp my-game/ai";

static void send_bytes(void *user, const char *bytes, size_t count)
{
    FILE *out = user;
    fwrite(bytes, 1, count, out);
    fflush(out);
}

static int help(int count, char **arguments)
{
    return count == 2 && cli_diagnostic_help_print(arguments[1]) ? CLI_EXIT_YES : CLI_EXIT_NO;
}

static int serve(const cli_call *call, void *options)
{
    static const mcp_commands commands = {cli_command_check,   cli_command_fmt,  cli_command_plan,
                                          cli_command_explain, cli_command_test, help};
    const char *folder = call->operands.count > 0 ? call->operands.items[0] : ".";
    char *real = base_real_path(folder);
    base_file_facts facts;
    mcp_session session;
    (void)options;
    if (real == NULL || !base_look_at_file(real, &facts) || facts.kind != BASE_FOLDER || !base_enter_folder(real)) {
        free(real);
        return cli_usage_error(call->usage->command, "'%s' is no folder that can be entered", folder);
    }
    FILE *out = mcp_own_output();
    if (out == NULL) {
        free(real);
        return CLI_EXIT_USAGE;
    }
    base_wall_build(real);
    mcp_session_init(&session, 0, &commands, send_bytes, out);
    mcp_serve(&session);
    mcp_session_free(&session);
    fclose(out);
    base_wall_build(NULL);
    free(real);
    return CLI_EXIT_YES;
}

int cli_command_mcp(int argc, char **argv)
{
    const cli_usage usage = {
        argv[0], "[FOLDER]", "Serves AI assistants, through the Model Context Protocol.", description, NULL, 0, 0, 1};
    return cli_options_run(&usage, argc, argv, serve, NULL);
}
