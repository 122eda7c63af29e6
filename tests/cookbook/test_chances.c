/*
 * Weighted draws: a greater weight gives a better chance. Over many seeds the hungry agent, which has nothing to eat, reads and
 * dances about as often as the weights in its domain say.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include <htn/htn.h>
#include "compiler/htnc.h"

enum { DRAWS = 4000 };

typedef struct agent {
    htnc_compilation compilation;
    htn_domain domain;
    htn_world world;
    htn_planner *planner;
    void *world_memory, *planner_memory;
} agent;

static void wake(agent *self)
{
    size_t size;
    assert_int_equal(htnc_compile(&self->compilation, "domains/hungry-agent.htn", NULL), BASE_DONE);
    assert_int_equal(htn_domain_load(&self->domain, self->compilation.blob, self->compilation.blob_size, NULL), HTN_OK);
    size = htn_world_bytes(&self->domain);
    self->world_memory = malloc(size);
    assert_int_equal(htn_world_init(&self->world, &self->domain, self->world_memory, size), HTN_OK);
    size = htn_planner_bytes(&self->domain, NULL);
    self->planner_memory = malloc(size);
    assert_int_equal(htn_planner_init(&self->planner, &self->domain, NULL, self->planner_memory, size), HTN_OK);
}

static void rest(agent *self)
{
    free(self->planner_memory);
    free(self->world_memory);
    htnc_free(&self->compilation);
}

/* In how many per cent of all draws someone so bored dances. */
static int dances(agent *self, int32_t boredom)
{
    htn_task dance = htn_task_find(&self->domain, "Dance");
    int count = 0;
    assert_int_equal(htn_world_set(&self->world, htn_property_find(&self->domain, "Boredom"), boredom), HTN_OK);
    for (uint32_t seed = 0; seed < DRAWS; seed++) {
        htn_request request = {0};
        htn_plan plan;
        request.seed = seed;
        assert_int_equal(htn_plan_find(self->planner, &self->world, &request), HTN_OK);
        htn_planner_plan(self->planner, &plan);
        assert_int_equal(plan.step_count, 1);
        count += plan.steps[0].task == dance;
    }
    return count * 100 / DRAWS;
}

/* The weights are 30 for reading and, for dancing, 10, 50 and 90 as boredom goes from 0 to 50 and 100. */
static void chances_are_as_the_weights(void **state)
{
    agent self;
    (void)state;
    wake(&self);
    assert_in_range(dances(&self, 0), 23, 27);
    assert_in_range(dances(&self, 50), 60, 65);
    assert_in_range(dances(&self, 100), 73, 77);
    rest(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chances_are_as_the_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
