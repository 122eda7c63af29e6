# not on Windows: it does not call dot there
graph() { htn graph "$@"; echo "exit $?"; }
graph domains/troll.htn --set SeesEnemy=true
graph domains/troll.htn --plan --set SeesEnmy=true
graph domains/townsman.htn --plan --task 'Run()' --max-steps 1 | grep -o 'class="[^"]*taken"'
printf 'World State [A : bool]\nCompound Task [T]\n    Method [A]\n        Subtasks []\n' > "$SCRATCH/a.htn"
graph "$SCRATCH/a.htn" --plan
graph "$SCRATCH/a.htn" --svg "$SCRATCH/a.htn"
htn compile "$SCRATCH/a.htn" --no-debug -o "$SCRATCH/a.htnb"
cd "$SCRATCH" || exit
graph a.htnb
graph a.hddl
# without Graphviz; and with a program in its place
mkdir empty bin
printf '#!/bin/sh\necho "<!DOCTYPE a>"; echo "<svg width=\\"1\\">"; grep -c "arrowsize"; echo "</svg>"\n' > bin/dot
chmod +x bin/dot
htn=$(command -v htn)
PATH=$PWD/empty "$htn" graph a.htn --svg b.svg; echo "exit $?"
PATH=$PWD/bin:$PATH "$htn" graph a.htn --svg - | grep -v fill
printf '#!/bin/sh\nexit 1\n' > bin/dot
PATH=$PWD/bin:$PATH "$htn" graph a.htn --svg b.svg; echo "exit $?"
ls b.svg
