/*
 * A thousand guards, for the speed of the bindings: `crowd GUARD.htnb FRAMES` prints `steps NANOSECONDS`: how many steps have ended, and
 * how much of the processor's time an agent's tick takes. Each guard walks its beat, by an operator that takes three frames, and looks around for one: what a
 * binding costs is its callbacks. Ports in other languages must come to the same number of steps.
 */
#include <htn/htn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { AGENTS = 1000 };

typedef struct guard {
    int left;
    uint64_t *ended;
} guard;

static htn_outcome walk(void *user, const htn_activity *step)
{
    guard *g = user;
    (void)step;
    if (g->left == 0)
        g->left = 3;
    if (--g->left > 0)
        return HTN_RUNNING;
    ++*g->ended;
    return HTN_SUCCEEDED;
}

static htn_outcome look(void *user, const htn_activity *step)
{
    (void)step;
    ++*((guard *)user)->ended;
    return HTN_SUCCEEDED;
}

int main(int argc, char **argv)
{
    static unsigned char blob[1 << 16];
    static guard guards[AGENTS];
    const htn_operator_binding operators[] = {{.name = "Walk", .update = walk}, {.name = "LookAround", .update = look}};
    const htn_bindings bindings = {.operators = operators, .operator_count = 2};
    htn_domain domain;
    htn_agent_class *agent_class;
    htn_crowd crowd;
    uint64_t ended = 0;
    FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL || htn_domain_load(&domain, blob, fread(blob, 1, sizeof blob, file), NULL) != HTN_OK)
        return 2;
    fclose(file);
    size_t size = htn_agent_class_bytes(&domain);
    if (htn_agent_class_init(&agent_class, &domain, &bindings, malloc(size), size, NULL) != HTN_OK ||
        htn_crowd_init(&crowd) != HTN_OK)
        return 1;
    for (int i = 0; i < AGENTS; i++) {
        guards[i].ended = &ended;
        const htn_agent_options options = {.user = &guards[i], .seed = (uint32_t)i, .stagger = (uint32_t)i};
        htn_agent *agent;
        size = htn_agent_bytes(agent_class, &options);
        if (htn_agent_init(&agent, agent_class, &options, malloc(size), size) != HTN_OK ||
            htn_crowd_add(&crowd, agent) != HTN_OK)
            return 1;
    }
    const int frames = atoi(argv[2]);
    for (int frame = 0; frame < 10; frame++)
        htn_crowd_tick(&crowd, 16667, HTN_NONE);
    const clock_t begun = clock();
    for (int frame = 0; frame < frames; frame++)
        htn_crowd_tick(&crowd, 16667, HTN_NONE);
    const double ns = (double)(clock() - begun) * (1e9 / CLOCKS_PER_SEC);
    printf("%llu %.1f\n", (unsigned long long)ended, ns / frames / AGENTS);
    return 0;
}
