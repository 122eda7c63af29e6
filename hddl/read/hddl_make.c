/*
 * The constructors of the syntax tree; see hddl_make.h. They report what is in the wrong file or is there twice.
 * Everything that needs the meaning of a name is left to hddl_resolve.c.
 */
#include "hddl/read/hddl_make.h"
#include "hddl/read/hddl_syntax_errors.h"
#include "hddl/read/hddl_words.h"

#include <string.h>

/* --- The document ------------------------------------------------------------------------------- */

hddl_document *hddl_document_make(base_arena *arena, base_diagnostics *diagnostics)
{
    hddl_document *document = BASE_NEW(arena, hddl_document);
    document->arena = arena;
    document->diagnostics = diagnostics;
    document->types.end = &document->types.first;
    document->constants.end = &document->constants.first;
    document->objects.end = &document->objects.first;
    document->predicates_end = &document->predicates;
    document->functions_end = &document->functions;
    document->definitions_end = &document->definitions;
    hddl_declare_keywords(document);
    return document;
}

/* --- Lists -------------------------------------------------------------------------------------- */

hddl_range hddl_no_names(hddl_parser *parser)
{
    return (hddl_range){parser->document->name_count, 0};
}

hddl_range hddl_add_name(hddl_parser *parser, hddl_range names, hddl_name name)
{
    hddl_document *document = parser->document;
    document->names = base_grow_by_one(parser->arena, document->names, document->name_count, sizeof *document->names);
    document->names[document->name_count++] = name;
    names.count++;
    return names;
}

hddl_range hddl_no_items(hddl_parser *parser)
{
    parser->untyped = parser->document->item_count;
    return (hddl_range){parser->document->item_count, 0};
}

hddl_range hddl_add_item(hddl_parser *parser, hddl_range items, hddl_name name)
{
    hddl_document *document = parser->document;
    document->items = base_grow_by_one(parser->arena, document->items, document->item_count, sizeof *document->items);
    document->items[document->item_count++] = (hddl_item){name, NULL};
    items.count++;
    return items;
}

hddl_range hddl_give_type(hddl_parser *parser, hddl_range items, base_span span, hddl_type_ref *type)
{
    hddl_document *document = parser->document;
    if (parser->untyped == document->item_count)
        base_report(parser->diagnostics, BASE_DIAG_SYNTAX, span, "no name before `- %s`: nothing gets this type",
                    hddl_slice(parser, span));
    while (parser->untyped < document->item_count)
        document->items[parser->untyped++].type = type;
    return items;
}

hddl_type_ref *hddl_make_type(hddl_parser *parser, base_span span, hddl_name name)
{
    return hddl_make_either(parser, span, hddl_add_name(parser, hddl_no_names(parser), name));
}

hddl_type_ref *hddl_make_either(hddl_parser *parser, base_span span, hddl_range names)
{
    hddl_type_ref *type = BASE_NEW(parser->arena, hddl_type_ref);
    *type = (hddl_type_ref){.names = names, .span = span};
    if (names.count == 0)
        base_report(parser->diagnostics, BASE_DIAG_SYNTAX, span, "`either` without a type");
    return type;
}

/* --- Forms -------------------------------------------------------------------------------------- */

static void check_count(hddl_parser *parser, base_span span, const char *what, hddl_forms parts, unsigned count)
{
    unsigned found = 0;
    for (const hddl_form *part = parts.first; part != NULL && found <= count; part = part->next)
        found++;
    if (found != count)
        base_report(parser->diagnostics, BASE_DIAG_ARGUMENT_COUNT, span, "`%s` takes %s", what,
                    count == 1 ? "one form" : "two forms");
}

hddl_form *hddl_make_form(hddl_parser *parser, base_span span, hddl_form_kind kind, hddl_forms parts)
{
    hddl_form *form = BASE_NEW(parser->arena, hddl_form);
    form->kind = kind;
    form->span = span;
    form->parts = parts.first;
    if (kind == HDDL_FORM_NOT)
        check_count(parser, span, "not", parts, 1);
    if (kind == HDDL_FORM_IMPLY || kind == HDDL_FORM_WHEN)
        check_count(parser, span, kind == HDDL_FORM_WHEN ? "when" : "imply", parts, 2);
    return form;
}

hddl_form *hddl_make_atom(hddl_parser *parser, base_span span, hddl_form_kind kind, hddl_name name, hddl_range names)
{
    hddl_form *form = hddl_make_form(parser, span, kind, hddl_no_forms());
    form->name = name;
    form->range = names;
    return form;
}

hddl_form *hddl_make_quantifier(hddl_parser *parser, base_span span, hddl_form_kind kind, hddl_range items,
                                hddl_form *part)
{
    hddl_form *form = hddl_make_form(parser, span, kind, hddl_add_form(hddl_no_forms(), part));
    form->range = items;
    return form;
}

hddl_form *hddl_make_operator(hddl_parser *parser, base_span span, hddl_form_kind kind, hddl_name name,
                              hddl_forms parts)
{
    hddl_form *form = hddl_make_form(parser, span, kind, parts);
    form->name = name;
    return form;
}

hddl_forms hddl_no_forms(void)
{
    return (hddl_forms){NULL, NULL};
}

hddl_forms hddl_add_form(hddl_forms forms, hddl_form *form)
{
    if (forms.first == NULL)
        forms.first = form;
    else
        forms.last->next = form;
    forms.last = form;
    return forms;
}

/* --- Sections ----------------------------------------------------------------------------------- */

/* Whether the current section belongs in this file. Reports it once if not. */
static bool may_stand(hddl_parser *parser, bool in_problem)
{
    if (parser->is_problem == in_problem)
        return true;
    if (!parser->misplaced)
        base_report(parser->diagnostics, BASE_DIAG_MISPLACED_PART, parser->section, "`%s` belongs in the %s",
                    hddl_slice(parser, parser->section), in_problem ? "problem" : "domain");
    parser->misplaced = true;
    return false;
}

static void report_second(hddl_parser *parser, base_span first)
{
    base_diagnostic *made = base_report(parser->diagnostics, BASE_DIAG_DUPLICATE_PART, parser->section,
                                        "a second `%s`: there can be only one", hddl_slice(parser, parser->section));
    base_report_note(parser->diagnostics, made, first, "the first one is here");
}

bool hddl_take_title(hddl_parser *parser, hddl_name name, bool is_problem)
{
    if (is_problem)
        parser->document->problem = name;
    else
        parser->document->domain = name;
    if (is_problem != parser->is_problem)
        base_report(parser->diagnostics, BASE_DIAG_SYNTAX, name.span,
                    is_problem ? "this is a problem, but a domain is expected here; the domain comes first"
                               : "this is a domain, but a problem is expected here; the domain comes first");
    return is_problem == parser->is_problem;
}

void hddl_take_domain_meant(hddl_parser *parser, hddl_name name)
{
    if (may_stand(parser, true))
        parser->document->domain_meant = name;
}

void hddl_take_key(hddl_parser *parser, hddl_name name)
{
    static const char *const known[] = {":strips",
                                        ":typing",
                                        ":negative-preconditions",
                                        ":disjunctive-preconditions",
                                        ":equality",
                                        ":existential-preconditions",
                                        ":universal-preconditions",
                                        ":quantified-preconditions",
                                        ":conditional-effects",
                                        ":adl",
                                        ":action-costs",
                                        ":numeric-fluents",
                                        ":fluents",
                                        ":constraints",
                                        ":hierarchy",
                                        ":hierachie", /* the spelling of PANDA, which many files copy */
                                        ":htn",
                                        ":htn-method-prec",
                                        ":method-preconditions",
                                        ":method-precondition",
                                        ":method-constraints",
                                        ":universal-effects",
                                        ":typeof-predicate",
                                        ":preferences",
                                        ":hierarchical-typed-objects",
                                        ":object-fluents"};
    const size_t count = sizeof known / sizeof *known;
    for (size_t i = 0; i < count; i++)
        if (strcmp(name.word->text, known[i]) == 0)
            return;
    const char *nearest = base_nearest(name.word->text, known, count);
    base_report(parser->diagnostics, BASE_DIAG_UNKNOWN_REQUIREMENT, name.span, "unknown requirement `%s`%s",
                name.word->text, nearest != NULL ? base_format(parser->arena, "; did you mean `%s`?", nearest) : "");
}

void hddl_take_list(hddl_parser *parser, hddl_list list, hddl_range items)
{
    hddl_document *document = parser->document;
    hddl_sections *sections = list == HDDL_LIST_TYPES       ? &document->types
                              : list == HDDL_LIST_CONSTANTS ? &document->constants
                                                            : &document->objects;
    if (!may_stand(parser, list == HDDL_LIST_OBJECTS))
        return;
    hddl_section *section = BASE_NEW(parser->arena, hddl_section);
    section->items = items;
    *sections->end = section;
    sections->end = &section->next;
}

static hddl_declaration *declare(hddl_parser *parser, base_span span, hddl_name name, hddl_range items)
{
    hddl_declaration *declaration = BASE_NEW(parser->arena, hddl_declaration);
    *declaration = (hddl_declaration){.name = name, .items = items, .span = span};
    return declaration;
}

void hddl_take_predicate(hddl_parser *parser, base_span span, hddl_name name, hddl_range items)
{
    hddl_document *document = parser->document;
    if (!may_stand(parser, false))
        return;
    *document->predicates_end = declare(parser, span, name, items);
    document->predicates_end = &(*document->predicates_end)->next;
}

void hddl_take_function(hddl_parser *parser, base_span span, hddl_name name, hddl_range items)
{
    hddl_document *document = parser->document;
    *document->functions_end = declare(parser, span, name, items);
    document->functions_end = &(*document->functions_end)->next;
}

void hddl_take_functions(hddl_parser *parser)
{
    parser->document->has_functions = true;
}

void hddl_take_fact(hddl_parser *parser, hddl_form *fact)
{
    if (parser->is_problem || may_stand(parser, true))
        parser->document->facts = hddl_add_form(parser->document->facts, fact);
}

void hddl_take_goal(hddl_parser *parser, hddl_form *goal)
{
    if (!may_stand(parser, true))
        return;
    if (parser->document->goal != NULL)
        report_second(parser, parser->document->goal->span);
    parser->document->goal = goal;
}

/* --- Definitions -------------------------------------------------------------------------------- */

static const char *const part_names[] = {":parameters",  ":task",     ":precondition", ":effect",
                                         ":constraints", ":subtasks", ":subtasks",     ":ordering"};

void hddl_begin_definition(hddl_parser *parser, base_span span, hddl_definition_kind kind, hddl_name name)
{
    hddl_definition *definition = BASE_NEW(parser->arena, hddl_definition);
    *definition = (hddl_definition){.kind = kind, .name = name, .span = span};
    parser->definition = definition;
}

/* The parts that a kind of definition may have, one bit each. */
static uint32_t parts_of(hddl_definition_kind kind)
{
    const uint32_t network = 1u << HDDL_PART_NETWORK | 1u << HDDL_PART_ORDERING | 1u << HDDL_PART_CONSTRAINTS;
    switch (kind) {
    case HDDL_DEFINES_ACTION:
    case HDDL_DEFINES_TASK: return 1u << HDDL_PART_PARAMETERS | 1u << HDDL_PART_PRECONDITION | 1u << HDDL_PART_EFFECT;
    case HDDL_DEFINES_METHOD:
        return 1u << HDDL_PART_PARAMETERS | 1u << HDDL_PART_TASK | 1u << HDDL_PART_PRECONDITION | network;
    default: return 1u << HDDL_PART_PARAMETERS | network;
    }
}

/* Whether the definition may have the part and does not have it yet. Reports it if not. */
static bool may_have(hddl_parser *parser, base_span span, hddl_part part)
{
    static const char *const kinds[] = {"an action", "a task", "a method", "`:htn`"};
    hddl_definition *definition = parser->definition;
    uint32_t bit = 1u << (part == HDDL_PART_ORDERED_NETWORK ? HDDL_PART_NETWORK : part);
    if ((parts_of(definition->kind) & bit) == 0) {
        base_report(parser->diagnostics, BASE_DIAG_MISPLACED_PART, span, "%s has no `%s`", kinds[definition->kind],
                    part_names[part]);
        return false;
    }
    if ((definition->seen & bit) != 0) {
        const bool lacks_task = definition->kind == HDDL_DEFINES_METHOD && bit == 1u << HDDL_PART_NETWORK &&
                                (definition->seen & 1u << HDDL_PART_TASK) == 0;
        base_report(parser->diagnostics, BASE_DIAG_DUPLICATE_PART, span, "a second `%s` in this definition%s",
                    part_names[part], lacks_task ? "; `:task` names the task of a method" : "");
        return false;
    }
    definition->seen |= bit;
    return true;
}

void hddl_take_parameters(hddl_parser *parser, base_span span, hddl_range items)
{
    if (may_have(parser, span, HDDL_PART_PARAMETERS))
        parser->definition->parameters = items;
}

void hddl_take_part(hddl_parser *parser, base_span span, hddl_part part, hddl_form *form)
{
    hddl_definition *definition = parser->definition;
    if (!may_have(parser, span, part))
        return;
    switch (part) {
    case HDDL_PART_TASK: definition->task = form; break;
    case HDDL_PART_PRECONDITION: definition->precondition = form; break;
    case HDDL_PART_EFFECT: definition->effect = form; break;
    case HDDL_PART_CONSTRAINTS: definition->constraints = form; break;
    case HDDL_PART_ORDERING: definition->ordering = form; break;
    default:
        definition->network = form;
        definition->ordered = part == HDDL_PART_ORDERED_NETWORK;
        break;
    }
}

void hddl_end_definition(hddl_parser *parser)
{
    hddl_document *document = parser->document;
    hddl_definition *definition = parser->definition;
    if (definition->kind != HDDL_DEFINES_INITIAL) {
        if (!may_stand(parser, false))
            return;
        *document->definitions_end = definition;
        document->definitions_end = &definition->next;
    } else if (may_stand(parser, true)) {
        if (document->initial != NULL)
            report_second(parser, document->initial->span);
        document->initial = definition;
    }
}
