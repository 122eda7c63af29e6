/* What tuples needed; see explain_tuples.h. Bodies nest, so those under way are a stack. */
#include "cli/explain/explain_tuples.h"
#include "cli/common/debug_info.h"
#include "cli/common/value_text.h"
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

enum { MOST_OF_A_CHAIN = 64, MOST_CHAINS = 1 << 16 };

/* A tuple that a body needed, with the answer that it had then. */
typedef struct needed {
    explain_tuple *tuple;
    bool answer;
} needed;

struct explain_tuple {
    UT_hash_handle hh;
    needed *list; /* of its last evaluation */
    size_t count, capacity;
    uint32_t look;  /* the latest one that met it */
    uint32_t key[]; /* the derived condition, arguments */
};

struct explain_chain {
    UT_hash_handle hh;
    uint32_t number, count;
    bool cut;
    const explain_tuple *items[];
};

void explain_tuples_free(explain_tuples *tuples)
{
    explain_tuple *tuple, *next_tuple;
    explain_chain *chain, *next_chain;
    HASH_ITER(hh, tuples->known, tuple, next_tuple)
    {
        HASH_DEL(tuples->known, tuple);
        free(tuple->list);
        free(tuple);
    }
    HASH_ITER(hh, tuples->chains, chain, next_chain)
    {
        HASH_DEL(tuples->chains, chain);
        free(chain);
    }
    free(tuples->stack);
    free(tuples->list);
}

/* --- Evaluation ----------------------------------------------------------------------------------- */

static uint32_t parameters(const htn_domain *domain, uint32_t derived)
{
    return CLI_FIELD(domain, DERIVED, derived, PARAMETER_COUNT);
}

static explain_tuple *tuple_of(explain_tuples *tuples, const htn_domain *domain, uint32_t derived,
                               const int32_t *arguments)
{
    uint32_t key[1 + HTN_MAX_ARGUMENTS] = {derived};
    const uint32_t count = parameters(domain, derived);
    const size_t size = (1 + (size_t)count) * sizeof *key;
    explain_tuple *tuple = NULL;
    if (count != 0)
        memcpy(key + 1, arguments, count * sizeof *key);
    HASH_FIND(hh, tuples->known, key, size, tuple);
    if (tuple != NULL)
        return tuple;
    tuple = base_allocate(sizeof *tuple + size);
    memcpy(tuple->key, key, size);
    HASH_ADD(hh, tuples->known, key, size, tuple);
    return tuple;
}

void explain_tuple_begins(explain_tuples *tuples, const htn_domain *domain, const htn_planner *planner,
                          const htn_event *event)
{
    explain_tuple *tuple = tuple_of(tuples, domain, event->index, htn_trace_question(planner, NULL));
    tuple->count = 0;
    for (size_t i = 0; i < tuples->count; i++)
        if (tuples->stack[i] == tuple) { /* another pass, or the asking begins again */
            tuples->count = i + 1;
            return;
        }
    tuples->stack = base_grow_array(tuples->stack, tuples->count, &tuples->capacity, sizeof(explain_tuple *));
    tuples->stack[tuples->count++] = tuple;
}

bool explain_tuple_answered(explain_tuples *tuples, const htn_domain *domain, const htn_planner *planner,
                            const htn_event *event)
{
    int32_t answer;
    const int32_t *arguments = htn_trace_question(planner, &answer);
    explain_tuple *tuple = tuple_of(tuples, domain, event->index, arguments);
    if (event->kind == HTN_EVENT_TUPLE_DONE && tuples->count > 0)
        tuples->count--;
    if (tuples->count == 0)
        return true;
    explain_tuple *by = tuples->stack[tuples->count - 1];
    for (size_t i = 0; i < by->count; i++)
        if (by->list[i].tuple == tuple && by->list[i].answer == (answer != 0))
            return false;
    by->list = base_grow_array(by->list, by->count, &by->capacity, sizeof *by->list);
    by->list[by->count++] = (needed){tuple, answer != 0};
    return false;
}

void explain_tuples_give_up(explain_tuples *tuples)
{
    tuples->count = 0;
}

/* --- Chains --------------------------------------------------------------------------------------- */

/* Adds the tuples that this one needed and that had the same answer, each once. They had it before it did: no circle. */
static void follow(explain_tuples *tuples, const explain_tuple *from, bool answer, const explain_tuple **items,
                   uint32_t *count, bool *cut)
{
    for (size_t i = 0; i < from->count && !*cut; i++) {
        explain_tuple *next = from->list[i].tuple;
        if (from->list[i].answer != answer || next->look == tuples->looks)
            continue;
        *cut = *count == MOST_OF_A_CHAIN;
        if (*cut)
            return;
        next->look = tuples->looks;
        items[(*count)++] = next;
        follow(tuples, next, answer, items, count, cut);
    }
}

uint32_t explain_chain_of(explain_tuples *tuples, const htn_domain *domain, uint32_t derived, const int32_t *arguments,
                          bool answer)
{
    const explain_tuple *items[MOST_OF_A_CHAIN] = {NULL};
    explain_tuple *tuple = tuple_of(tuples, domain, derived, arguments);
    explain_chain *chain = NULL;
    uint32_t count = 0;
    bool cut = false;
    tuple->look = ++tuples->looks;
    follow(tuples, tuple, answer, items, &count, &cut);
    const size_t size = count * sizeof(const explain_tuple *);
    if (count == 0)
        return 0;
    HASH_FIND(hh, tuples->chains, items, size, chain);
    if (chain != NULL)
        return chain->number;
    if (tuples->chain_count == MOST_CHAINS)
        return 0;
    chain = base_allocate(sizeof *chain + size);
    chain->count = count;
    chain->cut = cut;
    memcpy(chain->items, items, size);
    HASH_ADD(hh, tuples->chains, items, size, chain);
    tuples->list = base_grow_array(tuples->list, tuples->chain_count, &tuples->chain_capacity, sizeof(explain_chain *));
    tuples->list[tuples->chain_count++] = chain;
    return chain->number = (uint32_t)tuples->chain_count;
}

void explain_add_tuple(base_text *text, const htn_domain *domain, uint32_t derived, const int32_t *arguments,
                       uint32_t count)
{
    base_text_add(text, "%s", CLI_TEXT(domain, DERIVED, derived, NAME));
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t parameter = CLI_FIELD(domain, DERIVED, derived, FIRST_PARAMETER) + i;
        base_text_add(text, i == 0 ? "(" : ", ");
        cli_add_value(text, domain, CLI_FIELD(domain, PARAMETERS, parameter, TYPE), arguments[i]);
    }
    base_text_add(text, count < parameters(domain, derived) ? ", ...)" : count > 0 ? ")" : "");
}

bool explain_chain_add(base_text *text, const explain_tuples *tuples, const htn_domain *domain, uint32_t chain,
                       uint32_t which)
{
    if (chain == 0 || which >= tuples->list[chain - 1]->count)
        return false;
    const uint32_t *key = tuples->list[chain - 1]->items[which]->key;
    explain_add_tuple(text, domain, key[0], (const int32_t *)(key + 1), parameters(domain, key[0]));
    return true;
}

bool explain_chain_is_cut(const explain_tuples *tuples, uint32_t chain)
{
    return chain != 0 && tuples->list[chain - 1]->cut;
}
