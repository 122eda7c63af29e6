/* Inlay hints; see inlay_hints.h. The number of a method is what a method traversal record has: `Expect MTR [1, 0]`. */
#include "lsp/features/inlay_hints.h"

#include "base/text.h"
#include "lsp/features/symbol_types.h"
#include "rpc/json_members.h"
#include "lsp/protocol/json_ranges.h"
#include "lsp/workspace/places.h"
#include <string.h>

enum { TYPE_HINT = 1, PARAMETER_HINT = 2 };

typedef struct hints {
    lsp_session *session;
    lsp_place place;
    base_span within;
    cJSON *list;
} hints;

/* `kind` 0: neither a type nor a parameter. */
static void add(hints *h, uint32_t offset, const char *text, int kind, bool left, bool right)
{
    if (offset < h->within.begin || offset > h->within.end)
        return;
    const lsp_position at = lsp_position_of(h->place.lines, offset - h->place.source->base, h->session->encoding);
    cJSON *json = cJSON_CreateObject(), *position = cJSON_AddObjectToObject(json, "position");
    cJSON_AddNumberToObject(position, "line", at.line);
    cJSON_AddNumberToObject(position, "character", at.character);
    cJSON_AddStringToObject(json, "label", text);
    if (kind != 0)
        cJSON_AddNumberToObject(json, "kind", kind);
    if (left)
        cJSON_AddBoolToObject(json, "paddingLeft", true);
    if (right)
        cJSON_AddBoolToObject(json, "paddingRight", true);
    cJSON_AddItemToArray(h->list, json);
}

/* Nothing where the argument says it itself: `Go(place)`, of the parameter `place`. */
static void add_arguments(hints *h, const htnc_expr *arguments, const htnc_variable *parameters)
{
    for (; arguments != NULL && parameters != NULL; arguments = arguments->next, parameters = parameters->next) {
        const char *name = parameters->name.text;
        if (name == NULL || (arguments->kind == HTNC_EXPR_NAME && arguments->name.text == name))
            continue;
        base_text text = {0};
        base_text_add(&text, "%s:", name);
        add(h, arguments->span.begin, base_text_of(&text), PARAMETER_HINT, false, true);
        base_text_free(&text);
    }
}

static void add_subtasks(hints *h, const htnc_subtask *list)
{
    for (; list != NULL; list = list->next) {
        if (list->each != NULL)
            add_subtasks(h, list->each->methods->subtasks);
        else if (list->kind == HTNC_SUBTASK_TASK && list->task != NULL)
            add_arguments(h, list->arguments, list->task->parameters);
        add_subtasks(h, list->members);
    }
}

static void add_types(hints *h, const htnc_variable *parameters)
{
    for (; parameters != NULL; parameters = parameters->next) {
        if (parameters->type_ref != NULL || lsp_type_of(LSP_VARIABLE, parameters) == NULL)
            continue;
        base_text text = {0};
        base_text_add(&text, ": %s", lsp_type_name(parameters->type));
        add(h, parameters->name.span.end, base_text_of(&text), TYPE_HINT, true, false);
        base_text_free(&text);
    }
}

static void add_task(hints *h, const htnc_task *task)
{
    add_types(h, task->parameters);
    for (const htnc_method *method = task->methods; method != NULL; method = method->next) {
        base_text number = {0};
        base_text_add(&number, "%u", (unsigned)method->index);
        if (!method->has_number)
            add(h, method->span.begin, base_text_of(&number), 0, false, true);
        base_text_free(&number);
        add_subtasks(h, method->subtasks);
    }
}

cJSON *lsp_inlay_hints(lsp_session *session, const cJSON *params)
{
    hints h = {.session = session, .list = cJSON_CreateArray()};
    lsp_position start, end;
    if (!lsp_read_position(rpc_member(params, "range.start"), &start) ||
        !lsp_read_position(rpc_member(params, "range.end"), &end) || !lsp_find_document(session, params, &h.place))
        return h.list;
    h.within.begin = h.place.source->base + lsp_offset_of(h.place.lines, start, session->encoding);
    h.within.end = h.place.source->base + lsp_offset_of(h.place.lines, end, session->encoding);
    for (const htnc_file *file = h.place.unit->compilation.files; file != NULL; file = file->next)
        for (const htnc_task *task = file->source == h.place.source ? file->tasks : NULL; task != NULL;
             task = task->next)
            add_task(&h, task);
    return h.list;
}
