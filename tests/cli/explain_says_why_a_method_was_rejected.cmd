htn explain domains/grown-troll.htn --set SeesEnemy=true --set PathClear=false
