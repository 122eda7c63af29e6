/*
 * The server of the desk; see desk_server.h. It is bound to 127.0.0.1, and answers only requests whose `Host` is that or localhost: a page
 * of another site that makes its own name lead here gets nothing. Names are letters, digits, `.`, `-` and `_`, so none leads out of the
 * folder. Browsers open connections ahead, and send nothing on them: so all are waited for at once, and the oldest gives way.
 */
#if !defined(_WIN32) && !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700
#endif
#include "cli/desk/desk_server.h"

#if defined(_WIN32) || defined(__EMSCRIPTEN__)

bool desk_can_serve(void)
{
    return false;
}

bool desk_serve(const desk_served *served)
{
    (void)served;
    return false;
}

void desk_open_browser(const char *address)
{
    (void)address;
}

#else

#include "cli/common/files.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    CONNECTIONS = 16,   /* that may be open at once */
    LONGEST_HEAD = 8192 /* bytes of a request */
};

typedef struct connection {
    int socket;
    size_t used;
    char head[LONGEST_HEAD + 1];
} connection;

typedef struct server {
    const desk_served *served;
    int socket;
    connection *open[CONNECTIONS]; /* the oldest first */
    size_t count;
} server;

bool desk_can_serve(void)
{
    return true;
}

/* --- Answers ------------------------------------------------------------------------------------------ */

static bool send_all(int to, const char *bytes, size_t count)
{
    while (count > 0) {
        const ssize_t sent = send(to, bytes, count, 0);
        if (sent <= 0)
            return false;
        bytes += sent;
        count -= (size_t)sent;
    }
    return true;
}

static void answer(int to, const char *status, const char *type, const char *body, size_t size, bool with_body)
{
    base_text head = {0};
    base_text_add(
        &head,
        "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\nCache-Control: no-cache\r\n"
        "X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n\r\n",
        status, type, size);
    if (send_all(to, head.bytes, head.length) && with_body)
        send_all(to, body, size);
    base_text_free(&head);
}

static void refuse(int to, const char *status)
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

static void answer_file(const server *from, int to, const char *name, bool with_body)
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

/* Whether the line `Host` says this machine. */
static bool is_from_here(const char *head)
{
    const char *line = strstr(head, "\r\n");
    for (; line != NULL; line = strstr(line + 2, "\r\n")) {
        if (strncasecmp(line + 2, "host:", 5) != 0)
            continue;
        const char *host = line + 7 + strspn(line + 7, " \t");
        const size_t length = strcspn(host, ":\r \t");
        return (length == 9 && (strncmp(host, "127.0.0.1", 9) == 0 || strncasecmp(host, "localhost", 9) == 0));
    }
    return false;
}

/* `GET /desk.js?x HTTP/1.1` */
static void answer_request(const server *from, int to, char *head)
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

static void end_connection(server *of, size_t index)
{
    close(of->open[index]->socket);
    free(of->open[index]);
    of->count--;
    memmove(of->open + index, of->open + index + 1, (of->count - index) * sizeof *of->open);
}

/* There is no descriptor left: the oldest connection gives way. Where there is none, others have them all, and it waits. */
static void make_room(server *of)
{
    if (of->count > 0)
        end_connection(of, 0);
    else
        poll(NULL, 0, 100);
}

static void begin_connection(server *of)
{
    const struct timeval patience = {.tv_sec = 10};
    const int socket = accept(of->socket, NULL, NULL);
    if (socket < 0) {
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
            make_room(of);
        return;
    }
    if (of->count == CONNECTIONS)
        end_connection(of, 0);
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    of->open[of->count] = base_allocate(sizeof **of->open);
    of->open[of->count++]->socket = socket;
}

/* Ends the answer. Bytes that nobody reads would reset the connection, and the answer may be lost: so some are read, for a while. */
static void end_answer(int to)
{
    const struct timeval patience = {.tv_usec = 200000};
    char rest[4096];
    shutdown(to, SHUT_WR);
    setsockopt(to, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    for (int i = 0; i < 64 && recv(to, rest, sizeof rest, 0) > 0; i++)
        continue;
}

/* Reads what has come. False: the connection is over. */
static bool go_on(const server *of, connection *with)
{
    const ssize_t got = recv(with->socket, with->head + with->used, LONGEST_HEAD - with->used, 0);
    if (got <= 0)
        return false;
    with->used += (size_t)got;
    with->head[with->used] = '\0';
    if (strstr(with->head, "\r\n\r\n") != NULL)
        answer_request(of, with->socket, with->head);
    else if (with->used < LONGEST_HEAD)
        return true;
    else
        refuse(with->socket, "431 Request Header Fields Too Large");
    end_answer(with->socket);
    return false;
}

static void serve_some(server *of)
{
    struct pollfd ready[CONNECTIONS + 1] = {{.fd = of->socket, .events = POLLIN}};
    for (size_t i = 0; i < of->count; i++)
        ready[i + 1] = (struct pollfd){.fd = of->open[i]->socket, .events = POLLIN};
    if (poll(ready, (nfds_t)of->count + 1, -1) <= 0)
        return;
    for (size_t i = of->count; i > 0; i--)
        if (ready[i].revents != 0 && !go_on(of, of->open[i - 1]))
            end_connection(of, i - 1);
    if (ready[0].revents != 0)
        begin_connection(of);
}

/* --- The browser -------------------------------------------------------------------------------------- */

static bool opens(const char *opener, const char *address)
{
    const pid_t child = fork();
    int status = 1;
    if (child == 0) {
        const int nothing = open("/dev/null", O_RDWR);
        for (int i = 0; nothing >= 0 && i < 3; i++)
            dup2(nothing, i);
        execlp(opener, opener, address, (char *)NULL);
        _exit(127);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* An opener may last as long as the browser, which waits for the server. So a process of its own starts it, and says how that went. */
void desk_open_browser(const char *address)
{
    const pid_t child = fork();
    if (child == 0) {
        if (fork() != 0)
            _exit(0);
        if (!opens("xdg-open", address) && !opens("open", address))
            fprintf(stderr, "htn desk: no browser can be started; open the address in one\n");
        fflush(stderr);
        _exit(0);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
}

/* --- The loop ----------------------------------------------------------------------------------------- */

bool desk_serve(const desk_served *served)
{
    server made = {.served = served, .socket = socket(AF_INET, SOCK_STREAM, 0)};
    struct sockaddr_in here = {
        .sin_family = AF_INET, .sin_port = htons(served->port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof here;
    const int yes = 1;
    signal(SIGPIPE, SIG_IGN);
    setsockopt(made.socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (made.socket < 0 || bind(made.socket, (struct sockaddr *)&here, sizeof here) != 0 ||
        listen(made.socket, CONNECTIONS) != 0 || getsockname(made.socket, (struct sockaddr *)&here, &size) != 0) {
        if (made.socket >= 0)
            close(made.socket);
        return false;
    }
    served->listening(served->user, ntohs(here.sin_port));
    for (;;)
        serve_some(&made);
}

#endif
