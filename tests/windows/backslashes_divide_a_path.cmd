mkdir -p "$SCRATCH/in/deep" && cp domains/troll.htn domains/troll.test.htn "$SCRATCH/in/deep/" && cd "$SCRATCH" || exit
htn check 'in\deep\troll.htn' && echo good
htn test 'in\deep\troll.test.htn'
echo 'Import ["in\\deep\\troll.htn"] Import ["in/deep/../deep/TROLL.htn"]' > main.htn
htn plan '.\main.htn'
sed -i "s/\[SeesEnemy\]/[SeesEnmy]/" in/deep/troll.htn
htn check "in\\deep\\troll.htn" 2>&1 | head -n 1
htn check main.htn 2>&1 | head -n 1
