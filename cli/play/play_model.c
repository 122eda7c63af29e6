/* What every file of a play shares: its log, and the steps that were in progress; see play_model.h. */
#include "cli/play/play_model.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

void play_log(play_model *model, play_kind kind, const char *format, ...)
{
    base_text text = {0};
    va_list arguments;
    va_start(arguments, format);
    base_text_add_list(&text, format, arguments);
    va_end(arguments);
    const play_entry *last = model->log_count > model->shadow_log ? &model->log[model->log_count - 1] : NULL;
    if (last != NULL && last->time == model->state->time && strcmp(last->text, base_text_of(&text)) == 0) {
        base_text_free(&text); /* once more of the same */
        return;
    }
    if (model->fresh)
        model->change_count = 0;
    model->fresh = false;
    model->log = base_grow_array(model->log, model->log_count, &model->log_capacity, sizeof *model->log);
    model->log[model->log_count++] = (play_entry){model->state->time, kind, text.bytes};
}

void play_forget_steps(play_model *model)
{
    for (uint32_t i = 0; i < model->step_count; i++)
        free(model->steps[i].text);
    free(model->steps);
    model->steps = NULL;
    model->step_count = 0;
}

void play_note_steps(play_model *model)
{
    play_forget_steps(model);
    model->steps = base_allocate(model->actor.step_count * sizeof *model->steps);
    model->step_count = model->actor.step_count;
    for (uint32_t i = 0; i < model->step_count; i++) {
        const cli_actor_step *step = &model->actor.steps[i];
        model->steps[i] = (play_step){step->id, base_duplicate_text(step->text)};
    }
}

uint32_t play_elapsed(const play_model *model, uint32_t id)
{
    return model->state->time - model->state->since[id % PLAY_SINCE];
}
