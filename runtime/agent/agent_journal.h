/*
 * What an agent notes in its journal, if it has one: everything that comes from outside, and
 * everything that it decides. Each note stands where the event happens, so that the order of events
 * is the order of the code: a replay compares it.
 */
#pragma once

#include "../journal/journal_ring.h"
#include "../journal/varint.h"
#include "agent_state.h"

/*
 * Notes the event HTN_JOURNAL_<kind> with these numbers, which are evaluated only if the agent has
 * a journal.
 */
#define HTNI_NOTE(agent, kind, ...)                                                        \
    do {                                                                                   \
        if ((agent)->observers.journal != NULL) {                                          \
            const uint32_t note_numbers[] = {__VA_ARGS__};                                 \
            htni_journal_put((agent)->observers.journal, HTN_JOURNAL_##kind, note_numbers, \
                             (uint32_t)(sizeof note_numbers / sizeof *note_numbers));      \
        }                                                                                  \
    } while (0)

/*
 * Until htni_end_writing(), what is written to the agent's world, or asked of the agent, comes from
 * `by` (`id`: see htn_journal_by). `layer` is the layer whose own change it is; HTN_NONE: a change
 * from outside for all layers.
 */
static inline void htni_begin_writing(htn_agent *agent, htn_journal_by by, uint32_t id, uint32_t layer)
{
    agent->observers.writer.by = by;
    agent->observers.writer.id = id;
    agent->observers.writer.layer = layer;
}

/* What comes now is from the game. */
static inline void htni_end_writing(htn_agent *agent)
{
    htni_begin_writing(agent, HTN_BY_GAME, 0, HTN_NONE);
}

/*
 * A limit was reached or a region is full: notes it, and remembers the first of a tick, which the
 * tick then returns.
 */
void htni_note_trouble(htn_agent *agent, htn_status status);

/* As htn_agent_journal(), of a new agent that a snapshot is about to be loaded into. */
htn_status htni_begin_snapshot(htn_agent *agent, htn_journal *journal);

/* The agent joins a group, or leaves (NULL). */
void htni_note_join(const htn_agent *agent, const htn_group *group);

/* The answer of a query is late. */
void htni_note_late(htn_agent *agent, htn_query query, const int32_t *arguments);

/* A query has proposed `count` candidates. */
void htni_note_candidates(htn_agent *agent, const htn_question *question, const int32_t *candidates, uint32_t count);

/* A query was answered. */
void htni_note_query(htn_agent *agent, htn_query query, const int32_t *arguments, int32_t answer);

/* A plan was adopted: PLAN, STEP and RECORD. */
void htni_note_plan(const htn_agent *agent, const htni_layer *layer, const htn_plan *plan);

/* A step starts. `with_arguments`: its operator's arguments have been evaluated. */
void htni_note_start(const htn_agent *agent, const htni_layer *layer, const htni_step_slot *slot, bool with_arguments);

/*
 * The running plan has failed; `step` and `method` say what of it, as htn_journal_why has it, or
 * are HTN_NONE.
 */
void htni_note_failure(const htn_agent *agent, const htni_layer *layer, htn_journal_why why, uint32_t step,
                       uint32_t method);

/*
 * The agent is about to be loaded from this save: LOAD and BYTES. Call it before the agent changes.
 */
void htni_note_load(const htn_agent *agent, const void *save, size_t size);
