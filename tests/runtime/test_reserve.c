/*
 * Layers that reserve instances: who holds what, from when and until when. As stories (agent_story.h). `Held` in the root of
 * one layer shows what the other one holds.
 */
#include "agent_story.h"

/* What the layers hold, as `Legs:0 Arms:1`, each by its number and the instance's; lost ones have a `?`. */
static void expect_holds(const story *told, const char *expected)
{
    char text[ROOM];
    size_t used = 0;
    htn_hold hold;
    text[0] = '\0';
    for (uint32_t i = 0; htn_agent_hold(told->agent, i, &hold); i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%u:%d%s", i == 0 ? "" : " ", hold.layer,
                                 (int)hold.instance, hold.lost ? "?" : "");
    assert_string_equal(text, expected);
    htn_hold last;
    assert_false(htn_agent_hold(told->agent, htn_agent_holds(told->agent), &last));
}

static int32_t held(const story *told, int32_t layer, int32_t instance)
{
    const int32_t index[] = {layer, instance};
    return htn_world_get_at(htn_agent_world(told->agent), htn_property_find(&told->domain, "Held"), index, 2);
}

/* What the game says that is held, beside what the layers hold. */
static void say_held(const story *told, int32_t layer, int32_t instance, int32_t value)
{
    const int32_t index[] = {layer, instance};
    const htn_property table = htn_property_find(&told->domain, "Held");
    assert_int_equal(htn_world_set_at(htn_agent_world(told->agent), table, index, 2, value), HTN_OK);
}

#define COVERS                                      \
    "Entities [Cover] Values [Rock, Tree]\n"        \
    "World State [ Danger : bool, Other : bool ]\n" \
    "Root [Legs]\n"                                 \
    "Root [Arms]\n"

/* --- Excluding ---------------------------------------------------------------------------------- */

STORY(two_layers_that_reserve_take_different_instances)
{
    begin(told, COVERS "Compound Task [Legs] Method [any c : Cover] Reserve [c] Subtasks [Hide(c)]\n"
                       "Compound Task [Arms] Method [any c : Cover] Reserve [c] Subtasks [Lean(c)]\n"
                       "Primitive Task [Hide(c)] Operator [Hide(c)]\n"
                       "Primitive Task [Lean(c)] Operator [Lean(c)]\n");
    expect(told, "+Hide(0) +Lean(1)");
    expect_holds(told, "0:0 1:1");
    assert_int_equal(held(told, 1, 0), 1);
    assert_int_equal(held(told, 0, 0), 0);
    assert_int_equal(held(told, 0, 1), 1);
    say_held(told, 1, 0, 0); /* a layer holds it, whatever the game says */
    assert_int_equal(held(told, 1, 0), 1);
    say_held(told, 0, 0, 1);
    assert_int_equal(held(told, 0, 0), 1);
    say_held(told, 0, 0, 0);
    assert_int_equal(held(told, 0, 0), 0);
    finish(told);
}

STORY(a_layer_that_reserves_nothing_may_use_what_another_one_holds)
{
    begin(told, COVERS "Compound Task [Legs] Method [any c : Cover] Reserve [c] Subtasks [Hide(c)]\n"
                       "Compound Task [Arms] Method [any c : Cover] Subtasks [Lean(c)]\n"
                       "Primitive Task [Hide(c)] Operator [Hide(c)]\n"
                       "Primitive Task [Lean(c)] Operator [Lean(c)]\n");
    expect(told, "+Hide(0) +Lean(0)");
    expect_holds(told, "0:0");
    finish(told);
}

STORY(a_held_instance_is_free_when_the_part_that_reserves_it_is_over)
{
    begin(told, COVERS "Compound Task [Legs]\n"
                       "  Method [not Danger] Subtasks [Take(), Stand()]\n"
                       "Compound Task [Take] Method [true] Subtasks [Grab(Rock)]\n"
                       "Compound Task [Arms]\n"
                       "  Method [not Held(Rock)] Subtasks [Wave()]\n"
                       "  Method [true] Subtasks []\n"
                       "Primitive Task [Grab(c : Cover)] Reserve [c] Operator [Grab(c)]\n"
                       "Primitive Task [Stand] Operator [Stand()]\n"
                       "Primitive Task [Wave] Operator [Wave()]\n");
    expect(told, "+Grab(0)");
    expect_holds(told, "0:0");
    expect_after(told, "Grab", HTN_SUCCEEDED, "=Grab +Stand +Wave");
    expect_holds(told, "");
    finish(told);
}

STORY(a_condition_on_held_takes_the_next_method_and_the_first_one_when_it_is_free)
{
    begin(told, COVERS "Compound Task [Legs] Method [true] Subtasks [Hide(Rock)]\n"
                       "Compound Task [Arms]\n"
                       "  Method [true] Subtasks [Strike(Rock)]\n"
                       "  Method [true] Subtasks [Wave()]\n"
                       "Primitive Task [Hide(c : Cover)] Reserve [c] Operator [Hide(c)] Effects [Danger = true]\n"
                       "Primitive Task [Strike(c : Cover)] Reserve [c] Operator [Strike(c)]\n"
                       "Primitive Task [Wave] Operator [Wave()]\n");
    expect(told, "+Hide(0) +Wave");
    says(told, "Hide", HTN_FAILED);
    expect(told, "!Hide +Hide(0)"); /* the same one again, in the same tick: nothing has changed for the others */
    expect_holds(told, "0:0");
    finish(told);
}

STORY(as_many_may_hold_an_instance_as_the_clauses_say)
{
    begin(told, "Entities [Enemy] Max [2]\n"
                "World State [ Away : bool ]\n"
                "Root [A]\nRoot [B]\nRoot [C]\n"
                "Compound Task [A] Method [any e : Enemy] While [not Away] Subtasks [Strike(e)]\n"
                "Compound Task [B] Method [any e : Enemy] Subtasks [Strike(e)]\n"
                "Compound Task [C] Method [any e : Enemy] Subtasks [Strike(e)]\n"
                "Primitive Task [Strike(e : Enemy)] Reserve [e up to 2] Operator [Strike(e)]\n");
    int32_t instance;
    assert_int_equal(htn_world_spawn(htn_agent_world(told->agent), htn_type_find(&told->domain, "Enemy"), &instance),
                     HTN_OK);
    expect(told, "+Strike(0) +Strike(0)");
    expect_holds(told, "0:0 1:0");
    set(told, "Away", 1);
    expect(told, "-Strike");
    expect_holds(told, "0:0 1:0");
    expect(told, "~Strike +Strike(0)");
    expect_holds(told, "1:0 2:0");
    finish(told);
}

/* --- From when, and until when ------------------------------------------------------------------ */

STORY(a_better_plan_that_reserves_the_same_instance_holds_it_without_a_gap)
{
    begin(told, COVERS "Compound Task [Legs]\n"
                       "  Method [Danger, any c : Cover] Reserve [c] Subtasks [Run(c)]\n"
                       "  Method [any c : Cover] Reserve [c] Subtasks [Hide(c)]\n"
                       "Compound Task [Arms] Method [any c : Cover] Reserve [c] Subtasks [Lean(c)]\n"
                       "Primitive Task [Run(c)] Operator [Run(c)]\n"
                       "Primitive Task [Hide(c)] Operator [Hide(c)]\n"
                       "Primitive Task [Lean(c)] Operator [Lean(c)]\n");
    expect(told, "+Hide(0) +Lean(1)");
    set(told, "Danger", 1);
    expect(told, "-Hide");
    expect_holds(told, "0:0 1:1");
    expect(told, "~Hide +Run(0)");
    expect_holds(told, "0:0 1:1");
    finish(told);
}

STORY(an_abort_that_takes_time_holds_what_the_methods_of_its_step_reserved)
{
    begin(told, COVERS "Compound Task [Legs]\n"
                       "  Method [Danger] Subtasks [Flee()]\n"
                       "  Method [any c : Cover] Reserve [c] Subtasks [Hide(c)]\n"
                       "Compound Task [Arms] Method [Other, any c : Cover] Reserve [c] Subtasks [Lean(c)]\n"
                       "Primitive Task [Hide(c)] Operator [Hide(c)]\n"
                       "Primitive Task [Flee] Operator [Flee()]\n"
                       "Primitive Task [Lean(c)] Operator [Lean(c)]\n");
    told->acts[0].slow_abort = 2;
    expect(told, "+Hide(0)");
    set(told, "Danger", 1);
    expect(told, "-Hide");
    expect_holds(told, "0:0");
    set(told, "Other", 1);
    expect(told, "+Lean(1)");
    expect_holds(told, "0:0 1:1");
    expect(told, "~Hide +Flee");
    expect_holds(told, "1:1");
    finish(told);
}

static const char split[] =
    COVERS "Compound Task [Legs]\n"
           "  Method [any c : Cover] Subtasks [First(c), Then(c)]\n"
           "Compound Task [First(c : Cover)] Method [true] Reserve [c] Subtasks [Look(), Split]\n"
           "Compound Task [Then(c : Cover)] Method [not Danger] Subtasks [Walk()]\n"
           "Compound Task [Arms]\n"
           "  Method [true] Subtasks []\n"
           "Primitive Task [Look] Operator [Look()]\n"
           "Primitive Task [Walk] Operator [Walk()]\n";

STORY(a_part_that_ends_at_a_split_is_over_there)
{
    begin(told, split);
    expect(told, "+Look");
    expect_holds(told, "0:0");
    expect_after(told, "Look", HTN_SUCCEEDED, "=Look +Walk");
    expect_holds(told, "");
    finish(told);
}

static const char open[] = COVERS "Compound Task [Legs]\n"
                                  "  Method [not Danger, any c : Cover] Reserve [c] Subtasks [Look(), Split, Then()]\n"
                                  "Compound Task [Then] Method [not Danger] Subtasks [Walk()]\n"
                                  "Compound Task [Arms] Method [true] Subtasks []\n"
                                  "Primitive Task [Look] Operator [Look()]\n"
                                  "Primitive Task [Walk] Operator [Walk()]\n";

STORY(a_part_that_is_open_at_a_split_goes_on_behind_it)
{
    begin(told, open);
    expect(told, "+Look");
    expect_after(told, "Look", HTN_SUCCEEDED, "=Look +Walk");
    expect_holds(told, "0:0");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Look");
    expect_holds(told, "0:0");
    finish(told);
}

STORY(a_part_that_is_open_at_a_split_is_over_if_there_is_no_continuation)
{
    begin(told, open);
    expect(told, "+Look");
    set(told, "Danger", 1);
    expect_after(told, "Look", HTN_SUCCEEDED, "=Look");
    expect_holds(told, "");
    finish(told);
}

STORY(the_removal_of_an_instance_ends_all_holds_on_it)
{
    begin(told, "Entities [Enemy] Max [1]\n"
                "Root [Legs]\nRoot [Arms]\n"
                "Compound Task [Legs] Method [any e : Enemy] Reserve [e] Subtasks [Chase(e)]\n"
                "  Method [true] Subtasks []\n"
                "Compound Task [Arms] Method [true] Subtasks []\n"
                "Primitive Task [Chase(e : Enemy)] Operator [Chase(e)]\n");
    htn_world *world = htn_agent_world(told->agent);
    const uint32_t enemy = htn_type_find(&told->domain, "Enemy");
    int32_t instance;
    told->acts[0].slow_abort = 3;
    assert_int_equal(htn_world_spawn(world, enemy, &instance), HTN_OK);
    expect(told, "+Chase(0)");
    expect_holds(told, "0:0");
    assert_int_equal(htn_world_despawn(world, enemy, instance), HTN_OK);
    expect_holds(told, "");
    assert_int_equal(htn_world_spawn(world, enemy, &instance), HTN_OK);
    assert_int_equal(held(told, 1, 0), 0);
    expect(told, "-Chase");
    expect_holds(told, "0:0"); /* the new one, of the next plan */
    finish(told);
}

STORY(an_achieve_takes_no_action_with_what_others_hold)
{
    begin(told, "Entities [Horse] Values [Black, White]\n"
                "World State [ Rider : bool ]\n"
                "Root [Groom]\nRoot [Knight]\n"
                "Compound Task [Groom] Method [true] Subtasks [Feed(Black)]\n"
                "Compound Task [Knight] Method [true] Subtasks [Achieve [Rider] Using [Mount]]\n"
                "Primitive Task [Feed(h : Horse)] Reserve [h] Operator [Feed(h)]\n"
                "Primitive Task [Mount(h : Horse)] Reserve [h] Operator [Mount(h)] Effects [Rider = true]\n");
    expect(told, "+Feed(0) +Mount(1)");
    expect_holds(told, "0:0 1:1");
    finish(told);
}

/* --- Searches that take several ticks ----------------------------------------------------------- */

STORY(a_plan_whose_instance_another_layer_has_taken_meanwhile_is_sought_again)
{
    htn_agent_options options = {0};
    options.budget = 6;
    begin_with(told,
               COVERS "Compound Task [Legs] Method [Danger, any c : Cover] Reserve [c] Subtasks [Hide(c)]\n"
                      "Compound Task [Arms] Method [Other, any c : Cover] Reserve [c]\n"
                      "                       Subtasks [A(), A(), A(), A(), A(), A(), Lean(c)]\n"
                      "Primitive Task [A] Effects []\n"
                      "Primitive Task [Hide(c)] Operator [Hide(c)]\n"
                      "Primitive Task [Lean(c)] Operator [Lean(c)]\n",
               options);
    expect(told, "");
    set(told, "Other", 1);
    expect(told, "");
    assert_int_equal(htn_agent_result(told->agent, 1), HTN_SUSPENDED);
    set(told, "Danger", 1);
    for (uint32_t i = 0; i < 8 && told->begun < 2; i++) {
        report_all(told);
        assert_int_equal(htn_agent_tick(told->agent, TICK), HTN_OK);
        read_news(told);
    }
    htn_hold first, second;
    assert_int_equal(htn_agent_holds(told->agent), 2);
    assert_true(htn_agent_hold(told->agent, 0, &first) && htn_agent_hold(told->agent, 1, &second));
    assert_int_not_equal(first.instance, second.instance);
    finish(told);
}

/* --- Saves -------------------------------------------------------------------------------------- */

STORY(what_a_plan_reserves_is_held_again_after_a_load)
{
    size_t size;
    story later = {.polled = told->polled};
    const char *text = COVERS "Compound Task [Legs]\n"
                              "  Method [Danger] Subtasks [Flee()]\n"
                              "  Method [any c : Cover] Reserve [c] Subtasks [Hide(c)]\n"
                              "Compound Task [Arms] Method [any c : Cover] Reserve [c] Subtasks [Lean(c)]\n"
                              "Primitive Task [Hide(c)] Operator [Hide(c)]\n"
                              "Primitive Task [Flee] Operator [Flee()]\n"
                              "Primitive Task [Lean(c)] Operator [Lean(c)]\n";
    begin(told, text);
    told->acts[0].slow_abort = 4;
    expect(told, "+Hide(0) +Lean(1)");
    set(told, "Danger", 1);
    expect(told, "-Hide"); /* only the abort still holds the first one */
    expect_holds(told, "0:0 1:1");
    uint8_t *save = save_of(told, &size);
    begin(&later, text);
    later.acts[0].slow_abort = 4;
    assert_int_equal(htn_agent_load(later.agent, save, size, NULL), HTN_OK);
    free(save);
    expect_holds(&later, "0:0 1:1");
    assert_int_equal(held(&later, 1, 0), 1);
    assert_int_equal(held(&later, 0, 1), 1);
    forget(told);
    forget(&later);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_layers_that_reserve_take_different_instances),
        cmocka_unit_test(a_layer_that_reserves_nothing_may_use_what_another_one_holds),
        cmocka_unit_test(a_held_instance_is_free_when_the_part_that_reserves_it_is_over),
        cmocka_unit_test(a_condition_on_held_takes_the_next_method_and_the_first_one_when_it_is_free),
        cmocka_unit_test(as_many_may_hold_an_instance_as_the_clauses_say),
        cmocka_unit_test(a_better_plan_that_reserves_the_same_instance_holds_it_without_a_gap),
        cmocka_unit_test(an_abort_that_takes_time_holds_what_the_methods_of_its_step_reserved),
        cmocka_unit_test(a_part_that_ends_at_a_split_is_over_there),
        cmocka_unit_test(a_part_that_is_open_at_a_split_goes_on_behind_it),
        cmocka_unit_test(a_part_that_is_open_at_a_split_is_over_if_there_is_no_continuation),
        cmocka_unit_test(the_removal_of_an_instance_ends_all_holds_on_it),
        cmocka_unit_test(an_achieve_takes_no_action_with_what_others_hold),
        cmocka_unit_test(a_plan_whose_instance_another_layer_has_taken_meanwhile_is_sought_again),
        cmocka_unit_test(what_a_plan_reserves_is_held_again_after_a_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
