sweep() { htn sweep domains/weapon-choice.htn "$@"; echo "exit $?"; }
for axis in Distance=0..200 Distanc=0..2 Distance=5..2 Distance=0..5:x Distance=0..5:0 Enemy=Wolf..Ghost Enemy=Wlf Distance= 'Reach(Sword)=0..3' =3 Distance=0..5..3 Distance=0:2..5 Distance=0:2..5:3; do
    sweep "$axis"
done
sweep Health Health
sweep Health --task Fightt
sweep Health --task Attack
sweep Health --task Fight --by step
sweep Health --svg domains/weapon-choice.htn
sweep Health --svg - --csv -
sweep Health --svg nowhere/a.svg
sweep
sweep Health Mana Arrows
printf 'World State [A : 0..2000000, B : 0..2000000]\nCompound Task [T]\n    Method [A < B]\n        Subtasks []\n    Method [true]\n        Subtasks []\n' > "$SCRATCH/a.htn"
htn sweep "$SCRATCH/a.htn" A=0..2000000:1; echo "exit $?"
htn sweep "$SCRATCH/a.htn" A=0..2000000:1000 B=0..2000000:1000; echo "exit $?"
htn sweep "$SCRATCH/a.htn" A=0..10 B=0..10 --max-total 4000; echo "exit $?"
