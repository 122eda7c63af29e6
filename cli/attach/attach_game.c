/* See attach_game.h. */
#include "cli/attach/attach_game.h"
#include "bindings/attach/htn_attach.h"
#include <htn/journal.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_AGENTS = 1 << 20,
    MOST_BLOB = 1 << 28,
    MOST_JOURNAL = 1 << 26 /* bytes; a longer one begins anew with its next snapshot: an agent of a day */
};

void attach_game_begin(attach_game *game)
{
    *game = (attach_game){.chosen = HTN_NONE};
    game->subject.input.name = "the game's domain";
}

static void forget_names(attach_game *game)
{
    for (uint32_t i = 0; i < game->count; i++)
        free(game->names[i]);
    game->count = 0;
    game->listed = false;
}

static void forget_journal(attach_game *game)
{
    base_text_clear(&game->journal);
    game->generation++;
    game->ticks = game->searches = 0;
}

void attach_game_forget(attach_game *game)
{
    forget_journal(game);
    free(game->blob);
    game->blob = NULL;
    game->subject.domain = (htn_domain){0};
    game->blob_size = game->blob_got = 0;
    game->loaded = false;
}

void attach_game_lost(attach_game *game)
{
    forget_names(game);
    game->greeted = game->paused = false;
}

void attach_game_end(attach_game *game)
{
    attach_game_lost(game);
    attach_game_forget(game);
    free((void *)game->names);
    base_text_free(&game->journal);
    base_text_free(&game->said);
}

/* --- Messages ------------------------------------------------------------------------------------- */

/* A message's numbers and what is behind them. */
typedef struct heard {
    uint32_t numbers[4];
    const uint8_t *rest;
    size_t size;
} heard;

/* False: it is shorter than that. */
static bool read_numbers(heard *to, const uint8_t *message, size_t size, uint32_t count)
{
    if (size < 1 + count * 4)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *at = message + 1 + i * 4;
        to->numbers[i] = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    }
    to->rest = message + 1 + count * 4;
    to->size = size - 1 - count * 4;
    return true;
}

/* Adds a text of the game. A terminal might obey control characters: they become blanks, also those of two bytes, U+0080 to U+009F. */
static void add_text(base_text *to, const heard *of)
{
    const size_t from = to->length;
    base_text_add_utf8(to, (const char *)of->rest, of->size);
    for (size_t i = from; i < to->length; i++) {
        const unsigned char byte = (unsigned char)to->bytes[i],
                            next = i + 1 < to->length ? (unsigned char)to->bytes[i + 1] : 0;
        if (byte < 32 || byte == 127)
            to->bytes[i] = ' ';
        else if (byte == 0xC2 && next < 0xA0)
            to->bytes[i] = to->bytes[i + 1] = ' ';
    }
}

static void hear_hello(attach_game *game, const heard *of)
{
    if (of->numbers[0] != HTN_ATTACH_MAGIC || of->numbers[1] != HTN_ATTACH_VERSION) {
        base_text_add(&game->said, "the game speaks version %" PRIu32 " of the protocol, and this tool version %u\n",
                      of->numbers[1], HTN_ATTACH_VERSION);
        return;
    }
    game->greeted = true;
    game->paused = of->numbers[2] != 0;
}

static void hear_agent(attach_game *game, const heard *of)
{
    base_text name = {0};
    if (of->numbers[0] == 0)
        forget_names(game);
    if (of->numbers[0] != game->count || game->count == MOST_AGENTS)
        return;
    add_text(&name, of);
    if (name.bytes == NULL)
        base_text_add(&name, "%s", "");
    game->names = base_grow_array((void *)game->names, game->count, &game->capacity, sizeof *game->names);
    game->names[game->count++] = name.bytes;
}

static void hear_blob(attach_game *game, const heard *of)
{
    const uint32_t *n = of->numbers;
    if (n[2] == 0) {
        attach_game_forget(game);
        if (n[3] == 0 || n[3] > MOST_BLOB)
            return;
        game->blob = base_allocate(n[3]);
        game->blob_size = n[3];
        game->build = n[1];
    }
    if (n[0] != game->chosen || n[1] != game->build || n[2] != game->blob_got ||
        of->size > game->blob_size - game->blob_got)
        return;
    memcpy(game->blob + game->blob_got, of->rest, of->size);
    game->blob_got += of->size;
    if (game->blob_got < game->blob_size || game->loaded)
        return;
    const htn_status status = htn_domain_load(&game->subject.domain, game->blob, game->blob_size, NULL);
    game->loaded = status == HTN_OK;
    if (!game->loaded)
        base_text_add(&game->said, "the game's domain cannot be used: %s\n", htn_status_text(status));
}

/* Whether a BEGIN goes on with what lies before it. */
static bool goes_on(const attach_game *game, const htn_journal_event *begin)
{
    return (begin->numbers[HTN_JOURNAL_BEGIN_FLAGS] & HTN_BEGIN_SNAPSHOT) != 0 && game->journal.length <= MOST_JOURNAL;
}

static void hear_journal(attach_game *game, const heard *of)
{
    htn_journal_event event;
    size_t offset = 0, from = 0;
    bool begun = game->journal.length > 0;
    if (!game->loaded || of->numbers[0] != game->chosen)
        return;
    while (htn_journal_next(of->rest, of->size, &offset, &event) == HTN_OK) {
        if (event.kind == HTN_JOURNAL_BEGIN && (!begun || !goes_on(game, &event))) {
            forget_journal(game);
            from = event.offset;
            begun = true;
        }
        game->ticks += event.kind == HTN_JOURNAL_TICK;
        game->searches += event.kind == HTN_JOURNAL_RESULT;
    }
    if (begun)
        base_text_add_bytes(&game->journal, (const char *)of->rest + from, of->size - from);
}

static void hear_dropped(attach_game *game, const heard *of)
{
    if (of->numbers[1] != 0)
        base_text_add(&game->said, "%" PRIu32 " events were dropped: the game writes more than is read\n",
                      of->numbers[1]);
    else
        base_text_add(&game->said, "events were dropped: the game writes more than is read\n");
    forget_journal(game);
}

static void hear_done(attach_game *game, const heard *of)
{
    game->done = of->numbers[0];
    game->good = of->numbers[1] != 0;
    if (game->good)
        return;
    base_text_add(&game->said, "the game refuses: ");
    add_text(&game->said, of);
    base_text_add(&game->said, "\n");
}

static void hear_paused(attach_game *game, const heard *of)
{
    const bool was = game->paused;
    game->paused = of->numbers[0] != 0;
    game->stopped_by = of->numbers[1];
    if (game->paused && !was)
        base_text_add(&game->said, "time has stopped");
    if (game->paused && !was && game->stopped_by != 0)
        base_text_add(&game->said, " at break %" PRIu32, game->stopped_by);
    if (game->paused && !was)
        base_text_add(&game->said, "\n");
}

static void hear_note(attach_game *game, const heard *of)
{
    add_text(&game->said, of);
    base_text_add(&game->said, "\n");
}

void attach_game_hear(void *user, const uint8_t *message, size_t size)
{
    static const struct {
        uint32_t numbers;
        void (*hear)(attach_game *game, const heard *of);
    } kinds[] = {[HTN_ATTACH_HELLO] = {3, hear_hello},     [HTN_ATTACH_AGENT] = {2, hear_agent},
                 [HTN_ATTACH_AGENTS_END] = {1, NULL},      [HTN_ATTACH_BLOB] = {4, hear_blob},
                 [HTN_ATTACH_JOURNAL] = {1, hear_journal}, [HTN_ATTACH_DROPPED] = {2, hear_dropped},
                 [HTN_ATTACH_DONE] = {2, hear_done},       [HTN_ATTACH_PAUSED] = {2, hear_paused},
                 [HTN_ATTACH_NOTE] = {0, hear_note}};
    attach_game *game = user;
    heard of = {0};
    if (size == 0 || message[0] >= sizeof kinds / sizeof *kinds ||
        !read_numbers(&of, message, size, kinds[message[0]].numbers))
        return;
    if (message[0] != HTN_ATTACH_HELLO && !game->greeted)
        return;
    if (kinds[message[0]].hear != NULL)
        kinds[message[0]].hear(game, &of);
    if (message[0] == HTN_ATTACH_AGENTS_END && of.numbers[0] == 0)
        forget_names(game);
    game->listed = game->listed || message[0] == HTN_ATTACH_AGENTS_END;
}
