/*
 * Replays of journals (journal.h). A new agent is given the inputs that the journal holds, when
 * they came. What it writes is compared with the journal, byte for byte. For bug reports, and for
 * tests of a changed domain: `htn replay`.
 */
#ifndef HTN_REPLAY_H
#define HTN_REPLAY_H

#include <htn/api.h>
#include <htn/agent.h>
#include <htn/journal.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Snapshots in a journal (htn_agent_snapshot()) go on with its run: a replay makes the agent again from each. What
 * htn_agent_counts() counts begins again there.
 */

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

/* --- Moments ------------------------------------------------------------------------------------ */

/*
 * A replay that stops at any moment of a journal's run, so that the agent can be looked at as it was then: world, plans, steps
 * in progress, orders. It lies in the caller's block, which must not be moved, and allocates nothing. One thread at a time.
 */
typedef struct htn_replay_cursor htn_replay_cursor;

/* A moment: behind an input of the game, such as a tick, and all that came of it. */
typedef struct htn_replay_moment {
    /* Where the next event lies in the journal, in bytes. All events before it are replayed. */
    size_t offset;

    /* How many events and ticks there are before it, and how long these ticks took, in microseconds. */
    uint32_t events, ticks;
    uint64_t time_us;

    /*
     * The journal ends before all that came of the last input, a tick, was written: the agent is further here than the journal.
     * What the game did in the rest of that tick is not known, so the agent may have done something else. False: the agent has done
     * what the journal says, and no more; but the game may have lost the rest of the tick even so.
     */
    bool cut;
} htn_replay_moment;

/*
 * Opens the run that `journal` begins with: it ends before the next BEGIN that is not a snapshot's. The cursor is then at the run's beginning: the agent
 * is made, and not ticked. Journal, domain and memory (aligned to 8) must outlive the cursor. To find out how much memory is
 * needed, begin with NULL and 0, and open again with report->memory bytes as long as the result is TOO_SMALL. `report` must not
 * be NULL.
 *
 * Statuses: those of htn_replay(). Unless the result is OK, `*cursor` is NULL.
 */
HTN_API htn_status htn_replay_open(htn_replay_cursor **cursor, const htn_domain *domain, const void *journal,
                                   size_t size, void *memory, size_t memory_size, htn_replay_report *report);

/*
 * Goes to the moment behind the last tick that ended by `time_us`, before what the game did between that tick and the next one.
 * Before the first tick that is the moment in front of it.
 *
 * Forwards it replays what lies in between; backwards, and if nobody listens or watches also forwards, it begins again at the
 * nearest snapshot. OK (also: the journal ends before that time) | DIFFERS |
 * BAD_JOURNAL (see htn_replay_how(); the cursor is where it could not go on, and can go back) | BAD_ARGUMENT.
 */
HTN_API htn_status htn_replay_until(htn_replay_cursor *cursor, uint64_t time_us);

/*
 * The same for a place in the journal: goes on as long as inputs begin before `offset`. An event is replayed if `offset` lies
 * behind its first byte. With moment.offset + 1 it replays one input.
 */
HTN_API htn_status htn_replay_to(htn_replay_cursor *cursor, size_t offset);

/* Where the cursor is. */
HTN_API htn_replay_moment htn_replay_now(const htn_replay_cursor *cursor);

/* The run's end: its size in bytes, and all of its events, ticks and time. */
HTN_API htn_replay_moment htn_replay_end(const htn_replay_cursor *cursor);

/* How the replay has gone so far. Good as long as the cursor. */
HTN_API const htn_replay_report *htn_replay_how(const htn_replay_cursor *cursor);

/*
 * The agent as it was at that moment. Read it with all that only reads: htn_agent_plan(), htn_agent_activity(),
 * htn_world_get(), htn_agent_order_at() and so on. Call it again when the cursor has moved: it may be another agent.
 */
HTN_API const htn_agent *htn_replay_agent(const htn_replay_cursor *cursor);

/* Its world, in the same way. */
HTN_API const htn_world *htn_replay_world(const htn_replay_cursor *cursor);

/*
 * From now on `listener` hears of the searches that the cursor replays, as by htn_plan_trace(): of those that have not begun, each
 * from its HTN_EVENT_BEGIN to its end. The agent does the same as without. NULL: none, as at first. BAD_ARGUMENT.
 */
HTN_API htn_status htn_replay_listen(htn_replay_cursor *cursor, htn_listener *listener, void *user);

/* Hears of each event when it has been replayed. The agent is in the middle of what the event tells. */
typedef void htn_replay_watcher(void *user, const htn_agent *agent, const htn_journal_event *event);

/* From now on `watcher` hears of the events that the cursor replays. NULL: none, as at first. BAD_ARGUMENT. */
HTN_API htn_status htn_replay_watch(htn_replay_cursor *cursor, htn_replay_watcher *watcher, void *user);

/*
 * Keeps the moment in `out`, of htn_replay_kept_bytes(cursor) bytes. htn_replay_back(), with as many bytes, goes back to it at once, from anywhere in
 * the run. What is kept belongs to this cursor, and is trusted: never load it from a file. BAD_ARGUMENT | TOO_SMALL.
 */
HTN_API size_t htn_replay_kept_bytes(const htn_replay_cursor *cursor);
HTN_API htn_status htn_replay_keep(const htn_replay_cursor *cursor, void *out, size_t size);
HTN_API htn_status htn_replay_back(htn_replay_cursor *cursor, const void *kept, size_t size);

#ifdef __cplusplus
}
#endif

#endif
