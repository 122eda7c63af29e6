# not on Windows: a play is killed
cp domains/troll.htn "$SCRATCH" && cd "$SCRATCH" || exit
printf 'SeesEnemy = true\n' > s; cp s s.before
echo '--- neither the script nor standard output'
htn run troll.htn --script s --journal s; echo "exit $?"
htn run troll.htn --script s --journal ./s; echo "exit $?"; cmp s s.before
htn run troll.htn --script s --journal -; echo "exit $?"
echo '--- a play that is killed, or cannot begin'
htn run troll.htn --script s --journal old > /dev/null; cp old old.before
mkfifo never
htn run troll.htn --script never --journal old 2> said & play=$!
while [ ! -s said ]; do sleep 0.1; done
cat said; kill "$play"; wait "$play" 2> /dev/null
cmp old old.before
htn run troll.htn --script nowhere --journal old; echo "exit $?"; cmp old old.before; ls old*
echo '--- the blobs of an earlier play'
printf 'reload\nreload\n' | htn run troll.htn --journal old > /dev/null; ls old*
echo mine > old-1.htnb; cp old-2.htnb two
printf 'reload\nreload\n' | htn run troll.htn --journal old | grep -v Watch; cat old-1.htnb; cmp old-2.htnb two; ls old*
htn replay old-3.htnb old-4.htnb troll.htn old
