/* Writing a cell of the working world, so that backtracking can undo it. */
#pragma once

#include <htn/native.h>

/*
 * Sets a cell of a property to the value in its range that is nearest. Does nothing if there is no such cell.
 * `room`: entries of the trail. False: the trail is full.
 */
bool htni_write_cell(const htni_machine *machine, htni_registers *now, uint32_t room, uint32_t property, uint32_t cell,
                     int32_t value);
