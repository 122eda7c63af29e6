/*
 * What the runtime does for generated C: the parts of instructions that are too long to be written out there. Each
 * does what the machine does (machine/vm_loop.h), with the same functions. Declared in htn/native.h.
 */
#include "../achieve/goap_heuristic.h"
#include "../blob/blob_reader.h"
#include "../blob/utility_curve.h"
#include "../machine/instance_scan.h"
#include "../machine/plan_walk.h"
#include "../machine/ranking.h"
#include "../machine/seek.h"
#include "../search/deferred_writes.h"
#include "../search/footprint.h"
#include "../search/plan_sums.h"
#include "../search/same_instances.h"
#include "../search/starts_at_once.h"
#include "../search/trail.h"
#include "../search/trailed_writes.h"
#include "../world/query.h"

_Static_assert(offsetof(htn_planner, machine) == 0, "generated C finds the machine's state at the planner's address");
_Static_assert(HTNI_BYTE_CELLS >> HTNI_WIDTH_SHIFT == HTNI_WIDTH_U8 + 1, "a cell below it is one byte");

static inline uint8_t *world_of(const htni_machine *machine)
{
    return htni_working_world(machine);
}

static inline const uint8_t *constant(const htn_domain *domain, uint32_t index)
{
    return domain->sections[HTN_SECTION_CONSTANTS].data + (size_t)index * 4;
}

/* --- Control -------------------------------------------------------------------------------------- */

uint32_t htn_native_next_step(htn_planner *planner)
{
    if (planner->check.walk == NULL)
        return HTN_OK;
    const htn_status status = htni_enter_next_step(planner, &planner->machine.now);
    return status == HTN_OK ? (uint32_t)HTN_NATIVE_ELSEWHERE : (uint32_t)status;
}

void htn_native_undo(uint8_t *world, const htni_change *change)
{
    htni_put_back(world, change);
}

void htn_native_mark_while(const htn_planner *planner, htni_registers *now, bool ends)
{
    htni_mark_trail(&planner->machine, now, ends ? HTNI_MARK_WHILE_END : HTNI_MARK_WHILE, now->steps);
}

bool htn_native_starts_at_once(const htn_planner *planner, uint32_t steps, uint32_t trail)
{
    return htni_starts_at_once(planner, steps, trail);
}

uint32_t htn_native_seek(const htn_domain *domain, const uint8_t *world, uint32_t row)
{
    return htni_seek(constant(domain, row), world);
}

htni_marks htn_native_marks(const htn_planner *planner)
{
    return htni_marks_of(planner);
}

/* --- Values --------------------------------------------------------------------------------------- */

int32_t htn_native_cell(const htn_domain *domain, uint32_t table, const int32_t *index)
{
    return htni_signed(htni_cell(domain, table, index));
}

int32_t htn_native_key(const htn_domain *domain, uint32_t list, const int32_t *values)
{
    return htni_signed(htni_find_key(domain, list, values));
}

int32_t htn_native_load_cell(const htn_planner *planner, uint32_t table, uint32_t cell, bool marked)
{
    if (marked)
        htni_mark_cell(planner, table, cell);
    return htni_load_cell(planner->machine.domain, world_of(&planner->machine), table, cell);
}

int32_t htn_native_load_at(const htn_planner *planner, uint32_t table, int32_t instance, bool marked)
{
    if (marked)
        htni_mark_at(planner, table, instance);
    return htni_load_at(planner->machine.domain, world_of(&planner->machine), table, instance);
}

/* As IS_THERE in vm_loop.h; in generated C no running plan is followed. */
int32_t htn_native_is_there(const htn_planner *planner, uint32_t type, int32_t instance, bool marked)
{
    if (marked)
        htni_mark_instance(planner, type, instance);
    return planner->search.phase != HTNI_SEARCHING
               ? htni_is_same(planner, type, instance)
               : htni_is_present(planner->machine.domain, world_of(&planner->machine), type, instance);
}

bool htn_native_ask(const htn_planner *planner, uint32_t query, const int32_t *arguments, bool marked, int32_t *answer)
{
    if (marked)
        htni_mark_query(planner, query, arguments);
    return htni_ask(planner->machine.domain, world_of(&planner->machine), planner->host.answerer,
                    planner->host.answerer_user, query, arguments, answer);
}

bool htn_native_propose(const htn_planner *planner, uint32_t query, const int32_t *arguments, bool marked,
                        uint32_t *list)
{
    if (marked)
        htni_mark_query(planner, query, arguments);
    return htni_propose(planner->machine.domain, world_of(&planner->machine), planner->host.answerer,
                        planner->host.answerer_user, query, arguments, list);
}

bool htn_native_next_solution(uint32_t *list, uint32_t most, uint32_t *local)
{
    return htni_next_candidate(list, most, local);
}

int32_t htn_native_curve(const htn_domain *domain, uint32_t points, uint32_t count, int32_t x)
{
    return htni_curve(constant(domain, points), count, x);
}

void htn_native_unmet(htn_planner *planner, uint32_t item, uint32_t lack)
{
    htni_unmet(htni_achieve_of(planner), item, lack);
}

/* --- Writes --------------------------------------------------------------------------------------- */

bool htn_native_store(htn_planner *planner, uint32_t property, uint32_t cell, int32_t value, bool marked)
{
    if (marked)
        htni_mark_write(planner, &planner->machine.now, property, cell, value);
    return htni_write_cell(&planner->machine, &planner->machine.now, planner->machine.limits.trail, property, cell,
                           value);
}

bool htn_native_defer(htn_planner *planner, uint32_t how, uint32_t property, uint32_t cell, int32_t value)
{
    return htni_defer(&planner->machine, &planner->machine.now, planner->machine.limits.trail, how, property, cell,
                      value);
}

bool htn_native_commit(htn_planner *planner, bool marked)
{
    if (marked)
        htni_mark_pending(planner, &planner->machine.now, planner->machine.limits.trail);
    return htni_commit(&planner->machine, &planner->machine.now, planner->machine.limits.trail);
}

static inline bool add_to(htni_machine *machine, uint32_t sum, int32_t amount)
{
    return htni_accumulate(machine, &machine->now, machine->limits.trail, machine->domain->world_bytes + sum, amount);
}

bool htn_native_add_cost(htn_planner *planner, int32_t cost)
{
    return add_to(&planner->machine, HTNI_SUM_COST, cost);
}

bool htn_native_add_duration(htn_planner *planner, int32_t duration)
{
    return add_to(&planner->machine, HTNI_SUM_DURATION, duration);
}

/* --- Loops and rankings --------------------------------------------------------------------------- */

bool htn_native_next_instance(const htn_planner *planner, uint32_t type, uint32_t *locals, bool marked)
{
    const int32_t before = htni_signed(*locals);
    const uint32_t next = htni_next_instance(planner->machine.domain, world_of(&planner->machine), type, before);
    if (marked)
        htni_mark_loop(planner, type, before, next);
    if (next != HTN_NONE)
        *locals = next;
    return next != HTN_NONE;
}

bool htn_native_next_fact(const htn_domain *domain, uint32_t index, uint32_t *locals)
{
    return htni_next_fact(domain, index, locals);
}

htni_scanned htn_native_scan(const htn_planner *planner, uint32_t pc, uint32_t *locals, uint32_t fuel, bool marked)
{
    const htn_domain *domain = planner->machine.domain;
    return marked ? htni_scan_marked(planner, htni_code(domain), pc, locals, fuel)
                  : htni_scan(domain, world_of(&planner->machine), htni_code(domain), pc, locals, fuel);
}

void htn_native_ranking(uint32_t *ranking)
{
    ranking[HTN_RANKING_POSITION] = 0;
    ranking[HTN_RANKING_TAKEN_POSITION] = 0;
    ranking[HTN_RANKING_THIS_POSITION] = 0;
}

int32_t htn_native_rank(uint32_t *ranking, uint32_t method, uint32_t keys, int32_t rank)
{
    ranking[HTN_RANKING_THIS_POSITION]++;
    return htni_rank(ranking, method, keys, rank);
}

int32_t htn_native_draw(const htn_planner *planner, uint32_t *ranking, uint32_t method, uint32_t keys, int32_t weight)
{
    ranking[HTN_RANKING_THIS_POSITION]++;
    ranking[HTN_RANKING_THIS_WEIGHT] = (uint32_t)weight;
    return weight > 0 && htni_rank(ranking, method, keys, htni_draw(planner, &planner->machine.now, ranking, weight));
}

int32_t htn_native_draw_fixed(const htn_planner *planner, uint32_t *ranking, uint32_t method, uint32_t keys,
                              int32_t weight)
{
    ranking[HTN_RANKING_THIS_POSITION]++;
    ranking[HTN_RANKING_THIS_WEIGHT] = (uint32_t)weight;
    return weight > 0 &&
           htni_rank_halved(ranking, method, keys, htni_draw_fixed(planner, &planner->machine.now, ranking, weight));
}

bool htn_native_select(uint32_t *ranking, uint32_t keys)
{
    return htni_select(ranking, keys);
}
