# The page has the sources with their counts, needs nothing else, and its links lead somewhere. What stands in a source is escaped.
cat > "$SCRATCH/a.htn" <<'END'
World State [A : bool, B : 0..9]
Compound Task [Live] // <b>bold</b> & "quoted"
    Method go [A, B > 3]
        Subtasks [Say("<i>&amp;")]
    Method [not A]
        Subtasks [Say("b")]
    Method [B > 8]
        Subtasks [Hide()]
Compound Task [Hide] Method [true] Subtasks [Say("c")]
Primitive Task [Say(t : symbol)]
    Operator [Say(t)]
Scenario [it <goes>]
    Given [A = true, B = 4]
    Expect Running [Say]
END
cd "$SCRATCH" || exit
htn test a.htn --html a.html --lcov a.info -Wnone; echo "exit $?"
cat a.info
sed -n '/<body>/,$p' a.html
htn test a.htn --lcov - -Wnone | cmp - a.info && htn test a.htn --html - -Wnone | cmp - a.html && echo "the same on standard output"
links() {
    comm -23 <(grep -o 'href="#[^"]*"' "$1" | sed 's/href="#//' | sort -u) <(grep -o 'id="[^"]*"' "$1" | sed 's/id="//' | sort -u)
    grep -E 'https?:|src=|@import|url\(|<script' "$1"
    for tag in div span table tbody thead tr td h1 h2 ul li p a; do
        [ "$(grep -o "<$tag[ >]" "$1" | wc -l)" = "$(grep -o "</$tag>" "$1" | wc -l)" ] || echo "unbalanced: $tag"
    done
}
links a.html
cd "$OLDPWD" || exit
htn test domains/*.test.htn --html "$SCRATCH/all.html" --lcov "$SCRATCH/all.info" > /dev/null; echo "exit $?"
links "$SCRATCH/all.html"
# the sums in lcov's format are those of its lines, and each file ends
awk -F'[:,]' '/^SF/ { files++ } /^FN:/ { fn++ } /^FNDA/ { fnh += $2 > 0 } /^BRDA/ { br++; brh += $5 > 0 } /^DA/ { da++; dah += $3 > 0 }
    /^FNF/ && $2 != fn { print "FNF" } /^FNH/ && $2 != fnh { print "FNH" } /^BRF/ && $2 != br { print "BRF" } /^BRH/ && $2 != brh { print "BRH" }
    /^LF/ && $2 != da { print "LF" } /^LH/ && $2 != dah { print "LH" } /^end_of_record/ { ends++; fn = fnh = br = brh = da = dah = 0 }
    END { print (files == ends && files > 10) ? "all files end" : "files " files ", ends " ends }' "$SCRATCH/all.info"
htn test domains/troll.test.htn --html domains/troll.htn | tail -n 1; echo "exit $?"
htn test domains/troll.test.htn --list --lcov a.info; echo "exit $?"
htn test domains/troll.test.htn --html - --lcov -; echo "exit $?"
