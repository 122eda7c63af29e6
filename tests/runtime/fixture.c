/* See fixture.h. */
#include "fixture.h"
#include "base/diagnostic_print.h"

#include <stdio.h>

static const char *read_text(void *user, const char *path, char **text, size_t *length)
{
    const char *source = (const char *)user;
    (void)path;
    *length = strlen(source);
    *text = (char *)malloc(*length + 1);
    memcpy(*text, source, *length + 1);
    return NULL;
}

static void release_text(void *user, char *text)
{
    (void)user;
    free(text);
}

uint8_t *fixture_compile(const char *text, bool debug, size_t *size)
{
    char *source = (char *)malloc(strlen(text) + 1);
    memcpy(source, text, strlen(text) + 1);
    const base_reader reader = {read_text, release_text, source, NULL};
    const char *const quiet[] = {"none"};
    htnc_options options;
    memset(&options, 0, sizeof options);
    options.workspace.reader = &reader;
    options.no_debug = !debug;
    options.workspace.switches = quiet;
    options.workspace.switch_count = 1;
    htnc_compilation compilation;
    const base_result result = htnc_compile(&compilation, "fixture.htn", &options);
    if (result != BASE_DONE) {
        base_diagnostics_print(&compilation.workspace.diagnostics, stderr, false);
        fail_msg("the source was rejected (%d)", (int)result);
    }
    *size = compilation.blob_size;
    uint8_t *blob = fixture_copy(compilation.blob, compilation.blob_size);
    htnc_free(&compilation);
    free(source);
    return blob;
}

uint8_t *fixture_copy(const uint8_t *bytes, size_t size)
{
    uint8_t *copy = (uint8_t *)malloc(size == 0 ? 1 : size);
    memcpy(copy, bytes, size);
    return copy;
}

htn_domain fixture_load(const uint8_t *blob, size_t size)
{
    htn_domain domain;
    htn_fault fault;
    const htn_status status = htn_domain_load(&domain, blob, size, &fault);
    if (status != HTN_OK)
        fail_msg("%s at %u: %s", fault.section, (unsigned)fault.offset, fault.reason);
    return domain;
}

htn_world fixture_world(const htn_domain *domain)
{
    htn_world world;
    const size_t size = htn_world_bytes(domain);
    assert_int_equal(htn_world_init(&world, domain, malloc(size), size), HTN_OK);
    return world;
}

htn_group *fixture_group(const htn_domain *domain, htn_group_mode mode, uint32_t id)
{
    htn_group *group;
    const htn_group_options options = {id, mode};
    const size_t size = htn_group_bytes(domain, &options);
    assert_int_equal(htn_group_init(&group, domain, &options, malloc(size), size), HTN_OK);
    return group;
}

htn_planner *fixture_planner(const htn_domain *domain, const htn_limits *limits)
{
    htn_planner *planner;
    const size_t size = htn_planner_bytes(domain, limits);
    assert_int_equal(htn_planner_init(&planner, domain, limits, malloc(size), size), HTN_OK);
    return planner;
}

void fixture_set(htn_world *world, const char *property, int32_t value)
{
    assert_int_equal(htn_world_set(world, htn_property_find(world->domain, property), value), HTN_OK);
}

static size_t append_steps(char *text, size_t used, size_t room, const htn_domain *domain, const htn_plan *plan)
{
    for (uint32_t i = 0; i < plan->step_count; i++) {
        const htn_step *step = &plan->steps[i];
        const uint32_t count = htn_domain_field(domain, HTN_SECTION_TASKS, step->task, HTN_TASKS_PARAMETER_COUNT);
        used += (size_t)snprintf(text + used, room - used, "%s(", htn_task_name(domain, step->task));
        for (uint32_t k = 0; k < count; k++)
            used += (size_t)snprintf(text + used, room - used, "%s%d", k == 0 ? "" : ", ",
                                     (int)plan->values[step->arguments + k]);
        used += (size_t)snprintf(text + used, room - used, ") ");
    }
    return used;
}

const char *fixture_plan_text(const htn_planner *planner, const htn_domain *domain, htn_status status)
{
    static char text[4096];
    htn_plan plan;
    static const char *const ends[] = {"", "Split ", "Horizon "};
    if (status != HTN_OK)
        return htn_status_text(status);
    htn_planner_plan(planner, &plan);
    size_t used = append_steps(text, 0, sizeof text, domain, &plan);
    used += (size_t)snprintf(text + used, sizeof text - used, "%sMTR [", ends[plan.partial]);
    for (uint32_t i = 0; i < plan.record_count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%u", i == 0 ? "" : ", ", (unsigned)plan.record[i]);
    snprintf(text + used, sizeof text - used, "]");
    return text;
}

void fixture_start(fixture *made, const char *text, const htn_limits *limits)
{
    size_t size;
    made->blob = fixture_compile(text, false, &size);
    made->domain = fixture_load(made->blob, size);
    made->world = fixture_world(&made->domain);
    made->planner = fixture_planner(&made->domain, limits);
}

void fixture_tear_down(fixture *made)
{
    free(made->planner);
    free(made->world.bytes);
    free(made->blob);
}

const char *fixture_find(fixture *made, const htn_request *request)
{
    const htn_status status = htn_plan_find(made->planner, &made->world, request);
    return fixture_plan_text(made->planner, &made->domain, status);
}

uint32_t fixture_read32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

void fixture_write32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

void fixture_seal(uint8_t *blob)
{
    const uint32_t total = fixture_read32(blob + HTN_HEADER_TOTAL);
    fixture_write32(blob + HTN_HEADER_CHECKSUM,
                    htn_blob_checksum(blob + HTN_HEADER_FINGERPRINT, total - HTN_HEADER_FINGERPRINT));
}
