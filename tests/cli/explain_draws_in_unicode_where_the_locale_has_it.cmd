LC_ALL=C.UTF-8 htn explain tests/cli/guard.htn -Wnone; echo "exit $?"
LC_ALL=C.UTF-8 htn explain tests/cli/guard.htn -Wnone --ascii --color always | cat -v
