# Makes the table of the files that `htn new` writes from those of cli/template: for each file a line of C, {"path", "text"}. A name that
# begins with `dot.` stands for one that begins with a full stop, and `dot.vscode.` for the folder .vscode.
#
#     awk -f cli/template.awk cli/template/* > build/gen/template.inc
function flush() { if (path != "") printf "\"},\n" }
FNR == 1 {
    flush()
    path = FILENAME
    sub(/.*\//, "", path)
    sub(/^dot\.vscode\./, ".vscode/", path)
    sub(/^dot\./, ".", path)
    printf "{\"%s\", \"", path
}
{
    gsub(/\\/, "\\\\")
    gsub(/"/, "\\\"")
    gsub(/\t/, "\\t")
    printf "%s\\n\"\n    \"", $0
}
END { flush() }
