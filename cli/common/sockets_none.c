/* No sockets, in WebAssembly; see sockets.h. */
#if defined(__EMSCRIPTEN__)
#include "cli/common/sockets.h"

bool cli_sockets_begin(void)
{
    return false;
}

cli_socket cli_socket_connect(const char *host, const char *port, const char **problem)
{
    (void)host, (void)port;
    *problem = "this tool has no sockets";
    return CLI_NO_SOCKET;
}

cli_socket cli_socket_listen(uint16_t port, uint16_t *given)
{
    *given = port;
    return CLI_NO_SOCKET;
}

cli_socket cli_socket_accept(cli_socket listening, bool *full)
{
    (void)listening;
    *full = false;
    return CLI_NO_SOCKET;
}

long cli_socket_send(cli_socket to, const void *bytes, size_t size)
{
    (void)to, (void)bytes, (void)size;
    return -1;
}

long cli_socket_receive(cli_socket from, void *bytes, size_t size)
{
    (void)from, (void)bytes, (void)size;
    return -1;
}

bool cli_socket_send_all(cli_socket to, const void *bytes, size_t size, int patience)
{
    (void)to, (void)bytes, (void)patience;
    return size == 0;
}

void cli_socket_close(cli_socket socket)
{
    (void)socket;
}

void cli_socket_end(cli_socket socket, int patience)
{
    (void)socket, (void)patience;
}

void cli_sockets_wait(cli_wait *list, size_t count, int milliseconds)
{
    (void)milliseconds;
    for (size_t i = 0; i < count; i++)
        list[i].has = false;
}

cli_socket cli_input_socket(void)
{
    return CLI_NO_SOCKET;
}

size_t cli_input_read(void *bytes, size_t size)
{
    (void)bytes, (void)size;
    return 0;
}

#endif
