# 1,500 places: a predicate of three of them has 3,375,000,000 cells, and some thousand facts.
cat > "$SCRATCH/domain.hddl" <<'END'
(define (domain maze)
  (:requirements :hierarchy :typing :negative-preconditions)
  (:types place)
  (:predicates (door ?from ?to ?key - place) (at ?p - place) (seen ?p - place))
  (:task leave :parameters (?exit - place))
  (:method out :parameters (?exit - place) :task (leave ?exit) :precondition (at ?exit) :subtasks ())
  (:method through :parameters (?exit ?here ?there ?key - place) :task (leave ?exit)
    :precondition (and (at ?here) (door ?here ?there ?key) (not (seen ?there)) (seen ?key))
    :ordered-subtasks (and (go ?here ?there ?key) (leave ?exit)))
  (:action go :parameters (?here ?there ?key - place)
    :precondition (and (at ?here) (door ?here ?there ?key) (seen ?key))
    :effect (and (not (at ?here)) (at ?there) (seen ?there))))
END
awk 'BEGIN {
    n = 1500
    print "(define (problem p) (:domain maze) (:objects"
    for (i = 0; i < n; i++) print "p" i
    print "- place) (:htn :ordered-subtasks (leave p7)) (:init (at p0) (seen p0)"
    for (i = 0; i < n; i++) {
        print "(door p" i " p" (i + 1) % n " p" int(i / 2) ") (door p" i " p" (i * 7 + 3) % n " p" (i * 5 + 9) % n ")"
    }
    print "))"
}' > "$SCRATCH/problem.hddl"
cd "$SCRATCH" || exit
htn convert domain.hddl problem.hddl -o p.htn
htn compile p.htn -Wnone --no-debug -o a.htnb
htn compile domain.hddl problem.hddl --no-debug -o b.htnb
cmp a.htnb b.htnb
htn dump a.htnb | grep -e ' cells' -e 'world state' -e '^ *0  door.*[0-9] keys at'
htn plan a.htnb
htn plan domain.hddl problem.hddl > plan
htn verify domain.hddl problem.hddl plan
sed -n '1,3p' plan
htn plan p.htn --set 'at(p0)=false' --set 'door(p1, p2, p3)=true'
