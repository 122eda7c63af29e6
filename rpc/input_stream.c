/* Bytes from a descriptor; see input_stream.h. */
#include "rpc/input_stream.h"

#include <string.h>

#ifdef _WIN32
#include "base/text.h"
#include <io.h>
#include <windows.h>

/* One piece at a time: the thread fills it, then waits until it was taken. */
typedef struct piece {
    int descriptor;
    HANDLE full, taken; /* events */
    char bytes[RPC_READ_AT_ONCE];
    long count; /* 0 or less: the stream is over */
} piece;

static DWORD WINAPI read_ahead(void *user)
{
    piece *ahead = user;
    do {
        WaitForSingleObject(ahead->taken, INFINITE);
        ahead->count = _read(ahead->descriptor, ahead->bytes, RPC_READ_AT_ONCE);
        SetEvent(ahead->full);
    } while (ahead->count > 0);
    return 0;
}

static piece *begin(rpc_input *input)
{
    if (input->ahead == NULL) {
        piece *made = base_allocate(sizeof *made);
        made->descriptor = input->descriptor;
        made->full = CreateEventW(NULL, TRUE, FALSE, NULL);
        made->taken = CreateEventW(NULL, FALSE, TRUE, NULL);
        input->ahead = made;
        CloseHandle(CreateThread(NULL, 0, read_ahead, made, 0, NULL));
    }
    return input->ahead;
}

bool rpc_input_is_ready(rpc_input *input, int wait)
{
    return WaitForSingleObject(begin(input)->full, wait < 0 ? INFINITE : (DWORD)wait) == WAIT_OBJECT_0;
}

long rpc_input_read(rpc_input *input, char *bytes)
{
    piece *ahead = begin(input);
    WaitForSingleObject(ahead->full, INFINITE);
    const long count = ahead->count;
    if (count > 0) {
        memcpy(bytes, ahead->bytes, (size_t)count);
        ResetEvent(ahead->full);
        SetEvent(ahead->taken);
    }
    return count;
}

#else
#include <errno.h>
#include <poll.h>
#include <unistd.h>

bool rpc_input_is_ready(rpc_input *input, int wait)
{
    struct pollfd waiting = {.fd = input->descriptor, .events = POLLIN};
    return poll(&waiting, 1, wait) != 0;
}

long rpc_input_read(rpc_input *input, char *bytes)
{
    for (;;) {
        const ssize_t got = read(input->descriptor, bytes, RPC_READ_AT_ONCE);
        if (got >= 0 || errno != EINTR)
            return (long)got;
    }
}
#endif
