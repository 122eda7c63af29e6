htn run domains/grown-troll.htn <<'END'
# the world, and each layer's plan
world
plan
succeed
SeesEnemy = true
why
succeed PickTree
succeed GoToTree()
set TrunkHealth=2
succeed
world TrunkHealth
tick
run 2.5s
fail
plan
why Slam
why Roar
quit
world
END
