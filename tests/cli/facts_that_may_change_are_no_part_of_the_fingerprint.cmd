# Saves and generated headers rely on the fingerprint: a designer may tune initial values and facts, and keep them. The facts of a
# table that nothing writes are in the code.
fingerprint() { # INITIAL_VALUE FACT STATIC_FACT COST
    cat > "$SCRATCH/tuned.htn" << END
Enum [Place] Values [Hut, Mill, Well]
World State [Grain(p : Place) : 0..9, Near(Place, Place) : 0..9 = 5, Hungry : bool = $1]
Facts [Grain(Mill) = $2, Near(Hut, Mill) = $3]
Compound Task [Live] Method [Hungry, any p : Place where Grain(p) > 3 and Near(Hut, p) < 5] Subtasks [Go(p)]
Primitive Task [Go(p : Place)] Operator [Go(p)] Cost [$4] Effects [Grain(p) -= 1]
END
    htn compile "$SCRATCH/tuned.htn" -o "$SCRATCH/tuned.htnb" && htn dump "$SCRATCH/tuned.htnb" | sed -n '1s/.*fingerprint //p'
}
first=$(fingerprint true 5 3 1)
echo "${#first} digits"
[ "$(fingerprint false 5 3 1)" = "$first" ] && echo "another initial value: the same"
[ "$(fingerprint true 7 3 1)" = "$first" ] && echo "another fact of a table that is written: the same"
[ "$(fingerprint true 5 3 2)" = "$first" ] && echo "another cost: the same"
[ "$(fingerprint true 5 2 1)" = "$first" ] || echo "another fact of a static table: not the same"
