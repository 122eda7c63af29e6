/* Explanations as HTML; see explain_html.h. */
#include "cli/explain/explain_html.h"
#include "cli/common/html_page.h"
#include "cli/common/markup.h"
#include "cli/common/records.h"
#include <stdlib.h>
#include <string.h>

/* What a line begins with, in place of `x `, `> ` and the like. Texts of sources have no such characters. */
enum { NO = 1, YES, MAYBE, LEFT };

static const char style[] =
    "body { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 2rem; max-width: 110rem }\n"
    "header { grid-column: 1 / -1 } .sources { position: sticky; top: 0; max-height: 100vh; overflow: auto; "
    "align-self: "
    "start }\n"
    "@media (max-width: 70rem) { body { grid-template-columns: minmax(0, 1fr) } .sources { position: static; "
    "max-height: "
    "none } }\n"
    ".chips code { background: var(--side); border: 1px solid var(--edge); border-radius: 4px; padding: .05rem .4rem; "
    "margin-right: .3rem }\n"
    ".tree { font: 14px/1.55 system-ui, sans-serif } .tree details, .leaf { margin-left: .55rem; padding-left: .85rem; "
    "border-left: 1px solid var(--edge) }\n"
    ".tree details > summary { margin-left: -.85rem; padding-left: .2rem } .leaf { padding-left: 1.2rem }\n"
    ".tree > details, .tree > .leaf { border: 0; margin: .3rem 0 0; padding-left: .2rem } .place { float: right; "
    "margin-left: 1rem; font-size: "
    "12px; "
    "white-space: nowrap }\n"
    ".step { font-weight: 600; background: var(--good-paper); border-radius: 4px; padding: 0 .3rem } .rejected { "
    "color: "
    "var(--faint) }\n"
    ".sources > h2:first-child { margin-top: 0 } .plain { margin: .1rem 0 .1rem 1.2rem } .outcome { font-size: "
    "1.05rem; margin: .3rem 0 .8rem }\n"
    ".line.read { background: var(--maybe-paper) } .line.read:target { background: var(--mark) }\n";

explain_style explain_html_style(void)
{
    return (explain_style){.branch = "",
                           .last = "",
                           .through = "",
                           .space = "",
                           .no = "\001",
                           .yes = "\002",
                           .maybe = "\003",
                           .left = "\004",
                           .times = "\xC3\x97",
                           .good = "",
                           .bad = "",
                           .faint = "",
                           .strong = "",
                           .plain = ""};
}

/* --- Sources ------------------------------------------------------------------------------------------ */

static const base_source *source_of(const explain_page *page, uint32_t item, uint32_t *number)
{
    const cli_subject *subject = &page->search->session->subject;
    const htn_domain *domain = page->search->domain;
    if (item == HTN_NONE || !subject->is_source)
        return NULL;
    const uint32_t file = CLI_FIELD(domain, DEBUG_ITEMS, item, FILE);
    const char *path = CLI_DEBUG_TEXT(domain, DEBUG_FILES, file, NAME);
    for (const base_source *each = subject->compilation.workspace.sources.first; each != NULL; each = each->next)
        if (!each->is_made && strcmp(each->path, path) == 0) {
            *number = each->index;
            return each;
        }
    return NULL;
}

/* By line, from 1, whether an item of the page is in it. To be freed. */
static bool *lines_read(const explain_page *page, const base_source *source)
{
    bool *lines = base_allocate(((size_t)source->length + 2) * sizeof *lines);
    uint32_t number = 0;
    for (size_t i = 0; i < page->count; i++)
        if (source_of(page, page->lines[i].item, &number) == source) {
            const uint32_t line = CLI_FIELD(page->search->domain, DEBUG_ITEMS, page->lines[i].item, LINE);
            lines[line <= source->length ? line : 0] = true;
        }
    return lines;
}

static void add_source(base_text *text, const explain_page *page, const base_source *source)
{
    const char *line = source->text;
    bool *read = lines_read(page, source);
    base_text words = {0};
    base_text_add(text, "<h2>");
    cli_add_escaped(text, source->path, false);
    base_text_add(text, "</h2>\n<div class=\"source\" tabindex=\"0\">\n");
    for (uint32_t number = 1; *line != '\0'; number++) {
        base_text_clear(&words);
        base_text_add_bytes(&words, line, strcspn(line, "\r\n"));
        base_text_add(text, "<div class=\"line%s\" id=\"f%u-%u\"><a href=\"#f%u-%u\">%u</a><span>",
                      read[number] ? " read" : "", source->index, number, source->index, number, number);
        cli_add_escaped(text, base_text_of(&words), false);
        base_text_add(text, "</span></div>\n");
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    base_text_add(text, "</div>\n");
    base_text_free(&words);
    free(read);
}

/* The sources that the lines are about. */
static void add_sources(base_text *text, const explain_page *page)
{
    const cli_subject *subject = &page->search->session->subject;
    uint32_t number = 0;
    base_text_add(text, "<div class=\"sources\">\n");
    for (const base_source *each = subject->is_source ? subject->compilation.workspace.sources.first : NULL;
         each != NULL; each = each->next) {
        bool used = false;
        for (size_t i = 0; i < page->count && !used; i++)
            used = source_of(page, page->lines[i].item, &number) == each;
        if (used)
            add_source(text, page, each);
    }
    base_text_add(text, "</div>\n");
}

/* --- The tree ----------------------------------------------------------------------------------------- */

static void add_place(base_text *text, const explain_page *page, const explain_line *line)
{
    uint32_t number = 0;
    if (line->source == NULL)
        return;
    if (source_of(page, line->item, &number) != NULL)
        base_text_add(text, "<a class=\"place\" href=\"#f%u-%u\">", number,
                      CLI_FIELD(page->search->domain, DEBUG_ITEMS, line->item, LINE));
    else
        base_text_add(text, "<span class=\"place faint\">");
    cli_add_escaped(text, line->source, false);
    base_text_add(text, source_of(page, line->item, &number) != NULL ? "</a>" : "</span>");
}

/* Where the mark stands in a line: at its beginning, or behind a word such as `then`. NULL: it has none. */
static const char *mark_in(const char *words)
{
    while (*words != '\0' && ((unsigned char)*words > LEFT))
        words++;
    return *words != '\0' ? words : NULL;
}

static void add_words(base_text *text, const explain_line *line)
{
    static const char *const shown[] = {"", "<b class=\"bad\">\xE2\x9C\x97</b> ", "<b class=\"good\">\xE2\x9C\x93</b> ",
                                        "<b class=\"maybe\">\xE2\x80\xA2</b> ", "<b class=\"faint\">\xE2\x97\xA6</b> "};
    const char *mark = mark_in(line->text);
    base_text front = {0};
    if (mark == NULL) {
        base_text_add(text, "<span%s>", line->step != HTN_NONE ? " class=\"step\"" : "");
        cli_add_escaped(text, line->text, false);
        base_text_add(text, "</span>");
        return;
    }
    base_text_add_bytes(&front, line->text, (size_t)(mark - line->text));
    cli_add_escaped(text, base_text_of(&front), false);
    base_text_add(text, "%s<span%s>", shown[(unsigned char)*mark],
                  *mark == NO || *mark == LEFT ? " class=\"rejected\"" : "");
    cli_add_escaped(text, mark + 1, false);
    base_text_add(text, "</span>");
    base_text_free(&front);
}

/* Whether what is below a line is folded: of methods that were tried in vain. */
static bool is_folded(const explain_page *page, const explain_line *line)
{
    const char *mark = mark_in(line->text);
    return page->found && mark != NULL && *mark == NO;
}

static bool has_children(const explain_page *page, size_t at)
{
    return at + 1 < page->count && page->lines[at + 1].kind != EXPLAIN_LINE &&
           (page->lines[at + 1].depth > page->lines[at].depth ||
            (page->lines[at].kind == EXPLAIN_LINE && page->lines[at + 1].depth == page->lines[at].depth));
}

/* How deep a line lies: one level below a line by itself. */
static uint32_t level_of(const explain_line *line)
{
    return line->kind == EXPLAIN_LINE ? 0 : line->depth + 1;
}

static void add_tree(base_text *text, const explain_page *page, size_t first)
{
    uint32_t *open = base_allocate((page->count + 1) * sizeof *open); /* the levels of open details */
    uint32_t depth = 0;
    base_text_add(text, "<div class=\"tree\">\n");
    for (size_t i = first; i < page->count; i++) {
        const explain_line *line = &page->lines[i];
        for (; depth > 0 && level_of(line) <= open[depth - 1]; depth--)
            base_text_add(text, "</details>\n");
        if (line->text[0] == '\0')
            continue;
        if (has_children(page, i)) {
            base_text_add(text, "<details%s><summary>", is_folded(page, line) ? "" : " open");
            add_place(text, page, line);
            add_words(text, line);
            base_text_add(text, "</summary>\n");
            open[depth++] = level_of(line);
        } else {
            base_text_add(text, "<div class=\"leaf\">");
            add_place(text, page, line);
            add_words(text, line);
            base_text_add(text, "</div>\n");
        }
    }
    for (; depth > 0; depth--)
        base_text_add(text, "</details>\n");
    base_text_add(text, "</div>\n");
    free(open);
}

/* The lines up to the first empty one: how the search ended. Returns where they end. */
static size_t add_outcome(base_text *text, const explain_page *page)
{
    size_t i = 0;
    for (; i < page->count && page->lines[i].text[0] != '\0'; i++) {
        const explain_line *line = &page->lines[i];
        base_text_add(text, "<div class=\"%s\"%s>", i == 0 ? "outcome" : "plain",
                      line->kind == EXPLAIN_PLAIN && line->depth > 0 ? " style=\"margin-left: 3rem\"" : "");
        add_place(text, page, line);
        if (i == 0)
            base_text_add(text, "<b class=\"%s\">", page->found ? "good" : "bad");
        cli_add_escaped(text, line->text, false);
        base_text_add(text, "%s", i == 0 ? "</b>" : "");
        base_text_add(text, "</div>\n");
    }
    return i;
}

void explain_add_html(base_text *text, const explain_page *page, const explain_about *about)
{
    base_text title = {0};
    base_text_add(&title, "Plan of %s", about->name);
    cli_html_begin(text, base_text_of(&title), style);
    base_text_add(text, "<header>\n<h1>");
    cli_add_escaped(text, base_text_of(&title), false);
    base_text_add(text, "</h1>\n");
    if (about->setting_count > 0)
        base_text_add(text, "<p class=\"chips\">");
    for (size_t i = 0; i < about->setting_count; i++) {
        base_text_add(text, "<code>");
        cli_add_escaped(text, about->settings[i], false);
        base_text_add(text, "</code> ");
    }
    base_text_add(text, "%s</header>\n<main>\n", about->setting_count > 0 ? "</p>\n" : "");
    const size_t first = add_outcome(text, page);
    add_tree(text, page, first);
    base_text_add(text, "</main>\n");
    add_sources(text, page);
    cli_html_end(text);
    base_text_free(&title);
}
