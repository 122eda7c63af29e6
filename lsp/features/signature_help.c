/* Signatures of tasks, tables, queries, conditions, operators and built-in functions; see signature_help.h. */
#include "lsp/features/signature_help.h"

#include "base/text.h"
#include "lsp/features/cursor_context.h"
#include "lsp/features/symbol_types.h"

/* What has no declaration. The parameters stand between the commas. */
static const char *const built_in[] = {
    "min(a, b)", "max(a, b)", "abs(x)",  "clamp(x, low, high)", "fixed(n)",
    "round(x)",  "floor(x)",  "ceil(x)", "Held(instance)",      "curve(x, x0 : y0, x1 : y1)",
};

typedef struct signature {
    base_text label;
    cJSON *parameters; /* each with its place in the label */
} signature;

/* Places in labels are in UTF-16, whatever was negotiated. */
static int columns_of(const base_text *label)
{
    return (int)lsp_characters(base_text_of(label), (uint32_t)label->length, LSP_UTF16);
}

static void add_parameter(signature *s, const char *name, const char *type, bool first)
{
    base_text_add(&s->label, first ? "(" : ", ");
    const int begin = columns_of(&s->label);
    base_text_add(&s->label, "%s%s%s", name, *name != '\0' && *type != '\0' ? " : " : "", type);
    cJSON *parameter = cJSON_CreateObject();
    const int place[2] = {begin, columns_of(&s->label)};
    cJSON_AddItemToObject(parameter, "label", cJSON_CreateIntArray(place, 2));
    cJSON_AddItemToArray(s->parameters, parameter);
}

static bool describe(signature *s, const lsp_place *place, const lsp_context *context)
{
    const lsp_occurrences *all = lsp_occurrences_in(place->unit);
    for (size_t i = 0; i < all->count; i++) {
        const lsp_occurrence *each = &all->list[i];
        if (each->kind == LSP_VARIABLE ||
            !lsp_piece_is(&context->scan, &context->called, lsp_name_of(each->kind, each->symbol)))
            continue;
        const htnc_variable *parameters = lsp_parameters_of(each->kind, each->symbol);
        base_text_add(&s->label, "%s", lsp_name_of(each->kind, each->symbol));
        if (each->kind == LSP_OPERATOR) {
            const htnc_operator *of = each->symbol;
            for (uint32_t k = 0; of->argument_types != NULL && k < of->argument_count; k++)
                add_parameter(s, "", lsp_type_name(of->argument_types[k]), k == 0);
        }
        for (const htnc_variable *of = parameters; of != NULL; of = of->next)
            add_parameter(s, of->name.text != NULL ? of->name.text : "", lsp_type_name(of->type), of == parameters);
        base_text_add(&s->label, cJSON_GetArraySize(s->parameters) > 0 ? ")" : "()");
        return true;
    }
    return false;
}

static bool describe_built_in(signature *s, const lsp_context *context)
{
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++) {
        const char *text = built_in[i], *open = text;
        while (*open != '(')
            open++;
        base_text name = {0};
        base_text_add_bytes(&name, text, (size_t)(open - text));
        const bool found = lsp_piece_is(&context->scan, &context->called, base_text_of(&name));
        base_text_free(&name);
        if (!found)
            continue;
        base_text_add(&s->label, "%s", text);
        for (const char *at = open + 1; *at != '\0';) {
            const char *end = at;
            while (*end != ',' && *end != ')')
                end++;
            const int place[2] = {(int)(at - text), (int)(end - text)};
            cJSON *parameter = cJSON_CreateObject();
            cJSON_AddItemToObject(parameter, "label", cJSON_CreateIntArray(place, 2));
            cJSON_AddItemToArray(s->parameters, parameter);
            at = end + (*end == ',' ? 2 : 1);
        }
        return true;
    }
    return false;
}

cJSON *lsp_signature_help(lsp_session *session, const cJSON *params)
{
    lsp_place place;
    cJSON *result = NULL;
    if (!lsp_find_place(session, params, &place))
        return NULL;
    lsp_context context = lsp_context_of(place.lines, place.offset - place.source->base);
    signature s = {.parameters = cJSON_CreateArray()};
    if (context.round && context.called.end != 0 && !context.in_comment &&
        (describe(&s, &place, &context) || describe_built_in(&s, &context))) {
        result = cJSON_CreateObject();
        cJSON *json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "label", base_text_of(&s.label));
        cJSON_AddItemToObject(json, "parameters", s.parameters);
        cJSON_AddItemToArray(cJSON_AddArrayToObject(result, "signatures"), json);
        cJSON_AddNumberToObject(result, "activeSignature", 0);
        cJSON_AddNumberToObject(result, "activeParameter", context.item);
    } else {
        cJSON_Delete(s.parameters);
    }
    base_text_free(&s.label);
    lsp_context_free(&context);
    return result;
}
