printf "$(tr -d '\n' < tests/cli/sentry.journal.hex | sed 's/../\\x&/g')" | htn trace tests/cli/sentry.htn - --json | sed -E 's/"(fingerprint|checksum)":[0-9]+/"\1":N/g' | head -n 60
