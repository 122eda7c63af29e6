/*
 * The door of `htn attach`: what a game sends, as bytes; then what the tool does with it, the latest search explained. A first byte that is
 * odd puts the answer to the handshake and a HELLO in front, and makes frames of the rest: a length of two bytes before each message. A
 * message BLOB without numbers is the whole domain of tests/damage/everything.htn, so that journals mean something.
 */
#include "bindings/attach/htn_attach.h"
#include "cli/attach/attach_moment.h"
#include "fuzz.h"
#include <stdlib.h>
#include <string.h>

static const char greeting[] =
    "HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";

typedef struct listener {
    attach_game game;
    attach_incoming in;
    base_text answers;
} listener;

static bool take(listener *to, const void *bytes, size_t size)
{
    return attach_take(&to->in, bytes, size, attach_game_hear, &to->game, &to->answers);
}

static void put32(uint8_t *at, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(number >> (i * 8));
}

static void take_message(listener *to, const uint8_t *message, size_t size)
{
    const uint8_t head[] = {0x82, 126, (uint8_t)(size >> 8), (uint8_t)size};
    take(to, head, sizeof head);
    take(to, message, size);
}

static void take_blob(listener *to)
{
    const htn_domain *domain = fuzz_domain();
    enum { PART = 4096, NUMBERS = 17 };
    uint8_t message[NUMBERS + PART];
    message[0] = HTN_ATTACH_BLOB;
    for (size_t at = 0; at < domain->size; at += PART) {
        const size_t left = domain->size - at, size = left < PART ? left : PART;
        put32(message + 1, to->game.chosen);
        put32(message + 5, 7);
        put32(message + 9, (uint32_t)at);
        put32(message + 13, (uint32_t)domain->size);
        memcpy(message + NUMBERS, domain->blob + at, size);
        take_message(to, message, NUMBERS + size);
    }
}

static void take_messages(listener *to, const uint8_t *data, size_t size)
{
    static const uint8_t hello[] = {HTN_ATTACH_HELLO, 'H', 'T', 'N', 'A', HTN_ATTACH_VERSION, 0, 0, 0, 0, 0, 0, 0};
    take(to, greeting, sizeof greeting - 1);
    take_message(to, hello, sizeof hello);
    while (size >= 3 && to->in.problem == NULL) {
        size_t length = (size_t)data[0] << 8 | data[1];
        length = length == 0 || length > size - 2 ? size - 2 : length;
        if (length == 1 && data[2] == HTN_ATTACH_BLOB)
            take_blob(to);
        else
            take_message(to, data + 2, length);
        data += 2 + length;
        size -= 2 + length;
    }
}

static void ask(attach_game *game)
{
    const attach_asked whole = {.command = "attach", .task = HTN_NONE, .ascii = true};
    base_text said = {0};
    attach_moment now;
    const char *problem = attach_moment_open(&now, game);
    if (problem == NULL) {
        problem = attach_explain(&said, game, &whole);
        fuzz_expect(problem != NULL || said.length > 0, "nothing is explained, without a reason");
        attach_moment_close(&now);
    }
    base_text_free(&said);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    listener to;
    memset(&to, 0, sizeof to);
    attach_game_begin(&to.game);
    to.game.chosen = 0;
    if (size > 0 && data[0] % 2 == 1) {
        take_messages(&to, data + 1, size - 1);
        ask(&to.game);
    } else {
        for (size_t at = 1; at < size; at += 1000) {
            const size_t left = size - at;
            if (!take(&to, data + at, left < 1000 ? left : 1000))
                break;
        }
    }
    base_text_free(&to.in.bytes);
    base_text_free(&to.answers);
    attach_game_end(&to.game);
    return 0;
}
