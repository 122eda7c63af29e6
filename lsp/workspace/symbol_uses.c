/*
 * Uses of a symbol over units; see symbol_uses.h. In each unit the symbol is another struct. It is known by the place of its
 * declaration, and an operator, which has none, by its name.
 */
#include "lsp/workspace/symbol_uses.h"

#include "base/text.h"
#include <stdlib.h>
#include <string.h>

const lsp_occurrence *lsp_name_at(const lsp_place *place)
{
    const lsp_occurrence *name = lsp_occurrence_at(lsp_occurrences_in(place->unit), place->offset);
    return name != NULL && lsp_source_of(place->unit, name->span) == place->source ? name : NULL;
}

typedef struct search {
    lsp_session *session;
    lsp_uses *uses;
    lsp_kind kind;
    char *path;      /* of the declaration */
    uint32_t offset; /* in its file */
    char *name;      /* of an operator */
} search;

static const void *find_operator(const lsp_unit *unit, const char *name)
{
    const htnc_model *model = unit->compilation.model;
    for (const htnc_operator *each = model != NULL ? model->operators : NULL; each != NULL; each = each->next)
        if (strcmp(each->name, name) == 0)
            return each;
    return NULL;
}

/* The same symbol in another unit. NULL: it is not there. */
static const void *find_symbol(const search *s, lsp_unit *unit)
{
    if (s->kind == LSP_OPERATOR)
        return find_operator(unit, s->name);
    const lsp_occurrences *all = lsp_occurrences_in(unit);
    const base_source *source = lsp_source_at(unit, s->path);
    const uint32_t at = source != NULL ? source->base + s->offset : 0;
    for (size_t i = lsp_occurrence_from(all, at); source != NULL && i < all->count && all->list[i].span.begin == at;
         i++)
        if (all->list[i].kind == s->kind && all->list[i].use == LSP_DECLARES)
            return all->list[i].symbol;
    return NULL;
}

static void collect(void *user, lsp_unit *unit)
{
    const search *s = user;
    size_t count = 0;
    const void *symbol = find_symbol(s, unit);
    const lsp_occurrence *const *list =
        symbol != NULL ? lsp_occurrences_for(lsp_occurrences_in(unit), symbol, &count) : NULL;
    for (size_t i = 0; i < count; i++) {
        const base_source *source = lsp_source_of(unit, list[i]->span);
        lsp_uses *uses = s->uses;
        if (source == NULL || source->is_made)
            continue;
        uses->list = base_grow_array(uses->list, uses->count, &uses->capacity, sizeof *uses->list);
        uses->list[uses->count++] = (lsp_used){.path = base_duplicate_text(source->path),
                                               .begin = list[i]->span.begin - source->base,
                                               .end = list[i]->span.end - source->base,
                                               .range = lsp_span_range(s->session, unit, list[i]->span),
                                               .use = list[i]->use};
    }
}

static int compare(const void *a, const void *b)
{
    const lsp_used *x = a, *y = b;
    const int order = strcmp(x->path, y->path);
    return order != 0 ? order : x->begin < y->begin ? -1 : x->begin > y->begin;
}

static void drop_doubles(lsp_uses *uses)
{
    size_t kept = 0;
    if (uses->count > 0)
        qsort(uses->list, uses->count, sizeof *uses->list, compare);
    for (size_t i = 0; i < uses->count; i++) {
        if (kept > 0 && compare(&uses->list[kept - 1], &uses->list[i]) == 0) {
            free(uses->list[i].path);
            cJSON_Delete(uses->list[i].range);
        } else {
            uses->list[kept++] = uses->list[i];
        }
    }
    uses->count = kept;
}

lsp_uses lsp_uses_of(lsp_session *session, const lsp_place *place, const lsp_occurrence *name)
{
    lsp_uses uses = {0};
    const lsp_occurrence *declared = lsp_declaration_of(lsp_occurrences_in(place->unit), name->symbol);
    if (declared == NULL)
        return uses;
    const base_source *source = lsp_source_of(place->unit, declared->span);
    search s = {.session = session,
                .uses = &uses,
                .kind = name->kind,
                .path = base_duplicate_text(source->path),
                .offset = declared->span.begin - source->base,
                .name = name->kind == LSP_OPERATOR ? base_duplicate_text(((const htnc_operator *)name->symbol)->name)
                                                   : NULL};
    char *here = base_duplicate_text(place->unit->path);
    lsp_units_with(&session->units, s.path, collect, &s);
    collect(&s, lsp_unit_of(&session->units, here));
    drop_doubles(&uses);
    free(here);
    free(s.path);
    free(s.name);
    return uses;
}

void lsp_uses_free(lsp_uses *uses)
{
    for (size_t i = 0; i < uses->count; i++) {
        free(uses->list[i].path);
        cJSON_Delete(uses->list[i].range);
    }
    free(uses->list);
    *uses = (lsp_uses){0};
}
