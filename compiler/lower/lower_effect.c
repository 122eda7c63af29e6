/*
 * Lists of effects. Every value, index and `when` reads the state before the list, although the machine writes one effect after
 * the other. There are three ways to achieve this, the cheapest that will do is taken:
 *
 *   1. An effect that reads nothing that an earlier one writes is written at once. This is the usual case.
 *   2. A value that does read such a property is evaluated before the list and waits on the stack.
 *   3. If tables, loops, `when` or `for` are involved, all writes of the list are deferred (DEFER), and COMMIT carries them out.
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
    htnc_node *cell; /* a table's cell that is written, as a node that would read it; NULL: not a table */
    htnc_node *value;
    htnc_loop loop;   /* of a `for` */
    htnc_test *tests; /* `where` and `when` */
    bool never;       /* a test can never hold */
    bool early;       /* the value is evaluated before the list and waits on the stack */
} assignment;

typedef struct effect_list {
    assignment *writes;
    uint32_t count;
    bool deferred; /* the third way: all writes wait for COMMIT */
} effect_list;

/* Whether the node reads a property or table that an earlier effect of the list writes. */
static bool is_written(void *user, const htnc_node *node)
{
    const htnc_lowering *lowering = user;
    return node->property != NULL && lowering->written[node->property->index] == lowering->list;
}

static bool is_cell(void *user, const htnc_node *node)
{
    (void)user;
    return node->kind == HTNC_NODE_CELL;
}

/* Visits the arguments of the cell that is written, but not the cell itself: writing it does not read it. */
static bool indexes_any(const htnc_node *cell, htnc_visit_node *visit, void *user)
{
    for (uint32_t i = 0; cell != NULL && i < cell->count; i++)
        if (htnc_node_any(cell->arguments[i], visit, user))
            return true;
    return false;
}

/* --- Reading -------------------------------------------------------------------------------------- */

static void read_suffix(htnc_builder *build, assignment *write)
{
    const htnc_effect *effect = write->effect;
    htnc_test **end = &write->tests;
    if (effect->each != NULL)
        htnc_begin_loop(build, &write->loop, effect->each);
    write->never = !htnc_add_condition(build, &end, effect->where);
    write->never = !htnc_add_condition(build, &end, effect->when) || write->never;
    if (effect->each != NULL)
        htnc_choose_search_index(build, &write->loop, write->tests);
}

/* The target as a CELL. No table that is written is static, so the node is never folded. */
static htnc_node *cell_of(htnc_lowering *lowering, const assignment *write)
{
    return write->property->parameter_count > 0 ? htnc_node_of(lowering->build, write->effect->target) : NULL;
}

static void read_effect(htnc_lowering *lowering, effect_list *list, assignment *write)
{
    const htnc_effect *effect = write->effect;
    htnc_begin_subject(lowering->subject, effect->span);
    read_suffix(lowering->build, write);
    write->property = effect->target->to.property;
    write->cell = cell_of(lowering, write);
    write->value = htnc_node_of(lowering->build, effect->value);
    bool index_reads = indexes_any(write->cell, is_written, lowering);
    bool table = write->cell != NULL || htnc_node_any(write->value, is_cell, NULL);
    write->early = htnc_node_any(write->value, is_written, lowering);
    list->deferred = list->deferred || effect->each != NULL || write->tests != NULL || write->value->searches ||
                     (write->cell != NULL && write->cell->searches) || index_reads || (write->early && table);
    lowering->written[write->property->index] = lowering->list;
}

/* --- Written at once ------------------------------------------------------------------------------ */

static int32_t clamped(const htnc_property *property, int32_t value)
{
    int32_t low = htnc_lowest(property->type);
    return value < low ? low : value > property->type->high ? property->type->high : value;
}

/* `P = constant` and `P += constant` of a byte, if the constant fits the operand. */
static bool emit_fused(htnc_lowering *lowering, const assignment *write)
{
    const htnc_property *property = write->property;
    uint32_t address = lowering->code->addresses[property->index];
    uint32_t range = (uint32_t)property->type->low | (uint32_t)property->type->high << 8;
    int64_t value = write->value->value;
    if (!htnc_node_is_constant(write->value) || write->cell != NULL || !htnc_has_byte_operand(lowering->code, property))
        return false;
    if (write->effect->op == HTNC_ASSIGN) {
        htnc_emit(lowering->to, HTN_OP_SET_U8, (uint32_t)clamped(property, write->value->value), address, 0);
        return true;
    }
    if (write->effect->op == HTNC_DECREASE)
        value = -value;
    if (write->effect->op == HTNC_SCALE || value < INT8_MIN || value > INT8_MAX)
        return false;
    htnc_emit(lowering->to, HTN_OP_ADD_U8, (uint32_t)value & 255, address, range);
    return true;
}

static void emit_write(htnc_lowering *lowering, const assignment *write)
{
    if (emit_fused(lowering, write))
        return;
    if (write->cell != NULL)
        htnc_push_cell_number(lowering->to, write->cell);
    if (!write->early)
        htnc_push(lowering->to, write->value);
    if (write->effect->op != HTNC_ASSIGN) {
        htn_opcode op = write->effect->op == HTNC_INCREASE   ? HTN_OP_ADD
                        : write->effect->op == HTNC_DECREASE ? HTN_OP_SUB_FROM
                                                             : HTN_OP_MUL;
        htnc_push(lowering->to,
                  write->cell != NULL ? write->cell : htnc_node_property(lowering->build, write->property));
        htnc_emit(lowering->to, op, 0, 0, 0);
    }
    htnc_emit(lowering->to, write->cell != NULL ? HTN_OP_STORE_CELL : HTN_OP_STORE, 0, 0, write->property->index);
}

static void emit_at_once(htnc_lowering *lowering, const effect_list *list, htn_item_kind kind, const htnc_task *task)
{
    /* The last value is pushed first, so that they are popped and stored in the order written. */
    for (uint32_t i = list->count; i-- > 0;)
        if (list->writes[i].early && !list->writes[i].never) {
            htnc_item_begin(lowering->to, kind, task, HTN_NONE, list->writes[i].effect->span);
            htnc_push(lowering->to, list->writes[i].value);
            htnc_item_end(lowering->to);
        }
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->writes[i].never)
            continue;
        htnc_item_begin(lowering->to, kind, task, HTN_NONE, list->writes[i].effect->span);
        emit_write(lowering, &list->writes[i]);
        htnc_item_end(lowering->to);
    }
}

/* --- Deferred ------------------------------------------------------------------------------------- */

static void emit_deferred(htnc_lowering *lowering, const assignment *write)
{
    static const htn_write writes[] = {
        [HTNC_ASSIGN] = HTN_WRITE_SET,
        [HTNC_INCREASE] = HTN_WRITE_ADD,
        [HTNC_DECREASE] = HTN_WRITE_SUBTRACT,
        [HTNC_SCALE] = HTN_WRITE_SCALE,
    };
    htnc_label done = HTNC_LABEL, again = HTNC_LABEL;
    bool each = write->effect->each != NULL;
    if (each)
        htnc_emit_matches(lowering->to, &write->loop, write->tests, &again, &done);
    for (const htnc_test *test = each ? NULL : write->tests; test != NULL; test = test->next)
        htnc_jump_unless(lowering->to, test->node, &done);
    if (write->cell != NULL)
        htnc_prepare(lowering->to, write->cell);
    htnc_prepare(lowering->to, write->value);
    if (write->cell != NULL)
        htnc_push_cell_number(lowering->to, write->cell);
    htnc_push(lowering->to, write->value);
    htnc_emit(lowering->to, HTN_OP_DEFER, writes[write->effect->op], 0, write->property->index);
    if (each)
        htnc_emit_jump(lowering->to, HTN_OP_JUMP, 0, 0, &again);
    htnc_emit_label(lowering->to, &done);
}

static void emit_all_deferred(htnc_lowering *lowering, const effect_list *list, htn_item_kind kind,
                              const htnc_task *task)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->writes[i].never)
            continue;
        htnc_item_begin(lowering->to, kind, task, HTN_NONE, list->writes[i].effect->span);
        emit_deferred(lowering, &list->writes[i]);
        htnc_item_end(lowering->to);
    }
    htnc_emit(lowering->to, HTN_OP_COMMIT, 0, 0, 0);
}

void htnc_lower_effects(htnc_lowering *lowering, const htnc_effect *effects, htn_item_kind kind, const htnc_task *task)
{
    effect_list list = {NULL, 0, false};
    for (const htnc_effect *effect = effects; effect != NULL; effect = effect->next)
        list.count++;
    list.writes = base_alloc_array(lowering->arena, list.count, sizeof *list.writes);
    list.count = 0;
    lowering->list++;
    for (const htnc_effect *effect = effects; effect != NULL; effect = effect->next) {
        assignment *write = &list.writes[list.count++];
        write->effect = effect;
        read_effect(lowering, &list, write);
    }
    if (list.deferred)
        emit_all_deferred(lowering, &list, kind, task);
    else
        emit_at_once(lowering, &list, kind, task);
}
