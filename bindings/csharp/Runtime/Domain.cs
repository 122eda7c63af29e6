// Domains, ids and worlds.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Htn
{
    // Ids are types of their own; `htn compile --cs` writes those of a domain.
    public enum PropertyId : uint { None = 0xffffffff }
    public enum TypeId : uint { None = 0xffffffff }
    public enum TaskId : uint { None = 0xffffffff }
    public enum OperatorId : uint { None = 0xffffffff }
    public enum QueryId : uint { None = 0xffffffff }
    public enum SensorId : uint { None = 0xffffffff }
    public enum RootId : uint { None = 0xffffffff }

    public enum Outcome { Running = 0, Succeeded = 1, Failed = 2, Aborted = 3 }
    public enum NewsKind { Start = 0, Abort = 1, Resume = 2 }
    public enum OrderHow { Queue = 0, Replace = 1 }
    public enum OrderEnd { Done = 0, NoPlan = 1, Limit = 2, Failed = 3, Gone = 4, Replaced = 5, Taken = 6, Dropped = 7 }

    /// <summary>HTN_ and the name in docs/embedding.md. Numbers from 30 to 99 say that a limit or room did not suffice.</summary>
    public enum Status
    {
        Ok = 0, NoPlan = 10, Stands = 11, Suspended = 12, Waits = 13, LimitSteps = 30, LimitDepth = 31, LimitWork = 32, LimitNodes = 33, LimitTuples = 34,
        FullInstances = 62, BadBlob = 100, NewerBlob = 101, BadSave = 102, NewerSave = 103, BadArgument = 104, BadValue = 105, BadMemory = 106,
        TooSmall = 107, WrongDomain = 108, NotBegun = 109, NoRunningPlan = 110, NotPartial = 111, NotFound = 112, BadJournal = 113, Differs = 114,
        Busy = 115, WrongRuntime = 116
    }

    /// <summary>A verified blob. Dispose it after its agents.</summary>
    public sealed unsafe class Domain : IDisposable
    {
        IntPtr memory;
        internal int users;
        readonly Dictionary<long, string> texts = new Dictionary<long, string>();

        // A text of the blob: each is made once, so that no tick makes garbage of it. Threads share a domain.
        internal string Text(IntPtr text)
        {
            if (text == IntPtr.Zero) return null;
            lock (texts)
            {
                string made;
                if (!texts.TryGetValue((long)text, out made)) texts.Add((long)text, made = Native.Text(text));
                return made;
            }
        }

        public Domain(byte[] blob)
        {
            if (blob == null) throw new ArgumentNullException("blob");
            Native.CheckLibrary();
            int head = ((int)Native.htn_sizeof_domain() + 15) & ~15;
            memory = Marshal.AllocHGlobal(head + blob.Length);
            IntPtr bytes = new IntPtr((byte*)memory + head);
            Marshal.Copy(blob, 0, bytes, blob.Length);
            NativeFault fault;
            int status = Native.htn_domain_load(memory, bytes, (UIntPtr)blob.Length, out fault);
            if (status == 0) return;
            string reason = Native.Text(fault.section) + ", byte " + fault.offset + ", " + Native.Text(fault.reason);
            Marshal.FreeHGlobal(memory);
            memory = IntPtr.Zero;
            throw new HtnException((Status)status, "the blob cannot be loaded (" + reason + ")");
        }

        public void Dispose()
        {
            if (users > 0) throw new InvalidOperationException("dispose the agents, agent classes and groups of this domain first: there are " + users);
            if (memory != IntPtr.Zero) Marshal.FreeHGlobal(memory);
            memory = IntPtr.Zero;
        }

        internal IntPtr Handle { get { if (memory == IntPtr.Zero) throw new ObjectDisposedException("Htn.Domain"); return memory; } }

        public PropertyId FindProperty(string name) { return (PropertyId)Native.htn_property_find(Handle, Native.Utf8(name)); }
        public TypeId FindType(string name) { return (TypeId)Native.htn_type_find(Handle, Native.Utf8(name)); }
        public TaskId FindTask(string name) { return (TaskId)Native.htn_task_find(Handle, Native.Utf8(name)); }
        public OperatorId FindOperator(string name) { return (OperatorId)Native.htn_operator_find(Handle, Native.Utf8(name)); }
        public QueryId FindQuery(string name) { return (QueryId)Native.htn_query_find(Handle, Native.Utf8(name)); }
        public SensorId FindSensor(string name) { return (SensorId)Native.htn_sensor_find(Handle, Native.Utf8(name)); }
        public RootId FindRoot(string name) { return (RootId)Native.htn_root_find(Handle, Native.Utf8(name)); }
        /// <summary>False: there is none; then `value` is int.MinValue.</summary>
        public bool FindValue(TypeId type, string name, out int value)
        {
            if (Native.htn_value_find(Handle, (uint)type, Native.Utf8(name), out value) != 0) return true;
            value = int.MinValue;
            return false;
        }
        public bool FindSymbol(string text, out int value) { return Native.htn_symbol_find(Handle, Native.Utf8(text), out value) != 0; }

        public string Name(PropertyId id) { return Native.Text(Native.htn_property_name(Handle, (uint)id)); }
        public string Name(TypeId id) { return Native.Text(Native.htn_type_name(Handle, (uint)id)); }
        public string Name(TaskId id) { return Native.Text(Native.htn_task_name(Handle, (uint)id)); }
        public string Name(OperatorId id) { return Native.Text(Native.htn_operator_name(Handle, (uint)id)); }
        public string Name(RootId id) { return Native.Text(Native.htn_root_name(Handle, (uint)id)); }
        /// <summary>Null: a number, or an instance of an open type.</summary>
        public string ValueName(TypeId type, int value) { return Native.Text(Native.htn_value_name(Handle, (uint)type, value)); }
        public TypeId TypeOf(PropertyId id) { return (TypeId)Native.htn_property_type(Handle, (uint)id); }
        public int Parameters(PropertyId id) { return (int)Native.htn_property_parameters(Handle, (uint)id); }
        public TypeId ParameterType(TaskId id, int parameter) { return (TypeId)Native.htn_task_parameter_type(Handle, (uint)id, (uint)parameter); }
        public int Parameters(TaskId id) { return (int)Native.htn_task_parameters(Handle, (uint)id); }
    }

    /// <summary>The world of an agent or a group, which it lives as long as.</summary>
    public unsafe struct World
    {
        readonly IntPtr world;
        internal World(IntPtr world) { this.world = world; }

        public int Get(PropertyId p) { return Native.htn_world_get(world, (uint)p); }
        public Status Set(PropertyId p, int value) { return (Status)Native.htn_world_set(world, (uint)p, value); }
        public Status Set(PropertyId p, bool value) { return Set(p, value ? 1 : 0); }
        public Status Add(PropertyId p, int n) { return (Status)Native.htn_world_add(world, (uint)p, n); }
        public Status SetFor(PropertyId p, int value, uint milliseconds) { return (Status)Native.htn_world_set_for(world, (uint)p, value, milliseconds); }
        public uint TimeLeft(PropertyId p) { return Native.htn_world_time_left(world, (uint)p, null, 0); }

        // The cell of a table with one index.
        public int GetAt(PropertyId p, int index) { return Native.htn_world_get_at(world, (uint)p, &index, 1); }
        public Status SetAt(PropertyId p, int index, int value) { return (Status)Native.htn_world_set_at(world, (uint)p, &index, 1, value); }
        public Status SetAt(PropertyId p, int index, bool value) { return SetAt(p, index, value ? 1 : 0); }
        public Status AddAt(PropertyId p, int index, int n) { return (Status)Native.htn_world_add_at(world, (uint)p, &index, 1, n); }
        public Status SetAtFor(PropertyId p, int index, int value, uint milliseconds)
        {
            return (Status)Native.htn_world_set_at_for(world, (uint)p, &index, 1, value, milliseconds);
        }
        // With any number; keep the array, so that nothing is allocated.
        public int GetAt(PropertyId p, int[] index) { fixed (int* i = index) return Native.htn_world_get_at(world, (uint)p, i, (uint)index.Length); }
        public Status SetAt(PropertyId p, int[] index, int value)
        {
            fixed (int* i = index) return (Status)Native.htn_world_set_at(world, (uint)p, i, (uint)index.Length, value);
        }

        public Status Spawn(TypeId type, out int instance) { return (Status)Native.htn_world_spawn(world, (uint)type, out instance); }
        public Status Despawn(TypeId type, int instance) { return (Status)Native.htn_world_despawn(world, (uint)type, instance); }
        public bool Exists(TypeId type, int instance) { return Native.htn_world_exists(world, (uint)type, instance) != 0; }
    }
}
