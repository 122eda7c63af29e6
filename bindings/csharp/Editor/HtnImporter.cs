using System.Diagnostics;
using System.IO;
using System.Text.RegularExpressions;
using UnityEditor;
using UnityEditor.AssetImporters;
using UnityEngine;

namespace Htn.Editor
{
    /// <summary>Makes an HtnDomain of a .htn file, with the tool `htn` on the path, or where the preference says. Its messages become Unity's,
    /// with file and line; files that are imported by the domain are dependencies, so that a change of them imports it again.</summary>
    [ScriptedImporter(1, "htn")]
    public sealed class HtnImporter : ScriptedImporter
    {
        public const string ToolPreference = "Htn.Tool";

        public override void OnImportAsset(AssetImportContext context)
        {
            HtnDomain domain = ScriptableObject.CreateInstance<HtnDomain>();
            string blob = FileUtil.GetUniqueTempPathInProject(), depfile = blob + ".d";
            string said = Run("compile \"" + context.assetPath + "\" -o \"" + blob + "\" --depfile \"" + depfile + "\"");
            foreach (string line in said.Split('\n'))
                if (Regex.IsMatch(line, @"^.+:\d+:\d+: error")) context.LogImportError(line, domain);
                else if (Regex.IsMatch(line, @"^.+:\d+:\d+: warning")) context.LogImportWarning(line, domain);
            if (File.Exists(blob))
            {
                domain.Blob = File.ReadAllBytes(blob);
                foreach (string source in Sources(File.ReadAllText(depfile)))
                    if (source != context.assetPath) context.DependsOnSourceAsset(source);
                File.Delete(blob);
                File.Delete(depfile);
            }
            else
                context.LogImportError(said == "" ? "htn has written nothing" : said, domain);
            context.AddObjectToAsset("domain", domain);
            context.SetMainObject(domain);
        }

        /// <summary>The files behind the colon of a rule for make; a blank in a name has a backslash before it.</summary>
        public static string[] Sources(string rule)
        {
            int colon = rule.IndexOf(": ");
            if (colon < 0) return new string[0];
            string first = rule.Substring(colon + 2).Replace("\\\r\n", " ").Replace("\\\n", " ");
            int end = first.IndexOf('\n');
            if (end >= 0) first = first.Substring(0, end);
            string[] names = Regex.Split(first.Trim(), @"(?<!\\)\s+");
            for (int i = 0; i < names.Length; i++) names[i] = names[i].Replace("\\ ", " ");
            return names;
        }

        static string Run(string arguments)
        {
            string tool = EditorPrefs.GetString(ToolPreference, "htn");
            ProcessStartInfo start = new ProcessStartInfo(tool, arguments) { UseShellExecute = false, RedirectStandardError = true, CreateNoWindow = true };
            try
            {
                using (Process process = Process.Start(start))
                {
                    string said = process.StandardError.ReadToEnd();
                    process.WaitForExit();
                    return said;
                }
            }
            catch (System.ComponentModel.Win32Exception e)
            {
                return "the tool `" + tool + "` cannot be started (" + e.Message + "); put it on the path, or set the editor preference " + ToolPreference;
            }
        }
    }
}
