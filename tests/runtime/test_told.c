/* What random stories (tests/differential/test_stories.c) have found about agents, told again in short. */
#include "agent_story.h"

static uint32_t spawn(story *told, const char *type)
{
    int32_t instance;
    const htn_status status =
        htn_world_spawn(htn_agent_world(told->agent), htn_type_find(&told->domain, type), &instance);
    assert_int_equal(status, HTN_OK);
    return (uint32_t)instance;
}

static void despawn(story *told, const char *type, uint32_t instance)
{
    const htn_status status =
        htn_world_despawn(htn_agent_world(told->agent), htn_type_find(&told->domain, type), (int32_t)instance);
    assert_int_equal(status, HTN_OK);
}

static const char lookout[] = "Entities [Foe] Max [2]\n"
                              "World State [ Target : Foe, Near(Foe) : bool, Done : bool ]\n"
                              "Compound Task [T] Method [not Done] Subtasks [Look()]\n"
                              "Primitive Task [Look] Operator [Look()]\n"
                              "  During [Target = none, Near(Target) = false] Effects [Done = true]\n";

static int32_t is_near(story *told, int32_t foe)
{
    return htn_world_get_at(htn_agent_world(told->agent), htn_property_find(&told->domain, "Near"), &foe, 1);
}

/* Begins with a foe that is near and the target, which the step makes untrue while it runs. */
static uint32_t begin_lookout(story *told)
{
    begin(told, lookout);
    const uint32_t foe = spawn(told, "Foe");
    const int32_t index = (int32_t)foe;
    set(told, "Target", index);
    assert_int_equal(
        htn_world_set_at(htn_agent_world(told->agent), htn_property_find(&told->domain, "Near"), &index, 1, 1), HTN_OK);
    expect(told, "+Look");
    assert_world(told, "Target", -1);
    assert_int_equal(is_near(told, index), 0);
    return foe;
}

STORY(what_is_still_there_is_set_back)
{
    const int32_t foe = (int32_t)begin_lookout(told);
    spawn(told, "Foe");
    expect_after(told, "Look", HTN_SUCCEEDED, "=Look");
    assert_world(told, "Target", foe);
    assert_int_equal(is_near(told, foe), 1);
    finish(told);
}

STORY(an_instance_that_is_gone_is_not_set_back)
{
    despawn(told, "Foe", begin_lookout(told));
    expect_after(told, "Look", HTN_SUCCEEDED, "=Look");
    assert_world(told, "Target", -1);
    finish(told);
}

STORY(nothing_is_set_back_for_an_instance_in_the_place_of_another)
{
    const uint32_t foe = begin_lookout(told);
    despawn(told, "Foe", foe);
    assert_int_equal(spawn(told, "Foe"), foe);
    expect_after(told, "Look", HTN_SUCCEEDED, "=Look");
    assert_world(told, "Target", -1);
    assert_int_equal(is_near(told, (int32_t)foe), 0);
    finish(told);
}

STORY(other_steps_of_a_group_start_while_one_runs_that_is_not_to_be_interrupted)
{
    begin(told, "World State [ At : bool ]\n"
                "Compound Task [T] Method [not At] Subtasks [Parallel [Go(), Talk()]]\n"
                "Compound Task [Go] Method [true] Subtasks [Walk(), Wave(), Bow()]\n"
                "Primitive Task [Walk] Operator [Walk()] Effects [At = true]\n"
                "Primitive Task [Wave] Operator [Wave()]\n"
                "Primitive Task [Bow] Operator [Bow()]\n"
                "Primitive Task [Talk] Operator [Talk()] Interrupt [never]\n");
    expect(told, "+Walk +Talk");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Wave");
    expect_after(told, "Wave", HTN_SUCCEEDED, "=Wave +Bow"); /* though whether the plan holds has not been asked */
    expect_after(told, "Bow", HTN_SUCCEEDED, "=Bow");
    expect_after(told, "Talk", HTN_SUCCEEDED, "=Talk");
    finish(told);
}

STORY(behind_a_group_its_durings_are_over)
{
    begin(told, "World State [ Busy : bool, Rain : bool, Rested : bool ]\n"
                "Compound Task [T] Method [not Rested] Subtasks [Parallel [Guard(), Wave()], Rest()]\n"
                "Primitive Task [Guard] Operator [Guard()] During [Busy = true]\n"
                "Primitive Task [Wave] Operator [Wave()]\n"
                "Primitive Task [Rest] Preconditions [not Busy] Operator [Rest()] Effects [Rested = true]\n");
    expect(told, "+Guard +Wave");
    set(told, "Rain", 1);
    expect(told, ""); /* the plan still holds */
    expect_after(told, "Wave", HTN_SUCCEEDED, "=Wave");
    expect_after(told, "Guard", HTN_SUCCEEDED, "=Guard +Rest");
    finish(told);
}

STORY(a_while_holds_on_though_what_comes_behind_is_certain_to_fail)
{
    begin(told, "World State [ Calm : bool = true ]\nConstant [Ever = false]\n"
                "Compound Task [T]\n"
                "  Method [true] While [Calm] Subtasks [Walk(), Split, Look(), Split, Fly()]\n"
                "  Method [true] Subtasks [Hide()]\n"
                "Primitive Task [Walk] Operator [Walk()]\n"
                "Primitive Task [Look] Operator [Look()]\n"
                "Primitive Task [Fly] Preconditions [Ever] Operator [Fly()]\n"
                "Primitive Task [Hide] Operator [Hide()]\n");
    expect(told, "+Walk");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Look");
    set(told, "Calm", 0);
    expect(told, "-Look");
    expect(told, "~Look +Hide");
    finish(told);
}

STORY(where_nothing_comes_behind_a_split_the_next_plan_begins_at_once)
{
    begin(told, "World State [ Far : bool = true, Hot : bool ]\n"
                "Compound Task [T]\n"
                "  Method [Far] Subtasks [Walk(), Split, Cool()]\n"
                "  Method [true] Subtasks [Rest()]\n"
                "Compound Task [Cool]\n"
                "  Method [Hot] Subtasks [Swim()]\n"
                "  Method [true] Subtasks []\n"
                "Primitive Task [Walk] Operator [Walk()] Effects [Far = false]\n"
                "Primitive Task [Swim] Operator [Swim()]\n"
                "Primitive Task [Rest] Operator [Rest()]\n");
    expect(told, "+Walk");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Rest");
    finish(told);
}

STORY(aborts_go_on_in_the_order_in_which_their_steps_started)
{
    begin(told, "World State [ Rain : bool ]\n"
                "Compound Task [T]\n"
                "  Method [Rain] Subtasks [Rest()]\n"
                "  Method [true] Subtasks [Parallel [Go(), Talk()]]\n"
                "Compound Task [Go] Method [true] Subtasks [Walk(), Wave()]\n"
                "Primitive Task [Walk] Operator [Walk()]\n"
                "Primitive Task [Wave] Operator [Wave()]\n"
                "Primitive Task [Talk] Operator [Talk()]\n"
                "Primitive Task [Rest] Operator [Rest()]\n");
    expect(told, "+Walk +Talk");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Wave"); /* where Walk was kept */
    set(told, "Rain", 1);
    expect(told, "-Wave -Talk");
    expect(told, "~Talk ~Wave +Rest");
    finish(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_instance_that_is_gone_is_not_set_back),
        cmocka_unit_test(nothing_is_set_back_for_an_instance_in_the_place_of_another),
        cmocka_unit_test(what_is_still_there_is_set_back),
        cmocka_unit_test(other_steps_of_a_group_start_while_one_runs_that_is_not_to_be_interrupted),
        cmocka_unit_test(behind_a_group_its_durings_are_over),
        cmocka_unit_test(a_while_holds_on_though_what_comes_behind_is_certain_to_fail),
        cmocka_unit_test(where_nothing_comes_behind_a_split_the_next_plan_begins_at_once),
        cmocka_unit_test(aborts_go_on_in_the_order_in_which_their_steps_started),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
