/*
 * The table that describes a command: its options, its operands and its help. options.c parses command lines by it, and
 * help.c prints it, so that the parser and the help cannot differ.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Texts of argv, in the order given. */
typedef struct cli_list {
    const char **items;
    size_t count;
} cli_list;

/* An amount of memory. */
typedef struct cli_bytes {
    size_t count; /* 0: not given */
    bool bare;    /* the number had no unit letter, so a command may count in units larger than bytes */
} cli_bytes;

/* What an option takes, and the type of the variable that gets it. */
typedef enum cli_option_kind {
    CLI_OPTION_FLAG,    /* bool: no value */
    CLI_OPTION_TEXT,    /* const char *: NULL where the option is not given; it may be given once */
    CLI_OPTION_NUMBER,  /* uint32_t: from 1 */
    CLI_OPTION_SEED,    /* uint32_t: any number */
    CLI_OPTION_BYTES,   /* cli_bytes: the letters K, M and G multiply */
    CLI_OPTION_SECONDS, /* double: above 0 */
    CLI_OPTION_CHOICE,  /* uint32_t: index of one of the words in `parameter`, which `|` separates */
    CLI_OPTION_LIST     /* cli_list: the option may be given several times */
} cli_option_kind;

typedef struct cli_option {
    const char *name; /* without its dashes; NULL: the option has only a letter */
    char letter;      /* 0: the option has only a name */
    cli_option_kind kind;
    void *value;           /* where the parser writes; `kind` says what it points to */
    const char *parameter; /* "FILE"; NULL for a flag */
    const char *help;      /* may have several lines */
} cli_option;

typedef struct cli_usage {
    const char *command;     /* "plan" */
    const char *operands;    /* "FILE"; "SRC.htn..." */
    const char *summary;     /* one line */
    const char *description; /* paragraphs after the options; NULL for none */
    const cli_option *options;
    size_t option_count;
    size_t least, most; /* how many operands; most 0: any number */
} cli_usage;

/* The --color option of every command with coloured output. `variable`: a uint32_t, which gets a CLI_COLOUR_*. */
#define CLI_OPTION_COLOUR(variable)                                          \
    {                                                                        \
        "color", 0, CLI_OPTION_CHOICE, (variable), "auto|always|never",      \
            "colours: auto (only on a terminal; the default), always, never" \
    }

/* The -W switches of every command that compiles. `variable`: a cli_list. */
#define CLI_OPTION_WARNINGS(variable)                                                    \
    {                                                                                    \
        NULL, 'W', CLI_OPTION_LIST, (variable), "SWITCH",                                \
            "warnings: -WID, -Wno-ID, -Werror, -Werror=ID, -Wno-error=ID, -Wall, -Wnone" \
    }
