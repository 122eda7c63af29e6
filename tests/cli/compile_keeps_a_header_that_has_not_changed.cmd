cp domains/troll.htn $SCRATCH/ && cd $SCRATCH
make_all() { htn compile troll.htn -o troll.htnb --header troll.h --emit-c troll.c --depfile troll.d; }
newer() { for file in troll.htnb troll.h troll.c troll.d; do [ $file -nt mark ] && echo "written: $file"; done; }
make_all && cat troll.d
touch -d '1 hour ago' troll.htnb troll.h troll.c troll.d && touch -d '1 minute ago' mark
echo "--- nothing has changed"; make_all; newer
touch -d '1 hour ago' troll.htnb troll.h troll.c troll.d
echo "--- a condition has changed"; sed -i 's/TrunkHealth > 0/TrunkHealth > 1/' troll.htn; make_all; newer
touch -d '1 hour ago' troll.htnb troll.h troll.c troll.d
echo "--- one byte more"; printf '\n' >> troll.h; make_all; newer
