/*
 * Candidates: what a query with `Max` proposes, what of it is taken, and when the game is asked. First a planner alone, then stories of
 * agents (agent_story.h).
 */
#include "agent_story.h"
#include "fixture.h"

/* --- A planner ------------------------------------------------------------------------------------ */

typedef struct oracle {
    int32_t proposed[80];
    uint32_t count;     /* what it says there are */
    uint32_t asked;     /* so often */
    uint32_t capacity;  /* at the latest question */
    htn_status answers; /* what it returns */
} oracle;

static htn_status ask(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    oracle *it = user;
    it->asked++;
    it->capacity = question->capacity;
    assert_int_equal(*count, 0);
    for (uint32_t i = 0; i < it->count && i < question->capacity; i++)
        answers[i] = it->proposed[i];
    *count = it->count;
    return it->answers;
}

static void start(fixture *made, const char *text, oracle *host)
{
    memset(host, 0, sizeof *host);
    fixture_start(made, text, NULL);
    assert_int_equal(htn_planner_answer(made->planner, ask, host), HTN_OK);
}

static void propose(oracle *host, uint32_t count, const int32_t *values)
{
    memcpy(host->proposed, values, count * sizeof *values);
    host->count = count;
}

#define PROPOSE(host, ...) \
    propose((host), sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t), (const int32_t[]){__VA_ARGS__})

static const char angles[] = "Query [Angles() : 0..9] Max [4]\n"
                             "Compound Task [T]\n"
                             "  Method [any a : 0..9 from Angles()] Subtasks [Aim(a)]\n"
                             "Primitive Task [Aim(a : 0..9)]\n";

/* All plans, each by its one argument. */
static const char *all_arguments(fixture *made)
{
    static char text[256];
    const htn_request request = {.keep = true};
    size_t used = 0;
    text[0] = '\0';
    htn_status status = htn_plan_find(made->planner, &made->world, &request);
    for (; status == HTN_OK; status = htn_plan_next(made->planner, 0)) {
        htn_plan plan;
        htn_planner_plan(made->planner, &plan);
        used += (size_t)snprintf(text + used, sizeof text - used, used == 0 ? "%d" : " %d",
                                 (int)plan.values[plan.steps[0].arguments]);
    }
    assert_int_equal(status, HTN_NO_PLAN);
    return text;
}

static void values_come_in_the_game_s_order_and_what_is_none_is_left_out(void **state)
{
    (void)state;
    fixture made;
    oracle host;
    start(&made, angles, &host);
    PROPOSE(&host, 7, 2, 9);
    assert_string_equal(all_arguments(&made), "7 2 9");
    assert_int_equal(host.capacity, 4);
    PROPOSE(&host, 10, 0, -1, 0);
    assert_string_equal(all_arguments(&made), "0");
    PROPOSE(&host, INT32_MIN, INT32_MAX, 3, 3);
    assert_string_equal(all_arguments(&made), "3");
    PROPOSE(&host, 1, 2, 3, 4, 5, 6); /* more than there is room for */
    assert_string_equal(all_arguments(&made), "1 2 3 4");
    host.count = UINT32_MAX;
    assert_string_equal(all_arguments(&made), "1 2 3 4");
    host.count = 0;
    assert_string_equal(all_arguments(&made), "");
    PROPOSE(&host, 1, 2);
    host.answers = HTN_NOT_FOUND;
    assert_string_equal(all_arguments(&made), "");
    assert_int_equal(htn_planner_answer(made.planner, NULL, NULL), HTN_OK);
    assert_string_equal(all_arguments(&made), "");
    assert_int_equal(htn_query_candidates(&made.domain, 0), 4);
    assert_int_equal(htn_query_candidates(&made.domain, 1), 0);
    fixture_tear_down(&made);
}

static void instances_that_are_not_there_are_left_out(void **state)
{
    (void)state;
    fixture made;
    oracle host;
    int32_t first, second;
    start(&made,
          "Entities [S] Max [4]\n"
          "Query [Find() : S] Max [8]\n"
          "Compound Task [T]\n"
          "  Method [any s : S from Find()] Subtasks [Go(s)]\n"
          "Primitive Task [Go(s : S)]\n",
          &host);
    const uint32_t type = htn_type_find(&made.domain, "S");
    assert_int_equal(htn_world_spawn(&made.world, type, &first), HTN_OK);
    assert_int_equal(htn_world_spawn(&made.world, type, &second), HTN_OK);
    PROPOSE(&host, 3, -1, 1, 2, 0, 1, 4, 9);
    assert_string_equal(all_arguments(&made), "1 0");
    assert_int_equal(htn_world_despawn(&made.world, type, first), HTN_OK);
    assert_string_equal(all_arguments(&made), "1");
    fixture_tear_down(&made);
}

/* Prefer and Select go through the solutions once for each that they take. */
static void a_list_is_asked_for_once(void **state)
{
    (void)state;
    static const char *const ranked[] = {
        "Compound Task [T]\n"
        "  Method [any a : 0..9 from Angles()] Prefer [lowest a] Subtasks [Aim(a)]\n",
        "Compound Task [T] Select [highest]\n"
        "  Method [any a : 0..9 from Angles()] Utility [0 - a] Subtasks [Aim(a)]\n",
        "Enum [E] Values [A, B, C]\n"
        "Compound Task [T]\n"
        "  Method [any e : E, any a : 0..9 from Angles() where e == C] Prefer [lowest a] Subtasks [Aim(a)]\n",
        "Enum [E] Values [A, B, C]\n"
        "Compound Task [T]\n"
        "  Method [any e : E, any f : E, any a : 0..9 from Angles() where e == C and f == A] Prefer [lowest a] "
        "Subtasks [Aim(a)]\n",
    };
    for (size_t i = 0; i < sizeof ranked / sizeof *ranked; i++) {
        fixture made;
        oracle host;
        char text[512];
        snprintf(text, sizeof text, "Query [Angles() : 0..9] Max [4]\n%sPrimitive Task [Aim(a : 0..9)]\n", ranked[i]);
        start(&made, text, &host);
        PROPOSE(&host, 5, 8, 3, 6);
        assert_string_equal(all_arguments(&made), "3 5 6 8");
        assert_int_equal(host.asked, 1);
        fixture_tear_down(&made);
    }
}

static void nobody_is_asked_where_a_test_in_front_fails(void **state)
{
    (void)state;
    fixture made;
    oracle host;
    start(&made,
          "Query [Angles() : 0..9] Max [4]\nWorld State [ Armed : bool, N : 0..9 ]\n"
          "Compound Task [T] Select [highest]\n"
          "  Method [any a : 0..9 from Angles(), Armed] Utility [a] Subtasks [Aim(a)]\n"
          "  Method [N == 1, exists(a : 0..9 from Angles())] Subtasks [Aim(0)]\n"
          "Primitive Task [Aim(a : 0..9)]\n",
          &host);
    PROPOSE(&host, 5, 8);
    assert_string_equal(all_arguments(&made), "");
    assert_int_equal(host.asked, 0);
    fixture_set(&made.world, "Armed", 1);
    assert_string_equal(all_arguments(&made), "8 5");
    assert_int_equal(host.asked, 1);
    fixture_tear_down(&made);
}

/* A unit for each candidate and one for the end of the list, one for a method, one for a step. */
static void each_candidate_is_a_unit_of_work(void **state)
{
    (void)state;
    for (uint32_t count = 0; count <= 4; count++) {
        fixture made;
        oracle host;
        start(&made,
              "Query [Angles() : 0..9] Max [4]\n"
              "Compound Task [T]\n"
              "  Method [any a : 0..9 from Angles() where a > 8] Subtasks []\n"
              "  Method [] Subtasks [Aim()]\n"
              "Primitive Task [Aim]\n",
              &host);
        PROPOSE(&host, 1, 2, 3, 4);
        host.count = count;
        const uint32_t needed = count + 1 + 2;
        htn_request request = {.work = needed};
        assert_int_equal(htn_plan_find(made.planner, &made.world, &request), HTN_OK);
        request.work--;
        assert_int_equal(htn_plan_find(made.planner, &made.world, &request), HTN_LIMIT_WORK);
        fixture_tear_down(&made);
    }
}

static void a_list_may_be_late(void **state)
{
    (void)state;
    fixture made;
    oracle host;
    start(&made, angles, &host);
    PROPOSE(&host, 7, 2);
    host.answers = HTN_WAITS;
    assert_int_equal(htn_plan_find(made.planner, &made.world, NULL), HTN_WAITS);
    assert_int_equal(htn_plan_step(made.planner, 0), HTN_WAITS);
    host.answers = HTN_OK;
    const htn_status status = htn_plan_step(made.planner, 0);
    assert_string_equal(fixture_plan_text(made.planner, &made.domain, status), "Aim(7) MTR [0]");
    assert_int_equal(host.asked, 3);
    fixture_tear_down(&made);
}

static void a_replan_keeps_the_value_and_does_not_ask(void **state)
{
    (void)state;
    fixture made;
    oracle host;
    const htn_request replan = {.replan = true};
    start(&made,
          "Query [Angles() : 0..9] Max [4]\nWorld State [ Least : 0..9, N : 0..9 ]\n"
          "Compound Task [T]\n"
          "  Method [any a : 0..9 from Angles() where a >= Least] Subtasks [Aim(a)]\n"
          "  Method [] Subtasks []\n"
          "Primitive Task [Aim(a : 0..9)]\n",
          &host);
    PROPOSE(&host, 7, 9);
    assert_string_equal(fixture_find(&made, NULL), "Aim(7) MTR [0]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    PROPOSE(&host, 3);
    host.asked = 0;
    fixture_set(&made.world, "Least", 6);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &replan), HTN_STANDS);
    assert_int_equal(htn_planner_validate(made.planner, &made.world, 0, NULL, NULL), HTN_OK);
    assert_int_equal(host.asked, 0);
    fixture_set(&made.world, "Least", 8); /* another value waits for the next plan */
    assert_int_equal(htn_plan_find(made.planner, &made.world, &replan), HTN_STANDS);
    assert_int_equal(host.asked, 0);
    PROPOSE(&host, 9);
    assert_string_equal(fixture_find(&made, NULL), "Aim(9) MTR [0]");
    assert_int_equal(host.asked, 1);
    fixture_tear_down(&made);
}

typedef struct heard {
    uint32_t lists, count;
    int32_t first, question;
} heard;

static void hear(void *user, const htn_planner *planner, const htn_event *event)
{
    heard *it = user;
    uint32_t count;
    const int32_t *candidates = htn_trace_candidates(planner, event, &count);
    if (event->kind != HTN_EVENT_PROPOSED) {
        assert_null(candidates);
        return;
    }
    it->lists++;
    it->count = count;
    it->first = candidates[0];
    it->question = htn_trace_question(planner, NULL)[0];
}

static void a_listener_hears_the_list(void **state)
{
    (void)state;
    fixture made;
    oracle host;
    heard it = {0};
    start(&made,
          "Query [Near(n : 0..9) : 0..9] Max [4]\n"
          "Compound Task [T]\n"
          "  Method [any a : 0..9 from Near(6)] Subtasks [Aim(a)]\n"
          "Primitive Task [Aim(a : 0..9)]\n",
          &host);
    PROPOSE(&host, 12, 4, 4, 5);
    assert_int_equal(htn_plan_begin(made.planner, &made.world, NULL), HTN_OK);
    assert_int_equal(htn_plan_trace(made.planner, hear, &it), HTN_OK);
    assert_int_equal(it.lists, 1);
    assert_int_equal(it.count, 2);
    assert_int_equal(it.first, 4);
    assert_int_equal(it.question, 6);
    fixture_tear_down(&made);
}

/* --- Agents --------------------------------------------------------------------------------------- */

static const char cover[] =
    "World State [ Alarm : bool, Open : bool ]\n"
    "Query [Spots(n : 0..3) : 0..9] Max [4]\n"
    "Compound Task [T]\n"
    "  Method [Alarm, any s : 0..9 from Spots(1) where s > 2] Subtasks [Run(s)]\n"
    "  Method [true] Subtasks [Wait()]\n"
    "Primitive Task [Run(s : 0..9)] Operator [Run(s)]\n"
    "Primitive Task [Wait] Context [not exists(s : 0..9 from Spots(2) where s == 9)] Operator [Wait()]\n";

static void set_proposed(story *told, uint32_t count, int32_t first, int32_t second)
{
    told->proposed_count = count;
    told->proposed[0] = first;
    told->proposed[1] = second;
}

STORY(an_agent_runs_with_what_was_proposed)
{
    begin(told, cover);
    set_proposed(told, 2, 1, 7);
    expect(told, "+Wait");
    set(told, "Alarm", 1);
    expect(told, "-Wait");
    expect(told, "~Wait +Run(7)");
    set_proposed(told, 1, 5, 0); /* the plan goes on with what it has */
    set(told, "Open", 1);
    expect(told, "");
    finish(told);
}

STORY(a_list_that_is_late_leaves_the_plan_as_it_is)
{
    begin(told, cover);
    expect(told, "+Wait");
    told->late = 1u << 1 | 1u << 2;
    set(told, "Alarm", 1);
    set_proposed(told, 1, 8, 0);
    expect(told, "");
    expect(told, "");
    assert_int_equal(htn_agent_result(told->agent, 0), HTN_WAITS);
    told->late = 0;
    expect(told, "-Wait");
    expect(told, "~Wait +Run(8)");
    finish(told);
}

STORY(a_list_is_one_event_of_the_journal)
{
    begin(told, cover);
    set_proposed(told, 2, 1, 7);
    expect(told, "+Wait");
    const char *kinds = recording_kinds(&told->recording, "");
    if (told->recorded == told->agent)
        assert_non_null(strstr(kinds, "CANDIDATES"));
    finish(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_come_in_the_game_s_order_and_what_is_none_is_left_out),
        cmocka_unit_test(instances_that_are_not_there_are_left_out),
        cmocka_unit_test(a_list_is_asked_for_once),
        cmocka_unit_test(nobody_is_asked_where_a_test_in_front_fails),
        cmocka_unit_test(each_candidate_is_a_unit_of_work),
        cmocka_unit_test(a_list_may_be_late),
        cmocka_unit_test(a_replan_keeps_the_value_and_does_not_ask),
        cmocka_unit_test(a_listener_hears_the_list),
        cmocka_unit_test(an_agent_runs_with_what_was_proposed),
        cmocka_unit_test(a_list_that_is_late_leaves_the_plan_as_it_is),
        cmocka_unit_test(a_list_is_one_event_of_the_journal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
