/*
 * Passes over the code: which instructions can be reached and how, from all places where the runtime begins; what
 * backtracking must restore; where each task continues when it is done; how the code is cut into parts. See
 * native_analysis.h.
 */
#include "compiler/native/native_analysis.h"
#include "compiler/native/native_pattern.h"
#include <string.h>

/*
 * Instructions of a part, roughly. Compile time grows faster than a function: this size takes a C compiler half a
 * second.
 */
enum { PART_SIZE = 600 };

static uint32_t task_field(const native_program *program, uint32_t task, uint32_t field)
{
    return htn_domain_field(program->domain, HTN_SECTION_TASKS, task, field);
}

/* --- What can be reached ------------------------------------------------------------------------ */

typedef struct reach {
    native_program *program;
    uint32_t *todo; /* instructions that have been reached and not followed */
    uint32_t count;
} reach;

static void reach_at(reach *r, uint32_t pc, uint32_t how)
{
    uint8_t *mark = &r->program->marks[pc];
    if (pc < HTN_SLOTS)
        return;
    if (!(*mark & NATIVE_REACHED))
        r->todo[r->count++] = pc;
    *mark = (uint8_t)(*mark | how | NATIVE_REACHED);
}

static void note(native_program *program, uint32_t op)
{
    const uint32_t writes = htni_opcodes[op].writes;
    program->frames |= op == HTN_OP_FRAME;
    program->guards |= op == HTN_OP_GUARD;
    program->defers |= writes == HTNI_WRITES_DEFERRED;
    program->wide |= writes != HTNI_WRITES_NOTHING && writes != HTNI_WRITES_BYTE && writes != HTNI_WRITES_DEFERRED;
}

/*
 * A SEEK leads to the target of its row, which is the next slot, and to the target of the next row, whose own SEEK
 * continues.
 */
static void reach_rows(reach *r, uint32_t pc, uint32_t row)
{
    const uint8_t *constants = r->program->domain->sections[HTN_SECTION_CONSTANTS].data;
    reach_at(r, pc + 1, NATIVE_ENTERED);
    reach_at(r, htni_read32(constants + (size_t)(row + HTN_ROW_CONSTANTS + HTN_ROW_TARGET) * 4), NATIVE_ENTERED);
}

static void follow(reach *r, uint32_t pc)
{
    native_program *program = r->program;
    const htni_instruction in = htni_fetch(program->domain, pc);
    const uint32_t next = htnc_native_patterns[in.op].by_machine ? NATIVE_ENTERED : 0;
    note(program, in.op);
    switch (htni_opcodes[in.op].leads) {
    case HTNI_LEADS_JUMPS: reach_at(r, in.c, next); break;
    case HTNI_LEADS_BACKTRACKS: reach_at(r, in.c, NATIVE_ENTERED | NATIVE_ALTERNATIVE); break;
    case HTNI_LEADS_ENTERS: reach_at(r, in.c, NATIVE_CALLED); break;
    default: break;
    }
    if (in.op == HTN_OP_SEEK)
        reach_rows(r, pc, in.c);
    if (in.op == HTN_OP_CALL)
        reach_at(r, pc + 1, NATIVE_CONTINUATION | NATIVE_ENTERED);
    else if (htni_opcodes[in.op].flow != HTNI_FLOW_ENDS)
        reach_at(r, pc + 1, next);
}

/* Where the runtime begins: tasks without parameters, and the blocks of a primitive task, whose frame it has made. */
static void begin_task(reach *r, uint32_t task)
{
    static const uint8_t fields[] = {HTN_TASKS_CHECK, HTN_TASKS_EFFECTS, HTN_TASKS_ACTION};
    const native_program *program = r->program;
    const uint32_t entry = task_field(program, task, HTN_TASKS_ENTRY);
    const uint32_t framed = (task_field(program, task, HTN_TASKS_FLAGS) & HTN_TASK_FRAMED) != 0;
    if (task_field(program, task, HTN_TASKS_PARAMETER_COUNT) == 0)
        reach_at(r, entry, NATIVE_ENTERED);
    if (task_field(program, task, HTN_TASKS_KIND) != HTN_TASK_PRIMITIVE)
        return;
    reach_at(r, entry + framed, NATIVE_ENTERED);
    for (uint32_t i = 0; i < sizeof fields; i++)
        if (task_field(program, task, fields[i]) != HTN_NONE)
            reach_at(r, task_field(program, task, fields[i]), NATIVE_ENTERED);
}

/* The runtime scans loops (htn_native_scan), and may leave one at any label. */
static void enter_leaders(native_program *program)
{
    const uint8_t *leaders = program->domain->sections[HTN_SECTION_LEADERS].data;
    for (uint32_t pc = HTN_SLOTS; pc < program->count; pc++)
        if ((program->marks[pc] & NATIVE_REACHED) && (htni_read32(leaders + (size_t)(pc / 32) * 4) >> pc % 32 & 1))
            program->marks[pc] |= NATIVE_ENTERED;
}

/* A search cannot begin at a FRAME that takes arguments: there is no call that pushed them. */
static void leave_entries(native_program *program)
{
    for (uint32_t pc = HTN_SLOTS; pc < program->count; pc++) {
        const htni_instruction in = htni_fetch(program->domain, pc);
        if (in.op == HTN_OP_FRAME && in.a != 0)
            program->marks[pc] &= (uint8_t)~NATIVE_ENTERED;
    }
}

static void find_reached(native_program *program)
{
    reach r = {.program = program};
    r.todo = base_alloc_array(program->arena, program->count, sizeof *r.todo);
    for (uint32_t task = 0; task < htn_domain_count(program->domain, HTN_SECTION_TASKS); task++)
        begin_task(&r, task);
    while (r.count > 0)
        follow(&r, r.todo[--r.count]);
    enter_leaders(program);
    leave_entries(program);
}

/*
 * Whether a task can be entered behind a choice point. A task that nobody calls is a root, where the search begins.
 */
static bool is_entered_later(const native_program *program, uint32_t task)
{
    return task_field(program, task, HTN_TASKS_KIND) == HTN_TASK_PRIMITIVE ||
           (program->marks[task_field(program, task, HTN_TASKS_ENTRY)] & NATIVE_CALLED) != 0;
}

/* The registers that backtracking must restore. */
static void find_changes(native_program *program)
{
    const uint32_t tasks = htn_domain_count(program->domain, HTN_SECTION_TASKS);
    for (uint32_t task = 0; task < tasks; task++) {
        const uint32_t flags = task_field(program, task, HTN_TASKS_FLAGS);
        const bool later = is_entered_later(program, task);
        program->moves |= later && (flags & HTN_TASK_FRAMED) != 0;
        program->grows |= later && (flags & (HTN_TASK_FRAMED | HTN_TASK_RECURSIVE)) != 0;
    }
    for (uint32_t pc = HTN_SLOTS; pc < program->count; pc++) {
        const uint32_t op = htni_fetch(program->domain, pc).op;
        program->splits |= htni_opcodes[op].family == HTNI_FAMILY_SPLIT; /* of code that is not reached, too */
        if ((program->marks[pc] & NATIVE_REACHED) && htnc_native_patterns[op].by_machine)
            program->moves = program->grows = true;
    }
}

/* --- Where tasks continue -------------------------------------------------------------------------- */

static bool continues_at(native_program *program, uint32_t task, uint32_t where, bool leaves)
{
    uint32_t *known = &program->continues[task];
    const uint32_t before = *known;
    const bool left = program->leaves[task];
    if (where != NATIVE_NOWHERE && before != where)
        *known = before == NATIVE_NOWHERE ? where : NATIVE_ANYWHERE;
    program->leaves[task] |= leaves;
    return *known != before || program->leaves[task] != left;
}

/* Notes where the task continues that is called in `task`. Returns whether that is new. */
static bool note_call(native_program *program, uint32_t task, uint32_t pc, const htni_instruction *in)
{
    const uint32_t callee = htni_task_of(program->domain, in->c);
    if (in->op == HTN_OP_CALL)
        return continues_at(program, callee, pc + 1, false);
    return continues_at(program, callee, program->continues[task], in->op == HTN_OP_LAST_CALL || program->leaves[task]);
}

/*
 * A worklist: a task is followed again when more is known of it. That happens at most three times, so `todo` has room
 * for four.
 */
static void find_continuations(native_program *program)
{
    const htn_domain *domain = program->domain;
    const uint32_t tasks = htn_domain_count(domain, HTN_SECTION_TASKS);
    uint32_t *todo = base_alloc_array(program->arena, (size_t)tasks * 4, sizeof *todo);
    uint32_t count = 0;
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_ROOTS); i++)
        continues_at(program, htn_domain_field(domain, HTN_SECTION_ROOTS, i, HTN_ROOTS_TASK), HTN_SLOT_DONE, false);
    for (uint32_t task = 0; task < tasks; task++)
        todo[count++] = task;
    while (count > 0) {
        const uint32_t task = todo[--count];
        for (uint32_t pc = task_field(program, task, HTN_TASKS_ENTRY); pc < task_field(program, task, HTN_TASKS_END);
             pc++) {
            const htni_instruction in = htni_fetch(domain, pc);
            if (htni_opcodes[in.op].leads == HTNI_LEADS_ENTERS && (program->marks[pc] & NATIVE_REACHED) &&
                note_call(program, task, pc, &in))
                todo[count++] = htni_task_of(domain, in.c);
        }
    }
}

/* --- Hot tasks ---------------------------------------------------------------------------------- */

/* A hot task makes hot what it calls, if that is primitive or made by the compiler, whose name is no word. */
static void spread_hot(native_program *program)
{
    const uint32_t tasks = htn_domain_count(program->domain, HTN_SECTION_TASKS);
    uint32_t *todo = base_alloc_array(program->arena, tasks, sizeof *todo), count = 0;
    for (uint32_t task = 0; task < tasks; task++)
        if (program->hot[task])
            todo[count++] = task;
    while (count > 0) {
        const uint32_t task = todo[--count], end = task_field(program, task, HTN_TASKS_END);
        for (uint32_t pc = task_field(program, task, HTN_TASKS_ENTRY); pc < end; pc++) {
            const htni_instruction in = htni_fetch(program->domain, pc);
            if (htni_opcodes[in.op].leads != HTNI_LEADS_ENTERS)
                continue;
            const uint32_t callee = htni_task_of(program->domain, in.c);
            if (program->hot[callee] || (task_field(program, callee, HTN_TASKS_KIND) != HTN_TASK_PRIMITIVE &&
                                         strpbrk(htn_task_name(program->domain, callee), ". ") == NULL))
                continue;
            program->hot[callee] = 1;
            todo[count++] = callee;
        }
    }
}

/* What is found above is true of the whole domain. From here on the other tasks count as not reached. */
static void leave_cold(native_program *program)
{
    if (program->hot == NULL)
        return;
    spread_hot(program);
    for (uint32_t pc = HTN_SLOTS; pc < program->count; pc++)
        if (!program->hot[htni_task_of(program->domain, pc)])
            program->marks[pc] &= (uint8_t)~NATIVE_REACHED;
}

/* --- Parts -------------------------------------------------------------------------------------- */

/* A part ends where the evaluation stack is empty and the next part can be entered. */
static void cut_parts(native_program *program)
{
    uint32_t size = 0;
    program->starts[program->parts++] = HTN_SLOTS;
    for (uint32_t pc = HTN_SLOTS; pc < program->count; pc++) {
        if (size >= PART_SIZE && (program->marks[pc] & NATIVE_ENTERED) && (program->marks[pc] & NATIVE_REACHED)) {
            program->starts[program->parts++] = pc;
            size = 0;
        }
        if (htni_fetch(program->domain, pc).op != HTN_OP_SEEK) /* which is a jump */
            size += program->marks[pc] & NATIVE_REACHED;
    }
}

static void find_targets(native_program *program)
{
    uint32_t part = 0;
    for (uint32_t pc = program->starts[0]; pc < program->count; pc++) {
        const htni_instruction in = htni_fetch(program->domain, pc);
        part += part + 1 < program->parts && program->starts[part + 1] == pc;
        const uint32_t end = part + 1 < program->parts ? program->starts[part + 1] : program->count;
        const uint32_t leads = htni_opcodes[in.op].leads;
        const bool flows = leads == HTNI_LEADS_JUMPS || leads == HTNI_LEADS_ENTERS;
        if ((program->marks[pc] & NATIVE_REACHED) && flows && in.c >= program->starts[part] && in.c < end)
            program->marks[in.c] |= NATIVE_TARGET;
    }
}

void htnc_native_analyse(native_program *program)
{
    const uint32_t tasks = htn_domain_count(program->domain, HTN_SECTION_TASKS);
    program->count = htn_domain_count(program->domain, HTN_SECTION_CODE);
    program->marks = base_alloc_array(program->arena, program->count, 1);
    program->continues = base_alloc_array(program->arena, tasks, sizeof(uint32_t));
    program->leaves = base_alloc_array(program->arena, tasks, 1);
    program->starts = base_alloc_array(program->arena, program->count / PART_SIZE + 2, sizeof(uint32_t));
    find_reached(program);
    find_changes(program);
    find_continuations(program);
    leave_cold(program);
    cut_parts(program);
    find_targets(program);
}
