/*
 * See play_clauses.h. Instances have names in a scenario: `enemy0` for `Enemy#0`, and `enemy0_2` for the next one in that place; of an agent of
 * several that has it for itself, `anna_enemy0`. Clauses about one agent of several end with `Of [anna]`. Time is waited for in pieces of at most 100 s, which pass in the same slices as in a play. Neighbour: play_moves.h notes the moves.
 */
#include "cli/play/play_clauses.h"
#include "cli/common/value_text.h"
#include "cli/play/play_cells.h"
#include "cli/play/play_players.h"
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST_WAIT = 100000, /* milliseconds: from here on a scenario waits in longer slices */
    MOST_CELLS = 24        /* that the last clause expects */
};

/* An instance of the play, and what the scenario calls it. */
typedef struct instance_name {
    char *token; /* `Enemy#0` */
    char *name;
    uint32_t player; /* who has it; HTN_NONE: all have it in common */
    uint32_t life;   /* from 1: how many instances have had this place */
} instance_name;

typedef struct writer {
    const play_model *model;
    base_text *text;
    instance_name *names;
    size_t name_count, name_capacity;
    uint32_t wait;        /* milliseconds that are still to be written */
    uint32_t player;      /* whom the present clause is about */
    const char *expected; /* the steps in progress that were expected last (play_move.running); NULL: none yet */
} writer;

/* --- Names of instances --------------------------------------------------------------------------- */

static bool is_taken(const writer *to, const char *name)
{
    const htn_domain *domain = to->model->now->actor.domain;
    int32_t value;
    bool taken = htn_property_find(domain, name) != HTN_NONE || htn_query_find(domain, name) != HTN_NONE ||
                 htn_type_find(domain, name) != HTN_NONE;
    for (uint32_t type = 0; type < htn_domain_count(domain, HTN_SECTION_TYPES) && !taken; type++)
        taken = htn_value_find(domain, type, name, &value);
    for (size_t i = 0; i < to->name_count && !taken; i++)
        taken = strcmp(to->names[i].name, name) == 0;
    return taken;
}

static instance_name *find_name_of(const writer *to, const char *token, size_t length, uint32_t player)
{
    for (size_t i = 0; i < to->name_count; i++)
        if (to->names[i].player == player && strlen(to->names[i].token) == length &&
            memcmp(to->names[i].token, token, length) == 0)
            return &to->names[i];
    return NULL;
}

/* Of those that the present agent knows. An outermost type is shared as a whole or not, so there are not two. */
static instance_name *find_name(const writer *to, const char *token, size_t length)
{
    instance_name *common = find_name_of(to, token, length, HTN_NONE);
    return common != NULL ? common : find_name_of(to, token, length, to->player);
}

/* `anna_` in front of the name of an instance that others may have for themselves. */
static void add_owner(base_text *name, const writer *to, uint32_t player)
{
    if (to->model->group != NULL && player != HTN_NONE)
        base_text_add(name, "%s_", to->model->players[player]->name);
}

/* Gives a new instance a name, which begins with a small letter. `player`: who has it. */
static const instance_name *name_instance(writer *to, const char *token, size_t length, uint32_t player)
{
    instance_name *known = find_name_of(to, token, length, player);
    if (known == NULL) {
        to->names = base_grow_array(to->names, to->name_count, &to->name_capacity, sizeof *to->names);
        known = &to->names[to->name_count++];
        *known =
            (instance_name){.token = base_duplicate_text(token), .name = base_duplicate_text(""), .player = player};
        known->token[length] = '\0';
    }
    known->life++;
    base_text name = {0};
    const size_t mark = strcspn(known->token, "#");
    add_owner(&name, to, player);
    const size_t begin = name.length;
    base_text_add(&name, "%.*s%s", (int)mark, known->token, known->token + mark + 1);
    if (name.bytes[begin] >= 'A' && name.bytes[begin] <= 'Z')
        name.bytes[begin] = (char)(name.bytes[begin] - 'A' + 'a');
    if (known->life > 1)
        base_text_add(&name, "_%u", (unsigned)known->life);
    while (is_taken(to, name.bytes))
        base_text_add(&name, "_");
    free(known->name);
    known->name = name.bytes;
    return known;
}

static bool is_of_name(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c & 0x80) != 0;
}

/* Adds a text of the play, with the scenario's names of instances. What stands between quotes stays. */
static void add_renamed(writer *to, const char *text)
{
    bool quoted = false;
    for (const char *at = text; *at != '\0';) {
        size_t length = 0;
        while (!quoted && is_of_name(at[length]))
            length++;
        size_t whole = length;
        if (length > 0 && at[length] == '#')
            for (whole++; at[whole] >= '0' && at[whole] <= '9';)
                whole++;
        const instance_name *known = whole > length ? find_name(to, at, whole) : NULL;
        quoted ^= length == 0 && *at == '"';
        if (length == 0)
            whole = 1;
        if (known != NULL)
            base_text_add(to->text, "%s", known->name);
        else
            base_text_add_bytes(to->text, at, whole);
        at += whole;
    }
}

/* --- Clauses -------------------------------------------------------------------------------------- */

/* `In [Legs] Of [anna]`, as far as there are several, and the end of the line. `layer`: HTN_NONE: of none. */
static void end_clause(writer *to, uint32_t layer)
{
    if (to->model->layer_count > 1 && layer != HTN_NONE)
        base_text_add(to->text, " In [%s]", cli_layer_name(to->model->now->actor.domain, layer));
    if (to->model->group != NULL)
        base_text_add(to->text, " Of [%s]", to->model->players[to->player]->name);
    base_text_add(to->text, "\n");
}

static void add_wait(writer *to)
{
    if (to->wait > 0 && to->wait % 1000 == 0)
        base_text_add(to->text, "Wait [%us]\n", to->wait / 1000);
    else if (to->wait > 0)
        base_text_add(to->text, "Wait [%ums]\n", to->wait);
    to->wait = 0;
}

static void wait(writer *to, uint32_t milliseconds)
{
    const bool joins = to->wait % PLAY_SLICE == 0 && to->wait + milliseconds <= LONGEST_WAIT;
    if (!joins)
        add_wait(to);
    for (; milliseconds > LONGEST_WAIT; milliseconds -= LONGEST_WAIT) {
        to->wait = LONGEST_WAIT;
        add_wait(to);
    }
    to->wait += milliseconds;
}

/* `a : Enemy, b : Enemy`, for tokens as in play_new_instances(). Returns how many there are. */
static uint32_t add_instances(writer *to, const char *tokens)
{
    uint32_t count = 0;
    while (*tokens != '\0') {
        const size_t length = strcspn(tokens, " ");
        const bool common = tokens[0] == '=';
        const instance_name *made = name_instance(to, tokens + common, length - common, common ? HTN_NONE : to->player);
        base_text_add(to->text, "%s%s : %.*s", count++ > 0 ? ", " : "", made->name, (int)strcspn(made->token, "#"),
                      made->token);
        tokens += length + (tokens[length] == ' ');
    }
    return count;
}

/* What one agent is given at the beginning. */
static void give_at_start(writer *to, const char *instances)
{
    const cli_list *set = &to->model->options->session.set;
    if (instances[0] == '\0' && set->count == 0)
        return;
    base_text_add(to->text, "Given [");
    uint32_t count = add_instances(to, instances);
    for (size_t i = 0; i < set->count; i++) {
        base_text_add(to->text, "%s", count++ > 0 ? ", " : "");
        add_renamed(to, set->items[i]);
    }
    base_text_add(to->text, "]");
    end_clause(to, HTN_NONE);
}

/* The names in the lines of `running`, each once: `anna, bert`. */
static void add_agents_of(writer *to, const char *running)
{
    uint32_t before = HTN_NONE;
    for (const char *at = running; *at != '\0'; at = strchr(at, '\n') + 1) {
        const uint32_t player = (uint32_t)strtoul(at, NULL, 10);
        if (player != before)
            base_text_add(to->text, "%s%s", before == HTN_NONE ? "" : ", ", to->model->players[player]->name);
        before = player;
    }
}

/* `instances`: a line for each agent. */
static void add_start(writer *to, const char *instances, const char *running)
{
    if (to->model->group != NULL) {
        base_text_add(to->text, "Agents [");
        add_agents_of(to, running);
        base_text_add(to->text, "]\n");
    }
    for (to->player = 0; *instances != '\0'; to->player++) {
        const size_t length = strcspn(instances, "\n");
        char *line = base_duplicate_text(instances);
        line[length] = '\0';
        give_at_start(to, line);
        free(line);
        instances += length + 1;
    }
}

/* The next line of a text of lines; `*length` is without its end. NULL: there is none. */
static const char *next_line(const char **at, size_t *length)
{
    const char *line = *at;
    if (line == NULL || *line == '\0')
        return NULL;
    *length = strcspn(line, "\n");
    *at = line + *length + (line[*length] == '\n');
    return line;
}

/* The line that begins like another one, up to its `:`. NULL: there is none. */
static const char *find_line(const char *lines, const char *like, size_t *length)
{
    const size_t key = strcspn(like, ":") + 1;
    for (const char *line; (line = next_line(&lines, length)) != NULL;)
        if (*length >= key && memcmp(line, like, key) == 0)
            return line;
    return NULL;
}

/* Expects what is in progress, where it is something else than before. `always`: of the first layer of `move->player` in any case. */
static void expect_running(writer *to, const play_move *move, bool always)
{
    const char *now = move->running, *line;
    size_t length, was;
    while ((line = next_line(&now, &length)) != NULL) {
        const char *old = find_line(to->expected, line, &was), *steps = strchr(line, ':') + 1;
        const uint32_t player = (uint32_t)strtoul(line, NULL, 10),
                       layer = (uint32_t)strtoul(strchr(line, '.') + 1, NULL, 10);
        if (layer >= to->model->layer_count || (old != NULL && was == length && memcmp(old, line, length) == 0 &&
                                                !(always && layer == 0 && player == move->player)))
            continue;
        char *text = base_duplicate_text(steps);
        text[length - (size_t)(steps - line)] = '\0';
        add_wait(to);
        to->player = player;
        base_text_add(to->text, "Expect Running [");
        add_renamed(to, text);
        base_text_add(to->text, "]");
        end_clause(to, layer);
        free(text);
    }
    to->expected = move->running;
}

static void add_list(writer *to, const char *clause, const char *text)
{
    base_text_add(to->text, "%s [", clause);
    add_renamed(to, text);
    base_text_add(to->text, "]");
}

/* Whether an order is taken back later while it waits behind another one: then nobody needs to have given it. */
static bool is_dropped(const writer *to, uint32_t order)
{
    for (size_t i = 0; i < to->model->move_count; i++) {
        const play_move *move = &to->model->moves[i];
        if (move->kind == PLAY_MOVE_TAKE && move->text[0] == '\0' && move->order == order && move->player == to->player)
            return true;
    }
    return false;
}

/* The task of an order that the present agent was given. */
static const char *task_of(const writer *to, uint32_t order)
{
    for (size_t i = 0; i < to->model->move_count; i++) {
        const play_move *move = &to->model->moves[i];
        if ((move->kind == PLAY_MOVE_ORDER || move->kind == PLAY_MOVE_QUEUE) && move->order == order &&
            move->player == to->player)
            return move->text;
    }
    return "";
}

/* The first order is taken back: those behind it are given in place of all. */
static void add_rest(writer *to, const char *orders)
{
    const char *between = "Order [";
    for (char *end; *orders != '\0'; orders = end + (*end == ' ')) {
        const uint32_t order = (uint32_t)strtoul(orders, &end, 10);
        if (is_dropped(to, order))
            continue;
        base_text_add(to->text, "%s", between);
        add_renamed(to, task_of(to, order));
        between = ", ";
    }
    base_text_add(to->text, "]");
}

/* False: there is no clause for the move. */
static bool add_move(writer *to, const play_move *move)
{
    if (move->kind != PLAY_MOVE_WAIT && move->kind != PLAY_MOVE_RELOAD)
        add_wait(to);
    to->player = move->player;
    switch (move->kind) {
    case PLAY_MOVE_START: add_start(to, move->text, move->running); break;
    case PLAY_MOVE_COME: base_text_add(to->text, "Agents [%s]\n", move->text); break;
    case PLAY_MOVE_LEAVE: base_text_add(to->text, "Leave [%s]\n", move->text); break;
    case PLAY_MOVE_GIVEN:
        base_text_add(to->text, "Given [");
        add_instances(to, move->text);
        base_text_add(to->text, "]");
        end_clause(to, HTN_NONE);
        break;
    case PLAY_MOVE_SENSE:
        add_list(to, "Sense", move->text);
        end_clause(to, HTN_NONE);
        break;
    case PLAY_MOVE_RUN:
        add_list(to, "Run", move->text);
        end_clause(to, move->layer);
        break;
    case PLAY_MOVE_ORDER:
        add_list(to, "Order", move->text);
        end_clause(to, move->layer);
        break;
    case PLAY_MOVE_TAKE:
        if (move->text[0] == '\0')
            break;
        add_rest(to, move->text);
        end_clause(to, move->layer);
        break;
    case PLAY_MOVE_QUEUE:
        if (is_dropped(to, move->order))
            break;
        add_list(to, "Queue", move->text);
        end_clause(to, move->layer);
        break;
    case PLAY_MOVE_WAIT: wait(to, move->milliseconds); break;
    case PLAY_MOVE_RELOAD: break;
    case PLAY_MOVE_UNSAID: return false;
    }
    expect_running(to, move, move->kind == PLAY_MOVE_GIVEN);
    return true;
}

/* --- The world at the end ------------------------------------------------------------------------- */

static bool is_told(const htn_domain *domain, htn_property property)
{
    const uint32_t flags = htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_FLAGS);
    return (flags & (HTN_PROPERTY_STATIC | HTN_PROPERTY_HELD)) == 0 &&
           strchr(htn_property_name(domain, property), '(') == NULL; /* not `Cooldown(Guard, 0)` */
}

static void add_cell(writer *to, const htn_world *world, htn_property property, uint32_t cell)
{
    const htn_domain *domain = world->domain;
    const uint32_t type = htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_TYPE);
    const bool truth = htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_KIND) == HTN_TYPE_BOOL;
    base_text text = {0};
    if (truth && play_cell_value(world, property, cell) == 0)
        base_text_add(&text, "not ");
    cli_add_cell(&text, domain, property, cell);
    if (!truth) {
        base_text_add(&text, " == ");
        play_add_cell_value(&text, world, property, cell);
    }
    add_renamed(to, base_text_of(&text));
    base_text_free(&text);
}

/* What is not as it was declared, in the world of the present agent. What all share is said of the `first` one. */
static void expect_world(writer *to, bool first)
{
    const htn_world *world = htn_agent_world(to->model->players[to->player]->actor.agent);
    const htn_domain *domain = world->domain;
    const size_t size = htn_world_bytes(domain);
    void *memory = base_allocate(size);
    htn_world declared;
    uint32_t count = 0;
    htn_world_init(&declared, domain, memory, size);
    for (htn_property i = 0; i < htn_domain_count(domain, HTN_SECTION_PROPERTIES); i++) {
        const uint32_t cells = htn_domain_field(domain, HTN_SECTION_PROPERTIES, i, HTN_PROPERTIES_CELLS);
        const uint32_t flags = htn_domain_field(domain, HTN_SECTION_PROPERTIES, i, HTN_PROPERTIES_FLAGS);
        if (!first && (flags & HTN_PROPERTY_SHARED) != 0)
            continue;
        for (uint32_t cell = 0; is_told(domain, i) && cell < cells && count < MOST_CELLS; cell++) {
            if (!play_cell_exists(world, i, cell) ||
                play_cell_value(world, i, cell) == play_cell_value(&declared, i, cell))
                continue;
            base_text_add(to->text, count++ == 0 ? "Expect World [" : ", ");
            add_cell(to, world, i, cell);
        }
    }
    if (count > 0) {
        base_text_add(to->text, "]");
        end_clause(to, HTN_NONE);
    }
    free(memory);
}

/* What the present agent of several holds. */
static void expect_holds(writer *to)
{
    const htn_agent *agent = to->model->players[to->player]->actor.agent;
    uint32_t count = 0;
    htn_hold hold;
    for (uint32_t i = 0; htn_agent_hold(agent, i, &hold); i++) {
        base_text text = {0};
        if (hold.lost)
            continue;
        cli_add_value(&text, to->model->now->actor.domain, hold.type, hold.instance);
        base_text_add(to->text, count++ == 0 ? "Expect Holds [" : ", ");
        add_renamed(to, base_text_of(&text));
        base_text_free(&text);
    }
    if (count > 0) {
        base_text_add(to->text, "]");
        end_clause(to, HTN_NONE);
    }
}

static void expect_end(writer *to)
{
    const play_model *model = to->model;
    const uint32_t first = play_next_player(model, HTN_NONE);
    for (uint32_t i = first; i != HTN_NONE; i = play_next_player(model, i)) {
        to->player = i;
        expect_world(to, i == first);
        if (model->group != NULL)
            expect_holds(to);
    }
}

/* --- The whole ------------------------------------------------------------------------------------ */

static void free_names(writer *to)
{
    for (size_t i = 0; i < to->name_count; i++) {
        free(to->names[i].token);
        free(to->names[i].name);
    }
    free(to->names);
}

bool play_add_scenario(base_text *text, const play_model *model, const char *name, base_text *problem)
{
    writer to = {.model = model, .text = text};
    size_t said = 0;
    base_text_add(text, "Scenario [%s]\n", name);
    while (said < model->move_count && add_move(&to, &model->moves[said]))
        said++;
    add_wait(&to);
    if (said == model->move_count)
        expect_end(&to);
    else
        base_text_add(problem, "a scenario cannot say what happened at %u.%u s: %s", model->moves[said].time / 1000,
                      model->moves[said].time % 1000 / 100, model->moves[said].text);
    free_names(&to);
    return said == model->move_count;
}
