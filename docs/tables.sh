#!/usr/bin/env bash
# Makes the tables of the reference pages from the lists that the code is made from. A page has
#     <!-- table: NAME -->
#     (generated)
#     <!-- end -->
# And docs/diagnostics.md has below each id the sentence of base/diagnostics.def.
# `docs/tables.sh write` renews them (`make docs`), `docs/tables.sh check` says whether they are current.
cd "$(dirname "$0")/.." || exit 2
export LC_ALL=C

# Common to all: what a macro's line holds. args() fills a[1..n], the last quoted text without its quotes.
library='
function args(line,   text, n, i) {
    sub(/^[^(]*\(/, "", line)
    text = ""
    if (match(line, /"[^"]*"[^"]*$/)) {
        text = substr(line, RSTART + 1)
        sub(/".*/, "", text)
        line = substr(line, 1, RSTART - 1)
    } else sub(/\).*/, "", line)
    n = split(line, a, ",")
    for (i = 1; i <= n; i++) gsub(/^[ \t]+|[ \t]+$|"/, "", a[i])
    if (text != "" || a[n] == "") a[n] = text
    for (i = 1; i <= n; i++) gsub(/\|/, "\\|", a[i])
    return n
}
function lower(name) { return tolower(name) }
'

opcodes() {
    awk "$library"'
        function row(op, where, a, b, c, pops, pushes, work, meaning) {
            printf "| `%s` | %s | %s | %s | %s | %s | %s | %s | %s |\n", op, where, a, b, c, pops, pushes, work, meaning }
        function kind(name) { return name == "NONE" ? "" : name }
        /^\/\* [A-Z].*\*\/$/ { title = $0; gsub(/^\/\* | \*\/$/, "", title)
            printf "%s**%s**\n\n| instruction | where | a | b | c | pops | pushes | work | meaning |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n", (seen++ ? "\n" : ""), title }
        /^HTN_OP\(/ { text = ""; on = 1 }
        on { text = text $0; if ($0 ~ /"\)$/) { on = 0; n = args(text)
            row(a[1] (a[9] == "ENDS" ? "` ∎`" : ""), a[3] == "ANYWHERE" ? "" : lower(a[3]), kind(a[4]), kind(a[5]), kind(a[6]), pops[a[7]] != "" ? pops[a[7]] : a[7],
                a[8], a[10] == 1 ? 1 : "", a[n]) } }
        /^HTN_VALUE_[123]\(/ { n = args($0); row(a[1], "", "", "", "", substr($0, 11, 1), 1, "", a[n]) }
        BEGIN { pops["A"] = "a"; pops["TABLE"] = pops["QUERY"] = "c'"'"'s parameters"; pops["KEY"] = "c'"'"'s parameters but one"
            pops["WRITE"] = "1 or 2"; pops["ALL"] = "all"; pops["CALLERS"] = "a, the caller'"'"'s" }
    ' runtime/include/htn/opcodes.def | sed 's/` ∎`` |/` ∎ |/'
}

operands() {
    awk "$library"'
        /^HTN_OPERAND\(/ { if (!seen++) print "| operand | what it holds |\n| --- | --- |"; n = args($0); printf "| `%s` | %s |\n", a[1], a[n] }
    ' runtime/include/htn/opcodes.def
}

sections() {
    awk "$library"'
        /^HTN_SECTION\(/ { if (!seen++) print "| id | section | element | meaning |\n| --- | --- | --- | --- |"
            args($0); printf "| %s | `%s` | %s | %s |\n", a[2], lower(a[1]), (a[3] == 0 ? "record" : a[3] (a[3] == 1 ? " byte" : " bytes")), a[4] }
    ' runtime/include/htn/blob.def
}

records() {
    awk "$library"'
        /^HTN_RECORD\(/ { args($0); printf "%s**%s**\n\n| u32 | field | kind | meaning |\n| --- | --- | --- | --- |\n", (seen++ ? "\n" : ""), lower(a[1]); k = 0 }
        /^ *HTN_FIELD\(/ { args($0); printf "| %d | `%s` | %s | %s |\n", k++, lower(a[2]), lower(a[3]), a[4] }
    ' runtime/include/htn/blob.def
}

header() {
    awk '/Byte offsets of the header/ { on = 1; print "| byte | field | |\n| --- | --- | --- |"; next }
         on && /^};/ { exit }
         on && /HTN_HEADER_[A-Z]+ = [0-9]+,/ { name = $1; sub(/HTN_HEADER_/, "", name); at = $3; sub(/,/, "", at)
            text = $0; sub(/.*\/\* /, "", text); sub(/ \*\/.*/, "", text); gsub(/\|/, "\\|", text)
            printf "| %s | `%s` | %s |\n", at, tolower(name), text }' runtime/include/htn/blob.h
}

statuses() {
    awk "$library"'
        BEGIN { print "| number | status | `htn_status_text` |\n| --- | --- | --- |" }
        /^    HTN_STATUS\(/ { sub(/ *\\$/, ""); args($0); gsub(/`/, "", a[3]); printf "| %s | `HTN_%s` | %s |\n", a[2], a[1], a[3] }
    ' runtime/include/htn/status.h
}

faults() {
    awk "$library"'
        BEGIN { print "| what `htn_fault.reason` says |\n| --- |" }
        /^    FAULT\([A-Z_]+, *\\$/ { sub(/ *\\$/, ""); text = $0; getline; sub(/^ */, ""); $0 = text " " $0 } # wrapped
        /^    FAULT\([A-Z]/ { sub(/ *\\$/, ""); args($0); printf "| %s |\n", a[2] }
    ' runtime/blob/faults.h
}

# Kinds are numbered from 1, and may take several lines.
journal() {
    awk "$library"'
        BEGIN { print "| kind | event | numbers | meaning |\n| --- | --- | --- | --- |" }
        /^HTN_JOURNAL_KIND\(/ { line = $0; while (line !~ /\)$/) { getline; line = line $0 }
            n = split(line, quoted, "\""); name = quoted[1]; sub(/^[^(]*\(/, "", name); sub(/,.*/, "", name)
            for (i = 2; i <= 4; i += 2) gsub(/\|/, "\\|", quoted[i])
            printf "| %d | `%s` | %s | %s |\n", ++kinds, name, quoted[2], quoted[4] }
    ' runtime/include/htn/journal.def
}

# The ids by group, each with a link to its section.
diagnostics() {
    awk "$library"'
        /^\/\* (Errors|Warnings): .*\*\/$/ { gsub(/^\/\* | \*\/$/, ""); group = $0; next }
        /^BASE_DIAGNOSTIC\(/ { args($0); printf "%s [%s](#%s)", (group == "" ? "," : (seen++ ? "\n" : "") "* **" group "**"), a[2], a[2]; group = "" }
        END { print "" }
    ' base/diagnostics.def
}

# Standard input with the sentence of base/diagnostics.def below each heading `### ID`, in place of the one that is there.
meanings() {
    awk "$library"'
        BEGIN {
            label["BASE_ERROR"] = "Error"; label["BASE_WARNING"] = "Warning"; label["BASE_IGNORED"] = "Warning, off by default"
            while ((getline line < "base/diagnostics.def") > 0)
                if (line ~ /^BASE_DIAGNOSTIC\(/) { args(line); gsub(/\\\|/, "|", a[4]); meaning[a[2]] = label[a[3]] ": " a[4] "." }
        }
        function wrap(text,   width, words, count, i) {
            count = split(text, words, " ")
            for (i = 1; i <= count; width += length(words[i++]) + 1) {
                if (width + length(words[i]) > 100) { printf "\n"; width = 0 }
                printf "%s%s", (width ? " " : ""), words[i]
            }
            print "\n"
        }
        /^### / { if (!($2 in meaning)) { print "docs/diagnostics.md: no diagnostic is called " $2 > "/dev/stderr"; exit 2 }
                  print $0 "\n"; wrap(meaning[$2]); fresh = 1; next }
        fresh && /^(Error|Warning).*: / { old = 1 }
        fresh && $0 == "" { old = 0; next }
        old { next }
        { fresh = 0; print }
    '
}

table() {
    case $1 in
        opcodes | operands | sections | records | header | faults | statuses | journal | diagnostics) "$1" ;;
        *) echo "docs/tables.sh: no table is called $1" >&2; exit 2 ;;
    esac
}

# A page with its tables renewed.
renew() {
    local line skipping=
    while IFS= read -r line; do
        if [[ $line =~ ^'<!-- table: '([a-z]+)' -->'$ ]]; then
            printf '%s\n\n' "$line"
            table "${BASH_REMATCH[1]}"
            echo
            skipping=yes
        elif [ "$line" = '<!-- end -->' ]; then
            skipping=
        fi
        [[ -n $skipping ]] || printf '%s\n' "$line"
    done < "$1"
}

status=0
scratch=$(mktemp)
trap 'rm -f "$scratch"' EXIT
for page in docs/*.md; do
    grep -q '^<!-- table: ' "$page" || continue
    if [ "$page" = docs/diagnostics.md ]; then renew "$page" | meanings; else renew "$page"; fi > "$scratch" || exit 2
    if ! cmp -s "$page" "$scratch"; then
        if [ "${1:-check}" = write ]; then
            cp "$scratch" "$page"
            echo "wrote $page"
        else
            echo "$page: the tables are not what the lists say; run \`make docs\`"
            diff "$page" "$scratch" | head -n 20
            status=1
        fi
    fi
done
exit $status
