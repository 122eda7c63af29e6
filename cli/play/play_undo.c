/*
 * Undo and redo; see play_undo.h. For each action it keeps those pages of the agent's block and of the play's state that the action
 * has changed, as they were before. To undo it, these pages change places with those of the block, at their old addresses, so
 * pointers within the block stay valid; to do it again they change places once more. A reload keeps the whole agent that it replaces.
 * When there are too many actions the oldest are forgotten.
 */
#include "cli/play/play_undo.h"
#include "base/text.h"
#include "cli/actor/actor.h"
#include "cli/common/given_answers.h"
#include "cli/play/play_agent.h"
#include "cli/play/play_players.h"
#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 256,            /* bytes */
    MOST_BYTES = 64 << 20, /* of all actions that are kept */
    MOST_ACTIONS = 100000, /* that are kept */
    MOST_LOG = 20000       /* entries of the log that are kept */
};

/* What a player had before the action beside its pages. */
typedef struct play_past_player {
    cli_answers answers; /* all answers of queries */
    size_t recorded;     /* length of the recording */
    base_text recording; /* undone: what was recorded then */
} play_past_player;

struct play_past {
    uint32_t
        *pages;     /* page numbers: of the group's block, then for each player of the agent's block and of the state */
    uint8_t *bytes; /* PAGE bytes for each page; the last page of a block and of a state may be shorter */
    uint32_t page_count;
    play_past_player *players; /* those that there were: who came later has nothing to undo */
    uint32_t player_count;
    size_t log_count;  /* of the log before the action */
    size_t move_count; /* of the moves before the action */
    bool happened;     /* the action was logged; undoing goes back to before such an action */
    play_side *side;   /* a reload: the agent that does not play now; there are no pages then. NULL: none */
    play_entry *log;   /* undone: the entries that it had logged */
    size_t log_undone;
    play_move *moves; /* undone: likewise */
    size_t moves_undone;
};

typedef struct part {
    uint8_t *bytes;
    size_t size;
} part;

/* How many parts there are. A player who comes later has its parts behind the others', whose page numbers stay. */
static uint32_t count_parts(const play_model *model)
{
    return 1 + 2 * model->player_count;
}

/* The caller frees them. */
static part *parts_of(const play_model *model)
{
    part *parts = base_allocate(count_parts(model) * sizeof *parts), *next = parts;
    *next++ = (part){model->group_memory, model->group_size};
    for (uint32_t i = 0; i < model->player_count; i++) {
        const play_player *player = model->players[i];
        *next++ = (part){player->actor.agent_memory, player->actor.agent_size};
        *next++ = (part){(uint8_t *)player->state, model->state_size};
    }
    return parts;
}

static size_t total(const play_model *model, const part *parts)
{
    size_t size = 0;
    for (uint32_t i = 0; i < count_parts(model); i++)
        size += parts[i].size;
    return size;
}

static size_t page_size(const part *of, size_t at)
{
    return of->size - at < PAGE ? of->size - at : PAGE;
}

static size_t size_of(const play_past *past)
{
    return sizeof *past + past->page_count * (sizeof *past->pages + PAGE) +
           (past->side != NULL ? play_size_of_side(past->side) : 0);
}

static void release(play_past *past)
{
    free(past->pages);
    free(past->bytes);
    for (uint32_t i = 0; i < past->player_count; i++) {
        cli_answers_free(&past->players[i].answers);
        base_text_free(&past->players[i].recording);
    }
    free(past->players);
    play_free_side(past->side);
    for (size_t i = 0; i < past->log_undone; i++)
        free(past->log[i].text);
    free(past->log);
    for (size_t i = 0; i < past->moves_undone; i++) {
        free(past->moves[i].text);
        free(past->moves[i].running);
    }
    free(past->moves);
}

static void forget_future(play_model *model)
{
    while (model->future_count > 0)
        release(&model->future[--model->future_count]);
}

void play_forget_past(play_model *model)
{
    forget_future(model);
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

/* What the players have beside their pages. `answers`: also their answers, which a reload has no need of. */
static void note_players(play_model *model, bool answers)
{
    model->shadow_count = model->player_count;
    model->shadow_players = base_allocate(model->player_count * sizeof *model->shadow_players);
    for (uint32_t i = 0; i < model->player_count; i++) {
        model->shadow_players[i].recorded = model->players[i]->recording.length;
        if (answers)
            model->shadow_players[i].answers = cli_answers_copy(play_answers_of(model, i));
    }
}

static void begin(play_model *model)
{
    model->shadow_log = model->log_count;
    model->shadow_moves = model->move_count;
    model->fresh = true;
}

void play_begin_action(play_model *model)
{
    part *parts = parts_of(model);
    if (model->shadow == NULL)
        model->shadow = base_allocate(total(model, parts));
    uint8_t *to = model->shadow;
    for (uint32_t i = 0; i < count_parts(model); i++) {
        if (parts[i].size > 0)
            memcpy(to, parts[i].bytes, parts[i].size);
        to += parts[i].size;
    }
    free(parts);
    note_players(model, true);
    begin(model);
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

static void add_past(play_model *model, const play_past *past)
{
    model->past = base_grow_array(model->past, model->past_count, &model->past_capacity, sizeof *model->past);
    model->past[model->past_count++] = *past;
    model->past_bytes += size_of(past);
    while (model->past_bytes > MOST_BYTES || model->past_count > MOST_ACTIONS)
        forget_oldest(model);
}

/* The action that ends, without its pages. */
static play_past take_shadow(play_model *model)
{
    const play_past past = {.log_count = model->shadow_log,
                            .move_count = model->shadow_moves,
                            .players = model->shadow_players,
                            .player_count = model->shadow_count,
                            .happened = model->log_count > model->shadow_log};
    model->shadow_players = NULL;
    model->shadow_count = 0;
    return past;
}

void play_end_action(play_model *model)
{
    play_past past = take_shadow(model);
    const uint8_t *before = model->shadow;
    size_t capacity = 0, byte_capacity = 0;
    uint32_t page = 0;
    part *parts = parts_of(model);
    for (uint32_t i = 0; i < count_parts(model); i++) {
        for (size_t at = 0; at < parts[i].size; at += PAGE, page++) {
            const size_t size = page_size(&parts[i], at);
            if (memcmp(parts[i].bytes + at, before + at, size) != 0)
                keep_page(&past, &capacity, &byte_capacity, page, before + at, size);
        }
        before += parts[i].size;
    }
    free(parts);
    if (past.page_count > 0 || past.happened)
        forget_future(model);
    add_past(model, &past);
}

void play_begin_reload(play_model *model)
{
    note_players(model, false);
    begin(model);
}

void play_end_reload(play_model *model, play_side *before)
{
    play_past past = take_shadow(model);
    past.happened = true;
    past.side = before;
    forget_future(model);
    add_past(model, &past);
    free(model->shadow); /* the new agents' blocks have other sizes */
    model->shadow = NULL;
}

/* --- Undoing ------------------------------------------------------------------------------------ */

static void swap_bytes(uint8_t *a, uint8_t *b, size_t size)
{
    uint8_t page[PAGE];
    memcpy(page, a, size);
    memcpy(a, b, size);
    memcpy(b, page, size);
}

/* The play as it is, and as it was on the other side of an action, change places. */
static void swap(play_model *model, play_past *past)
{
    uint32_t page = 0, next = 0;
    if (past->side != NULL) {
        play_swap_sides(model, past->side);
        free(model->shadow);
        model->shadow = NULL;
        return; /* with the answers of its session */
    }
    part *parts = parts_of(model);
    for (uint32_t i = 0; i < count_parts(model); i++) {
        for (size_t at = 0; at < parts[i].size; at += PAGE, page++) {
            if (next >= past->page_count || past->pages[next] != page)
                continue;
            swap_bytes(parts[i].bytes + at, past->bytes + (size_t)next * PAGE, page_size(&parts[i], at));
            next++;
        }
    }
    free(parts);
    for (uint32_t i = 0; i < past->player_count; i++) {
        cli_answers *now = play_answers_of(model, i);
        const cli_answers answers = *now;
        *now = past->players[i].answers;
        past->players[i].answers = answers;
    }
}

static void take_recordings(play_model *model, play_past *past)
{
    for (uint32_t i = 0; i < past->player_count; i++) {
        base_text *recording = &model->players[i]->recording;
        play_past_player *player = &past->players[i];
        if (recording->length > player->recorded)
            base_text_add_bytes(&player->recording, recording->bytes + player->recorded,
                                recording->length - player->recorded);
        recording->length = player->recorded;
    }
}

static void give_recordings(play_model *model, play_past *past)
{
    for (uint32_t i = 0; i < past->player_count; i++) {
        base_text *recording = &model->players[i]->recording;
        play_past_player *player = &past->players[i];
        player->recorded = recording->length;
        if (player->recording.length > 0)
            base_text_add_bytes(recording, player->recording.bytes, player->recording.length);
        base_text_free(&player->recording);
    }
}

/* The entries that an action has logged go with it, and its moves. */
static void take_log(play_model *model, play_past *past)
{
    const size_t count = model->log_count - past->log_count;
    past->log = base_copy_array(model->log + past->log_count, count, sizeof *past->log);
    past->log_undone = count;
    model->log_count = past->log_count;
    past->moves_undone = model->move_count - past->move_count;
    past->moves = base_copy_array(model->moves + past->move_count, past->moves_undone, sizeof *past->moves);
    model->move_count = past->move_count;
    take_recordings(model, past);
}

static void give_log(play_model *model, play_past *past)
{
    past->log_count = model->log_count;
    for (size_t i = 0; i < past->log_undone; i++) {
        model->log = base_grow_array(model->log, model->log_count, &model->log_capacity, sizeof *model->log);
        model->log[model->log_count++] = past->log[i];
    }
    free(past->log);
    past->log = NULL;
    past->log_undone = 0;
    past->move_count = model->move_count;
    for (size_t i = 0; i < past->moves_undone; i++) {
        model->moves = base_grow_array(model->moves, model->move_count, &model->move_capacity, sizeof *model->moves);
        model->moves[model->move_count++] = past->moves[i];
    }
    free(past->moves);
    past->moves = NULL;
    past->moves_undone = 0;
    give_recordings(model, past);
}

static void look_again(play_model *model)
{
    model->change_count = 0;
    for (uint32_t i = play_next_player(model, HTN_NONE); i != HTN_NONE; i = play_next_player(model, i)) {
        play_turn(model, i);
        htn_world_copy(&model->session->world, htn_agent_world(model->now->actor.agent));
        cli_actor_look(&model->now->actor);
        play_note_steps(model);
    }
    play_turn_back(model);
}

uint32_t play_undo(play_model *model, uint32_t count)
{
    uint32_t undone = 0;
    while (undone < count && model->past_count > 0) {
        play_past past = model->past[--model->past_count];
        model->past_bytes -= size_of(&past);
        swap(model, &past);
        take_log(model, &past);
        undone += past.happened;
        model->future =
            base_grow_array(model->future, model->future_count, &model->future_capacity, sizeof *model->future);
        model->future[model->future_count++] = past;
    }
    look_again(model);
    return undone;
}

/* What was not logged goes with what was, as it does when it is undone. */
uint32_t play_redo(play_model *model, uint32_t count)
{
    uint32_t redone = 0;
    while (model->future_count > 0 && (redone < count || !model->future[model->future_count - 1].happened)) {
        play_past past = model->future[--model->future_count];
        swap(model, &past);
        give_log(model, &past);
        redone += past.happened;
        add_past(model, &past);
    }
    look_again(model);
    return redone;
}

static uint32_t count_logged(const play_past *actions, size_t count)
{
    uint32_t logged = 0;
    for (size_t i = 0; i < count; i++)
        logged += actions[i].happened;
    return logged;
}

uint32_t play_can_undo(const play_model *model)
{
    return count_logged(model->past, model->past_count);
}

uint32_t play_can_redo(const play_model *model)
{
    return count_logged(model->future, model->future_count);
}
