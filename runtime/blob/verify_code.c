/*
 * The verifier's second half: code, one pass from front to back, remembering only where it is.
 *
 * What makes that enough: instructions have one size; jumps within a task go forward only, and only
 * to leaders, where the evaluation stack is empty; whether a task has a frame holds for all of it;
 * and after an instruction that ends a run, everything starts afresh. So each instruction is judged by
 * what stands in front of it and by itself, and code without METHOD or STEP, which count as work, ends.
 */
#include "verify_code.h"
#include "faults.h"
#include "opcode_table.h"
#include "step_ends.h"
#include "task_code.h"

typedef struct place {
    const htn_domain *domain;
    htn_fault *fault;
    uint32_t pc;
    uint32_t task, entry;
    uint32_t locals;     /* of its frame */
    uint32_t start, end; /* of the block: a task's plan code, or its operator's arguments */
    bool framed;
    bool compound;
    bool is_arguments;
    bool is_body;      /* of derived condition `task` */
    uint32_t walk;     /* where a primitive task's step is walked from when it is given; HTN_NONE: a compound task's */
    uint32_t effects;  /* where those of a primitive task begin; HTN_NONE: it has none */
    uint32_t action;   /* where its action does, behind which nothing is an effect; HTN_NONE: it has none */
    uint32_t depth;    /* of the evaluation stack in front of pc */
    bool taken;        /* a method has been taken on every way to pc since the task was entered */
    uint32_t goal_end; /* the EXPLORE that ends the tests of the goal that pc is among; at or below pc: none */
    uint32_t goal_start;  /* the first of those tests */
    uint32_t next_method; /* the first METHOD or LAST_METHOD at or after pc, or the block's end */
} place;

static bool refuse(const place *at, htni_fault_code code)
{
    return htni_fault_at(at->domain, at->fault, HTN_SECTION_CODE, at->pc, 0, code);
}

static bool is_leader(const htn_domain *domain, uint32_t pc)
{
    return htni_read32(domain->sections[HTN_SECTION_LEADERS].data + (size_t)(pc / 32) * 4) >> pc % 32 & 1;
}

/* --- Operands ----------------------------------------------------------------------------------- */

/* Whether nothing runs into `pc` from the slot before it: that one ends a run. The end of a loop does not: its exit follows. */
static bool starts_afresh(const htn_domain *domain, uint32_t pc)
{
    const htni_instruction before = htni_fetch(domain, pc - 1);
    const bool loops = before.op == HTN_OP_JUMP && before.c < pc && before.c != HTN_SLOT_FAIL;
    return before.op < HTN_OPCODES && htni_opcodes[before.op].flow == HTNI_FLOW_ENDS && !loops;
}

/* Whether pc lies in the part of a primitive task that begins at `from`: up to its action, which nothing runs into. */
static bool is_behind(const place *at, uint32_t from)
{
    return at->pc >= from && at->pc < at->action && !at->is_arguments;
}

/* Effects and what stands behind them run without a step of their own, too. */
static bool is_effect(const place *at)
{
    return is_behind(at, at->effects);
}

/*
 * Where a part begins that is run by itself, step by step: a running plan's steps are walked, an Achieve's enacted. No choice is
 * left there, and none gone back to: it would lead into a step that is over.
 */
static uint32_t part_start(const place *at)
{
    return is_effect(at) ? at->effects : is_behind(at, at->walk) ? at->walk : HTN_NONE;
}

/*
 * A jump goes forward to a leader. Back it may go only where that takes work, so that nothing runs for
 * ever: EXIT to a loop's next instance, AGAIN from a choice point, which was paid for, to any leader.
 */
static bool check_label(const place *at, uint32_t kind, uint32_t target)
{
    const uint32_t part = part_start(at), start = part != HTN_NONE ? part : at->start;
    const uint32_t end = part != HTN_NONE && at->action < at->end ? at->action : at->end;
    if (target == HTN_SLOT_FAIL && !at->is_arguments && !at->is_body)
        return true;
    if (target < start || target >= end || !is_leader(at->domain, target))
        return refuse(at, HTNI_FAULT_OPERAND_LABEL);
    const uint32_t lands_on = htni_fetch(at->domain, target).op;
    const bool loops = (lands_on < HTN_OPCODES && htni_opcodes[lands_on].family == HTNI_FAMILY_LOOP) ||
                       lands_on == HTN_OP_LOAD_ITEM || lands_on == HTN_OP_NEXT_ITEM;
    /* a task is entered by a call, with its arguments; ENACT goes on with what the ACHIEVE in front of it has found */
    if (lands_on == HTN_OP_FRAME || lands_on == HTN_OP_GUARD || lands_on == HTN_OP_ENACT)
        return refuse(at, HTNI_FAULT_OPERAND_LABEL);
    if (target <= at->pc)
        return kind == HTNI_OPERAND_AGAIN || (kind == HTNI_OPERAND_EXIT && loops) ||
               refuse(at, HTNI_FAULT_OPERAND_LABEL);
    /* from in front of a METHOD a jump may not land behind it, unless there everything starts afresh */
    if (!at->taken && target > at->next_method && !starts_afresh(at->domain, target))
        return refuse(at, HTNI_FAULT_NO_METHOD);
    return true;
}

static bool check_cell(const place *at, uint32_t address, uint32_t storage)
{
    const uint32_t property = htn_property_at(at->domain, address);
    if (property == HTN_NONE || HTNI_FIELD(at->domain, PROPERTIES, property, STORAGE) != storage)
        return refuse(at, HTNI_FAULT_OPERAND_CELL);
    return true;
}

/* `low`, `high`: what must lie in the range (VALUE), or be it (RANGE), of the byte at b, which has been checked. */
static bool check_range(const place *at, uint32_t address, uint32_t low, uint32_t high, bool whole)
{
    const uint32_t property = htn_property_at(at->domain, address);
    const uint32_t least = HTNI_FIELD(at->domain, PROPERTIES, property, LOW);
    const uint32_t most = HTNI_FIELD(at->domain, PROPERTIES, property, HIGH);
    if (whole ? low != least || high != most : low < least || high > most)
        return refuse(at, HTNI_FAULT_OPERAND_VALUE);
    return true;
}

/* That its points rise is not needed: see htni_curve(). To look at all of them would take the product of code and constants. */
static bool check_curve(const place *at, uint32_t first, uint32_t points)
{
    const uint32_t room = htni_count(at->domain, HTN_SECTION_CONSTANTS);
    return (points != 0 && first <= room && points <= (room - first) / 2) || refuse(at, HTNI_FAULT_OPERAND_CURVE);
}

static const uint8_t *row_at(const htn_domain *domain, uint32_t row)
{
    return domain->sections[HTN_SECTION_CONSTANTS].data + (size_t)row * 4;
}

static bool is_for_any_world(const uint8_t *row)
{
    return (htni_read32(row + HTN_ROW_MASKS * 4) | htni_read32(row + HTN_ROW_MASKS * 4 + 4)) == 0;
}

static bool is_inside(const place *at, const uint8_t *row)
{
    return (uint64_t)htni_read32(row + HTN_ROW_ADDRESS * 4) + HTN_ROW_BYTES <= at->domain->world_bytes;
}

/*
 * The row of the SEEK at pc, and the one behind it: that one's own SEEK stands further on in this task and looks at the next, and
 * so on, so that a run ends before the code does, with a row that any world matches.
 */
static bool check_row(const place *at, uint32_t row)
{
    const uint32_t room = htni_count(at->domain, HTN_SECTION_CONSTANTS), next = row + HTN_ROW_CONSTANTS;
    if (row > room || room - row < 2 * HTN_ROW_CONSTANTS)
        return refuse(at, HTNI_FAULT_OPERAND_ROW);
    const uint8_t *own = row_at(at->domain, row), *behind = row_at(at->domain, next);
    const uint32_t target = htni_read32(own + HTN_ROW_TARGET * 4), further = htni_read32(behind + HTN_ROW_TARGET * 4);
    if (!is_inside(at, own) || !is_inside(at, behind) || target != at->pc + 1)
        return refuse(at, HTNI_FAULT_OPERAND_ROW);
    if (!check_label(at, HTNI_OPERAND_LABEL, target) || !check_label(at, HTNI_OPERAND_LABEL, further))
        return false;
    if (is_for_any_world(behind))
        return true;
    const htni_instruction seek = htni_fetch(at->domain, further - (further != HTN_SLOT_FAIL));
    return (seek.op == HTN_OP_SEEK && seek.c == next) || refuse(at, HTNI_FAULT_OPERAND_ROW);
}

static bool is_property(const htn_domain *domain, uint32_t op, uint32_t kind, uint32_t value)
{
    if (value >= htni_count(domain, HTN_SECTION_PROPERTIES))
        return false;
    const uint32_t parameters = HTNI_FIELD(domain, PROPERTIES, value, PARAMETER_COUNT);
    const bool writes = htni_opcodes[op].writes != HTNI_WRITES_NOTHING;
    if (writes && (HTNI_FIELD(domain, PROPERTIES, value, FLAGS) & HTN_PROPERTY_STATIC))
        return false;
    switch (kind) {
    case HTNI_OPERAND_PROPERTY: return parameters == 0;
    case HTNI_OPERAND_TABLE: return parameters != 0;
    case HTNI_OPERAND_TABLE1: return parameters == 1;
    case HTNI_OPERAND_TABLE8:
        return parameters == 1 && HTNI_FIELD(domain, PROPERTIES, value, STORAGE) == HTN_STORAGE_U8;
    default: /* ANY */ return true;
    }
}

/* All of a ranking's locals, its keys included, are the frame's. */
static bool check_ranking(const place *at, uint32_t first, uint32_t keys)
{
    const uint32_t locals = at->locals;
    return (keys <= locals && first + HTN_RANKING_FIELDS + 3 * keys <= locals) || refuse(at, HTNI_FAULT_OPERAND_LOCAL);
}

/* `first`: of an Each's locals. Its values lie behind them, and are the bindings of method 0. */
static bool check_each(const place *at, uint32_t first)
{
    const uint32_t method = HTNI_FIELD(at->domain, TASKS, at->task, FIRST_METHOD);
    return ((HTNI_FIELD(at->domain, TASKS, at->task, FLAGS) & HTN_TASK_EACH) != 0 &&
            first + HTN_EACH_FIELDS == HTNI_FIELD(at->domain, METHODS, method, FIRST_BINDING)) ||
           refuse(at, HTNI_FAULT_OPERAND_LOCAL);
}

/* It comes behind check_each(). */
static bool check_item(const place *at, uint32_t values)
{
    const uint32_t method = HTNI_FIELD(at->domain, TASKS, at->task, FIRST_METHOD);
    return ((HTNI_FIELD(at->domain, TASKS, at->task, FLAGS) & HTN_TASK_EACH) != 0 &&
            values == HTNI_FIELD(at->domain, METHODS, method, BINDINGS)) ||
           refuse(at, HTNI_FAULT_OPERAND_COUNT);
}

static bool check_keys(const place *at, uint32_t first, uint32_t keys)
{
    const uint32_t locals = at->locals;
    return (keys == 0 ? first == 0 : first < locals && keys <= locals - first) || refuse(at, HTNI_FAULT_OPERAND_LOCAL);
}

/* A list of candidates with all its values is the frame's. */
static bool check_list(const place *at, uint32_t first, uint32_t most)
{
    return (most <= HTN_MAX_CANDIDATES && first + HTN_LIST_VALUES + most <= at->locals) ||
           refuse(at, HTNI_FAULT_OPERAND_LOCAL);
}

static uint32_t count_cycles(const htn_domain *domain)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_DERIVED);
    return count == 0 ? 0 : HTNI_FIELD(domain, DERIVED, count - 1, CYCLE) + 1;
}

static bool is_below(const place *at, uint32_t value, htn_section section, htni_fault_code fault)
{
    return value < htni_count(at->domain, section) || refuse(at, fault);
}

static bool check_operand(const place *at, const htni_instruction *in, uint32_t kind, uint32_t value)
{
    const htn_domain *domain = at->domain;
    switch (kind) {
    case HTNI_OPERAND_NONE: return value == 0 || refuse(at, HTNI_FAULT_UNUSED_OPERAND);
    case HTNI_OPERAND_LABEL:
    case HTNI_OPERAND_EXIT:
    case HTNI_OPERAND_AGAIN: return check_label(at, kind, value);
    case HTNI_OPERAND_ENTRY: return htni_task_at(domain, value) != HTN_NONE || refuse(at, HTNI_FAULT_OPERAND_ENTRY);
    case HTNI_OPERAND_TASK: return is_below(at, value, HTN_SECTION_TASKS, HTNI_FAULT_OPERAND_TASK);
    case HTNI_OPERAND_METHOD: /* BIND of a primitive task has none: 0 */
        return value < HTNI_FIELD(domain, TASKS, at->task, METHOD_COUNT) || value == 0 ||
               refuse(at, HTNI_FAULT_OPERAND_METHOD);
    case HTNI_OPERAND_LOCAL:
    case HTNI_OPERAND_LOOP:
        return value + (kind == HTNI_OPERAND_LOOP ? 2 : 0) < at->locals || refuse(at, HTNI_FAULT_OPERAND_LOCAL);
    case HTNI_OPERAND_RANKING: return check_ranking(at, value, 0);
    case HTNI_OPERAND_KEYS: return check_ranking(at, in->a, value);
    case HTNI_OPERAND_EACH: return check_each(at, value);
    case HTNI_OPERAND_ITEM: return check_item(at, value & 255);
    case HTNI_OPERAND_KEY_AT: return check_keys(at, value, in->b >> 8);
    case HTNI_OPERAND_HALVES: return value > 0 ? check_ranking(at, in->a, value) : refuse(at, HTNI_FAULT_OPERAND_LOCAL);
    case HTNI_OPERAND_LOCALS: return value == at->locals || refuse(at, HTNI_FAULT_TASK_FRAME);
    case HTNI_OPERAND_U8: return check_cell(at, value, HTN_STORAGE_U8);
    case HTNI_OPERAND_S8: return check_cell(at, value, HTN_STORAGE_S8);
    case HTNI_OPERAND_S16: return check_cell(at, value, HTN_STORAGE_S16);
    case HTNI_OPERAND_S32: return check_cell(at, value, HTN_STORAGE_S32);
    case HTNI_OPERAND_VALUE: return check_range(at, in->b, value, value, false);
    case HTNI_OPERAND_RANGE: return check_range(at, in->b, value & 255, value >> 8, true);
    case HTNI_OPERAND_PROPERTY:
    case HTNI_OPERAND_TABLE:
    case HTNI_OPERAND_TABLE1:
    case HTNI_OPERAND_TABLE8:
    case HTNI_OPERAND_ANY: return is_property(domain, in->op, kind, value) || refuse(at, HTNI_FAULT_OPERAND_PROPERTY);
    case HTNI_OPERAND_TYPE:
        return (value < htni_count(domain, HTN_SECTION_TYPES) &&
                HTNI_FIELD(domain, TYPES, value, KIND) != HTN_TYPE_INTEGER &&
                HTNI_FIELD(domain, TYPES, value, KIND) != HTN_TYPE_FIXED) ||
               refuse(at, HTNI_FAULT_OPERAND_TYPE);
    case HTNI_OPERAND_INDEX: return is_below(at, value, HTN_SECTION_INDEXES, HTNI_FAULT_OPERAND_TYPE);
    case HTNI_OPERAND_KEY_LIST: return is_below(at, value, HTN_SECTION_KEY_LISTS, HTNI_FAULT_OPERAND_TYPE);
    case HTNI_OPERAND_DERIVED: return is_below(at, value, HTN_SECTION_DERIVED, HTNI_FAULT_OPERAND_DERIVED);
    case HTNI_OPERAND_CYCLE: return value < count_cycles(domain) || refuse(at, HTNI_FAULT_OPERAND_DERIVED);
    case HTNI_OPERAND_QUERY: return is_below(at, value, HTN_SECTION_QUERIES, HTNI_FAULT_OPERAND_QUERY);
    case HTNI_OPERAND_LIST: return check_list(at, value, in->op == HTN_OP_PROPOSE ? in->b : in->b >> 8);
    case HTNI_OPERAND_MOST:
        return (value != 0 && value == htni_most_candidates(domain, in->c)) || refuse(at, HTNI_FAULT_OPERAND_QUERY);
    case HTNI_OPERAND_TAKES: return (value & 255) < at->locals || refuse(at, HTNI_FAULT_OPERAND_LOCAL);
    case HTNI_OPERAND_WRITE: return value < HTN_WRITES || refuse(at, HTNI_FAULT_OPERAND_VALUE);
    case HTNI_OPERAND_POOL: return check_curve(at, value, in->b);
    case HTNI_OPERAND_ROW: return check_row(at, value);
    case HTNI_OPERAND_STRING: return is_below(at, value, HTN_SECTION_STRINGS, HTNI_FAULT_OPERAND_STRING);
    case HTNI_OPERAND_GOAL: return is_below(at, value, HTN_SECTION_ACHIEVES, HTNI_FAULT_OPERAND_GOAL);
    case HTNI_OPERAND_RANKED:
    case HTNI_OPERAND_TRUTH:
    case HTNI_OPERAND_FRAMED: return value <= 1 || refuse(at, HTNI_FAULT_OPERAND_VALUE);
    default: /* IMM, IMM16, KNOWN, ARGS, DELTA, POINTS: any, or checked with the rest of the instruction */ return true;
    }
}

/* --- Instructions ------------------------------------------------------------------------------- */

/* Frame and guard stand at the entry and nowhere else, exactly where the task's flags say so. */
static bool check_entry(const place *at, const htni_instruction *in)
{
    if (at->is_body && (in->op == HTN_OP_TUPLE) != (at->pc == at->entry))
        return refuse(at, HTNI_FAULT_MISPLACED);
    if (at->is_body)
        return in->op != HTN_OP_TUPLE || in->c == at->task || refuse(at, HTNI_FAULT_OPERAND_DERIVED);
    const uint32_t flags = HTNI_FIELD(at->domain, TASKS, at->task, FLAGS);
    const uint32_t guard_at = at->entry + (at->framed ? 1 : 0);
    const bool frame_here = at->framed && at->pc == at->entry;
    const bool guard_here = (flags & HTN_TASK_RECURSIVE) != 0 && at->pc == guard_at;
    if ((in->op == HTN_OP_FRAME) != frame_here || (in->op == HTN_OP_GUARD) != guard_here)
        return refuse(at, HTNI_FAULT_MISPLACED);
    if (frame_here && in->a != HTNI_FIELD(at->domain, TASKS, at->task, PARAMETER_COUNT))
        return refuse(at, HTNI_FAULT_TASK_FRAME);
    if (guard_here && in->c != at->task)
        return refuse(at, HTNI_FAULT_OPERAND_TASK);
    if (guard_here && (in->b != 0) != ((flags & HTN_TASK_PROGRESSES) != 0))
        return refuse(at, HTNI_FAULT_OPERAND_VALUE);
    return true;
}

/* A step is the primitive task's own, or one without parameters inlined into a compound task's method. */
static bool check_step(const place *at, const htni_instruction *in)
{
    const htn_domain *domain = at->domain;
    const bool inlined = at->compound;
    if (inlined ? HTNI_FIELD(domain, TASKS, in->c, KIND) != HTN_TASK_PRIMITIVE ||
                      HTNI_FIELD(domain, TASKS, in->c, LOCALS) != 0
                : in->c != at->task)
        return refuse(at, HTNI_FAULT_OPERAND_TASK);
    if (in->a != (uint32_t)(!inlined && at->framed) || is_effect(at))
        return refuse(at, HTNI_FAULT_MISPLACED);
    return true;
}

static bool check_call(const place *at, const htni_instruction *in)
{
    const uint32_t callee = htni_task_at(at->domain, in->c);
    if (at->depth != HTNI_FIELD(at->domain, TASKS, callee, PARAMETER_COUNT))
        return refuse(at, HTNI_FAULT_OPERAND_COUNT);
    return true;
}

static bool check_arguments(const place *at, const htni_instruction *in)
{
    const uint32_t operator_index = HTNI_FIELD(at->domain, TASKS, at->task, OPERATOR);
    const bool timed = (HTNI_FIELD(at->domain, TASKS, at->task, FLAGS) & HTN_TASK_TIMEOUT) != 0;
    if (in->a != HTNI_FIELD(at->domain, OPERATORS, operator_index, PARAMETER_COUNT) + timed)
        return refuse(at, HTNI_FAULT_OPERAND_COUNT);
    return true;
}

/* ACHIEVE at pc: an ENACT behind it, then the tests of the goal, then an EXPLORE that comes back to the first of them. */
static bool check_begin_achieve(place *at, const htni_instruction *in)
{
    const uint32_t explore = in->c, tests = at->pc + 2;
    const htni_instruction enact = htni_fetch(at->domain, at->pc + 1);
    if (enact.op != HTN_OP_ENACT) /* where no jump lands, so that the EXPLORE is behind it */
        return refuse(at, HTNI_FAULT_OPERAND_GOAL);
    const htni_instruction end = htni_fetch(at->domain, explore);
    if (end.op != HTN_OP_EXPLORE || end.b != in->b || end.c != tests)
        return refuse(at, HTNI_FAULT_OPERAND_GOAL);
    at->goal_start = tests;
    at->goal_end = explore;
    return true;
}

static bool check_achieve(place *at, const htni_instruction *in)
{
    switch (in->op) {
    case HTN_OP_ACHIEVE:
        if (!at->framed)
            return refuse(at, HTNI_FAULT_MISPLACED);
        return at->taken ? check_begin_achieve(at, in) : refuse(at, HTNI_FAULT_NO_METHOD);
    case HTN_OP_ENACT: return at->pc + 1 == at->goal_start || refuse(at, HTNI_FAULT_OPERAND_GOAL);
    case HTN_OP_EXPLORE: return at->pc == at->goal_end || refuse(at, HTNI_FAULT_OPERAND_GOAL);
    default: /* UNMET, which is not among the tests of a goal */ return refuse(at, HTNI_FAULT_OPERAND_GOAL);
    }
}

/* The tests of a goal lead to each other and to the EXPLORE behind them, and do nothing else. */
static bool check_goal_test(const place *at, const htni_instruction *in)
{
    if (htni_opcodes[in->op].where != HTNI_IN_ANYWHERE && in->op != HTN_OP_UNMET)
        return refuse(at, HTNI_FAULT_MISPLACED);
    if (htni_has_label(in->op) && (in->c < at->goal_start || in->c > at->goal_end))
        return refuse(at, HTNI_FAULT_OPERAND_LABEL);
    return true;
}

/* Where a plan may be partial, its remaining frames need room, and each has a method that was taken in it. */
static bool check_split(const place *at)
{
    if (!(at->domain->flags & HTN_BLOB_PARTIAL))
        return refuse(at, HTNI_FAULT_PARTIAL);
    return at->taken || !at->compound || refuse(at, HTNI_FAULT_NO_METHOD);
}

static bool check_byte_write(const place *at, const htni_instruction *in)
{
    const uint32_t property = htn_property_at(at->domain, in->b);
    return !(HTNI_FIELD(at->domain, PROPERTIES, property, FLAGS) & HTN_PROPERTY_STATIC) ||
           refuse(at, HTNI_FAULT_OPERAND_PROPERTY);
}

static bool check_place(const place *at, uint32_t where)
{
    const bool fits = at->is_body                  ? where == HTNI_IN_ANYWHERE || where == HTNI_IN_BODY
                      : where == HTNI_IN_BODY      ? false
                      : where == HTNI_IN_ARGUMENTS ? at->is_arguments
                      : where == HTNI_IN_PLAN      ? !at->is_arguments
                                                   : where != HTNI_IN_SLOTS &&
                                                    (where != HTNI_IN_COMPOUND || (at->compound && !at->is_arguments));
    return fits || refuse(at, HTNI_FAULT_MISPLACED);
}

/* What an instruction demands beyond its operands. */
static bool check_sense(place *at, const htni_instruction *in)
{
    const htni_opcode *what = &htni_opcodes[in->op];
    if (!check_place(at, what->where))
        return false;
    if (at->pc >= at->goal_start && at->pc < at->goal_end)
        return check_goal_test(at, in);
    if (what->writes == HTNI_WRITES_BYTE)
        return check_byte_write(at, in);
    switch (what->family) {
    case HTNI_FAMILY_ACHIEVE: return check_achieve(at, in);
    case HTNI_FAMILY_CALL:
        if (at->framed == (in->op == HTN_OP_JUMP_CALL))
            return refuse(at, HTNI_FAULT_MISPLACED);
        return at->taken ? check_call(at, in) : refuse(at, HTNI_FAULT_NO_METHOD);
    case HTNI_FAMILY_GROUP:
        if (!at->framed || !(at->domain->flags & HTN_BLOB_SPANS))
            return refuse(at, HTNI_FAULT_MISPLACED);
        if (in->op == HTN_OP_BACKGROUND && !(at->domain->flags & HTN_BLOB_BACKGROUNDS))
            return refuse(at, HTNI_FAULT_MISPLACED);
        return at->taken || refuse(at, HTNI_FAULT_NO_METHOD);
    case HTNI_FAMILY_CHOICE: return part_start(at) == HTN_NONE || refuse(at, HTNI_FAULT_MISPLACED);
    case HTNI_FAMILY_RETURN: return at->framed == (in->op == HTN_OP_RETURN) || refuse(at, HTNI_FAULT_MISPLACED);
    case HTNI_FAMILY_STEP: return check_step(at, in);
    case HTNI_FAMILY_SPLIT: return check_split(at);
    case HTNI_FAMILY_ARGUMENTS: return check_arguments(at, in);
    default: return true;
    }
}

/* The evaluation stack: a call takes all there is, its callee's FRAME gives it back. */
static bool check_stack(place *at, const htni_instruction *in)
{
    const htni_opcode *what = &htni_opcodes[in->op];
    const uint32_t pops = htni_popped(at->domain, in, at->depth);
    if (pops > at->depth)
        return refuse(at, HTNI_FAULT_STACK_UNDERFLOW);
    at->depth = at->depth - pops + what->pushes;
    if (at->depth > htni_read32(at->domain->blob + HTN_HEADER_STACK))
        return refuse(at, HTNI_FAULT_STACK_OVERFLOW);
    const bool must_be_empty =
        what->flow != HTNI_FLOW_NEXT || htni_has_label(in->op) || what->where == HTNI_IN_COMPOUND;
    if (must_be_empty && at->depth != 0)
        return refuse(at, HTNI_FAULT_STACK_LEFT);
    return true;
}

static bool check_instruction(place *at)
{
    const htni_instruction in = htni_fetch(at->domain, at->pc);
    if (in.op >= HTN_OPCODES)
        return refuse(at, HTNI_FAULT_OPCODE);
    const htni_opcode *what = &htni_opcodes[in.op];
    if (is_leader(at->domain, at->pc) && at->depth != 0)
        return refuse(at, HTNI_FAULT_STACK_LEFT);
    if (at->is_body && !check_place(at, what->where)) /* other instructions have operands that only tasks have */
        return false;
    at->taken = at->taken || in.op == HTN_OP_NEXT_ITEM; /* where it goes on, and where it goes to */
    if (!check_entry(at, &in) || !check_operand(at, &in, what->b, in.b) || !check_operand(at, &in, what->a, in.a) ||
        !check_operand(at, &in, what->c, in.c) || !check_sense(at, &in) || !check_stack(at, &in))
        return false;
    if (what->family == HTNI_FAMILY_METHOD)
        at->taken = true;
    if (starts_afresh(at->domain, at->pc + 1))
        at->taken = false;
    return true;
}

/* --- Blocks ------------------------------------------------------------------------------------- */

static bool is_method(const htn_domain *domain, uint32_t pc)
{
    const uint32_t op = htni_fetch(domain, pc).op;
    return op == HTN_OP_NEXT_ITEM || (op < HTN_OPCODES && htni_opcodes[op].family == HTNI_FAMILY_METHOD);
}

static bool is_block(const place *at, uint32_t block)
{
    return block == HTN_NONE || is_leader(at->domain, block);
}

/* A step's walk starts at the check block as at the entry: afresh. So do the blocks that are run while the plan is. */
static bool check_check(const place *at)
{
    const htn_domain *domain = at->domain;
    const uint32_t first = HTNI_FIELD(domain, TASKS, at->task, FIRST_METHOD);
    const uint32_t methods = HTNI_FIELD(domain, TASKS, at->task, METHOD_COUNT);
    if (!is_block(at, HTNI_FIELD(domain, TASKS, at->task, CHECK)))
        return htni_fault_at(domain, at->fault, HTN_SECTION_TASKS, at->task, HTN_TASKS_CHECK, HTNI_FAULT_BINDINGS);
    if (!is_block(at, HTNI_FIELD(domain, TASKS, at->task, CONTEXT)))
        return htni_fault_at(domain, at->fault, HTN_SECTION_TASKS, at->task, HTN_TASKS_CONTEXT, HTNI_FAULT_TASK_BLOCK);
    if (!is_block(at, HTNI_FIELD(domain, TASKS, at->task, EFFECTS)))
        return htni_fault_at(domain, at->fault, HTN_SECTION_TASKS, at->task, HTN_TASKS_EFFECTS, HTNI_FAULT_TASK_BLOCK);
    if (!is_block(at, HTNI_FIELD(domain, TASKS, at->task, DURING)))
        return htni_fault_at(domain, at->fault, HTN_SECTION_TASKS, at->task, HTN_TASKS_DURING, HTNI_FAULT_TASK_BLOCK);
    const uint32_t ends = htni_ends_of(domain, at->task);
    if (ends != HTN_NONE && !is_block(at, HTNI_FIELD(domain, ENDS, ends, FAIL_EFFECTS)))
        return htni_fault_at(domain, at->fault, HTN_SECTION_ENDS, ends, HTN_ENDS_FAIL_EFFECTS, HTNI_FAULT_TASK_BLOCK);
    if (ends != HTN_NONE && !is_block(at, HTNI_FIELD(domain, ENDS, ends, ABORT_EFFECTS)))
        return htni_fault_at(domain, at->fault, HTN_SECTION_ENDS, ends, HTN_ENDS_ABORT_EFFECTS, HTNI_FAULT_TASK_BLOCK);
    const uint32_t action = HTNI_FIELD(domain, TASKS, at->task, ACTION);
    if (action != HTN_NONE && !starts_afresh(domain, action)) /* nothing runs into it */
        return htni_fault_at(domain, at->fault, HTN_SECTION_TASKS, at->task, HTN_TASKS_ACTION, HTNI_FAULT_TASK_BLOCK);
    for (uint32_t i = first; i < first + methods; i++)
        if (!is_block(at, HTNI_FIELD(domain, METHODS, i, WHILE)))
            return htni_fault_at(domain, at->fault, HTN_SECTION_METHODS, i, HTN_METHODS_WHILE, HTNI_FAULT_TASK_BLOCK);
    return true;
}

static bool check_block(place *at, uint32_t from, uint32_t to)
{
    at->start = from;
    at->end = to;
    at->depth = 0;
    at->taken = false;
    at->next_method = from;
    at->goal_start = at->goal_end = 0;
    for (at->pc = from; at->pc < to; at->pc++) {
        if (at->next_method < at->pc)
            at->next_method = at->pc;
        while (at->next_method < to && !is_method(at->domain, at->next_method))
            at->next_method++;
        if (!check_instruction(at))
            return false;
    }
    at->pc = to - 1;
    if (htni_opcodes[htni_fetch(at->domain, at->pc).op].flow != HTNI_FLOW_ENDS)
        return refuse(at, HTNI_FAULT_FALLS_OFF);
    return true;
}

static bool check_task(const htn_domain *domain, htn_fault *fault, uint32_t task)
{
    place at;
    const uint32_t entry = HTNI_FIELD(domain, TASKS, task, ENTRY), end = HTNI_FIELD(domain, TASKS, task, END);
    const uint32_t arguments = HTNI_FIELD(domain, TASKS, task, ARGUMENTS);
    memset(&at, 0, sizeof at);
    at.domain = domain;
    at.fault = fault;
    at.task = task;
    at.locals = HTNI_FIELD(domain, TASKS, task, LOCALS);
    at.entry = entry;
    at.framed = (HTNI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_FRAMED) != 0;
    at.compound = HTNI_FIELD(domain, TASKS, task, KIND) == HTN_TASK_COMPOUND;
    at.walk = at.compound ? HTN_NONE : htni_preconditions(domain, task);
    at.effects = HTNI_FIELD(domain, TASKS, task, EFFECTS);
    at.action = HTNI_FIELD(domain, TASKS, task, ACTION);
    if (!check_check(&at))
        return false;
    if (arguments == HTN_NONE)
        return check_block(&at, entry, end);
    if (!check_block(&at, entry, arguments))
        return false;
    at.is_arguments = true;
    return check_block(&at, arguments, end);
}

static bool check_body(const htn_domain *domain, htn_fault *fault, uint32_t derived)
{
    place at;
    memset(&at, 0, sizeof at);
    at.domain = domain;
    at.fault = fault;
    at.task = derived;
    at.locals = HTNI_FIELD(domain, DERIVED, derived, LOCALS);
    at.entry = HTNI_FIELD(domain, DERIVED, derived, ENTRY);
    at.walk = at.effects = at.action = HTN_NONE;
    at.is_body = true;
    return check_block(&at, at.entry, HTNI_FIELD(domain, DERIVED, derived, END));
}

static bool check_enters(const htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_ENTERS);
    for (uint32_t i = 0; i < count; i++)
        if (!is_leader(domain, HTNI_FIELD(domain, ENTERS, i, ENTER)))
            return htni_fault_at(domain, fault, HTN_SECTION_ENTERS, i, HTN_ENTERS_ENTER, HTNI_FAULT_TASK_BLOCK);
    return true;
}

bool htni_verify_code(const htn_domain *domain, htn_fault *fault)
{
    const uint32_t count = htni_count(domain, HTN_SECTION_CODE), tasks = htni_count(domain, HTN_SECTION_TASKS);
    static const uint8_t slots[HTN_SLOTS] = {HTN_OP_FAIL, HTN_OP_DONE, HTN_OP_VALID};
    if (htni_count(domain, HTN_SECTION_LEADERS) != (count - 1) / 32 + 1)
        return htni_fault_at(domain, fault, HTN_SECTION_LEADERS, 0, 0, HTNI_FAULT_LEADERS);
    for (uint32_t i = 0; i < HTN_SLOTS; i++) {
        const htni_instruction in = htni_fetch(domain, i);
        if (in.op != slots[i] || in.a != 0 || in.b != 0 || in.c != 0)
            return htni_fault_at(domain, fault, HTN_SECTION_CODE, i, 0, HTNI_FAULT_CODE_SLOTS);
    }
    for (uint32_t task = 0; task < tasks; task++)
        if (!check_task(domain, fault, task))
            return false;
    for (uint32_t derived = 0; derived < htni_count(domain, HTN_SECTION_DERIVED); derived++)
        if (!check_body(domain, fault, derived))
            return false;
    return check_enters(domain, fault);
}
