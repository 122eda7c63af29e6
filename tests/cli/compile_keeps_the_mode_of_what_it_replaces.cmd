# not on Windows: its files have no modes
cp domains/troll.htn domains/01-first-domain.htn $SCRATCH/ && cd $SCRATCH || exit
umask 022
htn compile troll.htn -o out.htnb --header out.h; stat -c '%a %n' out.htnb out.h
chmod 660 out.htnb; chmod 600 out.h
htn compile 01-first-domain.htn -o out.htnb --header out.h; stat -c '%a %n' out.htnb out.h
