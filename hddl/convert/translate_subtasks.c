/* Subtasks; see translate_subtasks.h. */
#include "hddl/convert/translate_subtasks.h"
#include "hddl/convert/translate_conditions.h"

bool translate_passes_on(const translation *tr, const hddl_network *network, uint32_t first, uint32_t end,
                         hddl_term variable)
{
    for (uint32_t s = first; s < end; s++) {
        const hddl_subtask *subtask = &network->subtasks[s];
        const hddl_schema *schema = hddl_schema_of(tr->problem, subtask->primitive, subtask->index);
        for (uint32_t i = 0; i < schema->parameter_count; i++)
            if (subtask->terms[i] == variable && (subtask->primitive || tr->tasks[subtask->index].keeps[i]))
                return true;
    }
    return false;
}

void translate_subtask(translation *tr, translated_list *list, const hddl_subtask *subtask,
                       const translated_variable *variables)
{
    const translated_task *task = subtask->primitive ? NULL : &tr->tasks[subtask->index];
    const hddl_schema *schema = hddl_schema_of(tr->problem, subtask->primitive, subtask->index);
    const size_t begin = tr->text.length;
    const char *between = "";
    base_buffer_format(&tr->text, "%s(", task == NULL ? tr->actions[subtask->index].name : task->name);
    for (uint32_t i = 0; i < schema->parameter_count; i++) {
        if (task != NULL && !task->keeps[i])
            continue;
        base_buffer_text(&tr->text, between);
        translate_term(tr, subtask->terms[i], variables);
        between = ", ";
    }
    base_buffer_text(&tr->text, ")");
    translate_take_item(tr, list, begin);
}
