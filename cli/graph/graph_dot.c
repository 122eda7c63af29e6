/* Networks for Graphviz; see graph_dot.h. graphviz.c gives the colours below their dark counterparts. */
#include "cli/graph/graph_dot.h"
#include "cli/common/debug_info.h"
#include "cli/common/markup.h"
#include "cli/explain/explain_source.h"
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 44 /* bytes of a text in a box; longer ones are cut */, MOST_NAMES = 6 /* of properties in a box */ };

/* Escaped, cut where it is long. */
static void add_cut(base_text *text, const char *from)
{
    base_text cut = {0};
    size_t length = strlen(from);
    const bool longer = length > LONGEST;
    for (length = longer ? LONGEST - 3 : length; length > 0 && ((unsigned char)from[length] & 0xC0) == 0x80;)
        length--;
    base_text_add_bytes(&cut, from, length);
    base_text_add(&cut, longer ? "..." : "");
    cli_add_escaped(text, base_text_of(&cut), true);
    base_text_free(&cut);
}

/* In a string of DOT, where a backslash begins an escape, and `&` one of HTML. */
static void add_quoted(base_text *text, const char *from)
{
    for (; *from != '\0'; from++)
        base_text_add(text, *from == '"' || *from == '\\' ? "\\%c" : *from == '&' ? "&amp;" : "%c", *from);
}

/* The node of a task. Browsers show it when the pointer is over the node. */
static void add_node(base_text *text, const htn_domain *domain, uint32_t task)
{
    base_text_add(text, "\"");
    add_quoted(text, htn_task_name(domain, task));
    base_text_add(text, "\"");
}

static void add_name(base_text *text, const htn_domain *domain, uint32_t task)
{
    base_text name = {0};
    explain_add_task_name(&name, domain, task);
    const bool made = explain_made_of(domain, task) != EXPLAIN_AS_WRITTEN;
    const uint32_t count = made ? 0 : CLI_FIELD(domain, TASKS, task, PARAMETER_COUNT);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t parameter = CLI_FIELD(domain, TASKS, task, FIRST_PARAMETER) + i;
        base_text_add(&name, "%s%s", i == 0 ? "(" : ", ", CLI_TEXT(domain, PARAMETERS, parameter, NAME));
    }
    base_text_add(&name, count > 0 ? ")" : "");
    add_cut(text, base_text_of(&name));
    base_text_free(&name);
}

/* --- What is highlighted ---------------------------------------------------------------------------------- */

static bool is_on(const graph_look *look, uint32_t task)
{
    return look->plan != NULL && look->plan->tasks[task];
}

/* The colour of texts: grey if a plan is shown and this is no part of it. */
static const char *ink(const graph_look *look, bool on)
{
    return look->plan != NULL && !on ? "#8c8c8c" : "#1c1c1c";
}

static const char *paper(const graph_look *look, bool on, const char *usual)
{
    return look->plan == NULL ? usual : on ? "#ffd9a0" : "#ffffff";
}

/* --- Properties --------------------------------------------------------------------------------------- */

/* A line of a box: `reads A, B`. */
static void add_names(base_text *text, const graph *made, const graph_look *look, uint32_t task, bool writes)
{
    uint32_t count = 0;
    for (uint32_t i = made->first_use[task]; i < made->first_use[task + 1] && !look->properties; i++) {
        const graph_use *use = &made->uses[made->uses_of_tasks[i]];
        if (use->writes != writes)
            continue;
        if (count == 0)
            base_text_add(
                text, "<TR><TD COLSPAN=\"2\" ALIGN=\"LEFT\"><FONT POINT-SIZE=\"10\" COLOR=\"%s\"><I>%s&#160;</I>",
                look->plan != NULL && !is_on(look, task) ? "#8c8c8c" : "#595959", writes ? "writes" : "reads");
        if (count < MOST_NAMES) {
            base_text_add(text, count > 0 ? ", " : "");
            add_cut(text, htn_property_name(made->domain, use->property));
        }
        count++;
    }
    if (count > MOST_NAMES)
        base_text_add(text, " and %u more", count - MOST_NAMES);
    base_text_add(text, count > 0 ? "</FONT></TD></TR>" : "");
}

static void add_property(base_text *text, const htn_domain *domain, uint32_t property)
{
    base_text_add(text, "\"property ");
    add_quoted(text, htn_property_name(domain, property));
    base_text_add(text, "\"");
}

static void add_properties(base_text *text, const graph *made)
{
    const htn_domain *domain = made->domain;
    const uint32_t properties = htn_domain_count(domain, HTN_SECTION_PROPERTIES);
    bool *used = base_allocate(((size_t)properties + 1) * sizeof *used);
    for (uint32_t i = 0; i < made->use_count; i++)
        used[made->uses[i].property] = true;
    for (uint32_t i = 0; i < properties; i++) {
        if (!used[i])
            continue;
        base_text_add(text, "  ");
        add_property(text, domain, i);
        base_text_add(text, " [shape=ellipse style=filled fillcolor=\"#eef5e6\" color=\"#5f8a3c\" label=\"");
        add_quoted(text, htn_property_name(domain, i));
        base_text_add(text, "\"]\n");
    }
    free(used);
    for (uint32_t i = 0; i < made->use_count; i++) {
        const graph_use *use = &made->uses[i];
        base_text_add(text, "  ");
        if (use->writes)
            add_node(text, domain, use->task);
        else
            add_property(text, domain, use->property);
        base_text_add(text, " -> ");
        if (use->writes)
            add_property(text, domain, use->property);
        else
            add_node(text, domain, use->task);
        base_text_add(text, use->writes ? " [color=\"#5f8a3c\" style=dotted penwidth=1.5]\n"
                                        : " [color=\"#8a8a8a\" style=dotted constraint=false]\n");
    }
}

/* --- Tasks -------------------------------------------------------------------------------------------- */

static void add_primitive(base_text *text, const graph *made, const graph_look *look, uint32_t task)
{
    const htn_domain *domain = made->domain;
    const bool on = is_on(look, task);
    const uint32_t acts = CLI_FIELD(domain, TASKS, task, OPERATOR);
    base_text_add(text, "  ");
    add_node(text, domain, task);
    base_text_add(text,
                  " [class=\"primitive%s\" label=<<TABLE BORDER=\"%d\" CELLBORDER=\"0\" CELLSPACING=\"0\" "
                  "CELLPADDING=\"4\" STYLE=\"ROUNDED\" COLOR=\"%s\" BGCOLOR=\"%s\"><TR><TD PORT=\"h\" COLSPAN=\"2\">"
                  "<FONT COLOR=\"%s\">",
                  on ? " taken" : "", on ? 2 : 1,
                  on                   ? "#b45309"
                  : look->plan != NULL ? "#b0b0b0"
                                       : "#767676",
                  paper(look, on, "#fbf7ea"), ink(look, on));
    if (on && look->plan->steps[task] != NULL)
        base_text_add(text, "<B>%s.&#160;</B>", look->plan->steps[task]);
    add_name(text, domain, task);
    base_text_add(text, "</FONT></TD></TR>");
    if (acts != HTN_NONE && strcmp(CLI_TEXT(domain, OPERATORS, acts, NAME), htn_task_name(domain, task)) != 0) {
        base_text_add(text,
                      "<TR><TD COLSPAN=\"2\" ALIGN=\"LEFT\"><FONT POINT-SIZE=\"10\" COLOR=\"%s\"><I>operator&#160;</I>",
                      look->plan != NULL && !on ? "#8c8c8c" : "#595959");
        add_cut(text, CLI_TEXT(domain, OPERATORS, acts, NAME));
        base_text_add(text, "</FONT></TD></TR>");
    }
    add_names(text, made, look, task, false);
    add_names(text, made, look, task, true);
    base_text_add(text, "</TABLE>>]\n");
}

/* By method of a task: its item, or HTN_NONE. In one pass, as a task may have thousands of methods. */
static uint32_t *items_of_methods(const htn_domain *domain, uint32_t task)
{
    const uint32_t count = CLI_FIELD(domain, TASKS, task, METHOD_COUNT);
    uint32_t end, *items = base_allocate(((size_t)count + 1) * sizeof *items);
    for (uint32_t i = 0; i < count; i++)
        items[i] = HTN_NONE;
    for (uint32_t item = cli_items_of_task(domain, task, &end); item < end; item++) {
        const uint32_t method = CLI_FIELD(domain, DEBUG_ITEMS, item, METHOD);
        if (CLI_FIELD(domain, DEBUG_ITEMS, item, KIND) == HTN_ITEM_METHOD && method < count &&
            items[method] == HTN_NONE)
            items[method] = item;
    }
    return items;
}

/* `<B>0 fight</B> [Potions > 0]` */
static void add_method_head(base_text *text, const graph_look *look, const htn_domain *domain, uint32_t task,
                            uint32_t method, uint32_t item, bool on)
{
    const char *label = CLI_TEXT(domain, METHODS, CLI_FIELD(domain, TASKS, task, FIRST_METHOD) + method, LABEL);
    const char *list = item != HTN_NONE ? strchr(CLI_DEBUG_TEXT(domain, DEBUG_ITEMS, item, TEXT), '[') : NULL;
    base_text_add(text, "<FONT COLOR=\"%s\">%s%u&#160;", ink(look, on), on ? "<B>" : "", method);
    add_cut(text, label);
    base_text_add(text, "%s%s", label[0] != '\0' ? "&#160;" : "", on ? "</B>" : "");
    add_cut(text, item == HTN_NONE ? "never" : list != NULL ? list : "");
    base_text_add(text, "</FONT>");
}

/* The lines of one method; `*at`: its first subtask, which becomes the one behind its last. */
static void add_method(base_text *text, const graph *made, const graph_look *look, uint32_t task, uint32_t method,
                       uint32_t item, uint32_t *at)
{
    const htn_domain *domain = made->domain;
    const bool on = look->plan != NULL && look->plan->methods[CLI_FIELD(domain, TASKS, task, FIRST_METHOD) + method];
    uint32_t end = *at;
    while (end < made->subtask_count && made->subtasks[end].owner == task && made->subtasks[end].method == method)
        end++;
    base_text_add(text, "<HR/><TR><TD ALIGN=\"LEFT\" VALIGN=\"TOP\" ROWSPAN=\"%u\"%s>", end > *at ? end - *at : 1,
                  on ? " BGCOLOR=\"#ffe9c9\"" : "");
    add_method_head(text, look, domain, task, method, item, on);
    base_text_add(text, "</TD>");
    if (end == *at)
        base_text_add(text, "<TD ALIGN=\"LEFT\"><FONT COLOR=\"#8c8c8c\">nothing</FONT></TD></TR>");
    for (uint32_t i = *at; i < end; i++) {
        const graph_subtask *each = &made->subtasks[i];
        const bool taken = look->plan != NULL && look->plan->subtasks[each->record];
        base_text_add(text, "%s<TD ALIGN=\"LEFT\" PORT=\"s%u\"%s><FONT COLOR=\"%s\">", i > *at ? "<TR>" : "", i,
                      taken ? " BGCOLOR=\"#ffe9c9\"" : "", ink(look, taken));
        add_cut(text, each->text);
        base_text_add(text, "</FONT></TD></TR>");
    }
    *at = end;
}

static void add_compound(base_text *text, const graph *made, const graph_look *look, uint32_t task, uint32_t first)
{
    const htn_domain *domain = made->domain;
    const bool on = is_on(look, task), root = graph_is_root(domain, task);
    base_text_add(text, "  ");
    add_node(text, domain, task);
    base_text_add(text,
                  " [class=\"compound%s\" label=<<TABLE BORDER=\"%d\" CELLBORDER=\"0\" CELLSPACING=\"0\" "
                  "CELLPADDING=\"4\" COLOR=\"%s\" BGCOLOR=\"#ffffff\"><TR><TD PORT=\"h\" COLSPAN=\"2\" "
                  "BGCOLOR=\"%s\"><FONT COLOR=\"%s\">%s<B>",
                  on ? " taken" : "", on || root ? 2 : 1,
                  on                   ? "#b45309"
                  : look->plan != NULL ? "#b0b0b0"
                                       : "#3a6ea8",
                  paper(look, on, "#d6e6f7"), ink(look, on), root ? "root&#160;" : "");
    add_name(text, domain, task);
    base_text_add(text, "%s</FONT></TD></TR>", cli_selects(domain, task) ? "&#160;</B>selects" : "</B>");
    uint32_t *items = items_of_methods(domain, task);
    for (uint32_t i = 0; i < CLI_FIELD(domain, TASKS, task, METHOD_COUNT); i++)
        add_method(text, made, look, task, i, items[i], &first);
    free(items);
    add_names(text, made, look, task, false);
    base_text_add(text, "</TABLE>>]\n");
}

/* --- Arrows ------------------------------------------------------------------------------------------- */

static void add_arrow(base_text *text, const htn_domain *domain, const graph_look *look, const graph_subtask *from,
                      uint32_t index, uint32_t to, const char *style)
{
    const bool on = look->plan != NULL && look->plan->subtasks[from->record] && look->plan->tasks[to];
    base_text_add(text, "  ");
    add_node(text, domain, from->owner);
    base_text_add(text, ":s%u:e -> ", index);
    add_node(text, domain, to);
    base_text_add(text, ":h:w [color=\"%s\"%s%s%s]\n",
                  on                   ? "#b45309"
                  : look->plan != NULL ? "#b0b0b0"
                                       : "#4a4a4a",
                  on ? " penwidth=2.2" : "", style, from->recursive ? " style=dashed constraint=false" : "");
}

static void add_arrows(base_text *text, const graph *made, const graph_look *look)
{
    for (uint32_t i = 0; i < made->subtask_count; i++) {
        const graph_subtask *each = &made->subtasks[i];
        if (each->task != HTN_NONE)
            add_arrow(text, made->domain, look, each, i, each->task, "");
        if (each->achieve == HTN_NONE)
            continue;
        const uint32_t first = CLI_FIELD(made->domain, ACHIEVES, each->achieve, FIRST_USE);
        for (uint32_t k = 0; k < CLI_FIELD(made->domain, ACHIEVES, each->achieve, USE_COUNT); k++)
            add_arrow(text, made->domain, look, each, i, CLI_FIELD(made->domain, USES, first + k, TASK),
                      " style=dashed arrowhead=empty");
    }
}

void graph_add_dot(base_text *text, const graph *made, const graph_look *look)
{
    const htn_domain *domain = made->domain;
    uint32_t first = 0;
    base_text_add(text, "digraph tasks {\n"
                        "  graph [rankdir=LR bgcolor=transparent ranksep=0.9 nodesep=0.22]\n"
                        "  node [shape=plain fontname=\"Helvetica,Arial,sans-serif\" fontsize=12]\n"
                        "  edge [arrowsize=0.7]\n");
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_TASKS); i++) {
        while (first < made->subtask_count && made->subtasks[first].owner < i)
            first++;
        if (cli_is_primitive(domain, i))
            add_primitive(text, made, look, i);
        else
            add_compound(text, made, look, i, first);
    }
    if (look->properties)
        add_properties(text, made);
    add_arrows(text, made, look);
    base_text_add(text, "}\n");
}
