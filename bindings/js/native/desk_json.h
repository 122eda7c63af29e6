/* What the desk shows of a play and of its domain, as JSON. ../tool.d.ts describes the forms. The caller frees them. */
#pragma once

#include "cli/play/play_model.h"
#include <cjson/cJSON.h>

/* What the domain declares: types, properties, queries, tasks and layers. */
cJSON *desk_declarations(const play_model *model);

/* The time, the world, each layer's steps, and the entries of the log from number `from` on. */
cJSON *desk_state(const play_model *model, size_t from);

/* A world's cells, and the instances of each type: parts of a state. */
void desk_add_world(cJSON *list, const htn_world *world);
void desk_add_instances(cJSON *json, const htn_world *world);

/* Why the layer would plan what it would plan now: as `htn explain --json`, in the agent's world. */
cJSON *desk_explanation(play_model *model, uint32_t layer);

/* The task network: tasks, their methods and subtasks. */
cJSON *desk_network(const play_model *model);
