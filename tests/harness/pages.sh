# Sourced behind tap.sh: the examples of a page of the documentation. tests/docs/run says how a page marks them. A test sets `folder`, where
# the page's commands run.

# Splits a page: NNN.body, .info (the fence's words), .line, and, where given, .file and .with.
split_page() {
    awk -v out="$2" '
        function start() { n++; base = sprintf("%s/%03d", out, n); print substr($0, 4) > (base ".info"); print FNR > (base ".line")
                           printf "" > (base ".body")
                           if (file != "") print file > (base ".file"); if (with != "") printf "%s", with > (base ".with")
                           if (from != "") print from > (base ".from"); file = ""; with = ""; from = "" }
        body && /^```/ { body = 0; close(base ".body"); next }
        body { print > (base ".body"); next }
        comment && /-->/ { comment = 0; next }
        comment { with = with $0 "\n"; next }
        /^<!-- file: / { file = $3; next }
        /^<!-- from: / { from = $3; next }
        /^<!-- with$/ { comment = 1; with = ""; next }
        /^```[a-z]/ { start(); body = 1 }' "$1"
}

# try_console NAME BASE: the transcript with its answers taken from what really happens.
try_console() {
    local line exports=
    while IFS= read -r line; do
        case $line in
            '$ export '*) printf '%s\n' "$line"; exports="$exports${line#\$ }; " ;; # holds for the commands that follow
            '$ '*) printf '%s\n' "$line"; (cd "$folder" && run_limited bash -c "$exports${line#\$ }") 2>&1 < /dev/null ;;
        esac
    done < "$2.body" > "$2.actual"
    diff -u "$2.body" "$2.actual" > "$SCRATCH/said"
    verdict "$1" $? "$(cat "$SCRATCH/said")"
}
