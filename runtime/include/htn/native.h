/*
 * A domain as C: what `htn compile --emit-c` writes, for a game to compile in (docs/native.md). It holds the blob, and its code as
 * functions that do what the machine would do with it: the same plans, records, limits, budgets and suspension points. Everything
 * else is as with a blob, so between the two a game changes one line:
 *
 *     htn_domain_load(&domain, bytes, size, &fault);              a blob from a file, by the machine
 *     htn_domain_load_native(&domain, &troll_native, &fault);     the same compiled in
 */
#ifndef HTN_NATIVE_H
#define HTN_NATIVE_H

#include <htn/planner.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Made by `htn compile --emit-c` and constant; its fields are the runtime's. Declared by the `--header` written with it. */
typedef struct htn_native htn_native;

/*
 * htn_domain_load() of the blob that `native` holds, whose code runs as C. OK | BAD_BLOB | NEWER_BLOB | WRONG_RUNTIME (the C was
 * made by another version of the compiler, or compiled with another runtime's headers) | BAD_ARGUMENT (domain or native NULL).
 */
htn_status htn_domain_load_native(htn_domain *domain, const htn_native *native, htn_fault *fault);

/*
 * Has a loaded domain's code run as C from now on: for a game that loads blobs from files, and has the C of the one that it
 * ships. NULL: by the machine again. Not while another thread plans with the domain; a search under way may go on.
 * OK | WRONG_DOMAIN (the C is of another blob: nothing is changed) | WRONG_RUNTIME | BAD_ARGUMENT (no domain).
 */
htn_status htn_domain_use_native(htn_domain *domain, const htn_native *native);

#ifdef __cplusplus
}
#endif

/* --- The machine, as generated C sees it ---------------------------------------------------------- */

#ifndef __cplusplus /* the runtime and generated C are C */

/*
 * Names that begin with htni_ are the runtime's own, and change without notice. They stand here because generated C works on the
 * machine's state directly; the runtime itself uses the same declarations.
 *
 * A frame is a run of words in the region of frames: where the task goes on, in which frame, its innermost ancestor, then its locals.
 * The root's frame is at offset 0: what remains after the root task is DONE.
 */
enum { HTNI_FRAME_PC, HTNI_FRAME_PARENT, HTNI_FRAME_ANCESTRY, HTNI_FRAME_LOCALS };

/*
 * An ancestor, in the same region: one for each recursive task that is being decomposed. Offset 0 means none. Its depth can be
 * read all the same: it is 0, the ancestry in the root's frame.
 */
enum {
    HTNI_ANCESTOR_PARENT, /* the next ancestor up in the task network */
    HTNI_ANCESTOR_TASK,
    HTNI_ANCESTOR_DEPTH, /* how many ancestors there are, this one included */
    HTNI_ANCESTOR_FRAME, /* holds the task's arguments */
    HTNI_ANCESTOR_TRAIL, /* the trail's top when the task was entered: tells the working world of that moment */
    HTNI_ANCESTOR_WORDS
};
_Static_assert((int)HTNI_ANCESTOR_DEPTH == (int)HTNI_FRAME_ANCESTRY, "at offset 0 they are the same");

/*
 * The registers: all that backtracking restores. A choice point is a copy of them, and so is a suspended search. They are copied
 * in words of 16 bytes, and a load that overlaps a fresh store of another width is slow. Hence this order and size: `pc`, which
 * is written alone into a choice point, shares no such word with what is read soon after.
 */
typedef struct htni_registers {
    _Alignas(8) uint32_t frame; /* the current frame */
    uint32_t continue_pc;       /* where the current task goes on when it is done ... */
    uint32_t continue_frame;    /* ... and in which frame; a task with a frame has both there */
    uint32_t ancestry;          /* the innermost ancestor */
    uint32_t frames;            /* the tops of the regions */
    uint32_t steps;
    uint32_t record;
    uint32_t trail;
    uint32_t pc;        /* in a choice point: the alternative */
    uint32_t following; /* replanning: still on the running plan's path */
    uint32_t pending;   /* deferred writes that are not yet committed, at the far end of the trail's region */
} htni_registers;

/* An entry of the trail: a cell of the working world that was overwritten, and its old value. */
typedef struct htni_change {
    uint32_t cell; /* address | width << 30 */
    int32_t old;
} htni_change;

/* Where an entry of the record was made: only in domains whose methods bind variables or have a cooldown. */
typedef struct htni_place {
    uint32_t pc;
    uint32_t frame;
} htni_place;

/* The machine's state. It is the first part of a planner, which lies in one block; regions are offsets in that block. */
typedef struct htni_machine {
    const htn_domain *domain;
    htn_limits limits;   /* with the defaults filled in */
    uint32_t world_at;   /* the working world, then sums of the plan */
    uint32_t steps_at;   /* htn_step each */
    uint32_t record_at;  /* u16 each: the method traversal record */
    uint32_t places_at;  /* htni_place per entry of the record, where the domain needs them */
    uint32_t frames_at;  /* u32 each */
    uint32_t choices_at; /* htni_registers each: the choice points */
    htni_registers now;  /* while a search is suspended, or after its end */
    uint32_t choice_count;
    uint32_t work_left; /* units of work */
    uint32_t horizon;   /* the request's */
} htni_machine;

#endif

#endif
