/*
 * How the plan that a layer runs came about: the search that found it, followed as `htn explain` does, and kept as lines of a
 * decomposition tree. Also how long the steps of that plan take.
 */
#pragma once

#include "base/text.h"
#include "cli/explain/explain_search.h"
#include "cli/play/play_model.h"

enum { PLAY_TREES = 64 }; /* the latest trees of each layer are kept, so that undo can show an earlier one */

typedef struct play_tree_line {
    char *text;    /* with escape sequences for colours */
    char *source;  /* `troll.htn:24`; NULL: none */
    uint32_t step; /* the step of the plan that the line shows; HTN_NONE: none */
} play_tree_line;

/* The method taken at a compound task. */
typedef struct play_taken {
    uint32_t task, method;
} play_taken;

typedef struct play_tree {
    play_tree_line *lines;
    size_t count;
    htn_status status;  /* of the search */
    int32_t *durations; /* by step of the plan, in milliseconds; 0: the step has none */
    char **steps;       /* their names */
    uint32_t step_count;
    play_taken *taken; /* in front of the first step: the root, its first subtask, and so on */
    size_t taken_count;
} play_tree;

/* In milliseconds: when a step begins, within its plan or its member of a group, and how long it takes (0: not known). */
typedef struct play_length {
    int32_t start, length;
    bool known; /* `length` is final: its member of a group has ended */
} play_length;

/* A layer of the agent. */
struct play_layer {
    explain_search search; /* the current search, or the last one of this tick */
    htn_beginning beginning;
    bool searched;        /* in this tick */
    bool has_new_tree;    /* the tree was made in this tick */
    play_length *lengths; /* by step of the search's plan */
    size_t length_count, length_capacity;
    play_tree trees[PLAY_TREES]; /* by number modulo PLAY_TREES */
};

/* An htn_listener, whose user is the model: follows the searches of the agent's layers. */
void play_listen(void *user, const htn_planner *planner, const htn_event *event);

/* After a tick: makes the trees of the layers that have searched. */
void play_conclude(play_model *model);

void play_forget_trees(play_layer *layers, uint32_t count);

/* The tree that a layer shows; NULL: it is not known any more. */
const play_tree *play_tree_of(const play_model *model, uint32_t layer);

/* Adds that a plan is kept although a condition of its decomposition has become false; nothing where that is not so. */
void play_add_lapsed(base_text *text, const play_model *model, uint32_t layer);

/* Why there is no tree to show. */
const char *play_without_tree(const play_tree *tree);

/* The name of step `number`, from 1, in the plan that the layer had before this tick; never NULL. */
const char *play_step_of_plan(const play_model *model, uint32_t layer, uint32_t number);

/* How long a step of a layer's running plan takes while time runs, in milliseconds: its Duration, or the default. */
uint32_t play_duration(const play_model *model, uint32_t layer, uint32_t index);
