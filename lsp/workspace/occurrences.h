/*
 * The index of a unit: every place where a name stands, what it stands for, and what happens to it there. Sorted by place, and a second
 * time by symbol, so that both "what is here" and "where is it used" are a search by halves.
 *
 * A symbol is the compiler's own struct for it, so equal symbols are equal pointers. Names that stand for nothing are not in the index.
 */
#pragma once

#include "compiler/names/model.h"
#include <stdbool.h>
#include <stddef.h>

typedef enum lsp_kind {
    LSP_TYPE,      /* htnc_type: an Enum or an Entities type */
    LSP_VALUE,     /* htnc_value */
    LSP_PROPERTY,  /* htnc_property */
    LSP_CONSTANT,  /* htnc_constant */
    LSP_CONDITION, /* htnc_condition: a named condition or value */
    LSP_QUERY,     /* htnc_query */
    LSP_OPERATOR,  /* htnc_operator */
    LSP_SENSOR,    /* htnc_sensor_decl */
    LSP_TASK,      /* htnc_task */
    LSP_METHOD,    /* htnc_method, by its label */
    LSP_VARIABLE,  /* htnc_variable: a parameter, or what `any`, `let` or a quantifier introduces */
    LSP_SCENARIO,  /* htnc_scenario */
    LSP_AGENT,     /* htnc_agent: of a scenario */
    LSP_DOMAIN,    /* htnc_domain_decl */
    LSP_IMPORT,    /* htnc_import */
    LSP_KINDS
} lsp_kind;

/* What stands there. An effect such as `N += 1` only writes. */
typedef enum lsp_use { LSP_DECLARES, LSP_READS, LSP_WRITES, LSP_CALLS, LSP_MENTIONS } lsp_use;

typedef struct lsp_occurrence {
    base_span span;  /* of the name */
    base_span whole; /* of a call: with its arguments; of a declaration: all of it; else the same as `span` */
    lsp_kind kind;
    lsp_use use;
    bool tests; /* in a scenario */
    const void *symbol;
    /* What it stands in: at most one of these is set, besides that a method has its task. */
    const htnc_task *task; /* a declared one: never an Each */
    const htnc_method *method;
    const htnc_condition *condition;
    const htnc_scenario *scenario;
} lsp_occurrence;

typedef struct lsp_occurrences {
    lsp_occurrence *list; /* by place; at the same place by symbol */
    size_t count, capacity;
    const lsp_occurrence **by_symbol;
} lsp_occurrences;

/* Of a model that may be incomplete, or NULL. malloc'ed. */
lsp_occurrences *lsp_occurrences_of(const htnc_model *model);
void lsp_occurrences_free(lsp_occurrences *occurrences);

/* The name at an offset, or the one that ends there. NULL: none. */
const lsp_occurrence *lsp_occurrence_at(const lsp_occurrences *occurrences, uint32_t offset);

/* The first occurrence that begins at `offset` or behind it, as an index. */
size_t lsp_occurrence_from(const lsp_occurrences *occurrences, uint32_t offset);

/* All occurrences of a symbol, by place: `*count` of them. */
const lsp_occurrence *const *lsp_occurrences_for(const lsp_occurrences *occurrences, const void *symbol, size_t *count);

/* Its declaration; of an operator the first use. NULL: it is built in. */
const lsp_occurrence *lsp_declaration_of(const lsp_occurrences *occurrences, const void *symbol);
