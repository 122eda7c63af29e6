# not on Windows: it has no signals
cp domains/troll.htn $SCRATCH/ && cd $SCRATCH || exit
# too large for the limit that the shell has set: as on a full disk
(ulimit -f 0; htn compile troll.htn -o out.htnb --header out.h 2>&1; echo "exit $?") | cat
ls
# ended while a pipe waits for its reader, after the files are written
mkfifo pipe
htn compile troll.htn -o pipe --header out.h --depfile out.d 2> said & compiling=$!
while [ ! -s said ]; do sleep 0.1; done
cat said
kill "$compiling"; wait "$compiling" 2> /dev/null
ls
