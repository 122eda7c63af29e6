/* Journals for the desk: what all agents did, as items that a canvas draws, and any moment of any of them. ../tool.d.ts describes the forms. */
#pragma once

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Runs of agents of one domain, whose journals were added: tracks. */
typedef struct desk_recording desk_recording;

/* Something that an agent did, or that happened to it. Times are in milliseconds, rounded up. */
typedef struct desk_item {
    uint32_t
        what; /* a DESK_*, the layer plus 1 from bit 8 on (0: none), and of a step from bit 24 on how it ended: an htn_outcome + 1, 0: it runs */
    uint32_t begin, end; /* the same unless it lasts */
    uint32_t text;       /* its number among the recording's texts */
} desk_item;

enum { DESK_PLAN, DESK_STEP, DESK_SEARCH, DESK_WORLD, DESK_SENSOR, DESK_HOLD, DESK_FAILURE, DESK_OTHER };

/* Of the domain in a file. NULL: stderr says why. */
desk_recording *desk_recording_open(const char *path);
void desk_recording_close(desk_recording *recording);

/*
 * Adds the runs of a journal, and takes `bytes`, which were malloc'ed, whatever comes of it. Returns how many tracks there are then. What could
 * not be read is said on stderr.
 */
uint32_t desk_recording_add(desk_recording *recording, const char *name, uint8_t *bytes, size_t size);

/*
 * The same for the journal of an agent that still acts: its first bytes, then what has come since, whole events each time. They are copied. Only one track of a
 * recording grows.
 */
uint32_t desk_recording_grow(desk_recording *recording, const char *name, const uint8_t *bytes, size_t size);

/* A track: its name, its end in milliseconds, and its items in the order of their beginnings. False: there is none. */
bool desk_recording_track(const desk_recording *recording, uint32_t track, const char **name, uint32_t *end,
                          const desk_item **items, uint32_t *count);

/* All texts from number `from` on, each with a zero behind it, and how many bytes they are. */
const char *desk_recording_texts(const desk_recording *recording, uint32_t from, size_t *size);

/* The agent at a time; at the end of a track that grows, also what has happened since its last tick: its world, its layers' steps, and, if asked for, why the layer's latest search came to its plan. NULL: there is none. */
cJSON *desk_recording_moment(desk_recording *recording, uint32_t track, uint64_t time_us, uint32_t layer,
                             bool explained);
