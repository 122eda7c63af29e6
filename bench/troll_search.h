/*
 * The troll's tasks, a template for troll_by_hand.c, which defines TASK(name), NOTE(entry, method) and END_RECORD(entries): with a record, and without.
 * Each gets the world by value, so there is nothing to restore; `n` steps and `entries` of the record come before it. It answers how
 * many steps there are with its own; 0: it fails. What is known when it is called is not tested: behind go_to_tree() the troll
 * stands at the tree.
 */
static uint32_t TASK(attack)(hand_planner *p, troll at, uint32_t n, uint32_t entries)
{
    if (at.trunk_health > 0 && at.path_clear) {
        NOTE(entries, 0);
        END_RECORD(entries + 1);
        p->steps[n] = (hand_step){CHARGE, 0};
        p->steps[n + 1] = (hand_step){SLAM, 0};
        return n + 2;
    }
    if (at.trunk_health == 0 && at.path_clear) {
        NOTE(entries, 1);
        p->steps[n] = (hand_step){PICK_TREE, 0};
        p->steps[n + 1] = (hand_step){GO_TO_TREE, 0};
        p->steps[n + 2] = (hand_step){UPROOT, 0};
        at.trunk_health = 3;
        const uint32_t end = TASK(attack)(p, at, n + 3, entries + 1);
        if (end != 0)
            return end;
    }
    NOTE(entries, 2);
    END_RECORD(entries + 1);
    p->steps[n] = (hand_step){LIFT_ROCK, 0};
    p->steps[n + 1] = (hand_step){THROW_ROCK, 0};
    return n + 2;
}

static uint32_t TASK(be_troll)(hand_planner *p, troll at)
{
    if (at.sees_enemy) {
        NOTE(0, 0);
        const uint32_t end = TASK(attack)(p, at, 0, 1);
        if (end != 0)
            return end;
    }
    END_RECORD(1);
    if (at.has_tracks) {
        NOTE(0, 1);
        p->steps[0] = (hand_step){FOLLOW_TRACKS, 0};
        p->steps[1] = (hand_step){ROAR, 0};
        return 2;
    }
    NOTE(0, 2);
    p->steps[0] = (hand_step){PICK_BRIDGE, 0};
    p->steps[1] = (hand_step){GO_TO_BRIDGE, 0};
    p->steps[2] = (hand_step){WATCH, 0};
    return 3;
}
