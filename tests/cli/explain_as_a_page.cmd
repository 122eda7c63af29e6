# The page needs nothing else, its links lead somewhere, its parts fold, and what stands in a source is escaped.
cat > "$SCRATCH/a.htn" <<'END'
World State [Armed : bool, N : 0..9]
Compound Task [Live] // <b>bold</b> & "quoted"
    Method a [Armed, N > 3]
        Subtasks [Hit(), Deep()]
    Method b [N < 9]
        Subtasks [Wait("<i>&amp;"), Deep()]
    Method c []
        Subtasks [Wait("c")]
Compound Task [Deep]
    Method [N > 5]
        Subtasks [Hit()]
Primitive Task [Hit]
    Preconditions [Armed]
    Operator [Hit]
Primitive Task [Wait(t : symbol)]
    Operator [Wait(t)]
    Effects [N += 1]
END
links() {
    comm -23 <(grep -o 'href="#[^"]*"' "$1" | sed 's/href="#//' | sort -u) <(grep -o 'id="[^"]*"' "$1" | sed 's/id="//' | sort -u)
    grep -E 'https?:|src=|@import|url\(|<script' "$1"
    for tag in div span details summary main header h1 h2 p a b code; do
        [ "$(grep -o "<$tag[ >]" "$1" | wc -l)" = "$(grep -o "</$tag>" "$1" | wc -l)" ] || echo "unbalanced: $tag"
    done
}
cd "$SCRATCH" || exit
htn explain a.htn -Wnone --html a.html --set N=2 --all --ascii; echo "exit $?"
sed -n '/<body>/,/class="sources"/p' a.html
grep 'line read' a.html
links a.html
htn explain a.htn -Wnone --set N=2 --all --html - | cmp - a.html && echo "the same on standard output"
htn explain a.htn -Wnone --task Hit --html task.html > /dev/null && links task.html && grep -c '<details' task.html
htn explain a.htn -Wnone --max-steps 1 --json --html both.html | head -n 2
links both.html
htn compile a.htn -Wnone && htn explain a.htnb --html blob.html > /dev/null && links blob.html && grep -c 'class="place faint"' blob.html
cd "$OLDPWD" || exit
for file in domains/{troll,weapon-choice,goap-soldier,night-watchman}.htn; do
    htn explain -Wnone "$file" --all --html "$SCRATCH/page.html" > /dev/null 2> "$SCRATCH/said"
    [ -e "$SCRATCH/page.html" ] && links "$SCRATCH/page.html" | sed "s|^|$file: |" && rm "$SCRATCH/page.html"
done
htn explain domains/troll.htn --html domains/troll.htn > /dev/null; echo "exit $?"
htn explain domains/troll.htn --json --html -; echo "exit $?"
