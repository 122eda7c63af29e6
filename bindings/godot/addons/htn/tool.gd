## Runs the tool `htn`, which lies on PATH, or is named in the project setting htn/tool or the environment variable HTN_TOOL.
extends RefCounted

const SETTING := "htn/tool"


static func path() -> String:
	var named := OS.get_environment("HTN_TOOL")
	return named if named != "" else str(ProjectSettings.get_setting(SETTING, "htn"))


## [status, what it said]; status -1: it is not there.
static func run(arguments: PackedStringArray) -> Array:
	var said: Array = []
	var status := OS.execute(path(), arguments, said, true)
	if status == -1 or status == 127:
		return [-1, "the tool `%s` cannot be run: install it, or set %s in the project settings" % [path(), SETTING]]
	return [status, "".join(said)]
