/*
 * `htn run`: play with a domain, in a live view where there is a terminal, else by a script. Neighbours: run_model.h is the play,
 * run_view.h and run_script.h sit in front of it.
 */
#include "commands.h"
#include "platform.h"
#include "run_script.h"
#include "run_view.h"
#include <stdio.h>
#include <string.h>

static const char description[] =
    "FILE is a source (.htn) or a compiled blob (.htnb). In a terminal it is a live view: `?` shows the keys. Where\n"
    "standard input is no terminal, or with --script, commands are read, one on a line; `help` is one of them.\n"
    "docs/playing.md tells of both.\n\n"
    "  htn run troll.htn\n"
    "  echo 'WsCanSeeEnemy = true' | htn run troll.htn";

static int play(const char *command, const char *path, const char *script, const run_options *o)
{
    run_model model;
    const bool live = script == NULL && htn_is_terminal(stdin) && htn_is_terminal(stdout);
    if (!live && htn_input_is_standard(path) && (script == NULL || htn_input_is_standard(script)))
        return htn_usage_error(command, "standard input is the source already; give the script by --script FILE");
    if (live && !run_view_is_there())
        return htn_usage_error(command,
                               "this htn was built without ncurses, which the live view needs; give commands by "
                               "--script FILE or on standard input");
    int status = run_open(&model, command, path, o);
    if (status == HTN_EXIT_YES)
        status = live ? run_view(&model, o->session.colour) : run_script(&model, script, o->session.colour);
    run_close(&model);
    return status;
}

int htn_command_run(int argc, char **argv)
{
    run_options o = {0};
    const char *script = NULL;
    const htn_option options[] = {
        {"script", 0, HTN_OPTION_TEXT, &script, "FILE", "commands to play by, one on a line; `-` is standard input"},
        {"tick", 0, HTN_OPTION_NUMBER, &o.tick, "MS", "milliseconds of a tick (default 100)"},
        {"duration", 0, HTN_OPTION_NUMBER, &o.duration, "MS",
         "how long a step without a Duration takes while time runs (default 1000)"},
        {"ascii", 0, HTN_OPTION_FLAG, &o.ascii, NULL, "draw in ASCII (default where the locale is not UTF-8)"},
        HTN_WORLD_OPTIONS(o.session),
        HTN_SEARCH_OPTIONS(o.session),
        HTN_OPTION_COLOUR(&o.session.colour),
        HTN_OPTION_WARNINGS(&o.session.switches),
    };
    const htn_usage usage = {argv[0],     "FILE",  "Plays with a domain: watch its plans run, change the world, undo.",
                             description, options, sizeof options / sizeof *options,
                             1,           1};
    htn_list operands;
    int status = htn_options_parse(&usage, argc, argv, &operands);
    if (status == HTN_OPTIONS_PARSED)
        status = play(argv[0], operands.items[0], script, &o);
    htn_options_free(&usage, &operands);
    return status;
}
