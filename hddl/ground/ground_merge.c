/*
 * Of what does the same as something else one is enough (ground_draft.h). Actions with the same conditions and effects are of a
 * kind; methods of one task with the same conditions and subtasks of the same kinds are one method; tasks with the
 * same methods are of a kind; and so on. Only methods die of it, so a plan still names the objects that it is about.
 */
#include "hddl/ground/ground_draft.h"

#include <string.h>

#define SEPARATOR UINT32_MAX
#define ITSELF    (UINT32_MAX - 1)
enum { ROUNDS_MOST = 8 };

/* Lists, each once. */
typedef struct interner {
    hddl_pool *pool;
    ground_lists lists;
    uint32_t *table;
    uint32_t mask;
} interner;

static void interner_begin(interner *names, hddl_pool *pool)
{
    *names = (interner){.pool = pool, .mask = 63};
    names->table = hddl_pool_resize(pool, NULL, 64 * sizeof *names->table);
    memset(names->table, 0xFF, 64 * sizeof *names->table);
    hddl_numbers_add(pool, &names->lists.begin, 0);
}

static void interner_free(interner *names)
{
    hddl_pool_release(names->pool, names->table);
    hddl_pool_release(names->pool, names->lists.items.items);
    hddl_pool_release(names->pool, names->lists.begin.items);
}

static uint32_t hash_view(ground_view view)
{
    uint64_t hash = view.count;
    for (uint32_t i = 0; i < view.count; i++) {
        hash = (hash ^ view.items[i]) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 29;
    }
    return (uint32_t)(hash >> 32);
}

static void grow_table(interner *names)
{
    size_t size = 2 * ((size_t)names->mask + 1);
    names->table = hddl_pool_resize(names->pool, names->table, size * sizeof *names->table);
    memset(names->table, 0xFF, size * sizeof *names->table);
    names->mask = (uint32_t)(size - 1);
    for (uint32_t i = 0; i + 1 < names->lists.begin.count; i++) {
        uint32_t slot = hash_view(ground_list_at(&names->lists, i)) & names->mask;
        while (names->table[slot] != GROUND_NONE) {
            slot = (slot + 1) & names->mask;
        }
        names->table[slot] = i;
    }
}

/* The number of what has been added to the items since the last list. */
static uint32_t intern(interner *names, bool *fresh)
{
    uint32_t begin = names->lists.begin.items[names->lists.begin.count - 1];
    uint32_t number = (uint32_t)names->lists.begin.count - 1;
    ground_view view = {names->lists.items.items + begin, (uint32_t)(names->lists.items.count - begin)};
    uint32_t slot = hash_view(view) & names->mask;
    for (; names->table[slot] != GROUND_NONE; slot = (slot + 1) & names->mask) {
        ground_view other = ground_list_at(&names->lists, names->table[slot]);
        if (other.count == view.count &&
            (view.count == 0 || memcmp(other.items, view.items, view.count * sizeof *view.items) == 0)) {
            names->lists.items.count = begin;
            *fresh = false;
            return names->table[slot];
        }
    }
    names->table[slot] = number;
    ground_lists_end(names->pool, &names->lists);
    if (names->lists.begin.count > names->mask / 3 * 2) {
        grow_table(names);
    }
    *fresh = true;
    return number;
}

static void add_list(interner *names, const ground_lists *lists, uint32_t item)
{
    ground_view view = ground_list_at(lists, item);
    for (uint32_t i = 0; i < view.count; i++) {
        hddl_numbers_add(names->pool, &names->lists.items, view.items[i]);
    }
    hddl_numbers_add(names->pool, &names->lists.items, SEPARATOR);
}

typedef struct merging {
    ground_draft *draft;
    uint32_t *kinds;  /* of each action, then of each task */
    uint32_t *shapes; /* of each method: what it does, but for which task it is of */
    uint32_t *task_begin, *methods;
} merging;

/* Actions with conditional effects are left alone: each is a kind of its own. */
static void sort_actions(merging *m)
{
    ground_draft *draft = m->draft;
    interner names;
    interner_begin(&names, draft->pool);
    size_t conditional = 0;
    for (uint32_t i = 0; i < ground_draft_actions(draft); i++) {
        bool fresh, plain = true;
        for (; conditional < draft->conditional_action.count && draft->conditional_action.items[conditional] == i;
             conditional++) {
            plain = false;
        }
        if (plain) {
            add_list(&names, &draft->needs, i);
            add_list(&names, &draft->needs_not, i);
            add_list(&names, &draft->adds, i);
            add_list(&names, &draft->deletes, i);
        } else {
            hddl_numbers_add(draft->pool, &names.lists.items, i);
        }
        m->kinds[i] = intern(&names, &fresh);
    }
    interner_free(&names);
}

/* What a method does. A task that calls itself does so whatever its number. */
static void add_shape(merging *m, interner *names, uint32_t method)
{
    ground_draft *draft = m->draft;
    uint32_t itself = ground_draft_actions(draft) + draft->method_task.items[method];
    add_list(names, &draft->method_needs, method);
    add_list(names, &draft->method_needs_not, method);
    ground_view view = ground_list_at(&draft->subtasks, method);
    for (uint32_t i = 0; i < view.count; i++) {
        hddl_numbers_add(draft->pool, &names->lists.items, view.items[i] == itself ? ITSELF : m->kinds[view.items[i]]);
    }
}

/* Of a task's methods with the same shape the first stays. Whether there were others. */
static bool merge_methods(merging *m)
{
    ground_draft *draft = m->draft;
    interner names;
    bool killed = false, fresh;
    interner_begin(&names, draft->pool);
    for (uint32_t i = 0; i < ground_draft_methods(draft); i++) {
        if (draft->method_alive[i]) {
            hddl_pool_tick(draft->pool);
            add_shape(m, &names, i);
            m->shapes[i] = intern(&names, &fresh);
        }
    }
    interner_free(&names);
    uint32_t *last = hddl_pool_zeroed(draft->pool, ground_draft_methods(draft), sizeof *last); /* 1 + a task */
    for (uint32_t task = 0; task < draft->task_count; task++) {
        for (uint32_t i = m->task_begin[task]; i < m->task_begin[task + 1]; i++) {
            uint32_t method = m->methods[i];
            if (draft->method_alive[method]) {
                draft->method_alive[method] = last[m->shapes[method]] != task + 1;
                killed |= !draft->method_alive[method];
                last[m->shapes[method]] = task + 1;
            }
        }
    }
    hddl_pool_release(draft->pool, last);
    return killed;
}

/* Tasks whose methods have the same shapes in the same order are of a kind. Whether there are fewer kinds now. */
static bool merge_tasks(merging *m, uint32_t *kinds_before)
{
    ground_draft *draft = m->draft;
    uint32_t actions = ground_draft_actions(draft), kinds = 0;
    interner names;
    interner_begin(&names, draft->pool);
    for (uint32_t task = 0; task < draft->task_count; task++) {
        bool fresh;
        for (uint32_t i = m->task_begin[task]; draft->task_alive[task] && i < m->task_begin[task + 1]; i++) {
            if (draft->method_alive[m->methods[i]]) {
                hddl_numbers_add(draft->pool, &names.lists.items, m->shapes[m->methods[i]]);
            }
        }
        m->kinds[actions + task] = actions + intern(&names, &fresh);
        kinds += fresh;
    }
    interner_free(&names);
    bool fewer = kinds < *kinds_before;
    *kinds_before = kinds;
    return fewer;
}

void ground_merge(ground_draft *draft)
{
    hddl_pool *pool = draft->pool;
    uint32_t actions = ground_draft_actions(draft), kinds = draft->task_count;
    merging m = {.draft = draft};
    m.kinds = hddl_pool_zeroed(pool, (size_t)actions + draft->task_count, sizeof *m.kinds);
    m.shapes = hddl_pool_zeroed(pool, ground_draft_methods(draft), sizeof *m.shapes);
    ground_draft_list_methods(draft, &m.task_begin, &m.methods);
    for (uint32_t i = 0; i < draft->task_count; i++) {
        m.kinds[actions + i] = actions + i;
    }
    sort_actions(&m);
    for (int round = 0; round < ROUNDS_MOST; round++) {
        bool killed = merge_methods(&m);
        if (!merge_tasks(&m, &kinds) && !killed) {
            break;
        }
    }
    hddl_pool_release(pool, m.kinds);
    hddl_pool_release(pool, m.shapes);
    hddl_pool_release(pool, m.task_begin);
    hddl_pool_release(pool, m.methods);
}
