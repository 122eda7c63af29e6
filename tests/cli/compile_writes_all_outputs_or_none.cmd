# not on Windows: it has no devices in folders
cp domains/troll.htn $SCRATCH/ && cd $SCRATCH || exit
echo old > troll.h
htn compile troll.htn --header troll.h --depfile no/such/folder/troll.d; echo "exit $?"
cat troll.h; ls
htn compile troll.htn -o /dev/null --header /dev/stdout | head -n 2; echo "exit $?"
ls; ls -l /dev/null | cut -c 1
