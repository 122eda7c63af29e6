# Makes the texts of `htn help ID` from docs/diagnostics.md: for each heading `### ID` a line of C, {"ID", "text"}, without the marks of
# the page: fenced examples are indented, comments and the targets of links are left out.
#
#     awk -f docs/help_texts.awk docs/diagnostics.md > build/gen/diagnostic_texts.inc
function flush() {
    sub(/(\\n)+$/, "\\n", text)
    if (id != "") printf "{\"%s\", \"%s\"},\n", id, text
    id = text = ""
}
function add(line) {
    gsub(/\\/, "\\\\\\\\", line)
    gsub(/"/, "\\\"", line)
    text = text line "\\n"
}
/^## / { flush() }
/^### / { flush(); id = $2; skip = 1; next }
id == "" || /^<!--/ { next }
skip && $0 == "" { next }
{ skip = 0 }
/^```/ { example = !example; next }
example { add("    " $0); next }
{
    while (match($0, /\[[^]]*\]\([^)]*\)/)) {
        link = substr($0, RSTART + 1, RLENGTH)
        sub(/\].*/, "", link)
        $0 = substr($0, 1, RSTART - 1) link substr($0, RSTART + RLENGTH)
    }
    add($0)
}
END { flush() }
