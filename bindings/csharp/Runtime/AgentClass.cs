// What the agents of a class do: the game's operators, sensors and answers, and the static methods through which C calls them.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Htn
{
    /// <summary>A step in progress. Good until the function that got it has returned; that of news, until the next NextNews().</summary>
    public unsafe struct Step
    {
        readonly NativeActivity* activity;
        readonly int memory;
        readonly Domain domain;
        internal Step(NativeActivity* activity, int memory, Domain domain) { this.activity = activity; this.memory = memory; this.domain = domain; }
        public uint Id { get { return activity->id; } }
        public uint Layer { get { return activity->layer; } }
        public TaskId Task { get { return (TaskId)activity->task; } }
        public OperatorId Operator { get { return (OperatorId)activity->op; } }
        public int ArgumentCount { get { return (int)activity->argumentCount; } }
        public int Argument(int i) { return Find(i).value; }
        /// <summary>The text of a symbol: the same string each time. Null: the argument is no symbol.</summary>
        public string Text(int i) { return domain.Text(Find(i).text); }
        public ulong ElapsedUs { get { return activity->elapsedUs; } }
        public World World { get { return new World(Native.htn_agent_world(activity->agent)); } }

        // The operator's memory, as many bytes as it asked for: zero at the start, and saved. `at`: where in it. Add returns the sum.
        public int GetInt32(int at = 0) { return *(int*)Memory(at, 4); }
        public void SetInt32(int value, int at = 0) { *(int*)Memory(at, 4) = value; }
        public int AddInt32(int n, int at = 0) { return *(int*)Memory(at, 4) += n; }
        public ulong GetUInt64(int at = 0) { return *(ulong*)Memory(at, 8); }
        public void SetUInt64(ulong value, int at = 0) { *(ulong*)Memory(at, 8) = value; }
        public ulong AddUInt64(ulong n, int at = 0) { return *(ulong*)Memory(at, 8) += n; }

        byte* Memory(int at, int size)
        {
            if (at < 0 || at > memory - size) throw new ArgumentOutOfRangeException("at", "the operator asked for " + memory + " bytes of memory");
            return (byte*)activity->memory + at;
        }

        NativeArgument Find(int i)
        {
            if ((uint)i >= activity->argumentCount) throw new ArgumentOutOfRangeException("i", "the operator has " + activity->argumentCount + " arguments");
            return activity->arguments[i];
        }
    }

    public unsafe struct Question
    {
        readonly NativeQuestion* question;
        readonly int* answers;
        readonly uint* count;
        internal Question(NativeQuestion* question, int* answers, uint* count) { this.question = question; this.answers = answers; this.count = count; *count = 0; }
        public QueryId Query { get { return (QueryId)question->query; } }
        public int Argument(int i)
        {
            if ((uint)i >= question->argumentCount) throw new ArgumentOutOfRangeException("i", "the query has " + question->argumentCount + " arguments");
            return question->arguments[i];
        }
        /// <summary>The answer; or, called again, the next candidate, best first. False: there is no room for more.</summary>
        public bool Answer(int value)
        {
            if (*count >= question->capacity) return false;
            answers[(*count)++] = value;
            return true;
        }
    }

    /// <summary>An operator as a class. Override what it does; what is not overridden is not called. One object serves all agents of the class.</summary>
    public abstract class Operator<T> where T : class
    {
        public virtual Outcome Start(T user, Step step) { return Outcome.Running; }
        public virtual Outcome Update(T user, Step step) { return Outcome.Running; }
        public virtual Outcome Abort(T user, Step step) { return Outcome.Aborted; }
        public virtual void Resume(T user, Step step) { }
        /// <summary>Bytes of memory for each step.</summary>
        public virtual int Memory { get { return 0; } }
    }

    public delegate Outcome StepFunction<T>(T user, Step step);
    public delegate void ResumeFunction<T>(T user, Step step);
    public delegate void SenseFunction<T>(T user, World world);
    /// <summary>Returns Ok, NotFound, or Waits: then the answer is late.</summary>
    public delegate Status AnswerFunction<T>(T user, Question question);
    public delegate void OrderFunction<T>(T user, OrderReport report);

    internal abstract class Action
    {
        public string name;
        public int memory;
        public bool starts, updates, aborts, resumes;
        public abstract Outcome Start(object user, Step step);
        public abstract Outcome Update(object user, Step step);
        public abstract Outcome Abort(object user, Step step);
        public abstract void Resume(object user, Step step);
    }

    internal abstract class Calls
    {
        public readonly List<Action> actions = new List<Action>();
        public readonly List<string> senses = new List<string>();
        public bool answers, hearsOrders;
        public abstract void Sense(int sense, object user, World world);
        public abstract Status Answer(object user, Question question);
        public abstract void OrderEnded(object user, OrderReport report);
    }

    /// <summary>The functions of a class, by name. An operator that is not named is polled: Agent.NextNews().</summary>
    public sealed class Bindings<T> where T : class
    {
        internal sealed class Made : Calls
        {
            public readonly List<SenseFunction<T>> functions = new List<SenseFunction<T>>();
            public AnswerFunction<T> answer;
            public OrderFunction<T> ended;
            public override void Sense(int sense, object user, World world) { functions[sense]((T)user, world); }
            public override Status Answer(object user, Question question) { return answer((T)user, question); }
            public override void OrderEnded(object user, OrderReport report) { ended((T)user, report); }
        }

        sealed class Functions : Action
        {
            public StepFunction<T> start, update, abort;
            public ResumeFunction<T> resume;
            public override Outcome Start(object user, Step step) { return start((T)user, step); }
            public override Outcome Update(object user, Step step) { return update((T)user, step); }
            public override Outcome Abort(object user, Step step) { return abort((T)user, step); }
            public override void Resume(object user, Step step) { resume((T)user, step); }
        }

        internal readonly Made calls = new Made();

        public Bindings<T> Operator(string name, StepFunction<T> start = null, StepFunction<T> update = null, StepFunction<T> abort = null,
                                    ResumeFunction<T> resume = null, int memory = 0)
        {
            calls.actions.Add(new Functions {
                name = name, start = start, update = update, abort = abort, resume = resume, memory = memory, starts = start != null,
                updates = update != null, aborts = abort != null, resumes = resume != null });
            return this;
        }
        public Bindings<T> Operator(string name, Operator<T> by)
        {
            StepFunction<T> start = by.Start, update = by.Update, abort = by.Abort;
            ResumeFunction<T> resume = by.Resume;
            return Operator(name, IsOverridden(start) ? start : null, IsOverridden(update) ? update : null, IsOverridden(abort) ? abort : null,
                            IsOverridden(resume) ? resume : null, by.Memory);
        }
        static bool IsOverridden(Delegate function) { return function.Method.DeclaringType != typeof(Operator<T>); }

        public Bindings<T> Sensor(string name, SenseFunction<T> sense) { calls.senses.Add(name); calls.functions.Add(sense); return this; }
        public Bindings<T> Answer(AnswerFunction<T> answer) { calls.answer = answer; calls.answers = true; return this; }
        public Bindings<T> OrderEnded(OrderFunction<T> ended) { calls.ended = ended; calls.hearsOrders = true; return this; }
    }

    /// <summary>Bindings, found in a domain. Dispose it after its agents.</summary>
    public sealed unsafe class AgentClass<T> : IDisposable where T : class
    {
        internal readonly Domain domain;
        public Domain Domain { get { return domain; } }
        internal readonly Calls calls;
        IntPtr memory, made;
        readonly List<IntPtr> names = new List<IntPtr>();
        internal int users;

        public AgentClass(Domain domain, Bindings<T> bindings)
        {
            this.domain = domain;
            calls = bindings.calls;
            NativeOperator[] operators = new NativeOperator[calls.actions.Count + 1];
            NativeSensor[] sensors = new NativeSensor[calls.senses.Count + 1];
            for (int i = 0; i < calls.actions.Count; i++)
            {
                Action a = calls.actions[i];
                operators[i] = new NativeOperator {
                    name = Name(a.name), start = a.starts ? Callbacks.Start : IntPtr.Zero, update = a.updates ? Callbacks.Update : IntPtr.Zero,
                    abort = a.aborts ? Callbacks.Abort : IntPtr.Zero, resume = a.resumes ? Callbacks.Resume : IntPtr.Zero,
                    memory = (uint)a.memory, context = (IntPtr)i };
            }
            for (int i = 0; i < calls.senses.Count; i++)
                sensors[i] = new NativeSensor { name = Name(calls.senses[i]), sense = Callbacks.Sense, context = (IntPtr)i };
            UIntPtr size = Native.htn_agent_class_bytes(domain.Handle);
            memory = Marshal.AllocHGlobal((IntPtr)(long)size);
            IntPtr wrong;
            int status;
            fixed (NativeOperator* o = operators) fixed (NativeSensor* s = sensors)
            {
                NativeBindings all = new NativeBindings {
                    operators = o, operatorCount = (uint)calls.actions.Count, sensors = s, sensorCount = (uint)calls.senses.Count,
                    answerer = calls.answers ? Callbacks.Answer : IntPtr.Zero, orderEnded = calls.hearsOrders ? Callbacks.OrderEnded : IntPtr.Zero };
                status = Native.htn_agent_class_init(out made, domain.Handle, &all, memory, size, out wrong);
            }
            string name = wrong == IntPtr.Zero ? "" : " of `" + Native.Text(wrong) + "`";
            domain.users++;
            if (status != 0) Dispose();
            Native.Check(status, "the bindings" + name + " do not fit the domain");
        }

        IntPtr Name(string name)
        {
            byte[] bytes = Native.Utf8(name);
            IntPtr copy = Marshal.AllocHGlobal(bytes.Length);
            Marshal.Copy(bytes, 0, copy, bytes.Length);
            names.Add(copy);
            return copy;
        }

        internal IntPtr Handle { get { if (memory == IntPtr.Zero) throw new ObjectDisposedException("Htn.AgentClass"); return made; } }

        public void Dispose()
        {
            if (users > 0) throw new InvalidOperationException("dispose the agents of this class first: there are " + users);
            if (memory == IntPtr.Zero) return;
            Marshal.FreeHGlobal(memory);
            memory = IntPtr.Zero;
            foreach (IntPtr name in names) Marshal.FreeHGlobal(name);
            domain.users--;
        }
    }

    /// <summary>What C calls. `user` is the handle of the agent's Seat, `context` the number of the operator or sensor in its class.
    /// An exception does not leave a callback: the step has failed, and the call that ran it throws it when it is over.</summary>
    internal static unsafe class Callbacks
    {
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] delegate int OnStep(IntPtr user, NativeActivity* step);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] delegate void OnResume(IntPtr user, NativeActivity* step);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] delegate void OnSense(IntPtr user, NativeSensing* sensing);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] delegate int OnAnswer(IntPtr user, NativeQuestion* question, int* answers, uint* count);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] delegate void OnOrder(IntPtr user, OrderReport* report);

        // Kept here, so that they are not collected.
        static readonly OnStep start = DoStart, update = DoUpdate, abort = DoAbort;
        static readonly OnResume resume = DoResume;
        static readonly OnSense sense = DoSense;
        static readonly OnAnswer answer = DoAnswer;
        static readonly OnOrder orderEnded = DoOrderEnded;
        public static readonly IntPtr Start = Marshal.GetFunctionPointerForDelegate(start), Update = Marshal.GetFunctionPointerForDelegate(update),
            Abort = Marshal.GetFunctionPointerForDelegate(abort), Resume = Marshal.GetFunctionPointerForDelegate(resume),
            Sense = Marshal.GetFunctionPointerForDelegate(sense), Answer = Marshal.GetFunctionPointerForDelegate(answer),
            OrderEnded = Marshal.GetFunctionPointerForDelegate(orderEnded);

        static Seat Find(IntPtr user) { return (Seat)GCHandle.FromIntPtr(user).Target; }

        [MonoPInvokeCallback(typeof(OnStep))]
        static int DoStart(IntPtr user, NativeActivity* a)
        {
            Seat s = Find(user);
            Action by = s.calls.actions[(int)a->context];
            s.inside++;
            try { return (int)by.Start(s.user, new Step(a, by.memory, s.domain)); }
            catch (Exception e) { return (int)s.Keep(e, Outcome.Failed); }
            finally { s.inside--; }
        }
        [MonoPInvokeCallback(typeof(OnStep))]
        static int DoUpdate(IntPtr user, NativeActivity* a)
        {
            Seat s = Find(user);
            Action by = s.calls.actions[(int)a->context];
            s.inside++;
            try { return (int)by.Update(s.user, new Step(a, by.memory, s.domain)); }
            catch (Exception e) { return (int)s.Keep(e, Outcome.Failed); }
            finally { s.inside--; }
        }
        [MonoPInvokeCallback(typeof(OnStep))]
        static int DoAbort(IntPtr user, NativeActivity* a)
        {
            Seat s = Find(user);
            Action by = s.calls.actions[(int)a->context];
            s.inside++;
            try { return (int)by.Abort(s.user, new Step(a, by.memory, s.domain)); }
            catch (Exception e) { return (int)s.Keep(e, Outcome.Aborted); }
            finally { s.inside--; }
        }
        [MonoPInvokeCallback(typeof(OnResume))]
        static void DoResume(IntPtr user, NativeActivity* a)
        {
            Seat s = Find(user);
            Action by = s.calls.actions[(int)a->context];
            s.inside++;
            try { by.Resume(s.user, new Step(a, by.memory, s.domain)); }
            catch (Exception e) { s.Keep(e, Outcome.Failed); }
            finally { s.inside--; }
        }
        [MonoPInvokeCallback(typeof(OnSense))]
        static void DoSense(IntPtr user, NativeSensing* of)
        {
            Seat s = Find(user);
            s.inside++;
            try { s.calls.Sense((int)of->context, s.user, new World(of->world)); }
            catch (Exception e) { s.Keep(e, Outcome.Failed); }
            finally { s.inside--; }
        }
        [MonoPInvokeCallback(typeof(OnAnswer))]
        static int DoAnswer(IntPtr user, NativeQuestion* question, int* answers, uint* count)
        {
            Seat s = Find(user);
            s.inside++;
            try { return (int)s.calls.Answer(s.user, new Question(question, answers, count)); }
            catch (Exception e) { s.Keep(e, Outcome.Failed); return (int)Status.NotFound; }
            finally { s.inside--; }
        }
        [MonoPInvokeCallback(typeof(OnOrder))]
        static void DoOrderEnded(IntPtr user, OrderReport* report)
        {
            Seat s = Find(user);
            s.inside++;
            try { s.calls.OrderEnded(s.user, *report); }
            catch (Exception e) { s.Keep(e, Outcome.Failed); }
            finally { s.inside--; }
        }
    }

    /// <summary>What an agent's callbacks find.</summary>
    internal sealed class Seat
    {
        public object user;
        public Calls calls;
        public Domain domain;
        public Thrown to = new Thrown();
        /// <summary>How many of its functions are running, and how many calls of C that may run them.</summary>
        public int inside, calling;
        public Outcome Keep(Exception e, Outcome otherwise)
        {
            if (to.first == null) to.first = e;
            return otherwise;
        }
    }

    internal sealed class Thrown
    {
        public Exception first;
        /// <summary>`outer`: what the call around this one has kept, which throws it.</summary>
        public void Rethrow(Exception outer)
        {
            Exception e = first;
            first = outer;
            if (e != null) System.Runtime.ExceptionServices.ExceptionDispatchInfo.Capture(e).Throw();
        }
    }
}
