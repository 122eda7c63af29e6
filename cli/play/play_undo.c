/*
 * Undo; see play_undo.h. For each action it keeps those pages of the agent's block and of the play's state that the action has
 * changed, as they were before. They are put back at their old addresses, so pointers within the block stay valid. When there
 * are too many actions the oldest are forgotten.
 */
#include "cli/play/play_undo.h"
#include "base/text.h"
#include "cli/actor/actor.h"
#include "cli/common/given_answers.h"
#include "cli/play/play_moves.h"
#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 256,            /* bytes */
    MOST_BYTES = 64 << 20, /* of all actions that are kept */
    MOST_ACTIONS = 100000, /* that are kept */
    MOST_LOG = 20000       /* entries of the log that are kept */
};

struct play_past {
    uint32_t *pages; /* page numbers: first those of the block, then those of the state */
    uint8_t *bytes;  /* PAGE bytes for each page; the last page of the block and of the state may be shorter */
    uint32_t page_count;
    cli_answers answers; /* all answers of queries before the action */
    size_t log_count;    /* of the log before the action */
    size_t move_count;   /* of the moves before the action */
    size_t recorded;     /* length of the recording before the action */
    bool happened;       /* the action was logged; undoing goes back to before such an action */
};

typedef struct part {
    uint8_t *bytes;
    size_t size;
} part;

enum { PARTS = 2 };

static void parts_of(const play_model *model, part *parts)
{
    parts[0] = (part){model->actor.agent_memory, model->actor.agent_size};
    parts[1] = (part){(uint8_t *)model->state, model->state_size};
}

static size_t total(const play_model *model)
{
    return model->actor.agent_size + model->state_size;
}

static size_t page_size(const part *of, size_t at)
{
    return of->size - at < PAGE ? of->size - at : PAGE;
}

static size_t size_of(const play_past *past)
{
    return sizeof *past + past->page_count * (sizeof *past->pages + PAGE);
}

static void release(play_past *past)
{
    free(past->pages);
    free(past->bytes);
    cli_answers_free(&past->answers);
}

void play_forget_past(play_model *model)
{
    for (size_t i = 0; i < model->past_count; i++)
        release(&model->past[i]);
    model->past_count = model->past_bytes = 0;
    free(model->shadow);
    model->shadow = NULL;
}

/* The first `gone` entries of the log were dropped. Actions from before that cannot be undone any more. */
static void shift_past(play_model *model, size_t gone)
{
    size_t kept = 0;
    for (size_t i = 0; i < model->past_count; i++) {
        if (model->past[i].log_count < gone) {
            model->past_bytes -= size_of(&model->past[i]);
            release(&model->past[i]);
            continue;
        }
        model->past[i].log_count -= gone;
        model->past[kept++] = model->past[i];
    }
    model->past_count = kept;
}

void play_shorten_log(play_model *model)
{
    const size_t gone = model->log_count > MOST_LOG ? model->log_count / 2 : 0;
    if (gone == 0)
        return;
    for (size_t i = 0; i < gone; i++)
        free(model->log[i].text);
    memmove(model->log, model->log + gone, (model->log_count - gone) * sizeof *model->log);
    model->log_count -= gone;
    shift_past(model, gone);
}

/* --- Actions -------------------------------------------------------------------------------------- */

void play_begin_action(play_model *model)
{
    part parts[PARTS];
    parts_of(model, parts);
    if (model->shadow == NULL)
        model->shadow = base_allocate(total(model));
    memcpy(model->shadow, parts[0].bytes, parts[0].size);
    memcpy(model->shadow + parts[0].size, parts[1].bytes, parts[1].size);
    model->shadow_log = model->log_count;
    model->shadow_moves = model->move_count;
    model->shadow_recording = model->recording.length;
    model->shadow_answers = cli_answers_copy(&model->session->answers);
    model->fresh = true;
}

/* Keeps one page that has changed. */
static void keep_page(play_past *past, size_t *capacity, size_t *byte_capacity, uint32_t page, const uint8_t *bytes,
                      size_t size)
{
    past->pages = base_grow_array(past->pages, past->page_count, capacity, sizeof *past->pages);
    past->bytes = base_grow_array(past->bytes, past->page_count, byte_capacity, PAGE);
    past->pages[past->page_count] = page;
    memcpy(past->bytes + (size_t)past->page_count * PAGE, bytes, size);
    past->page_count++;
}

/* Forgets half of the actions, so that this happens seldom. */
static void forget_oldest(play_model *model)
{
    const size_t gone = (model->past_count + 1) / 2;
    for (size_t i = 0; i < gone; i++) {
        model->past_bytes -= size_of(&model->past[i]);
        release(&model->past[i]);
    }
    memmove(model->past, model->past + gone, (model->past_count - gone) * sizeof *model->past);
    model->past_count -= gone;
}

void play_end_action(play_model *model)
{
    play_past past = {.log_count = model->shadow_log, .happened = model->log_count > model->shadow_log};
    const uint8_t *before = model->shadow;
    size_t capacity = 0, byte_capacity = 0;
    uint32_t page = 0;
    part parts[PARTS];
    parts_of(model, parts);
    for (uint32_t i = 0; i < PARTS; i++) {
        for (size_t at = 0; at < parts[i].size; at += PAGE, page++) {
            const size_t size = page_size(&parts[i], at);
            if (memcmp(parts[i].bytes + at, before + at, size) != 0)
                keep_page(&past, &capacity, &byte_capacity, page, before + at, size);
        }
        before += parts[i].size;
    }
    past.move_count = model->shadow_moves;
    past.recorded = model->shadow_recording;
    past.answers = model->shadow_answers;
    model->past = base_grow_array(model->past, model->past_count, &model->past_capacity, sizeof *model->past);
    model->past[model->past_count++] = past;
    model->past_bytes += size_of(&past);
    while (model->past_bytes > MOST_BYTES || model->past_count > MOST_ACTIONS)
        forget_oldest(model);
}

/* --- Undoing ------------------------------------------------------------------------------------ */

static void put_back(play_model *model, const play_past *past)
{
    uint32_t page = 0, next = 0;
    part parts[PARTS];
    parts_of(model, parts);
    for (uint32_t i = 0; i < PARTS; i++) {
        for (size_t at = 0; at < parts[i].size; at += PAGE, page++) {
            if (next >= past->page_count || past->pages[next] != page)
                continue;
            memcpy(parts[i].bytes + at, past->bytes + (size_t)next * PAGE, page_size(&parts[i], at));
            next++;
        }
    }
    cli_answers_free(&model->session->answers);
    model->session->answers = cli_answers_copy(&past->answers);
    while (model->log_count > past->log_count)
        free(model->log[--model->log_count].text);
    play_drop_moves(model, past->move_count);
    model->recording.length = past->recorded;
}

uint32_t play_undo(play_model *model, uint32_t count)
{
    uint32_t undone = 0;
    while (undone < count && model->past_count > 0) {
        play_past *past = &model->past[--model->past_count];
        put_back(model, past);
        undone += past->happened;
        model->past_bytes -= size_of(past);
        release(past);
    }
    model->change_count = 0;
    htn_world_copy(&model->session->world, htn_agent_world(model->actor.agent));
    cli_actor_look(&model->actor);
    play_note_steps(model);
    return undone;
}
