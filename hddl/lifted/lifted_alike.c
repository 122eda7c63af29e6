/*
 * Objects that nothing tells apart: no schema, goal or initial task names them, they are of the same types, and the initial facts say the
 * same of each. While they are fresh, that is not in any decision so far nor in a fact that has changed, what can be done with one can
 * be done with the other, so of several the first alone is tried (Fox and Long, "The Detection and Exploitation of Symmetry in
 * Planning Problems", IJCAI 1999). That loses no plan but for those that are the same with other names.
 */
#include "hddl/lifted/lifted_inside.h"

#include <stdlib.h>

/* How far back a choice looks for an object that is like the one at hand. */
enum { MOST_LOOKED_AT = 64 };

typedef struct portrait {
    uint64_t hash;
    uint32_t object;
} portrait;

/* --- Which are alike ---------------------------------------------------------------------------------------------------- */

static void name_terms(portrait *portraits, const normal_term *terms, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (hddl_is_object(terms[i]))
            portraits[hddl_object_of(terms[i])].object = LIFTED_NONE;
}

static void name_formula(const lifted_search *search, portrait *portraits, const hddl_formula *formula)
{
    if (formula->kind == HDDL_ATOM)
        name_terms(portraits, formula->atom.terms, search->relations[formula->atom.predicate].arity);
    if (formula->kind == HDDL_EQUAL || formula->kind == HDDL_SORT)
        name_terms(portraits, &formula->left, 1);
    if (formula->kind == HDDL_EQUAL)
        name_terms(portraits, &formula->right, 1);
    for (uint32_t i = 0; i < formula->part_count; i++)
        name_formula(search, portraits, formula->parts[i]);
}

static void name_condition(const lifted_search *search, portrait *portraits, const normal_condition *condition)
{
    for (uint32_t i = 0; i < condition->count; i++)
        name_terms(portraits, condition->literals[i].terms, condition->literals[i].term_count);
    for (uint32_t i = 0; i < condition->residual_count; i++)
        name_formula(search, portraits, condition->residuals[i]);
}

/* What schemas name is like nothing else. */
static void set_apart(const lifted_search *search, portrait *portraits)
{
    for (uint32_t i = 0; i < search->schema_count; i++) {
        const lifted_schema *schema = &search->schemas[i];
        name_condition(search, portraits, &schema->source->condition);
        name_terms(portraits, schema->head, schema->arity);
        for (uint32_t k = 0; k < schema->subtask_count; k++)
            name_terms(portraits, schema->subtasks[k].terms, schema->subtasks[k].term_count);
    }
    for (uint32_t i = 0; i < search->problem->action_count; i++) {
        const normal_action *action = &search->problem->actions[i];
        for (uint32_t k = 0; k < action->effect_count; k++) {
            name_terms(portraits, action->effects[k].terms, action->effects[k].term_count);
            if (action->effects[k].when != NULL)
                name_condition(search, portraits, action->effects[k].when);
        }
    }
}

/* A fact's portrait of an object in it has the other objects, and the places that the object itself is at. */
static void portray_fact(const lifted_relation *relation, uint32_t atom, portrait *portraits)
{
    const uint32_t *objects = relation->objects + (size_t)atom * relation->arity;
    uint64_t sum = (uint64_t)relation->number * 0xD6E8FEB86659FD93u;
    for (uint32_t i = 0; i < relation->arity; i++)
        sum += hddl_mix((uint64_t)objects[i] << 32 | i);
    for (uint32_t i = 0; i < relation->arity; i++) {
        uint64_t own = sum;
        bool again = false;
        for (uint32_t k = 0; k < relation->arity; k++) {
            if (objects[k] != objects[i])
                continue;
            again = again || k < i;
            own += hddl_mix((uint64_t)LIFTED_NONE << 32 | k) - hddl_mix((uint64_t)objects[k] << 32 | k);
        }
        if (!again)
            portraits[objects[i]].hash += hddl_mix(own);
    }
}

static void portray(const lifted_search *search, portrait *portraits)
{
    const hddl_problem *problem = search->problem->source;
    for (uint32_t i = 0; i < problem->object_count; i++)
        portraits[i].object = i;
    for (uint32_t i = 0; i < problem->type_count; i++)
        for (uint32_t k = 0; k < problem->types[i].object_count; k++)
            portraits[problem->types[i].objects[k]].hash += hddl_mix(~(uint64_t)i);
    for (uint32_t i = 0; i < problem->predicate_count; i++)
        for (uint32_t atom = 0; atom < search->relations[i].atom_count; atom++)
            if (lifted_holds(&search->relations[i], atom))
                portray_fact(&search->relations[i], atom, portraits);
    set_apart(search, portraits);
}

static int by_hash(const void *left, const void *right)
{
    const portrait *a = left, *b = right;
    return a->hash != b->hash ? (a->hash < b->hash ? -1 : 1) : (a->object > b->object) - (a->object < b->object);
}

/* Each class is numbered by one of its objects; what is alone has none. */
void lifted_alike_make(lifted_search *search)
{
    uint32_t count = search->problem->source->object_count, left = 0;
    portrait *portraits = base_alloc_array(&search->arena, count, sizeof *portraits);
    portray(search, portraits);
    for (uint32_t i = 0; i < count; i++)
        if (portraits[i].object != LIFTED_NONE)
            portraits[left++] = portraits[i];
    qsort(portraits, left, sizeof *portraits, by_hash);
    search->kind_of = base_alloc_array(&search->arena, count, sizeof *search->kind_of);
    for (uint32_t i = 0; i < count; i++)
        search->kind_of[i] = LIFTED_NONE;
    for (uint32_t i = 1; i < left; i++) {
        if (portraits[i].hash != portraits[i - 1].hash)
            continue;
        uint32_t *before = &search->kind_of[portraits[i - 1].object];
        if (*before == LIFTED_NONE)
            *before = portraits[i - 1].object;
        search->kind_of[portraits[i].object] = *before;
        search->some_alike = true;
    }
    search->used = base_alloc(&search->arena, count + 1);
}

/* --- Which are fresh ---------------------------------------------------------------------------------------------------- */

void lifted_use(lifted_search *search, const uint32_t *objects, uint32_t count)
{
    for (uint32_t i = 0; i < count && search->some_alike; i++) {
        uint32_t object = objects[i];
        if ((object & LIFTED_TAG) != 0 || search->kind_of[object] == LIFTED_NONE || search->used[object])
            continue;
        search->used[object] = true;
        lifted_record(search, LIFTED_MOVED | LIFTED_USED, object);
    }
}

static bool is_bound_to(const lifted_schema *schema, const lifted_step *step, const uint32_t *values, uint32_t object)
{
    for (uint32_t i = 0; i < schema->source->slot_count; i++)
        if (step->known[i] != 0 && values[i] == object)
            return true;
    return false;
}

static bool is_fresh(const lifted_search *search, uint32_t object)
{
    return search->kind_of[object] != LIFTED_NONE && !search->used[object];
}

/* Whether the later fact is the earlier one with another object of a kind, both fresh, in the place of one. */
static bool is_like(const lifted_search *search, const lifted_schema *schema, const lifted_step *step,
                    const uint32_t *values, const uint32_t *earlier, const uint32_t *later)
{
    uint32_t from = LIFTED_NONE, to = LIFTED_NONE;
    for (uint32_t i = 0; i < step->term_count && from == LIFTED_NONE; i++) {
        if (earlier[i] != later[i]) {
            from = earlier[i];
            to = later[i];
        }
    }
    if (from == LIFTED_NONE || !is_fresh(search, from) || !is_fresh(search, to) ||
        search->kind_of[from] != search->kind_of[to])
        return false;
    for (uint32_t i = 0; i < step->term_count; i++)
        if (earlier[i] == from ? later[i] != to : earlier[i] != later[i] || later[i] == to)
            return false;
    return !is_bound_to(schema, step, values, from) && !is_bound_to(schema, step, values, to);
}

static bool has_fresh(const lifted_search *search, const uint32_t *objects, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (is_fresh(search, objects[i]))
            return true;
    return false;
}

bool lifted_like_before(const lifted_search *search, const lifted_schema *schema, const lifted_step *step,
                        const uint32_t *values, uint32_t atom)
{
    const lifted_relation *relation = step->relation;
    const uint32_t *later = relation->objects + (size_t)atom * relation->arity;
    uint32_t looked_at = 0;
    if (step->known == NULL || !search->some_alike || !has_fresh(search, later, relation->arity))
        return false;
    uint32_t first = step->index->heads[step->index->bucket_of[atom]];
    for (uint32_t at = first; at != atom && at != LIFTED_NONE && looked_at < MOST_LOOKED_AT;
         at = step->index->next[at]) {
        looked_at++;
        if (is_like(search, schema, step, values, relation->objects + (size_t)at * relation->arity, later))
            return true;
    }
    return false;
}

bool lifted_like_before_object(const lifted_search *search, const lifted_schema *schema, const lifted_step *step,
                               const uint32_t *values, uint32_t index)
{
    const uint32_t *objects = search->problem->source->types[step->type].objects;
    const uint32_t object = objects[index];
    if (step->known == NULL || !search->some_alike || !is_fresh(search, object) ||
        is_bound_to(schema, step, values, object))
        return false;
    for (uint32_t at = index > MOST_LOOKED_AT ? index - MOST_LOOKED_AT : 0; at < index; at++)
        if (search->kind_of[objects[at]] == search->kind_of[object] && is_fresh(search, objects[at]) &&
            !is_bound_to(schema, step, values, objects[at]))
            return true;
    return false;
}
