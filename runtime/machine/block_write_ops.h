/*
 * The instructions that write, for blocks that run alone: each write goes to the function of the block (htni_block.write), or waits
 * for COMMIT. Included in the middle of single_block.c, beside value_ops.h. In addition to what that asks for, the includer defines
 *     WRITE(property, cell, value)   writes a value for as long as `lasts` says
 *     pending, lasts                 how many writes wait, and for how many milliseconds the next value lasts; 0: for ever
 */
OP(SET_U8)
{
    WRITE(PROPERTY_AT_B, 0, (int32_t)A);
    NEXT;
}
OP(ADD_U8)
{
    block->write(block->user, PROPERTY_AT_B, 0, HTN_WRITE_ADD, (int8_t)A, 0);
    NEXT;
}
OP(STORE)
{
    const int32_t value = POP();
    WRITE(C, 0, value);
    NEXT;
}
OP(STORE_CELL)
{
    const int32_t value = POP();
    WRITE(C, (uint32_t)POP(), value);
    NEXT;
}
OP(DEFER)
{
    const int32_t value = POP();
    const uint32_t cell = HTNI_FIELD(domain, PROPERTIES, C, PARAMETER_COUNT) == 0 ? 0 : (uint32_t)POP();
    if (!defer(block, &pending, pack(A, lasts), C, cell, value))
        return HTN_FULL_TRAIL;
    lasts = 0;
    NEXT;
}
OP(COMMIT)
{
    commit(block, &pending);
    NEXT;
}
OP(LASTS)
{
    const int32_t time = POP();
    lasts = time < 1 ? 1 : (uint32_t)time;
    NEXT;
}
