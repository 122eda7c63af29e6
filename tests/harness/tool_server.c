/*
 * Runs the tool for tests: `tool_server SOCKET`. It is the tool's program with another main(), and forks itself for each request of a
 * tool_client. So a case costs a fork and no start of a process, which takes a fifth of a second with sanitizers on some machines; and
 * each case still has memory of its own, may crash, leak or run for ever, and ends as the tool does. It ends with its parent.
 */
#define _GNU_SOURCE
#include "tool_request.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 64, LOOK_FOR_PARENT = 1000 /* milliseconds */, HIGH = 200 /* above the numbers of a client's files */ };

/* The tool's own main(), under another name. */
int tool_main(int argc, char **argv);

/* A request that is worked on. */
typedef struct work {
    pid_t tool;
    int connection;
} work;

static void give_up(const char *what)
{
    fprintf(stderr, "tool_server: %s: %s\n", what, strerror(errno));
    _exit(126);
}

/* --- In the forked process ------------------------------------------------------------------------ */

static void receive(int connection, tool_request *request, int *opened)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int) * TOOL_FILES)];
    } control;
    struct iovec what = {request, sizeof *request};
    struct msghdr message = {
        .msg_iov = &what, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    if (recvmsg(connection, &message, MSG_WAITALL) != (ssize_t)sizeof *request || request->size > TOOL_TEXTS ||
        request->file_count == 0 || request->file_count > TOOL_FILES)
        give_up("a request is cut short");
    const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header == NULL || header->cmsg_len != CMSG_LEN(sizeof(int) * request->file_count))
        give_up("a request is without its files");
    memcpy(opened, CMSG_DATA(header), sizeof(int) * request->file_count);
}

/* The files get the numbers that they have in the client; no other file stays open. */
static void take_files(const tool_request *request, const int *opened)
{
    int raised[TOOL_FILES];
    for (uint32_t i = 0; i < request->file_count; i++)
        raised[i] = fcntl(opened[i], F_DUPFD, HIGH);
    if (fchdir(raised[request->file_count - 1]) != 0)
        give_up("the working directory");
    for (int file = 0; file < HIGH; file++)
        close(file);
    for (uint32_t i = 0; i + 1 < request->file_count; i++)
        if (dup2(raised[i], request->files[i]) < 0)
            give_up("a file");
    for (uint32_t i = 0; i < request->file_count; i++)
        close(raised[i]);
}

static char **texts_of(char **at, uint32_t count)
{
    char **texts = malloc((count + 1) * sizeof *texts);
    for (uint32_t i = 0; i < count; i++) {
        texts[i] = *at;
        *at += strlen(*at) + 1;
    }
    texts[count] = NULL;
    return texts;
}

static void run_tool(int connection)
{
    extern char **environ;
    /* valgrind finds both, as those of a process that begins by itself. */
    static char **volatile arguments, **volatile environment;
    tool_request request;
    int opened[TOOL_FILES];
    receive(connection, &request, opened);
    char *texts = malloc(request.size + 1u);
    for (size_t at = 0; at < request.size;) {
        const ssize_t got = read(connection, texts + at, request.size - at);
        if (got <= 0)
            give_up("a request is cut short");
        at += (size_t)got;
    }
    char *at = texts;
    arguments = texts_of(&at, request.argument_count);
    environ = environment = texts_of(&at, request.environment_count);
    take_files(&request, opened);
    umask((mode_t)request.mask);
    for (int i = 0; i < TOOL_LIMITS; i++)
        setrlimit((unsigned)i, &request.limits[i]);
    exit(tool_main((int)request.argument_count, arguments));
}

/* --- The server ----------------------------------------------------------------------------------- */

static void child_has_ended(int number)
{
    (void)number; /* it only interrupts poll() */
}

static int listen_at(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (strlen(path) >= sizeof address.sun_path)
        give_up(path);
    strcpy(address.sun_path, path);
    if (bind(server, (const struct sockaddr *)&address, sizeof address) != 0 || listen(server, MOST) != 0)
        give_up(path);
    return server;
}

static void begin(int server, work *works, uint32_t *count, const sigset_t *unblocked)
{
    const int connection = accept(server, NULL, NULL);
    if (connection < 0)
        return;
    const pid_t tool = fork();
    if (tool < 0)
        give_up("fork");
    if (tool == 0) {
        signal(SIGCHLD, SIG_DFL);
        signal(SIGPIPE, SIG_DFL);
        sigprocmask(SIG_SETMASK, unblocked, NULL);
        run_tool(connection);
    }
    works[(*count)++] = (work){tool, connection};
}

/* Tells the clients of those that have ended. */
static void end_some(work *works, uint32_t *count)
{
    int status;
    for (pid_t tool = waitpid(-1, &status, WNOHANG); tool > 0; tool = waitpid(-1, &status, WNOHANG))
        for (uint32_t i = 0; i < *count; i++)
            if (works[i].tool == tool) {
                send(works[i].connection, &status, sizeof status, 0);
                close(works[i].connection);
                works[i--] = works[--*count];
            }
}

/* A client that is killed takes the tool with it. */
static void look_for_clients(const struct pollfd *polled, work *works, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if ((polled[i].revents & (POLLHUP | POLLERR)) != 0)
            kill(works[i].tool, SIGTERM);
}

int main(int argc, char **argv)
{
    const pid_t parent = getppid();
    const struct timespec look = {.tv_nsec = 0, .tv_sec = LOOK_FOR_PARENT / 1000};
    const struct sigaction ended = {.sa_handler = child_has_ended};
    struct pollfd polled[MOST + 1];
    work works[MOST];
    uint32_t count = 0;
    sigset_t blocked, unblocked;
    if (argc != 2)
        give_up("usage: tool_server SOCKET");
    const int server = listen_at(argv[1]);
    signal(SIGPIPE, SIG_IGN);
    sigaction(SIGCHLD, &ended, NULL);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGCHLD);
    sigprocmask(SIG_BLOCK, &blocked, &unblocked);
    while (getppid() == parent) {
        for (uint32_t i = 0; i < count; i++)
            polled[i] = (struct pollfd){.fd = works[i].connection};
        polled[count] = (struct pollfd){.fd = server, .events = count < MOST ? POLLIN : 0};
        const uint32_t before = count;
        if (ppoll(polled, before + 1, &look, &unblocked) > 0) {
            look_for_clients(polled, works, before);
            if (polled[before].revents != 0)
                begin(server, works, &count, &unblocked);
        }
        end_some(works, &count);
    }
    for (uint32_t i = 0; i < count; i++)
        kill(works[i].tool, SIGKILL);
    _exit(0);
}
