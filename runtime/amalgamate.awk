# The runtime as two files: awk -f runtime/amalgamate.awk -v out=FOLDER FILE.c... writes FOLDER/htn.h and FOLDER/htn.c.
# Run it in the repository's root. `make amalgamation` does.
#
# Headers are put where they are first included. A header without `#pragma once` or a guard is put wherever it is included, and
# so is a .def. A name that several .c files use for something of their own gets the file's name in front of it. The macros of a
# .c file, and of the headers that are put there, are undefined at its end.

function fail(message) { print "amalgamate: " message > "/dev/stderr"; failed = 1; exit 1 }

function folder(path) { sub(/[^\/]*$/, "", path); return path }
function base(path) { sub(/^.*\//, "", path); sub(/\.c$/, "", path); return path }

# The path of what `line` of the file `from` includes, if it is one of ours; "" otherwise.
function included(line, from,    path) {
    if (line !~ /^#include/) return ""
    path = line
    sub(/^#include *[<"]/, "", path); sub(/[>"].*$/, "", path)
    if (line ~ /</) return path ~ /^htn\// ? "runtime/include/" path : ""
    path = folder(from) path
    while (match(path, /[^\/]+\/\.\.\//)) path = substr(path, 1, RSTART - 1) substr(path, RSTART + RLENGTH)
    return path
}

# Reads a file into lines[path, 1..count[path]], once.
function read(path,    line, status) {
    if (path in count) return
    count[path] = 0
    while ((status = (getline line < path)) > 0) {
        lines[path, ++count[path]] = line
        if (line ~ /^#pragma once/ || (path ~ /^runtime\/include\/.*\.h$/)) once[path] = 1
    }
    if (status < 0) fail("cannot read " path)
    close(path)
}

# --- Names of files' own --------------------------------------------------------------------------

function add_own(name, file) {
    if (name == "" || (name, file) in owns) return
    owns[name, file] = 1
    owners[name]++
}

# What the file `path` declares for itself, on behalf of the .c file `file`.
function find_own(path, file,    i, line, name, part, parts, n, in_enum, below) {
    read(path)
    for (i = 1; i <= count[path]; i++) {
        line = lines[path, i]
        name = ""
        if ((below = included(line, path)) != "" && below !~ /\.def$/) {
            read(below)
            if (!(below in once)) find_own(below, file)
        } else if (line ~ /^#define /) {
            name = line; sub(/^#define /, "", name); sub(/[( ].*$/, "", name)
            macros[file] = macros[file] " " name
            name = ""
        } else if (line ~ /^([A-Z_]+ )?static / && match(line, /[A-Za-z_0-9]+\(/)) {
            name = substr(line, RSTART, RLENGTH - 1)
        } else if (line ~ /^([A-Z_]+ )?static / && match(line, /[A-Za-z_0-9]+(\[[^\]]*\])* *[=;]/)) {
            name = substr(line, RSTART, RLENGTH); sub(/[\[ =;].*$/, "", name)
        } else if (line ~ /^typedef (struct|enum) [a-z_]+ \{/) {
            split(line, parts, " "); name = parts[3]
        } else if (line ~ /^(struct|enum) [a-z_]+ \{/) {
            split(line, parts, " "); name = parts[2]
        } else if (line ~ /^\} [a-z_]+;/) {
            name = line; sub(/^\} /, "", name); sub(/;.*$/, "", name)
        } else if (line ~ /^typedef / && match(line, /[a-z_0-9]+\(/)) {
            name = substr(line, RSTART, RLENGTH - 1)
        } else if (line ~ /^enum \{.*\}/) {
            part = line; sub(/^enum \{/, "", part); sub(/\}.*$/, "", part)
            n = split(part, parts, ",")
            for (; n > 0; n--) { sub(/^ +/, "", parts[n]); sub(/[ =].*$/, "", parts[n]); add_own(parts[n], file) }
        }
        if (line ~ /^(typedef )?enum.*\{$/) in_enum = 1
        else if (line ~ /^\}/) in_enum = 0
        else if (in_enum && match(line, /^ +[A-Z][A-Z_0-9]*/)) {
            part = substr(line, RSTART, RLENGTH); gsub(/ /, "", part); add_own(part, file)
        }
        add_own(name, file)
    }
}

# --- Writing --------------------------------------------------------------------------------------

# `line` with the names that clash renamed; not behind `.` or `->`, nor in comments and strings.
function renamed(line, file,    result, word, before) {
    if (line ~ /^ *(\*|\/\*)/) return line
    result = ""
    while (match(line, /[A-Za-z_][A-Za-z_0-9]*|"([^"\\]|\\.)*"/)) {
        word = substr(line, RSTART, RLENGTH)
        before = RSTART > 1 ? substr(line, RSTART - 1, 1) : substr(result, length(result), 1)
        result = result substr(line, 1, RSTART - 1)
        if ((word, file) in owns && owners[word] > 1 && before != "." && !(before == ">" && result ~ /->$/) && before !~ /[0-9]/)
            word = "htni_" base(file) "_" word
        result = result word
        line = substr(line, RSTART + RLENGTH)
        if (line ~ /^ *\/\*/) break
    }
    return result line
}

function expand(path, to, file,    i, line, below) {
    read(path)
    for (i = 1; i <= count[path]; i++) {
        line = lines[path, i]
        below = included(line, path)
        if (line ~ /^#pragma once/) continue
        if (below == "") { print (file == "" ? line : renamed(line, file)) > to; continue }
        read(below)
        if (below in once && below in done) continue
        done[below] = 1
        expand(below, to, below in once ? "" : file)
    }
}

BEGIN {
    header = out "/htn.h"; source = out "/htn.c"
    print "/*\n * The runtime of Thumper, all headers in one. Made by `make amalgamation` from runtime/include/htn; changes here are lost.\n */" > header
    print "#define HTN_AMALGAMATED 1" > header
    done["runtime/include/htn/htn.h"] = 1
    expand("runtime/include/htn/htn.h", header, "")
    print "#if defined(HTN_AMALGAMATED_SOURCE) || defined(NATIVE_FRAMES) /* htn.c, and domains compiled to C */" > header
    done["runtime/include/htn/native.h"] = 1
    expand("runtime/include/htn/native.h", header, "")
    print "#endif" > header

    print "/*\n * The runtime of Thumper, all of it in one file. Made by `make amalgamation` from runtime; changes here are lost.\n */" > source
    print "#define HTN_AMALGAMATED_SOURCE 1\n#include \"htn.h\"" > source
    for (k = 1; k < ARGC; k++) find_own(ARGV[k], ARGV[k])
    for (k = 1; k < ARGC; k++) {
        print "\n/* --- " ARGV[k] " --- */\n" > source
        expand(ARGV[k], source, ARGV[k])
        n = split(macros[ARGV[k]], names, " ")
        for (i = 1; i <= n; i++) print "#undef " names[i] > source
    }
    exit failed
}
