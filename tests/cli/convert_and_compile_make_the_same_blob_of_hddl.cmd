# The text that convert prints compiles without a word to the blob that compile makes, but for what only debugging needs.
cd tests/hddl || exit
count=0
for problem in *.problem.hddl; do
    domain=${problem%%.*}.hddl
    for loops in auto cut free; do
        htn convert "$domain" "$problem" --loops $loops -o "$SCRATCH/x.htn" || continue
        htn check -Wall -Wno-never-read -Wno-never-written -Wno-missing-fallback -Wno-stuck-recursion "$SCRATCH/x.htn" || echo "$problem: --loops $loops"
        htn compile "$SCRATCH/x.htn" -Wnone --no-debug -o "$SCRATCH/a.htnb"
        htn compile "$domain" "$problem" --loops $loops --no-debug -o "$SCRATCH/b.htnb"
        cmp "$SCRATCH/a.htnb" "$SCRATCH/b.htnb" && count=$((count + 1))
    done
done
[ "$count" -ge 30 ] && echo "all the same"
