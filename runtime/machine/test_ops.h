/*
 * The instructions that test and loop: jumps, but no effects. Included next to value_ops.h; beside
 * what that needs, the includer defines
 *     UNLESS(holds)  go on where it holds, else to operand C      JUMP_TO(slot)
 *     SPEND          one unit of work                             BOUND_TO(slot) a loop's local has a new instance
 *     READS_LOOP(type, after, next)                 that the loop has come from one to the other is noted
 *     SCAN           before a NEXT_INSTANCE: goes through as many instances as it can, or none
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
OP(JUMP)
{
    JUMP_TO(C);
}
