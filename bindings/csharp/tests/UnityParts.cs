// The importer, the component and the inspector, over stubs of Unity.   UnityParts.exe HTN GUARD.htn FOLDER; prints TAP, the plan last
using System;
using System.IO;
using System.Reflection;
using Htn;
using Htn.Editor;
using UnityEditor;
using UnityEditor.AssetImporters;
using UnityEngine;

static class UnityParts
{
    static int cases;
    static void Check(bool holds, string what) { Console.WriteLine("{0}ok {1} - {2}", holds ? "" : "not ", ++cases, what); }

    static AssetImportContext Import(string path)
    {
        AssetImportContext context = new AssetImportContext { assetPath = path };
        new HtnImporter().OnImportAsset(context);
        return context;
    }

    static void Call(object of, string method) { of.GetType().GetMethod(method, BindingFlags.NonPublic | BindingFlags.Instance).Invoke(of, null); }

    static void Main(string[] arguments)
    {
        string folder = arguments[2];
        EditorPrefs.tool = arguments[0];
        AssetImportContext guard = Import(arguments[1]);
        HtnDomain asset = (HtnDomain)guard.main;
        Check(guard.errors.Count == 0 && asset.Blob != null && asset.Blob.Length > 1000, "the importer makes a domain of a .htn file");

        Directory.CreateDirectory(folder + "/a b");
        File.WriteAllText(folder + "/a b/things.htn", "World State [Hot : bool]\n");
        File.WriteAllText(folder + "/main.htn", "Import [\"a b/things.htn\"]\nCompound Task [R]\n    Method [Hot]\n        Subtasks [T()]\nPrimitive Task [T]\n    Operator [O]\n");
        AssetImportContext two = Import(folder + "/main.htn");
        Check(two.errors.Count == 0 && two.sources.Count == 1 && two.sources[0].EndsWith("a b/things.htn"), "what it imports is a dependency, also with a blank in its name: "
            + string.Join(", ", two.sources.ToArray()));
        File.WriteAllText(folder + "/wrong.htn", "Compound Task [R]\n    Method [Hat]\n        Subtasks [T()]\n");
        AssetImportContext wrong = Import(folder + "/wrong.htn");
        Check(wrong.errors.Count > 0 && wrong.errors[0].Contains("wrong.htn:2:"), "errors have file and line: " + wrong.errors[0]);
        EditorPrefs.tool = "/nowhere/htn";
        Check(Import(arguments[1]).errors[0].Contains("cannot be started"), "a tool that is missing is named");

        GuardAgent component = new GuardAgent();
        Call(component, "OnEnable");
        Check(Debug.said.Count == 1 && component.Agent == null && !component.enabled, "a component without a domain says so");
        typeof(HtnAgent).GetField("domain", BindingFlags.NonPublic | BindingFlags.Instance).SetValue(component, asset);
        Transform[] places = { new Transform(), new Transform(), new Transform() };
        places[0].position.x = 2;
        places[1].position.x = 12;
        places[2].position.x = 24;
        typeof(GuardAgent).GetField("places", BindingFlags.NonPublic | BindingFlags.Instance).SetValue(component, places);
        Call(component, "OnEnable");
        Call(component, "Update");
        string[] first = HtnAgentInspector.Lines(component.Agent, 0);
        for (int frame = 0; frame < 45; frame++) Call(component, "Update");
        Check(component.transform.position.x == 12, "the guard of the sample walks to the hall");
        string[] then = HtnAgentInspector.Lines(component.Agent, 0);
        Check(first[0] == "\u00b7 Walk(Hall)" && first[1] == "\u00b7 LookAround()" && then[0] == "\u2713 Walk(Hall)", "the inspector shows its plan: " + string.Join(" ", then));
        HtnAgentInspector inspector = new HtnAgentInspector { target = component };
        inspector.OnInspectorGUI();
        Check(EditorGUILayout.shown.Contains("BeGuard: Ok") && inspector.RequiresConstantRepaint(), "and its layers: " + string.Join(", ", EditorGUILayout.shown.ToArray()));
        Call(component, "OnDestroy");
        Check(component.Agent == null, "a component that is destroyed frees its agent");
        Console.WriteLine("1..{0}", cases);
    }
}
