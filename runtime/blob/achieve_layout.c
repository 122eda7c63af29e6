/* See achieve_layout.h. Neighbours: verify_tables.c; goap_actions.c and achieve.c, which search. */
#include "achieve_layout.h"
#include "opcode_table.h"
#include "storage.h"

enum {
    SMALL_GAP =
        8, /* Properties this close to each other are one stretch: copying the gap is cheaper than skipping it. */
    MOST_TESTS = 8 /* Of one action: so many tests are known beforehand; the machine runs the others. */
};

uint32_t htni_state_runs(const htn_domain *domain, uint32_t achieve, htni_stretch *runs, uint32_t *count)
{
    const uint32_t first = HTNI_FIELD(domain, ACHIEVES, achieve, FIRST_WRITE);
    const uint32_t writes = HTNI_FIELD(domain, ACHIEVES, achieve, WRITE_COUNT);
    htni_stretch last = {0, 0};
    uint32_t bytes = 0;
    *count = 0;
    for (uint32_t i = first; i < first + writes; i++) {
        const uint32_t property = HTNI_FIELD(domain, WRITES, i, PROPERTY);
        const uint32_t width = htni_storage_bytes(HTNI_FIELD(domain, PROPERTIES, property, STORAGE));
        const uint32_t address = HTNI_FIELD(domain, PROPERTIES, property, ADDRESS);
        const uint32_t end = address + HTNI_FIELD(domain, PROPERTIES, property, CELLS) * width;
        const bool joined = *count > 0 && address - (last.address + last.length) <= SMALL_GAP;
        bytes -= joined ? last.length : 0;
        last = (htni_stretch){joined ? last.address : address, end - (joined ? last.address : address)};
        bytes += last.length;
        *count += !joined;
        if (runs != NULL)
            runs[*count - 1] = last;
    }
    return (bytes + 7) & ~UINT32_C(7);
}

bool htni_read_byte_test(const uint8_t *at, htni_byte_test *test)
{
    const uint8_t value = at[1];
    test->address = (uint16_t)htni_read16(at + 2);
    test->low = at[0] == HTN_OP_TEST_LE_U8 ? 0 : at[0] == HTN_OP_TEST_NE_U8 ? (uint8_t)(value + 1) : value;
    test->span = at[0] == HTN_OP_TEST_EQ_U8   ? 0
                 : at[0] == HTN_OP_TEST_NE_U8 ? 254
                 : at[0] == HTN_OP_TEST_LE_U8 ? value
                                              : (uint8_t)(255 - value);
    /* The tables are verified before the code is: this may be no instruction at all. */
    return at[0] < HTN_OPCODES && htni_opcodes[at[0]].family == HTNI_FAMILY_BYTE_TEST &&
           htni_read32(at + 4) == HTN_SLOT_FAIL;
}

uint32_t htni_action_tests(const htn_domain *domain, uint32_t task)
{
    const uint32_t action = HTNI_FIELD(domain, TASKS, task, ACTION), size = htni_count(domain, HTN_SECTION_CODE);
    htni_byte_test unused;
    uint32_t count = 0;
    while (count < MOST_TESTS && (uint64_t)action + count < size &&
           htni_read_byte_test(htni_code(domain) + ((size_t)action + count) * HTN_INSTRUCTION_SIZE, &unused))
        count++;
    return count;
}
