/*
 * The state of one parse, and what every file that reports needs: the source text of a span, silence after an error, and the limits
 * of nesting.
 */
#include "compiler/syntax/parser.h"

#include <string.h>

enum { LONGEST_TEXT = 32 };

htnc_parser *htnc_parser_make(base_arena *arena, base_interner *interner, base_diagnostics *diagnostics,
                              base_source *source)
{
    htnc_parser *parser = BASE_NEW(arena, htnc_parser);
    htnc_file *file = BASE_NEW(arena, htnc_file);
    parser->arena = arena;
    parser->interner = interner;
    parser->diagnostics = diagnostics;
    parser->source = source;
    parser->file = file;
    file->source = source;
    parser->domains_end = &file->domains;
    parser->imports_end = &file->imports;
    parser->types_end = &file->types;
    parser->properties_end = &file->properties;
    parser->facts_end = &file->facts;
    parser->constants_end = &file->constants;
    parser->conditions_end = &file->conditions;
    parser->queries_end = &file->queries;
    parser->roots_end = &file->roots;
    parser->sensors_end = &file->sensors;
    parser->orders_end = &file->orders;
    parser->tasks_end = &file->tasks;
    parser->scenarios_end = &file->scenarios;
    return parser;
}

const char *htnc_parser_text(htnc_parser *parser, base_span span)
{
    return base_source_excerpt(parser->arena, parser->source, span, LONGEST_TEXT);
}

bool htnc_parser_is_quiet(const htnc_parser *parser, base_span span)
{
    return parser->filter.suspect || span.begin < parser->filter.quiet_before;
}

/* Until the end of the line; the token filter ends the silence where a new part begins. */
void htnc_parser_be_quiet(htnc_parser *parser, base_span span)
{
    const base_source *source = parser->source;
    uint32_t at = span.begin - source->base;
    const char *end = memchr(source->text + at, '\n', source->length - at);
    parser->filter.quiet_before = source->base + (end == NULL ? source->length : (uint32_t)(end - source->text));
}

void htnc_parser_too_deep(htnc_parser *parser, base_span span)
{
    if (!parser->filter.ended) {
        base_report(parser->diagnostics, BASE_DIAG_NESTING_TOO_DEEP, span,
                    "nested too deep: at most %d levels are allowed", HTNC_DEEPEST);
    }
    parser->filter.suspect = true;
}

void htnc_parser_too_long(htnc_parser *parser, base_span span)
{
    base_diagnostic *made = base_report(parser->diagnostics, BASE_DIAG_NESTING_TOO_DEEP, span,
                                        "more than %d operators in one expression", HTNC_HIGHEST - 1);
    base_report_note(parser->diagnostics, made, (base_span){0, 0},
                     "separate the items of a list with `,` instead of `and`, or move a part into a `Condition`");
}
