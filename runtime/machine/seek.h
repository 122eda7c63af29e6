/* The instruction SEEK: methods in a row that ask for values of single bytes. */
#pragma once

#include "../blob/blob_reader.h"

/* Eight bytes as one word. They are only compared byte for byte, so the byte order does not matter. */
static inline uint64_t htni_eight(const uint8_t *bytes)
{
    uint64_t eight;
    memcpy(&eight, bytes, sizeof eight);
    return eight;
}

/*
 * The target of the first row, from `row` on, that the world matches. The verifier makes sure that the last
 * row matches any world. A chain of tests would end in a jump to an address that was just read; here the rows
 * lie one behind the other, and the only jump is predicted.
 */
static inline uint32_t htni_seek(const uint8_t *row, const uint8_t *world)
{
    while (((htni_eight(world + htni_read32(row)) ^ htni_eight(row + HTN_ROW_VALUES * 4)) &
            htni_eight(row + HTN_ROW_MASKS * 4)) != 0)
        row += HTN_ROW_CONSTANTS * 4;
    return htni_read32(row + HTN_ROW_TARGET * 4);
}
