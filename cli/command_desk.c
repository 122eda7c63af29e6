/* `htn desk`: serves the desk, a page, on loopback. The room cli/desk has the server and the sources. */
#include "cli/attach/attach_frames.h"
#include "cli/commands.h"
#include "cli/common/exit_status.h"
#include "cli/common/option_table.h"
#include "cli/common/options.h"
#include "cli/common/usage_error.h"
#include "cli/desk/desk_browser.h"
#include "cli/desk/desk_files.h"
#include "cli/desk/desk_server.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char description[] =
    "The desk is a page to write a domain, see what the agent would do and why not something else, and go through\n"
    "what it did (docs/desk.md). FILE is a source, which it opens with, beside what that imports and its scenarios\n"
    "(NAME.test.htn); without FILE, the lessons. Nothing that is done there changes FILE, and nothing leaves the "
    "page.\n"
    "It is served on 127.0.0.1 until ctrl-C. `make desk` builds the page.\n\n"
    "With --attach the page looks into a running game, which has bindings/attach/htn_attach.c in it "
    "(docs/attach.md).\n\n"
    "  htn desk domains/troll.htn\n"
    "  htn desk examples/heist/heist.htn --attach localhost:7117 --token 0123456789abcdef";

typedef struct desk_options {
    uint32_t port;
    const char *page, *attach, *token;
    bool no_open;
    bool has_file;
} desk_options;

static void listening(void *user, uint32_t port)
{
    const desk_options *o = user;
    base_text address = {0};
    base_text_add(&address, "http://127.0.0.1:%u/%s", port, o->has_file || o->attach != NULL ? "#" : "");
    base_text_add(&address, "%s", o->has_file ? "served" : "");
    if (o->attach != NULL)
        base_text_add(&address, "%sattach=%s&token=%s", o->has_file ? "&" : "", o->attach, o->token);
    printf("the desk: %s  (ctrl-C ends it)\n", base_text_of(&address));
    fflush(stdout);
    if (!o->no_open)
        desk_open_browser(base_text_of(&address));
    base_text_free(&address);
}

/* NULL, or what is wrong with --attach and --token. */
static const char *check_attach(desk_options *o)
{
    const char *colon = o->attach == NULL ? NULL : strrchr(o->attach, ':');
    if (o->attach == NULL)
        return o->token == NULL ? NULL : "--token goes with --attach HOST:PORT";
    if (o->token == NULL)
        o->token = getenv("HTN_ATTACH_TOKEN");
    if (colon == NULL || colon == o->attach || strspn(colon + 1, "0123456789") != strlen(colon + 1) ||
        strtoul(colon + 1, NULL, 10) - 1 >= 65535 ||
        strspn(o->attach, ATTACH_TOKEN_LETTERS ".") != (size_t)(colon - o->attach))
        return "--attach takes HOST:PORT, such as localhost:7117; a port is 1 to 65535";
    if (o->token == NULL || o->token[strspn(o->token, ATTACH_TOKEN_LETTERS)] != '\0')
        return "--token or HTN_ATTACH_TOKEN must be the token that the game knows: letters, digits, `-` and `_`";
    return NULL;
}

static int serve(const cli_call *call, void *options)
{
    desk_options *o = options;
    const char *command = call->usage->command;
    const char *file = call->operands.count > 0 ? call->operands.items[0] : NULL;
    base_text json = {0}, why = {0};
    char *found = o->page == NULL ? desk_find_page() : NULL;
    const desk_served served = {o->page != NULL ? o->page : found, &json, (uint16_t)o->port, listening, o};
    const char *problem = check_attach(o);
    int status = CLI_EXIT_USAGE;
    o->has_file = file != NULL;
    if (problem != NULL)
        cli_usage_error(command, "%s", problem);
    else if (o->port > 65535)
        cli_usage_error(command, "--port %u: a port is at most 65535", o->port);
    else if (!desk_add_files(&json, file, &why))
        cli_usage_error(command, "%s", base_text_of(&why));
    else if (served.page == NULL)
        cli_usage_error(command, "the page is not beside this htn; `make desk` builds it, and --page says where it is");
    else if (!desk_is_page(served.page))
        cli_usage_error(command, "there is no index.html in '%s'; `make desk` builds the page", served.page);
    else if (!desk_serve(&served))
        cli_usage_error(command, "port %u of 127.0.0.1 cannot be listened on; without --port any free one is taken",
                        o->port);
    else
        status = CLI_EXIT_YES;
    base_text_free(&json);
    base_text_free(&why);
    free(found);
    return status;
}

int cli_command_desk(int argc, char **argv)
{
    desk_options o = {0};
    const cli_option options[] = {
        {"port", 0, CLI_OPTION_NUMBER, &o.port, "N", "listen on this port (default: any that is free)"},
        {"page", 0, CLI_OPTION_TEXT, &o.page, "FOLDER", "the folder of the page (default: beside the tool)"},
        {"no-open", 0, CLI_OPTION_FLAG, &o.no_open, NULL, "start no browser"},
        {"attach", 0, CLI_OPTION_TEXT, &o.attach, "HOST:PORT", "attach the page to the game that listens there"},
        {"token", 0, CLI_OPTION_TEXT, &o.token, "TOKEN",
         "what the game asks for (default: HTN_ATTACH_TOKEN of the environment)"},
    };
    const cli_usage usage = {argv[0],     "[FILE]", "Serves the desk: a page to write, play and explain domains.",
                             description, options,  sizeof options / sizeof *options,
                             0,           1};
    return cli_options_run(&usage, argc, argv, serve, &o);
}
