/* See attach_link.h. */
#if !defined(_WIN32) && !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700
#endif
#include "cli/attach/attach_link.h"

#if defined(_WIN32) || defined(__EMSCRIPTEN__)

bool attach_can_link(void)
{
    return false;
}

void attach_link_say(attach_link *link, uint8_t kind, const uint32_t *numbers, uint32_t count, const void *rest,
                     size_t size)
{
    (void)link, (void)kind, (void)numbers, (void)count, (void)rest, (void)size;
}

attach_news attach_link_wait(attach_link *link, attach_game *game, int input, int milliseconds, bool *ready)
{
    (void)link, (void)game, (void)input, (void)milliseconds;
    *ready = false;
    return ATTACH_NOTHING;
}

void attach_link_end(attach_link *link)
{
    (void)link;
}

uint64_t attach_now(void)
{
    return 0;
}

#else

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { TRY_EVERY = 300 }; /* milliseconds */

bool attach_can_link(void)
{
    return true;
}

uint64_t attach_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void forget(attach_link *link)
{
    if (link->socket >= 0)
        close(link->socket);
    link->socket = -1;
    base_text_clear(&link->in.bytes);
    base_text_clear(&link->out);
    link->in.greeted = false;
    link->try_at = attach_now() + TRY_EVERY;
}

static int open_socket(const struct addrinfo *to)
{
    for (; to != NULL; to = to->ai_next) {
        const int made = socket(to->ai_family, to->ai_socktype, to->ai_protocol);
        if (made >= 0 && connect(made, to->ai_addr, to->ai_addrlen) == 0 && fcntl(made, F_SETFL, O_NONBLOCK) == 0)
            return made;
        if (made >= 0)
            close(made);
    }
    return -1;
}

static void connect_to_game(attach_link *link)
{
    const struct addrinfo wanted = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    signal(SIGPIPE, SIG_IGN);
    link->try_at = attach_now() + TRY_EVERY;
    if (getaddrinfo(link->host, link->port, &wanted, &found) != 0) {
        link->problem = "there is no such host or port";
        return;
    }
    link->socket = open_socket(found);
    freeaddrinfo(found);
    link->problem = link->socket < 0 ? "nothing listens there" : NULL;
    link->in.problem = NULL;
    if (link->socket >= 0)
        attach_add_request(&link->out, link->host, link->token);
}

void attach_link_say(attach_link *link, uint8_t kind, const uint32_t *numbers, uint32_t count, const void *rest,
                     size_t size)
{
    if (link->socket >= 0)
        attach_add_message(&link->out, kind, numbers, count, rest, size);
}

/* False: the connection is gone. */
static bool send_some(attach_link *link)
{
    while (link->out.length > 0) {
        const ssize_t gone = send(link->socket, link->out.bytes, link->out.length, 0);
        if (gone < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        memmove(link->out.bytes, link->out.bytes + gone, link->out.length - (size_t)gone);
        link->out.length -= (size_t)gone;
    }
    return true;
}

/* False: the connection is gone, or ends. */
static bool receive_some(attach_link *link, attach_game *game)
{
    char bytes[65536];
    const ssize_t got = recv(link->socket, bytes, sizeof bytes, 0);
    if (got < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    if (got > 0 && attach_take(&link->in, bytes, (size_t)got, attach_game_hear, game, &link->out))
        return true;
    link->problem = link->in.problem != NULL ? link->in.problem : "the game is gone";
    return false;
}

static attach_news exchange(attach_link *link, attach_game *game, short ready)
{
    const bool greeted = game->greeted;
    bool good = send_some(link);
    if (good && ready != 0)
        good = receive_some(link, game);
    if (good)
        return !greeted && game->greeted ? ATTACH_BEGUN : ready != 0 ? ATTACH_HEARD : ATTACH_NOTHING;
    if (link->problem == NULL)
        link->problem = "the game is gone";
    forget(link);
    attach_game_lost(game);
    return greeted ? ATTACH_GONE : ATTACH_NOTHING;
}

attach_news attach_link_wait(attach_link *link, attach_game *game, int input, int milliseconds, bool *ready)
{
    struct pollfd of[2] = {{.fd = link->socket, .events = POLLIN}, {.fd = input, .events = POLLIN}};
    *ready = false;
    if (link->socket < 0 && attach_now() >= link->try_at)
        connect_to_game(link);
    of[0].fd = link->socket;
    if (link->socket >= 0 && link->out.length > 0)
        of[0].events |= POLLOUT;
    if (poll(of, 2, milliseconds) < 0)
        return ATTACH_NOTHING;
    *ready = of[1].revents != 0;
    return link->socket < 0 ? ATTACH_NOTHING : exchange(link, game, of[0].revents & (POLLIN | POLLHUP | POLLERR));
}

void attach_link_end(attach_link *link)
{
    forget(link);
    base_text_free(&link->in.bytes);
    base_text_free(&link->out);
}

#endif
