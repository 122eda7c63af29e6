htn explain domains/02-recursion.htn --set SeesEnemy=true --json
