/* The reference runner; see reference_runner.h. The order is that of docs/running.md, "A tick" and "A step". */
#include "reference_orders.h"
#include "reference_runner.h"
#include "reference_rounds.h"
#include <string.h>

/* The cell in which a layer sees how many others hold an instance. */
static bool held_cell(reference_planner *reference, const reference_reserved *of, uint32_t root, uint32_t *cell)
{
    const htnc_property *table = of->held->property;
    uint32_t count = (uint32_t)of->held->family->value_count;

    *cell = reference_first_cell(reference, table) + root * count + (uint32_t)of->instance;
    return (uint32_t)of->instance < count;
}

static size_t world_size(const reference_runner *runner)
{
    return reference_cells(runner->reference) * sizeof *runner->world.seen;
}

/* The agent releases, and gets what its plans request, when it shares. */
static bool defers(const reference_runner *runner)
{
    return runner->member.home && runner->member.home->later;
}

static bool has_lost_hold(reference_runner *runner, const runner_layer *layer);
static void share_holds(reference_runner *runner);
static void give_up_requests(reference_runner *runner);

/* --- Changes ------------------------------------------------------------------------------------- */

/* Something has changed, by the plan of `own` (NULL: of none): for all others that is a reason to plan. */
static void changed(reference_runner *runner, const runner_layer *own)
{
    uint32_t i;

    for (i = 0; i < runner->layer_count; i++) {
        runner->layers[i].doubted = runner->layers[i].gate_doubted = true;
        if (&runner->layers[i] != own) {
            runner->layers[i].changed = true;
            runner->layers[i].resting = false;
        }
    }
}

static bool has_own_during(const reference_runner *runner, const runner_world *world, uint32_t cell)
{
    uint32_t i;

    for (i = 0; i < world->during_count; i++)
        if (world->during[i].cell == cell && world->during[i].agent == runner->agent)
            return true;
    return false;
}

/*
 * An operation of layer `own`; NULL: of the game. Where a write has ended Durings, or another value is seen, something has changed.
 */
static void operate(reference_runner *runner, runner_operation *operation, const runner_layer *own)
{
    runner_world *world = &runner->world;
    bool writes = operation->kind == RUNNER_SET || operation->kind == RUNNER_ADD;
    bool clears = writes && has_own_during(runner, world, operation->cell);
    int32_t seen = world->seen[operation->cell];

    runner_stamp(runner->reference, operation, world);
    if (runner->member.strange && home_shares_cell(runner->reference, operation->cell))
        home_estrange(operation);
    if (runner->member.home && home_shares_cell(runner->reference, operation->cell))
        home_operate(&runner->member, runner->reference, operation, world);
    else
        runner_apply(runner->reference, operation, world);
    runner->counts.during_kept += clears;
    runner->gave_up = runner->gave_up || world->full || runner->member.full;
    if (clears || world->seen[operation->cell] != seen)
        changed(runner, own);
}

static void put(reference_runner *runner, uint32_t cell, int32_t value, const runner_layer *own)
{
    runner_operation operation = {.kind = RUNNER_SET, .cell = cell, .value = value};

    operate(runner, &operation, own);
}

static void carry_out(reference_runner *runner, const reference_write *write, const runner_layer *own)
{
    runner_operation operation = {.kind = write->adds ? RUNNER_ADD : RUNNER_SET,
                                  .cell = write->cell,
                                  .value = write->value,
                                  .lasts = write->lasts};

    operate(runner, &operation, own);
}

static void write(reference_runner *runner, const htnc_property *property, uint32_t cell, int32_t value, int32_t lasts,
                  bool adds)
{
    const reference_write write = {reference_first_cell(runner->reference, property) + cell, adds, value, lasts};

    if (runner_may_write(runner->reference, property, cell, value, adds, runner->world.seen))
        carry_out(runner, &write, NULL);
}

void runner_set(reference_runner *runner, const htnc_property *property, uint32_t cell, int32_t value, int32_t lasts)
{
    write(runner, property, cell, value, lasts, false);
}

void runner_add(reference_runner *runner, const htnc_property *property, uint32_t cell, int32_t more)
{
    write(runner, property, cell, more, 0, true);
}

/* Whether the instances of the type are those of the agent's group. */
static bool is_groups(const reference_runner *runner, const htnc_type *type)
{
    return runner->member.home && home_shares_type(runner->reference, type);
}

/* Nobody holds a removed instance. */
static void drop_hold(runner_holds *holds, const htnc_type *type, int32_t instance)
{
    uint32_t i, kept = 0;

    for (i = 0; i < holds->count; i++)
        if (!reference_refers(holds->list[i].held->family, holds->list[i].instance, type, instance))
            holds->list[kept++] = holds->list[i];
    holds->count = kept;
}

/* What callbacks see of the instance is none. */
static void remove_arguments(runner_layer *layer, const htnc_type *type, int32_t instance)
{
    uint32_t i, k;

    drop_hold(&layer->holds, type, instance);
    drop_hold(&layer->lost, type, instance);
    for (i = 0; i < layer->active_count; i++)
        drop_hold(&layer->active[i].reserved, type, instance);
    for (i = 0; i < layer->active_count; i++)
        for (k = 0; k < layer->active[i].argument_count; k++) {
            runner_argument *argument = &layer->active[i].arguments[k];

            if (!argument->symbol && reference_refers(argument->type, argument->value, type, instance))
                argument->value = -1;
        }
}

/* Not in the home. */
static void forget_instance(reference_runner *runner, const htnc_type *type, int32_t instance)
{
    uint64_t cleared = runner->world.cleared;
    uint32_t i;

    runner_world_despawn(runner->reference, type, instance, &runner->world);
    runner->counts.during_kept += runner->world.cleared - cleared;
    for (i = 0; i < runner->layer_count; i++)
        remove_arguments(&runner->layers[i], type, instance);
}

/* AT_ONCE. The agent may still have another instance in the slot, which the home no longer has. */
static int32_t spawn_in_home(reference_runner *runner, const htnc_type *type)
{
    int32_t instance = home_spawn_for(&runner->member, runner->reference, type);

    if (instance < 0)
        return -1;
    if (reference_exists(runner->reference, type, instance, runner->world.seen))
        forget_instance(runner, type, instance);
    home_place(&runner->member, runner->reference, type, instance, &runner->world);
    return instance;
}

void runner_spawn(reference_runner *runner, const htnc_type *type)
{
    int32_t instance = -1;

    if (!is_groups(runner, type))
        instance = runner_world_spawn(runner->reference, type, &runner->world);
    else if (!runner->member.home->later)
        instance = spawn_in_home(runner, type);
    if (instance >= 0)
        changed(runner, NULL);
}

void runner_despawn(reference_runner *runner, const htnc_type *type, int32_t instance)
{
    runner_operation operation = {.kind = RUNNER_REMOVE, .value = instance, .type = type};

    if (!reference_exists(runner->reference, type, instance, runner->world.seen))
        return;
    runner_stamp(runner->reference, &operation, &runner->world);
    if (runner->member.strange && is_groups(runner, type))
        home_estrange(&operation);
    forget_instance(runner, type, instance);
    if (is_groups(runner, type))
        home_operate(&runner->member, runner->reference, &operation, &runner->world);
    changed(runner, NULL);
}

/* --- Holds ----------------------------------------------------------------------------------------- */

static bool has_hold(const runner_holds *holds, const reference_reserved *wanted)
{
    uint32_t i;

    for (i = 0; i < holds->count; i++)
        if (holds->list[i].held == wanted->held && holds->list[i].instance == wanted->instance)
            return true;
    return false;
}

static void add_holds(reference_runner *runner, runner_holds *to, const reference_reserved *list, uint32_t count)
{
    uint32_t i;

    for (i = 0; i < count; i++) {
        if (has_hold(to, &list[i]))
            continue;
        if (to->count == RUNNER_HOLDS) {
            runner->gave_up = true;
            return;
        }
        to->list[to->count++] = list[i];
    }
}

static void remove_hold(runner_holds *from, const reference_reserved *of)
{
    uint32_t i;

    for (i = 0; i < from->count; i++)
        if (from->list[i].held == of->held && from->list[i].instance == of->instance)
            from->list[i--] = from->list[--from->count];
}

/* Whether the home has the instance no longer, or another one. */
static bool is_gone(const reference_runner *runner, const reference_reserved *of)
{
    const htnc_type *family = of->held->family;
    int32_t generation = reference_generation(runner->reference, family, of->instance, runner->world.seen);

    return family->open && (runner->member.strange || generation == 0 ||
                            generation != reference_generation(runner->reference, family, of->instance,
                                                               runner->member.home->world.seen));
}

static void count_at_home(const reference_runner *runner, const reference_reserved *of, int32_t by)
{
    int32_t *held = home_held(runner->member.home, of->held, of->instance);

    if (!is_gone(runner, of) && *held + by >= 0)
        *held += by;
}

/* What layer `root` sees of others, as the home has it or, without one, the other layers. */
static int32_t held_by_others(const reference_runner *runner, const reference_reserved *of, uint32_t root)
{
    int32_t held = 0;
    uint32_t i;

    if (runner->member.home && of->held->family->open &&
        !reference_exists(runner->reference, of->held->family, of->instance, runner->world.seen))
        return 0; /* LATER: the home has not been told of the removal */
    if (runner->member.home) {
        held = *home_held(runner->member.home, of->held, of->instance);
        return held - (held != 0 && has_hold(&runner->layers[root].holds, of));
    }
    for (i = 0; i < runner->layer_count; i++)
        held += i != root && has_hold(&runner->layers[i].holds, of);
    return held;
}

/* Everybody's holds become what the layers see. Whether that is something else. */
static bool see_holds(reference_runner *runner)
{
    reference_reserved of;
    bool differs = false;
    uint32_t root, cell;

    for (of.held = runner->model->held; of.held; of.held = of.held->next)
        for (of.instance = 0; of.instance < (int32_t)of.held->family->value_count; of.instance++)
            for (root = 0; root < runner->layer_count; root++)
                if (held_cell(runner->reference, &of, root, &cell)) {
                    int32_t now = held_by_others(runner, &of, root);

                    differs = differs || runner->world.seen[cell] != now;
                    runner->world.seen[cell] = runner->world.beneath[cell] = now;
                }
    return differs;
}

static void lose(runner_layer *layer, const reference_reserved *of)
{
    remove_hold(&layer->holds, of);
    layer->lost.list[layer->lost.count++] = *of;
    layer->doubted = true;
}

void runner_revoke(reference_runner *runner, const htnc_type *family, int32_t instance)
{
    reference_reserved of = {runner->model->held, instance};
    uint32_t i;

    while (of.held->family != family)
        of.held = of.held->next;
    for (i = 0; i < runner->layer_count; i++)
        if (has_hold(&runner->layers[i].holds, &of) && !is_gone(runner, &of))
            lose(&runner->layers[i], &of);
}

/* Joining: the layers claim what they hold. */
static void claim_holds(reference_runner *runner)
{
    uint32_t root, i;

    for (root = 0; root < runner->layer_count; root++) {
        runner_layer *layer = &runner->layers[root];
        const runner_holds before = layer->holds;

        for (i = 0; i < before.count; i++) {
            const reference_reserved *of = &before.list[i];

            if (is_gone(runner, of))
                continue;
            if (*home_held(runner->member.home, of->held, of->instance) >= of->held->limit)
                lose(layer, of), runner->counts.lost_holds++;
            else
                count_at_home(runner, of, 1);
        }
    }
}

static void release_holds(reference_runner *runner)
{
    uint32_t root, i;

    for (root = 0; root < runner->layer_count; root++)
        for (i = 0; i < runner->layers[root].holds.count; i++)
            count_at_home(runner, &runner->layers[root].holds.list[i], -1);
}

/* --- Groups ---------------------------------------------------------------------------------------- */

/* The agent's own cells forget the instances that the home no longer has. Whether there were such, or there are others. */
static bool take_instances(reference_runner *runner, const runner_world *view, const htnc_type *type)
{
    int32_t low, high, instance, then, now;
    bool differs = false;

    reference_instances(runner->reference, type, &low, &high);
    for (instance = low; instance <= high; instance++) {
        then = reference_generation(runner->reference, type, instance, runner->world.seen);
        now = reference_generation(runner->reference, type, instance, view->seen);
        if (then == now)
            continue;
        differs = true;
        if (then != 0)
            forget_instance(runner, type, instance);
    }
    return differs;
}

static bool is_family(const htnc_type *type)
{
    return type->kind == HTNC_TYPE_ENTITIES && type->open && !type->parent;
}

/* What lies beneath a During of the agent's own has been written, which has ended it, or has another value. */
static bool is_other_beneath(const reference_runner *runner, const runner_world *view, uint32_t cell)
{
    return has_own_during(runner, &runner->world, cell) &&
           (!has_own_during(runner, view, cell) || runner->world.beneath[cell] != view->beneath[cell]);
}

/* The agent's copy becomes what `view` is. */
static void take_view(reference_runner *runner, const runner_world *view)
{
    const runner_world *world = &runner->world;
    const htnc_type *type;
    bool differs = false;
    uint32_t cell;

    for (type = runner->model->types; type; type = type->next)
        if (is_family(type) && home_shares_type(runner->reference, type) && take_instances(runner, view, type))
            differs = true;
    for (cell = 0; cell < reference_property_cells(runner->reference); cell++)
        differs = differs || (home_shares_cell(runner->reference, cell) &&
                              (world->seen[cell] != view->seen[cell] || is_other_beneath(runner, view, cell)));
    home_copy(runner->reference, &runner->world, view);
    if (see_holds(runner)) {
        runner->counts.takes_of_holds++;
        differs = true;
    }
    runner->counts.takes += differs;
    if (differs)
        changed(runner, NULL);
}

/* What plans and steps know of a type's instances is of none from now on, also if the agent comes back to where they are. */
static void estrange_plans(reference_runner *runner, const htnc_type *type)
{
    uint32_t i, k;

    for (i = 0; i < runner->layer_count; i++) {
        runner_layer *layer = &runner->layers[i];

        reference_estrange(runner->reference, type, layer->run.plan.world);
        reference_estrange(runner->reference, type, layer->run.first.world);
        for (k = 0; k < layer->active_count; k++)
            reference_estrange(runner->reference, type, layer->active[k].then);
        for (k = 0; k < layer->order_count; k++)
            reference_estrange(runner->reference, type, layer->orders[k].then);
    }
}

/* Into a home that is not the last one the agent brings no instances that it shares. */
static void forget_instances(reference_runner *runner)
{
    const htnc_type *type;
    int32_t low, high, instance;

    for (type = runner->model->types; type; type = type->next) {
        if (!is_family(type) || !home_shares_type(runner->reference, type))
            continue;
        estrange_plans(runner, type);
        reference_instances(runner->reference, type, &low, &high);
        for (instance = low; instance <= high; instance++) {
            if (!reference_exists(runner->reference, type, instance, runner->world.seen))
                continue;
            forget_instance(runner, type, instance);
            changed(runner, NULL);
        }
    }
}

static void bring_durings(reference_runner *runner)
{
    uint32_t i;

    for (i = 0; i < runner->world.during_count; i++)
        if (home_shares_cell(runner->reference, runner->world.during[i].cell))
            home_bring_during(&runner->member, runner->reference, &runner->world.during[i], &runner->world);
}

static void take(reference_runner *runner)
{
    static runner_world view;

    if (!runner->member.home)
        return;
    if (runner->member.strange)
        forget_instances(runner);
    runner->member.strange = false;
    runner->member.knows = true;
    runner->member.last = runner->member.home->id;
    home_view(&runner->member, runner->reference, &view);
    take_view(runner, &view);
}

void runner_join(reference_runner *runner, reference_home *home)
{
    home_member *member = &runner->member;

    if (member->home) {
        if (defers(runner))
            give_up_requests(runner);
        release_holds(runner);
        if (home_leave(member, runner->reference, runner->agent, &runner->world))
            changed(runner, NULL);
        if (see_holds(runner))
            changed(runner, NULL);
    }
    member->strange = false;
    if (!home)
        return;
    member->home = home;
    member->strange = !member->knows || member->last != home->id;
    bring_durings(runner);
    claim_holds(runner);
}

void runner_share(reference_runner *runner)
{
    if (!defers(runner))
        return;
    home_share(&runner->member, runner->reference);
    share_holds(runner);
}

void runner_home_changed(reference_runner *runner)
{
    if (runner->member.home)
        take_view(runner, &runner->member.home->world);
}

void runner_ask(reference_runner *runner, uint32_t layer)
{
    uint32_t i;

    for (i = 0; i < runner->layer_count; i++)
        if (layer == i || layer == HTN_NONE)
            runner->layers[i].asked = true;
}

void runner_answers_changed(reference_runner *runner)
{
    changed(runner, NULL);
}

/* --- Steps in progress ---------------------------------------------------------------------------- */

/* The running one of the least step from `step` on, in the plan's order; NULL: none. */
static runner_active *next_running(runner_layer *layer, uint32_t step)
{
    runner_active *next = NULL;
    uint32_t i;

    for (i = 0; i < layer->active_count; i++) {
        runner_active *active = &layer->active[i];

        if (active->step != REFERENCE_NONE && active->step >= step && (!next || active->step < next->step))
            next = active;
    }
    return next;
}

static runner_active *by_id(runner_layer *layer, uint32_t id)
{
    uint32_t i;

    for (i = 0; i < layer->active_count; i++)
        if (layer->active[i].id == id)
            return &layer->active[i];
    return NULL;
}

static bool is_aborting(const runner_layer *layer)
{
    uint32_t i;

    for (i = 0; i < layer->active_count; i++)
        if (layer->active[i].step == REFERENCE_NONE)
            return true;
    return false;
}

static bool is_uninterruptible(const runner_layer *layer)
{
    uint32_t i;

    for (i = 0; i < layer->active_count; i++)
        if (layer->active[i].step != REFERENCE_NONE && layer->active[i].task->interrupt_never)
            return true;
    return false;
}

bool runner_is_running(const runner_layer *layer, uint32_t step)
{
    uint32_t i;

    for (i = 0; i < layer->active_count; i++)
        if (layer->active[i].step == step)
            return true;
    return false;
}

/* --- Holding -------------------------------------------------------------------------------------- */

/* One more or one fewer holds an instance, to all layers but this one. */
static void count_hold(reference_runner *runner, const runner_layer *layer, const reference_reserved *of, int32_t by)
{
    uint32_t i, cell;

    if (runner->member.home)
        count_at_home(runner, of, by);
    for (i = 0; i < runner->layer_count; i++)
        if (i != layer->root && held_cell(runner->reference, of, i, &cell))
            put(runner, cell, runner->world.seen[cell] + by, layer);
}

/* Makes `now` what the layer holds. */
static void hold(reference_runner *runner, runner_layer *layer, const runner_holds *now)
{
    const runner_holds before = layer->holds;
    uint32_t i;

    layer->holds = *now;
    for (i = 0; i < now->count; i++)
        if (!has_hold(&before, &now->list[i])) {
            count_hold(runner, layer, &now->list[i], 1);
            runner->counts.holds++;
        }
    for (i = 0; i < before.count; i++)
        if (!has_hold(now, &before.list[i]))
            count_hold(runner, layer, &before.list[i], -1);
}

/* A Background's part is not over between its rounds. */
static void tell_done_for_good(const runner_layer *layer, uint8_t *done)
{
    uint32_t i;

    for (i = 0; i < layer->run.plan.step_count; i++)
        done[i] = rounds_is_for_good(layer, i);
}

/* What aborting steps reserve, and the running plan. */
static void reserved_now(reference_runner *runner, const runner_layer *layer, runner_holds *now)
{
    static reference_reserved list[REFERENCE_RESERVED];
    uint8_t done[REFERENCE_STEPS];
    uint32_t i;

    now->count = 0;
    tell_done_for_good(layer, done);
    if (layer->running || layer->partial)
        add_holds(runner, now, list,
                  reference_plan_reserves(runner->reference, &layer->run.plan, done, runner->world.seen, list));
    for (i = 0; i < layer->active_count; i++)
        if (layer->active[i].step == REFERENCE_NONE || layer->active[i].leaves || !(layer->running || layer->partial)) {
            runner->counts.kept_by_aborts += layer->active[i].reserved.count > 0;
            add_holds(runner, now, layer->active[i].reserved.list, layer->active[i].reserved.count);
        }
}

/* The layer holds what its plan and its steps reserve. */
static void settle_holds(reference_runner *runner, runner_layer *layer)
{
    runner_holds now;
    const runner_holds lost = layer->lost;
    uint32_t i;

    reserved_now(runner, layer, &now);
    for (i = 0; i < lost.count; i++)
        if (has_hold(&now, &lost.list[i]))
            remove_hold(&now, &lost.list[i]);
        else
            remove_hold(&layer->lost, &lost.list[i]);
    if (defers(runner)) /* it releases when it shares */
        add_holds(runner, &now, layer->holds.list, layer->holds.count);
    hold(runner, layer, &now);
}

/* What the plan found reserves, as it was found. */
static uint32_t found_reserves(reference_runner *runner, const reference_plan *found, reference_reserved *list)
{
    return reference_plan_reserves(runner->reference, found, NULL, found->world, list);
}

static bool holds_all(reference_runner *runner, const runner_layer *layer, const reference_plan *found)
{
    static reference_reserved list[REFERENCE_RESERVED];
    uint32_t i, count = found_reserves(runner, found, list);

    for (i = 0; i < count; i++)
        if (!has_hold(&layer->holds, &list[i]))
            return false;
    return true;
}

/* LATER: of what the layer holds, only what its plan, its steps and its request reserve stays. */
static void share_releases(reference_runner *runner, runner_layer *layer)
{
    static reference_reserved list[REFERENCE_RESERVED];
    runner_holds reserved, now;
    uint32_t i;

    reserved_now(runner, layer, &reserved);
    now.count = 0;
    if (layer->request == RUNNER_WAITS || layer->request == RUNNER_GRANTED)
        add_holds(runner, &reserved, list, found_reserves(runner, &layer->found, list));
    for (i = 0; i < reserved.count; i++)
        if (has_hold(&layer->holds, &reserved.list[i]))
            now.list[now.count++] = reserved.list[i];
    hold(runner, layer, &now);
}

/* All or nothing. */
static void answer_request(reference_runner *runner, runner_layer *layer)
{
    static reference_reserved list[REFERENCE_RESERVED];
    uint32_t i, count = found_reserves(runner, &layer->found, list);
    runner_holds now = layer->holds;

    layer->request = RUNNER_REFUSED;
    runner->counts.requests_refused++;
    for (i = 0; i < count; i++)
        if (!has_hold(&layer->holds, &list[i]) &&
            (is_gone(runner, &list[i]) ||
             *home_held(runner->member.home, list[i].held, list[i].instance) >= list[i].held->limit)) {
            share_releases(runner, layer);
            return;
        }
    layer->request = RUNNER_GRANTED;
    runner->counts.requests_refused--;
    add_holds(runner, &now, list, count);
    for (i = 0; i < count; i++)
        remove_hold(&layer->lost, &list[i]);
    hold(runner, layer, &now);
}

/* Every layer releases, and then each one that waits gets its answer; not one whose plan is about to fail. */
static void share_holds(reference_runner *runner)
{
    uint32_t i;

    for (i = 0; i < runner->layer_count; i++)
        share_releases(runner, &runner->layers[i]);
    for (i = 0; i < runner->layer_count; i++)
        if (runner->layers[i].request == RUNNER_WAITS && !has_lost_hold(runner, &runner->layers[i]))
            answer_request(runner, &runner->layers[i]);
}

/* Before it leaves. */
static void give_up_requests(reference_runner *runner)
{
    uint32_t i;

    for (i = 0; i < runner->layer_count; i++) {
        if (runner->layers[i].request != RUNNER_NO_REQUEST)
            runner->layers[i].request = RUNNER_REFUSED;
        share_releases(runner, &runner->layers[i]);
    }
}

/* Notes what running steps reserve before their plan goes. */
static void note_reserved(reference_runner *runner, runner_layer *layer)
{
    static reference_reserved list[REFERENCE_RESERVED];
    uint32_t i;

    for (i = 0; i < layer->active_count; i++)
        if (layer->active[i].step != REFERENCE_NONE && (layer->running || layer->partial)) {
            layer->active[i].reserved.count = 0;
            add_holds(runner, &layer->active[i].reserved, list,
                      reference_step_reserves(runner->reference, &layer->run.plan, layer->active[i].step,
                                              runner->world.seen, list));
        }
}

/* Before a plan is taken up the layer holds all that it reserves, beside what it holds already. False: others do. */
static bool take_holds(reference_runner *runner, runner_layer *layer, const reference_plan *found)
{
    static reference_reserved list[REFERENCE_RESERVED];
    uint32_t i, cell, count = reference_plan_reserves(runner->reference, found, NULL, runner->world.seen, list);
    runner_holds now = layer->holds;

    for (i = 0; i < count; i++)
        if (!has_hold(&layer->holds, &list[i]) && held_cell(runner->reference, &list[i], layer->root, &cell) &&
            runner->world.seen[cell] >= list[i].held->limit)
            return false;
    add_holds(runner, &now, list, count);
    for (i = 0; i < count; i++)
        remove_hold(&layer->lost, &list[i]);
    hold(runner, layer, &now);
    return true;
}

/* --- Ends ------------------------------------------------------------------------------------------ */

/* A step's During ends: its entries go, the first one first. */
static void end_during(reference_runner *runner, runner_layer *layer, uint32_t id)
{
    uint32_t i = 0;

    while (i < runner->world.during_count) {
        const runner_during during = runner->world.during[i];
        runner_operation operation = {.kind = RUNNER_END, .cell = during.cell, .during = during};

        if (during.agent != runner->agent || during.layer != layer->root || during.id != id) {
            i++;
            continue;
        }
        operate(runner, &operation, layer);
        runner->counts.during_hidden += runner->world.seen[during.cell] != runner->world.beneath[during.cell];
    }
}

/* FailEffects or AbortEffects: from outside, because planning does not know of them. */
static void end_effects(reference_runner *runner, const htnc_effect *effects, const reference_step *step,
                        const int32_t *then)
{
    static reference_writes written;
    int32_t world[REFERENCE_CELLS];
    uint32_t i;

    if (!effects)
        return;
    memcpy(world, runner->world.seen, world_size(runner));
    written.count = 0;
    if (reference_end_effects(runner->reference, effects, step, then, world, &written))
        changed(runner, NULL);
    runner->gave_up = runner->gave_up || written.count > REFERENCE_WRITES;
    for (i = 0; i < written.count && !runner->gave_up; i++)
        carry_out(runner, &written.writes[i], NULL);
}

/* The failure of a step counts. */
static void fail_effects(reference_runner *runner, const runner_layer *layer, uint32_t step)
{
    const reference_step *taken = &layer->run.plan.steps[step];

    runner->counts.fail_effects += taken->task->fail_effects != NULL;
    end_effects(runner, taken->task->fail_effects, taken, layer->run.plan.world);
}

static void end(reference_runner *runner, runner_layer *layer, uint32_t id)
{
    runner_active *active = by_id(layer, id);
    size_t behind = (size_t)(&layer->active[layer->active_count] - (active + 1));

    end_during(runner, layer, id);
    memmove(active, active + 1, behind * sizeof *active);
    layer->active_count--;
}

/* How a method's part is over. */
typedef enum part_end { PART_DONE, PART_FAILED, PART_DROPPED } part_end;

/* The part of a method is over: its Cooldown begins, if that is when. `cell`: reference_cools(). */
static void end_part(reference_runner *runner, runner_layer *layer, const htnc_method *method, uint32_t cell,
                     part_end how)
{
    if (cell == REFERENCE_NONE || (method->cooldown_after == HTNC_AFTER_SUCCESS && how != PART_DONE) ||
        (method->cooldown_after == HTNC_AFTER_FAILURE && how != PART_FAILED))
        return;
    if (method->cooldown_for) {
        const reference_write write = {cell, false, 1, (int32_t)reference_cooldown(runner->reference, method)};

        carry_out(runner, &write, layer);
        runner->counts.cooled_solutions++;
    } else {
        put(runner, cell, 1, layer);
        runner->cooling_end[method->cooling->index] = runner->time + reference_cooldown(runner->reference, method);
    }
    runner->counts.cooldowns++;
    runner->counts.cooled_done += how == PART_DONE;
    runner->counts.cooled_dropped += how == PART_DROPPED;
}

/* Of a method that the running plan has taken. */
static uint32_t cooling_cell(const reference_runner *runner, const runner_layer *layer, uint32_t taken)
{
    const reference_plan *plan = &layer->run.plan;

    return reference_cools(runner->reference, &plan->taken[taken], plan->world, runner->world.seen);
}

static void end_taken(reference_runner *runner, runner_layer *layer, uint32_t taken, part_end how)
{
    end_part(runner, layer, layer->run.plan.taken[taken].method, cooling_cell(runner, layer, taken), how);
}

/* Whether something of a method's part is left: a step that is not done, or what remains behind the split. */
static bool is_left(const runner_layer *layer, uint32_t taken)
{
    uint8_t done[REFERENCE_STEPS];
    uint32_t i;

    for (i = 0; i < layer->run.plan.step_count; i++)
        done[i] = rounds_is_for_good(layer, i);
    return layer->run.plan.taken[taken].open || reference_has_step_left(&layer->run.plan, taken, done);
}

/* The plan has failed: all methods since the root whose part was not over before. */
static void cool(reference_runner *runner, runner_layer *layer)
{
    const reference_plan *plan = &layer->run.plan;
    uint32_t i;

    for (i = 0; i < plan->taken_count; i++) {
        if (is_left(layer, i))
            end_taken(runner, layer, i, PART_FAILED);
        runner->counts.not_cooled += plan->taken[i].method->cooling && !is_left(layer, i);
        runner->counts.cooled_behind += plan->taken[i].method->cooling && is_left(layer, i) && i < plan->taken_before;
    }
}

/* A step is done, and with it the parts of methods of which nothing is left. */
static void end_parts_of(reference_runner *runner, runner_layer *layer, uint32_t step)
{
    const reference_plan *plan = &layer->run.plan;
    uint32_t taken;

    for (taken = plan->steps[step].taken; taken != REFERENCE_NONE; taken = plan->taken[taken].around)
        if (!is_left(layer, taken))
            end_taken(runner, layer, taken, PART_DONE);
}

static void end_backgrounds(reference_runner *runner, runner_layer *layer);

static void done(reference_runner *runner, runner_layer *layer, uint32_t step)
{
    static reference_writes written;
    int32_t world[REFERENCE_CELLS];
    uint32_t i;

    memcpy(world, runner->world.seen, world_size(runner));
    written.count = 0;
    if (reference_succeed(runner->reference, &layer->run.plan, step, world, &written))
        changed(runner, layer);
    runner->gave_up = runner->gave_up || written.count > REFERENCE_WRITES;
    for (i = 0; i < written.count && !runner->gave_up; i++)
        carry_out(runner, &written.writes[i], layer);
    layer->done[step] = 1;
    end_parts_of(runner, layer, step);
    layer->doubted = layer->succeeded = true; /* what it was expected to do may not have happened */
    layer->failures = 0;
    for (i = 0; i < layer->order_count; i++)
        if (layer->orders[i].id == layer->current)
            layer->orders[i].tries = 0;
    settle_holds(runner, layer);
    end_backgrounds(runner, layer);
}

/* An abort has ended. */
static void aborted(reference_runner *runner, runner_layer *layer, uint32_t id)
{
    static runner_active active;

    active = *by_id(layer, id);
    end(runner, layer, id);
    runner->counts.abort_effects += active.task->abort_effects != NULL;
    end_effects(runner, active.task->abort_effects, &active.taken, active.then);
    settle_holds(runner, layer);
}

static void abort_one(reference_runner *runner, runner_layer *layer, runner_active *active)
{
    uint32_t id = active->id;

    active->step = REFERENCE_NONE;
    runner->counts.aborted++;
    if (active->timed_out) { /* its abort has begun */
        active->timed_out = false;
        return;
    }
    active->called = true;
    if (runner->game.abort(runner->game.user, layer->root, active, true) != HTN_RUNNING)
        aborted(runner, layer, id);
    else
        runner->counts.slow_aborts++;
}

static void abort_all(reference_runner *runner, runner_layer *layer)
{
    runner_active *active;

    while ((active = next_running(layer, 0)))
        abort_one(runner, layer, active);
}

/* --- Backgrounds ------------------------------------------------------------------------------------ */

static bool lies_in(const reference_plan *plan, uint32_t step, uint32_t span)
{
    return step >= plan->spans[span].first && step < plan->spans[span].end;
}

static bool has_step_in(const reference_plan *plan, uint32_t taken, uint32_t span)
{
    uint32_t step, at;

    for (step = plan->spans[span].first; step < plan->spans[span].end; step++)
        for (at = plan->steps[step].taken; at != REFERENCE_NONE; at = plan->taken[at].around)
            if (at == taken)
                return true;
    return false;
}

/* A Background is over: the parts of methods in it are, too, be it that the group ends them; those around it may be done. */
static void background_over(reference_runner *runner, runner_layer *layer, uint32_t background, bool refused)
{
    const reference_plan *plan = &layer->run.plan;
    uint32_t i;

    for (i = 0; i < plan->span_count; i++)
        if (plan->spans[i].kind == REFERENCE_BACKGROUND && rounds_is_within(plan, i, background)) {
            layer->over[i] = true;
            layer->stopped[i] = false;
        }
    for (i = plan->spans[background].first; i < plan->spans[background].end; i++)
        layer->done[i] = 1;
    for (i = 0; i < plan->taken_count; i++) {
        bool inside =
            plan->taken[i].within != REFERENCE_NONE && rounds_is_within(plan, plan->taken[i].within, background);

        if (has_step_in(plan, i, background) && !is_left(layer, i))
            end_taken(runner, layer, i, inside && !refused ? PART_DROPPED : PART_DONE);
    }
    settle_holds(runner, layer);
    runner->counts.rounds_ended += !refused;
    runner->counts.rounds_refused += refused;
}

/* Nothing of it begins any more; its steps in progress are aborted. Whether it is over now. */
static bool stop_background(reference_runner *runner, runner_layer *layer, uint32_t background)
{
    const reference_plan *plan = &layer->run.plan;
    runner_active *active;
    bool waits = false;
    uint32_t next = plan->spans[background].first;

    layer->stopped[background] = true;
    while ((active = next_running(layer, next)) && lies_in(plan, active->step, background)) {
        next = active->step + 1;
        waits = waits || active->task->interrupt_never;
        runner->counts.rounds_waited += active->task->interrupt_never;
        runner->counts.rounds_stopped += !active->task->interrupt_never;
        note_reserved(runner, layer);
        if (!active->task->interrupt_never)
            abort_one(runner, layer, active);
    }
    for (next = plan->spans[background].first; next < plan->spans[background].end; next++)
        layer->left_out[next] = layer->left_out[next] || !runner_is_running(layer, next);
    return !waits && !is_aborting(layer);
}

/* Those whose group has nothing else left to do. One that is over may be the last one of a member of another group. */
static void end_backgrounds(reference_runner *runner, runner_layer *layer)
{
    const reference_plan *plan = &layer->run.plan;
    bool changed = true;
    uint32_t i;

    while (changed && layer->running && !layer->broken)
        for (changed = false, i = 0; i < plan->span_count; i++)
            if (plan->spans[i].kind == REFERENCE_BACKGROUND && !layer->over[i] &&
                rounds_others_are_done(layer, plan->spans[i].parent) && stop_background(runner, layer, i)) {
                background_over(runner, layer, i, false);
                changed = true;
            }
}

/* The Background whose next round begins with this step now; REFERENCE_NONE. */
static uint32_t due_round(const runner_layer *layer, uint32_t step)
{
    const reference_plan *plan = &layer->run.plan;
    uint32_t i;

    for (i = 0; i < plan->span_count; i++)
        if (plan->spans[i].kind == REFERENCE_BACKGROUND && plan->spans[i].first == step && !layer->over[i] &&
            !rounds_is_stopped(layer, step) && rounds_is_done(layer, i))
            return layer->begun[i] ? REFERENCE_NONE : i;
    return REFERENCE_NONE;
}

static void begin_round(runner_layer *layer, uint32_t background)
{
    const reference_plan *plan = &layer->run.plan;
    uint32_t i;

    for (i = 0; i < plan->span_count; i++)
        if (rounds_is_within(plan, i, background))
            layer->over[i] = layer->stopped[i] = false;
    for (i = plan->spans[background].first; i < plan->spans[background].end; i++) {
        layer->done[i] = 0;
        layer->left_out[i] = false;
        layer->again[i] = true;
        layer->attempts[i] = 0;
        layer->tried[i] = false;
    }
}

/* A step starts: a round of the Backgrounds that begin with it has begun in this tick. */
static void note_begun(runner_layer *layer, uint32_t step)
{
    const reference_plan *plan = &layer->run.plan;
    uint32_t i;

    for (i = 0; i < plan->span_count; i++)
        if (plan->spans[i].kind == REFERENCE_BACKGROUND && plan->spans[i].first == step)
            layer->begun[i] = true;
}

static void forget_rounds(runner_layer *layer)
{
    memset(layer->again, 0, sizeof layer->again);
    memset(layer->left_out, 0, sizeof layer->left_out);
    memset(layer->over, 0, sizeof layer->over);
    memset(layer->stopped, 0, sizeof layer->stopped);
    memset(layer->begun, 0, sizeof layer->begun);
}

/* --- Plans that end -------------------------------------------------------------------------------- */

static void forget(runner_layer *layer)
{
    layer->running = layer->partial = layer->broken = layer->owed = false;
    layer->request = RUNNER_NO_REQUEST;
}

static void drop_plan(reference_runner *runner, runner_layer *layer);

static void plan_failed(reference_runner *runner, runner_layer *layer)
{
    if (layer->drops) {
        drop_plan(runner, layer);
        return;
    }
    orders_plan_failed(layer);
    note_reserved(runner, layer);
    if (layer->running || layer->partial)
        cool(runner, layer);
    forget(layer);
    abort_all(runner, layer);
    layer->due = true;
    layer->failures++;
    layer->retry_at = runner->time + runner->options.back_off_ms;
    layer->resting = true;
    runner->counts.failures++;
    settle_holds(runner, layer);
}

/* The plan fails: at once, or when what is not to be interrupted has ended; what may be ends now. */
static void break_plan(reference_runner *runner, runner_layer *layer)
{
    runner_active *active;
    uint32_t next = 0;

    note_reserved(runner, layer);
    layer->broken = is_uninterruptible(layer);
    if (!layer->broken) {
        plan_failed(runner, layer);
        return;
    }
    while ((active = next_running(layer, next))) {
        next = active->step + 1;
        if (!active->task->interrupt_never)
            abort_one(runner, layer, active);
    }
}

static void plan_done(runner_layer *layer)
{
    layer->running = layer->broken = false;
    layer->due = true;
    if (!layer->partial)
        orders_end_current(layer, HTN_ORDER_DONE);
}

static bool all_done(const runner_layer *layer)
{
    return rounds_is_done(layer, REFERENCE_NONE);
}

/* --- Does the plan hold? ---------------------------------------------------------------------------- */

/* What the planner is told while it looks at the running plan. */
typedef struct told {
    reference_progress progress;
    reference_during during[RUNNER_DURING];
    uint8_t excused[REFERENCE_STEPS];
} told;

/* Of what is in progress: when which During ends. */
static void tell_progress(reference_runner *runner, runner_layer *layer, told *of)
{
    uint32_t i;

    for (i = 0; i < runner->world.during_count; i++) {
        const runner_during *during = &runner->world.during[i];

        of->during[i] = (reference_during){during->agent == runner->agent && during->layer == layer->root
                                               ? by_id(layer, during->id)->step
                                               : REFERENCE_NONE,
                                           during->cell, during->value};
    }
    of->progress = (reference_progress){of->during, runner->world.during_count, runner->world.beneath, NULL};
    reference_in_progress(runner->reference, &of->progress);
}

static bool was_given_removed(reference_runner *runner, const runner_layer *layer, const runner_active *active)
{
    return reference_was_given_removed(runner->reference, &layer->run.plan, active->step, runner->world.seen);
}

/* A step that was called in this tick cannot say in it whether the removal was its success: it is asked in the next one. */
static void excuse(reference_runner *runner, runner_layer *layer, told *of)
{
    runner_active *active;
    uint32_t next = 0;

    memset(of->excused, 0, sizeof of->excused);
    of->progress.excused = of->excused;
    for (active = next_running(layer, 0); active; active = next_running(layer, next)) {
        next = active->step + 1;
        of->excused[active->step] = active->called && was_given_removed(runner, layer, active);
        layer->doubted = layer->doubted || of->excused[active->step];
    }
}

/* What of the plan is not to be asked: done in this round, or never to be begun. */
static void tell_done(const runner_layer *layer, uint8_t *done)
{
    uint32_t i;

    for (i = 0; i < layer->run.plan.step_count; i++)
        done[i] = layer->done[i] || layer->left_out[i];
}

static bool plan_holds(reference_runner *runner, runner_layer *layer, uint32_t *failed)
{
    uint8_t done[REFERENCE_STEPS];
    told of;
    bool holds;
    uint32_t i;

    tell_done(layer, done);

    tell_progress(runner, layer, &of);
    excuse(runner, layer, &of);
    holds = reference_validate(runner->reference, &layer->run.plan, done, runner->world.seen, failed);
    reference_in_progress(runner->reference, NULL);
    for (i = 0; i < layer->active_count; i++)
        if (layer->active[i].step != REFERENCE_NONE)
            holds = holds && reference_whiles_hold(runner->reference, &layer->run.plan, layer->active[i].step,
                                                   runner->world.seen);
    return holds;
}

static htn_outcome call_update(reference_runner *runner, runner_layer *layer, runner_active *active)
{
    active->called = true;
    return runner->game.update(runner->game.user, layer->root, active);
}

static void settle(reference_runner *runner, runner_layer *layer, const runner_active *active, htn_outcome outcome);

/*
 * The removal of an instance may be the success of the step that it was given to: that one is asked first. False: it is
 * not, so the plan does not hold.
 */
static bool ask_about_removed(reference_runner *runner, runner_layer *layer)
{
    runner_active *active;
    uint32_t next = 0;

    while (layer->running && (active = next_running(layer, next))) {
        htn_outcome outcome;

        next = active->step + 1;
        if (active->called || !was_given_removed(runner, layer, active))
            continue;
        outcome = call_update(runner, layer, active);
        runner->counts.asked_removed++;
        runner->counts.success_by_removal += outcome == HTN_SUCCEEDED;
        if (outcome == HTN_RUNNING)
            return false;
        settle(runner, layer, active, outcome);
    }
    return true;
}

/* Whether the plan reserves something that the layer has lost. */
static bool has_lost_hold(reference_runner *runner, const runner_layer *layer)
{
    static reference_reserved list[REFERENCE_RESERVED];
    uint32_t i, count;
    uint8_t done[REFERENCE_STEPS];

    if (layer->lost.count == 0 || !(layer->running || layer->partial))
        return false;
    tell_done_for_good(layer, done);
    count = reference_plan_reserves(runner->reference, &layer->run.plan, done, runner->world.seen, list);
    for (i = 0; i < count; i++)
        if (has_hold(&layer->lost, &list[i]))
            return true;
    return false;
}

/* Whether the running plan still holds, if anything has changed; where it does not it fails. Not while a step runs that is not to be interrupted. */
static void check(reference_runner *runner, runner_layer *layer)
{
    uint32_t failed = REFERENCE_NONE;

    if (!layer->running && has_lost_hold(runner, layer)) { /* it waits for its continuation */
        runner->counts.broken++;
        plan_failed(runner, layer);
    }
    if (!layer->running || !layer->doubted)
        return;
    runner->counts.postponed += is_uninterruptible(layer);
    if (is_uninterruptible(layer))
        return;
    layer->doubted = layer->succeeded = false;
    if (!ask_about_removed(runner, layer) || (layer->running && has_lost_hold(runner, layer)) ||
        (layer->running && !plan_holds(runner, layer, &failed))) {
        runner->counts.broken++;
        if (failed != REFERENCE_NONE && layer->attempts[failed] > 0 && !runner_is_running(layer, failed))
            fail_effects(runner, layer, failed); /* it cannot start again */
        plan_failed(runner, layer);
    } else if (layer->running && all_done(layer)) {
        plan_done(layer);
    }
}

/* --- Planning -------------------------------------------------------------------------------------- */

/* Where draws begin: another one for each layer and with each plan taken up. The runtime's choice. */
static uint32_t seed_of(const reference_runner *runner, const runner_layer *layer)
{
    uint32_t seed = runner->options.seed ^ layer->root * UINT32_C(0x85EBCA77);

    seed += layer->plans * UINT32_C(0x9E3779B1);
    return (seed ^ seed >> 15) * UINT32_C(0x2C1B3C6D);
}

static bool has_reason(reference_runner *runner, const runner_layer *layer)
{
    bool waits = layer->failures >= 2 && runner->time < layer->retry_at;

    runner->counts.backed_off += layer->due && waits && layer->resting && !layer->asked;
    if (waits && layer->due)
        return layer->asked || !layer->resting;
    return layer->changed || layer->asked || layer->due;
}

static bool has_groups(const reference_plan *of)
{
    uint32_t i;

    for (i = 0; i < of->span_count; i++)
        if (of->spans[i].kind == REFERENCE_GROUP)
            return true;
    return false;
}

/* A step that is tried again does not ask the Enters of its methods. */
static void mark_entered(runner_layer *layer, uint32_t step)
{
    uint32_t taken = layer->run.plan.steps[step].taken;

    for (; taken != REFERENCE_NONE; taken = layer->run.plan.taken[taken].around)
        layer->entered[taken] = true;
}

/* A better plan that is just what is left of the running one: its record counts from now on, and nothing is interrupted. */
static bool is_what_is_left(reference_runner *runner, runner_layer *layer, const reference_plan *found)
{
    const reference_plan *running = &layer->run.plan;
    uint32_t i, step, left = 0, places[REFERENCE_STEPS] = {0};

    if (!layer->running || has_groups(running) || has_groups(found))
        return false;
    for (i = 0; i < running->step_count; i++) {
        if (layer->done[i])
            continue;
        if (left == found->step_count || !reference_same_step(runner->reference, running, i, found, left))
            return false;
        places[i] = left++;
    }
    if (left != found->step_count)
        return false;
    for (i = 0; i < layer->active_count; i++) {
        step = layer->active[i].step;
        if (step != REFERENCE_NONE)
            layer->active[i].step = places[step];
    }
    for (i = 0; i < running->step_count; i++)
        if (!layer->done[i]) {
            layer->attempts[places[i]] = layer->attempts[i];
            layer->tried[places[i]] = layer->tried[i];
        }
    for (i = left; i < REFERENCE_STEPS; i++)
        layer->attempts[i] = layer->tried[i] = 0;
    reference_adopt(&layer->run, found);
    memset(layer->done, 0, sizeof layer->done);
    memset(layer->entered, 0, sizeof layer->entered);
    for (i = 0; i < left; i++)
        if (layer->attempts[i] > 0)
            mark_entered(layer, i);
    layer->partial = found->partial != 0;
    layer->doubted = true;
    runner->counts.left++;
    return true;
}

/* Whether something has to be done before this step of a plan that has not begun. */
static bool is_first(const reference_plan *plan, uint32_t step)
{
    uint32_t before;

    for (before = 0; before < step; before++)
        if (!reference_side_by_side(plan, before, step))
            return false;
    return true;
}

/* Which of the running steps go on as steps of the plan that replaces theirs: by active step, REFERENCE_NONE: it does not. */
static void pair_steps(reference_runner *runner, runner_layer *layer, const reference_plan *found, uint32_t *pairs)
{
    runner_active *active;
    uint32_t step, next;

    for (step = 0; step < RUNNER_ACTIVE; step++)
        pairs[step] = REFERENCE_NONE;
    for (step = 0; layer->running && step < found->step_count; step++) {
        if (!is_first(found, step) || found->steps[step].task->restart_always)
            continue;
        for (next = 0; (active = next_running(layer, next)); next = active->step + 1)
            if (pairs[active - layer->active] == REFERENCE_NONE && !active->timed_out &&
                reference_same_step(runner->reference, &layer->run.plan, active->step, found, step)) {
                pairs[active - layer->active] = step;
                runner->counts.handed_over++;
                break;
            }
    }
}

/* The steps of the plan before are those of the new one, or are aborted in the order of the plan. */
static void hand_over(reference_runner *runner, runner_layer *layer, const uint32_t *pairs)
{
    uint32_t ids[RUNNER_ACTIVE], attempts[RUNNER_ACTIVE], count = 0, next, i;
    runner_active *active;

    for (i = 0; i < layer->active_count; i++)
        attempts[i] = pairs[i] == REFERENCE_NONE ? 0 : layer->attempts[layer->active[i].step];
    memset(layer->attempts, 0, sizeof layer->attempts);
    memset(layer->tried, 0, sizeof layer->tried);
    for (next = 0; (active = next_running(layer, next)); next = active->step + 1)
        if (pairs[active - layer->active] == REFERENCE_NONE) {
            active->leaves = true;
            ids[count++] = active->id;
        }
    for (i = 0; i < layer->active_count; i++)
        if (pairs[i] != REFERENCE_NONE) {
            layer->active[i].step = pairs[i];
            layer->active[i].order = layer->current;
            layer->attempts[pairs[i]] = attempts[i];
        }
    for (i = 0; i < count; i++)
        abort_one(runner, layer, by_id(layer, ids[i]));
}

/* The methods of which something is left before another plan is taken up. */
typedef struct left_over {
    const htnc_method *methods[REFERENCE_TAKEN];
    runner_operation cells[REFERENCE_TAKEN]; /* cooling_cell(), and the instances that it is about */
    uint32_t count;
} left_over;

static left_over parts_left(const reference_runner *runner, const runner_layer *layer)
{
    left_over left;
    uint32_t i;

    left.count = 0;
    for (i = 0; (layer->running || layer->partial) && i < layer->run.plan.taken_count; i++)
        if (is_left(layer, i)) {
            runner_operation *cell = &left.cells[left.count];

            memset(cell, 0, sizeof *cell);
            cell->cell = cooling_cell(runner, layer, i);
            if (cell->cell != REFERENCE_NONE)
                runner_stamp(runner->reference, cell, &runner->world);
            left.methods[left.count++] = layer->run.plan.taken[i].method;
        }
    return left;
}

/* Whether the running plan has taken the method; with a For the same solution. */
static bool uses(const reference_runner *runner, const runner_layer *layer, const htnc_method *method, uint32_t cell)
{
    uint32_t i;

    for (i = 0; i < layer->run.plan.taken_count; i++)
        if (layer->run.plan.taken[i].method == method && cooling_cell(runner, layer, i) == cell)
            return true;
    return false;
}

/* Another plan has been taken up, maybe an empty one: what it does not go on with is over. `follows`: it goes on behind a split. */
static void end_parts_left(reference_runner *runner, runner_layer *layer, const left_over *left, bool follows)
{
    const reference_plan *plan = &layer->run.plan;
    uint32_t i;

    for (i = 0; follows && layer->running && i < plan->taken_before; i++)
        if (!is_left(layer, i))
            end_taken(runner, layer, i, PART_DONE);
    for (i = 0; i < left->count; i++)
        if ((!layer->running || (!follows && !uses(runner, layer, left->methods[i], left->cells[i].cell))) &&
            runner_is_about_those(runner->reference, &left->cells[i], &runner->world))
            end_part(runner, layer, left->methods[i], left->cells[i].cell, follows ? PART_DONE : PART_DROPPED);
}

/* What goes on in the new plan: whether the Enters of its methods hold. */
static bool may_go_on(reference_runner *runner, runner_layer *layer)
{
    uint32_t i;

    for (i = 0; i < layer->active_count; i++)
        if (layer->active[i].step != REFERENCE_NONE && layer->running &&
            !reference_enters(runner->reference, &layer->run.plan, layer->active[i].step, layer->entered,
                              runner->world.seen))
            return false;
    return true;
}

static void take_up(reference_runner *runner, runner_layer *layer, const reference_plan *found, bool follows)
{
    left_over left = parts_left(runner, layer);
    uint32_t pairs[RUNNER_ACTIVE];
    bool own = orders_own_plan(layer);

    if (!take_holds(runner, layer, found)) { /* nothing has changed since the search, which looked for it */
        runner->gave_up = true;
        return;
    }
    note_reserved(runner, layer);
    if (own && is_what_is_left(runner, layer, found)) {
        end_parts_left(runner, layer, &left, follows);
        settle_holds(runner, layer);
        if (!may_go_on(runner, layer))
            plan_failed(runner, layer);
        return;
    }
    pair_steps(runner, layer, found, pairs);
    layer->doubted = layer->succeeded = false;
    if (found->outcome == REFERENCE_EMPTY_PLAN) {
        forget(layer);
        layer->due = follows; /* then the plan has been done; else there is nothing to do until something changes */
        orders_end_current(layer, HTN_ORDER_DONE);
        runner->counts.empty++;
    } else {
        runner->counts.replaced += layer->running;
        runner->counts.continued += found->origin == REFERENCE_FOLLOWS;
        runner->counts.instead += found->origin == REFERENCE_INSTEAD;
        runner->counts.grouped += found->span_count > 0 && found->spans[0].kind == REFERENCE_GROUP;
        runner->counts.plans++;
        reference_adopt(&layer->run, found);
        layer->current = orders_wanted(layer);
        layer->drops = false;
        memset(layer->done, 0, sizeof layer->done);
        memset(layer->entered, 0, sizeof layer->entered);
        forget_rounds(layer);
        layer->running = layer->started = true;
        layer->partial = found->partial != 0;
        layer->plans++;
    }
    hand_over(runner, layer, pairs);
    end_parts_left(runner, layer, &left, follows);
    settle_holds(runner, layer);
    if (!may_go_on(runner, layer)) {
        runner->counts.not_gone_on++;
        plan_failed(runner, layer);
    }
}

/* Looks for what there is reason to look for: a plan, a better one, or what comes behind a split. */
static void search(reference_runner *runner, runner_layer *layer, reference_plan *found)
{
    reference_limits limits = runner->options.limits;
    uint8_t done[REFERENCE_STEPS];
    told of;

    limits.seed = seed_of(runner, layer);
    limits.horizon = runner->options.horizon_ms;
    layer->changed = layer->asked = layer->due = false;
    layer->next_interval = runner->time + runner->options.interval_ms;
    tell_progress(runner, layer, &of);
    if (layer->running || !layer->partial || !orders_own_plan(layer))
        layer->owed = false;
    tell_done(layer, done);
    const bool own = orders_own_plan(layer);
    reference_plan_given(runner->reference, orders_given(runner, layer));
    if (own && layer->running)
        reference_replan(runner->reference, layer->root, &layer->run, done, runner->world.seen, &limits, found);
    else if (own && layer->partial)
        reference_go_on(runner->reference, &layer->run, runner->world.seen, &limits, found);
    else
        reference_find(runner->reference, layer->root, runner->world.seen, &limits, found);
    reference_plan_given(runner->reference, NULL);
    reference_in_progress(runner->reference, NULL);
    layer->searched = true;
    layer->outcome = found->outcome;
    layer->cheapest_cut = found->cheapest && found->cut;
    runner->counts.searches++;
}

/* The request for what the plan found reserves has been answered. Whether there is to be another search at once. */
static bool conclude_request(reference_runner *runner, runner_layer *layer)
{
    static reference_plan found;
    const uint8_t nothing_done[REFERENCE_STEPS] = {0};
    bool granted = layer->request == RUNNER_GRANTED && holds_all(runner, layer, &layer->found);
    bool follows = layer->request_follows;

    found = layer->found;
    layer->request = RUNNER_NO_REQUEST;
    if (!follows)
        layer->owed = false;
    if (!granted || !reference_validate(runner->reference, &found, nothing_done, runner->world.seen, NULL)) {
        runner->counts.requests_in_vain += granted;
        layer->changed = true;
        layer->due = !layer->running;
        layer->retry_at = runner->time;
        return true;
    }
    layer->due = false;
    take_up(runner, layer, &found, follows);
    return follows;
}

/* The running plan is for nothing any more. */
static void drop_plan(reference_runner *runner, runner_layer *layer)
{
    left_over left = parts_left(runner, layer);

    layer->current = 0;
    layer->drops = false;
    note_reserved(runner, layer);
    forget(layer);
    abort_all(runner, layer);
    settle_holds(runner, layer);
    end_parts_left(runner, layer, &left, false);
    layer->due = layer->asked = true;
    layer->failures = 0;
    runner->counts.dropped_plans++;
}

static void begin_to_drop(reference_runner *runner, runner_layer *layer)
{
    if (!layer->running || !is_uninterruptible(layer)) {
        drop_plan(runner, layer);
    } else if (!layer->drops) {
        layer->drops = true;
        if (!layer->broken)
            break_plan(runner, layer);
    }
}

/* What a plan found for something else than what is wanted now has requested. */
static void forget_other_request(runner_layer *layer)
{
    if (layer->request != RUNNER_NO_REQUEST && layer->request_for != orders_wanted(layer)) {
        layer->request = RUNNER_NO_REQUEST;
        layer->asked = true;
        layer->failures = 0;
        layer->due = layer->due || (!layer->running && !layer->partial);
    }
}

static void look_at_orders(reference_runner *runner, runner_layer *layer)
{
    if (runner->options.orders == 0)
        return;
    do {
        orders_look_for_gone(runner, layer);
        orders_look_at_gate(runner, layer);
        if (orders_plan_is_over(layer))
            begin_to_drop(runner, layer);
        forget_other_request(layer);
    } while (orders_report(runner, layer));
}
/* A search for what the running plan is not for has come to no plan with steps. Whether another one follows at once. */
static bool ends_order(reference_runner *runner, runner_layer *layer, const reference_plan *found)
{
    runner_order *order = orders_wanted(layer) ? orders_first(layer) : NULL;
    bool limit = found->outcome == REFERENCE_LIMIT_STEPS || found->outcome == REFERENCE_LIMIT_DEPTH;

    if (orders_own_plan(layer) || found->outcome == REFERENCE_PLAN || found->outcome == REFERENCE_PARTIAL_PLAN)
        return false;
    if (order) {
        orders_end(layer, order,
                   found->outcome == REFERENCE_EMPTY_PLAN ? HTN_ORDER_DONE
                   : limit                                ? HTN_ORDER_LIMIT
                                                          : HTN_ORDER_NO_PLAN);
        orders_report(runner, layer);
        return true;
    }
    if (found->outcome != REFERENCE_EMPTY_PLAN)
        begin_to_drop(runner, layer);
    return false;
}

static void plan(reference_runner *runner, runner_layer *layer)
{
    static reference_plan found;
    int attempt;

    if (runner->options.interval_ms && runner->time >= layer->next_interval)
        layer->asked = true;
    for (attempt = 0; attempt < 2 + (int)runner->options.orders; attempt++) {
        bool follows, owed = layer->owed;

        if (layer->started)
            return;
        if (!is_uninterruptible(layer))
            look_at_orders(runner, layer);
        follows = orders_own_plan(layer) && !layer->running &&
                  layer->partial; /* where nothing does, it goes on from the root at once */
        if (layer->request == RUNNER_NO_REQUEST && !has_reason(runner, layer))
            return;
        if (is_uninterruptible(layer)) {
            if (has_reason(runner, layer)) {
                layer->owed = layer->owed || layer->running;
                runner->counts.owed++;
            }
            return;
        }
        if (layer->request == RUNNER_WAITS)
            return;
        if (layer->request != RUNNER_NO_REQUEST) {
            if (!conclude_request(runner, layer))
                return;
            continue;
        }
        search(runner, layer, &found);
        runner->gave_up = runner->gave_up || found.outcome == REFERENCE_GAVE_UP;
        runner->limited =
            runner->limited || found.outcome == REFERENCE_LIMIT_STEPS || found.outcome == REFERENCE_LIMIT_DEPTH;
        runner->unsure = runner->unsure || (found.cheapest && found.cut);
        if (runner->gave_up)
            return;
        if (ends_order(runner, layer, &found))
            continue;
        if (found.outcome == REFERENCE_PLAN || found.outcome == REFERENCE_EMPTY_PLAN ||
            found.outcome == REFERENCE_PARTIAL_PLAN) {
            if (defers(runner) && !holds_all(runner, layer, &found)) {
                layer->request = RUNNER_WAITS;
                layer->request_for = orders_wanted(layer);
                layer->request_follows = follows;
                layer->found = found;
                layer->owed = owed;
                runner->counts.requests++;
                return;
            }
            take_up(runner, layer, &found, follows);
        } else if (follows) {
            plan_failed(runner, layer);
        }
        if (!follows)
            return;
    }
}

/* The last search of a layer has no answer while it has ended by a limit: every tick says so, until another ends otherwise. */
static void say_what_lacks(reference_runner *runner)
{
    const runner_layer *layer;

    for (layer = runner->layers; layer < runner->layers + runner->layer_count; layer++) {
        runner->limited =
            runner->limited || layer->outcome == REFERENCE_LIMIT_STEPS || layer->outcome == REFERENCE_LIMIT_DEPTH;
        runner->unsure = runner->unsure || layer->cheapest_cut;
    }
}

/* --- Updates and starts ----------------------------------------------------------------------------- */

/* A running step has failed: it is tried again, or its plan fails. */
static void fail(reference_runner *runner, runner_layer *layer, const runner_active *active)
{
    const htnc_expr *retry = active->task->retry;
    uint32_t step = active->step;

    end(runner, layer, active->id);
    runner->counts.failed++;
    if (retry && !layer->broken && !rounds_end(layer, step) &&
        layer->attempts[step] < (uint32_t)reference_evaluate(runner->reference, retry, NULL)) {
        layer->attempts[step]++;
        runner->counts.retried++;
        return;
    }
    runner->counts.retried_in_vain += retry && !layer->broken;
    fail_effects(runner, layer, step);
    break_plan(runner, layer);
}

/* A running step has ended, or not. */
static void settle(reference_runner *runner, runner_layer *layer, const runner_active *active, htn_outcome outcome)
{
    uint32_t step = active->step;

    if (outcome == HTN_RUNNING)
        return;
    if (outcome == HTN_SUCCEEDED) {
        end(runner, layer, active->id);
        runner->counts.succeeded++;
        done(runner, layer, step);
    } else {
        fail(runner, layer, active);
    }
}

/* A step still runs: whether its time is over, and then the abort begins with which it ends. */
static void check_time(reference_runner *runner, runner_layer *layer, runner_active *active)
{
    if (!active->task->timeout || runner->time < active->ends_at)
        return;
    active->timed_out = true;
    runner->counts.timed_out++;
    if (runner->game.abort(runner->game.user, layer->root, active, true) != HTN_RUNNING)
        fail(runner, layer, active);
}

static void update(reference_runner *runner, runner_layer *layer)
{
    runner_active *active;
    uint32_t next = 0;

    while ((active = next_running(layer, next))) {
        htn_outcome outcome;

        next = active->step + 1;
        if (active->called)
            continue;
        outcome = call_update(runner, layer, active);
        if (outcome == HTN_RUNNING)
            check_time(runner, layer, active);
        else
            settle(runner, layer, active, outcome);
    }
    if (layer->broken && !is_uninterruptible(layer))
        plan_failed(runner, layer);
    if (layer->running && all_done(layer))
        plan_done(layer);
}

/* Steps whose abort takes time, because of their plan or of their Timeout, in the order in which they began. */
static void go_on_with_aborts(reference_runner *runner, runner_layer *layer)
{
    uint32_t ids[RUNNER_ACTIVE], count = 0, i;
    runner_active *active;

    for (i = 0; i < layer->active_count; i++)
        if ((layer->active[i].step == REFERENCE_NONE || layer->active[i].timed_out) && !layer->active[i].called)
            ids[count++] = layer->active[i].id;
    for (i = 0; i < count; i++) {
        active = by_id(layer, ids[i]);
        active->called = true;
        if (runner->game.abort(runner->game.user, layer->root, active, false) == HTN_RUNNING)
            continue;
        if (active->timed_out) {
            runner->counts.timed_out_later++;
            fail(runner, layer, active);
        } else {
            aborted(runner, layer, ids[i]);
        }
    }
}

/*
 * The first step that has not begun, nor failed in this tick, and waits for none before it; or with which the next round of a
 * Background begins. REFERENCE_NONE.
 */
static uint32_t whose_turn(const runner_layer *layer)
{
    uint32_t step, before;

    for (step = 0; step < layer->run.plan.step_count; step++) {
        if (due_round(layer, step) == REFERENCE_NONE && (layer->done[step] || runner_is_running(layer, step) ||
                                                         layer->tried[step] || rounds_is_stopped(layer, step)))
            continue;
        for (before = 0; before < step; before++)
            if (!rounds_has_passed(layer, before, step))
                break;
        if (before == step)
            return step;
    }
    return REFERENCE_NONE;
}

/* What the step writes is shown while it is in progress: of each cell the last value, in the order of the cells. */
static void write_during(reference_runner *runner, runner_layer *layer, uint32_t step, uint32_t id)
{
    static reference_writes written;
    int32_t world[REFERENCE_CELLS];
    bool meant[REFERENCE_CELLS] = {false};
    uint32_t i;

    memcpy(world, runner->world.seen, world_size(runner));
    written.count = 0;
    if (reference_do_during(runner->reference, &layer->run.plan, step, world, &written))
        changed(runner, layer);
    runner->gave_up = runner->gave_up || written.count > REFERENCE_WRITES;
    for (i = 0; i < written.count && !runner->gave_up; i++)
        meant[written.writes[i].cell] = true;
    for (i = 0; i < reference_property_cells(runner->reference); i++) {
        runner_operation operation = {
            .kind = RUNNER_BEGIN, .cell = i, .value = world[i], .during = {runner->agent, layer->root, id, 0, 0}};

        if (!meant[i])
            continue;
        operate(runner, &operation, layer);
        runner->counts.during_written++;
    }
}

static void begin_step(reference_runner *runner, runner_layer *layer, uint32_t step)
{
    const reference_step *taken = &layer->run.plan.steps[step];
    const htnc_expr *argument = taken->task->operator_arguments;
    runner_active *active = &layer->active[layer->active_count++];
    uint32_t i;

    memset(active, 0, sizeof *active);
    active->id = runner->next_id++;
    active->step = step;
    active->task = taken->task;
    active->taken = *taken;
    active->order = layer->current;
    memcpy(active->then, layer->run.plan.world, world_size(runner));
    active->argument_count = taken->task->operator_->argument_count;
    for (i = 0; i < active->argument_count; i++, argument = argument->next) {
        active->arguments[i].value =
            reference_operator_argument(runner->reference, taken, i, runner->world.seen, &active->arguments[i].symbol);
        active->arguments[i].type = argument->type;
    }
    if (taken->task->timeout)
        active->ends_at = runner->time + reference_timeout(runner->reference, taken, runner->world.seen);
    write_during(runner, layer, step, active->id);
    active->called = layer->tried[step] = true;
    runner->counts.starts++;
    settle(runner, layer, active, runner->game.start(runner->game.user, layer->root, active));
}

static void begin(reference_runner *runner, runner_layer *layer, uint32_t step)
{
    note_begun(layer, step);
    if (layer->run.plan.steps[step].task->operator_) {
        begin_step(runner, layer, step);
    } else {
        runner->counts.bookkeeping++;
        done(runner, layer, step);
    }
}

/* A Background begins again, or is over because it cannot. Enters are not asked again. */
static void begin_next_round(reference_runner *runner, runner_layer *layer, uint32_t step, uint32_t background)
{
    const reference_plan *plan = &layer->run.plan;

    if (reference_whiles_hold(runner->reference, plan, step, runner->world.seen) &&
        reference_may_start(runner->reference, plan, step, runner->world.seen) &&
        reference_round_holds(runner->reference, plan, background, runner->world.seen)) {
        runner->counts.rounds++;
        begin_round(layer, background);
        begin(runner, layer, step);
    } else {
        background_over(runner, layer, background, true);
        end_backgrounds(runner, layer);
    }
}

/* False: nothing more can start now. */
static bool start_one(reference_runner *runner, runner_layer *layer)
{
    uint32_t step = whose_turn(layer), round;
    const htnc_task *task;
    bool entered;

    if (step == REFERENCE_NONE)
        return false;
    task = layer->run.plan.steps[step].task;
    if (task->operator_ && layer->active_count == runner->options.running) {
        runner->counts.waited_for_room++;
        return false;
    }
    if (task->operator_ && task->interrupt_never && layer->owed) {
        runner->counts.waited_for_search++;
        return false;
    }
    if (layer->current && runner->options.orders) {
        orders_look_at_gate(runner, layer);
        if (orders_gate_is_closed(layer)) {
            runner->counts.gates_closed_in_between++;
            begin_to_drop(runner, layer);
            return true;
        }
    }
    round = due_round(layer, step);
    if (round != REFERENCE_NONE) {
        begin_next_round(runner, layer, step, round);
        return true;
    }
    entered = reference_whiles_hold(runner->reference, &layer->run.plan, step, runner->world.seen) &&
              reference_enters(runner->reference, &layer->run.plan, step, layer->entered, runner->world.seen);
    runner->counts.not_entered += !entered;
    if (!entered || !reference_may_start(runner->reference, &layer->run.plan, step, runner->world.seen)) {
        runner->counts.refused_starts++;
        runner->counts.retry_refused += layer->attempts[step] > 0;
        if (layer->attempts[step] > 0)
            fail_effects(runner, layer, step);
        break_plan(runner, layer);
    } else {
        begin(runner, layer, step);
    }
    return true;
}

static void start(reference_runner *runner, runner_layer *layer)
{
    do {
        end_backgrounds(runner, layer);
        if (layer->running && all_done(layer))
            plan_done(layer);
        if (layer->succeeded)
            check(runner, layer);
    } while (layer->running && !layer->broken && !is_aborting(layer) && start_one(runner, layer));
}

/* --- Ticks ----------------------------------------------------------------------------------------- */

static void run_layer(reference_runner *runner, runner_layer *layer)
{
    bool never;
    uint32_t i;

    layer->started = false;
    memset(layer->tried, 0, sizeof layer->tried);
    memset(layer->begun, 0, sizeof layer->begun);
    for (i = 0; i < layer->active_count; i++)
        layer->active[i].called = false;
    look_at_orders(runner, layer);
    go_on_with_aborts(runner, layer);
    check(runner, layer);
    plan(runner, layer);
    never = is_uninterruptible(layer);
    update(runner, layer);
    if (never && !is_uninterruptible(layer)) {
        runner->counts.caught_up++;
        check(runner, layer);
        plan(runner, layer);
    }
    start(runner, layer);
    if (layer->running || !layer->due || layer->started)
        return;
    plan(runner, layer); /* the plan has ended in this tick */
    start(runner, layer);
}

static void tick_layer(reference_runner *runner, runner_layer *layer)
{
    reference_of_root(runner->reference, layer->root);
    run_layer(runner, layer);
}

/* The first period is shorter: the runtime's choice of how much. */
static uint64_t first_due(const reference_runner *runner, uint32_t sensor)
{
    uint32_t share = (runner->options.stagger + 1) * UINT32_C(0x9E3779B1) + sensor * UINT32_C(0x85EBCA77);

    return runner->time + ((uint64_t)share * runner->periods[sensor] >> 32) + 1;
}

static void sense(reference_runner *runner)
{
    uint32_t i;

    for (i = 0; i < runner->sensor_count; i++) {
        if (runner->sensed && (!runner->periods[i] || runner->time < runner->sensor_due[i]))
            continue;
        if (!runner->sensed)
            runner->sensor_due[i] = first_due(runner, i);
        else
            while (runner->sensor_due[i] <= runner->time)
                runner->sensor_due[i] += runner->periods[i];
        runner->game.sense(runner->game.user, i);
    }
    runner->sensed = true;
}

/* A value that expires changes the world from outside, be it that a During hides it. */
static void let_facts_expire(reference_runner *runner)
{
    bool is_change = false;

    runner->counts.expired += runner_world_lapse(runner->reference, &runner->world, &is_change);
    if (is_change)
        changed(runner, NULL);
}

static void end_cooldowns(reference_runner *runner)
{
    uint32_t i;
    const htnc_method *method;

    for (i = 0; i < runner->model->task_count; i++)
        for (method = runner->model->tasks[i]->methods; method; method = method->next)
            if (method->cooling && !method->cooldown_for && runner->time >= runner->cooling_end[method->cooling->index])
                put(runner, reference_first_cell(runner->reference, method->cooling), 0, NULL);
}

void runner_tick(reference_runner *runner, uint32_t elapsed_us)
{
    uint32_t i;

    runner->time_us += elapsed_us;
    runner->time = runner->world.time = runner->time_us / 1000;
    runner->limited = runner->unsure = false;
    take(runner);
    sense(runner);
    let_facts_expire(runner);
    end_cooldowns(runner);
    for (i = 0; i < runner->layer_count && !runner->gave_up; i++)
        tick_layer(runner, &runner->layers[i]);
    for (i = 0; i < runner->layer_count; i++)
        orders_report(runner, &runner->layers[i]);
    say_what_lacks(runner);
}

/* Its steps end as aborted, in the order in which they began. */
static void restart(reference_runner *runner, runner_layer *layer)
{
    reference_of_root(runner->reference, layer->root); /* what AbortEffects ask of Held is this layer's */
    while (layer->active_count > 0) {
        runner->counts.recovered_steps++;
        aborted(runner, layer, layer->active[0].id);
    }
    forget(layer);
    layer->current = 0;
    layer->drops = false;
    layer->started = layer->succeeded = layer->doubted = layer->searched = layer->cheapest_cut = false;
    layer->outcome = REFERENCE_PLAN;
    settle_holds(runner, layer);
}

void runner_recover(reference_runner *runner)
{
    uint32_t i;

    runner->counts.recovered++;
    runner->limited = runner->unsure = false;
    for (i = 0; i < runner->layer_count; i++)
        restart(runner, &runner->layers[i]);
    for (i = 0; i < runner->layer_count; i++)
        runner->layers[i].due = true;
    changed(runner, NULL);
}

bool runner_begin(reference_runner *runner, reference_planner *reference, const htnc_model *model,
                  const runner_options *options, const runner_game *game)
{
    const htnc_sensor_decl *sensor;
    uint32_t i;

    memset(runner, 0, sizeof *runner);
    runner->reference = reference;
    runner->model = model;
    runner->options = *options;
    runner->game = *game;
    runner->next_id = 1;
    runner->layer_count = model->root_count;
    if (model->root_count > RUNNER_LAYERS || model->property_count > RUNNER_PROPERTIES ||
        options->running > RUNNER_ACTIVE)
        return false;
    for (sensor = model->main->sensors; sensor; sensor = sensor->next) {
        if (runner->sensor_count == RUNNER_SENSORS)
            return false;
        runner->periods[runner->sensor_count++] =
            sensor->every ? (uint32_t)reference_evaluate(reference, sensor->every, NULL) : 0;
    }
    runner->agent = options->agent;
    runner_world_begin(reference, &runner->world, options->agent);
    for (i = 0; i < runner->layer_count; i++) {
        runner->layers[i].root = i;
        runner->layers[i].due = true;
    }
    return true;
}
