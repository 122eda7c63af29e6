/* Whose each instruction is, found by one walk over every task's code; see explain_code.h. */
#include "cli/explain/explain_code.h"
#include <stdlib.h>
#include <string.h>

static bool is_test(uint8_t op)
{
    return (op >= HTN_OP_TEST_EQ_U8 && op <= HTN_OP_TEST_NO_CELL) || op == HTN_OP_SELECT;
}

bool explain_is_value(uint8_t op)
{
    return (op >= HTN_OP_PUSH && op <= HTN_OP_OR) || op == HTN_OP_KEY;
}

/* Gives [from, to) to a method, or to the tests in front of it. */
static void mark(explain_code *code, uint32_t from, uint32_t to, uint32_t method, bool tests, uint32_t fail)
{
    for (uint32_t pc = from; pc < to; pc++) {
        code->places[pc].method = method;
        code->places[pc].tests_method = tests;
        code->places[pc].fail = fail;
    }
}

/* Inlined primitive tasks in a method's subtasks: what leads up to a STEP is that task's. */
static void mark_inlined(explain_code *code, uint32_t from, uint32_t to)
{
    uint32_t task = HTN_NONE;
    for (uint32_t pc = to; pc-- > from;) {
        cli_instruction in = cli_instruction_at(code->domain, pc);
        if (in.op == HTN_OP_STEP)
            task = in.c;
        else if (in.op == HTN_OP_CALL || in.op == HTN_OP_LAST_CALL || in.op == HTN_OP_JUMP_CALL ||
                 (in.op >= HTN_OP_GROUP && in.op <= HTN_OP_GROUP_END))
            task = HTN_NONE;
        code->places[pc].primitive = task;
    }
}

/*
 * Where the next method's code begins. A method that binds something comes twice, for its own choices and for those of
 * a running plan, and what lies behind both that its tests go to is the next method.
 */
static uint32_t next_method(const explain_code *code, uint32_t start, uint32_t taken, uint32_t end)
{
    cli_instruction in = cli_instruction_at(code->domain, taken);
    uint32_t again = taken + 1;
    if (in.op != HTN_OP_METHOD)
        return end;
    if (in.c > taken)
        return in.c <= end ? in.c : end;
    while (again < end && cli_instruction_at(code->domain, again).op != HTN_OP_LAST_METHOD)
        again++;
    for (uint32_t pc = start; pc < taken; pc++) {
        in = cli_instruction_at(code->domain, pc);
        if (is_test(in.op) && in.c > again && in.c < end)
            return in.c;
    }
    return end;
}

/* Groups lie within one another in the code as they do in the source; none goes on behind its method. */
static void mark_groups(explain_code *code, uint32_t entry, uint32_t end)
{
    uint32_t group = HTN_NONE;
    for (uint32_t pc = entry; pc < end; pc++) {
        uint8_t op = cli_instruction_at(code->domain, pc).op;
        if (op == HTN_OP_METHOD || op == HTN_OP_LAST_METHOD)
            group = HTN_NONE;
        code->places[pc].group = group;
        if (op == HTN_OP_GROUP)
            group = pc;
        else if (op == HTN_OP_GROUP_END && group != HTN_NONE)
            group = code->places[group].group;
    }
}

static void note_tests(explain_code *code, uint32_t method_pc, uint32_t from, uint32_t to)
{
    code->places[method_pc].tests = from;
    code->places[method_pc].tests_end = to;
}

static void walk_methods(explain_code *code, uint32_t entry, uint32_t end)
{
    uint32_t start = entry;
    for (uint32_t pc = entry; pc < end; pc++) {
        cli_instruction in = cli_instruction_at(code->domain, pc);
        if (in.op != HTN_OP_METHOD && in.op != HTN_OP_LAST_METHOD)
            continue;
        uint32_t next = next_method(code, start, pc, end);
        mark(code, start, pc + 1, in.b, true, in.op == HTN_OP_METHOD && next != end ? next : HTN_SLOT_FAIL);
        mark(code, pc + 1, next, in.b, false, HTN_SLOT_FAIL);
        mark_inlined(code, pc + 1, next);
        note_tests(code, pc, start, pc);
        start = next;
        pc = next - 1;
    }
}

/* --- Tasks that select ---------------------------------------------------------------------------- */

static bool is_rank(const explain_code *code, uint32_t pc)
{
    uint8_t op = cli_instruction_at(code->domain, pc).op;
    return op == HTN_OP_RANK || op == HTN_OP_DRAW;
}

/* What follows the RANK at `pc`: the next method's candidates. Where it binds something, its loop ends with a jump back. */
static uint32_t behind_rank(const explain_code *code, uint32_t pc, uint32_t end)
{
    uint32_t again = cli_instruction_at(code->domain, pc + 1).c;
    if (again > pc)
        return again < end ? again : end;
    for (pc += 2; pc < end; pc++) {
        cli_instruction in = cli_instruction_at(code->domain, pc);
        if (in.op == HTN_OP_JUMP && in.c == again)
            return pc + 1;
    }
    return end;
}

/* The scan over all candidates, from RANKING to SELECT, which is returned. */
static uint32_t walk_scan(explain_code *code, uint32_t pc, uint32_t end)
{
    uint32_t start = pc + 1;
    for (pc = start; pc < end && cli_instruction_at(code->domain, pc).op != HTN_OP_SELECT; pc++) {
        if (!is_rank(code, pc))
            continue;
        uint32_t next = behind_rank(code, pc, end);
        mark(code, start, next, cli_instruction_at(code->domain, pc).b, true, next);
        start = next;
        pc = next - 1;
    }
    return pc;
}

/* Where a method's candidates are: the marks that walk_scan() left. */
static void find_tests(explain_code *code, uint32_t method_pc, uint32_t entry, uint32_t select)
{
    uint32_t method = code->places[method_pc].method, from = entry;
    while (from < select && !(code->places[from].tests_method && code->places[from].method == method))
        from++;
    uint32_t to = from;
    while (to < select && !is_rank(code, to))
        to++;
    note_tests(code, method_pc, from, to);
}

/* Behind SELECT a method each, with CHOSEN in front, which leads to the next one. */
static void walk_selected(explain_code *code, uint32_t entry, uint32_t select, uint32_t end)
{
    uint32_t next = end;
    for (uint32_t pc = select; pc < end; pc++) {
        cli_instruction in = cli_instruction_at(code->domain, pc);
        if (in.op == HTN_OP_CHOSEN && in.c > pc)
            next = in.c < end ? in.c : end;
        if (in.op != HTN_OP_METHOD)
            continue;
        mark(code, pc, next, in.b, false, HTN_SLOT_FAIL);
        mark_inlined(code, pc + 1, next);
        find_tests(code, pc, entry, select);
        pc = next - 1;
        next = end;
    }
}

static void walk_compound(explain_code *code, uint32_t entry, uint32_t end)
{
    uint32_t ranking = end;
    bool selects = false;
    for (uint32_t pc = end; pc-- > entry;) {
        cli_instruction in = cli_instruction_at(code->domain, pc);
        selects = selects || (in.op == HTN_OP_METHOD && in.a != 0);
        if (in.op == HTN_OP_RANKING)
            ranking = pc;
    }
    if (!selects || ranking == end) {
        walk_methods(code, entry, end);
        return;
    }
    for (uint32_t pc = entry; pc < end; pc++)
        code->places[pc].selects = true;
    walk_selected(code, entry, walk_scan(code, ranking, end), end);
}

bool explain_selects(const explain_code *code, uint32_t task)
{
    return code->places[explain_task_field(code->domain, task, HTN_TASKS_ENTRY)].selects;
}

bool explain_is_ranking(const explain_code *code, uint32_t pc)
{
    return pc > 0 && is_rank(code, pc - 1);
}

static void walk_task(explain_code *code, uint32_t task)
{
    const htn_domain *domain = code->domain;
    uint32_t entry = explain_task_field(domain, task, HTN_TASKS_ENTRY);
    uint32_t end = explain_task_field(domain, task, HTN_TASKS_END);
    bool primitive = explain_task_field(domain, task, HTN_TASKS_KIND) == HTN_TASK_PRIMITIVE;
    for (uint32_t pc = entry; pc < end; pc++) {
        code->places[pc].task = task;
        if (primitive)
            code->places[pc].primitive = task;
    }
    if (primitive)
        return;
    walk_compound(code, entry, end);
    mark_groups(code, entry, end);
}

/* A condition is its item's run, or without one what was computed since the last thing that is not a value. */
static void find_runs(explain_code *code)
{
    uint32_t start = 0, goal = 0;
    for (uint32_t pc = 0; pc < code->count; pc++) {
        cli_instruction in = cli_instruction_at(code->domain, pc);
        code->places[pc].first = is_test(in.op) ? start : in.op == HTN_OP_UNMET ? goal : pc;
        if (in.op == HTN_OP_UNMET || in.op == HTN_OP_ENACT)
            goal = pc + 1;
        code->places[pc].end = pc + 1;
        if (is_test(in.op))
            code->places[start].end = pc + 1; /* so that the run is known from its beginning too */
        if (!explain_is_value(in.op))
            start = pc + 1;
    }
}

static void find_items(explain_code *code)
{
    const htn_domain *domain = code->domain;
    uint32_t count = htn_domain_count(domain, HTN_SECTION_DEBUG_ITEMS);
    for (uint32_t item = 0; item < count; item++) {
        uint32_t kind = htn_domain_field(domain, HTN_SECTION_DEBUG_ITEMS, item, HTN_DEBUG_ITEMS_KIND);
        uint32_t first = htn_domain_field(domain, HTN_SECTION_DEBUG_ITEMS, item, HTN_DEBUG_ITEMS_FIRST);
        uint32_t end = htn_domain_field(domain, HTN_SECTION_DEBUG_ITEMS, item, HTN_DEBUG_ITEMS_END);
        bool condition = kind == HTN_ITEM_METHOD_CONDITION || kind == HTN_ITEM_PRECONDITION || kind == HTN_ITEM_WHILE ||
                         kind == HTN_ITEM_COOLDOWN || kind == HTN_ITEM_RANK || kind == HTN_ITEM_MARGIN ||
                         kind == HTN_ITEM_GOAL;
        for (uint32_t pc = first; pc < end && pc < code->count; pc++) {
            code->places[pc].item = item;
            if (condition) {
                code->places[pc].first = first;
                code->places[pc].end = end;
            }
        }
    }
}

/* Whether two items are the same piece of source. */
static bool same_source(const htn_domain *domain, uint32_t a, uint32_t b)
{
    static const uint32_t fields[] = {HTN_DEBUG_ITEMS_KIND, HTN_DEBUG_ITEMS_FILE, HTN_DEBUG_ITEMS_LINE,
                                      HTN_DEBUG_ITEMS_COLUMN, HTN_DEBUG_ITEMS_TEXT};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (htn_domain_field(domain, HTN_SECTION_DEBUG_ITEMS, a, fields[i]) !=
            htn_domain_field(domain, HTN_SECTION_DEBUG_ITEMS, b, fields[i]))
            return false;
    return true;
}

/* The same test in the task's own code: by its source, or in a stripped blob the same instruction. */
static uint32_t original_of(const explain_code *code, uint32_t task, uint32_t pc)
{
    cli_instruction in = cli_instruction_at(code->domain, pc);
    uint32_t item = code->places[pc].item;
    uint32_t end = explain_task_field(code->domain, task, HTN_TASKS_END);
    for (uint32_t own = explain_task_field(code->domain, task, HTN_TASKS_ENTRY); own < end; own++) {
        cli_instruction candidate = cli_instruction_at(code->domain, own);
        uint32_t own_item = code->places[own].item;
        if (!is_test(candidate.op))
            continue;
        if (item != HTN_NONE && own_item != HTN_NONE && same_source(code->domain, item, own_item))
            return own;
        if (item == HTN_NONE && candidate.op == in.op && candidate.a == in.a && candidate.b == in.b)
            return own;
    }
    return pc;
}

/* Inlined tests are counted together with those of the task's own code that they are a copy of. */
static void find_originals(explain_code *code)
{
    for (uint32_t pc = 0; pc < code->count; pc++) {
        explain_place *place = &code->places[pc];
        place->original = pc;
        if (is_test(cli_instruction_at(code->domain, pc).op) && place->primitive != HTN_NONE &&
            place->primitive != place->task)
            place->original = original_of(code, place->primitive, pc);
    }
}

void explain_code_init(explain_code *code, const htn_domain *domain)
{
    *code = (explain_code){.domain = domain, .count = htn_domain_count(domain, HTN_SECTION_CODE)};
    code->debug = htn_domain_count(domain, HTN_SECTION_DEBUG_ITEMS) > 0;
    code->places = base_allocate(((size_t)code->count + 1) * sizeof *code->places);
    for (uint32_t pc = 0; pc < code->count; pc++)
        code->places[pc] = (explain_place){
            .task = HTN_NONE, .method = HTN_NONE, .primitive = HTN_NONE, .item = HTN_NONE, .group = HTN_NONE};
    for (uint32_t task = 0; task < htn_domain_count(domain, HTN_SECTION_TASKS); task++)
        walk_task(code, task);
    find_runs(code);
    find_items(code);
    find_originals(code);
}

void explain_code_free(explain_code *code)
{
    free(code->places);
}

uint32_t explain_owner(const explain_code *code, uint32_t pc)
{
    const explain_place *place = &code->places[pc];
    if (place->item != HTN_NONE)
        return htn_domain_field(code->domain, HTN_SECTION_DEBUG_ITEMS, place->item, HTN_DEBUG_ITEMS_TASK);
    return place->primitive != HTN_NONE ? place->primitive : place->task;
}
