htn plan domains/grown-troll.htn --set SeesEnemy=true --set PathClear=true --max-steps 1
