# Debug information has conditions as they are written, each run of comments and white space being one blank.
cat > "$SCRATCH/noted.htn" << 'END'
World State [A : 0..9, B : 0..9]
Compound Task [Live]
    Method [A /* of the guard */ > // to the end of the line
                3 /**/ and /* two
                lines **/ B < 5,
            B > 1//that is all
           ]
        Subtasks [Rest()]
Primitive Task [Rest]
    Operator [Rest]
END
htn explain "$SCRATCH/noted.htn"
htn explain "$SCRATCH/noted.htn" --set A=5
