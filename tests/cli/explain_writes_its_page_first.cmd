cp domains/troll.htn $SCRATCH/ && cd $SCRATCH || exit
for to in nowhere/x.html troll.htn .; do htn explain troll.htn --html $to; echo "exit $?"; done
htn explain troll.htn --html nowhere/x.html --json; echo "exit $?"
htn explain troll.htn --html page | head -n 1; ls
