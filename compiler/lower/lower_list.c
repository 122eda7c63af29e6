/*
 * A list of conditions is a join: each binder is a loop inside the loop of the binder before it, in the order written. A test moves
 * out of the loops that bind nothing in it, so it is decided as early as possible. Expressions have no effects, so this changes
 * neither the solutions nor their order. A `let` moves like a test.
 */
#include "compiler/lower/lower_list.h"
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_condition.h"
#include "compiler/lower/lower_expression.h"
#include "compiler/lower/lower_fold.h"
#include "compiler/lower/lower_index_choice.h"
#include "compiler/lower/lower_redundant_test.h"
#include "compiler/lower/lower_value.h"

uint32_t htnc_count_binders(const htnc_expr *items)
{
    uint32_t count = 0;
    for (; items != NULL; items = items->next)
        count += items->kind == HTNC_EXPR_ANY;
    return count;
}

uint32_t htnc_candidate_locals(const htnc_expr *items)
{
    uint32_t count = 0;
    for (; items != NULL && count <= HTN_MAX_LOCALS; items = items->next)
        count += items->kind == HTNC_EXPR_ANY ? htnc_list_locals(items) : 0;
    return count;
}

uint32_t htnc_count_bindings(const htnc_expr *items)
{
    uint32_t count = htnc_count_binders(items);
    for (; items != NULL; items = items->next)
        count += items->kind == HTNC_EXPR_LET;
    return count;
}

/* Assigns locals, in this order: the bindings, the state of indexed loops, `extra` for the caller. Temporaries begin behind. */
static void assign_locals(htnc_builder *build, htnc_list *list, const htnc_expr *items, uint32_t extra)
{
    uint32_t i = 0, slot = list->first_binding = htnc_new_locals(build->subject, list->binding_count);
    uint32_t lists = build->lists;
    const uint32_t last = slot + list->binding_count - 1;
    if (list->binder_count > 0 && build->has_static)
        htnc_new_locals(build->subject, 2); /* behind the last binding: the state of its loop */
    if (lists == HTN_NONE && htnc_candidate_locals(items) > 0)
        lists = htnc_new_locals(build->subject, htnc_candidate_locals(items));
    for (const htnc_expr *item = items; item != NULL; item = item->next) {
        if (item->kind == HTNC_EXPR_LET)
            item->variables->slot = slot++;
        if (item->kind != HTNC_EXPR_ANY)
            continue;
        htnc_loop *loop = &list->binders[i].loop;
        item->variables->slot = loop->variable = loop->state = slot;
        loop->type = item->variables->type;
        loop->list = lists;
        lists += htnc_list_locals(item);
        list->binders[i++].span = item->span;
        if (slot++ < last && build->has_static)
            loop->state = htnc_new_locals(build->subject, 3);
    }
    list->extra = htnc_new_locals(build->subject, extra);
    list->temporaries = build->subject->temporaries = build->subject->free_local;
}

/* How many loops come before the locals that a node mentions; see htnc_test.level. */
typedef struct level_search {
    const htnc_list *list;
    uint32_t level; /* so far */
} level_search;

static bool raise_level(void *user, const htnc_node *node)
{
    level_search *in = user;
    if (node->kind != HTNC_NODE_LOCAL)
        return false;
    const uint32_t local = (uint32_t)node->value;
    uint32_t level = 0;
    for (uint32_t i = 0; i < in->list->binder_count && level == 0; i++)
        if (in->list->binders[i].loop.variable == local)
            level = i + 1;
    for (const htnc_test *let = in->list->tests; let != NULL && level == 0; let = let->next)
        if (let->sets && let->local == local)
            level = let->level;
    in->level = level > in->level ? level : in->level;
    return false;
}

/* A `let` stands before what uses it, so its level is set already. */
static void set_levels(const htnc_list *list)
{
    for (htnc_test *test = list->tests; test != NULL; test = test->next) {
        level_search in = {list, 0};
        htnc_node_any(test->node, raise_level, &in);
        test->level = in.level;
    }
}

/* With binders, the sides of an `and` may belong in front of different loops, so each becomes a test. */
static void add_item(htnc_builder *build, htnc_list *list, htnc_test ***end, htn_item_kind kind, const htnc_expr *item,
                     const htnc_expr *condition)
{
    htnc_test **first = *end;
    htnc_begin_subject(build->subject, condition->span);
    htnc_node *node = htnc_node_of(build, condition);
    bool possible = (list->binder_count > 0 ? htnc_add_tests : htnc_add_test)(build, end, node, condition->span);
    if (!possible && list->never == NULL)
        list->never = item;
    for (htnc_test *test = *first; test != NULL; test = test->next)
        test->kind = kind;
}

static void add_let(htnc_builder *build, htnc_test ***end, htn_item_kind kind, const htnc_expr *item)
{
    htnc_test *let = BASE_NEW(build->arena, htnc_test);
    htnc_begin_subject(build->subject, item->span);
    let->node = htnc_node_of(build, item->operands);
    let->span = item->span;
    let->kind = kind;
    let->sets = true;
    let->local = item->variables->slot;
    let->type = item->variables->type;
    **end = let;
    *end = &let->next;
}

/* The cell of the method's cooling property: with a For that of this solution. */
static htnc_node *cooling_of(htnc_builder *build, const htnc_method *method)
{
    const htnc_expr cell = {.kind = HTNC_EXPR_NAME,
                            .span = method->cooldown->span,
                            .called = true,
                            .ref = HTNC_REF_PROPERTY,
                            .to.property = method->cooling,
                            .operands = method->cooldown_for,
                            .type = method->cooling->type};
    return method->cooldown_for == NULL ? htnc_node_property(build, method->cooling) : htnc_node_of(build, &cell);
}

/* `Cooldown`: the method's cooling property, which the runtime sets while the method cools down, must be false. */
static void add_cooldown(htnc_builder *build, htnc_test ***end, const htnc_method *method)
{
    htnc_test *const *test = *end;
    htnc_begin_subject(build->subject, method->cooldown->span);
    htnc_node *cooling = cooling_of(build, method);
    htnc_add_test(build, end, htnc_node_unary(build, HTNC_NOT, cooling), method->cooldown->span);
    (*test)->kind = HTN_ITEM_COOLDOWN; /* a property is not constant, so there is a test */
}

/* `Reserve`: nobody else may hold the instances. */
static void add_reserved(htnc_builder *build, htnc_list *list, htnc_test ***end, const htnc_expr *reserved)
{
    for (const htnc_expr *item = reserved; item != NULL; item = item->next)
        add_item(build, list, end, HTN_ITEM_RESERVE, item, item);
}

/* The conditions of the Cooldown and the Reserve. `method` NULL: of the task. */
static void add_own(htnc_builder *build, htnc_list *list, htnc_test ***end, const htnc_task *task,
                    const htnc_method *method)
{
    if (method != NULL && method->cooling != NULL)
        add_cooldown(build, end, method);
    add_reserved(build, list, end, method != NULL ? method->reserved : task->reserved);
}

/*
 * A `While` and an `Enter` must hold when their method is taken. Their binders bind nothing for the method: they only ask whether
 * instances exist.
 */
static void add_gate(htnc_builder *build, htnc_list *list, htnc_test ***end, htn_item_kind kind, const htnc_expr *items)
{
    for (const htnc_expr *item = items; item != NULL; item = item->next) {
        add_item(build, list, end, kind, item, item);
        if (item->kind == HTNC_EXPR_ANY || item->kind == HTNC_EXPR_LET)
            break; /* its node contains the rest of the list */
    }
}

/* What proposes candidates may use earlier variables and `let`s of the list. */
static void read_sources(htnc_builder *build, const htnc_list *list, const htnc_expr *items)
{
    const htnc_binder *binder = list->binders;
    for (const htnc_expr *item = items; item != NULL; item = item->next) {
        if (item->kind != HTNC_EXPR_ANY)
            continue;
        htnc_begin_subject(build->subject, item->span);
        if (item->operands != NULL)
            ((htnc_binder *)binder)->loop.from = htnc_node_of(build, item->operands);
        binder++;
    }
}

/* An inner loop whose candidates depend on no variable of the loop around it runs several times over one list. */
static void set_sources(const htnc_list *list)
{
    for (uint32_t i = 0; i < list->binder_count; i++) {
        htnc_binder *binder = &list->binders[i];
        level_search in = {list, 0};
        if (binder->loop.from == NULL)
            continue;
        htnc_node_any(binder->loop.from, raise_level, &in);
        binder->asked = in.level;
        binder->loop.kept = in.level < i;
    }
}

void htnc_rank_list(htnc_list *list)
{
    list->ranked = true;
    for (uint32_t i = 0; i < list->binder_count; i++)
        list->binders[i].loop.kept |= list->binders[i].loop.from != NULL && list->binders[i].asked == 0;
}

static void choose_indexes(htnc_builder *build, const htnc_list *list)
{
    set_levels(list);
    set_sources(list);
    for (uint32_t i = 0; i < list->binder_count; i++) {
        htnc_begin_subject(build->subject, list->binders[i].span);
        htnc_choose_index(build, &list->binders[i].loop, list->tests, i + 1);
    }
}

static htnc_list list_of(htnc_builder *build, const htnc_task *task, const htnc_method *method, const htnc_expr *items,
                         uint32_t first, uint32_t extra)
{
    const htn_item_kind kind = method != NULL ? HTN_ITEM_METHOD_CONDITION : HTN_ITEM_PRECONDITION;
    htnc_list list = {.binder_count = htnc_count_binders(items),
                      .binding_count = htnc_count_bindings(items),
                      .task = task,
                      .method = HTN_NONE};
    const bool lets = list.binding_count > list.binder_count; /* a Cooldown or a Reserve may use them */
    htnc_test **end = &list.tests;
    if (list.binder_count > 0)
        list.binders = base_alloc_array(build->arena, list.binder_count, sizeof *list.binders);
    build->subject->free_local = first;
    assign_locals(build, &list, items, list.binder_count > 0 ? extra : 0);
    list.method = method != NULL ? method->index : HTN_NONE;
    if (!lets)
        add_own(build, &list, &end, task, method);
    for (const htnc_expr *item = items; item != NULL; item = item->next) {
        const htnc_expr *condition = item->kind == HTNC_EXPR_ANY ? item->where : item;
        if (item->kind == HTNC_EXPR_LET)
            add_let(build, &end, kind, item);
        else if (condition != NULL)
            add_item(build, &list, &end, kind, item, condition);
    }
    if (lets)
        add_own(build, &list, &end, task, method);
    if (method != NULL) {
        add_gate(build, &list, &end, HTN_ITEM_WHILE, method->while_conditions);
        add_gate(build, &list, &end, HTN_ITEM_ENTER, method->enter_conditions);
    }
    read_sources(build, &list, items);
    if (list.binder_count > 0)
        choose_indexes(build, &list);
    return list;
}

htnc_list htnc_list_of(htnc_builder *build, const htnc_task *task, const htnc_method *method, uint32_t first,
                       uint32_t extra)
{
    const htnc_expr *items = method != NULL ? method->conditions : task->preconditions;
    return list_of(build, task, method, items, first, extra);
}

htnc_list htnc_list_of_action(htnc_builder *build, const htnc_task *task, const htnc_expr *items)
{
    return list_of(build, task, NULL, items, 0, 0);
}

/* --- Instructions --------------------------------------------------------------------------------- */

static void begin_test(htnc_emitter *to, const htnc_list *list, const htnc_test *test)
{
    htnc_item_begin(to, test->kind, list->task, list->method, test->span);
}

void htnc_begin_binder(htnc_emitter *to, const htnc_list *list, const htnc_binder *binder)
{
    const htn_item_kind kind = list->method != HTN_NONE ? HTN_ITEM_METHOD_CONDITION : HTN_ITEM_PRECONDITION;
    htnc_item_begin(to, kind, list->task, list->method, binder->span);
}

static void emit_test(htnc_emitter *to, const htnc_list *list, const htnc_test *test, htnc_label *again,
                      htnc_label *exit)
{
    begin_test(to, list, test);
    if (test->sets) {
        htnc_prepare(to, test->node);
        htnc_push(to, test->node);
        htnc_emit_set(to, test->local);
    } else {
        htnc_emit_test(to, test, again, exit);
    }
    htnc_item_end(to);
}

void htnc_emit_outer_tests(htnc_emitter *to, const htnc_list *list, htnc_label *otherwise)
{
    for (const htnc_test *test = list->tests; test != NULL; test = test->next) {
        if (test->level > 0)
            continue;
        emit_test(to, list, test, otherwise, otherwise);
        if (!test->sets && to->item.end - to->item.first == 1) /* a single test: its outcome is certain behind it */
            htnc_learn_from_test(to, &to->instructions[to->item.first]);
    }
}

/* Tests that end the loop come first: a test before them could fail, and the loop would go on. */
static void emit_level(htnc_emitter *to, const htnc_list *list, uint32_t level, htnc_label *again, htnc_label *exit)
{
    for (const htnc_test *test = list->tests; test != NULL; test = test->next)
        if (test->level == level && test->ends)
            emit_test(to, list, test, again, exit);
    for (const htnc_test *test = list->tests; test != NULL; test = test->next)
        if (test->level == level && !test->implied && !test->ends)
            emit_test(to, list, test, again, exit);
}

/* The lists that can be asked for when so many loops have bound their variables. */
static void emit_not_asked(htnc_emitter *to, const htnc_list *list, uint32_t level)
{
    for (uint32_t i = 0; i < list->binder_count; i++)
        if (list->binders[i].loop.kept && list->binders[i].asked == level)
            htnc_emit_not_asked(to, &list->binders[i].loop);
}

void htnc_emit_begin_ranked(htnc_emitter *to, const htnc_list *list)
{
    emit_not_asked(to, list, 0);
}

void htnc_emit_solutions(htnc_emitter *to, const htnc_list *list, htnc_label *again, htnc_label *otherwise)
{
    htnc_label outer = HTNC_LABEL;
    if (!list->ranked)
        emit_not_asked(to, list, 0);
    for (uint32_t i = 0; i < list->binder_count; i++) {
        htnc_label inner = HTNC_LABEL, *exit = i == 0 ? otherwise : &outer;
        htnc_begin_binder(to, list, &list->binders[i]);
        htnc_note_binder(to, i, &inner, &outer);
        htnc_emit_loop(to, &list->binders[i].loop, &inner, exit);
        htnc_item_end(to);
        emit_level(to, list, i + 1, &inner, exit);
        emit_not_asked(to, list, i + 1);
        outer = inner;
    }
    htnc_note_binders_end(to);
    *again = outer;
}

/* Where a `let` holds an instance, and not `none`, it must be present. */
static void emit_let_check(htnc_emitter *to, const htnc_list *list, const htnc_test *let, htnc_label *otherwise)
{
    htnc_label none = HTNC_LABEL;
    begin_test(to, list, let);
    htnc_emit_get(to, let->local);
    htnc_emit(to, HTN_OP_PUSH, 0, 0, (uint32_t)HTNC_NOBODY);
    htnc_emit(to, HTN_OP_NE, 0, 0, 0);
    htnc_emit_jump(to, HTN_OP_BRANCH_FALSE, 0, 0, &none);
    htnc_emit_get(to, let->local);
    htnc_emit(to, HTN_OP_IS_PRESENT, 0, 0, to->code->type_indexes[let->type->index]);
    htnc_emit_jump(to, HTN_OP_BRANCH_FALSE, 0, 0, otherwise);
    htnc_emit_label(to, &none);
    htnc_item_end(to);
}

void htnc_emit_check(htnc_emitter *to, const htnc_list *list, htnc_label *otherwise)
{
    for (uint32_t i = 0; i < list->binder_count; i++) {
        const htnc_loop *loop = &list->binders[i].loop;
        if (!loop->type->open)
            continue;
        htnc_begin_binder(to, list, &list->binders[i]);
        htnc_emit_get(to, loop->variable);
        htnc_emit(to, HTN_OP_IS_PRESENT, 0, 0, to->code->type_indexes[loop->type->index]);
        htnc_emit_jump(to, HTN_OP_BRANCH_FALSE, 0, 0, otherwise);
        htnc_item_end(to);
    }
    for (const htnc_test *test = list->tests; test != NULL; test = test->next) {
        if (test->sets) {
            if (test->type->open)
                emit_let_check(to, list, test, otherwise);
            continue;
        }
        begin_test(to, list, test);
        htnc_jump_unless(to, test->node, otherwise);
        htnc_item_end(to);
    }
}
