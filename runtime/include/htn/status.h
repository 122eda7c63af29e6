/*
 * What a call can answer. One list for errors and results of planning: functions of the runtime return one of
 * these, and htn_status_text() puts it in words.
 */
#ifndef HTN_STATUS_H
#define HTN_STATUS_H

#include <htn/api.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * HTN_STATUS(NAME, number, text). A number never changes its meaning; the gaps are for new statuses. Numbers from HTN_LIMIT_STEPS up
 * to HTN_BAD_BLOB say that room or a limit did not suffice.
 */
#define HTN_STATUS_LIST(HTN_STATUS)                                                                      \
    /* done; of a search: a plan was found, perhaps an empty or a partial one */                         \
    HTN_STATUS(OK, 0, "done")                                                                            \
    /* a search has found no plan, or not yet */                                                         \
    HTN_STATUS(NO_PLAN, 10, "no plan")                                                                   \
    HTN_STATUS(STANDS, 11, "the running plan stands")                                                    \
    HTN_STATUS(SUSPENDED, 12, "suspended: the budget is spent, call again")                              \
    HTN_STATUS(WAITS, 13, "an answer of a query is late, call again")                                    \
    /* limits: the answer is not known */                                                                \
    HTN_STATUS(LIMIT_STEPS, 30, "the limit on steps in a plan was reached")                              \
    HTN_STATUS(LIMIT_DEPTH, 31, "the limit on nested recursive tasks was reached")                       \
    HTN_STATUS(LIMIT_WORK, 32, "the limit on work was reached")                                          \
    HTN_STATUS(LIMIT_NODES, 33, "the limit on nodes of an Achieve was reached")                          \
    HTN_STATUS(LIMIT_TUPLES, 34, "the limit on tuples of derived conditions was reached")                \
    /* regions of the planner's block that are too small, by name */                                     \
    HTN_STATUS(FULL_HEADER, 50, "the block is too small for its header")                                 \
    HTN_STATUS(FULL_WORLD, 51, "the block's region `world` is too small")                                \
    HTN_STATUS(FULL_STEPS, 52, "the block's region `steps` is too small")                                \
    HTN_STATUS(FULL_RECORD, 53, "the block's region `record` is too small")                              \
    HTN_STATUS(FULL_FRAMES, 54, "the block's region `frames` is too small")                              \
    HTN_STATUS(FULL_CHOICES, 55, "the block's region `choices` is too small")                            \
    HTN_STATUS(FULL_TRAIL, 56, "the block's region `trail` is too small")                                \
    HTN_STATUS(FULL_SPANS, 57, "the block's region `spans` is too small")                                \
    HTN_STATUS(FULL_NODES, 58, "the block's region `nodes` is too small")                                \
    HTN_STATUS(FULL_CONTINUATION, 59, "the block's region `continuation` is too small")                  \
    HTN_STATUS(FULL_RUNNING, 60, "the block's region `running` is too small")                            \
    HTN_STATUS(FULL_BEST, 61, "the block's region `best` is too small")                                  \
    HTN_STATUS(FULL_INSTANCES, 62, "the type has no free instance left")                                 \
    HTN_STATUS(FULL_SOLUTIONS, 63, "the block's region `solutions` is too small")                        \
    HTN_STATUS(FULL_TUPLES, 64, "the block's region `tuples` is too small")                              \
    /* errors */                                                                                         \
    HTN_STATUS(BAD_BLOB, 100, "not a sound blob")                                                        \
    HTN_STATUS(NEWER_BLOB, 101, "the blob's format is newer than this runtime")                          \
    HTN_STATUS(BAD_SAVE, 102, "not a sound save")                                                        \
    HTN_STATUS(NEWER_SAVE, 103, "the save's format is newer than this runtime")                          \
    HTN_STATUS(BAD_ARGUMENT, 104, "an argument is NULL or out of range")                                 \
    HTN_STATUS(BAD_VALUE, 105, "the value is outside the property's range")                              \
    HTN_STATUS(BAD_MEMORY, 106, "the memory is not aligned to 8 bytes")                                  \
    HTN_STATUS(TOO_SMALL, 107, "the memory is too small")                                                \
    HTN_STATUS(WRONG_DOMAIN, 108, "made for another domain")                                             \
    HTN_STATUS(NOT_BEGUN, 109, "there is no search to go on with")                                       \
    HTN_STATUS(NO_RUNNING_PLAN, 110, "there is no running plan")                                         \
    HTN_STATUS(NOT_PARTIAL, 111, "the running plan is whole: nothing remains to be planned")             \
    HTN_STATUS(NOT_FOUND, 112, "the domain has nothing of that name, or the agent no such step")         \
    HTN_STATUS(BAD_JOURNAL, 113, "not a sound journal, or none that can be replayed")                    \
    HTN_STATUS(DIFFERS, 114, "a replay does not come to what the journal says")                          \
    HTN_STATUS(BUSY, 115, "the agent is in the midst of a tick: this was called from inside a callback") \
    HTN_STATUS(WRONG_RUNTIME, 116, "made for another version of the runtime")

typedef enum htn_status {
#define HTN_STATUS(name, number, text) HTN_##name = (number),
    HTN_STATUS_LIST(HTN_STATUS)
#undef HTN_STATUS
        HTN_STATUS_LIMIT = 256 /* all statuses are below */
} htn_status;

/* The status in words: a constant, never NULL, also for a number that is no status. */
HTN_API const char *htn_status_text(htn_status status);

#ifdef __cplusplus
}
#endif

#endif
