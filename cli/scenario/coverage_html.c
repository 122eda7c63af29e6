/* Coverage as a page; see coverage_html.h. */
#include "cli/scenario/coverage_html.h"
#include "cli/common/html_page.h"
#include "cli/common/markup.h"
#include "cli/scenario/coverage_list.h"
#include <stdlib.h>
#include <string.h>

static const char style[] =
    "body { max-width: 75rem }\n"
    ".line > .times { width: 4.5rem; text-align: right; padding-right: .8rem; flex: none; color: var(--faint) }\n"
    ".line > .note { color: var(--bad); padding: 0 1rem 0 2rem; font-style: italic }\n"
    ".hit { background: var(--good-paper) } .miss { background: var(--bad-paper) } .part { background: "
    "var(--maybe-paper) }\n"
    "meter { width: 7rem; height: .8rem; vertical-align: middle } ul { padding-left: 1.2rem; margin: .3rem 0 }\n"
    ".key span { padding: .1rem .5rem; border-radius: 4px }\n";

static void add_share(base_text *text, uint32_t covered, uint32_t all)
{
    if (all == 0)
        base_text_add(text, "<td class=\"faint\">none</td>");
    else
        base_text_add(text,
                      "<td><meter min=\"0\" max=\"%u\" low=\"%u\" optimum=\"%u\" value=\"%u\"></meter> %u of %u</td>",
                      all, all, all, covered, covered, all);
}

static void add_row(base_text *text, const coverage_tally *of, const char *name, uint32_t file)
{
    base_text_add(text, "<tr><td>");
    if (file != UINT32_MAX)
        base_text_add(text, "<a href=\"#f%u\">", file);
    cli_add_escaped(text, name, false);
    base_text_add(text, "%s</td>", file != UINT32_MAX ? "</a>" : "");
    for (uint32_t i = 0; i < 3; i++)
        add_share(text, of->covered[i], of->all[i]);
    base_text_add(text, "</tr>\n");
}

static void add_sums(base_text *text, const coverage_map *map)
{
    uint32_t rows = 0;
    base_text_add(text, "<table>\n<thead><tr><th>exercised</th>");
    for (uint32_t i = 0; i < 3; i++)
        base_text_add(text, "<th>%s</th>", coverage_columns[i]);
    base_text_add(text, "</tr></thead>\n<tbody>\n");
    for (uint32_t i = 0; i < map->source_count; i++) {
        const coverage_tally of = coverage_tally_of(map, i);
        if (coverage_has_items(&of))
            add_row(text, &of, map->sources[i].path, i);
        rows += coverage_has_items(&of);
    }
    const coverage_tally all = coverage_tally_of(map, UINT32_MAX);
    if (rows > 1)
        add_row(text, &all, "all", UINT32_MAX);
    base_text_add(text, "</tbody>\n</table>\n");
}

/* `method 2 of Attack was never reached` */
static void add_lack(base_text *text, const coverage_item *item)
{
    base_text words = {0};
    coverage_add_subject(&words, item);
    base_text_add(&words, " %s", coverage_lack(item));
    cli_add_escaped(text, base_text_of(&words), false);
    base_text_free(&words);
}

static void add_lacks(base_text *text, const coverage_map *map, coverage_item *const *list, uint32_t count)
{
    bool begun = false;
    for (uint32_t i = 0; i < count; i++) {
        if (coverage_is_covered(list[i]) || coverage_is_implied(list[i]))
            continue;
        base_text_add(text, "%s<li><a href=\"#f%u-%u\">", begun ? "" : "<h2>Not exercised</h2>\n<ul>\n", list[i]->file,
                      list[i]->line);
        cli_add_escaped(text, map->sources[list[i]->file].path, false);
        base_text_add(text, ":%u</a> ", list[i]->line);
        add_lack(text, list[i]);
        base_text_add(text, "</li>\n");
        begun = true;
    }
    base_text_add(text, begun ? "</ul>\n" : "<p class=\"good\">Everything is exercised.</p>\n");
}

/* One line of a source, with its items. */
static void add_line(base_text *text, uint32_t file, uint32_t number, const char *line, coverage_item *const *items,
                     uint32_t count)
{
    base_text times = {0}, words = {0};
    uint32_t covered = 0;
    uint64_t number_of_times;
    for (uint32_t i = 0; i < count; i++)
        covered += coverage_is_covered(items[i]);
    if (coverage_times_of_line(items, count, &number_of_times))
        base_text_add(&times, "%llu\xC3\x97", (unsigned long long)number_of_times);
    base_text_add_bytes(&words, line, strcspn(line, "\r\n"));
    base_text_add(text,
                  "<div class=\"line%s\" id=\"f%u-%u\"><span class=\"times\">%s</span><a href=\"#f%u-%u\">%u</a><span>",
                  count == 0         ? ""
                  : covered == count ? " hit"
                  : covered == 0     ? " miss"
                                     : " part",
                  file, number, base_text_of(&times), file, number, number);
    cli_add_escaped(text, base_text_of(&words), false);
    base_text_add(text, "</span>");
    const char *between = "<span class=\"note\">";
    for (uint32_t i = 0; i < count; i++) {
        if (coverage_is_covered(items[i]) || coverage_is_implied(items[i]))
            continue;
        base_text_add(text, "%s", between);
        add_lack(text, items[i]);
        between = "; ";
    }
    base_text_add(text, "%s</div>\n", between[0] == ';' ? "</span>" : "");
    base_text_free(&times);
    base_text_free(&words);
}

static void add_source(base_text *text, const coverage_map *map, uint32_t file, coverage_item *const *items,
                       uint32_t count)
{
    const char *line = map->sources[file].text;
    base_text_add(text, "<h2 id=\"f%u\">", file);
    cli_add_escaped(text, map->sources[file].path, false);
    base_text_add(text, "</h2>\n<div class=\"source\" tabindex=\"0\">\n");
    for (uint32_t number = 1; *line != '\0'; number++) {
        uint32_t on = 0;
        while (on < count && items[on]->line == number)
            on++;
        add_line(text, file, number, line, items, on);
        items += on;
        count -= on;
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    base_text_add(text, "</div>\n");
}

void coverage_add_html(base_text *text, const coverage_map *map, uint32_t passed, uint32_t failed)
{
    uint32_t count, first = 0;
    coverage_item **list = coverage_sorted(map, &count);
    cli_html_begin(text, "Coverage by scenarios", style);
    base_text_add(text, "<h1>Coverage by scenarios</h1>\n<p>%u passed, <span%s>%u failed</span></p>\n", passed,
                  failed > 0 ? " class=\"bad\"" : "", failed);
    add_sums(text, map);
    add_lacks(text, map, list, count);
    base_text_add(text,
                  "<p class=\"key faint\">Lines: <span class=\"hit\">exercised</span> <span class=\"part\">in "
                  "part</span> <span class=\"miss\">not exercised</span>. In front: how often a plan had the task "
                  "or method, or the operator started.</p>\n");
    while (first < count) {
        uint32_t end = first;
        while (end < count && list[end]->file == list[first]->file)
            end++;
        add_source(text, map, list[first]->file, list + first, end - first);
        first = end;
    }
    cli_html_end(text);
    free(list);
}
