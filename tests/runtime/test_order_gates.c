/* Gates of orders (docs/running.md, "Gates"), as stories (agent_story.h): also polled, and replayed from their journals. */
#include "agent_story.h"
#include <htn/orders.h>
#include <htn/save.h>

static const char source[] = "World State [ N : 0..9 = 5, Alarm : bool, Calm : bool = true ]\n"
                             "Query [Clear(int) : 0..9]\n"
                             "Root [Be]\n"
                             "Orders [Go, Chop, Must, Twice, Sell] In [Be] While [N > 2, not Alarm]\n"
                             "Orders [Look] While [Clear(3) > 0]\n"
                             "Orders [Go, Nothing]\n"
                             "Compound Task [Be]\n"
                             "  Method [Alarm] Subtasks [Cry()]\n"
                             "  Method [] Subtasks [Idle(), Idle()]\n"
                             "Compound Task [Twice(n : int)]\n"
                             "  Method [] Subtasks [Chop(), Go(n), Go(n + 1)]\n"
                             "Compound Task [Nothing] Method [] Subtasks []\n"
                             "Compound Task [Sell] Method [Calm] Subtasks [Use(), Use(), Go(7)]\n"
                             "Primitive Task [Idle] Operator [Idle]\n"
                             "Primitive Task [Cry] Operator [Cry] Effects [Alarm = false]\n"
                             "Primitive Task [Go(n : int)] Operator [Go(n)]\n"
                             "Primitive Task [Must(n : int)] Operator [Must(n)] Interrupt [never]\n"
                             "Primitive Task [Chop] Operator [Chop] Effects [N -= 1]\n"
                             "Primitive Task [Use] Effects [N -= 2]\n"
                             "Primitive Task [Look] Operator [Look]\n";

static void start(story *told)
{
    begin_with(told, source, (htn_agent_options){.orders = 4, .limits = {.steps = 64, .depth = 8}});
}

static uint32_t order(story *told, const char *task, int32_t argument)
{
    const htn_task found = htn_task_find(&told->domain, task);
    const uint32_t count = htn_task_parameters(&told->domain, found);
    const htn_given_task given = {found, count != 0 ? &argument : NULL, count};
    uint32_t id = 0;
    assert_int_equal(htn_agent_order(told->agent, 0, &given, HTN_ORDER_QUEUE, &id), HTN_OK);
    return id;
}

static htn_order order_at(const story *told, uint32_t index)
{
    htn_order found = {0};
    assert_true(htn_agent_order_at(told->agent, 0, index, &found));
    return found;
}

static void ended(story *told, const char *ends)
{
    assert_string_equal(told->ends, ends);
    told->ends[0] = '\0';
}

STORY(while_a_gate_is_closed_the_root_is_done)
{
    start(told);
    set(told, "N", 2);
    order(told, "Go", 1);
    order(told, "Nothing", 0); /* it does not overtake */
    expect(told, "+Idle");
    assert_true(order_at(told, 0).waits);
    assert_false(order_at(told, 0).runs);
    assert_false(order_at(told, 1).waits);
    expect_after(told, "Idle", HTN_SUCCEEDED, "=Idle +Idle");
    ended(told, "");
    set(told, "N", 3);
    expect(told, "-Idle");
    expect(told, "~Idle +Go(1)");
    assert_false(order_at(told, 0).waits);
    expect_after(told, "Go", HTN_SUCCEEDED, "=Go +Idle");
    ended(told, "1 done, 2 done");
    finish(told);
}

STORY(a_gate_that_closes_aborts_the_order_which_stays_the_first)
{
    start(told);
    order(told, "Twice", 1);
    order(told, "Go", 9);
    expect(told, "+Chop");
    expect_after(told, "Chop", HTN_SUCCEEDED, "=Chop +Go(1)");
    set(told, "Alarm", 1);
    expect(told, "-Go");
    expect(told, "~Go +Cry");
    assert_true(order_at(told, 0).waits);
    assert_int_equal(order_at(told, 0).id, 1);
    assert_int_equal(order_at(told, 0).tries, 0);
    expect_after(told, "Cry", HTN_SUCCEEDED, "=Cry +Chop"); /* a fresh plan */
    ended(told, "");
    expect_after(told, "Chop", HTN_SUCCEEDED, "=Chop +Go(1)");
    finish(told);
}

STORY(what_must_not_be_interrupted_is_waited_for)
{
    start(told);
    order(told, "Must", 1);
    expect(told, "+Must(1)");
    set(told, "Alarm", 1);
    expect(told, "");
    set(told, "Alarm", 0); /* too late: the plan is to be dropped */
    expect(told, "");
    expect_after(told, "Must", HTN_SUCCEEDED, "=Must +Must(1)");
    assert_int_equal(order_at(told, 0).tries, 0);
    ended(told, "");
    expect_after(told, "Must", HTN_SUCCEEDED, "=Must +Idle");
    ended(told, "1 done");
    finish(told);
}

STORY(a_gate_is_asked_before_each_step)
{
    start(told);
    order(told, "Sell", 0);
    expect(told, ""); /* its two steps without operators are done at once, and close it */
    expect(told, "+Idle");
    assert_world(told, "N", 1);
    assert_true(order_at(told, 0).waits);
    set(told, "N", 9);
    expect(told, "-Idle");
    expect(told, "~Idle +Go(7)");
    finish(told);
}

STORY(tries_are_kept_while_a_gate_is_closed)
{
    start(told);
    order(told, "Go", 1);
    expect(told, "+Go(1)");
    expect_after(told, "Go", HTN_FAILED, "!Go +Go(1)");
    expect_after(told, "Go", HTN_FAILED, "!Go +Go(1)");
    assert_int_equal(order_at(told, 0).tries, 2);
    set(told, "Alarm", 1);
    expect(told, "-Go");
    expect(told, "~Go +Cry");
    expect_after(told, "Cry", HTN_SUCCEEDED, "=Cry +Go(1)");
    assert_int_equal(order_at(told, 0).tries, 2);
    expect_after(told, "Go", HTN_FAILED, "!Go +Idle");
    ended(told, "1 failed");
    finish(told);
}

STORY(a_gate_may_ask_the_game)
{
    start(told);
    told->blocked = true;
    order(told, "Look", 0);
    expect(told, "+Idle");
    told->blocked = false;
    expect(told, ""); /* nobody has said so */
    htn_agent_answers_changed(told->agent);
    expect(told, "-Idle");
    expect(told, "~Idle +Look");
    told->blocked = true;
    htn_agent_answers_changed(told->agent);
    expect(told, "-Look");
    expect(told, "~Look +Idle");
    finish(told);
}

/* The gate stays as it was, at first closed, and is asked again in each tick. */
STORY(the_answer_for_a_gate_may_be_late)
{
    start(told);
    told->late = 1u << 3;
    order(told, "Look", 0);
    expect(told, "+Idle");
    assert_true(order_at(told, 0).waits);
    expect(told, "");
    told->late = 0; /* nobody says that it has arrived */
    expect(told, "-Idle");
    expect(told, "~Idle +Look");
    assert_false(order_at(told, 0).waits);
    told->late = 1u << 3;
    told->blocked = true;
    htn_agent_answers_changed(told->agent);
    expect(told, ""); /* open until the answer says that it is closed */
    assert_false(order_at(told, 0).waits);
    told->late = 0;
    expect(told, "-Look");
    expect(told, "~Look +Idle");
    told->late = 1u << 3;
    told->blocked = false;
    htn_agent_answers_changed(told->agent);
    expect(told, "");
    assert_true(order_at(told, 0).waits);
    told->late = 0;
    expect(told, "-Idle");
    expect(told, "~Idle +Look");
    ended(told, "");
    expect_after(told, "Look", HTN_SUCCEEDED, "=Look +Idle");
    ended(told, "1 done");
    finish(told);
}

STORY(what_is_taken_back_behind_a_closed_gate_ends_at_once)
{
    start(told);
    set(told, "N", 0);
    const uint32_t first = order(told, "Go", 1);
    order(told, "Nothing", 0);
    expect(told, "+Idle");
    assert_int_equal(htn_agent_take_back(told->agent, 0, first), HTN_OK);
    ended(told, "1 taken");
    expect(told, "");
    ended(told, "2 done");
    finish(told);
}

STORY(a_closed_gate_is_saved)
{
    story other = {.polled = told->polled};
    htn_load_report report;
    size_t size;
    start(told);
    set(told, "N", 2);
    order(told, "Go", 1);
    order(told, "Nothing", 0);
    expect(told, "+Idle");
    uint8_t *save = save_of(told, &size);
    start(&other);
    if (htn_agent_load(other.agent, save, size, &report) != HTN_OK)
        fail_msg("%s", report.reason);
    free(save);
    assert_true(order_at(&other, 0).waits);
    expect_after(&other, "Idle", HTN_SUCCEEDED, other.polled ? "=Idle +Idle" : "^Idle =Idle +Idle");
    set(&other, "N", 3);
    expect(&other, "-Idle");
    expect(&other, "~Idle +Go(1)");
    forget(&other);
    finish(told);
}

/* The default of limits.steps has room for the tasks that Orders names. */
STORY(a_long_order_has_room)
{
    char text[4096] = "Compound Task [Be] Method [] Subtasks [Idle()]\nOrders [Long]\n"
                      "Compound Task [Long] Method [] Subtasks [";
    for (int i = 0; i < 100; i++)
        strcat(text, i == 0 ? "Step()" : ", Step()");
    strcat(text, "]\nPrimitive Task [Idle] Operator [Idle]\nPrimitive Task [Step] Operator [Go]\n");
    begin_with(told, text, (htn_agent_options){.orders = 1});
    order(told, "Long", 0);
    expect(told, "+Step");
    ended(told, "");
    finish(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(while_a_gate_is_closed_the_root_is_done),
        cmocka_unit_test(a_gate_that_closes_aborts_the_order_which_stays_the_first),
        cmocka_unit_test(what_must_not_be_interrupted_is_waited_for),
        cmocka_unit_test(a_gate_is_asked_before_each_step),
        cmocka_unit_test(tries_are_kept_while_a_gate_is_closed),
        cmocka_unit_test(a_gate_may_ask_the_game),
        cmocka_unit_test(the_answer_for_a_gate_may_be_late),
        cmocka_unit_test(what_is_taken_back_behind_a_closed_gate_ends_at_once),
        cmocka_unit_test(a_closed_gate_is_saved),
        cmocka_unit_test(a_long_order_has_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
