/*
 * What a running plan asks of the world as it is, and writes to it: blocks of Context, While, During and Effects, run by
 * themselves; and which methods' While is to hold during which step, over splits too.
 */
#include "fixture.h"
#include "runtime/planner/running_blocks.h"
#include "runtime/search/mtr_comparison.h"
#include "runtime/search/deferred_writes.h"
#include "runtime/world/world_write.h"

static htn_plan take_up(fixture *made, const htn_request *request, const char *expected)
{
    htn_plan plan;
    assert_string_equal(fixture_find(made, request), expected);
    assert_int_equal(htn_planner_adopt(made->planner), HTN_OK);
    assert_true(htn_planner_running(made->planner, &plan));
    return plan;
}

static const int32_t *values_of(const htn_plan *plan, uint32_t step)
{
    return plan->values + plan->steps[step].arguments;
}

/* --- Context, Effects, During ----------------------------------------------------------------------- */

static const char greeting[] =
    "Entities [Guest] Max [3]\n"
    "World State [ Said : 0..9, Loud : bool, Mood : -5..5 = 1, Met(Guest) : bool, Last : Guest, Big : 0..1000 ]\n"
    "Compound Task [Host]\n"
    "  Method [any g : Guest] Subtasks [Greet(g, 3)]\n"
    "Primitive Task [Greet(g : Guest, times : 0..9)]\n"
    "  Preconditions [any other : Guest where other != g]\n"
    "  Operator [Greet(g)]\n"
    "  Context [not Met(g), Said + times < 9, exists(x : Guest where Met(x) or x == other)]\n"
    "  Effects [Said += times, Said += 1, Met(g) = true, Last = g, Big -= 5, Mood = -Mood]\n"
    "  Expected Effects [Mood = 5, Said = 0]\n"
    "  During [Loud = true, Met(x) = true when x != other for x : Guest, Mood = Mood - times]\n";

typedef struct writes {
    htn_world *world;
    uint32_t count;
} writes;

static void carry_out(void *user, uint32_t property, uint32_t cell, uint32_t how, int32_t n, uint32_t lasts)
{
    (void)lasts;
    writes *to = user;
    to->count++;
    htni_set_saturating(to->world, property, cell,
                        htni_combine(how, htni_load_cell(to->world->domain, to->world->bytes, property, cell), n));
}

static int32_t value_of(const fixture *made, const char *property)
{
    return htn_world_get(&made->world, htn_property_find(&made->domain, property));
}

static int32_t met(const fixture *made, int32_t guest)
{
    return htn_world_get_at(&made->world, htn_property_find(&made->domain, "Met"), &guest, 1);
}

static htn_plan greet(fixture *made)
{
    int32_t guest;
    fixture_start(made, greeting, NULL);
    for (int i = 0; i < 3; i++)
        assert_int_equal(htn_world_spawn(&made->world, htn_type_find(&made->domain, "Guest"), &guest), HTN_OK);
    return take_up(made, NULL, "Greet(0, 3) MTR [0]");
}

static void a_context_is_asked_of_the_world_as_it_is(void **state)
{
    fixture made;
    (void)state;
    htn_plan plan = greet(&made);
    const htn_task task = plan.steps[0].task;
    const int32_t *values = values_of(&plan, 0), self = 0;
    assert_int_equal(htni_context_holds(made.planner, &made.world, NULL, task, values), HTN_OK);
    fixture_set(&made.world, "Said", 6);
    assert_int_equal(htni_context_holds(made.planner, &made.world, NULL, task, values), HTN_NO_PLAN);
    fixture_set(&made.world, "Said", 5);
    assert_int_equal(htni_context_holds(made.planner, &made.world, NULL, task, values), HTN_OK);
    htn_world_set_at(&made.world, htn_property_find(&made.domain, "Met"), &self, 1, 1);
    assert_int_equal(htni_context_holds(made.planner, &made.world, NULL, task, values), HTN_NO_PLAN);
    fixture_tear_down(&made);
}

static void effects_are_written_in_order_and_expected_ones_are_not(void **state)
{
    fixture made;
    (void)state;
    htn_plan plan = greet(&made);
    writes to = {&made.world, 0};
    const htni_block how = {.write = carry_out, .user = &to};
    const uint32_t changes = made.world.changes;
    assert_int_equal(
        htni_do_effects(made.planner, &made.world, plan.steps[0].task, values_of(&plan, 0), HTNI_EFFECTS, &how),
        HTN_OK);
    assert_int_equal(value_of(&made, "Said"), 4);
    assert_int_equal(value_of(&made, "Mood"), -1);
    assert_int_equal(value_of(&made, "Big"), 0);
    assert_int_equal(value_of(&made, "Last"), 0);
    assert_int_equal(met(&made, 0), 1);
    assert_int_equal(met(&made, 1), 0);
    assert_int_equal(to.count, 6);
    assert_int_equal(made.world.changes - changes, 5); /* 0 stays 0, and is no change */
    fixture_tear_down(&made);
}

static void what_is_true_during_a_step_reads_the_world_before(void **state)
{
    fixture made;
    (void)state;
    htn_plan plan = greet(&made);
    htni_change pending[8];
    writes to = {&made.world, 0};
    htni_block how = {.write = carry_out, .user = &to, .pending = pending, .pending_room = 3};
    const htn_task task = plan.steps[0].task;
    const int32_t *values = values_of(&plan, 0);
    assert_int_equal(htni_do_effects(made.planner, &made.world, task, values, HTNI_DURING, &how), HTN_FULL_TRAIL);
    assert_int_equal(to.count, 0);
    how.pending_room = 4;
    assert_int_equal(htni_do_effects(made.planner, &made.world, task, values, HTNI_DURING, &how), HTN_OK);
    assert_int_equal(to.count, 4);
    assert_int_equal(value_of(&made, "Loud"), 1);
    assert_int_equal(value_of(&made, "Mood"), -2);
    assert_int_equal(met(&made, 0) + met(&made, 2), 2);
    assert_int_equal(met(&made, 1), 0); /* the other one */
    fixture_tear_down(&made);
}

/* --- While ------------------------------------------------------------------------------------------ */

/* For which steps all holds, as text: "110" where it does for the first two and not for the third. */
static const char *held(const fixture *made, uint32_t *failed)
{
    static char text[64];
    htn_plan plan;
    assert_true(htn_planner_running(made->planner, &plan));
    assert_true(plan.step_count < sizeof text);
    for (uint32_t i = 0; i < plan.step_count; i++)
        text[i] = htni_whiles_hold(made->planner, &made->world, NULL, i, failed) == HTN_OK ? '1' : '0';
    text[plan.step_count] = '\0';
    return text;
}

static const char hunt[] = "Entities [Deer] Max [4]\n"
                           "World State [ Light : bool = true, Calm : 0..9 = 5, Near(Deer) : bool, Armed : bool ]\n"
                           "Compound Task [Hunt]\n"
                           "  Method [true] Subtasks [Leave(), Day(2), Leave()]\n"
                           "Compound Task [Day(least : 0..9)]\n"
                           "  Method [true] While [Light, Calm >= least] Subtasks [Walk(), Shoot(least + 1), Walk()]\n"
                           "Compound Task [Shoot(calm : 0..9)]\n"
                           "  Method [Armed] Subtasks [Walk()]\n"
                           "  Method [any d : Deer, any e : Deer where d != e and Near(e)]\n"
                           "    While [Near(e), Calm >= calm, not Near(d) or Light]\n"
                           "    Subtasks [Parallel [Aim(e), Watch()], Walk()]\n"
                           "Compound Task [Watch]\n"
                           "  Method [true] While [not Armed] Subtasks [Walk(), Walk()]\n"
                           "Primitive Task [Leave] Operator [Leave]\n"
                           "Primitive Task [Walk] Operator [Walk]\n"
                           "Primitive Task [Aim(d : Deer)] Operator [Aim(d)]\n";

static void set_near(fixture *made, int32_t deer, int32_t value)
{
    assert_int_equal(htn_world_set_at(&made->world, htn_property_find(&made->domain, "Near"), &deer, 1, value), HTN_OK);
}

static void go_hunting(fixture *made)
{
    int32_t deer;
    fixture_start(made, hunt, NULL);
    for (int i = 0; i < 3; i++)
        assert_int_equal(htn_world_spawn(&made->world, htn_type_find(&made->domain, "Deer"), &deer), HTN_OK);
    set_near(made, 2, 1);
    take_up(made, NULL, "Leave() Walk() Aim(2) Walk() Walk() Walk() Walk() Leave() MTR [0, 0, 1, 0]");
}

static void a_while_is_asked_with_what_its_method_was_given_and_bound(void **state)
{
    uint32_t failed = 0;
    fixture made;
    (void)state;
    go_hunting(&made);
    assert_string_equal(held(&made, NULL), "11111111");
    fixture_set(&made.world, "Calm", 2); /* Shoot was given 3 */
    assert_string_equal(held(&made, &failed), "11000011");
    assert_int_equal(failed, HTNI_FIELD(&made.domain, TASKS, htn_task_find(&made.domain, "Shoot"), FIRST_METHOD) + 1);
    fixture_set(&made.world, "Calm", 1); /* and Day 2 */
    assert_string_equal(held(&made, &failed), "10000001");
    assert_int_equal(failed, HTNI_FIELD(&made.domain, TASKS, htn_task_find(&made.domain, "Day"), FIRST_METHOD));
    fixture_set(&made.world, "Calm", 9);
    set_near(&made, 2, 0);
    assert_string_equal(held(&made, NULL), "11000011");
    set_near(&made, 2, 1);
    set_near(&made, 0, 1); /* d is 0, and it is light */
    assert_string_equal(held(&made, NULL), "11111111");
    fixture_set(&made.world, "Light", 0);
    assert_string_equal(held(&made, NULL), "10000001");
    fixture_tear_down(&made);
}

static void a_member_of_a_group_has_its_own(void **state)
{
    htn_plan plan;
    fixture made;
    (void)state;
    go_hunting(&made);
    fixture_set(&made.world, "Armed", 1);
    assert_string_equal(held(&made, NULL), "11100111");
    assert_true(htn_planner_running(made.planner, &plan));
    assert_int_equal(plan.span_count, 6);
    assert_int_equal(plan.spans[0].kind, HTN_SPAN_WHILE);
    assert_int_equal(plan.spans[0].entry, 1);
    assert_int_equal(plan.spans[5].kind, HTN_SPAN_WHILE);
    assert_int_equal(plan.spans[5].parent, 4);
    assert_int_equal(plan.spans[5].entry, 3);
    assert_int_equal(htni_whiles_hold(made.planner, &made.world, NULL, 8, NULL), HTN_BAD_ARGUMENT);
    htn_planner_drop(made.planner);
    assert_int_equal(htni_whiles_hold(made.planner, &made.world, NULL, 0, NULL), HTN_NO_RUNNING_PLAN);
    fixture_tear_down(&made);
}

/* A running plan keeps them while the next search goes on. */
static void a_search_leaves_what_runs_alone(void **state)
{
    fixture made;
    (void)state;
    go_hunting(&made);
    fixture_set(&made.world, "Armed", 1);
    assert_int_equal(htn_plan_find(made.planner, &made.world, NULL), HTN_OK);
    fixture_set(&made.world, "Armed", 0);
    fixture_set(&made.world, "Calm", 2);
    assert_string_equal(held(&made, NULL), "11000011");
    fixture_tear_down(&made);
}

static const char march[] = "World State [ Dry : bool = true, Food : 0..9 = 5, Fresh : bool = true, Done : bool ]\n"
                            "Compound Task [Campaign]\n"
                            "  Method [true] While [Food > 1] Subtasks [Provision(3), Step()]\n"
                            "Compound Task [Provision(most : 0..9)]\n"
                            "  Method [true] While [Food >= most] Subtasks [Rest(), March(), Nap(), Step()]\n"
                            "Compound Task [March]\n"
                            "  Method [Dry] While [Dry] Subtasks [Step(), Split, Step(), Split]\n"
                            "Compound Task [Nap]\n"
                            "  Method [true] While [Fresh] Subtasks [Rest(), Split]\n"
                            "Compound Task [Rest]\n"
                            "  Method [true] Subtasks []\n"
                            "Primitive Task [Step] Operator [Step]\n";

static void what_began_before_a_split_goes_on_behind_it(void **state)
{
    const htn_request on = {.go_on = true};
    uint32_t failed = 0;
    fixture made;
    (void)state;
    fixture_start(&made, march, NULL);
    take_up(&made, NULL, "Step() Split MTR [0, 0, 0, 0]");
    fixture_set(&made.world, "Dry", 0);
    assert_string_equal(held(&made, &failed), "0");
    fixture_set(&made.world, "Dry", 1);
    take_up(&made, &on, "Step() Split MTR []");
    assert_string_equal(held(&made, NULL), "1");
    fixture_set(&made.world, "Dry", 0);
    assert_string_equal(held(&made, &failed), "0");
    assert_int_equal(failed, HTNI_FIELD(&made.domain, TASKS, htn_task_find(&made.domain, "March"), FIRST_METHOD));
    take_up(&made, &on, "Step() Step() MTR [0, 0]"); /* March is over, and so is its While */
    assert_string_equal(held(&made, NULL), "11");
    fixture_set(&made.world, "Food", 2);
    assert_string_equal(held(&made, &failed), "01");
    assert_int_equal(failed, HTNI_FIELD(&made.domain, TASKS, htn_task_find(&made.domain, "Provision"), FIRST_METHOD));
    fixture_set(&made.world, "Food", 1);
    assert_string_equal(held(&made, &failed), "00");
    fixture_tear_down(&made);
}

/* --- The record ------------------------------------------------------------------------------------- */

/* Longer plans have been here before: what is behind the end of the running plan's record is nobody's. */
static void nothing_is_compared_behind_the_end_of_the_record(void **state)
{
    static const char *const plans[] = {"Go() Go() Go() MTR [1, 1, 1, 0, 1]", "Go() Go() MTR [1, 1, 0, 1]",
                                        "Go() MTR [1, 0, 1]", "Stay() MTR [0]"};
    fixture made;
    const htn_request request = {0};
    (void)state;
    fixture_start(&made,
                  "World State [ Home : bool, Left : 0..9 = 3 ]\n"
                  "Compound Task [Live] Method [Left == 0] Subtasks [Stay()] Method [true] Subtasks [March()]\n"
                  "Compound Task [March]\n"
                  "  Method [Left == 1] Subtasks [Stop()]\n"
                  "  Method [true] Subtasks [Go(), March()]\n"
                  "Compound Task [Stop] Method [Home] Subtasks [Stay()] Method [true] Subtasks [Go()]\n"
                  "Primitive Task [Go] Operator [Go] Effects [Left -= 1]\n"
                  "Primitive Task [Stay] Operator [Stay]\n",
                  NULL);
    for (uint32_t left = 4; left-- > 0;) {
        fixture_set(&made.world, "Left", (int32_t)left);
        const htn_plan plan = take_up(&made, &request, plans[3 - left]);
        for (uint32_t entry = plan.record_count; entry < 8; entry++)
            assert_int_equal(htni_running_method(made.planner, entry), 0);
    }
    fixture_tear_down(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_context_is_asked_of_the_world_as_it_is),
        cmocka_unit_test(effects_are_written_in_order_and_expected_ones_are_not),
        cmocka_unit_test(what_is_true_during_a_step_reads_the_world_before),
        cmocka_unit_test(a_while_is_asked_with_what_its_method_was_given_and_bound),
        cmocka_unit_test(a_member_of_a_group_has_its_own),
        cmocka_unit_test(a_search_leaves_what_runs_alone),
        cmocka_unit_test(what_began_before_a_split_goes_on_behind_it),
        cmocka_unit_test(nothing_is_compared_behind_the_end_of_the_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
