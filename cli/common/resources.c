/* Limits of time and memory; see resources.h. POSIX and Windows. */
#if !defined(_WIN32) && !defined(_XOPEN_SOURCE) /* where curses is found, its flags have set it */
#define _XOPEN_SOURCE 700
#endif
#include "cli/common/resources.h"
#include "base/clock.h"
#include <string.h>
#include <time.h>
#if defined(_WIN32)
#include <windows.h>
#else
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>
#endif

#if defined(_WIN32)

uint64_t cli_physical_memory(void)
{
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    return GlobalMemoryStatusEx(&status) ? status.ullTotalPhys : 0;
}

bool cli_end_after(double seconds, bool processor, const char *message, int status)
{
    (void)seconds, (void)processor, (void)message, (void)status;
    return false;
}

#else

uint64_t cli_physical_memory(void)
{
#if defined(_SC_PHYS_PAGES)
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
#else
    return 0;
#endif
}

/* What a signal's handler has to know: there is no other way to hand it over. */
static struct {
    const char *message;
    size_t length;
    int status;
    bool processor;
    double end;
} last_words;

static bool arm(double seconds)
{
    const struct itimerval timer = {
        .it_value = {.tv_sec = (time_t)seconds, .tv_usec = (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6)}};
    /* In a handler, too: a bare system call, as timer_settime() is, which would need another library on older systems. */
    // NOLINTNEXTLINE(bugprone-signal-handler)
    return setitimer(last_words.processor ? ITIMER_PROF : ITIMER_REAL, &timer, NULL) == 0;
}

static double now_of_last_words(void)
{
    /* Both only read a clock, which a handler may do. */
    // NOLINTNEXTLINE(bugprone-signal-handler)
    return last_words.processor ? base_processor_seconds() : base_seconds();
}

/* The timer of processor time counts the clock's ticks that it has seen, and is early where others compete for the processor. */
static void end_now(int number)
{
    static const double too_short = 0.001;
    const double left = last_words.end - now_of_last_words();
    (void)number;
    if (left > too_short && arm(left))
        return;
    if (write(STDERR_FILENO, last_words.message, last_words.length) >= 0)
        _exit(last_words.status);
    _exit(last_words.status);
}

bool cli_end_after(double seconds, bool processor, const char *message, int status)
{
    const struct itimerval off = {0};
    setitimer(ITIMER_REAL, &off, NULL);
    setitimer(ITIMER_PROF, &off, NULL);
    if (seconds <= 0)
        return true;
    last_words.message = message;
    last_words.length = message != NULL ? strlen(message) : 0;
    last_words.status = status;
    last_words.processor = processor;
    last_words.end = now_of_last_words() + seconds;
    return signal(processor ? SIGPROF : SIGALRM, end_now) != SIG_ERR && arm(seconds);
}

#endif
