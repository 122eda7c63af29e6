/*
 * Replaying journals (journal.h): a new agent is given the inputs that a journal holds, when they came, and what it then writes
 * is compared with what the journal says, byte for byte. For bug reports, and for tests of a changed domain: `htn replay`.
 */
#ifndef HTN_REPLAY_H
#define HTN_REPLAY_H

#include <htn/journal.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a replay went. */
typedef struct htn_replay_report {
    const char *reason; /* where it did not go to the end: why, a constant sentence; else NULL */
    uint32_t events;    /* that came as the journal has them */
    size_t
        offset; /* how far it went: the event that differs, cannot be replayed, or is none; the journal's size if all came */
    size_t memory;    /* with TOO_SMALL: bytes that the replay needs */
    bool other_build; /* the domain is of another build than the journal's: it means the same, but may do otherwise */
    uint8_t instead
        [HTN_JOURNAL_MIN_BYTES]; /* with DIFFERS: the event that came instead, to be read by htn_journal_next(), ... */
    uint32_t instead_size;       /* ... its bytes; 0: nothing came */
} htn_replay_report;

/*
 * Replays a journal of an agent of `domain`, from its beginning to its end, or to the first event that differs. `memory` is the caller's,
 * aligned to 8; with TOO_SMALL `report->memory` says how much it must be at least to come further: begin with NULL and 0, and
 * replay again as long as it is too small.
 * Operators, sensors and queries are the replay's own: nothing of the game is called. `report` may not be NULL.
 *
 * OK | DIFFERS | BAD_JOURNAL (damaged, cut short, with a loss, or not from the beginning: `reason`) | WRONG_DOMAIN | BAD_ARGUMENT | BAD_MEMORY |
 * TOO_SMALL.
 */
htn_status htn_replay(const htn_domain *domain, const void *journal, size_t size, void *memory, size_t memory_size,
                      htn_replay_report *report);

#ifdef __cplusplus
}
#endif

#endif
