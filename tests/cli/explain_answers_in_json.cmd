htn explain domains/02-recursion.htn --set WsCanSeeEnemy=true --json
