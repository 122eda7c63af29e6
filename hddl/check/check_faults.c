/* Messages; see check_faults.h. */
#include "hddl/check/check_faults.h"

enum { MOST_FORMULA = 400 }; /* bytes of a condition; `...` replaces the rest */

void check_fault(check_state *c, uint32_t line, const char *format, ...)
{
    va_list arguments;
    if (c->faults++ >= CHECK_MOST_FAULTS)
        return;
    base_text_add(c->said, "%s:", c->name);
    if (line != 0)
        base_text_add(c->said, "%u:", line);
    base_text_add(c->said, " ");
    va_start(arguments, format);
    base_text_add_list(c->said, format, arguments);
    va_end(arguments);
    base_text_add(c->said, "\n");
}

void check_add_call(base_text *text, const check_state *c, const check_node *node)
{
    const hddl_schema *schema = hddl_schema_of(c->problem, node->method == HDDL_NONE, node->index);
    base_text_add(text, "%s", schema->name);
    for (uint32_t i = 0; i < schema->parameter_count; i++)
        base_text_add(text, " %s", c->problem->objects[c->arguments[node->first_argument + i]].name);
}

static void add_term(base_text *text, const check_state *c, hddl_term term)
{
    const uint32_t object = check_value_of(c, term);
    if (object != CHECK_UNBOUND)
        base_text_add(text, " %s", c->problem->objects[object].name);
    else
        base_text_add(text, " ?%s", c->binding.schema->variables.items[term].name);
}

static void add_atom(base_text *text, const check_state *c, const hddl_atom *atom)
{
    const hddl_predicate *predicate = &c->problem->predicates[atom->predicate];
    base_text_add(text, "(%s", predicate->name);
    for (uint32_t i = 0; i < predicate->parameters.count; i++)
        add_term(text, c, atom->terms[i]);
    base_text_add(text, ")");
}

static void add_quantified(base_text *text, const check_state *c, const hddl_formula *f)
{
    base_text_add(text, "(%s (", f->kind == HDDL_FORALL ? "forall" : "exists");
    for (uint32_t i = f->first; i < f->first + f->count; i++) {
        const hddl_variable *variable = &c->binding.schema->variables.items[i];
        base_text_add(text, "%s?%s - %s", i > f->first ? " " : "", variable->name,
                      c->problem->types[variable->type].name);
    }
    base_text_add(text, ") ");
}

void check_add_formula(base_text *text, const check_state *c, const hddl_formula *f)
{
    static const char *const words[] = {
        [HDDL_NOT] = "(not ", [HDDL_AND] = "(and ", [HDDL_OR] = "(or ", [HDDL_IMPLY] = "(imply "};
    if (text->length > MOST_FORMULA) {
        base_text_add(text, "...");
        return;
    }
    if (f->kind == HDDL_ATOM) {
        add_atom(text, c, &f->atom);
        return;
    }
    if (f->kind == HDDL_EQUAL || f->kind == HDDL_SORT) {
        base_text_add(text, f->kind == HDDL_EQUAL ? "(=" : "(sort");
        add_term(text, c, f->left);
        if (f->kind == HDDL_EQUAL)
            add_term(text, c, f->right);
        else
            base_text_add(text, " %s", c->problem->types[f->type].name);
        base_text_add(text, ")");
        return;
    }
    if (f->kind == HDDL_FORALL || f->kind == HDDL_EXISTS)
        add_quantified(text, c, f);
    else
        base_text_add(text, "%s", words[f->kind]);
    for (uint32_t i = 0; i < f->part_count && text->length <= MOST_FORMULA; i++) {
        base_text_add(text, i > 0 ? " " : "");
        check_add_formula(text, c, f->parts[i]);
    }
    base_text_add(text, ")");
}

void check_add_subtask(base_text *text, const check_state *c, const hddl_subtask *subtask)
{
    const hddl_schema *schema = hddl_schema_of(c->problem, subtask->primitive, subtask->index);
    base_text_add(text, "(%s", schema->name);
    for (uint32_t i = 0; i < schema->parameter_count; i++)
        add_term(text, c, subtask->terms[i]);
    base_text_add(text, ")");
}
