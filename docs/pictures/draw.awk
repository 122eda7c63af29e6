# Draws a picture of boxes and arrows, described in a text file, as SVG: awk -f docs/pictures/draw.awk X.txt > X.svg
# docs/pictures/draw does so for all. Lengths are in pixels. One line each:
#
#     size WIDTH HEIGHT
#     box ID X Y WIDTH HEIGHT STYLE TEXT     a box; ` / ` in TEXT begins a line; of several lines the first is bold
#     arrow FROM TO [x=X | y=Y] [LABEL]      from box to box: straight, or by way of the vertical at X or the horizontal at Y
#     text X Y STYLE TEXT                    text that begins at X (style left) or has its middle there (style middle)
#     uses FILE                              an arrow for each pair of rooms in FILE that have boxes (tests/structure/rooms.txt)
#     via FROM TO x=X | y=Y                  how such an arrow goes
#
# Styles of boxes: file, code, game, state, chosen, rejected, untried, frame.
function escape(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    return text
}
function rest(from,   text, i) {
    text = $0
    for (i = 1; i < from; i++) sub(/^ *[^ ]+/, "", text)
    sub(/^ +/, "", text)
    return text
}
function write(x, y, anchor, weight, text) {
    printf "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\"%s>%s</text>\n", x, y, anchor, weight, escape(text)
}
function box(id, text,   lines, n, i, top) {
    printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n", style[id], left[id], up[id], wide[id], high[id]
    n = split(text, lines, / \/ /)
    top = style[id] == "frame" ? up[id] + 20 : up[id] + high[id] / 2 - (n - 1) * 9 + 5
    for (i = 1; i <= n; i++)
        write(left[id] + wide[id] / 2, top + (i - 1) * 18, "middle", i == 1 && n > 1 || style[id] == "frame" ? " style=\"font-weight: bold\"" : "", lines[i])
}
function line(points) { printf "<polyline class=\"arrow\" points=\"%s\"/>\n", points }
function within(x, id) { return x > left[id] && x < left[id] + wide[id] }
function arrow(a, b, x, label,   ax, ay, bx, by, from, to) {
    if (!(a in left) || !(b in left)) { print FILENAME ": no box for " a " or " b > "/dev/stderr"; failed = 1; exit 1 }
    ax = left[a] + wide[a] / 2; bx = left[b] + wide[b] / 2
    ay = up[a] + high[a] / 2; by = up[b] + high[b] / 2
    if (x ~ /^y=/) {
        x = substr(x, 3) + 0
        line(ax "," (x > ay ? up[a] + high[a] : up[a]) " " ax "," x " " bx "," x " " bx "," (x > by ? up[b] + high[b] : up[b]))
        if (label != "") write((ax + bx) / 2, x - 8, "middle", "", label)
    } else if (x != "") {
        x = substr(x, 3) + 0
        from = within(x, a) ? x "," (up[a] < up[b] ? up[a] + high[a] : up[a]) : (x < ax ? left[a] : left[a] + wide[a]) "," ay " " x "," ay
        to = within(x, b) ? x "," (up[a] < up[b] ? up[b] : up[b] + high[b]) : x "," by " " (x < bx ? left[b] : left[b] + wide[b]) "," by
        line(from " " to)
        if (label != "") write(x + 6, (ay + by) / 2 + 5, "start", "", label)
    } else if (up[a] + high[a] <= up[b] || up[b] + high[b] <= up[a]) { # one above the other
        if (wide[a] > wide[b] && within(bx, a)) ax = bx
        else if (within(ax, b)) bx = ax
        ay = up[a] < up[b] ? up[a] + high[a] : up[a]
        by = up[a] < up[b] ? up[b] : up[b] + high[b]
        line(ax "," ay " " bx "," by)
        if (label != "") write((ax + bx) / 2 + 8, (ay + by) / 2 + 5, "start", "", label)
    } else {
        if (high[a] > high[b]) ay = by; else by = ay
        ax = left[a] < left[b] ? left[a] + wide[a] : left[a]
        bx = left[a] < left[b] ? left[b] : left[b] + wide[b]
        line(ax "," ay " " bx "," by)
        if (label != "") write((ax + bx) / 2, ay - 8, "middle", "", label)
    }
}
/^ *(#|$)/ { next }
$1 == "size" {
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n", $2, $3, $2, $3
    print "<!-- Made from " FILENAME " by docs/pictures/draw; change that file and run `make docs`. -->"
    print "<style>\ntext { font: 13px Verdana, \"DejaVu Sans\", sans-serif; fill: #222; }\nrect { stroke-width: 1.3; }"
    print ".file { fill: #fff7dd; stroke: #b8922a; }\n.code { fill: #e4edf9; stroke: #3d6fb4; }\n.game { fill: #e5f3e2; stroke: #4a8a3d; }"
    print ".state { fill: #f1e8f8; stroke: #7d51a6; }\n.chosen { fill: #e5f3e2; stroke: #4a8a3d; }\n.rejected { fill: #fae5e3; stroke: #b8483d; }"
    print ".untried { fill: #f2f2f2; stroke: #999; }\n.frame { fill: #fafafa; stroke: #888; stroke-dasharray: 5 4; }\n.paper { fill: #fff; stroke: none; }"
    print ".arrow { fill: none; stroke: #555; stroke-width: 1.3; marker-end: url(#head); }\n</style>"
    print "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\"><path d=\"M0,0.5 L8,4 L0,7.5 z\" fill=\"#555\"/></marker></defs>"
    printf "<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n", $2, $3
    next
}
$1 == "box" { id = $2; left[id] = $3; up[id] = $4; wide[id] = $5; high[id] = $6; style[id] = $7; box(id, rest(8)); next }
$1 == "text" { write($2, $3, $4 == "middle" ? "middle" : "start", "", rest(5)); next }
$1 == "via" { route[$2, $3] = $4; next }
$1 == "arrow" {
    if ($4 ~ /^[xy]=/) arrow($2, $3, $4, rest(5)); else arrow($2, $3, "", rest(4))
    next
}
$1 == "uses" {
    while ((getline used < $2) > 0) {
        if (used ~ /^ *(#|$)/) continue
        n = split(used, room, " ")
        if (!(room[1] in left)) { print FILENAME ": no box for " room[1] > "/dev/stderr"; failed = 1; exit 1 }
        for (i = 2; i <= n; i++) arrow(room[1], room[i], route[room[1], room[i]], "")
    }
    next
}
{ print FILENAME ":" FNR ": what is " $1 "?" > "/dev/stderr"; failed = 1; exit 1 }
END { if (failed) exit 1; print "</svg>" }
