/* The words in capitals are macros of htn/native.h. See native_choices.h. */
#include "compiler/native/native_choices.h"

static uint32_t op_at(const native_program *program, uint32_t pc)
{
    return htni_fetch(program->domain, pc).op;
}

bool htnc_native_comes_again(const native_program *program, uint32_t pc)
{
    const uint32_t op = op_at(program, pc);
    return htnc_native_is_marked(program, pc, NATIVE_ALTERNATIVE) && (op == HTN_OP_METHOD || op == HTN_OP_CHOOSE);
}

/* Whether the first change that the trail can get behind an alternative is a write of a constant. */
static bool writes_first(const native_program *program, uint32_t pc)
{
    for (; pc < program->count; pc++) {
        switch (op_at(program, pc)) {
        case HTN_OP_METHOD:
        case HTN_OP_LAST_METHOD:
        case HTN_OP_CHOOSE:
        case HTN_OP_STEP: break;
        default: return op_at(program, pc) == HTN_OP_SET_U8;
        }
        if (pc + 1 < program->count && htnc_native_has_label(program, pc + 1))
            return false;
    }
    return false;
}

bool htnc_native_rewrites(const native_program *program, uint32_t pc)
{
    return htnc_native_is_marked(program, pc, NATIVE_ALTERNATIVE) &&
           !htnc_native_is_marked(program, pc, NATIVE_TARGET) && writes_first(program, pc);
}

char htnc_native_alternative(const native_program *program, uint32_t pc)
{
    return htnc_native_comes_again(program, pc) || htnc_native_rewrites(program, pc) ? 'F' : 'L';
}

void htnc_native_put_back(base_buffer *text, const native_program *program, const native_choice *own)
{
    base_buffer_format(text, "BACK(%u, %u, ", (unsigned)own->steps, (unsigned)own->methods);
    if (own->writes == 0)
        base_buffer_text(text, "NOTHING_UNDONE");
    else if (own->writes == 1)
        base_buffer_format(text, "UNDO_ONE(%u)", (unsigned)own->address);
    else
        base_buffer_text(text, "UNDO_ALL");
    base_buffer_format(text, ", %c%u)", htnc_native_alternative(program, own->alternative), (unsigned)own->alternative);
}

void htnc_native_note_done(native_choice *own, const htni_instruction *in)
{
    switch (in->op) {
    case HTN_OP_METHOD: *own = (native_choice){in->c, 1, 0, 0, 0}; break;
    case HTN_OP_CHOOSE: *own = (native_choice){in->c, 0, 0, 0, 0}; break;
    case HTN_OP_STEP: own->steps++; break;
    default:
        if (htni_opcodes[in->op].writes == HTNI_WRITES_BYTE) {
            own->writes++;
            own->address = in->b;
        } else if (htni_opcodes[in->op].family != HTNI_FAMILY_BYTE_TEST) {
            own->alternative = HTN_NONE;
        }
    }
}
