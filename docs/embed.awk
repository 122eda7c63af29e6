# Makes the pages that `htn mcp` serves, so that one file is enough: for each file lines of C, {"URI", "TITLE", "text"}. docs/language.md is
# cut at its headings `## `, as a whole page is more than a reader of one question wants.
#
#     awk -f docs/embed.awk docs/language.md docs/testing.md domains/*.htn > build/gen/documents.inc
function flush() {
    if (uri != "") printf "{\"%s\", \"%s\", \"%s\"},\n", uri, title, text
    uri = text = ""
}
function quoted(line) {
    gsub(/\\/, "\\\\\\\\", line)
    gsub(/"/, "\\\"", line)
    gsub(/\?/, "\\?", line)
    gsub(/\t/, "\\t", line)
    sub(/\r$/, "", line)
    return line
}
FNR == 1 {
    flush()
    name = FILENAME
    uri = "htn://" name
    title = name
    sub(/^docs\//, "", title)
    if (name ~ /^domains\//) title = "lesson " title
    sub(/domains\//, "", title)
    sub(/^docs\//, "", uri)
}
/^```/ { fenced = !fenced }
!fenced && /^## / && FILENAME == "docs/language.md" {
    flush()
    heading = substr($0, 4)
    slug = tolower(heading)
    gsub(/[^a-z0-9]+/, "-", slug)
    uri = "htn://docs/language.md/" slug
    title = "language: " quoted(heading)
}
/^<!--.*-->$/ { next }
{ text = text quoted($0) "\\n" }
END { flush() }
