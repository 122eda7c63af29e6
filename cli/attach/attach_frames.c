/* See attach_frames.h. The game sends each message in one frame of less than 64 KB. */
#include "cli/attach/attach_frames.h"
#include <string.h>

/* The example of RFC 6455: the game's answer to this key is known. It is to show that a WebSocket server answers, and is no secret. */
#define KEY      "dGhlIHNhbXBsZSBub25jZQ=="
#define ACCEPTED "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

enum { MOST_HEAD = 4096 };

void attach_add_request(base_text *to, const char *host, const char *token)
{
    base_text_add(to,
                  "GET /%s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " KEY "\r\n\r\n",
                  token, host);
}

/* --- Out ------------------------------------------------------------------------------------------ */

static void add_byte(base_text *to, uint64_t byte)
{
    const char one = (char)byte;
    base_text_add_bytes(to, &one, 1);
}

/* Frames to a server are masked; zeroes mask nothing, and the sender may choose. */
static void add_head(base_text *to, uint8_t opcode, uint64_t size)
{
    const int wide = size < 126 ? 0 : size < 65536 ? 2 : 8;
    add_byte(to, 0x80u | opcode);
    add_byte(to, 0x80u | (wide == 0 ? size : wide == 2 ? 126 : 127));
    for (int i = wide - 1; i >= 0; i--)
        add_byte(to, size >> (i * 8));
    base_text_add_bytes(to, "\0\0\0\0", 4);
}

void attach_add_message(base_text *to, uint8_t kind, const uint32_t *numbers, uint32_t count, const void *rest,
                        size_t size)
{
    add_head(to, 2, 1 + (uint64_t)count * 4 + size);
    attach_add_payload(to, kind, numbers, count, rest, size);
}

void attach_add_payload(base_text *to, uint8_t kind, const uint32_t *numbers, uint32_t count, const void *rest,
                        size_t size)
{
    add_byte(to, kind);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < 4; j++)
            add_byte(to, numbers[i] >> (j * 8));
    if (size > 0)
        base_text_add_bytes(to, rest, size);
}

/* --- In ------------------------------------------------------------------------------------------- */

static void drop(base_text *bytes, size_t size)
{
    memmove(bytes->bytes, bytes->bytes + size, bytes->length - size);
    bytes->length -= size;
}

/* Takes the answer to the request. False: it is not all there, or not what it should be. */
static bool take_greeting(attach_incoming *in)
{
    const char *head = base_text_of(&in->bytes), *end = strstr(head, "\r\n\r\n");
    if (end == NULL && in->bytes.length > MOST_HEAD)
        in->problem = "what listens there is no game with htn_attach.c";
    if (end == NULL)
        return false;
    if (strncmp(head, "HTTP/1.1 403", 12) == 0)
        in->problem = "the game does not know this token";
    else if (strncmp(head, "HTTP/1.1 503", 12) == 0)
        in->problem = "somebody else is attached to the game";
    else if (strncmp(head, "HTTP/1.1 101", 12) != 0 || strstr(head, ACCEPTED) == NULL)
        in->problem = "what listens there is no game with htn_attach.c";
    if (in->problem != NULL)
        return false;
    drop(&in->bytes, (size_t)(end - head) + 4);
    in->greeted = true;
    return true;
}

static void take_frame(attach_incoming *in, uint8_t opcode, const uint8_t *payload, size_t size, attach_hear *hear,
                       void *user, base_text *answers)
{
    if (opcode == 2 && size > 0) {
        hear(user, payload, size);
    } else if (opcode == 9) {
        add_head(answers, 10, size);
        base_text_add_bytes(answers, (const char *)payload, size);
    } else if (opcode == 8) {
        const int code = size >= 2 ? payload[0] << 8 | payload[1] : 0;
        in->problem = code == 1009 ? "a message was too long for the memory that the game gives to htn_attach_open()"
                      : code == 1002 || code == 1008 ? "the game does not understand this tool; their versions differ"
                                                     : "the game has ended the connection";
    } else if (opcode != 10) {
        in->problem = "the game sends what this tool does not understand; their versions differ";
    }
}

bool attach_take(attach_incoming *in, const void *bytes, size_t size, attach_hear *hear, void *user, base_text *answers)
{
    base_text_add_bytes(&in->bytes, bytes, size);
    if (!in->greeted && !take_greeting(in))
        return in->problem == NULL;
    size_t at = 0;
    while (in->problem == NULL && in->bytes.length - at >= 2) {
        const uint8_t *frame = (const uint8_t *)in->bytes.bytes + at;
        const size_t head = (frame[1] & 127) == 126 ? 4 : 2, left = in->bytes.length - at;
        if ((frame[0] & 0xF0) != 0x80 || frame[1] > 126) {
            in->problem = "the game sends what this tool does not understand; their versions differ";
            break;
        }
        if (left < head)
            break;
        const size_t length = head == 4 ? (size_t)(frame[2] << 8 | frame[3]) : frame[1];
        if (left < head + length)
            break;
        take_frame(in, frame[0] & 15, frame + head, length, hear, user, answers);
        at += head + length;
    }
    drop(&in->bytes, at);
    return in->problem == NULL;
}
