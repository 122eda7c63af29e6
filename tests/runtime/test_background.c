/* Backgrounds: members of parallel groups that begin again when they are done. As stories (agent_story.h). */
#include "agent_story.h"
#include <htn/save.h>

/* A story of its own over this text, to which the first one's agent is carried over. */
static story *reload(story *told, const char *text)
{
    const htn_agent_options plain = {0};
    story *next = go_on_in(told, text, plain, NULL);
    clear_log(next);
    for (uint32_t i = 0; i < OPERATORS; i++)
        next->acts[i].left = 1; /* of aborts under way */
    return next;
}

/* --- Rounds and ends ---------------------------------------------------------------------------- */

static const char walk[] = "World State [ Hums : 0..9, Aborted : 0..9, Failed : 0..9, Loud : bool ]\n"
                           "Compound Task [T]\n"
                           "  Method [] Cooldown [1s] Subtasks [Parallel [Walk(), Background [Hum()]], Rest()]\n"
                           "  Method [] Subtasks [Wait()]\n"
                           "Primitive Task [Walk] Operator [Walk]\n"
                           "Primitive Task [Hum] Operator [Hum] During [Loud = true] Effects [Hums += 1]\n"
                           "  AbortEffects [Aborted += 1] FailEffects [Failed += 1]\n"
                           "Primitive Task [Rest] Operator [Rest]\n"
                           "Primitive Task [Wait] Operator [Wait]\n";

STORY(a_background_begins_again_when_it_is_done)
{
    begin(told, walk);
    expect(told, "+Walk +Hum");
    expect(told, "");
    expect_after(told, "Hum", HTN_SUCCEEDED, "=Hum +Hum");
    expect_after(told, "Hum", HTN_SUCCEEDED, "=Hum +Hum");
    assert_world(told, "Hums", 2);
    finish(told);
}

STORY(a_background_ends_with_the_other_members_of_its_group)
{
    begin(told, walk);
    expect(told, "+Walk +Hum");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk -Hum");
    assert_world(told, "Aborted", 0);
    expect(told, "~Hum +Rest"); /* the next step waits for the abort */
    assert_world(told, "Aborted", 1);
    assert_world(told, "Hums", 0);
    assert_world(told, "Loud", 0);
    assert_world(told, "Failed", 0);
    assert_world(told, "Cooldown(T, 0)", 0);
    finish(told);
}

STORY(a_background_that_fails_fails_its_group)
{
    begin(told, walk);
    expect(told, "+Walk +Hum");
    expect_after(told, "Hum", HTN_SUCCEEDED, "=Hum +Hum");
    expect_after(told, "Hum", HTN_FAILED, "!Hum -Walk");
    expect(told, "~Walk +Wait");
    assert_world(told, "Failed", 1);
    assert_world(told, "Cooldown(T, 0)", 1);
    finish(told);
}

STORY(a_background_step_that_must_not_be_interrupted_is_waited_for)
{
    begin(told, "World State [ Hums : 0..9 ]\n"
                "Compound Task [T] Method [] Subtasks [Parallel [Walk(), Background [Hum(), Sigh()]], Rest()]\n"
                "Primitive Task [Walk] Operator [Walk]\n"
                "Primitive Task [Hum] Operator [Hum] Interrupt [never] Effects [Hums += 1]\n"
                "Primitive Task [Sigh] Operator [Sigh]\n"
                "Primitive Task [Rest] Operator [Rest]\n");
    expect(told, "+Walk +Hum");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk");
    expect(told, "");
    expect_after(told, "Hum", HTN_SUCCEEDED, "=Hum +Rest"); /* not Sigh */
    assert_world(told, "Hums", 1);
    finish(told);
}

STORY(a_background_that_cannot_begin_again_is_over_and_the_plan_goes_on)
{
    begin(told, "World State [ Ammo : 0..9 = 2 ]\n"
                "Compound Task [T] Method [] Subtasks [Parallel [Walk(), Background [Shoot()]], Rest()]\n"
                "Primitive Task [Walk] Operator [Walk]\n"
                "Primitive Task [Shoot] Preconditions [Ammo > 0] Operator [Shoot] Effects [Ammo -= 1]\n"
                "Primitive Task [Rest] Operator [Rest]\n");
    expect(told, "+Walk +Shoot");
    expect_after(told, "Shoot", HTN_SUCCEEDED, "=Shoot +Shoot");
    expect_after(told, "Shoot", HTN_SUCCEEDED, "=Shoot");
    set(told, "Ammo", 5); /* too late */
    expect(told, "");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Rest");
    finish(told);
}

STORY(all_steps_of_a_round_must_hold_when_it_begins)
{
    begin(told, "World State [ Ammo : 0..9 = 2 ]\n"
                "Compound Task [T] Method [] Subtasks [Parallel [Walk(), Background [Aim(), Shoot()]], Rest()]\n"
                "Primitive Task [Walk] Operator [Walk]\n"
                "Primitive Task [Aim] Operator [Aim]\n"
                "Primitive Task [Shoot] Preconditions [Ammo > 0] Operator [Shoot] Effects [Ammo -= 1]\n"
                "Primitive Task [Rest] Operator [Rest]\n");
    expect(told, "+Walk +Aim");
    expect_after(told, "Aim", HTN_SUCCEEDED, "=Aim +Shoot");
    expect_after(told, "Shoot", HTN_SUCCEEDED, "=Shoot +Aim");
    expect_after(told, "Aim", HTN_SUCCEEDED, "=Aim +Shoot");
    expect_after(told, "Shoot", HTN_SUCCEEDED, "=Shoot"); /* not Aim */
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Rest");
    finish(told);
}

STORY(what_a_round_under_way_needs_must_hold)
{
    begin(told, "World State [ Ammo : 0..9 = 2 ]\n"
                "Compound Task [T] Method [Ammo > 0] Subtasks [Parallel [Walk(), Background [Aim(), Shoot()]]]\n"
                "  Method [] Subtasks [Flee()]\n"
                "Primitive Task [Walk] Operator [Walk]\n"
                "Primitive Task [Aim] Operator [Aim]\n"
                "Primitive Task [Shoot] Preconditions [Ammo > 0] Operator [Shoot]\n"
                "Primitive Task [Flee] Operator [Flee]\n");
    expect(told, "+Walk +Aim");
    expect_after(told, "Aim", HTN_SUCCEEDED, "=Aim +Shoot");
    expect_after(told, "Shoot", HTN_SUCCEEDED, "=Shoot +Aim");
    set(told, "Ammo", 0);
    expect(told, "-Walk -Aim");
    expect(told, "~Walk ~Aim +Flee");
    finish(told);
}

STORY(at_most_one_round_begins_in_a_tick)
{
    begin(told, "World State [ Count : 0..9 ]\n"
                "Compound Task [T] Method [] Subtasks [Parallel [Walk(), Background [Add(), Add()]]]\n"
                "Primitive Task [Walk] Operator [Walk]\n"
                "Primitive Task [Add] Effects [Count += 1]\n");
    expect(told, "+Walk");
    assert_world(told, "Count", 2);
    expect(told, "");
    assert_world(told, "Count", 4);
    expect_after(told, "Walk", HTN_SUCCEEDED,
                 "=Walk +Walk"); /* of the next plan, whose Background begins its first round */
    assert_world(told, "Count", 6);
    finish(told);
}

STORY(a_background_without_others_is_not_begun)
{
    begin(told, "World State [ Lonely : bool = true ]\n"
                "Compound Task [T] Method [] Subtasks [Parallel [Background [Hum()], Dance()], Rest()]\n"
                "Compound Task [Dance] Method [Lonely] Subtasks [] Method [] Subtasks [Spin()]\n"
                "Primitive Task [Hum] Operator [Hum]\n"
                "Primitive Task [Spin] Operator [Spin]\n"
                "Primitive Task [Rest] Operator [Rest]\n");
    expect(told, "+Rest");
    set(told, "Lonely", 0);
    expect_after(told, "Rest", HTN_SUCCEEDED, "=Rest +Hum +Spin");
    expect_after(told, "Spin", HTN_SUCCEEDED, "=Spin -Hum");
    expect(told, "~Hum +Rest");
    finish(told);
}

STORY(a_background_in_a_background)
{
    begin(told, "Compound Task [T]\n"
                "  Method [] Subtasks [Parallel [Walk(), Background [Parallel [Talk(), Background [Wave()]], Bow()]]]\n"
                "Primitive Task [Walk] Operator [Walk]\n"
                "Primitive Task [Talk] Operator [Talk]\n"
                "Primitive Task [Wave] Operator [Wave]\n"
                "Primitive Task [Bow] Operator [Bow]\n");
    expect(told, "+Walk +Talk +Wave");
    expect_after(told, "Wave", HTN_SUCCEEDED, "=Wave +Wave");
    expect_after(told, "Talk", HTN_SUCCEEDED, "=Talk -Wave");
    expect(told, "~Wave +Bow");
    expect_after(told, "Bow", HTN_SUCCEEDED, "=Bow +Talk +Wave");
    expect_after(told, "Wave", HTN_SUCCEEDED, "=Wave +Wave");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk -Talk -Wave");
    expect(told, "~Talk ~Wave +Walk +Talk +Wave");
    finish(told);
}

/* --- With the parts of tasks and methods -------------------------------------------------------- */

STORY(each_round_has_its_own_attempts)
{
    begin(told, "Compound Task [T] Method [] Subtasks [Parallel [Walk(), Background [Hum()]]]\n"
                "  Method [] Subtasks [Wait()]\n"
                "Primitive Task [Walk] Operator [Walk]\n"
                "Primitive Task [Hum] Operator [Hum] Retry [1]\n"
                "Primitive Task [Wait] Operator [Wait]\n");
    expect(told, "+Walk +Hum");
    expect_after(told, "Hum", HTN_FAILED, "!Hum +Hum");
    expect_after(told, "Hum", HTN_SUCCEEDED, "=Hum +Hum");
    expect_after(told, "Hum", HTN_FAILED, "!Hum +Hum");
    expect_after(told, "Hum", HTN_FAILED, "!Hum -Walk");
    expect(told, "~Walk +Walk +Hum");
    finish(told);
}

STORY(a_background_times_out)
{
    begin(told, "Compound Task [T] Method [] Subtasks [Parallel [Walk(), Background [Hum()]]]\n"
                "Primitive Task [Walk] Operator [Walk]\n"
                "Primitive Task [Hum] Operator [Hum] Timeout [200ms]\n");
    expect(told, "+Walk +Hum");
    expect(told, "");
    expect_after(told, "Hum", HTN_SUCCEEDED, "=Hum +Hum");
    expect(told, "");
    expect(told, "-Hum");
    expect(told, "~Hum -Walk");
    expect(told, "~Walk +Walk +Hum");
    finish(told);
}

STORY(an_enter_is_asked_in_the_first_round_only)
{
    begin(told, "World State [ Open : bool = true ]\n"
                "Compound Task [T] Method [Open] Subtasks [Parallel [Walk(), Background [Sing()]]]\n"
                "  Method [] Subtasks [Wait()]\n"
                "Compound Task [Sing] Method [] Enter [Open] Subtasks [Hum(), Sigh()]\n"
                "Primitive Task [Walk] Operator [Walk]\n"
                "Primitive Task [Hum] Operator [Hum]\n"
                "Primitive Task [Sigh] Operator [Sigh] Effects [Open = false]\n"
                "Primitive Task [Wait] Operator [Wait]\n");
    expect(told, "+Walk +Hum");
    expect_after(told, "Hum", HTN_SUCCEEDED, "=Hum +Sigh");
    expect_after(told, "Sigh", HTN_SUCCEEDED, "=Sigh +Hum");
    finish(told);
}

STORY(a_while_is_asked_when_a_round_begins)
{
    begin(told, "World State [ Happy : bool = true ]\n"
                "Compound Task [T] Method [] Subtasks [Parallel [Walk(), Background [Sing()]], Rest()]\n"
                "Compound Task [Sing] Method [] While [Happy] Subtasks [Hum()]\n"
                "Primitive Task [Walk] Operator [Walk]\n"
                "Primitive Task [Hum] Operator [Hum] Effects [Happy = false]\n"
                "Primitive Task [Rest] Operator [Rest]\n");
    expect(told, "+Walk +Hum");
    expect_after(told, "Hum", HTN_SUCCEEDED, "=Hum");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Rest");
    finish(told);
}

static const char cooling[] = "World State [ Ammo : 0..9 = 2 ]\n"
                              "Compound Task [T] Method [] Subtasks [Parallel [Walk(), Background [Fire()]], Rest()]\n"
                              "  Method [] Subtasks [Wait()]\n"
                              "Compound Task [Fire] Method [Ammo > 0] Cooldown [1s] After [success] Subtasks [Once()]\n"
                              "Compound Task [Once] Method [] Cooldown [1s] After [always] Subtasks [Shoot()]\n"
                              "Primitive Task [Walk] Operator [Walk]\n"
                              "Primitive Task [Shoot] Preconditions [Ammo > 0] Operator [Shoot] Effects [Ammo -= 1]\n"
                              "Primitive Task [Rest] Operator [Rest]\n"
                              "Primitive Task [Wait] Operator [Wait]\n";

static void assert_cooling(story *told, int32_t fire, int32_t once)
{
    assert_world(told, "Cooldown(Fire, 0)", fire);
    assert_world(told, "Cooldown(Once, 0)", once);
}

STORY(the_part_of_a_method_in_a_background_is_not_over_between_rounds)
{
    begin(told, cooling);
    expect(told, "+Walk +Shoot");
    expect_after(told, "Shoot", HTN_SUCCEEDED, "=Shoot +Shoot");
    assert_cooling(told, 0, 0);
    expect_after(told, "Shoot", HTN_SUCCEEDED, "=Shoot"); /* it cannot begin again: the parts are done */
    assert_cooling(told, 1, 1);
    finish(told);
}

STORY(what_the_end_of_the_group_stops_is_over_but_not_done)
{
    begin(told, cooling);
    expect(told, "+Walk +Shoot");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk -Shoot");
    assert_cooling(told, 0, 0); /* not before the abort has ended */
    expect(told, "~Shoot +Rest");
    assert_cooling(told, 0, 1);
    finish(told);
}

STORY(a_background_step_goes_on_in_a_better_plan)
{
    begin(told, "World State [ Hurry : bool ]\n"
                "Compound Task [T]\n"
                "  Method [Hurry] Subtasks [Parallel [Background [Hum()], Run()]]\n"
                "  Method [] Subtasks [Parallel [Walk(), Background [Hum()]]]\n"
                "Primitive Task [Walk] Operator [Walk]\n"
                "Primitive Task [Run] Operator [Run]\n"
                "Primitive Task [Hum] Operator [Hum]\n");
    expect(told, "+Walk +Hum");
    expect_after(told, "Hum", HTN_SUCCEEDED, "=Hum +Hum");
    set(told, "Hurry", 1);
    expect(told, "-Walk");
    expect(told, "~Walk +Run");
    expect_after(told, "Hum", HTN_SUCCEEDED, "=Hum +Hum");
    expect_after(told, "Run", HTN_SUCCEEDED, "=Run -Hum");
    expect(told, "~Hum +Hum +Run");
    finish(told);
}

STORY(a_background_whose_instance_is_removed_between_rounds_is_over)
{
    begin(told, "Entities [Enemy] Max [2]\n"
                "World State [ Shots : 0..9 ]\n"
                "Compound Task [T]\n"
                "  Method [any e : Enemy] Subtasks [Parallel [Walk(), Background [Shoot(e)]], Rest()]\n"
                "  Method [] Subtasks [Wait()]\n"
                "Primitive Task [Walk] Operator [Walk]\n"
                "Primitive Task [Shoot(e : Enemy)] Operator [Shoot(e)] Effects [Shots += 1]\n"
                "Primitive Task [Rest] Operator [Rest]\n"
                "Primitive Task [Wait] Operator [Wait]\n");
    int32_t enemy;
    assert_int_equal(htn_world_spawn(htn_agent_world(told->agent), htn_type_find(&told->domain, "Enemy"), &enemy),
                     HTN_OK);
    expect(told, "+Walk +Shoot(0)");
    assert_int_equal(htn_world_despawn(htn_agent_world(told->agent), htn_type_find(&told->domain, "Enemy"), enemy),
                     HTN_OK);
    expect_after(told, "Shoot", HTN_SUCCEEDED, "=Shoot"); /* the removal is its success */
    assert_world(told, "Shots", 1);
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Rest");
    finish(told);
}

/* --- Saves and reloads -------------------------------------------------------------------------- */

static const char rounds[] =
    "World State [ Hums : 0..9 ]\n"
    "Compound Task [T] Method [] Subtasks [Parallel [Walk(), Background [Hum(), Sigh()]], Rest()]\n"
    "Primitive Task [Walk] Operator [Walk]\n"
    "Primitive Task [Hum] Operator [Hum] Effects [Hums += 1]\n"
    "Primitive Task [Sigh] Operator [Sigh]\n"
    "Primitive Task [Rest] Operator [Rest]\n";

STORY(a_round_goes_on_after_a_load)
{
    begin(told, rounds);
    expect(told, "+Walk +Hum");
    expect_after(told, "Hum", HTN_SUCCEEDED, "=Hum +Sigh");
    expect_after(told, "Sigh", HTN_SUCCEEDED, "=Sigh +Hum");
    expect_after(told, "Hum", HTN_SUCCEEDED, "=Hum +Sigh");
    story *next = reload(told, rounds);
    expect_after(next, "Sigh", HTN_SUCCEEDED, "=Sigh +Hum");
    expect_after(next, "Walk", HTN_SUCCEEDED, "=Walk -Hum");
    expect(next, "~Hum +Rest");
    assert_world(next, "Hums", 2);
    finish_both(next, told);
}

STORY(a_background_that_ends_goes_on_ending_after_a_load)
{
    begin(told, rounds);
    expect(told, "+Walk +Hum");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk -Hum");
    story *next = reload(told, rounds);
    expect(next, "~Hum +Rest");
    finish_both(next, told);
}

STORY(a_plan_with_a_background_goes_on_in_another_build)
{
    begin(told, rounds);
    expect(told, "+Walk +Hum");
    expect_after(told, "Hum", HTN_SUCCEEDED, "=Hum +Sigh");
    expect_after(told, "Sigh", HTN_SUCCEEDED, "=Sigh +Hum");
    story *next =
        reload(told, "World State [ Hums : 0..9, More : bool ]\n"
                     "Compound Task [T] Method [] Subtasks [Parallel [Walk(), Background [Hum(), Sigh()]], Rest()]\n"
                     "Primitive Task [Walk] Operator [Walk]\n"
                     "Primitive Task [Hum] Operator [Hum] Effects [Hums += 2]\n"
                     "Primitive Task [Sigh] Operator [Sigh]\n"
                     "Primitive Task [Rest] Operator [Rest]\n");
    expect_after(next, "Hum", HTN_SUCCEEDED, "=Hum +Sigh");
    assert_world(next, "Hums", 3);
    expect_after(next, "Sigh", HTN_SUCCEEDED, "=Sigh +Hum");
    finish_both(next, told);
}

STORY(a_plan_with_a_background_is_dropped_by_a_build_without_any)
{
    begin(told, rounds);
    expect(told, "+Walk +Hum");
    story *next = reload(told, "World State [ Hums : 0..9 ]\n"
                               "Compound Task [T] Method [] Subtasks [Parallel [Walk(), Hum()]]\n"
                               "Primitive Task [Walk] Operator [Walk]\n"
                               "Primitive Task [Hum] Operator [Hum]\n");
    expect(next, "-Walk -Hum");
    expect(next, "~Walk ~Hum +Walk +Hum");
    finish_both(next, told);
}

/* A Background whose group does nothing else is done before it begins. That is no entry into a method around it. */
STORY(a_background_that_never_begins_enters_no_method)
{
    begin(told,
          "World State [ Open : bool = true ]\n"
          "Compound Task [Be]\n"
          "  Method [] Subtasks [Walk(), Visit()]\n"
          "  Method [] Subtasks [Wait()]\n"
          "Compound Task [Visit] Method [] Enter [Open] Subtasks [Knock(), Parallel [Background [Hum()], Rest()]]\n"
          "Compound Task [Rest] Method [] Subtasks []\n"
          "Primitive Task [Walk] Operator [Walk]\n"
          "Primitive Task [Wait] Operator [Wait]\n"
          "Primitive Task [Knock] Operator [Knock]\n"
          "Primitive Task [Hum] Operator [Hum]\n"
          "Root [Be]\n");
    expect(told, "+Walk");
    set(told, "Open", 0);
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Wait");
    finish(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_background_begins_again_when_it_is_done),
        cmocka_unit_test(a_background_ends_with_the_other_members_of_its_group),
        cmocka_unit_test(a_background_that_fails_fails_its_group),
        cmocka_unit_test(a_background_step_that_must_not_be_interrupted_is_waited_for),
        cmocka_unit_test(a_background_that_cannot_begin_again_is_over_and_the_plan_goes_on),
        cmocka_unit_test(all_steps_of_a_round_must_hold_when_it_begins),
        cmocka_unit_test(what_a_round_under_way_needs_must_hold),
        cmocka_unit_test(at_most_one_round_begins_in_a_tick),
        cmocka_unit_test(a_background_without_others_is_not_begun),
        cmocka_unit_test(a_background_in_a_background),
        cmocka_unit_test(each_round_has_its_own_attempts),
        cmocka_unit_test(a_background_times_out),
        cmocka_unit_test(an_enter_is_asked_in_the_first_round_only),
        cmocka_unit_test(a_background_that_never_begins_enters_no_method),
        cmocka_unit_test(a_while_is_asked_when_a_round_begins),
        cmocka_unit_test(the_part_of_a_method_in_a_background_is_not_over_between_rounds),
        cmocka_unit_test(what_the_end_of_the_group_stops_is_over_but_not_done),
        cmocka_unit_test(a_background_step_goes_on_in_a_better_plan),
        cmocka_unit_test(a_background_whose_instance_is_removed_between_rounds_is_over),
        cmocka_unit_test(a_round_goes_on_after_a_load),
        cmocka_unit_test(a_background_that_ends_goes_on_ending_after_a_load),
        cmocka_unit_test(a_plan_with_a_background_goes_on_in_another_build),
        cmocka_unit_test(a_plan_with_a_background_is_dropped_by_a_build_without_any),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
