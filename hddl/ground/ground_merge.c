/*
 * Merges what does the same (ground_merge.h), by classes: two actions are of one class if their conditions
 * and effects are the same; two methods of a task are one if their conditions are the same and their subtasks
 * are of the same classes; two tasks are of one class if their methods are the same. This is repeated until
 * nothing changes. Only methods are removed, so a plan still names the objects that the problem is about.
 */
#include "hddl/ground/ground_merge.h"

#include "hddl/common/hash.h"
#include "hddl/common/hash_index.h"

#include <string.h>

#define SEPARATOR UINT32_MAX
#define ITSELF    (UINT32_MAX - 1)
enum { MOST_ROUNDS = 8 };

/* Lists of numbers, each kept once. */
typedef struct interner {
    hddl_pool *pool;
    ground_growing_lists lists;
    hddl_hash_index index;
} interner;

static void interner_free(interner *interned)
{
    hddl_hash_index_free(interned->pool, &interned->index);
    ground_growing_lists_free(interned->pool, &interned->lists);
}

static bool views_equal(ground_view left, ground_view right)
{
    if (left.count != right.count || left.count == 0)
        return left.count == right.count;
    /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): what has a count has items */
    return memcmp(left.items, right.items, left.count * sizeof *left.items) == 0;
}

/* The number of the list that has not ended yet; if it is there already, its items are dropped again. */
static uint32_t intern(interner *interned, bool *is_new)
{
    ground_growing_lists *lists = &interned->lists;
    const uint32_t number = (uint32_t)lists->ends.count, begin = number == 0 ? 0 : lists->ends.items[number - 1];
    ground_view view = {lists->items.items + begin, (uint32_t)(lists->items.count - begin)};
    const uint64_t hash = hddl_hash_row(view.items, view.count);
    hddl_hash_index_reserve(interned->pool, &interned->index);
    hddl_hash_slot *slot = hddl_hash_index_first(&interned->index, hash);
    for (; slot->item != HDDL_NONE; slot = hddl_hash_index_next(&interned->index, slot)) {
        if (views_equal(ground_list_at(lists, slot->item), view)) {
            lists->items.count = begin;
            *is_new = false;
            return slot->item;
        }
    }
    hddl_hash_index_place(&interned->index, slot, hash, number);
    ground_lists_end(interned->pool, lists);
    *is_new = true;
    return number;
}

static void add_literals(interner *interned, const ground_growing_literals *literals, uint32_t item)
{
    for (int value = 0; value < 2; value++) {
        ground_lists_append(interned->pool, &interned->lists, &literals->facts[value], item);
        ground_lists_add(interned->pool, &interned->lists, SEPARATOR);
    }
}

typedef struct merging {
    ground_instances *instances;
    uint32_t *classes; /* of each action, then of each task */
    /* of each method: the number of the list that says what it does, whatever task it belongs to */
    uint32_t *signatures;
    ground_lists methods; /* of each task */
} merging;

/* Actions with conditional effects are not compared: each is a class of its own. */
static void classify_actions(merging *m)
{
    ground_instances *instances = m->instances;
    interner interned = {.pool = instances->pool};
    size_t conditional = 0;
    for (uint32_t i = 0; i < ground_count(&instances->actions); i++) {
        bool is_new, plain = true;
        for (;
             conditional < instances->conditional_action.count && instances->conditional_action.items[conditional] == i;
             conditional++)
            plain = false;
        if (plain) {
            add_literals(&interned, &instances->needs, i);
            add_literals(&interned, &instances->effects, i);
        } else {
            ground_lists_add(instances->pool, &interned.lists, i);
        }
        m->classes[i] = intern(&interned, &is_new);
    }
    interner_free(&interned);
}

/*
 * What a method does, as a list. A subtask that is the method's own task is written as ITSELF, so that
 * recursive tasks can be of one class.
 */
static void add_signature(merging *m, interner *interned, uint32_t method)
{
    ground_instances *instances = m->instances;
    uint32_t itself = ground_count(&instances->actions) + instances->method_task.items[method];
    add_literals(interned, &instances->method_needs, method);
    ground_view view = ground_list_at(&instances->subtasks, method);
    for (uint32_t i = 0; i < view.count; i++) {
        ground_lists_add(instances->pool, &interned->lists,
                         view.items[i] == itself ? ITSELF : m->classes[view.items[i]]);
    }
}

/*
 * Of a task's methods with the same signature only the first stays alive. Returns whether there were others.
 */
static bool merge_methods(merging *m)
{
    ground_instances *instances = m->instances;
    interner interned = {.pool = instances->pool};
    bool killed = false, is_new;
    for (uint32_t i = 0; i < ground_count(&instances->methods); i++) {
        if (instances->methods.alive[i]) {
            hddl_pool_tick(instances->pool);
            add_signature(m, &interned, i);
            m->signatures[i] = intern(&interned, &is_new);
        }
    }
    interner_free(&interned);
    /* of each signature: 1 + the task that had it last */
    uint32_t *last = hddl_pool_zeroed(instances->pool, ground_count(&instances->methods), sizeof *last);
    for (uint32_t task = 0; task < instances->task_count; task++) {
        for (uint32_t i = m->methods.begin[task]; i < m->methods.begin[task + 1]; i++) {
            uint32_t method = m->methods.items[i];
            if (instances->methods.alive[method]) {
                instances->methods.alive[method] = last[m->signatures[method]] != task + 1;
                killed |= !instances->methods.alive[method];
                last[m->signatures[method]] = task + 1;
            }
        }
    }
    hddl_pool_release(instances->pool, last);
    return killed;
}

/*
 * Tasks whose methods have the same signatures in the same order are of one class. Returns whether there are
 * fewer classes now.
 */
static bool merge_tasks(merging *m, uint32_t *classes_before)
{
    ground_instances *instances = m->instances;
    uint32_t actions = ground_count(&instances->actions), classes = 0;
    interner interned = {.pool = instances->pool};
    for (uint32_t task = 0; task < instances->task_count; task++) {
        bool is_new;
        for (uint32_t i = m->methods.begin[task]; i < m->methods.begin[task + 1]; i++)
            if (instances->task_alive[task] && instances->methods.alive[m->methods.items[i]])
                ground_lists_add(instances->pool, &interned.lists, m->signatures[m->methods.items[i]]);
        m->classes[actions + task] = actions + intern(&interned, &is_new);
        classes += is_new;
    }
    interner_free(&interned);
    bool fewer = classes < *classes_before;
    *classes_before = classes;
    return fewer;
}

void ground_merge(ground_instances *instances)
{
    hddl_pool *pool = instances->pool;
    uint32_t actions = ground_count(&instances->actions), classes = instances->task_count;
    merging m = {.instances = instances};
    m.classes = hddl_pool_zeroed(pool, (size_t)actions + instances->task_count, sizeof *m.classes);
    m.signatures = hddl_pool_zeroed(pool, ground_count(&instances->methods), sizeof *m.signatures);
    m.methods = ground_methods_by_task(instances);
    for (uint32_t i = 0; i < instances->task_count; i++)
        m.classes[actions + i] = actions + i;
    classify_actions(&m);
    for (int round = 0; round < MOST_ROUNDS; round++) {
        bool killed = merge_methods(&m);
        if (!merge_tasks(&m, &classes) && !killed)
            break;
    }
    hddl_pool_release(pool, m.classes);
    hddl_pool_release(pool, m.signatures);
    hddl_pool_release(pool, m.methods.begin);
    hddl_pool_release(pool, m.methods.items);
}
