htn check --json tests/language/errors/an_unknown_task_has_the_nearest_one_suggested.htn; echo "exit $?"
htn check --json domains/troll.htn nowhere.htn
