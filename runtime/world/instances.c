/* See instances.h. */
#include "instances.h"
#include "group_link.h"
#include "hold_states.h"
#include "home_holds.h"
#include "world_write.h"

uint32_t htni_outermost(const htn_domain *domain, uint32_t type)
{
    while (HTNI_FIELD(domain, TYPES, type, PARENT) != HTN_NONE)
        type = HTNI_FIELD(domain, TYPES, type, PARENT);
    return type;
}

bool htni_can_be(const htn_domain *domain, uint32_t type, uint32_t root, int32_t instance)
{
    return HTNI_FIELD(domain, TYPES, type, KIND) == HTN_TYPE_ENTITIES && htni_outermost(domain, type) == root &&
           instance >= htni_signed(HTNI_FIELD(domain, TYPES, type, LOW)) &&
           instance <= htni_signed(HTNI_FIELD(domain, TYPES, type, HIGH));
}

htni_entries htni_entries_of(const htn_domain *domain, uint32_t property, uint32_t which, int32_t instance)
{
    const uint32_t first = HTNI_FIELD(domain, PROPERTIES, property, FIRST_PARAMETER);
    const uint32_t count = HTNI_FIELD(domain, PROPERTIES, property, PARAMETER_COUNT);
    uint32_t stride = 1, values = 1, low = 0;
    for (uint32_t i = count; i-- > which;) {
        const uint32_t type = HTNI_FIELD(domain, PARAMETERS, first + i, TYPE);
        stride *= values;
        low = HTNI_FIELD(domain, TYPES, type, LOW);
        values = HTNI_FIELD(domain, TYPES, type, HIGH) - low + 1;
    }
    const htni_entries entries = {((uint32_t)instance - low) * stride, stride, stride * values};
    return entries;
}

static void reset_entries(htn_world *world, uint32_t property, uint32_t which, int32_t instance)
{
    const htni_entries entries = htni_entries_of(world->domain, property, which, instance);
    const uint32_t cells = HTNI_FIELD(world->domain, PROPERTIES, property, CELLS);
    const int32_t initial = htni_signed(HTNI_FIELD(world->domain, PROPERTIES, property, INITIAL));
    for (uint32_t from = entries.first; from < cells; from += entries.step)
        for (uint32_t i = 0; i < entries.run; i++)
            htni_set_cell(world, property, from + i, initial);
}

static void forget(htn_world *world, uint32_t property, uint32_t root, int32_t instance)
{
    const htn_domain *domain = world->domain;
    const uint32_t first = HTNI_FIELD(domain, PROPERTIES, property, FIRST_PARAMETER);
    const uint32_t count = HTNI_FIELD(domain, PROPERTIES, property, PARAMETER_COUNT);
    const uint32_t cells = HTNI_FIELD(domain, PROPERTIES, property, CELLS);
    if (htni_can_be(domain, HTNI_FIELD(domain, PROPERTIES, property, TYPE), root, instance))
        for (uint32_t cell = 0; cell < cells; cell++)
            if (htni_load_cell(domain, world->bytes, property, cell) == instance)
                htni_set_cell(world, property, cell, htni_default(domain, property));
    for (uint32_t i = 0; i < count; i++)
        if (htni_can_be(domain, HTNI_FIELD(domain, PARAMETERS, first + i, TYPE), root, instance))
            reset_entries(world, property, i, instance);
}

static bool is_in_part(const htn_domain *domain, uint32_t property, htni_part part)
{
    return part == HTNI_ALL_PARTS || !htni_is_shared(domain, property);
}

/* In a list of world `of`, whose changes `world` logs; of shared properties or of others. */
static void forget_in_list(htn_world *world, const htn_world *of, bool shared, uint32_t root, int32_t instance)
{
    const htn_domain *domain = world->domain;
    const htni_during_list *list = of->durings;
    for (uint32_t i = 0; i < list->count; i++) {
        htni_during *entry = &list->entries[i];
        if (entry->layer == HTN_NONE || /* overwritten: the cell's timer is that of the value since */
            !htni_can_be(domain, HTNI_FIELD(domain, PROPERTIES, entry->property, TYPE), root, instance) ||
            htni_is_shared(domain, entry->property) != shared ||
            (entry->value != instance && entry->beneath != instance))
            continue;
        if (entry->value == instance)
            entry->value = htni_default(domain, entry->property);
        if (entry->beneath == instance) {
            htni_timer_stop(world, entry->property, entry->cell);
            entry->beneath = htni_default(domain, entry->property);
        }
        htni_log_hidden_change(world, htni_cell_name(domain, entry->property, entry->cell));
    }
}

/* An instance that Durings hide, beneath them or in one that another hides, is none from now on. Those of members are the home's. */
static void forget_hidden(htn_world *world, uint32_t root, int32_t instance, htni_part part)
{
    if (htni_is_home(world)) {
        for (htni_link *member = world->link->home->members; member != NULL; member = member->next)
            forget_in_list(world, member->world, true, root, instance);
    } else if (world->durings != NULL) {
        forget_in_list(world, world, false, root, instance);
        if (part == HTNI_ALL_PARTS && !htni_is_copy(world))
            forget_in_list(world, world, true, root, instance);
    }
}

void htni_forget_instance(htn_world *world, uint32_t root, int32_t instance, htni_part part)
{
    const uint32_t properties = htni_count(world->domain, HTN_SECTION_PROPERTIES);
    for (uint32_t i = 0; i < properties; i++)
        if (is_in_part(world->domain, i, part) &&
            (HTNI_FIELD(world->domain, PROPERTIES, i, FLAGS) & HTN_PROPERTY_STATIC) == 0)
            forget(world, i, root, instance);
    forget_hidden(world, root, instance, part);
    if (world->holds != NULL)
        htni_holds_forget(world, root, instance);
    if (htni_is_home(world) && world->link->home->held != NULL)
        htni_home_forget(world, root, instance);
}

void htni_remove_instance(htn_world *world, uint32_t type, int32_t instance)
{
    htni_set_presence(world, type, instance, 0);
    htni_forget_instance(world, htni_outermost(world->domain, type), instance, HTNI_ALL_PARTS);
}
