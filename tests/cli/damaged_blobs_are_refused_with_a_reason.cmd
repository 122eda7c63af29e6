cd $SCRATCH
htn compile $OLDPWD/domains/troll.htn -o good || exit
head -c 20 good > short; htn plan short; echo "exit $?"
head -c 400 good > cut; htn dump cut; echo "exit $?"
printf 'HTNB\377\377' > newer; tail -c +7 good >> newer; htn plan newer; echo "exit $?"
printf 'ELF!' > other; tail -c +5 good >> other; htn plan other > /dev/null 2>&1; echo "exit $?"
printf 'x' | dd of=good bs=1 seek=300 conv=notrunc 2> /dev/null; htn explain good
