/* See tuples.h. Neighbours: vm_loop.h and single_block.c, which run the bodies; plan_sums.h, behind whose sums the stamps lie. */
#include "tuples.h"
#include "../blob/blob_reader.h"
#include "../blob/storage.h"
#include "limit_reached.h"
#include "plan_sums.h"
#include "trail.h"

/* --- The region ------------------------------------------------------------------------------------ */

uint32_t htni_cycles(const htn_domain *domain)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_DERIVED);
    return count == 0 ? 0 : HTNI_FIELD(domain, DERIVED, count - 1, CYCLE) + 1;
}

static uint32_t width_of(const htn_domain *domain)
{
    uint32_t most = 0;
    const uint32_t count = htni_count(domain, HTN_SECTION_DERIVED);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t locals = HTNI_FIELD(domain, DERIVED, i, LOCALS);
        most = locals > most ? locals : most;
    }
    return HTNI_TUPLE_LOCALS + most;
}

static uint32_t buckets_for(uint32_t capacity)
{
    uint32_t buckets = 16;
    while (buckets < capacity)
        buckets *= 2;
    return buckets;
}

enum { HEAD_WORDS = sizeof(htni_tuples) / sizeof(uint32_t), CYCLE_WORDS = sizeof(htni_cycle) / sizeof(uint32_t) };

uint64_t htni_tuples_bytes(const htn_domain *domain, uint32_t capacity)
{
    if (capacity == 0)
        return 0;
    const uint64_t head = HEAD_WORDS + (uint64_t)CYCLE_WORDS * htni_cycles(domain) + buckets_for(capacity);
    return (head + (uint64_t)capacity * width_of(domain)) * sizeof(uint32_t);
}

static uint32_t *word_at(htni_tuples *tuples, uint32_t at)
{
    return (uint32_t *)(void *)tuples + at;
}

static htni_cycle *cycle_at(htni_tuples *tuples, uint32_t cycle)
{
    return (htni_cycle *)(void *)word_at(tuples, HEAD_WORDS) + cycle;
}

static uint32_t buckets_at(const htni_tuples *tuples)
{
    return HEAD_WORDS + (uint32_t)CYCLE_WORDS * tuples->cycles;
}

static uint32_t place_of(const htni_tuples *tuples, uint32_t index)
{
    return buckets_at(tuples) + tuples->buckets + index * tuples->width;
}

static void clear_buckets(htni_tuples *tuples)
{
    memset(word_at(tuples, buckets_at(tuples)), 0, (size_t)tuples->buckets * sizeof(uint32_t));
}

void htni_tuples_init(htni_tuples *tuples, const htn_domain *domain, uint32_t capacity)
{
    memset(tuples, 0, sizeof *tuples);
    tuples->capacity = capacity;
    tuples->buckets = buckets_for(capacity);
    tuples->width = width_of(domain);
    tuples->cycles = htni_cycles(domain);
    memset(word_at(tuples, HEAD_WORDS), 0, tuples->cycles * sizeof(htni_cycle));
    clear_buckets(tuples);
}

static uint32_t hash_of(uint32_t derived, const int32_t *arguments, uint32_t count)
{
    uint32_t hash = (derived + 1) * UINT32_C(2654435761);
    for (uint32_t i = 0; i < count; i++)
        hash = ((hash ^ (hash >> 15)) + (uint32_t)arguments[i]) * UINT32_C(2654435761);
    return hash ^ (hash >> 16);
}

static uint32_t *bucket_of(htni_tuples *tuples, const htn_domain *domain, uint32_t derived, const int32_t *arguments)
{
    const uint32_t count = HTNI_FIELD(domain, DERIVED, derived, PARAMETER_COUNT);
    return word_at(tuples, buckets_at(tuples) + (hash_of(derived, arguments, count) & (tuples->buckets - 1)));
}

void htni_tuples_reset(htni_tuples *tuples)
{
    if (tuples->count != 0)
        clear_buckets(tuples);
    tuples->count = 0;
    tuples->top = 0;
    tuples->restarted = 0;
}

/* --- Asking ---------------------------------------------------------------------------------------- */

/* The tuple; 0: there is none yet. */
static uint32_t find(htni_tuples *tuples, const htn_domain *domain, uint32_t derived, const int32_t *arguments)
{
    const uint32_t count = HTNI_FIELD(domain, DERIVED, derived, PARAMETER_COUNT);
    uint32_t at = *bucket_of(tuples, domain, derived, arguments);
    for (; at != 0; at = *word_at(tuples, at + HTNI_TUPLE_NEXT))
        if (*word_at(tuples, at + HTNI_TUPLE_DERIVED) == derived &&
            (count == 0 || memcmp(htni_tuple_locals(tuples, at), arguments, count * sizeof *arguments) == 0))
            return at;
    return 0;
}

/* A new tuple. There is room. */
static uint32_t add(htni_tuples *tuples, const htn_domain *domain, uint32_t derived, const int32_t *arguments)
{
    const uint32_t at = place_of(tuples, tuples->count++);
    const uint32_t count = HTNI_FIELD(domain, DERIVED, derived, PARAMETER_COUNT);
    uint32_t *bucket = bucket_of(tuples, domain, derived, arguments), *tuple = word_at(tuples, at);
    tuples->most = tuples->count > tuples->most ? tuples->count : tuples->most;
    memset(tuple, 0, tuples->width * sizeof *tuple);
    tuple[HTNI_TUPLE_NEXT] = *bucket;
    tuple[HTNI_TUPLE_DERIVED] = derived;
    if (count != 0)
        memcpy(htni_tuple_locals(tuples, at), arguments, count * sizeof *arguments);
    *bucket = at;
    return at;
}

static uint32_t cycle_of(const htn_domain *domain, const uint32_t *tuple)
{
    return HTNI_FIELD(domain, DERIVED, tuple[HTNI_TUPLE_DERIVED], CYCLE);
}

/* Begins to evaluate a tuple: for the asking under way or, if that is about another cycle or there is none, for its own. */
static htni_asked begin(htni_tuples *tuples, const htn_domain *domain, uint32_t at, const htni_asked *to)
{
    uint32_t *tuple = word_at(tuples, at);
    const uint32_t cycle = cycle_of(domain, tuple);
    if (tuples->top == 0)
        tuples->restarted = tuples->restarted && to->what == HTNI_ASKED_FULL;
    if (tuples->top == 0 || cycle_of(domain, word_at(tuples, tuples->top)) != cycle) {
        tuple[HTNI_TUPLE_AROUND] = tuples->top;
        tuple[HTNI_TUPLE_PASS] = 0;
        tuple[HTNI_TUPLE_LAST] = 0;
        tuples->top = at;
    }
    tuple[HTNI_TUPLE_TOP] = tuples->top;
    tuple[HTNI_TUPLE_ROUND] = cycle_at(tuples, cycle)->round;
    tuple[HTNI_TUPLE_STATE] = HTNI_TUPLE_IN_PROGRESS;
    tuple[HTNI_TUPLE_PC] = to->pc;
    tuple[HTNI_TUPLE_FRAME] = to->frame;
    tuple[HTNI_TUPLE_LOCAL] = to->local;
    return (htni_asked){
        .what = HTNI_ASKED_BODY, .tuple = at, .pc = HTNI_FIELD(domain, DERIVED, tuple[HTNI_TUPLE_DERIVED], ENTRY)};
}

/* The region is full: drops all that is known, and begins the outermost asking again, but only once. */
static htni_asked restart(htni_tuples *tuples, const htn_domain *domain, uint32_t derived, const int32_t *arguments,
                          const htni_asked *to)
{
    int32_t copy[HTN_MAX_ARGUMENTS];
    htni_asked again = *to;
    uint32_t top = tuples->top;
    if (tuples->restarted) {
        htni_tuples_reset(tuples);
        return (htni_asked){.what = HTNI_ASKED_FULL};
    }
    while (top != 0 && word_at(tuples, top)[HTNI_TUPLE_AROUND] != 0)
        top = word_at(tuples, top)[HTNI_TUPLE_AROUND];
    if (top != 0) {
        const uint32_t *tuple = word_at(tuples, top);
        again.pc = tuple[HTNI_TUPLE_PC];
        again.frame = tuple[HTNI_TUPLE_FRAME];
        again.local = tuple[HTNI_TUPLE_LOCAL];
        derived = tuple[HTNI_TUPLE_DERIVED];
        arguments = (const int32_t *)htni_tuple_locals(tuples, top);
    }
    memcpy(copy, arguments, HTNI_FIELD(domain, DERIVED, derived, PARAMETER_COUNT) * sizeof *copy);
    htni_tuples_reset(tuples);
    tuples->restarted = 1;
    again.what = HTNI_ASKED_FULL;
    return begin(tuples, domain, add(tuples, domain, derived, copy), &again);
}

htni_asked htni_tuples_ask(htni_tuples *tuples, const htn_domain *domain, const uint8_t *stamps, uint32_t derived,
                           const int32_t *arguments, const htni_asked *to)
{
    htni_asked known = {.what = HTNI_ASKED_KNOWN};
    const uint32_t cycle = HTNI_FIELD(domain, DERIVED, derived, CYCLE);
    htni_cycle *about = cycle_at(tuples, cycle);
    const uint32_t stamp = stamps != NULL ? htni_read32(stamps + (size_t)cycle * 4) : about->stamp;
    if (about->stamp != stamp) {
        about->stamp = stamp;
        about->round++;
    }
    uint32_t at = find(tuples, domain, derived, arguments);
    if (at == 0 && tuples->count == tuples->capacity)
        return restart(tuples, domain, derived, arguments, to);
    if (at == 0)
        at = add(tuples, domain, derived, arguments);
    const uint32_t *tuple = word_at(tuples, at);
    const uint32_t state = tuple[HTNI_TUPLE_ROUND] == about->round ? tuple[HTNI_TUPLE_STATE] : HTNI_TUPLE_UNKNOWN;
    if (state == HTNI_TUPLE_UNKNOWN)
        return begin(tuples, domain, at, to);
    if (state == HTNI_TUPLE_IN_PROGRESS)
        word_at(tuples, tuples->top)[HTNI_TUPLE_PASS] |= HTNI_PASS_NEEDED;
    known.answer = state == HTNI_TUPLE_IS_TRUE;
    return known;
}

/* What the pass has found false is not known any more. */
static void discard(htni_tuples *tuples, uint32_t *top)
{
    for (uint32_t at = top[HTNI_TUPLE_LAST]; at != 0; at = word_at(tuples, at)[HTNI_TUPLE_FALSE])
        word_at(tuples, at)[HTNI_TUPLE_STATE] = HTNI_TUPLE_UNKNOWN;
    top[HTNI_TUPLE_LAST] = 0;
}

htni_asked htni_tuples_answer(htni_tuples *tuples, uint32_t at, bool answer)
{
    uint32_t *tuple = word_at(tuples, at), *top = word_at(tuples, tuple[HTNI_TUPLE_TOP]);
    const htni_asked known = {HTNI_ASKED_KNOWN,       at, answer, tuple[HTNI_TUPLE_PC], tuple[HTNI_TUPLE_FRAME],
                              tuple[HTNI_TUPLE_LOCAL]};
    tuple[HTNI_TUPLE_STATE] = answer ? HTNI_TUPLE_IS_TRUE : HTNI_TUPLE_IS_FALSE;
    if (answer) {
        top[HTNI_TUPLE_PASS] |= HTNI_PASS_TRUE;
    } else {
        tuple[HTNI_TUPLE_FALSE] = top[HTNI_TUPLE_LAST];
        top[HTNI_TUPLE_LAST] = at;
    }
    if (tuple != top)
        return known;
    const bool again = top[HTNI_TUPLE_PASS] == HTNI_PASS_AGAIN;
    if (again)
        discard(tuples, top);
    top[HTNI_TUPLE_PASS] = 0;
    if (again && !answer) {
        tuple[HTNI_TUPLE_STATE] = HTNI_TUPLE_IN_PROGRESS;
        return (htni_asked){.what = HTNI_ASKED_BODY, .tuple = at};
    }
    tuples->top = top[HTNI_TUPLE_AROUND];
    return known;
}

/* --- Stamps ---------------------------------------------------------------------------------------- */

uint32_t htni_stamps_at(const htn_domain *domain)
{
    return domain->world_bytes + HTNI_SUMS;
}

static void set_stamp(const htn_planner *planner, uint32_t address)
{
    htni_store(htni_working_world(&planner->machine), address, HTN_STORAGE_S32,
               htni_signed(++htni_tuples_of(planner)->stamp));
}

bool htni_forget(const htn_planner *planner, htni_registers *now, uint32_t room, uint32_t cycle)
{
    const uint8_t *world = htni_working_world(&planner->machine);
    const uint32_t cycles = htni_cycles(planner->machine.domain);
    const uint32_t end = cycle == HTN_NONE ? cycles : cycle + 1;
    for (uint32_t i = cycle == HTN_NONE ? 0 : cycle; i < end; i++) {
        const uint32_t address = htni_stamps_at(planner->machine.domain) + 4 * i;
        if (now->trail >= room)
            return false;
        htni_log(&planner->machine, now, address | (uint32_t)HTNI_WIDTH_S32 << HTNI_WIDTH_SHIFT,
                 htni_load(world, address, HTN_STORAGE_S32));
        set_stamp(planner, address);
    }
    return true;
}

void htni_forget_untrailed(const htn_planner *planner)
{
    const uint32_t cycles = htni_cycles(planner->machine.domain);
    for (uint32_t i = 0; i < cycles; i++)
        set_stamp(planner, htni_stamps_at(planner->machine.domain) + 4 * i);
}
