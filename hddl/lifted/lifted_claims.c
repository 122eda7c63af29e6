/*
 * What tasks ahead need and nothing can make true again: a place that is still free, a thing that is not yet used up. A task that
 * surely makes it false must not come before one that needs it, so that such a list of tasks is left when it comes to be, and not
 * when the one that needs it is begun at last (causal links that are threatened: McAllester and Rosenblitt, "Systematic Nonlinear
 * Planning", AAAI 1991; here in a total order, for literals whose threat cannot be mended, by what lifted_infer.c has found
 * tasks to need and to make false). An atom's claims are counted; a frame notes its own behind its slots and goals: 1 + atom.
 */
#include "hddl/lifted/lifted_inside.h"

static uint32_t *claims_of(const lifted_search *search, uint32_t frame, const lifted_schema *schema)
{
    return search->stack + frame + lifted_frame_size(search, schema) - schema->claim_count;
}

/* The atom that the claim is about; LIFTED_NONE: a variable of it is open. */
static uint32_t atom_of(lifted_search *search, uint32_t frame, const lifted_claim *claim)
{
    for (uint32_t i = 0; i < claim->term_count; i++) {
        search->scratch[i] = lifted_value(search, frame, claim->terms[i]);
        if ((search->scratch[i] & LIFTED_TAG) != 0)
            return LIFTED_NONE;
    }
    return lifted_intern(search, claim->relation, search->scratch);
}

/* From the last subtask on, so that what stands behind a task has been noted when it is asked what it makes false. */
bool lifted_claim_all(lifted_search *search, uint32_t frame)
{
    const lifted_schema *schema = &search->schemas[search->stack[frame + LIFTED_SCHEMA]];
    uint32_t *noted = claims_of(search, frame, schema);
    for (uint32_t i = 0; i < schema->claim_count; i++)
        noted[i] = 0;
    for (uint32_t i = 0; i < schema->claim_count; i++) {
        const lifted_claim *claim = &schema->claims[i];
        uint32_t atom = atom_of(search, frame, claim);
        if (atom == LIFTED_NONE)
            continue;
        if (claim->breaks ? claim->relation->claims[atom] != 0
                          : lifted_holds(claim->relation, atom) != claim->relation->never_added)
            return false;
        if (claim->breaks)
            continue;
        noted[i] = atom + 1;
        claim->relation->claims[atom]++;
        lifted_record(search, LIFTED_MOVED | LIFTED_CLAIMED | claim->relation->number, atom);
    }
    return true;
}

void lifted_free_claims(lifted_search *search, uint32_t frame, uint32_t position)
{
    const lifted_schema *schema = &search->schemas[search->stack[frame + LIFTED_SCHEMA]];
    const uint32_t *noted = schema->claim_count == 0 ? NULL : claims_of(search, frame, schema);
    for (uint32_t i = 0; i < schema->claim_count; i++) {
        const lifted_claim *claim = &schema->claims[i];
        if (claim->subtask != position || noted[i] == 0)
            continue;
        claim->relation->claims[noted[i] - 1]--;
        lifted_record(search, LIFTED_MOVED | LIFTED_FREED | claim->relation->number, noted[i] - 1);
    }
}
