/*
 * What replanning does with the domains beside this file: which plans are cut short, which are kept, and what happens behind a
 * horizon. Each test compiles a domain, plays one agent through a story and checks each plan. Domains that need no running plan
 * state their plans themselves (run).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <htn/htn.h>
#include "compiler/htnc.h"

typedef struct story {
    htnc_compilation compilation;
    htn_domain domain;
    htn_world world;
    htn_planner *planner;
    void *world_memory, *planner_memory;
} story;

static void begin(story *self, const char *file)
{
    char path[256];
    size_t size;
    snprintf(path, sizeof path, "tests/notation/%s.htn", file);
    assert_int_equal(htnc_compile(&self->compilation, path, NULL), BASE_DONE);
    assert_int_equal(htn_domain_load(&self->domain, self->compilation.blob, self->compilation.blob_size, NULL), HTN_OK);
    size = htn_world_bytes(&self->domain);
    self->world_memory = malloc(size);
    assert_int_equal(htn_world_init(&self->world, &self->domain, self->world_memory, size), HTN_OK);
    size = htn_planner_bytes(&self->domain, NULL);
    self->planner_memory = malloc(size);
    assert_int_equal(htn_planner_init(&self->planner, &self->domain, NULL, self->planner_memory, size), HTN_OK);
}

static void end(story *self)
{
    free(self->planner_memory);
    free(self->world_memory);
    htnc_free(&self->compilation);
}

static void set(story *self, const char *property, int32_t value)
{
    assert_int_equal(htn_world_set(&self->world, htn_property_find(&self->domain, property), value), HTN_OK);
}

/* Checks that the plan found last has these tasks, separated by blanks, and makes it the running plan. */
static void adopt(story *self, const char *tasks)
{
    char text[512] = "";
    htn_plan plan;
    htn_planner_plan(self->planner, &plan);
    for (uint32_t i = 0; i < plan.step_count; ++i) {
        if (i > 0)
            strcat(text, " ");
        strcat(text, htn_task_name(&self->domain, plan.steps[i].task));
    }
    assert_string_equal(text, tasks);
    assert_int_equal(htn_planner_adopt(self->planner), HTN_OK);
}

static htn_status replan(story *self, uint32_t steps_done)
{
    htn_request request = {0};
    request.replan = true;
    request.steps_done = steps_done;
    return htn_plan_find(self->planner, &self->world, &request);
}

/* A fresh search finds the bellows. A replan keeps the running plan, which has a higher priority. */
static void the_record_keeps_the_last_step_going(void **state)
{
    story self;
    (void)state;
    begin(&self, "the_record_protects_the_last_step");
    set(&self, "Coal", 3);
    set(&self, "AnvilFree", 1);
    assert_int_equal(htn_plan_find(self.planner, &self.world, NULL), HTN_OK);
    adopt(&self, "StepToAnvil Strike Quench");
    set(&self, "At", 1);
    set(&self, "Coal", 2);
    set(&self, "JustStruck", 1);
    assert_int_equal(replan(&self, 2), HTN_STANDS);
    htn_planner_drop(self.planner);
    assert_int_equal(htn_plan_find(self.planner, &self.world, NULL), HTN_OK);
    adopt(&self, "GripBellows PumpBellows");
    end(&self);
}

/* While the smith grips the bellows, the anvil becomes free: the method with the higher priority takes over. */
static void a_method_of_higher_priority_replaces_the_plan(void **state)
{
    story self;
    (void)state;
    begin(&self, "the_record_protects_the_last_step");
    set(&self, "Coal", 3);
    assert_int_equal(htn_plan_find(self.planner, &self.world, NULL), HTN_OK);
    adopt(&self, "GripBellows PumpBellows");
    assert_int_equal(replan(&self, 1), HTN_STANDS);
    set(&self, "AnvilFree", 1);
    assert_int_equal(replan(&self, 1), HTN_OK);
    adopt(&self, "StepToAnvil Strike Quench");
    end(&self);
}

static void an_effect_that_raises_priority_cuts_the_bow_short(void **state)
{
    story self;
    (void)state;
    begin(&self, "an_effect_that_raises_priority_cuts_the_plan_short");
    set(&self, "Songs", 2);
    assert_int_equal(htn_plan_find(self.planner, &self.world, NULL), HTN_OK);
    adopt(&self, "SingSong TakeBow");
    set(&self, "Songs", 3);
    assert_int_equal(replan(&self, 1), HTN_OK);
    adopt(&self, "SingEncore TakeBow");
    end(&self);
}

static void a_reason_in_the_world_state_protects_the_bow(void **state)
{
    story self;
    (void)state;
    begin(&self, "a_reason_in_the_world_state_protects_the_plan");
    set(&self, "Songs", 2);
    assert_int_equal(htn_plan_find(self.planner, &self.world, NULL), HTN_OK);
    adopt(&self, "SingSong TakeBow");
    set(&self, "Songs", 3);
    set(&self, "Breathless", 1);
    assert_int_equal(replan(&self, 1), HTN_STANDS);
    set(&self, "Hall", 2);
    assert_int_equal(replan(&self, 1), HTN_STANDS);
    set(&self, "Breathless", 0);
    assert_int_equal(replan(&self, 2), HTN_OK);
    adopt(&self, "SingEncore TakeBow");
    end(&self);
}

/* Validation counts on expected effects too, but only on those of steps that are still to come. */
static void a_running_plan_holds_by_its_expected_effects(void **state)
{
    story self;
    uint32_t failed = 9;
    (void)state;
    begin(&self, "an_expected_effect_makes_a_later_task_possible");
    set(&self, "RippleSeen", 1);
    assert_int_equal(htn_plan_find(self.planner, &self.world, NULL), HTN_OK);
    adopt(&self, "WadeToRipple Croak");
    assert_int_equal(htn_planner_validate(self.planner, &self.world, 0, NULL, NULL), HTN_OK);
    assert_int_equal(htn_planner_validate(self.planner, &self.world, 1, NULL, &failed), HTN_NO_PLAN);
    assert_int_equal(failed, 1);
    set(&self, "FishInSight", 1);
    assert_int_equal(htn_planner_validate(self.planner, &self.world, 1, NULL, NULL), HTN_OK);
    end(&self);
}

static htn_status plan_up_to(story *self, uint32_t horizon)
{
    return htn_plan_find(self->planner, &self->world, &(htn_request){.horizon = horizon});
}

static htn_status go_on(story *self)
{
    return htn_plan_find(self->planner, &self->world, &(htn_request){.go_on = true});
}

/* The planner keeps the tasks that the horizon left over, and plans them when the first part is done. */
static void the_planner_goes_on_behind_the_horizon(void **state)
{
    story self;
    (void)state;
    begin(&self, "a_horizon_ends_a_plan");
    set(&self, "SkyClear", 1);
    assert_int_equal(plan_up_to(&self, 5000), HTN_OK);
    adopt(&self, "HikeUp");
    set(&self, "Height", 1);
    assert_int_equal(replan(&self, 1), HTN_STANDS);
    assert_int_equal(go_on(&self), HTN_OK);
    adopt(&self, "Scramble PlantFlag");
    end(&self);
}

/* Steps that have been run cannot be reconsidered: the climber without a flag has climbed for nothing. */
static void a_horizon_hides_what_makes_the_plan_impossible(void **state)
{
    story self;
    (void)state;
    begin(&self, "a_horizon_hides_a_later_precondition");
    set(&self, "SkyClear", 1);
    set(&self, "Flags", 0);
    assert_int_equal(plan_up_to(&self, 0), HTN_NO_PLAN);
    assert_int_equal(plan_up_to(&self, 5000), HTN_OK);
    adopt(&self, "HikeUp");
    set(&self, "Height", 1);
    assert_int_equal(go_on(&self), HTN_NO_PLAN);
    end(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_record_keeps_the_last_step_going),
        cmocka_unit_test(a_method_of_higher_priority_replaces_the_plan),
        cmocka_unit_test(an_effect_that_raises_priority_cuts_the_bow_short),
        cmocka_unit_test(a_reason_in_the_world_state_protects_the_bow),
        cmocka_unit_test(a_running_plan_holds_by_its_expected_effects),
        cmocka_unit_test(the_planner_goes_on_behind_the_horizon),
        cmocka_unit_test(a_horizon_hides_what_makes_the_plan_impossible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
