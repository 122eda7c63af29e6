/*
 * The disassembly of `htn dump`; see dump_code.h. How an operand is shown depends only on its kind (opcodes.def), so a new
 * instruction needs no change here. Operand b comes first, because in most instructions it names a property.
 */
#include "cli/dump/dump_code.h"
#include "base/text.h"
#include "cli/common/instruction.h"
#include "cli/dump/dump_names.h"
#include <inttypes.h>
#include <stdio.h>

enum { COMMENT_COLUMN = 56 };

typedef struct dump {
    const htn_domain *domain;
    uint32_t task; /* HTN_NONE: in the slots before the first task's code */
    uint32_t pc;
    uint32_t item;               /* the first debug item that begins at pc or later */
    cli_instruction instruction; /* at pc */
    base_text line;              /* the instruction's text so far */
} dump;

static uint32_t read32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint32_t property_at(const dump *to, uint32_t address)
{
    return htn_property_at(to->domain, address);
}

static void put_value(dump *to, uint32_t property, int32_t value)
{
    const char *name = htn_value_name(to->domain, CLI_FIELD(to->domain, PROPERTIES, property, TYPE), value);
    if (name != NULL)
        base_text_add(&to->line, " %s", name);
    else
        base_text_add(&to->line, " %" PRId32, value);
}

/* --- Operands, by kind -------------------------------------------------------------------------- */

typedef void put_operand(dump *to, uint32_t value);

static void put_NONE(dump *to, uint32_t value)
{
    (void)to;
    (void)value;
}

static void put_IMM(dump *to, uint32_t value)
{
    base_text_add(&to->line, " %" PRId32, (int32_t)value);
}

static void put_KNOWN(dump *to, uint32_t value)
{
    if (value != 0)
        put_IMM(to, value);
}

static void put_LABEL(dump *to, uint32_t value)
{
    if (value == HTN_SLOT_FAIL)
        base_text_add(&to->line, " -> FAIL");
    else
        base_text_add(&to->line, " -> L%u", value);
}

static void put_TASK(dump *to, uint32_t value)
{
    base_text_add(&to->line, " %s", htn_task_name(to->domain, value));
}

static void put_ENTRY(dump *to, uint32_t value)
{
    put_TASK(to, cli_task_at(to->domain, value));
}

static void put_METHOD(dump *to, uint32_t value)
{
    uint32_t first = CLI_FIELD(to->domain, TASKS, to->task, FIRST_METHOD);
    const char *label = CLI_TEXT(to->domain, METHODS, first + value, LABEL);
    base_text_add(&to->line, " %u%s%s", value, label[0] != '\0' ? " " : "", label);
}

static void put_LOCAL(dump *to, uint32_t value)
{
    uint32_t first = CLI_FIELD(to->domain, TASKS, to->task, FIRST_PARAMETER);
    if (value < CLI_FIELD(to->domain, TASKS, to->task, PARAMETER_COUNT))
        base_text_add(&to->line, " %s", CLI_TEXT(to->domain, PARAMETERS, first + value, NAME));
    else
        base_text_add(&to->line, " %u", value);
}

static void put_LOCALS(dump *to, uint32_t value)
{
    base_text_add(&to->line, " %u local%s", value, value == 1 ? "" : "s");
}

static void put_ARGS(dump *to, uint32_t value)
{
    base_text_add(&to->line, " %u argument%s", value, value == 1 ? "" : "s");
}

static void put_cell(dump *to, uint32_t value)
{
    base_text_add(&to->line, " %s", htn_property_name(to->domain, property_at(to, value)));
}

static void put_VALUE(dump *to, uint32_t value)
{
    put_value(to, property_at(to, to->instruction.b), (int32_t)value);
}

static void put_DELTA(dump *to, uint32_t value)
{
    base_text_add(&to->line, " %+d", value < 128 ? (int)value : (int)value - 256);
}

static void put_RANGE(dump *to, uint32_t value)
{
    base_text_add(&to->line, " in %u..%u", value & 255, value >> 8);
}

static void put_PROPERTY(dump *to, uint32_t value)
{
    base_text_add(&to->line, " %s", htn_property_name(to->domain, value));
}

static void put_POOL(dump *to, uint32_t value)
{
    const uint8_t *at = to->domain->sections[HTN_SECTION_CONSTANTS].data + (size_t)value * 4;
    for (uint32_t i = 0; i < to->instruction.b; i++, at += 8)
        base_text_add(&to->line, " %" PRId32 ":%" PRId32, (int32_t)read32(at), (int32_t)read32(at + 4));
}

/* The values that a method's row needs, and where to go otherwise: `Mood Calm, First true -> L10` */
static void put_ROW(dump *to, uint32_t value)
{
    const uint8_t *row = to->domain->sections[HTN_SECTION_CONSTANTS].data + (size_t)value * 4;
    const uint32_t address = read32(row + HTN_ROW_ADDRESS * 4);
    const char *separator = "";
    for (uint32_t i = 0; i < HTN_ROW_BYTES; i++) {
        if (row[HTN_ROW_MASKS * 4 + i] == 0)
            continue;
        base_text_add(&to->line, "%s", separator);
        put_cell(to, address + i);
        put_value(to, property_at(to, address + i), row[HTN_ROW_VALUES * 4 + i]);
        separator = ",";
    }
    put_LABEL(to, read32(row + (HTN_ROW_CONSTANTS + HTN_ROW_TARGET) * 4));
}

static void put_STRING(dump *to, uint32_t value)
{
    base_text_add(&to->line, " ");
    base_text_add_quoted(&to->line, htn_domain_text(to->domain, HTN_SECTION_STRINGS, value));
}

static void put_IMM16(dump *to, uint32_t value)
{
    base_text_add(&to->line, " %u", value);
}

/* `achieve 0 by Walk, Open` */
static void put_GOAL(dump *to, uint32_t value)
{
    uint32_t first = CLI_FIELD(to->domain, ACHIEVES, value, FIRST_USE);
    uint32_t count = CLI_FIELD(to->domain, ACHIEVES, value, USE_COUNT);
    base_text_add(&to->line, " %u", value);
    if (to->instruction.op != HTN_OP_ACHIEVE)
        return;
    for (uint32_t i = first; i < first + count; i++)
        base_text_add(&to->line, "%s %s", i == first ? " by" : ",",
                      htn_task_name(to->domain, CLI_FIELD(to->domain, USES, i, TASK)));
}

static void put_RANKED(dump *to, uint32_t value)
{
    base_text_add(&to->line, "%s", value != 0 ? " ranked" : "");
}

static void put_RANKING(dump *to, uint32_t value)
{
    base_text_add(&to->line, " ranking %u", value);
}

static void put_KEYS(dump *to, uint32_t value)
{
    if (value > 0)
        base_text_add(&to->line, " %u key%s", value, value == 1 ? "" : "s");
}

static void put_EACH(dump *to, uint32_t value)
{
    base_text_add(&to->line, " each %u", value);
}

static void put_ITEM(dump *to, uint32_t value)
{
    base_text_add(&to->line, " %u value%s", value & 255, (value & 255) == 1 ? "" : "s");
    put_KEYS(to, value >> 8);
}

static void put_KEY_AT(dump *to, uint32_t value)
{
    if (value != 0)
        base_text_add(&to->line, " at %u", value);
}

/* The lower half of a draw does not show. */
static void put_HALVES(dump *to, uint32_t value)
{
    put_KEYS(to, value - 1);
}

static void put_FRAMED(dump *to, uint32_t value)
{
    base_text_add(&to->line, "%s", value != 0 ? " framed" : "");
}

static void put_TYPE(dump *to, uint32_t value)
{
    base_text_add(&to->line, " %s", CLI_TEXT(to->domain, TYPES, value, NAME));
}

static void put_INDEX(dump *to, uint32_t value)
{
    base_text_add(&to->line, " index %u of", value);
    put_PROPERTY(to, CLI_FIELD(to->domain, INDEXES, value, PROPERTY));
}

static void put_KEY_LIST(dump *to, uint32_t value)
{
    base_text_add(&to->line, " key list %u of", value);
    put_PROPERTY(to, CLI_FIELD(to->domain, KEY_LISTS, value, PROPERTY));
}

static void put_QUERY(dump *to, uint32_t value)
{
    base_text_add(&to->line, " %s", htn_query_name(to->domain, value));
}

static void put_MOST(dump *to, uint32_t value)
{
    base_text_add(&to->line, " up to %u", value);
}

static void put_TAKES(dump *to, uint32_t value)
{
    put_LOCAL(to, value & 255);
}

static void put_DERIVED(dump *to, uint32_t value)
{
    base_text_add(&to->line, " %s", CLI_TEXT(to->domain, DERIVED, value, NAME));
}

static void put_CYCLE(dump *to, uint32_t value)
{
    base_text_add(&to->line, " cycle %u", value);
}

static void put_TRUTH(dump *to, uint32_t value)
{
    base_text_add(&to->line, value != 0 ? " true" : " false");
}

static void put_WRITE(dump *to, uint32_t value)
{
    static const char *const writes[] = {"=", "+=", "-=", "*="};
    base_text_add(&to->line, " %s", writes[value]);
}

#define put_TABLE  put_PROPERTY
#define put_TABLE1 put_PROPERTY
#define put_TABLE8 put_PROPERTY
#define put_ANY    put_PROPERTY
#define put_LOOP   put_LOCAL
#define put_EXIT   put_LABEL
#define put_AGAIN  put_LABEL
#define put_U8     put_cell
#define put_S8     put_cell
#define put_S16    put_cell
#define put_S32    put_cell
#define put_LIST   put_LOCAL
#define put_POINTS put_NONE /* put_POOL shows them */

static const struct {
    const char *name;
    put_operand *a, *b, *c;
} shapes[] = {
#define HTN_OP(name, family, where, a, b, c, ...) {#name, put_##a, put_##b, put_##c},
#include <htn/opcodes.def>
};

/* --- Source text -------------------------------------------------------------------------------- */

static const char *debug_text(const htn_domain *domain, uint32_t offset)
{
    return htn_domain_text(domain, HTN_SECTION_DEBUG_STRINGS, offset);
}

/* The source of the debug item that begins here: `// 12: text`. With the file, if there are several. */
static void put_item(dump *to)
{
    const htn_domain *domain = to->domain;
    uint32_t count = htn_domain_count(domain, HTN_SECTION_DEBUG_ITEMS), i = to->item;
    while (i < count && CLI_FIELD(domain, DEBUG_ITEMS, i, FIRST) < to->pc)
        i++;
    to->item = i;
    if (i == count || CLI_FIELD(domain, DEBUG_ITEMS, i, FIRST) != to->pc)
        return;
    uint32_t file = CLI_FIELD(domain, DEBUG_ITEMS, i, FILE), task = CLI_FIELD(domain, DEBUG_ITEMS, i, TASK);
    printf("%*s// ", to->line.length < COMMENT_COLUMN ? (int)(COMMENT_COLUMN - to->line.length) : 1, "");
    if (htn_domain_count(domain, HTN_SECTION_DEBUG_FILES) > 1)
        printf("%s:", debug_text(domain, CLI_FIELD(domain, DEBUG_FILES, file, NAME)));
    printf("%u: ", CLI_FIELD(domain, DEBUG_ITEMS, i, LINE));
    if (task != to->task)
        printf("%s: ", htn_task_name(domain, task));
    if (CLI_FIELD(domain, DEBUG_ITEMS, i, KIND) == HTN_ITEM_EXPECTED_EFFECT)
        printf("expected ");
    printf("%s", debug_text(domain, CLI_FIELD(domain, DEBUG_ITEMS, i, TEXT)));
}

/* --- Lines -------------------------------------------------------------------------------------- */

static bool is_leader(const htn_domain *domain, uint32_t pc)
{
    return read32(domain->sections[HTN_SECTION_LEADERS].data + (size_t)(pc / 32) * 4) >> pc % 32 & 1;
}

static void dump_instruction(dump *to)
{
    to->instruction = cli_instruction_at(to->domain, to->pc);
    base_text_clear(&to->line);
    base_text_add(&to->line, "%7u  %-13s", to->pc, shapes[to->instruction.op].name);
    shapes[to->instruction.op].b(to, to->instruction.b);
    shapes[to->instruction.op].a(to, to->instruction.a);
    shapes[to->instruction.op].c(to, to->instruction.c);
    while (to->line.bytes[to->line.length - 1] == ' ') /* an instruction without operands */
        to->line.bytes[--to->line.length] = '\0';
    printf("%s", base_text_of(&to->line));
    put_item(to);
    printf("\n");
}

/* The label of a basic block, and what the block is for: `  while of method 1 L26:` */
static void put_leader(const dump *to)
{
    const htn_domain *domain = to->domain;
    uint32_t first = CLI_FIELD(domain, TASKS, to->task, FIRST_METHOD);
    const char *what = to->pc == CLI_FIELD(domain, TASKS, to->task, EFFECTS)   ? "effects "
                       : to->pc == CLI_FIELD(domain, TASKS, to->task, CONTEXT) ? "context "
                       : to->pc == CLI_FIELD(domain, TASKS, to->task, DURING)  ? "during "
                                                                               : "";
    printf("  %s", what);
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_ENDS); i++)
        printf("%s", to->pc == CLI_FIELD(domain, ENDS, i, FAIL_EFFECTS)    ? "fail effects "
                     : to->pc == CLI_FIELD(domain, ENDS, i, ABORT_EFFECTS) ? "abort effects "
                                                                           : "");
    for (uint32_t i = 0; i < CLI_FIELD(domain, TASKS, to->task, METHOD_COUNT); i++)
        if (to->pc == CLI_FIELD(domain, METHODS, first + i, WHILE))
            printf("while of method %u ", i);
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_ENTERS); i++)
        if (to->pc == CLI_FIELD(domain, ENTERS, i, ENTER))
            printf("enter of method %u ", CLI_FIELD(domain, ENTERS, i, METHOD) - first);
    printf("L%u:\n", to->pc);
}

static void dump_task(dump *to)
{
    uint32_t entry = CLI_FIELD(to->domain, TASKS, to->task, ENTRY);
    uint32_t end = CLI_FIELD(to->domain, TASKS, to->task, END);
    uint32_t arguments = CLI_FIELD(to->domain, TASKS, to->task, ARGUMENTS);
    printf("\n%s:\n", htn_task_name(to->domain, to->task));
    for (to->pc = entry; to->pc < end; to->pc++) {
        if (to->pc == arguments) {
            printf("  operator ");
            dump_operator(to->domain, CLI_FIELD(to->domain, TASKS, to->task, OPERATOR));
            printf(":\n");
        } else if (to->pc != entry && is_leader(to->domain, to->pc)) {
            put_leader(to);
        }
        dump_instruction(to);
    }
}

static void dump_derived(dump *to, uint32_t derived)
{
    const uint32_t entry = CLI_FIELD(to->domain, DERIVED, derived, ENTRY);
    printf("\n%s:\n", CLI_TEXT(to->domain, DERIVED, derived, NAME));
    for (to->pc = entry; to->pc < CLI_FIELD(to->domain, DERIVED, derived, END); to->pc++) {
        if (to->pc != entry && is_leader(to->domain, to->pc))
            printf("  L%u:\n", to->pc);
        dump_instruction(to);
    }
}

void dump_code(const htn_domain *domain)
{
    dump to = {.domain = domain, .task = HTN_NONE};
    for (to.pc = 0; to.pc < HTN_SLOTS; to.pc++)
        dump_instruction(&to);
    for (to.task = 0; to.task < htn_domain_count(domain, HTN_SECTION_TASKS); to.task++)
        dump_task(&to);
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_DERIVED); i++)
        dump_derived(&to, i);
    base_text_free(&to.line);
}
