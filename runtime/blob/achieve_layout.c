/* See achieve_layout.h. Neighbours: verify_tables.c; goap_actions.c and achieve.c, which search. */
#include "achieve_layout.h"
#include <htn/arithmetic.h>
#include "opcode_table.h"
#include "storage.h"

enum {
    WORD_BITS = 64,
    MOST_TESTS = 8,  /* Of one action: so many tests are known beforehand; the machine runs the others. */
    MOST_WRITES = 16 /* Of one action: the machine runs one with more. So the verifier looks at few instructions. */
};

/* How many bits the values of a property need. A byte's are from 0 on; others are kept as they are stored. */
static uint8_t bits_of(const htn_domain *domain, uint32_t property)
{
    const uint32_t storage = HTNI_FIELD(domain, PROPERTIES, property, STORAGE);
    const uint32_t high = HTNI_FIELD(domain, PROPERTIES, property, HIGH);
    uint8_t bits = 1;
    if (storage != HTN_STORAGE_U8)
        return (uint8_t)(htni_storage_bytes(storage) * 8);
    while (bits < 8 && high >> bits != 0)
        bits++;
    return bits;
}

/* The place of the cell that comes `cells` behind the first one of a part. */
static htni_field field_behind(const htni_state_part *part, uint32_t cells)
{
    const uint32_t in_word = WORD_BITS / part->bits, in_first = (uint32_t)(WORD_BITS - part->shift) / part->bits;
    htni_field at = {part->word, part->shift, (uint8_t)((UINT64_C(1) << part->bits) - 1)};
    if (cells < in_first) {
        at.shift = (uint8_t)(at.shift + cells * part->bits);
        return at;
    }
    at.word += 1 + (cells - in_first) / in_word;
    at.shift = (uint8_t)((cells - in_first) % in_word * part->bits);
    return at;
}

uint32_t htni_state_parts(const htn_domain *domain, uint32_t achieve, htni_state_part *parts)
{
    const uint32_t first = HTNI_FIELD(domain, ACHIEVES, achieve, FIRST_WRITE);
    const uint32_t count = HTNI_FIELD(domain, ACHIEVES, achieve, WRITE_COUNT);
    htni_field last = {0, 0, 0};
    uint32_t next = 0; /* bits of the last word that are taken */
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t property = HTNI_FIELD(domain, WRITES, first + i, PROPERTY);
        htni_state_part part = {HTNI_FIELD(domain, PROPERTIES, property, ADDRESS),
                                HTNI_FIELD(domain, PROPERTIES, property, CELLS),
                                last.word,
                                (uint8_t)next,
                                bits_of(domain, property),
                                (uint8_t)HTNI_FIELD(domain, PROPERTIES, property, STORAGE)};
        if (next + part.bits > WORD_BITS) {
            part.word++;
            part.shift = 0;
        }
        last = field_behind(&part, part.cells - 1);
        next = last.shift + part.bits;
        if (parts != NULL)
            parts[i] = part;
    }
    return (last.word + 1) * (uint32_t)sizeof(uint64_t);
}

htni_field htni_state_field(const htni_state_part *parts, uint32_t count, uint32_t address)
{
    const htni_field none = {HTN_NONE, 0, 0};
    for (const htni_state_part *part = parts; part < parts + count; part++)
        if (address >= part->address && address - part->address < part->cells && part->storage == HTN_STORAGE_U8)
            return field_behind(part, address - part->address);
    return none;
}

void htni_read_state(const htni_state_part *parts, uint32_t count, const uint8_t *world, uint64_t *state,
                     uint32_t bytes)
{
    memset(state, 0, bytes);
    for (const htni_state_part *part = parts; part < parts + count; part++) {
        const uint32_t width = htni_storage_bytes(part->storage), bits = part->bits;
        const uint64_t mask = (UINT64_C(1) << bits) - 1;
        uint64_t *word = state + part->word;
        uint32_t shift = part->shift, address = part->address;
        if (part->cells == 1 && part->storage == HTN_STORAGE_U8) { /* as most are */
            *word |= (world[address] & mask) << shift;
            continue;
        }
        for (uint32_t i = 0; i < part->cells; i++, address += width, shift += bits) {
            if (shift + bits > WORD_BITS) {
                word++;
                shift = 0;
            }
            *word |= ((uint64_t)(uint32_t)htni_load(world, address, part->storage) & mask) << shift;
        }
    }
}

void htni_write_state(const htni_state_part *parts, uint32_t count, const uint64_t *state, uint8_t *world)
{
    for (const htni_state_part *part = parts; part < parts + count; part++) {
        const uint32_t width = htni_storage_bytes(part->storage), bits = part->bits;
        const uint64_t mask = (UINT64_C(1) << bits) - 1;
        const uint64_t *word = state + part->word;
        uint32_t shift = part->shift, address = part->address;
        for (uint32_t i = 0; i < part->cells; i++, address += width, shift += bits) {
            if (shift + bits > WORD_BITS) {
                word++;
                shift = 0;
            }
            htni_store(world, address, part->storage, htni_signed((uint32_t)(*word >> shift & mask)));
        }
    }
}

bool htni_read_test(const uint8_t *at, htni_byte_test *test)
{
    const uint8_t value = at[1];
    test->address = (uint16_t)htni_read16(at + 2);
    test->low = at[0] == HTN_OP_TEST_LE_U8 ? 0 : at[0] == HTN_OP_TEST_NE_U8 ? (uint8_t)(value + 1) : value;
    test->span = at[0] == HTN_OP_TEST_EQ_U8   ? 0
                 : at[0] == HTN_OP_TEST_NE_U8 ? 254
                 : at[0] == HTN_OP_TEST_LE_U8 ? value
                                              : (uint8_t)(255 - value);
    /* The tables are verified before the code is: this may be no instruction at all. */
    return at[0] < HTN_OPCODES && htni_opcodes[at[0]].family == HTNI_FAMILY_BYTE_TEST;
}

bool htni_read_byte_test(const uint8_t *at, htni_byte_test *test)
{
    return htni_read_test(at, test) && htni_read32(at + 4) == HTN_SLOT_FAIL;
}

static const uint8_t *instruction_at(const htn_domain *domain, uint64_t pc)
{
    static const uint8_t nothing[HTN_INSTRUCTION_SIZE] = {HTN_OP_FAIL};
    return pc < htni_count(domain, HTN_SECTION_CODE) ? htni_code(domain) + (size_t)pc * HTN_INSTRUCTION_SIZE : nothing;
}

uint32_t htni_action_tests(const htn_domain *domain, uint32_t task)
{
    const uint64_t action = HTNI_FIELD(domain, TASKS, task, ACTION);
    htni_byte_test unused;
    uint32_t count = 0;
    while (count < MOST_TESTS && htni_read_byte_test(instruction_at(domain, action + count), &unused))
        count++;
    return count;
}

bool htni_action_writes(const htn_domain *domain, uint32_t task, htni_plain_writes *writes)
{
    uint64_t pc = (uint64_t)HTNI_FIELD(domain, TASKS, task, ACTION) + htni_action_tests(domain, task);
    memset(writes, 0, sizeof *writes);
    if (HTNI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_FRAMED)
        return false;
    const uint8_t *at = instruction_at(domain, pc);
    int32_t cost = 0;
    if (at[0] == HTN_OP_PUSH && instruction_at(domain, pc + 1)[0] == HTN_OP_COST) {
        cost = htni_signed(htni_read32(at + 4));
        pc += 2;
    }
    const uint64_t first = pc;
    for (at = instruction_at(domain, pc); at[0] == HTN_OP_SET_U8 || at[0] == HTN_OP_ADD_U8;)
        at = instruction_at(domain, pc < first + MOST_WRITES ? ++pc : UINT64_MAX);
    if (at[0] != HTN_OP_PROCEED)
        return false;
    *writes = (htni_plain_writes){(uint32_t)first, (uint32_t)(pc - first), cost};
    return true;
}
