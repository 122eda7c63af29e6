/*
 * An agent's world state: one flat buffer, a property's address known when the domain was compiled.
 * Every change is logged, so that a planner's working copy is brought up to date by what changed and
 * not by copying the whole.
 */
#ifndef HTN_WORLD_H
#define HTN_WORLD_H

#include <htn/domain.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTN_WORLD_LOG = 64,   /* changes remembered; a planner that is further behind copies all */
    HTN_WORLD_READERS = 4 /* planners that can be kept in step by the log; a further one copies all */
};

/* Caller's memory; `bytes` is the caller's too. The fields are the runtime's. */
typedef struct htn_world {
    const htn_domain *domain;
    uint8_t *bytes;
    uint32_t changes;                       /* how often a value has changed, modulo 2^32 */
    uint32_t spawns;                        /* how often an instance has been made, likewise */
    uint32_t log[HTN_WORLD_LOG];            /* cell of change k at k % HTN_WORLD_LOG */
    const void *readers[HTN_WORLD_READERS]; /* planners that have copied this world since it was made */
    uint32_t next_reader;
    /* Told of each change once it is made: of which cell, HTN_NONE: of all of it. NULL: nobody. An agent's journal. */
    void (*watcher)(void *user, uint32_t cell);
    void *watcher_user;
} htn_world;

/* Bytes of memory that htn_world_init() needs; 0 for NULL. */
size_t htn_world_bytes(const htn_domain *domain);

/*
 * Makes a world with the declared initial values. `memory` is the caller's, aligned to 8, and must
 * outlive the world. OK | BAD_ARGUMENT | BAD_MEMORY | TOO_SMALL.
 */
htn_status htn_world_init(htn_world *world, const htn_domain *domain, void *memory, size_t size);

/* The value of a property; 0 for a property that does not exist. */
int32_t htn_world_get(const htn_world *world, htn_property property);

/* Changes a property. OK | BAD_ARGUMENT (no such property) | BAD_VALUE (nothing is written). */
htn_status htn_world_set(htn_world *world, htn_property property, int32_t value);

/*
 * The same for one cell of a table: `index` holds one value per parameter, `count` of them. An index
 * that is no instance (or `none`) reads as what a property of that type starts as.
 * BAD_ARGUMENT: also for a static table, a wrong count, and an index that is no instance.
 */
int32_t htn_world_get_at(const htn_world *world, htn_property property, const int32_t *index, uint32_t count);
htn_status htn_world_set_at(htn_world *world, htn_property property, const int32_t *index, uint32_t count,
                            int32_t value);

/*
 * Instances of open types: `type` is an index into the domain's types. Spawning takes the lowest free
 * slot of the type itself (not of a subtype). Despawning sets the properties that hold the instance to
 * none and its table entries to their initial values.
 * OK | BAD_ARGUMENT (no open type, or not an instance of it that is there) | FULL_INSTANCES.
 */
htn_status htn_world_spawn(htn_world *world, uint32_t type, int32_t *instance);
htn_status htn_world_despawn(htn_world *world, uint32_t type, int32_t instance);

/* Whether an instance of an open or closed type is there. */
bool htn_world_exists(const htn_world *world, uint32_t type, int32_t instance);

/* How often the instance's slot has been given out, modulo 65,536: tells a new instance from an old one in its slot. */
uint32_t htn_world_generation(const htn_world *world, uint32_t type, int32_t instance);

/* Makes `to` hold the values of `from`; both over one domain. OK | BAD_ARGUMENT | WRONG_DOMAIN. */
htn_status htn_world_copy(htn_world *to, const htn_world *from);

#ifdef __cplusplus
}
#endif

#endif
