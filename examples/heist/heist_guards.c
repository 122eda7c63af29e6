/*
 * The guards' minds; see heist_guards.h. From top to bottom: what a guard senses, what it can do, how a build of the domain gets
 * its agents, and a frame.
 *
 * Callbacks write only to their own guard and to their own agent's world, so lanes may run them at the same time. A thief is
 * arrested when its instance is gone from the group's world; the game learns that behind the frame.
 */
#include "heist_guards.h"
#include "heist_tools.h"
#include <stdlib.h>
#include <string.h>

enum { SEES, DISTANCE, TIRED, PROPERTIES, MOST_LANES = 8, RING = 1 << 16 };
static const char *const names[PROPERTIES] = {"Sees", "Distance", "Tired"};

/* A loaded domain, with an agent for each guard. A reload makes another one. */
typedef struct build {
    void *blob, *class_memory, *group_memory;
    htn_domain domain;
    htn_agent_class *class;
    htn_group *group;
    htn_property ids[PROPERTIES];
    uint32_t thief; /* the type */
    struct mind {
        void *memory;
        htn_agent *agent;
        htn_journal journal;
        uint8_t ring[RING]; /* the journal's memory: what an agent writes in a frame must fit */
    } minds[HEIST_GUARDS];
} build;

/* What the callbacks of an agent get. */
typedef struct seat {
    heist_game *game;
    heist_guard *guard;
    heist_guards *all;
    heist_bytes journal; /* what was read of its journals, of all builds */
} seat;

struct heist_guards {
    heist_game *game;
    build *build; /* NULL: no domain yet */
    seat seats[HEIST_GUARDS];
    uint32_t lanes;
    htn_crowd crowds[MOST_LANES];
    uint64_t elapsed_us; /* of this frame */
    htn_status statuses[MOST_LANES];
};

/* --- What a guard senses ------------------------------------------------------------------------ */

static void look(void *user, const htn_sensing *sensing)
{
    const seat *at = user;
    const build *made = at->all->build;
    heist_distances distances;
    heist_measure(&distances, at->guard->walker.at);
    for (uint32_t i = 0; i < HEIST_THIEVES; i++) {
        const heist_thief *thief = &at->game->thieves[i];
        const heist_cell there = thief->walker.at;
        if (thief->instance < 0)
            continue;
        htn_world_set_at(sensing->world, made->ids[DISTANCE], &thief->instance, 1, distances.of[there.y][there.x]);
        htn_world_set_at(sensing->world, made->ids[SEES], &thief->instance, 1, heist_sees(at->guard->walker.at, there));
    }
}

static void feel(void *user, const htn_sensing *sensing)
{
    const seat *at = user;
    htn_world_set(sensing->world, at->all->build->ids[TIRED], (int32_t)(at->guard->tired / 1000));
}

static const htn_sensor_binding sensors[] = {{.name = "Eyes", .sense = look}, {.name = "Body", .sense = feel}};

/* --- What a guard can do ------------------------------------------------------------------------ */

/* A walk to somewhere: its context is where. */
static htn_outcome set_out(void *user, const htn_activity *step)
{
    const seat *at = user;
    heist_guard_sets_out(at->guard, *(const heist_goal *)step->context);
    return HTN_RUNNING;
}

static htn_outcome walk(void *user, const htn_activity *step)
{
    heist_guard *guard = ((seat *)user)->guard;
    return heist_guard_walks(guard, (uint32_t)step->elapsed_us) ? HTN_SUCCEEDED : HTN_RUNNING;
}

/* The thief may be gone: then its argument is none, and a new thief in its slot is not meant. */
static htn_outcome chase(void *user, const htn_activity *step)
{
    const seat *at = user;
    const heist_thief *thief = heist_thief_of(at->game, step->arguments[0].value);
    if (thief == NULL)
        return HTN_FAILED;
    return heist_guard_chases(at->guard, thief->walker.at, (uint32_t)step->elapsed_us) ? HTN_SUCCEEDED : HTN_RUNNING;
}

/* If another guard was quicker, there is nothing to remove, and that is as good. */
static htn_outcome arrest(void *user, const htn_activity *step)
{
    const seat *at = user;
    htn_world_despawn(htn_agent_world(step->agent), at->all->build->thief, step->arguments[0].value);
    return HTN_SUCCEEDED;
}

static htn_outcome rest(void *user, const htn_activity *step)
{
    const seat *at = user;
    return heist_guard_rests(at->guard, (uint32_t)step->elapsed_us) ? HTN_SUCCEEDED : HTN_RUNNING;
}

/* A step that only takes time. Its context is how long; its memory is how long it has taken. */
static htn_outcome wait(void *user, const htn_activity *step)
{
    uint64_t *waited = step->memory;
    (void)user;
    return (*waited += step->elapsed_us) >= *(const uint64_t *)step->context ? HTN_SUCCEEDED : HTN_RUNNING;
}

static heist_goal around = HEIST_GOAL_AROUND, home = HEIST_GOAL_HOME, beat = HEIST_GOAL_BEAT;
static uint64_t look_us = 1200000, shout_us = 800000;

/* Listen has no function, so it goes on until something better comes. Without a binding it would be polled: htn_agent_news(). */
static const htn_operator_binding operators[] = {
    {.name = "Chase", .update = chase},
    {.name = "Arrest", .update = arrest},
    {.name = "SearchAround", .start = set_out, .update = walk, .context = &around},
    {.name = "GoHome", .start = set_out, .update = walk, .context = &home},
    {.name = "WalkBeat", .start = set_out, .update = walk, .context = &beat},
    {.name = "Rest", .update = rest},
    {.name = "LookAround", .update = wait, .memory = sizeof(uint64_t), .context = &look_us},
    {.name = "Shout", .update = wait, .memory = sizeof(uint64_t), .context = &shout_us},
    {.name = "Listen"},
};

/* --- A build of the domain and its agents ------------------------------------------------------- */

static void free_build(build *made)
{
    if (made == NULL)
        return;
    for (uint32_t i = 0; i < HEIST_GUARDS; i++)
        free(made->minds[i].memory);
    free(made->group_memory);
    free(made->class_memory);
    free(made->blob);
    free(made);
}

/* Binds what the domain has: a variant of it need not use every operator. */
static htn_status make_class(build *made)
{
    htn_operator_binding bound[sizeof operators / sizeof *operators];
    htn_bindings bindings = {.operators = bound, .sensors = sensors, .sensor_count = 2};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (htn_operator_find(&made->domain, operators[i].name) != HTN_NONE)
            bound[bindings.operator_count++] = operators[i];
    const size_t size = htn_agent_class_bytes(&made->domain);
    made->class_memory = malloc(size);
    return htn_agent_class_init(&made->class, &made->domain, &bindings, made->class_memory, size, NULL);
}

static htn_status make_mind(const build *made, struct mind *mind, const htn_agent_options *options)
{
    const size_t size = htn_agent_bytes(made->class, options);
    mind->memory = malloc(size);
    htn_status status = htn_agent_init(&mind->agent, made->class, options, mind->memory, size);
    if (status == HTN_OK)
        status = htn_journal_init(&mind->journal, mind->ring, sizeof mind->ring);
    return status == HTN_OK ? htn_agent_journal(mind->agent, &mind->journal) : status;
}

static htn_status make_all(heist_guards *guards, build *made, const void *blob, size_t size)
{
    const bool later = guards->lanes > 1;
    const htn_group_options shared = {.id = 1, .mode = later ? HTN_GROUP_LATER : HTN_GROUP_AT_ONCE};
    made->blob = memcpy(malloc(size), blob, size);
    htn_status status = htn_domain_load(&made->domain, made->blob, size, NULL);
    if (status != HTN_OK)
        return status;
    for (uint32_t i = 0; i < PROPERTIES; i++)
        made->ids[i] = htn_property_find(&made->domain, names[i]);
    made->thief = htn_type_find(&made->domain, "Thief");
    const size_t group_size = htn_group_bytes(&made->domain, &shared);
    made->group_memory = malloc(group_size);
    status = htn_group_init(&made->group, &made->domain, &shared, made->group_memory, group_size);
    if (status == HTN_OK)
        status = make_class(made);
    htn_agent_options options = {.defer = later, .orders = 4};
    for (uint32_t i = 0; i < HEIST_GUARDS && status == HTN_OK; i++) {
        options.user = &guards->seats[i];
        options.seed = options.stagger = i;
        status = make_mind(made, &made->minds[i], &options);
    }
    return status;
}

void heist_guards_read(heist_guards *guards)
{
    for (uint32_t i = 0; guards->build != NULL && i < HEIST_GUARDS; i++) {
        heist_bytes *to = &guards->seats[i].journal;
        for (size_t got = 1; got > 0; heist_bytes_add(to, got))
            got = htn_journal_read(&guards->build->minds[i].journal, heist_bytes_reserve(to, RING), RING);
    }
}

/* The new agents go on where the old ones are. Both crowds and group are new, too. */
static const char *change_to(heist_guards *guards, build *made, htn_status status)
{
    if (status == HTN_OK)
        heist_guards_read(guards); /* the last of the old agents' */
    free_build(status == HTN_OK ? guards->build : made);
    if (status == HTN_OK)
        guards->build = made;
    for (uint32_t i = 0; i < HEIST_GUARDS && status == HTN_OK; i++) {
        if (i < guards->lanes)
            htn_crowd_init(&guards->crowds[i]);
        htn_crowd_add(&guards->crowds[i % guards->lanes], made->minds[i].agent);
        status = htn_agent_join(made->minds[i].agent, made->group);
    }
    return status == HTN_OK ? NULL : htn_status_text(status);
}

/* The group's world and the agents of one build become those of another. */
static htn_status reload(build *to, const build *from)
{
    heist_bytes scratch = {0};
    size_t size = htn_world_save_bytes(htn_group_world(from->group));
    htn_world_save(htn_group_world(from->group), heist_bytes_reserve(&scratch, size), size, NULL);
    htn_status status = htn_world_load(htn_group_world(to->group), scratch.bytes, size, NULL);
    for (uint32_t i = 0; i < HEIST_GUARDS && status == HTN_OK; i++) {
        htn_agent *old = from->minds[i].agent;
        size = htn_agent_save_bytes(old);
        status = htn_agent_reload(to->minds[i].agent, old, heist_bytes_reserve(&scratch, size), size, NULL);
    }
    free(scratch.bytes);
    return status;
}

const char *heist_guards_load(heist_guards *guards, const void *blob, size_t size)
{
    build *made = calloc(1, sizeof *made);
    htn_status status = make_all(guards, made, blob, size);
    if (status == HTN_OK && guards->build != NULL)
        status = reload(made, guards->build);
    return change_to(guards, made, status);
}

/* The pieces of a save: the game, the group's world, each agent. */
void heist_guards_save(const heist_guards *guards, heist_bytes *to)
{
    const htn_world *home = htn_group_world(guards->build->group);
    size_t size = htn_world_save_bytes(home);
    memcpy(heist_bytes_piece(to, sizeof *guards->game), guards->game, sizeof *guards->game);
    htn_world_save(home, heist_bytes_piece(to, size), size, NULL);
    for (uint32_t i = 0; i < HEIST_GUARDS; i++) {
        const htn_agent *agent = guards->build->minds[i].agent;
        size = htn_agent_save_bytes(agent);
        htn_agent_save(agent, heist_bytes_piece(to, size), size, NULL);
    }
}

const char *heist_guards_restore(heist_guards *guards, const heist_bytes *save)
{
    size_t at = 0, size = 0;
    const uint8_t *game = heist_next_piece(save, &at, &size), *piece = NULL;
    if (game == NULL || size != sizeof *guards->game)
        return htn_status_text(HTN_BAD_SAVE);
    build *made = calloc(1, sizeof *made);
    htn_status status = make_all(guards, made, guards->build->blob, guards->build->domain.size);
    if (status == HTN_OK && (piece = heist_next_piece(save, &at, &size)) != NULL)
        status = htn_world_load(htn_group_world(made->group), piece, size, NULL);
    for (uint32_t i = 0; i < HEIST_GUARDS && status == HTN_OK; i++) {
        piece = heist_next_piece(save, &at, &size);
        status = piece != NULL ? htn_agent_load(made->minds[i].agent, piece, size, NULL) : HTN_BAD_SAVE;
    }
    if (status == HTN_OK)
        memcpy(guards->game, game, sizeof *guards->game);
    return change_to(guards, made, status);
}

/* --- A frame ------------------------------------------------------------------------------------ */

/*
 * Behind a frame game and group's world agree again: what the guards have removed is arrested, thieves that have fled are
 * instances no more, and those that have come become some.
 */
static void meet_thieves(heist_game *game, const build *made)
{
    htn_world *home = htn_group_world(made->group);
    for (uint32_t i = 0; i < HEIST_THIEVES; i++) {
        heist_thief *thief = &game->thieves[i];
        const bool here = thief->instance >= 0, there = htn_world_exists(home, made->thief, thief->instance);
        if (here && !there)
            heist_arrested(game, i);
        else if (here && thief->doing == HEIST_AWAY)
            htn_world_despawn(home, made->thief, thief->instance);
        if (thief->doing == HEIST_AWAY)
            thief->instance = -1;
        else if (!here)
            htn_world_spawn(home, made->thief, &thief->instance);
    }
}

static void tick_lane(void *user, uint32_t lane)
{
    heist_guards *guards = user;
    guards->statuses[lane] = htn_crowd_tick(&guards->crowds[lane], guards->elapsed_us, HTN_NONE);
}

htn_status heist_guards_tick(heist_guards *guards, uint64_t elapsed_us)
{
    htn_status status = HTN_OK;
    guards->elapsed_us = elapsed_us;
    htn_group_tick(guards->build->group, elapsed_us); /* for the alarm, which ends by itself */
    heist_in_lanes(guards->lanes, tick_lane, guards);
    for (uint32_t i = 0; i < guards->lanes; i++)
        status = status == HTN_OK ? guards->statuses[i] : status;
    for (uint32_t i = 0; i < HEIST_GUARDS; i++) /* in their order, whatever the lanes: the first arrest counts */
        htn_agent_share(guards->build->minds[i].agent);
    meet_thieves(guards->game, guards->build);
    heist_guards_read(guards);
    return status;
}

/* --- The rest ----------------------------------------------------------------------------------- */

heist_guards *heist_guards_new(heist_game *game, uint32_t lanes)
{
    heist_guards *guards = calloc(1, sizeof *guards);
    guards->game = game;
    guards->lanes = lanes;
    for (uint32_t i = 0; i < HEIST_GUARDS; i++)
        guards->seats[i] = (seat){.game = game, .guard = &game->guards[i], .all = guards};
    return guards;
}

void heist_guards_free(heist_guards *guards)
{
    free_build(guards->build);
    for (uint32_t i = 0; i < HEIST_GUARDS; i++)
        free(guards->seats[i].journal.bytes);
    free(guards);
}

const heist_bytes *heist_guards_journal(const heist_guards *guards, uint32_t guard)
{
    return &guards->seats[guard].journal;
}

htn_agent *heist_guards_agent(const heist_guards *guards, uint32_t guard, htn_journal **journal)
{
    *journal = &guards->build->minds[guard].journal;
    return guards->build->minds[guard].agent;
}

const htn_world *heist_guards_home(const heist_guards *guards)
{
    return htn_group_world(guards->build->group);
}
