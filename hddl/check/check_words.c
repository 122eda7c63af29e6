/* How things are named in complaints; see verify_inside.h. Everything as HDDL writes it. */
#include "hddl/check/check_inside.h"
#include <stdarg.h>

enum { MOST_FORMULA = 400 }; /* bytes of a condition; what is longer is cut */

void verify_complain(verifier *v, uint32_t line, const char *format, ...)
{
    va_list arguments;
    if (v->complaints++ >= VERIFY_MOST_COMPLAINTS)
        return;
    base_text_add(v->said, "%s:", v->name);
    if (line != 0)
        base_text_add(v->said, "%u:", line);
    base_text_add(v->said, " ");
    va_start(arguments, format);
    base_text_add_list(v->said, format, arguments);
    va_end(arguments);
    base_text_add(v->said, "\n");
}

static const hddl_schema *schema_of(const verifier *v, bool primitive, uint32_t index)
{
    return primitive ? &v->problem->actions[index].schema : &v->problem->tasks[index].schema;
}

void verify_add_call(base_text *text, const verifier *v, const verify_node *node)
{
    const hddl_schema *schema = schema_of(v, node->method == VERIFY_NONE, node->index);
    base_text_add(text, "%s", schema->name);
    for (uint32_t i = 0; i < schema->parameter_count; i++)
        base_text_add(text, " %s", v->problem->objects[v->arguments[node->first_argument + i]].name);
}

static void add_term(base_text *text, const verifier *v, hddl_term term)
{
    const uint32_t object = verify_value(v, term);
    if (object != VERIFY_UNBOUND)
        base_text_add(text, " %s", v->problem->objects[object].name);
    else
        base_text_add(text, " ?%s", v->binding.schema->variables.items[term].name);
}

static void add_atom(base_text *text, const verifier *v, const hddl_atom *atom)
{
    const hddl_predicate *predicate = &v->problem->predicates[atom->predicate];
    base_text_add(text, "(%s", predicate->name);
    for (uint32_t i = 0; i < predicate->parameters.count; i++)
        add_term(text, v, atom->terms[i]);
    base_text_add(text, ")");
}

static void add_quantified(base_text *text, const verifier *v, const hddl_formula *f)
{
    base_text_add(text, "(%s (", f->kind == HDDL_FORALL ? "forall" : "exists");
    for (uint32_t i = f->first; i < f->first + f->count; i++) {
        const hddl_variable *variable = &v->binding.schema->variables.items[i];
        base_text_add(text, "%s?%s - %s", i > f->first ? " " : "", variable->name,
                      v->problem->types[variable->type].name);
    }
    base_text_add(text, ") ");
}

void verify_add_formula(base_text *text, const verifier *v, const hddl_formula *f)
{
    static const char *const words[] = {
        [HDDL_NOT] = "(not ", [HDDL_AND] = "(and ", [HDDL_OR] = "(or ", [HDDL_IMPLY] = "(imply "};
    if (text->length > MOST_FORMULA) {
        base_text_add(text, "...");
        return;
    }
    if (f->kind == HDDL_ATOM) {
        add_atom(text, v, &f->atom);
        return;
    }
    if (f->kind == HDDL_EQUAL || f->kind == HDDL_SORT) {
        base_text_add(text, f->kind == HDDL_EQUAL ? "(=" : "(sort");
        add_term(text, v, f->left);
        if (f->kind == HDDL_EQUAL)
            add_term(text, v, f->right);
        else
            base_text_add(text, " %s", v->problem->types[f->type].name);
        base_text_add(text, ")");
        return;
    }
    if (f->kind == HDDL_FORALL || f->kind == HDDL_EXISTS)
        add_quantified(text, v, f);
    else
        base_text_add(text, "%s", words[f->kind]);
    for (uint32_t i = 0; i < f->part_count && text->length <= MOST_FORMULA; i++) {
        base_text_add(text, i > 0 ? " " : "");
        verify_add_formula(text, v, f->parts[i]);
    }
    base_text_add(text, ")");
}

void verify_add_subtask(base_text *text, const verifier *v, const hddl_subtask *subtask)
{
    const hddl_schema *schema = schema_of(v, subtask->primitive, subtask->index);
    base_text_add(text, "(%s", schema->name);
    for (uint32_t i = 0; i < schema->parameter_count; i++)
        add_term(text, v, subtask->terms[i]);
    base_text_add(text, ")");
}
