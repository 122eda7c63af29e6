# Sourced by tests/conformance/run: the targets, and how programs for them are built and run.
#
# target NAME COMPILER FLAGS RUNNER COMPILER_TOO NEEDS: RUNNER runs its programs here (empty: they run as they are); COMPILER_TOO is
# `yes` where htn's compiler is built for it as well; NEEDS are the packages (Debian's names) where the compiler or the runner is missing.

. .ci/debian
UTHASH=$(echo '#include <uthash.h>' | ${CC:-cc} -E - 2> /dev/null | sed -n 's/^# [0-9]* "\(.*uthash\.h\)".*/\1/p' | head -n 1)
export WINEDEBUG=-all WINEPREFIX=$(mkdir -p "$BUILD" && cd "$BUILD" && pwd)/conformance/wine
WINE=$(command -v wine64 || command -v wine || echo /usr/lib/wine/wine64)

# Other compilers, optimizations, and what a host may choose otherwise: whether char is signed, how wide an enum is.
every_target() {
    target gcc-O0 gcc '-O0 -funsigned-char' '' yes gcc
    target gcc-O3 gcc '-O3 -fsigned-char -fshort-enums' '' no gcc
    target clang-O3 clang '-O3 -funsigned-char' '' yes clang
    target clang-Os clang '-Os -fshort-enums' '' no clang
    target i686 i686-linux-gnu-gcc -static '' yes 'gcc-i686-linux-gnu libc6-dev-i386-cross'
    target s390x s390x-linux-gnu-gcc -static qemu-s390x-static yes 'qemu-user-static gcc-s390x-linux-gnu libc6-dev-s390x-cross'
    target armhf arm-linux-gnueabihf-gcc -static qemu-arm-static yes 'qemu-user-static gcc-arm-linux-gnueabihf libc6-dev-armhf-cross'
    target arm64 aarch64-linux-gnu-gcc -static qemu-aarch64-static yes 'qemu-user-static gcc-aarch64-linux-gnu libc6-dev-arm64-cross'
    target wasm32 clang --target=wasm32-wasi 'node tests/conformance/wasm.mjs' no 'clang lld wasi-libc libclang-rt-dev-wasm32 nodejs'
    target windows x86_64-w64-mingw32-gcc -static "$WINE" yes 'gcc-mingw-w64-x86-64 wine64'
}

# Whether a program for the target can be built and run.
works() { # COMPILER FLAGS RUNNER
    echo 'int main(void) { return 0; }' > "$SCRATCH/probe.c"
    # shellcheck disable=SC2086
    $1 $2 "$SCRATCH/probe.c" -o "$SCRATCH/probe.exe" > "$SCRATCH/said" 2>&1 && $3 "$SCRATCH/probe.exe" >> "$SCRATCH/said" 2>&1 < /dev/null
}

# The source of utf8proc, which the compiler needs and no distribution has for all targets: Debian's, as it is. Prints its folder.
utf8proc_source() {
    debian_source utf8proc utf8proc.c "$BUILD/conformance/utf8proc" && echo "$BUILD/conformance/utf8proc"
}

# The libraries for a target, which the tests' programs are then linked with.
build_target() { # NAME COMPILER FLAGS COMPILER_TOO
    local build=$BUILD/conformance/$1 libraries=$BUILD/conformance/$1/libhtn.a programs=conform
    mkdir -p "$build/include" && cp "$UTHASH" "$build/include/" || return
    if [ "$4" = yes ]; then
        local source
        source=$(utf8proc_source) && cp "$source/utf8proc.h" "$build/include/" || return
        # shellcheck disable=SC2086
        $2 $3 -O2 -DUTF8PROC_STATIC -c "$source/utf8proc.c" -o "$build/utf8proc.o" || return
        set -- "$1" "$2" "$3 -DUTF8PROC_STATIC" "$4"
        libraries="$libraries $build/libhtnc.a" programs="conform compile_cases"
    fi
    # shellcheck disable=SC2086
    env -u MAKEFLAGS -u MFLAGS make -s -j2 CC="$2" CFLAGS="$3 -I $build/include" BUILD="$build" $libraries || return
    for program in $programs; do
        link_program "$program" "$build" "$2" "$3" "$build/obj" || return
    done
}

# Of the sources that there are: a build folder may have objects of others.
objects_of() { # OBJECTS FOLDER...
    local objects=$1
    shift
    for folder in "$@"; do printf '%s\n' "$folder"/*.c; done | grep -v '[*]' | sed "s|^|$objects/|; s|c\$|o|"
}

# Objects and not archives are linked: `ar` of this host knows those of no other.
link_program() { # PROGRAM BUILD COMPILER FLAGS OBJECTS
    local sources objects
    case $4:$1 in
        *wasm32*:conform) # a module, which wasm.mjs calls; wasi-libc has memcpy() and malloc()
            set -- "$1" "$2" "$3" "$4 -mexec-model=reactor -Wl,--export=conformance_answer,--export=malloc,--export=free" "$5"
            sources="tests/conformance/conformance*.c" objects=$(objects_of "$5" runtime/*) ;;
        *:conform) sources="tests/conformance/conform*.c" objects=$(objects_of "$5" runtime/*) ;;
        *:compile_cases) sources=tests/conformance/compile_cases.c objects="$(objects_of "$5" base compiler compiler/* runtime/*) $5/gen/htn*.o"
            if [ -e "$2/utf8proc.o" ]; then objects="$objects $2/utf8proc.o"; else objects="$objects -lutf8proc"; fi ;;
        *:random_sources) sources="tests/conformance/random_sources.c tests/differential/generate*.c" objects= ;;
    esac
    # shellcheck disable=SC2086
    $3 -std=c11 -O1 $4 -Wall -Wextra -Werror -I runtime/include -I . -I "$2/include" -o "$2/$1.exe" $sources \
        tests/differential/dice.c $objects
}
