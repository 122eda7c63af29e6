/*
 * The instructions that only compute: no jumps, no effects. Included in the middle of an interpreter
 * (vm_loop.h, single_block.c), so that each is written once. The includer defines
 *     OP(name)  begins the case of an instruction   NEXT  goes on with the next instruction
 *     A B C     the operands                        PUSH(v), POP()  the evaluation stack
 *     CELLS     the bytes of the world              LOCALS  the locals of the frame
 *     ROOT      the index of the root that is planned
 *     IS_THERE(type, instance)                      whether an instance is present
 *     ASK(query, arguments, answer)                 the answer of the game; false: it is late
 *     MAKE_LIST(query, arguments, list)             the list of what the game proposes; false: it is late
 *     LATE(depth)                                   an answer is late; `depth`: of the stack in front of the instruction
 *     ANSWERED(query, arguments, answer)            tells a listener
 *     PROPOSED(query, arguments)                    tells a listener
 *     READS(address, bytes), READS_CELL(property, cell), READS_AT(table, instance), READS_INSTANCE(type, instance),
 *     READS_QUERY(query, arguments)                 mark what is about to be read
 * and has `domain` and `top` (of the stack) in scope.
 */
OP(PUSH)
{
    PUSH(htni_signed(C));
    NEXT;
}
OP(PUSH_STRING)
{
    PUSH(htni_signed(C));
    NEXT;
}
OP(LOCAL)
{
    PUSH(htni_signed(LOCALS[B]));
    NEXT;
}
OP(LOAD_U8)
{
    READS(C, 1);
    PUSH(CELLS[C]);
    NEXT;
}
OP(LOAD_S8)
{
    READS(C, 1);
    PUSH((int8_t)CELLS[C]);
    NEXT;
}
OP(LOAD_S16)
{
    READS(C, 2);
    PUSH(htni_load(CELLS, C, HTN_STORAGE_S16));
    NEXT;
}
OP(LOAD_S32)
{
    READS(C, 4);
    PUSH(htni_load(CELLS, C, HTN_STORAGE_S32));
    NEXT;
}
#define HTN_VALUE_1(name, expression, meaning) \
    OP(name)                                   \
    {                                          \
        const int32_t x = POP();               \
        PUSH(expression);                      \
        NEXT;                                  \
    }
#define HTN_VALUE_2(name, expression, meaning) \
    OP(name)                                   \
    {                                          \
        const int32_t y = POP(), x = POP();    \
        PUSH(expression);                      \
        NEXT;                                  \
    }
#define HTN_VALUE_3(name, expression, meaning)         \
    OP(name)                                           \
    {                                                  \
        const int32_t z = POP(), y = POP(), x = POP(); \
        PUSH(expression);                              \
        NEXT;                                          \
    }
#include <htn/opcodes.def>
OP(LAYER)
{
    PUSH((int32_t)ROOT);
    NEXT;
}
OP(CURVE)
{
    int32_t x = POP();
    PUSH(htni_curve(POINTS(C), B, x));
    NEXT;
}
OP(SET_LOCAL)
{
    LOCALS[B] = (uint32_t)POP();
    NEXT;
}
OP(CELL)
{
    const uint32_t table = C;
    top -= HTNI_FIELD(domain, PROPERTIES, table, PARAMETER_COUNT);
    const uint32_t cell = htni_cell(domain, table, top);
    PUSH(htni_signed(cell));
    NEXT;
}
OP(KEY)
{
    const uint32_t list = C;
    top -= HTNI_FIELD(domain, PROPERTIES, HTNI_FIELD(domain, KEY_LISTS, list, PROPERTY), PARAMETER_COUNT) - 1;
    const uint32_t place = htni_find_key(domain, list, top);
    PUSH(htni_signed(place));
    NEXT;
}
OP(LOAD_CELL)
{
    const uint32_t cell = (uint32_t)POP();
    READS_CELL(C, cell);
    PUSH(htni_load_cell(domain, CELLS, C, cell));
    NEXT;
}
OP(LOAD_AT)
{
    READS_AT(C, htni_signed(LOCALS[A]));
    PUSH(htni_load_at(domain, CELLS, C, htni_signed(LOCALS[A])));
    NEXT;
}
OP(IS_PRESENT)
{
    const int32_t instance = POP();
    READS_INSTANCE(C, instance);
    PUSH(IS_THERE(C, instance));
    NEXT;
}
OP(QUERY)
{
    const uint32_t query = C;
    top -= HTNI_FIELD(domain, QUERIES, query, PARAMETER_COUNT);
    READS_QUERY(query, top);
    int32_t answer;
    if (HTNI_UNLIKELY(!ASK(query, top, &answer)))
        LATE((uint32_t)(top - STACK) + HTNI_FIELD(domain, QUERIES, query, PARAMETER_COUNT));
    ANSWERED(query, top, answer);
    PUSH(answer);
    NEXT;
}
OP(PROPOSE)
{
    const uint32_t query = C;
    top -= HTNI_FIELD(domain, QUERIES, query, PARAMETER_COUNT);
    READS_QUERY(query, top);
    const int32_t answer = 0; /* there is none, also where it is late */
    (void)answer;
    if (HTNI_UNLIKELY(!MAKE_LIST(query, top, &LOCALS[A])))
        LATE((uint32_t)(top - STACK) + HTNI_FIELD(domain, QUERIES, query, PARAMETER_COUNT));
    PROPOSED(query, top);
    NEXT;
}
