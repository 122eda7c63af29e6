/* Loading values and worlds into the domain as it is now. */
#pragma once

#include "load_types.h"

/* Reads the part with instances and values. */
void htni_load_world(htni_loading *in);

/*
 * Reads the part with how long values last, when all else has been read. What cannot expire in this build expires at once.
 */
void htni_load_timers(htni_loading *in);

/*
 * A value of saved type `saved`, as one of `type` of the domain. HTN_NONE for either: a symbol.
 * False: it has no counterpart there, or the save is refused.
 */
bool htni_get_value(htni_loading *in, uint32_t saved, uint32_t type, int32_t *value);

/* A property of a save. */
typedef struct htni_saved_property {
    uint32_t property; /* the domain's; HTN_NONE: it has no counterpart */
    uint32_t type;     /* the saved type of its values */
    htni_saved_types parameters;
    uint32_t cells;
} htni_saved_property;

/* `hint`: the domain's property that it most likely is. */
htni_saved_property htni_get_property(htni_loading *in, uint32_t hint);

/*
 * A value of the property's cells. A number that is out of the property's range now becomes the
 * nearest end of the range, and is counted in the report. False: the value has no counterpart.
 */
bool htni_get_cell_value(htni_loading *in, const htni_saved_property *saved, int32_t *value);

/*
 * The domain's cell for a cell of the save's; HTN_NONE: it has no counterpart. The property must
 * have one.
 */
uint32_t htni_map_cell(htni_loading *in, const htni_saved_property *saved, uint32_t cell);
