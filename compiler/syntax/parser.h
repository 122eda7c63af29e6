/*
 * One parse: the state that scanner (grammar/htn.l), token filter (token_filter.c), messages (syntax_error.c) and constructors
 * (ast_*.c) share. htnc_parse(), at the end of grammar/htn.y, makes it and drives it.
 */
#pragma once

#include "base/diagnostic.h"
#include "base/intern.h"
#include "compiler/syntax/ast.h"
#include "compiler/syntax/keywords.h"

enum {
    HTNC_DEEPEST = 200,  /* brackets in brackets, operators in operators */
    HTNC_HIGHEST = 2000, /* levels of the tree of one expression; a row of operators has as many as operators */
    HTNC_TOKENS_AHEAD = 8
};

typedef struct htnc_token {
    int kind; /* HTNC_TOKEN_...; 0 is the end of the file */
    base_span span;
    htnc_name name; /* of words, strings and names of scenarios; for other tokens its text is NULL */
    int64_t number;
    const htnc_keyword *keyword; /* NULL: it is not in keywords.def */
    bool begins;                 /* it certainly begins a declaration, part or clause */
    bool stand_in;               /* not in the text: the filter made it for a token that was left out */
    bool damaged;                /* the scanner reported something before it or in it */
} htnc_token;

/* All tokens of a source as the scanner gives them, the end of the file last: who needs them beside the tree scans but once. */
typedef struct htnc_taped {
    int kind;
    base_span span;
    const htnc_keyword *keyword;
} htnc_taped;

typedef struct htnc_tape {
    htnc_taped *items;
    size_t count, capacity;
} htnc_tape;

typedef struct htnc_bracket {
    bool square;
    bool misread; /* it is square in the text, and stands for a round one */
    base_span span;
    int owner; /* kind of the token that it belongs to: a keyword or a name; 0: none */
} htnc_bracket;

/* The state of token_filter.c and its neighbours. */
typedef struct htnc_filter {
    htnc_token queue[HTNC_TOKENS_AHEAD]; /* read ahead or put back; the next one is first */
    unsigned queue_length;
    htnc_token last;   /* the token that the parser has got last */
    htnc_token before; /* and the one before it */
    htnc_bracket brackets[HTNC_DEEPEST];
    unsigned depth;
    htnc_bracket closed;         /* the bracket that `last` closed */
    int owner;                   /* the keyword that the next square bracket belongs to */
    int section, section_before; /* kinds of the latest tokens that began a declaration, part or clause */
    unsigned prefixes;           /* prefix operators in a row */
    htnc_token found;            /* the token that stands in the text in the place of the stand-in `last` */
    bool unreported;             /* what was left out there is not yet reported */
    uint32_t reported_at;        /* offset of the token before which something was last reported as left out */
    uint32_t resumed_at;         /* offset of the token at which parsing last resumed after an error */
    unsigned resumed_again;      /* how often in a row that was the end of the file */
    bool between;                /* the latest error was where a declaration or a part may begin */
    bool suspect;                /* an error before may have damaged this part: its syntax errors are not reported */
    uint32_t quiet_before;       /* no syntax errors are reported before this offset, the end of a line with an error */
    bool ended;                  /* nothing more is read, because the text nests too deep */
} htnc_filter;

typedef struct htnc_parser {
    base_arena *arena;
    base_interner *interner;
    base_diagnostics *diagnostics;
    base_source *source;
    htnc_file *file;
    htnc_filter filter;

    void *scanner;         /* flex's */
    htnc_tape *tape;       /* what is scanned; NULL: nobody needs it */
    uint32_t offset;       /* of the next byte to scan, in the space of offsets */
    int scanned[2];        /* the kinds of the latest tokens; the newest is first */
    bool damaged;          /* htnc_token.damaged of the next token */
    bool not_utf8;         /* reported once for the file */
    bool in_conflict;      /* a merge conflict has begun, and is reported */
    bool no_conflict_ends; /* no `>>>>>>>` is ahead; so it is looked for once */
    uint32_t end;          /* offset where scanning ends: the end of the text, or a NUL */
    bool cut;              /* scanning ends at a NUL, which was reported: the end of the file is not */

    /* What the next part belongs to: at most one of task, scenario, root and orders is set. */
    htnc_task *task;
    htnc_method *method;          /* the task's latest; NULL: none yet */
    const htnc_method *otherwise; /* the task's first Else; NULL: none yet */
    htnc_scenario *scenario;
    htnc_root_decl *root;
    htnc_orders_decl *orders;
    bool lost;                  /* the head could not be read: parts are left out without a report */
    bool methods_lost;          /* a method of this task could not be read */
    base_span seen[HTNC_WORDS]; /* by keyword: where this task or method has that part; 0, 0: nowhere */

    /* Ends of the file's lists. */
    htnc_domain_decl **domains_end;
    htnc_import **imports_end;
    htnc_type_decl **types_end;
    htnc_property_decl **properties_end;
    htnc_effect **facts_end;
    htnc_constant_decl **constants_end;
    htnc_condition_decl **conditions_end;
    htnc_query_decl **queries_end;
    htnc_root_decl **roots_end;
    htnc_sensor_decl **sensors_end;
    htnc_orders_decl **orders_end;
    htnc_task **tasks_end;
    htnc_scenario **scenarios_end;
    htnc_method **methods_end; /* of the task */
    htnc_clause **clauses_end; /* of the scenario */
    htnc_clause *clause;       /* the latest one; NULL: there is none */
} htnc_parser;

/* Begins a parse of `source`, in the arena. */
htnc_parser *htnc_parser_make(base_arena *arena, base_interner *interner, base_diagnostics *diagnostics,
                              base_source *source);

/* The source text of a span; only its beginning and "..." where it is long. */
const char *htnc_parser_text(htnc_parser *parser, base_span span);

/* Whether an error at `span` must not be reported, because an error before it explains it. */
bool htnc_parser_is_quiet(const htnc_parser *parser, base_span span);

/* Silences errors up to the end of the line of `span`, unless a new part begins there. */
void htnc_parser_be_quiet(htnc_parser *parser, base_span span);

/* Report text that nests too deep, and an expression of too many operators. */
void htnc_parser_too_deep(htnc_parser *parser, base_span span);
void htnc_parser_too_long(htnc_parser *parser, base_span span);
