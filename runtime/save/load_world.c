/*
 * Loading a world into the domain as it is now: types, values and cells are found by their names. Where the save was made with
 * the same types, their numbers are the same as well, and are taken as they are, once they have been looked at.
 * Neighbours: load_agent.c; save.c, which writes these parts.
 */
#include "saving.h"

/* A type of the save's. */
typedef struct saved_type {
    uint32_t kind;      /* htni_saved_kind */
    uint32_t low, high; /* its values; 0 for numbers */
    uint32_t own;       /* open: how many of its slots, the first ones, are of itself */
    uint32_t family;    /* open: its outermost type */
    uint32_t names;     /* where the places of its values' names are; 0: they have none */
    const char *name;   /* open: its own */
} saved_type;

/*
 * Types and names are looked up for each cell, and the types of a family are searched: so many bytes at most are gone through for one of
 * the save's, that none takes for ever.
 */
enum { LOOKED_THROUGH_PER_BYTE = 1 << 14 };

/* --- Types -------------------------------------------------------------------------------------- */

/* Where item `index` of a list of places is, or 0; to be read up to the end of the types. */
static uint32_t place_of(const htni_loading *in, uint32_t places, uint32_t index)
{
    const uint32_t place = htni_read32(in->bytes + places + (size_t)index * 4);
    return place > in->types && place < in->types_end ? place : 0;
}

static void read_names(htni_loading *in, saved_type *type)
{
    const uint32_t count = htni_get_count(in);
    type->names = in->at;
    type->high = type->low + count - 1;
    if (count == 0 || count > HTN_MAX_INSTANCES || count > (in->end - in->at) / 4)
        htni_damaged(in);
}

static void read_open(htni_loading *in, saved_type *type)
{
    type->high = htni_get_below(in, HTN_MAX_INSTANCES);
    type->own = htni_get_number(in);
    type->family = htni_get_below(in, in->type_count);
    type->name = htni_get_text(in);
    if (type->high < type->low || type->own > type->high - type->low + 1)
        htni_damaged(in);
}

static void read_type(htni_loading *in, saved_type *type)
{
    memset(type, 0, sizeof *type);
    type->kind = htni_get_below(in, HTNI_SAVED_KINDS);
    type->high = type->kind == HTNI_SAVED_BOOL;
    if (type->kind <= HTNI_SAVED_INTEGER)
        return;
    type->low = htni_get_below(in, HTN_MAX_INSTANCES);
    if (type->kind == HTNI_SAVED_OPEN)
        read_open(in, type);
    else
        read_names(in, type);
}

/* Where reading goes on behind a look at something else, which began at `from`. */
typedef struct look {
    uint32_t at, end, from;
} look;

static look begin_look(htni_loading *in, uint32_t from)
{
    const look begun = {in->at, in->end, from};
    if (in->looked_through > (uint64_t)in->size * LOOKED_THROUGH_PER_BYTE)
        htni_refuse(in, HTN_BAD_SAVE, "there are more types than a domain can use; the save was damaged");
    else if (from == 0)
        htni_damaged(in);
    in->at = from;
    in->end = in->types_end;
    return begun;
}

static void end_look(htni_loading *in, look begun)
{
    in->looked_through += in->at - begun.from + 1;
    in->at = begun.at;
    in->end = begun.end;
}

/* Type `index` of the save's. */
static saved_type type_at(htni_loading *in, uint32_t index)
{
    const look begun = begin_look(in, index < in->type_count ? place_of(in, in->types, index) : 0);
    saved_type type;
    memset(&type, 0, sizeof type);
    if (htni_goes_on(in))
        read_type(in, &type);
    end_look(in, begun);
    return type;
}

/* Value `value` of a type whose values have names; NULL: there is none, and the save is refused. */
static const char *name_of(htni_loading *in, const saved_type *type, uint32_t value)
{
    const look begun = begin_look(in, htni_goes_on(in) ? place_of(in, type->names, value - type->low) : 0);
    const char *name = htni_get_text(in);
    end_look(in, begun);
    return htni_goes_on(in) ? name : NULL;
}

/* Whether the domain's type of the same number has the same values. */
static bool is_same_type(const htn_domain *domain, uint32_t index, const saved_type *type)
{
    if (type->kind != htni_saved_kind_of(domain, index))
        return false;
    return type->kind == HTNI_SAVED_INTEGER ||
           (type->low == HTNI_FIELD(domain, TYPES, index, LOW) &&
            type->high == HTNI_FIELD(domain, TYPES, index, HIGH) &&
            (type->kind != HTNI_SAVED_OPEN || type->own == HTNI_FIELD(domain, TYPES, index, OWN)));
}

void htni_load_types(htni_loading *in)
{
    const uint32_t outer = htni_enter_part(in);
    in->type_count = htni_get_count(in);
    in->types = in->at;
    in->types_end = in->end;
    if (in->type_count > (in->end - in->at) / 4 ||
        (in->same_types && in->type_count != htni_count(in->domain, HTN_SECTION_TYPES)))
        htni_damaged(in);
    for (uint32_t i = 0; i < in->type_count && htni_goes_on(in); i++) {
        const saved_type type = type_at(in, i);
        if (in->same_types && htni_goes_on(in) && !is_same_type(in->domain, i, &type))
            htni_damaged(in);
    }
    htni_leave_part(in, outer);
}

uint32_t htni_get_type(htni_loading *in)
{
    const uint32_t number = htni_get_below(in, in->type_count + 1);
    return number - 1;
}

static bool is_same_kind(htni_loading *in, uint32_t saved, uint32_t type)
{
    if (saved == HTN_NONE || type == HTN_NONE || in->same_types)
        return saved == type;
    return type_at(in, saved).kind == htni_saved_kind_of(in->domain, type);
}

htni_saved_types htni_get_types(htni_loading *in, uint32_t first, uint32_t count)
{
    const uint32_t number = htni_get_count(in);
    htni_saved_types types = {number, in->at, number == count};
    for (uint32_t i = 0; i < number && htni_goes_on(in); i++) {
        const uint32_t type = htni_get_type(in);
        types.alike = types.alike && is_same_kind(in, type, HTNI_FIELD(in->domain, PARAMETERS, first + i, TYPE));
    }
    return types;
}

uint32_t htni_next_type(htni_loading *in, htni_saved_types *types)
{
    const uint32_t at = in->at;
    in->at = types->at;
    const uint32_t type = htni_get_type(in);
    types->at = in->at;
    types->count--;
    in->at = at;
    return type;
}

bool htni_is_saved_open(htni_loading *in, uint32_t saved)
{
    return saved != HTN_NONE && type_at(in, saved).kind == HTNI_SAVED_OPEN;
}

/* --- Values ------------------------------------------------------------------------------------- */

/* Where a text begins among the domain's; HTN_NONE: it is not there. */
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

/* The value of that name, most likely the one that is as far from the first. */
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

/* The instance that is so far in a type of that name, if that is one of `type`. */
static bool find_instance(htni_loading *in, const saved_type *leaf, uint32_t place, uint32_t type, int32_t *value)
{
    const htn_domain *domain = in->domain;
    const uint32_t found = htn_type_find(domain, leaf->name);
    if (found == HTN_NONE || htni_saved_kind_of(domain, found) != HTNI_SAVED_OPEN ||
        place >= HTNI_FIELD(domain, TYPES, found, OWN))
        return false;
    *value = htni_signed(HTNI_FIELD(domain, TYPES, found, LOW) + place);
    return *value >= htni_signed(HTNI_FIELD(domain, TYPES, type, LOW)) &&
           *value <= htni_signed(HTNI_FIELD(domain, TYPES, type, HIGH)) &&
           htni_slot(domain, found, *value) == htni_slot(domain, type, *value);
}

static bool get_instance(htni_loading *in, uint32_t type, int32_t *value)
{
    const uint32_t leaf = htni_get_type(in);
    *value = -1;
    if (leaf == HTN_NONE || !htni_goes_on(in))
        return htni_goes_on(in);
    const saved_type of = type_at(in, leaf);
    const uint32_t place = htni_get_number(in);
    if (place >= of.own) /* only open types have any */
        return htni_damaged(in);
    return type != HTN_NONE && find_instance(in, &of, place, type, value);
}

static bool get_named(htni_loading *in, const saved_type *saved, uint32_t type, int32_t *value)
{
    const uint32_t held = (uint32_t)htni_get_signed(in);
    *value = htni_signed(held);
    if (saved->kind == HTNI_SAVED_CLOSED && *value == -1)
        return true;
    if (held < saved->low || held > saved->high)
        return htni_damaged(in);
    return type != HTN_NONE &&
           (in->same_types || find_value(in->domain, type, name_of(in, saved, held), held - saved->low, value));
}

bool htni_get_value(htni_loading *in, uint32_t saved, uint32_t type, int32_t *value)
{
    *value = 0;
    if (saved == HTN_NONE) {
        *value = htni_signed(find_string(in->domain, htni_get_text(in)));
        return type == HTN_NONE && *value != -1 && htni_goes_on(in);
    }
    const saved_type of = type_at(in, saved);
    const bool same_kind = is_same_kind(in, saved, type);
    if (of.kind == HTNI_SAVED_OPEN)
        return get_instance(in, same_kind ? type : HTN_NONE, value) && same_kind && htni_goes_on(in);
    if (of.kind != HTNI_SAVED_INTEGER && of.kind != HTNI_SAVED_BOOL)
        return get_named(in, &of, same_kind ? type : HTN_NONE, value) && same_kind && htni_goes_on(in);
    *value = htni_get_signed(in);
    if (of.kind == HTNI_SAVED_BOOL && (uint32_t)*value > 1)
        return htni_damaged(in);
    return same_kind && htni_goes_on(in);
}

/* --- Cells -------------------------------------------------------------------------------------- */

/* How many cells the save has of a table of these parameters. */
static uint32_t count_cells(htni_loading *in, htni_saved_types parameters)
{
    uint64_t cells = 1;
    while (parameters.count > 0 && htni_goes_on(in)) {
        const saved_type type = type_at(in, htni_next_type(in, &parameters));
        cells *= (uint64_t)(type.high - type.low) + 1;
        if (type.kind < HTNI_SAVED_ENUM || cells > HTN_MAX_WORLD)
            htni_damaged(in);
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
        htni_damaged(in);
    const bool alike = known && saved.parameters.alike && htni_goes_on(in) &&
                       (HTNI_FIELD(domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_STATIC) == 0 &&
                       is_same_kind(in, saved.type, HTNI_FIELD(domain, PROPERTIES, property, TYPE));
    saved.property = alike ? property : HTN_NONE;
    return saved;
}

/* The value of a table's parameter as the domain has it: an instance or an enum's value. */
static bool map_index(htni_loading *in, const saved_type *saved, uint32_t value, uint32_t type, int32_t *mapped)
{
    if (saved->kind != HTNI_SAVED_OPEN)
        return find_value(in->domain, type, name_of(in, saved, value), value - saved->low, mapped);
    for (uint32_t i = saved->family; i < in->type_count && htni_goes_on(in); i++) { /* subtypes stand behind it */
        const saved_type leaf = type_at(in, i);
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
    for (htni_saved_types types = saved->parameters; types.count > 0 && htni_goes_on(in); parameter++) {
        const uint32_t type = HTNI_FIELD(domain, PARAMETERS, parameter, TYPE);
        const uint32_t low = HTNI_FIELD(domain, TYPES, type, LOW), high = HTNI_FIELD(domain, TYPES, type, HIGH);
        const saved_type of = type_at(in, htni_next_type(in, &types));
        int32_t mapped;
        stride /= of.high - of.low + 1;
        if (!map_index(in, &of, of.low + cell / stride, type, &mapped))
            return HTN_NONE;
        found = found * (high - low + 1) + ((uint32_t)mapped - low);
        cell %= stride;
    }
    return found;
}

bool htni_get_held(htni_loading *in, const htni_saved_property *saved, int32_t *value)
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
    in->report.values_changed += clamped != *value;
    *value = clamped;
    return true;
}

/* What has no counterpart stays as it is. */
static void load_cell(htni_loading *in, const htni_saved_property *saved, uint32_t cell)
{
    const uint32_t to = saved->property == HTN_NONE ? HTN_NONE : htni_map_cell(in, saved, cell);
    int32_t value;
    const bool found = htni_get_held(in, saved, &value);
    if (!htni_goes_on(in) || to == HTN_NONE)
        return;
    in->report.values_changed += !found;
    if (found && in->applies)
        htni_write_world(in->world, saved->property, to, value);
}

static void load_property(htni_loading *in, uint32_t hint)
{
    const htni_saved_property saved = htni_get_property(in, hint);
    const uint32_t cells = saved.property == HTN_NONE ? 0 : HTNI_FIELD(in->domain, PROPERTIES, saved.property, CELLS);
    in->report.properties_lost += saved.property == HTN_NONE;
    if (saved.cells > in->end - in->at || (in->same_types && saved.cells != cells))
        htni_damaged(in);
    for (uint32_t i = 0; i < saved.cells && htni_goes_on(in); i++)
        load_cell(in, &saved, i);
}

/* Slot `place` of those that are of a type itself. */
static void load_instance(htni_loading *in, const saved_type *leaf, uint32_t place, uint32_t state)
{
    const uint32_t type = htn_type_find(in->domain, leaf->name);
    int32_t instance;
    if (type != HTN_NONE && find_instance(in, leaf, place, type, &instance)) {
        if (in->applies)
            htni_place_instance(in->world, type, instance, state >> 1, state & 1);
    } else {
        in->report.instances_lost += state & 1;
    }
}

/* The first property from `property` on that is not static: the one that a save of this domain has next. */
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
    for (uint32_t i = 0; i < in->type_count && htni_goes_on(in); i++) {
        const saved_type type = type_at(in, i);
        for (uint32_t place = 0; place < type.own && htni_goes_on(in); place++)
            load_instance(in, &type, place, htni_get_below(in, 2 * (UINT16_MAX + 1)));
    }
    uint32_t property = 0;
    for (uint32_t count = htni_get_count(in); count > 0 && htni_goes_on(in); count--) {
        property = next_saved(in->domain, property);
        load_property(in, property++);
    }
    htni_leave_part(in, outer);
}
