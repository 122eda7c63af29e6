/*
 * What a call can answer. One list for errors and results of planning: functions of the runtime return one of
 * these, and htn_status_text() puts it in words.
 */
#ifndef HTN_STATUS_H
#define HTN_STATUS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* HTN_STATUS(NAME, text) */
#define HTN_STATUS_LIST(HTN_STATUS)                                                                 \
    HTN_STATUS(OK, "done")                                                                          \
    /* results of planning */                                                                       \
    HTN_STATUS(PLAN, "a plan")                                                                      \
    HTN_STATUS(EMPTY_PLAN, "an empty plan: nothing to do")                                          \
    HTN_STATUS(PARTIAL_PLAN, "a partial plan")                                                      \
    HTN_STATUS(NO_PLAN, "no plan")                                                                  \
    HTN_STATUS(STANDS, "the running plan stands")                                                   \
    HTN_STATUS(SUSPENDED, "suspended: the budget is spent, call again")                             \
    /* limits: the answer is not known */                                                           \
    HTN_STATUS(LIMIT_STEPS, "the limit on steps in a plan was reached")                             \
    HTN_STATUS(LIMIT_DEPTH, "the limit on nested recursive tasks was reached")                      \
    HTN_STATUS(LIMIT_WORK, "the limit on work was reached")                                         \
    HTN_STATUS(LIMIT_NODES, "the limit on nodes of an Achieve was reached")                         \
    /* regions of the planner's block that are too small, by name */                                \
    HTN_STATUS(FULL_HEADER, "the block is too small for its header")                                \
    HTN_STATUS(FULL_WORLD, "the block's region `world` is too small")                               \
    HTN_STATUS(FULL_STEPS, "the block's region `steps` is too small")                               \
    HTN_STATUS(FULL_RECORD, "the block's region `record` is too small")                             \
    HTN_STATUS(FULL_FRAMES, "the block's region `frames` is too small")                             \
    HTN_STATUS(FULL_CHOICES, "the block's region `choices` is too small")                           \
    HTN_STATUS(FULL_TRAIL, "the block's region `trail` is too small")                               \
    HTN_STATUS(FULL_SPANS, "the block's region `spans` is too small")                               \
    HTN_STATUS(FULL_NODES, "the block's region `nodes` is too small")                               \
    HTN_STATUS(FULL_CONTINUATION, "the block's region `continuation` is too small")                 \
    HTN_STATUS(FULL_RUNNING, "the block's region `running` is too small")                           \
    HTN_STATUS(FULL_BEST, "the block's region `best` is too small")                                 \
    HTN_STATUS(FULL_INSTANCES, "the type has no free instance left")                                \
    /* errors */                                                                                    \
    HTN_STATUS(BAD_BLOB, "not a sound blob")                                                        \
    HTN_STATUS(NEWER_BLOB, "the blob's format is newer than this runtime")                          \
    HTN_STATUS(BAD_SAVE, "not a sound save")                                                        \
    HTN_STATUS(NEWER_SAVE, "the save's format is newer than this runtime")                          \
    HTN_STATUS(BAD_ARGUMENT, "an argument is NULL or out of range")                                 \
    HTN_STATUS(BAD_VALUE, "the value is outside the property's range")                              \
    HTN_STATUS(BAD_MEMORY, "the memory is not aligned to 8 bytes")                                  \
    HTN_STATUS(TOO_SMALL, "the memory is too small")                                                \
    HTN_STATUS(WRONG_DOMAIN, "made for another domain")                                             \
    HTN_STATUS(NOT_BEGUN, "there is no search to go on with")                                       \
    HTN_STATUS(NO_RUNNING_PLAN, "there is no running plan")                                         \
    HTN_STATUS(NOT_PARTIAL, "the running plan is whole: nothing remains to be planned")             \
    HTN_STATUS(NOT_FOUND, "the domain has nothing of that name, or the agent no such step")         \
    HTN_STATUS(BAD_JOURNAL, "not a sound journal, or none that can be replayed")                    \
    HTN_STATUS(DIFFERS, "a replay does not come to what the journal says")                          \
    HTN_STATUS(BUSY, "the agent is in the midst of a tick: this was called from inside a callback") \
    HTN_STATUS(WRONG_RUNTIME, "made for another version of the runtime")

typedef enum htn_status {
#define HTN_STATUS(name, text) HTN_##name,
    HTN_STATUS_LIST(HTN_STATUS)
#undef HTN_STATUS
        HTN_STATUSES
} htn_status;

/* The status in words: a constant, never NULL, also for a number that is no status. */
const char *htn_status_text(htn_status status);

#ifdef __cplusplus
}
#endif

#endif
