htn run domains/troll.htn <<'END'
# the world, and each layer's plan
world
plan
succeed
WsCanSeeEnemy = true
why
succeed FindTrunk
succeed NavigateToTrunk()
set WsTrunkHealth=2
succeed
world WsTrunkHealth
tick
run 2.5s
fail
plan
why DoTrunkSlam
why RegainLOSRoar
quit
world
END
