/*
 * Versions. The headers that a game was compiled with and the library that it runs with must be of one version, as long as
 * HTN_VERSION_MAJOR is 0; from 1.0.0 on, the library may be newer, of the same major version. A changed struct, value or function is
 * a new version; `make test KIND=abi` holds that. A text that ends in `-dev` is of a version that is not released, which may change.
 *
 * A program that does not read these headers, such as a binding for a script language, needs to know how large the structs are that
 * its caller allocates: htn_sizeof_world() and so on, one for each struct of HTN_STRUCT_LIST.
 */
#ifndef HTN_VERSION_H
#define HTN_VERSION_H

#include <htn/api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HTN_VERSION_MAJOR 0
#define HTN_VERSION_MINOR 1
#define HTN_VERSION_PATCH 0
#define HTN_VERSION_TEXT  "0.1.0-dev"

/* As one number: versions can be compared by it. */
#define HTN_VERSION (HTN_VERSION_MAJOR * UINT32_C(1000000) + HTN_VERSION_MINOR * UINT32_C(1000) + HTN_VERSION_PATCH)

/* HTN_VERSION of the library. Compare it with that of the headers before anything else is called. */
HTN_API uint32_t htn_version(void);

/* HTN_STRUCT(name): htn_<name>, a struct that lies in the caller's memory. */
#define HTN_STRUCT_LIST(HTN_STRUCT) \
    HTN_STRUCT(domain)              \
    HTN_STRUCT(view)                \
    HTN_STRUCT(fault)               \
    HTN_STRUCT(world)               \
    HTN_STRUCT(limits)              \
    HTN_STRUCT(given_task)          \
    HTN_STRUCT(request)             \
    HTN_STRUCT(plan)                \
    HTN_STRUCT(step)                \
    HTN_STRUCT(span)                \
    HTN_STRUCT(argument)            \
    HTN_STRUCT(question)            \
    HTN_STRUCT(operator_binding)    \
    HTN_STRUCT(sensor_binding)      \
    HTN_STRUCT(sensing)             \
    HTN_STRUCT(bindings)            \
    HTN_STRUCT(activity)            \
    HTN_STRUCT(agent_options)       \
    HTN_STRUCT(group_options)       \
    HTN_STRUCT(counts)              \
    HTN_STRUCT(order)               \
    HTN_STRUCT(order_report)        \
    HTN_STRUCT(news)                \
    HTN_STRUCT(crowd)               \
    HTN_STRUCT(crowd_stats)         \
    HTN_STRUCT(journal)             \
    HTN_STRUCT(journal_event)       \
    HTN_STRUCT(journal_location)    \
    HTN_STRUCT(load_report)         \
    HTN_STRUCT(replay_report)       \
    HTN_STRUCT(event)               \
    HTN_STRUCT(achievement)

/* The size of each struct, in bytes, as the library was compiled. */
#define HTN_STRUCT(name) HTN_API size_t htn_sizeof_##name(void);
HTN_STRUCT_LIST(HTN_STRUCT)
#undef HTN_STRUCT

#ifdef __cplusplus
}
#endif

#endif
