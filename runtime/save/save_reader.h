/*
 * Reading a save: the state of a load, and the primitives. Nothing in a save is trusted. Every
 * number is checked before it is used.
 *
 * A load goes through the save twice with the same code: first to see that all of it can be loaded,
 * then to load it. Only the second time, when `applies` is true, does it write anything that others
 * can see; and no check depends on what it has written. So a save that is refused changes nothing.
 */
#pragma once

#include <htn/group.h>
#include <htn/save.h>

typedef struct htni_loading {
    const uint8_t *bytes;
    uint32_t size;       /* of the whole save */
    uint32_t minor;      /* of its format */
    uint32_t at, end;    /* of what is being read */
    uint32_t types;      /* where the list of types begins; it ends at types_end */
    uint32_t type_count; /* how many there are */
    uint32_t types_end;
    uint64_t bytes_searched;  /* of types and names, again and again: bounded, so that no save takes for ever */
    const htn_domain *domain; /* of the world and agent that are loaded into */
    htn_world *world;
    htn_group *group; /* NULL: it is no group that is loaded */
    htn_agent *agent; /* NULL: only the world is loaded */
    bool
        inexact; /* the latest number had to be rounded or saturated: it is an int here and was a fixed number, or the other way */
    bool same_types;   /* the save's types, properties, tasks and operators are the domain's, number by number */
    bool exact;        /* so is the code */
    bool applies;      /* the second time through */
    htn_status status; /* OK: not refused so far. Else everything reads as 0 */
    htn_load_report report;
} htni_loading;

/*
 * Refuses the save, unless it has been refused already; htni_refuse_damaged() as one that was
 * damaged. Both return false.
 */
bool htni_refuse(htni_loading *in, htn_status status, const char *reason);
bool htni_refuse_damaged(htni_loading *in);

/* Whether the save has not been refused so far. */
static inline bool htni_is_accepted(const htni_loading *in)
{
    return in->status == HTN_OK;
}

/*
 * These read what save_writer.h writes. If it cannot be read they refuse the save and return 0,
 * NULL or "".
 */
uint32_t htni_get_number(htni_loading *in);
int32_t htni_get_signed(htni_loading *in);
const uint8_t *htni_get_bytes(htni_loading *in, uint32_t count);
const char *htni_get_text(htni_loading *in);

/* A number that must be below `limit`. */
uint32_t htni_get_below(htni_loading *in, uint32_t limit);

/* A number of things that take at least one byte each. */
uint32_t htni_get_count(htni_loading *in);

/* Limits reading to a part. Returns what to leave it with: reading then goes on behind the part. */
uint32_t htni_enter_part(htni_loading *in);
void htni_leave_part(htni_loading *in, uint32_t outer);
