/*
 * What the article says of plans that run: which of its domains cut a recovery short, and which do not.
 * Its domains are compiled from the files beside this one; each test plays one troll through the story.
 * Neighbours: tests/article/README.md lists the outcomes that need no running plan.
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

typedef struct troll {
    htnc_compilation compilation;
    htn_domain domain;
    htn_world world;
    htn_planner *planner;
    void *world_memory, *planner_memory;
} troll;

static void wake(troll *self, const char *file)
{
    char path[256];
    size_t size;
    snprintf(path, sizeof path, "tests/article/%s.htn", file);
    assert_int_equal(htnc_compile(&self->compilation, path, NULL), BASE_DONE);
    assert_int_equal(htn_domain_load(&self->domain, self->compilation.blob, self->compilation.blob_size, NULL), HTN_OK);
    size = htn_world_bytes(&self->domain);
    self->world_memory = malloc(size);
    assert_int_equal(htn_world_init(&self->world, &self->domain, self->world_memory, size), HTN_OK);
    size = htn_planner_bytes(&self->domain, NULL);
    self->planner_memory = malloc(size);
    assert_int_equal(htn_planner_init(&self->planner, &self->domain, NULL, self->planner_memory, size), HTN_OK);
}

static void rest(troll *self)
{
    free(self->planner_memory);
    free(self->world_memory);
    htnc_free(&self->compilation);
}

static void set(troll *self, const char *property, int32_t value)
{
    assert_int_equal(htn_world_set(&self->world, htn_property_find(&self->domain, property), value), HTN_OK);
}

/* The plan last found must be these tasks, separated by blanks; it becomes the running one. */
static void adopt(troll *self, const char *tasks)
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

static htn_status replan(troll *self, uint32_t steps_done)
{
    htn_request request = {0};
    request.replan = true;
    request.steps_done = steps_done;
    return htn_plan_find(self->planner, &self->world, &request);
}

/* "The RecoveryRoar task will be aborted" without a record of the running plan; with it, it is not. */
static void the_record_keeps_the_recovery_roar_going(void **state)
{
    troll self;
    (void)state;
    wake(&self, "the_boulder_and_the_recovery_roar");
    set(&self, "WsTrunkHealth", 3);
    set(&self, "CanNavigateToEnemy", 1);
    assert_int_equal(htn_plan_find(self.planner, &self.world, NULL), HTN_PLAN);
    adopt(&self, "NavigateToEnemy DoTrunkSlam RecoveryRoar");
    set(&self, "WsLocation", 1);
    set(&self, "WsTrunkHealth", 2);
    set(&self, "AttackedRecently", 1);
    assert_int_equal(replan(&self, 2), HTN_STANDS);
    htn_planner_drop(self.planner);
    assert_int_equal(htn_plan_find(self.planner, &self.world, NULL), HTN_PLAN);
    adopt(&self, "PickupBoulder ThrowBoulder");
    rest(&self);
}

/* A boulder in hand, the way to the enemy comes free: the slam has priority over the throw. */
static void a_method_of_higher_priority_replaces_the_boulder(void **state)
{
    troll self;
    (void)state;
    wake(&self, "the_boulder_and_the_recovery_roar");
    set(&self, "WsTrunkHealth", 3);
    assert_int_equal(htn_plan_find(self.planner, &self.world, NULL), HTN_PLAN);
    adopt(&self, "PickupBoulder ThrowBoulder");
    assert_int_equal(replan(&self, 1), HTN_STANDS);
    set(&self, "CanNavigateToEnemy", 1);
    assert_int_equal(replan(&self, 1), HTN_PLAN);
    adopt(&self, "NavigateToEnemy DoTrunkSlam RecoveryRoar");
    rest(&self);
}

/* "The planner will pick the higher priority Whirlwind attack method. This cancels the DoRecovery task." */
static void before_its_repair_the_whirlwind_cuts_the_recovery_short(void **state)
{
    troll self;
    (void)state;
    wake(&self, "the_whirlwind_before_its_repair");
    set(&self, "WsPowerUp", 2);
    assert_int_equal(htn_plan_find(self.planner, &self.world, NULL), HTN_PLAN);
    adopt(&self, "DoTrunkSlam DoRecovery");
    set(&self, "WsPowerUp", 3);
    assert_int_equal(replan(&self, 1), HTN_PLAN);
    adopt(&self, "DoWhirlwindTrunkAttack DoRecovery");
    rest(&self);
}

/* "Now, when the world state changes, the DoRecovery task won't be interrupted." */
static void after_its_repair_the_recovery_is_left_alone(void **state)
{
    troll self;
    (void)state;
    wake(&self, "the_whirlwind_repaired");
    set(&self, "WsPowerUp", 2);
    assert_int_equal(htn_plan_find(self.planner, &self.world, NULL), HTN_PLAN);
    adopt(&self, "DoTrunkSlam DoRecovery");
    set(&self, "WsPowerUp", 3);
    set(&self, "WsIsTired", 1);
    assert_int_equal(replan(&self, 1), HTN_STANDS);
    set(&self, "WsEnemyRange", 2);
    assert_int_equal(replan(&self, 1), HTN_STANDS);
    set(&self, "WsIsTired", 0);
    assert_int_equal(replan(&self, 2), HTN_PLAN);
    adopt(&self, "DoWhirlwindTrunkAttack DoRecovery");
    rest(&self);
}

/* Expected effects take part in validation: the roar at the end holds because the walk is expected to help. */
static void a_running_plan_holds_by_its_expected_effects(void **state)
{
    troll self;
    uint32_t failed = 9;
    (void)state;
    wake(&self, "an_expected_effect_lets_him_roar");
    set(&self, "WsHasSeenEnemyRecently", 1);
    assert_int_equal(htn_plan_find(self.planner, &self.world, NULL), HTN_PLAN);
    adopt(&self, "NavToLastEnemyLoc RegainLOSRoar");
    assert_int_equal(htn_planner_validate(self.planner, &self.world, 0, NULL, NULL), HTN_OK);
    assert_int_equal(htn_planner_validate(self.planner, &self.world, 1, NULL, &failed), HTN_NO_PLAN);
    assert_int_equal(failed, 1);
    set(&self, "WsCanSeeEnemy", 1);
    assert_int_equal(htn_planner_validate(self.planner, &self.world, 1, NULL, NULL), HTN_OK);
    rest(&self);
}

static htn_status plan_up_to(troll *self, uint32_t horizon)
{
    return htn_plan_find(self->planner, &self->world, &(htn_request){.horizon = horizon});
}

static htn_status go_on(troll *self)
{
    return htn_plan_find(self->planner, &self->world, &(htn_request){.go_on = true});
}

/* "Record the state of the unprocessed list": what the horizon cuts off is planned when the run is over. */
static void the_planner_goes_on_where_it_left_off(void **state)
{
    troll self;
    (void)state;
    wake(&self, "the_whole_plan");
    set(&self, "WsCanSeeEnemy", 1);
    assert_int_equal(plan_up_to(&self, 5000), HTN_PARTIAL_PLAN);
    adopt(&self, "RunToEnemy");
    set(&self, "WsEnemyRange", 1);
    assert_int_equal(replan(&self, 1), HTN_STANDS);
    assert_int_equal(go_on(&self), HTN_PLAN);
    adopt(&self, "CloseIn DoTrunkSlam");
    rest(&self);
}

/* "Of course, we would not be able to roll back to before the start of the second part of the plan." */
static void without_stamina_he_has_run_for_nothing(void **state)
{
    troll self;
    (void)state;
    wake(&self, "stamina_is_checked_before_he_sets_out");
    set(&self, "WsCanSeeEnemy", 1);
    set(&self, "WsStamina", 0);
    assert_int_equal(plan_up_to(&self, 0), HTN_NO_PLAN);
    assert_int_equal(plan_up_to(&self, 5000), HTN_PARTIAL_PLAN);
    adopt(&self, "RunToEnemy");
    set(&self, "WsEnemyRange", 1);
    assert_int_equal(go_on(&self), HTN_NO_PLAN);
    rest(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_record_keeps_the_recovery_roar_going),
        cmocka_unit_test(a_method_of_higher_priority_replaces_the_boulder),
        cmocka_unit_test(before_its_repair_the_whirlwind_cuts_the_recovery_short),
        cmocka_unit_test(after_its_repair_the_recovery_is_left_alone),
        cmocka_unit_test(a_running_plan_holds_by_its_expected_effects),
        cmocka_unit_test(the_planner_goes_on_where_it_left_off),
        cmocka_unit_test(without_stamina_he_has_run_for_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
