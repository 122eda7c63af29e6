/*
 * Entities types and their subtypes. In the model's list, a type stands before its subtypes, and they follow it at once: a family of
 * types is one run, with the outermost type first.
 */
#include "compiler/names/names_entities.h"

static void link_subtypes(htnc_resolver *resolver)
{
    for (htnc_file *file = resolver->model->files; file; file = file->next)
        for (htnc_type_decl *each = file->types; each; each = each->next) {
            htnc_type *parent = (htnc_type *)each->type->parent;
            if (!parent)
                continue;
            if (parent->last_subtype)
                parent->last_subtype->next_subtype = each->type;
            else
                parent->first_subtype = each->type;
            parent->last_subtype = each->type;
        }
}

/* The instances of a family are numbered as a whole, so its types are all open or all closed. */
static void check_family(htnc_resolver *resolver, const htnc_type_decl *declaration)
{
    const htnc_type *type = declaration->type, *parent = type->parent;
    if (!parent || parent->open == type->open)
        return;
    base_diagnostic *report =
        base_report(resolver->diagnostics, BASE_DIAG_MIXED_TYPES, declaration->parent.span,
                    "`%s` is %s and `%s` is %s: a type and its subtypes all have `Max`, or all `Values`", type->name,
                    type->open ? "open" : "closed", parent->name, parent->open ? "open" : "closed");
    base_report_note(resolver->diagnostics, report, parent->span, "declared here");
}

/* Reports a closed type that has no values, and no subtype with values. */
static void check_values(htnc_resolver *resolver, const htnc_type_decl *declaration)
{
    const htnc_type *type = declaration->type;
    const htnc_type *each = type->first_subtype;
    bool empty = type->value_count == 0 && !type->open;
    while (empty && each) {
        empty = each->value_count == 0;
        const htnc_type *next = each->first_subtype;
        for (; !next && each != type; each = each->parent)
            next = each->next_subtype;
        each = next;
    }
    if (empty)
        base_report(resolver->diagnostics, BASE_DIAG_EMPTY_TYPE, declaration->name.span, "`%s` has no values",
                    type->name);
}

/* The next type in the order: the first subtype, else the next sister, else the next sister of a parent. */
static htnc_type *next_of_family(const htnc_type *type)
{
    if (type->first_subtype)
        return type->first_subtype;
    while (type && !type->next_subtype)
        type = type->parent;
    return type ? type->next_subtype : NULL;
}

void htnc_order_types(htnc_resolver *resolver)
{
    htnc_model *model = resolver->model;
    htnc_type *list = model->types, **end = &model->types;
    htnc_type **all = base_alloc_array(resolver->arena, (size_t)model->type_count + 1, sizeof *all);
    uint32_t count = 0, index = 0;
    link_subtypes(resolver);
    for (htnc_file *file = model->files; file; file = file->next)
        for (const htnc_type_decl *each = file->types; each; each = each->next) {
            check_family(resolver, each);
            check_values(resolver, each);
        }
    for (; list; list = list->next)
        all[count++] = list;
    for (uint32_t i = 0; i < count; i++)
        for (htnc_type *each = all[i]->parent ? NULL : all[i]; each; each = next_of_family(each)) {
            each->index = index++;
            *end = each;
            end = &each->next;
        }
    *end = NULL;
}
