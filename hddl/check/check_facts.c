/* Facts and lists of facts; see check_facts.h. */
#include "hddl/check/check_facts.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

#define ANY_POSITION UINT32_MAX /* in the list of all facts of a predicate */

typedef struct wanted_fact {
    const check_facts *facts;
    uint32_t predicate;
    const uint32_t *objects;
} wanted_fact;

static bool is_wanted(const void *user, uint32_t index)
{
    const wanted_fact *wanted = user;
    const check_fact *fact = &wanted->facts->items[index];
    const uint32_t count = hddl_arity(wanted->facts->problem, wanted->predicate);
    return fact->predicate == wanted->predicate &&
           (count == 0 ||
            memcmp(wanted->facts->objects + fact->first, wanted->objects, count * sizeof *wanted->objects) == 0);
}

static bool is_list(const void *user, uint32_t index)
{
    const check_list *wanted = ((const void *const *)user)[0];
    const check_facts *facts = ((const void *const *)user)[1];
    const check_list *list = &facts->lists[index];
    return list->predicate == wanted->predicate && list->position == wanted->position && list->object == wanted->object;
}

static uint32_t find_list(const check_facts *facts, const check_list *wanted, uint32_t *hash)
{
    const uint32_t key[] = {wanted->position, wanted->object};
    const void *const user[] = {wanted, facts};
    *hash = check_hash(wanted->predicate, key, 2);
    return check_table_find(&facts->by_position, *hash, is_list, user);
}

static check_list *list_for(check_facts *facts, uint32_t predicate, uint32_t position, uint32_t object)
{
    const check_list wanted = {predicate, position, object, HDDL_NONE, 0};
    uint32_t hash, index = find_list(facts, &wanted, &hash);
    if (index == HDDL_NONE) {
        index = (uint32_t)facts->list_count;
        facts->lists = base_grow_array(facts->lists, facts->list_count, &facts->list_capacity, sizeof *facts->lists);
        facts->lists[facts->list_count++] = wanted;
        check_table_add(&facts->by_position, hash, index);
    }
    return &facts->lists[index];
}

static void add_object(check_facts *facts, uint32_t object, uint32_t next)
{
    facts->objects =
        base_grow_array(facts->objects, facts->object_count, &facts->object_capacity, sizeof *facts->objects);
    facts->nexts = base_grow_array(facts->nexts, facts->object_count, &facts->next_capacity, sizeof *facts->nexts);
    facts->objects[facts->object_count] = object;
    facts->nexts[facts->object_count++] = next;
}

static uint32_t prepend(check_list *list, uint32_t fact)
{
    const uint32_t next = list->head;
    list->head = fact;
    list->count++;
    return next;
}

uint32_t check_facts_find(const check_facts *facts, uint32_t predicate, const uint32_t *objects)
{
    const wanted_fact wanted = {facts, predicate, objects};
    return check_table_find(&facts->by_content, check_hash(predicate, objects, hddl_arity(facts->problem, predicate)),
                            is_wanted, &wanted);
}

uint32_t check_facts_number(check_facts *facts, uint32_t predicate, const uint32_t *objects)
{
    const uint32_t found = check_facts_find(facts, predicate, objects), count = hddl_arity(facts->problem, predicate);
    if (found != HDDL_NONE)
        return found;
    const uint32_t fact = (uint32_t)facts->count;
    facts->items = base_grow_array(facts->items, facts->count, &facts->capacity, sizeof *facts->items);
    facts->items[facts->count++] =
        (check_fact){predicate, (uint32_t)facts->object_count, prepend(&facts->lists[predicate], fact), false};
    for (uint32_t position = 0; position < count; position++)
        add_object(facts, objects[position], prepend(list_for(facts, predicate, position, objects[position]), fact));
    check_table_add(&facts->by_content, check_hash(predicate, objects, count), fact);
    return fact;
}

const check_list *check_facts_of(const check_facts *facts, uint32_t predicate)
{
    return &facts->lists[predicate];
}

const check_list *check_facts_with_object(const check_facts *facts, uint32_t predicate, uint32_t position,
                                          uint32_t object)
{
    const check_list wanted = {predicate, position, object, HDDL_NONE, 0};
    uint32_t hash;
    const uint32_t index = find_list(facts, &wanted, &hash);
    return index != HDDL_NONE ? &facts->lists[index] : NULL;
}

uint32_t check_facts_next(const check_facts *facts, const check_list *list, uint32_t fact)
{
    const check_fact *at = &facts->items[fact];
    return list->position == ANY_POSITION ? at->next : facts->nexts[at->first + list->position];
}

void check_facts_init(check_facts *facts, const hddl_problem *problem)
{
    uint32_t most = 1;
    *facts = (check_facts){.problem = problem};
    for (uint32_t i = 0; i < problem->predicate_count; i++) {
        facts->lists = base_grow_array(facts->lists, facts->list_count, &facts->list_capacity, sizeof *facts->lists);
        facts->lists[facts->list_count++] = (check_list){i, ANY_POSITION, 0, HDDL_NONE, 0};
        most = hddl_arity(facts->problem, i) > most ? hddl_arity(facts->problem, i) : most;
    }
    uint32_t *objects = base_allocate(most * sizeof *objects);
    for (uint32_t i = 0; i < problem->fact_count; i++) {
        const hddl_atom *atom = &problem->facts[i];
        for (uint32_t k = 0; k < hddl_arity(facts->problem, atom->predicate); k++)
            objects[k] = hddl_object_of(atom->terms[k]);
        const uint32_t fact = check_facts_number(facts, atom->predicate, objects);
        facts->items[fact].holds = true;
    }
    free(objects);
}

void check_facts_free(check_facts *facts)
{
    free(facts->items);
    free(facts->objects);
    free(facts->nexts);
    free(facts->lists);
    check_table_free(&facts->by_content);
    check_table_free(&facts->by_position);
    *facts = (check_facts){0};
}
