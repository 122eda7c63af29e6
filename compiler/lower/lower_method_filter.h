/*
 * Method filters. The instruction SEEK compares eight bytes of the world with rows of constants, one row for each method, and goes
 * to the first method whose row fits. A row holds the tests of a method that ask for a certain value of one byte. The method's own
 * code repeats all tests, so a filter may miss some.
 */
#pragma once

#include "compiler/lower/lower_list.h"

/* The values that a method needs in HTN_ROW_BYTES consecutive bytes of the world. */
typedef struct htnc_method_filter {
    uint32_t address; /* of the first byte */
    uint32_t tests;   /* how many bytes are compared; 0: every world passes */
    uint8_t masks[HTN_ROW_BYTES], values[HTN_ROW_BYTES];
} htnc_method_filter;

htnc_method_filter htnc_method_filter_of(const htnc_code *code, const htnc_list *list);

/* Appends the filter to the constants as a row whose target is FAIL; returns its index there. */
uint32_t htnc_add_method_filter(htnc_code *code, const htnc_method_filter *filter);

/* Sets the target of a row to the next instruction. */
void htnc_set_filter_target(htnc_emitter *to, uint32_t row);
