/*
 * Method filters: rows of constants with which the instruction SEEK compares several bytes of the world at once, to skip methods
 * that cannot be taken.
 */
#ifndef HTNC_LOWER_ROWS_H
#define HTNC_LOWER_ROWS_H

#include "compiler/lower/lower_list.h"

/* What a method's conditions ask of HTN_ROW_BYTES consecutive bytes of the world. */
typedef struct htnc_row {
    uint32_t address; /* of the first byte */
    uint32_t tests;   /* how many bytes are compared; 0: none, so that every world matches */
    uint8_t masks[HTN_ROW_BYTES], values[HTN_ROW_BYTES];
} htnc_row;

htnc_row htnc_row_of(const htnc_lowering *lowering, const htnc_list *list);

/* Appends the row to the constants, with FAIL as its target; returns its index there. */
uint32_t htnc_add_row(htnc_lowering *lowering, const htnc_row *row);

/* The row's target is the next instruction. */
void htnc_set_row_target(htnc_lowering *lowering, uint32_t row);

#endif
