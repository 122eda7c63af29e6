/*
 * Conditions and methods as the designer wrote them, from the blob's debug information; where it is stripped, from the
 * instructions themselves. Neighbours: explain_code.h.
 */
#include "cli/explain/explain_code.h"
#include "cli/common/value_text.h"
#include <string.h>

enum { LONGEST_LIST = 72 /* bytes of a method's conditions that are shown */ };

static uint32_t item_field(const explain_code *code, uint32_t item, uint32_t field)
{
    return htn_domain_field(code->domain, HTN_SECTION_DEBUG_ITEMS, item, field);
}

static const char *item_text(const explain_code *code, uint32_t item)
{
    return htn_domain_text(code->domain, HTN_SECTION_DEBUG_STRINGS, item_field(code, item, HTN_DEBUG_ITEMS_TEXT));
}

static bool is_condition(const explain_code *code, uint32_t item)
{
    uint32_t kind = item_field(code, item, HTN_DEBUG_ITEMS_KIND);
    return kind == HTN_ITEM_METHOD_CONDITION || kind == HTN_ITEM_PRECONDITION || kind == HTN_ITEM_WHILE ||
           kind == HTN_ITEM_COOLDOWN || kind == HTN_ITEM_RANK || kind == HTN_ITEM_MARGIN || kind == HTN_ITEM_GOAL;
}

void explain_add_condition(base_text *text, const explain_code *code, uint32_t pc)
{
    uint32_t item = code->places[pc].item;
    if (item != HTN_NONE && is_condition(code, item))
        base_text_add(text, "%s", item_text(code, item));
    else
        base_text_add(text, "a condition");
}

void explain_add_source(base_text *text, const explain_code *code, uint32_t pc)
{
    uint32_t item = code->places[pc].item;
    if (item == HTN_NONE)
        return;
    uint32_t file = item_field(code, item, HTN_DEBUG_ITEMS_FILE);
    if (file >= htn_domain_count(code->domain, HTN_SECTION_DEBUG_FILES))
        return;
    const char *path =
        htn_domain_text(code->domain, HTN_SECTION_DEBUG_STRINGS,
                        htn_domain_field(code->domain, HTN_SECTION_DEBUG_FILES, file, HTN_DEBUG_FILES_NAME));
    const char *slash = strrchr(path, '/');
    base_text_add(text, "%s:%u", slash != NULL ? slash + 1 : path, item_field(code, item, HTN_DEBUG_ITEMS_LINE));
}

/* Whether two items are conditions of the same list, in the same copy of its code. A rank stands by itself. */
static bool same_list(const explain_code *code, uint32_t a, uint32_t b)
{
    return is_condition(code, b) && item_field(code, a, HTN_DEBUG_ITEMS_KIND) != HTN_ITEM_RANK &&
           item_field(code, a, HTN_DEBUG_ITEMS_KIND) == item_field(code, b, HTN_DEBUG_ITEMS_KIND) &&
           item_field(code, a, HTN_DEBUG_ITEMS_TASK) == item_field(code, b, HTN_DEBUG_ITEMS_TASK) &&
           item_field(code, a, HTN_DEBUG_ITEMS_METHOD) == item_field(code, b, HTN_DEBUG_ITEMS_METHOD) &&
           code->places[item_field(code, a, HTN_DEBUG_ITEMS_FIRST)].task ==
               code->places[item_field(code, b, HTN_DEBUG_ITEMS_FIRST)].task;
}

/* What stands in front of a list that is not the method's own. */
static const char *part_of(const explain_code *code, uint32_t pc)
{
    switch (item_field(code, code->places[pc].item, HTN_DEBUG_ITEMS_KIND)) {
    case HTN_ITEM_WHILE: return "While ";
    case HTN_ITEM_COOLDOWN: return "Cooldown ";
    case HTN_ITEM_MARGIN: return "Utility ";
    case HTN_ITEM_RANK: return explain_is_margin(code, pc) ? "Utility " : "Weight ";
    default: return "";
    }
}

bool explain_is_margin(const explain_code *code, uint32_t pc)
{
    uint32_t item = code->places[pc].item;
    if (item != HTN_NONE && item_field(code, item, HTN_DEBUG_ITEMS_KIND) == HTN_ITEM_MARGIN)
        return true;
    if (item == HTN_NONE || item_field(code, item, HTN_DEBUG_ITEMS_KIND) != HTN_ITEM_RANK)
        return false;
    for (; pc < code->count; pc++) {
        uint8_t op = cli_instruction_at(code->domain, pc).op;
        if (op == HTN_OP_RANK || op == HTN_OP_DRAW)
            return op == HTN_OP_RANK;
    }
    return false;
}

void explain_add_condition_among(base_text *text, const explain_code *code, uint32_t pc)
{
    uint32_t item = code->places[pc].item;
    uint32_t count = htn_domain_count(code->domain, HTN_SECTION_DEBUG_ITEMS);
    bool known = item != HTN_NONE && is_condition(code, item);
    bool before = known && item > 0 && same_list(code, item, item - 1);
    bool behind = known && item + 1 < count && same_list(code, item, item + 1);
    base_text_add(text, "%s[%s", known ? part_of(code, pc) : "", before ? "..., " : "");
    explain_add_condition(text, code, pc);
    base_text_add(text, "%s]", behind ? ", ..." : "");
}

uint32_t explain_method_pc(const explain_code *code, uint32_t task, uint32_t method)
{
    uint32_t end = explain_task_field(code->domain, task, HTN_TASKS_END);
    for (uint32_t pc = explain_task_field(code->domain, task, HTN_TASKS_ENTRY); pc < end; pc++) {
        cli_instruction in = cli_instruction_at(code->domain, pc);
        if ((in.op == HTN_OP_METHOD || in.op == HTN_OP_LAST_METHOD) && in.b == method)
            return pc;
    }
    return HTN_NONE;
}

void explain_add_conditions(base_text *text, const explain_code *code, uint32_t pc)
{
    uint32_t item = pc != HTN_NONE ? code->places[pc].item : HTN_NONE;
    if (item == HTN_NONE)
        return;
    const char *list = strchr(item_text(code, item), '['); /* `Method 0 [...]` */
    if (list == NULL)
        return;
    size_t length = strlen(list);
    if (length <= LONGEST_LIST) {
        base_text_add(text, " %s", list);
        return;
    }
    for (length = LONGEST_LIST - 4; length > 0 && ((unsigned char)list[length] & 0xC0) == 0x80;)
        length--; /* not within a character */
    base_text_add(text, " %.*s...]", (int)length, list);
}

void explain_add_method(base_text *text, const htn_domain *domain, uint32_t task, uint32_t method)
{
    uint32_t first = explain_task_field(domain, task, HTN_TASKS_FIRST_METHOD);
    const char *label = htn_domain_text(
        domain, HTN_SECTION_STRINGS, htn_domain_field(domain, HTN_SECTION_METHODS, first + method, HTN_METHODS_LABEL));
    base_text_add(text, "method %u", method);
    if (label[0] != '\0')
        base_text_add(text, " %s", label);
}
