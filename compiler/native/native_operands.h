/*
 * The text of one instruction. In a pattern (native_pattern.h) $ stands for
 *
 *     $p             the instruction's address         $m  the same, where the machine may take over     $n  the next one's
 *     $a $b $c       its operands                      $d  a with a sign     $i  c with a sign     $l $h  c as the ends of a range
 *     $x $y $z       the values taken from the stack, in the order in which they were pushed     $v  all of them, as an array
 *     $r             the value pushed                  $w  the cell and the value of a write, of those taken
 *     $j             goes to c, within the task        $e  goes to c, the entry of a task
 *     $t             goes where the task continues     $k  goes to the target of the first row that matches
 *     $u             spends units of work, unless that has been done
 *     $s             sets the locals of a frame        $g  1 if a FRAME stands right in front, else 0
 *     $o ... $q      a test, marked as one that mostly fails if it stands in front of one of many methods
 */
#pragma once

#include "compiler/native/native_writer.h"

/* Writes an instruction by a pattern, which need not be its own. */
void htnc_native_put_pattern(native_writer *to, const htni_instruction *in, const char *pattern);

/*
 * The only address where the task that is being written can continue; else NATIVE_ANYWHERE. The runtime enters
 * primitive tasks from elsewhere, and continues behind a split where a save says.
 */
uint32_t htnc_native_only_continuation(const native_writer *to);

/* Units of work from to->pc on that are all spent once the first is: up to a label, a test, a loop or a jump. */
uint32_t htnc_native_units_ahead(const native_writer *to);
