/*
 * Saving agents and worlds, and taking them over into another build of their domain (docs/saving.md). A save is bytes
 * of one format on every host. It names what it speaks of, so that it loads into a later build as well: that is what a
 * hot reload does. Operators' memory is kept as it is: what its bytes mean is the operator's own.
 *
 * With the very blob that it was made with a save is exact: the agent goes on as if nothing had happened. Only a search
 * under way is not kept; it begins anew.
 */
#ifndef HTN_SAVE_H
#define HTN_SAVE_H

#include <htn/agent.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HTN_SAVE_MAGIC "HTNS"
#define HTN_SAVE_MAJOR 1u
#define HTN_SAVE_MINOR 0u

/* How a load went. All zeroes and NULL where there is nothing to say. */
typedef struct htn_load_report {
    const char *reason;       /* refused: why, a constant sentence; else NULL */
    uint32_t offset;          /* refused: where in the save, in bytes */
    bool exact;               /* it was made with the very blob of the agent's domain: nothing was lost */
    uint32_t properties_lost; /* the domain has none of that name, kind of value, and kinds of parameters */
    uint32_t values_changed;  /* cells whose value is out of the range now, or has no name there any more */
    uint32_t instances_lost;  /* of open types: that were there, and have no slot now */
    uint32_t plans_kept;      /* running plans that go on, if they still hold at the next tick */
    uint32_t plans_dropped;   /* ... of which a step is not in the domain any more: planned anew */
    uint32_t steps_lost; /* steps in progress whose operator is not in the domain any more, or takes something else */
} htn_load_report;

/* Bytes that htn_agent_save() writes now; 0 where agent is NULL. */
size_t htn_agent_save_bytes(const htn_agent *agent);

/*
 * Writes all that an agent is: its world, running plans, steps in progress with their arguments and memory, timers, news that has not
 * been read. Not its kind, options, group, crowd, journal and listener, which are the caller's. `*used` (may be NULL) is the number of bytes
 * written, or, with TOO_SMALL, needed. `out` may be NULL where `size` is 0.
 * OK | BAD_ARGUMENT | TOO_SMALL (nothing is written) | BUSY.
 */
htn_status htn_agent_save(const htn_agent *agent, void *out, size_t size, size_t *used);

/*
 * Makes an agent that htn_agent_init() has just made, and that has not been ticked, what the saved one was. Its kind may be over
 * another build of the domain. Before this returns each step in progress, aborts included, gets `resume` or HTN_NEWS_RESUME.
 * `report` may be NULL. A save is believed nothing: one that is refused, with a reason in `report`, changes nothing.
 * OK | BAD_ARGUMENT (also: not a new agent, with a reason) | BAD_SAVE | NEWER_SAVE | FULL_* (the agent's limits have no room for the running
 * plan) | TOO_SMALL (options.running is less than the steps in progress) | BUSY.
 */
htn_status htn_agent_load(htn_agent *agent, const void *save, size_t size, htn_load_report *report);

/*
 * Hot reload: `to`, new, over another build of the domain, takes over from `from`, by a save in `scratch` (htn_agent_save_bytes(from)).
 * Steps in progress that `to` does not take over are aborted in `from`: one call of `abort`, or HTN_NEWS_ABORT in its news,
 * after which `from` is only good for reading those, and for being forgotten. Unless it is OK nothing has changed in either.
 * As htn_agent_save() and htn_agent_load().
 */
htn_status htn_agent_reload(htn_agent *to, htn_agent *from, void *scratch, size_t size, htn_load_report *report);

/*
 * The same of a world by itself, such as the one that a group shares: its values and instances. `world` need not be new.
 * `save` may be an agent's as well. OK | BAD_ARGUMENT | TOO_SMALL; OK | BAD_ARGUMENT | BAD_SAVE | NEWER_SAVE.
 */
size_t htn_world_save_bytes(const htn_world *world);
htn_status htn_world_save(const htn_world *world, void *out, size_t size, size_t *used);
htn_status htn_world_load(htn_world *world, const void *save, size_t size, htn_load_report *report);

#ifdef __cplusplus
}
#endif

#endif
