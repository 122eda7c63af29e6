/* Messages of syntax errors; see hddl_syntax_errors.h. */
#include "hddl/read/hddl_syntax_errors.h"
#include "hddl.tab.h"

#include <string.h>

enum { LONGEST_SLICE = 40, MOST_NAMED = 6, SECTION_DEPTH = 2 };

const char *hddl_slice(const hddl_parser *parser, base_span span)
{
    return base_source_excerpt(parser->arena, parser->source, span, LONGEST_SLICE);
}

const char *hddl_missing(const hddl_parser *parser, uint32_t count)
{
    return count == 1 ? "a `)` is" : base_format(parser->arena, "%u `)` are", count);
}

void hddl_too_deep(hddl_parser *parser, base_span span)
{
    if (!parser->ended)
        base_report(parser->diagnostics, BASE_DIAG_NESTING_TOO_DEEP, span,
                    "parentheses nested too deep: the limit is %d levels", HDDL_DEEPEST);
    parser->ended = true;
}

static const char *list(hddl_parser *parser, const char *const *expected, size_t count)
{
    const char *text = "";
    for (size_t i = 0; i < count; i++) {
        bool quoted = strchr(expected[i], ' ') == NULL;
        const char *before = i == 0 ? "" : i + 1 == count ? " or " : ", ";
        text = base_format(parser->arena, quoted ? "%s%s`%s`" : "%s%s%s", text, before, expected[i]);
    }
    return text;
}

/* The nearest possible keyword, if the found word may be a misspelling of it; else NULL. */
static const char *meant(const hddl_token *found, const char *const *expected, size_t count)
{
    const char *words[64];
    size_t kept = 0;
    for (size_t i = 0; i < count && kept < sizeof words / sizeof *words; i++)
        if (strlen(expected[i]) > 1 && strchr(expected[i], ' ') == NULL)
            words[kept++] = expected[i];
    return found->word == NULL ? NULL : base_nearest(found->word->text, words, kept);
}

/* The likely cause of an error without a misspelling, or "". */
static const char *hint(const hddl_parser *parser, const char *const *expected, size_t count)
{
    const hddl_token *found = &parser->last;
    if (found->kind == HDDL_TOKEN_LEFT && parser->before == HDDL_TOKEN_RIGHT)
        return "; conditions, effects and subtasks are joined by `(and ...)`";
    if (count > 0 && count <= 3 &&
        strcmp(expected[count - 1], "a comparison") == 0) /* for a condition, more tokens would be possible */
        return "; an ordering is written `(< before after)`";
    if (found->word == NULL || found->word->text[0] == ':' || found->word->text[0] == '?')
        return "";
    for (size_t i = 0; i < count; i++)
        if (strcmp(expected[i], "a variable") == 0)
            return "; variables begin with `?`";
    return "";
}

void hddl_syntax_error(hddl_parser *parser, const char *const *expected, size_t count)
{
    const hddl_token *found = &parser->last;
    base_diagnostics *diagnostics = parser->diagnostics;
    if (parser->has_error || parser->ended)
        return;
    if (found->kind == HDDL_TOKEN_END && parser->depth > 0) {
        base_diagnostic *made = base_report(diagnostics, BASE_DIAG_SYNTAX, found->span,
                                            "%s missing at the end of the file", hddl_missing(parser, parser->depth));
        base_report_note(diagnostics, made, parser->open[parser->depth - 1], "what begins here is not closed");
        return;
    }
    if (count == 1 && strcmp(expected[0], "the end of the file") == 0) {
        base_report(diagnostics, BASE_DIAG_SYNTAX, found->span,
                    "text after the end of `(define`: is there a `)` too many before it?");
        return;
    }
    if (parser->depth > SECTION_DEPTH && found->word != NULL && found->word->text[0] == ':') {
        base_diagnostic *made =
            base_report(diagnostics, BASE_DIAG_SYNTAX, found->span, "%s missing before `%s`",
                        hddl_missing(parser, parser->depth - SECTION_DEPTH), hddl_slice(parser, found->span));
        base_report_note(diagnostics, made, parser->open[parser->depth - 1], "what begins here is not closed");
        return;
    }
    if (parser->depth == 0 && count == 1) {
        base_report(diagnostics, BASE_DIAG_SYNTAX, found->span, "a %s in HDDL begins with `(define (%s NAME)`",
                    parser->is_problem ? "problem" : "domain", parser->is_problem ? "problem" : "domain");
        return;
    }
    const char *slice = found->kind == HDDL_TOKEN_END
                            ? "the end of the file"
                            : base_format(parser->arena, "`%s`", hddl_slice(parser, found->span));
    const char *word = meant(found, expected, count);
    if (word != NULL) {
        base_diagnostic *made =
            base_report(diagnostics, BASE_DIAG_SYNTAX, found->span, "unknown word %s; did you mean `%s`?", slice, word);
        base_report_fixit(diagnostics, made, found->span, word);
    } else if (count > 0 && count <= MOST_NAMED) {
        base_report(diagnostics, BASE_DIAG_SYNTAX, found->span, "expected %s, found %s%s",
                    list(parser, expected, count), slice, hint(parser, expected, count));
    } else {
        base_report(diagnostics, BASE_DIAG_SYNTAX, found->span, "%s cannot stand here%s", slice,
                    hint(parser, expected, count));
    }
}
