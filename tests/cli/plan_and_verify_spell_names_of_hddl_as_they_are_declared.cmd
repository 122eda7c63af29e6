# HDDL does not distinguish upper and lower case; plans and messages spell a name as where it is declared.
cat > $SCRATCH/towers.hddl <<'END'
(define (domain Towers)
  (:types Peg Disk - object)
  (:constants leftPeg - Peg)
  (:predicates (On ?d - Disk ?p - PEG))
  (:task shiftTower :parameters (?Disk - disk ?to - peg))
  (:method m_Shift :parameters (?d - Disk ?to ?From - Peg) :task (SHIFTTOWER ?d ?to)
    :precondition (on ?d ?from) :ordered-subtasks (and (movedisk ?d ?from ?to)))
  (:action moveDisk :parameters (?d - disk ?from ?to - peg)
    :precondition (ON ?d ?from) :effect (and (not (On ?d ?from)) (on ?d ?to))))
END
cat > $SCRATCH/one.hddl <<'END'
(define (problem One) (:domain towers)
  (:objects Big - disk RightPeg - peg)
  (:htn :tasks (and (shifttower big rightpeg)))
  (:init (on BIG leftpeg)))
END
htn plan $SCRATCH/towers.hddl $SCRATCH/one.hddl | tee $SCRATCH/plan
htn verify $SCRATCH/towers.hddl $SCRATCH/one.hddl $SCRATCH/plan
tr A-Z a-z < $SCRATCH/plan | htn verify $SCRATCH/towers.hddl $SCRATCH/one.hddl -
sed 's/^0 .*/0 MOVEDISK big rightpeg leftpeg/' $SCRATCH/plan | htn verify $SCRATCH/towers.hddl $SCRATCH/one.hddl -
sed 's/Big/Bigg/' $SCRATCH/plan | htn verify $SCRATCH/towers.hddl $SCRATCH/one.hddl -
htn convert $SCRATCH/towers.hddl $SCRATCH/one.hddl | head -n 12
