# Forty mills, one behind the other, and as many plots as buildings: who does not keep the house's for it tries them all.
mills=$(seq -f mill%.0f 1 40)
{
    echo "(define (problem many-plots) (:domain plots) (:objects house $(echo $mills) - building $(seq -s ' ' -f p%.0f 1 41) - plot)"
    echo "(:htn :ordered-subtasks (build house p1))"
    echo "(:init (needs-nothing mill40) (made-by house mill1)"
    for i in $(seq 1 39); do echo "(made-by mill$i mill$((i + 1)))"; done
    for i in $(seq 1 41); do echo "(free p$i)"; done
    echo ") (:goal (stands house p1)))"
} > "$SCRATCH/plots.hddl"
domain=tests/hddl/a_place_is_kept_for_what_needs_it.hddl
htn plan $domain "$SCRATCH/plots.hddl" --cpu-time 60 > "$SCRATCH/plan" && htn verify $domain "$SCRATCH/plots.hddl" "$SCRATCH/plan"
