htn check domains/troll.htn; echo "exit $?"
htn check tests/language/errors/a_missing_comma.htn tests/language/warnings/tasks_that_no_root_reaches.htn; echo "exit $?"
htn check tests/language/warnings/tasks_that_no_root_reaches.htn -Werror
