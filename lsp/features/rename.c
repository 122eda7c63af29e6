/* Renaming; see rename.h. The trial compiles each unit with the new texts as unsaved ones, and compares its errors with those before. */
#include "lsp/features/rename.h"

#include "base/text.h"
#include "base/unicode.h"
#include "lsp/features/symbol_types.h"
#include "rpc/json_members.h"
#include "lsp/workspace/symbol_uses.h"
#include <stdlib.h>
#include <string.h>

static bool can_be_renamed(const lsp_occurrence *name)
{
    return name != NULL && name->kind != LSP_IMPORT && name->kind != LSP_SCENARIO && name->kind != LSP_DOMAIN;
}

cJSON *lsp_prepare_rename(lsp_session *session, const cJSON *params)
{
    lsp_place place;
    const lsp_occurrence *name = lsp_find_place(session, params, &place) ? lsp_name_at(&place) : NULL;
    return can_be_renamed(name) ? lsp_span_range(session, place.unit, name->span) : NULL;
}

/* Why it cannot be a name. NULL: it can. */
static const char *problem_of(const char *name)
{
    const size_t length = strlen(name);
    const htnc_keyword *keyword = htnc_keyword_find(name, length);
    for (size_t at = 0; at < length;) {
        const base_character next = base_decode(name + at, length - at);
        if (at == 0 ? !base_may_begin_name(next.code) : !base_may_continue_name(next.code))
            return "a name has letters, digits and _, and begins with no digit";
        at += next.bytes;
    }
    if (length == 0)
        return "a name has at least one letter";
    if (keyword != NULL && (keyword->role == HTNC_ROLE_VALUE || keyword->role == HTNC_ROLE_JOINS))
        return "this word has a meaning of its own in every expression";
    return NULL;
}

/* --- The trial ------------------------------------------------------------------------------------ */

typedef struct trial {
    lsp_session *session;
    const lsp_uses *uses;
    const char *name;
    char **paths; /* of the units */
    uint32_t *errors;
    size_t count, path_capacity, error_capacity;
} trial;

static void note_unit(void *user, lsp_unit *unit)
{
    trial *t = user;
    for (size_t i = 0; i < t->count; i++)
        if (strcmp(t->paths[i], unit->path) == 0)
            return;
    t->paths = base_grow_array(t->paths, t->count, &t->path_capacity, sizeof *t->paths);
    t->errors = base_grow_array(t->errors, t->count, &t->error_capacity, sizeof *t->errors);
    t->paths[t->count] = base_duplicate_text(unit->path);
    t->errors[t->count++] = unit->compilation.workspace.diagnostics.errors;
}

/* A base_reader: the texts with the new name in them. */
static const char *read_renamed(void *user, const char *path, char **text, size_t *length)
{
    const trial *t = user;
    const lsp_document *open = lsp_document_at(&t->session->documents, path);
    base_text made = {0};
    char *from = NULL;
    size_t size = 0, at = 0;
    if (open != NULL) {
        from = open->text;
        size = open->length;
    } else {
        const char *problem = base_file_system.read(base_file_system.user, path, &from, &size);
        if (problem != NULL)
            return problem; /* cppcheck-suppress returnDanglingLifetime ; a constant text, as reader.h demands */
    }
    const size_t mark = open == NULL && size >= 3 && memcmp(from, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    for (size_t i = 0; i < t->uses->count; i++) {
        const lsp_used *each = &t->uses->list[i];
        if (strcmp(each->path, path) != 0 || each->end > size - mark || each->begin < at)
            continue;
        base_text_add_bytes(&made, from + mark + at, each->begin - at);
        base_text_add_bytes(&made, t->name, strlen(t->name));
        at = each->end;
    }
    base_text_add_bytes(&made, from + mark + at, size - mark - at);
    if (open == NULL)
        base_file_system.release(base_file_system.user, from);
    *text = made.bytes != NULL ? made.bytes : base_duplicate_text("");
    *length = made.length;
    return NULL;
}

static void release_renamed(void *user, char *text)
{
    (void)user;
    free(text);
}

/* The first error that was not there before; NULL: there is none. The caller frees it. */
static char *try_unit(const trial *t, size_t index)
{
    const base_reader reader = {read_renamed, release_renamed, (void *)(uintptr_t)t, base_identify_file};
    const htnc_options options = {.workspace = {.reader = &reader}, .check_only = true};
    htnc_compilation compilation;
    char *problem = NULL;
    htnc_compile(&compilation, t->paths[index], &options);
    const base_diagnostics *found = &compilation.workspace.diagnostics;
    if (found->errors > t->errors[index])
        for (const base_diagnostic *each = found->first; each != NULL && problem == NULL; each = each->next)
            if (each->severity == BASE_ERROR)
                problem = base_duplicate_text(each->message);
    htnc_free(&compilation);
    return problem;
}

static char *try_all(lsp_session *session, const lsp_uses *uses, const char *name)
{
    trial t = {.session = session, .uses = uses, .name = name};
    char *problem = NULL;
    for (size_t i = 0; i < uses->count; i++)
        if (i == 0 || strcmp(uses->list[i].path, uses->list[i - 1].path) != 0)
            lsp_units_with(&session->units, uses->list[i].path, note_unit, &t);
    for (size_t i = 0; i < t.count && problem == NULL; i++)
        problem = try_unit(&t, i);
    for (size_t i = 0; i < t.count; i++)
        free(t.paths[i]);
    free(t.paths);
    free(t.errors);
    return problem;
}

/* --- The edit ------------------------------------------------------------------------------------- */

static cJSON *edit_json(lsp_session *session, const lsp_uses *uses, const char *name)
{
    cJSON *edit = cJSON_CreateObject(), *changes = cJSON_AddObjectToObject(edit, "changes"), *list = NULL;
    for (size_t i = 0; i < uses->count; i++) {
        if (list == NULL || strcmp(uses->list[i].path, uses->list[i - 1].path) != 0) {
            char *uri = lsp_uri_for(session, uses->list[i].path);
            list = cJSON_AddArrayToObject(changes, uri);
            free(uri);
        }
        cJSON *json = cJSON_CreateObject();
        cJSON_AddItemToObject(json, "range", cJSON_Duplicate(uses->list[i].range, true));
        cJSON_AddStringToObject(json, "newText", name);
        cJSON_AddItemToArray(list, json);
    }
    return edit;
}

cJSON *lsp_rename(lsp_session *session, const cJSON *params, char **problem)
{
    lsp_place place;
    const char *name = rpc_string(params, "newName");
    const lsp_occurrence *old = lsp_find_place(session, params, &place) ? lsp_name_at(&place) : NULL;
    if (!can_be_renamed(old) || name == NULL) {
        *problem = base_duplicate_text("there is no name here that can be changed");
        return NULL;
    }
    if (problem_of(name) != NULL) {
        *problem = base_duplicate_text(problem_of(name));
        return NULL;
    }
    lsp_uses uses = lsp_uses_of(session, &place, old);
    *problem = uses.count == 0 ? base_duplicate_text("this name is built in") : try_all(session, &uses, name);
    cJSON *edit = *problem == NULL ? edit_json(session, &uses, name) : NULL;
    lsp_uses_free(&uses);
    return edit;
}
