# Trace events, as Perfetto takes them. Those that last do not overlap within a thread, have all that the format wants, and tell what
# `htn trace` tells.
printf "$(tr -d '\n' < tests/cli/sentry.journal.hex | sed 's/../\\x&/g')" > "$SCRATCH/journal"
htn trace tests/cli/sentry.htn "$SCRATCH/journal" --chrome -
cat "$SCRATCH/journal" "$SCRATCH/journal" > "$SCRATCH/two"
htn trace tests/cli/sentry.htn "$SCRATCH/two" --chrome "$SCRATCH/two.json"
check() { grep -o '^{"name".*}' "$1" | sed 's/\\"//g' | awk '
    function number(key) { return match($0, "\"" key "\":[0-9]+") ? substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 3) + 0 : -1 }
    { match($0, /"ph":"[A-Za-z]"/); ph = substr($0, RSTART + 6, 1); pid = number("pid"); tid = number("tid"); ts = number("ts"); dur = number("dur") }
    !/"name":"[^"]+"/ || pid < 0 || tid < 0 || ph !~ /[MXiC]/ { print "lacks something: " $0 }
    ph == "M" { named[pid, tid]++; next }
    ts < 0 { print "no time: " $0 }
    ph == "X" && dur < 0 { print "no duration: " $0 }
    ph == "i" && !/"s":"t"/ { print "no scope: " $0 }
    ph == "C" && !/"args":{"value":-?[0-9.]+}/ { print "no value: " $0 }
    !((pid, tid) in named) { print "a thread without a name: " $0 }
    ph == "X" { if (ts < until[pid, tid]) print "overlaps: " $0; until[pid, tid] = ts + dur }
    { events[pid]++ }
    END { for (pid in events) print "run " pid ": " events[pid] " events" }' | sort; }
check "$SCRATCH/two.json"
head -c 501 "$SCRATCH/journal" > "$SCRATCH/half"
htn trace tests/cli/sentry.htn "$SCRATCH/half" --chrome "$SCRATCH/half.json"; echo "exit $?"
check "$SCRATCH/half.json"
tail -n 1 "$SCRATCH/half.json"
htn trace tests/cli/sentry.htn "$SCRATCH/journal" --chrome - --steps; echo "exit $?"
htn trace tests/cli/sentry.htn "$SCRATCH/journal" --chrome tests/cli/sentry.htn; echo "exit $?"
htn trace tests/cli/sentry.htn "$SCRATCH/journal" --chrome "$SCRATCH/journal"; echo "exit $?"
