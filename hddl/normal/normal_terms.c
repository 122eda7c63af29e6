/* Visits terms; see normal_terms.h. */
#include "hddl/normal/normal_terms.h"

void normal_visit_formula(const hddl_problem *problem, const hddl_formula *formula, normal_visit *visit, void *user)
{
    const bool atom = formula->kind == HDDL_ATOM, equal = formula->kind == HDDL_EQUAL;
    const uint32_t arity = atom ? problem->predicates[formula->atom.predicate].parameters.count : 0;
    for (uint32_t i = 0; i < arity; i++)
        visit(user, formula->atom.terms[i]);
    if (equal || formula->kind == HDDL_SORT)
        visit(user, formula->left);
    if (equal)
        visit(user, formula->right);
    for (uint32_t i = 0; i < formula->part_count; i++)
        normal_visit_formula(problem, formula->parts[i], visit, user);
}

void normal_visit_condition(const hddl_problem *problem, const normal_condition *condition, normal_visit *visit,
                            void *user)
{
    for (uint32_t i = 0; i < condition->count; i++)
        for (uint32_t term = 0; term < condition->literals[i].term_count; term++)
            visit(user, condition->literals[i].terms[term]);
    for (uint32_t i = 0; i < condition->residual_count; i++)
        normal_visit_formula(problem, condition->residuals[i], visit, user);
}
