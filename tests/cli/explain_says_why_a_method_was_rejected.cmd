htn explain domains/troll.htn --set WsCanSeeEnemy=true --set CanNavigateToEnemy=false
