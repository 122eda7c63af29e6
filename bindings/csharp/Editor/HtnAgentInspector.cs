using System.Text;
using UnityEditor;

namespace Htn.Editor
{
    /// <summary>Shows what an agent is doing while the game runs: the plan of each layer, what of it is done, and how the last search ended.</summary>
    [CustomEditor(typeof(HtnAgent), true)]
    public sealed class HtnAgentInspector : UnityEditor.Editor
    {
        public override bool RequiresConstantRepaint() { return EditorApplication.isPlaying; }

        public override void OnInspectorGUI()
        {
            DrawDefaultInspector();
            Agent agent = ((HtnAgent)target).Agent;
            if (agent == null) { EditorGUILayout.HelpBox("The plan is shown while the game runs.", MessageType.Info); return; }
            for (int layer = 0; layer < agent.Layers; layer++)
            {
                EditorGUILayout.LabelField(agent.Domain.Name((RootId)layer), agent.Result(layer).ToString());
                foreach (string line in Lines(agent, layer)) EditorGUILayout.LabelField(" ", line);
            }
            Counts counts = agent.Counts;
            EditorGUILayout.LabelField("searches", counts.Searches + ", skipped " + counts.Skipped);
        }

        /// <summary>A line for each step: a tick if it is done.</summary>
        public static string[] Lines(Agent agent, int layer)
        {
            Plan plan;
            if (!agent.TryGetPlan(out plan, layer)) return new[] { agent.Idle(layer) ? "nothing to do" : "no plan" };
            string[] lines = new string[plan.Count];
            for (int i = 0; i < plan.Count; i++)
            {
                StringBuilder line = new StringBuilder(plan.Done(i) == 1 ? "\u2713 " : "\u00b7 ").Append(agent.Domain.Name(plan.Task(i))).Append('(');
                for (int k = 0; k < agent.Domain.Parameters(plan.Task(i)); k++)
                {
                    int value = plan.Argument(i, k);
                    string name = agent.Domain.ValueName(agent.Domain.ParameterType(plan.Task(i), k), value);
                    line.Append(k > 0 ? ", " : "").Append(name ?? value.ToString());
                }
                lines[i] = line.Append(')').ToString();
            }
            return lines;
        }
    }
}
