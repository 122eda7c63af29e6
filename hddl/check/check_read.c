/* Reads the lines of a plan; see check_read.h. */
#include "hddl/check/check_read.h"
#include "base/diagnostic.h"
#include "base/text.h"
#include "hddl/check/check_faults.h"
#include "hddl/check/check_table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 18, MOST_WORD = 60 /* bytes of a word that a message repeats */ };

/* The meanings of names; each kind has a table over a list of the problem. */
typedef enum name_kind { NAME_ACTION, NAME_TASK, NAME_METHOD, NAME_OBJECT, NAME_KINDS } name_kind;

typedef struct reader {
    check_state *c;
    check_table names[NAME_KINDS];
    char *at, *line_end, *end;
    uint32_t line;
    bool has_root;
} reader;

typedef struct wanted_name {
    const hddl_problem *problem;
    name_kind kind;
    const char *name;
} wanted_name;

static const char *name_of(const hddl_problem *problem, name_kind kind, uint32_t index)
{
    switch (kind) {
    case NAME_ACTION: return problem->actions[index].schema.name;
    case NAME_TASK: return problem->tasks[index].schema.name;
    case NAME_METHOD: return problem->methods[index].schema.name;
    default: return problem->objects[index].name;
    }
}

static uint32_t name_count(const hddl_problem *problem, name_kind kind)
{
    const uint32_t counts[] = {problem->action_count, problem->task_count, problem->method_count,
                               problem->object_count};
    return counts[kind];
}

static bool is_named(const void *user, uint32_t index)
{
    const wanted_name *wanted = user;
    return base_is_same_but_case(name_of(wanted->problem, wanted->kind, index), wanted->name);
}

static uint32_t find(const reader *r, name_kind kind, const char *name)
{
    const wanted_name wanted = {r->c->problem, kind, name};
    return check_table_find(&r->names[kind], check_hash_text(name), is_named, &wanted);
}

/* Methods may share a name: the table has the first of them, and `next_method` links the others. */
static void enter_names(reader *r)
{
    check_state *c = r->c;
    c->next_method = base_allocate((c->problem->method_count + 1) * sizeof *c->next_method);
    for (int kind = 0; kind < NAME_KINDS; kind++) {
        for (uint32_t i = 0; i < name_count(c->problem, (name_kind)kind); i++) {
            const char *name = name_of(c->problem, (name_kind)kind, i);
            uint32_t same = find(r, (name_kind)kind, name);
            if (kind == NAME_METHOD)
                c->next_method[i] = HDDL_NONE;
            if (same == HDDL_NONE) {
                check_table_add(&r->names[kind], check_hash_text(name), i);
            } else if (kind == NAME_METHOD) {
                while (c->next_method[same] != HDDL_NONE)
                    same = c->next_method[same];
                c->next_method[same] = i;
            }
        }
    }
}

/* "; did you mean 'X'?", or "". */
static const char *hint(const reader *r, name_kind kind, const char *name, char *buffer, size_t size)
{
    const uint32_t count = name_count(r->c->problem, kind);
    const char **names = base_allocate((count + 1) * sizeof *names);
    for (uint32_t i = 0; i < count; i++)
        names[i] = name_of(r->c->problem, kind, i);
    const char *nearest = strlen(name) <= MOST_WORD ? base_nearest(name, names, count) : NULL;
    buffer[0] = '\0';
    if (nearest != NULL)
        snprintf(buffer, size, "; did you mean '%.*s'?", MOST_WORD, nearest);
    free((void *)names);
    return buffer;
}

static void report_name(const reader *r, name_kind kind, const char *name, const char *what)
{
    char buffer[MOST_WORD + 32];
    check_fault(r->c, r->line, "there is no %s '%.*s'%s", what, MOST_WORD, name,
                hint(r, kind, name, buffer, sizeof buffer));
}

/* The next word of the line, or NULL. */
static char *next_word(reader *r)
{
    while (r->at < r->line_end && (isspace((unsigned char)*r->at) || *r->at == '(' || *r->at == ')' || *r->at == '\0'))
        r->at++;
    if (r->at >= r->line_end || *r->at == ';')
        return NULL;
    char *word = r->at;
    while (r->at < r->line_end && !isspace((unsigned char)*r->at) && strchr("();", *r->at) == NULL)
        r->at++;
    if (r->at < r->line_end && *r->at == ';') /* a comment follows: the rest of the line becomes blank */
        memset(r->at, ' ', (size_t)(r->line_end - r->at));
    if (r->at < r->end)
        *r->at++ = '\0';
    return word;
}

static bool read_number(const char *word, uint64_t *number)
{
    const size_t digits = strspn(word, "0123456789");
    if (digits == 0 || digits > MOST_DIGITS || word[digits] != '\0')
        return false;
    *number = strtoull(word, NULL, 10);
    return true;
}

/* Reads the numbers of subtasks, up to the end of the line. */
static bool read_children(reader *r, check_node *node)
{
    check_state *c = r->c;
    uint64_t id;
    node->first_child = (uint32_t)c->child_count;
    for (char *word; (word = next_word(r)) != NULL;) {
        if (!read_number(word, &id)) {
            check_fault(c, r->line, "the number of a subtask was expected, not '%.*s'", MOST_WORD, word);
            return false;
        }
        c->child_ids = base_grow_array(c->child_ids, c->child_count, &c->child_capacity, sizeof *c->child_ids);
        c->child_ids[c->child_count++] = id;
    }
    node->child_count = (uint32_t)c->child_count - node->first_child;
    return true;
}

static bool read_root(reader *r)
{
    check_state *c = r->c;
    if (r->has_root) {
        check_fault(c, r->line, "a second 'root'; the first is in line %u", c->root.line);
        return false;
    }
    r->has_root = true;
    c->root.line = r->line;
    return read_children(r, &c->root);
}

static bool check_argument(const reader *r, const hddl_schema *schema, uint32_t index, const char *word)
{
    const hddl_problem *problem = r->c->problem;
    const uint32_t object = find(r, NAME_OBJECT, word);
    if (object == HDDL_NONE) {
        report_name(r, NAME_OBJECT, word, "object");
        return false;
    }
    const hddl_variable *parameter = &schema->variables.items[index];
    if (hddl_is_of(problem, object, parameter->type))
        return true;
    check_fault(r->c, r->line, "'%s' is a %s, but ?%s of '%s' must be a %s", word,
                problem->types[problem->objects[object].type].name, parameter->name, schema->name,
                problem->types[parameter->type].name);
    return false;
}

/* Reads arguments up to `->` or the end of the line; `*arrow` tells which. */
static bool read_arguments(reader *r, const hddl_schema *schema, bool *arrow)
{
    check_state *c = r->c;
    uint32_t count = 0;
    bool good = true;
    *arrow = false;
    for (char *word; (word = next_word(r)) != NULL; count++) {
        if (strcmp(word, "->") == 0) {
            *arrow = true;
            break;
        }
        if (count >= schema->parameter_count)
            continue;
        good = check_argument(r, schema, count, word) && good;
        c->arguments = base_grow_array(c->arguments, c->argument_count, &c->argument_capacity, sizeof *c->arguments);
        c->arguments[c->argument_count++] = find(r, NAME_OBJECT, word);
    }
    if (count == schema->parameter_count)
        return good;
    check_fault(c, r->line, "'%s' takes %u argument%s, not %u", schema->name, schema->parameter_count,
                schema->parameter_count == 1 ? "" : "s", count);
    return false;
}

static bool read_method(reader *r, check_node *node)
{
    const char *word = next_word(r);
    if (word == NULL) {
        check_fault(r->c, r->line, "the name of a method is missing after '->'");
        return false;
    }
    node->method = find(r, NAME_METHOD, word);
    if (node->method != HDDL_NONE)
        return read_children(r, node);
    report_name(r, NAME_METHOD, word, "method");
    return false;
}

/* Whether the rest of the line has a `->`. Only this tells a task from an action. */
static bool has_arrow(const reader *r)
{
    for (const char *at = r->at; at + 1 < r->line_end && *at != ';'; at++)
        if (at[0] == '-' && at[1] == '>')
            return true;
    return false;
}

static bool read_node(reader *r, uint64_t id)
{
    check_state *c = r->c;
    const bool decomposed = has_arrow(r);
    const name_kind kind = decomposed ? NAME_TASK : NAME_ACTION, other = decomposed ? NAME_ACTION : NAME_TASK;
    const char *name = next_word(r);
    bool arrow;
    if (name == NULL) {
        check_fault(c, r->line, "no task or action follows the number");
        return false;
    }
    check_node node = {.id = id,
                       .line = r->line,
                       .index = find(r, kind, name),
                       .method = HDDL_NONE,
                       .first_argument = (uint32_t)c->argument_count};
    if (node.index == HDDL_NONE && find(r, other, name) != HDDL_NONE) {
        check_fault(c, r->line,
                    decomposed ? "'%s' is an action, and has no method"
                               : "'%s' is a task: `-> METHOD SUBTASKS...` is missing",
                    name);
        return false;
    }
    if (node.index == HDDL_NONE) {
        report_name(r, kind, name, decomposed ? "task" : "action");
        return false;
    }
    const hddl_schema *schema = hddl_schema_of(c->problem, !decomposed, node.index);
    if (!read_arguments(r, schema, &arrow) || (arrow && !read_method(r, &node)))
        return false;
    c->nodes = base_grow_array(c->nodes, c->count, &c->capacity, sizeof *c->nodes);
    c->nodes[c->count++] = node;
    return true;
}

static bool read_line(reader *r)
{
    uint64_t id;
    const char *word = next_word(r), *next;
    if (word == NULL)
        return true;
    if (base_is_same_but_case(word, "root"))
        return read_root(r);
    if (read_number(word, &id))
        return read_node(r, id);
    if (isdigit((unsigned char)*word))
        check_fault(r->c, r->line, "'%.*s' is not a number, or has more than %d digits", MOST_WORD, word, MOST_DIGITS);
    else if (base_is_same_but_case(word, "no") && (next = next_word(r)) != NULL && base_is_same_but_case(next, "plan"))
        check_fault(r->c, r->line, "the planner found no plan, so there is none to check");
    else
        check_fault(r->c, r->line, "a line begins with a number or 'root', not with '%.*s'", MOST_WORD, word);
    return false;
}

/* Finds the end of the next line. Returns false at the end of the text. */
static bool begin_line(reader *r)
{
    if (r->at >= r->end)
        return false;
    r->line++;
    r->line_end = memchr(r->at, '\n', (size_t)(r->end - r->at));
    if (r->line_end == NULL)
        r->line_end = r->end;
    return true;
}

static void end_line(reader *r)
{
    r->at = r->line_end + 1;
}

/* Whether the line is the mark and nothing else. */
static bool is_mark(const reader *r, const char *mark)
{
    const char *at = r->at, *end = r->line_end;
    while (at < end && isspace((unsigned char)*at))
        at++;
    while (at < end && isspace((unsigned char)end[-1]))
        end--;
    return (size_t)(end - at) == strlen(mark) && memcmp(at, mark, strlen(mark)) == 0;
}

/* Skips the text up to the line `==>`. Returns false if there is none: then all of the text is the plan. */
static bool skip_preamble(reader *r)
{
    char *begin = r->at;
    while (begin_line(r)) {
        const bool found = is_mark(r, "==>");
        end_line(r);
        if (found)
            return true;
    }
    r->at = begin;
    r->line = 0;
    return false;
}

static void read_lines(reader *r)
{
    check_state *c = r->c;
    const bool marked = skip_preamble(r);
    bool ended = false;
    while (!ended && c->faults < CHECK_MOST_FAULTS && begin_line(r)) {
        ended = is_mark(r, "<==");
        if (!ended)
            read_line(r);
        end_line(r);
    }
    c->last_line = r->line;
    if (c->faults > 0)
        return;
    if (marked != ended)
        check_fault(c, r->line,
                    marked ? "the plan ends without '<==': it was cut short"
                           : "'<==' has no '==>' before it: the beginning is missing");
    else if (!r->has_root)
        check_fault(c, 0, c->count == 0 ? "the file has no plan" : "the line 'root' is missing");
}

bool check_read(check_state *c, char *text, size_t length)
{
    reader r = {.c = c, .at = text, .end = text + length};
    enter_names(&r);
    read_lines(&r);
    for (int kind = 0; kind < NAME_KINDS; kind++)
        check_table_free(&r.names[kind]);
    return c->faults == 0;
}
