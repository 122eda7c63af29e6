htn dump tests/code/a_shared_world_state.htn | sed -n '/^memory of a world/,/in all/p'
# everywhere: the pieces lie side by side from 0 on, and add up
for file in domains/*.htn tests/code/*.htn tests/damage/everything.htn; do
    htn dump "$file" 2> /dev/null | awk -v file="$file" '
        /^memory of a world/ { on = 1; next }
        on && /in all/ { if (sum != $NF) print file ": " sum " and not " $NF; exit }
        on && NF { if ($1 != sum) print file ": " $0; if ($(NF - 2) == "x") { width = $(NF - 1); count = $(NF - 3) } sum += $NF }'
done
