/* What a stream is connected to, and what may be written to it. POSIX and Windows. */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#include "cli/common/terminal.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#include <windows.h>
#else
#include <sys/ioctl.h>
#include <unistd.h>
#endif

enum { COLUMNS = 80, FEWEST_COLUMNS = 40 };

bool cli_is_terminal(FILE *stream)
{
#if defined(_WIN32)
    DWORD mode; /* _isatty() is true of NUL, too */
    return GetConsoleMode((HANDLE)_get_osfhandle(_fileno(stream)), &mode) != 0;
#else
    return isatty(fileno(stream)) != 0;
#endif
}

bool cli_wants_colour(FILE *stream, uint32_t choice)
{
    const char *off = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (choice != CLI_COLOUR_AUTO)
        return choice == CLI_COLOUR_ALWAYS;
    if ((off != NULL && off[0] != '\0') || (terminal != NULL && strcmp(terminal, "dumb") == 0))
        return false;
    return cli_is_terminal(stream);
}

bool cli_wants_utf8(void)
{
#if defined(_WIN32)
    return GetConsoleOutputCP() == CP_UTF8;
#else
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    char lower[64];
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *locale = getenv(variables[i]);
        if (locale == NULL || locale[0] == '\0')
            continue; /* the first one that is set decides */
        size_t length = 0;
        for (; length < sizeof lower - 1 && locale[length] != '\0'; length++)
            lower[length] = (char)tolower((unsigned char)locale[length]);
        lower[length] = '\0';
        return strstr(lower, "utf-8") != NULL || strstr(lower, "utf8") != NULL;
    }
    return false;
#endif
}

#if defined(_WIN32)

/* The code page that the console had: other programs in it rely on that. */
static UINT page_before;

static void give_page_back(void)
{
    SetConsoleOutputCP(page_before);
}

void cli_prepare_streams(void)
{
    enum { BUFFER = 64 * 1024 };
    DWORD mode;
    for (int stream = 0; stream <= 2; stream++)
        _setmode(stream, _O_BINARY);
    const bool shows = GetConsoleMode(GetStdHandle(STD_OUTPUT_HANDLE), &mode);
    const bool console = shows || GetConsoleMode(GetStdHandle(STD_ERROR_HANDLE), &mode);
    setvbuf(stderr, NULL, _IONBF, 0);
    if (!shows) /* as on other hosts: results follow what goes to stderr meanwhile */
        setvbuf(stdout, NULL, _IOFBF, BUFFER);
    page_before = console ? GetConsoleOutputCP() : 0;
    if (page_before != 0 && page_before != CP_UTF8 && SetConsoleOutputCP(CP_UTF8))
        atexit(give_page_back);
}

#else

void cli_prepare_streams(void) {}

#endif

size_t cli_columns(FILE *stream)
{
    size_t columns = 0;
#if defined(_WIN32)
    CONSOLE_SCREEN_BUFFER_INFO info;
    const HANDLE console = GetStdHandle(stream == stderr ? STD_ERROR_HANDLE : STD_OUTPUT_HANDLE);
    if (cli_is_terminal(stream) && GetConsoleScreenBufferInfo(console, &info))
        columns = (size_t)(info.srWindow.Right - info.srWindow.Left + 1);
#else
    struct winsize size;
    if (cli_is_terminal(stream) && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0)
        columns = size.ws_col;
#endif
    return columns == 0 ? COLUMNS : columns < FEWEST_COLUMNS ? FEWEST_COLUMNS : columns;
}

bool cli_flush(FILE *stream)
{
    errno = 0;
    if (fflush(stream) == 0 && ferror(stream) == 0)
        return true;
#if defined(_WIN32)
    const unsigned long reason = _doserrno; /* errno has no EPIPE then */
    if (reason == ERROR_NO_DATA || reason == ERROR_BROKEN_PIPE || reason == ERROR_PIPE_NOT_CONNECTED)
        return true;
#endif
    return errno == EPIPE;
}
