# Fills the words of compiler/syntax/keywords.def into a grammar: awk -f keywords.awk keywords.def GRAMMAR.y
# @KEYWORDS@ becomes a %token line with all of them, @CONTEXTUAL@ the alternatives "| FIRST | FREE ...". Both stay on one line, so
# that the lines of the grammar keep their numbers.
BEGIN { FS = "[(), ]+" }
FNR == NR && $1 == "HTNC_KEYWORD" && $3 ~ /^"/ {
    named = $4 == "CONTEXTUAL" || $4 == "ALONE"
    tokens[named] = tokens[named] " " $2 " " $3
    if ($4 == "CONTEXTUAL") contextual = contextual " | " $2
}
FNR == NR { next }
FNR == 1 { print "#line 1 \"" FILENAME "\"" }
$0 == "@KEYWORDS@" { print "%token" tokens[0] " %token <name>" tokens[1]; next }
{ sub(/@CONTEXTUAL@$/, contextual); print }
