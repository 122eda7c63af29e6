/*
 * Each number of a save becomes another one, one after the other, in the saves of several lives: what is refused changes nothing, and what is
 * accepted is what is saved again. Neighbours: hostile_save.c goes through saves; test_save_damage.c has the limit of each kind of number.
 */
#include "agent_story.h"
#include "hostile_save.h"

/* --- Lives -------------------------------------------------------------------------------------- */

/* Two builds, in which everything stands in another order. */
#define TYPES        "Enum [Post] Values [Gate, Tower, Yard]\nEntities [Tool] Values [Axe, Rope]\n"
#define MIXED_TYPES  "Entities [Tool] Values [Rope, Axe]\nEnum [Post] Values [Yard, Gate, Tower]\n"
#define BEINGS       "Entities [Being] Max [2]\nEntities [Wolf : Being] Max [2]\nEntities [Dog : Being] Max [1]\n"
#define MIXED_BEINGS "Entities [Being] Max [2]\nEntities [Dog : Being] Max [1]\nEntities [Wolf : Being] Max [2]\n"
#define WORLD                                                                                                          \
    "World State [ At : Post = Tower, Seen(Being) : bool, Where(Tool, Post) : 0..9, Target : Wolf, Tame(Dog) : "       \
    "bool,\n"                                                                                                          \
    "  Best : Tool = Axe, Heat : 0..9 Expires, Lit(Post) : bool Expires, Far : fixed = 2, Deep : -70000..70000, Busy " \
    ": bool,\n"                                                                                                        \
    "  Alarm : bool ]\n"                                                                                               \
    "Shared World State [ Quiet : bool, Watched(Post) : 0..9 ]\n"
#define MIXED_WORLD                                                                                                \
    "World State [ Alarm : bool, Busy : bool, Lit(Post) : bool Expires, Best : Tool = Axe, Heat : 0..9 Expires,\n" \
    "  Far : fixed = 2, Tame(Dog) : bool, Target : Wolf, Where(Tool, Post) : 0..9, Deep : -70000..70000,\n"        \
    "  Seen(Being) : bool, At : Post = Tower ]\n"                                                                  \
    "Shared World State [ Watched(Post) : 0..9, Quiet : bool ]\n"
#define ASKED                                      \
    "Query [Near(n : 0..3) : 0..9]\n"              \
    "Sensor [Eyes] Updates [Seen] Every [300ms]\n" \
    "Sensor [Ears] Updates [Quiet] Every [1s]\n"
#define MIXED_ASKED                                \
    "Sensor [Ears] Updates [Quiet] Every [1s]\n"   \
    "Sensor [Eyes] Updates [Seen] Every [300ms]\n" \
    "Query [Near(n : 0..3) : 0..9]\n"
#define ROOTS       "Root [Guard]\nRoot [Work]\nRoot [Think] Select [cheapest]\nOrders [Carry, Chop] In [Work]\n"
#define MIXED_ROOTS "Root [Think] Select [cheapest]\nRoot [Guard]\nRoot [Work]\nOrders [Chop, Carry] In [Work]\n"
#define METHODS                                                                                      \
    "Compound Task [Guard]\n"                                                                        \
    "  Method [Alarm] Cooldown [2s] Subtasks [Flee(Yard)]\n"                                         \
    "  Method [any w : Wolf, Seen(w)] Reserve [w] While [Seen(w)] Cooldown [5s]\n"                   \
    "    Subtasks [Each [b : Being where Seen(b)] [Run(b), Split], Parallel [Strike(w), Background " \
    "[Shout(\"hey\")]],\n"                                                                           \
    "              Run(w)]\n"                                                                        \
    "  Method [true] Subtasks [Flee(Gate)]\n"                                                        \
    "Compound Task [Work]\n"                                                                         \
    "  Method [Near(1) > 0] Subtasks [Chop(Axe), Carry(Rope, 1.5), Split, Chop(Rope)]\n"             \
    "Compound Task [Think]\n"                                                                        \
    "  Method [true] Subtasks [Ponder(3), Ponder(4)]\n"
#define STEPS                                                                                                    \
    "Primitive Task [Run(b : Being)] Operator [Run(b)] During [Busy = true, Watched(Yard) = 3]\n"                \
    "Primitive Task [Strike(w : Wolf)] Reserve [w] Operator [Strike(w)] During [Busy = true, Deep = -69999]\n"   \
    "  Timeout [9s] Retry [3]\n"                                                                                 \
    "Primitive Task [Shout(what : symbol)] Operator [Shout(what)] Retry [2]\n"                                   \
    "Primitive Task [Flee(p : Post)] Operator [Flee(p)] Interrupt [never] AbortEffects [At = p]\n"               \
    "Primitive Task [Carry(t : Tool, far : fixed)] Operator [Carry(t, far)] Effects [Lit(Gate) = true for 1s]\n" \
    "Primitive Task [Ponder(n : 0..9)] Operator [Ponder(n)] Cost [n]\n"
#define CHOP \
    "Primitive Task [Chop(t : Tool)] Operator [Chop(t, Gate)] Timeout [4s] Retry [1] AbortEffects [At = Yard]\n"
/* What is bound is carried over only where all types are the same. */
#define BINDING_CHOP                                                                                             \
    "Primitive Task [Chop(t : Tool)] Preconditions [any p : Post where Where(t, p) = 0] Operator [Chop(t, p)]\n" \
    "  Timeout [4s] Retry [1] AbortEffects [Where(t, p) = 2]\n"

static const char camp[] = TYPES BEINGS WORLD ASKED ROOTS METHODS STEPS BINDING_CHOP;
static const char plain[] = TYPES BEINGS WORLD ASKED ROOTS METHODS STEPS CHOP;
static const char mixed[] = CHOP STEPS METHODS MIXED_ROOTS MIXED_ASKED MIXED_WORLD MIXED_BEINGS MIXED_TYPES;

static const htn_agent_options roomy = {.orders = 4,
                                        .limits = {.steps = 16,
                                                   .depth = 16,
                                                   .record = 32,
                                                   .solutions = 16,
                                                   .nodes = 32,
                                                   .frames = 256,
                                                   .choices = 64,
                                                   .trail = 256,
                                                   .spans = 32}};

static void spawn(story *told, const char *type, int32_t *instance)
{
    assert_int_equal(htn_world_spawn(htn_agent_world(told->agent), htn_type_find(&told->domain, type), instance),
                     HTN_OK);
}

/* A wolf and a dog have been seen, and there is something of everything that a save has. */
static void begin_camp(story *told, const char *text)
{
    int32_t wolf, dog, lost;
    begin_with(told, text, roomy);
    htn_world *world = htn_agent_world(told->agent);
    spawn(told, "Wolf", &lost);
    assert_int_equal(htn_world_despawn(world, htn_type_find(&told->domain, "Wolf"), lost), HTN_OK);
    spawn(told, "Wolf", &wolf);
    spawn(told, "Dog", &dog);
    const uint32_t seen = htn_property_find(&told->domain, "Seen");
    assert_int_equal(htn_world_set_at(world, seen, &wolf, 1, 1), HTN_OK);
    assert_int_equal(htn_world_set_at(world, seen, &dog, 1, 1), HTN_OK);
    set(told, "Target", wolf);
    set(told, "Best", 1);
    set(told, "Far", -1234);
    assert_int_equal(htn_world_set_for(world, htn_property_find(&told->domain, "Heat"), 7, 5000), HTN_OK);
    htn_agent_tick(told->agent, TICK + 77);
}

static void order(story *told, const char *task, const int32_t *arguments, uint32_t count)
{
    const htn_given_task given = {htn_task_find(&told->domain, task), arguments, count};
    assert_int_equal(htn_agent_order(told->agent, 1, &given, HTN_ORDER_QUEUE, NULL), HTN_OK);
}

static void run(story *told, const char *operator_name, htn_outcome outcome)
{
    says(told, operator_name, outcome);
    if (told->polled)
        report_all(told);
    assert_int_equal(htn_agent_tick(told->agent, TICK + 3), HTN_OK);
    clear_log(told);
}

static void at_the_beginning(story *told, const char *text)
{
    begin_with(told, text, roomy);
}

static void with_all_to_come(story *told, const char *text)
{
    begin_camp(told, text);
}

static void with_orders(story *told, const char *text)
{
    static const int32_t rope = 1, carried[] = {0, 2500};
    begin_camp(told, text);
    order(told, "Chop", &rope, 1);
    order(told, "Carry", carried, 2);
    run(told, "Chop", HTN_FAILED); /* and is tried again */
    run(told, "Chop", HTN_RUNNING);
}

static void behind_splits(story *told, const char *text)
{
    begin_camp(told, text);
    run(told, "Run", HTN_SUCCEEDED);
    run(told, "Run", HTN_SUCCEEDED);
    run(told, "Shout", HTN_FAILED);
    run(told, "Strike", HTN_FAILED);
}

static void in_aborts(story *told, const char *text)
{
    begin_camp(told, text);
    for (uint32_t i = 0; i < OPERATORS; i++)
        told->acts[i].slow_abort = 5;
    set(told, "Alarm", 1);
    run(told, "Ponder", HTN_FAILED);
    run(told, "Run", HTN_RUNNING);
}

/* What a step was about is gone, while its abort takes time. */
static void with_what_is_gone(story *told, const char *text)
{
    in_aborts(told, text);
    htn_world *world = htn_agent_world(told->agent);
    assert_int_equal(htn_world_despawn(world, htn_type_find(&told->domain, "Wolf"), 2), HTN_OK);
    run(told, "Carry", HTN_RUNNING);
}

/* It has been in a group, and knows what was beneath its Durings there. */
static void from_a_group(story *told, const char *text)
{
    begin_camp(told, text);
    htn_group *group = fixture_group(&told->domain, HTN_GROUP_AT_ONCE, 0x1234);
    assert_int_equal(htn_agent_join(told->agent, group), HTN_OK);
    fixture_set(htn_group_world(group), "Quiet", 1);
    run(told, "Ponder", HTN_SUCCEEDED);
    run(told, "Run", HTN_RUNNING);
    assert_int_equal(htn_agent_join(told->agent, NULL), HTN_OK);
    free(group);
}

static void (*const lives[])(story *, const char *) = {at_the_beginning, with_all_to_come,  with_orders, behind_splits,
                                                       in_aborts,        with_what_is_gone, from_a_group};

enum { LIVES = sizeof lives / sizeof *lives };

/* --- Loading ------------------------------------------------------------------------------------ */

/* Another agent of a story's kind, that nothing has happened to. */
typedef struct twin {
    story told;
    void *memory;
} twin;

static void make_twin(twin *made, const story *of)
{
    htn_agent_options options = roomy;
    made->told = *of;
    options.user = &made->told;
    const size_t size = htn_agent_bytes(of->agent_class, &options);
    made->memory = malloc(size);
    assert_int_equal(htn_agent_init(&made->told.agent, of->agent_class, &options, made->memory, size), HTN_OK);
}

/* A save, and what has become of it. */
typedef struct saved {
    uint8_t *bytes;
    size_t size;
    htn_status status;
    htn_load_report report;
} saved;

/* What is saved again of what is loaded of it, into a new agent. */
static saved load_and_save(const story *kind, const uint8_t *bytes, size_t size)
{
    twin made;
    saved again;
    make_twin(&made, kind);
    uint8_t *copy = fixture_copy(bytes, size);
    again.status = htn_agent_load(made.told.agent, copy, size, &again.report);
    again.bytes = save_of(&made.told, &again.size);
    free(copy);
    free(made.memory);
    return again;
}

static bool is_same(const saved *of, const uint8_t *bytes, size_t size)
{
    return of->size == size && memcmp(of->bytes, bytes, size) == 0;
}

enum { VALUES = 5 };

/* Number `index` of a save becomes its neighbours, and the ends of its range. False: there are not so many. */
static bool get_values(const story *told, const saved *of, uint32_t index, hostile_number *number, uint32_t *values)
{
    if (!hostile_number_at(&told->domain, of->bytes, of->size, NULL, index, number))
        return false;
    const uint32_t tried[VALUES] = {0, number->value - 1, number->value + 1, number->value < 100 ? 200 : 1, UINT32_MAX};
    memcpy(values, tried, sizeof tried);
    return true;
}

static saved begin_life(story *told, uint32_t life, bool polled, const char *text)
{
    saved made = {.status = HTN_OK};
    told->polled = polled;
    lives[life](told, text);
    made.bytes = save_of(told, &made.size);
    return made;
}

static void end_life(story *told, saved *made)
{
    free(made->bytes);
    clear_log(told);
    forget(told);
}

/* A save in which one number has another value, or the same one: notes in `rows` what becomes of it. */
typedef void note_change(const story *told, void *rows, const hostile_number *number, uint32_t value,
                         const uint8_t *hostile, size_t size);

/* In each life, each number of a save becomes each of its values. */
static void change_each_number(const char *text, note_change *note, void *rows)
{
    for (uint32_t life = 0; life < LIVES; life++) {
        story told;
        hostile_number number;
        uint32_t values[VALUES];
        saved good = begin_life(&told, life, false, text);
        for (uint32_t i = 0; get_values(&told, &good, i, &number, values); i++)
            for (uint32_t v = 0; v < VALUES; v++) {
                size_t size;
                uint8_t *hostile = hostile_save(&told.domain, good.bytes, good.size, NULL, i, values[v], &size);
                note(&told, rows, &number, values[v], hostile, size);
                free(hostile);
            }
        end_life(&told, &good);
    }
}

static bool is_one_of(const char *name, const char *const *names)
{
    while (*names != NULL && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

/* --- Refused ------------------------------------------------------------------------------------ */

/* Wherever the fault is: of what stands before it nothing is left, and the good save is loaded as into a new agent. */
static void assert_unchanged(story *told, const hostile_number *number, uint8_t *hostile, size_t size,
                             const saved *good, const saved *fresh, const saved *loaded)
{
    twin other;
    saved left = {.status = HTN_OK};
    htn_load_report report, expected = {0};
    make_twin(&other, told);
    if (htn_agent_load(other.told.agent, hostile, size, &report) != HTN_OK) {
        expected.reason = report.reason;
        expected.offset = report.offset;
        assert_non_null(report.reason);
        assert_memory_equal(&report, &expected, sizeof report);
        assert_in_range(report.offset, 24, size);
        left.bytes = save_of(&other.told, &left.size);
        if (!is_same(&left, fresh->bytes, fresh->size))
            fail_msg("%s, which was %u, has left something", number->name, (unsigned)number->value);
        free(left.bytes);
        assert_int_equal(htn_agent_load(other.told.agent, good->bytes, good->size, NULL), HTN_OK);
        left.bytes = save_of(&other.told, &left.size);
        if (!is_same(&left, loaded->bytes, loaded->size))
            fail_msg("%s, which was %u, has left something that is seen later", number->name, (unsigned)number->value);
        free(left.bytes);
    }
    free(other.memory);
}

static void what_is_refused_changes_nothing(void **state)
{
    (void)state;
    for (uint32_t life = 0; life <= LIVES; life++) { /* the last one once more, by news and reports */
        story told;
        hostile_number number;
        uint32_t values[VALUES];
        saved good = begin_life(&told, life < LIVES ? life : LIVES - 1, life == LIVES, camp),
              fresh = {.status = HTN_OK};
        saved loaded = load_and_save(&told, good.bytes, good.size);
        twin other;
        make_twin(&other, &told);
        fresh.bytes = save_of(&other.told, &fresh.size);
        for (uint32_t i = 0; get_values(&told, &good, i, &number, values); i++)
            for (uint32_t v = 2; v < VALUES; v += 2) { /* one more, and the greatest */
                size_t size;
                uint8_t *hostile = hostile_save(&told.domain, good.bytes, good.size, NULL, i, values[v], &size);
                assert_unchanged(&told, &number, hostile, size, &good, &fresh, &loaded);
                free(hostile);
            }
        free(other.memory);
        free(fresh.bytes);
        free(loaded.bytes);
        end_life(&told, &good);
    }
}

/* --- Accepted ----------------------------------------------------------------------------------- */

/* How often what came of numbers of that name, in a save of this very build. */
typedef struct outcomes {
    const char *name;
    uint32_t same;      /* it is saved again as it is */
    uint32_t settled;   /* it follows from others, or from the agent, and is saved as what it should have been */
    uint32_t there;     /* it is refused right behind it */
    uint32_t elsewhere; /* ... where it turns out not to fit */
} outcomes;

static const outcomes exact[] = {
    {"types", 0, 0, 35, 0},
    {"kind", 0, 0, 203, 245},
    {"low", 0, 0, 70, 112},
    {"values", 0, 0, 63, 42},
    {"high", 0, 0, 21, 84},
    {"own", 0, 0, 0, 105},
    {"family", 0, 63, 42, 0},
    {"instance", 74, 16, 60, 0},
    {"properties", 0, 14, 7, 14},
    {"property type", 0, 0, 277, 398},
    {"parameters", 0, 0, 572, 374},
    {"value", 305, 102, 600, 650},
    {"leaf", 6, 24, 64, 36},
    {"parameter", 0, 0, 425, 292},
    {"times", 0, 12, 16, 6},
    {"agents", 0, 0, 35, 0},
    {"time", 34, 0, 0, 0},
    {"next id", 20, 0, 0, 15},
    {"news count", 28, 0, 0, 0},
    {"served", 7, 21, 0, 0},
    {"hungry", 7, 21, 0, 0},
    {"sensed", 0, 13, 21, 0},
    {"timers", 0, 0, 35, 28},
    {"remainder", 26, 0, 8, 0},
    {"knows home", 8, 0, 21, 0},
    {"home", 29, 0, 0, 0},
    {"entered", 29, 0, 0, 0},
    {"grouped", 0, 7, 21, 0},
    {"layers", 0, 0, 15, 20},
    {"flags", 39, 0, 21, 45},
    {"result", 57, 45, 0, 0},
    {"failures", 87, 0, 0, 0},
    {"retry", 102, 0, 0, 0},
    {"interval", 90, 0, 0, 0},
    {"plans", 102, 0, 0, 0},
    {"slots", 0, 0, 44, 58},
    {"hold", 0, 17, 0, 92},
    {"asked", 26, 0, 63, 0},
    {"words", 0, 0, 54, 42},
    {"next order", 0, 105, 0, 0},
    {"current order", 73, 12, 0, 0},
    {"drops", 18, 3, 63, 0},
    {"closed", 84, 0, 0, 0},
    {"orders", 0, 2, 62, 21},
    {"ordered steps", 0, 2, 82, 1},
    {"durings", 0, 10, 18, 5},
    {"place", 5, 17, 66, 0},
    {"timed cell", 0, 0, 24, 0},
    {"left", 18, 0, 12, 0},
    {"timer", 61, 4, 0, 0},
    {"steps", 0, 0, 38, 57},
    {"bindings", 0, 0, 141, 75},
    {"generation", 0, 20, 5, 0},
    {"spans", 0, 0, 51, 31},
    {"span kind", 14, 2, 0, 28},
    {"span first", 9, 0, 0, 28},
    {"span end", 16, 0, 0, 29},
    {"span parent", 2, 0, 0, 37},
    {"span entry", 15, 0, 0, 29},
    {"cost", 95, 0, 0, 0},
    {"duration", 76, 0, 0, 0},
    {"cut", 76, 0, 0, 0},
    {"partial", 10, 0, 49, 25},
    {"proven", 38, 0, 57, 0},
    {"done", 15, 0, 93, 17},
    {"attempts", 0, 2, 70, 1},
    {"slot", 18, 0, 58, 1},
    {"state", 2, 0, 38, 55},
    {"id", 39, 14, 0, 42},
    {"step", 0, 5, 0, 88},
    {"report", 19, 0, 57, 0},
    {"news", 0, 0, 57, 19},
    {"memory", 0, 2, 38, 55},
    {"restores", 0, 0, 57, 19},
    {"time left", 21, 62, 0, 0},
    {"values known", 0, 0, 57, 38},
    {"hold flags", 3, 8, 12, 0},
    {"hold type", 0, 0, 15, 10},
    {"word", 0, 2, 39, 12},
    {"low half", 52, 0, 0, 12},
    {"high half", 29, 0, 26, 0},
    {"records", 0, 0, 39, 55},
    {"record", 52, 0, 37, 0},
    {"bound there", 173, 0, 0, 15},
    {"method taken", 54, 1, 45, 3},
    {"generations since", 202, 8, 180, 0},
    {"frame method", 25, 0, 40, 0},
    {"local", 177, 5, 0, 0},
    {"items", 0, 0, 25, 14},
    {"item", 15, 0, 0, 0},
    {"continues", 0, 0, 72, 1},
    {"bound", 0, 24, 0, 0},
    {"bound in progress", 0, 24, 0, 0},
    {"during id", 8, 42, 0, 0},
    {"cell", 0, 8, 36, 0},
    {"order", 50, 0, 0, 0},
    {"order id", 7, 0, 0, 3},
    {"tries", 8, 0, 0, 0},
    {"order end", 2, 0, 6, 0},
    {"order status", 8, 0, 0, 0},
    {"ordered step", 0, 5, 0, 0},
    {"order of step", 3, 2, 0, 0},
    {"tried", 1, 0, 5, 3},
    {"failed", 4, 0, 6, 0},
};

enum { NAMES = 128 };

static outcomes *row_of(outcomes *rows, const char *name)
{
    uint32_t i = 0;
    while (rows[i].name != NULL && strcmp(rows[i].name, name) != 0)
        i++;
    assert_true(i + 1 < NAMES);
    rows[i].name = name;
    return &rows[i];
}

static bool is_refused_there(const hostile_number *number, uint32_t value, const saved *of)
{
    size_t end = number->at + 1;
    for (; value >= 128; value >>= 7)
        end++;
    return of->report.offset == end;
}

/* What is saved for it is loaded as it is. */
static void assert_settled(const story *told, const hostile_number *number, uint32_t value, const saved *once)
{
    saved twice = load_and_save(told, once->bytes, once->size);
    if (twice.status != HTN_OK || !is_same(&twice, once->bytes, once->size))
        fail_msg("%s %u, which was %u, is not settled", number->name, (unsigned)value, (unsigned)number->value);
    free(twice.bytes);
}

static void note_exact(const story *told, void *rows, const hostile_number *number, uint32_t value,
                       const uint8_t *hostile, size_t size)
{
    outcomes *row = row_of(rows, number->name);
    if (value == number->value)
        return;
    saved once = load_and_save(told, hostile, size);
    const bool accepted = once.status == HTN_OK, same = is_same(&once, hostile, size);
    if (accepted) {
        assert_true(once.report.exact);
        assert_settled(told, number, value, &once);
    }
    row->same += accepted && same;
    row->settled += accepted && !same;
    row->there += !accepted && is_refused_there(number, value, &once);
    row->elsewhere += !accepted && !is_refused_there(number, value, &once);
    free(once.bytes);
}

/* Addresses of the code are what the compiler makes of the text today. */
static bool is_of_code(const char *name)
{
    return strcmp(name, "frame") == 0 || strcmp(name, "resume") == 0;
}

static bool is_expected(const outcomes *row)
{
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
        if (strcmp(exact[i].name, row->name) == 0)
            return exact[i].same == row->same && exact[i].settled == row->settled && exact[i].there == row->there &&
                   exact[i].elsewhere == row->elsewhere;
    return is_of_code(row->name);
}

static void what_is_accepted_is_saved_again(void **state)
{
    outcomes rows[NAMES] = {0};
    uint32_t wrong = 0;
    (void)state;
    change_each_number(camp, note_exact, rows);
    for (const outcomes *row = rows; row->name != NULL; row++)
        if (!is_expected(row)) {
            print_error("{\"%s\", %u, %u, %u, %u},\n", row->name, row->same, row->settled, row->there, row->elsewhere);
            wrong++;
        }
    assert_int_equal(wrong, 0);
}

/* --- Another build ------------------------------------------------------------------------------ */

/* What is made of a save that is said to come from another build: whose types are the same, or not. */
static saved load_foreign(const story *kind, const uint8_t *bytes, size_t size, bool same_types)
{
    uint8_t *copy = fixture_copy(bytes, size);
    copy[same_types ? 16 : 20] ^= 1;
    seal_save(copy, size);
    saved made = load_and_save(kind, copy, size);
    free(copy);
    return made;
}

/* Types, and of which type something is: one that is another's fits nowhere, or fits what has the same kind of values. */
static const char *const of_types[] = {"types",  "kind",          "low",       "values",     "high",      "own",
                                       "family", "property type", "parameter", "parameters", "hold type", NULL};

/* How often what came of numbers of that name, in a save of another build with the same types. */
typedef struct foreign_outcomes {
    const char *name;
    uint32_t loaded, there, elsewhere; /* refused right behind it, or where it turns out not to fit */
    uint32_t kept, dropped, steps, values, properties, instances; /* the sums of what reports say */
} foreign_outcomes;

static const foreign_outcomes foreign[] = {
    {"types", 1, 21, 13, 0, 0, 0, 0, 0, 0},
    {"kind", 118, 203, 134, 273, 9, 16, 0, 152, 0},
    {"low", 59, 70, 81, 144, 0, 0, 0, 7, 0},
    {"values", 0, 63, 42, 0, 0, 0, 0, 0, 0},
    {"high", 9, 21, 75, 18, 0, 0, 0, 0, 0},
    {"own", 38, 0, 67, 96, 0, 0, 0, 20, 0},
    {"family", 63, 42, 0, 162, 0, 0, 0, 0, 0},
    {"instance", 115, 60, 0, 300, 0, 0, 0, 0, 0},
    {"properties", 14, 7, 14, 36, 0, 0, 0, 0, 0},
    {"property type", 181, 277, 217, 468, 0, 0, 16, 95, 0},
    {"parameters", 146, 497, 392, 370, 29, 9, 0, 14, 0},
    {"value", 1335, 600, 0, 3501, 48, 0, 650, 0, 0},
    {"leaf", 53, 57, 25, 153, 3, 2, 8, 0, 0},
    {"parameter", 174, 367, 179, 489, 27, 74, 0, 21, 0},
    {"times", 13, 16, 6, 36, 0, 0, 0, 0, 0},
    {"agents", 0, 35, 0, 0, 0, 0, 0, 0, 0},
    {"time", 35, 0, 0, 90, 0, 0, 0, 0, 0},
    {"next id", 20, 0, 15, 54, 0, 0, 0, 0, 0},
    {"news count", 35, 0, 0, 90, 0, 0, 0, 0, 0},
    {"served", 35, 0, 0, 90, 0, 0, 0, 0, 0},
    {"hungry", 35, 0, 0, 90, 0, 0, 0, 0, 0},
    {"sensed", 14, 21, 0, 36, 0, 0, 0, 0, 0},
    {"timers", 7, 35, 28, 15, 0, 0, 0, 0, 0},
    {"remainder", 27, 8, 0, 72, 0, 0, 0, 0, 0},
    {"knows home", 14, 21, 0, 36, 0, 0, 0, 0, 0},
    {"home", 35, 0, 0, 90, 0, 0, 0, 0, 0},
    {"entered", 35, 0, 0, 90, 0, 0, 0, 0, 0},
    {"grouped", 14, 21, 0, 36, 0, 0, 0, 0, 0},
    {"layers", 0, 10, 25, 0, 0, 0, 0, 0, 0},
    {"flags", 46, 21, 38, 111, 0, 0, 0, 0, 0},
    {"result", 105, 0, 0, 270, 0, 0, 0, 0, 0},
    {"failures", 105, 0, 0, 270, 0, 0, 0, 0, 0},
    {"retry", 105, 0, 0, 270, 0, 0, 0, 0, 0},
    {"interval", 105, 0, 0, 270, 0, 0, 0, 0, 0},
    {"plans", 105, 0, 0, 270, 0, 0, 0, 0, 0},
    {"slots", 3, 44, 58, 0, 0, 0, 0, 0, 0},
    {"hold", 38, 0, 92, 105, 0, 0, 0, 0, 0},
    {"asked", 105, 0, 0, 270, 0, 0, 0, 0, 0},
    {"words", 105, 0, 0, 270, 0, 0, 0, 0, 0},
    {"next order", 105, 0, 0, 270, 0, 0, 0, 0, 0},
    {"current order", 105, 0, 0, 270, 0, 0, 0, 0, 0},
    {"drops", 42, 63, 0, 108, 0, 0, 0, 0, 0},
    {"closed", 105, 0, 0, 270, 0, 0, 0, 0, 0},
    {"orders", 22, 62, 21, 57, 0, 0, 0, 0, 0},
    {"ordered steps", 22, 82, 1, 57, 0, 0, 0, 0, 0},
    {"durings", 12, 18, 5, 33, 0, 0, 0, 0, 0},
    {"place", 47, 63, 0, 141, 0, 0, 0, 0, 0},
    {"timed cell", 6, 24, 0, 18, 0, 0, 0, 0, 0},
    {"left", 18, 12, 0, 54, 0, 0, 0, 0, 0},
    {"timer", 65, 0, 0, 195, 0, 0, 0, 0, 0},
    {"steps", 5, 36, 54, 15, 0, 0, 0, 0, 0},
    {"bindings", 71, 150, 34, 200, 13, 3, 0, 0, 0},
    {"generation", 21, 4, 0, 63, 0, 0, 0, 0, 0},
    {"spans", 18, 49, 28, 54, 0, 0, 0, 0, 0},
    {"span kind", 21, 0, 24, 63, 0, 0, 0, 0, 0},
    {"span first", 20, 0, 25, 60, 0, 0, 0, 0, 0},
    {"span end", 19, 0, 26, 57, 0, 0, 0, 0, 0},
    {"span parent", 12, 0, 33, 36, 0, 0, 0, 0, 0},
    {"span entry", 45, 0, 0, 135, 0, 0, 0, 0, 0},
    {"cost", 95, 0, 0, 285, 0, 0, 0, 0, 0},
    {"duration", 95, 0, 0, 285, 0, 0, 0, 0, 0},
    {"cut", 95, 0, 0, 285, 0, 0, 0, 0, 0},
    {"partial", 48, 47, 0, 144, 0, 0, 0, 0, 0},
    {"proven", 41, 54, 0, 123, 0, 0, 0, 0, 0},
    {"done", 45, 93, 17, 135, 0, 0, 0, 0, 0},
    {"attempts", 19, 70, 1, 57, 0, 0, 0, 0, 0},
    {"slot", 95, 0, 0, 285, 0, 0, 0, 0, 0},
    {"state", 2, 38, 55, 6, 0, 0, 0, 0, 0},
    {"id", 53, 0, 42, 159, 0, 0, 0, 0, 0},
    {"step", 7, 0, 88, 21, 0, 0, 0, 0, 0},
    {"report", 38, 57, 0, 114, 0, 0, 0, 0, 0},
    {"news", 38, 57, 0, 114, 0, 19, 0, 0, 0},
    {"memory", 6, 38, 51, 18, 0, 0, 0, 0, 0},
    {"restores", 20, 57, 18, 60, 0, 0, 0, 0, 0},
    {"time left", 95, 0, 0, 285, 0, 0, 0, 0, 0},
    {"values known", 2, 57, 36, 6, 0, 0, 0, 0, 0},
    {"hold flags", 13, 12, 0, 39, 0, 0, 0, 0, 0},
    {"hold type", 5, 15, 5, 15, 0, 0, 0, 0, 0},
    {"word", 35, 0, 0, 105, 0, 0, 0, 0, 0},
    {"low half", 35, 0, 0, 105, 0, 0, 0, 0, 0},
    {"high half", 35, 0, 0, 105, 0, 0, 0, 0, 0},
    {"records", 95, 0, 0, 285, 0, 0, 0, 0, 0},
    {"record", 105, 0, 0, 315, 0, 0, 0, 0, 0},
    {"bound there", 210, 0, 0, 630, 0, 0, 0, 0, 0},
    {"method taken", 105, 0, 0, 315, 0, 0, 0, 0, 0},
    {"generations since", 475, 0, 0, 1425, 0, 0, 0, 0, 0},
    {"resume", 45, 0, 0, 135, 0, 0, 0, 0, 0},
    {"frame", 110, 0, 0, 330, 0, 0, 0, 0, 0},
    {"frame method", 65, 0, 0, 195, 0, 0, 0, 0, 0},
    {"local", 200, 0, 0, 600, 0, 0, 0, 0, 0},
    {"items", 45, 0, 0, 135, 0, 0, 0, 0, 0},
    {"item", 15, 0, 0, 45, 0, 0, 0, 0, 0},
    {"continues", 90, 0, 0, 270, 0, 0, 0, 0, 0},
    {"during id", 50, 0, 0, 150, 0, 0, 0, 0, 0},
    {"cell", 14, 36, 0, 42, 0, 0, 0, 0, 0},
    {"order", 50, 0, 0, 150, 0, 0, 0, 0, 0},
    {"order id", 7, 0, 3, 21, 0, 0, 0, 0, 0},
    {"tries", 10, 0, 0, 30, 0, 0, 0, 0, 0},
    {"order end", 4, 6, 0, 12, 0, 0, 0, 0, 0},
    {"order status", 10, 0, 0, 30, 0, 0, 0, 0, 0},
    {"ordered step", 5, 0, 0, 15, 0, 0, 0, 0, 0},
    {"order of step", 5, 0, 0, 15, 0, 0, 0, 0, 0},
    {"tried", 2, 5, 3, 6, 0, 0, 0, 0, 0},
    {"failed", 4, 6, 0, 12, 0, 0, 0, 0, 0},
};

static foreign_outcomes *foreign_row_of(foreign_outcomes *rows, const char *name)
{
    uint32_t i = 0;
    while (rows[i].name != NULL && strcmp(rows[i].name, name) != 0)
        i++;
    assert_true(i + 1 < NAMES);
    rows[i].name = name;
    return &rows[i];
}

static void note_foreign(foreign_outcomes *row, const hostile_number *number, uint32_t value, const saved *of)
{
    const bool loaded = of->status == HTN_OK;
    row->loaded += loaded;
    row->there += !loaded && is_refused_there(number, value, of);
    row->elsewhere += !loaded && !is_refused_there(number, value, of);
    row->kept += of->report.plans_kept;
    row->dropped += of->report.plans_dropped;
    row->steps += of->report.steps_lost;
    row->values += of->report.values_changed;
    row->properties += of->report.properties_lost;
    row->instances += of->report.instances_lost;
}

static bool is_expected_of_foreign(const foreign_outcomes *row)
{
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (strcmp(foreign[i].name, row->name) == 0)
            return memcmp(&foreign[i].loaded, &row->loaded, sizeof *row - offsetof(foreign_outcomes, loaded)) == 0;
    return false;
}

static void compare_builds(const story *told, void *rows, const hostile_number *number, uint32_t value,
                           const uint8_t *hostile, size_t size)
{
    foreign_outcomes *row = foreign_row_of(rows, number->name);
    saved by_number = load_foreign(told, hostile, size, true), by_name = load_foreign(told, hostile, size, false);
    const bool is_out_of_range =
        strcmp(number->name, "value") == 0 && by_number.report.plans_dropped < by_name.report.plans_dropped;
    if (!is_one_of(number->name, of_types) && !is_out_of_range &&
        (by_number.status != by_name.status || !is_same(&by_number, by_name.bytes, by_name.size) ||
         memcmp(&by_number.report, &by_name.report, sizeof by_name.report) != 0))
        fail_msg("%s %u, which was %u: %s, %s", number->name, (unsigned)value, (unsigned)number->value,
                 htn_status_text(by_number.status), htn_status_text(by_name.status));
    note_foreign(row, number, value, &by_name);
    free(by_number.bytes);
    free(by_name.bytes);
}

static void types_are_found_by_name_as_by_number(void **state)
{
    foreign_outcomes rows[NAMES];
    uint32_t wrong = 0;
    (void)state;
    memset(rows, 0, sizeof rows);
    change_each_number(plain, compare_builds, rows);
    for (const foreign_outcomes *row = rows; row->name != NULL; row++)
        if (!is_expected_of_foreign(row)) {
            print_error("{\"%s\", %u, %u, %u, %u, %u, %u, %u, %u, %u},\n", row->name, row->loaded, row->there,
                        row->elsewhere, row->kept, row->dropped, row->steps, row->values, row->properties,
                        row->instances);
            wrong++;
        }
    assert_int_equal(wrong, 0);
}

/* In another build a plan is to be looked at, and has neither a rest nor a search that it owes. */
static void what_is_loaded_is_looked_at(void **state)
{
    enum { HAS_CHANGED = 1, WAS_ASKED = 2, RUNNING = 8, PARTIAL = 16, VALID = 64, FOREIGN = 256, OWED = 512 };
    (void)state;
    for (uint32_t life = 0; life < LIVES; life++) {
        story told;
        hostile_number flags;
        saved good = begin_life(&told, life, false, plain), made = load_foreign(&told, good.bytes, good.size, true);
        for (uint32_t i = 0; i < 3; i++) {
            assert_true(hostile_number_at(&told.domain, made.bytes, made.size, "flags", i, &flags));
            assert_int_equal(flags.value & (HAS_CHANGED | WAS_ASKED), HAS_CHANGED | WAS_ASKED);
            assert_int_equal(flags.value & (PARTIAL | VALID | OWED), 0);
            assert_true((flags.value & RUNNING) != 0 || (flags.value & FOREIGN) == 0);
            assert_true((flags.value & RUNNING) == 0 || (flags.value & FOREIGN) != 0);
        }
        free(made.bytes);
        end_life(&told, &good);
    }
}

/* A task that binds something is known only where all types are the same. */
static void what_is_bound_is_carried_over_with_the_same_types(void **state)
{
    story told;
    (void)state;
    saved good = begin_life(&told, 1, false, camp);
    saved by_number = load_foreign(&told, good.bytes, good.size, true),
          by_name = load_foreign(&told, good.bytes, good.size, false);
    assert_int_equal(by_number.report.plans_kept, 3);
    assert_int_equal(by_number.report.steps_lost, 0);
    assert_int_equal(by_name.report.plans_kept, 2);
    assert_int_equal(by_name.report.plans_dropped, 1);
    assert_int_equal(by_name.report.steps_lost, 1);
    free(by_number.bytes);
    free(by_name.bytes);
    end_life(&told, &good);
}

/* A hold is there once for what reserves it: the plan's method, and of two steps that run beside each other, the one. */
static void a_hold_is_saved_for_what_reserves_it(void **state)
{
    story told;
    hostile_number hold;
    (void)state;
    saved good = begin_life(&told, 3, false, camp);
    const uint32_t wanted[] = {1, 9, 0}; /* Strike has the id 8 */
    for (uint32_t i = 0; i < 3; i++) {
        assert_true(hostile_number_at(&told.domain, good.bytes, good.size, "hold", i, &hold));
        assert_int_equal(hold.value, wanted[i]);
    }
    end_life(&told, &good);
}

/* A save goes through another build, and comes back. */
static saved go_there_and_back(const story *home, const story *there, const uint8_t *bytes, size_t size)
{
    saved away = home == there ? load_foreign(there, bytes, size, false) : load_and_save(there, bytes, size);
    saved back =
        home == there ? load_foreign(home, away.bytes, away.size, false) : load_and_save(home, away.bytes, away.size);
    free(away.bytes);
    back.status = away.status;
    back.report = away.report;
    return back;
}

static void order_means_nothing(void **state)
{
    (void)state;
    for (uint32_t life = 0; life < LIVES; life++) {
        story told, other = {.polled = false};
        hostile_number number;
        uint32_t values[VALUES];
        saved good = begin_life(&told, life, false, plain);
        begin_with(&other, mixed, roomy);
        for (uint32_t i = 0; get_values(&told, &good, i, &number, values); i++)
            for (uint32_t v = 1; v <= 2 && !is_one_of(number.name, of_types); v++) { /* its neighbours */
                size_t size;
                uint8_t *hostile = hostile_save(&told.domain, good.bytes, good.size, NULL, i, values[v], &size);
                saved same = go_there_and_back(&told, &told, hostile, size),
                      mixed_up = go_there_and_back(&told, &other, hostile, size);
                const bool is_nearest_end =
                    same.report.values_changed != 0; /* which is the first one of another order */
                if (same.status != mixed_up.status || memcmp(&same.report, &mixed_up.report, sizeof same.report) != 0 ||
                    (same.status == HTN_OK && !is_nearest_end && !is_same(&same, mixed_up.bytes, mixed_up.size)))
                    fail_msg("%s %u, which was %u: %s, %s", number.name, (unsigned)values[v], (unsigned)number.value,
                             htn_status_text(same.status), htn_status_text(mixed_up.status));
                free(same.bytes);
                free(mixed_up.bytes);
                free(hostile);
            }
        forget(&other);
        end_life(&told, &good);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_refused_changes_nothing),
        cmocka_unit_test(what_is_accepted_is_saved_again),
        cmocka_unit_test(types_are_found_by_name_as_by_number),
        cmocka_unit_test(what_is_loaded_is_looked_at),
        cmocka_unit_test(what_is_bound_is_carried_over_with_the_same_types),
        cmocka_unit_test(a_hold_is_saved_for_what_reserves_it),
        cmocka_unit_test(order_means_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
