/* Changes, and how they are undone; see lifted_trail.h. */
#include "hddl/lifted/lifted_trail.h"

#include "hddl/common/bits.h"
#include "hddl/common/hash.h"

/* --- Recording ------------------------------------------------------------------------------------------------------ */

static void push(lifted_search *search, uint32_t what, uint32_t old)
{
    search->trail =
        hddl_pool_reserve(&search->engine.pool, search->trail, search->trail_top + 1, sizeof *search->trail);
    search->trail[search->trail_top++] = (lifted_change){what, old};
}

static void record(lifted_search *search, lifted_change_kind kind, uint32_t what, uint32_t old)
{
    push(search, (uint32_t)kind << LIFTED_KIND_SHIFT | what, old);
}

void lifted_set_slot(lifted_search *search, uint32_t slot, uint32_t value)
{
    record(search, LIFTED_SLOT_SET, slot, search->stack[slot]);
    search->stack[slot] = value;
}

void lifted_protect(lifted_search *search, lifted_relation *relation, uint32_t atom, bool protects)
{
    relation->links[atom] += protects ? 1 : UINT32_MAX;
    record(search, protects ? LIFTED_PROTECTED : LIFTED_RELEASED, relation->number, atom);
}

void lifted_use(lifted_search *search, const uint32_t *objects, uint32_t count)
{
    for (uint32_t i = 0; i < count && search->symmetry.any; i++) {
        const uint32_t object = objects[i];
        if ((object & LIFTED_TAG) != 0 || search->symmetry.class_of[object] == HDDL_NONE ||
            search->symmetry.used[object])
            continue;
        search->symmetry.used[object] = true;
        record(search, LIFTED_USED, 0, object);
    }
}

/* --- Facts ---------------------------------------------------------------------------------------------------------- */

/* The state's hash is the xor of its facts' (Zobrist, "A New Hashing Method with Application for Game Playing", 1970). */
void lifted_flip_fact(lifted_search *search, lifted_relation *relation, uint32_t atom, bool holds)
{
    const uint64_t fact = ((uint64_t)relation->number << 32 | atom) + HDDL_GOLDEN_RATIO;
    relation->holds[atom] ^= LIFTED_HOLDS;
    relation->count = holds ? relation->count + 1 : relation->count - 1;
    search->state.low ^= hddl_mix(fact);
    search->state.high ^= hddl_mix(fact * HDDL_GOLDEN_RATIO);
    if (atom < relation->goal_of_count && relation->goal_of[atom] != 0)
        hddl_flip_bit(search->goals.open, relation->goal_of[atom] - 1);
}

static uint32_t index_count(const lifted_relation *relation)
{
    uint32_t count = 0;
    for (const lifted_index *index = relation->indexes; index != NULL; index = index->following)
        count++;
    return count;
}

/* A removed fact keeps its neighbours for the undoing. If it is added again meanwhile, the trail keeps them. */
static void save_neighbours(lifted_search *search, const lifted_relation *relation, uint32_t atom)
{
    for (const lifted_index *index = relation->indexes; index != NULL; index = index->following)
        push(search, index->next[atom], index->previous[atom]);
    push(search, index_count(relation), 0);
    record(search, LIFTED_MOVED, relation->number, atom);
}

/* Indexes that have been made since then come first. They did not know the fact. */
static void restore_neighbours(lifted_search *search, const lifted_relation *relation, uint32_t atom)
{
    const uint32_t saved = search->trail[--search->trail_top].what;
    uint32_t count = index_count(relation);
    const lifted_change *neighbours = &search->trail[search->trail_top -= saved];
    for (lifted_index *index = relation->indexes; index != NULL; index = index->following, count--) {
        const bool known = count <= saved;
        index->next[atom] = known ? neighbours->what : HDDL_NONE;
        index->previous[atom] = known ? neighbours->old : HDDL_NONE;
        neighbours += known;
    }
}

void lifted_set_fact(lifted_search *search, lifted_relation *relation, uint32_t atom, bool holds)
{
    if (relation->links != NULL && relation->links[atom] != 0)
        search->link_broken = true;
    if (holds && (relation->holds[atom] & LIFTED_WAS_REMOVED) != 0)
        save_neighbours(search, relation, atom);
    lifted_flip_fact(search, relation, atom, holds);
    for (lifted_index *index = relation->indexes; index != NULL; index = index->following)
        (holds ? lifted_link : lifted_unlink)(index, atom);
    if (!holds)
        relation->holds[atom] |= LIFTED_WAS_REMOVED;
    record(search, holds ? LIFTED_ADDED : LIFTED_REMOVED, relation->number, atom);
    lifted_use(search, lifted_objects(relation, atom), relation->arity);
}

/* --- Undoing -------------------------------------------------------------------------------------------------------- */

/*
 * An index that has been made since an atom was removed has no neighbours for it (place_atom() in lifted_relation.c).
 * There the atom goes to the front.
 */
static void undo_fact(lifted_search *search, lifted_relation *relation, uint32_t atom, bool removed)
{
    lifted_flip_fact(search, relation, atom, removed);
    for (lifted_index *index = relation->indexes; index != NULL; index = index->following) {
        if (!removed)
            lifted_unlink(index, atom);
        else if (index->next[atom] == HDDL_NONE && index->previous[atom] == HDDL_NONE)
            lifted_link(index, atom);
        else
            lifted_relink(index, atom);
    }
}

void lifted_undo(lifted_search *search, uint32_t trail)
{
    while (search->trail_top > trail) {
        const lifted_change change = search->trail[--search->trail_top];
        const uint32_t what = change.what & (LIFTED_SLOTS_MOST - 1);
        const lifted_change_kind kind = (lifted_change_kind)(change.what >> LIFTED_KIND_SHIFT);
        lifted_relation *relation = &search->relations[kind == LIFTED_SLOT_SET ? 0 : what];
        switch (kind) {
        case LIFTED_SLOT_SET: search->stack[what] = change.old; break;
        case LIFTED_ADDED:
        case LIFTED_REMOVED: undo_fact(search, relation, change.old, kind == LIFTED_REMOVED); break;
        case LIFTED_MOVED: restore_neighbours(search, relation, change.old); break;
        case LIFTED_PROTECTED: relation->links[change.old]--; break;
        case LIFTED_RELEASED: relation->links[change.old]++; break;
        case LIFTED_USED: search->symmetry.used[change.old] = false; break;
        }
    }
}
