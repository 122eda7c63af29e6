/*
 * The symbol tables: adds declarations, finds names, and reports missing names. A missing name is reported at its first use; further
 * uses become notes of that report, so that one forgotten declaration is one error.
 */
#include "compiler/names/names_table.h"
#include "base/unicode.h"

#include <string.h>

/* Further uses of a missing name that are shown with their source line. Of the others only the number is shown. */
enum { SHOWN_USES = 3 };

htnc_symbol *htnc_symbol_find(const htnc_resolver *resolver, htnc_namespace space, const char *text)
{
    htnc_symbol *found;
    HASH_FIND_PTR(resolver->tables[space], &text, found);
    return found;
}

static htnc_symbol *insert(htnc_resolver *resolver, htnc_namespace space, htnc_symbol_kind kind, const htnc_name *name)
{
    base_arena *arena = resolver->arena;
    htnc_symbol *symbol = BASE_NEW(arena, htnc_symbol);
    *symbol = (htnc_symbol){.text = name->text, .kind = kind, .span = name->span};
    HASH_ADD_PTR(resolver->tables[space], text, symbol);
    return symbol;
}

const char *htnc_symbol_noun(const htnc_symbol *symbol)
{
    switch (symbol->kind) {
    case HTNC_SYMBOL_REPORTED: break;
    case HTNC_SYMBOL_TYPE: return htnc_traits(symbol->to.type)->noun;
    case HTNC_SYMBOL_TASK: return symbol->to.task->kind == HTNC_COMPOUND ? "a compound task" : "a primitive task";
    case HTNC_SYMBOL_OPERATOR: return "an operator";
    case HTNC_SYMBOL_SENSOR: return "a sensor";
    case HTNC_SYMBOL_PROPERTY: return "a property";
    case HTNC_SYMBOL_CONSTANT: return "a constant";
    case HTNC_SYMBOL_VALUE: return symbol->to.value->type->kind == HTNC_TYPE_ENUM ? "an enum value" : "an entity";
    case HTNC_SYMBOL_CONDITION: return symbol->to.condition->declaration->value ? "a named value" : "a named condition";
    case HTNC_SYMBOL_QUERY: return "a query";
    }
    return "a name";
}

static htnc_namespace namespace_of(htnc_symbol_kind kind)
{
    switch (kind) {
    case HTNC_SYMBOL_TYPE: return HTNC_IN_TYPES;
    case HTNC_SYMBOL_TASK: return HTNC_IN_TASKS;
    case HTNC_SYMBOL_OPERATOR: return HTNC_IN_OPERATORS;
    case HTNC_SYMBOL_SENSOR: return HTNC_IN_SENSORS;
    default: return HTNC_IN_VALUES;
    }
}

void htnc_check_scripts(htnc_resolver *resolver, const htnc_name *name)
{
    uint32_t letter, other;
    if (!base_mixes_scripts(name->text, &letter, &other))
        return;
    base_report(resolver->diagnostics, BASE_DIAG_MIXED_SCRIPTS, name->span,
                "`%s` has letters of two scripts: U+%04X is %s, U+%04X is %s", name->text, (unsigned)letter,
                base_script_name(base_script_of(letter)), (unsigned)other, base_script_name(base_script_of(other)));
}

void htnc_symbol_add(htnc_resolver *resolver, htnc_symbol_kind kind, const htnc_name *name, htnc_target to)
{
    htnc_namespace space = namespace_of(kind);
    const htnc_symbol *first = htnc_symbol_find(resolver, space, name->text);
    if (!first) {
        insert(resolver, space, kind, name)->to = to;
        htnc_check_scripts(resolver, name);
        return;
    }
    if (first->span.end == 0) {
        base_report(resolver->diagnostics, BASE_DIAG_DUPLICATE, name->span, "`%s` is a built-in type", name->text);
        return;
    }
    base_diagnostic *report =
        base_report(resolver->diagnostics, BASE_DIAG_DUPLICATE, name->span, "`%s` is declared twice", name->text);
    base_report_note(resolver->diagnostics, report, first->span, "it is %s here", htnc_symbol_noun(first));
}

/* --- Names that are missing ----------------------------------------------------------------------- */

static const struct {
    base_diagnostic_id unknown;
    const char *what;                          /* in "unknown ..." */
    const char *noun;                          /* in "... is a property, not ..." */
    const char *advice[HTNC_SYMBOL_QUERY + 1]; /* by what the name is instead; NULL: none */
} spaces[HTNC_NAMESPACES] = {
    [HTNC_IN_TYPES] = {BASE_DIAG_UNKNOWN_TYPE, "type", "a type", {0}},
    [HTNC_IN_TASKS] =
        {BASE_DIAG_UNKNOWN_TASK,
         "task",
         "a task",
         {[HTNC_SYMBOL_OPERATOR] = "subtasks are tasks: a Primitive Task runs an operator, by its `Operator [...]`",
          [HTNC_SYMBOL_PROPERTY] = "subtasks are tasks; what a property must be stands in the method's conditions",
          [HTNC_SYMBOL_CONDITION] = "subtasks are tasks; conditions and values stand in the method's conditions",
          [HTNC_SYMBOL_QUERY] = "subtasks are tasks; a query is asked in the method's conditions"}},
    [HTNC_IN_OPERATORS] = {BASE_DIAG_UNKNOWN_NAME, "operator", "an operator", {0}},
    [HTNC_IN_SENSORS] = {BASE_DIAG_UNKNOWN_NAME, "sensor", "a sensor", {0}},
    [HTNC_IN_VALUES] = {BASE_DIAG_UNKNOWN_NAME,
                        "name",
                        "a value",
                        {[HTNC_SYMBOL_TASK] =
                             "a task is done, as one of the `Subtasks`; it cannot be asked or passed on",
                         [HTNC_SYMBOL_OPERATOR] =
                             "an operator is run, by a primitive task; the planner cannot ask it anything",
                         [HTNC_SYMBOL_SENSOR] = "a sensor updates properties; ask those"}},
};

/* Whether another error is still shown. If not, the slow search for the nearest name is left out. */
static bool still_shown(const base_diagnostics *diagnostics)
{
    return diagnostics->errors <= (diagnostics->limit ? diagnostics->limit : BASE_DEFAULT_LIMIT);
}

static void collect_candidates(htnc_resolver *resolver, htnc_namespace space)
{
    if (!resolver->candidates[space]) {
        const char **names = base_alloc_array(resolver->arena, HASH_COUNT(resolver->tables[space]) + 1, sizeof *names);
        size_t count = 0;
        for (htnc_symbol *each = resolver->tables[space]; each; each = each->hh.next)
            if (each->kind != HTNC_SYMBOL_REPORTED)
                names[count++] = each->text;
        resolver->candidates[space] = names;
        resolver->candidate_counts[space] = count;
    }
}

/* A known name that looks the same but has other characters. NULL: there is none. */
static const char *lookalike(htnc_resolver *resolver, htnc_namespace space, const char *text, const htnc_scope *scope)
{
    const char *look = base_skeleton(resolver->arena, text);
    for (const htnc_scope *each = scope; each; each = each->outer)
        if (strcmp(look, base_skeleton(resolver->arena, each->variable->name.text)) == 0)
            return each->variable->name.text;
    collect_candidates(resolver, space);
    for (size_t i = 0; i < resolver->candidate_counts[space]; i++)
        if (strcmp(look, base_skeleton(resolver->arena, resolver->candidates[space][i])) == 0)
            return resolver->candidates[space][i];
    return NULL;
}

/* Says at which character two names that look alike differ. */
static void note_difference(htnc_resolver *resolver, base_diagnostic *report, const char *text, const char *other)
{
    size_t i = 0;
    unsigned character = 1;
    while (text[i] != '\0' && text[i] == other[i])
        character += ((unsigned char)text[i++] & 0xC0) != 0x80;
    while (i > 0 && ((unsigned char)text[i] & 0xC0) == 0x80)
        i--;
    base_report_note(resolver->diagnostics, report, (base_span){0, 0},
                     "they look alike, but character %u is U+%04X here and U+%04X there", character,
                     (unsigned)base_decode(text + i, strlen(text + i)).code,
                     (unsigned)base_decode(other + i, strlen(other + i)).code);
}

static const char *nearest_declared(htnc_resolver *resolver, htnc_namespace space, const char *text)
{
    collect_candidates(resolver, space);
    return base_nearest(text, resolver->candidates[space], resolver->candidate_counts[space]);
}

/* Our word for a word of other languages. NULL: none is known. */
static const char *translated(htnc_namespace space, const char *text)
{
    static const struct {
        htnc_namespace space;
        const char *theirs, *ours;
    } words[] = {
        {HTNC_IN_TYPES, "boolean", "bool"},  {HTNC_IN_TYPES, "integer", "int"},  {HTNC_IN_TYPES, "number", "int"},
        {HTNC_IN_TYPES, "float", "fixed"},   {HTNC_IN_TYPES, "double", "fixed"}, {HTNC_IN_TYPES, "string", "symbol"},
        {HTNC_IN_VALUES, "True", "true"},    {HTNC_IN_VALUES, "TRUE", "true"},   {HTNC_IN_VALUES, "False", "false"},
        {HTNC_IN_VALUES, "FALSE", "false"},  {HTNC_IN_VALUES, "NOT", "not"},     {HTNC_IN_VALUES, "Not", "not"},
        {HTNC_IN_VALUES, "null", "none"},    {HTNC_IN_VALUES, "NULL", "none"},   {HTNC_IN_VALUES, "nil", "none"},
        {HTNC_IN_VALUES, "nullptr", "none"}, {HTNC_IN_VALUES, "None", "none"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].space == space && strcmp(text, words[i].theirs) == 0)
            return words[i].ours;
    return NULL;
}

static const char *nearest(htnc_resolver *resolver, htnc_namespace space, const char *text, const htnc_scope *scope)
{
    const char *word = translated(space, text);
    const bool entity = resolver->wanted == NULL || resolver->wanted->kind == HTNC_TYPE_ENTITIES;
    if (word && (entity || strcmp(word, "none") != 0))
        return word;
    for (const htnc_scope *each = scope; each; each = each->outer)
        if (base_nearest(text, &each->variable->name.text, 1))
            return each->variable->name.text;
    return nearest_declared(resolver, space, text);
}

/* The symbol of that name in another namespace. NULL: there is none. */
static const htnc_symbol *elsewhere(const htnc_resolver *resolver, htnc_namespace wanted, const char *text)
{
    static const htnc_namespace order[] = {HTNC_IN_TASKS, HTNC_IN_VALUES, HTNC_IN_TYPES, HTNC_IN_OPERATORS,
                                           HTNC_IN_SENSORS};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const htnc_symbol *found = order[i] == wanted ? NULL : htnc_symbol_find(resolver, order[i], text);
        if (found && found->kind != HTNC_SYMBOL_REPORTED)
            return found;
    }
    return NULL;
}

static void note_values(htnc_resolver *resolver, base_diagnostic *report, const htnc_type *type)
{
    if (type->open)
        base_report_note(resolver->diagnostics, report, type->span, "choose one of its instances with `any e : %s`",
                         type->name);
    if (!type->values || type->open)
        return;
    char *list = base_format(resolver->arena, "its values are `%s`", type->values->name.text);
    uint32_t shown = 1;
    for (const htnc_value *value = type->values->next; value && shown < 8; value = value->next, shown++)
        list = base_format(resolver->arena, "%s, `%s`", list, value->name.text);
    base_report_note(resolver->diagnostics, report, type->span, "%s%s", list, shown < type->value_count ? ", ..." : "");
}

/* What could stand in place of an unknown name. */
static void note_wanted(htnc_resolver *resolver, base_diagnostic *report, const htnc_name *name)
{
    if (resolver->wanted == resolver->model->symbol_type)
        base_report_note(resolver->diagnostics, report, (base_span){0, 0}, "a text stands in quotes: `\"%s\"`",
                         name->text);
    else
        note_values(resolver, report, resolver->wanted);
}

static base_diagnostic *report_other_kind(htnc_resolver *resolver, htnc_namespace space, const htnc_name *name,
                                          const htnc_symbol *other)
{
    base_diagnostics *diagnostics = resolver->diagnostics;
    base_diagnostic *report = base_report(diagnostics, BASE_DIAG_WRONG_KIND, name->span, "`%s` is %s, not %s",
                                          name->text, htnc_symbol_noun(other), spaces[space].noun);
    const char *advice = spaces[space].advice[other->kind];
    if (advice)
        base_report_note(diagnostics, report, other->span, "%s", advice);
    else if (other->kind == HTNC_SYMBOL_TYPE)
        note_values(resolver, report, other->to.type);
    else if (other->span.end != 0)
        base_report_note(diagnostics, report, other->span, "declared here");
    return report;
}

static base_diagnostic *report_unknown(htnc_resolver *resolver, htnc_namespace space, const htnc_name *name,
                                       const htnc_scope *scope)
{
    base_diagnostics *diagnostics = resolver->diagnostics;
    const char *alike = still_shown(diagnostics) ? lookalike(resolver, space, name->text, scope) : NULL;
    for (const htnc_closed *each = space == HTNC_IN_VALUES ? resolver->closed : NULL; each; each = each->before)
        if (each->variable->name.text == name->text) {
            base_diagnostic *report = base_report(
                diagnostics, spaces[space].unknown, name->span,
                "`%s` is known inside its quantifier only; `any` binds a variable for what follows", name->text);
            base_report_note(diagnostics, report, each->variable->name.span, "declared here");
            return report;
        }
    const char *near = alike ? alike : still_shown(diagnostics) ? nearest(resolver, space, name->text, scope) : NULL;
    if (!near) {
        base_diagnostic *report = base_report(diagnostics, spaces[space].unknown, name->span, "unknown %s `%s`",
                                              spaces[space].what, name->text);
        if (resolver->wanted != NULL && space == HTNC_IN_VALUES)
            note_wanted(resolver, report, name);
        return report;
    }
    base_diagnostic *report = base_report(diagnostics, spaces[space].unknown, name->span,
                                          "unknown %s `%s`; did you mean `%s`?", spaces[space].what, name->text, near);
    base_report_fixit(diagnostics, report, name->span, near);
    if (alike)
        note_difference(resolver, report, name->text, alike);
    const htnc_symbol *found = htnc_symbol_find(resolver, space, near);
    if (found && found->span.end != 0)
        base_report_note(diagnostics, report, found->span, "`%s` is %s", near, htnc_symbol_noun(found));
    return report;
}

htnc_symbol *htnc_symbol_require(htnc_resolver *resolver, htnc_namespace space, const htnc_name *name,
                                 const htnc_scope *scope)
{
    htnc_symbol *symbol = htnc_symbol_find(resolver, space, name->text);
    if (symbol && symbol->kind != HTNC_SYMBOL_REPORTED)
        return symbol;
    if (symbol) {
        if (++symbol->uses <= SHOWN_USES)
            base_report_note(resolver->diagnostics, symbol->report, name->span, "it is also used here");
        if (symbol->report->fixits)
            base_report_fixit(resolver->diagnostics, symbol->report, name->span, symbol->report->fixits->text);
        return NULL;
    }
    const htnc_symbol *other = elsewhere(resolver, space, name->text);
    base_diagnostic *report =
        other ? report_other_kind(resolver, space, name, other) : report_unknown(resolver, space, name, scope);
    symbol = insert(resolver, space, HTNC_SYMBOL_REPORTED, name);
    symbol->report = report;
    return NULL;
}

void htnc_symbol_finish(htnc_resolver *resolver)
{
    for (int space = 0; space < HTNC_NAMESPACES; space++)
        for (htnc_symbol *each = resolver->tables[space]; each; each = each->hh.next)
            if (each->kind == HTNC_SYMBOL_REPORTED && each->uses > SHOWN_USES)
                base_report_note(resolver->diagnostics, each->report, (base_span){0, 0}, "and in %u more places",
                                 (unsigned)(each->uses - SHOWN_USES));
}
