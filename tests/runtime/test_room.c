/*
 * Regions of a planner to the last entry: the least room with which a plan is found is what the plan needs, counted by hand; with less
 * the search says which region it was. And what a search for which there is room tells a listener about what others leave out.
 */
#include "fixture.h"
#include <stdio.h>

/* --- The least room -------------------------------------------------------------------------------- */

/* The least value of a limit with which a plan is found, in a block of just that size. */
static uint32_t least_room(const char *text, size_t field, htn_status full)
{
    for (uint32_t value = field == offsetof(htn_limits, frames) ? 3 : 1; value < 1000; value++) {
        htn_limits limits = {.steps = 200, .depth = 200, .record = 400, .choices = 200, .frames = 4096, .trail = 256};
        fixture made;
        memcpy((char *)&limits + field, &value, sizeof value);
        fixture_start(&made, text, &limits);
        const htn_status status = htn_plan_find(made.planner, &made.world, NULL);
        fixture_tear_down(&made);
        if (status == HTN_OK)
            return value;
        assert_int_equal(status, full);
    }
    return 0;
}

#define LEAST(text, region, full) least_room((text), offsetof(htn_limits, region), (full))

static void a_change_takes_an_entry_of_the_trail(void **state)
{
    (void)state;
    /* bytes, a wider cell and one of a table; what has the value that it is given takes none */
    assert_int_equal(LEAST("Entities [Foe] Values [Orc, Elf]\n"
                           "World State [ A : bool, B : 0..9, C : 0..100000, D(f : Foe) : bool, E : bool = true ]\n"
                           "Compound Task [T] Method [true] Subtasks [S(), U()]\n"
                           "Primitive Task [S] Effects [A = true, B += 2]\n"
                           "Primitive Task [U] Effects [C = 70000, D(Elf) = true, E = true]\n",
                           trail, HTN_FULL_TRAIL),
                     4);
    assert_int_equal(LEAST("World State [ C : 0..100000 ]\n"
                           "Compound Task [T] Method [true] Subtasks [S(), S()]\n"
                           "Primitive Task [S] Effects [C += 1]\n",
                           trail, HTN_FULL_TRAIL),
                     2);
}

static void the_last_entry_may_be_a_byte(void **state)
{
    (void)state;
    assert_int_equal(LEAST("World State [ A : bool, B : 0..9 ]\n"
                           "Compound Task [T] Method [true] Subtasks [S(), U()]\n"
                           "Primitive Task [S] Effects [A = true]\n"
                           "Primitive Task [U] Effects [B += 2]\n",
                           trail, HTN_FULL_TRAIL),
                     2);
}

/* Its beginning and its end; of the last thing in a plan the end too. */
static void a_while_takes_two_entries_of_the_trail(void **state)
{
    (void)state;
    assert_int_equal(LEAST("World State [ A : bool ]\n"
                           "Compound Task [T] Method [true] Subtasks [S(), U(), S()]\n"
                           "Compound Task [U] Method [true] While [not A] Subtasks [S(), S()]\n"
                           "Primitive Task [S]\n",
                           trail, HTN_FULL_TRAIL),
                     2);
    assert_int_equal(LEAST("World State [ A : bool, B : bool, C : bool ]\n"
                           "Compound Task [T] Method [true] Subtasks [S(), U()]\n"
                           "Compound Task [U] Method [true] While [not C] Subtasks [S(), V()]\n"
                           "Primitive Task [S] Effects [A = true]\n"
                           "Primitive Task [V] Effects [B = true]\n",
                           trail, HTN_FULL_TRAIL),
                     4);
}

/* Which its end does not belong to where the plan ends before. */
static void a_while_that_is_open_takes_one_entry_of_the_trail(void **state)
{
    (void)state;
    assert_int_equal(LEAST("World State [ A : bool, B : bool ]\n"
                           "Compound Task [T] Method [true] Subtasks [S(), U()]\n"
                           "Compound Task [U] Method [true] While [not B] Subtasks [V(), Split, V()]\n"
                           "Primitive Task [S] Effects [A = true]\n"
                           "Primitive Task [V]\n",
                           trail, HTN_FULL_TRAIL),
                     2);
}

/* Of the plan's cost for each step, and of the least that a plan costs where a step costs more than was known. */
static void costs_take_entries_of_the_trail(void **state)
{
    (void)state;
    assert_int_equal(LEAST("World State [ A : 0..9 = 3 ]\n"
                           "Root [T] Select [cheapest]\n"
                           "Compound Task [T] Method [true] Subtasks [S(), U()]\n"
                           "Primitive Task [S] Cost [A]\n"
                           "Primitive Task [U] Cost [4]\n",
                           trail, HTN_FULL_TRAIL),
                     3);
}

/* Three words and the task's values; the root's continuation has three more. */
static void a_task_with_parameters_takes_a_frame(void **state)
{
    (void)state;
    assert_int_equal(LEAST("World State [ A : 0..9 ]\n"
                           "Compound Task [T] Method [true] Subtasks [U(A, A)]\n"
                           "Compound Task [U(n : 0..9, m : 0..9)] Method [n == m] Subtasks [S(n)]\n"
                           "Primitive Task [S(n : 0..9)] Operator [S(n)]\n",
                           frames, HTN_FULL_FRAMES),
                     3 + (3 + 2) + (3 + 1));
}

/* What it is compared with when it comes to itself again: five words. */
static void a_recursive_task_takes_a_note(void **state)
{
    (void)state;
    assert_int_equal(LEAST("World State [ A : 0..9 ]\n"
                           "Compound Task [T] Method [A == 2] Subtasks [U()] Method [true] Subtasks [S(), T()]\n"
                           "Primitive Task [S] Effects [A += 1]\n"
                           "Primitive Task [U] Operator [U]\n",
                           frames, HTN_FULL_FRAMES),
                     3 + 3 * 5);
}

static void an_alternative_takes_a_choice_point(void **state)
{
    (void)state;
    assert_int_equal(LEAST("World State [ A : bool ]\n"
                           "Compound Task [T] Method [not A] Subtasks [U(), U(), U()] Method [A] Subtasks [S()]\n"
                           "Compound Task [U] Method [not A] Subtasks [S()] Method [true] Subtasks [S(), S()]\n"
                           "Primitive Task [S]\n",
                           choices, HTN_FULL_CHOICES),
                     4);
}

static void a_method_takes_an_entry_of_the_record(void **state)
{
    (void)state;
    assert_int_equal(LEAST("World State [ A : bool ]\n"
                           "Compound Task [T] Method [not A] Subtasks [U(), U(), U()]\n"
                           "Compound Task [U] Method [not A] Subtasks [S()]\n"
                           "Primitive Task [S]\n",
                           record, HTN_FULL_RECORD),
                     4);
}

/* Of work: for each method that is taken, and for each step. */
static void methods_and_steps_are_work(void **state)
{
    (void)state;
    assert_int_equal(LEAST("World State [ A : 0..200 ]\n"
                           "Compound Task [T] Method [A < 120] Subtasks [S(), T()] Method [true] Subtasks [U()]\n"
                           "Primitive Task [S] Effects [A += 1]\n"
                           "Primitive Task [U] Operator [U]\n",
                           work, HTN_LIMIT_WORK),
                     120 * 2 + 2);
}

/* Tasks without parameters take none, also where a plan's steps are looked at one by one. */
static void steps_without_parameters_take_no_frames(void **state)
{
    fixture made;
    const htn_limits limits = {.steps = 100, .depth = 4, .record = 4, .choices = 4, .frames = 3, .trail = 16};
    (void)state;
    fixture_start(&made,
                  "World State [ A : bool, B : 0..9 ]\n"
                  "Compound Task [T] Method [not A] Subtasks [S(), S(), S(), S(), S()]\n"
                  "Primitive Task [S] Effects [B += 1]\n",
                  &limits);
    assert_int_equal(htn_plan_find(made.planner, &made.world, NULL), HTN_OK);
    assert_int_equal(htn_planner_adopt(made.planner), HTN_OK);
    assert_int_equal(htn_planner_validate(made.planner, &made.world, 0, NULL, NULL), HTN_OK);
    fixture_tear_down(&made);
}

/* --- What a listener is told ------------------------------------------------------------------------ */

typedef struct heard {
    const htn_domain *domain;
    char text[256];
    size_t used;
} heard;

static void hear(void *user, const htn_planner *planner, const htn_event *event)
{
    heard *of = (heard *)user;
    const char *space = of->used == 0 ? "" : " ";
    (void)planner;
    if (event->kind == HTN_EVENT_ENTER || event->kind == HTN_EVENT_STEP)
        of->used +=
            (size_t)snprintf(of->text + of->used, sizeof of->text - of->used, "%s%s%s", space,
                             event->kind == HTN_EVENT_ENTER ? ">" : "", htn_task_name(of->domain, event->index));
    else if (event->kind == HTN_EVENT_BIND || event->kind == HTN_EVENT_FRAME)
        of->used += (size_t)snprintf(of->text + of->used, sizeof of->text - of->used, "%s%s", space,
                                     event->kind == HTN_EVENT_BIND ? "bind" : "frame");
}

static void assert_heard(const char *text, const char *expected)
{
    fixture made;
    fixture_start(&made, text, NULL);
    heard of = {&made.domain, "", 0};
    assert_int_equal(htn_plan_begin(made.planner, &made.world, NULL), HTN_OK);
    assert_int_equal(htn_plan_trace(made.planner, hear, &of), HTN_OK);
    assert_string_equal(of.text, expected);
    fixture_tear_down(&made);
}

static void a_fact_that_is_looked_up_binds(void **state)
{
    (void)state;
    assert_heard("Entities [Place] Values [North, South, Ford]\n"
                 "World State [ At : Place, Road(a : Place, b : Place) : bool ]\n"
                 "Facts [Road(North, South) = true, Road(North, Ford) = true]\n"
                 "Compound Task [T] Method [any p : Place where Road(At, p), p != South] Subtasks [Go(p)]\n"
                 "Primitive Task [Go(p : Place)] Operator [Go(p)]\n",
                 "frame bind bind >Go frame Go");
}

static void steps_of_an_achieve_are_entered(void **state)
{
    (void)state;
    assert_heard("World State [ A : bool, B : 0..3 ]\n"
                 "Compound Task [T] Method [true] Subtasks [Achieve [A] Using [S, U]]\n"
                 "Primitive Task [S] Preconditions [B == 1] Operator [S()] Effects [A = true]\n"
                 "Primitive Task [U] Operator [U()] Effects [B = 1]\n",
                 "frame >U U >S S");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_takes_an_entry_of_the_trail),
        cmocka_unit_test(the_last_entry_may_be_a_byte),
        cmocka_unit_test(a_while_takes_two_entries_of_the_trail),
        cmocka_unit_test(a_while_that_is_open_takes_one_entry_of_the_trail),
        cmocka_unit_test(costs_take_entries_of_the_trail),
        cmocka_unit_test(a_task_with_parameters_takes_a_frame),
        cmocka_unit_test(a_recursive_task_takes_a_note),
        cmocka_unit_test(an_alternative_takes_a_choice_point),
        cmocka_unit_test(a_method_takes_an_entry_of_the_record),
        cmocka_unit_test(methods_and_steps_are_work),
        cmocka_unit_test(steps_without_parameters_take_no_frames),
        cmocka_unit_test(a_fact_that_is_looked_up_binds),
        cmocka_unit_test(steps_of_an_achieve_are_entered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
