/* See moment_explain.h. */
#include "cli/moment/moment_explain.h"
#include "cli/explain/explain_text.h"
#include "cli/moment/moment_replay.h"
#include "cli/moment/moment_search.h"
#include "cli/moment/moment_words.h"

typedef struct explained {
    const moment_question *question;
    base_text text; /* of the search that was explained last */
    htn_status status;
} explained;

/* A moment_replay's `conclude`. */
static void explain_search_of(void *user, moment_replay *moment, const htn_plan *plan)
{
    explained *to = user;
    const moment_question *question = to->question;
    explain_page page = {.search = &moment->search, .style = &question->style, .width = question->width};
    to->status = moment->status;
    base_text_clear(&to->text);
    if (moment->follows)
        explain_add_text(&to->text, &page, question->task, moment->status, plan);
    else if (moment->begun)
        base_text_add(&to->text,
                      "this search continues an earlier plan after its Split, so there is no tree from the root\n");
    else
        base_text_add(&to->text, "this search ended before it tried anything: %s\n", htn_status_text(moment->status));
}

moment_answer moment_explain(base_text *text, trace_reader *reader, const moment_question *question)
{
    explained to = {.question = question, .status = HTN_NOT_BEGUN};
    moment_search found;
    moment_replay moment = {.conclude = explain_search_of, .user = &to};
    moment_answer answer = {0};
    if (moment_find_search(&found, reader, question->layer, question->time_us) != HTN_OK) {
        answer.reason = "the journal is damaged or cut short here";
    } else if (moment_replay_to(&moment, reader, &found, question->layer, question->task, question->time_us) !=
               HTN_OK) {
        reader->offset = moment.report.offset;
        answer.reason = moment.report.reason;
    } else {
        moment_add_head(text, &moment, &found);
        base_text_add(text, "%s", base_text_of(&to.text));
        answer.cut = htn_replay_now(moment.cursor).cut;
    }
    answer.status = to.status;
    moment_replay_end(&moment);
    base_text_free(&found.why);
    base_text_free(&to.text);
    return answer;
}
