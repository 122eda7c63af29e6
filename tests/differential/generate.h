/*
 * Random domains as .htn text, from a seed: propositional ones, and ones with entities, tables and binders; every
 * construct that the compiler translates, always accepted. Tuned so that searches fail late and often, and so
 * that most worlds have some plan: see the statistics that test_differential prints.
 */
#pragma once

#include "dice.h"
#include <stddef.h>

enum { GENERATED_SIZE = 128 << 10 };

/* What a domain may have beside propositions. All but the first and FEATURES_PLAIN need FEATURE_ENTITIES. */
enum {
    FEATURE_ENTITIES = 1, /* closed types, and tables */
    FEATURE_FACTS = 2,
    FEATURE_OPEN = 4,
    FEATURE_SUBTYPES = 8,
    FEATURE_QUANTIFIERS = 16,
    FEATURE_BINDERS = 32, /* in methods and named conditions */
    FEATURE_STEP_BINDERS = 64,
    FEATURE_PREFER = 128,
    FEATURE_SUFFIXES = 256, /* effects with `when` and `for` */
    FEATURE_PARTS = 512,    /* While, Else, Cooldown, Context, During, Interrupt, Sensor, several roots */
    FEATURE_SELECT = 1024,
    FEATURE_CHEAPEST = 2048, /* roots that take the cheapest plan, in small domains */
    FEATURE_SPLIT = 4096,
    FEATURE_PARALLEL = 8192,
    FEATURE_QUERIES = 16384,
    FEATURE_SHARED = 32768,
    FEATURE_ACHIEVE = 65536,
    FEATURE_RESERVE = 131072, /* needs FEATURE_ENTITIES */
    FEATURE_VALUES = 262144,  /* named values */
    FEATURE_LET = 524288,
    FEATURE_FIXED = 1048576, /* fixed numbers, in some domains */
    FEATURE_EACH = 2097152,
    FEATURE_CHOICES = 4194304, /* Optional and AnyOrder */
    FEATURE_DERIVED = 8388608,
    /* those that propositional domains have, too */
    FEATURES_PLAIN = FEATURE_PARTS | FEATURE_SELECT | FEATURE_CHEAPEST | FEATURE_SPLIT | FEATURE_PARALLEL |
                     FEATURE_QUERIES | FEATURE_SHARED | FEATURE_ACHIEVE | FEATURE_VALUES | FEATURE_LET | FEATURE_FIXED |
                     FEATURE_EACH | FEATURE_CHOICES | FEATURE_DERIVED,
    FEATURES_ALL = 16777215,
    ALWAYS_CHEAPEST = 1 << 30,      /* not now and then, but all */
    NOTHING_COUNTS_TICKS = 1 << 24, /* no Timeout, Retry, Background or Interrupt [never], one root */
    NOTHING_BY_ITSELF =
        1
        << 25, /* nothing changes but by the steps of one plan: no Cooldown, no AbortEffects, no value that expires, one root */
    NO_SHARED_DURING = 1 << 26, /* Durings show nothing that is shared */
    MUCH_SHARED = 1 << 27,      /* half of the properties are shared */
    MANY_PARTS = 1 << 28,       /* what FEATURE_PARTS stands for three times as often */
    ONLY_GOALS = 1 << 29        /* small domains whose root achieves something, whatever else is asked for */
};

/* Domains of derived conditions, whatever else is asked for: no loops, no groups, and nothing that the compiler could fold. */
#define ONLY_ASKINGS (1u << 31)

/* Domains whose plans the code bounds, whatever else is asked for: no compound task lies in itself, no Each, no Achieve. */
#define NO_RECURSION (UINT64_C(1) << 32)

/*
 * Writes a domain, NUL-ended, to `text` (GENERATED_SIZE bytes); returns its length. One seed in three gives a
 * propositional domain, whatever the features.
 */
size_t generate_domain(uint64_t seed, uint64_t features, char *text);

/*
 * A domain for testing arithmetic: int properties W0 to W3, and primitive tasks Task0, Task1, ..., whose
 * operator has one argument, a random expression over them; in some domains over constants only, which
 * the compiler folds. The root does all tasks once.
 */
enum { GENERATED_EXPRESSIONS = 16 };
size_t generate_arithmetic(uint64_t seed, char *text);
