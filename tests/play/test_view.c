/*
 * The live view of `htn run`, in a pseudo terminal: what it draws when which keys come, that a terminal of any size will do, that a
 * saved source is taken up, and that the terminal is left as it was. Nothing here waits for a time: a text is waited for until it
 * comes, or until all patience is at its end.
 */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

enum { PATIENCE = 60, ROOM = 1 << 20 }; /* seconds; bytes of what is drawn */

typedef struct terminal {
    int master, slave;
    struct termios before;
    pid_t child;
    int status;
    bool ended;
    size_t length, seen; /* of what was drawn; up to where it has been waited for */
    char drawn[ROOM];
} terminal;

static terminal view;

/* --- A terminal ----------------------------------------------------------------------------------- */

static void resize(int rows, int columns)
{
    const struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    assert_int_equal(ioctl(view.master, TIOCSWINSZ, &size), 0);
}

static void be_the_tool(const char *kind, const char *path, const char *agents)
{
    char tool[4096];
    const char *folder = getenv("CHECKED");
    snprintf(tool, sizeof tool, "%s/htn", folder != NULL ? folder : "build/asan");
    close(view.master); /* else the terminal would never be gone for it */
    setsid();
    ioctl(view.slave, TIOCSCTTY, 0);
    for (int i = 0; i < 3; i++)
        dup2(view.slave, i);
    setenv("TERM", kind, 1);
    setenv("LC_ALL", "C", 1);
    execl(tool, "htn", "run", path, agents != NULL ? "--agents" : NULL, agents, (char *)NULL);
    _exit(99);
}

static void begin_with(const char *agents, const char *kind, int rows, int columns, const char *path)
{
    memset(&view, 0, sizeof view);
    view.master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(view.master >= 0 && grantpt(view.master) == 0 && unlockpt(view.master) == 0);
    view.slave = open(ptsname(view.master), O_RDWR | O_NOCTTY);
    assert_true(view.slave >= 0);
    assert_int_equal(tcgetattr(view.slave, &view.before), 0);
    resize(rows, columns);
    view.child = fork();
    assert_true(view.child >= 0);
    if (view.child == 0)
        be_the_tool(kind, path, agents);
}

static void begin(const char *kind, int rows, int columns, const char *path)
{
    begin_with(NULL, kind, rows, columns, path);
}

/* Takes some of what has been drawn; waits for it at most so long. False: there was nothing. */
static bool look(int milliseconds)
{
    struct pollfd ready = {.fd = view.master, .events = POLLIN};
    if (poll(&ready, 1, milliseconds) <= 0)
        return false;
    if (view.length >
        ROOM / 2) { /* dropped, waited for or not: without room nothing is read, and the tool waits for ever */
        const size_t past = view.seen > ROOM / 4 ? view.seen : ROOM / 4;
        memmove(view.drawn, view.drawn + past, view.length - past);
        view.length -= past;
        view.seen = 0;
    }
    const ssize_t got = read(view.master, view.drawn + view.length, ROOM - view.length - 1);
    for (ssize_t i = 0; i < got; i++) /* terminals are given time by NULs */
        if (view.drawn[view.length + (size_t)i] == '\0')
            view.drawn[view.length + (size_t)i] = ' ';
    view.length += got > 0 ? (size_t)got : 0;
    view.drawn[view.length] = '\0';
    return got > 0;
}

static void check_child(void)
{
    if (!view.ended)
        view.ended = waitpid(view.child, &view.status, WNOHANG) == view.child;
}

/* By the clock: a look comes back at once, and with little, where a busy machine draws in small pieces. */
static bool is_late(const struct timespec *since)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec - since->tv_sec > PATIENCE;
}

static struct timespec begin_waiting(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now;
}

/* Waits until the text has been drawn, behind what was waited for before. */
static void expect(const char *text)
{
    const struct timespec since = begin_waiting();
    while (!is_late(&since)) {
        const char *found = strstr(view.drawn + view.seen, text);
        if (found != NULL) {
            view.seen = (size_t)(found - view.drawn) + strlen(text);
            return;
        }
        if (view.ended)
            fail_msg("`%s` was not drawn, the tool has ended (wait status 0x%x); this was: %s", text,
                     (unsigned)view.status, view.drawn + view.seen);
        if (!look(50))
            check_child();
    }
    fail_msg("`%s` was not drawn; this was: %s", text, view.drawn + view.seen);
}

static void type(const char *keys)
{
    assert_int_equal(write(view.master, keys, strlen(keys)), strlen(keys));
}

/* Waits for the end; the terminal is as it was. */
static int end(void)
{
    const struct timespec since = begin_waiting();
    struct termios after;
    while (!view.ended && !is_late(&since)) {
        look(50);
        check_child();
    }
    if (!view.ended) {
        kill(view.child, SIGKILL);
        fail_msg("the tool goes on and on; this was drawn last: %s",
                 view.drawn + (view.length > 4000 ? view.length - 4000 : 0));
    }
    while (look(0))
        continue;
    assert_int_equal(tcgetattr(view.slave, &after), 0);
    assert_int_equal(after.c_lflag, view.before.c_lflag);
    assert_int_equal(after.c_iflag, view.before.c_iflag);
    assert_int_equal(after.c_oflag, view.before.c_oflag);
    close(view.slave);
    close(view.master);
    return WIFEXITED(view.status) ? WEXITSTATUS(view.status) : -1;
}

/* Leaves, whatever is open: on a busy machine an Escape and the q behind it may be read as one key. */
static void leave(void)
{
    const struct timespec since = begin_waiting();
    while (!view.ended && !is_late(&since)) {
        type("\033");
        while (!is_late(&since) && look(300))
            continue;
        type("q");
        while (!is_late(&since) && look(300))
            continue;
        check_child();
    }
}

/* That the screen from before is there again, and the cursor is to be seen. */
static void assert_given_back(void)
{
    assert_non_null(strstr(view.drawn, "\033[?1049l"));
}

/* --- Tests ---------------------------------------------------------------------------------------- */

static void it_draws_the_world_the_plan_and_why(void **state)
{
    (void)state;
    begin("xterm", 24, 80, "domains/grown-troll.htn");
    expect("World");
    expect("BeTroll");
    expect("SeesEnemy");
    expect("PickBridge()");
    expect("rejected");
    expect("What happened");
    type("q");
    assert_int_equal(end(), 0);
    assert_given_back();
}

static void keys_end_steps_and_undo(void **state)
{
    (void)state;
    begin("xterm", 40, 120, "domains/grown-troll.htn");
    expect("PickBridge() starts");
    type("s");
    expect("GoToBridge() starts");
    type("f");
    expect("failed");
    type("u");
    expect("undone: 1 action");
    type("?");
    expect("a tick");
    type("\033[6~ x");
    expect("World");
    type("\t\t\033OB\033OB\033OC"); /* the arrow keys, as this kind of terminal sends them */
    expect("PathClear: true -> false");
    type("q");
    assert_int_equal(end(), 0);
}

static void what_is_typed_is_completed_and_carried_out(void **state)
{
    (void)state;
    begin("xterm", 40, 120, "domains/grown-troll.htn");
    expect("PickBridge() starts");
    type("SeesE\ttr\t\r");
    expect("SeesEnemy: false -> true");
    expect("better plan [0, 1, 0]");
    type(":frob\r");
    expect("there is no command `frob`");
    type("TrunkHealth = 9\r");
    expect("takes a number in 0..3");
    type(":quit\r");
    assert_int_equal(end(), 0);
}

static void help_stays_in_sight_and_gives_way_to_what_is_typed(void **state)
{
    (void)state;
    begin("xterm", 24, 80, "domains/grown-troll.htn");
    expect("PickBridge() starts");
    type("?");
    expect("a tick");
    type("\033[6~\033[6~\033[6~\033[6~\033[6~"); /* far too often: the last rows are there */
    expect("leave");
    type(":TrunkHealth = 2\r"); /* none of this is a key: an `r` would let time run, a `q` leave */
    expect("TrunkHealth: 0 -> 2");
    type("uy");
    expect("done again: 1 action");
    type("?SeesEnemy = true\r");
    expect("SeesEnemy: false -> true");
    type("q");
    assert_int_equal(end(), 0);
}

static void a_long_message_takes_several_rows(void **state)
{
    (void)state;
    begin("xterm", 24, 40, "domains/grown-troll.htn");
    expect("PickBridge() starts");
    type(":world SeesEnenemy\r");
    expect("there is no property");
    expect("lists all");
    type("q");
    assert_int_equal(end(), 0);
}

static void orders_are_completed_and_shown(void **state)
{
    (void)state;
    begin("xterm", 40, 120, "domains/15-orders.htn");
    expect("Reap() starts");
    type(":ord\tGo\tSou\t\r");
    expect("order 1: GoTo(South), which is running");
    expect("GoTo(South) starts");
    type(":order only Del\t\r");
    expect("order 2 has no plan");
    type(":take b\t1\r");
    expect("`1` is no order");
    type(":quit\r");
    assert_int_equal(end(), 0);
}

static void a_key_goes_on_with_the_next_agent(void **state)
{
    (void)state;
    begin_with("anna,bert", "xterm", 40, 120, "domains/15-orders.htn");
    expect("bert: Reap() starts");
    type(":order GoTo(South)\r");
    expect("anna: order 1: GoTo(South)");
    type("a:order GoTo(North)\r");
    expect("bert: order 1: GoTo(North)");
    type("a:order Deliver()\r");
    expect("anna: order 2: Deliver()");
    type("q");
    assert_int_equal(end(), 0);
}

static void time_runs_until_it_is_stopped(void **state)
{
    (void)state;
    begin("xterm", 40, 120, "domains/grown-troll.htn");
    expect("PickBridge() starts");
    type("r");
    expect("PickBridge() succeeded");
    expect("GoToBridge() succeeded");
    type("r");
    expect("paused");
    type("q");
    assert_int_equal(end(), 0);
}

static void a_terminal_of_any_size_will_do(void **state)
{
    static const int sizes[][2] = {{10, 40}, {5, 20}, {2, 3}, {1, 1}, {60, 200}, {24, 30}, {24, 80}};
    (void)state;
    begin("xterm", 24, 80, "domains/townsman.htn");
    expect("What happened");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        resize(sizes[i][0], sizes[i][1]);
        type("s\t\033OA\033OB\033[6~\033[5~[]wwl:Wat\t\033");
        type("?");
        look(50);
        type("\033[6~\033[5~x");
        look(50);
    }
    look(50);
    type("\033"); /* a resize in the midst of an arrow key's bytes has made them letters, which open the prompt */
    resize(40, 120);
    expect("What happened");
    leave();
    assert_int_equal(end(), 0);
    assert_given_back();
}

/* There was a fault: the prompt showed the end of a line from behind its end. */
static void a_line_is_typed_where_there_are_few_columns(void **state)
{
    (void)state;
    for (int columns = 1; columns <= 6; columns++) {
        begin("xterm", 12, columns, "domains/townsman.htn");
        type(":");
        type("help\025WaterSupply = 1");
        leave();
        assert_int_equal(end(), 0);
        assert_given_back();
    }
}

static void a_signal_leaves_the_terminal_as_it_was(void **state)
{
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP};
    (void)state;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        begin("xterm", 24, 80, "domains/grown-troll.htn");
        expect("What happened");
        kill(view.child, signals[i]);
        assert_int_equal(end(), 0);
        assert_given_back();
    }
}

static void a_terminal_of_no_known_kind_is_refused(void **state)
{
    (void)state;
    begin("no-such-terminal", 24, 80, "domains/grown-troll.htn");
    expect("--script");
    assert_int_equal(end(), 2);
}

/* Written beside it and put in its place, as editors do. */
static void save(const char *path, const char *text)
{
    char beside[64];
    snprintf(beside, sizeof beside, "%s.new", path);
    FILE *file = fopen(beside, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(rename(beside, path), 0);
}

#define DOMAIN(condition, step)                                                      \
    "World State [Sees : bool, Tired : bool]\n"                                      \
    "Compound Task [Live]\n    Method [" condition "]\n        Subtasks [Chase()]\n" \
    "    Method [true]\n        Subtasks [" step "()]\n"                             \
    "Primitive Task [Chase] Operator [Chase]\nPrimitive Task [" step "] Operator [" step "]\n"

static void a_saved_source_is_taken_up(void **state)
{
    char path[] = "/tmp/htn-view-XXXXXX";
    (void)state;
    close(mkstemp(path));
    save(path, DOMAIN("Sees", "Rest"));
    begin("xterm", 40, 120, path);
    expect("Rest() starts");
    type("Tired = true\r");
    expect("Tired: false -> true");
    save(path, DOMAIN("Sees or Tyred", "Rest"));
    expect("unknown name");
    save(path, DOMAIN("Sees or Tired", "Rest"));
    expect("reloaded");
    expect("Chase() starts");
    type("q");
    assert_int_equal(end(), 0);
    unlink(path);
}

static void a_name_of_any_script_begins_a_line(void **state)
{
    char path[] = "/tmp/htn-view-XXXXXX";
    (void)state;
    close(mkstemp(path));
    save(
        path,
        "World State [\320\237\321\203\321\201\321\202\320\276 : 0..9, \351\233\252 : 0..9]\n" /* a Russian word, a Chinese one */
        "Compound Task [Live]\n    Method [\320\237\321\203\321\201\321\202\320\276 > 0, \351\233\252 > 0]\n"
        "        Subtasks [Rest()]\n    Method [true]\n        Subtasks [Rest()]\n"
        "Primitive Task [Rest] Operator [Rest]\n");
    begin("xterm", 40, 120, path);
    expect("Rest() starts");
    type("\320\237\321\203\321\201\321\202\320\276 = 7\r");
    expect(": 0 -> 7");
    type("?\351\233\252 = 6\r"); /* on a page of help, too */
    expect(": 0 -> 6");
    type("q");
    assert_int_equal(end(), 0);
    unlink(path);
}

/* Where the tool was built without the library there is no view. */
static bool has_view(void)
{
    begin("xterm", 24, 80, "domains/grown-troll.htn");
    type("q");
    const bool there = end() == 0;
    return there || strstr(view.drawn, "without ncurses") == NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_draws_the_world_the_plan_and_why),
        cmocka_unit_test(keys_end_steps_and_undo),
        cmocka_unit_test(what_is_typed_is_completed_and_carried_out),
        cmocka_unit_test(help_stays_in_sight_and_gives_way_to_what_is_typed),
        cmocka_unit_test(a_long_message_takes_several_rows),
        cmocka_unit_test(a_name_of_any_script_begins_a_line),
        cmocka_unit_test(orders_are_completed_and_shown),
        cmocka_unit_test(a_key_goes_on_with_the_next_agent),
        cmocka_unit_test(time_runs_until_it_is_stopped),
        cmocka_unit_test(a_terminal_of_any_size_will_do),
        cmocka_unit_test(a_line_is_typed_where_there_are_few_columns),
        cmocka_unit_test(a_signal_leaves_the_terminal_as_it_was),
        cmocka_unit_test(a_terminal_of_no_known_kind_is_refused),
        cmocka_unit_test(a_saved_source_is_taken_up),
    };
    if (!has_view()) {
        printf("1..1\nok 1 - the live view # SKIP this htn was built without ncurses\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
