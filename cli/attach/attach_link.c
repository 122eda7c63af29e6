/* See attach_link.h. */
#include "cli/attach/attach_link.h"
#include "base/clock.h"
#include <string.h>

enum { TRY_EVERY = 300, GREETING = 5000 }; /* milliseconds */

static void forget(attach_link *link)
{
    if (link->socket != CLI_NO_SOCKET)
        cli_socket_close(link->socket);
    link->socket = CLI_NO_SOCKET;
    base_text_clear(&link->in.bytes);
    base_text_clear(&link->out);
    link->in.greeted = false;
    link->try_at = base_milliseconds() + TRY_EVERY;
}

static void connect_to_game(attach_link *link)
{
    link->try_at = base_milliseconds() + TRY_EVERY;
    link->problem = link->in.problem = NULL;
    link->socket = cli_socket_connect(link->host, link->port, &link->problem);
    link->greet_by = base_milliseconds() + GREETING;
    if (link->socket != CLI_NO_SOCKET)
        attach_add_request(&link->out, link->host, link->token);
}

void attach_link_say(void *to, uint8_t kind, const uint32_t *numbers, uint32_t count, const void *rest, size_t size)
{
    attach_link *link = to;
    if (link->socket != CLI_NO_SOCKET)
        attach_add_message(&link->out, kind, numbers, count, rest, size);
}

/* False: the connection is gone. */
static bool send_some(attach_link *link)
{
    while (link->out.length > 0) {
        const long gone = cli_socket_send(link->socket, link->out.bytes, link->out.length);
        if (gone <= 0)
            return gone == 0;
        memmove(link->out.bytes, link->out.bytes + gone, link->out.length - (size_t)gone);
        link->out.length -= (size_t)gone;
    }
    return true;
}

/* False: the connection is gone, or ends. */
static bool receive_some(attach_link *link, attach_game *game)
{
    char bytes[65536];
    const long got = cli_socket_receive(link->socket, bytes, sizeof bytes);
    if (got == 0)
        return true;
    if (got > 0 && attach_take(&link->in, bytes, (size_t)got, attach_game_hear, game, &link->out))
        return true;
    link->problem = link->in.problem != NULL ? link->in.problem : "the game is gone";
    return false;
}

static attach_news exchange(attach_link *link, attach_game *game, bool has)
{
    const bool greeted = game->greeted;
    bool good = send_some(link);
    if (good && has)
        good = receive_some(link, game);
    if (good && !game->greeted && base_milliseconds() >= link->greet_by) {
        link->problem = "what listens there does not answer as a game with this version of htn_attach.c";
        good = false;
    }
    if (good)
        return !greeted && game->greeted ? ATTACH_BEGUN : has ? ATTACH_HEARD : ATTACH_NOTHING;
    if (link->problem == NULL)
        link->problem = "the game is gone";
    forget(link);
    attach_game_lost(game);
    return greeted ? ATTACH_GONE : ATTACH_NOTHING;
}

attach_news attach_link_wait(attach_link *link, attach_game *game, cli_socket input, int milliseconds, bool *ready)
{
    if (link->socket == CLI_NO_SOCKET && base_milliseconds() >= link->try_at)
        connect_to_game(link);
    cli_wait of[] = {{.socket = link->socket, .sends = link->out.length > 0}, {.socket = input}};
    cli_sockets_wait(of, 2, milliseconds);
    *ready = of[1].has;
    return link->socket == CLI_NO_SOCKET ? ATTACH_NOTHING : exchange(link, game, of[0].has);
}

void attach_link_end(attach_link *link)
{
    forget(link);
    base_text_free(&link->in.bytes);
    base_text_free(&link->out);
}
