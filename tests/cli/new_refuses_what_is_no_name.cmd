# not on Windows: a name of its files has no such characters
cd "$SCRATCH" || exit
for name in ai/guard ai/troll a/b/c/d; do htn new "$name" | tail -n 3; echo "exit $?"; done
ls ai a/b/c
for name in $'a\nb' $'a\xc2\xa0b' 123 _ _a $'\xff\xfe' / '' a/ '$x' x/_/; do htn new "$name" 2>&1 | head -n 2 | LC_ALL=C sed 's/[\xff\xfe]/?/g'; done
ln -s nowhere link; htn new link; echo "exit $?"
mkdir empty; htn new empty; echo "exit $?"; ls -d empty
touch file; htn new file/x; htn new file/x/y; htn new new/../file/x; ls
htn new 'my ai/guard' | tail -n 3
htn new страж | tail -n 2
