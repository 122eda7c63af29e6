/* The initial facts of the lifted search. */
#pragma once

#include "hddl/lifted/lifted_state.h"

/* Makes the relations, with the initial facts. */
void lifted_facts_make(lifted_search *search);
