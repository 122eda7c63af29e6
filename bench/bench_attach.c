/*
 * What attaching costs a game of 1,000 agents (crowd.htn), in frames of 16.7 ms: with nobody attached, with somebody who only looks on, and
 * with one agent chosen, whose journal goes out as it is written. What is timed is htn_attach_update() and the chosen agent's tick, the only
 * parts that depend on it; the other side reads in between, untimed.
 *
 *     bench_attach BLOB FRAMES
 */
#include "bindings/attach/htn_attach.c" /* where its time goes is inside */
#include "harness.h"
#include <stdio.h>
#include <stdlib.h>

enum { AGENTS = 1000, CHOSEN = 7, FRAME_US = 16667, MEMORY = 1 << 20 };

static htn_agent *agents[AGENTS];
static uint32_t chance = 1;

static htn_agent *agent_of(void *user, uint32_t number, const char **name)
{
    (void)user;
    *name = "Troll";
    return number < AGENTS ? agents[number] : NULL;
}

static uint32_t draw(uint32_t below)
{
    chance = chance * UINT32_C(1664525) + UINT32_C(1013904223);
    return (uint32_t)((uint64_t)chance * below >> 32);
}

static void make_agents(const htn_domain *domain)
{
    const size_t class_size = htn_agent_class_bytes(domain);
    htn_agent_class *made;
    if (htn_agent_class_init(&made, domain, NULL, harness_get(class_size), class_size, NULL) != HTN_OK)
        harness_fail("no class");
    for (uint32_t i = 0; i < AGENTS; i++) {
        const htn_agent_options options = {.seed = i, .stagger = i};
        const size_t size = htn_agent_bytes(made, &options);
        if (htn_agent_init(&agents[i], made, &options, harness_get(size), size) != HTN_OK)
            harness_fail("no agent");
    }
}

/* Operators are polled here: each step takes a few frames. Now and then something changes. */
static void play(htn_agent *agent, htn_property sees)
{
    htn_activity step;
    if (draw(60) == 0)
        htn_world_set(htn_agent_world(agent), sees, (int32_t)draw(2));
    for (uint32_t i = 0; htn_agent_activity(agent, 0, i, &step); i++)
        if (draw(10) == 0)
            htn_agent_report(agent, step.id, HTN_SUCCEEDED);
}

/* --- The other side --------------------------------------------------------------------------------- */

static socket_handle call(uint16_t port)
{
    static const char head[] =
        "GET /0123456789abcdef HTTP/1.1\r\nHost: a\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    struct sockaddr_in there;
    memset(&there, 0, sizeof there);
    there.sin_family = AF_INET;
    there.sin_port = htons(port);
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const socket_handle made = socket(AF_INET, SOCK_STREAM, 0);
    if (made == NO_SOCKET || connect(made, (struct sockaddr *)&there, sizeof there) != 0 ||
        send(made, head, sizeof head - 1, 0) != (long)(sizeof head - 1) || !never_waits(made))
        harness_fail("no connection");
    return made;
}

static void choose_one(socket_handle other)
{
    uint8_t message[2 + 4 + 9] = {0x82, 0x80 | 9, 0, 0, 0, 0, HTN_ATTACH_CHOOSE};
    write32(message + 7, 1);
    write32(message + 11, CHOSEN);
    if (send(other, message, sizeof message, 0) != (long)sizeof message)
        harness_fail("nothing can be sent");
}

static size_t read_all(socket_handle other)
{
    static uint8_t bytes[65536];
    size_t all = 0;
    for (long got; (got = (long)recv(other, bytes, sizeof bytes, 0)) > 0; all += (size_t)got)
        ;
    return all;
}

/* --- The frames --------------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static void measure(const char *name, htn_attach *attach, socket_handle other, uint32_t frames, htn_property sees)
{
    double *spent = harness_get(frames * sizeof *spent), sum = 0;
    size_t sent = 0;
    for (uint32_t at = 0; at < frames; at++) {
        for (uint32_t i = 0; i < AGENTS; i++) {
            play(agents[i], sees);
            if (i != CHOSEN && htn_agent_tick(agents[i], FRAME_US) != HTN_OK)
                harness_fail("a tick");
        }
        const double before = harness_now();
        htn_agent_tick(agents[CHOSEN], FRAME_US);
        htn_attach_update(attach);
        spent[at] = harness_now() - before;
        sum += spent[at];
        if (other != NO_SOCKET)
            sent += read_all(other);
    }
    qsort(spent, frames, sizeof *spent, by_size);
    printf("%-32s %8.2f %8.2f %8.2f %8.2f %9.3f%% %8.0f\n", name, sum / frames / 1e3, spent[frames / 2] / 1e3,
           spent[frames - 1 - frames / 100] / 1e3, spent[frames - 1] / 1e3, sum / frames / (FRAME_US * 1e3) * 100,
           (double)sent / frames);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        harness_fail("usage: bench_attach BLOB FRAMES");
    static htn_domain domain;
    domain = harness_load(argv[1]);
    const uint32_t frames = (uint32_t)strtoul(argv[2], NULL, 10);
    const htn_property sees = htn_property_find(&domain, "SeesEnemy");
    const htn_attach_options options = {.token = "0123456789abcdef", .agent = agent_of};
    htn_attach *attach;
    make_agents(&domain);
    if (frames == 0 || sees == HTN_NONE || htn_attach_open(&attach, &options, harness_get(MEMORY), MEMORY) != NULL)
        harness_fail("no attach");
    printf("%-32s %8s %8s %8s %8s %10s %8s\n", "microseconds of a frame", "mean", "median", "99%", "worst",
           "of 16.7 ms", "bytes");
    measure("not compiled in", NULL, NO_SOCKET, frames, sees);
    measure("nobody is attached", attach, NO_SOCKET, frames, sees);
    const socket_handle other = call(htn_attach_port(attach));
    for (uint32_t i = 0; i < 2 * LOOK_EVERY; i++)
        htn_attach_update(attach);
    if (!attach->greeted)
        harness_fail("no handshake");
    measure("attached, no agent is chosen", attach, other, frames, sees);
    choose_one(other);
    measure("attached, one agent is chosen", attach, other, frames, sees);
    if (attach->follows != FOLLOWS)
        harness_fail("the agent is not followed");
    close_socket(other);
    htn_attach_close(attach);
    return 0;
}
