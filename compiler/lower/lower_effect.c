/*
 * All values, indexes and conditions (`when`) of a list of effects read the state before the list, although the machine writes one
 * effect after the other. Three ways give this result. The cheapest one that suits the list is used:
 *
 *   1. An effect that reads nothing that an earlier effect writes is written at once. This is the usual case.
 *   2. A value that does read such a property is evaluated before the list and waits on the stack.
 *   3. Where tables, loops, `when` or `for` are involved, or a sum that a group has to see, all writes of the list are deferred (DEFER)
 *      until COMMIT. So are they where a value waits on the stack and another effect asks a query: a late answer makes the machine go
 *      back to where the stack was empty, and nothing may have been written since.
 */
#include "compiler/lower/lower_effect.h"
#include "compiler/lower/lower_condition.h"
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_expression.h"
#include "compiler/lower/lower_index_choice.h"
#include "compiler/lower/lower_layout.h"
#include "compiler/lower/lower_node.h"
#include "compiler/lower/lower_value.h"

typedef struct assignment {
    const htnc_effect *effect;
    const htnc_property *property;
    htnc_node *target; /* the PROPERTY or CELL that is written, as the node that would read it */
    htnc_node *value;
    htnc_node *lasts; /* NULL: the value does not expire */
    htnc_loop loop;   /* of a `for` */
    htnc_test *tests; /* `where` and `when` */
    bool early;       /* the value is evaluated before the list and waits on the stack */
} assignment;

typedef struct effect_list {
    htnc_emitter *to;
    htn_item_kind kind; /* of the items */
    const htnc_task *task;
    assignment *writes;
    uint32_t count;
    bool deferred;    /* the third way */
    bool waits, asks; /* a value waits on the stack; a query is asked behind it */
} effect_list;

/* Whether the node reads a property or table that an earlier effect of the list writes. */
static bool is_written(void *user, const htnc_node *node)
{
    const htnc_lowering *lowering = user;
    if (node->kind != HTNC_NODE_DERIVE)
        return node->property != NULL && lowering->written[node->property->index] == lowering->effect_list;
    for (uint32_t i = 0; i < lowering->model->property_count; i++)
        if (node->derived->cycle->reads[i] && lowering->written[i] == lowering->effect_list)
            return true;
    return false;
}

static bool visit_cell(void *user, const htnc_node *node)
{
    (void)user;
    return node->kind == HTNC_NODE_CELL;
}

static bool visit_query(void *user, const htnc_node *node)
{
    (void)user;
    return node->kind == HTNC_NODE_QUERY;
}

/* Visits the indexes of the cell that is written, but not the cell: writing it does not read it. */
static bool indexes_any(const htnc_node *target, htnc_visit_node *visit, void *user)
{
    for (uint32_t i = 0; i < target->count; i++)
        if (htnc_node_any(target->arguments[i], visit, user))
            return true;
    return false;
}

/* --- Reading -------------------------------------------------------------------------------------- */

/* Reads `for`, `where` and `when`. Returns false where the effect can never be written. */
static bool read_suffix(htnc_builder *build, assignment *write)
{
    const htnc_effect *effect = write->effect;
    htnc_test **end = &write->tests;
    if (effect->each != NULL)
        htnc_begin_loop(build, &write->loop, effect->each);
    bool possible = htnc_add_condition(build, &end, effect->where);
    possible = htnc_add_condition(build, &end, effect->when) && possible;
    if (effect->each != NULL)
        htnc_choose_search_index(build, &write->loop, write->tests);
    return possible;
}

/* Whether one instruction does `P += n`: P is a byte, and n a constant that fits. */
static bool is_small_sum(const htnc_lowering *lowering, const assignment *write)
{
    const int64_t n = write->value->value;
    return htnc_node_is_constant(write->value) && write->target->kind != HTNC_NODE_CELL &&
           htnc_has_byte_operand(lowering->to->code, write->property) &&
           (write->effect->op == HTNC_INCREASE ? n >= INT8_MIN && n <= INT8_MAX : -n >= INT8_MIN && -n <= INT8_MAX);
}

/*
 * A group must see that a shared property is added to, not only the sum: several agents may do so in one frame. An instruction that
 * sets the sum does not say so.
 */
static bool has_to_say_sum(const htnc_lowering *lowering, const assignment *write)
{
    return write->property->declaration->shared &&
           (write->effect->op == HTNC_INCREASE || write->effect->op == HTNC_DECREASE) && !is_small_sum(lowering, write);
}

/* Whether the time that a value lasts cannot be evaluated where the value is written. */
static bool time_needs_deferring(htnc_lowering *lowering, const assignment *write)
{
    return write->lasts != NULL && (write->lasts->searches || htnc_node_any(write->lasts, is_written, lowering));
}

/* Returns false where the effect can never be written. */
static bool read_effect(htnc_lowering *lowering, effect_list *list, assignment *write)
{
    const htnc_effect *effect = write->effect;
    htnc_begin_subject(lowering->subject, effect->span);
    const bool possible = read_suffix(lowering->build, write);
    write->property = effect->target->to.property;
    write->target = htnc_node_of(lowering->build, effect->target); /* not folded: what is written is not static */
    const bool is_cell = write->target->kind == HTNC_NODE_CELL;
    write->value = htnc_node_of(lowering->build, effect->value);
    write->lasts = effect->lasts == NULL ? NULL : htnc_node_of(lowering->build, effect->lasts);
    bool index_reads = indexes_any(write->target, is_written, lowering);
    bool table = is_cell || htnc_node_any(write->value, visit_cell, NULL);
    write->early = htnc_node_any(write->value, is_written, lowering);
    list->deferred = list->deferred || effect->each != NULL || write->tests != NULL || write->value->searches ||
                     write->target->searches || index_reads || (write->early && table) ||
                     has_to_say_sum(lowering, write) || time_needs_deferring(lowering, write);
    list->waits = list->waits || write->early;
    list->asks = list->asks || (!write->early && htnc_node_any(write->value, visit_query, NULL)) ||
                 (write->lasts != NULL && htnc_node_any(write->lasts, visit_query, NULL));
    lowering->written[write->property->index] = lowering->effect_list;
    return possible;
}

/* --- Written at once ------------------------------------------------------------------------------ */

/* Emits one instruction for `P = constant` or `P += constant`, where P is a byte and the constant fits. Returns whether it did. */
static bool emit_fused(htnc_emitter *to, const assignment *write)
{
    const htnc_property *property = write->property;
    uint32_t address = to->code->addresses[property->index];
    uint32_t range = (uint32_t)property->type->low | (uint32_t)property->type->high << 8;
    int64_t value = write->value->value;
    if (!htnc_node_is_constant(write->value) || write->target->kind == HTNC_NODE_CELL ||
        !htnc_has_byte_operand(to->code, property))
        return false;
    if (write->effect->op == HTNC_ASSIGN) {
        htnc_emit(to, HTN_OP_SET_U8, (uint32_t)htnc_clamp(property->type, write->value->value), address, 0);
        return true;
    }
    if (write->effect->op == HTNC_DECREASE)
        value = -value;
    if (write->effect->op == HTNC_SCALE || value < INT8_MIN || value > INT8_MAX)
        return false;
    htnc_emit(to, HTN_OP_ADD_U8, (uint32_t)value & 255, address, range);
    return true;
}

/* The time that the next value lasts. */
static void emit_time(htnc_emitter *to, const assignment *write)
{
    if (write->lasts == NULL)
        return;
    htnc_push(to, write->lasts);
    htnc_emit(to, HTN_OP_LASTS, 0, 0, 0);
}

/* A factor that is an int multiplies thousandths as it does whole numbers. */
static bool is_fixed_factor(const htnc_effect *effect)
{
    return effect->op == HTNC_SCALE && effect->value->type->kind == HTNC_TYPE_FIXED;
}

static void emit_write(htnc_emitter *to, const assignment *write)
{
    const bool is_cell = write->target->kind == HTNC_NODE_CELL;
    emit_time(to, write);
    if (emit_fused(to, write))
        return;
    if (is_cell)
        htnc_push_cell_number(to, write->target);
    if (!write->early)
        htnc_push(to, write->value);
    if (write->effect->op != HTNC_ASSIGN) {
        htn_opcode op = write->effect->op == HTNC_INCREASE   ? HTN_OP_ADD
                        : write->effect->op == HTNC_DECREASE ? HTN_OP_SUB_FROM
                        : is_fixed_factor(write->effect)     ? HTN_OP_MUL_FIXED
                                                             : HTN_OP_MUL;
        htnc_push(to, write->target);
        htnc_emit(to, op, 0, 0, 0);
    }
    htnc_emit(to, is_cell ? HTN_OP_STORE_CELL : HTN_OP_STORE, 0, 0, write->property->index);
}

static void begin_item(const effect_list *list, const assignment *write)
{
    htnc_item_begin(list->to, list->kind, list->task, HTN_NONE, write->effect->span);
}

/* The last value that waits is pushed first, so that the values are popped in the order of the effects. */
static void emit_at_once(const effect_list *list)
{
    for (uint32_t i = list->count; i-- > 0;)
        if (list->writes[i].early) {
            begin_item(list, &list->writes[i]);
            htnc_push(list->to, list->writes[i].value);
            htnc_item_end(list->to);
        }
    for (uint32_t i = 0; i < list->count; i++) {
        begin_item(list, &list->writes[i]);
        emit_write(list->to, &list->writes[i]);
        htnc_item_end(list->to);
    }
}

/* --- Deferred ------------------------------------------------------------------------------------- */

static void emit_deferred(htnc_emitter *to, const assignment *write)
{
    static const htn_write writes[] = {
        [HTNC_ASSIGN] = HTN_WRITE_SET,
        [HTNC_INCREASE] = HTN_WRITE_ADD,
        [HTNC_DECREASE] = HTN_WRITE_SUBTRACT,
        [HTNC_SCALE] = HTN_WRITE_SCALE,
    };
    htnc_label done = HTNC_LABEL, again = HTNC_LABEL;
    const bool each = write->effect->each != NULL, is_cell = write->target->kind == HTNC_NODE_CELL;
    if (each)
        htnc_emit_matches(to, &write->loop, write->tests, &again, &done);
    for (const htnc_test *test = each ? NULL : write->tests; test != NULL; test = test->next)
        htnc_jump_unless(to, test->node, &done);
    htnc_prepare(to, write->target);
    htnc_prepare(to, write->value);
    if (write->lasts != NULL)
        htnc_prepare(to, write->lasts);
    emit_time(to, write);
    if (is_cell)
        htnc_push_cell_number(to, write->target);
    htnc_push(to, write->value);
    htnc_emit(to, HTN_OP_DEFER, is_fixed_factor(write->effect) ? HTN_WRITE_SCALE_FIXED : writes[write->effect->op], 0,
              write->property->index);
    if (each)
        htnc_emit_jump(to, HTN_OP_JUMP, 0, 0, &again);
    htnc_emit_label(to, &done);
}

static void emit_all_deferred(const effect_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        begin_item(list, &list->writes[i]);
        emit_deferred(list->to, &list->writes[i]);
        htnc_item_end(list->to);
    }
    htnc_emit(list->to, HTN_OP_COMMIT, 0, 0, 0);
}

/* The writes may change the answers of derived conditions. */
static void emit_forget(const htnc_lowering *lowering, const effect_list *list)
{
    for (const htnc_cycle *cycle = lowering->model->cycles; cycle != NULL; cycle = cycle->next)
        for (uint32_t i = 0; i < list->count; i++)
            if (cycle->reads[list->writes[i].property->index]) {
                htnc_emit(list->to, HTN_OP_FORGET, 0, cycle->index, 0);
                break;
            }
}

void htnc_lower_effects(htnc_lowering *lowering, const htnc_effect *effects, htn_item_kind kind, const htnc_task *task)
{
    effect_list list = {.to = lowering->to, .kind = kind, .task = task};
    uint32_t count = 0;
    for (const htnc_effect *effect = effects; effect != NULL; effect = effect->next)
        count++;
    list.writes = base_alloc_array(lowering->arena, count, sizeof *list.writes);
    lowering->effect_list++;
    for (const htnc_effect *effect = effects; effect != NULL; effect = effect->next) {
        assignment *write = &list.writes[list.count];
        *write = (assignment){.effect = effect};
        list.count += read_effect(lowering, &list, write);
    }
    if (list.deferred || (list.waits && list.asks))
        emit_all_deferred(&list);
    else
        emit_at_once(&list);
    emit_forget(lowering, &list);
}
