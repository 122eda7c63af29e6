#if UNITY_5_3_OR_NEWER
using UnityEngine;

namespace Htn
{
    /// <summary>A compiled domain as an asset: what the importer makes of a .htn file.</summary>
    public sealed class HtnDomain : ScriptableObject
    {
        [SerializeField, HideInInspector] byte[] blob;
        Domain domain;

        public byte[] Blob { get { return blob; } set { blob = value; } }

        /// <summary>Loaded when it is first asked for. Dispose agents and classes when their scene ends; the domain lasts.</summary>
        public Domain Domain { get { return domain ?? (domain = new Domain(blob)); } }
    }
}
#endif
