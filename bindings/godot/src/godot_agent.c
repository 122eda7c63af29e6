/*
 * HtnAgent: a node that plans, and calls its host, another object, for what it does: methods with the names of operators, sensors and
 * queries in snake_case. The C agent is made when it is first needed, since only then domain, host and options are known.
 *
 * An agent that is freed inside its own function (`dropped`) is kept until the outermost call has returned.
 */
#include "godot_agent.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 128, PIECE = 1 << 16, READY = 13, PROCESS = 17 };

typedef struct agent_node {
    void *object;
    uint64_t host;       /* the id of what it calls; 0: its parent */
    gd_variant resource; /* the HtnDomain: a reference */
    gd_variant memory;   /* a dictionary: bytes of memory that an operator's steps have, by its name */
    domain_resource *of;
    int64_t options[7]; /* as in option_names */
    htn_agent_class *agent_class;
    htn_agent *agent; /* NULL: not made yet */
    htn_journal journal;
    void *ring;
    const htn_activity *now; /* the step that a function of the host is called for */
    int inside;              /* calls of C that have not returned */
    bool dropped;
} agent_node;

enum { SEED, ORDERS, RUNNING_STEPS, BUDGET, INTERVAL, HORIZON, AUTOMATIC };
static const char *const option_names[] = {"seed",        "orders",     "running",  "budget",
                                           "interval_ms", "horizon_ms", "automatic"};
static const int64_t option_most[] = {UINT32_MAX, 255, 4096, UINT32_MAX, INT32_MAX, INT32_MAX, 1};

/* --- The host ----------------------------------------------------------------------------------- */

/* `prefix`, the name in snake_case, `suffix`: what the host calls it. */
static const char *method_name(char *to, const char *prefix, const char *name, const char *suffix)
{
    size_t at = (size_t)snprintf(to, LONGEST, "%s", prefix);
    for (size_t i = 0; name[i] != '\0' && at < LONGEST - 16; i++) {
        const bool upper = isupper((unsigned char)name[i]) != 0;
        if (upper && i > 0 && (islower((unsigned char)name[i - 1]) || isdigit((unsigned char)name[i - 1])))
            to[at++] = '_';
        to[at++] = upper ? (char)tolower((unsigned char)name[i]) : name[i];
    }
    snprintf(to + at, LONGEST - at, "%s", suffix);
    return to;
}

static bool host_has(const agent_node *node, const char *prefix, const char *name, const char *suffix)
{
    char method[LONGEST];
    void *const host = gd.object_of(node->host);
    if (host == NULL)
        return false;
    gd_variant self = gd_of_object(host);
    const bool has = gd_has(&self, method_name(method, prefix, name, suffix));
    gd.variant_destroy(&self);
    return has;
}

/* Calls the host with `values`, which are destroyed. False: it is gone, or the call failed; then the result is nil. */
static bool call_host(const agent_node *node, const char *method, gd_variant *values, uint32_t count,
                      gd_variant *result)
{
    const gd_variant *arguments[HTN_MAX_ARGUMENTS];
    void *const host = gd.object_of(node->host);
    bool failed = host == NULL;
    for (uint32_t i = 0; i < count; i++)
        arguments[i] = &values[i];
    if (failed) {
        gd.variant_new_nil(result);
    } else {
        gd_variant self = gd_of_object(host);
        *result = gd_send(&self, method, arguments, count, &failed);
        gd.variant_destroy(&self);
    }
    for (uint32_t i = 0; i < count; i++)
        gd.variant_destroy(&values[i]);
    return !failed;
}

static gd_variant argument_value(const htn_domain *domain, const htn_argument *argument)
{
    return argument->type == HTN_NONE ? gd_of_text(argument->text)
                                      : value_to_engine(domain, argument->type, argument->value);
}

/* What a method of an operator has returned; nothing is `none`. */
static htn_outcome outcome_of(const gd_variant *value, const char *method, htn_outcome none, htn_outcome wrong)
{
    const int type = gd.variant_get_type(value);
    if (type == GD_NIL)
        return none;
    if (type == GD_BOOL)
        return gd_bool(value) ? HTN_SUCCEEDED : HTN_FAILED;
    if (type == GD_INT && gd_int(value) >= HTN_RUNNING && gd_int(value) <= HTN_ABORTED)
        return (htn_outcome)gd_int(value);
    gd_error("an operator returns HtnAgent.RUNNING, SUCCEEDED or FAILED, a bool, or nothing; this one does not (is it "
             "a coroutine?): ",
             method);
    return wrong;
}

static htn_outcome operate(agent_node *node, const htn_activity *activity, const char *suffix, htn_outcome none,
                           htn_outcome wrong)
{
    char method[LONGEST];
    gd_variant values[HTN_MAX_ARGUMENTS], result;
    const htn_domain *const domain = &node->of->domain;
    if (node->dropped)
        return wrong;
    method_name(method, "", htn_operator_name(domain, activity->operator_index), suffix);
    for (uint32_t i = 0; i < activity->argument_count; i++)
        values[i] = argument_value(domain, &activity->arguments[i]);
    const htn_activity *const outer = node->now;
    node->now = activity;
    const bool called = call_host(node, method, values, activity->argument_count, &result);
    node->now = outer;
    const htn_outcome outcome = called ? outcome_of(&result, method, none, wrong) : wrong;
    gd.variant_destroy(&result);
    return outcome;
}

static htn_outcome op_start(void *user, const htn_activity *activity)
{
    return operate(user, activity, "_start", HTN_RUNNING, HTN_FAILED);
}
static htn_outcome op_update(void *user, const htn_activity *activity)
{
    return operate(user, activity, "", HTN_RUNNING, HTN_FAILED);
}
static htn_outcome op_abort(void *user, const htn_activity *activity)
{
    return operate(user, activity, "_abort", HTN_ABORTED, HTN_ABORTED);
}
static void op_resume(void *user, const htn_activity *activity)
{
    operate(user, activity, "_resume", HTN_RUNNING, HTN_RUNNING);
}

static void sense(void *user, const htn_sensing *sensing)
{
    agent_node *const node = user;
    char method[LONGEST];
    gd_variant result;
    if (node->dropped)
        return;
    call_host(node, method_name(method, "sense_", htn_sensor_name(&node->of->domain, sensing->sensor), ""), NULL, 0,
              &result);
    gd.variant_destroy(&result);
}

/* Null is the query's default; an array is the candidates. */
static htn_status answer(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    agent_node *const node = user;
    const htn_domain *const domain = &node->of->domain;
    const char *const name = htn_query_name(domain, question->query);
    char method[LONGEST];
    gd_variant values[HTN_MAX_ARGUMENTS], result;
    if (node->dropped || !host_has(node, "answer_", name, ""))
        return HTN_NOT_FOUND;
    for (uint32_t i = 0; i < question->argument_count; i++)
        values[i] =
            value_to_engine(domain, htn_query_parameter_type(domain, question->query, i), question->arguments[i]);
    call_host(node, method_name(method, "answer_", name, ""), values, question->argument_count, &result);
    const uint32_t type = htn_query_type(domain, question->query);
    const int given = gd.variant_get_type(&result);
    uint32_t got = 0;
    if (given == GD_ARRAY) {
        const int64_t all = gd_count(&result);
        for (int64_t i = 0; i < all && got < question->capacity; i++) {
            gd_variant one = gd_at(&result, i);
            got += value_from_engine(domain, type, &one, &answers[got]);
            gd.variant_destroy(&one);
        }
    } else if (given != GD_NIL) {
        got = value_from_engine(domain, type, &result, answers);
    }
    gd.variant_destroy(&result);
    *count = got;
    return got > 0 || given == GD_ARRAY ? HTN_OK : HTN_NOT_FOUND;
}

/* --- Signals ------------------------------------------------------------------------------------ */

/* Emits a signal with `values`, which are destroyed. */
static void emit(const agent_node *node, const char *signal, gd_variant *values, int64_t count)
{
    gd_variant self = gd_of_object(node->object), name = gd_of_text(signal);
    const gd_variant *arguments[4] = {&name};
    for (int64_t i = 0; i < count; i++)
        arguments[i + 1] = &values[i];
    gd_variant none = gd_send(&self, "emit_signal", arguments, count + 1, NULL);
    gd.variant_destroy(&none);
    gd.variant_destroy(&name);
    gd.variant_destroy(&self);
    for (int64_t i = 0; i < count; i++)
        gd.variant_destroy(&values[i]);
}

static void order_ended(void *user, const htn_order_report *report)
{
    static const char *const ends[] = {"done", "no plan", "limit", "failed", "gone", "replaced", "taken", "dropped"};
    agent_node *const node = user;
    gd_variant values[] = {gd_of_int(report->id), gd_of_text(ends[report->end])};
    if (!node->dropped)
        emit(node, "order_ended", values, 2);
}

/* Tells of the steps that the host has no methods for. */
static void tell_news(agent_node *node)
{
    static const char *const signals[] = {"step_started", "step_aborted", "step_resumed"};
    htn_news news;
    while (!node->dropped && htn_agent_news(node->agent, &news)) {
        const htn_domain *const domain = &node->of->domain;
        gd_variant values[] = {gd_of_int(news.activity.id),
                               gd_of_text(htn_operator_name(domain, news.activity.operator_index)), gd_new(GD_ARRAY)};
        for (uint32_t i = 0; i < news.activity.argument_count; i++)
            gd_append(&values[2], argument_value(domain, &news.activity.arguments[i]));
        emit(node, signals[news.kind], values, 3);
    }
}

/* --- Making and ending -------------------------------------------------------------------------- */

static void unmake(agent_node *node)
{
    if (node->of != NULL)
        node->of->users--;
    free(node->agent);
    free(node->agent_class);
    free(node->ring);
    gd.variant_destroy(&node->resource);
    gd.variant_new_nil(&node->resource);
    node->of = NULL, node->agent = NULL, node->agent_class = NULL, node->ring = NULL;
}

/* The bytes that the property `memory` has for an operator: at most 8, the whole number of step_memory(). */
static uint32_t memory_of(agent_node *node, const char *name)
{
    gd_variant key = gd_of_text(name), none = gd_of_int(0);
    const gd_variant *arguments[] = {&key, &none};
    gd_variant bytes = gd_send(&node->memory, "get", arguments, 2, NULL);
    const int64_t size = gd.variant_get_type(&bytes) == GD_INT ? gd_int(&bytes) : -1;
    gd.variant_destroy(&bytes);
    gd.variant_destroy(&key);
    if (size < 0 || size > (int64_t)sizeof(int64_t))
        gd_error("`memory` has from 0 to 8 bytes for an operator; not so for ", name);
    return size < 0 || size > (int64_t)sizeof(int64_t) ? 0 : (uint32_t)size;
}

/* Binds what the host has methods for. A step of another operator is told of by signals. */
static bool make_class(agent_node *node)
{
    const htn_domain *const domain = &node->of->domain;
    const uint32_t operators = htn_domain_count(domain, HTN_SECTION_OPERATORS),
                   sensors = htn_domain_count(domain, HTN_SECTION_SENSORS);
    htn_operator_binding *const ops = calloc(operators + 1, sizeof *ops);
    htn_sensor_binding *const eyes = calloc(sensors + 1, sizeof *eyes);
    htn_bindings all = {.operators = ops, .sensors = eyes, .answerer = answer, .order_ended = order_ended};
    const size_t size = htn_agent_class_bytes(domain);
    void *const memory = malloc(size);
    for (uint32_t i = 0; ops != NULL && i < operators; i++) {
        const char *const name = htn_operator_name(domain, i);
        htn_operator_binding one = {.name = name, .memory = memory_of(node, name)};
        one.start = host_has(node, "", name, "_start") ? op_start : NULL;
        one.update = host_has(node, "", name, "") ? op_update : NULL;
        one.abort = host_has(node, "", name, "_abort") ? op_abort : NULL;
        one.resume = host_has(node, "", name, "_resume") ? op_resume : NULL;
        one.polled = one.start == NULL && one.update == NULL && one.abort == NULL && one.resume == NULL;
        if (!one.polled || one.memory > 0)
            ops[all.operator_count++] = one;
    }
    for (uint32_t i = 0; eyes != NULL && i < sensors; i++)
        if (host_has(node, "sense_", htn_sensor_name(domain, i), ""))
            eyes[all.sensor_count++] = (htn_sensor_binding){.name = htn_sensor_name(domain, i), .sense = sense};
    const bool made = ops != NULL && eyes != NULL && memory != NULL &&
                      htn_agent_class_init(&node->agent_class, domain, &all, memory, size, NULL) == HTN_OK;
    free(ops);
    free(eyes);
    if (!made)
        free(memory), node->agent_class = NULL;
    return made;
}

static void find_host(agent_node *node)
{
    if (node->host != 0)
        return;
    gd_variant self = gd_of_object(node->object), parent = gd_send(&self, "get_parent", NULL, 0, NULL);
    void *const found = gd_object(&parent);
    node->host = found == NULL ? 0 : gd.object_id(found);
    gd.variant_destroy(&parent);
    gd.variant_destroy(&self);
}

static bool ensure(agent_node *node)
{
    if (node->agent != NULL)
        return true;
    node->of = NULL;
    domain_resource *const of = gd_object(&node->resource) == NULL ? NULL : domain_of(gd_object(&node->resource));
    if (of == NULL) {
        gd_error("an HtnAgent needs a domain: set `domain` to an HtnDomain that is loaded", "");
        return false;
    }
    find_host(node);
    node->of = of;
    of->users++;
    const htn_agent_options options = {.user = node,
                                       .seed = (uint32_t)node->options[SEED],
                                       .orders = (uint8_t)node->options[ORDERS],
                                       .running = (uint32_t)node->options[RUNNING_STEPS],
                                       .budget = (uint32_t)node->options[BUDGET],
                                       .interval_ms = (uint32_t)node->options[INTERVAL],
                                       .horizon_ms = (uint32_t)node->options[HORIZON]};
    const bool bound = make_class(node);
    const size_t size = bound ? htn_agent_bytes(node->agent_class, &options) : 0;
    void *const memory = size == 0 ? NULL : malloc(size);
    if (memory != NULL && htn_agent_init(&node->agent, node->agent_class, &options, memory, size) == HTN_OK)
        return true;
    free(memory);
    free(node->agent_class);
    of->users--;
    node->agent_class = NULL, node->agent = NULL, node->of = NULL;
    gd_error("the agent could not be made: too little memory, or options that are too large", "");
    return false;
}

static void leave(agent_node *node)
{
    if (--node->inside > 0 || !node->dropped)
        return;
    unmake(node);
    gd.variant_destroy(&node->memory);
    free(node);
}

/* True: all is well. A warning of a search (below 100) is not an error. */
static bool fine(htn_status status, const char *what)
{
    if (status < 100)
        return true;
    char said[LONGEST * 2];
    snprintf(said, sizeof said, "%s: %s", what, htn_status_text(status));
    gd_error(said, "");
    return false;
}

/* --- Methods ------------------------------------------------------------------------------------ */

typedef gd_variant method_body(agent_node *node, const gd_variant *const *arguments, uint32_t count);
typedef struct method {
    const char *name;
    uint32_t need, most;
    method_body *body;
} method;

static gd_variant nil(void)
{
    gd_variant made;
    gd.variant_new_nil(&made);
    return made;
}

/* An argument that is a whole number of 0..most; `otherwise` where it is not given. -1: it is not, and an error was printed. */
static int64_t number(const gd_variant *const *arguments, uint32_t count, uint32_t i, int64_t most, int64_t otherwise)
{
    char text[LONGEST];
    if (i >= count)
        return otherwise;
    if (gd.variant_get_type(arguments[i]) == GD_INT && gd_int(arguments[i]) >= 0 && gd_int(arguments[i]) <= most)
        return gd_int(arguments[i]);
    gd_error("a whole number from 0 on is wanted, not ", gd_text(arguments[i], text, sizeof text));
    return -1;
}

static uint32_t found(uint32_t index, const char *kind, const char *name)
{
    char said[LONGEST * 2];
    snprintf(said, sizeof said, "the domain has no %s `%s`", kind, name);
    if (index == HTN_NONE)
        gd_error(said, "");
    return index;
}

static gd_variant m_tick(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    const int64_t elapsed = number(arguments, count, 0, INT64_MAX, 0);
    if (elapsed < 0)
        return gd_of_int(HTN_BAD_ARGUMENT);
    const htn_status status = htn_agent_tick(node->agent, (uint64_t)elapsed);
    fine(status, "tick");
    if (status != HTN_BUSY)
        tell_news(node);
    return gd_of_int(status);
}

/* The cell that a name and the arguments behind `first` mean. */
static bool cell(agent_node *node, const gd_variant *const *arguments, uint32_t count, uint32_t first,
                 uint32_t *property, int32_t *index, uint32_t *size)
{
    const htn_domain *const domain = &node->of->domain;
    char name[LONGEST], said[LONGEST * 2];
    *property = found(htn_property_find(domain, gd_text(arguments[0], name, sizeof name)), "property", name);
    if (*property == HTN_NONE)
        return false;
    *size = count - first;
    if (*size != htn_property_parameters(domain, *property)) {
        snprintf(said, sizeof said, "`%s` takes %u for an index, not %u", name,
                 htn_property_parameters(domain, *property), *size);
        gd_error(said, "");
        return false;
    }
    for (uint32_t i = 0; i < *size; i++)
        if (!value_from_engine(domain, htn_property_parameter_type(domain, *property, i), arguments[first + i],
                               &index[i]))
            return false;
    return true;
}

static gd_variant m_world_get(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    uint32_t property, size;
    int32_t index[HTN_MAX_ARGUMENTS];
    if (!cell(node, arguments, count, 1, &property, index, &size))
        return nil();
    const htn_world *const world = htn_agent_world(node->agent);
    const int32_t value = size == 0 ? htn_world_get(world, property) : htn_world_get_at(world, property, index, size);
    return value_to_engine(&node->of->domain, htn_property_type(&node->of->domain, property), value);
}

static gd_variant write(agent_node *node, const gd_variant *const *arguments, uint32_t count, bool adds)
{
    uint32_t property, size;
    int32_t index[HTN_MAX_ARGUMENTS], value;
    char name[LONGEST];
    if (!cell(node, arguments, count, 2, &property, index, &size) ||
        !value_from_engine(&node->of->domain, htn_property_type(&node->of->domain, property), arguments[1], &value))
        return gd_of_bool(false);
    htn_world *const world = htn_agent_world(node->agent);
    const htn_status status =
        size == 0 ? (adds ? htn_world_add(world, property, value) : htn_world_set(world, property, value))
        : adds    ? htn_world_add_at(world, property, index, size, value)
                  : htn_world_set_at(world, property, index, size, value);
    return gd_of_bool(fine(status, gd_text(arguments[0], name, sizeof name)));
}

static gd_variant m_world_set(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    return write(node, arguments, count, false);
}

static gd_variant m_world_add(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    return write(node, arguments, count, true);
}

/* The type and instance that two arguments name. */
static bool instance_of(agent_node *node, const gd_variant *const *arguments, uint32_t *type, int32_t *instance)
{
    char name[LONGEST];
    *type = found(htn_type_find(&node->of->domain, gd_text(arguments[0], name, sizeof name)), "type", name);
    return *type != HTN_NONE && value_from_engine(&node->of->domain, *type, arguments[1], instance);
}

static gd_variant m_spawn(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    char name[LONGEST];
    int32_t instance;
    (void)count;
    const uint32_t type =
        found(htn_type_find(&node->of->domain, gd_text(arguments[0], name, sizeof name)), "type", name);
    if (type == HTN_NONE || !fine(htn_world_spawn(htn_agent_world(node->agent), type, &instance), name))
        return nil();
    return gd_of_int(instance);
}

static gd_variant m_despawn(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    uint32_t type;
    int32_t instance;
    (void)count;
    return gd_of_bool(instance_of(node, arguments, &type, &instance) &&
                      fine(htn_world_despawn(htn_agent_world(node->agent), type, instance), "despawn"));
}

static gd_variant m_exists(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    uint32_t type;
    int32_t instance;
    (void)count;
    return gd_of_bool(instance_of(node, arguments, &type, &instance) &&
                      htn_world_exists(htn_agent_world(node->agent), type, instance));
}

/* The running plan: an array of {task, arguments, done}; empty: none runs. */
static gd_variant m_plan(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    const htn_domain *const domain = &node->of->domain;
    const int64_t layer = number(arguments, count, 0, UINT32_MAX, 0);
    gd_variant steps = gd_new(GD_ARRAY);
    htn_plan plan;
    const uint8_t *done;
    if (layer < 0 || !htn_agent_plan(node->agent, (uint32_t)layer, &plan, &done))
        return steps;
    for (uint32_t i = 0; i < plan.step_count; i++) {
        gd_variant step = gd_new(GD_DICTIONARY), values = gd_new(GD_ARRAY);
        for (uint32_t k = 0; k < htn_task_parameters(domain, plan.steps[i].task); k++)
            gd_append(&values, value_to_engine(domain, htn_task_parameter_type(domain, plan.steps[i].task, k),
                                               plan.values[plan.steps[i].arguments + k]));
        gd_put(&step, "task", gd_of_text(htn_task_name(domain, plan.steps[i].task)));
        gd_put(&step, "arguments", values);
        gd_put(&step, "done", gd_of_int(done[i]));
        gd_append(&steps, step);
    }
    return steps;
}

static gd_variant m_report(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    const int64_t id = number(arguments, count, 0, UINT32_MAX, 0),
                  outcome = number(arguments, count, 1, HTN_ABORTED, 0);
    return gd_of_bool(id >= 0 && outcome >= 0 &&
                      fine(htn_agent_report(node->agent, (uint32_t)id, (htn_outcome)outcome), "report"));
}

/* order(task, arguments = [], replace = false, layer = 0): the order's number; 0: refused. */
static gd_variant m_order(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    const htn_domain *const domain = &node->of->domain;
    const int64_t layer = number(arguments, count, 3, UINT32_MAX, 0);
    char name[LONGEST];
    int32_t values[HTN_MAX_ARGUMENTS];
    uint32_t id = 0;
    const uint32_t task = found(htn_task_find(domain, gd_text(arguments[0], name, sizeof name)), "task", name);
    gd_variant list = count > 1 ? *arguments[1] : nil();
    const int64_t given = gd.variant_get_type(&list) == GD_ARRAY ? gd_count(&list) : 0;
    if (layer < 0 || task == HTN_NONE)
        return gd_of_int(0);
    if (given != htn_task_parameters(domain, task)) {
        gd_error("an order has as many arguments, in an array, as its task has parameters: ", name);
        return gd_of_int(0);
    }
    for (uint32_t i = 0; i < (uint32_t)given; i++) {
        gd_variant one = gd_at(&list, i);
        const bool good = value_from_engine(domain, htn_task_parameter_type(domain, task, i), &one, &values[i]);
        gd.variant_destroy(&one);
        if (!good)
            return gd_of_int(0);
    }
    const htn_given_task wanted = {task, values, (uint32_t)given};
    const htn_order_how how = count > 2 && gd_bool(arguments[2]) ? HTN_ORDER_REPLACE : HTN_ORDER_QUEUE;
    return gd_of_int(fine(htn_agent_order(node->agent, (uint32_t)layer, &wanted, how, &id), name) ? id : 0);
}

static gd_variant m_take_back(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    const int64_t id = number(arguments, count, 0, UINT32_MAX, HTN_NONE),
                  layer = number(arguments, count, 1, UINT32_MAX, 0);
    return gd_of_bool(id >= 0 && layer >= 0 &&
                      fine(htn_agent_take_back(node->agent, (uint32_t)layer, (uint32_t)id), "take_back"));
}

static gd_variant m_ask(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    (void)arguments, (void)count;
    return gd_of_bool(fine(htn_agent_ask(node->agent, HTN_NONE), "ask"));
}

static gd_variant m_answers_changed(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    (void)arguments, (void)count;
    return gd_of_bool(fine(htn_agent_answers_changed(node->agent), "answers_changed"));
}

static gd_variant m_is_idle(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    const int64_t layer = number(arguments, count, 0, UINT32_MAX, 0);
    return gd_of_bool(layer >= 0 && htn_agent_idle(node->agent, (uint32_t)layer));
}

static gd_variant m_save(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    size_t size = htn_agent_save_bytes(node->agent);
    void *const save = malloc(size);
    (void)arguments, (void)count;
    const bool good = save != NULL && fine(htn_agent_save(node->agent, save, size, &size), "save");
    gd_variant made = gd_of_bytes(save, good ? size : 0);
    free(save);
    return made;
}

static gd_variant m_load_save(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    htn_load_report report;
    size_t size;
    (void)count;
    if (gd.variant_get_type(arguments[0]) != GD_BYTES) {
        gd_error("load_save() wants the PackedByteArray that save() gave", "");
        return gd_of_bool(false);
    }
    const uint8_t *const save = gd_bytes(arguments[0], &size);
    return gd_of_bool(fine(htn_agent_load(node->agent, save, size, &report), "load_save"));
}

static gd_variant m_begin_journal(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    const int64_t size = number(arguments, count, 0, 1 << 30, PIECE);
    if (size < 0)
        return gd_of_bool(false);
    if (node->ring != NULL) {
        gd_error("this agent keeps a journal already", "");
        return gd_of_bool(false);
    }
    void *const ring = malloc((size_t)size);
    const bool good = ring != NULL && fine(htn_journal_init(&node->journal, ring, (size_t)size), "begin_journal") &&
                      fine(htn_agent_journal(node->agent, &node->journal), "begin_journal");
    node->ring = good ? ring : NULL;
    if (!good)
        free(ring);
    return gd_of_bool(good);
}

static gd_variant m_read_journal(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    static _Thread_local unsigned char piece[PIECE];
    (void)arguments, (void)count;
    gd_variant all = gd_of_bytes(NULL, 0);
    for (size_t size; node->ring != NULL && (size = htn_journal_read(&node->journal, piece, sizeof piece)) > 0;) {
        gd_variant more = gd_of_bytes(piece, size);
        const gd_variant *given[] = {&more};
        gd_variant none = gd_send(&all, "append_array", given, 1, NULL);
        gd.variant_destroy(&none);
        gd.variant_destroy(&more);
    }
    return all;
}

/* What the host's functions ask: of the step that they are called for. */
static gd_variant m_step_elapsed(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    (void)arguments, (void)count;
    return gd_of_int(node->now == NULL ? 0 : (int64_t)node->now->elapsed_us);
}

static gd_variant m_step_id(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    (void)arguments, (void)count;
    return gd_of_int(node->now == NULL ? 0 : node->now->id);
}

static gd_variant m_step_memory(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    int64_t value = 0;
    (void)arguments, (void)count;
    if (node->now != NULL)
        memcpy(&value, node->now->memory,
               memory_of(node, htn_operator_name(&node->of->domain, node->now->operator_index)));
    return gd_of_int(value);
}

static gd_variant m_set_step_memory(agent_node *node, const gd_variant *const *arguments, uint32_t count)
{
    (void)count;
    const bool good = node->now != NULL && gd.variant_get_type(arguments[0]) == GD_INT;
    if (good) {
        const int64_t value = gd_int(arguments[0]);
        memcpy(node->now->memory, &value,
               memory_of(node, htn_operator_name(&node->of->domain, node->now->operator_index)));
    } else {
        gd_error("set_step_memory() wants a whole number, inside a method for an operator", "");
    }
    return gd_of_bool(good);
}

static method methods[] = {
    {"tick", 1, 1, m_tick},
    {"world_get", 1, 9, m_world_get},
    {"world_set", 2, 10, m_world_set},
    {"world_add", 2, 10, m_world_add},
    {"spawn", 1, 1, m_spawn},
    {"despawn", 2, 2, m_despawn},
    {"exists", 2, 2, m_exists},
    {"plan", 0, 1, m_plan},
    {"report", 2, 2, m_report},
    {"order", 1, 4, m_order},
    {"take_back", 0, 2, m_take_back},
    {"ask", 0, 0, m_ask},
    {"is_idle", 0, 1, m_is_idle},
    {"save", 0, 0, m_save},
    {"answers_changed", 0, 0, m_answers_changed},
    {"load_save", 1, 1, m_load_save},
    {"begin_journal", 0, 1, m_begin_journal},
    {"read_journal", 0, 0, m_read_journal},
    {"step_id", 0, 0, m_step_id},
    {"step_elapsed", 0, 0, m_step_elapsed},
    {"step_memory", 0, 0, m_step_memory},
    {"set_step_memory", 1, 1, m_set_step_memory},
};

static void enter(void *user, void *instance, const gd_variant *const *arguments, int64_t count, gd_variant *result,
                  gd_call_error *error)
{
    const method *const called = user;
    agent_node *const node = instance;
    if (count < called->need || count > called->most) {
        *error = (gd_call_error){count < called->need ? GD_TOO_FEW_ARGUMENTS : GD_TOO_FEW_ARGUMENTS - 1, 0,
                                 (int32_t)(count < called->need ? called->need : called->most)};
        return;
    }
    if (!ensure(node))
        return;
    node->inside++;
    *result = called->body(node, arguments, (uint32_t)count);
    leave(node);
}

/* --- Properties and the class ------------------------------------------------------------------- */

/* An option's setter and getter have its number as `user`. */
static void set_option(void *user, void *instance, const gd_variant *const *arguments, int64_t count,
                       gd_variant *result, gd_call_error *error)
{
    agent_node *const node = instance;
    const size_t which = (size_t)((const char *const *)user - option_names);
    const int type = count == 1 ? gd.variant_get_type(arguments[0]) : GD_NIL;
    const int64_t value = type == GD_BOOL ? gd_bool(arguments[0]) : type == GD_INT ? gd_int(arguments[0]) : -1;
    (void)result, (void)error;
    if (value < 0 || value > option_most[which])
        gd_error("a whole number is wanted, neither negative nor too large, for the option ", option_names[which]);
    else if (node->agent != NULL && which != AUTOMATIC)
        gd_error("the agent runs already: set this option before its first tick: ", option_names[which]);
    else
        node->options[which] = value;
}

static void get_option(void *user, void *instance, const gd_variant *const *arguments, int64_t count,
                       gd_variant *result, gd_call_error *error)
{
    const size_t which = (size_t)((const char *const *)user - option_names);
    const int64_t value = ((const agent_node *)instance)->options[which];
    (void)arguments, (void)count, (void)error;
    *result = which == AUTOMATIC ? gd_of_bool(value != 0) : gd_of_int(value);
}

static void set_domain(void *user, void *instance, const gd_variant *const *arguments, int64_t count,
                       gd_variant *result, gd_call_error *error)
{
    agent_node *const node = instance;
    (void)user, (void)result, (void)error;
    if (node->agent != NULL) {
        gd_error("an agent that runs keeps its domain: make another HtnAgent", "");
        return;
    }
    gd.variant_destroy(&node->resource);
    gd.variant_new_nil(&node->resource);
    if (count == 1 && gd_object(arguments[0]) != NULL)
        gd.variant_new_copy(&node->resource, arguments[0]);
}

static void get_domain(void *user, void *instance, const gd_variant *const *arguments, int64_t count,
                       gd_variant *result, gd_call_error *error)
{
    (void)user, (void)arguments, (void)count, (void)error;
    gd.variant_new_copy(result, &((agent_node *)instance)->resource);
}

static void set_memory(void *user, void *instance, const gd_variant *const *arguments, int64_t count,
                       gd_variant *result, gd_call_error *error)
{
    agent_node *const node = instance;
    (void)user, (void)result, (void)error;
    if (node->agent != NULL || count != 1 || gd.variant_get_type(arguments[0]) != GD_DICTIONARY) {
        gd_error("`memory` is a dictionary of bytes by operator, and is set before the agent's first tick", "");
        return;
    }
    gd.variant_destroy(&node->memory);
    gd_variant copy = *arguments[0];
    node->memory = gd_send(&copy, "duplicate", NULL, 0, NULL);
}

static void get_memory(void *user, void *instance, const gd_variant *const *arguments, int64_t count,
                       gd_variant *result, gd_call_error *error)
{
    (void)user, (void)arguments, (void)count, (void)error;
    gd_variant copy = ((agent_node *)instance)->memory;
    *result = gd_send(&copy, "duplicate", NULL, 0, NULL);
}

static void set_host(void *user, void *instance, const gd_variant *const *arguments, int64_t count, gd_variant *result,
                     gd_call_error *error)
{
    void *const host = count == 1 ? gd_object(arguments[0]) : NULL;
    (void)user, (void)result, (void)error;
    if (((agent_node *)instance)->agent != NULL)
        gd_error("an agent that runs keeps its host: make another HtnAgent", "");
    else
        ((agent_node *)instance)->host = host == NULL ? 0 : gd.object_id(host);
}

static void get_host(void *user, void *instance, const gd_variant *const *arguments, int64_t count, gd_variant *result,
                     gd_call_error *error)
{
    void *const host = gd.object_of(((agent_node *)instance)->host);
    (void)user, (void)arguments, (void)count, (void)error;
    if (host != NULL)
        *result = gd_of_object(host);
}

static void *create(void *user, uint8_t notify)
{
    (void)user, (void)notify;
    agent_node *const made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    made->resource = nil();
    made->memory = gd_new(GD_DICTIONARY);
    made->options[AUTOMATIC] = 1;
    return made->object = gd_make_object("Node", "HtnAgent", made);
}

static void drop(void *user, void *instance)
{
    agent_node *const node = instance;
    (void)user;
    node->dropped = true;
    node->inside++;
    leave(node);
}

static void notified(void *instance, int32_t what, uint8_t reversed)
{
    agent_node *const node = instance;
    (void)reversed;
    if ((what != READY && what != PROCESS) || !node->options[AUTOMATIC])
        return;
    gd_variant self = gd_of_object(node->object), argument = gd_of_bool(true), result;
    const gd_variant *arguments[] = {&argument};
    if (what == READY) {
        result = gd_send(&self, "set_process", arguments, 1, NULL);
    } else {
        gd_variant delta = gd_send(&self, "get_process_delta_time", NULL, 0, NULL);
        argument = gd_of_int((int64_t)(gd_float(&delta) * 1e6 + 0.5));
        result = gd_send(&self, "tick", arguments, 1, NULL);
    }
    gd.variant_destroy(&result);
    gd.variant_destroy(&self);
}

void register_agent(void)
{
    static const gd_class made = {
        .is_exposed = 1, .is_runtime = 1, .notification = notified, .create = create, .free = drop};
    static const char *const step[] = {"id", "operator", "arguments"}, *const order[] = {"id", "end"};
    gd_add_class("HtnAgent", "Node", &made);
    gd_add_property("HtnAgent", "domain", GD_OBJECT, "HtnDomain", NULL, set_domain, get_domain);
    gd_add_property("HtnAgent", "memory", GD_DICTIONARY, NULL, NULL, set_memory, get_memory);
    gd_add_property("HtnAgent", "host", GD_OBJECT, NULL, NULL, set_host, get_host);
    for (size_t i = 0; i < sizeof option_names / sizeof *option_names; i++)
        gd_add_property("HtnAgent", option_names[i], i == AUTOMATIC ? GD_BOOL : GD_INT, NULL,
                        (void *)(uintptr_t)&option_names[i], set_option, get_option);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        gd_add_method("HtnAgent", methods[i].name, &methods[i], enter, methods[i].need);
    gd_add_signal("HtnAgent", "step_started", step, 3);
    gd_add_signal("HtnAgent", "step_aborted", step, 3);
    gd_add_signal("HtnAgent", "step_resumed", step, 3);
    gd_add_signal("HtnAgent", "order_ended", order, 2);
    static const char *const outcomes[] = {"RUNNING", "SUCCEEDED", "FAILED", "ABORTED"};
    for (int i = 0; i < 4; i++)
        gd_add_constant("HtnAgent", "Outcome", outcomes[i], i);
}
