/* Hovers; see hover.h. First the declaration as code, then sentences. */
#include "lsp/features/hover.h"

#include "lsp/features/declaration_text.h"
#include "lsp/features/symbol_types.h"
#include "lsp/workspace/symbol_uses.h"
#include <string.h>

enum { LONGEST_CODE = 400, MOST_NAMED = 8, MOST_METHODS = 20, MOST_VALUES = 24 };

typedef struct hover {
    lsp_unit *unit;
    const lsp_occurrence *name;
    base_text code, words; /* what is code, and what is said about it */
} hover;

static const lsp_occurrences *all(const hover *h)
{
    return lsp_occurrences_in(h->unit);
}

/* --- Who uses it ---------------------------------------------------------------------------------- */

/* `Guard`, `Guard, method 2`, `the condition Near`, `the domain's facts`. */
static void add_owner(base_text *text, const lsp_occurrence *use)
{
    if (use->task != NULL && use->method != NULL)
        base_text_add(text, "`%s`, method %u", use->task->name.text, (unsigned)use->method->index);
    else if (use->task != NULL)
        base_text_add(text, "`%s`", use->task->name.text);
    else if (use->condition != NULL)
        base_text_add(text, "`%s`", use->condition->name);
    else
        base_text_add(text, "a declaration");
}

static bool has_same_owner(const lsp_occurrence *a, const lsp_occurrence *b)
{
    return a->task == b->task && a->method == b->method && a->condition == b->condition;
}

/* One line: `Read by` those that use it so, each once. Scenarios are counted elsewhere. */
static void add_users(hover *h, lsp_use use, const char *words)
{
    size_t count, named = 0, more = 0;
    const lsp_occurrence *last = NULL;
    const lsp_occurrence *const *uses = lsp_occurrences_for(all(h), h->name->symbol, &count);
    for (size_t i = 0; i < count; i++) {
        if (uses[i]->use != use || uses[i]->tests || (last != NULL && has_same_owner(last, uses[i])))
            continue;
        last = uses[i];
        if (named == MOST_NAMED) {
            more++;
            continue;
        }
        base_text_add(&h->words, "%s", named == 0 ? words : "; ");
        add_owner(&h->words, uses[i]);
        named++;
    }
    if (more > 0)
        base_text_add(&h->words, "; and %zu more", more);
    if (named > 0)
        base_text_add(&h->words, "\n\n");
}

static void add_tests(hover *h)
{
    size_t count, tests = 0;
    const lsp_occurrence *const *uses = lsp_occurrences_for(all(h), h->name->symbol, &count);
    const htnc_scenario *last = NULL;
    for (size_t i = 0; i < count; i++)
        if (uses[i]->tests && uses[i]->scenario != last) {
            last = uses[i]->scenario;
            tests++;
        }
    if (tests > 0)
        base_text_add(&h->words, "In %zu scenario%s of this file and its imports\n\n", tests, tests == 1 ? "" : "s");
}

/* --- By kind -------------------------------------------------------------------------------------- */

static void add_range(hover *h, const htnc_type *type)
{
    if (type != NULL && type->kind == HTNC_TYPE_ENUM)
        base_text_add(&h->words, "One of %u values of `%s`\n\n", (unsigned)type->value_count, lsp_type_name(type));
}

static void add_property(hover *h, const htnc_property *property)
{
    const htnc_property_decl *declaration = property->declaration;
    lsp_add_source(&h->code, h->unit, declaration->span, LONGEST_CODE);
    base_text_add(&h->words, "%s of the %sworld state", declaration->parameters != NULL ? "A table" : "A property",
                  declaration->shared ? "shared " : "");
    if (property->type != NULL && declaration->initial == NULL && declaration->parameters == NULL)
        switch (property->type->kind) {
        case HTNC_TYPE_BOOL: base_text_add(&h->words, "; at the beginning it is `false`"); break;
        case HTNC_TYPE_INTEGER:
            base_text_add(&h->words, "; at the beginning it is `%d`", (int)property->initial);
            break;
        default: break;
        }
    base_text_add(&h->words, "\n\n");
    add_range(h, property->type);
    add_users(h, LSP_READS, "Read by ");
    add_users(h, LSP_WRITES, "Written by ");
    if (!property->written && !property->is_static && !property->tested)
        base_text_add(&h->words, "No effect writes it: the game sets it\n\n");
    add_tests(h);
}

static void add_type(hover *h, const htnc_type *type)
{
    uint32_t shown = 0;
    base_text_add(&h->code, "%s [%s]", type->kind == HTNC_TYPE_ENTITIES ? "Entities" : "Enum", type->name);
    if (type->open) {
        base_text_add(&h->code, " Max [%u]", (unsigned)type->value_count);
    } else {
        base_text_add(&h->code, " Values [");
        for (const htnc_value *value = type->values; value != NULL && shown < MOST_VALUES; value = value->next)
            base_text_add(&h->code, "%s%s", shown++ > 0 ? ", " : "", value->name.text);
        base_text_add(&h->code, "%s]", shown < type->value_count ? ", ..." : "");
    }
    if (type->parent != NULL)
        base_text_add(&h->words, "A subtype of `%s`\n\n", type->parent->name);
}

static void add_compound(hover *h, const htnc_task *task)
{
    uint32_t shown = 0;
    base_text_add(&h->code, "Compound Task [%s", task->name.text);
    for (const htnc_variable *each = task->parameters; each != NULL; each = each->next)
        base_text_add(&h->code, "%s%s : %s", each == task->parameters ? "(" : ", ", each->name.text,
                      lsp_type_name(each->type));
    base_text_add(&h->code, "%s]", task->parameters != NULL ? ")" : "");
    if (task->select_span.end != 0) {
        base_text_add(&h->code, "\n    ");
        lsp_add_source(&h->code, h->unit, task->select_span, LONGEST_CODE);
    }
    for (const htnc_method *each = task->methods; each != NULL && shown < MOST_METHODS; each = each->next, shown++) {
        base_text_add(&h->code, "\n    ");
        lsp_add_method_head(&h->code, h->unit, each);
    }
    if (shown < task->method_count)
        base_text_add(&h->code, "\n    ...");
    if (task->recursive)
        base_text_add(&h->words, "It is recursive\n\n");
}

static void add_list(hover *h, const char *keyword, base_span span)
{
    base_text_add(&h->code, "\n    %s", keyword);
    lsp_add_source(&h->code, h->unit, span, LONGEST_CODE);
}

static void add_effects(hover *h, const char *keyword, const htnc_effect *effects)
{
    const htnc_effect *last = effects;
    while (last != NULL && last->next != NULL)
        last = last->next;
    if (last == NULL)
        return;
    base_text_add(&h->code, "\n    %s [", keyword);
    lsp_add_source(&h->code, h->unit, base_span_join(effects->span, last->span), LONGEST_CODE);
    base_text_add(&h->code, "]");
}

static void add_primitive(hover *h, const htnc_task *task)
{
    const htnc_expr *last = task->preconditions;
    base_text_add(&h->code, "Primitive Task [%s", task->name.text);
    for (const htnc_variable *each = task->parameters; each != NULL; each = each->next)
        base_text_add(&h->code, "%s%s : %s", each == task->parameters ? "(" : ", ", each->name.text,
                      lsp_type_name(each->type));
    base_text_add(&h->code, "%s]", task->parameters != NULL ? ")" : "");
    while (last != NULL && last->next != NULL)
        last = last->next;
    if (last != NULL) {
        add_list(h, "Preconditions [", base_span_join(task->preconditions->span, last->span));
        base_text_add(&h->code, "]");
    }
    if (task->has_operator) {
        base_text_add(&h->code, "\n    Operator [");
        lsp_add_source(&h->code, h->unit, task->operator_span, LONGEST_CODE);
        base_text_add(&h->code, "]");
    }
    add_effects(h, "Effects", task->effects);
    add_effects(h, "ExpectedEffects", task->expected);
}

static void add_task(hover *h, const htnc_task *task)
{
    if (task->kind == HTNC_COMPOUND)
        add_compound(h, task);
    else
        add_primitive(h, task);
    add_users(h, LSP_CALLS, "A subtask of ");
    if (!task->used)
        base_text_add(&h->words, "No root reaches it\n\n");
    add_tests(h);
}

static void add_operator(hover *h, const htnc_operator *of)
{
    base_text_add(&h->code, "Operator [%s(", of->name);
    for (uint32_t i = 0; of->argument_types != NULL && i < of->argument_count; i++)
        base_text_add(&h->code, "%s%s", i > 0 ? ", " : "", lsp_type_name(of->argument_types[i]));
    base_text_add(&h->code, ")]");
    base_text_add(&h->words, "The game carries it out\n\n");
    add_users(h, LSP_CALLS, "Run by ");
}

static void add_constant(hover *h, const htnc_constant *constant)
{
    lsp_add_source(&h->code, h->unit, constant->declaration->span, LONGEST_CODE);
    if (constant->type != NULL && constant->type->kind == HTNC_TYPE_INTEGER)
        base_text_add(&h->words, "Its value is `%d`\n\n", (int)constant->value);
}

static void add_rest(hover *h)
{
    const lsp_occurrence *declared = lsp_declaration_of(all(h), h->name->symbol);
    switch (h->name->kind) {
    case LSP_VALUE: {
        const htnc_type *type = lsp_type_of(LSP_VALUE, h->name->symbol);
        base_text_add(&h->code, "%s : %s", lsp_name_of(LSP_VALUE, h->name->symbol), lsp_type_name(type));
        break;
    }
    case LSP_VARIABLE:
        base_text_add(&h->code, "%s : %s", lsp_name_of(LSP_VARIABLE, h->name->symbol),
                      lsp_type_name(lsp_type_of(LSP_VARIABLE, h->name->symbol)));
        add_range(h, lsp_type_of(LSP_VARIABLE, h->name->symbol));
        break;
    case LSP_METHOD: {
        const htnc_method *method = h->name->symbol;
        lsp_add_method_head(&h->code, h->unit, method);
        base_text_add(&h->words, "Method %u of `%s`\n\n", (unsigned)method->index, htnc_task_name(method->task));
        break;
    }
    case LSP_AGENT: base_text_add(&h->code, "agent %s", lsp_name_of(LSP_AGENT, h->name->symbol)); break;
    default:
        if (declared != NULL)
            lsp_add_source(&h->code, h->unit, declared->whole, LONGEST_CODE);
        if (h->name->kind == LSP_QUERY)
            base_text_add(&h->words, "The game answers it while planning\n\n");
        if (h->name->kind == LSP_CONDITION || h->name->kind == LSP_QUERY)
            add_users(h, LSP_READS, "Used by ");
        break;
    }
}

static void fill(hover *h)
{
    const void *symbol = h->name->symbol;
    switch (h->name->kind) {
    case LSP_PROPERTY: add_property(h, symbol); break;
    case LSP_TYPE: add_type(h, symbol); break;
    case LSP_TASK: add_task(h, symbol); break;
    case LSP_OPERATOR: add_operator(h, symbol); break;
    case LSP_CONSTANT: add_constant(h, symbol); break;
    default: add_rest(h); break;
    }
}

cJSON *lsp_hover(lsp_session *session, const cJSON *params)
{
    lsp_place place;
    const lsp_occurrence *name = lsp_find_place(session, params, &place) ? lsp_name_at(&place) : NULL;
    if (name == NULL || name->kind == LSP_SCENARIO || name->kind == LSP_IMPORT)
        return NULL;
    hover h = {.unit = place.unit, .name = name};
    base_text text = {0};
    const lsp_occurrence *declared = lsp_declaration_of(all(&h), name->symbol);
    fill(&h);
    const bool markdown = session->client.markdown;
    base_text_add(&text, markdown ? "```htn\n%s\n```\n" : "%s\n\n", base_text_of(&h.code));
    if (declared != NULL)
        lsp_add_comment(&text, place.unit, declared->whole);
    base_text_add(&text, "\n%s", base_text_of(&h.words));
    while (text.length > 0 && text.bytes[text.length - 1] == '\n')
        text.bytes[--text.length] = '\0';
    cJSON *result = cJSON_CreateObject(), *contents = cJSON_AddObjectToObject(result, "contents");
    cJSON_AddStringToObject(contents, "kind", markdown ? "markdown" : "plaintext");
    cJSON_AddStringToObject(contents, "value", base_text_of(&text));
    cJSON_AddItemToObject(result, "range", lsp_span_range(session, place.unit, name->span));
    base_text_free(&text);
    base_text_free(&h.code);
    base_text_free(&h.words);
    return result;
}
