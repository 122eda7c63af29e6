/* Compiles units, and knows when to compile them again; see units.h. */
#include "lsp/workspace/units.h"

#include "base/text.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_UNITS = 48 };

void lsp_units_init(lsp_units *units, lsp_documents *documents, lsp_folders *folders)
{
    *units = (lsp_units){.documents = documents, .folders = folders, .revision = 1};
}

/* --- Compiling ------------------------------------------------------------------------------------ */

typedef struct reading_job {
    lsp_units *units;
    lsp_unit *unit; /* NULL: nobody wants to know what was read */
} reading_job;

static void note_reading(const reading_job *job, const char *path)
{
    lsp_unit *unit = job->unit;
    if (unit == NULL)
        return;
    unit->readings =
        base_grow_array(unit->readings, unit->reading_count, &unit->reading_capacity, sizeof *unit->readings);
    unit->readings[unit->reading_count++] =
        (lsp_reading){base_duplicate_text(path), lsp_stamp_of(job->units->documents, path)};
}

/* A base_reader: the text of an open document, or the file. */
static const char *read_text(void *user, const char *path, char **text, size_t *length)
{
    const reading_job *job = user;
    const lsp_document *open = lsp_document_at(job->units->documents, path);
    note_reading(job, path);
    if (open == NULL)
        return base_file_system.read(base_file_system.user, path, text, length);
    *text = base_allocate((size_t)open->length + 1);
    memcpy(*text, open->text, (size_t)open->length + 1);
    *length = open->length;
    return NULL;
}

static void release_text(void *user, char *text)
{
    (void)user;
    free(text);
}

static base_result compile(lsp_units *units, lsp_unit *unit, bool fully, htnc_compilation *compilation)
{
    reading_job job = {units, fully ? NULL : unit};
    const base_reader reader = {read_text, release_text, &job, base_identify_file};
    const base_allocator allocator = lsp_pool_allocator(&units->pool);
    const htnc_options options = {.workspace = {.reader = &reader,
                                                .allocator = &allocator,
                                                .switches = units->switches,
                                                .switch_count = units->switch_count},
                                  .check_only = !fully,
                                  .lenient = !fully};
    return htnc_compile(compilation, unit->path, &options);
}

void lsp_unit_complete(lsp_units *units, lsp_unit *unit)
{
    if (unit->is_full)
        return;
    unit->full_result = compile(units, unit, true, &unit->full);
    unit->is_full = true;
}

base_diagnostics *lsp_unit_diagnostics(lsp_unit *unit)
{
    const bool later = unit->is_full && unit->result == BASE_DONE && unit->full_result == BASE_REJECTED;
    return later ? &unit->full.workspace.diagnostics : &unit->compilation.workspace.diagnostics;
}

uint64_t lsp_unit_edition(const lsp_unit *unit)
{
    return unit->compiled * 2 + (unit->is_full && unit->full_result == BASE_REJECTED && unit->result == BASE_DONE);
}

static uint32_t count_sources(const lsp_unit *unit)
{
    const base_source *last = unit->compilation.workspace.sources.last;
    return last != NULL ? last->index + 1 : 0;
}

/* What was compiled; the unit itself stays. */
static void clear(lsp_unit *unit)
{
    for (uint32_t i = 0; unit->lines != NULL && i < count_sources(unit); i++)
        lsp_lines_free(&unit->lines[i]);
    free(unit->lines);
    unit->lines = NULL;
    lsp_occurrences_free(unit->occurrences);
    unit->occurrences = NULL;
    if (unit->compiled != 0)
        htnc_free(&unit->compilation);
    if (unit->is_full)
        htnc_free(&unit->full);
    unit->is_full = false;
    for (size_t i = 0; i < unit->reading_count; i++)
        free(unit->readings[i].path);
    unit->reading_count = 0;
    unit->compiled = 0;
}

static void free_unit(lsp_unit *unit)
{
    clear(unit);
    free(unit->readings);
    free(unit->path);
    free(unit);
}

void lsp_units_free(lsp_units *units)
{
    while (units->first != NULL) {
        lsp_unit *next = units->first->next;
        free_unit(units->first);
        units->first = next;
    }
    lsp_pool_free(&units->pool);
}

/* --- Which are there ------------------------------------------------------------------------------ */

static bool is_fresh(const lsp_units *units, const lsp_unit *unit)
{
    if (unit->compiled == 0)
        return false;
    if (unit->checked == units->revision)
        return true;
    for (size_t i = 0; i < unit->reading_count; i++)
        if (lsp_stamp_of(units->documents, unit->readings[i].path) != unit->readings[i].stamp)
            return false;
    return true;
}

/* Forgets the unit that nobody has asked for the longest. */
static void forget_oldest(lsp_units *units)
{
    lsp_unit **oldest = &units->first;
    size_t count = 0;
    for (lsp_unit **link = &units->first; *link != NULL; link = &(*link)->next, count++)
        if ((*link)->asked < (*oldest)->asked)
            oldest = link;
    if (count < MOST_UNITS)
        return;
    lsp_unit *gone = *oldest;
    *oldest = gone->next;
    free_unit(gone);
}

static lsp_unit *find_or_add(lsp_units *units, const char *path)
{
    for (lsp_unit *each = units->first; each != NULL; each = each->next)
        if (strcmp(each->path, path) == 0)
            return each;
    forget_oldest(units);
    lsp_unit *unit = base_allocate(sizeof *unit);
    *unit = (lsp_unit){.next = units->first, .path = base_duplicate_text(path)};
    units->first = unit;
    return unit;
}

lsp_unit *lsp_unit_of(lsp_units *units, const char *path)
{
    lsp_unit *unit = find_or_add(units, path);
    unit->asked = ++units->asks;
    if (!is_fresh(units, unit)) {
        clear(unit);
        unit->result = compile(units, unit, false, &unit->compilation);
        unit->compiled = ++units->compilations;
    }
    unit->checked = units->revision;
    return unit;
}

static bool is_main(const lsp_units *units, const char *path)
{
    const lsp_file *file = lsp_file_at(units->folders, path);
    return file == NULL || file->has_content;
}

lsp_unit *lsp_unit_for(lsp_units *units, const char *path)
{
    lsp_folders_refresh(units->folders, units->documents);
    for (size_t i = 0; !is_main(units, path) && i < units->folders->file_count; i++) {
        const lsp_file *file = &units->folders->files[i];
        if (file->has_content && lsp_file_reaches(units->folders, file, path)) {
            lsp_unit *unit = lsp_unit_of(units, file->path);
            if (lsp_source_at(unit, path) != NULL)
                return unit;
        }
    }
    return lsp_unit_of(units, path);
}

void lsp_units_with(lsp_units *units, const char *path, lsp_visit_unit *visit, void *user)
{
    lsp_folders_refresh(units->folders, units->documents);
    visit(user, lsp_unit_for(units, path));
    for (size_t i = 0; i < units->folders->file_count; i++) {
        const lsp_file *file = &units->folders->files[i];
        if (strcmp(file->path, path) != 0 && !lsp_file_is_imported(units->folders, file->path) &&
            lsp_file_reaches(units->folders, file, path))
            visit(user, lsp_unit_of(units, file->path));
    }
}

/* --- Sources -------------------------------------------------------------------------------------- */

base_source *lsp_source_at(const lsp_unit *unit, const char *path)
{
    for (base_source *each = unit->compilation.workspace.sources.first; each != NULL; each = each->next)
        if (!each->is_made && strcmp(each->path, path) == 0)
            return each;
    return NULL;
}

base_source *lsp_source_of(const lsp_unit *unit, base_span span)
{
    for (base_source *each = unit->compilation.workspace.sources.first; each != NULL; each = each->next)
        if (span.begin >= each->base && span.begin <= each->base + each->length)
            return each;
    return NULL;
}

const lsp_lines *lsp_lines_in(lsp_unit *unit, const base_source *source)
{
    if (unit->lines == NULL) {
        const size_t size = count_sources(unit) * sizeof *unit->lines;
        unit->lines = base_allocate(size + 1);
        memset(unit->lines, 0, size);
    }
    lsp_lines *lines = &unit->lines[source->index];
    if (lines->count == 0)
        *lines = lsp_lines_of(source->text, source->length);
    return lines;
}

const lsp_occurrences *lsp_occurrences_in(lsp_unit *unit)
{
    if (unit->occurrences == NULL)
        unit->occurrences = lsp_occurrences_of(unit->compilation.model);
    return unit->occurrences;
}
