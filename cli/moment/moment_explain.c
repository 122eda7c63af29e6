/* See moment_explain.h. */
#include "cli/moment/moment_explain.h"
#include "cli/explain/explain_json.h"
#include "cli/explain/explain_text.h"
#include "cli/moment/moment_replay.h"
#include "cli/moment/moment_search.h"
#include "cli/moment/moment_words.h"

typedef struct explained {
    const moment_question *question;
    base_text text; /* of the search that was explained last */
    cJSON *json;
    htn_status status;
} explained;

/* The search has no tree. */
static const char *why_no_tree(const moment_replay *moment)
{
    return moment->begun ? "this search continues an earlier plan after its Split, so there is no tree from the root"
                         : "this search ended before it tried anything";
}

static void add_words(explained *to, moment_replay *moment, const htn_plan *plan)
{
    const moment_question *question = to->question;
    explain_page page = {
        .search = &moment->search, .style = &question->style, .width = question->width, .all = question->all};
    if (moment->follows)
        explain_add_text(&to->text, &page, question->task, moment->status, plan);
    else if (moment->begun)
        base_text_add(&to->text, "%s\n", why_no_tree(moment));
    else
        base_text_add(&to->text, "%s: %s\n", why_no_tree(moment), htn_status_text(moment->status));
}

static void add_page(explained *to, moment_replay *moment, const htn_plan *plan)
{
    const moment_question *question = to->question;
    const explain_style style = explain_html_style();
    explain_page page = {.search = &moment->search, .style = &style, .all = question->all};
    if (moment->follows) {
        explain_fill_page(&page, question->task, moment->status, plan);
    } else {
        base_text_add(&page.line, "%s", why_no_tree(moment));
        explain_add_line(&page, HTN_NONE);
    }
    explain_add_html(&to->text, &page, question->about);
    explain_page_free(&page);
}

/* As JSON even a search that has tried nothing has its status, and an empty tree. */
static void add_json(explained *to, moment_replay *moment, const htn_plan *plan)
{
    explain_search nothing;
    cJSON_Delete(to->json);
    if (moment->begun) {
        to->json = explain_json(&moment->search, moment->status, plan);
        return;
    }
    explain_search_init(&nothing, &moment->session, false);
    to->json = explain_json(&nothing, moment->status, plan);
    explain_search_free(&nothing);
}

/* A moment_replay's `conclude`. */
static void explain_search_of(void *user, moment_replay *moment, const htn_plan *plan)
{
    explained *to = user;
    to->status = moment->status;
    base_text_clear(&to->text);
    switch (to->question->form) {
    case MOMENT_TEXT: add_words(to, moment, plan); break;
    case MOMENT_JSON: add_json(to, moment, plan); break;
    case MOMENT_HTML: add_page(to, moment, plan); break;
    }
}

/* `moment`: when it is, what runs, and when and why the search began. */
static cJSON *with_moment(cJSON *json, const moment_replay *moment, const moment_search *found)
{
    base_text plan = {0};
    if (json == NULL)
        json = cJSON_CreateObject();
    cJSON *at = cJSON_AddObjectToObject(json, "moment");
    cJSON_AddNumberToObject(at, "ms", (double)found->time_us / 1000);
    cJSON_AddNumberToObject(at, "tick", found->ticks);
    moment_add_plan(&plan, htn_replay_agent(moment->cursor), moment->layer);
    cJSON_AddStringToObject(at, "doing", base_text_of(&plan));
    base_text_free(&plan);
    if (!found->searched)
        return json;
    cJSON_AddNumberToObject(at, "searchedMs", (double)found->since_us / 1000);
    cJSON_AddNumberToObject(at, "searchedTick", found->since);
    cJSON_AddStringToObject(at, "why", base_text_of(&found->why));
    return json;
}

static void answer_with(moment_answer *answer, base_text *text, explained *to, const moment_replay *moment,
                        const moment_search *found)
{
    answer->cut = htn_replay_now(moment->cursor).cut;
    if (to->question->form == MOMENT_JSON) {
        answer->json = with_moment(to->json, moment, found);
        to->json = NULL;
        return;
    }
    if (to->question->form == MOMENT_TEXT)
        moment_add_head(text, moment, found);
    base_text_add(text, "%s", base_text_of(&to->text));
}

moment_answer moment_explain(base_text *text, trace_reader *reader, const moment_question *question)
{
    explained to = {.question = question, .status = HTN_NOT_BEGUN};
    moment_search found;
    moment_replay moment = {
        .conclude = explain_search_of, .user = &to, .all = question->all && question->task == HTN_NONE};
    moment_answer answer = {0};
    if (moment_find_search(&found, reader, question->layer, question->time_us) != HTN_OK) {
        answer.reason = "the journal is damaged or cut short here";
    } else if (moment_replay_to(&moment, reader, &found, question->layer, question->task, question->time_us) !=
               HTN_OK) {
        reader->offset = moment.report.offset;
        answer.reason = moment.report.reason;
    } else {
        answer_with(&answer, text, &to, &moment, &found);
    }
    answer.status = to.status;
    cJSON_Delete(to.json);
    moment_replay_end(&moment);
    base_text_free(&found.why);
    base_text_free(&to.text);
    return answer;
}
