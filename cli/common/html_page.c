/* The frame of pages; see html_page.h. */
#include "cli/common/html_page.h"
#include "cli/common/markup.h"

/* Colours by meaning: paper, ink, faint ink, lines, links, and the grounds and inks of good, bad and doubtful things. */
static const char common[] =
    ":root { color-scheme: light dark; --paper: #fff; --ink: #1c1c1c; --faint: #5c5c5c; --edge: #d4d4d4; --link: "
    "#0b57a4;\n"
    "  --good: #1a6b2f; --good-paper: #e6f4e8; --bad: #a61b1b; --bad-paper: #fdeaea; --maybe: #7a5200; --maybe-paper: "
    "#fff4d6;\n"
    "  --mark: #fff1b8; --side: #f6f6f6 }\n"
    "@media (prefers-color-scheme: dark) { :root { --paper: #17191b; --ink: #e6e6e6; --faint: #a3a3a3; --edge: "
    "#3a3e41;\n"
    "  --link: #7db7f0; --good: #86d49a; --good-paper: #17301d; --bad: #ff9a94; --bad-paper: #3a1c1c; --maybe: "
    "#f0c674;\n"
    "  --maybe-paper: #332a12; --mark: #4a3f10; --side: #1f2224 } }\n"
    "* { box-sizing: border-box }\n"
    "body { margin: 0 auto; padding: 1.5rem; background: var(--paper); color: var(--ink); font: 15px/1.45 system-ui, "
    "sans-serif }\n"
    "h1 { font-size: 1.35rem; margin: 0 0 .4rem } h2 { font-size: 1.1rem; margin: 1.6rem 0 .5rem }\n"
    "a { color: var(--link) } code, pre, .code { font: 13px/1.5 ui-monospace, monospace }\n"
    ":focus-visible { outline: 2px solid var(--link); outline-offset: 2px }\n"
    "summary { cursor: pointer } .faint { color: var(--faint) } .good { color: var(--good) } .bad { color: var(--bad) "
    "}\n"
    ".maybe { color: var(--maybe) } table { border-collapse: collapse } th { text-align: left; font-weight: 600 }\n"
    "th, td { padding: .2rem .9rem .2rem 0 } tbody tr { border-top: 1px solid var(--edge) }\n"
    ".source { overflow-x: auto; border: 1px solid var(--edge); border-radius: 6px; margin: .4rem 0 }\n"
    ".line { display: flex; white-space: pre; font: 13px/1.5 ui-monospace, monospace; min-width: max-content; "
    "scroll-margin: "
    "4rem }\n"
    ".line > a { width: 3.5rem; padding-right: .8rem; text-align: right; color: var(--faint); text-decoration: none; "
    "flex: "
    "none }\n"
    ".line:target { background: var(--mark) }\n";

void cli_html_begin(base_text *text, const char *title, const char *style)
{
    base_text_add(text, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    cli_add_escaped(text, title, false);
    base_text_add(text, "</title>\n<style>\n%s%s</style>\n</head>\n<body>\n", common, style);
}

void cli_html_end(base_text *text)
{
    base_text_add(text, "</body>\n</html>\n");
}
