# A count that is no number is refused: nothing is undone.
printf 'SeesEnemy = true\nundo -1\nundo 1x\nundo 99999999999999999999\nworld\n' | htn run domains/troll.htn 2>&1 | tail -n 8
