/* `htn lsp`: the language server on standard input and output. The room lsp/ has all of it. */
#include "cli/commands.h"
#include "cli/common/exit_status.h"
#include "cli/common/option_table.h"
#include "cli/common/options.h"
#include "lsp/server.h"
#include <stdio.h>
#include <stdlib.h>

static const char description[] =
    "Editors start this command; it is not for terminals. It speaks the Language Server Protocol 3.17: diagnostics "
    "with\n"
    "corrections, and more. docs/editors.md says how to set up VS Code, Vim, Neovim, Helix, Zed, Emacs and Sublime.\n"
    "The exit status is 0 after `shutdown` and `exit`, and 1 where the editor went away without them.";

typedef struct lsp_options {
    cli_list switches;
    bool stdio;
} lsp_options;

static void send_bytes(void *user, const char *bytes, size_t count)
{
    (void)user;
    fwrite(bytes, 1, count, stdout);
    fflush(stdout);
}

static int serve(const cli_call *call, void *options)
{
    const lsp_options *o = options;
    lsp_server server;
    (void)call;
    lsp_server_init(&server, 0, send_bytes, NULL);
    server.session.units.switches = o->switches.items;
    server.session.units.switch_count = o->switches.count;
    const bool ended = lsp_serve(&server);
    lsp_server_free(&server);
    return ended ? CLI_EXIT_YES : CLI_EXIT_NO;
}

int cli_command_lsp(int argc, char **argv)
{
    lsp_options o = {0};
    const cli_option options[] = {
        {"stdio", 0, CLI_OPTION_FLAG, &o.stdio, NULL, "standard input and output, as always; editors may say so"},
        CLI_OPTION_WARNINGS(&o.switches),
    };
    const cli_usage usage = {
        argv[0],     "",      "Serves editors: diagnostics with corrections, through the Language Server Protocol.",
        description, options, sizeof options / sizeof *options,
        0,           0};
    return cli_options_run(&usage, argc, argv, serve, &o);
}
