cd $SCRATCH
htn compile $OLDPWD/domains/troll.htn -o x.htnb || exit
htn check x.htnb; echo "exit $?"
htn compile x.htnb -o y.htnb; echo "exit $?"
htn check --json x.htnb; echo "exit $?"
printf 'a\0b' > neither; htn check neither
