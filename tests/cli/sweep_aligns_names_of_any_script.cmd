cat > "$SCRATCH/a.htn" <<'END'
Enum [Погода] Values [Ясно, Дождь, 雪, Hail]
Enum [天気] Values [晴れ, 大雨, Fog]
World State [W : Погода, V : 天気, N : 0..9]
Compound Task [Live]
    Method go [W == Ясно or N == 5 or N == 7, V != Fog]
        Subtasks []
    Method stay [true]
        Subtasks []
END
cd "$SCRATCH" || exit
htn sweep a.htn W V
htn sweep a.htn W
htn sweep a.htn N --set W=Hail
