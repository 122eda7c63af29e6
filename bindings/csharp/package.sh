#!/usr/bin/env bash
# `make unity`: puts the package for Unity together: package.sh LIBRARY.so HTN TARGET [COMPILER_FOR_WINDOWS]. Unity wants a .meta file beside
# each file, with an id that never changes: it is made from the path. The library for Windows needs mingw; without it there is none.
set -eu
cd "$(dirname "$0")/../.."
library=$1 htn=$2 target=$3 windows=${4:-}
rm -rf "$target"
mkdir -p "$target/Runtime/Plugins/x86_64"
cp bindings/csharp/package.json bindings/csharp/README.md "$target/"
cp LICENSE "$target/LICENSE.md"
cp -r bindings/csharp/Runtime bindings/csharp/Editor "$target/"
mkdir -p "$target/Samples~"
cp -r bindings/csharp/Samples~/Guard "$target/Samples~/"
cp bindings/guard/guard.htn "$target/Samples~/Guard/Guard.htn"
"$htn" compile bindings/guard/guard.htn -o /dev/null --cs "$target/Samples~/Guard/Guard.cs"
cp "$library" "$target/Runtime/Plugins/x86_64/libhtn.so"
[ -z "$windows" ] || "$windows" -std=c11 -O2 -shared -DHTN_BUILDS_DLL -I runtime/include -I . runtime/*/*.c -o "$target/Runtime/Plugins/x86_64/htn.dll" -static-libgcc

# platform NAME OS: what a library is for, in the words of Unity's importer of plugins.
platform() {
    printf '  - first:\n      Any: \n    second:\n      enabled: 0\n      settings: {}\n'
    printf '  - first:\n      Editor: Editor\n    second:\n      enabled: 1\n      settings:\n        CPU: x86_64\n        OS: %s\n' "$2"
    printf '  - first:\n      Standalone: %s\n    second:\n      enabled: 1\n      settings:\n        CPU: x86_64\n' "$1"
}

(cd "$target" && find . -mindepth 1 -not -path './Samples~*' -not -name '*.meta' | sed 's,^\./,,') | while read -r path; do
    {
        printf 'fileFormatVersion: 2\nguid: %s\n' "$(printf 'org.thumper.htn/%s' "$path" | md5sum | cut -c 1-32)"
        case $path in
            *.so) printf 'PluginImporter:\n  serializedVersion: 2\n  isPreloaded: 0\n  platformData:\n'; platform Linux64 Linux ;;
            *.dll) printf 'PluginImporter:\n  serializedVersion: 2\n  isPreloaded: 0\n  platformData:\n'; platform Win64 Windows ;;
            *) [ ! -d "$target/$path" ] || echo 'folderAsset: yes' ;;
        esac
    } > "$target/$path.meta"
done
