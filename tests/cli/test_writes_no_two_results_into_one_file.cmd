cp domains/troll.htn domains/troll.test.htn tests/cli/outpost*.htn $SCRATCH/ 2> /dev/null; cp -R tests/cli/imported $SCRATCH/; cd $SCRATCH || exit
for results in '--html x --lcov x' '--html x --lcov ./x' '--junit x --html x' '--lcov x --junit x' '--html - --lcov -' '--junit - --html -' \
    '--html - --json' '--lcov - --json' '--junit - --json'; do
    htn test outpost.test.htn $results 2>&1 | head -n 1; htn test outpost.test.htn $results > /dev/null 2>&1; echo "exit $?"
done
ls x
# one of them may have standard output for itself
htn test outpost.test.htn --junit - --html page | head -n 1
