/*
 * A world state of more than 65,536 bytes and properties. Fused tests and effects have addresses of 16 bits,
 * or indexes of tables; what lies beyond must be reached in another way, and never be mistaken for what lies
 * 65,536 below it. The plan is known, as the reference holds no world of that size.
 */
#include "groups.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROPERTIES = 66000, LINE = 16, REST = 1024 };

static const char tasks[] =
    "Entities [Item] Values [Bow, Axe, Cup]\n"
    "World State [Marked(Item) : bool, Load(Item) : 0..9 = 2]\n"
    "Compound Task [Go]\n"
    "    Method [P65999] Subtasks [Other()]\n"
    "    Method [not P65536, not P65535, Last == 3, P463 == false] Subtasks [Set(), Check(), Again()]\n"
    "Primitive Task [Other]\n"
    "Primitive Task [Set] Effects [P65536 = true, P65535 = true, Last += 4, P65999 = true,\n"
    "    Marked(Axe) = true, Load(i) += 3 for i : Item where i != Cup]\n"
    "Primitive Task [Check]\n"
    "    Preconditions [P65536, P65535, not P0, not P463, not P65534, P65999, Last == 7, Last > 6, Last != 0]\n"
    "    Effects [Last -= 9, P65536 = not P65536]\n"
    "Primitive Task [Again] Preconditions [any i : Item where Marked(i), Load(i) == 5, not Marked(Cup), Load(Cup) == 2, Last == 0, Last <= 1, not P464, not P65536, not P0]\n";

static char *make_text(void)
{
    char *text = subject_memory((size_t)PROPERTIES * LINE + REST + sizeof tasks);
    size_t length = (size_t)sprintf(text, "World State [\n");
    int i;

    for (i = 0; i < PROPERTIES; i++)
        length += (size_t)sprintf(text + length, "P%d : bool,\n", i);
    length += (size_t)sprintf(text + length, "Last : 0..9 = 3\n]\n");
    memcpy(text + length, tasks, sizeof tasks);
    return text;
}

bool group_large_world(void)
{
    static text_buffer answer;
    const htn_limits limits = {0};
    char problem[4096], *text = make_text();
    subject_state subject;
    htn_status status;
    htn_plan plan;
    bool good = subject_open(&subject, "large.htn", text, false, &limits, problem, sizeof problem);

    if (good) {
        status = htn_plan_find(subject.planner, &subject.world, NULL);
        htn_planner_plan(subject.planner, &plan);
        describe_answer(&answer, &subject.domain, status, &plan);
        good = strstr(answer.text, "    Set()\n    Check()\n    Again(1)\n    MTR [1]\n") != NULL;
        if (!good)
            print_comment(answer.text);
    } else {
        print_comment(problem);
    }
    subject_close(&subject);
    free(text);
    return good;
}
