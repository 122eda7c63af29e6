/* Facts, each once; see hddl_facts.h. */
#include "hddl/read/hddl_facts.h"
#include "hddl/read/hddl_conditions.h"
#include "hddl/read/hddl_functions.h"

#include <string.h>

typedef struct fact_set {
    hddl_atom *facts;
    uint32_t count;
    uint32_t *slots; /* open addressing: the index of a fact + 1; 0: free */
    uint32_t mask;
} fact_set;

/* Adds a fact, unless it is there. */
static void add_fact(const hddl_resolver *resolver, fact_set *set, const hddl_atom *atom)
{
    uint32_t arity = hddl_arity(resolver->problem, atom->predicate);
    uint32_t hash = atom->predicate * 0x9E3779B1u;
    for (uint32_t i = 0; i < arity; i++)
        hash = (hash ^ (uint32_t)atom->terms[i]) * 0x85EBCA6Bu ^ hash >> 15;
    uint32_t at = (hash ^ hash >> 16) & set->mask;
    for (; set->slots[at] != 0; at = (at + 1) & set->mask) {
        const hddl_atom *other = &set->facts[set->slots[at] - 1];
        if (other->predicate == atom->predicate &&
            (arity == 0 || memcmp(other->terms, atom->terms, arity * sizeof *atom->terms) == 0))
            return;
    }
    set->facts[set->count] = *atom;
    set->slots[at] = ++set->count;
}

static void resolve_fact(hddl_resolver *resolver, fact_set *set, const hddl_form *form)
{
    hddl_atom atom;
    switch (form->kind) {
    case HDDL_FORM_ATOM:
    case HDDL_FORM_SORT:
        if (hddl_resolve_atom(resolver, form, &atom) && resolver->diagnostics->errors == 0)
            add_fact(resolver, set, &atom);
        break;
    case HDDL_FORM_NOT:
        if (form->parts->kind == HDDL_FORM_ATOM && hddl_resolve_atom(resolver, form->parts, &atom))
            break;
        if (form->parts->kind == HDDL_FORM_ATOM)
            break;
        /* fall through */
    default:
        base_report(resolver->diagnostics, BASE_DIAG_BAD_FACT, form->span,
                    "not a fact: the initial state is a list of predicates with objects");
        break;
    case HDDL_FORM_EMPTY: break;
    case HDDL_FORM_COMPARE: hddl_take_number(resolver, form); break;
    }
}

void hddl_read_facts(hddl_resolver *resolver)
{
    uint32_t most = 0;
    for (const hddl_form *form = resolver->document->facts.first; form != NULL; form = form->next)
        most++;
    fact_set set = {.mask = 15};
    while (set.mask / 2 < most)
        set.mask = 2 * set.mask + 1;
    set.slots = base_alloc_array(resolver->arena, (size_t)set.mask + 1, sizeof *set.slots);
    set.facts = base_alloc_array(resolver->arena, most, sizeof *set.facts);
    for (const hddl_form *form = resolver->document->facts.first; form != NULL; form = form->next)
        resolve_fact(resolver, &set, form);
    resolver->problem->facts = set.facts;
    resolver->problem->fact_count = set.count;
}
