// The functions and structs of C (runtime/include/htn). The structs are laid out as C lays them out, which Native.WrongSizes() checks.
using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Htn
{
    /// <summary>What the runtime answered that is neither a plan nor an expected refusal.</summary>
    public sealed class HtnException : Exception
    {
        public readonly Status Status;
        public HtnException(Status status, string what) : base(what + ": " + Native.Text(Native.htn_status_text((int)status))) { Status = status; }
    }

    /// <summary>Marks what C calls, for IL2CPP and other compilers ahead of time, which know it by its name.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class MonoPInvokeCallbackAttribute : Attribute { public MonoPInvokeCallbackAttribute(Type type) { } }

    [StructLayout(LayoutKind.Sequential)]
    public struct Limits { public uint Steps, Depth, Work, Record, Frames, Choices, Nodes, Trail, Spans, Continuation, Solutions, Tuples; }

    [StructLayout(LayoutKind.Sequential)]
    public struct LoadReport
    {
        IntPtr reason;
        public uint Offset;
        byte exact;
        public uint PropertiesLost, ValuesChanged, InstancesLost, PlansKept, PlansDropped, StepsLost;
        public bool Exact { get { return exact != 0; } }
        public string Reason { get { return Native.Text(reason); } }
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct OrderReport { public uint Id, Layer; public TaskId Task; public OrderEnd End; public Status Status; }

    [StructLayout(LayoutKind.Sequential)]
    public struct Counts { public ulong Searches, Skipped, Work; }

    [StructLayout(LayoutKind.Sequential)]
    public struct CrowdStatistics
    {
        public uint Agents, Waiting, Wait, LongestWait, Work, Budget, UnitPicoseconds;
        public ulong Searches, Skipped;
        public Status Trouble;
        IntPtr troubleAgent;
        public uint TroubleLayer;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct NativeActivity
    {
        public IntPtr agent, user, context;
        public uint op, id, layer, step, task;
        public NativeArgument* arguments;
        public uint argumentCount;
        public void* memory;
        public ulong elapsedUs;
    }
    [StructLayout(LayoutKind.Sequential)] internal struct NativeArgument { public uint type; public int value; public IntPtr text; }
    [StructLayout(LayoutKind.Sequential)] internal struct NativeSensing { public IntPtr agent, world; public uint sensor; public IntPtr context; }
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct NativeQuestion { public uint query, argumentCount; public int* arguments; public uint capacity; public IntPtr context; }
    [StructLayout(LayoutKind.Sequential)] internal struct NativeNews { public int kind; public NativeActivity activity; }
    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeOperator { public IntPtr name, start, update, abort, resume; public uint memory; public byte polled; public IntPtr context; }
    [StructLayout(LayoutKind.Sequential)] internal struct NativeSensor { public IntPtr name, sense, context; }
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct NativeBindings
    {
        public NativeOperator* operators; public uint operatorCount;
        public NativeSensor* sensors; public uint sensorCount;
        public IntPtr answerer, context, orderEnded;
    }
    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeOptions
    {
        public Limits limits; public IntPtr user;
        public uint budget, intervalMs, backOffMs, horizonMs, seed, stagger, running;
        public byte replanAlways, defer, orders, orderTries;
    }
    [StructLayout(LayoutKind.Sequential)] internal struct NativeStep { public uint task, arguments; }
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct NativePlan
    {
        public NativeStep* steps; public uint stepCount;
        public int* values; public IntPtr record; public uint recordCount; public IntPtr spans; public uint spanCount;
        public int cost, duration; public uint reached; public byte proven, continues; public uint partial;
    }
    [StructLayout(LayoutKind.Sequential)] internal unsafe struct NativeGiven { public uint task; public int* arguments; public uint count; }
    [StructLayout(LayoutKind.Sequential)] internal struct NativeFault { public IntPtr section; public uint offset; public IntPtr reason; }
    [StructLayout(LayoutKind.Sequential)] internal struct NativeGroupOptions { public uint id; public int mode; }

    internal static unsafe class Native
    {
#if UNITY_IOS && !UNITY_EDITOR
        const string Library = "__Internal";
#else
        const string Library = "htn";
#endif
        public const uint Version = 1000, None = 0xffffffff;
        public const int JournalMinBytes = 1320;

        [DllImport(Library)] public static extern uint htn_version();
        [DllImport(Library)] public static extern IntPtr htn_status_text(int status);
        [DllImport(Library)] public static extern UIntPtr htn_sizeof_domain();
        [DllImport(Library)] public static extern UIntPtr htn_sizeof_crowd();
        [DllImport(Library)] public static extern UIntPtr htn_sizeof_journal();
        [DllImport(Library)] static extern UIntPtr htn_sizeof_limits();
        [DllImport(Library)] static extern UIntPtr htn_sizeof_load_report();
        [DllImport(Library)] static extern UIntPtr htn_sizeof_order_report();
        [DllImport(Library)] static extern UIntPtr htn_sizeof_counts();
        [DllImport(Library)] static extern UIntPtr htn_sizeof_crowd_stats();
        [DllImport(Library)] static extern UIntPtr htn_sizeof_activity();
        [DllImport(Library)] static extern UIntPtr htn_sizeof_argument();
        [DllImport(Library)] static extern UIntPtr htn_sizeof_sensing();
        [DllImport(Library)] static extern UIntPtr htn_sizeof_question();
        [DllImport(Library)] static extern UIntPtr htn_sizeof_news();
        [DllImport(Library)] static extern UIntPtr htn_sizeof_operator_binding();
        [DllImport(Library)] static extern UIntPtr htn_sizeof_sensor_binding();
        [DllImport(Library)] static extern UIntPtr htn_sizeof_bindings();
        [DllImport(Library)] static extern UIntPtr htn_sizeof_agent_options();
        [DllImport(Library)] static extern UIntPtr htn_sizeof_step();
        [DllImport(Library)] static extern UIntPtr htn_sizeof_plan();
        [DllImport(Library)] static extern UIntPtr htn_sizeof_given_task();
        [DllImport(Library)] static extern UIntPtr htn_sizeof_fault();
        [DllImport(Library)] static extern UIntPtr htn_sizeof_group_options();

        [DllImport(Library)] public static extern int htn_domain_load(IntPtr domain, IntPtr blob, UIntPtr size, out NativeFault fault);
        [DllImport(Library)] public static extern uint htn_property_find(IntPtr domain, byte[] name);
        [DllImport(Library)] public static extern uint htn_type_find(IntPtr domain, byte[] name);
        [DllImport(Library)] public static extern uint htn_task_find(IntPtr domain, byte[] name);
        [DllImport(Library)] public static extern uint htn_operator_find(IntPtr domain, byte[] name);
        [DllImport(Library)] public static extern uint htn_query_find(IntPtr domain, byte[] name);
        [DllImport(Library)] public static extern uint htn_sensor_find(IntPtr domain, byte[] name);
        [DllImport(Library)] public static extern uint htn_root_find(IntPtr domain, byte[] name);
        [DllImport(Library)] public static extern byte htn_value_find(IntPtr domain, uint type, byte[] name, out int value);
        [DllImport(Library)] public static extern byte htn_symbol_find(IntPtr domain, byte[] text, out int value);
        [DllImport(Library)] public static extern IntPtr htn_property_name(IntPtr domain, uint id);
        [DllImport(Library)] public static extern IntPtr htn_type_name(IntPtr domain, uint id);
        [DllImport(Library)] public static extern IntPtr htn_task_name(IntPtr domain, uint id);
        [DllImport(Library)] public static extern IntPtr htn_operator_name(IntPtr domain, uint id);
        [DllImport(Library)] public static extern IntPtr htn_root_name(IntPtr domain, uint id);
        [DllImport(Library)] public static extern IntPtr htn_value_name(IntPtr domain, uint type, int value);
        [DllImport(Library)] public static extern uint htn_property_type(IntPtr domain, uint id);
        [DllImport(Library)] public static extern uint htn_property_parameters(IntPtr domain, uint id);
        [DllImport(Library)] public static extern uint htn_task_parameters(IntPtr domain, uint id);

        [DllImport(Library)] public static extern uint htn_task_parameter_type(IntPtr domain, uint id, uint parameter);

        [DllImport(Library)] public static extern int htn_world_get(IntPtr world, uint property);
        [DllImport(Library)] public static extern int htn_world_set(IntPtr world, uint property, int value);
        [DllImport(Library)] public static extern int htn_world_add(IntPtr world, uint property, int n);
        [DllImport(Library)] public static extern int htn_world_set_for(IntPtr world, uint property, int value, uint ms);
        [DllImport(Library)] public static extern int htn_world_get_at(IntPtr world, uint property, int* index, uint count);
        [DllImport(Library)] public static extern int htn_world_set_at(IntPtr world, uint property, int* index, uint count, int value);
        [DllImport(Library)] public static extern int htn_world_add_at(IntPtr world, uint property, int* index, uint count, int n);
        [DllImport(Library)] public static extern int htn_world_set_at_for(IntPtr world, uint property, int* index, uint count, int value, uint ms);
        [DllImport(Library)] public static extern uint htn_world_time_left(IntPtr world, uint property, int* index, uint count);
        [DllImport(Library)] public static extern int htn_world_spawn(IntPtr world, uint type, out int instance);
        [DllImport(Library)] public static extern int htn_world_despawn(IntPtr world, uint type, int instance);
        [DllImport(Library)] public static extern byte htn_world_exists(IntPtr world, uint type, int instance);

        [DllImport(Library)] public static extern UIntPtr htn_agent_class_bytes(IntPtr domain);
        [DllImport(Library)] public static extern int htn_agent_class_init(out IntPtr made, IntPtr domain, NativeBindings* bindings, IntPtr memory, UIntPtr size, out IntPtr wrong);
        [DllImport(Library)] public static extern UIntPtr htn_agent_bytes(IntPtr agentClass, NativeOptions* options);
        [DllImport(Library)] public static extern int htn_agent_init(out IntPtr agent, IntPtr agentClass, NativeOptions* options, IntPtr memory, UIntPtr size);
        [DllImport(Library)] public static extern IntPtr htn_agent_world(IntPtr agent);
        [DllImport(Library)] public static extern IntPtr htn_agent_user(IntPtr agent);
        [DllImport(Library)] public static extern int htn_agent_tick(IntPtr agent, ulong elapsedUs);
        [DllImport(Library)] public static extern int htn_agent_tick_within(IntPtr agent, ulong elapsedUs, ref uint work);
        [DllImport(Library)] public static extern int htn_agent_ask(IntPtr agent, uint layer);
        [DllImport(Library)] public static extern int htn_agent_answers_changed(IntPtr agent);
        [DllImport(Library)] public static extern int htn_agent_sense(IntPtr agent, uint sensor);
        [DllImport(Library)] public static extern uint htn_agent_layers(IntPtr agent);
        [DllImport(Library)] public static extern byte htn_agent_plan(IntPtr agent, uint layer, out NativePlan plan, out byte* done);
        [DllImport(Library)] public static extern int htn_agent_result(IntPtr agent, uint layer);
        [DllImport(Library)] public static extern byte htn_agent_idle(IntPtr agent, uint layer);
        [DllImport(Library)] public static extern void htn_agent_counts(IntPtr agent, out Counts counts);
        [DllImport(Library)] public static extern int htn_agent_peaks(IntPtr agent, uint layer, out Limits peaks);
        [DllImport(Library)] public static extern byte htn_agent_news(IntPtr agent, NativeNews* news);
        [DllImport(Library)] public static extern int htn_agent_report(IntPtr agent, uint id, int outcome);
        [DllImport(Library)] public static extern int htn_agent_order(IntPtr agent, uint layer, NativeGiven* task, int how, out uint id);
        [DllImport(Library)] public static extern int htn_agent_take_back(IntPtr agent, uint layer, uint id);
        [DllImport(Library)] public static extern int htn_journal_init(IntPtr journal, IntPtr memory, UIntPtr size);
        [DllImport(Library)] public static extern UIntPtr htn_journal_read(IntPtr journal, byte* output, UIntPtr size);
        [DllImport(Library)] public static extern int htn_agent_journal(IntPtr agent, IntPtr journal);
        [DllImport(Library)] public static extern UIntPtr htn_agent_save_bytes(IntPtr agent);
        [DllImport(Library)] public static extern int htn_agent_save(IntPtr agent, byte* output, UIntPtr size, out UIntPtr used);
        [DllImport(Library)] public static extern int htn_agent_load(IntPtr agent, byte* save, UIntPtr size, out LoadReport report);
        [DllImport(Library)] public static extern int htn_agent_reload(IntPtr to, IntPtr from, byte* scratch, UIntPtr size, out LoadReport report);
        [DllImport(Library)] public static extern int htn_agent_set_period(IntPtr agent, uint frames);

        [DllImport(Library)] public static extern int htn_crowd_init(IntPtr crowd);
        [DllImport(Library)] public static extern int htn_crowd_add(IntPtr crowd, IntPtr agent);
        [DllImport(Library)] public static extern int htn_crowd_remove(IntPtr crowd, IntPtr agent);
        [DllImport(Library)] public static extern int htn_crowd_tick(IntPtr crowd, ulong elapsedUs, uint budget);
        [DllImport(Library)] public static extern int htn_crowd_share(IntPtr crowd);
        [DllImport(Library)] public static extern int htn_crowd_statistics(IntPtr crowd, out CrowdStatistics statistics);

        [DllImport(Library)] public static extern UIntPtr htn_group_bytes(IntPtr domain, ref NativeGroupOptions options);
        [DllImport(Library)] public static extern int htn_group_init(out IntPtr group, IntPtr domain, ref NativeGroupOptions options, IntPtr memory, UIntPtr size);
        [DllImport(Library)] public static extern int htn_group_tick(IntPtr group, ulong elapsedUs);
        [DllImport(Library)] public static extern IntPtr htn_group_world(IntPtr group);
        [DllImport(Library)] public static extern int htn_group_release(IntPtr group, uint type, int instance);
        [DllImport(Library)] public static extern UIntPtr htn_group_save_bytes(IntPtr group);
        [DllImport(Library)] public static extern int htn_group_save(IntPtr group, byte* output, UIntPtr size, out UIntPtr used);
        [DllImport(Library)] public static extern int htn_group_load(IntPtr group, byte* save, UIntPtr size, out LoadReport report);
        [DllImport(Library)] public static extern int htn_agent_join(IntPtr agent, IntPtr group);
        [DllImport(Library)] public static extern int htn_agent_share(IntPtr agent);

        /// <summary>The structs whose size in the library is another than here; empty: none.</summary>
        public static string WrongSizes()
        {
            return Differs("limits", sizeof(Limits), htn_sizeof_limits()) + Differs("load_report", sizeof(LoadReport), htn_sizeof_load_report())
                + Differs("order_report", sizeof(OrderReport), htn_sizeof_order_report()) + Differs("counts", sizeof(Counts), htn_sizeof_counts())
                + Differs("crowd_stats", sizeof(CrowdStatistics), htn_sizeof_crowd_stats()) + Differs("activity", sizeof(NativeActivity), htn_sizeof_activity())
                + Differs("argument", sizeof(NativeArgument), htn_sizeof_argument()) + Differs("sensing", sizeof(NativeSensing), htn_sizeof_sensing())
                + Differs("question", sizeof(NativeQuestion), htn_sizeof_question()) + Differs("news", sizeof(NativeNews), htn_sizeof_news())
                + Differs("operator_binding", sizeof(NativeOperator), htn_sizeof_operator_binding())
                + Differs("sensor_binding", sizeof(NativeSensor), htn_sizeof_sensor_binding()) + Differs("bindings", sizeof(NativeBindings), htn_sizeof_bindings())
                + Differs("agent_options", sizeof(NativeOptions), htn_sizeof_agent_options()) + Differs("step", sizeof(NativeStep), htn_sizeof_step())
                + Differs("plan", sizeof(NativePlan), htn_sizeof_plan()) + Differs("given_task", sizeof(NativeGiven), htn_sizeof_given_task())
                + Differs("fault", sizeof(NativeFault), htn_sizeof_fault()) + Differs("group_options", sizeof(NativeGroupOptions), htn_sizeof_group_options());
        }

        static string Differs(string name, int here, UIntPtr there)
        {
            return (ulong)there == (ulong)here ? "" : "htn_" + name + " has " + there + " bytes in the library, " + here + " here. ";
        }

        static bool checkedLibrary;

        public static void CheckLibrary()
        {
            if (checkedLibrary) return;
            if (htn_version() != Version) throw new InvalidOperationException("the library htn is of version " + htn_version() + ", this package needs " + Version);
            string wrong = WrongSizes();
            if (wrong != "") throw new InvalidOperationException(wrong);
            checkedLibrary = true;
        }

        public static byte[] Utf8(string text)
        {
            byte[] bytes = new byte[Encoding.UTF8.GetByteCount(text) + 1];
            Encoding.UTF8.GetBytes(text, 0, text.Length, bytes, 0);
            return bytes;
        }

        public static string Text(IntPtr text)
        {
            if (text == IntPtr.Zero) return null;
            int length = 0;
            while (((byte*)text)[length] != 0) length++;
            return length == 0 ? "" : Encoding.UTF8.GetString((byte*)text, length);
        }

        public static void Check(int status, string what)
        {
            if (status != 0) throw new HtnException((Status)status, what);
        }
    }
}
