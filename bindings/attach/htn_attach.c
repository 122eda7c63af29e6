/*
 * See htn_attach.h, and docs/attach.md for the protocol: WebSocket, so that pages can speak it, with small binary messages. From top
 * to bottom: sockets, hashes for the handshake, the buffer of what goes out, the agent that is followed, commands, frames.
 *
 * No byte from the other side is trusted. A connection that breaks a rule is closed. What does not fit is refused, or dropped and
 * reported; nothing grows.
 */
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "htn_attach.h"
#include <string.h>

#ifdef _WIN32
#include <winsock2.h>
#include <ws2tcpip.h>
typedef SOCKET socket_handle;
typedef int socket_size;
#define NO_SOCKET INVALID_SOCKET
#else
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>
typedef int socket_handle;
typedef socklen_t socket_size;
#define NO_SOCKET (-1)
#endif
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

enum {
    LOOK_EVERY = 8,      /* updates between two looks for a caller */
    PATIENCE = 900,      /* updates in which the other side may take nothing, or not end its handshake */
    SNAPSHOT_EVERY = 60, /* updates between two snapshots where events are lost again and again */
    PING_EVERY = 300,    /* updates of silence between two pings to the other side */
    SILENCE = 3600,      /* updates of silence, although it was pinged, behind which it is taken for gone */
    RENEW_EVERY = 1800, /* and where none is: so that the other side need not replay all to look at the latest moment */
    MOST_HEAD = 4096,   /* bytes of a handshake */
    PIECE = 2048,       /* bytes of a blob, or of a journal, in one message */
    MOST_NUMBERS = 300, /* of a message */
    KEPT_FREE = 768,    /* bytes of what goes out that only answers and notes may take, so that none of them is lost */
    HEADER = 4          /* bytes of a frame's header at most, as it is sent */
};

/* How far the chosen agent is. */
typedef enum following { FOLLOWS_NOTHING, SENDS_BLOB, NEEDS_SNAPSHOT, FOLLOWS } following;

typedef struct buffer {
    uint8_t *at;
    size_t room, used;
} buffer;

/* What time stops for. */
typedef struct stop {
    uint32_t on, id; /* HTN_ATTACH_BREAK_*, and its task or property */
    int32_t value;
    bool was; /* the property had the value at the last look */
    bool has; /* the journal, or the agent, has had such a step or plan since */
} stop;

struct htn_attach {
    htn_attach_options options;
    socket_handle listening, peer;
    uint16_t port;
    bool greeted;                   /* the handshake is done */
    bool ending;                    /* closes when all has gone out */
    uint32_t updates, idle, silent; /* silent: updates since something came */

    buffer in; /* `message` bytes of a message that has come, then frames */
    size_t message;
    buffer out;
    buffer ring, scratch;

    bool listing;
    uint32_t next_listed;

    following follows;
    uint32_t chosen; /* HTN_NONE: none */
    const htn_agent *agent;
    uint32_t build;
    size_t blob_sent;
    uint32_t snapshot_at; /* attach->updates */
    bool own_journal;     /* the agent writes to `journal` */
    htn_journal journal;

    bool paused;
    uint32_t steps; /* frames that run although time is stopped */
    stop stops[HTN_ATTACH_MOST_BREAKS];
    uint32_t stop_count, last_run;
};

/* --- Sockets -------------------------------------------------------------------------------------- */

static void close_socket(socket_handle socket)
{
#ifdef _WIN32
    closesocket(socket);
#else
    close(socket);
#endif
}

static bool never_waits(socket_handle socket)
{
#ifdef _WIN32
    u_long yes = 1;
    return ioctlsocket(socket, (long)FIONBIO, &yes) == 0;
#else
    const int flags = fcntl(socket, F_GETFL, 0);
    return flags >= 0 && fcntl(socket, F_SETFL, flags | O_NONBLOCK) == 0 && fcntl(socket, F_SETFD, FD_CLOEXEC) == 0;
#endif
}

/* The last call has failed only because it would have had to wait. */
static bool would_wait(void)
{
#ifdef _WIN32
    return WSAGetLastError() == WSAEWOULDBLOCK;
#else
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
#endif
}

static const char *listen_on(htn_attach *attach)
{
    struct sockaddr_in here;
    socket_size size = sizeof here;
    const int yes = 1;
    memset(&here, 0, sizeof here);
    here.sin_family = AF_INET;
    here.sin_port = htons(attach->options.port);
    if (inet_pton(AF_INET, attach->options.address != NULL ? attach->options.address : "127.0.0.1", &here.sin_addr) !=
        1)
        return "the address is no IPv4 address such as 127.0.0.1";
    attach->listening = socket(AF_INET, SOCK_STREAM, 0);
    if (attach->listening == NO_SOCKET)
        return "there is no socket";
#ifndef _WIN32
    setsockopt(attach->listening, SOL_SOCKET, SO_REUSEADDR, (const char *)&yes, sizeof yes);
#else
    setsockopt(attach->listening, SOL_SOCKET, SO_EXCLUSIVEADDRUSE, (const char *)&yes, sizeof yes);
#endif
    if (bind(attach->listening, (struct sockaddr *)&here, sizeof here) != 0 || listen(attach->listening, 4) != 0 ||
        getsockname(attach->listening, (struct sockaddr *)&here, &size) != 0 || !never_waits(attach->listening))
        return "the port cannot be listened on; another program may have it";
    attach->port = ntohs(here.sin_port);
    return NULL;
}

/* --- SHA-1 and base64, for the handshake alone --------------------------------------------------- */

static uint32_t rotate(uint32_t word, uint32_t by)
{
    return word << by | word >> (32 - by);
}

static void sha1_block(uint32_t *state, const uint8_t *block)
{
    static const uint32_t constants[] = {0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6};
    uint32_t words[80], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (uint32_t i = 0; i < 16; i++)
        words[i] = (uint32_t)block[i * 4] << 24 | (uint32_t)block[i * 4 + 1] << 16 | (uint32_t)block[i * 4 + 2] << 8 |
                   block[i * 4 + 3];
    for (uint32_t i = 16; i < 80; i++)
        words[i] = rotate(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    for (uint32_t i = 0; i < 80; i++) {
        const uint32_t mixed = i < 20              ? (b & c) | (~b & d)
                               : i >= 40 && i < 60 ? (b & c) | (b & d) | (c & d)
                                                   : b ^ c ^ d;
        const uint32_t next = rotate(a, 5) + mixed + e + constants[i / 20] + words[i];
        e = d;
        d = c;
        c = rotate(b, 30);
        b = a;
        a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

/* Of less than 120 bytes. */
static void sha1(const uint8_t *text, size_t size, uint8_t *digest)
{
    uint32_t state[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    uint8_t padded[128];
    const size_t whole = size + 9 <= 64 ? 64 : 128;
    memset(padded, 0, sizeof padded);
    memcpy(padded, text, size);
    padded[size] = 0x80;
    padded[whole - 2] = (uint8_t)(size * 8 >> 8);
    padded[whole - 1] = (uint8_t)(size * 8);
    for (size_t at = 0; at < whole; at += 64)
        sha1_block(state, padded + at);
    for (uint32_t i = 0; i < 20; i++)
        digest[i] = (uint8_t)(state[i / 4] >> (24 - i % 4 * 8));
}

/* 20 bytes as 28 characters. */
static void base64(const uint8_t *digest, char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (uint32_t i = 0; i < 7; i++) {
        const uint32_t last = i * 3 + 2 < 20 ? digest[i * 3 + 2] : 0;
        const uint32_t bits = (uint32_t)digest[i * 3] << 16 | (uint32_t)digest[i * 3 + 1] << 8 | last;
        for (uint32_t j = 0; j < 4; j++)
            text[i * 4 + j] = digits[bits >> (18 - j * 6) & 63];
    }
    text[27] = '=';
    text[28] = '\0';
}

/* --- What goes out -------------------------------------------------------------------------------- */

/* `from` NULL: `size` is 0. */
static void put_out(htn_attach *attach, const void *from, size_t size)
{
    if (size == 0)
        return;
    memcpy(attach->out.at + attach->out.used, from, size);
    attach->out.used += size;
}

static bool has_room(const htn_attach *attach, size_t size)
{
    return attach->out.room - attach->out.used >= size;
}

/* What there may be much of waits until the other side has taken what went before. */
static bool waits(uint8_t kind)
{
    return kind == HTN_ATTACH_AGENT || kind == HTN_ATTACH_BLOB || kind == HTN_ATTACH_JOURNAL;
}

static void put_frame(htn_attach *attach, uint8_t opcode, size_t size)
{
    const uint8_t head[HEADER] = {(uint8_t)(0x80 | opcode), (uint8_t)(size < 126 ? size : 126), (uint8_t)(size >> 8),
                                  (uint8_t)size};
    put_out(attach, head, size < 126 ? 2 : HEADER);
}

static void write32(uint8_t *to, uint32_t number)
{
    for (uint32_t i = 0; i < 4; i++)
        to[i] = (uint8_t)(number >> (i * 8));
}

static uint32_t read32(const uint8_t *from)
{
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

/* A message: its kind, numbers, and bytes behind them. False: there is no room for it now. */
static bool say(htn_attach *attach, uint8_t kind, const uint32_t *numbers, uint32_t count, const void *rest,
                size_t size)
{
    const size_t whole = 1 + count * 4 + size;
    if (attach->ending || !has_room(attach, HEADER + whole + (waits(kind) ? KEPT_FREE : 0)))
        return false;
    put_frame(attach, 2, whole);
    put_out(attach, &kind, 1);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t number[4];
        write32(number, numbers[i]);
        put_out(attach, number, 4);
    }
    put_out(attach, rest, size);
    return true;
}

static void say_done(htn_attach *attach, uint32_t ticket, const char *problem)
{
    const uint32_t numbers[] = {ticket, problem == NULL};
    say(attach, HTN_ATTACH_DONE, numbers, 2, problem, problem == NULL ? 0 : strlen(problem));
}

/* `by`: the break that was met, from 1; 0: none. */
static void say_paused(htn_attach *attach, uint32_t by)
{
    const uint32_t numbers[] = {attach->paused, by};
    say(attach, HTN_ATTACH_PAUSED, numbers, 2, NULL, 0);
}

/* False: the connection is over. */
static bool send_out(htn_attach *attach)
{
    size_t sent = 0;
    while (sent < attach->out.used) {
        const size_t left = attach->out.used - sent;
        const long long gone = (long long)send(attach->peer, (const char *)attach->out.at + sent,
#ifdef _WIN32
                                               (int)
#endif
                                                   left,
                                               MSG_NOSIGNAL);
        if (gone < 0 && !would_wait())
            return false;
        if (gone <= 0)
            break;
        sent += (size_t)gone;
        attach->idle = 0;
    }
    attach->out.used -= sent;
    memmove(attach->out.at, attach->out.at + sent, attach->out.used);
    return true;
}

/* --- The agent that is followed ------------------------------------------------------------------- */

/* Its domain's build: the checksum in the header, which loading has compared with the bytes. */
static uint32_t build_of(const htn_agent *agent)
{
    return read32(htn_agent_domain(agent)->blob + HTN_HEADER_CHECKSUM);
}

static htn_agent *agent_at(const htn_attach *attach, uint32_t number, const char **name)
{
    const char *unused;
    return number == HTN_NONE ? NULL
                              : attach->options.agent(attach->options.user, number, name == NULL ? &unused : name);
}

/* The agent's journal ends, if it lies in this memory. */
static void let_go(htn_attach *attach)
{
    htn_agent *agent = agent_at(attach, attach->chosen, NULL);
    if (attach->own_journal && agent != NULL && agent == attach->agent)
        htn_agent_journal(agent, NULL);
    attach->own_journal = false;
    attach->follows = FOLLOWS_NOTHING;
    attach->agent = NULL;
}

static void follow(htn_attach *attach, const htn_agent *agent)
{
    if (attach->build != build_of(agent))
        attach->stop_count = 0; /* they have numbers of the old one */
    attach->agent = agent;
    attach->build = build_of(agent);
    attach->blob_sent = 0;
    attach->follows = SENDS_BLOB;
    attach->last_run = 0;
}

static void send_blob(htn_attach *attach)
{
    const htn_domain *domain = htn_agent_domain(attach->agent);
    while (attach->blob_sent < domain->size) {
        const size_t left = domain->size - attach->blob_sent, size = left < PIECE ? left : PIECE;
        const uint32_t numbers[] = {attach->chosen, attach->build, (uint32_t)attach->blob_sent, (uint32_t)domain->size};
        if (!say(attach, HTN_ATTACH_BLOB, numbers, 4, domain->blob + attach->blob_sent, size))
            return;
        attach->blob_sent += size;
    }
    attach->follows = NEEDS_SNAPSHOT;
    attach->snapshot_at = attach->updates - RENEW_EVERY;
}

static void give_up(htn_attach *attach)
{
    static const char why[] = "the memory of htn_attach_open() is too small to follow this agent";
    say(attach, HTN_ATTACH_NOTE, NULL, 0, why, sizeof why - 1);
    attach->follows = FOLLOWS_NOTHING;
}

static bool searches(const htn_agent *agent)
{
    for (uint32_t layer = 0; layer < htn_agent_layers(agent); layer++)
        if (htn_agent_result(agent, layer) == HTN_SUSPENDED)
            return true;
    return false;
}

/*
 * The agent's journal begins, or begins again, where it can be replayed. One that is followed goes on behind the snapshot: what lies in the ring has been
 * sent. While it searches it is let alone, as a snapshot makes it search from the beginning.
 */
static void take_snapshot(htn_attach *attach, htn_agent *agent)
{
    htn_journal *own =
        attach->options.journal == NULL ? NULL : attach->options.journal(attach->options.user, attach->chosen);
    const bool renews = attach->follows == FOLLOWS;
    if (attach->updates - attach->snapshot_at < (uint32_t)(renews ? RENEW_EVERY : SNAPSHOT_EVERY) ||
        (renews && searches(agent)))
        return;
    if (own == NULL && !renews &&
        (htn_journal_init(&attach->journal, attach->ring.at, attach->ring.room) != HTN_OK ||
         htn_agent_save_bytes(agent) * 2 > attach->ring.room)) {
        give_up(attach);
        return;
    }
    const htn_status status =
        htn_agent_snapshot(agent, own == NULL ? &attach->journal : own, attach->scratch.at, attach->scratch.room);
    if (status == HTN_TOO_SMALL)
        give_up(attach);
    if (status != HTN_OK)
        return;
    attach->snapshot_at = attach->updates;
    attach->own_journal = own == NULL;
    attach->follows = FOLLOWS;
}

/* Events are lost: what comes then makes no sense without a new beginning. */
static void lose(htn_attach *attach, uint32_t events)
{
    const uint32_t numbers[] = {attach->chosen, events};
    say(attach, HTN_ATTACH_DROPPED, numbers, 2, NULL, 0);
    if (attach->follows == FOLLOWS)
        attach->follows = NEEDS_SNAPSHOT;
}

/* Such a step or plan has come. */
static void note(htn_attach *attach, uint32_t on, uint32_t task)
{
    for (uint32_t i = 0; i < attach->stop_count; i++)
        attach->stops[i].has = attach->stops[i].has || (attach->stops[i].on == on && attach->stops[i].id == task);
}

/* How many events were lost in front of the others. Notes plans, and steps that begin, and may be over before anybody looks at the agent. */
static uint32_t lost_in(htn_attach *attach, const uint8_t *events, size_t size)
{
    htn_journal_event event;
    size_t offset = 0;
    while (htn_journal_next(events, size, &offset, &event) == HTN_OK) {
        if (event.kind == HTN_JOURNAL_LOST)
            return event.numbers[0];
        if (event.kind == HTN_JOURNAL_START || event.kind == HTN_JOURNAL_PASS)
            note(attach, HTN_ATTACH_BREAK_TASK, event.numbers[event.kind == HTN_JOURNAL_START ? 3 : 2]);
        else if (event.kind == HTN_JOURNAL_STEP)
            note(attach, HTN_ATTACH_BREAK_PLAN, event.numbers[0]);
    }
    return 0;
}

static void send_journal(htn_attach *attach)
{
    enum { NEEDED = HEADER + 1 + 4 };
    size_t got = 1;
    while (attach->follows == FOLLOWS && attach->own_journal &&
           has_room(attach, NEEDED + HTN_JOURNAL_MIN_BYTES + KEPT_FREE)) {
        const size_t room = attach->out.room - attach->out.used - NEEDED - KEPT_FREE,
                     most = room < PIECE ? room : PIECE;
        got = htn_journal_read(&attach->journal, attach->scratch.at, most);
        const uint32_t lost = got == 0 ? 0 : lost_in(attach, attach->scratch.at, got);
        if (got == 0)
            return;
        if (lost != 0)
            lose(attach, lost);
        else
            say(attach, HTN_ATTACH_JOURNAL, &attach->chosen, 1, attach->scratch.at, got);
    }
}

/* The part of whole events, of at most a piece. */
static size_t whole_events(const uint8_t *events, size_t size)
{
    htn_journal_event event;
    size_t offset = 0, end = 0;
    while (offset < size && htn_journal_next(events, size, &offset, &event) == HTN_OK && offset <= PIECE)
        end = offset;
    return end;
}

void htn_attach_wrote(htn_attach *attach, uint32_t number, const void *bytes, size_t size)
{
    const uint8_t *from = (const uint8_t *)bytes;
    if (attach == NULL || number != attach->chosen || attach->follows != FOLLOWS || attach->own_journal)
        return;
    while (size > 0) {
        const size_t piece = whole_events(from, size);
        const uint32_t lost = lost_in(attach, from, piece);
        if (piece == 0 || lost != 0 || !say(attach, HTN_ATTACH_JOURNAL, &number, 1, from, piece)) {
            lose(attach, lost);
            return;
        }
        from += piece;
        size -= piece;
    }
}

void htn_attach_changed(htn_attach *attach)
{
    if (attach != NULL)
        attach->agent = NULL; /* its journal is gone with it */
}

static void update_agent(htn_attach *attach)
{
    htn_agent *agent = agent_at(attach, attach->chosen, NULL);
    if (agent == NULL) {
        attach->follows = FOLLOWS_NOTHING;
        attach->agent = NULL;
        return;
    }
    if (agent != attach->agent || attach->build != build_of(agent)) {
        attach->own_journal = false;
        follow(attach, agent);
    }
    if (attach->follows == SENDS_BLOB)
        send_blob(attach);
    send_journal(attach);
    if (attach->follows >= NEEDS_SNAPSHOT && has_room(attach, attach->out.room / 2))
        take_snapshot(attach, agent);
    send_journal(attach);
}

static void update_list(htn_attach *attach)
{
    while (attach->listing) {
        const char *name = "";
        const htn_agent *agent = agent_at(attach, attach->next_listed, &name);
        const uint32_t numbers[] = {attach->next_listed, agent == NULL ? 0 : build_of(agent)};
        const size_t length = agent == NULL ? 0 : strlen(name);
        if (agent == NULL ? !say(attach, HTN_ATTACH_AGENTS_END, numbers, 1, NULL, 0)
                          : !say(attach, HTN_ATTACH_AGENT, numbers, 2, name, length < 256 ? length : 256))
            return;
        attach->next_listed++;
        attach->listing = agent != NULL;
    }
}

/* --- Breaks --------------------------------------------------------------------------------------- */

/* Notes the steps that have started since the last look. */
static void note_steps(htn_attach *attach, const htn_agent *agent)
{
    htn_activity step;
    uint32_t newest = attach->last_run;
    for (uint32_t layer = 0; layer < htn_agent_layers(agent); layer++)
        for (uint32_t i = 0; htn_agent_activity(agent, layer, i, &step); i++) {
            if (step.id > attach->last_run)
                note(attach, HTN_ATTACH_BREAK_TASK, step.task);
            newest = step.id > newest ? step.id : newest;
        }
    attach->last_run = newest;
}

static bool is_met(stop *of, htn_agent *agent)
{
    bool met = of->has;
    of->has = false;
    if (of->on == HTN_ATTACH_BREAK_PROPERTY) {
        const bool is = htn_world_get(htn_agent_world(agent), of->id) == of->value;
        met = is && !of->was;
        of->was = is;
    }
    return met;
}

static void look_for_break(htn_attach *attach)
{
    htn_agent *agent = agent_at(attach, attach->chosen, NULL);
    uint32_t by = 0;
    if (attach->stop_count == 0 || agent == NULL || agent != attach->agent)
        return;
    note_steps(attach, agent);
    for (uint32_t i = 0; i < attach->stop_count; i++)
        if (is_met(&attach->stops[i], agent) && by == 0)
            by = i + 1;
    if (by == 0 || attach->paused)
        return;
    attach->paused = true;
    attach->steps = 0;
    say_paused(attach, by);
}

/* --- Commands ------------------------------------------------------------------------------------- */

/* A message that has come: numbers of four bytes. What is not there is 0. */
typedef struct command {
    uint32_t numbers[MOST_NUMBERS], count;
    const uint8_t *rest; /* behind the first number */
    size_t rest_size;
} command;

static htn_agent *meant(const htn_attach *attach, uint32_t number, uint32_t build, const char **problem)
{
    htn_agent *agent = agent_at(attach, number, NULL);
    *problem = agent == NULL              ? "there is no such agent"
               : build_of(agent) != build ? "the agent has another build of the domain by now"
                                          : NULL;
    return agent;
}

/* ticket agent build property value count index... */
static const char *set(const htn_attach *attach, const command *of)
{
    const uint32_t *n = of->numbers;
    int32_t index[MOST_NUMBERS];
    const char *problem;
    htn_agent *agent = meant(attach, n[1], n[2], &problem);
    if (problem != NULL)
        return problem;
    if (of->count < 6 || n[5] != of->count - 6)
        return "the message is cut short";
    memcpy(index, n + 6, n[5] * sizeof *index);
    htn_world *world = htn_agent_world(agent);
    const htn_status status = n[5] == 0 ? htn_world_set(world, n[3], (int32_t)n[4])
                                        : htn_world_set_at(world, n[3], index, n[5], (int32_t)n[4]);
    return status == HTN_OK ? NULL : htn_status_text(status);
}

/* ticket agent build layer how task count argument... */
static const char *order(const htn_attach *attach, const command *of)
{
    const uint32_t *n = of->numbers;
    int32_t arguments[MOST_NUMBERS];
    const char *problem;
    htn_agent *agent = meant(attach, n[1], n[2], &problem);
    if (problem != NULL)
        return problem;
    if (of->count < 7 || n[6] != of->count - 7)
        return "the message is cut short";
    memcpy(arguments, n + 7, n[6] * sizeof *arguments);
    const htn_given_task task = {n[5], arguments, n[6]};
    const htn_status status =
        htn_agent_order(agent, n[3], &task, n[4] == 0 ? HTN_ORDER_QUEUE : HTN_ORDER_REPLACE, NULL);
    if (status == HTN_TOO_SMALL)
        return "the agent has as many orders as its htn_agent_options.orders allows";
    if (status == HTN_BAD_ARGUMENT)
        return "the agent takes no such order; htn_agent_options.orders may be 0";
    return status == HTN_OK ? NULL : htn_status_text(status);
}

static const char *reload(htn_attach *attach, const command *of)
{
    if (attach->options.reload == NULL)
        return "this game cannot reload";
    let_go(attach); /* the agents may be gone when it returns */
    return attach->options.reload(attach->options.user, of->rest, of->rest_size);
}

static const char *choose(htn_attach *attach, uint32_t number)
{
    let_go(attach);
    attach->chosen = number;
    return number == HTN_NONE || agent_at(attach, number, NULL) != NULL ? NULL : "there is no such agent";
}

/* ticket build what id value. What is so already does not become so. */
static const char *break_on(htn_attach *attach, const command *of)
{
    const uint32_t *n = of->numbers;
    if (of->count < 5 || n[2] > HTN_ATTACH_BREAK_PLAN)
        return "the message is cut short";
    if (attach->agent == NULL || attach->build != n[1])
        return "the agent has another build of the domain by now";
    if (n[2] == HTN_ATTACH_BREAK_NONE) {
        attach->stop_count = 0;
        return NULL;
    }
    if (attach->stop_count == HTN_ATTACH_MOST_BREAKS)
        return "there are as many breaks as it can have";
    note_steps(attach, attach->agent);
    const stop made = {n[2], n[3], (int32_t)n[4], true, false};
    attach->stops[attach->stop_count++] = made;
    return NULL;
}

static const char *stop_time(htn_attach *attach, bool on)
{
    attach->paused = on;
    attach->steps = 0;
    say_paused(attach, 0);
    return NULL;
}

static const char *step(htn_attach *attach, uint32_t frames)
{
    attach->paused = true;
    attach->steps = frames;
    return NULL;
}

/* All but LIST begin with a ticket, which the answer repeats. False: no rule of the protocol allows the message. */
static bool obey(htn_attach *attach, const uint8_t *message, size_t size)
{
    command of;
    memset(&of, 0, sizeof of);
    const size_t least = size == 0 || message[0] == HTN_ATTACH_LIST ? 1 : message[0] == HTN_ATTACH_RELOAD ? 5 : 9;
    if (size < least)
        return false;
    for (size_t at = 1; at + 4 <= size && of.count < MOST_NUMBERS; at += 4)
        of.numbers[of.count++] = read32(message + at);
    of.rest = message + 5;
    of.rest_size = size < 5 ? 0 : size - 5;
    const uint32_t ticket = of.numbers[0];
    switch (message[0]) {
    case HTN_ATTACH_CHOOSE: say_done(attach, ticket, choose(attach, of.numbers[1])); return true;
    case HTN_ATTACH_LIST:
        attach->listing = true;
        attach->next_listed = 0;
        return true;
    case HTN_ATTACH_SET: say_done(attach, ticket, set(attach, &of)); return true;
    case HTN_ATTACH_ORDER: say_done(attach, ticket, order(attach, &of)); return true;
    case HTN_ATTACH_PAUSE: say_done(attach, ticket, stop_time(attach, of.numbers[1] != 0)); return true;
    case HTN_ATTACH_STEP: say_done(attach, ticket, step(attach, of.numbers[1])); return true;
    case HTN_ATTACH_RELOAD: say_done(attach, ticket, reload(attach, &of)); return true;
    case HTN_ATTACH_BREAK: say_done(attach, ticket, break_on(attach, &of)); return true;
    default: return false;
    }
}

/* --- The handshake -------------------------------------------------------------------------------- */

static bool same_letter(char a, char b)
{
    return (a >= 'A' && a <= 'Z' ? a + 32 : a) == (b >= 'A' && b <= 'Z' ? b + 32 : b);
}

/* The value of a line of the head, up to its end; NULL: there is none. */
static const char *line_of(const char *head, const char *name, size_t *length)
{
    for (const char *line = strstr(head, "\r\n"); line != NULL; line = strstr(line + 2, "\r\n")) {
        const char *at = line + 2;
        size_t i = 0;
        while (name[i] != '\0' && same_letter(at[i], name[i]))
            i++;
        if (name[i] != '\0' || at[i] != ':')
            continue;
        at += i + 1;
        at += strspn(at, " \t");
        *length = strcspn(at, "\r");
        while (*length > 0 && (at[*length - 1] == ' ' || at[*length - 1] == '\t'))
            --*length;
        return at;
    }
    return NULL;
}

/* Takes as long whatever is wrong. */
static bool is_token(const htn_attach *attach, const char *head)
{
    const char *token = attach->options.token;
    if (strncmp(head, "GET /", 5) != 0)
        return false;
    const size_t length = strlen(token), given = strcspn(head + 5, " \r\n");
    unsigned wrong = given != length;
    for (size_t i = 0; i < length; i++)
        wrong |= (unsigned char)(head[5 + (i < given ? i : 0)] ^ token[i]);
    return wrong == 0;
}

/* Browsers say where a page comes from: only one of this machine may attach. What is no browser says nothing. */
static bool is_from_here(const char *head)
{
    static const char *const allowed[] = {"http://127.0.0.1", "http://localhost"};
    size_t length = 0;
    const char *origin = line_of(head, "Origin", &length);
    for (size_t i = 0; origin != NULL && i < sizeof allowed / sizeof *allowed; i++) {
        const size_t own = strlen(allowed[i]);
        if (length >= own && strncmp(origin, allowed[i], own) == 0 &&
            (length == own || (origin[own] == ':' && strspn(origin + own + 1, "0123456789") == length - own - 1)))
            return true;
    }
    return origin == NULL;
}

static void refuse(htn_attach *attach, const char *status)
{
    put_out(attach, "HTTP/1.1 ", 9);
    put_out(attach, status, strlen(status));
    put_out(attach, "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", 42);
    attach->ending = true;
}

static void accept_caller(htn_attach *attach, const char *key)
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    static const char head[] =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ";
    uint8_t joined[24 + sizeof guid - 1], digest[20];
    char answer[29];
    memcpy(joined, key, 24);
    memcpy(joined + 24, guid, sizeof guid - 1);
    sha1(joined, sizeof joined, digest);
    base64(digest, answer);
    put_out(attach, head, sizeof head - 1);
    put_out(attach, answer, 28);
    put_out(attach, "\r\n\r\n", 4);
    attach->greeted = true;
    const uint32_t hello[] = {HTN_ATTACH_MAGIC, HTN_ATTACH_VERSION, attach->paused};
    say(attach, HTN_ATTACH_HELLO, hello, 3, NULL, 0);
}

/* False: the connection is over. */
static bool greet(htn_attach *attach)
{
    char *head = (char *)attach->in.at;
    const size_t most = attach->in.room - 1 < MOST_HEAD ? attach->in.room - 1 : MOST_HEAD;
    const size_t used = attach->in.used < most ? attach->in.used : most;
    const uint8_t kept = attach->in.at[used];
    size_t length = 0;
    head[used] = '\0';
    const char *end = strstr(head, "\r\n\r\n");
    if (end == NULL) {
        head[used] = (char)kept;
        return used < most;
    }
    const size_t size = (size_t)(end - head) + 4;
    const char *key = line_of(head, "Sec-WebSocket-Key", &length);
    if (!is_token(attach, head) || !is_from_here(head))
        refuse(attach, "403 Forbidden");
    else if (key == NULL || length != 24)
        refuse(attach, "400 Bad Request");
    else
        accept_caller(attach, key);
    head[used] = (char)kept;
    attach->in.used -= size;
    memmove(attach->in.at, attach->in.at + size, attach->in.used);
    return true;
}

/* --- Frames --------------------------------------------------------------------------------------- */

/* Says why the connection ends: a status code of RFC 6455. */
static void end_with(htn_attach *attach, uint32_t code)
{
    const uint8_t status[] = {(uint8_t)(code >> 8), (uint8_t)code};
    if (!attach->ending && has_room(attach, HEADER + 2)) {
        put_frame(attach, 8, 2);
        put_out(attach, status, 2);
    }
    attach->ending = true;
}

typedef struct frame {
    uint8_t opcode;
    bool last;
    size_t head, size;
    const uint8_t *mask;
} frame;

/* Reads a frame's header. False: it is not all there, or the connection ends. */
static bool read_frame(htn_attach *attach, frame *of)
{
    const uint8_t *at = attach->in.at + attach->message;
    const size_t have = attach->in.used - attach->message;
    if (have < 2)
        return false;
    const uint32_t wide = (at[1] & 127) == 126 ? 2 : (at[1] & 127) == 127 ? 8 : 0;
    uint64_t size = at[1] & 127;
    of->opcode = at[0] & 15;
    of->last = (at[0] & 128) != 0;
    of->head = 2 + wide + 4;
    if ((at[0] & 0x70) != 0 || (at[1] & 128) == 0 || (of->opcode >= 8 && (wide != 0 || !of->last))) {
        end_with(attach, 1002);
        return false;
    }
    if (have < of->head)
        return false;
    for (uint32_t i = 0; wide != 0 && i < wide; i++)
        size = (i == 0 ? 0 : size << 8) | at[2 + i];
    if (size > attach->in.room || attach->message + of->head + size > attach->in.room) {
        end_with(attach, 1009);
        return false;
    }
    of->size = (size_t)size;
    of->mask = at + 2 + wide;
    return have >= of->head + of->size;
}

static void take_frame(htn_attach *attach, const frame *of)
{
    uint8_t *payload = attach->in.at + attach->message + of->head;
    const bool goes_on = attach->message != 0;
    for (size_t i = 0; i < of->size; i++)
        payload[i] ^= of->mask[i % 4];
    if (of->opcode == 8) {
        end_with(attach, 1000);
    } else if (of->opcode == 9) {
        if (has_room(attach, HEADER + of->size)) {
            put_frame(attach, 10, of->size);
            put_out(attach, payload, of->size);
        }
    } else if (of->opcode != 10 && (of->opcode != (goes_on ? 0 : 2) || (of->size == 0 && !of->last))) {
        end_with(attach, 1002);
    } else if (of->opcode != 10 && of->last && !goes_on) {
        if (!obey(attach, payload, of->size))
            end_with(attach, 1008);
    } else if (of->opcode != 10) {
        memmove(attach->in.at + attach->message, payload, of->size);
        attach->message += of->size;
    }
}

static void take_frames(htn_attach *attach)
{
    frame of;
    while (!attach->ending && has_room(attach, KEPT_FREE) && read_frame(attach, &of)) {
        const size_t before = attach->message, end = before + of.head + of.size;
        const bool joined = of.opcode == 0;
        take_frame(attach, &of);
        attach->in.used -= end - attach->message;
        memmove(attach->in.at + attach->message, attach->in.at + end, attach->in.used - attach->message);
        if (!joined || !of.last || attach->ending)
            continue;
        if (!obey(attach, attach->in.at, attach->message))
            end_with(attach, 1008);
        attach->in.used -= attach->message;
        memmove(attach->in.at, attach->in.at + attach->message, attach->in.used);
        attach->message = 0;
    }
}

/* --- The connection ------------------------------------------------------------------------------- */

static void forget_caller(htn_attach *attach)
{
    let_go(attach);
    close_socket(attach->peer);
    attach->peer = NO_SOCKET;
    attach->in.used = attach->out.used = attach->message = 0;
    attach->greeted = attach->ending = attach->listing = attach->paused = false;
    attach->chosen = HTN_NONE;
    attach->steps = attach->idle = attach->silent = 0;
    attach->stop_count = 0;
}

/* Somebody else is attached. What the caller has said is read, as otherwise the answer may be lost. */
static void turn_away(htn_attach *attach, socket_handle caller)
{
    static const char answer[] = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    recv(caller, (char *)attach->scratch.at,
#ifdef _WIN32
         (int)
#endif
             attach->scratch.room,
         0);
    send(caller, answer, sizeof answer - 1, MSG_NOSIGNAL);
#ifdef _WIN32
    shutdown(caller, SD_SEND);
#else
    shutdown(caller, SHUT_WR);
#endif
    close_socket(caller);
}

/* Who has not given the token gives way to the next caller; who has is alone. */
static void look_for_caller(htn_attach *attach)
{
    const int yes = 1;
    const socket_handle caller = accept(attach->listening, NULL, NULL);
    if (caller == NO_SOCKET)
        return;
    if (!never_waits(caller)) {
        close_socket(caller);
        return;
    }
    if (attach->peer != NO_SOCKET && attach->greeted) {
        turn_away(attach, caller);
        return;
    }
    if (attach->peer != NO_SOCKET)
        forget_caller(attach);
    setsockopt(caller, IPPROTO_TCP, TCP_NODELAY, (const char *)&yes, sizeof yes);
    setsockopt(caller, SOL_SOCKET, SO_KEEPALIVE, (const char *)&yes, sizeof yes); /* one that is gone without a word */
#ifdef SO_NOSIGPIPE
    setsockopt(caller, SOL_SOCKET, SO_NOSIGPIPE, (const char *)&yes, sizeof yes);
#endif
    attach->peer = caller;
}

/* False: the connection is over. Frames wait where there is no room for their answers. */
static bool receive(htn_attach *attach)
{
    const size_t room = attach->in.room - attach->in.used;
    if (attach->ending)
        return true;
    long long got = -1;
    if (room > 0) {
        got = (long long)recv(attach->peer, (char *)attach->in.at + attach->in.used,
#ifdef _WIN32
                              (int)
#endif
                                  room,
                              0);
        if (got == 0 || (got < 0 && !would_wait()))
            return false;
    }
    attach->in.used += got > 0 ? (size_t)got : 0;
    attach->silent = got > 0 ? 0 : attach->silent + 1;
    if (!attach->greeted && !greet(attach))
        return false;
    if (attach->greeted && !attach->ending)
        take_frames(attach);
    return true;
}

static void update_caller(htn_attach *attach)
{
    bool good = receive(attach);
    if (good && attach->greeted && !attach->ending) {
        update_list(attach);
        update_agent(attach);
        look_for_break(attach);
        if (attach->silent % PING_EVERY == PING_EVERY - 1 && has_room(attach, HEADER + KEPT_FREE))
            put_frame(attach, 9, 0);
    }
    if (attach->out.used == 0 && attach->greeted)
        attach->idle = 0;
    attach->idle++;
    good = good && send_out(attach) && attach->idle < PATIENCE && attach->silent < SILENCE;
    if (!good || (attach->ending && attach->out.used == 0))
        forget_caller(attach);
}

void htn_attach_update(htn_attach *attach)
{
    if (attach == NULL)
        return;
    if (attach->updates++ % LOOK_EVERY == 0)
        look_for_caller(attach);
    if (attach->paused && attach->steps > 0 && --attach->steps == 0)
        say_paused(attach, 0);
    if (attach->peer != NO_SOCKET)
        update_caller(attach);
}

bool htn_attach_runs(const htn_attach *attach)
{
    return attach == NULL || !attach->paused || attach->steps > 0;
}

/* --- Opening and closing -------------------------------------------------------------------------- */

static const char *check(const htn_attach_options *options, const void *memory, size_t size)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    if (options == NULL || options->agent == NULL)
        return "there is no function `agent`";
    if (options->token == NULL || strlen(options->token) < 8 || options->token[strspn(options->token, letters)] != '\0')
        return "the token must have at least 8 letters, digits, `-` and `_`";
    if (memory == NULL || (uintptr_t)memory % 8 != 0 || size < HTN_ATTACH_MIN_BYTES)
        return "the memory must have HTN_ATTACH_MIN_BYTES or more, aligned to 8";
    return NULL;
}

const char *htn_attach_open(htn_attach **attach, const htn_attach_options *options, void *memory, size_t size)
{
    if (attach == NULL)
        return "there is nowhere to put the attach";
    *attach = NULL;
    const char *problem = check(options, memory, size);
    if (problem != NULL)
        return problem;
    htn_attach *made = (htn_attach *)memory;
    memset(made, 0, sizeof *made);
    uint8_t *at = (uint8_t *)memory + (sizeof *made + 7) / 8 * 8;
    const size_t quarter = (size - (size_t)(at - (uint8_t *)memory)) / 4 / 8 * 8;
    buffer *const parts[] = {&made->in, &made->out, &made->ring, &made->scratch};
    for (size_t i = 0; i < 4; i++) {
        parts[i]->at = at + i * quarter;
        parts[i]->room = quarter;
    }
    made->options = *options;
    made->peer = made->listening = NO_SOCKET;
    made->chosen = HTN_NONE;
#ifdef _WIN32
    WSADATA unused;
    if (WSAStartup(MAKEWORD(2, 2), &unused) != 0)
        return "Winsock does not start";
#endif
    problem = listen_on(made);
    if (problem == NULL) {
        *attach = made;
        return NULL;
    }
    if (made->listening != NO_SOCKET)
        close_socket(made->listening);
#ifdef _WIN32
    WSACleanup();
#endif
    return problem;
}

uint16_t htn_attach_port(const htn_attach *attach)
{
    return attach == NULL ? 0 : attach->port;
}

void htn_attach_close(htn_attach *attach)
{
    if (attach == NULL)
        return;
    if (attach->peer != NO_SOCKET)
        forget_caller(attach);
    close_socket(attach->listening);
#ifdef _WIN32
    WSACleanup();
#endif
}
