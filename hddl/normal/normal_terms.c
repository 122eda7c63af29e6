/* Visits terms; see normal_terms.h. */
#include "hddl/normal/normal_terms.h"

void normal_visit_terms(const normal_term *terms, uint32_t count, normal_visit *visit, void *user)
{
    for (uint32_t i = 0; i < count; i++)
        visit(user, terms[i]);
}

void normal_visit_formula(const hddl_problem *problem, const hddl_formula *formula, normal_visit *visit, void *user)
{
    const hddl_atom *atom = &formula->atom;
    const bool equal = formula->kind == HDDL_EQUAL;
    if (formula->kind == HDDL_ATOM)
        normal_visit_terms(atom->terms, problem->predicates[atom->predicate].parameters.count, visit, user);
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
        normal_visit_terms(condition->literals[i].terms, condition->literals[i].term_count, visit, user);
    for (uint32_t i = 0; i < condition->residual_count; i++)
        normal_visit_formula(problem, condition->residuals[i], visit, user);
}

void normal_visit_effects(const hddl_problem *problem, const normal_action *action, normal_visit *visit, void *user)
{
    for (uint32_t i = 0; i < action->effect_count; i++) {
        normal_visit_terms(action->effects[i].terms, action->effects[i].term_count, visit, user);
        if (action->effects[i].when != NULL)
            normal_visit_condition(problem, action->effects[i].when, visit, user);
    }
}

void normal_visit_subtasks(const normal_method *method, normal_visit *visit, void *user)
{
    for (uint32_t i = 0; i < method->subtask_count; i++)
        normal_visit_terms(method->subtasks[i].terms, method->subtasks[i].term_count, visit, user);
}
