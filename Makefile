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
VERSION    := 0.1.0
ABI        := 0

AR        ?= ar
FLEX      ?= flex
BISON     ?= bison
INSTALL   ?= install

PROCESSORS := $(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
PARALLEL    = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(PROCESSORS))

# --- Flags --------------------------------------------------------------------------------------------------------

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Werror

FLAGS_release := -O2 -g
FLAGS_debug   := -O0 -g3
FLAGS_asan    := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
FLAGS_ubsan   := -O1 -g -fsanitize=undefined -fno-sanitize-recover=all
ifndef FLAGS_$(VARIANT)
$(error VARIANT=$(VARIANT): there are release, debug, asan and ubsan)
endif

CFLAGS   ?=
LDFLAGS  ?=
LDLIBS   ?=
COMMON   := -std=c11 $(FLAGS_$(VARIANT)) -MMD -MP
INCLUDES := -I runtime/include -I compiler -I $(BUILD)/gen

# The runtime depends on no libc. Its memcpy and the like stay the compiler's own, so that a fixed-size one
# becomes a move; strlen is not among the five functions that it may call, so no loop may be turned into one.
FREESTANDING := -ffreestanding -fbuiltin -fno-builtin-strlen -fno-stack-protector -U_FORTIFY_SOURCE

CJSON_CFLAGS := $(shell pkg-config --cflags libcjson 2>/dev/null)
CJSON_LIBS   := $(shell pkg-config --libs libcjson 2>/dev/null || echo -lcjson)
CMOCKA_LIBS  := $(shell pkg-config --libs cmocka 2>/dev/null || echo -lcmocka)

# --- Files --------------------------------------------------------------------------------------------------------

RUNTIME_SOURCES  := $(wildcard runtime/*.c)
COMPILER_SOURCES := $(wildcard compiler/*.c)
CLI_SOURCES      := $(wildcard cli/*.c)
PARSERS          := $(patsubst grammar/%.y,$(BUILD)/gen/%.tab.c,$(wildcard grammar/*.y))
SCANNERS         := $(patsubst grammar/%.l,$(BUILD)/gen/%.lex.c,$(wildcard grammar/*.l))
GENERATED        := $(PARSERS) $(SCANNERS)
GENERATED_HEADERS := $(GENERATED:.c=.h)

RUNTIME_OBJECTS  := $(RUNTIME_SOURCES:%.c=$(BUILD)/obj/%.o)
SHARED_OBJECTS   := $(RUNTIME_SOURCES:%.c=$(BUILD)/obj/shared/%.o)
COMPILER_OBJECTS := $(COMPILER_SOURCES:%.c=$(BUILD)/obj/%.o) $(GENERATED:$(BUILD)/gen/%.c=$(BUILD)/obj/gen/%.o)
CLI_OBJECTS      := $(CLI_SOURCES:%.c=$(BUILD)/obj/%.o)

# Each tests/KIND/test_*.c is one program; the folder's other C files are linked into all of them.
TEST_SOURCES  := $(wildcard tests/*/test_*.c)
TEST_PROGRAMS := $(TEST_SOURCES:tests/%.c=$(BUILD)/tests/%)
TEST_SHARED   := $(filter-out $(TEST_SOURCES),$(wildcard tests/*/*.c))

LIBRARIES := $(BUILD)/libhtn.a $(BUILD)/libhtnc.a
SONAME    := libhtn.so.$(ABI)

# --- What is built ------------------------------------------------------------------------------------------------

.PHONY: all libraries test-programs debug asan ubsan
all: $(BUILD)/htn $(LIBRARIES) $(BUILD)/libhtn.so
libraries: $(LIBRARIES)
test-programs: $(TEST_PROGRAMS)

debug asan ubsan:
	$(MAKE) VARIANT=$@ BUILD=$(BUILD)/$@ all

$(BUILD)/htn: $(CLI_OBJECTS) $(LIBRARIES)
	$(CC) $(FLAGS_$(VARIANT)) $(LDFLAGS) -o $@ $(CLI_OBJECTS) $(BUILD)/libhtnc.a $(BUILD)/libhtn.a $(CJSON_LIBS) $(LDLIBS)

$(BUILD)/libhtn.a: $(RUNTIME_OBJECTS)
	@rm -f $@
	$(AR) rcs $@ $(RUNTIME_OBJECTS)

$(BUILD)/libhtnc.a: $(COMPILER_OBJECTS)
	@rm -f $@
	$(AR) rcs $@ $(COMPILER_OBJECTS)

# Only htn_* is public; htni_* is not.
$(BUILD)/libhtn.so: $(SHARED_OBJECTS)
	@printf '{ global: htn_*; local: *; };\n' > $(BUILD)/libhtn.map
	$(CC) $(FLAGS_$(VARIANT)) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=$(BUILD)/libhtn.map \
	    -o $@ $(SHARED_OBJECTS) $(LDLIBS)

# --- How ----------------------------------------------------------------------------------------------------------

$(RUNTIME_OBJECTS): $(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(WARNINGS) $(FREESTANDING) -I runtime/include $(CFLAGS) -c $< -o $@

$(SHARED_OBJECTS): $(BUILD)/obj/shared/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(WARNINGS) $(FREESTANDING) -fPIC -I runtime/include $(CFLAGS) -c $< -o $@

$(BUILD)/obj/compiler/%.o: compiler/%.c | $(GENERATED_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(WARNINGS) $(INCLUDES) $(CFLAGS) -c $< -o $@

$(BUILD)/obj/cli/%.o: cli/%.c
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(WARNINGS) $(INCLUDES) $(CJSON_CFLAGS) $(CFLAGS) -c $< -o $@

# What flex and bison write is not ours to mend.
$(BUILD)/obj/gen/%.o: $(BUILD)/gen/%.c | $(GENERATED_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(COMMON) -w $(INCLUDES) $(CFLAGS) -c $< -o $@

$(BUILD)/gen/%.tab.c $(BUILD)/gen/%.tab.h: grammar/%.y
	@mkdir -p $(@D)
	$(BISON) -Wall -Werror --defines=$(BUILD)/gen/$*.tab.h -o $(BUILD)/gen/$*.tab.c $<

$(BUILD)/gen/%.lex.c $(BUILD)/gen/%.lex.h: grammar/%.l
	@mkdir -p $(@D)
	$(FLEX) --header-file=$(BUILD)/gen/$*.lex.h -o $(BUILD)/gen/$*.lex.c $<

$(BUILD)/obj/tests/%.o: tests/%.c | $(GENERATED_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(WARNINGS) $(INCLUDES) -I runtime -I tests/$(firstword $(subst /, ,$*)) $(CFLAGS) -c $< -o $@

# The objects that every program of tests/$(1) shares.
TEST_SHARED_OF = $(patsubst %.c,$(BUILD)/obj/%.o,$(filter tests/$(1)/%,$(TEST_SHARED)))

.SECONDEXPANSION:
$(TEST_PROGRAMS): $(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(LIBRARIES) $$(call TEST_SHARED_OF,$$(*D))
	@mkdir -p $(@D)
	$(CC) $(FLAGS_$(VARIANT)) $(LDFLAGS) -o $@ $(filter %.o,$^) $(BUILD)/libhtnc.a $(BUILD)/libhtn.a \
	    $(CJSON_LIBS) $(CMOCKA_LIBS) $(LDLIBS)

.SECONDARY:
-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)

.PHONY: clean
clean:
	rm -rf $(BUILD)
