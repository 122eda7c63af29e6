cd "$SCRATCH" || exit
mkdir folder
htn check folder; echo "exit $?"
htn check NUL; echo "exit $?"
htn compile "$OLDPWD/domains/troll.htn" -o folder; echo "exit $?"
htn compile "$OLDPWD/domains/troll.htn" -o none/out.htnb; echo "exit $?"
htn run "$OLDPWD/domains/troll.htn" < /dev/null; echo "exit $?"
htn plan "$OLDPWD/domains/troll.htn" | true
