htn test tests/cli/wolf.htn
echo "exit $?"
htn explain tests/cli/wolf.htn --set 'Wind(0.5)=0.5' --set Hunger=0.3
htn explain tests/cli/wolf.htn --json --set Hunger=0.9 | grep -A2 '"name"\|arguments\|utility'
htn plan tests/cli/wolf.htn --set Hunger=0.3333
htn plan tests/cli/wolf.htn --set Tired=2
htn plan tests/cli/wolf.htn --set 'Wind(1.5)=2.5'
htn plan tests/cli/wolf.htn --set 'Wind(0.50)=2' --set Hunger=1
printf 'Hunger=0.75\nsucceed Hunt\ntick 3s\nworld\nwhy\n' | htn run tests/cli/wolf.htn --ascii
htn compile tests/cli/wolf.htn -o "$SCRATCH/wolf.htnb" --header "$SCRATCH/wolf.h" && sed -n "/enum wolf_property {/,/^};/p;/enum wolf_query {/,/^};/p" "$SCRATCH/wolf.h"
htn dump tests/cli/wolf.htn | sed -n '/^types/,/^memory/p'
