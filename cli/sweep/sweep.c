/* Searches in many worlds; see sweep.h. */
#include "cli/sweep/sweep.h"
#include "cli/common/debug_info.h"
#include "cli/common/exit_status.h"
#include "cli/common/plan_text.h"
#include "cli/common/value_text.h"
#include "cli/explain/explain_search.h"
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

enum { SLICE = 4096 /* units of work between two looks at the limit */, MOST_OUTCOMES = 512 };

uint32_t sweep_row_count(const sweep_result *sweep)
{
    return sweep->axis_count > 1 ? sweep->axes[1].count : 1;
}

const sweep_point *sweep_point_at(const sweep_result *sweep, uint32_t x, uint32_t y)
{
    return &sweep->points[(size_t)y * sweep->axes[0].count + x];
}

int32_t sweep_score(const sweep_result *sweep, uint32_t x, uint32_t y, uint32_t method)
{
    return sweep->ranks[((size_t)y * sweep->axes[0].count + x) * sweep->methods + method];
}

uint32_t sweep_next_method(const sweep_result *sweep, uint32_t x, uint32_t y)
{
    const uint32_t taken = sweep->outcomes[sweep_point_at(sweep, x, y)->outcome].method;
    uint32_t next = HTN_NONE;
    int32_t best = SWEEP_NO_SCORE;
    for (uint32_t i = 0; taken != HTN_NONE && i < sweep->methods; i++)
        if (i != taken && sweep_score(sweep, x, y, i) > best) {
            best = sweep_score(sweep, x, y, i);
            next = i;
        }
    return next;
}

void sweep_add_method(base_text *text, const sweep_result *sweep, uint32_t method)
{
    const htn_domain *domain = &sweep->session->subject.domain;
    const uint32_t first = CLI_FIELD(domain, TASKS, sweep->task, FIRST_METHOD);
    const char *label = CLI_TEXT(domain, METHODS, first + method, LABEL);
    if (label[0] != '\0')
        base_text_add(text, "%s", label);
    else
        base_text_add(text, "method %u", method);
}

void sweep_add_score(base_text *text, const sweep_result *sweep, int32_t score)
{
    if (sweep->fixed)
        cli_add_decimal(text, score);
    else
        base_text_add(text, "%d", (int)score);
}

/* --- What is noted once ------------------------------------------------------------------------------- */

typedef struct sweep_text {
    uint32_t index; /* of `texts`, which owns the text */
    UT_hash_handle hh;
} sweep_text;

static uint32_t intern(sweep_result *sweep, const char *text)
{
    sweep_text *known;
    HASH_FIND_STR(sweep->texts_by_text, text, known);
    if (known != NULL)
        return known->index;
    sweep->texts =
        base_grow_array((void *)sweep->texts, sweep->text_count, &sweep->text_capacity, sizeof *sweep->texts);
    char *kept = sweep->texts[sweep->text_count] = base_duplicate_text(text);
    known = base_allocate(sizeof *known);
    known->index = sweep->text_count++;
    HASH_ADD_KEYPTR(hh, sweep->texts_by_text, kept, strlen(kept), known);
    return known->index;
}

static void free_texts(sweep_result *sweep)
{
    sweep_text *each, *next;
    HASH_ITER(hh, sweep->texts_by_text, each, next)
    {
        HASH_DEL(sweep->texts_by_text, each);
        free(each);
    }
    for (uint32_t i = 0; i < sweep->text_count; i++)
        free(sweep->texts[i]);
    free((void *)sweep->texts);
}

/* The outcome of that method, or of that name; of very many, the last one. */
static uint32_t outcome_of(sweep_result *sweep, uint32_t method, bool plan, const char *name)
{
    for (uint32_t i = 0; i < sweep->outcome_count; i++)
        if (sweep->outcomes[i].method == method && (method != HTN_NONE || strcmp(sweep->outcomes[i].name, name) == 0))
            return i;
    if (sweep->outcome_count == MOST_OUTCOMES)
        return MOST_OUTCOMES - 1;
    sweep->outcomes =
        base_grow_array(sweep->outcomes, sweep->outcome_count, &sweep->outcome_capacity, sizeof *sweep->outcomes);
    sweep->outcomes[sweep->outcome_count] =
        (sweep_outcome){.name = base_duplicate_text(sweep->outcome_count + 1 == MOST_OUTCOMES ? "others" : name),
                        .method = method,
                        .plan = plan,
                        .low = SWEEP_NO_SCORE,
                        .high = SWEEP_NO_SCORE,
                        .narrow = SWEEP_NO_SCORE};
    return sweep->outcome_count++;
}

/* --- One world ---------------------------------------------------------------------------------------- */

typedef struct watched {
    explain_search search;
    uint64_t events;
} watched;

static void listen(void *user, const htn_planner *planner, const htn_event *event)
{
    watched *w = user;
    w->events++;
    explain_listen(&w->search, planner, event);
}

/* The first place in the plan where the task was decomposed; NULL: there is none. */
static const explain_node *find_node(const sweep_result *sweep, const explain_search *search)
{
    for (uint32_t i = 0; i < search->node_count; i++)
        if (search->nodes[i].task == sweep->task && search->nodes[i].achieve_pc == HTN_NONE &&
            search->nodes[i].method != HTN_NONE)
            return &search->nodes[i];
    return NULL;
}

static void note_ranks(sweep_result *sweep, const explain_candidates *all, int32_t *ranks)
{
    for (uint32_t i = 0; all != NULL && i < all->count; i++) {
        const explain_candidate *each = &all->list[i];
        const int32_t score = each->rank.drawn ? each->rank.weight : (int32_t)each->rank.value;
        sweep->fixed = each->rank.fixed;
        sweep->weights = each->rank.drawn;
        if (each->method < sweep->methods && score > ranks[each->method])
            ranks[each->method] = score;
    }
}

/* Plans, and returns the method of the task; HTN_NONE: none. `ranks` may be NULL. */
static htn_status follow(sweep_result *sweep, htn_planner *planner, uint32_t *method, int32_t *ranks)
{
    watched w = {.events = 0};
    explain_search_init(&w.search, sweep->session, false);
    const htn_status status = htn_plan_trace(planner, listen, &w);
    explain_search_finish(&w.search, planner, status);
    const explain_node *node = find_node(sweep, &w.search);
    *method = node != NULL && status == HTN_OK ? node->method : HTN_NONE;
    if (node != NULL && ranks != NULL)
        note_ranks(sweep, node->candidates, ranks);
    explain_search_free(&w.search);
    sweep->work += w.events;
    return status;
}

static htn_status plan_once(sweep_result *sweep, htn_planner *planner, uint32_t *method)
{
    htn_plan plan;
    htn_status status;
    do {
        status = htn_plan_step(planner, SLICE);
        sweep->work += status == HTN_SUSPENDED ? SLICE : SLICE / 64; /* the last slice is a short one */
    } while (status == HTN_SUSPENDED);
    htn_planner_plan(planner, &plan);
    *method = sweep->task != HTN_NONE && plan.record_count > 0 ? plan.record[0] : HTN_NONE;
    return status;
}

static const char *without_plan(htn_status status)
{
    return status == HTN_NO_PLAN ? "no plan" : status == HTN_WAITS ? "waits" : "limit";
}

/* What a world comes to. `ranks`: one for each method, or NULL. */
static sweep_point evaluate(sweep_result *sweep, int32_t *ranks)
{
    cli_session *session = sweep->session;
    const htn_domain *domain = &session->subject.domain;
    base_text name = {0}, step = {0};
    uint32_t method = HTN_NONE;
    htn_plan plan = {0};
    htn_status status = htn_plan_begin(session->planner, &session->world, &session->request);
    if (status == HTN_OK)
        status = sweep->follows ? follow(sweep, session->planner, &method, ranks)
                                : plan_once(sweep, session->planner, &method);
    htn_planner_plan(session->planner, &plan);
    if (plan.step_count > 0)
        cli_add_step(&step, domain, plan.steps[0].task, &plan.values[plan.steps[0].arguments]);
    if (status != HTN_OK)
        base_text_add(&name, "%s", without_plan(status));
    else if (sweep->by == SWEEP_BY_PLAN)
        cli_add_plan_line(&name, domain, &plan);
    else if (sweep->by == SWEEP_BY_STEP)
        base_text_add(&name, "%s", base_text_of(&step));
    else if (method != HTN_NONE)
        sweep_add_method(&name, sweep, method);
    else
        base_text_add(&name, "not in the plan");
    if (name.length == 0)
        base_text_add(&name, "nothing to do");
    const bool is_method = status == HTN_OK && sweep->by == SWEEP_BY_METHOD;
    const sweep_point point = {outcome_of(sweep, is_method ? method : HTN_NONE,
                                          status == HTN_OK && (!is_method || method != HTN_NONE), base_text_of(&name)),
                               intern(sweep, base_text_of(&step))};
    base_text_free(&name);
    base_text_free(&step);
    return point;
}

/* --- A row -------------------------------------------------------------------------------------------- */

static void add_run(sweep_row *row, int32_t first, int32_t last, uint32_t outcome)
{
    if (row->count > 0 && row->runs[row->count - 1].outcome == outcome) {
        row->runs[row->count - 1].last = last;
        return;
    }
    row->runs = base_grow_array(row->runs, row->count, &row->capacity, sizeof *row->runs);
    row->runs[row->count++] = (sweep_run){first, last, outcome};
}

/* Adds what lies between two samples, and the second one: halves the distance to the next other outcome until it is there. */
static void add_between(sweep_result *sweep, sweep_row *row, int32_t from, uint32_t before, int32_t to, uint32_t behind)
{
    while (before != behind && (int64_t)to - from > 1 && sweep->work < sweep->most_work) { /* else the row is cut off */
        int32_t near = from, far = to;
        uint32_t other = behind;
        while ((int64_t)far - near > 1) {
            const int32_t middle = (int32_t)(near + ((int64_t)far - near) / 2);
            sweep_axis_set(&sweep->axes[0], &sweep->settings, middle);
            const uint32_t found = evaluate(sweep, NULL).outcome;
            if (found == before) {
                near = middle;
            } else {
                far = middle;
                other = found;
            }
        }
        add_run(row, from, near, before);
        add_run(row, far, far, other);
        from = far;
        before = other;
    }
    add_run(row, from, to - 1 > from ? to - 1 : from, before);
    add_run(row, to, to, behind);
}

static void note_point(sweep_result *sweep, uint32_t x, uint32_t y)
{
    const sweep_point *point = sweep_point_at(sweep, x, y);
    sweep_outcome *outcome = &sweep->outcomes[point->outcome];
    const uint32_t at[2] = {x, y};
    for (uint32_t i = 0; i < 2; i++) {
        if (outcome->count == 0 || at[i] < outcome->from[i])
            outcome->from[i] = at[i];
        if (outcome->count == 0 || at[i] > outcome->to[i])
            outcome->to[i] = at[i];
    }
    if (outcome->count++ == 0)
        outcome->step = point->step;
    outcome->steps_differ = outcome->steps_differ || outcome->step != point->step;
    if (!sweep->scores || outcome->method == HTN_NONE)
        return;
    const int32_t score = sweep_score(sweep, x, y, outcome->method);
    const uint32_t next = sweep_next_method(sweep, x, y);
    if (score == SWEEP_NO_SCORE)
        return;
    outcome->low = outcome->low == SWEEP_NO_SCORE || score < outcome->low ? score : outcome->low;
    outcome->high = score > outcome->high ? score : outcome->high;
    if (next == HTN_NONE)
        return;
    const int64_t ahead = (int64_t)score - sweep_score(sweep, x, y, next);
    if (outcome->narrow == SWEEP_NO_SCORE || ahead < outcome->narrow)
        outcome->narrow = (int32_t)(ahead > INT32_MAX ? INT32_MAX : ahead < -INT32_MAX ? -INT32_MAX : ahead);
}

static void sweep_one_row(sweep_result *sweep, uint32_t y)
{
    const sweep_axis *axis = &sweep->axes[0];
    sweep_row *row = &sweep->rows[y];
    if (sweep->axis_count > 1)
        sweep_axis_set(&sweep->axes[1], &sweep->settings, sweep->axes[1].samples[y]);
    for (uint32_t x = 0; x < axis->count && sweep->work < sweep->most_work; x++) {
        const size_t at = (size_t)y * axis->count + x;
        sweep_axis_set(axis, &sweep->settings, axis->samples[x]);
        sweep->points[at] = evaluate(sweep, sweep->scores ? &sweep->ranks[at * sweep->methods] : NULL);
        if (x == 0)
            add_run(row, axis->samples[x], axis->samples[x], sweep->points[at].outcome);
        else
            add_between(sweep, row, axis->samples[x - 1], sweep->points[at - 1].outcome, axis->samples[x],
                        sweep->points[at].outcome);
    }
    sweep->ended = sweep->work >= sweep->most_work;
    for (uint32_t x = 0; x < axis->count && !sweep->ended; x++)
        note_point(sweep, x, y);
    sweep->rows_done += !sweep->ended;
}

/* --- All of it ---------------------------------------------------------------------------------------- */

/* Methods in their order, then by count; what is no plan comes last. */
static int compare(const void *a, const void *b)
{
    const sweep_outcome *x = a, *y = b;
    if (x->plan != y->plan)
        return x->plan ? -1 : 1;
    if (x->method != y->method)
        return x->method < y->method ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return strcmp(x->name, y->name);
}

static char free_letter(const sweep_result *sweep, const char *wanted)
{
    for (; *wanted != '\0'; wanted++) {
        const char letter = (char)(*wanted >= 'a' && *wanted <= 'z' ? *wanted - 'a' + 'A' : *wanted);
        bool taken = !((letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9'));
        for (uint32_t i = 0; i < sweep->outcome_count && !taken; i++)
            taken = sweep->outcomes[i].letter == letter;
        if (!taken)
            return letter;
    }
    return '*';
}

/* A letter of its name if there is one, else any; what is no plan has marks. */
static void give_letters(sweep_result *sweep)
{
    for (uint32_t i = 0; i < sweep->outcome_count; i++) {
        sweep_outcome *each = &sweep->outcomes[i];
        const bool numbered = strncmp(each->name, "method ", 7) == 0;
        if (!each->plan)
            each->letter = each->name[0] == 'n' && each->name[2] == ' ' ? '.' : each->name[0] == 'n' ? '-' : '?';
        else
            each->letter = free_letter(sweep, each->name + (numbered ? 7 : 0));
        if (each->letter == '*')
            each->letter = free_letter(sweep, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    }
}

static void put_in_order(sweep_result *sweep)
{
    const uint32_t count = sweep->outcome_count;
    sweep_outcome *old = base_copy_array(sweep->outcomes, count, sizeof *old);
    uint32_t *now = base_allocate((count + (size_t)1) * sizeof *now);
    qsort(sweep->outcomes, count, sizeof *sweep->outcomes, compare);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count; k++)
            if (old[i].name == sweep->outcomes[k].name)
                now[i] = k;
    for (uint32_t y = 0; y < sweep_row_count(sweep); y++) {
        for (uint32_t x = 0; x < sweep->axes[0].count; x++)
            sweep->points[(size_t)y * sweep->axes[0].count + x].outcome = now[sweep_point_at(sweep, x, y)->outcome];
        for (uint32_t i = 0; i < sweep->rows[y].count; i++)
            sweep->rows[y].runs[i].outcome = now[sweep->rows[y].runs[i].outcome];
    }
    free(old);
    free(now);
    give_letters(sweep);
}

int sweep_run_all(sweep_result *sweep)
{
    const htn_domain *domain = &sweep->session->subject.domain;
    const uint32_t rows = sweep_row_count(sweep);
    const size_t points = (size_t)rows * sweep->axes[0].count;
    const bool method = sweep->by == SWEEP_BY_METHOD;
    const uint32_t root = sweep->session->request.task_count > 0
                              ? sweep->session->request.tasks[0].task
                              : CLI_FIELD(domain, ROOTS, sweep->session->request.root, TASK);
    sweep->methods = sweep->task != HTN_NONE ? CLI_FIELD(domain, TASKS, sweep->task, METHOD_COUNT) : 0;
    sweep->scores = method && sweep->task != HTN_NONE && cli_selects(domain, sweep->task);
    sweep->follows = sweep->scores || (method && sweep->task != root);
    sweep->points = base_allocate(points * sizeof *sweep->points);
    sweep->rows = base_allocate(rows * sizeof *sweep->rows);
    if (sweep->scores) {
        sweep->ranks = base_allocate((points * sweep->methods + 1) * sizeof *sweep->ranks);
        for (size_t i = 0; i < points * sweep->methods; i++)
            sweep->ranks[i] = SWEEP_NO_SCORE;
    }
    for (uint32_t y = 0; y < rows && !sweep->ended; y++)
        sweep_one_row(sweep, y);
    put_in_order(sweep);
    return sweep->ended ? CLI_EXIT_LIMIT : CLI_EXIT_YES;
}

void sweep_free(sweep_result *sweep)
{
    for (uint32_t y = 0; sweep->rows != NULL && y < sweep_row_count(sweep); y++)
        free(sweep->rows[y].runs);
    for (uint32_t i = 0; i < sweep->outcome_count; i++)
        free(sweep->outcomes[i].name);
    free_texts(sweep);
    for (uint32_t i = 0; i < 2; i++)
        sweep_axis_free(&sweep->axes[i]);
    free(sweep->rows);
    free(sweep->points);
    free(sweep->ranks);
    free(sweep->outcomes);
}
