/*
 * The instructions that test and loop: they jump, but have no effects. Included beside value_ops.h. In addition to
 * the macros for that, the includer defines
 *     UNLESS(holds)  to the next instruction if it holds, else to operand C      JUMP_TO(slot)
 *     SPEND          spends one unit of work             BOUND_TO(slot)  the local of a loop has a new instance
 *     READS_LOOP(type, after, next)                      marks that a loop went from one instance to the other
 *     SCAN           in front of a NEXT_INSTANCE: visits as many instances as it can, or none
 */
OP(TEST_EQ_U8)
{
    READS(B, 1);
    UNLESS(CELLS[B] == A);
}
OP(TEST_NE_U8)
{
    READS(B, 1);
    UNLESS(CELLS[B] != A);
}
OP(TEST_LE_U8)
{
    READS(B, 1);
    UNLESS(CELLS[B] <= A);
}
OP(TEST_GE_U8)
{
    READS(B, 1);
    UNLESS(CELLS[B] >= A);
}
OP(BRANCH_FALSE)
{
    int32_t x = POP();
    UNLESS(x != 0);
}
OP(BRANCH_TRUE)
{
    int32_t x = POP();
    UNLESS(x == 0);
}
OP(TEST_CELL)
{
    READS_AT(B, htni_signed(LOCALS[A]));
    UNLESS(htni_load_at(domain, CELLS, B, htni_signed(LOCALS[A])) != 0);
}
OP(TEST_NO_CELL)
{
    READS_AT(B, htni_signed(LOCALS[A]));
    UNLESS(htni_load_at(domain, CELLS, B, htni_signed(LOCALS[A])) == 0);
}
OP(NEXT_INSTANCE)
{
    SCAN;
    SPEND;
    const int32_t before = htni_signed(LOCALS[A]);
    const uint32_t next = htni_next_instance(domain, CELLS, B, before);
    READS_LOOP(B, before, next);
    if (next != HTN_NONE) {
        LOCALS[A] = next;
        BOUND_TO(A);
    }
    UNLESS(next != HTN_NONE);
}
OP(NEXT_FACT)
{
    SPEND;
    const bool more = htni_next_fact(domain, B, LOCALS + A);
    if (more)
        BOUND_TO(A);
    UNLESS(more);
}
OP(NEXT_SOLUTION)
{
    SPEND;
    const uint32_t slot = B & 255;
    uint32_t value;
    const bool more = htni_next_candidate(&LOCALS[A], B >> 8, &value);
    if (more) {
        LOCALS[slot] = value;
        BOUND_TO(slot);
    }
    UNLESS(more);
}
OP(JUMP)
{
    JUMP_TO(C);
}
