/*
 * A planner's memory: a block of any size either works or is refused with the name of the region that is
 * too small, and every limit may be tiny. Blocks have exactly their size, for a sanitizer to watch.
 */
#include "groups.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char small_domain[] =
    "Entities [Foe] Max [3]\n"
    "World State [Trunk : 0..3 = 0, Range : -5..300 = 40, Seen : bool = true, Left : int = 3]\n"
    "World State [Hate(Foe) : 0..300 = 9, Target : Foe]\n"
    "Root [Fight] Root [Arms] Select [cheapest]\n"
    "Compound Task [Arms]\n"
    "    Method [] Subtasks [Arm(2)]\n"
    "Compound Task [Fight]\n"
    "    Method [Seen, Left > 100] Subtasks [Rest()]\n"
    "    Method [Seen, any f : Foe where Hate(f) > 2] Prefer [lowest Hate(f)]\n"
    "        Subtasks [Mark(f), Arm(2), Approach(Range), Slam(Trunk), Fight()]\n"
    "    Method [Seen] Subtasks [Arm(1), Parallel [Approach(Range), Parallel [Wait(), Wait()]], Slam(1),\n"
    "        Achieve [Left > 90] Using [Calm, Rest]]\n"
    "Compound Task [Arm(power : int)]\n"
    "    Method [Trunk >= power] Subtasks []\n"
    "    Method [] Subtasks [Pull(power), Arm(power)]\n"
    "Compound Task [Approach(from : int)]\n"
    "    Method [Range <= 0] Subtasks []\n"
    "    Method [] Subtasks [Walk(), Approach(Range)]\n"
    "Primitive Task [Mark(f : Foe)] Preconditions [any g : Foe where g != f]\n"
    "    Effects [Target = g, Hate(h) -= 1 when Hate(h) > 1 for h : Foe where h != f]\n"
    "Primitive Task [Pull(power : int)] Effects [Trunk += power]\n"
    "Primitive Task [Walk] Effects [Range -= 15]\n"
    "Primitive Task [Slam(power : int)] Preconditions [Left > 0] Effects [Trunk -= power, Left -= 1] Cost [power]\n"
    "Primitive Task [Calm(f : Foe)] Preconditions [Hate(f) > 7] Effects [Hate(f) -= 1]\n"
    "Primitive Task [Wait] Effects [Left += 1 when Hate(f) > 0 for f : Foe] Duration [2s]\n"
    "Primitive Task [Rest] Effects [Left += 50] Duration [1s]\n";

/* The plan is Fight's last method; it takes three rounds, and a dead end, to get there. */
static bool open_small(subject_state *subject, const htn_limits *limits)
{
    char problem[4096];
    int32_t instance;
    uint32_t foe, hate;

    if (!subject_open(subject, "small.htn", small_domain, false, limits, problem, sizeof problem)) {
        print_comment(problem);
        return false;
    }
    hate = htn_domain_field(&subject->domain, HTN_SECTION_PROPERTIES, htn_property_find(&subject->domain, "Hate"),
                            HTN_PROPERTIES_FIRST_PARAMETER);
    foe = htn_domain_field(&subject->domain, HTN_SECTION_PARAMETERS, hate, HTN_PARAMETERS_TYPE);
    return htn_world_spawn(&subject->world, foe, &instance) == HTN_OK &&
           htn_world_spawn(&subject->world, foe, &instance) == HTN_OK;
}

/* Plans in a block of `size` bytes. The statuses of init and of the search. */
static htn_status plan_in(subject_state *subject, const htn_limits *limits, size_t size, htn_status *found,
                          text_buffer *answer)
{
    void *memory = subject_memory(size);
    htn_planner *planner;
    htn_plan plan;
    htn_status status;

    memset(memory, 0xA5, size);
    status = htn_planner_init(&planner, &subject->domain, limits, memory, size);
    *found = HTN_NOT_BEGUN;
    answer->length = 0;
    if (status == HTN_OK) {
        *found = htn_plan_find(planner, &subject->world, NULL);
        htn_planner_plan(planner, &plan);
        describe_answer(answer, &subject->domain, *found, &plan);
        if (*found == HTN_OK && (htn_planner_adopt(planner) != HTN_OK ||
                                 htn_planner_validate(planner, &subject->world, 0, NULL, NULL) != HTN_OK))
            *found = HTN_NOT_BEGUN;
    }
    free(memory);
    return status;
}

static const htn_limits enough = {
    .steps = 64, .depth = 32, .work = 100000, .record = 128, .frames = 1024, .choices = 96, .trail = 256, .nodes = 40};

bool group_every_size(void)
{
    static text_buffer answer;
    subject_state subject;
    unsigned seen[HTN_STATUS_LIMIT] = {0};
    bool good = open_small(&subject, &enough);
    size_t need = good ? htn_planner_bytes(&subject.domain, &enough) : 0, size;
    htn_status found, status;
    int i;

    for (size = 0; good && size < need + 64; size++) {
        status = plan_in(&subject, &enough, size, &found, &answer);
        seen[status]++;
        good = size < need ? is_full(status) : status == HTN_OK && found == HTN_OK;
        if (!good)
            printf("# %u of %u bytes: init: %s; plan: %s\n", (unsigned)size, (unsigned)need, htn_status_text(status),
                   htn_status_text(found));
    }
    for (i = 0; i < HTN_STATUS_LIMIT; i++)
        if (seen[i])
            printf("# %u sizes: %s\n", seen[i], htn_status_text((htn_status)i));
    for (i = HTN_FULL_HEADER; good && i <= HTN_FULL_BEST; i++)
        if (!seen[i] && (i != HTN_FULL_SPANS || (subject.domain.flags & HTN_BLOB_SPANS))) {
            printf("# no size was refused with: %s\n", htn_status_text((htn_status)i));
            good = false;
        }
    subject_close(&subject);
    return good;
}

/* One limit raised from 1: either what `refusal` says, or from some value on the plan of `wanted`. */
static bool raise_limit(subject_state *subject, size_t field, htn_status refusal, const char *wanted)
{
    static text_buffer answer;
    uint32_t value, refused = 0;
    bool found_one = false;

    for (value = 1; value <= 1200; value++) {
        htn_limits limits = enough;
        htn_status status, found;

        memcpy((char *)&limits + field, &value, sizeof value);
        status = plan_in(subject, &limits, htn_planner_bytes(&subject->domain, &limits), &found, &answer);
        if (status != HTN_OK && !is_full(status))
            break;
        if (status == HTN_OK && found == HTN_OK && strcmp(answer.text, wanted) == 0)
            found_one = true;
        else if (found_one || (status == HTN_OK && found != refusal))
            break;
        else
            refused++;
    }
    printf("# %s: %u of 1200\n", htn_status_text(refusal), (unsigned)refused);
    if (value > 1200 && found_one && refused)
        return true;
    printf("# at %u (plan found before: %d):\n", (unsigned)value, found_one);
    print_comment(answer.text);
    return false;
}

/* Limits tiny in all combinations: some answer, and no harm. */
static bool combine_limits(subject_state *subject)
{
    static text_buffer answer;
    dice_state dice = dice_for(1, 4);
    int i;

    for (i = 0; i < 3000; i++) {
        htn_limits limits;
        htn_status status, found;

        limits.steps = 1 + dice_below(&dice, 40);
        limits.depth = 1 + dice_below(&dice, 20);
        limits.work = 1 + dice_below(&dice, 200);
        limits.record = 1 + dice_below(&dice, 60);
        limits.frames = 1 + dice_below(&dice, 400);
        limits.choices = 1 + dice_below(&dice, 30);
        limits.trail = 1 + dice_below(&dice, 150);
        limits.nodes = 1 + dice_below(&dice, 30);
        status = plan_in(subject, &limits, htn_planner_bytes(&subject->domain, &limits), &found, &answer);
        if (status == HTN_OK ? found != HTN_OK && found != HTN_LIMIT_STEPS && found != HTN_LIMIT_DEPTH &&
                                   found != HTN_LIMIT_NODES && found != HTN_LIMIT_WORK && !is_full(found)
                             : !is_full(status)) {
            printf("# combination %d: init: %s; plan: %s\n", i, htn_status_text(status), htn_status_text(found));
            return false;
        }
    }
    return true;
}

bool group_tiny_limits(void)
{
    static text_buffer answer;
    subject_state subject;
    htn_status found;
    char *wanted;
    bool good;

    if (!open_small(&subject, &enough)) {
        subject_close(&subject);
        return false;
    }
    plan_in(&subject, &enough, htn_planner_bytes(&subject.domain, &enough), &found, &answer);
    wanted = subject_memory(answer.length + 1);
    memcpy(wanted, answer.text, answer.length + 1);
    good = raise_limit(&subject, offsetof(htn_limits, work), HTN_LIMIT_WORK, wanted);
    good &= raise_limit(&subject, offsetof(htn_limits, record), HTN_FULL_RECORD, wanted);
    good &= raise_limit(&subject, offsetof(htn_limits, frames), HTN_FULL_FRAMES, wanted);
    good &= raise_limit(&subject, offsetof(htn_limits, choices), HTN_FULL_CHOICES, wanted);
    good &= raise_limit(&subject, offsetof(htn_limits, trail), HTN_FULL_TRAIL, wanted);
    good &= raise_limit(&subject, offsetof(htn_limits, nodes), HTN_LIMIT_NODES, wanted);
    good &= combine_limits(&subject);
    free(wanted);
    subject_close(&subject);
    return good;
}
