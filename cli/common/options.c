/*
 * The parser of command lines; see options.h. It prints to stdout only for --help. It allocates only the lists, each with
 * room for all of argv. Neighbours: help.c prints the option table.
 */
#include "cli/common/options.h"
#include "cli/common/exit_status.h"
#include "cli/common/hddl_input.h"
#include "cli/common/help.h"
#include "cli/common/help_man.h"
#include "cli/common/help_shells.h"
#include "cli/common/usage_error.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NAMES = 64, MAX_NAME = 64 };
enum { PARSED = -1 }; /* in place of an exit status: no error so far, go on */

/* The command line that is being read. */
typedef struct parser {
    const cli_usage *usage;
    int argc;
    char **argv;
    int at; /* index into argv */
} parser;

/* For `-o FILE`, as many tools have it: adds to `text` which options write a file. They are those with a value like `OUT.svg`. */
static void add_outputs(const cli_usage *usage, char *text, size_t size)
{
    size_t count = 0;
    for (size_t i = 0; i < usage->option_count; i++) {
        const cli_option *option = &usage->options[i];
        const size_t length = strlen(text);
        if (option->name != NULL && option->parameter != NULL && strncmp(option->parameter, "OUT.", 4) == 0)
            snprintf(text + length, size - length, "%s--%s %s", count++ == 0 ? "; files are written by " : ", ",
                     option->name, option->parameter);
    }
}

/* `--roots` gives `; did you mean '--root'?`. */
static const char *nearest_option(const cli_usage *usage, const char *name)
{
    char storage[MAX_NAMES][MAX_NAME];
    const char *names[MAX_NAMES];
    char dashed[MAX_NAME];
    static char outputs[MAX_NAMES * 2];
    size_t count = 0;
    outputs[0] = '\0';
    if (strcmp(name, "o") == 0 || strcmp(name, "out") == 0 || strcmp(name, "output") == 0)
        add_outputs(usage, outputs, sizeof outputs);
    if (outputs[0] != '\0')
        return outputs;
    for (size_t i = 0; i < usage->option_count && count < MAX_NAMES - 1; i++) {
        if (usage->options[i].name == NULL)
            continue;
        snprintf(storage[count], MAX_NAME, "--%s", usage->options[i].name);
        names[count] = storage[count];
        count++;
    }
    names[count++] = "--help";
    snprintf(dashed, sizeof dashed, "--%s", name);
    return cli_did_you_mean(dashed, names, count);
}

static const cli_option *find_name(const cli_usage *usage, const char *name, size_t length)
{
    for (size_t i = 0; i < usage->option_count; i++) {
        const char *candidate = usage->options[i].name;
        if (candidate != NULL && strlen(candidate) == length && memcmp(candidate, name, length) == 0)
            return &usage->options[i];
    }
    return NULL;
}

static const cli_option *find_letter(const cli_usage *usage, char letter)
{
    for (size_t i = 0; i < usage->option_count; i++)
        if (usage->options[i].letter == letter)
            return &usage->options[i];
    return NULL;
}

static bool parse_number(const char *text, uint64_t most, uint64_t *number, const char **rest)
{
    char *end;
    if (text[0] < '0' || text[0] > '9')
        return false;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno != 0 || value > most)
        return false;
    *number = value;
    *rest = end;
    return true;
}

static int set_number(const parser *p, const cli_option *option, const char *text)
{
    uint64_t number, least = option->kind == CLI_OPTION_SEED ? 0 : 1;
    const char *rest;
    if (!parse_number(text, UINT32_MAX - 1u, &number, &rest) || *rest != '\0' || number < least)
        return cli_usage_error(p->usage->command, "--%s takes a whole number from %u to 4294967294, not '%s'",
                               option->name, (unsigned)least, text);
    *(uint32_t *)option->value = (uint32_t)number;
    return PARSED;
}

static int set_bytes(const parser *p, const cli_option *option, const char *text)
{
    uint64_t number;
    const char *rest;
    unsigned shift = 0;
    if (parse_number(text, UINT64_MAX >> 1, &number, &rest)) {
        if (*rest == 'K' || *rest == 'k')
            shift = 10;
        else if (*rest == 'M' || *rest == 'm')
            shift = 20;
        else if (*rest == 'G' || *rest == 'g')
            shift = 30;
        if (shift != 0)
            rest++;
        if (*rest == '\0' && number > (SIZE_MAX >> 1 >> shift))
            return cli_usage_error(p->usage->command, "--%s: '%s' is more memory than can be addressed", option->name,
                                   text);
        if (*rest == '\0' && number != 0) {
            *(cli_bytes *)option->value = (cli_bytes){(size_t)number << shift, shift == 0};
            return PARSED;
        }
    }
    return cli_usage_error(p->usage->command, "--%s takes a size above 0, such as 64K, 20M or 4G, not '%s'",
                           option->name, text);
}

/* Digits and at most one point. strtod() takes more (1e3, inf, nan), but here that is more likely a typing error. */
static int set_seconds(const parser *p, const cli_option *option, const char *text)
{
    enum { MOST_DIGITS = 15 };
    const size_t length = strlen(text), digits = strspn(text, "0123456789");
    const size_t point = text[digits] == '.', fraction = strspn(text + digits + point, "0123456789");
    double value = 0, unit = 1;
    for (size_t i = 0; i < digits && length <= MOST_DIGITS; i++)
        value = value * 10 + (text[i] - '0');
    for (size_t i = digits + point; i < length && length <= MOST_DIGITS; i++)
        value += (text[i] - '0') * (unit /= 10);
    if (digits + point + fraction != length || !(value > 0))
        return cli_usage_error(p->usage->command, "--%s takes a number of seconds above 0, such as 10 or 0.5, not '%s'",
                               option->name, text);
    *(double *)option->value = value;
    return PARSED;
}

static int set_choice(const parser *p, const cli_option *option, const char *text)
{
    uint32_t index = 0;
    size_t length = strlen(text);
    for (const char *word = option->parameter; *word != '\0'; index++) {
        size_t size = strcspn(word, "|");
        if (size == length && memcmp(word, text, size) == 0) {
            *(uint32_t *)option->value = index;
            return PARSED;
        }
        word += size;
        word += *word == '|';
    }
    return cli_usage_error(p->usage->command, "--%s takes one of %s, not '%s'", option->name, option->parameter, text);
}

static int append(const parser *p, cli_list *list, const char *text)
{
    if (list->items == NULL)
        list->items = malloc((size_t)p->argc * sizeof *list->items);
    if (list->items == NULL) {
        fprintf(stderr, "htn %s: out of memory\n", p->usage->command);
        return CLI_EXIT_LIMIT;
    }
    list->items[list->count++] = text;
    return PARSED;
}

/* Refuses two different values: one of them would be lost silently. */
static int set_text(const parser *p, const cli_option *option, const char *text)
{
    const char **value = option->value;
    if (*value != NULL && strcmp(*value, text) != 0)
        return cli_usage_error(p->usage->command, "--%s is given twice, as '%s' and as '%s'", option->name, *value,
                               text);
    *value = text;
    return PARSED;
}

static int set_value(const parser *p, const cli_option *option, const char *text)
{
    switch (option->kind) {
    case CLI_OPTION_NUMBER:
    case CLI_OPTION_SEED: return set_number(p, option, text);
    case CLI_OPTION_BYTES: return set_bytes(p, option, text);
    case CLI_OPTION_SECONDS: return set_seconds(p, option, text);
    case CLI_OPTION_CHOICE: return set_choice(p, option, text);
    case CLI_OPTION_LIST: return append(p, option->value, text);
    default: return set_text(p, option, text);
    }
}

/* Sets an option whose value is the next argument. */
static int set_from_next(parser *p, const cli_option *option, const char *spelling)
{
    if (p->at + 1 >= p->argc)
        return cli_usage_error(p->usage->command, "%s needs a value: %s %s", spelling, spelling, option->parameter);
    const char *next = p->argv[p->at + 1];
    if (option->name == NULL && strpbrk(next, "./\\") != NULL) /* a file name: no switch looks like that */
        return cli_usage_error(p->usage->command,
                               "%s needs its %s directly after it, such as -Wno-unused-task; '%s' is no switch",
                               spelling, option->parameter, next);
    p->at++;
    return set_value(p, option, next);
}

/* `--help=bash` is for `htn completion`, `--help=man` for `htn help --man`: the command's part of a script or of the page. */
static void print_help(const cli_usage *usage, const char *form)
{
    if (strcmp(form, "man") == 0)
        cli_man_print_command(usage);
    else if (cli_shell_is_known(form))
        cli_shell_print_command(form, usage);
    else
        cli_help_print(usage);
}

static int parse_long(parser *p, const char *argument)
{
    const char *name = argument + 2;
    const char *value = strchr(name, '=');
    size_t length = value != NULL ? (size_t)(value - name) : strlen(name);
    const cli_option *option = find_name(p->usage, name, length);
    if (option == NULL && length == 4 && memcmp(name, "help", 4) == 0) {
        print_help(p->usage, value != NULL ? value + 1 : "");
        return CLI_EXIT_YES;
    }
    if (option == NULL) {
        char unknown[MAX_NAME];
        snprintf(unknown, sizeof unknown, "%.*s", (int)(length < MAX_NAME ? length : MAX_NAME - 1), name);
        return cli_usage_error(p->usage->command, "unknown option '--%s'%s", unknown,
                               nearest_option(p->usage, unknown));
    }
    if (option->kind == CLI_OPTION_FLAG) {
        if (value != NULL)
            return cli_usage_error(p->usage->command, "--%s takes no value, but has '%s'", option->name, value + 1);
        *(bool *)option->value = true;
        return PARSED;
    }
    if (value != NULL)
        return set_value(p, option, value + 1);
    return set_from_next(p, option, argument);
}

static int parse_short(parser *p, const char *argument)
{
    char spelling[3] = {'-', argument[1], '\0'};
    const cli_option *option = find_letter(p->usage, argument[1]);
    if (option == NULL && argument[1] == 'h') {
        cli_help_print(p->usage);
        return CLI_EXIT_YES;
    }
    if (option == NULL) /* -root is more likely --root than four letters */
        return cli_usage_error(p->usage->command, "unknown option '%s'%s", argument,
                               nearest_option(p->usage, argument + 1));
    if (option->kind == CLI_OPTION_FLAG) {
        if (argument[2] != '\0')
            return cli_usage_error(p->usage->command, "unknown option '%s'%s", argument,
                                   nearest_option(p->usage, argument + 1));
        *(bool *)option->value = true;
        return PARSED;
    }
    if (argument[2] != '\0')
        return set_value(p, option, argument + 2);
    return set_from_next(p, option, spelling);
}

static int check_operands(const cli_usage *usage, const cli_list *operands)
{
    if (operands->count < usage->least)
        return operands->count == 0 ? cli_usage_error(usage->command, "missing operand: %s", usage->operands)
                                    : cli_usage_error(usage->command, "takes %s, but there is nothing after '%s'",
                                                      usage->operands, operands->items[operands->count - 1]);
    if (usage->most == 1 && operands->count == 2 && cli_is_hddl(operands->items[0]))
        return cli_refuse_hddl(usage->command, operands->items[0]);
    if (usage->most != 0 && operands->count > usage->most)
        return cli_usage_error(usage->command, "takes %s; '%s' is one too many", usage->operands,
                               operands->items[usage->most]);
    return PARSED;
}

static int parse(cli_call *call)
{
    parser p = {call->usage, call->argc, call->argv, 1};
    bool ended = false;
    int status = PARSED;
    for (; p.at < call->argc && status == PARSED; p.at++) {
        const char *argument = call->argv[p.at];
        if (ended || argument[0] != '-' || argument[1] == '\0')
            status = append(&p, &call->operands, argument);
        else if (strcmp(argument, "--") == 0)
            ended = true;
        else
            status = argument[1] == '-' ? parse_long(&p, argument) : parse_short(&p, argument);
    }
    return status == PARSED ? check_operands(call->usage, &call->operands) : status;
}

static void release(cli_call *call)
{
    for (size_t i = 0; i < call->usage->option_count; i++) {
        if (call->usage->options[i].kind == CLI_OPTION_LIST) {
            cli_list *list = call->usage->options[i].value;
            free(list->items);
            *list = (cli_list){0};
        }
    }
    free(call->operands.items);
}

int cli_options_run(const cli_usage *usage, int argc, char **argv, int (*run)(const cli_call *call, void *options),
                    void *options)
{
    cli_call call = {.usage = usage, .argc = argc, .argv = argv};
    int status = parse(&call);
    if (status == PARSED)
        status = run(&call, options);
    release(&call);
    return status;
}

bool cli_option_is_given(const cli_call *call, const char *name)
{
    const cli_usage *usage = call->usage;
    char **argv = call->argv;
    for (int i = 1; i < call->argc && strcmp(argv[i], "--") != 0; i++) {
        const bool has_name = argv[i][0] == '-' && argv[i][1] == '-';
        const char *spelled = argv[i] + (has_name ? 2 : 1);
        const size_t length = strcspn(spelled, "=");
        if (argv[i][0] != '-' || *spelled == '\0')
            continue;
        const cli_option *option = has_name ? find_name(usage, spelled, length) : find_letter(usage, *spelled);
        if (option != NULL && option->name != NULL && strcmp(option->name, name) == 0)
            return true;
        const bool complete = has_name ? spelled[length] == '=' : spelled[1] != '\0';
        i += option != NULL && option->kind != CLI_OPTION_FLAG && !complete; /* its value is the next argument */
    }
    return false;
}
