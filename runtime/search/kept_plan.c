/*
 * Each kept plan has regions of its own. Arguments are packed, because the frames that held them are used
 * again.
 */
#include "kept_plan.h"
#include "../blob/task_code.h"

static htn_step *steps_of(const htni_machine *machine, const htni_kept_plan *kept)
{
    return htni_region(machine, kept->steps_at);
}

static int32_t *values_of(const htni_machine *machine, const htni_kept_plan *kept)
{
    return htni_region(machine, kept->values_at);
}

void htni_keep_plan(const htni_machine *machine, const htn_plan *plan, htni_kept_plan *to)
{
    htn_step *steps = steps_of(machine, to);
    int32_t *values = values_of(machine, to);
    uint32_t used = 0;
    for (uint32_t i = 0; i < plan->step_count; i++) {
        const uint32_t count = htni_argument_count(machine->domain, plan->steps[i].task);
        steps[i].task = plan->steps[i].task;
        steps[i].arguments = used;
        if (count != 0)
            memcpy(values + used, plan->values + plan->steps[i].arguments, count * sizeof *values);
        used += count;
    }
    if (plan->record_count != 0)
        memcpy(htni_region(machine, to->record_at), plan->record, plan->record_count * sizeof *plan->record);
    if (plan->span_count != 0)
        memcpy(htni_region(machine, to->spans_at), plan->spans, plan->span_count * sizeof *plan->spans);
    to->steps = plan->step_count;
    to->records = plan->record_count;
    to->spans = plan->span_count;
    to->cost = plan->cost;
    to->duration = plan->duration;
    to->reached = plan->reached;
    to->partial = plan->partial;
    to->proven = plan->proven;
}

/*
 * The entries of an Each are linked: behind the bindings of an item lies the entry of the next one, or HTN_NONE. `entry` is that of
 * an item, in whose frame `locals` are.
 */
static void link_item(const htni_machine *machine, const htni_kept_plan *kept, uint32_t entry, uint32_t method,
                      const uint32_t *locals)
{
    const htn_domain *domain = machine->domain;
    uint32_t *bindings = htni_region(machine, kept->bindings_at);
    const uint32_t count = HTNI_FIELD(domain, METHODS, method, BINDINGS);
    const uint32_t before =
        locals[HTNI_FIELD(domain, METHODS, method, FIRST_BINDING) - HTN_EACH_FIELDS + HTN_EACH_PREVIOUS];
    bindings[(size_t)entry * domain->max_bindings + count] = HTN_NONE;
    if (before < entry)
        bindings[(size_t)before * domain->max_bindings + count] = entry;
}

/*
 * The frame of each method of the plan found still holds its bindings. Behind those, a method with a While
 * keeps the parameters of its task; the last word is the index of the method. An item of an Each keeps where the next one is.
 */
void htni_keep_choices(const htni_machine *machine, htni_kept_plan *kept)
{
    const htn_domain *domain = machine->domain;
    const htni_record_site *places = htni_record_sites(machine);
    const uint16_t *record = htni_record(machine);
    uint32_t *to = htni_region(machine, kept->bindings_at);
    uint32_t *methods = htni_region(machine, kept->methods_at);
    if (!domain->record_sites)
        return;
    for (uint32_t i = 0; i < machine->now.record; i++, to += domain->max_bindings) {
        const uint32_t task = htni_task_of(domain, places[i].pc);
        const uint32_t method = HTNI_FIELD(domain, TASKS, task, FIRST_METHOD) + record[i];
        const uint32_t count = HTNI_FIELD(domain, METHODS, method, BINDINGS);
        const uint32_t *locals = htni_frames(machine) + places[i].frame + HTNI_FRAME_LOCALS;
        if (count != 0)
            memcpy(to, locals + HTNI_FIELD(domain, METHODS, method, FIRST_BINDING), count * sizeof *to);
        if (domain->cools)
            methods[i] = method;
        if (count != 0 && (HTNI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_EACH) != 0)
            link_item(machine, kept, i, method, locals);
        const uint32_t parameters = HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT);
        if (HTNI_FIELD(domain, METHODS, method, WHILE) == HTN_NONE)
            continue;
        memcpy(to + count, locals, parameters * sizeof *to);
        to[domain->max_bindings - 1] = method;
    }
}

void htni_copy_choices(const htni_machine *machine, const htni_kept_plan *from, htni_kept_plan *to)
{
    const htn_domain *domain = machine->domain;
    memcpy(htni_region(machine, to->bindings_at), htni_region(machine, from->bindings_at),
           (size_t)from->records * domain->max_bindings * sizeof(int32_t));
    if (domain->cools)
        memcpy(htni_region(machine, to->methods_at), htni_region(machine, from->methods_at),
               (size_t)from->records * sizeof(uint32_t));
}

void htni_view_kept_plan(const htni_machine *machine, const htni_kept_plan *kept, htn_plan *plan)
{
    memset(plan, 0, sizeof *plan);
    plan->steps = steps_of(machine, kept);
    plan->step_count = kept->steps;
    plan->values = values_of(machine, kept);
    plan->record = htni_region(machine, kept->record_at);
    plan->record_count = kept->records;
    plan->spans = htni_region(machine, kept->spans_at);
    plan->span_count = kept->spans;
    plan->cost = kept->cost;
    plan->duration = kept->duration;
    plan->reached = kept->reached;
    plan->partial = kept->partial;
    plan->proven = kept->proven != 0;
}

uint32_t htni_method_at(const htni_machine *machine, const htni_kept_plan *kept, uint32_t entry)
{
    const uint32_t *methods = htni_region(machine, kept->methods_at),
                   *bindings = htni_region(machine, kept->bindings_at);
    return machine->domain->cools ? methods[entry] : bindings[((size_t)entry + 1) * machine->domain->max_bindings - 1];
}
