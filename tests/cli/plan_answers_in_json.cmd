htn plan domains/troll.htn --set SeesEnemy=true --json
htn plan domains/09-partial-plans.htn --json
