/*
 * Stands in for the tool where tests run it: has the tool_server that listens at $HTN_TOOL_SOCKET run it instead, with the arguments,
 * environment, working directory, open files and limits of this process, and ends as the tool has ended. It has no sanitizers, so it
 * starts in a millisecond.
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

enum { PATIENCE = 6000, PAUSE = 10 /* milliseconds: the server may still be starting */ };

static int fail(const char *what)
{
    fprintf(stderr, "tool_client: %s: %s\n", what, strerror(errno));
    return 126;
}

static int connect_to(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (strlen(path) >= sizeof address.sun_path)
        return -1;
    strcpy(address.sun_path, path);
    for (int i = 0; i < PATIENCE; i++) {
        if (connect(connection, (const struct sockaddr *)&address, sizeof address) == 0)
            return connection;
        poll(NULL, 0, PAUSE);
    }
    return -1;
}

static size_t add_texts(char *texts, size_t used, char *const *from, uint32_t *count)
{
    for (*count = 0; from[*count] != NULL; ++*count) {
        const size_t length = strlen(from[*count]) + 1;
        if (length > TOOL_TEXTS - used) {
            fprintf(stderr, "tool_client: too many arguments\n");
            exit(126);
        }
        memcpy(texts + used, from[*count], length);
        used += length;
    }
    return used;
}

/* Files that are open here, and the working directory. */
static void add_files(tool_request *request, int *opened, int connection)
{
    for (int file = 0; file < 1024 && request->file_count < TOOL_FILES - 1; file++)
        if (file != connection && (fcntl(file, F_GETFD) & (FD_CLOEXEC | -2)) == 0) {
            request->files[request->file_count] = file;
            opened[request->file_count++] = file;
        }
    opened[request->file_count++] = open(".", O_RDONLY | O_DIRECTORY);
}

static bool send_request(int connection, const tool_request *request, const int *opened, const char *texts)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int) * TOOL_FILES)];
    } control = {.bytes = {0}};
    struct iovec what = {(void *)(uintptr_t)request, sizeof *request};
    struct msghdr message = {.msg_iov = &what, .msg_iovlen = 1, .msg_control = control.bytes};
    message.msg_controllen = CMSG_SPACE(sizeof(int) * request->file_count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * request->file_count);
    memcpy(CMSG_DATA(header), opened, sizeof(int) * request->file_count);
    if (sendmsg(connection, &message, 0) != (ssize_t)sizeof *request)
        return false;
    for (size_t at = 0; at < request->size;) {
        const ssize_t sent = write(connection, texts + at, request->size - at);
        if (sent <= 0)
            return false;
        at += (size_t)sent;
    }
    return true;
}

int main(int argc, char **argv)
{
    extern char **environ;
    const char *path = getenv("HTN_TOOL_SOCKET");
    char *texts = malloc(TOOL_TEXTS);
    tool_request request = {0};
    int opened[TOOL_FILES], status;
    (void)argc;
    if (path == NULL || texts == NULL)
        return fail("HTN_TOOL_SOCKET is not set");
    const int connection = connect_to(path);
    if (connection < 0)
        return fail(path);
    request.mask = umask(0);
    for (int i = 0; i < TOOL_LIMITS; i++)
        if (getrlimit((unsigned)i, &request.limits[i]) != 0)
            request.limits[i] = (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
    request.size = (uint32_t)add_texts(texts, 0, argv, &request.argument_count);
    request.size = (uint32_t)add_texts(texts, request.size, environ, &request.environment_count);
    add_files(&request, opened, connection);
    signal(SIGPIPE, SIG_IGN);
    if (!send_request(connection, &request, opened, texts) ||
        recv(connection, &status, sizeof status, MSG_WAITALL) != (ssize_t)sizeof status)
        return fail("the tool's server is gone");
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    const struct rlimit none = {0, 0}; /* the tool has left its core already */
    setrlimit(RLIMIT_CORE, &none);
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
    return 128 + WTERMSIG(status);
}
