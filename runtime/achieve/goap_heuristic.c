/* See goap_heuristic.h. */
#include "goap_heuristic.h"
#include "achieve_nodes.h"

enum { UNITS = 840 }; /* of a cost: what all numbers from 1 to 8 divide (UNMET) */

void htni_begin_tests(htni_achieve_search *achieving)
{
    achieving->unmet = achieving->unmet_items = achieving->hopeless = achieving->hopeless_items = 0;
    achieving->lack = 0;
}

void htni_measure(htn_planner *planner)
{
    htni_achieve_search *achieving = &planner->achieve;
    const uint64_t least = achieving->lack / UNITS;
    htni_node *node = htni_node_at(planner, achieving->measured);
    node->goal = !achieving->unmet;
    node->least = achieving->hopeless ? HTN_NONE : least < HTN_NONE ? (uint32_t)least : HTN_NONE - 1;
    /* of what is hopeless from the start nothing else is found out */
    achieving->met |=
        ~(achieving->hopeless && achieving->measured == 0 ? achieving->hopeless_items : achieving->unmet_items);
    if (!achieving->hopeless)
        htni_open_add(planner, achieving->measured);
    achieving->measured = HTN_NONE;
}
