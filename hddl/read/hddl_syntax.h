/*
 * The syntax tree of both files, as grammar/hddl.y makes it, and the words in it, each once, in lower case. Nothing is
 * resolved here (hddl_resolve.h does that). A word itself stores what it names, so no pass looks a name up a second
 * time.
 *
 * Lists of names and of typed names are runs of two arrays of the document. Forms are trees; their depth is that of the
 * parentheses, which the filter bounds (hddl_tokens.h).
 */
#pragma once

#include "base/diagnostic.h"
#include "hddl/read/hddl_problem.h"

/* The kinds of things that a word can name; it may name one thing of each kind. */
typedef enum hddl_namespace {
    HDDL_NAMES_TYPE,
    HDDL_NAMES_OBJECT,
    HDDL_NAMES_PREDICATE,
    HDDL_NAMES_FUNCTION,
    HDDL_NAMES_ACTION,
    HDDL_NAMES_TASK,
    HDDL_NAMES_METHOD,
    HDDL_NAMES_VARIABLE, /* of the current schema; the innermost with that name */
    HDDL_NAMES_LABEL,    /* of the current network */
    HDDL_NAMESPACES
} hddl_namespace;

typedef struct hddl_word {
    const char *text; /* lower case, NUL-ended; a variable's with its `?` */
    uint32_t length, hash;
    int keyword;                     /* its token where a keyword is possible; 0: none */
    uint32_t names[HDDL_NAMESPACES]; /* index + 1 of what it names; 0: nothing */
} hddl_word;

typedef struct hddl_name {
    hddl_word *word; /* NULL: no name was written */
    base_span span;
} hddl_name;

/* A run of one of the document's arrays. */
typedef struct hddl_range {
    uint32_t first, count;
} hddl_range;

/* `t` or `(either t u)`. */
typedef struct hddl_type_ref {
    hddl_range names;
    base_span span;
    bool is_resolved; /* `type` is set */
    uint32_t type;
} hddl_type_ref;

/* A name of a list of typed names. */
typedef struct hddl_item {
    hddl_name name;
    hddl_type_ref *type; /* NULL: not written */
} hddl_item;

typedef enum hddl_form_kind {
    HDDL_FORM_ATOM,    /* name, range of names; a label with `parts` is HDDL_FORM_LABELLED */
    HDDL_FORM_SORT,    /* `(sort ?x - t)`: name, range of names, the last of them the type */
    HDDL_FORM_EMPTY,   /* () */
    HDDL_FORM_AND,     /* parts */
    HDDL_FORM_OR,      /* parts */
    HDDL_FORM_NOT,     /* one part */
    HDDL_FORM_IMPLY,   /* two parts */
    HDDL_FORM_WHEN,    /* two parts */
    HDDL_FORM_FORALL,  /* range of items, one part */
    HDDL_FORM_EXISTS,  /* range of items, one part */
    HDDL_FORM_COMPARE, /* name is the operator; two parts, which are HDDL_FORM_TERM or atoms of functions */
    HDDL_FORM_CHANGE,  /* name is `increase` or the like; two parts, as before */
    HDDL_FORM_TERM,    /* name */
    HDDL_FORM_LABELLED /* name is the label, one part */
} hddl_form_kind;

typedef struct hddl_form {
    struct hddl_form *next;  /* of its list */
    struct hddl_form *parts; /* the first */
    hddl_name name;
    hddl_range range;
    base_span span;
    hddl_form_kind kind;
} hddl_form;

typedef struct hddl_forms {
    hddl_form *first, *last;
} hddl_forms;

/* `(name ?x - t ...)` of :predicates and :functions. */
typedef struct hddl_declaration {
    struct hddl_declaration *next;
    hddl_name name;
    hddl_range items;
    base_span span;
} hddl_declaration;

typedef enum hddl_definition_kind {
    HDDL_DEFINES_ACTION,
    HDDL_DEFINES_TASK,
    HDDL_DEFINES_METHOD,
    HDDL_DEFINES_INITIAL
} hddl_definition_kind;

/* An action, a task, a method or :htn. Parts that are missing are NULL. */
typedef struct hddl_definition {
    struct hddl_definition *next;
    hddl_definition_kind kind;
    hddl_name name; /* of :htn: "htn" */
    hddl_range parameters;
    hddl_form *task;         /* of a method: an atom */
    hddl_form *precondition; /* of an action, a method */
    hddl_form *constraints;  /* of a method, :htn */
    hddl_form *effect;       /* of an action */
    hddl_form *network;      /* AND of atoms, each maybe labelled */
    hddl_form *ordering;     /* AND of COMPAREs */
    bool ordered;            /* the subtasks are in the written order */
    uint32_t seen;           /* a bit for each part that was read */
    base_span span;          /* its key and name */
} hddl_definition;

/* A list of typed names: of types, constants, objects. */
typedef struct hddl_section {
    struct hddl_section *next;
    hddl_range items;
} hddl_section;

typedef struct hddl_sections {
    hddl_section *first, **end;
} hddl_sections;

/* The content of both files. */
typedef struct hddl_document {
    base_arena *arena;
    base_diagnostics *diagnostics;
    base_sources *sources;
    hddl_word **words; /* a hash table with open addressing; its capacity is a power of two */
    uint32_t word_capacity, word_count;
    hddl_name *names;
    uint32_t name_count;
    hddl_item *items;
    uint32_t item_count;
    hddl_name domain, problem, domain_meant; /* the names in both files; the domain that the problem names */
    hddl_sections types, constants, objects;
    hddl_declaration *predicates, **predicates_end;
    bool has_functions;
    hddl_declaration *functions, **functions_end;
    hddl_definition *definitions, **definitions_end; /* actions, tasks, methods */
    hddl_definition *initial;                        /* NULL: no :htn */
    hddl_forms facts;
    hddl_form *goal; /* NULL: none */
} hddl_document;
