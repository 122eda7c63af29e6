/*
 * The memory of a world, by rising address: each property, for each open type the bytes that say which instances exist, and
 * the generations of their slots. The gaps between these are alignment, so the sizes add up to htn_world_bytes() exactly.
 * docs/blob.md describes the same under "What a world takes". See dump_memory.h.
 */
#include "cli/dump/dump_memory.h"
#include "base/text.h"
#include "cli/dump/dump_names.h"
#include <htn/world.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct piece {
    size_t address;
    uint32_t count, width; /* `count` items of `width` bytes */
    const char *what, *name;
} piece;

typedef struct piece_list {
    piece *pieces;
    uint32_t count;
} piece_list;

static void add(piece_list *list, size_t address, uint32_t count, uint32_t width, const char *what, const char *name)
{
    uint32_t at = list->count++;
    for (; at > 0 && list->pieces[at - 1].address > address; at--)
        list->pieces[at] = list->pieces[at - 1];
    list->pieces[at] = (piece){address, count, width, what, name};
}

static void add_properties(piece_list *list, const htn_domain *domain)
{
    static const uint32_t widths[] = {1, 1, 2, 4, 0}; /* by htn_storage */
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_PROPERTIES); i++)
        add(list, CLI_FIELD(domain, PROPERTIES, i, ADDRESS), CLI_FIELD(domain, PROPERTIES, i, CELLS),
            widths[CLI_FIELD(domain, PROPERTIES, i, STORAGE)], "", htn_property_name(domain, i));
}

/* Only of outermost open types: they include the instances of their subtypes. */
static void add_instances(piece_list *list, const htn_domain *domain)
{
    size_t generations = domain->world_bytes;
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_TYPES); i++) {
        uint32_t presence = CLI_FIELD(domain, TYPES, i, PRESENCE), slots = CLI_FIELD(domain, TYPES, i, HIGH) + 1;
        if (presence == HTN_NONE || CLI_FIELD(domain, TYPES, i, PARENT) != HTN_NONE)
            continue;
        add(list, presence, slots, 1, "presence of ", CLI_TEXT(domain, TYPES, i, NAME));
        add(list, generations, slots, 2, "generations of ", CLI_TEXT(domain, TYPES, i, NAME));
        generations += (size_t)slots * 2;
    }
}

static void print_size(const char *address, const char *what, const char *name, const char *shape, size_t size)
{
    base_text text = {0};
    base_text_add(&text, "%s%s", what, name);
    printf("%7s  %s%*s%14s%10zu\n", address, base_text_of(&text), base_padding(base_text_of(&text), 34), "", shape,
           size);
    base_text_free(&text);
}

static void print_gap(size_t from, size_t to)
{
    char address[24];
    snprintf(address, sizeof address, "%zu", from);
    if (to > from)
        print_size(address, "alignment", "", "", to - from);
}

static void print_piece(const piece *at)
{
    char address[24], shape[32];
    snprintf(address, sizeof address, "%zu", at->address);
    snprintf(shape, sizeof shape, "%u x %u", at->count, at->width);
    print_size(address, at->what, at->name, shape, (size_t)at->count * at->width);
}

void dump_memory(const htn_domain *domain)
{
    size_t most = htn_domain_count(domain, HTN_SECTION_PROPERTIES) + 2 * htn_domain_count(domain, HTN_SECTION_TYPES);
    size_t end = 0, size = htn_world_bytes(domain);
    piece_list list = {base_allocate((most + 1) * sizeof(piece)), 0};
    add_properties(&list, domain);
    add_instances(&list, domain);
    for (uint32_t i = 0; i < list.count; i++) {
        print_gap(end, list.pieces[i].address);
        print_piece(&list.pieces[i]);
        end = list.pieces[i].address + (size_t)list.pieces[i].count * list.pieces[i].width;
    }
    print_gap(end, size);
    print_size("", "in all", "", "", size);
    free(list.pieces);
}
