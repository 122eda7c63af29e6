/* Facts by number; see verify_facts.h. */
#include "hddl/check/check_facts.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

#define WHOLE UINT32_MAX /* the place of a predicate's own list */

typedef struct wanted_fact {
    const verify_facts *facts;
    uint32_t predicate;
    const uint32_t *objects;
} wanted_fact;

static uint32_t arity(const verify_facts *facts, uint32_t predicate)
{
    return facts->problem->predicates[predicate].parameters.count;
}

static bool is_wanted(const void *user, uint32_t index)
{
    const wanted_fact *wanted = user;
    const verify_fact *fact = &wanted->facts->items[index];
    const uint32_t count = arity(wanted->facts, wanted->predicate);
    return fact->predicate == wanted->predicate &&
           (count == 0 ||
            memcmp(wanted->facts->objects + fact->first, wanted->objects, count * sizeof *wanted->objects) == 0);
}

static bool is_list(const void *user, uint32_t index)
{
    const verify_list *wanted = ((const void *const *)user)[0];
    const verify_facts *facts = ((const void *const *)user)[1];
    const verify_list *list = &facts->lists[index];
    return list->predicate == wanted->predicate && list->place == wanted->place && list->object == wanted->object;
}

static uint32_t find_list(const verify_facts *facts, const verify_list *wanted, uint32_t *hash)
{
    const uint32_t key[] = {wanted->place, wanted->object};
    const void *const user[] = {wanted, facts};
    *hash = verify_hash(wanted->predicate, key, 2);
    return verify_table_find(&facts->by_place, *hash, is_list, user);
}

static verify_list *list_for(verify_facts *facts, uint32_t predicate, uint32_t place, uint32_t object)
{
    const verify_list wanted = {predicate, place, object, VERIFY_NONE, 0};
    uint32_t hash, index = find_list(facts, &wanted, &hash);
    if (index == VERIFY_NONE) {
        index = (uint32_t)facts->list_count;
        facts->lists = base_grow_array(facts->lists, facts->list_count, &facts->list_capacity, sizeof *facts->lists);
        facts->lists[facts->list_count++] = wanted;
        verify_table_add(&facts->by_place, hash, index);
    }
    return &facts->lists[index];
}

static void add_object(verify_facts *facts, uint32_t object, uint32_t next)
{
    facts->objects =
        base_grow_array(facts->objects, facts->object_count, &facts->object_capacity, sizeof *facts->objects);
    facts->nexts = base_grow_array(facts->nexts, facts->object_count, &facts->next_capacity, sizeof *facts->nexts);
    facts->objects[facts->object_count] = object;
    facts->nexts[facts->object_count++] = next;
}

static uint32_t put_before(verify_list *list, uint32_t fact)
{
    const uint32_t next = list->head;
    list->head = fact;
    list->count++;
    return next;
}

static uint32_t hash_of(uint32_t predicate, const uint32_t *objects, uint32_t count)
{
    return verify_hash(predicate, objects, count);
}

uint32_t verify_facts_find(const verify_facts *facts, uint32_t predicate, const uint32_t *objects)
{
    const wanted_fact wanted = {facts, predicate, objects};
    return verify_table_find(&facts->by_content, hash_of(predicate, objects, arity(facts, predicate)), is_wanted,
                             &wanted);
}

uint32_t verify_facts_number(verify_facts *facts, uint32_t predicate, const uint32_t *objects)
{
    const uint32_t found = verify_facts_find(facts, predicate, objects), count = arity(facts, predicate);
    if (found != VERIFY_NONE)
        return found;
    const uint32_t fact = (uint32_t)facts->count;
    facts->items = base_grow_array(facts->items, facts->count, &facts->capacity, sizeof *facts->items);
    facts->items[facts->count++] =
        (verify_fact){predicate, (uint32_t)facts->object_count, put_before(&facts->lists[predicate], fact), false};
    for (uint32_t place = 0; place < count; place++)
        add_object(facts, objects[place], put_before(list_for(facts, predicate, place, objects[place]), fact));
    verify_table_add(&facts->by_content, hash_of(predicate, objects, count), fact);
    return fact;
}

const verify_list *verify_facts_of(const verify_facts *facts, uint32_t predicate)
{
    return &facts->lists[predicate];
}

const verify_list *verify_facts_with(const verify_facts *facts, uint32_t predicate, uint32_t place, uint32_t object)
{
    const verify_list wanted = {predicate, place, object, VERIFY_NONE, 0};
    uint32_t hash;
    const uint32_t index = find_list(facts, &wanted, &hash);
    return index != VERIFY_NONE ? &facts->lists[index] : NULL;
}

uint32_t verify_facts_next(const verify_facts *facts, const verify_list *list, uint32_t fact)
{
    const verify_fact *at = &facts->items[fact];
    return list->place == WHOLE ? at->next : facts->nexts[at->first + list->place];
}

void verify_facts_init(verify_facts *facts, const hddl_problem *problem)
{
    uint32_t most = 1;
    *facts = (verify_facts){.problem = problem};
    for (uint32_t i = 0; i < problem->predicate_count; i++) {
        facts->lists = base_grow_array(facts->lists, facts->list_count, &facts->list_capacity, sizeof *facts->lists);
        facts->lists[facts->list_count++] = (verify_list){i, WHOLE, 0, VERIFY_NONE, 0};
        most = arity(facts, i) > most ? arity(facts, i) : most;
    }
    uint32_t *objects = base_allocate(most * sizeof *objects);
    for (uint32_t i = 0; i < problem->fact_count; i++) {
        const hddl_atom *atom = &problem->facts[i];
        for (uint32_t k = 0; k < arity(facts, atom->predicate); k++)
            objects[k] = hddl_object_of(atom->terms[k]);
        const uint32_t fact = verify_facts_number(facts, atom->predicate, objects);
        facts->items[fact].holds = true;
    }
    free(objects);
}

void verify_facts_free(verify_facts *facts)
{
    free(facts->items);
    free(facts->objects);
    free(facts->nexts);
    free(facts->lists);
    verify_table_free(&facts->by_content);
    verify_table_free(&facts->by_place);
    *facts = (verify_facts){0};
}
