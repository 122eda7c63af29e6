/*
 * Counts what scenarios exercise while they are played: listens to the searches of their agents, and watches the plans and
 * steps. See coverage.h.
 */
#pragma once

#include "cli/scenario/coverage.h"
#include "cli/scenario/scenario_play.h"

/* Becomes the audience of the cast: from here to coverage_end() its scenarios count. */
void coverage_begin(coverage_map *map, scenario_cast *cast);
void coverage_end(coverage_map *map);
