/*
 * Relations of the grounder: tuples of numbers in the order in which they were found, each once, with a hash index for every
 * set of columns that some join asks by. A tuple is visible to joins once ground_relation_show() has been told so: joins never
 * see a tuple come while they run.
 */
#ifndef HTN_SOLVE_GROUND_RELATION_H
#define HTN_SOLVE_GROUND_RELATION_H

#include "hddl/common/pool.h"

#define GROUND_NONE UINT32_MAX
enum { GROUND_COLUMNS_MOST = 64 };

/* Those tuples that agree in the columns of `mask` are a chain, oldest first. */
typedef struct ground_index {
    uint64_t mask;
    uint32_t *chains; /* a hash table of pairs: first and last tuple; GROUND_NONE: free */
    uint32_t *next;   /* of each tuple */
    uint32_t slot_mask, used, capacity;
    struct ground_index *other;
} ground_index;

typedef struct ground_relation {
    uint32_t arity; /* GROUND_COLUMNS_MOST at most */
    uint32_t key;   /* tuples that agree in the first `key` columns are one: the oldest */
    uint32_t *tuples;
    uint32_t count, capacity;
    uint32_t shown;   /* the first of them are visible to joins */
    uint32_t initial; /* of a predicate: the first of them hold at first */
    uint32_t *set;    /* hash table of tuples; NULL: never asked, tuples are known to differ */
    uint32_t set_mask;
    ground_index *indexes;
    bool fixed;                    /* all tuples are shown from the beginning, and no more will come */
    bool queued;                   /* it has tuples that are to be shown */
    struct ground_relation *after; /* the next one of those */
    struct ground_demand *demand;  /* what these are demands for; NULL: they are none, or have their rules already */
    hddl_numbers triggers;         /* pairs: a rule, and the literal of its body that stands for this */
    double *distinct;              /* how many values each column had, when there were `counted` tuples */
    uint32_t counted;
} ground_relation;

/* `is_set`: whether tuples may come twice. */
ground_relation *ground_relation_new(hddl_pool *pool, uint32_t arity, uint32_t key, bool is_set);

static inline const uint32_t *ground_tuple(const ground_relation *relation, uint32_t tuple)
{
    return relation->tuples + (size_t)tuple * relation->arity;
}

/* Whether it is new. */
bool ground_relation_add(hddl_pool *pool, ground_relation *relation, const uint32_t *tuple);

/* A tuple that begins with this key, shown or not; GROUND_NONE: there is none. The relation is a set. */
uint32_t ground_relation_find(const ground_relation *relation, const uint32_t *key);

/* The next tuple that is not shown yet becomes visible. */
void ground_relation_show(hddl_pool *pool, ground_relation *relation);

/* The index by these columns, made where there is none. */
ground_index *ground_relation_index(hddl_pool *pool, ground_relation *relation, uint64_t mask);

/* The first shown tuple that agrees with `row` in the index's columns; `index->next` goes on from there. */
uint32_t ground_index_first(const ground_relation *relation, const ground_index *index, const uint32_t *row);

/* About how many shown tuples agree with one row in these columns. */
double ground_relation_estimate(hddl_pool *pool, ground_relation *relation, uint64_t mask, uint32_t objects);

#endif
