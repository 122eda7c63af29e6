cd $SCRATCH
cp "$OLDPWD/tests/cli/sentry.htn" .
printf "$(tr -d '\n' < "$OLDPWD/tests/cli/sentry.journal.hex" | sed 's/../\\x&/g')" > journal
htn replay sentry.htn journal; echo "exit $?"
echo "--- a domain that has changed"
sed 's/Tired += 1/Tired += 2/' sentry.htn > changed.htn
htn replay changed.htn journal; echo "exit $?"
echo "--- one in which another plan is found"
sed 's/Method \[Alarm\]$/Method [not Alarm]/' sentry.htn > changed.htn
htn replay changed.htn journal; echo "exit $?"
echo "--- a journal that was cut short, and what is none"
head -c 501 journal > half
htn replay sentry.htn half; echo "exit $?"
htn trace sentry.htn half --steps | tail -n 2; htn trace sentry.htn half > all; echo "exit $?"
htn replay sentry.htn sentry.htn; echo "exit $?"
: > empty
htn replay sentry.htn empty; echo "exit $?"
htn replay sentry.htn missing; echo "exit $?"
htn replay - - < journal; echo "exit $?"
echo "--- another domain"
sed 's/Tired/Weary/' sentry.htn > other.htn
htn replay "$OLDPWD/tests/cli/guard.htn" journal 2>&1 | sed "s|$OLDPWD/||"; htn replay other.htn journal; echo "exit $?"
echo "--- a journal with two runs, each made with its own build"
cat journal journal > two
htn replay sentry.htn two; echo "exit $?"
htn replay other.htn sentry.htn two; echo "exit $?"
htn replay changed.htn sentry.htn journal; echo "exit $?"
htn replay changed.htn two; echo "exit $?"
htn replay other.htn "$OLDPWD/tests/cli/guard.htn" two 2>&1 | sed "s|$OLDPWD/||"
htn trace sentry.htn two --steps | grep -n '^run\|^$'
htn trace sentry.htn two --json | tail -n 1
cat journal half > cut
htn replay sentry.htn cut; echo "exit $?"
