printf "$(tr -d '\n' < tests/cli/sentry.journal.hex | sed 's/../\\x&/g')" > $SCRATCH/journal
last() { echo "--- $*"; htn trace tests/cli/sentry.htn $SCRATCH/journal --last "$@"; echo "exit $?"; }
last Alarm
last Alarm --at 1.2s
last Alarm --at 0.4s
last Tired --at 600ms
last 'Cooldown(Guard,0)' --at 1.5s
last 'Thief#1'
last 'Thief#1' --at 1s
last Chase --at 1.1s
last Note --at 1.1s
last Shout
last Guard --at 0.6s
last Upper
last Upper --at 50ms
last Alarn
last Alarm --at 5
last Alarm --steps
htn trace tests/cli/sentry.htn $SCRATCH/journal --at 1s; echo "exit $?"
head -c 300 $SCRATCH/journal > $SCRATCH/cut
htn trace tests/cli/sentry.htn $SCRATCH/cut --last Alarm --at 50ms; echo "exit $?"
htn trace tests/cli/sentry.htn $SCRATCH/cut --last Alarm; echo "exit $?"
echo "--- after a loss nothing is known"
printf '\x02\x04\x07' >> $SCRATCH/journal
last Alarm
