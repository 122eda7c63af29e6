cat > $SCRATCH/there.htn <<'END'
Entities [Enemy] Max [3]
Entities [Boss : Enemy] Max [2]
World State [T : Enemy, D(Enemy) : 0..9, Q(Enemy, Boss) : bool, N : 0..9]
Compound Task [Root]
    Method [T != none, D(T) > 2]
        Subtasks [Hit(T)]
    Method [true]
        Subtasks []
Primitive Task [Hit(e : Enemy)]
    Operator [Hit(e)]
END
P="$SCRATCH/there.htn -Wnone --seed 0"
htn plan $P --set T=Enemy#0; echo "exit $?"
htn plan $P --spawn Enemy=1 --set T=Enemy#2; echo "exit $?"
htn plan $P --spawn Boss=1 --set "Q(Boss#0,Boss#1)=true"; echo "exit $?"
htn plan $P --set D=3; echo "exit $?"
htn plan $P --set Q=true; echo "exit $?"
htn plan $P --set "N(3)=3"; echo "exit $?"
htn plan $P --spawn Boss=1 --set T=Boss#0 --set "D(Boss#0)=3"; echo "exit $?"
