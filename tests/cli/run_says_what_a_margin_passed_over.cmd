# The utility of what ran is compared, and rejects nothing by itself: it was told as a `Weight [Calm, ...]` that did.
cat > $SCRATCH/voice.htn <<'END'
World State [Calm : 0..100 = 30, Fear : 0..100]
Compound Task [Voice]
    Select [highest by 10]
    Method [true]
        Utility [Calm]
        Subtasks [Sing()]
    Method [true]
        Utility [Fear]
        Subtasks [Cry()]
Primitive Task [Sing]
    Operator [Sing]
Primitive Task [Cry]
    Operator [Cry]
END
printf 'Fear = 50\nwhy\n' | htn run $SCRATCH/voice.htn --ascii
