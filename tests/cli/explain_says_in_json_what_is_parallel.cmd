htn explain tests/plans/a_group_is_printed_on_one_line.htn --json
