/* The plan checker from beginning to end; see check_plan.h. */
#include "hddl/check/check_plan.h"
#include "hddl/check/check_conditions.h"
#include "hddl/check/check_execution.h"
#include "hddl/check/check_faults.h"
#include "hddl/check/check_read.h"
#include "hddl/check/check_tree.h"

#include <stdlib.h>

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* The number of variables of the largest schema. */
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
        most = larger(most, hddl_arity(problem, i));
    return most;
}

static void begin(check_state *c)
{
    const size_t variables = most_variables(c->problem) + 1;
    c->binding.values = base_allocate(variables * sizeof *c->binding.values);
    c->binding.is_open = base_allocate(variables * sizeof *c->binding.is_open);
    c->objects = base_allocate((most_arity(c->problem) + 1) * sizeof *c->objects);
    check_facts_init(&c->facts, c->problem);
}

static void end(check_state *c)
{
    check_facts_free(&c->facts);
    free(c->binding.values);
    free(c->binding.is_open);
    free(c->objects);
    free(c->conjuncts);
    free(c->nodes);
    free(c->arguments);
    free(c->child_ids);
    free(c->children);
    free(c->next_method);
}

check_answer check_plan(const hddl_problem *problem, const char *name, char *text, size_t length, base_text *said)
{
    check_state c = {.problem = problem, .name = name, .said = said};
    begin(&c);
    const bool good = check_read(&c, text, length) && check_tree(&c) && check_execution(&c);
    if (c.faults > CHECK_MOST_FAULTS)
        base_text_add(said, "%s: and %u more\n", name, c.faults - CHECK_MOST_FAULTS);
    if (c.too_hard) {
        base_text_clear(said);
        base_text_add(said, "a condition has more than %d open variables: too many to search for their values\n",
                      CHECK_MOST_OPEN);
    }
    end(&c);
    return c.too_hard ? CHECK_TOO_HARD : good ? CHECK_VALID : CHECK_INVALID;
}
