/* The checker from beginning to end; see verify.h. */
#include "hddl/check/check_inside.h"
#include <stdlib.h>

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* The most variables that a schema has. */
static uint32_t most_variables(const hddl_problem *problem)
{
    uint32_t most = larger(problem->initial.schema.variables.count, problem->goal_schema.variables.count);
    for (uint32_t i = 0; i < problem->action_count; i++)
        most = larger(most, problem->actions[i].schema.variables.count);
    for (uint32_t i = 0; i < problem->method_count; i++)
        most = larger(most, problem->methods[i].schema.variables.count);
    return most;
}

static uint32_t most_arity(const hddl_problem *problem)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < problem->predicate_count; i++)
        most = larger(most, problem->predicates[i].parameters.count);
    return most;
}

static void begin(verifier *v)
{
    const size_t variables = most_variables(v->problem) + 1;
    v->binding.values = base_allocate(variables * sizeof *v->binding.values);
    v->binding.is_open = base_allocate(variables * sizeof *v->binding.is_open);
    v->objects = base_allocate((most_arity(v->problem) + 1) * sizeof *v->objects);
    verify_facts_init(&v->facts, v->problem);
}

static void end(verifier *v)
{
    verify_facts_free(&v->facts);
    free(v->binding.values);
    free(v->binding.is_open);
    free(v->objects);
    free(v->conjuncts);
    free(v->nodes);
    free(v->arguments);
    free(v->child_ids);
    free(v->children);
    free(v->next_method);
}

verify_answer verify_plan(const hddl_problem *problem, const char *name, char *text, size_t length, base_text *said)
{
    verifier v = {.problem = problem, .name = name, .said = said};
    begin(&v);
    const bool good = verify_read(&v, text, length) && verify_tree(&v) && verify_run(&v);
    if (v.complaints > VERIFY_MOST_COMPLAINTS)
        base_text_add(said, "%s: and %u more\n", name, v.complaints - VERIFY_MOST_COMPLAINTS);
    if (v.too_hard) {
        base_text_clear(said);
        base_text_add(said, "a condition leaves more than %d variables open, and is not searched for values\n",
                      VERIFY_MOST_OPEN);
    }
    end(&v);
    return v.too_hard ? VERIFY_TOO_HARD : good ? VERIFY_VALID : VERIFY_INVALID;
}
