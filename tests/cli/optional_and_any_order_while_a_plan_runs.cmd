htn test tests/cli/dinner.htn
htn explain tests/plans/any_order_finds_the_order_from_the_front.htn --root Two
htn explain tests/plans/optional_subtasks_are_left_out_where_they_must_be.htn --root Before
htn check --dump-ast tests/cli/dinner.htn | grep -A2 'Optional\|AnyOrder'
