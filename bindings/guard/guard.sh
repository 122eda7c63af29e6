# Sourced by the tests of bindings: the guard as C plays it, and what each binding is held to. The caller sits in the repository's root and
# has sourced tests/harness/tap.sh.
#
#     $GUARD            a folder with guard.htnb, the constants for each language, and what C has written: c.journal, c.plans
#     same_guard LANG   compares LANG.journal and LANG.plans in it with those of C, and replays the journal
#     page_block FILE KIND   the first block of code of that kind on a page
#     plays_page LANG KIND FILE   the program on the binding's page, as FILE, does what the troll does, by the page's commands
#     wraps_all LANG FILE...   each public function is used by the files, or listed in bindings/LANG/omitted; lines there: `NAME REASON`

GUARD=$BUILD/bindings/guard
mkdir -p "$GUARD"
CC=${CC:-cc}

{
    "$HTN" compile bindings/guard/guard.htn -o "$GUARD/guard.htnb" --header "$GUARD/guard.h" --hpp "$GUARD/guard.hpp" \
        --cs "$GUARD/Guard.cs" --lua "$GUARD/guard.lua" --gd "$GUARD/guard.gd" --rs "$GUARD/guard.rs" --py "$GUARD/guard.py" \
        --ts "$GUARD/guard.ts" &&
        $CC -std=c11 -Wall -Wextra -Werror -I runtime/include -I "$GUARD" bindings/guard/guard.c "$BUILD/libhtn.a" -o "$GUARD/guard" &&
        "$GUARD/guard" "$GUARD/guard.htnb" "$GUARD/c.journal" > "$GUARD/c.plans"
} > "$SCRATCH/said" 2>&1
if [ $? -ne 0 ] || [ ! -s "$GUARD/c.plans" ]; then
    not_ok "C plays the guard" "$(cat "$SCRATCH/said")"
    finish
fi

same_guard() {
    cmp "$GUARD/c.plans" "$GUARD/$1.plans" > "$SCRATCH/said" 2>&1
    verdict "$1 plays the guard: the same plans as in C" $? "$(cat "$SCRATCH/said"; diff "$GUARD/c.plans" "$GUARD/$1.plans" | head -n 20)"
    cmp "$GUARD/c.journal" "$GUARD/$1.journal" > "$SCRATCH/said" 2>&1
    verdict "$1 plays the guard: the same journal, byte for byte" $? "$(cat "$SCRATCH/said")"
    "$HTN" replay "$GUARD/guard.htnb" "$GUARD/$1.journal" > "$SCRATCH/said" 2>&1
    verdict "$1 plays the guard: htn replay comes to the same" $? "$(cat "$SCRATCH/said")"
}

page_block() { awk -v fence="\`\`\`$2" 'inside && /^```/ { exit } inside; $0 == fence { inside = 1 }' "$1"; }

# In a folder that looks like the repository, the build's output as `build`. The troll of domains/troll.htn has said eight lines then.
AT_THE_BRIDGE=$'at the Tree\nUproot\nat the Enemy\nSlam\nat the Enemy\nSlam\nat the Enemy\nSlam'
plays_page() {
    local page=$PWD/bindings/$1/README.md folder=$SCRATCH/page.$1 name said
    mkdir -p "$folder"
    for name in bindings runtime domains; do ln -s "$PWD/$name" "$folder/$name"; done
    ln -s "$(cd "$BUILD" && pwd)" "$folder/build"
    mkdir -p "$(dirname "$folder/$3")" && page_block "$page" "$2" > "$folder/$3"
    said=$(cd "$folder" && bash -e <(page_block "$page" sh) 2> "$SCRATCH/said")
    [ "$(grep -xE 'at the .*|Uproot|Slam' <<< "$said" | head -n 8)" = "$AT_THE_BRIDGE" ]
    verdict "the program on the page, by the commands on the page" $? "$said"$'\n'"$(cat "$SCRATCH/said")"
}

# All functions that a program may call; those that say the size of a struct are one. Those of htn/native.h are for generated C.
public_functions() {
    cat runtime/include/htn/*.h | grep -oE '^(HTN_API|static inline) .*\bhtn_[a-z0-9_]+\(' | grep -oE 'htn_[a-z0-9_]+\($' | tr -d '(' | grep -v '^htn_native_'
    ! grep -q 'htn_sizeof_##name' runtime/include/htn/version.h || echo htn_sizeof_
}

wraps_all() {
    local language=$1 list=bindings/$1/omitted name found problems=
    shift
    cat "$@" > "$SCRATCH/source"
    for name in $(public_functions | sort -u); do
        found=$(grep -cE "\b$name$([ "${name%_}" != "$name" ] || echo '\b')" "$SCRATCH/source")
        if grep -qsE "^$name " "$list"; then
            [ "$found" -eq 0 ] || problems+="$name is used, but $list says that it is left out"$'\n'
        elif [ "$found" -eq 0 ]; then
            problems+="$name is not wrapped; if that is meant, $list must say why"$'\n'
        fi
    done
    for name in $(sed -n 's/^\(htn_[^ ]*\).*/\1/p' "$list" 2> /dev/null); do
        public_functions | grep -qx "$name" || problems+="$list: there is no function $name"$'\n'
    done
    [ -z "$problems" ]
    verdict "each public function is wrapped, or left out for a reason" $? "$problems"
}

# same_speed LANG COMMAND...: a port of guard_crowd.c, which is called with the blob and the number of frames.
same_speed() {
    local language=$1 c ours
    shift
    $CC -std=gnu11 -O2 -Wall -Wextra -Werror -I runtime/include bindings/guard/guard_crowd.c "$BUILD/libhtn.a" -o "$GUARD/crowd"
    c=$("$GUARD/crowd" "$GUARD/guard.htnb" 1000)
    ours=$("$@" "$GUARD/guard.htnb" 1000 2> "$SCRATCH/said")
    ours=$(cut -d " " -f 1,2 <<< "$ours") # the bytes that a tick allocates come third
    [ -n "$c" ] && [ "${c% *}" = "${ours% *}" ]
    verdict "$language ticks 1,000 guards, who end as many steps as in C" $? "C: $c, $language: $ours $(cat "$SCRATCH/said")"
    echo "# ns per tick of an agent: C ${c#* }, $language ${ours#* }: $(awk -v a="${ours#* }" -v b="${c#* }" 'BEGIN { printf "%.2f", a / b }') times as long"
}
