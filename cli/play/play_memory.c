/* See play_memory.h. */
#include "cli/play/play_memory.h"
#include "cli/common/value_text.h"

/* The limits that decide how large an agent is, by name. */
static const struct {
    const char *name;
    size_t offset;
} regions[] = {
    {"steps", offsetof(htn_limits, steps)},         {"record", offsetof(htn_limits, record)},
    {"frames", offsetof(htn_limits, frames)},       {"choices", offsetof(htn_limits, choices)},
    {"trail", offsetof(htn_limits, trail)},         {"spans", offsetof(htn_limits, spans)},
    {"nodes", offsetof(htn_limits, nodes)},         {"continuation", offsetof(htn_limits, continuation)},
    {"solutions", offsetof(htn_limits, solutions)}, {"depth", offsetof(htn_limits, depth)},
    {"work", offsetof(htn_limits, work)},           {"tuples", offsetof(htn_limits, tuples)},
};
enum { LIMITS = sizeof regions / sizeof *regions };

static uint32_t *limit_of(htn_limits *limits, uint32_t which)
{
    return (uint32_t *)(void *)((uint8_t *)limits + regions[which].offset);
}

void play_add_memory(base_text *text, const play_model *model)
{
    const htn_agent *agent = model->now->actor.agent;
    htn_agent_options options = {0};
    for (uint32_t layer = 0; layer < model->layer_count; layer++) {
        htn_limits peaks, limits;
        htn_agent_peaks(agent, layer, &peaks);
        htn_planner_limits(htn_agent_planner(agent, layer), &limits);
        base_text_add(text, "%s\n", cli_layer_name(model->now->actor.domain, layer));
        for (uint32_t i = 0; i < LIMITS; i++) {
            const uint32_t peak = *limit_of(&peaks, i);
            if (*limit_of(&limits, i) != 0 && peak != 0)
                base_text_add(text, "  %-12s %8u of %u\n", regions[i].name, peak, *limit_of(&limits, i));
            if (peak > *limit_of(&options.limits, i))
                *limit_of(&options.limits, i) = peak;
        }
    }
    for (uint32_t i = 0; i < LIMITS; i++)
        if (*limit_of(&options.limits, i) == 0)
            *limit_of(&options.limits, i) = 1;
    base_text_add(text, "the agent takes %zu bytes; with limits of what was used %zu\n",
                  htn_agent_bytes(model->now->actor.agent_class, NULL),
                  htn_agent_bytes(model->now->actor.agent_class, &options));
}
