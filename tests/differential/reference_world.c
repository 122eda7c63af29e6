/*
 * The reference planner's worlds: how the instances of a type are numbered, which cell a table entry is, what
 * everything holds at first, and how instances come and go (docs/language.md, "Types and the world state").
 * All of it from the declarations as written.
 */
#include "reference_inside.h"
#include <stdio.h>
#include <string.h>

/* --- Instances ----------------------------------------------------------------------------------- */

static const htnc_type_decl *declaration_of(const reference_planner *reference, const htnc_type *type)
{
    const htnc_file *file;
    const htnc_type_decl *each;

    for (file = reference->model->files; file; file = file->next)
        for (each = file->types; each; each = each->next)
            if (each->type == type)
                return each;
    reference_impossible("a type that nothing declares");
    return NULL;
}

static bool has_instances(const htnc_type *type)
{
    return type->kind == HTNC_TYPE_ENUM || type->kind == HTNC_TYPE_ENTITIES;
}

static const htnc_type *root_of(const htnc_type *type)
{
    while (type->parent)
        type = type->parent;
    return type;
}

static const type_slots *slots_of(const reference_planner *reference, const htnc_type *type)
{
    return &reference->types[type->index];
}

/*
 * A type's own instances come first, then those of the types below it, in the order of their declaration.
 * Returns the slot behind all of them.
 */
static int32_t number_instances(reference_planner *reference, const htnc_type *type, int32_t first)
{
    type_slots *slots = &reference->types[type->index];
    const htnc_type_decl *declaration = declaration_of(reference, type);
    const htnc_value *value;
    const htnc_type *below;
    int32_t behind;

    slots->known = true;
    slots->first = first;
    slots->own = declaration->open ? reference_value(reference, declaration->max, NULL, NULL) : 0;
    for (value = declaration->values; value; value = value->next)
        slots->own++;
    behind = first + slots->own;
    for (below = reference->model->types; below; below = below->next)
        if (below->parent == type)
            behind = number_instances(reference, below, behind);
    slots->count = behind - first;
    return behind;
}

static bool number_types(reference_planner *reference)
{
    const htnc_type *type;

    memset(reference->types, 0, sizeof reference->types);
    for (type = reference->model->types; type; type = type->next)
        if (has_instances(type) && type->index >= REFERENCE_TYPES)
            return false;
    for (type = reference->model->types; type; type = type->next)
        if (strcmp(type->name, "(layer)") == 0) /* the roots; nobody declares it */
            reference->types[type->index] = (type_slots){.known = true, .count = (int32_t)reference->model->root_count};
        else if (has_instances(type) && !type->parent)
            number_instances(reference, type, 0);
    return true;
}

int32_t reference_slot(const reference_planner *reference, const htnc_value *value)
{
    const htnc_value *each = declaration_of(reference, value->type)->values;
    int32_t slot = slots_of(reference, value->type)->first;

    for (; each != value; each = each->next)
        slot++;
    return slot;
}

bool reference_exists(const reference_planner *reference, const htnc_type *type, int32_t instance, const int32_t *world)
{
    const type_slots *slots = slots_of(reference, type);

    return instance >= slots->first && instance < slots->first + slots->count &&
           (!type->open || world[slots->presence + (uint32_t)instance] != 0);
}

int32_t reference_next(const reference_planner *reference, const htnc_type *type, int32_t after, const int32_t *world)
{
    const type_slots *slots = slots_of(reference, type);
    int32_t instance = after < slots->first ? slots->first : after + 1;

    for (; instance < slots->first + slots->count; instance++)
        if (reference_exists(reference, type, instance, world))
            return instance;
    return -1;
}

bool reference_same_instance(const reference_planner *reference, const htnc_type *type, int32_t instance,
                             const int32_t *then, const int32_t *now)
{
    uint32_t cell;

    if (!type || type->kind != HTNC_TYPE_ENTITIES || !type->open || instance < 0)
        return true;
    cell = slots_of(reference, type)->presence + (uint32_t)instance;
    return then[cell] != 0 && then[cell] == now[cell];
}

void reference_estrange(const reference_planner *reference, const htnc_type *type, int32_t *world)
{
    const type_slots *slots = slots_of(reference, type);
    int32_t i;

    for (i = slots->first; i < slots->first + slots->count; i++)
        if (world[slots->presence + (uint32_t)i] != 0)
            world[slots->presence + (uint32_t)i] = -1;
}

void reference_instances(const reference_planner *reference, const htnc_type *type, int32_t *low, int32_t *high)
{
    *low = slots_of(reference, type)->first;
    *high = *low + slots_of(reference, type)->count - 1;
}

int32_t reference_generation(const reference_planner *reference, const htnc_type *type, int32_t instance,
                             const int32_t *world)
{
    if (!type || type->kind != HTNC_TYPE_ENTITIES || !type->open || instance < 0)
        return 0;
    return world[slots_of(reference, type)->presence + (uint32_t)instance];
}

/* --- Cells --------------------------------------------------------------------------------------- */

static uint32_t count_cells(const reference_planner *reference, const htnc_property *property)
{
    const htnc_variable *parameter = property->declaration->parameters;
    uint64_t count = 1;

    for (; parameter && count <= REFERENCE_CELLS; parameter = parameter->next)
        count *= (uint32_t)slots_of(reference, parameter->type_ref->type)->count;
    return count > REFERENCE_CELLS ? REFERENCE_CELLS + 1 : (uint32_t)count;
}

bool reference_lay_out(reference_planner *reference)
{
    const htnc_property *property;
    const htnc_type *type;
    uint32_t next = 0;

    if (!number_types(reference))
        return false;
    for (property = reference->model->properties; property; property = property->next) {
        if (property->parameter_count > REFERENCE_INDEXES)
            return false;
        reference->properties[property->index] = property;
        reference->first_cells[property->index] = next;
        reference->cell_counts[property->index] = count_cells(reference, property);
        if (reference->cell_counts[property->index] > REFERENCE_CELLS - next)
            return false;
        while (next < reference->first_cells[property->index] + reference->cell_counts[property->index])
            reference->properties_of[next++] = (uint16_t)property->index;
    }
    reference->property_cells = next;
    for (type = reference->model->types; type; type = type->next)
        if (has_instances(type) && !type->parent && type->open) {
            reference->types[type->index].presence = next;
            next += (uint32_t)slots_of(reference, type)->count;
            if (next >= REFERENCE_CELLS)
                return false;
        }
    for (type = reference->model->types; type; type = type->next)
        if (has_instances(type) && type->open)
            reference->types[type->index].presence = slots_of(reference, root_of(type))->presence;
    reference->state_cells = next + 1;
    reference->world_cells = reference->state_cells + reference->model->cycle_count;
    return reference->world_cells <= REFERENCE_CELLS;
}

uint32_t reference_cells(const reference_planner *reference)
{
    return reference->world_cells;
}

const htnc_property *reference_property(const reference_planner *reference, uint32_t cell)
{
    return reference->properties[reference->properties_of[cell]];
}

uint32_t reference_property_cells(const reference_planner *reference)
{
    return reference->property_cells;
}

uint32_t reference_first_cell(const reference_planner *reference, const htnc_property *property)
{
    return reference->first_cells[property->index];
}

uint32_t reference_cell_count(const reference_planner *reference, const htnc_property *property)
{
    return reference->cell_counts[property->index];
}

uint32_t reference_indexes(const reference_planner *reference, const htnc_property *property, uint32_t cell,
                           int32_t *indexes)
{
    const htnc_variable *parameter = property->declaration->parameters;
    uint32_t below = reference_cell_count(reference, property), count = 0;

    for (; parameter; parameter = parameter->next) {
        const type_slots *slots = slots_of(reference, parameter->type_ref->type);

        below /= (uint32_t)slots->count;
        indexes[count++] = slots->first + (int32_t)(cell / below);
        cell %= below;
    }
    return count;
}

bool reference_cell(const reference_planner *reference, const htnc_property *property, const int32_t *indexes,
                    uint32_t *cell)
{
    const htnc_variable *parameter = property->declaration->parameters;
    uint32_t at = 0;

    for (; parameter; parameter = parameter->next, indexes++) {
        const type_slots *slots = slots_of(reference, parameter->type_ref->type);

        if (*indexes < slots->first || *indexes >= slots->first + slots->count)
            return false;
        at = at * (uint32_t)slots->count + (uint32_t)(*indexes - slots->first);
    }
    *cell = reference->first_cells[property->index] + at;
    return true;
}

/* --- Values -------------------------------------------------------------------------------------- */

bool reference_type_has_none(const htnc_type_ref *written)
{
    const htnc_type *type = written->type;

    return written->name.text && type->kind == HTNC_TYPE_ENTITIES && type->open;
}

bool reference_may_be_none(const htnc_property *property)
{
    return reference_type_has_none(property->declaration->type_ref);
}

void reference_type_range(reference_planner *reference, const htnc_type_ref *written, int32_t *low, int32_t *high)
{
    if (written->type && written->type->kind == HTNC_TYPE_INTEGER && !written->low &&
        strcmp(written->name.text, "int") != 0) {
        *low = 0; /* of a table Held, which nobody wrote */
        *high = 255;
    } else if (!written->name.text) {
        *low = reference_value(reference, written->low, NULL, NULL);
        *high = reference_value(reference, written->high, NULL, NULL);
    } else if (strcmp(written->name.text, "int") == 0 || strcmp(written->name.text, "fixed") == 0) {
        *low = INT32_MIN;
        *high = INT32_MAX;
    } else if (strcmp(written->name.text, "bool") == 0) {
        *low = 0;
        *high = 1;
    } else {
        *low = slots_of(reference, written->type)->first;
        *high = *low + slots_of(reference, written->type)->count - 1;
    }
}

void reference_range(reference_planner *reference, const htnc_property *property, int32_t *low, int32_t *high)
{
    reference_type_range(reference, property->declaration->type_ref, low, high);
}

int32_t reference_type_default(reference_planner *reference, const htnc_type_ref *written)
{
    int32_t low, high;

    if (reference_type_has_none(written))
        return -1;
    reference_type_range(reference, written, &low, &high);
    return low > 0 ? low : high < 0 ? high : 0;
}

int32_t reference_first_value(reference_planner *reference, const htnc_property *property)
{
    return reference_type_default(reference, property->declaration->type_ref);
}

static int32_t initial_value(reference_planner *reference, const htnc_property *property)
{
    if (property->declaration->initial)
        return reference_value(reference, property->declaration->initial, NULL, NULL);
    return reference_first_value(reference, property);
}

/* The cell that a fact is about. */
static uint32_t fact_cell(reference_planner *reference, const htnc_effect *fact)
{
    int32_t indexes[REFERENCE_INDEXES];
    const htnc_expr *index = fact->target->operands;
    uint32_t cell = 0;
    int i;

    for (i = 0; index; i++, index = index->next)
        indexes[i] = reference_value(reference, index, NULL, NULL);
    if (!reference_cell(reference, fact->target->to.property, indexes, &cell))
        reference_impossible("a fact about no instance");
    return cell;
}

void reference_initial(reference_planner *reference, int32_t *world)
{
    const htnc_property *property;
    const htnc_effect *fact;
    const htnc_file *file;
    uint32_t i;

    memset(world, 0, reference->world_cells * sizeof *world);
    for (property = reference->model->properties; property; property = property->next)
        for (i = 0; i < reference_cell_count(reference, property); i++)
            world[reference->first_cells[property->index] + i] = initial_value(reference, property);
    for (file = reference->model->files; file; file = file->next)
        for (fact = file->facts; fact; fact = fact->next)
            world[fact_cell(reference, fact)] = reference_value(reference, fact->value, NULL, NULL);
}

static bool writes(const htnc_effect *effects, const htnc_property *property)
{
    for (; effects; effects = effects->next)
        if (effects->target->to.property == property)
            return true;
    return false;
}

bool reference_is_static(const reference_planner *reference, const htnc_property *property)
{
    const htnc_file *file;
    bool facts = false;
    uint32_t i;

    for (file = reference->model->files; file; file = file->next)
        facts |= writes(file->facts, property);
    for (i = 0; i < reference->model->task_count; i++)
        if (writes(reference->model->tasks[i]->effects, property) ||
            writes(reference->model->tasks[i]->expected, property))
            return false;
    return facts && property->parameter_count > 0;
}

/* --- Instances that come and go ------------------------------------------------------------------- */

int32_t reference_spawn(reference_planner *reference, const htnc_type *type, int32_t *world)
{
    const type_slots *slots = slots_of(reference, type);
    int32_t instance;

    for (instance = slots->first; instance < slots->first + slots->own; instance++)
        if (!reference_exists(reference, type, instance, world)) {
            world[slots->presence + (uint32_t)instance] = ++world[reference->state_cells - 1];
            return instance;
        }
    return -1;
}

bool reference_is_about(const reference_planner *reference, const htnc_property *property, uint32_t cell,
                        const htnc_type *type, int32_t instance)
{
    const htnc_variable *parameter = property->declaration->parameters;
    const htnc_type *root = root_of(type);
    int32_t indexes[REFERENCE_INDEXES];
    int i;

    reference_indexes(reference, property, cell, indexes);
    for (i = 0; parameter; i++, parameter = parameter->next)
        if (root_of(parameter->type_ref->type) == root && indexes[i] == instance)
            return true;
    return false;
}

bool reference_refers(const htnc_type *of, int32_t value, const htnc_type *type, int32_t instance)
{
    return of && of->kind == HTNC_TYPE_ENTITIES && of->open && root_of(of) == root_of(type) && value == instance;
}

void reference_despawn(reference_planner *reference, const htnc_type *type, int32_t instance, int32_t *world)
{
    const htnc_type *root = root_of(type);
    const htnc_property *property;
    uint32_t i;

    if (!reference_exists(reference, type, instance, world))
        return;
    world[slots_of(reference, root)->presence + (uint32_t)instance] = 0;
    for (property = reference->model->properties; property; property = property->next)
        for (i = 0; i < reference_cell_count(reference, property); i++) {
            int32_t *cell = &world[reference->first_cells[property->index] + i];

            if (reference_is_about(reference, property, i, root, instance))
                *cell = initial_value(reference, property);
            else if (reference_may_be_none(property) && root_of(property->declaration->type_ref->type) == root &&
                     *cell == instance)
                *cell = -1;
        }
}
