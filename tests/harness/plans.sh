# Sourced by tests/plans/run and tests/notation/run: source text in front, the plan at the end. A domain carries its
# expectations as comments, each of them a case:
#
#     // plan: Foo() Bar(Left)                      standard output of `htn plan FILE`, white space folded
#     // plan --set A=true --root Lower: Idle()     with these options; "quoted" where one has blanks
#     // plan --set A=true: Foo() MTR [0, 1]        ends with MTR: asked for with --mtr
#     // plan --set A=false: no plan                exit status 1
#     // plan: nothing to do                        the empty plan: no line at all, exit status 0
#     // plan --max-steps 2: limit                  exit status 3
#     //     and what is indented by three or more goes on with the line before
#
# Each is tried from the source and from its blob without debug information.

# expectations FILE: one line each, `line number | options | expected`.
expectations() {
    tr -d '\r' < "$1" | awk '
        function flush() { if (expected != "") print at "|" options "|" expected; expected = "" }
        /^\/\/ plan(:| --)/ {
            flush()
            colon = index($0, ": ")
            if (colon == 0) colon = length($0)
            at = NR
            options = substr($0, 8, colon - 8)
            expected = substr($0, colon + 1)
            if (expected == "") expected = " "
            next
        }
        /^\/\/    *[^ ]/ { if (expected != "") { expected = expected " " substr($0, 3); next } }
        { flush() }
        END { flush() }' | sed 's/[[:space:]][[:space:]]*/ /g; s/ *| */|/g; s/ *$//'
}

# outcome FILE OPTIONS EXPECTED: what the tool answers, in the notation above; what it says goes to $SCRATCH/said.
outcome() {
    local options=$2 status
    case $3 in *MTR*) options="$options --mtr" ;; esac
    local words
    case $options in
        *\"*) eval "words=($options)" ;;
        *) read -r -a words <<< "$options" ;;
    esac
    run_limited "$HTN" plan "$1" "${words[@]}" > "$SCRATCH/out" 2> "$SCRATCH/said" < /dev/null
    status=$?
    case $status in
        0)  if [ -s "$SCRATCH/out" ]; then tr -s '\n' ' ' < "$SCRATCH/out" | sed 's/ *$//'; else echo "nothing to do"; fi ;;
        1)  if [ "$(cat "$SCRATCH/out")" = "no plan" ]; then echo "no plan"; else echo "exit 1"; cat "$SCRATCH/out" "$SCRATCH/said"; fi ;;
        3)  if grep -q . "$SCRATCH/out"; then echo "limit, but said:"; cat "$SCRATCH/out"; else echo "limit"; fi ;;
        *)  echo "exit $status"; cat "$SCRATCH/out" "$SCRATCH/said" ;;
    esac
}

# plan_cases FILE: all its cases.
plan_cases() {
    local file=$1 line options expected actual found=
    run_limited "$HTN" compile --no-debug "$file" -o "$SCRATCH/stripped.htnb" > "$SCRATCH/compiled" 2>&1 < /dev/null ||
        not_ok "$file compiles" "$(cat "$SCRATCH/compiled")"
    while IFS='|' read -r line options expected; do
        found=yes
        for form in "$file" "$SCRATCH/stripped.htnb"; do
            actual=$(outcome "$form" "$options" "$expected")
            [ "$actual" = "$expected" ] || break
        done
        [ "$actual" = "$expected" ]
        verdict "$file:$line: plan $options" $? "expected: $expected
actual:   $actual
from:     $form"
    done < <(expectations "$file")
    [ -n "$found" ] || not_ok "$file states a plan" "it has no line // plan: ..."
}
