cp domains/11-imports.htn $SCRATCH/ && cp -R domains/parts $SCRATCH/ && cd $SCRATCH || exit
htn compile 11-imports.htn -o 11-imports.htn; echo "exit $?"
htn compile 11-imports.htn -o ./parts/../11-imports.htn; echo "exit $?"
htn compile 11-imports.htn --header parts/walking.htn; echo "exit $?"
htn compile 11-imports.htn -o x --depfile x; echo "exit $?"
ls
