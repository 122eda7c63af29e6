/*
 * Completion; see play_complete.h. The first word is a command or a property. What follows depends on the command; after a `=`
 * it is a value, and between parentheses an argument. Candidates are offered one after the other, and the one at the wanted
 * index is taken, so no list is built.
 */
#include "cli/play/play_complete.h"
#include "cli/common/value_text.h"
#include "cli/play/play_commands.h"
#include "cli/play/play_players.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The search for the completion at an index. */
typedef struct offer {
    const play_model *model;
    const char *line;
    size_t start, length; /* of the word that is completed, in the line */
    uint32_t left;        /* how many candidates that match are still skipped */
    base_text *completed;
    bool found;
} offer;

/* A candidate; `tail` is added after it. */
static void offer_name(offer *to, const char *name, const char *tail)
{
    const char *word = to->line + to->start;
    size_t i = 0;
    for (; i < to->length; i++)
        if (tolower((unsigned char)name[i]) != tolower((unsigned char)word[i]))
            return;
    if (to->found || to->left-- > 0)
        return;
    to->found = true;
    base_text_clear(to->completed);
    base_text_add(to->completed, "%.*s%s%s", (int)to->start, to->line, name, tail);
}

static void offer_properties(offer *to, const char *tail)
{
    const htn_domain *domain = to->model->now->actor.domain;
    for (htn_property i = 0; i < htn_domain_count(domain, HTN_SECTION_PROPERTIES); i++) {
        const uint32_t flags = htn_domain_field(domain, HTN_SECTION_PROPERTIES, i, HTN_PROPERTIES_FLAGS);
        const bool table = htn_domain_field(domain, HTN_SECTION_PROPERTIES, i, HTN_PROPERTIES_PARAMETER_COUNT) > 0;
        if (!(flags & HTN_PROPERTY_STATIC))
            offer_name(to, htn_property_name(domain, i), tail[0] == '\0' ? "" : table ? "(" : tail);
    }
    for (htn_query i = 0; i < htn_query_count(domain); i++)
        offer_name(to, htn_query_name(domain, i), tail[0] == '\0' ? "" : "(");
}

static void offer_steps(offer *to)
{
    for (uint32_t i = 0; i < to->model->now->actor.step_count; i++)
        offer_name(to, to->model->now->actor.steps[i].text, "");
}

static void offer_tasks(offer *to)
{
    for (uint32_t i = 0; i < htn_domain_count(to->model->now->actor.domain, HTN_SECTION_TASKS); i++)
        offer_name(to, htn_task_name(to->model->now->actor.domain, i), "");
}

/* The values of a type by name; of an open type the instances that exist, and `none` if `with_none`. */
static void offer_values(offer *to, uint32_t type, bool with_none, const char *tail)
{
    const htn_domain *domain = to->model->now->actor.domain;
    const int32_t low = (int32_t)htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_LOW);
    const int32_t high = (int32_t)htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_HIGH);
    const uint32_t kind = htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_KIND);
    const bool open = htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_PRESENCE) != HTN_NONE;
    if (kind == HTN_TYPE_INTEGER || kind == HTN_TYPE_FIXED)
        return;
    if (open && with_none)
        offer_name(to, "none", tail);
    for (int64_t value = low; value <= high && !to->found; value++) {
        base_text text = {0};
        if (open && !htn_world_exists(htn_agent_world(to->model->now->actor.agent), type, (int32_t)value))
            continue;
        cli_add_value(&text, domain, type, (int32_t)value);
        offer_name(to, base_text_of(&text), tail);
        base_text_free(&text);
    }
}

/* The last word before `end`, without blanks. The caller frees it. */
static char *name_before(const char *line, size_t end)
{
    size_t start = 0;
    while (end > 0 && isspace((unsigned char)line[end - 1]))
        end--;
    for (size_t i = 0; i < end; i++)
        if (line[i] == ' ')
            start = i + 1;
    char *name = base_allocate(end - start + 1);
    memcpy(name, line + start, end - start);
    return name;
}

/* After a `=`. */
static void offer_values_of(offer *to, const char *equals)
{
    const htn_domain *domain = to->model->now->actor.domain;
    const char *parenthesis = memchr(to->line, '(', (size_t)(equals - to->line));
    char *name = name_before(to->line, (size_t)((parenthesis != NULL ? parenthesis : equals) - to->line));
    const htn_property property = htn_property_find(domain, name);
    const htn_query query = htn_query_find(domain, name);
    if (property != HTN_NONE)
        offer_values(to, htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_TYPE), true, "");
    else if (query != HTN_NONE)
        offer_values(to, htn_query_type(domain, query), true, "");
    free(name);
}

static bool is_command(const offer *to, const char *name)
{
    const size_t length = strlen(name);
    return strcspn(to->line, " ") == length && memcmp(to->line, name, length) == 0;
}

static void offer_task_arguments(offer *to, htn_task task, uint32_t place)
{
    const htn_domain *domain = to->model->now->actor.domain;
    const uint32_t count = task == HTN_NONE ? 0 : htn_task_parameters(domain, task);
    if (place < count && htn_task_parameter_type(domain, task, place) != HTN_NONE)
        offer_values(to, htn_task_parameter_type(domain, task, place), true, place + 1 < count ? ", " : ")");
}

/* What can be ordered; a name with a blank or a full stop in it is none that a person can write. */
static void offer_orders(offer *to)
{
    const htn_domain *domain = to->model->now->actor.domain;
    if (to->start == strlen("order "))
        offer_name(to, "only", " ");
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_TASKS); i++)
        if (strpbrk(htn_task_name(domain, i), " .") == NULL)
            offer_name(to, htn_task_name(domain, i), htn_task_parameters(domain, i) == 0 ? "()" : "(");
}

/* Between parentheses. */
static void offer_arguments(offer *to, const char *parenthesis)
{
    const htn_domain *domain = to->model->now->actor.domain;
    char *name = name_before(to->line, (size_t)(parenthesis - to->line));
    const htn_property property = htn_property_find(domain, name);
    const htn_query query = htn_query_find(domain, name);
    uint32_t place = 0, first = 0, count = 0;
    for (const char *at = parenthesis; at < to->line + to->start; at++)
        place += *at == ',';
    if (property != HTN_NONE) {
        first = htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_FIRST_PARAMETER);
        count = htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_PARAMETER_COUNT);
    } else if (query != HTN_NONE) {
        first = htn_domain_field(domain, HTN_SECTION_QUERIES, query, HTN_QUERIES_FIRST_PARAMETER);
        count = htn_query_parameters(domain, query);
    }
    if (is_command(to, "order")) {
        offer_task_arguments(to, htn_task_find(domain, name), place);
        count = 0;
    }
    if (place < count)
        offer_values(to, htn_domain_field(domain, HTN_SECTION_PARAMETERS, first + place, HTN_PARAMETERS_TYPE), false,
                     place + 1 < count ? ", " : ") = ");
    free(name);
}

static void offer_types(offer *to, bool instances)
{
    const htn_domain *domain = to->model->now->actor.domain;
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_TYPES); i++) {
        const uint32_t name = htn_domain_field(domain, HTN_SECTION_TYPES, i, HTN_TYPES_NAME);
        if (htn_domain_field(domain, HTN_SECTION_TYPES, i, HTN_TYPES_PRESENCE) == HTN_NONE)
            continue;
        if (instances)
            offer_values(to, i, false, "");
        else
            offer_name(to, htn_domain_text(domain, HTN_SECTION_STRINGS, name), "");
    }
}

static void offer_players(offer *to, const char *tail)
{
    const play_model *model = to->model;
    for (uint32_t i = play_next_player(model, HTN_NONE); i != HTN_NONE && model->group != NULL;
         i = play_next_player(model, i))
        offer_name(to, model->players[i]->name, tail);
}

/* After a command. */
static void offer_operands(offer *to)
{
    const size_t length = strcspn(to->line, " ");
    const char *const steps[] = {"succeed", "fail"};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (strlen(steps[i]) == length && memcmp(to->line, steps[i], length) == 0)
            offer_steps(to);
    if (is_command(to, "order"))
        offer_orders(to);
    if (is_command(to, "of"))
        offer_players(to, " ");
    if (is_command(to, "leave"))
        offer_players(to, "");
    if (is_command(to, "take"))
        offer_name(to, "back", " ");
    if (length == 3 && memcmp(to->line, "set", 3) == 0)
        offer_properties(to, " = ");
    if (length == 5 && memcmp(to->line, "world", 5) == 0)
        offer_properties(to, "");
    if (length == 3 && memcmp(to->line, "why", 3) == 0)
        offer_tasks(to);
    if (length == 5 && memcmp(to->line, "spawn", 5) == 0)
        offer_types(to, false);
    if (length == 7 && memcmp(to->line, "despawn", 7) == 0)
        offer_types(to, true);
}

bool play_complete(const play_model *model, const char *line, uint32_t index, base_text *completed)
{
    const size_t length = strlen(line);
    const char *equals = strchr(line, '='), *parenthesis = strrchr(line, '(');
    offer to = {.model = model, .line = line, .start = length, .left = index, .completed = completed};
    while (to.start > 0 && strchr(" \t=(,", line[to.start - 1]) == NULL)
        to.start--;
    to.length = length - to.start;
    if (equals != NULL) {
        offer_values_of(&to, equals);
    } else if (parenthesis != NULL && strchr(parenthesis, ')') == NULL) {
        offer_arguments(&to, parenthesis);
    } else if (to.start > 0) {
        offer_operands(&to);
    } else {
        offer_properties(&to, " = ");
        for (uint32_t i = 0; play_command_name(i) != NULL; i++)
            offer_name(&to, play_command_name(i), " ");
    }
    return to.found;
}
