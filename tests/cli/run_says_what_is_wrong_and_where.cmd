htn run domains/troll.htn <<'END'
TrunkHelth = 2
TrunkHealth = 4
set TrunkHealth 2
SeesEnemy = maybe
frob
suceed
succeed Slam
tick 0
tick soon
run 2h
undo never
spawn Enemy
spawn
help me
why Slamm
world TrunkHelth
plan
END
echo "exit $?"
htn run domains/troll.htn --script $SCRATCH/none
echo "exit $?"
htn run - < domains/troll.htn
echo "exit $?"
htn run domains/troll.htn --tick 0
echo "exit $?"
printf 'World State [A : bool]\nCompound Task [T]\n    Method [B]\n        Subtasks []\n' > $SCRATCH/wrong.htn
htn run $SCRATCH/wrong.htn < /dev/null
