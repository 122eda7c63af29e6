htn check -Wno-syntax domains/troll.htn; echo "exit $?"
htn check -Werror=unknown-task domains/troll.htn; echo "exit $?"
htn check -W domains/troll.htn; echo "exit $?"
htn check -W domains/troll.htn domains/troll.htn
