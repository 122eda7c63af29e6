/*
 * A domain: a verified blob, ready to plan over. Immutable after htn_domain_load(), so any number of
 * worlds, planners and threads may share one. Nothing is copied: the blob must stay where it is for
 * as long as the domain is used.
 */
#ifndef HTN_DOMAIN_H
#define HTN_DOMAIN_H

#include <htn/blob.h>
#include <htn/status.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t htn_property; /* index of a world-state property; `htn compile --header` names them */
typedef uint32_t htn_task;     /* index of a task */
typedef uint32_t htn_query;    /* index of a query */

/* A section of the blob. `data` is NULL where the section is absent; `count` is of elements. */
typedef struct htn_view {
    const uint8_t *data;
    uint32_t count;
    uint32_t size; /* bytes */
} htn_view;

/* Caller's memory; the fields are for reading only. */
typedef struct htn_domain {
    const uint8_t *blob;
    uint32_t size;        /* bytes of the blob */
    uint32_t fingerprint; /* same for domains whose worlds and plans mean the same */
    uint32_t world_bytes;
    uint32_t shared_at;     /* where in a world the part begins that a group shares; world_bytes where there is none */
    uint32_t flags;         /* HTN_BLOB_* */
    uint32_t max_arguments; /* most parameters and bindings of any one task */
    uint32_t
        max_bindings; /* values kept of a method taken, at most: what it binds, and with a While its task's parameters and itself */
    uint32_t max_writes; /* most properties that the tasks of any one Achieve write */
    uint32_t max_state;  /* most bytes that those properties take up, a multiple of 8 */
    uint32_t max_uses;   /* most tasks that any one Achieve uses */
    uint32_t max_tests; /* most tests of bytes that the actions of any one Achieve begin with: the first ones of each */
    uint32_t cheapest;  /* 1: some root takes the cheapest plan, so planners keep the best one so far */
    uint32_t instances; /* slots of open types: the world keeps a generation for each */
    uint32_t cools;     /* 1: some method has a Cooldown */
    uint32_t places;    /* 1: that, or something is kept of methods taken: planners note where each was */
    const struct htn_native *native; /* its code as C; NULL: the machine runs it */
    htn_view sections[HTN_SECTION_LIMIT];
} htn_domain;

/* Where and why a blob was refused. */
typedef struct htn_fault {
    const char *section; /* "header", "section table" or the section's name; never NULL */
    uint32_t offset;     /* in the blob, in bytes */
    const char *reason;  /* a constant sentence; never NULL */
} htn_fault;

/*
 * Verifies the whole blob and makes `*domain` refer to it. `fault` may be NULL; it is filled in when
 * the result is BAD_BLOB or NEWER_BLOB; `*domain` is then empty. Takes time linear in `size`, and no memory.
 * OK | BAD_BLOB | NEWER_BLOB | BAD_ARGUMENT (domain or blob NULL).
 * What a verified blob can and cannot do: docs/blob.md.
 */
htn_status htn_domain_load(htn_domain *domain, const void *blob, size_t size, htn_fault *fault);

/* A domain as C, made by `htn compile --emit-c` (docs/native.md). Constant; `--header` declares it as NAME_native. */
typedef struct htn_native htn_native;

/*
 * htn_domain_load() of the blob that `native` holds, whose code then runs as C. OK | BAD_BLOB | NEWER_BLOB | WRONG_RUNTIME (the C was
 * made by another version of the compiler, or compiled with another runtime's headers) | BAD_ARGUMENT (domain or native NULL).
 */
htn_status htn_domain_load_native(htn_domain *domain, const htn_native *native, htn_fault *fault);

/*
 * Makes a loaded domain's code run as C from now on: for a game that loads blobs from files and has the C of the blob that it ships.
 * NULL: the machine runs it again. Not while another thread plans with the domain; a search under way may continue.
 * OK | WRONG_DOMAIN (the C is of another blob: nothing changes) | WRONG_RUNTIME | BAD_ARGUMENT (no domain).
 */
htn_status htn_domain_use_native(htn_domain *domain, const htn_native *native);

/* The checksum that the header holds; no protection against intent. */
uint32_t htn_blob_checksum(const void *bytes, size_t size);

/* Number of records of a section; 0 where it is absent. */
uint32_t htn_domain_count(const htn_domain *domain, htn_section section);

/* One u32 of a record (HTN_TASKS_ENTRY, ...). `index` must be below the count. */
uint32_t htn_domain_field(const htn_domain *domain, htn_section section, uint32_t index, uint32_t field);

/* A text of `strings` or `debug_strings` by its offset. Never NULL; "" where the offset is out of it. */
const char *htn_domain_text(const htn_domain *domain, htn_section strings, uint32_t offset);

/* Names. Never NULL; "" for an index out of range. */
const char *htn_property_name(const htn_domain *domain, htn_property property);
const char *htn_task_name(const htn_domain *domain, htn_task task);

/*
 * The operator that a task's step carries out, as an index (`htn compile --header` names them): the game binds each to
 * what it does. HTN_NONE for a compound task, for a primitive one without an operator, and out of range.
 */
uint32_t htn_task_operator(const htn_domain *domain, htn_task task);

/* An operator's name. Never NULL; "" for an index out of range, HTN_NONE included. */
const char *htn_operator_name(const htn_domain *domain, uint32_t operator_index);

/* The name of a value of a type: `true`, `MeleeRange`, `none`; NULL where it is a plain number, or an open type's instance. */
const char *htn_value_name(const htn_domain *domain, uint32_t type, int32_t value);

/* The property whose first cell lies at an address of the world state; HTN_NONE where none's does. */
htn_property htn_property_at(const htn_domain *domain, uint32_t address);

/*
 * Queries: what the host answers while planning (htn_planner_answer()). How many there are, and of each its name (never
 * NULL; "" for an index out of range), the type of its answer and of its parameters, as indexes of types; HTN_NONE and 0
 * out of range.
 */
uint32_t htn_query_count(const htn_domain *domain);
const char *htn_query_name(const htn_domain *domain, htn_query query);
uint32_t htn_query_type(const htn_domain *domain, htn_query query);
uint32_t htn_query_parameters(const htn_domain *domain, htn_query query);
uint32_t htn_query_parameter_type(const htn_domain *domain, htn_query query, uint32_t parameter);

/*
 * What a query answers where nobody does: false, 0 or the nearest end of its range, an Enum's first value, a closed
 * type's first instance, none (-1) of an open one. 0 out of range.
 */
int32_t htn_query_default(const htn_domain *domain, htn_query query);

/* By name; HTN_NONE where there is none. Linear: meant for start-up. */
htn_property htn_property_find(const htn_domain *domain, const char *name);
uint32_t htn_type_find(const htn_domain *domain, const char *name);
htn_task htn_task_find(const htn_domain *domain, const char *name);
htn_query htn_query_find(const htn_domain *domain, const char *name);
uint32_t htn_operator_find(const htn_domain *domain, const char *name);
uint32_t htn_sensor_find(const htn_domain *domain, const char *name);

/* The root of that name, as an index for htn_request; HTN_NONE where no root is called so. */
uint32_t htn_root_find(const htn_domain *domain, const char *task_name);

#ifdef __cplusplus
}
#endif

#endif
