/*
 * Attaching to a running game (docs/attach.md): `htn attach` and the desk look at the game's agents while they act, and change
 * them. A game adds htn_attach.c and this header; Windows also needs ws2_32.
 *
 *     htn_attach *attach;
 *     const char *problem = htn_attach_open(&attach, &options, memory, sizeof memory);
 *     ...
 *     if (htn_attach_runs(attach))     each frame
 *         tick the agents
 *     htn_attach_update(attach);
 *
 * All happens inside htn_attach_update(): there are no threads, and nothing is allocated. While nobody is attached, an update looks
 * for a caller every few frames, and does nothing else; agents keep no journal. Leave it out of what players get: whoever
 * knows the token can change the agents.
 */
#ifndef HTN_ATTACH_H
#define HTN_ATTACH_H

#include <htn/htn.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The first number of a HELLO, "HTNA", and the second, which is raised when older tools would misread the rest. */
#define HTN_ATTACH_MAGIC   0x414E5448u
#define HTN_ATTACH_VERSION 1u

/* The least memory. A quarter of it must hold whatever comes in at once, such as a blob, and another one the save of an agent. */
enum { HTN_ATTACH_MIN_BYTES = 16384 };

/* Messages from the game, and to it: the first byte of each (docs/attach.md). */
enum {
    HTN_ATTACH_HELLO = 1,
    HTN_ATTACH_AGENT,
    HTN_ATTACH_AGENTS_END,
    HTN_ATTACH_BLOB,
    HTN_ATTACH_JOURNAL,
    HTN_ATTACH_DROPPED,
    HTN_ATTACH_DONE,
    HTN_ATTACH_PAUSED,
    HTN_ATTACH_NOTE
};
enum {
    HTN_ATTACH_CHOOSE = 1,
    HTN_ATTACH_LIST,
    HTN_ATTACH_SET,
    HTN_ATTACH_ORDER,
    HTN_ATTACH_PAUSE,
    HTN_ATTACH_STEP,
    HTN_ATTACH_RELOAD,
    HTN_ATTACH_BREAK
};

/* BREAK: what time stops for. NONE: for nothing any more; the others add up, to HTN_ATTACH_MOST_BREAKS. */
enum {
    HTN_ATTACH_BREAK_NONE,
    HTN_ATTACH_BREAK_TASK,     /* a step of the task starts */
    HTN_ATTACH_BREAK_PROPERTY, /* the property becomes the value */
    HTN_ATTACH_BREAK_PLAN      /* a new plan has a step of the task */
};
enum { HTN_ATTACH_MOST_BREAKS = 8 };

/* The game's side. All functions are called inside htn_attach_update(). */
typedef struct htn_attach_options {
    /* What the other side must know: at least 8 letters, digits, `-` and `_`. It must outlive the attach. */
    const char *token;

    /* The IPv4 address to listen on; NULL: 127.0.0.1, so that only this machine can attach. The port; 0: any that is free. */
    const char *address;
    uint16_t port;

    /* Passed to the functions. */
    void *user;

    /* Agent `number`, from 0, and its name, in UTF-8; both good until the game is called again. NULL: there are not so many. */
    htn_agent *(*agent)(void *user, uint32_t number, const char **name);

    /*
     * The journal that the game itself keeps of an agent; NULL, or this function NULL: none. Then the agent writes to one in the
     * attach's memory while somebody looks at it. With one of its own, the game passes what it reads to htn_attach_wrote().
     */
    htn_journal *(*journal)(void *user, uint32_t number);

    /*
     * A new build of the domain, to be copied: it is not aligned, and not verified. Returns NULL, or why the game does not take it.
     * NULL: the game cannot reload.
     */
    const char *(*reload)(void *user, const void *blob, size_t size);
} htn_attach_options;

/* Lies in the caller's memory. */
typedef struct htn_attach htn_attach;

/*
 * Begins to listen. `options` is copied; `memory` is the caller's, aligned to 8, and must not be moved. Returns NULL, or a constant
 * sentence that says why it cannot; then `*attach` is NULL.
 */
const char *htn_attach_open(htn_attach **attach, const htn_attach_options *options, void *memory, size_t size);

/* The port that it listens on. 0 for NULL. */
uint16_t htn_attach_port(const htn_attach *attach);

/* Whether the agents should be ticked in this frame: false where the other side has stopped time. True for NULL. */
bool htn_attach_runs(const htn_attach *attach);

/* Takes calls, messages and bytes, answers and sends. Once per frame, outside of all ticks. Does nothing for NULL. */
void htn_attach_update(htn_attach *attach);

/* What the game has read of the journal of agent `number`: whole events. Best before each htn_attach_update(). */
void htn_attach_wrote(htn_attach *attach, uint32_t number, const void *bytes, size_t size);

/* The game has made its agents anew, by a load or a reload of its own. */
void htn_attach_changed(htn_attach *attach);

/* Ends it. The agents lose the journals that lie in the attach's memory, so they must still be there. NULL is allowed. */
void htn_attach_close(htn_attach *attach);

#ifdef __cplusplus
}
#endif

#endif
