/* Bindings in words; see explain_bindings.h. */
#include "cli/explain/explain_bindings.h"
#include "cli/common/value_text.h"
#include "cli/common/debug_info.h"
#include "cli/common/instruction.h"
#include "cli/explain/explain_source.h"

enum { MOST_FAILURES = sizeof((explain_failures *)NULL)->list / sizeof(explain_failure) };

static const char *name_of(const htn_domain *domain, uint32_t bound)
{
    return CLI_DEBUG_TEXT(domain, DEBUG_LOCALS, bound, NAME);
}

static bool is_of_list(const htn_domain *domain, uint32_t bound, uint32_t task, uint32_t method)
{
    return CLI_FIELD(domain, DEBUG_LOCALS, bound, TASK) == task &&
           CLI_FIELD(domain, DEBUG_LOCALS, bound, METHOD) == method;
}

void explain_add_bindings(base_text *text, const htn_domain *domain, const htn_planner *planner, uint32_t task,
                          uint32_t method)
{
    const char *between = "";
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_DEBUG_LOCALS); i++) {
        if (!is_of_list(domain, i, task, method))
            continue;
        base_text_add(text, "%s%s = ", between, name_of(domain, i));
        cli_add_value(text, domain, CLI_FIELD(domain, DEBUG_LOCALS, i, TYPE),
                      htn_trace_local(planner, CLI_FIELD(domain, DEBUG_LOCALS, i, LOCAL)));
        between = ", ";
    }
}

/* The type of which a binder at `pc` has found no instance, because there is none; HTN_NONE: it is not that. */
static uint32_t empty_type(const explain_values *values, uint32_t pc)
{
    const cli_instruction in = cli_instruction_at(values->domain, pc);
    const bool empty = in.op == HTN_OP_NEXT_INSTANCE && explain_instances(values, in.b) == 0;
    return empty ? in.b : HTN_NONE;
}

void explain_note_failure(explain_failures *failures, const explain_values *values, const htn_planner *planner,
                          uint32_t item, uint32_t local, uint32_t pc)
{
    const htn_domain *domain = values->domain;
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_DEBUG_LOCALS);
    uint32_t bound = 0;
    while (bound < count && !(CLI_FIELD(domain, DEBUG_LOCALS, bound, LOCAL) == local &&
                              is_of_list(domain, bound, CLI_FIELD(domain, DEBUG_ITEMS, item, TASK),
                                         CLI_FIELD(domain, DEBUG_ITEMS, item, METHOD))))
        bound++;
    for (uint32_t i = 0; i < failures->count; i++)
        if (failures->list[i].item == item) {
            failures->list[i].count++;
            return;
        }
    if (bound == count || failures->count == MOST_FAILURES)
        return;
    explain_failure *made = &failures->list[failures->count++];
    *made = (explain_failure){.item = item,
                              .count = 1,
                              .bound = bound,
                              .value = htn_trace_local(planner, local),
                              .type = empty_type(values, pc)};
    (void)explain_look_at_asked(values, CLI_FIELD(domain, DEBUG_ITEMS, item, FIRST),
                                CLI_FIELD(domain, DEBUG_ITEMS, item, END), &made->asked);
}

void explain_add_failures(base_text *text, const explain_failures *failures, const explain_values *values)
{
    const htn_domain *domain = values->domain;
    for (uint32_t i = 0; i < failures->count; i++) {
        const explain_failure *failure = &failures->list[i];
        base_text_add(text, "%s", i == 0 ? "" : "; ");
        if (failure->type != HTN_NONE) { /* whatever the instance */
            base_text_add(text, "there is no %s", CLI_TEXT(domain, TYPES, failure->type, NAME));
            continue;
        }
        explain_add_condition(text, domain, failure->item);
        base_text_add(text, " failed for %s = ", name_of(domain, failure->bound));
        cli_add_value(text, domain, CLI_FIELD(domain, DEBUG_LOCALS, failure->bound, TYPE), failure->value);
        if (failure->count > 1)
            base_text_add(text, " and %u more", failure->count - 1);
        if (failure->asked.kind != HTN_READ_QUERY && failure->asked.kind != HTN_READ_DERIVED)
            continue;
        base_text_add(text, ", as ");
        explain_add_seen(text, values, &failure->asked, 1, EXPLAIN_EVERY);
    }
}
