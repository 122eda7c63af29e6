/* Conditions as jumps, and loops over instances. The evaluation stack is empty before and behind all this code. */
#pragma once

#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_node.h"

/* Continues behind where the node holds, at `label` where it does not. */
void htnc_jump_unless(htnc_emitter *to, const htnc_node *node, htnc_label *label);
/* Continues at `label` where the node holds, behind where it does not. */
void htnc_jump_if(htnc_emitter *to, const htnc_node *node, htnc_label *label);

/* Whether a condition is `P == v`, where the property P is one byte and v a constant. If so, sets *property and *value. */
bool htnc_is_byte_test(const htnc_code *code, const htnc_node *node, const htnc_property **property, int32_t *value);

/* In front of several loops whose list of candidates is kept: it is not there yet. */
void htnc_emit_not_asked(htnc_emitter *to, const htnc_loop *loop);

/* Emits the head of a loop. Continues behind with the first instance, from `again` with the next, at `exit` where none is left. */
void htnc_emit_loop(htnc_emitter *to, const htnc_loop *loop, htnc_label *again, htnc_label *exit);

/* Continues behind where the test holds; else with the loop's next instance, or at `exit` where all later instances fail too. */
void htnc_emit_test(htnc_emitter *to, const htnc_test *test, htnc_label *again, htnc_label *exit);

/* A loop with all its tests, those of level 0 in front of it. Continues behind with each instance that passes. */
void htnc_emit_matches(htnc_emitter *to, const htnc_loop *loop, const htnc_test *tests, htnc_label *again,
                       htnc_label *exit);

/* Emits the node's searches, which leave their values in locals. Afterwards htnc_push() can push the node. */
void htnc_prepare(htnc_emitter *to, const htnc_node *node);
