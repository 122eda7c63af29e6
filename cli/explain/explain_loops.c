/*
 * What a quantifier came to when it decided against a method or a step: the number that was counted or added up, the instance
 * that spoke against it, or that none of so many passed. Its variables have no names in the blob, and its results lie in
 * locals without one, so it is read off the code: where the condition was decided, inside a loop or behind it.
 */
#include "cli/explain/explain_search.h"

static bool is_loop(uint8_t op)
{
    return op == HTN_OP_NEXT_INSTANCE || op == HTN_OP_NEXT_FACT;
}

/* Whether it is a name that the list binds, or a parameter: other values tell of those. */
static bool is_named(const explain_search *search, uint32_t pc, uint32_t local)
{
    const explain_place *place = &search->code.places[pc];
    uint32_t owner = explain_owner(&search->code, pc);
    return local < explain_task_field(search->domain, owner, HTN_TASKS_PARAMETER_COUNT) ||
           explain_find_local(search->domain, owner, place->tests_method ? place->method : HTN_NONE, local) != HTN_NONE;
}

/* What the loop goes through; of a static index only where all parameters of its table are of one type. */
static uint32_t type_of(const htn_domain *domain, cli_instruction loop)
{
    if (loop.op == HTN_OP_NEXT_INSTANCE)
        return loop.b;
    uint32_t table = htn_domain_field(domain, HTN_SECTION_INDEXES, loop.b, HTN_INDEXES_PROPERTY);
    uint32_t first = htn_domain_field(domain, HTN_SECTION_PROPERTIES, table, HTN_PROPERTIES_FIRST_PARAMETER);
    uint32_t count = htn_domain_field(domain, HTN_SECTION_PROPERTIES, table, HTN_PROPERTIES_PARAMETER_COUNT);
    uint32_t type = htn_domain_field(domain, HTN_SECTION_PARAMETERS, first, HTN_PARAMETERS_TYPE);
    for (uint32_t i = 1; i < count; i++)
        if (htn_domain_field(domain, HTN_SECTION_PARAMETERS, first + i, HTN_PARAMETERS_TYPE) != type)
            return HTN_NONE;
    return type;
}

/* How many there are of a type: the same all through a search. */
static int32_t how_many(const explain_search *search, uint32_t type)
{
    int32_t low = (int32_t)htn_domain_field(search->domain, HTN_SECTION_TYPES, type, HTN_TYPES_LOW), count = 0;
    int32_t high = (int32_t)htn_domain_field(search->domain, HTN_SECTION_TYPES, type, HTN_TYPES_HIGH);
    if (htn_domain_field(search->domain, HTN_SECTION_TYPES, type, HTN_TYPES_PRESENCE) == HTN_NONE)
        return high - low + 1;
    for (int32_t i = low; i <= high; i++)
        count += htn_world_exists(&search->session->world, type, i);
    return count;
}

/* The loop that the instruction at `pc` is in: something from there on goes back to it. HTN_NONE: none. */
static uint32_t loop_around(const explain_search *search, uint32_t pc)
{
    const explain_place *place = &search->code.places[pc];
    for (uint32_t at = pc; at-- > place->first;) {
        if (!is_loop(cli_instruction_at(search->domain, at).op))
            continue;
        for (uint32_t back = pc; back < place->end; back++)
            if (cli_instruction_at(search->domain, back).c == at)
                return at;
    }
    return HTN_NONE;
}

static explain_seen made(explain_read_kind kind, uint32_t index, int32_t value)
{
    explain_seen seen = {.kind = (uint32_t)kind,
                         .index = index,
                         .task = HTN_NONE,
                         .value = value,
                         .origin = EXPLAIN_LOOPED,
                         .step = HTN_NONE,
                         .step_task = HTN_NONE};
    return seen;
}

static uint32_t results(const explain_search *search, const htn_planner *planner, uint32_t pc, explain_seen *out,
                        uint32_t room)
{
    uint32_t count = 0, start = pc;
    while (start > search->code.places[pc].first && explain_is_value(cli_instruction_at(search->domain, start - 1).op))
        start--;
    for (; start < pc && count < room; start++) {
        cli_instruction in = cli_instruction_at(search->domain, start);
        if (in.op == HTN_OP_LOCAL && !is_named(search, pc, in.b))
            out[count++] = made(EXPLAIN_RESULT, HTN_NONE, htn_trace_local(planner, in.b));
    }
    return count;
}

/* Of a list that `Prefer` ranks, which has no solution left: a type in it that has no instances at all. HTN_NONE: each has some. */
static uint32_t empty_type(const explain_search *search, uint32_t pc)
{
    const explain_place *place = &search->code.places[pc];
    for (uint32_t at = pc;
         at-- > 0 && search->code.places[at].task == place->task && search->code.places[at].method == place->method;) {
        cli_instruction in = cli_instruction_at(search->domain, at);
        if (in.op == HTN_OP_NEXT_INSTANCE && is_named(search, at, in.a) && how_many(search, in.b) == 0)
            return in.b;
    }
    return HTN_NONE;
}

uint32_t explain_look_at_loops(const explain_search *search, const htn_planner *planner, uint32_t pc, explain_seen *out,
                               uint32_t room)
{
    cli_instruction in = cli_instruction_at(search->domain, pc);
    if (room == 0 || search->code.places[pc].item == HTN_NONE || explain_is_margin(&search->code, pc))
        return 0;
    if (is_loop(in.op)) {
        int32_t of = in.op == HTN_OP_NEXT_INSTANCE ? how_many(search, in.b) : -1;
        out[0] = made(EXPLAIN_PASSED, of >= 0 ? in.b : HTN_NONE, of);
        return of == 0 || !is_named(search, pc, in.a); /* of what a list binds, those that failed are told one by one */
    }
    if (in.op == HTN_OP_SELECT) {
        const uint32_t empty = empty_type(search, pc);
        out[0] = made(EXPLAIN_PASSED, empty, 0);
        return empty != HTN_NONE;
    }
    uint32_t loop = loop_around(search, pc);
    if (loop == HTN_NONE)
        return results(search, planner, pc, out, room);
    in = cli_instruction_at(search->domain, loop);
    uint32_t type = type_of(search->domain, in);
    if (type == HTN_NONE || is_named(search, pc, in.a))
        return 0;
    out[0] = made(EXPLAIN_WITNESS, type, htn_trace_local(planner, in.a));
    return 1;
}
