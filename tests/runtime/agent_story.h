/*
 * A story about an agent, through the front door: source text, blob, agent. What it asks of the game is logged as text and compared.
 * Every story is told twice: with operators as callbacks, and by news and reports; both must log the same. And its journal is replayed.
 *
 *     +Walk(2)  a step has started      =Walk  it succeeded      !Walk  it failed
 *     -Walk     it is to be aborted     ~Walk  its abort is done
 *     ^Walk(2)  it goes on after a load
 */
#pragma once

#include "recording.h"

#include <htn/agent.h>
#include <stdio.h>

enum { OPERATORS = 32, ROOM = 4096, TICK_MS = 100, TICK = TICK_MS * 1000 /* microseconds */ };

/* An operator under the story's control. */
typedef struct act {
    struct story *story;
    htn_outcome next;    /* how the step that runs goes at the next tick */
    uint32_t slow_abort; /* ticks that an abort takes */
    uint32_t left;       /* of the abort under way */
    uint32_t aborting;   /* polled: id of the step whose abort has been announced */
} act;

typedef struct story {
    bool polled;
    uint8_t *blob;
    htn_domain domain;
    void *class_memory, *agent_memory;
    htn_agent_class *agent_class;
    htn_agent *agent;
    recording recording; /* of the agent that the story begins with */
    const htn_agent *recorded;
    act acts[OPERATORS];
    char log[ROOM];
    char ends[ROOM]; /* of orders: "1 done, 2 taken" */
    size_t used;
    uint32_t begun, ended;
    bool blocked;            /* what queries answer */
    uint32_t late;           /* bit n: an answer about n is late */
    uint32_t proposed_count; /* what queries propose, more than one at a time */
    int32_t proposed[8];
    struct {
        htn_activity activity;
        htn_outcome outcome;
    } reports[OPERATORS];
    uint32_t report_count;
    void (*sense)(struct story *story, uint32_t sensor);
    void (*inside)(struct story *story);   /* called in the middle of each update */
    void (*at_abort)(struct story *story); /* called when an abort begins: in the callback, or when its news is read */
} story;

/* Begins one: only `polled` need be set. */
void begin_with(story *told, const char *text, htn_agent_options options);
void begin(story *told, const char *text);

/* Nothing may be lost: every step that began has ended, or is in progress. And the journal is replayed. */
void finish(story *told);

/* The same of one that another story has gone on from: its steps have gone to that. */
void forget(story *told);

void set(story *told, const char *property, int32_t value);
void assert_world(story *told, const char *property, int32_t value);

/* How the step of an operator goes at the next tick. */
void says(story *told, const char *operator_name, htn_outcome outcome);

/* Without callbacks: says how each step in progress goes, before a tick; notes what has happened, after it. */
void report_all(story *told);
void read_news(story *told);

/* One tick, after which the log must say just this. */
void expect(story *told, const char *log);
void expect_after(story *told, const char *operator_name, htn_outcome outcome, const char *log);

/* What has been logged outside of a tick must be just this; or whatever it is, is forgotten. */
void expect_now(story *told, const char *log);
void clear_log(story *told);

/*
 * A story whose agent goes on from where this one's is, in another build. `report` may be NULL; else it may have no reason. Both
 * are ended by finish_both().
 */
story *go_on_in(story *told, const char *text, htn_agent_options options, htn_load_report *report);
void finish_both(story *next, story *told);

/* A save of its agent, of exactly its size; the caller frees it. */
uint8_t *save_of(const story *told, size_t *size);

void tell_both(void (*tell)(story *));

#define STORY(name)                       \
    static void name##_told(story *told); \
    static void name(void **state)        \
    {                                     \
        (void)state;                      \
        tell_both(name##_told);           \
    }                                     \
    static void name##_told(story *told)
