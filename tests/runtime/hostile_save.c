/*
 * Goes through a save as docs/saving.md has the format, and calls each number by a name; see hostile_save.h. The save is a good one: what is
 * read is not looked at.
 */
#include "hostile_save.h"

enum { TYPES = 64, PARTS = 8 };

typedef struct saved_type {
    uint32_t kind, values; /* of an open type: slots that are of itself in `own` */
    uint32_t own;
} saved_type;

typedef struct walk {
    const htn_domain *domain;
    const uint8_t *save;
    size_t at;
    size_t parts[PARTS]; /* where those begin that it is in */
    uint32_t depth;
    saved_type types[TYPES];
    uint32_t type_count;
    const char *wanted; /* NULL: any */
    uint32_t left;      /* of that name, before the one that is wanted */
    hostile_number found;
    size_t found_parts[PARTS];
    uint32_t found_depth;
} walk;

/* --- Primitives --------------------------------------------------------------------------------- */

static uint32_t number(walk *in, const char *name)
{
    const size_t begin = in->at;
    uint32_t value = 0, shift = 0;
    do
        value |= (uint32_t)(in->save[in->at] & 127) << 7 * shift++;
    while (in->save[in->at++] & 128);
    if (in->found.name == NULL && (in->wanted == NULL || strcmp(name, in->wanted) == 0) && in->left-- == 0) {
        in->found = (hostile_number){name, begin, in->at, value};
        in->found_depth = in->depth;
        memcpy(in->found_parts, in->parts, sizeof in->parts);
    }
    return value;
}

static void numbers(walk *in, uint32_t count, const char *name)
{
    while (count-- > 0)
        number(in, name);
}

static void text(walk *in)
{
    in->at += strlen((const char *)in->save + in->at) + 1;
}

static void enter(walk *in)
{
    assert_true(in->depth < PARTS);
    in->parts[in->depth++] = in->at;
    in->at += 4;
}

/* Whether something follows in the part. */
static bool has_more(const walk *in)
{
    const size_t part = in->parts[in->depth - 1];
    return in->at < part + 4 + fixture_read32(in->save + part);
}

static void leave(walk *in)
{
    const size_t part = in->parts[--in->depth];
    assert_int_equal(in->at, part + 4 + fixture_read32(in->save + part));
}

/* --- Types and values --------------------------------------------------------------------------- */

static void type(walk *in, saved_type *read)
{
    memset(read, 0, sizeof *read);
    read->kind = number(in, "kind");
    if (read->kind < 2 || read->kind == 5)
        return;
    const uint32_t low = number(in, "low");
    if (read->kind == 4) {
        read->values = number(in, "high") - low + 1;
        read->own = number(in, "own");
        number(in, "family");
        text(in);
        return;
    }
    read->values = number(in, "values");
    in->at += 4 * (size_t)read->values;
    for (uint32_t i = 0; i < read->values; i++)
        text(in);
}

static void types(walk *in)
{
    enter(in);
    in->type_count = number(in, "types");
    assert_true(in->type_count <= TYPES);
    in->at += 4 * (size_t)in->type_count;
    for (uint32_t i = 0; i < in->type_count; i++)
        type(in, &in->types[i]);
    leave(in);
}

/* Types of parameters: how many, into `out`. */
static uint32_t parameters(walk *in, uint32_t *out)
{
    const uint32_t count = number(in, "parameters");
    for (uint32_t i = 0; i < count; i++)
        out[i] = number(in, "parameter");
    return count;
}

static bool is_open(const walk *in, uint32_t of)
{
    return of != 0 && in->types[of - 1].kind == 4;
}

static void value(walk *in, uint32_t of)
{
    if (of == 0)
        text(in);
    else if (!is_open(in, of))
        number(in, "value");
    else if (number(in, "leaf") != 0)
        number(in, "place");
}

/* The type of its values. */
static uint32_t property(walk *in, uint32_t *cells)
{
    uint32_t of[HTN_MAX_ARGUMENTS];
    text(in);
    const uint32_t values = number(in, "property type"), count = parameters(in, of);
    *cells = 1;
    for (uint32_t i = 0; i < count; i++)
        *cells *= in->types[of[i] - 1].values;
    return values;
}

static void world(walk *in)
{
    enter(in);
    for (uint32_t i = 0; i < in->type_count; i++)
        numbers(in, in->types[i].own, "instance");
    for (uint32_t count = number(in, "properties"); count > 0; count--) {
        uint32_t cells;
        for (const uint32_t of = property(in, &cells); cells > 0; cells--)
            value(in, of);
    }
    leave(in);
}

/* --- Plans -------------------------------------------------------------------------------------- */

static uint32_t task(walk *in, uint32_t *of, uint32_t *bindings)
{
    text(in);
    const uint32_t count = parameters(in, of);
    *bindings = number(in, "bindings");
    return count;
}

static uint32_t plan(walk *in)
{
    const uint32_t steps = number(in, "steps");
    for (uint32_t i = 0; i < steps; i++) {
        uint32_t of[HTN_MAX_ARGUMENTS], bindings, count = task(in, of, &bindings);
        for (uint32_t argument = 0; argument < count; argument++) {
            value(in, of[argument]);
            if (is_open(in, of[argument]))
                number(in, "generation");
        }
        numbers(in, bindings, "bound");
    }
    for (uint32_t count = number(in, "spans"); count > 0; count--) {
        number(in, "span kind");
        number(in, "span first");
        number(in, "span end");
        number(in, "span parent");
        number(in, "span entry");
    }
    number(in, "cost");
    number(in, "duration");
    number(in, "cut");
    number(in, "partial");
    number(in, "proven");
    return steps;
}

static void slot(walk *in)
{
    uint32_t of[HTN_MAX_ARGUMENTS], given[HTN_MAX_ARGUMENTS], bindings;
    number(in, "slot");
    number(in, "state");
    number(in, "id");
    number(in, "step");
    number(in, "report");
    for (uint32_t news = number(in, "news"); news != 0; news &= news - 1)
        number(in, "news ago");
    const uint32_t parameters_of = task(in, given, &bindings);
    text(in);
    const uint32_t count = parameters(in, of);
    for (uint32_t i = 0; i < count; i++)
        value(in, of[i]);
    in->at += number(in, "memory");
    assert_int_equal(number(in, "restores"), 0);
    number(in, "time left");
    const bool known = number(in, "values known") != 0;
    for (uint32_t i = 0; known && i < parameters_of; i++)
        value(in, given[i]);
    numbers(in, known ? bindings : 0, "bound in progress");
}

static void record(walk *in)
{
    const uint32_t count = number(in, "records");
    numbers(in, count, "record");
    numbers(in, count * in->domain->max_bindings, "bound there");
    numbers(in, in->domain->cools ? count : 0, "method taken");
    numbers(in, in->domain->instances, "generations since");
}

static uint32_t locals_of(const htn_domain *domain, uint32_t pc)
{
    uint32_t found = htn_domain_count(domain, HTN_SECTION_TASKS) - 1;
    while (htn_domain_field(domain, HTN_SECTION_TASKS, found, HTN_TASKS_ENTRY) > pc)
        found--;
    return htn_domain_field(domain, HTN_SECTION_TASKS, found, HTN_TASKS_LOCALS);
}

static void rest(walk *in)
{
    number(in, "resume");
    for (uint32_t pc = number(in, "frame"); pc != 0; pc = number(in, "frame")) {
        number(in, "frame method");
        numbers(in, locals_of(in->domain, pc), "local");
    }
    if (in->domain->flags & HTN_BLOB_EACH)
        numbers(in, number(in, "items"), "item");
}

static void exact(walk *in, bool planned, bool partial)
{
    enter(in);
    number(in, "asked");
    for (uint32_t words = number(in, "words"); words > 0; words--) {
        number(in, "word");
        number(in, "low half");
        number(in, "high half");
    }
    if (planned) {
        record(in);
        if (partial)
            rest(in);
        const uint32_t continues = number(in, "continues");
        if (continues != 0) {
            rest(in);
            plan(in);
            record(in);
        }
        if (continues == 2)
            rest(in);
    }
    if (has_more(in)) { /* what a back-off has waited for */
        number(in, "asked before");
        for (uint32_t bits = number(in, "bits then"); bits > 0; bits--) {
            number(in, "bit then");
            number(in, "value then");
        }
    }
    leave(in);
}

/* --- The agent ---------------------------------------------------------------------------------- */

static void orders(walk *in)
{
    number(in, "next order");
    number(in, "current order");
    number(in, "drops");
    number(in, "closed");
    for (uint32_t count = number(in, "orders"); count > 0; count--) {
        number(in, "order id");
        number(in, "tries");
        number(in, "order end");
        number(in, "order status");
        uint32_t of[HTN_MAX_ARGUMENTS];
        text(in);
        for (uint32_t argument = 0, arguments = parameters(in, of); argument < arguments; argument++)
            value(in, of[argument]);
    }
    for (uint32_t count = number(in, "ordered steps"); count > 0; count--) {
        number(in, "ordered step");
        number(in, "order of step");
    }
}

static void layer(walk *in)
{
    enter(in);
    text(in);
    const uint32_t flags = number(in, "flags"), planned = flags & (8 | 16);
    number(in, "result");
    number(in, "failures");
    number(in, "retry");
    number(in, "interval");
    number(in, "plans");
    if (planned) {
        enter(in);
        numbers(in, plan(in), "done");
        for (uint32_t attempts = number(in, "attempts"); attempts > 0; attempts--) {
            number(in, "tried");
            number(in, "failed");
        }
        leave(in);
    }
    for (uint32_t slots = number(in, "slots"); slots > 0; slots--)
        slot(in);
    while (number(in, "hold") != 0) {
        number(in, "hold flags");
        value(in, number(in, "hold type"));
    }
    exact(in, planned != 0, (flags & 16) != 0);
    if (has_more(in))
        orders(in);
    leave(in);
}

static void timers(walk *in)
{
    enter(in);
    for (uint32_t count = number(in, "times"); count > 0; count--) {
        uint32_t ignored;
        property(in, &ignored);
        number(in, "timed cell");
        number(in, "left");
    }
    leave(in);
}

static void agent(walk *in)
{
    enter(in);
    number(in, "time");
    number(in, "next id");
    number(in, "news count");
    number(in, "served");
    number(in, "hungry");
    number(in, "sensed");
    for (uint32_t timers = 0; timers < 2; timers++) /* of sensors, of cooldowns */
        for (uint32_t count = number(in, "timers"); count > 0; count--) {
            text(in);
            number(in, "timer");
        }
    number(in, "remainder");
    number(in, "knows home");
    number(in, "home");
    number(in, "entered");
    number(in, "grouped");
    leave(in);
    for (uint32_t layers = number(in, "layers"); layers > 0; layers--)
        layer(in);
    for (uint32_t durings = number(in, "durings"); durings > 0; durings--) {
        uint32_t ignored;
        number(in, "during id");
        const uint32_t held = property(in, &ignored);
        number(in, "cell");
        value(in, held);
        value(in, held);
        number(in, "order");
    }
}

/* --- The attack --------------------------------------------------------------------------------- */

void seal_save(uint8_t *save, size_t size)
{
    fixture_write32(save + 8, (uint32_t)size);
    fixture_write32(save + 12, htn_blob_checksum(save + 16, size - 16));
}

/* Goes through the save; where the number is that is wanted. */
static walk look_for(const htn_domain *domain, const uint8_t *save, size_t size, const char *field, uint32_t occurrence)
{
    walk in = {.domain = domain, .save = save, .at = 24, .wanted = field, .left = occurrence};
    types(&in);
    world(&in);
    timers(&in);
    number(&in, "agents");
    agent(&in);
    assert_int_equal(in.at, size);
    return in;
}

bool hostile_number_at(const htn_domain *domain, const uint8_t *save, size_t size, const char *field,
                       uint32_t occurrence, hostile_number *found)
{
    *found = look_for(domain, save, size, field, occurrence).found;
    return found->name != NULL;
}

uint8_t *hostile_bytes(const htn_domain *domain, const uint8_t *save, size_t size, const char *field,
                       uint32_t occurrence, const uint8_t *bytes, size_t count, size_t *changed_size)
{
    const walk in = look_for(domain, save, size, field, occurrence);
    if (in.found.name == NULL)
        return NULL;
    *changed_size = size - (in.found.end - in.found.at) + count;
    uint8_t *changed = malloc(*changed_size);
    memcpy(changed, save, in.found.at);
    memcpy(changed + in.found.at, bytes, count);
    memcpy(changed + in.found.at + count, save + in.found.end, size - in.found.end);
    for (uint32_t i = 0; i < in.found_depth; i++) /* types say where each is: there a number keeps its size */
        fixture_write32(changed + in.found_parts[i],
                        fixture_read32(changed + in.found_parts[i]) + (uint32_t)(*changed_size - size));
    seal_save(changed, *changed_size);
    return changed;
}

uint8_t *hostile_save(const htn_domain *domain, const uint8_t *save, size_t size, const char *field,
                      uint32_t occurrence, uint32_t to, size_t *changed_size)
{
    uint8_t bytes[5];
    size_t count = 0;
    for (; to >= 128; to >>= 7)
        bytes[count++] = (uint8_t)(to | 128);
    bytes[count++] = (uint8_t)to;
    return hostile_bytes(domain, save, size, field, occurrence, bytes, count, changed_size);
}
