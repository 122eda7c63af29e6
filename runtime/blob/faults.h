/* Why a blob is refused: every reason, listed once, with its text. Each check stands in exactly one place. */
#pragma once

#include <htn/domain.h>

#define HTNI_FAULT_LIST(FAULT)                                                                                        \
    FAULT(SHORT_HEADER, "the blob is shorter than its header; it was cut off")                                        \
    FAULT(MAGIC, "the first four bytes are not `HTNB`; this is not a compiled domain")                                \
    FAULT(NEWER, "the format is newer than this runtime; take a newer runtime, or compile with an older compiler")    \
    FAULT(OLDER, "the format is older than this runtime; compile the domain again")                                   \
    FAULT(TRUNCATED, "the blob is shorter than it says; it was cut off")                                              \
    FAULT(TOTAL, "the blob's size is not one that a blob can have")                                                   \
    FAULT(CHECKSUM, "the checksum does not agree; the blob was damaged")                                              \
    FAULT(FLAGS, "a flag is set that this version does not know")                                                     \
    FAULT(STATIC_EXPIRES, "a property expires, although nothing writes it")                                           \
    FAULT(STACK_LIMIT, "the evaluation stack is deeper than the runtime's")                                           \
    FAULT(WORLD_SIZE, "the world state's size is not a multiple of 4, or too large")                                  \
    FAULT(SHARED_PART, "the world state's shared part is misplaced, or something lies in it that is not shared")      \
    FAULT(SECTION_COUNT, "more sections than the blob has room for")                                                  \
    FAULT(SECTION_ORDER, "the sections' ids do not rise")                                                             \
    FAULT(SECTION_ID, "a section of an unknown id")                                                                   \
    FAULT(SECTION_PLACE, "a section lies outside the blob, over another one, or not at a multiple of 8")              \
    FAULT(SECTION_SIZE, "a section's size and number of elements do not agree")                                       \
    FAULT(SECTION_MISSING, "a section that every domain has is missing")                                              \
    FAULT(STRINGS, "the texts do not begin and end with a zero byte")                                                 \
    FAULT(FIELD_STRING, "a text's offset is outside its section")                                                     \
    FAULT(FIELD_INDEX, "an index is outside the section that it refers to")                                           \
    FAULT(FIELD_RUN, "a run of records goes beyond the section that it lies in")                                      \
    FAULT(FIELD_CODE, "a code address is outside the code")                                                           \
    FAULT(KIND, "a kind that this version does not know")                                                             \
    FAULT(TYPE_RANGE, "a type's range is empty, or not its kind's")                                                   \
    FAULT(PROPERTY_PLACE, "a property's address is not aligned, outside the world, or not behind the one before")     \
    FAULT(PROPERTY_RANGE,                                                                                             \
          "a property's range is not its type's, does not fit its storage, or leaves its initial value out")          \
    FAULT(TYPE_INSTANCES,                                                                                             \
          "an entity type's instances do not lie in its parent's, or its presence bytes outside the world")           \
    FAULT(PROPERTY_TABLE, "a table has too many parameters, or not as many cells as they say")                        \
    FAULT(HELD, "a table Held that has not one byte for each layer and instance")                                     \
    FAULT(RESERVATION, "a reservation of no parameter or binding, in no table Held, or for too many holders")         \
    FAULT(COOLDOWN_KEYS, "the keys of a method's Cooldown are not those of its table, or of no parameter or binding") \
    FAULT(DERIVED, "a derived condition whose code, locals or cycle are wrong, or out of order")                      \
    FAULT(CANDIDATES, "more candidates than a query can propose, or not one number for each query")                   \
    FAULT(QUERY, "a query with too many parameters, or a type that is none")                                          \
    FAULT(FACT, "a fact of no table's cell, of a value out of its range, or out of order")                            \
    FAULT(STATIC_INDEX, "a static index whose numbers do not rise or lie outside the constants")                      \
    FAULT(BINDINGS, "bindings that the frame has no room for, or a check block that is none")                         \
    FAULT(TASK_BLOCK, "a Context, During, While, action or list of effects that is no block of its task's code")      \
    FAULT(ACHIEVE, "an Achieve that uses a task without an action, or changes a property twice or a static one")      \
    FAULT(TASK_PLACE, "a task's code does not begin where the one before ends, or is empty")                          \
    FAULT(TASK_FRAME, "a task's parameters, locals and frame do not agree")                                           \
    FAULT(TASK_EACH, "an Each that is no compound task with a frame and two methods, or has no room for its locals")  \
    FAULT(TASK_METHODS, "a compound task without methods, a primitive one with some, or methods that tasks share")    \
    FAULT(TASK_OPERATOR, "a task's operator and its arguments' code do not agree")                                    \
    FAULT(ENDS, "a Retry of a task without an operator, too often, or out of order")                                  \
    FAULT(ENTER, "an Enter of a method without a While, or out of order")                                             \
    FAULT(ORDERS, "an order whose gate is no While of a task without parameters, or out of order")                    \
    FAULT(ROOT, "a root that is not a compound task without parameters")                                              \
    FAULT(CODE_SLOTS, "the code does not begin with FAIL, DONE and VALID")                                            \
    FAULT(CODE_END, "the code does not end where the last task does")                                                 \
    FAULT(LEADERS, "there is not one leader bit per instruction")                                                     \
    FAULT(OPCODE, "not an instruction")                                                                               \
    FAULT(UNUSED_OPERAND, "an operand that the instruction does not have is not 0")                                   \
    FAULT(OPERAND_LABEL, "a jump that does not go forward to a leader of the same block")                             \
    FAULT(OPERAND_ENTRY, "a call to an address that is no task's entry")                                              \
    FAULT(OPERAND_TASK, "a task that does not exist, or not the kind of task that the instruction takes")             \
    FAULT(OPERAND_METHOD, "a method that the task does not have")                                                     \
    FAULT(OPERAND_LOCAL, "a local that the frame does not have")                                                      \
    FAULT(OPERAND_CELL, "an address that is no property's, or of another storage")                                    \
    FAULT(OPERAND_VALUE, "a value or range that is not the property's")                                               \
    FAULT(OPERAND_PROPERTY,                                                                                           \
          "a property that does not exist, is static, or is not the kind that the instruction takes")                 \
    FAULT(OPERAND_TYPE, "a type that has no instances, or an index that does not exist")                              \
    FAULT(OPERAND_DERIVED, "a derived condition, or a cycle of such, that does not exist")                            \
    FAULT(OPERAND_QUERY, "a query that does not exist")                                                               \
    FAULT(OPERAND_CURVE, "a curve that is not in the constants")                                                      \
    FAULT(OPERAND_ROW, "a row that is not in the constants, reads outside the world, or leads where no SEEK is")      \
    FAULT(OPERAND_GOAL, "an Achieve that does not exist, or whose parts do not stand as they must")                   \
    FAULT(OPERAND_STRING, "a symbol outside the strings")                                                             \
    FAULT(OPERAND_COUNT, "a number of arguments that is not the task's or the operator's")                            \
    FAULT(STACK_UNDERFLOW, "an instruction takes more values than there are")                                         \
    FAULT(STACK_OVERFLOW, "the evaluation stack grows deeper than the header says")                                   \
    FAULT(STACK_LEFT, "values are left on the evaluation stack at a jump, a call or an end")                          \
    FAULT(MISPLACED,                                                                                                  \
          "an instruction that does not belong there: frame, guard, call, step or end of another kind of task")       \
    FAULT(NO_METHOD, "a call or step that can be reached before a method is taken")                                   \
    FAULT(PARTIAL, "a SPLIT or HORIZON where the header does not say that plans may be partial")                      \
    FAULT(FALLS_OFF, "the code of a task runs into the next one")                                                     \
    FAULT(DEBUG_ITEM, "a debug item that is empty, out of order or outside the code")                                 \
    FAULT(DEBUG_SUBTASK, "a debug subtask that is empty, out of order, outside the code or before its group")         \
    FAULT(DEBUG_TEST, "a debug test out of order, outside the code or with a local that does not suit it")            \
    FAULT(DEBUG_READ, "a debug read out of order, outside the code, or of something that does not exist")

typedef enum htni_fault_code {
#define HTNI_FAULT_ENUMERATOR(name, text) HTNI_FAULT_##name,
    HTNI_FAULT_LIST(HTNI_FAULT_ENUMERATOR)
#undef HTNI_FAULT_ENUMERATOR
        HTNI_FAULTS
} htni_fault_code;

/* Fills in `fault`. Always returns false, so that a check can return it. */
bool htni_fault(htn_fault *fault, const char *section, uint32_t offset, htni_fault_code code);

/* The same for field `field` of record `index` of a section. */
bool htni_fault_at(const htn_domain *domain, htn_fault *fault, htn_section section, uint32_t index, uint32_t field,
                   htni_fault_code code);

const char *htni_section_name(htn_section section);
