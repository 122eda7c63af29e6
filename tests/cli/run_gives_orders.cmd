cat > $SCRATCH/miner.htn <<'END'
Enum [Place] Values [Home, Cave, Mine]
World State [At : Place, Fuel : 0..9 = 5]
Root [Legs]
Root [Arms]
Orders [Go, Dig] In [Legs] While [Fuel > 2]
Compound Task [Legs]
    Method [Fuel <= 2]
        Subtasks [Refuel()]
    Method [true]
        Subtasks [Idle()]
Compound Task [Arms]
    Method [true]
        Subtasks [Swing()]
Compound Task [Dig]
    Method [At == Mine]
        Subtasks [Pick()]
Primitive Task [Go(to : Place)]
    Operator [Go(to)]
    Effects [At = to]
Primitive Task [Pick]
    Operator [Pick]
    Effects [Fuel -= 3]
Primitive Task [Refuel]
    Operator [Refuel]
    Effects [Fuel = 9]
Primitive Task [Idle]
    Operator [Idle]
Primitive Task [Swing]
    Operator [Swing]
END
htn run $SCRATCH/miner.htn <<'END'
order Go(Mine)
order Dig()
order Go(Home)
plan
succeed Go(Mine)
succeed Pick
plan
succeed Refuel
order only Go(Cave)
take back 4
order Dig()
order Go(Cave) in Arms
plan
take back 6
undo 4
plan
take back all
END
htn run $SCRATCH/miner.htn <<'END'
order Go
order Fly(Mine)
order Go(Mine, Home)
order Go(Sea)
order Go(Mine) in Heads
order
take 3
take back
take back 3
END
