/*
 * A journal's ring of events; see journal.h. Events lie in the ring exactly as a reader gets them,
 * so the oldest one can be dropped by its length alone. An event may wrap around the ring's end.
 * Neighbour: journal_read.c takes events apart again.
 */
#include "journal_ring.h"
#include "varint.h"
#include <string.h>

/* --- Events ------------------------------------------------------------------------------------- */

/* An event's length takes at most so many bytes. */
enum { MAX_LENGTH_BYTES = 2 };

/* Writes an event to `bytes`. Returns its size. */
static uint32_t encode(uint8_t *bytes, htn_journal_kind kind, const uint32_t *numbers, uint32_t count)
{
    uint32_t length = 1;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t left = numbers[i], more = 1; more; left >>= 7, more = left != 0)
            length++;
    uint32_t size = htni_put_varint(bytes, length);
    bytes[size++] = (uint8_t)kind;
    for (uint32_t i = 0; i < count; i++)
        size += htni_put_varint(bytes + size, numbers[i]);
    return size;
}

/* --- The ring ----------------------------------------------------------------------------------- */

htn_status htn_journal_init(htn_journal *journal, void *memory, size_t size)
{
    if (journal == NULL || memory == NULL)
        return HTN_BAD_ARGUMENT;
    if (size < HTN_JOURNAL_MIN_BYTES)
        return HTN_TOO_SMALL;
    memset(journal, 0, sizeof *journal);
    journal->memory = (uint8_t *)memory;
    journal->size = size > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)size;
    return HTN_OK;
}

/* Copies the oldest `count` bytes to `out`. */
static void copy_out(const htn_journal *journal, uint8_t *out, uint32_t count)
{
    const uint32_t whole = journal->size - journal->first;
    const uint32_t first = count < whole ? count : whole;
    memcpy(out, journal->memory + journal->first, first);
    memcpy(out + first, journal->memory, count - first);
}

static void drop(htn_journal *journal, uint32_t count)
{
    journal->first = (journal->first + count) % journal->size;
    journal->used -= count;
}

/*
 * The oldest event: its size, the length itself included, and its kind. The ring must not be empty.
 */
static uint32_t oldest(const htn_journal *journal, uint32_t *kind)
{
    uint8_t head[MAX_LENGTH_BYTES + 1];
    uint32_t length = 0;
    copy_out(journal, head, journal->used < sizeof head ? journal->used : sizeof head);
    const uint32_t size = htni_get_varint(head, MAX_LENGTH_BYTES, &length);
    *kind = head[size];
    return size + length;
}

/*
 * A BEGIN is kept apart from the ring: without it the reader could not make sense of what follows.
 */
static void overwrite_oldest(htn_journal *journal)
{
    uint32_t kind;
    const uint32_t size = oldest(journal, &kind);
    if (kind == HTN_JOURNAL_BEGIN) {
        copy_out(journal, journal->begin, size);
        journal->begin_size = size;
    } else {
        journal->lost++;
    }
    drop(journal, size);
}

void htni_journal_put(htn_journal *journal, htn_journal_kind kind, const uint32_t *numbers, uint32_t count)
{
    uint8_t bytes[HTN_JOURNAL_MIN_BYTES];
    const uint32_t size = encode(bytes, kind, numbers, count);
    if (journal->sink != NULL) {
        journal->sink(journal->sink_user, bytes, size);
        return;
    }
    while (journal->size - journal->used < size)
        overwrite_oldest(journal);
    const uint32_t at = (uint32_t)(((uint64_t)journal->first + journal->used) % journal->size);
    const uint32_t first = size < journal->size - at ? size : journal->size - at;
    memcpy(journal->memory + at, bytes, first);
    memcpy(journal->memory, bytes + first, size - first);
    journal->used += size;
}

/* --- Reading ------------------------------------------------------------------------------------ */

size_t htn_journal_read(htn_journal *journal, void *out, size_t size)
{
    uint8_t *bytes = (uint8_t *)out;
    size_t used = 0;
    if (journal == NULL || out == NULL || size < HTN_JOURNAL_MIN_BYTES)
        return 0;
    if (journal->begin_size != 0)
        memcpy(bytes, journal->begin, journal->begin_size);
    used = journal->begin_size;
    journal->begin_size = 0;
    if (journal->lost != 0)
        used += encode(bytes + used, HTN_JOURNAL_LOST, &journal->lost, 1);
    journal->lost = 0;
    while (journal->used != 0) {
        uint32_t kind;
        const uint32_t next = oldest(journal, &kind);
        if (next > size - used)
            break;
        copy_out(journal, bytes + used, next);
        drop(journal, next);
        used += next;
    }
    return used;
}
