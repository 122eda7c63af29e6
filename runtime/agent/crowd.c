/*
 * A crowd's frames: who is ticked when, and what each may spend on searches. Those that wait come first, in the order
 * in which they were last given their share, so that each is given it again before any other is twice: whatever a
 * search costs, and however often it is begun anew, it holds the others up by its share alone. See crowd.h.
 */
#include "agent_inside.h"

/* --- Rows ----------------------------------------------------------------------------------------- */

/* In front of `after`; NULL: behind all. */
static void insert(htn_crowd *crowd, htn_crowd_list_id order, htn_agent *agent, htn_agent *after)
{
    htn_crowd_list *row = &crowd->rows[order];
    htn_agent *before = after == NULL ? row->last : after->links[order].before;
    agent->links[order].before = before;
    agent->links[order].after = after;
    if (before == NULL)
        row->first = agent;
    else
        before->links[order].after = agent;
    if (after == NULL)
        row->last = agent;
    else
        after->links[order].before = agent;
    row->count++;
}

static void unlink(htn_crowd *crowd, htn_crowd_list_id order, const htn_agent *agent)
{
    htn_crowd_list *row = &crowd->rows[order];
    const htni_link *link = &agent->links[order];
    if (row->next == agent)
        row->next = link->after;
    if (link->before == NULL)
        row->first = link->after;
    else
        link->before->links[order].after = link->after;
    if (link->after == NULL)
        row->last = link->before;
    else
        link->after->links[order].before = link->before;
    row->count--;
}

static void stop_waiting(htn_crowd *crowd, htn_agent *agent)
{
    if (agent->waits)
        unlink(crowd, HTN_CROWD_WAITING, agent);
    agent->waits = false;
}

htn_status htn_crowd_init(htn_crowd *crowd)
{
    if (crowd == NULL)
        return HTN_BAD_ARGUMENT;
    memset(crowd, 0, sizeof *crowd);
    return HTN_OK;
}

htn_status htn_crowd_add(htn_crowd *crowd, htn_agent *agent)
{
    if (crowd == NULL || agent == NULL || agent->crowd != NULL)
        return HTN_BAD_ARGUMENT;
    agent->crowd = crowd;
    agent->ticked = crowd->frame; /* not in the frame that is under way */
    insert(crowd, HTN_CROWD_MEMBERS, agent, NULL);
    return HTN_OK;
}

htn_status htn_crowd_remove(htn_crowd *crowd, htn_agent *agent)
{
    if (crowd == NULL || agent == NULL || agent->crowd != crowd)
        return HTN_BAD_ARGUMENT;
    stop_waiting(crowd, agent);
    unlink(crowd, HTN_CROWD_MEMBERS, agent);
    agent->crowd = NULL;
    return HTN_OK;
}

/* --- Frames --------------------------------------------------------------------------------------- */

/*
 * Those that wait: first the ones that were not given their share, the longest wait before all, then the ones that
 * were, in this frame. `next` of their row is the first of these, once all that waited have been ticked.
 */
static void line_up(htn_crowd *crowd, htn_agent *agent, bool served)
{
    htn_crowd_list *row = &crowd->rows[HTN_CROWD_WAITING];
    const bool hungry = agent->hungry != HTN_NONE;
    if (hungry && agent->waits && !served)
        return;
    stop_waiting(crowd, agent);
    agent->waits = hungry;
    agent->since = crowd->frame;
    if (hungry)
        insert(crowd, HTN_CROWD_WAITING, agent, served ? NULL : row->next);
    if (hungry && served && row->next == NULL)
        row->next = agent;
}

static uint32_t least_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void tick(htn_crowd *crowd, htn_agent *agent, uint32_t elapsed_ms, uint32_t work)
{
    const uint32_t least = least_of(HTN_CROWD_MIN_SHARE, crowd->budget);
    const uint32_t share = work > least ? work : least;
    const uint32_t given = crowd->left == HTN_NONE ? HTN_NONE : least_of(share, crowd->left);
    uint32_t unspent = given;
    const htn_counts before = agent->counts;
    agent->ticked = crowd->frame;
    const htn_status status = htn_agent_tick_within(agent, elapsed_ms, &unspent);
    const uint32_t spent = given - unspent;
    crowd->work = spent > UINT32_MAX - crowd->work ? UINT32_MAX : crowd->work + spent;
    crowd->searches += agent->counts.searches - before.searches;
    crowd->skipped += agent->counts.skipped - before.skipped;
    if (crowd->left != HTN_NONE)
        crowd->left -= spent;
    if (crowd->trouble == HTN_OK)
        crowd->trouble = status;
    if (agent->crowd == crowd) /* it may have been taken out from inside */
        line_up(crowd, agent, given >= share && given != 0);
}

/* What one leaves of its share is the next ones'. */
static void tick_waiting(htn_crowd *crowd, uint32_t elapsed_ms)
{
    htn_crowd_list *row = &crowd->rows[HTN_CROWD_WAITING];
    uint32_t turns = row->count;
    row->next = row->first;
    while (row->next != NULL && row->next->ticked != crowd->frame) {
        htn_agent *agent = row->next;
        row->next = agent->links[HTN_CROWD_WAITING].after;
        tick(crowd, agent, elapsed_ms, crowd->left / turns--);
    }
}

/* How many of these will search is not known, so each leaves the others half. */
static void tick_others(htn_crowd *crowd, uint32_t elapsed_ms)
{
    htn_crowd_list *row = &crowd->rows[HTN_CROWD_MEMBERS];
    row->next = row->first;
    while (row->next != NULL) {
        htn_agent *agent = row->next;
        row->next = agent->links[HTN_CROWD_MEMBERS].after;
        if (agent->ticked != crowd->frame)
            tick(crowd, agent, elapsed_ms, crowd->left / 2);
    }
}

static uint32_t wait_now(const htn_crowd *crowd)
{
    const htn_agent *first = crowd->rows[HTN_CROWD_WAITING].first;
    return first == NULL ? 0 : crowd->frame - first->since;
}

htn_status htn_crowd_tick(htn_crowd *crowd, uint32_t elapsed_ms, uint32_t budget)
{
    if (crowd == NULL)
        return HTN_BAD_ARGUMENT;
    if (crowd->inside)
        return HTN_BUSY;
    crowd->inside = true;
    crowd->frame++;
    crowd->budget = crowd->left = budget;
    crowd->work = 0;
    crowd->trouble = HTN_OK;
    tick_waiting(crowd, elapsed_ms);
    tick_others(crowd, elapsed_ms);
    if (wait_now(crowd) > crowd->longest_wait)
        crowd->longest_wait = wait_now(crowd);
    crowd->inside = false;
    return crowd->trouble;
}

htn_status htn_crowd_share(htn_crowd *crowd)
{
    if (crowd == NULL)
        return HTN_BAD_ARGUMENT;
    if (crowd->inside)
        return HTN_BUSY;
    htn_status status = HTN_OK;
    for (htn_agent *agent = crowd->rows[HTN_CROWD_MEMBERS].first; agent != NULL;
         agent = agent->links[HTN_CROWD_MEMBERS].after) {
        const htn_status shared = htn_agent_share(agent);
        status = status == HTN_OK ? shared : status;
    }
    return status;
}

htn_status htn_crowd_statistics(const htn_crowd *crowd, htn_crowd_stats *stats)
{
    if (crowd == NULL || stats == NULL)
        return HTN_BAD_ARGUMENT;
    stats->agents = crowd->rows[HTN_CROWD_MEMBERS].count;
    stats->waiting = crowd->rows[HTN_CROWD_WAITING].count;
    stats->wait = wait_now(crowd);
    stats->longest_wait = crowd->longest_wait;
    stats->work = crowd->work;
    stats->searches = crowd->searches;
    stats->skipped = crowd->skipped;
    return HTN_OK;
}
