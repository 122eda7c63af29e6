/*
 * The text of a plan -> its lines. What stands before `==>` and behind `<==` is a planner's talk and passed over; a text without
 * either mark is taken as a whole. Blank lines, comments (`;`) and parentheses are passed over, names may be in any case. In each line: names
 * that the problem has, as many arguments as there are parameters, of their types.
 * Neighbours: verify_tree.c makes a tree of the lines.
 */
#include "hddl/check/check_inside.h"
#include "base/diagnostic.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 18, MOST_WORD = 60 /* bytes of a word that are repeated in a complaint */ };

/* What names stand for: tables over the problem's lists. */
typedef enum name_kind { NAME_ACTION, NAME_TASK, NAME_METHOD, NAME_OBJECT, NAME_KINDS } name_kind;

typedef struct reader {
    verifier *v;
    verify_table names[NAME_KINDS];
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
    return strcmp(name_of(wanted->problem, wanted->kind, index), wanted->name) == 0;
}

static uint32_t find(const reader *r, name_kind kind, const char *name)
{
    const wanted_name wanted = {r->v->problem, kind, name};
    return verify_table_find(&r->names[kind], verify_hash_text(name), is_named, &wanted);
}

/* Methods may share a name: the first of them is in the table, and each knows the next. */
static void enter_names(reader *r)
{
    verifier *v = r->v;
    v->next_method = base_allocate((v->problem->method_count + 1) * sizeof *v->next_method);
    for (int kind = 0; kind < NAME_KINDS; kind++) {
        for (uint32_t i = 0; i < name_count(v->problem, (name_kind)kind); i++) {
            const char *name = name_of(v->problem, (name_kind)kind, i);
            uint32_t same = find(r, (name_kind)kind, name);
            if (kind == NAME_METHOD)
                v->next_method[i] = VERIFY_NONE;
            if (same == VERIFY_NONE) {
                verify_table_add(&r->names[kind], verify_hash_text(name), i);
            } else if (kind == NAME_METHOD) {
                while (v->next_method[same] != VERIFY_NONE)
                    same = v->next_method[same];
                v->next_method[same] = i;
            }
        }
    }
}

/* `; did you mean 'X'?`, with the nearest of that kind. */
static const char *hint(const reader *r, name_kind kind, const char *name, char *buffer, size_t size)
{
    const uint32_t count = name_count(r->v->problem, kind);
    const char **names = base_allocate((count + 1) * sizeof *names);
    for (uint32_t i = 0; i < count; i++)
        names[i] = name_of(r->v->problem, kind, i);
    const char *nearest = strlen(name) <= MOST_WORD ? base_nearest(name, names, count) : NULL;
    buffer[0] = '\0';
    if (nearest != NULL)
        snprintf(buffer, size, "; did you mean '%.*s'?", MOST_WORD, nearest);
    free((void *)names);
    return buffer;
}

static void complain_of_name(const reader *r, name_kind kind, const char *name, const char *what)
{
    char buffer[MOST_WORD + 32];
    verify_complain(r->v, r->line, "there is no %s '%.*s'%s", what, MOST_WORD, name,
                    hint(r, kind, name, buffer, sizeof buffer));
}

/* The next word of the line, in lower case; NULL: there is none. */
static char *next_word(reader *r)
{
    while (r->at < r->line_end && (isspace((unsigned char)*r->at) || *r->at == '(' || *r->at == ')' || *r->at == '\0'))
        r->at++;
    if (r->at >= r->line_end || *r->at == ';')
        return NULL;
    char *word = r->at;
    for (; r->at < r->line_end && !isspace((unsigned char)*r->at) && strchr("();", *r->at) == NULL; r->at++)
        *r->at = (char)tolower((unsigned char)*r->at);
    if (r->at < r->line_end && *r->at == ';') /* a comment behind it: the rest of the line is blank then */
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

/* The numbers of subtasks, up to the end of the line. */
static bool read_children(reader *r, verify_node *node)
{
    verifier *v = r->v;
    uint64_t id;
    node->first_child = (uint32_t)v->child_count;
    for (char *word; (word = next_word(r)) != NULL;) {
        if (!read_number(word, &id)) {
            verify_complain(v, r->line, "the number of a subtask was expected, not '%.*s'", MOST_WORD, word);
            return false;
        }
        v->child_ids = base_grow_array(v->child_ids, v->child_count, &v->child_capacity, sizeof *v->child_ids);
        v->child_ids[v->child_count++] = id;
    }
    node->child_count = (uint32_t)v->child_count - node->first_child;
    return true;
}

static bool read_root(reader *r)
{
    verifier *v = r->v;
    if (r->has_root) {
        verify_complain(v, r->line, "a second 'root'; the first is in line %u", v->root.line);
        return false;
    }
    r->has_root = true;
    v->root.line = r->line;
    return read_children(r, &v->root);
}

static bool check_argument(const reader *r, const hddl_schema *schema, uint32_t index, const char *word)
{
    const hddl_problem *problem = r->v->problem;
    const uint32_t object = find(r, NAME_OBJECT, word);
    if (object == VERIFY_NONE) {
        complain_of_name(r, NAME_OBJECT, word, "object");
        return false;
    }
    const hddl_variable *parameter = &schema->variables.items[index];
    if (hddl_is_of(problem, object, parameter->type))
        return true;
    verify_complain(r->v, r->line, "'%s' is a %s, and ?%s of '%s' has to be a %s", word,
                    problem->types[problem->objects[object].type].name, parameter->name, schema->name,
                    problem->types[parameter->type].name);
    return false;
}

/* Arguments up to `->` or the end of the line; `*arrow` says which it was. */
static bool read_arguments(reader *r, const hddl_schema *schema, bool *arrow)
{
    verifier *v = r->v;
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
        v->arguments = base_grow_array(v->arguments, v->argument_count, &v->argument_capacity, sizeof *v->arguments);
        v->arguments[v->argument_count++] = find(r, NAME_OBJECT, word);
    }
    if (count == schema->parameter_count)
        return good;
    verify_complain(v, r->line, "'%s' takes %u argument%s, here %u", schema->name, schema->parameter_count,
                    schema->parameter_count == 1 ? "" : "s", count);
    return false;
}

static bool read_method(reader *r, verify_node *node)
{
    const char *word = next_word(r);
    if (word == NULL) {
        verify_complain(r->v, r->line, "the name of a method is missing behind '->'");
        return false;
    }
    node->method = find(r, NAME_METHOD, word);
    if (node->method != VERIFY_NONE)
        return read_children(r, node);
    complain_of_name(r, NAME_METHOD, word, "method");
    return false;
}

/* Whether there is a `->` in the rest of the line: nothing else tells a name of a task from that of an action. */
static bool has_arrow(const reader *r)
{
    for (const char *at = r->at; at + 1 < r->line_end && *at != ';'; at++)
        if (at[0] == '-' && at[1] == '>')
            return true;
    return false;
}

static bool read_node(reader *r, uint64_t id)
{
    verifier *v = r->v;
    const bool decomposed = has_arrow(r);
    const name_kind kind = decomposed ? NAME_TASK : NAME_ACTION, other = decomposed ? NAME_ACTION : NAME_TASK;
    const char *name = next_word(r);
    bool arrow;
    if (name == NULL) {
        verify_complain(v, r->line, "nothing stands behind the number");
        return false;
    }
    verify_node node = {.id = id,
                        .line = r->line,
                        .index = find(r, kind, name),
                        .method = VERIFY_NONE,
                        .first_argument = (uint32_t)v->argument_count};
    if (node.index == VERIFY_NONE && find(r, other, name) != VERIFY_NONE) {
        verify_complain(v, r->line,
                        decomposed ? "'%s' is an action, and has no method"
                                   : "'%s' is a task: `-> METHOD SUBTASKS...` is missing",
                        name);
        return false;
    }
    if (node.index == VERIFY_NONE) {
        complain_of_name(r, kind, name, decomposed ? "task" : "action");
        return false;
    }
    const hddl_schema *schema =
        decomposed ? &v->problem->tasks[node.index].schema : &v->problem->actions[node.index].schema;
    if (!read_arguments(r, schema, &arrow) || (arrow && !read_method(r, &node)))
        return false;
    v->nodes = base_grow_array(v->nodes, v->count, &v->capacity, sizeof *v->nodes);
    v->nodes[v->count++] = node;
    return true;
}

static bool read_line(reader *r)
{
    uint64_t id;
    const char *word = next_word(r), *next;
    if (word == NULL)
        return true;
    if (strcmp(word, "root") == 0)
        return read_root(r);
    if (read_number(word, &id))
        return read_node(r, id);
    if (isdigit((unsigned char)*word))
        verify_complain(r->v, r->line, "'%.*s' is no number of %d digits at most", MOST_WORD, word, MOST_DIGITS);
    else if (strcmp(word, "no") == 0 && (next = next_word(r)) != NULL && strcmp(next, "plan") == 0)
        verify_complain(r->v, r->line, "the planner found no plan, so there is none to check");
    else
        verify_complain(r->v, r->line, "a line begins with a number or 'root', not with '%.*s'", MOST_WORD, word);
    return false;
}

/* Sets the line's bounds; false: the text has ended. */
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

/* Goes behind the line `==>`; false: there is none, and reading begins at the beginning. */
static bool skip_talk(reader *r)
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
    verifier *v = r->v;
    const bool marked = skip_talk(r);
    bool ended = false;
    while (!ended && v->complaints < VERIFY_MOST_COMPLAINTS && begin_line(r)) {
        ended = is_mark(r, "<==");
        if (!ended)
            read_line(r);
        end_line(r);
    }
    v->last_line = r->line;
    if (v->complaints > 0)
        return;
    if (marked != ended)
        verify_complain(v, r->line,
                        marked ? "the plan ends without '<==': it was cut short"
                               : "'<==' stands here, and no '==>' before it: the beginning is missing");
    else if (!r->has_root)
        verify_complain(v, 0, v->count == 0 ? "there is no plan in it" : "the line 'root' is missing");
}

bool verify_read(verifier *v, char *text, size_t length)
{
    reader r = {.v = v, .at = text, .end = text + length};
    enter_names(&r);
    read_lines(&r);
    for (int kind = 0; kind < NAME_KINDS; kind++)
        verify_table_free(&r.names[kind]);
    return v->complaints == 0;
}
