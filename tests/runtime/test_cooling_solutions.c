/*
 * `Cooldown [t] For [e]`: only a solution cools down. Failures, other plans, instances that are removed, saves, other builds. That an
 * agent's whole life is the reference's, stories show (tests/differential/test_stories.c).
 */
#include "agent_story.h"

static const char hunt[] = "Entities [Foe] Max [3]\n"
                           "World State [ Far(Foe) : 0..9, Calm : bool ]\n"
                           "Compound Task [Live]\n"
                           "  Method [not Calm, any e : Foe] Prefer [lowest Far(e)] Cooldown [1s] For [e]\n"
                           "    Subtasks [Hit(e), Loot(e)]\n"
                           "  Method [true] Subtasks [Rest()]\n"
                           "Primitive Task [Hit(e : Foe)] Operator [Hit(e)]\n"
                           "Primitive Task [Loot(e : Foe)] Operator [Loot(e)]\n"
                           "Primitive Task [Rest] Operator [Rest]\n";

static int32_t spawn(story *told)
{
    int32_t instance = -1;
    assert_int_equal(htn_world_spawn(htn_agent_world(told->agent), htn_type_find(&told->domain, "Foe"), &instance),
                     HTN_OK);
    return instance;
}

static void despawn(story *told, int32_t instance)
{
    htn_world *world = htn_agent_world(told->agent);
    assert_int_equal(htn_world_despawn(world, htn_type_find(&told->domain, "Foe"), instance), HTN_OK);
}

static htn_property table_of(const story *told)
{
    return htn_property_find(&told->domain, "Cooldown(Live, 0)");
}

static bool is_cooling(const story *told, int32_t foe)
{
    return htn_world_get_at(htn_agent_world(told->agent), table_of(told), &foe, 1) != 0;
}

static uint32_t time_left(const story *told, int32_t foe)
{
    return htn_world_time_left(htn_agent_world(told->agent), table_of(told), &foe, 1);
}

static void pass(story *told, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++)
        expect(told, "");
}

/* --- Failures --------------------------------------------------------------------------------------- */

STORY(a_failure_passes_over_that_solution_only)
{
    begin(told, hunt);
    spawn(told);
    spawn(told);
    expect(told, "+Hit(0)");
    expect_after(told, "Hit", HTN_FAILED, "!Hit +Hit(1)");
    assert_true(is_cooling(told, 0));
    assert_int_equal(time_left(told, 0), 1000);
    expect_after(told, "Hit", HTN_FAILED, "!Hit +Rest");
    pass(told, 8);
    expect(told, "-Rest"); /* the first one's time is over */
    assert_true(is_cooling(told, 1));
    expect(told, "~Rest +Hit(0)");
    finish(told);
}

STORY(a_part_that_is_over_does_not_cool_down)
{
    begin(told, hunt);
    spawn(told);
    expect(told, "+Hit(0)");
    expect_after(told, "Hit", HTN_SUCCEEDED, "=Hit +Loot(0)");
    expect_after(told, "Loot", HTN_SUCCEEDED, "=Loot +Hit(0)");
    assert_false(is_cooling(told, 0));
    finish(told);
}

STORY(the_removal_of_an_instance_ends_its_cooldown)
{
    begin(told, hunt);
    spawn(told);
    expect(told, "+Hit(0)");
    expect_after(told, "Hit", HTN_FAILED, "!Hit +Rest");
    assert_true(is_cooling(told, 0));
    despawn(told, 0);
    assert_false(is_cooling(told, 0));
    assert_int_equal(spawn(told), 0);
    expect(told, "-Rest");
    expect(told, "~Rest +Hit(0)");
    despawn(told, 0); /* the plan fails: of what was removed, nothing cools down */
    spawn(told);
    expect(told, "-Hit");
    expect(told, "~Hit +Hit(0)");
    assert_false(is_cooling(told, 0));
    finish(told);
}

/* --- Other ends --------------------------------------------------------------------------------------- */

STORY(a_plan_with_another_solution_of_the_method_drops_the_first)
{
    const int32_t left = 0, right = 1;
    begin(told, "Enum [Way] Values [Left, Right]\n"
                "World State [ Near : bool ]\n"
                "Compound Task [Live]\n"
                "  Method [Near] Subtasks [Go(Left)]\n"
                "  Method [true] Subtasks [Go(Right)]\n"
                "  Method [true] Subtasks [Rest()]\n"
                "Compound Task [Go(w : Way)]\n"
                "  Method [true] Cooldown [1s] After [always] For [w] Subtasks [Walk(w)]\n"
                "Primitive Task [Walk(w : Way)] Operator [Walk(w)]\n"
                "Primitive Task [Rest] Operator [Rest]\n");
    const htn_property table = htn_property_find(&told->domain, "Cooldown(Go, 0)");
    expect(told, "+Walk(1)");
    set(told, "Near", 1);
    expect(told, "-Walk");
    expect(told, "~Walk +Walk(0)");
    assert_int_equal(htn_world_get_at(htn_agent_world(told->agent), table, &right, 1), 1); /* dropped */
    assert_int_equal(htn_world_get_at(htn_agent_world(told->agent), table, &left, 1), 0);
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Rest");
    assert_int_equal(htn_world_get_at(htn_agent_world(told->agent), table, &left, 1), 1);
    finish(told);
}

static void remove_the_first(story *told)
{
    despawn(told, 0);
}

/* The callback that aborts the old plan's step removes the instance that the old plan was about. */
STORY(what_an_abort_removes_does_not_cool_down)
{
    begin(told, "Entities [Foe] Max [3]\n"
                "World State [ Calm : bool ]\n"
                "Compound Task [Live]\n"
                "  Method [Calm] Subtasks [Rest()]\n"
                "  Method [any e : Foe] Cooldown [1s] After [always] For [e] Subtasks [Hit(e)]\n"
                "Primitive Task [Hit(e : Foe)] Operator [Hit(e)]\n"
                "Primitive Task [Rest] Operator [Rest]\n");
    const htn_property table = htn_property_find(&told->domain, "Cooldown(Live, 1)");
    const int32_t first = 0;
    spawn(told);
    spawn(told);
    expect(told, "+Hit(0)");
    told->at_abort = remove_the_first;
    set(told, "Calm", 1);
    expect(told, "-Hit");
    told->at_abort = NULL;
    assert_int_equal(spawn(told), 0);
    assert_int_equal(htn_world_get_at(htn_agent_world(told->agent), table, &first, 1), 0);
    expect(told, "~Hit +Rest");
    set(told, "Calm", 0);
    expect_after(told, "Rest", HTN_SUCCEEDED, "=Rest +Hit(0)");
    finish(told);
}

/* Behind a split the part is open: it cools down if the continuation fails. */
STORY(a_part_that_is_open_at_a_split_cools_down)
{
    begin(told, "Enum [Way] Values [Left, Right]\n"
                "Entities [Foe] Max [2]\n"
                "World State [ Open(Way) : bool ]\n"
                "Compound Task [Live]\n"
                "  Method [any e : Foe] Subtasks [Go(Right, e)]\n"
                "  Method [true] Subtasks [Rest()]\n"
                "Compound Task [Go(w : Way, e : Foe)]\n"
                "  Method [true] Cooldown [1s] For [e, w] Subtasks [Walk(), Split, Hit(e)]\n"
                "Primitive Task [Walk] Operator [Walk]\n"
                "Primitive Task [Hit(e : Foe)] Operator [Hit(e)]\n"
                "Primitive Task [Rest] Operator [Rest]\n");
    const int32_t cell[] = {0, 1}, other[] = {0, 0};
    spawn(told);
    const htn_property table = htn_property_find(&told->domain, "Cooldown(Go, 0)");
    expect(told, "+Walk");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Hit(0)");
    expect_after(told, "Hit", HTN_FAILED, "!Hit +Rest");
    assert_int_equal(htn_world_get_at(htn_agent_world(told->agent), table, cell, 2), 1);
    assert_int_equal(htn_world_get_at(htn_agent_world(told->agent), table, other, 2), 0);
    finish(told);
}

/* --- Saves -------------------------------------------------------------------------------------------- */

static void saves_have_them(void **state)
{
    static const char shorter[] = "Entities [Foe] Max [3]\n"
                                  "World State [ Far(Foe) : 0..9, Calm : bool ]\n"
                                  "Compound Task [Live]\n"
                                  "  Method [not Calm, any e : Foe] Cooldown [300ms] For [e] Subtasks [Hit(e)]\n"
                                  "  Method [true] Subtasks [Rest()]\n"
                                  "Primitive Task [Hit(e : Foe)] Operator [Hit(e)]\n"
                                  "Primitive Task [Rest] Operator [Rest]\n";
    static const char *const builds[] = {hunt, shorter};
    static const uint32_t left[] = {1000, 300};
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        story told = {0}, next = {0};
        size_t size;
        begin(&told, hunt);
        spawn(&told);
        expect(&told, "+Hit(0)");
        expect_after(&told, "Hit", HTN_FAILED, "!Hit +Rest");
        uint8_t *save = save_of(&told, &size);
        begin(&next, builds[i]);
        assert_int_equal(htn_agent_load(next.agent, save, size, NULL), HTN_OK);
        assert_true(is_cooling(&next, 0));
        assert_int_equal(time_left(&next, 0), left[i]);
        free(save);
        forget(&told);
        expect(&next, "^Rest");
        forget(&next);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failure_passes_over_that_solution_only),
        cmocka_unit_test(a_part_that_is_over_does_not_cool_down),
        cmocka_unit_test(the_removal_of_an_instance_ends_its_cooldown),
        cmocka_unit_test(a_plan_with_another_solution_of_the_method_drops_the_first),
        cmocka_unit_test(what_an_abort_removes_does_not_cool_down),
        cmocka_unit_test(a_part_that_is_open_at_a_split_cools_down),
        cmocka_unit_test(saves_have_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
