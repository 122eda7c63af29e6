// What the wrapper promises.   Safety.exe GUARD.htnb; prints TAP, the plan last
using System;
using System.IO;
using System.Reflection;
using Htn;

static class Safety
{
    sealed class Walker { public int At, Walked, Resumed; public bool Throws, Lost; public System.Action Does; }

    static readonly int[] places = { 2, 12, 24 };
    static int cases;

    static void Check(bool holds, string what) { Console.WriteLine("{0}ok {1} - {2}", holds ? "" : "not ", ++cases, what); }

    static bool Throws<E>(System.Action action) where E : Exception
    {
        try { action(); }
        catch (E) { return true; }
        return false;
    }

    static Bindings<Walker> Calls()
    {
        return new Bindings<Walker>()
            .Sensor("Legs", (w, world) => {
                if (w.Lost) throw new ArithmeticException("lost");
                world.Set(Guard.Property.Tired, 0);
            })
            .OrderEnded((w, report) => { if (w.Lost) throw new ArithmeticException("lost"); })
            .Answer((w, q) => { q.Answer(Math.Abs(w.At - places[q.Argument(0)])); return Status.Ok; })
            .Operator("Walk", update: (w, s) => {
                if (w.Throws) throw new InvalidOperationException("stumbled");
                if (w.Does != null) w.Does();
                int to = places[s.Argument(0)];
                w.Walked++;
                w.At += w.At < to ? 1 : w.At > to ? -1 : 0;
                return w.At == to ? Outcome.Succeeded : Outcome.Running;
            }, resume: (w, s) => w.Resumed++)
            .Operator("LookAround", update: (w, s) => {
                if (s.AddInt32(1) < 4) return Outcome.Running;
                bool atHall = s.World.Get(Guard.Property.Beat) == Guard.Value.Hall;
                s.World.Set(Guard.Property.Beat, atHall ? Guard.Value.Vault : Guard.Value.Hall);
                return Outcome.Succeeded;
            }, memory: 4);
    }

    static void Errors(byte[] blob)
    {
        Check(Throws<HtnException>(() => new Domain(new byte[100])), "a bad blob is refused");
        Check(Throws<ArgumentNullException>(() => new Domain(null)), "so is none");
        Domain domain = new Domain(blob);
        Check(domain.FindProperty("Tired") == Guard.Property.Tired && domain.FindProperty("Tierd") == PropertyId.None, "ids are found by name");
        Guard.Ids ids;
        Check(Guard.Ids.Find(domain, out ids) == 0 && ids.value_Vault == Guard.Value.Vault, "all of them at once");
        string said = "";
        try { new AgentClass<Walker>(domain, new Bindings<Walker>().Operator("Wlak")); }
        catch (HtnException e) { said = e.Message; }
        Check(said.Contains("`Wlak`"), "a wrong name is named: " + said);
        AgentClass<Walker> of = new AgentClass<Walker>(domain, Calls());
        Agent<Walker> agent = new Agent<Walker>(of, new Walker());
        Check(agent.World.Set(Guard.Property.Tired, 1000) == Status.BadValue, "a bad value is refused");
        Check(Throws<InvalidOperationException>(domain.Dispose) && Throws<InvalidOperationException>(of.Dispose), "what is in use is not disposed");
        Check(Throws<HtnException>(() => agent.Load(new byte[10])), "what is no save is refused");
        agent.Dispose();
        agent.Dispose();
        Check(Throws<ObjectDisposedException>(() => agent.Tick(1000)), "an agent that was disposed says so");
        of.Dispose();
        domain.Dispose();
        Check(Throws<ObjectDisposedException>(() => domain.FindTask("Walk")), "so does a domain");
    }

    static void Exceptions(byte[] blob)
    {
        Domain domain = new Domain(blob);
        AgentClass<Walker> of = new AgentClass<Walker>(domain, Calls());
        Walker a = new Walker(), b = new Walker();
        Agent<Walker> first = new Agent<Walker>(of, a), second = new Agent<Walker>(of, b);
        first.Tick(100000);
        a.Throws = true;
        Check(Throws<InvalidOperationException>(() => first.Tick(100000)), "Tick() throws what an operator has thrown");
        a.Throws = false;
        Plan plan;
        Check(first.Tick(100000) == Status.Ok && first.TryGetPlan(out plan) && plan.Count == 2, "the step has failed, and the agent plans again");
        using (Crowd crowd = new Crowd())
        {
            crowd.Add(first);
            crowd.Add(second);
            crowd.Tick(100000);
            int walked = b.Walked;
            a.Throws = true;
            Check(Throws<InvalidOperationException>(() => crowd.Tick(100000)) && b.Walked == walked + 1, "a crowd's Tick() throws when all have been ticked");
            a.Throws = false;
            second.Dispose();
            crowd.Tick(100000);
            Check(crowd.Statistics.Agents == 1, "an agent that is disposed has left its crowd");
        }
        Agent<Walker> loaded = new Agent<Walker>(of, b);
        Check(loaded.Load(first.Save()).Exact && b.Resumed == 1, "a save is loaded in the middle of a step");
        Group group = new Group(domain);
        loaded.Join(group);
        Check(Throws<InvalidOperationException>(group.Dispose), "a group with members is not disposed");
        loaded.Dispose();
        group.Dispose();
        first.Dispose();
        of.Dispose();
        domain.Dispose();
    }

    static void Calls(byte[] blob)
    {
        Domain domain = new Domain(blob);
        AgentClass<Walker> of = new AgentClass<Walker>(domain, Calls());
        Walker w = new Walker();
        Agent<Walker> agent = new Agent<Walker>(of, w, new AgentOptions { Orders = 4 });
        agent.KeepJournal();
        agent.Tick(100000);
        Check(Throws<HtnException>(() => agent.KeepJournal(0)), "a ring of 0 bytes is refused");
        bool refused = false, undying = false, own = false;
        uint id;
        w.Does = () => {
            refused = Throws<HtnException>(() => agent.KeepJournal());
            undying = Throws<InvalidOperationException>(agent.Dispose);
            w.Lost = true;
            own = Throws<ArithmeticException>(() => { agent.Order(Guard.Task.Inspect, out id, OrderHow.Queue, 0, Guard.Value.Gate); agent.TakeBack(id); });
            w.Lost = false;
        };
        Check(agent.Tick(100000) == Status.Ok && refused, "so is any inside an operator");
        Check(undying, "an agent is not disposed in its own operator");
        Check(own, "a call inside a tick throws what it ran, and the tick does not");
        w.Does = null;
        byte[] journal = new byte[1 << 16];
        Check(agent.ReadJournal(journal) > 0, "the journal before goes on");
        w.Lost = true;
        Check(Throws<ArithmeticException>(() => agent.Sense(Guard.Sensor.Legs)), "Sense() throws what the sensor has thrown");
        agent.Order(Guard.Task.Inspect, out id, OrderHow.Queue, 0, Guard.Value.Gate);
        Check(Throws<ArithmeticException>(() => agent.TakeBack(id)), "TakeBack() what OrderEnded has thrown");
        w.Lost = false;
        Check(agent.Tick(100000) == Status.Ok, "and the next tick nothing");
        using (Crowd crowd = new Crowd())
        {
            crowd.Add(agent);
            undying = refused = false;
            w.Does = () => {
                undying = Throws<InvalidOperationException>(agent.Dispose);
                refused = Throws<InvalidOperationException>(crowd.Dispose);
                crowd.Remove(agent);
                throw new ArithmeticException("gone");
            };
            bool thrown = false;
            for (int i = 0; i < 3 && !thrown; i++) thrown = Throws<ArithmeticException>(() => crowd.Tick(100000));
            Check(thrown && undying && refused, "neither agent nor crowd is disposed in the crowd's tick, which throws also for one that has left");
        }
        agent.Dispose();
        of.Dispose();
        domain.Dispose();
    }

    static void Main(string[] arguments)
    {
        byte[] blob = File.ReadAllBytes(arguments[0]);
        Type native = typeof(Domain).Assembly.GetType("Htn.Native");
        string wrong = (string)native.GetMethod("WrongSizes").Invoke(null, null);
        Check(wrong == "", "structs have the size that they have in the library " + wrong);
        Errors(blob);
        Exceptions(blob);
        Calls(blob);
        Console.WriteLine("1..{0}", cases);
    }
}
