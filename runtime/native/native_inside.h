/*
 * What a domain as C is to the runtime (public side: htn/native.h), and to the file that `htn compile --emit-c` writes. Its code
 * is cut into parts, functions of one or more whole tasks. Neighbours: htn_native.h, what those are made of; native.c.
 */
#ifndef HTNI_NATIVE_INSIDE_H
#define HTNI_NATIVE_INSIDE_H

#include "../machine/vm.h"
#include "../machine/vm_marked.h"
#include "../search/planner_block.h"

/* Changes with whatever a written file relies on: opcodes, registers, the planner's block, htn_native.h. */
#define HTNI_NATIVE_VERSION UINT32_C(3)

/*
 * A part goes on from planner->machine.now until the search ends, its fuel (planner->machine.work_left) is spent, or what comes next is not its
 * business. It does only what cannot come upon a limit: whoever calls it has seen to room for as many units of work
 * as there is fuel (native.c), and all else is the machine's.
 */
typedef uint32_t htni_part_function(htn_planner *planner);

/* Beside htn_status, what a part can answer: go on at planner->machine.now elsewhere, by the machine at first, or as native.c thinks. */
enum { HTNI_BY_MACHINE = HTN_STATUSES, HTNI_ELSEWHERE };

/* Bytes that may be written after one unit of work, and before another, without asking for room on the trail. */
enum { HTNI_WRITES_PER_UNIT = 4 };

struct htn_native {
    uint32_t version;       /* HTNI_NATIVE_VERSION */
    uint32_t planner_bytes; /* of struct htn_planner: the headers that it was compiled with are the runtime's */
    const uint8_t *blob;
    uint32_t size;
    uint32_t checksum;                 /* of the blob */
    uint32_t count;                    /* of parts */
    const uint32_t *starts;            /* of each part, its first instruction; they rise */
    htni_part_function *const *plain;  /* as vm.c */
    htni_part_function *const *marked; /* as vm_marked.c */
};

/* How many units of work a search that begins can do before it could come upon any of these limits: htn_planner.most_units. */
uint32_t htni_most_units(const htn_limits *limits);

/* htni_run() and htni_run_marked() of a domain that has C. */
htn_status htni_run_native(htn_planner *planner, uint32_t budget);
htn_status htni_run_native_marked(htn_planner *planner, uint32_t budget);

/* What runs a planner's searches and walks: the C, where the domain has it. */
typedef htn_status htni_run_function(htn_planner *planner, uint32_t budget);
static inline htni_run_function *htni_runner(const htn_planner *planner, bool marking)
{
    if (planner->machine.domain->native != NULL)
        return marking ? htni_run_native_marked : htni_run_native;
    return marking ? htni_run_marked : htni_run;
}

#endif
