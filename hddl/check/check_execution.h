/*
 * Follows the tree from left to right on a world state. A method is checked in the state in which its turn comes. A
 * step must be the next one of the plan and applicable, and it changes the state. At the end the goal must hold. Stops
 * at the first fault, because later ones would follow from it.
 */
#pragma once

#include "hddl/check/check_state.h"

/* After check_tree(). Returns false after a fault. */
bool check_execution(check_state *c);
