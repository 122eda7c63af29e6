// As much of Unity as the package uses, so that mcs can compile it. What is here does what the tests need, and nothing else.
using System;
using System.Collections.Generic;

namespace UnityEngine
{
    public class Object { public int GetInstanceID() { return 7; } }
    public class ScriptableObject : Object { public static T CreateInstance<T>() where T : ScriptableObject, new() { return new T(); } }
    public class MonoBehaviour : Object { public bool enabled = true; public readonly Transform transform = new Transform(); }
    public class Transform { public Vector3 position; }
    public struct Vector3
    {
        public float x, y, z;
        public static float Distance(Vector3 a, Vector3 b) { return Math.Abs(a.x - b.x); }
        public static Vector3 MoveTowards(Vector3 from, Vector3 to, float most)
        {
            float way = to.x - from.x;
            return new Vector3 { x = Math.Abs(way) <= most ? to.x : from.x + Math.Sign(way) * most };
        }
        public static bool operator ==(Vector3 a, Vector3 b) { return a.x == b.x; }
        public static bool operator !=(Vector3 a, Vector3 b) { return a.x != b.x; }
        public override bool Equals(object other) { return other is Vector3 && this == (Vector3)other; }
        public override int GetHashCode() { return x.GetHashCode(); }
    }
    public static class Time { public static float deltaTime = 0.1f; }
    public static class Debug
    {
        public static readonly List<string> said = new List<string>();
        public static void LogError(string text, Object of) { said.Add(text); }
        public static void LogWarning(string text, Object of) { said.Add(text); }
    }
    [AttributeUsage(AttributeTargets.Field)] public sealed class SerializeField : Attribute { }
    [AttributeUsage(AttributeTargets.Field)] public sealed class HideInInspector : Attribute { }
}

namespace UnityEditor
{
    public class Editor { public UnityEngine.Object target; public virtual void OnInspectorGUI() { } public virtual bool RequiresConstantRepaint() { return false; } public bool DrawDefaultInspector() { return true; } }
    [AttributeUsage(AttributeTargets.Class)] public sealed class CustomEditor : Attribute { public CustomEditor(Type type, bool children) { } }
    public enum MessageType { Info }
    public static class EditorApplication { public static bool isPlaying = true; }
    public static class EditorGUILayout
    {
        public static readonly List<string> shown = new List<string>();
        public static void LabelField(string label, string text) { shown.Add(label + ": " + text); }
        public static void HelpBox(string text, MessageType type) { shown.Add(text); }
    }
    public static class EditorPrefs { public static string tool; public static string GetString(string key, string otherwise) { return tool ?? otherwise; } }
    public static class FileUtil { public static string GetUniqueTempPathInProject() { return System.IO.Path.GetTempFileName() + ".htnb"; } }
}

namespace UnityEditor.AssetImporters
{
    [AttributeUsage(AttributeTargets.Class)] public sealed class ScriptedImporterAttribute : Attribute { public ScriptedImporterAttribute(int version, string extension) { } }
    public abstract class ScriptedImporter : UnityEngine.Object { public abstract void OnImportAsset(AssetImportContext context); }
    public class AssetImportContext
    {
        public string assetPath;
        public UnityEngine.Object main;
        public readonly List<string> errors = new List<string>(), warnings = new List<string>(), sources = new List<string>();
        public void LogImportError(string text, UnityEngine.Object of) { errors.Add(text); }
        public void LogImportWarning(string text, UnityEngine.Object of) { warnings.Add(text); }
        public void DependsOnSourceAsset(string path) { sources.Add(path); }
        public void AddObjectToAsset(string name, UnityEngine.Object what) { }
        public void SetMainObject(UnityEngine.Object what) { main = what; }
    }
}
