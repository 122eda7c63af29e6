/* Enter of methods: asked again when the first step of the method starts, and only then. As stories (agent_story.h). */
#include "agent_story.h"

static const char door[] = "World State [ Open : bool = true, At : 0..3 ]\n"
                           "Compound Task [T]\n"
                           "  Method [Open] Subtasks [Walk(), Pass()]\n"
                           "  Method [] Subtasks [Wait()]\n"
                           "Compound Task [Pass]\n"
                           "  Method [] Enter [Open] Subtasks [Step(1), Step(2)]\n"
                           "Primitive Task [Walk] Operator [Walk]\n"
                           "Primitive Task [Step(n : 0..3)] Operator [Step(n)] Retry [2] Effects [At = n]\n"
                           "Primitive Task [Wait] Operator [Wait]\n";

STORY(an_enter_is_asked_when_the_first_step_of_its_method_starts)
{
    begin(told, door);
    expect(told, "+Walk");
    set(told, "Open", 0);
    expect(told, ""); /* nobody asks */
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Wait");
    finish(told);
}

STORY(an_enter_is_asked_once)
{
    begin(told, door);
    expect(told, "+Walk");
    expect_after(told, "Walk", HTN_SUCCEEDED, "=Walk +Step(1)");
    set(told, "Open", 0);
    expect_after(told, "Step", HTN_FAILED, "!Step +Step(1)"); /* also when it is tried again */
    expect_after(told, "Step", HTN_SUCCEEDED, "=Step +Step(2)");
    expect_after(told, "Step", HTN_SUCCEEDED, "=Step +Wait");
    assert_world(told, "At", 2);
    finish(told);
}

STORY(an_enter_knows_what_its_method_bound)
{
    begin(told, "Enum [Place] Values [Home, Cave, Lake]\n"
                "World State [ Dry(Place) : bool = true, Wet : Place = Home ]\n"
                "Compound Task [T]\n"
                "  Method [any p : Place where Dry(p) and p != Wet] Subtasks [Look(), Camp(p)]\n"
                "Compound Task [Camp(at : Place)]\n"
                "  Method [any q : Place where q > at] Enter [q != Wet, at != Wet] Subtasks [Put(at, q)]\n"
                "Primitive Task [Look] Operator [Look]\n"
                "Primitive Task [Put(at : Place, q : Place)] Operator [Put(at, q)]\n");
    expect(told, "+Look");
    set(told, "Wet", 2);
    expect(told, "");
    expect_after(told, "Look", HTN_SUCCEEDED, "=Look +Look"); /* not Put(1,2) */
    expect_after(told, "Look", HTN_SUCCEEDED, "=Look +Put(0,1)");
    finish(told);
}

STORY(a_step_behind_a_split_does_not_ask_again)
{
    begin(told, "World State [ Open : bool = true ]\n"
                "Compound Task [T]\n"
                "  Method [] Enter [Open] Subtasks [Go(), Split, Come()]\n"
                "  Method [] Subtasks [Wait()]\n"
                "Primitive Task [Go] Operator [Go] Effects [Open = false]\n"
                "Primitive Task [Come] Operator [Come]\n"
                "Primitive Task [Wait] Operator [Wait]\n");
    expect(told, "+Go");
    expect_after(told, "Go", HTN_SUCCEEDED, "=Go +Come");
    finish(told);
}

STORY(an_enter_is_asked_of_a_step_that_goes_on_in_another_plan)
{
    htn_agent_options options = {0};
    options.budget = 1;
    begin_with(told,
               "World State [ Fast : bool, Open : bool = true ]\n"
               "Compound Task [T]\n"
               "  Method [Fast] Enter [Open] Subtasks [Walk(), A(), A(), A(), A(), A(), Jump()]\n"
               "  Method [] Subtasks [Walk()]\n"
               "Primitive Task [Walk] Operator [Walk]\n"
               "Primitive Task [A] Effects [Open = true]\n"
               "Primitive Task [Jump] Operator [Jump]\n",
               options);
    for (uint32_t i = 0; i < 3 && told->begun == 0; i++)
        htn_agent_tick(told->agent, TICK);
    if (told->polled)
        read_news(told);
    told->used = 0;
    told->log[0] = '\0';
    set(told, "Fast", 1);
    expect(told, "");
    set(told, "Open", 0); /* the search does not see it */
    htn_status last = HTN_SUSPENDED;
    for (uint32_t i = 0; i < 20 && last == HTN_SUSPENDED; i++) {
        if (told->polled)
            report_all(told);
        htn_agent_tick(told->agent, TICK);
        if (told->polled)
            read_news(told);
        last = htn_agent_result(told->agent, 0);
    }
    assert_string_equal(told->log, told->polled ? "-Walk" : "-Walk");
    told->used = 0;
    told->log[0] = '\0';
    finish(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_enter_is_asked_when_the_first_step_of_its_method_starts),
        cmocka_unit_test(an_enter_is_asked_once),
        cmocka_unit_test(an_enter_knows_what_its_method_bound),
        cmocka_unit_test(a_step_behind_a_split_does_not_ask_again),
        cmocka_unit_test(an_enter_is_asked_of_a_step_that_goes_on_in_another_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
