for task in Hit Win Sprint Approach Guard Patrol; do htn explain tests/cli/guard.htn -Wnone --task $task | tail -n +3; done
