#!/usr/bin/env bash
# `make demo`: the troll plans in a few worlds, and then says why. BUILD is where htn is.
cd "$(dirname "$0")/.." || exit 2
htn=${BUILD:-build}/htn
domain=domains/troll.htn

show() {
    echo
    echo "$1"
    shift
    echo "\$ htn $*"
    "$htn" "$@" || exit
}

echo "The domain is $domain: a troll who guards bridges and thumps who comes near, with a tree trunk if he has one."
show "Nobody in sight: he checks his bridges." plan $domain
show "An enemy, and a whole trunk: he attacks." plan $domain --set WsCanSeeEnemy=true --set WsTrunkHealth=3
show "An enemy, and the trunk is broken: he fetches another first." plan $domain --set WsCanSeeEnemy=true --mtr
show "He lost sight of an enemy: he goes to look, and expects to roar." plan $domain --set WsHasSeenEnemyRecently=true
show "Why does he throw boulders?" explain $domain --set WsCanSeeEnemy=true --set CanNavigateToEnemy=false
echo
echo "Play with him: $htn run $domain"
echo "Lessons, one file each: domains/01-first-domain.htn and on. How it works: README.md, docs/tutorial.md."
