/*
 * The values that were read need not be kept: with the trail undone, the planner's working world is the world
 * in which its last search began.
 */
#include "footprint_check.h"
#include "../search/footprint.h"
#include "../world/cell_weight.h"
#include "working_world.h"

void htni_footprint_begin(htn_planner *planner)
{
    if (planner->footprints.last == planner->footprints.kept)
        planner->footprints.last = (uint16_t)(1 - planner->footprints.kept);
    htni_clear_marks(planner, planner->footprints.last);
}

bool htni_is_other(const htn_planner *planner, const htn_world *world, uint32_t bit)
{
    const uint32_t first = htni_first_generation(planner->machine.domain) * 64,
                   world_bytes = planner->machine.domain->world_bytes;
    if (bit < first)
        return htni_working_world(&planner->machine)[bit] != world->bytes[bit];
    const size_t at = (size_t)(bit - first) * 2;
    return memcmp((const uint8_t *)htni_region(&planner->machine, planner->copy.generations_at) + at,
                  world->bytes + world_bytes + at, 2) != 0;
}

static bool is_other_word(const htn_planner *planner, const htn_world *world, uint32_t word, uint64_t bits)
{
    const uint32_t first = word * 64;
    if (first + 64 <= planner->machine.domain->world_bytes &&
        memcmp(htni_working_world(&planner->machine) + first, world->bytes + first, 64) == 0)
        return false;
    for (uint32_t bit = first; bits != 0; bit++, bits >>= 1)
        if ((bits & 1) != 0 && htni_is_other(planner, world, bit))
            return true;
    return false;
}

/* Whether all marked words of a footprint from `first` on are the same. */
HTNI_NOINLINE static bool same_words(const htn_planner *planner, const htn_world *world, uint32_t which, uint32_t first)
{
    const htni_marks marks = htni_marks_in(planner, which);
    for (uint32_t i = 0; i < marks.to->words; i++) {
        const uint32_t word = marks.words[i];
        if (word >= first && is_other_word(planner, world, word, marks.bits[word]))
            return false;
    }
    return true;
}

static inline bool is_marked(const uint64_t *bits, uint32_t bit)
{
    return (bits[bit / 64] >> bit % 64 & 1) != 0;
}

/* Whether one of the bytes of a cell is marked, and is another one. */
HTNI_NOINLINE static bool is_other_cell(const htn_planner *planner, const htn_world *world, const uint64_t *bits,
                                        uint32_t cell)
{
    const uint32_t address = HTNI_ADDRESS(cell), end = address + htni_width_bytes(cell >> HTNI_WIDTH_SHIFT);
    for (uint32_t bit = address; bit < end; bit++)
        if (is_marked(bits, bit) && htni_is_other(planner, world, bit))
            return true;
    return false;
}

/*
 * Whether none of the changes in the world's log since the copy was made is of a marked cell, or the cell has
 * its old value again.
 */
static inline bool same_changes(const htn_planner *planner, const htn_world *world, uint32_t which)
{
    const uint64_t *const bits = htni_marked_bits(htni_footprint_of(planner, which));
    for (uint32_t change = planner->copy.changes; change != world->changes; change++) {
        const uint32_t cell = world->log[change % HTN_WORLD_LOG];
        if (htni_is_byte(cell) && !is_marked(bits, cell))
            continue;
        if (is_other_cell(planner, world, bits, cell))
            return false;
    }
    return true;
}

bool htni_footprint_is_current(htn_planner *planner, htn_world *world, uint32_t which)
{
    const bool logged = htni_has_log(planner, world);
    htni_undo_search(planner);
    if (!(logged ? same_changes(planner, world, which) : same_words(planner, world, which, 0)))
        return false;
    if (logged && HTNI_UNLIKELY(planner->copy.generations_hash != world->generations_hash) &&
        !same_words(planner, world, which, htni_first_generation(planner->machine.domain)))
        return false;
    if (logged) /* if it was another world's log, nothing is known */
        return htni_follow_log(planner, world);
    htni_copy_world(planner, world);
    return true;
}

void htni_footprint_accept(htn_planner *planner, const htn_world *world, uint32_t cell)
{
    planner->copy.values_hash += htni_copy_weighed(htni_working_world(&planner->machine), world->bytes, cell);
}
