/*
 * Loading values and worlds; see load_world.h. Types, values and cells are found by name. If the
 * save was made with the same types, their numbers are the same as well and are used as they are,
 * once checked. Neighbours: load_types.c; save_world.c, which writes this.
 */
#include "../blob/cooldown_keys.h"
#include "load_world.h"
#include "../world/group_link.h"
#include "../world/cells.h"
#include "../world/world_write.h"
#include "save_format.h"
#include <htn/arithmetic.h>

/* --- Values ------------------------------------------------------------------------------------- */

/* Where the domain's strings have this text; HTN_NONE: nowhere. */
static uint32_t find_string(const htn_domain *domain, const char *text)
{
    const htn_view *strings = &domain->sections[HTN_SECTION_STRINGS];
    for (uint32_t at = 0; at < strings->size; at++) {
        const char *string = (const char *)strings->data + at;
        if (strcmp(string, text) == 0)
            return at;
        while (strings->data[at] != 0)
            at++;
    }
    return HTN_NONE;
}

/*
 * The value of that name. It most likely has the same position among the values as in the save,
 * `ordinal`.
 */
static bool find_value(const htn_domain *domain, uint32_t type, const char *name, uint32_t ordinal, int32_t *value)
{
    const int32_t low = htni_signed(HTNI_FIELD(domain, TYPES, type, LOW));
    const uint32_t count = HTNI_FIELD(domain, TYPES, type, VALUE_COUNT);
    for (uint32_t i = 0; name != NULL && i < count; i++) {
        const uint32_t tried = (ordinal + i) % count;
        *value = low + (int32_t)tried;
        if (strcmp(htn_value_name(domain, type, *value), name) == 0)
            return true;
    }
    return false;
}

/*
 * The instance at `position` of the domain's type of the same name as `leaf`. False: it does not
 * exist, or is none of `type`.
 */
static bool find_instance(htni_loading *in, const htni_saved_type *leaf, uint32_t position, uint32_t type,
                          int32_t *value)
{
    const htn_domain *domain = in->domain;
    const uint32_t found = htn_type_find(domain, leaf->name);
    if (found == HTN_NONE || htni_saved_kind_of(domain, found) != HTNI_SAVED_OPEN ||
        position >= HTNI_FIELD(domain, TYPES, found, OWN))
        return false;
    *value = htni_signed(HTNI_FIELD(domain, TYPES, found, LOW) + position);
    return *value >= htni_signed(HTNI_FIELD(domain, TYPES, type, LOW)) &&
           *value <= htni_signed(HTNI_FIELD(domain, TYPES, type, HIGH)) &&
           htni_slot(domain, found, *value) == htni_slot(domain, type, *value);
}

static bool get_instance(htni_loading *in, uint32_t type, int32_t *value)
{
    const uint32_t leaf = htni_get_type(in);
    *value = -1;
    if (leaf == HTN_NONE || !htni_is_accepted(in))
        return htni_is_accepted(in);
    const htni_saved_type of = htni_saved_type_at(in, leaf);
    const uint32_t position = htni_get_number(in);
    if (position >= of.own) /* only open types have any */
        return htni_refuse_damaged(in);
    return type != HTN_NONE && find_instance(in, &of, position, type, value);
}

static bool get_named(htni_loading *in, const htni_saved_type *saved, uint32_t type, int32_t *value)
{
    const uint32_t held = (uint32_t)htni_get_signed(in);
    *value = htni_signed(held);
    if (saved->kind == HTNI_SAVED_CLOSED && *value == -1)
        return true;
    if (held < saved->low || held > saved->high)
        return htni_refuse_damaged(in);
    return type != HTN_NONE && (in->same_types || find_value(in->domain, type, htni_saved_value_name(in, saved, held),
                                                             held - saved->low, value));
}

/* From an int to a fixed number: exact, or saturated. From a fixed number to an int: rounded. */
static void convert_number(htni_loading *in, uint32_t saved, uint32_t kind, int32_t *value)
{
    const int32_t before = *value;
    if (saved == HTNI_SAVED_INTEGER && kind == HTNI_SAVED_FIXED) {
        *value = htni_value_MUL(before, HTNI_FIXED_ONE);
        in->inexact = (int64_t)before * HTNI_FIXED_ONE != *value;
    } else if (saved == HTNI_SAVED_FIXED && kind == HTNI_SAVED_INTEGER) {
        *value = htni_value_ROUND(before);
        in->inexact = (int64_t)*value * HTNI_FIXED_ONE != before;
    }
}

bool htni_get_value(htni_loading *in, uint32_t saved, uint32_t type, int32_t *value)
{
    *value = 0;
    in->inexact = false;
    if (saved == HTN_NONE) {
        *value = htni_signed(find_string(in->domain, htni_get_text(in)));
        return type == HTN_NONE && *value != -1 && htni_is_accepted(in);
    }
    const htni_saved_type of = htni_saved_type_at(in, saved);
    const bool same_kind = htni_has_same_kind(in, saved, type);
    if (of.kind == HTNI_SAVED_OPEN)
        return get_instance(in, same_kind ? type : HTN_NONE, value) && same_kind && htni_is_accepted(in);
    if (of.kind != HTNI_SAVED_INTEGER && of.kind != HTNI_SAVED_BOOL && of.kind != HTNI_SAVED_FIXED)
        return get_named(in, &of, same_kind ? type : HTN_NONE, value) && same_kind && htni_is_accepted(in);
    *value = htni_get_signed(in);
    if (of.kind == HTNI_SAVED_BOOL && (uint32_t)*value > 1)
        return htni_refuse_damaged(in);
    if (same_kind)
        convert_number(in, of.kind, htni_saved_kind_of(in->domain, type), value);
    return same_kind && htni_is_accepted(in);
}

/* --- Cells -------------------------------------------------------------------------------------- */

/* How many cells the save has for a property with these parameters. */
static uint32_t count_cells(htni_loading *in, htni_saved_types parameters)
{
    uint64_t cells = 1;
    while (parameters.count > 0 && htni_is_accepted(in)) {
        const htni_saved_type type = htni_saved_type_at(in, htni_next_type(in, &parameters));
        cells *= (uint64_t)(type.high - type.low) + 1;
        if (type.kind < HTNI_SAVED_ENUM || type.kind == HTNI_SAVED_FIXED || cells > HTN_MAX_WORLD)
            htni_refuse_damaged(in);
    }
    return (uint32_t)cells;
}

htni_saved_property htni_get_property(htni_loading *in, uint32_t hint)
{
    const htn_domain *domain = in->domain;
    const char *name = htni_get_text(in);
    const uint32_t property =
        strcmp(htn_property_name(domain, hint), name) == 0 ? hint : htn_property_find(domain, name);
    const bool known = property < htni_count(domain, HTN_SECTION_PROPERTIES);
    htni_saved_property saved;
    saved.type = htni_get_type(in);
    saved.parameters = htni_get_types(in, known ? HTNI_FIELD(domain, PROPERTIES, property, FIRST_PARAMETER) : 0,
                                      known ? HTNI_FIELD(domain, PROPERTIES, property, PARAMETER_COUNT) : HTN_NONE);
    saved.cells = count_cells(in, saved.parameters);
    if (saved.type == HTN_NONE)
        htni_refuse_damaged(in);
    const bool matches = known && saved.parameters.match && htni_is_accepted(in) &&
                         (HTNI_FIELD(domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_STATIC) == 0 &&
                         htni_has_same_kind(in, saved.type, HTNI_FIELD(domain, PROPERTIES, property, TYPE));
    saved.property = matches ? property : HTN_NONE;
    return saved;
}

/*
 * The domain's value for a value of a parameter of the save's, which is an instance or a value of
 * an enum.
 */
static bool map_index(htni_loading *in, const htni_saved_type *saved, uint32_t value, uint32_t type, int32_t *mapped)
{
    if (saved->kind != HTNI_SAVED_OPEN)
        return find_value(in->domain, type, htni_saved_value_name(in, saved, value), value - saved->low, mapped);
    for (uint32_t i = saved->family; i < in->type_count && htni_is_accepted(in); i++) { /* subtypes come behind it */
        const htni_saved_type leaf = htni_saved_type_at(in, i);
        if (leaf.kind == HTNI_SAVED_OPEN && leaf.family == saved->family && value >= leaf.low &&
            value - leaf.low < leaf.own)
            return find_instance(in, &leaf, value - leaf.low, type, mapped);
    }
    return false;
}

uint32_t htni_map_cell(htni_loading *in, const htni_saved_property *saved, uint32_t cell)
{
    const htn_domain *domain = in->domain;
    uint32_t parameter = HTNI_FIELD(domain, PROPERTIES, saved->property, FIRST_PARAMETER);
    uint32_t stride = saved->cells, found = 0;
    if (in->same_types)
        return cell < HTNI_FIELD(domain, PROPERTIES, saved->property, CELLS) ? cell : HTN_NONE;
    for (htni_saved_types types = saved->parameters; types.count > 0 && htni_is_accepted(in); parameter++) {
        const uint32_t type = HTNI_FIELD(domain, PARAMETERS, parameter, TYPE);
        const uint32_t low = HTNI_FIELD(domain, TYPES, type, LOW), high = HTNI_FIELD(domain, TYPES, type, HIGH);
        const htni_saved_type of = htni_saved_type_at(in, htni_next_type(in, &types));
        int32_t mapped;
        stride /= of.high - of.low + 1;
        if (!map_index(in, &of, of.low + cell / stride, type, &mapped))
            return HTN_NONE;
        found = found * (high - low + 1) + ((uint32_t)mapped - low);
        cell %= stride;
    }
    return found;
}

bool htni_get_cell_value(htni_loading *in, const htni_saved_property *saved, int32_t *value)
{
    const htn_domain *domain = in->domain;
    const uint32_t property = saved->property;
    if (property == HTN_NONE) {
        htni_get_value(in, saved->type, HTN_NONE, value);
        return false;
    }
    if (!htni_get_value(in, saved->type, HTNI_FIELD(domain, PROPERTIES, property, TYPE), value))
        return false;
    const int32_t clamped = htni_clamp(*value, htni_signed(HTNI_FIELD(domain, PROPERTIES, property, LOW)),
                                       htni_signed(HTNI_FIELD(domain, PROPERTIES, property, HIGH)));
    in->report.values_changed += clamped != *value || in->inexact;
    *value = clamped;
    return true;
}

/* Whether the group says what a property is. */
static bool is_groups(const htn_domain *domain, uint32_t property)
{
    return htni_is_shared(domain, property) ||
           (HTNI_FIELD(domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_HELD) != 0;
}

/* Whether the world is that of an agent in a group, and this is shared: it stays as it is, unless all of the agent is loaded. */
static bool is_kept(const htni_loading *in, bool shared)
{
    return shared && in->agent == NULL && htni_is_copy(in->world);
}

/* A cell without a counterpart is skipped; one whose value has none keeps its value. */
static void load_cell(htni_loading *in, const htni_saved_property *saved, uint32_t cell)
{
    const uint32_t to = saved->property == HTN_NONE ? HTN_NONE : htni_map_cell(in, saved, cell);
    int32_t value;
    const bool found = htni_get_cell_value(in, saved, &value);
    if (!htni_is_accepted(in) || to == HTN_NONE)
        return;
    in->report.values_changed += !found;
    if (found && in->applies && !is_kept(in, is_groups(in->domain, saved->property)))
        htni_set_saturating(in->world, saved->property, to, value);
}

static void load_property(htni_loading *in, uint32_t hint)
{
    const htni_saved_property saved = htni_get_property(in, hint);
    const uint32_t cells = saved.property == HTN_NONE ? 0 : HTNI_FIELD(in->domain, PROPERTIES, saved.property, CELLS);
    in->report.properties_lost += saved.property == HTN_NONE;
    if (saved.cells > in->end - in->at || (in->same_types && saved.cells != cells))
        htni_refuse_damaged(in);
    for (uint32_t i = 0; i < saved.cells && htni_is_accepted(in); i++)
        load_cell(in, &saved, i);
}

/* The slot at `position` of those that belong to the type itself. */
static void load_instance(htni_loading *in, const htni_saved_type *leaf, uint32_t position, uint32_t state)
{
    const uint32_t type = htn_type_find(in->domain, leaf->name);
    int32_t instance;
    if (type != HTN_NONE && find_instance(in, leaf, position, type, &instance)) {
        if (in->applies && !is_kept(in, htni_is_shared_type(in->domain, type)))
            htni_place_instance(in->world, type, instance, state >> 1, state & 1);
    } else {
        in->report.instances_lost += state & 1;
    }
}

/*
 * The first property from `property` on that is not static: the next one in a save of this very
 * domain.
 */
static uint32_t next_saved(const htn_domain *domain, uint32_t property)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_PROPERTIES);
    while (property < count && (HTNI_FIELD(domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_STATIC) != 0)
        property++;
    return property;
}

void htni_load_world(htni_loading *in)
{
    const uint32_t outer = htni_enter_part(in);
    for (uint32_t i = 0; i < in->type_count && htni_is_accepted(in); i++) {
        const htni_saved_type type = htni_saved_type_at(in, i);
        for (uint32_t position = 0; position < type.own && htni_is_accepted(in); position++)
            load_instance(in, &type, position, htni_get_below(in, 2 * (UINT16_MAX + 1)));
    }
    uint32_t property = 0;
    for (uint32_t count = htni_get_count(in); count > 0 && htni_is_accepted(in); count--) {
        property = next_saved(in->domain, property);
        load_property(in, property++);
    }
    htni_leave_part(in, outer);
}

/* --- Timers ------------------------------------------------------------------------------------- */

/* If the time is that of a Cooldown, and this is shorter now, so is what is left of it. */
static uint32_t no_longer_than_cooldown(const htn_domain *domain, uint32_t property, uint32_t left)
{
    const uint32_t method = htni_method_cooling(domain, property);
    const uint32_t whole = method == HTN_NONE ? left : HTNI_FIELD(domain, METHODS, method, COOLDOWN);
    return left < whole ? left : whole;
}

static void load_timer(htni_loading *in)
{
    const htni_saved_property saved = htni_get_property(in, HTN_NONE);
    const uint32_t number = htni_get_below(in, saved.cells), left = htni_get_number(in), property = saved.property;
    const uint32_t cell = property == HTN_NONE || !htni_is_accepted(in) ? HTN_NONE : htni_map_cell(in, &saved, number);
    const bool expires =
        cell != HTN_NONE && (HTNI_FIELD(in->domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_EXPIRES) != 0;
    if (left == 0 || left > HTNI_LONGEST_TIMER || (in->exact && !expires))
        htni_refuse_damaged(in);
    if (!htni_is_accepted(in) || !in->applies || cell == HTN_NONE)
        return;
    if (expires)
        htni_timer_start(in->world, property, cell,
                         in->exact ? left : no_longer_than_cooldown(in->domain, property, left));
    else
        htni_lapse(in->world, property, cell);
}

void htni_load_timers(htni_loading *in)
{
    const uint32_t outer = htni_enter_part(in);
    for (uint32_t count = htni_get_count(in); count > 0 && htni_is_accepted(in); count--)
        load_timer(in);
    htni_leave_part(in, outer);
}
