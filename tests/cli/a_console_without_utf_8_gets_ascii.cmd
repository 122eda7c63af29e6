# not on Windows: `script` makes the terminal
# Where the locale is not UTF-8, what a domain in ASCII leads to is ASCII: in a pipe, and in a terminal. So many lines are not:
guard=tests/cli/guard.htn
printf 'why\nplan\nworld\nhelp\n' > "$SCRATCH/script"
letters() { LC_ALL=C grep -c $'[\x80-\xff]'; }
show() { # COMMAND
    # shellcheck disable=SC2086
    echo "$(htn $1 2>&1 | letters) $(TERM=xterm script -qec "htn $1" /dev/null < /dev/null | letters)  $1"
}
export LC_ALL=C
for command in "plan $guard" "explain $guard" "explain $guard --task Rest" "check $guard" "dump $guard" "graph $guard" \
    "test domains/troll.test.htn --coverage" "help syntax" "run $guard --script $SCRATCH/script"; do
    show "$command"
done
export LC_ALL=C.UTF-8
show "run $guard --script $SCRATCH/script" | sed 's/^[1-9][0-9]* [1-9][0-9]* /some in UTF-8: /'
