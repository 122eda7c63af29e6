/* Subtasks of methods and of the initial task network, without the arguments that their tasks do not keep. */
#pragma once

#include "hddl/convert/translate_lists.h"

/* Adds a subtask to a list of text: `name(x, y)`. */
void translate_subtask(translation *tr, translated_list *list, const hddl_subtask *subtask,
                       const translated_variable *variables);

/* Whether a variable is an argument that is kept, of the subtasks from `first` to `end`. */
bool translate_passes_on(const translation *tr, const hddl_network *network, uint32_t first, uint32_t end,
                         hddl_term variable);
