htn plan tests/language/warnings/tasks_that_no_root_reaches.htn 2> /dev/null
