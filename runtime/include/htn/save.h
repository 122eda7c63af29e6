/*
 * Saving agents and worlds, loading them, and hot reload (docs/saving.md).
 *
 * A save is a run of bytes in one format for every host. It refers to properties, tasks and so on
 * by name, so it can be loaded into a later build of its domain; a hot reload does the same without
 * a file. With the very blob that it was made with, a save is exact: the agent goes on as if
 * nothing had happened. The only thing that is never saved is a search under way, which begins
 * again.
 *
 * Operators' memory is saved as raw bytes. What they mean is the operator's own business: it must
 * not hold pointers.
 */
#ifndef HTN_SAVE_H
#define HTN_SAVE_H

#include <htn/api.h>
#include <htn/group.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of the header. A runtime loads saves of its own major version, whatever their minor one. */
#define HTN_SAVE_MAGIC "HTNS"
#define HTN_SAVE_MAJOR 1u
#define HTN_SAVE_MINOR 1u

/* How a load went. All zeroes and NULL if there is nothing to say. */
typedef struct htn_load_report {
    /*
     * The save was refused: why, a constant sentence, and where in the save, in bytes. NULL: it was
     * not.
     */
    const char *reason;
    uint32_t offset;

    /* The save was made with the very blob of the agent's domain: nothing was lost. */
    bool exact;

    /*
     * Properties that the domain does not have any more: by name, kind of value, and kinds of
     * parameters.
     */
    uint32_t properties_lost;

    /* Cells whose value is out of range now, or whose value's name is gone. */
    uint32_t values_changed;

    /* Instances of open types that existed, and for which there is no slot now. */
    uint32_t instances_lost;

    /* Running plans that go on, if they still hold in the next tick. */
    uint32_t plans_kept;

    /*
     * Running plans of which some step is not in the domain any more; the layer makes a fresh plan.
     */
    uint32_t plans_dropped;

    /* Steps in progress whose operator is not in the domain any more, or takes other arguments. */
    uint32_t steps_lost;
} htn_load_report;

/* Bytes that htn_agent_save() would write now; 0 if `agent` is NULL. */
HTN_API size_t htn_agent_save_bytes(const htn_agent *agent);

/*
 * Saves all that an agent is: its world, running plans, steps in progress with their arguments and
 * memory, timers, and unread news. Not what belongs to the caller: agent class, options, group,
 * crowd, journal and listener. `*used` (may be NULL) gets the number of bytes written, or needed if
 * that is TOO_SMALL. `out` may be NULL if `size` is 0. BAD_ARGUMENT | TOO_SMALL (nothing is
 * written) | BUSY (also: the agent is in a LATER group, and has not shared all that it has done).
 */
HTN_API htn_status htn_agent_save(const htn_agent *agent, void *out, size_t size, size_t *used);

/*
 * Turns a new agent into the saved one. New means: just made by htn_agent_init(), and never ticked.
 * Its class may belong to another build of the domain. Before this returns, each step in progress
 * gets `resume` or HTN_NEWS_RESUME, steps that are being aborted included. `report` may be NULL.
 *
 * A save is not trusted: anything may be in it. If it is refused, nothing has changed, and `report`
 * says why. BAD_ARGUMENT (also: the agent is not new) | BAD_SAVE (cut off, damaged, or no save) |
 * NEWER_SAVE | BUSY | of a save over the very same blob only: FULL_* (the agent's limits have no room
 * for the running plan) and TOO_SMALL (options.running is less than the number of steps in
 * progress). Of a save over another blob, what has no room is left out: see `report`.
 */
HTN_API htn_status htn_agent_load(htn_agent *agent, const void *save, size_t size, htn_load_report *report);

/*
 * Hot reload: `to`, a new agent over another build of the domain, takes over from `from`. The save
 * goes through `scratch`, of htn_agent_save_bytes(from) bytes. Steps in progress that `to` cannot
 * take over are aborted in `from`: one call of `abort`, or HTN_NEWS_ABORT. Afterwards `from` is
 * good for nothing but reading its news. Unless the result is OK, neither agent has changed.
 * Statuses: those of htn_agent_save() and htn_agent_load(); BAD_ARGUMENT also if both are the same
 * agent.
 */
HTN_API htn_status htn_agent_reload(htn_agent *to, htn_agent *from, void *scratch, size_t size,
                                    htn_load_report *report);

/*
 * A snapshot: from now on the agent writes to `journal`, and what it writes can be replayed (replay.h), whenever that is. The journal
 * gets a BEGIN and the agent's save, of htn_agent_save_bytes() bytes, which goes through `scratch`; both must have room. It may be
 * the journal that the agent has, whose run goes on then: a replay that is to go far into it begins at a snapshot. Before its first tick, htn_agent_journal() does the same.
 *
 * The agent goes on as if it had been saved and loaded, in its place and with its group, crowd and listener; but no step gets
 * `resume`, as nothing happens to it. A search under way begins again, and htn_agent_peaks() does. Other agents must not be in
 * their ticks. BAD_ARGUMENT (also: `journal` is NULL) | TOO_SMALL (of `scratch`; nothing has changed) | BUSY (see htn_agent_save();
 * nothing has changed).
 */
HTN_API htn_status htn_agent_snapshot(htn_agent *agent, htn_journal *journal, void *scratch, size_t size);

/*
 * The same for a world without an agent, such as a group's: its values and instances. The world
 * that is loaded into need not be new, and the save may be an agent's. htn_world_save_bytes()
 * returns 0 if `world` is NULL. htn_world_save(): BAD_ARGUMENT | TOO_SMALL. htn_world_load():
 * BAD_ARGUMENT | BAD_SAVE | NEWER_SAVE.
 */
HTN_API size_t htn_world_save_bytes(const htn_world *world);
HTN_API htn_status htn_world_save(const htn_world *world, void *out, size_t size, size_t *used);
HTN_API htn_status htn_world_load(htn_world *world, const void *save, size_t size, htn_load_report *report);

/*
 * The same for a group: its home's values and instances, what lies beneath Durings, and its id. Not its members: save and load each of
 * them, and let it join. A group is loaded into one without members; its mode stays what it is. htn_group_save_bytes() returns 0 if
 * `group` is NULL. htn_group_save(): BAD_ARGUMENT | TOO_SMALL | BUSY (from inside a member's callback). htn_group_load(): BAD_ARGUMENT
 * (also: it has members) | BAD_SAVE | NEWER_SAVE.
 */
HTN_API size_t htn_group_save_bytes(const htn_group *group);
HTN_API htn_status htn_group_save(const htn_group *group, void *out, size_t size, size_t *used);
HTN_API htn_status htn_group_load(htn_group *group, const void *save, size_t size, htn_load_report *report);

#ifdef __cplusplus
}
#endif

#endif
