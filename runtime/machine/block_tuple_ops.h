/*
 * The instructions of derived conditions, for blocks that run alone: the bodies run in the same loop, and their locals lie in the
 * tuples' table (htni_block.tuples). Included in the middle of single_block.c, beside value_ops.h. In addition to what that asks for,
 * the includer defines
 *     JUMP_TO(pc)   goes on there
 *     SPEND         takes a unit of work
 */
OP(DERIVE)
{
    const htni_asked to = {.pc = pc_of(code, at) + 1, .frame = frame_of(block, locals), .local = A};
    if (block->tuples == NULL)
        return HTN_NO_PLAN;
    top -= HTNI_FIELD(domain, DERIVED, C, PARAMETER_COUNT);
    const htni_asked asked = htni_tuples_ask(block->tuples, domain, NULL, C, top, &to);
    if (asked.what == HTNI_ASKED_FULL)
        return HTN_LIMIT_TUPLES;
    if (asked.what == HTNI_ASKED_KNOWN) {
        locals[A] = asked.answer;
        NEXT;
    }
    locals = htni_tuple_locals(block->tuples, asked.tuple);
    JUMP_TO(asked.pc);
}
OP(TUPLE)
{
    SPEND;
    NEXT;
}
OP(ANSWER)
{
    if (block->tuples == NULL || locals == block->locals)
        return HTN_NO_PLAN;
    const uint32_t tuple = frame_of(block, locals);
    const htni_asked answer = htni_tuples_answer(block->tuples, tuple, A != 0);
    if (answer.what == HTNI_ASKED_BODY) {
        const uint32_t derived = locals[HTNI_TUPLE_DERIVED - HTNI_TUPLE_LOCALS];
        JUMP_TO(HTNI_FIELD(domain, DERIVED, derived, ENTRY));
    }
    locals = answer.frame == 0 ? block->locals : htni_tuple_locals(block->tuples, answer.frame);
    locals[answer.local] = answer.answer;
    JUMP_TO(answer.pc);
}
OP(FORGET)
{
    if (block->tuples != NULL)
        htni_tuples_reset(block->tuples);
    NEXT;
}
