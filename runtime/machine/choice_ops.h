/*
 * The instructions of which a search mostly consists, for vm_loop.h: taking methods, appending steps, failing.
 * They are compiled twice. With HTNI_CAREFUL each checks all limits. Without, htni_quick_units() has made sure
 * that no limit can be reached while there is fuel, that no running plan is followed, and that there is neither
 * a listener nor a bound: then only the fuel is checked.
 *
 * The includer defines HTNI_CAREFUL; CHOICE_OP(name), where an instruction begins; and CHOICE_LABEL(name), a
 * label in it.
 */
CHOICE_OP(FAIL)
{
    if (HTNI_UNLIKELY(choice == choices))
        END(HTN_NO_PLAN);
    const htni_registers *const last = choice - 1;
    htni_undo_from(world, htni_trail(machine) + now->trail, htni_trail(machine) + last->trail);
    machine->now = *last;
    GO_TO(last->pc);
    choice--;
#if !HTNI_CAREFUL
    if (at[0] == HTN_OP_METHOD) { /* the choice point stays, for the next alternative */
        SPEND;
        (choice++)->pc = C;
        goto CHOICE_LABEL(take);
    }
#endif
#if HTNI_CAREFUL
    TRACE(HTN_EVENT_BACKTRACK, now->pc, 0);
    if (HTNI_UNLIKELY(planner->search.cheapest))
        FAIL_IF(htni_exceeds_bound(planner), now->pc);
#endif
    DISPATCH_HERE;
}
CHOICE_OP(METHOD)
{
    SPEND;
#if HTNI_CAREFUL
    if (now->following && A == 0) {
        const int32_t order = htni_compare_mtr(planner, now->record, B);
        if (order > 0)
            END(HTN_STANDS);
        if (order == 0)
            goto CHOICE_LABEL(take);
    }
    if (choice >= choices + machine->limits.choices)
        END(HTN_FULL_CHOICES);
#endif
    htni_copy_registers(choice, now);
    (choice++)->pc = C;
#if HTNI_CAREFUL
    now->following = 0;
#endif
    goto CHOICE_LABEL(take);
}
CHOICE_OP(LAST_METHOD)
{
    SPEND;
#if HTNI_CAREFUL
    if (now->following) {
        const int32_t order = htni_compare_mtr(planner, now->record, B);
        if (order > 0)
            END(HTN_STANDS);
        if (order < 0)
            now->following = 0;
    }
#endif
    CHOICE_LABEL(take) :;
#if HTNI_CAREFUL
    if (now->record >= machine->limits.record)
        END(HTN_FULL_RECORD);
    TRACE(now->following ? HTN_EVENT_FOLLOW : HTN_EVENT_METHOD, PC, B);
    if (domain->record_sites != 0) {
        htni_record_site *const place = &htni_record_sites(machine)[now->record];
        place->pc = PC;
        place->frame = now->frame;
    }
#endif
    record[now->record++] = (uint16_t)B;
    NEXT;
}
CHOICE_OP(STEP)
{
#if HTNI_CAREFUL
    if (now->steps >= machine->limits.steps) {
        TRACE(HTN_EVENT_LIMIT, PC, HTN_REACHED_STEPS);
        htni_limit_reached(&planner->search, HTN_REACHED_STEPS);
        JUMP_TO(HTN_SLOT_FAIL);
    }
#endif
    SPEND;
#if HTNI_TRACED
    htni_mark_trail(machine, now, HTNI_MARK_STEP, now->steps);
#endif
    htn_step *const step = &steps[now->steps++];
    step->task = C;
    step->arguments = 0;
    if (HTNI_UNLIKELY(A != 0))
        step->arguments = now->frame + HTNI_FRAME_LOCALS;
    TRACE(HTN_EVENT_STEP, PC, C);
    NEXT;
}
