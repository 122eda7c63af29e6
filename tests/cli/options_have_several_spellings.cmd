htn plan --set=SeesEnemy=1 --mtr -- domains/troll.htn; echo "exit $?"
htn plan domains/troll.htn --set SeesEnemy=1 --set SeesEnemy=false; echo "exit $?"
htn compile domains/troll.htn -o$SCRATCH/t.htnb && htn plan --memory 200K $SCRATCH/t.htnb; echo "exit $?"
htn plan domains/troll.htn --mtr=yes; echo "exit $?"
htn plan domains/troll.htn -mtr; echo "exit $?"
htn plan domains/troll.htn --memory 64Q; echo "exit $?"
htn plan domains/troll.htn --max-steps 0; echo "exit $?"
htn check domains/troll.htn --color sometimes; echo "exit $?"
htn check domains/troll.htn --json --dump-ast; echo "exit $?"
htn explain --help | head -n 1
htn help plna
