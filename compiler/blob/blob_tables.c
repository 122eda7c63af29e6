/*
 * The tables are sections of records (htn/blob.def) in the model's order, so an index in the model is the index in the blob. Types
 * are the exception, because the blob has no type of symbols: code->type_indexes translates their indexes.
 */
#include "compiler/blob/blob_tables.h"

static uint32_t text(htnc_writer *to, const char *string)
{
    return htnc_texts_add(&to->code->strings, string != NULL ? string : "");
}

static uint32_t type_of(const htnc_writer *to, const htnc_type *type)
{
    return to->code->type_indexes[type->index];
}

static void write_value(htnc_writer *to, const char *name)
{
    uint32_t fields[HTN_VALUES_FIELDS] = {[HTN_VALUES_NAME] = text(to, name)};
    htnc_section_add(to, HTN_SECTION_VALUES, fields);
}

static void write_parameter(htnc_writer *to, const char *name, const htnc_type *type)
{
    uint32_t fields[HTN_PARAMETERS_FIELDS] = {
        [HTN_PARAMETERS_NAME] = text(to, name),
        [HTN_PARAMETERS_TYPE] = type_of(to, type),
    };
    htnc_section_add(to, HTN_SECTION_PARAMETERS, fields);
}

static void write_parameters(htnc_writer *to, const htnc_variable *list)
{
    for (; list != NULL; list = list->next)
        write_parameter(to, list->name.text, list->type);
}

/* What a list of conditions binds, as parameters without names. */
static void write_binding_types(htnc_writer *to, const htnc_expr *conditions)
{
    for (const htnc_expr *item = conditions; item != NULL; item = item->next)
        if (item->kind == HTNC_EXPR_ANY || item->kind == HTNC_EXPR_LET)
            write_parameter(to, "", item->variables->type);
}

/* method: its index in the blob; HTN_NONE: of a primitive task. */
static void write_reservations(htnc_writer *to, const htnc_task *task, uint32_t method, const htnc_reservation *list)
{
    for (; list != NULL; list = list->next) {
        uint32_t fields[HTN_RESERVATIONS_FIELDS] = {
            [HTN_RESERVATIONS_TASK] = task->index,
            [HTN_RESERVATIONS_METHOD] = method,
            [HTN_RESERVATIONS_LOCAL] = list->instance->to.variable->slot,
            [HTN_RESERVATIONS_PROPERTY] = list->held->property->index,
            [HTN_RESERVATIONS_LIMIT] = (uint32_t)list->held->limit,
        };
        htnc_section_add(to, HTN_SECTION_RESERVATIONS, fields);
    }
}

static void write_cooldown_keys(htnc_writer *to, const htnc_method *method)
{
    for (const htnc_expr *name = method->cooldown_for; name != NULL; name = name->next) {
        const uint32_t fields[HTN_COOLDOWN_KEYS_FIELDS] = {
            [HTN_COOLDOWN_KEYS_METHOD] = htnc_section_count(to, HTN_SECTION_METHODS),
            [HTN_COOLDOWN_KEYS_LOCAL] = name->to.variable->slot,
        };
        htnc_section_add(to, HTN_SECTION_COOLDOWN_KEYS, fields);
    }
}

static void write_method(htnc_writer *to, const htnc_method *method)
{
    const bool cools = method->cooling != NULL && (method->cooldown_for == NULL || method->while_code != HTN_NONE);
    if (cools)
        write_cooldown_keys(to, method);
    if (method->while_code != HTN_NONE) /* else it can never be taken */
        write_reservations(to, method->task, htnc_section_count(to, HTN_SECTION_METHODS), method->reservations);
    uint32_t fields[HTN_METHODS_FIELDS] = {
        [HTN_METHODS_LABEL] = text(to, method->is_else ? "Else" : method->label.text),
        [HTN_METHODS_FIRST_BINDING] = method->first_binding,
        [HTN_METHODS_FIRST_VARIABLE] = htnc_section_count(to, HTN_SECTION_PARAMETERS),
        [HTN_METHODS_BINDINGS] = method->binding_count,
        [HTN_METHODS_WHILE] = method->while_code,
        [HTN_METHODS_COOLING] = cools ? method->cooling->index : HTN_NONE,
        [HTN_METHODS_COOLDOWN] =
            method->cooldown != NULL && method->cooldown->folded > 0 ? (uint32_t)method->cooldown->folded : 0,
    };
    const uint32_t enter[HTN_ENTERS_FIELDS] = {
        [HTN_ENTERS_METHOD] = htnc_section_count(to, HTN_SECTION_METHODS),
        [HTN_ENTERS_ENTER] = method->enter_code,
    };
    if (method->enter_code != HTN_NONE)
        htnc_section_add(to, HTN_SECTION_ENTERS, enter);
    htnc_section_add(to, HTN_SECTION_METHODS, fields);
    if (method->binding_count > 0)
        write_binding_types(to, method->conditions);
}

static void write_root(htnc_writer *to, const htnc_root *root)
{
    uint32_t fields[HTN_ROOTS_FIELDS] = {
        [HTN_ROOTS_TASK] = root->task->index,
        [HTN_ROOTS_FLAGS] = root->cheapest ? HTN_ROOT_CHEAPEST : 0,
    };
    htnc_section_add(to, HTN_SECTION_ROOTS, fields);
}

static uint32_t type_kind(const htnc_type *type)
{
    switch (type->kind) {
    case HTNC_TYPE_BOOL: return HTN_TYPE_BOOL;
    case HTNC_TYPE_INTEGER: return HTN_TYPE_INTEGER;
    case HTNC_TYPE_FIXED: return HTN_TYPE_FIXED;
    case HTNC_TYPE_ENUM: return HTN_TYPE_ENUM;
    case HTNC_TYPE_ENTITIES: return HTN_TYPE_ENTITIES;
    case HTNC_TYPE_ERROR:
    case HTNC_TYPE_SYMBOL:
    case HTNC_TYPE_KINDS: break;
    }
    return HTN_NONE;
}

/* The values of a closed type and its subtypes lie together, in the order of the instances. `family`: the first of them. */
static uint32_t first_value(const htnc_writer *to, const htnc_type *type, uint32_t family)
{
    return type->kind == HTNC_TYPE_ENTITIES && type->parent != NULL ? family + (uint32_t)type->low
                                                                    : htnc_section_count(to, HTN_SECTION_VALUES);
}

static void write_types(htnc_writer *to)
{
    uint32_t family = 0;
    for (const htnc_type *type = to->model->types; type != NULL; type = type->next) {
        bool entities = type->kind == HTNC_TYPE_ENTITIES;
        bool named = type->kind == HTNC_TYPE_ENUM || (entities && !type->open);
        uint32_t first = first_value(to, type, family);
        uint32_t fields[HTN_TYPES_FIELDS] = {
            [HTN_TYPES_NAME] = text(to, type->name),
            [HTN_TYPES_KIND] = type_kind(type),
            [HTN_TYPES_LOW] = (uint32_t)type->low,
            [HTN_TYPES_HIGH] = (uint32_t)type->high,
            [HTN_TYPES_FIRST_VALUE] = named ? first : 0,
            [HTN_TYPES_VALUE_COUNT] = named ? type->value_count : 0,
            [HTN_TYPES_PARENT] = type->parent != NULL ? type_of(to, type->parent) : HTN_NONE,
            [HTN_TYPES_OWN] = entities ? type->own : 0,
            [HTN_TYPES_PRESENCE] = to->code->presence[type->index],
        };
        if (fields[HTN_TYPES_KIND] == HTN_NONE)
            continue;
        family = type->parent == NULL ? first : family;
        htnc_section_add(to, HTN_SECTION_TYPES, fields);
        for (const htnc_value *value = type->values; value != NULL; value = value->next)
            write_value(to, value->name.text);
    }
}

static bool has_high_cells(const htnc_model *model)
{
    for (const htnc_property *table = model->properties; table != NULL; table = table->next)
        if (table->fact_count > 0 &&
            table->facts[table->fact_count - 1].cell > UINT32_MAX) /* facts are sorted by cell */
            return true;
    return false;
}

static void write_facts(htnc_writer *to, const htnc_property *table, bool has_highs)
{
    for (uint32_t i = 0; i < table->fact_count; i++) {
        const uint32_t high = (uint32_t)(table->facts[i].cell >> 32);
        uint32_t fields[HTN_FACTS_FIELDS] = {
            [HTN_FACTS_PROPERTY] = table->index,
            [HTN_FACTS_CELL] = (uint32_t)table->facts[i].cell,
            [HTN_FACTS_VALUE] = (uint32_t)table->facts[i].value,
        };
        htnc_section_add(to, HTN_SECTION_FACTS, fields);
        if (has_highs)
            htnc_section_add(to, HTN_SECTION_FACT_HIGHS, &high);
    }
}

static uint32_t after_flag(const htnc_method *cooling)
{
    static const uint32_t flags[] = {[HTNC_AFTER_FAILURE] = 0,
                                     [HTNC_AFTER_SUCCESS] = HTN_PROPERTY_AFTER_SUCCESS,
                                     [HTNC_AFTER_ALWAYS] = HTN_PROPERTY_AFTER_ALWAYS};
    return cooling != NULL ? flags[cooling->cooldown_after] : 0;
}

static uint32_t property_flags(const htnc_property *property)
{
    return after_flag(property->declaration->cooling) | (property->is_static ? HTN_PROPERTY_STATIC : 0u) |
           (property->declaration->shared ? HTN_PROPERTY_SHARED : 0u) |
           (property->declaration->held != NULL ? HTN_PROPERTY_HELD : 0u) |
           (property->expires ? HTN_PROPERTY_EXPIRES : 0u);
}

static void write_properties(htnc_writer *to)
{
    const bool has_highs = has_high_cells(to->model);
    for (const htnc_property *property = to->model->properties; property != NULL; property = property->next) {
        uint32_t fields[HTN_PROPERTIES_FIELDS] = {
            [HTN_PROPERTIES_NAME] = text(to, property->name),
            [HTN_PROPERTIES_TYPE] = type_of(to, property->type),
            [HTN_PROPERTIES_STORAGE] = to->code->storages[property->index],
            [HTN_PROPERTIES_ADDRESS] = to->code->addresses[property->index],
            [HTN_PROPERTIES_LOW] = (uint32_t)htnc_lowest(property->type),
            [HTN_PROPERTIES_HIGH] = (uint32_t)property->type->high,
            [HTN_PROPERTIES_INITIAL] = (uint32_t)property->initial,
            [HTN_PROPERTIES_FLAGS] = property_flags(property),
            [HTN_PROPERTIES_FIRST_PARAMETER] = htnc_section_count(to, HTN_SECTION_PARAMETERS),
            [HTN_PROPERTIES_PARAMETER_COUNT] = property->parameter_count,
            [HTN_PROPERTIES_CELLS] = property->cells > HTN_MAX_WORLD ? 0 : (uint32_t)property->cells,
        };
        htnc_section_add(to, HTN_SECTION_PROPERTIES, fields);
        write_parameters(to, property->declaration->parameters);
        write_facts(to, property, has_highs);
    }
}

static void write_queries(htnc_writer *to)
{
    bool proposes = false; /* some query does */
    for (const htnc_query *query = to->model->queries; query != NULL; query = query->next)
        proposes = proposes || query->most > 0;
    for (const htnc_query *query = to->model->queries; query != NULL; query = query->next) {
        uint32_t fields[HTN_QUERIES_FIELDS] = {
            [HTN_QUERIES_NAME] = text(to, query->name),
            [HTN_QUERIES_FIRST_PARAMETER] = htnc_section_count(to, HTN_SECTION_PARAMETERS),
            [HTN_QUERIES_PARAMETER_COUNT] = query->parameter_count,
            [HTN_QUERIES_TYPE] = type_of(to, query->type),
        };
        htnc_section_add(to, HTN_SECTION_QUERIES, fields);
        if (proposes)
            htnc_section_add(to, HTN_SECTION_CANDIDATES, &query->most);
        write_parameters(to, query->declaration->parameters);
    }
}

static void write_operators(htnc_writer *to)
{
    for (const htnc_operator *operator_ = to->model->operators; operator_ != NULL; operator_ = operator_->next) {
        uint32_t fields[HTN_OPERATORS_FIELDS] = {
            [HTN_OPERATORS_NAME] = text(to, operator_->name),
            [HTN_OPERATORS_FIRST_PARAMETER] = htnc_section_count(to, HTN_SECTION_PARAMETERS),
            [HTN_OPERATORS_PARAMETER_COUNT] = operator_->argument_count,
        };
        htnc_section_add(to, HTN_SECTION_OPERATORS, fields);
        for (uint32_t i = 0; i < operator_->argument_count; i++)
            write_parameter(to, "", operator_->argument_types[i]);
    }
}

static void write_ends(htnc_writer *to, const htnc_task *task)
{
    const htnc_task_code *code = &to->code->tasks[task->index];
    uint32_t fields[HTN_ENDS_FIELDS] = {
        [HTN_ENDS_TASK] = task->index,
        [HTN_ENDS_RETRIES] = task->retry != NULL ? (uint32_t)task->retry->folded : 0,
        [HTN_ENDS_FAIL_EFFECTS] = code->fail_effects,
        [HTN_ENDS_ABORT_EFFECTS] = code->abort_effects,
    };
    if (task->retry != NULL || task->fail_effects != NULL || task->abort_effects != NULL)
        htnc_section_add(to, HTN_SECTION_ENDS, fields);
}

static void write_task(htnc_writer *to, const htnc_task *task)
{
    const htnc_task_code *code = &to->code->tasks[task->index];
    bool primitive = task->kind == HTNC_PRIMITIVE;
    uint32_t fields[HTN_TASKS_FIELDS] = {
        [HTN_TASKS_NAME] = text(to, task->name.text),
        [HTN_TASKS_KIND] = primitive ? HTN_TASK_PRIMITIVE : HTN_TASK_COMPOUND,
        [HTN_TASKS_FLAGS] = code->flags,
        [HTN_TASKS_FIRST_PARAMETER] = htnc_section_count(to, HTN_SECTION_PARAMETERS),
        [HTN_TASKS_PARAMETER_COUNT] = task->parameter_count,
        [HTN_TASKS_BINDINGS] = code->bindings,
        [HTN_TASKS_LOCALS] = code->locals,
        [HTN_TASKS_ENTRY] = code->entry,
        [HTN_TASKS_END] = code->end,
        [HTN_TASKS_CHECK] = code->check,
        [HTN_TASKS_CONTEXT] = code->context,
        [HTN_TASKS_DURING] = code->during,
        [HTN_TASKS_ACTION] = code->action,
        [HTN_TASKS_EFFECTS] = code->effects,
        [HTN_TASKS_EXPECTED] = code->expected,
        [HTN_TASKS_ARGUMENTS] = code->arguments,
        [HTN_TASKS_OPERATOR] = task->has_operator ? task->operator_->index : HTN_NONE,
        [HTN_TASKS_FIRST_METHOD] = htnc_section_count(to, HTN_SECTION_METHODS),
        [HTN_TASKS_METHOD_COUNT] = primitive ? 0 : task->method_count,
        [HTN_TASKS_LOWER_BOUND] = (uint32_t)code->cost_bound,
    };
    htnc_section_add(to, HTN_SECTION_TASKS, fields);
    write_parameters(to, task->parameters);
    if (code->flags & HTN_TASK_BINDING_TYPES)
        write_binding_types(to, task->preconditions);
    write_ends(to, task);
    if (code->effects != HTN_NONE) /* else it can never be done */
        write_reservations(to, task, HTN_NONE, task->reservations);
    for (const htnc_method *method = task->methods; method != NULL; method = method->next)
        write_method(to, method);
}

static void write_derived(htnc_writer *to)
{
    for (uint32_t i = 0; i < to->code->derived_count; i++) {
        const htnc_derived_code *code = &to->code->derived[i];
        uint32_t fields[HTN_DERIVED_FIELDS] = {
            [HTN_DERIVED_NAME] = text(to, code->condition->name),
            [HTN_DERIVED_CYCLE] = code->condition->cycle->index,
            [HTN_DERIVED_FIRST_PARAMETER] = htnc_section_count(to, HTN_SECTION_PARAMETERS),
            [HTN_DERIVED_PARAMETER_COUNT] = code->condition->parameter_count,
            [HTN_DERIVED_LOCALS] = code->locals,
            [HTN_DERIVED_ENTRY] = code->entry,
            [HTN_DERIVED_END] = code->end,
        };
        htnc_section_add(to, HTN_SECTION_DERIVED, fields);
        write_parameters(to, code->condition->declaration->parameters);
    }
}

static void write_achieves(htnc_writer *to)
{
    for (uint32_t i = 0; i < to->code->achieve_count; i++) {
        const htnc_achieve_code *achieve = &to->code->achieves[i];
        uint32_t fields[HTN_ACHIEVES_FIELDS] = {
            [HTN_ACHIEVES_FIRST_USE] = htnc_section_count(to, HTN_SECTION_USES),
            [HTN_ACHIEVES_USE_COUNT] = achieve->use_count,
            [HTN_ACHIEVES_FIRST_WRITE] = htnc_section_count(to, HTN_SECTION_WRITES),
            [HTN_ACHIEVES_WRITE_COUNT] = achieve->write_count,
        };
        htnc_section_add_all(to, HTN_SECTION_USES, achieve->uses, achieve->use_count);
        htnc_section_add_all(to, HTN_SECTION_WRITES, achieve->writes, achieve->write_count);
        htnc_section_add(to, HTN_SECTION_ACHIEVES, fields);
    }
}

/* The index of a task's first method. */
static uint32_t first_method(const htnc_writer *to, const htnc_task *task)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < task->index; i++)
        count += to->model->tasks[i]->kind == HTNC_PRIMITIVE ? 0 : to->model->tasks[i]->method_count;
    return count;
}

static void write_orders(htnc_writer *to)
{
    for (const htnc_ordered *ordered = to->model->orders; ordered != NULL; ordered = ordered->next) {
        const htnc_orders_decl *gated = ordered->declaration;
        uint32_t fields[HTN_ORDERS_FIELDS] = {
            [HTN_ORDERS_TASK] = ordered->task->index,
            [HTN_ORDERS_ROOT] = ordered->layer,
            [HTN_ORDERS_GATE] = gated != NULL ? first_method(to, gated->gate) : HTN_NONE,
        };
        htnc_section_add(to, HTN_SECTION_ORDERS, fields);
    }
}

static void write_sensors(htnc_writer *to, const htnc_sensor_decl *list)
{
    for (; list != NULL; list = list->next) {
        uint32_t fields[HTN_SENSORS_FIELDS] = {
            [HTN_SENSORS_NAME] = text(to, list->name.text),
            [HTN_SENSORS_PERIOD] = list->every != NULL && list->every->folded > 0 ? (uint32_t)list->every->folded : 0,
            [HTN_SENSORS_FIRST_UPDATE] = htnc_section_count(to, HTN_SECTION_UPDATES),
        };
        for (const htnc_expr *each = list->updates; each != NULL; each = each->next) {
            uint32_t update[HTN_UPDATES_FIELDS] = {[HTN_UPDATES_PROPERTY] = each->to.property->index};
            htnc_section_add(to, HTN_SECTION_UPDATES, update);
            fields[HTN_SENSORS_UPDATE_COUNT]++;
        }
        htnc_section_add(to, HTN_SECTION_SENSORS, fields);
    }
}

void htnc_write_tables(htnc_writer *to)
{
    const htnc_code *code = to->code;
    write_types(to);
    write_properties(to);
    htnc_section_add_all(to, HTN_SECTION_INDEXES, code->indexes, code->index_count);
    htnc_section_add_all(to, HTN_SECTION_KEY_LISTS, code->key_lists, code->key_list_count);
    write_queries(to);
    write_operators(to);
    for (uint32_t i = 0; i < to->model->task_count; i++)
        write_task(to, to->model->tasks[i]);
    write_derived(to);
    write_achieves(to);
    for (const htnc_file *file = to->model->files; file != NULL; file = file->next)
        write_sensors(to, file->sensors);
    for (const htnc_root *root = to->model->roots; root != NULL; root = root->next)
        write_root(to, root);
    write_orders(to);
}
