/* The restart sequence; see luby.h. */
#include "hddl/common/luby.h"

/*
 * The first 2^k - 1 numbers are the first 2^(k-1) - 1 numbers twice, then 2^(k-1). `size` is the length of
 * the smallest such prefix that has the index; while the index is not the prefix's last one, it is looked for
 * in the half.
 */
uint64_t hddl_luby(uint64_t index)
{
    uint64_t size = 1;
    while (size < index + 1)
        size = 2 * size + 1;
    while (size - 1 != index) {
        size /= 2;
        index %= size; /* NOLINT(clang-analyzer-core.DivideZero): where size is 1, index is 0 */
    }
    return (size + 1) / 2;
}
