cat > "$SCRATCH/meal.htn" <<'END'
Compound Task [Eat]
    Method []
        Subtasks [Each [b : Bowl] [Fill(b)], Optional [Rest()], AnyOrder [Rest(), Wash()]]
Primitive Task [Fill(b : Bowl)]
    Operator [Fill(b)]
Primitive Task [Rest]
    Operator [Rest]
Primitive Task [Wash]
    Operator [Wash]
Entities [Bowl] Values [Red, Blue]
END
for task in 'Each 1 of Eat()' 'Each 1 of Ea()' 'Eat.0.Optional1()' 'Eat.0.AnyOrder2(true, true)' 'Eat.0.Optional()' 'Eats()'; do
    htn plan "$SCRATCH/meal.htn" --task "$task"
done
