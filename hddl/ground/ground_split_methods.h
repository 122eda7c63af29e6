/*
 * Splits methods into fragments before they are grounded, so that a variable that only some neighbouring
 * subtasks use is chosen when it is their turn:
 *
 *     m(x): a(x y) b(x z)      becomes      m(x): a'(x) b'(x)      a'(x): a(x y)      b'(x): b(x z)
 *
 * That makes the number of instances a sum instead of a product. After the binary normal form of Behnke,
 * Höller, Schmid, Bercher and Biundo, "On Succinct Groundings of HTN Planning Problems", AAAI 2020.
 */
#pragma once

#include "hddl/ground/ground.h"
#include "hddl/ground/ground_reach.h"

/*
 * The same problem with methods split. Tasks and methods of the fragments come behind those of the problem;
 * fragments[i] says what method i is a fragment of. Everything is made in `pool`. `reach` has the facts of
 * the initial state.
 */
const normal_problem *ground_split_methods(ground_reach *reach, hddl_pool *pool, const normal_problem *problem,
                                           const ground_fragment **fragments);
