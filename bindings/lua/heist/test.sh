# Sourced by bindings/lua/test: LÖVE plays the heist without a window, and each guard's journal replays.
if ! command -v love > /dev/null; then
    ok "LÖVE plays the heist # SKIP skipped: needs love"
else
    mkdir "$SCRATCH/journals" && "$HTN" compile examples/heist/heist.htn -o "$SCRATCH/heist.htnb" > "$SCRATCH/said" 2>&1 &&
        HTN_LIBRARY=$SCRATCH/lib/libhtn.so SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy timeout 300 love bindings/lua/heist "$SCRATCH/heist.htnb" 1500 "$SCRATCH/journals" >> "$SCRATCH/said" 2>&1 &&
        grep -q '^[1-9][0-9]* arrested' "$SCRATCH/said"
    verdict "LÖVE plays 1,500 frames of the heist, and guards arrest thieves" $? "$(cat "$SCRATCH/said")"
    failed=$([ "$(ls "$SCRATCH/journals" | wc -l)" = 50 ] || echo "there are not 50 journals"
        for journal in "$SCRATCH"/journals/*.htnj; do
            "$HTN" replay "$SCRATCH/heist.htnb" "$journal" > "$SCRATCH/said" 2>&1 || { echo "${journal##*/}:"; cat "$SCRATCH/said"; }
        done)
    [ -z "$failed" ]
    verdict "each guard's journal replays byte for byte" $? "$failed"
fi
