/* Expands the patterns of instructions; see native_operands.h. */
#include "compiler/native/native_operands.h"
#include "compiler/native/native_pattern.h"
#include "runtime/blob/expression_start.h"
#include <string.h>

enum { MANY_METHODS = 8, MANY_ROWS = 64 };

uint32_t htnc_native_units_ahead(const native_writer *to)
{
    uint32_t units = 0;
    for (uint32_t pc = to->pc; pc < to->end && htnc_native_is_marked(to->program, pc, NATIVE_REACHED); pc++) {
        const htni_instruction in = htni_fetch(to->program->domain, pc);
        if (pc != to->pc && (htnc_native_has_label(to->program, pc) || htni_opcodes[in.op].family == HTNI_FAMILY_LOOP))
            break;
        units += htnc_native_work(in.op);
        if (htnc_native_may_leave(in.op))
            break;
    }
    return units;
}

static void put_signed(native_writer *to, uint32_t bits)
{
    if (bits == UINT32_C(0x80000000))
        base_buffer_text(to->text, "INT32_MIN");
    else if (bits > UINT32_C(0x80000000))
        base_buffer_format(to->text, "-%u", (unsigned)(0 - bits));
    else
        base_buffer_format(to->text, "%u", (unsigned)bits);
}

static void put_jump(native_writer *to, uint32_t target)
{
    if (target == HTN_SLOT_FAIL && to->own.alternative != HTN_NONE)
        htnc_native_put_back(to->text, to->program, &to->own);
    else if (target == HTN_SLOT_FAIL)
        base_buffer_text(to->text, "goto fail");
    else if (htnc_native_is_here(to, target))
        base_buffer_format(to->text, "goto L%u", (unsigned)target);
    else if (target >= HTN_SLOTS && !htnc_native_is_marked(to->program, target, NATIVE_REACHED))
        base_buffer_format(to->text, "BY_MACHINE(%u)", (unsigned)target);
    else
        base_buffer_format(to->text, "ELSEWHERE(%u)", (unsigned)target);
}

uint32_t htnc_native_only_continuation(const native_writer *to)
{
    const uint32_t where = to->program->continues[to->task];
    const bool is_compound = htnc_native_field(to, HTN_SECTION_TASKS, to->task, HTN_TASKS_KIND) != HTN_TASK_PRIMITIVE;
    return where == NATIVE_NOWHERE || !is_compound || to->program->splits ? NATIVE_ANYWHERE : where;
}

/* The end of a task: to the place where it continues. Where one place is likely, the C compares with it first. */
static void put_return(native_writer *to)
{
    const uint32_t only = htnc_native_only_continuation(to), where = to->program->continues[to->task];
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
    else if (where != NATIVE_NOWHERE && where != NATIVE_ANYWHERE && htnc_native_is_here(to, where))
        base_buffer_format(to->text, "if (now.continue_pc == %u)\n        goto L%u;\n    ", (unsigned)where,
                           (unsigned)where);
    base_buffer_text(to->text, "goto proceed");
    to->proceeds = true;
}

/* Whether there are at least MANY_ROWS from here on, up to the one that any world matches. */
static bool are_many_rows(const native_writer *to, uint32_t row)
{
    const uint8_t *constants = to->program->domain->sections[HTN_SECTION_CONSTANTS].data;
    const uint8_t *masks = constants + (size_t)(row + HTN_ROW_MASKS) * 4;
    static const uint8_t none[HTN_ROW_BYTES];
    uint32_t count = 0;
    while (count < MANY_ROWS && memcmp(masks + (size_t)count * HTN_ROW_CONSTANTS * 4, none, sizeof none) != 0)
        count++;
    return count == MANY_ROWS;
}

/*
 * In C a test takes two instructions, so a few tests are faster than a few rows. Many rows are faster than many tests.
 */
static void put_seek(native_writer *to, uint32_t row)
{
    if (!are_many_rows(to, row)) {
        put_jump(to, to->pc + 1);
        return;
    }
    base_buffer_format(to->text, "SEEK(%u, %u)", (unsigned)to->pc + 1, (unsigned)row);
    to->seeks = true;
}

/* The values taken, as an array, which C does not allow to be empty. */
static void put_values(native_writer *to, uint32_t from, uint32_t count)
{
    base_buffer_text(to->text, "((const int32_t[]){");
    for (uint32_t i = 0; i < count; i++)
        base_buffer_format(to->text, "%ss%u", i == 0 ? "" : ", ", (unsigned)(from + i));
    base_buffer_text(to->text, count == 0 ? "0})" : "})");
}

/* The cell and the value of a write: a property has only cell 0; the cell of a table was on the stack. */
static void put_write(native_writer *to, uint32_t from, uint32_t count)
{
    if (count == 1)
        base_buffer_format(to->text, "0, s%u", (unsigned)from);
    else
        base_buffer_format(to->text, "(uint32_t)s%u, s%u", (unsigned)from, (unsigned)(from + 1));
}

/* The locals of a new frame: arguments from the stack, the others 0. */
static void put_locals(native_writer *to, const htni_instruction *in, uint32_t from)
{
    for (uint32_t i = 0; i < in->a; i++)
        base_buffer_format(to->text, "\n    LOCAL(%u) = (uint32_t)s%u;", (unsigned)i, (unsigned)(from + i));
    if (in->b > in->a)
        base_buffer_format(to->text, "\n    memset(LOCALS(%u), 0, %u * sizeof(uint32_t));", (unsigned)in->a,
                           (unsigned)(in->b - in->a));
}

/* Spends the units of all instructions of this run at once, at the first of them. */
static void put_units(native_writer *to)
{
    if (to->paid == 0)
        base_buffer_format(to->text, "SPEND(%u, %u);\n    ", (unsigned)to->pc, (unsigned)htnc_native_units_ahead(to));
}

/*
 * Whether it is the last test in front of one of many methods. Few of many are taken, so the C compiler should move
 * that code away.
 */
static bool mostly_fails(const native_writer *to)
{
    const uint32_t next = htni_fetch(to->program->domain, to->pc + 1).op;
    return htni_opcodes[next].family == HTNI_FAMILY_METHOD &&
           htnc_native_field(to, HTN_SECTION_TASKS, to->task, HTN_TASKS_METHOD_COUNT) >= MANY_METHODS;
}

static void put_operand(native_writer *to, const htni_instruction *in, char which)
{
    const uint32_t pops = htni_popped(to->program->domain, in, to->depth), from = to->depth - pops;
    const bool behind_frame = htni_fetch(to->program->domain, to->pc - 1).op == HTN_OP_FRAME;
    switch (which) {
    case 'm':
    case 'p': base_buffer_format(to->text, "%u", (unsigned)to->pc); break;
    case 'f':
        base_buffer_format(to->text, "%u", (unsigned)htni_expression_start(to->program->domain, to->pc, to->depth));
        break;
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

void htnc_native_put_pattern(native_writer *to, const htni_instruction *in, const char *pattern)
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
