/* Conditions and methods as the designer wrote them, from the items of the debug sections. See explain_source.h. */
#include "cli/explain/explain_source.h"
#include "cli/common/debug_info.h"
#include <string.h>

enum { LONGEST_LIST = 72 /* bytes of a method's conditions that are shown */ };

static const char *item_text(const htn_domain *domain, uint32_t item)
{
    return CLI_DEBUG_TEXT(domain, DEBUG_ITEMS, item, TEXT);
}

void explain_add_condition(base_text *text, const htn_domain *domain, uint32_t item)
{
    const bool known = item != HTN_NONE && cli_is_condition(domain, item);
    const uint32_t kind = known ? CLI_FIELD(domain, DEBUG_ITEMS, item, KIND) : HTN_ITEM_KINDS;
    const char *const frame = kind == HTN_ITEM_RESERVE ? "Reserve [" : kind == HTN_ITEM_COOLDOWN ? "Cooldown [" : "";
    base_text_add(text, "%s%s%s", frame, known ? item_text(domain, item) : "a condition", frame[0] != 0 ? "]" : "");
}

void explain_add_source(base_text *text, const htn_domain *domain, uint32_t item)
{
    if (item == HTN_NONE)
        return;
    const uint32_t file = CLI_FIELD(domain, DEBUG_ITEMS, item, FILE);
    const char *path = CLI_DEBUG_TEXT(domain, DEBUG_FILES, file, NAME);
    const char *slash = strrchr(path, '/');
    base_text_add(text, "%s:%u", slash != NULL ? slash + 1 : path, CLI_FIELD(domain, DEBUG_ITEMS, item, LINE));
}

bool explain_is_context(const htn_domain *domain, uint32_t item)
{
    return item != HTN_NONE && CLI_FIELD(domain, DEBUG_ITEMS, item, KIND) == HTN_ITEM_CONTEXT;
}

/* A place in a source, so that of two the greater one comes later. */
static uint64_t place(uint32_t line, uint32_t column)
{
    return (uint64_t)line << 32 | column;
}

static uint64_t begins_at(const htn_domain *domain, uint32_t item)
{
    return place(CLI_FIELD(domain, DEBUG_ITEMS, item, LINE), CLI_FIELD(domain, DEBUG_ITEMS, item, COLUMN));
}

/* An earlier compiler did not note it: there the item counts as one line. */
static uint64_t ends_at(const htn_domain *domain, uint32_t item)
{
    if (item < htn_domain_count(domain, HTN_SECTION_DEBUG_ENDS))
        return place(CLI_FIELD(domain, DEBUG_ENDS, item, LINE), CLI_FIELD(domain, DEBUG_ENDS, item, COLUMN));
    return begins_at(domain, item) + strlen(item_text(domain, item));
}

/* Whether two items are conditions of the same list. A rank stands by itself. */
static bool is_same_list(const htn_domain *domain, uint32_t a, uint32_t b)
{
    return cli_is_condition(domain, b) && CLI_FIELD(domain, DEBUG_ITEMS, a, KIND) != HTN_ITEM_RANK &&
           CLI_FIELD(domain, DEBUG_ITEMS, a, KIND) == CLI_FIELD(domain, DEBUG_ITEMS, b, KIND) &&
           CLI_FIELD(domain, DEBUG_ITEMS, a, FILE) == CLI_FIELD(domain, DEBUG_ITEMS, b, FILE) &&
           CLI_FIELD(domain, DEBUG_ITEMS, a, TASK) == CLI_FIELD(domain, DEBUG_ITEMS, b, TASK) &&
           CLI_FIELD(domain, DEBUG_ITEMS, a, METHOD) == CLI_FIELD(domain, DEBUG_ITEMS, b, METHOD);
}

/* Whether other conditions of an item's list stand before and behind it. What stands within it, such as a `where`, does not count. */
static void find_neighbours(const htn_domain *domain, uint32_t item, bool *before, bool *behind)
{
    uint32_t end;
    uint32_t each = cli_items_of_task(domain, cli_task_at(domain, CLI_FIELD(domain, DEBUG_ITEMS, item, FIRST)), &end);
    for (; each < end; each++) {
        if (!is_same_list(domain, item, each))
            continue;
        *before = *before || ends_at(domain, each) <= begins_at(domain, item);
        *behind = *behind || begins_at(domain, each) >= ends_at(domain, item);
    }
}

bool explain_is_behind(const htn_domain *domain, uint32_t item, uint32_t other)
{
    return is_same_list(domain, item, other) && begins_at(domain, other) >= ends_at(domain, item);
}

bool explain_is_within(const htn_domain *domain, uint32_t item, uint32_t other)
{
    return is_same_list(domain, item, other) && begins_at(domain, other) >= begins_at(domain, item) &&
           ends_at(domain, other) <= ends_at(domain, item);
}

/* The word in front of a list that is not the method's own. */
static const char *part_of(const htn_domain *domain, uint32_t item)
{
    static const char *const words[HTN_ITEM_KINDS] = {
        [HTN_ITEM_WHILE] = "While ",     [HTN_ITEM_ENTER] = "Enter ",    [HTN_ITEM_COOLDOWN] = "Cooldown ",
        [HTN_ITEM_CONTEXT] = "Context ", [HTN_ITEM_MARGIN] = "Utility ", [HTN_ITEM_RESERVE] = "Reserve ",
        [HTN_ITEM_RANK] = "Weight "};
    const char *word = words[CLI_FIELD(domain, DEBUG_ITEMS, item, KIND)];
    return word != NULL ? word : "";
}

bool explain_is_margin(const htn_domain *domain, uint32_t item)
{
    return item != HTN_NONE && CLI_FIELD(domain, DEBUG_ITEMS, item, KIND) == HTN_ITEM_MARGIN;
}

void explain_add_condition_among(base_text *text, const htn_domain *domain, uint32_t item)
{
    const bool known = item != HTN_NONE && cli_is_condition(domain, item);
    bool before = false, behind = false;
    if (known)
        find_neighbours(domain, item, &before, &behind);
    base_text_add(text, "%s[%s", known ? part_of(domain, item) : "", before ? "..., " : "");
    base_text_add(text, "%s", known ? item_text(domain, item) : "a condition");
    base_text_add(text, "%s]", behind ? ", ..." : "");
}

void explain_add_conditions(base_text *text, const htn_domain *domain, uint32_t item)
{
    if (item == HTN_NONE)
        return;
    const char *list = strchr(item_text(domain, item), '['); /* `Method 0 [...]` */
    if (list == NULL)
        return;
    size_t length = strlen(list);
    const bool cut = length > LONGEST_LIST;
    length = cut ? LONGEST_LIST - 4 : length;
    while (cut && length > 0 && ((unsigned char)list[length] & 0xC0) == 0x80)
        length--; /* not within a character */
    base_text_add(text, cut ? " %.*s...]" : " %.*s", (int)length, list);
}

/* The names of made tasks have a full stop or, of an Each, say what it is. Those of written tasks are words. */
explain_made explain_made_of(const htn_domain *domain, uint32_t task)
{
    const char *last = strrchr(htn_task_name(domain, task), '.');
    if ((CLI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_EACH) != 0)
        return EXPLAIN_EACH;
    return last == NULL                         ? EXPLAIN_AS_WRITTEN
           : strncmp(last, ".Optional", 9) == 0 ? EXPLAIN_OPTIONAL
                                                : EXPLAIN_ANY_ORDER;
}

void explain_add_task_name(base_text *text, const htn_domain *domain, uint32_t task)
{
    const char *name = htn_task_name(domain, task);
    const explain_made made = explain_made_of(domain, task);
    if (made == EXPLAIN_AS_WRITTEN || made == EXPLAIN_EACH)
        base_text_add(text, "%s", name);
    else
        base_text_add(text, "%s of %.*s", made == EXPLAIN_OPTIONAL ? "Optional" : "AnyOrder", (int)strcspn(name, "."),
                      name);
}

void explain_add_method(base_text *text, const htn_domain *domain, uint32_t task, uint32_t method)
{
    uint32_t first = CLI_FIELD(domain, TASKS, task, FIRST_METHOD);
    const explain_made made = explain_made_of(domain, task);
    const char *label = htn_domain_text(
        domain, HTN_SECTION_STRINGS, htn_domain_field(domain, HTN_SECTION_METHODS, first + method, HTN_METHODS_LABEL));
    if (made == EXPLAIN_EACH || made == EXPLAIN_OPTIONAL) {
        base_text_add(text, "%s", made == EXPLAIN_OPTIONAL ? label : method == 0 ? "item" : "all items done");
        return;
    }
    base_text_add(text, made == EXPLAIN_ANY_ORDER ? "member %u" : "method %u", method);
    if (label[0] != '\0')
        base_text_add(text, " %s", label);
}
