/*
 * The door of a game that something has attached to: bindings/attach/htn_attach.c, over a pair of sockets, with a game that goes on, reloads,
 * and loses its agent. The first byte says how the game is made, the rest is what happens: noise, messages in frames, whole or in parts,
 * ticks, updates, and a reader that reads or does not. What the game sends must be frames with whole messages, and its memory its own.
 */
#include "bindings/attach/htn_attach.c" /* its insides are looked at */
#include "wild_game.h"
#include <stdlib.h>

enum { MEMORY = 24 * 1024, LARGE_MEMORY = 256 * 1024, MOST_HEARD = 1 << 20, MOST_ACTS = 400 };

typedef struct stage {
    wild_game game;
    bool there, other_build, own_journal;
    size_t told; /* of the game's story */
    htn_attach *attach;
    void *memory;
    int socket;
    uint8_t *heard;
    size_t heard_size;
    const uint8_t *at, *end; /* what is still to happen */
} stage;

static uint8_t next_byte(stage *on)
{
    return on->at < on->end ? *on->at++ : 0;
}

static htn_agent *agent_of(void *user, uint32_t number, const char **name)
{
    stage *on = user;
    *name = "wild";
    return number < 2 && on->there ? on->game.agent : NULL;
}

static htn_journal *journal_of(void *user, uint32_t number)
{
    (void)number;
    return &((stage *)user)->game.journal;
}

static void begin_game(stage *on, uint32_t seed)
{
    on->there = wild_game_begin(&on->game, on->other_build ? fuzz_other_build() : fuzz_domain(), seed);
    on->told = 0;
}

static const char *reload_game(void *user, const void *blob, size_t size)
{
    stage *on = user;
    htn_domain domain;
    uint8_t *copy = must_allocate(size + 1);
    memcpy(copy, blob, size);
    const htn_status status = htn_domain_load(&domain, copy, size, NULL);
    free(copy);
    if (status != HTN_OK)
        return htn_status_text(status);
    wild_game_end(&on->game);
    on->other_build = !on->other_build;
    begin_game(on, (uint32_t)size);
    return NULL;
}

/* --- The other side --------------------------------------------------------------------------------- */

static void send_bytes(stage *on, const void *bytes, size_t size)
{
    if (on->socket >= 0)
        (void)!send(on->socket, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* A frame, masked by `mask`, with an end of its own. */
static void send_frame(stage *on, uint8_t first, const uint8_t *payload, size_t size, uint32_t mask)
{
    uint8_t *whole = must_allocate(size + 14), *at = whole;
    *at++ = first;
    *at++ = (uint8_t)(0x80 | (size < 126 ? size : size < 65536 ? 126 : 127));
    for (int i = size < 126 ? 0 : size < 65536 ? 2 : 8; i > 0; i--)
        *at++ = (uint8_t)((uint64_t)size >> ((i - 1) * 8));
    write32(at, mask);
    for (size_t i = 0; i < size; i++)
        at[4 + i] = payload[i] ^ at[i % 4];
    send_bytes(on, whole, (size_t)(at - whole) + 4 + size);
    free(whole);
}

/* Small numbers, and those that mean something. */
static uint32_t next_number(stage *on)
{
    const uint8_t byte = next_byte(on);
    switch (byte) {
    case 250: return on->there ? build_of(on->game.agent) : 1;
    case 251: return HTN_NONE;
    case 252: return 0x80000000u;
    case 253: return (uint32_t)next_byte(on) << 8 | next_byte(on);
    default: return byte;
    }
}

static void send_message(stage *on)
{
    uint8_t message[1 + 4 * 16];
    const uint8_t kind = next_byte(on), how = next_byte(on);
    const uint32_t count = how & 15;
    size_t size = 1;
    message[0] = kind;
    for (uint32_t i = 0; i < count; i++, size += 4)
        write32(message + size, next_number(on));
    if ((how & 16) != 0 && size > 2) { /* in two parts, with a ping between them */
        send_frame(on, 2, message, size / 2, how);
        send_frame(on, 0x89, message, size < 125 ? size : 125, 7);
        send_frame(on, 0x80, message + size / 2, size - size / 2, 0);
    } else {
        send_frame(on, 0x82, message, size - (how >> 7), (uint32_t)how << 16);
    }
}

static void send_blob_of(stage *on)
{
    const htn_domain *domain = on->other_build ? fuzz_domain() : fuzz_other_build();
    const uint8_t where = next_byte(on), what = next_byte(on);
    uint8_t *message = must_allocate(domain->size + 5);
    memset(message, 0, 5);
    message[0] = HTN_ATTACH_RELOAD;
    memcpy(message + 5, domain->blob, domain->size);
    message[5 + (size_t)where * domain->size / 256] ^= what;
    send_frame(on, 0x82, message, domain->size + 5, 0x01020304);
    free(message);
}

static void greet_game(stage *on)
{
    static const char head[] =
        "GET /0123456789abcdef HTTP/1.1\r\nHost: a\r\nOrigin: http://localhost:1\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    send_bytes(on, head, sizeof head - 1);
}

static void read_some(stage *on, size_t most)
{
    while (on->socket >= 0 && most > 0 && on->heard_size < MOST_HEARD) {
        const size_t room = MOST_HEARD - on->heard_size;
        const ssize_t got = recv(on->socket, on->heard + on->heard_size, most < room ? most : room, MSG_DONTWAIT);
        if (got <= 0)
            break;
        on->heard_size += (size_t)got;
        most -= (size_t)got;
    }
}

/* What has been heard: an answer, and behind it frames, the last of which may be cut. */
static void check_heard(const stage *on)
{
    size_t at = 0;
    while (at + 4 <= on->heard_size && memcmp(on->heard + at, "\r\n\r\n", 4) != 0)
        at++;
    if (on->heard_size < 12 || memcmp(on->heard, "HTTP/1.1 101", 12) != 0)
        return;
    for (at += 4; at + 4 <= on->heard_size;) {
        const uint8_t *sent = on->heard + at, opcode = sent[0] & 15;
        const size_t head = sent[1] == 126 ? 4 : 2, size = head == 4 ? (size_t)(sent[2] << 8 | sent[3]) : sent[1];
        fuzz_expect((sent[0] & 0xF0) == 0x80 && sent[1] <= 126 && (opcode == 2 || (opcode >= 8 && opcode <= 10)),
                    "a frame that is none");
        if (at + head + size > on->heard_size)
            return;
        const uint8_t kind = sent[head];
        fuzz_expect(opcode != 2 || (size > 0 && kind >= HTN_ATTACH_HELLO && kind <= HTN_ATTACH_NOTE),
                    "an unknown message");
        if (opcode == 2 && kind == HTN_ATTACH_JOURNAL)
            fuzz_expect(size >= 5 && whole_events(sent + head + 5, size - 5) == size - 5, "a part of an event is sent");
        at += head + size;
    }
}

/* --- What happens ------------------------------------------------------------------------------------ */

static void tick(stage *on)
{
    if (!on->there || !htn_attach_runs(on->attach))
        return;
    wild_game_tick(&on->game);
}

static void update(stage *on)
{
    htn_attach_update(on->attach);
    if (on->own_journal && on->there) {
        if (on->told > on->game.story_size)
            on->told = 0;
        htn_attach_wrote(on->attach, 0, on->game.story + on->told, on->game.story_size - on->told);
        on->told = on->game.story_size;
    }
    const htn_attach *attach = on->attach;
    fuzz_expect(attach->in.used <= attach->in.room && attach->out.used <= attach->out.room &&
                    attach->message <= attach->in.used,
                "more than there is room for");
}

static void call_game(stage *on)
{
    int pair[2];
    if (on->attach->peer != NO_SOCKET || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        return;
    if (on->socket >= 0)
        close(on->socket);
    never_waits(pair[0]);
    on->attach->peer = pair[0];
    on->socket = pair[1];
    on->heard_size = 0;
}

static void act_once(stage *on)
{
    const uint8_t act = next_byte(on);
    switch (act % 12) {
    case 0: tick(on); break;
    case 1:
    case 2: update(on); break;
    case 3:
    case 4: send_message(on); break;
    case 5: greet_game(on); break;
    case 6: read_some(on, (size_t)next_byte(on) * 64); break;
    case 7: {
        const size_t left = (size_t)(on->end - on->at), most = next_byte(on),
                     size = most < left ? most
                            : left > 0  ? left - 1
                                        : 0;
        send_bytes(on, on->at, size);
        on->at += size;
        break;
    }
    case 8: call_game(on); break;
    case 9: send_blob_of(on); break;
    case 10:
        if (on->there)
            wild_game_end(&on->game);
        begin_game(on, next_byte(on));
        htn_attach_changed(on->attach);
        break;
    default:
        if (act > 128 && on->socket >= 0) {
            close(on->socket);
            on->socket = -1;
        }
        for (uint32_t i = 0; i < 4; i++, read_some(on, MOST_HEARD)) {
            tick(on);
            update(on);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static stage on;
    memset(&on, 0, sizeof on);
    on.at = data;
    on.end = data + size;
    on.socket = -1;
    const uint8_t how = next_byte(&on);
    const size_t memory = (how & 1) != 0 ? LARGE_MEMORY : MEMORY;
    on.own_journal = (how & 2) != 0;
    on.memory = must_allocate(memory);
    on.heard = must_allocate(MOST_HEARD);
    begin_game(&on, how);
    const htn_attach_options options = {.token = "0123456789abcdef",
                                        .user = &on,
                                        .agent = agent_of,
                                        .journal = on.own_journal ? journal_of : NULL,
                                        .reload = (how & 4) != 0 ? NULL : reload_game};
    if (htn_attach_open(&on.attach, &options, on.memory, memory) == NULL) {
        call_game(&on);
        if ((how & 8) == 0)
            greet_game(&on);
        for (uint32_t i = 0; i < MOST_ACTS && on.at < on.end; i++)
            act_once(&on);
        read_some(&on, MOST_HEARD);
        check_heard(&on);
        htn_attach_close(on.attach);
    }
    if (on.socket >= 0)
        close(on.socket);
    wild_game_end(&on.game);
    free(on.memory);
    free(on.heard);
    return 0;
}
