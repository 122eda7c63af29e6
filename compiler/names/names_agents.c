/*
 * The agents of a scenario: `Agents [anna, bert]`, `Of [anna]`, `Leave [bert]`. A name belongs to one agent for the whole scenario,
 * also when that has left.
 */
#include "compiler/names/names_agents.h"
#include <string.h>

/* The clause with which the agent leaves, in front of `before`; NULL: it is still there. */
static const htnc_clause *leaving(const htnc_scenario *scenario, const htnc_clause *before, const htnc_agent *agent)
{
    for (const htnc_clause *clause = scenario->clauses; clause != before; clause = clause->next)
        for (const htnc_agent *each = clause->kind == HTNC_LEAVE ? clause->agents : NULL; each; each = each->next)
            if (each->declared == agent)
                return clause;
    return NULL;
}

/* The agent that has the name, declared in front of the end of `until`. */
static htnc_agent *find(const htnc_scenario *scenario, const htnc_clause *until, const char *name)
{
    for (const htnc_clause *clause = scenario->clauses;; clause = clause->next) {
        for (htnc_agent *each = clause->kind == HTNC_AGENTS ? clause->agents : NULL; each; each = each->next)
            if (each->declared == each && strcmp(each->name.text, name) == 0)
                return each;
        if (clause == until)
            return NULL;
    }
}

static void declare(htnc_resolver *resolver, htnc_scenario *scenario, const htnc_clause *clause)
{
    if (scenario->agent_count == 0 && scenario->clauses->kind != HTNC_AGENTS)
        base_report(resolver->diagnostics, BASE_DIAG_MISPLACED_PART, clause->span,
                    "the first `Agents` stands in front of all other clauses; a later one lets more agents come");
    else if (clause == scenario->clauses && !clause->agents)
        base_report(
            resolver->diagnostics, BASE_DIAG_MISPLACED_PART, clause->span,
            "the first `Agents` names nobody: write `Agents [anna, bert]`, or nothing for one agent without a name");
    for (htnc_agent *each = clause->agents; each; each = each->next) {
        const htnc_agent *known = find(scenario, clause, each->name.text);
        if (known) {
            base_diagnostic *report = base_report(resolver->diagnostics, BASE_DIAG_DUPLICATE, each->name.span,
                                                  "the scenario has an agent `%s` already", each->name.text);
            base_report_note(resolver->diagnostics, report, known->name.span, "the first one");
            continue;
        }
        each->declared = each;
        each->index = scenario->agent_count++;
    }
}

static void report_unknown(htnc_resolver *resolver, const htnc_scenario *scenario, const htnc_clause *clause,
                           const htnc_agent *agent)
{
    const char **names = base_alloc(resolver->arena, (scenario->agent_count + (size_t)1) * sizeof *names);
    size_t count = 0;
    for (const htnc_clause *each = scenario->clauses; each != clause; each = each->next)
        for (const htnc_agent *a = each->kind == HTNC_AGENTS ? each->agents : NULL; a; a = a->next)
            if (a->declared == a)
                names[count++] = a->name.text;
    const char *near = base_nearest(agent->name.text, names, count), *here = "";
    for (size_t i = 0; i < count; i++)
        here = base_format(resolver->arena, "%s%s`%s`", here, i == 0 ? "" : i + 1 < count ? ", " : " and ", names[i]);
    base_diagnostic *report =
        base_report(resolver->diagnostics, BASE_DIAG_UNKNOWN_NAME, agent->name.span,
                    near         ? "unknown agent `%s`; did you mean `%s`?"
                    : count == 0 ? "unknown agent `%s`: the scenario has one agent, without a name; `Agents [%s, ...]` "
                                   "in front of the other clauses makes several"
                                 : "unknown agent `%s`; the scenario has %s",
                    agent->name.text,
                    near         ? near
                    : count == 0 ? agent->name.text
                                 : here);
    if (near)
        base_report_fixit(resolver->diagnostics, report, agent->name.span, near);
}

static void resolve(htnc_resolver *resolver, const htnc_scenario *scenario, htnc_clause *clause)
{
    for (htnc_agent *each = clause->agents; each; each = each->next) {
        htnc_agent *found = find(scenario, clause, each->name.text);
        const htnc_clause *left = found ? leaving(scenario, clause, found) : NULL;
        each->index = found ? found->index : 0;
        if (left) {
            base_diagnostic *report = base_report(resolver->diagnostics, BASE_DIAG_UNKNOWN_NAME, each->name.span,
                                                  "`%s` has left: nothing can be said of it any more", each->name.text);
            base_report_note(resolver->diagnostics, report, left->span, "here");
        } else if (!found) {
            report_unknown(resolver, scenario, clause, each);
        }
        for (const htnc_agent *before = clause->agents; before != each && found && !left; before = before->next)
            if (before->declared == found) {
                base_report(resolver->diagnostics, BASE_DIAG_DUPLICATE, each->name.span, "`%s` stands here twice",
                            each->name.text);
                found = NULL;
            }
        each->declared = found;
    }
}

/* Who has left may be followed by others, but there is always one: else nothing could be expected of anybody. */
static void check_left(htnc_resolver *resolver, const htnc_scenario *scenario, const htnc_clause *clause)
{
    uint32_t left = 0, there = 0;
    for (const htnc_clause *each = scenario->clauses; each; each = each == clause ? NULL : each->next)
        for (const htnc_agent *agent = each->agents; agent; agent = agent->next) {
            left += each->kind == HTNC_LEAVE && agent->declared;
            there += each->kind == HTNC_AGENTS && agent->declared;
        }
    if (there > 0 && left >= there)
        base_report(resolver->diagnostics, BASE_DIAG_MISPLACED_PART, clause->span,
                    "the last agent cannot leave: nothing could be said of anybody any more");
}

void htnc_resolve_agents(htnc_resolver *resolver, htnc_scenario *scenario)
{
    for (htnc_clause *clause = scenario->clauses; clause; clause = clause->next) {
        if (clause->kind == HTNC_AGENTS)
            declare(resolver, scenario, clause);
        else
            resolve(resolver, scenario, clause);
        if (clause->kind == HTNC_WAIT && clause->agents)
            base_report(resolver->diagnostics, BASE_DIAG_MISPLACED_PART, clause->agents->name.span,
                        "time passes for all agents: a `Wait` has no `Of`");
        if (clause->kind == HTNC_LEAVE)
            check_left(resolver, scenario, clause);
    }
}
