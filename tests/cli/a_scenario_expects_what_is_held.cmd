# From outside it does not matter who holds an instance: others, or layers of the agent.
cat > $SCRATCH/chairs.htn <<'END'
Entities [Chair] Values [Oak, Pine]
Entities [Bench] Values [Long]
World State [Tired : bool = true]
Root [Legs] Root [Eyes]

Compound Task [Legs]
    Method [Tired, any c : Chair]
        Reserve [c]
        Subtasks [Sit(c)]
    Method [true]
        Subtasks [Stand()]

Compound Task [Eyes]
    Method [Tired, any b : Bench]
        Reserve [b up to 2]
        Subtasks [Look(b)]
    Method [true]
        Subtasks []

Primitive Task [Sit(c : Chair)]
    Operator [Sit(c)]
    Effects [Tired = false]

Primitive Task [Look(b : Bench)]
    Operator [Look(b)]

Primitive Task [Stand]
    Operator [Stand]

Scenario [its own holds count]
    Expect Running [Sit(Oak)] In [Legs]
    Expect World [Held(Oak), not Held(Pine)]
    Expect World [not Held(Long)]
    Run [Sit succeeds]
    Expect World [not Held(Oak)]

Scenario [with those of others]
    Given [Held(Oak) = true, Held(Long) = true]
    Expect Running [Sit(Pine)] In [Legs]
    Expect World [Held(Oak), Held(Pine), Held(Long)]
    Sense [Held(Oak) = false]
    Expect World [not Held(Oak), Held(Pine)]

Scenario [one that fails]
    Expect World [Held(Pine)]
END
cd $SCRATCH && htn test chairs.htn
