htn explain domains/grown-troll.htn --task Slam; echo "exit $?"
htn explain domains/grown-troll.htn --set SeesEnemy=true --task Roar; echo "exit $?"
htn explain domains/grown-troll.htn --task Slm
