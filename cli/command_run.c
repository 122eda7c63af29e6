/*
 * `htn run`: plays with a domain, in a live view if there is a terminal, else by a script. Neighbours: play_open.h begins the play,
 * play_view.h and play_script.h show it.
 */
#include "cli/commands.h"
#include "cli/common/exit_status.h"
#include "cli/common/input.h"
#include "cli/common/option_table.h"
#include "cli/common/options.h"
#include "cli/common/plan_session.h"
#include "cli/common/terminal.h"
#include "cli/common/usage_error.h"
#include "cli/play/play_model.h"
#include "cli/play/play_open.h"
#include "cli/play/play_recording.h"
#include "cli/play/play_script.h"
#include "cli/play/play_view.h"
#include <stdio.h>
#include <string.h>

static const char description[] =
    "FILE is a source (.htn) or a compiled blob (.htnb). In a terminal this is a live view: `?` shows the keys. If\n"
    "standard input is no terminal, or with --script, it reads commands, one per line; `help` lists them. See\n"
    "docs/playing.md.\n\n"
    "  htn run domains/troll.htn\n"
    "  echo 'SeesEnemy = true' | htn run domains/troll.htn";

typedef struct run_options {
    play_options run;
    const char *script;
} run_options;

static int play(const cli_call *call, void *options)
{
    const play_options *o = &((const run_options *)options)->run;
    const char *script = ((const run_options *)options)->script;
    const char *command = call->usage->command, *path = call->operands.items[0];
    play_model model;
    const bool live = script == NULL && cli_is_terminal(stdin) && cli_is_terminal(stdout);
    if (!live && cli_input_is_standard(path) && (script == NULL || cli_input_is_standard(script)))
        return cli_usage_error(
            command, "the source already comes from standard input; give the script as a file, by --script FILE");
    if (live && !play_has_view())
        return cli_usage_error(command,
                               "this htn was built without ncurses, which the live view needs; give commands by "
                               "--script FILE or on standard input");
    int status = play_open(&model, command, path, o);
    if (status == CLI_EXIT_YES)
        status = play_check_recording(&model, script);
    if (status == CLI_EXIT_YES) {
        status = live ? play_view(&model, o->session.colour) : play_script(&model, script, o->session.colour);
        const int written =
            status != CLI_EXIT_USAGE ? play_write_recording(&model) : status; /* else nothing was played */
        status = written > status ? written : status;
    }
    play_close(&model);
    return status;
}

int cli_command_run(int argc, char **argv)
{
    run_options o = {0};
    const cli_option options[] = {
        {"script", 0, CLI_OPTION_TEXT, &o.script, "FILE",
         "read commands from FILE, one per line; `-` is standard input"},
        {"journal", 0, CLI_OPTION_TEXT, &o.run.journal, "FILE",
         "write what the agent lives through to FILE, for `htn trace` and `htn replay`"},
        {"agents", 0, CLI_OPTION_TEXT, &o.run.agents, "NAMES",
         "play with several agents, the members of a group, such as `anna,bert`"},
        {"tick", 0, CLI_OPTION_NUMBER, &o.run.tick, "MS",
         "how much time `tick` lets pass, in milliseconds (default 100)"},
        {"duration", 0, CLI_OPTION_NUMBER, &o.run.duration, "MS",
         "how long a step without a Duration takes while time runs, in milliseconds (default 1000)"},
        {"ascii", 0, CLI_OPTION_FLAG, &o.run.ascii, NULL, "draw in ASCII (the default if the locale is not UTF-8)"},
        CLI_WORLD_OPTIONS(o.run.session),
        CLI_SEARCH_OPTIONS(o.run.session),
        CLI_OPTION_COLOUR(&o.run.session.colour),
        CLI_OPTION_WARNINGS(&o.run.session.switches),
    };
    const cli_usage usage = {argv[0],     "FILE",  "Plays with a domain: watch its plans run, change the world, undo.",
                             description, options, sizeof options / sizeof *options,
                             1,           1};
    return cli_options_run(&usage, argc, argv, play, &o);
}
