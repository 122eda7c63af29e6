htn run domains/townsman.htn <<'END'
undo
run 1.5
PlayerNear = true
plan
undo
plan
world
FightNear = true
run 0.5
succeed
undo 2
plan
undo 100
plan
END
