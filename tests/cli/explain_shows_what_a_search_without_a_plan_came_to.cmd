htn explain tests/cli/guard.htn -Wnone --set Seen=false --set Rage=1
