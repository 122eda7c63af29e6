htn check --dump-ast domains/06-upper-body.htn
