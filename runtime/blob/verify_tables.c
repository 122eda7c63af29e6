/*
 * The verifier's first half: tables. blob.def says what a field holds (a text, an index, a run); all fields
 * are checked by one loop over that list. The checks of single tables follow.
 */
#include "verify_tables.h"
#include "achieve_layout.h"
#include "blob_reader.h"
#include "faults.h"
#include "storage.h"
#include "task_code.h"
#include <htn/arithmetic.h>

/* --- Fields, by kind ---------------------------------------------------------------------------- */

typedef enum field_kind { PLAIN, TEXT, INDEX, RUN_START, RUN_LENGTH, ADDRESS } field_kind;

typedef struct field_rule {
    uint8_t section;
    uint8_t fields; /* of one record */
    uint8_t field;
    uint8_t kind;
    uint8_t target; /* section that an index, text or run refers to */
} field_rule;

#define KIND_NUMBER         PLAIN, 0
#define KIND_SIGNED         PLAIN, 0
#define KIND_FLAGS          PLAIN, 0
#define KIND_ENUM           PLAIN, 0
#define KIND_STRING         TEXT, HTN_SECTION_STRINGS
#define KIND_DEBUG_STRING   TEXT, HTN_SECTION_DEBUG_STRINGS
#define KIND_CODE           ADDRESS, 0
#define KIND_COUNT          RUN_LENGTH, 0
#define KIND_INDEX(section) INDEX, HTN_SECTION_##section
#define KIND_FIRST(section) RUN_START, HTN_SECTION_##section

static const field_rule rules[] = {
#define HTN_FIELD(section, name, kind, meaning) \
    {HTN_SECTION_##section, HTN_##section##_FIELDS, HTN_##section##_##name, KIND_##kind},
#include <htn/blob.def>

};

static uint32_t value_of(const htn_domain *domain, const field_rule *rule, uint32_t index)
{
    return htni_read32(domain->sections[rule->section].data + ((size_t)index * rule->fields + rule->field) * 4);
}

/* If this is the length of a run, `rule[-1]` is the run's start: blob.def puts them side by side. */
static bool check_field(const htn_domain *domain, htn_fault *fault, const field_rule *rule, uint32_t index)
{
    const htn_section section = (htn_section)rule->section;
    const uint32_t value = value_of(domain, rule, index);
    const uint32_t target = htni_count(domain, (htn_section)rule->target);
    switch (rule->kind) {
    case TEXT:
        if (value >= target)
            return htni_fault_at(domain, fault, section, index, rule->field, HTNI_FAULT_FIELD_STRING);
        return true;
    case INDEX:
        if (value >= target && value != HTN_NONE)
            return htni_fault_at(domain, fault, section, index, rule->field, HTNI_FAULT_FIELD_INDEX);
        return true;
    case RUN_LENGTH: {
        const uint32_t first = value_of(domain, rule - 1, index);
        const uint32_t room = htni_count(domain, (htn_section)rule[-1].target);
        if (first > room || value > room - first)
            return htni_fault_at(domain, fault, section, index, rule->field, HTNI_FAULT_FIELD_RUN);
        return true;
    }
    case ADDRESS:
        if (value > htni_count(domain, HTN_SECTION_CODE) && value != HTN_NONE)
            return htni_fault_at(domain, fault, section, index, rule->field, HTNI_FAULT_FIELD_CODE);
        return true;
    default: return true;
    }
}

static bool check_fields(const htn_domain *domain, htn_fault *fault)
{
    for (size_t rule = 0; rule < sizeof rules / sizeof *rules; rule++) {
        const uint32_t count = rules[rule].kind == PLAIN ? 0 : htni_count(domain, (htn_section)rules[rule].section);
        for (uint32_t index = 0; index < count; index++)
            if (!check_field(domain, fault, &rules[rule], index))
                return false;
    }
    return true;
}

static bool check_strings(const htn_domain *domain, htn_fault *fault, htn_section section)
{
    const htn_view *view = &domain->sections[section];
    if (view->data != NULL && (view->data[0] != 0 || view->data[view->size - 1] != 0))
        return htni_fault_at(domain, fault, section, 0, 0, HTNI_FAULT_STRINGS);
    return true;
}

/* --- Tables ------------------------------------------------------------------------------------- */

#define FAULT_IN(SECTION, index, NAME, code) \
    htni_fault_at(domain, fault, HTN_SECTION_##SECTION, (index), HTN_##SECTION##_##NAME, HTNI_FAULT_##code)
#define SIGNED(SECTION, index, NAME) htni_signed(HTNI_FIELD(domain, SECTION, index, NAME))

/*
 * Only entity types have these: a place in a parent, which comes before them; instances of their own; presence
 * bytes or names.
 */
static bool check_instances(htn_domain *domain, htn_fault *fault, uint32_t i)
{
    const uint32_t parent = HTNI_FIELD(domain, TYPES, i, PARENT), own = HTNI_FIELD(domain, TYPES, i, OWN);
    const uint32_t presence = HTNI_FIELD(domain, TYPES, i, PRESENCE), low = HTNI_FIELD(domain, TYPES, i, LOW);
    const uint32_t high = HTNI_FIELD(domain, TYPES, i, HIGH), names = HTNI_FIELD(domain, TYPES, i, VALUE_COUNT);
    bool sound;
    if (HTNI_FIELD(domain, TYPES, i, KIND) != HTN_TYPE_ENTITIES) {
        sound = parent == HTN_NONE && own == 0 && presence == HTN_NONE;
    } else if (own > high - low + 1 || (presence == HTN_NONE ? names != high - low + 1 : names != 0) ||
               (presence != HTN_NONE &&
                (presence > domain->world_bytes || high - low >= domain->world_bytes - presence ||
                 (presence < domain->shared_at && high - low >= domain->shared_at - presence)))) {
        sound = false;
    } else if (parent == HTN_NONE) {
        domain->instances += presence == HTN_NONE ? 0 : high + 1;
        sound = low == 0 && domain->instances <= domain->world_bytes; /* each has a presence byte */
    } else {
        const uint32_t above = parent < i ? HTNI_FIELD(domain, TYPES, parent, LOW) : 0;
        const uint32_t there = parent < i ? HTNI_FIELD(domain, TYPES, parent, PRESENCE) : 0;
        sound = parent < i && HTNI_FIELD(domain, TYPES, parent, KIND) == HTN_TYPE_ENTITIES && low >= above &&
                high <= HTNI_FIELD(domain, TYPES, parent, HIGH) &&
                (there == HTN_NONE ? presence == HTN_NONE : presence == there + (low - above));
    }
    return sound || FAULT_IN(TYPES, i, PARENT, TYPE_INSTANCES);
}

static bool check_types(htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_TYPES);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t kind = HTNI_FIELD(domain, TYPES, i, KIND), values = HTNI_FIELD(domain, TYPES, i, VALUE_COUNT);
        const int32_t low = SIGNED(TYPES, i, LOW), high = SIGNED(TYPES, i, HIGH);
        if (kind >= HTN_TYPE_KINDS)
            return FAULT_IN(TYPES, i, KIND, KIND);
        const bool number = kind == HTN_TYPE_INTEGER || kind == HTN_TYPE_FIXED;
        const bool agrees = number                  ? values == 0
                            : kind == HTN_TYPE_BOOL ? low == 0 && high == 1 && values == 0
                            : kind == HTN_TYPE_ENUM ? low == 0 && high == (int64_t)values - 1
                                                    : low >= 0 && high < HTN_MAX_INSTANCES;
        if (low > high || !agrees)
            return FAULT_IN(TYPES, i, LOW, TYPE_RANGE);
        if (!check_instances(domain, fault, i))
            return false;
    }
    return true;
}

/*
 * How many cells a table has: the product of the numbers of values of its parameters. 0: a parameter of a
 * wrong type, or more than HTN_MAX_CELLS.
 */
static uint64_t count_cells(const htn_domain *domain, uint32_t property)
{
    const uint32_t first = HTNI_FIELD(domain, PROPERTIES, property, FIRST_PARAMETER);
    const uint32_t count = HTNI_FIELD(domain, PROPERTIES, property, PARAMETER_COUNT);
    uint64_t cells = 1;
    for (uint32_t p = first; p < first + count; p++) {
        const uint32_t type = HTNI_FIELD(domain, PARAMETERS, p, TYPE);
        const uint64_t values =
            (uint64_t)(HTNI_FIELD(domain, TYPES, type, HIGH) - HTNI_FIELD(domain, TYPES, type, LOW)) + 1;
        if (cells > HTN_MAX_CELLS / values)
            return 0;
        cells *= values;
    }
    return cells;
}

/* A table has as many cells as its parameters have combinations of values. */
static bool check_table(const htn_domain *domain, htn_fault *fault, uint32_t i)
{
    const uint32_t first = HTNI_FIELD(domain, PROPERTIES, i, FIRST_PARAMETER);
    const uint32_t count = HTNI_FIELD(domain, PROPERTIES, i, PARAMETER_COUNT);
    if (count > HTN_MAX_ARGUMENTS)
        return FAULT_IN(PROPERTIES, i, PARAMETER_COUNT, PROPERTY_TABLE);
    for (uint32_t p = first; p < first + count; p++) {
        const uint32_t type = HTNI_FIELD(domain, PARAMETERS, p, TYPE);
        const uint32_t kind = type == HTN_NONE ? HTN_TYPE_KINDS : HTNI_FIELD(domain, TYPES, type, KIND);
        if (kind != HTN_TYPE_ENUM && kind != HTN_TYPE_ENTITIES)
            return FAULT_IN(PROPERTIES, i, FIRST_PARAMETER, PROPERTY_TABLE);
    }
    const uint64_t cells = count_cells(domain, i);
    return (cells != 0 && HTNI_FIELD(domain, PROPERTIES, i, CELLS) == (cells > HTN_MAX_WORLD ? 0 : cells)) ||
           FAULT_IN(PROPERTIES, i, CELLS, PROPERTY_TABLE);
}

/* Whether all of a property lies in that part of the world (shared or own) that its flag names. */
static bool is_in_part(const htn_domain *domain, uint32_t flags, uint32_t address, uint32_t bytes)
{
    return flags & HTN_PROPERTY_SHARED ? address >= domain->shared_at : bytes + address <= domain->shared_at;
}

/* Whether there is room for a property. Only a static table needs none. */
static bool fits(const htn_domain *domain, uint32_t i, uint32_t address, uint32_t width, uint32_t cells)
{
    if (width == 0)
        return HTNI_FIELD(domain, PROPERTIES, i, PARAMETER_COUNT) != 0 &&
               (HTNI_FIELD(domain, PROPERTIES, i, FLAGS) & HTN_PROPERTY_STATIC);
    return cells != 0 && address % width == 0 && cells <= (domain->world_bytes - address) / width;
}

/* Whether a table has a byte for each layer, if there are several, and each instance of an outermost type. */
static bool is_held_table(const htn_domain *domain, uint32_t i)
{
    const uint32_t roots = htni_count(domain, HTN_SECTION_ROOTS);
    const uint32_t first = HTNI_FIELD(domain, PROPERTIES, i, FIRST_PARAMETER);
    const uint32_t count = HTNI_FIELD(domain, PROPERTIES, i, PARAMETER_COUNT);
    if (HTNI_FIELD(domain, PROPERTIES, i, FLAGS) != HTN_PROPERTY_HELD || count != (roots > 1 ? 2u : 1u) ||
        HTNI_FIELD(domain, PROPERTIES, i, STORAGE) != HTN_STORAGE_U8 || SIGNED(PROPERTIES, i, LOW) != 0 ||
        SIGNED(PROPERTIES, i, HIGH) != UINT8_MAX || SIGNED(PROPERTIES, i, INITIAL) != 0)
        return false;
    const uint32_t family = HTNI_FIELD(domain, PARAMETERS, first + count - 1, TYPE);
    const uint32_t layers = HTNI_FIELD(domain, PARAMETERS, first, TYPE);
    return HTNI_FIELD(domain, TYPES, family, KIND) == HTN_TYPE_ENTITIES &&
           HTNI_FIELD(domain, TYPES, family, PARENT) == HTN_NONE &&
           (count == 1 || (SIGNED(TYPES, layers, LOW) == 0 && SIGNED(TYPES, layers, HIGH) == (int32_t)roots - 1));
}

static bool check_properties(const htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_PROPERTIES);
    uint64_t free_from = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t storage = HTNI_FIELD(domain, PROPERTIES, i, STORAGE);
        const uint32_t address = HTNI_FIELD(domain, PROPERTIES, i, ADDRESS);
        const uint32_t type = HTNI_FIELD(domain, PROPERTIES, i, TYPE);
        const int32_t low = SIGNED(PROPERTIES, i, LOW), high = SIGNED(PROPERTIES, i, HIGH);
        const int32_t initial = SIGNED(PROPERTIES, i, INITIAL);
        if (storage >= HTN_STORAGES)
            return FAULT_IN(PROPERTIES, i, STORAGE, KIND);
        if (type == HTN_NONE)
            return FAULT_IN(PROPERTIES, i, TYPE, FIELD_INDEX);
        const uint32_t width = htni_storage_bytes(storage), cells = HTNI_FIELD(domain, PROPERTIES, i, CELLS);
        if (!check_table(domain, fault, i))
            return false;
        if (address < free_from || address > domain->world_bytes || !fits(domain, i, address, width, cells))
            return FAULT_IN(PROPERTIES, i, ADDRESS, PROPERTY_PLACE);
        const bool may_be_none = HTNI_FIELD(domain, TYPES, type, PRESENCE) != HTN_NONE;
        if (low != (may_be_none ? -1 : SIGNED(TYPES, type, LOW)) || high != SIGNED(TYPES, type, HIGH) ||
            initial < low || initial > high || !htni_storage_holds(storage, low, high))
            return FAULT_IN(PROPERTIES, i, LOW, PROPERTY_RANGE);
        const uint32_t flags = HTNI_FIELD(domain, PROPERTIES, i, FLAGS);
        if (flags & ~(uint32_t)(HTN_PROPERTY_STATIC | HTN_PROPERTY_SHARED | HTN_PROPERTY_HELD | HTN_PROPERTY_EXPIRES |
                                HTN_PROPERTY_AFTER_SUCCESS | HTN_PROPERTY_AFTER_ALWAYS))
            return FAULT_IN(PROPERTIES, i, FLAGS, FLAGS);
        if ((flags & HTN_PROPERTY_HELD) && !is_held_table(domain, i))
            return FAULT_IN(PROPERTIES, i, FLAGS, HELD);
        if ((flags & (HTN_PROPERTY_STATIC | HTN_PROPERTY_HELD)) && (flags & HTN_PROPERTY_EXPIRES))
            return FAULT_IN(PROPERTIES, i, FLAGS, STATIC_EXPIRES);
        if (!is_in_part(domain, flags, address, cells * width))
            return FAULT_IN(PROPERTIES, i, FLAGS, SHARED_PART);
        free_from = (uint64_t)address + (uint64_t)cells * width;
    }
    return true;
}

static bool check_facts(const htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_FACTS), highs = htni_count(domain, HTN_SECTION_FACT_HIGHS);
    uint32_t last = HTN_NONE;          /* property of the fact before */
    uint64_t free_from = 0, cells = 0; /* cells of that property */
    if (highs != 0 && highs != count)
        return htni_fault_at(domain, fault, HTN_SECTION_FACT_HIGHS, 0, 0, HTNI_FAULT_FACT);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t property = HTNI_FIELD(domain, FACTS, i, PROPERTY);
        const uint64_t cell = htni_fact_cell(domain, i);
        if (property == HTN_NONE || (last != HTN_NONE && property < last))
            return FAULT_IN(FACTS, i, PROPERTY, FACT);
        if (property != last) {
            cells = count_cells(domain, property);
            free_from = 0;
        }
        if (cell < free_from || cell >= cells || SIGNED(FACTS, i, VALUE) < SIGNED(PROPERTIES, property, LOW) ||
            SIGNED(FACTS, i, VALUE) > SIGNED(PROPERTIES, property, HIGH))
            return FAULT_IN(FACTS, i, PROPERTY, FACT);
        last = property;
        free_from = cell + 1;
    }
    return true;
}

static bool check_queries(const htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_QUERIES);
    const uint32_t most = htni_count(domain, HTN_SECTION_CANDIDATES);
    if (most != 0 && most != count)
        return htni_fault_at(domain, fault, HTN_SECTION_CANDIDATES, 0, 0, HTNI_FAULT_CANDIDATES);
    for (uint32_t i = 0; i < most; i++)
        if (htni_most_candidates(domain, i) > HTN_MAX_CANDIDATES)
            return htni_fault_at(domain, fault, HTN_SECTION_CANDIDATES, i, 0, HTNI_FAULT_CANDIDATES);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t first = HTNI_FIELD(domain, QUERIES, i, FIRST_PARAMETER);
        const uint32_t parameters = HTNI_FIELD(domain, QUERIES, i, PARAMETER_COUNT);
        if (HTNI_FIELD(domain, QUERIES, i, TYPE) == HTN_NONE || parameters > HTN_MAX_ARGUMENTS)
            return FAULT_IN(QUERIES, i, TYPE, QUERY);
        for (uint32_t p = first; p < first + parameters; p++)
            if (HTNI_FIELD(domain, PARAMETERS, p, TYPE) == HTN_NONE)
                return FAULT_IN(QUERIES, i, FIRST_PARAMETER, QUERY);
    }
    return true;
}

static bool check_indexes(const htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_INDEXES), room = htni_count(domain, HTN_SECTION_CONSTANTS);
    const uint8_t *constants = domain->sections[HTN_SECTION_CONSTANTS].data;
    uint64_t seen = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t keys = HTNI_FIELD(domain, INDEXES, i, KEYS), starts = HTNI_FIELD(domain, INDEXES, i, STARTS);
        const uint32_t list = HTNI_FIELD(domain, INDEXES, i, LIST);
        seen += (uint64_t)keys +
                1; /* Indexes may not share numbers; else this check could take time quadratic in the size. */
        if (HTNI_FIELD(domain, INDEXES, i, PROPERTY) == HTN_NONE || starts >= room || keys >= room - starts ||
            list > room || seen > room)
            return FAULT_IN(INDEXES, i, KEYS, STATIC_INDEX);
        uint32_t last = 0;
        for (uint32_t key = 0; key <= keys; key++) {
            const uint32_t start = htni_read32(constants + ((size_t)starts + key) * 4);
            if (start < last || start > room - list)
                return FAULT_IN(INDEXES, i, STARTS, STATIC_INDEX);
            last = start;
        }
    }
    return true;
}

/* Whether keys rise is not checked: a key that is out of order is just not found. */
static bool check_key_lists(const htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_KEY_LISTS), room = htni_count(domain, HTN_SECTION_CONSTANTS);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t property = HTNI_FIELD(domain, KEY_LISTS, i, PROPERTY);
        const uint32_t list = HTNI_FIELD(domain, KEY_LISTS, i, LIST);
        if (property == HTN_NONE ||
            HTNI_FIELD(domain, KEY_LISTS, i, LEFT_OUT) >= HTNI_FIELD(domain, PROPERTIES, property, PARAMETER_COUNT))
            return FAULT_IN(KEY_LISTS, i, LEFT_OUT, STATIC_INDEX);
        if (list > room || HTNI_FIELD(domain, KEY_LISTS, i, KEYS) > (room - list) / 2)
            return FAULT_IN(KEY_LISTS, i, KEYS, STATIC_INDEX);
    }
    return true;
}

/* Bindings are locals of the frame: a step's come behind its parameters, a method's where the method says. */
static bool check_bindings(htn_domain *domain, htn_fault *fault, uint32_t i)
{
    const uint32_t parameters = HTNI_FIELD(domain, TASKS, i, PARAMETER_COUNT);
    const uint32_t locals = HTNI_FIELD(domain, TASKS, i, LOCALS), bindings = HTNI_FIELD(domain, TASKS, i, BINDINGS);
    const uint32_t first = HTNI_FIELD(domain, TASKS, i, FIRST_METHOD);
    const uint32_t methods = HTNI_FIELD(domain, TASKS, i, METHOD_COUNT);
    const uint32_t check = HTNI_FIELD(domain, TASKS, i, CHECK), arguments = HTNI_FIELD(domain, TASKS, i, ARGUMENTS);
    const uint32_t plan_end = arguments == HTN_NONE ? HTNI_FIELD(domain, TASKS, i, END) : arguments;
    const bool primitive = HTNI_FIELD(domain, TASKS, i, KIND) == HTN_TASK_PRIMITIVE;
    if (bindings > locals - parameters || (bindings != 0 && !primitive) || (bindings == 0) != (check == HTN_NONE) ||
        (check != HTN_NONE && (check <= HTNI_FIELD(domain, TASKS, i, ENTRY) || check >= plan_end)))
        return FAULT_IN(TASKS, i, BINDINGS, BINDINGS);
    if ((HTNI_FIELD(domain, TASKS, i, FLAGS) & HTN_TASK_BINDING_TYPES) != 0 &&
        bindings >
            htni_count(domain, HTN_SECTION_PARAMETERS) - HTNI_FIELD(domain, TASKS, i, FIRST_PARAMETER) - parameters)
        return FAULT_IN(TASKS, i, BINDINGS, BINDINGS);
    const bool is_each = (HTNI_FIELD(domain, TASKS, i, FLAGS) & HTN_TASK_EACH) != 0;
    for (uint32_t method = first; method < first + methods; method++) {
        const uint32_t bound = HTNI_FIELD(domain, METHODS, method, BINDINGS);
        if (bound > locals || HTNI_FIELD(domain, METHODS, method, FIRST_BINDING) > locals - bound)
            return FAULT_IN(METHODS, method, BINDINGS, BINDINGS);
        const bool runs = HTNI_FIELD(domain, METHODS, method, WHILE) != HTN_NONE;
        const uint32_t kept = bound + (runs ? parameters + 1 : 0) + (is_each ? 1 : 0); /* see kept_plan.h */
        domain->max_bindings = kept > domain->max_bindings ? kept : domain->max_bindings;
    }
    const uint32_t arguments_of = parameters + bindings;
    domain->max_arguments = arguments_of > domain->max_arguments ? arguments_of : domain->max_arguments;
    return true;
}

/* Whether `block` is HTN_NONE, or lies inside a task, behind its entry. */
static bool is_block(uint32_t block, uint32_t entry, uint32_t end)
{
    return block == HTN_NONE || (block > entry && block < end);
}

/*
 * Blocks of a task's code that are entered from outside. Whether they begin at a leader is checked in
 * verify_code.c.
 */
static bool check_parts(htn_domain *domain, htn_fault *fault, uint32_t i)
{
    const uint32_t first = HTNI_FIELD(domain, TASKS, i, FIRST_METHOD), entry = HTNI_FIELD(domain, TASKS, i, ENTRY);
    const uint32_t methods = HTNI_FIELD(domain, TASKS, i, METHOD_COUNT);
    const uint32_t context = HTNI_FIELD(domain, TASKS, i, CONTEXT), during = HTNI_FIELD(domain, TASKS, i, DURING);
    const uint32_t effects = HTNI_FIELD(domain, TASKS, i, EFFECTS), expected = HTNI_FIELD(domain, TASKS, i, EXPECTED);
    const uint32_t arguments = HTNI_FIELD(domain, TASKS, i, ARGUMENTS), action = HTNI_FIELD(domain, TASKS, i, ACTION);
    const uint32_t end = arguments == HTN_NONE ? HTNI_FIELD(domain, TASKS, i, END) : arguments;
    const bool primitive = HTNI_FIELD(domain, TASKS, i, KIND) == HTN_TASK_PRIMITIVE;
    const uint32_t steps_end = primitive ? end : entry; /* the blocks of steps; a compound task has none */
    if (!is_block(context, entry, steps_end))
        return FAULT_IN(TASKS, i, CONTEXT, TASK_BLOCK);
    if (!is_block(during, entry, steps_end))
        return FAULT_IN(TASKS, i, DURING, TASK_BLOCK);
    if ((effects == HTN_NONE) != (expected == HTN_NONE) ||
        (expected != HTN_NONE && (expected < effects || expected >= end)))
        return FAULT_IN(TASKS, i, EXPECTED, TASK_BLOCK);
    const uint32_t check = HTNI_FIELD(domain, TASKS, i, CHECK);
    const bool is_last = (check == HTN_NONE || check < action) && (effects == HTN_NONE || effects < action);
    if (!is_block(action, entry, steps_end) || !is_last)
        return FAULT_IN(TASKS, i, ACTION, TASK_BLOCK);
    if (!is_block(effects, entry, steps_end))
        return FAULT_IN(TASKS, i, EFFECTS, TASK_BLOCK);
    for (uint32_t method = first; method < first + methods; method++) {
        const uint32_t block = HTNI_FIELD(domain, METHODS, method, WHILE);
        const uint32_t cooling = HTNI_FIELD(domain, METHODS, method, COOLING);
        if (!is_block(block, entry, end))
            return FAULT_IN(METHODS, method, WHILE, TASK_BLOCK);
        if (cooling != HTN_NONE &&
            (HTNI_FIELD(domain, PROPERTIES, cooling, HIGH) != 1 || HTNI_FIELD(domain, PROPERTIES, cooling, LOW) != 0))
            return FAULT_IN(METHODS, method, COOLING, OPERAND_PROPERTY);
        domain->cools |= cooling != HTN_NONE;
    }
    return true;
}

/* Whether the instance that a reservation names is a parameter or a binding of its task or method. */
static bool names_a_value(const htn_domain *domain, uint32_t task, uint32_t method, uint32_t local)
{
    const uint32_t parameters = HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT);
    if (method == HTN_NONE)
        return local < parameters + HTNI_FIELD(domain, TASKS, task, BINDINGS);
    const uint32_t first = HTNI_FIELD(domain, METHODS, method, FIRST_BINDING);
    return local < parameters || (local >= first && local - first < HTNI_FIELD(domain, METHODS, method, BINDINGS));
}

static bool check_reservations(const htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_RESERVATIONS);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t task = HTNI_FIELD(domain, RESERVATIONS, i, TASK);
        const uint32_t method = HTNI_FIELD(domain, RESERVATIONS, i, METHOD);
        const uint32_t table = HTNI_FIELD(domain, RESERVATIONS, i, PROPERTY);
        const uint32_t limit = HTNI_FIELD(domain, RESERVATIONS, i, LIMIT);
        const uint32_t kind = task == HTN_NONE ? HTN_NONE : HTNI_FIELD(domain, TASKS, task, KIND);
        if (kind != (method == HTN_NONE ? HTN_TASK_PRIMITIVE : HTN_TASK_COMPOUND))
            return FAULT_IN(RESERVATIONS, i, TASK, RESERVATION);
        if (method != HTN_NONE &&
            (method - HTNI_FIELD(domain, TASKS, task, FIRST_METHOD) >= HTNI_FIELD(domain, TASKS, task, METHOD_COUNT) ||
             HTNI_FIELD(domain, METHODS, method, WHILE) == HTN_NONE))
            return FAULT_IN(RESERVATIONS, i, METHOD, RESERVATION);
        if (!names_a_value(domain, task, method, HTNI_FIELD(domain, RESERVATIONS, i, LOCAL)))
            return FAULT_IN(RESERVATIONS, i, LOCAL, RESERVATION);
        if (table == HTN_NONE || !(HTNI_FIELD(domain, PROPERTIES, table, FLAGS) & HTN_PROPERTY_HELD))
            return FAULT_IN(RESERVATIONS, i, PROPERTY, RESERVATION);
        if (limit == 0 || limit >= UINT8_MAX)
            return FAULT_IN(RESERVATIONS, i, LIMIT, RESERVATION);
    }
    return true;
}

static uint32_t task_of_method(const htn_domain *domain, uint32_t method)
{
    uint32_t task = 0;
    while (method - HTNI_FIELD(domain, TASKS, task, FIRST_METHOD) >= HTNI_FIELD(domain, TASKS, task, METHOD_COUNT))
        task++;
    return task;
}

/* The keys of one method, from `key` on. Returns the first one behind them; HTN_NONE: there is a fault. */
static uint32_t check_keys_of(const htn_domain *domain, htn_fault *fault, uint32_t method, uint32_t key)
{
    const uint32_t all = htni_count(domain, HTN_SECTION_COOLDOWN_KEYS);
    const uint32_t cooling = HTNI_FIELD(domain, METHODS, method, COOLING);
    const uint32_t count = cooling == HTN_NONE ? 0 : HTNI_FIELD(domain, PROPERTIES, cooling, PARAMETER_COUNT);
    const uint32_t flags = cooling == HTN_NONE ? 0 : HTNI_FIELD(domain, PROPERTIES, cooling, FLAGS);
    if (count == 0)
        return key;
    if (count > HTN_MAX_LOCALS || !(flags & HTN_PROPERTY_EXPIRES) || (flags & HTN_PROPERTY_SHARED) ||
        HTNI_FIELD(domain, METHODS, method, WHILE) == HTN_NONE) {
        FAULT_IN(METHODS, method, COOLING, COOLDOWN_KEYS);
        return HTN_NONE;
    }
    for (const uint32_t end = key + count; key < end; key++)
        if (key >= all || HTNI_FIELD(domain, COOLDOWN_KEYS, key, METHOD) != method ||
            !names_a_value(domain, task_of_method(domain, method), method,
                           HTNI_FIELD(domain, COOLDOWN_KEYS, key, LOCAL))) {
            FAULT_IN(METHODS, method, COOLING, COOLDOWN_KEYS);
            return HTN_NONE;
        }
    return key;
}

static bool check_cooldown_keys(const htn_domain *domain, htn_fault *fault)
{
    const uint32_t methods = htni_count(domain, HTN_SECTION_METHODS);
    uint32_t key = 0;
    for (uint32_t method = 0; method < methods && key != HTN_NONE; method++)
        key = check_keys_of(domain, fault, method, key);
    if (key != HTN_NONE && key < htni_count(domain, HTN_SECTION_COOLDOWN_KEYS))
        return FAULT_IN(COOLDOWN_KEYS, key, METHOD, COOLDOWN_KEYS);
    return key != HTN_NONE;
}

static bool check_updates(const htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_UPDATES);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t property = HTNI_FIELD(domain, UPDATES, i, PROPERTY);
        if (property == HTN_NONE || (HTNI_FIELD(domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_STATIC))
            return FAULT_IN(UPDATES, i, PROPERTY, OPERAND_PROPERTY);
    }
    return true;
}

/* How much memory a planner needs for the actions of Achieve `i`. */
static void count_uses(htn_domain *domain, uint32_t i)
{
    const uint32_t first = HTNI_FIELD(domain, ACHIEVES, i, FIRST_USE),
                   count = HTNI_FIELD(domain, ACHIEVES, i, USE_COUNT);
    uint32_t tests = 0, byte_writes = 0;
    for (uint32_t k = first; k < first + count; k++) {
        htni_plain_writes writes;
        tests += htni_action_tests(domain, HTNI_FIELD(domain, USES, k, TASK));
        htni_action_writes(domain, HTNI_FIELD(domain, USES, k, TASK), &writes);
        byte_writes += writes.count;
    }
    domain->max_uses = count > domain->max_uses ? count : domain->max_uses;
    domain->max_tests = tests > domain->max_tests ? tests : domain->max_tests;
    domain->max_byte_writes = byte_writes > domain->max_byte_writes ? byte_writes : domain->max_byte_writes;
}

/* The tasks that an Achieve can try, and the properties that make up its states: each once. */
static bool check_achieves(htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_ACHIEVES), uses = htni_count(domain, HTN_SECTION_USES);
    uint64_t seen = 0, used = 0;
    for (uint32_t i = 0; i < uses; i++) {
        const uint32_t task = HTNI_FIELD(domain, USES, i, TASK);
        if (task == HTN_NONE || HTNI_FIELD(domain, TASKS, task, ACTION) == HTN_NONE)
            return FAULT_IN(USES, i, TASK, ACHIEVE);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t first = HTNI_FIELD(domain, ACHIEVES, i, FIRST_WRITE);
        const uint32_t writes = HTNI_FIELD(domain, ACHIEVES, i, WRITE_COUNT);
        used += HTNI_FIELD(domain, ACHIEVES, i, USE_COUNT);
        if (used > uses)
            return FAULT_IN(ACHIEVES, i, FIRST_USE, ACHIEVE);
        count_uses(domain, i);
        seen += writes; /* Achieves may not share records; else this check could take time quadratic in the size. */
        if (seen > htni_count(domain, HTN_SECTION_WRITES))
            return FAULT_IN(ACHIEVES, i, FIRST_WRITE, ACHIEVE);
        for (uint32_t k = first; k < first + writes; k++) {
            const uint32_t property = HTNI_FIELD(domain, WRITES, k, PROPERTY);
            if (property == HTN_NONE || (HTNI_FIELD(domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_STATIC) ||
                (k > first && property <= HTNI_FIELD(domain, WRITES, k - 1, PROPERTY)))
                return FAULT_IN(WRITES, k, PROPERTY, ACHIEVE);
        }
        const uint32_t state = htni_state_parts(domain, i, NULL);
        domain->max_writes = writes > domain->max_writes ? writes : domain->max_writes;
        domain->max_state = state > domain->max_state ? state : domain->max_state;
    }
    return true;
}

static bool check_task_parts(const htn_domain *domain, htn_fault *fault, uint32_t i)
{
    const uint32_t kind = HTNI_FIELD(domain, TASKS, i, KIND), flags = HTNI_FIELD(domain, TASKS, i, FLAGS);
    const uint32_t parameters = HTNI_FIELD(domain, TASKS, i, PARAMETER_COUNT);
    const uint32_t locals = HTNI_FIELD(domain, TASKS, i, LOCALS), methods = HTNI_FIELD(domain, TASKS, i, METHOD_COUNT);
    const uint32_t operator_index = HTNI_FIELD(domain, TASKS, i, OPERATOR);
    const uint32_t arguments = HTNI_FIELD(domain, TASKS, i, ARGUMENTS);
    const bool framed = (flags & HTN_TASK_FRAMED) != 0;
    if (kind >= HTN_TASK_KINDS)
        return FAULT_IN(TASKS, i, KIND, KIND);
    if (flags & ~(uint32_t)(HTN_TASK_FRAMED | HTN_TASK_RECURSIVE | HTN_TASK_NO_INTERRUPT | HTN_TASK_BINDING_TYPES |
                            HTN_TASK_TIMEOUT | HTN_TASK_RESTART | HTN_TASK_FIXED_RANKS | HTN_TASK_EACH |
                            HTN_TASK_SPLITS | HTN_TASK_PROGRESSES))
        return FAULT_IN(TASKS, i, FLAGS, FLAGS);
    if (parameters > locals || locals > HTN_MAX_LOCALS || (locals != 0 && !framed) ||
        ((flags & (HTN_TASK_RECURSIVE | HTN_TASK_FIXED_RANKS)) && kind != HTN_TASK_COMPOUND) ||
        (flags & (HTN_TASK_PROGRESSES | HTN_TASK_RECURSIVE)) == HTN_TASK_PROGRESSES ||
        ((flags & (HTN_TASK_NO_INTERRUPT | HTN_TASK_BINDING_TYPES)) && kind != HTN_TASK_PRIMITIVE))
        return FAULT_IN(TASKS, i, LOCALS, TASK_FRAME);
    if ((kind == HTN_TASK_COMPOUND) != (methods != 0))
        return FAULT_IN(TASKS, i, METHOD_COUNT, TASK_METHODS);
    if ((operator_index == HTN_NONE) != (arguments == HTN_NONE) ||
        (operator_index != HTN_NONE && kind != HTN_TASK_PRIMITIVE) ||
        ((flags & (HTN_TASK_TIMEOUT | HTN_TASK_RESTART)) != 0 && operator_index == HTN_NONE))
        return FAULT_IN(TASKS, i, OPERATOR, TASK_OPERATOR);
    return true;
}

/* An Each has two methods, which nothing follows. Its locals lie between its parameters and its values. */
static bool check_each(const htn_domain *domain, htn_fault *fault, uint32_t i)
{
    const uint32_t flags = HTNI_FIELD(domain, TASKS, i, FLAGS), first = HTNI_FIELD(domain, TASKS, i, FIRST_METHOD);
    if ((flags & HTN_TASK_EACH) == 0)
        return true;
    if (HTNI_FIELD(domain, TASKS, i, KIND) != HTN_TASK_COMPOUND || (flags & HTN_TASK_FRAMED) == 0 ||
        (flags & HTN_TASK_RECURSIVE) != 0 || (domain->flags & HTN_BLOB_EACH) == 0)
        return FAULT_IN(TASKS, i, FLAGS, TASK_EACH);
    if (HTNI_FIELD(domain, TASKS, i, METHOD_COUNT) != 2 ||
        HTNI_FIELD(domain, METHODS, first, FIRST_BINDING) <
            HTNI_FIELD(domain, TASKS, i, PARAMETER_COUNT) + HTN_EACH_FIELDS ||
        HTNI_FIELD(domain, METHODS, first, BINDINGS) == 0 || HTNI_FIELD(domain, METHODS, first + 1, BINDINGS) != 0)
        return FAULT_IN(TASKS, i, FIRST_METHOD, TASK_EACH);
    for (uint32_t method = first; method < first + 2; method++)
        if (HTNI_FIELD(domain, METHODS, method, WHILE) != HTN_NONE ||
            HTNI_FIELD(domain, METHODS, method, COOLING) != HTN_NONE)
            return FAULT_IN(TASKS, i, FIRST_METHOD, TASK_EACH);
    return true;
}

/* Derived conditions, whose bodies lie behind the tasks' code. `*free_from`: where that ends; then where the bodies do. */
static bool check_derived(const htn_domain *domain, htn_fault *fault, uint32_t *free_from)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_DERIVED);
    uint32_t cycles = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t entry = HTNI_FIELD(domain, DERIVED, i, ENTRY), end = HTNI_FIELD(domain, DERIVED, i, END);
        const uint32_t parameters = HTNI_FIELD(domain, DERIVED, i, PARAMETER_COUNT);
        const uint32_t locals = HTNI_FIELD(domain, DERIVED, i, LOCALS), cycle = HTNI_FIELD(domain, DERIVED, i, CYCLE);
        if (entry != *free_from || end == HTN_NONE || end <= entry)
            return FAULT_IN(DERIVED, i, ENTRY, DERIVED);
        if (parameters > HTN_MAX_ARGUMENTS || parameters > locals || locals > HTN_MAX_LOCALS)
            return FAULT_IN(DERIVED, i, LOCALS, DERIVED);
        if (cycle != cycles && (i == 0 || cycle != cycles - 1))
            return FAULT_IN(DERIVED, i, CYCLE, DERIVED);
        cycles = cycle + 1;
        *free_from = end;
    }
    return true;
}

static bool check_tasks(htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_TASKS);
    uint32_t free_from = HTN_SLOTS;
    uint64_t seen = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t entry = HTNI_FIELD(domain, TASKS, i, ENTRY), end = HTNI_FIELD(domain, TASKS, i, END);
        const uint32_t arguments = HTNI_FIELD(domain, TASKS, i, ARGUMENTS);
        if (entry != free_from || end == HTN_NONE || end <= entry)
            return FAULT_IN(TASKS, i, ENTRY, TASK_PLACE);
        if (!is_block(arguments, entry, end))
            return FAULT_IN(TASKS, i, ARGUMENTS, TASK_OPERATOR);
        seen += HTNI_FIELD(domain, TASKS, i, METHOD_COUNT); /* Tasks may not share methods, for the same reason. */
        if (seen > htni_count(domain, HTN_SECTION_METHODS))
            return FAULT_IN(TASKS, i, FIRST_METHOD, TASK_METHODS);
        domain->task_flags |= HTNI_FIELD(domain, TASKS, i, FLAGS);
        if (!check_task_parts(domain, fault, i) || !check_bindings(domain, fault, i) ||
            !check_parts(domain, fault, i) || !check_each(domain, fault, i))
            return false;
        free_from = end;
    }
    domain->record_sites = domain->max_bindings != 0 || domain->cools != 0;
    if (!check_derived(domain, fault, &free_from))
        return false;
    if (free_from != htni_count(domain, HTN_SECTION_CODE))
        return htni_fault_at(domain, fault, HTN_SECTION_CODE, 0, 0, HTNI_FAULT_CODE_END);
    return true;
}

/* What follows when steps fail. */
static bool check_ends(htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_ENDS);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t task = HTNI_FIELD(domain, ENDS, i, TASK);
        if (task == HTN_NONE || HTNI_FIELD(domain, TASKS, task, OPERATOR) == HTN_NONE ||
            (i > 0 && task <= HTNI_FIELD(domain, ENDS, i - 1, TASK)))
            return FAULT_IN(ENDS, i, TASK, ENDS);
        if (HTNI_FIELD(domain, ENDS, i, RETRIES) > UINT8_MAX)
            return FAULT_IN(ENDS, i, RETRIES, ENDS);
        const uint32_t entry = HTNI_FIELD(domain, TASKS, task, ENTRY);
        const uint32_t arguments = HTNI_FIELD(domain, TASKS, task, ARGUMENTS);
        if (!is_block(HTNI_FIELD(domain, ENDS, i, FAIL_EFFECTS), entry, arguments))
            return FAULT_IN(ENDS, i, FAIL_EFFECTS, TASK_BLOCK);
        if (!is_block(HTNI_FIELD(domain, ENDS, i, ABORT_EFFECTS), entry, arguments))
            return FAULT_IN(ENDS, i, ABORT_EFFECTS, TASK_BLOCK);
        domain->retries |= HTNI_FIELD(domain, ENDS, i, RETRIES) != 0;
        domain->aborts |= HTNI_FIELD(domain, ENDS, i, ABORT_EFFECTS) != HTN_NONE;
    }
    return true;
}

/* A method with an Enter has a While, so that its bindings are kept. */
static bool check_enters(const htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_ENTERS);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t method = HTNI_FIELD(domain, ENTERS, i, METHOD), enter = HTNI_FIELD(domain, ENTERS, i, ENTER);
        const uint32_t block = method == HTN_NONE ? HTN_NONE : HTNI_FIELD(domain, METHODS, method, WHILE);
        if (block == HTN_NONE || (i > 0 && method <= HTNI_FIELD(domain, ENTERS, i - 1, METHOD)))
            return FAULT_IN(ENTERS, i, METHOD, ENTER);
        const uint32_t task = htni_task_of(domain, block);
        if (enter == HTN_NONE ||
            !is_block(enter, HTNI_FIELD(domain, TASKS, task, ENTRY), HTNI_FIELD(domain, TASKS, task, END)))
            return FAULT_IN(ENTERS, i, ENTER, TASK_BLOCK);
    }
    return true;
}

static bool check_roots(htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_ROOTS);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t task = HTNI_FIELD(domain, ROOTS, i, TASK);
        if (task == HTN_NONE || HTNI_FIELD(domain, TASKS, task, KIND) != HTN_TASK_COMPOUND ||
            HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT) != 0)
            return FAULT_IN(ROOTS, i, TASK, ROOT);
        const uint32_t flags = HTNI_FIELD(domain, ROOTS, i, FLAGS);
        if (flags & ~(uint32_t)HTN_ROOT_CHEAPEST)
            return FAULT_IN(ROOTS, i, FLAGS, FLAGS);
        domain->cheapest |= flags & HTN_ROOT_CHEAPEST;
    }
    return true;
}

/* A gate is asked in an empty frame. */
static bool is_gate(const htn_domain *domain, uint32_t method)
{
    const uint32_t block = HTNI_FIELD(domain, METHODS, method, WHILE);
    return block != HTN_NONE && HTNI_FIELD(domain, METHODS, method, BINDINGS) == 0 &&
           HTNI_FIELD(domain, TASKS, htni_task_of(domain, block), PARAMETER_COUNT) == 0;
}

static bool check_orders(const htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_ORDERS);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t task = HTNI_FIELD(domain, ORDERS, i, TASK), root = HTNI_FIELD(domain, ORDERS, i, ROOT);
        const uint32_t gate = HTNI_FIELD(domain, ORDERS, i, GATE);
        const uint32_t before = i == 0 ? 0 : HTNI_FIELD(domain, ORDERS, i - 1, TASK);
        if (task == HTN_NONE || task < before)
            return FAULT_IN(ORDERS, i, TASK, ORDERS);
        if (root == HTN_NONE || (i > 0 && task == before && root <= HTNI_FIELD(domain, ORDERS, i - 1, ROOT)))
            return FAULT_IN(ORDERS, i, ROOT, ORDERS);
        if (gate != HTN_NONE && !is_gate(domain, gate))
            return FAULT_IN(ORDERS, i, GATE, ORDERS);
    }
    return true;
}

bool htni_verify_tables(htn_domain *domain, htn_fault *fault)
{
    static const uint8_t required[] = {HTN_SECTION_STRINGS, HTN_SECTION_TASKS, HTN_SECTION_METHODS,
                                       HTN_SECTION_ROOTS,   HTN_SECTION_CODE,  HTN_SECTION_LEADERS};
    for (size_t i = 0; i < sizeof required; i++)
        if (domain->sections[required[i]].data == NULL)
            return htni_fault(fault, htni_section_name((htn_section)required[i]), 0, HTNI_FAULT_SECTION_MISSING);
    return check_strings(domain, fault, HTN_SECTION_STRINGS) &&
           check_strings(domain, fault, HTN_SECTION_DEBUG_STRINGS) && check_fields(domain, fault) &&
           check_types(domain, fault) && check_properties(domain, fault) && check_queries(domain, fault) &&
           check_facts(domain, fault) && check_indexes(domain, fault) && check_key_lists(domain, fault) &&
           check_tasks(domain, fault) && check_ends(domain, fault) && check_enters(domain, fault) &&
           check_roots(domain, fault) && check_orders(domain, fault) && check_reservations(domain, fault) &&
           check_cooldown_keys(domain, fault) && check_updates(domain, fault) && check_achieves(domain, fault);
}
