/*
 * Agent classes; see agent_class.h. Names are looked up here, once. How many cells a During writes
 * is not in the blob, so it is counted here, in the code.
 */
#include "agent_class.h"

size_t htn_agent_class_bytes(const htn_domain *domain)
{
    if (domain == NULL || domain->blob == NULL)
        return 0;
    return (sizeof(htn_agent_class) + 7) / 8 * 8 +
           htni_count(domain, HTN_SECTION_OPERATORS) * sizeof(htn_operator_binding) +
           htni_count(domain, HTN_SECTION_SENSORS) * sizeof(htn_sensor_binding);
}

/* --- Room for a step ---------------------------------------------------------------------------- */

/*
 * How many cells a block of writes changes at most. Within a loop a write may change any cell of
 * its table.
 */
static uint32_t cells_of(const htn_domain *domain, uint32_t block, uint32_t end)
{
    uint64_t cells = 0;
    bool loops = false;
    for (uint32_t pc = block; pc < end; pc++) {
        const htni_instruction in = htni_fetch(domain, pc);
        const uint32_t family = htni_opcodes[in.op].family;
        if (family == HTNI_FAMILY_RETURN)
            break; /* the block ends at its first return */
        const uint32_t property = htni_written_property(domain, &in);
        loops = loops || family == HTNI_FAMILY_LOOP;
        if (property != HTN_NONE)
            cells += loops ? HTNI_FIELD(domain, PROPERTIES, property, CELLS) : 1;
    }
    return cells > HTN_MAX_WORLD ? HTN_MAX_WORLD : (uint32_t)cells;
}

static uint32_t max_of(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static void measure(htn_agent_class *agent_class)
{
    const htn_domain *domain = agent_class->domain;
    const uint32_t tasks = htni_count(domain, HTN_SECTION_TASKS);
    const uint32_t operators = htni_count(domain, HTN_SECTION_OPERATORS);
    const uint32_t instructions = htni_count(domain, HTN_SECTION_CODE);
    for (uint32_t pc = 0; pc < instructions; pc++)
        agent_class->groups |= htni_fetch(domain, pc).op == HTN_OP_GROUP;
    for (uint32_t i = 0; i < tasks; i++) {
        const uint32_t during = HTNI_FIELD(domain, TASKS, i, DURING);
        if (during != HTN_NONE)
            agent_class->during_cells =
                max_of(agent_class->during_cells, cells_of(domain, during, HTNI_FIELD(domain, TASKS, i, END)));
    }
    for (uint32_t i = 0; i < operators; i++) {
        agent_class->memory = max_of(agent_class->memory, htni_class_operators(agent_class)[i].memory);
        agent_class->arguments = max_of(agent_class->arguments, HTNI_FIELD(domain, OPERATORS, i, PARAMETER_COUNT));
    }
    agent_class->memory = (agent_class->memory + 7) & ~UINT32_C(7);
    if ((domain->task_flags & HTN_TASK_TIMEOUT) != 0 || domain->retries != 0 || domain->aborts != 0)
        agent_class->extra = (uint32_t)sizeof(htni_step_extra) +
                             (domain->aborts != 0 ? (domain->max_arguments * 6 + 3) & ~UINT32_C(3) : 0);
}

/* --- Binding ------------------------------------------------------------------------------------ */

static bool has_function(const htn_operator_binding *binding)
{
    return binding->start != NULL || binding->update != NULL || binding->abort != NULL || binding->resume != NULL;
}

static htn_status bind(htn_agent_class *agent_class, const htn_bindings *bindings, const char **wrong)
{
    for (uint32_t i = 0; i < bindings->operator_count; i++) {
        const htn_operator_binding *binding = &bindings->operators[i];
        const uint32_t found = htn_operator_find(agent_class->domain, binding->name);
        *wrong = binding->name;
        if (found == HTN_NONE)
            return HTN_NOT_FOUND;
        if (binding->memory > HTN_MAX_WORLD || (binding->polled && has_function(binding)))
            return HTN_BAD_ARGUMENT;
        htni_class_operators(agent_class)[found] = *binding;
    }
    for (uint32_t i = 0; i < bindings->sensor_count; i++) {
        const htn_sensor_binding *binding = &bindings->sensors[i];
        const uint32_t found = htn_sensor_find(agent_class->domain, binding->name);
        *wrong = binding->name;
        if (found == HTN_NONE)
            return HTN_NOT_FOUND;
        htni_class_sensors(agent_class)[found] = *binding;
    }
    *wrong = NULL;
    agent_class->answerer = bindings->answerer;
    agent_class->order_ended = bindings->order_ended;
    agent_class->context = bindings->context;
    return HTN_OK;
}

htn_status htn_agent_class_init(htn_agent_class **agent_class, const htn_domain *domain, const htn_bindings *bindings,
                                void *memory, size_t size, const char **wrong)
{
    const char *unused;
    if (agent_class == NULL || domain == NULL || domain->blob == NULL || memory == NULL)
        return HTN_BAD_ARGUMENT;
    *agent_class = NULL;
    if ((uintptr_t)memory % 8 != 0)
        return HTN_BAD_MEMORY;
    if (size < htn_agent_class_bytes(domain))
        return HTN_TOO_SMALL;
    htn_agent_class *made = (htn_agent_class *)memory;
    memset(made, 0, htn_agent_class_bytes(domain));
    made->domain = domain;
    for (uint32_t i = 0; i < htni_count(domain, HTN_SECTION_OPERATORS); i++)
        htni_class_operators(made)[i].polled = true;
    const htn_status status = bindings == NULL ? HTN_OK : bind(made, bindings, wrong != NULL ? wrong : &unused);
    if (status != HTN_OK)
        return status;
    measure(made);
    *agent_class = made;
    return HTN_OK;
}
