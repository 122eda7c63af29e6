/* What conditions see, and how it is written; see explain_values.h. */
#include "cli/explain/explain_values.h"
#include "cli/common/debug_info.h"
#include "cli/common/held.h"
#include "cli/common/value_text.h"
#include <htn/agent.h>
#include <stdlib.h>
#include <string.h>

enum { TYPE_BOOL = 0, TYPE_INT = 1, TUPLES_SHOWN = 6 }; /* every blob's types begin with bool and int */

void explain_values_init(explain_values *values, cli_session *session)
{
    const htn_domain *domain = &session->subject.domain;
    *values = (explain_values){.session = session, .domain = domain, .tuples = base_allocate(sizeof *values->tuples)};
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_PROPERTIES); i++)
        if (session->set[i] && values->initial_memory == NULL) {
            values->initial_memory = base_allocate(htn_world_bytes(domain));
            htn_world_init(&values->initial, domain, values->initial_memory, htn_world_bytes(domain));
        }
}

void explain_values_free(explain_values *values)
{
    if (values->tuples != NULL)
        explain_tuples_free(values->tuples);
    free(values->tuples);
    free(values->questions.list);
    free(values->initial_memory);
}

/* --- Looking -------------------------------------------------------------------------------------- */

int32_t explain_instances(const explain_values *values, uint32_t type)
{
    const int32_t low = (int32_t)CLI_FIELD(values->domain, TYPES, type, LOW);
    const int32_t high = (int32_t)CLI_FIELD(values->domain, TYPES, type, HIGH);
    int32_t count = 0;
    if (CLI_FIELD(values->domain, TYPES, type, PRESENCE) == HTN_NONE)
        return high - low + 1;
    for (int32_t i = low; i <= high; i++)
        count += htn_world_exists(&values->session->world, type, i);
    return count;
}

/* Whether --set gave the value: it gives those of a table one by one. */
static bool was_set(const explain_values *values, const explain_seen *seen)
{
    return values->session->set[seen->index] &&
           (seen->count == 0 || htn_world_get_at(&values->initial, seen->index, seen->at, seen->count) != seen->value);
}

/* A property, or a cell of a table. */
static void look_at_cell(const explain_values *values, const htn_planner *planner, uint32_t read, explain_seen *seen)
{
    const uint32_t first = CLI_FIELD(values->domain, DEBUG_READS, read, FIRST_ARGUMENT);
    htn_plan plan;
    seen->count = CLI_FIELD(values->domain, DEBUG_READS, read, ARGUMENT_COUNT);
    for (uint32_t i = 0; i < seen->count; i++) {
        const uint32_t kind = CLI_FIELD(values->domain, DEBUG_ARGUMENTS, first + i, KIND);
        const uint32_t value = CLI_FIELD(values->domain, DEBUG_ARGUMENTS, first + i, VALUE);
        seen->at[i] = kind == HTN_ARGUMENT_LOCAL      ? htn_trace_local(planner, value)
                      : kind == HTN_ARGUMENT_PROPERTY ? htn_trace_get(planner, value)
                      : kind == HTN_ARGUMENT_LAYER    ? (int32_t)htn_trace_root(planner)
                                                      : (int32_t)value;
    }
    seen->value = htn_trace_get_at(planner, seen->index, seen->at, seen->count);
    seen->step = htn_trace_writer_at(planner, seen->index, seen->at, seen->count);
    htn_trace_plan(planner, &plan);
    seen->origin = seen->step != HTN_NONE ? EXPLAIN_WRITTEN : was_set(values, seen) ? EXPLAIN_SET : EXPLAIN_INITIAL;
    if (seen->step < plan.step_count)
        seen->step_task = plan.steps[seen->step].task;
}

/* What a quantifier found, where it decided. False: nothing to show. */
static bool look_at_quantifier(const explain_values *values, const htn_planner *planner, explain_seen *seen,
                               uint32_t type)
{
    const bool passes = seen->kind == HTN_READ_NONE_PASSED || seen->kind == HTN_READ_NO_INSTANCE;
    seen->origin = EXPLAIN_QUANTIFIER;
    seen->value = !passes            ? htn_trace_local(planner, seen->index)
                  : type != HTN_NONE ? explain_instances(values, type)
                                     : -1;
    seen->index = type;
    return seen->kind != HTN_READ_NO_INSTANCE || seen->value == 0;
}

/* The row of a local that a list of conditions binds. HTN_NONE: the list of the item binds no such local. */
static uint32_t bound_local(const htn_domain *domain, uint32_t item, uint32_t local)
{
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_DEBUG_LOCALS); i++)
        if (CLI_FIELD(domain, DEBUG_LOCALS, i, LOCAL) == local &&
            CLI_FIELD(domain, DEBUG_LOCALS, i, TASK) == CLI_FIELD(domain, DEBUG_ITEMS, item, TASK) &&
            CLI_FIELD(domain, DEBUG_LOCALS, i, METHOD) == CLI_FIELD(domain, DEBUG_ITEMS, item, METHOD))
            return i;
    return HTN_NONE;
}

/* False: the local is neither a parameter nor bound. */
static bool look_at_local(const htn_domain *domain, const htn_planner *planner, uint32_t at, uint32_t item,
                          explain_seen *seen)
{
    seen->task = cli_task_at(domain, at);
    seen->value = htn_trace_local(planner, seen->index);
    if (seen->index < CLI_FIELD(domain, TASKS, seen->task, PARAMETER_COUNT))
        return true;
    seen->bound = bound_local(domain, item, seen->index);
    return seen->bound != HTN_NONE;
}

bool explain_look_at_asked(const explain_values *values, uint32_t first, uint32_t end, explain_seen *seen)
{
    const explain_asked *asked = explain_asked_in(&values->questions, first, end);
    if (asked == NULL)
        return false;
    *seen = asked->seen;
    if (seen->kind == HTN_READ_DERIVED)
        seen->chain = explain_chain_of(values->tuples, values->domain, seen->index, asked->arguments, seen->value != 0);
    return true;
}

/* What was proposed in front of the SELECT that has decided. */
static bool look_at_proposed(const explain_values *values, uint32_t query, explain_seen *seen)
{
    const explain_seen *asked = explain_asked_about(&values->questions, query);
    if (asked != NULL)
        *seen = *asked;
    return asked != NULL;
}

/* False where there is nothing to see: a query that was not asked, a quantifier that did not decide at `decided`. */
static bool look_at(const explain_values *values, const htn_planner *planner, uint32_t read, uint32_t item,
                    uint32_t decided, explain_seen *seen)
{
    const htn_domain *domain = values->domain;
    const uint32_t at = CLI_FIELD(domain, DEBUG_READS, read, AT);
    *seen = (explain_seen){.kind = CLI_FIELD(domain, DEBUG_READS, read, KIND),
                           .index = CLI_FIELD(domain, DEBUG_READS, read, INDEX),
                           .task = HTN_NONE,
                           .bound = HTN_NONE,
                           .origin = EXPLAIN_ARGUMENT,
                           .step = HTN_NONE,
                           .step_task = HTN_NONE};
    switch (seen->kind) {
    case HTN_READ_PROPERTY:
    case HTN_READ_CELL: look_at_cell(values, planner, read, seen); return true;
    case HTN_READ_QUERY:
        return explain_look_at_asked(values, at, at + 1, seen) ||
               (at == decided && look_at_proposed(values, seen->index, seen));
    case HTN_READ_DERIVED: return explain_look_at_asked(values, at, at + 1, seen);
    case HTN_READ_LOCAL: return look_at_local(domain, planner, at, item, seen);
    default:
        return at == decided && look_at_quantifier(values, planner, seen, CLI_FIELD(domain, DEBUG_READS, read, TYPE));
    }
}

uint32_t explain_look(const explain_values *values, const htn_planner *planner, uint32_t item, uint32_t decided,
                      explain_seen *out, uint32_t count)
{
    const htn_domain *domain = values->domain;
    const uint32_t first = CLI_FIELD(domain, DEBUG_ITEMS, item, FIRST);
    const uint32_t end = CLI_FIELD(domain, DEBUG_ITEMS, item, END);
    uint32_t read = cli_first_from(domain, HTN_SECTION_DEBUG_READS, HTN_DEBUG_READS_AT, first);
    for (; read < htn_domain_count(domain, HTN_SECTION_DEBUG_READS) && count < EXPLAIN_MAX_SEEN; read++) {
        bool again = false;
        if (CLI_FIELD(domain, DEBUG_READS, read, AT) >= end)
            break;
        if (!look_at(values, planner, read, item, decided, &out[count]))
            continue;
        for (uint32_t i = 0; i < count; i++)
            again = again || memcmp(&out[i], &out[count], sizeof *out) == 0;
        count += !again;
    }
    return count;
}

/* --- Words ---------------------------------------------------------------------------------------- */

/* The type of an argument of a cell or a query. */
static uint32_t argument_type(const htn_domain *domain, const explain_seen *seen, uint32_t which)
{
    if (seen->kind == HTN_READ_QUERY)
        return htn_query_parameter_type(domain, seen->index, which);
    return CLI_FIELD(domain, PARAMETERS, CLI_FIELD(domain, PROPERTIES, seen->index, FIRST_PARAMETER) + which, TYPE);
}

uint32_t explain_add_name(base_text *text, const htn_domain *domain, const explain_seen *seen)
{
    const bool query = seen->kind == HTN_READ_QUERY;
    const char *name;
    uint32_t type = TYPE_INT;
    switch (seen->kind) {
    case HTN_READ_DERIVED:
        explain_add_tuple(text, domain, seen->index, seen->at,
                          seen->count < EXPLAIN_ARGUMENTS ? seen->count : EXPLAIN_ARGUMENTS);
        return TYPE_BOOL;
    case HTN_READ_LOCAL:
        if (seen->bound != HTN_NONE) {
            name = CLI_DEBUG_TEXT(domain, DEBUG_LOCALS, seen->bound, NAME);
            type = CLI_FIELD(domain, DEBUG_LOCALS, seen->bound, TYPE);
            break;
        }
        name = CLI_TEXT(domain, PARAMETERS, CLI_FIELD(domain, TASKS, seen->task, FIRST_PARAMETER) + seen->index, NAME);
        type = cli_parameter_type(domain, seen->task, seen->index);
        break;
    case HTN_READ_RESULT:
    case HTN_READ_FIXED: name = "result"; break;
    case HTN_READ_WITNESS:
        name = "witness";
        type = seen->index;
        break;
    case HTN_READ_NONE_PASSED:
    case HTN_READ_NO_INSTANCE: name = "passed of"; break;
    default:
        name = query ? htn_query_name(domain, seen->index) : htn_property_name(domain, seen->index);
        type = query ? htn_query_type(domain, seen->index) : CLI_FIELD(domain, PROPERTIES, seen->index, TYPE);
    }
    base_text_add(text, query && seen->count == 0 ? "%s(" : "%s", name);
    for (uint32_t i = 0; i < seen->count && i < EXPLAIN_ARGUMENTS; i++) {
        base_text_add(text, i == 0 ? "(" : ", ");
        cli_add_value(text, domain, argument_type(domain, seen, i), seen->at[i]);
    }
    base_text_add(text, seen->count > EXPLAIN_ARGUMENTS ? ", ...)" : seen->count > 0 || query ? ")" : "");
    return type;
}

/* ` (because of Way(Burley, Corfe))`, ` (tried: Way(Burley, Corfe), ...)`: the tuples that a derived condition needed. */
static void add_chain(base_text *text, const explain_values *values, const explain_seen *seen)
{
    const char *between = seen->value != 0 ? " (because of " : " (tried: ";
    base_text tuple = {0};
    uint32_t i = 0;
    for (; i < TUPLES_SHOWN && explain_chain_add(&tuple, values->tuples, values->domain, seen->chain, i); i++) {
        base_text_add(text, "%s%s", between, base_text_of(&tuple));
        base_text_clear(&tuple);
        between = ", ";
    }
    if (i == TUPLES_SHOWN && explain_chain_add(&tuple, values->tuples, values->domain, seen->chain, i))
        base_text_add(text, ", ...");
    base_text_add(text, i > 0 ? ")" : "");
    base_text_free(&tuple);
}

/* The values of a world that lives on have many origins; there only what is sure is said. */
static void add_origin(base_text *text, const explain_values *values, const explain_seen *seen)
{
    static const char *const words[] = {[EXPLAIN_INITIAL] = " (initial)",
                                        [EXPLAIN_SET] = " (by --set)",
                                        [EXPLAIN_ARGUMENT] = "",
                                        [EXPLAIN_DEFAULT] = " (no --set answers it)",
                                        [EXPLAIN_NOT_ASKED] =
                                            " (not asked: an argument is none, not there or out of range)"};
    if (seen->origin == EXPLAIN_DERIVED) {
        add_chain(text, values, seen);
        return;
    }
    if (seen->origin == EXPLAIN_WRITTEN)
        base_text_add(text, " (written by step %u%s%s)", seen->step + 1, seen->step_task != HTN_NONE ? " " : "",
                      seen->step_task != HTN_NONE ? htn_task_name(values->domain, seen->step_task) : "");
    else if (!values->session->plays || seen->origin == EXPLAIN_NOT_ASKED)
        base_text_add(text, "%s", words[seen->origin]);
}

/* Whether a property is a method's Cooldown. */
static bool is_cooling(const htn_domain *domain, uint32_t property)
{
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_METHODS); i++)
        if (CLI_FIELD(domain, METHODS, i, COOLING) == property)
            return true;
    return false;
}

static void add_found(base_text *text, const explain_values *values, const explain_seen *seen)
{
    if (seen->kind == HTN_READ_RESULT) {
        base_text_add(text, "it came to %d", seen->value);
    } else if (seen->kind == HTN_READ_FIXED) {
        base_text_add(text, "it came to ");
        cli_add_decimal(text, seen->value);
    } else if (seen->kind == HTN_READ_WITNESS) {
        base_text_add(text, "because of ");
        cli_add_value(text, values->domain, seen->index, seen->value);
    } else if (seen->value > 0) {
        base_text_add(text, "none of %d passed", seen->value);
    } else if (seen->value < 0) {
        base_text_add(text, "none passed");
    } else {
        base_text_add(text, "there is no %s", CLI_TEXT(values->domain, TYPES, seen->index, NAME));
    }
}

/* Of a table Held: `Rock was held by Arms, for Strike`. Only a living agent has holders that can be named. */
static void add_held(base_text *text, const explain_values *values, const explain_seen *seen)
{
    const uint32_t family = cli_held_family(values->domain, seen->index);
    const int32_t instance = seen->at[seen->count - 1];
    const char *between = " by ";
    htn_hold hold;
    cli_add_value(text, values->domain, family, instance);
    base_text_add(text, seen->value == 0 ? " was not held" : " was held");
    for (uint32_t i = 0; seen->value != 0 && htn_agent_hold(values->session->agent, i, &hold); i++) {
        const bool own = seen->count > 1 && hold.layer == (uint32_t)seen->at[0];
        if (hold.type != family || hold.instance != instance || hold.lost || own)
            continue;
        base_text_add(text, "%s%s", between, cli_layer_name(values->domain, hold.layer));
        if (hold.task != HTN_NONE)
            base_text_add(text, ", for %s", htn_task_name(values->domain, hold.task));
        between = "; ";
    }
    if (seen->value > 1)
        base_text_add(text, " (%d others)", seen->value);
}

static bool is_held_table(const htn_domain *domain, const explain_seen *seen)
{
    return seen->kind == HTN_READ_CELL && seen->count > 0 &&
           (CLI_FIELD(domain, PROPERTIES, seen->index, FLAGS) & HTN_PROPERTY_HELD) != 0;
}

/* `FindCover(A) proposed [B, C]`. */
static void add_proposed(base_text *text, const explain_values *values, const explain_seen *seen)
{
    const uint32_t type = explain_add_name(text, values->domain, seen);
    base_text_add(text, seen->proposed > 0 ? " proposed [" : " proposed nothing");
    for (uint32_t i = 0; i < seen->proposed && i < EXPLAIN_PROPOSED; i++) {
        base_text_add(text, i > 0 ? ", " : "");
        cli_add_value(text, values->domain, type, seen->candidates[i]);
    }
    base_text_add(text, seen->proposed > EXPLAIN_PROPOSED ? ", ...]" : seen->proposed > 0 ? "]" : "");
}

static void add_one(base_text *text, const explain_values *values, const explain_seen *seen)
{
    if (seen->origin == EXPLAIN_QUANTIFIER) {
        add_found(text, values, seen);
        return;
    }
    if (seen->kind == HTN_READ_QUERY && htn_query_candidates(values->domain, seen->index) > 0) {
        add_proposed(text, values, seen);
    } else if (seen->kind != HTN_READ_QUERY && seen->kind != HTN_READ_DERIVED &&
               is_cooling(values->domain, seen->index)) {
        base_text_add(text, seen->value != 0 ? "it was cooling down" : "it was not cooling down");
    } else if (is_held_table(values->domain, seen)) {
        add_held(text, values, seen);
    } else {
        const uint32_t type = explain_add_name(text, values->domain, seen);
        base_text_add(text, " was ");
        cli_add_value(text, values->domain, type, seen->value);
    }
    add_origin(text, values, seen);
}

void explain_add_seen(base_text *text, const explain_values *values, const explain_seen *seen, uint32_t count,
                      uint32_t failure)
{
    const char *between = "";
    for (uint32_t i = 0; i < count; i++) {
        if (failure != EXPLAIN_EVERY && seen[i].failure != failure)
            continue;
        base_text_add(text, "%s", between);
        add_one(text, values, &seen[i]);
        between = ", ";
    }
}
