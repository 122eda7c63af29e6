/* Sockets of POSIX; see sockets.h. */
#if !defined(_WIN32) && !defined(__EMSCRIPTEN__)
#if !defined(_XOPEN_SOURCE) /* where curses is found, its flags have set it */
#define _XOPEN_SOURCE 700
#endif
#include "cli/common/sockets.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_WAITS = 64, CALLERS = 16 };

bool cli_sockets_begin(void)
{
    signal(SIGPIPE, SIG_IGN);
    return true;
}

static bool would_wait(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

/* --- Beginning ------------------------------------------------------------------------------------ */

static int connect_to_any(const struct addrinfo *to)
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

cli_socket cli_socket_connect(const char *host, const char *port, const char **problem)
{
    const struct addrinfo wanted = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    if (getaddrinfo(host, port, &wanted, &found) != 0) {
        *problem = "there is no such host or port";
        return CLI_NO_SOCKET;
    }
    const int made = connect_to_any(found);
    freeaddrinfo(found);
    if (made < 0)
        *problem = "nothing listens there";
    return made;
}

cli_socket cli_socket_listen(uint16_t port, uint16_t *given)
{
    struct sockaddr_in here = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof here;
    const int yes = 1, made = socket(AF_INET, SOCK_STREAM, 0);
    if (made < 0)
        return CLI_NO_SOCKET;
    setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(made, (struct sockaddr *)&here, sizeof here) != 0 || listen(made, CALLERS) != 0 ||
        getsockname(made, (struct sockaddr *)&here, &size) != 0 || fcntl(made, F_SETFL, O_NONBLOCK) != 0) {
        close(made);
        return CLI_NO_SOCKET;
    }
    *given = ntohs(here.sin_port);
    return made;
}

cli_socket cli_socket_accept(cli_socket listening, bool *full)
{
    const int made = accept((int)listening, NULL, NULL);
    *full = made < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM);
    if (made >= 0 && fcntl(made, F_SETFL, O_NONBLOCK) != 0) {
        close(made);
        return CLI_NO_SOCKET;
    }
    return made;
}

/* --- Bytes ---------------------------------------------------------------------------------------- */

long cli_socket_send(cli_socket to, const void *bytes, size_t size)
{
    const ssize_t gone = send((int)to, bytes, size, 0);
    return gone >= 0 ? (long)gone : would_wait() ? 0 : -1;
}

long cli_socket_receive(cli_socket from, void *bytes, size_t size)
{
    const ssize_t got = recv((int)from, bytes, size, 0);
    return got > 0 ? (long)got : got < 0 && would_wait() ? 0 : -1;
}

bool cli_socket_send_all(cli_socket to, const void *bytes, size_t size, int patience)
{
    const char *from = bytes;
    while (size > 0) {
        struct pollfd taker = {.fd = (int)to, .events = POLLOUT};
        const long gone = cli_socket_send(to, from, size);
        if (gone < 0 || (gone == 0 && poll(&taker, 1, patience) <= 0))
            return false;
        from += gone;
        size -= (size_t)gone;
    }
    return true;
}

void cli_socket_close(cli_socket socket)
{
    close((int)socket);
}

void cli_socket_end(cli_socket socket, int patience)
{
    char rest[4096];
    struct pollfd from = {.fd = (int)socket, .events = POLLIN};
    shutdown((int)socket, SHUT_WR);
    for (int i = 0; i < 64 && poll(&from, 1, patience) > 0 && cli_socket_receive(socket, rest, sizeof rest) > 0; i++)
        continue;
    close((int)socket);
}

/* --- Waiting -------------------------------------------------------------------------------------- */

void cli_sockets_wait(cli_wait *list, size_t count, int milliseconds)
{
    struct pollfd of[MOST_WAITS];
    count = count < MOST_WAITS ? count : MOST_WAITS;
    for (size_t i = 0; i < count; i++)
        of[i] = (struct pollfd){.fd = (int)list[i].socket, .events = list[i].sends ? POLLIN | POLLOUT : POLLIN};
    const int ready = poll(of, (nfds_t)count, milliseconds);
    for (size_t i = 0; i < count; i++)
        list[i].has = ready > 0 && (of[i].revents & (POLLIN | POLLHUP | POLLERR | POLLNVAL)) != 0;
}

cli_socket cli_input_socket(void)
{
    return fcntl(STDIN_FILENO, F_GETFD) < 0 ? CLI_NO_SOCKET : STDIN_FILENO;
}

size_t cli_input_read(void *bytes, size_t size)
{
    const ssize_t got = read(STDIN_FILENO, bytes, size);
    return got > 0 ? (size_t)got : 0;
}

#endif
