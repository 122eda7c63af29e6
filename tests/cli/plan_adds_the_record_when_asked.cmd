htn plan domains/troll.htn --set SeesEnemy=true --mtr
