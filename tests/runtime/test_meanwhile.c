/*
 * Agents to whom something happens in the midst of something else: a search that takes several ticks while the world or an answer changes,
 * an operator that writes the world just before the next step begins, a region that is full when effects are to come true. As stories
 * (agent_story.h); where only a callback can do it, told once.
 */
#include "agent_story.h"

enum { NEXT_TICK_ONLY = 3 }; /* work per tick: too little for the searches below */

/* --- Searches that take several ticks ------------------------------------------------------------- */

static const char shelter[] = "World State [ Alarm : bool, Open : bool = true, Key : bool ]\n"
                              "Query [Free(n : 0..3) : bool]\n"
                              "Compound Task [T]\n"
                              "  Method [Alarm, Open, Free(1)] Subtasks [Knock(), A(), A(), A(), A(), Run()]\n"
                              "  Method [true] Subtasks [Wait()]\n"
                              "Primitive Task [Knock] Preconditions [Free(1)]\n"
                              "Primitive Task [A] Effects [Key = true]\n"
                              "Primitive Task [Run] Preconditions [Open] Operator [Run()]\n"
                              "Primitive Task [Wait] Operator [Wait()]\n";

static void begin_search(story *told)
{
    htn_agent_options options = {0};
    options.budget = NEXT_TICK_ONLY;
    begin_with(told, shelter, options);
    expect(told, "+Wait");
    set(told, "Alarm", 1);
    expect(told, "");
    assert_int_equal(htn_agent_result(told->agent, 0), HTN_SUSPENDED);
}

static void expect_nothing(story *told, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++)
        expect(told, "");
}

STORY(what_is_found_is_left_if_the_world_has_made_it_impossible_meanwhile)
{
    begin_search(told);
    set(told, "Open", 0);
    expect_nothing(told, 6);
    assert_int_equal(htn_agent_result(told->agent, 0), HTN_STANDS);
    finish(told);
}

STORY(what_is_found_is_left_if_an_answer_has_made_it_impossible_meanwhile)
{
    begin_search(told);
    told->blocked = true;
    htn_agent_answers_changed(told->agent);
    expect_nothing(told, 6);
    assert_int_equal(htn_agent_result(told->agent, 0), HTN_STANDS);
    finish(told);
}

STORY(what_is_found_is_taken_if_what_has_changed_meanwhile_leaves_it_possible)
{
    begin_search(told);
    set(told, "Key", 1);
    expect(told, "");
    expect(told, "-Wait");
    expect(told, "~Wait +Run");
    finish(told);
}

/* What had ended a back-off is gone again when the search has found something for it. */
STORY(a_search_begins_anew_if_what_it_found_is_no_longer_possible)
{
    htn_agent_options options = {0};
    options.budget = NEXT_TICK_ONLY;
    options.back_off_ms = 12 * TICK_MS;
    begin_with(told,
               "World State [ Rain : bool, Key : bool ]\n"
               "Compound Task [T]\n"
               "  Method [Rain] Subtasks [A(), A(), A(), A(), Hide()]\n"
               "  Method [true] Subtasks [Walk()]\n"
               "Primitive Task [A] Effects [Key = true]\n"
               "Primitive Task [Hide] Preconditions [Rain] Operator [Hide()]\n"
               "Primitive Task [Walk] Operator [Walk()]\n",
               options);
    expect(told, "+Walk");
    expect_after(told, "Walk", HTN_FAILED, "!Walk +Walk");
    expect_after(told, "Walk", HTN_FAILED, "!Walk");
    expect(told, "");
    set(told, "Rain", 1);
    expect(told, "");
    assert_int_equal(htn_agent_result(told->agent, 0), HTN_SUSPENDED);
    set(told, "Rain", 0);
    expect(told, "");
    expect(told, "+Walk");
    finish(told);
}

/* A search for something better than a plan that has failed is over, also where the layer would have had the budget first. */
STORY(a_search_ends_with_the_plan_that_it_was_to_better)
{
    htn_agent_options options = {0};
    htn_counts before, after;
    options.budget = NEXT_TICK_ONLY;
    options.back_off_ms = 5 * TICK_MS;
    begin_with(told, shelter, options);
    expect(told, "+Wait");
    expect_after(told, "Wait", HTN_FAILED, "!Wait +Wait");
    set(told, "Alarm", 1);
    expect_after(told, "Wait", HTN_FAILED, "!Wait");
    htn_agent_counts(told->agent, &before);
    expect_nothing(told, 3);
    htn_agent_counts(told->agent, &after);
    assert_int_equal(after.work, before.work);
    finish(told);
}

/* --- What is known ------------------------------------------------------------------------------ */

STORY(a_plan_that_a_search_has_followed_to_its_end_is_known_to_hold)
{
    htn_counts counts;
    begin(told, shelter);
    expect(told, "+Wait");
    for (uint32_t asked = 0; asked < 3; asked++) {
        htn_agent_ask(told->agent, 0);
        expect(told, "");
    }
    htn_agent_counts(told->agent, &counts);
    assert_int_equal(counts.searches, 2);
    assert_int_equal(counts.skipped, 2);
    finish(told);
}

/* That of the cheapest, too, whatever the plan before it has cost. */
STORY(a_cheapest_plan_is_known_by_what_it_costs_itself)
{
    htn_counts before, after;
    begin(told, "World State [ Ford : bool ]\n"
                "Root [T] Select [cheapest]\n"
                "Compound Task [T] Method [Ford] Subtasks [Wade()] Method [true] Subtasks [Climb()]\n"
                "Primitive Task [Wade] Operator [Wade()] Cost [2]\n"
                "Primitive Task [Climb] Operator [Climb()] Cost [9]\n");
    expect(told, "+Climb");
    set(told, "Ford", 1);
    expect(told, "-Climb");
    expect(told, "~Climb +Wade");
    htn_agent_counts(told->agent, &before);
    for (uint32_t asked = 0; asked < 3; asked++) {
        htn_agent_ask(told->agent, 0);
        expect(told, "");
    }
    htn_agent_counts(told->agent, &after);
    assert_int_equal(after.searches - before.searches, 1);
    assert_int_equal(after.skipped - before.skipped, 2);
    finish(told);
}

/* The same steps with other arguments are another plan. */
STORY(a_better_plan_may_differ_in_its_arguments_alone)
{
    begin(told, "World State [ Alarm : bool ]\n"
                "Compound Task [T] Method [Alarm] Subtasks [Walk(2)] Method [true] Subtasks [Walk(1)]\n"
                "Primitive Task [Walk(n : 0..9)] Operator [Walk(n)]\n");
    expect(told, "+Walk(1)");
    set(told, "Alarm", 1);
    expect(told, "-Walk");
    expect(told, "~Walk +Walk(2)");
    finish(told);
}

/* A running plan is asked when the game says that an answer may have changed, and not again. */
STORY(an_answer_that_changes_without_a_word_is_not_noticed)
{
    begin(told, "World State [ Hungry : bool ]\n"
                "Query [Free(n : 0..3) : bool]\n"
                "Compound Task [T] Method [true] Subtasks [Run()]\n"
                "Primitive Task [Run] Preconditions [Free(1)] Operator [Run()]\n");
    expect(told, "+Run");
    htn_agent_answers_changed(told->agent);
    expect(told, "");
    set(told, "Hungry", 1); /* nor for a change that has been looked at */
    expect(told, "");
    told->blocked = true;
    expect_nothing(told, 3);
    htn_agent_answers_changed(told->agent);
    expect(told, "-Run");
    finish(told);
}

/* The While of a step that is done is not asked, whatever lies behind the slots of steps in progress. */
STORY(a_while_is_over_with_its_steps)
{
    begin(told, "World State [ Shut : bool = true, Rain : bool ]\n"
                "Compound Task [T] Method [true] Subtasks [Unlock(), Walk(1)]\n"
                "Compound Task [Unlock] Method [true] While [Shut] Subtasks [Open(1)]\n"
                "Primitive Task [Open(n : 0..9)] Operator [Open(n)] Effects [Shut = false]\n"
                "Primitive Task [Walk(n : 0..9)] Operator [Walk(n)]\n");
    expect(told, "+Open(1)");
    expect_after(told, "Open", HTN_SUCCEEDED, "=Open +Walk(1)");
    set(told, "Rain", 1);
    expect_nothing(told, 2);
    finish(told);
}

/* --- During ------------------------------------------------------------------------------------- */

/* Each of two steps sets back what it has found, and only if nobody has written since. */
STORY(two_steps_at_the_same_time_each_set_back_their_own)
{
    begin(told, "World State [ Noise : 0..9 = 3, Go : bool = true ]\n"
                "Compound Task [T] Method [Go] Subtasks [Parallel [Hum(), Sing()], Rest()]\n"
                "Primitive Task [Hum] Operator [Hum()] During [Noise = 5]\n"
                "Primitive Task [Sing] Operator [Sing()] During [Noise = 7]\n"
                "Primitive Task [Rest] Operator [Rest()]\n");
    expect(told, "+Hum +Sing");
    assert_world(told, "Noise", 7);
    expect_after(told, "Hum", HTN_SUCCEEDED, "=Hum");
    assert_world(told, "Noise", 7);
    expect_after(told, "Sing", HTN_SUCCEEDED, "=Sing +Rest");
    assert_world(told, "Noise", 3);
    finish(told);
}

/* Of what a step has written to one cell only the last counts. */
STORY(what_a_step_has_written_over_itself_is_forgotten)
{
    begin(told, "World State [ Noise : 0..9 = 3, Go : bool = true ]\n"
                "Compound Task [T] Method [Go] Subtasks [Hum()]\n"
                "Primitive Task [Hum] Operator [Hum()] During [Noise = 5, Noise = 7] Effects [Go = false]\n");
    expect(told, "+Hum");
    assert_world(told, "Noise", 7);
    set(told, "Noise", 5);
    expect_after(told, "Hum", HTN_SUCCEEDED, "=Hum");
    assert_world(told, "Noise", 5);
    finish(told);
}

STORY(what_is_true_of_nobody_during_a_step_is_not_written)
{
    begin(told, "Entities [Foe] Max [3]\n"
                "World State [ Watched(f : Foe) : 0..1000000, Target : Foe ]\n"
                "Compound Task [T] Method [true] Subtasks [Stare()]\n"
                "Primitive Task [Stare] Operator [Stare()] During [Watched(Target) = 7]\n");
    size_t size = htn_world_bytes(&told->domain);
    uint8_t *before = fixture_copy(htn_agent_world(told->agent)->bytes, size);
    expect(told, "+Stare");
    assert_memory_equal(htn_agent_world(told->agent)->bytes, before, size);
    free(before);
    expect_after(told, "Stare", HTN_SUCCEEDED, "=Stare +Stare");
    finish(told);
}

/* --- What a callback does just before a step begins ------------------------------------------------ */

static const char crowd[] =
    "Entities [Foe] Values [F0, F1, F2, F3, F4, F5, F6, F7, F8, F9]\n"
    "World State [ Near(f : Foe) : bool, Seen(f : Foe) : bool, Turn : bool, Open : bool = true, Far : bool ]\n"
    "Compound Task [T]\n"
    "  Method [Far] Subtasks [Flee()]\n"
    "  Method [true] Subtasks [Walk(), Shout()]\n"
    "Primitive Task [Walk] Operator [Walk()]\n"
    "Primitive Task [Flee] Operator [Flee()]\n"
    "Primitive Task [Shout] Preconditions [Open] Operator [Shout()]\n"
    "  Effects [Seen(f) = not Near(f) for f : Foe where Near(f), Near(f) = Seen(f) for f : Foe where Near(f)]\n";

enum { ROOM_FOR_TWO = 12 }; /* of the trail: for Shout's effects on two of them, and not on ten */

static void surround(story *told)
{
    htn_world *world = htn_agent_world(told->agent);
    const htn_property near = htn_property_find(&told->domain, "Near");
    for (uint32_t foe = 0; foe < 10; foe++)
        assert_int_equal(htn_world_set_at(world, near, (const int32_t[]){(int32_t)foe}, 1, 1), HTN_OK);
}

/* And has the next search find something for which there is room, so that it has nothing to complain of. */
static void surround_from_afar(story *told)
{
    surround(told);
    set(told, "Far", 1);
}

static void shut(story *told)
{
    set(told, "Open", 0);
}

static uint32_t failures(story *told, htn_journal_why why)
{
    size_t offset = 0;
    uint32_t found = 0;
    htn_journal_event event;
    recording_read(&told->recording);
    while (htn_journal_next(told->recording.bytes, told->recording.size, &offset, &event) == HTN_OK)
        found += event.kind == HTN_JOURNAL_FAIL && event.numbers[1] == (uint32_t)why;
    return found;
}

static void begin_crowd(story *told)
{
    htn_agent_options options = {0};
    options.limits.trail = ROOM_FOR_TWO;
    begin_with(told, crowd, options);
    expect(told, "+Walk");
}

static void a_step_that_just_now_may_not_start_says_that_it_is_its_preconditions(void **state)
{
    story told = {0};
    (void)state;
    begin_crowd(&told);
    told.inside = shut;
    expect_after(&told, "Walk", HTN_SUCCEEDED, "=Walk");
    assert_int_equal(failures(&told, HTN_WHY_PRECONDITIONS), 1);
    finish(&told);
}

static void a_step_whose_effects_just_now_find_no_room_says_so(void **state)
{
    story told = {0};
    (void)state;
    begin_crowd(&told);
    told.inside = surround_from_afar;
    says(&told, "Walk", HTN_SUCCEEDED);
    assert_int_equal(htn_agent_tick(told.agent, TICK), HTN_FULL_TRAIL);
    assert_string_equal(told.log, "=Walk +Flee");
    assert_int_equal(failures(&told, HTN_WHY_TROUBLE), 1);
    finish(&told);
}

static void effects_that_find_no_room_when_they_come_true_say_so(void **state)
{
    story told = {0};
    (void)state;
    begin_crowd(&told);
    expect_after(&told, "Walk", HTN_SUCCEEDED, "=Walk +Shout");
    told.inside = surround_from_afar;
    says(&told, "Shout", HTN_SUCCEEDED);
    assert_int_equal(htn_agent_tick(told.agent, TICK), HTN_FULL_TRAIL);
    assert_string_equal(told.log, "=Shout +Flee");
    finish(&told);
}

static void a_running_plan_for_which_there_is_no_room_any_more_says_so(void **state)
{
    story told = {0};
    (void)state;
    begin_crowd(&told);
    surround_from_afar(&told);
    assert_int_equal(htn_agent_tick(told.agent, TICK), HTN_FULL_TRAIL);
    assert_string_equal(told.log, "-Walk");
    assert_int_equal(failures(&told, HTN_WHY_TROUBLE), 1);
    finish(&told);
}

static void a_during_that_finds_no_room_fails_its_step_and_says_so(void **state)
{
    story told = {0};
    htn_agent_options options = {0};
    (void)state;
    options.limits.trail = ROOM_FOR_TWO;
    begin_with(&told,
               "Entities [Foe] Values [F0, F1, F2, F3, F4, F5, F6, F7, F8, F9]\n"
               "World State [ Near(f : Foe) : bool = true, Seen(f : Foe) : bool ]\n"
               "Compound Task [T] Method [true] Subtasks [Stare()]\n"
               "Primitive Task [Stare] Operator [Stare()]\n"
               "  During [Seen(f) = Near(f) for f : Foe, Near(f) = Seen(f) for f : Foe]\n",
               options);
    assert_int_equal(htn_agent_tick(told.agent, TICK), HTN_FULL_TRAIL);
    assert_int_equal(failures(&told, HTN_WHY_TROUBLE), 1);
    assert_int_equal(told.begun, 0);
    forget(&told);
}

/* --- Steps that get other numbers --------------------------------------------------------------- */

/* What Spin shows is over when it has ended, which Rest relies on; or on Alarm, which a search needs while Spin shows it. */
#define SPINNER(behind)                                               \
    "World State [ Alarm : bool, Free : bool = true ]\n"              \
    "Compound Task [Live]\n"                                          \
    "  Method [Alarm] Subtasks [Spin(), Rest()" behind "]\n"          \
    "  Method [true] Subtasks [Walk(), Spin(), Rest()]\n"             \
    "Primitive Task [Walk] Operator [Walk()]\n"                       \
    "Primitive Task [Look] Operator [Look()]\n"                       \
    "Primitive Task [Spin] Operator [Spin()] During [Free = false]\n" \
    "Primitive Task [Rest] Preconditions [Free or Alarm] Operator [Rest()]\n"

static void go_on_with_spin(story *told, const char *text)
{
    begin(told, text);
    expect(told, "+Walk");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Spin");
    set(told, "Alarm", 1);
    expect(told, "");
    set(told, "Alarm", 0);
    expect(told, ""); /* nothing else is found, and the plan holds: Spin ends before Rest */
    assert_world(told, "Free", 0);
}

STORY(the_rest_of_a_plan_knows_whose_during_ends)
{
    go_on_with_spin(told, SPINNER(""));
    expect_after(told, "Spin", HTN_SUCCEEDED, "=Spin +Rest");
    finish(told);
}

STORY(a_step_that_goes_on_in_another_plan_takes_its_during_along)
{
    go_on_with_spin(told, SPINNER(", Look()"));
    expect_after(told, "Spin", HTN_SUCCEEDED, "=Spin +Rest");
    expect_after(told, "Rest", HTN_SUCCEEDED, "=Rest +Look");
    finish(told);
}

/* What remains is found by another way, whose While does not hold any more: nobody has asked it of the world as it is. */
STORY(the_while_of_another_way_to_what_remains_is_asked)
{
    begin(told, "World State [ Alarm : bool, Calm : bool = true ]\n"
                "Query [Near(n : 0..3) : 0..9]\n"
                "Compound Task [Live]\n"
                "  Method [Alarm, Near(1) > 0] While [Calm] Subtasks [Spin(), Rest()]\n"
                "  Method [true] Subtasks [Walk(), Spin(), Rest()]\n"
                "Primitive Task [Walk] Operator [Walk()]\n"
                "Primitive Task [Spin] Operator [Spin()]\n"
                "Primitive Task [Rest] Operator [Rest()]\n");
    expect(told, "+Walk");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Spin");
    told->late = 1u << 1;
    set(told, "Alarm", 1);
    expect(told, ""); /* the search waits, and has seen that it is calm */
    set(told, "Calm", 0);
    expect(told, "");
    told->late = 0;
    expect(told, "");
    expect(told, "-Spin");
    expect(told, "~Spin +Walk");
    finish(told);
}

/* --- Searches that are not needed --------------------------------------------------------------- */

/* Two layers show something in one cell. A third one has no plan, so that there is nothing that could hold no longer. */
STORY(durings_of_other_layers_do_not_make_a_layer_search)
{
    htn_counts before, after;
    begin(told, "World State [ Key : 0..3, Busy : bool ]\n"
                "Root [Left]\nRoot [Right]\nRoot [Third]\n"
                "Compound Task [Left] Method [true] Subtasks [Saw()]\n"
                "Compound Task [Right] Method [true] Subtasks [Hum()]\n"
                "Compound Task [Third] Method [Key == 3] Subtasks [Open()]\n"
                "Primitive Task [Saw] Operator [Saw()] During [Busy = true]\n"
                "Primitive Task [Hum] Operator [Hum()] During [Busy = true]\n"
                "Primitive Task [Open] Operator [Open()]\n");
    expect(told, "+Saw +Hum");
    assert_int_equal(htn_agent_result(told->agent, 2), HTN_NO_PLAN);
    htn_agent_counts(told->agent, &before);
    assert_int_equal(htn_agent_ask(told->agent, 2), HTN_OK);
    expect(told, "");
    htn_agent_counts(told->agent, &after);
    assert_int_equal(after.searches, before.searches);
    assert_int_equal(after.skipped, before.skipped + 1);
    set(told, "Key", 3);
    assert_int_equal(htn_agent_ask(told->agent, 2), HTN_OK);
    expect(told, "+Open");
    finish(told);
}

/* Whether the running plan holds is asked first. While that answer is late, nothing is known of what the search would find. */
STORY(what_the_last_search_found_says_nothing_about_one_that_waits_to_begin)
{
    begin(told, "World State [ Alarm : bool ]\n"
                "Query [Near(n : 0..3) : 0..9]\n"
                "Compound Task [Live]\n"
                "  Method [Alarm] Subtasks [Run()]\n"
                "  Method [true] Subtasks [Walk(), Rest()]\n"
                "Primitive Task [Run] Operator [Run()]\n"
                "Primitive Task [Walk] Operator [Walk()]\n"
                "Primitive Task [Rest] Preconditions [Near(1) > 0] Operator [Rest()]\n");
    expect(told, "+Walk");
    assert_int_equal(htn_agent_ask(told->agent, 0), HTN_OK);
    expect(told, "");
    assert_int_equal(htn_agent_result(told->agent, 0), HTN_STANDS);
    told->late = 1u << 1;
    set(told, "Alarm", 1);
    expect(told, "");
    assert_int_equal(htn_agent_result(told->agent, 0), HTN_WAITS);
    told->late = 0;
    expect(told, "-Walk");
    expect(told, "~Walk +Run");
    finish(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_found_is_left_if_the_world_has_made_it_impossible_meanwhile),
        cmocka_unit_test(what_is_found_is_left_if_an_answer_has_made_it_impossible_meanwhile),
        cmocka_unit_test(what_is_found_is_taken_if_what_has_changed_meanwhile_leaves_it_possible),
        cmocka_unit_test(a_search_begins_anew_if_what_it_found_is_no_longer_possible),
        cmocka_unit_test(a_search_ends_with_the_plan_that_it_was_to_better),
        cmocka_unit_test(a_plan_that_a_search_has_followed_to_its_end_is_known_to_hold),
        cmocka_unit_test(a_cheapest_plan_is_known_by_what_it_costs_itself),
        cmocka_unit_test(a_better_plan_may_differ_in_its_arguments_alone),
        cmocka_unit_test(an_answer_that_changes_without_a_word_is_not_noticed),
        cmocka_unit_test(a_while_is_over_with_its_steps),
        cmocka_unit_test(two_steps_at_the_same_time_each_set_back_their_own),
        cmocka_unit_test(what_a_step_has_written_over_itself_is_forgotten),
        cmocka_unit_test(what_is_true_of_nobody_during_a_step_is_not_written),
        cmocka_unit_test(a_step_that_just_now_may_not_start_says_that_it_is_its_preconditions),
        cmocka_unit_test(a_step_whose_effects_just_now_find_no_room_says_so),
        cmocka_unit_test(effects_that_find_no_room_when_they_come_true_say_so),
        cmocka_unit_test(a_running_plan_for_which_there_is_no_room_any_more_says_so),
        cmocka_unit_test(a_during_that_finds_no_room_fails_its_step_and_says_so),
        cmocka_unit_test(the_rest_of_a_plan_knows_whose_during_ends),
        cmocka_unit_test(a_step_that_goes_on_in_another_plan_takes_its_during_along),
        cmocka_unit_test(the_while_of_another_way_to_what_remains_is_asked),
        cmocka_unit_test(durings_of_other_layers_do_not_make_a_layer_search),
        cmocka_unit_test(what_the_last_search_found_says_nothing_about_one_that_waits_to_begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
