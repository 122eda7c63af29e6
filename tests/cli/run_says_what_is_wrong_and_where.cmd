htn run domains/troll.htn <<'END'
WsTrunkHelth = 2
WsTrunkHealth = 4
set WsTrunkHealth 2
WsCanSeeEnemy = maybe
frob
suceed
succeed DoTrunkSlam
tick 0
tick soon
run 2h
undo never
spawn Enemy
spawn
help me
why Slam
world WsTrunkHelth
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
