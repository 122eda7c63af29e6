# not on Windows: it has no devices in folders
cp domains/troll.htn domains/01-first-domain.htn tests/cli/outpost*.htn $SCRATCH/; cp -R tests/cli/imported $SCRATCH/ && cd $SCRATCH || exit
kinds() { stat -c '%F' "$@" | sed 's/regular empty file/regular file/'; }
mkdir assets folder; ln -s assets/troll.htnb link; ln -s folder into
# through the link, whether there is something behind it or not
htn compile troll.htn -o link && kinds link assets/troll.htnb && htn compile 01-first-domain.htn -o link && kinds link && htn compile 01-first-domain.htn -o new.htnb && cmp link new.htnb; rm new.htnb
# a link to a folder is none that could be written, and then nothing is
htn compile troll.htn -o new.htnb --header into; echo "exit $?"; ls new.htnb; kinds into
# standard output by a name such as /dev/stdout, where it is a file
ln -s /dev/fd/1 stdout
htn compile troll.htn -o by_dash.htnb && htn compile troll.htn -o stdout > by_name.htnb && cmp by_dash.htnb by_name.htnb && kinds stdout
# what is written to nowhere leaves nowhere as it was
htn compile troll.htn -o /dev/null --header /dev/stderr 2> out.h; kinds /dev/null; wc -l < out.h | grep -c '[0-9][0-9]'
for output in --header --emit-c --depfile; do htn compile troll.htn -o out.htnb $output /dev/null; kinds /dev/null; done
htn test outpost.test.htn --junit /dev/null | tail -n 1; kinds /dev/null
ls /dev/null.tmp.* *.tmp.* 2> /dev/null
true
