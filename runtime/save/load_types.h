/*
 * The types of a save, which need not be those of the domain that it is loaded into. A saved type
 * is its number in the save's list of types; HTN_NONE: a symbol.
 */
#pragma once

#include "save_reader.h"

typedef struct htni_saved_type {
    uint32_t kind;      /* htni_saved_kind */
    uint32_t low, high; /* its values; 0 for numbers */
    uint32_t own;       /* open: how many of its slots, the first ones, belong to no subtype */
    uint32_t family;    /* open: its outermost type */
    uint32_t names;     /* where the offsets of its values' names lie; 0: its values have no names */
    const char *name;   /* open: the type's own */
} htni_saved_type;

/* Reads the part with the types. */
void htni_load_types(htni_loading *in);

/* The save's type number `index`. */
htni_saved_type htni_saved_type_at(htni_loading *in, uint32_t index);

/*
 * The name of a value of a type whose values have names; NULL: there is none, and the save is
 * refused.
 */
const char *htni_saved_value_name(htni_loading *in, const htni_saved_type *type, uint32_t value);

/* Reads the number of a saved type, or HTN_NONE. */
uint32_t htni_get_type(htni_loading *in);

/*
 * Whether a saved type and a type of the domain have the same kind of values; with same_types:
 * whether they are the same.
 */
bool htni_has_same_kind(htni_loading *in, uint32_t saved, uint32_t type);

/* Whether a saved type is open. */
bool htni_is_saved_open(htni_loading *in, uint32_t saved);

/* The types of a run of parameters in a save. */
typedef struct htni_saved_types {
    uint32_t count, at; /* how many are left to be read, and where */
    bool match;         /* they are as many, and of the same kinds, as the domain's that they were compared with */
} htni_saved_types;

/*
 * Reads past such types, and compares them with the domain's parameters from `first` on; `count`
 * HTN_NONE: with none.
 */
htni_saved_types htni_get_types(htni_loading *in, uint32_t first, uint32_t count);

/* The next of them. There must be one left. */
uint32_t htni_next_type(htni_loading *in, htni_saved_types *types);
