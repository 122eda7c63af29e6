/*
 * The constructors that the actions of grammar/hddl.y call. The span of a node is that of the whole construct; the span
 * of a part of a definition is that of its key. Lists are runs of the document's arrays: nothing else is added to an
 * array while one of its lists is read.
 */
#pragma once

#include "hddl/read/hddl_parser.h"

/* The document of both files, still empty. */
hddl_document *hddl_document_make(base_arena *arena, base_diagnostics *diagnostics);

typedef enum hddl_list { HDDL_LIST_TYPES, HDDL_LIST_CONSTANTS, HDDL_LIST_OBJECTS } hddl_list;

typedef enum hddl_part {
    HDDL_PART_PARAMETERS,
    HDDL_PART_TASK,
    HDDL_PART_PRECONDITION,
    HDDL_PART_EFFECT,
    HDDL_PART_CONSTRAINTS,
    HDDL_PART_NETWORK,
    HDDL_PART_ORDERED_NETWORK,
    HDDL_PART_ORDERING
} hddl_part;

/* Lists of names. */
hddl_range hddl_no_names(hddl_parser *parser);
hddl_range hddl_add_name(hddl_parser *parser, hddl_range names, hddl_name name);

/* Lists of typed names: a type applies to all names after the type before it. */
hddl_range hddl_no_items(hddl_parser *parser);
hddl_range hddl_add_item(hddl_parser *parser, hddl_range items, hddl_name name);
hddl_range hddl_give_type(hddl_parser *parser, hddl_range items, base_span span, hddl_type_ref *type);
hddl_type_ref *hddl_make_type(hddl_parser *parser, base_span span, hddl_name name);
hddl_type_ref *hddl_make_either(hddl_parser *parser, base_span span, hddl_range names);

/* Forms. */
hddl_form *hddl_make_form(hddl_parser *parser, base_span span, hddl_form_kind kind, hddl_forms parts);
hddl_form *hddl_make_atom(hddl_parser *parser, base_span span, hddl_form_kind kind, hddl_name name, hddl_range names);
hddl_form *hddl_make_quantifier(hddl_parser *parser, base_span span, hddl_form_kind kind, hddl_range items,
                                hddl_form *part);
hddl_form *hddl_make_operator(hddl_parser *parser, base_span span, hddl_form_kind kind, hddl_name name,
                              hddl_forms parts);
hddl_forms hddl_no_forms(void);
hddl_forms hddl_add_form(hddl_forms forms, hddl_form *form);

/* Files and sections. */
bool hddl_take_title(hddl_parser *parser, hddl_name name, bool is_problem); /* false: this is the other file */
void hddl_take_domain_meant(hddl_parser *parser, hddl_name name);
void hddl_take_key(hddl_parser *parser, hddl_name name);
void hddl_take_list(hddl_parser *parser, hddl_list list, hddl_range items);
void hddl_take_predicate(hddl_parser *parser, base_span span, hddl_name name, hddl_range items);
void hddl_take_function(hddl_parser *parser, base_span span, hddl_name name, hddl_range items);
void hddl_take_functions(hddl_parser *parser);
void hddl_take_fact(hddl_parser *parser, hddl_form *fact);
void hddl_take_goal(hddl_parser *parser, hddl_form *goal);

/* Definitions: the head begins one, its last parenthesis ends it. */
void hddl_begin_definition(hddl_parser *parser, base_span span, hddl_definition_kind kind, hddl_name name);
void hddl_take_part(hddl_parser *parser, base_span span, hddl_part part, hddl_form *form);
void hddl_take_parameters(hddl_parser *parser, base_span span, hddl_range items);
void hddl_end_definition(hddl_parser *parser);
