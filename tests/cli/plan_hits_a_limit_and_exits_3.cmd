htn plan domains/troll.htn --set WsCanSeeEnemy=true --set CanNavigateToEnemy=true --max-steps 1
