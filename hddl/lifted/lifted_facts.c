/*
 * The state: a relation for each predicate, in which atoms are numbered as they are first seen, and lists of the facts that hold
 * for each combination of objects that a join plan asks by. Lists are doubly linked and undone in the reverse order
 * (Knuth, "Dancing Links", 2000), so that an iterator finds its place as it was. The newest fact is the first. An index is made
 * when a plan first asks for it.
 */
#include "hddl/lifted/lifted_inside.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 8 };

static uint32_t hash_of(const uint32_t *objects, uint32_t arity, uint32_t mask)
{
    uint64_t hash = 0x9E3779B97F4A7C15u;
    for (uint32_t i = 0; i < arity; i++)
        if (i >= 32 || (mask >> i & 1) != 0)
            hash = (hash ^ objects[i]) * 0xBF58476D1CE4E5B9u;
    return (uint32_t)(hash >> 32);
}

static const uint32_t *objects_of(const lifted_relation *relation, uint32_t atom)
{
    return relation->objects + (size_t)atom * relation->arity;
}

/* --- Buckets of an index -------------------------------------------------------------------------------------------- */

static bool same_key(const lifted_relation *relation, const lifted_index *index, uint32_t atom, const uint32_t *objects)
{
    const uint32_t *own = objects_of(relation, atom);
    for (uint32_t i = 0; index->mask >> i != 0; i++)
        if ((index->mask >> i & 1) != 0 && own[i] != objects[i])
            return false;
    return true;
}

static uint32_t key_hash(const lifted_relation *relation, const lifted_index *index, const uint32_t *objects)
{
    return hash_of(objects, relation->arity < 32 ? relation->arity : 32, index->mask);
}

/* The slot of the objects' bucket, or the empty one where it would be. */
static uint32_t bucket_slot(const lifted_relation *relation, const lifted_index *index, const uint32_t *objects)
{
    uint32_t at = key_hash(relation, index, objects) & index->slot_mask;
    while (index->slots[at] != 0 && !same_key(relation, index, index->samples[index->slots[at] - 1], objects))
        at = (at + 1) & index->slot_mask;
    return at;
}

static void grow_slots(lifted_search *search, uint32_t **slots, uint32_t *mask)
{
    size_t old_size = (*mask + (size_t)1) * sizeof(uint32_t), size = *slots == NULL ? FIRST_SLOTS * 4 : old_size * 4;
    *slots = lifted_grow(search, *slots, *slots == NULL ? 0 : old_size, size);
    memset(*slots, 0, size);
    *mask = (uint32_t)(size / sizeof(uint32_t)) - 1;
}

static void add_bucket(lifted_search *search, const lifted_relation *relation, lifted_index *index, uint32_t sample)
{
    if (index->bucket_count == index->bucket_capacity) {
        uint32_t capacity = index->bucket_capacity == 0 ? FIRST_SLOTS : index->bucket_capacity * 2;
        size_t old_size = index->bucket_capacity * sizeof(uint32_t), size = capacity * sizeof(uint32_t);
        index->heads = lifted_grow(search, index->heads, old_size, size);
        index->samples = lifted_grow(search, index->samples, old_size, size);
        index->bucket_capacity = capacity;
    }
    index->heads[index->bucket_count] = LIFTED_NONE;
    index->samples[index->bucket_count++] = sample;
    if (index->slots == NULL || index->bucket_count > index->slot_mask / 2) {
        grow_slots(search, &index->slots, &index->slot_mask);
        for (uint32_t i = 0; i < index->bucket_count; i++)
            index->slots[bucket_slot(relation, index, objects_of(relation, index->samples[i]))] = i + 1;
    } else {
        index->slots[bucket_slot(relation, index, objects_of(relation, sample))] = index->bucket_count;
    }
}

static void place_atom(lifted_search *search, const lifted_relation *relation, lifted_index *index, uint32_t atom)
{
    const uint32_t *objects = objects_of(relation, atom);
    uint32_t bucket = index->slots == NULL ? 0 : index->slots[bucket_slot(relation, index, objects)];
    if (bucket == 0) {
        add_bucket(search, relation, index, atom);
        bucket = index->bucket_count;
    }
    index->bucket_of[atom] = bucket - 1;
    index->previous[atom] = index->next[atom] = LIFTED_NONE;
}

uint32_t lifted_first(const lifted_relation *relation, const lifted_index *index, const uint32_t *objects)
{
    if (index->slots == NULL)
        return LIFTED_NONE;
    uint32_t bucket = index->slots[bucket_slot(relation, index, objects)];
    return bucket == 0 ? LIFTED_NONE : index->heads[bucket - 1];
}

static void link_first(lifted_index *index, uint32_t atom)
{
    uint32_t *head = &index->heads[index->bucket_of[atom]];
    index->previous[atom] = LIFTED_NONE;
    index->next[atom] = *head;
    if (*head != LIFTED_NONE)
        index->previous[*head] = atom;
    *head = atom;
}

static void unlink_atom(lifted_index *index, uint32_t atom)
{
    uint32_t next = index->next[atom], previous = index->previous[atom];
    if (next != LIFTED_NONE)
        index->previous[next] = previous;
    if (previous != LIFTED_NONE)
        index->next[previous] = next;
    else
        index->heads[index->bucket_of[atom]] = next;
}

/* Back to where it was when it was unlinked: everything since has been undone. */
static void link_again(lifted_index *index, uint32_t atom)
{
    uint32_t next = index->next[atom], previous = index->previous[atom];
    if (next != LIFTED_NONE)
        index->previous[next] = atom;
    if (previous != LIFTED_NONE)
        index->next[previous] = atom;
    else
        index->heads[index->bucket_of[atom]] = atom;
}

/* --- Relations ------------------------------------------------------------------------------------------------------ */

static uint32_t atom_slot(const lifted_relation *relation, const uint32_t *objects)
{
    uint32_t at = hash_of(objects, relation->arity, UINT32_MAX) & relation->slot_mask;
    while (relation->slots[at] != 0 && relation->arity != 0 &&
           memcmp(objects_of(relation, relation->slots[at] - 1), objects, relation->arity * sizeof *objects) != 0)
        at = (at + 1) & relation->slot_mask;
    return at;
}

uint32_t lifted_find(const lifted_relation *relation, const uint32_t *objects)
{
    if (relation->slots == NULL)
        return LIFTED_NONE;
    return relation->slots[atom_slot(relation, objects)] - 1;
}

static void grow_index(lifted_search *search, lifted_index *index, uint32_t old, uint32_t capacity)
{
    size_t old_size = old * sizeof(uint32_t), size = capacity * sizeof(uint32_t);
    index->bucket_of = lifted_grow(search, index->bucket_of, old_size, size);
    index->next = lifted_grow(search, index->next, old_size, size);
    index->previous = lifted_grow(search, index->previous, old_size, size);
}

static void grow_relation(lifted_search *search, lifted_relation *relation)
{
    uint32_t old = relation->atom_capacity, capacity = old == 0 ? FIRST_SLOTS : old * 2;
    size_t width = relation->arity * sizeof(uint32_t);
    relation->objects = lifted_grow(search, relation->objects, old * width, capacity * width + 1);
    relation->holds = lifted_grow(search, relation->holds, old, capacity);
    if (relation->never_added || relation->never_removed) {
        relation->claims = lifted_grow(search, relation->claims, old * sizeof(uint32_t), capacity * sizeof(uint32_t));
        memset(relation->claims + old, 0, (capacity - old) * sizeof(uint32_t));
    }
    for (lifted_index *index = relation->indexes; index != NULL; index = index->following)
        grow_index(search, index, old, capacity);
    relation->atom_capacity = capacity;
}

uint32_t lifted_intern(lifted_search *search, lifted_relation *relation, const uint32_t *objects)
{
    if (relation->slots != NULL) {
        uint32_t known = relation->slots[atom_slot(relation, objects)];
        if (known != 0)
            return known - 1;
    }
    if (relation->atom_count == relation->atom_capacity)
        grow_relation(search, relation);
    uint32_t atom = relation->atom_count++;
    if (relation->arity != 0)
        memcpy(relation->objects + (size_t)atom * relation->arity, objects, relation->arity * sizeof *objects);
    relation->holds[atom] = 0;
    if (relation->slots == NULL || relation->atom_count > relation->slot_mask / 2) {
        grow_slots(search, &relation->slots, &relation->slot_mask);
        for (uint32_t i = 0; i < relation->atom_count; i++)
            relation->slots[atom_slot(relation, objects_of(relation, i))] = i + 1;
    } else {
        relation->slots[atom_slot(relation, objects)] = atom + 1;
    }
    for (lifted_index *index = relation->indexes; index != NULL; index = index->following)
        place_atom(search, relation, index, atom);
    return atom;
}

/* Indexes that are made later list the facts in the order of their numbers: no iterator runs over them yet. */
lifted_index *lifted_index_of(lifted_search *search, lifted_relation *relation, uint32_t mask)
{
    lifted_index *index = relation->indexes;
    while (index != NULL && index->mask != mask)
        index = index->following;
    if (index != NULL)
        return index;
    index = BASE_NEW(&search->arena, lifted_index);
    index->mask = mask;
    index->following = relation->indexes;
    relation->indexes = index;
    grow_index(search, index, 0, relation->atom_capacity);
    for (uint32_t atom = 0; atom < relation->atom_count; atom++) {
        place_atom(search, relation, index, atom);
        if (lifted_holds(relation, atom))
            link_first(index, atom);
    }
    return index;
}

/* --- Changes -------------------------------------------------------------------------------------------------------- */

/* The state's hash is the sum of its facts' (Zobrist, "A New Hashing Method with Application for Game Playing", 1970). */
static void toggle(lifted_search *search, const lifted_relation *relation, uint32_t atom)
{
    uint64_t fact = ((uint64_t)relation->number << 32 | atom) + 0x9E3779B97F4A7C15u;
    search->state.low ^= hddl_mix(fact);
    search->state.high ^= hddl_mix(fact * 0x9E3779B97F4A7C15u);
}

static void switch_fact(lifted_search *search, lifted_relation *relation, uint32_t atom, bool holds)
{
    relation->holds[atom] = (uint8_t)((relation->holds[atom] & LIFTED_WAS_REMOVED) | (holds ? LIFTED_HOLDS : 0));
    if (relation->claims != NULL && relation->claims[atom] != 0)
        search->broken = true;
    relation->count = holds ? relation->count + 1 : relation->count - 1;
    toggle(search, relation, atom);
    if (atom < relation->goal_of_count && relation->goal_of[atom] != 0)
        lifted_flip_bit(search->goals_open, relation->goal_of[atom] - 1);
}

/* A fact that is removed keeps its neighbours for the undoing; where it comes back elsewhere meanwhile, the trail does. */
static void save_links(lifted_search *search, const lifted_relation *relation, uint32_t atom)
{
    uint32_t count = 0;
    for (const lifted_index *index = relation->indexes; index != NULL; index = index->following)
        count++;
    for (const lifted_index *index = relation->indexes; index != NULL; index = index->following)
        lifted_record(search, index->next[atom], index->previous[atom]);
    lifted_record(search, count, 0);
    lifted_record(search, LIFTED_MOVED | relation->number, atom);
}

/* Newer indexes stand before those that were there when the links were saved: they did not know the fact then. */
static void restore_links(lifted_search *search, const lifted_relation *relation, uint32_t atom)
{
    uint32_t saved = search->trail[--search->trail_top].what, count = 0;
    for (const lifted_index *index = relation->indexes; index != NULL; index = index->following)
        count++;
    const lifted_change *links = &search->trail[search->trail_top -= saved];
    for (lifted_index *index = relation->indexes; index != NULL; index = index->following, count--) {
        bool known = count <= saved;
        index->next[atom] = known ? links->what : LIFTED_NONE;
        index->previous[atom] = known ? links->old : LIFTED_NONE;
        links += known;
    }
}

void lifted_add(lifted_search *search, lifted_relation *relation, uint32_t atom)
{
    if ((relation->holds[atom] & LIFTED_WAS_REMOVED) != 0)
        save_links(search, relation, atom);
    switch_fact(search, relation, atom, true);
    for (lifted_index *index = relation->indexes; index != NULL; index = index->following)
        link_first(index, atom);
    lifted_record(search, LIFTED_ADDED | relation->number, atom);
    lifted_use(search, objects_of(relation, atom), relation->arity);
}

void lifted_remove(lifted_search *search, lifted_relation *relation, uint32_t atom)
{
    switch_fact(search, relation, atom, false);
    relation->holds[atom] |= LIFTED_WAS_REMOVED;
    for (lifted_index *index = relation->indexes; index != NULL; index = index->following)
        unlink_atom(index, atom);
    lifted_record(search, LIFTED_REMOVED | relation->number, atom);
    lifted_use(search, objects_of(relation, atom), relation->arity);
}

static void undo_note(lifted_search *search, uint32_t what, uint32_t about)
{
    if ((what & LIFTED_NOTES) == LIFTED_USED)
        search->used[about] = false;
    else
        search->relations[what & ~(LIFTED_TAG | LIFTED_NOTES)].claims[about] +=
            (what & LIFTED_NOTES) == LIFTED_FREED ? 1 : UINT32_MAX;
}

/*
 * An index that has been made since an atom was removed does not know its place: place_atom() has left it without neighbours, so
 * it must not be linked by them. Such an atom goes to the front.
 */
static void undo_change(lifted_search *search, uint32_t what, uint32_t atom)
{
    lifted_relation *relation = &search->relations[what & ~LIFTED_TAG];
    bool removed = (what & LIFTED_TAG) == LIFTED_REMOVED;
    if ((what & LIFTED_TAG) == LIFTED_MOVED) {
        restore_links(search, relation, atom);
        return;
    }
    switch_fact(search, relation, atom, removed);
    for (lifted_index *index = relation->indexes; index != NULL; index = index->following) {
        if (!removed)
            unlink_atom(index, atom);
        else if (index->next[atom] == LIFTED_NONE && index->previous[atom] == LIFTED_NONE)
            link_first(index, atom);
        else
            link_again(index, atom);
    }
}

void lifted_record(lifted_search *search, uint32_t what, uint32_t old)
{
    if (search->trail_top == search->trail_capacity) {
        uint32_t capacity = search->trail_capacity == 0 ? 1024 : search->trail_capacity * 2;
        search->trail = lifted_grow(search, search->trail, search->trail_capacity * sizeof(lifted_change),
                                    capacity * sizeof(lifted_change));
        search->trail_capacity = capacity;
    }
    search->trail[search->trail_top++] = (lifted_change){what, old};
}

void lifted_undo(lifted_search *search, uint32_t trail)
{
    while (search->trail_top > trail) {
        const lifted_change *change = &search->trail[--search->trail_top];
        if ((change->what & LIFTED_TAG) == LIFTED_MOVED && (change->what & LIFTED_NOTES) != 0)
            undo_note(search, change->what, change->old);
        else if ((change->what & LIFTED_TAG) != 0)
            undo_change(search, change->what, change->old);
        else
            search->stack[change->what] = change->old;
    }
}

/* --- Making --------------------------------------------------------------------------------------------------------- */

static void make_relation(lifted_search *search, uint32_t number)
{
    const hddl_predicate *predicate = &search->problem->source->predicates[number];
    lifted_relation *relation = &search->relations[number];
    relation->number = number;
    relation->arity = predicate->parameters.count;
    relation->is_static = predicate->is_static;
    relation->conforms = true;
    relation->distinct = base_alloc_array(&search->arena, relation->arity, sizeof(uint32_t));
}

/* What no action makes true again once it is false. */
static void find_lasting(lifted_search *search)
{
    for (uint32_t i = 0; i < search->problem->action_count; i++) {
        const normal_action *action = &search->problem->actions[i];
        for (uint32_t k = 0; k < action->effect_count; k++) {
            lifted_relation *relation = &search->relations[action->effects[k].predicate];
            *(action->effects[k].adds ? &relation->never_removed : &relation->never_added) = true;
        }
    }
    for (uint32_t i = 0; i < search->problem->source->predicate_count; i++) {
        lifted_relation *relation = &search->relations[i];
        if (relation->never_added && relation->never_removed)
            relation->never_added = relation->never_removed = false;
    }
}

/* How many objects the facts have at each place: `seen` says at which atom of which place an object was last met. */
static void count_distinct(lifted_search *search, lifted_relation *relation, uint32_t *seen, uint32_t *stamp)
{
    const hddl_problem *problem = search->problem->source;
    const hddl_variables *parameters = &problem->predicates[relation->number].parameters;
    for (uint32_t place = 0; place < relation->arity; place++) {
        ++*stamp;
        for (uint32_t atom = 0; atom < relation->atom_count; atom++) {
            uint32_t object = objects_of(relation, atom)[place];
            if (seen[object] == *stamp)
                continue;
            seen[object] = *stamp;
            relation->distinct[place]++;
            relation->conforms = relation->conforms && hddl_is_of(problem, object, parameters->items[place].type);
        }
    }
}

void lifted_facts_make(lifted_search *search)
{
    const hddl_problem *problem = search->problem->source;
    uint32_t widest = 1, stamp = 0;
    search->relations = base_alloc_array(&search->arena, problem->predicate_count, sizeof *search->relations);
    for (uint32_t i = 0; i < problem->predicate_count; i++) {
        make_relation(search, i);
        widest = widest < search->relations[i].arity ? search->relations[i].arity : widest;
    }
    find_lasting(search);
    search->scratch = lifted_grow(search, NULL, 0, widest * sizeof(uint32_t));
    for (uint32_t i = problem->fact_count; i-- > 0;) {
        lifted_relation *relation = &search->relations[problem->facts[i].predicate];
        for (uint32_t place = 0; place < relation->arity; place++)
            search->scratch[place] = hddl_object_of(problem->facts[i].terms[place]);
        uint32_t atom = lifted_intern(search, relation, search->scratch);
        if (!lifted_holds(relation, atom))
            switch_fact(search, relation, atom, true);
    }
    uint32_t *seen = base_alloc_array(&search->arena, problem->object_count, sizeof *seen);
    for (uint32_t i = 0; i < problem->predicate_count; i++)
        count_distinct(search, &search->relations[i], seen, &stamp);
}

void lifted_facts_free(lifted_search *search)
{
    for (uint32_t i = 0; search->relations != NULL && i < search->problem->source->predicate_count; i++) {
        lifted_relation *relation = &search->relations[i];
        for (lifted_index *index = relation->indexes; index != NULL; index = index->following) {
            free(index->bucket_of);
            free(index->next);
            free(index->previous);
            free(index->heads);
            free(index->samples);
            free(index->slots);
        }
        free(relation->objects);
        free(relation->holds);
        free(relation->claims);
        free(relation->slots);
    }
    free(search->scratch);
}
