/* See each_items.h. Neighbours: vm_loop.h; search/kept_plan.c, which links the items of a plan; search/continuation.c. */
#include "each_items.h"
#include "../blob/blob_reader.h"
#include "../search/continuation.h"

/* --- Lists ---------------------------------------------------------------------------------------- */

/* The numbers of item `index`; NULL: the locals of the Each do not say where it lies, which no compiler makes. */
static uint32_t *item_at(const htni_machine *machine, const uint32_t *each, uint32_t index, uint32_t values)
{
    const uint64_t at = each[HTN_EACH_BASE] + (uint64_t)index * each[HTN_EACH_WIDTH];
    return at + values <= machine->limits.solutions ? htni_solutions(machine) + at : NULL;
}

void htni_begin_each(const htni_registers *now, uint32_t *locals, uint32_t first, uint32_t width, uint32_t choices)
{
    uint32_t *each = locals + first;
    each[HTN_EACH_BASE] = now->solutions;
    each[HTN_EACH_WIDTH] = width;
    each[HTN_EACH_COUNT] = each[HTN_EACH_BEGUN] = 0;
    each[HTN_EACH_ENTRY] = each[HTN_EACH_PREVIOUS] = HTN_NONE;
    each[HTN_EACH_CHOICES] = choices;
}

/* Room for an item behind the list. NULL: the region is full. */
static uint32_t *make_room(const htni_machine *machine, htni_registers *now, uint32_t *each, uint32_t width)
{
    if (each[HTN_EACH_WIDTH] != width ||
        each[HTN_EACH_BASE] + (uint64_t)each[HTN_EACH_COUNT] * width != now->solutions) { /* no compiler makes that */
        each[HTN_EACH_BASE] = now->solutions;
        each[HTN_EACH_WIDTH] = width;
        each[HTN_EACH_COUNT] = 0;
    }
    if (width > machine->limits.solutions - now->solutions)
        return NULL;
    each[HTN_EACH_COUNT]++;
    now->solutions += width;
    return htni_solutions(machine) + now->solutions - width;
}

/* Whether keys come before others: the higher one first. */
static bool comes_before(const uint32_t *keys, const uint32_t *others, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (keys[i] != others[i])
            return htni_signed(keys[i]) > htni_signed(others[i]);
    return false;
}

/* The index of the first item that comes behind the keys: the list is sorted. */
static uint32_t place_of(const uint32_t *list, uint32_t items, uint32_t width, const uint32_t *keys, uint32_t count)
{
    uint32_t low = 0, high = items;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (comes_before(keys, list + (size_t)(middle + 1) * width - count, count))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

bool htni_add_item(const htni_machine *machine, htni_registers *now, uint32_t *locals, uint32_t first, uint32_t values,
                   const uint32_t *keys, uint32_t count)
{
    uint32_t *each = locals + first, width = values + count;
    uint32_t *at = make_room(machine, now, each, width);
    if (at == NULL)
        return false;
    const uint32_t before = each[HTN_EACH_COUNT] - 1;
    uint32_t *list = at - (size_t)before * width;
    const uint32_t place = count == 0 ? before : place_of(list, before, width, keys, count);
    at = list + (size_t)place * width;
    if (place != before)
        memmove(at + width, at, (size_t)(before - place) * width * sizeof *at);
    memcpy(at, each + HTN_EACH_FIELDS, values * sizeof *at);
    if (count != 0)
        memcpy(at + values, keys, count * sizeof *at);
    return true;
}

/* The values that the followed plan has at an entry of its record. */
static const uint32_t *running_item(const htn_planner *planner, uint32_t entry)
{
    return (const uint32_t *)htni_region(&planner->machine, htni_followed(planner)->bindings_at) +
           (size_t)entry * planner->machine.domain->max_bindings;
}

/* Adds an item without keys. False: the region is full. */
static bool add_restored(const htni_machine *machine, htni_registers *now, uint32_t *each, const uint32_t *item,
                         uint32_t values)
{
    const uint32_t width = each[HTN_EACH_WIDTH];
    uint32_t *to = make_room(machine, now, each, width);
    if (to == NULL)
        return false;
    memset(to, 0, width * sizeof *to);
    memcpy(to, item, values * sizeof *to);
    return true;
}

htn_status htni_restore_items(const htn_planner *planner, htni_registers *now, uint32_t *locals, uint32_t first,
                              uint32_t task)
{
    const htni_kept_plan *followed = htni_followed(planner);
    const uint16_t *record = htni_region(&planner->machine, followed->record_at);
    const uint32_t method = HTNI_FIELD(planner->machine.domain, TASKS, task, FIRST_METHOD);
    const uint32_t values = HTNI_FIELD(planner->machine.domain, METHODS, method, BINDINGS);
    uint32_t entry = now->record, last = HTN_NONE, count;
    if (entry >= followed->records)
        return HTN_NO_RUNNING_PLAN;
    for (; entry < followed->records && record[entry] == 0; entry = running_item(planner, last)[values]) {
        if (last != HTN_NONE && entry <= last) /* only in a damaged save */
            break;
        if (!add_restored(&planner->machine, now, locals + first, running_item(planner, entry), values))
            return HTN_FULL_SOLUTIONS;
        last = entry;
    }
    const uint32_t *item = htni_remaining_items(planner, task, last, &count);
    for (; last != HTN_NONE && count > 0; count--, item += values)
        if (!add_restored(&planner->machine, now, locals + first, item, values))
            return HTN_FULL_SOLUTIONS;
    return HTN_OK;
}

/* --- Items ---------------------------------------------------------------------------------------- */

/* The values of the next item; NULL: none is left. */
static const uint32_t *next_item(const htni_machine *machine, const uint32_t *each, uint32_t values)
{
    return each[HTN_EACH_BEGUN] < each[HTN_EACH_COUNT] ? item_at(machine, each, each[HTN_EACH_BEGUN], values) : NULL;
}

bool htni_load_item(const htni_machine *machine, uint32_t *locals, uint32_t first, uint32_t values)
{
    uint32_t *each = locals + first;
    const uint32_t *from = next_item(machine, each, values);
    each[HTN_EACH_BEGUN] = from != NULL ? each[HTN_EACH_BEGUN] + 1 : 0;
    if (from != NULL)
        memcpy(each + HTN_EACH_FIELDS, from, values * sizeof *from);
    return from != NULL;
}

static bool has_gone(const htn_domain *domain, const uint32_t *item, uint32_t method)
{
    const uint32_t variables = HTNI_FIELD(domain, METHODS, method, FIRST_VARIABLE);
    for (uint32_t i = 0; i < HTNI_FIELD(domain, METHODS, method, BINDINGS); i++)
        if (htni_signed(item[i]) == HTNI_GONE && htni_open_type(domain, variables + i) != HTN_NONE)
            return true;
    return false;
}

bool htni_has_item(const htni_machine *machine, uint32_t *locals, uint32_t first, uint32_t method)
{
    const uint32_t values = HTNI_FIELD(machine->domain, METHODS, method, BINDINGS);
    uint32_t *each = locals + first;
    const uint32_t *item;
    while ((item = next_item(machine, each, values)) != NULL && has_gone(machine->domain, item, method))
        each[HTN_EACH_BEGUN]++;
    return item != NULL;
}

bool htni_is_running_item(const htn_planner *planner, const htni_registers *now, const uint32_t *locals, uint32_t first,
                          uint32_t values)
{
    return memcmp(next_item(&planner->machine, locals + first, values), running_item(planner, now->record),
                  values * sizeof(uint32_t)) == 0;
}

bool htni_begin_item(const htni_machine *machine, htni_registers *now, uint32_t first, uint32_t values, uint32_t task)
{
    const uint32_t words = HTNI_FRAME_LOCALS + HTNI_FIELD(machine->domain, TASKS, task, LOCALS);
    uint32_t *made = htni_frames(machine) + now->frames, *each = made + HTNI_FRAME_LOCALS + first;
    if (words > machine->limits.frames - now->frames)
        return false;
    memcpy(made, htni_frames(machine) + now->frame, words * sizeof *made);
    each[HTN_EACH_PREVIOUS] = each[HTN_EACH_ENTRY];
    each[HTN_EACH_ENTRY] = now->record;
    memcpy(each + HTN_EACH_FIELDS, next_item(machine, each, values), values * sizeof *each);
    each[HTN_EACH_BEGUN]++;
    now->frame = now->frames;
    now->frames += words;
    return true;
}

void htni_end_each(htni_registers *now, const uint32_t *locals, uint32_t first, uint32_t choices)
{
    const uint32_t *each = locals + first;
    if (choices == each[HTN_EACH_CHOICES] && each[HTN_EACH_BASE] < now->solutions)
        now->solutions = each[HTN_EACH_BASE];
}
