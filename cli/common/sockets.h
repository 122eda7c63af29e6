/*
 * Sockets of the host: POSIX and Windows. A tool for WebAssembly has none: there nothing can be begun. No call waits, unless it says so; none raises a
 * signal.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A socket, of the kind that the host numbers them with. */
typedef intptr_t cli_socket;
#define CLI_NO_SOCKET ((cli_socket)-1)

/* Call it first. False: this tool has no sockets. */
bool cli_sockets_begin(void);

/* Connects over IPv4, and waits until that is done. NO_SOCKET: `*problem` is a sentence that says why. */
cli_socket cli_socket_connect(const char *host, const char *port, const char **problem);

/* Listens on a port of 127.0.0.1; 0: any that is free. `*given` is the port. NO_SOCKET: another program may have it. */
cli_socket cli_socket_listen(uint16_t port, uint16_t *given);

/* Takes a caller. NO_SOCKET: there is none; or, `*full`, the process can have no more sockets. */
cli_socket cli_socket_accept(cli_socket listening, bool *full);

/* How many bytes were sent, or have come; 0: none, for now; -1: the connection is over. */
long cli_socket_send(cli_socket to, const void *bytes, size_t size);
long cli_socket_receive(cli_socket from, void *bytes, size_t size);

/* Sends all, and waits until that is done. False: the connection is over, or has taken nothing for so many milliseconds. */
bool cli_socket_send_all(cli_socket to, const void *bytes, size_t size, int patience);

void cli_socket_close(cli_socket socket);

/*
 * The same when all has been sent. Bytes that nobody reads would reset the connection, and what was sent may be lost: so some are read, for up to so
 * many milliseconds after the last.
 */
void cli_socket_end(cli_socket socket, int patience);

/* Something to wait for. */
typedef struct cli_wait {
    cli_socket socket; /* NO_SOCKET: nothing */
    bool sends;        /* also until it takes bytes */
    bool has;          /* bytes, a caller, or an end: set by the wait */
} cli_wait;

/* Waits until something is ready; at most so many milliseconds, -1: for ever. */
void cli_sockets_wait(cli_wait *list, size_t count, int milliseconds);

/* Standard input as something to wait for. Read it with cli_input_read() alone. NO_SOCKET: it cannot be waited for. */
cli_socket cli_input_socket(void);

/* How many bytes came from it, when the wait has said that it has some; 0: it is over. */
size_t cli_input_read(void *bytes, size_t size);
