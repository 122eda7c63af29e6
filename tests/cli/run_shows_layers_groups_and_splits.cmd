htn run domains/14-layers.htn <<'END'
plan
HasEnemy = true
plan
why Legs
run 2
END
htn run domains/13-at-the-same-time.htn <<'END'
succeed
plan
succeed
succeed LookAround
plan
END
htn run domains/12-splits.htn <<'END'
run 4
plan
why
END
