/*
 * Replays of journals (journal.h). A new agent is given the inputs that the journal holds, when
 * they came. What it writes is compared with the journal, byte for byte. For bug reports, and for
 * tests of a changed domain: `htn replay`.
 */
#ifndef HTN_REPLAY_H
#define HTN_REPLAY_H

#include <htn/api.h>
#include <htn/journal.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a replay went. */
typedef struct htn_replay_report {
    /* Why it did not reach the journal's end: a constant sentence; NULL: it did. */
    const char *reason;

    /* How many events were the same as in the journal. */
    uint32_t events;

    /*
     * The offset of the event that differs, cannot be replayed, or is none; the journal's size if
     * it was replayed to its end.
     */
    size_t offset;

    /* TOO_SMALL: how many bytes of memory the replay needs to get any further. */
    size_t memory;

    /*
     * The domain is another build than the journal's. It means the same, but may make the agent act
     * differently.
     */
    bool other_build;

    /*
     * DIFFERS: the event that came instead of the journal's, for htn_journal_next(), and its size
     * in bytes; 0: none came.
     */
    uint8_t instead[HTN_JOURNAL_MIN_BYTES];
    uint32_t instead_size;
} htn_replay_report;

/*
 * Replays the journal of an agent of `domain`, to its end or to the first event that differs. Calls
 * nothing of the game: the journal plays the parts of operators, sensors and queries. `memory` is
 * the caller's, aligned to 8. To find out how much is needed, begin with NULL and 0, and replay
 * again with report->memory bytes as long as the result is TOO_SMALL. `report` must not be NULL.
 *
 * DIFFERS | BAD_JOURNAL (damaged, cut short, with events lost, or not from the beginning of a run)
 * | WRONG_DOMAIN | BAD_ARGUMENT | BAD_MEMORY (not aligned) | TOO_SMALL.
 */
HTN_API htn_status htn_replay(const htn_domain *domain, const void *journal, size_t size, void *memory,
                              size_t memory_size, htn_replay_report *report);

#ifdef __cplusplus
}
#endif

#endif
