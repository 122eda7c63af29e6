/* Facts, each once; see hddl_facts.h. */
#include "hddl/read/hddl_facts.h"
#include "hddl/read/hddl_conditions.h"

#include <string.h>

typedef struct fact_set {
    hddl_atom *facts;
    uint32_t count;
    uint32_t *places; /* open addressing; the fact's index + 1; 0: free */
    uint32_t mask;
} fact_set;

static uint32_t arity_of(const hddl_resolver *resolver, const hddl_atom *atom)
{
    return resolver->problem->predicates[atom->predicate].parameters.count;
}

/* Whether the fact was not there yet. */
static bool add_fact(const hddl_resolver *resolver, fact_set *set, const hddl_atom *atom)
{
    uint32_t arity = arity_of(resolver, atom);
    uint32_t hash = atom->predicate * 0x9E3779B1u;
    for (uint32_t i = 0; i < arity; i++)
        hash = (hash ^ (uint32_t)atom->terms[i]) * 0x85EBCA6Bu ^ hash >> 15;
    uint32_t at = (hash ^ hash >> 16) & set->mask;
    for (; set->places[at] != 0; at = (at + 1) & set->mask) {
        const hddl_atom *other = &set->facts[set->places[at] - 1];
        if (other->predicate == atom->predicate &&
            (arity == 0 || memcmp(other->terms, atom->terms, arity * sizeof *atom->terms) == 0))
            return false;
    }
    set->facts[set->count] = *atom;
    set->places[at] = ++set->count;
    return true;
}

/* `(= (f a) 5)` */
static void check_number(hddl_resolver *resolver, const hddl_form *form)
{
    const hddl_form *left = form->parts;
    int64_t number;
    if (left->kind != HDDL_FORM_ATOM || left->next->kind != HDDL_FORM_TERM || form->name.word->text[0] != '=') {
        base_report(resolver->diagnostics, BASE_DIAG_BAD_FACT, form->span,
                    "no fact: objects are what they are; `(= (f a) 5)` gives a function its number");
        return;
    }
    hddl_check_function(resolver, left);
    if (!hddl_read_number(&left->next->name, &number) && strchr(left->next->name.word->text, '.') == NULL)
        base_report(resolver->diagnostics, BASE_DIAG_NOT_A_NUMBER, left->next->span, "`%s` is no number",
                    left->next->name.word->text);
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
                    "no fact: the initial state is a list of predicates of objects");
        break;
    case HDDL_FORM_EMPTY: break;
    case HDDL_FORM_COMPARE: check_number(resolver, form); break;
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
    set.places = base_alloc_array(resolver->arena, (size_t)set.mask + 1, sizeof *set.places);
    set.facts = base_alloc_array(resolver->arena, most, sizeof *set.facts);
    for (const hddl_form *form = resolver->document->facts.first; form != NULL; form = form->next)
        resolve_fact(resolver, &set, form);
    resolver->problem->facts = set.facts;
    resolver->problem->fact_count = set.count;
}
