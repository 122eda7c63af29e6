/* Queries: what the host is asked, what becomes of its answers, and how long an answerer is kept. */
#include "fixture.h"

static const char guard[] = "Enum [Place] Values [Home, Bridge, Cave]\n"
                            "Entities [Foe] Max [4]\n"
                            "Entities [Boss : Foe] Max [2]\n"
                            "Query [HasPath(Place, to : Place) : bool]\n"
                            "Query [Clock() : 5..23]\n"
                            "Query [Nearest(Place) : Boss]\n"
                            "Query [Threat(Foe, 0..9) : Place]\n"
                            "World State [ At : Place, Target : Foe, N : int ]\n"
                            "Compound Task [Be]\n"
                            "  Method [HasPath(At, Bridge)] Subtasks [Go(Bridge)]\n"
                            "  Method [Threat(Target, N) == Cave] Subtasks [Hide()]\n"
                            "  Method [true] Subtasks [Wait()]\n"
                            "Primitive Task [Go(to : Place)] Preconditions [HasPath(At, to)]\n"
                            "  Operator [Go(to, Clock(), Nearest(to))] Effects [At = to]\n"
                            "Primitive Task [Hide] Operator [Hide]\n"
                            "Primitive Task [Wait] Operator [Wait]\n";

enum { HAS_PATH, CLOCK, NEAREST, THREAT };

/* Answers each query with one number, whatever it is about, and remembers what it was asked last. */
typedef struct oracle {
    int32_t answers[4];
    uint32_t asked[4];
    int32_t last[2];
} oracle;

static htn_status ask(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    (void)count;
    oracle *it = user;
    it->asked[question->query]++;
    if (question->query == HAS_PATH || question->query == THREAT)
        memcpy(it->last, question->arguments, sizeof it->last);
    answers[0] = it->answers[question->query];
    return HTN_OK;
}

static void start(fixture *made, oracle *host)
{
    memset(host, 0, sizeof *host);
    fixture_start(made, guard, NULL);
    assert_int_equal(htn_planner_answer(made->planner, ask, host), HTN_OK);
}

static void a_domain_tells_its_queries(void **state)
{
    (void)state;
    fixture made;
    oracle host;
    start(&made, &host);
    const htn_domain *domain = &made.domain;
    assert_int_equal(htn_query_count(domain), 4);
    assert_string_equal(htn_query_name(domain, NEAREST), "Nearest");
    assert_int_equal(htn_query_find(domain, "Threat"), THREAT);
    assert_int_equal(htn_query_find(domain, "Trust"), HTN_NONE);
    assert_int_equal(htn_query_type(domain, THREAT), htn_type_find(domain, "Place"));
    assert_int_equal(htn_query_parameters(domain, CLOCK), 0);
    assert_int_equal(htn_query_parameters(domain, THREAT), 2);
    assert_int_equal(htn_query_parameter_type(domain, THREAT, 0), htn_type_find(domain, "Foe"));
    assert_int_equal(htn_query_parameter_type(domain, THREAT, 2), HTN_NONE);
    assert_int_equal(htn_query_default(domain, HAS_PATH), 0);
    assert_int_equal(htn_query_default(domain, CLOCK), 5);
    assert_int_equal(htn_query_default(domain, NEAREST), -1);
    assert_string_equal(htn_query_name(domain, 4), "");
    assert_int_equal(htn_query_type(domain, 4), HTN_NONE);
    assert_int_equal(htn_query_parameters(domain, 4), 0);
    assert_int_equal(htn_query_default(domain, 4), 0);
    assert_int_equal(htn_query_count(NULL), 0);
    fixture_tear_down(&made);
}

static void the_host_is_asked_about_the_working_world(void **state)
{
    (void)state;
    fixture made;
    oracle host;
    start(&made, &host);
    fixture_set(&made.world, "At", 2);
    host.answers[HAS_PATH] = 1;
    assert_string_equal(fixture_find(&made, NULL), "Go(1) MTR [0]");
    assert_int_equal(host.asked[HAS_PATH], 2); /* the method, and the task's preconditions */
    assert_int_equal(host.last[0], 2);
    assert_int_equal(host.last[1], 1);
    fixture_tear_down(&made);
}

static void nobody_is_asked_about_what_a_type_does_not_have(void **state)
{
    (void)state;
    fixture made;
    oracle host;
    int32_t foe;
    start(&made, &host);
    host.answers[THREAT] = 2;
    assert_string_equal(fixture_find(&made, NULL),
                        "Wait() MTR [2]"); /* about none: the first place, and not the cave */
    assert_int_equal(host.asked[THREAT], 0);
    assert_int_equal(htn_world_spawn(&made.world, htn_type_find(&made.domain, "Foe"), &foe), HTN_OK);
    fixture_set(&made.world, "Target", foe);
    assert_string_equal(fixture_find(&made, NULL), "Hide() MTR [1]");
    assert_int_equal(host.asked[THREAT], 1);
    fixture_set(&made.world, "Target", foe + 1); /* who is not there */
    assert_string_equal(fixture_find(&made, NULL), "Wait() MTR [2]");
    assert_int_equal(host.asked[THREAT], 1);
    fixture_set(&made.world, "Target", foe);
    for (int32_t n = -1; n <= 10; n += 11) {
        fixture_set(&made.world, "N", n);
        assert_string_equal(fixture_find(&made, NULL), "Wait() MTR [2]");
    }
    assert_int_equal(host.asked[THREAT], 1);
    fixture_tear_down(&made);
}

static void answers_are_brought_into_their_types_range(void **state)
{
    (void)state;
    static const struct {
        int32_t given, clock, nearest;
    } cases[] = {{INT32_MIN, 5, -1}, {-1, 5, -1}, {0, 5, -1}, {4, 5, 4}, {5, 5, -1}, {6, 6, -1}, {INT32_MAX, 23, -1}};
    fixture made;
    oracle host;
    htn_argument arguments[3];
    uint32_t count;
    const int32_t to = 1;
    int32_t boss, foe;
    start(&made, &host);
    const htn_task go = htn_task_find(&made.domain, "Go");
    assert_int_equal(htn_world_spawn(&made.world, htn_type_find(&made.domain, "Foe"), &foe), HTN_OK);
    assert_int_equal(htn_world_spawn(&made.world, htn_type_find(&made.domain, "Boss"), &boss), HTN_OK);
    assert_int_equal(foe, 0); /* is there, and no boss */
    assert_int_equal(boss, 4);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        host.answers[CLOCK] = host.answers[NEAREST] = cases[i].given;
        assert_int_equal(htn_operator_arguments(&made.world, go, &to, ask, &host, arguments, 3, &count), HTN_OK);
        assert_int_equal(arguments[1].value, cases[i].clock);
        assert_int_equal(arguments[2].value, cases[i].nearest);
    }
    fixture_tear_down(&made);
}

static void where_nobody_answers_each_query_gives_its_default(void **state)
{
    (void)state;
    fixture made;
    oracle host;
    htn_argument arguments[3];
    uint32_t count;
    const int32_t to = 1;
    start(&made, &host);
    host.answers[HAS_PATH] = 1;
    assert_int_equal(htn_planner_answer(made.planner, NULL, NULL), HTN_OK);
    assert_string_equal(fixture_find(&made, NULL), "Wait() MTR [2]");
    assert_int_equal(
        htn_operator_arguments(&made.world, htn_task_find(&made.domain, "Go"), &to, NULL, NULL, arguments, 3, &count),
        HTN_OK);
    assert_int_equal(arguments[1].value, 5);
    assert_int_equal(arguments[2].value, -1);
    assert_int_equal(htn_planner_answer(NULL, ask, &host), HTN_BAD_ARGUMENT);
    fixture_tear_down(&made);
}

static void an_answerer_is_kept_from_search_to_search_and_forgotten_by_a_block_that_moves(void **state)
{
    (void)state;
    fixture made;
    oracle host;
    start(&made, &host);
    host.answers[HAS_PATH] = 1;
    assert_string_equal(fixture_find(&made, NULL), "Go(1) MTR [0]");
    assert_string_equal(fixture_find(&made, NULL), "Go(1) MTR [0]");
    assert_int_equal(htn_plan_begin(made.planner, &made.world, NULL), HTN_OK);
    assert_int_equal(
        htn_planner_attach(&made.planner, &made.domain, made.planner, htn_planner_bytes(&made.domain, NULL)), HTN_OK);
    assert_int_equal(htn_plan_step(made.planner, 0), HTN_OK);
    assert_string_equal(fixture_plan_text(made.planner, &made.domain, HTN_OK), "Wait() MTR [2]");
    htn_planner_answer(made.planner, ask, &host);
    assert_string_equal(fixture_find(&made, NULL), "Go(1) MTR [0]");
    fixture_tear_down(&made);
}

static void validation_asks_too(void **state)
{
    (void)state;
    fixture made;
    oracle host;
    uint32_t failed = HTN_NONE;
    const htn_request again = {.replan = true};
    start(&made, &host);
    host.answers[HAS_PATH] = 1;
    assert_string_equal(fixture_find(&made, NULL), "Go(1) MTR [0]");
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_int_equal(htn_planner_validate(made.planner, &made.world, 0, NULL, &failed), HTN_OK);
    assert_int_equal(htn_plan_find(made.planner, &made.world, &again), HTN_STANDS);
    host.answers[HAS_PATH] = 0;
    assert_int_equal(htn_planner_validate(made.planner, &made.world, 0, NULL, &failed), HTN_NO_PLAN);
    assert_int_equal(failed, 0);
    assert_string_equal(fixture_find(&made, &again), "Wait() MTR [2]");
    fixture_tear_down(&made);
}

typedef struct heard {
    uint32_t questions;
    int32_t about[2], answer;
} heard;

static void listen(void *user, const htn_planner *planner, const htn_event *event)
{
    heard *it = user;
    if (event->kind != HTN_EVENT_QUERY) {
        assert_null(htn_trace_question(planner, NULL));
        return;
    }
    const int32_t *about = htn_trace_question(planner, &it->answer);
    if (event->index == HAS_PATH)
        memcpy(it->about, about, sizeof it->about);
    it->questions++;
}

static void a_trace_tells_of_each_question_and_its_answer(void **state)
{
    (void)state;
    fixture made;
    oracle host;
    heard it = {0};
    start(&made, &host);
    host.answers[HAS_PATH] = 77;
    assert_int_equal(htn_plan_begin(made.planner, &made.world, NULL), HTN_OK);
    assert_int_equal(htn_plan_trace(made.planner, listen, &it), HTN_OK);
    assert_int_equal(it.questions, 2);
    assert_int_equal(it.about[0], 0);
    assert_int_equal(it.about[1], 1);
    assert_int_equal(it.answer, 1); /* as the plan saw it */
    fixture_tear_down(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_domain_tells_its_queries),
        cmocka_unit_test(the_host_is_asked_about_the_working_world),
        cmocka_unit_test(nobody_is_asked_about_what_a_type_does_not_have),
        cmocka_unit_test(answers_are_brought_into_their_types_range),
        cmocka_unit_test(where_nobody_answers_each_query_gives_its_default),
        cmocka_unit_test(an_answerer_is_kept_from_search_to_search_and_forgotten_by_a_block_that_moves),
        cmocka_unit_test(validation_asks_too),
        cmocka_unit_test(a_trace_tells_of_each_question_and_its_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
