/* The host's clocks; see clock.h. POSIX and Windows. */
#if !defined(_WIN32) && !defined(_XOPEN_SOURCE) /* where curses is found, its flags have set it */
#define _XOPEN_SOURCE 700
#endif
#include "base/clock.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(_WIN32)
#include <windows.h>
#else
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

#endif
