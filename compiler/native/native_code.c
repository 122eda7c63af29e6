/*
 * A part as a function: a label where control can come from elsewhere, and for each instruction the text that opcodes.def has for it.
 * The evaluation stack is empty at every label, so its values are variables, s0 for the lowest. In the text $ stands for
 *     $p the instruction's address, $m the same where the machine may take over, $n the next one's
 *     $a $b $c the operands, $d a and $i c with a sign, $l $h the ends of a range
 *     $x $y $z the values taken from the stack, in the order in which they were pushed; $v all of them, as an array
 *     $r the value pushed                                  $w a write's cell and value, of those taken
 *     $j goes to c, within the task    $e goes to c, a task's entry    $t goes where the task continues when it is done
 *     $u spends a unit of work, unless that has been done  $s sets a frame's locals    $g whether a FRAME stands in front of it
 *     $k goes to the target of the first row that matches
 *     $o ... $q a test, marked as one that mostly fails where it stands in front of one of many methods
 */
#include "compiler/native/native_code.h"
#include <htn/blob.h>
#include <htn/native.h>
#include <string.h>

enum { MANY_METHODS = 8, MANY_ROWS = 64, TESTS_BEHIND = 2 };
/* How an instruction becomes C: the column in_c of opcodes.def. */
typedef enum native_how { ONLY_C, C_OR_MACHINE, ONLY_MACHINE } native_how;
typedef struct native_pattern {
    const char *text;
    native_how how;
} native_pattern;

static const native_pattern patterns[HTN_OPCODES] = {
#define BY_C(text)                                                                            text, ONLY_C
#define BY_BOTH(text)                                                                         text, C_OR_MACHINE
#define BY_MACHINE                                                                            "BY_MACHINE($m);", ONLY_MACHINE
#define HTN_OP(name, family, where, a, b, c, pops, pushes, flow, work, writes, in_c, meaning) {in_c},
#include <htn/opcodes.def>
};

bool htnc_native_is_machine(uint32_t op)
{
    return patterns[op].how != ONLY_C;
}

typedef struct writer {
    base_buffer *text;
    const native_program *program;
    uint32_t first, end; /* the part's instructions */
    uint32_t task;
    uint32_t pc;
    uint32_t depth;  /* of the stack, in front of it */
    uint32_t credit; /* writes that there is room for */
    uint32_t paid;   /* units of work that have been taken beforehand */
    uint32_t item;   /* the first debug item that does not begin in front of pc */
    bool proceeds;   /* something goes on at now.continue_pc */
    bool seeks;      /* something looks for the first row that matches */
    bool undone;     /* what has been undone last is still on the trail, behind its top */
    native_choice own;
} writer;

static uint32_t field(const writer *to, htn_section section, uint32_t index, uint32_t which)
{
    return htn_domain_field(to->program->domain, section, index, which);
}

/* The depth of the stack behind an instruction, from that in front of it. */
static uint32_t depth_behind(const writer *to, const htni_instruction *in, uint32_t depth)
{
    return depth - htni_popped(to->program->domain, in, depth) + htni_opcodes[in->op].pushes;
}

static bool ends(uint32_t op)
{
    return htni_opcodes[op].flow == HTNI_FLOW_ENDS;
}

static bool is_marked(const writer *to, uint32_t pc, uint32_t marks)
{
    return htnc_native_is_marked(to->program, pc, marks);
}

static bool is_here(const writer *to, uint32_t pc)
{
    return pc >= to->first && pc < to->end;
}

/* Units of work that C spends on it. */
static uint32_t spends(uint32_t op)
{
    return patterns[op].how == ONLY_C ? htni_opcodes[op].work : 0;
}

static bool has_label(const writer *to, uint32_t pc)
{
    return htnc_native_has_label(to->program, pc);
}

/* Units of work from here on that are all done once the first is: up to a label, a test, a loop, a jump. */
static uint32_t units_ahead(const writer *to)
{
    uint32_t units = 0;
    for (uint32_t pc = to->pc; pc < to->end && is_marked(to, pc, NATIVE_REACHED); pc++) {
        const htni_instruction in = htni_fetch(to->program->domain, pc);
        const char *text = patterns[in.op].text;
        if (pc != to->pc && (has_label(to, pc) || htni_opcodes[in.op].family == HTNI_FAMILY_LOOP))
            break;
        units += spends(in.op);
        if (ends(in.op) || strstr(text, "$j") != NULL || strstr(text, "$e") != NULL || strstr(text, "$m") != NULL)
            break;
    }
    return units;
}

/* --- Operands ----------------------------------------------------------------------------------- */

static void put_signed(writer *to, uint32_t bits)
{
    if (bits == UINT32_C(0x80000000))
        base_buffer_text(to->text, "INT32_MIN");
    else if (bits > UINT32_C(0x80000000))
        base_buffer_format(to->text, "-%u", (unsigned)(0 - bits));
    else
        base_buffer_format(to->text, "%u", (unsigned)bits);
}

static void put_jump(writer *to, uint32_t target)
{
    if (target == HTN_SLOT_FAIL && to->own.alternative != HTN_NONE)
        htnc_native_put_back(to->text, to->program, &to->own);
    else if (target == HTN_SLOT_FAIL)
        base_buffer_text(to->text, "goto fail");
    else if (is_here(to, target))
        base_buffer_format(to->text, "goto L%u", (unsigned)target);
    else
        base_buffer_format(to->text, "ELSEWHERE(%u)", (unsigned)target);
}

/*
 * The only place where a compound task can go on; or NATIVE_ANYWHERE. The runtime enters primitive tasks from elsewhere, and
 * goes on behind a split with what a save says.
 */
static uint32_t only_continuation(const writer *to)
{
    const uint32_t where = to->program->continues[to->task];
    const bool is_compound = field(to, HTN_SECTION_TASKS, to->task, HTN_TASKS_KIND) != HTN_TASK_PRIMITIVE;
    return where == NATIVE_NOWHERE || !is_compound || to->program->splits ? NATIVE_ANYWHERE : where;
}

static bool is_framed(const writer *to)
{
    return (field(to, HTN_SECTION_TASKS, to->task, HTN_TASKS_FLAGS) & HTN_TASK_FRAMED) != 0;
}

/* Where the task was to go on, asked first where that is likely. */
static void put_return(writer *to)
{
    const uint32_t only = only_continuation(to), where = to->program->continues[to->task];
    if (only == HTN_SLOT_DONE) {
        base_buffer_text(to->text, "goto found");
        return;
    }
    if (only != NATIVE_ANYWHERE) {
        put_jump(to, only);
        return;
    }
    if (where == HTN_SLOT_DONE)
        base_buffer_text(to->text, "if (now.continue_pc == HTN_SLOT_DONE)\n        goto found;\n    ");
    else if (where != NATIVE_NOWHERE && where != NATIVE_ANYWHERE && is_here(to, where))
        base_buffer_format(to->text, "if (now.continue_pc == %u)\n        goto L%u;\n    ", (unsigned)where,
                           (unsigned)where);
    base_buffer_text(to->text, "goto proceed");
    to->proceeds = true;
}

/* Whether there are at least MANY_ROWS from here on, up to the one that any world matches. */
static bool are_many_rows(const writer *to, uint32_t row)
{
    const uint8_t *constants = to->program->domain->sections[HTN_SECTION_CONSTANTS].data;
    const uint8_t *masks = constants + (size_t)(row + HTN_ROW_MASKS) * 4;
    static const uint8_t none[HTN_ROW_BYTES];
    uint32_t count = 0;
    while (count < MANY_ROWS && memcmp(masks + (size_t)count * HTN_ROW_CONSTANTS * 4, none, sizeof none) != 0)
        count++;
    return count == MANY_ROWS;
}

/* Tests cost C two instructions each, less than a few rows; where there are many, it is their number that counts. */
static void put_seek(writer *to, uint32_t row)
{
    if (!are_many_rows(to, row)) {
        put_jump(to, to->pc + 1);
        return;
    }
    base_buffer_format(to->text, "SEEK(%u, %u)", (unsigned)to->pc + 1, (unsigned)row);
    to->seeks = true;
}

/* The values taken, as an array that has something in it. */
static void put_values(writer *to, uint32_t from, uint32_t count)
{
    base_buffer_text(to->text, "((const int32_t[]){");
    for (uint32_t i = 0; i < count; i++)
        base_buffer_format(to->text, "%ss%u", i == 0 ? "" : ", ", (unsigned)(from + i));
    base_buffer_text(to->text, count == 0 ? "0})" : "})");
}

/* What a write is to: a property's only cell, or the cell that was taken. */
static void put_write(writer *to, uint32_t from, uint32_t count)
{
    if (count == 1)
        base_buffer_format(to->text, "0, s%u", (unsigned)from);
    else
        base_buffer_format(to->text, "(uint32_t)s%u, s%u", (unsigned)from, (unsigned)(from + 1));
}

/* A new frame's locals: arguments from the stack, the others 0. */
static void put_locals(writer *to, const htni_instruction *in, uint32_t from)
{
    for (uint32_t i = 0; i < in->a; i++)
        base_buffer_format(to->text, "\n    LOCAL(%u) = (uint32_t)s%u;", (unsigned)i, (unsigned)(from + i));
    if (in->b > in->a)
        base_buffer_format(to->text, "\n    memset(LOCALS(%u), 0, %u * sizeof(uint32_t));", (unsigned)in->a,
                           (unsigned)(in->b - in->a));
}

/* Units of work are taken for all that follow in a row. */
static void put_units(writer *to)
{
    if (to->paid == 0)
        base_buffer_format(to->text, "SPEND(%u, %u);\n    ", (unsigned)to->pc, (unsigned)units_ahead(to));
}

/* The last test in front of one of many methods: few of them are taken, so that code is to lie apart. */
static bool mostly_fails(const writer *to)
{
    const uint32_t next = htni_fetch(to->program->domain, to->pc + 1).op;
    return htni_opcodes[next].family == HTNI_FAMILY_METHOD &&
           field(to, HTN_SECTION_TASKS, to->task, HTN_TASKS_METHOD_COUNT) >= MANY_METHODS;
}

static void put_operand(writer *to, const htni_instruction *in, char which)
{
    const uint32_t pops = htni_popped(to->program->domain, in, to->depth), from = to->depth - pops;
    const bool behind_frame = htni_fetch(to->program->domain, to->pc - 1).op == HTN_OP_FRAME;
    switch (which) {
    case 'm':
    case 'p': base_buffer_format(to->text, "%u", (unsigned)to->pc); break;
    case 'n': base_buffer_format(to->text, "%u", (unsigned)to->pc + 1); break;
    case 'a': base_buffer_format(to->text, "%u", (unsigned)in->a); break;
    case 'b': base_buffer_format(to->text, "%u", (unsigned)in->b); break;
    case 'c': base_buffer_format(to->text, "%u", (unsigned)in->c); break;
    case 'd': put_signed(to, in->a < 128 ? in->a : in->a - 256); break;
    case 'i': put_signed(to, in->c); break;
    case 'l': base_buffer_format(to->text, "%u", (unsigned)in->c & 255); break;
    case 'h': base_buffer_format(to->text, "%u", (unsigned)in->c >> 8); break;
    case 'x':
    case 'r': base_buffer_format(to->text, "s%u", (unsigned)from); break;
    case 'y': base_buffer_format(to->text, "s%u", (unsigned)from + 1); break;
    case 'z': base_buffer_format(to->text, "s%u", (unsigned)from + 2); break;
    case 'v': put_values(to, from, pops); break;
    case 'w': put_write(to, from, pops); break;
    case 's': put_locals(to, in, from); break;
    case 'g': base_buffer_format(to->text, "%u", (unsigned)behind_frame); break;
    case 't': put_return(to); break;
    case 'u': put_units(to); break;
    case 'k': put_seek(to, in->c); break;
    case 'o': base_buffer_text(to->text, mostly_fails(to) ? "MOSTLY(" : ""); break;
    case 'q': base_buffer_text(to->text, mostly_fails(to) ? ")" : ""); break;
    default: /* 'j', 'e' */ put_jump(to, in->c); break;
    }
}

static void put_pattern(writer *to, const htni_instruction *in, const char *pattern)
{
    if (*pattern == '\0')
        return;
    base_buffer_text(to->text, "    ");
    for (const char *at = pattern; *at != '\0'; at++) {
        if (*at == '$')
            put_operand(to, in, *++at);
        else
            base_buffer_add(to->text, at, 1);
        if (*at == '\n')
            base_buffer_text(to->text, "    ");
    }
    base_buffer_text(to->text, "\n");
}

/* --- Comments ----------------------------------------------------------------------------------- */

/* Nothing that would end the comment, or begin another. */
static void put_comment(writer *to, const char *text)
{
    base_buffer_text(to->text, "    /* ");
    for (const char *at = text; *at != '\0'; at++) {
        const bool ends_comment = *at == '/' && ((at > text && at[-1] == '*') || at[1] == '*');
        const bool is_trouble = ends_comment || (unsigned char)*at < ' ' || *at == '\\' || (*at == '?' && at[1] == '?');
        base_buffer_add(to->text, is_trouble ? "_" : at, 1);
    }
    base_buffer_text(to->text, " */\n");
}

/* The item of the source that begins here. */
static void put_item(writer *to)
{
    const htn_domain *domain = to->program->domain;
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_DEBUG_ITEMS);
    while (to->item < count && field(to, HTN_SECTION_DEBUG_ITEMS, to->item, HTN_DEBUG_ITEMS_FIRST) < to->pc)
        to->item++;
    if (to->item < count && field(to, HTN_SECTION_DEBUG_ITEMS, to->item, HTN_DEBUG_ITEMS_FIRST) == to->pc)
        put_comment(to, htn_domain_text(domain, HTN_SECTION_DEBUG_STRINGS,
                                        field(to, HTN_SECTION_DEBUG_ITEMS, to->item, HTN_DEBUG_ITEMS_TEXT)));
}

/* --- Instructions ------------------------------------------------------------------------------- */

/* How many changes there must be room for on the trail, in C: of a deferred write for itself and for what it will write. */
static uint32_t writes_of(uint32_t op)
{
    static const uint8_t changes[] = {
        [HTNI_WRITES_BYTE] = 1, [HTNI_WRITES_PROPERTY] = 1, [HTNI_WRITES_CELL] = 1, [HTNI_WRITES_DEFERRED] = 3,
        [HTNI_WRITES_SUM] = 1,  [HTNI_WRITES_MARK] = 1,     [HTNI_WRITES_MUCH] = 0,
    };
    return patterns[op].text[0] == '\0' ? 0 : changes[htni_opcodes[op].writes];
}

/* Up to the next label or unit of work: what will be written; `*soon`: by what fills and empties the stack next. */
static uint32_t writes_ahead(const writer *to, uint32_t *soon)
{
    uint32_t all = 0, depth = 0;
    bool first = true;
    *soon = 0;
    for (uint32_t pc = to->pc; pc < to->end && is_marked(to, pc, NATIVE_REACHED); pc++) {
        const htni_instruction in = htni_fetch(to->program->domain, pc);
        if ((pc != to->pc && has_label(to, pc)) || spends(in.op))
            break;
        all += writes_of(in.op);
        *soon += first ? writes_of(in.op) : 0;
        depth = depth_behind(to, &in, depth);
        first = first && depth != 0;
        if (ends(in.op))
            break;
    }
    return all;
}

static void ask_for_room(writer *to)
{
    uint32_t soon;
    const uint32_t all = writes_ahead(to, &soon);
    if (soon > to->credit) {
        base_buffer_format(to->text, "    ROOM(%u, %u);\n", (unsigned)to->pc, (unsigned)all);
        to->credit = all;
    }
}

/* Whether the values that are about to be put on the stack are for a task of another part: its function has other variables. */
static bool calls_elsewhere(const writer *to)
{
    uint32_t depth = 0;
    for (uint32_t pc = to->pc; pc < to->end; pc++) {
        const htni_instruction in = htni_fetch(to->program->domain, pc);
        if (htni_opcodes[in.op].family == HTNI_FAMILY_CALL)
            return depth != 0 && !is_here(to, in.c);
        depth = depth_behind(to, &in, depth);
        if (depth == 0 || ends(in.op))
            return false;
    }
    return false;
}

/* What is known of where the task goes on, once its frame, if it has one, has been made. */
static void put_continuation(writer *to)
{
    const uint32_t only = only_continuation(to);
    if (is_framed(to) && to->pc != field(to, HTN_SECTION_TASKS, to->task, HTN_TASKS_ENTRY))
        base_buffer_text(to->text, "    CONTINUES_BY_FRAME;\n");
    else if (!is_framed(to) && only != NATIVE_ANYWHERE)
        base_buffer_format(to->text, "    CONTINUES_AT(%u, now.%s);\n", (unsigned)only,
                           to->program->leaves[to->task] ? "continue_frame" : "frame");
}

static void put_again(writer *to, const htni_instruction *in)
{
    base_buffer_format(to->text, "F%u:;\n", (unsigned)to->pc);
    put_continuation(to);
    put_pattern(to, in, "$uCHOICE_AGAIN($c);\ngoto T$p;");
}

/* Where control can come from elsewhere. */
static void put_label(writer *to)
{
    base_buffer_format(to->text, "L%u:;\n", (unsigned)to->pc);
    if (is_marked(to, to->pc, NATIVE_ENTERED))
        put_continuation(to);
    to->undone = htnc_native_rewrites(to->program, to->pc);
    if (!to->undone)
        return;
    base_buffer_text(to->text, "    NOTHING_UNDONE;\n");
    if (!htnc_native_comes_again(to->program, to->pc))
        base_buffer_format(to->text, "F%u:;\n", (unsigned)to->pc);
}

/*
 * The end of a task whose choice point is at the top: the tests that come behind are made here first, as failing is cheaper. They
 * are made once more there, where they hold.
 */
static void put_tests_behind(writer *to)
{
    const uint32_t pc = to->pc, only = only_continuation(to);
    if (to->own.alternative == HTN_NONE || only == NATIVE_ANYWHERE || !is_here(to, only))
        return;
    for (to->pc = only; to->pc < to->end && to->pc < only + TESTS_BEHIND; to->pc++) {
        const htni_instruction in = htni_fetch(to->program->domain, to->pc);
        if (htni_opcodes[in.op].family != HTNI_FAMILY_BYTE_TEST || in.c != HTN_SLOT_FAIL)
            break;
        put_pattern(to, &in, patterns[in.op].text);
    }
    to->pc = pc;
}

static void put_instruction(writer *to, const htni_instruction *in)
{
    const uint32_t writes = writes_of(in->op);
    if (in->op == HTN_OP_PROCEED)
        put_tests_behind(to);
    if (in->op == HTN_OP_SET_U8 && to->undone) {
        put_pattern(to, in, "REWRITE($b, $a);");
        to->undone = false;
    } else if (!htnc_native_comes_again(to->program, to->pc)) {
        put_pattern(to, in, patterns[in->op].text);
    } else {
        put_pattern(to, in, "$uCHOICE($c);");
        base_buffer_format(to->text, "T%u:;\n", (unsigned)to->pc);
        put_pattern(to, in, in->op == HTN_OP_METHOD ? "TAKE($p, $b);" : "");
    }
    htnc_native_note_done(&to->own, in);
    if (to->own.alternative != HTN_NONE && !is_here(to, to->own.alternative))
        to->own.alternative = HTN_NONE;
    if (spends(in->op) && to->paid == 0) {
        to->paid = units_ahead(to);
        to->credit = to->paid * HTN_NATIVE_WRITES;
    }
    to->paid -= spends(in->op);
    to->credit -= writes < to->credit ? writes : to->credit;
}

/* An instruction and what stands in front of it. */
static void put_at(writer *to, const htni_instruction *in)
{
    if (has_label(to, to->pc)) {
        to->depth = to->credit = to->paid = 0;
        to->own.alternative = HTN_NONE;
    }
    if (htnc_native_comes_again(to->program, to->pc))
        put_again(to, in);
    if (has_label(to, to->pc))
        put_label(to);
    if (to->depth == 0) {
        put_item(to);
        ask_for_room(to);
        if (calls_elsewhere(to))
            put_pattern(to, in, "BY_MACHINE($m);");
    }
    put_instruction(to, in);
    to->depth = ends(in->op) ? 0 : depth_behind(to, in, to->depth);
}

/* --- The function ------------------------------------------------------------------------------- */

static void put_cases(writer *to, uint32_t marks)
{
    for (uint32_t pc = to->first; pc < to->end; pc++) {
        const bool backtracks = marks == NATIVE_ALTERNATIVE;
        if (!is_marked(to, pc, NATIVE_REACHED) || !is_marked(to, pc, marks))
            continue;
        base_buffer_format(to->text, "    case %u: %sgoto %c%u;\n", (unsigned)pc, backtracks ? "RESTORE; " : "",
                           backtracks ? htnc_native_alternative(to->program, pc) : 'L', (unsigned)pc);
    }
}

/* Most searches begin at the first root. */
static void put_beginning(writer *to)
{
    const uint32_t root = field(to, HTN_SECTION_ROOTS, 0, HTN_ROOTS_TASK);
    const uint32_t entry = field(to, HTN_SECTION_TASKS, root, HTN_TASKS_ENTRY);
    if (is_here(to, entry) && is_marked(to, entry, NATIVE_ENTERED))
        base_buffer_format(to->text, "    if (now.pc == %u)\n        goto L%u;\n", (unsigned)entry, (unsigned)entry);
}

/* Where a part is entered, and where control goes to a place that is not known beforehand. */
static void put_dispatch(writer *to)
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

static void begin_task(writer *to)
{
    to->task = htni_task_of(to->program->domain, to->pc);
    to->depth = to->credit = to->paid = 0;
    to->own.alternative = HTN_NONE;
    base_buffer_text(to->text, "\n");
    put_comment(to, htn_task_name(to->program->domain, to->task));
}

static void put_instructions(writer *to)
{
    bool over = true;
    for (to->pc = to->first; to->pc < to->end; to->pc++) {
        const htni_instruction in = htni_fetch(to->program->domain, to->pc);
        if (to->pc == to->first ||
            to->pc == field(to, HTN_SECTION_TASKS, htni_task_of(to->program->domain, to->pc), HTN_TASKS_ENTRY))
            begin_task(to);
        if (!is_marked(to, to->pc, NATIVE_REACHED))
            continue;
        put_at(to, &in);
        over = ends(in.op);
    }
    if (!over)
        base_buffer_format(to->text, "    ELSEWHERE(%u);\n", (unsigned)to->end);
}

/* Variables for as many values as the stack has at the most. */
static void put_stack(writer *to)
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
    writer to = {.text = &body, .program = program, .first = program->starts[part], .end = program->count};
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
