printf "$(tr -d '\n' < tests/cli/sentry.journal.hex | sed 's/../\\x&/g')" > $SCRATCH/journal
htn trace tests/cli/sentry.htn $SCRATCH/journal
