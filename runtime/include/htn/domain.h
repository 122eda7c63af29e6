/*
 * A domain: a verified blob, ready to plan over. Immutable after htn_domain_load(), so any number of
 * worlds, planners and threads may share one. Nothing is copied: the blob must stay where it is for
 * as long as the domain is used.
 */
#ifndef HTN_DOMAIN_H
#define HTN_DOMAIN_H

#include <htn/api.h>
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

/* A section of the blob. */
typedef struct htn_view {
    const uint8_t *data; /* NULL: the section is absent */
    uint32_t count;      /* of elements */
    uint32_t size;       /* in bytes */
} htn_view;

/* Lies in the caller's memory. The members are for reading only. */
typedef struct htn_domain {
    const uint8_t *blob;
    uint32_t size; /* of the blob, in bytes */

    /* The same for domains whose worlds and plans mean the same. */
    uint32_t fingerprint;

    /* Bytes of a world state, and where in it the part begins that a group shares (world_bytes: there is none). */
    uint32_t world_bytes;
    uint32_t shared_at;

    /* HTN_BLOB_* */
    uint32_t flags;

    /* The most parameters and bindings of any task. */
    uint32_t max_arguments;

    /*
     * The most values that are kept of a method taken: its bindings, and with a While its task's parameters and
     * itself.
     */
    uint32_t max_bindings;

    /*
     * Of any Achieve: the most properties that its tasks write, and their bytes (a multiple of 8); the most tasks that
     * it uses, tests of bytes with which their actions begin, and writes of actions that do nothing else.
     */
    uint32_t max_writes;
    uint32_t max_state;
    uint32_t max_uses;
    uint32_t max_tests;
    uint32_t max_byte_writes;

    /* 1: some root selects the cheapest plan, so planners keep the best one so far. */
    uint32_t cheapest;

    /* Slots of open types: the world keeps a generation for each. */
    uint32_t instances;

    /* 1: some method has a Cooldown. */
    uint32_t cools;

    /* The HTN_TASK_* of all tasks together: a flag that is not here is no task's. */
    uint32_t task_flags;

    /* 1: some task has a Retry; AbortEffects. */
    uint32_t retries, aborts;

    /* 1: some method has a Cooldown, or values are kept of methods taken; planners then note where each was taken. */
    uint32_t record_sites;

    /* The domain's code as C; NULL: the machine runs it. */
    const struct htn_native *native;

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
HTN_API htn_status htn_domain_load(htn_domain *domain, const void *blob, size_t size, htn_fault *fault);

/* A domain as C, made by `htn compile --emit-c` (docs/native.md). Constant; `--header` declares it as NAME_native. */
typedef struct htn_native htn_native;

/*
 * htn_domain_load() of the blob that `native` holds, whose code then runs as C. OK | BAD_BLOB | NEWER_BLOB |
 * WRONG_RUNTIME (the C was made by another version of the compiler, or compiled with another runtime's headers) |
 * BAD_ARGUMENT (domain or native NULL).
 */
HTN_API htn_status htn_domain_load_native(htn_domain *domain, const htn_native *native, htn_fault *fault);

/*
 * Makes a loaded domain's code run as C from now on: for a game that loads blobs from files and has the C of the blob
 * that it ships. NULL: the machine runs it again. Not while another thread plans with the domain; a search under way
 * may continue. OK | WRONG_DOMAIN (the C is of another blob: nothing changes) | WRONG_RUNTIME | BAD_ARGUMENT (no
 * domain).
 */
HTN_API htn_status htn_domain_use_native(htn_domain *domain, const htn_native *native);

/* The checksum that the header holds. It finds accidents, not attacks. */
HTN_API uint32_t htn_blob_checksum(const void *bytes, size_t size);

/* The number of records of a section; 0: it is absent. */
HTN_API uint32_t htn_domain_count(const htn_domain *domain, htn_section section);

/* One u32 of a record (HTN_TASKS_ENTRY, ...). `index` must be below the count. */
HTN_API uint32_t htn_domain_field(const htn_domain *domain, htn_section section, uint32_t index, uint32_t field);

/* A text of `strings` or `debug_strings`, by its offset. Never NULL; "" if the offset is outside the section. */
HTN_API const char *htn_domain_text(const htn_domain *domain, htn_section strings, uint32_t offset);

/*
 * Names. Never NULL; "" for an index out of range. A root's name is that of its task; a method's is
 * its label, "" without one (`method` counts within its task); parameters may have none.
 */
HTN_API const char *htn_type_name(const htn_domain *domain, uint32_t type);
HTN_API const char *htn_property_name(const htn_domain *domain, htn_property property);
HTN_API const char *htn_task_name(const htn_domain *domain, htn_task task);
HTN_API const char *htn_task_parameter_name(const htn_domain *domain, htn_task task, uint32_t parameter);
HTN_API const char *htn_method_name(const htn_domain *domain, htn_task task, uint32_t method);
HTN_API const char *htn_root_name(const htn_domain *domain, uint32_t root);

/*
 * Types. An index out of range has the kind HTN_TYPE_KINDS, the range 0 to 0 and no parent.
 * htn_type_parent(): the entity type whose subtype it is; HTN_NONE: of none. htn_type_is_open():
 * its instances come and go. htn_instance_type(): the type of entities that the instance belongs to
 * itself, which is `type` or one of its subtypes; HTN_NONE: there is no such instance.
 */
HTN_API htn_type_kind htn_type_kind_of(const htn_domain *domain, uint32_t type);
HTN_API int32_t htn_type_low(const htn_domain *domain, uint32_t type);
HTN_API int32_t htn_type_high(const htn_domain *domain, uint32_t type);
HTN_API uint32_t htn_type_parent(const htn_domain *domain, uint32_t type);
HTN_API bool htn_type_is_open(const htn_domain *domain, uint32_t type);
HTN_API uint32_t htn_instance_type(const htn_domain *domain, uint32_t type, int32_t instance);

/*
 * The types of things, as indexes; HTN_NONE: out of range, or an operator's symbol. A property with
 * parameters is a table. HTN_TASK_KINDS: there is no such task.
 */
HTN_API uint32_t htn_property_type(const htn_domain *domain, htn_property property);
HTN_API uint32_t htn_property_parameters(const htn_domain *domain, htn_property property);
HTN_API uint32_t htn_property_parameter_type(const htn_domain *domain, htn_property property, uint32_t parameter);
HTN_API htn_task_kind htn_task_kind_of(const htn_domain *domain, htn_task task);
HTN_API uint32_t htn_task_parameters(const htn_domain *domain, htn_task task);
HTN_API uint32_t htn_task_parameter_type(const htn_domain *domain, htn_task task, uint32_t parameter);
HTN_API uint32_t htn_operator_parameters(const htn_domain *domain, uint32_t operator_index);
HTN_API uint32_t htn_operator_parameter_type(const htn_domain *domain, uint32_t operator_index, uint32_t parameter);
HTN_API htn_task htn_root_task(const htn_domain *domain, uint32_t root);

/*
 * The operator of a primitive task, as an index (`htn compile --header` names them). HTN_NONE: a compound task, a
 * primitive task without an operator, or no task.
 */
HTN_API uint32_t htn_task_operator(const htn_domain *domain, htn_task task);

/* An operator's name. Never NULL; "" for an index out of range, HTN_NONE included. */
HTN_API const char *htn_operator_name(const htn_domain *domain, uint32_t operator_index);

/* A sensor's name. Never NULL; "" for an index out of range. */
HTN_API const char *htn_sensor_name(const htn_domain *domain, uint32_t sensor);

/*
 * The name of a value of a type: `true`, `MeleeRange`, `none`. NULL: it is a number, or an instance of an open type.
 */
HTN_API const char *htn_value_name(const htn_domain *domain, uint32_t type, int32_t value);

/* The property whose first cell lies at an address of the world state; HTN_NONE: none. */
HTN_API htn_property htn_property_at(const htn_domain *domain, uint32_t address);

/*
 * Queries, which the game answers while planning (htn_planner_answer()): how many there are; the name of each (never
 * NULL; "" if out of range); the types of its answer and its parameters, as indexes (HTN_NONE if out of range), and
 * how many parameters it has.
 */
HTN_API uint32_t htn_query_count(const htn_domain *domain);
HTN_API const char *htn_query_name(const htn_domain *domain, htn_query query);
HTN_API uint32_t htn_query_type(const htn_domain *domain, htn_query query);
HTN_API uint32_t htn_query_parameters(const htn_domain *domain, htn_query query);
HTN_API uint32_t htn_query_parameter_type(const htn_domain *domain, htn_query query, uint32_t parameter);

/* How many candidates the query proposes at most, `Max`; 0: it answers with one value. */
HTN_API uint32_t htn_query_candidates(const htn_domain *domain, htn_query query);

/*
 * The answer of a query if the game gives none: false; 0 or the nearest end of its range; the first value of an Enum;
 * the first instance of a closed type; none (-1) of an open type. 0 if out of range.
 */
HTN_API int32_t htn_query_default(const htn_domain *domain, htn_query query);

/* By name; HTN_NONE: there is none. In linear time, so meant for start-up. */
HTN_API htn_property htn_property_find(const htn_domain *domain, const char *name);
HTN_API uint32_t htn_type_find(const htn_domain *domain, const char *name);
HTN_API htn_task htn_task_find(const htn_domain *domain, const char *name);
HTN_API htn_query htn_query_find(const htn_domain *domain, const char *name);
HTN_API uint32_t htn_operator_find(const htn_domain *domain, const char *name);
HTN_API uint32_t htn_sensor_find(const htn_domain *domain, const char *name);

/*
 * The value of a type by its name: of an Enum, an instance of a closed type, `true`, `false`, `none`.
 * False: there is none of that name; then `*value` is not changed. The reverse is htn_value_name().
 */
HTN_API bool htn_value_find(const htn_domain *domain, uint32_t type, const char *name, int32_t *value);

/*
 * The value of a symbol by its text, for an argument of a given task. False: no task of the domain has that text, so it
 * cannot be given; then `*value` is not changed. In linear time.
 */
HTN_API bool htn_symbol_find(const htn_domain *domain, const char *text, int32_t *value);

/* The root of that name, as an index for htn_request; HTN_NONE: none. */
HTN_API uint32_t htn_root_find(const htn_domain *domain, const char *task_name);

#ifdef __cplusplus
}
#endif

#endif
