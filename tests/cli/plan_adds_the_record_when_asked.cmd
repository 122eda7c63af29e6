htn plan domains/troll.htn --set WsCanSeeEnemy=true --mtr
