/*
 * A part as a function: a label where control can come from elsewhere, and for each instruction its pattern. The
 * evaluation stack is empty at every label, so its values are variables, s0 for the lowest.
 *
 * Room on the trail is asked for once for a run of instructions. A unit of work brings room for HTN_NATIVE_WRITES
 * changes (to->credit); writes beyond that are preceded by a ROOM.
 */
#include "compiler/native/native_code.h"
#include "compiler/native/native_operands.h"
#include "compiler/native/native_pattern.h"
#include <htn/native.h>

enum { TESTS_BEHIND = 2 };

/* The depth of the stack behind an instruction, from that in front of it. */
static uint32_t depth_behind(const native_writer *to, const htni_instruction *in, uint32_t depth)
{
    return depth - htni_popped(to->program->domain, in, depth) + htni_opcodes[in->op].pushes;
}

static bool ends(uint32_t op)
{
    return htni_opcodes[op].flow == HTNI_FLOW_ENDS;
}

/* --- Comments ----------------------------------------------------------------------------------- */

/* Characters that would end the comment or begin another are replaced. */
static void put_comment(native_writer *to, const char *text)
{
    base_buffer_text(to->text, "    /* ");
    for (const char *at = text; *at != '\0'; at++) {
        const bool ends_comment = *at == '/' && ((at > text && at[-1] == '*') || at[1] == '*');
        const bool is_trouble = ends_comment || (unsigned char)*at < ' ' || *at == '\\' || (*at == '?' && at[1] == '?');
        base_buffer_add(to->text, is_trouble ? "_" : at, 1);
    }
    base_buffer_text(to->text, " */\n");
}

/* The text of the item of the source that begins here. */
static void put_item(native_writer *to)
{
    const htn_domain *domain = to->program->domain;
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_DEBUG_ITEMS);
    while (to->item < count && htnc_native_field(to, HTN_SECTION_DEBUG_ITEMS, to->item, HTN_DEBUG_ITEMS_FIRST) < to->pc)
        to->item++;
    if (to->item < count && htnc_native_field(to, HTN_SECTION_DEBUG_ITEMS, to->item, HTN_DEBUG_ITEMS_FIRST) == to->pc)
        put_comment(to,
                    htn_domain_text(domain, HTN_SECTION_DEBUG_STRINGS,
                                    htnc_native_field(to, HTN_SECTION_DEBUG_ITEMS, to->item, HTN_DEBUG_ITEMS_TEXT)));
}

/* --- Instructions ------------------------------------------------------------------------------- */

/*
 * How many changes may be made up to the next label or unit of work. `*soon`: those up to where the stack is empty
 * next.
 */
static uint32_t writes_ahead(const native_writer *to, uint32_t *soon)
{
    uint32_t all = 0, depth = 0;
    bool first = true;
    *soon = 0;
    for (uint32_t pc = to->pc; pc < to->end && htnc_native_is_marked(to->program, pc, NATIVE_REACHED); pc++) {
        const htni_instruction in = htni_fetch(to->program->domain, pc);
        if ((pc != to->pc && htnc_native_has_label(to->program, pc)) || htnc_native_work(in.op))
            break;
        all += htnc_native_changes(in.op);
        *soon += first ? htnc_native_changes(in.op) : 0;
        depth = depth_behind(to, &in, depth);
        first = first && depth != 0;
        if (ends(in.op))
            break;
    }
    return all;
}

static void ask_for_room(native_writer *to)
{
    uint32_t soon;
    const uint32_t all = writes_ahead(to, &soon);
    if (soon > to->credit) {
        base_buffer_format(to->text, "    ROOM(%u, %u);\n", (unsigned)to->pc, (unsigned)all);
        to->credit = all;
    }
}

/*
 * Whether the values that are about to be pushed are arguments for a task of another part, whose function has other
 * variables.
 */
static bool calls_elsewhere(const native_writer *to)
{
    uint32_t depth = 0;
    for (uint32_t pc = to->pc; pc < to->end; pc++) {
        const htni_instruction in = htni_fetch(to->program->domain, pc);
        if (htni_opcodes[in.op].family == HTNI_FAMILY_CALL)
            return depth != 0 && !htnc_native_is_here(to, in.c);
        depth = depth_behind(to, &in, depth);
        if (depth == 0 || ends(in.op))
            return false;
    }
    return false;
}

static bool is_framed(const native_writer *to)
{
    return (htnc_native_field(to, HTN_SECTION_TASKS, to->task, HTN_TASKS_FLAGS) & HTN_TASK_FRAMED) != 0;
}

/*
 * Tells the C compiler where the task continues, if that is known; of a task with a frame, once that has been made.
 */
static void put_continuation(native_writer *to)
{
    const uint32_t only = htnc_native_only_continuation(to);
    if (is_framed(to) && to->pc != htnc_native_field(to, HTN_SECTION_TASKS, to->task, HTN_TASKS_ENTRY))
        base_buffer_text(to->text, "    CONTINUES_BY_FRAME;\n");
    else if (!is_framed(to) && only != NATIVE_ANYWHERE)
        base_buffer_format(to->text, "    CONTINUES_AT(%u, now.%s);\n", (unsigned)only,
                           to->program->leaves[to->task] ? "continue_frame" : "frame");
}

static void put_again(native_writer *to, const htni_instruction *in)
{
    base_buffer_format(to->text, "F%u:;\n", (unsigned)to->pc);
    put_continuation(to);
    htnc_native_put_pattern(to, in, "$uCHOICE_AGAIN($c);\ngoto T$p;");
}

/* A label, where control can come from elsewhere. */
static void put_label(native_writer *to)
{
    base_buffer_format(to->text, "L%u:;\n", (unsigned)to->pc);
    if (htnc_native_is_marked(to->program, to->pc, NATIVE_ENTERED))
        put_continuation(to);
    to->undone = htnc_native_rewrites(to->program, to->pc);
    if (!to->undone)
        return;
    base_buffer_text(to->text, "    NOTHING_UNDONE;\n");
    if (!htnc_native_comes_again(to->program, to->pc))
        base_buffer_format(to->text, "F%u:;\n", (unsigned)to->pc);
}

/*
 * The end of a task whose choice point is at the top. The tests that stand where the task continues are made here
 * first, because failing is cheaper here. Where they hold, they are made again there.
 */
static void put_tests_behind(native_writer *to)
{
    const uint32_t pc = to->pc, only = htnc_native_only_continuation(to);
    if (to->own.alternative == HTN_NONE || only == NATIVE_ANYWHERE || !htnc_native_is_here(to, only))
        return;
    for (to->pc = only; to->pc < to->end && to->pc < only + TESTS_BEHIND; to->pc++) {
        const htni_instruction in = htni_fetch(to->program->domain, to->pc);
        if (htni_opcodes[in.op].family != HTNI_FAMILY_BYTE_TEST || in.c != HTN_SLOT_FAIL)
            break;
        htnc_native_put_pattern(to, &in, htnc_native_patterns[in.op].text);
    }
    to->pc = pc;
}

static void put_instruction(native_writer *to, const htni_instruction *in)
{
    const uint32_t writes = htnc_native_changes(in->op);
    if (in->op == HTN_OP_PROCEED)
        put_tests_behind(to);
    if (in->op == HTN_OP_SET_U8 && to->undone) {
        htnc_native_put_pattern(to, in, "REWRITE($b, $a);");
        to->undone = false;
    } else if (!htnc_native_comes_again(to->program, to->pc)) {
        htnc_native_put_pattern(to, in, htnc_native_patterns[in->op].text);
    } else {
        htnc_native_put_pattern(to, in, "$uCHOICE($c);");
        base_buffer_format(to->text, "T%u:;\n", (unsigned)to->pc);
        htnc_native_put_pattern(to, in, in->op == HTN_OP_METHOD ? "TAKE($p, $b);" : "");
    }
    htnc_native_note_done(&to->own, in);
    if (to->own.alternative != HTN_NONE && !htnc_native_is_here(to, to->own.alternative))
        to->own.alternative = HTN_NONE;
    if (htnc_native_work(in->op) && to->paid == 0) {
        to->paid = htnc_native_units_ahead(to);
        to->credit = to->paid * HTN_NATIVE_WRITES;
    }
    to->paid -= htnc_native_work(in->op);
    to->credit -= writes < to->credit ? writes : to->credit;
}

/* An instruction, with its label and whatever else must stand in front of it. */
static void put_at(native_writer *to, const htni_instruction *in)
{
    if (htnc_native_has_label(to->program, to->pc)) {
        to->depth = to->credit = to->paid = 0;
        to->own.alternative = HTN_NONE;
    }
    if (htnc_native_comes_again(to->program, to->pc))
        put_again(to, in);
    if (htnc_native_has_label(to->program, to->pc))
        put_label(to);
    if (to->depth == 0) {
        put_item(to);
        ask_for_room(to);
        if (calls_elsewhere(to))
            htnc_native_put_pattern(to, in, "BY_MACHINE($m);");
    }
    put_instruction(to, in);
    to->depth = ends(in->op) ? 0 : depth_behind(to, in, to->depth);
}

/* --- The function ------------------------------------------------------------------------------- */

static void put_cases(native_writer *to, uint32_t marks)
{
    for (uint32_t pc = to->first; pc < to->end; pc++) {
        const bool backtracks = marks == NATIVE_ALTERNATIVE;
        if (!htnc_native_is_marked(to->program, pc, NATIVE_REACHED) || !htnc_native_is_marked(to->program, pc, marks))
            continue;
        base_buffer_format(to->text, "    case %u: %sgoto %c%u;\n", (unsigned)pc, backtracks ? "RESTORE; " : "",
                           backtracks ? htnc_native_alternative(to->program, pc) : 'L', (unsigned)pc);
    }
}

/* Most searches begin at the first root. */
static void put_beginning(native_writer *to)
{
    const uint32_t root = htnc_native_field(to, HTN_SECTION_ROOTS, 0, HTN_ROOTS_TASK);
    const uint32_t entry = htnc_native_field(to, HTN_SECTION_TASKS, root, HTN_TASKS_ENTRY);
    if (htnc_native_is_here(to, entry) && htnc_native_is_marked(to->program, entry, NATIVE_ENTERED))
        base_buffer_format(to->text, "    if (now.pc == %u)\n        goto L%u;\n", (unsigned)entry, (unsigned)entry);
}

/* The entry of a part, and the jumps whose target is not known when the C is written. */
static void put_dispatch(native_writer *to)
{
    put_beginning(to);
    base_buffer_text(to->text, "resume:\n    switch (now.pc) {\n    case HTN_SLOT_FAIL: goto fail;\n"
                               "    case HTN_SLOT_DONE: goto found;\n    case HTN_SLOT_VALID: VALID; goto resume;\n");
    put_cases(to, NATIVE_ENTERED);
    base_buffer_format(
        to->text,
        "    default: LEAVE(now.pc >= %u && now.pc < %u ? HTN_NATIVE_BY_MACHINE : HTN_NATIVE_ELSEWHERE);\n    }\n"
        "fail:\n    BACKTRACK;\n    switch (choice->pc) {\n",
        (unsigned)to->first, (unsigned)to->end);
    put_cases(to, NATIVE_ALTERNATIVE);
    base_buffer_text(to->text, "    default: goto elsewhere;\n    }\n");
    if (to->seeks)
        base_buffer_text(to->text, "seek:\n    now.pc = htn_native_seek(domain, world, now.pc);\n    goto resume;\n");
    if (!to->proceeds)
        return;
    base_buffer_text(to->text, "proceed:\n    switch (now.continue_pc) {\n");
    put_cases(to, NATIVE_CONTINUATION);
    base_buffer_text(to->text, "    default: now.pc = now.continue_pc; goto resume;\n    }\n");
}

static void begin_task(native_writer *to)
{
    to->task = htni_task_of(to->program->domain, to->pc);
    to->depth = to->credit = to->paid = 0;
    to->own.alternative = HTN_NONE;
    base_buffer_text(to->text, "\n");
    put_comment(to, htn_task_name(to->program->domain, to->task));
}

static void put_instructions(native_writer *to)
{
    bool over = true;
    for (to->pc = to->first; to->pc < to->end; to->pc++) {
        const htni_instruction in = htni_fetch(to->program->domain, to->pc);
        const uint32_t task = htni_task_of(to->program->domain, to->pc);
        if (to->program->hot != NULL && !to->program->hot[task])
            continue;
        if (to->pc == to->first || to->pc == htnc_native_field(to, HTN_SECTION_TASKS, task, HTN_TASKS_ENTRY))
            begin_task(to);
        if (!htnc_native_is_marked(to->program, to->pc, NATIVE_REACHED))
            continue;
        put_at(to, &in);
        over = ends(in.op);
    }
    if (!over)
        base_buffer_format(to->text, "    ELSEWHERE(%u);\n", (unsigned)to->end);
}

/* Variables for the values of the evaluation stack, as many as the domain ever needs. */
static void put_stack(native_writer *to)
{
    const uint32_t depth = (uint32_t)to->program->domain->blob[HTN_HEADER_STACK]; /* at most HTN_MAX_STACK */
    for (uint32_t i = 0; i < depth; i++)
        base_buffer_format(to->text, "%ss%u = 0", i == 0 ? "    int32_t " : ", ", (unsigned)i);
    for (uint32_t i = 0; i < depth; i++)
        base_buffer_format(to->text, "%s(void)s%u", i == 0 ? ";\n    " : ", ", (unsigned)i);
    if (depth > 0)
        base_buffer_text(to->text, ";\n");
}

void htnc_native_write_part(base_buffer *text, const native_program *program, uint32_t part)
{
    base_buffer body = {.arena = text->arena};
    native_writer to = {.text = &body, .program = program, .first = program->starts[part], .end = program->count};
    if (part + 1 < program->parts)
        to.end = program->starts[part + 1];
    put_instructions(&to);
    to.text = text;
    base_buffer_format(text, "\nPART(%u)\n", (unsigned)part);
    put_stack(&to);
    put_dispatch(&to);
    base_buffer_add(text, body.bytes, body.length);
    base_buffer_format(text, "PART_END(%u)\n", (unsigned)part);
}
