/*
 * Domains of derived conditions: cycles over properties and over tables of a few places, methods and steps that ask for their tuples, and
 * effects that change them. There are no loops, no constants but places, and no expression that is always true or false: so the bodies that
 * the machine evaluates are those that are written. See generate_inside.h.
 */
#include "generate_inside.h"

enum { PLACES = 3, FLAGS = 5, COMPOUNDS = 4, STEPS = 5, MOST_CONDITIONS_ASKED = 5 };

typedef struct asking_state {
    generator_state *generator;
    int counts[MOST_CONDITIONS_ASKED]; /* of the parameters of As%d */
    int derived;
    int first, end; /* the cycle that is being written */
    int scope;      /* parameters a0, a1 of the body that is being written */
    bool parallel, splits;
} asking_state;

static void say_place(asking_state *askings)
{
    generator_state *generator = askings->generator;

    if (askings->scope && percent(generator, 60))
        say(generator, "a%d", below(generator, askings->scope));
    else
        say(generator, "Place%d", below(generator, PLACES));
}

static void say_atom(asking_state *askings)
{
    generator_state *generator = askings->generator;

    say(generator, percent(generator, 25) ? "not " : "");
    if (percent(generator, 50)) {
        say(generator, "Flag%d", below(generator, FLAGS));
    } else if (percent(generator, 50)) {
        say(generator, "Mark(");
        say_place(askings);
        say(generator, ")");
    } else {
        say(generator, "Link(");
        say_place(askings);
        say(generator, ", ");
        say_place(askings);
        say(generator, ")");
    }
}

static void say_tuple(asking_state *askings, int which)
{
    generator_state *generator = askings->generator;
    int i;

    say(generator, "As%d", which);
    for (i = 0; i < askings->counts[which]; i++) {
        say(generator, i ? ", " : "(");
        say_place(askings);
    }
    say(generator, askings->counts[which] ? ")" : "");
}

/* `(Link(a0, Place0) and As1(Place0)) or (Link(a0, Place1) and As1(Place1)) ...`: what a loop over the places would say. */
static void say_steps_on(asking_state *askings)
{
    generator_state *generator = askings->generator;
    int which = askings->first + below(generator, askings->end - askings->first), place, i;

    for (place = 0; place < PLACES; place++) {
        say(generator, "%s(Link(", place ? " or " : "(");
        if (askings->scope)
            say(generator, "a0");
        else
            say(generator, "Place%d", below(generator, PLACES));
        say(generator, ", Place%d) and As%d", place, which);
        for (i = 0; i < askings->counts[which]; i++)
            if (i == 0)
                say(generator, "(Place%d", place);
            else if (askings->scope > 1)
                say(generator, ", a1");
            else
                say(generator, ", Place%d", below(generator, PLACES));
        say(generator, askings->counts[which] ? "))" : ")");
    }
    say(generator, ")");
}

static void say_body(asking_state *askings, int depth)
{
    generator_state *generator = askings->generator;
    int kind = below(generator, 10);

    if (depth == 0 || kind < 3) {
        if (percent(generator, 55))
            say_tuple(askings, askings->first + below(generator, askings->end - askings->first));
        else if (askings->first && percent(generator, 25)) { /* of a cycle before it; also negated */
            say(generator, percent(generator, 50) ? "not " : "");
            say_tuple(askings, below(generator, askings->first));
        } else
            say_atom(askings);
    } else if (kind < 5) {
        say_steps_on(askings);
    } else {
        say(generator, "(");
        if (percent(generator, 35))
            say_atom(askings);
        else
            say_body(askings, depth - 1);
        say(generator, percent(generator, 60) ? " or " : " and ");
        if (percent(generator, 35)) /* behind a way back: it is found true after others have taken it to be false */
            say_atom(askings);
        else
            say_body(askings, depth - 1);
        say(generator, ")");
    }
}

static void say_cycle_of(asking_state *askings)
{
    generator_state *generator = askings->generator;
    int i, k;

    askings->first = askings->derived;
    askings->end = askings->first + 1 + below(generator, 3);
    for (i = askings->first; i < askings->end; i++)
        askings->counts[i] = percent(generator, 15) ? 0 : 1 + percent(generator, 40);
    for (i = askings->first; i < askings->end; i++) {
        askings->scope = askings->counts[i];
        say(generator, "Condition [As%d", i);
        for (k = 0; k < askings->scope; k++)
            say(generator, "%sa%d : Place", k ? ", " : "(", k);
        say(generator, "%s] [", askings->scope ? ")" : "");
        say_body(askings, 3);
        say(generator, percent(generator, 45) ? " or " : ", "); /* all are in the cycle for sure */
        say_tuple(askings, i + 1 < askings->end ? i + 1 : askings->first);
        say(generator, "]\n");
    }
    askings->scope = 0;
    askings->derived = askings->end;
}

/* A condition that asks, or an atom. */
static void say_asking(asking_state *askings, uint32_t chance)
{
    generator_state *generator = askings->generator;

    if (!percent(generator, chance)) {
        say_atom(askings);
        return;
    }
    say(generator, percent(generator, 40) ? "not " : "");
    say_tuple(askings, below(generator, askings->derived));
    if (percent(generator, 25)) {
        say(generator, percent(generator, 50) ? " or " : " and ");
        say_tuple(askings, below(generator, askings->derived));
    }
}

static void say_subtasks(asking_state *askings, int compound)
{
    generator_state *generator = askings->generator;
    bool parallel = askings->parallel && percent(generator, 25);
    int count = 1 + below(generator, 3), i;

    say(generator, parallel ? "Parallel [" : "");
    for (i = 0; i < count; i++) {
        say(generator, !i ? "" : askings->splits && !parallel && percent(generator, 25) ? ", Split, " : ", ");
        if (compound + 1 < COMPOUNDS && percent(generator, 45))
            say(generator, "C%d()", compound + 1 + below(generator, COMPOUNDS - compound - 1));
        else
            say(generator, "P%d()", below(generator, STEPS));
    }
    say(generator, parallel ? "]" : "");
}

static void say_tasks(asking_state *askings)
{
    generator_state *generator = askings->generator;
    int i, k, count;

    for (i = 0; i < COMPOUNDS; i++) {
        say(generator, "Compound Task [C%d]\n", i);
        count = 2 + below(generator, 2);
        for (k = 0; k < count; k++) {
            say(generator, "    Method [");
            say_asking(askings, 75);
            if (percent(generator, 40)) {
                say(generator, ", ");
                say_asking(askings, 60);
            }
            say(generator, "] Subtasks [");
            say_subtasks(askings, i);
            say(generator, "]\n");
        }
        if (percent(generator, 35))
            say(generator, "    Method [] Subtasks [P%d()]\n", below(generator, STEPS));
    }
    for (i = 0; i < STEPS; i++) {
        say(generator, "Primitive Task [P%d]\n", i);
        if (percent(generator, 60)) {
            say(generator, "    Preconditions [");
            say_asking(askings, 50);
            say(generator, "]\n");
        }
        say(generator, "    Operator [Do%d]\n    Effects [", i);
        count = below(generator, 3);
        for (k = 0; k < count; k++) {
            say(generator, k ? ", " : "");
            if (percent(generator, 40))
                say(generator, "Flag%d = %s", below(generator, FLAGS), percent(generator, 50) ? "true" : "false");
            else if (percent(generator, 50))
                say(generator, "Mark(Place%d) = not Flag%d", below(generator, PLACES), below(generator, FLAGS));
            else
                say(generator, "Link(Place%d, Place%d) = Flag%d", below(generator, PLACES), below(generator, PLACES),
                    below(generator, FLAGS));
        }
        say(generator, "]\n");
    }
}

void say_asking_domain(generator_state *generator)
{
    asking_state askings = {.generator = generator, .parallel = percent(generator, 30)};
    bool cheapest = percent(generator, 15);
    int i;

    askings.splits = !cheapest && !askings.parallel && percent(generator, 25);
    say(generator, "Enum [Place] Values [");
    for (i = 0; i < PLACES; i++)
        say(generator, "%sPlace%d", i ? ", " : "", i);
    say(generator, "]\nWorld State [Mark(Place) : bool, Link(Place, Place) : bool");
    for (i = 0; i < FLAGS; i++)
        say(generator, ", Flag%d : bool%s", i, percent(generator, 50) ? " = true" : "");
    say(generator, "]\n");
    say_cycle_of(&askings);
    if (percent(generator, 40) && askings.derived <= MOST_CONDITIONS_ASKED - 3)
        say_cycle_of(&askings);
    say(generator, "Root [C0]%s\n", cheapest ? " Select [cheapest]" : "");
    say_tasks(&askings);
}
