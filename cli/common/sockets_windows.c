/* Sockets of Windows; see sockets.h. */
#if defined(_WIN32)
#if !defined(_WIN32_WINNT) || _WIN32_WINNT < 0x0600
#undef _WIN32_WINNT
#define _WIN32_WINNT 0x0600 /* for WSAPoll() */
#endif
#include "cli/common/sockets.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <winsock2.h>
#include <ws2tcpip.h>
#include <windows.h>

enum { MOST_WAITS = 64, CALLERS = 16 };

bool cli_sockets_begin(void)
{
    WSADATA unused;
    return WSAStartup(MAKEWORD(2, 2), &unused) == 0;
}

static cli_socket socket_of(SOCKET made)
{
    return made == INVALID_SOCKET ? CLI_NO_SOCKET : (cli_socket)made;
}

static bool never_waits(SOCKET socket)
{
    u_long yes = 1;
    return ioctlsocket(socket, (long)FIONBIO, &yes) == 0;
}

static int at_most(size_t size)
{
    return size < INT_MAX ? (int)size : INT_MAX;
}

/* --- Beginning ------------------------------------------------------------------------------------ */

static SOCKET connect_to_any(const struct addrinfo *to)
{
    for (; to != NULL; to = to->ai_next) {
        const SOCKET made = socket(to->ai_family, to->ai_socktype, to->ai_protocol);
        if (made != INVALID_SOCKET && connect(made, to->ai_addr, (int)to->ai_addrlen) == 0 && never_waits(made))
            return made;
        if (made != INVALID_SOCKET)
            closesocket(made);
    }
    return INVALID_SOCKET;
}

cli_socket cli_socket_connect(const char *host, const char *port, const char **problem)
{
    struct addrinfo wanted, *found = NULL;
    memset(&wanted, 0, sizeof wanted);
    wanted.ai_family = AF_INET;
    wanted.ai_socktype = SOCK_STREAM;
    if (getaddrinfo(host, port, &wanted, &found) != 0) {
        *problem = "there is no such host or port";
        return CLI_NO_SOCKET;
    }
    const SOCKET made = connect_to_any(found);
    freeaddrinfo(found);
    if (made == INVALID_SOCKET)
        *problem = "nothing listens there";
    return socket_of(made);
}

/* Without SO_EXCLUSIVEADDRUSE any program could take the port over. */
cli_socket cli_socket_listen(uint16_t port, uint16_t *given)
{
    struct sockaddr_in here;
    int size = sizeof here;
    const int yes = 1;
    const SOCKET made = socket(AF_INET, SOCK_STREAM, 0);
    memset(&here, 0, sizeof here);
    here.sin_family = AF_INET;
    here.sin_port = htons(port);
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (made == INVALID_SOCKET)
        return CLI_NO_SOCKET;
    setsockopt(made, SOL_SOCKET, SO_EXCLUSIVEADDRUSE, (const char *)&yes, sizeof yes);
    if (bind(made, (struct sockaddr *)&here, sizeof here) != 0 || listen(made, CALLERS) != 0 ||
        getsockname(made, (struct sockaddr *)&here, &size) != 0 || !never_waits(made)) {
        closesocket(made);
        return CLI_NO_SOCKET;
    }
    *given = ntohs(here.sin_port);
    return socket_of(made);
}

cli_socket cli_socket_accept(cli_socket listening, bool *full)
{
    const SOCKET made = accept((SOCKET)listening, NULL, NULL);
    *full = made == INVALID_SOCKET && (WSAGetLastError() == WSAEMFILE || WSAGetLastError() == WSAENOBUFS);
    if (made != INVALID_SOCKET && !never_waits(made)) {
        closesocket(made);
        return CLI_NO_SOCKET;
    }
    return socket_of(made);
}

/* --- Bytes ---------------------------------------------------------------------------------------- */

long cli_socket_send(cli_socket to, const void *bytes, size_t size)
{
    const int gone = send((SOCKET)to, bytes, at_most(size), 0);
    return gone >= 0 ? gone : WSAGetLastError() == WSAEWOULDBLOCK ? 0 : -1;
}

long cli_socket_receive(cli_socket from, void *bytes, size_t size)
{
    const int got = recv((SOCKET)from, bytes, at_most(size), 0);
    return got > 0 ? got : got < 0 && WSAGetLastError() == WSAEWOULDBLOCK ? 0 : -1;
}

bool cli_socket_send_all(cli_socket to, const void *bytes, size_t size, int patience)
{
    const char *from = bytes;
    while (size > 0) {
        WSAPOLLFD taker = {.fd = (SOCKET)to, .events = POLLOUT};
        const long gone = cli_socket_send(to, from, size);
        if (gone < 0 || (gone == 0 && WSAPoll(&taker, 1, patience) <= 0))
            return false;
        from += gone;
        size -= (size_t)gone;
    }
    return true;
}

void cli_socket_close(cli_socket socket)
{
    closesocket((SOCKET)socket);
}

void cli_socket_end(cli_socket socket, int patience)
{
    char rest[4096];
    WSAPOLLFD from = {.fd = (SOCKET)socket, .events = POLLIN};
    shutdown((SOCKET)socket, SD_SEND);
    for (int i = 0; i < 64 && WSAPoll(&from, 1, patience) > 0 && cli_socket_receive(socket, rest, sizeof rest) > 0; i++)
        continue;
    closesocket((SOCKET)socket);
}

/* --- Waiting -------------------------------------------------------------------------------------- */

/* WSAPoll() refuses to wait for nothing. */
void cli_sockets_wait(cli_wait *list, size_t count, int milliseconds)
{
    WSAPOLLFD of[MOST_WAITS];
    size_t place[MOST_WAITS] = {0}, used = 0;
    count = count < MOST_WAITS ? count : MOST_WAITS;
    for (size_t i = 0; i < count; i++) {
        list[i].has = false;
        if (list[i].socket == CLI_NO_SOCKET)
            continue;
        of[used].fd = (SOCKET)list[i].socket;
        of[used].events = list[i].sends ? POLLIN | POLLOUT : POLLIN;
        of[used].revents = 0;
        place[used++] = i;
    }
    if (used == 0) {
        Sleep(milliseconds < 0 ? INFINITE : (DWORD)milliseconds);
        return;
    }
    const int ready = WSAPoll(of, (ULONG)used, milliseconds);
    for (size_t i = 0; i < used; i++)
        list[place[i]].has = ready > 0 && (of[i].revents & (POLLIN | POLLHUP | POLLERR | POLLNVAL)) != 0;
}

/* --- Standard input ------------------------------------------------------------------------------- */

/* The two ends of a connection of this process with itself: a thread writes to the first what it reads. */
static SOCKET pumped[2] = {INVALID_SOCKET, INVALID_SOCKET};

static DWORD WINAPI pump(void *unused)
{
    char bytes[4096];
    DWORD got = 0;
    const HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    (void)unused;
    while (ReadFile(input, bytes, sizeof bytes, &got, NULL) && got > 0)
        if (!cli_socket_send_all((cli_socket)pumped[0], bytes, got, -1))
            break;
    shutdown(pumped[0], SD_SEND);
    return 0;
}

static uint16_t port_of(cli_socket socket, int(WSAAPI *name)(SOCKET, struct sockaddr *, int *))
{
    struct sockaddr_in it;
    int size = sizeof it;
    memset(&it, 0, sizeof it);
    name((SOCKET)socket, (struct sockaddr *)&it, &size);
    return ntohs(it.sin_port);
}

/* Makes the connection. Another program may call first: that is not let in. */
static bool connect_to_self(cli_socket listening, uint16_t port)
{
    char name[8];
    bool full = false;
    const char *problem = NULL;
    cli_wait caller = {.socket = listening};
    snprintf(name, sizeof name, "%u", port);
    const cli_socket writes = cli_socket_connect("127.0.0.1", name, &problem);
    while (writes != CLI_NO_SOCKET && !full) {
        cli_sockets_wait(&caller, 1, -1);
        const cli_socket reads = cli_socket_accept(listening, &full);
        if (reads != CLI_NO_SOCKET && port_of(reads, getpeername) == port_of(writes, getsockname)) {
            pumped[0] = (SOCKET)writes;
            pumped[1] = (SOCKET)reads;
            return true;
        }
        if (reads != CLI_NO_SOCKET)
            cli_socket_close(reads);
    }
    return false;
}

cli_socket cli_input_socket(void)
{
    uint16_t port = 0;
    if (pumped[1] != INVALID_SOCKET)
        return (cli_socket)pumped[1];
    const cli_socket listening = cli_socket_listen(0, &port);
    if (listening == CLI_NO_SOCKET)
        return CLI_NO_SOCKET;
    const bool connected = connect_to_self(listening, port);
    cli_socket_close(listening);
    const HANDLE thread = connected ? CreateThread(NULL, 0, pump, NULL, 0, NULL) : NULL;
    if (thread == NULL)
        return CLI_NO_SOCKET;
    CloseHandle(thread);
    return (cli_socket)pumped[1];
}

size_t cli_input_read(void *bytes, size_t size)
{
    const long got = cli_socket_receive((cli_socket)pumped[1], bytes, size);
    return got > 0 ? (size_t)got : 0;
}

#endif
