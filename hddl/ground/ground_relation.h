/*
 * Relations of the grounder: tuples of numbers in the order in which they were found, each once, with a hash
 * index for every set of columns that some join looks up. A tuple becomes visible to joins by
 * ground_relation_reveal(), never while a join runs.
 */
#pragma once

#include "hddl/common/hash_index.h"
#include "hddl/common/none.h"
#include "hddl/common/pool.h"

/* Sets of columns are bits of a 64-bit number. */
enum { GROUND_MOST_COLUMNS = 64 };

/* The visible tuples that agree in the columns of `mask` form a chain, oldest first. */
typedef struct ground_index {
    uint64_t mask;
    hddl_hash_index chains;       /* of the first tuple of each chain */
    uint32_t *last;               /* of a first tuple: the last one of its chain */
    uint32_t *next;               /* of each tuple: the next one of its chain; HDDL_NONE: it is the last */
    struct ground_index *sibling; /* another index of the relation */
} ground_index;

typedef struct ground_relation {
    uint32_t arity; /* GROUND_MOST_COLUMNS at most */
    uint32_t key;   /* of tuples that agree in the first `key` columns only the oldest is kept */
    uint32_t *tuples;
    uint32_t count;
    uint32_t visible; /* so many tuples are visible to joins: the first ones */
    uint32_t initial; /* of a predicate: so many tuples are facts of the initial state: the first ones */
    bool is_set;      /* else every tuple that is added is known to be new */
    hddl_hash_index set;
    ground_index *indexes;
    bool is_static; /* all tuples are visible from the beginning, and none is added */

    /* Evaluation (ground_reach.c). */
    bool queued; /* it has tuples that have to be revealed */
    struct ground_relation *next_queued;
    struct ground_demand
        *demand;           /* what its tuples are demands for; NULL: they are none, or have their rules already */
    hddl_numbers triggers; /* pairs: a rule, and the literal of its body that this relation matches */

    /* Statistics, for join orders. */
    double *distinct; /* how many values each column had when there were `counted` tuples */
    uint32_t counted;
} ground_relation;

/* `is_set`: whether a tuple may be added twice. Stops with HDDL_GAVE_UP where there are too many columns. */
ground_relation *ground_relation_new(hddl_pool *pool, uint32_t arity, uint32_t key, bool is_set);

static inline const uint32_t *ground_tuple(const ground_relation *relation, uint32_t tuple)
{
    return relation->tuples + (size_t)tuple * relation->arity;
}

/* Adds a tuple; false: it was there. It is not visible yet. */
bool ground_relation_add(hddl_pool *pool, ground_relation *relation, const uint32_t *tuple);

/* The tuple that begins with this key, visible or not; HDDL_NONE: there is none. The relation is a set. */
uint32_t ground_relation_find(const ground_relation *relation, const uint32_t *key);

/* Makes the next tuple visible, which is there. */
void ground_relation_reveal(hddl_pool *pool, ground_relation *relation);

/* The index by these columns. It is made when first asked for. */
ground_index *ground_relation_index(hddl_pool *pool, ground_relation *relation, uint64_t mask);

/*
 * The first visible tuple that agrees with `row` in the index's columns; index->next leads on. HDDL_NONE:
 * there is none.
 */
uint32_t ground_index_first(const ground_relation *relation, const ground_index *index, const uint32_t *row);

/* About how many visible tuples agree with one row in these columns. `objects`: how many values a column may have. */
double ground_relation_estimate(hddl_pool *pool, ground_relation *relation, uint64_t mask, uint32_t objects);
