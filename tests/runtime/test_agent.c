/*
 * The agent: what it asks of the game, and when: sequences, what is watched, layers, groups, sensors, budgets, recovery and expected
 * effects. The notation of the stories is in agent_story.h.
 */
#include "agent_story.h"

/* --- Sequences ---------------------------------------------------------------------------------- */

static const char walker[] =
    "World State [ Far : bool = true, Door : bool, Rain : bool, Where : 0..9 ]\n"
    "Compound Task [Go]\n"
    "  Method [Rain] Subtasks [Shelter()]\n"
    "  Method [Far] Subtasks [Walk(), Open(), Enter()]\n"
    "Primitive Task [Shelter] Operator [Shelter()]\n"
    "Primitive Task [Walk] Operator [Walk(3)] Effects [Where = 3]\n"
    "Primitive Task [Open] Preconditions [not Door] Operator [Open()] Effects [Door = true]\n"
    "Primitive Task [Enter] Preconditions [Door] Operator [Enter(Where)] Effects [Far = false]\n";

STORY(steps_run_in_order_and_their_effects_come_true)
{
    begin(told, walker);
    expect(told, "+Walk(3)");
    assert_world(told, "Where", 0);
    expect(told, "");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Open");
    assert_world(told, "Where", 3);
    expect_after(told, "Open", HTN_SUCCEEDED, "=Open +Enter(3)");
    expect_after(told, "Enter", HTN_SUCCEEDED, "=Enter");
    assert_world(told, "Far", 0);
    expect(told, ""); /* no plan, and none is sought */
    set(told, "Far", 1);
    set(told, "Door", 0);
    expect(told, "+Walk(3)");
    finish(told);
}

STORY(a_better_plan_aborts_the_step_and_waits_for_its_end)
{
    begin(told, walker);
    told->acts[htn_operator_find(&told->domain, "Walk")].slow_abort = 2;
    expect(told, "+Walk(3)");
    set(told, "Rain", 1);
    expect(told, "-Walk");
    expect(told, "");
    expect(told, "~Walk +Shelter");
    assert_world(told, "Where", 0);
    set(told, "Rain", 0); /* nothing better than shelter, whose precondition still holds */
    expect(told, "");
    expect_after(told, "Shelter", HTN_SUCCEEDED, "=Shelter +Walk(3)");
    finish(told);
}

STORY(a_plan_that_no_longer_holds_fails)
{
    begin(told, walker);
    expect(told, "+Walk(3)");
    set(told, "Door", 1);
    expect(told, "-Walk");
    expect(told, "~Walk");
    expect(told, ""); /* Open can not be done, so there is no plan */
    set(told, "Door", 0);
    expect(told, "+Walk(3)");
    finish(told);
}

STORY(a_failed_step_applies_nothing_and_fails_the_plan)
{
    begin(told, walker);
    expect(told, "+Walk(3)");
    expect_after(told, "Walk", HTN_FAILED, "!Walk +Walk(3)");
    assert_world(told, "Where", 0);
    finish(told);
}

STORY(failures_in_a_row_wait_for_the_back_off)
{
    htn_agent_options options = {0};
    options.back_off_ms = 3 * TICK_MS;
    begin_with(told, walker, options);
    expect(told, "+Walk(3)");
    expect_after(told, "Walk", HTN_FAILED, "!Walk +Walk(3)");
    expect_after(told, "Walk", HTN_FAILED, "!Walk");
    expect(told, "");
    expect(told, "");
    expect(told, "+Walk(3)");
    expect_after(told, "Walk", HTN_FAILED, "!Walk");
    set(told, "Where", 5); /* nobody asks about that */
    expect(told, "");
    set(told, "Rain", 1); /* no need to wait */
    expect(told, "+Shelter");
    set(told, "Rain", 0);
    expect_after(told, "Shelter", HTN_SUCCEEDED, "=Shelter +Walk(3)");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Open");
    expect_after(told, "Open", HTN_FAILED, "!Open +Walk(3)"); /* a step was done in between */
    finish(told);
}

STORY(bookkeeping_is_done_at_once)
{
    begin(told, "World State [ Tired : bool, Slept : 0..9 ]\n"
                "Compound Task [Live] Method [Tired] Subtasks [Count(), Sleep(), Count()]\n"
                "Primitive Task [Count] Effects [Slept += 1]\n"
                "Primitive Task [Sleep] Operator [Sleep(Slept)] Effects [Tired = false]\n");
    expect(told, "");
    set(told, "Tired", 1);
    expect(told, "+Sleep(1)");
    expect_after(told, "Sleep", HTN_SUCCEEDED, "=Sleep");
    assert_world(told, "Slept", 2);
    finish(told);
}

/* --- What is watched ------------------------------------------------------------------------------ */

STORY(a_context_is_asked_when_planning_and_at_the_start_only)
{
    begin(told, "World State [ Hungry : bool = true, Open : bool ]\n"
                "Compound Task [Live] Method [Hungry] Subtasks [Eat()]\n"
                "Primitive Task [Eat] Operator [Eat()] Context [Open] Effects [Hungry = false]\n");
    expect(told, ""); /* no plan: its first step could not start */
    assert_int_equal(htn_agent_result(told->agent, 0), HTN_NO_PLAN);
    set(told, "Open", 1);
    expect(told, "+Eat");
    set(told, "Open", 0);
    expect(told, "");
    expect_after(told, "Eat", HTN_SUCCEEDED, "=Eat");
    finish(told);
}

STORY(where_a_context_is_false_the_next_method_is_taken_in_the_same_tick)
{
    begin(told, "World State [ Open : bool ]\n"
                "Compound Task [Live] Method [true] Subtasks [Eat(), Rest()] Method [true] Subtasks [Wait()]\n"
                "Primitive Task [Eat] Operator [Eat()] Context [Open]\n"
                "Primitive Task [Rest] Operator [Rest()] Context [not Open]\n"
                "Primitive Task [Wait] Operator [Wait()]\n");
    expect(told, "+Wait");
    set(told, "Open", 1);
    expect(told, "-Wait");
    expect(told, "~Wait +Eat");
    set(told, "Open", 0);
    expect(told, ""); /* the check does not ask it */
    expect_after(told, "Eat", HTN_SUCCEEDED, "=Eat +Rest");
    finish(told);
}

static const char miner[] = "World State [ Ore : 0..9, Busy : bool, Noise : 0..9 = 1, Full : bool ]\n"
                            "Compound Task [Work] Method [not Full] Subtasks [Mine(), Carry()]\n"
                            "Primitive Task [Mine] Operator [Mine(Noise)] During [Busy = true, Noise = Noise + 4]\n"
                            "  Effects [Ore += Noise]\n"
                            "Primitive Task [Carry] Preconditions [not Busy, Ore > 0] Operator [Carry()]\n"
                            "  Effects [Full = true]\n";

STORY(during_is_true_while_the_step_runs_and_set_back_before_its_effects)
{
    begin(told, miner);
    expect(told, "+Mine(1)");
    assert_world(told, "Busy", 1);
    assert_world(told, "Noise", 5);
    set(told, "Ore", 2); /* validated: Carry needs Busy to be over, and it will be */
    expect(told, "");
    expect_after(told, "Mine", HTN_SUCCEEDED, "=Mine +Carry");
    assert_world(told, "Busy", 0);
    assert_world(told, "Noise", 1);
    assert_world(told, "Ore", 3);
    finish(told);
}

STORY(during_is_set_back_when_a_step_fails_but_not_over_what_others_wrote)
{
    begin(told, miner);
    expect(told, "+Mine(1)");
    set(told, "Noise", 7);
    says(told, "Mine", HTN_FAILED);
    set(told, "Full", 1);
    expect(told, "!Mine");
    assert_world(told, "Busy", 0);
    assert_world(told, "Noise", 7);
    assert_world(told, "Ore", 0);
    finish(told);
}

STORY(an_abort_keeps_what_is_true_during_the_step_until_it_is_done)
{
    begin(told, "World State [ Busy : bool, Stop : bool, Alarm : bool ]\n"
                "Compound Task [Work]\n"
                "  Method [Alarm] Subtasks [Hide()]\n"
                "  Method [not Stop] Subtasks [Mine()]\n"
                "Primitive Task [Mine] Operator [Mine()] During [Busy = true]\n"
                "Primitive Task [Hide] Operator [Hide()]\n");
    told->acts[htn_operator_find(&told->domain, "Mine")].slow_abort = 2;
    expect(told, "+Mine");
    set(told, "Alarm", 1);
    expect(told, "-Mine");
    assert_world(told, "Busy", 1);
    expect(told, "");
    expect(told, "~Mine +Hide");
    assert_world(told, "Busy", 0);
    finish(told);
}

static const char diver[] = "World State [ Deep : bool = true, Air : bool = true, Shark : bool, Home : bool ]\n"
                            "Compound Task [Swim]\n"
                            "  Method [Shark] Subtasks [Flee()]\n"
                            "  Method [not Home] Subtasks [Surface(), Land()]\n"
                            "Primitive Task [Surface] Preconditions [Air] Operator [Surface()] Interrupt [never]\n"
                            "Primitive Task [Land] Preconditions [Air] Operator [Land()] Effects [Home = true]\n"
                            "Primitive Task [Flee] Operator [Flee()]\n";

STORY(a_step_that_is_not_to_be_interrupted_ends_before_a_better_plan_begins)
{
    begin(told, diver);
    expect(told, "+Surface");
    set(told, "Shark", 1);
    expect(told, "");
    expect(told, "");
    expect_after(told, "Surface", HTN_SUCCEEDED, "=Surface +Flee"); /* the search that it put off is made at once */
    finish(told);
}

STORY(a_step_that_is_not_to_be_interrupted_ends_though_its_plan_is_broken)
{
    begin(told, diver);
    expect(told, "+Surface");
    set(told, "Air", 0);
    expect(told, "");
    expect_after(told, "Surface", HTN_SUCCEEDED, "=Surface");
    set(told, "Air", 1);
    expect(told, "+Surface");
    set(told, "Air", 0);
    expect(told, "");
    set(told, "Air", 1);
    expect(told, "");
    expect_after(told, "Surface", HTN_SUCCEEDED, "=Surface +Land"); /* it holds again */
    finish(told);
}

STORY(a_method_cools_down_after_a_plan_through_it_failed)
{
    begin(told, "World State [ Angry : bool = true ]\n"
                "Compound Task [Fight]\n"
                "  Method [Angry] Subtasks [Choose()]\n"
                "Compound Task [Choose]\n"
                "  Method [true] Cooldown [250ms] Subtasks [Charge()]\n"
                "  Method [true] Subtasks [Circle()]\n"
                "Primitive Task [Charge] Operator [Charge()]\n"
                "Primitive Task [Circle] Operator [Circle()]\n");
    expect(told, "+Charge");
    expect_after(told, "Charge", HTN_FAILED, "!Charge +Circle");
    expect(told, "");
    expect(told, "");
    expect(told, "-Circle"); /* 300 ms have gone */
    expect(told, "~Circle +Charge");
    expect_after(told, "Charge", HTN_SUCCEEDED, "=Charge +Charge");
    finish(told);
}

static const char parts[] =
    "World State [ Hot : bool ]\n"
    "Compound Task [Live]\n"
    "  Method [true] Cooldown [1s] Subtasks [First(), Second(), Split, Rest()]\n"
    "  Method [true] Subtasks [Wait()]\n"
    "Compound Task [First]\n  Method [true] Cooldown [1s] Subtasks [A()]\n"
    "Compound Task [Second]\n  Method [true] Cooldown [1s] Subtasks [B()]\n"
    "Compound Task [Rest]\n  Method [true] Cooldown [1s] Subtasks [C(), Split, Last()]\n"
    "Compound Task [Last]\n  Method [not Hot] Cooldown [1s] Subtasks [D()]\n"
    "Primitive Task [A] Operator [A()]\nPrimitive Task [B] Operator [B()]\nPrimitive Task [C] Operator [C()]\n"
    "Primitive Task [D] Operator [D()]\nPrimitive Task [Wait] Operator [Wait()]\n";

/* Which methods of `parts` cool down. */
static void assert_cooling(story *told, bool live, bool first, bool second, bool rest, bool last)
{
    assert_world(told, "Cooldown(Live, 0)", live);
    assert_world(told, "Cooldown(First, 0)", first);
    assert_world(told, "Cooldown(Second, 0)", second);
    assert_world(told, "Cooldown(Rest, 0)", rest);
    assert_world(told, "Cooldown(Last, 0)", last);
}

STORY(methods_whose_part_is_not_over_cool_down_also_those_not_started)
{
    begin(told, parts);
    expect(told, "+A");
    expect_after(told, "A", HTN_FAILED, "!A +Wait");
    assert_cooling(told, true, true, true, false, false);
    finish(told);
    begin(told, parts);
    expect(told, "+A");
    expect_after(told, "A", HTN_SUCCEEDED, "=A +B");
    expect_after(told, "B", HTN_FAILED, "!B +Wait");
    assert_cooling(told, true, false, true, false, false);
    finish(told);
}

STORY(methods_of_all_segments_cool_down_if_their_part_is_not_over)
{
    begin(told, parts);
    expect(told, "+A");
    expect_after(told, "A", HTN_SUCCEEDED, "=A +B");
    expect_after(told, "B", HTN_SUCCEEDED, "=B +C");
    expect_after(told, "C", HTN_SUCCEEDED, "=C +D");
    expect_after(told, "D", HTN_FAILED, "!D +Wait");
    assert_cooling(told, true, false, false, true, true);
    finish(told);
    begin(told, parts);
    expect(told, "+A");
    expect_after(told, "A", HTN_SUCCEEDED, "=A +B");
    expect_after(told, "B", HTN_SUCCEEDED, "=B +C");
    set(told, "Hot", 1);
    expect_after(told, "C", HTN_SUCCEEDED, "=C +Wait"); /* nothing is found behind the second split */
    assert_cooling(told, true, false, false, true, false);
    finish(told);
}

static const char boasts[] =
    "World State [ Hot : bool, Bored : bool ]\n"
    "Compound Task [Live]\n"
    "  Method [Bored] Subtasks [Nothing()]\n"
    "  Method [Hot] Subtasks [Flee()]\n"
    "  Method [true] Cooldown [1s] After [success] Subtasks [Boast()]\n"
    "  Method [true] Subtasks [Wait()]\n"
    "Compound Task [Nothing]\n  Method [true] Cooldown [1s] After [always] Subtasks []\n"
    "Compound Task [Boast]\n  Method [true] Cooldown [1s] After [always] Subtasks [Rise(), Speech(), Split, Sit()]\n"
    "Compound Task [Rise]\n  Method [true] Cooldown [1s] After [success] Subtasks [Stand()]\n"
    "Compound Task [Speech]\n  Method [true] Cooldown [1s] Subtasks [Talk()]\n"
    "Compound Task [Sit]\n  Method [true] Cooldown [1s] After [success] Subtasks [Down()]\n"
    "Primitive Task [Stand] Operator [Stand()]\nPrimitive Task [Talk] Operator [Talk()]\n"
    "Primitive Task [Down] Operator [Down()]\nPrimitive Task [Flee] Operator [Flee()]\n"
    "Primitive Task [Wait] Operator [Wait()]\n";

/* Which methods of `boasts` cool down. */
static void assert_boasting(story *told, bool live, bool boast, bool rise, bool speech, bool sit)
{
    assert_world(told, "Cooldown(Live, 2)", live);
    assert_world(told, "Cooldown(Boast, 0)", boast);
    assert_world(told, "Cooldown(Rise, 0)", rise);
    assert_world(told, "Cooldown(Speech, 0)", speech);
    assert_world(told, "Cooldown(Sit, 0)", sit);
    assert_world(told, "Cooldown(Nothing, 0)", 0);
}

STORY(a_cooldown_after_success_begins_when_the_part_is_done)
{
    begin(told, boasts);
    expect(told, "+Stand");
    assert_boasting(told, false, false, false, false, false);
    expect_after(told, "Stand", HTN_SUCCEEDED, "=Stand +Talk");
    assert_boasting(told, false, false, true, false, false);
    expect_after(told, "Talk", HTN_SUCCEEDED, "=Talk +Down"); /* Live and Boast go on behind the split */
    assert_boasting(told, false, false, true, false, false);
    expect_after(told, "Down", HTN_SUCCEEDED, "=Down +Wait");
    assert_boasting(told, true, true, true, false, true);
    finish(told);
}

STORY(a_cooldown_after_always_begins_also_when_the_plan_fails_or_is_replaced)
{
    begin(told, boasts);
    expect(told, "+Stand");
    expect_after(told, "Stand", HTN_FAILED, "!Stand +Wait");
    assert_boasting(told, false, true, false, true, false);
    finish(told);
    begin(told, boasts);
    expect(told, "+Stand");
    set(told, "Hot", 1);
    expect(told, "-Stand");
    assert_boasting(told, false, true, false, false, false);
    expect(told, "~Stand +Flee");
    finish(told);
    begin(told, boasts);
    expect(told, "+Stand");
    expect_after(told, "Stand", HTN_SUCCEEDED, "=Stand +Talk");
    set(told, "Bored", 1); /* an empty plan: the method without steps does not cool down */
    expect(told, "-Talk");
    assert_boasting(told, false, true, true, false, false);
    expect(told, "~Talk");
    finish(told);
}

/* --- While -------------------------------------------------------------------------------------- */

static const char thief[] =
    "Entities [Guard] Values [Bob, Eve]\n"
    "World State [ Dark : bool = true, Asleep(Guard) : bool = true, Hot : bool, Rich : bool ]\n"
    "Compound Task [Live]\n"
    "  Method [not Rich] Subtasks [Steal(), Spend()]\n"
    "Compound Task [Steal]\n"
    "  Method [any g : Guard, Asleep(g)] While [Asleep(g), Dark] Subtasks [Enter(), Grab(g), Leave()]\n"
    "  Method [true] Subtasks [Wait()]\n"
    "Compound Task [Grab(g : Guard)]\n"
    "  Method [true] While [not Hot] Subtasks [Take(g)]\n"
    "Primitive Task [Enter] Operator [Enter()]\n"
    "Primitive Task [Take(g : Guard)] Operator [Take(g)]\n"
    "Primitive Task [Leave] Operator [Leave()]\n"
    "Primitive Task [Spend] Operator [Spend()] Effects [Rich = true]\n"
    "Primitive Task [Wait] Operator [Wait()]\n";

static void wake(story *told, int32_t guard, int32_t asleep)
{
    htn_world *world = htn_agent_world(told->agent);
    assert_int_equal(htn_world_set_at(world, htn_property_find(&told->domain, "Asleep"), &guard, 1, asleep), HTN_OK);
}

STORY(while_holds_until_the_last_step_of_its_method_has_ended)
{
    begin(told, thief);
    expect(told, "+Enter");
    wake(told, 1, 0); /* not the one that the plan is bound to */
    set(told, "Hot", 1);
    expect(told, ""); /* none of Grab's steps runs yet, and nothing of higher priority is found */
    expect_after(told, "Enter", HTN_SUCCEEDED, "=Enter +Wait");
    set(told, "Hot", 0);
    expect(told, "-Wait");
    expect(told, "~Wait +Enter");
    expect_after(told, "Enter", HTN_SUCCEEDED, "=Enter +Take(0)");
    set(told, "Hot", 1);
    expect(told, "-Take");
    expect(told, "~Take +Wait");
    set(told, "Hot", 0);
    expect(told, "-Wait");
    expect(told, "~Wait +Enter");
    expect_after(told, "Enter", HTN_SUCCEEDED, "=Enter +Take(0)");
    expect_after(told, "Take", HTN_SUCCEEDED, "=Take +Leave");
    set(told, "Hot", 1); /* Grab is done */
    expect(told, "");
    expect_after(told, "Leave", HTN_SUCCEEDED, "=Leave +Spend");
    set(told, "Dark", 0); /* Steal is done */
    expect(told, "");
    expect_after(told, "Spend", HTN_SUCCEEDED, "=Spend");
    finish(told);
}

STORY(while_fails_the_plan_that_it_is_bound_in)
{
    begin(told, thief);
    expect(told, "+Enter");
    expect_after(told, "Enter", HTN_SUCCEEDED, "=Enter +Take(0)");
    expect_after(told, "Take", HTN_SUCCEEDED, "=Take +Leave");
    wake(told, 0, 0);
    expect(told, "-Leave");
    expect(told, "~Leave +Enter");
    expect_after(told, "Enter", HTN_SUCCEEDED, "=Enter +Take(1)");
    set(told, "Dark", 0);
    expect(told, "-Take");
    expect(told, "~Take +Wait");
    finish(told);
}

STORY(while_holds_on_behind_a_split)
{
    begin(told, "Entities [Post] Max [3]\n"
                "World State [ Calm : bool = true, Known(Post) : bool, Done : bool ]\n"
                "Compound Task [Guard]\n"
                "  Method [any p : Post, not Done] Subtasks [Round(p), Report()]\n"
                "Compound Task [Round(p : Post)]\n"
                "  Method [true] While [Calm, not Known(p)] Subtasks [Walk(p), Split, Look(), Split, Back()]\n"
                "Compound Task [Look] Method [true] While [not Done] Subtasks [Peer(), Nod()]\n"
                "Primitive Task [Walk(p : Post)] Operator [Walk(p)]\n"
                "Primitive Task [Peer] Operator [Peer()]\n"
                "Primitive Task [Nod] Operator [Nod()]\n"
                "Primitive Task [Back] Operator [Back()]\n"
                "Primitive Task [Report] Operator [Report()]\n");
    int32_t post, index;
    htn_world *world = htn_agent_world(told->agent);
    const uint32_t type = htn_type_find(&told->domain, "Post");
    assert_int_equal(htn_world_spawn(world, type, &post), HTN_OK);
    expect(told, "+Walk(0)");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Peer");
    expect_after(told, "Peer", HTN_SUCCEEDED, "=Peer +Nod");
    set(told, "Calm", 0);
    expect(told, "-Nod");
    set(told, "Calm", 1);
    expect(told, "~Nod +Walk(0)");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Peer");
    expect_after(told, "Peer", HTN_SUCCEEDED, "=Peer +Nod");
    expect_after(told, "Nod", HTN_SUCCEEDED, "=Nod +Back");
    index = post;
    assert_int_equal(htn_world_set_at(world, htn_property_find(&told->domain, "Known"), &index, 1, 1), HTN_OK);
    expect(told, "-Back"); /* still the first part's method, two splits later */
    assert_int_equal(htn_world_set_at(world, htn_property_find(&told->domain, "Known"), &index, 1, 0), HTN_OK);
    expect(told, "~Back +Walk(0)");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Peer");
    expect_after(told, "Peer", HTN_SUCCEEDED, "=Peer +Nod");
    assert_int_equal(htn_world_despawn(world, type, post), HTN_OK);
    assert_int_equal(htn_world_spawn(world, type, &post), HTN_OK);
    expect(told, ""); /* another one in its place: the While reads none */
    expect_after(told, "Nod", HTN_SUCCEEDED, "=Nod +Back");
    expect_after(told, "Back", HTN_SUCCEEDED, "=Back +Report");
    set(told, "Calm", 0); /* the round is over */
    expect(told, "");
    finish(told);
}

STORY(a_step_that_is_not_to_be_interrupted_ends_though_another_of_its_group_fails)
{
    begin(told, "World State [ Go : bool = true, Up : bool ]\n"
                "Compound Task [T] Method [Go] Subtasks [Parallel [Jump(), Shout(), Wave()], Rest()]\n"
                "Primitive Task [Jump] Operator [Jump()] Interrupt [never] Effects [Up = true]\n"
                "Primitive Task [Shout] Operator [Shout()]\nPrimitive Task [Wave] Operator [Wave()]\n"
                "Primitive Task [Rest] Operator [Rest()]\n");
    expect(told, "+Jump +Shout +Wave");
    expect_after(told, "Wave", HTN_FAILED, "!Wave -Shout");
    expect(told, "~Shout");
    set(told, "Go", 0);
    expect(told, "");
    expect_after(told, "Jump", HTN_SUCCEEDED, "=Jump");
    assert_world(told, "Up", 1);
    expect(told, "");
    finish(told);
}

STORY(the_cheapest_plan_gives_way_only_to_one_that_costs_less_than_what_remains_of_it)
{
    begin(told, "World State [ Go : bool = true, Ship : bool, Gate : bool ]\n"
                "Root [T] Select [cheapest]\n"
                "Compound Task [T]\n"
                "  Method [Go] Subtasks [Walk(), Climb()]\n"
                "  Method [Go, Ship] Subtasks [Sail()]\n"
                "Primitive Task [Walk] Operator [Walk()] Cost [4] During [Gate = true]\n"
                "Primitive Task [Climb] Operator [Climb()] Cost [2] Effects [Go = false]\n"
                "Primitive Task [Sail] Operator [Sail()] Cost [3] Effects [Go = false]\n");
    expect(told, "+Walk");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Climb");
    set(told, "Ship", 1); /* 3 is more than the 2 that remain */
    expect(told, "");
    expect_after(told, "Climb", HTN_FAILED, "!Climb +Sail");
    expect_after(told, "Sail", HTN_FAILED, "!Sail +Sail");
    set(told, "Ship", 0);
    expect(told, ""); /* not watched: the condition was asked once */
    expect_after(told, "Sail", HTN_FAILED, "!Sail +Walk");
    set(told, "Ship", 1);
    expect(told, "-Walk");
    expect(told, "~Walk +Sail");
    finish(told);
}

STORY(queries_are_answered_by_the_kind_and_changed_answers_are_changes)
{
    begin(told, "Enum [Way] Values [Bridge, Ford]\n"
                "World State [ Go : bool = true ]\n"
                "Query [Open(Way) : 0..9]\n"
                "Compound Task [T]\n"
                "  Method [Go, Open(Ford) == 2] Subtasks [Cross()]\n"
                "  Method [true] Subtasks [Swim()]\n"
                "Primitive Task [Cross] Preconditions [Open(Bridge) == 1] Operator [Cross(Open(Ford))]\n"
                "Primitive Task [Swim] Operator [Swim()]\n");
    expect(told, "+Cross(2)");
    told->blocked = true;
    expect(told, "");
    htn_agent_answers_changed(told->agent);
    expect(told, "-Cross");
    expect(told, "~Cross +Swim");
    told->blocked = false;
    htn_agent_answers_changed(told->agent);
    expect(told, "-Swim");
    expect(told, "~Swim +Cross(2)");
    finish(told);
}

static void a_group_shares_a_part_of_the_world(void **state)
{
    static const char source[] = "World State [ Mine : bool ]\n"
                                 "Shared World State [ Alarm : bool, Bells : 0..1000 ]\n"
                                 "Compound Task [T]\n"
                                 "  Method [Alarm] Subtasks [Hide()]\n"
                                 "  Method [true] Subtasks [Ring()]\n"
                                 "Primitive Task [Hide] Operator [Hide()]\n"
                                 "Primitive Task [Ring] Operator [Ring(Bells)] Effects [Alarm = true, Bells += 100]\n";
    static story first, second;
    (void)state;
    first.polled = second.polled = false;
    htn_agent_options options = {0};
    options.defer = true;
    begin_with(&first, source, options);
    begin_with(&second, source, options);
    htn_group *group = fixture_group(&first.domain, HTN_GROUP_LATER, 1);
    assert_int_equal(htn_agent_join(first.agent, group), HTN_OK);
    assert_int_equal(htn_agent_join(second.agent, group), HTN_OK);
    fixture_set(htn_group_world(group), "Bells", 300);
    expect(&first, "+Ring(300)");
    expect(&second, "+Ring(300)");
    expect_after(&first, "Ring", HTN_SUCCEEDED, "=Ring +Hide");
    expect(&second, ""); /* in this frame it is the first one's affair */
    assert_int_equal(htn_agent_share(first.agent), HTN_OK);
    assert_int_equal(htn_agent_share(second.agent), HTN_OK);
    assert_int_equal(htn_world_get(htn_group_world(group), htn_property_find(&first.domain, "Bells")), 400);
    expect(&first, "");
    expect(&second, "-Ring");
    expect(&second, "~Ring +Hide");
    for (int32_t i = 0; i < 100; i++) /* more than the log has room for */
        fixture_set(htn_group_world(group), "Bells", i);
    fixture_set(htn_group_world(group), "Alarm", 0);
    assert_int_equal(htn_agent_share(first.agent), HTN_OK);
    expect_after(&first, "Hide", HTN_SUCCEEDED, "=Hide +Ring(99)");
    assert_world(&first, "Alarm", 0);
    finish(&first);
    finish(&second);
    free(group);
}

STORY(what_an_achieve_comes_to_runs_as_other_steps_do)
{
    begin(told, "World State [ Wood : 0..5, Axe : bool, Fire : bool ]\n"
                "Compound Task [Camp] Method [not Fire] Subtasks [Achieve [Wood >= 2, Axe], Light()]\n"
                "Primitive Task [Chop] Preconditions [Axe] Operator [Chop()] Effects [Wood += 2]\n"
                "Primitive Task [Gather] Operator [Gather()] Effects [Wood += 1] Cost [3]\n"
                "Primitive Task [TakeAxe] Operator [TakeAxe()] Effects [Axe = true]\n"
                "Primitive Task [Light] Preconditions [Wood > 1] Operator [Light()] Effects [Fire = true]\n");
    expect(told, "+TakeAxe");
    expect_after(told, "TakeAxe", HTN_SUCCEEDED, "=TakeAxe +Chop");
    set(told, "Wood", 1); /* the plan holds, so it stands */
    expect(told, "");
    set(told, "Axe", 0);
    expect(told, "-Chop");
    expect(told, "~Chop +TakeAxe");
    expect_after(told, "TakeAxe", HTN_SUCCEEDED, "=TakeAxe +Chop");
    expect_after(told, "Chop", HTN_SUCCEEDED, "=Chop +Light");
    expect_after(told, "Light", HTN_SUCCEEDED, "=Light");
    finish(told);
}

/* --- Sensors ------------------------------------------------------------------------------------ */

static uint32_t senses;

static void see(story *told, uint32_t sensor)
{
    (void)sensor;
    senses++;
    set(told, "Seen", (int32_t)(senses % 2));
}

static const char watcher[] = "World State [ Seen : bool ]\n"
                              "Sensor [Eyes] Updates [Seen] Every [250ms]\n"
                              "Compound Task [Watch]\n"
                              "  Method [Seen] Subtasks [Shout()]\n"
                              "  Method [true] Subtasks [Doze()]\n"
                              "Primitive Task [Shout] Preconditions [Seen] Operator [Shout()]\n"
                              "Primitive Task [Doze] Operator [Doze()]\n";

STORY(sensors_run_in_the_first_tick_and_then_by_their_period)
{
    senses = 0;
    begin(told, watcher);
    told->sense = see;
    expect(told, "+Shout");
    for (uint32_t tick = 0; tick < 50; tick++) {
        const uint32_t before = senses;
        if (told->polled)
            report_all(told);
        assert_int_equal(htn_agent_tick(told->agent, TICK), HTN_OK);
        if (told->polled)
            read_news(told);
        assert_true(senses - before <= 1);
    }
    assert_in_range(senses, 20, 22);
    told->used = 0;
    const uint32_t before = senses;
    assert_int_equal(htn_agent_tick(told->agent, 100000000), HTN_OK); /* however late: once */
    assert_int_equal(senses, before + 1);
    assert_int_equal(htn_agent_sense(told->agent, 0), HTN_OK);
    assert_int_equal(senses, before + 2);
    if (told->polled)
        read_news(told);
    finish(told);
}

/* --- Layers ------------------------------------------------------------------------------------- */

STORY(layers_run_side_by_side_and_notice_each_others_effects)
{
    begin(told, "World State [ Near : bool, Guard : bool = true, Far : bool = true ]\n"
                "Root [Upper] Root [Lower]\n"
                "Compound Task [Upper]\n"
                "  Method [Near] Subtasks [Strike()]\n"
                "  Method [Guard] Subtasks [Raise()]\n"
                "Compound Task [Lower]\n"
                "  Method [Far] Subtasks [Walk()]\n"
                "  Method [Near] Subtasks [Stand()]\n"
                "Primitive Task [Raise] Operator [Raise()]\n"
                "Primitive Task [Strike] Operator [Strike()]\n"
                "Primitive Task [Walk] Operator [Walk()] Effects [Near = true, Far = false]\n"
                "Primitive Task [Stand] Operator [Stand()]\n");
    expect(told, "+Raise +Walk");
    expect(told, "");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Stand");
    expect(told, "-Raise"); /* the other layer's effect is a change from outside */
    expect(told, "~Raise +Strike");
    finish(told);
}

STORY(own_effects_set_off_no_replan)
{
    begin(told, "World State [ A : bool, B : bool ]\n"
                "Compound Task [T]\n"
                "  Method [A] Subtasks [Third()]\n"
                "  Method [true] Subtasks [First(), Second()]\n"
                "Primitive Task [First] Operator [First()] Effects [A = true]\n"
                "Primitive Task [Second] Operator [Second()]\n"
                "Primitive Task [Third] Operator [Third()]\n");
    expect(told, "+First");
    expect_after(told, "First", HTN_SUCCEEDED, "=First +Second");
    expect(told, "");
    expect(told, "");
    htn_agent_ask(told->agent, 0);
    expect(told, "-Second");
    expect(told, "~Second +Third");
    finish(told);
}

STORY(an_interval_replans_without_a_change)
{
    htn_agent_options options = {0};
    options.interval_ms = 4 * TICK_MS;
    begin_with(told,
               "World State [ A : bool ]\n"
               "Compound Task [T]\n"
               "  Method [A] Subtasks [Third()]\n"
               "  Method [true] Subtasks [First(), Second()]\n"
               "Primitive Task [First] Operator [First()] Effects [A = true]\n"
               "Primitive Task [Second] Operator [Second()]\n"
               "Primitive Task [Third] Operator [Third()]\n",
               options);
    expect(told, "+First");
    expect_after(told, "First", HTN_SUCCEEDED, "=First +Second");
    expect(told, "");
    expect(told, "");
    expect(told, "-Second");
    expect(told, "~Second +Third");
    finish(told);
}

static void start_to_rain(story *told)
{
    set(told, "Rain", 1);
}

STORY(what_an_operator_writes_is_a_change_from_outside)
{
    if (told->polled) /* only callbacks are inside of a tick */
        return;
    begin(told, walker);
    expect(told, "+Walk(3)");
    told->inside = start_to_rain;
    expect(told, "");
    told->inside = NULL;
    expect(told, "-Walk");
    expect(told, "~Walk +Shelter");
    finish(told);
}

/* --- Groups ------------------------------------------------------------------------------------- */

static const char pair[] =
    "World State [ Aim : bool, Loaded : bool, Reach : bool, Enemy : bool = true, Deaf : bool ]\n"
    "Compound Task [Fight] Method [Enemy] Subtasks [Parallel [Approach(), Ready(), Call()], Shoot()]\n"
    "Compound Task [Ready] Method [true] Subtasks [Load(), Aim()]\n"
    "Primitive Task [Approach] Operator [Approach()] Effects [Reach = true]\n"
    "Primitive Task [Load] Operator [Load()] Effects [Loaded = true]\n"
    "Primitive Task [Aim] Preconditions [Loaded] Operator [Aim()] Effects [Aim = true]\n"
    "Primitive Task [Call] Effects [Deaf = true]\n"
    "Primitive Task [Shoot] Preconditions [Aim, Reach] Operator [Shoot()] Effects [Enemy = false]\n";

STORY(members_of_a_group_run_side_by_side)
{
    begin(told, pair);
    expect(told, "+Approach +Load");
    assert_world(told, "Deaf", 1);
    expect(told, "");
    expect_after(told, "Load", HTN_SUCCEEDED, "=Load +Aim");
    static const uint8_t done_by_now[] = {HTN_STEP_TO_DO, HTN_STEP_DONE, HTN_STEP_TO_DO, HTN_STEP_DONE, HTN_STEP_TO_DO};
    htn_plan plan;
    const uint8_t *done = NULL;
    assert_true(htn_agent_plan(told->agent, 0, &plan, &done));
    assert_int_equal(plan.step_count, 5);
    assert_memory_equal(done, done_by_now, sizeof done_by_now);
    expect_after(told, "Aim", HTN_SUCCEEDED, "=Aim");
    expect(told, "");
    expect_after(told, "Approach", HTN_SUCCEEDED, "=Approach +Shoot");
    expect_after(told, "Shoot", HTN_SUCCEEDED, "=Shoot");
    finish(told);
}

STORY(a_failed_member_aborts_the_others)
{
    begin(told, pair);
    expect(told, "+Approach +Load");
    expect_after(told, "Approach", HTN_SUCCEEDED, "=Approach");
    expect(told, "");
    expect_after(told, "Load", HTN_FAILED, "!Load +Approach +Load");
    expect_after(told, "Load", HTN_SUCCEEDED, "=Load +Aim");
    expect_after(told, "Aim", HTN_FAILED, "!Aim -Approach");
    expect(told, "~Approach +Approach +Load");
    finish(told);
}

STORY(a_group_waits_for_room)
{
    htn_agent_options options = {0};
    options.running = 1;
    begin_with(told, pair, options);
    expect(told, "+Approach");
    expect_after(told, "Approach", HTN_SUCCEEDED, "=Approach +Load");
    expect_after(told, "Load", HTN_SUCCEEDED, "=Load +Aim");
    expect_after(told, "Aim", HTN_SUCCEEDED, "=Aim +Shoot");
    finish(told);
}

STORY(groups_within_groups_keep_their_order)
{
    begin(told,
          "World State [ Go : bool = true ]\n"
          "Compound Task [T] Method [Go] Subtasks [Parallel [Left(), D()], E()]\n"
          "Compound Task [Left] Method [true] Subtasks [Parallel [A(), B()], C()]\n"
          "Primitive Task [A] Operator [A()]\nPrimitive Task [B] Operator [B()]\nPrimitive Task [C] Operator [C()]\n"
          "Primitive Task [D] Operator [D()]\nPrimitive Task [E] Operator [E()] Effects [Go = false]\n");
    expect(told, "+A +B +D");
    expect_after(told, "B", HTN_SUCCEEDED, "=B");
    expect_after(told, "D", HTN_SUCCEEDED, "=D");
    expect_after(told, "A", HTN_SUCCEEDED, "=A +C");
    expect(told, "");
    expect_after(told, "C", HTN_SUCCEEDED, "=C +E");
    expect_after(told, "E", HTN_SUCCEEDED, "=E");
    finish(told);
}

/* --- Partial plans ------------------------------------------------------------------------------ */

static const char patrol[] = "World State [ At : 0..3, Door : bool, Tired : bool ]\n"
                             "Compound Task [Patrol] Method [not Tired] Subtasks [Walk(1), Split, Look(), Rest()]\n"
                             "Compound Task [Look]\n"
                             "  Method [Door] Subtasks [Peek(), Split]\n"
                             "  Method [true] Subtasks [Knock()]\n"
                             "Primitive Task [Walk(to : 0..3)] Operator [Walk(to)] Effects [At = to]\n"
                             "Primitive Task [Peek] Operator [Peek()]\n"
                             "Primitive Task [Knock] Operator [Knock()]\n"
                             "Primitive Task [Rest] Preconditions [At == 1] Operator [Rest()] Effects [Tired = true]\n";

STORY(a_partial_plan_goes_on_in_the_world_as_it_then_is)
{
    begin(told, patrol);
    expect(told, "+Walk(1)");
    set(told, "Door", 1); /* reaching the same split is a tie */
    expect(told, "");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Peek");
    expect_after(told, "Peek", HTN_SUCCEEDED, "=Peek +Rest");
    expect_after(told, "Rest", HTN_SUCCEEDED, "=Rest");
    expect(told, "");
    finish(told);
}

STORY(a_partial_plan_whose_rest_finds_no_plan_has_failed)
{
    begin(told, patrol);
    expect(told, "+Walk(1)");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Knock");
    expect_after(told, "Knock", HTN_SUCCEEDED, "=Knock +Rest");
    set(told, "At", 2);
    expect(told, "-Rest");
    expect(told, "~Rest +Walk(1)");
    finish(told);
}

STORY(a_horizon_cuts_plans_by_their_duration)
{
    htn_agent_options options = {0};
    options.horizon_ms = 2000;
    begin_with(told,
               "World State [ Left : 0..9 = 5 ]\n"
               "Compound Task [T] Method [Left > 0] Subtasks [Lay(), T()] Method [true] Subtasks [Stop()]\n"
               "Primitive Task [Lay] Operator [Lay(Left)] Effects [Left -= 1] Duration [1s]\n"
               "Primitive Task [Stop] Operator [Stop()]\n",
               options);
    htn_plan plan;
    const uint8_t *done;
    expect(told, "+Lay(5)");
    assert_true(htn_agent_plan(told->agent, 0, &plan, &done));
    assert_int_equal(plan.step_count, 2);
    expect_after(told, "Lay", HTN_SUCCEEDED, "=Lay +Lay(4)");
    expect_after(told, "Lay", HTN_SUCCEEDED, "=Lay +Lay(3)");
    expect_after(told, "Lay", HTN_SUCCEEDED, "=Lay +Lay(2)");
    expect_after(told, "Lay", HTN_SUCCEEDED, "=Lay +Lay(1)");
    expect_after(told, "Lay", HTN_SUCCEEDED, "=Lay +Stop");
    finish(told);
}

/* --- Instances ---------------------------------------------------------------------------------- */

STORY(a_step_whose_instance_is_gone_is_aborted)
{
    int32_t first, second;
    begin(told, "Entities [Enemy] Max [4]\n"
                "World State [ Dead(Enemy) : bool ]\n"
                "Compound Task [T] Method [any e : Enemy, not Dead(e)] Subtasks [Hit(e)]\n"
                "Primitive Task [Hit(e : Enemy)] Operator [Hit(e)] Effects [Dead(e) = true]\n");
    const uint32_t type = htn_type_find(&told->domain, "Enemy");
    assert_int_equal(htn_world_spawn(htn_agent_world(told->agent), type, &first), HTN_OK);
    assert_int_equal(htn_world_spawn(htn_agent_world(told->agent), type, &second), HTN_OK);
    expect(told, "+Hit(0)");
    assert_int_equal(htn_world_despawn(htn_agent_world(told->agent), type, first), HTN_OK);
    assert_int_equal(htn_world_spawn(htn_agent_world(told->agent), type, &first), HTN_OK);
    expect(told, "-Hit"); /* another one in its slot */
    expect(told, "~Hit +Hit(0)");
    expect_after(told, "Hit", HTN_SUCCEEDED, "=Hit +Hit(1)");
    finish(told);
}

/* Where he is already there, what is left of his plan is found by a method of higher priority. */
STORY(a_better_plan_that_is_what_is_left_of_the_running_one_interrupts_nothing)
{
    begin(told, "World State [ At : 0..3, Rain : bool, Umbrella : bool, Noise : bool ]\n"
                "Compound Task [Live]\n"
                "  Method [Rain, not Umbrella, At == 3] Subtasks [Fetch()]\n"
                "  Method [Noise] Subtasks [Look(), Look()]\n"
                "  Method [true] Subtasks [GoTo(2), Look()]\n"
                "Compound Task [GoTo(to : 0..3)]\n"
                "  Method [At == to] Subtasks []\n"
                "  Method [true] Subtasks [Walk(to)]\n"
                "Primitive Task [Walk(to : 0..3)] Operator [Walk(to)] Effects [At = to]\n"
                "Primitive Task [Look] Operator [Look()]\n"
                "Primitive Task [Fetch] Operator [Fetch()] Effects [Umbrella = true]\n");
    htn_plan plan;
    expect(told, "+Walk(2)");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Look");
    set(told, "Rain", 1);
    expect(told, "");
    assert_true(htn_agent_plan(told->agent, 0, &plan, NULL));
    assert_int_equal(plan.step_count, 1);
    assert_int_equal(plan.record[1], 0);
    set(told, "Noise", 1); /* another plan that begins with the same step, which goes on in it */
    expect(told, "");
    assert_true(htn_agent_plan(told->agent, 0, &plan, NULL));
    assert_int_equal(plan.step_count, 2);
    expect_after(told, "Look", HTN_SUCCEEDED, "=Look +Look");
    finish(told);
}

/* --- Listening ---------------------------------------------------------------------------------- */

static void count_event(void *user, const htn_planner *planner, const htn_event *event)
{
    (void)planner;
    ((uint32_t *)user)[event->kind]++;
}

/* What searches begin with, and how often the running plan's own method is followed. */
typedef struct beginnings {
    uint32_t begun[8], count, followed;
} beginnings;

static void hear(void *user, const htn_planner *planner, const htn_event *event)
{
    beginnings *of = user;
    (void)planner;
    if (event->kind == HTN_EVENT_BEGIN && of->count < 8)
        of->begun[of->count++] = event->index;
    of->followed += event->kind == HTN_EVENT_FOLLOW;
}

STORY(a_listener_hears_what_a_search_begins_with)
{
    static const uint32_t begun[] = {HTN_BEGIN_ROOT, HTN_BEGIN_BETTER, HTN_BEGIN_CONTINUATION, HTN_BEGIN_BETTER,
                                     HTN_BEGIN_BETTER_CONTINUATION};
    beginnings of = {0};
    begin(told, "World State [ Alarm : bool, Armed : bool ]\n"
                "Compound Task [T] Method [Alarm, Armed] Subtasks [Run()] Method [true] Subtasks [Walk(), Split, U()]\n"
                "Compound Task [U] Method [Alarm, Armed] Subtasks [Run()] Method [true] Subtasks [Wait()]\n"
                "Primitive Task [Run] Operator [Run()]\n"
                "Primitive Task [Walk] Operator [Walk()]\n"
                "Primitive Task [Wait] Operator [Wait()]\n");
    assert_int_equal(htn_agent_listen(told->agent, hear, &of), HTN_OK);
    expect(told, "+Walk");
    set(told, "Alarm", 1);
    expect(told, "");
    assert_int_equal(of.followed, 1);
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Wait");
    set(told, "Alarm", 0);
    expect(told, "");
    assert_int_equal(of.followed, 3); /* T's method, then U's */
    assert_int_equal(of.count, 5);
    assert_memory_equal(of.begun, begun, sizeof begun);
    finish(told);
}

typedef struct heard_of {
    const htn_planner *planner;
    uint32_t steps;
} heard_of;

static void count_steps_of(void *user, const htn_planner *planner, const htn_event *event)
{
    heard_of *of = (heard_of *)user;
    of->steps += planner == of->planner && event->kind == HTN_EVENT_STEP;
}

STORY(what_a_listener_hears_is_told_apart_by_the_layers_planners)
{
    htn_agent_options options = {0};
    htn_plan plan;
    begin_with(told,
               "World State [ Alarm : bool ]\n"
               "Root [T] Root [U]\n"
               "Compound Task [T] Method [Alarm] Subtasks [Run()]\n"
               "Compound Task [U] Method [true] Subtasks [Run(), Run()]\n"
               "Primitive Task [Run] Operator [Run()]\n",
               options);
    heard_of second = {htn_agent_planner(told->agent, 1), 0};
    assert_non_null(second.planner);
    assert_ptr_not_equal(second.planner, htn_agent_planner(told->agent, 0));
    assert_null(htn_agent_planner(told->agent, 2));
    assert_null(htn_agent_planner(NULL, 0));
    htn_agent_listen(told->agent, count_steps_of, &second);
    expect(told, "+Run");
    assert_int_equal(second.steps, 2);
    htn_planner_plan(second.planner, &plan);
    assert_int_equal(plan.step_count, 2);
    htn_planner_plan(htn_agent_planner(told->agent, 0), &plan);
    assert_int_equal(plan.step_count, 0);
    finish(told);
}

/* A search that is listened to is done at once, whatever the budget. */
STORY(a_listener_hears_the_searches_of_all_layers)
{
    htn_agent_options options = {0};
    uint32_t heard[HTN_EVENT_MEMBER + 1] = {0};
    options.budget = 1;
    begin_with(told,
               "World State [ Alarm : bool ]\n"
               "Root [T] Root [U]\n"
               "Compound Task [T] Method [Alarm] Subtasks [Run()] Method [true] Subtasks [Wait()]\n"
               "Compound Task [U] Method [true] Subtasks [Run()]\n"
               "Primitive Task [Run] Operator [Run()]\n"
               "Primitive Task [Wait] Operator [Wait()]\n",
               options);
    assert_int_equal(htn_agent_listen(told->agent, count_event, heard), HTN_OK);
    expect(told, "+Wait +Run");
    assert_int_equal(heard[HTN_EVENT_METHOD], 2);
    assert_int_equal(heard[HTN_EVENT_REJECT], 1);
    assert_int_equal(heard[HTN_EVENT_STEP], 2);
    assert_int_equal(htn_agent_listen(told->agent, NULL, NULL), HTN_OK);
    set(told, "Alarm", 1);
    for (int tick = 0; tick < 4; tick++)
        assert_int_equal(htn_agent_tick(told->agent, TICK), HTN_OK);
    told->used = 0;
    told->log[0] = '\0';
    assert_int_equal(heard[HTN_EVENT_METHOD], 2);
    finish(told);
}

/* --- Budgets ------------------------------------------------------------------------------------ */

/* Without a budget a search is done in its tick; with one the old plan runs on until a better one is found. */
STORY(planning_is_spread_over_ticks_by_a_budget)
{
    htn_agent_options options = {0};
    options.budget = 3;
    begin_with(told,
               "World State [ Alarm : bool, Key : bool ]\n"
               "Compound Task [T]\n"
               "  Method [Alarm] Subtasks [A(), A(), A(), A(), A(), Run()]\n"
               "  Method [true] Subtasks [Wait()]\n"
               "Primitive Task [A] Effects [Key = true]\n"
               "Primitive Task [Run] Operator [Run()]\n"
               "Primitive Task [Wait] Operator [Wait()]\n",
               options);
    expect(told, "+Wait");
    set(told, "Alarm", 1);
    expect(told, "");
    assert_int_equal(htn_agent_result(told->agent, 0), HTN_SUSPENDED);
    expect(told, "");
    expect(told, "-Wait");
    expect(told, "~Wait +Run");
    finish(told);
}

STORY(layers_share_a_budget_fairly)
{
    htn_agent_options options = {0};
    options.budget = 4;
    begin_with(told,
               "World State [ Noise : 0..100, Key : bool ]\n"
               "Root [T] Root [U]\n"
               "Compound Task [T] Method [Noise > 200] Subtasks [Hear()] Method [true] Subtasks [Listen()]\n"
               "Compound Task [U] Method [true] Subtasks [A(), A(), A(), A(), A(), Run()]\n"
               "Primitive Task [A] Effects [Key = true]\n"
               "Primitive Task [Hear] Operator [Hear()]\n"
               "Primitive Task [Run] Operator [Run()]\n"
               "Primitive Task [Listen] Operator [Listen()]\n",
               options);
    expect(told, "+Listen");
    set(told, "Noise", 1);
    expect(told, "");
    set(told, "Noise", 2);
    expect(told, "+Run");
    finish(told);
}

/* Two layers that search for longer than a tick each time, and a third one behind them. */
STORY(no_layer_starves)
{
    htn_agent_options options = {0};
    options.budget = 3;
    begin_with(
        told,
        "World State [ Noise : 0..100, Key : bool ]\n"
        "Root [T] Root [V] Root [U]\n"
        "Compound Task [T] Method [Noise < 0] Subtasks [Hear()] Method [true] Subtasks [L()]\n"
        "Compound Task [V] Method [Noise < 0] Subtasks [Hear()] Method [true] Subtasks [L()]\n"
        "Compound Task [L] Method [Noise > 1000] Subtasks [Hear()] Method [true] Subtasks [A(), A(), A(), Doze()]\n"
        "Compound Task [U] Method [true] Subtasks [A(), A(), A(), A(), A(), Run()]\n"
        "Primitive Task [A] Effects [Key = true]\n"
        "Primitive Task [Hear] Operator [Hear()]\n"
        "Primitive Task [Doze] Operator [Doze()]\n"
        "Primitive Task [Run] Operator [Run()]\n",
        options);
    uint32_t ticks = 0;
    for (; ticks < 40 && strstr(told->log, "+Run") == NULL; ticks++) {
        set(told, "Noise", (int32_t)ticks);
        says(told, "Doze", HTN_FAILED);
        if (told->polled)
            report_all(told);
        assert_int_equal(htn_agent_tick(told->agent, TICK), HTN_OK);
        if (told->polled)
            read_news(told);
    }
    assert_in_range(ticks, 2, 12);
    finish(told);
}

/* --- The interface ------------------------------------------------------------------------------ */

static void misuse_is_answered(void **state)
{
    static const htn_operator_binding misspelled = {.name = "Wlak"};
    const htn_bindings bindings = {.operators = &misspelled, .operator_count = 1};
    const char *wrong = NULL;
    size_t size;
    (void)state;
    uint8_t *blob = fixture_compile(walker, false, &size);
    const htn_domain domain = fixture_load(blob, size);
    htn_agent_class *agent_class;
    htn_agent *agent;
    size = htn_agent_class_bytes(&domain);
    void *memory = malloc(size);
    assert_int_equal(htn_agent_class_init(&agent_class, &domain, &bindings, memory, size, &wrong), HTN_NOT_FOUND);
    assert_string_equal(wrong, "Wlak");
    assert_int_equal(htn_agent_class_init(&agent_class, &domain, NULL, memory, size - 1, &wrong), HTN_TOO_SMALL);
    assert_int_equal(htn_agent_class_init(&agent_class, &domain, NULL, memory, size, NULL), HTN_OK);
    size = htn_agent_bytes(agent_class, NULL);
    void *block = malloc(size);
    for (size_t less = 0; less < size; less += less + 8 < size ? 8 : 1)
        assert_int_equal(htn_agent_init(&agent, agent_class, NULL, block, less), HTN_TOO_SMALL);
    assert_null(agent);
    assert_int_equal(htn_agent_init(&agent, agent_class, NULL, block, size), HTN_OK);
    assert_int_equal(htn_agent_ask(agent, 1), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_agent_sense(agent, 0), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_agent_report(agent, 1, HTN_SUCCEEDED), HTN_NOT_FOUND);
    assert_int_equal(htn_agent_result(agent, 0), HTN_NOT_BEGUN);
    assert_int_equal(htn_agent_tick(NULL, 1), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_agent_tick(agent, 1), HTN_OK);
    assert_int_equal(htn_agent_result(agent, 0), HTN_OK);
    assert_int_equal(htn_agent_report(agent, 1, HTN_ABORTED), HTN_BAD_ARGUMENT); /* nothing aborts it */
    free(block);
    free(memory);
    free(blob);
}

/* --- Random stories ----------------------------------------------------------------------------- */

/* All that plans and steps can have, in two layers. Nothing is to be understood here. */
static const char everything[] =
    "Entities [Foe] Max [3]\n"
    "World State [ A : bool, B : bool, C : 0..3, D : bool, Busy : bool, Seen(Foe) : bool, Near : Foe ]\n"
    "Sensor [Eyes] Updates [D] Every [300ms]\n"
    "Root [Upper] Root [Lower]\n"
    "Compound Task [Upper]\n"
    "  Method [A, B] While [A] Cooldown [700ms] Subtasks [Hold(), Split, Strike()]\n"
    "  Method [any f : Foe, Seen(f)] While [Seen(f), not D] Subtasks [Aim(f), Parallel [Shoot(f), Shout()], Calm(f)]\n"
    "  Method [C > 1] Subtasks [Count(), Nod(), Count()]\n"
    "  Method [not Busy] Subtasks [Scratch()]\n"
    "Compound Task [Lower] Select [random]\n"
    "  Method [C < 3] Weight [2] Cooldown [400ms] Subtasks [Parallel [Walk(), Twice()], Lower2()]\n"
    "  Method [D] Subtasks [Stand()]\n"
    "Compound Task [Twice] Method [true] Subtasks [Left(), Split2(), Right()]\n"
    "Compound Task [Split2] Method [A] Subtasks [] Method [true] Subtasks [Hop()]\n"
    "Compound Task [Lower2] Method [A] While [not D] Subtasks [Split, Lower3()] Method [true] Subtasks [Lower3()]\n"
    "Compound Task [Lower3] Method [any f : Foe] Subtasks [Chase(f)] Method [true] Subtasks [Turn()]\n"
    "Primitive Task [Hold] Preconditions [A] Operator [Hold()] During [Busy = true] Effects [C += 1] Interrupt "
    "[never]\n"
    "Primitive Task [Strike] Preconditions [not D] Operator [Strike()] Context [not Busy] Effects [B = false]\n"
    "Primitive Task [Aim(f : Foe)] Operator [Aim(f)] Effects [Near = f] During [Busy = true, C = 3]\n"
    "Primitive Task [Shoot(f : Foe)] Preconditions [Near == f] Operator [Shoot(f)] Effects [Seen(f) = false]\n"
    "Primitive Task [Shout] Operator [Shout()] ExpectedEffects [D = true]\n"
    "Primitive Task [Calm(f : Foe)] Preconditions [not Seen(f)] Operator [Calm(f)] Effects [A = false] ExpectedEffects "
    "[B = true]\n"
    "Primitive Task [Count] Effects [C -= 1]\n"
    "Primitive Task [Nod] Operator [Nod()] Duration [2s]\n"
    "Primitive Task [Scratch] Operator [Scratch()] Duration [C * 1s]\n"
    "Primitive Task [Walk] Operator [Walk()] Effects [B = true] Duration [3s]\n"
    "Primitive Task [Left] Operator [Left()] Effects [C += 1] Interrupt [never]\n"
    "Primitive Task [Hop] Operator [Hop()]\n"
    "Primitive Task [Right] Preconditions [C > 0] Operator [Right()] Effects [C -= 1]\n"
    "Primitive Task [Stand] Preconditions [D] Operator [Stand()]\n"
    "Primitive Task [Chase(f : Foe)] Operator [Chase(f)] Effects [Seen(f) = true]\n"
    "Primitive Task [Turn] Operator [Turn()]\n";

enum { RANDOM_STORIES = 300, RANDOM_TICKS = 120 };

static uint32_t draw(uint32_t *state, uint32_t below)
{
    *state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (*state >> 16) % below;
}

/* What happens between two ticks, the same for both. */
static void happen(story *told, uint32_t chance)
{
    static const char *const bools[] = {"A", "B", "D"};
    htn_world *world = htn_agent_world(told->agent);
    const uint32_t type = htn_type_find(&told->domain, "Foe");
    int32_t foe = (int32_t)draw(&chance, 3), made;
    for (uint32_t i = htn_domain_count(&told->domain, HTN_SECTION_OPERATORS); i-- > 0;)
        if (draw(&chance, 3) == 0)
            told->acts[i].next = draw(&chance, 4) == 0 ? HTN_FAILED : HTN_SUCCEEDED;
    if (draw(&chance, 4) == 0) {
        const int32_t value = (int32_t)draw(&chance, 2);
        set(told, bools[draw(&chance, 3)], value);
    }
    if (draw(&chance, 6) == 0)
        set(told, "C", (int32_t)draw(&chance, 4));
    if (draw(&chance, 8) == 0)
        htn_world_spawn(world, type, &made);
    if (draw(&chance, 12) == 0)
        htn_world_despawn(world, type, foe);
    if (draw(&chance, 6) == 0 && htn_world_exists(world, type, foe))
        htn_world_set_at(world, htn_property_find(&told->domain, "Seen"), &foe, 1, 1);
    if (draw(&chance, 9) == 0)
        htn_agent_ask(told->agent, draw(&chance, 2));
}

static int by_text(const void *a, const void *b)
{
    return strcmp((const char *)a, (const char *)b);
}

/* The log of a tick, its words in order: reports are noted before what the agent does, callbacks in the midst of it. */
static void sort_log(story *told)
{
    char words[64][32];
    size_t count = 0;
    memset(words, 0, sizeof words);
    for (char *word = strtok(told->log, " "); word != NULL && count < 64; word = strtok(NULL, " "))
        snprintf(words[count++], sizeof words[0], "%s", word);
    qsort(words, count, sizeof words[0], by_text);
    told->used = 0;
    for (size_t i = 0; i < count; i++)
        told->used += (size_t)snprintf(told->log + told->used, ROOM - told->used, "%s ", words[i]);
}

static void step_random(story *told, uint32_t chance)
{
    told->used = 0;
    told->log[0] = '\0';
    happen(told, chance);
    if (told->polled)
        report_all(told);
    assert_int_equal(htn_agent_tick(told->agent, 50000 + draw(&chance, 200000)), HTN_OK);
    if (told->polled)
        read_news(told);
    sort_log(told);
}

static void callbacks_and_polling_do_the_same(void **state)
{
    uint32_t chance = 1;
    (void)state;
    for (uint32_t i = 0; i < RANDOM_STORIES; i++) {
        static story called, polled;
        htn_agent_options options = {0};
        options.back_off_ms = draw(&chance, 2) * 500;
        options.horizon_ms = draw(&chance, 2) * 2500;
        options.interval_ms = draw(&chance, 2) * 1000;
        options.budget = draw(&chance, 2) * (1 + draw(&chance, 6));
        options.seed = draw(&chance, 100);
        called.polled = false;
        polled.polled = true;
        begin_with(&called, everything, options);
        begin_with(&polled, everything, options);
        for (uint32_t tick = 0; tick < RANDOM_TICKS; tick++) {
            const uint32_t now = draw(&chance, 65536);
            step_random(&called, now);
            step_random(&polled, now);
            assert_string_equal(called.log, polled.log);
            assert_memory_equal(htn_agent_world(called.agent)->bytes, htn_agent_world(polled.agent)->bytes,
                                called.domain.world_bytes);
        }
        finish(&called);
        finish(&polled);
    }
}

/* --- Recovery and expected effects ---------------------------------------------------------------- */

static const char roar[] = "Enum [Range] Values [Melee, View, Out]\n"
                           "World State [ Sees : bool = true, Trunk : 0..3 = 3, Range : Range = Out, CanNavigate : "
                           "bool = true, Boulder : bool ]\n"
                           "Compound Task [Be]\n"
                           "  Method [Sees == true] Subtasks [Attack()]\n"
                           "  Method [true] Subtasks [Search()]\n"
                           "Compound Task [Attack]\n"
                           "  Method [Trunk > 0, CanNavigate] Subtasks [Navigate(), Slam()]\n"
                           "  Method [true] Subtasks [Throw()]\n"
                           "Compound Task [Slam]\n"
                           "  Method [true] Subtasks [DoSlam(), Roar()]\n"
                           "Primitive Task [Navigate] Operator [Navigate()] Effects [Range = Melee]\n"
                           "Primitive Task [DoSlam] Preconditions [Range == Melee] Operator [DoSlam()] Effects [Trunk "
                           "-= 1, CanNavigate = false]\n"
                           "Primitive Task [Roar] Preconditions [Sees] Operator [Roar()] Effects [CanNavigate = true]\n"
                           "Primitive Task [Throw] Operator [Throw()]\n"
                           "Primitive Task [Search] Operator [Search()]\n";

STORY(the_roar_is_not_cut_short)
{
    begin(told, roar);
    expect(told, "+Navigate");
    expect_after(told, "Navigate", HTN_SUCCEEDED, "=Navigate +DoSlam");
    expect_after(told, "DoSlam", HTN_SUCCEEDED, "=DoSlam +Roar");
    set(told, "Range", 1);
    expect(told, "");
    expect_after(told, "Roar", HTN_SUCCEEDED, "=Roar +Navigate");
    assert_world(told, "Trunk", 2);
    finish(told);
}

STORY(the_roar_needs_the_enemy_to_be_seen)
{
    begin(told, roar);
    expect(told, "+Navigate");
    expect_after(told, "Navigate", HTN_SUCCEEDED, "=Navigate +DoSlam");
    expect_after(told, "DoSlam", HTN_SUCCEEDED, "=DoSlam +Roar");
    set(told, "Sees", 0);
    expect(told, "-Roar");
    expect(told, "~Roar +Search");
    finish(told);
}

STORY(expected_effects_never_reach_the_world)
{
    begin(told, "World State [ Seen : bool, Known : bool = true, At : 0..3 ]\n"
                "Compound Task [T] Method [Known] Subtasks [Go(), Shout()]\n"
                "Primitive Task [Go] Operator [Go()] Effects [At = 2] ExpectedEffects [Seen = true]\n"
                "Primitive Task [Shout] Preconditions [Seen] Operator [Shout()] Effects [Known = false]\n");
    expect(told, "+Go");
    set(told, "At", 1); /* validated with the expected effect */
    expect(told, "");
    says(told, "Go", HTN_SUCCEEDED);
    set(told, "Seen", 1);
    expect(told, "=Go +Shout");
    set(told, "Seen", 0);
    expect(told, "-Shout");
    expect(told, "~Shout +Go");
    expect_after(told, "Go", HTN_SUCCEEDED, "=Go +Go"); /* not seen, so the plan fails, and is made once more */
    assert_world(told, "Seen", 0);
    assert_world(told, "At", 2);
    finish(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_run_in_order_and_their_effects_come_true),
        cmocka_unit_test(a_better_plan_aborts_the_step_and_waits_for_its_end),
        cmocka_unit_test(a_plan_that_no_longer_holds_fails),
        cmocka_unit_test(a_failed_step_applies_nothing_and_fails_the_plan),
        cmocka_unit_test(failures_in_a_row_wait_for_the_back_off),
        cmocka_unit_test(bookkeeping_is_done_at_once),
        cmocka_unit_test(a_context_is_asked_when_planning_and_at_the_start_only),
        cmocka_unit_test(where_a_context_is_false_the_next_method_is_taken_in_the_same_tick),
        cmocka_unit_test(during_is_true_while_the_step_runs_and_set_back_before_its_effects),
        cmocka_unit_test(during_is_set_back_when_a_step_fails_but_not_over_what_others_wrote),
        cmocka_unit_test(an_abort_keeps_what_is_true_during_the_step_until_it_is_done),
        cmocka_unit_test(a_step_that_is_not_to_be_interrupted_ends_before_a_better_plan_begins),
        cmocka_unit_test(a_step_that_is_not_to_be_interrupted_ends_though_its_plan_is_broken),
        cmocka_unit_test(a_method_cools_down_after_a_plan_through_it_failed),
        cmocka_unit_test(methods_whose_part_is_not_over_cool_down_also_those_not_started),
        cmocka_unit_test(methods_of_all_segments_cool_down_if_their_part_is_not_over),
        cmocka_unit_test(a_cooldown_after_success_begins_when_the_part_is_done),
        cmocka_unit_test(a_cooldown_after_always_begins_also_when_the_plan_fails_or_is_replaced),
        cmocka_unit_test(while_holds_until_the_last_step_of_its_method_has_ended),
        cmocka_unit_test(while_fails_the_plan_that_it_is_bound_in),
        cmocka_unit_test(while_holds_on_behind_a_split),
        cmocka_unit_test(a_step_that_is_not_to_be_interrupted_ends_though_another_of_its_group_fails),
        cmocka_unit_test(the_cheapest_plan_gives_way_only_to_one_that_costs_less_than_what_remains_of_it),
        cmocka_unit_test(queries_are_answered_by_the_kind_and_changed_answers_are_changes),
        cmocka_unit_test(what_an_achieve_comes_to_runs_as_other_steps_do),
        cmocka_unit_test(sensors_run_in_the_first_tick_and_then_by_their_period),
        cmocka_unit_test(layers_run_side_by_side_and_notice_each_others_effects),
        cmocka_unit_test(own_effects_set_off_no_replan),
        cmocka_unit_test(an_interval_replans_without_a_change),
        cmocka_unit_test(what_an_operator_writes_is_a_change_from_outside),
        cmocka_unit_test(members_of_a_group_run_side_by_side),
        cmocka_unit_test(a_failed_member_aborts_the_others),
        cmocka_unit_test(a_group_waits_for_room),
        cmocka_unit_test(groups_within_groups_keep_their_order),
        cmocka_unit_test(a_partial_plan_goes_on_in_the_world_as_it_then_is),
        cmocka_unit_test(a_partial_plan_whose_rest_finds_no_plan_has_failed),
        cmocka_unit_test(a_horizon_cuts_plans_by_their_duration),
        cmocka_unit_test(a_step_whose_instance_is_gone_is_aborted),
        cmocka_unit_test(a_better_plan_that_is_what_is_left_of_the_running_one_interrupts_nothing),
        cmocka_unit_test(a_listener_hears_what_a_search_begins_with),
        cmocka_unit_test(a_listener_hears_the_searches_of_all_layers),
        cmocka_unit_test(what_a_listener_hears_is_told_apart_by_the_layers_planners),
        cmocka_unit_test(planning_is_spread_over_ticks_by_a_budget),
        cmocka_unit_test(layers_share_a_budget_fairly),
        cmocka_unit_test(no_layer_starves),
        cmocka_unit_test(the_roar_is_not_cut_short),
        cmocka_unit_test(the_roar_needs_the_enemy_to_be_seen),
        cmocka_unit_test(expected_effects_never_reach_the_world),
        cmocka_unit_test(a_group_shares_a_part_of_the_world),
        cmocka_unit_test(callbacks_and_polling_do_the_same),
        cmocka_unit_test(misuse_is_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
