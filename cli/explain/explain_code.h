/*
 * `htn explain` reads the blob's code once, to know of every instruction whose it is: the task, the method
 * that it tests or belongs to, the primitive task whose preconditions it tests (which may be inlined in another's code),
 * the item of the source that it comes from. All of this but the item's text works on a stripped blob too.
 */
#ifndef CLI_EXPLAIN_CODE_H
#define CLI_EXPLAIN_CODE_H

#include "base/text.h"
#include "cli/common/instruction.h"
#include "cli/explain/explain_debug.h"
#include <htn/domain.h>

typedef struct explain_place {
    uint32_t task;      /* whose code this is; HTN_NONE: none's */
    uint32_t method;    /* compound: the method that is tested or decomposed here; else HTN_NONE */
    uint32_t primitive; /* the primitive task that is tried here; else HTN_NONE */
    uint32_t fail;      /* where a test goes that decides against */
    uint32_t first;     /* the run of instructions that this condition is made of: [first, end) */
    uint32_t end;
    uint32_t item;     /* index into debug_items; HTN_NONE: stripped, or none */
    uint32_t original; /* of an inlined test: the same one in its task's own code; else itself */
    uint32_t group;    /* the GROUP of the innermost parallel group that this stands in; HTN_NONE: in none */
    uint32_t tests;    /* METHOD, LAST_METHOD: where the tests of its method begin ... */
    uint32_t tests_end;
    bool tests_method; /* between the method's start and its METHOD */
    bool selects;      /* of a task that ranks its candidates (Select) */
} explain_place;

typedef struct explain_code {
    const htn_domain *domain;
    explain_place *places; /* per instruction */
    uint32_t count;
    bool debug; /* the blob has debug information */
} explain_code;

void explain_code_init(explain_code *code, const htn_domain *domain);
void explain_code_free(explain_code *code);

/* Whether an instruction only computes. */
bool explain_is_value(uint8_t op);

/* The task that the code at `pc` speaks for: for what is inlined the primitive, not its caller. */
uint32_t explain_owner(const explain_code *code, uint32_t pc);

/* Whether a task ranks its candidates (Select), which are tried in that order. */
bool explain_selects(const explain_code *code, uint32_t task);

/* Whether the test at `pc` is the one behind RANK or DRAW: it decides nothing that is of interest. */
bool explain_is_ranking(const explain_code *code, uint32_t pc);

/* Whether the test at `pc` is that of a Utility in `Select [highest by N]`: it passes over what does not exceed the running one's by more. */
bool explain_is_margin(const explain_code *code, uint32_t pc);

/* The source text of the condition at `pc`, without brackets; decompiled where the blob is stripped. */
void explain_add_condition(base_text *text, const explain_code *code, uint32_t pc);

/* `troll.htn:12` of the condition at `pc`; nothing in a stripped blob. */
void explain_add_source(base_text *text, const explain_code *code, uint32_t pc);

/* The METHOD or LAST_METHOD of a method; HTN_NONE where the compiler left it out, for it can never hold. */
uint32_t explain_method_pc(const explain_code *code, uint32_t task, uint32_t method);

/* ` [a, b]`: the conditions of the method whose METHOD is at `pc`; nothing in a stripped blob. */
void explain_add_conditions(base_text *text, const explain_code *code, uint32_t pc);

/* The condition at `pc` among its list: `[b]`, or `[..., b, ...]` where others stand before or behind it. */
void explain_add_condition_among(base_text *text, const explain_code *code, uint32_t pc);

/* `method 1`, `method charge` */
void explain_add_method(base_text *text, const htn_domain *domain, uint32_t task, uint32_t method);

#endif
