/* What every file of a play shares: its log, and the steps that were in progress; see play_model.h. */
#include "cli/play/play_model.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

/* Takes the text. */
static void add_entry(play_model *model, play_kind kind, base_text *text)
{
    const play_entry *last = model->log_count > model->shadow_log ? &model->log[model->log_count - 1] : NULL;
    if (last != NULL && last->time == model->now->state->time && strcmp(last->text, base_text_of(text)) == 0) {
        base_text_free(text); /* once more of the same */
        return;
    }
    if (model->fresh)
        model->change_count = 0;
    model->fresh = false;
    model->log = base_grow_array(model->log, model->log_count, &model->log_capacity, sizeof *model->log);
    model->log[model->log_count++] = (play_entry){model->now->state->time, kind, text->bytes};
}

void play_log(play_model *model, play_kind kind, const char *format, ...)
{
    base_text text = {0};
    va_list arguments;
    if (model->group != NULL)
        base_text_add(&text, "%s: ", model->now->name);
    va_start(arguments, format);
    base_text_add_list(&text, format, arguments);
    va_end(arguments);
    add_entry(model, kind, &text);
}

void play_log_of_all(play_model *model, play_kind kind, const char *format, ...)
{
    base_text text = {0};
    va_list arguments;
    va_start(arguments, format);
    base_text_add_list(&text, format, arguments);
    va_end(arguments);
    add_entry(model, kind, &text);
}

void play_forget_steps(play_model *model)
{
    for (uint32_t i = 0; i < model->now->step_count; i++)
        free(model->now->steps[i].text);
    free(model->now->steps);
    model->now->steps = NULL;
    model->now->step_count = 0;
}

void play_note_steps(play_model *model)
{
    play_forget_steps(model);
    model->now->steps = base_allocate(model->now->actor.step_count * sizeof *model->now->steps);
    model->now->step_count = model->now->actor.step_count;
    for (uint32_t i = 0; i < model->now->step_count; i++) {
        const cli_actor_step *step = &model->now->actor.steps[i];
        model->now->steps[i] = (play_step){step->id, base_duplicate_text(step->text)};
    }
}

uint32_t play_elapsed(const play_model *model, uint32_t id)
{
    return model->now->state->time - model->now->state->since[id % PLAY_SINCE];
}
