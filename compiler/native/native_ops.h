/*
 * What is written for each instruction: one of these for each line of opcodes.def, or native_code.c does not compile. The words in
 * capitals are htn/native.h's. In them
 *     $p the instruction's address, $n the next one's     $a $b $c operands, $d a and $i c with a sign, $l $h a range's ends
 *     $x $y $z the values taken from the stack, by the order in which they were pushed; $v all of them, as an array
 *     $r the value pushed                                  $w a write's cell and value, of those taken
 *     $j goes to c, within the task    $e goes to c, a task's entry    $t goes on where the task was to
 *     $u takes a unit of work, unless that has been done     $s a frame's locals are set      $g whether a FRAME stands in front of it
 *     $k goes to the target of the first row that matches
 *     $o ... $q a test, marked as one that mostly fails where it stands in front of one of many methods
 * An instruction that is rare is left to the machine, if it neither takes nor gives values: BY_MACHINE($p).
 * Following a running plan, the cheapest plan and the search of an Achieve are always the machine's.
 */
#ifndef HTNC_NATIVE_OPS_H
#define HTNC_NATIVE_OPS_H

#define NATIVE_FAIL  ""
#define NATIVE_DONE  ""
#define NATIVE_VALID ""

#define NATIVE_FRAME       "FRAME($b);$s"
#define NATIVE_GUARD       "GUARD($p, $c, $g);"
#define NATIVE_METHOD      "$uCHOICE($c);\nTAKE($p, $b);"
#define NATIVE_LAST_METHOD "$uTAKE($p, $b);"
#define NATIVE_CHOOSE      "$uCHOICE($c);"
#define NATIVE_LEAST       ""
#define NATIVE_BOUND       ""
#define NATIVE_CALL        "CALL($n);\n$e;"
#define NATIVE_LAST_CALL   "LAST_CALL;\n$e;"
#define NATIVE_JUMP_CALL   "$e;"
#define NATIVE_RETURN      "RETURN;\n$t;"
#define NATIVE_PROCEED     "PROCEED;\n$t;"
#define NATIVE_JUMP        "$j;"
#define NATIVE_WHILE       "htn_native_mark_while(planner, &now, false);"
#define NATIVE_WHILE_END   "htn_native_mark_while(planner, &now, true);"
#define NATIVE_STEP        "$uSTEP($c, $a);"
#define NATIVE_SPLIT       "BY_MACHINE($p);"
#define NATIVE_HORIZON     "if (machine->horizon != 0)\n    BY_MACHINE($p);"
#define NATIVE_KEPT        "if (htni_signed(LOCAL($b)) == HTNI_GONE)\n    $j;"

#define NATIVE_GROUP     "BY_MACHINE($p);"
#define NATIVE_MEMBER    "BY_MACHINE($p);"
#define NATIVE_APPLY     "BY_MACHINE($p);"
#define NATIVE_GROUP_END "BY_MACHINE($p);"
#define NATIVE_ACHIEVE   "BY_MACHINE($p);"
#define NATIVE_ENACT     "BY_MACHINE($p);"
#define NATIVE_UNMET     "htn_native_unmet(planner, $b, $c);"
#define NATIVE_EXPLORE   "BY_MACHINE($p);"

#define NATIVE_TEST_EQ_U8   "if ($oBYTE($b) != $a$q)\n    $j;"
#define NATIVE_TEST_NE_U8   "if ($oBYTE($b) == $a$q)\n    $j;"
#define NATIVE_TEST_LE_U8   "if ($oBYTE($b) > $a$q)\n    $j;"
#define NATIVE_TEST_GE_U8   "if ($oBYTE($b) < $a$q)\n    $j;"
#define NATIVE_SKIP_NE_U8   NATIVE_TEST_EQ_U8
#define NATIVE_SKIP_GT_U8   NATIVE_TEST_LE_U8
#define NATIVE_SEEK         "$k;"
#define NATIVE_BRANCH_FALSE "if ($o$x == 0$q)\n    $j;"
#define NATIVE_BRANCH_TRUE  "if ($o$x != 0$q)\n    $j;"
#define NATIVE_TEST_CELL    "if ($oAT($b, $a) == 0$q)\n    $j;"
#define NATIVE_TEST_NO_CELL "if ($oAT($b, $a) != 0$q)\n    $j;"
#define NATIVE_NEXT_INSTANCE                                                                                    \
    "SCAN($p);\nif (now.pc != $p)\n    goto resume;\n$uif (!htn_native_next_instance(planner, $b, LOCALS($a), " \
    "marked))\n    $j;"
#define NATIVE_NEXT_FACT "$uif (!htn_native_next_fact(domain, $b, LOCALS($a)))\n    $j;"

#define NATIVE_PUSH        "$r = $i;"
#define NATIVE_PUSH_STRING "$r = $i;"
#define NATIVE_LOCAL       "$r = htni_signed(LOCAL($b));"
#define NATIVE_LOAD_U8     "$r = BYTE($c);"
#define NATIVE_LOAD_S8     "$r = S8($c);"
#define NATIVE_LOAD_S16    "$r = S16($c);"
#define NATIVE_LOAD_S32    "$r = S32($c);"
#define NATIVE_SET_LOCAL   "LOCAL($b) = (uint32_t)$x;"
#define NATIVE_CELL        "$r = htn_native_cell(domain, $c, $v);"
#define NATIVE_KEY         "$r = htn_native_key(domain, $c, $v);"
#define NATIVE_LOAD_CELL   "$r = htn_native_load_cell(planner, $c, (uint32_t)$x, marked);"
#define NATIVE_LOAD_AT     "$r = AT($c, $a);"
#define NATIVE_IS_PRESENT  "$r = htn_native_is_there(planner, $c, $x, marked);"
#define NATIVE_QUERY       "$r = htn_native_ask(planner, $c, $v, marked);"

#define NATIVE_1(name)  "$r = htni_value_" #name "($x);"
#define NATIVE_2(name)  "$r = htni_value_" #name "($x, $y);"
#define NATIVE_3(name)  "$r = htni_value_" #name "($x, $y, $z);"
#define NATIVE_ADD      NATIVE_2(ADD)
#define NATIVE_SUB      NATIVE_2(SUB)
#define NATIVE_SUB_FROM NATIVE_2(SUB_FROM)
#define NATIVE_MUL      NATIVE_2(MUL)
#define NATIVE_DIV      NATIVE_2(DIV)
#define NATIVE_MOD      NATIVE_2(MOD)
#define NATIVE_NEGATE   NATIVE_1(NEGATE)
#define NATIVE_ABS      NATIVE_1(ABS)
#define NATIVE_MIN      NATIVE_2(MIN)
#define NATIVE_MAX      NATIVE_2(MAX)
#define NATIVE_CLAMP    NATIVE_3(CLAMP)
#define NATIVE_CURVE    "$r = htn_native_curve(domain, $c, $b, $x);"
#define NATIVE_EQ       NATIVE_2(EQ)
#define NATIVE_NE       NATIVE_2(NE)
#define NATIVE_LT       NATIVE_2(LT)
#define NATIVE_LE       NATIVE_2(LE)
#define NATIVE_NOT      NATIVE_1(NOT)
#define NATIVE_AND      NATIVE_2(AND)
#define NATIVE_OR       NATIVE_2(OR)

#define NATIVE_RANKING "htn_native_ranking(LOCALS($a));"
#define NATIVE_RANK    "$r = htn_native_rank(LOCALS($a), $b, $c, $x);"
#define NATIVE_DRAW    "$r = DRAW($a, $b, $c, $x);"
#define NATIVE_SELECT  "if (!htn_native_select(LOCALS($a), $b))\n    $j;"
#define NATIVE_CHOSEN  "if (LOCAL($a + HTN_RANKING_TAKEN_METHOD) != $b)\n    $j;"

#define NATIVE_SET_U8     "WRITE($b, $a);"
#define NATIVE_ADD_U8     "WRITE($b, htni_clamp(world[$b] + $d, $l, $h));"
#define NATIVE_STORE      "STORE($c, 0, $x);"
#define NATIVE_STORE_CELL "STORE($c, (uint32_t)$x, $y);"
#define NATIVE_DEFER      "DEFER($a, $c, $w);"
#define NATIVE_COMMIT     "COMMIT;"
#define NATIVE_COST       "COST($x);"
#define NATIVE_DURATION   "DURATION($x);"
#define NATIVE_ARGUMENTS  "" /* of blocks that only blocks.c runs */

#endif
