/*
 * The grammar of HDDL: domains and problems, totally ordered. Sections come in any order. The constructors (hddl_make.h)
 * check which section belongs in which file, and which part in which definition, so that a message can name a misplaced
 * part. Conditions and effects are one kind of form here; hddl_conditions.c and hddl_effects.c check what each may contain.
 * The filter (hddl_tokens.c) decides which words are keywords, supplies missing parentheses and skips unknown sections.
 */
%require "3.8"

%code requires {
#include "hddl/read/hddl_make.h"
}

%code provides {
int hddl_yylex(HDDL_YYSTYPE *value, HDDL_YYLTYPE *span, hddl_parser *parser);
}

%code {
#include "hddl/read/hddl_parse.h"
#include "hddl/read/hddl_scan.h"
#include "hddl/read/hddl_syntax_errors.h"
#include "hddl/read/hddl_tokens.h"

/*
 * The stacks have their full size from the beginning, and never allocate: a jump out of the arena would leak that memory.
 * The filter bounds nesting, so the size is ample. The stack for lookahead correction holds a few states.
 */
#define YYINITDEPTH 2000
#define YYMAXDEPTH 2000
#define YYMALLOC(size) ((void)(size), NULL)
#define YYFREE(memory) ((void)(memory))

#define YYLLOC_DEFAULT(Current, Rhs, N)                                                            \
    ((Current) = (N) != 0 ? (base_span){YYRHSLOC(Rhs, 1).begin, YYRHSLOC(Rhs, N).end}              \
                          : (base_span){YYRHSLOC(Rhs, 0).end, YYRHSLOC(Rhs, 0).end})

/* After an error was reported: the filter skips to a place where parsing can continue, with a fresh lookahead. */
#define RESUME                                                                                     \
    do {                                                                                           \
        if (!hddl_resume(parser))                                                                  \
            YYABORT;                                                                               \
        yyclearin;                                                                                 \
        yyerrok;                                                                                   \
    } while (0)

static void hddl_yyerror(const base_span *span, hddl_parser *parser, const char *message)
{
    (void)message; /* always that the stacks are full: syntax errors go through yyreport_syntax_error() */
    hddl_too_deep(parser, *span);
}
}

%define api.pure full
%define api.prefix {hddl_yy}
%define api.token.prefix {HDDL_TOKEN_}
%define api.location.type {base_span}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%param {hddl_parser *parser}
%initial-action { @$ = (base_span){0, 0}; }

%union {
    hddl_name name;
    hddl_range range;
    hddl_type_ref *type;
    hddl_form *form;
    hddl_forms forms;
    hddl_form_kind kind;
    hddl_part part;
}

%token END 0 "the end of the file"
%token LEFT "(" RIGHT ")" MINUS "-"
%token <name> NAME "a name" VARIABLE "a variable" KEY "a key"
%token DEFINE "define" DOMAIN "domain" PROBLEM "problem" EITHER "either"
%token AND "and" OR "or" NOT "not" IMPLY "imply" FORALL "forall" EXISTS "exists" WHEN "when"
%token <name> SORT "sort" COMPARE "a comparison" CHANGE "increase"
%token REQUIREMENTS ":requirements" TYPES ":types" CONSTANTS ":constants" OBJECTS ":objects"
%token PREDICATES ":predicates" FUNCTIONS ":functions" METHOD ":method" ACTION ":action" TASK ":task"
%token INIT ":init" GOAL ":goal" HTN ":htn" BELONGS ":domain"
%token PARAMETERS ":parameters" PRECONDITION ":precondition" EFFECT ":effect" CONSTRAINTS ":constraints"
%token SUBTASKS ":subtasks" TASKS ":tasks" ORDERED_SUBTASKS ":ordered-subtasks" ORDERED_TASKS ":ordered-tasks"
%token ORDERING ":ordering"
%token SKIPPED "a section"

%type <name> name term
%type <range> names terms items variables
%type <type> type
%type <form> form value network task orders order goes
%type <forms> forms tasks order_list
%type <part> network_key form_key
%type <kind> joined quantifier

%%

file:
    LEFT DEFINE title sections RIGHT
  ;

/* If this is the other file, nothing more of it is read. */
title:
    LEFT DOMAIN name RIGHT      { if (!hddl_take_title(parser, $name, false)) YYABORT; }
  | LEFT PROBLEM name RIGHT     { if (!hddl_take_title(parser, $name, true)) YYABORT; }
  ;

sections:
    %empty
  | sections section
  ;

section:
    LEFT REQUIREMENTS keys RIGHT
  | LEFT TYPES items RIGHT              { hddl_take_list(parser, HDDL_LIST_TYPES, $items); }
  | LEFT CONSTANTS items RIGHT          { hddl_take_list(parser, HDDL_LIST_CONSTANTS, $items); }
  | LEFT OBJECTS items RIGHT            { hddl_take_list(parser, HDDL_LIST_OBJECTS, $items); }
  | LEFT PREDICATES predicates RIGHT
  | LEFT FUNCTIONS functions RIGHT      { hddl_take_functions(parser); }
  | LEFT head parts RIGHT               { hddl_end_definition(parser); }
  | LEFT INIT facts RIGHT
  | LEFT GOAL form RIGHT                { hddl_take_goal(parser, $form); }
  | LEFT BELONGS name RIGHT             { hddl_take_domain_meant(parser, $name); }
  | LEFT SKIPPED RIGHT
  | LEFT error                          { RESUME; }
  | error                               { RESUME; }
  ;

keys:
    %empty
  | keys KEY                            { hddl_take_key(parser, $KEY); }
  ;

predicates:
    %empty
  | predicates LEFT name variables RIGHT { hddl_take_predicate(parser, (base_span){@2.begin, @5.end}, $name, $variables); }
  | predicates LEFT COMPARE variables RIGHT { (void)$variables; /* `=` needs no declaration */ }
  ;

functions:
    %empty
  | functions LEFT name variables RIGHT { hddl_take_function(parser, (base_span){@2.begin, @5.end}, $name, $variables); }
  | functions MINUS name                { (void)$name; /* `number`: functions have no other type */ }
  ;

facts:
    %empty
  | facts form                          { hddl_take_fact(parser, $form); }
  ;

/* --- Definitions -------------------------------------------------------------------------------- */

head:
    ACTION name                 { hddl_begin_definition(parser, @$, HDDL_DEFINES_ACTION, $name); }
  | TASK name                   { hddl_begin_definition(parser, @$, HDDL_DEFINES_TASK, $name); }
  | METHOD name                 { hddl_begin_definition(parser, @$, HDDL_DEFINES_METHOD, $name); }
  | HTN                         { hddl_begin_definition(parser, @$, HDDL_DEFINES_INITIAL, (hddl_name){NULL, @$}); }
  ;

parts:
    %empty
  | parts part
  ;

part:
    PARAMETERS LEFT variables RIGHT { hddl_take_parameters(parser, @1, $variables); }
  | TASK goes                   { hddl_take_part(parser, @1, HDDL_PART_TASK, $goes); }
  | form_key form               { hddl_take_part(parser, @1, $form_key, $form); }
  | network_key network         { hddl_take_part(parser, @1, $network_key, $network); }
  | ORDERING orders             { hddl_take_part(parser, @1, HDDL_PART_ORDERING, $orders); }
  ;

form_key:
    PRECONDITION                { $$ = HDDL_PART_PRECONDITION; }
  | EFFECT                      { $$ = HDDL_PART_EFFECT; }
  | CONSTRAINTS                 { $$ = HDDL_PART_CONSTRAINTS; }
  ;

network_key:
    SUBTASKS                    { $$ = HDDL_PART_NETWORK; }
  | TASKS                       { $$ = HDDL_PART_NETWORK; }
  | ORDERED_SUBTASKS            { $$ = HDDL_PART_ORDERED_NETWORK; }
  | ORDERED_TASKS               { $$ = HDDL_PART_ORDERED_NETWORK; }
  ;

/* --- Networks ----------------------------------------------------------------------------------- */

network:
    LEFT RIGHT                  { $$ = hddl_make_form(parser, @$, HDDL_FORM_AND, hddl_no_forms()); }
  | LEFT AND tasks RIGHT        { $$ = hddl_make_form(parser, @$, HDDL_FORM_AND, $tasks); }
  | task                        { $$ = hddl_make_form(parser, @$, HDDL_FORM_AND, hddl_add_form(hddl_no_forms(), $task)); }
  ;

tasks:
    %empty                      { $$ = hddl_no_forms(); }
  | tasks task                  { $$ = hddl_add_form($1, $task); }
  ;

task:
    goes
  | LEFT name goes RIGHT        { $$ = hddl_make_operator(parser, @$, HDDL_FORM_LABELLED, $name, hddl_add_form(hddl_no_forms(), $goes)); }
  ;

goes:
    LEFT name terms RIGHT       { $$ = hddl_make_atom(parser, @$, HDDL_FORM_ATOM, $name, $terms); }
  ;

orders:
    LEFT RIGHT                  { $$ = hddl_make_form(parser, @$, HDDL_FORM_AND, hddl_no_forms()); }
  | LEFT AND order_list RIGHT   { $$ = hddl_make_form(parser, @$, HDDL_FORM_AND, $order_list); }
  | order                       { $$ = hddl_make_form(parser, @$, HDDL_FORM_AND, hddl_add_form(hddl_no_forms(), $order)); }
  ;

order_list:
    %empty                      { $$ = hddl_no_forms(); }
  | order_list order            { $$ = hddl_add_form($1, $order); }
  ;

order:
    LEFT COMPARE names RIGHT    { $$ = hddl_make_atom(parser, @$, HDDL_FORM_ATOM, $COMPARE, $names); }
  ;

/* --- Forms -------------------------------------------------------------------------------------- */

form:
    LEFT RIGHT                  { $$ = hddl_make_form(parser, @$, HDDL_FORM_EMPTY, hddl_no_forms()); }
  | LEFT name terms RIGHT       { $$ = hddl_make_atom(parser, @$, HDDL_FORM_ATOM, $name, $terms); }
  | LEFT SORT terms RIGHT       { $$ = hddl_make_atom(parser, @$, HDDL_FORM_SORT, $SORT, $terms); }
  | LEFT SORT terms MINUS name RIGHT { $$ = hddl_make_atom(parser, @$, HDDL_FORM_SORT, $SORT, hddl_add_name(parser, $terms, $name)); }
  | LEFT joined forms RIGHT     { $$ = hddl_make_form(parser, @$, $joined, $forms); }
  | LEFT quantifier LEFT variables RIGHT form[part] RIGHT { $$ = hddl_make_quantifier(parser, @$, $quantifier, $variables, $part); }
  | LEFT COMPARE value[left] value[right] RIGHT { $$ = hddl_make_operator(parser, @$, HDDL_FORM_COMPARE, $COMPARE, hddl_add_form(hddl_add_form(hddl_no_forms(), $left), $right)); }
  | LEFT CHANGE value[left] value[right] RIGHT { $$ = hddl_make_operator(parser, @$, HDDL_FORM_CHANGE, $CHANGE, hddl_add_form(hddl_add_form(hddl_no_forms(), $left), $right)); }
  ;

forms:
    %empty                      { $$ = hddl_no_forms(); }
  | forms form                  { $$ = hddl_add_form($1, $form); }
  ;

joined:
    AND                         { $$ = HDDL_FORM_AND; }
  | OR                          { $$ = HDDL_FORM_OR; }
  | NOT                         { $$ = HDDL_FORM_NOT; }
  | IMPLY                       { $$ = HDDL_FORM_IMPLY; }
  | WHEN                        { $$ = HDDL_FORM_WHEN; }
  ;

quantifier:
    FORALL                      { $$ = HDDL_FORM_FORALL; }
  | EXISTS                      { $$ = HDDL_FORM_EXISTS; }
  ;

value:
    term                        { $$ = hddl_make_atom(parser, @$, HDDL_FORM_TERM, $term, (hddl_range){0, 0}); }
  | LEFT name terms RIGHT       { $$ = hddl_make_atom(parser, @$, HDDL_FORM_ATOM, $name, $terms); }
  ;

/* --- Names -------------------------------------------------------------------------------------- */

terms:
    %empty                      { $$ = hddl_no_names(parser); }
  | terms term                  { $$ = hddl_add_name(parser, $1, $term); }
  ;

term: NAME | VARIABLE;

names:
    %empty                      { $$ = hddl_no_names(parser); }
  | names name                  { $$ = hddl_add_name(parser, $1, $name); }
  ;

name: NAME;

items:
    %empty                      { $$ = hddl_no_items(parser); }
  | items name                  { $$ = hddl_add_item(parser, $1, $name); }
  | items MINUS type            { $$ = hddl_give_type(parser, $1, @type, $type); }
  ;

variables:
    %empty                      { $$ = hddl_no_items(parser); }
  | variables VARIABLE          { $$ = hddl_add_item(parser, $1, $VARIABLE); }
  | variables MINUS type        { $$ = hddl_give_type(parser, $1, @type, $type); }
  ;

type:
    name                        { $$ = hddl_make_type(parser, @$, $name); }
  | LEFT EITHER names RIGHT     { $$ = hddl_make_either(parser, @$, $names); }
  ;

%%

int hddl_yylex(HDDL_YYSTYPE *value, HDDL_YYLTYPE *span, hddl_parser *parser)
{
    hddl_token token = hddl_token_next(parser);
    *span = token.span;
    value->name = (hddl_name){token.word, token.span};
    return token.kind;
}

/* Gives the tokens that are possible here, by the names above, to hddl_syntax_errors.c. */
static int yyreport_syntax_error(const yypcontext_t *context, hddl_parser *parser)
{
    yysymbol_kind_t kinds[YYNTOKENS];
    const char *expected[YYNTOKENS];
    int count = yypcontext_expected_tokens(context, kinds, YYNTOKENS);
    if (count < 0)
        return count;
    for (int i = 0; i < count; i++)
        expected[i] = yysymbol_name(kinds[i]);
    hddl_syntax_error(parser, expected, (size_t)count);
    return 0;
}

void hddl_parse(hddl_document *document, base_source *source, bool is_problem)
{
    hddl_parser *parser = BASE_NEW(document->arena, hddl_parser);
    *parser = (hddl_parser){.arena = document->arena,
                            .diagnostics = document->diagnostics,
                            .document = document,
                            .source = source,
                            .is_problem = is_problem};
    hddl_scan_begin(parser);
    hddl_yyparse(parser);
}
