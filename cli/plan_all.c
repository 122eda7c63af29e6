/*
 * All plans; see plan_all.h. Plans are printed as they are found. With --distinct their texts are kept, in a table of open
 * addressing.
 */
#include "cli/plan_all.h"
#include "base/arena.h"
#include "base/text.h"
#include "cli/common/exit_status.h"
#include "cli/common/given_answers.h"
#include "cli/common/json.h"
#include "cli/common/plan_json.h"
#include "cli/common/plan_outcome.h"
#include "cli/common/plan_text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Texts that have been printed ------------------------------------------------------------------- */

typedef struct seen_texts {
    char **slots; /* NULL: free */
    size_t size, count;
} seen_texts;

static uint64_t hash_text(const char *text)
{
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return hash;
}

static char **slot_of(const seen_texts *seen, const char *text)
{
    size_t at = (size_t)hash_text(text) & (seen->size - 1);
    while (seen->slots[at] != NULL && strcmp(seen->slots[at], text) != 0)
        at = (at + 1) & (seen->size - 1);
    return &seen->slots[at];
}

static void make_larger(seen_texts *seen)
{
    const seen_texts old = *seen;
    seen->size = old.size != 0 ? 2 * old.size : 64;
    seen->slots = base_allocate(seen->size * sizeof *seen->slots);
    memset((void *)seen->slots, 0, seen->size * sizeof *seen->slots);
    for (size_t i = 0; i < old.size; i++)
        if (old.slots[i] != NULL)
            *slot_of(seen, old.slots[i]) = old.slots[i];
    free((void *)old.slots);
}

/* Whether a text is new; from now on it is not. */
static bool is_new(seen_texts *seen, const char *text)
{
    if (2 * seen->count >= seen->size)
        make_larger(seen);
    char **slot = slot_of(seen, text);
    if (*slot != NULL)
        return false;
    *slot = base_allocate(strlen(text) + 1);
    memcpy(*slot, text, strlen(text) + 1);
    seen->count++;
    return true;
}

static void free_texts(seen_texts *seen)
{
    for (size_t i = 0; i < seen->size; i++)
        free(seen->slots[i]);
    free((void *)seen->slots);
}

/* --- Printing ----------------------------------------------------------------------------------------- */

typedef struct plan_printer {
    cli_session *session;
    const cli_all_options *options;
    seen_texts seen;
    cJSON *plans; /* with --json */
    uint32_t printed;
} plan_printer;

static void print_plan(plan_printer *printer, htn_status status)
{
    base_text text = {0};
    htn_plan plan;
    htn_planner_plan(printer->session->planner, &plan);
    cli_add_plan(&text, &printer->session->subject.domain, &plan);
    if (cli_partial_name(&plan) != NULL)
        base_text_add(&text, "%s\n", cli_partial_name(&plan));
    if (!printer->options->distinct || is_new(&printer->seen, base_text_of(&text))) {
        base_text_add(&text, "MTR ");
        cli_add_record(&text, &plan);
        base_text_add(&text, "\n\n");
        if (printer->options->json)
            cJSON_AddItemToArray(printer->plans, cli_plan_json(printer->session, status, &plan));
        else
            fputs(base_text_of(&text), stdout);
        printer->printed++;
    }
    base_text_free(&text);
}

/* What is behind the last plan: `no plan`, `no more plans`, or why it is not known. NULL: no more plans were wanted. */
static const char *end_name(const plan_printer *printer, htn_status status)
{
    if (status == HTN_OK)
        return NULL;
    if (status == HTN_WAITS)
        return "waits";
    if (status != HTN_NO_PLAN)
        return "limit";
    return printer->printed != 0 ? "no more plans" : "no plan";
}

/* The bit of a limit that makes branches fail; 0: the status is another limit. */
static uint32_t reached_by(htn_status status)
{
    return status == HTN_LIMIT_STEPS   ? HTN_REACHED_STEPS
           : status == HTN_LIMIT_DEPTH ? HTN_REACHED_DEPTH
           : status == HTN_LIMIT_NODES ? HTN_REACHED_NODES
                                       : 0;
}

/* The limit, as a sentence without a full stop. */
static void add_limit(base_text *text, const plan_printer *printer, htn_status status)
{
    const htn_limits *limits = &printer->session->limits;
    if (printer->printed != 0 && reached_by(status) != 0)
        cli_add_reached(text, limits, reached_by(status), "");
    else if (printer->printed != 0 && status == HTN_LIMIT_WORK)
        base_text_add(text, "the search ended after trying %u methods and steps; --max-work allows more", limits->work);
    else
        cli_add_limit(text, limits, status);
}

static void print_end(plan_printer *printer, htn_status status)
{
    const char *end = end_name(printer, status);
    const bool unknown = status != HTN_OK && status != HTN_NO_PLAN;
    base_text text = {0};
    if (status == HTN_WAITS)
        cli_answers_add_late(&text, &printer->session->answers);
    else if (unknown)
        add_limit(&text, printer, status);
    if (printer->options->json) {
        cJSON *json = cJSON_CreateObject();
        cJSON_AddItemToObject(json, "plans", printer->plans);
        cJSON_AddStringToObject(json, "end", end != NULL ? end : "more plans");
        if (unknown)
            cJSON_AddStringToObject(json, status == HTN_WAITS ? "for" : "limit", base_text_of(&text));
        cli_print_json(json);
    } else if (unknown) {
        printf("%s: %s\n", end, base_text_of(&text));
    } else if (end != NULL) {
        printf("%s\n", end);
    }
    base_text_free(&text);
}

int cli_plan_all(cli_session *session, const cli_all_options *options)
{
    plan_printer printer = {.session = session, .options = options};
    printer.plans = options->json ? cJSON_CreateArray() : NULL;
    session->request.keep = true;
    htn_status status = htn_plan_find(session->planner, &session->world, &session->request);
    while (status == HTN_OK) {
        print_plan(&printer, status);
        if (options->most != 0 && printer.printed == options->most)
            break;
        status = htn_plan_next(session->planner, 0);
    }
    print_end(&printer, status);
    free_texts(&printer.seen);
    return status == HTN_OK        ? CLI_EXIT_YES
           : status != HTN_NO_PLAN ? CLI_EXIT_LIMIT
           : printer.printed != 0  ? CLI_EXIT_YES
                                   : CLI_EXIT_NO;
}
