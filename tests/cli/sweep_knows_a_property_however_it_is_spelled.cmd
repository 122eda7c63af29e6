cat > "$SCRATCH/a.htn" <<'END'
Entities [Foe] Max [3]
World State [D(Foe) : 0..9, Pace : 0.0..1.0, N : 0..1000000, M : 0..999999]
Query [Clock() : 0..23]
Compound Task [Live]
    Method near [exists(f : Foe where D(f) < 3), Clock() < 12]
        Subtasks []
    Method [Pace < 0.5, N < 5, M < 5]
        Subtasks []
    Method [true]
        Subtasks []
END
cd "$SCRATCH" || exit
sweep() { echo "> $*"; htn sweep a.htn "$@" --spawn Foe=2 2>&1 | grep -v 'htn help'; }
sweep Clock 'Clock()'
sweep 'D(Foe#0)' 'D( Foe#0 )=0..5'
sweep 'D(Foe#0)=0,9' 'D(Foe#1)=0,9' --by step | head -n 2
# What the sweep varies cannot be set.
sweep Clock=0..5 --set 'Clock()=3'
sweep Clock=0..5 'D(Foe#0)=0..5' --set N=3 --set 'D( Foe#0)=3'
sweep Clock=0,13 --set 'D(Foe#0)=9' --set 'D(Foe#1)=9' | head -n 2
# What is wrong with values.
for values in 'Clock=5,5,5' 'Clock=5, 05' 'Clock=0..60,99' 'Clock=0..5:4294967295' 'Clock=0..5:0.5' 'Pace=0.0..1.0:0.0001' 'Pace=0.0..1.0:0' 'N=0..1000000:1'; do
    sweep "$values"
done
sweep M=0..999999:1 --max-total 1000 | head -n 2
