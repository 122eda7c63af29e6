/* Diagnostics as JSON; see diagnostics_json.h. A span has lines and columns, for people, and byte offsets, for programs. */
#include "cli/common/diagnostics_json.h"
#include "base/diagnostic.h"
#include "base/source.h"
#include "base/text.h"
#include "cli/common/json.h"
#include <stdlib.h>

static const char *severity_name(base_severity severity)
{
    return severity == BASE_ERROR ? "error" : severity == BASE_WARNING ? "warning" : "note";
}

/* Adds "file" and "span" to `to`. Adds nothing where the span is empty: a diagnostic without a position. */
static void add_position(cJSON *to, base_sources *sources, base_span span)
{
    if (span.begin == 0 && span.end == 0)
        return;
    base_position begin = base_source_position(sources, span.begin);
    base_position end = base_source_position(sources, span.end);
    if (begin.source == NULL)
        return;
    if (end.source != begin.source)
        end = begin;
    cJSON_AddStringToObject(to, "file", begin.source->path);
    cJSON *json = cJSON_AddObjectToObject(to, "span");
    cJSON_AddNumberToObject(json, "line", begin.line);
    cJSON_AddNumberToObject(json, "column", begin.column);
    cJSON_AddNumberToObject(json, "endLine", end.line);
    cJSON_AddNumberToObject(json, "endColumn", end.column);
    cJSON_AddNumberToObject(json, "begin", span.begin - begin.source->base);
    cJSON_AddNumberToObject(json, "end", span.end - begin.source->base);
}

static cJSON *diagnostic_json(base_sources *sources, const base_diagnostic *diagnostic)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "id", base_diagnostic_name(diagnostic->id));
    cJSON_AddStringToObject(json, "severity", severity_name(diagnostic->severity));
    cJSON_AddStringToObject(json, "message", diagnostic->message);
    add_position(json, sources, diagnostic->span);
    cJSON *notes = cJSON_AddArrayToObject(json, "notes");
    for (const base_note *note = diagnostic->notes; note != NULL; note = note->next) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "message", note->message);
        add_position(item, sources, note->span);
        cJSON_AddItemToArray(notes, item);
    }
    cJSON *fixits = cJSON_AddArrayToObject(json, "fixits");
    for (const base_fixit *fixit = diagnostic->fixits; fixit != NULL; fixit = fixit->next) {
        cJSON *item = cJSON_CreateObject();
        add_position(item, sources, fixit->span);
        cJSON_AddStringToObject(item, "text", fixit->text);
        cJSON_AddItemToArray(fixits, item);
    }
    return json;
}

typedef struct entry {
    const base_diagnostic *diagnostic;
    size_t ordinal; /* the order of reporting, which decides between equal positions */
} entry;

static int compare(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->diagnostic->span.begin != y->diagnostic->span.begin)
        return x->diagnostic->span.begin < y->diagnostic->span.begin ? -1 : 1;
    return x->ordinal < y->ordinal ? -1 : 1;
}

void cli_diagnostics_to_json(cJSON *array, htnc_compilation *compilation)
{
    const base_diagnostic *d;
    entry *entries = NULL;
    size_t count = 0, capacity = 0;
    for (d = compilation->workspace.diagnostics.first; d != NULL; d = d->next) {
        entries = base_grow_array(entries, count, &capacity, sizeof *entries);
        entries[count] = (entry){d, count};
        count++;
    }
    if (count > 0)
        qsort(entries, count, sizeof *entries, compare);
    for (size_t i = 0; i < count; i++)
        cJSON_AddItemToArray(array, diagnostic_json(&compilation->workspace.sources, entries[i].diagnostic));
    free(entries);
}

void cli_print_refused(htnc_compilation *compilation)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "outcome", "errors");
    cli_diagnostics_to_json(cJSON_AddArrayToObject(json, "diagnostics"), compilation);
    cJSON_AddNumberToObject(json, "errors", compilation->workspace.diagnostics.errors);
    cJSON_AddNumberToObject(json, "warnings", compilation->workspace.diagnostics.warnings);
    cli_print_json(json);
}
