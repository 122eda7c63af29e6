htn plan domains/troll.htn --set WsCanSeeEnemy=true --json
htn plan domains/09-partial-plans.htn --json
