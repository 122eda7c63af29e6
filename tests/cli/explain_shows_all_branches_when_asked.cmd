htn explain tests/cli/guard.htn --all
