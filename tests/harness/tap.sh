# Sourced by the shell tests: each case becomes one line of TAP, with `# ` lines under those that fail.
# The caller sits in the repository's root; BUILD is the release build, CHECKED the one with sanitizers.
# HTN_FAIL_FAST=1 ends it at the first case that fails.
# With UPDATE=1 an expectation that differs is written anew instead of failing.

set -u
export LC_ALL=C
BUILD=${BUILD:-build}
CHECKED=${CHECKED:-$BUILD/asan}
UPDATE=${UPDATE:-}
SCRATCH=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$SCRATCH"' EXIT

# The tool. By itself it takes long to start with sanitizers, so a server runs it, in a fork for each call (tool_server.c); TOOL_UNDER
# may stand before the server, as valgrind does. HTN: a program instead.
if [ -z "${HTN:-}" ] && [ -x "$CHECKED/served/tool_server" ] && ! [ "$CHECKED/htn" -nt "$CHECKED/served/tool_server" ]; then
    HTN=$CHECKED/served/htn
    export HTN_TOOL_SOCKET=$SCRATCH/.socket
    # shellcheck disable=SC2086
    ${TOOL_UNDER:-} "$CHECKED/served/tool_server" "$HTN_TOOL_SOCKET" &
    server=$!
    disown
fi
HTN=${HTN:-$CHECKED/htn}

cases=0
failures=0

ok() {
    cases=$((cases + 1))
    echo "ok $cases - $1"
}

# not_ok NAME [DETAIL]: the detail may have many lines.
not_ok() {
    cases=$((cases + 1))
    failures=$((failures + 1))
    echo "not ok $cases - $1"
    [ $# -lt 2 ] || printf '%s\n' "$2" | sed 's/^/#   /'
    [ -z "${HTN_FAIL_FAST:-}" ] || exit 1
}

# verdict NAME STATUS [DETAIL]
verdict() {
    if [ "$2" -eq 0 ]; then ok "$1"; else not_ok "$1" "${3:-}"; fi
}

# run_limited COMMAND...: a case that hangs must not hang the run. By the clock, on a machine that others may keep busy.
run_limited() {
    timeout 600 "$@"
}

# golden NAME EXPECTED ACTUAL: two files that must be the same.
golden() {
    if [ -n "$UPDATE" ] && ! cmp -s "$2" "$3"; then
        cp "$3" "$2"
        echo "# wrote $2"
    fi
    if [ ! -f "$2" ]; then
        not_ok "$1" "$2 is missing; \`make golden\` would write:
$(cat "$3")"
    elif cmp -s "$2" "$3"; then
        ok "$1"
    else
        not_ok "$1" "$(diff -u "$2" "$3")"
    fi
}

# orphans FOLDER EXTENSION SOURCE_EXTENSION...: an expectation whose source is gone is a mistake.
orphans() {
    local folder=$1 extension=$2 file stem source found
    shift 2
    for file in "$folder"/*."$extension"; do
        [ -e "$file" ] || continue
        stem=${file%."$extension"}
        found=
        for source in "$@"; do
            [ ! -e "$stem.$source" ] || found=yes
        done
        [ -n "$found" ] || not_ok "$file belongs to a source" "there is no $stem.{$*}"
    done
}

# finish: ends the TAP stream and the script.
finish() {
    echo "1..$cases"
    [ "$failures" -eq 0 ]
    exit
}
