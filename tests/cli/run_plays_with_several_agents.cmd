cd "$SCRATCH" || exit
# Who plays, who comes and leaves, and what cannot be. The guards hold a post each.
cat > guards.htn <<'END'
Entities [Post] Values [Gate, Tower]
Shared World State [Alarm : bool, Warned : bool Expires, Enemies : 0..9]
World State [Tired : bool, Rings : bool]
Compound Task [BeGuard]
    Method [Alarm, any p : Post]
        Reserve [p]
        Subtasks [Hold(p)]
    Method [Tired]
        Subtasks [Sleep()]
    Method [true]
        Subtasks [Patrol()]
Primitive Task [Hold(p : Post)]
    Operator [Hold(p)]
Primitive Task [Sleep]
    Operator [Sleep]
    Effects [Tired = false]
Primitive Task [Patrol]
    Operator [Patrol]
    Effects [Enemies += 1, Warned = true for 500ms]
END
printf '%s\n' 'of bert Tired = true' 'run 1' agents 'tick 1' agents 'of bert Rings = true' 'Alarm = true' 'agents carl' 'leave anna' 'of anna' 'agents anna' \
    'agents carl' 'agents Task' 'of zoe succeed' 'Held(Gate) = true' 'Held(Gate) = false' 'undo 2' agents 'of carl' reload 'redo' 'fail' \
    'leave bert' 'leave anna' 'leave carl' 'save played.test.htn' | htn run guards.htn --agents anna,bert --set Enemies=2 --journal played.htnj
htn test played.test.htn; cat played.test.htn
for name in anna bert carl; do htn replay guards.htn played.htnj-*.htnb played-$name.htnj; done
ls
for names in '' 'anna,anna' 'a-b' 'Method'; do echo agents | htn run guards.htn --agents "$names"; echo "exit $?"; done
printf 'agents carl\nleave anna\nof anna\nagents\n' | htn run guards.htn
