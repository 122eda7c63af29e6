/*
 * The instruction SEEK, as a function of its own: where its loop lies across two lines of a cache, it takes a third
 * longer, and each change of the machine would move it.
 */
#include "seek.h"
#include "../blob/attributes.h"
#include "../blob/blob_reader.h"

/* Eight bytes as one word. They are only compared byte for byte, so the byte order does not matter. */
static inline uint64_t eight(const uint8_t *bytes)
{
    uint64_t eight;
    memcpy(&eight, bytes, sizeof eight);
    return eight;
}

HTNI_ALIGNED uint32_t htni_seek(const uint8_t *row, const uint8_t *world)
{
    while (((eight(world + htni_read32(row)) ^ eight(row + HTN_ROW_VALUES * 4)) & eight(row + HTN_ROW_MASKS * 4)) != 0)
        row += HTN_ROW_CONSTANTS * 4;
    return htni_read32(row + HTN_ROW_TARGET * 4);
}
