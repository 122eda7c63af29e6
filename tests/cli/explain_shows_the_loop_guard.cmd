htn explain tests/article/the_lower_body.htn --set WsHasEnemy=true
