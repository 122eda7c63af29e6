/* Types, names and nouns of symbols; see symbol_types.h. */
#include "lsp/features/symbol_types.h"

#include "compiler/names/model.h"

const htnc_type *lsp_type_of(lsp_kind kind, const void *symbol)
{
    const htnc_type *type = NULL;
    switch (kind) {
    case LSP_TYPE: type = symbol; break;
    case LSP_VALUE: type = ((const htnc_value *)symbol)->type; break;
    case LSP_PROPERTY: type = ((const htnc_property *)symbol)->type; break;
    case LSP_CONSTANT: type = ((const htnc_constant *)symbol)->type; break;
    case LSP_CONDITION: type = ((const htnc_condition *)symbol)->type; break;
    case LSP_QUERY: type = ((const htnc_query *)symbol)->type; break;
    case LSP_VARIABLE: type = ((const htnc_variable *)symbol)->type; break;
    default: break;
    }
    return type != NULL && type->kind != HTNC_TYPE_ERROR ? type : NULL;
}

const char *lsp_type_name(const htnc_type *type)
{
    return type != NULL && type->name != NULL ? type->name : "?";
}

const char *lsp_name_of(lsp_kind kind, const void *symbol)
{
    const char *name = NULL;
    switch (kind) {
    case LSP_TYPE: name = ((const htnc_type *)symbol)->name; break;
    case LSP_VALUE: name = ((const htnc_value *)symbol)->name.text; break;
    case LSP_PROPERTY: name = ((const htnc_property *)symbol)->name; break;
    case LSP_CONSTANT: name = ((const htnc_constant *)symbol)->name; break;
    case LSP_CONDITION: name = ((const htnc_condition *)symbol)->name; break;
    case LSP_QUERY: name = ((const htnc_query *)symbol)->name; break;
    case LSP_OPERATOR: name = ((const htnc_operator *)symbol)->name; break;
    case LSP_SENSOR: name = ((const htnc_sensor_decl *)symbol)->name.text; break;
    case LSP_TASK: name = ((const htnc_task *)symbol)->name.text; break;
    case LSP_METHOD: name = ((const htnc_method *)symbol)->label.text; break;
    case LSP_VARIABLE: name = ((const htnc_variable *)symbol)->name.text; break;
    case LSP_SCENARIO: name = ((const htnc_scenario *)symbol)->name.text; break;
    case LSP_AGENT: name = ((const htnc_agent *)symbol)->name.text; break;
    case LSP_DOMAIN: name = ((const htnc_domain_decl *)symbol)->name.text; break;
    case LSP_IMPORT: name = ((const htnc_import *)symbol)->path.text; break;
    case LSP_KINDS: break;
    }
    return name != NULL ? name : "";
}

const char *lsp_noun_of(lsp_kind kind, const void *symbol)
{
    static const char *const nouns[LSP_KINDS] = {
        [LSP_CONSTANT] = "constant", [LSP_QUERY] = "query",       [LSP_OPERATOR] = "operator",
        [LSP_SENSOR] = "sensor",     [LSP_METHOD] = "method",     [LSP_PROPERTY] = "property",
        [LSP_DOMAIN] = "domain",     [LSP_SCENARIO] = "scenario", [LSP_IMPORT] = "imported file",
        [LSP_AGENT] = "agent",
    };
    switch (kind) {
    case LSP_TYPE: return ((const htnc_type *)symbol)->kind == HTNC_TYPE_ENTITIES ? "Entities type" : "Enum";
    case LSP_VALUE: {
        const htnc_type *type = ((const htnc_value *)symbol)->type;
        return type != NULL && type->kind == HTNC_TYPE_ENTITIES ? "entity" : "enum value";
    }
    case LSP_CONDITION: return ((const htnc_condition *)symbol)->declaration->value ? "named value" : "named condition";
    case LSP_TASK: return ((const htnc_task *)symbol)->kind == HTNC_COMPOUND ? "compound task" : "primitive task";
    case LSP_VARIABLE: return ((const htnc_variable *)symbol)->is_parameter ? "parameter" : "variable";
    default: return nouns[kind] != NULL ? nouns[kind] : "name";
    }
}

const htnc_variable *lsp_parameters_of(lsp_kind kind, const void *symbol)
{
    switch (kind) {
    case LSP_PROPERTY: return ((const htnc_property *)symbol)->declaration->parameters;
    case LSP_CONDITION: return ((const htnc_condition *)symbol)->declaration->parameters;
    case LSP_QUERY: return ((const htnc_query *)symbol)->declaration->parameters;
    case LSP_TASK: return ((const htnc_task *)symbol)->parameters;
    default: return NULL;
    }
}
