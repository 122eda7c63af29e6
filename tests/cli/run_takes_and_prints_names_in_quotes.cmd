# not on Windows: a name of its files has no quotes
cd "$SCRATCH" || exit
mkdir 'dir b'
cp "$OLDPWD/domains/grown-troll.htn" 'my troll.htn'
cp 'my troll.htn' 'a"b.htn'
printf '%s\n' 'reload "my troll.htn"' "reload 'my troll.htn'" 'reload my troll.htn' 'reload "my troll.htn' 'reload "my troll.htn" now' 'save "dir b/x.test.htn"' \
    "save 'dir b/a\"b.test.htn' quoted" 'save "x.test.htn' | htn run 'my troll.htn' | grep -E '^> |saved|close|many|cannot|reloaded'
htn test "dir b/x.test.htn" 'dir b/a"b.test.htn'
echo 'save x.test.htn' | htn run 'a"b.htn' | grep saved
head -n 1 x.test.htn
htn test x.test.htn
