/*
 * The tables of a blob, one function for each; see dump_tables.h. Everything in the blob is shown except its checksum, so
 * that two blobs that read the same are the same.
 */
#include "cli/dump/dump_tables.h"
#include "base/text.h"
#include "cli/dump/dump_code.h"
#include "cli/dump/dump_memory.h"
#include "cli/common/value_text.h"
#include "cli/dump/dump_names.h"
#include "cli/dump/dump_needs.h"
#include <inttypes.h>
#include <stdio.h>

static void dump_header(const htn_domain *domain)
{
    uint32_t stack = 0;
    for (int i = 3; i >= 0; i--)
        stack = stack << 8 | domain->blob[HTN_HEADER_STACK + i];
    printf("format %u.%u, %u bytes, fingerprint %08x\n", HTN_BLOB_MAJOR,
           (unsigned)domain->blob[HTN_HEADER_MINOR] | (unsigned)domain->blob[HTN_HEADER_MINOR + 1] << 8, domain->size,
           domain->fingerprint);
    printf("world state %u bytes", domain->world_bytes);
    if (domain->shared_at != domain->world_bytes)
        printf(", shared from %u on", domain->shared_at);
    printf(", evaluation stack %u%s%s\n", stack, domain->flags & HTN_BLOB_LOOPS_FREE ? ", loops free" : "",
           domain->flags & HTN_BLOB_FIXED_COSTS ? ", fixed costs"
           : domain->flags & HTN_BLOB_COSTS     ? ", costs"
                                                : "");
}

/* `, 4 its own, a kind of Creature, present at 36` */
static void dump_instances(const htn_domain *domain, uint32_t type)
{
    uint32_t parent = CLI_FIELD(domain, TYPES, type, PARENT), presence = CLI_FIELD(domain, TYPES, type, PRESENCE);
    printf(", %u its own", CLI_FIELD(domain, TYPES, type, OWN));
    if (parent != HTN_NONE)
        printf(", a kind of %s", dump_type_name(domain, parent));
    if (presence != HTN_NONE)
        printf(", present at %u", presence);
}

static void dump_types(const htn_domain *domain)
{
    static const char *const kinds[] = {"bool", "integer", "enum", "entities", "fixed"};
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_TYPES); i++) {
        uint32_t first = CLI_FIELD(domain, TYPES, i, FIRST_VALUE), count = CLI_FIELD(domain, TYPES, i, VALUE_COUNT);
        const char *name = dump_type_name(domain, i);
        printf("%5u  %-8s %s%*s %" PRId32 "..%" PRId32, i, kinds[CLI_FIELD(domain, TYPES, i, KIND)], name,
               base_padding(name, 20), "", (int32_t)CLI_FIELD(domain, TYPES, i, LOW),
               (int32_t)CLI_FIELD(domain, TYPES, i, HIGH));
        if (CLI_FIELD(domain, TYPES, i, KIND) == HTN_TYPE_ENTITIES)
            dump_instances(domain, i);
        for (uint32_t k = 0; k < count; k++)
            printf("%s%s", k == 0 ? ": " : ", ", CLI_TEXT(domain, VALUES, first + k, NAME));
        printf("\n");
    }
}

/* `Near(Enemy, Enemy)`, in a column. */
static void dump_property_name(const htn_domain *domain, uint32_t property)
{
    uint32_t first = CLI_FIELD(domain, PROPERTIES, property, FIRST_PARAMETER);
    uint32_t count = CLI_FIELD(domain, PROPERTIES, property, PARAMETER_COUNT);
    base_text text = {0};
    base_text_add(&text, "%s", htn_property_name(domain, property));
    for (uint32_t i = first; i < first + count; i++) {
        const char *name = CLI_TEXT(domain, PARAMETERS, i, NAME);
        base_text_add(&text, "%s%s%s%s", i == first ? "(" : ", ", name, name[0] == '\0' ? "" : " : ",
                      dump_type_name(domain, CLI_FIELD(domain, PARAMETERS, i, TYPE)));
    }
    if (count > 0)
        base_text_add(&text, ")");
    printf("%s%*s", base_text_of(&text), base_padding(base_text_of(&text), 24), "");
    base_text_free(&text);
}

/* The cells of a property's table; for facts, those that the table would have. */
static uint64_t count_cells(const htn_domain *domain, uint32_t property)
{
    uint32_t first = CLI_FIELD(domain, PROPERTIES, property, FIRST_PARAMETER);
    uint32_t count = CLI_FIELD(domain, PROPERTIES, property, PARAMETER_COUNT);
    uint64_t cells = 1;
    for (uint32_t i = first; i < first + count; i++) {
        uint32_t type = CLI_FIELD(domain, PARAMETERS, i, TYPE);
        cells *= CLI_FIELD(domain, TYPES, type, HIGH) - CLI_FIELD(domain, TYPES, type, LOW) + 1;
    }
    return cells;
}

static void dump_properties(const htn_domain *domain)
{
    static const char *const storages[] = {"u8", "s8", "s16", "s32"};
    static const uint32_t widths[] = {1, 1, 2, 4, 0};
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_PROPERTIES); i++) {
        uint32_t type = CLI_FIELD(domain, PROPERTIES, i, TYPE), storage = CLI_FIELD(domain, PROPERTIES, i, STORAGE);
        printf("%5u  ", i);
        dump_property_name(domain, i);
        printf(" %s%*s ", dump_type_name(domain, type), base_padding(dump_type_name(domain, type), 16), "");
        if (storage == HTN_STORAGE_FACTS)
            printf("%-12s = ", "facts");
        else
            printf("%-3s at %-5u = ", storages[storage], CLI_FIELD(domain, PROPERTIES, i, ADDRESS));
        dump_value(domain, type, (int32_t)CLI_FIELD(domain, PROPERTIES, i, INITIAL));
        if (CLI_FIELD(domain, PROPERTIES, i, PARAMETER_COUNT) > 0)
            printf(", %" PRIu64 " cells, %u bytes", count_cells(domain, i),
                   CLI_FIELD(domain, PROPERTIES, i, CELLS) * widths[storage]);
        const uint32_t flags = CLI_FIELD(domain, PROPERTIES, i, FLAGS);
        printf("%s%s%s\n", flags & HTN_PROPERTY_STATIC ? ", static" : "", flags & HTN_PROPERTY_SHARED ? ", shared" : "",
               flags & HTN_PROPERTY_EXPIRES ? ", expires" : "");
    }
}

/* `Connected(North, South)`: a cell, by its number. */
static void dump_cell(const htn_domain *domain, uint32_t property, uint64_t cell)
{
    uint32_t first = CLI_FIELD(domain, PROPERTIES, property, FIRST_PARAMETER);
    uint32_t count = CLI_FIELD(domain, PROPERTIES, property, PARAMETER_COUNT);
    uint64_t cells = count_cells(domain, property);
    printf("%s(", htn_property_name(domain, property));
    for (uint32_t i = first; i < first + count; i++) {
        uint32_t type = CLI_FIELD(domain, PARAMETERS, i, TYPE), low = CLI_FIELD(domain, TYPES, type, LOW);
        cells /= CLI_FIELD(domain, TYPES, type, HIGH) - low + 1;
        printf("%s", i == first ? "" : ", ");
        dump_value(domain, type, (int32_t)(low + (uint32_t)(cell / cells)));
        cell %= cells;
    }
    printf(")");
}

static void dump_facts(const htn_domain *domain)
{
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_FACTS); i++) {
        uint32_t property = CLI_FIELD(domain, FACTS, i, PROPERTY);
        printf("%5u  ", i);
        uint64_t high = htn_domain_field(domain, HTN_SECTION_FACT_HIGHS, i, 0);
        dump_cell(domain, property, high << 32 | CLI_FIELD(domain, FACTS, i, CELL));
        printf(" = ");
        dump_value(domain, CLI_FIELD(domain, PROPERTIES, property, TYPE), (int32_t)CLI_FIELD(domain, FACTS, i, VALUE));
        printf("\n");
    }
}

static void dump_indexes(const htn_domain *domain)
{
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_INDEXES); i++)
        printf("%5u  %s, %u keys, starts at constant %u, instances at constant %u\n", i,
               htn_property_name(domain, CLI_FIELD(domain, INDEXES, i, PROPERTY)), CLI_FIELD(domain, INDEXES, i, KEYS),
               CLI_FIELD(domain, INDEXES, i, STARTS), CLI_FIELD(domain, INDEXES, i, LIST));
}

static void dump_key_lists(const htn_domain *domain)
{
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_KEY_LISTS); i++) {
        uint32_t property = CLI_FIELD(domain, KEY_LISTS, i, PROPERTY);
        printf("%5u  %s, without its index %u, %u keys at constant %u\n", i, htn_property_name(domain, property),
               CLI_FIELD(domain, KEY_LISTS, i, LEFT_OUT), CLI_FIELD(domain, KEY_LISTS, i, KEYS),
               CLI_FIELD(domain, KEY_LISTS, i, LIST));
    }
}

static void dump_derived(const htn_domain *domain)
{
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_DERIVED); i++) {
        printf("%5u  %s", i, CLI_TEXT(domain, DERIVED, i, NAME));
        dump_parameters(domain, CLI_FIELD(domain, DERIVED, i, FIRST_PARAMETER),
                        CLI_FIELD(domain, DERIVED, i, PARAMETER_COUNT));
        printf(", cycle %u, %u locals\n", CLI_FIELD(domain, DERIVED, i, CYCLE), CLI_FIELD(domain, DERIVED, i, LOCALS));
    }
}

static void dump_queries(const htn_domain *domain)
{
    for (uint32_t i = 0; i < htn_query_count(domain); i++) {
        printf("%5u  %s", i, htn_query_name(domain, i));
        dump_parameters(domain, CLI_FIELD(domain, QUERIES, i, FIRST_PARAMETER), htn_query_parameters(domain, i));
        printf(" : %s, ", dump_type_name(domain, htn_query_type(domain, i)));
        if (htn_query_candidates(domain, i) > 0) {
            printf("proposes up to %u\n", htn_query_candidates(domain, i));
            continue;
        }
        printf("by default ");
        dump_value(domain, htn_query_type(domain, i), htn_query_default(domain, i));
        printf("\n");
    }
}

static void dump_operators(const htn_domain *domain)
{
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_OPERATORS); i++) {
        printf("%5u  ", i);
        dump_operator(domain, i);
        printf("\n");
    }
}

static void dump_bindings(const htn_domain *domain, uint32_t index, uint32_t method)
{
    printf(", %u binds ", index);
    dump_parameters(domain, CLI_FIELD(domain, METHODS, method, FIRST_VARIABLE),
                    CLI_FIELD(domain, METHODS, method, BINDINGS));
    printf(" from local %u", CLI_FIELD(domain, METHODS, method, FIRST_BINDING));
}

static void dump_methods(const htn_domain *domain, uint32_t task)
{
    uint32_t first = CLI_FIELD(domain, TASKS, task, FIRST_METHOD);
    uint32_t count = CLI_FIELD(domain, TASKS, task, METHOD_COUNT);
    printf(", %u method%s", count, count == 1 ? "" : "s");
    for (uint32_t i = 0; i < count; i++)
        if (CLI_TEXT(domain, METHODS, first + i, LABEL)[0] != '\0')
            printf(", %u is %s", i, CLI_TEXT(domain, METHODS, first + i, LABEL));
    for (uint32_t i = 0; i < count; i++)
        if (CLI_FIELD(domain, METHODS, first + i, BINDINGS) > 0)
            dump_bindings(domain, i, first + i);
}

static const char *cooldown_after(const htn_domain *domain, uint32_t cooling)
{
    const uint32_t flags = CLI_FIELD(domain, PROPERTIES, cooling, FLAGS);
    return flags & HTN_PROPERTY_AFTER_SUCCESS  ? " after success"
           : flags & HTN_PROPERTY_AFTER_ALWAYS ? " after any end"
                                               : "";
}

/* Whether its cooling property is a table. */
static bool is_by_solution(const htn_domain *domain, uint32_t method)
{
    return CLI_FIELD(domain, PROPERTIES, CLI_FIELD(domain, METHODS, method, COOLING), PARAMETER_COUNT) != 0;
}

/* `, 0 holds while L26, 0 cools down for 5000 ms` */
static void dump_running_methods(const htn_domain *domain, uint32_t task)
{
    uint32_t first = CLI_FIELD(domain, TASKS, task, FIRST_METHOD);
    for (uint32_t i = 0; i < CLI_FIELD(domain, TASKS, task, METHOD_COUNT); i++) {
        if (CLI_FIELD(domain, METHODS, first + i, WHILE) != HTN_NONE)
            printf(", %u goes on while L%u holds", i, CLI_FIELD(domain, METHODS, first + i, WHILE));
        if (CLI_FIELD(domain, METHODS, first + i, COOLING) != HTN_NONE)
            printf(", %u %s down for %u ms%s", i, is_by_solution(domain, first + i) ? "lets solutions cool" : "cools",
                   CLI_FIELD(domain, METHODS, first + i, COOLDOWN),
                   cooldown_after(domain, CLI_FIELD(domain, METHODS, first + i, COOLING)));
    }
}

/* `, retried 2 times` */
static void dump_ends(const htn_domain *domain, uint32_t task)
{
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_ENDS); i++) {
        if (CLI_FIELD(domain, ENDS, i, TASK) != task)
            continue;
        const uint32_t retries = CLI_FIELD(domain, ENDS, i, RETRIES);
        if (retries > 0)
            printf(", retried %u time%s", retries, retries == 1 ? "" : "s");
        if (CLI_FIELD(domain, ENDS, i, FAIL_EFFECTS) != HTN_NONE)
            printf(", fail effects at L%u", CLI_FIELD(domain, ENDS, i, FAIL_EFFECTS));
        if (CLI_FIELD(domain, ENDS, i, ABORT_EFFECTS) != HTN_NONE)
            printf(", abort effects at L%u", CLI_FIELD(domain, ENDS, i, ABORT_EFFECTS));
    }
}

/* What applies to a step while it runs. */
static void dump_running_step(const htn_domain *domain, uint32_t task)
{
    if (CLI_FIELD(domain, TASKS, task, CONTEXT) != HTN_NONE)
        printf(", context at L%u", CLI_FIELD(domain, TASKS, task, CONTEXT));
    if (CLI_FIELD(domain, TASKS, task, DURING) != HTN_NONE)
        printf(", during at L%u", CLI_FIELD(domain, TASKS, task, DURING));
    if (CLI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_NO_INTERRUPT)
        printf(", never interrupted");
    if (CLI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_TIMEOUT)
        printf(", with a timeout");
    if (CLI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_RESTART)
        printf(", always restarted");
    dump_ends(domain, task);
}

static void dump_lower_bound(const htn_domain *domain, uint32_t cost)
{
    base_text text = {0};
    cli_add_cost(&text, domain, cost);
    printf(", costs at least %s", base_text_of(&text));
    base_text_free(&text);
}

static void dump_tasks(const htn_domain *domain)
{
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_TASKS); i++) {
        uint32_t flags = CLI_FIELD(domain, TASKS, i, FLAGS), operator_index = CLI_FIELD(domain, TASKS, i, OPERATOR);
        bool compound = CLI_FIELD(domain, TASKS, i, KIND) == HTN_TASK_COMPOUND;
        printf("%5u  %-9s %s", i, compound ? "compound" : "primitive", htn_task_name(domain, i));
        dump_parameters(domain, CLI_FIELD(domain, TASKS, i, FIRST_PARAMETER),
                        CLI_FIELD(domain, TASKS, i, PARAMETER_COUNT));
        if (compound)
            dump_methods(domain, i);
        else
            printf(", %s%s", operator_index != HTN_NONE ? "operator " : "no operator",
                   operator_index != HTN_NONE ? CLI_TEXT(domain, OPERATORS, operator_index, NAME) : "");
        dump_running_methods(domain, i);
        dump_running_step(domain, i);
        if (CLI_FIELD(domain, TASKS, i, BINDINGS) > 0)
            printf(", binds %u, checked at L%u", CLI_FIELD(domain, TASKS, i, BINDINGS),
                   CLI_FIELD(domain, TASKS, i, CHECK));
        if (CLI_FIELD(domain, TASKS, i, ACTION) != HTN_NONE)
            printf(", tried at L%u", CLI_FIELD(domain, TASKS, i, ACTION));
        if (domain->cheapest)
            dump_lower_bound(domain, CLI_FIELD(domain, TASKS, i, LOWER_BOUND));
        printf("%s%s", flags & HTN_TASK_RECURSIVE ? ", recursive" : "",
               flags & HTN_TASK_PROGRESSES ? ", progresses" : "");
        if (flags & HTN_TASK_FRAMED)
            printf(", frame of %u", CLI_FIELD(domain, TASKS, i, LOCALS));
        printf("\n");
    }
}

/* `Vision every 200 ms: SeesEnemy, WsEnemyRange` */
static void dump_sensors(const htn_domain *domain)
{
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_SENSORS); i++) {
        uint32_t first = CLI_FIELD(domain, SENSORS, i, FIRST_UPDATE), period = CLI_FIELD(domain, SENSORS, i, PERIOD);
        printf("%5u  %s", i, CLI_TEXT(domain, SENSORS, i, NAME));
        if (period > 0)
            printf(" every %u ms", period);
        for (uint32_t k = 0; k < CLI_FIELD(domain, SENSORS, i, UPDATE_COUNT); k++)
            printf("%s%s", k == 0 ? ": " : ", ",
                   htn_property_name(domain, CLI_FIELD(domain, UPDATES, first + k, PROPERTY)));
        printf("\n");
    }
}

static void dump_roots(const htn_domain *domain)
{
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_ROOTS); i++)
        printf("%5u  %s%s\n", i, htn_task_name(domain, CLI_FIELD(domain, ROOTS, i, TASK)),
               CLI_FIELD(domain, ROOTS, i, FLAGS) & HTN_ROOT_CHEAPEST ? ", cheapest" : "");
}

/* `Go in Legs, while Gate 1` */
static void dump_orders(const htn_domain *domain)
{
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_ORDERS); i++) {
        const uint32_t root = CLI_FIELD(domain, ROOTS, CLI_FIELD(domain, ORDERS, i, ROOT), TASK);
        const uint32_t gate = CLI_FIELD(domain, ORDERS, i, GATE);
        printf("%5u  %s in %s", i, htn_task_name(domain, CLI_FIELD(domain, ORDERS, i, TASK)),
               htn_task_name(domain, root));
        for (uint32_t task = 0; gate != HTN_NONE && task < htn_domain_count(domain, HTN_SECTION_TASKS); task++)
            if (gate - CLI_FIELD(domain, TASKS, task, FIRST_METHOD) < CLI_FIELD(domain, TASKS, task, METHOD_COUNT))
                printf(", while %s", htn_task_name(domain, task));
        printf("\n");
    }
}

static void dump_names(const htn_domain *domain, htn_section section, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++) {
        uint32_t index = htn_domain_field(domain, section, i, 0);
        printf("%s%s", i == first ? " " : ", ",
               section == HTN_SECTION_USES ? htn_task_name(domain, index) : htn_property_name(domain, index));
    }
}

/* `0  uses Go, Chop; a state is At, HasWood` */
static void dump_achieves(const htn_domain *domain)
{
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_ACHIEVES); i++) {
        printf("%5u  uses", i);
        dump_names(domain, HTN_SECTION_USES, CLI_FIELD(domain, ACHIEVES, i, FIRST_USE),
                   CLI_FIELD(domain, ACHIEVES, i, USE_COUNT));
        printf("; a state is");
        dump_names(domain, HTN_SECTION_WRITES, CLI_FIELD(domain, ACHIEVES, i, FIRST_WRITE),
                   CLI_FIELD(domain, ACHIEVES, i, WRITE_COUNT));
        printf("\n");
    }
}

static void dump_constants(const htn_domain *domain)
{
    const htn_view *view = &domain->sections[HTN_SECTION_CONSTANTS];
    for (uint32_t i = 0; i < view->count; i++) {
        const uint8_t *at = view->data + (size_t)i * 4;
        uint32_t bits = (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
        printf("%5u  %" PRId32 "\n", i, (int32_t)bits);
    }
}

static void dump_files(const htn_domain *domain)
{
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_DEBUG_FILES); i++)
        printf("%5u  %s\n", i,
               htn_domain_text(domain, HTN_SECTION_DEBUG_STRINGS, CLI_FIELD(domain, DEBUG_FILES, i, NAME)));
}

void dump_domain(const htn_domain *domain)
{
    static const struct {
        const char *title;
        htn_section section;
        void (*dump)(const htn_domain *domain);
    } tables[] = {
        {"types", HTN_SECTION_TYPES, dump_types},
        {"properties", HTN_SECTION_PROPERTIES, dump_properties},
        {"memory of a world", HTN_SECTION_PROPERTIES, dump_memory},
        {"memory of an agent", HTN_SECTION_ROOTS, dump_needs},
        {"queries", HTN_SECTION_QUERIES, dump_queries},
        {"derived conditions", HTN_SECTION_DERIVED, dump_derived},
        {"operators", HTN_SECTION_OPERATORS, dump_operators},
        {"tasks", HTN_SECTION_TASKS, dump_tasks},
        {"roots", HTN_SECTION_ROOTS, dump_roots},
        {"orders", HTN_SECTION_ORDERS, dump_orders},
        {"achieves", HTN_SECTION_ACHIEVES, dump_achieves},
        {"sensors", HTN_SECTION_SENSORS, dump_sensors},
        {"facts", HTN_SECTION_FACTS, dump_facts},
        {"static indexes", HTN_SECTION_INDEXES, dump_indexes},
        {"key lists", HTN_SECTION_KEY_LISTS, dump_key_lists},
        {"constants", HTN_SECTION_CONSTANTS, dump_constants},
        {"files", HTN_SECTION_DEBUG_FILES, dump_files},
        {"code", HTN_SECTION_CODE, dump_code},
    };
    dump_header(domain);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (htn_domain_count(domain, tables[i].section) > 0) {
            printf("\n%s\n", tables[i].title);
            tables[i].dump(domain);
        }
}
