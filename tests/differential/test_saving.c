/*
 * Saving and loading over random domains: of two agents that live through the same, one is saved, and loaded into new
 * memory, before each tick. Both must do the same: what operators are called with, news, plans, worlds. Some operators
 * are callbacks, whose outcomes follow from their memory; the others are polled. A save of what was loaded is the same
 * bytes. Damaged saves, and those of other domains, may be refused or not: nothing may break. TAP on stdout.
 */
#include "dice.h"
#include "generate.h"
#include "under_test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DOMAINS = 150, TICKS = 60, LONG = 40, ROOM = 1 << 16, DAMAGES = 6 };

/* What an operator keeps of a step. */
typedef struct step_memory {
    uint32_t calls, aborts;
} step_memory;

typedef struct player {
    const htn_domain *domain;
    htn_agent *agent;
    void *memory;
    uint32_t salt;
    answers_state answers;
    char log[ROOM];
    size_t used;
    uint64_t resumed;
} player;

/* What the domain before has left. */
typedef struct legacy {
    uint8_t *save;
    size_t size;
} legacy;

typedef struct statistics {
    uint64_t damaged, accepted, foreign, kept, dropped, lost;
    uint64_t ticks, plans, partial, continued, resumed, whiles, bytes;
} statistics;

static uint32_t mixed(uint32_t a, uint32_t b, uint32_t c)
{
    dice_state dice = dice_for((uint64_t)a << 32 | b, c);
    return (uint32_t)dice_bits(&dice);
}

static void note(player *of, const char *what, const htn_activity *activity, uint32_t more)
{
    if (of->used > ROOM - 256)
        return;
    of->used += (size_t)snprintf(of->log + of->used, 128, "%s %u %s %u %u(", what, activity->id,
                                 htn_task_name(of->domain, activity->task), activity->step, more);
    for (uint32_t i = 0; i < activity->argument_count && of->used < ROOM - 256; i++)
        of->used += (size_t)snprintf(of->log + of->used, 64, "%d,", (int)activity->arguments[i].value);
    of->used += (size_t)snprintf(of->log + of->used, 8, ")\n");
}

/* --- Operators ------------------------------------------------------------------------------------- */

static htn_outcome outcome_of(const player *of, const htn_activity *activity, uint32_t calls)
{
    const uint32_t drawn = mixed(of->salt, activity->id, calls) % 16;
    return drawn < 9 ? HTN_RUNNING : drawn < 14 ? HTN_SUCCEEDED : HTN_FAILED;
}

static htn_outcome go_on(void *user, const htn_activity *activity)
{
    player *of = user;
    step_memory *memory = activity->memory;
    note(of, memory->calls == 0 ? "start" : "update", activity, (uint32_t)activity->elapsed_us);
    return outcome_of(of, activity, memory->calls++);
}

static htn_outcome stop(void *user, const htn_activity *activity)
{
    player *of = user;
    step_memory *memory = activity->memory;
    note(of, "abort", activity, (uint32_t)activity->elapsed_us);
    return memory->aborts++ < mixed(of->salt, activity->id, 99) % 3 ? HTN_RUNNING : HTN_ABORTED;
}

static void resume(void *user, const htn_activity *activity)
{
    player *of = user;
    (void)activity;
    of->resumed++;
}

static htn_status answer(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    player *of = user;
    of->answers.world = htn_agent_world(of->agent);
    return answer_runtime(&of->answers, question, answers, count);
}

static void report_all(player *of, uint32_t tick)
{
    htn_activity activity;
    for (uint32_t layer = 0; layer < htn_agent_layers(of->agent); layer++)
        for (uint32_t i = 0; htn_agent_activity(of->agent, layer, i, &activity); i++) {
            const htn_outcome outcome = outcome_of(of, &activity, 1000 + tick);
            if (htn_task_operator(of->domain, activity.task) % 2 == 1 && outcome != HTN_RUNNING)
                htn_agent_report(of->agent, activity.id, activity.step == HTN_NONE ? HTN_ABORTED : outcome);
        }
}

static void read_news(player *of)
{
    htn_news news;
    while (htn_agent_news(of->agent, &news))
        if (news.kind == HTN_NEWS_RESUME)
            of->resumed++;
        else
            note(of, news.kind == HTN_NEWS_START ? "begin" : "end", &news.activity, 0);
}

/* --- Inputs ---------------------------------------------------------------------------------------- */

/* A cell, and a value for it. */
typedef struct random_cell {
    uint32_t property, count;
    int32_t index[16];
    int32_t value;
} random_cell;

static random_cell draw_cell(dice_state *dice, const htn_domain *domain)
{
    random_cell cell;
    cell.property = dice_below(dice, htn_domain_count(domain, HTN_SECTION_PROPERTIES));
    const uint32_t first =
        htn_domain_field(domain, HTN_SECTION_PROPERTIES, cell.property, HTN_PROPERTIES_FIRST_PARAMETER);
    const int32_t low = (int32_t)htn_domain_field(domain, HTN_SECTION_PROPERTIES, cell.property, HTN_PROPERTIES_LOW);
    const int32_t high = (int32_t)htn_domain_field(domain, HTN_SECTION_PROPERTIES, cell.property, HTN_PROPERTIES_HIGH);
    cell.count = htn_domain_field(domain, HTN_SECTION_PROPERTIES, cell.property, HTN_PROPERTIES_PARAMETER_COUNT);
    for (uint32_t i = 0; i < cell.count && i < 16; i++) {
        const uint32_t type = htn_domain_field(domain, HTN_SECTION_PARAMETERS, first + i, HTN_PARAMETERS_TYPE);
        cell.index[i] = dice_between(dice, (int32_t)htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_LOW),
                                     (int32_t)htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_HIGH));
    }
    cell.value = dice_between(dice, low, high > low + 9 ? low + 9 : high);
    return cell;
}

static void change_cell(dice_state dice, htn_world *world)
{
    const random_cell to = draw_cell(&dice, world->domain);
    const bool expires = htn_domain_field(world->domain, HTN_SECTION_PROPERTIES, to.property, HTN_PROPERTIES_FLAGS) &
                         HTN_PROPERTY_EXPIRES;
    if (expires && dice_percent(&dice, 50))
        htn_world_set_at_for(world, to.property, to.index, to.count, to.value, dice_below(&dice, 2000));
    else
        htn_world_set_at(world, to.property, to.index, to.count, to.value);
}

/* What is other for a moment: some cells, and what they were. */
enum { MOST_MOMENTARY = 4 };
typedef struct momentary {
    uint32_t count;
    random_cell was[MOST_MOMENTARY];
} momentary;

static momentary change_for_a_moment(dice_state dice, htn_world *world)
{
    momentary cells = {0};
    if (htn_domain_count(world->domain, HTN_SECTION_PROPERTIES) == 0 || dice_percent(&dice, 50))
        return cells;
    for (cells.count = 0; cells.count < MOST_MOMENTARY; cells.count++) {
        random_cell *was = &cells.was[cells.count];
        const random_cell to = draw_cell(&dice, world->domain);
        *was = to;
        was->value = htn_world_get_at(world, to.property, to.index, to.count);
        htn_world_set_at(world, to.property, to.index, to.count, to.value);
    }
    return cells;
}

static void change_back(const momentary *cells, htn_world *world)
{
    for (uint32_t i = cells->count; i-- > 0;)
        htn_world_set_at(world, cells->was[i].property, cells->was[i].index, cells->was[i].count, cells->was[i].value);
}

static void change_instance(dice_state dice, htn_world *world)
{
    const uint32_t type = dice_below(&dice, htn_domain_count(world->domain, HTN_SECTION_TYPES));
    int32_t instance = dice_between(&dice, 0, 7);
    if (dice_percent(&dice, 50))
        htn_world_despawn(world, type, instance);
    else
        htn_world_spawn(world, type, &instance);
}

static void change(dice_state dice, htn_agent *agent)
{
    htn_world *world = htn_agent_world(agent);
    if (htn_domain_count(world->domain, HTN_SECTION_PROPERTIES) == 0)
        return;
    for (uint32_t i = dice_below(&dice, 4); i > 0; i--) {
        const dice_state own = dice_for(dice_bits(&dice), i);
        if (dice_percent(&dice, 80))
            change_cell(own, world);
        else
            change_instance(own, world);
    }
    if (dice_percent(&dice, 5))
        htn_agent_ask(agent, HTN_NONE);
    if (dice_percent(&dice, 5))
        htn_agent_answers_changed(agent);
}

/* --- Saving ---------------------------------------------------------------------------------------- */

static void make_agent(player *of, const htn_agent_class *agent_class, htn_agent_options options)
{
    options.user = of;
    const size_t size = htn_agent_bytes(agent_class, &options);
    of->memory = subject_memory(size);
    if (htn_agent_init(&of->agent, agent_class, &options, of->memory, size) != HTN_OK)
        exit(2);
}

static bool has_polled(const player *of)
{
    htn_activity activity;
    for (uint32_t layer = 0; layer < htn_agent_layers(of->agent); layer++)
        for (uint32_t i = 0; htn_agent_activity(of->agent, layer, i, &activity); i++)
            if (htn_task_operator(of->domain, activity.task) % 2 == 1)
                return true;
    return false;
}

/* False: it cannot be saved and loaded, or is then another one. */
static bool save_and_load(player *of, const htn_agent_class *agent_class, htn_agent_options options, statistics *seen)
{
    const size_t size = htn_agent_save_bytes(of->agent);
    uint8_t *save = subject_memory(size), *again = subject_memory(size);
    size_t used = 0;
    htn_load_report report;
    void *old = of->memory;
    bool good = htn_agent_save(of->agent, save, size, &used) == HTN_OK && used == size;
    make_agent(of, agent_class, options);
    const htn_status status = htn_agent_load(of->agent, save, size, &report);
    if (status != HTN_OK)
        printf("# %s: %s at %u of %u\n", htn_status_text(status), report.reason, report.offset, (unsigned)size);
    good = good && status == HTN_OK && report.exact;
    if (good && !has_polled(of) && /* else there have been more news */
        (htn_agent_save(of->agent, again, size, &used) != HTN_OK || memcmp(save, again, size) != 0)) {
        printf("# saved once more it is other bytes\n");
        good = false;
    }
    seen->bytes += size;
    free(old);
    free(save);
    free(again);
    return good;
}

/* --- What may be refused ----------------------------------------------------------------------------- */

/* What was loaded is to live on as any agent does: it is only looked at for what a sanitizer sees. */
static void live_on(player *of, const htn_agent_class *agent_class, htn_agent_options options, dice_state *dice,
                    statistics *seen)
{
    for (uint32_t tick = 0; tick < 4; tick++) {
        of->log[of->used = 0] = 0;
        change(dice_for(dice_bits(dice), 2), of->agent);
        report_all(of, tick);
        htn_agent_tick(of->agent, 100000);
        read_news(of);
    }
    save_and_load(of, agent_class, options, seen);
    htn_agent_tick(of->agent, 100000);
}

static void seal(uint8_t *save, size_t size)
{
    const uint32_t sum = htn_blob_checksum(save + 16, size - 16);
    for (int i = 0; i < 4; i++)
        save[12 + i] = (uint8_t)(sum >> 8 * i);
}

static void load_damaged(const player *from, const htn_agent_class *agent_class, htn_agent_options options,
                         dice_state dice, statistics *seen)
{
    static player victim;
    size_t size = htn_agent_save_bytes(from->agent);
    uint8_t *save = subject_memory(size);
    htn_load_report report;
    htn_agent_save(from->agent, save, size, NULL);
    for (uint32_t i = dice_below(&dice, 3) + 1; i > 0; i--)
        save[24 + dice_below(&dice, (uint32_t)size - 24)] ^=
            (uint8_t)(dice_percent(&dice, 50) ? 1u << dice_below(&dice, 8) : dice_below(&dice, 256));
    if (dice_percent(&dice, 20)) /* the code is said to be other code */
        save[16] ^= 1;
    seal(save, size);
    victim = *from;
    make_agent(&victim, agent_class, options);
    seen->damaged++;
    if (htn_agent_load(victim.agent, save, size, &report) == HTN_OK) {
        seen->accepted++;
        live_on(&victim, agent_class, options, &dice, seen);
    }
    free(victim.memory);
    free(save);
}

/* Names of the domain before are often names here. What has no counterpart, and what has no room, is no reason to refuse it. */
static bool load_foreign(const player *from, const htn_agent_class *agent_class, htn_agent_options options,
                         dice_state dice, legacy *before, statistics *seen)
{
    static player heir;
    htn_load_report report;
    heir = *from;
    make_agent(&heir, agent_class, options);
    const bool loaded =
        before->save != NULL && htn_agent_load(heir.agent, before->save, before->size, &report) == HTN_OK;
    const bool refused = before->save != NULL && !loaded;
    if (loaded) {
        seen->foreign++;
        seen->kept += report.plans_kept;
        seen->dropped += report.plans_dropped;
        seen->lost += report.steps_lost;
        live_on(&heir, agent_class, options, &dice, seen);
    }
    free(heir.memory);
    free(before->save);
    before->size = htn_agent_save_bytes(from->agent);
    before->save = subject_memory(before->size);
    htn_agent_save(from->agent, before->save, before->size, NULL);
    return !refused;
}

/* --- Comparing ------------------------------------------------------------------------------------- */

static bool same_plans(const player *a, const player *b, statistics *seen)
{
    for (uint32_t layer = 0; layer < htn_agent_layers(a->agent); layer++) {
        htn_plan one, other;
        const uint8_t *done, *other_done;
        const bool runs = htn_agent_plan(a->agent, layer, &one, &done);
        if (runs != htn_agent_plan(b->agent, layer, &other, &other_done) ||
            htn_agent_result(a->agent, layer) != htn_agent_result(b->agent, layer))
            return false;
        if (!runs)
            continue;
        seen->plans++;
        seen->partial += one.partial != HTN_PARTIAL_NOT;
        seen->continued += one.continues;
        for (uint32_t i = 0; i < one.span_count; i++)
            seen->whiles += one.spans[i].kind == HTN_SPAN_WHILE;
        if (one.step_count != other.step_count || memcmp(done, other_done, one.step_count) != 0 ||
            one.record_count != other.record_count || one.continues != other.continues ||
            (one.record_count != 0 && memcmp(one.record, other.record, one.record_count * sizeof *one.record) != 0) ||
            one.span_count != other.span_count ||
            (one.span_count != 0 && memcmp(one.spans, other.spans, one.span_count * sizeof *one.spans) != 0))
            return false;
    }
    return true;
}

static const char *difference(const player *a, const player *b, statistics *seen)
{
    const htn_world *one = htn_agent_world(a->agent), *other = htn_agent_world(b->agent);
    if (strcmp(a->log, b->log) != 0)
        return "their operators";
    if (memcmp(one->bytes, other->bytes, htn_world_bytes(one->domain)) != 0)
        return "their worlds";
    return same_plans(a, b, seen) ? NULL : "their plans";
}

/* --- Trials ---------------------------------------------------------------------------------------- */

static htn_agent_options random_options(dice_state *dice)
{
    htn_agent_options options = {0};
    options.limits.steps = 32;
    options.limits.record = 512;
    options.limits.choices = 1024;
    options.limits.depth = 32;
    options.limits.nodes = 200;
    options.limits.work = 20000;
    options.running = dice_below(dice, 4);
    options.back_off_ms = dice_percent(dice, 30) ? 300 : 0;
    options.interval_ms = dice_percent(dice, 20) ? 500 : 0;
    options.horizon_ms = dice_percent(dice, 30) ? 2000 : 0;
    options.seed = dice_below(dice, 1000);
    return options;
}

static bool play(uint64_t seed, player *players, const htn_agent_class *agent_class, legacy *before, statistics *seen)
{
    dice_state dice = dice_for(seed, 5);
    const htn_agent_options options = random_options(&dice);
    const char *wrong = NULL;
    make_agent(&players[0], agent_class, options);
    make_agent(&players[1], agent_class, options);
    for (uint32_t tick = 0; tick < TICKS && wrong == NULL; tick++) {
        const dice_state changes = dice_for(dice_bits(&dice), 1);
        const uint32_t elapsed = dice_below(&dice, 300000);
        players[0].log[players[0].used = 0] = players[1].log[players[1].used = 0] = 0;
        const dice_state moment = dice_for(dice_bits(&dice), 6);
        const momentary cells = change_for_a_moment(moment, htn_agent_world(players[0].agent));
        change_for_a_moment(moment, htn_agent_world(players[1].agent));
        if (!save_and_load(&players[1], agent_class, options, seen))
            wrong = "that it cannot be saved and loaded";
        for (int i = 0; i < 2; i++)
            change_back(&cells, htn_agent_world(players[i].agent));
        for (int i = 0; i < 2 && wrong == NULL; i++) {
            change(changes, players[i].agent);
            report_all(&players[i], tick);
            htn_agent_tick(players[i].agent, elapsed);
            if (tick % 3 != 0)
                read_news(&players[i]);
        }
        wrong = wrong != NULL ? wrong : difference(&players[0], &players[1], seen);
        if (wrong != NULL)
            printf("# seed %llu, tick %u: %s\n#- not loaded\n%s#- loaded\n%s", (unsigned long long)seed, tick, wrong,
                   players[0].log, players[1].log);
        seen->ticks++;
        for (int i = 0; i < DAMAGES && tick % 10 == 9; i++)
            load_damaged(&players[1], agent_class, options, dice_for(dice_bits(&dice), 3), seen);
    }
    if (!load_foreign(&players[1], agent_class, options, dice_for(dice_bits(&dice), 4), before, seen)) {
        printf("# seed %llu: the save of the domain before was refused\n", (unsigned long long)seed);
        wrong = "that a save of another domain is refused";
    }
    seen->resumed += players[1].resumed;
    free(players[0].memory);
    free(players[1].memory);
    return wrong == NULL;
}

static htn_agent_class *make_class(const htn_domain *domain, htn_operator_binding *operators)
{
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_OPERATORS);
    htn_bindings bindings = {.operators = operators, .answerer = answer};
    htn_agent_class *agent_class;
    void *memory = subject_memory(htn_agent_class_bytes(domain));
    for (uint32_t i = 0; i < count; i += 2)
        operators[bindings.operator_count++] = (htn_operator_binding){.name = htn_operator_name(domain, i),
                                                                      .start = go_on,
                                                                      .update = go_on,
                                                                      .abort = stop,
                                                                      .resume = resume,
                                                                      .memory = sizeof(step_memory)};
    if (htn_agent_class_init(&agent_class, domain, &bindings, memory, htn_agent_class_bytes(domain), NULL) != HTN_OK)
        exit(2);
    return agent_class;
}

static bool try_domain(uint64_t seed, legacy *before, statistics *seen)
{
    static char text[GENERATED_SIZE];
    static player players[2];
    static htn_operator_binding operators[4096];
    subject_state subject;
    const htn_limits limits = {
        .steps = 1, .record = 1, .choices = 1, .depth = 1, .nodes = 1}; /* of a planner of its own */
    char problem[256];
    generate_domain(seed, FEATURES_ALL, text);
    if (!subject_open(&subject, "case.htn", text, true, &limits, problem, sizeof problem)) {
        printf("# seed %llu: %s\n", (unsigned long long)seed, problem);
        subject_close(&subject);
        return false;
    }
    memset(players, 0, sizeof players);
    for (int i = 0; i < 2; i++) {
        players[i].domain = players[i].answers.domain = &subject.domain;
        players[i].salt = (uint32_t)seed;
        players[i].answers.seed = (uint32_t)seed;
    }
    htn_agent_class *agent_class = make_class(&subject.domain, operators);
    const bool good = play(seed, players, agent_class, before, seen);
    free(agent_class);
    subject_close(&subject);
    return good;
}

int main(int count, char **arguments)
{
    statistics seen = {0};
    legacy before = {NULL, 0};
    const bool one = count == 3 && strcmp(arguments[1], "--seed") == 0;
    const uint64_t first = one ? strtoull(arguments[2], NULL, 10) : 1;
    const uint64_t domains = one ? 1 : dice_rounds(DOMAINS, DOMAINS * LONG);
    uint64_t wrong = 0;
    for (uint64_t seed = first; seed < first + domains && wrong < 3; seed++)
        wrong += !try_domain(seed, &before, &seen);
    free(before.save);
    printf("# %llu ticks, %llu plans of which %llu partial, %llu continued; %llu Whiles; %llu resumed; %llu bytes a "
           "save\n",
           (unsigned long long)seen.ticks, (unsigned long long)seen.plans, (unsigned long long)seen.partial,
           (unsigned long long)seen.continued, (unsigned long long)seen.whiles, (unsigned long long)seen.resumed,
           (unsigned long long)(seen.bytes / (seen.ticks == 0 ? 1 : seen.ticks)));
    printf("# %llu damaged, of which %llu were accepted; %llu from other domains: %llu plans kept, %llu dropped, %llu "
           "steps lost\n",
           (unsigned long long)seen.damaged, (unsigned long long)seen.accepted, (unsigned long long)seen.foreign,
           (unsigned long long)seen.kept, (unsigned long long)seen.dropped, (unsigned long long)seen.lost);
    printf("%sok 1 - an agent that is saved and loaded before each tick does as one that is not\n1..1\n",
           wrong == 0 ? "" : "not ");
    return wrong == 0 ? 0 : 1;
}
