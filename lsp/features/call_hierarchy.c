/*
 * Call hierarchy; see call_hierarchy.h. An item is a task, or a method of one: a compound task leads to its methods, a method to its
 * subtasks, and back. The editor gives an item back with its URI and range, by which the task is found again.
 */
#include "lsp/features/call_hierarchy.h"

#include "base/text.h"
#include "lsp/features/declaration_text.h"
#include "rpc/json_members.h"
#include "lsp/protocol/json_ranges.h"
#include "lsp/workspace/symbol_uses.h"
#include <stdlib.h>

enum { CLASS_KIND = 5, METHOD_KIND = 6, FUNCTION_KIND = 12 };

/* `method` NULL: the task itself. */
static cJSON *item_json(lsp_session *session, lsp_unit *unit, const htnc_task *task, const htnc_method *method)
{
    const base_span name = method != NULL ? method->head : task->name.span;
    base_span whole = method != NULL ? method->span : task->span;
    base_text title = {0}, detail = {0};
    cJSON *location = lsp_span_location(session, unit, name), *item = cJSON_CreateObject();
    if (whole.begin > name.begin || whole.end < name.end)
        whole = base_span_join(whole, name);
    base_text_add(&title, "%s", task->name.text);
    if (method != NULL)
        base_text_add(&title, method->label.text != NULL ? ", method %u (%s)" : ", method %u", (unsigned)method->index,
                      method->label.text);
    if (method != NULL)
        lsp_add_method_head(&detail, unit, method);
    else
        base_text_add(&detail, task->kind == HTNC_COMPOUND ? "compound task" : "primitive task");
    cJSON_AddStringToObject(item, "name", base_text_of(&title));
    cJSON_AddStringToObject(item, "detail", base_text_of(&detail));
    cJSON_AddNumberToObject(item, "kind",
                            method != NULL                ? METHOD_KIND
                            : task->kind == HTNC_COMPOUND ? CLASS_KIND
                                                          : FUNCTION_KIND);
    cJSON_AddItemToObject(item, "uri", cJSON_DetachItemFromObject(location, "uri"));
    cJSON_AddItemToObject(item, "range", lsp_span_range(session, unit, whole));
    cJSON_AddItemToObject(item, "selectionRange", lsp_span_range(session, unit, name));
    cJSON_AddNumberToObject(cJSON_AddObjectToObject(item, "data"), "method",
                            method != NULL ? (double)method->index : -1);
    cJSON_Delete(location);
    base_text_free(&title);
    base_text_free(&detail);
    return item;
}

cJSON *lsp_prepare_call_hierarchy(lsp_session *session, const cJSON *params)
{
    lsp_place place;
    const lsp_occurrence *name = lsp_find_place(session, params, &place) ? lsp_name_at(&place) : NULL;
    const htnc_task *task = name != NULL && name->kind == LSP_TASK ? name->symbol : NULL;
    const htnc_method *method = name != NULL && name->kind == LSP_METHOD ? name->symbol : NULL;
    if (task == NULL && method == NULL)
        return NULL;
    cJSON *items = cJSON_CreateArray();
    cJSON_AddItemToArray(items, item_json(session, place.unit, task != NULL ? task : method->task, method));
    return items;
}

/* The task, and the method, that an item is. False: it is not there any more. */
static bool find_item(lsp_session *session, const cJSON *params, lsp_place *place, const htnc_task **task,
                      const htnc_method **method)
{
    const cJSON *item = rpc_member(params, "item"), *number = rpc_member(item, "data.method");
    cJSON *asked = cJSON_CreateObject();
    cJSON_AddItemToObject(asked, "textDocument", cJSON_Duplicate(item, true));
    cJSON_AddItemToObject(asked, "position", cJSON_Duplicate(rpc_member(item, "selectionRange.start"), true));
    const bool found = lsp_find_place(session, asked, place);
    cJSON_Delete(asked);
    *task = NULL;
    *method = NULL;
    if (!found)
        return false;
    const lsp_occurrences *all = lsp_occurrences_in(place->unit);
    for (size_t i = 0; i < all->count; i++) {
        const htnc_task *each =
            all->list[i].kind == LSP_TASK && all->list[i].use == LSP_DECLARES ? all->list[i].symbol : NULL;
        for (const htnc_method *of = each != NULL ? each->methods : NULL; of != NULL; of = of->next)
            if (cJSON_IsNumber(number) && number->valuedouble >= 0 && of->head.begin == place->offset) {
                *task = each;
                *method = of;
            }
        if (each != NULL && each->name.span.begin == place->offset && all->list[i].span.begin == place->offset)
            *task = each;
    }
    return *task != NULL;
}

/* Adds a call: `from` or `to` the item, at the place. Calls of one item that follow one another are one. */
static void add_call(lsp_session *session, lsp_unit *unit, cJSON *calls, const char *which, cJSON *item, base_span at)
{
    cJSON *last = cJSON_GetArrayItem(calls, cJSON_GetArraySize(calls) - 1);
    if (last != NULL && cJSON_Compare(cJSON_GetObjectItemCaseSensitive(last, which), item, true)) {
        cJSON_AddItemToArray(cJSON_GetObjectItemCaseSensitive(last, "fromRanges"), lsp_span_range(session, unit, at));
        cJSON_Delete(item);
        return;
    }
    cJSON *call = cJSON_CreateObject();
    cJSON_AddItemToObject(call, which, item);
    cJSON_AddItemToArray(cJSON_AddArrayToObject(call, "fromRanges"), lsp_span_range(session, unit, at));
    cJSON_AddItemToArray(calls, call);
}

cJSON *lsp_incoming_calls(lsp_session *session, const cJSON *params)
{
    lsp_place place;
    const htnc_task *task;
    const htnc_method *method;
    size_t count;
    cJSON *calls = cJSON_CreateArray();
    if (!find_item(session, params, &place, &task, &method))
        return calls;
    if (method != NULL) {
        add_call(session, place.unit, calls, "from", item_json(session, place.unit, task, NULL), method->head);
        return calls;
    }
    const lsp_occurrence *const *uses = lsp_occurrences_for(lsp_occurrences_in(place.unit), task, &count);
    for (size_t i = 0; i < count; i++)
        if (uses[i]->use == LSP_CALLS && uses[i]->method != NULL)
            add_call(session, place.unit, calls, "from", item_json(session, place.unit, uses[i]->task, uses[i]->method),
                     uses[i]->span);
    return calls;
}

cJSON *lsp_outgoing_calls(lsp_session *session, const cJSON *params)
{
    lsp_place place;
    const htnc_task *task;
    const htnc_method *method;
    cJSON *calls = cJSON_CreateArray();
    if (!find_item(session, params, &place, &task, &method))
        return calls;
    for (const htnc_method *each = method == NULL ? task->methods : NULL; each != NULL; each = each->next)
        add_call(session, place.unit, calls, "to", item_json(session, place.unit, task, each), each->head);
    const lsp_occurrences *all = lsp_occurrences_in(place.unit);
    for (size_t i = method != NULL ? lsp_occurrence_from(all, method->span.begin) : all->count;
         i < all->count && all->list[i].span.begin < method->span.end; i++)
        if (all->list[i].kind == LSP_TASK && all->list[i].use == LSP_CALLS)
            add_call(session, place.unit, calls, "to", item_json(session, place.unit, all->list[i].symbol, NULL),
                     all->list[i].span);
    return calls;
}
