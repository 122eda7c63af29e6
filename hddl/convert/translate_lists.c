/* Lists in brackets; see translate_lists.h. */
#include "hddl/convert/translate_lists.h"

#include <string.h>

enum { WIDTH = 120 };

void translate_take_item(translation *tr, translated_list *list, size_t begin)
{
    list->items = base_grow_by_one(tr->arena, list->items, list->count, sizeof *list->items);
    list->items[list->count++] = base_copy_text(
        tr->arena, begin < tr->text.length ? (const char *)tr->text.bytes + begin : "", tr->text.length - begin);
    tr->text.length = begin;
}

void translate_list(translation *tr, uint32_t indent, const char *head, const translated_list *list, bool fills)
{
    size_t width = indent + strlen(head) + 3;
    for (uint32_t i = 0; i < list->count && width <= WIDTH; i++)
        width += strlen(list->items[i]) + 2;
    base_buffer_format(&tr->text, "%*s%s [", (int)indent, "", head);
    if (width <= WIDTH) {
        for (uint32_t i = 0; i < list->count; i++)
            base_buffer_format(&tr->text, "%s%s", i == 0 ? "" : ", ", list->items[i]);
        base_buffer_text(&tr->text, "]\n");
        return;
    }
    const size_t full = fills ? WIDTH : 0;
    width = full;
    for (uint32_t i = 0; i < list->count; i++) {
        const size_t own = strlen(list->items[i]) + 2;
        const bool breaks = width + own > full;
        width = breaks ? indent + 4 + own : width + own;
        if (breaks)
            base_buffer_format(&tr->text, "\n%*s", (int)indent + 4, "");
        base_buffer_format(&tr->text, "%s%s,", breaks ? "" : " ", list->items[i]);
    }
    base_buffer_format(&tr->text, "\n%*s]\n", (int)indent, "");
}
