cat > "$SCRATCH/roads.hddl" <<'END'
(define (domain roads)
  (:requirements :typing :hierarchy :action-costs)
  (:types place truck - object)
  (:predicates (at ?t - truck ?p - place) (road ?a ?b - place))
  (:functions (length ?a ?b - place) - number (toll) - number (fuel ?t - truck) - number (unset ?p - place) - number (total-cost) - number)
  (:task go :parameters (?t - truck ?to - place))
  (:method direct :parameters (?t - truck ?from ?to - place) :task (go ?t ?to)
    :precondition (and (at ?t ?from) (road ?from ?to))
    :ordered-subtasks (and (drive ?t ?from ?to)))
  (:method via :parameters (?t - truck ?from ?mid ?to - place) :task (go ?t ?to)
    :precondition (and (at ?t ?from) (road ?from ?mid))
    :ordered-subtasks (and (drive ?t ?from ?mid) (go ?t ?to)))
  (:method there :parameters (?t - truck ?to - place) :task (go ?t ?to)
    :precondition (and (at ?t ?to))
    :ordered-subtasks (and (rest ?t ?to)))
  (:action drive :parameters (?t - truck ?a ?b - place)
    :precondition (and (at ?t ?a) (road ?a ?b))
    :effect (and (not (at ?t ?a)) (at ?t ?b) (increase (total-cost) (length ?a ?b)) (increase (total-cost) (toll)) (increase (total-cost) 2) (decrease (fuel ?t) 1)))
  (:action rest :parameters (?t - truck ?p - place) :precondition (at ?t ?p) :effect (and (increase (total-cost) (fuel ?t)) (increase (total-cost) (unset ?p)))))
END
cat > "$SCRATCH/p.hddl" <<'END'
(define (problem p) (:domain roads)
  (:objects t1 - truck a b c - place)
  (:htn :ordered-subtasks (and (go t1 c) (go t1 c)))
  (:init (at t1 a) (road a b) (road b c) (= (length a b) 7) (= (length b c) 4) (= (length c a) 0) (= (length a b) 7.0) (= (length c t1) 9) (= (toll) 3) (= (fuel t1) 100) (= (total-cost) 0))
  (:metric minimize (total-cost)))
END
htn convert "$SCRATCH/roads.hddl" "$SCRATCH/p.hddl" > "$SCRATCH/roads.htn" 2> /dev/null
grep -E "State|Facts|Cost" "$SCRATCH/roads.htn"
htn plan --json "$SCRATCH/roads.htn" | grep cost
sed -i 's/(= (length b c) 4)/(= (length b c) 4.250)/' "$SCRATCH/p.hddl"
htn convert "$SCRATCH/roads.hddl" "$SCRATCH/p.hddl" > "$SCRATCH/roads.htn" 2> /dev/null
grep -E "State|Facts|Cost" "$SCRATCH/roads.htn"
htn plan --json "$SCRATCH/roads.htn" | grep cost
