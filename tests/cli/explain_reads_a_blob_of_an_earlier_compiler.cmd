printf "$(tr -d '\n' < tests/cli/orchard.old-debug.hex | sed 's/../\\x&/g')" > $SCRATCH/orchard.htnb
cd $SCRATCH
htn explain orchard.htnb --ascii; echo "exit $?"
htn explain orchard.htnb --ascii --set Hungry=true --set 'Reachable(Pear)=true'; echo "exit $?"
htn explain orchard.htnb --ascii --set Hungry=true --set 'Reachable(Pear)=true' --task Eat; echo "exit $?"
htn explain orchard.htnb --ascii --set Rain=true --task Eat
