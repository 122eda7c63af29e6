htn explain tests/cli/guard.htn -Wnone --set Rage=true
