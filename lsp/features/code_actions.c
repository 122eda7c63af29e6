/* Fix-its as actions; see code_actions.h. */
#include "lsp/features/code_actions.h"

#include "base/text.h"
#include "lsp/features/diagnostics.h"
#include "rpc/json_members.h"
#include "lsp/protocol/json_ranges.h"
#include "lsp/workspace/places.h"
#include <stdlib.h>
#include <string.h>

static const char QUICK_FIX[] = "quickfix", FIX_ALL[] = "source.fixAll.htn";

enum { LONGEST_SHOWN = 40 };

/* Whether the editor wants actions of a kind: all, or those below the kinds that it lists. */
static bool is_wanted(const cJSON *params, const char *kind)
{
    const cJSON *only = rpc_member(params, "context.only"), *each;
    if (!cJSON_IsArray(only))
        return strcmp(kind, FIX_ALL) != 0; /* is not offered where nobody asked for it */
    cJSON_ArrayForEach(each, only)
    {
        const char *wanted = cJSON_GetStringValue(each);
        const size_t length = wanted != NULL ? strlen(wanted) : 0;
        if (wanted != NULL && strncmp(kind, wanted, length) == 0 &&
            (length == 0 || kind[length] == '\0' || kind[length] == '.'))
            return true;
    }
    return false;
}

/* A text as it is shown in a title: one line. */
static void add_shown(base_text *title, const char *text, size_t length)
{
    const size_t line = strcspn(text, "\r\n") < length ? strcspn(text, "\r\n") : length;
    const size_t shown = line < LONGEST_SHOWN ? line : LONGEST_SHOWN;
    base_text_add(title, "`%.*s%s`", (int)shown, text, shown < length ? "..." : "");
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t\r\n")] == '\0';
}

static void add_title(base_text *title, const lsp_unit *unit, const base_fixit *fix)
{
    const base_source *source = lsp_source_of(unit, fix->span);
    const char *old = source->text + (fix->span.begin - source->base);
    const size_t length = fix->span.end - fix->span.begin;
    if (length == 0) {
        base_text_add(title, "Insert ");
        add_shown(title, fix->text, strlen(fix->text));
    } else if (is_blank(fix->text)) {
        base_text_add(title, "Remove ");
        add_shown(title, old, length);
    } else {
        base_text_add(title, "Replace ");
        add_shown(title, old, length);
        base_text_add(title, " by ");
        add_shown(title, fix->text, strlen(fix->text));
    }
    if (fix->next != NULL)
        base_text_add(title, ", and more");
}

/* --- Edits ---------------------------------------------------------------------------------------- */

/* Adds an edit to `changes`, which has a list of them for each URI. */
static void add_edit(lsp_session *session, lsp_unit *unit, cJSON *changes, const base_fixit *fix)
{
    char *uri = lsp_uri_for(session, lsp_source_of(unit, fix->span)->path);
    cJSON *edits = cJSON_GetObjectItemCaseSensitive(changes, uri);
    if (edits == NULL)
        edits = cJSON_AddArrayToObject(changes, uri);
    cJSON *edit = cJSON_CreateObject();
    cJSON_AddItemToObject(edit, "range", lsp_span_range(session, unit, fix->span));
    cJSON_AddStringToObject(edit, "newText", fix->text);
    cJSON_AddItemToArray(edits, edit);
    free(uri);
}

static bool can_apply(const lsp_unit *unit, const base_diagnostic *diagnostic)
{
    bool all = diagnostic->fixits != NULL;
    for (const base_fixit *fix = diagnostic->fixits; fix != NULL; fix = fix->next) {
        const base_source *source = fix->span.end != 0 ? lsp_source_of(unit, fix->span) : NULL;
        all = all && source != NULL && !source->is_made;
    }
    return all;
}

static cJSON *action_json(const char *title, const char *kind, cJSON *changes)
{
    cJSON *action = cJSON_CreateObject();
    cJSON_AddStringToObject(action, "title", title);
    cJSON_AddStringToObject(action, "kind", kind);
    cJSON_AddItemToObject(cJSON_AddObjectToObject(action, "edit"), "changes", changes);
    return action;
}

static cJSON *fix_json(lsp_session *session, lsp_unit *unit, const base_diagnostic *diagnostic)
{
    base_text title = {0};
    cJSON *changes = cJSON_CreateObject();
    add_title(&title, unit, diagnostic->fixits);
    for (const base_fixit *fix = diagnostic->fixits; fix != NULL; fix = fix->next)
        add_edit(session, unit, changes, fix);
    cJSON *action = action_json(base_text_of(&title), QUICK_FIX, changes);
    cJSON *solved = cJSON_AddArrayToObject(action, "diagnostics");
    cJSON *json = lsp_diagnostic_json(session, unit, diagnostic);
    if (json != NULL)
        cJSON_AddItemToArray(solved, json);
    cJSON_AddBoolToObject(action, "isPreferred", true);
    base_text_free(&title);
    return action;
}

/* Whether none of its fix-its touches what an earlier diagnostic's fix changes. */
static bool is_apart(const base_diagnostics *all, const lsp_unit *unit, const base_diagnostic *diagnostic)
{
    for (const base_diagnostic *each = all->first; each != diagnostic; each = each->next)
        for (const base_fixit *a = can_apply(unit, each) ? each->fixits : NULL; a != NULL; a = a->next)
            for (const base_fixit *b = diagnostic->fixits; b != NULL; b = b->next)
                if (a->span.begin <= b->span.end && b->span.begin <= a->span.end)
                    return false;
    return true;
}

static void add_fix_all(lsp_session *session, const lsp_place *place, cJSON *actions)
{
    const base_diagnostics *all = lsp_unit_diagnostics(place->unit);
    cJSON *changes = cJSON_CreateObject();
    for (const base_diagnostic *each = all->first; each != NULL; each = each->next) {
        if (!can_apply(place->unit, each) || lsp_source_of(place->unit, each->fixits->span) != place->source ||
            !is_apart(all, place->unit, each))
            continue;
        for (const base_fixit *fix = each->fixits; fix != NULL; fix = fix->next)
            add_edit(session, place->unit, changes, fix);
    }
    if (cJSON_GetArraySize(changes) > 0)
        cJSON_AddItemToArray(actions, action_json("Apply all corrections of this file", FIX_ALL, changes));
    else
        cJSON_Delete(changes);
}

cJSON *lsp_code_actions(lsp_session *session, const cJSON *params)
{
    lsp_place place;
    lsp_position start, end;
    cJSON *actions = cJSON_CreateArray();
    if (!lsp_read_position(rpc_member(params, "range.start"), &start) ||
        !lsp_read_position(rpc_member(params, "range.end"), &end) || !lsp_find_document(session, params, &place))
        return actions;
    const uint32_t from = place.source->base + lsp_offset_of(place.lines, start, session->encoding);
    const uint32_t to = place.source->base + lsp_offset_of(place.lines, end, session->encoding);
    if (is_wanted(params, QUICK_FIX))
        for (const base_diagnostic *each = lsp_unit_diagnostics(place.unit)->first; each != NULL; each = each->next)
            if (each->span.begin <= to && each->span.end >= from && can_apply(place.unit, each))
                cJSON_AddItemToArray(actions, fix_json(session, place.unit, each));
    if (is_wanted(params, FIX_ALL))
        add_fix_all(session, &place, actions);
    return actions;
}
