# A program at the other end of two pipes hears what a command does before it says the next one.
coproc play { htn run domains/troll.htn 2>&1; }
# hear TEXT: prints what comes, up to the line with the text
hear() {
    local line
    while read -r -t 10 line <&"${play[0]}"; do
        echo "$line"
        case $line in *"$1"*) return ;; esac
    done
    echo "not told: $1"
}
hear 'Watch() starts'
echo 'SeesEnemy = true' >&"${play[1]}"
hear 'WalkTo("Tree") starts'
echo 'SeesEnmy = false' >&"${play[1]}"
hear 'SeesEnmy'
printf 'succeed' >&"${play[1]}" # a line without an end is a line
pid=$play_PID
exec {out}<&"${play[0]}" {in}>&"${play[1]}"
eval "exec ${play[1]}>&-"
exec {in}>&-
cat <&"$out"
wait "$pid"; echo "exit $?"
# what is no script
cd "$SCRATCH" || exit
printf 'tick\n' > script; printf 'tick\0\n' > zero
htn run "$OLDPWD/domains/troll.htn" --script . ; echo "exit $?"
htn run "$OLDPWD/domains/troll.htn" --script missing; echo "exit $?"
htn run "$OLDPWD/domains/troll.htn" --script zero 2>&1 | tail -n 1; echo "exit ${PIPESTATUS[0]}"
printf 'tick\r\ntick' | htn run "$OLDPWD/domains/troll.htn" | cat -v
