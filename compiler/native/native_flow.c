/* Which instructions the machine can come to, and how; which tasks go into one function. See native_code.h. */
#include "compiler/native/native_code.h"

/* Instructions of a part, roughly. What a C compiler takes grows faster than a function: one of this size half a second. */
enum { PART_SIZE = 600 };

static uint32_t task_field(const native_program *program, uint32_t task, uint32_t field)
{
    return htn_domain_field(program->domain, HTN_SECTION_TASKS, task, field);
}

/* --- What can be reached ------------------------------------------------------------------------ */

typedef struct reach {
    native_program *program;
    uint32_t *todo; /* instructions that have been reached and not looked at */
    uint32_t count;
} reach;

static void come_to(reach *r, uint32_t pc, uint32_t how)
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

/* A SEEK leads to the target of its row, which is the next slot, and to that of the next row, from where it is gone on with. */
static void come_to_rows(reach *r, uint32_t pc, uint32_t row)
{
    const uint8_t *constants = r->program->domain->sections[HTN_SECTION_CONSTANTS].data;
    come_to(r, pc + 1, NATIVE_ENTERED);
    come_to(r, htni_read32(constants + (size_t)(row + HTN_ROW_CONSTANTS + HTN_ROW_TARGET) * 4), NATIVE_ENTERED);
}

static void go_on(reach *r, uint32_t pc)
{
    native_program *program = r->program;
    const htni_instruction in = htni_fetch(program->domain, pc);
    const uint32_t next = htnc_native_is_machine(in.op) ? NATIVE_ENTERED : 0;
    note(program, in.op);
    switch (htni_opcodes[in.op].leads) {
    case HTNI_LEADS_JUMPS: come_to(r, in.c, next); break;
    case HTNI_LEADS_BACKTRACKS: come_to(r, in.c, NATIVE_ENTERED | NATIVE_ALTERNATIVE); break;
    case HTNI_LEADS_ENTERS: come_to(r, in.c, NATIVE_CALLED); break;
    default: break;
    }
    if (in.op == HTN_OP_SEEK)
        come_to_rows(r, pc, in.c);
    if (in.op == HTN_OP_CALL)
        come_to(r, pc + 1, NATIVE_CONTINUATION | NATIVE_ENTERED);
    else if (htni_opcodes[in.op].flow != HTNI_FLOW_ENDS)
        come_to(r, pc + 1, next);
}

/* Where the runtime begins: roots, and the parts of a primitive task, whose frame it has made. */
static void begin_task(reach *r, uint32_t task)
{
    static const uint8_t fields[] = {HTN_TASKS_CHECK, HTN_TASKS_EFFECTS, HTN_TASKS_ACTION};
    const native_program *program = r->program;
    const uint32_t entry = task_field(program, task, HTN_TASKS_ENTRY);
    const uint32_t framed = (task_field(program, task, HTN_TASKS_FLAGS) & HTN_TASK_FRAMED) != 0;
    if (task_field(program, task, HTN_TASKS_PARAMETER_COUNT) == 0)
        come_to(r, entry, NATIVE_ENTERED);
    if (task_field(program, task, HTN_TASKS_KIND) != HTN_TASK_PRIMITIVE)
        return;
    come_to(r, entry + framed, NATIVE_ENTERED);
    for (uint32_t i = 0; i < sizeof fields; i++)
        if (task_field(program, task, fields[i]) != HTN_NONE)
            come_to(r, task_field(program, task, fields[i]), NATIVE_ENTERED);
}

/* A scan may come out of its loop at any jump's target. */
static void enter_leaders(native_program *program)
{
    const uint8_t *leaders = program->domain->sections[HTN_SECTION_LEADERS].data;
    for (uint32_t pc = HTN_SLOTS; pc < program->count; pc++)
        if ((program->marks[pc] & NATIVE_REACHED) && (htni_read32(leaders + (size_t)(pc / 32) * 4) >> pc % 32 & 1))
            program->marks[pc] |= NATIVE_ENTERED;
}

/* The values of a call's arguments are not there where one begins. */
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
        go_on(&r, r.todo[--r.count]);
    enter_leaders(program);
    leave_entries(program);
}

/* Whether entering a task can come behind a choice point: a task that nobody calls is a root, which the search began with. */
static bool is_entered_later(const native_program *program, uint32_t task)
{
    return task_field(program, task, HTN_TASKS_KIND) == HTN_TASK_PRIMITIVE ||
           (program->marks[task_field(program, task, HTN_TASKS_ENTRY)] & NATIVE_CALLED) != 0;
}

/* What backtracking has to restore. */
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
        program->splits |= op == HTN_OP_SPLIT || op == HTN_OP_HORIZON; /* of code that is not reached, too */
        if ((program->marks[pc] & NATIVE_REACHED) && htnc_native_is_machine(op))
            program->moves = program->grows = true;
    }
}

/* --- Where tasks go on -------------------------------------------------------------------------- */

static bool goes_on_at(native_program *program, uint32_t task, uint32_t where, bool leaves)
{
    uint32_t *known = &program->continues[task];
    const uint32_t before = *known;
    const bool left = program->leaves[task];
    if (where != NATIVE_NOWHERE && before != where)
        *known = before == NATIVE_NOWHERE ? where : NATIVE_ANYWHERE;
    program->leaves[task] |= leaves;
    return *known != before || program->leaves[task] != left;
}

/* What a call in `task` says of the task that it calls; whether that is new. */
static bool note_call(native_program *program, uint32_t task, uint32_t pc, const htni_instruction *in)
{
    const uint32_t callee = htni_task_of(program->domain, in->c);
    if (in->op == HTN_OP_CALL)
        return goes_on_at(program, callee, pc + 1, false);
    return goes_on_at(program, callee, program->continues[task], in->op == HTN_OP_LAST_CALL || program->leaves[task]);
}

/* Each task is looked at again when what is known of it has changed, which it does three times at the most. */
static void find_continuations(native_program *program)
{
    const htn_domain *domain = program->domain;
    const uint32_t tasks = htn_domain_count(domain, HTN_SECTION_TASKS);
    uint32_t *todo = base_alloc_array(program->arena, (size_t)tasks * 4, sizeof *todo);
    uint32_t count = 0;
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_ROOTS); i++)
        goes_on_at(program, htn_domain_field(domain, HTN_SECTION_ROOTS, i, HTN_ROOTS_TASK), HTN_SLOT_DONE, false);
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

/* --- Parts -------------------------------------------------------------------------------------- */

/* Parts end where nothing is on the stack, and a part can be entered. */
static void cut_parts(native_program *program)
{
    uint32_t size = 0;
    program->starts[program->parts++] = HTN_SLOTS;
    for (uint32_t pc = HTN_SLOTS; pc < program->count; pc++) {
        if (size >= PART_SIZE && (program->marks[pc] & NATIVE_ENTERED)) {
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
    cut_parts(program);
    find_targets(program);
}
