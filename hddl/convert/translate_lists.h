/* Lists in brackets: in one line if there is room, else with a line for each item, or with filled lines. */
#pragma once

#include "hddl/convert/translation.h"

typedef struct translated_list {
    const char **items;
    uint32_t count;
} translated_list;

/* Takes the text since `begin` out of the buffer, and adds it to the list. */
void translate_take_item(translation *tr, translated_list *list, size_t begin);

/* Writes `head [item, item]`. `fills`: a long list fills its lines. */
void translate_list(translation *tr, uint32_t indent, const char *head, const translated_list *list, bool fills);
