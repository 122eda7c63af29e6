/*
 * Each number of a journal becomes another one, one after the other: what no agent of the domain can have been told is refused there, and what
 * does not follow from what it was told is noticed there. Neighbours: test_save_numbers.c, test_journal.c.
 */
#include "agent_story.h"

/* --- Journals ----------------------------------------------------------------------------------- */

#define POST(during)                                                                                               \
    "Enum [Place] Values [Gate, Tower]\nEntities [Wolf] Max [3]\nEntities [Cover] Values [Rock, Tree]\nEntities "  \
    "[Sheep] Max [3]\n"                                                                                            \
    "World State [ At : Place, Seen(Wolf) : bool, Lit(Place) : 0..9 Expires, Deep : -70000..70000, Tiny : -5..5, " \
    "Busy : bool,\n  Hunted : bool ]\n"                                                                            \
    "Shared World State [ Alarm : bool, Lost(Sheep) : bool, Watched(Place) : 0..9 ]\n"                             \
    "World State [ Miles(Place) : 0..9 ]\nFacts [Miles(Gate) = 3]\n"                                               \
    "Query [Near(n : 0..3) : 0..9]\nSensor [Eyes] Updates [Seen] Every [300ms]\n"                                  \
    "Root [Guard]\nRoot [Work]\nOrders [Carry] In [Work]\n"                                                        \
    "Compound Task [Guard]\n"                                                                                      \
    "  Method [Hunted, any c : Cover] Reserve [c] Subtasks [Hide(c)]\n"                                            \
    "  Method [Near(1) > Miles(At)] Subtasks [Look()]\n"                                                           \
    "Compound Task [Work] Method [true] Subtasks [Chop()]\n"                                                       \
    "Primitive Task [Hide(c : Cover)] Operator [Hide(c)] During [Busy = true" during "]\n"                         \
    "Primitive Task [Look] Operator [Look]\n"                                                                      \
    "Primitive Task [Chop] Operator [Chop] Effects [Tiny += 1]\n"                                                  \
    "Primitive Task [Carry(p : Place)] Operator [Carry(p)]\n"

/* In a LATER group no During writes what is shared. */
static const char post[] = POST(", Watched(Gate) = 3, Watched(Tower) = 4"), later_post[] = POST("");

static void spawn(story *told)
{
    int32_t wolf;
    htn_world *world = htn_agent_world(told->agent);
    assert_int_equal(htn_world_spawn(world, htn_type_find(&told->domain, "Wolf"), &wolf), HTN_OK);
    assert_int_equal(htn_world_set_at(world, htn_property_find(&told->domain, "Seen"), &wolf, 1, 1), HTN_OK);
}

static void tick(story *told, uint64_t elapsed_us)
{
    assert_int_equal(htn_agent_tick(told->agent, elapsed_us), HTN_OK);
    clear_log(told);
}

static void hear(void *user, const htn_planner *planner, const htn_event *event)
{
    (void)user;
    (void)planner;
    (void)event;
}

/* The game does to the agent all that it can. */
static void alone(story *told)
{
    const htn_agent_options options = {.orders = 4};
    static const int32_t tower = 1;
    uint32_t work = 100000;
    begin_with(told, post, options);
    htn_world *world = htn_agent_world(told->agent);
    tick(told, TICK);
    spawn(told);
    set(told, "Hunted", 1);
    set(told, "Deep", -69999);
    set(told, "Tiny", -3);
    assert_int_equal(htn_world_set_at_for(world, htn_property_find(&told->domain, "Lit"), &tower, 1, 7, 5000), HTN_OK);
    assert_int_equal(htn_world_set_at_for(world, htn_property_find(&told->domain, "Lit"), &tower, 1, 7, 4000), HTN_OK);
    tick(told, TICK + 7);
    assert_int_equal(htn_agent_tick_within(told->agent, TICK, &work), HTN_OK);
    const htn_given_task carry = {htn_task_find(&told->domain, "Carry"), &tower, 1};
    uint32_t id;
    assert_int_equal(htn_agent_order(told->agent, 1, &carry, HTN_ORDER_QUEUE, &id), HTN_OK);
    assert_int_equal(htn_agent_order(told->agent, 1, &carry, HTN_ORDER_REPLACE, &id), HTN_OK);
    tick(told, TICK);
    assert_int_equal(htn_agent_take_back(told->agent, 1, id), HTN_OK);
    assert_int_equal(htn_agent_ask(told->agent, HTN_NONE), HTN_OK);
    assert_int_equal(htn_agent_ask(told->agent, 1), HTN_OK);
    assert_int_equal(htn_agent_answers_changed(told->agent), HTN_OK);
    assert_int_equal(htn_agent_sense(told->agent, 0), HTN_OK);
    assert_int_equal(htn_agent_listen(told->agent, hear, NULL), HTN_OK);
    tick(told, TICK);
    assert_int_equal(htn_agent_listen(told->agent, NULL, NULL), HTN_OK);
    says(told, "Chop", HTN_SUCCEEDED);
    if (told->polled)
        report_all(told);
    tick(told, TICK);
    htn_world other = fixture_world(&told->domain);
    fixture_set(&other, "Tiny", 4);
    assert_int_equal(htn_world_copy(world, &other), HTN_OK);
    free(other.bytes);
    tick(told, TICK);
}

/* Another agent of the story's kind. */
typedef struct other_agent {
    story told;
    void *memory;
} other_agent;

static void make_other(other_agent *made, const story *of)
{
    htn_agent_options options = {.user = &made->told, .orders = 4, .defer = true};
    made->told = *of;
    const size_t size = htn_agent_bytes(of->agent_class, &options);
    made->memory = malloc(size);
    assert_int_equal(htn_agent_init(&made->told.agent, of->agent_class, &options, made->memory, size), HTN_OK);
}

static void set_home(htn_group *group, const char *property, int32_t value)
{
    fixture_set(htn_group_world(group), property, value);
}

/* In a group, whose members show values in the same cell, and write it. */
static void grouped(story *told, htn_group_mode mode, const char *text)
{
    static const int32_t gate = 0;
    const htn_agent_options options = {.orders = 4, .defer = true};
    other_agent other;
    begin_with(told, text, options);
    make_other(&other, told);
    htn_group *group = fixture_group(&told->domain, mode, 0x1234);
    const uint32_t watched = htn_property_find(&told->domain, "Watched");
    assert_int_equal(htn_agent_join(told->agent, group), HTN_OK);
    assert_int_equal(htn_agent_join(other.told.agent, group), HTN_OK);
    spawn(told);
    set(told, "Hunted", 1);
    set(&other.told, "Hunted", 1);
    set(told, "Tiny", 2);
    set_home(group, "Alarm", 1);
    for (int i = 0; i < 9; i++) {
        if (i == 3)
            assert_int_equal(htn_world_set_at(htn_group_world(group), watched, &gate, 1, 5), HTN_OK);
        if (i == 4)
            assert_int_equal(htn_group_release(group, htn_type_find(&told->domain, "Cover"), 0), HTN_OK);
        if (i == 6)
            htn_world_set_at(htn_agent_world(told->agent), htn_property_find(&told->domain, "Seen"), &gate, 1, 0);
        if (i == 7)
            set_home(group, "Alarm", 0);
        if (i == 2 || i == 6) {
            int32_t sheep;
            assert_int_equal(htn_world_spawn(htn_group_world(group), htn_type_find(&told->domain, "Sheep"), &sheep),
                             HTN_OK);
        }
        assert_int_equal(htn_group_tick(group, TICK), HTN_OK);
        htn_agent_tick(other.told.agent, TICK);
        says(told, "Hide", i % 2 != 0 ? HTN_SUCCEEDED : HTN_RUNNING);
        tick(told, TICK);
        if (mode == HTN_GROUP_LATER) {
            assert_int_equal(htn_agent_share(told->agent), HTN_OK);
            assert_int_equal(htn_agent_share(other.told.agent), HTN_OK);
        }
    }
    assert_int_equal(htn_agent_join(other.told.agent, NULL), HTN_OK);
    tick(told, TICK);
    htn_group *next = fixture_group(&told->domain, mode, 0x77);
    assert_int_equal(htn_agent_join(told->agent, next), HTN_OK); /* from one to another */
    tick(told, TICK);
    if (mode == HTN_GROUP_LATER)
        assert_int_equal(htn_agent_share(told->agent), HTN_OK);
    tick(told, TICK);
    assert_int_equal(htn_agent_join(told->agent, NULL), HTN_OK);
    tick(told, TICK);
    free(other.memory);
    free(next);
    free(group);
}

static void at_once(story *told)
{
    grouped(told, HTN_GROUP_AT_ONCE, post);
}

static void later(story *told)
{
    grouped(told, HTN_GROUP_LATER, later_post);
}

/* It is loaded, and a hot reload leaves its step behind. */
static void loaded(story *told)
{
    story before = {.polled = told->polled}, next = {.polled = told->polled};
    const htn_agent_options options = {.orders = 4};
    size_t size;
    begin_with(&before, post, options);
    set(&before, "Hunted", 1);
    tick(&before, TICK);
    uint8_t *save = save_of(&before, &size);
    begin_with(told, post, options);
    assert_int_equal(htn_agent_load(told->agent, save, size, NULL), HTN_OK);
    tick(told, TICK);
    begin_with(
        &next,
        "Compound Task [Live] Method [true] Subtasks [Look()]\nPrimitive Task [Look] Operator [Look]\nRoot [Live]\n",
        options);
    save = realloc(save, htn_agent_save_bytes(told->agent));
    assert_int_equal(htn_agent_reload(next.agent, told->agent, save, htn_agent_save_bytes(told->agent), NULL), HTN_OK);
    clear_log(told);
    clear_log(&next);
    forget(&next);
    forget(&before);
    free(save);
}

/* The journal begins when it is in a group already. */
static void joined_before(story *told)
{
    begin(told, post);
    htn_group *group = fixture_group(&told->domain, HTN_GROUP_AT_ONCE, 0x4321);
    assert_int_equal(htn_agent_join(told->agent, group), HTN_OK);
    set_home(group, "Alarm", 1);
    recording_end(&told->recording);
    recording_begin(&told->recording, told->agent, 1 << 16);
    set(told, "Hunted", 1);
    tick(told, TICK);
    tick(told, TICK);
    assert_int_equal(htn_agent_join(told->agent, NULL), HTN_OK);
    free(group);
}

/* Its run goes on behind snapshots. */
static void with_snapshots(story *told)
{
    uint8_t scratch[4096];
    begin(told, post);
    for (int i = 0; i < 3; i++) {
        tick(told, TICK + 5);
        assert_int_equal(htn_agent_snapshot(told->agent, &told->recording.journal, scratch, sizeof scratch), HTN_OK);
        set(told, "Tiny", i);
    }
    tick(told, TICK);
}

/* In a domain that has next to nothing. */
static void simple(story *told)
{
    begin(told, "World State [ Go : bool ]\nCompound Task [Live] Method [Go] Subtasks [Look()]\n"
                "Primitive Task [Look] Operator [Look]\nRoot [Live]\n");
    set(told, "Go", 1);
    tick(told, TICK);
    says(told, "Look", HTN_SUCCEEDED);
    assert_int_equal(htn_agent_ask(told->agent, 0), HTN_OK);
    tick(told, TICK + 1);
}

static void (*const lives[])(story *) = {alone, at_once, later, loaded, joined_before, with_snapshots, simple};

/* --- Changing ----------------------------------------------------------------------------------- */

static size_t put_number(uint8_t *to, uint32_t number)
{
    size_t used = 0;
    for (; number >= 128; number >>= 7)
        to[used++] = (uint8_t)(number | 128);
    to[used++] = (uint8_t)number;
    return used;
}

/* A copy of a journal in which number `which` of an event is another one. */
static uint8_t *change(const recording *made, const htn_journal_event *event, uint32_t which, uint32_t value,
                       size_t *size)
{
    uint8_t body[HTN_JOURNAL_MIN_BYTES];
    size_t used = 0, at = event->offset;
    const size_t behind = at + event->size;
    body[used++] = (uint8_t)event->kind;
    for (uint32_t i = 0; i < event->count; i++)
        used += put_number(body + used, i == which ? value : event->numbers[i]);
    uint8_t *changed = malloc(made->size + 8);
    memcpy(changed, made->bytes, at);
    at += put_number(changed + at, (uint32_t)used);
    memcpy(changed + at, body, used);
    at += used;
    memcpy(changed + at, made->bytes + behind, made->size - behind);
    *size = at + made->size - behind;
    return changed;
}

/* --- What comes of it --------------------------------------------------------------------------- */

/* How often what came of a number that was changed. */
typedef struct outcomes {
    const char *kind;
    uint32_t number;
    uint32_t replayed; /* to the end */
    uint32_t late;     /* it is only further on that it differs, or is refused */
    uint32_t differs;  /* there something else comes */
    uint32_t nothing;  /* there nothing comes of it */
    uint32_t no_input; /* it is nothing that the game does */
    uint32_t refused;  /* there, or where what belongs to it begins */
} outcomes;

enum { ROWS = 512 };

static outcomes *row_of(outcomes *rows, uint32_t *count, const char *kind, uint32_t number)
{
    for (uint32_t i = 0; i < *count; i++)
        if (rows[i].kind == kind && rows[i].number == number)
            return &rows[i];
    assert_true(*count < ROWS);
    rows[*count] = (outcomes){.kind = kind, .number = number};
    return &rows[(*count)++];
}

static void watch(void *user, const htn_agent *agent, const htn_journal_event *event)
{
    (void)agent;
    (void)event;
    (void)user;
}

/* A cursor comes to the same, if somebody watches it: else it begins with the last snapshot. */
static void assert_same_by_cursor(const htn_domain *domain, const uint8_t *bytes, size_t size, uint8_t *memory,
                                  size_t room, htn_status expected, const htn_replay_report *report)
{
    htn_replay_cursor *cursor = NULL;
    htn_replay_report own;
    htn_status status = htn_replay_open(&cursor, domain, bytes, size, memory, room, &own);
    const bool opened = status == HTN_OK;
    if (opened) {
        assert_int_equal(htn_replay_watch(cursor, watch, NULL), HTN_OK);
        status = htn_replay_to(cursor, size);
        own = *htn_replay_how(cursor);
        if (status == HTN_OK)
            own.offset = htn_replay_now(cursor).offset;
    }
    assert_int_equal(status, expected);
    if (opened) { /* else it has found out before it began */
        assert_int_equal(own.offset, report->offset);
        assert_int_equal(own.events, report->events);
    }
    assert_string_equal(own.reason != NULL ? own.reason : "", report->reason != NULL ? report->reason : "");
}

static void note(outcomes *row, const htn_journal_event *event, htn_status status, const htn_replay_report *report)
{
    const bool is_late = status != HTN_OK && report->offset > event->offset;
    row->replayed += status == HTN_OK;
    row->late += is_late;
    if (status == HTN_OK || is_late)
        return;
    row->refused += status != HTN_DIFFERS;
    if (status != HTN_DIFFERS)
        return;
    row->differs += strcmp(report->reason, "something else came") == 0;
    row->nothing += strcmp(report->reason, "nothing came of it") == 0;
    row->no_input += strcmp(report->reason, "nothing more came") == 0;
}

/* What else is done to an event, beside its numbers: rows of these have such a number. */
enum { NUMBERS = 8, LEFT_OUT = NUMBERS, TWICE, CUT_BEFORE, CUT_SHORT, CHANGES, ADDRESSES, KINDS };

/* A copy of a journal in which the event is left out, or stands twice, or in front of which it ends, or in which. */
static uint8_t *damage(const recording *made, const htn_journal_event *event, uint32_t how, size_t *size)
{
    const size_t behind = event->offset + event->size;
    const size_t again = how == TWICE ? event->offset : behind; /* where it goes on from */
    size_t at = how == LEFT_OUT || how == CUT_BEFORE ? event->offset : behind - (how == CUT_SHORT);
    uint8_t *changed = malloc(made->size + event->size);
    memcpy(changed, made->bytes, at);
    if (how == LEFT_OUT || how == TWICE) {
        memcpy(changed + at, made->bytes + again, made->size - again);
        at += made->size - again;
    }
    *size = at;
    return changed;
}

enum { ROOM_FOR_REPLAY = 1 << 20 };

/* Two cursors have come to the same agent at the same place. */
static void assert_same_moment(const htn_replay_cursor *one, const htn_replay_cursor *other)
{
    const htn_replay_moment a = htn_replay_now(one), b = htn_replay_now(other);
    assert_int_equal(a.offset, b.offset);
    assert_int_equal(a.events, b.events);
    assert_int_equal(a.ticks, b.ticks);
    assert_int_equal(a.time_us, b.time_us);
    assert_int_equal(a.cut, b.cut);
    assert_true((htn_replay_how(one)->reason == NULL) == (htn_replay_how(other)->reason == NULL));
    const size_t size = htn_agent_save_bytes(htn_replay_agent(one)),
                 size_of_other = htn_agent_save_bytes(htn_replay_agent(other));
    uint8_t *save = malloc(size + size_of_other);
    const htn_status status = htn_agent_save(htn_replay_agent(one), save, size, NULL);
    assert_int_equal(htn_agent_save(htn_replay_agent(other), save + size, size_of_other, NULL), status);
    assert_int_equal(size, size_of_other);
    if (status == HTN_OK)
        assert_memory_equal(save, save + size, size);
    free(save);
}

/* Where a cursor gets to does not depend on where it has been, and that it has stopped there. */
static void assert_goes_back(const htn_domain *domain, const uint8_t *bytes, size_t size, uint8_t *memory)
{
    htn_replay_cursor *cursor = NULL, *afresh = NULL;
    htn_replay_report report;
    if (htn_replay_open(&cursor, domain, bytes, size, memory, ROOM_FOR_REPLAY, &report) != HTN_OK)
        return;
    htn_replay_to(cursor, size);
    const uint64_t times[] = {htn_replay_now(cursor).time_us, htn_replay_end(cursor).time_us / 2};
    for (uint32_t i = 0; i < 2; i++) {
        uint8_t *other = memory + ROOM_FOR_REPLAY;
        assert_int_equal(htn_replay_open(&afresh, domain, bytes, size, other, ROOM_FOR_REPLAY, &report), HTN_OK);
        const htn_status status = htn_replay_until(afresh, times[i]);
        assert_int_equal(htn_replay_until(cursor, times[i]), status);
        assert_same_moment(cursor, afresh);
    }
}

/* A journal that ends between two inputs comes to the agent that the whole one comes to there. */
static void assert_cut_as_whole(const story *told, const htn_journal_event *event, uint8_t *memory)
{
    htn_replay_cursor *whole = NULL, *cut = NULL;
    htn_replay_report report;
    const recording *made = &told->recording;
    uint8_t *other = memory + ROOM_FOR_REPLAY;
    assert_int_equal(htn_replay_open(&whole, &told->domain, made->bytes, made->size, memory, ROOM_FOR_REPLAY, &report),
                     HTN_OK);
    assert_int_equal(htn_replay_to(whole, event->offset), HTN_OK);
    if (htn_replay_now(whole).offset != event->offset)
        return; /* that is in the midst of a tick */
    assert_int_equal(htn_replay_open(&cut, &told->domain, made->bytes, event->offset, other, ROOM_FOR_REPLAY, &report),
                     HTN_OK);
    assert_int_equal(htn_replay_to(cut, event->offset), HTN_OK);
    assert_same_moment(whole, cut);
}

/* `changed` is freed. */
static void try_one(const story *told, outcomes *row, const htn_journal_event *event, uint8_t *changed, size_t size,
                    uint8_t *memory)
{
    htn_replay_report report;
    uint8_t *copy = fixture_copy(changed, size);
    const htn_status status = htn_replay(&told->domain, copy, size, memory, ROOM_FOR_REPLAY, &report);
    note(row, event, status, &report);
    assert_int_not_equal(status, HTN_TOO_SMALL);
    if (event->kind != HTN_JOURNAL_BEGIN || event->offset == 0) /* else another run may begin there */
        assert_same_by_cursor(&told->domain, copy, size, memory, ROOM_FOR_REPLAY, status, &report);
    free(copy);
    free(changed);
}

/* Which number of the event is an address of the world; HTN_NONE: none is. */
static uint32_t address_in(const htn_journal_event *event)
{
    switch (event->kind) {
    case HTN_JOURNAL_WRITE:
    case HTN_JOURNAL_TIMER: return 2;
    case HTN_JOURNAL_COPY:
    case HTN_JOURNAL_OVERWRITTEN:
    case HTN_JOURNAL_BENEATH: return 0;
    default: return HTN_NONE;
    }
}

/* Every address that there is, and some beyond. */
static void try_addresses(const story *told, outcomes *row, const htn_journal_event *event, uint8_t *memory)
{
    const uint32_t which = address_in(event), end = (uint32_t)htn_world_bytes(&told->domain) + 4;
    size_t size;
    for (uint32_t address = 0; address < end; address++) {
        uint8_t *changed = change(&told->recording, event, which, address, &size);
        try_one(told, row, event, changed, size, memory);
    }
}

/* It becomes an event of each other kind, with the same numbers. */
static void try_kinds(const story *told, outcomes *row, const htn_journal_event *event, uint8_t *memory)
{
    for (uint32_t kind = 1; kind < HTN_JOURNAL_KINDS; kind++) {
        htn_journal_event other = *event;
        size_t size;
        other.kind = (htn_journal_kind)kind;
        if (kind == (uint32_t)event->kind || kind == HTN_JOURNAL_BEGIN)
            continue;
        uint8_t *changed = change(&told->recording, &other, HTN_NONE, 0, &size);
        try_one(told, row, event, changed, size, memory);
    }
}

static void try_event(const story *told, outcomes *rows, uint32_t *count, const htn_journal_event *event, bool is_new,
                      uint8_t *memory)
{
    const char *kind = htn_journal_name(event->kind);
    size_t size;
    for (uint32_t n = 0; n < event->count && n < NUMBERS && event->kind != HTN_JOURNAL_BEGIN; n++) {
        const uint32_t was = event->numbers[n], values[] = {0, was - 1, was + 1, 200, UINT32_MAX};
        for (uint32_t i = 0; i < sizeof values / sizeof *values; i++)
            if (values[i] != was) {
                uint8_t *changed = change(&told->recording, event, n, values[i], &size);
                try_one(told, row_of(rows, count, kind, n), event, changed, size, memory);
            }
    }
    for (uint32_t how = LEFT_OUT; how < CHANGES; how++) {
        if (how == TWICE && event->kind == HTN_JOURNAL_BEGIN)
            continue; /* another run, where a cursor ends */
        uint8_t *changed = damage(&told->recording, event, how, &size);
        if (how == CUT_BEFORE && event->kind != HTN_JOURNAL_BEGIN)
            assert_cut_as_whole(told, event, memory);
        if (is_new)
            assert_goes_back(&told->domain, changed, size, memory);
        try_one(told, row_of(rows, count, kind, how), event, changed, size, memory);
    }
    if (is_new && event->kind != HTN_JOURNAL_BEGIN)
        try_kinds(told, row_of(rows, count, kind, KINDS), event, memory);
    if (address_in(event) != HTN_NONE && is_new)
        try_addresses(told, row_of(rows, count, kind, ADDRESSES), event, memory);
}

static void try_all(const story *told, outcomes *rows, uint32_t *count)
{
    const recording *made = &told->recording;
    htn_journal_event event;
    htn_journal_kind before = HTN_JOURNAL_NONE;
    bool tried[HTN_JOURNAL_KINDS][HTN_BY_COUNT + 1] = {{false}}; /* by whom it came, where it says that first */
    uint8_t *memory = malloc(2 * ROOM_FOR_REPLAY);
    for (size_t offset = 0; htn_journal_next(made->bytes, made->size, &offset, &event) == HTN_OK; before = event.kind)
        if (event.kind != HTN_JOURNAL_BYTES || before == HTN_JOURNAL_LOAD) { /* what follows depends on the code */
            const uint32_t by = event.numbers[0] < HTN_BY_COUNT ? event.numbers[0] : HTN_BY_COUNT;
            try_event(told, rows, count, &event, !tried[event.kind][by], memory);
            tried[event.kind][by] = true;
        }
    free(memory);
}

/* What comes of each event that does not only say what follows from others. */
static const outcomes expected[] = {
    {"BEGIN", LEFT_OUT, 0, 0, 0, 0, 0, 20},
    {"BEGIN", CUT_BEFORE, 6, 0, 0, 0, 0, 14},
    {"BEGIN", CUT_SHORT, 0, 0, 0, 0, 0, 20},
    {"OPERATOR", 0, 0, 27, 54, 0, 0, 94},
    {"OPERATOR", 1, 148, 0, 0, 0, 0, 37},
    {"OPERATOR", 2, 102, 9, 74, 0, 0, 0},
    {"OPERATOR", LEFT_OUT, 33, 4, 0, 0, 0, 0},
    {"OPERATOR", TWICE, 0, 0, 0, 0, 0, 37},
    {"OPERATOR", CUT_BEFORE, 37, 0, 0, 0, 0, 0},
    {"OPERATOR", CUT_SHORT, 0, 0, 0, 0, 0, 37},
    {"SENSOR", 0, 0, 0, 0, 0, 0, 72},
    {"SENSOR", LEFT_OUT, 18, 0, 0, 0, 0, 0},
    {"SENSOR", TWICE, 0, 0, 0, 0, 0, 18},
    {"SENSOR", CUT_BEFORE, 18, 0, 0, 0, 0, 0},
    {"SENSOR", CUT_SHORT, 0, 0, 0, 0, 0, 18},
    {"ORDERS", 0, 24, 0, 8, 0, 8, 0},
    {"ORDERS", 1, 16, 0, 16, 0, 0, 0},
    {"ORDERS", LEFT_OUT, 6, 2, 0, 0, 0, 0},
    {"ORDERS", TWICE, 0, 8, 0, 0, 0, 0},
    {"ORDERS", CUT_BEFORE, 8, 0, 0, 0, 0, 0},
    {"ORDERS", CUT_SHORT, 0, 0, 0, 0, 0, 8},
    {"TICK", 0, 336, 0, 84, 0, 0, 0},
    {"TICK", LEFT_OUT, 20, 0, 5, 4, 45, 10},
    {"TICK", TWICE, 36, 48, 0, 0, 0, 0},
    {"TICK", CUT_BEFORE, 84, 0, 0, 0, 0, 0},
    {"TICK", CUT_SHORT, 0, 0, 0, 0, 0, 84},
    {"TICK", 1, 10, 0, 0, 0, 0, 0},
    {"QUERY", 0, 0, 0, 32, 0, 0, 0},
    {"QUERY", 1, 32, 8, 0, 0, 0, 0},
    {"QUERY", 2, 0, 0, 40, 0, 0, 0},
    {"QUERY", LEFT_OUT, 0, 0, 8, 0, 0, 0},
    {"QUERY", TWICE, 0, 8, 0, 0, 0, 0},
    {"QUERY", CUT_BEFORE, 8, 0, 0, 0, 0, 0},
    {"QUERY", CUT_SHORT, 0, 0, 0, 0, 0, 8},
    {"WRITE", 0, 0, 16, 515, 0, 234, 0},
    {"WRITE", 1, 0, 0, 516, 0, 160, 0},
    {"WRITE", 2, 8, 69, 407, 14, 15, 290},
    {"WRITE", 3, 48, 10, 416, 42, 3, 238},
    {"WRITE", LEFT_OUT, 25, 46, 81, 0, 9, 0},
    {"WRITE", TWICE, 0, 161, 0, 0, 0, 0},
    {"WRITE", CUT_BEFORE, 161, 0, 0, 0, 0, 0},
    {"WRITE", CUT_SHORT, 0, 0, 0, 0, 0, 161},
    {"TIMER", 0, 0, 0, 0, 0, 16, 0},
    {"TIMER", 1, 0, 0, 0, 0, 16, 0},
    {"TIMER", 2, 4, 0, 0, 0, 0, 16},
    {"TIMER", 3, 12, 2, 4, 2, 0, 0},
    {"TIMER", LEFT_OUT, 4, 0, 0, 0, 0, 0},
    {"TIMER", TWICE, 4, 0, 0, 0, 0, 0},
    {"TIMER", CUT_BEFORE, 4, 0, 0, 0, 0, 0},
    {"TIMER", CUT_SHORT, 0, 0, 0, 0, 0, 4},
    {"MICROSECONDS", 0, 28, 0, 22, 0, 0, 0},
    {"MICROSECONDS", LEFT_OUT, 10, 0, 0, 0, 0, 0},
    {"MICROSECONDS", TWICE, 0, 0, 0, 0, 0, 10},
    {"MICROSECONDS", CUT_BEFORE, 10, 0, 0, 0, 0, 0},
    {"MICROSECONDS", CUT_SHORT, 0, 0, 0, 0, 0, 10},
    {"ORDER", 0, 0, 2, 0, 0, 14, 0},
    {"ORDER", 1, 0, 0, 0, 0, 16, 0},
    {"ORDER", 2, 0, 8, 0, 0, 0, 12},
    {"ORDER", 3, 2, 4, 12, 0, 0, 0},
    {"ORDER", 4, 0, 0, 20, 0, 0, 0},
    {"ORDER", 5, 0, 0, 0, 0, 0, 20},
    {"ORDER", 6, 2, 2, 0, 0, 0, 16},
    {"ORDER", LEFT_OUT, 0, 0, 2, 0, 2, 0},
    {"ORDER", TWICE, 0, 4, 0, 0, 0, 0},
    {"ORDER", CUT_BEFORE, 4, 0, 0, 0, 0, 0},
    {"ORDER", CUT_SHORT, 0, 0, 0, 0, 0, 4},
    {"TAKE_BACK", 0, 0, 0, 0, 0, 8, 0},
    {"TAKE_BACK", 1, 0, 0, 0, 0, 8, 0},
    {"TAKE_BACK", 2, 0, 2, 0, 8, 0, 0},
    {"TAKE_BACK", 3, 2, 8, 0, 0, 0, 0},
    {"TAKE_BACK", LEFT_OUT, 0, 2, 0, 0, 0, 0},
    {"TAKE_BACK", TWICE, 2, 0, 0, 0, 0, 0},
    {"TAKE_BACK", CUT_BEFORE, 2, 0, 0, 0, 0, 0},
    {"TAKE_BACK", CUT_SHORT, 0, 0, 0, 0, 0, 2},
    {"ASK", 0, 0, 0, 0, 0, 24, 0},
    {"ASK", 1, 0, 0, 0, 0, 24, 0},
    {"ASK", 2, 10, 0, 0, 18, 0, 0},
    {"ASK", LEFT_OUT, 4, 2, 0, 0, 0, 0},
    {"ASK", TWICE, 6, 0, 0, 0, 0, 0},
    {"ASK", CUT_BEFORE, 6, 0, 0, 0, 0, 0},
    {"ASK", CUT_SHORT, 0, 0, 0, 0, 0, 6},
    {"ANSWERS", 0, 0, 0, 0, 0, 8, 0},
    {"ANSWERS", 1, 0, 0, 0, 0, 8, 0},
    {"ANSWERS", LEFT_OUT, 0, 2, 0, 0, 0, 0},
    {"ANSWERS", TWICE, 2, 0, 0, 0, 0, 0},
    {"ANSWERS", CUT_BEFORE, 2, 0, 0, 0, 0, 0},
    {"ANSWERS", CUT_SHORT, 0, 0, 0, 0, 0, 2},
    {"SENSE", 0, 0, 0, 0, 8, 0, 0},
    {"SENSE", LEFT_OUT, 2, 0, 0, 0, 0, 0},
    {"SENSE", TWICE, 2, 0, 0, 0, 0, 0},
    {"SENSE", CUT_BEFORE, 2, 0, 0, 0, 0, 0},
    {"SENSE", CUT_SHORT, 0, 0, 0, 0, 0, 2},
    {"LISTEN", 0, 2, 0, 0, 0, 14, 0},
    {"LISTEN", 1, 0, 0, 0, 0, 16, 0},
    {"LISTEN", 2, 0, 0, 6, 12, 0, 0},
    {"LISTEN", LEFT_OUT, 2, 2, 0, 0, 0, 0},
    {"LISTEN", TWICE, 0, 4, 0, 0, 0, 0},
    {"LISTEN", CUT_BEFORE, 4, 0, 0, 0, 0, 0},
    {"LISTEN", CUT_SHORT, 0, 0, 0, 0, 0, 4},
    {"ANSWER", 0, 0, 2, 30, 0, 18, 0},
    {"ANSWER", 1, 0, 0, 30, 0, 20, 0},
    {"ANSWER", 2, 8, 24, 10, 0, 8, 0},
    {"ANSWER", LEFT_OUT, 0, 0, 6, 0, 4, 0},
    {"ANSWER", TWICE, 0, 10, 0, 0, 0, 0},
    {"ANSWER", CUT_BEFORE, 10, 0, 0, 0, 0, 0},
    {"ANSWER", CUT_SHORT, 0, 0, 0, 0, 0, 10},
    {"WORLD", 0, 0, 0, 0, 0, 8, 0},
    {"WORLD", 1, 0, 0, 0, 0, 8, 0},
    {"WORLD", LEFT_OUT, 0, 0, 0, 0, 2, 0},
    {"WORLD", TWICE, 0, 2, 0, 0, 0, 0},
    {"WORLD", CUT_BEFORE, 2, 0, 0, 0, 0, 0},
    {"WORLD", CUT_SHORT, 0, 0, 0, 0, 0, 2},
    {"COPY", 0, 0, 2, 4, 0, 0, 14},
    {"COPY", 1, 2, 0, 10, 0, 0, 8},
    {"COPY", LEFT_OUT, 2, 0, 2, 0, 0, 0},
    {"COPY", TWICE, 0, 4, 0, 0, 0, 0},
    {"COPY", CUT_BEFORE, 4, 0, 0, 0, 0, 0},
    {"COPY", CUT_SHORT, 0, 0, 0, 0, 0, 4},
    {"JOIN", 0, 6, 0, 60, 8, 0, 0},
    {"JOIN", 1, 50, 0, 24, 0, 0, 0},
    {"JOIN", LEFT_OUT, 10, 4, 2, 0, 0, 0},
    {"JOIN", TWICE, 8, 8, 0, 0, 0, 0},
    {"JOIN", CUT_BEFORE, 16, 0, 0, 0, 0, 0},
    {"JOIN", CUT_SHORT, 0, 0, 0, 0, 0, 16},
    {"JOIN", 2, 0, 0, 20, 0, 0, 0},
    {"OTHERS", 0, 0, 0, 67, 0, 0, 18},
    {"OTHERS", LEFT_OUT, 0, 0, 17, 0, 0, 0},
    {"OTHERS", TWICE, 0, 17, 0, 0, 0, 0},
    {"OTHERS", CUT_BEFORE, 17, 0, 0, 0, 0, 0},
    {"OTHERS", CUT_SHORT, 0, 0, 0, 0, 0, 17},
    {"BENEATH", 0, 0, 0, 107, 0, 0, 268},
    {"BENEATH", 1, 0, 0, 345, 0, 0, 0},
    {"BENEATH", 2, 33, 17, 300, 0, 0, 0},
    {"BENEATH", LEFT_OUT, 0, 0, 75, 0, 0, 0},
    {"BENEATH", TWICE, 0, 75, 0, 0, 0, 0},
    {"BENEATH", CUT_BEFORE, 75, 0, 0, 0, 0, 0},
    {"BENEATH", CUT_SHORT, 0, 0, 0, 0, 0, 75},
    {"OVERWRITTEN", 0, 0, 2, 2, 0, 0, 6},
    {"OVERWRITTEN", LEFT_OUT, 0, 0, 2, 0, 0, 0},
    {"OVERWRITTEN", TWICE, 0, 2, 0, 0, 0, 0},
    {"OVERWRITTEN", CUT_BEFORE, 2, 0, 0, 0, 0, 0},
    {"OVERWRITTEN", CUT_SHORT, 0, 0, 0, 0, 0, 2},
    {"GRANT", 0, 0, 0, 0, 4, 0, 12},
    {"GRANT", 1, 0, 8, 12, 0, 0, 0},
    {"GRANT", LEFT_OUT, 0, 0, 0, 0, 4, 0},
    {"GRANT", TWICE, 0, 4, 0, 0, 0, 0},
    {"GRANT", CUT_BEFORE, 4, 0, 0, 0, 0, 0},
    {"GRANT", CUT_SHORT, 0, 0, 0, 0, 0, 4},
    {"REVOKE", 0, 0, 0, 0, 0, 8, 0},
    {"REVOKE", 1, 0, 0, 0, 0, 8, 0},
    {"REVOKE", 2, 0, 0, 0, 2, 0, 6},
    {"REVOKE", 3, 0, 0, 0, 0, 0, 10},
    {"REVOKE", 4, 0, 0, 0, 0, 0, 8},
    {"REVOKE", LEFT_OUT, 0, 2, 0, 0, 0, 0},
    {"REVOKE", TWICE, 0, 2, 0, 0, 0, 0},
    {"REVOKE", CUT_BEFORE, 2, 0, 0, 0, 0, 0},
    {"REVOKE", CUT_SHORT, 0, 0, 0, 0, 0, 2},
    {"LOAD", 0, 0, 0, 0, 0, 0, 40},
    {"LOAD", LEFT_OUT, 0, 0, 0, 0, 8, 0},
    {"LOAD", TWICE, 0, 0, 0, 0, 0, 8},
    {"LOAD", CUT_BEFORE, 8, 0, 0, 0, 0, 0},
    {"LOAD", CUT_SHORT, 0, 0, 0, 0, 0, 8},
    {"BYTES", 0, 0, 0, 0, 0, 0, 40},
    {"BYTES", 1, 0, 0, 0, 0, 0, 40},
    {"BYTES", 2, 0, 0, 0, 0, 0, 40},
    {"BYTES", 3, 0, 0, 0, 0, 0, 40},
    {"BYTES", 4, 0, 0, 0, 0, 0, 40},
    {"BYTES", 5, 0, 0, 0, 0, 0, 32},
    {"BYTES", 6, 16, 0, 8, 0, 0, 16},
    {"BYTES", 7, 16, 0, 16, 0, 0, 0},
    {"BYTES", LEFT_OUT, 0, 0, 0, 0, 0, 8},
    {"BYTES", TWICE, 0, 0, 0, 0, 0, 8},
    {"BYTES", CUT_BEFORE, 0, 0, 0, 0, 0, 8},
    {"BYTES", CUT_SHORT, 0, 0, 0, 0, 0, 8},
    {"DROP", 0, 0, 2, 0, 18, 0, 0},
    {"DROP", LEFT_OUT, 0, 0, 0, 0, 4, 0},
    {"DROP", TWICE, 0, 4, 0, 0, 0, 0},
    {"DROP", CUT_BEFORE, 4, 0, 0, 0, 0, 0},
    {"DROP", CUT_SHORT, 0, 0, 0, 0, 0, 4},
    {"REPORT", 0, 0, 0, 0, 0, 4, 0},
    {"REPORT", 1, 0, 0, 0, 0, 4, 0},
    {"REPORT", 2, 0, 0, 0, 5, 0, 0},
    {"REPORT", 3, 1, 1, 0, 3, 0, 0},
    {"REPORT", LEFT_OUT, 0, 1, 0, 0, 0, 0},
    {"REPORT", TWICE, 1, 0, 0, 0, 0, 0},
    {"REPORT", CUT_BEFORE, 1, 0, 0, 0, 0, 0},
    {"REPORT", CUT_SHORT, 0, 0, 0, 0, 0, 1},
    {"WRITE", ADDRESSES, 85, 262, 1319, 0, 0, 450},
    {"TIMER", ADDRESSES, 4, 0, 0, 0, 0, 116},
    {"COPY", ADDRESSES, 14, 18, 100, 0, 0, 108},
    {"BENEATH", ADDRESSES, 4, 0, 20, 0, 0, 216},
    {"OVERWRITTEN", ADDRESSES, 2, 2, 8, 0, 0, 108},
    {"OPERATOR", KINDS, 0, 0, 1105, 3, 34, 333},
    {"SENSOR", KINDS, 2, 2, 200, 8, 20, 476},
    {"ORDERS", KINDS, 0, 8, 14, 20, 168, 262},
    {"TICK", KINDS, 0, 0, 10, 36, 120, 660},
    {"REQUEST", KINDS, 0, 0, 1165, 0, 6, 127},
    {"QUERY", KINDS, 0, 0, 180, 0, 2, 54},
    {"RESULT", KINDS, 0, 0, 995, 0, 6, 297},
    {"PLAN", KINDS, 0, 0, 1102, 0, 6, 72},
    {"STEP", KINDS, 0, 0, 548, 0, 0, 750},
    {"RECORD", KINDS, 0, 0, 228, 0, 0, 480},
    {"START", KINDS, 0, 0, 1088, 0, 6, 86},
    {"WRITE", KINDS, 0, 0, 1387, 86, 408, 302},
    {"TIMER", KINDS, 0, 0, 11, 16, 68, 23},
    {"MICROSECONDS", KINDS, 0, 8, 4, 16, 60, 266},
    {"HOLD", KINDS, 0, 0, 358, 0, 6, 108},
    {"ORDER", KINDS, 0, 0, 17, 10, 70, 21},
    {"ORDER_END", KINDS, 0, 0, 107, 0, 0, 11},
    {"ABORT", KINDS, 0, 0, 252, 0, 4, 216},
    {"TAKE_BACK", KINDS, 0, 0, 13, 12, 68, 25},
    {"ASK", KINDS, 0, 2, 16, 18, 120, 80},
    {"ANSWERS", KINDS, 0, 4, 2, 10, 40, 62},
    {"SENSE", KINDS, 0, 2, 0, 8, 20, 88},
    {"LISTEN", KINDS, 0, 2, 11, 10, 60, 35},
    {"SKIP", KINDS, 0, 0, 314, 0, 6, 270},
    {"ANSWER", KINDS, 0, 3, 283, 8, 128, 168},
    {"END", KINDS, 0, 0, 224, 0, 2, 69},
    {"DONE", KINDS, 0, 0, 76, 0, 0, 160},
    {"WORLD", KINDS, 0, 4, 2, 10, 40, 62},
    {"COPY", KINDS, 0, 0, 128, 0, 0, 108},
    {"REPORT", KINDS, 0, 1, 8, 5, 34, 11},
    {"JOIN", KINDS, 22, 2, 83, 40, 228, 333},
    {"OTHERS", KINDS, 0, 0, 180, 0, 0, 410},
    {"BENEATH", KINDS, 0, 0, 182, 0, 0, 54},
    {"RELEASE", KINDS, 0, 0, 44, 0, 1, 14},
    {"OVERWRITTEN", KINDS, 0, 0, 38, 0, 0, 80},
    {"ASK_HOLDS", KINDS, 0, 0, 38, 0, 0, 80},
    {"GRANT", KINDS, 0, 2, 4, 6, 44, 62},
    {"REVOKE", KINDS, 0, 0, 15, 14, 70, 19},
    {"FAIL", KINDS, 0, 0, 103, 0, 2, 13},
    {"LOAD", KINDS, 0, 4, 4, 12, 40, 176},
    {"BYTES", KINDS, 0, 0, 4, 0, 0, 232},
    {"DROP", KINDS, 0, 4, 4, 10, 40, 178},
};

static const outcomes *expected_of(const outcomes *row)
{
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        if (strcmp(expected[i].kind, row->kind) == 0 && expected[i].number == row->number)
            return &expected[i];
    return NULL;
}

/* What follows from other events differs in each number; a journal may end in front of it, and not in the midst of it. */
static bool is_as_what_follows(const outcomes *row)
{
    const uint32_t all = row->replayed + row->late + row->differs + row->nothing + row->no_input + row->refused;
    switch (row->number) {
    case LEFT_OUT:
    case KINDS:
    case TWICE: return row->refused == 0;
    case CUT_BEFORE: return row->replayed == all;
    case CUT_SHORT: return row->refused == all;
    default: return row->differs == all;
    }
}

static bool is_expected(const outcomes *row)
{
    const outcomes *wanted = expected_of(row);
    if (wanted == NULL)
        return is_as_what_follows(row);
    return wanted->replayed == row->replayed && wanted->late == row->late && wanted->differs == row->differs &&
           wanted->nothing == row->nothing && wanted->no_input == row->no_input && wanted->refused == row->refused;
}

static void each_number_and_each_event_counts(void **state)
{
    outcomes rows[ROWS];
    uint32_t count = 0, wrong = 0, listed = 0;
    (void)state;
    for (uint32_t life = 0; life < 2 * sizeof lives / sizeof *lives; life++) {
        story told = {.polled = life % 2 != 0};
        lives[life / 2](&told);
        recording_read(&told.recording);
        try_all(&told, rows, &count);
        forget(&told);
    }
    for (uint32_t i = 0; i < count; i++) {
        const outcomes *row = &rows[i];
        listed += expected_of(row) != NULL;
        if (is_expected(row))
            continue;
        wrong++;
        print_error("{\"%s\", %u, %u, %u, %u, %u, %u, %u},\n", row->kind, row->number, row->replayed, row->late,
                    row->differs, row->nothing, row->no_input, row->refused);
    }
    assert_int_equal(wrong, 0);
    assert_int_equal(listed, sizeof expected / sizeof *expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_number_and_each_event_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
