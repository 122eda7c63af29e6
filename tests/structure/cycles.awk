# Strongly connected components of a graph. Input: one edge `FROM TO` a line. Output: one component of several files a line,
# sorted. Source: R. E. Tarjan, "Depth-first search and linear graph algorithms" (1972).
function visit(node,    targets, count, i, next_node, member, members) {
    number[node] = low[node] = ++visited
    stack[++top] = node
    on_stack[node] = 1
    count = split(edges[node], targets, " ")
    for (i = 1; i <= count; i++) {
        next_node = targets[i]
        if (!(next_node in number)) {
            visit(next_node)
            if (low[next_node] < low[node])
                low[node] = low[next_node]
        } else if (on_stack[next_node] && number[next_node] < low[node])
            low[node] = number[next_node]
    }
    if (low[node] != number[node])
        return
    count = 0
    do {
        member = stack[top--]
        on_stack[member] = 0
        members = members " " member
        count++
    } while (member != node)
    if (count > 1)
        print count members
}

$1 != $2 && !(($1, $2) in seen) {
    seen[$1, $2] = 1
    edges[$1] = edges[$1] " " $2
    nodes[$1]
    nodes[$2]
}

END {
    for (node in nodes)
        if (!(node in number))
            visit(node)
}
