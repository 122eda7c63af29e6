/*
 * Command lines: one parser for all subcommands, driven by a table that also is the text of `htn help`.
 * `--name value`, `--name=value`, `-o value`, `-ovalue`; options and operands mix, `--` ends the options.
 * Every error names what is wrong, and the nearest option that exists.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "base/platform.h"
#include <htn/domain.h>
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
    bool bare;    /* no letter stood behind the number: whoever counts in larger units than bytes may take it so */
} cli_bytes;

typedef enum cli_option_kind {
    CLI_OPTION_FLAG,    /* bool */
    CLI_OPTION_TEXT,    /* const char *, NULL before; given once */
    CLI_OPTION_NUMBER,  /* uint32_t, from 1 */
    CLI_OPTION_SEED,    /* uint32_t, any */
    CLI_OPTION_BYTES,   /* cli_bytes; `K`, `M` and `G` multiply */
    CLI_OPTION_SECONDS, /* double, above 0 */
    CLI_OPTION_CHOICE,  /* uint32_t: which of the words of `parameter`, which `|` separates */
    CLI_OPTION_LIST     /* cli_list: every one given */
} cli_option_kind;

typedef struct cli_option {
    const char *name; /* without its dashes; NULL: a letter only */
    char letter;      /* 0: a name only */
    cli_option_kind kind;
    void *value;           /* written by the parser; what the kind says */
    const char *parameter; /* "FILE"; NULL for a flag */
    const char *help;      /* may have several lines */
} cli_option;

typedef struct cli_usage {
    const char *command;     /* "plan" */
    const char *operands;    /* "FILE"; "SRC.htn..." */
    const char *summary;     /* one line */
    const char *description; /* paragraphs behind the options; NULL for none */
    const cli_option *options;
    size_t option_count;
    size_t least, most; /* operands; most 0: any number */
} cli_usage;

/* A command line that was accepted: the options' values are set. */
typedef struct cli_call {
    const cli_usage *usage;
    int argc;
    char **argv;
    cli_list operands;
} cli_call;

/*
 * Parses a command line, and does what it asks for by `run`, which is given `options`: what the usage's options point into. Help is
 * printed instead where it is asked for, or an error. The exit status.
 */
int cli_options_run(const cli_usage *usage, int argc, char **argv, int (*run)(const cli_call *call, void *options),
                    void *options);

/* Whether an option is on the command line. */
bool cli_option_is_given(const cli_call *call, const char *name);

/* `htn COMMAND: message` and where to find help, on stderr; returns CLI_EXIT_USAGE. */
int cli_usage_error(const char *command, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* `; did you mean 'X'?` for the nearest of `names`, else "". Good until the next call. */
const char *cli_did_you_mean(const char *name, const char *const *names, size_t count);

/* The same among what a domain names: `count` of them, by `name_of`. */
const char *cli_did_you_mean_of(const htn_domain *domain, const char *name, uint32_t count,
                                const char *(*name_of)(const htn_domain *domain, uint32_t index));

/* What `--help` prints, on stdout. */
void cli_usage_print(const cli_usage *usage);

/* The --color option that every subcommand with coloured output has. */

#define CLI_OPTION_COLOUR(variable)                                                  \
    {                                                                                \
        "color", 0, CLI_OPTION_CHOICE, (variable), "auto|always|never",              \
            "colours: where the output is a terminal (auto, default), always, never" \
    }

/* The -W switches of every subcommand that compiles. */
#define CLI_OPTION_WARNINGS(variable)                                                    \
    {                                                                                    \
        NULL, 'W', CLI_OPTION_LIST, (variable), "SWITCH",                                \
            "warnings: -WID, -Wno-ID, -Werror, -Werror=ID, -Wno-error=ID, -Wall, -Wnone" \
    }

#endif
