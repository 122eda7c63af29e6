#!/usr/bin/env bash
# `make demo`: shows what the troll of domains/troll.htn plans in three situations, and why. BUILD is the folder of htn.
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

echo "The domain is $domain: a troll guards a bridge and hits enemies with a tree trunk, which breaks after three blows."
show "Nobody in sight: it watches." plan $domain
show "An enemy, and a whole trunk: it attacks." plan $domain --set SeesEnemy=true --set TrunkHealth=3
show "An enemy, and the trunk is broken: it fetches a new one first." plan $domain --set SeesEnemy=true
show "Why?" explain $domain --set SeesEnemy=true
echo
echo "Play with it:  $htn run $domain"
echo "Read on:       README.md, docs/tutorial.md, and the lessons in domains/ (domains/README.md lists them)."
