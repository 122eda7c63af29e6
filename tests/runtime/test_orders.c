/* Orders (docs/running.md), as stories (agent_story.h): also polled, and replayed from their journals. */
#include "agent_story.h"
#include <htn/orders.h>
#include <htn/save.h>

static const char source[] = "Entities [S] Max [4]\n"
                             "World State [ N : 0..9 = 5, Stray(S) : bool, Open : bool = true, Alarm : bool ]\n"
                             "Compound Task [Be]\n"
                             "  Method [Alarm] Subtasks [Cry()]\n"
                             "  Method [] Subtasks [Idle(), Idle()]\n"
                             "Compound Task [Twice(n : int)]\n"
                             "  Method [Open] Subtasks [Go(n), Go(n + 1)]\n"
                             "Compound Task [Nothing] Method [] Subtasks []\n"
                             "Compound Task [Parts] Method [] Subtasks [Go(7), Split, Go(8)]\n"
                             "Compound Task [Deep(n : int)] Method [N > 0] Subtasks [Go(n), Deep(n + 1)]\n"
                             "Primitive Task [Idle] Operator [Idle]\n"
                             "Primitive Task [Cry] Operator [Cry]\n"
                             "Primitive Task [Go(n : int)] Operator [Go(n)]\n"
                             "Primitive Task [Must(n : int)] Operator [Must(n)] Interrupt [never]\n"
                             "Primitive Task [Need5] Preconditions [N == 5] Operator [Need]\n"
                             "Primitive Task [Fetch(s : S)] Operator [Fetch(s)] Effects [Stray(s) = false]\n"
                             "Root [Be]\n";

static void start(story *told, uint8_t orders)
{
    begin_with(told, source, (htn_agent_options){.orders = orders, .limits = {.steps = 64, .depth = 8}});
}

static uint32_t give(story *told, htn_order_how how, const char *task, int32_t argument)
{
    const htn_task found = htn_task_find(&told->domain, task);
    const uint32_t count = htn_task_parameters(&told->domain, found);
    const htn_given_task given = {found, count != 0 ? &argument : NULL, count};
    uint32_t id = 0;
    assert_int_equal(htn_agent_order(told->agent, 0, &given, how, &id), HTN_OK);
    return id;
}

static uint32_t order(story *told, const char *task, int32_t argument)
{
    return give(told, HTN_ORDER_QUEUE, task, argument);
}

static void take_back(story *told, uint32_t id)
{
    assert_int_equal(htn_agent_take_back(told->agent, 0, id), HTN_OK);
}

static void ended(story *told, const char *ends)
{
    assert_string_equal(told->ends, ends);
    told->ends[0] = '\0';
}

STORY(orders_are_done_in_their_order_and_then_the_root)
{
    start(told, 4);
    expect(told, "+Idle");
    order(told, "Go", 1);
    order(told, "Twice", 2);
    expect(told, "-Idle");
    expect(told, "~Idle +Go(1)");
    ended(told, "");
    expect_after(told, "Go", HTN_SUCCEEDED, "=Go +Go(2)");
    ended(told, "1 done");
    expect_after(told, "Go", HTN_SUCCEEDED, "=Go +Go(3)");
    expect_after(told, "Go", HTN_SUCCEEDED, "=Go +Idle");
    ended(told, "2 done");
    finish(told);
}

STORY(an_order_without_a_plan_disturbs_nothing)
{
    start(told, 4);
    expect(told, "+Idle");
    set(told, "N", 4);
    order(told, "Need5", 0);
    expect(told, "");
    ended(told, "1 no plan");
    order(told, "Nothing", 0);
    expect(told, "");
    ended(told, "2 done");
    order(told, "Deep", 0);
    if (told->polled)
        report_all(told);
    assert_int_not_equal(htn_agent_tick(told->agent, TICK), HTN_OK);
    ended(told, "3 limit");
    if (told->polled)
        read_news(told);
    assert_string_equal(told->log, "");
    finish(told);
}

STORY(a_step_that_both_plans_have_goes_on)
{
    start(told, 4);
    order(told, "Go", 1);
    expect(told, "+Go(1)");
    give(told, HTN_ORDER_REPLACE, "Twice", 1);
    expect(told, "");
    ended(told, "1 replaced");
    expect_after(told, "Go", HTN_SUCCEEDED, "=Go +Go(2)");
    give(told, HTN_ORDER_REPLACE, "Go", 5);
    expect(told, "-Go");
    ended(told, "");
    expect(told, "~Go +Go(5)");
    ended(told, "2 replaced");
    finish(told);
}

STORY(an_order_is_replaced_by_one_without_a_plan)
{
    start(told, 4);
    order(told, "Go", 1);
    expect(told, "+Go(1)");
    set(told, "N", 4);
    give(told, HTN_ORDER_REPLACE, "Need5", 0);
    expect(told, "-Go"); /* for the root's plan */
    ended(told, "2 no plan");
    expect(told, "~Go +Idle");
    ended(told, "1 replaced");
    finish(told);
}

STORY(what_is_taken_back_is_aborted)
{
    start(told, 4);
    const uint32_t first = order(told, "Go", 1), second = order(told, "Go", 2);
    order(told, "Go", 3);
    expect(told, "+Go(1)");
    take_back(told, second);
    ended(told, "2 taken");
    take_back(told, first);
    ended(told, "");
    expect(told, "-Go");
    expect(told, "~Go +Go(3)");
    ended(told, "1 taken");
    take_back(told, HTN_NONE);
    expect(told, "-Go");
    expect(told, "~Go +Idle");
    ended(told, "3 taken");
    assert_int_equal(htn_agent_take_back(told->agent, 0, first), HTN_NOT_FOUND);
    finish(told);
}

STORY(all_orders_of_all_layers_are_taken_back_at_once)
{
    start(told, 4);
    order(told, "Go", 1);
    order(told, "Go", 2);
    expect(told, "+Go(1)");
    assert_int_equal(htn_agent_take_back(told->agent, HTN_NONE, 1), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_agent_take_back(told->agent, HTN_NONE, HTN_NONE), HTN_OK);
    expect(told, "-Go");
    expect(told, "~Go +Idle");
    finish(told);
}

STORY(a_step_that_must_not_be_interrupted_is_waited_for)
{
    start(told, 4);
    const uint32_t id = order(told, "Must", 1);
    expect(told, "+Must(1)");
    take_back(told, id);
    expect(told, "");
    order(told, "Go", 2);
    expect(told, "");
    ended(told, "");
    expect_after(told, "Must", HTN_SUCCEEDED, "=Must +Go(2)");
    ended(told, "1 taken");
    finish(told);
}

STORY(an_order_fails_after_three_plans)
{
    start(told, 4);
    order(told, "Twice", 1);
    order(told, "Go", 9);
    expect(told, "+Go(1)");
    expect_after(told, "Go", HTN_FAILED, "!Go +Go(1)");
    expect_after(told, "Go", HTN_SUCCEEDED, "=Go +Go(2)");
    expect_after(told, "Go", HTN_FAILED, "!Go +Go(1)"); /* the first one in a row */
    expect_after(told, "Go", HTN_FAILED, "!Go +Go(1)");
    ended(told, "");
    expect_after(told, "Go", HTN_FAILED, "!Go +Go(9)");
    ended(told, "1 failed");
    finish(told);
}

STORY(an_order_about_an_instance_that_is_gone_ends)
{
    int32_t s = 0, t = 0;
    start(told, 4);
    htn_world *world = htn_agent_world(told->agent);
    const uint32_t type = htn_type_find(&told->domain, "S");
    assert_int_equal(htn_world_spawn(world, type, &s), HTN_OK);
    assert_int_equal(htn_world_spawn(world, type, &t), HTN_OK);
    order(told, "Go", 1);
    order(told, "Fetch", s);
    order(told, "Fetch", t);
    expect(told, "+Go(1)");
    htn_world_despawn(world, type, s);
    htn_world_spawn(world, type, &s);
    expect(told, "");
    ended(told, "2 gone");
    expect_after(told, "Go", HTN_SUCCEEDED, "=Go +Fetch(1)");
    htn_world_despawn(world, type, t);
    expect(told, "-Fetch");
    expect(told, "~Fetch +Idle");
    ended(told, "1 done, 3 gone");
    finish(told);
}

STORY(all_parts_of_an_order_are_done_before_it_is)
{
    start(told, 4);
    order(told, "Parts", 0);
    expect(told, "+Go(7)");
    expect_after(told, "Go", HTN_SUCCEEDED, "=Go +Go(8)");
    ended(told, "");
    expect_after(told, "Go", HTN_SUCCEEDED, "=Go +Idle");
    ended(told, "1 done");
    finish(told);
}

STORY(a_better_plan_of_the_root_does_not_replace_an_order)
{
    start(told, 4);
    order(told, "Go", 1);
    expect(told, "+Go(1)");
    set(told, "Alarm", 1);
    expect(told, "");
    expect_after(told, "Go", HTN_SUCCEEDED, "=Go +Cry");
    finish(told);
}

STORY(a_queue_has_its_limit)
{
    htn_order found;
    start(told, 2);
    const int32_t one = 1;
    const htn_given_task go = {htn_task_find(&told->domain, "Go"), &one, 1}, bad = {go.task, NULL, 0};
    order(told, "Go", 1);
    order(told, "Go", 2);
    assert_int_equal(htn_agent_order(told->agent, 0, &go, HTN_ORDER_QUEUE, NULL), HTN_TOO_SMALL);
    assert_int_equal(htn_agent_order(told->agent, 0, &bad, HTN_ORDER_QUEUE, NULL), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_agent_order(told->agent, 1, &go, HTN_ORDER_QUEUE, NULL), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_agent_order(told->agent, 0, NULL, HTN_ORDER_QUEUE, NULL), HTN_BAD_ARGUMENT);
    assert_true(htn_agent_order_at(told->agent, 0, 1, &found));
    assert_int_equal(found.id, 2);
    assert_int_equal(found.task.arguments[0], 2);
    assert_false(htn_agent_order_at(told->agent, 0, 2, &found));
    for (int i = 0; i < 20; i++)
        give(told, HTN_ORDER_REPLACE, "Go", 3);
    expect(told, "+Go(3)");
    for (int i = 0; i < 20; i++) {
        give(told, HTN_ORDER_REPLACE, "Go", 4 + i % 2);
        expect(told, i == 0 ? "-Go" : i % 2 == 0 ? "~Go +Go(4)" : "");
        break;
    }
    finish(told);
}

STORY(a_search_for_an_order_may_take_many_ticks)
{
    begin_with(told, source, (htn_agent_options){.orders = 4, .budget = 1});
    expect(told, "");
    for (int i = 0; i < 8; i++) {
        told->used = 0;
        if (told->polled)
            report_all(told);
        htn_agent_tick(told->agent, TICK);
        if (told->polled)
            read_news(told);
    }
    told->used = 0;
    told->log[0] = '\0';
    order(told, "Twice", 1);
    expect(told, "");
    give(told, HTN_ORDER_REPLACE, "Go", 5);
    ended(told, "1 replaced");
    expect(told, "-Idle");
    expect(told, "~Idle +Go(5)");
    finish(told);
}

STORY(orders_are_saved_and_go_on)
{
    story other = {.polled = told->polled};
    size_t size;
    start(told, 4);
    order(told, "Twice", 1);
    order(told, "Parts", 0);
    order(told, "Go", 4);
    expect(told, "+Go(1)");
    uint8_t *save = save_of(told, &size);
    start(&other, 4);
    htn_load_report report;
    if (htn_agent_load(other.agent, save, size, &report) != HTN_OK)
        fail_msg("%s", report.reason);
    free(save);
    expect_after(&other, "Go", HTN_SUCCEEDED, other.polled ? "=Go +Go(2)" : "^Go(1) =Go +Go(2)");
    expect_after(&other, "Go", HTN_SUCCEEDED, "=Go +Go(7)");
    ended(&other, "1 done");
    take_back(&other, 2);
    expect(&other, "-Go");
    expect(&other, "~Go +Go(4)");
    ended(&other, "2 taken");
    forget(&other);
    finish(told);
}

STORY(a_saved_order_about_what_is_gone_is_about_nothing_new)
{
    story other = {.polled = told->polled};
    htn_load_report report;
    size_t size;
    int32_t s = 0;
    start(told, 4);
    const uint32_t type = htn_type_find(&told->domain, "S");
    assert_int_equal(htn_world_spawn(htn_agent_world(told->agent), type, &s), HTN_OK);
    order(told, "Fetch", s);
    htn_world_despawn(htn_agent_world(told->agent), type, s);
    uint8_t *save = save_of(told, &size);
    start(&other, 4);
    assert_int_equal(htn_agent_load(other.agent, save, size, &report), HTN_OK);
    free(save);
    assert_int_equal(htn_world_spawn(htn_agent_world(other.agent), type, &s), HTN_OK);
    expect(&other, "+Idle");
    ended(&other, "1 gone");
    forget(&other);
    finish(told);
}

/* The instances of a home are none that the agent had, whatever their numbers. */
static void joining_ends_orders_about_what_the_agent_had(void **state)
{
    story told = {0};
    int32_t s = 0;
    (void)state;
    begin_with(&told,
               "Entities [S] Max [4]\n"
               "Shared World State [ Stray(S) : bool ]\n"
               "Compound Task [Be] Method [] Subtasks [Idle()]\n"
               "Primitive Task [Idle] Operator [Idle]\n"
               "Primitive Task [Fetch(s : S)] Operator [Fetch(s)]\n"
               "Root [Be]\n",
               (htn_agent_options){.orders = 4});
    htn_group *group = fixture_group(&told.domain, HTN_GROUP_AT_ONCE, 7);
    const uint32_t type = htn_type_find(&told.domain, "S");
    assert_int_equal(htn_world_spawn(htn_group_world(group), type, &s), HTN_OK);
    assert_int_equal(htn_world_spawn(htn_agent_world(told.agent), type, &s), HTN_OK);
    order(&told, "Fetch", s);
    htn_agent_join(told.agent, group);
    expect(&told, "+Idle");
    ended(&told, "1 gone");
    htn_agent_join(told.agent, NULL);
    finish(&told);
    free(group);
}

STORY(orders_that_another_build_lacks_are_dropped)
{
    story other = {.polled = told->polled};
    htn_load_report report;
    size_t size;
    start(told, 4);
    order(told, "Go", 1);
    order(told, "Twice", 2);
    order(told, "Parts", 0);
    order(told, "Need5", 0);
    expect(told, "+Go(1)");
    uint8_t *save = save_of(told, &size);
    begin_with(&other,
               "World State [ N : 0..9 = 5 ]\n"
               "Compound Task [Be] Method [] Subtasks [Idle()]\n"
               "Compound Task [Twice(on : bool)] Method [on] Subtasks [Idle()]\n"
               "Primitive Task [Idle] Operator [Idle]\n"
               "Primitive Task [Go(n : int)] Operator [Go(n)]\n"
               "Primitive Task [Need5] Preconditions [N == 5] Operator [Need]\n",
               (htn_agent_options){.orders = 4});
    assert_int_equal(htn_agent_load(other.agent, save, size, &report), HTN_OK);
    size_t again;
    free(save_of(&other, &again)); /* what is dropped has no task */
    if (other.polled)
        report_all(&other);
    htn_agent_tick(other.agent, TICK);
    ended(&other, "2 dropped, 3 dropped");
    if (other.polled)
        read_news(&other);
    other.used = 0;
    expect_after(&other, "Go", HTN_SUCCEEDED, "=Go +Need5");
    ended(&other, "1 done");
    forget(&other);
    start(&other, 0);
    assert_int_equal(htn_agent_load(other.agent, save, size, &report), HTN_TOO_SMALL);
    forget(&other);
    free(save);
    finish(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_done_in_their_order_and_then_the_root),
        cmocka_unit_test(an_order_without_a_plan_disturbs_nothing),
        cmocka_unit_test(a_step_that_both_plans_have_goes_on),
        cmocka_unit_test(an_order_is_replaced_by_one_without_a_plan),
        cmocka_unit_test(what_is_taken_back_is_aborted),
        cmocka_unit_test(all_orders_of_all_layers_are_taken_back_at_once),
        cmocka_unit_test(a_step_that_must_not_be_interrupted_is_waited_for),
        cmocka_unit_test(an_order_fails_after_three_plans),
        cmocka_unit_test(an_order_about_an_instance_that_is_gone_ends),
        cmocka_unit_test(all_parts_of_an_order_are_done_before_it_is),
        cmocka_unit_test(a_better_plan_of_the_root_does_not_replace_an_order),
        cmocka_unit_test(a_queue_has_its_limit),
        cmocka_unit_test(a_search_for_an_order_may_take_many_ticks),
        cmocka_unit_test(orders_are_saved_and_go_on),
        cmocka_unit_test(a_saved_order_about_what_is_gone_is_about_nothing_new),
        cmocka_unit_test(joining_ends_orders_about_what_the_agent_had),
        cmocka_unit_test(orders_that_another_build_lacks_are_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
