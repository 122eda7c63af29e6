/*
 * Loading for the same code; see load_exact.h. The machine trusts the addresses of code in a
 * continuation. So each must be one at which planning can have stopped or to which it can return:
 * there the evaluation stack is empty and a method has been taken, as the verifier has proved. The
 * machine does not trust the values of locals. Neighbours: load_plan.c, continuation.c; save_exact.c, which
 * writes this.
 */
#include "load_exact.h"
#include "../blob/opcode_table.h"
#include "../blob/task_code.h"
#include "../planner/working_world.h"
#include "../search/continuation.h"
#include "../search/footprint.h"
#include "../search/kept_plan.h"
#include "load_plan.h"

/* --- Records ------------------------------------------------------------------------------------ */

/* The generation that a slot had when fewer instances, by `since`, had been in it than now. */
static void put_generation(const htni_loading *in, uint8_t *generations, uint32_t slot, uint32_t since)
{
    const uint32_t now = htni_generation(in->world->bytes + in->domain->world_bytes, slot);
    htni_store(generations, slot * 2, HTN_STORAGE_S16, (int16_t)(uint16_t)(now - since));
}

/* For each slot how many instances have been in it since the plan was made. */
static void get_generations(htni_loading *in, uint8_t *generations)
{
    for (uint32_t i = 0; i < in->domain->instances && htni_is_accepted(in); i++)
        put_generation(in, generations, i, htni_get_below(in, UINT16_MAX + 1));
}

/*
 * Checks that the methods of spans have spans. The last value that a method with a While has bound is the method itself. In a
 * plan `behind` a split a span may also belong to a method from before this plan.
 */
static void check_methods(htni_loading *in, const htn_planner *planner, const htni_kept_plan *kept_plan, bool behind)
{
    const htn_domain *domain = in->domain;
    const htn_span *spans = htni_region(&planner->machine, kept_plan->spans_at);
    const uint32_t *bindings = htni_region(&planner->machine, kept_plan->bindings_at);
    for (uint32_t i = 0; i < kept_plan->spans && htni_is_accepted(in); i++) {
        if (spans[i].kind != HTN_SPAN_WHILE || (behind && spans[i].entry == HTN_NONE))
            continue;
        const bool there = spans[i].entry < kept_plan->records && domain->record_sites != 0;
        const uint32_t method = there ? htni_method_at(&planner->machine, kept_plan, spans[i].entry) : HTN_NONE;
        if (method >= htni_count(domain, HTN_SECTION_METHODS) || !htni_has_span(domain, method) ||
            (HTNI_FIELD(domain, METHODS, method, WHILE) != HTN_NONE &&
             bindings[(size_t)(spans[i].entry + 1) * domain->max_bindings - 1] != method))
            htni_refuse_damaged(in);
    }
}

static void get_record(htni_loading *in, const htn_planner *planner, htni_kept_plan *kept_plan)
{
    const htn_domain *domain = in->domain;
    uint16_t *record = htni_region(&planner->machine, kept_plan->record_at);
    int32_t *bindings = htni_region(&planner->machine, kept_plan->bindings_at);
    uint32_t *methods = htni_region(&planner->machine, kept_plan->methods_at);
    kept_plan->records = htni_get_count(in);
    if (kept_plan->records > planner->machine.limits.record) {
        htni_refuse(in, HTN_FULL_RECORD, "the agent's limits have no room for the record of a running plan");
        return;
    }
    for (uint32_t i = 0; i < kept_plan->records && htni_is_accepted(in); i++)
        record[i] = (uint16_t)htni_get_below(in, UINT16_MAX + 1);
    for (uint32_t i = 0; i < kept_plan->records * domain->max_bindings && htni_is_accepted(in); i++)
        bindings[i] = htni_get_signed(in);
    for (uint32_t i = 0; domain->cools && i < kept_plan->records && htni_is_accepted(in); i++)
        methods[i] = htni_get_below(in, htni_count(domain, HTN_SECTION_METHODS));
    get_generations(in, htni_region(&planner->machine, kept_plan->generations_at));
}

/* --- Continuations ------------------------------------------------------------------------------ */

static uint32_t op_at(const htn_domain *domain, uint32_t pc)
{
    return htni_code(domain)[(size_t)pc * HTN_INSTRUCTION_SIZE];
}

/*
 * Whether the instruction in front of `pc` is a split, a call, or an Achieve's search, which all
 * come back to `pc`.
 */
static bool comes_behind(const htn_domain *domain, uint32_t entry, uint32_t pc)
{
    for (; pc > entry + 1; pc--) {
        const uint32_t op = op_at(domain, pc - 1);
        if (op != HTN_OP_WHILE_END)
            return htni_opcodes[op].family == HTNI_FAMILY_SPLIT || op == HTN_OP_CALL || op == HTN_OP_EXPLORE;
    }
    return false;
}

/* Whether planning can be resumed at `pc`: the machine trusts this address. */
static bool is_resumable(const htn_domain *domain, uint32_t pc)
{
    if (pc < HTN_SLOTS || pc >= htni_count(domain, HTN_SECTION_CODE))
        return false;
    const uint32_t task = htni_task_of(domain, pc);
    if (HTNI_FIELD(domain, TASKS, task, KIND) != HTN_TASK_COMPOUND)
        return false;
    if (comes_behind(domain, HTNI_FIELD(domain, TASKS, task, ENTRY), pc))
        return true;
    if (op_at(domain, pc) == HTN_OP_NEXT_ITEM)
        return true;
    while (op_at(domain, pc) == HTN_OP_GONE) /* the continuation of an Achieve begins at the tests in front of it */
        pc++;
    return op_at(domain, pc) == HTN_OP_ACHIEVE;
}

static bool is_method_of(const htn_domain *domain, uint32_t method, uint32_t task)
{
    const uint32_t first = HTNI_FIELD(domain, TASKS, task, FIRST_METHOD);
    return method == HTN_NONE || method - first < HTNI_FIELD(domain, TASKS, task, METHOD_COUNT);
}

/*
 * Reads a frame. Returns where its task goes on; 0: there is no frame left, or the save is refused.
 * The frame is put into `kept` right in front of `*top`, which moves there. If `kept` is NULL, only
 * adds the frame's words to `*top`.
 */
static uint32_t get_frame(htni_loading *in, uint32_t *kept, uint32_t *top)
{
    const htn_domain *domain = in->domain;
    const uint32_t pc = htni_get_number(in);
    if (pc != 0 && (!is_resumable(domain, pc) || !htni_is_framed(domain, pc)))
        htni_refuse_damaged(in);
    if (pc == 0 || !htni_is_accepted(in))
        return 0;
    const uint32_t task = htni_task_of(domain, pc), method = htni_get_number(in) - 1;
    const uint32_t locals = HTNI_FIELD(domain, TASKS, task, LOCALS), words = HTNI_FRAME_LOCALS + locals;
    *top = kept == NULL ? *top + words : *top - words;
    if (!is_method_of(domain, method, task))
        htni_refuse_damaged(in);
    if (kept != NULL)
        kept[*top + HTNI_FRAME_ANCESTRY] = method;
    for (uint32_t i = 0; i < locals && htni_is_accepted(in); i++) {
        const int32_t local = htni_get_signed(in);
        if (kept != NULL)
            kept[*top + HTNI_FRAME_LOCALS + i] = (uint32_t)local;
    }
    return htni_is_accepted(in) ? pc : 0;
}

/* How many words the frames that follow take, the root's included. Stops counting above `room`. */
static uint32_t count_words(const htni_loading *in, uint32_t room)
{
    htni_loading ahead = *in;
    uint32_t words = HTNI_FRAME_LOCALS;
    while (words <= room && get_frame(&ahead, NULL, &words) != 0)
        continue;
    return words;
}

/* The items that Eaches have not begun. The machine does not trust where the frames say they lie. */
static void get_lists(htni_loading *in, const htn_planner *planner, uint32_t *lists)
{
    const uint32_t count = htni_get_count(in);
    if (count > planner->machine.limits.solutions) {
        htni_refuse(in, HTN_FULL_SOLUTIONS,
                    "the agent's limits have no room for the items that an `Each` has not begun");
        return;
    }
    lists[0] = count;
    for (uint32_t i = 0; i < count && htni_is_accepted(in); i++)
        lists[1 + i] = (uint32_t)htni_get_signed(in);
}

/*
 * Reads a continuation. The innermost frame comes first and lies last; each names the one that it
 * returns to.
 */
static void get_continuation(htni_loading *in, const htn_planner *planner, htni_continuation *continuation)
{
    const htn_domain *domain = in->domain;
    uint32_t *kept = htni_region(&planner->machine, continuation->at);
    const uint32_t own =
        htni_get_number(in); /* where a task without a frame goes on; 0: the innermost task has a frame */
    uint32_t top = count_words(in, planner->machine.limits.continuation), pc;
    uint32_t *pc_to = own == 0 ? &continuation->pc : &continuation->continue_pc, *frame_to = &continuation->frame;
    if (own != 0 && (!is_resumable(domain, own) || htni_is_framed(domain, own)))
        htni_refuse_damaged(in);
    if (top > planner->machine.limits.continuation)
        htni_refuse(in, HTN_FULL_CONTINUATION, "the agent's limits have no room for what remains of a running plan");
    if (!htni_is_accepted(in))
        return;
    continuation->words = top;
    continuation->pc = own;
    continuation->continue_pc = HTN_SLOT_DONE;
    while ((pc = get_frame(in, kept, &top)) != 0) {
        *pc_to = pc;
        *frame_to = top;
        pc_to = &kept[top + HTNI_FRAME_PC];
        frame_to = &kept[top + HTNI_FRAME_PARENT];
    }
    *pc_to = HTN_SLOT_DONE;
    *frame_to = 0;
    kept[HTNI_FRAME_PC] = HTN_SLOT_DONE;
    kept[HTNI_FRAME_PARENT] = kept[HTNI_FRAME_ANCESTRY] = 0;
    if (continuation->pc == HTN_SLOT_DONE)
        htni_refuse_damaged(in);
    if (domain->flags & HTN_BLOB_EACH)
        get_lists(in, planner, htni_lists_of(&planner->machine, continuation));
}

/* --- Footprints --------------------------------------------------------------------------------- */

/*
 * Which bits of a footprint's word can be set: one for each byte of the world, then one for each
 * instance slot.
 */
static uint64_t markable(const htn_domain *domain, uint32_t word)
{
    const uint32_t bytes = (uint32_t)(((uint64_t)domain->world_bytes + 63) / 64);
    const uint32_t all = word < bytes ? domain->world_bytes : domain->instances;
    const uint32_t left = all - (word < bytes ? word : word - bytes) * 64;
    return left >= 64 ? UINT64_MAX : (UINT64_C(1) << left) - 1;
}

static void get_footprint(htni_loading *in, const htn_planner *planner)
{
    const htni_marks marks = htni_marks_in(planner, planner->footprints.kept);
    const uint32_t asked = htni_get_below(in, 2);
    if (in->applies)
        marks.to->asked = asked;
    for (uint32_t count = htni_get_count(in); count > 0 && htni_is_accepted(in); count--) {
        const uint32_t word = htni_get_below(in, htni_footprint_words(in->domain));
        const uint64_t low = htni_get_number(in), bits = low | (uint64_t)htni_get_number(in) << 32;
        if (htni_is_accepted(in) && (bits == 0 || (bits & ~markable(in->domain, word)) != 0))
            htni_refuse_damaged(in);
        if (in->applies)
            htni_mark_word(&marks, word, bits);
    }
}

/* --- The layer ---------------------------------------------------------------------------------- */

static void get_plan(htni_loading *in, htn_planner *planner)
{
    get_record(in, planner, &planner->running.plan);
    if (planner->running.plan.partial != HTN_PARTIAL_NOT && htni_is_accepted(in))
        get_continuation(in, planner, &planner->running.continuation);
    const uint32_t continues =
        htni_get_below(in, (in->domain->flags & HTN_BLOB_EACH) != 0 ? HTNI_PARTS_BETWEEN + 1 : HTNI_CONTINUES + 1);
    if (continues && (in->domain->flags & HTN_BLOB_PARTIAL) == 0)
        htni_refuse_damaged(in);
    if (continues && htni_is_accepted(in)) {
        get_continuation(in, planner, &planner->running.start);
        if (htni_load_plan(in, planner, &planner->running.first_part))
            get_record(in, planner, &planner->running.first_part);
        check_methods(in, planner, &planner->running.first_part, false);
    }
    if (continues == HTNI_PARTS_BETWEEN && htni_is_accepted(in))
        get_continuation(in, planner, htni_place_first_end(planner));
    check_methods(in, planner, &planner->running.plan, continues != 0);
    if (in->applies)
        planner->running.continues = continues;
}

/* `applies`: to the working world. Whether the game had asked for a search. */
static bool get_failure(htni_loading *in, htn_planner *planner, bool applies)
{
    const htn_domain *domain = in->domain;
    const uint32_t asked = htni_get_below(in, 2), first = htni_first_generation(domain) * 64;
    for (uint32_t count = htni_get_count(in); count > 0 && htni_is_accepted(in); count--) {
        const uint32_t bit = htni_get_below(in, htni_footprint_words(domain) * 64);
        const uint32_t value = htni_get_below(in, bit < first ? UINT8_MAX + 1 : UINT16_MAX + 1);
        if (htni_is_accepted(in) && (markable(domain, bit / 64) >> bit % 64 & 1) == 0)
            htni_refuse_damaged(in);
        if (!applies)
            continue;
        if (bit < first)
            htni_working_world(&planner->machine)[bit] = (uint8_t)value;
        else
            put_generation(in, htni_region(&planner->machine, planner->copy.generations_at), bit - first, value);
    }
    return asked != 0;
}

uint32_t htni_load_exact(htni_loading *in, htn_planner *planner, bool planned)
{
    const uint32_t outer = htni_enter_part(in);
    get_footprint(in, planner);
    if (planned && htni_is_accepted(in))
        get_plan(in, planner);
    const uint32_t failure = htni_is_accepted(in) && in->at < in->end ? in->at : 0;
    if (failure != 0)
        get_failure(in, planner, false);
    htni_leave_part(in, outer);
    return failure;
}

bool htni_load_failure(htni_loading *in, htn_planner *planner, uint32_t at)
{
    const uint32_t behind = in->at;
    in->at = at;
    const bool asked = get_failure(in, planner, true);
    in->at = behind;
    planner->copy.world = NULL; /* no log says what has changed since */
    return asked;
}
