/* A property's numbers become fixed, or whole; see changed_number.h. */
#include "changed_number.h"
#include "generate.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PROPERTIES = 64 };

/* A property of numbers, where it is declared: `    W7(N0) : 0..1.5 = 0.7 Expires,`. */
typedef struct declared {
    const char *name, *type;
    size_t length; /* of the name */
    bool fixed;
} declared;

/* The domain with the change. `length` goes on where there is no more room. */
typedef struct rewriting {
    const declared *property;
    char *text;
    size_t length;
} rewriting;

static void put(rewriting *to, const char *text, size_t length)
{
    if (to->length + length < GENERATED_SIZE)
        memcpy(to->text + to->length, text, length);
    to->length += length;
}

static void put_word(rewriting *to, const char *word)
{
    put(to, word, strlen(word));
}

/* --- Where things are ----------------------------------------------------------------------------------- */

static bool is_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *behind_spaces(const char *at)
{
    return at + strspn(at, " \n");
}

/* Behind the arguments that may stand there. */
static const char *behind_arguments(const char *at)
{
    int depth = 0;

    if (*at != '(')
        return at;
    do
        depth += (*at == '(') - (*at == ')');
    while (*at++ && depth > 0);
    return at;
}

/* Behind an expression that an effect writes. */
static const char *behind_value(const char *at)
{
    int depth = 0;

    for (; *at; at++) {
        if (depth == 0 && (strchr(",])", *at) || strncmp(at, " when ", 6) == 0 || strncmp(at, " for ", 5) == 0))
            break;
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
    }
    return at;
}

/* Behind a number or a name. */
static const char *behind_word(const char *at)
{
    at += *at == '-';
    while (is_in_name(*at) || (*at == '.' && at[1] != '.'))
        at++;
    return at;
}

static bool is_number_type(const char *type)
{
    return strncmp(type, "int", 3) == 0 || strncmp(type, "fixed", 5) == 0 || isdigit((unsigned char)*type) ||
           *type == '-';
}

/* `int`, `fixed`, or a range. */
static const char *behind_type(const char *type)
{
    const char *end = behind_word(type);

    return strncmp(end, "..", 2) == 0 ? behind_word(end + 2) : end;
}

static bool is_fixed_type(const char *type)
{
    const char *end = behind_type(type);
    const char *dots = strstr(type, "..");

    if (!dots || dots >= end)
        return *type == 'f';
    return memchr(type, '.', (size_t)(dots - type)) || memchr(dots + 2, '.', (size_t)(end - dots - 2));
}

static uint32_t find_properties(const char *text, declared *found)
{
    static const char mark[] = "\n    W";
    uint32_t count = 0;
    const char *at = text;

    while (count < MOST_PROPERTIES && (at = strstr(at, mark)) != NULL) {
        const char *name = at + strlen(mark) - 1, *behind = behind_arguments(behind_word(name));

        at = behind;
        if (strncmp(behind, " : ", 3) != 0 || !is_number_type(behind + 3))
            continue;
        found[count++] = (declared){name, behind + 3, (size_t)(behind_word(name) - name), is_fixed_type(behind + 3)};
    }
    return count;
}

/* --- What is written instead ---------------------------------------------------------------------------- */

/* A whole number with a decimal, or another one without its decimals. */
static void put_number(rewriting *to, const char *number)
{
    const char *end = behind_word(number), *point = memchr(number, '.', (size_t)(end - number));

    put(to, number, (size_t)((point ? point : end) - number));
    if (!point)
        put_word(to, ".0");
}

static bool is_small(const char *number)
{
    return labs(strtol(number, NULL, 10)) < 1000000;
}

/* With the other type. A range or an initial value that a fixed number cannot have is left out. */
static const char *put_declaration(rewriting *to)
{
    const char *type = to->property->type, *end = behind_type(type), *high = strstr(type, "..");
    const char *initial = strncmp(end, " = ", 3) == 0 ? end + 3 : NULL;
    bool fixed = !to->property->fixed;

    put(to, to->property->name, (size_t)(type - to->property->name));
    if (!high || high >= end || !is_small(type) || !is_small(high + 2))
        put_word(to, fixed ? "fixed" : "int");
    else {
        put_number(to, type);
        put_word(to, "..");
        put_number(to, high + 2);
        if (initial && is_small(initial)) {
            put_word(to, " = ");
            put_number(to, initial);
        }
    }
    return initial ? behind_word(initial) : end;
}

static void rewrite(rewriting *to, const char *from, const char *end);

/* What an effect adds to it, sets it to, or makes it times as much. */
static const char *put_written(rewriting *to, const char *operator)
{
    const char *value = behind_spaces(strchr(operator, '=') + 1), *end = behind_value(value);
    bool whole = to->property->fixed;

    put(to, operator, (size_t)(value - operator));
    put_word(to, whole ? "round((" : *operator== '*' ? "(" : "fixed(");
    rewrite(to, value, end);
    put_word(to, whole ? ") + 0.0)" : ")");
    return end;
}

static bool is_written(const char *behind)
{
    return (behind[0] == '=' && behind[1] != '=') || (strchr("+-*", behind[0]) && behind[1] == '=');
}

/* The property, where it is not declared: what reads it has a number of the kind that it was. */
static const char *put_use(rewriting *to, const char *name)
{
    const char *arguments = name + to->property->length, *behind = behind_arguments(arguments);
    const char *next = behind_spaces(behind);
    bool written = *next && is_written(next);

    if (!written)
        put_word(to, to->property->fixed ? "fixed(" : "round(");
    put(to, name, (size_t)(arguments - name));
    rewrite(to, arguments, behind);
    if (!written)
        put_word(to, ")");
    return written ? put_written(to, next) : behind;
}

/* From one place up to another. */
static void rewrite(rewriting *to, const char *from, const char *end)
{
    const declared *property = to->property;

    while (from < end) {
        const char *behind = from;

        while (is_in_name(*behind))
            behind++;
        if (behind == from)
            put(to, from++, 1);
        else if (from == property->name)
            from = put_declaration(to);
        else if ((size_t)(behind - from) == property->length && memcmp(from, property->name, property->length) == 0)
            from = put_use(to, from);
        else {
            put(to, from, (size_t)(behind - from));
            from = behind;
        }
    }
}

bool change_number_kind(dice_state *dice, char *text)
{
    static char changed[GENERATED_SIZE];
    declared properties[MOST_PROPERTIES];
    uint32_t count = find_properties(text, properties);
    rewriting to = {NULL, changed, 0};

    if (count == 0)
        return false;
    to.property = &properties[dice_below(dice, count)];
    rewrite(&to, text, text + strlen(text));
    if (to.length >= GENERATED_SIZE)
        return false;
    memcpy(text, changed, to.length);
    text[to.length] = '\0';
    return true;
}
