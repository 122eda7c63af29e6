/*
 * Facts that expire: written for a time by effects and by the game, renewed, overwritten, hidden beneath a During, saved, loaded,
 * and carried over to a build in which they cannot expire. That an agent's whole life is the reference's, stories show
 * (tests/differential/test_stories.c).
 */
#include "agent_story.h"

static const char guard[] =
    "Entities [Thief] Max [4]\n"
    "World State [ Alert : bool, Doubt : bool, Level : 0..9 = 2 Expires, Busy : bool, Go : 0..9, Time : int, Plain : "
    "bool,\n"
    "              Last : Thief Expires, Seen(Thief) : bool Expires, Near(Thief) : 0..9 = 5 ]\n"
    "Shared World State [ Alarm : bool Expires ]\n"
    "Sensor [Eye] Updates [Alert] Every [100ms]\n"
    "Compound Task [Live]\n"
    "  Method [Go == 1] Subtasks [Cry()]\n"
    "  Method [Go == 2] Subtasks [Calm()]\n"
    "  Method [Go == 3] Subtasks [Hum(), Strike()]\n"
    "  Method [Go == 4] Subtasks [Spread()]\n"
    "  Method [Go == 5] Subtasks [Hold()]\n"
    "Primitive Task [Cry] Operator [Cry] Effects [Alert = true for 1s, Go = 0]\n"
    "Primitive Task [Calm] Operator [Calm] Effects [Alert = true, Go = 0]\n"
    "Primitive Task [Hum] Operator [Hum]\n"
    "Primitive Task [Strike] Preconditions [Alert] Operator [Strike] Effects [Go = 0]\n"
    "Primitive Task [Spread] Operator [Spread]\n"
    "  Effects [Time = 100, Level = Level + 1 for Time, Near(t) = 1 for Time + 200 when Alert for t : Thief where not "
    "Seen(t), Go = 0]\n"
    "Primitive Task [Hold] Operator [Hold] During [Doubt = true, Level = 9] Effects [Doubt = true for 5s, Go = 0]\n";

/* So many ticks of 100 ms, in which nothing happens. */
static void pass(story *told, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++)
        expect(told, "");
}

static htn_property named(const story *told, const char *property)
{
    return htn_property_find(&told->domain, property);
}

static htn_status set_for(story *told, const char *property, int32_t value, uint32_t milliseconds)
{
    return htn_world_set_for(htn_agent_world(told->agent), named(told, property), value, milliseconds);
}

static uint32_t left(const story *told, const char *property)
{
    return htn_world_time_left(htn_agent_world(told->agent), named(told, property), NULL, 0);
}

/* --- From the game ---------------------------------------------------------------------------------- */

STORY(a_later_write_replaces_value_and_time)
{
    begin(told, guard);
    pass(told, 1);
    assert_int_equal(set_for(told, "Alert", 1, 1000), HTN_OK);
    pass(told, 8);
    assert_world(told, "Alert", 1);
    assert_int_equal(left(told, "Alert"), 200);
    assert_int_equal(set_for(told, "Alert", 1, 100), HTN_OK); /* sooner */
    pass(told, 1);
    assert_world(told, "Alert", 0);
    assert_int_equal(left(told, "Alert"), 0);
    set_for(told, "Alert", 1, 1000);
    pass(told, 9);
    set_for(told, "Alert", 1, 1000); /* later */
    pass(told, 9);
    assert_world(told, "Alert", 1);
    set(told, "Alert", 1); /* for ever */
    assert_int_equal(left(told, "Alert"), 0);
    pass(told, 30);
    assert_world(told, "Alert", 1);
    finish(told);
}

STORY(the_initial_value_comes_back)
{
    begin(told, guard);
    set(told, "Level", 7);
    set_for(told, "Level", 5, 150);
    pass(told, 1);
    assert_world(told, "Level", 5);
    pass(told, 1);
    assert_world(told, "Level", 2);
    finish(told);
}

STORY(what_cannot_be_set_for_a_time_is_refused)
{
    static htn_world plain;
    const int32_t nobody = -1;
    begin(told, guard);
    htn_world *world = htn_agent_world(told->agent);
    assert_int_equal(set_for(told, "Plain", 1, 100), HTN_BAD_ARGUMENT); /* nothing says that it can expire */
    assert_int_equal(set_for(told, "Alert", 1, 0), HTN_BAD_ARGUMENT);
    assert_int_equal(set_for(told, "Alert", 2, 100), HTN_BAD_VALUE);
    assert_int_equal(set_for(told, "Seen", 1, 100), HTN_BAD_ARGUMENT); /* a table */
    assert_int_equal(htn_world_set_at_for(world, named(told, "Seen"), &nobody, 1, 1, 100), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_world_set_for(NULL, 0, 1, 100), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_world_set_for(world, 1000, 1, 100), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_world_time_left(NULL, 0, NULL, 0), 0);
    assert_int_equal(htn_world_time_left(world, named(told, "Seen"), &nobody, 1), 0);
    plain = fixture_world(&told->domain); /* a world alone has no clock */
    assert_int_equal(htn_world_set_for(&plain, named(told, "Alert"), 1, 100), HTN_BAD_ARGUMENT);
    free(plain.bytes);
    assert_int_equal(set_for(told, "Alert", 1, UINT32_MAX), HTN_OK); /* as long as can be */
    assert_int_equal(left(told, "Alert"), INT32_MAX);
    pass(told, 1);
    assert_world(told, "Alert", 1);
    finish(told);
}

static void renew(story *told, uint32_t sensor)
{
    (void)sensor;
    set_for(told, "Alert", 1, 100);
}

/* It expires after the sensors, so there is no gap: the search that Alert would cause is not made. */
STORY(a_sensor_that_renews_a_fact_in_time_leaves_no_gap)
{
    begin(told, guard);
    pass(told, 2);
    told->sense = renew;
    pass(told, 2);
    const uint32_t changes = htn_agent_world(told->agent)->changes;
    pass(told, 20);
    assert_world(told, "Alert", 1);
    assert_int_equal(htn_agent_world(told->agent)->changes, changes);
    told->sense = NULL;
    pass(told, 2);
    assert_world(told, "Alert", 0);
    finish(told);
}

/* --- From effects ----------------------------------------------------------------------------------- */

STORY(an_effect_for_a_time)
{
    begin(told, guard);
    set(told, "Go", 1);
    expect(told, "+Cry");
    expect_after(told, "Cry", HTN_SUCCEEDED, "=Cry");
    assert_world(told, "Alert", 1);
    pass(told, 9);
    assert_world(told, "Alert", 1);
    pass(told, 1);
    assert_world(told, "Alert", 0);
    set(told, "Go", 1); /* once more, and then for ever */
    expect_after(told, "Cry", HTN_RUNNING, "+Cry");
    expect_after(told, "Cry", HTN_SUCCEEDED, "=Cry");
    pass(told, 5);
    set(told, "Go", 2);
    expect(told, "+Calm");
    expect_after(told, "Calm", HTN_SUCCEEDED, "=Calm");
    pass(told, 20);
    assert_world(told, "Alert", 1);
    finish(told);
}

STORY(a_step_to_come_that_needs_what_expires_does_not_start)
{
    begin(told, guard);
    set_for(told, "Alert", 1, 250);
    set(told, "Go", 3);
    expect(told, "+Hum");
    expect(told, "");
    expect(told, "-Hum");
    assert_world(told, "Alert", 0);
    expect(told, "~Hum");
    pass(told, 3);
    finish(told);
}

/* Times, values, indexes and conditions read the world before the list. What has no time is at least 1 ms. */
STORY(times_are_computed_when_the_step_has_ended)
{
    int32_t first, second;
    begin(told, guard);
    htn_world *world = htn_agent_world(told->agent);
    const uint32_t thieves = htn_type_find(&told->domain, "Thief"), near = named(told, "Near");
    assert_int_equal(htn_world_spawn(world, thieves, &first), HTN_OK);
    assert_int_equal(htn_world_spawn(world, thieves, &second), HTN_OK);
    assert_int_equal(htn_world_set_at(world, named(told, "Seen"), &first, 1, 1), HTN_OK);
    set(told, "Alert", 1);
    set(told, "Time", -50);
    set(told, "Go", 4);
    expect(told, "+Spread");
    expect_after(told, "Spread", HTN_SUCCEEDED, "=Spread");
    assert_world(told, "Time", 100);
    assert_world(told, "Level", 3);
    assert_int_equal(left(told, "Level"), 1);
    assert_int_equal(htn_world_get_at(world, near, &first, 1), 5);
    assert_int_equal(htn_world_get_at(world, near, &second, 1), 1);
    assert_int_equal(htn_world_time_left(world, near, &second, 1), 150);
    pass(told, 1);
    assert_world(told, "Level", 2);
    assert_int_equal(htn_world_get_at(world, near, &second, 1), 1);
    pass(told, 1);
    assert_int_equal(htn_world_get_at(world, near, &second, 1), 5);
    finish(told);
}

/* --- With the rest of the world --------------------------------------------------------------------- */

STORY(beneath_a_during_the_value_expires_and_the_during_stays)
{
    begin(told, guard);
    set_for(told, "Level", 4, 250);
    set(told, "Go", 5);
    expect(told, "+Hold");
    assert_world(told, "Level", 9);
    pass(told, 3);
    assert_world(told, "Level", 9);
    assert_int_equal(left(told, "Level"), 0);
    expect_after(told, "Hold", HTN_SUCCEEDED, "=Hold");
    assert_world(told, "Level", 2); /* not 4 */
    assert_world(told, "Doubt", 1); /* by the effect: the During has ended before */
    pass(told, 49);
    assert_world(told, "Doubt", 1);
    pass(told, 1);
    assert_world(told, "Doubt", 0);
    finish(told);
}

STORY(a_write_above_a_during_replaces_the_time_beneath_it)
{
    begin(told, guard);
    set_for(told, "Level", 4, 250);
    set(told, "Go", 5);
    expect(told, "+Hold");
    set_for(told, "Level", 6, 500); /* the During shows nothing any more */
    assert_world(told, "Level", 6);
    pass(told, 3);
    assert_world(told, "Level", 6);
    pass(told, 2);
    assert_world(told, "Level", 2);
    expect_after(told, "Hold", HTN_SUCCEEDED, "=Hold");
    finish(told);
}

STORY(a_removed_instance_takes_its_times_along)
{
    int32_t thief, again;
    begin(told, guard);
    htn_world *world = htn_agent_world(told->agent);
    const uint32_t thieves = htn_type_find(&told->domain, "Thief"), seen = named(told, "Seen");
    htn_world_spawn(world, thieves, &thief);
    assert_int_equal(htn_world_set_at_for(world, seen, &thief, 1, 1, 250), HTN_OK);
    assert_int_equal(set_for(told, "Last", thief, 250), HTN_OK);
    pass(told, 1);
    htn_world_despawn(world, thieves, thief);
    assert_int_equal(htn_world_time_left(world, seen, &thief, 1), 0);
    assert_int_equal(left(told, "Last"), 0);
    htn_world_spawn(world, thieves, &again);
    assert_int_equal(again, thief);
    htn_world_set_at(world, seen, &again, 1, 1);
    set(told, "Last", again);
    pass(told, 9);
    assert_int_equal(htn_world_get_at(world, seen, &again, 1), 1);
    assert_world(told, "Last", again);
    finish(told);
}

/* What is shared expires by the agent's own time as long as the agent is in no group. */
STORY(without_a_group_shared_facts_expire_as_others_do)
{
    begin(told, guard);
    set_for(told, "Alarm", 1, 200);
    pass(told, 1);
    assert_world(told, "Alarm", 1);
    pass(told, 1);
    assert_world(told, "Alarm", 0);
    finish(told);
}

static void frame(htn_group *group, story *told, story *other)
{
    assert_int_equal(htn_group_tick(group, TICK), HTN_OK);
    pass(told, 1);
    pass(other, 1);
    assert_int_equal(htn_agent_share(told->agent), HTN_OK);
    assert_int_equal(htn_agent_share(other->agent), HTN_OK);
}

/* The group's clock counts, not the agents'. */
static void in_a_group_shared_facts_expire_by_its_clock(void **state)
{
    static const htn_group_mode modes[] = {HTN_GROUP_AT_ONCE, HTN_GROUP_LATER};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        story told = {0}, other = {0};
        begin_with(&told, guard, (htn_agent_options){.defer = true});
        begin_with(&other, guard, (htn_agent_options){.defer = true});
        htn_group *group = fixture_group(&told.domain, modes[i], 7);
        htn_world *home = htn_group_world(group);
        const htn_property alarm = named(&told, "Alarm");
        assert_int_equal(set_for(&other, "Alarm", 1, 100), HTN_OK); /* its own, which the home replaces */
        htn_agent_join(told.agent, group);
        htn_agent_join(other.agent, group);
        frame(group, &told, &other);
        assert_world(&other, "Alarm", 0);
        assert_int_equal(set_for(&told, "Alarm", 1, 250), HTN_OK);
        assert_int_equal(htn_world_get(home, alarm), modes[i] == HTN_GROUP_AT_ONCE);
        htn_agent_share(told.agent); /* LATER: the time begins */
        assert_int_equal(left(&told, "Alarm"), 250);
        assert_int_equal(htn_world_time_left(home, alarm, NULL, 0), 250);
        frame(group, &told, &other);
        frame(group, &told, &other);
        assert_world(&other, "Alarm", 1);
        pass(&other, 5); /* without the group */
        assert_world(&other, "Alarm", 1);
        assert_int_equal(htn_group_tick(group, 49 * 1000), HTN_OK);
        assert_int_equal(htn_world_get(home, alarm), 1);
        assert_int_equal(htn_group_tick(group, 999), HTN_OK);
        assert_int_equal(htn_group_tick(group, 1), HTN_OK); /* the remainder is carried */
        assert_int_equal(htn_world_get(home, alarm), 0);
        pass(&told, 1);
        assert_world(&told, "Alarm", 0);
        assert_int_equal(htn_world_set_for(home, alarm, 1, 300), HTN_OK);
        frame(group, &told, &other);
        htn_agent_join(told.agent, NULL); /* it goes on by its own clock */
        assert_int_equal(left(&told, "Alarm"), 200);
        pass(&told, 1);
        assert_world(&told, "Alarm", 1);
        pass(&told, 1);
        assert_world(&told, "Alarm", 0);
        assert_int_equal(htn_world_get(home, alarm), 1);
        htn_agent_join(other.agent, NULL);
        finish(&told);
        finish(&other);
        free(group);
    }
}

/* LATER: what comes last before the share counts. */
static void of_several_writes_before_a_share_the_last_has_its_time(void **state)
{
    story told = {0};
    (void)state;
    begin_with(&told, guard, (htn_agent_options){.defer = true});
    htn_group *group = fixture_group(&told.domain, HTN_GROUP_LATER, 7);
    const htn_property alarm = named(&told, "Alarm");
    htn_world *home = htn_group_world(group);
    htn_agent_join(told.agent, group);
    pass(&told, 1);
    set_for(&told, "Alarm", 1, 100);
    set(&told, "Alarm", 1); /* for ever */
    htn_agent_share(told.agent);
    assert_int_equal(htn_world_time_left(home, alarm, NULL, 0), 0);
    set(&told, "Alarm", 1);
    set_for(&told, "Alarm", 1, 100);
    htn_agent_share(told.agent);
    assert_int_equal(htn_world_time_left(home, alarm, NULL, 0), 100);
    pass(&told, 1);
    assert_int_equal(htn_group_tick(NULL, 1), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_group_tick(group, UINT64_MAX), HTN_OK);
    pass(&told, 1);
    assert_world(&told, "Alarm", 0);
    htn_agent_join(told.agent, NULL);
    finish(&told);
    free(group);
}

static const char hunt[] = "Entities [Thief] Max [4]\n"
                           "World State [ Go : bool ]\n"
                           "Shared World State [ Target : Thief Expires ]\n"
                           "Compound Task [Live]\n"
                           "  Method [Go] Subtasks [Follow()]\n"
                           "Primitive Task [Follow] Operator [Follow] During [Target = none]\n";

/* A During that another member has overwritten keeps what lay beneath it until its agent's next tick. It ends no timer. */
static void what_lay_beneath_an_overwritten_during_may_go(void **state)
{
    story told = {0}, other = {0};
    int32_t first, second;
    (void)state;
    begin_with(&told, hunt, (htn_agent_options){.defer = true});
    begin_with(&other, hunt, (htn_agent_options){.defer = true});
    htn_group *group = fixture_group(&told.domain, HTN_GROUP_AT_ONCE, 7);
    htn_world *home = htn_group_world(group);
    const uint32_t thieves = htn_type_find(&told.domain, "Thief");
    const htn_property target = named(&told, "Target");
    htn_agent_join(told.agent, group);
    htn_agent_join(other.agent, group);
    assert_int_equal(htn_world_spawn(home, thieves, &first), HTN_OK);
    assert_int_equal(htn_world_spawn(home, thieves, &second), HTN_OK);
    htn_world_set(home, target, first);
    set(&told, "Go", 1);
    expect(&told, "+Follow");
    pass(&other, 1);
    assert_int_equal(set_for(&other, "Target", second, 500), HTN_OK);
    htn_world_despawn(home, thieves, first);
    assert_int_equal(htn_world_time_left(home, target, NULL, 0), 500);
    pass(&told, 1);
    assert_world(&told, "Target", second);
    htn_agent_join(told.agent, NULL);
    htn_agent_join(other.agent, NULL);
    finish(&told);
    finish(&other);
    free(group);
}

static htn_group *cried_in;

static void tick_the_group(story *told)
{
    (void)told;
    assert_int_equal(htn_group_tick(cried_in, 1000), HTN_BUSY);
}

static void the_clock_of_a_group_does_not_go_on_while_a_member_is_ticked(void **state)
{
    story told = {.inside = tick_the_group};
    (void)state;
    begin(&told, guard);
    cried_in = fixture_group(&told.domain, HTN_GROUP_AT_ONCE, 0);
    htn_agent_join(told.agent, cried_in);
    set(&told, "Go", 1);
    expect(&told, "+Cry");
    expect_after(&told, "Cry", HTN_SUCCEEDED, "=Cry");
    htn_agent_join(told.agent, NULL);
    finish(&told);
    free(cried_in);
}

/* However far the clock has gone, and however long a tick takes. */
static void the_clock_may_wrap_around(void **state)
{
    story told = {0};
    (void)state;
    begin(&told, guard);
    for (uint32_t i = 1; i < 12; i++) {
        const uint64_t jump = HTN_MAX_ELAPSED_US - i * UINT64_C(333333333);
        set_for(&told, "Alert", 1, 100);
        set_for(&told, "Level", 5, (uint32_t)(jump / 1000) + 1);
        set_for(&told, "Alarm", 1, UINT32_MAX);
        assert_int_equal(htn_agent_tick(told.agent, jump / 1000 * 1000), HTN_OK);
        assert_world(&told, "Alert", 0);
        assert_world(&told, "Level", 5);
        assert_int_equal(left(&told, "Level"), 1);
        assert_world(&told, "Alarm", 1);
        for (uint32_t k = 0; k < 12; k++) {
            set_for(&told, "Alert", 1, 99 + k % 3);
            assert_int_equal(htn_agent_tick(told.agent, 100000), HTN_OK);
            assert_world(&told, "Alert", k % 3 == 2);
            assert_world(&told, "Level", 2);
        }
    }
    set_for(&told, "Alarm", 1, UINT32_MAX); /* the longest time, and the longest tick */
    assert_int_equal(htn_agent_tick(told.agent, UINT64_MAX), HTN_OK);
    assert_world(&told, "Alarm", 0);
    finish(&told);
}

/* --- Copies, saves, builds --------------------------------------------------------------------------- */

static void a_copy_of_a_world_has_the_times_too(void **state)
{
    story one = {0}, other = {0};
    (void)state;
    begin(&one, guard);
    begin(&other, guard);
    pass(&one, 7);
    set_for(&one, "Alert", 1, 300);
    set_for(&other, "Level", 8, 100);
    assert_int_equal(htn_world_copy(htn_agent_world(other.agent), htn_agent_world(one.agent)), HTN_OK);
    assert_int_equal(left(&other, "Alert"), 300);
    assert_int_equal(left(&other, "Level"), 0);
    pass(&other, 2);
    assert_world(&other, "Alert", 1);
    pass(&other, 1);
    assert_world(&other, "Alert", 0);
    htn_world plain = fixture_world(&one.domain);
    set_for(&other, "Alert", 1, 300);
    assert_int_equal(htn_world_copy(htn_agent_world(other.agent), &plain), HTN_OK);
    assert_int_equal(left(&other, "Alert"), 0);
    assert_int_equal(htn_world_copy(&plain, htn_agent_world(one.agent)), HTN_OK);
    free(plain.bytes);
    finish(&one);
    finish(&other);
}

static void load_into(story *next, const char *text, const story *told, htn_load_report *report)
{
    size_t size;
    uint8_t *save = save_of(told, &size);
    memset(next, 0, sizeof *next);
    begin(next, text);
    assert_int_equal(htn_agent_load(next->agent, save, size, report), HTN_OK);
    free(save);
}

static void a_save_has_the_time_that_is_left(void **state)
{
    story told = {0}, next;
    htn_load_report report;
    size_t size;
    (void)state;
    begin(&told, guard);
    pass(&told, 3);
    set_for(&told, "Alert", 1, 350);
    pass(&told, 1);
    load_into(&next, guard, &told, &report);
    assert_true(report.exact);
    assert_int_equal(left(&next, "Alert"), 250);
    pass(&next, 2);
    assert_world(&next, "Alert", 1);
    pass(&next, 1);
    assert_world(&next, "Alert", 0);
    finish(&next);
    begin(&next, guard); /* the world alone */
    htn_world *world = htn_agent_world(told.agent);
    uint8_t *save = malloc(htn_world_save_bytes(world));
    assert_int_equal(htn_world_save(world, save, htn_world_save_bytes(world), &size), HTN_OK);
    set_for(&next, "Level", 8, 100);
    assert_int_equal(htn_world_load(htn_agent_world(next.agent), save, size, NULL), HTN_OK);
    assert_int_equal(left(&next, "Alert"), 250);
    assert_int_equal(left(&next, "Level"), 0);
    free(save);
    finish(&next);
    finish(&told);
}

/* In the other build Alert and Level cannot expire, and Level has another initial value. */
static void where_a_fact_cannot_expire_it_expires_at_once(void **state)
{
    static const char other[] =
        "World State [ Alert : bool, Doubt : bool, Level : 0..9 = 3, Go : 0..9, Alarm : bool Expires ]\n"
        "Compound Task [Live] Method [Go == 5] Subtasks [Hold()]\n"
        "Primitive Task [Hold] Operator [Hold] During [Doubt = true, Level = 9] Effects [Go = 0]\n";
    story told = {0}, next;
    htn_load_report report;
    (void)state;
    begin(&told, guard);
    set_for(&told, "Alert", 1, 500);
    set_for(&told, "Alarm", 1, 500);
    set_for(&told, "Level", 7, 500);
    set(&told, "Go", 5);
    expect(&told, "+Hold");
    load_into(&next, other, &told, &report);
    assert_false(report.exact);
    assert_world(&next, "Alert", 0);
    assert_world(&next, "Alarm", 1);
    assert_int_equal(left(&next, "Alarm"), 400);
    assert_world(&next, "Level", 9); /* the During stays */
    htn_activity activity;
    assert_true(htn_agent_activity(next.agent, 0, 0, &activity));
    next.begun++;
    next.used = 0;
    next.log[0] = 0;
    expect_after(&next, "Hold", HTN_SUCCEEDED, "=Hold");
    assert_world(&next, "Level", 3);
    assert_world(&next, "Alarm", 1);
    pass(&next, 3);
    assert_world(&next, "Alarm", 0);
    recording_end(&next.recording);
    recording_begin(&next.recording, next.agent, 1 << 16);
    next.recorded = NULL;
    forget(&next);
    forget(&told);
}

/* --- Journals and memory ----------------------------------------------------------------------------- */

/* What the game did to times comes again in a replay, whether or not a value has changed with it; finish() replays. */
static void a_journal_has_times(void **state)
{
    story told = {0};
    (void)state;
    begin(&told, guard);
    set_for(&told, "Level", 2, 100); /* its initial value */
    set_for(&told, "Alert", 1, 200);
    set_for(&told, "Alert", 1, 200); /* no other value */
    set(&told, "Alert", 1);          /* ... and for ever */
    set_for(&told, "Doubt", 1, 100);
    pass(&told, 2);
    assert_string_equal(recording_kinds(&told.recording, "BEGIN OPERATOR SENSOR REQUEST RESULT SKIP"),
                        "TIMER WRITE TIMER TIMER TIMER WRITE TIMER TICK LAPSE WRITE LAPSE TICK");
    finish(&told);
}

static void a_journal_that_begins_later_has_the_times_of_its_world(void **state)
{
    story told = {0};
    (void)state;
    begin(&told, guard);
    set_for(&told, "Level", 2, 100);
    set_for(&told, "Alarm", 1, 200);
    recording_end(&told.recording);
    recording_begin(&told.recording, told.agent, 1 << 16);
    pass(&told, 3);
    assert_world(&told, "Alarm", 0);
    finish(&told);
}

static size_t agent_bytes(const char *text)
{
    fixture made;
    htn_agent_class *agent_class;
    fixture_start(&made, text, NULL);
    const size_t size = htn_agent_class_bytes(&made.domain);
    void *memory = malloc(size);
    assert_int_equal(htn_agent_class_init(&agent_class, &made.domain, NULL, memory, size, NULL), HTN_OK);
    const size_t bytes = htn_agent_bytes(agent_class, NULL);
    free(memory);
    fixture_tear_down(&made);
    return bytes;
}

static void each_cell_that_can_expire_takes_4_bytes(void **state)
{
#define DOMAIN(expires)                                              \
    "Enum [Place] Values [A, B, C, D, E, F, G, H]\n"                 \
    "World State [ X : bool, Y(Place, Place) : bool " expires " ]\n" \
    "Compound Task [Live] Method [X, Y(A, B)] Subtasks [Go()]\nPrimitive Task [Go] Operator [Go]\n"
    (void)state;
    const size_t with = agent_bytes(DOMAIN("Expires")), without = agent_bytes(DOMAIN(""));
    assert_in_range(with - without, 4 * 64, 4 * 64 + 64);
#undef DOMAIN
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_later_write_replaces_value_and_time),
        cmocka_unit_test(the_initial_value_comes_back),
        cmocka_unit_test(what_cannot_be_set_for_a_time_is_refused),
        cmocka_unit_test(a_sensor_that_renews_a_fact_in_time_leaves_no_gap),
        cmocka_unit_test(an_effect_for_a_time),
        cmocka_unit_test(a_step_to_come_that_needs_what_expires_does_not_start),
        cmocka_unit_test(times_are_computed_when_the_step_has_ended),
        cmocka_unit_test(beneath_a_during_the_value_expires_and_the_during_stays),
        cmocka_unit_test(a_write_above_a_during_replaces_the_time_beneath_it),
        cmocka_unit_test(a_removed_instance_takes_its_times_along),
        cmocka_unit_test(without_a_group_shared_facts_expire_as_others_do),
        cmocka_unit_test(in_a_group_shared_facts_expire_by_its_clock),
        cmocka_unit_test(of_several_writes_before_a_share_the_last_has_its_time),
        cmocka_unit_test(what_lay_beneath_an_overwritten_during_may_go),
        cmocka_unit_test(the_clock_of_a_group_does_not_go_on_while_a_member_is_ticked),
        cmocka_unit_test(the_clock_may_wrap_around),
        cmocka_unit_test(a_copy_of_a_world_has_the_times_too),
        cmocka_unit_test(a_save_has_the_time_that_is_left),
        cmocka_unit_test(where_a_fact_cannot_expire_it_expires_at_once),
        cmocka_unit_test(a_journal_has_times),
        cmocka_unit_test(a_journal_that_begins_later_has_the_times_of_its_world),
        cmocka_unit_test(each_cell_that_can_expire_takes_4_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
