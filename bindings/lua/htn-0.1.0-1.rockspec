-- For LuaRocks. LuaJIT needs no C: htn/ffi.lua loads libhtn, which must be installed. Others compile htn/core.c and link with it.
package = "htn"
version = "0.1.0-1"
source = { url = "git+ADDRESS-OF-THE-SOURCES", tag = "v0.1.0", dir = "thumper/bindings/lua" }
description = {
    summary = "Plans with hierarchical task networks, for games",
    detailed = "Domains, worlds, plans and agents of Thumper, for LuaJIT, LÖVE and Lua 5.2 to 5.4.",
    license = "MIT",
}
dependencies = { "lua >= 5.1, < 5.5" }
external_dependencies = { HTN = { header = "htn/htn.h", library = "htn" } }
build = {
    type = "builtin",
    modules = {
        htn = "htn/init.lua",
        ["htn.ffi"] = "htn/ffi.lua",
        ["htn.core"] = { sources = { "htn/core.c" }, libraries = { "htn" }, incdirs = { "$(HTN_INCDIR)" }, libdirs = { "$(HTN_LIBDIR)" } },
    },
}
