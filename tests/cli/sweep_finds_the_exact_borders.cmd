# What the steps leave out is found: the thresholds are those of a sweep of all values, and of one plan for each value.
cat > "$SCRATCH/a.htn" <<'END'
World State [Gold : -1000..300000 = 5, Heat : -2.0..2.0 = 0.5, On : bool]
Compound Task [Live]
    Select [highest]
    Method buy [Gold > 123456]
        Utility [Heat * 10]
        Subtasks [Buy()]
    Method rest [Heat < 1.5, not On]
        Utility [5]
        Subtasks [Rest()]
    Method last [Gold == 300000]
        Utility [100]
        Subtasks [Rest()]
Primitive Task [Buy] Operator [Buy]
Primitive Task [Rest] Operator [Rest]
END
cd "$SCRATCH" || exit
thresholds() { htn sweep a.htn "$@" | grep -E '^  [-0-9.]+\.\.|^  [-0-9.]+  '; }
thresholds Gold --set Heat=1.0
for step in 7 1000 99999; do thresholds Gold=-1000..300000:$step --set Heat=1.0 | diff - <(thresholds Gold --set Heat=1.0) && echo "$step: the same"; done
thresholds Heat=-2..2:0.7 --set Gold=200000
thresholds Heat=-2..2:0.001 --set Gold=200000
thresholds Heat=-2..2:3 --set Gold=200000 --set On=true
# each line of the CSV is what `htn plan` says
htn sweep a.htn Gold=123454..123458 Heat=0.499..0.502 --csv all.csv > /dev/null
wc -l < all.csv
tr -d '\r' < all.csv | tail -n +2 | while IFS=, read -r gold heat method step scores; do
    [ "$(htn plan a.htn --set "Gold=$gold" --set "Heat=$heat")" = "$step" ] || echo "differs: $gold $heat $method $step $scores"
done
cat all.csv | tr -d '\r'
