# Builds the compiler, the runtime and the tool, tests them and installs them. `make help` lists the targets.
# Everything that is made goes under $(BUILD); every C file is found by wildcard, so a new file needs no line here.
# Neighbours: .ci/setup installs what a fresh machine lacks, tests/run runs the tests.

VARIANT ?= release
ifeq ($(VARIANT),release)
BUILD ?= build
else
BUILD ?= build/$(VARIANT)
endif

PREFIX     ?= /usr/local
DESTDIR    ?=
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
BINDIR     ?= $(PREFIX)/bin
MANDIR     ?= $(PREFIX)/share/man
BASHDIR    ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR     ?= $(PREFIX)/share/zsh/site-functions
FISHDIR    ?= $(PREFIX)/share/fish/vendor_completions.d
# The tool that writes the manual page and the completions. Where another machine is built for, one that runs here.
HTN_HERE   ?= $(BUILD)/htn
VERSION    := $(shell sed -n 's/^\#define HTN_VERSION_TEXT *"\(.*\)"/\1/p' runtime/include/htn/version.h)
ABI        := 0

AR        ?= ar
FLEX      ?= flex
BISON     ?= bison
INSTALL   ?= install

PROCESSORS := $(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
PARALLEL    = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(PROCESSORS))

# --- Flags --------------------------------------------------------------------------------------------------------

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Werror

# clang complains of NULL + 0 too, which is an empty array's address everywhere, and by C2y (N3322) in the language.
ifneq ($(filter asan ubsan fuzz,$(VARIANT)),)
NULL_PLUS_0   := $(if $(findstring clang,$(shell $(CC) --version 2>/dev/null)),-fno-sanitize=pointer-overflow)
endif
# What ships does not say in which folder it was built: the same source makes the same bytes.
FLAGS_release := -O2 -g -ffile-prefix-map=$(CURDIR)=.
FLAGS_debug   := -O0 -g3
UNDEFINED     := undefined -fno-sanitize-recover=all $(NULL_PLUS_0)
FLAGS_asan    := -O1 -g -fno-omit-frame-pointer -fsanitize=address,$(UNDEFINED)
FLAGS_fuzz    := -O1 -g -fsanitize=fuzzer-no-link,address,$(UNDEFINED)
FLAGS_coverage := -O0 -g --coverage -fprofile-update=atomic
FLAGS_ubsan   := -O1 -g -fsanitize=$(UNDEFINED)
ifndef FLAGS_$(VARIANT)
$(error VARIANT=$(VARIANT): there are release, debug, asan, ubsan, fuzz and coverage)
endif

CFLAGS   ?=
LDFLAGS  ?=
LDLIBS   ?=
COMMON   := -std=c11 $(FLAGS_$(VARIANT)) -MMD -MP
INCLUDES := -I runtime/include -I . -I $(BUILD)/gen

# The runtime depends on no libc. Its memcpy and the like stay the compiler's own, so that a fixed-size one
# becomes a move; strlen is not among the five functions that it may call, so no loop may be turned into one.
FREESTANDING := -ffreestanding -fbuiltin -fno-builtin-strlen -fno-stack-protector -U_FORTIFY_SOURCE -fvisibility=hidden

# gcc pairs the machine's registers in vector registers where it stores them, which costs more than it saves.
MACHINE := -fno-tree-slp-vectorize

CJSON_CFLAGS := $(shell pkg-config --cflags libcjson 2>/dev/null)
CJSON_LIBS   := $(shell pkg-config --libs libcjson 2>/dev/null || echo -lcjson)
# Which characters names are made of: the compiler needs it.
UNICODE_CFLAGS := $(shell pkg-config --cflags libutf8proc 2>/dev/null)
UNICODE_LIBS   := $(shell pkg-config --libs libutf8proc 2>/dev/null || echo -lutf8proc)
# The live view of `htn run`. Where this library is not found the tool is built without it, and says so when asked.
CURSES_LIBS  := $(shell pkg-config --libs ncursesw 2>/dev/null)
CURSES_CFLAGS := $(if $(CURSES_LIBS),-DHTN_CURSES $(shell pkg-config --cflags ncursesw 2>/dev/null))
# The tool's sockets, and how it opens a browser, on Windows.
WINDOWS_LIBS := $(if $(findstring mingw,$(CC)),-lws2_32 -lshell32)
CMOCKA_LIBS  := $(shell pkg-config --libs cmocka 2>/dev/null || echo -lcmocka)

# --- Files --------------------------------------------------------------------------------------------------------

RUNTIME_SOURCES  := $(wildcard runtime/*/*.c)
BASE_SOURCES     := $(wildcard base/*.c)
COMPILER_SOURCES := $(wildcard compiler/*.c compiler/*/*.c)
HDDL_SOURCES     := $(wildcard hddl/*.c hddl/*/*.c)
# The tool: the commands, the language server and the server of assistants.
CLI_SOURCES      := $(wildcard cli/*.c cli/*/*.c lsp/*.c lsp/*/*.c mcp/*.c rpc/*.c)
PARSERS          := $(patsubst grammar/%.y,$(BUILD)/gen/%.tab.c,$(wildcard grammar/*.y))
SCANNERS         := $(patsubst grammar/%.l,$(BUILD)/gen/%.lex.c,$(wildcard grammar/*.l))
GENERATED        := $(PARSERS) $(SCANNERS)
GENERATED_HEADERS := $(GENERATED:.c=.h) $(BUILD)/gen/diagnostic_texts.inc $(BUILD)/gen/template.inc $(BUILD)/gen/documents.inc

RUNTIME_OBJECTS  := $(RUNTIME_SOURCES:%.c=$(BUILD)/obj/%.o)
SHARED_OBJECTS   := $(RUNTIME_SOURCES:%.c=$(BUILD)/obj/shared/%.o)
BASE_OBJECTS     := $(BASE_SOURCES:%.c=$(BUILD)/obj/%.o)
COMPILER_OBJECTS := $(COMPILER_SOURCES:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/gen/htn.tab.o $(BUILD)/obj/gen/htn.lex.o
HDDL_OBJECTS     := $(HDDL_SOURCES:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/gen/hddl.tab.o $(BUILD)/obj/gen/hddl.lex.o
CLI_OBJECTS      := $(CLI_SOURCES:%.c=$(BUILD)/obj/%.o)

# Each tests/KIND/test_*.c is one program; the folder's other C files are linked into all of them.
TEST_SOURCES  := $(wildcard tests/*/test_*.c)
TEST_PROGRAMS := $(TEST_SOURCES:tests/%.c=$(BUILD)/tests/%)
TEST_SHARED   := $(filter-out $(TEST_SOURCES),$(wildcard tests/*/*.c))

# Stands in for the tool where tests run it: a server that forks itself for each call, and a client that starts quickly.
SERVED_TOOL := $(BUILD)/served/tool_server $(BUILD)/served/htn

# Doors for fuzzers: the same programs with the engine's main function, and what they put through all its paces.
FUZZ_DOORS       := $(patsubst tests/fuzz/test_%.c,$(BUILD)/%,$(wildcard tests/fuzz/test_door_*.c))
TEST_ALSO_hddl   := $(filter-out cli/main.c,$(CLI_SOURCES))
TEST_ALSO_solve  := $(filter-out cli/main.c,$(CLI_SOURCES))
TEST_ALSO_lsp    := $(filter-out cli/main.c,$(CLI_SOURCES))
TEST_ALSO_play   := $(filter-out cli/main.c,$(CLI_SOURCES)) $(filter tests/differential/generate% tests/differential/dice%,$(TEST_SHARED))
TEST_ALSO_moments := $(filter-out cli/main.c,$(CLI_SOURCES)) $(filter tests/differential/%,$(TEST_SHARED))
TEST_ALSO_damage := cli/common/hddl_compile.c $(filter tests/differential/generate% tests/differential/dice%,$(TEST_SHARED))
TEST_ALSO_fuzz   := $(filter tests/damage/%,$(TEST_SHARED)) $(filter-out cli/main.c,$(CLI_SOURCES))

# Each bench/bench_*.c is one program; the other files are linked into all of them.
BENCH_SOURCES  := $(wildcard bench/bench_*.c)
BENCH_PROGRAMS := $(BENCH_SOURCES:%.c=$(BUILD)/%)
BENCH_SHARED   := $(filter-out $(BENCH_SOURCES),$(wildcard bench/*.c))

# In the order in which a linker needs them.
LIBRARIES := $(BUILD)/libhddl.a $(BUILD)/libhtnc.a $(BUILD)/libhtn.a
SONAME    := libhtn.so.$(ABI)

# --- What is built ------------------------------------------------------------------------------------------------

.PHONY: all libraries test-programs random-tests fuzz-doors bench-programs debug asan ubsan
all: $(BUILD)/htn $(LIBRARIES) $(BUILD)/libhtn.so $(BUILD)/libhtnc.so
libraries: $(LIBRARIES)
test-programs: $(TEST_PROGRAMS) $(SERVED_TOOL)
random-tests: $(filter $(BUILD)/tests/differential/%,$(TEST_PROGRAMS))
fuzz-doors: $(FUZZ_DOORS)
bench-programs: $(BENCH_PROGRAMS)

debug asan ubsan:
	$(MAKE) VARIANT=$@ BUILD=$(BUILD)/$@ all

$(BUILD)/htn: $(CLI_OBJECTS) $(LIBRARIES)
	$(CC) $(FLAGS_$(VARIANT)) $(LDFLAGS) -o $@ $(CLI_OBJECTS) $(LIBRARIES) $(CJSON_LIBS) $(UNICODE_LIBS) $(CURSES_LIBS) $(WINDOWS_LIBS) $(LDLIBS)

$(BUILD)/libhtn.a: $(RUNTIME_OBJECTS)
	@rm -f $@
	$(AR) rcs $@ $(RUNTIME_OBJECTS)

$(BUILD)/libhtnc.a: $(COMPILER_OBJECTS) $(BASE_OBJECTS)
	@rm -f $@
	$(AR) rcs $@ $(COMPILER_OBJECTS) $(BASE_OBJECTS)

$(BUILD)/libhddl.a: $(HDDL_OBJECTS)
	@rm -f $@
	$(AR) rcs $@ $(HDDL_OBJECTS)

# Only what is marked HTN_API is exported.
$(BUILD)/libhtn.so: $(SHARED_OBJECTS)
	$(CC) $(FLAGS_$(VARIANT)) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) -o $@ $(SHARED_OBJECTS) $(LDLIBS)

# The compiler and what it needs of the runtime. Only the functions of compiler/compile.h are exported.
$(BUILD)/libhtnc.so: $(COMPILER_OBJECTS) $(BASE_OBJECTS) $(SHARED_OBJECTS)
	@printf '{ global: htnc_build; htnc_free_blob; htnc_version; local: *; };\n' > $(BUILD)/libhtnc.map
	$(CC) $(FLAGS_$(VARIANT)) $(LDFLAGS) -shared -Wl,-soname,libhtnc.so.$(ABI) -Wl,--version-script=$(BUILD)/libhtnc.map -o $@ $^ $(UNICODE_LIBS) $(LDLIBS)

# --- How ----------------------------------------------------------------------------------------------------------

$(RUNTIME_OBJECTS): $(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(WARNINGS) $(FREESTANDING) -I runtime/include $(CFLAGS) -c $< -o $@

$(SHARED_OBJECTS): $(BUILD)/obj/shared/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(WARNINGS) $(FREESTANDING) -fPIC -I runtime/include $(CFLAGS) -c $< -o $@

$(filter %/vm.o %/vm_marked.o %/vm_traced.o,$(RUNTIME_OBJECTS) $(SHARED_OBJECTS)): FREESTANDING += $(MACHINE)

$(BASE_OBJECTS) $(filter-out $(BUILD)/obj/gen/%,$(COMPILER_OBJECTS) $(HDDL_OBJECTS)): $(BUILD)/obj/%.o: %.c | $(GENERATED_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(WARNINGS) -fPIC $(INCLUDES) $(UNICODE_CFLAGS) $(CFLAGS) -c $< -o $@

$(CLI_OBJECTS): $(BUILD)/obj/%.o: %.c | $(GENERATED_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(WARNINGS) $(INCLUDES) $(CJSON_CFLAGS) $(CURSES_CFLAGS) $(CFLAGS) -c $< -o $@

# What flex and bison write is not ours to mend.
$(BUILD)/obj/gen/%.o: $(BUILD)/gen/%.c | $(GENERATED_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(COMMON) -w -fPIC $(INCLUDES) $(CFLAGS) -c $< -o $@

# An object from before libhtnc.so, which is not position-independent, is made again.
$(COMPILER_OBJECTS) $(BASE_OBJECTS): Makefile

$(BUILD)/gen/%.y: grammar/%.y grammar/keywords.awk compiler/syntax/keywords.def
	@mkdir -p $(@D)
	awk -f grammar/keywords.awk compiler/syntax/keywords.def $< > $@

$(BUILD)/gen/%.tab.c $(BUILD)/gen/%.tab.h: $(BUILD)/gen/%.y
	$(BISON) -Wall -Werror --defines=$(BUILD)/gen/$*.tab.h -o $(BUILD)/gen/$*.tab.c $<

$(BUILD)/gen/%.lex.c $(BUILD)/gen/%.lex.h: grammar/%.l
	@mkdir -p $(@D)
	$(FLEX) --header-file=$(BUILD)/gen/$*.lex.h -o $(BUILD)/gen/$*.lex.c $<

# What `htn help ID` prints.
$(BUILD)/gen/diagnostic_texts.inc: docs/diagnostics.md docs/help_texts.awk
	@mkdir -p $(@D)
	awk -f docs/help_texts.awk $< > $@

# What `htn new` writes.
$(BUILD)/gen/template.inc: cli/template.awk $(wildcard cli/template/*)
	@mkdir -p $(@D)
	awk -f $^ > $@

$(BUILD)/obj/cli/command_new.o: $(BUILD)/gen/template.inc

# What `htn mcp` serves.
DOCUMENTS := docs/language.md docs/testing.md docs/cookbook.md $(sort $(wildcard domains/README.md domains/*.htn domains/*/*.htn))
$(BUILD)/gen/documents.inc: docs/embed.awk $(DOCUMENTS)
	@mkdir -p $(@D)
	awk -f docs/embed.awk $(DOCUMENTS) > $@

$(BUILD)/obj/tests/%.o: tests/%.c | $(GENERATED_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(WARNINGS) $(INCLUDES) -I tests/$(firstword $(subst /, ,$*)) $(CFLAGS) -c $< -o $@

$(BUILD)/obj/tests/harness/tool_main.o: cli/main.c | $(GENERATED_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(WARNINGS) -Wno-missing-prototypes $(INCLUDES) -Dmain=tool_main $(CFLAGS) -c $< -o $@

# Behind the tool: one that is older than the tool is not used.
$(BUILD)/served/tool_server: $(BUILD)/obj/tests/harness/tool_server.o $(BUILD)/obj/tests/harness/tool_main.o \
    $(filter-out %/cli/main.o,$(CLI_OBJECTS)) $(LIBRARIES) | $(BUILD)/htn
	@mkdir -p $(@D)
	$(CC) $(FLAGS_$(VARIANT)) $(LDFLAGS) -o $@ $(filter %.o,$^) $(LIBRARIES) $(CJSON_LIBS) $(UNICODE_LIBS) $(CURSES_LIBS) $(WINDOWS_LIBS) $(LDLIBS)

$(BUILD)/served/htn: tests/harness/tool_client.c tests/harness/tool_request.h
	@mkdir -p $(@D)
	$(CC) -std=c11 -O2 $(WARNINGS) -o $@ $<

# The objects that every program of tests/$(1) shares.
TEST_SHARED_OF = $(patsubst %.c,$(BUILD)/obj/%.o,$(filter tests/$(1)/%,$(TEST_SHARED)) $(TEST_ALSO_$(1)))

# The corpus that a fuzzing door replays: it is unpacked beside the program.
CORPUS_OF = $(patsubst fuzz/test_door_%,$(BUILD)/tests/fuzz/corpus/%/.unpacked,$(filter fuzz/test_door_%,$(1)))

.SECONDEXPANSION:
$(TEST_PROGRAMS): $(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(LIBRARIES) $$(call TEST_SHARED_OF,$$(*D)) | $$(call CORPUS_OF,$$*)
	@mkdir -p $(@D)
	$(CC) $(FLAGS_$(VARIANT)) $(LDFLAGS) -o $@ $(filter %.o,$^) $(LIBRARIES) \
	    $(CJSON_LIBS) $(UNICODE_LIBS) $(CMOCKA_LIBS) $(if $(TEST_ALSO_$(*D)),$(CURSES_LIBS)) $(LDLIBS)

# A fuzzing corpus is one archive for each door.
$(BUILD)/tests/fuzz/corpus/%/.unpacked: tests/fuzz/corpus/%.tar
	@rm -rf $(@D)
	@mkdir -p $(@D)
	tar -xf $< -C $(@D)
	@touch $@

$(FUZZ_DOORS): $(BUILD)/%: $(BUILD)/obj/tests/fuzz/test_%.o $(LIBRARIES) $(filter-out %/replay_corpus.o,$(call TEST_SHARED_OF,fuzz))
	$(CC) $(FLAGS_$(VARIANT)) -fsanitize=fuzzer $(LDFLAGS) -o $@ $(filter %.o,$^) $(LIBRARIES) \
	    $(CJSON_LIBS) $(UNICODE_LIBS) $(CURSES_LIBS) $(WINDOWS_LIBS) $(LDLIBS)

NOT_IN_VECTORS := -fno-tree-vectorize -fno-tree-slp-vectorize

$(BUILD)/obj/bench/%.o: bench/%.c
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(WARNINGS) $(NOT_IN_VECTORS) $(INCLUDES) $(CFLAGS) -c $< -o $@

# What is written by hand has the flags that are best for it: W2 takes 70 us with the vectorizer, and 126 without; W7 takes 300 ns in lines
# of its own, and 450 in others.
$(BUILD)/obj/bench/%_by_hand.o: bench/%_by_hand.c
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(WARNINGS) $(HAND_FLAGS) $(INCLUDES) $(CFLAGS) -c $< -o $@

$(BUILD)/obj/bench/goap_by_hand.o: HAND_FLAGS = $(NOT_IN_VECTORS) -falign-functions=64 -falign-loops=64

$(BENCH_PROGRAMS): $(BUILD)/bench/%: $(BUILD)/obj/bench/%.o $(BENCH_SHARED:%.c=$(BUILD)/obj/%.o) $(BUILD)/libhtn.a
	@mkdir -p $(@D)
	$(CC) $(FLAGS_$(VARIANT)) $(LDFLAGS) -o $@ $(filter %.o,$^) $(BUILD)/libhtn.a $(LDLIBS)

.SECONDARY:
-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)


# --- What people ask for ------------------------------------------------------------------------------------------

.PHONY: heist help setup amalgamation test test-editors test-windows test-bindings bench-bindings unity wasm test-wasm desk test-desk web site test-site dist dist-tools deb vsix conformance conformance-setup golden demo bench bench-peers bench-ipc fuzz coverage mutate mutate-faults mutate-verifier lint format format-check docs install install-runtime check-all clean checked

help: ## the targets
	@echo 'make                   the tool $(BUILD)/htn, the libraries libhtn (runtime) and libhtnc (compiler) beside it'
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
	    while IFS='|' read -r name what; do printf 'make %-17s %s\n' "$$name" "$$what"; done
	@echo 'VARIANT=release|debug|asan|ubsan, BUILD=folder, CC=compiler; tests: KIND="plans cli" runs only those'

setup: ## install what a fresh machine lacks (flex, bison, cJSON, utf8proc, cmocka, uthash, ncurses)
	@bash .ci/setup

checked: $(BUILD)/htn test-programs

# The builds that the tests look at: the release one as it ships, and one with sanitizers that runs everything.
define BUILD_FOR_TESTS
@bash .ci/setup jsonschema
@MAKE='$(MAKE)' bash .ci/build 'what ships, and the random tests' $(PARALLEL) all random-tests
@MAKE='$(MAKE)' bash .ci/build 'all tests, with sanitizers' $(PARALLEL) VARIANT=asan BUILD=$(BUILD)/asan checked
endef

test: ## everything that is quick enough to run at each change; KIND=... for some of it
	$(BUILD_FOR_TESTS)
	@BUILD=$(BUILD) tests/run $(KIND)

test-editors: ## clients from npm drive `htn lsp`; skipped, with the reason, without node, npm or a registry
	-@bash .ci/setup neovim emacs rsvg
	@$(MAKE) $(PARALLEL) --no-print-directory -s $(BUILD)/htn
	@BUILD=$(BUILD) bash tests/editors/all

conformance: ## the same answers on other compilers, word sizes, byte orders: those that can be run here; TARGETS="s390x wasm32" for some
	@bash .ci/setup
	@$(MAKE) $(PARALLEL) --no-print-directory -s all
	@EVERYWHERE=1 TARGETS='$(TARGETS)' BUILD=$(BUILD) tests/conformance/run

conformance-setup: ## install what `make conformance` needs: cross compilers, qemu, WebAssembly, Windows
	@bash .ci/setup conformance

golden: ## rewrite the expectations under tests/ to what the tools now say; read the diff
	$(BUILD_FOR_TESTS)
	@UPDATE=1 BUILD=$(BUILD) tests/run $(or $(KIND),language cli code notation)

# What the bindings are tested with, where it can be had: by its names in .ci/setup.
BINDING_TOOLS := clang mono luajit lua5.4 love mypy rust
test-bindings: ## the bindings for other languages play the guard; what is not installed is skipped, with the reason. KIND="cpp" for some
	-@bash .ci/setup $(BINDING_TOOLS) $(if $(UP_DIR),unified-planning)
	@$(MAKE) $(PARALLEL) --no-print-directory -s $(BUILD)/htn $(BUILD)/libhtn.a $(BUILD)/libhtn.so $(BUILD)/libhtnc.so
	@BUILD=$(BUILD) bash bindings/all $(KIND)

bench-bindings: ## a tick of 1,000 guards through each binding, beside C: nanoseconds, and bytes that are allocated
	-@bash .ci/setup $(BINDING_TOOLS)
	@$(MAKE) $(PARALLEL) --no-print-directory -s $(BUILD)/htn $(BUILD)/libhtn.a $(BUILD)/libhtn.so $(BUILD)/libhtnc.so
	@BUILD=$(BUILD) bash bindings/bench

unity: ## the package for Unity, with libraries for Linux and, with mingw, for Windows: $(BUILD)/unity/org.thumper.htn
	-@bash .ci/setup mingw
	@$(MAKE) $(PARALLEL) --no-print-directory -s $(BUILD)/htn $(BUILD)/libhtn.so
	@bash bindings/csharp/package.sh $(BUILD)/libhtn.so $(BUILD)/htn $(BUILD)/unity/org.thumper.htn "$$(command -v x86_64-w64-mingw32-gcc)"
	@echo '$(BUILD)/unity/org.thumper.htn'

test-windows: ## the tests of the tool for Windows, under wine; skipped, with the reason, where that is not there. KIND="cli windows" for some
	-@bash .ci/setup mingw wine zip wasm
	@MAKE='$(MAKE)' BUILD=$(BUILD) bash tests/windows/all $(KIND)

wasm: ## compiler, runtime and tool in WebAssembly: the npm package build/thumper-VERSION.tgz (bindings/js)
	@bash .ci/setup wasm
	@MAKE='$(MAKE)' bash .ci/wasm

test-wasm: ## the same bytes in WebAssembly as natively, and the interface for JavaScript; skipped, with the reason, without emscripten or node
	-@bash .ci/setup wasm
	@$(MAKE) $(PARALLEL) --no-print-directory -s $(BUILD)/htn $(BUILD)/libhtn.a
	@MAKE='$(MAKE)' BUILD=$(BUILD) bash bindings/js/tests/all

desk: ## the desk, a page to write, play and explain domains in: build/desk/page, for any web server (docs/desk.md)
	@bash .ci/setup wasm
	@MAKE='$(MAKE)' bash .ci/desk

web: ## a page with a game loop, on the npm package (examples/web), served at http://127.0.0.1:8000/
	@bash .ci/setup wasm
	@MAKE='$(MAKE)' bash .ci/web
	@echo 'http://127.0.0.1:8000/ (Ctrl-C ends)'
	@python3 -m http.server --bind 127.0.0.1 --directory build/web 8000 2> /dev/null

test-desk: ## the desk in Chromium, driven by Playwright; skipped, with the reason, without emscripten, node or Chromium
	-@bash .ci/setup wasm chromium
	@$(MAKE) $(PARALLEL) --no-print-directory -s $(BUILD)/htn
	@MAKE='$(MAKE)' BUILD=$(BUILD) bash desk/test/all

site: ## the documentation as a site of static files with the desk in it: build/site/html (needs Debian's mkdocs-material)
	@bash .ci/setup wasm mkdocs
	@MAKE='$(MAKE)' bash .ci/site

test-site: ## the site in Chromium: links, search, examples that open in the desk; skipped, with the reason, without what it needs
	-@bash .ci/setup wasm chromium mkdocs
	@MAKE='$(MAKE)' bash site/test/all

PLATFORMS = win32-x64 linux-x64 linux-arm64
dist: ## archives for people in build/dist: PLATFORMS="win32-x64 linux-x64 linux-arm64"
	@bash .ci/setup dist wasm
	@MAKE='$(MAKE)' bash .ci/dist $(PLATFORMS)

dist-tools: ## only the tools of these archives: build/dist/PLATFORM/htn, htn.exe
	@bash .ci/setup dist
	@MAKE='$(MAKE)' bash .ci/dist --tools $(PLATFORMS)

deb: ## packages for Debian in build/deb, checked with lintian
	@bash .ci/setup debian
	@BUILD=$(BUILD) bash .ci/deb

vsix: ## packages of the extension for VS Code, with these tools inside: build/vsix/htn-VERSION-PLATFORM.vsix; PLATFORMS=...
	@bash .ci/setup dist rsvg
	@MAKE='$(MAKE)' BUILD=$(BUILD) bash .ci/vsix $(PLATFORMS)

demo: ## a troll plans: the shortest way to see what this is
	@bash .ci/setup
	@MAKE='$(MAKE)' bash .ci/build 'the tool $(BUILD)/htn' $(PARALLEL) $(BUILD)/htn
	@BUILD=$(BUILD) bash domains/demo.sh

HEIST = $(BUILD)/examples/heist
heist: ## a game to play: guards and thieves in a house, with SDL2 (examples/heist)
	@bash .ci/setup sdl2
	@MAKE='$(MAKE)' bash .ci/build 'the tool $(BUILD)/htn' $(PARALLEL) $(BUILD)/htn $(BUILD)/libhtn.a
	@mkdir -p $(BUILD)/examples
	@$(CC) -std=c11 -O2 -I runtime/include -I . $$(pkg-config --cflags sdl2) examples/heist/*.c bindings/attach/htn_attach.c $(BUILD)/libhtn.a $$(pkg-config --libs sdl2) -pthread -o $(HEIST)
	@$(HEIST) $(BUILD)/htn examples/heist/heist.htn $(ARGS)

bench: ## time per plan beside the same in plain C, as instances grow in number, of a crowd, and to compile 100,000 lines
	@bash .ci/setup valgrind
	@$(MAKE) $(PARALLEL) --no-print-directory -s all bench-programs
	@CC='$(CC)' BUILD=$(BUILD) bash bench/run

bench-peers: ## the workloads beside other planners, from checkouts that you have: PEERS=DIR with DIR/derplanner and DIR/GPGOAP
	@bash .ci/setup valgrind
	@$(MAKE) $(PARALLEL) --no-print-directory -s all bench-programs
	@CC='$(CC)' CXX='$(CXX)' BUILD=$(BUILD) PEERS='$(PEERS)' bash bench/peers/run

bench-ipc: ## the planning competition's problems: TIME=10 s for each, DOMAINS="Rover Towers", IPC_DIR=, CPU=1, RESTART=1
	@bash .ci/setup
	@$(MAKE) $(PARALLEL) --no-print-directory -s $(BUILD)/htn
	@BUILD=$(BUILD) TIME='$(TIME)' CPU='$(CPU)' DOMAINS='$(DOMAINS)' RESTART='$(RESTART)' $(if $(IPC_DIR),IPC_DIR='$(IPC_DIR)') bash bench/ipc

.PHONY: random-domains
random-domains: ## COUNT=1000000 random domains against the reference planner, from seed FROM=1 on, JOBS=2 pieces at once; goes on where it stopped
	@$(MAKE) $(PARALLEL) --no-print-directory -s $(BUILD)/tests/differential/test_differential
	@BUILD=$(BUILD) COUNT='$(COUNT)' FROM='$(FROM)' PIECE='$(PIECE)' JOBS='$(JOBS)' OPTIONS='$(OPTIONS)' tests/differential/campaign

fuzz: ## libFuzzer at each door (tests/fuzz) for SECONDS=60; MINUTES=10: until each has had that, in all runs; DOORS="save script", ENGINE=afl for AFL++, MERGE=1 for a new corpus
	@bash .ci/setup clang $(if $(filter afl,$(ENGINE)),afl++) $(if $(MERGE),python3)
	@$(MAKE) $(PARALLEL) --no-print-directory -s all
	@$(MAKE) $(PARALLEL) --no-print-directory -s VARIANT=asan BUILD=$(BUILD)/asan $(BUILD)/asan/tests/fuzz/test_door_save
	@$(MAKE) $(PARALLEL) --no-print-directory -s VARIANT=fuzz BUILD=$(BUILD)/fuzz CC=clang fuzz-doors
	@[ '$(ENGINE)' != afl ] || AFL_QUIET=1 $(MAKE) $(PARALLEL) --no-print-directory -s VARIANT=fuzz BUILD=$(BUILD)/afl CC=afl-clang-fast fuzz-doors
	@BUILD=$(BUILD) ENGINE=$(ENGINE) SECONDS_EACH=$(or $(SECONDS),60) MINUTES=$(MINUTES) $(if $(DOORS),DOORS='$(DOORS)') MERGE=$(MERGE) tests/fuzz/campaign

# Kinds that reach nothing in this build: they look at others, or make their own.
COVERING = $(filter-out determinism docs library threads,$(sort $(foreach case,$(wildcard tests/*/run tests/*/test_*.c),$(word 2,$(subst /, ,$(case))))))

coverage: ## which lines and branches of runtime and compiler the tests reach: build/coverage/index.html; KIND=... for some of them
	@bash .ci/setup gcovr
	@$(MAKE) $(PARALLEL) --no-print-directory -s VARIANT=coverage BUILD=$(BUILD)/coverage checked $(BUILD)/coverage/libhtn.so
	@find $(BUILD)/coverage -name '*.gcda' -delete
	@-ONLY_CHECKED=1 CC='$(CC) --coverage' BUILD=$(BUILD)/coverage CHECKED=$(BUILD)/coverage tests/run $(or $(KIND),$(COVERING)) > $(BUILD)/coverage/tests.log; tail -n 1 $(BUILD)/coverage/tests.log
	@BUILD=$(BUILD) bash tests/coverage

mutate-verifier: ## take each check of the verifier out in turn: the tests must notice
	@bash .ci/setup python3
	@python3 tests/mutation/mutate.py verifier

mutate-faults: ## plant the faults of tests/mutation/faults one by one: the random stories must notice each
	@bash .ci/setup python3
	@python3 tests/mutation/mutate.py faults

mutate: ## make small changes to machine, runner and compiler, SAMPLE of each, drawn with SEED: how many do the tests notice?
	@bash .ci/setup python3
	@python3 tests/mutation/mutate.py machine --sample $(or $(SAMPLE),100) --seed $(or $(SEED),1)
	@python3 tests/mutation/mutate.py runner --sample $(or $(SAMPLE),100) --seed $(or $(SEED),1)
	@python3 tests/mutation/mutate.py compiler --sample $(or $(SAMPLE),100) --seed $(or $(SEED),1)

lint: ## clang-tidy and cppcheck
	@bash .ci/setup clang-tidy cppcheck
	@$(MAKE) --no-print-directory -s $(GENERATED_HEADERS)
	cppcheck -j $(PROCESSORS) --quiet --error-exitcode=1 --inline-suppr --std=c11 --enable=warning,portability \
	    --suppress=unknownMacro --suppress=syntaxError --suppress=internalAstError --suppress=returnDanglingLifetime:compiler/syntax/load.c --suppress=unmatchedSuppression \
	    --suppress=normalCheckLevelMaxBranches -I runtime/include -I . base runtime compiler hddl cli lsp mcp rpc bench
	printf '%s\n' $(BASE_SOURCES) $(RUNTIME_SOURCES) $(COMPILER_SOURCES) $(HDDL_SOURCES) $(CLI_SOURCES) | \
	    xargs -P $(PROCESSORS) -I FILE clang-tidy --quiet FILE -- -std=c11 $(INCLUDES) $(CJSON_CFLAGS) $(UNICODE_CFLAGS) $(CURSES_CFLAGS)

FORMATTED = $(wildcard base/*.[ch] runtime/*/*.[ch] runtime/include/htn/*.h compiler/*.[ch] compiler/*/*.[ch] hddl/*.[ch] hddl/*/*.[ch] cli/*.[ch] cli/*/*.[ch] lsp/*.[ch] lsp/*/*.[ch] mcp/*.[ch] rpc/*.[ch] bindings/js/native/*.[ch] bench/*.[ch] bench/peers/*.c tests/*/*.[ch])

format: ## lay out the C sources
	@bash .ci/setup clang-format
	clang-format -i $(FORMATTED)

format-check: ## say what `make format` would change
	clang-format --dry-run -Werror $(FORMATTED)

amalgamation: ## the runtime as two files, $(BUILD)/amalgamation/htn.h and htn.c, to put into a game
	@mkdir -p $(BUILD)/amalgamation
	awk -f runtime/amalgamate.awk -v out=$(BUILD)/amalgamation $(RUNTIME_SOURCES)

docs: ## put the tables that are made from the .def files into docs/, and draw its pictures
	@bash docs/tables.sh write
	@bash docs/pictures/draw write

# Where a package of CMake finds the folders of this one, from its own folder; the whole path where they are not under PREFIX.
CMAKE_FOLDER   = $(LIBDIR)/cmake/htn
FROM_PREFIX    = $(patsubst $(PREFIX)/%,%,$(1))
CMAKE_TO_PREFIX = $(if $(filter $(PREFIX)/%,$(LIBDIR)),$(subst $(eval) ,/,$(foreach part,$(subst /, ,$(call FROM_PREFIX,$(CMAKE_FOLDER))),..)),$(PREFIX))
IN_CMAKE_FILES = sed -e 's|@HTN_PREFIX_FROM_HERE@|$(CMAKE_TO_PREFIX)|' -e 's|@HTN_INCLUDEDIR@|$(call FROM_PREFIX,$(INCLUDEDIR))|' \
    -e 's|@HTN_LIBDIR@|$(call FROM_PREFIX,$(LIBDIR))|' -e 's|@HTN_BINDIR@|$(call FROM_PREFIX,$(BINDIR))|' \
    -e 's|@PROJECT_VERSION@|$(firstword $(subst -, ,$(VERSION)))|' -e 's|@PROJECT_VERSION_MAJOR@|$(firstword $(subst ., ,$(VERSION)))|g'

install-runtime: $(BUILD)/libhtn.a $(BUILD)/libhtn.so ## only libhtn, its headers, htn.pc and the package of CMake: needs neither flex nor bison
	$(INSTALL) -d '$(DESTDIR)$(LIBDIR)/pkgconfig' '$(DESTDIR)$(INCLUDEDIR)/htn' '$(DESTDIR)$(CMAKE_FOLDER)'
	$(INSTALL) -m 644 $(BUILD)/libhtn.a '$(DESTDIR)$(LIBDIR)/libhtn.a'
	$(INSTALL) -m 755 $(BUILD)/libhtn.so '$(DESTDIR)$(LIBDIR)/$(SONAME)'
	ln -sf $(SONAME) '$(DESTDIR)$(LIBDIR)/libhtn.so'
	$(INSTALL) -m 644 $(wildcard runtime/include/htn/*.h runtime/include/htn/*.def) '$(DESTDIR)$(INCLUDEDIR)/htn'
	printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(LIBDIR)' 'includedir=$(INCLUDEDIR)' '' 'Name: htn' \
	    'Description: plans with hierarchical task networks, for games' 'Version: $(VERSION)' \
	    'Libs: -L$${libdir} -lhtn' 'Cflags: -I$${includedir}' > '$(DESTDIR)$(LIBDIR)/pkgconfig/htn.pc'
	$(INSTALL) -m 644 packaging/cmake/htn.cmake '$(DESTDIR)$(CMAKE_FOLDER)/htn.cmake'
	$(IN_CMAKE_FILES) packaging/cmake/htn-config.cmake.in > '$(DESTDIR)$(CMAKE_FOLDER)/htn-config.cmake'
	$(IN_CMAKE_FILES) packaging/cmake/htn-config-version.cmake.in > '$(DESTDIR)$(CMAKE_FOLDER)/htn-config-version.cmake'

install: all install-runtime ## PREFIX, DESTDIR
	$(INSTALL) -d '$(DESTDIR)$(BINDIR)' '$(DESTDIR)$(MANDIR)/man1'
	$(INSTALL) -m 755 $(BUILD)/htn '$(DESTDIR)$(BINDIR)/htn'
	$(INSTALL) -m 644 $(BUILD)/libhtnc.a '$(DESTDIR)$(LIBDIR)/libhtnc.a'
	$(INSTALL) -m 755 $(BUILD)/libhtnc.so '$(DESTDIR)$(LIBDIR)/libhtnc.so.$(ABI)'
	ln -sf libhtnc.so.$(ABI) '$(DESTDIR)$(LIBDIR)/libhtnc.so'
	$(INSTALL) -d '$(DESTDIR)$(INCLUDEDIR)/htnc'
	$(INSTALL) -m 644 compiler/compile.h '$(DESTDIR)$(INCLUDEDIR)/htnc/compile.h'
	$(INSTALL) -d '$(DESTDIR)$(PREFIX)/share/htn/schema'
	$(INSTALL) -m 644 $(wildcard docs/schema/*.json) '$(DESTDIR)$(PREFIX)/share/htn/schema'
	[ ! -e build/desk/page/index.html ] || { $(INSTALL) -d '$(DESTDIR)$(PREFIX)/share/htn' && cp -R build/desk/page '$(DESTDIR)$(PREFIX)/share/htn/desk'; }
	$(HTN_HERE) help --man > '$(DESTDIR)$(MANDIR)/man1/htn.1'
	$(INSTALL) -d '$(DESTDIR)$(BASHDIR)' '$(DESTDIR)$(ZSHDIR)' '$(DESTDIR)$(FISHDIR)'
	$(HTN_HERE) completion bash > '$(DESTDIR)$(BASHDIR)/htn'
	$(HTN_HERE) completion zsh > '$(DESTDIR)$(ZSHDIR)/_htn'
	$(HTN_HERE) completion fish > '$(DESTDIR)$(FISHDIR)/htn.fish'
	printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(LIBDIR)' 'includedir=$(INCLUDEDIR)' '' 'Name: htnc' \
	    'Description: the compiler of htn, to compile domains in a program' 'Version: $(VERSION)' 'Requires.private: htn libutf8proc' \
	    'Libs: -L$${libdir} -lhtnc' 'Cflags: -I$${includedir}' > '$(DESTDIR)$(LIBDIR)/pkgconfig/htnc.pc'

check-all: ## what is too slow for `make test`, in stages that can be resumed: clang, valgrind, more sanitizers, long random runs, Windows; STAGES="lint clang", RESTART=1
	@bash .ci/setup valgrind clang pre-commit yaml
	@BUILD=$(BUILD) MAKE='$(MAKE)' bash .ci/check-all

clean: ## remove what was built
	rm -rf $(BUILD)
