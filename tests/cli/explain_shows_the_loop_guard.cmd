htn explain tests/notation/recursion_that_changes_nothing_is_rejected.htn --set CueGiven=true
