# How often something was tried is the searches' to say.
htn test tests/cli/outpost.test.htn --coverage --json --filter "time passes" |
    sed -E 's/("(reached|tried|held|failed)":\t)[1-9][0-9]*/\1N/'
