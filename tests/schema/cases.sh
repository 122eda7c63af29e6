# Sourced by run: fills $made with documents of each command. Their exit status does not matter here.

# make COMMAND ARGUMENTS...: one more document, named for the arguments.
make() {
    local name=${*#"$SCRATCH"}
    name=${name//[^A-Za-z0-9_.=-]/_}
    "$HTN" "$@" --json > "$made/$1/${name:0:200}.json" 2> /dev/null
}

for file in domains/*.htn; do
    case $file in
        *.test.htn) make test "$file" ;;
        *) make plan "$file" && make explain "$file" ;;
    esac
done
make check domains/*.htn
make check tests/language/errors/an_unknown*.htn tests/language/errors/a_*.htn tests/language/warnings/c*.htn "$SCRATCH/missing.htn"
make test tests/cookbook/what_must_fail.htn "$SCRATCH/missing.htn" tests/language/errors/a_value_with_two_colons.htn
make test domains/01-first-domain.test.htn --coverage

# What searches can meet: groups, splits, quantifiers, derived conditions, queries, given tasks, limits.
for file in tests/plans/a_group* tests/plans/a_background* tests/plans/*split* tests/plans/*derived* tests/plans/*achieve*; do
    case $file in
        *.htn) make explain "$file" && make plan "$file" ;;
    esac
done
cat > "$SCRATCH/cases/rare.htn" << 'END'
Entities [Spot] Values [Rock, Tree, Wall]
Entities [Food] Values [Soup, Bread]
Query [Safe(Spot) : bool]
World State [At : Spot, Fatigue : 0..9 = 2, Locked : bool, Taste(Food) : 0..9 = 3, Road(Spot, Spot) : bool]
Facts [Road(Rock, Tree) = true, Road(Tree, Wall) = true]
Condition [Way(a : Spot, b : Spot)] [Road(a, b) or exists(m : Spot where Road(a, m) and Way(m, b))]
Root [Live] Root [Look] Root [Draw]

Compound Task [Live]
    Select [highest]
    Method nap [Fatigue > 0]
        Utility [Fatigue]
        Subtasks [Sleep()]
    Method [any f : Food where not Locked or f == Soup]
        Utility [Taste(f)]
        Subtasks [Eat(f)]
    Method [Fatigue > 20 or Locked and Fatigue > 8]
        Utility [1]
        Subtasks []

Compound Task [Draw]
    Select [random]
    Method one [true]
        Weight [1]
        Subtasks [Sleep()]
    Method two [true]
        Weight [2]
        Subtasks [Stand()]

Compound Task [Look]
    Method away [any s : Spot where Safe(s)]
        Subtasks [Go(s)]
    Method [Way(Wall, Rock)]
        Subtasks [Go(Rock)]
    Method [Way(Rock, Wall), count(f : Food where Taste(f) > 5) > 0]
        Subtasks [Go(Wall)]
    Method [true]
        Subtasks [Stand(), Try()]

Compound Task [Try]
    Method [Fatigue == 1]
        Subtasks [Go(Tree)]
    Method [true]
        Subtasks [Parallel [Sleep(), Stand()]]

Primitive Task [Sleep]
    Operator [Sleep]
    Effects [Fatigue = 0]

Primitive Task [Eat(f : Food)]
    Preconditions [not Locked]
    Operator [Eat(f)]

Primitive Task [Go(to : Spot)]
    Operator [Go(to)]
    Effects [At = to]

Primitive Task [Stand]
    Operator [Stand]
    Effects [Fatigue += 1]
END
rare=$SCRATCH/cases/rare.htn
for root in Live Look Draw; do
    make plan "$rare" --root "$root"
    make explain "$rare" --root "$root"
done
make explain "$rare" --set Locked=true --set "Taste(Bread)=6"
make explain "$rare" --task "Go(Tree)" --task "Try()" --set Fatigue=9
make explain "$rare" --root Look --set "Safe(Rock)=later"
make plan "$rare" --root Look --set "Safe(Rock)=later"
make plan "$rare" --root Look --set "Safe(Rock)=later" --all
make explain "$rare" --root Look --max-steps 1
make plan "$rare" --root Look --max-steps 1
make plan "$rare" --all
make plan "$rare" --next 1
make plan "$rare" --root Look --all --max-steps 1
for command in plan explain; do
    make "$command" tests/language/errors/a_value_with_two_colons.htn
    make "$command" tests/plans/nothing_to_do_is_a_plan_and_no_plan_is_not.htn
    make "$command" tests/plans/the_cheapest_way_along_roads.htn
    make "$command" tests/plans/the_cheapest_way_along_roads.htn --max-work 100
    make "$command" domains/12-splits.htn --spawn Intruder
    make "$command" domains/goap-soldier.htn
done
make plan domains/townsman.htn --set FightNear=true
{
    echo "Entities [Spot] Values [$(seq -s, -f 'S%g' 80)] Entities [Foe] Max [300]"
    echo "World State [Road(Spot, Spot) : bool] Facts [$(for i in {1..79}; do echo "Road(S$i, S$((i + 1))) = true,"; done)]"
    echo "Condition [Way(a : Spot, b : Spot)] [Road(a, b) or exists(m : Spot where Road(a, m) and Way(m, b))]"
    echo "Root [Live] Root [Chase] Compound Task [Live] Method [Way(S80, S1)] Subtasks [] Method [Way(S1, S80)] Subtasks []"
    echo "Compound Task [Chase] Select [highest] Method [any f : Foe] Utility [1] Subtasks [Hit(f)] Method [true] Utility [0] Subtasks []"
    echo "Primitive Task [Hit(f : Foe)] Operator [Hit(f)]"
} > "$SCRATCH/cases/many.htn"
make explain "$SCRATCH/cases/many.htn"
make explain "$SCRATCH/cases/many.htn" --root Chase --spawn Foe=300
courier=tests/hddl/a_courier_delivers_by_bike_and_by_foot
make plan "$courier.hddl" "$courier.problem.hddl"
make plan "$courier.hddl" "$courier.rain.problem.hddl"
make explain "$courier.hddl" "$courier.rain.problem.hddl"

# shellcheck disable=SC2059
printf "$(tr -d '\n' < tests/cli/sentry.journal.hex | sed 's/../\\x&/g')" > "$SCRATCH/journal"
make trace tests/cli/sentry.htn "$SCRATCH/journal"

# Moments of a journal.
printf "$(tr -d '\n' < tests/cli/sentry.journal.hex | sed 's/../\\x&/g')" > "$SCRATCH/cases/sentry.htnj"
for at in 0ms 100ms 400ms 700ms 1s 1.2s 1.6s; do
    make explain tests/cli/sentry.htn --journal "$SCRATCH/cases/sentry.htnj" --at $at
done
