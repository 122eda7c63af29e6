/* The initial facts; see lifted_facts.h. */
#include "hddl/lifted/lifted_facts.h"

#include "hddl/lifted/lifted_trail.h"

static void make_relation(lifted_search *search, uint32_t number)
{
    const hddl_predicate *predicate = &search->problem->source->predicates[number];
    lifted_relation *relation = &search->relations[number];
    relation->pool = &search->engine.pool;
    relation->number = number;
    relation->arity = predicate->parameters.count;
    relation->is_static = predicate->is_static;
    relation->conforms = true;
    relation->distinct = hddl_pool_zeroed(&search->engine.pool, relation->arity, sizeof(uint32_t));
}

/* Finds which relations actions only add facts to, or only remove facts from. */
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

/* Counts the objects in each column. `seen` has for each object the stamp of the column where it was met last. */
static void count_distinct(lifted_search *search, lifted_relation *relation, uint32_t *seen, uint32_t *stamp)
{
    const hddl_problem *problem = search->problem->source;
    const hddl_variables *parameters = &problem->predicates[relation->number].parameters;
    for (uint32_t column = 0; column < relation->arity; column++) {
        ++*stamp;
        for (uint32_t atom = 0; atom < relation->atom_count; atom++) {
            uint32_t object = lifted_objects(relation, atom)[column];
            if (seen[object] == *stamp)
                continue;
            seen[object] = *stamp;
            relation->distinct[column]++;
            relation->conforms = relation->conforms && hddl_is_of(problem, object, parameters->items[column].type);
        }
    }
}

void lifted_facts_make(lifted_search *search)
{
    const hddl_problem *problem = search->problem->source;
    uint32_t widest = 1, stamp = 0;
    search->relations = hddl_pool_zeroed(&search->engine.pool, problem->predicate_count, sizeof *search->relations);
    for (uint32_t i = 0; i < problem->predicate_count; i++) {
        make_relation(search, i);
        widest = widest < search->relations[i].arity ? search->relations[i].arity : widest;
    }
    find_lasting(search);
    search->scratch = hddl_pool_zeroed(&search->engine.pool, widest, sizeof *search->scratch);
    for (uint32_t i = problem->fact_count; i-- > 0;) {
        lifted_relation *relation = &search->relations[problem->facts[i].predicate];
        for (uint32_t column = 0; column < relation->arity; column++)
            search->scratch[column] = hddl_object_of(problem->facts[i].terms[column]);
        uint32_t atom = lifted_intern(relation, search->scratch);
        if (!lifted_holds(relation, atom))
            lifted_flip_fact(search, relation, atom, true);
    }
    uint32_t *seen = hddl_pool_zeroed(&search->engine.pool, problem->object_count, sizeof *seen);
    for (uint32_t i = 0; i < problem->predicate_count; i++)
        count_distinct(search, &search->relations[i], seen, &stamp);
}
