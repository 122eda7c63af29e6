/* Lists of tests. The more tests a list has, the earlier each of them can be decided, and the more of them may have an index. */
#include "compiler/lower/lower_test.h"
#include "compiler/lower/lower_fold.h"
#include "compiler/lower/lower_node.h"

/* One of two things that must both hold: of `x and y`, or of `not (x or y)`. */
static htnc_node *half(htnc_builder *build, htnc_node *node, int which)
{
    if (htnc_node_is(node, HTNC_AND))
        return node->operands[which];
    return htnc_node_unary(build, HTNC_NOT, node->operands[0]->operands[which]);
}

bool htnc_add_test(htnc_builder *build, htnc_test ***end, htnc_node *node, base_span span)
{
    htnc_test *test;
    if (htnc_node_is_constant(node))
        return node->value != 0;
    if (htnc_node_is(node, HTNC_AND) || (htnc_node_is(node, HTNC_NOT) && htnc_node_is(node->operands[0], HTNC_OR))) {
        bool first = htnc_add_test(build, end, half(build, node, 0), span);
        return htnc_add_test(build, end, half(build, node, 1), span) && first;
    }
    test = BASE_NEW(build->arena, htnc_test);
    test->node = node;
    test->span = span;
    **end = test;
    *end = &test->next;
    return true;
}

void htnc_set_search_levels(htnc_test *tests, uint32_t variable)
{
    for (; tests != NULL; tests = tests->next)
        tests->level = htnc_node_mentions(tests->node, variable);
}
