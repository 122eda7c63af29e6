/* When types agree, and the words for it when they do not. */
#include "compiler/types/types_report.h"

#include "base/decimal.h"

static bool is_kind_of(const htnc_type *type, const htnc_type *above)
{
    for (; type; type = type->parent)
        if (type == above)
            return true;
    return false;
}

bool htnc_types_agree(const htnc_type *a, const htnc_type *b)
{
    if (a->kind == HTNC_TYPE_ERROR || b->kind == HTNC_TYPE_ERROR)
        return true;
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case HTNC_TYPE_ENUM: return a == b;
    case HTNC_TYPE_ENTITIES: return is_kind_of(a, b) || is_kind_of(b, a);
    default: return true;
    }
}

bool htnc_type_fits(const htnc_type *given, const htnc_type *wanted)
{
    bool entities = given->kind == HTNC_TYPE_ENTITIES && wanted->kind == HTNC_TYPE_ENTITIES;
    return entities ? is_kind_of(given, wanted) : htnc_types_agree(given, wanted);
}

const char *htnc_number_text(htnc_checker *checker, const htnc_type *type, int32_t value)
{
    char text[BASE_DECIMAL_SIZE];
    return type->kind == HTNC_TYPE_FIXED ? base_format(checker->arena, "%s", base_decimal(text, value))
                                         : base_format(checker->arena, "%d", (int)value);
}

bool htnc_is_number(const htnc_type *type)
{
    return type->kind == HTNC_TYPE_INTEGER || type->kind == HTNC_TYPE_FIXED || type->kind == HTNC_TYPE_ERROR;
}

static bool is_bool(const htnc_type *type)
{
    return type->kind == HTNC_TYPE_BOOL || type->kind == HTNC_TYPE_ERROR;
}

const char *htnc_type_phrase(htnc_checker *checker, const htnc_type *type)
{
    const char *phrase = htnc_traits(type)->phrase;
    return phrase ? phrase : base_format(checker->arena, "`%s`", type->name);
}

const char *htnc_source_text(htnc_checker *checker, base_span span)
{
    base_position place = base_source_position(checker->diagnostics->sources, span.begin);
    if (!place.source || span.end < span.begin || span.end - place.source->base > place.source->length)
        return "";
    return base_copy_text(checker->arena, place.source->text + (span.begin - place.source->base),
                          span.end - span.begin);
}

void htnc_offer_truth(htnc_checker *checker, base_diagnostic *report, const htnc_expr *expr, const htnc_type *wanted)
{
    if (wanted->kind == HTNC_TYPE_BOOL && expr->kind == HTNC_EXPR_INTEGER && (expr->value == 0 || expr->value == 1))
        base_report_fixit(checker->diagnostics, report, expr->span, expr->value ? "true" : "false");
}

void htnc_offer_unquoted(htnc_checker *checker, base_diagnostic *report, const htnc_expr *expr, const htnc_type *wanted)
{
    if (expr->kind != HTNC_EXPR_STRING)
        return;
    for (const htnc_value *value = wanted->values; value; value = value->next)
        if (strcmp(value->name.text, expr->name.text) == 0) {
            base_report_note(checker->diagnostics, report, value->name.span, "`%s` is a value: write it without quotes",
                             value->name.text);
            base_report_fixit(checker->diagnostics, report, expr->span, value->name.text);
        }
}

bool htnc_report_none(htnc_checker *checker, const htnc_expr *expr)
{
    if (expr->kind != HTNC_EXPR_NONE)
        return false;
    base_report(checker->diagnostics, BASE_DIAG_NONE_USE, expr->span,
                "`none` stands for no entity; nothing here can be an entity");
    return true;
}

bool htnc_report_never_none(htnc_checker *checker, const htnc_expr *expr, const htnc_type *type)
{
    if (type->open)
        return false;
    base_diagnostic *report =
        base_report(checker->diagnostics, BASE_DIAG_NONE_USE, expr->span,
                    "`none` is not a value here: a value of type `%s` is always one of its instances", type->name);
    base_report_note(checker->diagnostics, report, type->span, "`%s` is closed; only an open type (`Max`) has `none`",
                     type->name);
    return true;
}

/* Notes how to test whether an instance of a wider type is of the wanted type. */
static void note_wider(htnc_checker *checker, base_diagnostic *report, const htnc_expr *expr, const htnc_type *type)
{
    const htnc_type *above = type->kind == HTNC_TYPE_ENTITIES ? type->parent : NULL;
    while (above && above != expr->type)
        above = above->parent;
    if (above)
        base_report_note(checker->diagnostics, report, (base_span){0, 0},
                         "if it may be one, `any x : %s where x == %s` tests that, and x stands for it", type->name,
                         htnc_source_text(checker, expr->span));
}

base_diagnostic *htnc_expect_type(htnc_checker *checker, const htnc_expr *expr, const htnc_type *type, const char *what)
{
    if (expr->kind == HTNC_EXPR_NONE && type->kind == HTNC_TYPE_ENTITIES)
        htnc_report_never_none(checker, expr, type);
    if (expr->kind == HTNC_EXPR_NONE && (type->kind == HTNC_TYPE_ENTITIES || type->kind == HTNC_TYPE_ERROR))
        return NULL;
    if (htnc_report_none(checker, expr) || htnc_type_fits(expr->type, type))
        return NULL;
    base_diagnostic *report = base_report(checker->diagnostics, BASE_DIAG_TYPE_MISMATCH, expr->span, "%s is %s, not %s",
                                          what, htnc_type_phrase(checker, type), htnc_type_phrase(checker, expr->type));
    htnc_offer_truth(checker, report, expr, type);
    htnc_offer_unquoted(checker, report, expr, type);
    note_wider(checker, report, expr, type);
    return report;
}

/* A comparison with a value of the type, as an example of a condition. */
static const char *example_of(htnc_checker *checker, const htnc_expr *expr)
{
    const htnc_type *type = expr->type;
    if (expr->kind != HTNC_EXPR_NAME || expr->ref == HTNC_REF_CONSTANT || expr->ref == HTNC_REF_VALUE)
        return NULL;
    const char *text = htnc_source_text(checker, expr->span);
    if (type->kind == HTNC_TYPE_INTEGER || type->kind == HTNC_TYPE_FIXED)
        return base_format(checker->arena, "%s > %s", text,
                           htnc_number_text(checker, type, type->low > 0 ? type->low : 0));
    if (type->values && !type->open)
        return base_format(checker->arena, "%s == %s", text, type->values->name.text);
    return NULL;
}

void htnc_expect_condition(htnc_checker *checker, const htnc_expr *expr, const char *where)
{
    if (htnc_report_none(checker, expr) || is_bool(expr->type))
        return;
    const char *phrase = htnc_type_phrase(checker, expr->type);
    const char *example = example_of(checker, expr);
    base_diagnostic *report = where ? base_report(checker->diagnostics, BASE_DIAG_NOT_A_CONDITION, expr->span,
                                                  "`%s` joins conditions, but this is %s", where, phrase)
                                    : base_report(checker->diagnostics, BASE_DIAG_NOT_A_CONDITION, expr->span,
                                                  "a condition is true or false, but this is %s", phrase);
    if (checker->naming && htnc_traits(expr->type)->stored)
        base_report_note(checker->diagnostics, report, (base_span){0, 0},
                         "what has another type is named by `Value [%s] [...]`", checker->naming);
    else if (example)
        base_report_note(checker->diagnostics, report, (base_span){0, 0}, "compare it, as in `%s`", example);
    htnc_offer_truth(checker, report, expr, checker->model->bool_type);
}
