/*
 * A world state: one flat buffer, in which each property has an address that the compiler chose. Every change is logged, so that
 * a planner, of which there may be any number, copies only what has changed.
 */
#ifndef HTN_WORLD_H
#define HTN_WORLD_H

#include <htn/api.h>
#include <htn/domain.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTN_WORLD_LOG = 64 /* changes that the log holds; a planner that is further behind copies the whole world */
};

/* How a world belongs to a group. The members are the runtime's. */
struct htni_link;

/* Lies in the caller's memory, and so do the `bytes`. The members belong to the runtime. */
typedef struct htn_world {
    const htn_domain *domain;
    uint8_t *bytes;

    /* How often a value has changed, modulo 2^32. */
    uint32_t changes;

    /*
     * Hashes: of the values, and of what has happened to the generations of instances. A planner whose copy has the same
     * ones need not ask whether another world was made in this memory meanwhile.
     */
    uint64_t values_hash;
    uint64_t generations_hash;

    /* Called after each change with its cell (HTN_NONE: any cell may have changed); an agent's journal. NULL: none. */
    void (*watcher)(void *user, uint32_t cell);
    void *watcher_user;
    struct htni_during_list *durings; /* values that steps in progress show; NULL: none ever do. An agent's */
    struct htni_link *link;           /* of a group's world, or of an agent's in a group; NULL: neither */
    struct htni_hold_states *holds;   /* what the layers of an agent hold; NULL: nothing ever. An agent's */
    struct htni_timers *timers;       /* values that expire; NULL: none ever do. An agent's, or a group's */

    /* The last changes: the cell of change k at k % HTN_WORLD_LOG. */
    uint32_t log[HTN_WORLD_LOG];
} htn_world;

/* Bytes of memory that htn_world_init() needs; 0 for NULL. */
HTN_API size_t htn_world_bytes(const htn_domain *domain);

/*
 * Makes a world with the declared initial values. `memory` is the caller's, aligned to 8, and must
 * outlive the world. OK | BAD_ARGUMENT | BAD_MEMORY | TOO_SMALL.
 */
HTN_API htn_status htn_world_init(htn_world *world, const htn_domain *domain, void *memory, size_t size);

/* The value of a property; 0 for a property that does not exist. */
HTN_API int32_t htn_world_get(const htn_world *world, htn_property property);

/* Changes a property. OK | BAD_ARGUMENT (no such property) | BAD_VALUE (nothing is written). */
HTN_API htn_status htn_world_set(htn_world *world, htn_property property, int32_t value);

/*
 * The same for one cell of a table. `index`: `count` values, one for each parameter. Reading with an index that is no instance
 * (or `none`) gives the default of the property's type. BAD_ARGUMENT: also for a static table, a wrong count, and an index that
 * is no instance.
 */
HTN_API int32_t htn_world_get_at(const htn_world *world, htn_property property, const int32_t *index, uint32_t count);
HTN_API htn_status htn_world_set_at(htn_world *world, htn_property property, const int32_t *index, uint32_t count,
                                    int32_t value);

/*
 * Adds `n` to a number, or to a number in one cell of a table. The result is the value of the property's range that is nearest. In a
 * world that shares the property with a group, two agents that add 1 have added 2; if each reads the value and sets the sum, it is 1.
 * OK | BAD_ARGUMENT (also: the property is no number).
 */
HTN_API htn_status htn_world_add(htn_world *world, htn_property property, int32_t n);
HTN_API htn_status htn_world_add_at(htn_world *world, htn_property property, const int32_t *index, uint32_t count,
                                    int32_t n);

/*
 * The same for a time: after 1 to 2^31 - 1 milliseconds (more counts as that) the cell gets its initial value, unless something
 * else is written to it before. An agent's value expires in a tick, after its sensors. BAD_ARGUMENT: also for a property that
 * cannot expire (no effect sets it for a time, and it is not marked `Expires`), for 0 milliseconds, and for a world that is
 * not an agent's or a group's. In a group, shared values expire by the group's clock: htn_group_tick().
 */
HTN_API htn_status htn_world_set_for(htn_world *world, htn_property property, int32_t value, uint32_t milliseconds);
HTN_API htn_status htn_world_set_at_for(htn_world *world, htn_property property, const int32_t *index, uint32_t count,
                                        int32_t value, uint32_t milliseconds);

/* How many milliseconds are left until the value of a cell expires; 0: it does not, or there is no such cell. */
HTN_API uint32_t htn_world_time_left(const htn_world *world, htn_property property, const int32_t *index,
                                     uint32_t count);

/*
 * Instances of open types. `type`: index into the domain's types. Spawning takes the lowest free slot of the type itself, not of
 * a subtype. Despawning sets the properties that hold the instance to none, and the table cells of the instance to their initial
 * values. In a LATER group's member no instance of a shared type can be spawned: BAD_ARGUMENT (group.h).
 * OK | BAD_ARGUMENT (no open type, or no instance of it that is present) | FULL_INSTANCES.
 */
HTN_API htn_status htn_world_spawn(htn_world *world, uint32_t type, int32_t *instance);
HTN_API htn_status htn_world_despawn(htn_world *world, uint32_t type, int32_t instance);

/* Whether an instance of an open or closed type is present. */
HTN_API bool htn_world_exists(const htn_world *world, uint32_t type, int32_t instance);

/* How often the slot of an instance was given out, modulo 65,536: tells a new instance from an old one in the same slot. */
HTN_API uint32_t htn_world_generation(const htn_world *world, uint32_t type, int32_t instance);

/*
 * Copies all values of `from` to `to`, with the time that is left to them, instances included; into the world of an agent in a group, only what is not shared. Both are
 * worlds of one domain. OK | BAD_ARGUMENT | WRONG_DOMAIN | BUSY (into the world of an AT_ONCE group, from inside a member's callback).
 */
HTN_API htn_status htn_world_copy(htn_world *to, const htn_world *from);

#ifdef __cplusplus
}
#endif

#endif
