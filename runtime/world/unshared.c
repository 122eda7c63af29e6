/* See unshared.h. */
#include "unshared.h"
#include "instances.h"
#include "world_write.h"

/* --- The table ---------------------------------------------------------------------------------- */

static uint32_t shared_bytes(const htn_domain *domain)
{
    return domain->world_bytes - domain->shared_at;
}

size_t htni_unshared_values(const htn_domain *domain)
{
    return (size_t)shared_bytes(domain) * sizeof(int32_t);
}

size_t htni_unshared_times(const htn_domain *domain)
{
    const uint32_t properties = htni_count(domain, HTN_SECTION_PROPERTIES);
    for (uint32_t i = 0; i < properties; i++)
        if (htni_is_shared(domain, i) && (HTNI_FIELD(domain, PROPERTIES, i, FLAGS) & HTN_PROPERTY_EXPIRES) != 0)
            return (size_t)shared_bytes(domain) * sizeof(uint32_t);
    return 0;
}

size_t htni_unshared_operations(const htn_domain *domain)
{
    return ((size_t)shared_bytes(domain) + 3) / 4;
}

static htni_operation operation_at(const htni_unshared *of, uint32_t at)
{
    return (htni_operation)(of->operations[at / 4] >> at % 4 * 2 & 3);
}

static void set_operation(htni_unshared *of, uint32_t at, htni_operation operation)
{
    const htni_operation old = operation_at(of, at);
    of->count = of->count - (old != HTNI_OPERATION_NONE) + (operation != HTNI_OPERATION_NONE);
    of->removals = of->removals - (old == HTNI_OPERATION_REMOVE) + (operation == HTNI_OPERATION_REMOVE);
    of->operations[at / 4] =
        (uint8_t)((of->operations[at / 4] & ~(3u << at % 4 * 2)) | (uint32_t)operation << at % 4 * 2);
}

/* Where in the table a cell, or the presence of an instance, is. */
static uint32_t place_of_cell(const htn_domain *domain, uint32_t property, uint32_t cell)
{
    return htni_cell_address(domain, property, cell) - domain->shared_at;
}

static uint32_t place_of_instance(const htn_domain *domain, uint32_t type, int32_t instance)
{
    return HTNI_FIELD(domain, TYPES, type, PRESENCE) + ((uint32_t)instance - HTNI_FIELD(domain, TYPES, type, LOW)) -
           domain->shared_at;
}

/* --- Noting ------------------------------------------------------------------------------------- */

static void set_time(htni_unshared *of, uint32_t at, uint32_t lasts)
{
    if (of->times != NULL)
        of->times[at] = lasts;
}

void htni_defer_set(htn_world *copy, uint32_t property, uint32_t cell, int32_t value, uint32_t lasts)
{
    htni_unshared *of = copy->link->unshared;
    const uint32_t at = place_of_cell(copy->domain, property, cell);
    set_operation(of, at, HTNI_OPERATION_SET);
    set_time(of, at, lasts);
    of->values[at] = value;
}

void htni_defer_add(htn_world *copy, uint32_t property, uint32_t cell, int64_t n)
{
    htni_unshared *of = copy->link->unshared;
    const uint32_t at = place_of_cell(copy->domain, property, cell);
    if (operation_at(of, at) == HTNI_OPERATION_SET) {
        of->values[at] = htni_saturated(copy->domain, property, htni_saturate(of->values[at] + n));
        set_time(of, at, 0);
        return;
    }
    of->values[at] = htni_saturate(n + (operation_at(of, at) == HTNI_OPERATION_ADD ? of->values[at] : 0));
    set_operation(of, at, HTNI_OPERATION_ADD);
}

void htni_defer_removal(htn_world *copy, uint32_t type, int32_t instance)
{
    const uint32_t at = place_of_instance(copy->domain, type, instance);
    htni_void_unshared(copy, htni_outermost(copy->domain, type), instance);
    set_operation(copy->link->unshared, at, HTNI_OPERATION_REMOVE);
    copy->link->unshared->values[at] = (int32_t)htni_generation_of(copy, type, instance);
}

/* --- Instances that are gone -------------------------------------------------------------------- */

static void void_entries(htn_world *copy, uint32_t property, uint32_t which, int32_t instance)
{
    const htni_entries entries = htni_entries_of(copy->domain, property, which, instance);
    const uint32_t cells = HTNI_FIELD(copy->domain, PROPERTIES, property, CELLS);
    for (uint32_t from = entries.first; from < cells; from += entries.step)
        for (uint32_t i = 0; i < entries.run; i++)
            set_operation(copy->link->unshared, place_of_cell(copy->domain, property, from + i), HTNI_OPERATION_NONE);
}

/* A cell that was set to the instance was set to none. */
static void void_references(htn_world *copy, uint32_t property, int32_t instance)
{
    htni_unshared *of = copy->link->unshared;
    const uint32_t cells = HTNI_FIELD(copy->domain, PROPERTIES, property, CELLS);
    for (uint32_t i = 0; i < cells; i++) {
        const uint32_t at = place_of_cell(copy->domain, property, i);
        if (operation_at(of, at) != HTNI_OPERATION_SET || of->values[at] != instance)
            continue;
        of->values[at] = htni_default(copy->domain, property);
        set_time(of, at, 0);
    }
}

/* Whether a shared property can have operations. */
static bool is_writable(const htn_domain *domain, uint32_t property)
{
    return htni_is_shared(domain, property) &&
           (HTNI_FIELD(domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_STATIC) == 0;
}

void htni_void_unshared(htn_world *copy, uint32_t root, int32_t instance)
{
    const htn_domain *domain = copy->domain;
    const uint32_t properties = htni_count(domain, HTN_SECTION_PROPERTIES);
    if (!htni_has_unshared(copy))
        return;
    set_operation(copy->link->unshared, place_of_instance(domain, root, instance), HTNI_OPERATION_NONE);
    for (uint32_t i = 0; i < properties; i++) {
        const uint32_t first = HTNI_FIELD(domain, PROPERTIES, i, FIRST_PARAMETER);
        const uint32_t count = HTNI_FIELD(domain, PROPERTIES, i, PARAMETER_COUNT);
        if (!is_writable(domain, i))
            continue;
        if (htni_can_be(domain, HTNI_FIELD(domain, PROPERTIES, i, TYPE), root, instance))
            void_references(copy, i, instance);
        for (uint32_t p = 0; p < count; p++)
            if (htni_can_be(domain, HTNI_FIELD(domain, PARAMETERS, first + p, TYPE), root, instance))
                void_entries(copy, i, p, instance);
    }
}

/* --- The copy's view ---------------------------------------------------------------------------- */

bool htni_is_removal_noted(const htn_world *copy, uint32_t type, int32_t instance)
{
    const htni_unshared *of = copy->link->unshared;
    const uint32_t at = place_of_instance(copy->domain, type, instance);
    return of != NULL && of->removals != 0 && operation_at(of, at) == HTNI_OPERATION_REMOVE &&
           (uint32_t)of->values[at] == htni_generation_of(copy->link->home->world, type, instance);
}

/* Calls `is` with each instance of an open type that is an index of the cell, until one is. */
static bool any_index(const htn_world *copy, uint32_t property, uint32_t cell,
                      bool (*is)(const htn_world *copy, uint32_t type, int32_t instance))
{
    const htn_domain *domain = copy->domain;
    const uint32_t first = HTNI_FIELD(domain, PROPERTIES, property, FIRST_PARAMETER);
    for (uint32_t i = HTNI_FIELD(domain, PROPERTIES, property, PARAMETER_COUNT); i-- > 0;) {
        const uint32_t type = HTNI_FIELD(domain, PARAMETERS, first + i, TYPE);
        const uint32_t low = HTNI_FIELD(domain, TYPES, type, LOW), high = HTNI_FIELD(domain, TYPES, type, HIGH);
        const int32_t instance = htni_signed(low + cell % (high - low + 1));
        if (HTNI_FIELD(domain, TYPES, type, PRESENCE) != HTN_NONE && is(copy, type, instance))
            return true;
        cell /= high - low + 1;
    }
    return false;
}

/* The open type whose instance is the value; HTN_NONE: the value is no such instance. */
static uint32_t type_of_reference(const htn_domain *domain, uint32_t property, int32_t value)
{
    const uint32_t type = HTNI_FIELD(domain, PROPERTIES, property, TYPE);
    return HTNI_FIELD(domain, TYPES, type, PRESENCE) != HTN_NONE && value >= 0 ? type : HTN_NONE;
}

int32_t htni_overlay(const htn_world *copy, uint32_t property, uint32_t cell, int32_t value)
{
    const htni_unshared *of = copy->link->unshared;
    if (of == NULL || of->count == 0)
        return value;
    if (of->removals != 0) {
        const uint32_t type = type_of_reference(copy->domain, property, value);
        if (type != HTN_NONE && htni_is_removal_noted(copy, type, value))
            value = htni_default(copy->domain, property);
        if (any_index(copy, property, cell, htni_is_removal_noted))
            value = htni_signed(HTNI_FIELD(copy->domain, PROPERTIES, property, INITIAL));
    }
    const uint32_t at = place_of_cell(copy->domain, property, cell);
    switch (operation_at(of, at)) {
    case HTNI_OPERATION_SET: return of->values[at];
    case HTNI_OPERATION_ADD:
        return htni_saturated(copy->domain, property, htni_saturate((int64_t)value + of->values[at]));
    default: return value;
    }
}

/* --- Sharing ------------------------------------------------------------------------------------ */

/* Whether the copy's instance in a slot is not the one that the home has, or neither has one. */
static bool is_removed(const htn_world *copy, uint32_t type, int32_t instance)
{
    const htn_world *home = copy->link->home->world;
    return copy->link->strange || !htni_is_present(copy->domain, home->bytes, type, instance) ||
           htni_generation_of(copy, type, instance) != htni_generation_of(home, type, instance);
}

bool htni_is_about_removed(const htn_world *copy, uint32_t property, uint32_t cell)
{
    return any_index(copy, property, cell, is_removed);
}

int32_t htni_unless_removed(const htn_world *copy, uint32_t property, int32_t value)
{
    const uint32_t type = type_of_reference(copy->domain, property, value);
    return type != HTN_NONE && is_removed(copy, type, value) ? htni_default(copy->domain, property) : value;
}

static void share_removals(htn_world *copy, uint32_t type)
{
    htn_world *home = copy->link->home->world;
    const int32_t high = htni_signed(HTNI_FIELD(copy->domain, TYPES, type, HIGH));
    for (int32_t i = 0; i <= high; i++)
        if (htni_is_removal_noted(copy, type, i) && htni_is_present(copy->domain, home->bytes, type, i)) {
            htni_remove_instance(home, type, i);
            copy->link->home->placed++;
        }
}

static void share_cell(htn_world *copy, uint32_t property, uint32_t cell, htni_operation operation, int32_t value,
                       uint32_t lasts)
{
    const htn_domain *domain = copy->domain;
    htn_world *home = copy->link->home->world;
    if (operation == HTNI_OPERATION_ADD)
        value = htni_saturated(domain, property,
                               htni_saturate((int64_t)htni_load_cell(domain, home->bytes, property, cell) + value));
    const int32_t now = htni_unless_removed(copy, property, value);
    lasts = now == value ? lasts : 0; /* none is for good */
    value = now;
    if (!htni_is_about_removed(copy, property, cell) && lasts != 0)
        htni_set_cell_for(home, property, cell, value, lasts);
    else if (!htni_is_about_removed(copy, property, cell))
        htni_set_cell(home, property, cell, value);
    /* The copy looks again at a cell that has become something else than it expects. */
    if (htni_load_cell(domain, home->bytes, property, cell) != htni_load_cell(domain, copy->bytes, property, cell))
        htni_log_hidden_change(home, htni_cell_name(domain, property, cell));
}

static void share_property(htn_world *copy, uint32_t property)
{
    const htni_unshared *of = copy->link->unshared;
    const uint32_t cells = HTNI_FIELD(copy->domain, PROPERTIES, property, CELLS);
    for (uint32_t cell = 0; cell < cells; cell++) {
        const uint32_t at = place_of_cell(copy->domain, property, cell);
        const htni_operation operation = operation_at(of, at);
        if (operation != HTNI_OPERATION_NONE)
            share_cell(copy, property, cell, operation, of->values[at],
                       of->times != NULL && operation == HTNI_OPERATION_SET ? of->times[at] : 0);
    }
}

void htni_forget_unshared(htn_world *copy)
{
    htni_unshared *of = copy->link->unshared;
    if (of->count != 0)
        memset(of->operations, 0, htni_unshared_operations(copy->domain));
    of->count = of->removals = 0;
    of->deviates = false;
}

void htni_share(htn_world *copy)
{
    const htn_domain *domain = copy->domain;
    const uint32_t types = htni_count(domain, HTN_SECTION_TYPES), count = htni_count(domain, HTN_SECTION_PROPERTIES);
    if (!htni_has_unshared(copy))
        return;
    for (uint32_t i = 0; i < types && copy->link->unshared->removals != 0; i++)
        if (htni_is_shared_type(domain, i) && HTNI_FIELD(domain, TYPES, i, PARENT) == HTN_NONE)
            share_removals(copy, i);
    for (uint32_t i = 0; i < count; i++)
        if (is_writable(domain, i))
            share_property(copy, i);
    htni_forget_unshared(copy);
}
