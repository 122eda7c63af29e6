# not on Windows: a colon divides paths there
# On POSIX a colon is a letter like others. The import leads from the scenario's folder, wherever links lead, to the domain.
cd "$SCRATCH" || exit
mkdir -p 'a:b' 'c:d/e' linked/in; ln -s ../../linked/in 'c:d/e/away'
cp "$OLDPWD/domains/troll.htn" 'a:b/troll.htn'
saves() { printf 'SeesEnemy = true\nsave %s\n' "$2" | htn run "$1" | tail -n 1; grep Import "$2" && htn test "$2" | tail -n 1; }
saves a:b/troll.htn a:b/session.test.htn
saves a:b/troll.htn c:d/e/../session.test.htn
saves a:b/troll.htn c:d/e/away/session.test.htn
htn new c:d/guard > /dev/null; ls c:d/guard
htn new 'c\d'; echo "exit $?"
