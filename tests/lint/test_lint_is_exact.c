/*
 * The lint says only what is so. Small random domains are compiled, every world state of each is searched in full,
 * and each warning is held against what was seen: a method that is said to be unreachable has not been taken, conditions
 * that never hold have held in no world, a call that the loop guard is said to cut has never been let in, and recursion
 * that only a limit ends did not end without the guard, and where a method costs nothing so does the cheapest plan. HTN_LONG=1 tries more domains.
 */
#include "small_domain.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DOMAINS = 1000, LONG = 20 };

typedef struct session {
    const htnc_model *model;
    const char *text;
    small_notes guarded; /* over all worlds */
    uint32_t said[BASE_DIAGNOSTICS], wrong[BASE_DIAGNOSTICS];
} session;

static const char *read_text(void *user, const char *path, char **text, size_t *length)
{
    const session *s = user;
    (void)path;
    *length = strlen(s->text);
    *text = malloc(*length + 1);
    if (!*text)
        return "no memory";
    memcpy(*text, s->text, *length + 1);
    return NULL;
}

static void release_text(void *user, char *text)
{
    (void)user;
    free(text);
}

static bool same(base_span a, base_span b)
{
    return a.begin == b.begin && a.end == b.end;
}

static bool noted(const void *const *list, uint32_t count, const void *item)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == item)
            return true;
    return false;
}

static void lowest(const htnc_model *model, int32_t *world)
{
    for (const htnc_property *each = model->properties; each; each = each->next)
        world[each->index] = each->type->low;
}

/* Whether some world fulfils the list (or, with `item`, does not fulfil the item). */
static bool has_counterexample(const htnc_model *model, const htnc_expr *list, const htnc_expr *item)
{
    int32_t world[SMALL_PROPERTIES];
    lowest(model, world);
    do {
        if (item ? !small_item_holds(item, world) : small_list_holds(list, world))
            return true;
    } while (small_next_world(model, world));
    return false;
}

/* A warning about one item of a list. */
static bool list_is_right(session *s, const base_diagnostic *said, const htnc_expr *list)
{
    for (const htnc_expr *item = list; item; item = item->next)
        if (same(said->span, item->span))
            return !has_counterexample(s->model, list, said->id == BASE_DIAG_ALWAYS_HOLDS ? item : NULL);
    return true;
}

/* Whether a search went round: through the call of itself, or to a task of a ring again. */
static bool went_round(const small_notes *notes, const htnc_task *task, const htnc_subtask *call)
{
    return call->task == task ? noted(notes->calls, notes->call_count, call)
                              : noted(notes->again, notes->again_count, task);
}

/* Without the guard the recursion goes on until it is given up, in every world where it is entered. */
static bool never_ends(session *s, const htnc_task *task, const htnc_subtask *call)
{
    int32_t world[SMALL_PROPERTIES];
    lowest(s->model, world);
    do {
        small_notes notes = {.stopped = false};
        small_search(s->model, world, false, &notes);
        if (!notes.stopped && went_round(&notes, task, call))
            return false;
    } while (small_next_world(s->model, world));
    return true;
}

/* The cheapest plan costs nothing, in every world. */
static bool costs_nothing(session *s)
{
    int32_t world[SMALL_PROPERTIES];
    lowest(s->model, world);
    do {
        small_notes notes = {.stopped = false};
        small_search(s->model, world, true, &notes);
        if (!notes.stopped && notes.cost != 0)
            return false;
    } while (small_next_world(s->model, world));
    return true;
}

static bool call_is_right(session *s, const base_diagnostic *said, const htnc_method *method)
{
    for (const htnc_subtask *call = method->leaves; call; call = call->next_leaf) {
        if (!same(said->span, call->span))
            continue;
        if (strstr(said->message, "always cuts"))
            return !noted(s->guarded.calls, s->guarded.call_count, call);
        return never_ends(s, method->task, call);
    }
    return true;
}

static bool is_right(session *s, const base_diagnostic *said)
{
    if (said->id == BASE_DIAG_ALWAYS_CHEAPEST)
        return costs_nothing(s);
    for (uint32_t i = 0; i < s->model->task_count; i++) {
        const htnc_task *task = s->model->tasks[i];
        if (!list_is_right(s, said, task->preconditions))
            return false;
        for (const htnc_method *each = task->methods; each; each = each->next) {
            if (!list_is_right(s, said, each->conditions))
                return false;
            if (said->id == BASE_DIAG_STUCK_RECURSION && !call_is_right(s, said, each))
                return false;
            if (said->id == BASE_DIAG_UNREACHABLE_METHOD && same(said->span, each->head) &&
                noted(s->guarded.methods, s->guarded.method_count, each))
                return false;
        }
    }
    return true;
}

static void search_all(session *s)
{
    int32_t world[SMALL_PROPERTIES];
    memset(&s->guarded, 0, sizeof s->guarded);
    lowest(s->model, world);
    do
        small_search(s->model, world, true, &s->guarded);
    while (small_next_world(s->model, world));
}

/* False where the domain does not compile, which none may do. */
static bool try_domain(session *s, uint64_t seed)
{
    char text[SMALL_TEXT];
    const base_reader reader = {read_text, release_text, s, NULL};
    const htnc_options options = {.workspace.reader = &reader, .check_only = true};
    htnc_compilation compilation;
    s->text = text;
    small_domain(seed, text);
    bool compiled = htnc_compile(&compilation, "small.htn", &options) == BASE_DONE;
    s->model = compilation.model;
    if (compiled)
        search_all(s);
    for (const base_diagnostic *each = compilation.workspace.diagnostics.first; each; each = each->next) {
        bool right = compiled && is_right(s, each);
        s->said[each->id]++;
        s->wrong[each->id] += !right;
        if (!right)
            printf("# seed %llu: %s [%s]\n", (unsigned long long)seed, each->message, base_diagnostic_name(each->id));
    }
    htnc_free(&compilation);
    return compiled;
}

int main(void)
{
    static const base_diagnostic_id judged[] = {BASE_DIAG_UNREACHABLE_METHOD, BASE_DIAG_NEVER_HOLDS,
                                                BASE_DIAG_ALWAYS_HOLDS, BASE_DIAG_STUCK_RECURSION,
                                                BASE_DIAG_ALWAYS_CHEAPEST};
    static session s;
    uint64_t count = getenv("HTN_LONG") ? DOMAINS * LONG : DOMAINS;
    int failures = 0, cases = 0;
    uint32_t rejected = 0;
    for (uint64_t seed = 1; seed <= count; seed++)
        rejected += !try_domain(&s, seed);
    for (size_t i = 0; i < sizeof judged / sizeof *judged; i++) {
        bool good = s.wrong[judged[i]] == 0 && s.said[judged[i]] > 0;
        printf("%sok %d - %s is so each time that it is said (%u times, %u wrong)\n", good ? "" : "not ", ++cases,
               base_diagnostic_name(judged[i]), (unsigned)s.said[judged[i]], (unsigned)s.wrong[judged[i]]);
        failures += !good;
    }
    printf("%sok %d - all %llu domains compile\n", rejected ? "not " : "", ++cases, (unsigned long long)count);
    printf("1..%d\n", cases);
    return failures || rejected;
}
