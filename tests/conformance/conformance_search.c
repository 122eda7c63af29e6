/*
 * Searches of a conformance case: for each root and some worlds the plan, how it was found, piece by piece and traced, and what
 * validating it, planning against it and going on behind it come to. See conformance_inside.h.
 */
#include "conformance_inside.h"

enum { WORLDS = 4 };

typedef struct searches {
    conformance_case *a_case;
    htn_world world;
    htn_planner *planner;
    uint32_t events, sum; /* of a trace */
} searches;

static void put_steps(conformance_case *a_case, const htn_plan *plan)
{
    for (uint32_t i = 0; i < plan->step_count; i++) {
        const htn_task task = plan->steps[i].task;
        const uint32_t count = htn_domain_field(&a_case->domain, HTN_SECTION_TASKS, task, HTN_TASKS_PARAMETER_COUNT) +
                               htn_domain_field(&a_case->domain, HTN_SECTION_TASKS, task, HTN_TASKS_BINDINGS);
        put_word(a_case, htn_task_name(&a_case->domain, task));
        for (uint32_t k = 0; k < count; k++)
            put_number(a_case, plan->values[plan->steps[i].arguments + k]);
    }
}

static void put_plan(conformance_case *a_case, const htn_plan *plan)
{
    put_text(a_case, "  steps");
    put_steps(a_case, plan);
    put_text(a_case, "\n  record");
    for (uint32_t i = 0; i < plan->record_count; i++)
        put_number(a_case, plan->record[i]);
    put_text(a_case, "\n  spans");
    for (uint32_t i = 0; i < plan->span_count; i++) {
        put_number(a_case, plan->spans[i].kind);
        put_number(a_case, plan->spans[i].first);
        put_number(a_case, plan->spans[i].end);
        put_number(a_case, (int32_t)plan->spans[i].parent);
        put_number(a_case, (int32_t)plan->spans[i].entry);
    }
    put_text(a_case, "\n  cost, duration, cut, proven, continues, partial");
    put_number(a_case, plan->cost);
    put_number(a_case, plan->duration);
    put_number(a_case, plan->reached);
    put_number(a_case, plan->proven);
    put_number(a_case, plan->continues);
    put_number(a_case, plan->partial);
    put_text(a_case, "\n");
}

static void put_arguments(searches *all, const htn_plan *plan)
{
    conformance_case *a_case = all->a_case;
    htn_argument arguments[HTN_MAX_ARGUMENTS];
    for (uint32_t i = 0; i < plan->step_count; i++) {
        uint32_t count = 0;
        const htn_status status =
            htn_operator_arguments(&all->world, plan->steps[i].task, plan->values + plan->steps[i].arguments,
                                   answer_query, a_case, arguments, HTN_MAX_ARGUMENTS, &count);
        put_text(a_case, "  operator");
        put_word(a_case, htn_operator_name(&a_case->domain, htn_task_operator(&a_case->domain, plan->steps[i].task)));
        put_word(a_case, htn_status_text(status));
        for (uint32_t k = 0; k < count && status == HTN_OK; k++)
            if (arguments[k].type == HTN_NONE)
                put_word(a_case, arguments[k].text);
            else
                put_number(a_case, arguments[k].value);
        put_text(a_case, "\n");
    }
}

/* The answer of a search, and which kind of plan it has found. */
static const char *answer_text(const htn_planner *planner, htn_status status)
{
    htn_plan plan;
    if (status != HTN_OK)
        return htn_status_text(status);
    htn_planner_plan(planner, &plan);
    if (plan.step_count == 0)
        return "an empty plan: nothing to do";
    return plan.partial == HTN_PARTIAL_NOT ? "a plan" : "a partial plan";
}

static htn_status search(searches *all, const htn_request *request, const char *what)
{
    conformance_case *a_case = all->a_case;
    htn_plan plan;
    uint32_t pieces = 1;
    htn_status status = htn_plan_begin(all->planner, &all->world, request);
    if (status == HTN_OK)
        while ((status = htn_plan_step(all->planner, 1 + dice_below(&a_case->dice, 60))) == HTN_SUSPENDED)
            pieces++;
    put_text(a_case, what);
    put_word(a_case, answer_text(all->planner, status));
    put_number(a_case, pieces);
    put_text(a_case, "\n");
    htn_planner_plan(all->planner, &plan);
    if (status == HTN_OK)
        put_plan(a_case, &plan);
    return status;
}

static void listen(void *user, const htn_planner *planner, const htn_event *event)
{
    searches *all = user;
    all->events++;
    all->sum = all->sum * 31 + (uint32_t)event->kind;
    all->sum = all->sum * 31 + event->pc;
    all->sum = all->sum * 31 + event->index;
    all->sum = all->sum * 31 + (uint32_t)htn_trace_local(planner, 0);
    all->sum = all->sum * 31 + htn_trace_writer(planner, 0);
}

static void traced(searches *all, const htn_request *request)
{
    all->events = all->sum = 0;
    put_text(all->a_case, "traced");
    if (htn_plan_begin(all->planner, &all->world, request) == HTN_OK)
        put_word(all->a_case, answer_text(all->planner, htn_plan_trace(all->planner, listen, all)));
    put_number(all->a_case, all->events);
    put_number(all->a_case, all->sum);
    put_text(all->a_case, "\n");
}

/* The plan just found runs, the world changes, and the planner is asked what to think of it. */
static void run_plan(searches *all, const htn_request *request, htn_status found)
{
    conformance_case *a_case = all->a_case;
    htn_plan plan;
    uint32_t failed = 0;
    htn_request again = *request;
    htn_planner_plan(all->planner, &plan);
    if (found == HTN_OK && plan.partial != HTN_PARTIAL_NOT && htn_planner_adopt(all->planner) == HTN_OK) {
        again.go_on = true;
        found = search(all, &again, "go on");
        again.go_on = false;
    }
    htn_planner_plan(all->planner, &plan);
    if (found != HTN_OK || plan.step_count == 0 || htn_planner_adopt(all->planner) != HTN_OK ||
        !htn_planner_running(all->planner, &plan))
        return;
    put_arguments(all, &plan);
    change_world(a_case, &all->world, 2);
    const uint32_t done = dice_below(&a_case->dice, plan.step_count + 1);
    put_text(a_case, "validate");
    put_word(a_case, htn_status_text(htn_planner_validate(all->planner, &all->world, done, NULL, &failed)));
    put_number(a_case, failed);
    put_text(a_case, "\n");
    again.replan = true;
    again.steps_done = done;
    search(all, &again, "replan");
}

static void search_root(searches *all, uint32_t root)
{
    conformance_case *a_case = all->a_case;
    htn_request request = {.root = root, .seed = dice_below(&a_case->dice, 1000)};
    if (dice_percent(&a_case->dice, 25))
        request.horizon = 1 + dice_below(&a_case->dice, 4000);
    htn_planner_drop(all->planner);
    put_text(a_case, "root");
    put_number(a_case, root);
    put_text(a_case, "\n");
    traced(all, &request);
    run_plan(all, &request, search(all, &request, "find"));
}

void conformance_searches(conformance_case *a_case)
{
    searches all = {.a_case = a_case};
    const htn_limits limits = conformance_limits();
    const size_t world_size = htn_world_bytes(&a_case->domain), size = htn_planner_bytes(&a_case->domain, &limits);
    void *world_memory = take_memory(a_case, world_size), *block = take_memory(a_case, size);
    if (block == NULL || htn_world_init(&all.world, &a_case->domain, world_memory, world_size) != HTN_OK ||
        htn_planner_init(&all.planner, &a_case->domain, &limits, block, size) != HTN_OK) {
        a_case->failed = true;
        return;
    }
    htn_planner_answer(all.planner, answer_query, a_case);
    for (int i = 0; i < WORLDS; i++) {
        put_world(a_case, &all.world);
        for (uint32_t root = 0; root < htn_domain_count(&a_case->domain, HTN_SECTION_ROOTS); root++)
            search_root(&all, root);
        change_world(a_case, &all.world, 6);
    }
}
