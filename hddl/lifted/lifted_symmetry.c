/* Symmetric objects; see lifted_symmetry.h. */
#include "hddl/lifted/lifted_symmetry.h"

#include "hddl/common/hash.h"
#include "hddl/normal/normal_terms.h"

#include <stdlib.h>

/* How far back a choice looks for a symmetric one. */
enum { LOOK_BACK = 64 };

/* What the initial state says of an object: symmetric objects have the same signature. */
typedef struct signature {
    uint64_t hash;
    uint32_t object; /* HDDL_NONE: something names it */
} signature;

/* --- Classes -------------------------------------------------------------------------------------------------------- */

static void exclude(void *signatures, normal_term term)
{
    if (hddl_is_object(term))
        ((signature *)signatures)[hddl_object_of(term)].object = HDDL_NONE;
}

/* An object that a schema names is symmetric to no other. */
static void exclude_named(const normal_problem *problem, signature *signatures)
{
    for (uint32_t i = 0; i < problem->action_count; i++) {
        normal_visit_condition(problem->source, &problem->actions[i].schema.condition, exclude, signatures);
        normal_visit_effects(problem->source, &problem->actions[i], exclude, signatures);
    }
    for (uint32_t i = 0; i < problem->method_count; i++) {
        const normal_method *method = &problem->methods[i];
        normal_visit_condition(problem->source, &method->schema.condition, exclude, signatures);
        normal_visit_terms(method->head, problem->task_arity[method->task], exclude, signatures);
        normal_visit_subtasks(method, exclude, signatures);
    }
}

/* Adds a fact to the signatures of its objects: the other objects, and the columns in which the object itself is. */
static void sign_fact(const lifted_relation *relation, uint32_t atom, signature *signatures)
{
    const uint32_t *objects = lifted_objects(relation, atom);
    uint64_t sum = (uint64_t)relation->number * HDDL_GOLDEN_RATIO;
    for (uint32_t i = 0; i < relation->arity; i++)
        sum += hddl_mix((uint64_t)objects[i] << 32 | i);
    for (uint32_t i = 0; i < relation->arity; i++) {
        uint64_t own = sum;
        bool again = false;
        for (uint32_t k = 0; k < relation->arity; k++) {
            if (objects[k] != objects[i])
                continue;
            again = again || k < i;
            own += hddl_mix((uint64_t)HDDL_NONE << 32 | k) - hddl_mix((uint64_t)objects[k] << 32 | k);
        }
        if (!again)
            signatures[objects[i]].hash += hddl_mix(own);
    }
}

static void sign(const lifted_search *search, signature *signatures)
{
    const hddl_problem *problem = search->problem->source;
    for (uint32_t i = 0; i < problem->object_count; i++)
        signatures[i].object = i;
    for (uint32_t i = 0; i < problem->type_count; i++)
        for (uint32_t k = 0; k < problem->types[i].object_count; k++)
            signatures[problem->types[i].objects[k]].hash += hddl_mix(~(uint64_t)i);
    for (uint32_t i = 0; i < problem->predicate_count; i++)
        for (uint32_t atom = 0; atom < search->relations[i].atom_count; atom++)
            if (lifted_holds(&search->relations[i], atom))
                sign_fact(&search->relations[i], atom, signatures);
    exclude_named(search->problem, signatures);
}

static int by_hash(const void *left, const void *right)
{
    const signature *a = left, *b = right;
    return a->hash != b->hash ? (a->hash < b->hash ? -1 : 1) : (a->object > b->object) - (a->object < b->object);
}

/* A class has the number of one of its objects. An object that is alone has no class. */
void lifted_symmetry_make(lifted_search *search)
{
    uint32_t count = search->problem->source->object_count, left = 0;
    signature *signatures = hddl_pool_zeroed(&search->engine.pool, count, sizeof *signatures);
    sign(search, signatures);
    for (uint32_t i = 0; i < count; i++)
        if (signatures[i].object != HDDL_NONE)
            signatures[left++] = signatures[i];
    qsort(signatures, left, sizeof *signatures, by_hash);
    search->symmetry.class_of = hddl_pool_zeroed(&search->engine.pool, count, sizeof *search->symmetry.class_of);
    for (uint32_t i = 0; i < count; i++)
        search->symmetry.class_of[i] = HDDL_NONE;
    for (uint32_t i = 1; i < left; i++) {
        if (signatures[i].hash != signatures[i - 1].hash)
            continue;
        uint32_t *before = &search->symmetry.class_of[signatures[i - 1].object];
        if (*before == HDDL_NONE)
            *before = signatures[i - 1].object;
        search->symmetry.class_of[signatures[i].object] = *before;
        search->symmetry.any = true;
    }
    search->symmetry.used = hddl_pool_zeroed(&search->engine.pool, count, 1);
}

/* --- Unused objects --------------------------------------------------------------------------------------------------- */

static bool is_bound_to(const lifted_step *step, const uint32_t *values, uint32_t object)
{
    for (uint32_t i = 0; i < step->schema->variable_count; i++)
        if (step->known[i] != 0 && values[i] == object)
            return true;
    return false;
}

static bool is_unused(const lifted_search *search, uint32_t object)
{
    return search->symmetry.class_of[object] != HDDL_NONE && !search->symmetry.used[object];
}

/* Whether the later fact is the earlier one with one unused object replaced by another one of its class. */
static bool is_symmetric(const lifted_search *search, const lifted_step *step, const uint32_t *values,
                         const uint32_t *earlier, const uint32_t *later)
{
    uint32_t from = HDDL_NONE, to = HDDL_NONE;
    for (uint32_t i = 0; i < step->literal->term_count && from == HDDL_NONE; i++) {
        if (earlier[i] != later[i]) {
            from = earlier[i];
            to = later[i];
        }
    }
    if (from == HDDL_NONE || !is_unused(search, from) || !is_unused(search, to) ||
        search->symmetry.class_of[from] != search->symmetry.class_of[to])
        return false;
    for (uint32_t i = 0; i < step->literal->term_count; i++)
        if (earlier[i] == from ? later[i] != to : earlier[i] != later[i] || later[i] == to)
            return false;
    return !is_bound_to(step, values, from) && !is_bound_to(step, values, to);
}

static bool has_unused(const lifted_search *search, const uint32_t *objects, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (is_unused(search, objects[i]))
            return true;
    return false;
}

bool lifted_is_symmetric_fact(const lifted_search *search, const lifted_step *step, const uint32_t *values,
                              uint32_t atom)
{
    const lifted_relation *relation = step->relation;
    const uint32_t *later = lifted_objects(relation, atom);
    uint32_t looked_at = 0;
    if (step->known == NULL || !search->symmetry.any || !has_unused(search, later, relation->arity))
        return false;
    uint32_t at = step->index->heads.items[step->index->bucket_of[atom]];
    for (; at != atom && at != HDDL_NONE && looked_at < LOOK_BACK; at = step->index->next[at], looked_at++)
        if (is_symmetric(search, step, values, lifted_objects(relation, at), later))
            return true;
    return false;
}

bool lifted_is_symmetric_object(const lifted_search *search, const lifted_step *step, const uint32_t *values,
                                uint32_t index)
{
    const uint32_t *objects = search->problem->source->types[step->type].objects;
    const uint32_t object = objects[index];
    if (step->known == NULL || !search->symmetry.any || !is_unused(search, object) || is_bound_to(step, values, object))
        return false;
    for (uint32_t at = index > LOOK_BACK ? index - LOOK_BACK : 0; at < index; at++)
        if (search->symmetry.class_of[objects[at]] == search->symmetry.class_of[object] &&
            is_unused(search, objects[at]) && !is_bound_to(step, values, objects[at]))
            return true;
    return false;
}
