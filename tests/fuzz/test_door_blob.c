/* The door for bytes that claim to be a blob, as they are: most are refused, with a reason and a place. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    exercise(data, size);
    return 0;
}
