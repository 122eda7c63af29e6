// The guard in C#: a port of bindings/guard/guard.c.   GuardGame.exe GUARD.htnb JOURNAL
using System;
using System.IO;
using Htn;

static class GuardGame
{
    sealed class Game
    {
        public int At = 12, Tired, Tries, Looked;
        public readonly int[] Thieves = { -1, -1, -1, -1 };
        public uint Looking;
    }

    static readonly int[] places = { 2, 12, 24 }; // Gate, Hall, Vault

    static int Towards(int from, int to, int most) { return Math.Abs(to - from) <= most ? to : from < to ? from + most : from - most; }

    // An operator as a class; the others are delegates.
    sealed class Chase : Operator<Game>
    {
        public override int Memory { get { return 4; } }
        public override Outcome Update(Game g, Step s)
        {
            int thief = s.Argument(0);
            if (thief < 0) return Outcome.Running; // it is gone: the plan fails, and Abort is called
            g.At = Towards(g.At, g.Thieves[thief], 2);
            return g.At == g.Thieves[thief] ? Outcome.Succeeded : Outcome.Running;
        }
        public override Outcome Abort(Game g, Step s) { return s.AddInt32(1) == 1 ? Outcome.Running : Outcome.Aborted; }
    }

    static readonly Bindings<Game> bindings = new Bindings<Game>()
        .Sensor("Eyes", (g, world) => {
            for (int t = 0; t < g.Thieves.Length; t++)
            {
                if (!world.Exists(Guard.Entities.Thief, t)) continue;
                int far = Math.Abs(g.At - g.Thieves[t]);
                world.SetAt(Guard.Property.Sees, t, far < 15);
                world.SetAt(Guard.Property.Distance, t, far);
            }
        })
        .Sensor("Legs", (g, world) => world.Set(Guard.Property.Tired, g.Tired))
        .Answer((g, q) => { q.Answer(Math.Abs(g.At - places[q.Argument(0)])); return Status.Ok; })
        .OrderEnded((g, order) => Console.Write("order {0} ended {1}\n", order.Id, (int)order.End))
        .Operator("Walk", update: (g, s) => {
            int to = places[s.Argument(0)];
            g.At = Towards(g.At, to, 1);
            if (g.Tired < 100) g.Tired++;
            return g.At == to ? Outcome.Succeeded : Outcome.Running;
        })
        .Operator("Chase", new Chase())
        .Operator("Shout", update: (g, s) => s.AddUInt64(s.ElapsedUs) >= 250000 ? Outcome.Succeeded : Outcome.Running, memory: 8)
        .Operator("Arrest", update: (g, s) => { s.World.Despawn(Guard.Entities.Thief, s.Argument(0)); return Outcome.Succeeded; })
        .Operator("Unlock", start: (g, s) => ++g.Tries <= 3 ? Outcome.Failed : Outcome.Succeeded)
        .Operator("Silence", start: (g, s) => Outcome.Succeeded)
        .Operator("Rest", update: (g, s) => (g.Tired -= 7) < 10 ? Outcome.Succeeded : Outcome.Running);

    static void Poll(Game g, Agent agent)
    {
        for (News news; agent.NextNews(out news); g.Looked = 0)
        {
            if (news.Kind == NewsKind.Abort) agent.Report(news.Id, Outcome.Aborted);
            g.Looking = news.Kind == NewsKind.Abort ? 0 : news.Id;
        }
        if (g.Looking == 0 || ++g.Looked < 4) return;
        bool atHall = agent.World.Get(Guard.Property.Beat) == Guard.Value.Hall;
        agent.Report(g.Looking, Outcome.Succeeded);
        agent.World.Set(Guard.Property.Beat, atHall ? Guard.Value.Vault : Guard.Value.Hall);
        g.Looking = 0;
    }

    static void Spawn(Game g, World world, int at)
    {
        int thief;
        if (world.Spawn(Guard.Entities.Thief, out thief) == Status.Ok) g.Thieves[thief] = at;
    }

    static void Happen(Game g, Agent agent, int frame)
    {
        uint id;
        for (int t = 0; t < g.Thieves.Length; t++)
            if (frame % 2 == 0 && g.Thieves[t] > 0 && g.Thieves[t] < 30) g.Thieves[t] += g.Thieves[t] < g.At ? -1 : 1;
        switch (frame)
        {
            case 8: Spawn(g, agent.World, 20); break;
            case 36: Spawn(g, agent.World, 3); Spawn(g, agent.World, 25); break;
            case 42: agent.World.Despawn(Guard.Entities.Thief, 0); break;
            case 70: agent.World.Set(Guard.Property.Alarm, true); break;
            case 118:
                agent.Order(Guard.Task.Inspect, out id, OrderHow.Queue, 0, Guard.Value.Gate);
                agent.Order(Guard.Task.Inspect, out id, OrderHow.Queue, 0, Guard.Value.Vault);
                break;
            case 122: agent.TakeBack(2); break;
            case 134: agent.Order(Guard.Task.Inspect, out id, OrderHow.Replace, 0, Guard.Value.Hall); break;
        }
    }

    static void PrintPlan(Agent agent, int frame)
    {
        Plan plan;
        Console.Write(frame);
        if (agent.TryGetPlan(out plan))
            for (int i = 0; i < plan.Count; i++) Console.Write(" {0}:{1}", agent.Domain.Name(plan.Task(i)), plan.Done(i));
        Console.Write("\n");
    }

    static Agent<Game> NewAgent(AgentClass<Game> of, Game g)
    {
        Agent<Game> agent = new Agent<Game>(of, g, new AgentOptions { Seed = 7, Orders = 2, Running = 3 });
        agent.KeepJournal();
        return agent;
    }

    static void Main(string[] arguments)
    {
        Game g = new Game();
        byte[] piece = new byte[1 << 16];
        using (Domain domain = new Domain(File.ReadAllBytes(arguments[0])))
        using (AgentClass<Game> of = new AgentClass<Game>(domain, bindings))
        using (FileStream journal = File.Create(arguments[1]))
        {
            Agent<Game> agent = NewAgent(of, g);
            for (int frame = 0; frame < 160; frame++)
            {
                int from = g.At;
                if (frame == 64)
                {
                    byte[] save = agent.Save();
                    agent.Dispose();
                    agent = NewAgent(of, g);
                    agent.Load(save);
                }
                Happen(g, agent, frame);
                agent.Tick(80000 + (ulong)(frame % 3) * 20011);
                Poll(g, agent);
                if (g.At != from) agent.AnswersChanged();
                PrintPlan(agent, frame);
                for (int size; (size = agent.ReadJournal(piece)) > 0;) journal.Write(piece, 0, size);
            }
            agent.Dispose();
        }
    }
}
