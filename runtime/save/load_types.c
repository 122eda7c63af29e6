/*
 * The types of a save; see load_types.h. Where each type and name begins is in tables. Neighbour:
 * save_world.c writes this.
 */
#include "load_types.h"
#include "../blob/blob_reader.h"
#include "save_format.h"

/*
 * Types and names are looked up for each cell, and the types of a family are searched. A hostile
 * save could make that take for ever. So only this many bytes are read for each byte of the save.
 */
enum { MAX_SEARCHED_PER_BYTE = 1 << 14 };

/* Entry `index` of a table of offsets; 0: it does not lie within the types. */
static uint32_t offset_at(const htni_loading *in, uint32_t table, uint32_t index)
{
    const uint32_t offset = htni_read32(in->bytes + table + (size_t)index * 4);
    return offset > in->types && offset < in->types_end ? offset : 0;
}

static void read_names(htni_loading *in, htni_saved_type *type)
{
    const uint32_t count = htni_get_count(in);
    type->names = in->at;
    type->high = type->low + count - 1;
    if (count == 0 || count > HTN_MAX_INSTANCES || count > (in->end - in->at) / 4)
        htni_refuse_damaged(in);
}

static void read_open(htni_loading *in, htni_saved_type *type)
{
    type->high = htni_get_below(in, HTN_MAX_INSTANCES);
    type->own = htni_get_number(in);
    type->family = htni_get_below(in, in->type_count);
    type->name = htni_get_text(in);
    if (type->high < type->low || type->own > type->high - type->low + 1)
        htni_refuse_damaged(in);
}

static void read_type(htni_loading *in, htni_saved_type *type)
{
    memset(type, 0, sizeof *type);
    type->kind = htni_get_below(in, HTNI_SAVED_KINDS);
    type->high = type->kind == HTNI_SAVED_BOOL;
    if (type->kind <= HTNI_SAVED_INTEGER || type->kind == HTNI_SAVED_FIXED)
        return;
    type->low = htni_get_below(in, HTN_MAX_INSTANCES);
    if (type->kind == HTNI_SAVED_OPEN)
        read_open(in, type);
    else
        read_names(in, type);
}

/* A look at something elsewhere in the types, from `from` on; reading then goes on at `at`. */
typedef struct look {
    uint32_t at, end, from;
} look;

static look begin_look(htni_loading *in, uint32_t from)
{
    const look begun = {in->at, in->end, from};
    if (in->bytes_searched > (uint64_t)in->size * MAX_SEARCHED_PER_BYTE)
        htni_refuse(in, HTN_BAD_SAVE, "there are more types than a domain can use; the save was damaged");
    else if (from == 0)
        htni_refuse_damaged(in);
    in->at = from;
    in->end = in->types_end;
    return begun;
}

static void end_look(htni_loading *in, look begun)
{
    in->bytes_searched += in->at - begun.from + 1;
    in->at = begun.at;
    in->end = begun.end;
}

htni_saved_type htni_saved_type_at(htni_loading *in, uint32_t index)
{
    const look begun = begin_look(in, index < in->type_count ? offset_at(in, in->types, index) : 0);
    htni_saved_type type;
    memset(&type, 0, sizeof type);
    if (htni_is_accepted(in))
        read_type(in, &type);
    end_look(in, begun);
    return type;
}

const char *htni_saved_value_name(htni_loading *in, const htni_saved_type *type, uint32_t value)
{
    const look begun = begin_look(in, htni_is_accepted(in) ? offset_at(in, type->names, value - type->low) : 0);
    const char *name = htni_get_text(in);
    end_look(in, begun);
    return htni_is_accepted(in) ? name : NULL;
}

static bool is_number(uint32_t kind)
{
    return kind == HTNI_SAVED_INTEGER || kind == HTNI_SAVED_FIXED;
}

/* Whether the domain's type of the same number has the same values. */
static bool is_same_type(const htn_domain *domain, uint32_t index, const htni_saved_type *type)
{
    if (type->kind != htni_saved_kind_of(domain, index))
        return false;
    return is_number(type->kind) ||
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
        htni_refuse_damaged(in);
    for (uint32_t i = 0; i < in->type_count && htni_is_accepted(in); i++) {
        const htni_saved_type type = htni_saved_type_at(in, i);
        if (in->same_types && htni_is_accepted(in) && !is_same_type(in->domain, i, &type))
            htni_refuse_damaged(in);
    }
    htni_leave_part(in, outer);
}

uint32_t htni_get_type(htni_loading *in)
{
    const uint32_t number = htni_get_below(in, in->type_count + 1);
    return number - 1;
}

bool htni_has_same_kind(htni_loading *in, uint32_t saved, uint32_t type)
{
    if (saved == HTN_NONE || type == HTN_NONE || in->same_types)
        return saved == type;
    const uint32_t kind = htni_saved_type_at(in, saved).kind, ours = htni_saved_kind_of(in->domain, type);
    return kind == ours || (is_number(kind) && is_number(ours));
}

htni_saved_types htni_get_types(htni_loading *in, uint32_t first, uint32_t count)
{
    const uint32_t number = htni_get_count(in);
    htni_saved_types types = {number, in->at, number == count};
    for (uint32_t i = 0; i < number && htni_is_accepted(in); i++) {
        const uint32_t type = htni_get_type(in);
        types.match = types.match && htni_has_same_kind(in, type, HTNI_FIELD(in->domain, PARAMETERS, first + i, TYPE));
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
    return saved != HTN_NONE && htni_saved_type_at(in, saved).kind == HTNI_SAVED_OPEN;
}
