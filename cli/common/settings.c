/*
 * Reads changes of a world state as a person types them: values by name, arguments of tables and queries in parentheses,
 * instances of open types as `Type#0`. See settings.h.
 */
#include "cli/common/settings.h"
#include "cli/common/held.h"
#include "cli/common/usage_error.h"
#include "cli/common/value_read.h"
#include "cli/common/value_text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NAME = 255 };

/* One `PROP=VALUE` or `PROP(A,B)=VALUE`, for a property or a query. */
typedef struct setting {
    const cli_settings *of;
    base_text *problem;
    const char *text;
    htn_property property; /* HTN_NONE: the setting is about a query */
    htn_query query;
    const char *name;
    uint32_t type;                             /* of the value */
    uint32_t first_parameter, parameter_count; /* records of PARAMETERS */
} setting;

static uint32_t type_field(const htn_domain *domain, uint32_t type, uint32_t field)
{
    return htn_domain_field(domain, HTN_SECTION_TYPES, type, field);
}

/* --- Messages --------------------------------------------------------------------------------- */

static bool unknown_property(const setting *s, const char *name)
{
    const htn_domain *domain = s->of->domain;
    uint32_t count = htn_domain_count(domain, HTN_SECTION_PROPERTIES), queries = htn_query_count(domain);
    const char **names = base_allocate(((size_t)count + queries + 1) * sizeof *names);
    for (uint32_t i = 0; i < count; i++)
        names[i] = htn_property_name(domain, i);
    for (uint32_t i = 0; i < queries; i++)
        names[count + i] = htn_query_name(domain, i);
    base_text_add(s->problem, "the domain has no property%s '%s'%s", queries > 0 ? " and no query" : "", name,
                  cli_did_you_mean(name, names, (size_t)count + queries));
    free((void *)names);
    return false;
}

/* `index`: the value is an argument, between the parentheses. */
static bool bad_value(const setting *s, uint32_t type, const char *value, bool index)
{
    const htn_domain *domain = s->of->domain;
    uint32_t count = type_field(domain, type, HTN_TYPES_VALUE_COUNT);
    const char **names = base_allocate((count + 2) * sizeof *names);
    base_text expected = {0};
    for (uint32_t i = 0; i < count; i++)
        names[i] = htn_value_name(domain, type, (int32_t)(type_field(domain, type, HTN_TYPES_LOW) + i));
    if (type_field(domain, type, HTN_TYPES_KIND) == HTN_TYPE_BOOL) {
        names[count++] = "false";
        names[count++] = "true";
    }
    cli_add_values_of(&expected, domain, type, index);
    base_text_add(s->problem, "%s%s takes %s%s", s->name, index ? "(...)" : "", base_text_of(&expected),
                  cli_did_you_mean(value, names, count));
    base_text_free(&expected);
    free((void *)names);
    return false;
}

/* An instance that does not exist. */
static bool not_there(const setting *s, uint32_t type, int32_t instance)
{
    const htn_domain *domain = s->of->domain;
    uint32_t own = cli_instance_type(domain, type, instance);
    int32_t number = instance - (int32_t)type_field(domain, own, HTN_TYPES_LOW);
    cli_add_value(s->problem, domain, type, instance);
    base_text_add(s->problem, " does not exist");
    if (s->of->spawn != NULL)
        base_text_add(s->problem, "; `%s%s=%d` creates it", s->of->spawn,
                      htn_domain_text(domain, HTN_SECTION_STRINGS, type_field(domain, own, HTN_TYPES_NAME)),
                      number + 1);
    return false;
}

/* `Distance is a table with 1 parameter: ...`, `HasPath is a query with 2 parameters: ...` or `Stamina is no table: ...` */
static bool wrong_count(const setting *s)
{
    const htn_domain *domain = s->of->domain;
    bool query = s->property == HTN_NONE;
    base_text form = {0};
    if (s->parameter_count == 0) {
        base_text_add(s->problem, "%s %s: write %s=%s", s->name, query ? "has no parameters" : "is no table", s->name,
                      strchr(s->text, '=') + 1);
        return false;
    }
    for (uint32_t i = 0; i < s->parameter_count; i++) {
        uint32_t type = htn_domain_field(domain, HTN_SECTION_PARAMETERS, s->first_parameter + i, HTN_PARAMETERS_TYPE);
        base_text_add(&form, "%s", i == 0 ? "" : ",");
        cli_add_value(&form, domain, type, (int32_t)type_field(domain, type, HTN_TYPES_LOW));
    }
    base_text_add(s->problem, "%s is a %s with %u parameter%s: give %s, as in %s(%s)", s->name,
                  query ? "query" : "table", s->parameter_count, s->parameter_count == 1 ? "" : "s",
                  s->parameter_count == 1 ? "its value" : "their values", s->name, base_text_of(&form));
    base_text_free(&form);
    return false;
}

/* --- Setting ------------------------------------------------------------------------------------ */

static void note_place(const cli_settings *of, htn_property property, htn_query query, const int32_t *index,
                       uint32_t count)
{
    if (of->place == NULL)
        return;
    memset(of->place, 0, sizeof *of->place);
    of->place->property = property;
    of->place->query = query;
    memcpy(of->place->arguments, index, count * sizeof *index);
}

static uint32_t property_field(const setting *s, uint32_t field)
{
    return htn_domain_field(s->of->domain, HTN_SECTION_PROPERTIES, s->property, field);
}

/* Finds the property or query of that name. False: there is none. */
static bool find_subject(setting *s, const char *name)
{
    const htn_domain *domain = s->of->domain;
    s->name = name;
    s->property = htn_property_find(domain, name);
    s->query = htn_query_find(domain, name);
    if (s->property != HTN_NONE) {
        s->type = property_field(s, HTN_PROPERTIES_TYPE);
        s->first_parameter = property_field(s, HTN_PROPERTIES_FIRST_PARAMETER);
        s->parameter_count = property_field(s, HTN_PROPERTIES_PARAMETER_COUNT);
        return true;
    }
    if (s->query == HTN_NONE)
        return false;
    s->type = htn_query_type(domain, s->query);
    s->first_parameter = htn_domain_field(domain, HTN_SECTION_QUERIES, s->query, HTN_QUERIES_FIRST_PARAMETER);
    s->parameter_count = htn_query_parameters(domain, s->query);
    return true;
}

static bool is_absent(const setting *s, uint32_t type, int32_t value)
{
    return htn_type_is_open(s->of->domain, type) && value >= 0 && !htn_world_exists(s->of->world, type, value);
}

/* Reads the arguments between the parentheses. Writes to `list`. */
static bool read_arguments(const setting *s, char *list, int32_t *index, uint32_t *count)
{
    const htn_domain *domain = s->of->domain;
    *count = 0;
    for (char *at = list; at != NULL;) {
        char *comma = strchr(at, ',');
        if (comma != NULL)
            *comma = '\0';
        at += strspn(at, " ");
        for (size_t length = strlen(at); length > 0 && at[length - 1] == ' ';)
            at[--length] = '\0';
        if (*count < s->parameter_count) {
            uint32_t type =
                htn_domain_field(domain, HTN_SECTION_PARAMETERS, s->first_parameter + *count, HTN_PARAMETERS_TYPE);
            if (!cli_read_value(domain, type, at, &index[*count]) ||
                (htn_type_is_open(domain, type) && index[*count] < 0))
                return bad_value(s, type, at, true);
        }
        ++*count;
        at = comma != NULL ? comma + 1 : NULL;
    }
    return true;
}

/* Whether the number of arguments is right. A query without parameters may have empty parentheses. */
static bool check_count(const setting *s, const char *list, uint32_t count)
{
    bool empty = list != NULL && list[strspn(list, " ")] == '\0' && s->property == HTN_NONE;
    if (count == s->parameter_count && (list == NULL || s->parameter_count > 0 || empty))
        return true;
    return wrong_count(s);
}

static bool check_there(const setting *s, const int32_t *index, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t type =
            htn_domain_field(s->of->domain, HTN_SECTION_PARAMETERS, s->first_parameter + i, HTN_PARAMETERS_TYPE);
        if (is_absent(s, type, index[i]))
            return not_there(s, type, index[i]);
    }
    return true;
}

/* `[B, A]`: what a query proposes. */
static bool set_candidates(const setting *s, const int32_t *index, const char *text)
{
    const uint32_t most = htn_query_candidates(s->of->domain, s->query);
    int32_t candidates[HTN_MAX_CANDIDATES];
    uint32_t count = 0;
    const size_t length = strlen(text);
    if (text[0] != '[' || text[length - 1] != ']') {
        base_text_add(s->problem, "%s proposes several values: write them in brackets, such as [] or [A, B]", s->name);
        return false;
    }
    char *values = base_allocate(length);
    memcpy(values, text + 1, length - 2);
    values[length - 2] = '\0';
    bool good = true;
    char *at = values;
    while (good && at != NULL && at[strspn(at, " ")] != '\0') {
        char *comma = strchr(at, ',');
        if (comma != NULL)
            *comma = '\0';
        at += strspn(at, " ");
        for (size_t end = strlen(at); end > 0 && at[end - 1] == ' '; end--)
            at[end - 1] = '\0';
        if (count == most) {
            base_text_add(s->problem, "%s proposes at most %u values", s->name, most);
            good = false;
        } else {
            good = cli_read_value(s->of->domain, s->type, at, &candidates[count]) || bad_value(s, s->type, at, false);
            good = good && (!is_absent(s, s->type, candidates[count]) || not_there(s, s->type, candidates[count]));
            count++;
        }
        at = comma != NULL ? comma + 1 : NULL;
    }
    free(values);
    if (good)
        cli_answers_propose(s->of->answers, s->query, index, candidates, count);
    return good;
}

static bool set_value(const setting *s, char *list, const char *value_text)
{
    const cli_settings *of = s->of;
    int32_t index[CLI_MOST_ARGUMENTS] = {0}, value;
    uint32_t count = 0;
    if (list != NULL && s->parameter_count > 0 && s->parameter_count <= CLI_MOST_ARGUMENTS &&
        !read_arguments(s, list, index, &count))
        return false;
    if (!check_count(s, list, count) || !check_there(s, index, count))
        return false;
    note_place(of, s->property, s->query, index, count);
    if (s->property != HTN_NONE && (property_field(s, HTN_PROPERTIES_FLAGS) & HTN_PROPERTY_STATIC)) {
        base_text_add(s->problem, "%s cannot be changed: the domain's Facts fix its values", s->name);
        return false;
    }
    if (s->property == HTN_NONE && htn_query_candidates(of->domain, s->query) > 0 && strcmp(value_text, "later") != 0)
        return set_candidates(s, index, value_text);
    if (!cli_read_value(of->domain, s->type, value_text, &value)) {
        if (s->property != HTN_NONE || strcmp(value_text, "later") != 0)
            return bad_value(s, s->type, value_text, false);
        cli_answers_set_late(of->answers, s->query, index);
        return true;
    }
    if (is_absent(s, s->type, value))
        return not_there(s, s->type, value);
    if (s->property == HTN_NONE) {
        cli_answers_set(of->answers, s->query, index, value);
        return true;
    }
    if (htn_world_set_at(of->world, s->property, index, count, value) != HTN_OK)
        return bad_value(s, s->type, value_text, false);
    if (of->set != NULL)
        of->set[s->property] = true;
    return true;
}

/*
 * `Held(Rock)=true`: sets it in the table that knows the instance. False: this is something else, such as a cell of the table with
 * its layer, `Held(Legs, Rock)=2`. `list` is not changed then.
 */
static bool set_held(const setting *s, const char *name, const char *list, const char *value, bool *set)
{
    const htn_domain *domain = s->of->domain;
    const htn_property named = htn_property_find(domain, "Held");
    const bool held = strcmp(value, "true") == 0;
    if (named != HTN_NONE &&
        !(htn_domain_field(domain, HTN_SECTION_PROPERTIES, named, HTN_PROPERTIES_FLAGS) & HTN_PROPERTY_HELD))
        return false; /* the domain declares another one */
    if (strcmp(name, "Held") != 0 || list == NULL || (!held && strcmp(value, "false") != 0))
        return false;
    for (htn_property table = cli_held_table(domain, HTN_NONE); table != HTN_NONE;
         table = cli_held_table(domain, table)) {
        const uint32_t family = cli_held_family(domain, table);
        int32_t instance;
        if (!cli_read_value(domain, family, list, &instance) || instance < 0)
            continue;
        *set = !is_absent(s, family, instance) || not_there(s, family, instance);
        if (*set) {
            cli_set_held(s->of->world, table, instance, held);
            note_place(s->of, table, HTN_NONE, &instance, 1);
        }
        if (*set && s->of->set != NULL)
            s->of->set[table] = true;
        return true;
    }
    return false;
}

/* The indexes behind a name; NULL: there are none. Parentheses belong to the name in `Cooldown(Guard, 0)` and `Cooldown(Guard, 0)(Rock)`. */
static char *list_of(const htn_domain *domain, char *name)
{
    char *behind = strstr(name, ")(");
    if (htn_property_find(domain, name) != HTN_NONE)
        return NULL;
    return behind != NULL ? behind + 1 : strchr(name, '(');
}

/* Takes away the blanks around the first `=` and at the ends: `A = true` means `A=true`. To be freed. */
static char *without_blanks(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *tight = base_allocate(size);
    memcpy(tight, text + strspn(text, " \t"), size - strspn(text, " \t"));
    for (size_t end = strlen(tight); end > 0 && strchr(" \t", tight[end - 1]) != NULL;)
        tight[--end] = '\0';
    char *equals = strchr(tight, '=');
    if (equals == NULL)
        return tight;
    const char *value = equals + 1 + strspn(equals + 1, " \t");
    char *name_end = equals;
    while (name_end > tight && strchr(" \t", name_end[-1]) != NULL)
        name_end--;
    *name_end = '=';
    memmove(name_end + 1, value, strlen(value) + 1);
    return tight;
}

static bool set_one(const cli_settings *settings, const char *text, base_text *problem)
{
    const char *equals = strchr(text, '=');
    setting s = {.of = settings, .problem = problem, .text = text};
    if (equals == NULL) {
        base_text_add(problem, "`=VALUE` is missing");
        return false;
    }
    size_t length = (size_t)(equals - text);
    char *name = base_allocate(length + 1);
    memcpy(name, text, length);
    char *list = list_of(settings->domain, name), *close = strrchr(name, ')');
    bool set = false;
    if (list != NULL && (close == NULL || close[1] != '\0')) {
        base_text_add(problem, "`)` is missing before the `=`");
    } else {
        if (list != NULL)
            *list++ = *close = '\0';
        if (!set_held(&s, name, list, equals + 1, &set))
            set = find_subject(&s, name) ? set_value(&s, list, equals + 1) : unknown_property(&s, name);
    }
    free(name);
    return set;
}

bool cli_settings_set(const cli_settings *settings, const char *text, base_text *problem)
{
    char *tight = without_blanks(text);
    const bool set = set_one(settings, tight, problem);
    free(tight);
    return set;
}

/* --- Spawning ----------------------------------------------------------------------------------- */

static bool unknown_type(const htn_domain *domain, const char *name, base_text *problem)
{
    uint32_t count = htn_domain_count(domain, HTN_SECTION_TYPES), open = 0;
    const char **names = base_allocate((count + 1) * sizeof *names);
    for (uint32_t i = 0; i < count; i++)
        if (htn_type_is_open(domain, i))
            names[open++] = htn_domain_text(domain, HTN_SECTION_STRINGS, type_field(domain, i, HTN_TYPES_NAME));
    base_text_add(problem, "'%s' is no open Entities type%s", name, cli_did_you_mean(name, names, open));
    free((void *)names);
    return false;
}

bool cli_settings_spawn(const cli_settings *settings, const char *text, base_text *problem)
{
    const htn_domain *domain = settings->domain;
    size_t length = strcspn(text, "=");
    char name[LONGEST_NAME + 1], *end = NULL;
    int32_t instance;
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), text);
    uint32_t type = htn_type_find(domain, name);
    if (type == HTN_NONE || !htn_type_is_open(domain, type))
        return unknown_type(domain, name, problem);
    unsigned long number = text[length] == '=' ? strtoul(text + length + 1, &end, 10) : 1;
    if (end != NULL && (end == text + length + 1 || *end != '\0' || text[length + 1] == '-')) {
        base_text_add(problem, "the number of instances is not a number");
        return false;
    }
    for (unsigned long i = 0; i < number; i++)
        if (htn_world_spawn(settings->world, type, &instance) != HTN_OK) {
            base_text_add(problem, "there can be at most %u instances of %s", type_field(domain, type, HTN_TYPES_OWN),
                          name);
            return false;
        }
    return true;
}

bool cli_settings_despawn(const cli_settings *settings, const char *text, base_text *problem)
{
    const htn_domain *domain = settings->domain;
    char name[LONGEST_NAME + 1];
    int32_t instance = 0;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "#"), text);
    uint32_t type = htn_type_find(domain, name);
    if (type == HTN_NONE || !htn_type_is_open(domain, type))
        return unknown_type(domain, name, problem);
    if (!cli_read_instance(domain, type, text, &instance)) {
        base_text_add(problem, "the instances of %s are ", name);
        cli_add_value(problem, domain, type, (int32_t)type_field(domain, type, HTN_TYPES_LOW));
        base_text_add(problem, " to %s#%u", name, type_field(domain, type, HTN_TYPES_OWN) - 1);
        return false;
    }
    if (htn_world_despawn(settings->world, type, instance) == HTN_OK)
        return true;
    base_text_add(problem, "%s does not exist", text);
    return false;
}
