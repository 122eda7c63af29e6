# not on Windows: its console says what is drawn, and not the locale
LC_ALL=C.UTF-8 htn explain tests/cli/guard.htn -Wnone; echo "exit $?"
LC_ALL=C.UTF-8 htn explain tests/cli/guard.htn -Wnone --ascii --color always | cat -v
