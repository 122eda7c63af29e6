/* Reasons and the values seen, each interned, so that a long search counts instead of storing; see explain_reasons.h. */
#include "cli/explain/explain_reasons.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

enum { KEY_HEAD = 3 }; /* words of a reason's key in front of its conditions */

struct explain_view {
    UT_hash_handle hh;
    uint32_t count;
    explain_seen items[];
};

typedef struct explain_reason_entry {
    explain_reason reason;
    UT_hash_handle hh;
    uint32_t key[]; /* kind, task, method, conditions */
} explain_reason_entry;

uint32_t explain_view_count(const explain_view *view)
{
    return view != NULL ? view->count : 0;
}

const explain_seen *explain_view_items(const explain_view *view)
{
    return view != NULL ? view->items : NULL;
}

void explain_reasons_free(explain_reasons *reasons)
{
    struct explain_view *view, *next_view;
    explain_reason_entry *entry, *next_entry;
    HASH_ITER(hh, reasons->views, view, next_view)
    {
        HASH_DEL(reasons->views, view);
        free(view);
    }
    HASH_ITER(hh, reasons->table, entry, next_entry)
    {
        HASH_DEL(reasons->table, entry);
        free(entry->reason.note);
        free(entry);
    }
}

const explain_view *explain_view_of(explain_reasons *reasons, const explain_seen *seen, uint32_t count)
{
    struct explain_view *view = NULL;
    size_t size = count * sizeof *seen;
    if (count == 0)
        return NULL;
    HASH_FIND(hh, reasons->views, seen, size, view);
    if (view != NULL || reasons->view_count == EXPLAIN_MAX_VIEWS)
        return view;
    view = base_allocate(sizeof *view + size);
    view->count = count;
    memcpy(view->items, seen, size);
    HASH_ADD_KEYPTR(hh, reasons->views, view->items, size, view);
    reasons->view_count++;
    return view;
}

static explain_reason *find(explain_reasons *reasons, const uint32_t *key, uint32_t words)
{
    explain_reason_entry *entry = NULL;
    HASH_FIND(hh, reasons->table, key, words * sizeof *key, entry);
    if (entry != NULL)
        return &entry->reason;
    entry = base_allocate(sizeof *entry + words * sizeof *key);
    memcpy(entry->key, key, words * sizeof *key);
    entry->reason.kind = (explain_reason_kind)key[0];
    entry->reason.task = key[1];
    entry->reason.method = key[2];
    entry->reason.items = entry->key + KEY_HEAD;
    entry->reason.item_count = words - KEY_HEAD;
    entry->reason.next = reasons->first;
    reasons->first = &entry->reason;
    HASH_ADD_KEYPTR(hh, reasons->table, entry->key, words * sizeof *key, entry);
    reasons->reason_count++;
    return &entry->reason;
}

static void count_variant(explain_reason *reason, const explain_view *view)
{
    uint32_t i = 0;
    while (i < reason->variant_count && reason->variants[i].view != view)
        i++;
    if (i < reason->variant_count)
        reason->variants[i].count++;
    else if (i < EXPLAIN_VARIANTS)
        reason->variants[reason->variant_count++] = (explain_variant){view, 1};
}

explain_reason *explain_count(explain_reasons *reasons, explain_reason_kind kind, uint32_t task, uint32_t method,
                              const uint32_t *items, uint32_t item_count, const explain_view *view)
{
    uint32_t key[KEY_HEAD + EXPLAIN_MAX_CONDITIONS] = {(uint32_t)kind, task, method};
    if (reasons->reason_count >= EXPLAIN_MAX_REASONS && (kind == EXPLAIN_NO_METHOD || kind == EXPLAIN_FOUND)) {
        key[0] = EXPLAIN_REST; /* the only kinds that can be many: combinations of conditions, and costs */
        item_count = 0;
        view = NULL;
    }
    for (uint32_t i = 0; i < item_count; i++)
        key[KEY_HEAD + i] = items[i];
    explain_reason *reason = find(reasons, key, KEY_HEAD + item_count);
    reason->count++;
    count_variant(reason, view);
    return reason;
}

void explain_reason_note(explain_reason *reason, const char *note)
{
    const char *before = reason->note;
    const bool same = note == before || (note != NULL && before != NULL && strcmp(note, before) == 0);
    reason->note_differs = reason->note_differs || (!same && reason->count > 1);
    if (before == NULL)
        reason->note = base_duplicate_text(note);
}

const explain_reason *explain_rejection(const explain_reasons *reasons, uint32_t task, uint32_t method, uint32_t item)
{
    const uint32_t key[KEY_HEAD + 1] = {EXPLAIN_REJECTED, task, method, item};
    explain_reason_entry *entry = NULL;
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): what is not named in the key is 0 */
    HASH_FIND(hh, reasons->table, key, sizeof key, entry);
    return entry != NULL ? &entry->reason : NULL;
}

int explain_compare_reasons(const explain_reason *x, const explain_reason *y)
{
    if (x->task != y->task)
        return x->task < y->task ? -1 : 1;
    for (uint32_t i = 0; i < x->item_count && i < y->item_count; i++)
        if (x->items[i] != y->items[i])
            return x->items[i] < y->items[i] ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->item_count != y->item_count)
        return x->item_count > y->item_count ? -1 : 1;
    return x->method < y->method ? -1 : x->method > y->method;
}
