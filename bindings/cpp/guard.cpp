// The guard in C++: a port of bindings/guard/guard.c.   guard GUARD.htnb JOURNAL
#include "guard.hpp"
#include <cstdio>
#include <cstdlib>

namespace
{

enum { FRAMES = 160, THIEVES = 4, LINE = 30 };

struct game {
    int at = 12, tired = 0, tries = 0;
    int thieves[THIEVES] = {-1, -1, -1, -1};
    unsigned looking = 0;
    int looked = 0;
};

using guard_agent = htn::agent<game>;
constexpr int places[] = {2, 12, 24}; // Gate, Hall, Vault

int towards(int from, int to, int most)
{
    return std::abs(to - from) <= most ? to : from < to ? from + most : from - most;
}

htn::bindings<game> calls()
{
    htn::bindings<game> b;
    b.sensor("Eyes", [](game &g, const htn::sensing &s) {
        for (int t = 0; t < THIEVES; t++) {
            if (!s.world().exists(Guard::Entities::Thief, t))
                continue;
            const int far = std::abs(g.at - g.thieves[t]);
            s.world().set(Guard::Property::Sees, {t}, far < 15);
            s.world().set(Guard::Property::Distance, {t}, far);
        }
    });
    b.sensor("Legs", [](game &g, const htn::sensing &s) { s.world().set(Guard::Property::Tired, g.tired); });
    b.answer([](game &g, const htn::question &q) { return q.answer(std::abs(g.at - places[q.argument(0)])); });
    b.order_ended([](game &, const htn_order_report &r) { std::printf("order %u ended %d\n", r.id, r.end); });
    b.op("Walk").update([](game &g, const htn::step &s) {
        const int to = places[s.argument(0)];
        g.at = towards(g.at, to, 1);
        g.tired += g.tired < 100;
        return g.at == to ? htn::succeeded : htn::running;
    });
    b.op("Chase")
        .update([](game &g, const htn::step &s) {
            const int thief = s.argument(0);
            if (thief < 0) // it is gone: the plan fails, and abort is called
                return htn::running;
            g.at = towards(g.at, g.thieves[thief], 2);
            return g.at == g.thieves[thief] ? htn::succeeded : htn::running;
        })
        .abort(
            [](game &, const htn::step &s) { return s.memory<std::uint32_t>()++ == 0 ? htn::running : htn::aborted; })
        .memory<std::uint32_t>();
    b.op("Shout")
        .update([](game &, const htn::step &s) {
            return (s.memory<std::uint64_t>() += s.elapsed_us()) >= 250000 ? htn::succeeded : htn::running;
        })
        .memory<std::uint64_t>();
    b.op("Arrest").update([](game &, const htn::step &s) {
        s.world().despawn(Guard::Entities::Thief, s.argument(0));
        return htn::succeeded;
    });
    b.op("Unlock").start([](game &g, const htn::step &) { return ++g.tries <= 3 ? htn::failed : htn::succeeded; });
    b.op("Silence").start([](game &, const htn::step &) { return htn::succeeded; });
    b.op("Rest").update([](game &g, const htn::step &) { return (g.tired -= 7) < 10 ? htn::succeeded : htn::running; });
    return b;
}

void poll(game &g, guard_agent &agent)
{
    for (htn_news news; agent.next_news(news); g.looked = 0) {
        if (news.kind == HTN_NEWS_ABORT)
            agent.report(news.activity.id, htn::aborted);
        g.looking = news.kind == HTN_NEWS_ABORT ? 0 : news.activity.id;
    }
    if (g.looking == 0 || ++g.looked < 4)
        return;
    const bool at_hall = agent.world().get(Guard::Property::Beat) == Guard::Value::Hall;
    agent.report(g.looking, htn::succeeded);
    agent.world().set(Guard::Property::Beat, at_hall ? Guard::Value::Vault : Guard::Value::Hall);
    g.looking = 0;
}

void spawn(game &g, htn::world_ref world, int at)
{
    if (const auto thief = world.spawn(Guard::Entities::Thief))
        g.thieves[*thief] = at;
}

void happen(game &g, guard_agent &agent, int frame)
{
    for (int &t : g.thieves)
        if (frame % 2 == 0 && t > 0 && t < LINE)
            t += t < g.at ? -1 : 1;
    switch (frame) {
    case 8: spawn(g, agent.world(), 20); break;
    case 36: spawn(g, agent.world(), 3), spawn(g, agent.world(), 25); break;
    case 42: agent.world().despawn(Guard::Entities::Thief, 0); break;
    case 70: agent.world().set(Guard::Property::Alarm, true); break;
    case 118:
        agent.order(Guard::Task::Inspect, {Guard::Value::Gate});
        agent.order(Guard::Task::Inspect, {Guard::Value::Vault});
        break;
    case 122: agent.take_back(htn::order_id(2)); break;
    case 134: agent.order(Guard::Task::Inspect, {Guard::Value::Hall}, HTN_ORDER_REPLACE); break;
    default: break;
    }
}

void print_plan(const guard_agent &agent, int frame)
{
    std::printf("%d", frame);
    if (const auto plan = agent.plan())
        for (std::size_t i = 0; i < plan->size(); i++)
            std::printf(" %s:%u", agent.of().name(plan->task(i)).data(), plan->done(i));
    std::printf("\n");
}

htn::result<guard_agent> new_agent(const htn::agent_class<game> &of, game &g)
{
    htn_agent_options options{};
    options.seed = 7;
    options.orders = 2;
    options.running = 3;
    auto agent = guard_agent::make(of, g, options);
    if (agent)
        agent->keep_journal(1 << 16);
    return agent;
}

htn::bytes read_file(const char *path)
{
    htn::bytes all(1 << 16);
    std::FILE *file = std::fopen(path, "rb");
    all.resize(file == nullptr ? 0 : std::fread(all.data(), 1, all.size(), file));
    if (file != nullptr)
        std::fclose(file);
    return all;
}

} // namespace

int main(int argc, char **argv)
{
    game g;
    if (argc != 3)
        return 2;
    const auto domain = htn::domain::load(read_file(argv[1]));
    if (!domain)
        return 2;
    const auto of = htn::agent_class<game>::make(*domain, calls());
    auto agent = of ? new_agent(*of, g) : of.error();
    std::FILE *journal = std::fopen(argv[2], "wb");
    if (!agent || journal == nullptr)
        return 1;
    htn::bytes piece(1 << 16);
    for (int frame = 0; frame < FRAMES; frame++) {
        const int from = g.at;
        if (frame == 64) {
            const auto save = agent->save();
            agent = new_agent(*of, g);
            if (!save || agent->load(*save) != HTN_OK)
                return 1;
        }
        happen(g, *agent, frame);
        agent->tick(80000 + std::uint64_t(frame % 3) * 20011);
        poll(g, *agent);
        if (g.at != from)
            agent->answers_changed();
        print_plan(*agent, frame);
        while (const std::size_t size = agent->read_journal(piece))
            std::fwrite(piece.data(), 1, size, journal);
    }
    std::fclose(journal);
    return 0;
}
