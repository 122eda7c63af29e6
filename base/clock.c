/*
 * What differs between hosts in time and memory; see platform.h. With platform.c the only files of the tool that ask what host it runs
 * on. POSIX and Windows.
 */
#if !defined(_WIN32) && !defined(_XOPEN_SOURCE) /* where curses is found, its flags have set it */
#define _XOPEN_SOURCE 700
#endif
#include "base/platform.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(_WIN32)
#include <windows.h>
#else
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>
#endif

uint64_t base_milliseconds(void)
{
    return (uint64_t)(base_seconds() * 1000);
}

#if defined(_WIN32)

static double seconds_of(FILETIME time)
{
    return ((double)time.dwHighDateTime * 4294967296.0 + (double)time.dwLowDateTime) / 1e7;
}

double base_seconds(void)
{
    LARGE_INTEGER ticks, frequency;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&frequency);
    return (double)ticks.QuadPart / (double)frequency.QuadPart;
}

double base_seconds_at_start(void)
{
    FILETIME made, ended, kernel, user, now;
    if (!GetProcessTimes(GetCurrentProcess(), &made, &ended, &kernel, &user))
        return base_seconds();
    GetSystemTimeAsFileTime(&now);
    return base_seconds() - (seconds_of(now) - seconds_of(made));
}

double base_processor_seconds(void)
{
    FILETIME made, ended, kernel, user;
    if (!GetProcessTimes(GetCurrentProcess(), &made, &ended, &kernel, &user))
        return 0;
    return seconds_of(kernel) + seconds_of(user);
}

uint64_t base_physical_memory(void)
{
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    return GlobalMemoryStatusEx(&status) ? status.ullTotalPhys : 0;
}

bool base_end_after(double seconds, bool processor, const char *message, int status)
{
    (void)seconds, (void)processor, (void)message, (void)status;
    return false;
}

#else

static double read_clock(clockid_t id)
{
    struct timespec now = {0};
    clock_gettime(id, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double base_seconds(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double base_processor_seconds(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

/*
 * What Linux tells of the process's age: in ticks of a hundredth of a second, so that it may be a tick too much. Field 22 of the line, and
 * the twentieth behind the command's name, which may have anything in it but ends at the last ')'. 0: not told.
 */
static double age_by_host(void)
{
#if defined(__linux__)
    enum { FIELDS_BEHIND_NAME = 20 };
    char line[1024];
    FILE *file = fopen("/proc/self/stat", "rb");
    if (file == NULL)
        return 0;
    line[fread(line, 1, sizeof line - 1, file)] = '\0';
    fclose(file);
    const char *at = strrchr(line, ')');
    for (int field = 0; at != NULL && field < FIELDS_BEHIND_NAME; field++)
        at = strchr(at + 1, ' ');
    return at != NULL ? read_clock(CLOCK_BOOTTIME) - strtod(at, NULL) / (double)sysconf(_SC_CLK_TCK) : 0;
#else
    return 0;
#endif
}

/* The processor time is the least that it can be; what the host says counts where the process had to wait for its turn. */
double base_seconds_at_start(void)
{
    const double now = base_seconds(), least = base_processor_seconds();
    const double tick = 1.0 / (double)sysconf(_SC_CLK_TCK), told = age_by_host() - tick;
    return now - (told > least ? told : least);
}

uint64_t base_physical_memory(void)
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

bool base_end_after(double seconds, bool processor, const char *message, int status)
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
