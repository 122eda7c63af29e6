#if UNITY_5_3_OR_NEWER
using UnityEngine;

namespace Htn
{
    /// <summary>A component with an agent, ticked in each Update. Derive from it, and make the agent in MakeAgent().</summary>
    public abstract class HtnAgent : MonoBehaviour
    {
        [SerializeField] HtnDomain domain;

        public HtnDomain DomainAsset { get { return domain; } }
        /// <summary>Null before the component is enabled, and after it was destroyed.</summary>
        public Agent Agent { get; private set; }

        /// <summary>Makes the agent. Its class is best shared by all agents of a kind.</summary>
        protected abstract Agent MakeAgent(Domain domain);

        protected virtual void OnEnable()
        {
            if (Agent != null) return;
            if (domain == null) { Debug.LogError("the HTN agent has no domain: drag a .htn file into its field", this); enabled = false; return; }
            Agent = MakeAgent(domain.Domain);
        }

        protected virtual void Update()
        {
            Status status = Agent.Tick((ulong)(Time.deltaTime * 1e6f));
            if (status != Status.Ok) Debug.LogWarning("the HTN agent's search has ended with " + status, this);
        }

        protected virtual void OnDestroy()
        {
            if (Agent != null) Agent.Dispose();
            Agent = null;
        }
    }
}
#endif
