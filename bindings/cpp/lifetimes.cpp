// What objects own, in which order they may go, and what happens to exceptions.   lifetimes GUARD.htnb; prints TAP, the plan first
#include "guard.hpp"
#include <array>
#include <cstdio>
#include <cstdlib>
#if __has_include(<span>) && __cplusplus >= 202002L
#include <span>
#endif

struct guard {
    int walked = 0, resumed = 0;
    bool throws = false;
    std::function<void()> does = {};
};

static int cases;
static void check(bool holds, const char *what)
{
    std::printf("%sok %d - %s\n", holds ? "" : "not ", ++cases, what);
}

static_assert(!std::is_convertible_v<htn::task_id, htn::property_id>, "ids are types of their own");
static_assert(!std::is_convertible_v<std::uint32_t, htn::task_id>, "a number is no id");
static_assert(!std::is_copy_constructible_v<htn::agent<guard>>, "an agent is not copied");
static_assert(std::is_nothrow_move_constructible_v<htn::agent<guard>>, "but moved");
static_assert(std::is_copy_constructible_v<htn::domain>, "copies of a domain are the same domain");

static htn::bytes blob;

static htn::result<htn::agent_class<guard>> make_class()
{
    htn::bindings<guard> b;
    b.op("Walk")
        .update([]([[maybe_unused]] guard &g, const htn::step &) {
#if HTN_HPP_EXCEPTIONS
            if (g.throws)
                throw 42;
#endif
            if (g.does)
                g.does();
            return ++g.walked % 3 == 0 ? htn::succeeded : htn::running;
        })
        .resume([](guard &g, const htn::step &) { g.resumed++; });
    b.order_ended([]([[maybe_unused]] guard &g, const htn_order_report &) {
#if HTN_HPP_EXCEPTIONS
        if (g.throws)
            throw 42;
#endif
    });
    b.op("LookAround").start([](guard &, const htn::step &) { return htn::succeeded; });
    return htn::agent_class<guard>::make(*htn::domain::load(blob), std::move(b)); // the domain lives in the class
}

static void owners()
{
    guard g;
    std::optional<htn::result<htn::agent_class<guard>>> of(make_class());
    auto made = htn::agent<guard>::make(**of, g);
    of.reset(); // and the class lives in the agent
    check(bool(made), "an agent is made");
    htn::agent<guard> agent = std::move(*made);
    agent.tick(100000);
    agent.tick(100000);
    htn::agent<guard> other = std::move(agent);
    other.tick(100000);
    check(g.walked == 2, "an agent that was moved goes on");
    check(other.plan() && other.of().name(other.plan()->task(0)) == "Walk", "its plan has names");
    other = *htn::agent<guard>::make(*make_class(), g); // the old one is freed
    check(other.tick(100000) == HTN_OK, "an agent may be replaced");
}

static void crowds()
{
    guard g;
    const auto of = make_class();
    std::optional<htn::agent<guard>> a(std::move(*htn::agent<guard>::make(*of, g))),
        b(std::move(*htn::agent<guard>::make(*of, g)));
    std::optional<htn::crowd> crowd(std::in_place);
    a->enter(*crowd), b->enter(*crowd);
    crowd->tick(100000);
    a.reset();
    crowd->tick(100000);
    check(crowd->statistics().agents == 1, "an agent that is gone has left its crowd");
    crowd.reset();
    check(b->tick(100000) == HTN_OK, "a crowd that is gone leaves its agents");
    htn::crowd other;
    check(b->enter(other) == HTN_OK && other.tick(100000) == HTN_OK && other.statistics().agents == 1 &&
              b->leave_crowd() == HTN_OK && b->leave_crowd() == HTN_BAD_ARGUMENT,
          "which may enter another one");
    auto group = htn::group::make(of->of());
    check(group && b->join(*group) == HTN_OK, "an agent joins a group");
    group = htn::result<htn::group>(HTN_NOT_FOUND);
    check(b->tick(100000) == HTN_OK && b->leave_group() == HTN_OK, "the group lives in its members");
}

static void journals()
{
    guard g;
    auto agent = htn::agent<guard>::make(*make_class(), g);
    check(agent->keep_journal(1 << 16) == HTN_OK && agent->keep_journal(0) == HTN_TOO_SMALL,
          "a ring of 0 bytes is refused");
    htn::status inside = HTN_OK;
    g.does = [&] { inside = agent->keep_journal(1 << 16); };
    agent->tick(100000);
    agent->tick(100000);
    check(inside == HTN_BUSY, "so is any inside an operator");
    htn::bytes journal(1 << 16);
    journal.resize(agent->read_journal(journal));
    htn_replay_report report{};
    check(!journal.empty() && htn::replay(agent->of(), journal, report) == HTN_OK, "the journal before goes on");
}

static void errors()
{
    htn_fault fault{};
    check(htn::domain::load(htn::bytes(100), &fault).error() == HTN_BAD_BLOB && fault.reason != nullptr,
          "a bad blob is refused");
    htn::bindings<guard> b;
    std::string wrong;
    b.op("Wlak").start([](guard &, const htn::step &) { return htn::running; });
    const auto of = htn::agent_class<guard>::make(*htn::domain::load(blob), std::move(b), &wrong);
    check(!of && of.error() == HTN_NOT_FOUND && wrong == "Wlak", "a wrong name is named");
    check(!of.error_text().empty(), "errors are texts");
    guard g;
    auto agent = htn::agent<guard>::make(*make_class(), g);
    check(agent->world().set(Guard::Property::Tired, 1000) == HTN_BAD_VALUE, "a bad value is refused");
    check(agent->order(Guard::Task::Inspect, {Guard::Value::Gate}).error() == HTN_BAD_ARGUMENT,
          "an order without room is refused");
    Guard::ids ids;
    check(Guard::find(ids, agent->of()) == 0 && ids.property_Tired == Guard::Property::Tired, "ids are found by name");
}

static void spans()
{
    guard g;
    auto agent = htn::agent<guard>::make(*make_class(), g);
    htn::world_ref world = agent->world();
    const auto thief = world.spawn(Guard::Entities::Thief);
    const std::array<std::int32_t, 1> index{*thief};
    const std::vector<std::int32_t> same{*thief};
    world.set(Guard::Property::Distance, index, 7);
    check(world.get(Guard::Property::Distance, same) == 7 && world.get(Guard::Property::Distance, {*thief}) == 7,
          "arrays, vectors and lists are indexes");
#ifdef __cpp_lib_span
    world.set(Guard::Property::Distance, std::span<const std::int32_t>(index), 8);
    check(world.get(Guard::Property::Distance, index) == 8, "so is std::span");
#endif
}

static void saves()
{
    guard g, h;
    const auto of = make_class();
    auto from = htn::agent<guard>::make(*of, g), to = htn::agent<guard>::make(*of, h);
    from->tick(100000);
    from->world().set(Guard::Property::Alarm, true);
    auto save = from->save();
    htn_load_report report{};
    check(save && to->load(*save, &report) == HTN_OK && report.exact && h.resumed == 1,
          "a save is loaded in the middle of a step");
    check(to->world().get(Guard::Property::Alarm) == 1, "with its world");
    check(to->load(*save) == HTN_BAD_ARGUMENT, "an agent that is not new refuses one");
    save->resize(10);
    check(htn::agent<guard>::make(*of, h)->load(*save) == HTN_BAD_SAVE, "and what is cut off is refused");
}

static void planners()
{
    const auto domain = htn::domain::load(blob);
    htn::world world(*domain);
    htn::world other = std::move(world);
    auto planner = htn::planner::make(*domain);
    check(planner->find(other) == HTN_OK && planner->plan().size() == 2,
          "a planner finds a plan in a world that was moved");
    check(planner->adopt() == HTN_OK && planner->running() && planner->validate(other, 0) == HTN_OK, "and adopts it");
}

#if HTN_HPP_EXCEPTIONS
template <class Tick> static bool throws_42(Tick tick)
{
    try {
        tick();
    } catch (int number) {
        return number == 42;
    }
    return false;
}

// A function of the game that reports or joins, and then throws: the call has its own answer, and the tick throws.
static void reports_and_joins(const htn::agent_class<guard> &of)
{
    guard g;
    auto agent = htn::agent<guard>::make(of, g);
    auto group = htn::group::make(of.of());
    htn::status reported = HTN_OK, joined = HTN_OK;
    agent->tick(100000);
    const auto step = agent->activity(0, 0);
    g.does = [&] {
        reported = agent->report(step->id, htn::failed);
        joined = agent->join(*group);
        throw 42;
    };
    check(throws_42([&] { agent->tick(100000); }) && reported == HTN_OK && joined == HTN_BUSY && !agent->in_group(),
          "tick() throws what comes after a report() and a join() that is refused");
    g.does = nullptr;
    check(agent->join(*group) == HTN_OK && agent->tick(100000) == HTN_OK && agent->leave_group() == HTN_OK,
          "which threw nothing, and left nothing behind");
    check(agent->report(9999, htn::succeeded) == HTN_NOT_FOUND, "a step that is not there is refused");
    auto other = htn::agent<guard>::make(of, g);
    htn::crowd crowd;
    agent->enter(crowd), other->enter(crowd), crowd.tick(100000);
    htn::status said = HTN_NOT_FOUND;
    g.does = [&] {
        said = other->report(other->activity(0, 0)->id, htn::failed);
        throw 42;
    };
    check(throws_42([&] { crowd.tick(100000); }) && said == HTN_OK, "likewise in a crowd");
}

static void exceptions()
{
    guard g, h;
    const auto of = make_class();
    auto a = htn::agent<guard>::make(*of, g), b = htn::agent<guard>::make(*of, h);
    a->keep_journal(1 << 16);
    a->tick(100000);
    g.throws = true;
    check(throws_42([&] { a->tick(100000); }), "tick() throws what an operator has thrown");
    g.throws = false;
    check(a->tick(100000) == HTN_OK && a->plan(), "the step has failed, and the agent plans again");
    htn::bytes journal(1 << 16);
    journal.resize(a->read_journal(journal));
    htn_replay_report report{};
    check(htn::replay(a->of(), journal, report) == HTN_OK, "its journal replays");
    htn_agent_options options{};
    options.orders = 4;
    auto ordered = htn::agent<guard>::make(*of, g, options);
    ordered->tick(100000);
    const auto order = ordered->order(Guard::Task::Inspect, {Guard::Value::Gate});
    g.throws = true;
    check(order && throws_42([&] { ordered->take_back(*order); }), "take_back() throws what order_ended has thrown");
    g.throws = false;
    check(ordered->tick(100000) == HTN_OK, "and the next tick nothing");
    reports_and_joins(*of);
    htn::crowd crowd;
    a->enter(crowd), b->enter(crowd);
    crowd.tick(100000);
    g.throws = true;
    const int walked = h.walked;
    check(throws_42([&] { crowd.tick(100000); }) && h.walked == walked + 1,
          "a crowd's tick() throws when all have been ticked");
}
#endif

// What ends inside its own functions: each is a program that must not come to its end.
static int ends_inside(const std::string &what)
{
    guard g;
    const auto of = make_class();
    std::optional<htn::agent<guard>> agent(std::move(*htn::agent<guard>::make(*of, g)));
    std::optional<htn::crowd> crowd(std::in_place);
    agent->enter(*crowd);
    agent->tick(100000);
    g.does = [&] {
        if (what == "agent")
            agent.reset();
        else
            crowd.reset();
    };
    crowd->tick(100000);
    return 0;
}

int main(int argc, char **argv)
{
    std::FILE *file = argc >= 2 ? std::fopen(argv[1], "rb") : nullptr;
    if (file == nullptr)
        return 2;
    blob.resize(1 << 16);
    blob.resize(std::fread(blob.data(), 1, blob.size(), file));
    std::fclose(file);
    if (argc == 3)
        return ends_inside(argv[2]);
    owners();
    crowds();
    journals();
    errors();
    spans();
    saves();
    planners();
#if HTN_HPP_EXCEPTIONS
    exceptions();
#endif
    check(htn::version_fits() && htn::number(htn::fixed(1.5)) == 1.5, "the version fits");
    std::printf("1..%d\n", cases);
    return 0;
}
