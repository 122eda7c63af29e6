/* See moment_words.h. */
#include "cli/moment/moment_words.h"
#include "cli/common/value_text.h"
#include <inttypes.h>
#include <stdio.h>

void moment_add_time(base_text *text, uint64_t time_us)
{
    char digits[8];
    int length = snprintf(digits, sizeof digits, "%06" PRIu64, time_us % 1000000);
    while (length > 0 && digits[length - 1] == '0')
        length--;
    base_text_add(text, "%" PRIu64 "%s%.*s s", time_us / 1000000, length > 0 ? "." : "", length, digits);
}

static bool is_running(const htn_agent *agent, uint32_t layer, uint32_t step)
{
    htn_activity activity;
    for (uint32_t i = 0; htn_agent_activity(agent, layer, i, &activity); i++)
        if (activity.step == step)
            return true;
    return false;
}

void moment_add_plan(base_text *text, const htn_agent *agent, uint32_t layer)
{
    static const char *const begin[] = {"done ", "running ", "then "};
    const uint8_t *done;
    htn_plan plan;
    uint32_t before = 3;
    if (!htn_agent_plan(agent, layer, &plan, &done)) {
        base_text_add(text, "%s", htn_agent_idle(agent, layer) ? "nothing to do" : "no plan is running");
        return;
    }
    for (uint32_t i = 0; i < plan.step_count; i++) {
        const uint32_t kind = done[i] == HTN_STEP_DONE ? 0 : is_running(agent, layer, i) ? 1 : 2;
        base_text_add(text, "%s%s", i == 0 ? "" : kind == before ? ", " : "; ", kind == before ? "" : begin[kind]);
        cli_add_step(text, htn_agent_domain(agent), plan.steps[i].task, plan.values + plan.steps[i].arguments);
        before = kind;
    }
}

void moment_add_head(base_text *text, const moment_replay *moment, const moment_search *found)
{
    const htn_agent *agent = htn_replay_agent(moment->cursor);
    base_text_add(text, "at ");
    moment_add_time(text, found->time_us);
    base_text_add(text, ", tick %" PRIu32, found->ticks);
    if (htn_agent_layers(agent) > 1)
        base_text_add(text, ", layer %s", cli_layer_name(htn_agent_domain(agent), moment->layer));
    base_text_add(text, ": ");
    moment_add_plan(text, agent, moment->layer);
    base_text_add(text, "\n");
    if (!found->searched) {
        base_text_add(text, "no search has begun yet\n");
        return;
    }
    base_text_add(text, "the latest search began at ");
    moment_add_time(text, found->since_us);
    base_text_add(text, ", tick %" PRIu32 "%s%s\n\n", found->since, found->why.length > 0 ? "  <- " : "",
                  base_text_of(&found->why));
}
