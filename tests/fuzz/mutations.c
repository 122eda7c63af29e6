/* Changes that keep the form of what they change; see mutations.h. Neighbours: test_door_{machine,save,journal}.c. */
#include "mutations.h"
#include "fuzz.h"
#include "runtime/save/save_format.h"
#include <string.h>

enum { MOST_CHANGES = 4, MOST_EVENTS = 4096, MOST_EVENT = 512, PARTS = 3 /* opcode and a, b, c */ };

static uint32_t get32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* A value near the one that is there, one that means something everywhere, or any. */
static uint32_t another(uint32_t value, uint64_t *state)
{
    static const uint32_t special[] = {0, 1, HTN_NONE, INT32_MAX, 0x80000000u, 255, 256, 65535};
    switch (random_below(state, 4)) {
    case 0: return value + 1;
    case 1: return value - 1;
    case 2: return special[random_below(state, sizeof special / sizeof *special)];
    default: return random_below(state, UINT32_MAX);
    }
}

/* --- Blobs ---------------------------------------------------------------------------------------- */

/* The bytes of a section, by an entry of the section table; 0 in `size`: it lies outside. */
static uint8_t *section_of(uint8_t *blob, size_t size, const uint8_t *entry, uint32_t *bytes)
{
    const uint32_t at = get32(entry + 4);
    *bytes = get32(entry + 12);
    if (at > size || *bytes > size - at)
        *bytes = 0;
    return blob + (*bytes == 0 ? 0 : at);
}

static void mutate_instruction(uint8_t *code, uint32_t count, uint64_t *state)
{
    uint8_t *to = code + (size_t)random_below(state, count) * HTN_INSTRUCTION_SIZE;
    const uint8_t *from = code + (size_t)random_below(state, count) * HTN_INSTRUCTION_SIZE;
    static const uint8_t first[PARTS] = {1, 2, 4}, end[PARTS] = {2, 4, 8};
    const uint32_t part = random_below(state, PARTS);
    switch (random_below(state, 5)) {
    case 0: memcpy(to, from, HTN_INSTRUCTION_SIZE); break;
    case 1: to[0] = from[0]; break;
    case 2: to[0] = (uint8_t)random_below(state, HTN_OPCODES); break;
    case 3: memcpy(to + first[part], from + first[part], (size_t)(end[part] - first[part])); break;
    default: {
        uint8_t bytes[4];
        fuzz_put32(bytes, another(get32(to + 4), state));
        memcpy(to + first[part], bytes, (size_t)(end[part] - first[part]));
    }
    }
}

/* A field gets another value, or that of the same field in another row. */
static void mutate_row(uint8_t *rows, uint32_t bytes, uint32_t count, uint64_t *state)
{
    const uint32_t width = count == 0 ? 0 : bytes / count;
    if (width < 4 || width % 4 != 0)
        return;
    const size_t field = (size_t)random_below(state, width / 4) * 4;
    uint8_t *to = rows + (size_t)random_below(state, count) * width + field;
    const uint8_t *from = rows + (size_t)random_below(state, count) * width + field;
    if (random_below(state, 2))
        memmove(to, from, 4);
    else
        fuzz_put32(to, another(get32(to), state));
}

void fuzz_mutate_blob(uint8_t *blob, size_t size, uint64_t *state)
{
    if (size < HTN_HEADER_SIZE)
        return;
    const uint32_t sections = get32(blob + HTN_HEADER_SECTIONS);
    if (sections == 0 || sections > (size - HTN_HEADER_SIZE) / HTN_SECTION_ENTRY_SIZE)
        return;
    for (uint32_t times = 1 + random_below(state, MOST_CHANGES); times > 0; times--) {
        const bool code = random_below(state, 2);
        for (uint32_t i = random_below(state, sections), tried = 0; tried < sections; i = (i + 1) % sections, tried++) {
            const uint8_t *entry = blob + HTN_HEADER_SIZE + (size_t)i * HTN_SECTION_ENTRY_SIZE;
            const bool is_code = get32(entry) == HTN_SECTION_CODE;
            uint32_t bytes;
            uint8_t *section = section_of(blob, size, entry, &bytes);
            if (is_code != code || bytes < HTN_INSTRUCTION_SIZE)
                continue;
            if (code)
                mutate_instruction(section, bytes / HTN_INSTRUCTION_SIZE, state);
            else
                mutate_row(section, bytes, get32(entry + 8), state);
            break;
        }
    }
}

/* --- Saves ---------------------------------------------------------------------------------------- */

void fuzz_mutate_save(uint8_t *save, size_t size, uint64_t *state)
{
    if (size < HTNI_SAVE_HEADER + 8)
        return;
    const uint32_t words = (uint32_t)((size - HTNI_SAVE_HEADER) / 4);
    for (uint32_t times = 1 + random_below(state, MOST_CHANGES); times > 0; times--) {
        uint8_t *to = save + HTNI_SAVE_HEADER + (size_t)random_below(state, words) * 4;
        const uint8_t *from = save + HTNI_SAVE_HEADER + (size_t)random_below(state, words) * 4;
        if (random_below(state, 3) == 0)
            memmove(to, from, 4);
        else
            fuzz_put32(to, another(get32(to), state));
    }
}

/* --- Journals ------------------------------------------------------------------------------------- */

/* An event as bytes. */
typedef struct event {
    size_t at, size;
} event;

static uint32_t find_events(const uint8_t *journal, size_t size, event *events)
{
    htn_journal_event found;
    uint32_t count = 0;
    size_t offset = 0;
    while (count < MOST_EVENTS && htn_journal_next(journal, size, &offset, &found) == HTN_OK)
        events[count++] = (event){found.offset, found.size};
    return count;
}

/* `length` bytes take the place of an event. */
static size_t put(uint8_t *journal, size_t size, size_t most, event of, const uint8_t *bytes, size_t length)
{
    if (size - of.size + length > most)
        return size;
    memmove(journal + of.at + length, journal + of.at + of.size, size - of.at - of.size);
    memcpy(journal + of.at, bytes, length);
    return size - of.size + length;
}

/* A number that fits in one byte gets another value that does: the event's form stays. */
static void change_number(uint8_t *bytes, size_t size, uint64_t *state)
{
    const size_t first = 1 + random_below(state, (uint32_t)(size - 1));
    for (size_t i = first; i < size; i++)
        if (bytes[i] < 0x80 && bytes[i - 1] < 0x80) {
            bytes[i] = (uint8_t)(another(bytes[i], state) & 0x7f);
            return;
        }
}

size_t fuzz_mutate_journal(uint8_t *journal, size_t size, size_t most, uint64_t *state)
{
    static event events[MOST_EVENTS];
    uint8_t twice[2 * MOST_EVENT];
    const uint32_t count = find_events(journal, size, events);
    if (count == 0)
        return size;
    const event of = events[random_below(state, count)], other = events[random_below(state, count)];
    if (of.size > MOST_EVENT || other.size > MOST_EVENT || of.size < 2)
        return size;
    memcpy(twice, journal + of.at, of.size);
    memcpy(twice + of.size, journal + other.at, other.size);
    switch (random_below(state, 6)) {
    case 0: return put(journal, size, most, of, NULL, 0);
    case 1: return put(journal, size, most, of, twice, of.size + other.size);
    case 2: return put(journal, size, most, of, twice + of.size, other.size);
    default: change_number(journal + of.at, of.size, state); return size;
    }
}
