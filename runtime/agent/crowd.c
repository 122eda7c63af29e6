/*
 * A crowd's frames: which agent is ticked when, and what each may spend on searches; see crowd.h.
 * Agents that wait for budget come first, in the order in which they were last given their share.
 * So each of them is given its share again before any other agent is given one twice: a costly
 * search, or one that begins again and again, delays the others by its own share alone.
 *
 * Both lists are doubly linked through the agents (htni_membership), so adding and removing take
 * constant time.
 */
#include "agent_state.h"
#include "group_members.h"
#include "work_timing.h"

/* --- Lists -------------------------------------------------------------------------------------- */

/* Inserts an agent in front of `after`; NULL: at the end. */
static void insert(htn_crowd *crowd, htn_crowd_list_id id, htn_agent *agent, htn_agent *after)
{
    htn_crowd_list *list = &crowd->lists[id];
    htni_crowd_link *own = &agent->membership.links[id];
    htn_agent *before = after == NULL ? list->last : after->membership.links[id].before;
    own->before = before;
    own->after = after;
    if (before == NULL)
        list->first = agent;
    else
        before->membership.links[id].after = agent;
    if (after == NULL)
        list->last = agent;
    else
        after->membership.links[id].before = agent;
    list->count++;
}

static void unlink(htn_crowd *crowd, htn_crowd_list_id id, const htn_agent *agent)
{
    htn_crowd_list *list = &crowd->lists[id];
    const htni_crowd_link *own = &agent->membership.links[id];
    if (list->next == agent)
        list->next = own->after;
    if (own->before == NULL)
        list->first = own->after;
    else
        own->before->membership.links[id].after = own->after;
    if (own->after == NULL)
        list->last = own->before;
    else
        own->after->membership.links[id].before = own->before;
    list->count--;
}

static void stop_waiting(htn_crowd *crowd, htn_agent *agent)
{
    if (agent->membership.waits)
        unlink(crowd, HTN_CROWD_WAITING, agent);
    agent->membership.waits = false;
}

/* Lists an agent that has had news since the crowd last looked. */
static void note_news(htn_crowd *crowd, htn_agent *agent)
{
    if (agent->news == agent->membership.news)
        return;
    agent->membership.news = agent->news;
    if (!agent->membership.tells)
        insert(crowd, HTN_CROWD_NEWS, agent, NULL);
    agent->membership.tells = true;
}

static void stop_telling(htn_crowd *crowd, htn_agent *agent)
{
    if (agent->membership.tells)
        unlink(crowd, HTN_CROWD_NEWS, agent);
    agent->membership.tells = false;
}

htn_status htn_crowd_init(htn_crowd *crowd)
{
    if (crowd == NULL)
        return HTN_BAD_ARGUMENT;
    memset(crowd, 0, sizeof *crowd);
    crowd->trouble_layer = HTN_NONE;
    return HTN_OK;
}

htn_status htn_crowd_add(htn_crowd *crowd, htn_agent *agent)
{
    if (crowd == NULL || agent == NULL || agent->membership.crowd != NULL || !htni_may_enter_crowd(agent, crowd))
        return HTN_BAD_ARGUMENT;
    htni_entered_crowd(agent, crowd);
    agent->membership.crowd = crowd;
    agent->membership.ticked = crowd->frame; /* not ticked in the frame under way */
    agent->membership.number = crowd->added++;
    agent->membership.news = 0;
    agent->membership.missed = 0;
    insert(crowd, HTN_CROWD_MEMBERS, agent, NULL);
    note_news(crowd, agent);
    return HTN_OK;
}

htn_status htn_crowd_remove(htn_crowd *crowd, htn_agent *agent)
{
    if (crowd == NULL || agent == NULL || agent->membership.crowd != crowd)
        return HTN_BAD_ARGUMENT;
    stop_waiting(crowd, agent);
    stop_telling(crowd, agent);
    unlink(crowd, HTN_CROWD_MEMBERS, agent);
    agent->membership.crowd = NULL;
    if (crowd->troubled == agent)
        crowd->troubled = NULL;
    htni_left_crowd(agent);
    return HTN_OK;
}

/* --- Frames ------------------------------------------------------------------------------------- */

/*
 * Puts a ticked agent where it belongs in the list of waiting agents, or takes it out. The list has
 * two parts: agents that have not been given their share since they began to wait, the longest wait
 * first; then those that were given it in this frame and still wait. `next` of the list, once all
 * agents that were waiting have been ticked, is the first of the second part.
 */
static void line_up(htn_crowd *crowd, htn_agent *agent, bool served)
{
    htn_crowd_list *list = &crowd->lists[HTN_CROWD_WAITING];
    htni_membership *membership = &agent->membership;
    const bool waits = agent->budget.out_of_budget != HTN_NONE;
    if (waits && membership->waits && !served)
        return; /* keeps its position */
    stop_waiting(crowd, agent);
    membership->waits = waits;
    membership->since = crowd->frame;
    if (waits)
        insert(crowd, HTN_CROWD_WAITING, agent, served ? NULL : list->next);
    if (waits && served && list->next == NULL)
        list->next = agent;
}

/* Whether the agent is ticked in this frame. If not, it remembers the frame's time. */
static bool is_its_frame(const htn_crowd *crowd, htn_agent *agent, uint64_t elapsed_us)
{
    htni_membership *membership = &agent->membership;
    if (membership->period <= 1 || (crowd->frame + membership->number) % membership->period == 0)
        return true;
    membership->ticked = crowd->frame;
    membership->missed += elapsed_us < UINT64_MAX - membership->missed ? elapsed_us : UINT64_MAX - membership->missed;
    return false;
}

/*
 * Ticks an agent, which may spend `work`, but at least the minimal share, and at most what is left
 * of the frame's budget.
 */
static void tick(htn_crowd *crowd, htn_agent *agent, uint64_t elapsed_us, uint32_t work)
{
    const uint32_t min_share = htni_min(HTN_CROWD_MIN_SHARE, crowd->budget);
    const uint32_t share = work > min_share ? work : min_share;
    const uint32_t given = crowd->left == HTN_NONE ? HTN_NONE : htni_min(share, crowd->left);
    uint32_t unspent = given;
    const htn_counts before = agent->counts;
    agent->membership.ticked = crowd->frame;
    const uint64_t missed = agent->membership.missed;
    agent->membership.missed = 0;
    const htn_status status =
        htn_agent_tick_within(agent, elapsed_us < UINT64_MAX - missed ? elapsed_us + missed : UINT64_MAX, &unspent);
    const uint32_t spent = given - unspent;
    crowd->work = spent > UINT32_MAX - crowd->work ? UINT32_MAX : crowd->work + spent;
    crowd->searches += agent->counts.searches - before.searches;
    crowd->skipped += agent->counts.skipped - before.skipped;
    if (crowd->left != HTN_NONE)
        crowd->left -= spent;
    if (crowd->trouble == HTN_OK && status != HTN_OK) {
        crowd->trouble = status;
        crowd->troubled = agent;
        crowd->trouble_layer = agent->trouble_layer;
    }
    if (agent->membership.crowd != crowd) /* a callback has removed it */
        return;
    line_up(crowd, agent, given >= share && given != 0);
    note_news(crowd, agent);
}

/*
 * The agents that were waiting when the frame began. What one does not spend of its share is left
 * to the next ones.
 */
static void tick_waiting(htn_crowd *crowd, uint64_t elapsed_us)
{
    htn_crowd_list *list = &crowd->lists[HTN_CROWD_WAITING];
    uint32_t turns = list->count;
    list->next = list->first;
    while (list->next != NULL && list->next->membership.ticked != crowd->frame) {
        htn_agent *agent = list->next;
        list->next = agent->membership.links[HTN_CROWD_WAITING].after;
        if (is_its_frame(crowd, agent, elapsed_us))
            tick(crowd, agent, elapsed_us, crowd->left / turns);
        turns--;
    }
}

/*
 * All other agents. How many of them will search is unknown, so each leaves half of the budget to
 * the rest.
 */
static void tick_others(htn_crowd *crowd, uint64_t elapsed_us)
{
    htn_crowd_list *list = &crowd->lists[HTN_CROWD_MEMBERS];
    list->next = list->first;
    while (list->next != NULL) {
        htn_agent *agent = list->next;
        list->next = agent->membership.links[HTN_CROWD_MEMBERS].after;
        if (agent->membership.ticked != crowd->frame && is_its_frame(crowd, agent, elapsed_us))
            tick(crowd, agent, elapsed_us, crowd->left / 2);
    }
}

/* The longest wait now, in frames. */
static uint32_t current_wait(const htn_crowd *crowd)
{
    const htn_agent *first = crowd->lists[HTN_CROWD_WAITING].first;
    return first == NULL ? 0 : crowd->frame - first->membership.since;
}

htn_status htn_crowd_tick(htn_crowd *crowd, uint64_t elapsed_us, uint32_t budget)
{
    if (crowd == NULL)
        return HTN_BAD_ARGUMENT;
    if (crowd->inside)
        return HTN_BUSY;
    crowd->inside = true;
    crowd->timing = HTN_CROWD_TIMING_OPEN; /* a callback that was left by longjmp() has left the rest as it was */
    crowd->frame++;
    crowd->budget = crowd->left = budget;
    crowd->work = 0;
    crowd->trouble = HTN_OK;
    crowd->troubled = NULL;
    crowd->trouble_layer = HTN_NONE;
    tick_waiting(crowd, elapsed_us);
    tick_others(crowd, elapsed_us);
    if (current_wait(crowd) > crowd->longest_wait)
        crowd->longest_wait = current_wait(crowd);
    crowd->inside = false;
    return crowd->trouble;
}

htn_status htn_crowd_set_clock(htn_crowd *crowd, htn_clock *clock, void *user)
{
    if (crowd == NULL)
        return HTN_BAD_ARGUMENT;
    if (crowd->inside)
        return HTN_BUSY;
    crowd->clock = clock;
    crowd->clock_user = user;
    crowd->timing = HTN_CROWD_TIMING_OPEN;
    crowd->until_timed = 0;
    crowd->timed_ns = crowd->timed_units = 0;
    return HTN_OK;
}

htn_status htn_crowd_tick_for(htn_crowd *crowd, uint64_t elapsed_us, uint64_t budget_ns)
{
    if (crowd == NULL || crowd->clock == NULL)
        return HTN_BAD_ARGUMENT;
    return htn_crowd_tick(crowd, elapsed_us, htni_units_of(crowd, budget_ns));
}

htn_status htn_crowd_share(htn_crowd *crowd)
{
    if (crowd == NULL)
        return HTN_BAD_ARGUMENT;
    if (crowd->inside)
        return HTN_BUSY;
    htn_status status = HTN_OK;
    for (htn_agent *agent = crowd->lists[HTN_CROWD_MEMBERS].first; agent != NULL;
         agent = agent->membership.links[HTN_CROWD_MEMBERS].after) {
        const htn_status shared = htn_agent_share(agent);
        status = status == HTN_OK ? shared : status;
    }
    return status;
}

htn_status htn_agent_set_period(htn_agent *agent, uint32_t frames)
{
    if (agent == NULL)
        return HTN_BAD_ARGUMENT;
    agent->membership.period = frames;
    return HTN_OK;
}

bool htn_crowd_news(htn_crowd *crowd, htn_news *news)
{
    if (crowd == NULL || news == NULL)
        return false;
    for (htn_agent *first = crowd->lists[HTN_CROWD_NEWS].first; first != NULL;
         first = crowd->lists[HTN_CROWD_NEWS].first) {
        if (htn_agent_news(first, news))
            return true;
        stop_telling(crowd, first);
    }
    return false;
}

htn_status htn_crowd_statistics(const htn_crowd *crowd, htn_crowd_stats *stats)
{
    if (crowd == NULL || stats == NULL)
        return HTN_BAD_ARGUMENT;
    stats->agents = crowd->lists[HTN_CROWD_MEMBERS].count;
    stats->waiting = crowd->lists[HTN_CROWD_WAITING].count;
    stats->wait = current_wait(crowd);
    stats->longest_wait = crowd->longest_wait;
    stats->work = crowd->work;
    stats->budget = crowd->budget;
    stats->unit_ps = htni_unit_ps(crowd);
    stats->searches = crowd->searches;
    stats->skipped = crowd->skipped;
    stats->trouble = crowd->trouble;
    stats->trouble_agent = crowd->troubled;
    stats->trouble_layer = crowd->trouble_layer;
    return HTN_OK;
}
