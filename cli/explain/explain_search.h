/*
 * A search as `htn explain` remembers it: the branch it is on as a tree of tasks, and for what it has given up
 * the reasons, counted. The tree follows the machine's choice points: everything made after a choice goes
 * when the search comes back to it, so memory is that of the longest branch. Under --all the trees that were
 * given up are kept too, up to a bound.
 */
#ifndef CLI_EXPLAIN_SEARCH_H
#define CLI_EXPLAIN_SEARCH_H

#include "cli/explain/explain_reasons.h"
#include "cli/common/plan_session.h"
#include "cli/explain/explain_debug.h"
#include "cli/explain/explain_source.h"
#include <htn/trace.h>

typedef struct explain_node explain_node;

/* Nodes that went when a choice was given up. Their indices go on from those of the tree that they hang in. */
typedef struct explain_branch {
    uint32_t base; /* index of nodes[0] */
    uint32_t count;
    explain_node *nodes;
    int32_t *values;
    uint32_t owners; /* attempts that it hangs in */
} explain_branch;

/* How a task that selects ranked a candidate. */
typedef struct explain_rank {
    bool given;     /* false: its task does not select */
    bool drawn;     /* by `weight`: the lower `value`, the earlier; else `value` is a utility, the higher the earlier */
    int32_t value;  /* drawn: -1 where the weight excludes it */
    int32_t weight; /* 0: not known, or excluded */
} explain_rank;

/* A pair of a method and a solution of its conditions, in a task that selects. */
typedef struct explain_candidate {
    uint32_t method;
    uint32_t place; /* in the order of methods and solutions, from 1 */
    explain_rank rank;
    int32_t *keys; /* of Prefer, the higher the earlier */
    uint32_t key_count;
    char *bound; /* in words; NULL: nothing */
    bool tried;
} explain_candidate;

/* The candidates of a task, from its first scan; bounded by EXPLAIN_MAX_CANDIDATES. */
typedef struct explain_candidates {
    explain_candidate *list;
    uint32_t count;
    size_t capacity;
    uint32_t more;    /* that were not kept */
    uint32_t ranking; /* the local where the ranking begins */
    bool again;       /* it was gone back to: what is scanned is known already */
} explain_candidates;

/* A method that was tried before the one that a task stands at. */
typedef struct explain_attempt {
    struct explain_attempt *next;
    uint32_t method;
    bool given_up;            /* taken, and given up; else its condition `item` rejected it */
    bool partly;              /* not given up: it had candidates, and these are the instances that are none */
    uint32_t item;            /* rejected: the condition; given up: the head of the method */
    const explain_view *view; /* rejected: what the condition saw */
    explain_rank rank;        /* given up: of that candidate */
    char *note;               /* given up: what it had bound; rejected: which instances failed what. May be NULL */
    explain_tally tally;      /* given up: how the branches under it ended */
    explain_branch *branch;   /* given up: what it had come to, where that was kept */
    uint32_t left_out;        /* given up: nodes that were not kept */
} explain_attempt;

/* A task in the tree. */
struct explain_node {
    uint32_t parent; /* HTN_NONE: the root */
    uint32_t task;
    uint32_t subtask; /* of its caller: an index of DEBUG_SUBTASKS; HTN_NONE: the root, or not known */
    uint32_t method;  /* compound: the one taken; HTN_NONE: none (yet) */
    uint32_t method_pc;
    char *bound;       /* what its conditions bound, in words; NULL: nothing */
    explain_rank rank; /* of that, where it selects */
    explain_candidates candidates;
    uint32_t step;   /* primitive: its place in the plan; HTN_NONE: it failed */
    uint32_t values; /* its arguments, as many as it has parameters */
    bool has_values;
    uint32_t at;                  /* instruction that it came to last */
    uint32_t achieve_pc;          /* an Achieve of the task, and not the task: its ACHIEVE; else HTN_NONE */
    htn_achievement achievement;  /* what its search came to */
    const explain_reason *reason; /* why the branch ended here; NULL: it did not */
    const explain_view *view;     /* with `reason`: the values */
    uint32_t taken, taken_count;  /* what the taken method's conditions saw: in the search's `seen` */
    explain_attempt *attempts, *last_attempt;
    uint32_t attempt_count;
    uint64_t ends_before;   /* branches that had ended when `method` was taken */
    explain_attempt *later; /* of the best plan's nodes: attempts after the method that is in it */
};

/* Looking for the cheapest plan: the tree of the best one so far. */
typedef struct explain_best {
    uint64_t count; /* plans that were found */
    explain_node *nodes;
    uint32_t node_count;
    int32_t *values;
    uint32_t value_count;
    explain_seen *seen;
    uint32_t seen_count;
    uint32_t shared; /* so many of the search's first nodes are still those of that plan */
} explain_best;

/* Of every task: how it fared over the whole search. */
typedef struct explain_record {
    uint64_t entered; /* compound: decomposed; primitive: tried */
    uint64_t steps;   /* primitive: appended to a plan */
} explain_record;

typedef struct explain_choice {
    uint32_t node;
    uint32_t node_count, value_count, seen_count;
    explain_tally tally;
} explain_choice;

/* A test of a list that binds something, and the instances that failed it since the list was begun or gone on with. */
typedef struct explain_failing {
    uint32_t item; /* the condition */
    uint32_t count;
    uint32_t bound; /* record of DEBUG_LOCALS */
    int32_t value;  /* the first of them */
    bool has_asked;
    explain_seen asked; /* with has_asked: what the condition's last question about it came to */
} explain_failing;

enum { EXPLAIN_MAX_FAILING = 8 };

/* explain_questions.c */
typedef struct explain_question explain_question;

/* What the instruction `pc` has asked last. */
typedef struct explain_asked {
    uint32_t pc;
    uint32_t number; /* of the question */
    int32_t answer;
    explain_origin origin;
} explain_asked;

typedef struct explain_questions {
    explain_question *table; /* hash table, by query and arguments */
    explain_question **list; /* by number */
    uint32_t count;
    size_t capacity;
    explain_asked *asked; /* each instruction once */
    uint32_t asked_count;
    size_t asked_capacity;
} explain_questions;

typedef struct explain_search {
    cli_session *session;
    const htn_domain *domain;
    uint32_t root; /* where it begins; the session's, unless set otherwise */
    explain_reasons reasons;
    bool keep; /* --all */

    explain_node *nodes;
    uint32_t node_count;
    size_t node_capacity;
    int32_t *values;
    uint32_t value_count;
    size_t value_capacity;
    explain_seen *seen; /* of the methods taken on this branch */
    uint32_t seen_count;
    size_t seen_capacity;
    explain_choice *choices;
    uint32_t choice_count;
    size_t choice_capacity;
    uint32_t *frames; /* by frame id: its node */
    size_t frame_capacity;
    uint32_t current; /* node; HTN_NONE: above the root */
    uint32_t split;   /* node, compound, in which the plan ends early; HTN_NONE: it does not */
    uint32_t split_pc;
    uint32_t kept; /* nodes in kept branches */
    explain_best best;

    explain_failing failing[EXPLAIN_MAX_FAILING];
    uint32_t failing_count;

    explain_questions questions;

    const explain_reason *end; /* why the branch is about to end; NULL: not yet known */
    const explain_view *end_view;
    uint32_t end_steps; /* steps of the plan then */
    explain_end last;   /* how the branch before ended */
    uint64_t ends;      /* branches that have ended, with a plan or without */

    explain_tally tally;     /* of the whole search */
    uint32_t furthest_count; /* the longest plan that a branch ended with */
    base_text furthest;      /* its steps, written out */
    const explain_reason *furthest_reason;
    const explain_view *furthest_view;

    uint32_t focus;       /* the task that is asked about; HTN_NONE: none */
    explain_tally behind; /* branches that ended with a step of that task in their plan, or that had decomposed it */

    explain_record *records; /* per task */
    uint64_t *taken;         /* per method, of all tasks: how often it was taken */
    uint32_t achieve_pc;     /* of the Achieve that is being searched */
    uint64_t branches;       /* that ended without a plan */
} explain_search;

enum { EXPLAIN_MAX_KEPT = 1 << 18 };

void explain_search_init(explain_search *search, cli_session *session, bool keep);
void explain_search_free(explain_search *search);

/* A htn_listener; `user` is the search. */
void explain_listen(void *user, const htn_planner *planner, const htn_event *event);

/* After the last event. */
void explain_search_finish(explain_search *search, const htn_planner *planner, htn_status status);

/* Whether a rejection only says that the method's conditions have no solution beside those that were given up. */
bool explain_is_exhausted(const explain_node *node, const explain_attempt *attempt);
/* A node below another; a reason for which the branch will end, in a node (HTN_NONE: in none). */
uint32_t explain_add_node(explain_search *search, uint32_t parent, uint32_t task, uint32_t called_at);
/* How often a method was taken. */
uint64_t explain_taken(const explain_search *search, uint32_t task, uint32_t method);
void explain_end_branch(explain_search *search, const htn_planner *planner, uint32_t node, const explain_reason *reason,
                        const explain_view *view);

/* explain_achieve.c: the search of an Achieve has ended; the node of the Achieve whose step is being entered. */
void explain_on_achieve(explain_search *search, const htn_planner *planner, const htn_event *event);
uint32_t explain_achieve_node(const explain_search *search);
/* Whether the Achieve whose code is [first, end) uses the task. */
bool explain_achieve_uses(const htn_domain *domain, uint32_t first, uint32_t end, uint32_t task);
/* `Achieve [Fire]`; the same with what it came to; why nothing was found, and whose that is. */
void explain_add_achieve(base_text *text, const htn_domain *domain, uint32_t item);
void explain_add_achieve_node(base_text *text, const explain_search *search, const explain_node *node);
bool explain_is_of_achieve(const explain_reason *reason);
void explain_add_unachieved(base_text *text, const explain_search *search, const explain_reason *reason);
void explain_add_unachieved_head(base_text *text, const explain_search *search, const explain_reason *reason);

/* explain_bindings.c: `e = Enemy#2, c = Tree`; nothing where a list binds nothing. `method` HTN_NONE: preconditions. */
void explain_add_bindings(base_text *text, const htn_domain *domain, const htn_planner *planner, uint32_t task,
                          uint32_t method);
/* The record of a local that this list binds; HTN_NONE: it binds none there. */
uint32_t explain_find_local(const htn_domain *domain, uint32_t task, uint32_t method, uint32_t local);
/* The condition `item` sends a loop on to the next instance, because of the one in `local`; and the same in words. */
void explain_note_failing(explain_search *search, const htn_planner *planner, uint32_t item, uint32_t local);
void explain_add_failing(base_text *text, const explain_search *search);

/* explain_questions.c: a query was asked. What the instruction at `pc` came to; false: nothing is known of it. */
void explain_ask(explain_search *search, const htn_planner *planner, const htn_event *event);
bool explain_question_at(const explain_search *search, uint32_t pc, explain_seen *seen);
/* The last of those that instructions of the item have asked; false: none. */
bool explain_question_within(const explain_search *search, uint32_t item, explain_seen *seen);
/* What instructions in [first, end), or in preconditions, asked is no longer what conditions see. */
void explain_forget_questions(explain_search *search, uint32_t first, uint32_t end);
void explain_forget_preconditions(explain_search *search);
/* A question in words, and the type of its answer. */
const char *explain_question_text(const explain_search *search, uint32_t number, uint32_t *type);
void explain_questions_free(explain_questions *questions);

/*
 * explain_values.c: adds what the item's conditions see now to the `count` values in `out`, which has room for EXPLAIN_MAX_SEEN;
 * their number then. What a quantifier found is seen only where it decided: at the test `decided` (HTN_NONE: nowhere). The same
 * as a view.
 */
enum { EXPLAIN_MAX_SEEN = 64 };
uint32_t explain_look(const explain_search *search, const htn_planner *planner, uint32_t item, uint32_t decided,
                      explain_seen *out, uint32_t count);
const explain_view *explain_view_at(explain_search *search, const htn_planner *planner, uint32_t item,
                                    uint32_t decided);
/* `Distance(Enemy#1)`, `Stamina`, `e`: the name of what was seen; and its type. */
uint32_t explain_add_name(base_text *text, const explain_search *search, const explain_seen *seen);

/* explain_candidates.c: the next candidate; false: an excluded one, whose weight is at `pc`. */
enum { EXPLAIN_MAX_CANDIDATES = 256 };
bool explain_add_candidate(explain_search *search, explain_node *node, const htn_planner *planner,
                           const htn_event *event);
/* The candidate that is taken now: its rank. */
explain_rank explain_take_candidate(explain_node *node, const htn_planner *planner);
/* Whether a method has one. */
bool explain_has_candidate(const explain_node *node, uint32_t method);
void explain_free_candidates(explain_candidates *candidates);
/* Makes what was copied as it stands a copy of its own. */
void explain_copy_candidates(explain_candidates *candidates);
/* Those not tried, in the order in which they would have been; `out` has room for all. Their number. */
uint32_t explain_untried(const explain_node *node, const explain_candidate **out);
/* `utility 6`, `weight 3, draw 417` */
void explain_add_rank(base_text *text, const explain_rank *rank);
/* What the text holds, or NULL where it is empty, and the text is freed. The caller's. */
char *explain_words_of(base_text *text);

/* explain_best.c: the search has come to a plan; it goes back to a choice, and keeps only the first `nodes`; it has ended. */
void explain_best_take(explain_search *search);
void explain_best_leave(explain_search *search, uint32_t nodes);
void explain_best_show(explain_search *search);
void explain_best_free(explain_search *search);

/* The tree of a branch as it is on backtracking to a choice, and giving it back. explain_kept.c */
void explain_keep(explain_search *search, explain_attempt *attempt, const explain_choice *choice);
void explain_free_nodes(explain_search *search, explain_node *nodes, uint32_t count);
void explain_free_attempts(explain_search *search, explain_attempt *attempts);

#endif
