/*
 * The columns of opcodes.def as a table, and instructions decoded. The verifier, the compiler and whoever else must
 * know what kind of instruction something is asks here, so that no second list of instructions exists.
 */
#pragma once

#include "blob_reader.h"

typedef struct htni_instruction {
    uint32_t op, a, b, c;
} htni_instruction;

/* The instruction at `pc`, an index into the code, which must be below its count. */
static inline htni_instruction htni_fetch(const htn_domain *domain, uint32_t pc)
{
    const uint8_t *at = htni_code(domain) + (size_t)pc * HTN_INSTRUCTION_SIZE;
    const htni_instruction found = {at[0], at[1], htni_read16(at + 2), htni_read32(at + 4)};
    return found;
}

/* Where control can go because of an operand. */
typedef enum htni_leads { HTNI_LEADS_NOWHERE, HTNI_LEADS_JUMPS, HTNI_LEADS_BACKTRACKS, HTNI_LEADS_ENTERS } htni_leads;

typedef enum htni_operand {
#define HTN_OPERAND(kind, leads, meaning) HTNI_OPERAND_##kind,
#include <htn/opcodes.def>

} htni_operand;

typedef enum htni_family {
    HTNI_FAMILY_SLOT,      /* of the slots in front of all tasks */
    HTNI_FAMILY_ENTRY,     /* FRAME and GUARD, at the entry of a task */
    HTNI_FAMILY_METHOD,    /* takes a method */
    HTNI_FAMILY_CHOICE,    /* chooses bindings */
    HTNI_FAMILY_CALL,      /* calls a task */
    HTNI_FAMILY_RETURN,    /* ends a task, or a block that is run by itself */
    HTNI_FAMILY_JUMP,      /* JUMP */
    HTNI_FAMILY_STEP,      /* STEP */
    HTNI_FAMILY_WHILE,     /* where the While of a method begins and ends */
    HTNI_FAMILY_SPLIT,     /* may end the search with a partial plan */
    HTNI_FAMILY_GROUP,     /* of a parallel group */
    HTNI_FAMILY_ACHIEVE,   /* of an Achieve */
    HTNI_FAMILY_BYTE_TEST, /* compares byte b of the world with a; where that is false, jumps to c */
    HTNI_FAMILY_TEST,      /* another conditional jump */
    HTNI_FAMILY_LOOP,      /* the next turn of a loop */
    HTNI_FAMILY_VALUE,     /* computes a value, or keeps one */
    HTNI_FAMILY_RANKING,   /* of a ranking */
    HTNI_FAMILY_EFFECT,    /* writes the world */
    HTNI_FAMILY_SUM,       /* of the plan's sums: cost, duration */
    HTNI_FAMILY_ARGUMENTS, /* ARGUMENTS */
    HTNI_FAMILY_SKIP,      /* skips methods that cannot be taken */
    HTNI_FAMILY_EACH,      /* of an Each */
    HTNI_FAMILY_DERIVED,   /* of derived conditions */
    HTNI_FAMILY_PROPOSAL   /* asks for candidates */
} htni_family;

/* Where it may stand. */
typedef enum htni_where {
    HTNI_IN_SLOTS,
    HTNI_IN_ARGUMENTS,
    HTNI_IN_COMPOUND,
    HTNI_IN_PLAN,
    HTNI_IN_ANYWHERE,
    HTNI_IN_BODY /* of a derived condition */
} htni_where;

/* How many values it pops: a number, or where that depends. */
typedef enum htni_pops {
    HTNI_POPS_0,
    HTNI_POPS_1,
    HTNI_POPS_2,
    HTNI_POPS_3,
    HTNI_POPS_A,
    HTNI_POPS_TABLE,
    HTNI_POPS_QUERY,
    HTNI_POPS_KEY,
    HTNI_POPS_WRITE,
    HTNI_POPS_DERIVED,
    HTNI_POPS_ALL,
    HTNI_POPS_CALLERS
} htni_pops;

typedef enum htni_flow { HTNI_FLOW_NEXT, HTNI_FLOW_MAY_LEAVE, HTNI_FLOW_ENDS } htni_flow;

/* In this order: from BYTE to PENDING the world is written. */
typedef enum htni_writes {
    HTNI_WRITES_NOTHING,
    HTNI_WRITES_BYTE,
    HTNI_WRITES_PROPERTY,
    HTNI_WRITES_CELL,
    HTNI_WRITES_DEFERRED,
    HTNI_WRITES_PENDING,
    HTNI_WRITES_SUM,
    HTNI_WRITES_MARK,
    HTNI_WRITES_MUCH
} htni_writes;

/* A row of opcodes.def. */
typedef struct htni_opcode {
    uint8_t family;  /* htni_family */
    uint8_t where;   /* htni_where */
    uint8_t a, b, c; /* htni_operand */
    uint8_t leads;   /* htni_leads: of operand c, the only one that is an address of code */
    uint8_t pops;    /* htni_pops */
    uint8_t pushes;
    uint8_t flow;   /* htni_flow */
    uint8_t work;   /* units of work */
    uint8_t writes; /* htni_writes */
} htni_opcode;

/* By opcode; an instruction of a verified blob has one. */
extern const htni_opcode htni_opcodes[HTN_OPCODES];

/* Whether operand c is a label: an address of code within the task. */
static inline bool htni_has_label(uint32_t op)
{
    return htni_opcodes[op].leads == HTNI_LEADS_JUMPS || htni_opcodes[op].leads == HTNI_LEADS_BACKTRACKS;
}

/*
 * How many values an instruction takes from an evaluation stack of `depth` values. Operand c must have been checked. A
 * FRAME takes none of these: its values are the caller's.
 */
uint32_t htni_popped(const htn_domain *domain, const htni_instruction *in, uint32_t depth);

/*
 * The property that an instruction writes, at once or when the pending writes are carried out; HTN_NONE: it writes
 * none.
 */
uint32_t htni_written_property(const htn_domain *domain, const htni_instruction *in);
