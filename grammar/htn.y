/*
 * The grammar of .htn, the whole language of docs/language.md. Parts of tasks, methods and scenarios are a flat sequence; ast_parts.c
 * adds them to what they belong to, so one broken part does not spoil its whole task. A capitalised keyword that is meant as a name
 * arrives as IDENTIFIER (token_words.c), and token_filter.c supplies a `]`, `)` or `,` that was left out. Every action calls one
 * constructor (ast_*.c). The words are in compiler/syntax/keywords.def: keywords.awk fills in @KEYWORDS@ (all of them, as tokens) and
 * @CONTEXTUAL@ (those that can be names too).
 */
%require "3.8"

%code requires {
#include "compiler/syntax/ast_lists.h"
#include "compiler/syntax/parser.h"
}

%code {
#include "compiler/syntax/ast_clauses.h"
#include "compiler/syntax/ast_declarations.h"
#include "compiler/syntax/ast_each.h"
#include "compiler/syntax/ast_expressions.h"
#include "compiler/syntax/ast_items.h"
#include "compiler/syntax/ast_parts.h"
#include "compiler/syntax/error_recovery.h"
#include "compiler/syntax/parse.h"
#include "compiler/syntax/scanner.h"
#include "compiler/syntax/syntax_error.h"
#include "compiler/syntax/token_filter.h"
#include <string.h>

/*
 * The stacks have their largest size from the beginning. The filter limits nesting, so that is enough, and bison never allocates: a
 * jump out of the arena would leak that memory.
 */
#define YYINITDEPTH 2000
#define YYMAXDEPTH 2000
#define YYMALLOC(size) ((void)(size), NULL)
#define YYFREE(memory) ((void)(memory))

#define YYLLOC_DEFAULT(Current, Rhs, N)                                                            \
    ((Current) = (N) != 0 ? (base_span){YYRHSLOC(Rhs, 1).begin, YYRHSLOC(Rhs, N).end}              \
                          : (base_span){YYRHSLOC(Rhs, 0).end, YYRHSLOC(Rhs, 0).end})

/* After an error was reported: skips to a token where parsing can go on (error_recovery.c). */
#define RESUME(where)                                                                              \
    do {                                                                                           \
        if (!htnc_resume_##where(parser)) {                                                        \
            YYABORT;                                                                               \
        }                                                                                          \
        yyclearin;                                                                                 \
        yyerrok;                                                                                   \
    } while (0)

static void htnc_yyerror(const base_span *span, htnc_parser *parser, const char *message)
{
    (void)message; /* always that the stacks are full: syntax errors go to yyreport_syntax_error() */
    htnc_parser_too_deep(parser, *span);
}
}

%define api.pure full
%define api.prefix {htnc_yy}
%define api.token.prefix {HTNC_TOKEN_}
%define api.location.type {base_span}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%param {htnc_parser *parser}
%initial-action { @$ = (base_span){0, 0}; }

%union {
    htnc_name name;
    int64_t number;
    bool flag;
    htnc_after after;
    htnc_expr *expr;
    htnc_exprs exprs;
    htnc_variable *variable;
    htnc_variables variables;
    htnc_type_ref *type;
    htnc_effect *effect;
    htnc_effects effects;
    htnc_effect_op effect_op;
    htnc_suffix suffix;
    htnc_reservation *reservation;
    htnc_reservations reservations;
    htnc_prefer_key *key;
    htnc_prefer_keys keys;
    htnc_subtask *subtask;
    htnc_subtasks subtasks;
    htnc_achievement achievement;
    htnc_values values;
    htnc_property_decl *property;
    htnc_properties properties;
    htnc_run_item *run;
    htnc_run_items runs;
    htnc_givens givens;
    htnc_label label;
    htnc_selection selection;
    htnc_call call;
    htnc_head head;
    htnc_function function;
    htnc_quantifier quantifier;
}

%token END 0 "the end of the file"
%token <name> IDENTIFIER "a name" STRING "a string in quotes" TEXT "the scenario's name"
%token <number> INTEGER "a number" FRACTION "a number with decimals"
%token OPEN "[" CLOSE "]" LEFT "(" RIGHT ")" COMMA "," DOT "." COLON ":" RANGE ".." ELLIPSIS "..."
%token BECOMES "=" ADDS "+=" TAKES "-=" SCALES "*="
%token EQUAL "==" UNEQUAL "!=" LESS "<" AT_MOST "<=" MORE ">" AT_LEAST ">="
%token PLUS "+" MINUS "-" TIMES "*" OVER "/" MODULO "%"

@KEYWORDS@

%precedence WHERE
%left OR
%left AND
%precedence NOT
%left BECOMES EQUAL UNEQUAL LESS AT_MOST MORE AT_LEAST
%left PLUS MINUS
%left TIMES OVER MODULO
%precedence NEGATION

%type <name> name plain_name parent layer
%type <flag> loops outcome expires
%type <after> after
%type <expr> expr value place condition initial every where bound each_item source max_count
%type <exprs> solution exprs expr_list conditions condition_list points point_list names name_list goal record updates about each_list each_items each_item_list
%type <variable> variable parameter index
%type <variables> parameters parameter_list indexes index_list
%type <type> type
%type <effect> effect
%type <effects> effects effect_list
%type <effect_op> changes
%type <suffix> suffix choice
%type <key> key
%type <keys> keys key_list each_order
%type <reservation> reservation
%type <reservations> reservations reservation_list
%type <subtask> subtask action running plan_step member
%type <subtasks> subtasks subtask_list plan_steps plan_step_list members member_list runnings running_list actions action_list steps still_running given_orders given_tasks
%type <achievement> using
%type <values> values value_list
%type <property> property
%type <properties> properties property_list
%type <run> run
%type <runs> runs run_list ends
%type <givens> givens given_list given
%type <label> label
%type <selection> selection
%type <call> call
%type <head> head
%type <function> function
%type <quantifier> judging measuring

%%

file:
    %empty
  | file item
  ;

item:
    declaration
  | part
  | clause
  | error { RESUME(file); }
  ;

/* --- Declarations ------------------------------------------------------------------------------- */

declaration:
    DOMAIN OPEN name CLOSE loops                        { htnc_ast_domain(parser, @$, $name, $loops); }
  | IMPORT OPEN STRING CLOSE                            { htnc_ast_import(parser, @$, $STRING); }
  | ENUM OPEN name CLOSE VALUES OPEN values CLOSE       { htnc_ast_enum(parser, @$, $name, $values); }
  | ENTITIES OPEN name parent CLOSE MAX_COUNT OPEN value CLOSE
                                                        { htnc_ast_open_entities(parser, @$, $name, $parent, $value); }
  | ENTITIES OPEN name parent CLOSE VALUES OPEN values CLOSE
                                                        { htnc_ast_closed_entities(parser, @$, $name, $parent, $values); }
  | WORLD STATE OPEN properties CLOSE                   { htnc_ast_properties(parser, $properties, false); }
  | SHARED WORLD STATE OPEN properties CLOSE            { htnc_ast_properties(parser, $properties, true); }
  | FACTS OPEN effects CLOSE                            { htnc_ast_facts(parser, $effects); }
  | CONSTANT OPEN constants CLOSE                       { htnc_ast_end_of_parts(parser); }
  | CONDITION OPEN head CLOSE OPEN conditions CLOSE     { htnc_ast_condition(parser, @$, $head, $conditions); }
  | NAMED_VALUE OPEN head CLOSE OPEN value CLOSE        { htnc_ast_value(parser, @$, $head, $value); }
  | QUERY OPEN name LEFT indexes RIGHT COLON type CLOSE max_count
                                                        { htnc_ast_query(parser, @$, $name, $indexes, $type, $max_count); }
  | SENSOR OPEN name CLOSE UPDATES updates every          { htnc_ast_sensor(parser, @$, $name, $updates, $every); }
  | ROOT OPEN name CLOSE                                { htnc_ast_root(parser, @$, $name); }
  | ORDERS OPEN actions CLOSE layer                     { htnc_ast_orders(parser, @$, $actions, $layer); }
  | COMPOUND TASK OPEN head CLOSE                       { htnc_ast_task(parser, @$, HTNC_COMPOUND, $head); }
  | PRIMITIVE TASK OPEN head CLOSE                      { htnc_ast_task(parser, @$, HTNC_PRIMITIVE, $head); }
  | SCENARIO OPEN TEXT CLOSE                            { htnc_ast_scenario(parser, @$, $TEXT); }
  ;

loops:
    %empty                      { $$ = false; }
  | LOOPS OPEN FREE CLOSE       { $$ = true; }
  ;

parent:
    %empty                      { $$ = htnc_ast_no_name(); }
  | COLON name                  { $$ = $name; }
  ;

max_count:
    %empty                      { $$ = NULL; }
  | MAX_COUNT OPEN value CLOSE  { $$ = $value; }
  ;

every:
    %empty                      { $$ = NULL; }
  | EVERY_TIME OPEN value CLOSE { $$ = $value; }
  ;

values:
    %empty                      { $$ = (htnc_values){NULL, NULL}; }
  | value_list
  | value_list COMMA
  ;

value_list:
    name                        { $$ = htnc_ast_add_value(parser, (htnc_values){NULL, NULL}, $name); }
  | value_list COMMA name       { $$ = htnc_ast_add_value(parser, $1, $name); }
  | error                       { $$ = (htnc_values){NULL, NULL}; RESUME(item); }
  | value_list COMMA error      { $$ = $1; RESUME(item); }
  ;

properties:
    %empty                      { $$ = (htnc_properties){NULL, NULL}; }
  | property_list
  | property_list COMMA
  ;

property_list:
    property                    { $$ = htnc_ast_add_property((htnc_properties){NULL, NULL}, $property); }
  | property_list COMMA property { $$ = htnc_ast_add_property($1, $property); }
  ;

property:
    name COLON type initial expires
                                { $$ = htnc_ast_property(parser, @$, $name, (htnc_variables){NULL, NULL}, $type, $initial, $expires); }
  | name LEFT indexes RIGHT COLON type initial expires
                                { $$ = htnc_ast_table(parser, @$, $name, $indexes, $type, $initial, $expires); }
  | error                       { $$ = NULL; RESUME(item); }
  ;

initial:
    %empty                      { $$ = NULL; }
  | becomes expr                { $$ = $expr; }
  ;

expires:
    %empty                      { $$ = false; }
  | EXPIRES                     { $$ = true; }
  ;

indexes:
    %empty                      { $$ = (htnc_variables){NULL, NULL}; }
  | index_list
  | index_list COMMA
  ;

index_list:
    index                       { $$ = htnc_ast_add_variable((htnc_variables){NULL, NULL}, $index); }
  | index_list COMMA index      { $$ = htnc_ast_add_variable($1, $index); }
  ;

index:
    type                        { $$ = htnc_ast_variable(parser, htnc_ast_no_name(), $type); }
  | variable
  ;

constants:
    constant_list
  | constant_list COMMA
  ;

constant_list:
    constant
  | constant_list COMMA constant
  ;

constant:
    name becomes expr           { htnc_ast_constant(parser, @$, $name, $expr); }
  | error                       { RESUME(item); }
  ;

head:
    name                        { $$ = (htnc_head){$name, {NULL, NULL}, @$}; }
  | name LEFT parameters RIGHT  { $$ = (htnc_head){$name, $parameters, @$}; }
  ;

parameters:
    %empty                      { $$ = (htnc_variables){NULL, NULL}; }
  | parameter_list
  | parameter_list COMMA
  ;

parameter_list:
    parameter                   { $$ = htnc_ast_add_variable((htnc_variables){NULL, NULL}, $parameter); }
  | parameter_list COMMA parameter { $$ = htnc_ast_add_variable($1, $parameter); }
  ;

parameter:
    name                        { $$ = htnc_ast_variable(parser, $name, NULL); }
  | variable
  ;

variable:
    name COLON type             { $$ = htnc_ast_variable(parser, $name, $type); }
  ;

type:
    name                        { $$ = htnc_ast_named_type(parser, @$, $name); }
  | bound RANGE bound           { $$ = htnc_ast_range_type(parser, @$, $1, $3); }
  ;

bound:
    INTEGER                     { $$ = htnc_ast_integer(parser, @$, $INTEGER); }
  | FRACTION                    { $$ = htnc_ast_fraction(parser, @$, $FRACTION); }
  | name                        { $$ = htnc_ast_name(parser, @$, $name); }
  | MINUS FRACTION              { $$ = htnc_ast_unary(parser, @$, HTNC_NEGATE, @1, htnc_ast_fraction(parser, @2, $FRACTION)); }
  | MINUS INTEGER               { $$ = htnc_ast_unary(parser, @$, HTNC_NEGATE, @1, htnc_ast_integer(parser, @2, $INTEGER)); }
  | MINUS name                  { $$ = htnc_ast_unary(parser, @$, HTNC_NEGATE, @1, htnc_ast_name(parser, @2, $name)); }
  ;

/* --- Parts of tasks and methods ----------------------------------------------------------------- */

part:
    PRECONDITIONS OPEN conditions CLOSE     { htnc_ast_part(parser, @$, HTNC_WORD_PRECONDITIONS, $conditions.first); }
  | OPERATOR OPEN call CLOSE                { htnc_ast_operator(parser, @$, $call); }
  | EFFECTS OPEN effects CLOSE              { htnc_ast_effects_part(parser, @$, HTNC_WORD_EFFECTS, $effects); }
  | EXPECTED_EFFECTS OPEN effects CLOSE     { htnc_ast_effects_part(parser, @$, HTNC_WORD_EXPECTED_EFFECTS, $effects); }
  | EXPECTED EFFECTS OPEN effects CLOSE     { htnc_ast_effects_part(parser, @$, HTNC_WORD_EXPECTED_EFFECTS, $effects); }
  | CONTEXT OPEN conditions CLOSE           { htnc_ast_part(parser, @$, HTNC_WORD_CONTEXT, $conditions.first); }
  | DURING OPEN effects CLOSE               { htnc_ast_effects_part(parser, @$, HTNC_WORD_DURING, $effects); }
  | INTERRUPT OPEN NEVER CLOSE              { htnc_ast_interrupt_never(parser, @$); }
  | FAIL_EFFECTS OPEN effects CLOSE         { htnc_ast_effects_part(parser, @$, HTNC_WORD_FAIL_EFFECTS, $effects); }
  | ABORT_EFFECTS OPEN effects CLOSE        { htnc_ast_effects_part(parser, @$, HTNC_WORD_ABORT_EFFECTS, $effects); }
  | RESTART OPEN ALWAYS CLOSE               { htnc_ast_restart_always(parser, @$); }
  | TIMEOUT OPEN value CLOSE                { htnc_ast_part(parser, @$, HTNC_WORD_TIMEOUT, $value); }
  | RETRY OPEN value CLOSE                  { htnc_ast_part(parser, @$, HTNC_WORD_RETRY, $value); }
  | COST OPEN value CLOSE                   { htnc_ast_part(parser, @$, HTNC_WORD_COST, $value); }
  | DURATION OPEN value CLOSE               { htnc_ast_part(parser, @$, HTNC_WORD_DURATION, $value); }
  | SELECT OPEN selection CLOSE             { htnc_ast_select(parser, @$, $selection); }
  | METHOD label OPEN conditions CLOSE      { htnc_ast_method(parser, @$, $label, $conditions); }
  | ELSE                                    { htnc_ast_else(parser, @$); }
  | ELSE OPEN conditions CLOSE              { htnc_ast_else_with_conditions(parser, @$, @2); }
  | UTILITY OPEN value CLOSE                { htnc_ast_part(parser, @$, HTNC_WORD_UTILITY, $value); }
  | WEIGHT OPEN value CLOSE                 { htnc_ast_part(parser, @$, HTNC_WORD_WEIGHT, $value); }
  | RESERVE OPEN reservations CLOSE         { htnc_ast_reserve(parser, @$, $reservations); }
  | PREFER OPEN keys CLOSE                  { htnc_ast_prefer(parser, @$, $keys); }
  | WHILE OPEN conditions CLOSE             { htnc_ast_part(parser, @$, HTNC_WORD_WHILE, $conditions.first); }
  | ENTER OPEN conditions CLOSE             { htnc_ast_part(parser, @$, HTNC_WORD_ENTER, $conditions.first); }
  | COOLDOWN OPEN value CLOSE after solution { htnc_ast_cooldown(parser, @$, $value, $after, $solution.first); }
  | SUBTASKS OPEN subtasks CLOSE            { htnc_ast_subtasks(parser, @$, $subtasks); }
  ;

after:
    %empty                      { $$ = HTNC_AFTER_FAILURE; }
  | AFTER OPEN SUCCESS CLOSE    { $$ = HTNC_AFTER_SUCCESS; }
  | AFTER OPEN ALWAYS CLOSE     { $$ = HTNC_AFTER_ALWAYS; }
  ;

solution:
    %empty                      { $$ = (htnc_exprs){NULL, NULL}; }
  | FOR_SOLUTION OPEN names CLOSE { $$ = htnc_ast_solution(parser, @$, $names); }
  ;

label:
    %empty                      { $$ = htnc_ast_no_label(); }
  | INTEGER                     { $$ = htnc_ast_number_label(@$, $INTEGER); }
  | name                        { $$ = htnc_ast_name_label($name); }
  ;

selection:
    FIRST                       { $$ = (htnc_selection){HTNC_SELECT_FIRST, NULL, @$}; }
  | HIGHEST                     { $$ = (htnc_selection){HTNC_SELECT_HIGHEST, NULL, @$}; }
  | HIGHEST BY expr             { $$ = (htnc_selection){HTNC_SELECT_HIGHEST, $expr, @$}; }
  | RANDOM                      { $$ = (htnc_selection){HTNC_SELECT_RANDOM, NULL, @$}; }
  | CHEAPEST                    { $$ = (htnc_selection){HTNC_SELECT_CHEAPEST, NULL, @$}; }
  ;

call:
    name                        { $$ = (htnc_call){$name, false, {NULL, NULL}, @$}; }
  | name LEFT exprs RIGHT       { $$ = (htnc_call){$name, true, $exprs, @$}; }
  ;

effects:
    %empty                      { $$ = (htnc_effects){NULL, NULL}; }
  | effect_list
  | effect_list COMMA
  ;

effect_list:
    effect                      { $$ = htnc_ast_add_effect((htnc_effects){NULL, NULL}, $effect); }
  | effect_list COMMA effect    { $$ = htnc_ast_add_effect($1, $effect); }
  | error                       { $$ = (htnc_effects){NULL, NULL}; RESUME(item); }
  | effect_list COMMA error     { $$ = $1; RESUME(item); }
  ;

effect:
    place changes expr suffix   { $$ = htnc_ast_effect(parser, @$, $place, $changes, $expr, $suffix); }
  | place becomes OPEN exprs CLOSE { $$ = htnc_ast_proposal(parser, @$, $place, $exprs); } /* the names pass checks the place */
  ;

changes:
    becomes                     { $$ = HTNC_ASSIGN; }
  | ADDS                        { $$ = HTNC_INCREASE; }
  | TAKES                       { $$ = HTNC_DECREASE; }
  | SCALES                      { $$ = HTNC_SCALE; }
  ;

becomes:
    BECOMES
  | EQUAL                       { htnc_ast_equal_for_becomes(parser, @$); }
  ;

suffix:
    %empty                      { $$ = (htnc_suffix){NULL, NULL, NULL, NULL}; }
  | choice
  | FOR expr                    { $$ = (htnc_suffix){NULL, NULL, NULL, $expr}; }
  | FOR expr choice             { $$ = $choice; $$.lasts = $expr; }
  ;

choice:
    WHEN expr                   { $$ = (htnc_suffix){$expr, NULL, NULL, NULL}; }
  | FOR variable where          { $$ = (htnc_suffix){NULL, $variable, $where, NULL}; }
  | WHEN expr FOR variable where { $$ = (htnc_suffix){$expr, $variable, $where, NULL}; }
  | FOR variable where WHEN expr { $$ = (htnc_suffix){$expr, $variable, $where, NULL}; }
  ;

reservations:
    %empty                      { $$ = (htnc_reservations){NULL, NULL}; }
  | reservation_list
  | reservation_list COMMA
  ;

reservation_list:
    reservation                 { $$ = htnc_ast_add_reservation((htnc_reservations){NULL, NULL}, $reservation); }
  | reservation_list COMMA reservation { $$ = htnc_ast_add_reservation($1, $reservation); }
  | error                       { $$ = (htnc_reservations){NULL, NULL}; RESUME(item); }
  | reservation_list COMMA error { $$ = $1; RESUME(item); }
  ;

reservation:
    name                        { $$ = htnc_ast_reservation(parser, @$, $name, NULL); }
  | name UP TO expr             { $$ = htnc_ast_reservation(parser, @$, $name, $expr); }
  ;

keys:
    key_list
  | key_list COMMA
  ;

key_list:
    key                         { $$ = htnc_ast_add_key((htnc_prefer_keys){NULL, NULL}, $key); }
  | key_list COMMA key          { $$ = htnc_ast_add_key($1, $key); }
  | error                       { $$ = (htnc_prefer_keys){NULL, NULL}; RESUME(item); }
  | key_list COMMA error        { $$ = $1; RESUME(item); }
  ;

key:
    LOWEST expr                 { $$ = htnc_ast_key(parser, @$, false, $expr); }
  | HIGHEST expr                { $$ = htnc_ast_key(parser, @$, true, $expr); }
  ;

subtasks:
    %empty                      { $$ = (htnc_subtasks){NULL, NULL}; }
  | subtask_list
  | subtask_list separator
  ;

subtask_list:
    subtask                     { $$ = htnc_ast_add_subtask((htnc_subtasks){NULL, NULL}, $subtask); }
  | subtask_list separator subtask { $$ = htnc_ast_add_subtask($1, $subtask); }
  | error                       { $$ = (htnc_subtasks){NULL, NULL}; RESUME(item); }
  | subtask_list separator error { $$ = $1; RESUME(item); }
  ;

separator: COMMA | DOT;

subtask:
    name LEFT exprs RIGHT       { $$ = htnc_ast_subtask(parser, @$, $name, $exprs); }
  | plain_name                  { $$ = htnc_ast_bare_subtask(parser, @$, $plain_name); }
  | PARALLEL OPEN subtasks CLOSE { $$ = htnc_ast_parallel(parser, @$, $subtasks); }
  | BACKGROUND OPEN subtasks CLOSE { $$ = htnc_ast_background(parser, @$, $subtasks); }
  | OPTIONAL OPEN subtasks CLOSE { $$ = htnc_ast_optional(parser, @$, @1, $subtasks); }
  | ANY_ORDER OPEN subtasks CLOSE { $$ = htnc_ast_any_order(parser, @$, @1, $subtasks); }
  | SPLIT                       { $$ = htnc_ast_split(parser, @$); }
  | EACH each_list each_order OPEN subtasks CLOSE { $$ = htnc_ast_each(parser, @$, (base_span){@1.begin, @3.end}, $each_list, $each_order, $subtasks); }
  | ACHIEVE goal using           { $$ = htnc_ast_achieve(parser, @$, $goal, $using); }
  ;

each_list: OPEN each_items CLOSE    { $$ = $each_items; };

each_items:
    each_item_list
  | each_item_list COMMA
  ;

each_item_list:
    each_item                   { $$ = htnc_ast_add_expr((htnc_exprs){NULL, NULL}, $each_item); }
  | each_item_list COMMA each_item { $$ = htnc_ast_add_expr($1, $each_item); }
  ;

each_item:
    variable source where       { $$ = htnc_ast_binder(parser, @$, $variable, $source, $where); }
  | condition                   { $$ = htnc_ast_each_condition(parser, $condition); }
  ;

each_order:
    %empty                      { $$ = (htnc_prefer_keys){NULL, NULL}; }
  | PREFER OPEN keys CLOSE      { $$ = $keys; }
  ;

using:
    %empty                      { $$ = (htnc_achievement){false, {NULL, NULL}}; }
  | USING OPEN actions CLOSE    { $$ = (htnc_achievement){true, $actions}; }
  ;

actions:
    %empty                      { $$ = (htnc_subtasks){NULL, NULL}; }
  | action_list
  | action_list COMMA
  ;

action:
    name                        { $$ = htnc_ast_subtask(parser, @$, $name, (htnc_exprs){NULL, NULL}); }
  | name LEFT exprs RIGHT       { $$ = htnc_ast_subtask(parser, @$, $name, $exprs); /* the names pass reports the arguments */ }
  ;

action_list:
    action                      { $$ = htnc_ast_add_subtask((htnc_subtasks){NULL, NULL}, $action); }
  | action_list COMMA action    { $$ = htnc_ast_add_subtask($1, $action); }
  | error                       { $$ = (htnc_subtasks){NULL, NULL}; RESUME(item); }
  | action_list COMMA error     { $$ = $1; RESUME(item); }
  ;

/* --- Scenarios ---------------------------------------------------------------------------------- */

clause:
    behaviour about                      { htnc_ast_about(parser, @$, $about); }
  | AGENTS OPEN names CLOSE                     { htnc_ast_agents(parser, @$, HTNC_AGENTS, $names); }
  | LEAVE OPEN names CLOSE                      { htnc_ast_agents(parser, @$, HTNC_LEAVE, $names); }
  ;

/* What `Of [agents]` may follow. */
behaviour:
    GIVEN OPEN givens CLOSE                     { htnc_ast_given(parser, @$, $givens); }
  | RUN ends layer                              { htnc_ast_run(parser, @$, $ends, $layer); }
  | SENSE OPEN effects CLOSE                    { htnc_ast_sense(parser, @$, $effects); }
  | ORDER given_orders layer                      { htnc_ast_order(parser, @$, $given_orders, $layer); }
  | QUEUE given_orders layer                    { htnc_ast_queue(parser, @$, $given_orders, $layer); }
  | WAIT OPEN value CLOSE                       { htnc_ast_wait(parser, @$, $value); }
  | EXPECT PLAN steps layer                     { htnc_ast_expect_steps(parser, @$, HTNC_EXPECT_PLAN, $steps, $layer); }
  | EXPECT NO PLAN layer                        { htnc_ast_expect_steps(parser, @$, HTNC_EXPECT_NO_PLAN, (htnc_subtasks){NULL, NULL}, $layer); }
  | EXPECT PLAN steps given_tasks                { htnc_ast_expect_given(parser, @$, HTNC_EXPECT_PLAN, $steps, $given_tasks); }
  | EXPECT NO PLAN given_tasks                   { htnc_ast_expect_given(parser, @$, HTNC_EXPECT_NO_PLAN, (htnc_subtasks){NULL, NULL}, $given_tasks); }
  | EXPECT RUNNING still_running layer          { htnc_ast_expect_steps(parser, @$, HTNC_EXPECT_RUNNING, $still_running, $layer); }
  | EXPECT ORDERS still_running layer           { htnc_ast_expect_steps(parser, @$, HTNC_EXPECT_ORDERS, $still_running, $layer); }
  | EXPECT HOLDS record layer                   { htnc_ast_expect_values(parser, @$, HTNC_EXPECT_HOLDS, $record, $layer); }
  | EXPECT MTR record layer                     { htnc_ast_expect_values(parser, @$, HTNC_EXPECT_MTR, $record, $layer); }
  | EXPECT WORLD goal                           { htnc_ast_expect_values(parser, @$, HTNC_EXPECT_WORLD, $goal, htnc_ast_no_name()); }
  ;

/*
 * A list that something may follow is a rule of its own. When it is closed it is one symbol, so an error after it cannot be mistaken
 * for an error inside it.
 */
steps: OPEN plan_steps CLOSE            { $$ = $plan_steps; };
ends: OPEN runs CLOSE                   { $$ = $runs; };
given_orders: OPEN runnings CLOSE       { $$ = $runnings; };
still_running: OPEN runnings CLOSE      { $$ = $runnings; };
given_tasks:
    FOR_SOLUTION OPEN running_list CLOSE        { $$ = $running_list; }
  | FOR_SOLUTION OPEN running_list COMMA CLOSE  { $$ = $running_list; }
  ;
record: OPEN exprs CLOSE                { $$ = $exprs; };
goal: OPEN conditions CLOSE             { $$ = $conditions; };
updates: OPEN names CLOSE               { $$ = $names; };

about:
    %empty                      { $$ = (htnc_exprs){NULL, NULL}; }
  | OF OPEN names CLOSE         { $$ = htnc_ast_of(parser, @$, $names); }
  ;

layer:
    %empty                      { $$ = htnc_ast_no_name(); }
  | IN OPEN name CLOSE          { $$ = $name; }
  ;

/* A plan as it is printed. Several steps that are one member of a group stand in brackets. */
plan_steps:
    %empty                      { $$ = (htnc_subtasks){NULL, NULL}; }
  | plan_step_list
  | plan_step_list separator
  ;

plan_step_list:
    plan_step                   { $$ = htnc_ast_add_subtask((htnc_subtasks){NULL, NULL}, $plan_step); }
  | plan_step_list separator plan_step { $$ = htnc_ast_add_subtask($1, $plan_step); }
  | error                       { $$ = (htnc_subtasks){NULL, NULL}; RESUME(item); }
  | plan_step_list separator error { $$ = $1; RESUME(item); }
  ;

plan_step:
    name LEFT exprs RIGHT       { $$ = htnc_ast_subtask(parser, @$, $name, $exprs); }
  | plain_name                  { $$ = htnc_ast_bare_step(parser, @$, $plain_name); }
  | PARALLEL OPEN members CLOSE { $$ = htnc_ast_parallel(parser, @$, $members); }
  | BACKGROUND OPEN plan_steps CLOSE { $$ = htnc_ast_background(parser, @$, $plan_steps); }
  | SPLIT                       { $$ = htnc_ast_split(parser, @$); }
  ;

members:
    %empty                      { $$ = (htnc_subtasks){NULL, NULL}; }
  | member_list
  | member_list separator
  ;

member_list:
    member                      { $$ = htnc_ast_add_subtask((htnc_subtasks){NULL, NULL}, $member); }
  | member_list separator member { $$ = htnc_ast_add_subtask($1, $member); }
  | error                       { $$ = (htnc_subtasks){NULL, NULL}; RESUME(item); }
  | member_list separator error { $$ = $1; RESUME(item); }
  ;

member:
    plan_step
  | OPEN plan_steps CLOSE       { $$ = htnc_ast_sequence(parser, @$, $plan_steps); }
  ;

givens:
    %empty                      { $$ = htnc_ast_no_givens(); }
  | given_list
  | given_list COMMA
  ;

given_list:
    given
  | given_list COMMA given      { $$ = htnc_ast_join_givens($1, $3); }
  ;

given:
    effect                      { $$ = htnc_ast_given_change($effect); }
  | variable                    { $$ = htnc_ast_given_instance($variable); }
  | error                       { $$ = htnc_ast_no_givens(); RESUME(item); }
  ;

runs:
    %empty                      { $$ = (htnc_run_items){NULL, NULL}; }
  | run_list
  | run_list COMMA
  ;

run_list:
    run                         { $$ = htnc_ast_add_run((htnc_run_items){NULL, NULL}, $run); }
  | run_list COMMA run          { $$ = htnc_ast_add_run($1, $run); }
  | error                       { $$ = (htnc_run_items){NULL, NULL}; RESUME(item); }
  | run_list COMMA error        { $$ = $1; RESUME(item); }
  ;

run:
    call outcome                { $$ = htnc_ast_run_item(parser, @$, $call, $outcome); }
  ;

outcome:
    SUCCEEDS                    { $$ = true; }
  | FAILS                       { $$ = false; }
  ;

runnings:
    %empty                      { $$ = (htnc_subtasks){NULL, NULL}; }
  | running_list
  | running_list COMMA
  ;

running_list:
    running                     { $$ = htnc_ast_add_subtask((htnc_subtasks){NULL, NULL}, $running); }
  | running_list COMMA running  { $$ = htnc_ast_add_subtask($1, $running); }
  | error                       { $$ = (htnc_subtasks){NULL, NULL}; RESUME(item); }
  | running_list COMMA error    { $$ = $1; RESUME(item); }
  ;

running:
    call                        { $$ = htnc_ast_subtask(parser, @$, $call.name, $call.arguments); }
  ;

/* --- Conditions and expressions ----------------------------------------------------------------- */

conditions:
    %empty                      { $$ = (htnc_exprs){NULL, NULL}; }
  | condition_list
  | condition_list COMMA
  ;

condition_list:
    condition                   { $$ = htnc_ast_add_expr((htnc_exprs){NULL, NULL}, $condition); }
  | condition_list COMMA condition { $$ = htnc_ast_add_expr($1, $condition); }
  ;

condition:
    expr
  | error                       { $$ = htnc_ast_error(parser, @$); RESUME(item); }
  ;

/* The one expression between brackets. */
value:
    expr
  | error                       { $$ = htnc_ast_error(parser, @$); RESUME(value); }
  ;

/* The query that proposes what a variable can be. */
source:
    %empty                      { $$ = NULL; }
  | FROM place                  { $$ = $place; }
  ;

where:
    %empty                      { $$ = NULL; }
  | WHERE expr                  { $$ = $expr; }
  ;

exprs:
    %empty                      { $$ = (htnc_exprs){NULL, NULL}; }
  | expr_list
  | expr_list COMMA
  ;

expr_list:
    expr                        { $$ = htnc_ast_add_expr((htnc_exprs){NULL, NULL}, $expr); }
  | expr_list COMMA expr        { $$ = htnc_ast_add_expr($1, $expr); }
  ;

names:
    %empty                      { $$ = (htnc_exprs){NULL, NULL}; }
  | name_list
  | name_list COMMA
  ;

name_list:
    name                        { $$ = htnc_ast_add_expr((htnc_exprs){NULL, NULL}, htnc_ast_name(parser, @name, $name)); }
  | name_list COMMA name        { $$ = htnc_ast_add_expr($1, htnc_ast_name(parser, @name, $name)); }
  | error                       { $$ = (htnc_exprs){NULL, NULL}; RESUME(item); }
  | name_list COMMA error       { $$ = $1; RESUME(item); }
  ;

expr:
    expr OR expr                { $$ = htnc_ast_binary(parser, @$, HTNC_OR, @2, $1, $3); }
  | expr AND expr               { $$ = htnc_ast_binary(parser, @$, HTNC_AND, @2, $1, $3); }
  | NOT expr                    { $$ = htnc_ast_unary(parser, @$, HTNC_NOT, @1, $2); }
  | expr BECOMES expr           { $$ = htnc_ast_single_equals(parser, @$, @2, $1, $3); }
  | expr EQUAL expr             { $$ = htnc_ast_binary(parser, @$, HTNC_EQ, @2, $1, $3); }
  | expr UNEQUAL expr           { $$ = htnc_ast_binary(parser, @$, HTNC_NE, @2, $1, $3); }
  | expr LESS expr              { $$ = htnc_ast_binary(parser, @$, HTNC_LT, @2, $1, $3); }
  | expr AT_MOST expr           { $$ = htnc_ast_binary(parser, @$, HTNC_LE, @2, $1, $3); }
  | expr MORE expr              { $$ = htnc_ast_binary(parser, @$, HTNC_GT, @2, $1, $3); }
  | expr AT_LEAST expr          { $$ = htnc_ast_binary(parser, @$, HTNC_GE, @2, $1, $3); }
  | expr PLUS expr              { $$ = htnc_ast_binary(parser, @$, HTNC_ADD, @2, $1, $3); }
  | expr MINUS expr             { $$ = htnc_ast_binary(parser, @$, HTNC_SUB, @2, $1, $3); }
  | expr TIMES expr             { $$ = htnc_ast_binary(parser, @$, HTNC_MUL, @2, $1, $3); }
  | expr OVER expr              { $$ = htnc_ast_binary(parser, @$, HTNC_DIV, @2, $1, $3); }
  | expr MODULO expr            { $$ = htnc_ast_binary(parser, @$, HTNC_MOD, @2, $1, $3); }
  | MINUS expr %prec NEGATION   { $$ = htnc_ast_unary(parser, @$, HTNC_NEGATE, @1, $2); }
  | LEFT expr RIGHT             { $$ = htnc_ast_parenthesized($2, @$); }
  | TRUE                        { $$ = htnc_ast_boolean(parser, @$, true); }
  | FALSE                       { $$ = htnc_ast_boolean(parser, @$, false); }
  | INTEGER                     { $$ = htnc_ast_integer(parser, @$, $INTEGER); }
  | FRACTION                    { $$ = htnc_ast_fraction(parser, @$, $FRACTION); }
  | STRING                      { $$ = htnc_ast_string(parser, @$, $STRING); }
  | NONE                        { $$ = htnc_ast_none(parser, @$); }
  | place
  | function LEFT exprs RIGHT   { $$ = htnc_ast_builtin(parser, @$, $function, $exprs); }
  | MIN LEFT exprs RIGHT        { $$ = htnc_ast_builtin(parser, @$, HTNC_MIN, $exprs); }
  | MAX LEFT exprs RIGHT        { $$ = htnc_ast_builtin(parser, @$, HTNC_MAX, $exprs); }
  | MIN LEFT variable source where COLON expr RIGHT
                                { $$ = htnc_ast_quantifier(parser, @$, HTNC_MINIMUM, $variable, $source, $where, $7); }
  | MAX LEFT variable source where COLON expr RIGHT
                                { $$ = htnc_ast_quantifier(parser, @$, HTNC_MAXIMUM, $variable, $source, $where, $7); }
  | judging LEFT variable source where RIGHT
                                { $$ = htnc_ast_quantifier(parser, @$, $judging, $variable, $source, $where, NULL); }
  | measuring LEFT variable source where COLON expr RIGHT
                                { $$ = htnc_ast_quantifier(parser, @$, $measuring, $variable, $source, $where, $7); }
  | ANY variable source where   { $$ = htnc_ast_binder(parser, @$, $variable, $source, $where); } /* the names pass checks the place */
  | LET name becomes expr %prec WHERE
                                { $$ = htnc_ast_let(parser, @$, $name, $4); } /* here too */
  | CURVE LEFT expr COMMA points RIGHT
                                { $$ = htnc_ast_curve(parser, @$, $3, $points); }
  ;

/* What effects can write and expressions can read. */
place:
    name                        { $$ = htnc_ast_name(parser, @$, $name); }
  | name LEFT exprs RIGHT       { $$ = htnc_ast_called(parser, @$, $name, $exprs); }
  ;

function:
    ABS                         { $$ = HTNC_ABS; }
  | CLAMP                       { $$ = HTNC_CLAMP; }
  ;

judging:
    EXISTS                      { $$ = HTNC_EXISTS; }
  | NONE                        { $$ = HTNC_NO; }
  | COUNT                       { $$ = HTNC_COUNT; }
  ;

measuring:
    EVERY                       { $$ = HTNC_EVERY; }
  | SUM                         { $$ = HTNC_SUM; }
  ;

points:
    point_list
  | point_list COMMA
  ;

point_list:
    expr COLON expr             { $$ = htnc_ast_add_expr(htnc_ast_add_expr((htnc_exprs){NULL, NULL}, $1), $3); }
  | point_list COMMA expr COLON expr { $$ = htnc_ast_add_expr(htnc_ast_add_expr($1, $3), $5); }
  ;

name:
    plain_name
  | SPLIT
  ;

plain_name:
    IDENTIFIER
  @CONTEXTUAL@
  ;

%%

/* Gives the names of the tokens that could stand here to syntax_error.c. */
static int yyreport_syntax_error(const yypcontext_t *context, htnc_parser *parser)
{
    yysymbol_kind_t kinds[YYNTOKENS];
    const char *expected[YYNTOKENS];
    int count = yypcontext_expected_tokens(context, kinds, YYNTOKENS);
    if (count < 0) {
        return count;
    }
    for (int i = 0; i < count; i++) {
        expected[i] = yysymbol_name(kinds[i]);
    }
    htnc_syntax_error(parser, expected, (size_t)count);
    return 0;
}

htnc_file *htnc_parse_with_tape(base_arena *arena, base_interner *interner, base_diagnostics *diagnostics, base_source *source,
                                htnc_tape *tape)
{
    htnc_parser *parser = htnc_parser_make(arena, interner, diagnostics, source);
    parser->tape = tape;
    htnc_scan_begin(parser);
    htnc_yyparse(parser);
    htnc_ast_end_of_parts(parser);
    if (tape != NULL && (parser->filter.ended || tape->count == 0 || tape->items[tape->count - 1].kind != HTNC_TOKEN_END)) {
        tape->count = 0;
    }
    return parser->file;
}

htnc_file *htnc_parse(base_arena *arena, base_interner *interner, base_diagnostics *diagnostics, base_source *source)
{
    return htnc_parse_with_tape(arena, interner, diagnostics, source, NULL);
}
