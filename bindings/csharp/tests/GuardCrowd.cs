// 1,000 guards in C#: a port of bindings/guard/guard_crowd.c.   GuardCrowd.exe GUARD.htnb FRAMES
// They must leave no garbage: a single object for each tick of an agent would be over 200 MB in 10,000 frames.
using System;
using System.Diagnostics;
using System.IO;
using System.Reflection;
using Htn;

static class GuardCrowd
{
    sealed class Walker { public int Left; }

    static ulong ended;

    // Collections, bytes by which the heap has grown, bytes allocated: in so many frames; and what it takes to measure.
    static long[] Measure(Func<long> allocated, Crowd crowd, int frames)
    {
        long[] used = new long[3];
        GC.Collect();
        int collections = GC.CollectionCount(0);
        long heap = GC.GetTotalMemory(false), bytes = allocated == null ? 0 : allocated();
        for (int frame = 0; frame < frames; frame++) crowd.Tick(16667);
        used[2] = allocated == null ? 0 : allocated() - bytes;
        used[1] = GC.GetTotalMemory(false) - heap;
        used[0] = GC.CollectionCount(0) - collections;
        return used;
    }

    static int Main(string[] arguments)
    {
        int frames = int.Parse(arguments[1]);
        MethodInfo method = typeof(GC).GetMethod("GetAllocatedBytesForCurrentThread");
        Func<long> allocated = method == null ? null : (Func<long>)Delegate.CreateDelegate(typeof(Func<long>), method);
        Domain domain = new Domain(File.ReadAllBytes(arguments[0]));
        AgentClass<Walker> of = new AgentClass<Walker>(domain, new Bindings<Walker>()
            .Operator("Walk", update: (w, s) => {
                if (w.Left == 0) w.Left = 3;
                if (--w.Left > 0) return Outcome.Running;
                ended++;
                return Outcome.Succeeded;
            })
            .Operator("LookAround", update: (w, s) => { ended++; return Outcome.Succeeded; }));
        Crowd crowd = new Crowd();
        Agent<Walker>[] agents = new Agent<Walker>[1000];
        for (int i = 0; i < agents.Length; i++)
        {
            agents[i] = new Agent<Walker>(of, new Walker(), new AgentOptions { Seed = (uint)i, Stagger = (uint)i });
            crowd.Add(agents[i]);
        }
        for (int frame = 0; frame < 10; frame++) crowd.Tick(16667);
        Measure(allocated, crowd, 0); // what is used for the first time may allocate
        TimeSpan begun = Process.GetCurrentProcess().TotalProcessorTime; // as in C: others may use the machine
        long[] used = Measure(allocated, crowd, frames);
        double ns = (Process.GetCurrentProcess().TotalProcessorTime - begun).TotalMilliseconds * 1e6;
        long[] twice = Measure(allocated, crowd, 0);
        Console.Error.WriteLine("{0} collections, the heap has grown by {1} bytes, {2}", used[0], used[1],
            allocated == null ? "this runtime does not count what is allocated" : used[2] - twice[2] + " bytes allocated");
        Console.WriteLine("{0} {1:F1}", ended, ns / frames / agents.Length);
        foreach (Agent<Walker> agent in agents) agent.Dispose();
        crowd.Dispose();
        of.Dispose();
        domain.Dispose();
        return used[0] == 0 && used[2] == twice[2] && used[1] <= 1 << 16 ? 0 : 1;
    }
}
