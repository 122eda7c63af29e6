# A tower of 30 rings: a plan of 2^30 - 1 steps is not to be had.
tower() {
    echo '(define (problem high) (:domain towers) (:objects a b c - peg'
    for i in $(seq $1); do echo "r$i - ring"; done
    echo ') (:htn :ordered-subtasks (and (move-all r1 a b c))) (:init'
    for i in $(seq $1); do echo "(on r$i a) (next r$i r$((i + 1)))" | sed "s/(next r$1 .*//"; done
    echo "(last r$1)))"
}
cat > $SCRATCH/towers.hddl <<'HDDL'
(define (domain towers)
  (:types peg ring)
  (:predicates (on ?r - ring ?p - peg) (next ?r ?s - ring) (last ?r - ring))
  (:task move-all :parameters (?r - ring ?a ?b ?c - peg))
  (:method the-last :parameters (?r - ring ?a ?b ?c - peg) :task (move-all ?r ?a ?b ?c)
    :precondition (last ?r) :ordered-subtasks (move ?r ?a ?c))
  (:method those-above :parameters (?r ?s - ring ?a ?b ?c - peg) :task (move-all ?r ?a ?b ?c)
    :precondition (next ?r ?s)
    :ordered-subtasks (and (move-all ?s ?a ?c ?b) (move ?r ?a ?c) (move-all ?s ?b ?a ?c)))
  (:action move :parameters (?r - ring ?a ?c - peg) :precondition (on ?r ?a) :effect (and (not (on ?r ?a)) (on ?r ?c))))
HDDL
tower 3 > $SCRATCH/low.hddl; tower 30 > $SCRATCH/high.hddl
htn plan $SCRATCH/towers.hddl $SCRATCH/low.hddl; echo "exit $?"
htn plan $SCRATCH/towers.hddl $SCRATCH/high.hddl --time 0.3; echo "exit $?"
htn plan $SCRATCH/towers.hddl $SCRATCH/high.hddl --cpu-time 0.3; echo "exit $?"
htn plan $SCRATCH/towers.hddl $SCRATCH/high.hddl --time 0.001; echo "exit $?"
htn plan $SCRATCH/towers.hddl $SCRATCH/high.hddl --memory 20; echo "exit $?"
htn plan $SCRATCH/towers.hddl $SCRATCH/high.hddl --memory 1K; echo "exit $?"
