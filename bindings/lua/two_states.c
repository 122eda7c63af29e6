/* Two Lua states in one process, which tick in turns: each operator runs in the state of its agent. `two_states EAT.htnb` */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>

static const char begin[] = "local htn, path = require('htn'), ...\n"
                            "ran = 0\n"
                            "agent = htn.agent(htn.class(htn.load(path), { operators = {\n"
                            "    Eat = function() ran = ran + 1 return htn.RUNNING end } }))\n";

int main(int argc, char **argv)
{
    lua_State *states[2];
    for (int i = 0; i < 2; i++) {
        states[i] = luaL_newstate();
        luaL_openlibs(states[i]);
        luaL_loadstring(states[i], begin);
        lua_pushstring(states[i], argc > 1 ? argv[1] : "");
        if (lua_pcall(states[i], 1, 0, 0) != LUA_OK)
            return fprintf(stderr, "%s\n", lua_tostring(states[i], -1)), 1;
    }
    for (int i = 0; i < 10; i++)
        if (luaL_dostring(states[i % 2], "agent:tick(10)"))
            return fprintf(stderr, "%s\n", lua_tostring(states[i % 2], -1)), 1;
    for (int i = 0; i < 2; i++) {
        lua_getglobal(states[i], "ran");
        if (lua_tointeger(states[i], -1) < 4)
            return fprintf(stderr, "state %d ran %d operators\n", i, (int)lua_tointeger(states[i], -1)), 1;
        lua_close(states[i]);
    }
    return 0;
}
