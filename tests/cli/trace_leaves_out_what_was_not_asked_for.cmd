printf "$(tr -d '\n' < tests/cli/sentry.journal.hex | sed 's/../\\x&/g')" > $SCRATCH/journal
htn trace tests/cli/sentry.htn $SCRATCH/journal --why Alarm
htn trace tests/cli/sentry.htn $SCRATCH/journal --layer Upper --steps
htn trace tests/cli/sentry.htn $SCRATCH/journal --layer Upper --all --why Alarm
htn trace tests/cli/sentry.htn $SCRATCH/journal --layer Uper; echo "exit $?"
htn trace tests/cli/sentry.htn $SCRATCH/journal --why Alram; echo "exit $?"
htn trace tests/cli/sentry.htn $SCRATCH/journal --steps --why Alarm; echo "exit $?"
htn trace tests/cli/sentry.htn $SCRATCH/journal --json --steps
