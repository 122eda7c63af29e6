# Sourced behind tap.sh: the tool as a person meets it. X.cmd is run by bash in the repository's root, with htn on the path and an empty
# folder $SCRATCH; X.expect is what it wrote (both streams), then `exit N`. Scratch paths print as $SCRATCH.
# A line `# not on Windows: REASON` in X.cmd: skipped where HTN_HOST says that the tool is the one for Windows.

tool=$(cd "$(dirname "$HTN")" && pwd) || exit 2
export PATH="$tool:$PATH"

command_case() { # NAME FILE
    local status reason
    reason=$(sed -n 's/^# not on Windows: //p' "$2")
    if [ "${HTN_HOST:-}" = windows ] && [ -n "$reason" ]; then
        ok "$1 # SKIP not on Windows: $reason"
        return
    fi
    mkdir "$SCRATCH/case"
    SCRATCH=$SCRATCH/case run_limited bash "$2" > "$SCRATCH/raw" 2>&1 < /dev/null
    status=$?
    sed "s|$SCRATCH/case|\$SCRATCH|g" "$SCRATCH/raw" > "$SCRATCH/actual"
    echo "exit $status" >> "$SCRATCH/actual"
    golden "$1" "${2%.cmd}.expect" "$SCRATCH/actual"
    rm -rf "$SCRATCH/case"
}
