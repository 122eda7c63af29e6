/*
 * What the grammar's actions call: one constructor each, in hddl_make.c. Spans are the whole construct's, of parts their key's. Lists are runs of the
 * document's arrays, which nothing else is added to while they are read.
 */
#ifndef HTNC_HDDL_MAKE_H
#define HTNC_HDDL_MAKE_H

#include "hddl/read/hddl_parser.h"

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

/* Lists of typed names: a type is that of all names since the one before. */
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
bool hddl_take_title(hddl_parser *parser, hddl_name name, bool is_problem); /* false: it is the other file */
void hddl_take_domain_meant(hddl_parser *parser, hddl_name name);
void hddl_take_key(hddl_parser *parser, hddl_name name);
void hddl_take_list(hddl_parser *parser, hddl_list list, hddl_range items);
void hddl_take_predicate(hddl_parser *parser, base_span span, hddl_name name, hddl_range items);
void hddl_take_function(hddl_parser *parser, base_span span, hddl_name name, hddl_range items);
void hddl_take_functions(hddl_parser *parser);
void hddl_take_fact(hddl_parser *parser, hddl_form *fact);
void hddl_take_goal(hddl_parser *parser, hddl_form *goal);

/* Definitions: begun by their head, ended by their parenthesis. */
void hddl_begin_definition(hddl_parser *parser, base_span span, hddl_definition_kind kind, hddl_name name);
void hddl_take_part(hddl_parser *parser, base_span span, hddl_part part, hddl_form *form);
void hddl_take_parameters(hddl_parser *parser, base_span span, hddl_range items);
void hddl_end_definition(hddl_parser *parser);

#endif
