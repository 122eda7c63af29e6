/* Saving plans; see save_plan.h. Neighbour: load_plan.c reads this. */
#include "save_plan.h"
#include "../blob/blob_reader.h"
#include "../search/kept_plan.h"
#include "../world/cells.h"
#include "save_format.h"
#include "save_world.h"

void htni_put_task(htni_save_writer *to, const htn_domain *domain, uint32_t task)
{
    htni_put_text(to, htn_task_name(domain, task));
    htni_put_types(to, domain, HTNI_FIELD(domain, TASKS, task, FIRST_PARAMETER),
                   HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT));
    htni_put_number(to, HTNI_FIELD(domain, TASKS, task, BINDINGS));
}

/*
 * Behind an instance of an open type comes its generation when the step was planned: another one
 * may be in its slot by now.
 */
static void put_argument(htni_save_writer *to, const htn_planner *planner, const htni_kept_plan *kept_plan,
                         uint32_t type, int32_t value)
{
    const htn_domain *domain = planner->machine.domain;
    const uint8_t *generations = htni_region(&planner->machine, kept_plan->generations_at);
    htni_put_value(to, domain, type, value);
    if (type != HTN_NONE && htni_saved_kind_of(domain, type) == HTNI_SAVED_OPEN)
        htni_put_number(to, value < 0 ? 0 : htni_generation(generations, htni_slot(domain, type, value)));
}

static void put_step(htni_save_writer *to, const htn_planner *planner, const htni_kept_plan *kept_plan, uint32_t task,
                     const int32_t *values)
{
    const htn_domain *domain = planner->machine.domain;
    const uint32_t first = HTNI_FIELD(domain, TASKS, task, FIRST_PARAMETER);
    const uint32_t parameters = HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT);
    const uint32_t count = htni_argument_count(domain, task);
    htni_put_task(to, domain, task);
    for (uint32_t i = 0; i < parameters; i++)
        put_argument(to, planner, kept_plan, HTNI_FIELD(domain, PARAMETERS, first + i, TYPE), values[i]);
    for (uint32_t i = parameters; i < count; i++)
        htni_put_signed(to, values[i]);
}

void htni_put_plan(htni_save_writer *to, const htn_planner *planner, const htni_kept_plan *kept_plan)
{
    htn_plan plan;
    htni_view_kept_plan(&planner->machine, kept_plan, &plan);
    htni_put_number(to, plan.step_count);
    for (uint32_t i = 0; i < plan.step_count; i++)
        put_step(to, planner, kept_plan, plan.steps[i].task, plan.values + plan.steps[i].arguments);
    htni_put_number(to, plan.span_count);
    for (uint32_t i = 0; i < plan.span_count; i++) {
        htni_put_number(to, plan.spans[i].kind);
        htni_put_number(to, plan.spans[i].first);
        htni_put_number(to, plan.spans[i].end);
        htni_put_number(to, plan.spans[i].parent + 1); /* 0: in none */
        htni_put_number(to, plan.spans[i].entry + 1);  /* 0: from before this plan */
    }
    htni_put_signed(to, plan.cost);
    htni_put_signed(to, plan.duration);
    htni_put_number(to, plan.reached);
    htni_put_number(to, plan.partial);
    htni_put_number(to, plan.proven);
}
