cp domains/11-imports.htn $SCRATCH/ && cp -R domains/parts $SCRATCH/ && cd $SCRATCH || exit
htn compile 11-imports.htn -o 11-imports.htn; echo "exit $?"
htn compile 11-imports.htn -o ./parts/../11-imports.htn; echo "exit $?"
htn compile 11-imports.htn --header parts/walking.htn; echo "exit $?"
htn compile 11-imports.htn -o x --depfile x; echo "exit $?"
ls
# nor over one that it does not know
cp 11-imports.htn other.htn; cp 11-imports.htn other.hddl
htn compile 11-imports.htn -o other.htn; echo "exit $?"
htn compile 11-imports.htn --header other.hddl; echo "exit $?"
htn compile 11-imports.htn --depfile new.test.htn; echo "exit $?"
htn compile 11-imports.htn --emit-c other.htn; echo "exit $?"
cmp other.htn 11-imports.htn; cmp other.hddl 11-imports.htn; ls
