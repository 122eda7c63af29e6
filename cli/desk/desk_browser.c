/* See desk_browser.h. */
#if !defined(_WIN32) && !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700
#endif
#include "cli/desk/desk_browser.h"
#include <stdio.h>

static void say_none(void)
{
    fprintf(stderr, "htn desk: no browser can be started; open the address in one\n");
    fflush(stderr);
}

#if defined(_WIN32)
#include <windows.h>
#include <shellapi.h>

/* A number up to 32 is an error. */
void desk_open_browser(const char *address)
{
    if ((INT_PTR)ShellExecuteA(NULL, "open", address, NULL, NULL, SW_SHOWNORMAL) <= 32)
        say_none();
}

#elif defined(__EMSCRIPTEN__)

void desk_open_browser(const char *address)
{
    (void)address;
    say_none();
}

#else
#include <fcntl.h>
#include <stdbool.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

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
            say_none();
        _exit(0);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
}

#endif
