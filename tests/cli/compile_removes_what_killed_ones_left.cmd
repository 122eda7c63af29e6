# not on Windows: processes have no such numbers there
cp domains/troll.htn $SCRATCH/ && cd $SCRATCH || exit
sleep 0 & gone=$!
wait "$gone"
# gone and old; gone and new, perhaps of another machine; still there; three that are something else
for name in "out.htnb.tmp.$gone" "out.htnb.tmp.$$" out.htnb.tmp.12x out.htnb.tmp. "other.htnb.tmp.$gone"; do
    echo kept > "$name" && touch -t 202001010000 "$name"
done
mkdir made && echo > "made/x.htnb.tmp.$gone" && touch -t 202001010000 "made/x.htnb.tmp.$gone"
echo new > "out.h.tmp.$gone"
htn compile troll.htn -o out.htnb --header out.h && htn compile troll.htn -o made/x.htnb
ls . made | sed "s|tmp\.$gone\$|tmp.GONE|; s|tmp\.$$\$|tmp.THERE|" | sort
