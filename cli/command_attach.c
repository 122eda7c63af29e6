/* `htn attach`: looks into a running game, and changes it. The room cli/attach has the connection and the commands. */
#include "cli/attach/attach_commands.h"
#include "cli/attach/attach_link.h"
#include "cli/commands.h"
#include "cli/common/exit_status.h"
#include "cli/common/option_table.h"
#include "cli/common/options.h"
#include "cli/common/terminal.h"
#include "cli/common/usage_error.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char description[] =
    "The game has bindings/attach/htn_attach.c in it (docs/attach.md), listens on HOST:PORT, and knows the token. "
    "Lines\n"
    "are read from standard input; `help` lists them. Nothing but the game is changed. A game that dies is waited "
    "for;\n"
    "when it returns, the same agent is chosen again.\n\n"
    "FILE is the source of the game's domain: whenever it is saved, it is compiled and sent to the game.\n\n"
    "  htn attach localhost:7117 --token 0123456789abcdef examples/heist/heist.htn\n\n"
    "exit status: 0; 1 a line was refused; 2 wrong usage";

typedef struct attach_options {
    const char *token;
    bool ascii, once;
    uint32_t colour;
} attach_options;

/* What has come on standard input, and is not a whole line yet. */
typedef struct typed {
    base_text text;
    bool over;
} typed;

static void read_input(typed *from)
{
    char bytes[4096];
    const size_t got = cli_input_read(bytes, sizeof bytes);
    if (got > 0)
        base_text_add_bytes(&from->text, bytes, got);
    from->over = got == 0;
    if (from->over && from->text.length > 0)
        base_text_add(&from->text, "\n");
}

/* NULL: no line is whole. */
static char *end_of_line(const typed *from)
{
    return from->text.length == 0 ? NULL : memchr(from->text.bytes, '\n', from->text.length);
}

/* Does the next line that is whole. False: there is none that can be done now. */
static bool do_line(attach_session *session, typed *from)
{
    char *end = end_of_line(from);
    if (end == NULL || (!session->game.greeted && (!session->attached || !attach_is_local(from->text.bytes))))
        return false;
    const size_t length = (size_t)(end - from->text.bytes);
    char *line = base_allocate(length + 1);
    memcpy(line, from->text.bytes, length);
    line[length] = '\0';
    from->text.length -= length + 1;
    memmove(from->text.bytes, end + 1, from->text.length);
    attach_do_line(session, line);
    fflush(stdout);
    free(line);
    return true;
}

static void tell(attach_session *session, const attach_link *link, attach_news news)
{
    if (news == ATTACH_BEGUN) {
        printf("attached\n");
        attach_greet(session);
    } else if (news == ATTACH_GONE) {
        printf("%s; waiting for the game\n", link->problem);
        session->waits = ATTACH_GOES_ON;
    }
    fflush(stdout);
}

static int talk(attach_session *session, attach_link *link, bool once)
{
    const cli_socket input = cli_input_socket();
    typed from = {.over = input == CLI_NO_SOCKET};
    const char *said = NULL;
    while (!session->over) {
        const bool idle = session->waits == ATTACH_GOES_ON;
        bool ready;
        const attach_news news =
            attach_link_wait(link, &session->game, idle && !from.over ? input : CLI_NO_SOCKET,
                             end_of_line(&from) != NULL && idle && session->game.greeted ? 0 : 50, &ready);
        tell(session, link, news);
        if (link->problem != NULL && link->problem != said && !session->game.greeted && news != ATTACH_GONE)
            fprintf(stderr, "htn attach: %s%s\n", link->problem, once ? "" : "; trying again");
        said = link->problem;
        if (once && said != NULL)
            break;
        if (ready)
            read_input(&from);
        attach_go_on(session);
        if (session->game.greeted && session->waits == ATTACH_GOES_ON && attach_is_saved(session))
            attach_reload(session);
        if (session->waits == ATTACH_GOES_ON && !do_line(session, &from) && from.over && session->game.greeted)
            session->over = true;
    }
    base_text_free(&from.text);
    return session->over ? session->failed ? CLI_EXIT_NO : CLI_EXIT_YES : CLI_EXIT_USAGE;
}

static bool is_port(const char *text)
{
    const size_t length = strlen(text);
    return length > 0 && length <= 5 && strspn(text, "0123456789") == length && strtol(text, NULL, 10) > 0 &&
           strtol(text, NULL, 10) <= 65535;
}

static int attach_to(const cli_call *call, void *options)
{
    const attach_options *o = options;
    const char *command = call->usage->command;
    char *host = base_duplicate_text(call->operands.items[0]), *colon = strrchr(host, ':');
    const char *token = o->token != NULL ? o->token : getenv("HTN_ATTACH_TOKEN");
    int status = CLI_EXIT_USAGE;
    if (!cli_sockets_begin())
        cli_usage_error(command, "this tool has no sockets; use one for Linux, macOS or Windows");
    else if (colon == NULL || colon == host || !is_port(colon + 1) || strpbrk(host, "/[]") != NULL)
        cli_usage_error(command, "'%s': takes HOST:PORT, such as localhost:7117; a port is 1 to 65535", host);
    else if (token == NULL || token[strspn(token, ATTACH_TOKEN_LETTERS)] != '\0')
        cli_usage_error(
            command, "--token or HTN_ATTACH_TOKEN must be the token that the game knows: letters, digits, `-` and `_`");
    else {
        *colon = '\0';
        attach_link link = {.host = host, .port = colon + 1, .token = token, .socket = CLI_NO_SOCKET};
        attach_session session = {.command = command,
                                  .file = call->operands.count > 1 ? call->operands.items[1] : NULL,
                                  .say = attach_link_say,
                                  .user = &link,
                                  .ascii = o->ascii,
                                  .colour = o->colour};
        attach_game_begin(&session.game);
        if (session.file == NULL || attach_watch(&session))
            status = talk(&session, &link, o->once);
        attach_link_end(&link);
        attach_session_end(&session);
    }
    free(host);
    return status;
}

int cli_command_attach(int argc, char **argv)
{
    attach_options o = {0};
    const cli_option options[] = {
        {"token", 0, CLI_OPTION_TEXT, &o.token, "TOKEN",
         "what the game asks for (default: HTN_ATTACH_TOKEN of the environment)"},
        {"once", 0, CLI_OPTION_FLAG, &o.once, NULL, "end where the game is not there, or goes"},
        {"ascii", 0, CLI_OPTION_FLAG, &o.ascii, NULL, "draw trees in ASCII (the default if the locale is not UTF-8)"},
        CLI_OPTION_COLOUR(&o.colour),
    };
    const cli_usage usage = {argv[0],
                             "HOST:PORT [FILE]",
                             "Looks into a running game, and changes it.",
                             description,
                             options,
                             sizeof options / sizeof *options,
                             1,
                             2};
    return cli_options_run(&usage, argc, argv, attach_to, &o);
}
