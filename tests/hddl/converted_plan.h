/*
 * Plans that the virtual machine finds over a problem in HDDL by way of .htn, read back as steps of the problem. Names are told from those of
 * .htn by their letters and digits.
 */
#pragma once

#include "base/text.h"
#include "compiler/htnc.h"
#include "naive_parse.h"
#include <htn/htn.h>

enum { CONVERTED_STEPS = 64 };

/* Plans over the blob of a problem; `text` gets the steps, a line each, and `*thousandths` (may be NULL) what they cost. */
htn_status converted_plan(const htnc_compilation *compilation, base_text *text, int64_t *thousandths);

/* Reads the steps of such a text. `steps`: room for CONVERTED_STEPS. False: a line is no step of the problem. */
bool converted_steps(const hddl_problem *problem, const char *text, naive_step *steps, uint32_t *count);
