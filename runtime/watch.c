/*
 * While: which methods of a plan have one, for which steps it must hold, and whether it does. Where such a method's subtasks
 * end is a mark on the trail (UNWATCH); where they began its place says. A plan that ends at a split leaves some of them
 * open, which then hold on in what continues it. Neighbours: kept.c, walk.c.
 */
#include "machine.h"

static uint32_t *watches_of(const htn_planner *planner, const htni_part *part)
{
    return (uint32_t *)(void *)htni_region(planner, part->watches_at);
}

/* --- Keeping ------------------------------------------------------------------------------------ */

/* The values of the frame in which a method was taken. */
static void take_values(const htn_planner *planner, uint32_t task, uint32_t method, const htni_place *at, uint32_t *to)
{
    const htn_domain *domain = planner->domain;
    const uint32_t *locals = htni_frames(planner) + at->frame + HTNI_FRAME_LOCALS;
    const uint32_t parameters = HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT);
    const uint32_t bindings = HTNI_FIELD(domain, METHODS, method, BINDINGS);
    if (parameters != 0)
        memcpy(to, locals, parameters * sizeof *to);
    if (bindings != 0)
        memcpy(to + parameters, locals + HTNI_FIELD(domain, METHODS, method, FIRST_BINDING), bindings * sizeof *to);
}

/* The innermost method that is open and was taken before entry `record`: those from outside were. */
static uint32_t *innermost(const htn_planner *planner, const htni_part *in, uint32_t record)
{
    const uint32_t words = planner->domain->watch_words;
    for (uint32_t i = in->watches; i-- > 0;) {
        uint32_t *watch = watches_of(planner, in) + (size_t)i * words;
        const uint32_t entry = watch[HTNI_WATCH_ENTRY];
        if (watch[HTNI_WATCH_END] == HTN_NONE && (entry == HTN_NONE || entry < record))
            return watch;
    }
    return NULL;
}

/* Ends those whose marks the trail has. */
static void read_marks(const htn_planner *planner, const htni_part *in)
{
    const uint32_t mark = (uint32_t)HTNI_MARK_UNWATCH | (uint32_t)HTNI_WIDTH_MARK << HTNI_WIDTH_SHIFT;
    const htni_change *trail = htni_trail(planner);
    for (uint32_t i = 0; i + 1 < planner->now.trail; i++) {
        uint32_t *watch = trail[i].cell == mark ? innermost(planner, in, (uint32_t)trail[i].old) : NULL;
        if (watch != NULL)
            watch[HTNI_WATCH_END] = (uint32_t)trail[i + 1].old;
    }
}

void htni_keep_watches(const htn_planner *planner, htni_part *to)
{
    const htn_domain *domain = planner->domain;
    const htni_place *places = (const htni_place *)(const void *)htni_region(planner, planner->places_at);
    const uint16_t *record = (const uint16_t *)(const void *)htni_region(planner, planner->record_at);
    if (domain->watch_words == 0)
        return;
    for (uint32_t i = 0; i < planner->now.record; i++) {
        const uint32_t task = htni_task_of(domain, places[i].pc);
        const uint32_t method = HTNI_FIELD(domain, TASKS, task, FIRST_METHOD) + record[i];
        if (HTNI_FIELD(domain, METHODS, method, WHILE) == HTN_NONE)
            continue;
        uint32_t *watch = watches_of(planner, to) + (size_t)to->watches++ * domain->watch_words;
        watch[HTNI_WATCH_METHOD] = method;
        watch[HTNI_WATCH_ENTRY] = i;
        watch[HTNI_WATCH_FIRST] = places[i].steps;
        watch[HTNI_WATCH_END] = HTN_NONE;
        take_values(planner, task, method, &places[i], watch + HTNI_WATCH_VALUES);
    }
    read_marks(planner, to);
}

/* --- From one part of a plan to the next ---------------------------------------------------------- */

/* Whether an instance of an open type, of the generations `then`, is gone now. */
static bool is_gone(const htn_planner *planner, uint32_t type, int32_t instance, const uint8_t *then)
{
    const htn_domain *domain = planner->domain;
    if (type == HTN_NONE || HTNI_FIELD(domain, TYPES, type, PRESENCE) == HTN_NONE || instance == -1)
        return false;
    if (instance < 0 || !htni_is_present(domain, htni_region(planner, planner->world_at), type, instance))
        return true;
    const uint32_t at = htni_slot(domain, type, instance) * 2;
    return memcmp(htni_region(planner, planner->generations_at) + at, then + at, 2) != 0;
}

/* The type of value `index` of a watched method: a parameter's or a binding's. */
static uint32_t type_of(const htn_domain *domain, uint32_t task, uint32_t method, uint32_t index)
{
    const uint32_t parameters = HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT);
    const uint32_t first = index < parameters ? HTNI_FIELD(domain, TASKS, task, FIRST_PARAMETER)
                                              : HTNI_FIELD(domain, METHODS, method, FIRST_VARIABLE) - parameters;
    return HTNI_FIELD(domain, PARAMETERS, first + index, TYPE);
}

static uint32_t value_count(const htn_domain *domain, uint32_t task, uint32_t method)
{
    return HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT) + HTNI_FIELD(domain, METHODS, method, BINDINGS);
}

static void mark_gone(const htn_planner *planner, uint32_t *watch, const uint8_t *then)
{
    const htn_domain *domain = planner->domain;
    const uint32_t method = watch[HTNI_WATCH_METHOD];
    const uint32_t task = htni_task_of(domain, HTNI_FIELD(domain, METHODS, method, WHILE));
    const uint32_t count = value_count(domain, task, method);
    for (uint32_t i = 0; i < count; i++)
        if (is_gone(planner, type_of(domain, task, method, i), htni_signed(watch[HTNI_WATCH_VALUES + i]), then))
            watch[HTNI_WATCH_VALUES + i] = (uint32_t)HTNI_GONE;
}

void htni_carry_watches(const htn_planner *planner, const htni_part *from, htni_part *to, uint32_t origin)
{
    const uint32_t words = planner->domain->watch_words, count = origin == HTNI_FROM_ROOT ? 0 : from->watches;
    const uint8_t *then = htni_region(planner, from->generations_at);
    uint32_t carried = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *watch = watches_of(planner, from) + (size_t)i * words;
        if (origin == HTNI_FROM_REST ? watch[HTNI_WATCH_END] != HTN_NONE : watch[HTNI_WATCH_ENTRY] != HTN_NONE)
            continue;
        uint32_t *kept = watches_of(planner, to) + (size_t)carried++ * words;
        memmove(kept, watch, words * sizeof *kept);
        kept[HTNI_WATCH_ENTRY] = kept[HTNI_WATCH_END] = HTN_NONE;
        kept[HTNI_WATCH_FIRST] = 0;
        mark_gone(planner, kept, then);
    }
    to->watches = carried;
}

/* --- Asking --------------------------------------------------------------------------------------- */

static htn_status holds(htn_planner *planner, const uint32_t *watch, const uint8_t *then)
{
    const htn_domain *domain = planner->domain;
    const uint32_t method = watch[HTNI_WATCH_METHOD], code = HTNI_FIELD(domain, METHODS, method, WHILE);
    const uint32_t task = htni_task_of(domain, code), parameters = HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT);
    const uint32_t count = value_count(domain, task, method);
    for (uint32_t i = 0; i < count; i++)
        if (is_gone(planner, type_of(domain, task, method, i), htni_signed(watch[HTNI_WATCH_VALUES + i]), then))
            return HTN_NO_PLAN;
    if (HTNI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_FRAMED) {
        if (!htni_make_frame(planner, HTNI_FRAME_LOCALS, task, watch + HTNI_WATCH_VALUES))
            return HTN_FULL_FRAMES;
        if (count != parameters)
            memcpy(htni_frames(planner) + 2 * HTNI_FRAME_LOCALS + HTNI_FIELD(domain, METHODS, method, FIRST_BINDING),
                   watch + HTNI_WATCH_VALUES + parameters, (count - parameters) * sizeof *watch);
    }
    return htni_run_block(planner, task, code);
}

htn_status htni_watched(htn_planner *planner, htn_world *world, const htni_walked *of, uint32_t step)
{
    htn_status status = HTN_OK;
    if (of->watch_count == 0)
        return HTN_OK;
    htni_rewind(planner, world, HTN_SLOT_FAIL);
    planner->then = of->generations;
    for (uint32_t i = 0; status == HTN_OK && i < of->watch_count; i++) {
        const uint32_t *watch = of->watches + (size_t)i * planner->domain->watch_words;
        if (watch[HTNI_WATCH_FIRST] <= step && step < watch[HTNI_WATCH_END])
            status = holds(planner, watch, of->generations);
    }
    planner->then = NULL;
    return status;
}
