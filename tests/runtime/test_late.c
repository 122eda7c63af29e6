/*
 * Answers that are late: what a search does until they are there, and what becomes of a running plan. First a planner alone, then
 * stories of agents (agent_story.h).
 */
#include "agent_story.h"
#include "fixture.h"

/* --- A planner ------------------------------------------------------------------------------------ */

/* Answers each question with the number of its argument, and counts. */
typedef struct oracle {
    uint32_t late; /* bit n: about n */
    uint32_t asked[4];
} oracle;

static htn_status ask(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    oracle *it = user;
    const int32_t n = question->arguments[0];
    (void)count;
    it->asked[n]++;
    answers[0] = n;
    return it->late >> n & 1u ? HTN_WAITS : HTN_OK;
}

static const char plain[] = "Query [Near(n : 0..3) : 0..9]\n"
                            "World State [ N : 0..9 ]\n"
                            "Compound Task [T]\n"
                            "  Method [Near(1) + Near(2) > 4] Subtasks [Rest()]\n"
                            "  Method [true] Subtasks [Go(Near(3))]\n"
                            "Primitive Task [Rest]\n"
                            "Primitive Task [Go(n : 0..9)] Preconditions [Near(1) > 0] Effects [N = n + Near(2)]\n";

static void start(fixture *made, const char *text, oracle *host)
{
    memset(host, 0, sizeof *host);
    fixture_start(made, text, NULL);
    assert_int_equal(htn_planner_answer(made->planner, ask, host), HTN_OK);
}

static void a_search_waits_and_asks_the_expression_again(void **state)
{
    (void)state;
    fixture made;
    oracle host;
    start(&made, plain, &host);
    host.late = 1u << 2;
    assert_int_equal(htn_plan_find(made.planner, &made.world, NULL), HTN_WAITS);
    assert_int_equal(host.asked[1], 1);
    assert_int_equal(host.asked[2], 1);
    assert_int_equal(htn_plan_step(made.planner, 0), HTN_WAITS);
    assert_int_equal(host.asked[1], 2); /* both are asked again */
    assert_int_equal(host.asked[2], 2);
    host.late = 1u << 3;
    assert_int_equal(htn_plan_step(made.planner, 0), HTN_WAITS);
    assert_int_equal(host.asked[1], 3);
    assert_int_equal(host.asked[3], 1);
    assert_int_equal(htn_plan_step(made.planner, 0), HTN_WAITS);
    assert_int_equal(host.asked[1], 3); /* the method has been taken */
    host.late = 1u << 1;
    assert_int_equal(htn_plan_step(made.planner, 0), HTN_WAITS); /* the task's preconditions */
    host.late = 0;
    const htn_status status = htn_plan_step(made.planner, 0);
    assert_string_equal(fixture_plan_text(made.planner, &made.domain, status), "Go(3) MTR [1]");
    assert_int_equal(htn_plan_step(made.planner, 0), HTN_NOT_BEGUN);
    fixture_tear_down(&made);
}

/* All values of a list of effects are those before it, also where an answer is late in the middle of it. */
static void effects_read_what_was_before_however_late_the_answer_is(void **state)
{
    (void)state;
    fixture made;
    oracle host;
    start(&made,
          "Query [Near(n : 0..3) : 0..9]\n"
          "World State [ M : 0..9 = 7, N : 0..9, Old : 0..9 ]\n"
          "Compound Task [T] Method [] Subtasks [Turn(), Go(Old)]\n"
          "Primitive Task [Turn] Effects [M = 1, N += Near(2), Old = M]\n"
          "Primitive Task [Go(n : 0..9)]\n",
          &host);
    host.late = 1u << 2;
    assert_int_equal(htn_plan_find(made.planner, &made.world, NULL), HTN_WAITS);
    assert_int_equal(htn_plan_step(made.planner, 0), HTN_WAITS);
    host.late = 0;
    const htn_status status = htn_plan_step(made.planner, 0);
    assert_string_equal(fixture_plan_text(made.planner, &made.domain, status), "Turn() Go(7) MTR [0]");
    fixture_tear_down(&made);
}

/* The search takes two units of work: a method, and a step. */
static void to_wait_takes_no_work(void **state)
{
    (void)state;
    fixture made;
    oracle host;
    start(&made, plain, &host);
    for (uint32_t work = 1; work <= 2; work++) {
        const htn_request request = {.work = work};
        host.late = 1u << 2;
        assert_int_equal(htn_plan_begin(made.planner, &made.world, &request), HTN_OK);
        for (int call = 0; call < 5; call++)
            assert_int_equal(htn_plan_step(made.planner, 1), HTN_WAITS);
        host.late = 0;
        htn_status status = HTN_SUSPENDED;
        while (status == HTN_SUSPENDED)
            status = htn_plan_step(made.planner, 1);
        assert_int_equal(status, work == 1 ? HTN_LIMIT_WORK : HTN_OK);
    }
    fixture_tear_down(&made);
}

static void count_events(void *user, const htn_planner *planner, const htn_event *event)
{
    uint32_t *events = user;
    events[event->kind]++;
    if (event->kind == HTN_EVENT_WAIT)
        assert_int_equal(htn_trace_question(planner, NULL)[0], 2);
}

static void a_listener_hears_what_a_search_waits_for(void **state)
{
    (void)state;
    fixture made;
    oracle host;
    uint32_t events[HTN_EVENT_TUPLE_KNOWN + 1] = {0};
    start(&made, plain, &host);
    host.late = 1u << 2;
    assert_int_equal(htn_plan_begin(made.planner, &made.world, NULL), HTN_OK);
    assert_int_equal(htn_plan_trace(made.planner, count_events, events), HTN_WAITS);
    assert_int_equal(htn_plan_trace(made.planner, count_events, events), HTN_WAITS);
    host.late = 0;
    assert_int_equal(htn_plan_trace(made.planner, count_events, events), HTN_OK);
    assert_int_equal(events[HTN_EVENT_WAIT], 2);
    assert_int_equal(events[HTN_EVENT_BEGIN], 1);
    assert_int_equal(events[HTN_EVENT_METHOD], 1);
    fixture_tear_down(&made);
}

static void whether_a_plan_holds_may_be_late(void **state)
{
    (void)state;
    fixture made;
    oracle host;
    const htn_request replan = {.replan = true};
    start(&made, plain, &host);
    assert_string_equal(fixture_find(&made, NULL), "Go(3) MTR [1]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    host.late = 1u << 1;
    assert_int_equal(htn_planner_validate(made.planner, &made.world, 0, NULL, NULL), HTN_WAITS);
    assert_int_equal(htn_plan_begin(made.planner, &made.world, &replan), HTN_WAITS);
    assert_int_equal(htn_plan_step(made.planner, 0), HTN_NOT_BEGUN);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &replan), HTN_WAITS);
    host.late = 0;
    assert_int_equal(htn_planner_validate(made.planner, &made.world, 0, NULL, NULL), HTN_OK);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &replan), HTN_STANDS);
    fixture_tear_down(&made);
}

/* --- Searches of agents --------------------------------------------------------------------------- */

static const char shelter[] = "World State [ Alarm : bool, Open : bool = true ]\n"
                              "Query [Free(n : 0..3) : bool]\n"
                              "Compound Task [T]\n"
                              "  Method [Alarm, Free(1)] Subtasks [Run()]\n"
                              "  Method [true] Subtasks [Wait()]\n"
                              "Primitive Task [Run] Preconditions [Open] Operator [Run()]\n"
                              "Primitive Task [Wait] Operator [Wait()]\n";

STORY(a_search_waits_over_ticks_while_the_plan_goes_on)
{
    begin(told, shelter);
    expect(told, "+Wait");
    told->late = 1u << 1;
    set(told, "Alarm", 1);
    expect(told, "");
    assert_int_equal(htn_agent_result(told->agent, 0), HTN_WAITS);
    expect_after(told, "Wait", HTN_SUCCEEDED, "=Wait"); /* what comes next, the answer says */
    expect(told, "");
    told->late = 0;
    expect(told, "+Run");
    finish(told);
}

STORY(an_answer_that_comes_no_says_the_same_as_one_in_time)
{
    begin(told, shelter);
    told->late = 1u << 1;
    told->blocked = true;
    set(told, "Alarm", 1);
    expect(told, "");
    expect(told, "");
    told->late = 0;
    expect(told, "+Wait");
    finish(told);
}

STORY(what_is_found_is_judged_by_the_world_at_the_end)
{
    begin(told, shelter);
    expect(told, "+Wait");
    told->late = 1u << 1;
    set(told, "Alarm", 1);
    expect(told, "");
    set(told, "Open", 0);
    expect(told, "");
    told->late = 0;
    expect(told, "");
    assert_int_equal(htn_agent_result(told->agent, 0), HTN_STANDS);
    finish(told);
}

static const char guarded[] = "World State [ Alarm : bool, Key : bool ]\n"
                              "Query [Free(n : 0..3) : bool]\n"
                              "Compound Task [T]\n"
                              "  Method [Alarm, Free(1)] Subtasks [Run(), A(), A(), A()]\n"
                              "  Method [true] Subtasks [Wait()]\n"
                              "Primitive Task [A]\n"
                              "Primitive Task [Run] Preconditions [Free(2)] Operator [Run()]\n"
                              "Primitive Task [Wait] Operator [Wait()]\n";

/* The world changes while it searches, and whether what it finds still holds is late. */
STORY(the_judgement_may_be_late)
{
    htn_agent_options options = {0};
    options.budget = 1;
    begin_with(told, guarded, options);
    expect(told, "");
    expect(told, "+Wait");
    set(told, "Alarm", 1);
    expect(told, "");
    expect(told, "");
    set(told, "Key", 1);
    assert_int_equal(htn_agent_result(told->agent, 0), HTN_SUSPENDED);
    told->late = 1u << 2;
    for (int tick = 0; tick < 5; tick++)
        expect(told, "");
    assert_int_equal(htn_agent_result(told->agent, 0), HTN_WAITS);
    told->late = 0;
    expect(told, "-Wait");
    expect(told, "~Wait +Run");
    finish(told);
}

static const char layers[] = "World State [ Alarm : bool, N : 0..9 ]\n"
                             "Query [Free(n : 0..3) : bool]\n"
                             "Root [Legs]\n"
                             "Root [Arms]\n"
                             "Compound Task [Legs]\n"
                             "  Method [Free(1)] Subtasks [Run()]\n"
                             "Compound Task [Arms]\n"
                             "  Method [N < 1] Subtasks [Lift()]\n"
                             "  Method [N < 2] Subtasks [Drop()]\n"
                             "Primitive Task [Run] Operator [Run()]\n"
                             "Primitive Task [Lift] Operator [Lift()] Effects [N = 1]\n"
                             "Primitive Task [Drop] Operator [Drop()] Effects [N = 0]\n";

STORY(the_budget_is_for_other_layers_meanwhile)
{
    htn_agent_options options = {0};
    options.budget = 2;
    begin_with(told, layers, options);
    told->late = 1u << 1;
    expect(told, "+Lift");
    expect_after(told, "Lift", HTN_SUCCEEDED, "=Lift +Drop");
    assert_int_equal(htn_agent_result(told->agent, 0), HTN_WAITS);
    told->late = 0;
    expect(told, "+Run");
    finish(told);
}

STORY(a_save_has_no_search_that_waits)
{
    htn_load_report report;
    begin(told, shelter);
    expect(told, "+Wait");
    told->late = 1u << 1;
    set(told, "Alarm", 1);
    expect(told, "");
    const htn_agent_options options = {0};
    story *next = go_on_in(told, shelter, options, &report);
    expect_now(next, "^Wait");
    expect(next, "-Wait"); /* this host answers in time */
    expect(next, "~Wait +Run");
    finish_both(next, told);
}

/* --- Running plans -------------------------------------------------------------------------------- */

static const char watched[] = "World State [ Key : bool ]\n"
                              "Query [Free(n : 0..3) : bool]\n"
                              "Compound Task [T]\n"
                              "  Method [true] While [Free(3)] Subtasks [A(), B()]\n"
                              "Primitive Task [A] Preconditions [Free(1)] Operator [A()]\n"
                              "Primitive Task [B] Context [Free(2)] Operator [B(Free(0))]\n";

STORY(a_check_leaves_the_plan_as_it_is)
{
    begin(told, watched);
    expect(told, "+A");
    told->late = 1u << 1 | 1u << 3;
    set(told, "Key", 1);
    expect(told, "");
    expect(told, "");
    told->late = 1u << 1;
    told->blocked = true; /* the While fails, whatever the precondition will say */
    expect(told, "-A");
    clear_log(told);
    finish(told);
}

STORY(a_check_that_was_late_is_made_when_the_answer_is_there)
{
    begin(told, watched);
    expect(told, "+A");
    told->late = 1u << 1 | 1u << 3;
    set(told, "Key", 1);
    expect(told, "");
    told->blocked = true;
    expect(told, "");
    told->late = 0;
    expect(told, "-A");
    clear_log(told);
    finish(told);
}

STORY(a_step_waits_for_what_it_needs_to_start)
{
    begin(told, watched);
    expect(told, "+A");
    told->late = 1u << 2;
    expect_after(told, "A", HTN_SUCCEEDED, "=A");
    expect(told, "");
    told->late = 1; /* an argument of its operator */
    expect(told, "");
    expect(told, "");
    told->late = 1u << 3;
    expect(told, "");
    told->late = 0;
    expect(told, "+B(1)");
    finish(told);
}

STORY(a_step_that_may_not_start_after_all_fails_its_plan)
{
    begin(told, watched);
    expect(told, "+A");
    told->late = 1u << 2;
    expect_after(told, "A", HTN_SUCCEEDED, "=A");
    told->late = 0;
    told->blocked = true;
    expect(told, "");
    assert_int_equal(htn_agent_result(told->agent, 0), HTN_NO_PLAN);
    finish(told);
}

static const char rounds[] = "World State [ Key : bool ]\n"
                             "Query [Free(n : 0..3) : bool]\n"
                             "Compound Task [T]\n"
                             "  Method [true] Subtasks [Parallel [Dig(), Background [Hum()]]]\n"
                             "Primitive Task [Dig] Operator [Dig()]\n"
                             "Primitive Task [Hum] Context [Free(1)] Operator [Hum()]\n";

STORY(a_round_of_a_background_waits)
{
    htn_agent_options options = {0};
    options.running = 2;
    begin_with(told, rounds, options);
    expect(told, "+Dig +Hum");
    told->late = 1u << 1;
    expect_after(told, "Hum", HTN_SUCCEEDED, "=Hum");
    expect(told, "");
    told->late = 0;
    expect(told, "+Hum");
    told->late = 1u << 1;
    expect_after(told, "Hum", HTN_SUCCEEDED, "=Hum");
    expect_after(told, "Dig", HTN_SUCCEEDED, "=Dig"); /* the group is done, and the Background with it */
    told->late = 0;
    expect(told, "+Dig +Hum");
    finish(told);
}

/* What has happened cannot wait. */
STORY(what_a_step_writes_does_not_wait)
{
    begin(told, "World State [ N : 0..9 = 7 ]\n"
                "Query [Near(n : 0..3) : 0..9]\n"
                "Compound Task [T]\n"
                "  Method [N > 5] Subtasks [A()]\n"
                "Primitive Task [A] Operator [A()] Effects [N = Near(2)]\n");
    expect(told, "+A");
    told->late = 1u << 2;
    expect_after(told, "A", HTN_SUCCEEDED, "=A");
    assert_world(told, "N", 0);
    finish(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_waits_and_asks_the_expression_again),
        cmocka_unit_test(effects_read_what_was_before_however_late_the_answer_is),
        cmocka_unit_test(to_wait_takes_no_work),
        cmocka_unit_test(a_listener_hears_what_a_search_waits_for),
        cmocka_unit_test(whether_a_plan_holds_may_be_late),
        cmocka_unit_test(a_search_waits_over_ticks_while_the_plan_goes_on),
        cmocka_unit_test(an_answer_that_comes_no_says_the_same_as_one_in_time),
        cmocka_unit_test(what_is_found_is_judged_by_the_world_at_the_end),
        cmocka_unit_test(the_judgement_may_be_late),
        cmocka_unit_test(the_budget_is_for_other_layers_meanwhile),
        cmocka_unit_test(a_save_has_no_search_that_waits),
        cmocka_unit_test(a_check_leaves_the_plan_as_it_is),
        cmocka_unit_test(a_check_that_was_late_is_made_when_the_answer_is_there),
        cmocka_unit_test(a_step_waits_for_what_it_needs_to_start),
        cmocka_unit_test(a_step_that_may_not_start_after_all_fails_its_plan),
        cmocka_unit_test(a_round_of_a_background_waits),
        cmocka_unit_test(what_a_step_writes_does_not_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
