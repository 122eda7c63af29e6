/*
 * Journals: what is in them, who wrote and why, rings that are too small, and what cannot be replayed. That what an agent does can be
 * replayed, all stories about agents show (agent_story.h), and random games (tests/differential/test_replay.c).
 */
#include "agent_story.h"

enum { WIDE = 1 << 20 };

static const char troll[] =
    "World State [ Enemy : bool, Trunk : 0..3 = 1, Tired : bool, Alert : bool, Scared : bool Expires ]\n"
    "Shared World State [ Alarm : bool ]\n"
    "Query [Near(n : 0..3) : bool]\n"
    "Sensor [Eyes] Updates [Enemy] Every [1s]\n"
    "Compound Task [Fight]\n"
    "  Method [Enemy, Trunk > 0, Near(1)] Cooldown [1s] Subtasks [Slam(Trunk)]\n"
    "  Method [Enemy] Subtasks [Uproot(), Fight()]\n"
    "Primitive Task [Slam(hard : int)] Operator [Hit(hard)] During [Alert = true] Effects [Trunk -= 1, Tired = true]\n"
    "Primitive Task [Uproot] Operator [Pull()] Effects [Trunk = 3]\n";

/* --- What is in it ------------------------------------------------------------------------------ */

STORY(a_journal_says_what_happened_in_order)
{
    begin(told, troll);
    expect(told, "");
    set(told, "Enemy", 1);
    expect(told, "+Slam(1)");
    expect_after(told, "Hit", HTN_SUCCEEDED, "=Slam +Uproot");
    assert_string_equal(recording_kinds(&told->recording, "OPERATOR REPORT ANSWER RECORD STEP QUERY"),
                        "BEGIN SENSOR TICK REQUEST RESULT WRITE TICK REQUEST RESULT PLAN START WRITE "
                        "TICK END WRITE WRITE WRITE DONE REQUEST RESULT PLAN START");
    finish(told);
}

/* How often each writer has written, and each reason been given. */
typedef struct tally {
    uint32_t by[HTN_BY_COUNT], reasons[6], why[HTN_WHY_COUNT];
} tally;

static tally count(recording *made)
{
    tally found;
    size_t offset = 0;
    htn_journal_event event;
    memset(&found, 0, sizeof found);
    recording_read(made);
    while (htn_journal_next(made->bytes, made->size, &offset, &event) == HTN_OK) {
        if (event.kind == HTN_JOURNAL_WRITE)
            found.by[event.numbers[0]]++;
        if (event.kind == HTN_JOURNAL_FAIL)
            found.why[event.numbers[1]]++;
        for (uint32_t bit = 0; event.kind == HTN_JOURNAL_REQUEST && bit < 6; bit++)
            found.reasons[bit] += event.numbers[2] >> bit & 1u;
    }
    return found;
}

static void see_enemy(story *told, uint32_t sensor)
{
    (void)sensor;
    set(told, "Enemy", 1);
}

static void tire(story *told)
{
    set(told, "Tired", 1);
}

STORY(each_write_says_whose_it_is)
{
    begin(told, troll);
    htn_group *group = fixture_group(&told->domain, HTN_GROUP_AT_ONCE, 0);
    assert_int_equal(htn_agent_join(told->agent, group), HTN_OK);
    told->sense = see_enemy;
    told->inside = tire;
    fixture_set(htn_group_world(group), "Alarm", 1);
    htn_world_set_for(htn_agent_world(told->agent), htn_property_find(&told->domain, "Scared"), 1, 50);
    expect(told, "+Slam(1)");
    expect_after(told, "Hit", HTN_FAILED, "!Slam"); /* and the cooldown begins */
    set(told, "Tired", told->polled);
    for (uint32_t i = 0; i < 12; i++)
        expect(told, i == 9 ? "+Slam(1)" : "");
    expect_after(told, "Hit", HTN_SUCCEEDED, "=Slam +Uproot");
    const tally found = count(&told->recording);
    for (uint32_t by = 0; by < HTN_BY_FAIL_EFFECTS; by++) /* what follows has test_failing_steps.c, test_reserve.c */
        if (found.by[by] == 0 && !(told->polled && by == HTN_BY_OPERATOR))
            fail_msg("nothing was written by %u", by);
    assert_int_equal(found.by[HTN_BY_COOLDOWN], 2); /* its beginning and its end */
    finish(told);
    free(group);
}

STORY(each_search_says_why)
{
    htn_agent_options options = {0};
    options.interval_ms = 1000;
    options.replan_always = true;
    begin_with(told, troll, options);
    expect(told, "");
    set(told, "Enemy", 1);
    expect(told, "+Slam(1)");
    htn_agent_ask(told->agent, 0);
    expect(told, "");
    htn_agent_answers_changed(told->agent);
    expect(told, "");
    for (uint32_t i = 0; i < 10; i++)
        expect(told, "");
    expect_after(told, "Hit", HTN_FAILED, "!Slam");
    const tally found = count(&told->recording);
    for (uint32_t bit = 0; bit < 6; bit++)
        if (found.reasons[bit] == 0)
            fail_msg("no search for reason %u", 1u << bit);
    assert_int_equal(found.why[HTN_WHY_OPERATOR], 1);
    finish(told);
}

/* --- Rings -------------------------------------------------------------------------------------- */

/* A domain that always has something to do, and an agent by itself. */
typedef struct busy {
    uint8_t *blob;
    htn_domain domain;
    void *class_memory, *memory;
    htn_agent_class *agent_class;
    htn_agent *agent;
} busy;

/* `made` must stay where it is. */
static void make_busy(busy *made, const char *text)
{
    size_t size;
    made->blob = fixture_compile(text, false, &size);
    made->domain = fixture_load(made->blob, size);
    made->class_memory = malloc(htn_agent_class_bytes(&made->domain));
    assert_int_equal(htn_agent_class_init(&made->agent_class, &made->domain, NULL, made->class_memory,
                                          htn_agent_class_bytes(&made->domain), NULL),
                     HTN_OK);
    size = htn_agent_bytes(made->agent_class, NULL);
    made->memory = malloc(size);
    assert_int_equal(htn_agent_init(&made->agent, made->agent_class, NULL, made->memory, size), HTN_OK);
}

static void free_busy(busy *made)
{
    free(made->memory);
    free(made->class_memory);
    free(made->blob);
}

static const char counter[] = "World State [ Count : int ]\n"
                              "Compound Task [Live] Method [] Subtasks [Add(), Wait()]\n"
                              "Primitive Task [Add] Effects [Count += 1]\n"
                              "Primitive Task [Wait] Operator [Wait()]\n";

static void run(busy *of, uint32_t ticks)
{
    htn_activity activity;
    for (uint32_t i = 0; i < ticks; i++) {
        if (htn_agent_activity(of->agent, 0, 0, &activity))
            htn_agent_report(of->agent, activity.id, HTN_SUCCEEDED);
        assert_int_equal(htn_agent_tick(of->agent, TICK), HTN_OK);
    }
}

static void what_was_overwritten_is_counted_and_the_rest_is_whole(void **state)
{
    (void)state;
    for (size_t ring = HTN_JOURNAL_MIN_BYTES; ring < HTN_JOURNAL_MIN_BYTES + 64; ring++) {
        busy of, same;
        make_busy(&of, counter);
        make_busy(&same, counter);
        recording small, wide;
        htn_journal_event event, other;
        size_t offset = 0, at = 0;
        recording_begin(&small, of.agent, ring);
        recording_begin(&wide, same.agent, WIDE);
        run(&of, 300);
        run(&same, 300);
        recording_read(&small);
        recording_read(&wide);
        assert_int_equal(htn_journal_next(small.bytes, small.size, &offset, &event), HTN_OK);
        assert_int_equal(event.kind, HTN_JOURNAL_BEGIN); /* which domain it is of is always known */
        assert_int_equal(htn_journal_next(small.bytes, small.size, &offset, &event), HTN_OK);
        assert_int_equal(event.kind, HTN_JOURNAL_LOST);
        assert_true(event.numbers[0] > 100);
        for (uint32_t i = 0; i <= event.numbers[0]; i++) /* the BEGIN is not lost */
            assert_int_equal(htn_journal_next(wide.bytes, wide.size, &at, &other), HTN_OK);
        assert_int_equal(small.size - offset, wide.size - at);
        assert_memory_equal(small.bytes + offset, wide.bytes + at, wide.size - at);
        assert_true(wide.size - at > ring - 64);
        recording_end(&small);
        recording_end(&wide);
        free_busy(&of);
        free_busy(&same);
    }
}

static void what_is_read_often_enough_is_not_lost(void **state)
{
    (void)state;
    busy of, same;
    make_busy(&of, counter);
    make_busy(&same, counter);
    recording small, wide;
    recording_begin(&small, of.agent, HTN_JOURNAL_MIN_BYTES + 7);
    recording_begin(&wide, same.agent, WIDE);
    for (uint32_t i = 0; i < 300; i++) {
        run(&of, 1);
        recording_read(&small);
    }
    run(&same, 300);
    recording_read(&wide);
    assert_int_equal(small.size, wide.size);
    assert_memory_equal(small.bytes, wide.bytes, wide.size);
    recording_assert_replayed(&small, &of.domain);
    recording_end(&small);
    recording_end(&wide);
    free_busy(&of);
    free_busy(&same);
}

/* --- What cannot be replayed -------------------------------------------------------------------- */

static void assert_refused(recording *made, const htn_domain *domain, htn_status status, const char *reason)
{
    htn_replay_report report;
    assert_int_equal(recording_replay(made, domain, &report), status);
    assert_string_equal(report.reason, reason);
}

static void a_journal_with_a_loss_is_not_replayed(void **state)
{
    (void)state;
    busy of;
    make_busy(&of, counter);
    recording made;
    recording_begin(&made, of.agent, HTN_JOURNAL_MIN_BYTES);
    run(&of, 300);
    assert_refused(&made, &of.domain, HTN_BAD_JOURNAL,
                   "events are missing here: they were overwritten before they were read");
    recording_end(&made);
    free_busy(&of);
}

static void a_journal_from_the_midst_is_not_replayed(void **state)
{
    (void)state;
    busy of;
    make_busy(&of, counter);
    recording made;
    run(&of, 3);
    recording_begin(&made, of.agent, WIDE);
    run(&of, 3);
    assert_string_equal(recording_kinds(&made, "TICK REPORT RECORD STEP REQUEST RESULT"),
                        "BEGIN WORLD COPY END DONE PLAN PASS WRITE START END DONE PLAN PASS WRITE START "
                        "END DONE PLAN PASS WRITE START");
    assert_refused(&made, &of.domain, HTN_BAD_JOURNAL,
                   "it begins in the midst of a run: an agent must have its journal before its first tick");
    recording_end(&made);
    free_busy(&of);
}

static void a_journal_of_another_domain_is_not_replayed(void **state)
{
    (void)state;
    busy of, other;
    make_busy(&of, counter);
    make_busy(&other, troll);
    recording made;
    recording_begin(&made, of.agent, WIDE);
    run(&of, 3);
    assert_refused(&made, &other.domain, HTN_WRONG_DOMAIN, "it is of another domain, or one that has changed too much");
    made.size = 0;
    assert_refused(&made, &of.domain, HTN_BAD_JOURNAL, "it is empty");
    recording_end(&made);
    free_busy(&of);
    free_busy(&other);
}

/* The same world and tasks, but it counts by two. */
static void a_changed_domain_is_replayed_to_where_it_differs(void **state)
{
    char text[sizeof counter];
    htn_replay_report report;
    htn_journal_event event;
    size_t offset = 0;
    recording made;
    (void)state;
    memcpy(text, counter, sizeof counter);
    strstr(text, "+= 1")[3] = '2';
    busy of, changed;
    make_busy(&of, counter);
    make_busy(&changed, text);
    recording_begin(&made, of.agent, WIDE);
    run(&of, 3);
    assert_int_equal(recording_replay(&made, &changed.domain, &report), HTN_DIFFERS);
    assert_true(report.other_build);
    assert_int_equal(htn_journal_next(report.instead, report.instead_size, &offset, &event), HTN_OK);
    assert_int_equal(event.kind, HTN_JOURNAL_WRITE);
    assert_int_equal(htn_journal_signed(event.numbers[3]), 2);
    assert_int_equal(htn_journal_next(made.bytes, made.size, &report.offset, &event), HTN_OK);
    assert_int_equal(htn_journal_signed(event.numbers[3]), 1);
    recording_end(&made);
    free_busy(&of);
    free_busy(&changed);
}

/* --- Other agents ------------------------------------------------------------------------------- */

/* The domain without the task that is being done. */
static void what_a_hot_reload_leaves_behind_is_replayed(void **state)
{
    static const char changed[] = "World State [ Count : int ]\n"
                                  "Compound Task [Live] Method [] Subtasks [Rest()]\n"
                                  "Primitive Task [Rest] Operator [Rest()]\n";
    (void)state;
    busy from, to;
    make_busy(&from, counter);
    make_busy(&to, changed);
    recording old, new;
    recording_begin(&old, from.agent, WIDE);
    recording_begin(&new, to.agent, WIDE);
    run(&from, 2);
    const size_t size = htn_agent_save_bytes(from.agent);
    void *scratch = malloc(size);
    assert_int_equal(htn_agent_reload(to.agent, from.agent, scratch, size, NULL), HTN_OK);
    run(&to, 2);
    assert_non_null(strstr(recording_kinds(&old, NULL), "DROP ABORT"));
    assert_non_null(strstr(recording_kinds(&new, NULL), "BEGIN LOAD BYTES"));
    recording_assert_replayed(&old, &from.domain);
    recording_assert_replayed(&new, &to.domain);
    recording_end(&old);
    recording_end(&new);
    free(scratch);
    free_busy(&from);
    free_busy(&to);
}

static void a_journal_that_is_taken_away_says_no_more(void **state)
{
    (void)state;
    busy of;
    make_busy(&of, counter);
    recording made;
    recording_begin(&made, of.agent, WIDE);
    run(&of, 2);
    assert_int_equal(htn_agent_journal(of.agent, NULL), HTN_OK);
    recording_read(&made);
    const size_t size = made.size;
    run(&of, 2);
    fixture_set(htn_agent_world(of.agent), "Count", 7);
    recording_read(&made);
    assert_int_equal(made.size, size);
    recording_end(&made);
    free_busy(&of);
}

/* --- Misuse, and bytes -------------------------------------------------------------------------- */

static void take_another(story *told)
{
    assert_int_equal(htn_agent_journal(told->agent, NULL), HTN_BUSY);
}

STORY(a_journal_is_not_taken_from_inside_a_callback)
{
    begin(told, counter);
    told->inside = take_another;
    expect(told, "+Wait");
    expect_after(told, "Wait", HTN_SUCCEEDED, "=Wait +Wait");
    finish(told);
}

/* Whatever an address of a journal leads to: a cell, whether an instance exists, the generation of a slot, or nothing. */
static void only_a_cell_of_a_property_has_an_index(void **state)
{
    uint32_t kinds[4] = {0};
    fixture made;
    (void)state;
    fixture_start(&made,
                  "Entities [Foe] Max [3]\n"
                  "World State [ Alarm : bool, Seen(f : Foe, g : Foe) : bool ]\n"
                  "Compound Task [T] Method [Alarm, any f : Foe where Seen(f, f)] Subtasks [Hit(f)]\n"
                  "Primitive Task [Hit(f : Foe)] Operator [Hit(f)] Effects [Alarm = false, Seen(f, f) = false]\n",
                  NULL);
    for (uint32_t address = 0; address < 200; address++) {
        int32_t index[HTN_MAX_LOCALS];
        htn_journal_location location;
        const bool found = htn_journal_locate(&made.domain, address, &location);
        const uint32_t count = htn_journal_index(&made.domain, &location, index);
        const bool is_cell = location.property != HTN_NONE;
        assert_int_equal(count,
                         is_cell ? (uint32_t)(location.property == htn_property_find(&made.domain, "Seen")) * 2 : 0);
        kinds[!found ? 0 : is_cell ? 1 : location.type != HTN_NONE ? 2 : 3]++;
    }
    for (int i = 0; i < 4; i++)
        assert_int_not_equal(kinds[i], 0);
    fixture_tear_down(&made);
}

static void misuse_is_answered(void **state)
{
    static uint8_t memory[HTN_JOURNAL_MIN_BYTES], read[HTN_JOURNAL_MIN_BYTES];
    htn_journal journal, empty;
    htn_journal_event event;
    htn_replay_report report;
    size_t offset = 1;
    (void)state;
    busy of;
    make_busy(&of, counter);
    memset(&empty, 0, sizeof empty);
    assert_int_equal(htn_journal_init(NULL, memory, sizeof memory), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_journal_init(&journal, NULL, sizeof memory), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_journal_init(&journal, memory, sizeof memory - 1), HTN_TOO_SMALL);
    assert_int_equal(htn_agent_journal(NULL, NULL), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_agent_journal(of.agent, &empty), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_journal_init(&journal, memory, sizeof memory), HTN_OK);
    assert_int_equal(htn_journal_read(&journal, memory, sizeof memory), 0);
    assert_int_equal(htn_journal_read(&journal, memory, sizeof memory - 1), 0);
    assert_int_equal(htn_agent_journal(of.agent, &journal), HTN_OK);
    assert_int_equal(htn_journal_read(&journal, read, sizeof read - 1), 0); /* it has no room for every event */
    assert_int_not_equal(htn_journal_read(&journal, read, sizeof read), 0);
    assert_int_equal(htn_agent_journal(of.agent, NULL), HTN_OK);
    assert_int_equal(htn_journal_read(NULL, memory, sizeof memory), 0);
    assert_int_equal(htn_journal_next(NULL, 0, &offset, &event), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_journal_next(memory, 0, &offset, &event), HTN_BAD_ARGUMENT);
    assert_string_equal(htn_journal_name(HTN_JOURNAL_KINDS), "");
    assert_int_equal(htn_replay(NULL, memory, 1, NULL, 0, &report), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_replay(&of.domain, NULL, 1, NULL, 0, &report), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_replay(&of.domain, memory, 1, NULL, 0, NULL), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_replay(&of.domain, memory, 1, (uint8_t *)memory + 1, 8, &report), HTN_BAD_MEMORY);
    free_busy(&of);
}

static void what_is_no_event_is_refused_where_it_is(void **state)
{
    static const struct {
        const char *bytes;
        size_t size;
    } cases[] = {
        {"\x02\x07", 2},                                              /* cut short */
        {"\x00", 1},                                                  /* without a kind */
        {"\x01\x0C", 2},                                              /* a TICK without its number */
        {"\x03\x0C\x80\x00", 4},                                      /* a number in more bytes than it takes */
        {"\x06\x0C\xFF\xFF\xFF\xFF\x7F", 7},                          /* one of more than 32 bits */
        {"\x0C\x0C\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", 13}, /* one that goes on for eleven bytes */
        {"\x02\x01\x05", 3},                                          /* a BEGIN without its magic */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t *bytes = fixture_copy((const uint8_t *)cases[i].bytes, cases[i].size);
        htn_journal_event event;
        size_t offset = 0;
        assert_int_equal(htn_journal_next(bytes, cases[i].size, &offset, &event), HTN_BAD_JOURNAL);
        assert_int_equal(offset, 0);
        free(bytes);
    }
}

/* Cells of every width, negative numbers, instances, a world copied over another. */
static const char various[] =
    "Entities [Foe] Max [3]\n"
    "World State [ Wide : int = -70000, Middle : -300..300, Narrow : -5..5, Hate(Foe) : 0..1000, Target : Foe ]\n"
    "Compound Task [Live]\n"
    "  Method [any f : Foe where Hate(f) > 500] Subtasks [Chase(f)]\n"
    "  Method [] Subtasks [Count(), Wait()]\n"
    "Primitive Task [Chase(f : Foe)] Operator [Chase(f)] Effects [Target = f, Hate(f) = 0]\n"
    "Primitive Task [Count] Effects [Wide *= 3, Middle -= 7, Narrow -= 1]\n"
    "Primitive Task [Wait] Operator [Wait(Middle)]\n";

static void play_various(busy *of)
{
    int32_t foe;
    htn_world *world = htn_agent_world(of->agent);
    htn_world other = fixture_world(&of->domain);
    run(of, 3);
    assert_int_equal(htn_world_spawn(world, htn_type_find(&of->domain, "Foe"), &foe), HTN_OK);
    htn_world_set_at(world, htn_property_find(&of->domain, "Hate"), &foe, 1, 999);
    run(of, 2);
    fixture_set(&other, "Middle", -299);
    assert_int_equal(htn_world_copy(world, &other), HTN_OK);
    run(of, 3);
    free(other.bytes);
}

static void print_bytes(recording *made)
{
    recording_read(made);
    for (size_t i = 0; i < made->size; i++)
        printf("%s%02X%s", i % 50 == 0 ? "#    \"" : "", made->bytes[i],
               i % 50 == 49 || i + 1 == made->size ? "\"\n" : "");
}

/* What one host once wrote every host writes again. Where the format has changed: what stands there now is printed. */
static void the_bytes_are_the_same_on_every_host(void **state)
{
    static const char golden[] =
        "2801C8A8B9D204029687E8C60FECC7F6C90701000000000000014020C0843D40880240008001C00108020B64051400011000"
        "041600000406180002040000021902021903021A01041C000002070A0302009FD119050A0302040D060A030208FE03071B00"
        "010103020D050E00000101020B64041E000101022000051400011000041600000406180002040000021902021903021A0104"
        "1C000002070A030200DFF34C050A0302041B060A030208FC03071B00020103021B050E00000201020B64041E000201022000"
        "051400011000041600000406180002040000021902021903021A01041C000002080A0302009FDBE601050A03020429060A03"
        "0208FA03071B000301030229050A00001802060A00000CCE0F050E00000301020B6405140002011904160000030618000102"
        "000003190100021A00031D0003050E00000301020B64041E000303071B00040001030003080000040904D504050E00000401"
        "020B64041E000401022000051400011100041600000406180002040000021902021903021A01041C000002070A0302009FD1"
        "19060A030204D704060A030208FE03081B0005010302D704050E00000501020B64041E000501022000051400011000041600"
        "000406180002040000021902021903021A01041C000002070A030200DFF34C060A030208FC03081B0006010302D704050E00"
        "000601020B64041E000601022000051400011000041600000406180002040000021902021903021A01041C000002080A0302"
        "009FDBE601060A030208FA03081B0007010302D704";
    htn_replay_report report;
    recording now, then;
    (void)state;
    busy of;
    make_busy(&of, various);
    recording_begin(&now, of.agent, WIDE);
    play_various(&of);
    recording_assert_replayed(&now, &of.domain);
    memset(&then, 0, sizeof then);
    then.bytes = malloc(sizeof golden);
    for (size_t i = 0; i + 1 < sizeof golden; i += 2)
        then.bytes[then.size++] = (uint8_t)strtoul((const char[]){golden[i], golden[i + 1], '\0'}, NULL, 16);
    void *memory = malloc(WIDE);
    const htn_status status = htn_replay(&of.domain, then.bytes, then.size, memory, WIDE, &report);
    if (status != HTN_OK || then.size != now.size)
        print_bytes(&now);
    assert_int_equal(status, HTN_OK);
    assert_int_equal(then.size, now.size);
    free(memory);
    recording_end(&now);
    free(then.bytes);
    free_busy(&of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_journal_says_what_happened_in_order),
        cmocka_unit_test(each_write_says_whose_it_is),
        cmocka_unit_test(each_search_says_why),
        cmocka_unit_test(what_was_overwritten_is_counted_and_the_rest_is_whole),
        cmocka_unit_test(what_is_read_often_enough_is_not_lost),
        cmocka_unit_test(a_journal_with_a_loss_is_not_replayed),
        cmocka_unit_test(a_journal_from_the_midst_is_not_replayed),
        cmocka_unit_test(a_journal_of_another_domain_is_not_replayed),
        cmocka_unit_test(a_changed_domain_is_replayed_to_where_it_differs),
        cmocka_unit_test(what_a_hot_reload_leaves_behind_is_replayed),
        cmocka_unit_test(a_journal_that_is_taken_away_says_no_more),
        cmocka_unit_test(a_journal_is_not_taken_from_inside_a_callback),
        cmocka_unit_test(only_a_cell_of_a_property_has_an_index),
        cmocka_unit_test(misuse_is_answered),
        cmocka_unit_test(what_is_no_event_is_refused_where_it_is),
        cmocka_unit_test(the_bytes_are_the_same_on_every_host),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
