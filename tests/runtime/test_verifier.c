/*
 * Every reason for which a blob is refused: a sound blob, one thing in it changed, and the verifier
 * must name that thing and no other. A reason without a case here fails the last test.
 */
#include "runtime/blob/faults.h"
#include "fixture.h"

#include <stdio.h>

#define EIGHT "int, int, int, int, int, int, int, int"

#define SIXTEEN(x) \
    x ", " x ", " x ", " x ", " x ", " x ", " x ", " x ", " x ", " x ", " x ", " x ", " x ", " x ", " x ", " x

static const char source[] =
    "Enum [Place] Values [Home, Bridge, Cave]\n"
    "World State [ Seen : bool, Health : 0..3 = 1, Cold : -5..5, Gold : int = 7, At : Place = Bridge ]\n"
    "Entities [Beast] Max [3]\nEntities [Wolf : Beast] Max [2]\nEntities [Road] Values [East, West, South]\n"
    "World State [ Near(Beast) : 0..9 = 9, Prey : Beast, Leads(Road, Road) : bool ]\n"
    "Shared World State [ Alarm : bool, Heard(Beast) : bool ]\n"
    "Query [Howls(Beast, -5..5) : bool]\nEntities [Bird] Max [2]\n"
    "Query [Wide(" EIGHT ", " EIGHT ", " EIGHT ", " EIGHT ", " EIGHT ", " EIGHT ", " EIGHT ", " EIGHT ") : bool]\n"
    "Query [Dens(Beast) : Place] Max [3]\n"
    "Facts [Leads(East, West) = true, Leads(West, South) = true]\n"
    "Compound Task [Be]\n"
    "  Method [any w : Wolf where Near(w) < 3] Subtasks [Chase(), Go(West)]\n"
    "  Method [Seen, Health >= 1 or Gold > 3] Subtasks [Fight(Home), Roar()]\n"
    "  Method [Cold < 0, not Seen, not Howls(Prey, Cold), not Alarm] Subtasks [Roar(), Rest()]\n"
    "  Method [curve(Gold, 0:0, 10:100) > 50] Subtasks [Rest()]\n"
    "Compound Task [Fight(where_to : Place)]\n"
    "  Method [At == where_to] Subtasks [Hit(where_to)]\n"
    "  Method [true] Subtasks [Roar(), Walk(where_to, 2), Fight(where_to)]\n"
    "Compound Task [Both]\n"
    "  Method [Seen] Subtasks [Parallel [Roar(), Rest()]]\n"
    "Primitive Task [Hit(target : Place)] Operator [Hit(target, \"slam\")] Effects [Health += -1, Gold = Gold * 2]\n"
    "Primitive Task [Walk(to : Place, speed : int)] Operator [Walk(to, speed, min(Gold, 3))] Effects [At = to]\n"
    "  Cost [3] Duration [2s]\n"
    "Primitive Task [Chase] Preconditions [any b : Beast where Near(b) < 2] Operator [Chase(b)] Effects [Prey = b]\n"
    "Primitive Task [Go(from : Road)] Preconditions [any r : Road where Leads(from, r)] Operator [Go(r)]\n"
    "Primitive Task [Roar] Operator [Roar] Effects [Seen = false]\n"
    "Primitive Task [Rest] Preconditions [Health < 3, Cold >= -4] Operator [Rest(1)] Effects [Health = 3, Cold += 1]\n"
    "Compound Task [Track]\n  Method [any p : Place from Dens(Prey)] Subtasks [Hit(p)]\n"
    "Compound Task [Fetch]\n  Method [] Subtasks [Achieve [At == Home, Cold > 0] Using [Move]]\n"
    "Enum [One] Values [Sole]\nSensor [Eyes] Updates [Gold]\n"
    "World State [ Far : 0..300, Deep : -300..5, Lowest : -40000..5, Highest : 0..40000, Five : 0..4, Tilt : -1..1, "
    "Level : 2..6 = 3 ]\n"
    "Shared World State [ Tax(Road) : int ]\n"
    "Compound Task [Run]\n  Method [Seen, Level >= 4] Subtasks [Growl(), Run()]\n  Method [] Subtasks [Rest()]\n"
    "Compound Task [Pass]\n  Method [] Subtasks [Fight(Home)]\n"
    "Compound Task [Rally]\n  Method [Alarm] While [Seen] Enter [Alarm] Cooldown [3s] Subtasks [Warn(), Rest()]\n  "
    "Method [] "
    "Subtasks [Lie()]\n"
    "Primitive Task [Warn] Operator [Warn(1)] Effects [Heard(b) = true for b : Beast]\n"
    "Primitive Task [Lie] Context [not Seen] Operator [Lie] During [Far = 3]\n"
    "Primitive Task [Lure(to : Place)] Preconditions [any b : Beast where Near(b) < 2] Operator [Lure(b)]\n"
    "  Effects [At = to, Far = 7, Level += 1, Near(Prey) = 3]\n"
    "Primitive Task [Back(from : Road)] Preconditions [any r : Road where Leads(r, from)] Operator [Go(r)]\n"
    "Compound Task [Return]\n  Method [Seen] Subtasks [Back(West), Lie()]\n"
    "Compound Task [Supply]\n  Method [] Subtasks [Achieve [At == Cave] Using [Move, Lure]]\n"
    "  Method [Seen] Subtasks [Roar()]\n  Method [] Subtasks [Rest()]\n"
    "Primitive Task [Move(to : Place)] Operator [Move(to)] Effects [At = to, Cold += 1]\n"
    "Primitive Task [Push(to : Place)] Operator [Push(to)] Timeout [Gold] Retry [2] FailEffects [Gold += 1]\n"
    "  AbortEffects [Gold -= 1]\n"
    "Primitive Task [Pull] Operator [Pull] Retry [255]\n"
    "Compound Task [Try]\n  Method [] Enter [Seen] Subtasks [Push(Home), Pull()]\n"
    "Compound Task [Sift]\n  Method [Seen, Five == 1] Subtasks [Roar()]\n  Method [Five == 2] Subtasks [Roar()]\n"
    "  Method [Seen, Five == 3] Subtasks [Roar()]\n  Method [not Seen, At == Cave] Subtasks [Roar()]\n"
    "  Method [At == Home, Five == 3] Subtasks [Roar()]\n  Method [] Subtasks [Roar()]\n"
    "Condition [Joins(a : Road, b : Road)] [Leads(a, b) or Tax(a) > 3 or exists(r : Road where Joins(a, r))]\n"
    "Condition [Shut(a : Road)] [not Joins(a, East), Tax(a) > 2 or Shut(West)]\n"
    "Compound Task [Detour]\n  Method [Joins(East, West), Shut(East)] Subtasks [Charge(East)]\n"
    "Primitive Task [Charge(r : Road)] Operator [Charge(r)] Effects [Tax(r) += 1]\n"
    "Entities [Stall] Values [Left, Right]\n"
    "Compound Task [Sell]\n  Method [any s : Stall] Reserve [s] Cooldown [1s] For [s] Subtasks [Trade(s)]\n"
    "Primitive Task [Trade(s : Stall)] Reserve [s] Operator [Trade(s)]\n"
    "Primitive Task [Growl] Operator [Roar] Effects [Level -= 1]\n"
    "Entities [Bead] Values [Jet, Opal, Pearl, Ruby]\n" /* 2^34 cells */
    "World State [ Charm : Bead, Chain(Bead, " SIXTEEN(
        "Bead") ") : bool ]\n"
                "Facts [Chain(Jet, " SIXTEEN("Opal") ") = true, Chain(Pearl, " SIXTEEN(
                    "Ruby") ") = true]\n"
                            "Compound Task [Wear]\n  Method [any b : Bead where Chain(b, " SIXTEEN(
                                "Charm") ")] Subtasks [Rest()]\n"
                                         "Compound Task [Gather]\n  Method [] Subtasks [Each [w : Wolf where Near(w) < "
                                         "2] "
                                         "Prefer [lowest Near(w)] [Hit(Cave)]]\n"
                                         "Compound Task [Guard(p : Place)]\n  Method [] While [Seen] Subtasks "
                                         "[Rest()]\n"
                                         "Orders [Rest, Walk] While [Seen]\nOrders [Guard]\n";

/* --- Ways to change one thing ------------------------------------------------------------------- */

static uint8_t *blob;
static size_t blob_size;

static uint8_t *table_entry(htn_section section)
{
    const uint32_t count = fixture_read32(blob + HTN_HEADER_SECTIONS);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *entry = blob + HTN_HEADER_SIZE + i * HTN_SECTION_ENTRY_SIZE;
        if (fixture_read32(entry) == (uint32_t)section)
            return entry;
    }
    fail_msg("the blob has no section %d", (int)section);
    return NULL;
}

static uint8_t *section_at(htn_section section, uint32_t byte)
{
    return blob + fixture_read32(table_entry(section) + 4) + byte;
}

static void set_header(uint32_t offset, uint32_t value)
{
    fixture_write32(blob + offset, value);
}

static uint8_t *field_at(htn_section section, uint32_t index, uint32_t field)
{
    const uint8_t *entry = table_entry(section);
    const uint32_t each = fixture_read32(entry + 12) / fixture_read32(entry + 8);
    return section_at(section, index * each + field * 4);
}

#define FIELD(SECTION, index, NAME)      field_at(HTN_SECTION_##SECTION, (index), HTN_##SECTION##_##NAME)
#define SET(SECTION, index, NAME, value) fixture_write32(FIELD(SECTION, index, NAME), (uint32_t)(value))

/* The n-th instruction of that kind. */
static uint8_t *find_code(htn_opcode op, uint32_t n)
{
    const uint32_t count = fixture_read32(table_entry(HTN_SECTION_CODE) + 8);
    for (uint32_t i = HTN_SLOTS; i < count; i++) {
        uint8_t *at = section_at(HTN_SECTION_CODE, i * HTN_INSTRUCTION_SIZE);
        if (at[0] == op && n-- == 0)
            return at;
    }
    fail_msg("the code has no such instruction %d", (int)op);
    return NULL;
}

static void set_code(uint8_t *at, unsigned op, unsigned a, unsigned b, uint32_t c)
{
    at[0] = (uint8_t)op;
    at[1] = (uint8_t)a;
    at[2] = (uint8_t)b;
    at[3] = (uint8_t)(b >> 8);
    fixture_write32(at + 4, c);
}

static uint32_t named(htn_section section, const char *name)
{
    const uint32_t count = fixture_read32(table_entry(section) + 8);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp((const char *)section_at(HTN_SECTION_STRINGS, fixture_read32(field_at(section, i, 0))), name) == 0)
            return i;
    fail_msg("nothing is called %s", name);
    return 0;
}

static uint32_t task_named(const char *name)
{
    return named(HTN_SECTION_TASKS, name);
}

/* --- One change for each reason ----------------------------------------------------------------- */

static void short_header(void)
{
    blob_size = HTN_HEADER_SIZE - 1;
}
static void magic(void)
{
    blob[1] = 'X';
}
static void newer(void)
{
    blob[HTN_HEADER_MAJOR] = HTN_BLOB_MAJOR + 1;
}
static void older(void)
{
    blob[HTN_HEADER_MAJOR] = 0;
}
static void truncated(void)
{
    blob_size -= 8;
}
static void total(void)
{
    set_header(HTN_HEADER_TOTAL, HTN_HEADER_SIZE - 8);
}
static void flags(void)
{
    set_header(HTN_HEADER_FLAGS, 1u << 31);
}
static void shared_part(void)
{
    set_header(HTN_HEADER_SHARED, fixture_read32(blob + HTN_HEADER_SHARED) + 4);
}
static void shared_part_beyond_the_world(void)
{
    set_header(HTN_HEADER_SHARED, fixture_read32(blob + HTN_HEADER_WORLD) + 8);
}
static void shared_property_among_the_others(void)
{
    SET(PROPERTIES, 0, FLAGS, HTN_PROPERTY_SHARED);
}
static void property_in_the_shared_part(void)
{
    SET(PROPERTIES, named(HTN_SECTION_PROPERTIES, "Alarm"), FLAGS, 0);
}
static void instances_across_the_shared_part(void)
{
    SET(TYPES, named(HTN_SECTION_TYPES, "Beast"), PRESENCE, fixture_read32(blob + HTN_HEADER_SHARED) - 1);
}
static void query(void)
{
    SET(QUERIES, 0, TYPE, HTN_NONE);
}
static void query_about_a_symbol(void)
{
    SET(PARAMETERS, fixture_read32(FIELD(QUERIES, 0, FIRST_PARAMETER)), TYPE, HTN_NONE);
}
static void operand_query(void)
{
    fixture_write32(find_code(HTN_OP_QUERY, 0) + 4, 99);
}
static void stack_limit(void)
{
    set_header(HTN_HEADER_STACK, HTN_MAX_STACK + 1);
}
static void world_size(void)
{
    set_header(HTN_HEADER_WORLD, 5);
}
static void section_count(void)
{
    set_header(HTN_HEADER_SECTIONS, 100000);
}
static void section_order(void)
{
    fixture_write32(table_entry(HTN_SECTION_TYPES), HTN_SECTION_STRINGS);
}
static void section_id(void)
{
    fixture_write32(table_entry(HTN_SECTION_DEBUG_ITEMS), 999);
}
static void section_place(void)
{
    fixture_write32(table_entry(HTN_SECTION_TYPES) + 4, 4);
}
static void section_size(void)
{
    fixture_write32(table_entry(HTN_SECTION_TYPES) + 8, 1);
}
static void strings(void)
{
    *section_at(HTN_SECTION_STRINGS, 0) = 'x';
}
static void field_string(void)
{
    SET(TASKS, 0, NAME, 1 << 20);
}
static void field_index(void)
{
    SET(PARAMETERS, 0, TYPE, 100);
}
static void field_run(void)
{
    SET(TYPES, 2, FIRST_VALUE, 100);
}
static void field_code(void)
{
    SET(TASKS, 1, ARGUMENTS, 1 << 20);
}
static void kind(void)
{
    SET(TASKS, 0, KIND, 9);
}
static void type_range(void)
{
    SET(TYPES, 0, HIGH, 2);
}
static void property_place(void)
{
    SET(PROPERTIES, 1, ADDRESS, 0);
}
static void property_without_room(void) /* only a static table is kept as facts */
{
    SET(PROPERTIES, named(HTN_SECTION_PROPERTIES, "Near"), STORAGE, HTN_STORAGE_FACTS);
}
static void property_range(void)
{
    SET(PROPERTIES, 1, INITIAL, 4);
}
static void type_instances(void)
{
    SET(TYPES, named(HTN_SECTION_TYPES, "Wolf"), PRESENCE, 0);
}
static void property_table(void)
{
    SET(PROPERTIES, named(HTN_SECTION_PROPERTIES, "Near"), CELLS, 4);
}
static void fact(void)
{
    SET(FACTS, 0, CELL, 99);
}
static void static_index(void)
{
    SET(INDEXES, 0, LIST, 1 << 20);
}
static void bindings(void)
{
    SET(TASKS, task_named("Chase"), BINDINGS, 200);
}
static void task_block(void)
{
    SET(TASKS, task_named("Roar"), CONTEXT,
        fixture_read32(field_at(HTN_SECTION_TASKS, task_named("Roar"), HTN_TASKS_ENTRY)));
}
static void effects_that_are_none(void)
{
    SET(TASKS, task_named("Both"), EFFECTS, fixture_read32(FIELD(TASKS, task_named("Both"), ENTRY)) + 1);
}
static void operand_type(void)
{
    find_code(HTN_OP_NEXT_INSTANCE, 0)[2] = 99;
}
static void task_place(void)
{
    SET(TASKS, 1, ENTRY, fixture_read32(FIELD(TASKS, 1, ENTRY)) + 1);
}
static void task_frame(void)
{
    SET(TASKS, task_named("Fight"), LOCALS, 0);
}
static void task_methods(void)
{
    SET(TASKS, 0, METHOD_COUNT, 0);
}
static void task_operator(void)
{
    SET(TASKS, task_named("Roar"), OPERATOR, HTN_NONE);
}
static void enter(void)
{
    SET(ENTERS, 0, METHOD, HTN_NONE);
}
static void ends(void)
{
    SET(ENDS, 0, TASK, task_named("Be"));
}
static void root(void)
{
    SET(ROOTS, 0, TASK, task_named("Roar"));
}
static void code_slots(void)
{
    *section_at(HTN_SECTION_CODE, 0) = HTN_OP_DONE;
}
static void leaders(void)
{
    fixture_write32(table_entry(HTN_SECTION_LEADERS) + 8, 1);
    fixture_write32(table_entry(HTN_SECTION_LEADERS) + 12, 4);
}
static void opcode(void)
{
    *find_code(HTN_OP_METHOD, 0) = 250;
}
static void unused_operand(void)
{
    find_code(HTN_OP_RETURN, 0)[1] = 1;
}
static void operand_label(void)
{
    fixture_write32(find_code(HTN_OP_METHOD, 0) + 4, 3);
}
static void operand_entry(void)
{
    fixture_write32(find_code(HTN_OP_CALL, 0) + 4, 4);
}
static void operand_task(void)
{
    fixture_write32(find_code(HTN_OP_STEP, 0) + 4, 0);
}
static void operand_method(void)
{
    find_code(HTN_OP_METHOD, 0)[2] = 77;
}
static void operand_local(void)
{
    find_code(HTN_OP_LOCAL, 0)[2] = 77;
}
static void operand_cell(void)
{
    fixture_write32(find_code(HTN_OP_LOAD_S32, 0) + 4, 0);
}
static void operand_value(void)
{
    find_code(HTN_OP_SET_U8, 0)[1] = 200;
}
static void operand_property(void)
{
    fixture_write32(find_code(HTN_OP_STORE, 0) + 4, 99);
}
static void operand_curve(void)
{
    find_code(HTN_OP_CURVE, 0)[2] = 99;
}
static void operand_string(void)
{
    fixture_write32(find_code(HTN_OP_PUSH_STRING, 0) + 4, 1 << 20);
}
static void operand_count(void)
{
    uint8_t *at = find_code(HTN_OP_ARGUMENTS, 0);
    at[1]--;
    set_code(at - HTN_INSTRUCTION_SIZE, HTN_OP_NOT, 0, 0, 0);
}
static void stack_underflow(void)
{
    uint8_t *at = find_code(HTN_OP_ARGUMENTS, 0);
    set_code(at - 8, HTN_OP_CLAMP, 0, 0, 0);
}
static void stack_overflow(void)
{
    set_header(HTN_HEADER_STACK, 1);
}
static void stack_left(void)
{
    uint8_t *at = find_code(HTN_OP_BRANCH_FALSE, 0);
    set_code(at - 8, HTN_OP_PUSH, 0, 0, 0);
}
static void misplaced(void)
{
    set_code(find_code(HTN_OP_RETURN, 0), HTN_OP_PROCEED, 0, 0, 0);
}
static void a_step_among_effects(void) /* they are carried out apart from any step */
{
    SET(TASKS, task_named("Chase"), EFFECTS, fixture_read32(FIELD(TASKS, task_named("Chase"), CHECK)));
}
static void a_group_without_spans(void)
{
    set_header(HTN_HEADER_FLAGS, fixture_read32(blob + HTN_HEADER_FLAGS) & ~(uint32_t)HTN_BLOB_SPANS);
}
static void a_group_before_a_method(void)
{
    uint8_t *at = find_code(HTN_OP_GROUP, 0);
    set_code(at - HTN_INSTRUCTION_SIZE, HTN_OP_SET_U8, 0, 0, 0); /* the method's */
}
static void a_group_in_a_primitive_task(void)
{
    const uint32_t effects = fixture_read32(FIELD(TASKS, task_named("Roar"), EFFECTS));
    set_code(section_at(HTN_SECTION_CODE, effects * HTN_INSTRUCTION_SIZE), HTN_OP_GROUP_END, 0, 0, 0);
}
static void a_member_without_its_local(void)
{
    find_code(HTN_OP_MEMBER, 0)[1] = 99;
}
static void no_method(void)
{
    /* Fight's last method calls: nothing else stands between its entry and the call */
    uint8_t *at =
        section_at(HTN_SECTION_CODE, fixture_read32(FIELD(TASKS, task_named("Fight"), ENTRY)) * HTN_INSTRUCTION_SIZE);
    while (*at != HTN_OP_LAST_METHOD)
        at += HTN_INSTRUCTION_SIZE;
    set_code(at, HTN_OP_SET_U8, 0, 0, 0);
}
static void partial(void)
{
    /* Walk has a duration, so that there is a HORIZON */
    set_header(HTN_HEADER_FLAGS, fixture_read32(blob + HTN_HEADER_FLAGS) & ~(uint32_t)HTN_BLOB_PARTIAL);
}
static void falls_off(void)
{
    const uint32_t end = fixture_read32(FIELD(TASKS, 0, END));
    set_code(section_at(HTN_SECTION_CODE, (end - 1) * HTN_INSTRUCTION_SIZE), HTN_OP_SET_U8, 0, 0, 0);
}
static void code_end(void)
{
    const uint32_t last = fixture_read32(table_entry(HTN_SECTION_TASKS) + 8) - 1;
    SET(TASKS, last, END, fixture_read32(FIELD(TASKS, last, END)) - 1);
}
static void static_state(void)
{
    SET(WRITES, 1, PROPERTY, named(HTN_SECTION_PROPERTIES, "Leads"));
}
static void state_twice(void)
{
    SET(WRITES, 1, PROPERTY, fixture_read32(FIELD(WRITES, 0, PROPERTY)));
}
static void no_action(void)
{
    SET(USES, 0, TASK, task_named("Roar"));
}
static void action_at_entry(void)
{
    SET(TASKS, task_named("Move"), ACTION, fixture_read32(FIELD(TASKS, task_named("Move"), ENTRY)));
}
static void action_between_leaders(void)
{
    SET(TASKS, task_named("Move"), ACTION, fixture_read32(FIELD(TASKS, task_named("Move"), ACTION)) + 1);
}
static void unknown_goal(void)
{
    find_code(HTN_OP_ACHIEVE, 0)[2] = 9;
}
static void goal_without_enact(void)
{
    set_code(find_code(HTN_OP_ENACT, 0), HTN_OP_COMMIT, 0, 0, 0);
}
static void goal_without_beginning(void)
{
    set_code(find_code(HTN_OP_ACHIEVE, 0), HTN_OP_COMMIT, 0, 0, 0);
}
static void goal_that_comes_back_elsewhere(void)
{
    fixture_write32(find_code(HTN_OP_EXPLORE, 0) + 4, fixture_read32(find_code(HTN_OP_ACHIEVE, 0) + 4));
}
static void unmet_without_goal(void)
{
    set_code(find_code(HTN_OP_LAST_METHOD, 0) + HTN_INSTRUCTION_SIZE, HTN_OP_UNMET, 0, 0, 0);
}
static void goal_that_writes(void)
{
    set_code(find_code(HTN_OP_UNMET, 0), HTN_OP_COMMIT, 0, 0, 0);
}
static void goal_that_leads_out(void)
{
    fixture_write32(find_code(HTN_OP_ENACT, 0) + HTN_INSTRUCTION_SIZE + 4, 0);
}
static uint8_t *code_at(uint32_t pc)
{
    return section_at(HTN_SECTION_CODE, pc * HTN_INSTRUCTION_SIZE);
}
static uint32_t pc_of(const uint8_t *at)
{
    return (uint32_t)(at - section_at(HTN_SECTION_CODE, 0)) / HTN_INSTRUCTION_SIZE;
}
static void make_leader(uint32_t pc)
{
    *section_at(HTN_SECTION_LEADERS, pc / 8) |= (uint8_t)(1 << pc % 8);
}
static void take_leader(uint32_t pc)
{
    *section_at(HTN_SECTION_LEADERS, pc / 8) &= (uint8_t) ~(1 << pc % 8);
}

/* The first instruction of that kind in a task. */
static uint8_t *code_in(const char *task, htn_opcode op)
{
    uint32_t pc = fixture_read32(FIELD(TASKS, task_named(task), ENTRY));
    const uint32_t end = fixture_read32(FIELD(TASKS, task_named(task), END));
    while (pc < end && *code_at(pc) != op)
        pc++;
    if (pc == end)
        fail_msg("%s has no instruction %d", task, (int)op);
    return code_at(pc);
}
static void a_choice_in_a_walk(void) /* it would lead back into a step that is over */
{
    SET(TASKS, task_named("Chase"), CHECK, pc_of(code_in("Chase", HTN_OP_NEXT_INSTANCE)));
}
static void a_walk_that_leads_in_front_of_itself(void)
{
    uint8_t *at = code_at(fixture_read32(FIELD(TASKS, task_named("Chase"), CHECK)));
    while (*at != HTN_OP_BRANCH_FALSE)
        at += HTN_INSTRUCTION_SIZE;
    fixture_write32(at + 4, pc_of(code_in("Chase", HTN_OP_NEXT_INSTANCE)));
}
static void enact_without_achieve(void) /* it would go on with what another Achieve has found */
{
    const uint32_t enact = pc_of(code_in("Supply", HTN_OP_ENACT));
    uint8_t *at = code_at(enact);
    make_leader(enact);
    while (*at != HTN_OP_METHOD)
        at += HTN_INSTRUCTION_SIZE;
    fixture_write32(at + 4, enact);
}
static void cost_with_a_value_left(void) /* it may fail, and would leave the value there each time */
{
    uint8_t *at = code_in("Walk", HTN_OP_COST), cost[HTN_INSTRUCTION_SIZE];
    memcpy(cost, at, sizeof cost);
    memcpy(at, at + HTN_INSTRUCTION_SIZE, sizeof cost);
    memcpy(at + HTN_INSTRUCTION_SIZE, cost, sizeof cost);
}
static void a_byte_that_is_static(void)
{
    const uint32_t leads = named(HTN_SECTION_PROPERTIES, "Leads");
    find_code(HTN_OP_SET_U8, 0)[1] = 0;
    find_code(HTN_OP_SET_U8, 0)[2] = (uint8_t)fixture_read32(FIELD(PROPERTIES, leads, ADDRESS));
}
static void methods_that_tasks_share(void)
{
    SET(TASKS, task_named("Both"), FIRST_METHOD, 0);
    SET(TASKS, task_named("Both"), METHOD_COUNT, 2);
}
static void a_table_of_too_many_parameters(void)
{
    SET(PROPERTIES, named(HTN_SECTION_PROPERTIES, "Near"), FIRST_PARAMETER, 0);
    SET(PROPERTIES, named(HTN_SECTION_PROPERTIES, "Near"), PARAMETER_COUNT, HTN_MAX_ARGUMENTS + 1);
}
static void more_instances_than_bytes(void) /* each has a generation, too, whose numbers must not overflow */
{
    const uint32_t last = fixture_read32(blob + HTN_HEADER_SHARED) - 1;
    SET(TYPES, named(HTN_SECTION_TYPES, "Beast"), PRESENCE, 0);
    SET(TYPES, named(HTN_SECTION_TYPES, "Beast"), HIGH, last);
    SET(TYPES, named(HTN_SECTION_TYPES, "Wolf"), PRESENCE,
        fixture_read32(FIELD(TYPES, named(HTN_SECTION_TYPES, "Wolf"), LOW)));
    SET(TYPES, named(HTN_SECTION_TYPES, "Bird"), PRESENCE, 0);
    SET(TYPES, named(HTN_SECTION_TYPES, "Bird"), HIGH, last);
}
static void debug_item(void)
{
    SET(DEBUG_ITEMS, 1, FIRST, 0);
}
static void section_missing(void)
{
    uint8_t *entry = table_entry(HTN_SECTION_LEADERS);
    const uint32_t count = fixture_read32(blob + HTN_HEADER_SECTIONS);
    const uint8_t *end = blob + HTN_HEADER_SIZE + count * HTN_SECTION_ENTRY_SIZE;
    memmove(entry, entry + HTN_SECTION_ENTRY_SIZE, (size_t)(end - entry) - HTN_SECTION_ENTRY_SIZE);
    set_header(HTN_HEADER_SECTIONS, count - 1);
}

/* The first debug read of that kind, the first debug subtask that is a parallel group. */
static uint32_t debug_read(htn_read_kind kind)
{
    uint32_t i = 0;
    while (fixture_read32(FIELD(DEBUG_READS, i, KIND)) != (uint32_t)kind)
        i++;
    return i;
}
static uint32_t debug_group(void)
{
    uint32_t i = 0;
    while (fixture_read32(FIELD(DEBUG_SUBTASKS, i, KIND)) != HTN_SUBTASK_PARALLEL)
        i++;
    return i;
}

/* clang-format off */
#define TYPE(name)     named(HTN_SECTION_TYPES, name)
#define PROPERTY(name) named(HTN_SECTION_PROPERTIES, name)
#define GET(SECTION, index, NAME) fixture_read32(FIELD(SECTION, index, NAME))
#define WORLD_BYTES    fixture_read32(blob + HTN_HEADER_WORLD)
#define SHARED_AT      fixture_read32(blob + HTN_HEADER_SHARED)
#define ENTRY_SIZE     HTN_SECTION_ENTRY_SIZE
#define ADD32(at, n)   fixture_write32((at), fixture_read32(at) + (uint32_t)(n))
#define COUNT(SECTION) fixture_read32(table_entry(HTN_SECTION_##SECTION) + 8)
#define CONSTANT(i)    section_at(HTN_SECTION_CONSTANTS, (i) * 4)
#define TASK(name, NAME) GET(TASKS, task_named(name), NAME)

static void swap(uint8_t *at) /* with the instruction in front of it */
{
    uint8_t was[HTN_INSTRUCTION_SIZE];
    memcpy(was, at, sizeof was);
    memcpy(at, at - sizeof was, sizeof was);
    memcpy(at - sizeof was, was, sizeof was);
}

/* The n-th parameter of the query that has more of them than anything else. */
static uint32_t wide(uint32_t n)
{
    return GET(QUERIES, named(HTN_SECTION_QUERIES, "Wide"), FIRST_PARAMETER) + n;
}

/* Five methods of Sift have a SEEK each; row 5 is the one behind them. */
static uint8_t *row(uint32_t n, uint32_t field)
{
    return CONSTANT(fixture_read32(find_code(HTN_OP_SEEK, 0) + 4) + n * HTN_ROW_CONSTANTS + field);
}

static void set_row(uint32_t n, uint32_t field, uint32_t value)
{
    fixture_write32(row(n, field), value);
}

static uint32_t seek_pc(uint32_t n)
{
    return pc_of(find_code(HTN_OP_SEEK, n));
}

/* Rows 4 and 5 are nobody's any more: row 3 is the last of Sift. */
static void free_rows(void)
{
    uint8_t *const third = find_code(HTN_OP_SEEK, 3), *const fourth = find_code(HTN_OP_SEEK, 4);
    for (uint32_t i = 0; i < 2; i++)
        set_row(3, HTN_ROW_MASKS + i, 0);
    set_code(third, HTN_OP_JUMP, 0, 0, HTN_SLOT_FAIL);
    set_code(fourth, HTN_OP_JUMP, 0, 0, HTN_SLOT_FAIL);
}

static void put_seek_into_roar(void)
{
    uint8_t *const seek = code_in("Roar", HTN_OP_SET_U8);
    const uint32_t rows = fixture_read32(find_code(HTN_OP_SEEK, 4) + 4);
    set_row(4, HTN_ROW_TARGET, pc_of(seek) + 1);
    set_row(5, HTN_ROW_TARGET, HTN_SLOT_FAIL);
    free_rows();
    make_leader(pc_of(seek) + 1);
    set_code(seek, HTN_OP_SEEK, 0, 0, rows);
}

/* Of the row behind the first one nobody would look at what comes next. */
static void give_seek_another_row(void)
{
    uint8_t *const seek = find_code(HTN_OP_SEEK, 1);
    set_row(4, HTN_ROW_TARGET, pc_of(seek) + 1);
    fixture_write32(seek + 4, fixture_read32(find_code(HTN_OP_SEEK, 4) + 4));
}

/* The reason, what is wrong, and how it comes about; SOUND: nothing is. */
#define MORE_CASES(CASE) \
  CASE(HELD, held_that_is_static, SET(PROPERTIES, PROPERTY("Held"), FLAGS, HTN_PROPERTY_HELD | HTN_PROPERTY_STATIC)) \
  CASE(HELD, held_of_another_table, SET(PROPERTIES, PROPERTY("Near"), FLAGS, HTN_PROPERTY_HELD)) \
  CASE(HELD, held_from_the_beginning, SET(PROPERTIES, PROPERTY("Held"), INITIAL, 1)) \
  CASE(COOLDOWN_KEYS, key_of_no_local, SET(COOLDOWN_KEYS, 0, LOCAL, 1)) \
  CASE(COOLDOWN_KEYS, key_of_another_method, SET(COOLDOWN_KEYS, 0, METHOD, 0)) \
  CASE(COOLDOWN_KEYS, keys_of_what_does_not_expire, SET(PROPERTIES, PROPERTY("Cooldown(Sell, 0)"), FLAGS, 0)) \
  CASE(COOLDOWN_KEYS, too_few_keys, SET(METHODS, TASK("Rally", FIRST_METHOD), COOLING, PROPERTY("Cooldown(Sell, 0)"))) \
  CASE(COOLDOWN_KEYS, too_many_keys, SET(METHODS, TASK("Sell", FIRST_METHOD), COOLING, HTN_NONE)) \
  CASE(RESERVATION, reservation_of_a_methods_task, SET(RESERVATIONS, 0, METHOD, HTN_NONE)) \
  CASE(RESERVATION, reservation_of_a_steps_method, SET(RESERVATIONS, 1, METHOD, 0)) \
  CASE(RESERVATION, reservation_of_another_tasks_method, SET(RESERVATIONS, 0, METHOD, 0)) \
  CASE(RESERVATION, reservation_of_no_task, SET(RESERVATIONS, 0, TASK, HTN_NONE)) \
  CASE(RESERVATION, reservation_of_no_local, SET(RESERVATIONS, 0, LOCAL, 1)) \
  CASE(RESERVATION, reservation_of_no_parameter, SET(RESERVATIONS, 1, LOCAL, 1)) \
  CASE(RESERVATION, reservation_in_another_table, SET(RESERVATIONS, 0, PROPERTY, PROPERTY("Near"))) \
  CASE(RESERVATION, reservation_for_nobody, SET(RESERVATIONS, 0, LIMIT, 0)) \
  CASE(RESERVATION, reservation_for_too_many, SET(RESERVATIONS, 0, LIMIT, 255)) \
  CASE(TOTAL, total_of_half_a_word, set_header(HTN_HEADER_TOTAL, fixture_read32(blob + HTN_HEADER_TOTAL) - 4)) \
  CASE(WORLD_SIZE, world_too_large, set_header(HTN_HEADER_WORLD, HTN_MAX_WORLD + 4)) \
  CASE(SECTION_PLACE, section_between_words, uint8_t *at = table_entry(HTN_SECTION_DEBUG_STRINGS); ADD32(at + 4, 4); ADD32(at + 8, -8); ADD32(at + 12, -8)) \
  CASE(SECTION_PLACE, section_over_another, fixture_write32(table_entry(HTN_SECTION_TYPES) + 4, fixture_read32(table_entry(HTN_SECTION_STRINGS) + 4))) \
  CASE(SECTION_PLACE, section_far_outside, fixture_write32(table_entry(HTN_SECTION_DEBUG_ITEMS) + 4, 0xFFFFFFF8u)) \
  CASE(SECTION_PLACE, section_longer_than_the_blob, ADD32(table_entry(HTN_SECTION_DEBUG_ITEMS) + 8, 100); ADD32(table_entry(HTN_SECTION_DEBUG_ITEMS) + 12, 100 * HTN_DEBUG_ITEMS_FIELDS * 4)) \
  CASE(SECTION_SIZE, empty_section, fixture_write32(table_entry(HTN_SECTION_DEBUG_ITEMS) + 8, 0); fixture_write32(table_entry(HTN_SECTION_DEBUG_ITEMS) + 12, 0)) \
  CASE(SECTION_SIZE, section_of_half_a_record, ADD32(table_entry(HTN_SECTION_DEBUG_ITEMS) + 8, -1); ADD32(table_entry(HTN_SECTION_DEBUG_ITEMS) + 12, -4)) \
  CASE(STRINGS, strings_without_an_end, *section_at(HTN_SECTION_STRINGS, COUNT(STRINGS) - 1) = 'x') \
  CASE(STRINGS, debug_strings_without_an_end, *section_at(HTN_SECTION_DEBUG_STRINGS, COUNT(DEBUG_STRINGS) - 1) = 'x') \
  CASE(TYPE_INSTANCES, enum_with_a_parent, SET(TYPES, TYPE("Place"), PARENT, 0)) \
  CASE(TYPE_INSTANCES, enum_with_instances, SET(TYPES, TYPE("Place"), OWN, 1)) \
  CASE(TYPE_INSTANCES, enum_that_comes_and_goes, SET(TYPES, TYPE("Place"), PRESENCE, 0)) \
  CASE(TYPE_INSTANCES, more_own_than_all, SET(TYPES, TYPE("Bird"), OWN, 9)) \
  CASE(TYPE_INSTANCES, closed_type_without_names, SET(TYPES, TYPE("Road"), VALUE_COUNT, 2)) \
  CASE(TYPE_INSTANCES, open_type_with_names, SET(TYPES, TYPE("Bird"), VALUE_COUNT, 1)) \
  CASE(TYPE_INSTANCES, presence_far_outside, SET(TYPES, TYPE("Bird"), PRESENCE, WORLD_BYTES + 8)) \
  CASE(TYPE_INSTANCES, presence_half_outside, SET(TYPES, TYPE("Bird"), PRESENCE, WORLD_BYTES - 1)) \
  CASE(TYPE_INSTANCES, presence_across_the_shared_part, SET(TYPES, TYPE("Bird"), PRESENCE, SHARED_AT - 1)) \
  CASE(SOUND, presence_in_the_shared_part, SET(TYPES, TYPE("Bird"), PRESENCE, SHARED_AT)) \
  CASE(TYPE_INSTANCES, instances_from_one_on, SET(TYPES, TYPE("Bird"), LOW, 1); SET(TYPES, TYPE("Bird"), OWN, 1)) \
  CASE(TYPE_INSTANCES, its_own_parent, SET(TYPES, TYPE("Bird"), PARENT, TYPE("Bird")); SET(TYPES, TYPE("Bird"), PRESENCE, 0)) \
  CASE(TYPE_INSTANCES, an_enum_for_a_parent, SET(TYPES, TYPE("Road"), PARENT, TYPE("Place"))) \
  CASE(TYPE_INSTANCES, instances_in_front_of_the_parents, SET(TYPES, TYPE("Bird"), PARENT, TYPE("Wolf")); SET(TYPES, TYPE("Bird"), PRESENCE, GET(TYPES, TYPE("Beast"), PRESENCE))) \
  CASE(TYPE_INSTANCES, instances_behind_the_parents, SET(TYPES, TYPE("Bird"), PARENT, TYPE("Beast")); SET(TYPES, TYPE("Bird"), PRESENCE, GET(TYPES, TYPE("Beast"), PRESENCE)); SET(TYPES, TYPE("Bird"), HIGH, 7)) \
  CASE(TYPE_RANGE, bool_below_false, SET(TYPES, TYPE("bool"), LOW, -1)) \
  CASE(TYPE_RANGE, bool_with_names, SET(TYPES, TYPE("bool"), VALUE_COUNT, 1)) \
  CASE(TYPE_RANGE, enum_from_one_on, SET(TYPES, TYPE("Place"), LOW, 1)) \
  CASE(TYPE_RANGE, enum_beyond_its_names, SET(TYPES, TYPE("Place"), HIGH, 5)) \
  CASE(TYPE_RANGE, instances_below_zero, SET(TYPES, TYPE("Bird"), LOW, -1)) \
  CASE(TYPE_RANGE, too_many_instances, SET(TYPES, TYPE("Bird"), HIGH, HTN_MAX_INSTANCES)) \
  CASE(TYPE_RANGE, range_that_is_empty, SET(TYPES, TYPE("-5..5"), LOW, 6)) \
  CASE(PROPERTY_RANGE, u8_below_zero, SET(PROPERTIES, PROPERTY("Cold"), STORAGE, HTN_STORAGE_U8)) \
  CASE(PROPERTY_RANGE, u8_above_255, SET(PROPERTIES, PROPERTY("Far"), STORAGE, HTN_STORAGE_U8)) \
  CASE(PROPERTY_RANGE, s8_below_its_least, SET(PROPERTIES, PROPERTY("Deep"), STORAGE, HTN_STORAGE_S8)) \
  CASE(PROPERTY_RANGE, s8_above_its_greatest, SET(PROPERTIES, PROPERTY("Far"), STORAGE, HTN_STORAGE_S8)) \
  CASE(PROPERTY_RANGE, s16_below_its_least, SET(PROPERTIES, PROPERTY("Lowest"), STORAGE, HTN_STORAGE_S16)) \
  CASE(PROPERTY_RANGE, s16_above_its_greatest, SET(PROPERTIES, PROPERTY("Highest"), STORAGE, HTN_STORAGE_S16)) \
  CASE(PROPERTY_RANGE, low_that_is_not_the_types, SET(PROPERTIES, PROPERTY("Health"), LOW, 1)) \
  CASE(PROPERTY_RANGE, high_that_is_not_the_types, SET(PROPERTIES, PROPERTY("Health"), HIGH, 2)) \
  CASE(PROPERTY_RANGE, initial_value_below, SET(PROPERTIES, PROPERTY("Cold"), INITIAL, -6)) \
  CASE(PROPERTY_TABLE, table_of_65_parameters, for (uint32_t n = 0; n <= 64; n++) SET(PARAMETERS, wide(n), TYPE, TYPE("One")); SET(PROPERTIES, PROPERTY("Tax"), FIRST_PARAMETER, wide(0)); SET(PROPERTIES, PROPERTY("Tax"), PARAMETER_COUNT, 65); SET(PROPERTIES, PROPERTY("Tax"), CELLS, 1)) \
  CASE(PROPERTY_TABLE, table_by_a_symbol, SET(PARAMETERS, GET(PROPERTIES, PROPERTY("Tax"), FIRST_PARAMETER), TYPE, HTN_NONE)) \
  CASE(PROPERTY_TABLE, table_by_an_integer, SET(PARAMETERS, GET(PROPERTIES, PROPERTY("Near"), FIRST_PARAMETER), TYPE, TYPE("0..4"))) \
  CASE(PROPERTY_TABLE, cells_that_overflow, set_header(HTN_HEADER_WORLD, 1 << 20); SET(TYPES, TYPE("Bird"), PRESENCE, SHARED_AT + 64); SET(TYPES, TYPE("Bird"), HIGH, 65535); for (uint32_t n = 0; n < 4; n++) SET(PARAMETERS, wide(n), TYPE, TYPE("Bird")); SET(PROPERTIES, PROPERTY("Tax"), FIRST_PARAMETER, wide(0)); SET(PROPERTIES, PROPERTY("Tax"), PARAMETER_COUNT, 4); SET(PROPERTIES, PROPERTY("Tax"), CELLS, 0)) \
  CASE(PROPERTY_PLACE, single_value_that_is_facts, SET(PROPERTIES, PROPERTY("Seen"), STORAGE, HTN_STORAGE_FACTS); SET(PROPERTIES, PROPERTY("Seen"), FLAGS, HTN_PROPERTY_STATIC)) \
  CASE(PROPERTY_PLACE, property_between_words, set_header(HTN_HEADER_WORLD, WORLD_BYTES + 8); ADD32(FIELD(PROPERTIES, PROPERTY("Tax"), ADDRESS), 2)) \
  CASE(PROPERTY_PLACE, property_half_outside, SET(PROPERTIES, PROPERTY("Tax"), ADDRESS, WORLD_BYTES - 8)) \
  CASE(PROPERTY_PLACE, property_far_outside, SET(PROPERTIES, PROPERTY("Tax"), ADDRESS, WORLD_BYTES + 64)) \
  CASE(FIELD_INDEX, property_without_a_type, SET(PROPERTIES, 0, TYPE, HTN_NONE)) \
  CASE(FACT, fact_of_nothing, SET(FACTS, COUNT(FACTS) - 1, PROPERTY, HTN_NONE)) \
  CASE(FACT, fact_of_no_cell, SET(FACTS, 1, CELL, 9)) \
  CASE(FACT, fact_of_no_cell_beyond_32_bits, fixture_write32(section_at(HTN_SECTION_FACT_HIGHS, (COUNT(FACTS) - 1) * 4), 4)) \
  CASE(FACT, fact_of_a_small_table_beyond_32_bits, fixture_write32(section_at(HTN_SECTION_FACT_HIGHS, 0), 1)) \
  CASE(FACT, facts_that_fall_by_their_upper_halves, SET(FACTS, COUNT(FACTS) - 1, CELL, -1); fixture_write32(section_at(HTN_SECTION_FACT_HIGHS, (COUNT(FACTS) - 2) * 4), 3)) \
  CASE(FACT, facts_of_a_property_in_front_of_others, SET(FACTS, COUNT(FACTS) - 1, PROPERTY, 0); SET(FACTS, COUNT(FACTS) - 1, CELL, 0); fixture_write32(section_at(HTN_SECTION_FACT_HIGHS, (COUNT(FACTS) - 1) * 4), 0); SET(FACTS, COUNT(FACTS) - 1, VALUE, GET(PROPERTIES, 0, INITIAL))) \
  CASE(FACT, upper_halves_of_some_facts, ADD32(table_entry(HTN_SECTION_FACT_HIGHS) + 8, -1); ADD32(table_entry(HTN_SECTION_FACT_HIGHS) + 12, -4)) \
  CASE(PROPERTY_TABLE, cells_of_a_table_that_has_too_many_for_a_world, SET(PROPERTIES, PROPERTY("Chain"), CELLS, 1)) \
  CASE(PROPERTY_TABLE, cells_that_overflow_to_many, for (uint32_t n = 0; n < 41; n++) SET(PARAMETERS, wide(n), TYPE, TYPE("Road")); SET(PROPERTIES, PROPERTY("Chain"), FIRST_PARAMETER, wide(0)); SET(PROPERTIES, PROPERTY("Chain"), PARAMETER_COUNT, 41)) \
  CASE(PROPERTY_TABLE, no_cells_of_a_small_table, SET(PROPERTIES, PROPERTY("Leads"), CELLS, 0)) \
  CASE(PROPERTY_PLACE, table_with_too_many_cells_in_the_world, SET(PROPERTIES, PROPERTY("Chain"), STORAGE, HTN_STORAGE_U8)) \
  CASE(PROPERTY_PLACE, table_with_too_many_cells_that_is_written, SET(PROPERTIES, PROPERTY("Chain"), FLAGS, 0)) \
  CASE(STATIC_INDEX, key_list_of_nothing, SET(KEY_LISTS, 0, PROPERTY, HTN_NONE)) \
  CASE(STATIC_INDEX, key_list_of_no_table, SET(KEY_LISTS, 0, PROPERTY, PROPERTY("Charm"))) \
  CASE(STATIC_INDEX, key_list_without_a_parameter_that_is_none, SET(KEY_LISTS, 0, LEFT_OUT, 17)) \
  CASE(SOUND, key_list_without_the_last_parameter, SET(KEY_LISTS, 0, LEFT_OUT, 16)) \
  CASE(STATIC_INDEX, key_list_that_starts_outside, SET(KEY_LISTS, 0, LIST, COUNT(CONSTANTS) + 1); SET(KEY_LISTS, 0, KEYS, 0)) \
  CASE(SOUND, key_list_that_is_empty, SET(KEY_LISTS, 0, LIST, COUNT(CONSTANTS)); SET(KEY_LISTS, 0, KEYS, 0)) \
  CASE(STATIC_INDEX, key_list_that_ends_outside, SET(KEY_LISTS, 0, LIST, COUNT(CONSTANTS) - 1); SET(KEY_LISTS, 0, KEYS, 1)) \
  CASE(STATIC_INDEX, key_list_that_is_far_too_long, SET(KEY_LISTS, 0, KEYS, 0x80000001u)) \
  CASE(STACK_UNDERFLOW, key_of_too_few_values, set_code(find_code(HTN_OP_KEY, 0) - 16 * HTN_INSTRUCTION_SIZE, HTN_OP_JUMP, 0, 0, 0)) \
  CASE(FACT, fact_twice, SET(FACTS, 1, CELL, GET(FACTS, 0, CELL))) \
  CASE(FACT, fact_below_its_range, SET(FACTS, 0, VALUE, -1)) \
  CASE(FACT, fact_above_its_range, SET(FACTS, 0, VALUE, 2)) \
  CASE(QUERY, query_of_65_parameters, SET(QUERIES, named(HTN_SECTION_QUERIES, "Wide"), PARAMETER_COUNT, 65); SET(PARAMETERS, wide(64), TYPE, 0)) \
  CASE(CANDIDATES, more_candidates_than_there_can_be, fixture_write32(section_at(HTN_SECTION_CANDIDATES, (COUNT(QUERIES) - 1) * 4), 65)) \
  CASE(CANDIDATES, candidates_of_some_queries, ADD32(table_entry(HTN_SECTION_CANDIDATES) + 8, -1); ADD32(table_entry(HTN_SECTION_CANDIDATES) + 12, -4)) \
  CASE(OPERAND_QUERY, candidates_of_a_query_that_answers, fixture_write32(find_code(HTN_OP_PROPOSE, 0) + 4, 0)) \
  CASE(OPERAND_LOCAL, list_that_ends_outside_the_frame, find_code(HTN_OP_PROPOSE, 0)[1]++) \
  CASE(OPERAND_LOCAL, candidates_beyond_the_frame, find_code(HTN_OP_NEXT_SOLUTION, 0)[3]++) \
  CASE(STATIC_INDEX, index_of_nothing, SET(INDEXES, 0, PROPERTY, HTN_NONE)) \
  CASE(STATIC_INDEX, index_that_starts_outside, SET(INDEXES, 0, STARTS, 1 << 28)) \
  CASE(STATIC_INDEX, index_that_ends_outside, SET(INDEXES, 0, STARTS, 1); SET(INDEXES, 0, KEYS, COUNT(CONSTANTS) - 1)) \
  CASE(STATIC_INDEX, indexes_that_share, memset(CONSTANT(0), 0, COUNT(CONSTANTS) * 4); for (uint32_t i = 0; i < 2; i++) { SET(INDEXES, i, STARTS, 0); SET(INDEXES, i, KEYS, COUNT(CONSTANTS) - 1); SET(INDEXES, i, LIST, 0); }) \
  CASE(STATIC_INDEX, index_that_falls, fixture_write32(CONSTANT(GET(INDEXES, 0, STARTS)), 1); fixture_write32(CONSTANT(GET(INDEXES, 0, STARTS) + 1), 0)) \
  CASE(STATIC_INDEX, index_that_lists_too_much, fixture_write32(CONSTANT(GET(INDEXES, 0, STARTS) + GET(INDEXES, 0, KEYS)), 1 << 20)) \
  CASE(BINDINGS, bindings_of_a_compound_task, SET(TASKS, task_named("Be"), BINDINGS, 1); SET(TASKS, task_named("Be"), CHECK, pc_of(code_in("Be", HTN_OP_NEXT_INSTANCE)))) \
  CASE(BINDINGS, bindings_without_a_check, SET(TASKS, task_named("Chase"), CHECK, HTN_NONE)) \
  CASE(BINDINGS, check_without_bindings, SET(TASKS, task_named("Roar"), CHECK, TASK("Roar", EFFECTS))) \
  CASE(STATIC_INDEX, index_that_ends_just_outside, memset(CONSTANT(0), 0, COUNT(CONSTANTS) * 4); SET(INDEXES, 0, STARTS, 2); SET(INDEXES, 0, KEYS, COUNT(CONSTANTS) - 2); SET(INDEXES, 0, LIST, 0); SET(INDEXES, 1, KEYS, 0); SET(INDEXES, 1, LIST, 0)) \
  CASE(TASK_BLOCK, action_in_place_of_effects, set_code(code_at(TASK("Lure", EFFECTS) - 1), HTN_OP_RETURN, 0, 0, 0); SET(TASKS, task_named("Lure"), ACTION, TASK("Lure", EFFECTS))) \
  CASE(TASK_BLOCK, action_in_place_of_the_check, SET(TASKS, task_named("Lure"), EFFECTS, pc_of(code_in("Lure", HTN_OP_NEXT_INSTANCE))); SET(TASKS, task_named("Lure"), ACTION, TASK("Lure", CHECK))) \
  CASE(BINDINGS, check_at_the_entry, SET(TASKS, task_named("Chase"), CHECK, TASK("Chase", ENTRY))) \
  CASE(BINDINGS, check_among_the_arguments, SET(TASKS, task_named("Chase"), CHECK, TASK("Chase", ARGUMENTS))) \
  CASE(BINDINGS, check_that_is_no_leader, ADD32(FIELD(TASKS, task_named("Chase"), CHECK), 1)) \
  CASE(BINDINGS, method_that_binds_too_many, SET(METHODS, 0, FIRST_VARIABLE, 0); SET(METHODS, 0, BINDINGS, TASK("Be", LOCALS) + 1); SET(METHODS, 0, FIRST_BINDING, -1)) \
  CASE(BINDINGS, method_that_binds_beyond_the_frame, SET(METHODS, 0, FIRST_BINDING, 255)) \
  CASE(TASK_BLOCK, context_among_the_arguments, SET(TASKS, task_named("Lie"), CONTEXT, TASK("Lie", ARGUMENTS))) \
  CASE(TASK_BLOCK, context_that_is_no_leader, SET(TASKS, task_named("Walk"), CONTEXT, TASK("Walk", ENTRY) + 2)) \
  CASE(TASK_BLOCK, during_at_the_entry, SET(TASKS, task_named("Lie"), DURING, TASK("Lie", ENTRY))) \
  CASE(TASK_BLOCK, during_that_is_no_leader, SET(TASKS, task_named("Walk"), DURING, TASK("Walk", ENTRY) + 2)) \
  CASE(TASK_BLOCK, effects_without_expected_ones, SET(TASKS, task_named("Walk"), EXPECTED, HTN_NONE)) \
  CASE(TASK_BLOCK, expected_in_front_of_effects, SET(TASKS, task_named("Walk"), EXPECTED, TASK("Walk", EFFECTS) - 1)) \
  CASE(TASK_BLOCK, expected_among_the_arguments, SET(TASKS, task_named("Walk"), EXPECTED, TASK("Walk", ARGUMENTS))) \
  CASE(TASK_BLOCK, effects_at_the_entry, SET(TASKS, task_named("Walk"), EFFECTS, TASK("Walk", ENTRY))) \
  CASE(TASK_BLOCK, effects_of_a_compound_task, SET(TASKS, task_named("Fight"), EFFECTS, TASK("Fight", ENTRY) + 3); SET(TASKS, task_named("Fight"), EXPECTED, TASK("Fight", ENTRY) + 3); make_leader(TASK("Fight", ENTRY) + 3)) \
  CASE(TASK_BLOCK, effects_that_are_no_leader, ADD32(FIELD(TASKS, task_named("Hit"), EFFECTS), 1); SET(TASKS, task_named("Hit"), EXPECTED, TASK("Hit", EFFECTS))) \
  CASE(TASK_BLOCK, action_that_something_runs_into, make_leader(TASK("Lure", EFFECTS) + 1); SET(TASKS, task_named("Lure"), ACTION, TASK("Lure", EFFECTS) + 1)) \
  CASE(TASK_BLOCK, action_that_is_the_check, SET(TASKS, task_named("Lure"), ACTION, TASK("Lure", CHECK))) \
  CASE(TASK_BLOCK, action_that_is_the_effects, SET(TASKS, task_named("Lure"), ACTION, TASK("Lure", EFFECTS))) \
  CASE(TASK_BLOCK, action_among_the_arguments, SET(TASKS, task_named("Lure"), ACTION, TASK("Lure", ARGUMENTS))) \
  CASE(TASK_BLOCK, while_of_another_task, SET(METHODS, TASK("Rally", FIRST_METHOD), WHILE, pc_of(code_in("Be", HTN_OP_NEXT_INSTANCE)))) \
  CASE(TASK_PLACE, last_task_without_code, SET(TASKS, COUNT(TASKS) - 1, END, GET(TASKS, COUNT(TASKS) - 1, ENTRY))) \
  CASE(TASK_BLOCK, while_that_is_no_leader, SET(METHODS, TASK("Fight", FIRST_METHOD), WHILE, TASK("Fight", ENTRY) + 3)) \
  CASE(OPERAND_PROPERTY, cooling_that_is_no_truth, SET(METHODS, 0, COOLING, PROPERTY("Health"))) \
  CASE(OPERAND_PROPERTY, cooling_that_can_be_below_false, SET(METHODS, 0, COOLING, PROPERTY("Tilt"))) \
  CASE(COOLDOWN_KEYS, cooling_that_is_a_table, SET(METHODS, 0, COOLING, PROPERTY("Heard"))) \
  CASE(OPERAND_PROPERTY, sensor_of_nothing, SET(UPDATES, 0, PROPERTY, HTN_NONE)) \
  CASE(OPERAND_PROPERTY, sensor_of_what_is_static, SET(UPDATES, 0, PROPERTY, PROPERTY("Leads"))) \
  CASE(ACHIEVE, use_of_nothing, SET(USES, 0, TASK, HTN_NONE)) \
  CASE(ACHIEVE, achieves_that_share, for (uint32_t k = 0; k < COUNT(WRITES); k++) SET(WRITES, k, PROPERTY, k); SET(ACHIEVES, 0, FIRST_WRITE, 0); SET(ACHIEVES, 0, WRITE_COUNT, COUNT(WRITES))) \
  CASE(ACHIEVE, achieves_that_share_tasks, SET(ACHIEVES, 0, FIRST_USE, 0); SET(ACHIEVES, 0, USE_COUNT, COUNT(USES))) \
  CASE(ACHIEVE, write_of_nothing, SET(WRITES, COUNT(WRITES) - 1, PROPERTY, HTN_NONE)) \
  CASE(STATIC_EXPIRES, what_is_static_expires, SET(PROPERTIES, PROPERTY("Prey"), FLAGS, HTN_PROPERTY_STATIC | HTN_PROPERTY_EXPIRES)) \
  CASE(FLAGS, unknown_flag_of_a_task, SET(TASKS, 0, FLAGS, TASK("Be", FLAGS) | 1024)) \
  CASE(TASK_FRAME, primitive_task_with_ranks, SET(TASKS, task_named("Roar"), FLAGS, TASK("Roar", FLAGS) | HTN_TASK_FIXED_RANKS)) \
  CASE(TASK_FRAME, too_many_locals, SET(TASKS, task_named("Fight"), LOCALS, HTN_MAX_LOCALS + 1); code_in("Fight", HTN_OP_FRAME)[3] = 1; code_in("Fight", HTN_OP_FRAME)[2] = 0) \
  CASE(TASK_FRAME, locals_without_a_frame, SET(TASKS, task_named("Run"), LOCALS, 1)) \
  CASE(TASK_FRAME, recursive_primitive_task, SET(TASKS, task_named("Roar"), FLAGS, HTN_TASK_RECURSIVE)) \
  CASE(TASK_FRAME, progress_without_recursion, SET(TASKS, task_named("Both"), FLAGS, TASK("Both", FLAGS) | HTN_TASK_PROGRESSES)) \
  CASE(OPERAND_VALUE, guard_of_a_task_that_progresses, SET(TASKS, task_named("Fight"), FLAGS, TASK("Fight", FLAGS) | HTN_TASK_PROGRESSES)) \
  CASE(OPERAND_VALUE, guard_that_only_counts, code_in("Fight", HTN_OP_GUARD)[2] = 1) \
  CASE(TASK_FRAME, compound_task_without_interrupts, SET(TASKS, task_named("Both"), FLAGS, TASK("Both", FLAGS) | HTN_TASK_NO_INTERRUPT)) \
  CASE(TASK_OPERATOR, operator_of_a_compound_task, SET(TASKS, task_named("Fight"), OPERATOR, 0); SET(TASKS, task_named("Fight"), ARGUMENTS, TASK("Fight", END) - 1)) \
  CASE(TASK_OPERATOR, arguments_at_the_entry, SET(TASKS, task_named("Roar"), ARGUMENTS, TASK("Roar", ENTRY))) \
  CASE(TASK_PLACE, task_without_an_end, SET(TASKS, COUNT(TASKS) - 1, END, HTN_NONE)) \
  CASE(TASK_PLACE, task_without_code, SET(TASKS, 0, END, HTN_SLOTS)) \
  CASE(TASK_OPERATOR, timeout_without_an_operator, SET(TASKS, task_named("Be"), FLAGS, TASK("Be", FLAGS) | HTN_TASK_TIMEOUT)) \
  CASE(OPERAND_COUNT, timeout_without_a_value, SET(TASKS, task_named("Roar"), FLAGS, TASK("Roar", FLAGS) | HTN_TASK_TIMEOUT)) \
  CASE(OPERAND_COUNT, value_of_no_timeout, SET(TASKS, task_named("Push"), FLAGS, TASK("Push", FLAGS) & ~(uint32_t)HTN_TASK_TIMEOUT)) \
  CASE(TASK_OPERATOR, restart_without_an_operator, SET(TASKS, task_named("Be"), FLAGS, TASK("Be", FLAGS) | HTN_TASK_RESTART)) \
  CASE(TASK_BLOCK, fail_effects_at_the_entry, SET(ENDS, 0, FAIL_EFFECTS, TASK("Push", ENTRY))) \
  CASE(TASK_BLOCK, fail_effects_of_another_task, SET(ENDS, 0, FAIL_EFFECTS, TASK("Pull", ENTRY) + 1)) \
  CASE(TASK_BLOCK, abort_effects_among_the_arguments, SET(ENDS, 0, ABORT_EFFECTS, TASK("Push", ARGUMENTS))) \
  CASE(TASK_BLOCK, abort_effects_in_the_middle, SET(ENDS, 0, ABORT_EFFECTS, GET(ENDS, 0, ABORT_EFFECTS) + 1)) \
  CASE(ENTER, enter_of_a_method_without_a_while, SET(ENTERS, 0, METHOD, 0)) \
  CASE(ENTER, enters_out_of_order, SET(ENTERS, 1, METHOD, GET(ENTERS, 0, METHOD))) \
  CASE(TASK_BLOCK, enter_that_is_none, SET(ENTERS, 0, ENTER, HTN_NONE)) \
  CASE(TASK_BLOCK, enter_of_another_task, SET(ENTERS, 0, ENTER, TASK("Push", ENTRY) + 1)) \
  CASE(TASK_BLOCK, enter_in_the_middle, SET(ENTERS, 0, ENTER, GET(ENTERS, 0, ENTER) + 1)) \
  CASE(ENDS, retry_of_no_task, SET(ENDS, 0, TASK, HTN_NONE)) \
  CASE(ENDS, retry_without_an_operator, SET(ENDS, 0, TASK, task_named("Fight"))) \
  CASE(ENDS, retry_out_of_order, SET(ENDS, 1, TASK, task_named("Push"))) \
  CASE(ENDS, retry_too_often, SET(ENDS, 0, RETRIES, 256)) \
  CASE(ORDERS, order_of_no_task, SET(ORDERS, 0, TASK, HTN_NONE)) \
  CASE(ORDERS, orders_out_of_order, SET(ORDERS, 1, TASK, GET(ORDERS, 0, TASK) - 1)) \
  CASE(ORDERS, order_twice, SET(ORDERS, 1, TASK, GET(ORDERS, 0, TASK))) \
  CASE(ORDERS, order_in_no_layer, SET(ORDERS, 0, ROOT, HTN_NONE)) \
  CASE(ORDERS, gate_that_is_no_while, SET(ORDERS, 0, GATE, 0)) \
  CASE(ORDERS, gate_with_parameters, SET(ORDERS, 0, GATE, TASK("Guard", FIRST_METHOD))) \
  CASE(FIELD_INDEX, gate_beyond_the_methods, SET(ORDERS, 0, GATE, COUNT(METHODS))) \
  CASE(ROOT, root_that_is_none, SET(ROOTS, 0, TASK, HTN_NONE)) \
  CASE(ROOT, root_with_parameters, SET(ROOTS, 0, TASK, task_named("Fight"))) \
  CASE(DEBUG_ITEM, empty_debug_item, SET(DEBUG_ITEMS, 0, END, GET(DEBUG_ITEMS, 0, FIRST))) \
  CASE(DEBUG_ITEM, debug_item_beyond_the_code, SET(DEBUG_ITEMS, COUNT(DEBUG_ITEMS) - 1, END, COUNT(CODE) + 1)) \
  CASE(FIELD_INDEX, debug_item_of_no_task, SET(DEBUG_ITEMS, 0, TASK, HTN_NONE)) \
  CASE(FIELD_INDEX, debug_item_of_no_file, SET(DEBUG_ITEMS, 0, FILE, HTN_NONE)) \
  CASE(DEBUG_ITEM, debug_ends_of_some_items, ADD32(table_entry(HTN_SECTION_DEBUG_ENDS) + 8, -1); ADD32(table_entry(HTN_SECTION_DEBUG_ENDS) + 12, -4 * HTN_DEBUG_ENDS_FIELDS)) \
  CASE(KIND, debug_item_of_no_kind, SET(DEBUG_ITEMS, 0, KIND, HTN_ITEM_KINDS)) \
  CASE(DEBUG_SUBTASK, empty_debug_subtask, SET(DEBUG_SUBTASKS, 0, END, GET(DEBUG_SUBTASKS, 0, FIRST))) \
  CASE(DEBUG_SUBTASK, debug_subtask_out_of_order, SET(DEBUG_SUBTASKS, 1, FIRST, GET(DEBUG_SUBTASKS, 0, FIRST) - 1)) \
  CASE(DEBUG_SUBTASK, debug_subtask_beyond_the_code, SET(DEBUG_SUBTASKS, COUNT(DEBUG_SUBTASKS) - 1, END, COUNT(CODE) + 1)) \
  CASE(KIND, debug_subtask_of_no_kind, SET(DEBUG_SUBTASKS, 0, KIND, HTN_SUBTASK_KINDS)) \
  CASE(FIELD_INDEX, debug_subtask_that_calls_nothing, SET(DEBUG_SUBTASKS, 0, TASK, HTN_NONE)) \
  CASE(FIELD_INDEX, debug_subtask_that_splits_and_calls, SET(DEBUG_SUBTASKS, 0, KIND, HTN_SUBTASK_SPLIT)) \
  CASE(DEBUG_SUBTASK, debug_subtask_around_itself, SET(DEBUG_SUBTASKS, debug_group(), PARENT, debug_group())) \
  CASE(DEBUG_SUBTASK, debug_subtask_in_one_that_is_no_group, SET(DEBUG_SUBTASKS, 1, PARENT, 0)) \
  CASE(FIELD_INDEX, debug_subtask_in_none_that_exists, SET(DEBUG_SUBTASKS, 1, PARENT, COUNT(DEBUG_SUBTASKS))) \
  CASE(DEBUG_TEST, debug_tests_at_one_place, SET(DEBUG_TESTS, 1, AT, GET(DEBUG_TESTS, 0, AT))) \
  CASE(DEBUG_TEST, debug_test_beyond_the_code, SET(DEBUG_TESTS, COUNT(DEBUG_TESTS) - 1, AT, COUNT(CODE))) \
  CASE(KIND, debug_test_of_no_outcome, SET(DEBUG_TESTS, 0, OUTCOME, HTN_TEST_OUTCOMES)) \
  CASE(DEBUG_TEST, debug_test_with_a_local_and_no_instance, SET(DEBUG_TESTS, 0, OUTCOME, HTN_TEST_FAILS); SET(DEBUG_TESTS, 0, LOCAL, 0)) \
  CASE(DEBUG_TEST, debug_test_with_an_instance_and_no_local, SET(DEBUG_TESTS, 0, OUTCOME, HTN_TEST_NEXT_INSTANCE); SET(DEBUG_TESTS, 0, LOCAL, HTN_MAX_LOCALS + 1)) \
  CASE(DEBUG_READ, debug_reads_out_of_order, SET(DEBUG_READS, 0, AT, GET(DEBUG_READS, COUNT(DEBUG_READS) - 1, AT))) \
  CASE(DEBUG_READ, debug_read_beyond_the_code, SET(DEBUG_READS, COUNT(DEBUG_READS) - 1, AT, COUNT(CODE))) \
  CASE(KIND, debug_read_of_no_kind, SET(DEBUG_READS, 0, KIND, HTN_READ_KINDS)) \
  CASE(DEBUG_READ, debug_read_of_no_property, SET(DEBUG_READS, debug_read(HTN_READ_PROPERTY), INDEX, COUNT(PROPERTIES))) \
  CASE(DEBUG_READ, debug_read_of_no_query, SET(DEBUG_READS, debug_read(HTN_READ_QUERY), INDEX, COUNT(QUERIES))) \
  CASE(DEBUG_READ, debug_read_of_no_local, SET(DEBUG_READS, debug_read(HTN_READ_LOCAL), INDEX, HTN_MAX_LOCALS + 1)) \
  CASE(DEBUG_READ, debug_read_of_a_table_as_one_value, SET(DEBUG_READS, debug_read(HTN_READ_PROPERTY), INDEX, PROPERTY("Near"))) \
  CASE(DEBUG_READ, debug_read_of_a_cell_without_arguments, SET(DEBUG_READS, debug_read(HTN_READ_CELL), ARGUMENT_COUNT, 0)) \
  CASE(FIELD_RUN, debug_read_of_arguments_that_are_not_there, SET(DEBUG_READS, debug_read(HTN_READ_CELL), FIRST_ARGUMENT, COUNT(DEBUG_ARGUMENTS))) \
  CASE(DEBUG_READ, debug_witness_of_no_type, SET(DEBUG_READS, 0, KIND, HTN_READ_WITNESS); SET(DEBUG_READS, 0, INDEX, 0); SET(DEBUG_READS, 0, ARGUMENT_COUNT, 0); SET(DEBUG_READS, 0, TYPE, HTN_NONE)) \
  CASE(KIND, debug_argument_of_no_kind, SET(DEBUG_ARGUMENTS, 0, KIND, HTN_ARGUMENT_KINDS)) \
  CASE(DEBUG_READ, debug_argument_of_no_property, SET(DEBUG_ARGUMENTS, 0, KIND, HTN_ARGUMENT_PROPERTY); SET(DEBUG_ARGUMENTS, 0, VALUE, COUNT(PROPERTIES))) \
  CASE(DEBUG_READ, debug_argument_of_no_local, SET(DEBUG_ARGUMENTS, 0, KIND, HTN_ARGUMENT_LOCAL); SET(DEBUG_ARGUMENTS, 0, VALUE, HTN_MAX_LOCALS + 1))

#define EACH "Each 1 of Gather"
#define MORE_CODE_CASES(CASE) \
  CASE(DERIVED, body_elsewhere, SET(DERIVED, 1, ENTRY, fixture_read32(FIELD(DERIVED, 1, ENTRY)) + 1)) \
  CASE(DERIVED, body_without_room, SET(DERIVED, 0, LOCALS, 1)) \
  CASE(DERIVED, body_of_a_later_cycle, SET(DERIVED, 0, CYCLE, 1)) \
  CASE(DERIVED, body_of_no_length, SET(DERIVED, 0, END, fixture_read32(FIELD(DERIVED, 0, ENTRY)))) \
  CASE(CODE_END, body_that_ends_early, SET(DERIVED, 1, END, fixture_read32(FIELD(DERIVED, 1, END)) - 1)) \
  CASE(OPERAND_DERIVED, asking_for_what_is_not_there, fixture_write32(find_code(HTN_OP_DERIVE, 0) + 4, 2)) \
  CASE(OPERAND_DERIVED, forgetting_what_is_not_there, find_code(HTN_OP_FORGET, 0)[2] = 2) \
  CASE(OPERAND_DERIVED, body_of_another, fixture_write32(find_code(HTN_OP_TUPLE, 0) + 4, 1)) \
  CASE(OPERAND_LOCAL, answer_outside_the_body, find_code(HTN_OP_DERIVE, 2)[1] = 99) \
  CASE(OPERAND_VALUE, answer_that_is_neither, find_code(HTN_OP_ANSWER, 0)[1] = 2) \
  CASE(MISPLACED, answer_in_a_task, set_code(code_in("Detour", HTN_OP_LAST_METHOD), HTN_OP_ANSWER, 0, 0, 0)) \
  CASE(MISPLACED, body_without_its_beginning, set_code(find_code(HTN_OP_TUPLE, 0), HTN_OP_COMMIT, 0, 0, 0)) \
  CASE(MISPLACED, body_that_writes, set_code(find_code(HTN_OP_TUPLE, 0) + HTN_INSTRUCTION_SIZE, HTN_OP_COMMIT, 0, 0, 0)) \
  CASE(MISPLACED, body_that_begins_again, set_code(find_code(HTN_OP_TUPLE, 0) + HTN_INSTRUCTION_SIZE, HTN_OP_TUPLE, 0, 0, 0)) \
  CASE(OPERAND_LABEL, body_that_fails, fixture_write32(find_code(HTN_OP_TUPLE, 1) - 3 * HTN_INSTRUCTION_SIZE + 4, HTN_SLOT_FAIL)) \
  CASE(TASK_EACH, each_of_one_method, SET(TASKS, task_named(EACH), METHOD_COUNT, 1)) \
  CASE(TASK_EACH, each_without_values, SET(METHODS, TASK(EACH, FIRST_METHOD), BINDINGS, 0)) \
  CASE(TASK_EACH, each_without_room, SET(METHODS, TASK(EACH, FIRST_METHOD), FIRST_BINDING, HTN_EACH_FIELDS - 1)) \
  CASE(TASK_EACH, each_whose_end_binds, SET(METHODS, TASK(EACH, FIRST_METHOD) + 1, BINDINGS, 1); SET(METHODS, TASK(EACH, FIRST_METHOD) + 1, FIRST_VARIABLE, 0)) \
  CASE(TASK_EACH, each_with_a_while, SET(METHODS, TASK(EACH, FIRST_METHOD), WHILE, TASK(EACH, ENTRY) + 1)) \
  CASE(TASK_EACH, another_task_as_each, SET(TASKS, task_named("Both"), FLAGS, TASK("Both", FLAGS) | HTN_TASK_EACH)) \
  CASE(TASK_EACH, step_as_each, SET(TASKS, task_named("Walk"), FLAGS, HTN_TASK_FRAMED | HTN_TASK_EACH)) \
  CASE(TASK_EACH, recursive_each, SET(TASKS, task_named(EACH), FLAGS, TASK(EACH, FLAGS) | HTN_TASK_RECURSIVE)) \
  CASE(TASK_EACH, each_of_a_domain_without, set_header(HTN_HEADER_FLAGS, fixture_read32(blob + HTN_HEADER_FLAGS) & ~(uint32_t)HTN_BLOB_EACH)) \
  CASE(OPERAND_LOCAL, each_with_other_locals, code_in(EACH, HTN_OP_NEXT_ITEM)[1] = 1) \
  CASE(OPERAND_COUNT, item_of_other_values, code_in(EACH, HTN_OP_ADD_ITEM)[2] = 2) \
  CASE(OPERAND_COUNT, item_without_values, code_in(EACH, HTN_OP_LOAD_ITEM)[2] = 0) \
  CASE(OPERAND_LOCAL, keys_outside_the_frame, fixture_write32(code_in(EACH, HTN_OP_ADD_ITEM) + 4, TASK(EACH, LOCALS))) \
  CASE(OPERAND_LOCAL, keys_that_go_on_outside, code_in(EACH, HTN_OP_ADD_ITEM)[3] = 255) \
  CASE(OPERAND_LOCAL, keys_at_a_local_without_any, code_in(EACH, HTN_OP_ADD_ITEM)[3] = 0) \
  CASE(OPERAND_COUNT, item_of_another_task, set_code(code_in("Both", HTN_OP_GROUP), HTN_OP_NEXT_ITEM, 0, 1, HTN_SLOT_FAIL)) \
  CASE(OPERAND_LABEL, arguments_that_lead_into_effects, set_code(code_at(TASK("Warn", ARGUMENTS)), HTN_OP_JUMP, 0, 0, pc_of(code_in("Warn", HTN_OP_NEXT_INSTANCE)))) \
  CASE(OPERAND_LABEL, arguments_that_fail, set_code(code_at(TASK("Warn", ARGUMENTS)), HTN_OP_JUMP, 0, 0, HTN_SLOT_FAIL)) \
  CASE(OPERAND_LABEL, jump_to_no_leader, ADD32(code_in("Chase", HTN_OP_BIND) + 4, 1)) \
  CASE(OPERAND_LABEL, jump_to_a_guard, make_leader(pc_of(code_in("Run", HTN_OP_GUARD))); fixture_write32(code_in("Run", HTN_OP_METHOD) + 4, pc_of(code_in("Run", HTN_OP_GUARD)))) \
  CASE(OPERAND_LABEL, jump_back_to_no_loop, uint8_t *at = code_at(TASK("Lure", CHECK)); while (*at != HTN_OP_BRANCH_FALSE) at += HTN_INSTRUCTION_SIZE; fixture_write32(at + 4, TASK("Lure", CHECK))) \
  CASE(OPERAND_LABEL, label_that_goes_back_to_a_loop, set_code(code_in("Be", HTN_OP_TEST_LE_U8), HTN_OP_BIND, 0, 0, pc_of(code_in("Be", HTN_OP_NEXT_INSTANCE)))) \
  CASE(NO_METHOD, jump_over_a_method, make_leader(pc_of(code_in("Run", HTN_OP_METHOD)) + 1); fixture_write32(code_in("Run", HTN_OP_TEST_EQ_U8) + 4, pc_of(code_in("Run", HTN_OP_METHOD)) + 1)) \
  CASE(NO_METHOD, jump_over_the_last_method, make_leader(pc_of(code_in("Both", HTN_OP_GROUP))); fixture_write32(code_in("Both", HTN_OP_TEST_EQ_U8) + 4, pc_of(code_in("Both", HTN_OP_GROUP)))) \
  CASE(SOUND, jump_that_fails_ends_a_run, set_code(code_in("Run", HTN_OP_JUMP_CALL), HTN_OP_JUMP, 0, 0, HTN_SLOT_FAIL)) \
  CASE(OPERAND_LABEL, effects_that_lead_into_arguments, make_leader(TASK("Warn", ARGUMENTS)); fixture_write32(code_in("Warn", HTN_OP_NEXT_INSTANCE) + 4, TASK("Warn", ARGUMENTS))) \
  CASE(NO_METHOD, split_before_a_method, set_code(code_in("Run", HTN_OP_TEST_EQ_U8), HTN_OP_SPLIT, 0, 0, 0)) \
  CASE(OPERAND_VALUE, range_from_too_high, ADD32(code_in("Lure", HTN_OP_ADD_U8) + 4, 1)) \
  CASE(OPERAND_VALUE, range_up_to_too_low, ADD32(code_in("Lure", HTN_OP_ADD_U8) + 4, -0x100)) \
  CASE(OPERAND_VALUE, value_below_its_range, code_in("Run", HTN_OP_TEST_GE_U8)[1] = 1) \
  CASE(OPERAND_CURVE, curve_without_points, find_code(HTN_OP_CURVE, 0)[2] = 0) \
  CASE(OPERAND_PROPERTY, store_to_what_is_static, SET(PROPERTIES, PROPERTY("Prey"), FLAGS, HTN_PROPERTY_STATIC)) \
  CASE(OPERAND_PROPERTY, cell_that_is_static, fixture_write32(code_in("Lure", HTN_OP_STORE_CELL) + 4, PROPERTY("Leads"))) \
  CASE(OPERAND_PROPERTY, pending_write_to_what_is_static, fixture_write32(find_code(HTN_OP_DEFER, 0) + 4, PROPERTY("Leads"))) \
  CASE(OPERAND_METHOD, method_of_a_primitive_task, code_in("Chase", HTN_OP_BIND)[2] = 1) \
  CASE(OPERAND_TYPE, loop_over_integers, find_code(HTN_OP_NEXT_INSTANCE, 0)[2] = (uint8_t)TYPE("-5..5")) \
  CASE(OPERAND_GOAL, goal_that_is_none, find_code(HTN_OP_ACHIEVE, 0)[2] = 9; find_code(HTN_OP_EXPLORE, 0)[2] = 9) \
  CASE(OPERAND_GOAL, goal_of_another, find_code(HTN_OP_EXPLORE, 0)[2] = 1) \
  CASE(OPERAND_GOAL, goal_without_explore, *find_code(HTN_OP_EXPLORE, 0) = HTN_OP_METHOD) \
  CASE(OPERAND_LABEL, goal_that_leads_behind, const uint32_t behind = fixture_read32(find_code(HTN_OP_ACHIEVE, 0) + 4) + 1; make_leader(behind); fixture_write32(find_code(HTN_OP_ENACT, 0) + HTN_INSTRUCTION_SIZE + 4, behind)) \
  CASE(OPERAND_GOAL, enact_alone, set_code(code_in("Both", HTN_OP_GROUP), HTN_OP_ENACT, 0, 0, 0)) \
  CASE(OPERAND_GOAL, explore_alone, set_code(code_in("Both", HTN_OP_GROUP), HTN_OP_EXPLORE, 0, 0, HTN_SLOT_FAIL)) \
  CASE(MISPLACED, frame_elsewhere, set_code(code_in("Walk", HTN_OP_HORIZON), HTN_OP_FRAME, 2, TASK("Walk", LOCALS), 0)) \
  CASE(MISPLACED, entry_without_its_frame, set_code(code_in("Walk", HTN_OP_FRAME), HTN_OP_COMMIT, 0, 0, 0)) \
  CASE(MISPLACED, guard_of_a_task_that_is_not_recursive, SET(TASKS, task_named("Fight"), FLAGS, HTN_TASK_FRAMED)) \
  CASE(OPERAND_TASK, guard_of_another_task, fixture_write32(code_in("Fight", HTN_OP_GUARD) + 4, 0)) \
  CASE(OPERAND_TASK, step_of_a_compound_task, fixture_write32(code_in("Run", HTN_OP_STEP) + 4, task_named("Run"))) \
  CASE(OPERAND_TASK, inlined_step_with_a_frame, fixture_write32(code_in("Run", HTN_OP_STEP) + 4, task_named("Go"))) \
  CASE(MISPLACED, inlined_step_that_says_it_is_framed, code_in("Run", HTN_OP_STEP)[1] = 1) \
  CASE(OPERAND_COUNT, call_without_its_argument, set_code(code_in("Pass", HTN_OP_JUMP_CALL) - HTN_INSTRUCTION_SIZE, HTN_OP_COMMIT, 0, 0, 0)) \
  CASE(MISPLACED, plan_code_among_the_arguments, set_code(code_at(TASK("Warn", ARGUMENTS)), HTN_OP_COMMIT, 0, 0, 0)) \
  CASE(MISPLACED, failing_in_a_plan, set_code(code_in("Roar", HTN_OP_PROCEED), HTN_OP_FAIL, 0, 0, 0)) \
  CASE(SOUND, rows_that_nobody_needs, free_rows()) \
  CASE(MISPLACED, seek_in_a_primitive_task, put_seek_into_roar()) \
  CASE(OPERAND_ROW, seek_of_another_methods_row, give_seek_another_row()) \
  CASE(OPERAND_ROW, row_far_outside, fixture_write32(find_code(HTN_OP_SEEK, 4) + 4, 0x80000000u)) \
  CASE(OPERAND_ROW, row_without_one_behind, fixture_write32(find_code(HTN_OP_SEEK, 4) + 4, COUNT(CONSTANTS) - HTN_ROW_CONSTANTS)) \
  CASE(OPERAND_ROW, row_that_reads_outside, set_row(4, HTN_ROW_ADDRESS, WORLD_BYTES - HTN_ROW_BYTES + 1)) \
  CASE(OPERAND_ROW, row_that_reads_far_outside, set_row(0, HTN_ROW_ADDRESS, UINT32_MAX)) \
  CASE(SOUND, row_that_reads_the_last_bytes, set_row(4, HTN_ROW_ADDRESS, WORLD_BYTES - HTN_ROW_BYTES)) \
  CASE(OPERAND_ROW, last_row_that_reads_outside, set_row(5, HTN_ROW_ADDRESS, WORLD_BYTES)) \
  CASE(OPERAND_ROW, row_that_leads_elsewhere, set_row(0, HTN_ROW_TARGET, seek_pc(1) + 1)) \
  CASE(OPERAND_LABEL, row_that_leads_to_no_leader, take_leader(seek_pc(0) + 1)) \
  CASE(OPERAND_LABEL, last_row_that_leads_back, set_row(5, HTN_ROW_TARGET, seek_pc(1) + 1)) \
  CASE(OPERAND_LABEL, last_row_that_leads_out, set_row(5, HTN_ROW_TARGET, TASK("Be", ENTRY))) \
  CASE(SOUND, last_row_that_fails, set_row(5, HTN_ROW_TARGET, HTN_SLOT_FAIL)) \
  CASE(OPERAND_ROW, row_in_the_midst_that_fails, set_row(1, HTN_ROW_TARGET, HTN_SLOT_FAIL)) \
  CASE(OPERAND_ROW, last_row_that_asks_for_something, set_row(5, HTN_ROW_MASKS, 1)) \
  CASE(OPERAND_ROW, last_row_that_asks_for_more, set_row(5, HTN_ROW_MASKS + 1, 1u << 31)) \
  CASE(OPERAND_ROW, row_without_its_seek, set_code(find_code(HTN_OP_SEEK, 1), HTN_OP_LAST_CALL, 0, 0, fixture_read32(find_code(HTN_OP_SEEK, 1) + 4))) \
  CASE(MISPLACED, skip_in_a_primitive_task, *code_in("Roar", HTN_OP_SET_U8) = HTN_OP_SKIP_NE_U8) \
  CASE(MISPLACED, while_in_a_primitive_task, set_code(code_in("Roar", HTN_OP_SET_U8), HTN_OP_WHILE, 0, 0, 0)) \
  CASE(MISPLACED, achieve_without_a_frame, set_code(code_in("Run", HTN_OP_STEP), HTN_OP_ACHIEVE, 0, 0, HTN_SLOT_FAIL)) \
  CASE(MISPLACED, group_without_a_frame, set_code(code_in("Run", HTN_OP_STEP), HTN_OP_GROUP, 0, 0, 0)) \
  CASE(MISPLACED, jump_call_from_a_frame, *code_in("Fight", HTN_OP_LAST_CALL) = HTN_OP_JUMP_CALL) \
  CASE(STACK_LEFT, label_with_a_value_left, swap(code_in("Chase", HTN_OP_PUSH))) \
  CASE(STACK_LEFT, exit_with_a_value_left, swap(code_in("Rest", HTN_OP_PUSH))) \
  CASE(STACK_LEFT, choice_with_a_value_left, swap(code_in("Chase", HTN_OP_CHOOSE))) \
  CASE(STACK_LEFT, step_with_a_value_left, swap(code_in("Walk", HTN_OP_STEP) + HTN_INSTRUCTION_SIZE)) \
  CASE(STACK_LEFT, horizon_with_a_value_left, swap(code_in("Walk", HTN_OP_HORIZON))) \
  CASE(STACK_LEFT, return_with_a_value_left, set_code(code_in("Roar", HTN_OP_SET_U8), HTN_OP_PUSH, 0, 0, 0)) \
  CASE(STACK_LEFT, method_with_a_value_left, set_code(code_in("Both", HTN_OP_TEST_EQ_U8), HTN_OP_PUSH, 0, 0, 0); set_code(code_in("Both", HTN_OP_GROUP), HTN_OP_DURATION, 0, 0, 0)) \
  CASE(STACK_LEFT, leader_with_a_value_left, make_leader(pc_of(code_in("Walk", HTN_OP_COST))))

#define CHANGE(fault, name, ...) static void name(void) { __VA_ARGS__; }
MORE_CASES(CHANGE)
MORE_CODE_CASES(CHANGE)
/* clang-format on */

typedef struct damage {
    htni_fault_code code;
    void (*change)(void);
    bool unsealed; /* the checksum is left as it was */
} damage;

static const damage cases[] = {{HTNI_FAULT_SHORT_HEADER, short_header, true},
                               {HTNI_FAULT_MAGIC, magic, false},
                               {HTNI_FAULT_NEWER, newer, false},
                               {HTNI_FAULT_OLDER, older, false},
                               {HTNI_FAULT_TRUNCATED, truncated, false},
                               {HTNI_FAULT_TOTAL, total, true},
                               {HTNI_FAULT_CHECKSUM, stack_limit, true},
                               {HTNI_FAULT_FLAGS, flags, false},
                               {HTNI_FAULT_SHARED_PART, shared_part, false},
                               {HTNI_FAULT_SHARED_PART, shared_part_beyond_the_world, false},
                               {HTNI_FAULT_SHARED_PART, shared_property_among_the_others, false},
                               {HTNI_FAULT_SHARED_PART, property_in_the_shared_part, false},
                               {HTNI_FAULT_TYPE_INSTANCES, instances_across_the_shared_part, false},
                               {HTNI_FAULT_QUERY, query, false},
                               {HTNI_FAULT_QUERY, query_about_a_symbol, false},
                               {HTNI_FAULT_OPERAND_QUERY, operand_query, false},
                               {HTNI_FAULT_STACK_LIMIT, stack_limit, false},
                               {HTNI_FAULT_WORLD_SIZE, world_size, false},
                               {HTNI_FAULT_SECTION_COUNT, section_count, false},
                               {HTNI_FAULT_SECTION_ORDER, section_order, false},
                               {HTNI_FAULT_SECTION_ID, section_id, false},
                               {HTNI_FAULT_SECTION_PLACE, section_place, false},
                               {HTNI_FAULT_SECTION_SIZE, section_size, false},
                               {HTNI_FAULT_SECTION_MISSING, section_missing, false},
                               {HTNI_FAULT_STRINGS, strings, false},
                               {HTNI_FAULT_FIELD_STRING, field_string, false},
                               {HTNI_FAULT_FIELD_INDEX, field_index, false},
                               {HTNI_FAULT_FIELD_RUN, field_run, false},
                               {HTNI_FAULT_FIELD_CODE, field_code, false},
                               {HTNI_FAULT_KIND, kind, false},
                               {HTNI_FAULT_TYPE_RANGE, type_range, false},
                               {HTNI_FAULT_PROPERTY_PLACE, property_place, false},
                               {HTNI_FAULT_PROPERTY_PLACE, property_without_room, false},
                               {HTNI_FAULT_PROPERTY_RANGE, property_range, false},
                               {HTNI_FAULT_TYPE_INSTANCES, type_instances, false},
                               {HTNI_FAULT_PROPERTY_TABLE, property_table, false},
                               {HTNI_FAULT_FACT, fact, false},
                               {HTNI_FAULT_STATIC_INDEX, static_index, false},
                               {HTNI_FAULT_BINDINGS, bindings, false},
                               {HTNI_FAULT_OPERAND_TYPE, operand_type, false},
                               {HTNI_FAULT_TASK_BLOCK, task_block, false},
                               {HTNI_FAULT_TASK_BLOCK, effects_that_are_none, false},
                               {HTNI_FAULT_TASK_PLACE, task_place, false},
                               {HTNI_FAULT_TASK_FRAME, task_frame, false},
                               {HTNI_FAULT_TASK_METHODS, task_methods, false},
                               {HTNI_FAULT_TASK_OPERATOR, task_operator, false},
                               {HTNI_FAULT_ENDS, ends, false},
                               {HTNI_FAULT_ENTER, enter, false},
                               {HTNI_FAULT_ROOT, root, false},
                               {HTNI_FAULT_CODE_SLOTS, code_slots, false},
                               {HTNI_FAULT_DERIVED, code_end, false},
                               {HTNI_FAULT_LEADERS, leaders, false},
                               {HTNI_FAULT_OPCODE, opcode, false},
                               {HTNI_FAULT_UNUSED_OPERAND, unused_operand, false},
                               {HTNI_FAULT_OPERAND_LABEL, operand_label, false},
                               {HTNI_FAULT_OPERAND_ENTRY, operand_entry, false},
                               {HTNI_FAULT_OPERAND_TASK, operand_task, false},
                               {HTNI_FAULT_OPERAND_METHOD, operand_method, false},
                               {HTNI_FAULT_OPERAND_LOCAL, operand_local, false},
                               {HTNI_FAULT_OPERAND_CELL, operand_cell, false},
                               {HTNI_FAULT_OPERAND_VALUE, operand_value, false},
                               {HTNI_FAULT_OPERAND_PROPERTY, operand_property, false},
                               {HTNI_FAULT_OPERAND_CURVE, operand_curve, false},
                               {HTNI_FAULT_OPERAND_STRING, operand_string, false},
                               {HTNI_FAULT_OPERAND_COUNT, operand_count, false},
                               {HTNI_FAULT_STACK_UNDERFLOW, stack_underflow, false},
                               {HTNI_FAULT_STACK_OVERFLOW, stack_overflow, false},
                               {HTNI_FAULT_STACK_LEFT, stack_left, false},
                               {HTNI_FAULT_MISPLACED, misplaced, false},
                               {HTNI_FAULT_MISPLACED, a_step_among_effects, false},
                               {HTNI_FAULT_MISPLACED, a_group_without_spans, false},
                               {HTNI_FAULT_MISPLACED, a_group_in_a_primitive_task, false},
                               {HTNI_FAULT_NO_METHOD, a_group_before_a_method, false},
                               {HTNI_FAULT_OPERAND_LOCAL, a_member_without_its_local, false},
                               {HTNI_FAULT_NO_METHOD, no_method, false},
                               {HTNI_FAULT_PARTIAL, partial, false},
                               {HTNI_FAULT_FALLS_OFF, falls_off, false},
                               {HTNI_FAULT_ACHIEVE, static_state, false},
                               {HTNI_FAULT_ACHIEVE, state_twice, false},
                               {HTNI_FAULT_ACHIEVE, no_action, false},
                               {HTNI_FAULT_TASK_BLOCK, action_at_entry, false},
                               {HTNI_FAULT_TASK_BLOCK, action_between_leaders, false},
                               {HTNI_FAULT_OPERAND_GOAL, unknown_goal, false},
                               {HTNI_FAULT_OPERAND_GOAL, goal_without_enact, false},
                               {HTNI_FAULT_OPERAND_GOAL, goal_without_beginning, false},
                               {HTNI_FAULT_OPERAND_GOAL, goal_that_comes_back_elsewhere, false},
                               {HTNI_FAULT_OPERAND_GOAL, unmet_without_goal, false},
                               {HTNI_FAULT_MISPLACED, goal_that_writes, false},
                               {HTNI_FAULT_OPERAND_LABEL, goal_that_leads_out, false},
                               {HTNI_FAULT_MISPLACED, a_choice_in_a_walk, false},
                               {HTNI_FAULT_OPERAND_LABEL, a_walk_that_leads_in_front_of_itself, false},
                               {HTNI_FAULT_OPERAND_LABEL, enact_without_achieve, false},
                               {HTNI_FAULT_STACK_LEFT, cost_with_a_value_left, false},
                               {HTNI_FAULT_OPERAND_PROPERTY, a_byte_that_is_static, false},
                               {HTNI_FAULT_TASK_METHODS, methods_that_tasks_share, false},
                               {HTNI_FAULT_PROPERTY_TABLE, a_table_of_too_many_parameters, false},
                               {HTNI_FAULT_TYPE_INSTANCES, more_instances_than_bytes, false},
                               {HTNI_FAULT_DEBUG_ITEM, debug_item, false},
#define ROW(fault, name, ...) {HTNI_FAULT_##fault, name, false},
#define HTNI_FAULT_SOUND      HTNI_FAULTS
                               MORE_CASES(ROW) MORE_CODE_CASES(ROW)
#undef HTNI_FAULT_SOUND
};

enum { CASES = sizeof cases / sizeof *cases };

static void each_change_is_refused_for_its_reason(void **state)
{
    size_t sound_size;
    uint8_t *sound = fixture_compile(source, true, &sound_size);
    (void)state;
    fixture_load(sound, sound_size);
    for (size_t i = 0; i < CASES; i++) {
        htn_fault expected, fault;
        htn_domain domain;
        if (cases[i].code != HTNI_FAULTS)
            htni_fault(&expected, "", 0, cases[i].code);
        blob = fixture_copy(sound, sound_size);
        blob_size = sound_size;
        cases[i].change();
        if (!cases[i].unsealed)
            fixture_seal(blob);
        uint8_t *exact = fixture_copy(blob, blob_size);
        const htn_status status = htn_domain_load(&domain, exact, blob_size, &fault);
        const htn_status refused = cases[i].code == HTNI_FAULT_NEWER ? HTN_NEWER_BLOB : HTN_BAD_BLOB;
        if (cases[i].code == HTNI_FAULTS)
            assert_int_equal(status, HTN_OK);
        else if (status != refused || strcmp(fault.reason, expected.reason) != 0)
            fail_msg("case %u: expected \"%s\", got \"%s\" (%s, %s)", (unsigned)i, expected.reason,
                     status == refused ? fault.reason : "", htn_status_text(status),
                     status == refused ? fault.section : "");
        assert_true(status == HTN_OK || fault.offset <= fixture_read32(blob + HTN_HEADER_TOTAL));
        free(exact);
        free(blob);
    }
    free(sound);
}

static void every_reason_has_a_case(void **state)
{
    (void)state;
    for (int code = 0; code < HTNI_FAULTS; code++) {
        bool found = false;
        for (size_t i = 0; i < CASES; i++)
            found = found || (int)cases[i].code == code;
        if (!found) {
            htn_fault fault;
            htni_fault(&fault, "", 0, (htni_fault_code)code);
            fail_msg("no case for \"%s\"", fault.reason);
        }
    }
}

static void a_newer_format_is_refused_as_newer(void **state)
{
    (void)state;
    htn_domain domain;
    htn_fault fault;
    blob = fixture_compile(source, true, &blob_size);
    blob[HTN_HEADER_MAJOR] = HTN_BLOB_MAJOR + 1;
    fixture_seal(blob);
    assert_int_equal(htn_domain_load(&domain, blob, blob_size, &fault), HTN_NEWER_BLOB);
    blob[HTN_HEADER_MAJOR] = HTN_BLOB_MAJOR;
    blob[HTN_HEADER_MINOR]++;
    fixture_seal(blob);
    assert_int_equal(htn_domain_load(&domain, blob, blob_size, &fault), HTN_OK);
    free(blob);
}

static void a_blob_is_read_at_any_address(void **state)
{
    (void)state;
    blob = fixture_compile(source, true, &blob_size);
    uint8_t *memory = (uint8_t *)malloc(blob_size + 8);
    for (size_t shift = 0; shift < 8; shift++) {
        memcpy(memory + shift, blob, blob_size);
        const htn_domain domain = fixture_load(memory + shift, blob_size);
        htn_world world = fixture_world(&domain);
        htn_planner *planner = fixture_planner(&domain, NULL);
        fixture_set(&world, "Seen", 1);
        assert_string_equal(fixture_plan_text(planner, &domain, htn_plan_find(planner, &world, NULL)),
                            "Roar() Walk(0, 2) Hit(0) Roar() MTR [1, 1, 0]");
        free(planner);
        free(world.bytes);
    }
    free(memory);
    free(blob);
}

/* Of the header itself: what lies in the wrong part of the world is refused for the same reason. */
static void the_shared_part_lies_in_the_world_at_whole_words(void **state)
{
    (void)state;
    htn_domain domain;
    htn_fault fault;
    for (uint32_t beyond = 0; beyond < 2; beyond++) {
        blob = fixture_compile(source, true, &blob_size);
        set_header(HTN_HEADER_SHARED, beyond ? (WORLD_BYTES / 8 + 1) * 8 : SHARED_AT + 4);
        fixture_seal(blob);
        assert_int_equal(htn_domain_load(&domain, blob, blob_size, &fault), HTN_BAD_BLOB);
        assert_string_equal(fault.section, "header");
        free(blob);
    }
    blob = fixture_compile("World State [A : int]\nCompound Task [Be] Method [A > 1] Subtasks []\n", false, &blob_size);
    fixture_load(blob, blob_size); /* none: it begins at the end, wherever that is */
    free(blob);
}

/* A method's alternative may begin behind what ends a run only, and what comes there has not been looked at yet. */
static void what_is_no_instruction_ends_no_run(void **state)
{
    (void)state;
    htn_domain domain;
    htn_fault fault, expected;
    htni_fault(&expected, "", 0, HTNI_FAULT_NO_METHOD);
    blob = fixture_compile(source, true, &blob_size);
    uint8_t *at = code_in("Run", HTN_OP_JUMP_CALL);
    for (uint32_t op = HTN_OPCODES; op <= UINT8_MAX; op++) {
        *at = (uint8_t)op;
        fixture_seal(blob);
        assert_int_equal(htn_domain_load(&domain, blob, blob_size, &fault), HTN_BAD_BLOB);
        assert_string_equal(fault.reason, expected.reason);
    }
    free(blob);
}

static void what_is_no_blob_is_never_a_newer_one(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {'H', 'T', 'N', 'B', 0xFF, 0xFF};
    htn_domain domain;
    assert_int_equal(htn_domain_load(&domain, bytes, 4, NULL), HTN_BAD_BLOB); /* cut off in front of its version */
    blob = fixture_compile(source, false, &blob_size);
    blob[HTN_HEADER_MAJOR] = HTN_BLOB_MAJOR + 1;
    blob[0] = 'X';
    assert_int_equal(htn_domain_load(&domain, blob, blob_size, NULL), HTN_BAD_BLOB);
    assert_int_equal(htn_domain_load(&domain, NULL, blob_size, NULL), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_domain_load(NULL, blob, blob_size, NULL), HTN_BAD_ARGUMENT);
    free(blob);
}

/* Anybody can write a fingerprint: one that says that two worlds are alike is not enough. */
static void a_world_of_another_shape_is_refused_whatever_its_fingerprint(void **state)
{
    static const char rest[] = "Compound Task [Be] Method [] Subtasks [Do()]\nPrimitive Task [Do] Operator [Do]\n";
    char few[256], many[256];
    size_t few_size, many_size;
    (void)state;
    snprintf(few, sizeof few, "Entities [Bird] Max [8]\nWorld State [Sings(Bird) : bool]\n%s", rest);
    snprintf(many, sizeof many, "Entities [Bird] Max [16]\n%s", rest);
    uint8_t *few_blob = fixture_compile(few, false, &few_size), *many_blob = fixture_compile(many, false, &many_size);
    fixture_write32(many_blob + HTN_HEADER_FINGERPRINT, fixture_read32(few_blob + HTN_HEADER_FINGERPRINT));
    fixture_seal(many_blob);
    const htn_domain small = fixture_load(few_blob, few_size), large = fixture_load(many_blob, many_size);
    assert_int_equal(small.world_bytes, large.world_bytes);
    assert_int_equal(small.fingerprint, large.fingerprint);
    htn_world from = fixture_world(&small), to = fixture_world(&large);
    htn_planner *planner = fixture_planner(&large, NULL);
    assert_int_equal(htn_plan_find(planner, &from, NULL), HTN_WRONG_DOMAIN);
    assert_int_equal(htn_world_copy(&to, &from), HTN_WRONG_DOMAIN);
    free(planner);
    free(from.bytes);
    free(to.bytes);
    free(few_blob);
    free(many_blob);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_change_is_refused_for_its_reason),
        cmocka_unit_test(every_reason_has_a_case),
        cmocka_unit_test(a_newer_format_is_refused_as_newer),
        cmocka_unit_test(a_blob_is_read_at_any_address),
        cmocka_unit_test(the_shared_part_lies_in_the_world_at_whole_words),
        cmocka_unit_test(what_is_no_instruction_ends_no_run),
        cmocka_unit_test(what_is_no_blob_is_never_a_newer_one),
        cmocka_unit_test(a_world_of_another_shape_is_refused_whatever_its_fingerprint),
    };
    return cmocka_run_group_tests_name("verifier", tests, NULL, NULL);
}
