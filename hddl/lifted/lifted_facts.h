/* The initial facts of the lifted search. */
#ifndef HDDL_LIFTED_FACTS_H
#define HDDL_LIFTED_FACTS_H

#include "hddl/lifted/lifted_state.h"

/* Makes the relations, with the initial facts. */
void lifted_facts_make(lifted_search *search);

#endif
