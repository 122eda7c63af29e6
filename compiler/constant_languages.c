/*
 * Each language's way of writing constants. Reserved words are those that may not be a name where the language's texts put one; where
 * a prefix keeps names apart from words, as in C, there are none.
 */
#include "compiler/constant_languages.h"

#define MADE_BY(comment, option)                                                                  \
    comment "Made by `htn compile --" option "` from $(source); changes here are lost.\n" comment \
            "The indexes are those of a blob with this fingerprint.\n"

static const htnc_constant_language languages[HTNC_CONSTANT_LANGUAGES] = {
    {
        .option = "header",
        .file = "FILE.h",
        .help = "also write a C header: numbers of properties, values, tasks and operators",
        .reserved = "",
        .begin =
            "/*\n * Made by `htn compile --header` from $(source); changes here are lost.\n"
            " * The indexes are those of a blob with the same fingerprint: see htn_domain.fingerprint.\n */\n"
            "#ifndef $(PREFIX)_HTN_H\n#define $(PREFIX)_HTN_H\n\n#define $(PREFIX)_FINGERPRINT 0x$(fingerprint)u\n",
        .group = "\n/* $(comment)$(note) */\nenum $(prefix)_$(group) {\n",
        .constant = "    $(prefix)_$(kind)_$(name) = $(index),$(remark)\n",
        /* The last enumerator is the number of the others. It ends the list without a comma, as C++98 demands. */
        .group_end = "    $(prefix)_$(plural) = $(index)\n};\n",
        .remark = " /* $(comment) */",
        .ids = "\n/*\n * The same names in whatever blob is loaded, also of a later build. $(prefix)_find() fills "
               "them in, and returns how many the\n * blob does not have: those are HTN_NONE, or INT32_MIN for a "
               "value.\n */\n#ifndef HTN_DOMAIN_H\n#include <htn/htn.h>\n#endif\ntypedef struct $(prefix)_ids {\n",
        .id = "    uint32_t $(kind)_$(name);\n",
        .value_id = "    int32_t value_$(name);\n",
        .find = "} $(prefix)_ids;\n\nstatic inline uint32_t $(prefix)_find($(prefix)_ids *ids, const htn_domain "
                "*domain)\n{\n    uint32_t missing = 0;\n",
        .find_id = "    missing += (ids->$(kind)_$(name) = htn_$(kind)_find(domain, \"$(text)\")) == HTN_NONE;\n",
        .find_value = "    ids->value_$(name) = INT32_MIN;\n    missing += !htn_value_find(domain, "
                      "htn_type_find(domain, \"$(type)\"), \"$(text)\", &ids->value_$(name));\n",
        .find_end = "    return missing;\n}\n",
        .end = "\n#endif\n",
    },
    {
        .option = "hpp",
        .file = "FILE.hpp",
        .help = "also write the same for C++17, with the ids of bindings/cpp/htn.hpp",
        .reserved =
            " alignas alignof and and_eq asm atomic_cancel atomic_commit atomic_noexcept auto bitand bitor bool break "
            "case "
            "catch char char8_t char16_t char32_t class compl concept const consteval constexpr constinit const_cast "
            "continue contract_assert co_await co_return co_yield decltype default delete do double dynamic_cast else "
            "enum "
            "explicit export extern false float for friend goto if inline int long mutable namespace new noexcept not "
            "not_eq nullptr operator or or_eq private protected public reflexpr register reinterpret_cast requires "
            "return "
            "short signed sizeof static static_assert static_cast struct switch synchronized template this "
            "thread_local "
            "throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor "
            "xor_eq "
            "NULL INT32_MIN HTN_NONE linux unix std htn errno stdin stdout stderr assert EOF ",
        .begin = MADE_BY("// ", "hpp") "#pragma once\n\n#include <htn.hpp>\n\nnamespace $(prefix) {\n\n"
                                       "inline constexpr std::uint32_t fingerprint = 0x$(fingerprint)u;\n",
        .group = "\n// $(comment)\nnamespace $(Kind) {\n",
        .constant = "inline constexpr htn::$(id)_id $(name){$(index)};$(remark)\n",
        .value = "inline constexpr std::int32_t $(name){$(index)};$(remark)\n",
        .group_end = "}\n",
        .remark = " // $(comment)",
        .values_together = true,
        .ids =
            "\n// The same names in whatever blob is loaded, also of a later build. find() fills them in, and returns "
            "how many the blob\n// does not have: those are none(), or INT32_MIN for a value.\nstruct ids {\n",
        .id = "    htn::$(id)_id $(kind)_$(name);\n",
        .value_id = "    std::int32_t value_$(name) = INT32_MIN;\n",
        .find =
            "};\n\ninline std::uint32_t find(ids &to, const htn::domain &domain)\n{\n    std::uint32_t missing = 0;\n",
        .find_id = "    missing += !(to.$(kind)_$(name) = domain.find_$(kind)(\"$(text)\"));\n",
        .find_value =
            "    missing += !domain.find_value(domain.find_type(\"$(type)\"), \"$(text)\", to.value_$(name));\n",
        .find_end = "    return missing;\n}\n",
        .end = "\n} // namespace $(prefix)\n",
    },
    {
        .option = "cs",
        .file = "FILE.cs",
        .help = "also write the same for C#, with the ids of bindings/csharp",
        .reserved =
            " abstract as base bool break byte case catch char checked class const continue decimal default delegate "
            "do "
            "double else enum event explicit extern false finally fixed float for foreach goto if implicit in int "
            "interface "
            "internal is lock long namespace new null object operator out override params private protected public "
            "readonly "
            "ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof "
            "uint "
            "ulong unchecked unsafe ushort using virtual void volatile while Property Entities Value Task Operator "
            "Query "
            "Sensor Root Ids Fingerprint Find Htn System Equals ReferenceEquals GetHashCode GetType ToString Finalize "
            "MemberwiseClone ",
        .begin = "// <auto-generated/>\n" MADE_BY(
            "// ", "cs") "\npublic static class $(prefix)\n{\n    public const uint Fingerprint = 0x$(fingerprint);\n",
        .group = "\n    /// <summary>$(comment)</summary>\n    public static class $(Kind)\n    {\n",
        .constant = "        public const global::Htn.$(Id)Id $(name) = (global::Htn.$(Id)Id)$(index);$(remark)\n",
        .value = "        public const int $(name) = $(index);$(remark)\n",
        .group_end = "    }\n",
        .remark = " // $(comment)",
        .values_together = true,
        .ids =
            "\n    /// <summary>The same names in whatever blob is loaded, also of a later build. Find() fills them "
            "in, and "
            "returns how many the\n    /// blob does not have: those are None, or int.MinValue for a value.</summary>\n"
            "    public struct Ids\n    {\n",
        .id = "        public global::Htn.$(Id)Id $(kind)_$(name);\n",
        .value_id = "        public int value_$(name);\n",
        .find = "\n        public static int Find(global::Htn.Domain domain, out Ids ids)\n        {\n"
                "            int missing = 0;\n            ids = default(Ids);\n",
        .find_id =
            "            if ((ids.$(kind)_$(name) = domain.Find$(Kind)(\"$(text)\")) == global::Htn.$(Id)Id.None) "
            "missing++;\n",
        .find_value =
            "            if (!domain.FindValue(domain.FindType(\"$(type)\"), \"$(text)\", out ids.value_$(name))) "
            "missing++;\n",
        .find_end = "            return missing;\n        }\n    }\n",
        .end = "}\n",
    },
    {
        .option = "lua",
        .file = "FILE.lua",
        .help = "also write the same as a module for Lua",
        .reserved =
            " and break do else elseif end false for function goto if in local nil not or repeat return then true "
            "until while global ",
        .begin = MADE_BY("-- ", "lua") "local constants = {fingerprint = 0x$(fingerprint)}\n",
        .group = "\n-- $(comment)\nconstants.$(kind) = {\n",
        .constant = "    $(name) = $(index),$(remark)\n",
        .group_end = "}\n",
        .remark = " -- $(comment)",
        .values_together = true,
        .ids = "\n-- The same names in whatever blob is loaded, also of a later build: a table of ids, and a list of "
               "those that "
               "the blob\n-- does not have.\n",
        .id = "",
        .value_id = "",
        .find =
            "function constants.find(domain)\n    local ids, missing = {}, {}\n    local function find(kind, name, "
            "type)\n"
            "        local id = domain:find(kind, name, type)\n"
            "        if id == nil then missing[#missing + 1] = kind .. \" \" .. name end\n        return id\n    end\n",
        .find_id = "    ids.$(kind)_$(name) = find(\"$(kind)\", \"$(text)\")\n",
        .find_value = "    ids.value_$(name) = find(\"value\", \"$(text)\", \"$(type)\")\n",
        .find_end = "    return ids, missing\nend\n",
        .end = "\nreturn constants\n",
    },
    {
        .option = "gd",
        .file = "FILE.gd",
        .help = "also write the same as a script for Godot 4",
        .reserved = " and as assert await break breakpoint class class_name const continue elif else enum extends "
                    "false for func if "
                    "in INF is match namespace NAN not null or pass PI preload return self signal static super TAU "
                    "trait true var "
                    "void when while yield ",
        .begin = MADE_BY("# ", "gd") "extends RefCounted\n\nconst FINGERPRINT := 0x$(fingerprint)\n",
        .group = "\n## $(comment)\nenum $(Kind) {\n",
        .constant = "\t$(name) = $(index),$(remark)\n",
        .group_end = "}\n",
        .remark = " # $(comment)",
        .values_together = true,
        .ids = "\n## The same names in whatever blob is loaded, also of a later build. `missing`: those that it does "
               "not have; they are "
               "null.\nclass Ids:\n\tvar missing: Array[String] = []\n",
        .id = "\tvar $(kind)_$(name)\n",
        .value_id = "\tvar value_$(name)\n",
        .find = "\n\tfunc _find(domain, kind: String, name: String, type := \"\"):\n"
                "\t\tvar id = domain.find(kind, name, type)\n\t\tif id == null:\n\t\t\tmissing.append(kind + \" \" + "
                "name)\n"
                "\t\treturn id\n\n\tfunc _init(domain) -> void:\n\t\tpass\n",
        .find_id = "\t\t$(kind)_$(name) = _find(domain, \"$(kind)\", \"$(text)\")\n",
        .find_value = "\t\tvalue_$(name) = _find(domain, \"value\", \"$(text)\", \"$(type)\")\n",
        .find_end = "",
        .end = "",
    },
    {
        .option = "rs",
        .file = "FILE.rs",
        .help = "also write the same as a module for Rust, with the ids of bindings/rust",
        .reserved = " _ abstract as async await become box break const continue crate do dyn else enum extern false "
                    "final fn for gen "
                    "if impl in let loop macro match mod move mut override priv pub ref return self Self static struct "
                    "super trait "
                    "true try type typeof union unsafe unsized use virtual where while yield ",
        .begin = MADE_BY("// ", "rs") "\n/// Compare it with `htn::Domain::fingerprint()`.\n"
                                      "#[allow(dead_code)]\npub const FINGERPRINT: u32 = 0x$(fingerprint);\n",
        .group = "\n/// $(comment)\n#[allow(dead_code, non_upper_case_globals)]\npub mod $(kind) {\n",
        .constant = "    pub const $(name): ::htn::$(Id) = ::htn::$(Id)($(index));$(remark)\n",
        .value = "    pub const $(name): i32 = $(index);$(remark)\n",
        .group_end = "}\n",
        .remark = " // $(comment)",
        .values_together = true,
        .ids =
            "\n/// The same names in whatever blob is loaded, also of a later build. `missing`: those that it does not "
            "have; they are None.\n"
            "#[allow(dead_code, non_snake_case)]\n#[derive(Clone, Debug, Default)]\n"
            "pub struct Ids {\n    pub missing: Vec<&'static str>,\n",
        .id = "    pub $(kind)_$(name): Option<::htn::$(Id)>,\n",
        .value_id = "    pub value_$(name): Option<i32>,\n",
        .find = "}\n\n#[allow(dead_code)]\nimpl Ids {\n    pub fn find(domain: &::htn::Domain) -> Ids {\n"
                "        let _ = domain;\n        let mut ids = Ids::default();\n",
        .find_id = "        ids.$(kind)_$(name) = domain.find_$(kind)(\"$(text)\");\n"
                   "        if ids.$(kind)_$(name).is_none() { ids.missing.push(\"$(kind) $(text)\"); }\n",
        .find_value = "        ids.value_$(name) = domain.find_type(\"$(type)\").and_then(|of| domain.find_value(of, "
                      "\"$(text)\"));\n"
                      "        if ids.value_$(name).is_none() { ids.missing.push(\"value $(text)\"); }\n",
        .find_end = "        ids\n    }\n}\n",
        .end = "",
    },
    {
        .option = "py",
        .file = "FILE.py",
        .help = "also write the same as a module for Python",
        .reserved =
            " False None True and as assert async await break class continue def del elif else except finally for from "
            "global if import in is lambda nonlocal not or pass raise return try while with yield __* ",
        .begin = MADE_BY(
            "# ", "py") "from typing import Any, Final, List, Optional\n\nFINGERPRINT: Final = 0x$(fingerprint)\n",
        .group = "\n\nclass $(Kind):\n    \"\"\"$(comment)\"\"\"\n\n",
        .constant = "    $(name): Final = $(index)$(remark)\n",
        .group_end = "",
        .remark = "  # $(comment)",
        .values_together = true,
        .ids =
            "\n\nclass Ids:\n    \"\"\"The same names in whatever blob is loaded, also of a later build.\n\n"
            "    `missing`: those that the blob does not have; they are None.\n    \"\"\"\n\n    missing: List[str]\n",
        .id = "    $(kind)_$(name): Optional[int]\n",
        .value_id = "    value_$(name): Optional[int]\n",
        .find = "\n    def __init__(self, domain: Any) -> None:\n        self.missing = []\n\n"
                "        def find(kind: str, name: str, type: Optional[str] = None) -> Optional[int]:\n"
                "            found: Optional[int] = domain.find(kind, name, type)\n            if found is None:\n"
                "                self.missing.append(kind + \" \" + name)\n            return found\n\n",
        .find_id = "        self.$(kind)_$(name) = find(\"$(kind)\", \"$(text)\")\n",
        .find_value = "        self.value_$(name) = find(\"value\", \"$(text)\", \"$(type)\")\n",
        .find_end = "",
        .end = "",
    },
    {
        .option = "ts",
        .file = "FILE.ts",
        .help = "also write the same as a module for TypeScript",
        .reserved = " __proto__ ",
        .begin = MADE_BY("// ", "ts") "export const fingerprint = 0x$(fingerprint);\n",
        .group = "\n/** $(comment) */\nexport const $(kind) = {\n",
        .constant = "  $(name): $(index),$(remark)\n",
        .group_end = "} as const;\n",
        .remark = " // $(comment)",
        .values_together = true,
        .ids = "\n/** The same names in whatever blob is loaded, also of a later build. `missing`: those that it does "
               "not have. */\n"
               "export interface Ids {\n  missing: string[];\n",
        .id = "  $(kind)_$(name): number | undefined;\n",
        .value_id = "  value_$(name): number | undefined;\n",
        .find = "}\n\n/** What finds an id by its kind and name, and a value's type: a domain. */\nexport interface "
                "Names {\n"
                "  find(kind: string, name: string, type?: string): number | undefined;\n}\n\n"
                "export function find(domain: Names): Ids {\n  const missing: string[] = [];\n"
                "  const get = (kind: string, name: string, type?: string): number | undefined => {\n"
                "    const id = domain.find(kind, name, type);\n"
                "    if (id === undefined) missing.push(kind + \" \" + name);\n    return id;\n  };\n  return {\n    "
                "missing,\n",
        .find_id = "    $(kind)_$(name): get(\"$(kind)\", \"$(text)\"),\n",
        .find_value = "    value_$(name): get(\"value\", \"$(text)\", \"$(type)\"),\n",
        .find_end = "  };\n}\n",
        .end = "",
    },
};

const htnc_constant_language *htnc_constant_languages(void)
{
    return languages;
}
