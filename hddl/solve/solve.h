/*
 * The solver of competition problems: an HDDL problem in, a plan with its decomposition out. One command, no flags: which
 * search runs when is solve.c's business. None of this is in the game's library.
 *
 *     normal.c ...    the problem in the form that the searches share: conjunctions of literals      normal.h
 *     lifted_*.c      depth-first search over the lifted problem                                  lifted.h
 *     ground_*.c      all that can be reached, with nothing left to bind                          ground.h
 *     infer.c         what all decompositions of a ground task have in common                     infer.h
 *     search_*.c      searches over the ground problem                                            search.h
 *     solve.c         what runs when, and for how long
 *     clock.c         how long it has been, and how much is taken
 *     pool.c          memory that is given back as a whole                                        pool.h
 *     search_table.c  arrays that grow, hash tables: claimed and given back one by one            search_table.h
 *     plan.c          the list of decisions that is a plan; plan_write.c: in the competition's format
 */
#ifndef HTN_SOLVE_H
#define HTN_SOLVE_H

#include "hddl/read/hddl.h"
#include <stdio.h>

typedef enum solve_outcome {
    SOLVE_PLAN,    /* found */
    SOLVE_NONE,    /* proved: there is no plan */
    SOLVE_GIVE_UP, /* this search has nothing left to try, but is incomplete: nothing is known */
    SOLVE_TIME,    /* its slice or the whole time is spent; it can go on */
    SOLVE_MEMORY   /* the memory that it may use is spent */
} solve_outcome;

/*
 * One decision of a total-order plan. A plan is the list of them in the order in which a progression takes them: the first
 * task's decision, then those of its subtasks, each completely before the next. That is a plan's decomposition in preorder.
 */
typedef struct solve_decision {
    bool primitive; /* an action is done; else a task is decomposed */
    uint32_t index; /* of hddl_problem's actions, or of its methods; HDDL_NONE: the initial network */
    const uint32_t
        *arguments; /* objects: one for each of the schema's parameters (a method's: all of its parameters) */
} solve_decision;

/* Made by solve_plan_add() alone: the arguments are copies, in blocks that are the plan's. {0} is the empty one. */
typedef struct solve_plan {
    solve_decision *decisions; /* the first is that of the initial network */
    size_t count, capacity;
    struct solve_plan_block *blocks;
} solve_plan;

/*
 * Appends a decision, with a copy of its `argument_count` arguments. False: no memory; the plan stands as it was. A
 * primitive decision of HDDL_NONE (the goal's action of the normal form) may be added, and is left out of what is printed.
 */
bool solve_plan_add(solve_plan *plan, bool primitive, uint32_t index, const uint32_t *arguments,
                    uint32_t argument_count);
void solve_plan_free(solve_plan *plan);

/*
 * Prints it in the competition's format. False: the list is no preorder of a decomposition (nothing is printed then), or
 * there is no memory.
 */
bool solve_plan_write(const hddl_problem *problem, const solve_plan *plan, FILE *to);

/*
 * How long, and how much. Time is the process's: from its start on, so that parsing counts. A search asks
 * solve_is_over() every thousand nodes or so.
 */
typedef struct solve_clock {
    double start;          /* of the process, on base_seconds()'s clock */
    double end;            /* seconds since the process began: the whole search's; INFINITY: no limit */
    double slice_end;      /* that of the search that runs now */
    bool cpu;              /* processor time of the process instead of the wall's */
    size_t memory_most;    /* bytes in all; SIZE_MAX: no limit */
    size_t memory_used;    /* what searches have claimed by solve_claim() */
    size_t memory_highest; /* the most that it has been */
} solve_clock;

/* A clock of this process without limits. */
solve_clock solve_clock_make(void);

/* Seconds since the process began; of processor time, where the clock is set to that. */
double solve_now(const solve_clock *clock);
bool solve_is_over(const solve_clock *clock);

/* Memory is claimed before it is allocated: false where the limit would be passed; nothing is claimed then. */
bool solve_claim(solve_clock *clock, size_t bytes);
void solve_release(solve_clock *clock, size_t bytes);

/* For arenas: claims what it allocates. */
base_allocator solve_allocator(solve_clock *clock);

/* A search that can be left and gone on with. Whoever makes one embeds this as the first member. */
typedef struct solve_search {
    const char *name; /* for --stats */
    uint64_t nodes, backtracks;
    /* Goes on until slice_end at most. Any outcome but SOLVE_TIME is final. */
    solve_outcome (*run)(struct solve_search *search, solve_clock *clock);
    /* After SOLVE_PLAN, once: adds all decisions to an empty plan, which outlives the search. False: no memory. */
    bool (*plan)(struct solve_search *search, solve_plan *plan);
    void (*free)(struct solve_search *search);
} solve_search;

/* Spreads a number over all bits: the finalizer of splitmix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014). */
static inline uint64_t solve_mixed(uint64_t value)
{
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

/* What one search did. */
typedef struct solve_turns {
    const char *name;
    double seconds;
    uint64_t nodes, backtracks;
    solve_outcome outcome; /* of its last turn */
} solve_turns;

enum { SOLVE_MOST_SEARCHES = 8 };

typedef struct solve_statistics {
    double normal, ground, search; /* seconds */
    bool is_grounded;              /* the sizes are known */
    uint32_t facts, actions, tasks, methods;
    solve_turns searches[SOLVE_MOST_SEARCHES]; /* in the order of their first turns */
    uint32_t search_count;
    const char *by; /* what found the plan, or the proof that there is none; NULL: nothing did */
} solve_statistics;

/* SOLVE_PLAN: `plan`, which was empty, is filled; solve_plan_free() takes it back, whatever the outcome. */
solve_outcome solve(const hddl_problem *problem, solve_clock *clock, solve_plan *plan, solve_statistics *statistics);

#endif
