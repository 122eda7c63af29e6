/*
 * Loops over instances, many turns at once. Many loops only test tables at the loop's instance, add to a sum
 * or rank, and go back. Such a loop's instructions are read once, into a `scan`; then that runs for one
 * instance after the other, until one passes for which there is something else to do.
 *
 * Invariant: the effect is exactly that of the instructions, units of work included. The traced machine does
 * not use this, because it tells of each instruction.
 */
#include "instance_scan.h"
#include "../blob/blob_reader.h"
#include "../search/footprint.h"
#include "ranking.h"

enum { MOST_TESTS = 4, MOST_KEYS = 2 };

/* A table with one parameter whose cells lie in the world. */
typedef struct scan_table {
    const uint8_t *cells;
    int32_t low;
    uint32_t count, storage, width;
    int32_t otherwise; /* the value for instances outside its parameter's type, if the loop has any */
} scan_table;

/* Passes if the value is in the interval; or with `inside` false, if it is not. */
typedef struct scan_test {
    scan_table table;
    int32_t low, high;
    bool inside;
} scan_test;

/* A key of a ranking: the value of a table, or its complement, which orders the other way. */
typedef struct scan_key {
    scan_table table;
    int32_t flip; /* -1: the complement; 0: the value */
    uint32_t local;
} scan_key;

typedef enum scan_tail { TAIL_NONE, TAIL_ADD, TAIL_RANK } scan_tail;

typedef struct scan {
    const htn_domain *domain;
    const uint8_t *world;
    const uint8_t *code;
    uint32_t loop, variable; /* the address of NEXT_INSTANCE, its local ... */
    uint32_t type, exit;     /* ... and its other operands */
    int32_t first, last;     /* the instances of that type, and how many they are */
    uint32_t instances;
    const uint8_t *presence; /* whether each is present; NULL: all are */
    uint32_t test_count, key_count;
    scan_test tests[MOST_TESTS];
    scan_key keys[MOST_KEYS];
    scan_tail tail;
    bool adds_table;
    scan_table table; /* ADD: adds this, or the constant */
    int32_t constant; /* ADD: adds this; RANK: the rank of all */
    uint32_t local;   /* ADD: the sum; RANK: the ranking */
    uint32_t method;
    uint32_t behind; /* where control goes on with an instance that passes; not for ADD */
    bool keeps;      /* RANK: the instance is only kept, in local `kept`, and the loop goes on */
    uint32_t kept;
} scan;

/* --- Reading the instructions --------------------------------------------------------------------- */

/* The instruction at `pc`. Reading may run past the code of the last task; FAIL stands for what is there. */
static inline const uint8_t *instruction_at(const scan *s, uint32_t pc)
{
    static const uint8_t fail[HTN_INSTRUCTION_SIZE] = {HTN_OP_FAIL};
    return pc < htni_count(s->domain, HTN_SECTION_CODE) ? s->code + (size_t)pc * HTN_INSTRUCTION_SIZE : fail;
}

static inline uint32_t b_of(const uint8_t *instruction)
{
    return htni_read16(instruction + 2);
}

static inline uint32_t c_of(const uint8_t *instruction)
{
    return htni_read32(instruction + 4);
}

static bool open_table(const scan *s, uint32_t property, scan_table *table)
{
    const htn_domain *domain = s->domain;
    const uint32_t parameter = HTNI_FIELD(domain, PROPERTIES, property, FIRST_PARAMETER);
    table->storage = HTNI_FIELD(domain, PROPERTIES, property, STORAGE);
    table->cells = s->world + HTNI_FIELD(domain, PROPERTIES, property, ADDRESS);
    table->low = htni_signed(HTNI_FIELD(domain, TYPES, HTNI_FIELD(domain, PARAMETERS, parameter, TYPE), LOW));
    table->count = HTNI_FIELD(domain, PROPERTIES, property, CELLS);
    table->width = htni_storage_bytes(table->storage);
    const bool covers = s->first >= table->low && (int64_t)s->last - table->low < (int64_t)table->count;
    table->otherwise = covers ? 0 : htni_default(domain, property);
    return table->storage != HTN_STORAGE_FACTS;
}

static inline bool reads_cell(const scan *s, const uint8_t *instruction)
{
    return instruction[0] == HTN_OP_LOAD_AT && instruction[1] == s->variable;
}

static inline bool is_branch(const uint8_t *instruction)
{
    return instruction[0] == HTN_OP_BRANCH_FALSE || instruction[0] == HTN_OP_BRANCH_TRUE;
}

static bool returns(const scan *s, const uint8_t *instruction)
{
    return instruction[0] == HTN_OP_JUMP && c_of(instruction) == s->loop;
}

/*
 * `value op constant`, or (swapped) `constant op value`, as an interval. The compiler writes `<` as `<=`.
 * False: it is not an interval.
 */
static bool interval_of(uint32_t op, bool swapped, int32_t constant, scan_test *test)
{
    test->inside = op != HTN_OP_NE;
    test->low = swapped || op != HTN_OP_LE ? constant : INT32_MIN;
    test->high = swapped && op == HTN_OP_LE ? INT32_MAX : constant;
    return op == HTN_OP_EQ || op == HTN_OP_NE || op == HTN_OP_LE;
}

/*
 * Reads a comparison of a cell of `*table` with a constant, in either order. Returns its length in
 * instructions, without the branch; 0: it is none.
 */
static uint32_t read_comparison(const scan *s, uint32_t pc, scan_test *test, uint32_t *table)
{
    const uint8_t *const first = instruction_at(s, pc), *const second = instruction_at(s, pc + 1);
    const bool swapped = first[0] == HTN_OP_PUSH;
    const uint8_t *const cell = swapped ? second : first, *const constant = swapped ? first : second;
    if (!reads_cell(s, cell))
        return 0;
    *table = c_of(cell);
    if (is_branch(second))
        return interval_of(HTN_OP_NE, false, 0, test) ? 1 : 0;
    if (constant[0] != HTN_OP_PUSH)
        return 0;
    return interval_of(instruction_at(s, pc + 2)[0], swapped, htni_signed(c_of(constant)), test) ? 3 : 0;
}

/*
 * Reads a test at `pc` that goes on with the next instance if it fails. Returns its length in instructions; 0:
 * it is none.
 */
static uint32_t read_test(const scan *s, uint32_t pc, scan_test *test)
{
    const uint8_t *const in = instruction_at(s, pc);
    uint32_t table;
    if (in[0] == HTN_OP_TEST_CELL || in[0] == HTN_OP_TEST_NO_CELL) {
        interval_of(HTN_OP_NE, false, 0, test);
        test->inside = test->inside == (in[0] == HTN_OP_TEST_CELL);
        return in[1] == s->variable && c_of(in) == s->loop && open_table(s, b_of(in), &test->table) ? 1 : 0;
    }
    const uint32_t length = read_comparison(s, pc, test, &table);
    const uint8_t *const branch = instruction_at(s, pc + length);
    if (length == 0 || !is_branch(branch) || c_of(branch) != s->loop || !open_table(s, table, &test->table))
        return 0;
    if (branch[0] == HTN_OP_BRANCH_TRUE)
        test->inside = !test->inside;
    return length + 1;
}

/* Reads: adds a constant or a cell to a local, and goes on with the next instance. */
static bool read_add(scan *s, uint32_t pc)
{
    const uint8_t *const value = instruction_at(s, pc), *const local = instruction_at(s, pc + 1);
    const uint8_t *const set = instruction_at(s, pc + 3);
    s->adds_table = reads_cell(s, value);
    if ((value[0] != HTN_OP_PUSH && !s->adds_table) || local[0] != HTN_OP_LOCAL ||
        instruction_at(s, pc + 2)[0] != HTN_OP_ADD || set[0] != HTN_OP_SET_LOCAL)
        return false;
    s->local = b_of(local);
    s->constant = htni_signed(c_of(value));
    return b_of(set) == s->local && s->local != s->variable && returns(s, instruction_at(s, pc + 4)) &&
           (!s->adds_table || open_table(s, c_of(value), &s->table));
}

/* Whether the code at `pc` keeps the instance in another local, and goes on with the next instance. */
static bool keeps_instance(scan *s, uint32_t pc)
{
    const uint8_t *const local = instruction_at(s, pc), *const set = instruction_at(s, pc + 1);
    s->kept = b_of(set);
    return local[0] == HTN_OP_LOCAL && b_of(local) == s->variable && set[0] == HTN_OP_SET_LOCAL &&
           s->kept != s->variable && returns(s, instruction_at(s, pc + 2));
}

/* Whether the code at `pc` complements a value: it subtracts it from -1. */
static bool complements(const scan *s, uint32_t pc)
{
    const uint8_t *const push = instruction_at(s, pc);
    return push[0] == HTN_OP_PUSH && c_of(push) == UINT32_MAX && instruction_at(s, pc + 1)[0] == HTN_OP_SUB_FROM;
}

/* Reads: keys that are cells, one rank for all, and back to the loop unless it is the best so far. */
static bool read_rank(scan *s, uint32_t pc)
{
    while (s->key_count < MOST_KEYS) {
        scan_key *const key = &s->keys[s->key_count];
        const uint8_t *const cell = instruction_at(s, pc);
        if (!reads_cell(s, cell) || !open_table(s, c_of(cell), &key->table))
            break;
        key->flip = complements(s, pc + 1) ? -1 : 0;
        pc += key->flip != 0 ? 3 : 1;
        const uint8_t *const set = instruction_at(s, pc++);
        if (set[0] != HTN_OP_SET_LOCAL)
            return false;
        key->local = b_of(set);
        s->key_count++;
    }
    const uint8_t *const push = instruction_at(s, pc), *const rank = instruction_at(s, pc + 1);
    const uint8_t *const branch = instruction_at(s, pc + 2);
    if (push[0] != HTN_OP_PUSH || rank[0] != HTN_OP_RANK || c_of(rank) != s->key_count ||
        branch[0] != HTN_OP_BRANCH_FALSE || c_of(branch) != s->loop)
        return false;
    const uint32_t end =
        rank[1] + HTN_RANKING_FIELDS + s->key_count * HTNI_KEY_FIELDS; /* end of the ranking's locals */
    s->constant = htni_signed(c_of(push));
    s->local = rank[1];
    s->method = b_of(rank);
    s->behind = pc + 3;
    s->keeps = keeps_instance(s, s->behind) && (s->kept < s->local || s->kept >= end);
    for (uint32_t i = 0; i < s->key_count; i++)
        if (s->keys[i].local != s->local + HTN_RANKING_FIELDS + i * HTNI_KEY_FIELDS)
            return false;
    return s->variable < s->local || s->variable >= end;
}

/* Reads the body of the loop. False: a scan has no advantage. */
static bool read_loop(scan *s)
{
    uint32_t length = 1, pc = s->loop + 1;
    while (s->test_count < MOST_TESTS && (length = read_test(s, pc, &s->tests[s->test_count])) != 0) {
        s->test_count++;
        pc += length;
    }
    const uint32_t op = instruction_at(s, pc)[0];
    s->behind = pc;
    if (op == HTN_OP_PUSH || op == HTN_OP_LOAD_AT)
        s->tail = read_add(s, pc) ? TAIL_ADD : read_rank(s, pc) ? TAIL_RANK : TAIL_NONE;
    if (s->tail == TAIL_NONE)
        s->behind = pc;
    return s->test_count > 0 || s->tail != TAIL_NONE;
}

/* --- Carrying them out ---------------------------------------------------------------------------- */

static inline int32_t value_at(const scan_table *table, int32_t instance)
{
    const uint32_t cell = (uint32_t)instance - (uint32_t)table->low;
    int32_t whole;
    if (cell >= table->count)
        return table->otherwise;
    if (table->storage == HTN_STORAGE_U8)
        return table->cells[cell];
    if (table->storage != HTN_STORAGE_S32)
        return htni_load(table->cells, cell * table->width, table->storage);
    memcpy(&whole, table->cells + (size_t)cell * 4, sizeof whole);
    return whole;
}

static inline bool lies_in(const scan_test *test, int32_t value)
{
    return (uint32_t)value - (uint32_t)test->low <= (uint32_t)test->high - (uint32_t)test->low;
}

static inline bool passes(const scan *s, uint32_t first, int32_t instance)
{
    for (uint32_t i = first; i < s->test_count; i++)
        if (lies_in(&s->tests[i], value_at(&s->tests[i].table, instance)) != s->tests[i].inside)
            return false;
    return true;
}

/* Whether there is a best candidate that only a higher key can beat, because it came first; and that key. */
static bool has_bound(const scan *s, const uint32_t *ranking, int32_t *bound)
{
    if (s->key_count != 1)
        return false;
    *bound = htni_signed(ranking[HTN_RANKING_FIELDS + HTNI_KEY_BEST]);
    return ranking[HTN_RANKING_POSITION] != 0 && ranking[HTN_RANKING_METHOD] == s->method &&
           ranking[HTN_RANKING_RANK] == (uint32_t)s->constant;
}

static bool is_best(const scan *s, uint32_t *ranking, int32_t instance)
{
    uint32_t *const key = ranking + HTN_RANKING_FIELDS;
    for (uint32_t i = 0; i < s->key_count; i++)
        key[i * HTNI_KEY_FIELDS + HTNI_KEY_THIS] = (uint32_t)(value_at(&s->keys[i].table, instance) ^ s->keys[i].flip);
    return htni_rank(ranking, s->method, s->key_count, s->constant);
}

static inline void add(const scan *s, uint32_t *sum, int32_t instance)
{
    const int32_t value = s->adds_table ? value_at(&s->table, instance) : s->constant;
    *sum = (uint32_t)htni_saturate((int64_t)value + htni_signed(*sum));
}

/* An instance has passed all tests. False: it is done with, and the loop goes on. */
static inline bool stops(const scan *s, uint32_t *local, bool bounded, int32_t bound, int32_t instance)
{
    if (s->tail == TAIL_NONE)
        return true;
    if (s->tail == TAIL_ADD) {
        add(s, local, instance);
        return false;
    }
    local[HTN_RANKING_THIS_POSITION]++;
    if (bounded && (value_at(&s->keys[0].table, instance) ^ s->keys[0].flip) <= bound)
        return false;
    return is_best(s, local, instance);
}

/* The position of the next instance, counted from the first; `count`: none is left. */
static inline uint32_t next_of(const uint8_t *presence, uint32_t from, uint32_t count)
{
    return presence == NULL || from >= count || presence[from] != 0 ? from : htni_next_set(presence, from, count);
}

/*
 * The bytes that the first test reads, from the loop's first instance on; NULL: its table is of another kind.
 */
static const uint8_t *bytes_of(const scan *s)
{
    const scan_table *table = &s->tests[0].table;
    const uint32_t skipped = (uint32_t)s->first - (uint32_t)table->low;
    const bool covers = s->test_count > 0 && table->storage == HTN_STORAGE_U8 && s->first >= table->low &&
                        skipped <= table->count && s->instances <= table->count - skipped;
    return covers ? table->cells + skipped : NULL;
}

static htni_scanned scan_instances(const scan *s, uint32_t *locals, uint32_t fuel)
{
    const int32_t before = htni_signed(locals[s->variable]);
    const uint8_t *const presence = s->presence, *const bytes = bytes_of(s);
    const scan_test first = s->tests[0];
    const uint32_t count = s->instances;
    uint32_t from = before < s->first ? 0 : (uint32_t)before - (uint32_t)s->first + 1;
    int32_t instance = before, bound = 0;
    const bool keeps = s->tail == TAIL_RANK && s->keeps;
    bool bounded = s->tail == TAIL_RANK && has_bound(s, locals + s->local, &bound);
    htni_scanned done = {s->loop, fuel};
    for (; done.fuel > 0; from++) {
        from = next_of(presence, from, count);
        done.fuel--;
        if (from >= count) {
            done.pc = s->exit;
            break;
        }
        instance = s->first + (int32_t)from;
        if (bytes != NULL && lies_in(&first, bytes[from]) != first.inside)
            continue;
        if (passes(s, bytes != NULL, instance) && stops(s, locals + s->local, bounded, bound, instance)) {
            if (!keeps) {
                done.pc = s->behind;
                break;
            }
            locals[s->kept] = (uint32_t)instance;
            bounded = has_bound(s, locals + s->local, &bound);
        }
    }
    locals[s->variable] = (uint32_t)instance;
    return done;
}

/* Reads the loop at `pc`. False: a scan has no advantage. */
static bool read_scan(scan *s, const htn_domain *domain, const uint8_t *world, const uint8_t *code, uint32_t pc)
{
    s->domain = domain;
    s->world = world;
    s->code = code;
    s->loop = pc;
    s->test_count = s->key_count = s->local = 0;
    s->tail = TAIL_NONE;
    memset(&s->tests[0], 0, sizeof s->tests[0]);
    const uint8_t *const next = instruction_at(s, pc);
    s->variable = next[1];
    s->exit = c_of(next);
    s->type = b_of(next);
    s->first = htni_signed(HTNI_FIELD(domain, TYPES, s->type, LOW));
    s->last = htni_signed(HTNI_FIELD(domain, TYPES, s->type, HIGH));
    if (!read_loop(s))
        return false;
    s->instances = (uint32_t)s->last - (uint32_t)s->first + 1;
    const uint32_t presence = HTNI_FIELD(domain, TYPES, s->type, PRESENCE);
    s->presence = presence == HTN_NONE ? NULL : world + presence;
    return true;
}

htni_scanned htni_scan(const htn_domain *domain, const uint8_t *world, const uint8_t *code, uint32_t pc,
                       uint32_t *locals, uint32_t fuel)
{
    scan s;
    return read_scan(&s, domain, world, code, pc) ? scan_instances(&s, locals, fuel) : (htni_scanned){pc, fuel};
}

/* --- Marking -------------------------------------------------------------------------------------- */

static void mark_at(const scan *s, const htni_marks *marks, const scan_table *table, int32_t instance)
{
    const uint32_t cell = (uint32_t)instance - (uint32_t)table->low;
    if (cell < table->count)
        htni_mark_bytes(marks, (uint32_t)(table->cells - s->world) + cell * table->width, table->width);
}

/* Marks what was read of an instance. */
static void mark_instance(const scan *s, const htni_marks *marks, int32_t instance)
{
    for (uint32_t i = 0; i < s->test_count; i++) {
        mark_at(s, marks, &s->tests[i].table, instance);
        if (lies_in(&s->tests[i], value_at(&s->tests[i].table, instance)) != s->tests[i].inside)
            return;
    }
    if (s->tail == TAIL_ADD && s->adds_table)
        mark_at(s, marks, &s->table, instance);
    for (uint32_t i = 0; s->tail == TAIL_RANK && i < s->key_count; i++)
        mark_at(s, marks, &s->keys[i].table, instance);
}

htni_scanned htni_scan_marked(const htn_planner *planner, const uint8_t *code, uint32_t pc, uint32_t *locals,
                              uint32_t fuel)
{
    const htni_marks marks = htni_marks_of(planner);
    scan s;
    if (!read_scan(&s, planner->machine.domain, htni_working_world(&planner->machine), code, pc))
        return (htni_scanned){pc, fuel};
    const int32_t before = htni_signed(locals[s.variable]);
    const htni_scanned done = scan_instances(&s, locals, fuel);
    const int32_t last = htni_signed(locals[s.variable]); /* the last instance that it reached */
    htni_mark_loop(planner, s.type, before, done.pc == s.exit ? HTN_NONE : (uint32_t)last);
    uint32_t from = before < s.first ? 0 : (uint32_t)before - (uint32_t)s.first + 1;
    const uint32_t end = last < s.first ? 0 : (uint32_t)last - (uint32_t)s.first + 1;
    for (from = next_of(s.presence, from, end); from < end; from = next_of(s.presence, from + 1, end))
        mark_instance(&s, &marks, s.first + (int32_t)from);
    return done;
}
