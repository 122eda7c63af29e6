// A guard in a scene: put it on an object, drag Guard.htn into its field, and three places into the other. Guard.cs is what
// `htn compile Guard.htn --cs Guard.cs` writes.
using Htn;
using UnityEngine;

public sealed class GuardAgent : HtnAgent
{
    static AgentClass<GuardAgent> guards;

    [SerializeField] Transform[] places; // Gate, Hall, Vault
    [SerializeField] float speed = 3;

    protected override Agent MakeAgent(Domain domain)
    {
        if (guards == null || guards.Domain != domain) // imported again, and the editor kept statics
            guards = new AgentClass<GuardAgent>(domain, new Bindings<GuardAgent>()
                .Operator("Walk", update: (me, step) => me.Walk(me.places[step.Argument(0)].position) ? Outcome.Succeeded : Outcome.Running)
                .Operator("LookAround", update: (me, step) => step.AddUInt64(step.ElapsedUs) < 2000000 ? Outcome.Running : me.TurnBack(step.World), memory: 8)
                .Answer((me, question) => {
                    question.Answer((int)Vector3.Distance(me.transform.position, me.places[question.Argument(0)].position));
                    return Status.Ok;
                }));
        return new Agent<GuardAgent>(guards, this, new AgentOptions { Seed = (uint)GetInstanceID() });
    }

    bool Walk(Vector3 to)
    {
        transform.position = Vector3.MoveTowards(transform.position, to, speed * Time.deltaTime);
        return transform.position == to;
    }

    Outcome TurnBack(World world)
    {
        world.Set(Guard.Property.Beat, world.Get(Guard.Property.Beat) == Guard.Value.Hall ? Guard.Value.Vault : Guard.Value.Hall);
        return Outcome.Succeeded;
    }
}
