/*
 * Conditions as jumps, and loops over instances. The evaluation stack is empty at every jump, so a search whose value is needed
 * among others runs before them and leaves it in a local.
 */
#ifndef HTNC_LOWER_CONDITION_H
#define HTNC_LOWER_CONDITION_H

#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_node.h"

/* Continues behind where the node holds, and at `label` where it does not. */
void htnc_jump_unless(htnc_emitter *to, const htnc_node *node, htnc_label *label);
/* Continues at `label` where the node holds, and behind where it does not. */
void htnc_jump_if(htnc_emitter *to, const htnc_node *node, htnc_label *label);

/* Whether a condition is that a property of one byte has a certain value. If so, sets *property and *value. */
bool htnc_asks_for_byte(const htnc_code *code, const htnc_node *node, const htnc_property **property, int32_t *value);

/* Emits the head of a loop. Control continues behind with an instance; the next one is at `again`; none left: `exit`. */
void htnc_emit_loop(htnc_emitter *to, const htnc_loop *loop, htnc_label *again, htnc_label *exit);

/* Continues behind where the test holds; else with the loop's next instance, or at `exit` where all later ones fail too. */
void htnc_emit_test(htnc_emitter *to, const htnc_test *test, htnc_label *again, htnc_label *exit);

/* A loop with all its tests: those of level 0 in front of it. Control continues behind with an instance that passes. */
void htnc_emit_matches(htnc_emitter *to, const htnc_loop *loop, const htnc_test *tests, htnc_label *again,
                       htnc_label *exit);

/* Runs the node's searches and leaves their values in their locals: htnc_push() may follow. The stack is empty. */
void htnc_prepare(htnc_emitter *to, const htnc_node *node);

#endif
