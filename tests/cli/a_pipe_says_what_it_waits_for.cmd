# not on Windows: it has no pipes in folders
cd $SCRATCH || exit
mkfifo pipe
htn check pipe 2> said & checking=$!
while [ ! -s said ]; do sleep 0.1; done
cat said
echo 'Compound Task [Live] Method [true] Subtasks [Rest()] Primitive Task [Rest] Operator [Rest]' > pipe
wait "$checking"; echo "exit $?"; cat said
# an end that comes in time is not waited for in words; how long that takes is the machine's
echo 'Compound Task [Live] Method [true] Subtasks [Rest()] Primitive Task [Rest] Operator [Rest]' > pipe &
htn plan pipe 2> /dev/null
cat pipe > out.htnb &
htn compile "$OLDPWD/domains/troll.htn" -o pipe 2> /dev/null; wait; htn plan out.htnb
cat < /dev/null > pipe &
htn check pipe 2>&1 | grep -v waiting
