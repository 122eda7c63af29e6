# Who reads only standard output learns why there is no plan.
printf 'World State [Hungry : bool]\nCompound Task [Live]\n    Method [Hungy]\n        Subtasks []\n' > $SCRATCH/live.htn
cd $SCRATCH
for command in "plan" "plan --all" "explain"; do
    echo "- $command"
    htn $command live.htn --json 2> said | tr -d '\t\n' | sed 's/"notes".*"errors"/... "errors"/'; echo "exit ${PIPESTATUS[0]}"
    tail -n 1 said
done
printf '(define (domain d) (:predicates (p)) (:action a :parameters () :effect (q)))' > d.hddl
printf '(define (problem x) (:domain d) (:htn :tasks (and)) (:init))' > p.hddl
for command in plan explain; do
    htn $command d.hddl p.hddl --json 2> said | tr -d '\t\n' | sed 's/"notes".*"errors"/... "errors"/'; echo "exit ${PIPESTATUS[0]}"
done
