/* An event as a sentence, with the reasons for what was decided; see trace_sentences.h. */
#include "cli/trace/trace_sentences.h"
#include "cli/common/plan_outcome.h"
#include "cli/common/order_text.h"
#include "cli/common/value_text.h"
#include "cli/trace/trace_words.h"
#include <string.h>

/* --- Planning ----------------------------------------------------------------------------------- */

/* `Hungry = true (sensor Stomach, at 600 ms)` */
static void add_cause(base_text *text, const trace_reader *reader, uint32_t address)
{
    const trace_write *last = address < reader->addresses ? &reader->writes[address] : NULL;
    trace_add_cell(text, reader, address);
    if (last == NULL || !last->known)
        return;
    base_text_add(text, " = ");
    trace_add_cell_value(text, reader, address, last->value);
    base_text_add(text, " (");
    trace_add_by(text, reader, last->by, last->id);
    if (last->at != reader->time)
        base_text_add(text, ", at %llu ms", (unsigned long long)last->at);
    base_text_add(text, ")");
}

/* Why a layer has no plan that it could run. */
static const char *why_no_plan(const trace_reader *reader, const uint32_t *numbers)
{
    if (numbers[2] & HTN_REASON_FAILED)
        return "the plan has failed";
    if (numbers[1] == HTN_PURPOSE_CONTINUATION)
        return "the rest of the plan";
    return reader->layers[numbers[0]].planned ? "the plan has ended" : "there is no plan yet";
}

void trace_add_reasons(base_text *text, const trace_reader *reader, const htn_journal_event *event)
{
    const uint32_t *numbers = event->numbers, reasons = numbers[2];
    const char *also = "";
    if (reasons & HTN_REASON_NO_PLAN) {
        base_text_add(text, "%s", why_no_plan(reader, numbers));
        also = "; ";
    }
    if (reasons & HTN_REASON_CHANGED) {
        base_text_add(text, "%s", also);
        if (numbers[3] != 0)
            add_cause(text, reader, numbers[3] - 1);
        else
            base_text_add(text, "the world has changed");
        also = "; ";
    }
    if (reasons & HTN_REASON_ANSWERS) {
        base_text_add(text, "%sanswers of queries may have changed", also);
        also = "; ";
    }
    if (reasons & HTN_REASON_ASKED) {
        base_text_add(text, "%sasked to replan", also);
        also = "; ";
    }
    if (reasons & HTN_REASON_INTERVAL)
        base_text_add(text, "%sthe replan interval is over", also);
}

/* The reasons for a search and, if it took several ticks, when it began. */
static void add_why(base_text *text, const trace_reader *reader, uint32_t layer)
{
    const trace_layer *of = &reader->layers[layer];
    if (of->why.length > 0)
        base_text_add(text, "  <- %s", base_text_of(&of->why));
    if (of->sought != reader->time)
        base_text_add(text, "  [search began at %llu ms]", (unsigned long long)of->sought);
}

/* The steps of a plan are in the events that follow it. */
static void add_plan(base_text *text, const trace_reader *reader, const htn_journal_event *plan)
{
    size_t offset = plan->offset + plan->size;
    htn_journal_event event;
    const char *between = "plan: ";
    while (htn_journal_next(reader->journal.bytes, reader->journal.size, &offset, &event) == HTN_OK &&
           event.kind == HTN_JOURNAL_STEP && event.numbers[0] < htn_domain_count(reader->domain, HTN_SECTION_TASKS)) {
        base_text_add(text, "%s", between);
        trace_add_step(text, reader, &event);
        between = ", ";
    }
    if (plan->numbers[1] == 0)
        base_text_add(text, "nothing to do");
    if (plan->numbers[4] != HTN_PARTIAL_NOT)
        base_text_add(text, plan->numbers[4] == HTN_PARTIAL_SPLIT ? ", Split" : ", Horizon");
    add_why(text, reader, plan->numbers[0]);
}

/* How a search ended. A plan that was found has its sentence when the layer takes it. */
static void add_result(base_text *text, const trace_reader *reader, const uint32_t *numbers)
{
    const htn_status status = (htn_status)numbers[1];
    if (status == HTN_OK)
        return;
    if (status == HTN_STANDS)
        base_text_add(text, "plan kept");
    else
        base_text_add(text, "%s", htn_status_text(status));
    add_why(text, reader, numbers[0]);
}

static const char *step_text(const trace_reader *reader, uint32_t layer, uint32_t step)
{
    const trace_layer *of = &reader->layers[layer];
    return step < of->step_count ? of->steps[step] : "a step";
}

static void add_failure(base_text *text, const trace_reader *reader, const uint32_t *numbers)
{
    const char *step = step_text(reader, numbers[0], numbers[2] - 1);
    base_text_add(text, "the plan fails: ");
    switch (numbers[1]) {
    case HTN_WHY_OPERATOR: base_text_add(text, "%s has failed", step); break;
    case HTN_WHY_PRECONDITIONS: base_text_add(text, "the preconditions of %s do not hold", step); break;
    case HTN_WHY_WHILE:
        base_text_add(text, "the While of ");
        trace_add_method(text, reader, numbers[3] - 1);
        base_text_add(text, ", to which %s belongs, does not hold", step);
        break;
    case HTN_WHY_CONTEXT: base_text_add(text, "the Context of %s does not hold", step); break;
    case HTN_WHY_ENTER:
        base_text_add(text, "the Enter of ");
        trace_add_method(text, reader, numbers[3] - 1);
        base_text_add(text, ", which begins with %s, does not hold", step);
        break;
    case HTN_WHY_TIMEOUT: base_text_add(text, "%s has taken longer than its Timeout", step); break;
    case HTN_WHY_REMOVED: base_text_add(text, "an instance that %s was given has been removed", step); break;
    case HTN_WHY_RESERVATION: base_text_add(text, "a reservation is lost"); break;
    case HTN_WHY_CONTINUATION: base_text_add(text, "there is no way to continue it"); break;
    default: base_text_add(text, "a limit was reached"); break;
    }
}

static void add_skip(base_text *text, const trace_reader *reader, const uint32_t *numbers)
{
    base_text_add(text, "no search: the plan does not depend on what has changed");
    if (numbers[1] == 0)
        return;
    base_text_add(text, "  <- ");
    add_cause(text, reader, numbers[1] - 1);
}

/* --- Steps -------------------------------------------------------------------------------------- */

static void add_start(base_text *text, const trace_reader *reader, const htn_journal_event *event)
{
    base_text operated = {0};
    const char *step = step_text(reader, event->numbers[0], event->numbers[2]);
    trace_add_operator(&operated, reader, event);
    base_text_add(text, "start %s", step);
    if (strcmp(base_text_of(&operated), step) != 0)
        base_text_add(text, ": %s", base_text_of(&operated));
    base_text_free(&operated);
}

static void add_run(base_text *text, const trace_reader *reader, const char *what, uint32_t run)
{
    base_text_add(text, "%s ", what);
    trace_add_run(text, reader, run);
}

/* --- Input from outside ------------------------------------------------------------------------ */

static void add_write(base_text *text, const trace_reader *reader, uint32_t address, uint32_t number, bool was)
{
    htn_journal_location location;
    int32_t index[HTN_MAX_LOCALS];
    trace_add_cell(text, reader, address);
    const bool found = htn_journal_locate(reader->domain, address, &location);
    base_text_add(text, location.property != HTN_NONE ? " = " : " is ");
    trace_add_cell_value(text, reader, address, number);
    if (!found || location.property == HTN_NONE || reader->lost || !was)
        return;
    const uint32_t count = htn_journal_index(reader->domain, &location, index);
    base_text_add(text, " (was ");
    cli_add_value(text, reader->domain,
                  htn_domain_field(reader->domain, HTN_SECTION_PROPERTIES, location.property, HTN_PROPERTIES_TYPE),
                  htn_world_get_at(&reader->world, location.property, index, count));
    base_text_add(text, ")");
}

static void add_begin(base_text *text, const htn_journal_event *event)
{
    static const char *const options[] = {"seed", "budget", "interval", "back-off", "horizon", "stagger", "running"};
    const uint32_t *numbers = event->numbers + HTN_JOURNAL_BEGIN_FLAGS;
    base_text_add(text, numbers[0] & HTN_BEGIN_FRESH ? "a run begins" : "the journal begins in the middle of a run");
    for (uint32_t i = 0; i < sizeof options / sizeof *options; i++)
        if (numbers[1 + i] != 0)
            base_text_add(text, ", %s %u", options[i], numbers[1 + i]);
}

static void add_by(base_text *text, const trace_reader *reader, const uint32_t *numbers)
{
    base_text_add(text, "  <- ");
    trace_add_by(text, reader, numbers[0], numbers[1]);
}

/* `is given order 3: Travel(Alice, Park), in place of all others` */
static void add_order(base_text *text, const trace_reader *reader, const htn_journal_event *event)
{
    const uint32_t *n = event->numbers;
    base_text_add(text, "%s is given order %u: ", cli_layer_name(reader->domain, n[2]), n[4]);
    if (n[5] >= htn_domain_count(reader->domain, HTN_SECTION_TASKS) ||
        htn_task_parameters(reader->domain, n[5]) != event->count - 6) {
        base_text_add(text, "?");
        return;
    }
    int32_t values[HTN_JOURNAL_NUMBERS];
    for (uint32_t i = 6; i < event->count; i++)
        values[i - 6] = htn_journal_signed(n[i]);
    cli_add_step(text, reader->domain, n[5], values);
    base_text_add(text, n[3] != 0 ? ", in place of all others" : "");
}

static void add_order_end(base_text *text, const uint32_t *n)
{
    base_text_add(text, "order %u %s", n[1], cli_order_end_text(n[2]));
}

/* An event from outside the planner. False: it is another one. */
static bool add_input(base_text *text, const trace_reader *reader, const htn_journal_event *event)
{
    const uint32_t *n = event->numbers;
    switch (event->kind) {
    case HTN_JOURNAL_BEGIN: add_begin(text, event); return true;
    case HTN_JOURNAL_LOST:
        base_text_add_count(text, n[0], "event is", "events are");
        base_text_add(text, " missing here: the ring was too small, or was read too seldom");
        return true;
    case HTN_JOURNAL_DROP: add_run(text, reader, "a hot reload drops", n[0]); return true;
    case HTN_JOURNAL_LOAD: base_text_add(text, "loaded from a save of %u bytes", n[0]); return true;
    case HTN_JOURNAL_WORLD: base_text_add(text, "a new world, with its initial values except for what follows"); break;
    case HTN_JOURNAL_COPY: add_write(text, reader, n[0], n[1], false); return true;
    case HTN_JOURNAL_WRITE: add_write(text, reader, n[2], n[3], true); break;
    case HTN_JOURNAL_TIMER:
        trace_add_cell(text, reader, n[2]);
        if (n[3] == 0)
            base_text_add(text, " does not expire any more");
        else
            base_text_add(text, " expires in %u ms", n[3]);
        break;
    case HTN_JOURNAL_ORDER: add_order(text, reader, event); break;
    case HTN_JOURNAL_TAKE_BACK:
        base_text_add(text, n[3] == 0 ? "all orders are taken back" : "order %u is taken back", n[3] - 1);
        break;
    case HTN_JOURNAL_ASK: base_text_add(text, "asked to replan"); break;
    case HTN_JOURNAL_ANSWERS: base_text_add(text, "answers of queries may have changed"); break;
    case HTN_JOURNAL_LISTEN:
        base_text_add(text, n[2] ? "searches are listened to" : "searches are not listened to");
        break;
    case HTN_JOURNAL_JOIN: base_text_add(text, n[0] != 0 ? "joins a group" : "leaves its group"); return true;
    case HTN_JOURNAL_CANDIDATES:
    case HTN_JOURNAL_LATE:
    case HTN_JOURNAL_QUERY: trace_add_query(text, reader, event); return true;
    case HTN_JOURNAL_OVERWRITTEN:
        trace_add_cell(text, reader, n[0]);
        base_text_add(text, " was written by another agent of the group: its Durings are over");
        return true;
    default: return false;
    }
    add_by(text, reader, n);
    return true;
}

/* What a layer holds, asks for or loses. */
static void add_hold(base_text *text, const trace_reader *reader, const htn_journal_event *event)
{
    const uint32_t *n = event->numbers;
    switch (event->kind) {
    case HTN_JOURNAL_HOLD:
    case HTN_JOURNAL_RELEASE:
        base_text_add(text, event->kind == HTN_JOURNAL_HOLD ? "holds " : "releases ");
        cli_add_value(text, reader->domain, n[1], htn_journal_signed(n[2]));
        break;
    case HTN_JOURNAL_SHARE: base_text_add(text, "the agent shares what the layer has released"); break;
    case HTN_JOURNAL_ASK_HOLDS:
        base_text_add(text, "the plan that was found waits for what it reserves, until the agent shares");
        break;
    case HTN_JOURNAL_GRANT:
        base_text_add(text, n[1] != 0 ? "gets what the plan that was found reserves"
                                      : "does not get what the plan that was found reserves");
        break;
    case HTN_JOURNAL_REVOKE:
        base_text_add(text, "the hold of layer %u on ", n[2]);
        cli_add_value(text, reader->domain, n[3], htn_journal_signed(n[4]));
        base_text_add(text, " is lost");
        break;
    default: break;
    }
}

/* --- All events -------------------------------------------------------------------------------------- */

void trace_add_event(base_text *text, const trace_reader *reader, const htn_journal_event *event)
{
    const uint32_t *n = event->numbers;
    if (add_input(text, reader, event))
        return;
    switch (event->kind) {
    case HTN_JOURNAL_RESULT: add_result(text, reader, n); break;
    case HTN_JOURNAL_SKIP: add_skip(text, reader, n); break;
    case HTN_JOURNAL_LEFT:
        base_text_add(text, "plan kept: a fresh plan is the same as the rest of the running one");
        break;
    case HTN_JOURNAL_STALE: base_text_add(text, "the plan that was found does not hold any more"); break;
    case HTN_JOURNAL_PLAN: add_plan(text, reader, event); break;
    case HTN_JOURNAL_START: add_start(text, reader, event); break;
    case HTN_JOURNAL_PASS: base_text_add(text, "done  %s at once", step_text(reader, n[0], n[1])); break;
    case HTN_JOURNAL_ABORT: add_run(text, reader, "abort", n[1]); break;
    case HTN_JOURNAL_END:
        add_run(text, reader, n[2] == HTN_SUCCEEDED ? "done " : n[2] == HTN_FAILED ? "failed" : "aborted", n[1]);
        break;
    case HTN_JOURNAL_FAIL: add_failure(text, reader, n); break;
    case HTN_JOURNAL_TIMEOUT: add_run(text, reader, "time is over for", n[1]); break;
    case HTN_JOURNAL_RETRY:
        base_text_add(text, "%s is to be started again after ", step_text(reader, n[0], n[1]));
        base_text_add_count(text, n[2], "failure", "failures");
        break;
    case HTN_JOURNAL_ROUND:
        base_text_add(text, "the Background begins again with %s", step_text(reader, n[0], n[1]));
        break;
    case HTN_JOURNAL_OVER:
        base_text_add(text, "the Background of %s %s", step_text(reader, n[0], n[1]),
                      n[2] != 0 ? "is over: it cannot begin again" : "ends with its group");
        break;
    case HTN_JOURNAL_ORDER_END: add_order_end(text, n); break;
    case HTN_JOURNAL_GATE:
        base_text_add(text, n[2] == 0 ? "order %u waits: its gate is closed" : "the gate of order %u is open again",
                      n[1]);
        break;
    case HTN_JOURNAL_DONE: base_text_add(text, "the plan is done"); break;
    case HTN_JOURNAL_COOLDOWN:
        base_text_add(text, "Cooldown of ");
        trace_add_method(text, reader, n[1]);
        base_text_add(text, " begins");
        break;
    case HTN_JOURNAL_HOLD:
    case HTN_JOURNAL_RELEASE:
    case HTN_JOURNAL_SHARE:
    case HTN_JOURNAL_ASK_HOLDS:
    case HTN_JOURNAL_GRANT:
    case HTN_JOURNAL_REVOKE: add_hold(text, reader, event); break;
    case HTN_JOURNAL_BACK_OFF: base_text_add(text, "waits %u ms, unless something changes", n[1]); break;
    case HTN_JOURNAL_TROUBLE:
        if (reader->before != HTN_JOURNAL_RESULT)
            base_text_add(text, "%s", htn_status_text((htn_status)n[0]));
        break;
    default: break;
    }
}
