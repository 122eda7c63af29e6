/*
 * Fixed numbers through the front door of the runtime: thousandths in worlds, arguments and saves; carried over to a build in which they
 * are ints, and back; conversions from and to floating point. That planning computes with them as it should, test_fixed shows
 * (tests/differential).
 */
#include "agent_story.h"
#include <htn/fixed.h>
#include <math.h>

static const htn_agent_options plain = {0};
static htn_load_report report;

static const char wolf[] =
    "World State [ Hunger : 0.0..1000.0 = 0.25 Expires, Far : fixed = 2, Near : 0..9 = 3, Go : 0..9 ]\n"
    "Compound Task [Live]\n"
    "  Method [Go == 1] Subtasks [Trot(Far * 0.75), Rest()]\n"
    "  Method [Go == 2] Subtasks [Growl(Hunger), Rest()]\n"
    "Primitive Task [Trot(far)] Operator [Trot(far, far + 0.5)] Effects [Hunger += far, Go = 0]\n"
    "Primitive Task [Growl(x)] Operator [Growl(x)] During [Far = x] Effects [Hunger = 0.5 for 1s, Go = 0]\n"
    "Primitive Task [Rest] Operator [Rest]\n";

/* The same with whole numbers. */
static const char whole_wolf[] =
    "World State [ Hunger : 0..1000 Expires, Far : int, Near : 0.0..9.0 = 3, Go : 0..9 ]\n"
    "Compound Task [Live]\n"
    "  Method [Go == 1] Subtasks [Trot(Far), Rest()]\n"
    "  Method [Go == 2] Subtasks [Growl(Hunger), Rest()]\n"
    "Primitive Task [Trot(far)] Operator [Trot(far, far)] Effects [Hunger += far, Go = 0]\n"
    "Primitive Task [Growl(x)] Operator [Growl(x)] During [Far = x] Effects [Hunger = 1 for 1s, Go = 0]\n"
    "Primitive Task [Rest] Operator [Rest]\n";

static story *reload(story *told, const char *text)
{
    return go_on_in(told, text, plain, &report);
}

STORY(arguments_and_effects_are_thousandths)
{
    begin(told, wolf);
    assert_int_equal(
        htn_type_kind_of(&told->domain, htn_property_type(&told->domain, htn_property_find(&told->domain, "Far"))),
        HTN_TYPE_FIXED);
    assert_world(told, "Hunger", 250);
    assert_world(told, "Far", 2000);
    set(told, "Go", 1);
    expect(told, "+Trot(1500,2000)");
    expect_after(told, "Trot", HTN_SUCCEEDED, "=Trot +Rest");
    assert_world(told, "Hunger", 1750);
    finish(told);
}

STORY(the_game_sets_and_adds_thousandths)
{
    begin(told, wolf);
    htn_world *world = htn_agent_world(told->agent);
    const htn_property hunger = htn_property_find(&told->domain, "Hunger");
    assert_int_equal(htn_world_set(world, hunger, htn_fixed_from_double(999.9995)), HTN_OK);
    assert_int_equal(htn_world_get(world, hunger), 1000000);
    assert_int_equal(htn_world_set(world, hunger, 1000001), HTN_BAD_VALUE);
    assert_int_equal(htn_world_set(world, hunger, -1), HTN_BAD_VALUE);
    assert_int_equal(htn_world_add(world, hunger, -500), HTN_OK);
    assert_int_equal(htn_world_get(world, hunger), 999500);
    assert_int_equal(htn_world_add(world, hunger, 501), HTN_OK);
    assert_int_equal(htn_world_get(world, hunger), 1000000);
    finish(told);
}

STORY(a_save_has_thousandths)
{
    begin(told, wolf);
    set(told, "Hunger", 333);
    set(told, "Go", 2);
    expect(told, "+Growl(333)");
    story *next = reload(told, wolf);
    assert_true(report.exact);
    expect_now(next, "^Growl(333)");
    assert_world(next, "Hunger", 333);
    assert_world(next, "Far", 333);
    expect_after(next, "Growl", HTN_SUCCEEDED, "=Growl +Rest");
    assert_world(next, "Far", 2000);
    assert_world(next, "Hunger", 500);
    finish_both(next, told);
}

static void check_whole(story *told, int32_t hunger, int32_t far, int32_t whole_hunger, int32_t whole_far,
                        uint32_t changed)
{
    set(told, "Hunger", hunger);
    set(told, "Far", far);
    story *next = reload(told, whole_wolf);
    assert_false(report.exact);
    assert_int_equal(report.properties_lost, 0);
    assert_int_equal(report.values_changed, changed);
    assert_world(next, "Hunger", whole_hunger);
    assert_world(next, "Far", whole_far);
    assert_world(next, "Near", 3000);
    finish_both(next, told);
}

STORY(fixed_numbers_are_rounded_where_they_become_ints)
{
    begin(told, wolf);
    check_whole(told, 2500, -2500, 3, -3, 2);
}

STORY(whole_fixed_numbers_become_ints_exactly)
{
    begin(told, wolf);
    check_whole(told, 2000, -7000, 2, -7, 0);
}

STORY(the_largest_fixed_numbers_become_ints)
{
    begin(told, wolf);
    check_whole(told, 1000000, INT32_MIN, 1000, -2147484, 1);
}

STORY(ints_become_fixed_numbers_exactly_or_saturate)
{
    begin(told, whole_wolf);
    set(told, "Hunger", 7);
    set(told, "Far", 3000000);
    set(told, "Near", 2499);
    story *next = reload(told, wolf);
    assert_world(next, "Hunger", 7000);
    assert_world(next, "Far", INT32_MAX);
    assert_world(next, "Near", 2);
    assert_int_equal(report.values_changed, 2);
    finish_both(next, told);
}

/* Its arguments, and what its During has hidden, become numbers of the other kind. */
STORY(a_step_in_progress_goes_on_with_rounded_arguments)
{
    begin(told, wolf);
    set(told, "Hunger", 1500);
    set(told, "Go", 2);
    expect(told, "+Growl(1500)");
    story *next = reload(told, whole_wolf);
    assert_int_equal(report.plans_kept, 1);
    expect_now(next, "^Growl(2)");
    assert_int_equal(report.steps_lost, 0);
    assert_world(next, "Far", 2);
    expect_after(next, "Growl", HTN_SUCCEEDED, "=Growl +Rest");
    assert_world(next, "Far", 2);
    assert_world(next, "Hunger", 1);
    finish_both(next, told);
}

static void doubles_become_thousandths(void **state)
{
    (void)state;
    assert_int_equal(htn_fixed_from_double(0.0005), 1);
    assert_int_equal(htn_fixed_from_double(-0.0005), -1);
    assert_int_equal(htn_fixed_from_double(0.00049), 0);
    assert_int_equal(htn_fixed_from_double(2.5), 2500);
    assert_int_equal(htn_fixed_from_double(-2.4996), -2500);
    assert_int_equal(htn_fixed_from_double(0.49999999999999994 / 1000), 0);
    assert_int_equal(htn_fixed_from_double(2147483.647), INT32_MAX);
    assert_int_equal(htn_fixed_from_double(2147483.646), INT32_MAX - 1);
    assert_int_equal(htn_fixed_from_double(-2147483.648), INT32_MIN);
    assert_int_equal(htn_fixed_from_double(1e300), INT32_MAX);
    assert_int_equal(htn_fixed_from_double(-1e300), INT32_MIN);
    assert_int_equal(htn_fixed_from_double((double)INFINITY), INT32_MAX);
    assert_int_equal(htn_fixed_from_double(-(double)INFINITY), INT32_MIN);
    assert_int_equal(htn_fixed_from_double((double)NAN), 0);
}

static void thousandths_survive_as_doubles(void **state)
{
    static const int32_t edges[] = {0, 1, -1, 999, 1000, -1001, INT32_MAX, INT32_MIN, INT32_MIN + 1};
    (void)state;
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        assert_int_equal(htn_fixed_from_double(htn_double_from_fixed(edges[i])), edges[i]);
    for (int64_t each = INT32_MIN; each <= INT32_MAX; each += 99991)
        assert_int_equal(htn_fixed_from_double(htn_double_from_fixed((int32_t)each)), (int32_t)each);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_and_effects_are_thousandths),
        cmocka_unit_test(the_game_sets_and_adds_thousandths),
        cmocka_unit_test(a_save_has_thousandths),
        cmocka_unit_test(fixed_numbers_are_rounded_where_they_become_ints),
        cmocka_unit_test(whole_fixed_numbers_become_ints_exactly),
        cmocka_unit_test(the_largest_fixed_numbers_become_ints),
        cmocka_unit_test(ints_become_fixed_numbers_exactly_or_saturate),
        cmocka_unit_test(a_step_in_progress_goes_on_with_rounded_arguments),
        cmocka_unit_test(doubles_become_thousandths),
        cmocka_unit_test(thousandths_survive_as_doubles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
