/* Opening a world and a planner over FILE, as the options say; see session.h. Wording is in outcome.c. */
#include "session.h"
#include "commands.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As planner.h has them; spelled out so that a message can name the limit that was hit. */
enum { DEFAULT_STEPS = 256, DEFAULT_DEPTH = 256, DEFAULT_WORK = 1000000 };

/* One `--set PROP=VALUE`. */
typedef struct setting {
    const htn_session *session;
    const char *text;
    const char *value; /* behind the `=` */
    htn_property property;
    uint32_t type;
} setting;

static int unknown_property(const setting *s, const char *name)
{
    const htn_domain *domain = &s->session->subject.domain;
    uint32_t count = htn_domain_count(domain, HTN_SECTION_PROPERTIES);
    const char **names = htn_allocate((count + 1) * sizeof *names);
    for (uint32_t i = 0; i < count; i++)
        names[i] = htn_property_name(domain, i);
    int status = htn_usage_error(s->session->command, "--set %s: the world state has no property '%s'%s", s->text, name,
                                 htn_did_you_mean(name, names, count));
    free((void *)names);
    return status;
}

/* `true or false`, `0..3`, `MeleeRange, ViewRange or OutOfRange`. */
static void add_domain_of(htn_text *text, const htn_domain *domain, uint32_t type)
{
    uint32_t count = htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_VALUE_COUNT);
    int32_t low = (int32_t)htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_LOW);
    int32_t high = (int32_t)htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_HIGH);
    if (htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_KIND) == HTN_TYPE_BOOL) {
        htn_text_add(text, "true or false");
        return;
    }
    if (count == 0) {
        htn_text_add(text, "a number in %d..%d", low, high);
        return;
    }
    for (uint32_t i = 0; i < count && i < 12; i++)
        htn_text_add(text, "%s%s",
                     i == 0           ? ""
                     : i + 1 == count ? " or "
                                      : ", ",
                     htn_value_name(domain, type, (int32_t)i));
    if (count > 12)
        htn_text_add(text, ", ...");
}

static int bad_value(const setting *s)
{
    const htn_domain *domain = &s->session->subject.domain;
    uint32_t count = htn_domain_field(domain, HTN_SECTION_TYPES, s->type, HTN_TYPES_VALUE_COUNT);
    const char **names = htn_allocate((count + 2) * sizeof *names);
    htn_text expected = {0};
    for (uint32_t i = 0; i < count; i++)
        names[i] = htn_value_name(domain, s->type, (int32_t)i);
    if (htn_domain_field(domain, HTN_SECTION_TYPES, s->type, HTN_TYPES_KIND) == HTN_TYPE_BOOL) {
        names[count++] = "false";
        names[count++] = "true";
    }
    add_domain_of(&expected, domain, s->type);
    int status =
        htn_usage_error(s->session->command, "--set %s: %s takes %s%s", s->text, htn_property_name(domain, s->property),
                        htn_text_of(&expected), htn_did_you_mean(s->value, names, count));
    htn_text_free(&expected);
    free((void *)names);
    return status;
}

/* By name, else as a number. */
static bool read_value(const setting *s, int32_t *value)
{
    const htn_domain *domain = &s->session->subject.domain;
    int64_t low = (int32_t)htn_domain_field(domain, HTN_SECTION_TYPES, s->type, HTN_TYPES_LOW);
    int64_t high = (int32_t)htn_domain_field(domain, HTN_SECTION_TYPES, s->type, HTN_TYPES_HIGH);
    char *end;
    if (htn_domain_field(domain, HTN_SECTION_TYPES, s->type, HTN_TYPES_KIND) != HTN_TYPE_INTEGER) {
        for (int64_t v = low; v <= high; v++) {
            const char *name = htn_value_name(domain, s->type, (int32_t)v);
            if (name != NULL && strcmp(name, s->value) == 0) {
                *value = (int32_t)v;
                return true;
            }
        }
    }
    long long number = strtoll(s->value, &end, 10); /* out of range: its ends, which no range holds */
    *value = (int32_t)number;
    return end != s->value && *end == '\0' && number >= low && number <= high;
}

static int apply_setting(htn_session *session, const char *text)
{
    const htn_domain *domain = &session->subject.domain;
    const char *equals = strchr(text, '=');
    setting s = {.session = session, .text = text};
    int32_t value;
    char name[256];
    if (equals == NULL)
        return htn_usage_error(session->command, "--set %s: lacks `=VALUE`", text);
    size_t length = (size_t)(equals - text);
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), text);
    s.value = equals + 1;
    s.property = htn_property_find(domain, name);
    if (s.property == HTN_NONE)
        return unknown_property(&s, name);
    s.type = htn_domain_field(domain, HTN_SECTION_PROPERTIES, s.property, HTN_PROPERTIES_TYPE);
    if (!read_value(&s, &value) || htn_world_set(&session->world, s.property, value) != HTN_OK)
        return bad_value(&s);
    session->set[s.property] = true;
    return HTN_EXIT_YES;
}

static int make_world(htn_session *session, const htn_list *settings)
{
    const htn_domain *domain = &session->subject.domain;
    size_t size = htn_world_bytes(domain);
    session->world_memory = htn_allocate(size);
    session->set = htn_allocate((htn_domain_count(domain, HTN_SECTION_PROPERTIES) + 1) * sizeof *session->set);
    htn_world_init(&session->world, domain, session->world_memory, size);
    for (size_t i = 0; i < settings->count; i++) {
        int status = apply_setting(session, settings->items[i]);
        if (status != HTN_EXIT_YES)
            return status;
    }
    return HTN_EXIT_YES;
}

static int choose_root(htn_session *session, const char *name)
{
    const htn_domain *domain = &session->subject.domain;
    uint32_t count = htn_domain_count(domain, HTN_SECTION_ROOTS);
    htn_text roots = {0};
    const char **names;
    if (name == NULL)
        return HTN_EXIT_YES;
    session->request.root = htn_root_find(domain, name);
    if (session->request.root != HTN_NONE)
        return HTN_EXIT_YES;
    names = htn_allocate((count + 1) * sizeof *names);
    for (uint32_t i = 0; i < count; i++) {
        names[i] = htn_task_name(domain, htn_domain_field(domain, HTN_SECTION_ROOTS, i, HTN_ROOTS_TASK));
        htn_text_add(&roots, "%s%s", i == 0 ? "" : ", ", names[i]);
    }
    const char *hint = htn_did_you_mean(name, names, count);
    int status = htn_usage_error(session->command, "--root %s: no root has that name; the root%s %s%s", name,
                                 count == 1 ? " is" : "s are", htn_text_of(&roots), hint);
    htn_text_free(&roots);
    free((void *)names);
    return status;
}

static int make_planner(htn_session *session, size_t memory)
{
    const htn_domain *domain = &session->subject.domain;
    size_t needed = htn_planner_bytes(domain, &session->limits);
    size_t size = memory != 0 ? memory : needed;
    if (needed == 0) {
        fprintf(stderr, "htn %s: no block is large enough for these limits; lower --max-steps or --max-depth\n",
                session->command);
        return HTN_EXIT_LIMIT;
    }
    session->block = malloc(size != 0 ? size : 1);
    if (session->block == NULL) {
        fprintf(stderr, "htn %s: no memory for a block of %zu bytes; lower --max-steps or --max-depth\n",
                session->command, size);
        return HTN_EXIT_LIMIT;
    }
    htn_status status = htn_planner_init(&session->planner, domain, &session->limits, session->block, size);
    if (status == HTN_OK)
        return HTN_EXIT_YES;
    fprintf(stderr,
            "htn %s: --memory %zu is not enough: %s\n"
            "these limits need %zu bytes; give --memory more, or lower --max-steps (%u) or --max-depth (%u)\n",
            session->command, size, htn_status_text(status), needed, session->limits.steps, session->limits.depth);
    return HTN_EXIT_LIMIT;
}

int htn_session_open(htn_session *session, const char *command, const char *path, const htn_session_options *options)
{
    *session = (htn_session){.command = command};
    session->limits.steps = options->max_steps != 0 ? options->max_steps : DEFAULT_STEPS;
    session->limits.depth = options->max_depth != 0 ? options->max_depth : DEFAULT_DEPTH;
    session->limits.work = options->max_work != 0 ? options->max_work : DEFAULT_WORK;
    int status = htn_subject_open(&session->subject, command, path, &options->switches, options->colour);
    if (status == HTN_EXIT_YES)
        status = make_world(session, &options->set);
    if (status == HTN_EXIT_YES)
        status = choose_root(session, options->root);
    if (status == HTN_EXIT_YES)
        status = make_planner(session, options->memory);
    return status;
}

void htn_session_close(htn_session *session)
{
    htn_subject_close(&session->subject);
    free(session->world_memory);
    free(session->set);
    free(session->block);
}
