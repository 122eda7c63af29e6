cd $SCRATCH
cp "$OLDPWD/tests/cli/sentry.htn" .
printf "$(tr -d '\n' < "$OLDPWD/tests/cli/sentry.journal.hex" | sed 's/../\\x&/g')" > journal
past() { echo "--- $*"; htn explain sentry.htn --journal journal "$@" --ascii 2>&1 | grep -v 'is not the build'; echo "exit ${PIPESTATUS[0]}"; }
past
past --at 1s
past --at 1.1s --task Patrol
past --at 700ms --task Chase
past --at 1.6s --root Upper
past --at 1s --run 1 --root Upper --task Wave
past --at 0ms
past --at 12
past --at 1s --root Uper
past --task Wabe
past --task 'Patrol(1)'
past --set Alarm=true
past --at 1s --json | grep -A8 -e --- -e '"outcome"' -e '"moment"'
past --at 0ms --json
past --at 1.1s --all
past --at 1s --html page.html
grep -o -e '--at 1s' -e 'Chase(Thief#0)' page.html | sort -u
past --json --html -
past --run 2
htn explain sentry.htn --at 1s; echo "exit $?"
htn explain sentry.htn sentry.htn sentry.htn; echo "exit $?"
echo "--- two runs"
cat journal journal > two
htn explain sentry.htn --journal two --at 1s; echo "exit $?"
htn explain sentry.htn --journal two --at 0.4s --run 2 --ascii; echo "exit $?"
echo "--- damaged, cut short, and without its beginning"
head -c 300 journal > cut
htn explain sentry.htn --journal cut --at 100ms --ascii > /dev/null; echo "exit $?"
htn explain sentry.htn --journal cut; echo "exit $?"
htn explain sentry.htn --journal sentry.htn; echo "exit $?"
htn explain sentry.htn --journal missing; echo "exit $?"
