// Agents, crowds and groups.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Htn
{
    /// <summary>htn_agent_options; 0 takes the default.</summary>
    public struct AgentOptions
    {
        public Limits Limits;
        public uint Budget, IntervalMs, BackOffMs, HorizonMs, Seed, Stagger, Running;
        public bool ReplanAlways, Defer;
        public byte Orders, OrderTries;
    }

    public struct News
    {
        public NewsKind Kind;
        /// <summary>Good until the next NextNews() of the agent.</summary>
        public Step Step;
        public uint Id { get { return Step.Id; } }
        public TaskId Task { get { return Step.Task; } }
        public OperatorId Operator { get { return Step.Operator; } }
        public uint Layer { get { return Step.Layer; } }
    }

    /// <summary>A running plan. Good until the agent is called again.</summary>
    public unsafe struct Plan
    {
        readonly NativePlan plan;
        readonly byte* done;
        internal Plan(NativePlan plan, byte* done) { this.plan = plan; this.done = done; }
        public int Count { get { return (int)plan.stepCount; } }
        public TaskId Task(int step) { return (TaskId)plan.steps[Check(step)].task; }
        /// <summary>0: to do, 1: done; more: of a Background.</summary>
        public int Done(int step) { return done[Check(step)]; }
        /// <summary>A parameter of the step's task: `i` is below Domain.Parameters(task).</summary>
        public int Argument(int step, int i) { return plan.values[plan.steps[Check(step)].arguments + i]; }
        public int Cost { get { return plan.cost; } }
        int Check(int step)
        {
            if ((uint)step >= plan.stepCount) throw new ArgumentOutOfRangeException("step", "the plan has " + plan.stepCount + " steps");
            return step;
        }
    }

    /// <summary>What tools need to know of an agent, whatever its class.</summary>
    public abstract unsafe class Agent : IDisposable
    {
        internal IntPtr memory, agent, journal;
        readonly NativeNews* heard;
        internal readonly Seat seat = new Seat();
        internal readonly Thrown own;
        internal Crowd crowd;
        internal Group group;
        GCHandle handle;
        readonly Domain domain;

        internal Agent(Domain domain, IntPtr agentClass, Calls calls, object user, AgentOptions o)
        {
            this.domain = domain;
            own = seat.to;
            seat.user = user;
            seat.calls = calls;
            seat.domain = domain;
            handle = GCHandle.Alloc(seat);
            NativeOptions options = new NativeOptions {
                limits = o.Limits, user = GCHandle.ToIntPtr(handle), budget = o.Budget, intervalMs = o.IntervalMs, backOffMs = o.BackOffMs,
                horizonMs = o.HorizonMs, seed = o.Seed, stagger = o.Stagger, running = o.Running, replanAlways = (byte)(o.ReplanAlways ? 1 : 0),
                defer = (byte)(o.Defer ? 1 : 0), orders = o.Orders, orderTries = o.OrderTries };
            UIntPtr size = Native.htn_agent_bytes(agentClass, &options);
            long room = ((long)size + 15) & ~15;
            memory = Marshal.AllocHGlobal((IntPtr)(room + sizeof(NativeNews)));
            heard = (NativeNews*)((byte*)memory + room);
            int status = Native.htn_agent_init(out agent, agentClass, &options, memory, size);
            domain.users++;
            if (status == 0) return;
            Free();
            Native.Check(status, "the agent cannot be made; its options may ask for too much");
        }

        internal IntPtr Handle { get { if (memory == IntPtr.Zero) throw new ObjectDisposedException("Htn.Agent"); return agent; } }
        public Domain Domain { get { return domain; } }
        public World World { get { return new World(Native.htn_agent_world(Handle)); } }

        // Around a call of C that may call the game: what is thrown in it is thrown by it, and not by a call around it.
        internal Exception Begin()
        {
            if (memory == IntPtr.Zero) throw new ObjectDisposedException("Htn.Agent");
            Exception outer = own.first;
            own.first = null;
            seat.to = own;
            seat.calling++;
            return outer;
        }
        internal Status End(Exception outer, int status)
        {
            seat.calling--;
            seat.to = seat.calling > 0 || crowd == null ? own : crowd.thrown;
            own.Rethrow(outer);
            return (Status)status;
        }

        /// <summary>Throws what a function of the game has thrown, when the tick is over. Other than Ok: docs/running.md.</summary>
        public Status Tick(ulong elapsedUs)
        {
            Exception outer = Begin();
            return End(outer, Native.htn_agent_tick(agent, elapsedUs));
        }
        public Status TickWithin(ulong elapsedUs, ref uint work)
        {
            Exception outer = Begin();
            return End(outer, Native.htn_agent_tick_within(agent, elapsedUs, ref work));
        }
        public void Ask() { Native.Check(Native.htn_agent_ask(Handle, Native.None), "Ask"); }
        public void AnswersChanged() { Native.Check(Native.htn_agent_answers_changed(Handle), "AnswersChanged"); }
        public Status Sense(SensorId sensor)
        {
            Exception outer = Begin();
            return End(outer, Native.htn_agent_sense(agent, (uint)sensor));
        }
        public void SetPeriod(uint frames) { Native.Check(Native.htn_agent_set_period(Handle, frames), "SetPeriod"); }

        public int Layers { get { return (int)Native.htn_agent_layers(Handle); } }
        public bool TryGetPlan(out Plan plan, int layer = 0)
        {
            NativePlan found;
            byte* done;
            bool there = Native.htn_agent_plan(Handle, (uint)layer, out found, out done) != 0;
            plan = there ? new Plan(found, done) : default(Plan);
            return there;
        }
        public Status Result(int layer = 0) { return (Status)Native.htn_agent_result(Handle, (uint)layer); }
        public bool Idle(int layer = 0) { return Native.htn_agent_idle(Handle, (uint)layer) != 0; }
        public Counts Counts { get { Counts all; Native.htn_agent_counts(Handle, out all); return all; } }
        public Limits Peaks(int layer = 0) { Limits all; Native.Check(Native.htn_agent_peaks(Handle, (uint)layer, out all), "Peaks"); return all; }

        /// <summary>News of steps whose operator is polled. False: there is none.</summary>
        public bool NextNews(out News news)
        {
            bool there = Native.htn_agent_news(Handle, heard) != 0;
            news = there ? new News { Kind = (NewsKind)heard->kind, Step = new Step(&heard->activity, 0, domain) } : default(News);
            return there;
        }
        public Status Report(uint step, Outcome outcome)
        {
            Exception outer = Begin();
            return End(outer, Native.htn_agent_report(agent, step, (int)outcome));
        }

        public Status Order(TaskId task, out uint id, OrderHow how = OrderHow.Queue, int layer = 0, params int[] arguments)
        {
            fixed (int* values = arguments)
            {
                NativeGiven given = new NativeGiven { task = (uint)task, arguments = values, count = (uint)arguments.Length };
                Exception outer = Begin();
                return End(outer, Native.htn_agent_order(agent, (uint)layer, &given, (int)how, out id));
            }
        }
        public Status TakeBack(uint order, int layer = 0)
        {
            Exception outer = Begin();
            return End(outer, Native.htn_agent_take_back(agent, (uint)layer, order));
        }

        public void Join(Group to)
        {
            Exception outer = Begin();
            int status = Native.htn_agent_join(agent, to == null ? IntPtr.Zero : to.Handle);
            if (status == 0) MoveTo(to);
            Native.Check((int)End(outer, status), "Join");
        }
        void MoveTo(Group to)
        {
            if (group != null) group.users--;
            group = to;
            if (to != null) to.users++;
        }
        public void Share() { Native.Check(Native.htn_agent_share(Handle), "Share"); }

        /// <summary>Keeps a journal from now on, in a ring of so many bytes. Read it before it is full. Where it is refused (too small; from
        /// inside the agent's own functions), the journal before goes on.</summary>
        public void KeepJournal(int ringBytes = 1 << 16)
        {
            IntPtr to = Handle;
            int head = ((int)Native.htn_sizeof_journal() + 15) & ~15;
            IntPtr made = Marshal.AllocHGlobal(head + Math.Max(0, ringBytes));
            int status = Native.htn_journal_init(made, new IntPtr((byte*)made + head), (UIntPtr)Math.Max(0, ringBytes));
            if (status == 0) status = Native.htn_agent_journal(to, made);
            if (status != 0) Marshal.FreeHGlobal(made);
            Native.Check(status, "a journal");
            FreeJournal();
            journal = made;
        }
        /// <summary>Moves events to `to`, of at least 1320 bytes, and returns how many bytes; call it until that is 0.</summary>
        public int ReadJournal(byte[] to)
        {
            if (journal == IntPtr.Zero) return 0;
            fixed (byte* bytes = to) return (int)Native.htn_journal_read(journal, bytes, (UIntPtr)to.Length);
        }

        public byte[] Save()
        {
            UIntPtr used = Native.htn_agent_save_bytes(Handle);
            byte[] save = new byte[(int)used];
            fixed (byte* bytes = save) Native.Check(Native.htn_agent_save(Handle, bytes, (UIntPtr)save.Length, out used), "the agent cannot be saved");
            Array.Resize(ref save, (int)used);
            return save;
        }
        /// <summary>Turns a new agent into the saved one.</summary>
        public LoadReport Load(byte[] save)
        {
            LoadReport report;
            int status;
            Exception outer = Begin();
            fixed (byte* bytes = save) status = Native.htn_agent_load(agent, bytes, (UIntPtr)save.Length, out report);
            Native.Check((int)End(outer, status), "the save cannot be loaded (" + report.Reason + ")");
            return report;
        }
        /// <summary>This agent, a new one over another build of the domain, takes over from another.</summary>
        public LoadReport Reload(Agent from)
        {
            byte[] scratch = new byte[(int)Native.htn_agent_save_bytes(from.Handle)];
            LoadReport report;
            int status;
            Exception outer = Begin(), outerOfFrom = from.Begin();
            fixed (byte* bytes = scratch) status = Native.htn_agent_reload(agent, from.agent, bytes, (UIntPtr)scratch.Length, out report);
            try { from.End(outerOfFrom, status); }
            finally { End(outer, status); }
            Native.Check(status, "the agent cannot be taken over");
            return report;
        }

        void FreeJournal()
        {
            if (journal != IntPtr.Zero) Marshal.FreeHGlobal(journal);
            journal = IntPtr.Zero;
        }

        internal virtual void Free()
        {
            Marshal.FreeHGlobal(memory);
            memory = IntPtr.Zero;
            handle.Free();
            domain.users--;
        }

        /// <summary>Throws InvalidOperationException from inside the agent's own functions: do it when the tick is over.</summary>
        public void Dispose()
        {
            if (memory == IntPtr.Zero) return;
            if (seat.inside > 0 || seat.calling > 0)
                throw new InvalidOperationException("the agent is being ticked: dispose it when the tick is over");
            if (crowd != null) crowd.Remove(this);
            if (group != null) Join(null);
            Free();
            FreeJournal();
        }
    }

    /// <summary>An agent that belongs to an object of the game, which all functions of its class get.</summary>
    public sealed class Agent<T> : Agent where T : class
    {
        readonly AgentClass<T> of;
        public readonly T User;

        public Agent(AgentClass<T> of, T user, AgentOptions options = default(AgentOptions)) : base(of.domain, of.Handle, of.calls, user, options)
        {
            this.of = of;
            User = user;
            of.users++;
        }
        internal override void Free()
        {
            base.Free();
            if (of != null) of.users--;
        }
    }

    /// <summary>Agents that share what a frame may spend on planning.</summary>
    public sealed class Crowd : IDisposable
    {
        IntPtr memory;
        readonly List<Agent> agents = new List<Agent>();
        internal readonly Thrown thrown = new Thrown();
        bool ticking;

        public Crowd()
        {
            Native.CheckLibrary();
            memory = Marshal.AllocHGlobal((int)Native.htn_sizeof_crowd());
            Native.htn_crowd_init(memory);
        }
        IntPtr Handle { get { if (memory == IntPtr.Zero) throw new ObjectDisposedException("Htn.Crowd"); return memory; } }

        public void Add(Agent agent)
        {
            Native.Check(Native.htn_crowd_add(Handle, agent.Handle), "the agent cannot be added to the crowd");
            agents.Add(agent);
            agent.crowd = this;
            if (agent.seat.calling == 0) agent.seat.to = thrown;
        }
        public void Remove(Agent agent)
        {
            Native.Check(Native.htn_crowd_remove(Handle, agent.Handle), "the agent is not in this crowd");
            agents.Remove(agent);
            agent.crowd = null;
            if (agent.seat.inside == 0) agent.seat.to = agent.own; // in this crowd's tick, the tick still throws
        }
        /// <summary>uint.MaxValue: no bound. Throws what a function of the game has thrown, when all agents have been ticked.</summary>
        public Status Tick(ulong elapsedUs, uint budget = uint.MaxValue)
        {
            IntPtr ticked = Handle;
            Exception outer = thrown.first;
            bool within = ticking;
            thrown.first = null;
            ticking = true;
            int status = Native.htn_crowd_tick(ticked, elapsedUs, budget);
            ticking = within;
            thrown.Rethrow(outer);
            return (Status)status;
        }
        public void Share() { Native.Check(Native.htn_crowd_share(Handle), "Share"); }
        public CrowdStatistics Statistics { get { CrowdStatistics all; Native.htn_crowd_statistics(Handle, out all); return all; } }
        public void Dispose()
        {
            if (memory == IntPtr.Zero) return;
            if (ticking) throw new InvalidOperationException("the crowd is being ticked: dispose it when the tick is over");
            while (agents.Count > 0) Remove(agents[agents.Count - 1]);
            Marshal.FreeHGlobal(memory);
            memory = IntPtr.Zero;
        }
    }

    /// <summary>What agents share. Dispose it when they have left.</summary>
    public sealed unsafe class Group : IDisposable
    {
        IntPtr memory, group;
        readonly Domain domain;
        internal int users;

        public Group(Domain domain, uint id = 0, bool later = false)
        {
            this.domain = domain;
            NativeGroupOptions options = new NativeGroupOptions { id = id, mode = later ? 1 : 0 };
            UIntPtr size = Native.htn_group_bytes(domain.Handle, ref options);
            memory = Marshal.AllocHGlobal((IntPtr)Math.Max(8, (long)size));
            int status = Native.htn_group_init(out group, domain.Handle, ref options, memory, size);
            domain.users++;
            if (status != 0) Dispose();
            Native.Check(status, "the group cannot be made");
        }
        internal IntPtr Handle { get { if (memory == IntPtr.Zero) throw new ObjectDisposedException("Htn.Group"); return group; } }
        public World World { get { return new World(Native.htn_group_world(Handle)); } }
        public Status Tick(ulong elapsedUs) { return (Status)Native.htn_group_tick(Handle, elapsedUs); }
        public Status Release(TypeId type, int instance) { return (Status)Native.htn_group_release(Handle, (uint)type, instance); }
        public byte[] Save()
        {
            UIntPtr used = Native.htn_group_save_bytes(Handle);
            byte[] save = new byte[(int)used];
            fixed (byte* bytes = save) Native.Check(Native.htn_group_save(Handle, bytes, (UIntPtr)save.Length, out used), "the group cannot be saved");
            Array.Resize(ref save, (int)used);
            return save;
        }
        public LoadReport Load(byte[] save)
        {
            LoadReport report;
            fixed (byte* bytes = save) Native.Check(Native.htn_group_load(Handle, bytes, (UIntPtr)save.Length, out report), "the save cannot be loaded");
            return report;
        }
        public void Dispose()
        {
            if (users > 0) throw new InvalidOperationException("the group still has members: " + users);
            if (memory == IntPtr.Zero) return;
            Marshal.FreeHGlobal(memory);
            memory = IntPtr.Zero;
            domain.users--;
        }
    }
}
