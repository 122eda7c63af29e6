/*
 * Loading a blob and looking things up in it. The header and the section table are checked here, as
 * they say where everything else lies; verify.c checks the sections.
 */
#include "faults.h"

#define FNV_OFFSET UINT32_C(2166136261)
#define FNV_PRIME  UINT32_C(16777619)

/* FNV-1a over 32-bit words: every step is a bijection of the sum so far, so no single change of a word goes unseen. */
uint32_t htn_blob_checksum(const void *bytes, size_t size)
{
    const uint8_t *at = (const uint8_t *)bytes;
    uint32_t sum = FNV_OFFSET;
    while (size >= 4) {
        sum = (sum ^ htni_read32(at)) * FNV_PRIME;
        sum ^= sum >> 15;
        at += 4;
        size -= 4;
    }
    while (size > 0) {
        sum = (sum ^ *at) * FNV_PRIME;
        at++;
        size--;
    }
    return sum;
}

static bool check_header(const uint8_t *blob, size_t size, htn_fault *fault)
{
    if (size < HTN_HEADER_SIZE)
        return htni_fault(fault, "header", (uint32_t)size, HTNI_FAULT_SHORT_HEADER);
    if (memcmp(blob, HTN_BLOB_MAGIC, 4) != 0)
        return htni_fault(fault, "header", HTN_HEADER_MAGIC, HTNI_FAULT_MAGIC);
    if (htni_read16(blob + HTN_HEADER_MAJOR) > HTN_BLOB_MAJOR)
        return htni_fault(fault, "header", HTN_HEADER_MAJOR, HTNI_FAULT_NEWER);
    if (htni_read16(blob + HTN_HEADER_MAJOR) < HTN_BLOB_MAJOR)
        return htni_fault(fault, "header", HTN_HEADER_MAJOR, HTNI_FAULT_OLDER);
    const uint32_t total = htni_read32(blob + HTN_HEADER_TOTAL);
    if (total > size)
        return htni_fault(fault, "header", HTN_HEADER_TOTAL, HTNI_FAULT_TRUNCATED);
    if (total < HTN_HEADER_SIZE || total % 8 != 0)
        return htni_fault(fault, "header", HTN_HEADER_TOTAL, HTNI_FAULT_TOTAL);
    const uint32_t sum = htn_blob_checksum(blob + HTN_HEADER_FINGERPRINT, total - HTN_HEADER_FINGERPRINT);
    if (sum != htni_read32(blob + HTN_HEADER_CHECKSUM))
        return htni_fault(fault, "header", HTN_HEADER_CHECKSUM, HTNI_FAULT_CHECKSUM);
    if (htni_read32(blob + HTN_HEADER_FLAGS) & ~(uint32_t)HTN_BLOB_FLAGS)
        return htni_fault(fault, "header", HTN_HEADER_FLAGS, HTNI_FAULT_FLAGS);
    if (htni_read32(blob + HTN_HEADER_STACK) > HTN_MAX_STACK)
        return htni_fault(fault, "header", HTN_HEADER_STACK, HTNI_FAULT_STACK_LIMIT);
    const uint32_t world = htni_read32(blob + HTN_HEADER_WORLD);
    if (world % 4 != 0 || world > HTN_MAX_WORLD)
        return htni_fault(fault, "header", HTN_HEADER_WORLD, HTNI_FAULT_WORLD_SIZE);
    const uint32_t shared = htni_read32(blob + HTN_HEADER_SHARED);
    if (shared > world || (shared != world && shared % 8 != 0))
        return htni_fault(fault, "header", HTN_HEADER_SHARED, HTNI_FAULT_SHARED_PART);
    return true;
}

/* Bytes of one element of a section; 0 for an id that this version does not know. */
static uint32_t element_size(uint32_t id)
{
    switch (id) {
#define HTN_SECTION(name, number, size, meaning) \
    case number:                                 \
        return (size) != 0 ? (size) : HTNI_RECORD_SIZE_##name;
#define HTNI_RECORD_SIZE_STRINGS         1
#define HTNI_RECORD_SIZE_CONSTANTS       4
#define HTNI_RECORD_SIZE_CODE            HTN_INSTRUCTION_SIZE
#define HTNI_RECORD_SIZE_LEADERS         4
#define HTNI_RECORD_SIZE_DEBUG_STRINGS   1
#define HTNI_RECORD_SIZE_TYPES           (HTN_TYPES_FIELDS * 4)
#define HTNI_RECORD_SIZE_VALUES          (HTN_VALUES_FIELDS * 4)
#define HTNI_RECORD_SIZE_PROPERTIES      (HTN_PROPERTIES_FIELDS * 4)
#define HTNI_RECORD_SIZE_PARAMETERS      (HTN_PARAMETERS_FIELDS * 4)
#define HTNI_RECORD_SIZE_OPERATORS       (HTN_OPERATORS_FIELDS * 4)
#define HTNI_RECORD_SIZE_TASKS           (HTN_TASKS_FIELDS * 4)
#define HTNI_RECORD_SIZE_METHODS         (HTN_METHODS_FIELDS * 4)
#define HTNI_RECORD_SIZE_ROOTS           (HTN_ROOTS_FIELDS * 4)
#define HTNI_RECORD_SIZE_FACTS           (HTN_FACTS_FIELDS * 4)
#define HTNI_RECORD_SIZE_INDEXES         (HTN_INDEXES_FIELDS * 4)
#define HTNI_RECORD_SIZE_FACT_HIGHS      4
#define HTNI_RECORD_SIZE_KEY_LISTS       (HTN_KEY_LISTS_FIELDS * 4)
#define HTNI_RECORD_SIZE_SENSORS         (HTN_SENSORS_FIELDS * 4)
#define HTNI_RECORD_SIZE_QUERIES         (HTN_QUERIES_FIELDS * 4)
#define HTNI_RECORD_SIZE_UPDATES         (HTN_UPDATES_FIELDS * 4)
#define HTNI_RECORD_SIZE_ACHIEVES        (HTN_ACHIEVES_FIELDS * 4)
#define HTNI_RECORD_SIZE_USES            (HTN_USES_FIELDS * 4)
#define HTNI_RECORD_SIZE_WRITES          (HTN_WRITES_FIELDS * 4)
#define HTNI_RECORD_SIZE_DEBUG_SUBTASKS  (HTN_DEBUG_SUBTASKS_FIELDS * 4)
#define HTNI_RECORD_SIZE_DEBUG_TESTS     (HTN_DEBUG_TESTS_FIELDS * 4)
#define HTNI_RECORD_SIZE_DEBUG_READS     (HTN_DEBUG_READS_FIELDS * 4)
#define HTNI_RECORD_SIZE_DEBUG_ARGUMENTS (HTN_DEBUG_ARGUMENTS_FIELDS * 4)
#define HTNI_RECORD_SIZE_DEBUG_LOCALS    (HTN_DEBUG_LOCALS_FIELDS * 4)
#define HTNI_RECORD_SIZE_DEBUG_FILES     (HTN_DEBUG_FILES_FIELDS * 4)
#define HTNI_RECORD_SIZE_DEBUG_ITEMS     (HTN_DEBUG_ITEMS_FIELDS * 4)
#include <htn/blob.def>
    default: return 0;
    }
}

static bool read_sections(htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_read32(domain->blob + HTN_HEADER_SECTIONS);
    if (count > (domain->size - HTN_HEADER_SIZE) / HTN_SECTION_ENTRY_SIZE)
        return htni_fault(fault, "header", HTN_HEADER_SECTIONS, HTNI_FAULT_SECTION_COUNT);
    uint32_t last_id = 0, free_from = HTN_HEADER_SIZE + count * HTN_SECTION_ENTRY_SIZE;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t entry = HTN_HEADER_SIZE + i * HTN_SECTION_ENTRY_SIZE;
        const uint8_t *at = domain->blob + entry;
        const uint32_t id = htni_read32(at), offset = htni_read32(at + 4);
        const uint32_t elements = htni_read32(at + 8), size = htni_read32(at + 12);
        const uint32_t each = element_size(id);
        if (id <= last_id)
            return htni_fault(fault, "section table", entry, HTNI_FAULT_SECTION_ORDER);
        if (each == 0)
            return htni_fault(fault, "section table", entry, HTNI_FAULT_SECTION_ID);
        if (offset % 8 != 0 || offset < free_from || offset > domain->size || size > domain->size - offset)
            return htni_fault(fault, "section table", entry + 4, HTNI_FAULT_SECTION_PLACE);
        if (size == 0 || size % each != 0 || size / each != elements)
            return htni_fault(fault, "section table", entry + 8, HTNI_FAULT_SECTION_SIZE);
        domain->sections[id].data = domain->blob + offset;
        domain->sections[id].count = elements;
        domain->sections[id].size = size;
        last_id = id;
        free_from = offset + size;
    }
    return true;
}

htn_status htn_domain_load(htn_domain *domain, const void *blob, size_t size, htn_fault *fault)
{
    htn_fault unwanted;
    htn_domain loaded;
    if (domain == NULL || blob == NULL)
        return HTN_BAD_ARGUMENT;
    if (fault == NULL)
        fault = &unwanted;
    memset(domain, 0,
           sizeof *domain); /* a domain that did not load has no sections, and is refused wherever it is used */
    memset(&loaded, 0, sizeof loaded);
    loaded.blob = (const uint8_t *)blob;
    if (!check_header(loaded.blob, size, fault)) {
        const bool newer = size >= HTN_HEADER_SIZE && fault->offset == HTN_HEADER_MAJOR &&
                           htni_read16(loaded.blob + HTN_HEADER_MAJOR) > HTN_BLOB_MAJOR;
        return newer ? HTN_NEWER_BLOB : HTN_BAD_BLOB;
    }
    loaded.size = htni_read32(loaded.blob + HTN_HEADER_TOTAL);
    loaded.fingerprint = htni_read32(loaded.blob + HTN_HEADER_FINGERPRINT);
    loaded.shared_at = htni_read32(loaded.blob + HTN_HEADER_SHARED);
    loaded.world_bytes = htni_read32(loaded.blob + HTN_HEADER_WORLD);
    loaded.flags = htni_read32(loaded.blob + HTN_HEADER_FLAGS);
    if (!read_sections(&loaded, fault) || !htni_verify(&loaded, fault))
        return HTN_BAD_BLOB;
    *domain = loaded;
    return HTN_OK;
}

uint32_t htn_domain_count(const htn_domain *domain, htn_section section)
{
    return domain != NULL && (uint32_t)section < HTN_SECTION_LIMIT ? htni_count(domain, section) : 0;
}

uint32_t htn_domain_field(const htn_domain *domain, htn_section section, uint32_t index, uint32_t field)
{
    if (index >= htn_domain_count(domain, section) || field >= element_size((uint32_t)section) / 4)
        return 0;
    return htni_read32(domain->sections[section].data + (size_t)index * element_size((uint32_t)section) + field * 4);
}

const char *htn_domain_text(const htn_domain *domain, htn_section strings, uint32_t offset)
{
    if ((strings != HTN_SECTION_STRINGS && strings != HTN_SECTION_DEBUG_STRINGS) ||
        offset >= htn_domain_count(domain, strings))
        return "";
    return (const char *)domain->sections[strings].data + offset;
}

const char *htn_property_name(const htn_domain *domain, htn_property property)
{
    return property < htn_domain_count(domain, HTN_SECTION_PROPERTIES)
               ? htn_domain_text(domain, HTN_SECTION_STRINGS, HTNI_FIELD(domain, PROPERTIES, property, NAME))
               : "";
}

const char *htn_task_name(const htn_domain *domain, htn_task task)
{
    return task < htn_domain_count(domain, HTN_SECTION_TASKS)
               ? htn_domain_text(domain, HTN_SECTION_STRINGS, HTNI_FIELD(domain, TASKS, task, NAME))
               : "";
}

uint32_t htn_task_operator(const htn_domain *domain, htn_task task)
{
    return task < htn_domain_count(domain, HTN_SECTION_TASKS) ? HTNI_FIELD(domain, TASKS, task, OPERATOR) : HTN_NONE;
}

const char *htn_operator_name(const htn_domain *domain, uint32_t operator_index)
{
    return operator_index < htn_domain_count(domain, HTN_SECTION_OPERATORS)
               ? htn_domain_text(domain, HTN_SECTION_STRINGS, HTNI_FIELD(domain, OPERATORS, operator_index, NAME))
               : "";
}

const char *htn_value_name(const htn_domain *domain, uint32_t type, int32_t value)
{
    if (type >= htn_domain_count(domain, HTN_SECTION_TYPES))
        return NULL;
    if (HTNI_FIELD(domain, TYPES, type, KIND) == HTN_TYPE_BOOL)
        return value == 0 ? "false" : value == 1 ? "true" : NULL;
    if (HTNI_FIELD(domain, TYPES, type, KIND) == HTN_TYPE_ENTITIES && value == -1)
        return "none";
    const int64_t ordinal = (int64_t)value - htni_signed(HTNI_FIELD(domain, TYPES, type, LOW));
    if (ordinal < 0 || ordinal >= HTNI_FIELD(domain, TYPES, type, VALUE_COUNT))
        return NULL;
    const uint32_t index = HTNI_FIELD(domain, TYPES, type, FIRST_VALUE) + (uint32_t)ordinal;
    return htn_domain_text(domain, HTN_SECTION_STRINGS, HTNI_FIELD(domain, VALUES, index, NAME));
}

/* The record of that name in a section whose records have one. */
static uint32_t find_named(const htn_domain *domain, htn_section section, uint32_t field, const char *name)
{
    const uint32_t count = htn_domain_count(domain, section);
    for (uint32_t i = 0; name != NULL && i < count; i++)
        if (strcmp(htn_domain_text(domain, HTN_SECTION_STRINGS, htn_domain_field(domain, section, i, field)), name) ==
            0)
            return i;
    return HTN_NONE;
}

htn_property htn_property_find(const htn_domain *domain, const char *name)
{
    return find_named(domain, HTN_SECTION_PROPERTIES, HTN_PROPERTIES_NAME, name);
}

uint32_t htn_type_find(const htn_domain *domain, const char *name)
{
    return find_named(domain, HTN_SECTION_TYPES, HTN_TYPES_NAME, name);
}

htn_task htn_task_find(const htn_domain *domain, const char *name)
{
    return find_named(domain, HTN_SECTION_TASKS, HTN_TASKS_NAME, name);
}

htn_query htn_query_find(const htn_domain *domain, const char *name)
{
    return find_named(domain, HTN_SECTION_QUERIES, HTN_QUERIES_NAME, name);
}

uint32_t htn_operator_find(const htn_domain *domain, const char *name)
{
    return find_named(domain, HTN_SECTION_OPERATORS, HTN_OPERATORS_NAME, name);
}

uint32_t htn_sensor_find(const htn_domain *domain, const char *name)
{
    return find_named(domain, HTN_SECTION_SENSORS, HTN_SENSORS_NAME, name);
}

uint32_t htn_root_find(const htn_domain *domain, const char *task_name)
{
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_ROOTS);
    for (uint32_t i = 0; task_name != NULL && i < count; i++)
        if (strcmp(htn_task_name(domain, HTNI_FIELD(domain, ROOTS, i, TASK)), task_name) == 0)
            return i;
    return HTN_NONE;
}

/* The record of a sorted section whose field has `value`. */
#define FIND_SORTED(domain, SECTION, NAME, value)                             \
    do {                                                                      \
        uint32_t low = 0, high = htni_count(domain, HTN_SECTION_##SECTION);   \
        while (low < high) {                                                  \
            const uint32_t middle = low + (high - low) / 2;                   \
            const uint32_t found = HTNI_FIELD(domain, SECTION, middle, NAME); \
            if (found == (value))                                             \
                return middle;                                                \
            if (found < (value))                                              \
                low = middle + 1;                                             \
            else                                                              \
                high = middle;                                                \
        }                                                                     \
        return HTN_NONE;                                                      \
    } while (0)

uint32_t htni_task_at(const htn_domain *domain, uint32_t entry)
{
    FIND_SORTED(domain, TASKS, ENTRY, entry);
}

/* Properties are sorted by address. What is kept as facts takes no room, so what does stands behind it at the same address. */
htn_property htn_property_at(const htn_domain *domain, uint32_t address)
{
    uint32_t low = 0, high = domain == NULL ? 0 : htni_count(domain, HTN_SECTION_PROPERTIES);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (HTNI_FIELD(domain, PROPERTIES, middle, ADDRESS) <= address)
            low = middle + 1;
        else
            high = middle;
    }
    const bool found = low > 0 && HTNI_FIELD(domain, PROPERTIES, low - 1, ADDRESS) == address &&
                       HTNI_FIELD(domain, PROPERTIES, low - 1, STORAGE) != HTN_STORAGE_FACTS;
    return found ? low - 1 : HTN_NONE;
}

uint32_t htni_task_of(const htn_domain *domain, uint32_t pc)
{
    uint32_t low = 0, high = htni_count(domain, HTN_SECTION_TASKS);
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (HTNI_FIELD(domain, TASKS, middle, ENTRY) <= pc)
            low = middle;
        else
            high = middle;
    }
    return low;
}
