/* The door for scenarios, as `htn test` plays them: a domain with scenarios in one text. */
#include "cli/scenario/scenario_play.h"
#include "cli/scenario/scenario_stage.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const htn_agent_options options = {.limits = {.steps = 24, .depth = 12, .work = 2000, .nodes = 64}};
    htnc_compilation compilation;
    scenario_cast cast;
    if (compile_text(&compilation, (const char *)data, size, false, NULL) == BASE_DONE) {
        fuzz_expect(scenario_cast_open(&cast, &compilation, &options) == HTN_OK, "what was compiled does not verify");
        for (const htnc_scenario *each = compilation.model->main->scenarios; each != NULL; each = each->next) {
            scenario_failure failure = {0};
            const bool passes = scenario_play(&cast, each, &failure);
            fuzz_expect(passes || failure.message.length > 0, "a failure without a word");
            scenario_failure_free(&failure);
        }
        scenario_cast_close(&cast);
    }
    htnc_free(&compilation);
    return 0;
}
