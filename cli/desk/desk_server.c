/*
 * The server of the desk; see desk_server.h. It is bound to 127.0.0.1, and answers only requests whose `Host` is that or localhost: a page
 * of another site that makes its own name lead here gets nothing. Names are letters, digits, `.`, `-` and `_`, so none leads out of the
 * folder. Browsers open connections ahead, and send nothing on them: so all are waited for at once, and the oldest gives way.
 */
#include "cli/desk/desk_server.h"
#include "cli/common/files.h"
#include "cli/common/sockets.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    CONNECTIONS = 16,    /* that may be open at once */
    LONGEST_HEAD = 8192, /* bytes of a request */
    PATIENCE = 10000,    /* milliseconds in which a browser may take nothing of an answer */
    FAREWELL = 200       /* and say nothing more behind it */
};

typedef struct connection {
    cli_socket socket;
    size_t used;
    char head[LONGEST_HEAD + 1];
} connection;

typedef struct server {
    const desk_served *served;
    cli_socket socket;
    connection *open[CONNECTIONS]; /* the oldest first */
    size_t count;
} server;

/* --- Answers ------------------------------------------------------------------------------------------ */

static void answer(cli_socket to, const char *status, const char *type, const char *body, size_t size, bool with_body)
{
    base_text head = {0};
    base_text_add(
        &head,
        "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\nCache-Control: no-cache\r\n"
        "X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n\r\n",
        status, type, size);
    if (cli_socket_send_all(to, head.bytes, head.length, PATIENCE) && with_body)
        cli_socket_send_all(to, body, size, PATIENCE);
    base_text_free(&head);
}

static void refuse(cli_socket to, const char *status)
{
    answer(to, status, "text/plain", status, strlen(status), true);
}

static const char *type_of(const char *name)
{
    static const char *const types[][2] = {{".html", "text/html; charset=utf-8"},
                                           {".js", "text/javascript; charset=utf-8"},
                                           {".css", "text/css; charset=utf-8"},
                                           {".wasm", "application/wasm"},
                                           {".txt", "text/plain; charset=utf-8"}};
    const char *end = strrchr(name, '.');
    for (size_t i = 0; end != NULL && i < sizeof types / sizeof *types; i++)
        if (strcmp(end, types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

/* `modules/tool.wasm`: parts that do not begin with a dot. */
static bool is_name(const char *name)
{
    for (const char *at = name; *at != '\0'; at++) {
        const bool begins = at == name || at[-1] == '/';
        if (!isalnum((unsigned char)*at) && strchr(begins ? "_-" : "_-./", *at) == NULL)
            return false;
    }
    return true;
}

static void answer_file(const server *from, cli_socket to, const char *name, bool with_body)
{
    const desk_served *served = from->served;
    base_text path = {0};
    const char *problem = NULL;
    size_t size = 0;
    char *text = NULL;
    if (name[0] == '\0')
        name = "index.html";
    base_text_add(&path, "%s/%s", served->page, name);
    if (strcmp(name, "files.json") == 0)
        answer(to, "200 OK", "application/json", served->files->bytes, served->files->length, with_body);
    else if (is_name(name) && cli_is_regular(base_text_of(&path)) &&
             (text = cli_read_file(base_text_of(&path), &size, &problem)) != NULL)
        answer(to, "200 OK", type_of(name), text, size, with_body);
    else
        refuse(to, "404 Not Found");
    free(text);
    base_text_free(&path);
}

/* In upper or lower case. */
static bool begins_with(const char *text, const char *lower)
{
    for (; *lower != '\0'; text++, lower++)
        if (tolower((unsigned char)*text) != *lower)
            return false;
    return true;
}

/* Whether the line `Host` says this machine. */
static bool is_from_here(const char *head)
{
    const char *line = strstr(head, "\r\n");
    for (; line != NULL; line = strstr(line + 2, "\r\n")) {
        if (!begins_with(line + 2, "host:"))
            continue;
        const char *host = line + 7 + strspn(line + 7, " \t");
        return strcspn(host, ":\r \t") == 9 && (begins_with(host, "127.0.0.1") || begins_with(host, "localhost"));
    }
    return false;
}

/* `GET /desk.js?x HTTP/1.1` */
static void answer_request(const server *from, cli_socket to, char *head)
{
    const bool get = strncmp(head, "GET /", 5) == 0, only_head = strncmp(head, "HEAD /", 6) == 0;
    if (!is_from_here(head)) {
        refuse(to, "403 Forbidden");
    } else if (!get && !only_head) {
        refuse(to, "405 Method Not Allowed");
    } else {
        char *name = head + (get ? 5 : 6);
        name[strcspn(name, "? \r\n")] = '\0';
        answer_file(from, to, name, get);
    }
}

/* --- Connections -------------------------------------------------------------------------------------- */

static void forget_connection(server *of, size_t index)
{
    free(of->open[index]);
    of->count--;
    memmove(of->open + index, of->open + index + 1, (of->count - index) * sizeof *of->open);
}

static void end_connection(server *of, size_t index)
{
    cli_socket_close(of->open[index]->socket);
    forget_connection(of, index);
}

/* There is no descriptor left: the oldest connection gives way. Where there is none, others have them all, and it waits. */
static void make_room(server *of)
{
    if (of->count > 0)
        end_connection(of, 0);
    else
        cli_sockets_wait(NULL, 0, 100);
}

static void begin_connection(server *of)
{
    bool full;
    const cli_socket socket = cli_socket_accept(of->socket, &full);
    if (full)
        make_room(of);
    if (socket == CLI_NO_SOCKET)
        return;
    if (of->count == CONNECTIONS)
        end_connection(of, 0);
    of->open[of->count] = base_allocate(sizeof **of->open);
    of->open[of->count]->used = 0;
    of->open[of->count++]->socket = socket;
}

/* Reads what has come, and answers a request that is whole. */
static void go_on(server *of, size_t index)
{
    connection *with = of->open[index];
    const long got = cli_socket_receive(with->socket, with->head + with->used, LONGEST_HEAD - with->used);
    if (got < 0) {
        end_connection(of, index);
        return;
    }
    with->used += (size_t)got;
    with->head[with->used] = '\0';
    if (strstr(with->head, "\r\n\r\n") != NULL)
        answer_request(of, with->socket, with->head);
    else if (with->used < LONGEST_HEAD)
        return;
    else
        refuse(with->socket, "431 Request Header Fields Too Large");
    cli_socket_end(with->socket, FAREWELL);
    forget_connection(of, index);
}

static void serve_some(server *of)
{
    cli_wait ready[CONNECTIONS + 1] = {{.socket = of->socket}};
    const size_t count = of->count;
    for (size_t i = 0; i < count; i++)
        ready[i + 1] = (cli_wait){.socket = of->open[i]->socket};
    cli_sockets_wait(ready, count + 1, -1);
    for (size_t i = count; i > 0; i--)
        if (ready[i].has)
            go_on(of, i - 1);
    if (ready[0].has)
        begin_connection(of);
}

bool desk_serve(const desk_served *served)
{
    uint16_t port = 0;
    server made = {.served = served};
    made.socket = cli_sockets_begin() ? cli_socket_listen(served->port, &port) : CLI_NO_SOCKET;
    if (made.socket == CLI_NO_SOCKET)
        return false;
    served->listening(served->user, port);
    for (;;)
        serve_some(&made);
}
